//! What must be found, and where.

use crate::ground::json::{Path, Segment};
use crate::knowledge::issue::Code;

/// What must be told about a draft or a response, and where.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Fault {
    /// What is wrong.
    pub code: Code,
    /// Where.
    pub path: Path,
}

impl Fault {
    /// Returns what is wrong and where.
    #[must_use]
    pub fn new(code: Code, path: Path) -> Self {
        Self { code, path }
    }
}

impl Fault {
    /// The same one step further down.
    pub(super) fn under(&self, segment: impl Into<Segment>) -> Self {
        let path = Path::new().with(segment);
        Self { code: self.code, path: self.path.segments().iter().fold(path, |path, step| path.with(step.clone())) }
    }
}
