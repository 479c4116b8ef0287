//! The verbs: read the files, call the library, print its answer. Each returns the exit status.

use calendiff::json::to_string;
use calendiff::{Code, DiffOptions, Kind, Mode, Operation, Profile, RequestOptions, Resolution, Shape, visible};
use serde_json::{Value, json};

use crate::arguments::{Arguments, DiffFormat, Format, Verb};
use crate::input::{self, Failure, Input};
use crate::merge::Merging;
use crate::output::Output;
use crate::request;
use crate::run::{Answers, Run, Verdict};
use crate::sandbox::Service;
use crate::show::{self, Paint};
use crate::validate::Check;

/// Runs the verb that the command line names.
pub(crate) fn run(arguments: Arguments, is_terminal: bool, out: &mut String) -> Verdict {
    let kind = arguments.kind;
    let language = input::language(arguments.language.as_deref())?;
    let quiet = arguments.verb.is_quiet();
    let mut run = Run { kind, paint: Paint::when(is_terminal, &language), quiet, out };
    let verdict = answer(&mut run, arguments.verb);
    if quiet {
        run.out.clear();
    }
    verdict
}

fn answer(run: &mut Run<'_>, verb: Verb) -> Verdict {
    match verb {
        Verb::Review { stored, draft, profile, mode, format, .. } => {
            run.review([&stored, &draft], profile.into(), mode.into(), format)
        }
        Verb::Validate { files, profile, stored, format, ndjson, output, fix, write, .. } => {
            let stored = stored.as_deref().map(Input::read).transpose()?;
            let check = Check { profile: profile.into(), stored, format };
            match files.as_slice() {
                [file] if ndjson => check.lines(run, file, output.as_deref()),
                [file] if fix => check.fix(run, file, write),
                _ if ndjson || fix => Err(Failure::Usage("--ndjson and --fix take one FILE".to_owned())),
                files => check.all(run, files),
            }
        }
        Verb::Normalize { file, ndjson, output } => run.normalize(&file, ndjson, output.as_deref()),
        Verb::Read { response, format } => run.read(&response, format),
        Verb::Diff { stored, draft, format, absent, by, tests, raw, exit_code, quiet } => {
            let compare = DiffOptions::default().absent(absent.into()).by(by.into()).tests(tests).raw(raw);
            let differs = run.diff([&stored, &draft], compare, format)?;
            Ok(u8::from(differs && (exit_code || quiet)))
        }
        Verb::Body { stored, draft, mode, format } => run.body([&stored, &draft], mode.into(), format),
        Verb::Outcome { stored, sent, profile } => run.outcome([&stored, &sent], profile.into()),
        Verb::Verify { stored, sent, after, format, .. } => run.verify([&stored, &sent, &after], format),
        Verb::Request { body, base_url, id, api, prefix, api_version, format } => {
            let (prefix, version) = (prefix.as_deref(), api_version.as_deref());
            let to = RequestOptions::new(&base_url, &id, "").api(api.into()).prefix(prefix).version(version);
            run.request(&body, to, format)
        }
        Verb::Explain { response, draft, status, format } => run.explain(&response, draft.as_deref(), status, format),
        Verb::Sandbox { state, port, profile, allow_origin } => {
            let token = std::env::var(request::TOKEN).ok();
            Service { file: state, profile: profile.into(), token, origins: allow_origin }.serve(port)
        }
        Verb::Merge { base, ours, theirs, resolve, output, path, labels, format } => {
            let choice = resolve.map(Resolution::from).unwrap_or_default();
            Merging { choice, output, path, labels, format }.merge(run, [&base, &ours, &theirs])
        }
        Verb::GitDiff { path, versions } => run.git_diff(&path, &versions),
        Verb::Apply { document, patch, merge_patch } => run.apply([&document, &patch], merge_patch),
        Verb::Invert { document, patch, merge_patch } => run.invert([&document, &patch], merge_patch),
        Verb::Codes { format } => Ok(run.codes(format)),
        Verb::Operations { format } => Ok(run.operations(format)),
        Verb::Fields { format } => Ok(run.fields(format)),
        Verb::Schema { of } => run.schema(of.into()),
    }
}

