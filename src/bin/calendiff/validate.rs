//! `calendiff validate`: one draft, several, one on each line, or with fixes applied.

use calendiff::{Fixed, Issue, Kind, Options, Profile, Shape};
use serde::Serialize;

use crate::annotate;
use crate::choices::{Many, ValidateFormat};
use crate::failure::{Failure, Part};
use crate::input::{self, Input};
use crate::layout::Layout;
use crate::output::Output;
use crate::run::{Run, Verdict};
use crate::show;
use crate::stream::{Form, Task, each, once_standard_input};

/// The options for validating and printing drafts.
pub(crate) struct Check {
    pub(crate) profile: Profile,
    /// The file of the stored record.
    pub(crate) stored: Option<String>,
    pub(crate) of: Shape,
    pub(crate) no_value: bool,
    pub(crate) format: ValidateFormat,
}

/// A report without its value.
#[derive(Serialize)]
struct Findings<'a> {
    ok: bool,
    issues: &'a [Issue],
}

/// The answer about one of several drafts.
#[derive(Serialize)]
struct Answer<'a, R> {
    file: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    report: &'a R,
}

const NAMES: &[&str] = &["draft", "stored"];

impl Check {
    /// Validates each of several files.
    pub(crate) fn all(&self, run: &mut Run<'_>, files: &[String], many: &Many) -> Verdict {
        if self.format == ValidateFormat::Csv {
            return Err(Failure::Usage("csv is the format of a summary: add --ndjson --summary".to_owned()));
        }
        let stored = self.stored.as_deref().map(Input::read).transpose()?;
        let drafts = files.iter().map(|file| Input::read(file)).collect::<Result<Vec<_>, _>>()?;
        let mut code = 0;
        for draft in &drafts {
            code = code.max(self.one(run, draft, stored.as_ref(), drafts.len() > 1)?);
        }
        if self.format == ValidateFormat::Sarif {
            let [before, after] = annotate::sarif_log();
            *run.out = before + run.out.trim_start_matches(',') + &after;
        }
        if many.output.is_some() {
            let mut output = Output::to(many.output.as_deref())?;
            output.write(run.out)?;
            output.finish()?;
        }
        Ok(code)
    }

    /// Validates one draft on each line.
    pub(crate) fn lines(&self, run: &mut Run<'_>, file: &str, many: &Many) -> Verdict {
        if many.summary && matches!(self.format, ValidateFormat::Sarif | ValidateFormat::Github) {
            return Err(Failure::Usage("a summary is text, json or csv".to_owned()));
        }
        let form = match self.format {
            ValidateFormat::Json => Form::NAMED,
            ValidateFormat::Github => Form {
                unanswered: |place, id, failure| Some(annotate::github_failure(place, id, failure)),
                ..Form::TEXT
            },
            ValidateFormat::Sarif => Form {
                unanswered: |place, id, failure| Some(annotate::sarif_failure(place, id, failure)),
                around: Some(annotate::sarif_log),
                ..Form::TEXT
            },
            ValidateFormat::Text | ValidateFormat::Csv => Form::TEXT,
        };
        each(run, self.task(file, many, form)?, |run, record| {
            let [draft] = record.all()?;
            self.one(run, draft, record.get(1), true)
        })
    }

    /// Prints drafts with their fixes applied, or writes one in place.
    pub(crate) fn fix(&self, run: &mut Run<'_>, file: &str, in_place: bool, many: &Many) -> Verdict {
        if in_place && file == "-" {
            return Err(Failure::Usage("--write needs a file, and not standard input".to_owned()));
        }
        if !matches!(self.format, ValidateFormat::Text | ValidateFormat::Json) && !many.summary {
            return Err(Failure::Usage("--fix prints drafts: --format is text or json".to_owned()));
        }
        each(run, self.task(file, many, Form::LINES)?, |run, record| {
            let [draft] = record.all()?;
            let kind = kind_of(run, draft, record.get(1))?;
            let fixed =
                self.with_options(record.get(1), |options| draft.in_file(kind.fix(draft.unwrapped(kind), options)))?;
            if in_place && !fixed.applied.is_empty() {
                input::write(file, Layout::of(draft).print(&draft.enveloped(kind, fixed.value.to_value())))?;
            }
            run.found(&fixed.issues);
            run.count("fixed", fixed.applied.len());
            self.print_fixed(run, &fixed, in_place);
            Ok(u8::from(!fixed.ok))
        })
    }

    fn print_fixed(&self, run: &mut Run<'_>, fixed: &Fixed, in_place: bool) {
        if self.format == ValidateFormat::Json {
            return run.answer(fixed);
        }
        if !run.of_stream {
            show::fixed(run.paint, fixed);
        }
        if !in_place {
            run.json(&fixed.value);
        }
    }

    fn task<'a>(&self, file: &'a str, many: &'a Many, form: Form) -> Result<Task<'a>, Failure> {
        let mut task = Task::new(NAMES, [Some(file), None], many, self.format.into(), form).at_least(1);
        if let Some(stored) = &self.stored {
            once_standard_input(&[file, stored])?;
            task = task.beside("stored", Input::read(stored)?);
        }
        Ok(task)
    }

    fn one(&self, run: &mut Run<'_>, draft: &Input, stored: Option<&Input>, several: bool) -> Verdict {
        let kind = kind_of(run, draft, stored)?;
        let mut report =
            self.with_options(stored, |options| draft.in_file(kind.validate(draft.unwrapped(kind), options)))?;
        draft.locate(kind, &mut report.issues);
        run.found(&report.issues);
        let (place, issues) = (draft.place(), &report.issues);
        match self.format {
            _ if run.quiet => {}
            ValidateFormat::Json if self.no_value => {
                print(run, draft, &Findings { ok: report.ok, issues }, several);
            }
            ValidateFormat::Json => print(run, draft, &report, several),
            ValidateFormat::Github => annotate::github(run.out, run.paint, place, draft.id(), issues),
            ValidateFormat::Sarif => annotate::sarif(run.out, run.paint, place, draft.id(), issues),
            ValidateFormat::Text | ValidateFormat::Csv => show::report(run.out, run.paint, issues, draft),
        }
        Ok(u8::from(!report.ok))
    }

    /// Calls a verb with the stored record.
    fn with_options<T>(
        &self,
        stored: Option<&Input>,
        verb: impl FnOnce(&Options<'_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let stored = stored.map(Input::root);
        let options = Options::from(self.profile).of(self.of);
        match &stored {
            Some(stored) => verb(&options.stored(stored)),
            None => verb(&options),
        }
    }
}

fn kind_of(run: &Run<'_>, draft: &Input, stored: Option<&Input>) -> Result<Kind, Failure> {
    let guesses: Vec<&Input> = stored.into_iter().chain([draft]).collect();
    run.kind(&guesses)
}

/// Prints a report as JSON; one of several on a line, with its place.
fn print<R: Serialize>(run: &mut Run<'_>, draft: &Input, report: &R, several: bool) {
    if !several {
        return run.answer(report);
    }
    let place = draft.place();
    let (line, index) = match place.part {
        Part::Whole => (None, None),
        Part::Line(number) => (Some(number), None),
        Part::Item(index) => (None, Some(index)),
    };
    run.answer_line(&Answer { file: &place.file, line, index, id: draft.id(), report });
}
