//! The table of all findings: code, severity, basis, source, and the parameters of their messages.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::severity::Basis::{self, Logic, Observed, Specification};
use super::severity::Severity::{self, Error, Note, Warning};
use crate::ground::names::names;
use crate::knowledge::language::Language;

/// The service is reported to refuse a request for it; profile `service` then counts it as an error.
const REFUSED: bool = true;
const ACCEPTED: bool = false;

macro_rules! codes {
    ($($name:ident $code:literal $severity:ident $basis:ident $refused:ident $source:literal [$($param:ident)*];)*) => {
        /// A code of a finding about data. The names are stable.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $(
                #[doc = concat!("`", $code, "`: ", $source, " (", stringify!($severity), ", ", stringify!($basis), ")")]
                $name,
            )*
        }

        impl Code {
            /// All codes.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// Returns the code as text: `wrong_type`.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$name => $code,)* }
            }

            /// Returns the severity under profile `specification`.
            #[must_use]
            pub fn severity(self) -> Severity {
                match self { $(Self::$name => $severity,)* }
            }

            /// Returns the basis of the finding.
            #[must_use]
            pub fn basis(self) -> Basis {
                match self { $(Self::$name => $basis,)* }
            }

            /// Returns true if the service is reported to refuse a request for it. Profile `service` counts it as an
            /// error.
            #[must_use]
            pub fn refused(self) -> bool {
                match self { $(Self::$name => $refused,)* }
            }

            /// Returns the source: a section of the specification, an RFC, reports about the service, or plain logic.
            #[must_use]
            pub fn source(self) -> &'static str {
                match self { $(Self::$name => $source,)* }
            }

            /// Returns the names of the parameters of its messages. An issue of this code has these and no others.
            #[must_use]
            pub fn params(self) -> &'static [&'static str] {
                match self { $(Self::$name => &[$(stringify!($param)),*],)* }
            }
        }
    };
}

names!(Code, "code", "a code, such as wrong_type");

impl Code {
    /// Returns true for `omitted_defaults` and `omitted_resets`, the findings about members that a draft or a body omits.
    ///
    /// ```
    /// use calendiff::Code;
    ///
    /// assert!(Code::OmittedResets.is_omission());
    /// assert!(!Code::MissingMember.is_omission());
    /// ```
    #[must_use]
    pub fn is_omission(self) -> bool {
        matches!(self, Self::OmittedDefaults | Self::OmittedResets)
    }

    /// Returns true for the findings about what an update does that repeats a value. In a stored record they are notes: no
    /// body repeats such a value.
    pub(crate) fn is_about_updates(self) -> bool {
        matches!(
            self,
            Self::UnknownMember | Self::TeamEmpty | Self::EmptyDetaches
        )
    }

    /// Returns true for the findings about values that a body writes in another way, or under another name: rules may read
    /// them differently there.
    pub(crate) fn is_about_spelling(self) -> bool {
        matches!(
            self,
            Self::ReadList
                | Self::ReadNotSet
                | Self::ReadText
                | Self::ReadId
                | Self::ReadAlias
                | Self::MisspelledMember
        )
    }

    /// Returns true for the findings that keep anything from being booked.
    pub(crate) fn is_obstacle(self) -> bool {
        use Code::{
            AppointmentsNone, DatesMissing, LookBusyAll, NoOpenDay, NotActive, NoticeBeyond,
            SlotTooLong, TeamMissing,
        };
        let is_about_hours = matches!(self, NoOpenDay | DatesMissing | SlotTooLong | NoticeBeyond);
        is_about_hours
            || matches!(
                self,
                NotActive | LookBusyAll | AppointmentsNone | TeamMissing
            )
    }

    /// Returns the row of this code in the table.
    #[must_use]
    pub fn row(self) -> CodeRow {
        CodeRow {
            code: self.name(),
            severity: self.severity(),
            basis: self.basis(),
            refused: self.refused(),
            source: self.source(),
            params: self.params(),
            message: Language::english().template("message", self.name()),
            detail: Language::english().template("detail", self.name()),
        }
    }
}

