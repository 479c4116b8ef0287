//! The verbs: read the files, call the library, print its answer. Each returns the exit status.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::io::Write as _;

use calendiff::json::{Path, View, equal, to_string};
use calendiff::report::{self, Picture, ReportOptions};
use calendiff::{
    About, BodyOptions, Change, Code, DiffOptions, Error, Issue, Kind, Language, Operation,
    PayloadShape, Profile, RequestOptions, Resolution, ReviewOptions, Severity, Side, Span,
    visible,
};
use clap::CommandFactory as _;
use clap_complete::Shell;
use serde_json::{Value, json};

use crate::arguments::{Arguments, Verb};
use crate::choices::{AnswerFormat, ColorArgument, DiffFormat, Format, Many, ReviewFormat};
use crate::error_codes;
use crate::failure::Failure;
use crate::fault::Faults;
use crate::input;
use crate::input::Input;
use crate::merge::Merging;
use crate::request::{self, Requesting};
use crate::run::{Run, Verdict};
use crate::sandbox::Service;
use crate::show::{self, Paint};
use crate::stream::{Form, Record, Task, each};
use crate::validate::Check;

/// Runs the verb that the command line names.
pub(crate) fn run(arguments: Arguments, is_terminal: bool, out: &mut String) -> Verdict {
    let kind = arguments.kind;
    let language = input::language(arguments.language.as_deref())?;
    let quiet = arguments.verb.is_quiet();
    let has_color = match arguments.color {
        ColorArgument::Auto => Paint::is_wanted(is_terminal),
        ColorArgument::Always => true,
        ColorArgument::Never => false,
    };
    let mut run = Run::new(kind, Paint::new(has_color, &language), quiet, out);
    let verdict = answer(&mut run, arguments.verb);
    if quiet {
        run.out.clear();
    }
    verdict
}

