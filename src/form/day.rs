//! A day of the week.

use std::fmt;
use std::str::FromStr;

use crate::ground::error::Error;
use crate::knowledge::format::hours::DAYS;

/// A day of the week. Its number on the wire is observed: 0 is Sunday.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(
    clippy::exhaustive_enums,
    reason = "complete, as docs/stability.md says"
)]
pub enum Day {
    /// 1 on the wire.
    Monday,
    /// 2 on the wire.
    Tuesday,
    /// 3 on the wire.
    Wednesday,
    /// 4 on the wire.
    Thursday,
    /// 5 on the wire.
    Friday,
    /// 6 on the wire.
    Saturday,
    /// 0 on the wire.
    Sunday,
}

impl Day {
    /// All seven, from Monday on.
    pub const ALL: [Self; 7] = [
        Self::Monday,
        Self::Tuesday,
        Self::Wednesday,
        Self::Thursday,
        Self::Friday,
        Self::Saturday,
        Self::Sunday,
    ];

    /// Returns the number on the wire.
    pub(super) fn number(self) -> u8 {
        (self as u8 + 1) % 7
    }

    /// Returns the index of its hours in a week.
    pub(super) fn index(self) -> usize {
        usize::from(self.number())
    }
}

/// `monday`
impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&DAYS[self.index()].to_ascii_lowercase())
    }
}

impl FromStr for Day {
    type Err = Error;

    /// # Errors
    /// `option`: the name is not a day's English name in lower case.
    fn from_str(name: &str) -> Result<Self, Error> {
        let found = Self::ALL
            .into_iter()
            .find(|day| DAYS[day.index()].to_ascii_lowercase() == name);
        found.ok_or_else(|| Error::option("day", "monday to sunday", name))
    }
}
