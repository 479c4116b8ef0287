//! A URL: absolute, http or https, with a host. Kept as given, never rewritten.
//!
//! Browsers drop tabs and line ends before they read a scheme, so a `java\nscript:` in a redirect would run: the check
//! is of the scheme that they would read.

use std::borrow::Cow;

use super::finding::Finding;
use super::leaf::{Leaf, Samples, TextSchema};
use super::text::{SPACE, is_space};
use crate::ground::digits::{is_digits, is_hex};
use crate::knowledge::issue::Code;

pub(super) struct Url;

impl Leaf for Url {
    const WANTED: Option<&'static str> = Some("url");

    const SAMPLES: Samples = Samples {
        least: "https://example.com",
        valid: &[
            r"https?://[a-z]{1,8}\.(com|example)(/[a-z0-9]{0,6}){0,2}(\?[a-z]{1,4}=[a-z0-9]{0,4})?",
        ],
        prose: false,
        refused: &[
            (Code::UrlRelative, "/?[a-z]{1,8}(/[a-z]{0,4})?"),
            (
                Code::UrlScheme,
                "(ftp|data|javascript|JavaScript|java\nscript):[a-z]{0,8}",
            ),
            (
                Code::UrlSpace,
                "https?://[a-z]{1,8}\\.com/[a-z]{0,4}[ \t\n\u{a0}][a-z]{0,4}",
            ),
            (Code::UrlBackslash, r"https?:\\\\[a-z]{1,8}\.com"),
            (Code::UrlHost, r"https?:(//)?(\?[a-z]{1,4})?"),
            (
                Code::UrlPort,
                r"https?://[a-z]{1,8}\.com:([7-9][0-9]{4}|[1-9][0-9]{5,30})(/[a-z]{0,4})?",
            ),
            (
                Code::UrlCredentials,
                r"https?://[a-z]{1,8}(:[a-z0-9]{1,8})?@[a-z]{1,8}\.com",
            ),
        ],
        hostile: &[
            "java\nscript:alert(1)",
            "javascript:alert(1)//https://example.com",
            "https://example.com\\@evil.example",
        ],
    };

    fn check(text: &str) -> Option<Finding> {
        check(text)
    }

    /// Has no `format`: `uri` matches fewer URLs, and none with `{{contact.name}}`.
    fn schema() -> TextSchema {
        TextSchema::new(format!("^{}{}$", origin(), tail()))
    }
}

/// Returns a pattern for `https://example.com:443`, with ports up to 65535. It matches any address in brackets.
pub(super) fn origin() -> String {
    const PORT: &str = "0*(?:6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5][0-9]{4}|[1-9][0-9]{0,3}|0)";
    // Characters that the URL standard allows in a host.
    let character = format!(r"[^\x00- #%/:<>?@\[-\^|\x7f-\x9f{SPACE}]");
    format!(
        r"[Hh][Tt][Tt][Pp][Ss]?://(?:\[[0-9A-Fa-f:.]+\]|(?:{character}|%[0-9A-Fa-f]{{2}})+)(?::(?:{PORT})?)?"
    )
}

/// Returns a pattern for a path, a query and a fragment, each optional.
pub(super) fn tail() -> String {
    format!(r"(?:[/?#][^\x00- \x7f-\x9f{SPACE}\\]*)?")
}

pub(super) fn check(text: &str) -> Option<Finding> {
    let dropped = ['\t', '\n', '\r'];
    let read = if text.contains(dropped) {
        Cow::from(text.replace(dropped, ""))
    } else {
        Cow::from(text)
    };
    let Some(scheme) = scheme(read.trim_matches(is_space)) else {
        return Some(Finding::new(Code::UrlRelative).found(text));
    };
    if !scheme.eq_ignore_ascii_case("http") && !scheme.eq_ignore_ascii_case("https") {
        return Some(Finding::new(Code::UrlScheme).with("found", super::excerpt(scheme)));
    }
    // Before the host is read, since a space in it has this finding and a fix.
    if text.contains(char::is_whitespace) {
        let trimmed = text.trim_matches(is_space);
        let is_outside = trimmed.len() < text.len() && check(trimmed).is_none();
        return Some(Finding::new(Code::UrlSpace).fix(is_outside.then(|| trimmed.to_owned())));
    }
    if text.contains('\\') {
        return Some(Finding::new(Code::UrlBackslash));
    }
    let Some(rest) = text[scheme.len() + 1..].strip_prefix("//") else {
        return Some(Finding::new(Code::UrlHost).found(text));
    };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if authority.contains('@') {
        return Some(Finding::new(Code::UrlCredentials));
    }
    let (host, port) = host_and_port(authority);
    if !is_host(host) || !is_digits(port) {
        return Some(Finding::new(Code::UrlHost).found(text));
    }
    let is_port = port.is_empty() || port.parse::<u64>().is_ok_and(|port| port < 1 << 16);
    (!is_port).then(|| Finding::new(Code::UrlPort).found(port))
}

