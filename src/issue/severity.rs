//! How bad a finding is, and who says so.

use serde::Serialize;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Breaks what the document shows, or what no calendar can mean.
    Error,
    /// Likely to do harm.
    Warning,
    /// Cosmetic, or worth knowing.
    Note,
}

impl Severity {
    /// `error`, `warning` or `note`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// Who says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Basis {
    /// The service's document.
    Document,
    /// What the values must mean: a day has 24 hours.
    Logic,
    /// Public sources about the service; the document is silent.
    Observed,
}

impl Basis {
    /// `document`, `logic` or `observed`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Document => "document",
            Self::Logic => "logic",
            Self::Observed => "observed",
        }
    }
}
