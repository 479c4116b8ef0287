//! Expected findings.

use crate::ground::json::{Path, Segment};
use crate::knowledge::issue::Code;

/// An expected finding about a draft or a response.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Fault {
    /// The code of the finding.
    pub code: Code,
    /// The place of the finding.
    pub path: Path,
}

impl Fault {
    /// Returns an expected finding.
    #[must_use]
    pub fn new(code: Code, path: Path) -> Self {
        Self { code, path }
    }
}

impl Fault {
    /// Returns the fault with a path that begins with `segment`.
    pub(super) fn under(&self, segment: impl Into<Segment>) -> Self {
        let path = Path::new().with(segment);
        Self {
            code: self.code,
            path: self
                .path
                .segments()
                .iter()
                .fold(path, |path, step| path.with(step.clone())),
        }
    }
}
