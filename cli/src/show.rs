//! Text for people: 80 columns, color only on a terminal.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::ops::Range;
use std::ops::RangeInclusive;

use calendiff::json::{Position, to_string_pretty};
use calendiff::schema::{Access, Member, Object};
use calendiff::{
    About, Action, Basis, Body, Change, Code, Edited, Fixed, Issue, Kind, Language, Merged,
    MergedChange, Mode, OpeningDate, OpeningReason, OpeningSlot, Openings, Operation, Params,
    Refusal, RefusalReason, Review, Sentence, Severity, Side, Verified, visible, visible_json,
};
use serde_json::Value;

use crate::error_codes;
use crate::failure::Part;
use crate::input::Input;

/// The maximum number of characters of a line of the source.
const ROOM: usize = 60;

/// The widths that lines are wrapped to: a narrower terminal wraps them itself, and longer lines are hard to read.
const WIDTHS: RangeInclusive<usize> = 40..=120;

/// Returns the width of the terminal, or 80 where there is none.
pub(crate) fn width_of_terminal() -> usize {
    textwrap::termwidth().clamp(*WIDTHS.start(), *WIDTHS.end())
}

/// The language, and whether to print colors.
#[derive(Clone, Copy)]
pub(crate) struct Paint<'l> {
    on: bool,
    /// True if the language is not that of the library's answers.
    pub(crate) rewords: bool,
    pub(crate) language: &'l Language,
    /// The width of lines that are wrapped.
    width: usize,
}

impl<'l> Paint<'l> {
    pub(crate) fn new(has_color: bool, language: &'l Language) -> Self {
        Self {
            on: has_color,
            rewords: language != Language::english(),
            language,
            width: width_of_terminal(),
        }
    }

    /// Returns true on a terminal, unless `NO_COLOR` is set to a nonempty value or `TERM` is `dumb`.
    pub(crate) fn is_wanted(terminal: bool) -> bool {
        let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        terminal && !refused && !dumb
    }

