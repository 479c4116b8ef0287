//! Templates: text with `{name}` in place of a parameter.

use serde_json::{Map, Value};

use crate::ground::error::{Error, ErrorReason};

/// The parameters of a text.
pub type Params = Map<String, Value>;

/// Returns parameters that are all text.
pub(crate) fn params(params: &[(&str, &str)]) -> Params {
    let mut filled = Params::with_capacity(params.len());
    for (name, value) in params {
        filled.insert((*name).to_owned(), Value::from(*value));
    }
    filled
}

/// Returns an error unless the parameters are those of the code.
pub(crate) fn expect_params(
    code: &'static str,
    names: &[&str],
    params: &Params,
) -> Result<(), Error> {
    if params.len() == names.len() && names.iter().all(|name| params.contains_key(*name)) {
        return Ok(());
    }
    let found: Vec<&str> = params.keys().map(String::as_str).collect();
    let [expected, found] = [names, &found].map(|names| {
        if names.is_empty() {
            "none".to_owned()
        } else {
            names.join(", ")
        }
    });
    Err(ErrorReason::Params {
        code,
        expected,
        found,
    }
    .into())
}

/// A placeholder in a template.
#[derive(Clone, Copy)]
pub(crate) struct Hole<'t> {
    /// The name of the parameter.
    pub(crate) name: &'t str,
    /// The format: `:day`; or forms by number, `|# day|# days`; or empty.
    pub(crate) how: &'t str,
}

/// Finds the first placeholder of a template, with the text before and after it. Braces without a name are plain text.
pub(crate) fn hole(template: &str) -> Option<(&str, Hole<'_>, &str)> {
    template.match_indices('{').find_map(|(at, _)| {
        let (inside, after) = template[at + 1..].split_once('}')?;
        let (name, how) = inside.split_at(inside.find([':', '|']).unwrap_or(inside.len()));
        let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic());
        is_name.then(|| (&template[..at], Hole { name, how }, after))
    })
}

/// Returns all placeholders, in order.
pub(crate) fn holes(template: &str) -> impl Iterator<Item = Hole<'_>> {
    let mut rest = template;
    std::iter::from_fn(move || {
        let (_, hole, after) = hole(rest)?;
        rest = after;
        Some(hole)
    })
}
