//! What all verbs share, and how they print.

use std::io::ErrorKind;

use calendiff::json::to_string_pretty;
use calendiff::{Kind, visible_json};
use serde::Serialize;
use serde_json::{Value, json};

use crate::input::{self, Failure, Input};
use crate::show::{self, Paint};

/// The exit status, or why there is none.
pub(crate) type Verdict = Result<u8, Failure>;

/// What all verbs share: what the command line asks of each, and where they print.
pub(crate) struct Run<'a> {
    pub(crate) kind: Option<Kind>,
    pub(crate) paint: Paint<'a>,
    pub(crate) out: &'a mut String,
}

impl Run<'_> {
    /// The kind asked for, else the one that the files show.
    pub(crate) fn kind(&self, inputs: &[&Input]) -> Result<Kind, Failure> {
        input::kind(self.kind, inputs)
    }

    /// Whether the command line names the kind.
    pub(crate) fn asks_for_a_kind(&self) -> bool {
        self.kind.is_some()
    }

    pub(crate) fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// JSON text, in which nothing is hidden.
    pub(crate) fn json_line(&mut self, text: &str) {
        self.line(&visible_json(text));
    }

    pub(crate) fn json(&mut self, value: &impl Serialize) {
        self.json_line(&to_string_pretty(value));
    }

    /// What a verb answers, in the language asked for.
    pub(crate) fn answer(&mut self, answer: &impl Serialize) {
        let answer = self.reworded(answer);
        self.json(&answer);
    }

    pub(crate) fn reworded(&self, answer: &impl Serialize) -> Value {
        let mut answer = json!(answer);
        self.paint.language.reword(&mut answer);
        answer
    }

    /// Prints what is said of a line before it reads the next. Goes on after a line that could not be read, and says so at
    /// the end by the exit status.
    pub(crate) fn each_line(&mut self, file: &str, mut verb: impl FnMut(&mut Self, &Input) -> Verdict) -> Verdict {
        let mut code = 0;
        for input in input::lines(file)? {
            match input.and_then(|input| verb(self, &input)) {
                Ok(verdict) => code = code.max(verdict),
                Err(failure) => {
                    show::say(&format!("calendiff: {failure}"));
                    code = 2;
                }
            }
            match show::print(self.out) {
                // A reader that has seen enough is no failure.
                Err(error) if error.kind() == ErrorKind::BrokenPipe => break,
                Err(error) => return Err(Failure::Unwritable("standard output".to_owned(), error)),
                Ok(()) => {}
            }
        }
        Ok(code)
    }
}
