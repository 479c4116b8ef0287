//! Walks three records side by side.

use std::borrow::Cow;

use super::{Conflict, MergedChange, Resolution, Side, Sides, Views};
use crate::ground::json::{
    Builder, ByName, Each, Node, Path, Segment, Tree, View, canonical_text, equal,
};
use crate::knowledge::issue::Issue;
use crate::knowledge::language::{Phrase, Sentence};
use crate::knowledge::schema::{Holds, Member, Object, Type, member_in};
use crate::knowledge::words;
use crate::record::{KeyPath, KeyStep, array_of, is_not_set, is_unset_alias, same_member};
use crate::verbs::diff::{Change, Differ};

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
    three: Views<'_>,
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

/// Returns true for a member of the record that only the service writes, such as `updatedAt`: no update can carry what either
/// side has, so that nobody can resolve it. The IDs of the record and its owner tell which record it is, and stay a conflict.
fn is_written_by_service(row: Option<&Member>) -> bool {
    row.is_some_and(|row| row.is_response_only() && !["id", "locationId"].contains(&row.name))
}

fn text_of(value: Option<View<'_>>) -> Option<String> {
    value.map(|value| value.to_value().to_string())
}

/// The source of both halves of an amount.
#[derive(Clone, Copy)]
pub(super) enum AmountSource {
    /// The side that counts.
    Side(Resolution),
    /// Both sides, which made the amount equally long, as one of them writes it.
    BothAs(Resolution),
}

