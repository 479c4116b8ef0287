//! Puts a draft's value on top of a stored one.

use super::each::{
    Counterparts, Order, Rewrite, Visited, VisitedMember, Visitor, each, each_item_of, each_value,
};
use super::echo::repeated_items;
use super::pairs::{Pair, Pairs};
use crate::ground::json::{Node, Path, Tree, View};
use crate::knowledge::schema::{List, Member, Object, Type};

/// Keeps the stored members that the draft leaves out of an object. Arrays are those of the draft, each item on top of
/// its counterpart in the stored array. An item that replaces another has the members of it that no update can change, if
/// they are kept. The second record beside is the stored one again, except in such an item.
///
/// ```text
/// stored  [{ "kind": "custom", "location": "Room 1", "meetingId": "m1" }]
/// draft   [{ "kind": "custom", "location": "Room 2" }]
/// result  [{ "kind": "custom", "location": "Room 2", "meetingId": "m1" }]
/// ```
#[derive(Clone, Copy)]
struct Overlay {
    /// True if the draft also sets response-only members.
    writes_all: bool,
    /// True if an item that replaces another keeps the members of it that no update can change.
    keeps_fixed: bool,
}

impl Visitor for Overlay {
    fn order(&self) -> Order {
        Order::Other
    }

    fn member<'a>(&mut self, _: &Path, visited: &VisitedMember<'a, '_>) -> Rewrite<'a> {
        let is_response_only = visited.row.is_some_and(Member::is_response_only);
        if visited.own.is_some() && (self.writes_all || !is_response_only) {
            return Rewrite::Itself;
        }
        // An item that replaces another has no origin, and inherits only what is fixed.
        let is_replacement = visited.object.origin.is_none();
        match visited.other {
            Some(stored) if !is_replacement || is_fixed(visited.row) => {
                Rewrite::Copied(visited.name, stored)
            }
            _ => Rewrite::Nothing,
        }
    }

    fn items<'a>(&self, list: &'static List, visited: &Visited<'a>) -> Counterparts<'a> {
        // The stored item is the origin of the same item, not of one that replaces it. `member` and this function ask for
        // the origin.
        let (Some(stored), Some(_)) = (visited.other, visited.origin) else {
            // An item that replaces another keeps nothing of the lists inside it.
            return Counterparts::default();
        };
        if list.is_set() {
            let same = repeated_items(list, stored, visited.view);
            return Counterparts {
                others: same.clone(),
                origins: same,
            };
        }
        let pairs = Pairs::of(list, stored, visited.view);
        let same = pairs.same_items();
        let all = if self.keeps_fixed {
            pairs.partner_items()
        } else {
            same.clone()
        };
        Counterparts {
            others: all,
            origins: same,
        }
    }

    fn passes(&self, _: &Type, visited: &Visited<'_>) -> bool {
        visited
            .other
            .is_some_and(|stored| stored.alike(visited.view) == Some(true))
    }
}

/// Returns true for a member that no update can change: one of responses only, or one that the tables do not contain.
pub(crate) fn is_fixed(row: Option<&Member>) -> bool {
    row.is_none_or(Member::is_response_only)
}

/// Sets every member that the draft has.
const ALL: Overlay = Overlay {
    writes_all: true,
    keeps_fixed: true,
};
/// Sets the members that the service can change.
const WRITABLE: Overlay = Overlay {
    writes_all: false,
    ..ALL
};

/// Returns the stored value with the draft's on top.
pub(crate) fn overlay<'a>(ty: &'static Type, stored: View<'a>, draft: View<'a>) -> Tree {
    each_value(
        &mut ALL.clone(),
        ty,
        Visited::alone(draft).beside(stored).coming_from(stored),
    )
}

/// Returns the stored list with the draft's on top: its items, each on top of its counterpart.
pub(crate) fn list_overlay<'a>(list: &'static List, stored: View<'a>, draft: View<'a>) -> Tree {
    each_item_of(
        &mut ALL.clone(),
        list,
        Visited::alone(draft).beside(stored).coming_from(stored),
    )
}

/// Returns the stored record with a draft's on top, as the service can carry it out: response-only members keep their
/// stored values.
pub(crate) fn over_stored<'a>(table: &'static Object, stored: View<'a>, draft: View<'a>) -> Tree {
    each(
        &mut WRITABLE.clone(),
        table,
        Visited::alone(draft).beside(stored).coming_from(stored),
    )
}

/// Like [`over_stored`], but an item that replaces another has none of its members: the service may give it new ones.
pub(crate) fn over_stored_anew<'a>(
    table: &'static Object,
    stored: View<'a>,
    draft: View<'a>,
) -> Tree {
    each(
        &mut Overlay {
            keeps_fixed: false,
            ..WRITABLE
        },
        table,
        Visited::alone(draft).beside(stored).coming_from(stored),
    )
}

/// Returns a stored value with that of a draft on top, as the service can carry it out. A new value loses its
/// response-only members.
pub(crate) fn value_over_stored(
    ty: &'static Type,
    stored: Option<View<'_>>,
    draft: View<'_>,
) -> Tree {
    let visited = Visited {
        other: stored,
        origin: stored,
        ..Visited::alone(draft)
    };
    each_value(&mut WRITABLE.clone(), ty, visited)
}

/// Returns true if [`overlay`] equals the draft: it leaves out no member, and has the stored ones in their order.
pub(crate) fn is_whole<'a>(ty: &'static Type, stored: View<'a>, draft: View<'a>) -> bool {
    match (ty, stored.node(), draft.node()) {
        // Days and ranges are the draft's as a whole.
        (Type::List(list), Node::Array(_), Node::Array(_)) if list.is_set() => true,
        (Type::List(list), Node::Array(_), Node::Array(_)) => {
            are_whole(list, &Pairs::of(list, stored, draft))
        }
        _ => overlay(ty, stored, draft).root().alike(draft) == Some(true),
    }
}

/// Applies [`is_whole`] to the items of an array.
pub(crate) fn are_whole(list: &'static List, pairs: &Pairs<'_>) -> bool {
    pairs
        .not_known_equal()
        .all(|pair| is_item_whole(list, &pair, pairs.is_replacement[pair.right]))
}

/// Applies [`is_whole`] to an item. One that is replaced in place keeps nothing of the stored one but what is fixed.
fn is_item_whole(list: &'static List, pair: &Pair<'_>, is_replaced: bool) -> bool {
    if !is_replaced {
        return is_whole(&list.item, pair.before, pair.after);
    }
    let visited = Visited {
        list: Some(list),
        ..Visited::alone(pair.after).beside(pair.before)
    };
    let overlaid = each_value(&mut ALL.clone(), &list.item, visited);
    overlaid.root().alike(pair.after) == Some(true)
}
