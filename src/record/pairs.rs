//! Pairs the items of two arrays.

use std::cmp::Ordering;

use super::key::KeyStep;
use crate::ground::fast;
use crate::ground::json::{
    CollectVec, Each, View, canonical_text, equal, items_at, order_of, sorted_indexes,
};
use crate::knowledge::schema::{Key, KeyOf, List, is_deleted};

/// The items of two arrays, and for each on the right its partner on the left.
pub(crate) struct Pairs<'a> {
    pub(crate) left: Vec<View<'a>>,
    pub(crate) right: Vec<View<'a>>,
    /// For each item on the right, the index of the same item on the left.
    pub(crate) partner: Vec<Option<usize>>,
    /// True for each item on the right that replaced its partner and is not the same item.
    pub(crate) is_replacement: Vec<bool>,
    /// True for each item on the right that is known to equal its partner, as most items of a long array do.
    is_equal: Vec<bool>,
    /// The key of the items. `None` if a key is missing or a duplicate: then they are paired by position.
    pub(crate) by: Option<KeyOf>,
}

/// An item on the left and its partner on the right, each with its index.
pub(crate) struct Pair<'a> {
    pub(crate) left: usize,
    pub(crate) before: View<'a>,
    pub(crate) right: usize,
    pub(crate) after: View<'a>,
}

/// The counterpart of an item in the other array.
#[derive(Clone, Copy)]
pub(crate) struct Partner<'a> {
    pub(crate) item: View<'a>,
    /// True if the two are one item by their key. Otherwise, one has the other's place.
    pub(crate) is_same: bool,
}

impl<'a> Pairs<'a> {
    /// Pairs items by identity; by position where a key is missing or a duplicate on either side. n log n in the items.
    ///
    /// ```text
    /// teamMembers   [ann, ben]            → [ben, cid]            ben is one item, ann is removed, cid is new
    /// availabilities [{ "hours": [] }, …] → [{ "hours": [] }, …]  without dates: by position
    /// ```
    pub(crate) fn of(list: &List, left: View<'a>, right: View<'a>) -> Self {
        let left: Vec<View<'a>> = left.list_items().unwrap_or_default();
        let right: Vec<View<'a>> = right.list_items().unwrap_or_default();
        let mut pairs = match matching(list, &left, &right) {
            Some(matching) => Self {
                is_replacement: vec![false; right.len()],
                partner: matching.partner,
                is_equal: matching.is_equal,
                by: Some(matching.key),
                left,
                right,
            },
            None => Self::by_position(list, left, right),
        };
        if list.deleted_by_id {
            pairs.part_from_deleted();
        }
        // Meeting places only: `custom "Room 1"` became `custom "Room 2"`, so its key differs, though it is the same place in
        // the form.
        if list.replaced_in_place {
            pairs.pair_leftovers();
        }
        pairs
    }

    fn by_position(list: &List, left: Vec<View<'a>>, right: Vec<View<'a>>) -> Self {
        let partner = by_position(list, &left, &right);
        let mut is_replacement = Vec::with_capacity(right.len());
        for (at, item) in right.iter().enumerate() {
            is_replacement.push(match partner[at] {
                Some(own) => replaces(list, left[own], *item),
                None => false,
            });
        }
        Self {
            is_equal: vec![false; right.len()],
            left,
            right,
            partner,
            is_replacement,
            by: None,
        }
    }

    /// Separates each date that is marked as deleted on the left alone: it is gone, and the one on the right is a new one.
    fn part_from_deleted(&mut self) {
        for (partner, item) in self.partner.iter_mut().zip(&self.right) {
            *partner = partner.filter(|at| !is_deleted(self.left[*at]) || is_deleted(*item));
        }
    }

    /// Pairs a meeting place whose kind or location was edited with the leftover one at the same position. It inherits only
    /// the members that no update can change.
    ///
    /// ```text
    /// [zoom, custom "Room 1"] → [zoom, custom "Room 2"]    the second replaces the second
    /// ```
    fn pair_leftovers(&mut self) {
        let is_paired = self.is_paired();
        for at in 0..self.right.len() {
            if self.partner[at].is_none() && is_paired.get(at) == Some(&false) {
                self.is_replacement[at] = true;
                self.partner[at] = Some(at);
            }
        }
    }