/// A row of the table of codes. All rows together are the document that a translator needs.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct CodeRow {
    /// The code.
    pub code: &'static str,
    /// The severity under profile `specification`.
    pub severity: Severity,
    /// The basis of the finding.
    pub basis: Basis,
    /// True if the service is reported to refuse a request for it.
    pub refused: bool,
    /// The source: a section of a document, an RFC or reports.
    pub source: &'static str,
    /// The names of the parameters of the message.
    pub params: &'static [&'static str],
    /// The English message to the person at a form, with `{params}` to fill in.
    pub message: &'static str,
    /// The English message to a developer.
    pub detail: &'static str,
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(D::Error::custom)
    }
}

codes! {
    WrongType "wrong_type" Error Specification REFUSED "section 2: types" [expected found];
    WrongShape "wrong_shape" Error Specification REFUSED "section 2: types" [expected found names];
    WrongChoice "wrong_choice" Error Specification REFUSED "section 2: types" [expected found known];
    NotJson "not_json" Error Logic REFUSED "RFC 8259: values" [found];
    ReadOnly "read_only" Error Specification REFUSED "section 2: rows marked (R)" [name];
    ReadOnlyEcho "read_only_echo" Note Specification ACCEPTED "section 2: rows marked (R)" [name];
    UnknownMember "unknown_member" Warning Observed REFUSED "reports: \"property X should not exist\"" [name object];
    MisspelledMember "misspelled_member" Warning Observed REFUSED "reports: \"property X should not exist\"" [name object suggestion];
    Enveloped "enveloped" Error Specification REFUSED "sections 4.1 and 4.2: request body" [name];
    MissingMember "missing_member" Warning Observed REFUSED "published API description: required members" [object name];
    UnknownValue "unknown_value" Warning Observed ACCEPTED "published API description: known values" [found name known];
    MisspelledValue "misspelled_value" Warning Observed ACCEPTED "published API description: known values" [found name suggestion];

    TooSmall "too_small" Error Logic REFUSED "durations and counts are not negative" [min found];
    NotAbove "not_above" Error Logic REFUSED "a slot takes time" [min found];
    TooLarge "too_large" Error Logic REFUSED "a share is at most 100 percent" [max found];
    NotInteger "not_integer" Error Specification REFUSED "section 2: types" [found];

    Blank "blank" Error Logic REFUSED "a name, an address or a color is not empty" [expected];
    ControlCharacter "control_character" Error Logic ACCEPTED "forms do not send them" [found];

    ReadBare "read_bare" Note Observed ACCEPTED "reports: responses are looser than shown" [kind];
    ReadEnvelope "read_envelope" Note Observed ACCEPTED "reports: responses are looser than shown" [found expected];
    ReadList "read_list" Note Observed ACCEPTED "reports: responses are looser than shown" [name];
    ReadNotSet "read_not_set" Note Observed ACCEPTED "reports: responses are looser than shown" [name];
    ReadText "read_text" Note Observed ACCEPTED "reports: responses are looser than shown" [expected];
    ReadInteger "read_integer" Note Logic ACCEPTED "numbers: 64 bits hold no more digits" [found];
    ReadId "read_id" Note Observed ACCEPTED "reports: responses are looser than shown" [name];
    ReadAlias "read_alias" Note Observed ACCEPTED "reports: responses are looser than shown" [name];

    ServiceSays "service_says" Error Observed REFUSED "answers: the service's own words" [text];
    OtherBody "other_body" Warning Observed ACCEPTED "answers: a text that is not of this draft" [text];

    SlugCharacter "slug_character" Warning Logic ACCEPTED "RFC 3986 2.3: unreserved characters" [found];
    TemplateUnbalanced "template_unbalanced" Warning Logic ACCEPTED "section 2.1: eventTitle" [found];

    UrlRelative "url_relative" Error Logic ACCEPTED "RFC 3986 3: a scheme and a host" [found];
    UrlScheme "url_scheme" Error Logic ACCEPTED "a redirect to another scheme runs code" [found];
    UrlSpace "url_space" Error Logic ACCEPTED "RFC 3986 2" [];
    UrlBackslash "url_backslash" Error Logic ACCEPTED "RFC 3986 2; browsers read it as /" [];
    UrlHost "url_host" Error Logic ACCEPTED "RFC 3986 3.2.2" [found];
    UrlPort "url_port" Error Logic ACCEPTED "RFC 9293 3.1: 16 bits" [found];
    UrlCredentials "url_credentials" Error Logic ACCEPTED "RFC 3986 7.5" [];
    WebsiteScheme "website_scheme" Warning Logic ACCEPTED "RFC 3986 4.2: a reference without a scheme" [found];

    ColorFormat "color_format" Error Specification ACCEPTED "section 2.1: eventColor" [found];
    ColorShort "color_short" Error Specification ACCEPTED "section 2.1: eventColor" [found];
    ColorHash "color_hash" Error Specification ACCEPTED "section 2.1: eventColor" [found];
    ColorAlpha "color_alpha" Error Specification ACCEPTED "section 2.1: eventColor" [found];

    EmailSpace "email_space" Error Logic REFUSED "HTML: valid e-mail address" [];
    EmailAt "email_at" Error Specification REFUSED "HTML: valid e-mail address" [found];
    EmailDisplayName "email_display_name" Error Specification REFUSED "HTML: valid e-mail address" [found];
    EmailQuoted "email_quoted" Error Specification REFUSED "HTML: valid e-mail address" [];
    EmailLocal "email_local" Error Specification REFUSED "HTML: valid e-mail address" [];
    EmailDots "email_dots" Error Specification REFUSED "RFC 5321 4.1.2: dot-string" [];
    EmailCharacter "email_character" Error Specification REFUSED "HTML: valid e-mail address" [found];
    EmailNonAscii "email_non_ascii" Error Specification REFUSED "HTML: valid e-mail address" [found];
    EmailLocalLength "email_local_length" Error Specification REFUSED "RFC 5321 4.5.3.1.1" [max found];
    EmailLength "email_length" Error Specification REFUSED "RFC 5321 4.5.3.1.3" [max found];
    EmailAddressLiteral "email_address_literal" Error Specification REFUSED "HTML: valid e-mail address" [];
    EmailDomain "email_domain" Error Specification REFUSED "RFC 1034 3.5" [found];
    EmailDomainDot "email_domain_dot" Warning Logic ACCEPTED "mail is delivered to domains with a dot" [found];

    DateTimeFormat "date_time_format" Error Specification REFUSED "RFC 3339 5.6" [found];
    DateTimeOffset "date_time_offset" Error Specification REFUSED "RFC 3339 5.6: time-offset" [];
    DateTimeOffsetRange "date_time_offset_range" Error Specification REFUSED "RFC 3339 5.6: time-numoffset" [found];
    DateTimeNotation "date_time_notation" Error Specification REFUSED "RFC 3339 5.6" [notation found];
    DateTimeSpelling "date_time_spelling" Error Specification REFUSED "RFC 3339 5.6" [expected found];
    DateTimeDay "date_time_day" Error Logic REFUSED "RFC 3339 5.7" [found];
    DateTimeHour "date_time_hour" Error Logic REFUSED "RFC 3339 5.6: time-hour" [found];
    DateTimeLeapSecond "date_time_leap_second" Error Logic REFUSED "RFC 3339 5.7: no clock here stores one" [found];
    DateTimeFraction "date_time_fraction" Error Specification REFUSED "RFC 3339 5.6: time-secfrac" [];
    DateTimeTrailing "date_time_trailing" Error Specification REFUSED "RFC 3339 5.6" [found];
    DateTimeRange "date_time_range" Error Logic REFUSED "RFC 3339 5.6: date-fullyear" [];
    DateObject "date_object" Error Logic REFUSED "a calendar date is no moment" [found];
    DateBare "date_bare" Error Specification REFUSED "section 2.1.5: date" [found];
    DateNotMidnight "date_not_midnight" Warning Observed ACCEPTED "reports: a calendar date in an instant's clothing" [cause date found];

    DayRange "day_range" Error Logic REFUSED "a week has seven days" [found];
    DaysEmpty "days_empty" Warning Logic ACCEPTED "an entry is for some day" [];
    DaysDuplicate "days_duplicate" Warning Logic ACCEPTED "a day is listed once" [day];
    SeveralDays "several_days" Warning Observed REFUSED "reports: \"must be a valid day of week\"" [found];
    HoursReversed "hours_reversed" Error Logic ACCEPTED "a range ends after it begins" [close open];
    HoursEmpty "hours_empty" Warning Logic ACCEPTED "published examples use 0:00-0:00 for closed" [open];
    HoursMidnight "hours_midnight" Warning Observed ACCEPTED "published API description: hours up to 23" [];
    HoursPastMidnight "hours_past_midnight" Error Logic ACCEPTED "a day has 24 hours" [close];
    RangeShort "range_short" Warning Logic ACCEPTED "section 2.1: slotDuration" [range slot];
    DateDuplicate "date_duplicate" Warning Logic ACCEPTED "a date has one entry" [];
    DeletedWithoutId "deleted_without_id" Warning Observed ACCEPTED "reports: deleting takes the id" [];
    UserDuplicate "user_duplicate" Warning Logic ACCEPTED "a user is a member once" [];
    PrimarySeveral "primary_several" Warning Observed REFUSED "reports: one primary member" [];
    PrimaryMissing "primary_missing" Warning Observed REFUSED "reports: collective calendars" [];
    TeamEmpty "team_empty" Warning Observed REFUSED "reports: \"teamMembers must contain at least 1 elements\"" [name];
    PersonalTeam "personal_team" Warning Observed REFUSED "reports: personal calendars" [found];
    PlacesSeveral "places_several" Warning Observed REFUSED "reports: meeting places by type of calendar" [found];
    ConferenceEvent "conference_event" Warning Observed REFUSED "reports: event calendars" [found];
    ConferenceLocation "conference_location" Warning Observed REFUSED "reports: conference kinds" [kind];
    EmptyDetaches "empty_detaches" Warning Observed ACCEPTED "reports: schedules lost to an echoed empty list" [name];
    RedirectUrlMissing "redirect_url_missing" Warning Observed REFUSED "reports: \"formSubmitRedirectURL must be a string\"" [];
    RecurringMissing "recurring_missing" Warning Logic ACCEPTED "section 2.1.4" [];
    RecurringMembers "recurring_members" Warning Observed REFUSED "reports: recurring bookings" [found];
    RecurringCount "recurring_count" Warning Observed REFUSED "published API description: count" [max found];
    HoursDetach "hours_detach" Warning Observed ACCEPTED "reports: schedules lost to open hours" [];
    DatesUnused "dates_unused" Warning Observed ACCEPTED "reports: availabilityType 0 uses the open hours only" [];
    PlacesDropped "places_dropped" Note Observed ACCEPTED "one report: places of the calendar itself" [];
    EmptyText "empty_text" Warning Observed REFUSED "some reports: empty members of a location" [name];
    OmittedDefaults "omitted_defaults" Note Observed ACCEPTED "reports: omitted members fall back" [names];
    OmittedResets "omitted_resets" Warning Observed ACCEPTED "reports: omitted members fall back" [names];
    NotActive "not_active" Warning Logic ACCEPTED "section 2.1: isActive" [];
    NoOpenDay "no_open_day" Warning Logic ACCEPTED "a calendar is booked in its open hours" [];
    DatesMissing "dates_missing" Warning Observed ACCEPTED "reports: availabilityType 1 uses the special dates only" [];
    SlotTooLong "slot_too_long" Warning Logic ACCEPTED "section 2.1: slotDuration" [slot longest];
    NoticeBeyond "notice_beyond" Warning Observed ACCEPTED "reports: the meaning of both" [notice window];
    LookBusyAll "look_busy_all" Warning Observed ACCEPTED "reports: the share of slots hidden" [];
    AppointmentsNone "appointments_none" Warning Logic ACCEPTED "section 2.1" [name];
    TeamMissing "team_missing" Warning Observed ACCEPTED "reports: teams by type of calendar" [found];
    NothingOpen "nothing_open" Warning Logic ACCEPTED "the openings before and after" [days before];
    HoursDuplicate "hours_duplicate" Warning Logic ACCEPTED "a time of day is open once" [range];
    HoursOverlap "hours_overlap" Warning Logic ACCEPTED "a time of day is open once" [range other];

    ByPosition "by_position" Note Logic ACCEPTED "an item is known by its key" [key];
    MergePatchNull "merge_patch_null" Note Logic ACCEPTED "RFC 7396 1" [];

    // With the severity of the worst of them.
    MoreIssues "more_issues" Note Logic ACCEPTED "one answer has 100,000" [n];
}
