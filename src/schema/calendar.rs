//! The calendar: tables 2.1 and 2.1.1 to 2.1.6, row by row.

use super::column::{Bounds, Holds, Identity, Known, WhenEmpty};
use super::key;
use super::record::Record;
use super::row::{boolean, integer, list, number, object, seen, shown, text};
use super::table::{List, Object, Type};
use crate::format::Format::{Color, Date, Email, Name, Plain, Slug, Template, Url};

pub(super) static RECORD: Record = Record {
    ty: Type::Object(&CALENDAR),
    envelopes: &["calendar"],
    says_success: false,
    update: "Update Calendar",
    section: "4.1",
    folder: "calendars",
    public_folder: "calendars",
    path: "/api/calendars/{calendarId}",
    version: "2021-04-15",
};

#[rustfmt::skip]
static CALENDAR: Object = Object::new("calendar", "2.1", &[
    text("id", Plain, "calendar ID").response_only(),
    text("locationId", Plain, "location ID").response_only(),
    text("groupId", Plain, "group"),
    list("teamMembers", &TEAM_MEMBERS, "team"),
    text("eventType", Plain, "event type")
        .known(&[shown("RoundRobin_OptimizeForAvailability"), seen("RoundRobin_OptimizeForEqualDistribution")]),
    text("calendarType", Plain, "calendar type").response_only()
        .known(&[shown("round_robin"), seen("event"), seen("class_booking"), seen("collective"), seen("service_booking"), seen("personal")]),
    text("name", Name, "name"),
    text("description", Plain, "description"),
    text("slug", Slug, "slug"),
    text("widgetSlug", Slug, "widget slug"),
    text("widgetType", Plain, "widget type").known(&[shown("classic"), seen("default")]).default("\"classic\""),
    text("eventTitle", Template, "event title").help("May hold placeholders such as {{contact.name}}."),
    text("eventColor", Color, "color").default("\"#039be5\"").help("A hex color, #rrggbb."),
    list("locationConfigurations", &PLACES, "meeting places"),
    number("slotDuration", Bounds::POSITIVE, "slot duration").unit("slotDurationUnit").default("30"),
    text("slotDurationUnit", Plain, "unit of the slot duration").known(MINS_HOURS),
    number("slotInterval", Bounds::POSITIVE, "slot interval").unit("slotIntervalUnit").default("30")
        .help("The distance between offered starts."),
    text("slotIntervalUnit", Plain, "unit of the slot interval").known(MINS_HOURS),
    number("slotBuffer", Bounds::COUNT, "buffer after").unit("slotBufferUnit").help("Time kept free after an appointment."),
    text("slotBufferUnit", Plain, "unit of the buffer after").response_only().known(MINS_HOURS),
    number("preBuffer", Bounds::COUNT, "buffer before").unit("preBufferUnit").help("Time kept free before an appointment."),
    text("preBufferUnit", Plain, "unit of the buffer before").known(MINS_HOURS),
    number("appoinmentPerSlot", Bounds::COUNT, "appointments per slot").aliases(&["appointmentPerSlot"]),
    number("appoinmentPerDay", Bounds::COUNT, "appointments per day").aliases(&["appointmentPerDay"]),
    number("allowBookingAfter", Bounds::COUNT, "minimum notice").unit("allowBookingAfterUnit"),
    text("allowBookingAfterUnit", Plain, "unit of the minimum notice")
        .known(&[
            shown("days").aliases(DAY), seen("hours").aliases(HOUR), seen("weeks").aliases(WEEK), seen("months").aliases(MONTH),
            seen("mins").aliases(MINS),
        ]),
    number("allowBookingFor", Bounds::COUNT, "booking window").unit("allowBookingForUnit").help("How far ahead can be booked."),
    text("allowBookingForUnit", Plain, "unit of the booking window")
        .known(&[shown("days").aliases(DAY), seen("weeks").aliases(WEEK), seen("months").aliases(MONTH)]),
    list("openHours", &OPEN_HOURS, "open hours"),
    boolean("enableRecurring", "recurring bookings").default("false"),
    object("recurring", &RECURRING, "recurrence"),
    text("formId", Plain, "form"),
    boolean("stickyContact", "sticky contact"),
    boolean("isLivePaymentMode", "live payment mode"),
    boolean("autoConfirm", "automatic confirmation"),
    boolean("shouldSendAlertEmailsToAssignedMember", "alert e-mails to the assigned member"),
    text("alertEmail", Email, "alert e-mail"),
    boolean("googleInvitationEmails", "Google invitation e-mails"),
    boolean("allowReschedule", "rescheduling"),
    boolean("allowCancellation", "cancellation"),
    boolean("shouldAssignContactToTeamMember", "assigning contacts to team members"),
    boolean("shouldSkipAssigningContactForExisting", "leaving existing contacts unassigned"),
    text("notes", Plain, "notes"),
    text("pixelId", Plain, "pixel ID"),
    text("formSubmitType", Plain, "action after the form")
        .known(&[shown("ThankYouMessage"), seen("RedirectURL").needs("formSubmitRedirectURL")]).default("\"ThankYouMessage\""),
    text("formSubmitRedirectURL", Url, "redirect URL").aliases(&["formSubmitRedirectUrl"]),
    text("formSubmitThanksMessage", Plain, "thank-you message"),
    integer("availabilityType", Bounds::ANY, "availability type").known(&[seen("0"), seen("1")])
        .help("Seen: 0 uses the open hours only, 1 the special dates only."),
    list("availabilities", &AVAILABILITIES, "special dates"),
    text("guestType", Plain, "guests").known(&[shown("count_only"), seen("collect_detail")]),
    text("consentLabel", Plain, "consent label"),
    text("calendarCoverImage", Url, "cover image").help("The URL of an image."),
    object("lookBusyConfig", &LOOK_BUSY, "look busy"),
    boolean("isActive", "active"),
]);

