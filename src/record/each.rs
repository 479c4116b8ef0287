//! Transforms a record along its table. Other records can be aligned beside it, by the names of members and the keys of
//! items.

use serde_json::Value;

use crate::ground::fast;
use crate::ground::json::{
    Builder, CollectVec, Each, MaybeByName, Node, Path, Segment, Tree, View, order_of,
    paired_members,
};
use crate::knowledge::schema::{List, Member, Object, Type};

use super::echo::repeated_items;
use super::list::{Arranged, arranged, array_of, is_sound};
use super::not_set::is_not_set;
use super::pairs::Pairs;

/// The current value, and its counterparts in up to two other records. The caller chooses these, and the visitor gives
/// them names of its own:
///
/// ```text
/// record                     other      origin
/// draft, laid over stored    stored     stored, but none for an item that replaces another
/// record after the update    stored     draft
/// ours or base, in a merge   theirs     base
/// ```
#[derive(Clone, Copy)]
pub(crate) struct Visited<'a> {
    pub(crate) view: View<'a>,
    /// Its counterpart in the record that this one is compared with.
    pub(crate) other: Option<View<'a>>,
    /// Its counterpart in the record that this one comes from.
    pub(crate) origin: Option<View<'a>>,
    /// The list that it is an item of.
    pub(crate) list: Option<&'static List>,
}

impl<'a> Visited<'a> {
    pub(crate) fn alone(view: View<'a>) -> Self {
        Self {
            view,
            other: None,
            origin: None,
            list: None,
        }
    }

    pub(crate) fn beside(self, other: View<'a>) -> Self {
        Self {
            other: Some(other),
            ..self
        }
    }

    pub(crate) fn coming_from(self, origin: View<'a>) -> Self {
        Self {
            origin: Some(origin),
            ..self
        }
    }
}

/// The current member.
pub(crate) struct VisitedMember<'a, 'h> {
    /// The table of the object, if it has one.
    pub(crate) table: Option<&'static Object>,
    /// Its row in the table of the object.
    pub(crate) row: Option<&'static Member>,
    pub(crate) name: &'a str,
    /// `None` if only the other record has it.
    pub(crate) own: Option<View<'a>>,
    /// The member of that name in the other record, and in the origin.
    pub(crate) other: Option<View<'a>>,
    pub(crate) origin: Option<View<'a>>,
    pub(crate) object: &'h Visited<'a>,
}

impl VisitedMember<'_, '_> {
    /// Returns its type by its row.
    pub(crate) fn ty(&self) -> &'static Type {
        self.row.map_or(&Type::Open, |row| &row.ty)
    }

    /// Returns true if it is a member of responses that reading leaves out.
    pub(crate) fn is_left_out(&self) -> bool {
        self.table.is_some_and(|table| table.leaves_out(self.name))
    }

    /// Returns true if it is a member of the table with a value that is not set.
    pub(crate) fn is_not_set(&self) -> bool {
        match (self.row, self.own) {
            (Some(row), Some(own)) => is_not_set(&row.ty, own),
            _ => false,
        }
    }
}

/// The result of a member.
pub(crate) enum Rewrite<'a> {
    /// It is left out.
    Nothing,
    /// The transformed member, under its own name.
    Itself,
    /// The transformed member as that row, under the row's name. Paths inside it lead through the given name.
    Row(&'static Member, Segment),
    /// A copy of this value, under that name.
    Copied(&'a str, View<'a>),
    /// Another value.
    Value(Value),
}

/// The order in which the walk visits members and items.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    /// Their own order.
    Own,
    /// The order of the other record, then the members that it does not have.
    Other,
    /// The canonical order.
    Canonical,
}

/// The part of a walk that depends on the verb. By default, the record is left unchanged.
pub(crate) trait Visitor {
    fn order(&self) -> Order {
        Order::Own
    }

    /// Returns the result of a member. The path is that of its object.
    fn member<'a>(&mut self, _: &Path, _: &VisitedMember<'a, '_>) -> Rewrite<'a> {
        Rewrite::Itself
    }

    /// Returns true if an object is a list whose indexes are the names of its members.
    fn is_list(&mut self, _: &Path, _: &Visited<'_>) -> bool {
        false
    }

