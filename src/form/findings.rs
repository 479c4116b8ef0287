//! The findings of a form, issues or changes, each with its source, so that those of one source can be replaced.

use std::sync::Arc;

use serde::{Serialize, Serializer};

use crate::ground::json::{CollectVec, items_at, order_of};

/// The source of a finding. Findings at one member or item are in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Source {
    /// The member or item itself.
    Member,
    /// A rule across members, by its number.
    Rule(usize),
    /// The service, which refused an update.
    Refusal,
}

/// The position of a finding: `(member, 0)` if it is about a whole member, given by its index in the record, and
/// `(member, item + 1)` if it is about one item.
pub(super) type Position = (usize, usize);

/// A replacement in a list: `removed` findings from `at` on by those of `added`.
///
/// Serializes as `[at, removed, added]`, the arguments of JavaScript's `toSpliced`, except that `added` is an array.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Splice<T> {
    /// The first index, once the splices before this one are applied.
    pub at: usize,
    /// The number of removed findings.
    pub removed: usize,
    /// The findings added in their place.
    pub added: Vec<Arc<T>>,
}

impl<T: Serialize> Serialize for Splice<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let added: Vec<&T> = self.added.iter().map(AsRef::as_ref).collect_vec();
        (self.at, self.removed, added).serialize(serializer)
    }
}

/// A finding and its source.
type Row<T> = (Source, Arc<T>);

#[derive(Clone, Debug)]
pub(super) struct Findings<T>(Vec<Row<T>>);

impl<T: PartialEq> Findings<T> {
    pub(super) fn new() -> Self {
        Self(Vec::new())
    }

    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = &T> {
        self.0.iter().map(|(_, finding)| finding.as_ref())
    }

    pub(super) fn with_sources(&self) -> impl ExactSizeIterator<Item = (Source, &Arc<T>)> {
        self.0.iter().map(|(source, finding)| (*source, finding))
    }

    /// Replaces the findings that `is_stale` selects by fresh ones. A finding that is found again remains the same
    /// object. `position` returns the current position of a finding.
    pub(super) fn replace(
        &mut self,
        is_stale: impl Fn(Source, &T) -> bool,
        fresh: Vec<(Source, T)>,
        position: impl Fn(&T) -> Position,
    ) -> Vec<Splice<T>> {
        let mut stale = Vec::new();
        let mut kept = Vec::new();
        for (source, finding) in &self.0 {
            let row = (*source, Arc::clone(finding));
            if is_stale(*source, finding) {
                stale.push(row);
            } else {
                kept.push(row);
            }
        }
        let fresh = fresh
            .into_iter()
            .map(|(source, finding)| (source, Arc::new(finding)))
            .collect_vec();
        let mut fresh = in_order(&fresh, &position);
        reuse(&mut fresh, &stale);

        // Positions cost more than comparisons, so those of kept findings are computed only where the binary search looks.
        let mut all = Vec::with_capacity(kept.len() + fresh.len());
        let mut from = 0;
        for row in fresh {
            let own = sort_key(&row, &position);
            // `fresh` is in order, so the search begins where the one before ended.
            let to = from + kept[from..].partition_point(|kept| sort_key(kept, &position) <= own);
            all.extend_from_slice(&kept[from..to]);
            all.push(row);
            from = to;
        }
        all.extend_from_slice(&kept[from..]);
        self.set(all)
    }

    /// Puts the findings in their order again. Between the parts of a step, findings of a member that the step removed
    /// have no position that others could be placed by.
    pub(super) fn put_in_order(&mut self, position: impl Fn(&T) -> Position) -> Vec<Splice<T>> {
        self.set(in_order(&self.0, &position))
    }

    /// Puts other findings in place of these, in their order.
    pub(super) fn put(
        &mut self,
        all: &[Row<T>],
        position: impl Fn(&T) -> Position,
    ) -> Vec<Splice<T>> {
        self.set(in_order(all, &position))
    }

