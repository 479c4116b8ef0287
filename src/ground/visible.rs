//! Text that is safe to show: without characters that a terminal obeys or that reorder a line.

use std::borrow::Cow;

/// Returns the text with its control characters and bidirectional controls as escapes: `\n`, `\r`, `\t`, else
/// `\u{202e}`.
///
/// Messages, titles of fixes, words and errors are escaped already. Escape text from other sources, such as a path, a
/// value or the name of a file, before it is printed on a terminal.
///
/// ```
/// use calendiff::visible;
///
/// assert_eq!(visible("Ben\u{1b}[2J"), "Ben\\u{1b}[2J");
/// assert_eq!(visible("user \u{202e}nimda"), "user \\u{202e}nimda");
/// assert_eq!(visible("Zoë שלום"), "Zoë שלום");
/// ```
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    escaped(text, |hidden, shown| match hidden {
        '\n' => shown.push_str("\\n"),
        '\r' => shown.push_str("\\r"),
        '\t' => shown.push_str("\\t"),
        other => shown.extend(other.escape_unicode()),
    })
}

/// Returns JSON text with these characters as escapes of JSON, which do not change its meaning. Line ends and tabs
/// between its values stay.
///
/// ```
/// use calendiff::visible_json;
///
/// assert_eq!(visible_json("[\n  \"\u{202e}nimda\"\n]"), "[\n  \"\\u202enimda\"\n]");
/// ```
#[must_use]
pub fn visible_json(text: &str) -> Cow<'_, str> {
    escaped(text, |hidden, shown| match hidden {
        '\n' | '\r' | '\t' => shown.push(hidden),
        // Four digits are enough: no hidden character is beyond U+FFFF.
        other => {
            shown.push_str("\\u");
            shown.extend(
                [12, 8, 4, 0]
                    .map(|shift| char::from(b"0123456789abcdef"[(other as usize >> shift) & 15])),
            );
        }
    })
}

fn escaped(text: &str, escape: fn(char, &mut String)) -> Cow<'_, str> {
    if !has_hidden(text) {
        return text.into();
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if is_hidden(character) {
            escape(character, &mut shown);
        } else {
            shown.push(character);
        }
    }
    shown.into()
}

/// Returns true if one of the characters is hidden. Blocks of bytes are compared at once: most are printable ASCII.
fn has_hidden(text: &str) -> bool {
    const BLOCK: usize = 64;
    text.as_bytes()
        .chunks(BLOCK)
        .enumerate()
        .any(|(number, block)| {
            let is_plain = block
                .iter()
                .fold(true, |all, byte| all & is_printable_ascii(*byte));
            // Each byte that a hidden character can begin with is the first of its character, so the text can be cut there.
            !is_plain
                && block.iter().enumerate().any(|(at, byte)| {
                    may_begin_hidden(*byte) && text[number * BLOCK + at..].starts_with(is_hidden)
                })
        })
}

/// Returns true for the bytes from the space to the tilde, in one comparison.
fn is_printable_ascii(byte: u8) -> bool {
    byte.wrapping_sub(b' ') <= b'~' - b' '
}

/// Returns true for the bytes that a hidden character can begin with.
fn may_begin_hidden(byte: u8) -> bool {
    byte < 0x20 || matches!(byte, 0x7f | 0xc2 | 0xd8 | 0xe2)
}

/// Returns true for control characters of ASCII and of Latin 1, and for characters that set the direction of the text
/// around them (Unicode's `Bidi_Control`).
fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
}

/// Returns the text itself, or its beginning if it is long.
pub(crate) fn excerpt(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Maximum number of characters of a long message: at its beginning and at its end.
const SHOWN: [usize; 2] = [700, 300];

/// Returns the message itself, or the beginning and the end of a long one, with `…` in place of the rest. The npm
/// package does the same (`pkg/language.js`).
pub(crate) fn shortened(message: String) -> String {
    let [first, last] = SHOWN;
    // A text has no more characters than bytes.
    if message.len() <= first + last {
        return message;
    }
    let mut places = message.char_indices().map(|(at, _)| at);
    // The second `nth` goes on behind the first: there are both only if the message has more characters than are shown.
    let (Some(end), Some(_)) = (places.nth(first), places.nth(last - 1)) else {
        return message;
    };
    let start = message
        .char_indices()
        .rev()
        .nth(last - 1)
        .map_or(end, |(at, _)| at);
    format!("{}…{}", &message[..end], &message[start..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_character_that_is_hidden_comes_through_and_all_others_do() {
        for character in (0..=0x2_ffff).filter_map(char::from_u32) {
            let text = format!("a{character}b");
            let shown = visible(&text);
            let json = visible_json(&text);
            if is_hidden(character) {
                assert!(!shown.contains(is_hidden), "{shown}");
                assert!(
                    matches!(character, '\n' | '\r' | '\t') || !json.contains(is_hidden),
                    "{json}"
                );
            } else {
                assert_eq!((&*shown, &*json), (&*text, &*text));
            }
        }
        assert_eq!(
            [0x202e, 0x9b, 0x7f, 0]
                .iter()
                .filter(|code| char::from_u32(**code).is_some_and(is_hidden))
                .count(),
            4
        );
    }

    #[test]
    fn json_means_what_it_meant() {
        for text in ["a\u{7f}\u{85}\u{202e}\u{61c}b", "\u{1b}\n\t\"\\"] {
            let json = crate::ground::json::to_string(&text);
            let parsed = crate::ground::json::Document::parse(visible_json(&json))
                .map(|document| document.root().text().map(str::to_owned));
            assert_eq!(parsed.ok().flatten().as_deref(), Some(text));
        }
    }
}
