//! Many records, one after the other: a verb says what it does with one, and here it is done with each, on several threads
//! and in order.

mod documents;
mod files;
mod form;
#[cfg(test)]
mod laws;
mod list;
mod piece;
mod pieces;
mod progress;
mod record;
mod summary;
mod workers;

use std::sync::atomic::{AtomicBool, Ordering};

use calendiff::Kind;

use crate::choices::{AnswerFormat, Many, PairArgument};
use crate::failure::{Failure, Place};
use crate::input::Input;
use crate::output::Output;
use crate::run::{Facts, Label, Run, Verdict};
use crate::show::{self, Paint};
use crate::source::shown;
pub(crate) use form::Form;
use form::error_line;
use progress::Progress;
pub(crate) use record::{Documents, Record};
use record::{Pieced, Plan};
use summary::{Named, Summary};
use workers::{Answers, Sink};

/// The documents of a verb, the files they are in, and the form of its answers.
pub(crate) struct Task<'a> {
    documents: Documents<'a>,
    many: &'a Many,
    format: AnswerFormat,
    form: Form,
    /// True if a summary is printed, and the answers go to a file alone.
    is_plan: bool,
    /// True if values are compared across records.
    checks_across: bool,
    /// The text before all answers and the text after them, if it is not that of the form.
    around: Option<[String; 2]>,
}

impl<'a> Task<'a> {
    /// Returns a task that needs a document of each name.
    pub(crate) fn new<const COUNT: usize>(
        names: &'static [&'static str],
        files: [Option<&'a str>; COUNT],
        many: &'a Many,
        format: AnswerFormat,
        form: Form,
    ) -> Self {
        let files = files.into_iter().flatten().collect();
        Self {
            documents: Documents {
                names,
                required: names.len(),
                files,
                others: &[],
                fixed: Vec::new(),
                by_id: false,
                needs_all: false,
                of_either: None,
            },
            many,
            format,
            form,
            is_plan: false,
            checks_across: false,
            around: None,
        }
    }

    /// Adds files like the only one.
    pub(crate) fn and(mut self, others: &'a [String]) -> Self {
        self.documents.others = others;
        self
    }

    /// Requires only the first documents.
    pub(crate) fn at_least(mut self, required: usize) -> Self {
        self.documents.required = required;
        self
    }

    /// Requires each record of the other files to be in the last one, where records are paired by id.
    pub(crate) fn of_all(mut self) -> Self {
        self.documents.needs_all = true;
        self
    }

    /// Pairs records by id, unless the command line says otherwise.
    pub(crate) fn by_id(mut self) -> Self {
        self.documents.by_id = true;
        self
    }

    /// Prints a summary, and the answers to a file alone.
    pub(crate) fn planned(self, is_plan: bool) -> Self {
        Self { is_plan, ..self }
    }

    /// Compares values across records: those that no other record may have.
    pub(crate) fn across(self) -> Self {
        Self {
            checks_across: true,
            ..self
        }
    }

    /// Sets the text before all answers and the text after them.
    pub(crate) fn within(self, around: Option<[String; 2]>) -> Self {
        Self { around, ..self }
    }

    /// Leaves it to the verb to tell if the document of that name is a stored record.
    pub(crate) fn of_either(mut self, name: &'static str) -> Self {
        self.documents.of_either = Some(name);
        self
    }

    /// Adds a document that every record uses.
    pub(crate) fn beside(mut self, name: &'static str, input: Input) -> Self {
        self.documents.fixed.push((name, input));
        self
    }

    /// Returns true if the answers are the records of the files, changed, so that they may replace a file that was read.
    fn prints_records(&self) -> bool {
        let is_of_records = self.form.keeps_blank && !self.form.is_update;
        is_of_records && !self.format.is_json() && !self.many.summary && !self.is_plan
    }

    /// Writes what is printed so far to the file of the command line, if it names one.
    pub(crate) fn write(&self, run: &mut Run<'_>) -> Result<(), Failure> {
        if self.many.output.is_some() {
            let mut output = Output::to(self.many.output.as_deref())?;
            output.write(run.out)?;
            output.finish()?;
        }
        Ok(())
    }

    /// Adds the documents of `--with`.
    fn with_fixed(mut self) -> Result<Self, Failure> {
        let Documents {
            names,
            files,
            others,
            fixed,
            by_id,
            ..
        } = &mut self.documents;
        *by_id = self
            .many
            .pair
            .map_or(*by_id, |pair| pair == PairArgument::Id);
        for with in &self.many.with {
            let (name, file) = with.split_once('=').unwrap_or((with, ""));
            let Some(name) = names.iter().find(|known| **known == name) else {
                let known = names.join(", ");
                return Err(Failure::Usage(format!(
                    "--with takes NAME=FILE, where NAME is one of {known}"
                )));
            };
            once_standard_input(&[files.as_slice(), &[file]].concat())?;
            fixed.push((name, Input::read_any(file)?));
        }
        let others = others.iter().map(String::as_str);
        once_standard_input(&files.iter().copied().chain(others).collect::<Vec<_>>())?;
        Ok(self)
    }
}

