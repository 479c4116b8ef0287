//! The report as Markdown, for a pull request or a chat: GitHub's flavor, with tables.

use std::fmt::Write;

use super::escape::{block, html, markdown};
use super::facts::{ChangedHours, DAYS, Facts};

pub(super) fn write(facts: &Facts<'_>) -> String {
    let mut text = format!("## {}\n\n", markdown(&facts.title));
    if facts.changes.is_empty() {
        _ = writeln!(text, "{}\n", markdown(&facts.say("nothing", [])));
    } else {
        items(&mut text, facts.changes.iter().map(|words| markdown(words)));
    }
    if let Some(effect) = &facts.effect {
        _ = writeln!(text, "{}\n", markdown(effect));
    }
    let days = facts
        .week
        .iter()
        .flatten()
        .zip(DAYS)
        .map(|(sides, day)| (facts.day(day), sides));
    hours(facts, &mut text, "day", days);
    hours(
        facts,
        &mut text,
        "date",
        facts
            .dates
            .iter()
            .map(|(date, sides)| (facts.date(*date), sides)),
    );
    if !facts.findings.is_empty() {
        _ = writeln!(text, "### {}\n", markdown(&facts.say("findings", [])));
        let found = facts.findings.iter().map(|finding| {
            let severity = markdown(&facts.say(finding.severity.name(), []));
            let place = if finding.place.is_empty() {
                String::new()
            } else {
                format!(" {}", markdown(&finding.place))
            };
            format!("**{severity}**{place}: {}", markdown(&finding.message))
        });
        items(&mut text, found);
    }
    _ = writeln!(
        text,
        "<details>\n<summary>{}</summary>\n",
        html(&facts.body_title)
    );
    _ = writeln!(
        text,
        "{}\n\n{}",
        markdown(&facts.request),
        block(&facts.body)
    );
    if !facts.decisions.is_empty() {
        items(
            &mut text,
            facts.decisions.iter().map(|decision| markdown(decision)),
        );
    }
    text.push_str("</details>\n");
    text
}

/// Returns a heading and a list.
pub(super) fn list<'a>(title: &str, of: impl IntoIterator<Item = &'a str>) -> String {
    let mut text = format!("### {}\n\n", markdown(title));
    items(&mut text, of.into_iter().map(markdown));
    text
}

fn items(text: &mut String, items: impl Iterator<Item = String>) {
    for item in items {
        _ = writeln!(text, "- {item}");
    }
    text.push('\n');
}

/// Writes a table of the hours that change.
fn hours<'a>(
    facts: &Facts<'_>,
    text: &mut String,
    first: &str,
    rows: impl Iterator<Item = (String, &'a ChangedHours)>,
) {
    let mut rows = rows.filter(|(_, sides)| sides.differ()).peekable();
    if rows.peek().is_none() {
        return;
    }
    let head = [first, "before", "after"].map(|key| markdown(&facts.say(key, [])));
    _ = writeln!(text, "| {} |\n| --- | --- | --- |", head.join(" | "));
    for (name, sides) in rows {
        let before = markdown(&facts.day_hours(&sides.before));
        let after = markdown(&facts.day_hours(&sides.after));
        _ = writeln!(text, "| {} | {before} | {after} |", markdown(&name));
    }
    text.push('\n');
}