    fn set(&mut self, all: Vec<Row<T>>) -> Vec<Splice<T>> {
        let splices = splices(&self.0, &all);
        self.0 = all;
        splices
    }
}

/// Replaces fresh findings by equal stale ones, from the front and from the back. Those between have changed.
///
/// ```text
/// stale a b c d    fresh a x d    a and d are the stale objects again
/// ```
fn reuse<T: PartialEq>(fresh: &mut [Row<T>], stale: &[Row<T>]) {
    let mut front = 0;
    for (new, old) in fresh.iter_mut().zip(stale) {
        if *new != *old {
            break;
        }
        new.clone_from(old);
        front += 1;
    }
    let from_end = fresh[front..].iter_mut().rev();
    for (new, old) in from_end.zip(stale[front..].iter().rev()) {
        if *new != *old {
            break;
        }
        new.clone_from(old);
    }
}

/// Returns what findings are ordered by.
fn sort_key<T>(
    (source, finding): &Row<T>,
    position: &dyn Fn(&T) -> Position,
) -> (Position, Source) {
    (position(finding), *source)
}

/// Returns findings in their order. Those of one position and source keep theirs.
fn in_order<T>(rows: &[Row<T>], position: &dyn Fn(&T) -> Position) -> Vec<Row<T>> {
    let keys = rows.iter().map(|row| sort_key(row, position)).collect_vec();
    items_at(rows, &order_of(&keys))
}

/// Returns the splices that make one list of the other. Findings that both have are the same objects.
///
/// From `a b c d` to `a x c d y`, at 1 one is removed and `x` is added, and at 4 `y` is added.
fn splices<T>(old: &[Row<T>], new: &[Row<T>]) -> Vec<Splice<T>> {
    // Most edits change one stretch: what is equal before and after it needs no search.
    let front = old.iter().zip(new).take_while(is_same).count();
    let back = old[front..]
        .iter()
        .rev()
        .zip(new[front..].iter().rev())
        .take_while(is_same)
        .count();
    let [old, new] = [old, new].map(|rows| &rows[front..rows.len() - back]);
    let in_old = sorted_objects(old);
    let in_new = sorted_objects(new);
    let mut splices = Vec::new();
    // Both lists are walked together; at each step, the findings that only one of them has make a splice.
    let mut from = 0;
    let mut to = 0;
    while from < old.len() || to < new.len() {
        let mut removed = count_until_in(&in_new, &old[from..]);
        let mut added = count_until_in(&in_old, &new[to..]);
        // Both lists have both findings. If they are one object, it is stepped over in both.
        if removed == 0 && added == 0 {
            if old.get(from).map(object) == new.get(to).map(object) {
                from += 1;
                to += 1;
                continue;
            }
            // A member changed places with another: all findings that follow are replaced.
            (removed, added) = (old.len() - from, new.len() - to);
        }
        let findings = new[to..to + added]
            .iter()
            .map(|(_, finding)| Arc::clone(finding));
        splices.push(Splice {
            at: front + to,
            removed,
            added: findings.collect_vec(),
        });
        from += removed;
        to += added;
    }
    splices
}

/// Returns the number of findings before the first one in `objects`, which are sorted.
fn count_until_in<T>(objects: &[*const T], rows: &[Row<T>]) -> usize {
    rows.iter()
        .take_while(|row| objects.binary_search(&object(row)).is_err())
        .count()
}

fn sorted_objects<T>(rows: &[Row<T>]) -> Vec<*const T> {
    let mut objects = rows.iter().map(object).collect_vec();
    objects.sort_unstable();
    objects
}

fn is_same<T>((old, new): &(&Row<T>, &Row<T>)) -> bool {
    object(old) == object(new)
}

/// Returns the identity of a finding. Equal findings of two members are two objects.
fn object<T>((_, finding): &Row<T>) -> *const T {
    Arc::as_ptr(finding)
}
