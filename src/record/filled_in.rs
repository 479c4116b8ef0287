//! Members that the service sets by itself if a record has none: IDs, response-only members, defaults.

use super::each::{Becomes, Here, Met, Visitor, items_by_key};
use super::same;
use crate::ground::json::{Each, Listed, Open, Path, Tree, View};
use crate::knowledge::schema::{Access, Key, List, Member, Object, Type};

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

impl Visitor for WithoutFilledIn {
    fn member<'a>(&mut self, _: &Path, met: &Met<'a, '_>) -> Becomes<'a> {
        let is_filled_in = |value| {
            let Some(without) = met.of.beside[0].filter(|_| met.beside[0].is_none()) else {
                return false;
            };
            let is_of_new = self.is_since_base && met.of.beside[1].is_none();
            let row = met.table.zip(met.row);
            is_of_new
                || row.is_some_and(|(table, row)| {
                    is_filled_in(table, row, value, [met.of.view, without])
                })
        };
        if met.own.is_some_and(is_filled_in) {
            Becomes::Nothing
        } else {
            Becomes::Itself
        }
    }

    fn items<'a>(&self, list: &'static List, here: &Here<'a>) -> [Vec<Option<View<'a>>>; 2] {
        if self.is_since_base {
            items_completed(list, here)
        } else {
            items_by_key(list, here)
        }
    }

    fn passes(&self, _: &Type, here: &Here<'_>) -> bool {
        here.beside[0].is_none_or(|other| other.alike(here.view) == Some(true))
    }
}

/// Adds the members that the record beside is known to have and that responses leave out.
pub(crate) struct WithHidden;

impl Visitor for WithHidden {
    fn more_members(
        &mut self,
        _: &Path,
        table: &'static Object,
        here: &Here<'_>,
        out: &mut Open<'_>,
    ) {
        let known = here.beside[0].map(|known| {
            table
                .members
                .iter()
                .filter_map(move |row| Some((row, known.get(row.name)?)))
        });
        for (row, value) in known.into_iter().flatten() {
            if row.access == Access::RequestOnly && here.view.get(row.name).is_none() {
                out.copy(Some(row.name), value);
            }
        }
    }

    fn passes(&self, _: &Type, here: &Here<'_>) -> bool {
        here.beside[0].is_none_or(|other| other.alike(here.view) == Some(true))
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
        here: &Here<'_>,
        out: &mut Open<'_>,
    ) {
        let Some(beside) = here.beside[0] else { return };
        let is_of_new = self.is_since_base && here.beside[1].is_none();
        let is_taken = |row: &Member| !(self.is_draft && row.access == Access::ResponseOnly);
        for (name, value) in beside.each_member() {
            // The table is searched for the name first, since the record may have many members.
            let is_new = match table.member(name) {
                Some(row) if is_taken(row) => {
                    is_of_new || is_filled_in(table, row, value, [beside, here.view])
                }
                Some(_) => false,
                None => is_of_new && !self.is_draft,
            };
            if is_new && here.view.get(name).is_none() {
                out.copy(Some(name), value);
            }
        }
    }

    fn items<'a>(&self, list: &'static List, here: &Here<'a>) -> [Vec<Option<View<'a>>>; 2] {
        if self.is_since_base {
            items_completed(list, here)
        } else {
            items_by_key(list, here)
        }
    }

    fn passes(&self, _: &Type, here: &Here<'_>) -> bool {
        here.beside[0].is_none_or(|other| other.alike(here.view) == Some(true))
    }
}

/// Pairs items by key. A new item whose second half of the key the service has filled in is paired by the first half, if it is
/// the only new one with it.
///
/// ```text
/// sent    [{ "kind": "zoom_conference" }]
/// answer  [{ "kind": "zoom_conference", "location": "https://zoom.example/j/1" }]
/// ```
fn items_completed<'a>(list: &'static List, here: &Here<'a>) -> [Vec<Option<View<'a>>>; 2] {
    // Nobody has more places than that to meet at.
    const MOST: usize = 100;
    let mut items = items_by_key(list, here);
    let [own, other, base] = [Some(here.view), here.beside[0], here.beside[1]]
        .map(|list| list.and_then(View::list_items).unwrap_or_default());
    let Some(key) = list
        .keys
        .last()
        .filter(|_| own.len().max(other.len()) <= MOST)
    else {
        return items;
    };
    let halves = |item: View<'a>| match key(item) {
        Some(Key::Pair(first, second)) => Some((first, second)),
        _ => None,
    };
    let is_among =
        |item: View<'a>, others: &[View<'a>]| others.iter().any(|other| key(*other) == key(item));
    let new_of = |kind: &str, items: &[View<'a>], others: &[View<'a>]| {
        let is_of_kind = |item: View<'a>| halves(item).is_some_and(|(first, _)| first == kind);
        let is_new = |(_, item): &(usize, View<'a>)| {
            is_of_kind(*item) && !is_among(*item, others) && !is_among(*item, &base)
        };
        items.iter().copied().enumerate().filter(is_new).listed()
    };
    for item in &own {
        let Some((kind, _)) = halves(*item) else {
            continue;
        };
        if let ([(at, own)], [(_, other)]) =
            (&*new_of(&kind, &own, &other), &*new_of(&kind, &other, &own))
            && let Some(((_, a), (_, b))) = halves(*own).zip(halves(*other))
            && a.is_empty() != b.is_empty()
            && let Some(partner) = items[0].get_mut(*at)
        {
            *partner = Some(*other);
        }
    }
    items
}

/// Returns true if a value of a record is one that the service sets by itself in a record without it. A unit that is not set
/// counts as the one that the specification shows. It is filled in too, and a number that comes with another unit is not.
fn is_filled_in(
    table: &'static Object,
    row: &Member,
    value: View<'_>,
    [with, without]: [View<'_>; 2],
) -> bool {
    let is_shown = |unit: &Member, value: View<'_>| {
        value
            .text()
            .is_some_and(|text| unit.unit_meant(None) == Some(text))
    };
    let is_default = || {
        row.default_value()
            .is_some_and(|default| same(&row.ty, Tree::of(&default).root(), value))
    };
    match table.other_half(row) {
        _ if row.access != Access::Both => true,
        None => is_default(),
        Some(_) if row.unit.is_none() => is_shown(row, value),
        Some(unit) => {
            let new_unit = with
                .get(unit.name)
                .filter(|_| without.get(unit.name).is_none());
            is_default() && new_unit.is_none_or(|value| is_shown(unit, value))
        }
    }
}
