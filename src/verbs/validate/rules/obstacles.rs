//! Rules about settings that keep anything from being booked.
//!
//! Each is reported where the draft sets it so, and in a stored record that is validated by itself. What a draft leaves as
//! stored is not reported, nor what depends on members that are not known.

use serde_json::Value;

use super::scope::Scope;
use crate::ground::json::{Number, View};
use crate::knowledge::format::hours::{self, Range};
use crate::knowledge::language::Phrase;
use crate::knowledge::schema::is_deleted;
use crate::record::offer::{Counting, Unit, minutes_of, open_dates, open_week};
use crate::verbs::validate::suggest::find;
use crate::verbs::validate::walk::Walk;

pub(super) fn not_active(scope: &Scope<'_>, walk: &mut Walk) {
    if scope.own("isActive").and_then(View::boolean) == Some(false)
        && scope.changed(&["isActive"], walk).is_some()
    {
        walk.report_at(walk.at("isActive"), scope.found());
    }
}

/// Reports a week without an open day, unless special dates are open.
pub(super) fn no_open_day(scope: &Scope<'_>, walk: &mut Walk) {
    let Some(place) = scope.changed(&["openHours", "availabilityType", "availabilities"], walk)
    else {
        return;
    };
    if Hours::of(scope).is_some_and(|hours| hours.counting.has_week() && hours.ranges.is_empty()) {
        walk.report_at(walk.at(place), scope.found());
    }
}

/// Reports a calendar that is open on special dates only, and has none that is open.
pub(super) fn dates_missing(scope: &Scope<'_>, walk: &mut Walk) {
    let Some(place) = scope.changed(&["availabilityType", "availabilities"], walk) else {
        return;
    };
    if Hours::of(scope).is_some_and(|hours| !hours.counting.has_week() && hours.ranges.is_empty()) {
        walk.report_at(walk.at(place), scope.found());
    }
}

/// Reports a slot that is longer than all ranges that count.
pub(super) fn slot_too_long(scope: &Scope<'_>, walk: &mut Walk) {
    const READS: [&str; 5] = [
        "slotDuration",
        "slotDurationUnit",
        "openHours",
        "availabilities",
        "availabilityType",
    ];
    let (Some(slot), Some(place)) = (scope.slot, scope.changed(&READS, walk)) else {
        return;
    };
    let longest = Hours::of(scope)
        .and_then(|hours| hours.ranges.iter().map(|range| minutes_of(&[*range])).max());
    let Some(longest) = longest else { return };
    #[expect(clippy::cast_precision_loss, reason = "at most the minutes of a day")]
    let is_longer = slot > longest as f64;
    if is_longer {
        let found = scope
            .found()
            .with("slot", Number::from(slot).to_value())
            .with("longest", longest);
        walk.report_at(walk.at(place), found);
    }
}

/// Reports a minimum notice that is not shorter than the booking window. A window of 0 is not reported: it could mean that
/// there is no limit.
pub(super) fn notice_beyond(scope: &Scope<'_>, walk: &mut Walk) {
    const READS: [&str; 4] = [
        "allowBookingAfter",
        "allowBookingFor",
        "allowBookingAfterUnit",
        "allowBookingForUnit",
    ];
    let Some(place) = scope.changed(&READS, walk) else {
        return;
    };
    let (Some(notice), Some(window)) = (
        Length::of(scope, READS[0], READS[2]),
        Length::of(scope, READS[1], READS[3]),
    ) else {
        return;
    };
    if window.number.as_f64() > 0.0 && notice.is_at_least(&window) {
        let found = scope
            .found()
            .with("notice", notice.said())
            .with("window", window.said());
        walk.report_at(walk.at(place), found);
    }
}

/// Reports that all slots are hidden. A greater share is an error of its own.
pub(super) fn look_busy_all(scope: &Scope<'_>, walk: &mut Walk) {
    const ALL: f64 = 100.0;
    let (Some((_, enabled)), Some((name, share))) = (
        of_look_busy(scope, "enabled"),
        of_look_busy(scope, "LookBusyPercentage"),
    ) else {
        return;
    };
    if enabled.boolean() == Some(true)
        && share.number().is_some_and(|share| share.as_f64() == ALL)
        && let Some(place) = scope.changed(&["lookBusyConfig"], walk)
    {
        walk.report_at(walk.at(place).with(name.to_owned()), scope.found());
    }
}

/// Returns a member of `lookBusyConfig`, with the name that it has there.
fn of_look_busy<'a>(scope: &Scope<'a>, name: &'static str) -> Option<(&'a str, View<'a>)> {
    find(
        scope.table("lookBusyConfig")?,
        scope.own("lookBusyConfig")?,
        name,
    )
}

