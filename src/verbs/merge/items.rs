//! Merges arrays whose items have keys.

use serde_json::Value;

use super::order::weave;
use super::{Conflict, MergedChange, Merger, Named, Resolution, Side, Three, first_by_alphabet};
use crate::ground::json::{Builder, CollectVec, Each, Node, View, duplicates, paired_members};
use crate::knowledge::issue::{Code, Issue};
use crate::knowledge::language::Phrase;
use crate::knowledge::schema::{Access, Key, List, Object, Type};
use crate::knowledge::words;
use crate::record::{KeyStep, is_fixed, is_not_set, keys, moves, same, same_member};
use crate::verbs::diff::{Change, ChangeKind};

/// An item by its key, and its index in base, ours and theirs.
struct Item<'a> {
    /// `None` if the item is identified by its position.
    key: Option<Key<'a>>,
    at: [Option<usize>; 3],
    /// The item's fate in the merged array.
    fate: Fate,
    /// True if the sides disagree on its fate.
    disputed: bool,
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
    let has_all = less
        .each_member()
        .all(|(name, value)| same_member(table.member(name), Some(value), more.get(name)));
    has_all
        && more
            .each_member()
            .all(|(name, value)| less.get(name).is_some() || is_of_service(table, name, value))
}

/// Returns true if an item was changed by more than the service: what no update can change, such as a member that no table
/// has, keeps nobody from removing the item.
fn is_edited(list: &List, was: View<'_>, now: View<'_>) -> bool {
    let Some(table) = list.item.table() else {
        return !same(&list.item, was, now);
    };
    let members = paired_members(Some(was), Some(now));
    members.into_iter().any(|(name, was, now)| {
        let row = table.member(name).or_else(|| table.alias(name));
        !is_fixed(row) && !same_member(row, was, now)
    })
}

/// Returns true if the service sets a member by itself, or could: one of responses, or an unknown one that is empty.
fn is_of_service(table: &Object, name: &str, value: View<'_>) -> bool {
    match table.member(name) {
        Some(row) => row.access != Access::Both,
        None => table.leaves_out(name) || is_not_set(&Type::Open, value),
    }
}

/// The fate of an item in the merged array.
enum Fate {
    /// The merged array has it, with the changes of both sides.
    Stays,
    /// The merged array has it with that side's value.
    As(usize),
    /// A side removed it.
    Goes,
}

impl Item<'_> {
    /// Returns true if the item is in the merged array.
    fn survives(&self) -> bool {
        !matches!(self.fate, Fate::Goes)
    }

    /// Returns the item's step in a key path.
    fn step(&self) -> KeyStep {
        let position = || self.at.into_iter().flatten().next().unwrap_or_default();
        self.key.clone().map_or_else(
            || KeyStep::At(position()),
            |key| KeyStep::Item(key.into_owned()),
        )
    }
}

const BASE: usize = 0;
const OURS: usize = 1;
const THEIRS: usize = 2;