/// The amounts of an object that are decided so far: the name of each number, and the source if both sides changed the amount.
pub(super) type DecidedAmounts = Vec<(&'static str, Option<AmountSource>)>;

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
        three: Views<'_>,
        out: &mut Builder<'_>,
    ) {
        let by_name = three.map(ByName::of);
        let mut amounts = DecidedAmounts::default();
        for name in names(three, &by_name) {
            let three_members = by_name.as_ref().map(|side| side.get(name));
            let row = member_in(table, name);
            let is_ignored = match table {
                Some(table) => {
                    table.leaves_out(name)
                        || row.is_none() && is_unset_alias(table, name, three_members.present())
                }
                None => false,
            };
            if is_ignored {
                // The service adds such a member to its responses, or it is an empty alias. Neither side changed what the record
                // means, so it is copied without a record.
                if let Some(view) = spelling(three_members) {
                    out.copy(Some(name), view);
                }
                continue;
            }
            let named = Named::of(row, name, three);
            // Decided at the first half that the walk meets, be it the number or the unit.
            let source = match (table, row) {
                (Some(table), Some(row)) => self.amount(table, row, three, &mut amounts),
                _ => None,
            };
            self.enter(&named);
            match source {
                // Number and unit come from one side: 30 from ours and `hours` from theirs would be an amount that nobody
                // asked for.
                Some(AmountSource::Side(side)) => self.chosen(&named, side, three_members, out),
                Some(AmountSource::BothAs(side)) => {
                    self.taken_of_both(&named, side, three_members, out);
                }
                None => self.member(&named, three_members, out),
            }
            self.leave();
        }
    }

    pub(super) fn enter(&mut self, named: &Named<'_>) {
        let own = match named.member {
            Some(row) => Cow::Borrowed(row.name),
            None => Cow::Owned(named.name.to_owned()),
        };
        self.path.push(Segment::Name(own.clone()));
        self.key.push(KeyStep::Name(own));
    }

    pub(super) fn leave(&mut self) {
        self.path.pop();
        self.key.pop();
    }

    /// Merges one member: takes it from the side that changed it, and merges inside what both changed.
    fn member(&mut self, named: &Named<'_>, three: Views<'_>, out: &mut Builder<'_>) {
        if let Some(view) = three.untouched() {
            return out.copy(Some(named.name), view);
        }
        let row = named.member;
        if same_member(row, three.ours, three.theirs) {
            // So is a value that changed only in spelling: the comparison with base then finds no change to record.
            return self.taken_from(named, Side::Both, three, spelling(three), out);
        }
        if same_member(row, three.base, three.ours) {
            return self.taken_from(named, Side::Theirs, three, three.theirs, out);
        }
        if same_member(row, three.base, three.theirs) {
            return self.taken_from(named, Side::Ours, three, three.ours, out);
        }
        if is_written_by_service(row) && self.path.segments().len() == 1 {
            // The later of two times counts, whichever side has it.
            let (side, view) = if text_of(three.ours) > text_of(three.theirs) {
                (Side::Ours, three.ours)
            } else {
                (Side::Theirs, three.theirs)
            };
            return self.taken_from(named, side, three, view, out);
        }
        // From here on, both sides changed the value to different ends: it is merged inside, or disputed as a whole.
        // `{ "0": a, "1": b }` counts as `[a, b]`, so that its items merge by their keys, also with an array of the other side.
        let nothing = Tree::empty_list();
        let arrays = three.map(array_by_index);
        let three = match row {
            Some(row) if is_list_of_items(row) => {
                with_empty_lists(row, three.replaced_by(&arrays), nothing.root())
            }
            Some(row) if matches!(row.ty, Type::List(_)) => three.replaced_by(&arrays),
            _ => three,
        };
        let is_merged = match three.ours.zip(three.theirs) {
            Some((ours, theirs)) => self.inside(named, three, (ours, theirs), out),
            None => false,
        };
        if !is_merged {
            self.whole(named, three, out);
        }
    }

    /// Merges the members of objects, or the items of lists. Returns false if the values have to be merged whole.
    fn inside(
        &mut self,
        named: &Named<'_>,
        three: Views<'_>,
        (ours, theirs): (View<'_>, View<'_>),
        out: &mut Builder<'_>,
    ) -> bool {
        match (ours.node(), theirs.node()) {
            // If base is of another type, such as a text, it has no members by which the sides can be compared: they merge
            // whole.
            (Node::Object(_), Node::Object(_))
                if three.base.is_none_or(|base| base.members().is_some()) =>
            {
                let table = named.member.and_then(|row| row.ty.table());
                self.subject.push(named.label());
                self.members(table, three, &mut out.object(Some(named.name), Some(ours)));
                self.subject.pop();
                true
            }
            (Node::Array(_), Node::Array(_))
                if three.base.is_none_or(|base| base.items().is_some()) =>
            {
                self.list(named, three, out)
            }
            _ => false,
        }
    }

    /// Resolves a value that both sides changed and that cannot be merged inside.
    fn whole(&mut self, named: &Named<'_>, three: Views<'_>, out: &mut Builder<'_>) {
        let words = self.disputed_words(named, three);
        let choice = self.conflict(three, words);
        self.chosen(named, choice, three, out);
    }

    /// Describes a conflict between two values of a member.
    pub(super) fn disputed_words(&self, named: &Named<'_>, three: Views<'_>) -> Sentence {
        let mut said = named.said(three);
        if said.ours == said.theirs
            && let Some((ours, theirs)) = three.ours.zip(three.theirs)
        {
            let table = named.member.and_then(|member| member.ty.table());
            (said.ours, said.theirs) = words::objects_told_apart(table, ours, theirs);
        }
        self.words(&self.label(&named.label()), &said)
    }

    /// Writes the value that a resolution chooses.
    fn chosen(
        &mut self,
        named: &Named<'_>,
        choice: Resolution,
        three: Views<'_>,
        out: &mut Builder<'_>,
    ) {
        match choice {
            Resolution::Leave | Resolution::Base => {
                if let Some(base) = three.base {
                    out.copy(Some(named.name), base);
                }
            }
            Resolution::Ours => self.taken_from(named, Side::Ours, three, three.ours, out),
            Resolution::Theirs => self.taken_from(named, Side::Theirs, three, three.theirs, out),
        }
    }

    /// Merges a list. Returns false if it has to be merged as one value.
    fn list(&mut self, named: &Named<'_>, three: Views<'_>, out: &mut Builder<'_>) -> bool {
        let Some(Type::List(list)) = named.member.map(|member| &member.ty) else {
            return false;
        };
        match list.holds {
            // The days of an entry whose week cannot be merged by day: they are one value.
            Holds::Days => false,
            Holds::Ranges => self.day(named, three, out),
            // Entries that hold more than days and ranges merge by key, as other items do.
            Holds::Week => self.week(named, three, out) || self.items(list, named, three, out),
            Holds::Items => self.items(list, named, three, out),
        }
    }

    /// Returns the resolution of a conflict here, and records the conflict if it is left.
    pub(super) fn conflict(&mut self, three: Views<'_>, words: Sentence) -> Resolution {
        let values = three.map(|view| view.map(View::to_value));
        self.disagree(Conflict {
            path: self.path.clone(),
            key: self.key.clone(),
            base: values.base,
            ours: values.ours,
            theirs: values.theirs,
            words,
        })
    }

    pub(super) fn disagree(&mut self, conflict: Conflict) -> Resolution {
        // The choices are in the order in which this function is called. In the first walk there are none: each conflict is
        // left.
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
        three: Views<'_>,
        taken: Option<View<'_>>,
        out: &mut Builder<'_>,
    ) {
        let units = named.units.as_ref().map(Option::as_deref);
        let unit = match from {
            // If the units of the sides differ, they share none.
            Side::Both if units.ours != units.theirs => None,
            Side::Ours | Side::Both => units.ours,
            Side::Theirs => units.theirs,
        };
        self.taken_in_unit(named, (from, unit), three, taken, out);
    }

    /// Writes what both sides changed alike, as one of them has it: half of an amount that is as long in both.
    fn taken_of_both(
        &mut self,
        named: &Named<'_>,
        side: Resolution,
        three: Views<'_>,
        out: &mut Builder<'_>,
    ) {
        let units = named.units.as_ref().map(Option::as_deref);
        let (unit, taken) = match side {
            Resolution::Ours => (units.ours, three.ours),
            _ => (units.theirs, three.theirs),
        };
        self.taken_in_unit(named, (Side::Both, unit), three, taken, out);
    }

    /// Writes the value that was taken, if there is one, and records the changes from base to it, in the unit of its side.
    fn taken_in_unit(
        &mut self,
        named: &Named<'_>,
        (from, unit): (Side, Option<&str>),
        three: Views<'_>,
        taken: Option<View<'_>>,
        out: &mut Builder<'_>,
    ) {
        if let Some(view) = taken {
            out.copy(Some(named.name), view);
        }
        let mut differ = self.differ();
        let before_and_after = (named.units.base.as_deref(), unit);
        differ.member(
            named.member,
            named.name,
            before_and_after,
            three.base,
            taken,
        );
        self.record(from, differ.changes);
    }

    /// Records changes that are taken from a side.
    pub(super) fn record(&mut self, from: Side, changes: Vec<Change>) {
        for change in changes {
            self.taken.push(MergedChange { from, change });
        }
    }

    pub(super) fn differ(&self) -> Differ {
        Differ::at(&self.path, &self.key, &self.subject)
    }

    pub(super) fn label(&self, label: &Phrase) -> Phrase {
        words::label(&self.subject, label)
    }

    /// Describes a conflict between the values of base, ours and theirs.
    pub(super) fn words(&self, label: &Phrase, said: &Sides<Phrase>) -> Sentence {
        let [mine, other] = self.labels;
        words::conflict(
            label,
            [(mine, &said.ours), (other, &said.theirs)],
            &said.base,
        )
    }
}