    /// Renders a text of the command itself, or one that it shares with reports.
    pub(crate) fn say<const COUNT: usize>(
        self,
        key: &str,
        params: [(&'static str, Value); COUNT],
    ) -> String {
        let section = if self.language.template("command", key).is_empty() {
            "report"
        } else {
            "command"
        };
        self.language.say(section, key, &Params::from_iter(params))
    }

    /// Returns what the code of a finding means: its message, with an ellipsis for each of its values.
    pub(crate) fn meaning(self, code: &str) -> Option<String> {
        let code: Code = code.parse().ok()?;
        let values = code.params().iter().map(|name| (*name, "…".into()));
        Some(self.language.say("message", code.name(), &values.collect()))
    }

    fn all<'w>(self, words: impl IntoIterator<Item = &'w Sentence>) -> Vec<String> {
        words
            .into_iter()
            .map(|words| words.in_language(self.language))
            .collect()
    }

    /// Wraps untrusted text over several lines, each with the given indent.
    pub(crate) fn wrapped(self, out: &mut String, first: &str, rest: &str, text: &str) {
        // The default options depend on features that another crate may enable.
        let options = textwrap::Options::new(self.width)
            .word_separator(textwrap::WordSeparator::AsciiSpace)
            .wrap_algorithm(textwrap::WrapAlgorithm::FirstFit)
            .initial_indent(first)
            .subsequent_indent(rest)
            .word_splitter(textwrap::WordSplitter::NoHyphenation);
        for line in textwrap::wrap(&visible(text), options) {
            _ = writeln!(out, "{line}");
        }
    }

    /// Disables colors, for standard error.
    fn plain(self) -> Self {
        Self { on: false, ..self }
    }

    fn with(self, style: &str, text: &str) -> String {
        if self.on {
            format!("\u{1b}[{style}m{text}\u{1b}[0m")
        } else {
            text.to_owned()
        }
    }

    fn bold(self, text: &str) -> String {
        self.with("1", text)
    }

    fn dim(self, text: &str) -> String {
        self.with("2", text)
    }

    /// Returns the severity in its color, padded to the width of its column.
    fn severity(self, severity: Severity) -> String {
        let style = match severity {
            Severity::Error => "1;31",
            Severity::Warning => "1;33",
            Severity::Note => "1;36",
        };
        let name = self.say(severity.name(), []);
        let padding = " ".repeat(
            9_usize
                .saturating_sub(textwrap::core::display_width(&name))
                .max(1),
        );
        self.with(style, &name) + &padding
    }
}

pub(crate) fn review(
    out: &mut String,
    paint: Paint<'_>,
    review: &Review,
    [stored, draft]: [&Input; 2],
    mode: Mode,
) {
    let (of_draft, of_stored): (Vec<&Issue>, Vec<&Issue>) = review
        .report
        .issues
        .iter()
        .filter(|issue| !is_echo(issue))
        .partition(|issue| issue.about == About::Draft);
    findings(out, paint, &of_draft, draft, false, true);
    if !of_stored.is_empty() {
        findings(out, paint, &of_stored, stored, false, true);
    }

    let words = paint.all(&review.diff.words);
    changes(
        out,
        paint,
        &paint.say("what_changes", [("n", words.len().into())]),
        &words,
    );
    if let Some(effect) = &review.effect {
        out.push('\n');
        paint.wrapped(out, "  ", "  ", &effect.words.in_language(paint.language));
    }

    body(out, paint, &review.body, mode);
}

/// Prints a record with edits: its findings, the changes, the conflicts and the body. Under a title, the changes come first,
/// and the body is left out.
pub(crate) fn edited(
    out: &mut String,
    paint: Paint<'_>,
    edited: &Edited,
    title: Option<&str>,
    mode: Mode,
) {
    let words = paint.all(&edited.words);
    if let Some(title) = title {
        changes(out, paint, &visible(title), &words);
    }
    for issue in edited
        .issues
        .iter()
        .filter(|issue| edited.applies && issue.severity != Severity::Note)
    {
        issue_lines(out, paint, issue, None);
    }
    if title.is_none() {
        changes(
            out,
            paint,
            &paint.say("what_changes", [("n", words.len().into())]),
            &words,
        );
    }
    if !edited.conflicts.is_empty() {
        let words = paint.all(edited.conflicts.iter().map(|conflict| &conflict.words));
        changes(
            out,
            paint,
            &paint.say("conflicts", [("n", words.len().into())]),
            &words,
        );
    }
    if title.is_none() {
        body(out, paint, &edited.body, mode);
    }
}

fn body(out: &mut String, paint: Paint<'_>, body: &Body, mode: Mode) {
    let sent = body
        .value
        .root()
        .members()
        .map_or(0, |members| members.len());
    let mode = if mode == Mode::Full {
        "body_full"
    } else {
        "body_changed"
    };
    heading(out, paint, &paint.say(mode, [("n", sent.into())]));
    if !body.can_send {
        paint.wrapped(out, "  ", "  ", &paint.say("not_sendable", []));
    }
    for (action, key) in [
        (Action::Stripped, "stripped"),
        (Action::LeftOut, "left_out"),
        (Action::Renamed, "renamed"),
        (Action::Rewritten, "rewritten"),
        (Action::Kept, "kept"),
        (Action::Deleted, "deleted"),
    ] {
        let places = places_by_reason(paint, body, action);
        if !places.is_empty() {
            paint.wrapped(
                out,
                "  ",
                "    ",
                &paint.say(key, [("places", places.into())]),
            );
        }
    }
    out.push('\n');
    for line in visible_json(&to_string_pretty(&body.value)).lines() {
        _ = writeln!(out, "  {line}");
    }
}

/// Returns the places of decisions, each reason once: `/a, /b (the reason of both); /c (another one)`. That a member is of
/// responses alone is in the sentence around.
fn places_by_reason(paint: Paint<'_>, body: &Body, action: Action) -> String {
    let mut reasons: Vec<(String, Vec<String>)> = Vec::new();
    for decision in &body.decisions {
        if decision.action != action {
            continue;
        }
        let reason = decision.reason.in_language(paint.language);
        let place = decision.path.to_string();
        match reasons.iter_mut().find(|(own, _)| *own == reason) {
            Some((_, places)) => places.push(place),
            None => reasons.push((reason, vec![place])),
        }
    }
    let parts: Vec<String> = reasons
        .into_iter()
        .map(|(reason, places)| match action {
            Action::Stripped => places.join(", "),
            _ => format!("{} ({reason})", places.join(", ")),
        })
        .collect();
    parts.join("; ")
}

/// Prints changes in words, below a heading.
pub(crate) fn changes(out: &mut String, paint: Paint<'_>, title: &str, words: &[String]) {
    heading(out, paint, title);
    if words.is_empty() {
        paint.wrapped(out, "  ", "  ", &paint.say("nothing", []));
    }
    for words in words {
        paint.wrapped(out, "  * ", "    ", words);
    }
}

/// Prints the result of an update.
pub(crate) fn verified(
    out: &mut String,
    paint: Paint<'_>,
    verified: &Verified,
    went_back: &[Change],
) {
    let not_applied = paint.all(verified.not_applied.iter().map(|change| &change.words));
    let mut parts = vec![
        ("applied", words_of(paint, &verified.applied)),
        ("not_applied", not_applied),
        ("unexpected", words_of(paint, &verified.unexpected)),
    ];
    if !went_back.is_empty() {
        parts.push(("went_back", words_of(paint, went_back)));
    }
    if !verified.filled_in.is_empty() {
        parts.push(("filled_in", words_of(paint, &verified.filled_in)));
    }
    for (title, words) in parts {
        changes(
            out,
            paint,
            &paint.say(title, [("n", words.len().into())]),
            &words,
        );
    }
}

/// Returns the words of changes.
fn words_of(paint: Paint<'_>, changes: &[Change]) -> Vec<String> {
    paint.all(changes.iter().map(|change| &change.words))
}

/// Prints what a calendar offers: its dates, the sums, and what keeps anything from being booked.
pub(crate) fn openings(
    out: &mut String,
    paint: Paint<'_>,
    openings: &Openings,
    title: Option<&String>,
    lists_starts: bool,
) {
    let span = paint.say(
        "openings",
        [
            ("from", openings.from.as_str().into()),
            ("to", openings.to.as_str().into()),
        ],
    );
    heading(
        out,
        paint,
        &title.map_or_else(|| span.clone(), |title| format!("{title}: {span}")),
    );
    let OpeningSlot {
        duration,
        interval,
        before,
        after,
        ..
    } = openings.slot;
    paint.wrapped(
        out,
        "  ",
        "  ",
        &paint.say(
            "slot",
            [("duration", duration.into()), ("interval", interval.into())],
        ),
    );
    if before + after > 0 {
        paint.wrapped(
            out,
            "  ",
            "  ",
            &paint.say(
                "buffers",
                [("before", before.into()), ("after", after.into())],
            ),
        );
    }
    out.push('\n');
    let widest = openings
        .days
        .iter()
        .map(|date| width(&name_of(paint, date)))
        .max()
        .unwrap_or_default();
    let indent = " ".repeat(widest + 4);
    for date in &openings.days {
        let name = name_of(paint, date);
        let first = format!("  {name}{}", " ".repeat(widest + 2 - width(&name)));
        paint.wrapped(out, &first, &indent, &hours_of(paint, date));
        if lists_starts && !date.starts.is_empty() {
            paint.wrapped(out, &indent, &indent, &date.starts.join(" "));
        }
    }
    out.push('\n');
    paint.wrapped(out, "  ", "  ", &openings.words.in_language(paint.language));
    for issue in &openings.issues {
        out.push('\n');
        issue_lines(out, paint, issue, None);
    }
}

/// Returns the number of columns that a text takes.
fn width(text: &str) -> usize {
    textwrap::core::display_width(text)
}

/// Returns a date with its day of the week.
fn name_of(paint: Paint<'_>, date: &OpeningDate) -> String {
    paint.say(
        "on_date",
        [
            ("day", date.day.into()),
            ("date", date.date.as_str().into()),
        ],
    )
}

/// Returns the hours of a date with the number of starts, or the reason why it has none.
fn hours_of(paint: Paint<'_>, date: &OpeningDate) -> String {
    let Some(hours) = date.hours.as_ref().filter(|hours| !hours.is_empty()) else {
        return why(paint, date.why);
    };
    let starts = paint.say("starts", [("n", date.start_count.into())]);
    let special = (date.why == OpeningReason::SpecialDate).then(|| why(paint, date.why));
    let facts: Vec<String> = special.into_iter().chain([starts]).collect();
    paint.say(
        "open_hours",
        [("hours", hours.clone().into()), ("facts", facts.into())],
    )
}

/// Returns the reason for the hours of a date.
fn why(paint: Paint<'_>, why: OpeningReason) -> String {
    paint.language.word("opening", &why.name().into())
}

/// Prints the changes of each side, their conflicts, and the issues of the outcome, on standard error beside the
/// record.
pub(crate) fn merged(paint: Paint<'_>, merged: &Merged, taken: bool, heading: Option<&str>) {
    let paint = paint.plain();
    let mut said = String::new();
    for MergedChange { from, change, .. } in merged.taken.iter().filter(|_| taken) {
        let from = match from {
            Side::Ours => "ours",
            Side::Theirs => "theirs",
            Side::Both => "both",
        };
        tell(
            &mut said,
            paint,
            &paint.say(from, []),
            &change.words.in_language(paint.language),
        );
    }
    for conflict in &merged.conflicts {
        tell(
            &mut said,
            paint,
            &paint.say("conflict", []),
            &conflict.words.in_language(paint.language),
        );
    }
    for issue in merged.issues.iter().filter(|issue| !is_echo(issue)) {
        let text = format!(
            "{}: {}",
            finding(paint, issue),
            issue.message_in(paint.language)
        );
        tell(
            &mut said,
            paint,
            &format!("{}:", paint.say(issue.severity.name(), [])),
            &text,
        );
    }
    if !said.is_empty() {
        heading.into_iter().for_each(say);
    }
    said.lines().for_each(say);
}

/// Prints a text in a column beside who says it.
fn tell(out: &mut String, paint: Paint<'_>, who: &str, text: &str) {
    let padding = " ".repeat(10_usize.saturating_sub(width(who)).max(1));
    paint.wrapped(out, &(who.to_owned() + &padding), "          ", text);
}

/// Prints the findings about a draft, and in one line the members that only echo the stored record. Says if it was read as a
/// stored record without being asked.
pub(crate) fn report(
    out: &mut String,
    paint: Paint<'_>,
    issues: &[Issue],
    draft: &Input,
    is_record: bool,
    gathers: bool,
) {
    let issues: Vec<&Issue> = issues.iter().filter(|issue| !is_echo(issue)).collect();
    findings(out, paint, &issues, draft, is_record, gathers);
    let echoes: Vec<String> = issues
        .iter()
        .filter(|issue| is_echo(issue))
        .map(|issue| issue.path.to_string())
        .collect();
    if !echoes.is_empty() {
        let text = paint.say("echoes", [("names", echoes.join(", ").into())]);
        out.push('\n');
        paint.wrapped(
            out,
            &format!("  {}", paint.severity(Severity::Note)),
            "           ",
            &text,
        );
    }
    let fixes = issues
        .iter()
        .filter(|issue| issue.automatic_fix().is_some())
        .count();
    if fixes > 0 {
        out.push('\n');
        let advice = if draft.place().part == Part::Whole {
            "fixes"
        } else {
            "fixes_many"
        };
        paint.wrapped(out, "", "", &paint.say(advice, [("n", fixes.into())]));
    }
}

/// Prints notes for people on standard error, apart from the data on standard output.
pub(crate) fn notes(paint: Paint<'_>, issues: &[Issue]) {
    for issue in issues {
        let message = issue.message_in(paint.language);
        say(&paint.say(
            "note_at",
            [
                ("place", place(paint, issue).into()),
                ("message", message.into()),
            ],
        ));
    }
}

/// Prints the applied fixes and the remaining issues for people.
pub(crate) fn fixed(paint: Paint<'_>, fixed: &Fixed) {
    for issue in &fixed.applied {
        let title = issue
            .fix
            .as_ref()
            .map(|fix| fix.title.in_language(paint.language))
            .unwrap_or_default();
        let [code, place] = code_and_place(paint, issue);
        say(&paint.say("fixed", [code, place, ("title", title.into())]));
    }
    for issue in &fixed.issues {
        let (severity, message) = (
            paint.say(issue.severity.name(), []),
            issue.message_in(paint.language),
        );
        let [code, place] = code_and_place(paint, issue);
        say(&paint.say(
            "left",
            [
                code,
                place,
                ("severity", severity.into()),
                ("message", message.into()),
            ],
        ));
    }
}

/// Returns the code and the place of an issue as parameters.
fn code_and_place(paint: Paint<'_>, issue: &Issue) -> [(&'static str, Value); 2] {
    [
        ("code", issue.code.name().into()),
        ("place", place(paint, issue).into()),
    ]
}

