//! How bad a finding is, and who says so.

use serde::Serialize;

use crate::names::names;

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

names!(Severity, "severity", "error, warning or note", { Error = "error", Warning = "warning", Note = "note" });

/// Who says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Basis {
    /// The service's document.
    Document,
    /// What the values must mean: a day has 24 hours.
    Logic,
    /// Public sources about the service; the document is silent.
    Observed,
}

names!(Basis, "basis", "document, logic or observed", { Document = "document", Logic = "logic", Observed = "observed" });
