//! Profiles: the findings that a caller counts as errors.

use serde::Serialize;

use super::codes::Code;
use super::severity::{Basis, Severity};
use crate::ground::names::names;

/// A choice of the findings that are errors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Profile {
    /// Errors come from the specification and from logic; observed findings are warnings or notes.
    #[default]
    Specification,
    /// Findings that the service is reported to refuse are errors too.
    Service,
    /// No observed findings at all.
    SpecificationOnly,
}

names!(Profile, "profile", "specification, service or specification-only", {
    Specification = "specification", Service = "service", SpecificationOnly = "specification-only"
});

impl Profile {
    /// Returns the severity of a finding under this profile, or `None` if the profile ignores it.
    #[must_use]
    pub fn severity(self, code: Code) -> Option<Severity> {
        match self {
            Self::Service if code.refused() => Some(Severity::Error),
            Self::SpecificationOnly if code.basis() == Basis::Observed => None,
            _ => Some(code.severity()),
        }
    }
}
