//! Findings about a single value.

use serde_json::Value;

use crate::ground::visible::excerpt;
use crate::knowledge::issue::Code;
use crate::knowledge::language::Params;

/// A problem of a string, and the string that was certainly meant.
#[derive(Debug, PartialEq)]
pub(crate) struct Finding {
    pub(crate) code: Code,
    pub(crate) params: Params,
    pub(crate) fix: Option<String>,
}

impl Finding {
    pub(super) fn new(code: Code) -> Self {
        Self {
            code,
            params: Params::new(),
            fix: None,
        }
    }

    pub(super) fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.params.insert(name, value.into());
        self
    }

    /// Adds the text that was found, shortened if it is long.
    pub(super) fn found(self, text: &str) -> Self {
        self.with("found", excerpt(text))
    }

    pub(super) fn fix(mut self, meant: impl Into<Option<String>>) -> Self {
        self.fix = meant.into();
        self
    }
}