#[expect(clippy::too_many_lines, reason = "an arm for each verb")]
fn answer(run: &mut Run<'_>, verb: Verb) -> Verdict {
    match verb {
        Verb::Review {
            stored,
            draft,
            profile,
            mode,
            format,
            picture,
            from,
            days,
            many,
            ..
        } => {
            let options = ReviewOptions::from((profile.into(), mode.into()))
                .span(span_of_review(from, days)?);
            let reported = ReviewReporting {
                options,
                format,
                picture,
            };
            let task = reported.task(&stored, draft.as_deref(), &many)?;
            each(run, task, |run, record| run.review(record, &reported))
        }
        Verb::Validate {
            files,
            profile,
            stored,
            of,
            no_value,
            format,
            fix,
            write,
            filter,
            many,
            ..
        } => {
            filter.expect_sense()?;
            let check = Check {
                profile: profile.into(),
                stored,
                of: of.map(PayloadShape::from),
                no_value,
                format,
                filter,
            };
            match files.as_slice() {
                [file] if fix => check.fix(run, file, write, &many),
                _ if fix => Err(Failure::Usage("--fix takes one FILE".to_owned())),
                files if many.ndjson => check.lines(run, files, &many),
                files => check.all(run, files, &many),
            }
        }
        Verb::Normalize { file, format, many } => {
            each(run, one("draft", &file, &many, format), normalize)
        }
        Verb::Read {
            response,
            format,
            many,
        } => each(
            run,
            one("response", &response, &many, format),
            |run, record| run.read(record, format),
        ),
        Verb::Diff {
            stored,
            draft,
            format,
            absent,
            by,
            tests,
            raw,
            exit_code,
            quiet,
            many,
        } => {
            let compare = DiffOptions::default()
                .absent(absent.into())
                .by(by.into())
                .tests(tests)
                .raw(raw);
            let form = Form::json(format != DiffFormat::Words);
            let task = pair(&stored, draft.as_deref(), &many, format.into(), form);
            let asks = exit_code || quiet;
            each(
                run,
                if asks { task.of_all() } else { task },
                |run, record| {
                    let differs = run.diff(record, compare, format)?;
                    Ok(u8::from(differs && asks))
                },
            )
        }
        Verb::Body {
            stored,
            draft,
            profile,
            mode,
            allow_refused,
            format,
            many,
        } => {
            let form = if format.is_json() {
                Form::LINES
            } else {
                Form::BODIES
            };
            let task = pair(&stored, draft.as_deref(), &many, format, form);
            let options = BodyOptions::from(Profile::from(profile)).mode(mode.into());
            each(run, task, |run, record| {
                run.body_of(record, options, allow_refused, format)
            })
        }
        Verb::Edit(edit) => edit.run(run),
        Verb::Outcome {
            stored,
            sent,
            profile,
            format,
            many,
        } => {
            let task = Task::new(
                &["stored", "sent"],
                [Some(&*stored), sent.as_deref()],
                &many,
                format,
                Form::LINES,
            );
            each(run, task.by_id(), |run, record| {
                run.outcome(record, profile.into())
            })
        }
        Verb::Verify {
            stored,
            sent,
            after,
            since,
            format,
            many,
            ..
        } => {
            let files = [
                Some(&*stored),
                sent.as_deref(),
                since.as_deref(),
                after.as_deref(),
            ];
            each(run, verifying(files, &many, format), |run, record| {
                run.verify(record, format)
            })
        }
        Verb::Openings {
            stored,
            from,
            to,
            days,
            starts,
            format,
            many,
        } => {
            let span = span_of_openings(&from, to, days)?;
            let task = Task::new(
                &["stored"],
                [Some(&*stored)],
                &many,
                format,
                Form::json(format.is_json()),
            );
            each(run, task, |run, record| {
                run.openings(record, span, starts, format)
            })
        }
        Verb::Request {
            body,
            stored,
            since,
            read,
            base_url,
            id,
            api,
            prefix,
            api_version,
            rate,
            format,
            many,
        } => {
            let (prefix, version) = (prefix.as_deref(), api_version.as_deref());
            let to = RequestOptions::new(&base_url, "", "")
                .api(api.into())
                .prefix(prefix)
                .version(version);
            let requesting = Requesting {
                to,
                id,
                format,
                since,
                rate,
            };
            if read {
                return requesting.read(run, &body, &many);
            }
            requesting.request(run, [Some(&*body), stored.as_deref()], &many)
        }
        Verb::Explain {
            response,
            draft,
            status,
            format,
            many,
        } => request::explain(
            run,
            [Some(&*response), draft.as_deref()],
            status,
            format,
            &many,
        ),
        Verb::Sandbox {
            state,
            fail,
            port,
            profile,
            allow_origin,
        } => {
            let token = std::env::var(request::TOKEN).ok();
            let faults = Faults::of(fail)?;
            Service {
                file: state,
                profile: profile.into(),
                token,
                origins: allow_origin,
                faults,
            }
            .serve(port, run.kind)
        }
        Verb::Merge {
            base,
            ours,
            theirs,
            resolve,
            path,
            labels,
            format,
            many,
        } => {
            let choice = resolve.map(Resolution::from).unwrap_or_default();
            let (path, labels) = (
                path.as_deref().map(shown_name),
                labels.map(|labels| labels.iter().map(|label| shown_name(label)).collect()),
            );
            Merging {
                choice,
                path,
                labels,
                format,
            }
            .merge(
                run,
                [Some(&*base), ours.as_deref(), theirs.as_deref()],
                &many,
            )
        }
        Verb::GitDiff {
            format,
            path,
            versions,
        } => run.git_diff(&path, &versions, format),
        Verb::Apply {
            document,
            patch,
            merge_patch,
            format,
            many,
        } => each(
            run,
            patching(&document, patch.as_deref(), &many, format),
            |run, record| run.apply(record, merge_patch),
        ),
        Verb::Invert {
            document,
            patch,
            merge_patch,
            format,
            many,
        } => each(
            run,
            patching(&document, patch.as_deref(), &many, format),
            |run, record| run.invert(record, merge_patch),
        ),
        Verb::Codes { format } => Ok(run.codes(format)),
        Verb::Operations { format } => Ok(run.operations(format)),
        Verb::Fields { format } => Ok(run.fields(format)),
        Verb::Schema { openapi: true, .. } => {
            run.json(&calendiff::openapi());
            Ok(0)
        }
        Verb::Schema { of, .. } => run.schema(of.into()),
        Verb::Completions { shell } => Ok(run.completions(shell)),
        Verb::Man => Ok(run.man()),
    }
}

