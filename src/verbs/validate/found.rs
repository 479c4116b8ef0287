//! Builds findings.

use serde_json::Value;

use crate::ground::json::Path;
use crate::ground::json::patch::Op;
use crate::knowledge::issue::{Code, Fix, Severity};
use crate::knowledge::language::{Params, Sentence};

/// A finding under construction: `Found::new(code).with("found", …).fix(…)`.
pub(super) struct Found {
    pub(super) code: Code,
    pub(super) params: Params,
    pub(super) fix: Option<Fix>,
    pub(super) related: Vec<Path>,
    /// The worst severity that it can have: a warning if the body of an update writes the value in another way, a note if
    /// the draft only repeats it.
    pub(super) limit: Severity,
}

impl Found {
    pub(super) fn new(code: Code) -> Self {
        Self {
            code,
            params: Params::new(),
            fix: None,
            related: Vec::new(),
            limit: Severity::Error,
        }
    }

    pub(super) fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.params.insert(name, value.into());
        self
    }

    pub(super) fn fix(mut self, title: Sentence, patch: Vec<Op>) -> Self {
        self.fix = Some(Fix { title, patch });
        self
    }

    pub(super) fn limit(mut self, limit: Severity) -> Self {
        self.limit = limit;
        self
    }

    pub(super) fn related(mut self, path: Path) -> Self {
        self.related.push(path);
        self
    }
}
