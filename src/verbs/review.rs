//! The main job in one call: the issues, the changes and the body.

use serde::{Deserialize, Serialize};

use crate::ground::error::Error;
use crate::knowledge::issue::{Issue, Profile, Severity};
use crate::knowledge::schema::Shape;
use crate::record::open::Record;
use crate::record::place_in_draft;
use crate::verbs::body::{Body, Mode};
use crate::verbs::diff::{self, Diff, DiffOptions};
use crate::verbs::update::Update;
use crate::verbs::validate::{self, Report};

/// A draft compared with the stored record. Serializes as `{ report, diff, body }`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Review {
    /// The issues of the draft, and the errors of stored values that the body sends along.
    pub report: Report,
    /// The changes of the stored record by the update, after the body is sent. The patch is against the stored record
    /// with misspelled aliases renamed, like the result of [`Kind::read`](crate::Kind::read).
    pub diff: Diff,
    /// The body to send.
    pub body: Body,
}

/// Answers [`Kind::review`](crate::Kind::review).
pub(crate) fn review(stored: &Record<'_>, draft: &Record<'_>, profile: Profile, mode: Mode) -> Result<Review, Error> {
    of_update(&Update::of(stored.kind, stored.view, draft.view), stored, draft, profile, mode)
}

/// Reviews the update of two records, for a caller that needs the update as well.
pub(crate) fn of_update(
    update: &Update,
    stored: &Record<'_>,
    draft: &Record<'_>,
    profile: Profile,
    mode: Mode,
) -> Result<Review, Error> {
    let mut report = validate::validate(&draft.bare(), profile, Some(stored), Shape::Update);
    if mode == Mode::Full {
        // The body contains the members that the draft omits.
        report.issues.retain(|issue| !issue.code.is_omission());
    }
    let [before, after] = [&update.stored, &update.after].map(|tree| tree.root());
    let diff = diff::diff_written(stored.kind, before, after, DiffOptions::default(), &mut diff::copied)?;
    let body = update.body(mode);
    let beside = errors_beside(&report, draft, stored, &body, profile);
    report.ok &= beside.is_empty();
    report.issues.extend(beside);
    Ok(Review { report, diff, body })
}

/// Returns the errors of stored values that the body sends along: the service refuses the update for these, too. They have
/// no fix, since the draft does not have the values.
fn errors_beside(
    report: &Report,
    draft: &Record<'_>,
    stored: &Record<'_>,
    body: &Body,
    profile: Profile,
) -> Vec<Issue> {
    let record = Record::within(stored.kind, body.value.root());
    let mut errors = validate::issues(&record, profile, Some(stored));
    errors.retain(|issue| issue.severity == Severity::Error);
    if errors.is_empty() {
        return errors;
    }
    for issue in &mut errors {
        issue.path = place_in_draft(stored.kind, draft.view, &issue.path);
        issue.fix = None;
    }
    errors.retain(|issue| !report.issues.iter().any(|told| told.code == issue.code && told.path == issue.path));
    errors
}
