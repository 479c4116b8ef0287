//! Findings in their order, each with what made it, so that a part can be found anew and the rest stays.

use std::sync::Arc;

use serde::{Serialize, Serializer};

use crate::json::{Listed, ordered};

/// What made a finding: a member, an item of its list, a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Source {
    /// The member's row in the table of the record, [`UNKNOWN`] for all that have none, [`RECORD`] for the whole.
    pub(super) slot: u8,
    /// The number of the rule from 1, or 0 for what is no rule.
    pub(super) rule: u8,
    /// The index of the item, [`WHOLE`] for what is none.
    pub(super) item: u32,
}

pub(super) const UNKNOWN: u8 = u8::MAX;
pub(super) const RECORD: u8 = u8::MAX - 1;
pub(super) const WHOLE: u32 = u32::MAX;

/// Where a finding stands among the others, as one fresh pass over everything would put it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    /// The member's place in the record.
    pub(super) place: u32,
    /// 0 for the member itself, then its items.
    pub(super) item: u32,
    /// The number of the rule from 1, or 0.
    pub(super) rule: u8,
    /// In which turn it was found.
    pub(super) turn: u32,
}

#[derive(Clone, Copy, Debug)]
struct Row {
    key: Key,
    source: Source,
}

/// A finding in the making.
pub(super) struct Found<T> {
    /// The place is filled in from the finding.
    pub(super) key: Key,
    pub(super) source: Source,
    pub(super) finding: T,
}

/// A list in which a part was put in the place of another: `removed` findings from `at` on, by those of `added`.
///
/// Serializes as `[at, removed, added]`, the arguments of JavaScript's `toSpliced` but for the array.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Splice<T> {
    /// From which index on, once the splices before this one are done.
    pub at: usize,
    /// How many went.
    pub removed: usize,
    /// What came in their place.
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

    /// The findings, each with what made it.
    pub(super) fn with_sources(&self) -> impl Iterator<Item = (Source, &T)> {
        self.rows.iter().map(|row| row.source).zip(self.iter())
    }

    /// Changes a finding where it stands.
    pub(super) fn change(&mut self, at: usize, change: impl FnOnce(&mut T)) -> Option<Splice<T>>
    where
        T: Clone,
    {
        let own = self.findings.get_mut(at)?;
        let mut finding = T::clone(own);
        change(&mut finding);
        put(own, finding).map(|added| Splice { at, removed: 1, added: vec![added] })
    }

    /// Puts what some sources find now in the place of what they found before. `place` tells the place of a finding's
    /// member; with `moved`, also of those that stay.
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
        // Mostly something else is found in the same place.
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

/// Puts a finding in the place of another, where it is another one.
fn put<T: PartialEq>(own: &mut Arc<T>, finding: T) -> Option<Arc<T>> {
    if **own == finding {
        return None;
    }
    *own = Arc::new(finding);
    Some(Arc::clone(own))
}

/// Which finding a row has: that of a row from before, or one that was found now.
#[derive(Clone, Copy, PartialEq)]
enum Of {
    Old(usize),
    Fresh(usize),
}

/// `removed` rows from `at` on go, and so many come in their place.
struct Span {
    at: usize,
    removed: usize,
    added: usize,
}

/// What becomes of a list when a part of it is found anew. It knows rows only, and is compiled once for all findings.
struct Plan {
    rows: Vec<(Row, Of)>,
    spans: Vec<Span>,
}

impl Plan {
    /// The rows at `before` go, those of `fresh` come; what is found again stays the same finding.
    fn of(old: &[Row], before: &[usize], fresh: &[Row], is_same: &dyn Fn(usize, usize) -> bool) -> Self {
        let order = ordered(fresh.len(), &|a, b| fresh[a].key.cmp(&fresh[b].key));
        // From the front and from the back, as far as they are equal.
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

/// How the old rows became the new ones: those dropped go, those fresh come, all others stay in their order.
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
            // A member changed places with another: all that follows is told anew.
            span.removed += dropped.len() - from;
            span.added += new.len() - to;
            break;
        }
    }
    spans
}
