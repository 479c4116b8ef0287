//! Rules about settings that keep anything from being booked.
//!
//! Each is reported where the draft sets it so, and in a stored record that is validated by itself. What a draft leaves as
//! stored is not reported, nor what depends on members that are not known. Most calendars can be booked, so the comparison
//! with the stored record comes last: of a thousand dates, it costs more than to see that one is open.

use serde_json::Value;

use super::opening::Opening;
use super::scope::Scope;
use crate::ground::json::{Number, View};
use crate::knowledge::language::Phrase;
use crate::knowledge::unit::Unit;
use crate::verbs::validate::suggest::find;
use crate::verbs::validate::walk::Walk;

pub(super) fn not_active(scope: &Scope<'_>, walk: &mut Walk) {
    if scope.own("isActive").and_then(View::boolean) == Some(false)
        && scope.first_changed(walk).is_some()
    {
        walk.report_at(walk.at("isActive"), scope.found());
    }
}

/// Reports a week without an open day, unless special dates are open.
pub(super) fn no_open_day(scope: &Scope<'_>, walk: &mut Walk) {
    let is_shut = never_open(scope).is_some_and(|opening| opening.counting.has_week());
    if is_shut && let Some(place) = scope.first_changed(walk) {
        walk.report_at(walk.at(place), scope.found());
    }
}

/// Reports a calendar that is open on special dates only, and has none that is open.
pub(super) fn dates_missing(scope: &Scope<'_>, walk: &mut Walk) {
    let is_shut = never_open(scope).is_some_and(|opening| !opening.counting.has_week());
    if is_shut && let Some(place) = scope.first_changed(walk) {
        walk.report_at(walk.at(place), scope.found());
    }
}

/// Returns how the calendar is open, if it never is. The dates are read only if no day of the week is open.
fn never_open<'s>(scope: &'s Scope<'_>) -> Option<&'s Opening> {
    if scope.longest_in_week().is_some() {
        return None;
    }
    scope.opening().filter(|opening| opening.longest.is_none())
}

/// Reports a slot that is longer than all ranges that count.
pub(super) fn slot_too_long(scope: &Scope<'_>, walk: &mut Walk) {
    let Some(slot) = scope.slot else { return };
    // The dates are read only if no range of the week is long enough.
    if let Some(longest) = scope.longest_in_week()
        && !is_longer(slot, longest)
    {
        return;
    }
    let Some(longest) = scope.opening().and_then(|opening| opening.longest) else {
        return;
    };
    if is_longer(slot, longest)
        && let Some(place) = scope.first_changed(walk)
    {
        let found = scope
            .found()
            .with("slot", Number::from(slot).to_value())
            .with("longest", longest);
        walk.report_at(walk.at(place), found);
    }
}

fn is_longer(slot: f64, minutes: usize) -> bool {
    #[expect(clippy::cast_precision_loss, reason = "at most the minutes of a day")]
    let minutes = minutes as f64;
    slot > minutes
}

/// Reports a minimum notice that is not shorter than the booking window. A window of 0 is not reported: it could mean that
/// there is no limit.
pub(super) fn notice_beyond(scope: &Scope<'_>, walk: &mut Walk) {
    let Some(place) = scope.first_changed(walk) else {
        return;
    };
    let (Some(notice), Some(window)) = (
        Length::of(scope, "allowBookingAfter"),
        Length::of(scope, "allowBookingFor"),
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
        && let Some(place) = scope.first_changed(walk)
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

/// A length of time with its unit.
struct Length {
    number: Number,
    unit: Unit,
}

impl Length {
    fn of(scope: &Scope<'_>, number: &'static str) -> Option<Self> {
        let unit = scope.kind.table().member(number)?.unit?;
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
            // 1 month and 30 days: the least of the month, 28 days, is not at least 30.
            self.unit.minutes(own).least >= other.unit.minutes(least).most
        }
    }

    fn said(&self) -> Value {
        Phrase::code(self.unit.name())
            .with("n", self.number.to_value())
            .0
    }
}
