//! Pairs the items of two arrays.

use std::cmp::Ordering;

use super::key::KeyStep;
use crate::ground::fast;
use crate::ground::json::{CollectVec, Each, View, canonical_text, equal, sorted_indexes};
use crate::knowledge::schema::{Key, KeyOf, List, is_deleted};

/// The items of two arrays, and for each on the right its partner on the left.
pub(crate) struct Pairs<'a> {
    pub(crate) left: Vec<View<'a>>,
    pub(crate) right: Vec<View<'a>>,
    /// For each item on the right, the index of the same item on the left.
    pub(crate) partner: Vec<Option<usize>>,
    /// True for each item on the right that replaced its partner and is not the same item.
    pub(crate) instead: Vec<bool>,
    /// True for each item on the right that is known to equal its partner, as most items of a long array do.
    alike: Vec<bool>,
    /// The key of the items. `None` if a key is missing or a duplicate: then they are paired by position.
    pub(crate) by: Option<KeyOf>,
}

/// The counterpart of an item in the other array.
#[derive(Clone, Copy)]
pub(crate) struct Partner<'a> {
    pub(crate) item: View<'a>,
    /// True if the two are one item by their key. Otherwise, one has the other's place.
    pub(crate) is_same: bool,
}

impl<'a> Pairs<'a> {
    /// Returns the counterpart on the left for each item on the right.
    pub(crate) fn partners(&self, list: &List) -> Vec<Option<Partner<'a>>> {
        let mut partners = Vec::with_capacity(self.right.len());
        for (right, partner) in self.partner.iter().enumerate() {
            partners.push(partner.map(|left| {
                let item = self.left[left];
                let is_known = self.by.is_some()
                    || last_key(list, item).is_some()
                        && last_key(list, self.right[right]).is_some();
                Partner {
                    item,
                    is_same: is_known && !self.instead[right],
                }
            }));
        }
        partners
    }

    /// Pairs items by identity; by position where a key is missing or a duplicate on either side. n log n in the items.
    pub(crate) fn of(list: &List, left: View<'a>, right: View<'a>) -> Self {
        let left: Vec<View<'a>> = left.list_items().unwrap_or_default();
        let right: Vec<View<'a>> = right.list_items().unwrap_or_default();
        // An empty list does not show if its items would have an ID. Those of a draft have none, so the key is the one
        // that its next item has.
        let mut keys = list.keys.iter();
        let told = if left.is_empty() || right.is_empty() {
            keys.rev()
                .find_map(|key| Some((*key, told_apart(*key, &left, &right)?)))
        } else {
            keys.find_map(|key| Some((*key, told_apart(*key, &left, &right)?)))
        };
        let by = told.as_ref().map(|(by, _)| *by);
        let mut instead = vec![false; right.len()];
        let (mut partner, alike) = if let Some((_, told)) = told {
            told
        } else {
            let partner = by_position(list, &left, &right);
            for ((instead, partner), theirs) in instead.iter_mut().zip(&partner).zip(&right) {
                let Some(ours) = partner.map(|at| left[at]) else {
                    continue;
                };
                let (ours, theirs) = (last_key(list, ours), last_key(list, *theirs));
                // A place that is given a kind is another place; a team member without a `userId` may be the same.
                *instead = ours != theirs
                    && (list.replaced_in_place || ours.is_some() && theirs.is_some());
            }
            (partner, vec![false; right.len()])
        };
        if list.deleted_by_id {
            part_from_deleted(&mut partner, &left, &right);
        }
        if list.replaced_in_place {
            pair_leftovers(&mut partner, &mut instead, left.len());
        }
        Self {
            left,
            right,
            partner,
            instead,
            alike,
            by,
        }
    }

    /// Returns for each item on the right the index of the same item on the left.
    pub(crate) fn same(&self) -> impl Iterator<Item = Option<usize>> {
        let partners = self.partner.iter().zip(&self.instead);
        partners.map(|(partner, instead)| partner.filter(|_| !instead))
    }

    /// Returns the step to an item on the right, by its key if it is the same item as its partner.
    pub(crate) fn step(&self, right: usize) -> KeyStep {
        let by = self.by.filter(|_| !self.instead[right]);
        KeyStep::to(by, right, self.right[right])
    }

    /// Returns the step to an item on the left.
    pub(crate) fn step_left(&self, left: usize) -> KeyStep {
        KeyStep::to(self.by, left, self.left[left])
    }

    /// Returns the pairs: index and item on the left, index and item on the right, in the order of the right.
    pub(crate) fn both(&self) -> impl Iterator<Item = (usize, View<'a>, usize, View<'a>)> {
        let partners = self.partner.iter().enumerate().zip(&self.right);
        partners.filter_map(|((index, partner), right)| {
            partner.map(|at| (at, self.left[at], index, *right))
        })
    }

    /// Returns the pairs that are not known to be equal.
    pub(crate) fn not_alike(&self) -> impl Iterator<Item = (usize, View<'a>, usize, View<'a>)> {
        self.both().filter(|(_, _, right, _)| !self.alike[*right])
    }

    /// Returns the indexes on the left that have no partner.
    pub(crate) fn removed(&self) -> Vec<usize> {
        let mut kept = vec![false; self.left.len()];
        for at in self.partner.iter().flatten() {
            kept[*at] = true;
        }
        (0..kept.len()).filter(|at| !kept[*at]).collect_vec()
    }
}

