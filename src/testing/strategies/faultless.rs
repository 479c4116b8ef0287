//! Responses without true faults: members that break a rule with others are left out.
//!
//! Like that of clean drafts, this deliberately duplicates the rules across fields, so that tests can ask whether the rules
//! report anything.

use serde_json::{Value, json};

use super::part::{Held, Part};
use crate::knowledge::schema::{Identity, List, Object};

/// Returns the members of an object of a response without those that do not fit the others.
pub(super) fn members(table: &Object, mut held: Vec<Held>) -> Vec<Held> {
    match table.name {
        "calendar" => calendar(&mut held),
        "recurrence" => count(&mut held),
        "location configuration" => place(&mut held),
        _ => {}
    }
    held
}

/// Leaves out items of a list that do not fit the others: more than one primary member of a team, and members with
/// several places beside others.
pub(super) fn items(list: &List, items: &mut Vec<Part>) {
    if list.identity != Identity::UserId {
        return;
    }
    let mut has_primary = false;
    items.retain(|item| {
        let is_primary = item
            .meant()
            .is_some_and(|member| member["isPrimary"] == true);
        !(is_primary && std::mem::replace(&mut has_primary, true))
    });
    let mut others = items.len();
    items.retain(|item| {
        let stays = others < 2 || item.meant().is_none_or(|member| places(member).len() < 2);
        others -= usize::from(!stays);
        stays
    });
}

/// Returns the value of a member, if it is set.
fn set<'a>(held: &'a [Held], name: &str) -> Option<&'a Value> {
    held.iter().find_map(|held| match held {
        Held::Member(row, part) if row.name == name => part.meant(),
        _ => None,
    })
}

fn leave_out(held: &mut Vec<Held>, name: &str) {
    held.retain(|held| !matches!(held, Held::Member(row, _) if row.name == name));
}

fn calendar(held: &mut Vec<Held>) {
    let redirects = set(held, "formSubmitType").is_some_and(|action| action == "RedirectURL");
    if redirects && set(held, "formSubmitRedirectURL").is_none() {
        leave_out(held, "formSubmitType");
    }
    let team = set(held, "teamMembers")
        .and_then(Value::as_array)
        .map_or(&[][..], Vec::as_slice);
    let (size, fits) = (
        team.len(),
        fits(team, set(held, "calendarType").and_then(Value::as_str)),
    );
    if size > 1 && set(held, "enableRecurring") == Some(&json!(true)) {
        leave_out(held, "enableRecurring");
    }
    if !fits {
        leave_out(held, "calendarType");
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
    team.iter().any(|member| member["isPrimary"] == true)
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
    place["kind"]
        .as_str()
        .is_some_and(|kind| kind.ends_with("_conference"))
}

/// Limits the number of appointments of a recurrence.
fn count(held: &mut [Held]) {
    const MOST: f64 = 24.0;
    for held in held {
        if let Held::Member(row, part) = held
            && row.name == "count"
            && part.meant().and_then(Value::as_f64) > Some(MOST)
        {
            *part = Part::plain(24.into());
        }
    }
}

/// Leaves out the location of a conference.
fn place(held: &mut Vec<Held>) {
    if set(held, "kind")
        .and_then(Value::as_str)
        .is_some_and(|kind| kind.ends_with("_conference"))
    {
        leave_out(held, "location");
    }
}
