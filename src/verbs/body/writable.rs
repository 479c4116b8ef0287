//! The writable part of a record.

use serde_json::Value;

use crate::ground::json::{Builder, Node, Path, Segment, Tree, View};
use crate::knowledge::format::{self, hours::Range};
use crate::knowledge::language::{Phrase, Sentence};
use crate::knowledge::schema::{Kind, List, Member, Object, Type, WhenEmpty, is_deleted};
use crate::record::each::{
    Counterparts, Rewrite, Visited, VisitedMember, Visitor, each, each_value, items_and_replaced,
};
use crate::record::is_sound_here;
use crate::record::{deleted, is_incomplete, is_of_type, same, same_member, set};
use crate::verbs::update::{Action, Decision};
use crate::verbs::validate::is_sent_canonical;

/// Returns the writable part of a record: a draft that changes nothing.
pub(crate) fn writable(kind: Kind, record: View<'_>) -> Tree {
    each(
        &mut Writable::default(),
        kind.table(),
        Visited::alone(record),
    )
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
        kind.table(),
        // The record is its own draft: all that it has was asked for.
        Visited::alone(record).beside(stored).coming_from(record),
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
            Visited::alone(after).beside(stored).coming_from(draft),
        );
        (body, writable.made)
    }

    /// Returns true if the draft leaves a member as it is stored.
    fn is_unchanged(&self, visited: &VisitedMember<'_, '_>) -> bool {
        let stored = visited.other;
        let draft = visited.origin;
        // Without a draft beside it, the value came from the stored record. In an unchanged list, an item may be paired with
        // another one, so it is not compared with its partner.
        draft.is_none()
            || self.is_in_unchanged_list
            || stored.is_some() && same_member(visited.row, stored, visited.own)
    }

    /// Returns true if neither the draft nor the stored record sets a member. A body does not carry it. The draft of a form
    /// keeps it, as it is being typed.
    fn is_set_nowhere(&self, visited: &VisitedMember<'_, '_>) -> bool {
        // In a new item, an empty member is kept: the validation reports it.
        let is_of_stored = visited.object.other.is_some();
        !self.is_draft
            && is_of_stored
            && visited.is_not_set()
            && set(visited.ty(), visited.other).is_none()
    }

    /// Returns true if a draft spells a value that the stored record has in a shape that an update takes.
    fn spells(&self, visited: &VisitedMember<'_, '_>, stored: View<'_>) -> bool {
        let Some(row) = visited.row else {
            return false;
        };
        self.is_draft && objection(row, stored).is_none() && set(&row.ty, visited.own).is_some()
    }

    /// Returns the number or truth value that a text means in a list that means the same as the stored one, but is grouped in
    /// another way, so that the item has no partner: "15" in an entry for two days, over a stored 15 in an entry for each.
    fn meant_elsewhere(&self, visited: &VisitedMember<'_, '_>, value: View<'_>) -> Option<Value> {
        let has_no_partner = self.is_in_unchanged_list && visited.other.is_none();
        if !has_no_partner {
            return None;
        }
        visited.ty().any_value_of_text(value.text()?)
    }

    fn make(&mut self, action: Action, path: Path, reason: Sentence) {
        self.made.push(Decision::new(action, path, reason));
    }
}

/// Returns true if the draft repeats of a stored member just what an update takes: `[{}]` over a stored `[{ "label": "Lunch" }]`
/// of ranges.
fn repeats_what_is_taken(row: &'static Member, visited: &VisitedMember<'_, '_>) -> bool {
    let Some(stored) = visited.other else {
        return false;
    };
    let taken = each_value(&mut Writable::default(), &row.ty, Visited::alone(stored));
    same_member(Some(row), Some(taken.root()), visited.own)
}

impl Visitor for Writable {
    fn member<'a>(&mut self, path: &Path, visited: &VisitedMember<'a, '_>) -> Rewrite<'a> {
        let Some(value) = visited.own else {
            return Rewrite::Nothing;
        };
        if visited.row.is_some_and(Member::is_response_only) {
            self.make(
                Action::Stripped,
                at(path, visited),
                Sentence::new("response_only"),
            );
            return Rewrite::Nothing;
        }
        if self.is_set_nowhere(visited) {
            return Rewrite::Nothing;
        }
        // Decided once for each member of the record, before its items are visited.
        if path.segments().is_empty() {
            let is_list = matches!(visited.ty(), Type::List(_));
            self.is_in_unchanged_list = is_list
                && visited
                    .other
                    .is_some_and(|stored| same(visited.ty(), stored, value));
        }
        // A stored list in which an item lacks a required member would be refused, and with it the whole body. As long as
        // nobody changed it, it is not sent.
        let is_body = visited.object.origin.is_some() && !self.is_draft;
        if let (Some(row), true, true) = (visited.row, is_body, path.segments().is_empty())
            && is_incomplete(&row.ty, value)
            && (self.is_unchanged(visited) || repeats_what_is_taken(row, visited))
        {
            self.make(
                Action::LeftOut,
                path.with(row.name),
                Sentence::new("incomplete"),
            );
            return Rewrite::Nothing;
        }
        // Hours that the service would refuse must not keep a date from being deleted.
        if visited.name == "hours" && is_deleted(visited.object.view) && !are_ranges(value) {
            return Rewrite::Value(Value::Array(Vec::new()));
        }
        // A value that the service refuses or misreads is left out if nobody asked for it, and sent if a draft did: then the
        // service answers for it. A list that deletes dates is sent in any case.
        if let Some(reason) = visited
            .row
            .map_or(UNKNOWN, |row| objection(row, value))
            .filter(|_| !deletes(visited))
        {
            if self.is_unchanged(visited) {
                // "0" in a draft over a stored 0.
                if let Some(stored) = visited.other.filter(|stored| self.spells(visited, *stored)) {
                    return Rewrite::Copied(visited.name, stored);
                }
                if let Some(meant) = self.meant_elsewhere(visited, value) {
                    return Rewrite::Value(meant);
                }
                self.make(Action::LeftOut, at(path, visited), Sentence::new(reason));
                return Rewrite::Nothing;
            }
            self.make(
                Action::Kept,
                at(path, visited),
                Sentence::new("kept").with("reason", Phrase::code(reason)),
            );
        }
        Rewrite::Itself
    }

