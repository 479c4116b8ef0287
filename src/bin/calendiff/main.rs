//! The command: `calendiff review STORED DRAFT` and the other verbs, on files.

mod input;
mod show;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use calendiff::json::{TapeView, patch, to_string, to_string_pretty};
use calendiff::{Absent, Kind, Mode, Options, Profile, Shape};
use clap::{Parser, Subcommand, ValueEnum};
use serde_json::{Value, json};

use input::{Failure, Input};
use show::Paint;

/// Know what a PUT will do before you send it.
///
/// FILEs are JSON; - is standard input. A record may stand in its envelope, as the service returns it.
/// Exit status: 0 nothing wrong, 1 errors found, 2 could not run.
#[derive(Parser)]
#[command(name = "calendiff", version, max_term_width = 80)]
struct Arguments {
    #[command(subcommand)]
    verb: Verb,
    /// The kind of record; guessed from the content when left out
    #[arg(long, global = true, value_enum)]
    kind: Option<KindArgument>,
}

#[derive(Clone, Copy, ValueEnum)]
enum KindArgument {
    Calendar,
    Location,
}

impl From<KindArgument> for Kind {
    fn from(kind: KindArgument) -> Self {
        match kind {
            KindArgument::Calendar => Self::Calendar,
            KindArgument::Location => Self::Location,
        }
    }
}

