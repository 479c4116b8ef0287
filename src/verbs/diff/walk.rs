//! Walks two records side by side.

use std::borrow::Cow;

use serde_json::Value;

use super::{Change, ChangeKind, DiffOptions, Sameness, WhenAbsent};
use crate::ground::json::patch::Op;
use crate::ground::json::{Node, Path, Segment, Tree, View, equal, paired_members};
use crate::knowledge::issue::{Code, Issue};
use crate::knowledge::language::{Phrase, Sentence};
use crate::knowledge::schema::{Holds, List, Member, Object, Type, member_in};
use crate::knowledge::unit::length_in_minutes;
use crate::knowledge::words;
use crate::record::week::days_of;
use crate::record::{
    ArrayStep, KeyPath, KeyStep, Pair, Pairs, are_whole, as_array, is_fixed, is_not_set,
    is_unset_alias, list_overlay, plan, same,
};

/// The code of the words for a number that became the same amount in another unit.
pub(super) const SAME_AMOUNT: &str = "same_amount";

/// The current path: in the draft, in the record as the patch has changed it so far, in the stored record, and by key.
///
/// ```text
/// stored [ann, ben] → draft [ben]    at ben: draft 0, patch 0 (ann is removed already), stored 1, key teamMembers/ben
/// ```
#[derive(Clone, Debug, Default)]
pub(super) struct ChangePlace {
    pub(super) draft: Path,
    pub(super) patch: Path,
    pub(super) stored: Path,
    pub(super) key: KeyPath,
}

pub(crate) struct Differ {
    compare: DiffOptions,
    pub(super) place: ChangePlace,
    /// The labels of the enclosing values, outermost first: `team member 2`.
    pub(crate) subject: Vec<Phrase>,
    /// True inside an item that replaces another and keeps the members of it that no update can change.
    keeps_fixed: bool,
    /// True if the subject is several days.
    pub(super) several: bool,
    pub(crate) changes: Vec<Change>,
    pub(super) patch: Vec<Op>,
    pub(super) issues: Vec<Issue>,
    /// The arrays that a merge patch may contain, each with true if the draft leaves out no part of its items.
    pub(super) whole: Vec<(Path, bool)>,
}

impl Differ {
    #[inline(never)]
    pub(crate) fn new(compare: DiffOptions) -> Self {
        let place = ChangePlace::default();
        let subject = Vec::new();
        Self {
            compare,
            place,
            subject,
            keeps_fixed: false,
            several: false,
            changes: Vec::new(),
            patch: Vec::new(),
            issues: Vec::new(),
            whole: Vec::new(),
        }
    }

    /// Returns a comparison for the value at a path of a record, below these subjects.
    pub(crate) fn at(path: &Path, key: &KeyPath, subject: &[Phrase]) -> Self {
        let mut differ = Self::new(WhenAbsent::Remove.into());
        differ.place = ChangePlace {
            draft: path.clone(),
            patch: path.clone(),
            stored: path.clone(),
            key: key.clone(),
        };
        differ.subject = subject.to_vec();
        differ
    }

    fn enter(&mut self, [draft, patch, stored]: [Segment; 3], key: KeyStep) {
        self.place.key.push(key);
        self.place.draft.push(draft);
        self.place.patch.push(patch);
        self.place.stored.push(stored);
    }

    fn leave(&mut self) {
        self.place.draft.pop();
        self.place.patch.pop();
        self.place.stored.pop();
        self.place.key.pop();
    }

    /// Returns true if members that the draft leaves out keep their stored values.
    pub(super) fn keeps_absent(&self) -> bool {
        self.compare.absent == WhenAbsent::Keep
    }

    pub(super) fn label(&self, label: &Phrase) -> Phrase {
        words::label(&self.subject, label)
    }

    fn change(
        &mut self,
        kind: ChangeKind,
        before: Option<Value>,
        after: Option<Value>,
        words: Sentence,
    ) {
        // A removed value is nowhere in the draft.
        let place = if kind == ChangeKind::Remove {
            &self.place.stored
        } else {
            &self.place.draft
        };
        let key = self.place.key.clone();
        self.changes.push(Change {
            kind,
            path: place.clone(),
            key,
            before,
            after,
            words,
        });
    }