/// Returns the name of a file that is shown, and never opened.
fn shown_name(name: &OsStr) -> String {
    name.to_string_lossy().into_owned()
}

/// Returns the task of verifying updates, beside readings just before them if there are any.
fn verifying<'a>(
    [stored, sent, since, after]: [Option<&'a str>; 4],
    many: &'a Many,
    format: AnswerFormat,
) -> Task<'a> {
    let form = Form::json(format.is_json());
    let task = if since.is_some() {
        Task::new(
            &["stored", "sent", "since", "after"],
            [stored, sent, since, after],
            many,
            format,
            form,
        )
    } else {
        Task::new(
            &["stored", "sent", "after"],
            [stored, sent, after],
            many,
            format,
            form,
        )
    };
    task.by_id().of_all()
}

/// Returns the dates whose openings are asked for.
fn span_of_openings(from: &str, to: Option<String>, days: Option<usize>) -> Result<Span, Failure> {
    let span = match (to, days) {
        (Some(to), _) => Span::between(from, &to),
        (None, days) => Span::days(from, days.unwrap_or_default()),
    };
    span.map_err(|error| Failure::Usage(format!("--{error}")))
}

/// The way to report a review.
struct ReviewReporting {
    options: ReviewOptions,
    format: ReviewFormat,
    picture: Picture,
}

/// Returns the dates over which a review compares what a calendar offers.
fn span_of_review(from: Option<String>, days: usize) -> Result<Option<Span>, Failure> {
    let span = from.map(|from| Span::days(&from, days)).transpose();
    span.map_err(|error| Failure::Usage(format!("--{error}")))
}

impl ReviewReporting {
    /// Returns the task of reviewing records.
    fn task<'a>(
        &self,
        stored: &'a str,
        draft: Option<&'a str>,
        many: &'a Many,
    ) -> Result<Task<'a>, Failure> {
        if many.ndjson && self.is_document() {
            return Err(Failure::Usage(
                "html, markdown and svg are formats of one record; leave --ndjson out".to_owned(),
            ));
        }
        Ok(pair(
            stored,
            draft,
            many,
            self.format.into(),
            Form::json(self.format == ReviewFormat::Json),
        ))
    }

    /// Returns true if the answer is a document to pass on.
    fn is_document(&self) -> bool {
        matches!(
            self.format,
            ReviewFormat::Html | ReviewFormat::Markdown | ReviewFormat::Svg
        )
    }

    fn document(
        &self,
        kind: Kind,
        stored: View<'_>,
        draft: View<'_>,
        language: &Language,
    ) -> Result<String, Error> {
        let options = ReportOptions::default()
            .profile(self.options.profile)
            .mode(self.options.mode);
        let options = options.span(self.options.span).language(language);
        match self.format {
            ReviewFormat::Html => report::html(kind, stored, draft, &options),
            ReviewFormat::Svg => {
                Ok(report::svg(kind, stored, draft, self.picture, &options)? + "\n")
            }
            _ => report::markdown(kind, stored, draft, &options),
        }
    }
}

fn one<'a>(name: &'static str, file: &'a str, many: &'a Many, format: AnswerFormat) -> Task<'a> {
    let names: &[&str] = if name == "draft" {
        &["draft"]
    } else {
        &["response"]
    };
    Task::new(names, [Some(file)], many, format, Form::LINES)
}

fn pair<'a>(
    stored: &'a str,
    draft: Option<&'a str>,
    many: &'a Many,
    format: AnswerFormat,
    form: Form,
) -> Task<'a> {
    Task::new(
        &["stored", "draft"],
        [Some(stored), draft],
        many,
        format,
        form,
    )
}

