//! Compares two records: returns changes in words, and a patch of as few operations as they need.

mod change;
mod compare;
mod effects;
mod meant;
mod merge_patch;
mod partial;
mod read;
mod walk;
mod week;
mod written;

use serde_json::Value;

use crate::ground::error::Error;
use crate::ground::json::{Json, Segment, Tree, View};
use crate::knowledge::schema::Kind;
use crate::record::open::{self, Record};

pub use change::{Change, ChangeKind, Diff};
pub use compare::{DiffOptions, Sameness, WhenAbsent};
pub(crate) use effects::mark_without_effect;
pub(crate) use meant::with_members;
use meant::{meant, renamed};
pub(crate) use partial::{item_changes, member_changes, record_changes};
pub(crate) use read::{StoredWords, told};
pub(crate) use walk::Differ;
pub(crate) use written::{copied, diff_written, whole_changes};

impl Kind {
    /// Compares a draft with the stored record. A list of the draft replaces the whole list: of special dates, `[one]`
    /// removes every other. To change one day or one date, use [`RecordForm::set_day`](crate::RecordForm::set_day) and
    /// [`RecordForm::set_date`](crate::RecordForm::set_date).
    ///
    /// Arrays are compared by the keys of their items: team members by `userId`, special dates by calendar date, open
    /// hours as a week, meeting places by kind and location. Equal meaning is no change: the case of a color, the
    /// spelling of an instant, 1 and 1.0, the order of days, of hours and of special dates; [`Sameness::Spelling`](crate::Sameness::Spelling)
    /// counts those too. An alias stands for the member that it means, and a changed text is given in canonical form,
    /// as in the body; [`DiffOptions::raw`] leaves both as they are written. Items whose keys are missing or duplicates
    /// are compared by position, and a note says so. Time grows with the size of the records, n log n for arrays.
    /// Records may be in their envelope; paths begin inside it.
    ///
    /// # Errors
    /// `not_a_record`: one of the two is not a JSON object.
    ///
    /// ```
    /// use calendiff::{WhenAbsent, Sameness, DiffOptions, Kind};
    /// use serde_json::json;
    ///
    /// let stored = json!({ "eventColor": "#039be5", "slug": "intro" });
    /// let diff = Kind::Calendar.diff(&stored, json!({ "eventColor": "#ff0000" }), WhenAbsent::Keep)?;
    /// assert_eq!(diff.words, ["color #ff0000, was #039be5"]);
    /// assert_eq!(diff.merge_patch, Some(json!({ "eventColor": "#ff0000" })));
    ///
    /// let diff = Kind::Calendar.diff(&stored, json!({ "eventColor": "#039BE5" }), WhenAbsent::Remove)?;
    /// assert_eq!(diff.words, ["slug removed, was intro"]);
    ///
    /// let spelling = DiffOptions::default().by(Sameness::Spelling);
    /// let diff = Kind::Calendar.diff(&stored, json!({ "eventColor": "#039BE5" }), spelling)?;
    /// assert_eq!(diff.words, ["color #039BE5, was #039be5"]);
    ///
    /// let (stored, draft) = (json!({ "appointmentPerSlot": 1 }), json!({ "eventColor": "#FFF000", "appoinmentPerSlot": 2 }));
    /// let diff = Kind::Calendar.diff(&stored, &draft, WhenAbsent::Keep)?;
    /// assert_eq!(diff.words, ["appointments per slot 2, was 1", "color #fff000, was not set"]);
    ///
    /// assert_eq!(Kind::Calendar.diff(&stored, json!([]), WhenAbsent::Keep).unwrap_err().code(), "not_a_record");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn diff(
        self,
        stored: impl Json,
        draft: impl Json,
        compare: impl Into<DiffOptions>,
    ) -> Result<Diff, Error> {
        let (stored, draft) = (stored.held(), draft.held());
        let (stored, draft) = (
            open::stored(self, stored.view())?,
            open::record(self, draft.view())?,
        );
        diff(&stored, &draft, compare.into(), &mut copied)
    }
}

/// Answers [`Kind::diff`](crate::Kind::diff). `own` converts each value that the merge patch copies unchanged from the
/// draft, given its path in the record.
pub(crate) fn diff(
    stored: &Record<'_>,
    draft: &Record<'_>,
    compare: DiffOptions,
    own: &mut dyn FnMut(&[Segment], View<'_>) -> Value,
) -> Result<Diff, Error> {
    let kind = stored.kind;
    let stored = stored.view;
    let draft = draft.view;
    // The type that the record has after the changes: only it decides which changes of hours have an effect.
    let kept = stored
        .get("availabilityType")
        .filter(|_| compare.absent == WhenAbsent::Keep);
    let availability_type = draft.get("availabilityType").or(kept);
    if !compare.is_of_meaning() {
        let mut diff = diff_written(kind, stored, draft, compare, own)?;
        if compare.by == Sameness::Meaning {
            diff.mark_without_effect(kind, availability_type);
        }
        return Ok(diff);
    }
    let renamed = renamed(kind.table(), stored);
    let meant = meant(kind.table(), stored, draft);
    // Both sides are compared under the names of the protocol. If the stored record had aliases, the patch does not fit it yet:
    // `rename_first` puts the renames before it, and adds the tests only then.
    let over = renamed.as_ref().map_or(stored, Tree::root);
    let within = compare.tests(compare.tests && renamed.is_none());
    let mut diff = match &meant {
        // `own` gives the caller's own value for a part of the draft. A respelled draft has other values, which are copied.
        None => diff_written(kind, over, draft, within, own)?,
        Some(meant) => diff_written(kind, over, meant.root(), within, &mut copied)?,
    };
    diff.mark_without_effect(kind, availability_type);
    if renamed.is_some() && !diff.changes.is_empty() {
        diff.rename_first(kind, stored, compare.tests)?;
    }
    Ok(diff)
}
