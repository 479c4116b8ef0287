//! The command line.

use std::ffi::OsString;

use calendiff::Kind;
use calendiff::report::Picture;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand};
use clap_complete::Shell;
use hyper::Uri;

use crate::choices::{
    AbsentArgument, AnswerFormat, ApiArgument, ByArgument, ColorArgument, DiffFormat, Format,
    GitFormat, Many, ModeArgument, ProfileArgument, ResolveArgument, ReviewFormat, ShapeArgument,
    ValidateFormat,
};
use crate::edit::EditArguments;
use crate::fault::Fault;
use crate::filter::Filter;
use crate::show::width_of_terminal;

/// Know what a PUT will do before you send it.
///
/// FILEs are JSON; - is standard input. A record may stand in its envelope, as the service returns it.
/// Exit status: 0 nothing wrong, 1 errors found, 2 could not run.
#[derive(Parser)]
#[command(name = "calendiff", version, max_term_width = width_of_terminal())]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) verb: Verb,
    /// The kind of record; guessed from the content when left out
    #[arg(long, global = true, value_parser = PossibleValuesParser::new(Kind::ALL.iter().map(|kind| kind.name())).try_map(|name| name.parse::<Kind>()))]
    pub(crate) kind: Option<Kind>,
    /// The language of the answer: en, de, es, fr, ja, pt, or a FILE with other words for some keys; else that of LANG
    #[arg(long, global = true, value_name = "LANGUAGE")]
    pub(crate) language: Option<String>,
    /// Colors of text for people
    #[arg(
        long,
        global = true,
        value_enum,
        default_value_t,
        hide_default_value = true,
        hide_possible_values = true
    )]
    pub(crate) color: ColorArgument,
}

