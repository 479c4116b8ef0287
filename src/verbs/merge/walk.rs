//! Walks three records side by side.

use std::borrow::Cow;

use super::{Conflict, MergedChange, Resolution, Side};
use crate::ground::fast;
use crate::ground::json::{
    Builder, ByName, Each, Node, Path, Segment, Tree, View, canonical_text, equal,
};
use crate::knowledge::issue::Issue;
use crate::knowledge::language::{Phrase, Sentence};
use crate::knowledge::schema::{Holds, Member, Object, Type};
use crate::knowledge::words;
use crate::record::{KeyPath, KeyStep, array_of, is_not_set, same_member};
use crate::verbs::diff::Differ;

/// The merged value, the changes taken from each side, and the conflicts.
pub(crate) struct Partition {
    pub(crate) value: Tree,
    pub(crate) conflicts: Vec<Conflict>,
    pub(crate) taken: Vec<MergedChange>,
    pub(crate) notes: Vec<Issue>,
}

/// The effect of a unit that one side only writes out: `3 days` where the base has `3`, which means days.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Units {
    /// It changes the amount.
    AsWritten,
    /// It changes nothing, so that it never conflicts with the other side's change.
    AsMeant,
}

/// Merges three whole records. The conflicts do not depend on the choices, which answer them in order.
pub(crate) fn partition(
    record: &'static Object,
    three: Three<'_>,
    labels: &[&'static str; 2],
    units: Units,
    choices: Vec<Resolution>,
) -> Partition {
    let mut merger = Merger {
        path: Path::new(),
        key: KeyPath::default(),
        subject: Vec::new(),
        labels: *labels,
        units,
        conflicts: Vec::new(),
        taken: Vec::new(),
        notes: Vec::new(),
        choices: choices.into_iter(),
    };
    let mut value = Tree::of_names(three.base.map_or(&[], View::names));
    merger.members(Some(record), three, &mut value.object());
    let Merger {
        conflicts,
        taken,
        notes,
        ..
    } = merger;
    Partition {
        value,
        conflicts,
        taken,
        notes,
    }
}

/// A value that base, ours and theirs may each have.
#[derive(Clone, Copy)]
pub(crate) struct Three<'a> {
    pub(crate) base: Option<View<'a>>,
    pub(crate) ours: Option<View<'a>>,
    pub(crate) theirs: Option<View<'a>>,
}

impl<'a> Three<'a> {
    pub(super) fn all(self) -> [Option<View<'a>>; 3] {
        [self.base, self.ours, self.theirs]
    }

    /// Returns the member of that name in three objects.
    pub(super) fn member(self, name: &str) -> Self {
        let [base, ours, theirs] = self.all().map(|side| side.and_then(|side| side.get(name)));
        Self { base, ours, theirs }
    }

    /// Returns the value if all three have it unchanged and a quick comparison can tell. Most values of a record are.
    pub(super) fn untouched(self) -> Option<View<'a>> {
        let (base, ours, theirs) = (self.base?, self.ours?, self.theirs?);
        let alike =
            fast::is_on() && base.alike(ours) == Some(true) && base.alike(theirs) == Some(true);
        alike.then_some(ours)
    }

    /// Returns whether ours and whether theirs changed the value of a member, or `None` if both have the same.
    fn changed_by(self, row: Option<&Member>) -> Option<[bool; 2]> {
        if same_member(row, self.ours, self.theirs) {
            return None;
        }
        Some([self.ours, self.theirs].map(|side| !same_member(row, self.base, side)))
    }
}

