//! An e-mail address: the grammar of HTML, and the limits of RFC 5321.
//!
//! Quoted local parts, IP literals, comments and display names are refused on purpose: no booking form wants them.

use serde_json::json;

use super::finding::Finding;
use super::leaf::{Leaf, Samples, TextSchema};
use super::text::is_space;
use crate::knowledge::issue::Code;

pub(super) struct Email;

impl Leaf for Email {
    const WANTED: Option<&'static str> = Some("email");

    const SAMPLES: Samples = Samples {
        least: "a@example.com",
        valid: &[r"[a-z]{1,8}([.+_-][a-z]{1,8})?@[a-zA-Z]{1,8}\.(com|org|example)"],
        prose: false,
        refused: &[
            (
                Code::EmailSpace,
                "( [a-z]{1,8}@[a-z]{1,8}\\.com ?|[a-z]{1,8}@[a-z]{1,8}\\.com[\t\n])",
            ),
            (
                Code::EmailAt,
                r"[a-z]{1,8}|[a-z]{1,4}@[a-z]{1,4}@[a-z]{1,4}\.com",
            ),
            (
                Code::EmailDisplayName,
                r"[A-Z][a-z]{1,5} <[a-z]{1,8}@[a-z]{1,8}\.com>",
            ),
            (Code::EmailQuoted, r#""[a-z ]{1,8}"@[a-z]{1,8}\.com"#),
            (Code::EmailLocal, r"@[a-z]{1,8}\.com"),
            (
                Code::EmailDots,
                r"(\.[a-z]{1,4}|[a-z]{1,4}\.|[a-z]{1,4}\.\.[a-z]{1,4})@[a-z]{1,8}\.com",
            ),
            (
                Code::EmailCharacter,
                r"[a-z]{1,4}[ ,;:()\[\]\\][a-z]{1,4}@[a-z]{1,8}\.com",
            ),
            (
                Code::EmailNonAscii,
                r"([à-ö]{1,4}@[a-z]{1,8}|[a-z]{1,4}@[à-ö]{1,4})\.com",
            ),
            (Code::EmailLocalLength, r"[a-z]{65,80}@[a-z]{1,8}\.com"),
            (Code::EmailLength, r"[a-z]{60}@([a-z]{60}\.){4}com"),
            (
                Code::EmailAddressLiteral,
                r"[a-z]{1,8}@\[127\.0\.0\.[0-9]\]",
            ),
            (
                Code::EmailDomain,
                r"[a-z]{1,8}@(-[a-z]{1,8}|[a-z]{1,8}-|[a-z]{1,4}_|)\.com",
            ),
            (Code::EmailDomainDot, r"[a-z]{1,8}@[a-z]{1,8}"),
        ],
        hostile: &[
            "a@example.com\r\nBcc: b@example.com",
            "a@example.com,b@example.com",
            "a＠example．com",
            "@@@@@@@@",
        ],
    };

    fn check(text: &str) -> Option<Finding> {
        check(text)
    }

    fn canonical(trimmed: &str) -> Option<String> {
        canonical(trimmed)
    }

    fn is_sound(text: &str) -> bool {
        check(text).is_none() && is_canonical(text)
    }

    fn schema() -> TextSchema {
        let local_length = json!([{ "pattern": format!("^[^@]{{1,{LOCAL_MAX}}}@") }]);
        TextSchema::new(format!(
            r"^[{ATOM}]+(?:\.[{ATOM}]+)*@{LABEL}(?:\.{LABEL})*$"
        ))
        .with("maxLength", LENGTH_MAX)
        .with("allOf", local_length)
    }
}

/// Characters of the part before the @, apart from dots, for the brackets of a class.
const ATOM: &str = "A-Za-z0-9!#$%&'*+/=?^_`{|}~-";
/// Pattern of a part of the domain.
const LABEL: &str = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";

const LOCAL_MAX: usize = 64;
const LENGTH_MAX: usize = 254;
const LABEL_MAX: usize = 63;

fn check(text: &str) -> Option<Finding> {
    let trimmed = text.trim_matches(is_space);
    // If the address inside has another error, a fix of the space alone would not help: the untrimmed text is checked on.
    if trimmed != text && check(trimmed).is_none_or(|finding| finding.code == Code::EmailDomainDot)
    {
        return Some(
            Finding::new(Code::EmailSpace)
                .fix(canonical(trimmed).or_else(|| Some(trimmed.to_owned()))),
        );
    }
    // `Ann <ann@example.com>`.
    if let Some((_, address)) = text.split_once('<')
        && let Some((address, "")) = address.split_once('>')
    {
        let certain = check(address).is_none();
        return Some(
            Finding::new(Code::EmailDisplayName)
                .found(text)
                .fix(certain.then(|| address.to_owned())),
        );
    }
    // The last `@`: a quoted local part may have an `@` of its own, and has a finding of its own.
    let Some((local, domain)) = text.rsplit_once('@') else {
        return Some(Finding::new(Code::EmailAt).found(text));
    };
    if local.starts_with('"') && local.ends_with('"') {
        return Some(Finding::new(Code::EmailQuoted));
    }
    if local.contains('@') {
        return Some(Finding::new(Code::EmailAt).found(text));
    }
    if let Some(character) = text.chars().find(|character| !character.is_ascii()) {
        return Some(Finding::new(Code::EmailNonAscii).with("found", character.to_string()));
    }
    if let Some(finding) = check_local(local).or_else(|| check_domain(domain)) {
        return Some(finding);
    }
    if text.len() > LENGTH_MAX {
        return Some(
            Finding::new(Code::EmailLength)
                .with("found", text.len())
                .with("max", LENGTH_MAX),
        );
    }
    if !domain.contains('.') {
        return Some(Finding::new(Code::EmailDomainDot).found(domain));
    }
    None
}

fn check_local(local: &str) -> Option<Finding> {
    if local.is_empty() {
        return Some(Finding::new(Code::EmailLocal));
    }
    if let Some(byte) = local.bytes().find(|byte| !is_local(*byte)) {
        return Some(
            Finding::new(Code::EmailCharacter).with("found", char::from(byte).to_string()),
        );
    }
    if local.starts_with('.') || local.ends_with('.') || local.contains("..") {
        return Some(Finding::new(Code::EmailDots));
    }
    let too_long = local.len() > LOCAL_MAX;
    too_long.then(|| {
        Finding::new(Code::EmailLocalLength)
            .with("found", local.len())
            .with("max", LOCAL_MAX)
    })
}

/// Returns true for a character that the part before the @ may have.
fn is_local(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b".!#$%&'*+/=?^_`{|}~-".contains(&byte)
}

fn check_domain(domain: &str) -> Option<Finding> {
    if domain.starts_with('[') {
        return Some(Finding::new(Code::EmailAddressLiteral));
    }
    domain
        .split('.')
        .find(is_wrong_label)
        .map(|label| Finding::new(Code::EmailDomain).found(label))
}

fn is_wrong_label(label: &&str) -> bool {
    label.is_empty()
        || label.len() > LABEL_MAX
        || label.starts_with('-')
        || label.ends_with('-')
        || !label.bytes().all(is_of_label)
}

/// Returns true for a character that a label of a domain may have.
fn is_of_label(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'-'
}

/// Returns true if the domain of an address is in lower case.
fn is_canonical(text: &str) -> bool {
    text.rsplit_once('@')
        .is_some_and(|(_, domain)| !domain.bytes().any(|byte| byte.is_ascii_uppercase()))
}

/// Returns the address with its domain in lower case, or `None` if it is not an address. The local part belongs to its
/// host and is kept.
fn canonical(text: &str) -> Option<String> {
    let (local, domain) = text.rsplit_once('@')?;
    if check_local(local).is_some() || check_domain(domain).is_some() {
        return None;
    }
    Some(format!("{local}@{}", domain.to_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_fault_has_its_code() {
        let local = |length: usize| format!("{}@example.com", "a".repeat(length));
        let label = |length: usize| format!("desk@{}.com", "b".repeat(length));
        let whole = |length: usize| {
            format!(
                "{}@{}{}",
                "a".repeat(64),
                "b.".repeat(90),
                "c".repeat(length - 245)
            )
        };
        for (text, code) in [
            ("desk@example.com", None),
            ("first.last+tag@sub.example.co.uk", None),
            ("!#$%&'*+/=?^_`{|}~-@example.com", None),
            ("a@b-c.d", None),
            ("desk@localhost", Some(Code::EmailDomainDot)),
            (" desk@example.com", Some(Code::EmailSpace)),
            (" desk@localhost", Some(Code::EmailSpace)),
            (" de..sk@example.com", Some(Code::EmailCharacter)),
            ("Desk <desk@example.com>", Some(Code::EmailDisplayName)),
            ("string", Some(Code::EmailAt)),
            ("", Some(Code::EmailAt)),
            ("a@b@example.com", Some(Code::EmailAt)),
            ("\"a b\"@example.com", Some(Code::EmailQuoted)),
            ("bücher@example.com", Some(Code::EmailNonAscii)),
            ("desk@bücher.example", Some(Code::EmailNonAscii)),
            ("@example.com", Some(Code::EmailLocal)),
            (".desk@example.com", Some(Code::EmailDots)),
            ("desk.@example.com", Some(Code::EmailDots)),
            ("de..sk@example.com", Some(Code::EmailDots)),
            ("de sk@example.com", Some(Code::EmailCharacter)),
            ("desk(comment)@example.com", Some(Code::EmailCharacter)),
            ("desk@[127.0.0.1]", Some(Code::EmailAddressLiteral)),
            ("desk@", Some(Code::EmailDomain)),
            ("desk@example..com", Some(Code::EmailDomain)),
            ("desk@-example.com", Some(Code::EmailDomain)),
            ("desk@exa_mple.com", Some(Code::EmailDomain)),
            ("\"desk@example.com", Some(Code::EmailCharacter)),
            ("desk\"@example.com", Some(Code::EmailCharacter)),
            ("desk@example-.com", Some(Code::EmailDomain)),
            ("desk@exam<ple.com", Some(Code::EmailDomain)),
            ("Desk <desk@example.com> (work)", Some(Code::EmailCharacter)),
            (&local(64), None),
            (&local(65), Some(Code::EmailLocalLength)),
            (&local(66), Some(Code::EmailLocalLength)),
            (&label(63), None),
            (&label(64), Some(Code::EmailDomain)),
            (&label(65), Some(Code::EmailDomain)),
            (&whole(254), None),
            (&whole(255), Some(Code::EmailLength)),
            (&whole(256), Some(Code::EmailLength)),
        ] {
            assert_eq!(check(text).map(|finding| finding.code), code, "{text}");
        }
    }

    #[test]
    fn certain_mends() {
        assert_eq!(
            check("\tdesk@Example.com ").and_then(|f| f.fix).as_deref(),
            Some("desk@example.com")
        );
        assert_eq!(
            check("Desk <desk@example.com>")
                .and_then(|f| f.fix)
                .as_deref(),
            Some("desk@example.com")
        );
        assert_eq!(check("de..sk@example.com").and_then(|f| f.fix), None);
        assert_eq!(
            canonical("Desk@Example.COM").as_deref(),
            Some("Desk@example.com")
        );
    }

    #[test]
    fn long_input_is_answered_in_linear_time() {
        for text in [
            "a".repeat(200_000),
            "a.".repeat(100_000) + "@b",
            "a@".to_owned() + &"b.".repeat(100_000),
        ] {
            assert!(check(&text).is_some());
        }
    }
}
