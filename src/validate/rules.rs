//! The rules across fields, a row each: the members it reads, and the check. Every rule runs, whatever else is wrong.
//!
//! A rule sees the draft, and for what the draft leaves out the stored record, where that is at hand.

use super::Found;
use super::walk::Walk;
use crate::diff::same;
use crate::format::Date;
use crate::format::hours::Range;
use crate::issue::Code;
use crate::json::patch::Op;
use crate::json::{Document, Path, Tape, View};
use crate::schema::{Access, Kind};

/// A rule about a whole record.
pub(super) struct Rule<V> {
    /// The members whose change can change its verdict. A draft that has none of them is not asked.
    pub(super) reads: &'static [&'static str],
    pub(super) check: fn(&Scope<V>, &mut Walk),
}

/// What a rule sees.
pub(super) struct Scope<V> {
    pub(super) kind: Kind,
    pub(super) draft: V,
    pub(super) stored: Option<V>,
}

pub(super) fn rules<'a, V: View<'a>>(kind: Kind) -> Vec<Rule<V>> {
    match kind {
        Kind::Calendar => vec![
            Rule { reads: &["formSubmitType", "formSubmitRedirectURL"], check: redirect_needs_its_url },
            Rule { reads: &["enableRecurring", "recurring"], check: recurring_is_described },
            Rule { reads: &["enableRecurring", "teamMembers"], check: recurring_has_one_member },
            Rule { reads: &["recurring"], check: recurring_count_is_not_too_high },
            Rule { reads: &["teamMembers"], check: users_are_distinct },
            Rule { reads: &["teamMembers"], check: one_member_is_primary },
            Rule { reads: &["teamMembers"], check: the_team_fits_the_type },
            Rule { reads: &["teamMembers"], check: meeting_places_fit_the_type },
            Rule { reads: &["availabilities"], check: dates_are_distinct },
            Rule { reads: &["availabilities"], check: deleting_a_date_names_it },
            Rule { reads: &["openHours", "availabilities", "teamMembers"], check: empty_lists_mean_something_else },
            Rule {
                reads: &["openHours", "availabilities", "slotDuration", "slotDurationUnit"],
                check: ranges_hold_a_slot,
            },
            Rule { reads: &[], check: omitted_members_fall_back },
        ],
        Kind::Location => Vec::new(),
    }
}

impl<'a, V: View<'a>> Scope<V> {
    /// The draft's member, or the stored one that it leaves as it is.
    fn get(&self, name: &str) -> Option<V> {
        self.draft.get(name).or_else(|| self.stored.and_then(|stored| stored.get(name)))
    }

    fn text(&self, name: &str) -> Option<&'a str> {
        self.get(name).and_then(View::text)
    }

    fn is_on(&self, name: &str) -> bool {
        self.get(name).and_then(View::boolean) == Some(true)
    }

    /// The items of the draft's own list.
    fn items(&self, name: &str) -> impl Iterator<Item = V> {
        self.draft.get(name).and_then(View::items).into_iter().flatten()
    }

    /// How many members the team has, where that is known.
    fn team_size(&self) -> Option<usize> {
        Some(self.get("teamMembers")?.items()?.len())
    }

    /// The stored type, or the draft's echo of it.
    fn calendar_type(&self) -> Option<&'a str> {
        self.stored.and_then(|stored| stored.get("calendarType")).and_then(View::text)
    }
}

impl Walk {
    /// A place below the record.
    fn at(&self, name: &'static str) -> Path {
        self.path.with(name)
    }
}

fn redirect_needs_its_url<'a, V: View<'a>>(scope: &Scope<V>, walk: &mut Walk) {
    let url = scope.get("formSubmitRedirectURL").or_else(|| scope.draft.get("formSubmitRedirectUrl"));
    if scope.text("formSubmitType") == Some("RedirectURL") && url.is_none_or(|url| url.text() == Some("")) {
        let found = Found::new(Code::RedirectUrlMissing).related(walk.at("formSubmitType"));
        walk.report_at(walk.at("formSubmitRedirectURL"), found);
    }
}

fn recurring_is_described<'a, V: View<'a>>(scope: &Scope<V>, walk: &mut Walk) {
    if scope.is_on("enableRecurring") && scope.get("recurring").is_none() {
        walk.report_at(walk.at("recurring"), Found::new(Code::RecurringMissing).related(walk.at("enableRecurring")));
    }
}

