//! `calendiff validate`: one draft, several, one on each line, or with fixes applied.

use std::io;
use std::path::{Path, PathBuf};

use calendiff::json::View;
use calendiff::schema::Access;
use calendiff::{Fixed, Issue, Kind, PayloadShape, Profile, Severity, ValidateOptions};
use serde::Serialize;
use serde_json::Value;

use crate::annotate;
use crate::choices::{Many, ValidateFormat};
use crate::failure::{Failure, Part, Place};
use crate::filter::Filter;
use crate::input::{self, Input};
use crate::layout::Layout;
use crate::output::Output;
use crate::run::{Run, Unique, Verdict};
use crate::show;
use crate::source;
use crate::stream::{Form, Task, each, expect_other_output, once_standard_input};

/// The options for validating and printing drafts.
pub(crate) struct Check {
    pub(crate) profile: Profile,
    /// The file of the stored record.
    pub(crate) stored: Option<String>,
    /// The shape of the documents. Detected if `None`.
    pub(crate) of: Option<PayloadShape>,
    pub(crate) no_value: bool,
    pub(crate) format: ValidateFormat,
    pub(crate) filter: Filter,
}

/// A report without its value.
#[derive(Serialize)]
struct ReportWithoutValue<'a> {
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
    /// Validates each of several files. One that cannot be read silences no other.
    pub(crate) fn all(&self, run: &mut Run<'_>, files: &[String], many: &Many) -> Verdict {
        if self.format == ValidateFormat::Csv {
            return Err(Failure::Usage(
                "csv is the format of a summary: add --ndjson --summary".to_owned(),
            ));
        }
        let stored = self.stored.as_deref().map(Input::read_stored).transpose()?;
        let files = files_in(files)?;
        expect_other_output(many, &files.iter().map(String::as_str).collect::<Vec<_>>())?;
        run.errors_only = many.only.is_some();
        let mut code = 0;
        for file in &files {
            let before = run.out.len();
            let verdict = match Input::read_any(file) {
                Ok(draft) => self.one(run, &draft, stored.as_ref(), files.len() > 1),
                Err(failure) => Err(failure),
            };
            if run.errors_only && matches!(verdict, Ok(0)) {
                run.out.truncate(before);
            }
            code = code.max(
                verdict.or_else(|failure| self.unanswered(run, file, failure, files.len() > 1))?,
            );
        }
        if self.format == ValidateFormat::Sarif {
            let [before, after] = annotate::sarif_log(run.paint);
            *run.out = before + run.out.trim_start_matches(',') + &after;
        }
        if many.output.is_some() {
            let mut output = Output::to(many.output.as_deref())?;
            output.write(run.out)?;
            output.finish()?;
        }
        Ok(code)
    }

    /// Answers one of several files that cannot be validated.
    fn unanswered(
        &self,
        run: &mut Run<'_>,
        file: &str,
        failure: Failure,
        is_of_several: bool,
    ) -> Verdict {
        if !is_of_several {
            return Err(failure);
        }
        let place = Place::of_file(source::shown(file));
        if let Some(line) = (self.form().unanswered)(&place, None, &failure).filter(|_| !run.quiet)
        {
            run.out.push_str(&line);
        }
        show::say(&format!("calendiff: {}", failure.of(&place)));
        Ok(2)
    }

    /// Validates one draft on each line.
    pub(crate) fn lines(&self, run: &mut Run<'_>, files: &[String], many: &Many) -> Verdict {
        if many.summary && matches!(self.format, ValidateFormat::Sarif | ValidateFormat::Github) {
            return Err(Failure::Usage("a summary is text, json or csv".to_owned()));
        }
        let files = files_in(files)?;
        let Some((file, others)) = files.split_first() else {
            return Ok(0);
        };
        let task = self.task(file, many, self.form())?.and(others).across();
        each(run, task, |run, record| {
            let [draft] = record.all()?;
            self.one(run, draft, record.get(1), true)
        })
    }

    fn form(&self) -> Form {
        match self.format {
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
        }
    }

    /// Prints drafts with their fixes applied, or writes one in place.
    pub(crate) fn fix(
        &self,
        run: &mut Run<'_>,
        file: &str,
        in_place: bool,
        many: &Many,
    ) -> Verdict {
        if in_place && file == "-" {
            return Err(Failure::Usage(
                "--write needs a file, and not standard input".to_owned(),
            ));
        }
        if !matches!(self.format, ValidateFormat::Text | ValidateFormat::Json) && !many.summary {
            return Err(Failure::Usage(
                "--fix prints drafts: --format is text or json".to_owned(),
            ));
        }
        each(run, self.task(file, many, Form::LINES)?, |run, record| {
            let [draft] = record.all()?;
            let kind = kind_of(run, draft, record.get(1))?;
            let of = self.shape(kind, draft, record.get(1));
            // An integer that is kept as text would be printed as text.
            let draft = &draft.clone().held_to("draft")?;
            let mut fixed = self.with_options(record.get(1), of, |options| {
                draft.in_file(kind.fix(self.document(kind, draft), options))
            })?;
            // In the file and on standard output alike.
            let mut whole = fixed.value.to_value();
            if !self.is_as_sent() {
                whole = draft.enveloped(kind, whole);
            }
            if in_place && !fixed.applied.is_empty() {
                input::write(file, Layout::of(draft).print(&whole))?;
            }
            fixed.ok = self.keep(run, &mut fixed.issues);
            run.found(&fixed.issues);
            run.count("fixed", fixed.applied.len());
            self.print_fixed(run, &fixed, (!in_place).then_some(&whole));
            Ok(u8::from(!fixed.ok))
        })
    }

    /// Prints what was fixed, and the fixed document unless the file has it.
    fn print_fixed(&self, run: &mut Run<'_>, fixed: &Fixed, whole: Option<&Value>) {
        if self.format == ValidateFormat::Json {
            return run.answer(fixed);
        }
        if !run.of_stream {
            show::fixed(run.paint, fixed);
        }
        if let Some(whole) = whole {
            run.json(whole);
        }
    }

    fn task<'a>(&self, file: &'a str, many: &'a Many, form: Form) -> Result<Task<'a>, Failure> {
        let mut task = Task::new(NAMES, [Some(file), None], many, self.format.into(), form)
            .at_least(1)
            .of_either("draft");
        if let Some(stored) = &self.stored {
            once_standard_input(&[file, stored])?;
            task = task.beside("stored", Input::read_stored(stored)?);
        }
        Ok(task)
    }

    fn one(
        &self,
        run: &mut Run<'_>,
        draft: &Input,
        stored: Option<&Input>,
        several: bool,
    ) -> Verdict {
        let kind = kind_of(run, draft, stored)?;
        let of = self.shape(kind, draft, stored);
        let draft = &held_to(draft, of)?;
        if self.format == ValidateFormat::Json && !self.no_value && !run.quiet {
            return self.report(run, draft, stored, kind, of, several);
        }
        let mut issues = self.with_options(stored, of, |options| {
            draft.in_file(kind.issues(self.document(kind, draft), options))
        })?;
        issues.extend_from_slice(draft.notes());
        let ok = self.found(run, kind, of, draft, &mut issues);
        let (place, issues) = (draft.place(), &issues);
        match self.format {
            _ if run.quiet => {}
            ValidateFormat::Json => print(run, draft, &ReportWithoutValue { ok, issues }, several),
            ValidateFormat::Github => {
                annotate::github(run.out, run.paint, place, draft.id(), issues);
            }
            ValidateFormat::Sarif => annotate::sarif(run.out, run.paint, place, draft.id(), issues),
            ValidateFormat::Text | ValidateFormat::Csv => {
                let is_detected =
                    self.of.is_none() && of == PayloadShape::Record && place.part == Part::Whole;
                let gathers = !self.filter.has_codes();
                show::report(run.out, run.paint, issues, draft, is_detected, gathers);
            }
        }
        Ok(u8::from(!ok))
    }

    /// Prints a report with its value.
    fn report(
        &self,
        run: &mut Run<'_>,
        draft: &Input,
        stored: Option<&Input>,
        kind: Kind,
        of: PayloadShape,
        several: bool,
    ) -> Verdict {
        let mut report = self.with_options(stored, of, |options| {
            draft.in_file(kind.validate(self.document(kind, draft), options))
        })?;
        report.issues.extend_from_slice(draft.notes());
        report.ok = self.found(run, kind, of, draft, &mut report.issues);
        print(run, draft, &report, several);
        Ok(u8::from(!report.ok))
    }

    /// Keeps the issues that are asked for. Returns true if there are no errors among them.
    fn keep(&self, run: &Run<'_>, issues: &mut Vec<Issue>) -> bool {
        self.filter.apply(issues, run.errors_only);
        issues.iter().all(|issue| issue.severity != Severity::Error)
    }

    /// Like [`keep`](Self::keep). Locates the issues if they are printed, and notes them for a summary.
    fn found(
        &self,
        run: &mut Run<'_>,
        kind: Kind,
        of: PayloadShape,
        draft: &Input,
        issues: &mut Vec<Issue>,
    ) -> bool {
        let ok = self.keep(run, issues);
        if !run.quiet {
            let envelope = kind
                .strip_envelope(draft.root())
                .0
                .filter(|_| !self.is_as_sent());
            draft.locate_inside(envelope, issues);
        }
        self.find(run, kind, draft, of, issues);
        ok
    }

    /// Returns true if the documents are validated as they are sent: an envelope is then an error. Otherwise, one is taken off,
    /// since the other verbs do so.
    fn is_as_sent(&self) -> bool {
        self.of == Some(PayloadShape::Update)
    }

    /// Returns the document to validate.
    fn document<'a>(&self, kind: Kind, draft: &'a Input) -> View<'a> {
        if self.is_as_sent() {
            draft.root()
        } else {
            draft.unwrapped(kind)
        }
    }

    /// Notes the findings about a record for a summary, and the values that no other record may have.
    fn find(
        &self,
        run: &mut Run<'_>,
        kind: Kind,
        draft: &Input,
        of: PayloadShape,
        issues: &[Issue],
    ) {
        run.found(issues);
        let errors_only = run.errors_only;
        let Some(facts) = &mut run.facts else { return };
        facts.shape = self.of.is_none().then_some(of);
        if of == PayloadShape::Update {
            return;
        }
        let slug = draft
            .unwrapped(kind)
            .get("slug")
            .and_then(View::text)
            .filter(|slug| !slug.is_empty());
        let values = [
            ("id_twice", Severity::Error, "id", draft.own_id()),
            ("slug_twice", Severity::Warning, "slug", slug),
        ];
        facts.unique.extend(
            values
                .into_iter()
                .filter_map(|(code, severity, name, text)| {
                    Some(Unique {
                        code,
                        severity: self.filter.across(code, severity, errors_only)?,
                        name,
                        text: text?.to_owned(),
                    })
                }),
        );
    }

    /// Returns the shape of a document: the one that was asked for, or else that of a stored record if it has an envelope,
    /// an id, or another member that only responses have.
    fn shape(&self, kind: Kind, draft: &Input, stored: Option<&Input>) -> PayloadShape {
        if let Some(shape) = self.of {
            return shape;
        }
        let (envelope, record) = kind.strip_envelope(draft.root());
        let is_record = envelope.is_some()
            || record
                .members()
                .is_some_and(|mut members| members.any(|(name, _)| is_of_responses(kind, name)));
        if stored.is_none() && is_record {
            PayloadShape::Record
        } else {
            PayloadShape::Update
        }
    }

    /// Calls a verb with the stored record.
    fn with_options<T>(
        &self,
        stored: Option<&Input>,
        of: PayloadShape,
        verb: impl FnOnce(&ValidateOptions<'_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let stored = stored.map(Input::root);
        let options = self
            .filter
            .limit(ValidateOptions::from(self.profile).of(of));
        match &stored {
            Some(stored) => verb(&options.stored(stored)),
            None => verb(&options),
        }
    }
}

