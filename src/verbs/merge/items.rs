//! Merges arrays whose items have keys.

use serde_json::Value;

use super::order::weave;
use super::{
    Conflict, MergedChange, Merger, Named, Resolution, Side, Sides, Views, first_by_alphabet,
};
use crate::ground::json::{Builder, CollectVec, Each, View, duplicates, paired_members};
use crate::knowledge::issue::{Code, Issue};
use crate::knowledge::language::Phrase;
use crate::knowledge::schema::{Access, Key, List, Object, Type};
use crate::knowledge::words;
use crate::record::{KeyStep, is_fixed, is_not_set, keys, moves, same, same_member};
use crate::verbs::diff::{Change, ChangeKind};

/// An item by its key.
struct Item<'a> {
    /// `None` if the item is identified by its position.
    key: Option<Key<'a>>,
    /// Its index in base, ours and theirs.
    at: Sides<Option<usize>>,
    /// The item's fate in the merged array.
    fate: Fate,
    /// True if the sides disagree on its fate.
    is_disputed: bool,
}

/// Returns true if one item has all members of another one, and besides only those that the service sets: an ID, members of
/// responses, unknown members that are empty.
///
/// ```text
/// less  { "date": "2026-12-24T00:00:00.000Z", "hours": [] }
/// more  { "date": "2026-12-24T00:00:00.000Z", "hours": [], "id": "x1" }
/// ```
fn completes(list: &List, more: View<'_>, less: View<'_>) -> bool {
    let Some(table) = list.item.table() else {
        return false;
    };
    for (name, value) in less.each_member() {
        if !same_member(table.member(name), Some(value), more.get(name)) {
            return false;
        }
    }
    more.each_member()
        .all(|(name, value)| less.get(name).is_some() || is_set_by_service(table, name, value))
}

/// Returns true if the service sets a member by itself, or could: one of responses, or an unknown one that is empty.
fn is_set_by_service(table: &Object, name: &str, value: View<'_>) -> bool {
    match table.member(name) {
        Some(row) => row.access != Access::Both,
        None => table.leaves_out(name) || is_not_set(&Type::Open, value),
    }
}

/// Returns true if an item was changed by more than the service: what no update can change, such as a member that no table
/// has, keeps nobody from removing the item.
fn is_edited(list: &List, was: View<'_>, now: View<'_>) -> bool {
    let Some(table) = list.item.table() else {
        return !same(&list.item, was, now);
    };
    let members = paired_members(Some(was), Some(now));
    members.into_iter().any(|(name, was, now)| {
        let row = table.row_of(name);
        !is_fixed(row) && !same_member(row, was, now)
    })
}

/// The fate of an item in the merged array.
enum Fate {
    /// The merged array has it, with the changes of both sides.
    Stays,
    /// The merged array has it with the value of base.
    AsInBase,
    /// The merged array has it with that side's value.
    As(Side),
    /// A side removed it.
    Goes,
}

impl<'a> Item<'a> {
    fn of(key: Option<Key<'a>>, at: Sides<Option<usize>>) -> Self {
        Self {
            key,
            at,
            fate: Fate::Stays,
            is_disputed: false,
        }
    }

    /// Returns true if the item is in the merged array.
    fn survives(&self) -> bool {
        !matches!(self.fate, Fate::Goes)
    }

    /// Returns the item's step in a key path.
    fn step(&self) -> KeyStep {
        if let Some(key) = &self.key {
            return KeyStep::Item(key.clone().into_owned());
        }
        let at = self.at.base.or(self.at.ours).or(self.at.theirs);
        KeyStep::At(at.unwrap_or_default())
    }
}

/// The items of an array in base, ours and theirs.
struct KeyedLists<'a> {
    list: &'static List,
    items: Sides<Vec<View<'a>>>,
}

impl<'a> KeyedLists<'a> {
    /// Returns an item in base, ours and theirs, given its index in each.
    fn item(&self, at: Sides<Option<usize>>) -> Views<'a> {
        Sides {
            base: item_at(&self.items.base, at.base),
            ours: item_at(&self.items.ours, at.ours),
            theirs: item_at(&self.items.theirs, at.theirs),
        }
    }
}

fn item_at<'a>(items: &[View<'a>], at: Option<usize>) -> Option<View<'a>> {
    Some(items[at?])
}

