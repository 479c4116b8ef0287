//! The rules across fields, one row each: the code, the members that it reads, and the check. The row of the code
//! states its severity, basis and source. Every rule runs, whatever else is wrong.
//!
//! A rule sees the draft, and the stored record, if known, for members that the draft leaves out. It sees the values
//! that are surely meant: text in canonical form, and the known value for a misspelled one. A rule for a refusal
//! reported of the service also sees a misspelled member under its right name. So a draft without errors has none in
//! canonical form, nor after any fix.

mod dates;
mod duplicates;
mod obstacles;
mod opening;
mod scope;
mod settings;
mod team;

use super::walk::Walk;
use crate::ground::json::View;
use crate::knowledge::issue::{Code, Issue, Profile};
use crate::knowledge::schema::{Kind, PayloadShape};
pub(crate) use scope::{Check, Rule, Scope};

#[rustfmt::skip]
pub(crate) fn rules(kind: Kind) -> &'static [Rule] {
    use Check::{Distinct, Items, Presence, Record};
    const TEAM: &[&str] = &["teamMembers"];
    const DATES: &[&str] = &["availabilities"];
    const ENTRIES: &[&str] = &["openHours", "availabilities"];
    const SLOTS: &[&str] = &["openHours", "availabilities", "slotDuration", "slotDurationUnit"];
    const COUNTING: &[&str] = &["openHours", "availabilities", "availabilityType"];
    const SLOTS_COUNTING: &[&str] = &["openHours", "availabilities", "availabilityType", "slotDuration", "slotDurationUnit"];
    const NOTICE: &[&str] = &["allowBookingAfter", "allowBookingAfterUnit", "allowBookingFor", "allowBookingForUnit"];
    const REDIRECT: &[&str] = &["formSubmitType", "formSubmitRedirectURL"];
    match kind {
        Kind::Calendar => &[
            Rule { code: Code::RedirectUrlMissing, reads: REDIRECT, check: Record(settings::redirect_url_missing) },
            Rule { code: Code::RecurringMissing, reads: &["enableRecurring", "recurring"], check: Record(settings::recurring_missing) },
            Rule { code: Code::RecurringMembers, reads: &["enableRecurring", "teamMembers"], check: Record(settings::recurring_members) },
            Rule { code: Code::RecurringCount, reads: &["recurring"], check: Record(settings::recurring_count) },
            Rule { code: Code::PlacesDropped, reads: &["locationConfigurations"], check: Record(settings::places_dropped) },
            Rule { code: Code::TeamEmpty, reads: TEAM, check: Record(team::empty) },
            Rule { code: Code::PersonalTeam, reads: TEAM, check: Record(team::personal) },
            Rule { code: Code::UserDuplicate, reads: TEAM, check: Distinct("teamMembers", "userId") },
            Rule { code: Code::PrimarySeveral, reads: TEAM, check: Record(team::primary_several) },
            Rule { code: Code::PrimaryMissing, reads: TEAM, check: Record(team::primary_missing) },
            Rule { code: Code::PlacesSeveral, reads: TEAM, check: Record(team::places_several) },
            Rule { code: Code::ConferenceEvent, reads: TEAM, check: Record(team::conference_event) },
            Rule { code: Code::ConferenceLocation, reads: TEAM, check: Record(team::conference_location) },
            Rule { code: Code::DateDuplicate, reads: DATES, check: Distinct("availabilities", "date") },
            Rule { code: Code::DeletedWithoutId, reads: DATES, check: Items(DATES, dates::deleted_without_id) },
            Rule { code: Code::EmptyDetaches, reads: ENTRIES, check: Record(dates::empty_detaches) },
            Rule { code: Code::HoursDetach, reads: &["openHours"], check: Record(dates::hours_detach) },
            Rule { code: Code::DatesUnused, reads: &["availabilities", "availabilityType"], check: Record(dates::unused) },
            Rule { code: Code::RangeShort, reads: SLOTS, check: Items(ENTRIES, dates::range_short) },
            Rule { code: Code::RangeShort, reads: SLOTS, check: Record(dates::slot_long) },
            Rule { code: Code::NotActive, reads: &["isActive"], check: Record(obstacles::not_active) },
            Rule { code: Code::NoOpenDay, reads: COUNTING, check: Record(obstacles::no_open_day) },
            Rule { code: Code::DatesMissing, reads: &["availabilityType", "availabilities"], check: Record(obstacles::dates_missing) },
            Rule { code: Code::SlotTooLong, reads: SLOTS_COUNTING, check: Record(obstacles::slot_too_long) },
            Rule { code: Code::NoticeBeyond, reads: NOTICE, check: Record(obstacles::notice_beyond) },
            Rule { code: Code::LookBusyAll, reads: &["lookBusyConfig"], check: Record(obstacles::look_busy_all) },
            Rule { code: Code::AppointmentsNone, reads: &["appoinmentPerSlot", "appoinmentPerDay"], check: Record(obstacles::appointments_none) },
            Rule { code: Code::TeamMissing, reads: &["teamMembers", "calendarType"], check: Record(obstacles::team_missing) },
            Rule { code: Code::OmittedDefaults, reads: &[], check: Presence(settings::omitted_defaults) },
            Rule { code: Code::OmittedResets, reads: &[], check: Presence(settings::omitted_resets) },
        ],
        Kind::Location => &[
            Rule { code: Code::EmptyText, reads: &[], check: Record(settings::empty_text) },
        ],
        #[cfg(test)]
        Kind::Room => &[
            Rule { code: Code::UserDuplicate, reads: &["equipment"], check: Distinct("equipment", "code") },
        ],
    }
}

/// Applies every rule that reads a member of the draft.
pub(super) fn check<'a>(kind: Kind, draft: View<'a>, stored: Option<View<'a>>, walk: &mut Walk) {
    apply(rules(kind).iter(), Scope::of(kind, draft, stored), walk);
}

/// Applies only the rules about members that the draft omits.
pub(super) fn check_presence<'a>(
    kind: Kind,
    draft: View<'a>,
    stored: Option<View<'a>>,
    walk: &mut Walk,
) {
    let of_presence = rules(kind)
        .iter()
        .filter(|rule| matches!(rule.check, Check::Presence(_)));
    apply(of_presence, Scope::of(kind, draft, stored), walk);
}

/// Returns the findings in a stored record that keep anything from being booked.
pub(crate) fn obstacles(kind: Kind, record: View<'_>) -> Vec<Issue> {
    let mut walk = Walk::new(Profile::Specification).of(PayloadShape::Record);
    let about_them = rules(kind).iter().filter(|rule| rule.code.is_obstacle());
    apply(about_them, Scope::of(kind, record, Some(record)), &mut walk);
    walk.in_order(record)
}

fn apply(rules: impl Iterator<Item = &'static Rule>, mut scope: Scope<'_>, walk: &mut Walk) {
    for rule in rules {
        if rule.concerns(&scope) {
            scope.code = rule.code;
            scope.apply(rule, walk);
        }
    }
}