/// Returns the names of the members of three objects: those in base first, then those only in ours, then those only in theirs.
fn names<'a>(three: Views<'a>, by_name: &Sides<ByName<'a>>) -> Vec<&'a str> {
    let mut names = Vec::new();
    for (name, _) in three.base.each_member() {
        names.push(name);
    }
    for (name, _) in three.ours.each_member() {
        if by_name.base.find(name).is_none() {
            names.push(name);
        }
    }
    for (name, _) in three.theirs.each_member() {
        if by_name.base.find(name).is_none() && by_name.ours.find(name).is_none() {
            names.push(name);
        }
    }
    names
}

/// Returns the values of a list of items as they merge: a list that is not set, which responses also spell `{}` or null, has
/// no items. Where base has a list and one side still does, the other side's is empty.
///
/// ```text
/// base [a], ours {}, theirs [b]      merges as  base [a], ours [], theirs [b]
/// base {}, ours [a], theirs [b]      merges as  base not there, ours [a], theirs [b]
/// ```
fn with_empty_lists<'a>(row: &Member, mut three: Views<'a>, nothing: View<'a>) -> Views<'a> {
    three.base = three.base.filter(|base| !is_unset_list(row, *base));
    if is_list(three.base) && (is_list(three.ours) || is_list(three.theirs)) {
        three.ours = list_or(row, three.ours, nothing);
        three.theirs = list_or(row, three.theirs, nothing);
    }
    three
}

