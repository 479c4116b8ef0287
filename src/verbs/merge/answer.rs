//! The result of a merge, and the resolution of its conflicts.

use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use crate::ground::json::{CollectVec, Path, Tree, present};
use crate::ground::names::names;
use crate::knowledge::issue::Issue;
use crate::knowledge::language::{Sentence, read_words};
use crate::record::KeyPath;
use crate::verbs::diff::Change;

/// The side that made a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(
    clippy::exhaustive_enums,
    reason = "complete, as docs/stability.md says"
)]
pub enum Side {
    /// Only ours made it, or a conflict was resolved for ours.
    Ours,
    /// Only theirs made it, or a conflict was resolved for theirs.
    Theirs,
    /// Both made the same change.
    Both,
}

/// The resolution of a conflict, of a merge or of a form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[expect(
    clippy::exhaustive_enums,
    reason = "complete, as docs/stability.md says"
)]
pub enum Resolution {
    /// Leaves the conflict: a merge keeps the value of base, a form that of the draft.
    #[default]
    Leave,
    /// Takes the value of ours.
    Ours,
    /// Takes the value of theirs.
    Theirs,
    /// Takes the value of base: neither side's change counts, and the conflict is settled.
    Base,
}

names!(Resolution, "resolution", "leave, ours, theirs or base", {
    Leave = "leave",
    Ours = "ours",
    Theirs = "theirs",
    Base = "base"
});

/// Resolves conflicts: one [`Resolution`] for all, a list of them in the order of the conflicts, or a function of each.
pub trait Resolve {
    /// Returns a resolution for each conflict, in order. Conflicts beyond the end of the list are left.
    fn resolve(self, conflicts: &[Conflict]) -> Vec<Resolution>;
}

impl Resolve for Resolution {
    fn resolve(self, conflicts: &[Conflict]) -> Vec<Resolution> {
        vec![self; conflicts.len()]
    }
}

impl Resolve for Vec<Resolution> {
    fn resolve(self, _: &[Conflict]) -> Vec<Resolution> {
        self
    }
}

impl<F: FnMut(&Conflict) -> Resolution> Resolve for F {
    fn resolve(self, conflicts: &[Conflict]) -> Vec<Resolution> {
        conflicts.iter().map(self).collect_vec()
    }
}

/// A place where both sides changed the same thing to different ends.
///
/// Serializes as `{ path, pointer, key, base?, ours?, theirs?, code, params, words }`, without the sides that have no
/// value.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[non_exhaustive]
pub struct Conflict {
    /// The path in the merged value.
    pub path: Path,
    /// The path by key.
    pub key: KeyPath,
    /// The value of base.
    #[serde(default, deserialize_with = "present")]
    pub base: Option<Value>,
    /// The value of ours.
    #[serde(default, deserialize_with = "present")]
    pub ours: Option<Value>,
    /// The value of theirs.
    #[serde(default, deserialize_with = "present")]
    pub theirs: Option<Value>,
    /// The conflict in plain words: `color: ours #ff0000, theirs #00ff00, was #039be5`.
    #[serde(flatten, deserialize_with = "read_words")]
    pub words: Sentence,
}

impl Serialize for Conflict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let sides = [
            ("base", &self.base),
            ("ours", &self.ours),
            ("theirs", &self.theirs),
        ];
        let mut conflict = serializer.serialize_struct("Conflict", 9)?;
        conflict.serialize_field("path", &self.path)?;
        conflict.serialize_field("pointer", &self.path.pointer())?;
        conflict.serialize_field("key", &self.key)?;
        for (name, side) in sides {
            if let Some(value) = side {
                conflict.serialize_field(name, value)?;
            }
        }
        self.words.serialize_into(&mut conflict, "words")?;
        conflict.end()
    }
}

/// A change that went into the merged value. Serializes as `{ from, kind, path, pointer, key, before?, after?, code, params, words }`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[non_exhaustive]
pub struct MergedChange {
    /// The side that made the change.
    pub from: Side,
    /// The change since base. Its paths are those of the merged value, or of base for a removed value.
    #[serde(flatten)]
    pub change: Change,
}

impl Serialize for MergedChange {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut taken = serializer.serialize_struct("MergedChange", self.change.length() + 1)?;
        taken.serialize_field("from", &self.from)?;
        self.change.serialize_into(&mut taken)?;
        taken.end()
    }
}

/// The result of [`Kind::merge`](crate::Kind::merge).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Merged {
    /// True if no conflict is left and the merge caused no error.
    pub ok: bool,
    /// The merged record. At a conflict that was left, it has the value of base.
    pub value: Tree,
    /// The conflicts that were left, in the order of the record.
    pub conflicts: Vec<Conflict>,
    /// The changes in the merged record, each with the side that made it.
    pub taken: Vec<MergedChange>,
    /// The issues of the value that neither side has, with theirs as the stored record, and notes on arrays whose items
    /// cannot be distinguished.
    pub issues: Vec<Issue>,
}