/// Returns the code and the place of an issue.
fn finding(paint: Paint<'_>, issue: &Issue) -> String {
    // Parameters are escaped, and the style of the code must not be.
    let template = paint.language.template("command", "finding");
    template
        .replace("{code}", &paint.bold(issue.code.name()))
        .replace("{place}", &place(paint, issue))
}

fn place(paint: Paint<'_>, issue: &Issue) -> String {
    if issue.path.segments().is_empty() {
        paint.say("the_record", [])
    } else {
        visible(&issue.path.to_string()).into_owned()
    }
}

fn is_echo(issue: &Issue) -> bool {
    issue.code == Code::ReadOnlyEcho
}

/// Prints the issues, each with its line and a caret under its place.
/// Notes of one code are printed together if `gathers`.
fn findings(
    out: &mut String,
    paint: Paint<'_>,
    issues: &[&Issue],
    draft: &Input,
    is_record: bool,
    gathers: bool,
) {
    let counts: Vec<String> = [
        (Severity::Error, "errors"),
        (Severity::Warning, "warnings"),
        (Severity::Note, "notes"),
    ]
    .into_iter()
    .filter_map(|(severity, key)| {
        let of_severity = issues.iter().filter(|issue| issue.severity == severity);
        let count = of_severity.count();
        (count > 0).then(|| paint.say(key, [("n", count.into())]))
    })
    .collect();
    let verdict = if counts.is_empty() {
        paint.say("nothing_wrong", [])
    } else {
        counts.join(", ")
    };
    heading(out, paint, &format!("{}: {verdict}", draft.place()));
    if is_record {
        out.pop();
        paint.wrapped(out, "", "", &paint.say("as_record", []));
        out.push('\n');
    }
    let groups = if gathers {
        repeated_notes(issues)
    } else {
        Vec::new()
    };
    let gathered: Vec<Code> = groups.iter().map(|group| group[0].code).collect();
    let mut singles = issues.to_vec();
    singles.retain(|issue| !gathered.contains(&issue.code));
    for (index, issue) in singles.iter().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        issue_lines(out, paint, issue, Some(draft));
    }
    for (index, group) in groups.iter().enumerate() {
        if index > 0 || !singles.is_empty() {
            out.push('\n');
        }
        group_lines(out, paint, group);
    }
    // In a stream, every record would say it.
    if !gathered.is_empty() && draft.place().part == Part::Whole {
        let codes: Vec<&str> = gathered.iter().map(|code| code.name()).collect();
        out.push('\n');
        paint.wrapped(
            out,
            "",
            "",
            &paint.say("each_note", [("codes", codes.join(",").into())]),
        );
    }
}

