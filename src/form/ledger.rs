//! Ordered findings, each with its source, so that those of one source can be replaced.

use std::sync::Arc;

use serde::{Serialize, Serializer};

use crate::ground::json::{Listed, ordered};

/// The source of a finding: a member, an item of its list, a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Source {
    /// The member's row in the table of the record, [`UNKNOWN`] for all that have none, [`RECORD`] for the whole.
    pub(super) slot: u8,
    /// The number of the rule from 1, or 0 if the source is no rule.
    pub(super) rule: u8,
    /// The index of the item, [`WHOLE`] if the source is no item.
    pub(super) item: u32,
}

pub(super) const UNKNOWN: u8 = u8::MAX;
pub(super) const RECORD: u8 = u8::MAX - 1;
pub(super) const WHOLE: u32 = u32::MAX;

/// The position of a finding among the others, in the order of one fresh pass over the whole draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    /// The member's index in the record.
    pub(super) place: u32,
    /// 0 for the member itself, then its items.
    pub(super) item: u32,
    /// The number of the rule from 1, or 0.
    pub(super) rule: u8,
    /// The order in which it was found.
    pub(super) turn: u32,
}

#[derive(Clone, Copy, Debug)]
struct Row {
    key: Key,
    source: Source,
}

/// A new finding.
pub(super) struct Found<T> {
    /// Its place is set from the finding.
    pub(super) key: Key,
    pub(super) source: Source,
    pub(super) finding: T,
}

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

#[derive(Clone, Debug)]
pub(super) struct Ledger<T> {
    rows: Vec<Row>,
    /// The finding of each row.
    findings: Vec<Arc<T>>,
}

impl<T: PartialEq> Ledger<T> {
    pub(super) fn new() -> Self {
        Self { rows: Vec::new(), findings: Vec::new() }
    }

    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = &T> {
        self.findings.iter().map(AsRef::as_ref)
    }

    /// Returns the findings, each with its source.
    pub(super) fn with_sources(&self) -> impl Iterator<Item = (Source, &T)> {
        self.rows.iter().map(|row| row.source).zip(self.iter())
    }

    /// Changes a finding in its position.
    pub(super) fn change(&mut self, at: usize, change: impl FnOnce(&mut T)) -> Option<Splice<T>>
    where
        T: Clone,
    {
        let own = self.findings.get_mut(at)?;
        let mut finding = T::clone(own);
        change(&mut finding);
        put(own, finding).map(|added| Splice { at, removed: 1, added: vec![added] })
    }

    /// Replaces the findings of some sources. `place` returns the place of a finding's member. With `moved`, it is
    /// applied to the remaining findings too.
    pub(super) fn update(
        &mut self,
        concerned: &dyn Fn(Source) -> bool,
        mut found: Vec<Found<T>>,
        place: &dyn Fn(&T) -> u32,
        moved: bool,
    ) -> Vec<Splice<T>> {
        let before = (0..self.rows.len()).filter(|at| concerned(self.rows[*at].source)).listed();
        if before.is_empty() && found.is_empty() && !moved {
            return Vec::new();
        }
        for found in &mut found {
            found.key.place = place(&found.finding);
        }
        let fresh = found.iter().map(|found| Row { key: found.key, source: found.source }).listed();
        // Mostly, a different finding has the same key.
        if !moved
            && before.len() == fresh.len()
            && before.iter().zip(&fresh).all(|(at, row)| self.rows[*at].key == row.key)
        {
            let mut splices = Vec::new();
            for (at, found) in before.into_iter().zip(found) {
                self.rows[at].source = found.source;
                if let Some(added) = put(&mut self.findings[at], found.finding) {
                    splices.push(Splice { at, removed: 1, added: vec![added] });
                }
            }
            return splices;
        }
        if moved {
            for (row, finding) in self.rows.iter_mut().zip(&self.findings) {
                row.key.place = place(finding);
            }
        }
        let Plan { rows, spans } =
            Plan::of(&self.rows, &before, &fresh, &|at, new| *self.findings[at] == found[new].finding);
        let mut old = std::mem::take(&mut self.findings).into_iter().map(Some).listed();
        let mut found = found.into_iter().map(|found| Some(found.finding)).listed();
        for (_, of) in &rows {
            self.findings.extend(match of {
                Of::Old(at) => old[*at].take(),
                Of::Fresh(at) => found[*at].take().map(Arc::new),
            });
        }
        self.rows = rows.iter().map(|(row, _)| *row).listed();
        let splice =
            |Span { at, removed, added }| Splice { at, removed, added: self.findings[at..at + added].to_vec() };
        spans.into_iter().map(splice).listed()
    }
}