    pub(crate) fn members<'a>(&mut self, table: Option<&'static Object>, a: View<'a>, b: View<'a>) {
        for (name, before, after) in paired_members(Some(a), Some(b)) {
            self.member_of(table, name, (a, b), before, after);
        }
    }

    /// Compares a member of two objects.
    pub(crate) fn member_of<'a>(
        &mut self,
        table: Option<&'static Object>,
        name: &str,
        (a, b): (View<'a>, View<'a>),
        before: Option<View<'a>>,
        after: Option<View<'a>>,
    ) {
        let member = member_in(table, name);
        if self.compare.by == Sameness::Meaning
            && table.is_some_and(|table| {
                table.leaves_out(name)
                    || !self.compare.raw
                        && member.is_none()
                        && is_unset_alias(table, name, before.into_iter().chain(after))
            })
        {
            return;
        }
        let name_of = match member {
            Some(row) => Cow::Borrowed(row.name),
            None => Cow::Owned(name.to_owned()),
        };
        let segment = Segment::Name(name_of.clone());
        self.enter(
            [segment.clone(), segment.clone(), segment],
            KeyStep::Name(name_of),
        );
        let kept_unit = unit(member, a).filter(|_| self.keeps_unit(table, member));
        let units = (unit(member, a), unit(member, b).or(kept_unit));
        // The change that this member makes, if it makes one, comes at this index.
        let first = self.changes.len();
        self.member(member, name, units, before, after);
        if let Some(change) = self.changes.get_mut(first)
            && let (Some(table), Some(member)) = (table, member)
            && is_same_amount(table, member, [(before, units.0), (after, units.1)])
        {
            change.words = Sentence::new(SAME_AMOUNT).with("change", change.words.nested());
        }
        self.leave();
    }

    /// Returns true if a number keeps its unit where the draft leaves that out: from 1 hour, a draft with 2 alone makes 2 hours.
    /// If absent members are removed, only a unit that no update can change stays.
    fn keeps_unit(&self, table: Option<&'static Object>, member: Option<&Member>) -> bool {
        let unit = member.and_then(|member| table?.member(member.unit?));
        self.keeps_absent() || unit.is_some_and(|unit| is_fixed(Some(unit)))
    }

    /// Compares a member that one side or both have; `units` are those of its value before and after.
    pub(crate) fn member<'a>(
        &mut self,
        member: Option<&'static Member>,
        name: &str,
        units: (Option<&str>, Option<&str>),
        before: Option<View<'a>>,
        after: Option<View<'a>>,
    ) {
        let label = &words::member_label(member, name);
        // A stored value that means "not set" counts as absent, but the patch has to replace it rather than add to it: hence
        // `before` is matched with and without it.
        match (
            before.filter(|value| !self.is_not_set(member, *value)),
            before,
            after,
        ) {
            (Some(a), _, Some(b)) => self.value(member, label, units, a, b),
            // A draft that omits the member keeps it, or removes it. An item that replaces another keeps what no update can
            // change.
            (Some(a), _, None)
                if !(self.keeps_absent() || self.keeps_fixed && is_fixed(member)) =>
            {
                let words = words::unset(&self.label(label), &words::value(member, units.0, a));
                self.change(ChangeKind::Remove, Some(a.to_value()), None, words);
                self.patch.push(Op::remove(&self.place.patch));
            }
            // Set for the first time: from nothing, from null or from "".
            (None, before, Some(b)) if !self.is_not_set(member, b) => {
                self.first(member, label, units.1, before, b);
            }
            _ => {}
        }
    }

    /// Returns true if a value means that nothing is set, which equals an absent one.
    fn is_not_set(&self, member: Option<&Member>, value: View<'_>) -> bool {
        self.compare.by == Sameness::Meaning
            && member.is_some_and(|member| is_not_set(&member.ty, value))
    }

    fn value<'a>(
        &mut self,
        member: Option<&'static Member>,
        label: &Phrase,
        units: (Option<&str>, Option<&str>),
        a: View<'a>,
        b: View<'a>,
    ) {
        // `{ "0": ann }` and `[ann, ben]` are lists of one and of two: only ben is a change.
        if let Some(Type::List(list)) = member.map(|member| &member.ty)
            && (a.items().is_none() || b.items().is_none())
            && let Some(lists) = self.as_lists(list, a, b)
        {
            return self.list_of_object(list, member, label, lists);
        }
        // `{}` as a week is a schedule and no list, so both would be compared as objects. The other side becomes an array,
        // and the change is from a schedule to hours, or back.
        if let Some(Type::List(list)) = member.map(|member| &member.ty)
            && is_schedule_on_one_side(list, a, b)
        {
            let before = as_array(list, a);
            let after = as_array(list, b);
            let before = before.as_ref().map_or(a, Tree::root);
            let after = after.as_ref().map_or(b, Tree::root);
            return self.value(member, label, units, before, after);
        }
        match (member.map(|member| &member.ty), a.node(), b.node()) {
            (ty, Node::Object(_), Node::Object(_)) => {
                self.subject.push(label.clone());
                self.members(ty.and_then(Type::table), a, b);
                self.subject.pop();
            }
            (Some(Type::List(list)), Node::Array(_), Node::Array(_)) => {
                self.list(list, member, label, a, b);
            }
            (ty, ..) => {
                if self.is_unchanged(ty, a, b) {
                    return;
                }
                // 15 and "15", compared by spelling, would read alike: their types are named.
                let are_of_one_type = a.text().is_some() == b.text().is_some();
                let say = if are_of_one_type {
                    words::value
                } else {
                    words::value_of_type
                };
                let was = say(member, units.0, a);
                let is = say(member, units.1, b);
                self.replace(label, (&was, &is), a, b);
            }
        }
    }

    /// Returns two values as arrays, if they are lists by their meaning: arrays, or objects that stand for arrays.
    fn as_lists(&self, list: &List, a: View<'_>, b: View<'_>) -> Option<(Tree, Tree)> {
        let is_by_meaning = self.compare.by == Sameness::Meaning;
        as_array(list, a)
            .zip(as_array(list, b))
            .filter(|_| is_by_meaning)
    }

    /// Compares two lists, at least one of them an object that stands for an array. The patch replaces the whole list.
    fn list_of_object(
        &mut self,
        list: &'static List,
        member: Option<&'static Member>,
        label: &Phrase,
        (before, after): (Tree, Tree),
    ) {
        let mut differ = self.apart();
        differ.list(list, member, label, before.root(), after.root());
        if differ.changes.is_empty() {
            return;
        }
        self.changes.append(&mut differ.changes);
        self.issues.append(&mut differ.issues);
        // Its operations would lead into an array that is not there, so one operation puts the array in place of the object.
        // It has the stored members that the items of the draft omit.
        let whole = if self.keeps_absent() {
            list_overlay(list, before.root(), after.root())
        } else {
            after
        };
        self.patch
            .push(Op::replace(&self.place.patch, whole.root().to_value()));
    }

    /// Returns a comparison at the same place, whose patch is not needed.
    fn apart(&self) -> Self {
        let mut differ = Self::new(self.compare);
        differ.place = self.place.clone();
        differ.subject.clone_from(&self.subject);
        differ.several = self.several;
        differ.keeps_fixed = self.keeps_fixed;
        differ
    }

    /// Records a member that was not set. A list of keyed items is compared with an empty one, so that each item is a change
    /// of its own. `before` is the stored value that means "not set", if there is one.
    fn first<'a>(
        &mut self,
        member: Option<&'static Member>,
        label: &Phrase,
        unit: Option<&str>,
        before: Option<View<'a>>,
        after: View<'a>,
    ) {
        if let Some(list) = member.and_then(|member| keyed_list(&member.ty))
            && after.items().is_some()
            && self.compare.by == Sameness::Meaning
        {
            self.first_items(list, member, label, after);
        } else {
            // The object `{}` is a week on a schedule.
            let is_week = member
                .is_some_and(|member| matches!(member.ty, Type::List(list) if list.is_week()));
            let was_on_schedule = is_week && before.and_then(View::members).is_some();
            // The words of a list are the same where its items have indexes for names.
            let list = member.and_then(|member| match member.ty {
                Type::List(list) if after.items().is_none() => as_array(list, after),
                _ => None,
            });
            let shown = list.as_ref().map_or(after, Tree::root);
            // An object that was not set is one change, and not one for each of its members.
            let label = self.label(label);
            let value = words::value(member, unit, shown);
            let words = if was_on_schedule {
                words::set_from_schedule(&label, &value)
            } else {
                words::set(&label, &value)
            };
            let kind = match before {
                Some(_) => ChangeKind::Replace,
                None => ChangeKind::Add,
            };
            self.change(
                kind,
                before.map(View::to_value),
                Some(after.to_value()),
                words,
            );
        }
        // In either case the patch sets the whole value at once.
        let value = after.to_value();
        self.patch.push(match before {
            Some(_) => Op::replace(&self.place.patch, value),
            None => Op::add(&self.place.patch, value),
        });
    }

    /// Records the items of a list that was not set, without a patch.
    fn first_items(
        &mut self,
        list: &'static List,
        member: Option<&'static Member>,
        label: &Phrase,
        items: View<'_>,
    ) {
        let before = Tree::of(Value::Array(Vec::new()));
        let after = Tree::of(items);
        let mut differ = self.apart();
        differ.list(list, member, label, before.root(), after.root());
        self.changes.append(&mut differ.changes);
        self.issues.append(&mut differ.issues);
    }

    /// Returns true if two values do not differ.
    fn is_unchanged<'a>(&self, ty: Option<&Type>, a: View<'a>, b: View<'a>) -> bool {
        let Some(ty) = ty else {
            return equal(a, b);
        };
        if self.compare.by == Sameness::Spelling {
            return equal(a, b);
        }
        // A number and its text are written differently.
        let is_text_of_number = a.text().is_some() != b.text().is_some();
        !(self.compare.raw && is_text_of_number) && same(ty, a, b)
    }

    pub(super) fn replace<'a>(
        &mut self,
        label: &Phrase,
        (was, is): (&Phrase, &Phrase),
        a: View<'a>,
        b: View<'a>,
    ) {
        // Two long texts may be cut to the same words, which then name the parts that differ.
        let words = if was == is {
            let (was, is) = words::told_apart(a, b);
            words::replaced(&self.label(label), &was, &is)
        } else {
            words::replaced(&self.label(label), was, is)
        };
        self.change(
            ChangeKind::Replace,
            Some(a.to_value()),
            Some(b.to_value()),
            words,
        );
        self.patch
            .push(Op::replace(&self.place.patch, b.to_value()));
    }

    fn list<'a>(
        &mut self,
        list: &'static List,
        member: Option<&'static Member>,
        label: &Phrase,
        a: View<'a>,
        b: View<'a>,
    ) {
        let by_meaning = self.compare.by == Sameness::Meaning;
        match list.holds {
            // By spelling, the order and the grouping count, which the comparisons by meaning ignore.
            Holds::Ranges if by_meaning => self.hours(member, label, a, b),
            Holds::Week if by_meaning => self.week(list, a, b),
            Holds::Ranges | Holds::Days => {
                if !self.is_unchanged(Some(&Type::List(list)), a, b) {
                    let was = words::value(member, None, a);
                    let is = words::value(member, None, b);
                    self.replace(label, (&was, &is), a, b);
                }
            }
            Holds::Items | Holds::Week => self.items(list, &Pairs::of(list, a, b)),
        }
    }

    /// Compares an array by the keys of its items: removals, then additions and moves, then changes inside items.
    pub(super) fn items(&mut self, list: &'static List, pairs: &Pairs<'_>) {
        if pairs.by.is_none() {
            let key = list.identity.key();
            self.issues.push(Issue::note(
                Code::ByPosition,
                self.place.draft.clone(),
                &[("key", key)],
            ));
        }
        // Only lists outside of items: a merge patch has no path into an array.
        let mut segments = self.place.draft.segments().iter();
        if self.keeps_absent() && segments.all(|segment| matches!(segment, Segment::Name(_))) {
            let place = self.place.draft.clone();
            // The writer of the merge patch needs this later. To pair the items again would cost more.
            self.whole.push((place, are_whole(list, pairs)));
        }
        // In a list without order, an item at another index is not a change.
        let ordered = self.compare.by == Sameness::Spelling || list.ordered;
        let plan = plan(pairs.left.len(), &pairs.partner, ordered);
        // The steps bring every item to its index in the end, which the paths inside items then use.
        self.steps(list, pairs, &plan.steps);
        // Equal items need no name and no comparison of members.
        for pair in pairs.not_known_equal() {
            if equal(pair.before, pair.after) {
                continue;
            }
            let is_replacement = pairs.is_replacement[pair.right];
            let step = pairs.step(pair.right);
            let moved_to = plan.ends[pair.right];
            if is_replacement {
                self.replacement(list, &pair, moved_to, step);
            } else {
                self.pair(list, &pair, moved_to, step);
            }
        }
    }

    /// Records the items that are added to an array, removed or moved.
    fn steps(&mut self, list: &'static List, pairs: &Pairs<'_>, steps: &[ArrayStep]) {
        let first = self.changes.len();
        // The patch removes from the end, so that each index still holds; people read from the beginning.
        let mut removals = 0;
        for step in steps {
            match *step {
                ArrayStep::Remove { left, at } => {
                    let item = pairs.left[left];
                    let words =
                        words::removed(list, &self.label(&words::name(list, left, item)), item);
                    // Draft, patch, stored: a removed item has no index in the draft, and its change shows that of the stored
                    // array.
                    self.enter([left, at, left].map(Segment::from), pairs.step_left(left));
                    self.change(ChangeKind::Remove, Some(item.to_value()), None, words);
                    self.patch.push(Op::remove(&self.place.patch));
                    self.leave();
                    removals += 1;
                }
                ArrayStep::Add { right, at } => {
                    let item = pairs.right[right];
                    let words =
                        words::added(list, &self.label(&words::name(list, right, item)), item);
                    self.enter([right, at, right].map(Segment::from), pairs.step(right));
                    self.change(ChangeKind::Add, None, Some(item.to_value()), words);
                    self.patch.push(Op::add(&self.place.patch, item.to_value()));
                    self.leave();
                }
                ArrayStep::Move {
                    left,
                    right,
                    from,
                    to,
                } => {
                    let item = pairs.right[right];
                    let words =
                        words::moved(&self.label(&words::name(list, left, item)), left, right);
                    let from = self.place.patch.with(from);
                    let to = self.place.patch.with(to);
                    // The patch has a path of its own here: its two places are below the list.
                    self.enter([right, right, left].map(Segment::from), pairs.step(right));
                    self.change(
                        ChangeKind::Move,
                        Some(left.into()),
                        Some(right.into()),
                        words,
                    );
                    self.patch.push(Op::move_to(&from, &to));
                    self.leave();
                }
            }
        }
        self.changes[first..first + removals].reverse();
    }

    /// Compares an item with the one that it replaced. Only the members that no update can change stay.
    pub(crate) fn replacement(
        &mut self,
        list: &'static List,
        pair: &Pair<'_>,
        moved_to: usize,
        key: KeyStep,
    ) {
        let absent = self.compare.absent;
        let keeps_fixed = self.keeps_fixed;
        // A new place at the index of an old one: what the draft omits is not the old place's, except what no update can
        // change.
        self.keeps_fixed |= self.keeps_absent();
        self.compare.absent = WhenAbsent::Remove;
        self.pair(list, pair, moved_to, key);
        (self.compare.absent, self.keeps_fixed) = (absent, keeps_fixed);
    }

    /// Compares an item with its stored counterpart. `moved_to` is the index to which the patch has moved it so far.
    pub(crate) fn pair(
        &mut self,
        list: &'static List,
        pair: &Pair<'_>,
        moved_to: usize,
        key: KeyStep,
    ) {
        let before = pair.before;
        let after = pair.after;
        self.enter([pair.right, moved_to, pair.left].map(Segment::from), key);
        let name = words::name(list, pair.right, after);
        if let Some(table) = list.item.table()
            && before.members().is_some()
            && after.members().is_some()
        {
            self.subject.push(name);
            // "Monday and Tuesday close …", but "Monday closes …".
            self.several = days_of(after).len() > 1;
            self.members(Some(table), before, after);
            self.several = false;
            self.subject.pop();
        } else {
            let words = (&words::item(list, before), &words::item(list, after));
            self.replace(&name, words, before, after);
        }
        self.leave();
    }
}

/// Returns the unit of a number in an object.
fn unit<'a>(member: Option<&Member>, object: View<'a>) -> Option<&'a str> {
    object.get(member?.unit?)?.text()
}

/// Returns true if two numbers, each with its unit, are one length of time: 1 hour and 60 minutes.
fn is_same_amount(
    table: &Object,
    row: &Member,
    amounts: [(Option<View<'_>>, Option<&str>); 2],
) -> bool {
    let Some(unit_row) = row.unit.and_then(|unit| table.member(unit)) else {
        return false;
    };
    let [before, after] = amounts.map(|(number, unit)| length_in_minutes(unit_row, number, unit));
    before.is_some() && before == after
}

/// Returns true for two weeks that are objects if one of them is `{}`, which stands for a schedule, and the other has entries.
fn is_schedule_on_one_side(list: &List, a: View<'_>, b: View<'_>) -> bool {
    list.is_week()
        && a.is_indexed_object()
        && b.is_indexed_object()
        && a.is_empty_object() != b.is_empty_object()
}

/// Returns the list of a type whose items have keys.
fn keyed_list(ty: &Type) -> Option<&'static List> {
    match ty {
        Type::List(list) if list.holds == Holds::Items => Some(list),
        _ => None,
    }
}
