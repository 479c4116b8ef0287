//! Values that are not JSON: from a host language, or numbers that are too large.

use super::{Node, Path, View};
use crate::ground::error::{Error, ErrorReason};

/// Returns the value if all of it is JSON.
///
/// # Errors
/// `not_json` at the first value that is not JSON.
pub(crate) fn expect_json(view: View<'_>) -> Result<View<'_>, Error> {
    match odd(view) {
        None => Ok(view),
        Some((what, path)) => {
            let found = [what.as_str(), advice(&what)].concat();
            Err(Error::from(ErrorReason::NotJson { found }).under(path))
        }
    }
}

/// Returns what to do about a value that is not JSON, if that is known.
fn advice(what: &str) -> &'static str {
    match what {
        "a Date" | "an invalid Date" => "; write a date as text, such as 2026-12-25",
        "NaN" | "Infinity" | "-Infinity" => "; leave it out, or write a number",
        _ => "",
    }
}

/// Finds the first part of a value that is not JSON. Returns its description and its path.
pub(crate) fn odd(view: View<'_>) -> Option<(String, Path)> {
    if view.is_json() {
        None
    } else {
        first_odd(view, &mut Path::new())
    }
}

fn first_odd(view: View<'_>, path: &mut Path) -> Option<(String, Path)> {
    match view.node() {
        Node::Odd { what, .. } => Some((what.to_owned(), path.clone())),
        Node::Array(items) => items.enumerate().find_map(|(index, item)| {
            path.push(index);
            let found = first_odd(item, path);
            path.pop();
            found
        }),
        Node::Object(members) => members.into_iter().find_map(|(name, member)| {
            path.push(name.to_owned());
            let found = first_odd(member, path);
            path.pop();
            found
        }),
        _ => None,
    }
}
