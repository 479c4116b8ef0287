//! Pairs the items of two arrays.

use std::collections::{BTreeMap, VecDeque};

use super::key::KeyStep;
use crate::ground::fast;
use crate::ground::json::{Each, Listed, View, canonical_text, equal, ordered};
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
        let known = |item| list.keys.last().is_some_and(|key| key(item).is_some());
        let partner = |(right, partner): (usize, &Option<usize>)| {
            let is_same = !self.instead[right]
                && (self.by.is_some() || known(self.left[(*partner)?]) && known(self.right[right]));
            Some(Partner { item: self.left[(*partner)?], is_same })
        };
        self.partner.iter().enumerate().map(partner).listed()
    }

    /// Pairs items by identity; by position where a key is missing or a duplicate on either side. n log n in the items.
    pub(crate) fn of(list: &List, left: View<'a>, right: View<'a>) -> Self {
        let left: Vec<View<'a>> = left.list_items().unwrap_or_default();
        let right: Vec<View<'a>> = right.list_items().unwrap_or_default();
        // An empty list does not show if its items would have an ID. Those of a draft have none, so the key is the one
        // that its next item has.
        let told_by = |key: &KeyOf| Some((*key, told_apart(*key, &left, &right)?));
        let mut keys = list.keys.iter();
        let is_either_empty = left.is_empty() || right.is_empty();
        let told = if is_either_empty { keys.rev().find_map(told_by) } else { keys.find_map(told_by) };
        let by = told.as_ref().map(|(by, _)| *by);
        let mut instead = vec![false; right.len()];
        let (mut partner, alike) = told.map_or_else(
            || {
                let partner = by_position(list, &left, &right);
                for ((instead, partner), theirs) in instead.iter_mut().zip(&partner).zip(&right) {
                    let Some(ours) = partner.map(|at| left[at]) else { continue };
                    let key = |item: View<'a>| list.keys.last().and_then(|key| key(item));
                    let (ours, theirs) = (key(ours), key(*theirs));
                    // A place that is given a kind is another place; a team member without a `userId` may be the same.
                    *instead = ours != theirs && (list.replaced_in_place || ours.is_some() && theirs.is_some());
                }
                (partner, vec![false; right.len()])
            },
            |(_, told)| told,
        );
        if list.deleted_by_id {
            part_from_deleted(&mut partner, &left, &right);
        }
        if list.replaced_in_place {
            pair_leftovers(&mut partner, &mut instead, left.len());
        }
        Self { left, right, partner, instead, alike, by }
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
        partners.filter_map(|((index, partner), right)| partner.map(|at| (at, self.left[at], index, *right)))
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
        (0..kept.len()).filter(|at| !kept[*at]).listed()
    }
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
    let mut rest = Rest::of(list, left, right);
    let numbered = [numbered(list, left), numbered(list, right)];
    for alike in [Alike { number: true, text: true }, Alike { number: false, text: true }, Alike::default()] {
        rest.pair_by(&numbered, alike);
    }
    for gone in [false, true] {
        let is_gone = |item: View<'a>| list.deleted_by_id && is_deleted(item);
        rest.pair(&|item| is_gone(item) == gone);
    }
    rest.partner
}

/// The key of an item, and how many items before it have the same.
type Numbered<'a> = (Key<'a>, usize);

/// Returns the key of each item that has one, with how many items before it have the same.
fn numbered<'a>(list: &List, items: &[View<'a>]) -> Vec<Option<Numbered<'a>>> {
    let mut counts: BTreeMap<Key<'a>, usize> = BTreeMap::new();
    let mut number = |item: &View<'a>| {
        let key = list.keys.last()?(*item)?;
        let count = counts.entry(key.clone()).or_default();
        *count += 1;
        Some((key, *count - 1))
    };
    items.iter().map(&mut number).listed()
}

/// What two items of one key must have in common to be a pair.
#[derive(Clone, Copy, Default)]
struct Alike {
    /// The number of items before with that key.
    number: bool,
    /// Their value.
    text: bool,
}

/// The items of two lists while they are paired.
struct Rest<'r, 'a> {
    list: &'r List,
    left: &'r [View<'a>],
    right: &'r [View<'a>],
    partner: Vec<Option<usize>>,
    is_paired: Vec<bool>,
}