pub(super) struct Merger {
    /// The path in the merged value.
    pub(super) path: Path,
    pub(super) key: KeyPath,
    /// The labels of the enclosing values, outermost first.
    pub(super) subject: Vec<Phrase>,
    /// The names of the sides.
    pub(super) labels: [&'static str; 2],
    pub(super) units: Units,
    pub(super) conflicts: Vec<Conflict>,
    pub(super) taken: Vec<MergedChange>,
    pub(super) notes: Vec<Issue>,
    /// The resolutions of the remaining conflicts.
    pub(super) choices: std::vec::IntoIter<Resolution>,
}

impl Merger {
    pub(super) fn members(
        &mut self,
        table: Option<&'static Object>,
        three: Three<'_>,
        out: &mut Builder<'_>,
    ) {
        // The names in base come first, then those only in ours, then those only in theirs.
        let by_name = three.all().map(ByName::of);
        let by_name = &by_name;
        let names = (0..3).flat_map(|side| {
            let names = three.all()[side].each_member().map(|(name, _)| name);
            names.filter(move |name| {
                by_name[..side]
                    .iter()
                    .all(|before| before.find(name).is_none())
            })
        });
        let amounts = self.amounts(table, three);
        for name in names {
            let [base, ours, theirs] = by_name.each_ref().map(|side| side.get(name));
            let member = table.and_then(|table| table.member(name));
            let place = Named::of(member, name, three);
            if table.is_some_and(|table| table.leaves_out(name)) {
                if let Some(view) = spelling(Three { base, ours, theirs }) {
                    out.copy(Some(name), view);
                }
                continue;
            }
            let amount = amounts
                .iter()
                .find(|(number, _)| name == number.name || Some(name) == number.unit);
            self.enter(&place);
            match amount {
                Some((_, choice)) => {
                    self.chosen(&place, *choice, Three { base, ours, theirs }, out);
                }
                None => self.member(&place, Three { base, ours, theirs }, out),
            }
            self.leave();
        }
    }

    pub(super) fn enter(&mut self, named: &Named<'_>) {
        let own = named.member.map_or_else(
            || Cow::Owned(named.name.to_owned()),
            |member| Cow::Borrowed(member.name),
        );
        self.path.push(Segment::Name(own.clone()));
        self.key.push(KeyStep::Name(own));
    }

    pub(super) fn leave(&mut self) {
        self.path.pop();
        self.key.pop();
    }

    /// Merges one member.
    fn member(&mut self, named: &Named<'_>, three: Three<'_>, out: &mut Builder<'_>) {
        let Three { ours, theirs, .. } = three;
        if let Some(view) = three.untouched() {
            return out.copy(Some(named.name), view);
        }
        match three.changed_by(named.member) {
            None => return self.taken_from(named, Side::Both, three, spelling(three), out),
            Some([false, _]) => return self.taken_from(named, Side::Theirs, three, theirs, out),
            Some([_, false]) => return self.taken_from(named, Side::Ours, three, ours, out),
            Some([true, true]) => {}
        }
        let nothing = Tree::empty_list();
        let arrays = three.all().map(|side| side.and_then(indexed));
        let three = match named.member {
            Some(row) if is_list_of_items(&row.ty) => {
                with_lists(over(three, &arrays), row, nothing.root())
            }
            _ => three,
        };
        let base = three.base;
        let Three { ours, theirs, .. } = three;
        let kinds = ours
            .zip(theirs)
            .map(|(ours, theirs)| (ours.node(), theirs.node()));
        let inside = match kinds {
            Some((Node::Object(_), Node::Object(_)))
                if base.is_none_or(|base| base.members().is_some()) =>
            {
                let table = named.member.and_then(|member| member.ty.table());
                self.subject.push(named.label());
                self.members(table, three, &mut out.object(Some(named.name), ours));
                self.subject.pop();
                true
            }
            Some((Node::Array(_), Node::Array(_)))
                if base.is_none_or(|base| base.items().is_some()) =>
            {
                self.list(named, three, out)
            }
            _ => false,
        };
        if !inside {
            self.whole(named, three, out);
        }
    }

    /// Resolves a value that both sides changed and that cannot be merged inside.
    fn whole(&mut self, named: &Named<'_>, three: Three<'_>, out: &mut Builder<'_>) {
        let words = self.disputed_words(named, three);
        let choice = self.conflict(three, words);
        self.chosen(named, choice, three, out);
    }

