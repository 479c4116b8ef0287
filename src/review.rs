//! The main job in one call: the issues, the changes and the body.

use serde::{Deserialize, Serialize};

use crate::body::{Body, Mode};
use crate::diff::{Diff, DiffOptions};
use crate::error::Error;
use crate::issue::{Code, Profile};
use crate::json::Json;
use crate::schema::Kind;
use crate::update::Update;
use crate::validate::{Options, Report};

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
    /// let review = Kind::Calendar.review(&stored, &draft, Profile::Document, Mode::Full)?;
    /// assert_eq!(review.diff.words, ["appointments per slot 2, was 1"]);
    /// assert_eq!(review.body.value, json!({ "appoinmentPerSlot": 2 }));
    ///
    /// let refused = Kind::Calendar.review(&stored, &json!([]), Profile::Document, Mode::Full).unwrap_err();
    /// assert_eq!(refused.code(), "not_a_record");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn review(self, stored: impl Json, draft: impl Json, profile: Profile, mode: Mode) -> Result<Review, Error> {
        let (stored, draft) = (stored.held(), draft.held());
        let (stored, draft) = (self.whole_record_in(stored.view())?, self.record_in(draft.view())?);
        let mut report = self.validate(draft, &Options { profile, stored: Some(&stored) })?;
        if mode == Mode::Full {
            // The body contains the members that the draft omits.
            report.issues.retain(|issue| !matches!(issue.code, Code::OmittedDefaults | Code::OmittedResets));
        }
        let update = Update::of(self, stored, draft)?;
        let diff = self.diff(&update.stored, &update.after, DiffOptions::default().raw(true))?;
        Ok(Review { report, diff, body: update.body(mode).into() })
    }
}