impl Merger {
    /// Merges the items by key. Returns false if the array has to be merged as one value.
    ///
    /// ```text
    /// base    ann, ben         ours  ann, ben, cid    theirs  ben, ann (priority 1)
    /// merged  ben, ann (priority 1), cid
    /// ```
    pub(super) fn items(
        &mut self,
        list: &'static List,
        named: &Named<'_>,
        three: Views<'_>,
        out: &mut Builder<'_>,
    ) -> bool {
        let lists = KeyedLists {
            list,
            items: three.map(|view| view.each_item().collect_vec()),
        };
        // Two team members without a user differ only by their positions.
        let Some(keys) = keys(list, lists.items.as_ref().into_array()) else {
            self.notes.push(Issue::note(
                Code::ByPosition,
                self.path.clone(),
                &[("key", list.identity.key())],
            ));
            return self.by_position(named, &lists, out);
        };
        let (mut items, sequences) = matched(&keys);
        // A meeting place is known by its kind and location, so an edit of either looks like a removal and an addition.
        if list.replaced_in_place && may_share_place(&items) {
            return false;
        }
        let first_conflict = self.conflicts.len();
        // The item of each conflict, in their order.
        let mut conflicting = Vec::new();
        for (id, item) in items.iter_mut().enumerate() {
            self.key.push(item.step());
            (item.fate, item.is_disputed) = self.fate(&lists, item.at);
            self.key.pop();
            while first_conflict + conflicting.len() < self.conflicts.len() {
                conflicting.push(id);
            }
        }
        let order = self.order(named, &lists, &items, &sequences);
        // The places are known only now.
        // A conflict over an item that is not in the merged array stays at the path of the array.
        let places = places(&order, items.len());
        for (conflict, id) in self.conflicts[first_conflict..].iter_mut().zip(conflicting) {
            if let Some(place) = places[id] {
                conflict.path = self.path.with(place);
            }
        }
        // Without a list in base, the items that are in dispute have none to be left out of.
        let has_conflicts = self.conflicts.len() > first_conflict;
        if three.base.is_none() && has_conflicts && order.is_empty() {
            return true;
        }
        let mut array = out.array(Some(named.name), None);
        for (place, id) in order.iter().enumerate() {
            self.item(&lists, place, &items[*id], &mut array);
        }
        true
    }

    /// Decides if an item is in the merged array. Returns its fate, and true if the sides disagree on it.
    ///
    /// ```text
    /// in base  ours       theirs      fate
    /// yes      there      there       stays
    /// yes      removed    unchanged   goes
    /// yes      removed    changed     disputed
    /// no       added      added       stays if they are equal, else disputed
    /// ```
    fn fate(&mut self, lists: &KeyedLists<'_>, at: Sides<Option<usize>>) -> (Fate, bool) {
        let item = lists.item(at);
        let (Some(index), Some(was)) = (at.base, item.base) else {
            return self.added(lists, at);
        };
        let (remover, left) = match (item.ours, item.theirs) {
            (Some(_), Some(_)) => return (Fate::Stays, false),
            (None, None) => (Side::Both, None),
            (None, Some(theirs)) => (Side::Ours, Some(theirs)),
            (Some(ours), None) => (Side::Theirs, Some(ours)),
        };
        let name = words::name(lists.list, index, was);
        let is_disputed = left.is_some_and(|left| is_edited(lists.list, was, left));
        if is_disputed {
            match (self.disputed_removal(lists.list, &name, was, item), remover) {
                (Resolution::Leave | Resolution::Base, _) => return (Fate::AsInBase, true),
                // The choice is the side that still has the item: its version stays. In the remaining cases the choice is the
                // side that removed it.
                (Resolution::Ours, Side::Theirs) => return (Fate::As(Side::Ours), true),
                (Resolution::Theirs, Side::Ours) => return (Fate::As(Side::Theirs), true),
                _ => {}
            }
        }
        let change = Change {
            kind: ChangeKind::Remove,
            // A removed value has the path that it had in base.
            path: self.path.with(index),
            key: self.key.clone(),
            before: Some(was.to_value()),
            after: None,
            words: words::removed(lists.list, &self.label(&name), was),
        };
        self.taken.push(MergedChange {
            from: remover,
            change,
        });
        (Fate::Goes, is_disputed)
    }

