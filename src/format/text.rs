//! Any text: no control characters, and not blank where a name is wanted.

use super::finding::Finding;
use crate::issue::Code;
use crate::schema::Format;
use crate::visible::excerpt;

/// The white space that is trimmed from the outside: ASCII's.
pub(crate) fn is_space(character: char) -> bool {
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

/// Whether there is no control character, no white space around, and some text where it may not be blank.
pub(super) fn is_sound(text: &str, may_be_blank: bool) -> bool {
    // 0xC2 begins the C1 controls, and white space that is not ASCII's.
    let sound = |byte: &u8| !matches!(byte, ..0x20 | 0x7f | 0xc2) || matches!(byte, b'\t' | b'\n' | b'\r');
    let bytes = text.as_bytes();
    match (bytes.first(), bytes.last()) {
        // What begins beyond ASCII may be white space as well.
        (Some(first), Some(last)) => {
            *first > b' ' && (may_be_blank || first.is_ascii()) && *last > b' ' && bytes.iter().all(sound)
        }
        _ => may_be_blank,
    }
}

/// No text at all where the format needs some.
pub(super) fn blank(format: Format, text: &str) -> Option<Finding> {
    let expected = match format {
        Format::Plain | Format::Template => return None,
        Format::Name | Format::Slug => "text",
        Format::Color => "color",
        Format::Email => "email",
        Format::Url | Format::Website => "url",
        Format::DateTime | Format::Date => "date",
    };
    text.chars().all(char::is_whitespace).then(|| Finding::new(Code::Blank).with("expected", expected))
}

/// A name in an address: letters, digits, `-` and `_`.
pub(super) fn slug(text: &str) -> Option<Finding> {
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let found = text.chars().find(|c| !allowed(*c))?;
    let mut fixed = String::with_capacity(text.len());
    for word in text.split(|c| !allowed(c)).filter(|word| !word.is_empty()) {
        if !fixed.is_empty() {
            fixed.push('-');
        }
        fixed.push_str(word);
    }
    // What lies outside ASCII has more than one spelling inside it.
    let certain = !fixed.is_empty() && text.is_ascii();
    Some(Finding::new(Code::SlugCharacter).with("found", found.to_string()).fix(certain.then_some(fixed)))
}

/// Placeholders open with `{{` and close with `}}`, one after the other.
pub(super) fn template(text: &str) -> Option<Finding> {
    let mut rest = text;
    loop {
        let next = rest.find("{{").into_iter().chain(rest.find("}}")).min()?;
        let inside = rest[next..].strip_prefix("{{");
        let end = inside.and_then(|inside| Some((inside, inside.find("}}")?)));
        match end {
            Some((inside, end)) if !inside[..end].contains("{{") => rest = &inside[end + 2..],
            _ => return Some(Finding::new(Code::TemplateUnbalanced).with("found", excerpt(&rest[next..]))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_balanced() {
        for text in ["", "plain", "{{contact.name}}", "a {{b}} c {{d}}", "{ { } }", "{single}"] {
            assert_eq!(template(text), None, "{text}");
        }
        for text in ["{{", "}}", "{{a", "a}}", "{{a}} }}", "{{a {{b}}", "}}{{", "{{{{a}}}}"] {
            assert_eq!(template(text).map(|finding| finding.code), Some(Code::TemplateUnbalanced), "{text}");
        }
        assert!(template(&"{{a}}".repeat(100_000)).is_none());
    }

    #[test]
    fn slugs() {
        for (text, fix) in [("a b", Some("a-b")), (" Rose  Lane! ", Some("Rose-Lane")), ("é", None), ("!", None)] {
            assert_eq!(slug(text).and_then(|finding| finding.fix).as_deref(), fix, "{text}");
        }
        assert_eq!(slug("rose-lane_2"), None);
    }
}
