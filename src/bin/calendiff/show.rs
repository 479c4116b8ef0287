//! What people read: 80 columns, color only on a terminal.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::ops::Range;

use calendiff::json::{Position, to_string_pretty};
use calendiff::schema::{Access, Member, Object};
use calendiff::{
    Action, Basis, Change, Code, Fixed, Issue, Kind, Merged, Mode, Operation, Refusal, Refused, Review, Severity, Side,
    Taken, Verified, visible, visible_json,
};

use crate::input::Input;

const WIDTH: usize = 80;
/// What there is room for of a line of the source.
const ROOM: usize = WIDTH - 20;

/// Colors, or none.
#[derive(Clone, Copy)]
pub(crate) struct Paint {
    on: bool,
}

impl Paint {
    /// Colors on a terminal, unless `NO_COLOR` is set to something.
    pub(crate) fn when(terminal: bool) -> Self {
        let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        Self { on: terminal && !refused && !dumb }
    }

    fn with(self, style: &str, text: &str) -> String {
        if self.on { format!("\u{1b}[{style}m{text}\u{1b}[0m") } else { text.to_owned() }
    }

    fn bold(self, text: &str) -> String {
        self.with("1", text)
    }

    fn dim(self, text: &str) -> String {
        self.with("2", text)
    }

    fn severity(self, severity: Severity) -> String {
        let style = match severity {
            Severity::Error => "1;31",
            Severity::Warning => "1;33",
            Severity::Note => "1;36",
        };
        self.with(style, severity.name())
    }
}

pub(crate) fn review(out: &mut String, paint: Paint, review: &Review, draft: &Input, mode: Mode) {
    findings(out, paint, &review.report.issues, draft);

    let words = &review.diff.words;
    changes(out, paint, &format!("What changes ({})", words.len()), words);

    let sent = review.body.value.as_object().map_or(0, serde_json::Map::len);
    let mode = if mode == Mode::Full { "full" } else { "changed members only" };
    heading(out, paint, &format!("Body to send ({mode}: {sent} members)"));
    for (action, label) in [
        (Action::Stripped, "left out, only in responses:"),
        (Action::LeftOut, "left out:"),
        (Action::Renamed, "renamed:"),
        (Action::Kept, "sent all the same:"),
        (Action::Deleted, "sent as deleted:"),
    ] {
        let decisions = review.body.decisions.iter().filter(|decision| decision.action == action);
        let places: Vec<String> = decisions
            .map(|decision| match action {
                Action::Stripped => decision.path.to_string(),
                _ => format!("{} ({})", decision.path, decision.reason),
            })
            .collect();
        if !places.is_empty() {
            wrapped(out, "  ", "    ", &format!("{label} {}", places.join(", ")));
        }
    }
    out.push('\n');
    for line in visible_json(&to_string_pretty(&review.body.value)).lines() {
        _ = writeln!(out, "  {line}");
    }
}

/// Changes in words, below a heading.
pub(crate) fn changes(out: &mut String, paint: Paint, title: &str, words: &[String]) {
    heading(out, paint, title);
    if words.is_empty() {
        out.push_str("  nothing\n");
    }
    for words in words {
        wrapped(out, "  * ", "    ", words);
    }
}

/// What came of an update.
pub(crate) fn verified(out: &mut String, paint: Paint, verified: &Verified) {
    let of = |changes: &[Change]| changes.iter().map(|change| change.words.clone()).collect::<Vec<_>>();
    let not_applied = verified.not_applied.iter().map(|change| change.words.clone()).collect();
    let parts =
        [("Applied", of(&verified.applied)), ("Not applied", not_applied), ("Unexpected", of(&verified.unexpected))];
    for (title, words) in parts {
        changes(out, paint, &format!("{title} ({})", words.len()), &words);
    }
}

