//! The state of the sandbox and its file: one JSON document, or a record a line.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};

use calendiff::json::{Document, Limits, to_string, to_string_pretty};
use calendiff::{Kind, Operation, SandboxUpdate};
use serde_json::{Map, Value};

use crate::failure::{Failure, Place};
use crate::input::{self, Input};
use crate::source;

/// The records, and the file that they are in.
pub(crate) struct StateFile {
    pub(crate) value: Value,
    file: String,
    form: FileForm,
}

/// The form of the file.
enum FileForm {
    /// One document, with its text.
    Document(String),
    /// A record a line. An update adds a line. The number of bytes, and the last of them, tell if another program wrote.
    Lines { length: u64, end: Vec<u8> },
}

/// The number of bytes at the end of a file of lines that are compared.
const END: u64 = 4096;

/// The reason why an update cannot be stored.
pub(crate) enum Unstored {
    /// The next start could not read more.
    TooLarge,
    /// Another program has changed or removed the file: its edit would be lost.
    Changed,
    /// The file cannot be read, so that nobody knows if it has changed.
    Unreadable(Failure),
    Unwritable(Failure),
}

impl StateFile {
    /// Reads a file: a state, or a record a line.
    pub(crate) fn read(file: String, kind: Option<Kind>) -> Result<Self, Failure> {
        let bytes = source::bytes_of_lines(&file)?;
        if let Some(records) = records_of(&bytes) {
            let value = by_id(&file, records, kind)?;
            let (length, end) =
                end_of(&file).map_err(|error| Failure::Unreadable(file.clone(), error))?;
            return Ok(Self {
                value,
                file,
                form: FileForm::Lines { length, end },
            });
        }
        if bytes.len() > Limits::default().size {
            return Err(Failure::TooLarge(Place::of_file(file)));
        }
        let input = Input::parse(Place::of_file(file.clone()), bytes)?;
        let value = input.value();
        expect_state(&value)
            .map_err(|expected| Failure::Usage(format!("{file}: expected {expected}")))?;
        Ok(Self {
            value,
            form: FileForm::Document(input.text().source().to_owned()),
            file,
        })
    }

    /// Puts a record into the state and its file, or into neither.
    pub(crate) fn update(&mut self, mut update: SandboxUpdate) -> Result<(), Unstored> {
        let line = to_string(&update.record) + "\n";
        update.swap(&mut self.value);
        let stored = self.store(&line);
        if stored.is_err() {
            update.swap(&mut self.value);
        }
        stored
    }

    fn store(&mut self, line: &str) -> Result<(), Unstored> {
        match &mut self.form {
            FileForm::Document(text) => {
                let new = to_string_pretty(&self.value) + "\n";
                if new.len() > Limits::default().size {
                    return Err(Unstored::TooLarge);
                }
                match source::bytes(&self.file) {
                    Ok(bytes) if bytes == text.as_bytes() => {}
                    Err(Failure::Unreadable(file, error)) => return Err(unreadable(&file, error)),
                    _ => return Err(Unstored::Changed),
                }
                input::write(&self.file, &new).map_err(Unstored::Unwritable)?;
                *text = new;
            }
            FileForm::Lines { length, end } => {
                let (now, last) =
                    end_of(&self.file).map_err(|error| unreadable(&self.file, error))?;
                if now != *length || last != *end {
                    return Err(Unstored::Changed);
                }
                append(&self.file, *length, end, line)
                    .map_err(|error| unwritable(&self.file, error))?;
                (*length, *end) =
                    end_of(&self.file).map_err(|error| unwritable(&self.file, error))?;
            }
        }
        Ok(())
    }
}

fn unreadable(file: &str, error: io::Error) -> Unstored {
    if error.kind() == io::ErrorKind::NotFound {
        return Unstored::Changed;
    }
    Unstored::Unreadable(Failure::Unreadable(file.to_owned(), error))
}

