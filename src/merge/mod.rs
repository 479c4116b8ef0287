//! Merges three records: takes the changes of both sides since base, and reports the conflicts.

mod answer;
mod hours;
mod items;
mod order;
mod walk;

use crate::error::Error;
use crate::issue::{Issue, Profile, Severity};
use crate::json::{Json, Listed, Segment, View, ordered};
use crate::schema::Kind;

pub use answer::{Conflict, Merged, MergedChange, Resolution, Resolve, Side};
use walk::{Merger, Named, first_by_alphabet};
pub(crate) use walk::{Partition, Three, partition};

/// The names of the sides.
const LABELS: [&str; 2] = ["ours", "theirs"];

impl Kind {
    /// Merges the changes of two sides to one record.
    ///
    /// Members merge by name; team members, special dates and meeting places by their keys; the week by day, and a day
    /// by its ranges; text and everything else by whole value. A change that only one side made is taken. Different
    /// changes of both sides to the same value are a conflict, which is data and no error. All three are whole records:
    /// a member that a side leaves out is removed. They may be in their envelope. Time grows with the size of the
    /// records, n log n for arrays.
    ///
    /// # Errors
    /// `not_a_record`: one of the three is not a JSON object.
    ///
    /// ```
    /// use calendiff::{Resolution, Kind};
    /// use serde_json::json;
    ///
    /// let base = json!({ "name": "Consultation", "slotDuration": 30, "eventColor": "#039be5" });
    /// let ours = json!({ "name": "First visit", "slotDuration": 30, "eventColor": "#ff0000" });
    /// let theirs = json!({ "name": "Consultation", "slotDuration": 45, "eventColor": "#00ff00" });
    /// let merged = Kind::Calendar.merge(&base, &ours, &theirs, Resolution::Leave)?;
    /// assert_eq!(merged.value, json!({ "name": "First visit", "slotDuration": 45, "eventColor": "#039be5" }));
    /// assert_eq!(merged.conflicts[0].words, "color: ours #ff0000, theirs #00ff00, was #039be5");
    ///
    /// let merged = Kind::Calendar.merge(&base, &ours, &theirs, Resolution::Ours)?;
    /// assert!(merged.ok && merged.value["eventColor"] == "#ff0000");
    ///
    /// let refused = Kind::Calendar.merge(&base, &json!(null), &theirs, Resolution::Leave).unwrap_err();
    /// assert_eq!(refused.code(), "not_a_record");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn merge(
        self,
        base: impl Json,
        ours: impl Json,
        theirs: impl Json,
        resolve: impl Resolve,
    ) -> Result<Merged, Error> {
        let (base, ours, theirs) = (base.held(), ours.held(), theirs.held());
        let (base, ours, theirs) = (base.view(), ours.view(), theirs.view());
        let whole = |record| self.whole_record_in(record);
        let (base, ours, theirs) = (whole(base)?, whole(ours)?, whole(theirs)?);
        let mut resolve = Some(resolve);
        let merged = self.merged([base, ours, theirs], &mut |conflicts| {
            resolve.take().map_or_else(Vec::new, |by| by.resolve(conflicts))
        });
        self.judged(merged, [ours, theirs])
    }

    /// Merges three records on a tree, without validation. Compiled once, whatever the type of the choices.
    pub(crate) fn merged(
        self,
        [base, ours, theirs]: [View<'_>; 3],
        resolve: &mut dyn FnMut(&[Conflict]) -> Vec<Resolution>,
    ) -> Partition {
        let three = Three { base: Some(base), ours: Some(ours), theirs: Some(theirs) };
        let merged = partition(self.record(), three, &LABELS, Vec::new());
        let choices = resolve(&merged.conflicts);
        let is_chosen = choices.iter().any(|choice| *choice != Resolution::Leave);
        if is_chosen { partition(self.record(), three, &LABELS, choices) } else { merged }
    }

    /// Adds the issues of the merged record that neither side has.
    fn judged(self, merged: Partition, [ours, theirs]: [View<'_>; 2]) -> Result<Merged, Error> {
        let Partition { value, conflicts, taken, notes: mut issues } = merged;
        let mut found = self.findings(value.root(), theirs)?;
        for side in [ours, theirs] {
            if !found.is_empty() {
                let known: Vec<_> = self.findings(side, theirs)?.iter().map(whereabouts).listed();
                let order = ordered(known.len(), &|a, b| known[a].cmp(&known[b]));
                found.retain(|issue| {
                    let sought = whereabouts(issue);
                    order.binary_search_by(|at| known[*at].cmp(&sought)).is_err()
                });
            }
        }
        issues.append(&mut found);
        let ok = conflicts.is_empty() && issues.iter().all(|issue| issue.severity != Severity::Error);
        Ok(Merged { ok, value: value.root().to_value(), conflicts, taken, issues })
    }

    fn findings(self, record: View<'_>, stored: View<'_>) -> Result<Vec<Issue>, Error> {
        self.issues(record, Profile::Document, Some(stored))
    }
}

/// Identifies an issue by its code and its path without the indexes of items.
fn whereabouts(issue: &Issue) -> String {
    let name = |segment: &Segment| match segment {
        Segment::Name(name) => name.to_string(),
        Segment::Index(_) => String::new(),
    };
    let place: Vec<String> = issue.path.segments().iter().map(name).listed();
    format!("{} {}", issue.code.name(), place.join("/"))
}