/// Splits the port off an authority. The port may be empty (RFC 3986, 3.2.3).
fn host_and_port(authority: &str) -> (&str, &str) {
    authority
        // `[::1]` has colons, but no port: what follows the last of them has the bracket.
        .rsplit_once(':')
        .filter(|(_, port)| !port.contains(']'))
        .unwrap_or((authority, ""))
}

/// Returns the text before the first colon, if it can be a scheme (RFC 3986, 3.1).
fn scheme(text: &str) -> Option<&str> {
    let (scheme, _) = text.split_once(':')?;
    let rest_allowed = scheme
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    (scheme.starts_with(|first: char| first.is_ascii_alphabetic()) && rest_allowed)
        .then_some(scheme)
}

/// Returns true for a name or an address. IDNA defines which letters a name may contain, so that is left to browsers.
fn is_host(host: &str) -> bool {
    match host.strip_prefix('[') {
        Some(address) => address.strip_suffix(']').is_some_and(is_address),
        None => {
            !host.is_empty()
                && !host.contains(is_forbidden)
                && host.split('%').skip(1).all(is_encoded)
        }
    }
}

/// Returns true if a `%` before this text is an encoding: `%20`.
fn is_encoded(rest: &str) -> bool {
    rest.get(..2).is_some_and(is_hex)
}

/// Returns true for the forbidden host code points (URL standard, 3.1); `%` must be followed by two hex digits.
fn is_forbidden(c: char) -> bool {
    c.is_control() || c.is_whitespace() || "#/:<>?@[\\]^|".contains(c)
}

/// Returns true for an address of IPv6 (RFC 4291, 2.2): eight groups. `::` replaces at least one, and the last two may
/// be IPv4.
pub(crate) fn is_address(text: &str) -> bool {
    let text = match text.rsplit_once(':') {
        // `::ffff:1.2.3.4`: the address of IPv4 has the place of two groups.
        Some((front, end)) if end.split('.').count() == 4 && end.split('.').all(is_octet) => {
            format!("{front}:0:0")
        }
        _ => text.to_owned(),
    };
    match text.split_once("::") {
        None => groups(&text) == Some(8),
        Some((front, back)) => groups(front)
            .zip(groups(back))
            .is_some_and(|(front, back)| front + back < 8),
    }
}

/// Returns the number of groups, such as 2 for `2001:db8`.
fn groups(text: &str) -> Option<usize> {
    match text {
        "" => Some(0),
        text => text
            .split(':')
            .all(is_group)
            .then(|| text.split(':').count()),
    }
}

fn is_group(group: &str) -> bool {
    (1..=4).contains(&group.len()) && is_hex(group)
}

