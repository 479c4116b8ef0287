//! JSON Patch (RFC 6902) over any JSON, atomic.
//!
//! With feature `json-patch`, functions also take operations of the crate of that name, and `from_json_patch` and
//! `to_json_patch` convert whole patches.

use std::borrow::Borrow;

use serde_json::Value;

use super::edit::PatchedDocument;
use super::extent::bytes;
#[cfg(feature = "json-patch")]
pub use super::json_patch::{from_json_patch, to_json_patch};
pub use super::op::{AsOp, Op};
use super::{BYTES, CollectVec};
use crate::ground::error::{Error, ErrorReason};

/// Parses a patch from its JSON: an array of operations. Other members of an operation are ignored, as RFC 6902
/// requires.
///
/// # Errors
/// `patch_shape`: an operation is unknown or lacks a member.
///
/// ```
/// use calendiff::json::patch;
/// use serde_json::json;
/// assert_eq!(patch::parse(&json!([{ "op": "remove", "path": "/slug" }])).unwrap().len(), 1);
/// assert_eq!(patch::parse(&json!([{ "op": "test", "path": "" }])).unwrap_err().code(), "patch_shape");
/// ```
pub fn parse(patch: &Value) -> Result<Vec<Op>, Error> {
    let Some(operations) = patch.as_array() else {
        let found = super::type_name(patch).to_owned();
        return Err(ErrorReason::PatchList { found }.into());
    };
    operations
        .iter()
        .enumerate()
        .map(|(at, operation)| parse_one(at, operation))
        .try_collect_vec()
}

fn parse_one(at: usize, operation: &Value) -> Result<Op, Error> {
    let op = operation
        .get("op")
        .and_then(Value::as_str)
        .unwrap_or_default();
    // Each member is read in one place, since each call of the closure is compiled separately.
    let from = match op {
        "move" | "copy" => text(
            operation,
            at,
            "from",
            "a member \"from\" with a JSON Pointer",
        )?,
        "add" | "remove" | "replace" | "test" => String::new(),
        _ => {
            return Err(shape(
                at,
                "a member \"op\": add, remove, replace, move, copy or test",
            ));
        }
    };
    let path = text(
        operation,
        at,
        "path",
        "a member \"path\" with a JSON Pointer",
    )?;
    let value = match op {
        "add" | "replace" | "test" => operation
            .get("value")
            .cloned()
            .ok_or_else(|| shape(at, "a member \"value\""))?,
        _ => Value::Null,
    };
    Ok(match op {
        "add" => Op::Add { path, value },
        "remove" => Op::Remove { path },
        "replace" => Op::Replace { path, value },
        "move" => Op::Move { from, path },
        "copy" => Op::Copy { from, path },
        _ => Op::Test { path, value },
    })
}

/// Returns a member of an operation that must be text.
fn text(operation: &Value, at: usize, name: &str, expected: &'static str) -> Result<String, Error> {
    operation
        .get(name)
        .and_then(Value::as_str)
        .map(str::to_owned)
        .ok_or_else(|| shape(at, expected))
}

fn shape(at: usize, expected: &'static str) -> Error {
    Error::from(ErrorReason::PatchShape { at, expected })
}

/// Returns the document with the patch applied. Either all operations apply or none: the document itself never changes.
///
/// # Errors
/// `patch_missing`, `patch_index`, `patch_pointer`, `patch_test`, `patch_root` (removing or moving the whole document),
/// `patch_inside` (a move into its own child). `json_depth`, `json_size` or `patch_size` if the document would be
/// nested deeper than 128, have more than 16 MiB, or be made of more than 16 MiB of copies. Each error contains the
/// number of the operation, from 0.
/// `patch_size` also if there are more than 2,097,152 operations.
///
/// ```
/// use calendiff::json::patch;
/// use serde_json::json;
/// let document = json!({ "slug": "intro" });
/// let rename = patch::parse(&json!([{ "op": "move", "from": "/slug", "path": "/widgetSlug" }]))?;
/// assert_eq!(patch::apply(&document, &rename)?, json!({ "widgetSlug": "intro" }));
/// let remove = patch::parse(&json!([{ "op": "remove", "path": "/name" }]))?;
/// assert_eq!(patch::apply(&document, &remove).unwrap_err().code(), "patch_missing");
/// # Ok::<(), calendiff::Error>(())
/// ```
pub fn apply(document: &Value, patch: &[impl AsOp]) -> Result<Value, Error> {
    let mut edit = PatchedDocument::of(document, patch.len())?;
    for operation in patch {
        edit.run(operation.as_op().borrow())?;
    }
    Ok(edit.into_document())
}

