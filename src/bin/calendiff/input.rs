//! Files, standard input, and errors in reading them.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};

use calendiff::json::{Document, Limits, Path, View};
use calendiff::{Error, Issue, Kind, Language};
use serde_json::Value;

use crate::replace::replace;

/// A file, or a line of it that contains a record of its own.
#[derive(Clone)]
pub(crate) struct Place {
    /// The name of the file that people know.
    pub(crate) file: String,
    pub(crate) line: Option<usize>,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        self.line.map_or(Ok(()), |line| write!(f, ":{line}"))
    }
}

/// The reason why the command could not run, in one line.
pub(crate) enum Failure {
    /// The file, and the reason why it cannot be read.
    Unreadable(String, std::io::Error),
    /// A file of another format than JSON text in UTF-8.
    Disguised(String, &'static Disguise),
    /// Content that is not JSON, or not a record.
    Content(Place, Error),
    /// More bytes than the limit.
    TooLarge(Place),
    /// Records that could be of either kind.
    KindUnknown(Vec<Place>),
    /// The file, and the reason why it cannot be written.
    Unwritable(String, std::io::Error),
    /// An error of the verb itself.
    Verb(Error),
    /// A command line that cannot be carried out.
    Usage(String),
}

impl Failure {
    /// Returns true if no other line of the file can be read either.
    pub(crate) fn is_of_the_file(&self) -> bool {
        matches!(self, Self::Unreadable(..) | Self::Disguised(..))
    }

    pub(crate) fn code(&self) -> &'static str {
        match self {
            Self::Unreadable(..) => "unreadable",
            Self::Disguised(..) => "json_utf8",
            Self::Content(_, error) | Self::Verb(error) => error.code(),
            Self::TooLarge(_) => "json_size",
            Self::KindUnknown(_) => "kind_unknown",
            Self::Unwritable(..) => "unwritable",
            Self::Usage(_) => "usage",
        }
    }

    /// Returns the message without the place and the code.
    pub(crate) fn message(&self) -> String {
        match self {
            Self::Unreadable(_, error) => format!("cannot be read: {error}"),
            Self::Disguised(_, Disguise { name, advice, .. }) => {
                format!("it looks like {name}, not JSON text in UTF-8; {advice}")
            }
            Self::Content(place, error) => {
                let message = error.to_string();
                // A record on one line has only that line, whose number in the file is in `place`.
                let within = message.strip_prefix("line 1, ").filter(|_| place.line.is_some());
                within.unwrap_or(&message).to_owned()
            }
            Self::TooLarge(_) => format!("the text has more than {} bytes", limit()),
            Self::KindUnknown(_) => {
                "could be a calendar or a location; add --kind calendar or --kind location".to_owned()
            }
            Self::Unwritable(_, error) => format!("cannot be written: {error}"),
            Self::Verb(error) => error.to_string(),
            Self::Usage(text) => text.clone(),
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Verb(error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(name, _) | Self::Unwritable(name, _) | Self::Disguised(name, _) => write!(f, "{name}: ")?,
            Self::Content(place, _) | Self::TooLarge(place) => write!(f, "{place}: ")?,
            Self::KindUnknown(places) => {
                let places: Vec<String> = places.iter().map(Place::to_string).collect();
                write!(f, "{}: ", places.join(", "))?;
            }
            Self::Verb(_) | Self::Usage(_) => {}
        }
        f.write_str(&self.message())?;
        match self {
            Self::Unreadable(..) | Self::Unwritable(..) | Self::Usage(_) => Ok(()),
            _ => write!(f, " ({})", self.code()),
        }
    }
}

/// A format that is mistaken for JSON text.
pub(crate) struct Disguise {
    /// The bytes that it begins with.
    magic: &'static [u8],
    name: &'static str,
    /// A command that converts it to text in UTF-8.
    advice: &'static str,
}

const DISGUISES: [Disguise; 9] = [
    Disguise { magic: b"\x1f\x8b", name: "gzip", advice: "decompress it first, as gzip -dc does" },
    Disguise { magic: b"\x28\xb5\x2f\xfd", name: "zstd", advice: "decompress it first, as zstd -dc does" },
    Disguise { magic: b"\xfd7zXZ\0", name: "xz", advice: "decompress it first, as xz -dc does" },
    Disguise { magic: b"BZh", name: "bzip2", advice: "decompress it first, as bzip2 -dc does" },
    Disguise { magic: b"PK\x03\x04", name: "zip", advice: "unpack it first, as unzip -p does" },
    Disguise { magic: b"\xff\xfe", name: "UTF-16", advice: "convert it first, as iconv -f UTF-16 -t UTF-8 does" },
    Disguise { magic: b"\xfe\xff", name: "UTF-16", advice: "convert it first, as iconv -f UTF-16 -t UTF-8 does" },
    // An object without a byte-order mark before it.
    Disguise { magic: b"{\0", name: "UTF-16", advice: "convert it first, as iconv -f UTF-16LE -t UTF-8 does" },
    Disguise { magic: b"\0{", name: "UTF-16", advice: "convert it first, as iconv -f UTF-16BE -t UTF-8 does" },
];

fn disguise(bytes: &[u8]) -> Option<&'static Disguise> {
    DISGUISES.iter().find(|disguise| bytes.starts_with(disguise.magic))
}

