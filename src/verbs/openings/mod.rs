//! What a calendar offers: the hours that count on each date of a span, why, and the starts that fit.

mod answer;
mod effect;
mod slot;
mod span;

pub use answer::{OpeningDate, OpeningReason, OpeningTotal, Openings};
pub use effect::Effect;
pub(crate) use effect::effect;
pub use slot::OpeningSlot;
pub use span::Span;

use crate::ground::error::Error;
use crate::ground::json::{Listed, View};
use crate::knowledge::format::Date;
use crate::knowledge::format::hours::{Range, clock};
use crate::knowledge::schema::{Kind, List};
use crate::record::offer::{Counting, minutes_of, open_dates, open_week};
use crate::record::open::Record;
use crate::verbs::{read, validate};

/// The most starts that an answer lists. The dates after these have their number alone.
const STARTS: usize = 100_000;

/// Answers [`Kind::openings`](crate::Kind::openings).
pub(crate) fn openings(record: &Record<'_>, span: Span) -> Result<Openings, Error> {
    let kind = record.kind;
    let regular = read::regular(kind, record.view);
    let offer = Offer::of(kind, record.view, regular.root())?;
    let mut total = OpeningTotal::default();
    let (mut days, mut listed) = (Vec::with_capacity(span.len()), 0);
    for date in span.dates() {
        let on = offer.on(date);
        total.add(on);
        listed += on.starts.len();
        let starts: &[u16] = if listed > STARTS { &[] } else { &on.starts };
        days.push(OpeningDate {
            date: date.to_string(),
            day: date.weekday(),
            reason: on.reason,
            hours: on
                .ranges
                .as_ref()
                .map(|ranges| ranges.iter().map(|range| [range.open, range.close].map(clock)).listed()),
            minutes: on.minutes,
            starts: starts.iter().map(|start| clock(*start)).listed(),
            start_count: on.starts.len(),
            in_a_row: on.in_a_row,
        });
    }
    let issues = validate::obstacles(kind, regular.root());
    Ok(Openings { from: span.from(), to: span.to(), slot: offer.slot, days, total, issues, words: total.words() })
}

/// Returns what a record offers over a span, without its dates.
fn total(kind: Kind, record: View<'_>, span: Span) -> Result<OpeningTotal, Error> {
    let regular = read::regular(kind, record);
    let offer = Offer::of(kind, record, regular.root())?;
    let mut total = OpeningTotal::default();
    span.dates().for_each(|date| total.add(offer.on(date)));
    Ok(total)
}

/// What a record offers on each day of the week and on each special date that counts.
struct Offer {
    slot: OpeningSlot,
    /// Sunday first.
    week: [OnDay; 7],
    dates: Vec<(Date, OnDay)>,
}

/// What a day or a date offers.
struct OnDay {
    reason: OpeningReason,
    /// The joined ranges. `None` if they are not known.
    ranges: Option<Vec<Range>>,
    minutes: usize,
    /// The starts in minutes from midnight.
    starts: Vec<u16>,
    in_a_row: usize,
}

impl Offer {
    /// Reads a record, given as it came and with its odd shapes regularized.
    fn of(kind: Kind, given: View<'_>, record: View<'_>) -> Result<Self, Error> {
        use OpeningReason::{Closed, ClosedDate, DatesOnly, NotActive, OnSchedule, SpecialDate, Week};
        let table = kind.record();
        let (Some(week), Some(dates)) = (table.list_of(List::is_week), table.list_of(List::is_dates)) else {
            return Err(Error::option("kind", "calendar, which alone has open hours", kind.name()));
        };
        let slot = OpeningSlot::of(kind, record);
        let is_active = record.get("isActive").and_then(View::boolean) != Some(false);
        let counting = Counting::of(record.get("availabilityType"));
        let is_on_schedule = given.get(week).is_none_or(is_of_a_schedule);
        let on =
            |open, closed, ranges: Vec<Range>| OnDay::of(slot, if ranges.is_empty() { closed } else { open }, ranges);
        let of_day = |ranges| match () {
            () if !is_active => OnDay::closed(NotActive),
            () if !counting.has_week() => OnDay::closed(DatesOnly),
            () if is_on_schedule => OnDay { ranges: None, ..OnDay::closed(OnSchedule) },
            () => on(Week, Closed, ranges),
        };
        let counts = is_active && counting.has_dates();
        let dates = if counts { open_dates(record.get(dates)) } else { Vec::new() };
        let of_date = |(date, ranges)| (date, on(SpecialDate, ClosedDate, ranges));
        Ok(Self { slot, week: open_week(record.get(week)).map(of_day), dates: dates.into_iter().map(of_date).listed() })
    }

    /// Returns what it offers on a date.
    fn on(&self, date: Date) -> &OnDay {
        match self.dates.binary_search_by_key(&date, |(own, _)| *own) {
            Ok(at) => &self.dates[at].1,
            Err(_) => &self.week[date.weekday()],
        }
    }
}

impl OnDay {
    fn of(slot: OpeningSlot, reason: OpeningReason, ranges: Vec<Range>) -> Self {
        let starts = slot.starts(&ranges);
        let in_a_row = slot.in_a_row(&starts);
        Self { reason, minutes: minutes_of(&ranges), ranges: Some(ranges), starts, in_a_row }
    }

    fn closed(reason: OpeningReason) -> Self {
        Self { reason, ranges: Some(Vec::new()), minutes: 0, starts: Vec::new(), in_a_row: 0 }
    }
}

/// Returns true for a week without hours of its own: it was never set, or the hours are in a schedule. An empty array is
/// closed.
fn is_of_a_schedule(week: View<'_>) -> bool {
    match (week.items(), week.members()) {
        (Some(_), _) => false,
        (None, Some(members)) => members.len() == 0,
        (None, None) => true,
    }
}