fn patching<'a>(
    document: &'a str,
    patch: Option<&'a str>,
    many: &'a Many,
    format: AnswerFormat,
) -> Task<'a> {
    Task::new(
        &["document", "patch"],
        [Some(document), patch],
        many,
        format,
        Form::LINES,
    )
}

fn normalize(run: &mut Run<'_>, record: &Record) -> Verdict {
    let [input] = record.all()?;
    let kind = run.kind(&[input])?;
    let value = input.in_file(kind.normalize(input.root()))?;
    if run.facts.is_some() {
        run.count_change(to_string(&value) != to_string(&input.root()));
    }
    run.json(&value);
    Ok(0)
}

/// Records the positions of issues, each in the file of the record that it is about.
fn locate(kind: Kind, [stored, draft]: [&Input; 2], issues: &mut [Issue]) {
    // Stable, so that the issues of each record keep their order.
    issues.sort_by_key(|issue| issue.about);
    let of_draft = issues.partition_point(|issue| issue.about == About::Draft);
    let (of_draft, of_stored) = issues.split_at_mut(of_draft);
    draft.locate(kind, of_draft);
    stored.locate(kind, of_stored);
}

fn paths(changes: &[Change]) -> Vec<&Path> {
    changes.iter().map(|change| &change.path).collect()
}

/// Returns the number of changes at some paths. That of a number and of its unit is one, as a plan counts it.
fn amounts(kind: Kind, paths: &[&Path]) -> usize {
    let pointers: BTreeSet<String> = paths.iter().map(|path| path.pointer()).collect();
    let numbers = kind
        .table()
        .members
        .iter()
        .filter(|number| pointers.contains(&format!("/{}", number.name)));
    let halves = numbers.filter(|number| {
        let unit = number.unit;
        unit.is_some_and(|unit| pointers.contains(&format!("/{unit}")))
    });
    paths.len() - halves.count()
}

/// Returns the changes that others made between two readings of a record and that it no longer has.
fn went_back(kind: Kind, [stored, since, after]: [&Input; 3]) -> Result<Vec<Change>, Failure> {
    let (stored, others) = (stored.record(kind)?, since.record(kind)?);
    let merged =
        after.in_file(kind.merge(stored, others, after.record(kind)?, Resolution::default()))?;
    let lost = merged
        .taken
        .into_iter()
        .filter(|taken| taken.from == Side::Ours);
    Ok(lost.map(|taken| taken.change).collect())
}