    /// Reports that one side removed an item and the other changed it. Returns how the conflict is resolved.
    fn disputed_removal(
        &mut self,
        list: &'static List,
        name: &Phrase,
        was: View<'_>,
        item: Views<'_>,
    ) -> Resolution {
        let said = Sides {
            base: if list.is_dates() {
                words::item(list, was)
            } else {
                Phrase::code("there")
            },
            ours: said(list, was, item.ours),
            theirs: said(list, was, item.theirs),
        };
        let words = self.words(&self.label(name), &said);
        self.conflict(item, words)
    }

    /// Decides the fate of an item that is not in base. If both sides added it and differ in more than the service sets, it is
    /// one value.
    fn added(&mut self, lists: &KeyedLists<'_>, at: Sides<Option<usize>>) -> (Fate, bool) {
        let list = lists.list;
        let item = lists.item(at);
        // An item of one side needs no decision.
        let (Some(index), Some(ours), Some(theirs)) = (at.ours, item.ours, item.theirs) else {
            return (Fate::Stays, false);
        };
        if same(&list.item, ours, theirs) {
            return (Fate::Stays, false);
        }
        if completes(list, ours, theirs) {
            return (Fate::As(Side::Ours), false);
        }
        if completes(list, theirs, ours) {
            return (Fate::As(Side::Theirs), false);
        }
        let mut said = Sides {
            base: Phrase::code("not_there"),
            ours: words::item(list, ours),
            theirs: words::item(list, theirs),
        };
        // Two dates with the same hours read alike: the words then name the members in which they differ.
        if said.ours == said.theirs {
            (said.ours, said.theirs) = words::objects_told_apart(list.item.table(), ours, theirs);
        }
        let name = self.label(&words::name(list, index, ours));
        let words = self.words(&name, &said);
        let fate = match self.conflict(item, words) {
            // Base has no such item, so to keep the value of base is to have none.
            Resolution::Leave | Resolution::Base => Fate::Goes,
            Resolution::Ours => Fate::As(Side::Ours),
            Resolution::Theirs => Fate::As(Side::Theirs),
        };
        (fate, true)
    }

