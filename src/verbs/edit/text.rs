//! Edits as text, split into keys and values.

use crate::ground::error::{Error, Reason};
use crate::ground::visible::excerpt;

/// A key and its value, as written.
pub(super) struct Statement<'a> {
    pub(super) key: &'a str,
    pub(super) value: &'a str,
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
        let (key, value) = statement.split_once('=').unwrap_or((statement, ""));
        let (key, value) = (key.trim_ascii(), value.trim_ascii());
        if key.is_empty() || value.is_empty() {
            let at = statements.len() + 1;
            return Err(
                Reason::EditSyntax { at, expected: "KEY = VALUE", found: excerpt(statement.trim_ascii()) }.into()
            );
        }
        statements.push(Statement { key, value });
        rest = behind;
    }
}

/// Returns the length of the first statement.
fn end_of(text: &str) -> usize {
    let (mut depth, mut in_text, mut is_escaped) = (0_usize, false, false);
    for (at, char) in text.char_indices() {
        match char {
            _ if is_escaped => is_escaped = false,
            '\\' if in_text => is_escaped = true,
            '"' => in_text = !in_text,
            _ if in_text => {}
            '[' | '{' => depth += 1,
            ']' | '}' => depth = depth.saturating_sub(1),
            ';' | '\n' if depth == 0 => return at,
            _ => {}
        }
    }
    text.len()
}
