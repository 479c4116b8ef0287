//! Compares a record, a single member or a single item, for a form, which keeps the changes of all other parts. Members
//! that the draft leaves out stay.

use super::walk::{ChangePlace, Differ};
use super::written::join_equal_amounts;
use super::{Change, WhenAbsent};
use crate::ground::json::{Path, View, equal};
use crate::knowledge::schema::{Kind, List};
use crate::record::{KeyPath, KeyStep, Pairs};

/// Returns the changes that a draft makes to the stored record.
pub(crate) fn record_changes<'a>(kind: Kind, stored: View<'a>, draft: View<'a>) -> Vec<Change> {
    let mut differ = Differ::new(WhenAbsent::Keep.into());
    differ.members(Some(kind.table()), stored, draft);
    join_equal_amounts(kind, &mut differ.changes);
    differ.changes
}

/// Returns the changes that a draft makes to one member of the record.
pub(crate) fn member_changes<'a>(
    kind: Kind,
    name: &str,
    (stored, draft): (View<'a>, View<'a>),
) -> Vec<Change> {
    let table = kind.table();
    let mut changes = changes_of(table, name, stored, draft);
    // The change of a number may contain that of its unit.
    if let Some(number) = table.members.iter().find(|row| row.unit == Some(name))
        && !changes.is_empty()
    {
        changes.extend(changes_of(table, number.name, stored, draft));
        join_equal_amounts(kind, &mut changes);
        changes.retain(|change| change.path.first_name() == Some(name));
    }
    changes
}

/// Returns the changes of one member.
fn changes_of(
    table: &'static crate::knowledge::schema::Object,
    name: &str,
    stored: View<'_>,
    draft: View<'_>,
) -> Vec<Change> {
    let mut differ = Differ::new(WhenAbsent::Keep.into());
    differ.member_of(
        Some(table),
        name,
        (stored, draft),
        stored.get(name),
        draft.get(name),
    );
    differ.changes
}

/// Returns the changes that a draft makes inside one item of a list that is a member of the record, given its index.
/// `None` if the item is new, which is a change of the list.
pub(crate) fn item_changes(
    name: &str,
    list: &'static List,
    pairs: &Pairs<'_>,
    at: usize,
) -> Option<Vec<Change>> {
    let pair = pairs.pair(at)?;
    if equal(pair.before, pair.after) {
        return Some(Vec::new());
    }
    let mut differ = Differ::new(WhenAbsent::Keep.into());
    // The patch of this comparison is not used, so its path need not follow the moves.
    let path = Path::new().with(name.to_owned());
    let key = KeyPath::default().with(KeyStep::Name(name.to_owned().into()));
    differ.place = ChangePlace {
        draft: path.clone(),
        patch: path.clone(),
        stored: path,
        key,
    };
    // Decides as `Differ::items` does, for one pair.
    if pairs.is_replacement[at] {
        differ.replacement(list, &pair, at, pairs.step(at));
    } else {
        differ.pair(list, &pair, at, pairs.step(at));
    }
    Some(differ.changes)
}
