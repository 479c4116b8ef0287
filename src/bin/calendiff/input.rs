//! Files, standard input, and what cannot be read of them.

use std::fmt;
use std::io::Read;

use calendiff::json::{Document, Path, View};
use calendiff::{Code, Error, Issue, Kind};
use serde_json::{Map, Value};

/// Why the command could not run, in one line.
pub(crate) enum Failure {
    /// The file, and why it cannot be read.
    Unreadable(String, std::io::Error),
    /// The file, and what is wrong with its content.
    Content(String, Error),
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
        kind.unwrap(self.root()).1
    }

    /// Notes where the issues of the record are in the file.
    pub(crate) fn locate(&self, kind: Kind, issues: &mut [Issue]) {
        let (envelope, _) = kind.unwrap(self.root());
        let record = envelope.map_or_else(Path::new, |name| Path::new().with(name));
        for issue in issues {
            issue.locate(&self.document, &record);
        }
    }

    /// The record as it stands, out of its envelope.
    pub(crate) fn record(&self, kind: Kind) -> Result<View<'_>, Failure> {
        self.in_file(kind.record_in(self.root()))
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

/// A file of messages in other words: templates by code. A code that does not exist is a slip, and no translation.
pub(crate) fn messages(name: &str) -> Result<Map<String, Value>, Failure> {
    let Value::Object(messages) = Input::read(name)?.value() else {
        return Err(Failure::Usage(format!("{}: expected an object of templates by code", shown(name))));
    };
    for (code, template) in &messages {
        if Code::named(code).is_none() || !template.is_string() {
            return Err(Failure::Usage(format!("{}: \"{code}\" is not a code with a text", shown(name))));
        }
    }
    Ok(messages)
}

/// One input for each line that is not blank.
pub(crate) fn lines(name: &str) -> Result<Vec<Result<Input, Failure>>, Failure> {
    let bytes = bytes(name)?;
    let lines = bytes.split(|byte| *byte == b'\n').enumerate();
    let filled = lines.filter(|(_, line)| !line.trim_ascii().is_empty());
    Ok(filled.map(|(at, line)| Input::parse(format!("{}:{}", shown(name), at + 1), line.to_vec())).collect())
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

pub(crate) fn bytes(name: &str) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = if name == "-" {
        std::io::stdin().read_to_end(&mut bytes).map(drop)
    } else {
        std::fs::read(name).map(|read| bytes = read)
    };
    read.map(|()| bytes).map_err(|error| Failure::Unreadable(shown(name), error))
}

fn shown(name: &str) -> String {
    if name == "-" { "standard input".to_owned() } else { name.to_owned() }
}