    /// Returns true if objects with indexes for names stay objects, and their items are visited.
    fn visits_objects(&self) -> bool {
        false
    }

    /// Returns true if the list keeps an item.
    fn keeps(&self, _: &'static List, _: View<'_>) -> bool {
        true
    }

    /// Returns the counterparts of a list's items: by key in the other record, and at the same position in the origin. An
    /// item that replaces another has no counterpart, and days and ranges have those that mean the same.
    fn items<'a>(&self, list: &'static List, visited: &Visited<'a>) -> Counterparts<'a> {
        paired_items(list, visited)
    }

    /// Returns true if a list or an object is surely unchanged, so that it can be copied whole.
    fn passes(&self, _: &Type, _: &Visited<'_>) -> bool {
        false
    }

    /// Writes a changed single value under that name. Returns false if it wrote nothing.
    fn leaf(
        &mut self,
        _: &Path,
        _: &Type,
        _: &Visited<'_>,
        _: Option<&str>,
        _: &mut Builder<'_>,
    ) -> bool {
        false
    }

    /// Writes additional members of an object.
    fn more_members(&mut self, _: &Path, _: &'static Object, _: &Visited<'_>, _: &mut Builder<'_>) {
    }

    /// Writes additional items of a list.
    fn more_items(&mut self, _: &Path, _: &'static List, _: &Visited<'_>, _: &mut Builder<'_>) {}
}

/// For each item of a list, its counterpart in the other record and in the origin. A list may be shorter than that of the
/// items: those beyond its end have none.
#[derive(Default)]
pub(crate) struct Counterparts<'a> {
    pub(crate) others: Vec<Option<View<'a>>>,
    pub(crate) origins: Vec<Option<View<'a>>>,
}

/// Returns the counterparts of a list's items: see [`Visitor::items`].
fn paired_items<'a>(list: &'static List, visited: &Visited<'a>) -> Counterparts<'a> {
    Counterparts {
        others: by_key(list, visited.view, visited.other),
        origins: by_place(visited),
    }
}

/// Returns the items at the same positions in the origin.
fn by_place<'a>(visited: &Visited<'a>) -> Vec<Option<View<'a>>> {
    visited.origin.each_item().map(Some).collect_vec()
}

/// Returns the counterparts of a list's items in both records by key.
pub(super) fn items_by_key<'a>(list: &'static List, visited: &Visited<'a>) -> Counterparts<'a> {
    Counterparts {
        others: by_key(list, visited.view, visited.other),
        origins: by_key(list, visited.view, visited.origin),
    }
}

fn by_key<'a>(
    list: &'static List,
    view: View<'a>,
    other: Option<View<'a>>,
) -> Vec<Option<View<'a>>> {
    let Some(other) = other else {
        return Vec::new();
    };
    let array = view.is_indexed_object().then(|| array_of(view));
    let items = array.as_ref().map_or(view, Tree::root);
    if list.is_set() {
        repeated_items(list, other, items)
    } else {
        same_items(list, other, items)
    }
}

/// Returns the counterparts of a list's items as [`Visitor::items`] does. An item that replaces another one has that one as
/// its counterpart.
pub(crate) fn items_and_replaced<'a>(
    list: &'static List,
    visited: &Visited<'a>,
) -> Counterparts<'a> {
    let stored = match visited.other {
        Some(stored) if list.replaced_in_place => stored,
        _ => return paired_items(list, visited),
    };
    let pairs = Pairs::of(list, stored, visited.view);
    Counterparts {
        others: pairs.partner_items(),
        origins: by_place(visited),
    }
}

/// Returns items with their indexes, as segments of a path.
fn numbered<'a>(items: impl Iterator<Item = View<'a>>) -> Vec<(Segment, View<'a>)> {
    items
        .enumerate()
        .map(|(at, item)| (at.into(), item))
        .collect_vec()
}

/// Returns, for each item of a list, the same item of the stored one.
fn same_items<'a>(list: &'static List, stored: View<'a>, items: View<'_>) -> Vec<Option<View<'a>>> {
    let of_stored = stored.list_items().unwrap_or_default();
    Pairs::of(list, stored, items)
        .same()
        .map(|at| at.map(|at| of_stored[at]))
        .collect_vec()
}

