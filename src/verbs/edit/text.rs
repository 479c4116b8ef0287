//! Edits as text, split into keys and values.

use std::borrow::Cow;

use crate::ground::error::{Error, ErrorReason};
use crate::ground::json::{Document, to_string};
use crate::ground::visible::excerpt;

/// A key and its value, as written.
pub(super) struct Statement<'a> {
    pub(super) key: &'a str,
    pub(super) value: &'a str,
    /// Both.
    whole: &'a str,
}

impl<'a> Statement<'a> {
    /// Returns the key and the value if the last `=` is the one between them, for a key that contains others.
    pub(super) fn with_longer_key(&self) -> Option<(&'a str, &'a str)> {
        let mut is_quoted = Quotes::default();
        let equals = self
            .whole
            .char_indices()
            .filter(|(_, char)| !is_quoted.after(*char) && *char == '=');
        let (at, _) = equals.skip(1).last()?;
        Some((
            self.whole[..at].trim_ascii(),
            self.whole[at + 1..].trim_ascii(),
        ))
    }
}

/// Splits a text into `KEY = VALUE`, separated by `;` or line ends outside of JSON text, arrays and objects.
pub(super) fn statements(text: &str) -> Result<Vec<Statement<'_>>, Error> {
    let mut statements = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(|char: char| char == ';' || char.is_ascii_whitespace());
        if rest.is_empty() {
            return Ok(statements);
        }
        if rest.starts_with('#') {
            rest = rest.find('\n').map_or("", |end| &rest[end..]);
            continue;
        }
        let end = end_of(rest);
        let (statement, behind) = rest.split_at(end);
        let (key, value) = split(statement);
        let key = key.trim_ascii();
        let value = value.trim_ascii();
        if key.is_empty() || value.is_empty() {
            let at = statements.len() + 1;
            return Err(ErrorReason::EditSyntax {
                at,
                expected: "KEY = VALUE",
                found: excerpt(statement.trim_ascii()),
            }
            .into());
        }
        statements.push(Statement {
            key,
            value,
            whole: statement.trim_ascii(),
        });
        rest = behind;
    }
}

/// Splits a statement at the first `=` after its key.
fn split(statement: &str) -> (&str, &str) {
    let mut is_quoted = Quotes::default();
    let at = statement
        .char_indices()
        .find(|(_, char)| !is_quoted.after(*char) && *char == '=');
    at.map_or((statement, ""), |(at, _)| {
        (&statement[..at], &statement[at + 1..])
    })
}

/// Returns a key as it is written: as JSON text if it contains characters that end a key or a statement.
pub(super) fn written(key: &str) -> String {
    let is_plain =
        !key.contains(['=', ';', '"', '[', ']', '{', '}', '\\']) && !key.contains(char::is_control);
    let is_trimmed = key.trim_ascii() == key && !key.ends_with('?') && !key.starts_with("where ");
    if is_plain && is_trimmed {
        key.to_owned()
    } else {
        to_string(&key)
    }
}

/// Reads a key as it is written.
pub(super) fn read(key: &str) -> Cow<'_, str> {
    let quoted = Document::parse(key).ok().filter(|_| key.starts_with('"'));
    quoted
        .and_then(|quoted| quoted.root().text().map(str::to_owned))
        .map_or(key.into(), Cow::from)
}

/// The JSON text around a character.
#[derive(Default)]
struct Quotes {
    is_inside: bool,
    is_escaped: bool,
}

impl Quotes {
    /// Returns true if the character is part of JSON text, or one of its quotes.
    fn after(&mut self, char: char) -> bool {
        let was_inside = self.is_inside;
        match char {
            _ if self.is_escaped => self.is_escaped = false,
            '\\' if was_inside => self.is_escaped = true,
            '"' => self.is_inside = !was_inside,
            _ => {}
        }
        was_inside || self.is_inside
    }
}

/// Returns the length of the first statement.
fn end_of(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut quotes = Quotes::default();
    for (at, char) in text.char_indices() {
        match char {
            _ if quotes.after(char) => {}
            '[' | '{' => depth += 1,
            ']' | '}' => depth = depth.saturating_sub(1),
            ';' | '\n' if depth == 0 => return at,
            _ => {}
        }
    }
    text.len()
}