    /// Describes a conflict between two values of a member.
    pub(super) fn disputed_words(&self, named: &Named<'_>, three: Three<'_>) -> Sentence {
        let [base, ours, theirs] = three.all();
        let (mut mine, mut other) = (named.said(1, ours), named.said(2, theirs));
        if let (Some(ours), Some(theirs), true) = (ours, theirs, mine == other) {
            let table = named.member.and_then(|member| member.ty.table());
            (mine, other) = words::objects_told_apart(table, ours, theirs);
        }
        self.words(
            &self.label(&named.label()),
            &[named.said(0, base), mine, other],
        )
    }

    /// Writes the value that a resolution chooses.
    fn chosen(
        &mut self,
        named: &Named<'_>,
        choice: Resolution,
        three: Three<'_>,
        out: &mut Builder<'_>,
    ) {
        let (side, view) = match choice {
            Resolution::Leave | Resolution::Base => {
                return three
                    .base
                    .into_iter()
                    .for_each(|base| out.copy(Some(named.name), base));
            }
            Resolution::Ours => (Side::Ours, three.ours),
            Resolution::Theirs => (Side::Theirs, three.theirs),
        };
        self.taken_from(named, side, three, view, out);
    }

    /// Merges a list. Returns false if it has to be merged as one value.
    fn list(&mut self, named: &Named<'_>, three: Three<'_>, out: &mut Builder<'_>) -> bool {
        let Some(Type::List(list)) = named.member.map(|member| &member.ty) else {
            return false;
        };
        match list.holds {
            Holds::Days => false,
            Holds::Ranges => self.day(named, three, out),
            Holds::Week => self.week(named, three, out) || self.items(list, named, three, out),
            Holds::Items => self.items(list, named, three, out),
        }
    }

    /// Returns the resolution of a conflict here, and records the conflict if it is left.
    pub(super) fn conflict(&mut self, three: Three<'_>, words: Sentence) -> Resolution {
        let [base, ours, theirs] = three.all().map(|view| view.map(View::to_value));
        self.disagree(Conflict {
            path: self.path.clone(),
            key: self.key.clone(),
            base,
            ours,
            theirs,
            words,
        })
    }

    pub(super) fn disagree(&mut self, conflict: Conflict) -> Resolution {
        let choice = self.choices.next().unwrap_or_default();
        if choice == Resolution::Leave {
            self.conflicts.push(conflict);
        }
        choice
    }

    /// Writes the value taken from a side, if it has one, and records the changes from base to it.
    fn taken_from(
        &mut self,
        named: &Named<'_>,
        from: Side,
        three: Three<'_>,
        taken: Option<View<'_>>,
        out: &mut Builder<'_>,
    ) {
        if let Some(view) = taken {
            out.copy(Some(named.name), view);
        }
        let [was, ours, theirs] = named.units.each_ref().map(Option::as_deref);
        let unit = match from {
            Side::Ours => ours,
            Side::Theirs => theirs,
            // If the units of the sides differ, they share none.
            Side::Both => ours.filter(|_| ours == theirs),
        };
        let units = (was, unit);
        let mut differ = self.differ();
        differ.member(named.member, named.name, units, three.base, taken);
        self.taken.extend(
            differ
                .changes
                .into_iter()
                .map(|change| MergedChange { from, change }),
        );
    }

    pub(super) fn differ(&self) -> Differ {
        Differ::at(&self.path, &self.key, &self.subject)
    }

    pub(super) fn label(&self, label: &Phrase) -> Phrase {
        words::label(&self.subject, label)
    }