/// A document and its place.
pub(crate) struct Input {
    place: Place,
    document: Document,
}

impl Input {
    pub(crate) fn read(name: &str) -> Result<Self, Failure> {
        Self::read_as(name, shown(name))
    }

    /// Reads a file under another name for people.
    pub(crate) fn read_as(name: &str, shown: String) -> Result<Self, Failure> {
        Self::parse(Place { file: shown, line: None }, bytes(name)?)
    }

    /// Reads a file, or uses other content if the file is empty.
    pub(crate) fn read_or(name: &str, shown: String, content: &str) -> Result<Self, Failure> {
        let bytes = bytes(name)?;
        let content = if bytes.trim_ascii().is_empty() { content.into() } else { bytes };
        Self::parse(Place { file: shown, line: None }, content)
    }

    fn parse(place: Place, bytes: Vec<u8>) -> Result<Self, Failure> {
        match Document::parse_bytes(bytes) {
            Ok(document) => Ok(Self { place, document }),
            Err(error) => Err(Failure::Content(place, error)),
        }
    }

    pub(crate) fn place(&self) -> &Place {
        &self.place
    }

    /// Returns the number of lines before the document in the file.
    pub(crate) fn lines_before(&self) -> usize {
        self.place.line.map_or(0, |line| line - 1)
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

    /// Returns the record without its envelope.
    pub(crate) fn unwrapped(&self, kind: Kind) -> View<'_> {
        kind.strip_envelope(self.root()).1
    }

    /// Records the positions of the issues in the file.
    pub(crate) fn locate(&self, kind: Kind, issues: &mut [Issue]) {
        let (envelope, _) = kind.strip_envelope(self.root());
        let record = envelope.map_or_else(Path::new, |name| Path::new().with(name));
        Issue::locate_all(issues, &self.document, &record);
        for position in issues.iter_mut().filter_map(|issue| issue.position.as_mut()) {
            position.line += self.lines_before();
        }
    }

    /// Returns the unchanged record without its envelope.
    pub(crate) fn record(&self, kind: Kind) -> Result<View<'_>, Failure> {
        self.in_file(kind.record_in(self.root()))
    }

    /// Returns a record in the envelope that the file has.
    pub(crate) fn enveloped(&self, kind: Kind, record: Value) -> Value {
        let Some(envelope) = kind.strip_envelope(self.root()).0 else { return record };
        let mut whole = self.value();
        whole[envelope] = record;
        whole
    }

    /// Names the file in an error about its content.
    pub(crate) fn in_file<T>(&self, result: Result<T, Error>) -> Result<T, Failure> {
        result.map_err(|error| Failure::Content(self.place.clone(), error))
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

/// Returns the language given by tag or as a file with texts that replace English ones; without one, the language that
/// the environment names, if it exists.
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
        return Err(Failure::Usage(format!("{}: neither a language ({known}) nor a file", shown(asked))));
    }
    let file = Input::read(asked)?;
    let own = file.value();
    file.in_file(Language::english().with(&own))
}