/// Answers one record whose documents are files, or each record of a stream.
pub(crate) fn each<F>(run: &mut Run<'_>, task: Task<'_>, verb: F) -> Verdict
where
    F: Fn(&mut Run<'_>, &Record) -> Verdict + Sync,
{
    if !task.prints_records() {
        let Documents { files, others, .. } = &task.documents;
        let others = others.iter().map(String::as_str);
        let read: Vec<&str> = files.iter().copied().chain(others).collect();
        expect_other_output(task.many, &read)?;
    }
    if task.many.ndjson || task.is_plan {
        return of_stream(run, task.with_fixed()?, verb);
    }
    if task.format == AnswerFormat::Csv {
        return Err(Failure::Usage(
            "csv is the format of a summary: add --ndjson --summary".to_owned(),
        ));
    }
    let Documents {
        names,
        files,
        fixed,
        of_either,
        ..
    } = &task.documents;
    once_standard_input(files)?;
    let mut inputs = files
        .iter()
        .map(|file| Input::read_any(file).map(Some))
        .collect::<Result<Vec<_>, _>>()?;
    inputs.resize_with(names.len(), || None);
    for (name, input) in fixed {
        let index = names.iter().position(|known| known == name);
        if let Some(place) = index.and_then(|index| inputs.get_mut(index)) {
            *place = Some(input.clone());
        }
    }
    run.errors_only = task.many.only.is_some();
    let record = Record::of_files(names, inputs).held_to_names(*of_either)?;
    let code = verb(run, &record)?;
    if run.errors_only && code == 0 {
        run.out.clear();
    }
    task.write(run)?;
    Ok(code)
}

pub(crate) fn once_standard_input(files: &[&str]) -> Result<(), Failure> {
    match files.iter().filter(|file| **file == "-").count() {
        0 | 1 => Ok(()),
        _ => Err(Failure::Usage(
            "standard input can be only one of the files".to_owned(),
        )),
    }
}

/// Refuses to replace a file that is read by answers that are no records, such as an export by its bodies.
pub(crate) fn expect_other_output(many: &Many, read: &[&str]) -> Result<(), Failure> {
    let resolved = |file: &str| std::fs::canonicalize(file).ok();
    let output = many.output.as_deref().filter(|file| *file != "-");
    let Some((output, path)) = output.and_then(|file| Some((file, resolved(file)?))) else {
        return Ok(());
    };
    // What is no file, such as /dev/null, loses nothing.
    if path.is_file()
        && read
            .iter()
            .any(|file| resolved(file).as_ref() == Some(&path))
    {
        let file = shown(output);
        return Err(Failure::Usage(format!(
            "--output {file} would replace a file that is read; name another one"
        )));
    }
    Ok(())
}

fn of_stream<F>(run: &mut Run<'_>, task: Task<'_>, verb: F) -> Verdict
where
    F: Fn(&mut Run<'_>, &Record) -> Verdict + Sync,
{
    let Task {
        documents,
        many,
        format,
        form,
        is_plan,
        checks_across,
        around,
    } = task;
    let sums_up = many.summary || is_plan;
    if format == AnswerFormat::Csv && !sums_up {
        return Err(Failure::Usage(
            "csv is the format of a summary: add --summary".to_owned(),
        ));
    }
    let only_file = match documents.files.as_slice() {
        [file] if documents.others.is_empty() => Some(shown(file)),
        _ => None,
    };
    let (plan, mut streams) = Plan::of(documents)?;
    let prints_answers = !run.quiet
        && if is_plan {
            many.output.is_some()
        } else {
            !many.summary
        };
    let output = if run.quiet {
        Output::Nothing
    } else {
        Output::to(many.output.as_deref())?
    };
    let is_beside_answers = prints_answers && matches!(output, Output::Standard);
    let wants_bar = !run.quiet && !many.no_progress;
    let progress = Progress::new(streams.progress(), wants_bar, is_beside_answers);
    let around = around
        .or_else(|| form.around.map(|around| around(run.paint)))
        .filter(|_| prints_answers);
    let sink = Sink::new(output, around, progress, Summary::naming(many.worst), form);
    let context = Context {
        kind: run.kind,
        paint: run.paint,
        plan: &plan,
        form,
        is_quiet: !prints_answers,
        counts: sums_up || checks_across,
        errors_only: many.only.is_some(),
        has_records: AtomicBool::new(false),
    };
    let answer = |batch: Vec<(Place, Pieced)>| {
        let mut answers = Answers::naming(many.worst);
        for (place, pieced) in batch {
            context.answer(&mut answers, &place, pieced, &verb);
        }
        answers
    };
    let (mut output, mut found, failure) =
        workers::run(many.jobs(), || streams.batch(), answer, sink);
    if let Some(failure) = failure {
        // Data that is cut off has records before its end. A file stays as it was.
        if sums_up && !run.quiet && (is_plan || many.output.is_none()) {
            found.summary.ends_early = true;
            run.out.push_str(&found.summary.print(format, run.paint));
        }
        return Err(failure);
    }
    if found.is_whole {
        // Counts of nothing look like success. Such a file is often left by an export that failed.
        if let Some(file) =
            only_file.filter(|_| sums_up && !context.has_records.load(Ordering::Relaxed))
        {
            let line = format!("calendiff: {file} has no records");
            found.said.say(&line, show::say);
        }
        let unpaired = plan.unpaired();
        for record in &unpaired {
            record.count(&mut found);
            let id = Some(&*record.id);
            if prints_answers && (form.unanswered)(&record.place, id, &record.failure).is_some() {
                // Its line is one of another file.
                output.write(&mut error_line(&record.place, id, &record.failure, true))?;
            }
            found
                .said
                .say(&format!("calendiff: {}", record.failure), show::say);
        }
        plan.left_over(&unpaired)
            .iter()
            .for_each(|line| found.said.say(&format!("calendiff: {line}"), show::say));
    }
    let (sentences, status) = found.summary.count_twice();
    found.code = found.code.max(status);
    if !many.summary && !run.quiet {
        for sentence in sentences {
            found.said.say(&format!("calendiff: {sentence}"), show::say);
        }
    }
    found.said.finish(show::say);
    if many.summary {
        output.write(&mut found.summary.print(format, run.paint))?;
    }
    output.finish()?;
    if is_plan && !run.quiet {
        run.out.push_str(&found.summary.print(format, run.paint));
    }
    Ok(found.code)
}

/// The state that the threads share.
struct Context<'a> {
    kind: Option<Kind>,
    paint: Paint<'a>,
    plan: &'a Plan,
    form: Form,
    /// True if answers are not printed.
    is_quiet: bool,
    /// True if answers are counted.
    counts: bool,
    errors_only: bool,
    /// True if there was a record, and not only blank lines.
    has_records: AtomicBool,
}

impl Context<'_> {
    /// Appends the answer to one record.
    fn answer<F>(&self, answers: &mut Answers, place: &Place, pieced: Pieced, verb: &F)
    where
        F: Fn(&mut Run<'_>, &Record) -> Verdict,
    {
        let mut out = String::new();
        let mut run = Run::new(self.kind, self.paint, self.is_quiet, &mut out);
        run.of_stream = true;
        run.errors_only = self.errors_only;
        run.facts = self.counts.then(|| Facts {
            messages: std::mem::take(&mut answers.found.summary.messages),
            ..Facts::default()
        });
        run.label = Some(Label {
            part: place.part,
            id: None,
            is_of_values: self.errors_only,
        });
        let record = match self.plan.record(pieced, place) {
            Ok(None) => {
                if self.form.keeps_blank
                    && !self.plan.is_by_id
                    && !self.is_quiet
                    && !self.errors_only
                {
                    answers.add("\n", None);
                }
                return;
            }
            Ok(Some(record)) => Ok(record),
            Err(failure) => Err(failure),
        };
        self.has_records.store(true, Ordering::Relaxed);
        let id = record.as_ref().ok().and_then(Record::id).map(str::to_owned);
        if let Some(label) = &mut run.label {
            label.id.clone_from(&id);
        }
        let verdict = record
            .as_ref()
            .map_or(Ok(0), |record| verb(&mut run, record));
        let facts = run.facts.take();
        let named = facts.is_some().then(|| {
            let name = record.as_ref().ok().and_then(Record::name);
            Named::of(place, id.clone())
                .with_name(name)
                .of_several(self.plan.is_of_several)
        });
        let verdict = record.and(verdict).map_err(|failure| failure.of(place));
        if let Some((facts, named)) = facts.zip(named) {
            answers
                .found
                .summary
                .add(named, facts, verdict.as_ref().copied());
        }
        answers.records += 1;
        match verdict {
            Ok(code) => {
                answers.found.code = answers.found.code.max(code);
                if (code > 0 || !self.errors_only) && !self.is_quiet {
                    let update_of = id.filter(|_| self.form.is_update && !out.is_empty());
                    match update_of {
                        Some(id) => answers.add_update(&out, place, id),
                        None => answers.add(&out, None),
                    }
                }
            }
            Err(failure) => {
                answers.found.code = answers.found.code.max(failure.status());
                let error = (self.form.unanswered)(place, id.as_deref(), &failure)
                    .filter(|_| !self.is_quiet);
                answers.add(
                    &error.unwrap_or_default(),
                    Some(format!("calendiff: {failure}")),
                );
            }
        }
    }
}