#[derive(Subcommand)]
enum Verb {
    /// What is wrong with a draft, what it changes in the stored record, and the body to send
    Review {
        stored: String,
        draft: String,
        #[arg(long, value_enum, default_value_t)]
        profile: ProfileArgument,
        #[arg(long, value_enum, default_value_t)]
        mode: ModeArgument,
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// Everything that is wrong with drafts
    Validate {
        #[arg(required = true)]
        files: Vec<String>,
        #[arg(long, value_enum, default_value_t)]
        profile: ProfileArgument,
        /// The stored record, to hold the drafts against
        #[arg(long, value_name = "FILE")]
        stored: Option<String>,
        #[arg(long, value_enum, default_value_t)]
        format: Format,
        /// One document a line
        #[arg(long)]
        ndjson: bool,
        /// Print the draft with every certain fix applied, and what was done on standard error
        #[arg(long, conflicts_with = "ndjson")]
        fix: bool,
    },
    /// A draft in canonical form
    Normalize {
        file: String,
        /// One document a line
        #[arg(long)]
        ndjson: bool,
    },
    /// The record of a response, out of its envelope and made regular
    Read {
        response: String,
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// What differs between two records
    Diff {
        stored: String,
        draft: String,
        #[arg(long, value_enum, default_value_t)]
        format: DiffFormat,
        /// What a member means that DRAFT leaves out
        #[arg(long, value_enum, default_value_t)]
        absent: AbsentArgument,
    },
    /// The body to send
    Body {
        stored: String,
        draft: String,
        #[arg(long, value_enum, default_value_t)]
        mode: ModeArgument,
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// A document with a JSON Patch applied, whole or not at all
    Apply { document: String, patch: String },
    /// The fields of both records, or of the one that --kind names
    Fields {
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// The JSON Schema of the kind that --kind names
    Schema {
        /// Of the body of an update, or of the record as responses carry it
        #[arg(long, value_enum, default_value_t)]
        of: ShapeArgument,
    },
}

/// Makes a choice of the command line from a type's variants and their names in the library.
macro_rules! choices {
    ($name:ident of $target:ty: $($variant:ident => $value:expr),+; default $default:ident) => {
        #[derive(Clone, Copy, ValueEnum)]
        enum $name {
            $($variant),+
        }

        impl Default for $name {
            fn default() -> Self {
                Self::$default
            }
        }

        impl From<$name> for $target {
            fn from(choice: $name) -> Self {
                match choice {
                    $($name::$variant => $value),+
                }
            }
        }
    };
}

choices!(ProfileArgument of Profile:
    Document => Self::Document, Service => Self::Service, DocumentOnly => Self::DocumentOnly; default Document);
choices!(ModeArgument of Mode: Full => Self::Full, Changed => Self::Changed; default Full);
choices!(AbsentArgument of Absent: Keep => Self::Keep, Remove => Self::Remove; default Keep);
choices!(ShapeArgument of Shape: Update => Self::Update, Record => Self::Record; default Update);

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    #[default]
    Text,
    Json,
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum DiffFormat {
    #[default]
    Words,
    Patch,
    MergePatch,
    Json,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let paint = Paint::when(io::stdout().is_terminal());
    let mut out = String::new();
    let verdict = run(arguments, paint, &mut out);
    let written = io::stdout().write_all(out.as_bytes()).and_then(|()| io::stdout().flush());
    let code = match verdict {
        Ok(code) => code,
        Err(failure) => {
            _ = writeln!(io::stderr(), "calendiff: {failure}");
            2
        }
    };
    match written {
        // A reader that has seen enough is no failure.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            _ = writeln!(io::stderr(), "calendiff: standard output: {error}");
            ExitCode::from(2)
        }
        _ => ExitCode::from(code),
    }
}

fn run(arguments: Arguments, paint: Paint, out: &mut String) -> Result<u8, Failure> {
    let kind = arguments.kind.map(Kind::from);
    match arguments.verb {
        Verb::Review { stored, draft, profile, mode, format } => {
            let [stored, draft] = input::two(&stored, &draft)?;
            let kind = input::kind(kind, &[&stored, &draft])?;
            let mode = mode.into();
            stored.record(kind)?;
            draft.record(kind)?;
            let review = kind.review(stored.root(), draft.root(), profile.into(), mode)?;
            match format {
                Format::Json => line(out, &to_string_pretty(&review)),
                Format::Text => show::review(out, paint, &review, kind, &draft, mode),
            }
            Ok(u8::from(!review.report.ok))
        }
        Verb::Validate { files, profile, stored, format, ndjson, fix } => {
            let stored = stored.as_deref().map(Input::read).transpose()?;
            let check = Check { kind, profile: profile.into(), stored, format, paint };
            match files.as_slice() {
                [file] if ndjson => check.lines(file, out),
                [file] if fix => check.fix(&Input::read(file)?, out),
                _ if ndjson || fix => Err(Failure::Usage("--ndjson and --fix take one FILE".to_owned())),
                files => check.all(files, out),
            }
        }
        Verb::Normalize { file, ndjson } => {
            let normalize = |input: &Input| {
                let kind = input::kind(kind, &[input])?;
                input.in_file(kind.normalize(input.unwrapped(kind)))
            };
            if ndjson {
                return each_line(&file, out, |input, out| {
                    line(out, &to_string(&normalize(input)?));
                    Ok(0)
                });
            }
            line(out, &to_string_pretty(&normalize(&Input::read(&file)?)?));
            Ok(0)
        }
        Verb::Read { response, format } => {
            let response = Input::read(&response)?;
            let kind = input::kind(kind, &[&response])?;
            let stored = response.in_file(kind.read(response.root()))?;
            match format {
                Format::Json => line(out, &to_string_pretty(&stored)),
                Format::Text => {
                    show::notes(&stored.issues);
                    line(out, &to_string_pretty(&stored.value));
                }
            }
            Ok(0)
        }
        Verb::Diff { stored, draft, format, absent } => {
            let [stored, draft] = input::two(&stored, &draft)?;
            let kind = input::kind(kind, &[&stored, &draft])?;
            let [before, after] = [stored.record(kind)?, draft.record(kind)?];
            let diff = kind.diff(before, after, absent.into())?;
            match format {
                DiffFormat::Words => diff.words.iter().for_each(|words| line(out, &show::harmless(words))),
                DiffFormat::Patch => line(out, &to_string_pretty(&diff.patch)),
                DiffFormat::MergePatch => match &diff.merge_patch {
                    Some(patch) => line(out, &to_string_pretty(patch)),
                    None => return Err(Failure::Usage("a merge patch cannot set null; use --format patch".to_owned())),
                },
                DiffFormat::Json => line(out, &to_string_pretty(&diff)),
            }
            Ok(0)
        }
        Verb::Body { stored, draft, mode, format } => {
            let [stored, draft] = input::two(&stored, &draft)?;
            let kind = input::kind(kind, &[&stored, &draft])?;
            let [before, after] = [stored.record(kind)?, draft.record(kind)?];
            let body = kind.body(before, after, mode.into())?;
            match format {
                Format::Text => line(out, &to_string_pretty(&body.value)),
                Format::Json => line(out, &to_string_pretty(&body)),
            }
            Ok(0)
        }
        Verb::Apply { document, patch } => {
            let [document, operations] = input::two(&document, &patch)?;
            let operations = operations.in_file(patch::parse(&operations.value()))?;
            line(out, &to_string_pretty(&patch::apply(&document.value(), &operations)?));
            Ok(0)
        }
        Verb::Fields { format } => {
            let kinds = kind.map_or(Kind::ALL.to_vec(), |kind| vec![kind]);
            fields(&kinds, format, paint, out);
            Ok(0)
        }
        Verb::Schema { of } => {
            line(out, &to_string_pretty(&input::kind(kind, &[])?.json_schema(of.into())));
            Ok(0)
        }
    }
}

fn fields(kinds: &[Kind], format: Format, paint: Paint, out: &mut String) {
    match format {
        Format::Text => kinds.iter().for_each(|kind| show::fields(out, paint, *kind)),
        Format::Json => {
            let tables: Vec<Value> = kinds.iter().map(|kind| json!(kind.record())).collect();
            line(out, &to_string_pretty(&tables));
        }
    }
}

fn line(out: &mut String, text: &str) {
    out.push_str(text);
    out.push('\n');
}

/// How drafts are to be validated and shown.
struct Check {
    kind: Option<Kind>,
    profile: Profile,
    stored: Option<Input>,
    format: Format,
    paint: Paint,
}

impl Check {
    fn all(&self, files: &[String], out: &mut String) -> Result<u8, Failure> {
        let drafts = files.iter().map(|file| Input::read(file)).collect::<Result<Vec<_>, _>>()?;
        let mut code = 0;
        for draft in &drafts {
            code = code.max(self.one(draft, drafts.len() > 1, out)?);
        }
        Ok(code)
    }

    fn kind_of(&self, draft: &Input) -> Result<Kind, Failure> {
        let guesses: Vec<&Input> = self.stored.iter().chain([draft]).collect();
        input::kind(self.kind, &guesses)
    }

    fn options(&self, kind: Kind) -> Options<TapeView<'_>> {
        Options { profile: self.profile, stored: self.stored.as_ref().map(|stored| stored.unwrapped(kind)) }
    }

    fn fix(&self, draft: &Input, out: &mut String) -> Result<u8, Failure> {
        let kind = self.kind_of(draft)?;
        let fixed = draft.in_file(kind.fix(draft.unwrapped(kind), &self.options(kind)))?;
        match self.format {
            Format::Json => line(out, &to_string_pretty(&fixed)),
            Format::Text => {
                show::fixed(&fixed);
                line(out, &to_string_pretty(&fixed.value));
            }
        }
        Ok(u8::from(!fixed.ok))
    }

    fn one(&self, draft: &Input, several: bool, out: &mut String) -> Result<u8, Failure> {
        let kind = self.kind_of(draft)?;
        let report = draft.in_file(kind.validate(draft.unwrapped(kind), &self.options(kind)))?;
        match self.format {
            Format::Json if several => line(out, &to_string(&json!({ "file": draft.name(), "report": report }))),
            Format::Json => line(out, &to_string_pretty(&report)),
            Format::Text => show::report(out, self.paint, &report.issues, kind, draft),
        }
        Ok(u8::from(!report.ok))
    }

    fn lines(&self, file: &str, out: &mut String) -> Result<u8, Failure> {
        each_line(file, out, |draft, out| self.one(draft, true, out))
    }
}

/// Goes on after a line that could not be read, and says so at the end by the exit status.
fn each_line(
    file: &str,
    out: &mut String,
    mut verb: impl FnMut(&Input, &mut String) -> Result<u8, Failure>,
) -> Result<u8, Failure> {
    let mut code = 0;
    for input in input::lines(file)? {
        match input.and_then(|input| verb(&input, out)) {
            Ok(verdict) => code = code.max(verdict),
            Err(failure) => {
                _ = writeln!(io::stderr(), "calendiff: {failure}");
                code = 2;
            }
        }
    }
    Ok(code)
}
