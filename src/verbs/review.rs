//! The main job in one call: the issues, the changes and the body.

use serde::{Deserialize, Serialize};

use crate::ground::error::Error;
use crate::ground::json::{Each, Listed};
use crate::knowledge::issue::{Issue, Profile, Severity};
use crate::knowledge::schema::Shape;
use crate::record::open::Record;
use crate::verbs::body::{Body, Mode};
use crate::verbs::diff::{self, Diff, DiffOptions};
use crate::verbs::update::Update;
use crate::verbs::validate::{self, Report};

/// A draft compared with the stored record. Serializes as `{ report, diff, body }`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Review {
    /// The issues of the draft. For a full body, also the errors of stored values that it sends along.
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
    if mode == Mode::Full {
        let beside = errors_beside(update, stored, &body, profile);
        report.ok &= beside.is_empty();
        report.issues.extend(beside);
    }
    Ok(Review { report, diff, body })
}

/// Returns the errors of stored values that the body sends beside the draft: the service refuses the update for these, too.
/// They have no fix, since the draft does not have the values.
fn errors_beside(update: &Update, stored: &Record<'_>, body: &Body, profile: Profile) -> Vec<Issue> {
    let is_beside = |name: &str| update.draft.get(name).is_none();
    if !body.value.root().each_member().any(|(name, _)| is_beside(name)) {
        return Vec::new();
    }
    let found = validate::issues(&Record::within(stored.kind, body.value.root()), profile, Some(stored));
    let is_error = |issue: &Issue| issue.severity == Severity::Error && issue.path.first_name().is_some_and(is_beside);
    found.into_iter().filter(is_error).map(|issue| Issue { fix: None, ..issue }).listed()
}
