//! Compares hours and weeks by opening times, regardless of their grouping in entries.

use super::walk::Differ;
use super::{Change, ChangeKind};
use crate::ground::json::{CollectVec, Path, View, equal};
use crate::knowledge::format::hours::{self, hours_items};
use crate::knowledge::language::Phrase;
use crate::knowledge::schema::{List, Member};
use crate::knowledge::words;
use crate::record::week::{days_of, encode, group_equal_days, hours_patch, left_over, values};
use crate::record::{KeyStep, Pairs, same_list};

impl Differ {
    /// Compares the ranges of a special date or of an entry of the week, as a set.
    pub(super) fn hours(
        &mut self,
        member: Option<&'static Member>,
        label: &Phrase,
        a: View<'_>,
        b: View<'_>,
    ) {
        let (Some(before), Some(after)) = (hours_items(a), hours_items(b)) else {
            if !equal(a, b) {
                let was = words::value(member, None, a);
                let is = words::value(member, None, b);
                self.replace(label, (&was, &is), a, b);
            }
            return;
        };
        let after = if self.keeps_absent() {
            // A range of the draft keeps the members of the stored range that no table has, unless it has its own.
            hours::with_unknown_members_of(&before, after)
        } else {
            after
        };
        if before == after {
            return;
        }
        // The hours belong to the day or date that the subject names last.
        let words = words::hours(
            &words::subject(&self.subject),
            self.several,
            &before,
            &after,
        );
        self.patch
            .append(&mut hours_patch(&self.place.patch, a, &after, Some(b)));
        let path = at_range(&self.place.draft, a, b);
        let before = a.to_value();
        let after = b.to_value();
        self.changes.push(Change {
            kind: ChangeKind::Replace,
            path,
            key: self.place.key.clone(),
            before: Some(before),
            after: Some(after),
            words,
        });
    }

    /// Compares open hours day by day, whatever the entries are, or entry by entry if they contain more than days and
    /// hours.
    pub(super) fn week(&mut self, list: &'static List, a: View<'_>, b: View<'_>) {
        let (Some(before), Some(mut after)) = (hours::week(a), hours::week(b)) else {
            if !same_list(list, a, b) {
                self.items(list, &Pairs::of(list, a, b));
            }
            return;
        };
        // The stored ranges of each day lend their unknown members, as in `hours`.
        if self.keeps_absent() && before != after {
            for (before, after) in before.iter().zip(&mut after) {
                *after = hours::with_unknown_members_of(before, std::mem::take(after));
            }
        }
        if before == after {
            return;
        }
        // The patch follows the entries, the changes follow the days: if Monday to Friday in one entry open later, the patch
        // has one operation and the words have one sentence, though the entries may be grouped otherwise in the draft.
        self.patch
            .append(&mut encode(&self.place.patch, a, &after, Some(b)));
        for group in group_equal_days([&before, &after], |day| {
            before[usize::from(day)] != after[usize::from(day)]
        }) {
            let days: Vec<u8> = group.iter().collect_vec();
            // All days of a group changed from the same hours to the same hours.
            let first = days[0];
            let before = &before[usize::from(first)];
            let after = &after[usize::from(first)];
            let words = words::hours(
                &self.label(&words::days_said(&days)),
                days.len() > 1,
                before,
                after,
            );
            self.changes.push(Change {
                kind: ChangeKind::Replace,
                path: path_of_day(&self.place.draft, a, b, first),
                key: self.place.key.with(KeyStep::Days(group)),
                before: Some(values(before)),
                after: Some(values(after)),
                words,
            });
        }
    }
}

/// Returns the path of the change of a day: the only range that differs, its entry, or the week if it has no entry now.
fn path_of_day(week: &Path, a: View<'_>, b: View<'_>, day: u8) -> Path {
    let Some(at) = entry(b, day) else {
        return week.clone();
    };
    let path = week.with(at);
    match (hours_on(a, day), hours_on(b, day)) {
        (Some(a), Some(b)) => at_range(&path.with("hours"), a, b),
        _ => path,
    }
}

/// Returns the index of the first entry that has a day.
fn entry(week: View<'_>, day: u8) -> Option<usize> {
    week.items()?.position(|entry| days_of(entry).contains(day))
}

fn hours_on(week: View<'_>, day: u8) -> Option<View<'_>> {
    week.items()?.nth(entry(week, day)?)?.get("hours")
}

/// Returns the path of the only range that differs, else that of the list.
fn at_range(list: &Path, a: View<'_>, b: View<'_>) -> Path {
    let gone = left_over(hours::written_items(a).unwrap_or_default(), &sorted(b));
    let new = left_over(hours::written_items(b).unwrap_or_default(), &sorted(a));
    match (gone.as_slice(), new.as_slice()) {
        // One range went and one came: 9–17 became 9–18, and the path is that of 9–18.
        ([_], [(at, _)]) => list.with(*at),
        _ => list.clone(),
    }
}

/// Returns the items of a day in order.
fn sorted(hours: View<'_>) -> Vec<hours::HoursItem> {
    hours_items(hours).unwrap_or_default()
}
