//! Members that the service sets by itself if a record has none: IDs, response-only members, defaults.

use std::borrow::Cow;

use super::each::{Counterparts, Rewrite, Visited, VisitedMember, Visitor, items_by_key};
use super::same;
use crate::ground::json::{Builder, Each, Path, Tree, View, equal};
use crate::knowledge::schema::{Access, Key, KeyOf, List, Member, Object, Type};

/// Drops the members of a record that the service has filled in, if the record beside has none of that name.
#[derive(Default)]
pub(crate) struct WithoutFilledIn {
    is_since_base: bool,
}

impl WithoutFilledIn {
    /// Returns a visitor for a record with the one that was sent and the one from before beside: in an object that was not
    /// there before, the service has filled in every member that was not sent.
    pub(crate) fn since_base() -> Self {
        Self {
            is_since_base: true,
        }
    }
}

impl WithoutFilledIn {
    /// Returns true if the record beside lacks a member, and the service sets it by itself.
    fn is_filled_in(&self, visited: &VisitedMember<'_, '_>) -> bool {
        // The member is here, its object is in the record beside, and the member is not.
        let (Some(value), Some(without), None) = (visited.own, visited.object.other, visited.other)
        else {
            return false;
        };
        // The object is new since the base: the service added what was not sent.
        if self.is_since_base && visited.object.origin.is_none() {
            return true;
        }
        match visited.table.zip(visited.row) {
            Some((table, row)) => {
                self.is_since_base && is_off(value)
                    || is_filled_in(table, row, value, [visited.object.view, without])
            }
            None => self.is_since_base && is_kept(value, visited.origin),
        }
    }
}

impl Visitor for WithoutFilledIn {
    fn member<'a>(&mut self, _: &Path, visited: &VisitedMember<'a, '_>) -> Rewrite<'a> {
        if self.is_filled_in(visited) {
            Rewrite::Nothing
        } else {
            Rewrite::Itself
        }
    }

    fn items<'a>(&self, list: &'static List, visited: &Visited<'a>) -> Counterparts<'a> {
        if self.is_since_base {
            items_completed(list, visited)
        } else {
            items_by_key(list, visited)
        }
    }

    fn passes(&self, _: &Type, visited: &Visited<'_>) -> bool {
        visited
            .other
            .is_none_or(|other| other.alike(visited.view) == Some(true))
    }
}

/// Adds the members that the record beside is known to have and that responses leave out.
pub(crate) struct WithHidden;

impl Visitor for WithHidden {
    fn more_members(
        &mut self,
        _: &Path,
        table: &'static Object,
        visited: &Visited<'_>,
        out: &mut Builder<'_>,
    ) {
        let Some(known) = visited.other else {
            return;
        };
        for row in table.members {
            if !row.is_request_only() || visited.view.get(row.name).is_some() {
                continue;
            }
            if let Some(value) = known.get(row.name) {
                out.copy(Some(row.name), value);
            }
        }
    }

    fn passes(&self, _: &Type, visited: &Visited<'_>) -> bool {
        visited
            .other
            .is_none_or(|other| other.alike(visited.view) == Some(true))
    }
}

/// Adds the members that the service has filled into the record beside.
#[derive(Default)]
pub(crate) struct FilledIn {
    is_draft: bool,
    is_since_base: bool,
}

impl FilledIn {
    /// Returns a visitor for a draft, which has no response-only members.
    pub(crate) fn into_draft() -> Self {
        Self {
            is_draft: true,
            ..Self::default()
        }
    }

    /// Like [`WithoutFilledIn::since_base`]: with the record that has the members beside, and the one from before.
    pub(crate) fn since_base(self) -> Self {
        Self {
            is_since_base: true,
            ..self
        }
    }
}

impl Visitor for FilledIn {
    fn more_members(
        &mut self,
        _: &Path,
        table: &'static Object,
        visited: &Visited<'_>,
        out: &mut Builder<'_>,
    ) {
        let Some(other) = visited.other else {
            return;
        };
        let is_of_new = self.is_since_base && visited.origin.is_none();
        for (name, value) in other.each_member() {
            // The table is searched for the name first, since the record may have many members.
            let is_new = match table.member(name) {
                Some(row) if !(self.is_draft && row.is_response_only()) => {
                    is_of_new || is_filled_in(table, row, value, [other, visited.view])
                }
                Some(_) => false,
                None if self.is_draft => false,
                None => {
                    let base = visited.origin.get(name);
                    is_of_new || self.is_since_base && is_kept(value, base)
                }
            };
            if is_new && visited.view.get(name).is_none() {
                out.copy(Some(name), value);
            }
        }
    }

    fn items<'a>(&self, list: &'static List, visited: &Visited<'a>) -> Counterparts<'a> {
        if self.is_since_base {
            items_completed(list, visited)
        } else {
            items_by_key(list, visited)
        }
    }

    fn passes(&self, _: &Type, visited: &Visited<'_>) -> bool {
        visited
            .other
            .is_none_or(|other| other.alike(visited.view) == Some(true))
    }
}

