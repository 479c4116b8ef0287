//! The one notion of "not set": what a record holds where a person has chosen nothing.

use crate::ground::json::{Each, Node, Number, View};
use crate::knowledge::format::is_space;
use crate::knowledge::schema::{Holds, List, Object, Type, is_deleted};

/// Returns true if a value of that type means that nothing is set: `null`, empty text, an object in which nothing is set, an
/// empty list of keyed items. Responses use all of these for members that are absent elsewhere (observed).
///
/// An empty list of hours or of days is a value: closed, no day. So is an empty week, `[]`. The object `{}` in the place
/// of a week is not set: the hours are in a schedule.
///
/// ```text
/// notes ""          not set        openHours []     set: closed all week
/// slotBuffer null   not set        openHours {}     not set: on a schedule
/// recurring {"freq": ""}           not set
/// teamMembers []    not set        hours []         set: closed that day
/// ```
pub(crate) fn is_not_set(ty: &Type, value: View<'_>) -> bool {
    match value.node() {
        Node::Null => true,
        Node::Text(text) => text.trim_matches(is_space).is_empty(),
        Node::Object(mut members) => match ty {
            Type::Object(table) => {
                members.all(|(name, member)| is_member_not_set(table, name, member))
            }
            Type::Open => members.len() == 0,
            Type::List(list) => members.len() == 0 && !list.is_set(),
            Type::Text(_) | Type::Number(_) | Type::Integer(_) | Type::Boolean => false,
        },
        Node::Array(items) => items.len() == 0 && holds_keyed_items(ty),
        _ => false,
    }
}

/// Returns a value if it is set.
pub(crate) fn set<'a>(ty: &Type, value: Option<View<'a>>) -> Option<View<'a>> {
    value.filter(|value| !is_not_set(ty, *value))
}

fn is_member_not_set(table: &Object, name: &str, member: View<'_>) -> bool {
    match table.row_of(name) {
        Some(row) => is_not_set(&row.ty, member),
        None => false,
    }
}

fn holds_keyed_items(ty: &Type) -> bool {
    matches!(ty, Type::List(list) if list.holds == Holds::Items)
}

/// Returns true if an object in a value of that type lacks a member that the service requires there (observed), at any
/// depth, or has one in a shape that no update takes. A special date that is deleted needs nothing but its date.
///
/// ```text
/// lookBusyConfig { "enabled": false }                        incomplete: LookBusyPercentage is not set
/// teamMembers [{ "userId": "u1" }, { "priority": 1 }]        incomplete: the second has no userId
/// ```
pub(crate) fn is_incomplete(ty: &Type, value: View<'_>) -> bool {
    match ty {
        Type::Object(table) => value.members().is_some() && is_incomplete_object(table, value),
        Type::List(list) if list.item.table().is_some() => {
            value.each_item().any(|item| is_incomplete_item(list, item))
        }
        _ => false,
    }
}

fn is_incomplete_item(list: &List, item: View<'_>) -> bool {
    let is_to_be_deleted = list.deleted_by_id && is_deleted(item);
    !is_to_be_deleted && is_incomplete(&list.item, item)
}

fn is_incomplete_object(table: &'static Object, object: View<'_>) -> bool {
    let mut present = 0_u64;
    for (name, value) in object.each_member() {
        let Some(row) = table.row_of(name) else {
            continue;
        };
        // Such a member counts as missing. If the service requires it, its bit stays unset.
        if is_not_set(&row.ty, value) || is_unreadable(&row.ty, value) {
            continue;
        }
        if is_incomplete(&row.ty, value) {
            return true;
        }
        if let Some(row) = table.find(row.name) {
            present |= 1 << row;
        }
    }
    table.missing(present) != 0
}

/// Returns true if a value is of another JSON type than its member and does not spell a value of that type either.
fn is_unreadable(ty: &Type, value: View<'_>) -> bool {
    match ty {
        Type::Open => return false,
        // A list may be an object with indexes for names.
        Type::List(_) if value.members().is_some() => return false,
        _ => {}
    }
    let spells_it = value
        .text()
        .is_some_and(|text| ty.any_value_of_text(text).is_some());
    !spells_it && !is_of_type(ty, value)
}

/// Returns true if a value has the JSON type that an update takes for a type.
pub(crate) fn is_of_type(ty: &Type, value: View<'_>) -> bool {
    match ty {
        Type::Text(_) => value.text().is_some(),
        Type::Number(_) => value.number().is_some(),
        Type::Integer(_) => value.number().is_some_and(Number::is_integer),
        Type::Boolean => value.boolean().is_some(),
        Type::List(_) => value.items().is_some(),
        Type::Object(_) | Type::Open => value.members().is_some(),
    }
}
