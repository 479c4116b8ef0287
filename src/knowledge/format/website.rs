//! A website: a URL, which people also write without its scheme. That is a warning, and its fix adds the scheme.

use super::finding::Finding;
use super::leaf::{Leaf, Samples, TextSchema};
use super::text::{SPACE, is_space};
use super::url::{Url, origin, tail};
use crate::knowledge::issue::Code;

pub(super) struct Website;

impl Leaf for Website {
    const WANTED: Option<&'static str> = Url::WANTED;

    const SAMPLES: Samples = Samples {
        least: Url::SAMPLES.least,
        valid: &[r"https?://www\.[a-z]{1,8}\.(com|example)"],
        prose: false,
        refused: &[
            (Code::WebsiteScheme, r"www\.[a-z]{1,8}\.com(/[a-z]{0,4})?"),
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
        hostile: Url::SAMPLES.hostile,
    };

    fn check(text: &str) -> Option<Finding> {
        let finding = Url::check(text)?;
        let trimmed = text.trim_matches(is_space);
        if trimmed.len() < text.len() && finding.fix.is_none() {
            // A website without its scheme, with white space around it.
            let meant = Self::check(trimmed).and_then(|finding| finding.fix);
            return Some(finding.fix(meant));
        }
        let host = text.split(['/', '?', '#']).next().unwrap_or_default();
        let with_scheme = format!("https://{text}");
        // `example.com/path` surely means a website; `localhost` or `Salon 3` may be anything.
        if host.contains('.') && is_name(host) && Url::check(&with_scheme).is_none() {
            return Some(
                Finding::new(Code::WebsiteScheme)
                    .found(text)
                    .fix(with_scheme),
            );
        }
        Some(finding)
    }

    /// Without its scheme, a website has a dot and no port.
    fn schema() -> TextSchema {
        // Letters, digits, `-`, `_`, and characters outside ASCII that are not white space.
        let name = format!(r"[^\x00-,./:-@\[-^`{{-\x9f{SPACE}]+");
        TextSchema::new(format!(
            r"^(?:{}|(?:{name}\.)+(?:{name})?){}$",
            origin(),
            tail()
        ))
    }
}

/// Returns true for a name as people write it without a scheme, with dots between its parts and optionally at the end.
fn is_name(host: &str) -> bool {
    host.strip_suffix('.')
        .unwrap_or(host)
        .split('.')
        .all(is_label)
}

fn is_label(label: &str) -> bool {
    !label.is_empty() && label.chars().all(is_allowed)
}

fn is_allowed(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-' || c == '_' || !c.is_ascii()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_website_may_lack_its_scheme() {
        for (text, code, fix) in [
            ("https://www.example.com", None, None),
            (
                "www.example.com",
                Some(Code::WebsiteScheme),
                Some("https://www.example.com"),
            ),
            (
                "example.com/shop?x",
                Some(Code::WebsiteScheme),
                Some("https://example.com/shop?x"),
            ),
            (
                "my_shop.the-example.com",
                Some(Code::WebsiteScheme),
                Some("https://my_shop.the-example.com"),
            ),
            (
                "उदाहरण.परीक्षा",
                Some(Code::WebsiteScheme),
                Some("https://उदाहरण.परीक्षा"),
            ),
            (
                " https://www.example.com\n",
                Some(Code::UrlSpace),
                Some("https://www.example.com"),
            ),
            (
                " www.example.com",
                Some(Code::UrlRelative),
                Some("https://www.example.com"),
            ),
            (" string", Some(Code::UrlRelative), None),
            ("...", Some(Code::UrlRelative), None),
            ("a.b,c", Some(Code::UrlRelative), None),
            ("string", Some(Code::UrlRelative), None),
            ("javascript:alert(1)", Some(Code::UrlScheme), None),
            ("www.example.com/a b", Some(Code::UrlRelative), None),
        ] {
            let finding = Website::check(text);
            assert_eq!(finding.as_ref().map(|finding| finding.code), code, "{text}");
            assert_eq!(
                finding.and_then(|finding| finding.fix).as_deref(),
                fix,
                "{text}"
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
            assert!(Website::check(&text).is_some() || text.starts_with("https"));
        }
    }
}
