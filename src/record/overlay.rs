//! Puts a draft's value on top of a stored one.

use super::each::{Becomes, Here, Met, Order, Visitor, each, each_item_of, each_value};
use super::pairs::Pairs;
use crate::ground::json::{Node, Path, Tree, View};
use crate::knowledge::schema::{Access, List, Object, Type};

/// Keeps the stored members that the draft leaves out of an object. Arrays are those of the draft, each item on top of
/// its counterpart in the stored array.
struct Overlay {
    /// True if the draft also sets response-only members.
    writes_all: bool,
}

impl Visitor for Overlay {
    fn order(&self) -> Order {
        Order::Beside
    }

    fn member<'a>(&mut self, _: &Path, met: &Met<'a, '_>) -> Becomes<'a> {
        let is_written = self.writes_all || met.row.is_none_or(|row| row.access != Access::ResponseOnly);
        match (met.own.filter(|_| is_written), met.beside[0]) {
            (Some(_), _) => Becomes::Itself,
            (None, Some(stored)) => Becomes::Copied(met.name, stored),
            (None, None) => Becomes::Nothing,
        }
    }

    fn passes(&self, _: &Type, here: &Here<'_>) -> bool {
        here.beside[0].is_some_and(|stored| stored.alike(here.view) == Some(true))
    }
}

/// Returns the stored value with the draft's on top.
pub(crate) fn overlay<'a>(ty: &'static Type, stored: View<'a>, draft: View<'a>) -> Tree {
    each_value(&mut Overlay { writes_all: true }, ty, Here::with(draft, [Some(stored), None]))
}

/// Returns the stored list with the draft's on top: its items, each on top of its counterpart.
pub(crate) fn list_overlay<'a>(list: &'static List, stored: View<'a>, draft: View<'a>) -> Tree {
    each_item_of(&mut Overlay { writes_all: true }, list, Here::with(draft, [Some(stored), None]))
}

/// Returns the stored record with a draft's on top, as the service can carry it out: response-only members keep their
/// stored values.
pub(crate) fn over_stored<'a>(table: &'static Object, stored: View<'a>, draft: View<'a>) -> Tree {
    each(&mut Overlay { writes_all: false }, table, Here::with(draft, [Some(stored), None]))
}

/// Returns a stored value with that of a draft on top, as the service can carry it out. A new value loses its
/// response-only members.
pub(crate) fn value_over_stored(ty: &'static Type, stored: Option<View<'_>>, draft: View<'_>) -> Tree {
    each_value(&mut Overlay { writes_all: false }, ty, Here::with(draft, [stored, None]))
}

/// Returns true if [`overlay`] equals the draft: it leaves out no member, and has the stored ones in their order.
pub(crate) fn is_whole<'a>(ty: &'static Type, stored: View<'a>, draft: View<'a>) -> bool {
    match (ty, stored.node(), draft.node()) {
        (Type::List(list), Node::Array(_), Node::Array(_)) if list.is_set() => true,
        (Type::List(list), Node::Array(_), Node::Array(_)) => are_whole(list, &Pairs::of(list, stored, draft)),
        _ => overlay(ty, stored, draft).root().alike(draft) == Some(true),
    }
}

/// Applies [`is_whole`] to the items of an array.
pub(crate) fn are_whole(list: &'static List, pairs: &Pairs<'_>) -> bool {
    pairs.not_alike().all(|(_, a, right, b)| pairs.instead[right] || is_whole(&list.item, a, b))
}
