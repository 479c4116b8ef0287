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
pub(crate) use scope::{Check, Records, Rule};

const TEAM: &[&str] = &["teamMembers"];
const DATES: &[&str] = &["availabilities"];
const ENTRIES: &[&str] = &["openHours", "availabilities"];
const SLOTS: &[&str] = &[
    "openHours",
    "availabilities",
    "slotDuration",
    "slotDurationUnit",
];
const COUNTING: &[&str] = &["openHours", "availabilityType", "availabilities"];
const SLOTS_COUNTING: &[&str] = &[
    "slotDuration",
    "slotDurationUnit",
    "openHours",
    "availabilities",
    "availabilityType",
];
const NOTICE: &[&str] = &[
    "allowBookingAfter",
    "allowBookingFor",
    "allowBookingAfterUnit",
    "allowBookingForUnit",
];
const REDIRECT: &[&str] = &["formSubmitType", "formSubmitRedirectURL"];

const CALENDAR: &[Rule] = &[
    Rule::of_record(
        Code::RedirectUrlMissing,
        REDIRECT,
        settings::redirect_url_missing,
    ),
    Rule::of_record(
        Code::RecurringMissing,
        &["enableRecurring", "recurring"],
        settings::recurring_missing,
    ),
    Rule::of_record(
        Code::RecurringMembers,
        &["enableRecurring", "teamMembers"],
        settings::recurring_members,
    ),
    Rule::of_record(
        Code::RecurringCount,
        &["recurring"],
        settings::recurring_count,
    ),
    Rule::of_record(
        Code::PlacesDropped,
        &["locationConfigurations"],
        settings::places_dropped,
    ),
    Rule::of_record(Code::TeamEmpty, TEAM, team::empty),
    Rule::of_record(Code::PersonalTeam, TEAM, team::personal),
    Rule::of_keys(Code::UserDuplicate, TEAM, "teamMembers", "userId"),
    Rule::of_record(Code::PrimarySeveral, TEAM, team::primary_several),
    Rule::of_record(Code::PrimaryMissing, TEAM, team::primary_missing),
    Rule::of_record(Code::PlacesSeveral, TEAM, team::places_several),
    Rule::of_record(Code::ConferenceEvent, TEAM, team::conference_event),
    Rule::of_record(Code::ConferenceLocation, TEAM, team::conference_location),
    Rule::of_keys(Code::DateDuplicate, DATES, "availabilities", "date"),
    Rule::of_items(
        Code::DeletedWithoutId,
        DATES,
        DATES,
        dates::deleted_without_id,
    ),
    Rule::of_record(Code::EmptyDetaches, ENTRIES, dates::empty_detaches),
    Rule::of_record(Code::HoursDetach, &["openHours"], dates::hours_detach),
    Rule::of_record(
        Code::DatesUnused,
        &["availabilities", "availabilityType"],
        dates::unused,
    ),
    Rule::of_items(Code::RangeShort, SLOTS, ENTRIES, dates::range_short),
    Rule::of_record(Code::RangeShort, SLOTS, dates::slot_long),
    Rule::of_record(Code::NotActive, &["isActive"], obstacles::not_active),
    Rule::of_record(Code::NoOpenDay, COUNTING, obstacles::no_open_day),
    Rule::of_record(
        Code::DatesMissing,
        &["availabilityType", "availabilities"],
        obstacles::dates_missing,
    ),
    Rule::of_record(Code::SlotTooLong, SLOTS_COUNTING, obstacles::slot_too_long),
    Rule::of_record(Code::NoticeBeyond, NOTICE, obstacles::notice_beyond),
    Rule::of_record(
        Code::LookBusyAll,
        &["lookBusyConfig"],
        obstacles::look_busy_all,
    ),
    Rule::of_record(
        Code::AppointmentsNone,
        &["appoinmentPerSlot", "appoinmentPerDay"],
        obstacles::appointments_none,
    ),
    Rule::of_record(
        Code::TeamMissing,
        &["teamMembers", "calendarType"],
        obstacles::team_missing,
    ),
    Rule::of_presence(Code::OmittedDefaults, settings::omitted_defaults),
    Rule::of_presence(Code::OmittedResets, settings::omitted_resets),
];

const LOCATION: &[Rule] = &[Rule::of_record(Code::EmptyText, &[], settings::empty_text)];

#[cfg(test)]
const ROOM: &[Rule] = &[Rule::of_keys(
    Code::UserDuplicate,
    &["equipment"],
    "equipment",
    "code",
)];

pub(crate) fn rules(kind: Kind) -> &'static [Rule] {
    match kind {
        Kind::Calendar => CALENDAR,
        Kind::Location => LOCATION,
        #[cfg(test)]
        Kind::Room => ROOM,
    }
}

/// Applies every rule that reads a member of the draft and whose findings are reported.
pub(super) fn check<'a>(kind: Kind, draft: View<'a>, stored: Option<View<'a>>, walk: &mut Walk) {
    let records = Records::of(kind, draft, stored);
    apply(rules(kind).iter(), &records, walk);
}

/// Applies only the rules about members that the draft omits.
pub(super) fn check_presence<'a>(
    kind: Kind,
    draft: View<'a>,
    stored: Option<View<'a>>,
    walk: &mut Walk,
) {
    let of_presence = rules(kind).iter().filter(|rule| rule.is_of_presence());
    apply(of_presence, &Records::of(kind, draft, stored), walk);
}

/// Returns the findings in a stored record that keep anything from being booked.
pub(crate) fn obstacles(kind: Kind, record: View<'_>) -> Vec<Issue> {
    let mut walk = Walk::new(Profile::Specification).of(PayloadShape::Record);
    let obstacles = rules(kind).iter().filter(|rule| rule.code.is_obstacle());
    let records = Records::of(kind, record, Some(record));
    apply(obstacles, &records, &mut walk);
    walk.in_order(record)
}

fn apply(rules: impl Iterator<Item = &'static Rule>, records: &Records<'_>, walk: &mut Walk) {
    for rule in rules {
        if walk.reports(rule.code) && rule.concerns(records) {
            rule.apply(records, walk);
        }
    }
}
