//! Any text: no control characters, and not blank where a name is wanted.

use super::Finding;
use crate::issue::Code;

/// The white space that is trimmed from the outside: ASCII's.
pub(super) fn is_space(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\n' | '\r' | '\u{c}')
}

/// Control characters other than tab and line ends never come from a form on purpose.
pub(super) fn control_character(text: &str) -> Option<Finding> {
    let ascii = |byte: u8| (byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r')) || byte == 0x7f;
    // C1 controls, U+0080 to U+009F, are 0xC2 and 0x80 to 0x9F in UTF-8.
    if !text.bytes().any(|byte| ascii(byte) || byte == 0xc2) {
        return None;
    }
    let found = text.chars().find(|c| c.is_control() && !matches!(c, '\t' | '\n' | '\r'))?;
    Some(Finding::new(Code::ControlCharacter).with("found", format!("U+{:04X}", found as u32)))
}

pub(super) fn blank(text: &str) -> Option<Finding> {
    text.chars().all(char::is_whitespace).then(|| Finding::new(Code::Blank))
}

/// The text itself, or its beginning where it is long.
pub(crate) fn excerpt(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
