#![doc = include_str!("../README.md")]

mod body;
mod diff;
mod error;
mod explain;
pub mod facade;
mod fix;
mod form;
mod format;
mod issue;
pub mod json;
// The npm package ships what it makes instead.
#[cfg(not(all(feature = "wasm", target_family = "wasm")))]
mod json_schema;
mod language;
mod merge;
mod normalize;
mod operations;
mod outcome;
mod read;
mod record;
mod request;
mod response;
mod review;
mod sandbox;
pub mod schema;
#[cfg(feature = "proptest")]
pub mod strategies;
// The npm package has no use for it, and is smaller without.
#[cfg(not(all(feature = "wasm", target_family = "wasm")))]
pub mod typed;
mod validate;
mod verify;
mod visible;
#[cfg(feature = "wasm")]
mod wasm;

pub use body::{Action, Body, Decision, Mode};
pub use diff::{Absent, By, Change, ChangeKind, Compare, Diff};
pub use error::Error;
pub use fix::Fixed;
pub use form::{Day, DayHours, Delta, DraftEdit, Form, Rebased, Resolution, Splice};
pub use issue::{Basis, Code, Fix, Issue, Messages, Params, Profile, Row, Severity, render};
#[cfg(not(all(feature = "wasm", target_family = "wasm")))]
pub use json_schema::Shape;
pub use merge::{Choice, Conflict, Merged, Resolve, Side, Taken};
pub use operations::Operation;
pub use read::Stored;
pub use record::KeyPath;
pub use request::{Api, Request, RequestOptions};
pub use response::{Refusal, Refused, Response};
pub use review::Review;
pub use sandbox::{Call, Reply, Sandbox};
pub use schema::Kind;
#[cfg(not(all(feature = "wasm", target_family = "wasm")))]
pub use typed::{Calendar, CalendarUpdate, Location, LocationUpdate};
pub use validate::{Options, Report};
pub use verify::{NotApplied, Verified};
pub use visible::{visible, visible_json};
