//! How records are compared.

/// What a member means that the draft leaves out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Absent {
    /// It stays as it is stored.
    #[default]
    Keep,
    /// It is removed: the draft is the whole record.
    Remove,
}

impl Absent {
    /// `keep` or `remove`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "keep" => Some(Self::Keep),
            "remove" => Some(Self::Remove),
            _ => None,
        }
    }
}

/// What counts as a difference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum By {
    /// What means something else: `#039BE5` is `#039be5`, and the order of days is none.
    #[default]
    Meaning,
    /// What is spelled otherwise as well, and what stands in another order.
    Spelling,
}

impl By {
    /// `meaning` or `spelling`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "meaning" => Some(Self::Meaning),
            "spelling" => Some(Self::Spelling),
            _ => None,
        }
    }
}

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
