//! The writable part of a record.

use serde_json::Value;

use super::decision::{Action, Decision};
use crate::ground::json::{Node, Open, Path, Segment, Tree, View};
use crate::knowledge::format::{self, hours::Range};
use crate::knowledge::language::{Said, Words};
use crate::knowledge::schema::{Access, Kind, List, Member, Object, Type, WhenEmpty, is_deleted};
use crate::record::each::{Becomes, Here, Met, Visitor, each, each_value};
use crate::record::{deleted, is_incomplete, is_of_type, same, same_member, set};
use crate::verbs::validate::{is_sent_canonical, is_sound_here};

/// Returns the writable part of a record: a draft that changes nothing.
pub(crate) fn writable(kind: Kind, record: View<'_>) -> Tree {
    each(&mut Writable::default(), kind.record(), Here::alone(record))
}

/// Returns the writable part of a record that a draft made of a stored one. Values that differ from the stored ones are
/// kept despite objections, since the draft asked for them.
pub(crate) fn writable_over<'a>(kind: Kind, record: View<'a>, stored: View<'a>) -> Tree {
    let mut writable = Writable {
        is_draft: true,
        ..Writable::default()
    };
    each(
        &mut writable,
        kind.record(),
        Here::with(record, [Some(stored), Some(record)]),
    )
}

/// A visitor of a draft on top of a stored record, beside both.
#[derive(Default)]
pub(super) struct Writable {
    made: Vec<Decision>,
    /// True if the result is a draft and not a body: special dates that it leaves out are not added as deleted.
    is_draft: bool,
    /// True inside a list of the record that means the same as the stored one, whatever the order and the keys of its items.
    is_in_unchanged_list: bool,
}

impl Writable {
    /// Returns the whole body, and the decisions about it.
    pub(super) fn body<'a>(
        table: &'static Object,
        after: View<'a>,
        stored: View<'a>,
        draft: View<'a>,
    ) -> (Tree, Vec<Decision>) {
        let mut writable = Self::default();
        let body = each(
            &mut writable,
            table,
            Here::with(after, [Some(stored), Some(draft)]),
        );
        (body, writable.made)
    }

    /// Returns true if the draft leaves a member as it is stored.
    fn is_unchanged(&self, met: &Met<'_, '_>) -> bool {
        let [stored, draft] = met.beside;
        draft.is_none()
            || self.is_in_unchanged_list
            || stored.is_some() && same_member(met.row, stored, met.own)
    }

    /// Returns true if neither the draft nor the stored record sets a member. A body does not carry it. The draft of a form
    /// keeps it, as it is being typed.
    fn is_set_nowhere(&self, met: &Met<'_, '_>) -> bool {
        let is_of_stored = met.of.beside[0].is_some();
        !self.is_draft && is_of_stored && met.is_not_set() && set(met.ty(), met.beside[0]).is_none()
    }

    /// Returns true if a draft spells a value that the stored record has in a shape that an update takes.
    fn spells(&self, met: &Met<'_, '_>, stored: View<'_>) -> bool {
        self.is_draft
            && met.row.is_some_and(|row| {
                objection(row, stored).is_none() && set(&row.ty, met.own).is_some()
            })
    }

    fn make(&mut self, action: Action, path: Path, reason: Words) {
        self.made.push(Decision::new(action, path, reason));
    }
}

/// Returns true if the draft repeats of a stored member just what an update takes: `[{}]` over a stored `[{ "label": "Lunch" }]`
/// of ranges.
fn repeats_what_is_taken(row: &'static Member, met: &Met<'_, '_>) -> bool {
    let Some(stored) = met.beside[0] else {
        return false;
    };
    let taken = each_value(&mut Writable::default(), &row.ty, Here::alone(stored));
    same_member(Some(row), Some(taken.root()), met.own)
}

impl Visitor for Writable {
    fn member<'a>(&mut self, path: &Path, met: &Met<'a, '_>) -> Becomes<'a> {
        let Some(value) = met.own else {
            return Becomes::Nothing;
        };
        if met
            .row
            .is_some_and(|row| row.access == Access::ResponseOnly)
        {
            self.make(Action::Stripped, at(path, met), Words::new("response_only"));
            return Becomes::Nothing;
        }
        if self.is_set_nowhere(met) {
            return Becomes::Nothing;
        }
        if path.segments().is_empty() {
            let is_list = matches!(met.ty(), Type::List(_));
            self.is_in_unchanged_list =
                is_list && met.beside[0].is_some_and(|stored| same(met.ty(), stored, value));
        }
        let is_body = met.of.beside[1].is_some() && !self.is_draft;
        if let (Some(row), true, true) = (met.row, is_body, path.segments().is_empty())
            && is_incomplete(&row.ty, value)
            && (self.is_unchanged(met) || repeats_what_is_taken(row, met))
        {
            self.make(
                Action::LeftOut,
                path.with(row.name),
                Words::new("incomplete"),
            );
            return Becomes::Nothing;
        }
        // Hours that the service would refuse must not keep a date from being deleted.
        if met.name == "hours" && is_deleted(met.of.view) && !are_ranges(value) {
            return Becomes::Value(Value::Array(Vec::new()));
        }
        if let Some(reason) = met
            .row
            .map_or(UNKNOWN, |row| objection(row, value))
            .filter(|_| !deletes(met))
        {
            if self.is_unchanged(met) {
                // "0" in a draft over a stored 0.
                if let Some(stored) = met.beside[0].filter(|stored| self.spells(met, *stored)) {
                    return Becomes::Copied(met.name, stored);
                }
                self.make(Action::LeftOut, at(path, met), Words::new(reason));
                return Becomes::Nothing;
            }
            self.make(
                Action::Kept,
                at(path, met),
                Words::new("kept").with("reason", Said::code(reason)),
            );
        }
        Becomes::Itself
    }

