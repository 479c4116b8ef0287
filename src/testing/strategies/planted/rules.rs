//! Faults between members of a record.
//!
//! Each sets all members that the rules about them read, so that no other rule reports anything.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::planting::Planting;
use crate::ground::json::Path;
use crate::knowledge::issue::Code;
use crate::knowledge::schema::{Format, Kind, Member, Object};

pub(super) fn rules(kind: Kind) -> Vec<(Code, BoxedStrategy<Planting>)> {
    match kind {
        Kind::Calendar => calendar()
            .into_iter()
            .map(|planting| (planting.code, Just(planting).boxed()))
            .collect(),
        _ => empty_texts(kind.table()),
    }
}

/// Returns faults with empty text in each member of a location that may be any text.
fn empty_texts(table: &'static Object) -> Vec<(Code, BoxedStrategy<Planting>)> {
    let mut faults = Vec::new();
    for row in table.members.iter().filter(|row| is_plain(row)) {
        let planting = Planting::put(Code::EmptyText, row.name, "".into());
        faults.push((Code::EmptyText, Just(planting).boxed()));
    }
    faults
}

/// Returns true for a member of updates that is plain text.
fn is_plain(row: &Member) -> bool {
    !row.is_response_only() && row.ty.format() == Some(Format::Plain)
}

fn calendar() -> Vec<Planting> {
    let closed = json!({ "date": "2018-12-24T00:00:00.000Z", "hours": [] });
    let deleted = json!({ "date": "2018-12-24T00:00:00.000Z", "hours": [], "deleted": true });
    vec![
        rule(
            Code::RedirectUrlMissing,
            "formSubmitRedirectURL",
            &json!({ "formSubmitType": "RedirectURL" }),
            &["formSubmitRedirectURL"],
        ),
        rule(
            Code::RecurringMissing,
            "recurring",
            &json!({ "enableRecurring": true }),
            &["recurring", "teamMembers"],
        ),
        rule(
            Code::RecurringMembers,
            "enableRecurring",
            &json!({ "enableRecurring": true, "recurring": {}, "teamMembers": [member("a"), member("b")] }),
            &[],
        ),
        rule(
            Code::RecurringCount,
            "recurring/count",
            &json!({ "recurring": { "count": 25 } }),
            &[],
        ),
        rule(
            Code::UserDuplicate,
            "teamMembers/1/userId",
            &json!({ "teamMembers": [member("a"), member("a")] }),
            &["enableRecurring"],
        ),
        rule(
            Code::PrimarySeveral,
            "teamMembers/2/isPrimary",
            &json!({ "teamMembers": [primary("a"), member("b"), primary("c")] }),
            &["enableRecurring"],
        ),
        rule(
            Code::PlacesSeveral,
            "teamMembers/0/locationConfigurations",
            &json!({ "teamMembers": [placed(&json!([{ "kind": "custom" }, { "kind": "physical" }])), member("b")] }),
            &["enableRecurring"],
        ),
        rule(
            Code::ConferenceLocation,
            "teamMembers/0/locationConfigurations/0/location",
            &json!({ "teamMembers": [placed(&json!([{ "kind": "zoom_conference", "location": "a" }]))] }),
            &[],
        ),
        rule(
            Code::PlacesDropped,
            "locationConfigurations",
            &json!({ "locationConfigurations": [{ "kind": "custom" }] }),
            &[],
        ),
        rule(
            Code::TeamEmpty,
            "teamMembers",
            &json!({ "teamMembers": [] }),
            &[],
        ),
        rule(
            Code::EmptyDetaches,
            "openHours",
            &json!({ "openHours": [] }),
            &[],
        ),
        rule(
            Code::EmptyDetaches,
            "availabilities",
            &json!({ "availabilities": [] }),
            &[],
        ),
        rule(
            Code::DateDuplicate,
            "availabilities/1/date",
            &json!({ "availabilities": [closed, closed] }),
            &[],
        ),
        rule(
            Code::DeletedWithoutId,
            "availabilities/0/id",
            &json!({ "availabilities": [deleted] }),
            &[],
        ),
        rule(
            Code::DatesUnused,
            "availabilities",
            &json!({ "availabilityType": 0, "availabilities": [closed] }),
            &["openHours"],
        ),
        rule(
            Code::NotActive,
            "isActive",
            &json!({ "isActive": false }),
            &[],
        ),
        rule(
            Code::NoOpenDay,
            "openHours",
            &json!({ "availabilityType": 0, "openHours": [{ "daysOfTheWeek": [0], "hours": [] }] }),
            &["availabilities"],
        ),
        rule(
            Code::DatesMissing,
            "availabilityType",
            &json!({ "availabilityType": 1, "availabilities": [closed] }),
            &[],
        ),
        rule(
            Code::NoticeBeyond,
            "allowBookingAfter",
            &json!({ "allowBookingAfter": 7, "allowBookingAfterUnit": "days", "allowBookingFor": 1, "allowBookingForUnit": "weeks" }),
            &[],
        ),
        rule(
            Code::LookBusyAll,
            "lookBusyConfig/LookBusyPercentage",
            &json!({ "lookBusyConfig": { "enabled": true, "LookBusyPercentage": 100 } }),
            &[],
        ),
        rule(
            Code::AppointmentsNone,
            "appoinmentPerSlot",
            &json!({ "appoinmentPerSlot": 0 }),
            &[],
        ),
        rule(
            Code::AppointmentsNone,
            "appoinmentPerDay",
            &json!({ "appoinmentPerDay": 0 }),
            &[],
        ),
        rule(
            Code::RangeShort,
            "openHours/0/hours/0",
            &json!({ "slotDuration": 45, "openHours": [{ "daysOfTheWeek": [0], "hours": open(44) }] }),
            &["slotDurationUnit", "availabilities"],
        ),
        rule(
            Code::RangeShort,
            "availabilities/0/hours/0",
            &json!({ "slotDuration": 1, "slotDurationUnit": "hours",
                "availabilities": [{ "date": "2018-12-24T00:00:00.000Z", "hours": open(59) }] }),
            &["openHours"],
        ),
    ]
}

fn placed(places: &Value) -> Value {
    json!({ "userId": "a", "locationConfigurations": places })
}

fn primary(user: &str) -> Value {
    json!({ "userId": user, "isPrimary": true })
}

fn member(user: &str) -> Value {
    json!({ "userId": user })
}

fn open(minutes: u8) -> Value {
    json!([{ "openHour": 9, "openMinute": 0, "closeHour": 9, "closeMinute": minutes }])
}

/// Returns a fault that sets some members, removes others, and is found at `found`.
fn rule(code: Code, found: &str, put: &Value, drop: &[&'static str]) -> Planting {
    let put = put.as_object().cloned().unwrap_or_default();
    let mut place = Path::new();
    for step in found.split('/') {
        match step.parse::<usize>() {
            Ok(index) => place.push(index),
            Err(_) => place.push(step.to_owned()),
        }
    }
    Planting {
        code,
        put: put.into_iter().collect(),
        drop: drop.to_vec(),
        keep: Vec::new(),
        found: place,
    }
}
