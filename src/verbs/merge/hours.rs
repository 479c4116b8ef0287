//! Merges hours and weeks: day by day, and range by range within a day.

use super::{Conflict, MergedChange, Merger, Named, Resolution, Side, Sides, Views};
use crate::ground::json::{Builder, CollectVec, Each, Tree, View};
use crate::knowledge::format::hours::{self, HoursItem, Range, Week, hours_items};
use crate::knowledge::language::Phrase;
use crate::knowledge::words;
use crate::record::KeyStep;
use crate::record::week::{days_of, group_equal_days, one_entry_a_day, values};
use crate::verbs::diff::{Change, ChangeKind};

/// The hours of one day or date in base, ours and theirs.
type Day<'a> = Sides<&'a [HoursItem]>;

impl Merger {
    /// Merges the ranges of a special date. Returns false if they cannot be read.
    pub(super) fn day(
        &mut self,
        named: &Named<'_>,
        three: Views<'_>,
        out: &mut Builder<'_>,
    ) -> bool {
        let Some(hours) = three.map(items_of).transpose() else {
            return false;
        };
        let label = words::subject(&self.subject);
        let merged = self.decide(&label, false, hours.as_ref().map(Vec::as_slice));
        match as_spelled(&merged, &hours, three) {
            Some(view) => out.copy(Some(named.name), view),
            None => out.value(Some(named.name), &values(&merged)),
        }
        true
    }

    /// Merges the open hours. Returns false if the entries contain more than days and ranges.
    pub(super) fn week(
        &mut self,
        named: &Named<'_>,
        three: Views<'_>,
        out: &mut Builder<'_>,
    ) -> bool {
        let Some(weeks) = three.map(week).transpose() else {
            return false;
        };
        let mut merged = weeks.base.clone();
        let first_conflict = self.conflicts.len();
        // The first day of each conflict, in their order.
        let mut conflicting = Vec::new();
        // Days that have the same hours on each side are decided together: if each side changed Monday to Friday as
        // one, it is one conflict and not five.
        for group in group_equal_days([&weeks.base, &weeks.ours, &weeks.theirs], |_| true) {
            let days: Vec<u8> = group.iter().collect_vec();
            let first_day = days[0];
            let hours = weeks.as_ref().map(|week| &week[usize::from(first_day)][..]);
            self.key.push(KeyStep::Days(group));
            let ranges = self.decide(&self.label(&words::days_said(&days)), days.len() > 1, hours);
            self.key.pop();
            // Longer by one if this group is in conflict, else as long as before.
            conflicting.resize(self.conflicts.len() - first_conflict, first_day);
            for day in days {
                merged[usize::from(day)].clone_from(&ranges);
            }
        }
        // Without a week in base, days that are in dispute do not make one in which all are closed.
        let is_disputed = self.conflicts.len() > first_conflict;
        if three.base.is_none() && is_disputed && merged == weeks.base {
            return true;
        }
        let value = match as_spelled(&merged, &weeks, three) {
            // If the merged week is just that of a side, its entries stay grouped as that side has them.
            Some(view) => Tree::copied(view),
            None => Tree::from(&one_entry_a_day(&merged)),
        };
        // A conflict is at the entry that has its days in the merged week, if there is one.
        for (conflict, day) in self.conflicts[first_conflict..].iter_mut().zip(conflicting) {
            conflict.path = match entry_of_day(value.root(), day) {
                Some(entry) => self.path.with(entry),
                None => self.path.clone(),
            };
        }
        out.copy(Some(named.name), value.root());
        true
    }

    /// Returns the merged hours of a day, and records the changes or the conflict.
    fn decide(&mut self, label: &Phrase, several: bool, day: Day<'_>) -> Vec<HoursItem> {
        let (changes, merged) = match merged(day) {
            Some(merged) => merged,
            None => match self.disputed_hours(label, day) {
                // The day keeps its hours of base: there is no change to record.
                Resolution::Leave | Resolution::Base => return day.base.to_vec(),
                Resolution::Ours => taken(Side::Ours, day.ours),
                Resolution::Theirs => taken(Side::Theirs, day.theirs),
            },
        };
        for (from, after) in changes {
            let change = Change {
                kind: ChangeKind::Replace,
                path: self.path.clone(),
                key: self.key.clone(),
                before: Some(values(day.base)),
                words: words::hours(label, several, day.base, &after),
                after: Some(values(&after)),
            };
            self.taken.push(MergedChange { from, change });
        }
        merged
    }

