//! JSON Merge Patch (RFC 7396) over any JSON.

use serde_json::{Map, Value};

use super::{DEPTH, Extent, Path, object, within_limits};
use crate::ground::error::{Error, ErrorReason};

/// Returns the document with a merge patch applied: members of the patch replace those of the document, objects by
/// their members and arrays whole; null removes. Any JSON is a merge patch.
///
/// # Errors
/// `json_depth`: the document or the patch is nested deeper than 128.
/// `json_size`: the result would have more than 16 MiB.
///
/// ```
/// use calendiff::json::merge_patch;
/// use serde_json::json;
/// let document = json!({ "slug": "intro", "recurring": { "freq": "DAILY", "count": 3 } });
/// let patch = json!({ "slug": null, "recurring": { "count": 5 } });
/// assert_eq!(merge_patch::apply(&document, &patch)?, json!({ "recurring": { "freq": "DAILY", "count": 5 } }));
/// # Ok::<(), calendiff::Error>(())
/// ```
pub fn apply(document: &Value, patch: &Value) -> Result<Value, Error> {
    within_depth(document, patch)?;
    limited(merged(document, patch))
}

fn merged(document: &Value, patch: &Value) -> Value {
    let Value::Object(members) = patch else {
        return patch.clone();
    };
    let stood = document
        .as_object()
        .into_iter()
        .flatten()
        .filter(|(name, _)| !members.get(*name).is_some_and(Value::is_null));
    let mut changed = object(stood.map(|(name, member)| (name, member.clone())));
    for (name, member) in members.iter().filter(|(_, member)| !member.is_null()) {
        changed[name] = merged(&changed[name], member);
    }
    changed
}

/// Refuses values that are nested too deep, so that the functions below may recurse.
fn within_depth(document: &Value, patch: &Value) -> Result<(), Error> {
    if [document, patch]
        .iter()
        .all(|value| Extent::of_value(value, DEPTH).is_some())
    {
        Ok(())
    } else {
        Err(ErrorReason::Depth { limit: DEPTH }.into())
    }
}

/// Refuses a result beyond the limits. It is measured once it is made, since it is no larger than both inputs together.
fn limited(result: Value) -> Result<Value, Error> {
    within_limits(&result)?;
    Ok(result)
}

/// Returns the merge patch that undoes another: applied to the patched document, it restores the original document.
///
/// # Errors
/// `merge_patch_null`: the document contains a null that would have to be restored, and a merge patch cannot set one.
/// Also the errors of [`apply`].
///
/// ```
/// use calendiff::json::merge_patch;
/// use serde_json::json;
/// let document = json!({ "slug": "intro" });
/// let undo = merge_patch::invert(&document, &json!({ "slug": null, "name": "Consultation" }))?;
/// assert_eq!(undo, json!({ "slug": "intro", "name": null }));
///
/// let refused = merge_patch::invert(&json!({ "slug": null }), &json!({ "slug": "intro" })).unwrap_err();
/// assert_eq!(refused.code(), "merge_patch_null");
/// # Ok::<(), calendiff::Error>(())
/// ```
pub fn invert(document: &Value, patch: &Value) -> Result<Value, Error> {
    within_depth(document, patch)?;
    limited(match (document, patch) {
        (Value::Object(_), Value::Object(members)) => inverse(document, members, &mut Path::new())?,
        (Value::Object(_), _) => putting_back(document, &mut Path::new())?,
        _ => document.clone(),
    })
}

fn inverse(before: &Value, members: &Map<String, Value>, path: &mut Path) -> Result<Value, Error> {
    let mut undo = Map::new();
    for (name, member) in members {
        path.push(name.clone());
        let back = match (before.get(name), member) {
            (None, Value::Null) => None,
            (None, _) => Some(Value::Null),
            (Some(inner @ Value::Object(_)), Value::Object(inside)) => {
                Some(inverse(inner, inside, path)?)
            }
            (Some(inner), _) => Some(putting_back(inner, path)?),
        };
        undo.extend(back.map(|back| (name.clone(), back)));
        path.pop();
    }
    Ok(Value::Object(undo))
}

/// Returns a merge patch that puts `value` in place of anything that is not an object.
fn putting_back(value: &Value, path: &mut Path) -> Result<Value, Error> {
    match value {
        Value::Null => {
            return Err(ErrorReason::MergePatchNull {
                pointer: path.pointer(),
            }
            .into());
        }
        Value::Object(members) => {
            for (name, member) in members {
                path.push(name.clone());
                putting_back(member, path)?;
                path.pop();
            }
        }
        _ => {}
    }
    Ok(value.clone())
}
