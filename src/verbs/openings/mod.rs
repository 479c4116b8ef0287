//! The openings of a calendar: the hours that count on each date of a span, the reason, and the starts that fit.

mod answer;
mod effect;
mod offer;
mod slot;
mod span;

pub use answer::{OpeningDate, OpeningReason, OpeningTotal, Openings};
pub use effect::Effect;
pub(crate) use effect::effect;
pub use slot::OpeningSlot;
pub use span::Span;

use crate::ground::error::Error;
use crate::ground::json::{CollectVec, Json};
use crate::knowledge::format::Date;
use crate::knowledge::format::hours::{Range, clock};
use crate::knowledge::issue::Code;
use crate::knowledge::schema::Kind;
use crate::record::open::{self, Record};
use crate::verbs::{read, validate};
use answer::STARTS;
use offer::{Offer, OnDay};

impl Kind {
    /// Returns the openings of a calendar on each date of a span: the hours that count, the reason, and the starts that fit.
    /// It reads no clock: you give the dates. The record may have any shape that responses have.
    ///
    /// The hours are those of the week, with special dates in place of their day; with availability type 0 those of the week
    /// only, and with 1 those of special dates only (observed). A range that closes at or before its opening is no time.
    /// If `openHours` is `{}` or was never set, the hours are in a schedule that the record does not hold: they are not
    /// known, which is not the same as closed. Starts are what the record allows at most: nothing in it says what is booked.
    ///
    /// # Errors
    /// `not_a_record`: the record is not a JSON object.
    /// `option`: the record is a location, which has no hours.
    ///
    /// ```
    /// use calendiff::{Kind, OpeningReason, Span};
    /// use serde_json::json;
    ///
    /// let hours = json!([{ "openHour": 9, "openMinute": 0, "closeHour": 12, "closeMinute": 0 }]);
    /// let record = json!({
    ///     "slotDuration": 1, "slotDurationUnit": "hours", "slotInterval": 60,
    ///     "openHours": [{ "daysOfTheWeek": [4, 5], "hours": hours }],
    ///     "availabilities": [{ "date": "2026-12-24T00:00:00.000Z", "hours": [] }],
    /// });
    /// let openings = Kind::Calendar.openings(&record, Span::between("2026-12-24", "2026-12-26")?)?;
    /// assert_eq!(openings.words, "open on 1 of 3 days: 3 hours, 3 starts at most");
    /// assert_eq!(openings.days[0].why, OpeningReason::ClosedDate);
    /// assert_eq!(openings.days[1].starts, ["09:00", "10:00", "11:00"]);
    /// assert_eq!(openings.days[2].why, OpeningReason::Closed);
    ///
    /// let day = Span::days("2026-12-24", 1)?;
    /// assert_eq!(Kind::Location.openings(json!({}), day).unwrap_err().code(), "option");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn openings(self, record: impl Json, span: Span) -> Result<Openings, Error> {
        openings(&open::stored(self, record.held().view())?, span)
    }
}

/// Answers [`Kind::openings`](crate::Kind::openings).
pub(crate) fn openings(record: &Record<'_>, span: Span) -> Result<Openings, Error> {
    let kind = record.kind;
    let regular = read::regular(kind, record.view);
    let offer = Offer::of(kind, record.view, regular.root())?;
    let mut total = OpeningTotal::default();
    let mut days = Vec::with_capacity(span.len());
    let mut listed = 0;
    for date in span.dates() {
        let on = offer.on(date);
        on.add_to(&mut total);
        // Dates are listed as long as all starts together stay within the limit.
        listed += on.starts.len();
        days.push(opening(date, on, listed <= STARTS));
    }
    let mut issues = validate::obstacles(kind, regular.root());
    // The hours of a schedule are not known, and so are not too few.
    issues.retain(|issue| {
        !(offer.is_on_schedule && matches!(issue.code, Code::NoOpenDay | Code::SlotTooLong))
    });
    Ok(Openings {
        from: span.from(),
        to: span.to(),
        slot: offer.slot,
        days,
        total,
        issues,
        words: total.words(),
    })
}

/// Returns the openings of a date, with or without a list of its starts.
fn opening(date: Date, on: &OnDay, lists_starts: bool) -> OpeningDate {
    let starts: &[u16] = if lists_starts { &on.starts } else { &[] };
    OpeningDate {
        date: date.to_string(),
        day: date.weekday(),
        why: on.why,
        hours: on.ranges.as_deref().map(times),
        minutes: on.minutes,
        starts: starts.iter().map(|start| clock(*start)).collect_vec(),
        start_count: on.starts.len(),
        in_a_row: on.in_a_row,
    }
}

/// Returns ranges as pairs of times.
fn times(ranges: &[Range]) -> Vec<[String; 2]> {
    ranges
        .iter()
        .map(|range| [range.open, range.close].map(clock))
        .collect_vec()
}
