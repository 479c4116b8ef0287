//! garde: a struct for the update, formats and bounds in its own words, and the rules across fields behind them.
//!
//! Known values are strings to check and not enums, and what is not allowed has fields of its own: what serde refuses ends
//! the pass.

#![expect(
    clippy::trivially_copy_pass_by_ref,
    clippy::ref_option,
    reason = "garde calls a custom rule so"
)]

use std::sync::LazyLock;

use garde::Validate;
use regex::Regex;
use serde::Deserialize;
use serde_json::Value;

use crate::peer::Finding;
use crate::rules;

fn pattern(pointer: &str) -> Regex {
    let schema = calendiff::Kind::Calendar.json_schema(calendiff::PayloadShape::Update);
    let pattern = schema
        .pointer(pointer)
        .and_then(|member| member["pattern"].as_str())
        .unwrap_or_default();
    Regex::new(pattern).expect("calendiff's patterns are regular expressions")
}

static TEXT: LazyLock<Regex> = LazyLock::new(|| pattern("/properties/notes"));
static NAME: LazyLock<Regex> = LazyLock::new(|| pattern("/properties/name"));
static COLOR: LazyLock<Regex> = LazyLock::new(|| pattern("/properties/eventColor"));
static URL: LazyLock<Regex> = LazyLock::new(|| pattern("/properties/calendarCoverImage"));
static EMAIL: LazyLock<Regex> = LazyLock::new(|| pattern("/properties/alertEmail"));
static DATE_TIME: LazyLock<Regex> =
    LazyLock::new(|| pattern("/$defs/special-date/properties/date"));

fn midnight(text: &str, _: &()) -> garde::Result {
    static MIDNIGHT: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"^.{10}T00:00:00(\.0+)?(Z|[+-]00:00)$").expect("it is a regular expression")
    });
    if DATE_TIME.is_match(text) && MIDNIGHT.is_match(text) {
        Ok(())
    } else {
        Err(garde::Error::new("expected a day at midnight UTC"))
    }
}

fn email(text: &str, _: &()) -> garde::Result {
    let local = text.find('@').unwrap_or_default();
    if EMAIL.is_match(text) && local <= 64 && text.len() <= 254 {
        Ok(())
    } else {
        Err(garde::Error::new("expected an address"))
    }
}

fn template(text: &str, _: &()) -> garde::Result {
    if rules::is_balanced(text) {
        Ok(())
    } else {
        Err(garde::Error::new("each {{ needs its }}"))
    }
}

fn above_zero(number: &Option<f64>, _: &()) -> garde::Result {
    if number.is_none_or(|number| number > 0.0) {
        Ok(())
    } else {
        Err(garde::Error::new("expected more than 0"))
    }
}

fn only_in_responses(value: &Option<Value>, _: &()) -> garde::Result {
    if value.is_none() {
        Ok(())
    } else {
        Err(garde::Error::new("only in responses"))
    }
}

fn known<T: PartialEq + ?Sized + 'static>(
    values: &'static [&'static T],
) -> impl Fn(&T, &()) -> garde::Result {
    move |value, ()| {
        if values.contains(&value) {
            Ok(())
        } else {
            Err(garde::Error::new("not a known value"))
        }
    }
}

const MINS_HOURS: &[&str] = &["mins", "hours"];

#[derive(Deserialize, Validate)]
#[serde(deny_unknown_fields)]
#[garde(allow_unvalidated)]
#[expect(non_snake_case, reason = "garde tells places by the names of fields")]
struct Place {
    #[garde(custom(known(&[
        "custom", "zoom_conference", "google_conference", "inbound_call", "outbound_call", "physical", "booker",
        "ms_teams_conference",
    ])))]
    kind: String,
    #[garde(inner(pattern(TEXT)))]
    location: Option<String>,
    #[garde(custom(only_in_responses))]
    meetingId: Option<Value>,
}

#[derive(Deserialize, Validate)]
#[serde(deny_unknown_fields)]
#[garde(allow_unvalidated)]
#[expect(
    non_snake_case,
    dead_code,
    reason = "garde tells places by the names of fields; serde alone checks some"
)]
struct Member {
    #[garde(pattern(TEXT))]
    userId: String,
    #[garde(inner(custom(known(&[&0.0, &0.5, &1.0]))))]
    priority: Option<f64>,
    isPrimary: Option<bool>,
    #[garde(dive)]
    locationConfigurations: Option<Vec<Place>>,
}

