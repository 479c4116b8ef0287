#![doc = include_str!("../README.md")]

mod body;
mod diff;
mod error;
pub mod facade;
mod fix;
mod format;
mod issue;
pub mod json;
mod json_schema;
mod normalize;
mod read;
#[cfg(feature = "http")]
mod request;
mod review;
pub mod schema;
#[cfg(feature = "proptest")]
pub mod strategies;
mod validate;
#[cfg(feature = "wasm")]
mod wasm;

pub use body::{Action, Body, Decision, Mode};
pub use diff::{Absent, Change, ChangeKind, Diff};
pub use error::Error;
pub use fix::Fixed;
pub use issue::{Basis, Code, Fix, Issue, Params, Profile, Row, Severity, render};
pub use json_schema::Shape;
pub use read::Stored;
pub use review::Review;
pub use schema::Kind;
pub use validate::{Options, Report};