    /// Returns the ids of the surviving items in their merged order.
    fn order(
        &mut self,
        named: &Named<'_>,
        lists: &KeyedLists<'_>,
        items: &[Item<'_>],
        sequences: &Sides<Vec<usize>>,
    ) -> Vec<usize> {
        let is_ordered = lists.list.ordered;
        let orders = Orders { items, sequences };
        let side = match orders.decided(is_ordered) {
            ItemOrder::Kept => None,
            ItemOrder::By(side) => Some(side),
            ItemOrder::Disputed => match self.disputed_order(named, items, sequences) {
                Resolution::Leave | Resolution::Base => None,
                Resolution::Ours => Some(Side::Ours),
                Resolution::Theirs => Some(Side::Theirs),
            },
        };
        let sources = orders.sources(side);
        let order = weave(items.len(), |id| items[id].survives(), sources);
        if let Some(from) = side
            && is_ordered
        {
            let with = match from {
                Side::Ours => BASE_AND_OURS,
                Side::Theirs => BASE_AND_THEIRS,
                Side::Both => ALL,
            };
            // Only an item that base has as well can have moved. Both lists hold the same items, in the order of base and of
            // the side. Base `a b c`, ours `c a x b`: from `a b c` to `c a b`.
            let mut before = orders.common(&sequences.base, with);
            let mut after = orders.common(sources[0], with);
            // An item that goes after a dispute still counts for the decision, but it is at no place to move from or to.
            before.retain(|id| items[*id].survives());
            after.retain(|id| items[*id].survives());
            let moved = Moved {
                before,
                after,
                places: places(&order, items.len()),
            };
            self.moves(lists, from, &moved, items);
        }
        order
    }

    /// Reports a conflict between the orders of both sides. Returns how it is resolved.
    fn disputed_order(
        &mut self,
        named: &Named<'_>,
        items: &[Item<'_>],
        sequences: &Sides<Vec<usize>>,
    ) -> Resolution {
        let said = Sides {
            base: Phrase::code("as_in_base"),
            ours: Phrase::code("another_order"),
            theirs: Phrase::code("another_order"),
        };
        let words = self.words(&self.label(&named.label()), &said);
        let keys = sequences.as_ref().map(|ids| {
            let keys = ids.iter().map(|id| items[*id].step().to_string().into());
            Some(Value::Array(keys.collect_vec()))
        });
        self.disagree(Conflict {
            path: self.path.clone(),
            key: self.key.with(KeyStep::Order),
            base: keys.base,
            ours: keys.ours,
            theirs: keys.theirs,
            words,
        })
    }

    /// Records the moves of one side.
    fn moves(&mut self, lists: &KeyedLists<'_>, from: Side, moved: &Moved, items: &[Item<'_>]) {
        let places_before = places(&moved.before, items.len());
        let partner = moved
            .after
            .iter()
            .map(|id| places_before[*id])
            .collect_vec();
        for (left, right) in moves(moved.before.len(), &partner) {
            let id = moved.after[right];
            let Some(at) = items[id].at.base else {
                continue;
            };
            let name = words::name(lists.list, at, lists.items.base[at]);
            let change = Change {
                kind: ChangeKind::Move,
                path: self.path.with(moved.places[id].unwrap_or(right)),
                key: self.key.with(items[id].step()),
                before: Some(left.into()),
                after: Some(right.into()),
                words: words::moved(&self.label(&name), left, right),
            };
            self.taken.push(MergedChange { from, change });
        }
    }

    /// Writes one item of the merged array.
    fn item(
        &mut self,
        lists: &KeyedLists<'_>,
        place: usize,
        item: &Item<'_>,
        out: &mut Builder<'_>,
    ) {
        let list = lists.list;
        let three = lists.item(item.at);
        if let Some(view) = three.untouched() {
            return out.copy(None, view);
        }
        self.path.push(place);
        self.key.push(item.step());
        match item.fate {
            // Both sides added it, and a choice or the service's members decide: it is written as if only one side had added
            // it.
            Fate::As(side) if three.base.is_none() => {
                let mut chosen = three;
                if side == Side::Ours {
                    chosen.theirs = None;
                } else {
                    chosen.ours = None;
                }
                self.stays(list, place, chosen, out);
            }
            Fate::As(side) => {
                let chosen = if side == Side::Ours {
                    three.ours
                } else {
                    three.theirs
                };
                if let Some(view) = chosen {
                    out.copy(None, view);
                }
                self.changed_inside(list, place, side, three.base, chosen);
            }
            Fate::AsInBase => {
                if let Some(view) = three.base {
                    out.copy(None, view);
                }
            }
            // `Goes` does not occur: the merged order has no item that goes.
            Fate::Goes | Fate::Stays => self.stays(list, place, three, out),
        }
        self.path.pop();
        self.key.pop();
    }

    fn stays(
        &mut self,
        list: &'static List,
        place: usize,
        three: Views<'_>,
        out: &mut Builder<'_>,
    ) {
        if three.base.is_some() {
            return self.merged_item(list, place, three, out);
        }
        let (from, view) = match (three.ours, three.theirs) {
            (Some(ours), None) => (Side::Ours, ours),
            (None, Some(theirs)) => (Side::Theirs, theirs),
            // Both are equal: if they differ, `added` has made a dispute of it.
            (Some(ours), Some(theirs)) if first_by_alphabet(ours, theirs) => (Side::Both, ours),
            (Some(_), Some(theirs)) => (Side::Both, theirs),
            (None, None) => return,
        };
        let label = self.label(&words::name(list, place, view));
        let change = Change {
            kind: ChangeKind::Add,
            path: self.path.clone(),
            key: self.key.clone(),
            before: None,
            after: Some(view.to_value()),
            words: words::added(list, &label, view),
        };
        self.taken.push(MergedChange { from, change });
        out.copy(None, view);
    }

    /// Writes an item with the changes of both sides.
    fn merged_item(
        &mut self,
        list: &'static List,
        place: usize,
        three: Views<'_>,
        out: &mut Builder<'_>,
    ) {
        let Some(view) = three.ours.or(three.theirs).or(three.base) else {
            return;
        };
        self.subject.push(words::name(list, place, view));
        self.members(list.item.table(), three, &mut out.object(None, None));
        self.subject.pop();
    }

    fn changed_inside(
        &mut self,
        list: &'static List,
        place: usize,
        from: Side,
        base: Option<View<'_>>,
        view: Option<View<'_>>,
    ) {
        let Some((base, view)) = base.zip(view) else {
            return;
        };
        let mut differ = self.differ();
        differ.subject.push(words::name(list, place, view));
        differ.members(list.item.table(), base, view);
        self.record(from, differ.changes);
    }

    /// Merges items that cannot be distinguished by position. Returns false if items were added or removed, or are not
    /// objects.
    fn by_position(
        &mut self,
        named: &Named<'_>,
        lists: &KeyedLists<'_>,
        out: &mut Builder<'_>,
    ) -> bool {
        let Sides { base, ours, theirs } = &lists.items;
        // With an item more or less, nothing tells which one is new: the array is merged as one value.
        if base.len() != ours.len() || base.len() != theirs.len() {
            return false;
        }
        let mut all = base.iter().chain(ours).chain(theirs);
        if !all.all(|item| item.members().is_some()) {
            return false;
        }
        let mut array = out.array(Some(named.name), None);
        for place in 0..base.len() {
            let at = Sides {
                base: Some(place),
                ours: Some(place),
                theirs: Some(place),
            };
            self.item(lists, place, &Item::of(None, at), &mut array);
        }
        true
    }
}

/// The items that one side moved, by their ids.
struct Moved {
    /// Those that the side and base have, in the order of base.
    before: Vec<usize>,
    /// Those items in the order of the side.
    after: Vec<usize>,
    /// The place of each item in the merged array.
    places: Vec<Option<usize>>,
}

/// Describes an item that one side changed and the other removed.
fn said(list: &'static List, was: View<'_>, item: Option<View<'_>>) -> Phrase {
    let Some(item) = item else {
        return Phrase::code("removed");
    };
    let said = words::item(list, item);
    if !same(&list.item, item, was) && said == words::item(list, was) {
        Phrase::code("changed")
    } else {
        said
    }
}

/// Returns the place of each item among some ids.
fn places(ids: &[usize], count: usize) -> Vec<Option<usize>> {
    let mut places = vec![None; count];
    for (place, id) in ids.iter().enumerate() {
        places[*id] = Some(place);
    }
    places
}

/// The side whose order of items a merged array has.
enum ItemOrder {
    /// Neither: the items keep their places of base.
    Kept,
    By(Side),
    /// Both sides moved items to different places.
    Disputed,
}

/// Sets of sides: those that must have an item.
const BASE: Sides<bool> = Sides {
    base: true,
    ours: false,
    theirs: false,
};
const OURS: Sides<bool> = Sides {
    base: false,
    ours: true,
    theirs: false,
};
const THEIRS: Sides<bool> = Sides {
    base: false,
    ours: false,
    theirs: true,
};
const BASE_AND_OURS: Sides<bool> = Sides { base: true, ..OURS };
const BASE_AND_THEIRS: Sides<bool> = Sides {
    base: true,
    ..THEIRS
};
const ALL: Sides<bool> = Sides {
    base: true,
    ours: true,
    theirs: true,
};

/// The orders of the items in base, ours and theirs, by their ids.
struct Orders<'a> {
    items: &'a [Item<'a>],
    sequences: &'a Sides<Vec<usize>>,
}