/// Returns the notes whose code occurs several times, by code. A record as the service returns it has a dozen members that
/// are not set, and each would take six lines.
fn repeated_notes<'i>(issues: &[&'i Issue]) -> Vec<Vec<&'i Issue>> {
    let mut groups: Vec<Vec<&Issue>> = Vec::new();
    for issue in issues {
        if issue.severity != Severity::Note {
            continue;
        }
        match groups.iter_mut().find(|group| group[0].code == issue.code) {
            Some(group) => group.push(issue),
            None => groups.push(vec![issue]),
        }
    }
    groups.retain(|group| group.len() > 1);
    groups
}

/// Prints notes of one code together: what they say, and their places.
fn group_lines(out: &mut String, paint: Paint<'_>, group: &[&Issue]) {
    const PLACES: usize = 24;
    let code = group[0].code.name();
    let template = paint.language.template("command", "findings");
    let title = template
        .replace("{code}", &paint.bold(code))
        .replace("{n}", &group.len().to_string());
    _ = writeln!(out, "  {}{title}", paint.severity(Severity::Note));
    let first = group[0].message_in(paint.language);
    let is_one = group
        .iter()
        .all(|issue| issue.message_in(paint.language) == first);
    let message = if is_one {
        first
    } else {
        paint.meaning(code).unwrap_or(first)
    };
    paint.wrapped(out, INDENT, INDENT, &message);
    let mut places: Vec<String> = group
        .iter()
        .take(PLACES)
        .map(|issue| place(paint, issue))
        .collect();
    if group.len() > PLACES {
        places.push("…".to_owned());
    }
    paint.wrapped(out, INDENT, INDENT, &places.join(" "));
}

