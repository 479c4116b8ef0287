//! An importer of open hours from another system, which exports a row for each time that a day is open:
//!
//! ```text
//! Tuesday,9:00 AM,12:30 PM
//! Tuesday,1:30 PM,5:00 PM
//! ```

use calendiff::CalendarUpdate;
use calendiff::typed::{HourRange, OpenHoursEntry};

/// The days in their order, Sunday first.
pub const DAYS: [&str; 7] = [
    "Sunday",
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
];

/// The update that sets the open hours of a table, whose times `clock` reads as hour and minute.
///
/// # Errors
/// The row that is no day with two times.
pub fn import(
    table: &str,
    clock: fn(&str) -> Option<(i64, i64)>,
) -> Result<CalendarUpdate, String> {
    let entries: Result<Vec<_>, _> = table
        .lines()
        .map(|row| entry(row, clock).ok_or_else(|| row.to_owned()))
        .collect();
    Ok(CalendarUpdate::default().open_hours(entries?))
}

fn entry(row: &str, clock: fn(&str) -> Option<(i64, i64)>) -> Option<OpenHoursEntry> {
    let mut cells = row.split(',');
    let (day, opens, closes) = (cells.next()?, cells.next()?, cells.next()?);
    let day = DAYS
        .iter()
        .position(|name| *name == day)
        .and_then(|day| i64::try_from(day).ok())?;
    let ((open_hour, open_minute), (close_hour, close_minute)) = (clock(opens)?, clock(closes)?);
    let range = HourRange::default()
        .open_hour(open_hour)
        .open_minute(open_minute);
    let range = range.close_hour(close_hour).close_minute(close_minute);
    Some(
        OpenHoursEntry::default()
            .days_of_the_week([day])
            .hours([range]),
    )
}

/// A time such as `12:30 PM`, which is half past noon.
pub fn twelve_hours(time: &str) -> Option<(i64, i64)> {
    let (time, half) = time.split_once(' ')?;
    let (hour, minute) = time.split_once(':')?;
    let (hour, minute): (i64, i64) = (hour.parse().ok()?, minute.parse().ok()?);
    let start = match half {
        "AM" => 0,
        "PM" => 12,
        _ => return None,
    };
    // The hour that begins at midnight, and the one that begins at noon, are called 12.
    ((1..=12).contains(&hour) && (0..60).contains(&minute)).then_some((start + hour % 12, minute))
}
