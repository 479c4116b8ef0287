//! Templates of messages: text with `{name}` where a parameter belongs.

use serde_json::{Map, Value};

use crate::visible::visible;

/// The values that a message's template is filled with.
pub type Params = Map<String, Value>;

/// Parameters that are all text.
pub(crate) fn params(params: &[(&str, &str)]) -> Params {
    let mut filled = Params::with_capacity(params.len());
    for (name, value) in params {
        filled.insert((*name).to_owned(), Value::from(*value));
    }
    filled
}

/// Fills a template: `{name}` becomes the parameter of that name, text as [`visible`] shows it and anything else as JSON.
#[must_use]
pub fn render(template: &str, params: &Params) -> String {
    let mut text = String::with_capacity(template.len() + 32);
    let mut rest = template;
    while let Some((before, name, after)) = hole(rest) {
        text.push_str(before);
        match params.get(name) {
            Some(Value::String(value)) => text.push_str(&visible(value)),
            Some(Value::Number(number)) => text.push_str(&crate::json::Number::from(number).to_string()),
            Some(value) => text.push_str(&visible(&crate::json::to_string(value))),
            None => {
                text.push('{');
                text.push_str(name);
                text.push('}');
            }
        }
        rest = after;
    }
    text.push_str(rest);
    text
}

/// The names that a template is filled with, in order.
pub(super) fn holes(template: &str) -> impl Iterator<Item = &str> {
    let mut rest = template;
    std::iter::from_fn(move || {
        let (_, name, after) = hole(rest)?;
        rest = after;
        Some(name)
    })
}

/// The first `{name}` of a template, with what stands before and after it.
pub(crate) fn hole(template: &str) -> Option<(&str, &str, &str)> {
    template.match_indices('{').find_map(|(at, _)| {
        let (name, after) = template[at + 1..].split_once('}')?;
        let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic());
        is_name.then(|| (&template[..at], name, after))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::issue::Code;

    #[test]
    fn braces_that_name_nothing_stand_as_they_are() {
        let params = Params::from_iter([("found".to_owned(), Value::from("{found}"))]);
        assert_eq!(render("each {{ needs its }} {found} {other} {", &params), "each {{ needs its }} {found} {other} {");
    }

    #[test]
    fn each_name_stands_once_in_its_template_and_every_code_is_found_by_name() {
        for code in Code::ALL {
            let names: Vec<&str> = code.params().collect();
            let distinct: std::collections::BTreeSet<&str> = names.iter().copied().collect();
            assert_eq!(names.len(), distinct.len(), "{}", code.name());
            assert_eq!(code.name().parse(), Ok(*code));
        }
    }
}
