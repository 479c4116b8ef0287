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
use crate::ground::json::CollectVec;
use crate::knowledge::format::Date;
use crate::knowledge::format::hours::{Range, clock};
use crate::knowledge::issue::Code;
use crate::record::open::Record;
use crate::verbs::{read, validate};
use answer::STARTS;
use offer::{Offer, OnDay};

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