/// Returns one input for each line, and `None` for a blank line. Lines are read one by one, so that only one is in
/// memory. A byte-order mark before the first is skipped.
pub(crate) fn lines(name: &str) -> Result<impl Iterator<Item = Result<Option<Input>, Failure>>, Failure> {
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
    /// At the start of a line.
    AtStart,
    /// Inside a line that is too large.
    Within,
    AtEnd,
}

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

impl Lines {
    fn read(&mut self, line: &mut Vec<u8>) -> io::Result<usize> {
        if self.state == State::Within {
            self.text.skip_until(b'\n')?;
        }
        self.text.by_ref().take(limit() + 1).read_until(b'\n', line)
    }

    /// Returns the next line without its end, or `None` at the end of the text.
    fn line(&mut self) -> Result<Option<Line>, Failure> {
        let mut line = Vec::new();
        let read = self.read(&mut line).map_err(|error| Failure::Unreadable(self.name.clone(), error))?;
        self.number += 1;
        if self.number == 1 {
            if let Some(disguise) = disguise(&line) {
                return Err(Failure::Disguised(self.name.clone(), disguise));
            }
            if line.starts_with(BYTE_ORDER_MARK) {
                line.drain(..BYTE_ORDER_MARK.len());
            }
        }
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
    type Item = Result<Option<Input>, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.state == State::AtEnd {
            return None;
        }
        let line = self.line();
        let place = Place { file: self.name.clone(), line: Some(self.number) };
        match line {
            Ok(Some(Line::Whole(line))) if line.trim_ascii().is_empty() => Some(Ok(None)),
            Ok(Some(Line::Whole(line))) => Some(Input::parse(place, line).map(Some)),
            Ok(Some(Line::TooLarge)) => Some(Err(Failure::TooLarge(place))),
            Ok(None) => {
                self.state = State::AtEnd;
                None
            }
            Err(failure) => {
                self.state = State::AtEnd;
                Some(Err(failure))
            }
        }
    }
}

/// Returns the kind that was given, else the one that the content shows.
pub(crate) fn kind(asked: Option<Kind>, inputs: &[&Input]) -> Result<Kind, Failure> {
    let guessed = asked.or_else(|| inputs.iter().find_map(|input| Kind::guess(input.root())));
    if let Some(kind) = guessed {
        return Ok(kind);
    }
    // For a value that is not a record, that error is more helpful than a question about its kind.
    for input in inputs {
        input.in_file(Kind::Calendar.read(input.root()))?;
    }
    Err(match inputs {
        [] => Failure::Usage("say --kind calendar or --kind location".to_owned()),
        inputs => Failure::KindUnknown(inputs.iter().map(|input| input.place.clone()).collect()),
    })
}

/// Reads a whole file, but no more of it than may be parsed.
pub(crate) fn bytes(name: &str) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = open(name)?.take(limit() + 1).read_to_end(&mut bytes);
    let read = read.map_err(|error| Failure::Unreadable(shown(name), error))?;
    match disguise(&bytes) {
        Some(disguise) => Err(Failure::Disguised(shown(name), disguise)),
        None if read as u64 > limit() => Err(Failure::TooLarge(Place { file: shown(name), line: None })),
        None => Ok(bytes),
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

/// Returns the maximum number of bytes of a document.
fn limit() -> u64 {
    Limits::default().size as u64
}

/// Replaces the text of a file.
pub(crate) fn write(name: &str, text: &str) -> Result<(), Failure> {
    replace(name.as_ref(), text).map_err(|error| Failure::Unwritable(name.to_owned(), error))
}

pub(crate) fn shown(name: &str) -> String {
    if name == "-" { "standard input".to_owned() } else { name.to_owned() }
}