/// Refuses integers of more than 64 bits in a document of a shape that may not have them.
fn held_to(draft: &Input, of: PayloadShape) -> Result<Input, Failure> {
    let is_record = of == PayloadShape::Record;
    draft
        .clone()
        .held_to(if is_record { "stored" } else { "draft" })
}

/// Returns true for a member that only responses have.
fn is_of_responses(kind: Kind, name: &str) -> bool {
    let member = kind.table().member(name);
    name == "_id" || member.is_some_and(|member| member.access == Access::ResponseOnly)
}

/// Returns the files that are named, with those of a folder in its place: names that end in .json, .jsonl or .ndjson,
/// compressed or not, by name.
fn files_in(names: &[String]) -> Result<Vec<String>, Failure> {
    let mut files = Vec::new();
    for name in names {
        let path = Path::new(name);
        if !path.is_dir() {
            files.push(name.clone());
            continue;
        }
        let mut found = Vec::new();
        documents_in(path, &mut found)
            .map_err(|error| Failure::Unreadable(source::shown(name), error))?;
        if found.is_empty() {
            return Err(Failure::Usage(format!(
                "{}: the folder has no .json, .jsonl or .ndjson",
                source::shown(name)
            )));
        }
        found.sort();
        files.extend(found.iter().map(|path| path.to_string_lossy().into_owned()));
    }
    Ok(files)
}

/// Collects the documents in a folder and in those inside it.
fn documents_in(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in folder.read_dir()? {
        let path = entry?.path();
        let name = path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default();
        let stem = name
            .strip_suffix(".gz")
            .or_else(|| name.strip_suffix(".zst"))
            .unwrap_or(&name);
        if path.is_dir() && !name.starts_with('.') {
            documents_in(&path, found)?;
        } else if [".json", ".jsonl", ".ndjson"]
            .iter()
            .any(|ending| stem.ends_with(ending))
        {
            found.push(path);
        }
    }
    Ok(())
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
    let (line, index) = (place.part.line(), place.part.index());
    run.answer_line(&Answer {
        file: &place.file,
        line,
        index,
        id: draft.id(),
        report,
    });
}
