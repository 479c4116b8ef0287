//! What a diff returns.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::issue::Issue;
use crate::json::Path;
use crate::json::patch::Op;
use crate::language::Words;
use crate::names::names;
use crate::record::KeyPath;

/// What kind of change it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum ChangeKind {
    /// It was not there.
    Add,
    /// It is there no more.
    Remove,
    /// It has another value.
    Replace,
    /// It stands elsewhere in its array; `before` and `after` are positions from 0.
    Move,
}

names!(ChangeKind, "change", "add, remove, replace or move", { Add = "add", Remove = "remove", Replace = "replace", Move = "move" });

/// One change. Serializes as `{ kind, path, pointer, key, before?, after?, code, params, words }`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Change {
    /// What kind of change it is.
    pub kind: ChangeKind,
    /// Where it is in the draft; for what was removed, where it was in the stored record.
    pub path: Path,
    /// Where it is by key, which stays true while indexes shift and weeks are grouped otherwise.
    pub key: KeyPath,
    /// What was stored.
    pub before: Option<Value>,
    /// What is wanted.
    pub after: Option<Value>,
    /// The change as people would say it: `Tuesday closes at 18:00, was 17:00`.
    pub words: Words,
}

impl Serialize for Change {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut change = serializer.serialize_struct("Change", self.length())?;
        self.serialize_into(&mut change)?;
        change.end()
    }
}

impl Change {
    pub(crate) fn length(&self) -> usize {
        7 + usize::from(self.before.is_some()) + usize::from(self.after.is_some())
    }

    pub(crate) fn serialize_into<S: SerializeStruct>(&self, change: &mut S) -> Result<(), S::Error> {
        change.serialize_field("kind", &self.kind)?;
        change.serialize_field("path", &self.path)?;
        change.serialize_field("pointer", &self.path.pointer())?;
        change.serialize_field("key", &self.key)?;
        if let Some(before) = &self.before {
            change.serialize_field("before", before)?;
        }
        if let Some(after) = &self.after {
            change.serialize_field("after", after)?;
        }
        self.words.serialize_into(change, "words")
    }
}

/// Everything that differs, in four renderings.
///
/// Serializes as `{ changes, patch, mergePatch, words, issues }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Diff {
    /// The changes, in the order of the record.
    pub changes: Vec<Change>,
    /// RFC 6902, against the stored record as it stands.
    pub patch: Vec<Op>,
    /// RFC 7396; nothing where a merge patch cannot say the change, since it cannot set null.
    pub merge_patch: Option<Value>,
    /// The changes as people would say them: the words of each, but of a unit that the words of its number have.
    pub words: Vec<Words>,
    /// Notes: arrays whose items could not be distinguished, and what keeps a merge patch from saying the change.
    pub issues: Vec<Issue>,
}