/// Returns a record as the visitor transforms it.
pub(crate) fn each(visitor: &mut dyn Visitor, table: &'static Object, record: Visited<'_>) -> Tree {
    let mut tree = Tree::in_place_of(record.view);
    TableWalk {
        visitor,
        path: Path::new(),
    }
    .object(Some(table), record, &mut tree.object());
    tree
}

/// Returns a value of that type as the visitor transforms it.
pub(crate) fn each_value(visitor: &mut dyn Visitor, ty: &'static Type, value: Visited<'_>) -> Tree {
    let mut tree = Tree::in_place_of(value.view);
    TableWalk {
        visitor,
        path: Path::new(),
    }
    .value(ty, value, None, &mut tree.list());
    tree.into_first()
}

/// Returns a list as the visitor transforms it.
pub(crate) fn each_item_of(
    visitor: &mut dyn Visitor,
    list: &'static List,
    value: Visited<'_>,
) -> Tree {
    let mut tree = Tree::in_place_of(value.view);
    TableWalk {
        visitor,
        path: Path::new(),
    }
    .list(list, value, &mut tree.list().array(None, None));
    tree.into_first()
}

struct TableWalk<'v> {
    visitor: &'v mut dyn Visitor,
    path: Path,
}

/// An object whose members are visited.
struct Around<'a, 'w> {
    table: Option<&'static Object>,
    object: &'w Visited<'a>,
    /// The members of its counterpart in the origin.
    origin: &'w MaybeByName<'a>,
}

impl<'a, 'w> Around<'a, 'w> {
    /// Returns the index of a member's row.
    fn rank(&self, name: &str, value: View<'_>) -> Option<usize> {
        self.table?.row(name, value)
    }

    /// Returns a member with its counterparts.
    fn member(
        &self,
        rank: Option<usize>,
        name: &'a str,
        own: Option<View<'a>>,
        other: Option<View<'a>>,
    ) -> VisitedMember<'a, 'w> {
        VisitedMember {
            table: self.table,
            row: rank.and_then(|rank| self.table?.members.get(rank)),
            name,
            own,
            other,
            origin: self.origin.get(name),
            object: self.object,
        }
    }
}

