//! The main job in one call: the issues, the changes and the body.

use serde::{Deserialize, Serialize};

use crate::ground::error::Error;
use crate::knowledge::issue::Profile;
use crate::knowledge::schema::Shape;
use crate::record::open::Record;
use crate::verbs::body::{Body, BodyOptions, Mode};
use crate::verbs::diff::{self, Diff, DiffOptions, WhenAbsent};
use crate::verbs::gate;
use crate::verbs::outcome;
use crate::verbs::update::Update;
use crate::verbs::validate::{self, Report};

/// A draft compared with the stored record. Serializes as `{ report, diff, body }`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Review {
    /// The issues of the update: `report.ok` equals `body.can_send`. Errors are those for which the service refuses the
    /// body. An error of the draft that the body does not have, such as a short color, is a warning. Errors of stored values
    /// that the body sends along are about the stored record.
    pub report: Report,
    /// The changes from the stored record to the one that the service holds once it has accepted the body, under the
    /// profile: with [`Profile::Service`], settings that fall back to their defaults are among them, though not those that
    /// were not set. The patch is against the
    /// record as [`Kind::read`](crate::Kind::read) returns it.
    pub diff: Diff,
    /// The body to send. `body.can_send` tells if it may be sent.
    pub body: Body,
}

/// Answers [`Kind::review`](crate::Kind::review).
pub(crate) fn review(stored: &Record<'_>, draft: &Record<'_>, profile: Profile, mode: Mode) -> Result<Review, Error> {
    of_update(&Update::of(stored.kind, stored.view, draft.view), draft, profile, mode)
}

/// Reviews the update of a draft, for a caller that needs the update as well.
pub(crate) fn of_update(update: &Update, draft: &Record<'_>, profile: Profile, mode: Mode) -> Result<Review, Error> {
    let (kind, draft) = (update.kind, draft.bare());
    let stored = Record::within(kind, update.stored.root());
    let judged = update.judged_body(BodyOptions { profile, mode });
    let mut report = validate::validate(&draft, profile, Some(&stored), Shape::Update);
    if mode == Mode::Full {
        // The body contains the members that the draft omits.
        report.issues.retain(|issue| !issue.code.is_omission());
    }
    report.issues = gate::issues_of_update(report.issues, &judged, update, draft.view);
    report.ok = judged.body.can_send;
    let sent = Record::within(kind, judged.body.value.root());
    let after = outcome::without_filled_in(stored.view, &sent, profile);
    let compare = DiffOptions::default().absent(WhenAbsent::Remove);
    let mut diff = diff::diff_written(kind, stored.view, after.root(), compare, &mut diff::copied)?;
    if profile == Profile::Service {
        diff.name_resets(kind, sent.view);
    }
    Ok(Review { report, diff, body: judged.body })
}
