//! The rules about hours: ranges within a day, days within a week.

use super::found::Found;
use super::suggest::find;
use super::walk::Walk;
use crate::ground::json::patch::Op;
use crate::ground::json::{CollectVec, Each, Path, Segment, Tree, View, duplicates, object};
use crate::knowledge::format::hours::{self, Range, clock, day, days};
use crate::knowledge::issue::{Code, Fix, Severity};
use crate::knowledge::language::Sentence;
use crate::knowledge::schema::HOUR_RANGE;

/// A range of a day, with its list and index.
#[derive(Clone, Copy)]
struct Placed<'a> {
    range: Range,
    value: View<'a>,
    list: &'a Path,
    at: usize,
    /// True if it has no other members: another range can then replace it without loss.
    alone: bool,
    /// The days of its entry of the week.
    days: &'a [u8],
    /// True if its entry of the week contains nothing else.
    fills_entry: bool,
}

/// Returns the readable ranges of a list.
fn placed<'a>(view: View<'a>, list: &'a Path) -> Option<Vec<Placed<'a>>> {
    let mut placed = Vec::new();
    for (at, value) in view.items()?.enumerate() {
        if let Some(range) = Range::read(value) {
            placed.push(Placed {
                range,
                value,
                list,
                at,
                // A range has four members of its own.
                alone: value.each_member().count() <= 4,
                days: &[],
                fills_entry: false,
            });
        }
    }
    Some(placed)
}

impl Walk {
    /// Validates one range: it must not be reversed, be empty or end after its day.
    pub(super) fn range(&mut self, view: View<'_>) {
        let Some(range) = meant_range(view) else {
            return;
        };
        let (open, close) = (clock(range.open), clock(range.close));
        if range.close > 24 * 60 {
            self.report(Found::new(Code::HoursPastMidnight).with("close", close));
        } else if range.close < range.open {
            let found = Found::new(Code::HoursReversed)
                .with("open", open)
                .with("close", close);
            let is_midnight = range.close == 0 && Range::read(view).is_some();
            // 9:00 to 0:00 surely means 24:00. Any other reversed range may pass midnight: see `split_night`.
            self.report(if is_midnight {
                until_midnight(found, &self.path, view)
            } else {
                found
            });
        } else if range.close == range.open {
            self.report(Found::new(Code::HoursEmpty).with("open", open));
        } else if range.close == 24 * 60 {
            self.report(Found::new(Code::HoursMidnight));
        }
    }

    /// Validates the days of one entry: at least one, and none twice.
    pub(super) fn days(&mut self, view: View<'_>) {
        let Some(distinct) = days(view) else { return };
        if distinct.is_empty() {
            self.report(Found::new(Code::DaysEmpty));
        }
        let written: Vec<u8> = view.each_item().filter_map(day).collect_vec();
        for day in &distinct {
            if let Some(second) = written
                .iter()
                .enumerate()
                .filter(|(_, other)| *other == day)
                .nth(1)
            {
                let fixed = vec![
                    Op::test(&self.path, written.clone().into()),
                    Op::replace(&self.path, distinct.clone().into()),
                ];
                let found = Found::new(Code::DaysDuplicate).with("day", *day);
                let at = self.path.with(second.0);
                self.report_at(at, found.fix(Sentence::new("days_once"), fixed));
            }
        }
    }

    /// Returns true if the list here is the hours of an entry of the week. The week finds its overlaps.
    pub(super) fn in_week(&self) -> bool {
        self.path.segments().contains(&Segment::from("openHours"))
    }

    /// Validates the hours of a special date: they must not overlap.
    pub(super) fn day(&mut self, view: View<'_>) {
        let list = self.path.clone();
        if let Some(ranges) = placed(view, &list) {
            self.overlaps(ranges);
        }
    }

