//! Compares two records: returns changes in words, and a patch of as few operations as they need.

mod change;
mod compare;
mod meant;
mod merge_patch;
mod partial;
mod read;
mod walk;
mod week;

use serde_json::Value;

use crate::error::Error;
use crate::issue::{Code, Issue};
use crate::json::{Json, Listed, Segment, Tree, View, patch};
use crate::schema::Kind;

pub use change::{Change, ChangeKind, Diff};
pub use compare::{DiffOptions, Sameness, WhenAbsent};
use meant::{meant, renamed};
pub(crate) use partial::{comings_and_goings, item_changes, member_changes};
pub(crate) use walk::Differ;

impl Kind {
    /// Compares a draft with the stored record. A list of the draft replaces the whole list: of special dates, `[one]`
    /// removes every other. To change one day or one date, use [`Form::set_day`](crate::Form::set_day) and
    /// [`Form::set_date`](crate::Form::set_date).
    ///
    /// Arrays are compared by the keys of their items: team members by `userId`, special dates by calendar date, open
    /// hours as a week, meeting places by kind and location. Equal meaning is no change: the case of a color, the
    /// spelling of an instant, 1 and 1.0, the order of days, of hours and of special dates; [`Sameness::Spelling`]
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
    /// let diff = Kind::Calendar.diff(&stored, &json!({ "eventColor": "#ff0000" }), WhenAbsent::Keep)?;
    /// assert_eq!(diff.words, ["color #ff0000, was #039be5"]);
    /// assert_eq!(diff.merge_patch, Some(json!({ "eventColor": "#ff0000" })));
    ///
    /// let diff = Kind::Calendar.diff(&stored, &json!({ "eventColor": "#039BE5" }), WhenAbsent::Remove)?;
    /// assert_eq!(diff.words, ["slug removed, was intro"]);
    ///
    /// let spelling = DiffOptions::default().by(Sameness::Spelling);
    /// let diff = Kind::Calendar.diff(&stored, &json!({ "eventColor": "#039BE5" }), spelling)?;
    /// assert_eq!(diff.words, ["color #039BE5, was #039be5"]);
    ///
    /// let (stored, draft) = (json!({ "appointmentPerSlot": 1 }), json!({ "eventColor": "#FFF000", "appoinmentPerSlot": 2 }));
    /// let diff = Kind::Calendar.diff(&stored, &draft, WhenAbsent::Keep)?;
    /// assert_eq!(diff.words, ["appointments per slot 2, was 1", "color #fff000, was not set"]);
    ///
    /// assert_eq!(Kind::Calendar.diff(&stored, &json!([]), WhenAbsent::Keep).unwrap_err().code(), "not_a_record");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn diff(self, stored: impl Json, draft: impl Json, compare: impl Into<DiffOptions>) -> Result<Diff, Error> {
        let (stored, draft) = (stored.held(), draft.held());
        let (stored, draft) = (stored.view(), draft.view());
        self.diff_over(stored, draft, compare.into(), &mut |_, value| value.to_value())
    }

    /// Like [`diff`](Kind::diff), but `own` converts each value that the merge patch copies unchanged from the draft,
    /// given its path in the record.
    pub(crate) fn diff_over(
        self,
        stored: View<'_>,
        draft: View<'_>,
        compare: DiffOptions,
        own: &mut dyn FnMut(&[Segment], View<'_>) -> Value,
    ) -> Result<Diff, Error> {
        let (stored, draft) = (self.whole_record_in(stored)?, self.record_in(draft)?);
        if !compare.is_of_meaning() {
            return self.diff_written(stored, draft, compare, own);
        }
        let (renamed, meant) = (renamed(self.record(), stored), meant(self.record(), stored, draft));
        let over = renamed.as_ref().map_or(stored, Tree::root);
        let within = compare.tests(compare.tests && renamed.is_none());
        let mut diff = match &meant {
            None => self.diff_written(over, draft, within, own)?,
            Some(meant) => self.diff_written(over, meant.root(), within, &mut |_, value| value.to_value())?,
        };
        if renamed.is_some() && !diff.changes.is_empty() {
            diff.rename_first(self, stored, over, compare.tests)?;
        }
        Ok(diff)
    }

    /// Compares two records as they are written.
    fn diff_written(
        self,
        stored: View<'_>,
        draft: View<'_>,
        compare: DiffOptions,
        own: &mut dyn FnMut(&[Segment], View<'_>) -> Value,
    ) -> Result<Diff, Error> {
        let mut differ = Differ::new(compare);
        differ.members(Some(self.record()), stored, draft);
        let Differ { changes, mut patch, mut issues, whole, .. } = differ;
        let with_number: Vec<usize> = units(self, &changes).listed();
        let merge_patch =
            merge_patch::merge_patch(self.record(), &changes, stored, draft, (compare.absent, &whole), own);
        let merge_patch = merge_patch.map_err(|path| issues.push(Issue::note(Code::MergePatchNull, path, &[]))).ok();
        if compare.tests {
            patch = patch::guard(&stored.to_value(), &patch)?;
        }
        let said = changes.iter().enumerate().filter(|(at, _)| !with_number.contains(at));
        let words = said.map(|(_, change)| change.words.clone()).listed();
        Ok(Diff { changes, patch, merge_patch, words, issues: Issue::first(issues) })
    }
}

/// Returns the indexes of the changes of units that the words of their numbers contain.
fn units(kind: Kind, changes: &[Change]) -> impl Iterator<Item = usize> {
    let of_member =
        |change: &Change, name: &str| matches!(change.path.segments(), [Segment::Name(own)] if own.as_ref() == name);
    let with_number = move |unit: &Change| {
        let numbers = kind.record().members.iter().filter(|row| row.unit.is_some_and(|name| of_member(unit, name)));
        numbers.into_iter().any(|row| changes.iter().any(|own| own.kind == unit.kind && of_member(own, row.name)))
    };
    let units =
        changes.iter().enumerate().filter(move |(_, change)| change.path.segments().len() == 1 && with_number(change));
    units.map(|(at, _)| at)
}
