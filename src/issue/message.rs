//! Messages in the caller's words.

use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasher;

use serde_json::{Map, Value};

use super::{Issue, render};

/// Other words for messages: a table of templates by code, or a function that gives the message of an issue.
///
/// What neither gives stays in English.
pub trait Messages {
    /// The message of an issue, or nothing.
    fn message(&self, issue: &Issue) -> Option<String>;
}

impl<F: Fn(&Issue) -> Option<String>> Messages for F {
    fn message(&self, issue: &Issue) -> Option<String> {
        self(issue)
    }
}

impl<S: BuildHasher> Messages for HashMap<String, String, S> {
    fn message(&self, issue: &Issue) -> Option<String> {
        self.get(issue.code.name()).map(|template| render(template, &issue.params))
    }
}

impl Messages for BTreeMap<String, String> {
    fn message(&self, issue: &Issue) -> Option<String> {
        self.get(issue.code.name()).map(|template| render(template, &issue.params))
    }
}

/// As a file of translations is read: `{ "too_small": "mindestens {min}, nicht {found}" }`.
impl Messages for Map<String, Value> {
    fn message(&self, issue: &Issue) -> Option<String> {
        self.get(issue.code.name())?.as_str().map(|template| render(template, &issue.params))
    }
}

impl Issue {
    /// Puts the message in other words.
    ///
    /// ```
    /// use calendiff::{Kind, Options};
    /// use serde_json::json;
    ///
    /// let german = json!({ "not_above": "mehr als {min}, nicht {found}" });
    /// let mut report = Kind::Calendar.validate(&json!({ "slotInterval": 0 }), &Options::default())?;
    /// report.issues.iter_mut().for_each(|issue| issue.reword(german.as_object().unwrap()));
    /// assert_eq!(report.issues[0].message(), "mehr als 0, nicht 0");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn reword(&mut self, messages: &impl Messages) {
        self.wording = messages.message(self).or_else(|| self.wording.take());
    }
}