/// Returns the key that an item of a draft has, which may lack an ID.
fn last_key<'a>(list: &List, item: View<'a>) -> Option<Key<'a>> {
    list.keys.last().and_then(|key| key(item))
}

/// Pairs the items of lists without distinct keys: those that have one by their key, of two with one key equal ones first;
/// the others by position among the rest.
///
/// ```text
/// left   [{ "date": "2026-12-24" }, { "hours": [] }, { "hours": [], "id": "s1" }]
/// right  [{ "hours": [], "id": "s1" }, { "date": "2026-12-24" }]
/// ```
///
/// The dates are a pair, and of the items without a date the first was removed. A date that is marked as deleted has no
/// place among the others.
fn by_position<'a>(list: &List, left: &[View<'a>], right: &[View<'a>]) -> Vec<Option<usize>> {
    let mut rest = Rest {
        list,
        left,
        right,
        partner: vec![None; right.len()],
        is_paired: vec![false; left.len()],
    };
    rest.pair_by_key();
    for gone in [false, true] {
        rest.pair_by_place(&|item| (list.deleted_by_id && is_deleted(item)) == gone);
    }
    rest.partner
}

/// The items of two lists while they are paired.
struct Rest<'r, 'a> {
    list: &'r List,
    left: &'r [View<'a>],
    right: &'r [View<'a>],
    partner: Vec<Option<usize>>,
    is_paired: Vec<bool>,
}

/// Indexes of items on the left, and on the right.
struct UnpairedItems {
    own: Vec<usize>,
    new: Vec<usize>,
}

impl UnpairedItems {
    /// Returns the sides of places in the items of both lists, those of the left first.
    fn of(places: &[usize], left: usize) -> Self {
        let own = places
            .iter()
            .copied()
            .filter(|place| *place < left)
            .collect_vec();
        let new = places
            .iter()
            .filter(|place| **place >= left)
            .map(|place| place - left)
            .collect_vec();
        Self { own, new }
    }
}

