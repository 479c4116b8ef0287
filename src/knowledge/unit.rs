//! Units of lengths of time.

use super::format::is_space;
use super::schema::{Kind, Member};
use crate::ground::json::View;

/// A unit of a length of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    Minutes,
    Hours,
    Days,
    Weeks,
    Months,
}

/// The least and the greatest number of minutes that a length of time may have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Minutes {
    pub(crate) least: f64,
    pub(crate) most: f64,
}

impl Unit {
    const ALL: [Self; 5] = [
        Self::Minutes,
        Self::Hours,
        Self::Days,
        Self::Weeks,
        Self::Months,
    ];

    /// Returns its name in records, which is the code of its words as well.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Minutes => "mins",
            Self::Hours => "hours",
            Self::Days => "days",
            Self::Weeks => "weeks",
            Self::Months => "months",
        }
    }

    /// Returns the unit of that name in records.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|unit| unit.name() == name)
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
        let known = kind.table().member(name).map_or(&[][..], |row| row.known);
        // "HOURS" is read as `hours`.
        let known = known.iter().find(|known| {
            let mut words = std::iter::once(&known.value).chain(known.aliases);
            words.any(|word| word.eq_ignore_ascii_case(unit))
        });
        let name = known.map_or(unit, |known| known.value);
        Self::named(name).map(Some).ok_or(UnknownUnit)
    }

    /// Returns the minutes in a number of this unit. A month has 28 to 31 days, and twelve have 365 or 366.
    pub(crate) fn minutes(self, number: f64) -> Minutes {
        const DAY: f64 = 24.0 * 60.0;
        let minutes = match self {
            Self::Minutes => number,
            Self::Hours => number * 60.0,
            Self::Days => number * DAY,
            Self::Weeks => number * (7.0 * DAY),
            Self::Months => {
                // Whole years are counted as such, since 12 months are never 12 times 28 days.
                let years = (number / 12.0).floor();
                let months = number - 12.0 * years;
                return Minutes {
                    least: (365.0 * years + 28.0 * months) * DAY,
                    most: (366.0 * years + 31.0 * months) * DAY,
                };
            }
        };
        Minutes {
            least: minutes,
            most: minutes,
        }
    }

    /// Returns the minutes in a number of this unit, unless the unit has no fixed length: a month has 28 to 31 days.
    pub(crate) fn exact_minutes(self, number: f64) -> Option<f64> {
        (self != Self::Months).then(|| self.minutes(number).least)
    }
}

/// Returns the length of an amount in minutes, by the row of its unit, unless the unit has no fixed length: a month may have 28
/// days or 31.
pub(crate) fn length_in_minutes(
    unit_row: &Member,
    number: Option<View<'_>>,
    unit: Option<&str>,
) -> Option<f64> {
    let number = number.and_then(View::number)?.as_f64();
    let unit = unit_row.unit_meant(unit).and_then(Unit::named)?;
    unit.exact_minutes(number)
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

    #[test]
    fn twelve_months_are_a_year() {
        let days = |number| {
            let Minutes { least, most } = Unit::Months.minutes(number);
            [least / 1440.0, most / 1440.0]
        };
        assert_eq!(
            [1.0, 11.0, 12.0, 13.0].map(days),
            [[28.0, 31.0], [308.0, 341.0], [365.0, 366.0], [393.0, 397.0]]
        );
    }
}