/// Returns true for a part of an IPv4 address: 0 to 255, without zeros in front.
fn is_octet(octet: &str) -> bool {
    is_digits(octet)
        && (octet == "0" || !octet.starts_with('0'))
        && octet.parse::<u64>().is_ok_and(|octet| octet < 256)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_those_that_the_standard_library_takes() {
        let ends = [
            "1",
            "ABCD",
            "12345",
            "g",
            "+1",
            "1.2.3.4",
            "0.0.255.255",
            "01.2.3.4",
            "1.2.3.256",
            "1.2.3",
            "",
            ":",
            ":1",
            ":1.2.3.4",
        ];
        let mut taken = 0;
        for front in (0..10).flat_map(|count| {
            ["", ":", "::", "2::"].map(|start| start.to_owned() + &"f:".repeat(count))
        }) {
            for text in ends.map(|end| format!("{front}{end}")) {
                assert_eq!(
                    is_address(&text),
                    text.parse::<std::net::Ipv6Addr>().is_ok(),
                    "{text}"
                );
                taken += usize::from(is_address(&text));
            }
        }
        assert!(taken > 40, "{taken}");
    }

    #[test]
    fn each_fault_has_its_code() {
        for (text, code) in [
            ("https://example.com/thanks?a=b#c", None),
            ("HTTP://EXAMPLE.com", None),
            ("http://localhost:8080/", None),
            ("https://[::1]:443/x", None),
            ("https://[::1]/x", None),
            ("https://a:65535", None),
            ("https://a:65536", Some(Code::UrlPort)),
            ("https://a:018446744073709551616/x", Some(Code::UrlPort)),
            ("https://a:00065535", None),
            ("https://a:8080x", Some(Code::UrlHost)),
            ("https://a:", None),
            ("https://a:/x", None),
            ("https://[::1]:", None),
            ("https://:", Some(Code::UrlHost)),
            ("https://a\u{7f}b", Some(Code::UrlHost)),
            ("1a:b", Some(Code::UrlRelative)),
            ("a b:c", Some(Code::UrlRelative)),
            ("https://bücher.example/", None),
            ("https://bu\u{308}cher.example/", None),
            ("https://उदाहरण.परीक्षा", None),
            ("https://உதாரணம்.பரிட்சை/", None),
            ("https://نامه\u{200c}ای.example", None),
            ("https://例え。テスト", None),
            ("https://example.com./", None),
            ("string", Some(Code::UrlRelative)),
            ("", Some(Code::UrlRelative)),
            ("/thanks", Some(Code::UrlRelative)),
            ("//example.com", Some(Code::UrlRelative)),
            ("www.example.com", Some(Code::UrlRelative)),
            ("javascript:alert(1)", Some(Code::UrlScheme)),
            ("java\nscript:alert(1)", Some(Code::UrlScheme)),
            (" \tJaVaScRiPt:alert(1)", Some(Code::UrlScheme)),
            ("data:text/html,x", Some(Code::UrlScheme)),
            ("ftp://example.com", Some(Code::UrlScheme)),
            ("example.com:8080/x", Some(Code::UrlScheme)),
            ("ht\ntps://example.com", Some(Code::UrlSpace)),
            ("https://example.com/a b", Some(Code::UrlSpace)),
            ("https://example.com ", Some(Code::UrlSpace)),
            ("https:\\\\example.com", Some(Code::UrlBackslash)),
            (
                "https://example.com\\@evil.example",
                Some(Code::UrlBackslash),
            ),
            ("https:example.com", Some(Code::UrlHost)),
            ("https://", Some(Code::UrlHost)),
            ("https:///x", Some(Code::UrlHost)),
            ("https://?x", Some(Code::UrlHost)),
            ("https://a..b", None),
            ("https://ex%61mple.com", None),
            ("https://a%6", Some(Code::UrlHost)),
            ("https://a<b", Some(Code::UrlHost)),
            ("https://a|b/", Some(Code::UrlHost)),
            ("https://a[b]", Some(Code::UrlHost)),
            ("https://:80", Some(Code::UrlHost)),
            ("https://a:99999", Some(Code::UrlPort)),
            ("https://a:+1", Some(Code::UrlHost)),
            ("https://[::g]", Some(Code::UrlHost)),
            ("https://user:pass@example.com", Some(Code::UrlCredentials)),
            (
                "https://example.com@evil.example/",
                Some(Code::UrlCredentials),
            ),
        ] {
            assert_eq!(check(text).map(|finding| finding.code), code, "{text:?}");
        }
    }

    #[test]
    fn white_space_around_a_url_is_trimmed() {
        for (text, fix) in [
            (" https://example.com ", Some("https://example.com")),
            ("https://example.com\n", Some("https://example.com")),
            ("https://example.com/a b", None),
            (" https://example.com:99999", None),
            ("https://example.com\u{a0}", None),
        ] {
            let finding = check(text);
            assert_eq!(
                finding.as_ref().map(|finding| finding.code),
                Some(Code::UrlSpace),
                "{text:?}"
            );
            assert_eq!(
                finding.and_then(|finding| finding.fix).as_deref(),
                fix,
                "{text:?}"
            );
        }
    }

    #[test]
    fn long_input_is_answered_in_linear_time() {
        for text in [
            "a".repeat(500_000),
            "https://".to_owned() + &"a.".repeat(250_000),
            ":".repeat(500_000),
        ] {
            assert!(check(&text).is_some() || text.starts_with("https"));
        }
    }
}
