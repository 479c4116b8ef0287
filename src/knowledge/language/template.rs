//! Templates: text with `{name}` in place of a parameter.

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
