//! Drafts whose members also fit each other.
//!
//! This deliberately duplicates the rules across fields: planted faults must be the only findings in such a draft, so
//! the draft cannot be made with the verdict of those rules.

use proptest::prelude::*;
use serde_json::{Map, Value};

use super::leaf;
use super::part::RecordSort;
use super::record;
use crate::ground::json::Tree;
use crate::knowledge::format::hours::Range;
use crate::knowledge::format::is_space;
use crate::knowledge::schema::Kind;

pub(super) fn clean(kind: Kind) -> BoxedStrategy<Value> {
    record::record(kind, RecordSort::Clean)
        .prop_map(move |part| {
            let mut draft = part.sent;
            if let Some(members) = draft.as_object_mut() {
                match kind {
                    Kind::Calendar => settle(members),
                    _ => {
                        members.retain(|_, member| {
                            member
                                .as_str()
                                .is_none_or(|text| !text.chars().all(is_space))
                        });
                    }
                }
            }
            draft
        })
        .boxed()
}

/// Maximum slot length in minutes, so that hours of this length contain a slot.
pub(super) const LONGEST_SLOT: u16 = 480;

/// Removes or adjusts members that do not fit the others.
fn settle(draft: &mut Map<String, Value>) {
    if draft
        .get("formSubmitType")
        .is_some_and(|action| action == "RedirectURL")
        && !draft.contains_key("formSubmitRedirectURL")
    {
        draft.retain(|own, _| own != "formSubmitType");
    }
    if let Some(places) = draft
        .get_mut("locationConfigurations")
        .and_then(Value::as_array_mut)
    {
        places.clear();
    }
    team(draft);
    if draft
        .get("recurring")
        .is_some_and(|recurring| recurring["count"].as_f64() > Some(24.0))
    {
        draft["recurring"]["count"] = 24.into();
    }
    let slot = slot(draft);
    let mut free = [true; 7];
    for entry in items(draft, "openHours") {
        let day = entry["daysOfTheWeek"][0]
            .as_u64()
            .and_then(|day| usize::try_from(day).ok())
            .unwrap_or(0);
        let is_free = std::mem::replace(&mut free[day], false);
        hours(entry, slot);
        if !is_free {
            entry["hours"] = Value::Array(Vec::new());
        }
    }
    if !items(draft, "availabilities").is_empty() {
        use_dates(draft);
    }
    bookable(draft);
    for entry in items(draft, "availabilities") {
        hours(entry, slot);
        if let Some(members) = entry
            .as_object_mut()
            .filter(|members| !members.contains_key("id"))
        {
            members.retain(|own, _| own != "deleted");
        }
    }
    open_where_it_counts(draft);
}

/// Lets the calendar take bookings: it is active, hides not all of its slots, and takes appointments after a notice that is
/// shorter than its window.
fn bookable(draft: &mut Map<String, Value>) {
    for (name, none, some) in [
        ("isActive", Value::from(false), Value::from(true)),
        ("appoinmentPerSlot", 0.into(), 1.into()),
        ("appoinmentPerDay", 0.into(), 1.into()),
    ] {
        if let Some(member) = draft
            .get_mut(name)
            .filter(|member| member.as_f64() == none.as_f64() && member.as_bool() == none.as_bool())
        {
            *member = some;
        }
    }
    if let Some(busy) = draft
        .get_mut("lookBusyConfig")
        .filter(|busy| busy["LookBusyPercentage"].as_f64() == Some(100.0))
    {
        busy["enabled"] = false.into();
    }
    if draft.contains_key("allowBookingAfter") {
        draft.retain(|name, _| name != "allowBookingFor");
    }
}

/// Leaves out the availability type if the hours that count by it are all closed.
fn open_where_it_counts(draft: &mut Map<String, Value>) {
    let list = match draft.get("availabilityType").and_then(Value::as_f64) {
        Some(0.0) => "openHours",
        Some(1.0) => "availabilities",
        _ => return,
    };
    if draft.contains_key(list) && !items(draft, list).iter().any(is_open) {
        draft.retain(|name, _| name != "availabilityType");
    }
}

/// Returns true for an entry that opens a day.
fn is_open(entry: &Value) -> bool {
    entry["hours"]
        .as_array()
        .is_some_and(|hours| !hours.is_empty())
        && entry["deleted"] != true
}

/// Lets special dates count where only open hours do.
fn use_dates(draft: &mut Map<String, Value>) {
    if let Some(kind) = draft
        .get_mut("availabilityType")
        .filter(|kind| kind.as_f64() == Some(0.0))
    {
        *kind = 1.into();
    }
}

fn items<'a>(draft: &'a mut Map<String, Value>, name: &str) -> &'a mut [Value] {
    draft
        .get_mut(name)
        .and_then(Value::as_array_mut)
        .map_or(&mut [], Vec::as_mut_slice)
}

/// Limits the team: one member is primary; with several members, each has one meeting place; recurring bookings are
/// described and have one member.
fn team(draft: &mut Map<String, Value>) {
    let team = items(draft, "teamMembers");
    let size = team.len();
    let mut has_primary = false;
    for member in team {
        if member["isPrimary"] == true && std::mem::replace(&mut has_primary, true) {
            member["isPrimary"] = false.into();
        }
        let Some(places) = member
            .get_mut("locationConfigurations")
            .and_then(Value::as_array_mut)
        else {
            continue;
        };
        if size > 1 {
            places.truncate(1);
        }
        for place in places.iter_mut().filter_map(Value::as_object_mut) {
            if place
                .get("kind")
                .and_then(Value::as_str)
                .is_some_and(|kind| kind.ends_with("_conference"))
            {
                place.retain(|own, _| own != "location");
            }
        }
    }
    if size > 1 || !draft.contains_key("recurring") {
        draft.retain(|own, _| own != "enableRecurring");
    }
}

/// Returns the slot length in minutes; removes a slot longer than a working day.
fn slot(draft: &mut Map<String, Value>) -> f64 {
    let unit = if draft
        .get("slotDurationUnit")
        .is_some_and(|unit| unit == "hours")
    {
        60.0
    } else {
        1.0
    };
    let slot = draft
        .get("slotDuration")
        .and_then(Value::as_f64)
        .unwrap_or_default()
        * unit;
    if slot <= f64::from(LONGEST_SLOT) {
        return slot;
    }
    draft.retain(|own, _| own != "slotDuration");
    0.0
}

/// Keeps only hours that do not overlap, contain a slot, and end before midnight.
fn hours(entry: &mut Value, slot: f64) {
    let Some(hours) = entry["hours"].as_array_mut() else {
        return;
    };
    let ranges: Vec<Range> = hours
        .iter()
        .filter_map(|range| Range::read(Tree::of(range).root()))
        .collect();
    *hours = leaf::apart(ranges)
        .into_iter()
        .filter(|range| fits(*range, slot))
        .map(Range::to_value)
        .collect();
}

/// Returns true for a range that ends before midnight and in which a slot fits.
fn fits(range: Range, slot: f64) -> bool {
    range.close < 1440 && f64::from(range.close - range.open) >= slot
}
