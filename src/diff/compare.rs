//! How records are compared.

use crate::names::names;

/// What a member means that the draft leaves out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum WhenAbsent {
    /// It stays as it is stored.
    #[default]
    Keep,
    /// It is removed: the draft is the whole record.
    Remove,
}

names!(WhenAbsent, "absent", "keep or remove", { Keep = "keep", Remove = "remove" });

/// What counts as a difference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Sameness {
    /// What means something else: `#039BE5` is `#039be5`, and the order of days is none.
    #[default]
    Meaning,
    /// What is spelled otherwise as well, and what stands in another order.
    Spelling,
}

names!(Sameness, "by", "meaning or spelling", { Meaning = "meaning", Spelling = "spelling" });

/// How to compare two records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct DiffOptions {
    /// What a member means that the draft leaves out.
    pub absent: WhenAbsent,
    /// What counts as a difference.
    pub by: Sameness,
    /// Whether the patch tests what it is about to change, and so refuses a record that has moved on.
    pub tests: bool,
    /// Compares the records as they are written: aliases are members that nobody knows, and text is shown as it is spelled.
    pub raw: bool,
}

impl DiffOptions {
    /// Sets what a member means that the draft leaves out.
    #[must_use]
    pub fn absent(self, absent: WhenAbsent) -> Self {
        Self { absent, ..self }
    }

    /// Sets what counts as a difference.
    #[must_use]
    pub fn by(self, by: Sameness) -> Self {
        Self { by, ..self }
    }

    /// Sets whether the patch tests what it is about to change.
    #[must_use]
    pub fn tests(self, tests: bool) -> Self {
        Self { tests, ..self }
    }

    /// Sets whether records are compared as they are written, in place of as they are meant.
    #[must_use]
    pub fn raw(self, raw: bool) -> Self {
        Self { raw, ..self }
    }

    /// Returns true if aliases and spellings count as what they mean.
    pub(super) fn is_of_meaning(self) -> bool {
        self.by == Sameness::Meaning && !self.raw
    }
}

impl From<WhenAbsent> for DiffOptions {
    fn from(absent: WhenAbsent) -> Self {
        Self { absent, ..Self::default() }
    }
}
