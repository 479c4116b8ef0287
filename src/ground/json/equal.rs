//! Equality of JSON values, texts that are equal as the values are, and the members of two objects paired by name.

use std::cell::{Cell, OnceCell};
use std::fmt::Write;

use crate::ground::fast;

use serde_json::Value;

use super::{CollectVec, Each, Json, Members, Node, Tree, View, sorted_indexes, to_string};

/// Returns true if two JSON values are equal: members in any order, 1 equal to 1.0 and not to true.
///
/// ```
/// use calendiff::json::equal;
/// use serde_json::json;
/// assert!(equal(json!({ "a": 1, "b": [] }), json!({ "b": [], "a": 1.0 })));
/// assert!(!equal(json!(1), json!(true)));
/// ```
#[must_use]
pub fn equal(a: impl Json, b: impl Json) -> bool {
    let a = a.held();
    let b = b.held();
    let a = a.view();
    let b = b.view();
    let at_once = if fast::is_on() { a.alike(b) } else { None };
    match at_once {
        Some(is_equal) => is_equal,
        None => equal_in_any_order(a, b),
    }
}

/// Returns true if both values are there and equal.
pub(crate) fn are_equal<'a>(a: Option<View<'a>>, b: Option<View<'a>>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => equal(a, b),
        _ => false,
    }
}

impl PartialEq for Tree {
    fn eq(&self, other: &Self) -> bool {
        equal(self, other)
    }
}

impl PartialEq<Value> for Tree {
    fn eq(&self, other: &Value) -> bool {
        equal(self, other)
    }
}

impl PartialEq<Tree> for Value {
    fn eq(&self, other: &Tree) -> bool {
        equal(self, other)
    }
}

fn equal_in_any_order<'a>(a: View<'a>, b: View<'a>) -> bool {
    match (a.node(), b.node()) {
        (Node::Array(a), Node::Array(b)) => {
            a.len() == b.len() && a.zip(b).all(|(a, b)| equal_in_any_order(a, b))
        }
        (Node::Object(mine), Node::Object(others)) => {
            if mine.len() != others.len() {
                return false;
            }
            for member in paired_members(Some(a), Some(b)) {
                let (_, Some(a), Some(b)) = member else {
                    return false;
                };
                if !equal_in_any_order(a, b) {
                    return false;
                }
            }
            true
        }
        _ => a.alike(b) == Some(true),
    }
}

/// Returns true if two objects have the same names in the same order, as most compared objects do.
fn same_names<'a>(mine: &Members<'a>, others: &Members<'a>) -> bool {
    mine.len() == others.len()
        && mine
            .clone()
            .zip(others.clone())
            .all(|((a, _), (b, _))| a == b)
}

/// Pairs the members of two objects by name: the first object's in its order, then those that only the second has.
pub(crate) fn paired_members<'a>(
    a: Option<View<'a>>,
    b: Option<View<'a>>,
) -> Vec<(&'a str, Option<View<'a>>, Option<View<'a>>)> {
    let both = (a.and_then(View::members), b.and_then(View::members));
    if let (Some(mine), Some(others)) = both
        && fast::is_on()
        && same_names(&mine, &others)
    {
        return mine
            .zip(others)
            .map(|((name, a), (_, b))| (name, Some(a), Some(b)))
            .collect_vec();
    }
    let others = ByName::of(b);
    let mut taken = vec![false; others.members.len()];
    let mut pairs = Vec::with_capacity(taken.len());
    for (name, value) in a.each_member() {
        let found = others.find(name);
        if let Some(at) = found {
            taken[at] = true;
        }
        pairs.push((name, Some(value), found.map(|at| others.members[at].1)));
    }
    for ((name, value), is_taken) in others.members.iter().zip(taken) {
        if !is_taken {
            pairs.push((name, None, Some(*value)));
        }
    }
    pairs
}

