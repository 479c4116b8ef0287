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

/// Returns text for a line of Markdown. A comment after `@` and `#` prevents hosts from making links of names and
/// numbers, and from telling the people who have these names.
pub(super) fn markdown(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let text = visible(text);
    let text = text.trim_matches(' ');
    // A line may not begin as an item of a list, a heading or a rule does.
    let (number, rest) = text.split_at(text.find(|first: char| !first.is_ascii_digit()).unwrap_or(text.len()));
    escaped.push_str(number);
    if rest.starts_with(if number.is_empty() { &['-', '+', '='][..] } else { &['.', ')'][..] }) {
        escaped.push('\\');
    }
    for character in rest.chars() {
        match character {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '@' | '#' => _ = write!(escaped, "\\{character}<!-- -->"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '!' | '$' => escaped.extend(['\\', character]),
            other => escaped.push(other),
        }
    }
    // Both would be links.
    escaped.replace("://", ":<!-- -->//").replace("www.", "www<!-- -->.")
}

/// Returns a fenced block of JSON text, with a fence that the text does not have.
pub(super) fn block(json: &str) -> String {
    let longest = json.split(|character| character != '`').map(str::len).max().unwrap_or_default();
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
        assert_eq!(markdown("a|b\n@ben #1 *x*"), "a\\|b\\\\n\\@<!-- -->ben \\#<!-- -->1 \\*x\\*");
        assert_eq!(
            markdown("see https://a.com, www.b.com: 9:30"),
            "see https:<!-- -->//a.com, www<!-- -->.b.com: 9:30"
        );
        assert_eq!(block("\"```\""), "````json\n\"```\"\n````\n");
    }
}
