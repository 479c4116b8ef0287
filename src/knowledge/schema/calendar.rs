//! The calendar: tables 2.1 and 2.1.1 to 2.1.6, row by row.

use super::column::{Bounds, Holds, Identity, Known, WhenEmpty};
use super::key;
use super::record::KindRow;
use super::row::{boolean, integer, list, number, object, seen, shown, text};
use super::table::{List, Object, Type};
use crate::knowledge::format::Format::{Color, Date, Email, Name, Plain, Slug, Template, Url};
use crate::knowledge::status::{BAD_REQUEST, UNAUTHORIZED, UNPROCESSABLE};

pub(super) static RECORD: KindRow = KindRow {
    ty: Type::Object(&CALENDAR),
    envelopes: &["calendar"],
    says_success: false,
    update: "Update Calendar",
    section: "4.1",
    folder: "calendars",
    public_folder: "calendars",
    path: "/api/calendars/{calendarId}",
    version: "2021-04-15",
    refusals: &[BAD_REQUEST, UNAUTHORIZED, UNPROCESSABLE.observed()],
};

#[rustfmt::skip]
static CALENDAR: Object = Object::new("calendar", "2.1", &[
    text("id", Plain).response_only(),
    text("locationId", Plain).response_only(),
    text("groupId", Plain),
    list("teamMembers", &TEAM_MEMBERS),
    text("eventType", Plain)
        .known(&[shown("RoundRobin_OptimizeForAvailability"), seen("RoundRobin_OptimizeForEqualDistribution")]),
    text("calendarType", Plain).response_only()
        .known(&[shown("round_robin"), seen("event"), seen("class_booking"), seen("collective"), seen("service_booking"), seen("personal")]),
    text("name", Name),
    text("description", Plain),
    text("slug", Slug),
    text("widgetSlug", Slug),
    text("widgetType", Plain).known(&[shown("classic"), seen("default")]).default("\"classic\""),
    text("eventTitle", Template),
    text("eventColor", Color).default("\"#039be5\"").guesses(&["color"]),
    list("locationConfigurations", &PLACES),
    number("slotDuration", Bounds::POSITIVE).unit("slotDurationUnit").default("30"),
    text("slotDurationUnit", Plain).known(MINS_HOURS),
    number("slotInterval", Bounds::POSITIVE).unit("slotIntervalUnit").default("30"),
    text("slotIntervalUnit", Plain).known(MINS_HOURS),
    number("slotBuffer", Bounds::COUNT).unit("slotBufferUnit"),
    text("slotBufferUnit", Plain).response_only().known(MINS_HOURS),
    number("preBuffer", Bounds::COUNT).unit("preBufferUnit"),
    text("preBufferUnit", Plain).known(MINS_HOURS),
    number("appoinmentPerSlot", Bounds::COUNT).aliases(&["appointmentPerSlot"]),
    number("appoinmentPerDay", Bounds::COUNT).aliases(&["appointmentPerDay"]),
    number("allowBookingAfter", Bounds::COUNT).unit("allowBookingAfterUnit"),
    text("allowBookingAfterUnit", Plain)
        .known(&[
            shown("days").aliases(DAY), seen("hours").aliases(HOUR), seen("weeks").aliases(WEEK), seen("months").aliases(MONTH),
            seen("mins").aliases(MINS),
        ]),
    number("allowBookingFor", Bounds::COUNT).unit("allowBookingForUnit"),
    text("allowBookingForUnit", Plain)
        .known(&[shown("days").aliases(DAY), seen("weeks").aliases(WEEK), seen("months").aliases(MONTH)]),
    list("openHours", &OPEN_HOURS).guesses(&["businessHours", "hours", "openingHours", "workingHours"]),
    boolean("enableRecurring").default("false"),
    object("recurring", &RECURRING),
    text("formId", Plain),
    boolean("stickyContact"),
    boolean("isLivePaymentMode"),
    boolean("autoConfirm"),
    boolean("shouldSendAlertEmailsToAssignedMember"),
    text("alertEmail", Email),
    boolean("googleInvitationEmails"),
    boolean("allowReschedule"),
    boolean("allowCancellation"),
    boolean("shouldAssignContactToTeamMember"),
    boolean("shouldSkipAssigningContactForExisting"),
    text("notes", Plain),
    text("pixelId", Plain),
    text("formSubmitType", Plain)
        .known(&[shown("ThankYouMessage"), seen("RedirectURL").needs("formSubmitRedirectURL")]).default("\"ThankYouMessage\""),
    text("formSubmitRedirectURL", Url).aliases(&["formSubmitRedirectUrl"]),
    text("formSubmitThanksMessage", Plain),
    integer("availabilityType", Bounds::ANY).known(&[seen("0"), seen("1")]),
    list("availabilities", &AVAILABILITIES).guesses(&["dateOverrides", "overrides", "specialDates", "specialHours"]),
    text("guestType", Plain).known(&[shown("count_only"), seen("collect_detail")]),
    text("consentLabel", Plain),
    text("calendarCoverImage", Url),
    object("lookBusyConfig", &LOOK_BUSY),
    boolean("isActive").guesses(&["active"]),
]);

