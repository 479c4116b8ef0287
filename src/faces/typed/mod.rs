//! Records as Rust types: the content of a response, and the content of an update.
//!
//! Read a response, edit a typed update, and pass it to the verbs:
//!
//! ```
//! use calendiff::{Calendar, CalendarUpdate, Kind, Mode};
//! # let response = serde_json::json!({ "calendar": { "id": "Kx2m", "slotDuration": 60, "appoinmentPerDay": "" } });
//!
//! let stored = Kind::Calendar.read(&response)?;
//! let calendar = Calendar::try_from(&stored)?;
//! let update = CalendarUpdate::default().slot_duration(calendar.slot_duration.unwrap_or(30.0) + 15.0);
//! let body = Kind::Calendar.body(&stored.value, &update, Mode::Full)?;
//! assert_eq!(body.value, serde_json::json!({ "slotDuration": 75 }));
//! # Ok::<(), calendiff::Error>(())
//! ```
//!
//! [`Calendar`] and [`Location`] can be made from any record that [`Kind::read`] returns, and convert back to the same
//! JSON. Members without a field, and values that are not of their field's type, stay unchanged in `other`:
//!
//! ```
//! # use calendiff::{Calendar, Kind};
//! # let response = serde_json::json!({ "calendar": { "id": "Kx2m", "slotDuration": 60, "appoinmentPerDay": "many" } });
//! # let stored = Kind::Calendar.read(&response)?;
//! # let calendar = Calendar::try_from(&stored)?;
//! assert_eq!((calendar.appoinment_per_day, &calendar.other["appoinmentPerDay"]), (None, &"many".into()));
//! assert_eq!(calendar.to_value()?, stored.value);
//! # Ok::<(), calendiff::Error>(())
//! ```
//!
//! [`CalendarUpdate`] and [`LocationUpdate`] have no field for members that only responses contain. They refuse a value
//! that is not of its field's type, with an error that names its place. Unknown members stay in `other` here too:
//! [`Kind::validate`] reports them.
//!
//! ```
//! # use calendiff::CalendarUpdate;
//! let refused = serde_json::from_str::<CalendarUpdate>(r#"{ "openHours": [{ "hours": [{ "openHour": null }] }] }"#);
//! assert_eq!(refused.unwrap_err().to_string(), "/openHours/0/hours/0/openHour: expected integer, found null");
//! ```
//!
//! A draft in JSON becomes an update through its [`ValidationReport`], if that is ok. An update made from a whole [`Calendar`]
//! repeats everything that an update can contain.
//!
//! A record in its envelope is refused, since it would be a record without a member:
//!
//! ```
//! # use calendiff::Calendar;
//! let refused = serde_json::from_str::<Calendar>(r#"{ "calendar": { "name": "Intro" } }"#).unwrap_err();
//! let said = "expected a calendar alone, found it inside \"calendar\"; `Kind::read` takes it out";
//! assert_eq!(refused.to_string(), said);
//! ```
//!
//! Parts that are the same in both directions, such as [`HourRange`], are one type. In an update they are as strict as
//! the update; alone, they accept anything that a response may contain. Every field is optional: an absent member is
//! `None`, and null is never absent. Numbers are `f64` and integers `i64`; a number that does not fit is treated like a
//! value of another type, and is never rounded. A member with known values is an enum, with `Other` for all other
//! values. New rows of the tables become new fields, so structs are built from [`Default`], with a method for each
//! field or field by field.

mod builders;
mod convert;
mod enums;
#[cfg(feature = "js")]
mod js;
mod json;
mod record;
mod rows;
#[cfg(test)]
mod written;

use serde_json::Value;

pub use rows::*;

use crate::ground::error::{Error, ErrorReason};
use crate::knowledge::schema::Kind;
use crate::verbs::read::Stored;
use crate::verbs::validate::ValidationReport;
use convert::{Echo, Strictness, Typed};
use record::Record;

/// Conversions into and out of the structs of a kind of record.
macro_rules! conversions {
    ($kind:ident: $($record:ident)|+, $stored:ident, $update:ident) => {
        $(impl $record {
            /// Returns the record as JSON: the fields that are set, and `other`. A field that is set takes precedence over a
            /// member of `other` with the same name. With the feature `preserve_order` of `serde_json`, members are in the
            /// order of the tables, and those of `other` follow; without it, a `Value` holds them by name.
            ///
            /// # Errors
            /// `not_json` if a number is infinite or not a number.
            pub fn to_value(&self) -> Result<Value, Error> {
                Ok(self.write()?)
            }
        })+

        /// Converts the record that was read, without loss.
        ///
        /// # Errors
        /// `wrong_kind` if another kind of record was read.
        impl TryFrom<&Stored> for $stored {
            type Error = Error;

            fn try_from(stored: &Stored) -> Result<Self, Error> {
                expect_kind(Kind::$kind, stored.kind)?;
                record::read(&stored.value.to_value(), Strictness::Response)
            }
        }

        /// Converts the record that was read, without loss.
        impl TryFrom<Stored> for $stored {
            type Error = Error;

            fn try_from(stored: Stored) -> Result<Self, Error> {
                Self::try_from(&stored)
            }
        }

        /// Converts the draft in canonical form. Members that only responses contain are omitted: they are as stored,
        /// otherwise the report would not be ok.
        ///
        /// # Errors
        /// `wrong_kind` if the draft is of another kind of record, `not_ok` if the report is not (the message lists the
        /// errors), `wrong_type` if a number does not fit its field.
        impl TryFrom<&ValidationReport> for $update {
            type Error = Error;

            fn try_from(report: &ValidationReport) -> Result<Self, Error> {
                expect_kind(Kind::$kind, report.kind.unwrap_or(Kind::$kind))?;
                expect_ok(Kind::$kind, report)?;
                record::read(&report.value.to_value(), Strictness::Report)
            }
        }

        /// Converts the draft in canonical form.
        impl TryFrom<ValidationReport> for $update {
            type Error = Error;

            fn try_from(report: ValidationReport) -> Result<Self, Error> {
                Self::try_from(&report)
            }
        }

        /// Copies everything that an update can contain: without `other` and members that only responses contain, at
        /// any depth; and without empty lists, which the service is reported to refuse, or to detach a schedule for.
        impl From<$stored> for $update {
            fn from(stored: $stored) -> Self {
                let mut update: Self = stored.echo();
                update.drop_empty_lists();
                update
            }
        }
    };
}

conversions! { Calendar: Calendar | CalendarUpdate, Calendar, CalendarUpdate }
conversions! { Location: Location | LocationUpdate, Location, LocationUpdate }

fn expect_kind(expected: Kind, found: Kind) -> Result<(), Error> {
    if expected == found {
        return Ok(());
    }
    Err(ErrorReason::WrongKind {
        expected: expected.name(),
        found: found.name(),
    }
    .into())
}

/// Maximum number of errors that a refusal names.
const NAMED: usize = 5;

fn expect_ok(kind: Kind, report: &ValidationReport) -> Result<(), Error> {
    if report.ok {
        return Ok(());
    }
    let named = report.errors().take(NAMED);
    let more = report.errors().skip(NAMED).count();
    let mut found: Vec<String> = named
        .map(|issue| format!("{}: {}", issue.path, issue.detail()))
        .collect();
    if more > 0 {
        found.push(format!("and {more} more"));
    }
    Err(ErrorReason::NotOk {
        kind: kind.name(),
        errors: found.join("; "),
    }
    .into())
}
