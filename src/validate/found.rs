//! A finding in the making.

use serde_json::Value;

use crate::issue::{Code, Fix, Params};
use crate::json::Path;
use crate::json::patch::Op;
use crate::visible::visible;

/// A finding in the making: `walk.find(code).with("found", …).fix(…)`.
pub(super) struct Found {
    pub(super) code: Code,
    pub(super) params: Params,
    pub(super) fix: Option<Fix>,
    pub(super) related: Vec<Path>,
}

impl Found {
    pub(super) fn new(code: Code) -> Self {
        Self { code, params: Params::new(), fix: None, related: Vec::new() }
    }

    pub(super) fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.params.insert(name.to_owned(), value.into());
        self
    }

    pub(super) fn fix(mut self, title: impl Into<String>, patch: Vec<Op>) -> Self {
        self.fix = Some(Fix { title: visible(&title.into()).into_owned(), patch });
        self
    }

    pub(super) fn related(mut self, path: Path) -> Self {
        self.related.push(path);
        self
    }
}
