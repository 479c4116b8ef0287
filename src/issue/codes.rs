//! Every finding there is: its code, how bad it is, who says so and where, and its message.

use serde::{Serialize, Serializer};

use super::severity::Basis::{self, Document, Logic, Observed};
use super::severity::Severity::{self, Error, Note, Warning};
use crate::names::names;

/// Whether the service is reported to refuse a request for it; profile `service` then counts it as an error.
const REFUSED: bool = true;
const ACCEPTED: bool = false;

macro_rules! codes {
    ($($name:ident $code:literal $severity:ident $basis:ident $refused:ident $source:literal $template:literal;)*) => {
        /// What can be wrong with data. The names are stable.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $(
                #[doc = concat!("`", $code, "`: ", $template, "\n\n", stringify!($severity), ", ", stringify!($basis), ": ", $source)]
                $name,
            )*
        }

        impl Code {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The code as it is written: `wrong_type`.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$name => $code,)* }
            }

            /// How bad it is under profile `document`.
            #[must_use]
            pub fn severity(self) -> Severity {
                match self { $(Self::$name => $severity,)* }
            }

            /// Who says so.
            #[must_use]
            pub fn basis(self) -> Basis {
                match self { $(Self::$name => $basis,)* }
            }

            /// Whether the service is reported to refuse a request for it; profile `service` counts it as an error.
            #[must_use]
            pub fn refused(self) -> bool {
                match self { $(Self::$name => $refused,)* }
            }

            /// Where it is said: a section of the service's document, an RFC, what is reported of the service, or the
            /// plain sense of it.
            #[must_use]
            pub fn source(self) -> &'static str {
                match self { $(Self::$name => $source,)* }
            }

            /// Its message in English, with `{params}` to fill in.
            #[must_use]
            pub fn template(self) -> &'static str {
                match self { $(Self::$name => $template,)* }
            }
        }
    };
}

names!(Code, "code", "a code, such as wrong_type");

impl Code {
    /// The names of the parameters that its message is filled with; an issue of this code has these, and no others.
    pub fn params(self) -> impl Iterator<Item = &'static str> {
        super::template::holes(self.template())
    }

    /// Everything about it.
    #[must_use]
    pub fn row(self) -> Row {
        Row {
            code: self.name(),
            severity: self.severity(),
            basis: self.basis(),
            refused: self.refused(),
            source: self.source(),
            params: self.params().collect(),
            template: self.template(),
        }
    }
}

/// A row of the table of codes; the document that a translator needs is all of them.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Row {
    /// The code.
    pub code: &'static str,
    /// How bad it is under profile `document`.
    pub severity: Severity,
    /// Who says so.
    pub basis: Basis,
    /// Whether the service is reported to refuse a request for it.
    pub refused: bool,
    /// Where it is said.
    pub source: &'static str,
    /// What the message is filled with.
    pub params: Vec<&'static str>,
    /// The message in English, with `{params}` to fill in.
    #[serde(rename = "message")]
    pub template: &'static str,
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

