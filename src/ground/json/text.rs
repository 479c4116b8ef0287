//! JSON text (RFC 8259), strictly: text that would silently be lost is refused, with its line and column.

mod parser;
mod position;

use std::sync::OnceLock;

use super::number;
use super::position::Lines;
use super::tree::{Tree, View};
use super::{BYTES, NAME_LENGTH, Path, Position};
use crate::ground::error::{Error, ErrorReason};
pub(crate) use parser::Numbers;
use parser::{Parsed, Parser};

/// Limits of the text to parse.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// The most bytes; 16 MiB unless set. Never 128 MiB or more.
    pub size: usize,
}

impl Limits {
    /// Sets the most bytes.
    #[must_use]
    pub fn size(self, size: usize) -> Self {
        Self { size }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self { size: BYTES }
    }
}

/// Parsed JSON text that keeps the position of each value.
///
/// ```
/// use calendiff::json::{Document, Path, View};
/// let document = Document::parse("{\n  \"name\": \"Consultation\"\n}")?;
/// assert_eq!(document.root().get("name").and_then(View::text), Some("Consultation"));
/// let place = document.position(&Path::new().with("name")).unwrap();
/// assert_eq!((place.line, place.column), (2, 11));
/// # Ok::<(), calendiff::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Document {
    tree: Tree,
    size: usize,
    /// The bytes where each node's name (or, without one, its value) and its value begin.
    starts: Vec<(u32, u32)>,
    /// The lines of the text, once a position is asked for.
    lines: OnceLock<Lines>,
}

impl Document {
    /// Parses a text within limits. Names that `numbers` knows are stored by their number.
    pub(crate) fn parse_with(
        text: String,
        limits: Limits,
        numbers: &Numbers,
    ) -> Result<Self, Error> {
        Ok(Self::parse_as(text, limits, numbers, false)?.0)
    }

    /// Parses a text, and keeps the integers whose digits would be lost as text. Returns their nodes, in order.
    pub(crate) fn parse_keeping(
        text: String,
        numbers: &Numbers,
    ) -> Result<(Self, Vec<u32>), Error> {
        Self::parse_as(text, Limits::default(), numbers, true)
    }

    fn parse_as(
        mut text: String,
        limits: Limits,
        numbers: &Numbers,
        keeps: bool,
    ) -> Result<(Self, Vec<u32>), Error> {
        let limit = limits.size.min(NAME_LENGTH);
        if text.len() > limit {
            return Err(ErrorReason::Size {
                limit,
                found: text.len(),
            }
            .into());
        }
        if text.starts_with('\u{feff}') {
            return Err(refused(ErrorReason::Bom {}, &text, 0));
        }
        let parsed = Parser::of(&text, numbers, keeps).whole();
        let Parsed {
            tree,
            unescaped,
            starts,
            kept,
        } = parsed.map_err(|(reason, at)| refused(reason, &text, at))?;
        let size = text.len();
        text.push_str(&unescaped);
        Ok((
            Self {
                tree: tree.over(text),
                size,
                starts,
                lines: OnceLock::new(),
            },
            kept,
        ))
    }

    /// Converts bytes to text.
    pub(crate) fn text_of(bytes: Vec<u8>) -> Result<String, Error> {
        String::from_utf8(bytes).map_err(|error| {
            let source = error.utf8_error();
            let valid = source.valid_up_to();
            let text = std::str::from_utf8(error.as_bytes().get(..valid).unwrap_or_default())
                .unwrap_or_default();
            let length = source.error_len();
            let end = length.map_or(error.as_bytes().len(), |length| valid + length);
            Error::from(ErrorReason::Utf8 { source })
                .at(position(text, valid))
                .over(valid..end)
        })
    }

    /// Returns the value.
    #[must_use]
    pub fn root(&self) -> View<'_> {
        self.tree.root()
    }

    /// Returns the text that was parsed.
    #[must_use]
    pub fn source(&self) -> &str {
        self.tree.source().get(..self.size).unwrap_or_default()
    }

    /// Returns the position at which the value at a path begins, if there is one.
    #[must_use]
    pub fn position(&self, path: &Path) -> Option<Position> {
        let (_, value) = self.start(path)?;
        Some(self.position_at(value as usize))
    }

    /// Returns the position at which the name of the member at a path begins; for an item of an array, its value.
    #[must_use]
    pub fn name_position(&self, path: &Path) -> Option<Position> {
        let (name, _) = self.start(path)?;
        Some(self.position_at(name as usize))
    }

    /// Returns a line of the text, from 1, without its line end.
    #[must_use]
    pub fn line(&self, line: usize) -> Option<&str> {
        let start = *self.lines().starts.get(line.checked_sub(1)?)?;
        self.source().get(start..)?.lines().next()
    }

    fn start(&self, path: &Path) -> Option<(u32, u32)> {
        let view = self.root().follow(path.segments())?;
        self.starts.get(view.index()).copied()
    }
}

/// Returns the error of a text at a byte.
fn refused(reason: ErrorReason, text: &str, at: usize) -> Error {
    let span = at..at + length(&reason, text.get(at..).unwrap_or_default());
    Error::from(reason).at(position(text, at)).over(span)
}

/// Returns the number of bytes that a reason is about, at the beginning of a text.
fn length(reason: &ErrorReason, text: &str) -> usize {
    let first = text.chars().next().map_or(0, char::len_utf8);
    match reason {
        ErrorReason::Integer { .. } | ErrorReason::Overflow { .. } => {
            number::length(text.as_bytes()).unwrap_or(first)
        }
        ErrorReason::Duplicate { .. } => string_length(text),
        ErrorReason::Surrogate { found } => found.len(),
        ErrorReason::Conflict {} => text.lines().next().map_or(0, str::len),
        _ => first,
    }
}

/// Returns the length of the string at the beginning of a text, with its quotation marks.
fn string_length(text: &str) -> usize {
    let mut is_escaped = true;
    let end = text.bytes().position(|byte| {
        let is_end = byte == b'"' && !is_escaped;
        // The opening mark counts as escaped, so that the search does not end there.
        is_escaped = byte == b'\\' && !is_escaped;
        is_end
    });
    end.map_or(text.len(), |end| end + 1)
}

fn position(text: &str, at: usize) -> Position {
    let before = text.get(..at).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    Position {
        line: before.bytes().filter(|byte| *byte == b'\n').count() + 1,
        column: before[line_start..].chars().count() + 1,
    }
}