/// An object for many lookups by name. A name is found at once if it is among those that follow the one that was found
/// before, as names mostly are in two versions of an object; the first others by a linear search; else by n log n once, and
/// then log n each.
pub(crate) struct ByName<'a> {
    members: Vec<(&'a str, View<'a>)>,
    /// The index behind the member that was found last.
    next: Cell<usize>,
    /// The number of names that were searched among all members.
    searched: Cell<usize>,
    /// The sorted order, once it is needed. Empty if there are few members.
    order: OnceCell<Vec<usize>>,
}

/// Up to this number of members, and for so many names, a linear search is faster than sorting the members.
const FEW: usize = 16;

impl<'a> ByName<'a> {
    pub(crate) fn of(object: Option<View<'a>>) -> Self {
        let members = object.each_member().collect_vec();
        Self {
            members,
            next: Cell::new(0),
            searched: Cell::new(0),
            order: OnceCell::new(),
        }
    }

    fn order(&self) -> &[usize] {
        self.order.get_or_init(|| {
            let count = if self.members.len() > FEW || !fast::is_on() {
                self.members.len()
            } else {
                0
            };
            sorted_indexes(count, &|a, b| self.members[a].0.cmp(self.members[b].0))
        })
    }

    pub(crate) fn get(&self, name: &str) -> Option<View<'a>> {
        self.find(name).map(|at| self.members[at].1)
    }

    /// Returns the index of a member in the object.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        let next = self.next.get();
        let few = if fast::is_on() { FEW } else { 0 };
        let mut following = self.members.iter().skip(next).take(few);
        let found = match following.position(|(own, _)| *own == name) {
            Some(ahead) => next + ahead,
            // Not among the next names: the search goes through all members.
            None => self.search(name)?,
        };
        self.next.set(found + 1);
        Some(found)
    }

    fn search(&self, name: &str) -> Option<usize> {
        let searched = self.searched.replace(self.searched.get() + 1);
        // To sort pays only after several names that were not found ahead.
        let order = if searched < FEW && fast::is_on() {
            &[]
        } else {
            self.order()
        };
        // Not sorted yet, or too few members to sort.
        if order.is_empty() {
            return self.members.iter().position(|(own, _)| *own == name);
        }
        let found = order
            .binary_search_by(|at| self.members[*at].0.cmp(name))
            .ok()?;
        Some(order[found])
    }
}

/// Like [`ByName`], but reads the members only at the first lookup.
pub(crate) struct MaybeByName<'a> {
    object: Option<View<'a>>,
    asked: OnceCell<ByName<'a>>,
}

impl<'a> MaybeByName<'a> {
    pub(crate) fn of(object: Option<View<'a>>) -> Self {
        Self {
            object,
            asked: OnceCell::new(),
        }
    }

    pub(crate) fn get(&self, name: &str) -> Option<View<'a>> {
        self.asked().get(name)
    }

    pub(crate) fn asked(&self) -> &ByName<'a> {
        self.asked.get_or_init(|| ByName::of(self.object))
    }
}

/// Returns a text that is equal for equal values, whatever the order of members.
pub(crate) fn canonical_text(view: View<'_>) -> String {
    let mut text = String::new();
    spell(view, &mut text);
    text
}

fn spell(view: View<'_>, text: &mut String) {
    match view.node() {
        Node::Array(items) => {
            text.push('[');
            for item in items {
                spell(item, text);
                text.push(',');
            }
            text.push(']');
        }
        Node::Object(members) => {
            let mut members = members.collect_vec();
            members.sort_unstable_by_key(|(name, _)| *name);
            text.push('{');
            for (name, value) in members {
                text.push_str(&to_string(&name));
                text.push(':');
                spell(value, text);
                text.push(',');
            }
            text.push('}');
        }
        Node::Text(own) => {
            text.push_str(&to_string(&own));
        }
        Node::Number(number) => {
            let _ = write!(text, "{number}");
        }
        Node::Bool(truth) => {
            let _ = write!(text, "{truth}");
        }
        // Values that are not JSON differ from null and from text.
        Node::Null | Node::Odd { .. } => text.push_str(view.node().name()),
    }
}