impl<'a> Rest<'_, 'a> {
    fn key(&self, item: View<'a>) -> Option<Key<'a>> {
        self.list.keys.last().and_then(|key| key(item))
    }

    fn pair_by_key(&mut self) {
        let keys = self
            .left
            .iter()
            .chain(self.right)
            .map(|item| self.key(*item))
            .collect_vec();
        for run in runs(keys.len(), &|a, b| keys[a].cmp(&keys[b])) {
            if keys[run[0]].is_some() {
                self.pair_of_key(&UnpairedItems::of(&run, self.left.len()));
            }
        }
    }

    /// Pairs items of one key: those that are equal and have the same place among them, those that are equal, and the others
    /// in their order.
    fn pair_of_key(&mut self, of_key: &UnpairedItems) {
        for (own, at) in of_key.own.iter().zip(&of_key.new) {
            if equal(self.left[*own], self.right[*at]) {
                self.put(*own, *at);
            }
        }
        let rest = self.without_partner(of_key);
        let own = rest.own.iter().map(|own| self.left[*own]);
        let texts = own
            .chain(rest.new.iter().map(|at| self.right[*at]))
            .map(canonical_text)
            .collect_vec();
        for run in runs(texts.len(), &|a, b| texts[a].cmp(&texts[b])) {
            let alike = UnpairedItems::of(&run, rest.own.len());
            for (own, at) in alike.own.iter().zip(&alike.new) {
                self.put(rest.own[*own], rest.new[*at]);
            }
        }
        let rest = self.without_partner(of_key);
        for (own, at) in rest.own.iter().zip(&rest.new) {
            self.put(*own, *at);
        }
    }

    /// Pairs the chosen items that have no partner yet by their place. If there are not as many on both sides, those without
    /// a key come first. Two that have a key are no pair.
    fn pair_by_place(&mut self, is_chosen: &dyn Fn(View<'a>) -> bool) {
        let rest = self.chosen(is_chosen);
        if rest.own.len() != rest.new.len() {
            let without_key = self.chosen(&|item| is_chosen(item) && self.key(item).is_none());
            self.put_together(&without_key);
        }
        self.put_together(&self.without_partner(&rest));
    }

    /// Returns the chosen items that have no partner yet.
    fn chosen(&self, is_chosen: &dyn Fn(View<'a>) -> bool) -> UnpairedItems {
        self.without_partner(&UnpairedItems {
            own: (0..self.left.len())
                .filter(|own| is_chosen(self.left[*own]))
                .collect_vec(),
            new: (0..self.right.len())
                .filter(|at| is_chosen(self.right[*at]))
                .collect_vec(),
        })
    }

    fn without_partner(&self, of: &UnpairedItems) -> UnpairedItems {
        UnpairedItems {
            own: of
                .own
                .iter()
                .copied()
                .filter(|own| !self.is_paired[*own])
                .collect_vec(),
            new: of
                .new
                .iter()
                .copied()
                .filter(|at| self.partner[*at].is_none())
                .collect_vec(),
        }
    }

    fn put(&mut self, own: usize, at: usize) {
        self.partner[at] = Some(own);
        self.is_paired[own] = true;
    }

    fn put_together(&mut self, rest: &UnpairedItems) {
        let own = rest.own.iter().map(|own| self.left[*own]).collect_vec();
        let new = rest.new.iter().map(|at| self.right[*at]).collect_vec();
        let places =
            remaining(&own, &new).unwrap_or_else(|| (0..new.len().min(own.len())).collect_vec());
        for (at, place) in places.into_iter().enumerate() {
            if self.key(own[place]).is_none() || self.key(new[at]).is_none() {
                self.put(rest.own[place], rest.new[at]);
            }
        }
    }
}

/// Returns the indexes below `count` in groups of equal ones, each group in order.
fn runs(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<Vec<usize>> {
    let order = sorted_indexes(count, compare);
    order
        .chunk_by(|a, b| compare(*a, *b).is_eq())
        .map(<[usize]>::to_vec)
        .collect_vec()
}

/// Returns the place on the left of each item on the right, in the order of both. `None` if one is not there, or if no item
/// was removed.
fn remaining(left: &[View<'_>], right: &[View<'_>]) -> Option<Vec<usize>> {
    if left.len() <= right.len() {
        return None;
    }
    let mut rest = left.iter().enumerate();
    let mut found = Vec::with_capacity(right.len());
    for item in right {
        let (at, _) = rest.find(|(_, own)| equal(**own, *item))?;
        found.push(at);
    }
    Some(found)
}

/// Returns the items of `stored` that are known not to be among `items`.
fn left_out<'a>(list: &'static List, stored: View<'a>, items: View<'a>) -> Vec<View<'a>> {
    let pairs = Pairs::of(list, stored, items);
    if pairs.by.is_some() {
        return pairs
            .removed()
            .into_iter()
            .map(|at| pairs.left[at])
            .collect_vec();
    }
    // Keys with duplicates: an item is left out if no item has its key, and none lacks a key but dates that are deleted.
    let Some(key) = list.keys.last() else {
        return Vec::new();
    };
    for item in &pairs.right {
        // A deleted item has an ID only. Of another one without a key, nobody knows which it is.
        if key(*item).is_none() && !(list.deleted_by_id && is_deleted(*item)) {
            return Vec::new();
        }
    }
    let mut kept = pairs
        .right
        .iter()
        .filter_map(|item| key(*item))
        .collect_vec();
    kept.sort_unstable();
    let mut gone = pairs.left;
    gone.retain(|item| key(*item).is_some_and(|key| kept.binary_search(&key).is_err()));
    gone
}

/// Returns the stored special dates that have an id and that the draft's list leaves out. One whose id the draft has
/// under another date was moved, not deleted.
pub(crate) fn deleted<'a>(
    list: &'static List,
    beside: [Option<View<'a>>; 2],
) -> impl Iterator<Item = View<'a>> {
    let [stored, draft] =
        beside.map(|view| view.filter(|view| list.deleted_by_id && view.items().is_some()));
    let gone = stored
        .zip(draft)
        .map(|(stored, draft)| left_out(list, stored, draft))
        .unwrap_or_default();
    let kept: Vec<&str> = match gone.as_slice() {
        [] => Vec::new(),
        _ => draft.each_item().filter_map(id).collect_vec(),
    };
    let is_kept = is_among(kept);
    gone.into_iter()
        .filter(move |entry| id(*entry).is_some() && !is_kept(*entry))
}

