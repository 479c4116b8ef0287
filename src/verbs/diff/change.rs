//! The result of a diff.

use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use crate::ground::json::patch::Op;
use crate::ground::json::{Path, present};
use crate::ground::names::names;
use crate::knowledge::issue::Issue;
use crate::knowledge::language::{Sentence, read_words};
use crate::record::KeyPath;

/// The kind of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum ChangeKind {
    /// The value was added.
    Add,
    /// The value was removed.
    Remove,
    /// The value was replaced.
    Replace,
    /// The item was moved within its array; `before` and `after` are positions from 0.
    Move,
}

names!(ChangeKind, "change", "add, remove, replace or move", { Add = "add", Remove = "remove", Replace = "replace", Move = "move" });

/// One change. Serializes as `{ kind, path, pointer, key, before?, after?, code, params, words }`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[non_exhaustive]
pub struct Change {
    /// The kind of change.
    pub kind: ChangeKind,
    /// The path in the draft, or in the stored record for a removed value.
    pub path: Path,
    /// The path by key, which remains valid while indexes shift and weeks are regrouped.
    pub key: KeyPath,
    /// The stored value.
    #[serde(default, deserialize_with = "present")]
    pub before: Option<Value>,
    /// The requested value.
    #[serde(default, deserialize_with = "present")]
    pub after: Option<Value>,
    /// The change in plain words: `Tuesday closes at 18:00, was 17:00`.
    #[serde(flatten, deserialize_with = "read_words")]
    pub words: Sentence,
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

    pub(crate) fn serialize_into<S: SerializeStruct>(
        &self,
        change: &mut S,
    ) -> Result<(), S::Error> {
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

/// All differences, in four renderings.
///
/// Serializes as `{ changes, patch, mergePatch, words, issues }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Diff {
    /// The changes, in the order of the record.
    pub changes: Vec<Change>,
    /// RFC 6902, to be applied to the unmodified stored record.
    pub patch: Vec<Op>,
    /// RFC 7396. `None` if a merge patch cannot express the changes, since it cannot set null.
    pub merge_patch: Option<Value>,
    /// The changes in plain words: the words of each, except for a unit that the words of its number contain.
    pub words: Vec<Sentence>,
    /// Notes on arrays whose items could not be distinguished, and on values that a merge patch cannot express.
    pub issues: Vec<Issue>,
}
