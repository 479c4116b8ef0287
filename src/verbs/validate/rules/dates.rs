//! Rules about open hours and special dates.

use super::scope::{Scope, slot_of};
use crate::ground::json::patch::Op;
use crate::ground::json::{Each, Number, Path, View};
use crate::knowledge::format::hours::Range;
use crate::knowledge::language::Sentence;
use crate::knowledge::schema::{Type, WhenEmpty, is_deleted};
use crate::record::id;
use crate::verbs::validate::found::Found;
use crate::verbs::validate::walk::Walk;

pub(super) fn deleted_without_id<'a>(
    scope: &Scope<'a>,
    path: &Path,
    entry: View<'a>,
    walk: &mut Walk,
) {
    if is_deleted(entry) && !has_id(entry) {
        walk.report_at(path.with("id"), scope.found().related(path.with("deleted")));
    }
}

/// Returns true if a special date has an ID, under one of its names.
fn has_id(entry: View<'_>) -> bool {
    ["id", "_id"]
        .into_iter()
        .any(|name| entry.get(name).is_some())
}

/// Reports an empty list. There is no fix if the draft empties it, since its author wants that, and no finding if the
/// body has the stored entries as deleted, by their ids.
pub(super) fn empty_detaches(scope: &Scope<'_>, walk: &mut Walk) {
    for row in scope.kind.table().members {
        let (Type::List(list), name) = (&row.ty, row.name) else {
            continue;
        };
        let is_repeated = !list.is_week() && scope.is_not_stored(row);
        if is_repeated
            || list.when_empty != WhenEmpty::Detaches
            || scope
                .own(name)
                .and_then(View::items)
                .is_none_or(|items| items.len() > 0)
        {
            continue;
        }
        let stored = scope.stored(name);
        let found = scope.found().with("name", name);
        if walk.is_of_record() {
            // In a stored record, an empty week means closed: without it, the hours would be those of a schedule.
            walk.report_at(walk.at(name), found);
        } else if stored.each_item().len() == 0 {
            let remove = vec![Op::remove(&walk.at(name))];
            walk.report_at(
                walk.at(name),
                found.fix(Sentence::new("leave_out").with("name", name), remove),
            );
        // Stored dates with IDs are sent as deleted, so the list that is sent is not empty.
        } else if !(list.deleted_by_id && stored.each_item().any(|entry| id(entry).is_some())) {
            walk.report_at(walk.at(name), found);
        }
    }
}

/// Reports hours for a calendar whose own are empty, since a schedule has them.
pub(super) fn hours_detach(scope: &Scope<'_>, walk: &mut Walk) {
    if scope.stored("openHours").is_some_and(is_empty)
        && scope
            .own("openHours")
            .and_then(View::items)
            .is_some_and(|items| items.len() > 0)
    {
        walk.report_at(walk.at("openHours"), scope.found());
    }
}

/// Returns true for a week without entries, and for `{}`, a week on a schedule.
fn is_empty(hours: View<'_>) -> bool {
    hours.items().is_some_and(|items| items.len() == 0)
        || hours.members().is_some_and(|members| members.len() == 0)
}

/// Reports special dates of a calendar that uses its open hours only, unless they are as stored. Open hours beside
/// special dates are not reported: most calendars keep them.
pub(super) fn unused(scope: &Scope<'_>, walk: &mut Walk) {
    const OPEN_HOURS_ONLY: f64 = 0.0;
    let kind = scope
        .own_or_stored("availabilityType")
        .and_then(View::number);
    if kind.is_none_or(|kind| kind.as_f64() != OPEN_HOURS_ONLY)
        || scope
            .own_or_stored("availabilities")
            .each_item()
            .all(is_deleted)
    {
        return;
    }
    if !(scope.is_as_stored("availabilities") && scope.is_as_stored("availabilityType")) {
        walk.report_at(
            walk.at("availabilities"),
            scope.found().related(walk.at("availabilityType")),
        );
    }
}

pub(super) fn range_short<'a>(scope: &Scope<'a>, path: &Path, entry: View<'a>, walk: &mut Walk) {
    let Some(slot) = scope.slot else { return };
    for (index, range) in short(entry, slot) {
        walk.report_at(
            path.with("hours").with(index),
            too_short(scope, range, slot).related(walk.at("slotDuration")),
        );
    }
}

/// Reports a slot that stored ranges have become too short for, at the slot, since the draft leaves the ranges out. Each
/// list tells the first of them.
pub(super) fn slot_long(scope: &Scope<'_>, walk: &mut Walk) {
    let Some(slot) = scope.slot.filter(|_| scope.is_stored_known) else {
        return;
    };
    let Some(place) = ["slotDuration", "slotDurationUnit"]
        .into_iter()
        .find(|name| scope.own(name).is_some())
    else {
        return;
    };
    let before = slot_of(scope.kind, |name| scope.stored(name)).unwrap_or_default();
    for list in ["openHours", "availabilities"]
        .into_iter()
        .filter(|list| scope.own(list).is_none())
    {
        let ranges = scope
            .stored(list)
            .each_item()
            .flat_map(|entry| short(entry, slot));
        if let Some((_, range)) = ranges
            .into_iter()
            // A range that was too short for the stored slot already is nothing that this draft causes.
            .find(|(_, range)| minutes(*range) >= before)
        {
            walk.report_at(walk.at(place), too_short(scope, range, slot));
        }
    }
}

/// Returns the ranges of an entry that are shorter than a slot, with their indexes.
fn short(entry: View<'_>, slot: f64) -> impl Iterator<Item = (usize, Range)> {
    let ranges = entry.get("hours").each_item().enumerate();
    let ranges = ranges.filter_map(|(index, range)| Some((index, Range::read(range)?)));
    ranges.filter(move |(_, range)| range.open < range.close && minutes(*range) < slot)
}

fn minutes(range: Range) -> f64 {
    f64::from(range.close - range.open)
}

fn too_short(scope: &Scope<'_>, range: Range, slot: f64) -> Found {
    scope
        .found()
        .with("range", range.times())
        .with("slot", Number::from(slot).to_value())
}