const MINS_HOURS: &[Known] = &[shown("mins").aliases(MINS), seen("hours").aliases(HOUR)];

const MINS: &[&str] = &["min", "minute", "minutes"];
const HOUR: &[&str] = &["h", "hr", "hrs", "hour"];
const DAY: &[&str] = &["day"];
const WEEK: &[&str] = &["week"];
const MONTH: &[&str] = &["month"];

static TEAM_MEMBERS: List = List::keyed(&TEAM_MEMBER, Identity::UserId, &[key::user])
    .said(Some("member_user"), "member_at")
    .when_empty(WhenEmpty::Refused);

static TEAM_MEMBER: Object = Object::new(
    "team member",
    "2.1.1",
    &[
        text("userId", Name).required().guesses(&["user"]),
        number("priority", Bounds::ANY)
            .known(&[seen("0"), seen("0.5"), seen("1")])
            .default("0.5"),
        boolean("isPrimary"),
        list("locationConfigurations", &PLACES),
    ],
);

static PLACES: List = List::keyed(&PLACE, Identity::Place, &[key::meeting, key::place])
    .said(None, "place_at")
    .replaced_in_place();

#[rustfmt::skip]
static PLACE: Object = Object::new("location configuration", "2.1.2", &[
    text("kind", Plain).required().known(&[
        shown("custom"), seen("zoom_conference").aliases(&["zoom"]),
        seen("google_conference").aliases(&["google_meet", "gmeet"]), seen("inbound_call"), seen("outbound_call"),
        seen("physical"), seen("booker"),
        seen("ms_teams_conference").aliases(&["microsoft_teams", "ms_teams", "msteams", "teams"]),
    ]),
    text("location", Plain),
    text("meetingId", Plain).response_only(),
]);

static OPEN_HOURS: List = List::keyed(&OPEN_HOURS_ENTRY, Identity::Week, &[key::days])
    .week()
    .unordered()
    .when_empty(WhenEmpty::Detaches);

static OPEN_HOURS_ENTRY: Object = Object::new(
    "open-hours entry",
    "2.1.3",
    &[
        list("daysOfTheWeek", &DAYS)
            .required()
            .aliases(&["daysOfWeek"])
            .guesses(&["day", "dayOfTheWeek", "dayOfWeek", "days", "weekdays"]),
        list("hours", &HOURS).required(),
    ],
)
.without(&["_id"]);

static DAYS: List = List::set(
    Type::Integer(Bounds::between(0.0, 6.0)),
    Identity::Days,
    Holds::Days,
);

static HOURS: List = List::set(Type::Object(&HOUR_RANGE), Identity::Ranges, Holds::Ranges);

/// Ranges are parsed in the order of these rows.
pub(crate) static HOUR_RANGE: Object = Object::new(
    "hour range",
    "2.1.3",
    &[
        integer("openHour", Bounds::between(0.0, 23.0)).required(),
        integer("openMinute", Bounds::between(0.0, 59.0)).required(),
        integer("closeHour", Bounds::between(0.0, 24.0)).required(),
        integer("closeMinute", Bounds::between(0.0, 59.0)).required(),
    ],
)
.without(&["_id"]);

#[rustfmt::skip]
static RECURRING: Object = Object::new("recurrence", "2.1.4", &[
    text("freq", Plain).known(&[shown("DAILY"), seen("WEEKLY"), seen("MONTHLY")]),
    integer("count", Bounds::COUNT),
    text("bookingOption", Plain).known(&[shown("skip"), seen("continue"), seen("book_next")]),
    text("bookingOverlapDefaultStatus", Plain).known(&[shown("confirmed"), seen("new")]),
]);

static AVAILABILITIES: List = List::keyed(&AVAILABILITY, Identity::Date, &[key::date])
    .said(Some("special_date"), "special_date_at")
    .unordered()
    .when_empty(WhenEmpty::Detaches)
    .deleted_by_id();

static AVAILABILITY: Object = Object::new(
    "special date",
    "2.1.5",
    &[
        text("date", Date).required(),
        list("hours", &HOURS).required(),
        boolean("deleted").default("false"),
        text("id", Plain).request_only().aliases(&["_id"]),
    ],
);

static LOOK_BUSY: Object = Object::new(
    "look-busy configuration",
    "2.1.6",
    &[
        boolean("enabled").required().default("false"),
        number("LookBusyPercentage", Bounds::between(0.0, 100.0))
            .required()
            .aliases(&["lookBusyPercentage"]),
    ],
);
