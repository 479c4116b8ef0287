//! The reasons why a verb could not answer, each in one line with its place and its code.

use std::{fmt, io};

use calendiff::json::{Limits, Position};
use calendiff::{Error, visible};
use serde_json::{Map, Value, json};

/// A file, or the part of it that holds a document of its own.
#[derive(Clone)]
pub(crate) struct Place {
    /// The name of the file that people know.
    pub(crate) file: String,
    pub(crate) part: Part,
    /// The lines of the file before the document, and the characters before it on its first line.
    pub(crate) before: (usize, usize),
}

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Part {
    Whole,
    /// The number of a line, from 1.
    Line(usize),
    /// The index of an item of a list, from 0.
    Item(usize),
    /// An item of a list that is one of several lines.
    ItemOfLine {
        line: usize,
        index: usize,
    },
}

impl Part {
    pub(crate) fn line(self) -> Option<usize> {
        match self {
            Self::Whole | Self::Item(_) => None,
            Self::Line(line) | Self::ItemOfLine { line, .. } => Some(line),
        }
    }

    pub(crate) fn index(self) -> Option<usize> {
        match self {
            Self::Whole | Self::Line(_) => None,
            Self::Item(index) | Self::ItemOfLine { index, .. } => Some(index),
        }
    }

    /// Returns the members of an answer that tell the part.
    pub(crate) fn members(self) -> impl Iterator<Item = (&'static str, usize)> {
        let line = self.line().map(|line| ("line", line));
        line.into_iter()
            .chain(self.index().map(|index| ("index", index)))
    }
}

impl Place {
    pub(crate) fn of_file(file: String) -> Self {
        Self {
            file,
            part: Part::Whole,
            before: (0, 0),
        }
    }

    /// Converts a position in the document to one in the file.
    pub(crate) fn in_file(&self, position: Position) -> Position {
        let (lines, columns) = self.before;
        let mut position = position;
        if position.line == 1 {
            position.column += columns;
        }
        position.line += lines;
        position
    }

    /// Converts a position in the file to one in the document.
    pub(crate) fn in_document(&self, position: Position) -> Position {
        let (lines, columns) = self.before;
        let mut position = position;
        position.line -= lines;
        if position.line == 1 {
            position.column -= columns;
        }
        position
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        match self.part {
            Part::Whole => Ok(()),
            Part::Line(line) => write!(f, ":{line}"),
            Part::Item(index) => write!(f, "[{index}]"),
            Part::ItemOfLine { line, index } => write!(f, ":{line}[{index}]"),
        }
    }
}

