//! Merges hours and weeks: day by day, and range by range within a day.

use serde_json::Value;

use super::{Conflict, MergedChange, Merger, Named, Resolution, Side, Three};
use crate::ground::json::{Builder, CollectVec, Each, Tree, View};
use crate::knowledge::format::hours::{self, HoursItem, Range, Week, hours_items};
use crate::knowledge::language::Phrase;
use crate::knowledge::words;
use crate::record::week::{entry_of, group_equal_days, values};
use crate::record::{KeyStep, days_in};
use crate::verbs::diff::{Change, ChangeKind};

/// The hours of one day or date in base, ours and theirs.
type Day<'a> = [&'a [HoursItem]; 3];

impl Merger {
    /// Merges the ranges of a special date. Returns false if they cannot be read.
    pub(super) fn day(
        &mut self,
        named: &Named<'_>,
        three: Three<'_>,
        out: &mut Builder<'_>,
    ) -> bool {
        let ranges = three
            .all()
            .map(|view| view.map_or_else(|| Some(Vec::new()), hours_items));
        let [Some(base), Some(ours), Some(theirs)] = ranges else {
            return false;
        };
        let label = words::subject(&self.subject);
        let merged = self.decide(&label, false, [&base, &ours, &theirs]);
        let spelled = as_spelled(
            &merged,
            [
                (&ours, three.ours),
                (&theirs, three.theirs),
                (&base, three.base),
            ],
        );
        match spelled {
            Some(view) => out.copy(Some(named.name), view),
            None => out.value(Some(named.name), &values(&merged)),
        }
        true
    }

    /// Merges the open hours. Returns false if the entries contain more than days and ranges.
    pub(super) fn week(
        &mut self,
        named: &Named<'_>,
        three: Three<'_>,
        out: &mut Builder<'_>,
    ) -> bool {
        let [Some(base), Some(ours), Some(theirs)] = three.all().map(week) else {
            return false;
        };
        let mut merged = base.clone();
        let found = self.conflicts.len();
        let mut conflicting = Vec::new();
        for group in group_equal_days([&base, &ours, &theirs], |_| true) {
            let days: Vec<u8> = days_in(group).collect_vec();
            let before = self.conflicts.len();
            self.key.push(KeyStep::Days(group));
            let ranges = self.decide(
                &self.label(&words::days_said(&days)),
                days.len() > 1,
                [&base, &ours, &theirs].map(|week| &week[usize::from(days[0])][..]),
            );
            self.key.pop();
            conflicting.resize(conflicting.len() + self.conflicts.len() - before, days[0]);
            for day in days {
                merged[usize::from(day)].clone_from(&ranges);
            }
        }
        let spelled = as_spelled(
            &merged,
            [
                (&ours, three.ours),
                (&theirs, three.theirs),
                (&base, three.base),
            ],
        );
        let value = spelled.map_or_else(|| Tree::from(&one_entry_a_day(&merged)), Tree::copied);
        for (conflict, day) in self.conflicts[found..].iter_mut().zip(conflicting) {
            let entry = value
                .root()
                .each_item()
                .position(|entry| days(entry).contains(&day));
            conflict.path = entry.map_or_else(|| self.path.clone(), |entry| self.path.with(entry));
        }
        out.copy(Some(named.name), value.root());
        true
    }

    /// Returns the merged hours of a day, and records the changes or the conflict.
    fn decide(&mut self, label: &Phrase, several: bool, day: Day<'_>) -> Vec<HoursItem> {
        let [base, ours, theirs] = day;
        let (from, merged) = if let Some(merged) = merged(day) {
            merged
        } else {
            let words = self.words(label, &day.map(words::open_hours));
            let [before, mine, other] = day.map(|ranges| Some(values(ranges)));
            let (path, key) = (self.path.clone(), self.key.clone());
            let conflict = Conflict {
                path,
                key,
                base: before,
                ours: mine,
                theirs: other,
                words,
            };
            match self.disagree(conflict) {
                Resolution::Leave | Resolution::Base => return base.to_vec(),
                Resolution::Ours => (vec![(Side::Ours, ours.to_vec())], ours.to_vec()),
                Resolution::Theirs => (vec![(Side::Theirs, theirs.to_vec())], theirs.to_vec()),
            }
        };
        for (from, after) in from {
            let words = words::hours(label, several, base, &after);
            let (before, after) = (Some(values(base)), Some(values(&after)));
            let (path, key) = (self.path.clone(), self.key.clone());
            let change = Change {
                kind: ChangeKind::Replace,
                path,
                key,
                before,
                after,
                words,
            };
            self.taken.push(MergedChange { from, change });
        }
        merged
    }
}

