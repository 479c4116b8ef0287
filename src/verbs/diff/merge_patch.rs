//! Changes as a merge patch, RFC 7396: members by name, arrays whole, and null for removed members.

use serde_json::{Map, Value};

use super::{Change, WhenAbsent};
use crate::ground::json::{ByName, Node, Path, Segment, View};
use crate::knowledge::schema::{Member, Object, member_in};
use crate::record::{is_whole, overlay};

/// Writes the merge patch of some changes.
pub(super) struct MergePatchWriter<'w> {
    pub(super) table: &'static Object,
    pub(super) absent: WhenAbsent,
    /// The arrays for which it is known already if the draft has them whole.
    pub(super) whole: &'w [(Path, bool)],
    /// Converts a value that is copied unchanged from the draft, given its path.
    pub(super) own: &'w mut dyn FnMut(&[Segment], View<'_>) -> Value,
}

/// An object around a change, in the stored record and in the draft, under its name.
struct EnclosingObject<'c, 'a> {
    name: &'c str,
    stored: ByName<'a>,
    draft: ByName<'a>,
}

impl MergePatchWriter<'_> {
    /// Returns the changes as a merge patch. Members that are objects on both sides are entered, all others are written whole:
    ///
    /// ```text
    /// changes  lookBusyConfig/enabled, openHours/monday
    /// patch    { "lookBusyConfig": { "enabled": true }, "openHours": [all entries of the draft] }
    /// ```
    ///
    /// # Errors
    /// The path of a null, which a merge patch cannot set.
    pub(super) fn write(
        mut self,
        changes: &[Change],
        stored: View<'_>,
        draft: View<'_>,
    ) -> Result<Value, Path> {
        let mut patch = Map::new();
        // The objects around the change, outermost first. Mostly they are those of the previous change, and looking up
        // their members costs the most.
        let mut around: Vec<EnclosingObject<'_, '_>> = Vec::new();
        for change in changes {
            let segments = change.path.segments();
            let mut object_name = "";
            let mut object_patch = &mut patch;
            let mut table = Some(self.table);
            let mut before = Some(stored);
            let mut after = Some(draft);
            // Goes down to the first member that is not an object on both sides, and writes it whole. For
            // `lookBusyConfig/enabled`, depth 0 enters `lookBusyConfig` and depth 1 writes `enabled`. For
            // `openHours/0/hours`, depth 0 writes all of `openHours`, since the next step is an index.
            for (depth, segment) in segments.iter().enumerate() {
                let Segment::Name(name) = segment else { break };
                if around
                    .get(depth)
                    .is_none_or(|object| object.name != object_name)
                {
                    around.truncate(depth);
                    around.push(EnclosingObject {
                        name: object_name,
                        stored: ByName::of(before),
                        draft: ByName::of(after),
                    });
                }
                before = around[depth].stored.get(name);
                after = around[depth].draft.get(name);
                let row = member_in(table, name);
                let leads_inside = matches!(segments.get(depth + 1), Some(Segment::Name(_)));
                if leads_inside && is_object(before) && is_object(after) {
                    let inner = object_patch
                        .entry(name.to_string())
                        .or_insert_with(|| Value::Object(Map::new()));
                    // A change before this one has replaced the object whole.
                    let Value::Object(inner) = inner else { break };
                    object_name = name;
                    object_patch = inner;
                    table = row.and_then(|row| row.ty.table());
                    continue;
                }
                // Several changes inside of one array write it once.
                if !object_patch.contains_key(name.as_ref()) {
                    let place = &segments[..=depth];
                    let value = self
                        .member(row, place, before, after)
                        .ok_or_else(|| change.path.clone())?;
                    object_patch.insert(name.to_string(), in_place_of(before, value));
                }
                break;
            }
        }
        Ok(Value::Object(patch))
    }

    /// Returns the new value of a member, or `None` if it has a null in it.
    fn member(
        &mut self,
        row: Option<&'static Member>,
        place: &[Segment],
        before: Option<View<'_>>,
        after: Option<View<'_>>,
    ) -> Option<Value> {
        let Some(after) = after else {
            return Some(Value::Null);
        };
        if let (Some(row), Some(before)) = (row, before)
            && self.absent == WhenAbsent::Keep
            && !self.is_whole(row, place, before, after)
        {
            // The draft leaves out parts that stay, and a merge patch has arrays whole.
            let value = overlay(&row.ty, before, after);
            return (!holds_null(value.root())).then(|| value.root().to_value());
        }
        // In place of another object, it has nulls that the draft does not have.
        let is_copied = !(is_object(before) && is_object(Some(after)));
        (!holds_null(after)).then(|| {
            if is_copied {
                (self.own)(place, after)
            } else {
                after.to_value()
            }
        })
    }

    fn is_whole<'a>(
        &self,
        row: &'static Member,
        place: &[Segment],
        before: View<'a>,
        after: View<'a>,
    ) -> bool {
        let known = self.whole.iter().find(|(path, _)| path.segments() == place);
        match known {
            Some((_, is_whole)) => *is_whole,
            None => is_whole(&row.ty, before, after),
        }
    }
}

fn is_object(value: Option<View<'_>>) -> bool {
    value.and_then(View::members).is_some()
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
