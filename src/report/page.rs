//! The report as an HTML page of its own: no script, no request, readable without its style sheet.

use std::fmt::Write;

use super::escape::html;
use super::facts::{ChangedHours, DAYS, Facts};
use super::{month, week};

/// The pictures of months in a page.
const MONTHS: usize = 12;

pub(super) fn write(facts: &Facts<'_>) -> String {
    let title = html(&facts.title);
    let lang = match facts.language.tag() {
        Some(tag) => format!(" lang=\"{}\"", html(tag)),
        None => String::new(),
    };
    let mut page = format!(
        "<!doctype html>\n<html{lang}>\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <meta name=\"color-scheme\" content=\"light dark\"/>\n<title>{title}</title>\n<style>\n{}</style>\n</head>\n<body>\n<main>\n\
         <h1>{title}</h1>\n",
        include_str!("style.css")
    );
    changes(facts, &mut page);
    if let Some(week) = &facts.week
        && week.iter().any(ChangedHours::differ)
    {
        let mut rows = Vec::with_capacity(DAYS.len());
        for (sides, day) in week.iter().zip(DAYS) {
            rows.push((facts.day(day), sides));
        }
        section(&mut page, &facts.heading("openHours"), |page| {
            _ = writeln!(page, "<figure>{}</figure>", week::picture(facts, week));
            hours(facts, page, "day", rows);
        });
    }
    if facts.dates.iter().any(|(_, sides)| sides.differ()) {
        section(&mut page, &facts.heading("availabilities"), |page| {
            for first in facts.changed_months().into_iter().take(MONTHS) {
                _ = writeln!(page, "<figure>{}</figure>", month::picture(facts, first));
            }
            let mut rows = Vec::with_capacity(facts.dates.len());
            for (date, sides) in &facts.dates {
                if sides.differ() {
                    rows.push((facts.date(*date), sides));
                }
            }
            hours(facts, page, "date", rows);
        });
    }
    findings(facts, &mut page);
    request(facts, &mut page);
    page.push_str("</main>\n</body>\n</html>\n");
    page
}

fn section(page: &mut String, heading: &str, content: impl FnOnce(&mut String)) {
    _ = writeln!(page, "<section>\n<h2>{}</h2>", html(heading));
    content(page);
    page.push_str("</section>\n");
}

fn changes(facts: &Facts<'_>, page: &mut String) {
    let heading = facts.say("what_changes", [("n", facts.changes.len().into())]);
    section(page, &heading, |page| {
        if facts.changes.is_empty() {
            _ = writeln!(page, "<p>{}</p>", html(&facts.say("nothing", [])));
        } else {
            items(
                page,
                "changes",
                facts.changes.iter().map(|words| html(words)),
            );
        }
        if let Some(effect) = &facts.effect {
            _ = writeln!(page, "<p>{}</p>", html(effect));
        }
    });
}

/// Writes a table of hours before and after.
fn hours(facts: &Facts<'_>, page: &mut String, first: &str, rows: Vec<(String, &ChangedHours)>) {
    let head = [first, "before", "after"]
        .map(|key| format!("<th scope=\"col\">{}</th>", html(&facts.say(key, []))));
    _ = writeln!(
        page,
        "<table>\n<thead><tr>{}</tr></thead>\n<tbody>",
        head.concat()
    );
    for (name, sides) in rows {
        let before = html(&facts.day_hours(&sides.before));
        let after = html(&facts.day_hours(&sides.after));
        let name = html(&name);
        let class = if sides.differ() {
            " class=\"changed\""
        } else {
            ""
        };
        _ = writeln!(
            page,
            "<tr{class}><th scope=\"row\">{name}</th><td>{before}</td><td>{after}</td></tr>"
        );
    }
    page.push_str("</tbody>\n</table>\n");
}

fn findings(facts: &Facts<'_>, page: &mut String) {
    section(page, &facts.say("findings", []), |page| {
        if facts.findings.is_empty() {
            _ = writeln!(page, "<p>{}</p>", html(&facts.say("nothing_wrong", [])));
        } else {
            let found = facts.findings.iter().map(|finding| {
                let severity = finding.severity.name();
                let said = html(&facts.say(severity, []));
                let place = html(&finding.place);
                let place = if place.is_empty() {
                    place
                } else {
                    format!(" <code>{place}</code>")
                };
                format!(
                    "<strong class=\"{severity}\">{said}</strong>{place} {}",
                    html(&finding.message)
                )
            });
            items(page, "findings", found);
        }
    });
}

fn request(facts: &Facts<'_>, page: &mut String) {
    section(page, &facts.body_title, |page| {
        _ = writeln!(
            page,
            "<details>\n<summary><code>{}</code></summary>\n<pre>{}</pre>\n</details>",
            html(&facts.request),
            text(&facts.body)
        );
        if !facts.decisions.is_empty() {
            items(
                page,
                "decisions",
                facts.decisions.iter().map(|decision| html(decision)),
            );
        }
    });
}

/// Returns text of several lines, in which hidden characters are escaped already.
fn text(lines: &str) -> String {
    lines.split('\n').map(html).collect::<Vec<_>>().join("\n")
}

fn items(page: &mut String, class: &str, items: impl Iterator<Item = String>) {
    _ = writeln!(page, "<ul class=\"{class}\">");
    for item in items {
        _ = writeln!(page, "<li>{item}</li>");
    }
    page.push_str("</ul>\n");
}
