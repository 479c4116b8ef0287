//! The order of a merged array.

use crate::ground::json::CollectVec;

/// The end of a chain.
const END: usize = usize::MAX;

/// Returns the surviving items in one order: that of the first source. Each later source then inserts its missing items
/// behind the item that they follow there. Time grows with the size of the sources.
pub(super) fn weave(
    count: usize,
    survives: impl Fn(usize) -> bool,
    sources: [&[usize]; 3],
) -> Vec<usize> {
    // A linked list with its head at `count`: each item points to the next.
    let mut next = vec![END; count + 1];
    let mut placed = vec![false; count];
    for source in sources {
        // Each source begins at the head, so an item that is first in its source comes first in the result.
        // Chain `a b`, source `x a y b`: x goes to the head, a is placed already, y goes behind a, b is placed already.
        let mut before = count;
        for item in source.iter().copied().filter(|item| survives(*item)) {
            if !placed[item] {
                next[item] = next[before];
                next[before] = item;
                placed[item] = true;
            }
            before = item;
        }
    }
    let chain = std::iter::successors(next.last().copied(), |item| next.get(*item).copied());
    chain.take_while(|item| *item != END).collect_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_comes_behind_what_it_follows() {
        let weave = |sources: [&[usize]; 3]| weave(6, |_| true, sources);
        assert_eq!(
            weave([&[0, 1, 2], &[0, 1, 3, 2], &[4, 0, 1, 2, 5]]),
            [4, 0, 1, 3, 2, 5]
        );
        assert_eq!(weave([&[2, 0, 1], &[0, 1, 2], &[0, 3, 1, 2]]), [2, 0, 3, 1]);
        assert!(weave([&[], &[], &[]]).is_empty());
    }

    #[test]
    fn what_does_not_survive_is_passed_over() {
        assert_eq!(
            weave(3, |item| item != 1, [&[0, 1, 2], &[0, 2], &[1, 2]]),
            [0, 2]
        );
    }
}
