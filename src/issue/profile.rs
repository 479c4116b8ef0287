//! What a caller counts as an error.

use serde::Serialize;

use super::codes::Code;
use super::severity::{Basis, Severity};
use crate::names::names;

/// Which findings are errors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Profile {
    /// Errors come from the document and from logic; what is observed is a warning or a note.
    #[default]
    Document,
    /// What the service is reported to refuse is an error too.
    Service,
    /// No observed findings at all.
    DocumentOnly,
}

names!(Profile, "profile", "document, service or document-only", {
    Document = "document", Service = "service", DocumentOnly = "document-only"
});

impl Profile {
    /// How bad a finding is under this profile; `None` where it does not count.
    #[must_use]
    pub fn severity(self, code: Code) -> Option<Severity> {
        match self {
            Self::Service if code.refused() => Some(Severity::Error),
            Self::DocumentOnly if code.basis() == Basis::Observed => None,
            _ => Some(code.severity()),
        }
    }
}