#[derive(Deserialize, Validate)]
#[serde(deny_unknown_fields)]
#[expect(non_snake_case, reason = "garde tells places by the names of fields")]
struct HourRange {
    #[garde(range(min = 0, max = 23))]
    openHour: i64,
    #[garde(range(min = 0, max = 59))]
    openMinute: i64,
    #[garde(range(min = 0, max = 24))]
    closeHour: i64,
    #[garde(range(min = 0, max = 59))]
    closeMinute: i64,
}

#[derive(Deserialize, Validate)]
#[serde(deny_unknown_fields)]
#[expect(non_snake_case, reason = "garde tells places by the names of fields")]
struct OpenHours {
    #[garde(inner(range(min = 0, max = 6)))]
    daysOfTheWeek: Vec<i64>,
    #[garde(dive)]
    hours: Vec<HourRange>,
}

#[derive(Deserialize, Validate)]
#[serde(deny_unknown_fields)]
#[garde(allow_unvalidated)]
#[expect(dead_code, reason = "serde alone checks some fields")]
struct Availability {
    #[garde(custom(midnight))]
    date: String,
    #[garde(dive)]
    hours: Vec<HourRange>,
    deleted: Option<bool>,
    #[garde(inner(pattern(TEXT)))]
    id: Option<String>,
}

#[derive(Deserialize, Validate)]
#[serde(deny_unknown_fields)]
#[expect(non_snake_case, reason = "garde tells places by the names of fields")]
struct Recurring {
    #[garde(inner(custom(known(&["DAILY", "WEEKLY", "MONTHLY"]))))]
    freq: Option<String>,
    #[garde(range(min = 0, max = 24))]
    count: Option<i64>,
    #[garde(inner(custom(known(&["skip", "continue", "book_next"]))))]
    bookingOption: Option<String>,
    #[garde(inner(custom(known(&["confirmed", "new"]))))]
    bookingOverlapDefaultStatus: Option<String>,
}

#[derive(Deserialize, Validate)]
#[serde(deny_unknown_fields)]
#[garde(allow_unvalidated)]
#[expect(
    non_snake_case,
    dead_code,
    reason = "garde tells places by the names of fields; serde alone checks some"
)]
struct LookBusy {
    enabled: bool,
    #[garde(range(min = 0.0, max = 100.0))]
    LookBusyPercentage: f64,
}