/// Returns the days of an entry of the week.
fn days(entry: View<'_>) -> Vec<u8> {
    entry
        .get("daysOfTheWeek")
        .and_then(hours::days_meant)
        .unwrap_or_default()
}

/// Returns a week by day, with no hours if it is not set.
fn week(view: Option<View<'_>>) -> Option<Week> {
    view.map_or_else(|| Some(Week::default()), hours::week)
}

/// The sides that changed a day, each with the hours it changed it to.
type Changes = Vec<(Side, Vec<HoursItem>)>;

/// Merges a day. Returns the changes of each side and the merged items, or `None` if the sides disagree: they changed
/// one range to different ends, one of them closed the day, both replaced a range by others elsewhere, ranges that they
/// opened overlap, or no range would be left although neither closed the day.
fn merged([base, ours, theirs]: Day<'_>) -> Option<(Changes, Vec<HoursItem>)> {
    if ours == theirs {
        let changes = if base == ours {
            Vec::new()
        } else {
            vec![(Side::Both, ours.to_vec())]
        };
        return Some((changes, ours.to_vec()));
    }
    if base == ours {
        return Some((vec![(Side::Theirs, theirs.to_vec())], theirs.to_vec()));
    }
    if base == theirs {
        return Some((vec![(Side::Ours, ours.to_vec())], ours.to_vec()));
    }
    let merged = merged_ranges([&read(base)?, &read(ours)?, &read(theirs)?])?;
    let changes = vec![(Side::Ours, ours.to_vec()), (Side::Theirs, theirs.to_vec())];
    Some((
        changes,
        merged.into_iter().map(HoursItem::Range).collect_vec(),
    ))
}

/// Returns the ranges of a day, if all items are ranges. An unreadable item may overlap any other.
fn read(items: &[HoursItem]) -> Option<Vec<Range>> {
    items.iter().map(HoursItem::range).collect_all()
}

/// Merges the ranges of a day that both sides changed in their own ways.
fn merged_ranges([base, ours, theirs]: [&[Range]; 3]) -> Option<Vec<Range>> {
    let (my_new, other_new) = (without(ours, base), without(theirs, base));
    let (mine_alone, other_alone) = (without(&my_new, &other_new), without(&other_new, &my_new));
    let [mine_alone, other_alone] = [
        SortedRanges::of(&mine_alone),
        SortedRanges::of(&other_alone),
    ];
    let [my_new_ranges, other_new_ranges] =
        [SortedRanges::of(&my_new), SortedRanges::of(&other_new)];
    // A removed range has become the new ranges that overlap it.
    let is_disputed = base.iter().any(|range| {
        let (ours_removed, theirs_removed) = (!has(ours, *range), !has(theirs, *range));
        let is_elsewhere = !my_new_ranges.overlap(*range) && !other_new_ranges.overlap(*range);
        let are_both_new = !mine_alone.ranges.is_empty() && !other_alone.ranges.is_empty();
        ours_removed && other_alone.overlap(*range)
            || theirs_removed && mine_alone.overlap(*range)
            || ours_removed && theirs_removed && is_elsewhere && are_both_new
    });
    let overlap = mine_alone
        .ranges
        .iter()
        .any(|range| other_alone.overlap(*range));
    if is_closed(ours) || is_closed(theirs) || overlap || is_disputed {
        return None;
    }
    let mut merged: Vec<Range> = base
        .iter()
        .filter(|range| has(ours, **range) && has(theirs, **range))
        .copied()
        .collect_vec();
    merged.extend(my_new.iter().chain(&other_new));
    merged.sort_unstable();
    merged.dedup();
    if is_closed(&merged) {
        return None;
    }
    Some(merged)
}

/// Returns the ranges that others do not have. Both are sorted, without duplicates.
fn without(ranges: &[Range], others: &[Range]) -> Vec<Range> {
    ranges
        .iter()
        .filter(|range| !has(others, **range))
        .copied()
        .collect_vec()
}

/// Returns true if sorted ranges have a range.
fn has(ranges: &[Range], range: Range) -> bool {
    ranges.binary_search(&range).is_ok()
}

