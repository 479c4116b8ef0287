//! A color: exactly `#` and six hex digits (section 2.1, "hex color, format #rrggbb").

use super::finding::Finding;
use super::leaf::{Leaf, Samples, TextSchema};
use crate::ground::digits::is_hex;
use crate::knowledge::issue::Code;

pub(super) struct Color;

impl Leaf for Color {
    const WANTED: Option<&'static str> = Some("color");

    const SAMPLES: Samples = Samples {
        least: "#000000",
        valid: &["#[0-9a-fA-F]{6}"],
        prose: false,
        refused: &[
            (Code::ColorFormat, "#?([g-z]{1,8}|[0-9a-f]{5})"),
            (Code::ColorShort, "#[0-9a-fA-F]{3}"),
            (Code::ColorHash, "[0-9a-fA-F]{6}"),
            (Code::ColorAlpha, "#([0-9a-fA-F]{4}){1,2}"),
        ],
        hostile: &[
            "url(javascript:alert(1))",
            "#０３９be5",
            "expression(alert(1))",
        ],
    };

    fn check(text: &str) -> Option<Finding> {
        check(text)
    }

    fn canonical(trimmed: &str) -> Option<String> {
        canonical(trimmed)
    }

    fn is_sound(text: &str) -> bool {
        is_canonical(text)
    }

    fn schema() -> TextSchema {
        TextSchema::new("^#[0-9A-Fa-f]{6}$")
    }
}

fn check(text: &str) -> Option<Finding> {
    let digits = text.strip_prefix('#');
    let hex = digits.unwrap_or(text);
    let all_hex = !hex.is_empty() && is_hex(hex);
    let code = match (digits.is_some(), all_hex, hex.len()) {
        (true, true, 6) => return None,
        (true, true, 3) => Code::ColorShort,
        (false, true, 6) => Code::ColorHash,
        (true, true, 4 | 8) => Code::ColorAlpha,
        _ => Code::ColorFormat,
    };
    Some(
        Finding::new(code)
            .found(text)
            .fix(canonical(text.trim_matches(super::text::is_space))),
    )
}

/// Returns true if a color is in canonical form.
fn is_canonical(text: &str) -> bool {
    matches!(text.as_bytes(), [b'#', digits @ ..] if digits.len() == 6 && digits.iter().copied().all(is_lower_hex))
}

/// Returns true for a hexadecimal digit in lower case.
fn is_lower_hex(byte: u8) -> bool {
    byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte)
}

/// Returns the color in lower case, with `#` and six digits, or `None` if the meaning is not certain.
fn canonical(text: &str) -> Option<String> {
    let digits = text.strip_prefix('#');
    let hex = digits.unwrap_or(text);
    if !is_hex(hex) {
        return None;
    }
    let hex = hex.to_ascii_lowercase();
    match (digits.is_some(), hex.len()) {
        // With or without `#`. Three digits without one may be a word or a number, such as `bad` or `123`.
        (_, 6) => Some(format!("#{hex}")),
        (true, 3) => Some(hex.chars().fold("#".to_owned(), |mut long, digit| {
            long.extend([digit, digit]);
            long
        })),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_spelling_has_its_finding_and_its_fix() {
        for (text, code, fix) in [
            ("#039be5", None, None),
            ("#039BE5", None, None),
            ("#abc", Some(Code::ColorShort), Some("#aabbcc")),
            ("039BE5", Some(Code::ColorHash), Some("#039be5")),
            (" #039be5", Some(Code::ColorFormat), Some("#039be5")),
            ("#039be5ff", Some(Code::ColorAlpha), None),
            ("#abcd", Some(Code::ColorAlpha), None),
            ("red", Some(Code::ColorFormat), None),
            ("abc", Some(Code::ColorFormat), None),
            ("", Some(Code::ColorFormat), None),
            ("#", Some(Code::ColorFormat), None),
            ("#03９be5", Some(Code::ColorFormat), None),
        ] {
            let finding = check(text);
            assert_eq!(finding.as_ref().map(|finding| finding.code), code, "{text}");
            assert_eq!(
                finding.and_then(|finding| finding.fix).as_deref(),
                fix,
                "{text}"
            );
        }
    }

    #[test]
    fn canonical_is_lower_case() {
        for (text, expected) in [
            ("#039be5", true),
            ("#039BE5", false),
            ("039be5", false),
            ("#abc", false),
            ("#039be5f", false),
        ] {
            assert_eq!(is_canonical(text), expected, "{text}");
        }
        assert_eq!(canonical("#039BE5").as_deref(), Some("#039be5"));
        assert_eq!(canonical("red"), None);
    }
}