    /// Reports a conflict between the hours of both sides. Returns how it is resolved.
    fn disputed_hours(&mut self, label: &Phrase, day: Day<'_>) -> Resolution {
        let words = self.words(label, &day.map(words::open_hours));
        self.disagree(Conflict {
            path: self.path.clone(),
            key: self.key.clone(),
            base: Some(values(day.base)),
            ours: Some(values(day.ours)),
            theirs: Some(values(day.theirs)),
            words,
        })
    }
}

/// Returns ranges, none if there is no list. `None` if they cannot be read.
fn items_of(view: Option<View<'_>>) -> Option<Vec<HoursItem>> {
    match view {
        Some(view) => hours_items(view),
        None => Some(Vec::new()),
    }
}

/// Returns the index of the entry that has a day.
fn entry_of_day(week: View<'_>, day: u8) -> Option<usize> {
    week.each_item()
        .position(|entry| days_of(entry).contains(day))
}

/// Returns a week by day, with no hours if it is not set.
fn week(view: Option<View<'_>>) -> Option<Week> {
    view.map_or_else(|| Some(Week::default()), hours::week)
}

/// The sides that changed a day, each with the hours it changed it to.
type Changes = Vec<(Side, Vec<HoursItem>)>;

/// Returns the hours of a side, which made the only change.
fn taken(side: Side, hours: &[HoursItem]) -> (Changes, Vec<HoursItem>) {
    (vec![(side, hours.to_vec())], hours.to_vec())
}

/// Merges a day. Returns the changes of each side and the merged items, or `None` if the sides disagree: they changed
/// one range to different ends, one of them closed the day, both replaced a range by others elsewhere, ranges that they
/// opened overlap, or no range would be left although neither closed the day.
///
/// ```text
/// base 9–12    ours 9–12, 13–17    theirs 8–12    merged 8–12, 13–17
/// base 9–12    ours 9–13           theirs 9–14    disagree
/// base 9–12    ours closed         theirs 9–14    disagree
/// ```
fn merged(day: Day<'_>) -> Option<(Changes, Vec<HoursItem>)> {
    let Sides { base, ours, theirs } = day;
    if ours == theirs {
        if base == ours {
            return Some((Vec::new(), ours.to_vec()));
        }
        return Some(taken(Side::Both, ours));
    }
    if base == ours {
        return Some(taken(Side::Theirs, theirs));
    }
    if base == theirs {
        return Some(taken(Side::Ours, ours));
    }
    let merged = merged_ranges([&read(base)?, &read(ours)?, &read(theirs)?])?;
    let changes = vec![(Side::Ours, ours.to_vec()), (Side::Theirs, theirs.to_vec())];
    let merged = merged.into_iter().map(HoursItem::Range).collect_vec();
    Some((changes, merged))
}

/// Returns the ranges of a day, if all items are ranges. An unreadable item may overlap any other.
fn read(items: &[HoursItem]) -> Option<Vec<Range>> {
    items.iter().map(HoursItem::range).collect_all()
}

