//! What the columns of a row say: the direction, known values, bounds, what items are told apart by.

use serde::Serialize;

use crate::issue::Basis;
use crate::json::Number;

/// In which direction a member travels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Access {
    /// In requests and responses.
    Both,
    /// Marked (R) in the document: only in responses.
    ResponseOnly,
    /// Accepted in requests, absent from responses.
    RequestOnly,
}

/// A value known to occur.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Known {
    /// The value, as text; a number's in digits.
    pub value: &'static str,
    /// Whether the document shows it or public sources do.
    pub basis: Basis,
    /// Other words that surely mean it, in lower case.
    #[serde(skip)]
    pub aliases: &'static [&'static str],
    /// The member that the service is reported to want in a request beside this value.
    #[serde(skip)]
    pub needs: Option<&'static str>,
}

impl Known {
    pub(super) const fn aliases(mut self, aliases: &'static [&'static str]) -> Self {
        self.aliases = aliases;
        self
    }

    pub(super) const fn needs(mut self, member: &'static str) -> Self {
        self.needs = Some(member);
        self
    }
}

/// What makes an array's item itself, wherever it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Identity {
    /// A team member is its `userId`.
    UserId,
    /// A special date is its calendar date.
    Date,
    /// A location configuration is its kind and location, or its meetingId where both have one.
    Place,
    /// Open hours are a week, day by day.
    Week,
    /// Hour ranges are a set.
    Ranges,
    /// Days of the week are a set.
    Days,
}

impl Identity {
    /// What an item is told from the others by: a key of the language's words for it.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::UserId => "userId",
            Self::Date => "date",
            Self::Place => "place",
            Self::Week => "days",
            Self::Ranges => "hours",
            Self::Days => "number",
        }
    }
}

/// What a list is, beyond its items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
    /// Items that are known by their keys.
    Items,
    /// The week: entries that group days with the same hours.
    Week,
    /// A set of ranges within a day.
    Ranges,
    /// A set of days of the week.
    Days,
}

/// What the service is seen to make of an empty list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WhenEmpty {
    /// A list of nothing.
    Taken,
    /// It detaches the calendar from its availability schedule.
    Detaches,
    /// It refuses it.
    Refused,
}

/// The least and the greatest number.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Bounds {
    /// The least.
    pub min: f64,
    /// Whether the least itself is excluded.
    pub above: bool,
    /// The greatest.
    pub max: f64,
}

impl Bounds {
    /// Any finite number.
    pub const ANY: Self = Self { min: f64::NEG_INFINITY, above: false, max: f64::INFINITY };
    /// 0 or more.
    pub const COUNT: Self = Self { min: 0.0, above: false, max: f64::INFINITY };
    /// More than 0.
    pub const POSITIVE: Self = Self { min: 0.0, above: true, max: f64::INFINITY };

    /// Whether a number is within them.
    pub(crate) fn hold(self, number: Number) -> bool {
        let number = number.as_f64();
        (if self.above { number > self.min } else { number >= self.min }) && number <= self.max
    }

    /// Between two numbers, both included.
    #[must_use]
    pub const fn between(min: f64, max: f64) -> Self {
        Self { min, above: false, max }
    }
}
