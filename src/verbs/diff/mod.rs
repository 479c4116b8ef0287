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
use crate::ground::json::{Segment, Tree, View};
use crate::record::open::Record;

pub use change::{Change, ChangeKind, Diff};
pub use compare::{DiffOptions, Sameness, WhenAbsent};
pub(crate) use effects::mark_without_effect;
pub(crate) use meant::with_members;
use meant::{meant, renamed};
pub(crate) use partial::{item_changes, member_changes, record_changes};
pub(crate) use read::{StoredWords, told};
pub(crate) use walk::Differ;
pub(crate) use written::{copied, diff_written, whole_changes};

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
