//! The state that all verbs share, and their output.

use calendiff::json::{to_string, to_string_pretty};
use calendiff::{Issue, Kind, Severity, visible_json};
use serde::Serialize;
use serde_json::{Value, json};

use crate::failure::{Failure, Part};
use crate::input::{self, Input};
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
    /// The part of the file that the answer is about, if some have none, so that their order does not tell it.
    pub(crate) part: Part,
    /// The facts for the summary, if one is printed.
    pub(crate) facts: Option<Facts>,
    pub(crate) out: &'a mut String,
}

/// The facts that a verb found in one record, for a summary.
#[derive(Default)]
pub(crate) struct Facts {
    /// The code and the severity of each issue.
    pub(crate) issues: Vec<(&'static str, Severity)>,
    /// Numbers with their names, such as that of changed records.
    pub(crate) counts: Vec<(&'static str, usize)>,
    /// The changes and conflicts of a plan, in words.
    pub(crate) changes: Vec<String>,
}

impl<'a> Run<'a> {
    pub(crate) fn new(kind: Option<Kind>, paint: Paint<'a>, quiet: bool, out: &'a mut String) -> Self {
        Self { kind, paint, quiet, of_stream: false, part: Part::Whole, facts: None, out }
    }
}

impl Run<'_> {
    /// Counts issues for a summary.
    pub(crate) fn found<'i>(&mut self, issues: impl IntoIterator<Item = &'i Issue>) {
        if let Some(facts) = &mut self.facts {
            facts.issues.extend(issues.into_iter().map(|issue| (issue.code.name(), issue.severity)));
        }
    }

    /// Counts a finding of the command itself for a summary.
    pub(crate) fn found_code(&mut self, code: &'static str, severity: Severity, count: usize) {
        if let Some(facts) = &mut self.facts {
            facts.issues.extend(std::iter::repeat_n((code, severity), count));
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
        let text = if self.of_stream { to_string(value) } else { to_string_pretty(value) };
        match (self.part.member(), text.strip_prefix("{\"")) {
            (Some((name, number)), Some(members)) => self.json_line(&format!("{{\"{name}\":{number},\"{members}")),
            _ => self.json_line(&text),
        }
    }

    /// Prints the answer of a verb in the language that was chosen.
    pub(crate) fn answer(&mut self, answer: &impl Serialize) {
        if self.paint.rewords && !self.quiet {
            self.json(&self.reworded(answer));
        } else {
            self.json(answer);
        }
    }

    /// Prints an answer that tells its part itself, always on one line.
    pub(crate) fn answer_line(&mut self, answer: &impl Serialize) {
        let of_stream = std::mem::replace(&mut self.of_stream, true);
        self.part = Part::Whole;
        self.answer(answer);
        self.of_stream = of_stream;
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
