//! The summary of a stream: counts, codes with their first records, and the worst records.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use calendiff::json::to_string_pretty;
use calendiff::{Severity, visible, visible_json};
use serde_json::{Map, Value, json};
use textwrap::core::display_width;

use crate::choices::AnswerFormat;
use crate::failure::{Failure, NO_PLACE, Part, Place};
use crate::run::Facts;
use crate::show::Paint;

/// The maximum number of records that are named for a code.
const FIRST: usize = 3;
/// The maximum number of records that are named as the worst.
const WORST: usize = 5;

/// The maximum number of different changes that are counted apart.
const CHANGES: usize = 10_000;
/// The maximum number of changes that are printed as text.
const PRINTED: usize = 40;

#[derive(Default)]
pub(crate) struct Summary {
    records: usize,
    ok: usize,
    unreadable: usize,
    with_errors: usize,
    with_warnings: usize,
    /// The counts of the verb, such as that of changed records, in its order.
    counts: Vec<(&'static str, usize)>,
    codes: BTreeMap<(Severity, &'static str), Tally>,
    worst: Vec<(usize, usize, Named)>,
    /// The changes of a plan in words, each with the number of its records.
    changes: HashMap<String, usize>,
    /// The number of changes beyond those.
    more_changes: usize,
}

#[derive(Default)]
struct Tally {
    count: usize,
    records: usize,
    first: Vec<Named>,
}

/// A record: its part of the file, and its identifier.
#[derive(Clone)]
struct Named {
    part: Part,
    id: Option<String>,
}

impl Named {
    fn number(&self) -> String {
        self.part.member().map_or_else(String::new, |(_, number)| number.to_string())
    }

    fn text(&self) -> String {
        let id = self.id.as_ref().map_or_else(String::new, |id| format!(" ({})", visible(id)));
        self.number() + &id
    }

    fn json(&self) -> Map<String, Value> {
        let mut named = Map::new();
        named.extend(self.part.member().map(|(name, number)| (name.to_owned(), json!(number))));
        named.extend(self.id.as_ref().map(|id| ("id".to_owned(), json!(id))));
        named
    }
}

impl Summary {
    /// Counts a record: what was found in it, and its exit status or the reason why it has no answer.
    pub(crate) fn add(&mut self, place: &Place, id: Option<&str>, facts: &Facts, verdict: Result<u8, &Failure>) {
        self.records += 1;
        self.ok += usize::from(matches!(verdict, Ok(0)));
        let named = Named { part: place.part, id: id.map(str::to_owned) };
        let mut counts: BTreeMap<(Severity, &'static str), usize> = BTreeMap::new();
        for (code, severity) in &facts.issues {
            *counts.entry((*severity, code)).or_default() += 1;
        }
        if let Err(failure) = verdict {
            self.unreadable += usize::from(failure.code() != NO_PLACE && !matches!(failure, Failure::Conflict(..)));
            counts.insert((Severity::Error, failure.code()), 1);
        }
        let of = |severity| counts.iter().filter(|((found, _), _)| *found == severity).map(|(_, count)| count).sum();
        let (errors, warnings): (usize, usize) = (of(Severity::Error), of(Severity::Warning));
        self.with_errors += usize::from(errors > 0);
        self.with_warnings += usize::from(warnings > 0);
        for (key, count) in counts {
            self.codes.entry(key).or_default().add(count, 1, std::slice::from_ref(&named));
        }
        facts.counts.iter().for_each(|(name, count)| self.count(name, *count));
        facts.changes.iter().for_each(|words| self.change(words.clone(), 1));
        if errors + warnings > 0 {
            self.rank([(errors, warnings, named)]);
        }
    }

    /// Counts the records of a later part of the stream.
    pub(crate) fn merge(&mut self, later: Self) {
        self.records += later.records;
        self.ok += later.ok;
        self.unreadable += later.unreadable;
        self.with_errors += later.with_errors;
        self.with_warnings += later.with_warnings;
        for (name, count) in later.counts {
            self.count(name, count);
        }
        for (key, tally) in later.codes {
            self.codes.entry(key).or_default().add(tally.count, tally.records, &tally.first);
        }
        for (words, count) in later.changes {
            self.change(words, count);
        }
        self.more_changes += later.more_changes;
        self.rank(later.worst);
    }

    /// Counts a change. Beyond so many different ones, they are only counted together.
    fn change(&mut self, words: String, records: usize) {
        if self.changes.len() < CHANGES || self.changes.contains_key(&words) {
            *self.changes.entry(words).or_default() += records;
        } else {
            self.more_changes += records;
        }
    }

    /// Returns the changes, those of most records first.
    fn ranked(&self) -> Vec<(&str, usize)> {
        let mut changes: Vec<(&str, usize)> = self.changes.iter().map(|(words, count)| (&**words, *count)).collect();
        changes.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
        changes
    }

    fn count(&mut self, name: &'static str, count: usize) {
        match self.counts.iter_mut().find(|(known, _)| *known == name) {
            Some((_, sum)) => *sum += count,
            None => self.counts.push((name, count)),
        }
    }

    fn rank(&mut self, records: impl IntoIterator<Item = (usize, usize, Named)>) {
        self.worst.extend(records);
        // The sort is stable: of equals, those that come first stay.
        self.worst.sort_by_key(|(errors, warnings, _)| std::cmp::Reverse((*errors, *warnings)));
        self.worst.truncate(WORST);
    }

    fn totals(&self) -> impl Iterator<Item = (&'static str, usize)> {
        let own = [
            ("records", self.records),
            ("ok", self.ok),
            ("unreadable", self.unreadable),
            ("withErrors", self.with_errors),
            ("withWarnings", self.with_warnings),
        ];
        own.into_iter().chain(self.counts.iter().copied())
    }

    pub(crate) fn print(&self, format: AnswerFormat, paint: Paint<'_>) -> String {
        match format {
            AnswerFormat::Text => self.text(paint),
            AnswerFormat::Json => visible_json(&to_string_pretty(&self.json())).into_owned() + "\n",
            AnswerFormat::Csv => self.csv(),
        }
    }

    /// Returns the totals, the changes, the codes and the worst records, a paragraph each.
    fn text(&self, paint: Paint<'_>) -> String {
        let totals: Vec<(String, usize)> =
            self.totals().map(|(name, count)| (paint.say(&format!("sum_{}", snake_case(name)), []), count)).collect();
        let width = totals.iter().map(|(name, _)| display_width(name)).max().unwrap_or_default();
        let totals = totals.iter().map(|(name, count)| format!("{}  {count:>8}", padded(name, width)));
        let changes = self.ranked();
        let (first, rest) = changes.split_at(changes.len().min(PRINTED));
        let more = rest.iter().map(|(_, count)| count).sum::<usize>() + self.more_changes;
        let more = (more > 0).then(|| format!("{more:>8}  …"));
        let changes = first.iter().map(|(words, count)| format!("{count:>8}  {}", visible(words))).chain(more);
        let codes = self.codes.iter().map(|((severity, code), tally)| {
            let first: Vec<String> = tally.first.iter().map(Named::text).collect();
            let more = if tally.records > first.len() { ", …" } else { "" };
            let places = paint.say("sum_at", [("places", (first.join(", ") + more).into())]);
            let severity = padded(&paint.say(severity.name(), []), 8);
            format!("{severity} {code:24} {:>8}  {places}", tally.count)
        });
        let worst = self.worst.iter().map(|(errors, warnings, named)| {
            let count = |name: &str, n: usize| paint.say(name, [("n", n.into())]);
            let (errors, warnings) = (count("errors", *errors), count("warnings", *warnings));
            paint.say(
                "sum_worst",
                [("errors", errors.into()), ("warnings", warnings.into()), ("place", named.text().into())],
            )
        });
        let paragraphs: [Vec<String>; 4] = [totals.collect(), changes.collect(), codes.collect(), worst.collect()];
        let paragraphs = paragraphs.into_iter().filter(|lines| !lines.is_empty());
        paragraphs.map(|lines| lines.join("\n") + "\n").collect::<Vec<_>>().join("\n")
    }

    fn json(&self) -> Value {
        let mut summary: Map<String, Value> =
            self.totals().map(|(name, count)| (name.to_owned(), json!(count))).collect();
        let codes = self.codes.iter().map(|((severity, code), tally)| {
            let first: Vec<_> = tally.first.iter().map(Named::json).collect();
            let (count, records) = (tally.count, tally.records);
            json!({ "code": code, "severity": severity.name(), "count": count, "records": records, "first": first })
        });
        summary.insert("codes".to_owned(), codes.collect());
        let worst = self.worst.iter().map(|(errors, warnings, named)| {
            let mut worst = named.json();
            worst.extend([("errors".to_owned(), json!(errors)), ("warnings".to_owned(), json!(warnings))]);
            Value::Object(worst)
        });
        summary.insert("worst".to_owned(), worst.collect());
        if !self.changes.is_empty() {
            let changes =
                self.ranked().into_iter().map(|(words, records)| json!({ "words": words, "records": records }));
            summary.insert("changes".to_owned(), changes.collect());
        }
        Value::Object(summary)
    }

    /// Returns a table whose rows are totals, codes and the worst records.
    fn csv(&self) -> String {
        let mut table = "row,name,severity,count,records,at,ids\r\n".to_owned();
        let mut row = |cells: [&str; 7]| {
            _ = write!(table, "{}\r\n", cells.map(cell).join(","));
        };
        for (name, count) in self.totals() {
            row(["total", name, "", &count.to_string(), "", "", ""]);
        }
        for ((severity, code), tally) in &self.codes {
            let [at, ids] = columns(&tally.first);
            let (count, records) = (tally.count.to_string(), tally.records.to_string());
            row(["code", code, severity.name(), &count, &records, &at, &ids]);
        }
        for (words, records) in self.ranked() {
            row(["change", words, "", &records.to_string(), &records.to_string(), "", ""]);
        }
        for (errors, warnings, named) in &self.worst {
            let [at, id] = columns(std::slice::from_ref(named));
            for (severity, count) in [("error", errors), ("warning", warnings)] {
                row(["worst", "", severity, &count.to_string(), "1", &at, &id]);
            }
        }
        table
    }
}

impl Tally {
    fn add(&mut self, count: usize, records: usize, first: &[Named]) {
        self.count += count;
        self.records += records;
        let room = FIRST - self.first.len();
        self.first.extend(first.iter().take(room).cloned());
    }
}

fn columns(records: &[Named]) -> [String; 2] {
    let ids = records.iter().map(|named| named.id.as_deref().unwrap_or_default());
    [records.iter().map(Named::number).collect::<Vec<_>>().join(" "), ids.collect::<Vec<_>>().join(" ")]
}

/// Converts the name of a count to the key of its words: `asWished` to `as_wished`.
fn snake_case(name: &str) -> String {
    name.chars().fold(String::new(), |mut key, char| {
        key.extend(char.is_ascii_uppercase().then_some('_'));
        key.push(char.to_ascii_lowercase());
        key
    })
}

fn padded(text: &str, width: usize) -> String {
    text.to_owned() + &" ".repeat(width.saturating_sub(display_width(text)))
}

/// Returns a cell of a table. A spreadsheet would calculate a text that begins like a formula.
fn cell(text: &str) -> String {
    let text = visible(text);
    let guard = if text.starts_with(['=', '+', '-', '@']) { "'" } else { "" };
    if text.contains(['"', ',', '\r', '\n']) {
        format!("\"{guard}{}\"", text.replace('"', "\"\""))
    } else {
        format!("{guard}{text}")
    }
}