    /// Describes a conflict between the values of base, ours and theirs.
    pub(super) fn words(&self, label: &Phrase, [base, ours, theirs]: &[Phrase; 3]) -> Sentence {
        let [mine, other] = self.labels;
        words::conflict(label, [(mine, ours), (other, theirs)], base)
    }
}

/// Returns the array that an object with indexes for names stands for, as responses have one.
fn indexed(side: View<'_>) -> Option<Tree> {
    let has_items = side.each_member().len() > 0;
    (has_items && side.is_indexed_object()).then(|| array_of(side))
}

/// Returns the values of all sides, with these arrays in place of those that have one.
fn over<'a>(three: Three<'a>, arrays: &'a [Option<Tree>; 3]) -> Three<'a> {
    let [base, ours, theirs] = arrays
        .each_ref()
        .map(|array| array.as_ref().map(Tree::root));
    Three {
        base: base.or(three.base),
        ours: ours.or(three.ours),
        theirs: theirs.or(three.theirs),
    }
}

fn is_list_of_items(ty: &Type) -> bool {
    matches!(ty, Type::List(list) if list.holds == Holds::Items)
}

/// Returns the values of a list of items as they merge: a list that is not set, which responses also spell `{}` or null, has
/// no items. Where base has a list and one side still does, the other side's is empty.
///
/// ```text
/// base [a], ours {}, theirs [b]      merges as  base [a], ours [], theirs [b]
/// base {}, ours [a], theirs [b]      merges as  base not there, ours [a], theirs [b]
/// ```
fn with_lists<'a>(three: Three<'a>, row: &Member, empty: View<'a>) -> Three<'a> {
    let base = three.base.filter(|base| !is_unset_list(row, *base));
    if !is_list(base) || !(is_list(three.ours) || is_list(three.theirs)) {
        return Three { base, ..three };
    }
    let is_set = |side: &View<'_>| !is_unset_list(row, *side);
    Three {
        base,
        ours: three.ours.filter(is_set).or(Some(empty)),
        theirs: three.theirs.filter(is_set).or(Some(empty)),
    }
}

/// Returns true for what is in the place of a list that is not set. An empty list is one.
fn is_unset_list(row: &Member, value: View<'_>) -> bool {
    value.items().is_none() && is_not_set(&row.ty, value)
}

/// Returns true for an array.
fn is_list(value: Option<View<'_>>) -> bool {
    value.is_some_and(|value| value.items().is_some())
}

/// A member by its row and name, with its unit in base, ours and theirs.
pub(super) struct Named<'a> {
    pub(super) member: Option<&'static Member>,
    pub(super) name: &'a str,
    pub(super) units: [Option<String>; 3],
}

impl<'a> Named<'a> {
    /// Describes the value of one side, 0 for base, with its unit.
    fn said(&self, side: usize, view: Option<View<'_>>) -> Phrase {
        match view {
            Some(view) => words::value(self.member, self.units[side].as_deref(), view),
            None => Phrase::code("not_set"),
        }
    }

    /// Returns the member with its units in three objects.
    pub(super) fn of(member: Option<&'static Member>, name: &'a str, three: Three<'_>) -> Self {
        Self {
            member,
            name,
            units: three
                .all()
                .map(|view| Some(view?.get(member?.unit?)?.text()?.to_owned())),
        }
    }

    pub(super) fn label(&self) -> Phrase {
        words::member_label(self.member, self.name)
    }
}

/// Returns the value that both sides agree on, in the spelling that one of them changed. If both did, the
/// alphabetically first spelling is taken, so that swapping the sides does not change the result. Absent is a spelling of
/// "not set".
fn spelling(three: Three<'_>) -> Option<View<'_>> {
    if is_as_written(three.base, three.theirs) {
        return three.ours;
    }
    if is_as_written(three.base, three.ours) {
        return three.theirs;
    }
    match (three.ours, three.theirs) {
        (Some(ours), Some(theirs)) if !first_by_alphabet(ours, theirs) => Some(theirs),
        (ours, theirs) => ours.or(theirs),
    }
}

/// Returns true if a side has a value just as base has it.
fn is_as_written(base: Option<View<'_>>, side: Option<View<'_>>) -> bool {
    match (base, side) {
        (Some(base), Some(side)) => equal(base, side),
        (base, side) => base.is_none() && side.is_none(),
    }
}

pub(super) fn first_by_alphabet(ours: View<'_>, theirs: View<'_>) -> bool {
    canonical_text(ours) <= canonical_text(theirs)
}
