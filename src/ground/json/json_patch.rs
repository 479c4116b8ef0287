//! Conversions between patches of this crate and of the crate `json-patch`.

use std::borrow::Borrow;

use ::json_patch::jsonptr::PointerBuf;
use ::json_patch::{
    AddOperation, CopyOperation, MoveOperation, Patch, PatchOperation, RemoveOperation,
    ReplaceOperation, TestOperation,
};

use super::CollectVec;
use super::op::{AsOp, Op};
use crate::ground::error::{Error, ErrorReason};

/// Converts a patch of the crate `json-patch` to one of this crate.
///
/// [`apply`](super::patch::apply), [`invert`](super::patch::invert), [`guard`](super::patch::guard) and
/// [`RecordForm::apply`](crate::RecordForm::apply) also take it without a conversion.
///
/// ```
/// use calendiff::json::patch;
/// use serde_json::json;
///
/// let theirs: json_patch::Patch = serde_json::from_value(json!([{ "op": "remove", "path": "/slug" }]))?;
/// let ours = patch::from_json_patch(&theirs);
/// assert_eq!(ours, [patch::Op::Remove { path: "/slug".to_owned() }]);
///
/// let document = json!({ "name": "Consultation", "slug": "intro" });
/// assert_eq!(patch::apply(&document, &theirs)?, json!({ "name": "Consultation" }));
/// assert_eq!(patch::apply(&json!({}), &theirs).unwrap_err().code(), "patch_missing");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn from_json_patch(patch: &[PatchOperation]) -> Vec<Op> {
    patch.iter().map(Op::from).collect_vec()
}

/// Converts a patch of this crate to one of the crate `json-patch`.
///
/// [`apply`](super::patch::apply) is the safer of the two functions. Version 5.0.0 of the crate differs in this:
///
/// | a patch that | `json_patch::patch` | [`apply`](super::patch::apply) |
/// |---|---|---|
/// | moves a value to where nothing can be put | refuses it, and the value is gone from the document | refuses it, and the document is untouched |
/// | fails after a value was moved over one around it, as from `/a/b` to `/a` | panics | as above |
/// | fails after a member was removed or moved | leaves the other members in another order | as above |
/// | removes or moves a member | puts the last one in its place | keeps the order of the others |
/// | copies its own copies | takes what memory there is | refuses it: `patch_size`, `json_size` or `json_depth` |
/// | tests for 1 where 1.0 is | refuses it | applies it: the numbers are equal, as RFC 6902 asks |
/// | moves the whole document onto itself | refuses it, or panics | applies it: nothing changes |
///
/// # Errors
/// `patch_pointer`: a path is not a JSON Pointer, which `json_patch` cannot represent.
///
/// ```
/// use calendiff::json::patch;
/// use calendiff::{WhenAbsent, Kind};
/// use serde_json::json;
///
/// let stored = json!({ "eventColor": "#039be5", "slotDuration": 60 });
/// let draft = json!({ "eventColor": "#ff0000" });
/// let diff = Kind::Calendar.diff(&stored, &draft, WhenAbsent::Remove)?;
///
/// let mut patched = stored.clone();
/// json_patch::patch(&mut patched, &patch::to_json_patch(&diff.patch)?)?;
/// assert_eq!(patched, draft);
///
/// let mut merged = stored.clone();
/// json_patch::merge(&mut merged, &diff.merge_patch.unwrap());
/// assert_eq!(merged, draft);
///
/// let refused = patch::to_json_patch(&[patch::Op::Remove { path: "slug".to_owned() }]).unwrap_err();
/// assert_eq!(refused.code(), "patch_pointer");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn to_json_patch(patch: &[Op]) -> Result<Patch, Error> {
    let operations = patch.iter().enumerate().map(|(at, operation)| {
        theirs(operation)
            .map_err(|NotAPointer(pointer)| ErrorReason::PatchPointer { at, pointer }.into())
    });
    operations.try_collect_vec().map(Patch)
}

impl From<&PatchOperation> for Op {
    fn from(operation: &PatchOperation) -> Self {
        operation.clone().into()
    }
}

impl From<PatchOperation> for Op {
    fn from(operation: PatchOperation) -> Self {
        match operation {
            PatchOperation::Add(AddOperation { path, value }) => Self::Add {
                path: path.to_string(),
                value,
            },
            PatchOperation::Remove(RemoveOperation { path }) => Self::Remove {
                path: path.to_string(),
            },
            PatchOperation::Replace(ReplaceOperation { path, value }) => Self::Replace {
                path: path.to_string(),
                value,
            },
            PatchOperation::Move(MoveOperation { from, path }) => Self::Move {
                from: from.to_string(),
                path: path.to_string(),
            },
            PatchOperation::Copy(CopyOperation { from, path }) => Self::Copy {
                from: from.to_string(),
                path: path.to_string(),
            },
            PatchOperation::Test(TestOperation { path, value }) => Self::Test {
                path: path.to_string(),
                value,
            },
        }
    }
}

/// # Errors
/// `pointer`: a path is not a JSON Pointer.
impl TryFrom<&Op> for PatchOperation {
    type Error = Error;

    fn try_from(operation: &Op) -> Result<Self, Error> {
        theirs(operation).map_err(|NotAPointer(pointer)| ErrorReason::Pointer { pointer }.into())
    }
}

/// # Errors
/// `pointer`: a path is not a JSON Pointer.
impl TryFrom<Op> for PatchOperation {
    type Error = Error;

    fn try_from(operation: Op) -> Result<Self, Error> {
        Self::try_from(&operation)
    }
}

impl AsOp for PatchOperation {
    fn as_op(&self) -> impl Borrow<Op> {
        Op::from(self)
    }
}

struct NotAPointer(String);

fn theirs(operation: &Op) -> Result<PatchOperation, NotAPointer> {
    Ok(match operation.clone() {
        Op::Add { path, value } => PatchOperation::Add(AddOperation {
            path: pointer(&path)?,
            value,
        }),
        Op::Remove { path } => PatchOperation::Remove(RemoveOperation {
            path: pointer(&path)?,
        }),
        Op::Replace { path, value } => PatchOperation::Replace(ReplaceOperation {
            path: pointer(&path)?,
            value,
        }),
        Op::Move { from, path } => PatchOperation::Move(MoveOperation {
            from: pointer(&from)?,
            path: pointer(&path)?,
        }),
        Op::Copy { from, path } => PatchOperation::Copy(CopyOperation {
            from: pointer(&from)?,
            path: pointer(&path)?,
        }),
        Op::Test { path, value } => PatchOperation::Test(TestOperation {
            path: pointer(&path)?,
            value,
        }),
    })
}

fn pointer(text: &str) -> Result<PointerBuf, NotAPointer> {
    PointerBuf::parse(text.to_owned()).map_err(|_| NotAPointer(text.to_owned()))
}
