//! The severity and the basis of a finding.

use serde::{Deserialize, Serialize};

use crate::ground::names::names;

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(
    clippy::exhaustive_enums,
    reason = "complete, as docs/stability.md says"
)]
pub enum Severity {
    /// The specification rules it out, or no calendar can mean it.
    Error,
    /// Likely to do harm.
    Warning,
    /// Cosmetic, or worth knowing.
    Note,
}

names!(Severity, "severity", "error, warning or note", { Error = "error", Warning = "warning", Note = "note" });

/// The basis of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Basis {
    /// The service's specification.
    Specification,
    /// The meaning of the values: a day has 24 hours.
    Logic,
    /// Public sources about the service; the specification does not say it.
    Observed,
}

names!(Basis, "basis", "specification, logic or observed", { Specification = "specification", Logic = "logic", Observed = "observed" });

/// The record that a finding is about.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum About {
    /// The draft.
    #[default]
    Draft,
    /// The stored record: the draft leaves the value as it is, or only repeats it.
    Stored,
}

names!(About, "about", "draft or stored", { Draft = "draft", Stored = "stored" });