/// The reason why the command could not run, in one line.
pub(crate) enum Failure {
    /// The file, and the reason why it cannot be read.
    Unreadable(String, io::Error),
    /// A file of another format than JSON text in UTF-8.
    Disguised(String, &'static Disguise),
    /// A list that does not end as JSON lists do.
    ListEnd(Place),
    /// Content that is not JSON, or not a record.
    Content(Place, Error),
    /// More bytes than the limit.
    TooLarge(Place),
    /// Records that could be of either kind.
    KindUnknown(Vec<Place>),
    /// A record of a stream that cannot be answered: its place, a code, and the message.
    Record(Place, &'static str, String),
    /// An answer of the service, by its status, that is neither a record nor a refusal.
    NoAnswer(Place, Option<u16>),
    /// A record of a stream whose sides changed the same, and their changes in words.
    Conflict(Place, String),
    /// The file, and the reason why it cannot be written.
    Unwritable(String, io::Error),
    /// An error of the verb itself.
    Verb(Error),
    /// A command line that cannot be carried out.
    Usage(String),
}

/// A format that is mistaken for JSON text.
pub(crate) struct Disguise {
    /// The bytes that it begins with.
    pub(crate) magic: &'static [u8],
    pub(crate) name: &'static str,
    /// A command that converts it to text in UTF-8.
    pub(crate) advice: &'static str,
}

/// The code of a record that can be read, but has no place for a value, such as a team member whose priority is set.
pub(crate) const NO_PLACE: &str = "edit_missing";

impl Failure {
    /// Names the place of a record whose failure has none.
    pub(crate) fn of(self, place: &Place) -> Self {
        match self {
            Self::Verb(error) => Self::Content(place.clone(), error),
            Self::Usage(text) => Self::Record(place.clone(), "usage", text),
            failure => failure,
        }
    }

    /// Returns the exit status: 1 if the record could be read, and the command could run.
    pub(crate) fn status(&self) -> u8 {
        if matches!(self, Self::Conflict(..)) {
            1
        } else {
            2
        }
    }

    pub(crate) fn code(&self) -> &'static str {
        match self {
            Self::Unreadable(..) => "unreadable",
            Self::Disguised(..) => "json_utf8",
            Self::ListEnd(_) => "json_syntax",
            Self::Content(_, error) | Self::Verb(error) => error.code(),
            Self::TooLarge(_) => "json_size",
            Self::KindUnknown(_) => "kind_unknown",
            Self::Record(_, code, _) => code,
            Self::NoAnswer(..) => "no_answer",
            Self::Conflict(..) => "conflict",
            Self::Unwritable(..) => "unwritable",
            Self::Usage(_) => "usage",
        }
    }

    /// Returns the position of the fault in its file, if it is known.
    pub(crate) fn position(&self) -> Option<Position> {
        match self {
            Self::Content(place, error) => Some(place.in_file(error.position()?)),
            _ => None,
        }
    }

    /// Returns the message without the place and the code.
    pub(crate) fn message(&self) -> String {
        match self {
            Self::Unreadable(_, error) => format!("cannot be read: {error}"),
            Self::Disguised(_, Disguise { name, advice, .. }) => {
                format!("it looks like {name}, not JSON text in UTF-8; {advice}")
            }
            Self::ListEnd(Place {
                before: (_, characters),
                ..
            }) => format!(
                "column {}: the list of records must end here, with ] and, if it has an envelope, with JSON members and }}",
                characters + 1
            ),
            Self::Content(place, error) => located(place, error) + advice(place, error),
            Self::TooLarge(_) => format!("the text has more than {} bytes", limit()),
            Self::KindUnknown(_) => {
                "could be a calendar or a location; add --kind calendar or --kind location"
                    .to_owned()
            }
            Self::NoAnswer(..) => {
                "the answer is neither a record nor a refusal; read the record back".to_owned()
            }
            Self::Record(_, _, text) | Self::Conflict(_, text) | Self::Usage(text) => text.clone(),
            Self::Unwritable(_, error) => format!("cannot be written: {error}"),
            Self::Verb(error) => error.to_string(),
        }
    }

    /// Returns the answer to a record that has no other: `{ "line", "id"?, "error": { "code", "message" } }`.
    pub(crate) fn answer(&self, place: &Place, id: Option<&str>, is_named: bool) -> Value {
        let mut answer = Map::new();
        answer.extend(
            place
                .part
                .members()
                .map(|(name, number)| (name.to_owned(), json!(number))),
        );
        answer.extend(id.map(|id| ("id".to_owned(), json!(id))));
        if let Self::NoAnswer(_, status) = self {
            answer.extend(status.map(|status| ("status".to_owned(), json!(status))));
            answer.insert("retry".to_owned(), json!(is_to_repeat(*status)));
        }
        let error = json!({ "code": self.code(), "message": visible(&self.message()) });
        answer.insert("error".to_owned(), error);
        if is_named {
            answer.insert("file".to_owned(), json!(place.file));
        }
        Value::Object(answer)
    }
}

/// Returns what to do about a file that may have several documents.
fn advice(place: &Place, error: &Error) -> &'static str {
    let may_be_several = place.part == Part::Whole && error.code() == "json_trailing";
    if may_be_several {
        "; if the file has several documents, add --ndjson"
    } else {
        ""
    }
}

/// Returns true if the service may accept the same request later: it is busy, or there is no answer.
pub(crate) fn is_to_repeat(status: Option<u16>) -> bool {
    matches!(status, Some(0 | 408 | 425 | 429 | 500..))
}

/// Returns the message of an error with its position in the file. On a line, the column says enough.
fn located(place: &Place, error: &Error) -> String {
    let message = error.to_string();
    let Some(position) = error.position() else {
        return message;
    };
    let rest = message.strip_prefix(&format!(
        "line {}, column {}",
        position.line, position.column
    ));
    let Position { line, column, .. } = place.in_file(position);
    match (rest, place.part) {
        (Some(rest), Part::Line(first)) if first == line => format!("column {column}{rest}"),
        (Some(rest), _) => format!("line {line}, column {column}{rest}"),
        (None, _) => message,
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
            Self::Unreadable(name, _) | Self::Unwritable(name, _) | Self::Disguised(name, _) => {
                write!(f, "{name}: ")?;
            }
            Self::Content(place, _)
            | Self::TooLarge(place)
            | Self::ListEnd(place)
            | Self::Record(place, ..)
            | Self::NoAnswer(place, _)
            | Self::Conflict(place, _) => {
                write!(f, "{place}: ")?;
            }
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

/// Returns the maximum number of bytes of a document.
pub(crate) fn limit() -> usize {
    Limits::default().size
}
