//! The options of a comparison.

use crate::ground::names::names;

/// The meaning of a member that the draft leaves out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[expect(
    clippy::exhaustive_enums,
    reason = "complete, as docs/stability.md says"
)]
pub enum WhenAbsent {
    /// It keeps its stored value.
    #[default]
    Keep,
    /// It is removed: the draft is the whole record.
    Remove,
}

names!(WhenAbsent, "absent", "keep or remove", { Keep = "keep", Remove = "remove" });

/// The definition of a difference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Sameness {
    /// A different meaning: `#039BE5` equals `#039be5`, and days have no order.
    #[default]
    Meaning,
    /// A different meaning, spelling or order.
    Spelling,
}

names!(Sameness, "by", "meaning or spelling", { Meaning = "meaning", Spelling = "spelling" });

/// The options for a comparison of two records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct DiffOptions {
    /// The meaning of a member that the draft leaves out.
    pub absent: WhenAbsent,
    /// The definition of a difference.
    pub by: Sameness,
    /// True if the patch tests the values that it is about to change, and so refuses a record that has changed since.
    pub tests: bool,
    /// Compares the records as they are written: aliases are members that nobody knows, and text is shown as it is spelled.
    pub raw: bool,
}

impl DiffOptions {
    /// Sets the meaning of a member that the draft leaves out.
    #[must_use]
    pub fn absent(self, absent: WhenAbsent) -> Self {
        Self { absent, ..self }
    }

    /// Sets the definition of a difference.
    #[must_use]
    pub fn by(self, by: Sameness) -> Self {
        Self { by, ..self }
    }

    /// Sets whether the patch tests the values that it is about to change.
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
        Self {
            absent,
            ..Self::default()
        }
    }
}