#[derive(Deserialize, Validate)]
#[serde(deny_unknown_fields)]
#[garde(allow_unvalidated)]
#[expect(
    non_snake_case,
    dead_code,
    reason = "garde tells places by the names of fields; serde alone checks some"
)]
struct Calendar {
    #[garde(custom(only_in_responses))]
    id: Option<Value>,
    #[garde(custom(only_in_responses))]
    locationId: Option<Value>,
    #[garde(inner(pattern(TEXT)))]
    groupId: Option<String>,
    #[garde(dive)]
    teamMembers: Option<Vec<Member>>,
    #[garde(inner(custom(known(&[
        "RoundRobin_OptimizeForAvailability", "RoundRobin_OptimizeForEqualDistribution",
    ]))))]
    eventType: Option<String>,
    #[garde(custom(only_in_responses))]
    calendarType: Option<Value>,
    #[garde(inner(pattern(NAME)))]
    name: Option<String>,
    #[garde(inner(pattern(TEXT)))]
    description: Option<String>,
    #[garde(inner(pattern("^[A-Za-z0-9_-]+$")))]
    slug: Option<String>,
    #[garde(inner(pattern("^[A-Za-z0-9_-]+$")))]
    widgetSlug: Option<String>,
    #[garde(inner(custom(known(&["classic", "default"]))))]
    widgetType: Option<String>,
    #[garde(inner(pattern(TEXT)), inner(custom(template)))]
    eventTitle: Option<String>,
    #[garde(inner(pattern(COLOR)))]
    eventColor: Option<String>,
    #[garde(dive)]
    locationConfigurations: Option<Vec<Place>>,
    #[garde(custom(above_zero))]
    slotDuration: Option<f64>,
    #[garde(inner(custom(known(MINS_HOURS))))]
    slotDurationUnit: Option<String>,
    #[garde(custom(above_zero))]
    slotInterval: Option<f64>,
    #[garde(inner(custom(known(MINS_HOURS))))]
    slotIntervalUnit: Option<String>,
    #[garde(range(min = 0.0))]
    slotBuffer: Option<f64>,
    #[garde(custom(only_in_responses))]
    slotBufferUnit: Option<Value>,
    #[garde(range(min = 0.0))]
    preBuffer: Option<f64>,
    #[garde(inner(custom(known(MINS_HOURS))))]
    preBufferUnit: Option<String>,
    #[garde(range(min = 0.0))]
    appoinmentPerSlot: Option<f64>,
    #[garde(range(min = 0.0))]
    appoinmentPerDay: Option<f64>,
    #[garde(range(min = 0.0))]
    allowBookingAfter: Option<f64>,
    #[garde(inner(custom(known(&["mins", "hours", "days", "weeks", "months"]))))]
    allowBookingAfterUnit: Option<String>,
    #[garde(range(min = 0.0))]
    allowBookingFor: Option<f64>,
    #[garde(inner(custom(known(&["days", "weeks", "months"]))))]
    allowBookingForUnit: Option<String>,
    #[garde(dive)]
    openHours: Option<Vec<OpenHours>>,
    enableRecurring: Option<bool>,
    #[garde(dive)]
    recurring: Option<Recurring>,
    #[garde(inner(pattern(TEXT)))]
    formId: Option<String>,
    stickyContact: Option<bool>,
    isLivePaymentMode: Option<bool>,
    autoConfirm: Option<bool>,
    shouldSendAlertEmailsToAssignedMember: Option<bool>,
    #[garde(inner(custom(email)))]
    alertEmail: Option<String>,
    googleInvitationEmails: Option<bool>,
    allowReschedule: Option<bool>,
    allowCancellation: Option<bool>,
    shouldAssignContactToTeamMember: Option<bool>,
    shouldSkipAssigningContactForExisting: Option<bool>,
    #[garde(inner(pattern(TEXT)))]
    notes: Option<String>,
    #[garde(inner(pattern(TEXT)))]
    pixelId: Option<String>,
    #[garde(inner(custom(known(&["ThankYouMessage", "RedirectURL"]))))]
    formSubmitType: Option<String>,
    #[garde(inner(pattern(URL)))]
    formSubmitRedirectURL: Option<String>,
    #[garde(inner(pattern(TEXT)))]
    formSubmitThanksMessage: Option<String>,
    #[garde(inner(custom(known(&[&0, &1]))))]
    availabilityType: Option<i64>,
    #[garde(dive)]
    availabilities: Option<Vec<Availability>>,
    #[garde(inner(custom(known(&["count_only", "collect_detail"]))))]
    guestType: Option<String>,
    #[garde(inner(pattern(TEXT)))]
    consentLabel: Option<String>,
    #[garde(inner(pattern(URL)))]
    calendarCoverImage: Option<String>,
    #[garde(dive)]
    lookBusyConfig: Option<LookBusy>,
    isActive: Option<bool>,
}

/// What serde refuses first; else what garde finds, and the rules.
pub(crate) fn check(draft: &Value) -> Vec<Finding> {
    let calendar: Calendar = match serde_path_to_error::deserialize(draft) {
        Ok(calendar) => calendar,
        Err(error) => {
            let path = error
                .path()
                .iter()
                .map(|segment| segment.to_string().trim_matches(['[', ']']).to_owned());
            return vec![Finding {
                path: path.collect(),
                says: error.inner().to_string(),
            }];
        }
    };
    let mut found = rules::all(draft);
    if let Err(report) = calendar.validate() {
        found.extend(report.iter().map(|(path, error)| {
            Finding {
                path: path
                    .to_string()
                    .split(['.', '['])
                    .map(|segment| segment.trim_end_matches(']').to_owned())
                    .collect(),
                says: error.to_string(),
            }
        }));
    }
    found
}