/// The indentation of the lines about an issue.
const INDENT: &str = "           ";

/// Prints the messages of the service, each with the finding that it stands for.
pub(crate) fn refusal(
    out: &mut String,
    paint: Paint<'_>,
    status: Option<u16>,
    refusal: &Refusal,
    draft: Option<&Input>,
) {
    let reason = match refusal.reason {
        RefusalReason::BadRequest => "bad_request",
        RefusalReason::Unauthorized => "unauthorized",
        RefusalReason::ScopeMissing => "scope_missing",
        RefusalReason::Forbidden => "forbidden",
        RefusalReason::NotFound => "not_found",
        RefusalReason::Unprocessable => "unprocessable",
        RefusalReason::RateLimited => "rate_limited",
        RefusalReason::Server => "server",
        RefusalReason::NoRecord => "no_record",
        RefusalReason::NotJson => "not_json",
        _ => "refused",
    };
    // Only a status says why.
    let title = match status {
        Some(status) => format!("{status}: {}", paint.say(reason, [])),
        None => paint.say("refused", []),
    };
    heading(out, paint, &title);
    for (index, issue) in refusal.issues.iter().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        if let Some(text) = refusal
            .texts
            .get(index)
            .filter(|_| issue.code != Code::ServiceSays)
        {
            let mut said = String::new();
            paint.wrapped(&mut said, "  ", "  ", &format!("“{text}”"));
            out.extend(said.lines().map(|line| paint.dim(line) + "\n"));
        }
        issue_lines(out, paint, issue, draft);
    }
}