    /// Returns the counterpart on the left for each item on the right.
    pub(crate) fn partners(&self, list: &List) -> Vec<Option<Partner<'a>>> {
        let mut partners = Vec::with_capacity(self.right.len());
        for right in 0..self.right.len() {
            partners.push(self.partner_of(list, right));
        }
        partners
    }

    /// Returns the counterpart on the left of one item on the right.
    pub(crate) fn partner_of(&self, list: &List, right: usize) -> Option<Partner<'a>> {
        let left = self.partner[right]?;
        Some(Partner {
            item: self.left[left],
            // Two items without keys, paired by position, may be one or two: they are not known to be the same.
            is_same: !self.is_replacement[right] && self.is_known(list, left, right),
        })
    }

    /// Returns true if the keys of both items are known.
    fn is_known(&self, list: &List, left: usize, right: usize) -> bool {
        self.by.is_some()
            || list.last_key(self.left[left]).is_some()
                && list.last_key(self.right[right]).is_some()
    }

    /// Returns for each item on the right the index of the same item on the left.
    pub(crate) fn same(&self) -> impl Iterator<Item = Option<usize>> {
        let partners = self.partner.iter().zip(&self.is_replacement);
        partners.map(|(partner, is_replacement)| partner.filter(|_| !is_replacement))
    }

    /// Returns for each item on the right the same item on the left.
    pub(crate) fn same_items(&self) -> Vec<Option<View<'a>>> {
        self.same().map(|at| self.item_left(at)).collect_vec()
    }

    /// Returns for each item on the right its partner on the left: the same item, or the one that it replaced.
    pub(crate) fn partner_items(&self) -> Vec<Option<View<'a>>> {
        let partners = self.partner.iter();
        partners.map(|at| self.item_left(*at)).collect_vec()
    }

    fn item_left(&self, at: Option<usize>) -> Option<View<'a>> {
        Some(self.left[at?])
    }

    /// Returns the step to an item on the right, by its key if it is the same item as its partner.
    pub(crate) fn step(&self, right: usize) -> KeyStep {
        // The key of a replacement is new, so a path by it would not lead to the stored item. Its position leads to both.
        let by = self.by.filter(|_| !self.is_replacement[right]);
        KeyStep::to(by, right, self.right[right])
    }

    /// Returns the step to an item on the left.
    pub(crate) fn step_left(&self, left: usize) -> KeyStep {
        KeyStep::to(self.by, left, self.left[left])
    }

    /// Returns the pairs in the order of the right.
    pub(crate) fn both(&self) -> impl Iterator<Item = Pair<'a>> {
        (0..self.right.len()).filter_map(|right| self.pair(right))
    }

    /// Returns the pairs that are not known to be equal.
    pub(crate) fn not_known_equal(&self) -> impl Iterator<Item = Pair<'a>> {
        self.both().filter(|pair| !self.is_equal[pair.right])
    }

    /// Returns an item on the right with its partner.
    pub(crate) fn pair(&self, right: usize) -> Option<Pair<'a>> {
        let left = self.partner[right]?;
        Some(Pair {
            left,
            before: self.left[left],
            right,
            after: self.right[right],
        })
    }

    /// Returns the indexes on the left that have no partner.
    pub(crate) fn removed(&self) -> Vec<usize> {
        let is_paired = self.is_paired();
        (0..self.left.len())
            .filter(|at| !is_paired[*at])
            .collect_vec()
    }

    /// Returns true for each item on the left that has a partner.
    fn is_paired(&self) -> Vec<bool> {
        let mut is_paired = vec![false; self.left.len()];
        for at in self.partner.iter().flatten() {
            is_paired[*at] = true;
        }
        is_paired
    }
}

/// Returns true if an item at the place of another one is surely not the same. A meeting place that is given a kind is another
/// place; a team member without a `userId` may be the same.
fn replaces(list: &List, before: View<'_>, after: View<'_>) -> bool {
    let before = list.last_key(before);
    let after = list.last_key(after);
    let is_known = list.replaced_in_place || before.is_some() && after.is_some();
    is_known && before != after
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
    // Dates that stay are paired among themselves, then those that are marked as deleted among themselves: a deleted date in
    // front must not shift the positions of the others.
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
        let mut own = Vec::new();
        let mut new = Vec::new();
        for place in places {
            if *place < left {
                own.push(*place);
            } else {
                new.push(place - left);
            }
        }
        Self { own, new }
    }
}