codes! {
    WrongType "wrong_type" Error Document REFUSED "section 2: types"
        "expected {expected}, found {found}";
    NotJson "not_json" Error Logic REFUSED "RFC 8259: values"
        "{found} cannot be sent as JSON";
    ReadOnly "read_only" Error Document REFUSED "section 2: rows marked (R)"
        "{name} appears only in responses; an update must not carry it";
    ReadOnlyEcho "read_only_echo" Note Document ACCEPTED "section 2: rows marked (R)"
        "{name} is as stored and appears only in responses; the body leaves it out";
    UnknownMember "unknown_member" Warning Observed REFUSED "reports: \"property X should not exist\""
        "\"{name}\" is not a member of {object}; the service refuses names it does not know";
    MisspelledMember "misspelled_member" Warning Observed REFUSED "reports: \"property X should not exist\""
        "\"{name}\" is not a member of {object}; it is spelled {suggestion}";
    Enveloped "enveloped" Error Document REFUSED "sections 4.1 and 4.2: request body"
        "an update is the record alone, not inside \"{name}\"";
    MissingMember "missing_member" Warning Observed REFUSED "published API description: required members"
        "{object} needs {name}";
    UnknownValue "unknown_value" Warning Observed ACCEPTED "published API description: known values"
        "{found} is not among the values known for {name}: {known}";
    MisspelledValue "misspelled_value" Warning Observed ACCEPTED "published API description: known values"
        "{found} is not among the values known for {name}; did you mean {suggestion}?";

    TooSmall "too_small" Error Logic REFUSED "durations and counts are not negative"
        "expected at least {min}, found {found}";
    NotAbove "not_above" Error Logic REFUSED "a slot takes time"
        "expected more than {min}, found {found}";
    TooLarge "too_large" Error Logic REFUSED "a share is at most 100 percent"
        "expected at most {max}, found {found}";
    NotInteger "not_integer" Error Document REFUSED "section 2: types"
        "expected a whole number, found {found}";

    Blank "blank" Error Logic REFUSED "a name, an address or a color is not empty"
        "expected {expected}, found none";
    ControlCharacter "control_character" Error Logic ACCEPTED "forms do not send them"
        "the text holds the control character {found}, which no one types on purpose";

    ReadBare "read_bare" Note Observed ACCEPTED "reports: responses are looser than shown"
        "the {kind} came without an envelope";
    ReadEnvelope "read_envelope" Note Observed ACCEPTED "reports: responses are looser than shown"
        "the record came in \"{found}\"; the document says \"{expected}\"";
    ReadList "read_list" Note Observed ACCEPTED "reports: responses are looser than shown"
        "{name} came as an object; it was read as a list";
    ReadNotSet "read_not_set" Note Observed ACCEPTED "reports: responses are looser than shown"
        "{name} came as empty text; it is not set";
    ReadText "read_text" Note Observed ACCEPTED "reports: responses are looser than shown"
        "the {expected} came as text";
    ReadAlias "read_alias" Note Observed ACCEPTED "reports: responses are looser than shown"
        "this is {name} under another spelling, and was read as it";

    ServiceSays "service_says" Error Observed REFUSED "answers: the service's own words"
        "the service says: {text}";

    SlugCharacter "slug_character" Warning Logic ACCEPTED "RFC 3986 2.3: unreserved characters"
        "a name in an address takes letters, digits, - and _, found {found}";
    TemplateUnbalanced "template_unbalanced" Warning Logic ACCEPTED "section 2.1: eventTitle"
        "each {{ needs its }} behind it; see \"{found}\"";

    UrlRelative "url_relative" Error Logic ACCEPTED "RFC 3986 3: a scheme and a host"
        "expected a whole URL, https:// or http:// and a host, found \"{found}\"";
    UrlScheme "url_scheme" Error Logic ACCEPTED "a redirect to another scheme runs code"
        "expected https or http, found the scheme {found}";
    UrlSpace "url_space" Error Logic ACCEPTED "RFC 3986 2"
        "a URL cannot hold white space or line ends; write %20 for a space";
    UrlBackslash "url_backslash" Error Logic ACCEPTED "RFC 3986 2; browsers read it as /"
        "a URL cannot hold a backslash; browsers read it as /";
    UrlHost "url_host" Error Logic ACCEPTED "RFC 3986 3.2.2"
        "expected a host after //, found \"{found}\"";
    UrlCredentials "url_credentials" Error Logic ACCEPTED "RFC 3986 7.5"
        "a URL that people see must not hold a user or a password";
    WebsiteScheme "website_scheme" Warning Logic ACCEPTED "RFC 3986 4.2: a reference without a scheme"
        "{found} has no scheme; browsers would look for it on this site";

    ColorFormat "color_format" Error Document ACCEPTED "section 2.1: eventColor"
        "expected a color as # and six hex digits, found \"{found}\"";
    ColorShort "color_short" Error Document ACCEPTED "section 2.1: eventColor"
        "expected six hex digits, found the short form {found}";
    ColorHash "color_hash" Error Document ACCEPTED "section 2.1: eventColor"
        "expected # in front of the six digits, found \"{found}\"";
    ColorAlpha "color_alpha" Error Document ACCEPTED "section 2.1: eventColor"
        "expected six hex digits, found {found} with a transparency";

    EmailSpace "email_space" Error Logic REFUSED "HTML: valid e-mail address"
        "the address begins or ends with white space";
    EmailAt "email_at" Error Document REFUSED "HTML: valid e-mail address"
        "expected one @ between name and domain, found \"{found}\"";
    EmailDisplayName "email_display_name" Error Document REFUSED "HTML: valid e-mail address"
        "expected the address alone, found a name beside it in \"{found}\"";
    EmailQuoted "email_quoted" Error Document REFUSED "HTML: valid e-mail address"
        "quoted names are not taken in an address";
    EmailLocal "email_local" Error Document REFUSED "HTML: valid e-mail address"
        "the part before the @ is empty";
    EmailDots "email_dots" Error Document REFUSED "RFC 5321 4.1.2: dot-string"
        "dots before the @ must stand alone and between other characters";
    EmailCharacter "email_character" Error Document REFUSED "HTML: valid e-mail address"
        "an address cannot hold {found}";
    EmailNonAscii "email_non_ascii" Error Document REFUSED "HTML: valid e-mail address"
        "an address must be ASCII, found {found}";
    EmailLocalLength "email_local_length" Error Document REFUSED "RFC 5321 4.5.3.1.1"
        "the part before the @ has {found} characters, at most {max} can be delivered";
    EmailLength "email_length" Error Document REFUSED "RFC 5321 4.5.3.1.3"
        "the address has {found} characters, at most {max} can be delivered";
    EmailAddressLiteral "email_address_literal" Error Document REFUSED "HTML: valid e-mail address"
        "expected a domain name after the @, found an IP address in brackets";
    EmailDomain "email_domain" Error Document REFUSED "RFC 1034 3.5"
        "\"{found}\" is not a part of a domain name: 1 to 63 letters, digits and hyphens, no hyphen at either end";
    EmailDomainDot "email_domain_dot" Warning Logic ACCEPTED "mail is delivered to domains with a dot"
        "the domain {found} has no dot; few such addresses can be reached";

    DateTimeFormat "date_time_format" Error Document REFUSED "RFC 3339 5.6"
        "expected a date and time such as 2026-12-24T09:00:00.000Z, found \"{found}\"";
    DateTimeOffset "date_time_offset" Error Document REFUSED "RFC 3339 5.6: time-offset"
        "the time has no offset; write Z for UTC, or an offset such as +01:00";
    DateTimeOffsetRange "date_time_offset_range" Error Document REFUSED "RFC 3339 5.6: time-numoffset"
        "the offset {found} is not one: hours go to 23, minutes to 59";
    DateTimeNotation "date_time_notation" Error Document REFUSED "RFC 3339 5.6"
        "\"{found}\" is a {notation}; write it as YYYY-MM-DDTHH:MM:SSZ";
    DateTimeSpelling "date_time_spelling" Error Document REFUSED "RFC 3339 5.6"
        "expected {expected}, found \"{found}\"";
    DateTimeDay "date_time_day" Error Logic REFUSED "RFC 3339 5.7"
        "there is no day {found}";
    DateTimeHour "date_time_hour" Error Logic REFUSED "RFC 3339 5.6: time-hour"
        "there is no time {found}; hours go to 23, minutes and seconds to 59";
    DateTimeLeapSecond "date_time_leap_second" Error Logic REFUSED "RFC 3339 5.7: no clock here stores one"
        "the leap second {found} cannot be stored; use second 59";
    DateTimeFraction "date_time_fraction" Error Document REFUSED "RFC 3339 5.6: time-secfrac"
        "write the fraction of a second with a dot, not a comma";
    DateTimeTrailing "date_time_trailing" Error Document REFUSED "RFC 3339 5.6"
        "expected nothing after the offset, found \"{found}\"";
    DateTimeRange "date_time_range" Error Logic REFUSED "RFC 3339 5.6: date-fullyear"
        "in UTC this is outside the years 0000 to 9999";
    DateBare "date_bare" Error Document REFUSED "section 2.1.5: date"
        "expected midnight UTC behind the date {found}";
    DateNotMidnight "date_not_midnight" Warning Observed ACCEPTED "reports: a calendar date in an instant's clothing"
        "this is a calendar date; its time of day, {found}, is left as written and never moves it to another day";

    DayRange "day_range" Error Logic REFUSED "a week has seven days"
        "a week has days 0 (Sunday) to 6 (Saturday), found {found}";
    DaysEmpty "days_empty" Warning Logic ACCEPTED "an entry is for some day"
        "an entry without a day never applies";
    DaysDuplicate "days_duplicate" Warning Logic ACCEPTED "a day is listed once"
        "{day} is listed twice";
    SeveralDays "several_days" Warning Observed REFUSED "reports: \"must be a valid day of week\""
        "the service is reported to take one day in an entry, found {found}";
    HoursReversed "hours_reversed" Error Logic ACCEPTED "a range ends after it begins"
        "closes at {close}, before it opens at {open}";
    HoursEmpty "hours_empty" Warning Logic ACCEPTED "published examples use 0:00-0:00 for closed"
        "opens and closes at {open}: no time at all (some write it for closed)";
    HoursMidnight "hours_midnight" Warning Observed ACCEPTED "published API description: hours up to 23"
        "closes at 24:00; the service is reported to take hours up to 23";
    HoursPastMidnight "hours_past_midnight" Error Logic ACCEPTED "a day has 24 hours"
        "there is no time {close}; the day ends at 24:00";
    RangeShort "range_short" Warning Logic ACCEPTED "section 2.1: slotDuration"
        "{range} is too short for a slot of {slot} minutes; nothing can be booked";
    DateDuplicate "date_duplicate" Warning Logic ACCEPTED "a date has one entry"
        "this date has an entry already; keep one of them";
    DeletedWithoutId "deleted_without_id" Warning Observed ACCEPTED "reports: deleting takes the id"
        "deleting a special date needs the id of its entry";
    UserDuplicate "user_duplicate" Warning Logic ACCEPTED "a user is a member once"
        "this user is a member of the team already";
    PrimarySeveral "primary_several" Warning Observed REFUSED "reports: one primary member"
        "only one member can be the primary one";
    PrimaryMissing "primary_missing" Warning Observed REFUSED "reports: collective calendars"
        "a collective calendar needs a primary member";
    TeamEmpty "team_empty" Warning Observed REFUSED "reports: \"teamMembers must contain at least 1 elements\""
        "a team needs at least one member; leave {name} out to keep the stored one";
    PersonalTeam "personal_team" Warning Observed REFUSED "reports: personal calendars"
        "a personal calendar has exactly one member, found {found}";
    PlacesSeveral "places_several" Warning Observed REFUSED "reports: meeting places by type of calendar"
        "expected one meeting place here, found {found}";
    ConferenceEvent "conference_event" Warning Observed REFUSED "reports: event calendars"
        "an event calendar cannot use {found}";
    ConferenceLocation "conference_location" Warning Observed REFUSED "reports: conference kinds"
        "{kind} makes its own place; it takes no location";
    EmptyDetaches "empty_detaches" Warning Observed ACCEPTED "reports: schedules lost to an echoed empty list"
        "an empty {name} detaches the calendar from its availability schedule";
    RedirectUrlMissing "redirect_url_missing" Warning Observed REFUSED "reports: \"formSubmitRedirectURL must be a string\""
        "formSubmitType RedirectURL needs formSubmitRedirectURL";
    RecurringMissing "recurring_missing" Warning Logic ACCEPTED "section 2.1.4"
        "enableRecurring is on, and recurring does not say how";
    RecurringMembers "recurring_members" Warning Observed REFUSED "reports: recurring bookings"
        "recurring bookings work with one team member, found {found}";
    RecurringCount "recurring_count" Warning Observed REFUSED "published API description: count"
        "expected at most {max} recurrences, found {found}";
    HoursDetach "hours_detach" Warning Observed ACCEPTED "reports: schedules lost to open hours"
        "the stored calendar has no open hours of its own; sending some detaches it from its availability schedule";
    PlacesDropped "places_dropped" Note Observed ACCEPTED "one report: places of the calendar itself"
        "the service was seen to drop meeting places of the calendar itself; those of its team members are stored";
    EmptyText "empty_text" Warning Observed REFUSED "some reports: empty members of a location"
        "the service is reported by some to refuse an empty {name}";
    OmittedDefaults "omitted_defaults" Note Observed ACCEPTED "reports: omitted members fall back"
        "sent alone, this draft resets what it leaves out to the defaults: {names}";
    OmittedResets "omitted_resets" Warning Observed ACCEPTED "reports: omitted members fall back"
        "sent alone, this draft resets stored values to the defaults: {names}; send the full body";
    HoursOverlap "hours_overlap" Warning Logic ACCEPTED "a time of day is open once"
        "{range} overlaps {other}";

    ByPosition "by_position" Note Logic ACCEPTED "an item is known by its key"
        "an item has no {key}, or two have the same; the items are compared by position";
    MergePatchNull "merge_patch_null" Note Logic ACCEPTED "RFC 7396 1"
        "a merge patch cannot put null here";
}
