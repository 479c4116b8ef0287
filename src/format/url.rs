//! A URL: absolute, http or https, with a host. Kept as given, never rewritten.
//!
//! Browsers drop tabs and line ends before they read a scheme, so a `java\nscript:` in a redirect would run: the scheme
//! that counts is the one they would read.

use std::borrow::Cow;

use super::finding::Finding;
use super::text::is_space;
use crate::issue::Code;

pub(super) fn check(text: &str) -> Option<Finding> {
    let dropped = ['\t', '\n', '\r'];
    let read = if text.contains(dropped) { Cow::from(text.replace(dropped, "")) } else { Cow::from(text) };
    let Some(scheme) = scheme(read.trim_matches(is_space)) else {
        return Some(Finding::new(Code::UrlRelative).found(text));
    };
    if !scheme.eq_ignore_ascii_case("http") && !scheme.eq_ignore_ascii_case("https") {
        return Some(Finding::new(Code::UrlScheme).with("found", super::excerpt(scheme)));
    }
    if text.contains(char::is_whitespace) {
        return Some(Finding::new(Code::UrlSpace));
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
    (!is_host(authority)).then(|| Finding::new(Code::UrlHost).found(text))
}

/// A website is also written without its scheme; the fix adds the one that it surely has.
pub(super) fn check_website(text: &str) -> Option<Finding> {
    let finding = check(text)?;
    let host = text.split(['/', '?', '#']).next().unwrap_or_default();
    let with_scheme = format!("https://{text}");
    if host.contains('.') && is_name(host) && check(&with_scheme).is_none() {
        return Some(Finding::new(Code::WebsiteScheme).found(text).fix(with_scheme));
    }
    Some(finding)
}

/// What stands before the first colon, if it can be a scheme (RFC 3986, 3.1).
fn scheme(text: &str) -> Option<&str> {
    let (scheme, _) = text.split_once(':')?;
    let rest_allowed = scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    (scheme.starts_with(|first: char| first.is_ascii_alphabetic()) && rest_allowed).then_some(scheme)
}

/// A name or an address, and a port if any. Which letters a name may hold is for IDNA to say, and so for browsers.
fn is_host(authority: &str) -> bool {
    let (host, port) = match authority.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => (host, port),
        _ => (authority, "0"),
    };
    // Forbidden host code points (URL standard, 3.1); `%` stands before two hex digits.
    let forbidden = |c: char| c.is_control() || c.is_whitespace() || "#/:<>?@[\\]^|".contains(c);
    let is_encoded = |rest: &str| rest.get(..2).is_some_and(|code| code.bytes().all(|byte| byte.is_ascii_hexdigit()));
    let named = match host.strip_prefix('[') {
        Some(address) => address.strip_suffix(']').is_some_and(is_address),
        None => !host.is_empty() && !host.contains(forbidden) && host.split('%').skip(1).all(is_encoded),
    };
    named && port.bytes().all(|byte| byte.is_ascii_digit()) && port.parse::<u64>().is_ok_and(|port| port < 1 << 16)
}

/// A name as people write it without a scheme, a dot between its parts and at times behind them.
fn is_name(host: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_' || !c.is_ascii();
    let label = |label: &str| !label.is_empty() && label.chars().all(allowed);
    host.strip_suffix('.').unwrap_or(host).split('.').all(label)
}

/// An address of IPv6 (RFC 4291, 2.2): eight groups, of which `::` stands for at least one; the last two may be IPv4.
pub(crate) fn is_address(text: &str) -> bool {
    let octet = |octet: &str| {
        let digits = octet.bytes().all(|byte| byte.is_ascii_digit());
        digits && (octet == "0" || !octet.starts_with('0')) && octet.parse::<u64>().is_ok_and(|octet| octet < 256)
    };
    let text = match text.rsplit_once(':') {
        Some((front, end)) if end.split('.').count() == 4 && end.split('.').all(octet) => format!("{front}:0:0"),
        _ => text.to_owned(),
    };
    let group = |group: &str| (1..=4).contains(&group.len()) && group.bytes().all(|byte| byte.is_ascii_hexdigit());
    let groups = |text: &str| match text {
        "" => Some(0),
        text => text.split(':').all(group).then(|| text.split(':').count()),
    };
    match text.split_once("::") {
        None => groups(&text) == Some(8),
        Some((front, back)) => groups(front).zip(groups(back)).is_some_and(|(front, back)| front + back < 8),
    }
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
        for front in
            (0..10).flat_map(|count| ["", ":", "::", "2::"].map(|start| start.to_owned() + &"f:".repeat(count)))
        {
            for text in ends.map(|end| format!("{front}{end}")) {
                assert_eq!(is_address(&text), text.parse::<std::net::Ipv6Addr>().is_ok(), "{text}");
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
            ("https://example.com\\@evil.example", Some(Code::UrlBackslash)),
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
            ("https://a:99999", Some(Code::UrlHost)),
            ("https://a:+1", Some(Code::UrlHost)),
            ("https://[::g]", Some(Code::UrlHost)),
            ("https://user:pass@example.com", Some(Code::UrlCredentials)),
            ("https://example.com@evil.example/", Some(Code::UrlCredentials)),
        ] {
            assert_eq!(check(text).map(|finding| finding.code), code, "{text:?}");
        }
    }

    #[test]
    fn a_website_may_lack_its_scheme() {
        for (text, code, fix) in [
            ("https://www.example.com", None, None),
            ("www.example.com", Some(Code::WebsiteScheme), Some("https://www.example.com")),
            ("example.com/shop?x", Some(Code::WebsiteScheme), Some("https://example.com/shop?x")),
            ("उदाहरण.परीक्षा", Some(Code::WebsiteScheme), Some("https://उदाहरण.परीक्षा")),
            ("...", Some(Code::UrlRelative), None),
            ("a.b,c", Some(Code::UrlRelative), None),
            ("string", Some(Code::UrlRelative), None),
            ("javascript:alert(1)", Some(Code::UrlScheme), None),
            ("www.example.com/a b", Some(Code::UrlRelative), None),
        ] {
            let finding = check_website(text);
            assert_eq!(finding.as_ref().map(|finding| finding.code), code, "{text}");
            assert_eq!(finding.and_then(|finding| finding.fix).as_deref(), fix, "{text}");
        }
    }

    #[test]
    fn long_input_is_answered_in_linear_time() {
        for text in ["a".repeat(500_000), "https://".to_owned() + &"a.".repeat(250_000), ":".repeat(500_000)] {
            assert!(check_website(&text).is_some() || text.starts_with("https"));
        }
    }
}
