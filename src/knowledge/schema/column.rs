//! The columns of a row: the direction, known values, bounds, and the identity of items.

use serde::Serialize;

use crate::ground::json::Number;
use crate::knowledge::issue::Basis;

/// The direction in which a member is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[expect(
    clippy::exhaustive_enums,
    reason = "experimental, as docs/stability.md says"
)]
pub enum Access {
    /// In requests and responses.
    Both,
    /// Marked (R) in the specification: only in responses.
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
    /// The source of the value: the specification, or public sources.
    pub basis: Basis,
    /// Other spellings that certainly mean it, in lower case.
    #[serde(skip)]
    pub aliases: &'static [&'static str],
    /// The member that the service is reported to require beside this value in a request.
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

/// The identity of an array's items, independent of their positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Identity {
    /// The `userId` of a team member.
    UserId,
    /// The calendar date of a special date.
    Date,
    /// The kind and location of a location configuration, or its meetingId if both items have one.
    Place,
    /// Open hours form a week, compared day by day.
    Week,
    /// Hour ranges form a set.
    Ranges,
    /// Days of the week form a set.
    Days,
}

impl Identity {
    /// Returns the property that identifies an item, as a key of the language's words.
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

/// The contents of a list, beyond its items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
    /// Items that are identified by their keys.
    Items,
    /// The week: entries that group days with the same hours.
    Week,
    /// A set of ranges within a day.
    Ranges,
    /// A set of days of the week.
    Days,
}

/// The observed effect of an empty list in a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WhenEmpty {
    /// The list becomes empty.
    Taken,
    /// The calendar is detached from its availability schedule.
    Detaches,
    /// The service refuses the list.
    Refused,
}

/// The least and the greatest allowed number.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Bounds {
    /// The least number.
    pub min: f64,
    /// True if the least number itself is excluded.
    pub above: bool,
    /// The greatest number.
    pub max: f64,
}

impl Bounds {
    /// Any finite number.
    pub const ANY: Self = Self {
        min: f64::NEG_INFINITY,
        above: false,
        max: f64::INFINITY,
    };
    /// 0 or more.
    pub const COUNT: Self = Self {
        min: 0.0,
        above: false,
        max: f64::INFINITY,
    };
    /// More than 0.
    pub const POSITIVE: Self = Self {
        min: 0.0,
        above: true,
        max: f64::INFINITY,
    };

    /// Returns true if a number is within the bounds.
    pub(crate) fn hold(self, number: Number) -> bool {
        let number = number.as_f64();
        (if self.above {
            number > self.min
        } else {
            number >= self.min
        }) && number <= self.max
    }

    /// Returns bounds between two numbers, both included.
    #[must_use]
    pub const fn between(min: f64, max: f64) -> Self {
        Self {
            min,
            above: false,
            max,
        }
    }
}
