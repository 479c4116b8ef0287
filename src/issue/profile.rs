//! What a caller counts as an error.

use serde::Serialize;

use super::codes::Code;
use super::severity::{Basis, Severity};

/// Which findings are errors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Profile {
    /// Errors come from the document and from logic; what is observed is a warning or a note.
    #[default]
    Document,
    /// What the service is reported to refuse is an error too.
    Service,
    /// No observed findings at all.
    DocumentOnly,
}

impl Profile {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Document, Self::Service, Self::DocumentOnly];

    /// `document`, `service` or `document-only`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Document => "document",
            Self::Service => "service",
            Self::DocumentOnly => "document-only",
        }
    }

    /// The profile of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|profile| profile.name() == name)
    }

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