/// Returns the patch that undoes another: applied to the patched document, it restores the original document.
///
/// The order of members is not part of a document; [`Kind::normalize`](crate::Kind::normalize) writes a record's
/// members in one order, so that undoing restores every byte there.
///
/// # Errors
/// `json_size`: the result would have more than 16 MiB.
/// Also the errors of [`apply`], if the patch does not apply to the document.
///
/// ```
/// use calendiff::json::patch;
/// use serde_json::json;
/// let document = json!({ "slug": "intro", "days": [1, 2] });
/// let patch = patch::parse(&json!([{ "op": "remove", "path": "/slug" }, { "op": "add", "path": "/days/-", "value": 3 }]))?;
/// let undo = patch::invert(&document, &patch)?;
/// assert_eq!(json!(undo), json!([{ "op": "remove", "path": "/days/2" }, { "op": "add", "path": "/slug", "value": "intro" }]));
/// assert_eq!(patch::apply(&patch::apply(&document, &patch)?, &undo)?, document);
/// assert_eq!(patch::invert(&json!({}), &patch).unwrap_err().code(), "patch_missing");
/// # Ok::<(), calendiff::Error>(())
/// ```
pub fn invert(document: &Value, patch: &[impl AsOp]) -> Result<Vec<Op>, Error> {
    let mut edit = PatchedDocument::of(document, patch.len())?;
    let mut undo = Vec::new();
    for operation in patch {
        let operation = operation.as_op();
        let operation = operation.borrow();
        let done = edit.run(operation)?;
        let mut back = edit.undoing(operation, done)?;
        back.reverse();
        undo.append(&mut back);
    }
    undo.reverse();
    within_size(undo)
}

/// Returns the patch with a `test` in front of each operation, so that it refuses a document that has changed. The
/// tests are of the value that is replaced, removed, moved or copied; of the item that an added one is put before, or
/// behind at the end. A member that is added where there was none has no test.
///
/// # Errors
/// `json_size`: the result would have more than 16 MiB.
/// Also the errors of [`apply`], if the patch does not apply to the document.
///
/// ```
/// use calendiff::json::patch;
/// use serde_json::json;
/// let patch = patch::parse(&json!([{ "op": "replace", "path": "/slug", "value": "first" }]))?;
/// let guarded = patch::guard(&json!({ "slug": "intro" }), &patch)?;
/// assert_eq!(json!(guarded[0]), json!({ "op": "test", "path": "/slug", "value": "intro" }));
/// assert_eq!(patch::apply(&json!({ "slug": "other" }), &guarded).unwrap_err().code(), "patch_test");
/// # Ok::<(), calendiff::Error>(())
/// ```
pub fn guard(document: &Value, patch: &[impl AsOp]) -> Result<Vec<Op>, Error> {
    let mut edit = PatchedDocument::of(document, patch.len())?;
    let mut guarded = Vec::with_capacity(patch.len() * 2);
    for operation in patch {
        let operation = operation.as_op();
        let operation = operation.borrow();
        let test = edit.test(operation);
        // If the operation itself fails, its own error is returned.
        edit.run(operation)?;
        guarded.extend(test?);
        guarded.push(operation.clone());
    }
    within_size(guarded)
}

/// Refuses a patch whose values are larger than a document may be.
fn within_size(patch: Vec<Op>) -> Result<Vec<Op>, Error> {
    let size: usize = patch.iter().filter_map(Op::value).map(bytes).sum();
    if size > BYTES {
        Err(ErrorReason::ResultSize { limit: BYTES }.into())
    } else {
        Ok(patch)
    }
}
