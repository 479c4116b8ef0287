//! The main job in one call: the issues, the changes and the body.

use serde::{Deserialize, Serialize};

use crate::ground::error::Error;
use crate::ground::json::Json;
use crate::knowledge::issue::Profile;
use crate::knowledge::schema::{Kind, PayloadShape};
use crate::record::open::{self, Record};
use crate::verbs::body::{Body, BodyOptions, Mode};
use crate::verbs::diff::{self, Diff, DiffOptions, WhenAbsent};
use crate::verbs::gate;
use crate::verbs::openings::{self, Effect, Span};
use crate::verbs::outcome;
use crate::verbs::update::Update;
use crate::verbs::validate::{self, ValidationReport};

/// The options of [`Kind::review`](crate::Kind::review).
///
/// ```
/// use calendiff::{Kind, Profile, ReviewOptions, Span};
/// use serde_json::json;
///
/// let day = json!({ "openHour": 9, "openMinute": 0, "closeHour": 17, "closeMinute": 0 });
/// let stored = json!({ "openHours": [{ "daysOfTheWeek": [1, 2, 3, 4, 5], "hours": [day] }] });
/// let options = ReviewOptions::from(Profile::Service).span(Span::days("2026-12-01", 30)?);
/// let review = Kind::Calendar.review(&stored, json!({ "openHours": [] }), options)?;
/// assert_eq!(review.effect.unwrap().words, "open on 0 of 30 days, was 22: 0 hours, was 176 hours");
/// # Ok::<(), calendiff::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ReviewOptions {
    /// The profile, which decides what the service accepts.
    pub profile: Profile,
    /// The part of the record to send.
    pub mode: Mode,
    /// The dates over which the review compares what a calendar offers before and after. None if there is no span.
    pub span: Option<Span>,
}

impl ReviewOptions {
    /// Sets the profile, which decides what the service accepts.
    #[must_use]
    pub fn profile(self, profile: Profile) -> Self {
        Self { profile, ..self }
    }

    /// Sets the part of the record to send.
    #[must_use]
    pub fn mode(self, mode: Mode) -> Self {
        Self { mode, ..self }
    }

    /// Sets the dates over which the review compares what a calendar offers before and after.
    #[must_use]
    pub fn span(self, span: impl Into<Option<Span>>) -> Self {
        Self {
            span: span.into(),
            ..self
        }
    }
}

impl From<Profile> for ReviewOptions {
    fn from(profile: Profile) -> Self {
        Self {
            profile,
            ..Self::default()
        }
    }
}

impl From<Mode> for ReviewOptions {
    fn from(mode: Mode) -> Self {
        Self {
            mode,
            ..Self::default()
        }
    }
}

impl From<(Profile, Mode)> for ReviewOptions {
    fn from((profile, mode): (Profile, Mode)) -> Self {
        Self {
            profile,
            mode,
            span: None,
        }
    }
}

/// A draft compared with the stored record. Serializes as `{ report, diff, body, effect? }`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Review {
    /// The issues of the update: `report.ok` equals `body.can_send`. Errors are those for which the service refuses the
    /// body. An error of the draft that the body does not have, such as a short color, is a warning. Errors of stored values
    /// that the body sends along are about the stored record.
    pub report: ValidationReport,
    /// The changes from the stored record to the one that the service holds once it has accepted the body, under the
    /// profile: with [`Profile::Service`], settings that fall back to their defaults are among them, though not those that
    /// were not set. The patch is against the
    /// record as [`Kind::read`](crate::Kind::read) returns it.
    pub diff: Diff,
    /// The body to send. `body.can_send` tells if it may be sent.
    pub body: Body,
    /// What the update does to what a calendar offers over the span of the options. None without a span, or if nothing
    /// changes. Its warnings are among those of the report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effect: Option<Effect>,
}

impl Kind {
    /// Reads the stored record, validates the draft against it, builds the body, and compares the records before and
    /// after.
    ///
    /// Both may be in their envelope: a draft is often a response with a few values changed. Members that only
    /// responses contain are then notes, unless they differ from the stored ones.
    ///
    /// # Errors
    /// `not_a_record`: either does not contain a JSON object.
    ///
    /// ```
    /// use calendiff::{Kind, Mode, Profile};
    /// use serde_json::json;
    ///
    /// let stored = json!({ "calendar": { "id": "f06f", "appoinmentPerSlot": 1 } });
    /// let draft = json!({ "calendar": { "id": "f06f", "appointmentPerSlot": 2 } });
    /// let review = Kind::Calendar.review(&stored, &draft, (Profile::Specification, Mode::Full))?;
    /// assert_eq!(review.diff.words, ["appointments per slot 2, was 1"]);
    /// assert_eq!(review.body.value, json!({ "appoinmentPerSlot": 2 }));
    ///
    /// let refused = Kind::Calendar.review(&stored, json!([]), (Profile::Specification, Mode::Full)).unwrap_err();
    /// assert_eq!(refused.code(), "not_a_record");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn review(
        self,
        stored: impl Json,
        draft: impl Json,
        options: impl Into<ReviewOptions>,
    ) -> Result<Review, Error> {
        let (stored, draft) = (stored.held(), draft.held());
        review(
            &open::stored(self, stored.view())?,
            &open::record(self, draft.view())?,
            options.into(),
        )
    }
}

/// Answers [`Kind::review`](crate::Kind::review).
pub(crate) fn review(
    stored: &Record<'_>,
    draft: &Record<'_>,
    options: ReviewOptions,
) -> Result<Review, Error> {
    of_update(
        &Update::of(stored.kind, stored.view, draft.view),
        stored,
        draft,
        options,
    )
}

/// Reviews the update of a draft, for a caller that needs the update as well.
pub(crate) fn of_update(
    update: &Update,
    given: &Record<'_>,
    draft: &Record<'_>,
    options: ReviewOptions,
) -> Result<Review, Error> {
    let ReviewOptions {
        profile,
        mode,
        span,
    } = options;
    let kind = update.kind;
    let draft = draft.bare();
    let stored = Record::within(kind, update.stored.root());
    let judged = update.judged_body(BodyOptions { profile, mode });
    let mut report = validate::validate(&draft, profile, Some(&stored), PayloadShape::Update);
    let sent = Record::within(kind, judged.body.value.root());
    // The body contains members that the draft omits: all that can be sent, or the number beside an edited unit.
    report.issues.retain(|issue| !issue.code.is_omission());
    report
        .issues
        .extend(validate::omissions(&sent, profile, &stored));
    report.issues = gate::issues_of_update(report.issues, &judged, update, given.view, draft.view);
    report.ok = judged.body.can_send;
    let after = outcome::without_filled_in(stored.view, &sent, profile);
    let compare = DiffOptions::default().absent(WhenAbsent::Remove);
    let mut diff = diff::diff_written(kind, stored.view, after.root(), compare, &mut diff::copied)?;
    if profile == Profile::Service {
        diff.name_resets(kind, sent.view);
    }
    diff.leave_out_deleted_dates(kind);
    diff.mark_without_effect(kind, after.root().get("availabilityType"));
    let effect = span
        .map(|span| openings::effect(kind, [stored.view, after.root()], span))
        .transpose()?;
    let effect = effect.filter(Effect::differs);
    report.issues.extend(
        effect
            .iter()
            .flat_map(|effect| effect.issues.iter().cloned()),
    );
    Ok(Review {
        report,
        diff,
        body: judged.body,
        effect,
    })
}