pub(super) fn appointments_none(scope: &Scope<'_>, walk: &mut Walk) {
    for name in ["appoinmentPerSlot", "appoinmentPerDay"] {
        let is_none = scope
            .own(name)
            .and_then(View::number)
            .is_some_and(|number| number.as_f64() == 0.0);
        if is_none && scope.changed(&[name], walk).is_some() {
            walk.report_at(walk.at(name), scope.found().with("name", name));
        }
    }
}

/// Reports a stored record without a team whose type needs one. An update cannot empty a team.
pub(super) fn team_missing(scope: &Scope<'_>, walk: &mut Walk) {
    const NEED_TEAM: [&str; 5] = [
        "round_robin",
        "collective",
        "class_booking",
        "service_booking",
        "personal",
    ];
    let kind = scope
        .calendar_type()
        .filter(|kind| walk.is_of_record() && NEED_TEAM.contains(kind));
    if let Some(kind) = kind.filter(|_| scope.team_size().unwrap_or_default() == 0) {
        walk.report_at(walk.at("teamMembers"), scope.found().with("found", kind));
    }
}

/// The hours that count once the draft is saved.
struct Hours {
    counting: Counting,
    /// The open ranges of all days and dates that count.
    ranges: Vec<Range>,
}

impl Hours {
    /// Returns `None` if the hours are not known: they are in a schedule, in a stored record that is not known, or unreadable.
    fn of(scope: &Scope<'_>) -> Option<Self> {
        let counting = counting(scope)?;
        let mut ranges = Vec::new();
        if counting.has_week() {
            let week = known(scope, "openHours")?.own_or_stored("openHours");
            let week = week.filter(|week| week.items().is_some() && !is_left_out(scope, *week))?;
            ranges.extend(open_week(Some(week)).into_iter().flatten());
        }
        if counting.has_dates() {
            let dates = known(scope, "availabilities")?.own_or_stored("availabilities");
            ranges.extend(open_dates(dates).into_iter().flat_map(|(_, ranges)| ranges));
        }
        Some(Self { counting, ranges })
    }
}

/// Returns the lists that count, if the availability type is known.
fn counting(scope: &Scope<'_>) -> Option<Counting> {
    let own = scope.own("availabilityType");
    let counting = Counting::of(scope.own_or_stored("availabilityType"));
    let is_known = if own.is_some() {
        counting != Counting::Both
    } else {
        scope.stored.is_some()
    };
    is_known.then_some(counting)
}

/// Returns the scope if a list of entries with hours is known, be it that the record has none.
fn known<'s, 'a>(scope: &'s Scope<'a>, name: &str) -> Option<&'s Scope<'a>> {
    let is_known = scope.own(name).map_or(scope.stored.is_some(), is_readable);
    is_known.then_some(scope)
}

/// Returns true if all hours of the entries are ranges, and none of them is reversed, which is an error of its own.
fn is_readable(list: View<'_>) -> bool {
    list.items()
        .is_some_and(|mut entries| entries.all(|entry| is_deleted(entry) || are_ranges(entry)))
}

/// Returns true if the hours of an entry are ranges that end after they begin.
fn are_ranges(entry: View<'_>) -> bool {
    let ranges = entry.get("hours").and_then(hours::ranges);
    ranges.is_some_and(|ranges| ranges.iter().all(|range| range.open <= range.close))
}

/// Returns true for an empty week in place of a stored one that is in a schedule: no body has it.
fn is_left_out(scope: &Scope<'_>, week: View<'_>) -> bool {
    let is_empty = week.items().is_some_and(|items| items.len() == 0);
    is_empty && scope.stored.is_some_and(is_of_schedule)
}

/// Returns true if the week of a stored record is in a schedule.
fn is_of_schedule(stored: View<'_>) -> bool {
    stored
        .get("openHours")
        .is_none_or(|stored| stored.items().is_none())
}

/// A length of time with its unit.
struct Length {
    number: Number,
    unit: Unit,
}

impl Length {
    fn of(scope: &Scope<'_>, number: &'static str, unit: &'static str) -> Option<Self> {
        let unit = Unit::read(scope.kind, unit, scope.own_or_stored(unit)).ok()??;
        Some(Self {
            number: scope.own_or_stored(number)?.number()?,
            unit,
        })
    }

    /// Returns true if it is certainly not shorter: months have different lengths.
    fn is_at_least(&self, other: &Self) -> bool {
        let (own, least) = (self.number.as_f64(), other.number.as_f64());
        if self.unit == other.unit {
            own >= least
        } else {
            own * self.unit.minutes()[0] >= least * other.unit.minutes()[1]
        }
    }

    fn said(&self) -> Value {
        Phrase::code(self.unit.name())
            .with("n", self.number.to_value())
            .0
    }
}