/// Merges the ranges of a day that both sides changed in their own ways: those that neither removed, and those that are new.
fn merged_ranges([base, ours, theirs]: [&[Range]; 3]) -> Option<Vec<Range>> {
    // For base 9–12, ours 9–13, 15–17 and theirs 9–12, 15–17, the new ranges are 9–13, 15–17 of ours and 15–17 of theirs. Only
    // 9–13 is in ours alone, and only such ranges can clash: 15–17 is a change that both made.
    let my_new = without(ours, base);
    let other_new = without(theirs, base);
    let mine_alone = without(&my_new, &other_new);
    let other_alone = without(&other_new, &my_new);
    let new = NewRanges {
        ours: SortedRanges::of(&my_new),
        theirs: SortedRanges::of(&other_new),
        ours_alone: SortedRanges::of(&mine_alone),
        theirs_alone: SortedRanges::of(&other_alone),
    };
    let is_disputed = base
        .iter()
        .any(|range| new.dispute(*range, !has(ours, *range), !has(theirs, *range)));
    // A side that closed the day wants no hours at all, so whatever the other side changed is against it.
    if is_closed(ours) || is_closed(theirs) || new.overlap() || is_disputed {
        return None;
    }
    let mut merged: Vec<Range> = base
        .iter()
        .filter(|range| has(ours, **range) && has(theirs, **range))
        .copied()
        .collect_vec();
    // A range that both sides added is in both lists.
    merged.extend(my_new.iter().chain(&other_new));
    merged.sort_unstable();
    merged.dedup();
    // Base 9–12, 13–17, ours 9–12, theirs 13–17: each side removed what the other keeps, and neither meant to close the day.
    (!is_closed(&merged)).then_some(merged)
}

/// The ranges that the sides added, and those that only one of them added.
struct NewRanges<'a> {
    ours: SortedRanges<'a>,
    theirs: SortedRanges<'a>,
    ours_alone: SortedRanges<'a>,
    theirs_alone: SortedRanges<'a>,
}

impl NewRanges<'_> {
    /// Returns true if ranges that only ours has overlap ranges that only theirs has.
    fn overlap(&self) -> bool {
        self.ours_alone
            .ranges
            .iter()
            .any(|range| self.theirs_alone.overlap(*range))
    }

    /// Returns true if the sides disagree on a range of base. A removed range has become the new ranges that overlap it: if
    /// 9–12 is removed by ours and 9–13 is new in theirs, theirs has changed what ours removed.
    fn dispute(&self, range: Range, ours_removed: bool, theirs_removed: bool) -> bool {
        if ours_removed && self.theirs_alone.overlap(range)
            || theirs_removed && self.ours_alone.overlap(range)
        {
            return true;
        }
        // Both moved it to another time of the day.
        // Base 9–12, ours 13–14, theirs 15–16: nothing overlaps, but each side put its own range in place of the same one.
        let is_elsewhere = !self.ours.overlap(range) && !self.theirs.overlap(range);
        let are_both_new =
            !self.ours_alone.ranges.is_empty() && !self.theirs_alone.ranges.is_empty();
        ours_removed && theirs_removed && is_elsewhere && are_both_new
    }
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
        let mut closes = Vec::with_capacity(ranges.len());
        let mut latest = 0;
        for range in ranges {
            latest = range.close.max(latest);
            closes.push(latest);
        }
        Self { ranges, closes }
    }

    /// Returns true if one of the ranges overlaps `other`.
    fn overlap(&self, other: Range) -> bool {
        // The ranges that open before the other one closes come first. One of them overlaps if the latest close among them is
        // after the other one opens. Of 9–17 and 10–11, it is not the last one that overlaps 12–13.
        let opened_before = self
            .ranges
            .partition_point(|range| range.open < other.close);
        opened_before > 0 && self.closes[opened_before - 1] > other.open
    }
}

/// Returns the first view whose hours equal the merged ones, so that their spelling is kept.
fn as_spelled<'a, T: PartialEq>(
    merged: &T,
    hours: &Sides<T>,
    three: Views<'a>,
) -> Option<View<'a>> {
    let sides = [
        (&hours.ours, three.ours),
        (&hours.theirs, three.theirs),
        (&hours.base, three.base),
    ];
    for (hours, view) in sides {
        if hours == merged && view.is_some() {
            return view;
        }
    }
    None
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

    fn merged_day([base, ours, theirs]: [&Vec<HoursItem>; 3]) -> Option<(Changes, Vec<HoursItem>)> {
        merged(Sides { base, ours, theirs }.map(Vec::as_slice))
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
        let mut agreed = 0;
        let mut disputed = 0;
        for base in &days {
            for ours in &days {
                for theirs in &days {
                    let result = merged_day([base, ours, theirs]).map(|(_, merged)| merged);
                    assert_eq!(
                        result,
                        merged_day([base, theirs, ours]).map(|(_, merged)| merged)
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
                        let again = merged_day([base, side, &result]).map(|(_, merged)| merged);
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
