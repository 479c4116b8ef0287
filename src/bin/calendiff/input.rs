//! Files, standard input, and what cannot be read of them.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};

use calendiff::json::{Document, Limits, Path, View};
use calendiff::{Error, Issue, Kind, Language};
use serde_json::Value;

use crate::replace::replace;

/// Why the command could not run, in one line.
pub(crate) enum Failure {
    /// The file, and why it cannot be read.
    Unreadable(String, std::io::Error),
    /// The file, and what is wrong with its content.
    Content(String, Error),
    /// The file that has more bytes than are read.
    TooLarge(String),
    /// The file, and why it cannot be written.
    Unwritable(String, std::io::Error),
    /// Neither: the verb itself.
    Verb(Error),
    /// What the command line asks for cannot be had.
    Usage(String),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Verb(error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(name, error) => write!(f, "{name}: cannot be read: {error}"),
            Self::Unwritable(name, error) => write!(f, "{name}: cannot be written: {error}"),
            Self::Content(name, error) => write!(f, "{name}: {error} ({})", error.code()),
            Self::TooLarge(name) => write!(f, "{name}: the text has more than {} bytes (json_size)", limit()),
            Self::Verb(error) => write!(f, "{error} ({})", error.code()),
            Self::Usage(text) => f.write_str(text),
        }
    }
}

/// A document and the name it was given by.
pub(crate) struct Input {
    name: String,
    document: Document,
}

impl Input {
    pub(crate) fn read(name: &str) -> Result<Self, Failure> {
        Self::parse(shown(name), bytes(name)?)
    }

    /// The file, or other content where it is empty.
    pub(crate) fn read_or(name: &str, content: &str) -> Result<Self, Failure> {
        let bytes = bytes(name)?;
        Self::parse(shown(name), if bytes.trim_ascii().is_empty() { content.into() } else { bytes })
    }

    fn parse(name: String, bytes: Vec<u8>) -> Result<Self, Failure> {
        match Document::parse_bytes(bytes) {
            Ok(document) => Ok(Self { name, document }),
            Err(error) => Err(Failure::Content(name, error)),
        }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn document(&self) -> &Document {
        &self.document
    }

    pub(crate) fn root(&self) -> View<'_> {
        self.document.root()
    }

    pub(crate) fn value(&self) -> Value {
        self.root().to_value()
    }

    /// The record, out of its envelope.
    pub(crate) fn unwrapped(&self, kind: Kind) -> View<'_> {
        kind.strip_envelope(self.root()).1
    }

    /// Notes where the issues of the record are in the file.
    pub(crate) fn locate(&self, kind: Kind, issues: &mut [Issue]) {
        let (envelope, _) = kind.strip_envelope(self.root());
        let record = envelope.map_or_else(Path::new, |name| Path::new().with(name));
        Issue::locate_all(issues, &self.document, &record);
    }

    /// The record as it stands, out of its envelope.
    pub(crate) fn record(&self, kind: Kind) -> Result<View<'_>, Failure> {
        self.in_file(kind.record_in(self.root()))
    }

    /// A record in the envelope that the file has.
    pub(crate) fn enveloped(&self, kind: Kind, record: Value) -> Value {
        let Some(envelope) = kind.strip_envelope(self.root()).0 else { return record };
        let mut whole = self.value();
        whole[envelope] = record;
        whole
    }

    /// Names the file in an error about its content.
    pub(crate) fn in_file<T>(&self, result: Result<T, Error>) -> Result<T, Failure> {
        result.map_err(|error| Failure::Content(self.name.clone(), error))
    }
}

pub(crate) fn all<const N: usize>(files: [&str; N]) -> Result<[Input; N], Failure> {
    once_standard_input(&files)?;
    let inputs: Vec<Input> = files.into_iter().map(Input::read).collect::<Result<_, _>>()?;
    inputs.try_into().map_err(|_| Failure::Usage(format!("expected {N} files")))
}

pub(crate) fn once_standard_input(files: &[&str]) -> Result<(), Failure> {
    match files.iter().filter(|file| **file == "-").count() {
        0 | 1 => Ok(()),
        _ => Err(Failure::Usage("standard input can be only one of the files".to_owned())),
    }
}

