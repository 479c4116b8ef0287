//! How records are compared.

use crate::names::names;

/// What a member means that the draft leaves out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Absent {
    /// It stays as it is stored.
    #[default]
    Keep,
    /// It is removed: the draft is the whole record.
    Remove,
}

names!(Absent, "absent", "keep or remove", { Keep = "keep", Remove = "remove" });

/// What counts as a difference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum By {
    /// What means something else: `#039BE5` is `#039be5`, and the order of days is none.
    #[default]
    Meaning,
    /// What is spelled otherwise as well, and what stands in another order.
    Spelling,
}

names!(By, "by", "meaning or spelling", { Meaning = "meaning", Spelling = "spelling" });

/// How to compare two records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Compare {
    /// What a member means that the draft leaves out.
    pub absent: Absent,
    /// What counts as a difference.
    pub by: By,
    /// Whether the patch tests what it is about to change, and so refuses a record that has moved on.
    pub tests: bool,
}

impl From<Absent> for Compare {
    fn from(absent: Absent) -> Self {
        Self { absent, ..Self::default() }
    }
}