fn recurring_has_one_member<'a, V: View<'a>>(scope: &Scope<V>, walk: &mut Walk) {
    if let Some(size) = scope.team_size().filter(|size| scope.is_on("enableRecurring") && *size > 1) {
        let found = Found::new(Code::RecurringMembers).with("found", size).related(walk.at("teamMembers"));
        walk.report_at(walk.at("enableRecurring"), found);
    }
}

fn recurring_count_is_not_too_high<'a, V: View<'a>>(scope: &Scope<V>, walk: &mut Walk) {
    const MOST: f64 = 24.0;
    let count = scope.draft.get("recurring").and_then(|recurring| recurring.get("count")).and_then(View::number);
    if let Some(count) = count.filter(|count| count.as_f64() > MOST) {
        let found = Found::new(Code::RecurringCount).with("max", 24).with("found", count.to_value());
        walk.report_at(walk.at("recurring").with("count"), found);
    }
}

fn users_are_distinct<'a, V: View<'a>>(scope: &Scope<V>, walk: &mut Walk) {
    let users = scope.items("teamMembers").map(|member| member.get("userId").and_then(View::text));
    for (first, second) in doubles(users) {
        let team = walk.at("teamMembers");
        let found = Found::new(Code::UserDoubled).related(team.with(first).with("userId"));
        walk.report_at(team.with(second).with("userId"), found);
    }
}

fn one_member_is_primary<'a, V: View<'a>>(scope: &Scope<V>, walk: &mut Walk) {
    let primary = |member: &V| member.get("isPrimary").and_then(View::boolean) == Some(true);
    let mut primaries = scope.items("teamMembers").enumerate().filter(|(_, member)| primary(member)).map(|(at, _)| at);
    let team = walk.at("teamMembers");
    match primaries.next() {
        Some(first) => {
            for second in primaries {
                let place = team.with(second).with("isPrimary");
                let found = Found::new(Code::PrimarySeveral).related(team.with(first).with("isPrimary"));
                walk.report_at(place, found);
            }
        }
        None if scope.calendar_type() == Some("collective") && scope.draft.get("teamMembers").is_some() => {
            walk.report_at(team, Found::new(Code::PrimaryMissing));
        }
        None => {}
    }
}

fn the_team_fits_the_type<'a, V: View<'a>>(scope: &Scope<V>, walk: &mut Walk) {
    let Some(size) = scope.draft.get("teamMembers").and_then(View::items).map(|members| members.len()) else { return };
    if let Some("personal") = scope.calendar_type()
        && size != 1
    {
        walk.report_at(walk.at("teamMembers"), Found::new(Code::PersonalTeam).with("found", size));
    }
}

/// Kinds of place that open a conference of their own.
const CONFERENCES: [&str; 3] = ["zoom_conference", "google_conference", "ms_teams_conference"];

fn meeting_places_fit_the_type<'a, V: View<'a>>(scope: &Scope<V>, walk: &mut Walk) {
    let ty = scope.calendar_type();
    let size = scope.team_size().unwrap_or_default();
    for (at, member) in scope.items("teamMembers").enumerate() {
        let list = walk.at("teamMembers").with(at).with("locationConfigurations");
        let places = member.get("locationConfigurations").and_then(View::items).into_iter().flatten();
        let one_each = matches!(ty, Some("class_booking" | "collective"));
        if places.clone().count() > 1 && (size > 1 || one_each) {
            walk.report_at(list.clone(), Found::new(Code::PlacesSeveral).with("found", places.clone().count()));
        }
        for (index, place) in places.enumerate() {
            let Some(kind) = place.get("kind").and_then(View::text).filter(|kind| CONFERENCES.contains(kind)) else {
                continue;
            };
            let place_at = list.with(index);
            if ty == Some("event") {
                walk.report_at(place_at.with("kind"), Found::new(Code::ConferenceEvent).with("found", kind));
            }
            if place.get("location").and_then(View::text).is_some_and(|location| !location.is_empty()) {
                let location = place_at.with("location");
                let remove = vec![Op::remove(&location)];
                let found = Found::new(Code::ConferenceLocation).with("kind", kind);
                walk.report_at(location, found.fix("Remove the location", remove));
            }
        }
    }
}