/// The language asked for, by its tag or as a file of one's own over English; else the one that the environment names, where
/// there is that.
pub(crate) fn language(asked: Option<&str>) -> Result<Language, Failure> {
    let Some(asked) = asked else {
        let set = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(|name| std::env::var(name).ok());
        let first = set.into_iter().find(|value| !value.is_empty());
        return Ok(first.and_then(|tag| Language::named(&tag)).unwrap_or_else(Language::english).clone());
    };
    if !asked.contains(['.', '/', '\\'])
        && let Some(language) = Language::named(asked)
    {
        return Ok(language.clone());
    }
    if !std::path::Path::new(asked).exists() && asked != "-" {
        let known = Language::TAGS.join(", ");
        return Err(Failure::Usage(format!("{}: no language, and no file; there are {known}", shown(asked))));
    }
    let file = Input::read(asked)?;
    let own = file.value();
    file.in_file(Language::english().with(&own))
}

/// One input for each line that is not blank, read one by one: no more than one line is held.
pub(crate) fn lines(name: &str) -> Result<impl Iterator<Item = Result<Input, Failure>>, Failure> {
    Ok(Lines { name: shown(name), text: open(name)?, number: 0, state: State::AtStart })
}

struct Lines {
    name: String,
    text: Box<dyn BufRead>,
    number: usize,
    state: State,
}

#[derive(PartialEq)]
enum State {
    /// Of a line.
    AtStart,
    /// In a line that is too large.
    Within,
    AtEnd,
}

impl Lines {
    /// The next line, without its end; nothing at the end of the text.
    fn line(&mut self) -> io::Result<Option<Line>> {
        if self.state == State::Within {
            self.text.skip_until(b'\n')?;
        }
        let mut line = Vec::new();
        let read = self.text.by_ref().take(limit() + 1).read_until(b'\n', &mut line)?;
        self.number += 1;
        let ended = line.pop_if(|last| *last == b'\n').is_some();
        self.state = if ended { State::AtStart } else { State::Within };
        Ok(match read {
            0 => None,
            _ if line.len() as u64 > limit() => Some(Line::TooLarge),
            _ => Some(Line::Whole(line)),
        })
    }
}

enum Line {
    Whole(Vec<u8>),
    TooLarge,
}

impl Iterator for Lines {
    type Item = Result<Input, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.state != State::AtEnd {
            let line = self.line();
            let name = format!("{}:{}", self.name, self.number);
            match line {
                Ok(Some(Line::Whole(line))) if line.trim_ascii().is_empty() => {}
                Ok(Some(Line::Whole(line))) => return Some(Input::parse(name, line)),
                Ok(Some(Line::TooLarge)) => return Some(Err(Failure::TooLarge(name))),
                Ok(None) => self.state = State::AtEnd,
                Err(error) => {
                    self.state = State::AtEnd;
                    return Some(Err(Failure::Unreadable(self.name.clone(), error)));
                }
            }
        }
        None
    }
}

/// The kind asked for, else the one that the content shows.
pub(crate) fn kind(asked: Option<Kind>, inputs: &[&Input]) -> Result<Kind, Failure> {
    let guessed = asked.or_else(|| inputs.iter().find_map(|input| Kind::guess(input.root())));
    if let Some(kind) = guessed {
        return Ok(kind);
    }
    // What is no record at all deserves a better answer than a question about its kind.
    for input in inputs {
        input.in_file(Kind::Calendar.read(input.root()))?;
    }
    Err(Failure::Usage(
        "cannot tell a calendar from a location here; say --kind calendar or --kind location".to_owned(),
    ))
}

/// All of a file, of which no more is read than may be parsed.
pub(crate) fn bytes(name: &str) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    match open(name)?.take(limit() + 1).read_to_end(&mut bytes) {
        Ok(read) if read as u64 > limit() => Err(Failure::TooLarge(shown(name))),
        Ok(_) => Ok(bytes),
        Err(error) => Err(Failure::Unreadable(shown(name), error)),
    }
}

fn open(name: &str) -> Result<Box<dyn BufRead>, Failure> {
    if name == "-" {
        return Ok(Box::new(io::stdin().lock()));
    }
    match File::open(name) {
        Ok(file) => Ok(Box::new(BufReader::new(file))),
        Err(error) => Err(Failure::Unreadable(shown(name), error)),
    }
}

/// The most bytes of a document.
fn limit() -> u64 {
    Limits::default().size as u64
}

/// Replaces the text of a file by one that ends its last line.
pub(crate) fn write(name: &str, text: &str) -> Result<(), Failure> {
    replace(name.as_ref(), &format!("{text}\n")).map_err(|error| Failure::Unwritable(name.to_owned(), error))
}

fn shown(name: &str) -> String {
    if name == "-" { "standard input".to_owned() } else { name.to_owned() }
}
