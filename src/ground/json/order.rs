//! Order by comparison of indices. One sort serves all types: a sort for each type would outweigh what it sorts.

use std::cmp::Ordering;

use super::CollectVec;
use crate::ground::fast;

/// Returns the indices below `count` in the order of `compare`. Equal ones keep their order.
pub(crate) fn sorted_indexes(
    count: usize,
    compare: &dyn Fn(usize, usize) -> Ordering,
) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect_vec();
    // Most lists are in order already.
    if !fast::is_on() || (1..count).any(|at| compare(at - 1, at) == Ordering::Greater) {
        places.sort_by(|a, b| compare(*a, *b));
    }
    places
}

/// Returns the indices of the keys in their order. Equal ones keep their order.
pub(crate) fn order_of<T: Ord>(keys: &[T]) -> Vec<usize> {
    sorted_indexes(keys.len(), &|a, b| keys[a].cmp(&keys[b]))
}

/// Returns copies of the items at these indices, in the order of the indices.
pub(crate) fn items_at<T: Clone>(items: &[T], indexes: &[usize]) -> Vec<T> {
    indexes.iter().map(|at| items[*at].clone()).collect_vec()
}

/// Returns each index that is equal to an earlier one, behind the first that it is equal to.
pub(crate) fn duplicates(
    count: usize,
    compare: &dyn Fn(usize, usize) -> Ordering,
) -> Vec<(usize, usize)> {
    let places = sorted_indexes(count, compare);
    let runs = places.chunk_by(|a, b| compare(*a, *b) == Ordering::Equal);
    runs.flat_map(|run| run[1..].iter().map(|at| (run[0], *at)))
        .collect_vec()
}
