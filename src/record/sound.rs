//! Recognizes sound values quickly. A sound value has no issues and is in canonical form. Most values of most drafts
//! are sound; the walk validates all values that are not known to be.

use crate::ground::fast;
use crate::ground::json::{Each, Number, View};
use crate::knowledge::format::{self, hours};
use crate::knowledge::schema::{Bounds, List, Member, Object, Type, WhenEmpty};

use super::each::Visited;
use super::list;

/// Returns true if the value of a member is sound.
pub(crate) fn is_sound_member(member: &Member, view: View<'_>) -> bool {
    if member.is_response_only() || !fast::is_on() {
        return false;
    }
    match &member.ty {
        // Empty text is not set in a record, and clears a member in a draft.
        Type::Text(format) => match view.text() {
            None | Some("") => false,
            Some(text) => {
                format::is_sound(*format, text)
                    && (member.known.is_empty()
                        || member.known.iter().any(|known| known.value == text))
            }
        },
        Type::Number(bounds) => match view.number() {
            Some(number) => holds(member, *bounds, number),
            None => false,
        },
        Type::Integer(bounds) => match view.number() {
            Some(number) => number.is_integer() && holds(member, *bounds, number),
            None => false,
        },
        Type::Boolean => view.boolean().is_some(),
        Type::Open => false,
        Type::Object(table) => is_sound_object(table, view),
        Type::List(list) => is_sound_list(list, view),
    }
}

/// Returns true for a sound list, or a sound item of a list.
pub(crate) fn is_sound_here(ty: &Type, visited: &Visited<'_>) -> bool {
    match ty {
        Type::List(list) => is_sound_list(list, visited.view),
        _ => match visited.list {
            Some(list) => is_sound_item(list, visited.view),
            None => false,
        },
    }
}

/// Returns true if an item of a list of objects is sound by itself.
pub(crate) fn is_sound_item(list: &List, view: View<'_>) -> bool {
    if !fast::is_on() {
        return false;
    }
    match list.item {
        Type::Object(_) if list.is_set() => hours::are_orderly(std::iter::once(view)),
        Type::Object(table) => is_sound_object(table, view),
        _ => false,
    }
}

fn holds(member: &Member, bounds: Bounds, number: Number) -> bool {
    bounds.hold(number) && (member.known.is_empty() || is_known(member, number))
}

/// Returns true if a number is among the known ones.
fn is_known(member: &Member, number: Number) -> bool {
    match number.as_i64() {
        Some(number) => member
            .known
            .iter()
            .any(|known| known.value.parse() == Ok(number)),
        None => member
            .known
            .iter()
            .any(|known| Number::parse(known.value) == Some(number)),
    }
}

/// Returns true if an object has members, and all are known, sound, in the order of the table, and complete.
fn is_sound_object(table: &Object, view: View<'_>) -> bool {
    let mut present = 0_u64;
    let mut next = 0;
    let members = view.each_member();
    if members.len() == 0 {
        return false;
    }
    for (name, value) in members {
        let Some(row) = table.row_after(next, name, value) else {
            return false;
        };
        // A row before `next` is out of order, and the canonical form has the order of the table.
        if row < next || !is_sound_member(&table.members[row], value) {
            return false;
        }
        present |= 1 << row;
        next = row + 1;
    }
    table.missing(present) == 0
}

/// Returns true if a list is sound. An empty one may not be a value, or not one that the update accepts.
fn is_sound_list(list: &List, view: View<'_>) -> bool {
    let may_be_empty = list.is_set() && list.when_empty == WhenEmpty::Taken;
    let Some(items) = view.items() else {
        return false;
    };
    (items.len() > 0 || may_be_empty)
        && list::is_sound(list, items, &|item| is_sound_item(list, item))
}