impl Run<'_> {
    fn review(&mut self, files: [&str; 2], profile: Profile, mode: Mode, format: Format) -> Verdict {
        let [stored, draft] = input::all(files)?;
        let kind = self.kind(&[&stored, &draft])?;
        stored.record(kind)?;
        draft.record(kind)?;
        let mut review = kind.review(stored.root(), draft.root(), profile, mode)?;
        draft.locate(kind, &mut review.report.issues);
        match format {
            Format::Json => self.answer(&review),
            Format::Text => show::review(self.out, self.paint, &review, &draft, mode),
        }
        Ok(u8::from(!review.report.ok))
    }

    fn normalize(&mut self, file: &str, ndjson: bool, output: Option<&str>) -> Verdict {
        let normalize = |run: &Self, input: &Input| {
            let kind = run.kind(&[input])?;
            input.in_file(kind.normalize(input.unwrapped(kind)))
        };
        if ndjson {
            let answers = Answers { output, json: true, named: false };
            return self.each_line(file, &answers, |run, input| {
                let value = normalize(run, input)?;
                run.json_line(&to_string(&value));
                Ok(0)
            });
        }
        let value = normalize(self, &Input::read(file)?)?;
        self.json(&value);
        let mut output = Output::to(output)?;
        output.write(self.out)?;
        output.finish()?;
        Ok(0)
    }

    fn read(&mut self, response: &str, format: Format) -> Verdict {
        let response = Input::read(response)?;
        let kind = self.kind(&[&response])?;
        let stored = response.in_file(kind.read(response.root()))?;
        match format {
            Format::Json => self.answer(&stored),
            Format::Text => {
                show::notes(self.paint, &stored.issues);
                self.json(&stored.value);
            }
        }
        Ok(0)
    }

    /// Prints the differences, and returns true if there are any.
    fn diff(&mut self, files: [&str; 2], compare: DiffOptions, format: DiffFormat) -> Result<bool, Failure> {
        let [stored, draft] = input::all(files)?;
        let kind = self.kind(&[&stored, &draft])?;
        let diff = kind.diff(stored.record(kind)?, draft.record(kind)?, compare)?;
        if !self.quiet {
            show::notes(self.paint, &diff.issues);
        }
        match format {
            DiffFormat::Words => {
                for words in &diff.words {
                    self.line(&visible(&words.in_language(self.paint.language)));
                }
            }
            DiffFormat::Patch => self.json(&diff.patch),
            DiffFormat::MergePatch => match &diff.merge_patch {
                Some(patch) => self.json(patch),
                None => return Err(Failure::Usage("no merge patch can say this; use --format patch".to_owned())),
            },
            DiffFormat::Json => self.answer(&diff),
        }
        Ok(!diff.patch.is_empty())
    }

    fn body(&mut self, files: [&str; 2], mode: Mode, format: Format) -> Verdict {
        let [stored, draft] = input::all(files)?;
        let kind = self.kind(&[&stored, &draft])?;
        let body = kind.body(stored.record(kind)?, draft.record(kind)?, mode)?;
        match format {
            Format::Text => self.json(&body.value),
            Format::Json => self.answer(&body),
        }
        Ok(0)
    }

    fn outcome(&mut self, files: [&str; 2], profile: Profile) -> Verdict {
        let [stored, sent] = input::all(files)?;
        let kind = self.kind(&[&stored, &sent])?;
        let outcome = kind.outcome(stored.record(kind)?, sent.record(kind)?, profile)?;
        self.json(&outcome);
        Ok(0)
    }

    fn verify(&mut self, files: [&str; 3], format: Format) -> Verdict {
        let [stored, sent, after] = input::all(files)?;
        let kind = self.kind(&[&stored, &sent, &after])?;
        let verified = kind.verify(stored.record(kind)?, sent.record(kind)?, after.record(kind)?)?;
        match format {
            Format::Json => self.answer(&verified),
            Format::Text => show::verified(self.out, self.paint, &verified),
        }
        Ok(u8::from(!verified.ok))
    }

    fn codes(&mut self, format: Format) -> u8 {
        match format {
            Format::Text => show::codes(self.out, self.paint),
            Format::Json => self.json(&Code::ALL.iter().map(|code| code.row()).collect::<Vec<_>>()),
        }
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
            Format::Text => kinds.into_iter().for_each(|kind| show::fields(self.out, self.paint, kind)),
            Format::Json => {
                let mut tables: Vec<Value> = kinds.into_iter().map(|kind| json!(kind.record())).collect();
                for table in &mut tables {
                    self.paint.language.label_table(table);
                }
                self.json(&tables);
            }
        }
        0
    }

    fn schema(&mut self, of: Shape) -> Verdict {
        let kind = self.kind(&[])?;
        self.json(&kind.json_schema(of));
        Ok(0)
    }
}
