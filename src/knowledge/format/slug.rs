//! A name in an address: letters, digits, `-` and `_`. Anything else is a warning.

use super::finding::Finding;
use super::leaf::{Leaf, Samples, TextSchema};
use super::name::Name;
use crate::knowledge::issue::Code;

pub(super) struct Slug;

impl Leaf for Slug {
    const WANTED: Option<&'static str> = Name::WANTED;

    const SAMPLES: Samples = Samples {
        least: "a",
        valid: &["[a-z0-9][a-z0-9_-]{0,11}"],
        prose: false,
        refused: &[(Code::SlugCharacter, "[a-z]{0,4}[ .,!/é][a-z]{1,4}")],
        hostile: &["../../etc/passwd", "__proto__", "раураl"],
    };

    fn check(text: &str) -> Option<Finding> {
        let found = text.chars().find(|c| !is_allowed(*c))?;
        let mut fixed = String::with_capacity(text.len());
        for word in text
            .split(|c| !is_allowed(c))
            .filter(|word| !word.is_empty())
        {
            if !fixed.is_empty() {
                fixed.push('-');
            }
            fixed.push_str(word);
        }
        // A character outside ASCII has more than one spelling in ASCII.
        let certain = !fixed.is_empty() && text.is_ascii();
        Some(
            Finding::new(Code::SlugCharacter)
                .with("found", found.to_string())
                .fix(certain.then_some(fixed)),
        )
    }

    fn schema() -> TextSchema {
        Name::schema()
    }
}

fn is_allowed(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_spelled_is_fixed() {
        for (text, fix) in [
            ("a b", Some("a-b")),
            (" Rose  Lane! ", Some("Rose-Lane")),
            ("é", None),
            ("!", None),
        ] {
            assert_eq!(
                Slug::check(text).and_then(|finding| finding.fix).as_deref(),
                fix,
                "{text}"
            );
        }
        assert_eq!(Slug::check("rose-lane_2"), None);
    }
}