/// Prints an issue: its code and place, its message for people, its message for developers, its line and its fix.
fn issue_lines(out: &mut String, paint: Paint<'_>, issue: &Issue, draft: Option<&Input>) {
    _ = writeln!(
        out,
        "  {}{}",
        paint.severity(issue.severity),
        finding(paint, issue)
    );
    paint.wrapped(out, INDENT, INDENT, &issue.message_in(paint.language));
    let mut detail = String::new();
    paint.wrapped(
        &mut detail,
        INDENT,
        INDENT,
        &issue.detail_in(paint.language),
    );
    out.extend(detail.lines().map(|line| paint.dim(line) + "\n"));
    if let Some((position, draft)) = issue
        .position
        .filter(|_| !issue.path.segments().is_empty())
        .zip(draft)
    {
        excerpt(
            out,
            paint,
            draft,
            position,
            issue.span.clone().unwrap_or_default(),
        );
    }
    if let Some(fix) = &issue.fix {
        let title = fix.title.in_language(paint.language);
        paint.wrapped(
            out,
            INDENT,
            INDENT,
            &paint.say("fix", [("title", title.into())]),
        );
    }
}

/// Prints the line of the source with carets under the place of the issue; of a long line, a window.
///
/// Libraries for this show whole lines: for a draft of 40 kB on one line with 63 findings, miette prints 4.9 MB, this
/// function 14 kB.
fn excerpt(out: &mut String, paint: Paint<'_>, draft: &Input, place: Position, span: Range<usize>) {
    let within = draft.place().in_document(place);
    let column = within.column - 1;
    let before = if column < ROOM { column } else { ROOM / 3 };
    let Some((line, column)) = draft.text().near(within, before, ROOM + 1) else {
        return;
    };
    let (near, column) = window(line, column);
    let before = shown(near.chars().take(column));
    let (near, column) = window(
        &(before.clone() + &shown(near.chars().skip(column))),
        before.chars().count(),
    );
    let indent = near.chars().take(column).take_while(|c| *c == ' ').count();
    let meant = draft
        .text()
        .source()
        .get(span)
        .and_then(|text| text.lines().next())
        .unwrap_or_default();
    let meant = shown(meant.chars().take(ROOM)).chars().count();
    let room = near.chars().filter(|c| *c != '…').count() - column;
    let (near, caret, carets) = (
        near.trim_start(),
        column - indent,
        "^".repeat(meant.min(room).max(1)),
    );
    _ = writeln!(out, "{}", paint.dim(&format!("{:>9} | {near}", place.line)));
    _ = writeln!(
        out,
        "{}",
        paint.dim(&format!("{:>9} | {}{carets}", "", " ".repeat(caret)))
    );
}

