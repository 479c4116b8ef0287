//! A list whose items are processed one by one.

use super::ledger::UNKNOWN;
use crate::ground::json::{Listed, View, duplicates, ordered};
use crate::knowledge::format::Date;
use crate::knowledge::schema::{Kind, List, date_of};
use crate::record::{Pairs, Partner};
use crate::verbs::validate::by_item;

/// A list whose items are processed one by one: special dates, with their counterparts in the stored list.
#[derive(Clone, Debug)]
pub(super) struct KeyedList {
    pub(super) slot: u8,
    pub(super) name: &'static str,
    pub(super) list: &'static List,
    /// The date of each item.
    pub(super) dates: Vec<Option<Date>>,
    /// The number of duplicate dates.
    pub(super) duplicates: usize,
    /// The sorted dates of the stored list, with their indexes. `None` if one is missing or a duplicate.
    stored: Option<Vec<(Date, usize)>>,
    /// True if the stored record has the list too.
    pub(super) is_stored: bool,
    pub(super) partner: Vec<Option<usize>>,
    pub(super) instead: Vec<bool>,
}

impl KeyedList {
    pub(super) fn of(kind: Kind, slot: usize, stored: View<'_>, draft: View<'_>) -> Option<Self> {
        let row = kind.record().members.get(slot)?;
        let list = by_item(&row.ty)?;
        let items = draft.get(row.name).filter(|value| value.items().is_some())?;
        let own = stored.get(row.name).filter(|value| value.items().is_some());
        let dates: Vec<Option<Date>> = items.items()?.map(date_of).listed();
        let (partner, instead) = own.map_or_else(
            || (vec![None; dates.len()], vec![false; dates.len()]),
            |own| {
                let pairs = Pairs::of(list, own, items);
                (pairs.partner, pairs.instead)
            },
        );
        let duplicates = duplicates(dates.len(), &|a, b| dates[a].cmp(&dates[b]));
        let duplicates = duplicates.into_iter().filter(|(first, _)| dates[*first].is_some()).count();
        Some(Self {
            slot: u8::try_from(slot).unwrap_or(UNKNOWN),
            name: row.name,
            list,
            dates,
            duplicates,
            stored: own.and_then(in_order),
            is_stored: own.is_some(),
            partner,
            instead,
        })
    }

    /// Returns a stored item as the counterpart of the draft's item at an index.
    pub(super) fn partner<'a>(&self, at: usize, item: View<'a>) -> Partner<'a> {
        let own = self.dates.get(at).copied().flatten();
        Partner { item, is_same: own.is_some() && own == date_of(item) }
    }

    /// Returns true if items are identified by their dates, false if by their positions.
    pub(super) fn is_keyed(&self) -> bool {
        self.stored.is_some() && self.duplicates == 0 && self.dates.iter().all(Option::is_some)
    }

    /// Changes the date of an item.
    pub(super) fn redate(&mut self, at: usize, date: Option<Date>, stored: Option<View<'_>>) {
        let others = |date: Option<Date>| {
            let same = self.dates.iter().enumerate().filter(|(other, own)| *other != at && **own == date);
            usize::from(date.is_some() && same.count() > 0)
        };
        self.duplicates = self.duplicates + others(date) - others(self.dates[at]);
        self.dates[at] = date;
        if self.is_keyed() {
            let stored = self.stored.as_deref().unwrap_or_default();
            let found = stored.binary_search_by(|(own, _)| Some(*own).cmp(&date)).ok();
            self.partner[at] = found.map(|found| stored[found].1);
        } else {
            let own = nth(stored, at).and_then(date_of);
            self.instead[at] = own.zip(date).is_some_and(|(own, date)| own != date);
        }
    }
}

/// Returns the sorted dates of a list with their indexes, or `None` if one is missing or a duplicate.
fn in_order(list: View<'_>) -> Option<Vec<(Date, usize)>> {
    let dates: Vec<Date> = list.items()?.map(date_of).all_listed()?;
    let order = ordered(dates.len(), &|a, b| dates[a].cmp(&dates[b]));
    let once = order.windows(2).all(|pair| dates[pair[0]] != dates[pair[1]]);
    once.then(|| order.into_iter().map(|at| (dates[at], at)).listed())
}

pub(super) fn nth(list: Option<View<'_>>, at: usize) -> Option<View<'_>> {
    list.and_then(View::items).and_then(|mut items| items.nth(at))
}