const MINS_HOURS: &[Known] = &[shown("mins").aliases(MINS), seen("hours").aliases(HOUR)];

const MINS: &[&str] = &["min", "minute", "minutes"];
const HOUR: &[&str] = &["h", "hr", "hrs", "hour"];
const DAY: &[&str] = &["day"];
const WEEK: &[&str] = &["week"];
const MONTH: &[&str] = &["month"];

static TEAM_MEMBERS: List = List::keyed(&TEAM_MEMBER, Identity::UserId, &[key::user]).when_empty(WhenEmpty::Refused);

static TEAM_MEMBER: Object = Object::new(
    "team member",
    "2.1.1",
    &[
        text("userId", Name, "user").required(),
        number("priority", Bounds::ANY, "priority").known(&[seen("0"), seen("0.5"), seen("1")]).default("0.5"),
        boolean("isPrimary", "primary"),
        list("locationConfigurations", &PLACES, "meeting places"),
    ],
);

static PLACES: List =
    List::keyed(&PLACE, Identity::Place, &[key::meeting, key::place]).noun("meeting place").replaced_in_place();

#[rustfmt::skip]
static PLACE: Object = Object::new("location configuration", "2.1.2", &[
    text("kind", Plain, "kind").required().known(&[
        shown("custom"), seen("zoom_conference").aliases(&["zoom"]),
        seen("google_conference").aliases(&["google_meet", "gmeet"]), seen("inbound_call"), seen("outbound_call"),
        seen("physical"), seen("booker"), seen("ms_teams_conference"),
    ]),
    text("location", Plain, "location"),
    text("meetingId", Plain, "meeting ID").response_only(),
]);

static OPEN_HOURS: List =
    List::keyed(&OPEN_HOURS_ENTRY, Identity::Week, &[key::days]).week().unordered().when_empty(WhenEmpty::Detaches);

static OPEN_HOURS_ENTRY: Object = Object::new(
    "open-hours entry",
    "2.1.3",
    &[
        list("daysOfTheWeek", &DAYS, "days").required().aliases(&["daysOfWeek"]).help("0 is Sunday, as observed."),
        list("hours", &HOURS, "hours").required(),
    ],
);

static DAYS: List = List::set(Type::Integer(Bounds::between(0.0, 6.0)), Identity::Days, Holds::Days, "day");

static HOURS: List = List::set(Type::Object(&HOUR_RANGE), Identity::Ranges, Holds::Ranges, "range");

/// A range is read by the order of these rows.
pub(crate) static HOUR_RANGE: Object = Object::new(
    "hour range",
    "2.1.3",
    &[
        integer("openHour", Bounds::between(0.0, 23.0), "opening hour").required(),
        integer("openMinute", Bounds::between(0.0, 59.0), "opening minute").required(),
        integer("closeHour", Bounds::between(0.0, 24.0), "closing hour").required(),
        integer("closeMinute", Bounds::between(0.0, 59.0), "closing minute").required(),
    ],
);

#[rustfmt::skip]
static RECURRING: Object = Object::new("recurrence", "2.1.4", &[
    text("freq", Plain, "frequency").known(&[shown("DAILY"), seen("WEEKLY"), seen("MONTHLY")]),
    integer("count", Bounds::COUNT, "count").help("Seen: at most 24."),
    text("bookingOption", Plain, "when a date is taken").known(&[shown("skip"), seen("continue"), seen("book_next")]),
    text("bookingOverlapDefaultStatus", Plain, "status of overlapping bookings").known(&[shown("confirmed"), seen("new")]),
]);

static AVAILABILITIES: List = List::keyed(&AVAILABILITY, Identity::Date, &[key::date])
    .unordered()
    .when_empty(WhenEmpty::Detaches)
    .deleted_by_id();

static AVAILABILITY: Object = Object::new(
    "special date",
    "2.1.5",
    &[
        text("date", Date, "date").required().help("A calendar date, written as midnight UTC."),
        list("hours", &HOURS, "hours").required().help("An empty list means closed."),
        boolean("deleted", "deleted").default("false"),
        text("id", Plain, "ID").request_only().aliases(&["_id"]),
    ],
);

static LOOK_BUSY: Object = Object::new(
    "look-busy configuration",
    "2.1.6",
    &[
        boolean("enabled", "hiding of slots").required().default("false"),
        number("LookBusyPercentage", Bounds::between(0.0, 100.0), "share of slots hidden")
            .required()
            .aliases(&["lookBusyPercentage"])
            .help("A percentage, 0 to 100."),
    ],
);