impl TableWalk<'_> {
    fn object(
        &mut self,
        table: Option<&'static Object>,
        visited: Visited<'_>,
        out: &mut Builder<'_>,
    ) {
        // Members are looked up by name, so that one in another order is still found.
        let others = MaybeByName::of(visited.other);
        let origins = MaybeByName::of(visited.origin);
        let around = Around {
            table,
            object: &visited,
            origin: &origins,
        };
        match self.visitor.order() {
            Order::Own => {
                for (name, own) in visited.view.each_member() {
                    let rank = around.rank(name, own);
                    let other = others.get(name);
                    self.member(&around.member(rank, name, Some(own), other), out);
                }
            }
            // A member that only the other record has is visited too: `own` is `None`, and the visitor may copy it.
            Order::Other => {
                for (name, other, own) in paired_members(visited.other, Some(visited.view)) {
                    let rank = own.or(other).and_then(|view| around.rank(name, view));
                    self.member(&around.member(rank, name, own, other), out);
                }
            }
            Order::Canonical => {
                let members = visited
                    .view
                    .each_member()
                    .map(|(name, own)| (around.rank(name, own), name, own))
                    .collect_vec();
                // Known members come in the order of their rows, and unknown ones after them by name.
                let keys = members
                    .iter()
                    .map(|(rank, name, _)| rank.map_or((usize::MAX, *name), |rank| (rank, "")))
                    .collect_vec();
                for at in order_of(&keys) {
                    let (rank, name, own) = members[at];
                    let other = others.get(name);
                    self.member(&around.member(rank, name, Some(own), other), out);
                }
            }
        }
        if let Some(table) = table {
            self.visitor.more_members(&self.path, table, &visited, out);
        }
    }

    fn member(&mut self, visited: &VisitedMember<'_, '_>, out: &mut Builder<'_>) {
        let (ty, name, segment) = match self.visitor.member(&self.path, visited) {
            Rewrite::Nothing => return,
            Rewrite::Copied(name, view) => return out.copy(Some(name), view),
            Rewrite::Value(value) => return out.value(Some(visited.name), &value),
            Rewrite::Itself => {
                let segment = match visited.row {
                    Some(row) => row.name.into(),
                    None => Segment::from(visited.name.to_owned()),
                };
                (visited.ty(), visited.name, segment)
            }
            Rewrite::Row(row, segment) => (&row.ty, row.name, segment),
        };
        // Only the other record has the member, and the visitor did not copy it.
        let Some(own) = visited.own else { return };
        self.path.push(segment);
        let value = Visited {
            view: own,
            other: visited.other,
            origin: visited.origin,
            list: None,
        };
        self.value(ty, value, Some(name), out);
        self.path.pop();
    }

    fn value(
        &mut self,
        ty: &'static Type,
        visited: Visited<'_>,
        name: Option<&str>,
        out: &mut Builder<'_>,
    ) {
        match (ty, visited.view.node()) {
            (Type::Object(_) | Type::List(_), _)
                if fast::is_on() && self.visitor.passes(ty, &visited) =>
            {
                out.copy(name, visited.view);
            }
            (Type::Object(table), Node::Object(_)) => {
                self.object(
                    Some(table),
                    visited,
                    &mut out.object(name, Some(visited.view)),
                );
            }
            // An object without a table is overlaid member by member, too. For other orders it is one value.
            (Type::Open, Node::Object(_)) if self.visitor.order() == Order::Other => {
                self.object(None, visited, &mut out.object(name, Some(visited.view)));
            }
            // Sound days and ranges are unchanged by every verb.
            (Type::List(list), Node::Array(items))
                if list.is_set() && is_sound(list, items.clone(), &|_| false) =>
            {
                out.copy(name, visited.view);
            }
            (Type::List(list), Node::Array(_)) => {
                self.list(list, visited, &mut out.array(name, Some(visited.view)));
            }
            // The object `{}` as the week is no list: the hours are in a schedule.
            (Type::List(list), Node::Object(members)) if list.is_week() && members.len() == 0 => {
                out.copy(name, visited.view);
            }
            (Type::List(list), Node::Object(_)) if self.visitor.is_list(&self.path, &visited) => {
                self.list(list, visited, &mut out.array(name, Some(visited.view)));
            }
            (Type::List(list), Node::Object(members))
                if self.visitor.visits_objects() && visited.view.is_indexed_object() =>
            {
                // `{ "0": ann, "1": ben }` stays an object, so that the paths of its items still have the names "0" and "1".
                let mut object = out.object(name, Some(visited.view));
                for (name, view) in members {
                    self.path.push(name.to_owned());
                    let item = Visited {
                        list: Some(list),
                        ..Visited::alone(view)
                    };
                    self.value(&list.item, item, Some(name), &mut object);
                    self.path.pop();
                }
            }
            _ if self.visitor.leaf(&self.path, ty, &visited, name, out) => {}
            _ => out.copy(name, visited.view),
        }
    }

    fn list(&mut self, list: &'static List, visited: Visited<'_>, out: &mut Builder<'_>) {
        let items: Vec<(Segment, View<'_>)> = match (visited.view.members(), visited.view.items()) {
            (Some(members), _) => members
                .map(|(name, item)| (name.to_owned().into(), item))
                .collect_vec(),
            (_, Some(items)) if self.visitor.order() == Order::Canonical => {
                match arranged(list, visited.view, items) {
                    Arranged::Days(days) => {
                        for day in days {
                            out.value(None, &day.into());
                        }
                        return;
                    }
                    Arranged::Items(items) => numbered(items.into_iter()),
                }
            }
            _ => numbered(visited.view.each_item()),
        };
        // The counterparts of items are found by key or by position, as the visitor chooses; those of members by name.
        let counterparts = self.visitor.items(list, &visited);
        for (at, (segment, view)) in items.into_iter().enumerate() {
            if !self.visitor.keeps(list, view) {
                continue;
            }
            let item = Visited {
                view,
                other: counterparts.others.get(at).copied().flatten(),
                origin: counterparts.origins.get(at).copied().flatten(),
                list: Some(list),
            };
            self.path.push(segment);
            self.value(&list.item, item, None, out);
            self.path.pop();
        }
        self.visitor.more_items(&self.path, list, &visited, out);
    }
}
