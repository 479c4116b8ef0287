//! One operation of a JSON Patch.

use std::borrow::Borrow;

use serde::Serialize;
use serde_json::Value;

use super::Path;

/// One operation. Serializes to exactly RFC 6902's shape.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "op", rename_all = "lowercase")]
pub enum Op {
    /// Adds a member or inserts an item; a member that is there is replaced.
    Add {
        /// Where, as a JSON Pointer; `-` as the last step means after the last item.
        path: String,
        /// What.
        value: Value,
    },
    /// Removes what is there.
    Remove {
        /// Where.
        path: String,
    },
    /// Puts another value in place of what is there.
    Replace {
        /// Where.
        path: String,
        /// What.
        value: Value,
    },
    /// Removes what is at `from` and adds it at `path`.
    Move {
        /// From where.
        from: String,
        /// To where, as the document is once the value is taken out.
        path: String,
    },
    /// Adds at `path` what is at `from`.
    Copy {
        /// From where.
        from: String,
        /// To where.
        path: String,
    },
    /// Refuses the whole patch unless that value is there.
    Test {
        /// Where.
        path: String,
        /// What.
        value: Value,
    },
}

impl Op {
    pub(crate) fn add(path: &Path, value: Value) -> Self {
        Self::Add { path: path.pointer(), value }
    }

    pub(crate) fn remove(path: &Path) -> Self {
        Self::Remove { path: path.pointer() }
    }

    pub(crate) fn test(path: &Path, value: Value) -> Self {
        Self::Test { path: path.pointer(), value }
    }

    pub(crate) fn replace(path: &Path, value: Value) -> Self {
        Self::Replace { path: path.pointer(), value }
    }

    /// Where it does something.
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

    /// The value that it brings or tests for.
    pub(super) fn value(&self) -> Option<&Value> {
        match self {
            Self::Add { value, .. } | Self::Replace { value, .. } | Self::Test { value, .. } => Some(value),
            Self::Remove { .. } | Self::Move { .. } | Self::Copy { .. } => None,
        }
    }

    pub(crate) fn move_to(from: &Path, path: &Path) -> Self {
        Self::Move { from: from.pointer(), path: path.pointer() }
    }
}

/// What is an operation of a JSON Patch: an [`Op`], and with feature `json-patch` a `json_patch::PatchOperation`.
pub trait AsOp {
    /// The operation, as ours.
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
