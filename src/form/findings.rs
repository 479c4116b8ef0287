//! The findings of a form, issues or changes, each with its source, so that those of one source can be replaced.

use std::sync::Arc;

use serde::{Serialize, Serializer};

use crate::ground::json::Listed;

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

/// The position of a finding: the index of its member in the record, and 0 for the whole member, else the index of the
/// item plus 1.
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
        let added: Vec<&T> = self.added.iter().map(AsRef::as_ref).listed();
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
        let is_stale = |(source, finding): &&Row<T>| is_stale(*source, finding);
        let stale = self.0.iter().filter(is_stale).listed();
        let mut fresh = fresh.into_iter().map(|(source, finding)| (source, Arc::new(finding))).listed();
        fresh.sort_by_key(|(source, finding)| (position(finding), *source));

        let is_again = |(fresh, stale): &(&mut Row<T>, &&Row<T>)| fresh == *stale;
        let mut front = 0;
        for (fresh, stale) in fresh.iter_mut().zip(&stale).take_while(is_again) {
            fresh.clone_from(stale);
            front += 1;
        }
        for (fresh, stale) in fresh[front..].iter_mut().rev().zip(stale[front..].iter().rev()).take_while(is_again) {
            fresh.clone_from(stale);
        }

        let mut all = self.0.iter().filter(|row| !is_stale(row)).cloned().listed();
        all.append(&mut fresh);
        self.put(all, position)
    }

    /// Puts other findings in place of these, in their order.
    pub(super) fn put(&mut self, mut all: Vec<Row<T>>, position: impl Fn(&T) -> Position) -> Vec<Splice<T>> {
        all.sort_by_cached_key(|(source, finding)| (position(finding), *source));
        let old = std::mem::replace(&mut self.0, all);
        let [old, new] = [&old, &self.0].map(|rows| rows.iter().map(|(_, finding)| finding).listed());
        splices(&old, &new)
    }
}

/// Returns the splices that make one list of the other. Findings that both have are the same objects.
fn splices<T>(old: &[&Arc<T>], new: &[&Arc<T>]) -> Vec<Splice<T>> {
    let [of_old, of_new] = [old, new].map(|list| {
        let mut objects = list.iter().map(|finding| Arc::as_ptr(finding)).listed();
        objects.sort_unstable();
        objects
    });
    let stays = |finding: &&Arc<T>| of_new.binary_search(&Arc::as_ptr(finding)).is_ok();
    let was = |finding: &&Arc<T>| of_old.binary_search(&Arc::as_ptr(finding)).is_ok();
    let mut splices = Vec::new();
    let (mut from, mut to) = (0, 0);
    while from < old.len() || to < new.len() {
        let mut removed = old[from..].iter().take_while(|finding| !stays(finding)).count();
        let mut added = new[to..].iter().take_while(|finding| !was(finding)).count();
        if (removed, added) == (0, 0) {
            if old.get(from).map(|finding| Arc::as_ptr(finding)) == new.get(to).map(|finding| Arc::as_ptr(finding)) {
                (from, to) = (from + 1, to + 1);
                continue;
            }
            // A member changed places with another: all findings that follow are replaced.
            (removed, added) = (old.len() - from, new.len() - to);
        }
        let finding = new[to..to + added].iter().map(|finding| Arc::clone(finding));
        splices.push(Splice { at: to, removed, added: finding.listed() });
        (from, to) = (from + removed, to + added);
    }
    splices
}