/// Returns true if no range contains a minute.
fn is_closed(ranges: &[Range]) -> bool {
    ranges.iter().all(|range| range.open >= range.close)
}

/// Sorted ranges, and the latest close up to each. Finds an overlap in time logarithmic in their number.
struct SortedRanges<'a> {
    ranges: &'a [Range],
    closes: Vec<u16>,
}

impl<'a> SortedRanges<'a> {
    fn of(ranges: &'a [Range]) -> Self {
        let latest = ranges.iter().scan(0, |latest, range| {
            *latest = range.close.max(*latest);
            Some(*latest)
        });
        Self {
            ranges,
            closes: latest.collect_vec(),
        }
    }

    /// Returns true if one of the ranges overlaps `other`.
    fn overlap(&self, other: Range) -> bool {
        let opened_before = self
            .ranges
            .partition_point(|range| range.open < other.close);
        opened_before
            .checked_sub(1)
            .is_some_and(|last| self.closes[last] > other.open)
    }
}

/// Returns the first of the three views whose hours equal the merged ones.
fn as_spelled<'a, T: PartialEq>(
    merged: &T,
    three: [(&T, Option<View<'a>>); 3],
) -> Option<View<'a>> {
    three
        .into_iter()
        .find_map(|(hours, view)| view.filter(|_| hours == merged))
}

fn one_entry_a_day(week: &Week) -> Value {
    let open = (0..7).zip(week).filter(|(_, ranges)| !ranges.is_empty());
    Value::Array(
        open.map(|(day, ranges)| entry_of(day, ranges))
            .collect_vec(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every pair of lists of up to two ranges within four minutes, including ranges that close before they open.
    #[test]
    fn overlap_is_as_of_each_two() {
        let all: Vec<Range> = (0..4)
            .flat_map(|open| (0..4).map(move |close| Range { open, close }))
            .collect();
        let pairs = all
            .iter()
            .flat_map(|a| all.iter().map(|b| vec![*a, *b]))
            .filter(|pair| pair[0] < pair[1]);
        let lists: Vec<Vec<Range>> = pairs
            .chain(all.iter().map(|range| vec![*range]))
            .chain([Vec::new()])
            .collect();
        assert_eq!(lists.len(), 120 + 16 + 1);
        for first in &lists {
            for second in &lists {
                let of_each_two = first.iter().any(|a| second.iter().any(|b| a.overlaps(*b)));
                let found = second
                    .iter()
                    .any(|range| SortedRanges::of(first).overlap(*range));
                assert_eq!(found, of_each_two, "{first:?} {second:?}");
            }
        }
    }

    /// M4 and M5 for every three days of up to two ranges within four minutes: swapping the sides swaps nothing in the result,
    /// merging a side into it again changes nothing, and no conflict is made up.
    #[test]
    fn a_merged_day_holds_the_changes_of_both() {
        let ranges: Vec<Range> = (0..4)
            .flat_map(|open| (open..5).map(move |close| Range { open, close }))
            .collect();
        let item = |range: &Range| HoursItem::Range(*range);
        let mut days = vec![Vec::new()];
        for (at, first) in ranges.iter().enumerate() {
            days.push(vec![item(first)]);
            days.extend(
                ranges[at + 1..]
                    .iter()
                    .map(|second| vec![item(first), item(second)]),
            );
        }
        let (mut agreed, mut disputed) = (0, 0);
        for base in &days {
            for ours in &days {
                for theirs in &days {
                    let result = merged([base, ours, theirs]).map(|(_, merged)| merged);
                    assert_eq!(
                        result,
                        merged([base, theirs, ours]).map(|(_, merged)| merged)
                    );
                    let Some(result) = result else {
                        disputed += 1;
                        assert!(
                            base != ours && base != theirs && ours != theirs,
                            "{base:?} {ours:?} {theirs:?}"
                        );
                        continue;
                    };
                    agreed += 1;
                    for side in [ours, theirs] {
                        let again = merged([base, side, &result]).map(|(_, merged)| merged);
                        assert_eq!(
                            again.as_ref(),
                            Some(&result),
                            "{base:?} {ours:?} {theirs:?}"
                        );
                        assert!(
                            side.iter()
                                .all(|range| base.contains(range) || result.contains(range))
                        );
                        assert!(
                            base.iter()
                                .all(|range| side.contains(range) || !result.contains(range))
                        );
                    }
                }
            }
        }
        assert!(agreed > 10_000 && disputed > 10_000, "{agreed} {disputed}");
    }
}
