//! Hours: ranges within a day, and the days of a week.

use std::fmt;

use serde_json::{Value, json};

use crate::json::View;

/// The days by number, as observed: 0 is Sunday.
pub(crate) const DAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/// A half-open range within a day, in minutes from midnight; 24:00 is 1440.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Range {
    pub(crate) open: u16,
    pub(crate) close: u16,
}

impl Range {
    /// The range, where all four members are integers within a day (closing minutes past 24:00 included).
    pub(crate) fn read<'a>(view: impl View<'a>) -> Option<Self> {
        let part = |name: &str, max: i64| {
            let number = view.get(name)?.number()?.as_i64()?;
            u16::try_from(number).ok().filter(|number| i64::from(*number) <= max)
        };
        let open = part("openHour", 23)? * 60 + part("openMinute", 59)?;
        let close = part("closeHour", 24)? * 60 + part("closeMinute", 59)?;
        Some(Self { open, close })
    }

    /// The range as the record spells it.
    pub(crate) fn to_value(self) -> Value {
        json!({
            "openHour": self.open / 60,
            "openMinute": self.open % 60,
            "closeHour": self.close / 60,
            "closeMinute": self.close % 60,
        })
    }

    /// Whether the two share a minute; ranges that only touch do not.
    pub(crate) fn overlaps(self, other: Self) -> bool {
        self.open < other.close && other.open < self.close
    }

    pub(crate) fn joined(self, other: Self) -> Self {
        Self { open: self.open.min(other.open), close: self.close.max(other.close) }
    }
}

/// `09:00–17:00`
impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}–{}", clock(self.open), clock(self.close))
    }
}

/// Minutes from midnight as `09:00`.
pub(crate) fn clock(minutes: u16) -> String {
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}

/// The ranges of a list, where all of them are ranges.
pub(crate) fn ranges<'a>(view: impl View<'a>) -> Option<Vec<Range>> {
    view.items()?.map(Range::read).collect()
}

/// The days of a list, ascending and each once, where all of them are days.
pub(crate) fn days<'a>(view: impl View<'a>) -> Option<Vec<u8>> {
    let mut days = view
        .items()?
        .map(|day| u8::try_from(day.number()?.as_i64()?).ok().filter(|day| *day < 7))
        .collect::<Option<Vec<_>>>()?;
    days.sort_unstable();
    days.dedup();
    Some(days)
}
