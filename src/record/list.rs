//! Lists as a whole: their equality, and the canonical order of their items.

use crate::ground::fast;
use crate::ground::json::{Each, Items, Listed, View, equal, ordered};
use crate::knowledge::format::hours;
use crate::knowledge::schema::{Holds, List};

/// The items of a list in their canonical order.
pub(crate) enum Arranged<'a> {
    /// A rewritten set of days, ascending and without duplicates.
    Days(Vec<u8>),
    Items(Vec<View<'a>>),
}

/// Returns the items in canonical order: sorted if their order has no meaning and every item can be read.
pub(crate) fn arranged<'a>(list: &List, view: View<'a>, items: Items<'a>) -> Arranged<'a> {
    let mut items: Vec<View<'a>> = items.listed();
    match list.holds {
        Holds::Days => {
            if let Some(days) = hours::days(view) {
                return Arranged::Days(days);
            }
        }
        Holds::Ranges if hours::ranges(view).is_some() => {
            let ranges: Vec<_> = items.iter().map(|item| hours::Range::read(*item)).listed();
            let order = ordered(items.len(), &|a, b| ranges[a].cmp(&ranges[b]));
            items = order.into_iter().map(|at| items[at]).listed();
            items.dedup_by(|a, b| equal(*a, *b));
        }
        Holds::Week => {
            let days = |entry: &View<'a>| entry.get("daysOfTheWeek").and_then(hours::days).unwrap_or_default();
            let days: Vec<_> = items.iter().map(days).listed();
            if days.iter().all(|days| !days.is_empty()) {
                let order = ordered(items.len(), &|a, b| days[a].cmp(&days[b]));
                items = order.into_iter().map(|at| items[at]).listed();
            }
        }
        Holds::Ranges | Holds::Items => {}
    }
    Arranged::Items(items)
}

/// Returns true if a list is known to be sound: free of issues and in canonical form. `is_sound` decides this for an
/// item that is an object.
pub(crate) fn is_sound(list: &List, mut items: Items<'_>, is_sound: &dyn Fn(View<'_>) -> bool) -> bool {
    match list.holds {
        Holds::Items => items.all(is_sound),
        _ if !fast::is_on() => false,
        Holds::Days => items.len() > 0 && hours::ascend(items),
        Holds::Ranges => hours::are_orderly(items),
        // Each entry has one day, and the days ascend.
        Holds::Week => {
            let mut least = 0;
            items.all(|entry| {
                let mut days = entry.get("daysOfTheWeek").each_item();
                let (Some(day), None) = (days.next().and_then(hours::day), days.next()) else { return false };
                let ascends = day >= least;
                least = day + 1;
                ascends && is_sound(entry)
            })
        }
    }
}

/// Returns true if two sets or weeks are equal, `None` if the first cannot be read. Days and ranges may be in any
/// order, and a week in any grouping.
pub(crate) fn same_as_one<'a>(list: &List, a: View<'a>, b: View<'a>) -> Option<bool> {
    match list.holds {
        Holds::Items => None,
        Holds::Days => hours::days(a).map(|days| Some(days) == hours::days(b)),
        Holds::Ranges => hours::hours_items(a).map(|items| Some(items) == hours::hours_items(b)),
        Holds::Week => hours::week(a).map(|week| Some(week) == hours::week(b)),
    }
}
