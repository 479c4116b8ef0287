//! Equality of JSON values, and the members of two objects side by side.

use super::{Node, View};

/// Whether two JSON values are equal: members in any order, 1 equal to 1.0 and not to true.
///
/// ```
/// use calendiff::json::equal;
/// use serde_json::json;
/// assert!(equal(&json!({ "a": 1, "b": [] }), &json!({ "b": [], "a": 1.0 })));
/// assert!(!equal(&json!(1), &json!(true)));
/// ```
#[must_use]
pub fn equal<'a, V: View<'a>>(a: V, b: V) -> bool {
    match (a.node(), b.node()) {
        (Node::Null, Node::Null) => true,
        (Node::Bool(a), Node::Bool(b)) => a == b,
        (Node::Number(a), Node::Number(b)) => a == b,
        (Node::Text(a), Node::Text(b)) => a == b,
        (Node::Array(a), Node::Array(b)) => a.len() == b.len() && a.zip(b).all(|(a, b)| equal(a, b)),
        (Node::Object(mine), Node::Object(others)) => {
            mine.len() == others.len()
                && paired_members(Some(a), Some(b))
                    .into_iter()
                    .all(|(_, a, b)| a.zip(b).is_some_and(|(a, b)| equal(a, b)))
        }
        _ => false,
    }
}

/// The members of two objects by name: the first's in its order, then those that only the second has.
pub(crate) fn paired_members<'a, V: View<'a>>(a: Option<V>, b: Option<V>) -> Vec<(&'a str, Option<V>, Option<V>)> {
    let members = |view: Option<V>| view.and_then(View::members).into_iter().flatten();
    let mut others: Vec<(&str, usize, V)> =
        members(b).enumerate().map(|(at, (name, value))| (name, at, value)).collect();
    others.sort_unstable_by_key(|(name, ..)| *name);
    let mut taken = vec![false; others.len()];
    let mut pairs: Vec<_> = members(a)
        .map(|(name, value)| {
            let found = others.binary_search_by_key(&name, |(name, ..)| *name).ok();
            let other = found.and_then(|found| others.get(found)).map(|(_, at, other)| {
                taken[*at] = true;
                *other
            });
            (name, Some(value), other)
        })
        .collect();
    pairs.extend(members(b).zip(taken).filter(|(_, taken)| !taken).map(|((name, value), _)| (name, None, Some(value))));
    pairs
}

/// An object whose members are asked for by name, many times: n log n once, and then log n each.
pub(crate) struct ByName<'a, V>(Vec<(&'a str, V)>);

impl<'a, V: View<'a>> ByName<'a, V> {
    pub(crate) fn of(object: Option<V>) -> Self {
        let mut members: Vec<(&str, V)> = object.and_then(View::members).into_iter().flatten().collect();
        members.sort_by_key(|(name, _)| *name);
        Self(members)
    }

    pub(crate) fn get(&self, name: &str) -> Option<V> {
        let at = self.0.binary_search_by_key(&name, |(name, _)| *name).ok()?;
        self.0.get(at).map(|(_, member)| *member)
    }
}
