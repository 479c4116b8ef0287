//! Equality by meaning, regardless of spelling.

use crate::ground::fast;
use crate::ground::json::{CollectVec, Each, Tree, View, equal, items_at, paired_members};
use crate::knowledge::format::{self, Date};
use crate::knowledge::schema::{Format, List, Member, Object, Type};

use super::list::{array_of, canonical_order, same_as_one};
use super::not_set::{is_not_set, set};
use super::overlay::value_over_stored;
use super::pairs::Pairs;

/// Returns true if two values of that type mean the same. Ignores the case of colors, outer white space, the spelling
/// of instants and of numbers (1 and 1.0), the order of days and ranges, and the grouping of a week.
pub(crate) fn same<'a>(ty: &Type, a: View<'a>, b: View<'a>) -> bool {
    match ty {
        Type::Text(format) => match (a.text(), b.text()) {
            (Some(a), Some(b)) => same_text(*format, a, b),
            _ => equal(a, b),
        },
        Type::Object(table) if a.members().is_some() && b.members().is_some() => {
            same_members(table, a, b)
        }
        Type::List(list) => same_arrays(list, a, b),
        Type::Number(_) | Type::Integer(_) | Type::Boolean => match (a.text(), b.text()) {
            // Responses may have numbers and truth values as text.
            (Some(text), None) => means(ty, text, b),
            (None, Some(text)) => means(ty, text, a),
            _ => equal(a, b),
        },
        Type::Object(_) | Type::Open => equal(a, b),
    }
}

/// Compares lists, which responses may have as objects with indexes for names.
fn same_arrays<'a>(list: &'static List, a: View<'a>, b: View<'a>) -> bool {
    if a.items().is_some() && b.items().is_some() {
        return same_list(list, a, b);
    }
    match (as_array(list, a), as_array(list, b)) {
        (Some(a), Some(b)) => same_list(list, a.root(), b.root()),
        _ => equal(a, b),
    }
}

/// Returns a list as an array, if it is one or an object that stands for one. The object `{}` as a week is none.
pub(crate) fn as_array(list: &List, view: View<'_>) -> Option<Tree> {
    if view.items().is_some() {
        return Some(Tree::of(view));
    }
    let is_schedule = list.is_week() && view.each_member().len() == 0;
    (view.is_indexed_object() && !is_schedule).then(|| array_of(view))
}

/// Returns true if a text spells a number or a truth value.
fn means(ty: &Type, text: &str, value: View<'_>) -> bool {
    ty.any_value_of_text(text)
        .is_some_and(|spelled| equal(Tree::of(spelled).root(), value))
}

/// Returns true if two texts have one canonical spelling. A calendar date is compared by its first ten characters.
fn same_text(format: Format, a: &str, b: &str) -> bool {
    if a == b {
        return true;
    }
    let first = format::normalize(format, a);
    let second = format::normalize(format, b);
    if first.as_deref().unwrap_or(a) == second.as_deref().unwrap_or(b) {
        return true;
    }
    // `2026-12-24T00:00:00.000Z` and `2026-12-24T09:30:00+01:00` name one calendar date. It is never shifted by a time zone.
    let date = Date::leading(a).filter(|_| format == Format::Date);
    date.is_some() && date == Date::leading(b)
}

fn same_members<'a>(table: &Object, a: View<'a>, b: View<'a>) -> bool {
    for (name, a, b) in paired_members(Some(a), Some(b)) {
        let row = table.member(name);
        let is_ignored = row.is_none()
            && (table.leaves_out(name) || is_unset_alias(table, name, a.into_iter().chain(b)));
        if !is_ignored && !same_member(row, a, b) {
            return false;
        }
    }
    true
}

/// Returns true for an alias of a member whose values on all sides are not set: to have it or not means the same.
pub(crate) fn is_unset_alias<'a>(
    table: &Object,
    name: &str,
    mut values: impl Iterator<Item = View<'a>>,
) -> bool {
    match table.alias(name) {
        Some(row) => values.all(|value| is_not_set(&row.ty, value)),
        None => false,
    }
}

/// Returns true if a member means the same in two objects. A value that is not set equals an absent one; a member that
/// no table has is compared as it is written.
pub(crate) fn same_member<'a>(
    row: Option<&Member>,
    a: Option<View<'a>>,
    b: Option<View<'a>>,
) -> bool {
    let Some(row) = row else {
        return match (a, b) {
            (Some(a), Some(b)) => equal(a, b),
            (a, b) => a.is_none() && b.is_none(),
        };
    };
    match (set(&row.ty, a), set(&row.ty, b)) {
        (Some(a), Some(b)) => same(&row.ty, a, b),
        (a, b) => a.is_none() && b.is_none(),
    }
}

/// Returns true if two lists mean the same.
pub(crate) fn same_list<'a>(list: &'static List, a: View<'a>, b: View<'a>) -> bool {
    if fast::is_on() && a.alike(b) == Some(true) {
        return true;
    }
    if let Some(is_same) = same_as_one(list, a, b) {
        return is_same;
    }
    if a.each_item().len() != b.each_item().len() {
        return false;
    }
    if list.is_week() && same_entries(list, a, b) {
        return true;
    }
    let pairs = Pairs::of(list, a, b);
    if pairs.partner.contains(&None) || list.ordered && !are_in_place(&pairs.partner) {
        return false;
    }
    pairs
        .both()
        .all(|pair| same(&list.item, pair.before, pair.after))
}

/// Returns true if each item is at the index of its partner.
fn are_in_place(partner: &[Option<usize>]) -> bool {
    partner.iter().enumerate().all(|(at, of)| *of == Some(at))
}

/// Returns true if two weeks that cannot be read by day have the same entries, in the order of their days.
fn same_entries<'a>(list: &'static List, a: View<'a>, b: View<'a>) -> bool {
    let (Some(a), Some(b)) = (sorted(list, a), sorted(list, b)) else {
        return false;
    };
    a.into_iter().zip(b).all(|(a, b)| same(&list.item, a, b))
}

/// Returns the entries of a week in the order of their days, if these can be read.
fn sorted<'a>(list: &'static List, week: View<'a>) -> Option<Vec<View<'a>>> {
    let entries = week.each_item().collect_vec();
    let order = canonical_order(list, week, &entries)?;
    Some(items_at(&entries, &order))
}

/// Returns true if a draft's value leaves the stored one as it is: it means the same, or it leaves out only what an update
/// does not take.
pub(crate) fn leaves_as_stored<'a>(ty: &'static Type, stored: View<'a>, draft: View<'a>) -> bool {
    same(ty, stored, draft)
        || same(
            ty,
            stored,
            value_over_stored(ty, Some(stored), draft).root(),
        )
}
