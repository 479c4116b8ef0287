//! Checks for text of every format: no control characters, and not blank if a value is required.

use super::finding::Finding;
use crate::knowledge::issue::Code;

/// Returns true for the white space that is trimmed from the outside: that of ASCII.
pub(crate) fn is_space(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\n' | '\r' | '\u{c}')
}

/// Finds a control character other than tab and line ends, which a form never sends on purpose.
pub(super) fn control_character(text: &str) -> Option<Finding> {
    let found = text
        .chars()
        .find(|c| c.is_control() && !matches!(c, '\t' | '\n' | '\r'))?;
    Some(Finding::new(Code::ControlCharacter).with("found", format!("U+{:04X}", found as u32)))
}

/// Returns true if there is no control character, no white space around the text, and some text unless it may be blank.
pub(super) fn is_sound(text: &str, may_be_blank: bool) -> bool {
    let bytes = text.as_bytes();
    match (bytes.first(), bytes.last()) {
        // A first character outside ASCII may be white space.
        (Some(first), Some(last)) => {
            *first > b' '
                && (may_be_blank || first.is_ascii())
                && *last > b' '
                && bytes.iter().copied().all(is_harmless)
        }
        _ => may_be_blank,
    }
}

/// Returns true for a byte that cannot begin a control character or white space, except the three that texts may contain.
/// 0xC2 begins the C1 controls, and white space outside ASCII.
fn is_harmless(byte: u8) -> bool {
    !matches!(byte, ..0x20 | 0x7f | 0xc2) || matches!(byte, b'\t' | b'\n' | b'\r')
}

/// Returns a finding if the text is blank and a value is required.
pub(super) fn blank(wanted: Option<&'static str>, text: &str) -> Option<Finding> {
    let wanted = wanted.filter(|_| text.chars().all(char::is_whitespace))?;
    Some(Finding::new(Code::Blank).with("expected", wanted))
}

/// Pattern of texts that every format refuses, like those of [`Samples`](super::Samples).
pub(super) const CONTROL_CHARACTER: (Code, &str) = (
    Code::ControlCharacter,
    r"[a-z]{1,4}[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f][a-z]{0,4}",
);
/// Pattern of texts that are refused if a value is required.
pub(super) const BLANK: (Code, &str) = (Code::Blank, "[ \t\n\u{a0}]{0,3}");

/// Pattern of texts that clear a member of a format that accepts no other text like them.
pub(super) const EMPTY: (Code, &str) = (Code::EmptyText, "[ \t\n]{0,3}");

// The contents of classes (inside the brackets) in patterns of JSON Schema.

/// Control characters other than tab and line ends.
pub(super) const CONTROL: &str = r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f";
/// White space beyond ASCII.
pub(super) const SPACE: &str = r"\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000";

/// Returns the truth value that a text spells in any case: `true`, and `True`, as Python writes it.
pub(crate) fn truth_of_text(text: &str) -> Option<bool> {
    let text = text.trim();
    if text.eq_ignore_ascii_case("true") {
        Some(true)
    } else if text.eq_ignore_ascii_case("false") {
        Some(false)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_found_but_tab_and_line_ends() {
        for (text, found) in [
            ("a\tb\r\n", None),
            ("\u{0}", Some("U+0000")),
            ("a\u{1f}", Some("U+001F")),
            (" ~", None),
            ("é\u{7f}", Some("U+007F")),
            ("\u{80}", Some("U+0080")),
            ("a\u{9f}b\u{1}", Some("U+009F")),
            ("\u{a0}¿", None),
        ] {
            let finding = control_character(text);
            assert_eq!(
                finding
                    .as_ref()
                    .and_then(|finding| finding.params["found"].as_str()),
                found,
                "{text:?}"
            );
        }
    }

    /// The quick check may call sound text unsound, such as text that begins outside ASCII and must not be blank.
    #[test]
    fn most_text_is_sound_at_a_glance() {
        for (text, where_it_may_be_blank, where_not) in [
            ("", true, false),
            ("a", true, true),
            ("a b", true, true),
            ("a\tb\r\nc", true, true),
            ("é", true, false),
            ("aé", true, true),
            (" a", false, false),
            ("a ", false, false),
            (" ", false, false),
            ("a\u{1f}b", false, false),
            ("a\u{7f}b", false, false),
            ("a\u{80}b", false, false),
        ] {
            assert_eq!(
                [is_sound(text, true), is_sound(text, false)],
                [where_it_may_be_blank, where_not],
                "{text:?}"
            );
        }
    }
}
