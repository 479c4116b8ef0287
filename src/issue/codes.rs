//! Every finding there is: its code, how bad it is, who says so, and its message.

use serde::{Serialize, Serializer};

use super::Basis::{self, Document, Observed, Sense};
use super::Severity::{self, Error, Note, Warning};

/// Whether the service is reported to refuse a request for it; profile `service` then counts it as an error.
const REFUSED: bool = true;
const ACCEPTED: bool = false;

macro_rules! codes {
    ($($name:ident $code:literal $severity:ident $basis:ident $refused:ident $template:literal;)*) => {
        /// What can be wrong with data. The names are stable.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $(#[doc = concat!("`", $code, "`: ", $template)] $name,)*
        }

        impl Code {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// Everything about it.
            #[must_use]
            pub fn row(self) -> Row {
                match self {
                    $(Self::$name => Row {
                        code: $code, severity: $severity, basis: $basis, refused: $refused, template: $template,
                    },)*
                }
            }
        }
    };
}

/// A row of the table of codes; the document that a translator needs is all of them.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Row {
    /// The code.
    pub code: &'static str,
    /// How bad it is under profile `document`.
    pub severity: Severity,
    /// Who says so.
    pub basis: Basis,
    /// Whether the service is reported to refuse a request for it.
    pub refused: bool,
    /// The message in English, with `{params}` to fill in.
    #[serde(rename = "message")]
    pub template: &'static str,
}

impl Code {
    /// The code as it is written: `wrong_type`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().code
    }

    /// How bad it is under profile `document`.
    #[must_use]
    pub fn severity(self) -> Severity {
        self.row().severity
    }

    /// Who says so.
    #[must_use]
    pub fn basis(self) -> Basis {
        self.row().basis
    }

    /// Whether the service is reported to refuse a request for it.
    #[must_use]
    pub fn refused(self) -> bool {
        self.row().refused
    }

    /// Its message in English, with `{params}` to fill in.
    #[must_use]
    pub fn template(self) -> &'static str {
        self.row().template
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