/// Pairs items by key. A new item whose second half of the key the service has filled in is paired by the first half, if it is
/// the only new one with it.
///
/// ```text
/// sent    [{ "kind": "zoom_conference" }]
/// answer  [{ "kind": "zoom_conference", "location": "https://zoom.example/j/1" }]
/// ```
fn items_completed<'a>(list: &'static List, visited: &Visited<'a>) -> Counterparts<'a> {
    // Nobody has more places than that to meet at.
    const MAX_PLACES: usize = 100;
    let mut items = items_by_key(list, visited);
    let [own, other, base] = [Some(visited.view), visited.other, visited.origin]
        .map(|list| list.and_then(View::list_items).unwrap_or_default());
    let Some(key) = list.keys.last() else {
        return items;
    };
    if own.len() > MAX_PLACES || other.len() > MAX_PLACES {
        return items;
    }
    for item in &own {
        let Some((kind, _)) = halves(*key, *item) else {
            continue;
        };
        // The item that was sent and the item of the answer must be the only new ones of that kind. Of two new Zoom meetings,
        // it is not known which one got which address.
        let own_new = new_of(*key, &kind, &own, [&other, &base]);
        let other_new = new_of(*key, &kind, &other, [&own, &base]);
        if let ([(at, own)], [(_, other)]) = (own_new.as_slice(), other_new.as_slice())
            && only_one_has_second_half(*key, *own, *other)
            && let Some(partner) = items.others.get_mut(*at)
        {
            *partner = Some(*other);
        }
    }
    items
}

fn only_one_has_second_half(key: KeyOf, a: View<'_>, b: View<'_>) -> bool {
    match (halves(key, a), halves(key, b)) {
        (Some((_, a)), Some((_, b))) => a.is_empty() != b.is_empty(),
        _ => false,
    }
}

/// Returns the two halves of an item's key, such as the kind and the place of a location.
fn halves(key: KeyOf, item: View<'_>) -> Option<(Cow<'_, str>, Cow<'_, str>)> {
    match key(item) {
        Some(Key::Pair(first, second)) => Some((first, second)),
        _ => None,
    }
}

/// Returns the items whose key has this first half, and that none of the other lists has.
fn new_of<'a>(
    key: KeyOf,
    kind: &str,
    items: &[View<'a>],
    others: [&[View<'a>]; 2],
) -> Vec<(usize, View<'a>)> {
    let mut new = Vec::new();
    for (at, item) in items.iter().enumerate() {
        let is_of_kind = halves(key, *item).is_some_and(|(first, _)| first == kind);
        let mut known = others.into_iter().flatten();
        if is_of_kind && known.all(|other| key(*other) != key(*item)) {
            new.push((at, *item));
        }
    }
    new
}

/// Returns true if an unknown member is as it was before. No body has it, so an item that was sent with another key lacks
/// it, and the service may keep it all the same.
///
/// ```text
/// before  [{ "kind": "custom", "meetingId": "a", "timezone": "UTC" }]
/// sent    [{ "kind": "zoom_conference" }]
/// answer  [{ "kind": "zoom_conference", "meetingId": "a", "timezone": "UTC" }]
/// ```
fn is_kept(value: View<'_>, before: Option<View<'_>>) -> bool {
    before.is_some_and(|before| equal(before, value))
}

/// Returns true if a unit is the one that the service shows for one that is not set.
fn is_shown(unit: &Member, value: View<'_>) -> bool {
    let text = value.text();
    text.is_some_and(|text| unit.unit_meant(None) == Some(text))
}

/// Returns true if a value is the default of its row.
fn is_default(row: &Member, value: View<'_>) -> bool {
    row.default_value()
        .is_some_and(|default| same(&row.ty, Tree::of(&default).root(), value))
}

/// Returns true for `false`, which says of a member that was not set what it meant: `isPrimary` of a team member. A merge does
/// not count it as filled in, since someone may have chosen it.
fn is_off(value: View<'_>) -> bool {
    value.boolean() == Some(false)
}

/// Returns true if a value of a record is one that the service sets by itself in a record without it. A unit that is not set
/// counts as the one that the specification shows. It is filled in too, and a number that comes with another unit is not.
fn is_filled_in(
    table: &'static Object,
    row: &Member,
    value: View<'_>,
    [with, without]: [View<'_>; 2],
) -> bool {
    match table.other_half(row) {
        // No body can have it, or no response has it: its absence on the other side means nothing.
        _ if row.access != Access::Both => true,
        None => is_default(row, value),
        Some(_) if row.unit.is_none() => is_shown(row, value),
        // 15 (minutes) is filled in, 15 with `hours` beside it is not: the default is in minutes.
        Some(unit) => {
            let is_unit_new = without.get(unit.name).is_none();
            let new_unit = with.get(unit.name).filter(|_| is_unit_new);
            is_default(row, value) && new_unit.is_none_or(|value| is_shown(unit, value))
        }
    }
}
