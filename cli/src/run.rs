//! The state that all verbs share, and their output.

use std::borrow::Cow;
use std::collections::HashMap;

use calendiff::json::{to_string, to_string_pretty};
use calendiff::{Issue, Kind, PayloadShape, Severity, visible_json};
use serde::Serialize;
use serde_json::{Value, json};

use crate::failure::{Failure, Part, Place};
use crate::input::{self, BODY, Input};
use crate::show::{self, Paint};

/// The exit status, or the reason why the command could not run.
pub(crate) type Verdict = Result<u8, Failure>;

/// The state that all verbs share: the options of the command line, and the output.
pub(crate) struct Run<'a> {
    pub(crate) kind: Option<Kind>,
    pub(crate) paint: Paint<'a>,
    /// True if the command prints no answers: the exit status, or a summary, tells the result.
    pub(crate) quiet: bool,
    /// True for a record of a stream: its answer is one line, and notes on standard error are left out.
    pub(crate) of_stream: bool,
    /// The record of a stream that the answer is about.
    pub(crate) label: Option<Label>,
    /// True if only errors are asked for.
    pub(crate) errors_only: bool,
    /// The facts for the summary, if one is printed.
    pub(crate) facts: Option<Facts>,
    pub(crate) out: &'a mut String,
}

/// The record of a stream that an answer is about: its part of the file, and its id if it has one.
pub(crate) struct Label {
    pub(crate) part: Part,
    pub(crate) id: Option<String>,
    /// True if values tell it, too: records and patches. Otherwise their order does.
    pub(crate) is_of_values: bool,
}

impl Label {
    /// Returns the beginning of an object that tells it: `{"line":2,"id":"ada"`.
    fn beginning(&self) -> Option<String> {
        let part = self
            .part
            .members()
            .map(|(name, number)| format!("\"{name}\":{number}"));
        let id = self
            .id
            .as_ref()
            .map(|id| format!("\"id\":{}", to_string(id)));
        let members: Vec<String> = part.chain(id).collect();
        (!members.is_empty()).then(|| format!("{{{}", members.join(",")))
    }
}

/// The facts that a verb found in one record, for a summary.
#[derive(Default)]
pub(crate) struct Facts {
    /// The code and the severity of each issue.
    pub(crate) issues: Vec<(&'static str, Severity)>,
    /// The message of the first issue of each code, in this record and those before it.
    pub(crate) messages: HashMap<&'static str, String>,
    /// Numbers with their names, such as that of changed records.
    pub(crate) counts: Vec<(&'static str, usize)>,
    /// The changes and conflicts of a plan.
    pub(crate) changes: Vec<Planned>,
    /// The shape of the record, if it was not asked for.
    pub(crate) shape: Option<PayloadShape>,
    /// Values that no other record may have.
    pub(crate) unique: Vec<Unique>,
}

/// A change of a plan in words, or a conflict, and the edit that asks for it.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Planned {
    pub(crate) edit: String,
    pub(crate) words: String,
}

/// A value of a record that no other record may have, and the code of the finding if one has it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Unique {
    pub(crate) code: &'static str,
    pub(crate) severity: Severity,
    pub(crate) name: &'static str,
    pub(crate) text: String,
}

impl<'a> Run<'a> {
    pub(crate) fn new(
        kind: Option<Kind>,
        paint: Paint<'a>,
        quiet: bool,
        out: &'a mut String,
    ) -> Self {
        Self {
            kind,
            paint,
            quiet,
            of_stream: false,
            label: None,
            errors_only: false,
            facts: None,
            out,
        }
    }
}