/// Who changed what, where the sides disagree, and what is wrong with the outcome, on standard error beside the record.
pub(crate) fn merged(merged: &Merged, taken: bool) {
    let mut said = String::new();
    for Taken { from, change, .. } in merged.taken.iter().filter(|_| taken) {
        let from = match from {
            Side::Ours => "ours:     ",
            Side::Theirs => "theirs:   ",
            Side::Both => "both:     ",
        };
        wrapped(&mut said, from, "          ", &change.words);
    }
    for conflict in &merged.conflicts {
        wrapped(&mut said, "conflict: ", "          ", &conflict.words);
    }
    for issue in merged.issues.iter().filter(|issue| !is_echo(issue)) {
        let text = format!("{} at {}: {}", issue.code.name(), place(issue), issue.message());
        wrapped(&mut said, &format!("{:10}", format!("{}:", issue.severity.name())), "          ", &text);
    }
    said.lines().for_each(say);
}

/// The findings about a draft, and in one line what it only echoes of the stored record.
pub(crate) fn report(out: &mut String, paint: Paint, issues: &[Issue], draft: &Input) {
    findings(out, paint, issues, draft);
    let echoes: Vec<String> =
        issues.iter().filter(|issue| is_echo(issue)).map(|issue| issue.path.to_string()).collect();
    if !echoes.is_empty() {
        let text = format!("only in responses, and as stored: {}", echoes.join(", "));
        out.push('\n');
        wrapped(out, &format!("  {}     ", paint.severity(Severity::Note)), "           ", &text);
    }
    let fixes = issues.iter().filter(|issue| issue.unasked_fix().is_some()).count();
    if let Some(fixes) = plural(fixes, "fix") {
        out.push('\n');
        wrapped(
            out,
            "",
            "",
            &format!("{fixes}: validate --fix prints the fixed draft, --fix --write writes it to its file"),
        );
    }
}

/// Notes for the eye on standard error, beside what standard output is for.
pub(crate) fn notes(issues: &[Issue]) {
    for issue in issues {
        say(&format!("note at {}: {}", place(issue), issue.message()));
    }
}

/// What was fixed and what is left, for the eye.
pub(crate) fn fixed(fixed: &Fixed) {
    for issue in &fixed.applied {
        let title = issue.fix.as_ref().map_or("", |fix| &fix.title);
        say(&format!("fixed {} at {}: {title}", issue.code.name(), place(issue)));
    }
    for issue in &fixed.issues {
        let (severity, code) = (issue.severity.name(), issue.code.name());
        say(&format!("left {severity} {code} at {}: {}", place(issue), issue.message()));
    }
}

fn place(issue: &Issue) -> String {
    if issue.path.segments().is_empty() {
        "the record".to_owned()
    } else {
        visible(&issue.path.to_string()).into_owned()
    }
}

fn is_echo(issue: &Issue) -> bool {
    issue.code == Code::ReadOnlyEcho
}

/// The issues, each with its line and a caret under its place.
fn findings(out: &mut String, paint: Paint, issues: &[Issue], draft: &Input) {
    let issues: Vec<&Issue> = issues.iter().filter(|issue| !is_echo(issue)).collect();
    let count = |severity| issues.iter().filter(|issue| issue.severity == severity).count();
    let counts: Vec<String> = [(Severity::Error, "error"), (Severity::Warning, "warning"), (Severity::Note, "note")]
        .into_iter()
        .filter_map(|(severity, name)| plural(count(severity), name))
        .collect();
    let verdict = if counts.is_empty() { "nothing wrong".to_owned() } else { counts.join(", ") };
    heading(out, paint, &format!("{}: {verdict}", draft.name()));
    for (index, issue) in issues.iter().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        issue_lines(out, paint, issue, Some(draft));
    }
}

/// What the service says, each text with the finding that it stands for.
pub(crate) fn refusal(out: &mut String, paint: Paint, status: u16, refusal: &Refusal, draft: Option<&Input>) {
    let reason = match refusal.reason {
        Refused::BadRequest => "bad request",
        Refused::Unauthorized => "unauthorized",
        Refused::Unprocessable => "unprocessable",
        Refused::Unreadable => "a success without a record in it; read it back to see what was applied",
        _ => "refused",
    };
    heading(out, paint, &format!("{status}: {reason}"));
    for (index, issue) in refusal.issues.iter().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        if let Some(text) = refusal.texts.get(index).filter(|_| issue.code != Code::ServiceSays) {
            let mut said = String::new();
            wrapped(&mut said, "  ", "  ", &format!("“{text}”"));
            out.extend(said.lines().map(|line| paint.dim(line) + "\n"));
        }
        issue_lines(out, paint, issue, draft);
    }
}

