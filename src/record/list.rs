//! Lists as a whole: their equality, and the canonical order of their items.

use serde_json::Value;

use super::open::Record;
use crate::ground::fast;
use crate::ground::json::{CollectVec, Each, Items, Node, Tree, View, equal, items_at, order_of};
use crate::knowledge::format::hours;
use crate::knowledge::schema::{Holds, List, Type};

/// The items of a list in their canonical order.
pub(crate) enum Arranged<'a> {
    /// A rewritten set of days, ascending and without duplicates.
    Days(Vec<u8>),
    Items(Vec<View<'a>>),
}

/// Returns the items in canonical order: sorted if their order has no meaning and every item can be read.
pub(crate) fn arranged<'a>(list: &List, view: View<'a>, items: Items<'a>) -> Arranged<'a> {
    if let (Holds::Days, Some(days)) = (list.holds, hours::days(view)) {
        return Arranged::Days(days);
    }
    let items: Vec<View<'a>> = items.collect_vec();
    match canonical_order(list, view, &items) {
        Some(order) => Arranged::Items(items_at(&items, &order)),
        None => Arranged::Items(items),
    }
}

/// Returns the indexes of ranges, or of entries of a week, in canonical order, if every item can be read. Equal ranges are
/// there once.
pub(crate) fn canonical_order<'a>(
    list: &List,
    view: View<'a>,
    items: &[View<'a>],
) -> Option<Vec<usize>> {
    match list.holds {
        Holds::Ranges => order_of_ranges(view, items),
        Holds::Week => order_of_entries(items),
        Holds::Days | Holds::Items => None,
    }
}

/// Returns a record in which the lists of that sort are arrays: one that is an object with indexes becomes an array, and one
/// that is not set is left out.
pub(crate) fn with_lists(record: &Record<'_>, is_such: fn(&List) -> bool) -> Tree {
    let mut tree = Tree::in_place_of(record.view);
    let mut whole = tree.object();
    for (name, member) in record.view.each_member() {
        let row = record.table().member(name);
        let is_list = row.is_some_and(|row| matches!(&row.ty, Type::List(list) if is_such(list)));
        match member.list_items() {
            _ if !is_list || member.items().is_some() => whole.copy(Some(name), member),
            Some(items) if items.is_empty() => {}
            None if matches!(member.node(), Node::Null) => {}
            None => whole.copy(Some(name), member),
            Some(items) => {
                let mut list = whole.array(Some(name), None);
                for item in items {
                    list.copy(None, item);
                }
            }
        }
    }
    drop(whole);
    tree
}

fn order_of_ranges(view: View<'_>, items: &[View<'_>]) -> Option<Vec<usize>> {
    hours::ranges(view)?;
    let ranges = items
        .iter()
        .map(|item| hours::Range::read(*item))
        .collect_vec();
    let mut order = order_of(&ranges);
    order.dedup_by(|a, b| equal(items[*a], items[*b]));
    Some(order)
}

fn order_of_entries(items: &[View<'_>]) -> Option<Vec<usize>> {
    let days = items.iter().map(days).collect_vec();
    if days.iter().any(Vec::is_empty) {
        return None;
    }
    Some(order_of(&days))
}

/// Returns the days of an entry of the week.
fn days(entry: &View<'_>) -> Vec<u8> {
    entry
        .get("daysOfTheWeek")
        .and_then(hours::days_meant)
        .unwrap_or_default()
}

/// Returns true if a list is known to be sound: free of issues and in canonical form. `is_sound` decides this for an
/// item that is an object.
pub(crate) fn is_sound(
    list: &List,
    mut items: Items<'_>,
    is_sound: &dyn Fn(View<'_>) -> bool,
) -> bool {
    match list.holds {
        Holds::Items => items.all(is_sound),
        _ if !fast::is_on() => false,
        Holds::Days => items.len() > 0 && hours::ascend(items),
        Holds::Ranges => hours::are_orderly(items),
        Holds::Week => is_sound_week(items, is_sound),
    }
}

/// Returns true if each entry of a week has one day, the days ascend, and the entries are sound.
fn is_sound_week(entries: Items<'_>, is_sound: &dyn Fn(View<'_>) -> bool) -> bool {
    let mut least = 0;
    for entry in entries {
        let mut days = entry.get("daysOfTheWeek").each_item();
        let (Some(day), None) = (days.next().and_then(hours::day), days.next()) else {
            return false;
        };
        // One entry a day, ascending: the only grouping that the service is known to take.
        if day < least || !is_sound(entry) {
            return false;
        }
        least = day + 1;
    }
    true
}

/// Returns true if two sets or weeks are equal, `None` if the first cannot be read. Days and ranges may be in any
/// order, and a week in any grouping.
pub(crate) fn same_as_one<'a>(list: &List, a: View<'a>, b: View<'a>) -> Option<bool> {
    match list.holds {
        Holds::Items => None,
        Holds::Days => read_alike(hours::days_meant, a, b),
        Holds::Ranges => read_alike(hours::hours_items, a, b),
        Holds::Week => read_alike(hours::week, a, b),
    }
}

/// Returns true if two lists read the same, `None` if the first cannot be read.
fn read_alike<'a, T: PartialEq>(
    read: fn(View<'a>) -> Option<T>,
    a: View<'a>,
    b: View<'a>,
) -> Option<bool> {
    let first = read(a)?;
    Some(read(b) == Some(first))
}

/// Returns the array that an object with indexes for names represents.
pub(crate) fn array_of(object: View<'_>) -> Tree {
    Tree::of(Value::Array(
        object
            .each_member()
            .map(|(_, item)| item.to_value())
            .collect_vec(),
    ))
}