#[derive(Subcommand)]
pub(crate) enum Verb {
    /// Validate a draft, show the changes to the stored record and the body to send
    #[command(after_help = "Example: calendiff review stored.json draft.json --profile service")]
    Review {
        /// The record as the service returns it
        stored: String,
        /// The record with its changes; members that it leaves out stay as stored
        #[arg(required_unless_present = "ndjson")]
        draft: Option<String>,
        #[arg(long, value_enum, default_value_t)]
        profile: ProfileArgument,
        #[arg(long, value_enum, default_value_t)]
        mode: ModeArgument,
        #[arg(long, value_enum, default_value_t)]
        format: ReviewFormat,
        /// With --format svg: `week`, or a month such as 2026-12 with its special dates
        #[arg(long, default_value = "week", hide_default_value = true)]
        picture: Picture,
        /// The first date over which to compare what the calendar offers, such as 2026-12-01
        #[arg(long, value_name = "DATE")]
        from: Option<String>,
        /// The number of dates
        #[arg(long, value_name = "N", default_value_t = 30, requires = "from")]
        days: usize,
        /// Print nothing; the exit status says whether there are errors
        #[arg(long, short)]
        quiet: bool,
        #[command(flatten)]
        many: Many,
    },
    /// Everything that is wrong with drafts, or with stored records
    #[command(
        after_help = "Example: calendiff validate draft.json; calendiff validate --ndjson --summary export.ndjson"
    )]
    Validate {
        /// Files, or folders of .json, .jsonl and .ndjson
        #[arg(required = true)]
        files: Vec<String>,
        #[arg(long, value_enum, default_value_t)]
        profile: ProfileArgument,
        /// The stored record, to hold the drafts against
        #[arg(long, value_name = "FILE")]
        stored: Option<String>,
        /// The content of FILE: the draft of an update, or a stored record, which may have the members of responses
        ///
        /// Unless set, a document with an envelope, an id or another member that only responses have is a stored record. An
        /// envelope around a draft is an error if this is "update".
        #[arg(long, value_enum, conflicts_with = "stored")]
        of: Option<ShapeArgument>,
        /// Leave the canonical form, `value`, out of JSON reports
        #[arg(long)]
        no_value: bool,
        #[arg(long, value_enum, default_value_t)]
        format: ValidateFormat,
        /// Print nothing; the exit status says whether there are errors
        #[arg(long, short, conflicts_with_all = ["fix", "output"])]
        quiet: bool,
        /// Print the draft with every certain fix applied, in its envelope, and what was done on standard error
        ///
        /// Unknown members are kept, unless they are errors under the profile or named by --code. --severity error limits
        /// the fixes to those of errors, --code to those of some codes.
        #[arg(long)]
        fix: bool,
        /// With --fix: write the fixed draft to FILE instead, whole or not at all
        #[arg(long, requires = "fix", conflicts_with = "ndjson")]
        write: bool,
        #[command(flatten)]
        filter: Filter,
        #[command(flatten)]
        many: Many,
    },
    /// A draft in canonical form, in its envelope if it has one
    #[command(after_help = "Example: calendiff normalize draft.json")]
    Normalize {
        file: String,
        /// The format of the summary
        #[arg(
            long,
            value_enum,
            default_value_t,
            requires = "summary",
            hide_default_value = true
        )]
        format: AnswerFormat,
        #[command(flatten)]
        many: Many,
    },
    /// The record of a response, out of its envelope and made regular
    #[command(after_help = "Example: calendiff read response.json > stored.json")]
    Read {
        response: String,
        #[arg(long, value_enum, default_value_t)]
        format: AnswerFormat,
        #[command(flatten)]
        many: Many,
    },
    /// Compare two records
    #[command(after_help = "Example: calendiff diff stored.json draft.json --format patch")]
    Diff {
        /// The record as the service returns it
        stored: String,
        /// The record to compare with it
        #[arg(required_unless_present = "ndjson")]
        draft: Option<String>,
        #[arg(long, value_enum, default_value_t)]
        format: DiffFormat,
        /// Keep or remove the members that DRAFT leaves out
        #[arg(long, value_enum, default_value_t)]
        absent: AbsentArgument,
        /// Compare meanings, or spellings and orders as well
        #[arg(long, value_enum, default_value_t)]
        by: ByArgument,
        /// Add tests of the values that the patch changes
        #[arg(long)]
        tests: bool,
        /// Compare the records as they are written: an alias is an unknown member, and text keeps its spelling
        #[arg(long)]
        raw: bool,
        /// Exit status 1 where something differs, as in git
        #[arg(long)]
        exit_code: bool,
        /// Print nothing; implies --exit-code
        #[arg(long, short)]
        quiet: bool,
        #[command(flatten)]
        many: Many,
    },
    /// The body to send
    #[command(after_help = "Example: calendiff body stored.json draft.json --mode changed")]
    Body {
        /// The record as the service returns it
        stored: String,
        /// The record with its changes; members that it leaves out stay as stored
        #[arg(required_unless_present = "ndjson")]
        draft: Option<String>,
        #[arg(long, value_enum, default_value_t)]
        profile: ProfileArgument,
        #[arg(long, value_enum, default_value_t)]
        mode: ModeArgument,
        /// Print a body that the service would refuse, too
        #[arg(long)]
        allow_refused: bool,
        #[arg(long, value_enum, default_value_t)]
        format: AnswerFormat,
        #[command(flatten)]
        many: Many,
    },
    /// A stored record with wished values by key, and the body that makes them so
    ///
    /// All edits are made or none. What they do not name stays as it is, and a second run changes nothing. Exit status 1
    /// where a conflict is left, or the service would refuse a body, even for an error that the record had already.
    #[command(
        after_help = "Example: calendiff edit --ndjson export.ndjson --set 'slotDuration = at least 45 mins' --plan"
    )]
    Edit(EditArguments),
    /// The record that the service holds once it has applied SENT
    ///
    /// Under the profile service, members that SENT leaves out fall back to their defaults, as is reported of the service.
    #[command(after_help = "Example: calendiff outcome stored.json body.json --profile service")]
    Outcome {
        /// The record as the service returns it
        stored: String,
        /// The body of the update
        #[arg(required_unless_present = "ndjson")]
        sent: Option<String>,
        #[arg(long, value_enum, default_value_t)]
        profile: ProfileArgument,
        /// The format of the summary
        #[arg(
            long,
            value_enum,
            default_value_t,
            requires = "summary",
            hide_default_value = true
        )]
        format: AnswerFormat,
        #[command(flatten)]
        many: Many,
    },
    /// Compare what SENT asked for with the record after it: applied, not applied, and other changes
    ///
    /// Exit status 1 where something was not applied or is unexpected.
    #[command(after_help = "Example: calendiff verify stored.json body.json after.json")]
    Verify {
        /// The record before the update, as the service returned it
        stored: String,
        /// The body of the update
        #[arg(required_unless_present = "ndjson")]
        sent: Option<String>,
        /// The record as the service returns it after the update
        #[arg(required_unless_present = "ndjson")]
        after: Option<String>,
        /// The record as it was just before SENT: tells what others changed since STORED and SENT has undone
        #[arg(long, value_name = "FILE")]
        since: Option<String>,
        #[arg(long, value_enum, default_value_t)]
        format: AnswerFormat,
        /// Accepted as for diff; the exit status is the same without it
        #[arg(long, hide = true)]
        exit_code: bool,
        /// Print nothing; the exit status says it
        #[arg(long, short)]
        quiet: bool,
        #[command(flatten)]
        many: Many,
    },
    /// The openings of a calendar on each date: hours, the reason, and the starts that fit, as far as its record allows
    ///
    /// No clock is read. Hours in a schedule that STORED does not hold are not known.
    #[command(after_help = "Example: calendiff openings stored.json --from 2026-12-01 --days 30")]
    Openings {
        stored: String,
        /// The first date, such as 2026-12-01
        #[arg(long, value_name = "DATE")]
        from: String,
        /// The last date; at most 1,100 dates are answered
        #[arg(
            long,
            value_name = "DATE",
            required_unless_present = "days",
            conflicts_with = "days"
        )]
        to: Option<String>,
        /// The number of dates
        #[arg(long, value_name = "N")]
        days: Option<usize>,
        /// List the starts in text, too
        #[arg(long)]
        starts: bool,
        #[arg(long, value_enum, default_value_t)]
        format: AnswerFormat,
        #[command(flatten)]
        many: Many,
    },
    /// The request that carries BODY, as a call of curl; it is not sent
    ///
    /// The token is that of the environment variable `CALENDIFF_TOKEN` (`export CALENDIFF_TOKEN=…`), and is not shown: to see
    /// the request alone, any text will do. With --ndjson, a script that sends all of them, at a rate, and asks again where the
    /// service is busy; the script itself says how.
    #[command(
        after_help = "Example: calendiff request body.json stored.json --base-url https://service.example"
    )]
    Request {
        body: String,
        /// The stored record, whose id is used
        stored: Option<String>,
        /// The record as it was read again: a body keeps what others changed since STORED, and a conflict gets no request
        #[arg(long, value_name = "FILE", requires = "stored")]
        since: Option<String>,
        /// The requests that read the records, in place of BODY: a record, or with --ndjson many of them, or their ids in double quotes
        #[arg(long, conflicts_with_all = ["stored", "since"])]
        read: bool,
        /// The address of the service: http or https, a host, and at most a path
        #[arg(long, value_name = "URL")]
        base_url: String,
        /// The identifier of the calendar or location; with --ndjson it is that of STORED, or the member "id" of a line
        /// that also holds the "body"
        #[arg(long, required_unless_present_any = ["ndjson", "stored", "read"], conflicts_with = "ndjson")]
        id: Option<String>,
        /// The API whose addresses are used
        #[arg(long, value_enum, default_value_t)]
        api: ApiArgument,
        /// The beginning of paths, if it is not that of the API
        #[arg(long)]
        prefix: Option<String>,
        /// The value of the header Version, where it is not the specification’s
        #[arg(long, value_name = "DATE")]
        api_version: Option<String>,
        /// With --ndjson: the number of requests that the script begins in a second
        #[arg(long, value_name = "N", default_value_t = 10.0, value_parser = rate)]
        rate: f64,
        #[arg(long, value_enum, default_value_t)]
        format: AnswerFormat,
        #[command(flatten)]
        many: Many,
    },
    /// Explain the texts of the service's RESPONSE at the fields of the DRAFT that was sent
    ///
    /// RESPONSE is the body of the answer, JSON or not. Exit status 1 where it is a refusal, and 0 for a success, with a record
    /// or without one.
    #[command(after_help = "Example: calendiff explain refusal.json draft.json")]
    Explain {
        response: String,
        draft: Option<String>,
        /// The status of the answer, where the body does not say it
        ///
        /// If neither does, the JSON has no status, and the reason of a refusal is "other" or "not-json".
        #[arg(long, value_parser = clap::value_parser!(u16).range(100..=599))]
        status: Option<u16>,
        #[arg(long, value_enum, default_value_t)]
        format: AnswerFormat,
        #[command(flatten)]
        many: Many,
    },
    /// Plays the service's side of both updates on this machine, to develop against
    ///
    /// Prints the address it serves, which only this machine reaches, and keeps its state in a file:
    /// { "calendars": { id: record }, "locations": { id: record } }. Any token is acceptable, or only that of the
    /// environment variable `CALENDIFF_TOKEN`.
    #[command(after_help = "Example: calendiff sandbox --state state.json --fail 429=10")]
    Sandbox {
        /// The file of the state; read once at the start, and replaced by each update
        ///
        /// A file with a record a line is a state as well: of several lines with one id the last counts, and an update adds
        /// a line. An update is refused (500) if another program has changed the file since.
        #[arg(long, value_name = "FILE")]
        state: String,
        /// Fail on purpose, in so many of 100 requests: 429=10, 502=5, html=1, silence=2; separated by commas
        ///
        /// 401, 429, 500, 502, 503 and 504 answer with that status; html with a page in place of JSON; silence with nothing, though
        /// the update may have been made. Which requests fail is the same in each run.
        #[arg(long, value_name = "WHAT=PERCENT", value_delimiter = ',')]
        fail: Vec<Fault>,
        /// 0 for any that is free
        #[arg(long, default_value_t = 8787)]
        port: u16,
        /// The profile of the sandbox; under `service` it also updates as the service is reported to
        #[arg(long, value_enum, default_value_t)]
        profile: ProfileArgument,
        /// An origin whose pages may send updates and read the answers, such as `http://localhost:5173`; may be repeated
        ///
        /// No page may that is not of an origin named here.
        #[arg(long, value_name = "ORIGIN", value_parser = origin)]
        allow_origin: Vec<String>,
    },
    /// Merge what two sides changed in one record; works as a git merge driver
    ///
    /// Each is a whole record. The merged one goes to standard output, who changed what to standard error. Where both
    /// changed the same thing to different ends, both stand between conflict markers, and the exit status is 1. A file of --output has the indent and the line ends of OURS.
    /// With --path and --output, three files that are no such records are merged line by line, as git does, and the exit
    /// status is 1.
    /// With --ndjson a conflict is an error of the record, unless --format json shows it.
    #[command(after_help = "Example: calendiff merge base.json ours.json theirs.json")]
    Merge {
        base: String,
        #[arg(required_unless_present = "ndjson")]
        ours: Option<String>,
        #[arg(required_unless_present = "ndjson")]
        theirs: Option<String>,
        /// Whose change counts in a conflict
        #[arg(long, value_enum)]
        resolve: Option<ResolveArgument>,
        /// The name of the file that the three are versions of, for messages; git's %P
        #[arg(long, allow_hyphen_values = true)]
        path: Option<OsString>,
        /// The names of the three, also in conflict markers; git's %S %X %Y
        #[arg(long, num_args = 3, value_names = ["BASE", "OURS", "THEIRS"], allow_hyphen_values = true)]
        labels: Option<Vec<OsString>>,
        #[arg(long, value_enum, default_value_t)]
        format: AnswerFormat,
        #[command(flatten)]
        many: Many,
    },
    /// Compare two versions of a file, as git calls it: PATH OLD HEX MODE NEW HEX MODE [NEW-PATH HEADER]
    ///
    /// Options stand before PATH. In git's configuration, -- stands at the end of this command, so that no name of a file
    /// is an option. A file that cannot be compared is no error: git would stop before the others.
    #[command(after_help = "Example: git config diff.calendiff.command 'calendiff git-diff --'")]
    GitDiff {
        #[arg(long, value_enum, default_value_t)]
        format: GitFormat,
        #[arg(allow_hyphen_values = true)]
        path: OsString,
        #[arg(hide = true, num_args = 0.., trailing_var_arg = true, allow_hyphen_values = true)]
        versions: Vec<OsString>,
    },
    /// A document with a JSON Patch applied, whole or not at all
    ///
    /// If DOCUMENT has an envelope, PATCH applies to the record inside, unless one of its paths names the envelope.
    #[command(after_help = "Example: calendiff apply document.json patch.json")]
    Apply {
        document: String,
        #[arg(required_unless_present = "ndjson")]
        patch: Option<String>,
        /// PATCH is a merge patch, RFC 7396
        #[arg(long)]
        merge_patch: bool,
        /// The format of the summary
        #[arg(
            long,
            value_enum,
            default_value_t,
            requires = "summary",
            hide_default_value = true
        )]
        format: AnswerFormat,
        #[command(flatten)]
        many: Many,
    },
    /// The patch that undoes PATCH once it is applied to DOCUMENT, as apply applies it
    #[command(after_help = "Example: calendiff invert document.json patch.json")]
    Invert {
        document: String,
        #[arg(required_unless_present = "ndjson")]
        patch: Option<String>,
        /// PATCH is a merge patch, RFC 7396
        #[arg(long)]
        merge_patch: bool,
        /// The format of the summary
        #[arg(
            long,
            value_enum,
            default_value_t,
            requires = "summary",
            hide_default_value = true
        )]
        format: AnswerFormat,
        #[command(flatten)]
        many: Many,
    },
    /// Everything that can be found wrong, and its message
    #[command(after_help = "Example: calendiff codes")]
    Codes {
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// Every operation of the service that its specification names
    #[command(after_help = "Example: calendiff operations")]
    Operations {
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// The fields of both records, or of the one that --kind names
    #[command(after_help = "Example: calendiff fields --kind calendar")]
    Fields {
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// The JSON Schema of the kind that --kind names, or both updates in OpenAPI
    #[command(after_help = "Example: calendiff schema --kind calendar")]
    Schema {
        /// The body of an update, or the record as responses carry it
        #[arg(long, value_enum, default_value_t)]
        of: ShapeArgument,
        /// Both updates as a description in OpenAPI 3.1, in English
        #[arg(long, conflicts_with_all = ["of", "kind"])]
        openapi: bool,
    },
    /// A script with which a shell completes commands: source it, or put it where the shell looks for them
    #[command(
        after_help = "Example: calendiff completions bash > /etc/bash_completion.d/calendiff"
    )]
    Completions { shell: Shell },
    /// The manual page, to be shown by `man -l`
    #[command(after_help = "Example: calendiff man > calendiff.1")]
    Man,
}

