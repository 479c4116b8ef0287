//! The state that all verbs share, and their output.

use calendiff::json::{to_string, to_string_pretty};
use calendiff::{Kind, visible, visible_json};
use serde::Serialize;
use serde_json::{Value, json};

use crate::input::{self, Failure, Input, Place};
use crate::output::Output;
use crate::show::{self, Paint};

/// The exit status, or the reason why the command could not run.
pub(crate) type Verdict = Result<u8, Failure>;

/// The state that all verbs share: the options of the command line, and the output.
pub(crate) struct Run<'a> {
    pub(crate) kind: Option<Kind>,
    pub(crate) paint: Paint<'a>,
    /// True if the command prints nothing and only the exit status tells the result.
    pub(crate) quiet: bool,
    pub(crate) out: &'a mut String,
}

/// The form of the answers to the lines of a file.
pub(crate) struct Answers<'a> {
    /// The file for the answers; standard output if there is none.
    pub(crate) output: Option<&'a str>,
    /// True for a line of JSON for each line.
    pub(crate) json: bool,
    /// True if each answer names the file.
    pub(crate) named: bool,
}

impl Run<'_> {
    /// Returns the kind given on the command line, else the one that the files show.
    pub(crate) fn kind(&self, inputs: &[&Input]) -> Result<Kind, Failure> {
        input::kind(self.kind, inputs)
    }

    /// Returns true if the command line names the kind.
    pub(crate) fn asks_for_a_kind(&self) -> bool {
        self.kind.is_some()
    }

    pub(crate) fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// Prints JSON text with hidden characters escaped.
    pub(crate) fn json_line(&mut self, text: &str) {
        self.line(&visible_json(text));
    }

    pub(crate) fn json(&mut self, value: &impl Serialize) {
        self.json_line(&to_string_pretty(value));
    }

    /// Prints the answer of a verb in the language that was chosen.
    pub(crate) fn answer(&mut self, answer: &impl Serialize) {
        if self.paint.rewords {
            self.json(&self.reworded(answer));
        } else {
            self.json(answer);
        }
    }

    /// Like [`answer`](Self::answer), on one line.
    pub(crate) fn answer_line(&mut self, answer: &impl Serialize) {
        let text = if self.paint.rewords { to_string(&self.reworded(answer)) } else { to_string(answer) };
        self.json_line(&text);
    }

    pub(crate) fn reworded(&self, answer: &impl Serialize) -> Value {
        let mut answer = json!(answer);
        self.paint.language.reword(&mut answer);
        answer
    }

    /// Answers each line before it reads the next. Continues after a line that cannot be answered, prints the error in
    /// its place, and reports it at the end by the exit status.
    pub(crate) fn each_line(
        &mut self,
        file: &str,
        answers: &Answers<'_>,
        mut verb: impl FnMut(&mut Self, &Input) -> Verdict,
    ) -> Verdict {
        let mut code = 0;
        let lines = input::lines(file)?;
        let mut output = if self.quiet { Output::Nothing } else { Output::to(answers.output)? };
        for (index, line) in lines.enumerate() {
            let verdict = match line {
                Ok(Some(input)) => verb(self, &input),
                Ok(None) => {
                    if answers.json {
                        self.line("");
                    }
                    Ok(0)
                }
                Err(failure) => Err(failure),
            };
            match verdict {
                Ok(verdict) => code = code.max(verdict),
                Err(failure) if failure.is_of_the_file() => return Err(failure),
                Err(failure) => {
                    show::say(&format!("calendiff: {failure}"));
                    if answers.json {
                        let place = Place { file: input::shown(file), line: Some(index + 1) };
                        self.unanswered(&place, &failure, answers.named);
                    }
                    code = 2;
                }
            }
            if !output.write(self.out)? {
                break;
            }
        }
        output.finish()?;
        Ok(code)
    }

    /// Prints the error that takes the place of an answer.
    fn unanswered(&mut self, place: &Place, failure: &Failure, named: bool) {
        let error = json!({ "code": failure.code(), "message": visible(&failure.message()) });
        let mut answer = json!({ "line": place.line, "error": error });
        if named {
            answer["file"] = json!(place.file);
        }
        self.json_line(&to_string(&answer));
    }
}
