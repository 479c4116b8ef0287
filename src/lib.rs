//! Know what a PUT will do before you send it.
//!
//! You are about to update a booking calendar or a business location. calendiff says what is wrong with your draft, what it
//! changes, and what to send. It sends nothing, and reads no clock and no files.
//!
//! It fits HighLevel's API v2, also known as GoHighLevel and LeadConnector (`services.leadconnectorhq.com`): calendars
//! (version 2021-04-15), and businesses or locations (version 2021-07-28). You recognize it by `PUT /calendars/{calendarId}`,
//! `PUT /businesses/{businessId}` (or `/api/locations/{locationId}`), and members such as `appoinmentPerSlot`, without the
//! second t. calendiff is not affiliated with HighLevel.
//!
//! ```
//! use calendiff::{Kind, Mode, Profile};
//! use serde_json::json;
//!
//! let stored = json!({ "calendar": { "id": "Kx2m", "eventColor": "#039be5", "slotDuration": 60 } });
//! let draft = json!({ "eventColor": "#f00", "slotDuration": 45 });
//! let review = Kind::Calendar.review(&stored, &draft, (Profile::Specification, Mode::Full))?;
//!
//! // Bad data gives issues, each with a message, and a fix where the correction is certain.
//! let issue = &review.report.issues[0];
//! assert_eq!(issue.message(), "This color needs six digits, such as #ff0000.");
//! assert_eq!(issue.fix.as_ref().unwrap().title, "Write #ff0000");
//!
//! // Changes are said in words, and are JSON Patch and merge patch as well.
//! assert_eq!(review.diff.words, ["color #ff0000, was #039be5", "slot duration 45, was 60"]);
//! assert_eq!(review.diff.patch.len(), 2);
//!
//! // The body is in canonical form, without what only responses carry.
//! assert_eq!(review.body.value, json!({ "eventColor": "#ff0000", "slotDuration": 45 }));
//! # Ok::<(), calendiff::Error>(())
//! ```
//!
//! Begin at [`Kind`], which has the verbs. [`Calendar`] and [`Location`] are stored records as Rust types,
//! [`CalendarUpdate`] and [`LocationUpdate`] are the parts of them that an update accepts, and [`RecordForm`] is a draft that
//! someone edits. Values that have names, such as `Kind` and [`Profile`], display as these names and are parsed from
//! them.
//!
//! | verb | takes | returns |
//! |---|---|---|
//! | [`validate`](Kind::validate), [`validate_text`](Kind::validate_text) | a draft | [`ValidationReport`] of [`Issue`]s |
//! | [`fix`](Kind::fix) | a draft | [`Fixed`] |
//! | [`normalize`](Kind::normalize) | a draft | the draft in canonical form |
//! | [`read`](Kind::read) | a response | [`Stored`] |
//! | [`diff`](Kind::diff) | stored, draft | [`Diff`] of [`Change`]s |
//! | [`body`](Kind::body) | stored, draft | [`Body`] with each [`Decision`] |
//! | [`review`](Kind::review) | stored, draft | [`Review`]: report, diff and body |
//! | [`outcome`](Kind::outcome) | stored, sent | the stored record with the body on top; for the profile `service` with the resets that are reported |
//! | [`verify`](Kind::verify) | stored, sent, read back | [`Verified`] |
//! | [`merge`](Kind::merge) | base, ours, theirs | [`Merged`] with each [`Conflict`] |
//! | [`openings`](Kind::openings) | stored, dates | [`Openings`]: hours and starts of each date |
//! | [`effect`](Kind::effect) | before, after, dates | [`Effect`] on what can be booked |
//! | [`form`](Kind::form) | stored | [`RecordForm`] |
//! | [`request`](Kind::request) | a body | [`UpdateRequest`] |
//! | [`response`](Kind::response) | status and text | [`UpdateResponse`] |
//! | [`explain`](Kind::explain) | the texts of a refusal | [`Issue`]s |
//! | [`edit`](Kind::edit) | stored, wished values by key | [`Edited`] |
//! | [`Sandbox`] | a request | what the service would answer |
//! | [`json_schema`](Kind::json_schema) | update or record | a JSON Schema |
//! | [`openapi`] | | both updates in OpenAPI 3.1 |
//!
//! [`ValidationReport`], [`Fixed`], [`Stored`], [`Diff`], [`Body`], [`Review`], [`Verified`] and [`Merged`] deserialize from their
//! JSON, in any language. The JSON contains neither [`ValidationReport::kind`] nor [`Issue::span`].
//!
//! ```
//! use calendiff::{Diff, Kind, WhenAbsent};
//! use serde_json::json;
//!
//! let diff = Kind::Calendar.diff(json!({ "slotDuration": 60 }), json!({ "slotDuration": 45 }), WhenAbsent::Keep)?;
//! let text = serde_json::to_string(&diff).unwrap();
//! assert_eq!(serde_json::from_str::<Diff>(&text).unwrap(), diff);
//! # Ok::<(), calendiff::Error>(())
//! ```
//!
//! [`report`] makes pages, Markdown and pictures of an update, and [`Language`] renders results as text. [`json`] contains the
//! JSON types that all of these take, and JSON Patch; [`schema`] contains the tables of both records.
//!
//! The [`guide`] is here as well: [a tutorial](guide::rust), with the features of this crate and other crates beside it, [each step
//! of an update](guide::update), [merging](guide::conflicts), [the command](guide::command), and [what you may depend
//! on](guide::stability).
#![cfg_attr(docsrs, feature(doc_cfg))]
// A public type may grow. One that is complete says so, and has a row in docs/stability.md.
#![warn(clippy::exhaustive_enums, clippy::exhaustive_structs)]

