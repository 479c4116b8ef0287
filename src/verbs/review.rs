//! The main job in one call: the issues, the changes and the body.

use serde::{Deserialize, Serialize};

use crate::ground::error::Error;
use crate::ground::json::Json;
use crate::knowledge::issue::{Code, Profile};
use crate::knowledge::schema::Kind;
use crate::record::open;
use crate::verbs::body::{Body, Mode};
use crate::verbs::diff::{self, Diff, DiffOptions};
use crate::verbs::update::Update;
use crate::verbs::validate::{self, Options, Report};

/// A draft compared with the stored record. Serializes as `{ report, diff, body }`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Review {
    /// The issues of the draft.
    pub report: Report,
    /// The changes of the stored record by the update, after the body is sent. The patch is against the stored record
    /// with misspelled aliases renamed, like the result of [`Kind::read`].
    pub diff: Diff,
    /// The body to send.
    pub body: Body,
}

/// Answers [`Kind::review`].
pub(crate) fn review(
    kind: Kind,
    stored: impl Json,
    draft: impl Json,
    profile: Profile,
    mode: Mode,
) -> Result<Review, Error> {
    let (stored, draft) = (stored.held(), draft.held());
    let (stored, draft) = (open::whole_record_in(kind, stored.view())?, open::record_in(kind, draft.view())?);
    let mut report = validate::validate(kind, draft, &Options { profile, stored: Some(&stored) })?;
    if mode == Mode::Full {
        // The body contains the members that the draft omits.
        report.issues.retain(|issue| !matches!(issue.code, Code::OmittedDefaults | Code::OmittedResets));
    }
    let update = Update::of(kind, stored, draft)?;
    let diff = diff::diff(kind, &update.stored, &update.after, DiffOptions::default().raw(true))?;
    Ok(Review { report, diff, body: update.body(mode).into() })
}
