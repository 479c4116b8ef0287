//! Two records compared as they are written.

use serde_json::Value;

use super::merge_patch::MergePatchWriter;
use super::walk::{Differ, SAME_AMOUNT};
use super::{Change, Diff, DiffOptions, WhenAbsent};
use crate::ground::error::Error;
use crate::ground::json::{Segment, View, patch};
use crate::knowledge::issue::{Code, Issue};
use crate::knowledge::language::Sentence;
use crate::knowledge::schema::Kind;

/// Compares two records. `own` converts each value that the merge patch copies unchanged from the draft, given its path.
pub(crate) fn diff_written(
    kind: Kind,
    stored: View<'_>,
    draft: View<'_>,
    compare: DiffOptions,
    own: &mut dyn FnMut(&[Segment], View<'_>) -> Value,
) -> Result<Diff, Error> {
    let mut differ = Differ::new(compare);
    differ.members(Some(kind.table()), stored, draft);
    let Differ {
        mut changes,
        mut patch,
        mut issues,
        whole,
        ..
    } = differ;
    let writer = MergePatchWriter {
        table: kind.table(),
        absent: compare.absent,
        whole: &whole,
        own,
    };
    // Written before any change is dropped: that of a unit is not shown if the amount stays, but is still sent.
    let merge_patch = match writer.write(&changes, stored, draft) {
        Ok(merge_patch) => Some(merge_patch),
        // In a merge patch a null removes, so a change to null has no merge patch at all.
        Err(path) => {
            issues.push(Issue::note(Code::MergePatchNull, path, &[]));
            None
        }
    };
    join_equal_amounts(kind, &mut changes);
    let words = words_of(kind, &changes);
    if compare.tests {
        patch = patch::guard(&stored.to_value(), &patch)?;
    }
    Ok(Diff {
        changes,
        patch,
        merge_patch,
        words,
        issues: Issue::first(issues),
    })
}

/// Returns the changes from one whole record to another, and their words.
pub(crate) fn whole_changes(
    kind: Kind,
    before: View<'_>,
    after: View<'_>,
) -> (Vec<Change>, Vec<Sentence>) {
    let mut differ = Differ::new(WhenAbsent::Remove.into());
    differ.members(Some(kind.table()), before, after);
    join_equal_amounts(kind, &mut differ.changes);
    let words = words_of(kind, &differ.changes);
    (differ.changes, words)
}

impl Diff {
    /// Rewords the change of each setting that the body omits: it was reset to its default.
    pub(crate) fn name_resets(&mut self, kind: Kind, body: View<'_>) {
        for change in &mut self.changes {
            if is_reset(change, kind, body) {
                change.words = Sentence::new("reset").with("change", change.words.nested());
            }
        }
        self.words = words_of(kind, &self.changes);
    }
}

/// Returns true for a change of a setting that has a default, and that a body omits.
fn is_reset(change: &Change, kind: Kind, body: View<'_>) -> bool {
    match change.path.segments() {
        [Segment::Name(name)] => {
            let row = kind.table().member(name);
            row.is_some_and(|row| row.default.is_some()) && body.get(name).is_none()
        }
        _ => false,
    }
}

/// Drops the change of a unit if the amount stayed the same: 60 minutes as 1 hour are one change, that of the number.
pub(super) fn join_equal_amounts(kind: Kind, changes: &mut Vec<Change>) {
    let mut unit_names = Vec::new();
    for change in changes.iter() {
        if is_number_of_same_amount(change)
            && let Some(name) = change.path.first_name()
            && let Some(number) = kind.table().member(name)
        {
            unit_names.extend(number.unit);
        }
    }
    // 60 `mins` to 1 `hours` has two changes, of the number and of the unit. The first says all, so the second goes.
    if !unit_names.is_empty() {
        changes.retain(|change| {
            let [Segment::Name(name)] = change.path.segments() else {
                return true;
            };
            !unit_names.contains(&name.as_ref())
        });
    }
}

/// Returns true for the change of a number that is the same amount in its new unit.
fn is_number_of_same_amount(change: &Change) -> bool {
    change.words.code == SAME_AMOUNT && change.path.segments().len() == 1
}

/// Returns the words of changes, without those of units that the words of their numbers contain.
pub(super) fn words_of(kind: Kind, changes: &[Change]) -> Vec<Sentence> {
    let mut words = Vec::with_capacity(changes.len());
    for change in changes {
        if !is_unit_of_number(change, kind, changes) {
            words.push(change.words.clone());
        }
    }
    words
}

/// Converts a value that the merge patch copies from the draft.
pub(crate) fn copied(_: &[Segment], value: View<'_>) -> Value {
    value.to_value()
}

/// Returns true for the change of a unit that the words of its number contain.
fn is_unit_of_number(change: &Change, kind: Kind, changes: &[Change]) -> bool {
    change.path.segments().len() == 1 && is_with_number(change, kind, changes)
}

/// Returns true if the number of a unit changed as well.
fn is_with_number(unit: &Change, kind: Kind, changes: &[Change]) -> bool {
    for row in kind.table().members {
        let mut changes = changes.iter();
        if let Some(name) = row.unit
            && of_member(unit, name)
            // A number and a unit that are both replaced read as one sentence, "2 hours, was 30 minutes".
            && changes.any(|own| own.kind == unit.kind && of_member(own, row.name))
        {
            return true;
        }
    }
    false
}

/// Returns true for a change of a whole member.
fn of_member(change: &Change, name: &str) -> bool {
    matches!(change.path.segments(), [Segment::Name(own)] if own.as_ref() == name)
}
