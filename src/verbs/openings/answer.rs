//! The answer of the verb.

use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};

use super::slot::OpeningSlot;
use crate::ground::json::Number;
use crate::ground::names::names;
use crate::knowledge::issue::Issue;
use crate::knowledge::language::{Phrase, Sentence, read_words};

/// The most starts that an answer lists.
pub(super) const STARTS: usize = 100_000;

/// The openings of a calendar over a span of dates, as far as its record allows. Appointments that are booked already, other
/// calendars of its team, and the present day are not in the record.
///
/// Serializes as `{ from, to, slot, days, total, issues, code, params, words }`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[non_exhaustive]
pub struct Openings {
    /// The first date.
    pub from: String,
    /// The last date.
    pub to: String,
    /// The settings of appointments that are used.
    pub slot: OpeningSlot,
    /// Each date of the span.
    pub days: Vec<OpeningDate>,
    /// The sums over all dates.
    pub total: OpeningTotal,
    /// The findings in the record that keep anything from being booked, such as a notice beyond the booking window.
    pub issues: Vec<Issue>,
    /// The sums in a sentence: `open on 22 of 31 days: 176 hours, 352 starts at most`.
    #[serde(flatten, deserialize_with = "read_words")]
    pub words: Sentence,
}

impl Serialize for Openings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut openings = serializer.serialize_struct("Openings", 9)?;
        openings.serialize_field("from", &self.from)?;
        openings.serialize_field("to", &self.to)?;
        openings.serialize_field("slot", &self.slot)?;
        openings.serialize_field("days", &self.days)?;
        openings.serialize_field("total", &self.total)?;
        openings.serialize_field("issues", &self.issues)?;
        self.words.serialize_into(&mut openings, "words")?;
        openings.end()
    }
}

/// The openings of a calendar on a date.
///
/// Serializes as `{ date, day, why, hours, minutes, starts, startCount, inARow }`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct OpeningDate {
    /// The date: `2026-12-24`.
    pub date: String,
    /// The day of the week: 0 is Sunday.
    pub day: usize,
    /// The reason for its hours.
    pub why: OpeningReason,
    /// The hours that count, as pairs of opening and closing times: `[["09:00", "17:00"]]`. Ranges that overlap or touch are
    /// joined, and empty and reversed ones are left out. `None` (null in JSON) if they are in a schedule that is not in the
    /// record, and so are not known.
    pub hours: Option<Vec<[String; 2]>>,
    /// The minutes of these hours.
    pub minutes: usize,
    /// The starts at which an appointment fits into the hours: from each opening on in steps of the interval. Buffers take
    /// none away, since they may lie outside of the hours. Of all dates together, 100,000 starts are listed: the dates after
    /// these have an empty list, and their number.
    pub starts: Vec<String>,
    /// The number of starts.
    pub start_count: usize,
    /// The number of appointments that one person can have on that date, one after another with their buffers between.
    pub in_a_row: usize,
}

/// The reason for the hours of a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum OpeningReason {
    /// The open hours of its day of the week.
    Week,
    /// A special date with hours.
    SpecialDate,
    /// Its day of the week has no open hours.
    Closed,
    /// A special date without hours.
    ClosedDate,
    /// Only special dates count (availability type 1), and it is none.
    DatesOnly,
    /// The calendar is not active.
    NotActive,
    /// The hours are in a schedule that is not in the record, and so are not known.
    OnSchedule,
}

names!(OpeningReason, "why", "a reason, such as week", {
    Week = "week", SpecialDate = "special_date", Closed = "closed", ClosedDate = "closed_date", DatesOnly = "dates_only",
    NotActive = "not_active", OnSchedule = "on_schedule"
});

/// The sums of a span.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct OpeningTotal {
    /// The number of dates.
    pub days: usize,
    /// The number of dates with open hours.
    pub open_days: usize,
    /// The number of dates whose hours are not known.
    pub unknown_days: usize,
    /// The open minutes.
    pub minutes: usize,
    /// The starts at which an appointment fits.
    pub starts: usize,
}

impl OpeningTotal {
    /// Returns the sums in a sentence.
    pub(super) fn words(&self) -> Sentence {
        if self.is_unknown() {
            return Sentence::new("openings_unknown").with("days", self.days);
        }
        let open = Sentence::new("openings")
            .with("open", self.open_days)
            .with("days", self.days);
        self.beside_unknown(open.with("time", self.hours()).with("starts", self.starts))
    }

    /// Returns true if no date is known to be open, and some are not known.
    pub(super) fn is_unknown(&self) -> bool {
        self.open_days == 0 && self.unknown_days > 0
    }

    /// Returns a sentence with the number of dates whose hours are not known.
    pub(super) fn beside_unknown(&self, words: Sentence) -> Sentence {
        match self.unknown_days {
            0 => words,
            unknown => Sentence::new("beside_schedule")
                .with("said", words.nested())
                .with("days", unknown),
        }
    }

    /// Returns the open time in hours, to a hundredth.
    pub(super) fn hours(&self) -> Phrase {
        // Rounded to the nearest: 50 minutes are 0.83 hours.
        let hundredths = (self.minutes * 100 + 30) / 60;
        #[expect(clippy::cast_precision_loss, reason = "at most 1,100 days")]
        let hours = hundredths as f64 / 100.0;
        Phrase::code("hours").with("n", Number::from(hours).to_value())
    }
}
