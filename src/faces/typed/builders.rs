//! Ranges and special dates from text.

use super::rows::{HourRange, SpecialDate};
use crate::ground::error::Error;
use crate::knowledge::format::{Date, hours};

impl HourRange {
    /// Returns the range between two times. [`Kind::validate`](crate::Kind::validate) reports one that ends before it begins.
    ///
    /// # Errors
    /// `option`: a text is not a time of day.
    ///
    /// ```
    /// use calendiff::typed::HourRange;
    ///
    /// let range = HourRange::between("09:00", "17:30")?;
    /// assert_eq!((range.open_hour, range.close_hour, range.close_minute), (Some(9), Some(17), Some(30)));
    /// assert_eq!(HourRange::between("9 am", "17:30").unwrap_err().code(), "option");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn between(open: &str, close: &str) -> Result<Self, Error> {
        let open = time(open)?;
        let close = time(close)?;
        let range = Self::default().open_hour(open / 60).open_minute(open % 60);
        Ok(range.close_hour(close / 60).close_minute(close % 60))
    }
}

impl SpecialDate {
    /// Returns a special date, closed until [`hours`](SpecialDate::hours) are set.
    ///
    /// # Errors
    /// `option`: the text is not a date such as `2026-12-24`.
    ///
    /// ```
    /// use calendiff::CalendarUpdate;
    /// use calendiff::typed::{HourRange, SpecialDate};
    /// use serde_json::json;
    ///
    /// let eve = SpecialDate::on("2026-12-24")?.hours([HourRange::between("09:00", "12:00")?]);
    /// let update = CalendarUpdate::default().availabilities([eve, SpecialDate::on("2026-12-25")?]);
    /// assert_eq!(update.to_value()?["availabilities"][1], json!({ "date": "2026-12-25T00:00:00.000Z", "hours": [] }));
    /// assert_eq!(SpecialDate::on("24.12.2026").unwrap_err().code(), "option");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn on(date: &str) -> Result<Self, Error> {
        let named = Date::named(date)
            .ok_or_else(|| Error::option("date", "a date such as 2026-12-24", date))?;
        Ok(Self::default().date(named.midnight()).hours(Vec::new()))
    }
}

/// Returns the minutes of the day at a time such as `09:00`.
fn time(text: &str) -> Result<i64, Error> {
    hours::minutes(text)
        .map(i64::from)
        .ok_or_else(|| Error::option("time", "a time such as 09:00", text))
}
