//! When a calendar is open once a draft is saved.

use crate::ground::json::View;
use crate::knowledge::format::hours::{self, Range};
use crate::knowledge::schema::is_deleted;
use crate::record::offer::{Counting, minutes_of, open_dates, open_week};

/// The hours of a calendar that count.
pub(super) struct Opening {
    pub(super) counting: Counting,
    /// The minutes of the longest range of all days and dates that count; `None` if all are closed.
    pub(super) longest: Option<usize>,
}

/// A draft, and the stored record behind it, if that is known.
#[derive(Clone, Copy)]
pub(super) struct Draft<'d, 'a> {
    /// Finds a member of the draft by its right name.
    pub(super) own: &'d dyn Fn(&str) -> Option<View<'a>>,
    /// Finds a member of the stored record.
    pub(super) stored: &'d dyn Fn(&str) -> Option<View<'a>>,
    pub(super) is_stored_known: bool,
}

impl Opening {
    /// Returns `None` if the hours are not known: they are in a schedule, in a stored record that is not known, or unreadable.
    pub(super) fn of(draft: Draft<'_, '_>) -> Option<Self> {
        let counting = draft.counting()?;
        let mut longest = None;
        if counting.has_week() {
            longest = longest_of(draft.week()?.into_iter().flatten());
        }
        if counting.has_dates() {
            if !draft.is_known("availabilities") {
                return None;
            }
            let dates = open_dates(draft.own_or_stored("availabilities"));
            longest = longest.max(longest_of(dates.into_iter().flat_map(|(_, ranges)| ranges)));
        }
        Some(Self { counting, longest })
    }

    /// Returns the minutes of the longest range of the open hours, if they count and are open. This needs no walk over the
    /// dates, and most weeks have a range that is long enough.
    pub(super) fn longest_in_week(draft: Draft<'_, '_>) -> Option<usize> {
        draft.counting().filter(|counting| counting.has_week())?;
        longest_of(draft.week()?.into_iter().flatten())
    }
}

/// Returns the minutes of the longest range.
fn longest_of(ranges: impl Iterator<Item = Range>) -> Option<usize> {
    ranges.map(|range| minutes_of(&[range])).max()
}

impl<'a> Draft<'_, 'a> {
    fn own_or_stored(self, name: &str) -> Option<View<'a>> {
        (self.own)(name).or_else(|| (self.stored)(name))
    }

    /// Returns the lists that count, if the availability type is known.
    fn counting(self) -> Option<Counting> {
        let counting = Counting::of(self.own_or_stored("availabilityType"));
        let is_known = if (self.own)("availabilityType").is_some() {
            counting != Counting::Both
        } else {
            self.is_stored_known
        };
        is_known.then_some(counting)
    }

    /// Returns the open ranges of each day of the week, if they are known.
    fn week(self) -> Option<[Vec<Range>; 7]> {
        if !self.is_known("openHours") {
            return None;
        }
        let week = self.own_or_stored("openHours")?;
        if week.items().is_none() || self.is_left_out(week) {
            return None;
        }
        Some(open_week(Some(week)))
    }

    /// Returns true if a list of entries with hours is known, be it that the record has none.
    fn is_known(self, name: &str) -> bool {
        (self.own)(name).map_or(self.is_stored_known, is_readable)
    }

    /// Returns true for an empty week in place of a stored one that is in a schedule: no body has it.
    fn is_left_out(self, week: View<'_>) -> bool {
        let is_empty = week.items().is_some_and(|items| items.len() == 0);
        is_empty && self.is_stored_known && self.is_on_schedule()
    }

    /// Returns true if the week of the stored record is in a schedule.
    fn is_on_schedule(self) -> bool {
        (self.stored)("openHours").is_none_or(|stored| stored.items().is_none())
    }
}

/// Returns true if all hours of the entries are ranges, and none of them is reversed, which is an error of its own.
fn is_readable(list: View<'_>) -> bool {
    list.items()
        .is_some_and(|mut entries| entries.all(|entry| is_deleted(entry) || are_ranges(entry)))
}

/// Returns true if the hours of an entry are ranges that end after they begin.
fn are_ranges(entry: View<'_>) -> bool {
    let ranges = entry.get("hours").and_then(hours::ranges);
    ranges.is_some_and(|ranges| ranges.iter().all(|range| range.open <= range.close))
}