impl<'a> Rest<'_, 'a> {
    fn key(&self, item: View<'a>) -> Option<Key<'a>> {
        self.list.last_key(item)
    }

    fn pair_by_key(&mut self) {
        let keys = self
            .left
            .iter()
            .chain(self.right)
            .map(|item| self.key(*item))
            .collect_vec();
        // The indexes of both lists are one sequence, those of the right after those of the left. A run of equal keys may have
        // indexes of both.
        for run in runs(keys.len(), &|a, b| keys[a].cmp(&keys[b])) {
            if keys[run[0]].is_some() {
                self.pair_of_key(&UnpairedItems::of(&run, self.left.len()));
            }
        }
    }

    /// Pairs items of one key: those that are equal and have the same place among them, those that are equal, and the others
    /// in their order.
    fn pair_of_key(&mut self, of_key: &UnpairedItems) {
        // Three passes, from the surest to the least sure: left `A B C`, right `A C D` with one key. A pairs with A by place,
        // then C with C by value, then B with D as the rest.
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
        // Left `[{ "date": "2026-12-24" }, { "hours": [] }]`, right `[{ "hours": [] }]`: the items without a date are the
        // pair, and the date was removed.
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
            own: indexes_of(self.left, is_chosen),
            new: indexes_of(self.right, is_chosen),
        })
    }

    fn without_partner(&self, of: &UnpairedItems) -> UnpairedItems {
        let mut own = of.own.clone();
        let mut new = of.new.clone();
        own.retain(|own| !self.is_paired[*own]);
        new.retain(|at| self.partner[*at].is_none());
        UnpairedItems { own, new }
    }

    fn put(&mut self, own: usize, at: usize) {
        self.partner[at] = Some(own);
        self.is_paired[own] = true;
    }

    /// Pairs items in their order. If items were only removed, each of the others keeps its partner:
    ///
    /// ```text
    /// left 9–12, 13–17, 18–20    right 9–12, 18–20    13–17 was removed, 18–20 stays
    /// ```
    fn put_together(&mut self, rest: &UnpairedItems) {
        let own = items_at(self.left, &rest.own);
        let new = items_at(self.right, &rest.new);
        // Otherwise by index, as far as the shorter list goes.
        let places = match remaining(&own, &new) {
            Some(places) => places,
            None => (0..new.len().min(own.len())).collect_vec(),
        };
        for (at, place) in places.into_iter().enumerate() {
            // Two different keys are two different items, wherever they are.
            if self.key(own[place]).is_none() || self.key(new[at]).is_none() {
                self.put(rest.own[place], rest.new[at]);
            }
        }
    }
}

/// Returns the indexes of the items that are chosen.
fn indexes_of<'a>(items: &[View<'a>], is_chosen: &dyn Fn(View<'a>) -> bool) -> Vec<usize> {
    let mut found = Vec::new();
    for (at, item) in items.iter().enumerate() {
        if is_chosen(*item) {
            found.push(at);
        }
    }
    found
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
        // The search goes on behind the last item found: the order must be the same.
        let (at, _) = rest.find(|(_, own)| equal(**own, *item))?;
        found.push(at);
    }
    Some(found)
}

/// Returns the items of `stored` that are known not to be among `items`.
fn left_out<'a>(list: &'static List, stored: View<'a>, items: View<'a>) -> Vec<View<'a>> {
    let pairs = Pairs::of(list, stored, items);
    if pairs.by.is_some() {
        return items_at(&pairs.left, &pairs.removed());
    }
    // Keys with duplicates: an item is left out if no item has its key, and none lacks a key but dates that are deleted.
    let Some(key) = list.keys.last() else {
        return Vec::new();
    };
    let mut kept = Vec::with_capacity(pairs.right.len());
    for item in &pairs.right {
        match key(*item) {
            Some(key) => kept.push(key),
            None if list.deleted_by_id && is_deleted(*item) => {}
            // A deleted item has an ID only. Of another one without a key, nobody knows which it is.
            None => return Vec::new(),
        }
    }
    kept.sort_unstable();
    let mut gone = pairs.left;
    gone.retain(|item| key(*item).is_some_and(|key| kept.binary_search(&key).is_err()));
    gone
}

