//! Hours and weeks: compared by what is open when, however the entries group it.

use super::ChangeKind;
use super::walk::Differ;
use crate::format::hours::{self, Range, days_phrase, plain_ranges};
use crate::json::patch::Op;
use crate::json::{View, equal, ordered};
use crate::language::changes as words;
use crate::record::Pairs;
use crate::schema::{List, Member};

impl Differ {
    /// The ranges of a special date or of an entry of the week, as a set.
    pub(super) fn hours<'a>(&mut self, member: Option<&'static Member>, label: &str, a: View<'a>, b: View<'a>) {
        let (Some(before), Some(after)) = (plain_ranges(a), plain_ranges(b)) else {
            if !equal(a, b) {
                self.replace(label, (&words::value(member, None, a), &words::value(member, None, b)), a, b);
            }
            return;
        };
        if before == after {
            return;
        }
        // The hours belong to the day or date that the subject names last.
        let subject = self.subject.join(", ");
        let words = words::hours(&subject, self.several, &before, &after);
        let whole = Op::replace(&self.place.patch, b.to_value());
        let mut patch = Vec::new();
        let mut place = self.place.draft.clone();
        let (gone, new) = (left_over(a, &after), left_over(b, &before));
        for ((at, old), (index, range)) in gone.iter().zip(&new) {
            self.edit_range(&mut patch, *at, *old, *range);
            if (gone.len(), new.len()) == (1, 1) {
                place.push(*index);
            }
        }
        let paired = gone.len().min(new.len());
        // From the end, so that each index still holds.
        let extra = &gone[paired..];
        for at in ordered(extra.len(), &|a, b| extra[b].0.cmp(&extra[a].0)) {
            patch.push(Op::remove(&self.place.patch.with(extra[at].0)));
        }
        let length = a.items().map_or(0, |items| items.len()) - (gone.len() - paired);
        for (offset, (index, _)) in new[paired..].iter().enumerate() {
            let range = b.items().and_then(|mut items| items.nth(*index));
            patch.extend(range.map(|range| Op::add(&self.place.patch.with(length + offset), range.to_value())));
        }
        if patch.len() > 1 && bytes(&patch) >= bytes(&whole) {
            patch = vec![whole];
        }
        self.patch.append(&mut patch);
        let (before, after) = (a.to_value(), b.to_value());
        self.changes.push(super::Change {
            kind: ChangeKind::Replace,
            path: place,
            before: Some(before),
            after: Some(after),
            words,
        });
    }

    /// Makes one range the other: by its one part that differs, or as a whole.
    fn edit_range(&self, patch: &mut Vec<Op>, at: usize, old: Range, new: Range) {
        let place = self.place.patch.with(at);
        let parts = [
            ("openHour", old.open / 60, new.open / 60),
            ("openMinute", old.open % 60, new.open % 60),
            ("closeHour", old.close / 60, new.close / 60),
            ("closeMinute", old.close % 60, new.close % 60),
        ];
        let mut differing = parts.into_iter().filter(|(_, old, new)| old != new);
        match (differing.next(), differing.next()) {
            (Some((name, _, new)), None) => patch.push(Op::replace(&place.with(name), new.into())),
            _ => patch.push(Op::replace(&place, new.to_value())),
        }
    }

    /// Open hours: entry by entry where both group the days alike, else day by day.
    pub(super) fn week<'a>(&mut self, list: &'static List, a: View<'a>, b: View<'a>) {
        let pairs = Pairs::of(list, a, b);
        let (Some(before), Some(after)) = (hours::week(a), hours::week(b)) else {
            return self.items(list, &pairs);
        };
        if before == after {
            return;
        }
        let runs = self.runs(&before, &after);
        if once_a_day(&pairs.left) && once_a_day(&pairs.right) && apart(&pairs) {
            let first = self.changes.len();
            self.items(list, &pairs);
            // Entry by entry for whoever applies the changes, in runs of days for whoever reads them.
            let words: Vec<String> = runs.into_iter().map(|(_, words)| words).collect();
            if words.len() < self.changes.len() - first {
                self.said.push((first..self.changes.len(), words));
            }
            return;
        }
        self.patch.push(Op::replace(&self.place.patch, b.to_value()));
        for (day, words) in runs {
            let values = |ranges: &[Range]| ranges.iter().map(|range| range.to_value()).collect();
            let path =
                entry_with(&pairs.right, day).map_or_else(|| self.place.draft.clone(), |at| self.place.draft.with(at));
            self.changes.push(super::Change {
                kind: ChangeKind::Replace,
                path,
                before: Some(values(&before[usize::from(day)])),
                after: Some(values(&after[usize::from(day)])),
                words,
            });
        }
    }

    /// The changes of the week by runs of days that change alike: the first day of each, and the words.
    fn runs(&self, before: &[Vec<Range>; 7], after: &[Vec<Range>; 7]) -> Vec<(u8, String)> {
        let mut days: Vec<u8> = (1..=7).map(|day| day % 7).collect();
        days.retain(|day| before[usize::from(*day)] != after[usize::from(*day)]);
        let of = |day: u8| (&before[usize::from(day)], &after[usize::from(day)]);
        let runs = days.chunk_by(|a, b| of(*a) == of(*b)).map(|run| {
            let (before, after) = of(run[0]);
            (run[0], words::hours(&self.label(&days_phrase(run)), run.len() > 1, before, after))
        });
        runs.collect()
    }
}

/// The ranges that do not stand on the other side, with their indexes, in order of opening.
fn left_over(list: View<'_>, other: &[Range]) -> Vec<(usize, Range)> {
    let ranges = hours::ranges(list).unwrap_or_default().into_iter().enumerate();
    let left: Vec<_> = ranges.filter(|(_, range)| !other.contains(range)).collect();
    ordered(left.len(), &|a, b| left[a].1.cmp(&left[b].1)).into_iter().map(|at| left[at]).collect()
}

fn bytes(value: &impl serde::Serialize) -> usize {
    crate::json::to_string(value).len()
}

/// The days of an entry, a bit for each.
pub(super) fn days_of(entry: View<'_>) -> u8 {
    let days = entry.get("daysOfTheWeek").and_then(hours::days).unwrap_or_default();
    days.into_iter().fold(0, |bits, day| bits | 1 << day)
}

/// Whether each day stands in one entry at most.
fn once_a_day(entries: &[View<'_>]) -> bool {
    let mut seen = 0;
    entries.iter().map(|entry| days_of(*entry)).all(|days| {
        let new = seen & days == 0;
        seen |= days;
        new
    })
}

/// Whether the entries without partners on the left and on the right speak of different days.
fn apart(pairs: &Pairs<'_>) -> bool {
    let gone = pairs.removed().into_iter().fold(0, |gone, at| gone | days_of(pairs.left[at]));
    let mut new = pairs.right.iter().zip(&pairs.partner).filter(|(_, partner)| partner.is_none());
    new.all(|(entry, _)| days_of(*entry) & gone == 0)
}

fn entry_with(entries: &[View<'_>], day: u8) -> Option<usize> {
    entries.iter().position(|entry| days_of(*entry) & (1 << day) != 0)
}