/// Returns a part of a line as it is printed. Escapes take more room than the characters that they stand for.
fn shown(part: impl Iterator<Item = char>) -> String {
    let part: String = part
        .map(|c| if matches!(c, '\t' | '\r') { ' ' } else { c })
        .collect();
    visible(&part).into_owned()
}

/// Returns the part of a line around a column that fits, and the column inside that part.
fn window(line: &str, column: usize) -> (String, usize) {
    let start = if column < ROOM { 0 } else { column - ROOM / 3 };
    let mut window: String = line.chars().skip(start).take(ROOM).collect();
    if line.chars().nth(start + ROOM).is_some() {
        window.push('…');
    }
    (window, column - start)
}

fn heading(out: &mut String, paint: Paint<'_>, text: &str) {
    if !out.is_empty() {
        out.push('\n');
    }
    _ = writeln!(out, "{}\n", paint.bold(&visible(text)));
}

/// Writes the text to standard output and clears it.
pub(crate) fn print(out: &mut String) -> io::Result<()> {
    let written = io::stdout()
        .write_all(out.as_bytes())
        .and_then(|()| io::stdout().flush());
    out.clear();
    written
}

/// Prints a line on standard error.
pub(crate) fn say(line: &str) {
    _ = io::stderr().write_all(format!("{}\n", visible(line)).as_bytes());
}

/// Prints the tables of a record, as in the specification.
pub(crate) fn fields(out: &mut String, paint: Paint<'_>, kind: Kind) {
    let mut seen = Vec::new();
    let mut tables = vec![kind.table()];
    while let Some(table) = tables.pop() {
        if seen.contains(&table.name) {
            continue;
        }
        seen.push(table.name);
        heading(
            out,
            paint,
            &paint.say(
                "table",
                [
                    ("name", table.name.into()),
                    ("section", table.section.into()),
                ],
            ),
        );
        for member in table.members {
            field(out, paint, member);
        }
        tables.extend(
            table
                .members
                .iter()
                .rev()
                .filter_map(|member| member.ty.table()),
        );
    }
    out.push('\n');
    paint.wrapped(out, "", "", &paint.say("fields_end", []));
}

