//! A comparison in its parts: what one member or one item changes, for whoever keeps the rest.

use super::walk::{Differ, Place};
use super::{Change, WhenAbsent};
use crate::json::{Path, View, equal};
use crate::record::{KeyPath, KeyStep, Pairs, plan};
use crate::schema::{Kind, List};

/// What a draft changes in one member of the record; what it leaves out stays.
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

/// What comes and goes of a list whose order means nothing and whose items are told by their keys, once it is known which
/// is which.
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

/// What it changes in one item of a list that is a member of the record: where the item stands, and what it is.
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