impl<'r, 'a> Rest<'r, 'a> {
    fn of(list: &'r List, left: &'r [View<'a>], right: &'r [View<'a>]) -> Self {
        Self { list, left, right, partner: vec![None; right.len()], is_paired: vec![false; left.len()] }
    }

    /// Pairs the items of one key that have no partner yet and are alike, the first with the first.
    fn pair_by(&mut self, keys: &[Vec<Option<Numbered<'a>>>; 2], alike: Alike) {
        let of = |(key, number): &Numbered<'a>, item: View<'a>| {
            let (number, text) = (alike.number.then_some(*number), alike.text.then(|| canonical_text(item)));
            (key.clone(), number, text)
        };
        let (rest, new) = self.without_partner(&|_| true);
        let mut by_key: BTreeMap<_, VecDeque<usize>> = BTreeMap::new();
        for own in rest {
            if let Some(key) = &keys[0][own] {
                by_key.entry(of(key, self.left[own])).or_default().push_back(own);
            }
        }
        for at in new {
            let key = keys[1][at].as_ref().map(|key| of(key, self.right[at]));
            if let Some(own) = key.and_then(|key| by_key.get_mut(&key)?.pop_front()) {
                self.put(own, at);
            }
        }
    }

    fn put(&mut self, own: usize, at: usize) {
        self.partner[at] = Some(own);
        self.is_paired[own] = true;
    }

    fn has_key(&self, item: View<'a>) -> bool {
        self.list.keys.last().is_some_and(|key| key(item).is_some())
    }

    /// Pairs the chosen items that have no partner yet. If there are not as many on both sides, those without a key come
    /// first. Two that have a key are no pair.
    fn pair(&mut self, is_chosen: &dyn Fn(View<'a>) -> bool) {
        let (rest, new) = self.without_partner(is_chosen);
        if rest.len() != new.len() {
            let (rest, new) = self.without_partner(&|item| is_chosen(item) && !self.has_key(item));
            self.put_together(&rest, &new);
        }
        let (rest, new) = self.without_partner(is_chosen);
        self.put_together(&rest, &new);
    }

    /// Returns the indexes of the chosen items that have no partner yet, on the left and on the right.
    fn without_partner(&self, is_chosen: &dyn Fn(View<'a>) -> bool) -> (Vec<usize>, Vec<usize>) {
        let rest = (0..self.left.len()).filter(|at| !self.is_paired[*at] && is_chosen(self.left[*at]));
        let new = (0..self.right.len()).filter(|at| self.partner[*at].is_none() && is_chosen(self.right[*at]));
        (rest.listed(), new.listed())
    }

    fn put_together(&mut self, rest: &[usize], new: &[usize]) {
        let of_rest = rest.iter().map(|at| self.left[*at]).listed();
        let of_new = new.iter().map(|at| self.right[*at]).listed();
        let places = remaining(&of_rest, &of_new).unwrap_or_else(|| (0..new.len().min(rest.len())).listed());
        for (at, place) in new.iter().zip(places) {
            let own = rest[place];
            if !(self.has_key(self.left[own]) && self.has_key(self.right[*at])) {
                self.put(own, *at);
            }
        }
    }
}

/// Returns the place on the left of each item on the right, in the order of both. `None` if one is not there, or if no item
/// was removed.
fn remaining(left: &[View<'_>], right: &[View<'_>]) -> Option<Vec<usize>> {
    if left.len() <= right.len() {
        return None;
    }
    let mut rest = left.iter().enumerate();
    let mut next = |item: &View<'_>| rest.find(|(_, own)| equal(**own, *item)).map(|(at, _)| at);
    right.iter().map(&mut next).all_listed()
}

/// Returns the items of `stored` that are known not to be among `items`.
fn left_out<'a>(list: &'static List, stored: View<'a>, items: View<'a>) -> Vec<View<'a>> {
    let pairs = Pairs::of(list, stored, items);
    if pairs.by.is_some() {
        return pairs.removed().into_iter().map(|at| pairs.left[at]).listed();
    }
    // Keys with duplicates: an item is left out if no item has its key, and none lacks a key but dates that are deleted.
    let Some(key) = list.keys.last() else { return Vec::new() };
    let is_other = |item: &View<'a>| key(*item).is_none() && !(list.deleted_by_id && is_deleted(*item));
    if pairs.right.iter().any(is_other) {
        return Vec::new();
    }
    let mut kept = pairs.right.iter().filter_map(|item| key(*item)).listed();
    kept.sort_unstable();
    let is_gone = |item: &View<'a>| key(*item).is_some_and(|key| kept.binary_search(&key).is_err());
    pairs.left.into_iter().filter(is_gone).listed()
}

/// Returns the stored special dates that have an id and that the draft's list leaves out. One whose id the draft has
/// under another date was moved, not deleted.
pub(crate) fn deleted<'a>(list: &'static List, beside: [Option<View<'a>>; 2]) -> impl Iterator<Item = View<'a>> {
    let [stored, draft] = beside.map(|view| view.filter(|view| list.deleted_by_id && view.items().is_some()));
    let gone = stored.zip(draft).map(|(stored, draft)| left_out(list, stored, draft)).unwrap_or_default();
    let kept: Vec<&str> = match gone.as_slice() {
        [] => Vec::new(),
        _ => draft.each_item().filter_map(id).listed(),
    };
    let is_kept = is_among(kept);
    gone.into_iter().filter(move |entry| id(*entry).is_some() && !is_kept(*entry))
}

/// Returns a test for the entries that have one of the ids.
pub(crate) fn is_among(ids: Vec<&str>) -> impl Fn(View<'_>) -> bool {
    let order = ordered(ids.len(), &|a, b| ids[a].cmp(ids[b]));
    move |entry| id(entry).is_some_and(|id| order.binary_search_by(|at| ids[*at].cmp(id)).is_ok())
}

/// Returns the id of an item, by which the service deletes it.
pub(crate) fn id(entry: View<'_>) -> Option<&str> {
    entry.get("id").and_then(View::text).filter(|id| !id.is_empty())
}

/// Returns the keys of the items of three arrays, or `None` if one is missing or a duplicate.
pub(crate) fn keys<'a>(list: &List, lists: &[Vec<View<'a>>; 3]) -> Option<[Vec<Key<'a>>; 3]> {
    list.keys.iter().find_map(|key| {
        let mut keyed: [Vec<Key<'a>>; 3] = Default::default();
        for (keys, items) in keyed.iter_mut().zip(lists) {
            *keys = items.iter().map(|item| key(*item)).all_listed()?;
            distinct(keys)?;
        }
        Some(keyed)
    })
}

/// Returns, for each item on the right, its partner on the left, and if the two are known to be equal; `None` if a key
/// is missing or a duplicate. Most items follow the same item on both sides and are unchanged, so they need no search.
fn told_apart<'a>(key: KeyOf, left: &[View<'a>], right: &[View<'a>]) -> Option<(Vec<Option<usize>>, Vec<bool>)> {
    let ours = left.iter().map(|item| key(*item)).all_listed()?;
    let order = distinct(&ours)?;
    let mut taken = vec![false; left.len()];
    let (mut partner, mut alike) = (Vec::with_capacity(right.len()), Vec::with_capacity(right.len()));
    let (mut new, mut next) = (Vec::new(), 0);
    for item in right {
        let as_it_was = fast::is_on() && left.get(next).is_some_and(|left| left.alike(*item) == Some(true));
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
    let order = ordered(keys.len(), &|a, b| keys[a].cmp(&keys[b]));
    order.windows(2).all(|pair| keys[pair[0]] != keys[pair[1]]).then_some(order)
}

/// A date that is marked as deleted on the left alone is gone, and the one on the right is a new one.
fn part_from_deleted(partner: &mut [Option<usize>], left: &[View<'_>], right: &[View<'_>]) {
    for (partner, item) in partner.iter_mut().zip(right) {
        *partner = partner.filter(|at| !is_deleted(left[*at]) || is_deleted(*item));
    }
}

/// Pairs a meeting place whose kind or location was edited with the leftover one at the same position. It does not
/// inherit any of its members.
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