fn issue_lines(out: &mut String, paint: Paint, issue: &Issue, draft: Option<&Input>) {
    let severity = format!("{:width$}", "", width = 8 - issue.severity.name().len());
    let at = place(issue);
    _ = write!(out, "  {}{severity} {} at {at}", paint.severity(issue.severity), paint.bold(issue.code.name()));
    out.push('\n');
    wrapped(out, "           ", "           ", &issue.message());
    if let Some((position, draft)) = issue.position.filter(|_| !issue.path.segments().is_empty()).zip(draft) {
        excerpt(out, paint, draft, position, issue.span.clone().unwrap_or_default());
    }
    if issue.basis() == Basis::Observed {
        _ = writeln!(out, "           {}", paint.dim("(observed, not in the service's document)"));
    }
    if let Some(fix) = &issue.fix {
        wrapped(out, &format!("           {} ", paint.bold("fix:")), "           ", &fix.title);
    }
}

/// The line of the source with carets under what of it is meant; a window of it where it is long.
///
/// Libraries for this show whole lines: of a draft of 40 kB on one line with 63 findings, miette prints 4.9 MB, this 14 kB.
fn excerpt(out: &mut String, paint: Paint, draft: &Input, place: Position, span: Range<usize>) {
    let column = place.column - 1;
    let before = if column < ROOM { column } else { ROOM / 3 };
    let Some((line, column)) = draft.document().near(place, before, ROOM + 1) else { return };
    let (near, column) = window(line, column);
    // Escapes take more room than what they stand for.
    let shown = |part: String| visible(&part.replace(['\t', '\r'], " ")).into_owned();
    let before = shown(near.chars().take(column).collect());
    let (near, column) =
        window(&(before.clone() + &shown(near.chars().skip(column).collect())), before.chars().count());
    let indent = near.chars().take(column).take_while(|c| *c == ' ').count();
    let meant = draft.document().source().get(span).and_then(|text| text.lines().next()).unwrap_or_default();
    let meant = shown(meant.chars().take(ROOM).collect()).chars().count();
    let room = near.chars().filter(|c| *c != '…').count() - column;
    let (near, caret, carets) = (near.trim_start(), column - indent, "^".repeat(meant.min(room).max(1)));
    _ = writeln!(out, "{}", paint.dim(&format!("{:>9} | {near}", place.line)));
    _ = writeln!(out, "{}", paint.dim(&format!("{:>9} | {}{carets}", "", " ".repeat(caret))));
}

/// What there is room for of a line, around a column, and the column in that.
fn window(line: &str, column: usize) -> (String, usize) {
    let start = if column < ROOM { 0 } else { column - ROOM / 3 };
    let mut window: String = line.chars().skip(start).take(ROOM).collect();
    if line.chars().nth(start + ROOM).is_some() {
        window.push('…');
    }
    (window, column - start)
}

fn heading(out: &mut String, paint: Paint, text: &str) {
    if !out.is_empty() {
        out.push('\n');
    }
    _ = writeln!(out, "{}\n", paint.bold(&visible(text)));
}

fn plural(count: usize, name: &str) -> Option<String> {
    match count {
        0 => None,
        1 => Some(format!("1 {name}")),
        count if name.ends_with('x') => Some(format!("{count} {name}es")),
        count => Some(format!("{count} {name}s")),
    }
}

/// Writes what there is to standard output.
pub(crate) fn print(out: &mut String) -> io::Result<()> {
    let written = io::stdout().write_all(out.as_bytes()).and_then(|()| io::stdout().flush());
    out.clear();
    written
}

/// A line on standard error.
pub(crate) fn say(line: &str) {
    _ = io::stderr().write_all(format!("{}\n", visible(line)).as_bytes());
}