/// Returns the stored special dates that have an id and that the draft's list leaves out. One whose id the draft has
/// under another date was moved, not deleted.
pub(crate) fn deleted<'a>(
    list: &'static List,
    [stored, draft]: [Option<View<'a>>; 2],
) -> Vec<View<'a>> {
    let (Some(stored), Some(draft)) = (stored, draft) else {
        return Vec::new();
    };
    if !list.deleted_by_id || stored.items().is_none() || draft.items().is_none() {
        return Vec::new();
    }
    let mut gone = left_out(list, stored, draft);
    // The service deletes a date by its ID, so one without an ID cannot be deleted.
    gone.retain(|entry| id(*entry).is_some());
    if !gone.is_empty() {
        // The date of 24 December, moved to 25 December, has another key but the same ID.
        let is_kept = is_among(draft.each_item().filter_map(id).collect_vec());
        gone.retain(|entry| !is_kept(*entry));
    }
    gone
}

/// Returns a test for the entries that have one of the ids.
pub(crate) fn is_among(ids: Vec<&str>) -> impl Fn(View<'_>) -> bool {
    let order = order_of(&ids);
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
pub(crate) fn keys<'a>(list: &List, lists: [&Vec<View<'a>>; 3]) -> Option<[Vec<Key<'a>>; 3]> {
    // A key counts for all three or for none: meeting places of a draft have no IDs, so there the kind and location count.
    list.keys.iter().find_map(|key| {
        let [base, ours, theirs] = lists.map(|items| distinct_keys(*key, items));
        Some([base?, ours?, theirs?])
    })
}

fn distinct_keys<'a>(key: KeyOf, items: &[View<'a>]) -> Option<Vec<Key<'a>>> {
    let keys = items.iter().map(|item| key(*item)).collect_all()?;
    distinct(&keys)?;
    Some(keys)
}

/// The partners of the items on the right, by a key that each item has and no two items of a list share.
struct Matching {
    key: KeyOf,
    partner: Vec<Option<usize>>,
    /// True for each item on the right that is known to equal its partner.
    is_equal: Vec<bool>,
}

/// Pairs the items by the first key of the list that tells them apart.
fn matching(list: &List, left: &[View<'_>], right: &[View<'_>]) -> Option<Matching> {
    let mut keys = list.keys.iter();
    // An empty list does not show if its items would have an ID. Those of a draft have none, so the key is the one
    // that its next item has.
    if left.is_empty() || right.is_empty() {
        keys.rev().find_map(|key| matching_by(*key, left, right))
    } else {
        keys.find_map(|key| matching_by(*key, left, right))
    }
}

/// Pairs the items by a key, or returns `None` if one has no key or two share one.
fn matching_by(key: KeyOf, left: &[View<'_>], right: &[View<'_>]) -> Option<Matching> {
    let left_keys = left.iter().map(|item| key(*item)).collect_all()?;
    let order = distinct(&left_keys)?;
    let mut partner = Vec::with_capacity(right.len());
    let mut is_equal = Vec::with_capacity(right.len());
    let mut is_taken = vec![false; left.len()];
    let mut new_keys = Vec::new();
    // Most items follow the same item on both sides and are unchanged. So the item after the last partner is compared
    // first, which needs neither a key nor a search.
    let mut next = 0;
    for item in right {
        let is_next = fast::is_on()
            && left
                .get(next)
                .is_some_and(|left| left.alike(*item) == Some(true));
        let found = if is_next {
            Some(next)
        } else {
            let own = key(*item)?;
            let found = order.binary_search_by(|at| left_keys[*at].cmp(&own)).ok();
            if found.is_none() {
                new_keys.push(own);
            }
            found.map(|at| order[at])
        };
        if let Some(at) = found {
            // Two items on the right have the key of one on the left.
            if is_taken[at] {
                return None;
            }
            is_taken[at] = true;
            next = at + 1;
        }
        partner.push(found);
        is_equal.push(is_next);
    }
    // Keys of the left are distinct, and each is taken once. So only keys that are new on the right can still be duplicates.
    distinct(&new_keys)?;
    Some(Matching {
        key,
        partner,
        is_equal,
    })
}

/// Returns the sorted order of the keys, or `None` if two are equal.
fn distinct(keys: &[Key<'_>]) -> Option<Vec<usize>> {
    let order = order_of(keys);
    order
        .windows(2)
        .all(|pair| keys[pair[0]] != keys[pair[1]])
        .then_some(order)
}