impl<'a> Orders<'a> {
    /// Decides whose order counts. Only the items that are on both compared sides tell if something moved:
    ///
    /// ```text
    /// base a b c   ours c a b   theirs a b c d   by ours: c a b d
    /// base a b c   ours c a b   theirs b a c     disputed
    /// base a       ours a x     theirs x a       disputed, if order counts: x was added at two places
    /// ```
    fn decided(&self, is_ordered: bool) -> ItemOrder {
        let Sides { base, ours, theirs } = self.sequences;
        // The items that both have, in the order of each: base `a b c` and ours `c a x` have `a c` and `c a`. The order
        // differs, so ours moved one of them. Added and removed items do not count.
        let ours_moved = self.common(ours, BASE) != self.common(base, OURS);
        let theirs_moved = self.common(theirs, BASE) != self.common(base, THEIRS);
        let added_apart = is_ordered && self.common(ours, THEIRS) != self.common(theirs, OURS);
        match (ours_moved, theirs_moved) {
            (false, false) if !added_apart => ItemOrder::Kept,
            // If only one side moved items, its order is followed, also for items that both added at different places.
            (true, false) => ItemOrder::By(Side::Ours),
            (false, true) => ItemOrder::By(Side::Theirs),
            (true, true) if !added_apart && self.are_moved_alike() => ItemOrder::By(Side::Both),
            // Both moved items, to different places. Without a meaning of the order, that is not worth a conflict.
            (true, true) if !is_ordered => ItemOrder::Kept,
            _ => ItemOrder::Disputed,
        }
    }

