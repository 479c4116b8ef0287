//! Compares a single member or item, for callers that keep the other changes.

use super::walk::{Differ, Place};
use super::{Change, WhenAbsent};
use crate::ground::json::{Path, View, equal};
use crate::knowledge::schema::{Kind, List};
use crate::record::{KeyPath, KeyStep, Pairs, plan};

/// Returns the changes that a draft makes to one member of the record. Members that it leaves out stay.
pub(crate) fn member_changes<'a>(
    kind: Kind,
    name: &str,
    records: (View<'a>, View<'a>),
    [before, after]: [Option<View<'a>>; 2],
) -> Vec<Change> {
    let mut differ = Differ::new(WhenAbsent::Keep.into());
    differ.member_of(Some(kind.record()), name, records, before, after);
    differ.changes
}

/// Returns the added and removed items of a list whose order has no meaning and whose items are identified by their
/// keys, given the partner of each item.
pub(crate) fn comings_and_goings<'a>(
    name: &'static str,
    list: &'static List,
    (stored, draft): (View<'a>, View<'a>),
    partner: &[Option<usize>],
) -> Vec<Change> {
    let mut differ = within(name);
    let pairs = Pairs::known(list, stored, draft, partner.to_vec());
    let plan = plan(pairs.left.len(), &pairs.partner, false);
    differ.steps(list, &pairs, &plan.steps);
    differ.changes
}

fn within(name: &'static str) -> Differ {
    let mut differ = Differ::new(WhenAbsent::Keep.into());
    let path = Path::new().with(name);
    let key = KeyPath::default().with(KeyStep::Name(name.into()));
    differ.place = Place { draft: path.clone(), patch: path.clone(), stored: path, key };
    differ
}

/// Returns the changes that a draft makes to one item of a list that is a member of the record, given its index and
/// value on both sides.
pub(crate) fn item_changes<'a>(
    name: &'static str,
    list: &'static List,
    (left, a): (usize, View<'a>),
    (right, b): (usize, View<'a>),
    key: KeyStep,
    instead: bool,
) -> Vec<Change> {
    if equal(a, b) {
        return Vec::new();
    }
    let mut differ = within(name);
    differ.pair(list, (left, a), (right, right, b), key, instead);
    differ.changes
}