/// Text that may be anyone's, over as many lines as it takes, each with an indent of ours.
fn wrapped(out: &mut String, first: &str, rest: &str, text: &str) {
    // What it does by itself depends on features that another crate may ask for.
    let options = textwrap::Options::new(WIDTH)
        .word_separator(textwrap::WordSeparator::AsciiSpace)
        .wrap_algorithm(textwrap::WrapAlgorithm::FirstFit)
        .initial_indent(first)
        .subsequent_indent(rest)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    for line in textwrap::wrap(&visible(text), options) {
        _ = writeln!(out, "{line}");
    }
}

/// The tables of a record, as the document has them.
pub(crate) fn fields(out: &mut String, paint: Paint, kind: Kind) {
    let mut seen = Vec::new();
    let mut tables = vec![kind.record()];
    while let Some(table) = tables.pop() {
        if seen.contains(&table.name) {
            continue;
        }
        seen.push(table.name);
        heading(out, paint, &format!("{} (section {})", table.name, table.section));
        for member in table.members {
            field(out, paint, member);
        }
        tables.extend(table.members.iter().rev().filter_map(|member| member.ty.table()));
    }
    out.push('\n');
    wrapped(out, "", "", "(R) stands in responses only. * is observed, and not in the service's document.");
}

fn field(out: &mut String, paint: Paint, member: &Member) {
    let access = match member.access {
        Access::Both => "",
        Access::ResponseOnly => " (R)",
        Access::RequestOnly => " (request only)",
    };
    let ty = match member.ty.table() {
        Some(Object { name, .. }) if member.ty.identity().is_some() => format!("array of {name}"),
        Some(Object { name, .. }) => (*name).to_owned(),
        None => match member.ty.items() {
            Some(items) => format!("array of {items}"),
            None => member.ty.name().to_owned(),
        },
    };
    let mut notes = vec![member.label.to_owned()];
    let known: Vec<String> = member
        .known
        .iter()
        .map(|known| if known.basis == Basis::Observed { format!("{}*", known.value) } else { known.value.to_owned() })
        .collect();
    if !known.is_empty() {
        notes.push(format!("known: {}", known.join(", ")));
    }
    notes.extend(member.unit.map(|unit| format!("in {unit}")));
    notes.extend(member.default.map(|default| format!("default {default}*")));
    if !member.help.is_empty() {
        notes.push(member.help.trim_end_matches('.').to_owned());
    }
    let padding = " ".repeat(38_usize.saturating_sub(member.name.len() + access.len()).max(1));
    _ = writeln!(out, "  {}{access}{padding}{ty}", paint.bold(member.name));
    wrapped(out, "      ", "      ", &notes.join("; "));
}

/// The table of codes: how bad each is, who says so and where, and its message.
pub(crate) fn codes(out: &mut String, paint: Paint) {
    for code in Code::ALL {
        let name = paint.bold(code.name());
        let refused = if code.refused() { ", refused" } else { "" };
        let severity = paint.severity(code.severity());
        let padding = " ".repeat(25_usize.saturating_sub(code.name().len()).max(1));
        _ = writeln!(out, "  {name}{padding}{severity}{refused}");
        wrapped(out, "      ", "      ", code.template());
        wrapped(out, "      ", "      ", &format!("{}: {}", code.basis().name(), code.source()));
    }
    out.push('\n');
    let refused = "refused: the service is reported to refuse a request for it; an error under --profile service.";
    wrapped(out, "", "", refused);
}

/// The operations of the service, by their areas.
pub(crate) fn operations(out: &mut String, paint: Paint) {
    for operation in Operation::ALL {
        let method = format!("{:7}", operation.method.unwrap_or("-"));
        let name = format!("{}: {}", operation.area, operation.name);
        let path = operation.path.map_or_else(String::new, |path| format!("  {path}"));
        let version = operation.version.map_or_else(String::new, |version| format!("  {version}"));
        _ = writeln!(out, "  {}{}", paint.dim(&method), format!("{name:28}{path}{version}").trim_end());
    }
    out.push('\n');
    wrapped(out, "", "", "What is left out is not shown by the service's document.");
}
