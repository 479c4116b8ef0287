//! Knowledge: the specification's tables of fields as data. Everything else derives from these rows.

mod calendar;
mod column;
mod describe;
mod example;
mod key;
mod location;
mod names;
mod record;
#[cfg(test)]
mod room;
mod row;
mod shape;
mod table;

use serde::{Deserialize, Serialize};

use crate::ground::names::names;

pub use crate::knowledge::format::{Format, Samples};
pub(crate) use calendar::HOUR_RANGE;
pub use column::{Access, Bounds, Identity, Known};
pub(crate) use column::{Holds, WhenEmpty};
pub(crate) use describe::number_of_text;
pub(crate) use example::example;
pub(crate) use key::{Key, KeyOf, date_of, is_deleted};
pub(crate) use names::{NAMES, NUMBERS, numbers};
pub use shape::PayloadShape;
pub use table::{List, Member, Object, Type};
pub(crate) use table::{ROWS, member_in};

/// A kind of record.
///
/// The verbs are methods: [`validate`](Kind::validate), [`normalize`](Kind::normalize), [`read`](Kind::read),
/// [`diff`](Kind::diff), [`body`](Kind::body), [`review`](Kind::review), [`outcome`](Kind::outcome),
/// [`verify`](Kind::verify), [`merge`](Kind::merge), [`json_schema`](Kind::json_schema); and of the operation,
/// [`request`](Kind::request), [`response`](Kind::response), [`explain`](Kind::explain).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Kind {
    /// A bookable schedule (section 2.1).
    Calendar,
    /// A business record (section 2.2).
    Location,
    /// A kind for tests.
    #[cfg(test)]
    Room,
}

names!(Kind, "kind", "calendar or location");

impl Kind {
    /// All kinds.
    pub const ALL: &[Self] = &[Self::Calendar, Self::Location];

    /// Returns `calendar` or `location`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.table().name
    }

    /// Returns the data about this kind.
    pub(crate) const fn row(self) -> &'static record::KindRow {
        match self {
            Self::Calendar => &calendar::RECORD,
            Self::Location => &location::RECORD,
            #[cfg(test)]
            Self::Room => &room::RECORD,
        }
    }

    /// Returns the table of the record's members.
    #[must_use]
    pub const fn table(self) -> &'static Object {
        self.row().table()
    }

    /// Returns the record as a type.
    pub(crate) const fn record_type(self) -> &'static Type {
        &self.row().ty
    }

    /// Returns the names under which a response wraps the record: the specification's first, then observed ones.
    #[must_use]
    pub fn envelopes(self) -> &'static [&'static str] {
        self.row().envelopes
    }
}