impl Run<'_> {
    fn review(&mut self, record: &Record, reported: &ReviewReporting) -> Verdict {
        let [stored, draft] = record.all()?;
        let kind = self.kind(&[stored, draft])?;
        let before = stored.record(kind)?;
        let mut review = draft.in_file(kind.review(before, draft.root(), reported.options))?;
        locate(kind, [stored, draft], &mut review.report.issues);
        self.found(&review.report.issues);
        self.count_change(!review.diff.patch.is_empty());
        match reported.format {
            ReviewFormat::Json => self.answer(&review),
            _ if reported.is_document() => {
                let document = draft.in_file(reported.document(
                    kind,
                    before,
                    draft.root(),
                    self.paint.language,
                ))?;
                self.out.push_str(&document);
            }
            _ => show::review(
                self.out,
                self.paint,
                &review,
                [stored, draft],
                reported.options.mode,
            ),
        }
        Ok(u8::from(!review.report.ok))
    }

    fn read(&mut self, record: &Record, format: AnswerFormat) -> Verdict {
        let [response] = record.all()?;
        let kind = self.kind(&[response])?;
        let mut stored = response.in_file(kind.read(response.root()))?;
        stored.issues.extend_from_slice(response.notes());
        self.found(&stored.issues);
        if format.is_json() {
            self.answer(&stored);
        } else {
            self.notes(&stored.issues);
            self.json(&stored.value);
        }
        Ok(0)
    }

    /// Prints the differences, and returns true if there are any.
    fn diff(
        &mut self,
        record: &Record,
        compare: DiffOptions,
        format: DiffFormat,
    ) -> Result<bool, Failure> {
        let [stored, draft] = record.all()?;
        let kind = self.kind(&[stored, draft])?;
        let diff = draft.in_file(kind.diff(stored.record(kind)?, draft.root(), compare))?;
        let differs = !diff.patch.is_empty();
        self.found(&diff.issues);
        self.count_change(differs);
        self.notes(&diff.issues);
        match format {
            DiffFormat::Words if self.of_stream => {
                let words: Vec<String> = diff
                    .words
                    .iter()
                    .map(|words| words.in_language(self.paint.language))
                    .collect();
                show::changes(self.out, self.paint, &draft.place().to_string(), &words);
            }
            DiffFormat::Words | DiffFormat::Csv => {
                for words in &diff.words {
                    self.line(&visible(&words.in_language(self.paint.language)));
                }
            }
            DiffFormat::Patch => self.json(&diff.patch),
            DiffFormat::MergePatch => match &diff.merge_patch {
                Some(patch) => self.json(patch),
                None => {
                    return Err(Failure::Usage(
                        "no merge patch can say this; use --format patch".to_owned(),
                    ));
                }
            },
            DiffFormat::Json => self.answer(&diff),
        }
        Ok(differs)
    }

    fn body_of(
        &mut self,
        record: &Record,
        options: BodyOptions,
        allows_refused: bool,
        format: AnswerFormat,
    ) -> Verdict {
        let [stored, draft] = record.all()?;
        let kind = self.kind(&[stored, draft])?;
        let stored = stored.record(kind)?;
        let body = draft.in_file(kind.body(stored, draft.root(), options))?;
        if self.facts.is_some() {
            let diff = kind.diff(stored, draft.root(), DiffOptions::default())?;
            self.count_change(!diff.patch.is_empty());
        }
        if format.is_json() {
            self.answer(&body);
        } else if body.can_send || allows_refused {
            self.body(kind, draft.place(), &body.value)?;
        } else {
            let message = "the service would refuse this body; `calendiff review` shows why, --allow-refused prints it";
            return Err(Failure::Record(
                draft.place().clone(),
                "cannot_send",
                message.to_owned(),
            ));
        }
        Ok(u8::from(!body.can_send && !allows_refused))
    }

    fn outcome(&mut self, record: &Record, profile: Profile) -> Verdict {
        let [stored, sent] = record.all()?;
        let kind = self.kind(&[stored, sent])?;
        let stored = stored.record(kind)?;
        let outcome = sent.in_file(kind.outcome(stored, sent.root(), profile))?;
        self.count_change(!equal(outcome.root(), stored));
        self.json(&outcome);
        Ok(0)
    }

    fn verify(&mut self, record: &Record, format: AnswerFormat) -> Verdict {
        let [stored, sent, third] = record.all()?;
        let (since, after) = record
            .get(3)
            .map_or((None, third), |after| (Some(third), after));
        let kind = self.kind(&[stored, sent, after])?;
        let verified =
            sent.in_file(kind.verify(stored.record(kind)?, sent.root(), after.record(kind)?))?;
        let went_back = match since {
            Some(since) => went_back(kind, [stored, since, after])?,
            None => Vec::new(),
        };
        if since.is_some() {
            self.count("wentBack", went_back.len());
            self.found_code("went_back", Severity::Error, went_back.len());
        }
        let ok = verified.ok && went_back.is_empty();
        let unapplied: Vec<&Path> = verified
            .not_applied
            .iter()
            .map(|change| &change.path)
            .collect();
        self.count("applied", amounts(kind, &paths(&verified.applied)));
        self.count("notApplied", amounts(kind, &unapplied));
        self.count("unexpected", amounts(kind, &paths(&verified.unexpected)));
        self.count("filledIn", verified.filled_in.len());
        self.found_code("not_applied", Severity::Error, verified.not_applied.len());
        self.found_code("unexpected", Severity::Error, verified.unexpected.len());
        if format.is_json() {
            let mut answer = json!(verified);
            if since.is_some() {
                answer["ok"] = ok.into();
                answer["wentBack"] = json!(went_back);
            }
            self.answer(&answer);
        } else if !self.quiet {
            if self.of_stream {
                self.line(&visible(&after.place().to_string()));
            }
            show::verified(self.out, self.paint, &verified, &went_back);
        }
        Ok(u8::from(!ok))
    }

    fn openings(
        &mut self,
        record: &Record,
        span: Span,
        starts: bool,
        format: AnswerFormat,
    ) -> Verdict {
        let [stored] = record.all()?;
        let kind = self.kind(&[stored])?;
        let openings = stored.in_file(kind.openings(stored.record(kind)?, span))?;
        self.found(&openings.issues);
        let is_open = openings.total.open_days > 0;
        let is_known = is_open || openings.total.unknown_days == 0;
        self.count("open", usize::from(is_open));
        self.count("notOpen", usize::from(is_known && !is_open));
        self.count("notKnown", usize::from(!is_known));
        if format.is_json() {
            self.answer(&openings);
        } else if !self.quiet {
            let title = stored.place().to_string();
            show::openings(
                self.out,
                self.paint,
                &openings,
                self.of_stream.then_some(&title),
                starts,
            );
        }
        Ok(0)
    }

    fn codes(&mut self, format: Format) -> u8 {
        match format {
            Format::Text => show::codes(self.out, self.paint),
            Format::Json => {
                let findings = Code::ALL.iter().map(|code| json!(code.row()));
                let errors = error_codes::all()
                    .map(|(code, meaning)| json!({ "code": code, "error": meaning }));
                self.json(&findings.chain(errors).collect::<Vec<_>>());
            }
        }
        0
    }

    /// Prints the script with which a shell completes commands.
    fn completions(&mut self, shell: Shell) -> u8 {
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut Arguments::command(), "calendiff", &mut script);
        self.out.push_str(&String::from_utf8_lossy(&script));
        0
    }

    /// Prints the manual page: the command, and below it each verb.
    fn man(&mut self) -> u8 {
        let mut command = Arguments::command();
        // Gives the verbs the options of all.
        command.build();
        let mut page = Vec::new();
        // Writing to memory does not fail.
        _ = clap_mangen::Man::new(command.clone()).render(&mut page);
        for verb in command.get_subcommands().filter(|verb| !verb.is_hide_set()) {
            let name = format!("calendiff {}", verb.get_name());
            _ = writeln!(page, ".SH \"{}\"", name.to_uppercase());
            let man = clap_mangen::Man::new(verb.clone().bin_name(name));
            _ = man.render_synopsis_section(&mut page);
            _ = man.render_description_section(&mut page);
            _ = man.render_options_section(&mut page);
        }
        self.out.push_str(&String::from_utf8_lossy(&page));
        0
    }

    fn operations(&mut self, format: Format) -> u8 {
        match format {
            Format::Text => show::operations(self.out, self.paint),
            Format::Json => self.json(&Operation::ALL),
        }
        0
    }

    fn fields(&mut self, format: Format) -> u8 {
        let kinds = self.kind.map_or(Kind::ALL.to_vec(), |kind| vec![kind]);
        match format {
            Format::Text => kinds
                .into_iter()
                .for_each(|kind| show::fields(self.out, self.paint, kind)),
            Format::Json => {
                let mut tables: Vec<Value> =
                    kinds.into_iter().map(|kind| json!(kind.table())).collect();
                for table in &mut tables {
                    self.paint.language.label_table(table);
                }
                self.json(&tables);
            }
        }
        0
    }

    fn schema(&mut self, of: PayloadShape) -> Verdict {
        let kind = self.kind(&[])?;
        self.json(&kind.json_schema_in(of, self.paint.language));
        Ok(0)
    }
}
