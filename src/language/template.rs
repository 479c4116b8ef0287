//! Templates: text with `{name}` where a parameter belongs.

use serde_json::{Map, Value};

/// What a sentence is filled with.
pub type Params = Map<String, Value>;

/// Parameters that are all text.
pub(crate) fn params(params: &[(&str, &str)]) -> Params {
    let mut filled = Params::with_capacity(params.len());
    for (name, value) in params {
        filled.insert((*name).to_owned(), Value::from(*value));
    }
    filled
}

/// A place in a template that a parameter fills.
#[derive(Clone, Copy)]
pub(crate) struct Hole<'t> {
    /// The parameter.
    pub(crate) name: &'t str,
    /// How it is written: `:day`; or by number, `|# day|# days`; or nothing.
    pub(crate) how: &'t str,
}

/// The first hole of a template, with what stands before and after it. Braces that name nothing stand for themselves.
pub(crate) fn hole(template: &str) -> Option<(&str, Hole<'_>, &str)> {
    template.match_indices('{').find_map(|(at, _)| {
        let (inside, after) = template[at + 1..].split_once('}')?;
        let (name, how) = inside.split_at(inside.find([':', '|']).unwrap_or(inside.len()));
        let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic());
        is_name.then(|| (&template[..at], Hole { name, how }, after))
    })
}

/// All of them, in order.
pub(crate) fn holes(template: &str) -> impl Iterator<Item = Hole<'_>> {
    let mut rest = template;
    std::iter::from_fn(move || {
        let (_, hole, after) = hole(rest)?;
        rest = after;
        Some(hole)
    })
}
