//! Text with placeholders, which open with `{{` and close with `}}`, one after the other.

use super::finding::Finding;
use super::leaf::{Leaf, Samples, TextSchema};
use super::plain::Plain;
use crate::ground::visible::excerpt;
use crate::knowledge::issue::Code;

pub(super) struct Template;

impl Leaf for Template {
    const WANTED: Option<&'static str> = None;

    const SAMPLES: Samples = Samples {
        least: "a",
        valid: &[
            "[a-z ]{0,12}",
            r"[a-z ]{0,6}\{\{(contact|calendar)\.name\}\}[a-z ]{0,6}",
        ],
        prose: false,
        refused: &[(
            Code::TemplateUnbalanced,
            r"[a-z ]{0,4}(\{\{[a-z.]{0,6}|[a-z.]{0,6}\}\})[a-z ]{0,4}",
        )],
        hostile: &[
            "{{constructor.constructor('x')()}}",
            "${jndi:ldap://a}",
            "{{{{{{{{",
        ],
    };

    fn check(text: &str) -> Option<Finding> {
        let mut rest = text;
        loop {
            let next = rest.find("{{").into_iter().chain(rest.find("}}")).min()?;
            let inside = rest[next..].strip_prefix("{{");
            let end = inside.and_then(|inside| Some((inside, inside.find("}}")?)));
            match end {
                Some((inside, end)) if !inside[..end].contains("{{") => rest = &inside[end + 2..],
                _ => {
                    return Some(
                        Finding::new(Code::TemplateUnbalanced)
                            .with("found", excerpt(&rest[next..])),
                    );
                }
            }
        }
    }

    fn schema() -> TextSchema {
        Plain::schema()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_balanced() {
        for text in [
            "",
            "plain",
            "{{contact.name}}",
            "a {{b}} c {{d}}",
            "{ { } }",
            "{single}",
        ] {
            assert_eq!(Template::check(text), None, "{text}");
        }
        for text in [
            "{{",
            "}}",
            "{{a",
            "a}}",
            "{{a}} }}",
            "{{a {{b}}",
            "}}{{",
            "{{{{a}}}}",
        ] {
            assert_eq!(
                Template::check(text).map(|finding| finding.code),
                Some(Code::TemplateUnbalanced),
                "{text}"
            );
        }
        assert!(Template::check(&"{{a}}".repeat(100_000)).is_none());
    }
}