    fn are_moved_alike(&self) -> bool {
        self.common(&self.sequences.ours, ALL) == self.common(&self.sequences.theirs, ALL)
    }

    /// Returns the ids of the items that are on other sides as well. An item that goes counts only if the sides disagree
    /// on it: the resolution of a dispute over an item must not cause another dispute, over the order.
    fn common(&self, ids: &[usize], with: Sides<bool>) -> Vec<usize> {
        let mut common = Vec::new();
        for id in ids {
            let item = &self.items[*id];
            let is_with = (!with.base || item.at.base.is_some())
                && (!with.ours || item.at.ours.is_some())
                && (!with.theirs || item.at.theirs.is_some());
            if is_with && (item.survives() || item.is_disputed) {
                common.push(*id);
            }
        }
        common
    }

    /// Returns the sequences in the order in which they place items: the first places all that it has.
    fn sources(&self, side: Option<Side>) -> [&'a [usize]; 3] {
        let Sides { base, ours, theirs } = self.sequences.as_ref().map(Vec::as_slice);
        // The sides are ordered by their keys, so that swapping them does not change the result.
        // The first source decides most, so of two that count alike it must not be "ours" because of its name.
        let (first, second) = if self.keys(ours) <= self.keys(theirs) {
            (ours, theirs)
        } else {
            (theirs, ours)
        };
        match side {
            // Base `a b`, ours `a x b`, theirs `a b y`: the order of base, then x after a, then y after b.
            None => [base, first, second],
            Some(Side::Ours) => [ours, base, theirs],
            Some(Side::Theirs) => [theirs, base, ours],
            Some(Side::Both) => [first, second, base],
        }
    }

    fn keys(&self, ids: &[usize]) -> Vec<&'a Option<Key<'a>>> {
        ids.iter().map(|id| &self.items[*id].key).collect_vec()
    }
}

/// Returns the items of all three by key, those of base first, then those only in ours, then those only in theirs. Also
/// returns each array as a sequence of their ids.
///
/// ```text
/// base a b   ours b c   theirs a c      items a b c   sequences [0 1] [1 2] [0 2]
/// ```
fn matched<'a>(keys: &[Vec<Key<'a>>; 3]) -> (Vec<Item<'a>>, Sides<Vec<usize>>) {
    let all: Vec<&Key<'a>> = keys.iter().flatten().collect_vec();
    // The first of equal keys represents them.
    let mut first: Vec<usize> = (0..all.len()).collect_vec();
    // No array has a key twice, so an equal key is the same item in another array.
    for (found, at) in duplicates(all.len(), &|a, b| all[a].cmp(all[b])) {
        first[at] = found;
    }
    let mut ids: Vec<usize> = Vec::with_capacity(all.len());
    let mut items: Vec<Item<'a>> = Vec::new();
    for (place, key) in all.into_iter().enumerate() {
        if first[place] == place {
            ids.push(items.len());
            items.push(Item::of(Some(key.clone()), Sides::default()));
        } else {
            ids.push(ids[first[place]]);
        }
    }
    let (base, ids) = ids.split_at(keys[0].len());
    let (ours, theirs) = ids.split_at(keys[1].len());
    for (at, id) in base.iter().enumerate() {
        items[*id].at.base = Some(at);
    }
    for (at, id) in ours.iter().enumerate() {
        items[*id].at.ours = Some(at);
    }
    for (at, id) in theirs.iter().enumerate() {
        items[*id].at.theirs = Some(at);
    }
    let sequences = Sides { base, ours, theirs };
    (items, sequences.map(<[usize]>::to_vec))
}

/// Returns true if both sides may have replaced the same item: a merge by key would keep both replacements.
fn may_share_place(items: &[Item<'_>]) -> bool {
    let mut removed = false;
    let mut by_ours = false;
    let mut by_theirs = false;
    for item in items {
        match item.at.into_array() {
            // Base `[zoom]`, ours `[phone]`, theirs `[address]`: by key the result has both `phone` and `address` for one
            // place.
            [Some(_), None, None] => removed = true,
            [None, Some(_), None] => by_ours = true,
            [None, None, Some(_)] => by_theirs = true,
            _ => {}
        }
    }
    removed && by_ours && by_theirs
}