codes! {
    WrongType "wrong_type" Error Document REFUSED "expected {expected}, found {found}";
    NotJson "not_json" Error Sense REFUSED "{found} cannot be sent as JSON";
    ReadOnly "read_only" Error Document REFUSED "{name} appears only in responses; an update must not carry it";
    ReadOnlyEcho "read_only_echo" Note Document ACCEPTED "{name} is as stored and appears only in responses; the body leaves it out";
    UnknownMember "unknown_member" Warning Observed REFUSED "\"{name}\" is not a member of a {object}; the service refuses names it does not know";
    MisspeltMember "misspelt_member" Warning Observed REFUSED "\"{name}\" is not a member of a {object}; it is spelled {suggestion}";
    Enveloped "enveloped" Error Document REFUSED "an update is the record alone, not inside \"{name}\"";
    MissingMember "missing_member" Warning Observed REFUSED "a {object} needs {name}";
    UnknownValue "unknown_value" Warning Observed ACCEPTED "{found} is not among the values known for {name}: {known}";
    MisspeltValue "misspelt_value" Warning Observed ACCEPTED "{found} is not among the values known for {name}; did you mean {suggestion}?";

    TooSmall "too_small" Error Sense REFUSED "expected at least {min}, found {found}";
    NotAbove "not_above" Error Sense REFUSED "expected more than {min}, found {found}";
    TooLarge "too_large" Error Sense REFUSED "expected at most {max}, found {found}";
    NotInteger "not_integer" Error Document REFUSED "expected a whole number, found {found}";

    Blank "blank" Error Sense REFUSED "expected some text, found none";
    ControlCharacter "control_character" Error Sense ACCEPTED "the text holds the control character {found}, which no one types on purpose";

    ReadBare "read_bare" Note Observed ACCEPTED "the {kind} came without an envelope";
    ReadEnvelope "read_envelope" Note Observed ACCEPTED "the record came in \"{found}\"; the document says \"{expected}\"";
    ReadList "read_list" Note Observed ACCEPTED "{name} came as an object; it was read as a list";
    ReadNotSet "read_not_set" Note Observed ACCEPTED "{name} came as empty text; it is not set";
    ReadText "read_text" Note Observed ACCEPTED "a {expected} came as text";
    ReadTwin "read_twin" Note Observed ACCEPTED "this is {name} under another spelling, and was read as it";

    SlugCharacter "slug_character" Warning Sense ACCEPTED "a name in an address takes letters, digits, - and _, found {found}";
    TemplateUnbalanced "template_unbalanced" Warning Sense ACCEPTED "each {{ needs its }} behind it; see \"{found}\"";

    UrlRelative "url_relative" Error Sense ACCEPTED "expected a whole URL, https:// or http:// and a host, found \"{found}\"";
    UrlScheme "url_scheme" Error Sense ACCEPTED "expected https or http, found the scheme {found}";
    UrlSpace "url_space" Error Sense ACCEPTED "a URL cannot hold white space or line ends; write %20 for a space";
    UrlBackslash "url_backslash" Error Sense ACCEPTED "a URL cannot hold a backslash; browsers read it as /";
    UrlHost "url_host" Error Sense ACCEPTED "expected a host after //, found \"{found}\"";
    UrlCredentials "url_credentials" Error Sense ACCEPTED "a URL that people see must not hold a user or a password";
    WebsiteScheme "website_scheme" Warning Sense ACCEPTED "{found} has no scheme; browsers would look for it on this site";

    ColorFormat "color_format" Error Document ACCEPTED "expected a colour as # and six hex digits, found \"{found}\"";
    ColorShort "color_short" Error Document ACCEPTED "expected six hex digits, found the short form {found}";
    ColorHash "color_hash" Error Document ACCEPTED "expected # in front of the six digits, found \"{found}\"";
    ColorAlpha "color_alpha" Error Document ACCEPTED "expected six hex digits, found {found} with a transparency";

    EmailSpace "email_space" Error Sense REFUSED "the address begins or ends with white space";
    EmailAt "email_at" Error Document REFUSED "expected one @ between name and domain, found \"{found}\"";
    EmailDisplayName "email_display_name" Error Document REFUSED "expected the address alone, found a name beside it in \"{found}\"";
    EmailQuoted "email_quoted" Error Document REFUSED "quoted names are not taken in an address";
    EmailLocal "email_local" Error Document REFUSED "the part before the @ is empty";
    EmailDots "email_dots" Error Document REFUSED "dots before the @ must stand alone and between other characters";
    EmailCharacter "email_character" Error Document REFUSED "an address cannot hold {found}";
    EmailNonAscii "email_non_ascii" Error Document REFUSED "an address must be ASCII, found {found}";
    EmailLocalLength "email_local_length" Error Document REFUSED "the part before the @ has {found} characters, at most {max} can be delivered";
    EmailLength "email_length" Error Document REFUSED "the address has {found} characters, at most {max} can be delivered";
    EmailAddressLiteral "email_address_literal" Error Document REFUSED "expected a domain name after the @, found an IP address in brackets";
    EmailDomain "email_domain" Error Document REFUSED "\"{found}\" is not a part of a domain name: 1 to 63 letters, digits and hyphens, no hyphen at either end";
    EmailDomainDot "email_domain_dot" Warning Sense ACCEPTED "the domain {found} has no dot; few such addresses can be reached";

    DateTimeFormat "date_time_format" Error Document REFUSED "expected a date and time such as 2026-12-24T09:00:00.000Z, found \"{found}\"";
    DateTimeOffset "date_time_offset" Error Document REFUSED "the time has no offset; write Z for UTC, or an offset such as +01:00";
    DateTimeOffsetRange "date_time_offset_range" Error Document REFUSED "the offset {found} is not one: hours go to 23, minutes to 59";
    DateTimeNotation "date_time_notation" Error Document REFUSED "\"{found}\" is a {notation}; write it as YYYY-MM-DDTHH:MM:SSZ";
    DateTimeSpelling "date_time_spelling" Error Document REFUSED "expected {expected}, found \"{found}\"";
    DateTimeDay "date_time_day" Error Sense REFUSED "there is no day {found}";
    DateTimeHour "date_time_hour" Error Sense REFUSED "there is no time {found}; hours go to 23, minutes and seconds to 59";
    DateTimeLeapSecond "date_time_leap_second" Error Sense REFUSED "the leap second {found} cannot be stored; use second 59";
    DateTimeFraction "date_time_fraction" Error Document REFUSED "write the fraction of a second with a dot, not a comma";
    DateTimeTrailing "date_time_trailing" Error Document REFUSED "expected nothing after the offset, found \"{found}\"";
    DateTimeRange "date_time_range" Error Sense REFUSED "in UTC this is outside the years 0000 to 9999";
    DateBare "date_bare" Error Document REFUSED "expected midnight UTC behind the date {found}";
    DateNotMidnight "date_not_midnight" Warning Observed ACCEPTED "this is a calendar date; its time of day, {found}, is ignored and never moves it to another day";

    DayRange "day_range" Error Sense REFUSED "a week has days 0 (Sunday) to 6 (Saturday), found {found}";
    DaysDoubled "days_doubled" Warning Sense ACCEPTED "{day} is listed twice";
    SeveralDays "several_days" Warning Observed REFUSED "the service is reported to take one day in an entry, found {found}";
    HoursReversed "hours_reversed" Error Sense ACCEPTED "closes at {close}, before it opens at {open}";
    HoursEmpty "hours_empty" Warning Sense ACCEPTED "opens and closes at {open}: no time at all (some write it for closed)";
    HoursMidnight "hours_midnight" Warning Observed ACCEPTED "closes at 24:00; the service is reported to take hours up to 23";
    HoursPastMidnight "hours_past_midnight" Error Sense ACCEPTED "there is no time {close}; the day ends at 24:00";
    RangeShort "range_short" Warning Sense ACCEPTED "{range} is too short for a slot of {slot} minutes; nothing can be booked";
    DateDoubled "date_doubled" Warning Sense ACCEPTED "this date has an entry already; keep one of them";
    DeletedWithoutId "deleted_without_id" Warning Observed ACCEPTED "deleting a special date needs the id of its entry";
    UserDoubled "user_doubled" Warning Sense ACCEPTED "this user is a member of the team already";
    PrimarySeveral "primary_several" Warning Observed REFUSED "only one member can be the primary one";
    PrimaryMissing "primary_missing" Warning Observed REFUSED "a collective calendar needs a primary member";
    TeamEmpty "team_empty" Warning Observed REFUSED "a team needs at least one member; leave {name} out to keep the stored one";
    PersonalTeam "personal_team" Warning Observed REFUSED "a personal calendar has exactly one member, found {found}";
    PlacesSeveral "places_several" Warning Observed REFUSED "expected one meeting place here, found {found}";
    ConferenceEvent "conference_event" Warning Observed REFUSED "an event calendar cannot use {found}";
    ConferenceLocation "conference_location" Warning Observed REFUSED "{kind} makes its own place; it takes no location";
    EmptyDetaches "empty_detaches" Warning Observed ACCEPTED "an empty {name} detaches the calendar from its availability schedule";
    RedirectUrlMissing "redirect_url_missing" Warning Observed REFUSED "formSubmitType RedirectURL needs formSubmitRedirectURL";
    RecurringMissing "recurring_missing" Warning Sense ACCEPTED "enableRecurring is on, and recurring does not say how";
    RecurringMembers "recurring_members" Warning Observed REFUSED "recurring bookings work with one team member, found {found}";
    RecurringCount "recurring_count" Warning Observed REFUSED "expected at most {max} recurrences, found {found}";
    OmittedDefaults "omitted_defaults" Note Observed ACCEPTED "sent alone, this draft resets what it leaves out to the defaults: {names}";
    OmittedResets "omitted_resets" Warning Observed ACCEPTED "sent alone, this draft resets stored values to the defaults: {names}; send the full body";
    HoursOverlap "hours_overlap" Warning Sense ACCEPTED "{range} overlaps {other}";
}