impl Run<'_> {
    /// Counts issues for a summary.
    pub(crate) fn found<'i>(&mut self, issues: impl IntoIterator<Item = &'i Issue>) {
        let Some(facts) = &mut self.facts else { return };
        for issue in issues {
            let code = issue.code.name();
            facts.issues.push((code, issue.severity));
            facts
                .messages
                .entry(code)
                .or_insert_with(|| issue.message_in(self.paint.language));
        }
    }

    /// Counts a finding of the command itself for a summary.
    pub(crate) fn found_code(&mut self, code: &'static str, severity: Severity, count: usize) {
        if let Some(facts) = &mut self.facts {
            facts
                .issues
                .extend(std::iter::repeat_n((code, severity), count));
        }
    }

    /// Counts something else for a summary.
    pub(crate) fn count(&mut self, name: &'static str, number: usize) {
        if let Some(facts) = &mut self.facts {
            facts.counts.push((name, number));
        }
    }

    /// Counts a record as changed or unchanged.
    pub(crate) fn count_change(&mut self, is_changed: bool) {
        self.count("changed", usize::from(is_changed));
        self.count("unchanged", usize::from(!is_changed));
    }

    /// Returns the kind given on the command line, else the one that the files show.
    pub(crate) fn kind(&self, inputs: &[&Input]) -> Result<Kind, Failure> {
        input::kind(self.kind, inputs)
    }

    pub(crate) fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// Prints JSON text with hidden characters escaped.
    pub(crate) fn json_line(&mut self, text: &str) {
        self.line(&visible_json(text));
    }

    /// Prints JSON, which for a record of a stream is one line.
    pub(crate) fn json(&mut self, value: &impl Serialize) {
        if self.quiet {
            return;
        }
        let text = if self.of_stream {
            to_string(value)
        } else {
            to_string_pretty(value)
        };
        let label = self.label.as_ref().filter(|label| label.is_of_values);
        self.json_line(&labeled(label, &text));
    }

    /// Prints the answer of a verb in the language that was chosen. In a stream it tells the line and the id of its record.
    pub(crate) fn answer(&mut self, answer: &impl Serialize) {
        if let Some(label) = &mut self.label {
            label.is_of_values = true;
        }
        if self.paint.rewords && !self.quiet {
            self.json(&self.reworded(answer));
        } else {
            self.json(answer);
        }
    }

    /// Prints an answer that tells its record itself, always on one line.
    pub(crate) fn answer_line(&mut self, answer: &impl Serialize) {
        let of_stream = std::mem::replace(&mut self.of_stream, true);
        self.label = None;
        self.answer(answer);
        self.of_stream = of_stream;
    }

    /// Prints a body: of a record of a stream in a line that tells whose it is, `{ "line", "id", "kind", "body" }`.
    ///
    /// # Errors
    ///
    /// `id_missing` if the record of a stream has no id.
    pub(crate) fn body(
        &mut self,
        kind: Kind,
        place: &Place,
        body: &impl Serialize,
    ) -> Result<(), Failure> {
        let Some(label) = &mut self.label else {
            self.json(body);
            return Ok(());
        };
        if label.id.is_none() {
            let message =
                "the record has no id, so that nobody would know whose body this is".to_owned();
            return Err(Failure::Record(place.clone(), "id_missing", message));
        }
        label.is_of_values = true;
        self.json(&json!({ "kind": kind.name(), BODY: body }));
        Ok(())
    }

    /// Prints notes on standard error.
    pub(crate) fn notes(&self, issues: &[Issue]) {
        if !self.quiet && !self.of_stream {
            show::notes(self.paint, issues);
        }
    }

    pub(crate) fn reworded(&self, answer: &impl Serialize) -> Value {
        let mut answer = json!(answer);
        self.paint.language.reword(&mut answer);
        answer
    }
}

/// Returns the text of an object that begins with the members of a label; other text as it is.
fn labeled<'a>(label: Option<&Label>, text: &'a str) -> Cow<'a, str> {
    let Some(members) = text.strip_prefix('{') else {
        return text.into();
    };
    let Some(beginning) = label.and_then(Label::beginning) else {
        return text.into();
    };
    let comma = if members.starts_with('}') { "" } else { "," };
    format!("{beginning}{comma}{members}").into()
}
