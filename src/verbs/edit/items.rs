//! The items of a list by the text of their keys.

use crate::ground::json::{CollectVec, Each, View};
use crate::knowledge::schema::List;
use crate::record::KeyStep;

pub(super) struct ItemsByKey<'a> {
    pub(super) all: Vec<View<'a>>,
    /// The sorted keys of all items, each with the index of its item.
    keys: Vec<(String, usize)>,
}

impl<'a> ItemsByKey<'a> {
    pub(super) fn of(list: &'static List, items: Option<View<'a>>) -> Self {
        let all: Vec<View<'a>> = items.each_item().collect_vec();
        let mut keys = Vec::with_capacity(all.len());
        for (at, item) in all.iter().enumerate() {
            keys.extend(
                list.keys
                    .iter()
                    .filter_map(|key| Some((key(*item)?.to_string(), at))),
            );
        }
        keys.sort();
        Self { all, keys }
    }

    /// Returns true if no two items have one key.
    pub(super) fn are_distinct(&self) -> bool {
        self.keys
            .windows(2)
            .all(|pair| pair[0].0 != pair[1].0 || pair[0].1 == pair[1].1)
    }

    /// Returns the indexes of the items that a step names: several where a key is a duplicate.
    pub(super) fn at(&self, step: &KeyStep) -> impl Iterator<Item = usize> {
        let sought = step.key_text();
        let first = self.keys.partition_point(|(key, _)| *key < sought);
        let found = self.keys[first..]
            .iter()
            .take_while(move |(key, _)| *key == sought);
        found.map(|(_, at)| *at)
    }
}