/// The verbs: each answers one question about records. The documentation of [`Kind`] has them in this order.
#[rustfmt::skip]
mod verbs {
    pub(crate) mod validate;
    pub(crate) mod fix;
    pub(crate) mod normalize;
    pub(crate) mod read;
    pub(crate) mod read_text;
    pub(crate) mod diff;
    pub(crate) mod body;
    pub(crate) mod review;
    pub(crate) mod edit;
    pub(crate) mod openings;
    pub(crate) mod outcome;
    pub(crate) mod verify;
    pub(crate) mod merge;
    pub(crate) mod json_schema;
    pub(crate) mod update;
    pub(crate) mod gate;
}

mod faces;
mod form;
mod ground;
mod knowledge;
mod record;
pub mod report;
mod service;
mod testing;

// The README's code runs as the guide's does.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

// The crate's table of contents.

#[cfg(feature = "wasm-validate")]
#[doc(hidden)]
pub use faces::facade;
#[cfg(doc)]
pub use faces::guide;
#[cfg(feature = "js")]
pub use faces::js;
pub use faces::typed;
pub use ground::json;
pub use knowledge::schema;
#[cfg(feature = "proptest")]
pub use testing::strategies;

// Start here: the type with the verbs, records as Rust types, and a draft in a form.
#[doc(inline)]
pub use faces::typed::{Calendar, CalendarUpdate, Location, LocationUpdate};
pub use form::RecordForm;
#[doc(inline)]
pub use knowledge::schema::Kind;
pub use knowledge::schema::PayloadShape;

// Issues of a draft, and their fixes.
pub use knowledge::issue::{About, Basis, Code, CodeRow, Fix, Issue, Profile, Severity};
pub use verbs::fix::Fixed;
pub use verbs::update::{Action, Decision};
pub use verbs::validate::{ValidateOptions, ValidationReport};

// The openings of a calendar.
pub use verbs::openings::{
    Effect, OpeningDate, OpeningReason, OpeningSlot, OpeningTotal, Openings, Span,
};

// Changes, the body to send, and the result of an update.
pub use record::KeyPath;
pub use verbs::body::{Body, BodyOptions, Mode};
pub use verbs::diff::{Change, ChangeKind, Diff, DiffOptions, Sameness, WhenAbsent};
pub use verbs::read::Stored;
pub use verbs::review::{Review, ReviewOptions};
pub use verbs::verify::{NotApplied, Verified};

// Merging the edits of two people, and a form for a record.
pub use form::{Day, DayHours, Delta, DraftEdit, Rebased, Saved, Splice};
pub use verbs::edit::{Edit, EditOptions, Edited, Edits};
pub use verbs::merge::{Conflict, Merged, MergedChange, Resolution, Resolve, Side};

// The service's two updates: requests, responses, and the sandbox for both.
pub use knowledge::operations::Operation;
pub use knowledge::status::StatusRow;
pub use service::openapi::openapi;
pub use service::request::{Api, RequestOptions, UpdateRequest};
pub use service::response::{NotJson, Refusal, RefusalReason, UpdateResponse};
pub use service::sandbox::{Sandbox, SandboxFault, SandboxReply, SandboxRequest, SandboxUpdate};

// For other tools, and for text that people read.
pub use ground::error::{Error, ErrorKind};
pub use ground::visible::{visible, visible_json};
pub use knowledge::language::{Language, Params, Sentence};