/// Returns a test for the entries that have one of the ids.
pub(crate) fn is_among(ids: Vec<&str>) -> impl Fn(View<'_>) -> bool {
    let order = sorted_indexes(ids.len(), &|a, b| ids[a].cmp(ids[b]));
    move |entry| id(entry).is_some_and(|id| order.binary_search_by(|at| ids[*at].cmp(id)).is_ok())
}

/// Returns the id of an item, by which the service deletes it.
pub(crate) fn id(entry: View<'_>) -> Option<&str> {
    entry
        .get("id")
        .and_then(View::text)
        .filter(|id| !id.is_empty())
}

/// Returns the keys of the items of three arrays, or `None` if one is missing or a duplicate.
pub(crate) fn keys<'a>(list: &List, lists: &[Vec<View<'a>>; 3]) -> Option<[Vec<Key<'a>>; 3]> {
    list.keys.iter().find_map(|key| {
        let mut keyed: [Vec<Key<'a>>; 3] = Default::default();
        for (keys, items) in keyed.iter_mut().zip(lists) {
            *keys = items.iter().map(|item| key(*item)).collect_all()?;
            distinct(keys)?;
        }
        Some(keyed)
    })
}

/// Returns, for each item on the right, its partner on the left, and if the two are known to be equal; `None` if a key
/// is missing or a duplicate. Most items follow the same item on both sides and are unchanged, so they need no search.
fn told_apart<'a>(
    key: KeyOf,
    left: &[View<'a>],
    right: &[View<'a>],
) -> Option<(Vec<Option<usize>>, Vec<bool>)> {
    let ours = left.iter().map(|item| key(*item)).collect_all()?;
    let order = distinct(&ours)?;
    let mut taken = vec![false; left.len()];
    let (mut partner, mut alike) = (
        Vec::with_capacity(right.len()),
        Vec::with_capacity(right.len()),
    );
    let (mut new, mut next) = (Vec::new(), 0);
    for item in right {
        let as_it_was = fast::is_on()
            && left
                .get(next)
                .is_some_and(|left| left.alike(*item) == Some(true));
        let found = if as_it_was {
            Some(next)
        } else {
            let own = key(*item)?;
            let found = order.binary_search_by(|at| ours[*at].cmp(&own)).ok();
            if found.is_none() {
                new.push(own);
            }
            found.map(|at| order[at])
        };
        if let Some(at) = found {
            if std::mem::replace(&mut taken[at], true) {
                return None;
            }
            next = at + 1;
        }
        partner.push(found);
        alike.push(as_it_was);
    }
    distinct(&new)?;
    Some((partner, alike))
}

/// Returns the sorted order of the keys, or `None` if two are equal.
fn distinct(keys: &[Key<'_>]) -> Option<Vec<usize>> {
    let order = sorted_indexes(keys.len(), &|a, b| keys[a].cmp(&keys[b]));
    order
        .windows(2)
        .all(|pair| keys[pair[0]] != keys[pair[1]])
        .then_some(order)
}

/// A date that is marked as deleted on the left alone is gone, and the one on the right is a new one.
fn part_from_deleted(partner: &mut [Option<usize>], left: &[View<'_>], right: &[View<'_>]) {
    for (partner, item) in partner.iter_mut().zip(right) {
        *partner = partner.filter(|at| !is_deleted(left[*at]) || is_deleted(*item));
    }
}

/// Pairs a meeting place whose kind or location was edited with the leftover one at the same position. It inherits only the
/// members that no update can change.
fn pair_leftovers(partner: &mut [Option<usize>], instead: &mut [bool], left: usize) {
    let mut taken = vec![false; left];
    for at in partner.iter().flatten() {
        taken[*at] = true;
    }
    for (index, (partner, instead)) in partner.iter_mut().zip(instead).enumerate() {
        if partner.is_none() && taken.get(index) == Some(&false) {
            *instead = true;
            *partner = Some(index);
        }
    }
}
