//! A span of calendar dates.

use crate::ground::error::Error;
use crate::knowledge::format::Date;

/// The most dates of a span: three years, and a few more.
const DAYS: usize = 1_100;

/// A span of at most 1,100 calendar dates. The first and the last date are included.
///
/// ```
/// use calendiff::Span;
///
/// let december = Span::between("2026-12-01", "2026-12-31")?;
/// assert_eq!(december, Span::days("2026-12-01", 31)?);
/// assert_eq!((december.from(), december.to(), december.len()), ("2026-12-01".to_owned(), "2026-12-31".to_owned(), 31));
///
/// assert_eq!(Span::between("2026-12-31", "2026-12-01").unwrap_err().code(), "option");
/// assert_eq!(Span::days("2026-02-30", 1).unwrap_err().to_string(), "from: expected a date such as 2026-12-24, found 2026-02-30");
/// # Ok::<(), calendiff::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    from: Date,
    to: Date,
    days: usize,
}

impl Span {
    /// Returns the span from one date to another, both of them such as `2026-12-24`.
    ///
    /// # Errors
    /// `option`: one of the two is not a date of the calendar, `to` is before `from`, or the span has more than 1,100 dates.
    pub fn between(from: &str, to: &str) -> Result<Self, Error> {
        let first = date("from", from)?;
        let last = date("to", to)?;
        if last < first {
            return Err(Error::option(
                "to",
                "a date that is not before the first one",
                to,
            ));
        }
        let days = dates(first).take(DAYS).position(|date| date == last);
        let days =
            days.ok_or_else(|| Error::option("to", "at most 1,100 dates in the span", to))?;
        Ok(Self {
            from: first,
            to: last,
            days: days + 1,
        })
    }

    /// Returns the span of a number of dates from a first one on.
    ///
    /// # Errors
    /// `option`: `from` is not a date of the calendar, `days` is 0 or more than 1,100, or the span goes beyond the year 9999.
    pub fn days(from: &str, days: usize) -> Result<Self, Error> {
        let first = date("from", from)?;
        let before = days
            .checked_sub(1)
            .filter(|before| *before < DAYS)
            .ok_or_else(|| refused_days(days))?;
        let last = dates(first).nth(before).ok_or_else(|| refused_days(days))?;
        Ok(Self {
            from: first,
            to: last,
            days,
        })
    }

    /// Returns the first date: `2026-12-01`.
    #[must_use]
    pub fn from(&self) -> String {
        self.from.to_string()
    }

    /// Returns the last date.
    #[must_use]
    pub fn to(&self) -> String {
        self.to.to_string()
    }

    /// Returns the number of dates.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a span has at least one date")]
    pub fn len(&self) -> usize {
        self.days
    }

    /// Returns its dates in order.
    pub(super) fn dates(self) -> impl Iterator<Item = Date> {
        dates(self.from).take(self.days)
    }
}

fn refused_days(days: usize) -> Error {
    Error::option(
        "days",
        "1 to 1,100 dates up to 9999-12-31",
        &days.to_string(),
    )
}

fn date(name: &str, text: &str) -> Result<Date, Error> {
    Date::named(text).ok_or_else(|| Error::option(name, "a date such as 2026-12-24", text))
}

/// Returns the dates from a first one on.
fn dates(first: Date) -> impl Iterator<Item = Date> {
    std::iter::successors(Some(first), |date| date.tomorrow())
}
