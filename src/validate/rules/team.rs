//! Rules about the team and its meeting places.

use super::{Key, Scope};
use crate::json::patch::Op;
use crate::json::{Path, View};
use crate::validate::walk::Walk;

pub(super) fn empty(scope: &Scope<'_>, walk: &mut Walk) {
    if scope.is_empty("teamMembers") {
        let team = walk.at("teamMembers");
        let remove = vec![Op::remove(&team)];
        walk.report_at(team, scope.found().with("name", "teamMembers").fix("Leave teamMembers out", remove));
    }
}

pub(super) fn personal(scope: &Scope<'_>, walk: &mut Walk) {
    let size = scope.own("teamMembers").and_then(View::items).map(|members| members.len());
    if let Some(size) = size.filter(|size| *size > 1 && scope.calendar_type() == Some("personal")) {
        walk.report_at(walk.at("teamMembers"), scope.found().with("found", size));
    }
}

pub(super) fn user(member: View<'_>) -> Option<Key<'_>> {
    member.get("userId").and_then(View::text).map(Key::Text)
}

pub(super) fn primary_several(scope: &Scope<'_>, walk: &mut Walk) {
    let team = walk.at("teamMembers");
    let mut primaries = primaries(scope).map(|at| team.with(at).with("isPrimary"));
    let Some(first) = primaries.next() else { return };
    for second in primaries {
        walk.report_at(second, scope.found().related(first.clone()));
    }
}

pub(super) fn primary_missing(scope: &Scope<'_>, walk: &mut Walk) {
    let team = scope.items("teamMembers").next();
    if scope.calendar_type() == Some("collective") && team.is_some() && primaries(scope).next().is_none() {
        walk.report_at(walk.at("teamMembers"), scope.found());
    }
}

/// Where the primary members stand.
fn primaries(scope: &Scope<'_>) -> impl Iterator<Item = usize> {
    let is_primary = |member: &View<'_>| member.get("isPrimary").and_then(View::boolean) == Some(true);
    scope.items("teamMembers").enumerate().filter(move |(_, member)| is_primary(member)).map(|(at, _)| at)
}

pub(super) fn places_several(scope: &Scope<'_>, walk: &mut Walk) {
    let one_each = matches!(scope.calendar_type(), Some("class_booking" | "collective"));
    if !one_each && scope.team_size().unwrap_or_default() < 2 {
        return;
    }
    for (at, member) in scope.items("teamMembers").enumerate() {
        let places = member.get("locationConfigurations").and_then(View::items).map_or(0, |places| places.len());
        if places > 1 {
            let list = walk.at("teamMembers").with(at).with("locationConfigurations");
            walk.report_at(list, scope.found().with("found", places));
        }
    }
}

pub(super) fn conference_event(scope: &Scope<'_>, walk: &mut Walk) {
    if scope.calendar_type() == Some("event") {
        for (path, _, kind) in conferences(scope, walk) {
            walk.report_at(path.with("kind"), scope.found().with("found", kind));
        }
    }
}

pub(super) fn conference_location(scope: &Scope<'_>, walk: &mut Walk) {
    for (path, place, kind) in conferences(scope, walk) {
        if place.get("location").and_then(View::text).is_some_and(|location| !location.is_empty()) {
            let location = path.with("location");
            let remove = vec![Op::remove(&location)];
            walk.report_at(location, scope.found().with("kind", kind).fix("Remove the location", remove));
        }
    }
}

/// The team's meeting places that open a conference of their own, with their paths and kinds.
fn conferences<'a>(scope: &Scope<'a>, walk: &Walk) -> Vec<(Path, View<'a>, &'a str)> {
    const KINDS: [&str; 3] = ["zoom_conference", "google_conference", "ms_teams_conference"];
    let mut found = Vec::new();
    for (at, member) in scope.items("teamMembers").enumerate() {
        let places = member.get("locationConfigurations").and_then(View::items).into_iter().flatten();
        for (index, place) in places.enumerate() {
            if let Some(kind) = place.get("kind").and_then(View::text).filter(|kind| KINDS.contains(kind)) {
                let list = walk.at("teamMembers").with(at).with("locationConfigurations");
                found.push((list.with(index), place, kind));
            }
        }
    }
    found
}
