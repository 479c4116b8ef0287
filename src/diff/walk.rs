//! The walk down two records side by side.

use std::ops::Range;

use serde_json::Value;

use super::order::{self, Step};
use super::pairs::Pairs;
use super::{Absent, By, Change, ChangeKind, Compare, overlay, same, week, words};
use crate::issue::{Code, Issue};
use crate::json::patch::Op;
use crate::json::{Node, Path, Segment, Tape, View, equal, paired_members};
use crate::schema::{Identity, List, Member, Object, Type};

/// Where the comparison stands: in the draft, in the record as the patch has made it so far, and as it was stored.
#[derive(Clone, Debug, Default)]
pub(super) struct Place {
    pub(super) draft: Path,
    pub(super) patch: Path,
    pub(super) stored: Path,
}

pub(crate) struct Differ {
    compare: Compare,
    pub(super) place: Place,
    /// Whose members these are, outermost first: `team member 2`.
    pub(crate) subject: Vec<String>,
    /// Whether the subject is several days.
    pub(super) several: bool,
    pub(crate) changes: Vec<Change>,
    /// What people read instead of the words of these changes.
    pub(super) said: Vec<(Range<usize>, Vec<String>)>,
    pub(super) patch: Vec<Op>,
    pub(super) issues: Vec<Issue>,
    /// Of arrays that a merge patch may hold: whether the draft leaves out nothing of their items.
    pub(super) whole: Vec<(Path, bool)>,
}

impl Differ {
    pub(crate) fn new(compare: Compare) -> Self {
        let (place, subject) = (Place::default(), Vec::new());
        Self {
            compare,
            place,
            subject,
            several: false,
            changes: Vec::new(),
            said: Vec::new(),
            patch: Vec::new(),
            issues: Vec::new(),
            whole: Vec::new(),
        }
    }

    /// For what stands at a place of a record, below these subjects.
    pub(crate) fn at(path: &Path, subject: &[String]) -> Self {
        let mut differ = Self::new(Absent::Remove.into());
        differ.place = Place { draft: path.clone(), patch: path.clone(), stored: path.clone() };
        differ.subject = subject.to_vec();
        differ
    }

    fn enter(&mut self, [draft, patch, stored]: [Segment; 3]) {
        self.place.draft.push(draft);
        self.place.patch.push(patch);
        self.place.stored.push(stored);
    }

    fn leave(&mut self) {
        self.place.draft.pop();
        self.place.patch.pop();
        self.place.stored.pop();
    }

    pub(super) fn label(&self, label: &str) -> String {
        words::label(&self.subject, label)
    }

    fn change(&mut self, kind: ChangeKind, before: Option<Value>, after: Option<Value>, words: String) {
        let place = if kind == ChangeKind::Remove { &self.place.stored } else { &self.place.draft };
        self.changes.push(Change { kind, path: place.clone(), before, after, words });
    }

    pub(crate) fn members<'a, V: View<'a>>(&mut self, table: Option<&'static Object>, a: V, b: V) {
        for (name, before, after) in paired_members(Some(a), Some(b)) {
            self.member_of(table, name, (a, b), before, after);
        }
    }

    /// A member of two objects.
    pub(crate) fn member_of<'a, V: View<'a>>(
        &mut self,
        table: Option<&'static Object>,
        name: &str,
        (a, b): (V, V),
        before: Option<V>,
        after: Option<V>,
    ) {
        let member = table.and_then(|table| table.member(name));
        let segment = member.map_or_else(|| Segment::from(name.to_owned()), |member| Segment::from(member.name));
        self.enter([segment.clone(), segment.clone(), segment]);
        let unit = |of: V| member.and_then(|member| of.get(member.unit?)).and_then(View::text);
        let units = (unit(a), unit(b).or(unit(a)));
        self.member(member, name, units, before, after);
        self.leave();
    }