    /// Validates the week: one day in an entry, and no overlap among all ranges of a day. `sound` marks the entries
    /// without errors.
    pub(super) fn week(&mut self, view: View<'_>, sound: &[bool]) {
        let Some(entries) = view.items() else { return };
        // A body has one day an entry, if the week can be read by day.
        let is_split = hours::week(view).is_some();
        let limit = if is_split {
            self.limit_of_resolved()
        } else {
            Severity::Error
        };
        let lists = (0..entries.len())
            .map(|index| self.path.with(index).with("hours"))
            .collect_vec();
        let all_days = entries.clone().map(days_of_entry).collect_vec();
        let mut by_day: [Vec<Placed<'_>>; 7] = Default::default();
        for (index, ((entry, list), days)) in entries.zip(&lists).zip(&all_days).enumerate() {
            let (Some(days), Some(hours)) = (days, entry.get("hours")) else {
                continue;
            };
            if days.len() > 1 {
                self.several_days(index, entry, days, sound.get(index) == Some(&true), limit);
            }
            let Some(mut ranges) = placed(hours, list) else {
                continue;
            };
            for range in &mut ranges {
                range.days = days;
                range.fills_entry =
                    hours.each_item().len() == 1 && entry.each_member().count() == 2;
            }
            for day in days {
                by_day[usize::from(*day)].extend_from_slice(&ranges);
            }
        }
        // Only now, since the fix needs all entries. The findings were made when each range was validated.
        self.split_nights(view);
        let found = self.issues.len();
        for ranges in by_day {
            self.overlaps(ranges);
        }
        // An overlap in an entry of several days is reported once, not once a day.
        let overlaps = self.issues.split_off(found);
        let mut again = vec![false; overlaps.len()];
        for (_, at) in duplicates(overlaps.len(), &|a, b| {
            let (a, b) = (&overlaps[a], &overlaps[b]);
            (&a.path, &a.related).cmp(&(&b.path, &b.related))
        }) {
            again[at] = true;
        }
        for (issue, again) in overlaps.into_iter().zip(again) {
            if !again {
                self.issues.push(issue);
            }
        }
    }

    /// Adds the fix to each reversed range of the week that goes past midnight.
    fn split_nights(&mut self, view: View<'_>) {
        // More entries than days and halves of days are no week that anyone edits.
        const ENTRIES: usize = 100;
        let entries = view.each_item().take(ENTRIES + 1).collect_vec();
        if entries.len() > ENTRIES {
            return;
        }
        for issue in &mut self.issues {
            if issue.code != Code::HoursReversed || issue.fix.is_some() {
                continue;
            }
            if let Some(inside) = issue.path.segments().strip_prefix(self.path.segments())
                && let [Segment::Index(entry), _, Segment::Index(at)] = inside
            {
                issue.fix = split_night(&self.path, &entries, *entry, *at);
            }
        }
    }

    /// Reports several days in one entry. The fix repeats the hours, one entry a day. An entry with errors has no fix
    /// yet, since splitting it would repeat the errors.
    fn several_days(
        &mut self,
        index: usize,
        entry: View<'_>,
        days: &[u8],
        sound: bool,
        limit: Severity,
    ) {
        let place = self.path.with(index).with("daysOfTheWeek");
        let mut found = Found::new(Code::SeveralDays)
            .with("found", days.len())
            .limit(limit);
        if let ([first, rest @ ..], true) = (days, sound) {
            let written = entry
                .get("daysOfTheWeek")
                .map(View::to_value)
                .unwrap_or_default();
            let mut patch = vec![
                Op::test(&place, written),
                Op::replace(&place, vec![*first].into()),
            ];
            for (day, at) in rest.iter().zip(index + 1..) {
                let mut single = entry.to_value();
                single["daysOfTheWeek"] = vec![*day].into();
                patch.push(Op::add(&self.path.with(at), single));
            }
            found = found.fix(Sentence::new("split_days"), patch);
        }
        self.report_at(place, found);
    }

    /// Reports each range that begins before an earlier one of the day has ended, in order of opening.
    fn overlaps(&mut self, mut day: Vec<Placed<'_>>) {
        day.retain(|Placed { range, .. }| range.open < range.close && range.close <= 24 * 60);
        // `latest` is the range that closes last so far. Of 9–17, 10–11 and 16–18, both others overlap 9–17.
        day.sort_by_key(|placed| (placed.range, placed.at));
        let mut day = day.into_iter();
        let Some(mut latest) = day.next() else { return };
        for next in day {
            if !next.range.overlaps(latest.range) {
                latest = next;
                continue;
            }
            let (at, other) = (next.list.with(next.at), latest.list.with(latest.at));
            let found = if next.range == latest.range {
                Found::new(Code::HoursDuplicate)
            } else {
                Found::new(Code::HoursOverlap).with("other", latest.range.times())
            };
            let mut found = found
                .with("range", next.range.times())
                .related(other.clone());
            // Ranges of two entries are joined only if both are for the same days: else a day would get hours of another.
            let are_of_same_days = !next.days.is_empty() && next.days == latest.days;
            if (next.list == latest.list || are_of_same_days) && next.alone {
                let joined = next.range.joined(latest.range);
                let mut patch = vec![Op::test(&at, next.value.to_value())];
                // The ranges are in order of opening, so the joined one opens as `latest` does.
                if joined.close > latest.range.close {
                    patch.push(Op::test(&other, latest.value.to_value()));
                    patch.push(Op::replace(
                        &other.with("closeHour"),
                        (joined.close / 60).into(),
                    ));
                    patch.push(Op::replace(
                        &other.with("closeMinute"),
                        (joined.close % 60).into(),
                    ));
                }
                // An entry with no other range than the removed one goes as a whole: an entry without hours would mean closed.
                let is_entry = next.list != latest.list && next.fills_entry;
                patch.push(Op::remove(&if is_entry {
                    entry_of(next.list)
                } else {
                    at.clone()
                }));
                found = found.fix(Sentence::new("join").with("range", joined.times()), patch);
            }
            self.report_at(at, found);
            if next.range.close > latest.range.close {
                latest = next;
            }
        }
    }
}

/// Returns the path of the entry that contains a list of hours.
fn entry_of(hours: &Path) -> Path {
    let mut entry = hours.clone();
    entry.pop();
    entry
}

/// Adds the fix of a range that closes at 00:00: it closes at 24:00.
fn until_midnight(found: Found, at: &Path, range: View<'_>) -> Found {
    let patch = vec![
        Op::test(at, range.to_value()),
        Op::replace(&at.with("closeHour"), 24.into()),
    ];
    found.fix(Sentence::new("write").with("value", "24:00"), patch)
}

/// Returns the fix of a range of the week that goes past midnight: it ends at 24:00, and its rest opens the next day. `None`
/// unless that is what the range surely means: it opens in the evening, closes in the small hours, and is open for an hour
/// on both days, which is long enough for most slots. The next day must not be listed as closed, nor have hours then. All days of
/// the week must be readable, since any of them may be the next one.
///
/// ```text
/// Friday 21:00–02:00  →  Friday 21:00–24:00, Saturday 00:00–02:00
/// Friday 17:00–09:00  →  none: nobody opens so long
/// Friday 13:00–01:00  →  none: 13:00 may be 01:00, or the reverse
/// ```
fn split_night(week: &Path, entries: &[View<'_>], index: usize, at: usize) -> Option<Fix> {
    let entry = entries.get(index)?;
    let value = entry.get("hours")?.items()?.nth(at)?;
    let range = Range::read(value).filter(|range| is_night(*range))?;
    let rest = Range {
        open: 0,
        close: range.close,
    };
    let place = week.with(index).with("hours").with(at);
    let mut patch = vec![
        Op::test(&place, value.to_value()),
        Op::replace(&place.with("closeHour"), 24.into()),
        Op::replace(&place.with("closeMinute"), 0.into()),
    ];
    let all_days = entries
        .iter()
        .map(|entry| days_of_entry(*entry))
        .collect_all()?;
    let mut new = entries.len();
    for day in &all_days[index] {
        let next = (day + 1) % 7;
        let of_next = all_days
            .iter()
            .enumerate()
            .filter(|(_, days)| days.contains(&next));
        let of_next =
            of_next.map(|(at, days)| Some((at, days.len() == 1, entries[at].get("hours")?)));
        let of_next = of_next.collect_all()?;
        let hours = of_next
            .iter()
            .map(|(_, _, hours)| hours.items())
            .collect_all()?;
        let ranges = hours.into_iter().flatten().map(Range::read).collect_all()?;
        let is_closed = !of_next.is_empty() && ranges.iter().all(|range| range.open == range.close);
        if is_closed || ranges.iter().any(|range| range.overlaps(rest)) {
            return None;
        }
        // An entry of its own, unless the next day has one: hours of an entry of several days are those of all of them.
        patch.push(
            if let Some((at, ..)) = of_next.iter().find(|(_, is_alone, _)| *is_alone) {
                Op::add(&week.with(*at).with("hours").with(0), rest.to_value())
            } else {
                new += 1;
                let members = [
                    ("daysOfTheWeek", vec![next].into()),
                    ("hours", vec![rest.to_value()].into()),
                ];
                Op::add(&week.with(new - 1), object(members.into_iter()))
            },
        );
    }
    Some(Fix {
        title: Sentence::new("split_midnight"),
        patch,
    })
}

/// The times between which a night begins, and those at which it ends.
const EVENING: u16 = 17 * 60;
const LATEST: u16 = 23 * 60;
const SMALL_HOURS: std::ops::RangeInclusive<u16> = 60..=4 * 60;

/// Returns true for a range from an evening into the small hours: `22:00` to `02:00`.
fn is_night(range: Range) -> bool {
    (EVENING..=LATEST).contains(&range.open) && SMALL_HOURS.contains(&range.close)
}

/// Returns the days of an entry of the week, if all can be read.
fn days_of_entry(entry: View<'_>) -> Option<Vec<u8>> {
    entry.get("daysOfTheWeek").and_then(days)
}

/// Reads a range, and accepts misspelled names whose meaning is sure, with numbers as text: the fix of the name is also that of
/// the number.
fn meant_range(view: View<'_>) -> Option<Range> {
    Range::read(view).or_else(|| {
        let meant = HOUR_RANGE.members.iter().filter_map(|row| {
            let (name, value) = find(&HOUR_RANGE, view, row.name)?;
            let number = value
                .text()
                .filter(|_| name != row.name)
                .and_then(|text| row.ty.value_of_text(text));
            Some((
                row.name.to_owned(),
                number.unwrap_or_else(|| value.to_value()),
            ))
        });
        Range::read(Tree::of(object(meant)).root())
    })
}