impl Merger {
    /// Merges the items by key. Returns false if the array has to be merged as one value.
    pub(super) fn items(
        &mut self,
        list: &'static List,
        named: &Named<'_>,
        three: Three<'_>,
        out: &mut Builder<'_>,
    ) -> bool {
        let lists: [Vec<View<'_>>; 3] = three.all().map(|view| view.each_item().collect_vec());
        let Some(keys) = keys(list, &lists) else {
            self.notes.push(Issue::note(
                Code::ByPosition,
                self.path.clone(),
                &[("key", list.identity.key())],
            ));
            return self.by_position(list, named, &lists, out);
        };
        let (mut items, sequences) = matched(&keys);
        if list.replaced_in_place && put_in_one_place(&items) {
            return false;
        }
        let found = self.conflicts.len();
        let mut left = Vec::new();
        for (id, item) in items.iter_mut().enumerate() {
            let before = self.conflicts.len();
            self.key.push(item.step());
            (item.fate, item.disputed) = self.fate(list, item.at, &lists);
            self.key.pop();
            left.resize(left.len() + self.conflicts.len() - before, id);
        }
        let order = self.order(list, named, &items, &sequences, &lists);
        let mut places = vec![usize::MAX; items.len()];
        for (place, id) in order.iter().enumerate() {
            places[*id] = place;
        }
        for (conflict, id) in self.conflicts[found..].iter_mut().zip(left) {
            if places[id] != usize::MAX {
                conflict.path = self.path.with(places[id]);
            }
        }
        let mut array = out.array(Some(named.name), None);
        for (place, id) in order.iter().enumerate() {
            self.item(list, place, &items[*id], &lists, &mut array);
        }
        true
    }

    /// Decides if an item is in the merged array. Returns its fate, and true if the sides disagree on it.
    fn fate(
        &mut self,
        list: &'static List,
        at: [Option<usize>; 3],
        lists: &[Vec<View<'_>>; 3],
    ) -> (Fate, bool) {
        let [base, ours, theirs] = at;
        let Some(base) = base else {
            return self.added(list, at, lists);
        };
        let was = lists[BASE][base];
        let (gone, left, changed) = match (ours, theirs) {
            (Some(_), Some(_)) => return (Fate::Stays, false),
            (None, None) => (Side::Both, None, false),
            (None, Some(at)) => (
                Side::Ours,
                Some(THEIRS),
                is_edited(list, was, lists[THEIRS][at]),
            ),
            (Some(at), None) => (
                Side::Theirs,
                Some(OURS),
                is_edited(list, was, lists[OURS][at]),
            ),
        };
        let name = words::name(list, base, was);
        let disputed = left.filter(|_| changed);
        if let Some(changer) = disputed {
            let [base, ours, theirs] = views(at, lists);
            let was_there = if list.is_dates() {
                words::item(list, was)
            } else {
                Phrase::code("there")
            };
            let said = [
                was_there,
                ours.map_or_else(|| Phrase::code("removed"), |ours| said(list, was, ours)),
                theirs.map_or_else(|| Phrase::code("removed"), |theirs| said(list, was, theirs)),
            ];
            let words = self.words(&self.label(&name), &said);
            let [base, ours, theirs] = [base, ours, theirs].map(|side| side.map(View::to_value));
            let conflict = Conflict {
                path: self.path.clone(),
                key: self.key.clone(),
                base,
                ours,
                theirs,
                words,
            };
            let removes = if changer == OURS {
                Resolution::Theirs
            } else {
                Resolution::Ours
            };
            match self.disagree(conflict) {
                Resolution::Leave | Resolution::Base => return (Fate::As(BASE), true),
                choice if choice != removes => return (Fate::As(changer), true),
                _ => {}
            }
        }
        let words = words::removed(list, &self.label(&name), was);
        let path = self.path.with(base);
        let (before, key) = (Some(was.to_value()), self.key.clone());
        let change = Change {
            kind: ChangeKind::Remove,
            path,
            key,
            before,
            after: None,
            words,
        };
        self.taken.push(MergedChange { from: gone, change });
        (Fate::Goes, disputed.is_some())
    }

    /// Decides the fate of an item that is not in base. If both sides added it and differ in more than the service sets, it is
    /// one value.
    fn added(
        &mut self,
        list: &'static List,
        at: [Option<usize>; 3],
        lists: &[Vec<View<'_>>; 3],
    ) -> (Fate, bool) {
        let [_, Some(ours), Some(theirs)] = at else {
            return (Fate::Stays, false);
        };
        let (mine, other) = (lists[OURS][ours], lists[THEIRS][theirs]);
        if same(&list.item, mine, other) {
            return (Fate::Stays, false);
        }
        if completes(list, mine, other) {
            return (Fate::As(OURS), false);
        }
        if completes(list, other, mine) {
            return (Fate::As(THEIRS), false);
        }
        let name = self.label(&words::name(list, ours, mine));
        let mut said = [words::item(list, mine), words::item(list, other)];
        if said[0] == said[1] {
            said = words::objects_told_apart(list.item.table(), mine, other).into();
        }
        let [ours, theirs] = said;
        let words = self.words(&name, &[Phrase::code("not_there"), ours, theirs]);
        let (ours, theirs) = (Some(mine.to_value()), Some(other.to_value()));
        let fate = match self.disagree(Conflict {
            path: self.path.clone(),
            key: self.key.clone(),
            base: None,
            ours,
            theirs,
            words,
        }) {
            Resolution::Leave | Resolution::Base => Fate::Goes,
            Resolution::Ours => Fate::As(OURS),
            Resolution::Theirs => Fate::As(THEIRS),
        };
        (fate, true)
    }

    /// Returns the ids of the surviving items in their merged order.
    fn order(
        &mut self,
        list: &'static List,
        named: &Named<'_>,
        items: &[Item<'_>],
        sequences: &[Vec<usize>; 3],
        lists: &[Vec<View<'_>>; 3],
    ) -> Vec<usize> {
        let orders = Orders { items, sequences };
        let side = match orders.decided(list.ordered) {
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
        if let Some(from) = side.filter(|_| list.ordered) {
            let with: &[usize] = match from {
                Side::Ours => &[BASE, OURS],
                Side::Theirs => &[BASE, THEIRS],
                Side::Both => &[BASE, OURS, THEIRS],
            };
            let mut before = orders.common(&sequences[BASE], with);
            let mut after = orders.common(sources[0], with);
            before.retain(|id| items[*id].survives());
            after.retain(|id| items[*id].survives());
            self.moves(list, from, [&before, &after, &order], items, lists);
        }
        order
    }

    /// Reports a conflict between the orders of both sides. Returns how it is resolved.
    fn disputed_order(
        &mut self,
        named: &Named<'_>,
        items: &[Item<'_>],
        sequences: &[Vec<usize>; 3],
    ) -> Resolution {
        let said = ["as_in_base", "another_order", "another_order"].map(Phrase::code);
        let words = self.words(&self.label(&named.label()), &said);
        let [base, ours, theirs] = sequences.each_ref().map(|ids| {
            let keys = ids.iter().map(|id| items[*id].step().to_string().into());
            Some(Value::Array(keys.collect_vec()))
        });
        self.disagree(Conflict {
            path: self.path.clone(),
            key: self.key.with(KeyStep::Order),
            base,
            ours,
            theirs,
            words,
        })
    }

    /// Records the moves of one side.
    fn moves(
        &mut self,
        list: &'static List,
        from: Side,
        [before, after, merged]: [&[usize]; 3],
        items: &[Item<'_>],
        lists: &[Vec<View<'_>>; 3],
    ) {
        let stood = places(before, items.len());
        let stands = places(merged, items.len());
        let partner: Vec<Option<usize>> = after.iter().map(|id| stood[*id]).collect_vec();
        for (left, right) in moves(before.len(), &partner) {
            let Some(at) = items[after[right]].at[BASE] else {
                continue;
            };
            let name = self.label(&words::name(list, at, lists[BASE][at]));
            let words = words::moved(&name, left, right);
            let path = self.path.with(stands[after[right]].unwrap_or(right));
            let key = self.key.with(items[after[right]].step());
            let (before, after) = (Some(left.into()), Some(right.into()));
            let change = Change {
                kind: ChangeKind::Move,
                path,
                key,
                before,
                after,
                words,
            };
            self.taken.push(MergedChange { from, change });
        }
    }

    /// Writes one item of the merged array.
    fn item(
        &mut self,
        list: &'static List,
        place: usize,
        item: &Item<'_>,
        lists: &[Vec<View<'_>>; 3],
        out: &mut Builder<'_>,
    ) {
        let [base, ours, theirs] = views(item.at, lists);
        let three = Three { base, ours, theirs };
        if let Some(view) = three.untouched() {
            return out.copy(None, view);
        }
        self.path.push(place);
        self.key.push(item.step());
        match item.fate {
            Fate::As(OURS) if three.base.is_none() => self.stays(
                list,
                place,
                Three {
                    theirs: None,
                    ..three
                },
                out,
            ),
            Fate::As(THEIRS) if three.base.is_none() => self.stays(
                list,
                place,
                Three {
                    ours: None,
                    ..three
                },
                out,
            ),
            Fate::As(side) => {
                let chosen = three.all()[side];
                if let Some(view) = chosen {
                    out.copy(None, view);
                }
                if side != BASE {
                    let from = if side == OURS {
                        Side::Ours
                    } else {
                        Side::Theirs
                    };
                    self.changed_inside(list, place, from, three.base, chosen);
                }
            }
            Fate::Goes | Fate::Stays => self.stays(list, place, three, out),
        }
        self.path.pop();
        self.key.pop();
    }

    fn stays(
        &mut self,
        list: &'static List,
        place: usize,
        three: Three<'_>,
        out: &mut Builder<'_>,
    ) {
        let added = match three {
            Three {
                base: None,
                ours: Some(view),
                theirs: None,
            } => Some((Side::Ours, view)),
            Three {
                base: None,
                ours: None,
                theirs: Some(view),
            } => Some((Side::Theirs, view)),
            // Both are equal: if they differ, `added` has made a dispute of it.
            Three {
                base: None,
                ours: Some(ours),
                theirs: Some(theirs),
            } => Some((
                Side::Both,
                if first_by_alphabet(ours, theirs) {
                    ours
                } else {
                    theirs
                },
            )),
            _ => None,
        };
        if let Some((from, view)) = added {
            let words = words::added(list, &self.label(&words::name(list, place, view)), view);
            let after = Some(view.to_value());
            let (path, key) = (self.path.clone(), self.key.clone());
            let change = Change {
                kind: ChangeKind::Add,
                path,
                key,
                before: None,
                after,
                words,
            };
            self.taken.push(MergedChange { from, change });
            return out.copy(None, view);
        }
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
        self.taken.extend(
            differ
                .changes
                .into_iter()
                .map(|change| MergedChange { from, change }),
        );
    }

    /// Merges items that cannot be distinguished by position. Returns false if items were added or removed, or are not
    /// objects.
    fn by_position(
        &mut self,
        list: &'static List,
        named: &Named<'_>,
        lists: &[Vec<View<'_>>; 3],
        out: &mut Builder<'_>,
    ) -> bool {
        let [base, ours, theirs] = lists;
        if base.len() != ours.len()
            || base.len() != theirs.len()
            || !lists
                .iter()
                .flatten()
                .all(|view| matches!(view.node(), Node::Object(_)))
        {
            return false;
        }
        let mut array = out.array(Some(named.name), None);
        for place in 0..base.len() {
            let item = Item {
                key: None,
                at: [Some(place); 3],
                fate: Fate::Stays,
                disputed: false,
            };
            self.item(list, place, &item, lists, &mut array);
        }
        true
    }
}

/// Describes an item that one side changed and the other removed.
fn said(list: &'static List, was: View<'_>, item: View<'_>) -> Phrase {
    let said = words::item(list, item);
    if !same(&list.item, item, was) && said == words::item(list, was) {
        Phrase::code("changed")
    } else {
        said
    }
}

/// Returns an item in base, ours and theirs, given its index in each.
fn views<'a>(at: [Option<usize>; 3], lists: &[Vec<View<'a>>; 3]) -> [Option<View<'a>>; 3] {
    [BASE, OURS, THEIRS].map(|side| at[side].map(|at| lists[side][at]))
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

/// The orders of the items in base, ours and theirs, by their ids.
struct Orders<'a> {
    items: &'a [Item<'a>],
    sequences: &'a [Vec<usize>; 3],
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
        let [base, ours, theirs] = self.sequences;
        let ours_moved = self.common(ours, &[BASE]) != self.common(base, &[OURS]);
        let theirs_moved = self.common(theirs, &[BASE]) != self.common(base, &[THEIRS]);
        let added_apart =
            is_ordered && self.common(ours, &[THEIRS]) != self.common(theirs, &[OURS]);
        match (ours_moved, theirs_moved) {
            (false, false) if !added_apart => ItemOrder::Kept,
            (true, false) => ItemOrder::By(Side::Ours),
            (false, true) => ItemOrder::By(Side::Theirs),
            (true, true) if !added_apart && self.are_moved_alike() => ItemOrder::By(Side::Both),
            (true, true) if !is_ordered => ItemOrder::Kept,
            _ => ItemOrder::Disputed,
        }
    }

    fn are_moved_alike(&self) -> bool {
        let all = [BASE, OURS, THEIRS];
        let [_, ours, theirs] = self.sequences;
        self.common(ours, &all) == self.common(theirs, &all)
    }

    /// Returns the ids of the items that are on other sides as well. An item that goes counts only if the sides disagree
    /// on it: the resolution of a dispute over an item must not cause another dispute, over the order.
    fn common(&self, ids: &[usize], with: &[usize]) -> Vec<usize> {
        let shared = ids.iter().copied().filter(|id| {
            let item = &self.items[*id];
            (item.survives() || item.disputed) && with.iter().all(|side| item.at[*side].is_some())
        });
        shared.collect_vec()
    }

    /// Returns the sequences in the order in which they place items: the first places all that it has.
    fn sources(&self, side: Option<Side>) -> [&'a [usize]; 3] {
        let [base, ours, theirs] = self.sequences.each_ref().map(Vec::as_slice);
        // The sides are ordered by their keys, so that swapping them does not change the result.
        let (first, second) = if self.keys(ours) <= self.keys(theirs) {
            (ours, theirs)
        } else {
            (theirs, ours)
        };
        match side {
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
fn matched<'a>(keys: &[Vec<Key<'a>>; 3]) -> (Vec<Item<'a>>, [Vec<usize>; 3]) {
    let all: Vec<&Key<'a>> = keys.iter().flatten().collect_vec();
    // The first of equal keys represents them.
    let mut first: Vec<usize> = (0..all.len()).collect_vec();
    for (found, at) in duplicates(all.len(), &|a, b| all[a].cmp(all[b])) {
        first[at] = found;
    }
    let mut ids = vec![0; all.len()];
    let mut items: Vec<Item<'a>> = Vec::new();
    let mut sequences: [Vec<usize>; 3] = Default::default();
    let mut place = 0;
    for (side, keys) in keys.iter().enumerate() {
        for (at, key) in keys.iter().enumerate() {
            if first[place] == place {
                ids[place] = items.len();
                items.push(Item {
                    key: Some(key.clone()),
                    at: [None; 3],
                    fate: Fate::Stays,
                    disputed: false,
                });
            }
            let id = ids[first[place]];
            items[id].at[side] = Some(at);
            sequences[side].push(id);
            place += 1;
        }
    }
    (items, sequences)
}

/// Returns true if both sides may have replaced the same item: a merge by key would keep both replacements.
fn put_in_one_place(items: &[Item<'_>]) -> bool {
    let gone = items
        .iter()
        .any(|item| matches!(item.at, [Some(_), None, None]));
    let ours = items
        .iter()
        .any(|item| matches!(item.at, [None, Some(_), None]));
    let theirs = items
        .iter()
        .any(|item| matches!(item.at, [None, None, Some(_)]));
    gone && ours && theirs
}