    /// A member on either side or both; `units` are those of its value before and after.
    pub(crate) fn member<'a, V: View<'a>>(
        &mut self,
        member: Option<&'static Member>,
        name: &str,
        units: (Option<&str>, Option<&str>),
        before: Option<V>,
        after: Option<V>,
    ) {
        let label = member.map_or(name, |member| member.label);
        match (before, after) {
            (Some(a), Some(b)) => self.value(member, label, units, a, b),
            (None, Some(b)) => {
                let words = words::set(&self.label(label), &words::value(member, units.1, b));
                self.change(ChangeKind::Add, None, Some(b.to_value()), words);
                self.patch.push(Op::add(&self.place.patch, b.to_value()));
            }
            (Some(a), None) if self.compare.absent == Absent::Remove => {
                let words = words::unset(&self.label(label), &words::value(member, units.0, a));
                self.change(ChangeKind::Remove, Some(a.to_value()), None, words);
                self.patch.push(Op::remove(&self.place.patch));
            }
            _ => {}
        }
    }

    fn value<'a, V: View<'a>>(
        &mut self,
        member: Option<&'static Member>,
        label: &str,
        units: (Option<&str>, Option<&str>),
        a: V,
        b: V,
    ) {
        match (member.map(|member| &member.ty), a.node(), b.node()) {
            (ty, Node::Object(_), Node::Object(_)) => {
                self.subject.push(label.to_owned());
                self.members(ty.and_then(Type::table), a, b);
                self.subject.pop();
            }
            (Some(Type::List(list)), Node::Array(_), Node::Array(_)) => self.list(list, member, label, a, b),
            // What was never set comes so from the service; it is said as of an empty list.
            (Some(Type::List(list)), Node::Object(none), Node::Array(items))
                if self.compare.by == By::Meaning && none.len() == 0 && items.len() > 0 =>
            {
                self.first(list, member, label, b);
            }
            (ty, ..) => {
                if !self.alike(ty, a, b) {
                    self.replace(label, (&words::value(member, units.0, a), &words::value(member, units.1, b)), a, b);
                }
            }
        }
    }

    /// A list in the place of `{}`.
    fn first<'a, V: View<'a>>(&mut self, list: &'static List, member: Option<&'static Member>, label: &str, items: V) {
        let (before, after) = (Tape::of(&Value::Array(Vec::new())), Tape::of(items));
        let mut differ = Self::new(self.compare);
        (differ.place, differ.subject, differ.several) = (self.place.clone(), self.subject.clone(), self.several);
        differ.list(list, member, label, before.root(), after.root());
        if differ.changes.is_empty() {
            let words = words::set(&self.label(label), &words::value(member, None, items));
            let none = Some(Value::Object(serde_json::Map::new()));
            differ.change(ChangeKind::Replace, none, Some(items.to_value()), words);
        }
        let already = self.changes.len();
        let said = differ.said.into_iter();
        self.said.extend(said.map(|(run, words)| (run.start + already..run.end + already, words)));
        self.changes.append(&mut differ.changes);
        self.issues.append(&mut differ.issues);
        self.patch.push(Op::replace(&self.place.patch, items.to_value()));
    }

    /// Whether two values are no difference.
    fn alike<'a, V: View<'a>>(&self, ty: Option<&Type>, a: V, b: V) -> bool {
        match ty.filter(|_| self.compare.by == By::Meaning) {
            Some(ty) => same(ty, a, b),
            None => equal(a, b),
        }
    }

    pub(super) fn replace<'a, V: View<'a>>(&mut self, label: &str, (was, is): (&str, &str), a: V, b: V) {
        let words = if was == is {
            let (was, is) = words::told_apart(a, b);
            words::replaced(&self.label(label), &was, &is)
        } else {
            words::replaced(&self.label(label), was, is)
        };
        self.change(ChangeKind::Replace, Some(a.to_value()), Some(b.to_value()), words);
        self.patch.push(Op::replace(&self.place.patch, b.to_value()));
    }

    fn list<'a, V: View<'a>>(&mut self, list: &'static List, member: Option<&'static Member>, label: &str, a: V, b: V) {
        let by_meaning = self.compare.by == By::Meaning;
        match list.identity {
            Identity::Ranges if by_meaning => self.hours(member, label, a, b),
            Identity::Week if by_meaning => self.week(list, a, b),
            Identity::Ranges | Identity::Days => {
                if !self.alike(Some(&Type::List(list)), a, b) {
                    self.replace(label, (&words::value(member, None, a), &words::value(member, None, b)), a, b);
                }
            }
            Identity::UserId | Identity::Date | Identity::Place | Identity::Week => {
                self.items(list, &Pairs::of(list, a, b));
            }
        }
    }

