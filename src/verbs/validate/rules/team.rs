//! Rules about the team and its meeting places.

use super::scope::Scope;
use crate::ground::json::patch::Op;
use crate::ground::json::{CollectVec, Path, View};
use crate::knowledge::language::Sentence;
use crate::knowledge::schema::Object;
use crate::verbs::validate::suggest::{find, said};
use crate::verbs::validate::walk::Walk;

pub(super) fn empty(scope: &Scope<'_>, walk: &mut Walk) {
    let is_stored = scope
        .kind
        .table()
        .member("teamMembers")
        .is_some_and(|row| !scope.is_not_stored(row));
    if is_stored && scope.team_size() == Some(0) && scope.meant("teamMembers").is_some() {
        let team = scope.place("teamMembers", walk);
        let remove = vec![Op::remove(&team)];
        walk.report_at(
            team,
            scope.found().with("name", "teamMembers").fix(
                Sentence::new("leave_out").with("name", "teamMembers"),
                remove,
            ),
        );
    }
}

pub(super) fn personal(scope: &Scope<'_>, walk: &mut Walk) {
    let size = scope
        .meant("teamMembers")
        .and_then(View::items)
        .map(|members| members.len());
    if let Some(size) = size.filter(|size| *size > 1 && scope.calendar_type() == Some("personal")) {
        walk.report_at(
            scope.place("teamMembers", walk),
            scope.found().with("found", size),
        );
    }
}

pub(super) fn primary_several(scope: &Scope<'_>, walk: &mut Walk) {
    let team = scope.place("teamMembers", walk);
    let mut primaries = primaries(scope).map(|(at, name)| team.with(at).with(name.to_owned()));
    let Some(first) = primaries.next() else {
        return;
    };
    for second in primaries {
        walk.report_at(second, scope.found().related(first.clone()));
    }
}

pub(super) fn primary_missing(scope: &Scope<'_>, walk: &mut Walk) {
    let team = scope.items("teamMembers").next();
    if scope.calendar_type() == Some("collective")
        && team.is_some()
        && primaries(scope).next().is_none()
    {
        walk.report_at(scope.place("teamMembers", walk), scope.found());
    }
}

/// Returns the indexes of the primary members, each with the name of the member that makes it primary.
fn primaries<'a>(scope: &Scope<'a>) -> impl Iterator<Item = (usize, &'a str)> {
    let members = scope.items("teamMembers").enumerate();
    members.filter_map(move |(at, member)| {
        own_mark(scope, member)
            .filter(|(_, primary)| primary.boolean() == Some(true))
            .map(|(name, _)| (at, name))
    })
}

/// Returns the member that makes a team member primary, with the name that it has.
fn own_mark<'a>(scope: &Scope<'a>, member: View<'a>) -> Option<(&'a str, View<'a>)> {
    scope
        .table("teamMembers")
        .and_then(|table| find(table, member, "isPrimary"))
}

/// Returns the meeting places of each team member, with the path of their list.
fn places<'a>(scope: &Scope<'a>, walk: &Walk) -> impl Iterator<Item = (Path, View<'a>)> {
    let team = scope.place("teamMembers", walk);
    let table = scope.table("teamMembers");
    let members = scope.items("teamMembers").enumerate();
    members.filter_map(move |(at, member)| {
        let (name, list) = find(table?, member, "locationConfigurations")?;
        Some((team.with(at).with(name.to_owned()), list))
    })
}

pub(super) fn places_several(scope: &Scope<'_>, walk: &mut Walk) {
    let one_each = matches!(scope.calendar_type(), Some("class_booking" | "collective"));
    // A single member may offer several places, and the person who books chooses one.
    if !one_each && scope.team_size().unwrap_or_default() < 2 {
        return;
    }
    let places: Vec<(Path, View<'_>)> = places(scope, walk).collect_vec();
    for (list, places) in places {
        let count = places.list_items().map_or(0, |places| places.len());
        if count > 1 {
            walk.report_at(list, scope.found().with("found", count));
        }
    }
}

pub(super) fn conference_event(scope: &Scope<'_>, walk: &mut Walk) {
    if scope.calendar_type() == Some("event") {
        for Conference {
            path,
            kind: (name, kind),
            ..
        } in conferences(scope, walk)
        {
            walk.report_at(
                path.with(name.to_owned()),
                scope.found().with("found", kind),
            );
        }
    }
}

pub(super) fn conference_location(scope: &Scope<'_>, walk: &mut Walk) {
    for Conference {
        path,
        table,
        place,
        kind: (_, kind),
    } in conferences(scope, walk)
    {
        let location = find(table, place, "location").zip(table.member("location"));
        if let Some(((name, location), row)) = location
            && said(row, location).is_some_and(|location| !location.is_empty())
        {
            let location = path.with(name.to_owned());
            // Beside a stored place, one without a location would keep the stored one.
            let remove = vec![Op::replace(&location, "".into())];
            walk.report_at(
                location,
                scope
                    .found()
                    .with("kind", kind)
                    .fix(Sentence::new("remove_location"), remove),
            );
        }
    }
}

/// A meeting place with a conference of its own.
struct Conference<'a> {
    path: Path,
    table: &'static Object,
    place: View<'a>,
    /// The name of the member that has the kind, and the kind.
    kind: (&'a str, &'a str),
}

fn conferences<'a>(scope: &Scope<'a>, walk: &Walk) -> Vec<Conference<'a>> {
    const KINDS: [&str; 3] = [
        "zoom_conference",
        "google_conference",
        "ms_teams_conference",
    ];
    let (mut found, table) = (Vec::new(), scope.table("locationConfigurations"));
    let Some((table, row)) = table.and_then(|table| Some((table, table.member("kind")?))) else {
        return found;
    };
    for (list, places) in places(scope, walk) {
        for (index, place) in places.list_items().into_iter().flatten().enumerate() {
            let kind =
                find(table, place, "kind").and_then(|(name, kind)| Some((name, said(row, kind)?)));
            if let Some(kind) = kind.filter(|(_, kind)| KINDS.contains(kind)) {
                found.push(Conference {
                    path: list.with(index),
                    table,
                    place,
                    kind,
                });
            }
        }
    }
    found
}