/// Returns the value of one side, or an empty list in place of one that is not set.
fn list_or<'a>(row: &Member, side: Option<View<'a>>, nothing: View<'a>) -> Option<View<'a>> {
    side.filter(|side| !is_unset_list(row, *side))
        .or(Some(nothing))
}

/// Returns true if a list is not set: `{}` or null, but not an empty array.
fn is_unset_list(row: &Member, value: View<'_>) -> bool {
    value.items().is_none() && is_not_set(&row.ty, value)
}

fn is_list_of_items(row: &Member) -> bool {
    matches!(row.ty, Type::List(list) if list.holds == Holds::Items)
}

/// Returns the array that an object with indexes for names stands for, as responses have one.
fn array_by_index(side: Option<View<'_>>) -> Option<Tree> {
    let side = side?;
    let has_members = side.each_member().len() > 0;
    (has_members && side.is_indexed_object()).then(|| array_of(side))
}

/// Returns true for an array.
fn is_list(value: Option<View<'_>>) -> bool {
    value.and_then(View::items).is_some()
}

/// A member by its row and name, with its unit in base, ours and theirs.
pub(super) struct Named<'a> {
    pub(super) member: Option<&'static Member>,
    pub(super) name: &'a str,
    pub(super) units: Sides<Option<String>>,
}

impl<'a> Named<'a> {
    /// Describes the value of each side, with its unit.
    fn said(&self, three: Views<'_>) -> Sides<Phrase> {
        Sides {
            base: self.said_in(self.units.base.as_deref(), three.base),
            ours: self.said_in(self.units.ours.as_deref(), three.ours),
            theirs: self.said_in(self.units.theirs.as_deref(), three.theirs),
        }
    }

    fn said_in(&self, unit: Option<&str>, view: Option<View<'_>>) -> Phrase {
        match view {
            Some(view) => words::value(self.member, unit, view),
            None => Phrase::code("not_set"),
        }
    }

    /// Returns the member with its units in three objects.
    pub(super) fn of(member: Option<&'static Member>, name: &'a str, three: Views<'_>) -> Self {
        Self {
            member,
            name,
            units: three.map(|view| Some(view?.get(member?.unit?)?.text()?.to_owned())),
        }
    }

    pub(super) fn label(&self) -> Phrase {
        words::member_label(self.member, self.name)
    }
}

/// Returns the value that both sides agree on, in the spelling that one of them changed. If both did, the
/// alphabetically first spelling is taken, so that swapping the sides does not change the result. Absent is a spelling of
/// "not set".
fn spelling(three: Views<'_>) -> Option<View<'_>> {
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
