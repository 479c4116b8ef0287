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

#[derive(Clone, Debug)]
struct Row<T> {
    key: Key,
    source: Source,
    finding: Arc<T>,
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
    rows: Vec<Row<T>>,
}

impl<T: PartialEq> Ledger<T> {
    pub(super) fn new() -> Self {
        Self { rows: Vec::new() }
    }

    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = &T> {
        self.rows.iter().map(|row| row.finding.as_ref())
    }

    /// The findings, each with what made it.
    pub(super) fn with_sources(&self) -> impl Iterator<Item = (Source, &T)> {
        self.rows.iter().map(|row| (row.source, row.finding.as_ref()))
    }

    /// Changes a finding where it stands.
    pub(super) fn change(&mut self, at: usize, change: impl FnOnce(&mut T)) -> Option<Splice<T>>
    where
        T: Clone,
    {
        let row = self.rows.get_mut(at)?;
        let mut finding = T::clone(&row.finding);
        change(&mut finding);
        if finding == *row.finding {
            return None;
        }
        row.finding = Arc::new(finding);
        Some(Splice { at, removed: 1, added: vec![Arc::clone(&row.finding)] })
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
        let before: Vec<usize> = (0..self.rows.len()).filter(|at| concerned(self.rows[*at].source)).listed();
        if before.is_empty() && found.is_empty() && !moved {
            return Vec::new();
        }
        for found in &mut found {
            found.key.place = place(&found.finding);
        }
        // Mostly something else is found in the same place.
        let in_place =
            before.len() == found.len() && before.iter().zip(&found).all(|(at, found)| self.rows[*at].key == found.key);
        if in_place && !moved {
            return self.replace(&before, found);
        }
        let order = ordered(found.len(), &|a, b| found[a].key.cmp(&found[b].key));
        let mut found: Vec<Option<Found<T>>> = found.into_iter().map(Some).listed();
        let found: Vec<Found<T>> = order.into_iter().filter_map(|at| found[at].take()).listed();

        // What is found again is the same finding: from the front and from the back, as far as they are equal.
        let same = |at: &usize, found: &Found<T>| *self.rows[*at].finding == found.finding;
        let front = before.iter().zip(&found).take_while(|(at, found)| same(at, found)).count();
        let (rest, new) = (&before[front..], &found[front..]);
        let back = rest.iter().rev().zip(new.iter().rev()).take_while(|(at, found)| same(at, found)).count();
        let (gone, fresh) = (front..before.len() - back, front..found.len() - back);
        let mut dropped = vec![false; self.rows.len()];
        for at in &before[gone] {
            dropped[*at] = true;
        }

        let old: Vec<Arc<T>> = self.rows.iter().map(|row| Arc::clone(&row.finding)).listed();
        let mut is_concerned = vec![false; old.len()];
        for at in &before {
            is_concerned[*at] = true;
        }
        let rows = std::mem::take(&mut self.rows).into_iter().zip(is_concerned);
        let mut rows: Vec<Option<(Row<T>, bool)>> =
            rows.filter(|(_, concerned)| !concerned).map(|(row, _)| Some((row, false))).listed();
        if moved {
            rows.iter_mut().flatten().for_each(|(row, _)| row.key.place = place(&row.finding));
        }
        let count = found.len();
        for (at, Found { key, source, finding }) in found.into_iter().enumerate() {
            let again = if at < front {
                Some(before[at])
            } else {
                (at >= count - back).then(|| before[before.len() + at - count])
            };
            let finding = again.map_or_else(|| Arc::new(finding), |at| Arc::clone(&old[at]));
            rows.push(Some((Row { key, source, finding }, fresh.contains(&at))));
        }
        let key = |at: usize| rows[at].as_ref().map(|(row, _)| row.key);
        let order = ordered(rows.len(), &|a, b| key(a).cmp(&key(b)));
        let rows: Vec<(Row<T>, bool)> = order.into_iter().filter_map(|at| rows[at].take()).listed();
        let splices = splices(&old, &dropped, &rows);
        self.rows = rows.into_iter().map(|(row, _)| row).listed();
        splices
    }

    /// Puts findings in the place of as many others.
    fn replace(&mut self, before: &[usize], found: Vec<Found<T>>) -> Vec<Splice<T>> {
        let mut splices: Vec<Splice<T>> = Vec::new();
        for (at, Found { source, finding, .. }) in before.iter().zip(found) {
            let row = &mut self.rows[*at];
            row.source = source;
            if *row.finding != finding {
                row.finding = Arc::new(finding);
                splices.push(Splice { at: *at, removed: 1, added: vec![Arc::clone(&row.finding)] });
            }
        }
        splices
    }
}

/// How the old rows became the new ones: those dropped go, those fresh come, all others stay in their order.
fn splices<T>(old: &[Arc<T>], dropped: &[bool], new: &[(Row<T>, bool)]) -> Vec<Splice<T>> {
    let mut splices: Vec<Splice<T>> = Vec::new();
    let (mut from, mut to) = (0, 0);
    while from < old.len() || to < new.len() {
        let goes = dropped.get(from) == Some(&true);
        let comes = new.get(to).is_some_and(|(_, fresh)| *fresh);
        let stays = old.get(from).zip(new.get(to)).is_some_and(|(old, (row, _))| Arc::ptr_eq(old, &row.finding));
        if !goes && !comes && stays {
            (from, to) = (from + 1, to + 1);
            continue;
        }
        if splices.last().is_none_or(|last| last.at + last.added.len() != to) {
            splices.push(Splice { at: to, removed: 0, added: Vec::new() });
        }
        let Some(splice) = splices.last_mut() else { break };
        if goes {
            splice.removed += 1;
            from += 1;
        } else if comes {
            splice.added.push(Arc::clone(&new[to].0.finding));
            to += 1;
        } else {
            // A member changed places with another: all that follows is told anew.
            splice.removed += old.len() - from;
            splice.added.extend(new[to..].iter().map(|(row, _)| Arc::clone(&row.finding)));
            break;
        }
    }
    splices
}
