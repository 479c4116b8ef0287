//! Merges three records: takes the changes of both sides since base, and reports the conflicts.

mod amounts;
mod answer;
mod hours;
mod items;
mod order;
mod sides;
mod spelled;
mod walk;

use crate::ground::error::Error;
use crate::ground::json::{CollectVec, Json, Segment, Tree, View, order_of};
use crate::knowledge::issue::{Issue, Profile, Severity};
use crate::knowledge::schema::Kind;
use crate::record::open::{self, Record};
use crate::verbs::validate;

pub use answer::{Conflict, Merged, MergedChange, Resolution, Resolve, Side};
pub(crate) use sides::{Sides, Views};
use walk::{Merger, Named, first_by_alphabet};
pub(crate) use walk::{Partition, Units, partition};

/// The names of the sides.
const LABELS: [&str; 2] = ["ours", "theirs"];

impl Kind {
    /// Merges the changes of two sides to one record.
    ///
    /// Members merge by name; team members, special dates and meeting places by their keys; the week by day, and a day
    /// by its ranges; text and everything else by whole value. A change that only one side made is taken. Different
    /// changes of both sides to the same value are a conflict, which is data and no error. All three are whole records:
    /// a member that a side leaves out is removed. A member that the three name in different ways is renamed to the
    /// name of the protocol. They may be in their envelope. Time grows with the size of the records, n log n for
    /// arrays.
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
    /// assert!(merged.ok && merged.value.to_value()["eventColor"] == "#ff0000");
    ///
    /// let refused = Kind::Calendar.merge(&base, json!(null), &theirs, Resolution::Leave).unwrap_err();
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
        let (base, ours) = (
            open::stored(self, base.view())?,
            open::stored(self, ours.view())?,
        );
        merge(&base, &ours, &open::stored(self, theirs.view())?, resolve)
    }
}

/// Answers [`Kind::merge`].
pub(crate) fn merge(
    base: &Record<'_>,
    ours: &Record<'_>,
    theirs: &Record<'_>,
    resolve: impl Resolve,
) -> Result<Merged, Error> {
    let kind = base.kind;
    let given = [base.view, ours.view, theirs.view];
    let named_alike = spelled::named_alike(kind, given);
    let three @ [_, ours, theirs] = named_alike
        .as_ref()
        .map_or(given, |three| three.each_ref().map(Tree::root));
    // `merged` takes a `dyn FnMut`, from which a choice that is consumed by its only call is taken out of an `Option`.
    let mut resolve = Some(resolve);
    let merged = merged(kind, three, &mut |conflicts| {
        resolve
            .take()
            .map_or_else(Vec::new, |by| by.resolve(conflicts))
    });
    judged(kind, merged, [ours, theirs])
}

/// Merges three records on a tree, without validation. Compiled once, whatever the type of the choices.
pub(crate) fn merged(
    kind: Kind,
    [base, ours, theirs]: [View<'_>; 3],
    resolve: &mut dyn FnMut(&[Conflict]) -> Vec<Resolution>,
) -> Partition {
    let three = Sides {
        base: Some(base),
        ours: Some(ours),
        theirs: Some(theirs),
    };
    let merged = partition(kind.table(), three, &LABELS, Units::AsMeant, Vec::new());
    // A choice may depend on its conflict, so a first walk finds the conflicts. A second one meets the same conflicts in the
    // same order, and takes the next choice at each.
    let choices = resolve(&merged.conflicts);
    let is_chosen = choices.iter().any(|choice| *choice != Resolution::Leave);
    if is_chosen {
        partition(kind.table(), three, &LABELS, Units::AsMeant, choices)
    } else {
        merged
    }
}

/// Adds the issues of the merged record that neither side has.
fn judged(kind: Kind, merged: Partition, [ours, theirs]: [View<'_>; 2]) -> Result<Merged, Error> {
    let Partition {
        value,
        conflicts,
        taken,
        notes: mut issues,
    } = merged;
    // Each side may be small enough while both together are too large.
    // `theirs` is the stored record of all three, since it is what the service has at the time of the merge.
    let mut found = findings(&open::draft(kind, value.root())?, theirs);
    for side in [ours, theirs] {
        // Most merged records have no issue, and the sides need no validation then.
        if found.is_empty() {
            break;
        }
        let known = findings(&Record::within(kind, side), theirs)
            .iter()
            .map(identity)
            .collect_vec();
        let order = order_of(&known);
        found.retain(|issue| {
            let own = identity(issue);
            let is_known = order.binary_search_by(|at| known[*at].cmp(&own)).is_ok();
            !is_known
        });
    }
    issues.append(&mut found);
    let ok = conflicts.is_empty() && issues.iter().all(|issue| issue.severity != Severity::Error);
    Ok(Merged {
        ok,
        value,
        conflicts,
        taken,
        issues,
    })
}

fn findings(record: &Record<'_>, stored: View<'_>) -> Vec<Issue> {
    validate::issues(
        record,
        Profile::Specification,
        Some(&Record::within(record.kind, stored)),
    )
}

/// Identifies an issue by its code and its path without the indexes of items.
fn identity(issue: &Issue) -> String {
    let place: Vec<String> = issue
        .path
        .segments()
        .iter()
        // The user of team member 1 may be that of team member 2 in the merged record: both are `teamMembers//userId`.
        .map(name_or_empty)
        .collect_vec();
    format!("{} {}", issue.code.name(), place.join("/"))
}

/// Returns a name, and nothing for an index.
fn name_or_empty(segment: &Segment) -> String {
    match segment {
        Segment::Name(name) => name.to_string(),
        Segment::Index(_) => String::new(),
    }
}