fn field(out: &mut String, paint: Paint<'_>, member: &Member) {
    let access = match member.access {
        Access::Both => String::new(),
        Access::ResponseOnly => " (R)".to_owned(),
        Access::RequestOnly => format!(" ({})", paint.say("request_only", [])),
    };
    let ty = match member.ty.table() {
        Some(Object { name, .. }) if member.ty.identity().is_some() => list_of(paint, name),
        Some(Object { name, .. }) => (*name).to_owned(),
        None => match member.ty.items() {
            Some(items) => list_of(paint, &type_name(paint, items)),
            None => type_name(paint, member.ty.name()),
        },
    };
    let mut notes = vec![paint.language.label(member.name)];
    let known: Vec<String> = member
        .known
        .iter()
        .map(|known| {
            if known.basis == Basis::Observed {
                format!("{}*", known.value)
            } else {
                known.value.to_owned()
            }
        })
        .collect();
    if !known.is_empty() {
        notes.push(paint.say("known", [("values", known.join(", ").into())]));
    }
    notes.extend(
        member
            .unit
            .map(|unit| paint.say("unit", [("unit", unit.into())])),
    );
    notes.extend(
        member
            .default
            .map(|default| paint.say("default", [("value", default.into())])),
    );
    notes.extend(
        paint
            .language
            .help(member.name)
            .map(|help| help.trim_end_matches(['.', '。']).to_owned()),
    );
    let width = member.name.len() + textwrap::core::display_width(&access);
    let padding = " ".repeat(38_usize.saturating_sub(width).max(1));
    _ = writeln!(out, "  {}{access}{padding}{ty}", paint.bold(member.name));
    paint.wrapped(out, "      ", "      ", &notes.join("; "));
}

fn type_name(paint: Paint<'_>, name: &str) -> String {
    paint.language.word("type", &name.into())
}

fn list_of(paint: Paint<'_>, items: &str) -> String {
    paint.say("list_of", [("items", items.into())])
}

/// Prints the table of codes: severity, basis, source and message of each.
pub(crate) fn codes(out: &mut String, paint: Paint<'_>) {
    for code in Code::ALL {
        let name = paint.bold(code.name());
        let refused = if code.refused() {
            paint.say("refused", [])
        } else {
            String::new()
        };
        let severity = paint.severity(code.severity());
        let padding = " ".repeat(25_usize.saturating_sub(code.name().len()).max(1));
        _ = writeln!(
            out,
            "{}",
            format!("  {name}{padding}{severity}{refused}").trim_end()
        );
        for section in ["message", "detail"] {
            paint.wrapped(
                out,
                "      ",
                "      ",
                paint.language.template(section, code.name()),
            );
        }
        let basis = paint.language.word("basis", &code.basis().name().into());
        paint.wrapped(
            out,
            "      ",
            "      ",
            &format!("{basis}: {}", code.source()),
        );
    }
    out.push('\n');
    paint.wrapped(out, "", "", &paint.say("codes_end", []));
    out.push('\n');
    for (code, meaning) in error_codes::all() {
        _ = writeln!(out, "  {}", paint.bold(code));
        paint.wrapped(out, "      ", "      ", meaning);
    }
}

/// Prints the operations of the service, by area.
pub(crate) fn operations(out: &mut String, paint: Paint<'_>) {
    for operation in Operation::ALL {
        let method = format!("{:7}", operation.method.unwrap_or("-"));
        let name = format!("{}: {}", operation.area, operation.name);
        let path = operation
            .path
            .map_or_else(String::new, |path| format!("  {path}"));
        let version = operation
            .version
            .map_or_else(String::new, |version| format!("  {version}"));
        _ = writeln!(
            out,
            "  {}{}",
            paint.dim(&method),
            format!("{name:28}{path}{version}").trim_end()
        );
    }
    out.push('\n');
    paint.wrapped(out, "", "", &paint.say("operations_end", []));
}
