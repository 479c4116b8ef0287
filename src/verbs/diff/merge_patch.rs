//! Changes as a merge patch, RFC 7396: members by name, arrays whole, and null for removed members.

use serde_json::{Map, Value};

use super::{Change, WhenAbsent};
use crate::ground::json::{ByName, Node, Path, Segment, View};
use crate::knowledge::schema::Object;
use crate::record::{is_whole, overlay};

/// Returns the changes as a merge patch. `whole` lists arrays for which it is known already if the draft has them
/// whole. `own` converts each value that is copied unchanged from the draft, given its path.
///
/// # Errors
/// The path of a null, which a merge patch cannot set.
pub(super) fn merge_patch<'a>(
    table: &'static Object,
    changes: &[Change],
    stored: View<'a>,
    draft: View<'a>,
    (absent, whole): (WhenAbsent, &[(Path, bool)]),
    own: &mut dyn FnMut(&[Segment], View<'_>) -> Value,
) -> Result<Value, Path> {
    let mut patch = Map::new();
    // The objects around the change, outermost first, each with its name. Mostly, they are those of the previous
    // change.
    let mut around: Vec<(&str, [ByName<'_>; 2])> = Vec::new();
    for change in changes {
        let mut own_name = "";
        let mut place = &mut patch;
        let mut table = Some(table);
        let (mut a, mut b) = (Some(stored), Some(draft));
        for (depth, segment) in change.path.segments().iter().enumerate() {
            let Segment::Name(name) = segment else { break };
            let member = table.and_then(|table| table.member(name));
            if around.get(depth).is_none_or(|(name, _)| *name != own_name) {
                around.truncate(depth);
                around.push((own_name, [ByName::of(a), ByName::of(b)]));
            }
            let [of_stored, of_draft] = &around[depth].1;
            (a, b) = (of_stored.get(name), of_draft.get(name));
            own_name = name;
            let here = &change.path.segments()[..=depth];
            let known = whole.iter().find(|(known, _)| known.segments() == here);
            let known = known.map(|(_, whole)| *whole);
            let inside = a.is_some_and(|a| a.members().is_some())
                && b.is_some_and(|b| b.members().is_some());
            // An object in which nothing was set is replaced whole, and so is a list, though it be an object with indexes.
            let next = change.path.segments().get(depth + 1);
            if inside && matches!(next, Some(Segment::Name(_))) {
                let inner = place
                    .entry(name.to_string())
                    .or_insert_with(|| Value::Object(Map::new()));
                let Value::Object(inner) = inner else { break };
                (place, table) = (inner, member.and_then(|member| member.ty.table()));
                continue;
            }
            if !place.contains_key(name.as_ref()) {
                let after = match (a, b, member) {
                    (_, None, _) => Value::Null,
                    (Some(a), Some(b), Some(member))
                        if absent == WhenAbsent::Keep
                            && !known.unwrap_or_else(|| is_whole(&member.ty, a, b)) =>
                    {
                        Some(overlay(&member.ty, a, b))
                            .filter(|value| !holds_null(value.root()))
                            .map(|value| value.root().to_value())
                            .ok_or_else(|| change.path.clone())?
                    }
                    (_, Some(b), _) if holds_null(b) => return Err(change.path.clone()),
                    (_, Some(b), _) => own(here, b),
                };
                place.insert(name.to_string(), in_place_of(a, after));
            }
            break;
        }
    }
    Ok(Value::Object(patch))
}

/// Returns a value with a null for each member of the stored one that it lacks, since a merge patch keeps what it does not
/// name: `{}` in place of `{"0": …}` is `{"0": null}`.
fn in_place_of(stored: Option<View<'_>>, mut after: Value) -> Value {
    if let (Some(members), Value::Object(own)) = (stored.and_then(View::members), &mut after) {
        for (name, member) in members {
            match own.get_mut(name) {
                Some(inner) => *inner = in_place_of(Some(member), inner.take()),
                None => _ = own.insert(name.to_owned(), Value::Null),
            }
        }
    }
    after
}

/// Returns true if a merge patch would read a part of the value as "remove". Inside arrays null is safe.
fn holds_null(value: View<'_>) -> bool {
    match value.node() {
        Node::Null => true,
        Node::Object(mut members) => members.any(|(_, member)| holds_null(member)),
        _ => false,
    }
}