    /// An array whose items are known by what they are: removals, then additions and moves, then what changed inside.
    pub(super) fn items<'a, V: View<'a>>(&mut self, list: &'static List, pairs: &Pairs<V>) {
        if !pairs.keyed {
            let key = list.identity.key();
            self.issues.push(super::note(Code::ByPosition, self.place.draft.clone(), Some(key)));
        }
        if self.compare.absent == Absent::Keep
            && self.place.draft.segments().iter().all(|segment| matches!(segment, Segment::Name(_)))
        {
            self.whole.push((self.place.draft.clone(), overlay::are_whole(list, pairs)));
        }
        let ordered = self.compare.by == By::Spelling || !matches!(list.identity, Identity::Date | Identity::Week);
        let plan = order::plan(pairs.left.len(), &pairs.partner, ordered);
        self.steps(list, pairs, &plan.steps);
        // What is equal needs no name and no look inside.
        for (left, a, right, b) in pairs.not_alike().filter(|(_, a, _, b)| !equal(*a, *b)) {
            self.pair(list, (left, a), (right, plan.ends[right], b), pairs.instead[right]);
        }
    }

    /// What comes to an array, goes and moves.
    pub(super) fn steps<'a, V: View<'a>>(&mut self, list: &'static List, pairs: &Pairs<V>, steps: &[Step]) {
        let first = self.changes.len();
        // The patch removes from the end, so that each index still holds; people read from the beginning.
        let mut removals = 0;
        for step in steps {
            match *step {
                Step::Remove { left, at } => {
                    let item = pairs.left[left];
                    let words = words::removed(list, &self.label(&words::name(list, left, item)), item);
                    self.enter([left, at, left].map(Segment::from));
                    self.change(ChangeKind::Remove, Some(item.to_value()), None, words);
                    self.patch.push(Op::remove(&self.place.patch));
                    self.leave();
                    removals += 1;
                }
                Step::Add { right, at } => {
                    let item = pairs.right[right];
                    let words = words::added(list, &self.label(&words::name(list, right, item)), item);
                    self.enter([right, at, right].map(Segment::from));
                    self.change(ChangeKind::Add, None, Some(item.to_value()), words);
                    self.patch.push(Op::add(&self.place.patch, item.to_value()));
                    self.leave();
                }
                Step::Move { left, right, from, to } => {
                    let item = pairs.right[right];
                    let words = words::moved(&self.label(&words::name(list, left, item)), left, right);
                    let (from, to) = (self.place.patch.with(from), self.place.patch.with(to));
                    self.enter([right, right, left].map(Segment::from));
                    self.change(ChangeKind::Move, Some(left.into()), Some(right.into()), words);
                    self.patch.push(Op::move_to(&from, &to));
                    self.leave();
                }
            }
        }
        self.changes[first..first + removals].reverse();
    }

    /// An item and what it was: where each stands, and where the patch has brought it so far.
    pub(crate) fn pair<'a, V: View<'a>>(
        &mut self,
        list: &'static List,
        (left, a): (usize, V),
        (right, at, b): (usize, usize, V),
        instead: bool,
    ) {
        let absent = self.compare.absent;
        if instead {
            self.compare.absent = Absent::Remove;
        }
        self.enter([right, at, left].map(Segment::from));
        let name = words::name(list, right, b);
        if let (Some(table), Node::Object(_), Node::Object(_)) = (list.item.table(), a.node(), b.node()) {
            self.subject.push(name);
            self.several = week::days_of(b).count_ones() > 1;
            self.members(Some(table), a, b);
            self.several = false;
            self.subject.pop();
        } else {
            self.replace(&name, (&words::item(list, a), &words::item(list, b)), a, b);
        }
        self.leave();
        self.compare.absent = absent;
    }
}
