//! Order by comparison of places. One sort serves all: a sort of its own for every type would outweigh what it sorts.

use std::cmp::Ordering;

use super::Listed;
use crate::fast;

/// The places below `count` in the order that `compare` says; equal ones as they stand.
pub(crate) fn ordered(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).listed();
    // Most are in order already.
    if !fast::is_on() || (1..count).any(|at| compare(at - 1, at) == Ordering::Greater) {
        places.sort_by(|a, b| compare(*a, *b));
    }
    places
}

/// The places that are equal to an earlier one, each with the first that it is equal to.
pub(crate) fn duplicates(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<(usize, usize)> {
    let places = ordered(count, compare);
    let runs = places.chunk_by(|a, b| compare(*a, *b) == Ordering::Equal);
    runs.flat_map(|run| run[1..].iter().map(|at| (run[0], *at))).listed()
}
