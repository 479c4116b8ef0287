//! What a merge returns, and how its conflicts are resolved.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::diff::Change;
use crate::issue::Issue;
use crate::json::{Listed, Path};
use crate::language::Words;
use crate::names::names;
use crate::record::KeyPath;

/// Who made a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Ours alone, or a conflict was resolved so.
    Ours,
    /// Theirs alone, or a conflict was resolved so.
    Theirs,
    /// Both made the same change.
    Both,
}

/// How to resolve a conflict, of a merge or of a form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Resolution {
    /// Not at all: a merge keeps what base has, a form what the draft has, and the conflict stays.
    #[default]
    Leave,
    /// As ours has it.
    Ours,
    /// As theirs has it.
    Theirs,
    /// As base has it: neither side's change counts, and the conflict is settled.
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
    /// What to do about each conflict. Those that have no answer are left.
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
        conflicts.iter().map(self).listed()
    }
}

/// A place where both sides changed the same thing to different ends.
///
/// Serializes as `{ path, pointer, key, base?, ours?, theirs?, code, params, words }`; what a side does not have is left out.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Conflict {
    /// Where it is in the merged value.
    pub path: Path,
    /// Where it is by key.
    pub key: KeyPath,
    /// What base has.
    pub base: Option<Value>,
    /// What ours has.
    pub ours: Option<Value>,
    /// What theirs has.
    pub theirs: Option<Value>,
    /// The conflict as people would say it: `color: ours #ff0000, theirs #00ff00, was #039be5`.
    pub words: Words,
}

impl Serialize for Conflict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let sides = [("base", &self.base), ("ours", &self.ours), ("theirs", &self.theirs)];
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
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MergedChange {
    /// Who made it.
    pub from: Side,
    /// What changed since base; paths are those of the merged value, and of base for what was removed.
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

/// What [`Kind::merge`](crate::Kind::merge) returns.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Merged {
    /// Whether there is no conflict left, and no error came of the merge.
    pub ok: bool,
    /// The merged record; at a conflict that was left, what base has.
    pub value: Value,
    /// Where the sides disagree, in the order of the record.
    pub conflicts: Vec<Conflict>,
    /// What was taken from whom.
    pub taken: Vec<MergedChange>,
    /// What is wrong with the value, compared with theirs as the stored record, and was wrong on neither side; and notes
    /// on arrays whose items could not be distinguished.
    pub issues: Vec<Issue>,
}
