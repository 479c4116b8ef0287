//! Knowledge: the document's tables of fields as data. Everything else derives from these rows.

mod calendar;
mod column;
mod describe;
mod location;
mod names;
mod row;
mod table;

use serde::Serialize;

use crate::names::names;

pub use crate::format::{Format, Samples};
pub(crate) use calendar::HOUR_RANGE;
pub use column::{Access, Bounds, Identity, Known};
pub(crate) use names::{NAMES, numbers};
pub(crate) use table::ROWS;
pub use table::{List, Member, Object, Type};

/// A kind of record.
///
/// The verbs are methods: [`validate`](Kind::validate), [`normalize`](Kind::normalize), [`read`](Kind::read),
/// [`diff`](Kind::diff), [`body`](Kind::body), [`review`](Kind::review), [`outcome`](Kind::outcome),
/// [`verify`](Kind::verify), [`merge`](Kind::merge), [`json_schema`](Kind::json_schema); and of the operation,
/// [`request`](Kind::request), [`response`](Kind::response), [`explain`](Kind::explain).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Kind {
    /// A bookable schedule (section 2.1).
    Calendar,
    /// A business record (section 2.2).
    Location,
}

names!(Kind, "kind", "calendar or location");

impl Kind {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Calendar, Self::Location];

    /// `calendar` or `location`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.record().name
    }

    /// The table of the record's members.
    #[must_use]
    pub const fn record(self) -> &'static Object {
        match self {
            Self::Calendar => &calendar::CALENDAR,
            Self::Location => &location::LOCATION,
        }
    }

    /// The record as a type.
    pub(crate) const fn record_type(self) -> &'static Type {
        static CALENDAR: Type = Type::Object(&calendar::CALENDAR);
        static LOCATION: Type = Type::Object(&location::LOCATION);
        match self {
            Self::Calendar => &CALENDAR,
            Self::Location => &LOCATION,
        }
    }

    /// The names under which a response wraps the record: the document's first, then those seen.
    #[must_use]
    pub fn envelopes(self) -> &'static [&'static str] {
        match self {
            Self::Calendar => &["calendar"],
            Self::Location => &["buiseness", "business"],
        }
    }
}