    /// An item that replaces another one repeats its members that no update takes: they are left out as in an item that
    /// stays.
    fn items<'a>(&self, list: &'static List, visited: &Visited<'a>) -> Counterparts<'a> {
        items_and_replaced(list, visited)
    }

    /// Returns true unless the value differs from the draft's or may lack deleted items, since both need decisions.
    fn passes(&self, ty: &Type, visited: &Visited<'_>) -> bool {
        let deletes =
            matches!(ty, Type::List(list) if list.deleted_by_id && visited.other.is_some());
        let of_draft = visited
            .origin
            .is_none_or(|draft| draft.alike(visited.view) == Some(true));
        of_draft && !deletes && is_sound_here(ty, visited)
    }

    /// Writes text that has an error in its canonical form, if it has none there. A draft is in canonical form already.
    fn leaf(
        &mut self,
        _: &Path,
        ty: &Type,
        visited: &Visited<'_>,
        name: Option<&str>,
        out: &mut Builder<'_>,
    ) -> bool {
        let (Type::Text(format), Some(text)) = (ty, visited.view.text()) else {
            return false;
        };
        if self.is_draft || !is_sent_canonical(*format, text) {
            return false;
        }
        let Some(canonical) = format::normalize(*format, text) else {
            return false;
        };
        out.text(name, &canonical);
        true
    }

    /// Records response-only members that only the draft has, since the walk does not meet them.
    fn more_members(
        &mut self,
        path: &Path,
        table: &'static Object,
        visited: &Visited<'_>,
        _: &mut Builder<'_>,
    ) {
        // `after` has no response-only members of the draft, since an update cannot set them. The decision names them all the
        // same.
        let Some(draft) = visited.origin else {
            return;
        };
        let of_responses = table.members.iter().filter(|row| row.is_response_only());
        for row in of_responses {
            if draft.get(row.name).is_some() && visited.view.get(row.name).is_none() {
                self.make(
                    Action::Stripped,
                    path.with(row.name),
                    Sentence::new("response_only"),
                );
            }
        }
    }

    /// Adds items that the draft leaves out and the service would keep, as deleted.
    fn more_items(
        &mut self,
        path: &Path,
        list: &'static List,
        visited: &Visited<'_>,
        out: &mut Builder<'_>,
    ) {
        let Type::Object(table) = list.item else {
            return;
        };
        let stored = visited.other;
        let draft = visited.origin;
        // The service keeps a date that a body omits. `{ "id": "x1", "deleted": true }` with its date and hours deletes it.
        for entry in deleted(list, [stored, draft.filter(|_| !self.is_draft)]) {
            self.make(
                Action::Deleted,
                path.with(out.len()),
                Sentence::new("deleted_by_id"),
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
            let writable = each(
                &mut Self::default(),
                table,
                Visited::alone(tombstone.root()),
            );
            out.copy(None, writable.root());
        }
    }
}

/// Returns true if a draft's list deletes items. Evaluated only if there is an objection to the list, since it pairs all of its
/// items.
fn deletes(visited: &VisitedMember<'_, '_>) -> bool {
    match visited.ty() {
        Type::List(list) => !deleted(list, [visited.other, visited.origin]).is_empty(),
        _ => false,
    }
}

/// Returns the path of a member, under the name of its row.
fn at(path: &Path, visited: &VisitedMember<'_, '_>) -> Path {
    let name = visited.row.map_or(visited.name, |row| row.name);
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
            // An empty week or list of dates detaches the calendar from its availability schedule (observed).
            WhenEmpty::Detaches => Some("detaches"),
            WhenEmpty::Refused => Some("empty_team"),
            WhenEmpty::Taken => None,
        },
        // A calendar with `{}` as its week is on a schedule.
        (Type::List(list), Node::Object(members)) if list.is_week() && members.len() == 0 => {
            Some("detaches")
        }
        (Type::Text(_), Node::Text("")) if !row.known.is_empty() => Some("empty_value"),
        _ => (!is_of_type(&row.ty, value)).then_some("other_type"),
    }
}
