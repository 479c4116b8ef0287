//! Cases as text: what a fuzzer begins with, and what a failure is kept as.
//!
//! The kind as a JSON text on the first line, then a document on each: `"calendar"`, the stored record, the draft.

use std::fmt::Debug;

use calendiff::json::to_string;
use calendiff::strategies::{EditCase, MergeCase};
use calendiff::{Kind, Profile};
use serde_json::Value;

/// A case that can be text.
pub trait Case: Debug + Sized {
    /// The case of these documents, if they make one.
    fn of(kind: Kind, documents: Vec<Value>) -> Option<Self>;

    /// The documents that make the case.
    fn documents(&self) -> Vec<Value>;

    /// The case that a text is, if it is one.
    fn read(text: &str) -> Option<(Kind, Self)> {
        let mut lines = text.lines();
        let kind: String = serde_json::from_str(lines.next()?).ok()?;
        let documents: Result<Vec<Value>, _> = lines.map(serde_json::from_str).collect();
        let kind = kind.parse().ok()?;
        Some((kind, Self::of(kind, documents.ok()?)?))
    }

    /// The text that the case is.
    fn write(&self, kind: Kind) -> String {
        let lines = std::iter::once(Value::from(kind.name())).chain(self.documents());
        lines.map(|line| to_string(&line) + "\n").collect()
    }
}

/// A text is a case as it stands.
impl Case for String {
    fn of(_: Kind, _: Vec<Value>) -> Option<Self> {
        None
    }

    fn documents(&self) -> Vec<Value> {
        Vec::new()
    }

    fn read(text: &str) -> Option<(Kind, Self)> {
        Some((Kind::Calendar, text.to_owned()))
    }

    fn write(&self, _: Kind) -> String {
        self.clone()
    }
}

impl Case for Value {
    fn of(kind: Kind, documents: Vec<Value>) -> Option<Self> {
        let [document] = <[Value; 1]>::of(kind, documents)?;
        Some(document)
    }

    fn documents(&self) -> Vec<Value> {
        vec![self.clone()]
    }
}

impl<const COUNT: usize> Case for [Value; COUNT] {
    fn of(kind: Kind, documents: Vec<Value>) -> Option<Self> {
        let are_records = documents.iter().all(|document| is_record(kind, document));
        documents.try_into().ok().filter(|_| are_records)
    }

    fn documents(&self) -> Vec<Value> {
        self.to_vec()
    }
}

/// Documents from elsewhere may not have what `EditCase` promises.
impl Case for EditCase {
    fn of(_: Kind, _: Vec<Value>) -> Option<Self> {
        None
    }

    fn documents(&self) -> Vec<Value> {
        vec![self.stored.clone(), self.draft.clone()]
    }
}

impl Case for MergeCase {
    fn of(_: Kind, _: Vec<Value>) -> Option<Self> {
        None
    }

    fn documents(&self) -> Vec<Value> {
        vec![self.base.clone(), self.ours.clone(), self.theirs.clone()]
    }
}

/// Returns true for a record that the verbs take.
pub fn is_record(kind: Kind, document: &Value) -> bool {
    kind.normalize(document).is_ok() && kind.read(document).is_ok()
}

/// A profile that a document names.
pub fn profile(document: &Value) -> Option<Profile> {
    document.as_str()?.parse().ok()
}