fn dates_are_distinct<'a, V: View<'a>>(scope: &Scope<V>, walk: &mut Walk) {
    let dates =
        scope.items("availabilities").map(|entry| entry.get("date").and_then(View::text).and_then(Date::leading));
    for (first, second) in doubles(dates) {
        let list = walk.at("availabilities");
        let found = Found::new(Code::DateDoubled).related(list.with(first).with("date"));
        walk.report_at(list.with(second).with("date"), found);
    }
}

fn deleting_a_date_names_it<'a, V: View<'a>>(scope: &Scope<V>, walk: &mut Walk) {
    for (at, entry) in scope.items("availabilities").enumerate() {
        let named = ["id", "_id"].into_iter().any(|name| entry.get(name).is_some());
        if entry.get("deleted").and_then(View::boolean) == Some(true) && !named {
            let entry = walk.at("availabilities").with(at);
            walk.report_at(entry.with("id"), Found::new(Code::DeletedWithoutId).related(entry.with("deleted")));
        }
    }
}

fn empty_lists_mean_something_else<'a, V: View<'a>>(scope: &Scope<V>, walk: &mut Walk) {
    let lists =
        [("openHours", Code::EmptyDetaches), ("availabilities", Code::EmptyDetaches), ("teamMembers", Code::TeamEmpty)];
    for (name, code) in lists {
        if scope.draft.get(name).and_then(View::items).is_some_and(|items| items.len() == 0) {
            let remove = vec![Op::remove(&walk.at(name))];
            let found = Found::new(code).with("name", name);
            walk.report_at(walk.at(name), found.fix(format!("Leave {name} out"), remove));
        }
    }
}

fn ranges_hold_a_slot<'a, V: View<'a>>(scope: &Scope<V>, walk: &mut Walk) {
    let minutes = match scope.text("slotDurationUnit") {
        Some("mins") | None => 1.0,
        Some("hours") => 60.0,
        Some(_) => return,
    };
    let Some(slot) = scope.get("slotDuration").and_then(View::number).map(|slot| slot.as_f64() * minutes) else {
        return;
    };
    for name in ["openHours", "availabilities"] {
        for (at, entry) in scope.items(name).enumerate() {
            let hours = entry.get("hours").and_then(View::items).into_iter().flatten();
            for (index, range) in hours.enumerate() {
                let Some(range) = Range::read(range).filter(|range| range.open < range.close) else { continue };
                if f64::from(range.close - range.open) < slot {
                    let slot = crate::json::Number::from(slot).to_value();
                    let found = Found::new(Code::RangeShort).with("range", range.to_string()).with("slot", slot);
                    let place = walk.at(name).with(at).with("hours").with(index);
                    walk.report_at(place, found.related(walk.at("slotDuration")));
                }
            }
        }
    }
}

/// One finding for all: what the draft leaves out and the service is reported to reset. Where the stored record is at
/// hand, only what would change.
fn omitted_members_fall_back<'a, V: View<'a>>(scope: &Scope<V>, walk: &mut Walk) {
    let mut names = Vec::new();
    for row in scope.kind.record().members.iter().filter(|row| row.access == Access::Both) {
        let Some(default) = row.default.filter(|_| scope.draft.get(row.name).is_none()) else { continue };
        let resets = |stored: V| {
            let kept = stored.get(row.name).map(Tape::of);
            let default = Document::parse(default).ok();
            kept.zip(default).is_some_and(|(kept, default)| !same(&row.ty, kept.root(), default.root()))
        };
        if scope.stored.is_none_or(resets) {
            names.push(row.name);
        }
    }
    if !names.is_empty() {
        let code = if scope.stored.is_some() { Code::OmittedResets } else { Code::OmittedDefaults };
        walk.report(Found::new(code).with("names", names.join(", ")));
    }
}

/// The later of each two equal keys, with the first that has it.
fn doubles<K: Ord + Copy>(keys: impl Iterator<Item = Option<K>>) -> Vec<(usize, usize)> {
    let mut first = std::collections::BTreeMap::new();
    let mut doubles = Vec::new();
    for (at, key) in keys.enumerate() {
        let Some(key) = key else { continue };
        match first.entry(key) {
            std::collections::btree_map::Entry::Occupied(first) => doubles.push((*first.get(), at)),
            std::collections::btree_map::Entry::Vacant(free) => _ = free.insert(at),
        }
    }
    doubles
}