/// Replaces a finding. Returns the new one, or `None` if it is equal.
fn put<T: PartialEq>(own: &mut Arc<T>, finding: T) -> Option<Arc<T>> {
    if **own == finding {
        return None;
    }
    *own = Arc::new(finding);
    Some(Arc::clone(own))
}

/// The finding of a row: that of an old row, or a new one.
#[derive(Clone, Copy, PartialEq)]
enum Of {
    Old(usize),
    Fresh(usize),
}

/// A replacement of `removed` rows from `at` on by `added` others.
struct Span {
    at: usize,
    removed: usize,
    added: usize,
}

/// The update of a list after a part of it is recomputed. It knows rows only, and is compiled once for all findings.
struct Plan {
    rows: Vec<(Row, Of)>,
    spans: Vec<Span>,
}

impl Plan {
    /// Replaces the rows at `before` with those of `fresh`. A finding that is found again remains the same object.
    fn of(old: &[Row], before: &[usize], fresh: &[Row], is_same: &dyn Fn(usize, usize) -> bool) -> Self {
        let order = ordered(fresh.len(), &|a, b| fresh[a].key.cmp(&fresh[b].key));
        // Compares from the front and from the back, as far as they are equal.
        let same = |(at, new): &(&usize, &usize)| is_same(**at, **new);
        let front = before.iter().zip(&order).take_while(same).count();
        let (rest, new) = (&before[front..], &order[front..]);
        let back = rest.iter().rev().zip(new.iter().rev()).take_while(same).count();
        let (gone, comes) = (front..before.len() - back, front..order.len() - back);

        let mut is_concerned = vec![false; old.len()];
        for at in before {
            is_concerned[*at] = true;
        }
        let mut dropped = vec![false; old.len()];
        for at in &before[gone.clone()] {
            dropped[*at] = true;
        }
        let stay = (0..old.len()).filter(|at| !is_concerned[*at]);
        let mut rows = stay.map(|at| (old[at], Of::Old(at))).listed();
        for (at, new) in order.into_iter().enumerate() {
            let of = if at < comes.start {
                Of::Old(before[at])
            } else if at < comes.end {
                Of::Fresh(new)
            } else {
                Of::Old(before[at - comes.end + gone.end])
            };
            rows.push((fresh[new], of));
        }
        let order = ordered(rows.len(), &|a, b| rows[a].0.key.cmp(&rows[b].0.key));
        let rows = order.into_iter().map(|at| rows[at]).listed();
        let spans = spans(&dropped, &rows);
        Self { rows, spans }
    }
}

/// Returns the spans from the old rows to the new ones: dropped rows are removed, fresh ones are added, all others keep
/// their order.
fn spans(dropped: &[bool], new: &[(Row, Of)]) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    let (mut from, mut to) = (0, 0);
    while from < dropped.len() || to < new.len() {
        let goes = dropped.get(from) == Some(&true);
        let of = new.get(to).map(|(_, of)| *of);
        if !goes && of == Some(Of::Old(from)) {
            (from, to) = (from + 1, to + 1);
            continue;
        }
        if spans.last().is_none_or(|last| last.at + last.added != to) {
            spans.push(Span { at: to, removed: 0, added: 0 });
        }
        let Some(span) = spans.last_mut() else { break };
        if goes {
            span.removed += 1;
            from += 1;
        } else if matches!(of, Some(Of::Fresh(_))) {
            span.added += 1;
            to += 1;
        } else {
            // A member changed places with another: all rows that follow are replaced.
            span.removed += dropped.len() - from;
            span.added += new.len() - to;
            break;
        }
    }
    spans
}
