//! The openings of a record on each day of the week and on each special date.

use super::answer::{OpeningReason, OpeningTotal};
use super::slot::OpeningSlot;
use super::span::Span;
use crate::ground::error::Error;
use crate::ground::json::{CollectVec, View};
use crate::knowledge::format::Date;
use crate::knowledge::format::hours::Range;
use crate::knowledge::schema::{Kind, List};
use crate::record::offer::{Counting, minutes_of, open_dates, open_week};
use crate::verbs::read;

/// Returns the sums of a record over a span.
pub(super) fn total(kind: Kind, record: View<'_>, span: Span) -> Result<OpeningTotal, Error> {
    let regular = read::regular(kind, record);
    let offer = Offer::of(kind, record, regular.root())?;
    let mut total = OpeningTotal::default();
    for date in span.dates() {
        offer.on(date).add_to(&mut total);
    }
    Ok(total)
}

/// The openings of each day of the week and of each special date that counts.
pub(super) struct Offer {
    pub(super) slot: OpeningSlot,
    /// Sunday first.
    week: [OnDay; 7],
    dates: Vec<(Date, OnDay)>,
    /// True if the hours of the week are in a schedule that is not in the record.
    pub(super) is_on_schedule: bool,
}

/// The openings of a day or a date.
pub(super) struct OnDay {
    pub(super) why: OpeningReason,
    /// The joined ranges. `None` if they are not known.
    pub(super) ranges: Option<Vec<Range>>,
    pub(super) minutes: usize,
    /// The starts in minutes from midnight.
    pub(super) starts: Vec<u16>,
    pub(super) in_a_row: usize,
}

impl Offer {
    /// Reads a record, given as it came and with its odd shapes regularized.
    pub(super) fn of(kind: Kind, given: View<'_>, record: View<'_>) -> Result<Self, Error> {
        use OpeningReason::{
            Closed, ClosedDate, DatesOnly, NotActive, OnSchedule, SpecialDate, Week,
        };
        let table = kind.table();
        let (Some(week), Some(dates)) =
            (table.list_of(List::is_week), table.list_of(List::is_dates))
        else {
            return Err(Error::option(
                "kind",
                "calendar, which alone has open hours",
                kind.name(),
            ));
        };
        let slot = OpeningSlot::of(kind, record);
        let is_active = record.get("isActive").and_then(View::boolean) != Some(false);
        let counting = Counting::of(record.get("availabilityType"));
        let is_on_schedule = given.get(week).is_none_or(is_of_a_schedule);
        let counts = is_active && counting.has_dates();
        let dates = if counts {
            open_dates(record.get(dates))
        } else {
            Vec::new()
        };
        // The first reason that applies counts: a calendar that is not active is closed, whatever its hours are.
        let week = open_week(record.get(week)).map(|ranges| match () {
            () if !is_active => OnDay::closed(NotActive),
            () if !counting.has_week() => OnDay::closed(DatesOnly),
            () if is_on_schedule => OnDay {
                ranges: None,
                ..OnDay::closed(OnSchedule)
            },
            () if ranges.is_empty() => OnDay::of(slot, Closed, ranges),
            () => OnDay::of(slot, Week, ranges),
        });
        let dates = dates.into_iter().map(|(date, ranges)| {
            let reason = if ranges.is_empty() {
                ClosedDate
            } else {
                SpecialDate
            };
            (date, OnDay::of(slot, reason, ranges))
        });
        Ok(Self {
            slot,
            week,
            dates: dates.collect_vec(),
            is_on_schedule,
        })
    }

    /// Returns the openings of a date.
    pub(super) fn on(&self, date: Date) -> &OnDay {
        match self.dates.binary_search_by_key(&date, |(own, _)| *own) {
            // A special date takes the place of its day of the week, also if it is closed.
            Ok(at) => &self.dates[at].1,
            Err(_) => &self.week[date.weekday()],
        }
    }
}

impl OnDay {
    /// Adds a date to the sums of a span.
    pub(super) fn add_to(&self, total: &mut OpeningTotal) {
        total.days += 1;
        total.open_days += usize::from(self.minutes > 0);
        total.unknown_days += usize::from(self.ranges.is_none());
        total.minutes += self.minutes;
        total.starts += self.starts.len();
    }

    fn of(slot: OpeningSlot, why: OpeningReason, ranges: Vec<Range>) -> Self {
        let starts = slot.starts(&ranges);
        let in_a_row = slot.in_a_row(&starts);
        Self {
            why,
            minutes: minutes_of(&ranges),
            ranges: Some(ranges),
            starts,
            in_a_row,
        }
    }

    fn closed(why: OpeningReason) -> Self {
        Self {
            why,
            ranges: Some(Vec::new()),
            minutes: 0,
            starts: Vec::new(),
            in_a_row: 0,
        }
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
