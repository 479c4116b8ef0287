//! The settings that decide when a calendar can be booked: the hours that count, and lengths of time.

use crate::ground::json::{CollectVec, Each, Number, View};
use crate::knowledge::format::Date;
use crate::knowledge::format::hours::{self, Range};
use crate::knowledge::format::is_space;
use crate::knowledge::schema::{Kind, date_of, is_deleted};

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

/// A unit of a length of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    Minutes,
    Hours,
    Days,
    Weeks,
    Months,
}

impl Unit {
    const ALL: [Self; 5] = [
        Self::Minutes,
        Self::Hours,
        Self::Days,
        Self::Weeks,
        Self::Months,
    ];

    /// Returns its name in records.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Minutes => "mins",
            Self::Hours => "hours",
            Self::Days => "days",
            Self::Weeks => "weeks",
            Self::Months => "months",
        }
    }

    /// Reads the unit of a member: `None` if it is not set.
    ///
    /// # Errors
    /// The unit is not known.
    pub(crate) fn read(
        kind: Kind,
        name: &str,
        unit: Option<View<'_>>,
    ) -> Result<Option<Self>, UnknownUnit> {
        let unit = unit
            .and_then(View::text)
            .map(|unit| unit.trim_matches(is_space));
        let Some(unit) = unit.filter(|unit| !unit.is_empty()) else {
            return Ok(None);
        };
        let known = kind.record().member(name).map_or(&[][..], |row| row.known);
        // "HOURS" is read as `hours`.
        let known = known.iter().find(|known| {
            let mut words = std::iter::once(&known.value).chain(known.aliases);
            words.any(|word| word.eq_ignore_ascii_case(unit))
        });
        let name = known.map_or(unit, |known| known.value);
        Self::named(name).map(Some).ok_or(UnknownUnit)
    }

    /// Returns the unit of that name in records.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|unit| unit.name() == name)
    }

    /// Returns the least and the greatest number of minutes that it has: a month has 28 to 31 days.
    pub(crate) fn minutes(self) -> [f64; 2] {
        let day = f64::from(DAY);
        match self {
            Self::Minutes => [1.0; 2],
            Self::Hours => [60.0; 2],
            Self::Days => [day; 2],
            Self::Weeks => [7.0 * day; 2],
            Self::Months => [28.0 * day, 31.0 * day],
        }
    }
}

/// The error for a unit that is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UnknownUnit;

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

    #[test]
    fn units_are_read_as_the_tables_know_them() {
        for (unit, read) in [
            (json!("mins"), Ok(Some(Unit::Minutes))),
            (json!(" Hours "), Ok(Some(Unit::Hours))),
            (json!("hr"), Ok(Some(Unit::Hours))),
            (json!("weeks"), Ok(Some(Unit::Weeks))),
            (json!(""), Ok(None)),
            (json!(null), Ok(None)),
            (json!("fortnights"), Err(UnknownUnit)),
        ] {
            assert_eq!(
                Unit::read(
                    Kind::Calendar,
                    "slotDurationUnit",
                    Some(Tree::of(&unit).root())
                ),
                read,
                "{unit}"
            );
        }
        assert_eq!(
            Unit::read(Kind::Calendar, "slotDurationUnit", None),
            Ok(None)
        );
    }
}