    /// Returns true unless the value differs from the draft's or may lack deleted items, since both need decisions.
    fn passes(&self, ty: &Type, here: &Here<'_>) -> bool {
        let deletes =
            matches!(ty, Type::List(list) if list.deleted_by_id && here.beside[0].is_some());
        let of_draft = here.beside[1].is_none_or(|draft| draft.alike(here.view) == Some(true));
        of_draft && !deletes && is_sound_here(ty, here)
    }

    /// Writes text that has an error in its canonical form, if it has none there. A draft is in canonical form already.
    fn leaf(
        &mut self,
        _: &Path,
        ty: &Type,
        here: &Here<'_>,
        name: Option<&str>,
        out: &mut Open<'_>,
    ) -> bool {
        let (false, Type::Text(format), Node::Text(text)) = (self.is_draft, ty, here.view.node())
        else {
            return false;
        };
        let canonical = is_sent_canonical(*format, text)
            .then(|| format::normalize(*format, text))
            .flatten();
        if let Some(canonical) = &canonical {
            out.text(name, canonical);
        }
        canonical.is_some()
    }

    /// Records response-only members that only the draft has, since the walk does not meet them.
    fn more_members(
        &mut self,
        path: &Path,
        table: &'static Object,
        here: &Here<'_>,
        _: &mut Open<'_>,
    ) {
        let Some(draft) = here.beside[1] else { return };
        for row in table
            .members
            .iter()
            .filter(|row| row.access == Access::ResponseOnly)
        {
            if here.view.get(row.name).is_none() && draft.get(row.name).is_some() {
                self.make(
                    Action::Stripped,
                    path.with(row.name),
                    Words::new("response_only"),
                );
            }
        }
    }

    /// Adds items that the draft leaves out and the service would keep, as deleted.
    fn more_items(
        &mut self,
        path: &Path,
        list: &'static List,
        here: &Here<'_>,
        out: &mut Open<'_>,
    ) {
        let Type::Object(table) = list.item else {
            return;
        };
        let [stored, draft] = here.beside;
        for entry in deleted(list, [stored, draft.filter(|_| !self.is_draft)]) {
            self.make(
                Action::Deleted,
                path.with(out.len()),
                Words::new("deleted_by_id"),
            );
            let mut tombstone = Tree::in_place_of(entry);
            let mut members = tombstone.object();
            for name in ["date", "hours", "id"] {
                match entry.get(name) {
                    Some(member) => members.copy(Some(name), member),
                    None if name == "hours" => members.value(Some(name), &Value::Array(Vec::new())),
                    None => {}
                }
            }
            members.value(Some("deleted"), &true.into());
            drop(members);
            out.copy(
                None,
                each(&mut Self::default(), table, Here::alone(tombstone.root())).root(),
            );
        }
    }
}

/// Returns true if a draft's list deletes items. Evaluated only if there is an objection to the list, since it pairs all of its
/// items.
fn deletes(met: &Met<'_, '_>) -> bool {
    match met.ty() {
        Type::List(list) => deleted(list, met.beside).next().is_some(),
        _ => false,
    }
}

/// Returns the path of a member, under the name of its row.
fn at(path: &Path, met: &Met<'_, '_>) -> Path {
    let name = met.row.map_or(met.name, |row| row.name);
    path.with(Segment::from(name.to_owned()))
}

/// Returns true for ranges that all end after they begin.
fn are_ranges(hours: View<'_>) -> bool {
    hours.items().is_some_and(|mut ranges| {
        ranges.all(|range| Range::read(range).is_some_and(|range| range.open < range.close))
    })
}

const UNKNOWN: Option<&str> = Some("not_known");

/// Returns the code of the objection to sending a value, if there is one.
fn objection(row: &Member, value: View<'_>) -> Option<&'static str> {
    match (&row.ty, value.node()) {
        (Type::List(list), Node::Array(items)) if items.len() == 0 => match list.when_empty {
            WhenEmpty::Detaches => Some("detaches"),
            WhenEmpty::Refused => Some("empty_team"),
            WhenEmpty::Taken => None,
        },
        (Type::List(_), Node::Object(members)) if members.len() == 0 => Some("detaches"),
        (Type::Text(_), Node::Text("")) if !row.known.is_empty() => Some("empty_value"),
        _ => (!is_of_type(&row.ty, value)).then_some("other_type"),
    }
}
