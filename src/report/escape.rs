//! Text of records inside HTML, SVG and Markdown: shown as it is, never obeyed.

use std::fmt::Write;

use crate::ground::visible::visible;

/// Returns text for HTML and SVG, inside an element or an attribute in double quotes. Hidden characters are escaped as
/// [`visible`] escapes them.
pub(super) fn html(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in visible(text).chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            // XML and HTML allow neither.
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            other => escaped.push(other),
        }
    }
    escaped
}

/// The comment that parts what a host would make a link or a picture of. Readers do not see it.
const PART: &str = "<!-- -->";

/// Returns text for a line of Markdown. Comments prevent hosts from making links of names, numbers and commits, from telling
/// the people who have these names, and from making pictures of `:words:`.
pub(super) fn markdown(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let text = visible(text);
    let text = text.trim_matches(' ');
    // A line may not begin as an item of a list, a heading or a rule does.
    let (number, rest) = text.split_at(
        text.find(|first: char| !first.is_ascii_digit())
            .unwrap_or(text.len()),
    );
    escaped.push_str(number);
    // `1234abc` begins with digits that are written already, so the comment goes between them and the rest.
    if !number.is_empty() && is_commit(text) {
        escaped.push_str(PART);
    }
    if rest.starts_with(if number.is_empty() {
        &['-', '+', '='][..]
    } else {
        &['.', ')'][..]
    }) {
        escaped.push('\\');
    }
    let mut before = number.chars().next_back();
    for (at, character) in rest.char_indices() {
        // A commit is a whole word: `abc1234`, but not the end of `xyzabc1234`.
        let begins = before.is_none_or(|before| !before.is_ascii_alphanumeric());
        before = Some(character);
        match character {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '@' | '#' => _ = write!(escaped, "\\{character}{PART}"),
            ':' if is_picture(&rest[at + 1..]) => _ = write!(escaped, ":{PART}"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '!' | '$' => {
                escaped.extend(['\\', character]);
            }
            other => escaped.push(other),
        }
        if begins && is_commit(&rest[at..]) {
            escaped.push_str(PART);
        }
    }
    // All of these would be links.
    let links = [
        ("://", ":<!-- -->//"),
        ("www.", "www<!-- -->."),
        ("GH-", "GH<!-- -->-"),
    ];
    let mut text = escaped;
    for (link, parted) in links {
        text = text.replace(link, parted);
    }
    text
}

/// Returns true if the text begins with a word that may name a commit: 7 to 40 hexadecimal digits, not all of them numbers
/// or all of them letters.
fn is_commit(text: &str) -> bool {
    let word = &text[..text
        .find(|end: char| !end.is_ascii_alphanumeric())
        .unwrap_or(text.len())];
    let digits = word.contains(|digit: char| digit.is_ascii_digit());
    let letters = word.contains(|letter| matches!(letter, 'a'..='f'));
    (7..=40).contains(&word.len())
        && digits
        && letters
        && word
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// Returns true if the text behind a colon is the name of a picture up to another colon, as in `:tada:`.
fn is_picture(text: &str) -> bool {
    let name = text.find(|end: char| !(end.is_ascii_alphanumeric() || "_+-".contains(end)));
    name.is_some_and(|end| end > 0 && text[end..].starts_with(':'))
}

/// Returns a fenced block of JSON text, with a fence that the text does not have.
pub(super) fn block(json: &str) -> String {
    let longest = json
        .split(|character| character != '`')
        .map(str::len)
        .max()
        .unwrap_or_default();
    // One more than the longest run inside, and at least three.
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}json\n{json}\n{fence}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_is_obeyed() {
        assert_eq!(
            html("<b a='1' b=\"2\">&\u{202e}\u{ffff}"),
            "&lt;b a=&#39;1&#39; b=&quot;2&quot;&gt;&amp;\\u{202e}\u{fffd}"
        );
        assert_eq!(
            markdown("a|b\n@ben #1 *x*"),
            "a\\|b\\\\n\\@<!-- -->ben \\#<!-- -->1 \\*x\\*"
        );
        assert_eq!(
            markdown("see https://a.com, www.b.com: 9:30"),
            "see https:<!-- -->//a.com, www<!-- -->.b.com: 9:30"
        );
        assert_eq!(
            markdown("GH-12 of 0a1b2c3, 5551234567"),
            "GH<!-- -->-12 of 0<!-- -->a1b2c3, 5551234567"
        );
        assert_eq!(
            markdown("1234abcd :+1: 10:30:00"),
            "1234<!-- -->abcd :<!-- -->+1: 10:<!-- -->30:00"
        );
        assert_eq!(block("\"```\""), "````json\n\"```\"\n````\n");
    }
}
