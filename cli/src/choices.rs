//! The choices of the command line, and the options of verbs over many records.

use std::num::NonZeroUsize;
use std::str::FromStr;
use std::thread;

use calendiff::{Api, Mode, PayloadShape, Profile, Resolution, Sameness, Severity, WhenAbsent};
use clap::{Args, ValueEnum};

/// Makes a choice of the command line from a type's variants and their names in the library.
macro_rules! choices {
    ($name:ident of $target:ty: $($(#[$doc:meta])* $variant:ident => $value:expr),+; default $default:ident) => {
        #[derive(Clone, Copy, ValueEnum)]
        pub(crate) enum $name {
            $($(#[$doc])* $variant),+
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
    /// The specification and logic decide about errors; a refusal reported of the service is a warning
    Specification => Self::Specification,
    /// A refusal reported of the service is an error, too
    Service => Self::Service,
    /// Findings that are only reported of the service are left out
    SpecificationOnly => Self::SpecificationOnly;
    default Specification);
choices!(ModeArgument of Mode:
    /// The whole record: what a body leaves out, the service may reset
    Full => Self::Full,
    /// Only the members that change
    Changed => Self::Changed;
    default Full);
choices!(ByArgument of Sameness: Meaning => Self::Meaning, Spelling => Self::Spelling; default Meaning);
choices!(AbsentArgument of WhenAbsent: Keep => Self::Keep, Remove => Self::Remove; default Keep);
choices!(ApiArgument of Api: Specification => Self::Specification, Public => Self::Public; default Specification);
choices!(ShapeArgument of PayloadShape: Update => Self::Update, Record => Self::Record; default Update);
choices!(SeverityArgument of Severity: Error => Self::Error, Warning => Self::Warning, Note => Self::Note; default Note);
choices!(ResolveArgument of Resolution: Ours => Self::Ours, Theirs => Self::Theirs; default Ours);

/// The use of colors in text for people.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorArgument {
    /// On a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`
    #[default]
    Auto,
    Always,
    Never,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    #[default]
    Text,
    Json,
}

/// The format of the answer of a verb that takes `--ndjson`.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum AnswerFormat {
    #[default]
    Text,
    Json,
    /// Only with --summary
    Csv,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReviewFormat {
    #[default]
    Text,
    Json,
    /// A page to pass on: self-contained, without script, printable
    Html,
    /// For a pull request
    Markdown,
    /// A picture of the week, or of a month (see --picture)
    Svg,
    /// Only with --summary
    Csv,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum GitFormat {
    #[default]
    Text,
    /// For a pull request
    Markdown,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ValidateFormat {
    #[default]
    Text,
    Json,
    /// Annotations of a workflow on GitHub
    Github,
    /// SARIF 2.1.0, as code scanning takes it
    Sarif,
    /// Only with --summary
    Csv,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiffFormat {
    #[default]
    Words,
    Patch,
    MergePatch,
    Json,
    /// Only with --summary
    Csv,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum EditFormat {
    #[default]
    Text,
    Json,
    /// The body to send
    Body,
    /// Only with --summary or --plan
    Csv,
}

impl From<EditFormat> for AnswerFormat {
    fn from(format: EditFormat) -> Self {
        match format {
            EditFormat::Json => Self::Json,
            EditFormat::Csv => Self::Csv,
            EditFormat::Text | EditFormat::Body => Self::Text,
        }
    }
}

impl AnswerFormat {
    pub(crate) fn is_json(self) -> bool {
        self == Self::Json
    }
}

impl From<ReviewFormat> for AnswerFormat {
    fn from(format: ReviewFormat) -> Self {
        match format {
            ReviewFormat::Json => Self::Json,
            ReviewFormat::Csv => Self::Csv,
            ReviewFormat::Text
            | ReviewFormat::Html
            | ReviewFormat::Markdown
            | ReviewFormat::Svg => Self::Text,
        }
    }
}

impl From<ValidateFormat> for AnswerFormat {
    fn from(format: ValidateFormat) -> Self {
        match format {
            ValidateFormat::Json => Self::Json,
            ValidateFormat::Csv => Self::Csv,
            ValidateFormat::Text | ValidateFormat::Github | ValidateFormat::Sarif => Self::Text,
        }
    }
}

impl From<DiffFormat> for AnswerFormat {
    fn from(format: DiffFormat) -> Self {
        match format {
            DiffFormat::Json => Self::Json,
            DiffFormat::Csv => Self::Csv,
            DiffFormat::Words | DiffFormat::Patch | DiffFormat::MergePatch => Self::Text,
        }
    }
}

/// The rule that pairs the documents of several files.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PairArgument {
    /// The first document of each file, the second of each, and so on
    Line,
    /// Those with the same id, in the order of the last FILE; the other files are held in memory
    Id,
}

/// The number of records that a summary names.
#[derive(Clone, Copy)]
pub(crate) struct Worst(usize);

impl Worst {
    pub(crate) fn number(self) -> usize {
        self.0
    }
}

impl FromStr for Worst {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "all" {
            return Ok(Self(usize::MAX));
        }
        text.parse()
            .map(Self)
            .map_err(|_| "expected a number, or all")
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OnlyArgument {
    /// Answers with errors, and records that cannot be answered
    Errors,
}

/// The options of verbs that answer many records.
#[derive(Args, Default)]
#[command(next_help_heading = "Many records")]
pub(crate) struct Many {
    /// FILE has a document a line, or is a list of records as the service returns it; each is answered by a line
    ///
    /// The content shows whether it is text, gzip or zstd. A list is [...], { "calendars": [...] } or { "locations": [...] }. If
    /// the verb takes several documents, they are members of each line, by their names: { "stored": ..., "draft": ... }. Or
    /// each is in a FILE of its own, and the lines are paired (see --pair). What cannot be read is answered by
    /// { "line", "error" }, and the run goes on.
    #[arg(long)]
    pub(crate) ndjson: bool,
    /// With --ndjson: a FILE with one document that every record uses; NAME is the document's, in lower case
    #[arg(long, value_name = "NAME=FILE", requires = "ndjson")]
    pub(crate) with: Vec<String>,
    /// With --ndjson and several FILEs: the rule that pairs their documents; by id unless set where one FILE has bodies, else by
    /// line
    #[arg(long, value_enum, requires = "ndjson")]
    pub(crate) pair: Option<PairArgument>,
    /// With --ndjson: the number of threads, at most 256; all cores unless set
    #[arg(long, value_name = "N", requires = "ndjson", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
    /// With --ndjson: counts, codes and the worst records in place of the answers
    #[arg(long, requires = "ndjson")]
    pub(crate) summary: bool,
    /// With --summary: the number of records to name, those with most errors first, or all
    ///
    /// With --format csv, the table is then one of records and codes.
    #[arg(long, value_name = "N", requires = "ndjson")]
    pub(crate) worst: Option<Worst>,
    /// Print only such answers, and of findings only the errors
    #[arg(long, value_enum, conflicts_with = "summary")]
    pub(crate) only: Option<OnlyArgument>,
    /// With --ndjson: no bar on the terminal
    #[arg(long, requires = "ndjson")]
    pub(crate) no_progress: bool,
    /// The file to write the answers to, whole or not at all; - is standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<String>,
}

impl Many {
    /// Returns the number of threads.
    pub(crate) fn jobs(&self) -> usize {
        self.jobs.map_or_else(
            || thread::available_parallelism().map_or(1, NonZeroUsize::get),
            usize::from,
        )
    }
}