impl Verb {
    /// Returns true if the exit status is to say all.
    pub(crate) fn is_quiet(&self) -> bool {
        match self {
            Self::Review { quiet, .. }
            | Self::Validate { quiet, .. }
            | Self::Diff { quiet, .. }
            | Self::Verify { quiet, .. } => *quiet,
            Self::Edit(edit) => edit.quiet,
            _ => false,
        }
    }
}

/// A number of requests in a second.
fn rate(text: &str) -> Result<f64, &'static str> {
    match text.parse() {
        Ok(rate) if (0.001..=1000.0).contains(&rate) => Ok(rate),
        _ => Err("expected a number from 0.001 to 1000"),
    }
}

/// An origin as browsers spell it: a scheme, a host, and a port where it is not the scheme's own.
fn origin(text: &str) -> Result<String, &'static str> {
    let origin = text.to_ascii_lowercase();
    let uri: Option<Uri> = origin.parse().ok();
    let is_origin = uri
        .as_ref()
        .is_some_and(|uri| match (uri.scheme_str(), uri.authority()) {
            (Some(scheme), Some(host)) => {
                !host.as_str().contains('@') && origin == format!("{scheme}://{host}")
            }
            _ => false,
        });
    if !is_origin {
        return Err("expected a scheme and a host, such as http://localhost:5173");
    }
    let own_port = if origin.starts_with("https:") {
        ":443"
    } else {
        ":80"
    };
    Ok(origin
        .strip_suffix(own_port)
        .map_or(origin.clone(), str::to_owned))
}