fn unwritable(file: &str, error: io::Error) -> Unstored {
    Unstored::Unwritable(Failure::Unwritable(file.to_owned(), error))
}

/// Returns the records of a file with a record a line, or `None` if it is one document.
fn records_of(bytes: &[u8]) -> Option<Vec<Document>> {
    let text = str::from_utf8(bytes).ok()?;
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    let documents: Vec<Document> = lines
        .iter()
        .map(|line| Document::parse(*line).ok())
        .collect::<Option<_>>()?;
    (!documents.is_empty() && !documents.iter().any(is_state)).then_some(documents)
}

/// Returns true for a document with the records by kind and id, as the sandbox keeps them.
fn is_state(document: &Document) -> bool {
    document
        .root()
        .get("calendars")
        .or(document.root().get("locations"))
        .is_some()
}

/// Returns a state of records. Of those with one id, the last counts.
fn by_id(file: &str, records: Vec<Document>, kind: Option<Kind>) -> Result<Value, Failure> {
    let mut state = Map::new();
    for operation in Operation::ALL
        .iter()
        .filter(|operation| operation.kind.is_some())
    {
        state.insert(operation.area.to_owned(), Value::Object(Map::new()));
    }
    for (at, document) in records.into_iter().enumerate() {
        let place = format!("{file}:{}", at + 1);
        let kind = kind.or_else(|| Kind::guess(document.root()));
        let kind = kind.ok_or_else(|| {
            Failure::Usage(format!("{place}: add --kind calendar or --kind location"))
        })?;
        let (_, record) = kind.strip_envelope(document.root());
        let id = ["id", "_id"]
            .iter()
            .find_map(|name| record.get(name)?.text());
        let id = id.ok_or_else(|| Failure::Usage(format!("{place}: the record has no id")))?;
        let area = Operation::ALL
            .iter()
            .find(|operation| operation.kind == Some(kind))
            .map(|operation| operation.area);
        let records = area
            .and_then(|area| state.get_mut(area))
            .and_then(Value::as_object_mut);
        records.map(|records| records.insert(id.to_owned(), record.to_value()));
    }
    Ok(Value::Object(state))
}

/// Returns the number of bytes of a file, and the last of them.
fn end_of(file: &str) -> io::Result<(u64, Vec<u8>)> {
    let mut open = File::open(file)?;
    let length = open.metadata()?.len();
    open.seek(SeekFrom::Start(length.saturating_sub(END)))?;
    let mut end = Vec::new();
    open.take(END).read_to_end(&mut end)?;
    Ok((length, end))
}

/// Adds a line to a file, whole or not at all.
fn append(file: &str, length: u64, end: &[u8], line: &str) -> io::Result<()> {
    let mut open = OpenOptions::new().append(true).open(file)?;
    let line = if end.ends_with(b"\n") || end.is_empty() {
        line.to_owned()
    } else {
        format!("\n{line}")
    };
    open.write_all(line.as_bytes())
        .inspect_err(|_| _ = open.set_len(length))
}

/// Returns what was expected in place of a value that is no state.
fn expect_state(state: &Value) -> Result<(), String> {
    const SHAPE: &str =
        "{ \"calendars\": { id: record }, \"locations\": { id: record } }, or a record a line";
    let of_kinds = Operation::ALL
        .iter()
        .filter(|operation| operation.kind.is_some());
    for name in of_kinds.map(|operation| operation.area) {
        let Some(records) = state.as_object().ok_or(SHAPE)?.get(name) else {
            continue;
        };
        for (id, record) in records.as_object().ok_or(SHAPE)? {
            let own = record
                .as_object()
                .ok_or(SHAPE)?
                .get("id")
                .and_then(Value::as_str);
            if let Some(own) = own.filter(|own| own != id) {
                return Err(format!(
                    "each record under its ID, found {own:?} under {id:?} in \"{name}\""
                ));
            }
        }
    }
    Ok(())
}
