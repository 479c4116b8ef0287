//! The settings that decide when a calendar can be booked: the hours that count, and lengths of time.

use crate::ground::json::{CollectVec, Each, Number, View};
use crate::knowledge::format::Date;
use crate::knowledge::format::hours::{self, Range};
use crate::knowledge::schema::{date_of, is_deleted};

/// Minutes of a day.
const DAY: u16 = 24 * 60;

/// The lists of hours that count, by the availability type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Counting {
    /// Type 0: the open hours only.
    OpenHours,
    /// Type 1: the special dates only.
    SpecialDates,
    /// Another type or none: the open hours, and special dates in place of their day.
    Both,
}

impl Counting {
    /// Reads the availability type of a record.
    pub(crate) fn of(availability_type: Option<View<'_>>) -> Self {
        match availability_type
            .and_then(View::number)
            .and_then(Number::as_i64)
        {
            Some(0) => Self::OpenHours,
            Some(1) => Self::SpecialDates,
            _ => Self::Both,
        }
    }

    /// Returns true if the open hours count.
    pub(crate) fn has_week(self) -> bool {
        self != Self::SpecialDates
    }

    /// Returns true if the special dates count.
    pub(crate) fn has_dates(self) -> bool {
        self != Self::OpenHours
    }
}

/// Returns the open ranges of hours in order. Ranges that overlap or touch are joined. Ranges that close at or before their
/// opening and unreadable ones are left out, and no range ends after its day.
pub(crate) fn open_ranges(hours: Option<View<'_>>) -> Vec<Range> {
    joined(hours.each_item().filter_map(Range::read).collect_vec())
}

/// Joins ranges that overlap or touch.
fn joined(mut ranges: Vec<Range>) -> Vec<Range> {
    ranges.retain_mut(|range| {
        range.close = range.close.min(DAY);
        range.open < range.close
    });
    ranges.sort_unstable();
    let mut joined: Vec<Range> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match joined.last_mut() {
            // 9–12 and 12–13 touch: one range 9–13, in which an appointment from 11:30 to 12:30 fits.
            Some(latest) if range.open <= latest.close => *latest = latest.joined(range),
            _ => joined.push(range),
        }
    }
    joined
}

/// Returns the open ranges of each day of the week, Sunday first.
pub(crate) fn open_week(entries: Option<View<'_>>) -> [Vec<Range>; 7] {
    let mut week: [Vec<Range>; 7] = Default::default();
    for entry in entries.each_item() {
        let ranges = open_ranges(entry.get("hours"));
        for day in entry
            .get("daysOfTheWeek")
            .each_item()
            .filter_map(hours::day)
        {
            week[usize::from(day)].extend_from_slice(&ranges);
        }
    }
    week.map(joined)
}

/// Returns the open ranges of each special date that is not marked as deleted, by date. The first entry of a date takes
/// precedence.
pub(crate) fn open_dates(entries: Option<View<'_>>) -> Vec<(Date, Vec<Range>)> {
    let entries = entries.each_item().filter(|entry| !is_deleted(*entry));
    let mut dates = entries
        .filter_map(|entry| Some((date_of(entry)?, open_ranges(entry.get("hours")))))
        .collect_vec();
    // A stable sort, so that the first entry of a date stays first, and `dedup_by_key` keeps it.
    dates.sort_by_key(|(date, _)| *date);
    dates.dedup_by_key(|(date, _)| *date);
    dates
}

/// Returns the minutes of ranges that do not overlap.
pub(crate) fn minutes_of(ranges: &[Range]) -> usize {
    ranges
        .iter()
        .map(|range| usize::from(range.close - range.open))
        .sum()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::ground::json::Tree;

    #[test]
    fn ranges_are_joined_where_they_touch() {
        let range = |open, close| Range { open, close };
        for (given, expected) in [
            (vec![], vec![]),
            (vec![range(540, 540), range(700, 600)], vec![]),
            (
                vec![range(780, 1020), range(540, 720)],
                vec![range(540, 720), range(780, 1020)],
            ),
            (
                vec![range(540, 720), range(720, 780)],
                vec![range(540, 780)],
            ),
            (
                vec![range(540, 720), range(721, 780)],
                vec![range(540, 720), range(721, 780)],
            ),
            (
                vec![range(540, 1020), range(600, 660), range(1000, 1080)],
                vec![range(540, 1080)],
            ),
            (vec![range(1380, 1499)], vec![range(1380, 1440)]),
        ] {
            assert_eq!(joined(given.clone()), expected, "{given:?}");
        }
    }

    #[test]
    fn the_first_entry_of_a_date_counts_unless_it_is_deleted() {
        let hours = |open: u8| json!([{ "openHour": open, "openMinute": 0, "closeHour": 17, "closeMinute": 0 }]);
        let entry = |hours, deleted| json!({ "date": "2026-12-24T00:00:00.000Z", "hours": hours, "deleted": deleted });
        let dates = json!([entry(hours(8), true), entry(hours(9), false), entry(hours(10), false), { "date": "soon" }]);
        let tree = Tree::of(&dates);
        let dates: Vec<_> = open_dates(Some(tree.root()))
            .into_iter()
            .map(|(_, ranges)| ranges)
            .collect();
        assert_eq!(
            dates,
            [[Range {
                open: 540,
                close: 1020
            }]]
        );
    }
}
