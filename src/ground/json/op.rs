//! One operation of a JSON Patch.

use std::borrow::Borrow;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Path, present};

/// One operation. Serializes to exactly the shape of RFC 6902.
///
/// Deserializes as strictly as a [`Tree`](super::Tree).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "lowercase", try_from = "OperationMembers")]
#[expect(
    clippy::exhaustive_enums,
    reason = "complete, as docs/stability.md says"
)]
pub enum Op {
    /// Adds a member or inserts an item. An existing member is replaced.
    Add {
        /// The target, as a JSON Pointer. `-` as the last step means after the last item.
        path: String,
        /// The value to add.
        value: Value,
    },
    /// Removes a value.
    Remove {
        /// The path of the value.
        path: String,
    },
    /// Replaces a value by another.
    Replace {
        /// The path of the old value.
        path: String,
        /// The new value.
        value: Value,
    },
    /// Removes the value at `from` and adds it at `path`.
    Move {
        /// The path of the value.
        from: String,
        /// The target, in the document without the value.
        path: String,
    },
    /// Adds a copy of the value at `from` at `path`.
    Copy {
        /// The path of the value.
        from: String,
        /// The target.
        path: String,
    },
    /// Refuses the whole patch unless the value at `path` is equal to `value`.
    Test {
        /// The path of the value to compare.
        path: String,
        /// The expected value.
        value: Value,
    },
}

/// The members of an operation. An enum with a tag would read its value after it was rounded.
#[derive(Deserialize)]
struct OperationMembers {
    op: OperationName,
    path: String,
    from: Option<String>,
    #[serde(default, deserialize_with = "present")]
    value: Option<Value>,
}

/// The name of an operation.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum OperationName {
    Add,
    Remove,
    Replace,
    Move,
    Copy,
    Test,
}

impl TryFrom<OperationMembers> for Op {
    type Error = &'static str;

    fn try_from(
        OperationMembers {
            op,
            path,
            from,
            value,
        }: OperationMembers,
    ) -> Result<Self, &'static str> {
        Ok(match op {
            OperationName::Add => Self::Add {
                path,
                value: expect_value(value)?,
            },
            OperationName::Remove => Self::Remove { path },
            OperationName::Replace => Self::Replace {
                path,
                value: expect_value(value)?,
            },
            OperationName::Move => Self::Move {
                from: expect_from(from)?,
                path,
            },
            OperationName::Copy => Self::Copy {
                from: expect_from(from)?,
                path,
            },
            OperationName::Test => Self::Test {
                path,
                value: expect_value(value)?,
            },
        })
    }
}

fn expect_from(from: Option<String>) -> Result<String, &'static str> {
    from.ok_or("missing field `from`")
}

fn expect_value(value: Option<Value>) -> Result<Value, &'static str> {
    value.ok_or("missing field `value`")
}

impl Op {
    pub(crate) fn add(path: &Path, value: Value) -> Self {
        Self::Add {
            path: path.pointer(),
            value,
        }
    }

    pub(crate) fn remove(path: &Path) -> Self {
        Self::Remove {
            path: path.pointer(),
        }
    }

    pub(crate) fn test(path: &Path, value: Value) -> Self {
        Self::Test {
            path: path.pointer(),
            value,
        }
    }

    pub(crate) fn replace(path: &Path, value: Value) -> Self {
        Self::Replace {
            path: path.pointer(),
            value,
        }
    }

    /// Returns the path that the operation changes or tests.
    pub(crate) fn path(&self) -> &str {
        match self {
            Self::Add { path, .. }
            | Self::Remove { path }
            | Self::Replace { path, .. }
            | Self::Move { path, .. }
            | Self::Copy { path, .. }
            | Self::Test { path, .. } => path,
        }
    }

    /// Returns the value that the operation adds or tests for.
    pub(super) fn value(&self) -> Option<&Value> {
        match self {
            Self::Add { value, .. } | Self::Replace { value, .. } | Self::Test { value, .. } => {
                Some(value)
            }
            Self::Remove { .. } | Self::Move { .. } | Self::Copy { .. } => None,
        }
    }

    pub(crate) fn move_to(from: &Path, path: &Path) -> Self {
        Self::Move {
            from: from.pointer(),
            path: path.pointer(),
        }
    }
}

/// An operation of a JSON Patch: an [`Op`], and with feature `json-patch` a `json_patch::PatchOperation`.
pub trait AsOp {
    /// Returns the operation as an [`Op`].
    fn as_op(&self) -> impl Borrow<Op>;
}

impl AsOp for Op {
    fn as_op(&self) -> impl Borrow<Op> {
        self
    }
}

impl<T: AsOp> AsOp for &T {
    fn as_op(&self) -> impl Borrow<Op> {
        (**self).as_op()
    }
}
