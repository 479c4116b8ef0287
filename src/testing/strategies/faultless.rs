//! Responses without true faults: members that break a rule with others are left out.
//!
//! Like that of clean drafts, this deliberately duplicates the rules across fields, so that tests can ask whether the rules
//! report anything.

use serde_json::{Value, json};

use super::part::{GeneratedMember, GeneratedValue};
use crate::knowledge::schema::{Identity, List, Object};

/// Returns the members of an object of a response without those that do not fit the others.
pub(super) fn members(table: &Object, mut members: Vec<GeneratedMember>) -> Vec<GeneratedMember> {
    match table.name {
        "calendar" => calendar(&mut members),
        "recurrence" => count(&mut members),
        "location configuration" => place(&mut members),
        _ => {}
    }
    members
}

/// Leaves out items of a list that do not fit the others: more than one primary member of a team, and members with
/// several places beside others.
pub(super) fn items(list: &List, items: &mut Vec<GeneratedValue>) {
    if list.identity != Identity::UserId {
        return;
    }
    let mut has_primary = false;
    items.retain(|item| {
        let is_primary = item.meant().is_some_and(is_primary);
        let is_second = is_primary && has_primary;
        has_primary |= is_primary;
        !is_second
    });
    let mut left = items.len();
    items.retain(|item| {
        let has_several = item.meant().is_some_and(|member| places(member).len() > 1);
        let goes = has_several && left > 1;
        if goes {
            left -= 1;
        }
        !goes
    });
}

/// Returns the value of a member, if it is set.
fn set<'a>(members: &'a [GeneratedMember], name: &str) -> Option<&'a Value> {
    members.iter().find_map(|member| match member {
        GeneratedMember::Member(row, value) if row.name == name => value.meant(),
        _ => None,
    })
}

fn leave_out(members: &mut Vec<GeneratedMember>, name: &str) {
    members.retain(|member| !matches!(member, GeneratedMember::Member(row, _) if row.name == name));
}

fn calendar(members: &mut Vec<GeneratedMember>) {
    let redirects = set(members, "formSubmitType").is_some_and(|action| action == "RedirectURL");
    if redirects && set(members, "formSubmitRedirectURL").is_none() {
        leave_out(members, "formSubmitType");
    }
    let team = set(members, "teamMembers")
        .and_then(Value::as_array)
        .map_or(&[][..], Vec::as_slice);
    let size = team.len();
    let calendar_type = set(members, "calendarType").and_then(Value::as_str);
    let fits = fits(team, calendar_type);
    if size > 1 && set(members, "enableRecurring") == Some(&json!(true)) {
        leave_out(members, "enableRecurring");
    }
    if !fits {
        leave_out(members, "calendarType");
    }
}

/// Returns true if a team fits the type of its calendar.
fn fits(team: &[Value], calendar_type: Option<&str>) -> bool {
    match calendar_type {
        Some("personal") => team.len() < 2,
        Some("collective") => (team.is_empty() || has_primary(team)) && !has_several_places(team),
        Some("class_booking") => !has_several_places(team),
        Some("event") => !team.iter().flat_map(places).any(is_conference),
        _ => true,
    }
}

fn has_primary(team: &[Value]) -> bool {
    team.iter().any(is_primary)
}

fn is_primary(member: &Value) -> bool {
    member["isPrimary"] == true
}

fn has_several_places(team: &[Value]) -> bool {
    team.iter().any(|member| places(member).len() > 1)
}

fn places(member: &Value) -> &[Value] {
    member["locationConfigurations"]
        .as_array()
        .map_or(&[], Vec::as_slice)
}

fn is_conference(place: &Value) -> bool {
    place["kind"].as_str().is_some_and(is_conference_kind)
}

fn is_conference_kind(kind: &str) -> bool {
    kind.ends_with("_conference")
}

/// Limits the number of appointments of a recurrence.
fn count(members: &mut [GeneratedMember]) {
    const MAX_COUNT: f64 = 24.0;
    for member in members {
        if let GeneratedMember::Member(row, value) = member
            && row.name == "count"
            && value.meant().and_then(Value::as_f64) > Some(MAX_COUNT)
        {
            *value = GeneratedValue::plain(24.into());
        }
    }
}

/// Leaves out the location of a conference.
fn place(members: &mut Vec<GeneratedMember>) {
    let kind = set(members, "kind").and_then(Value::as_str);
    if kind.is_some_and(is_conference_kind) {
        leave_out(members, "location");
    }
}
