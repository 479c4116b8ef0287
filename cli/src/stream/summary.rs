//! The summary of a stream: counts, codes with their first records, and the worst records.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;

use calendiff::json::to_string_pretty;
use calendiff::{PayloadShape, Severity, visible, visible_json};
use serde_json::{Map, Value, json};
use textwrap::core::display_width;

use crate::choices::{AnswerFormat, Worst};
use crate::error_codes;
use crate::failure::{Failure, NO_PLACE, Part, Place};
use crate::run::{Facts, Planned, Unique};
use crate::show::Paint;

/// The maximum number of records that are named for a code.
const FIRST: usize = 3;
/// The maximum number of records that are named as the worst, unless the command line says another.
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
    /// The message of the first issue of each code.
    pub(crate) messages: HashMap<&'static str, String>,
    worst: Vec<Faulty>,
    /// The number of records that are named as the worst.
    most: Option<usize>,
    /// The number of records of each shape, where the shape was not asked for.
    shapes: HashMap<PayloadShape, usize>,
    /// The values that no other record may have, each with the first record that has it.
    unique: HashMap<Unique, Named>,
    /// The records that have such a value a second time.
    twice: Vec<Twice>,
    /// The changes of a plan, each with the number of its records.
    changes: HashMap<Planned, usize>,
    /// The number of changes beyond those.
    more_changes: usize,
    /// True if there are records that could not be read any more.
    pub(crate) ends_early: bool,
}

#[derive(Default)]
struct Tally {
    count: usize,
    records: usize,
    first: Vec<Named>,
}

/// A record with findings, and how often it has each code.
struct Faulty {
    record: Named,
    errors: usize,
    warnings: usize,
    codes: BTreeMap<(Severity, &'static str), usize>,
}

/// A record that has a value which another record has, too.
struct Twice {
    value: Unique,
    first: Named,
    again: Named,
}

/// A record: its place, its identifier and its name.
#[derive(Clone)]
pub(crate) struct Named {
    file: String,
    is_of_several: bool,
    part: Part,
    id: Option<String>,
    name: Option<String>,
}

impl Named {
    /// Returns a record by its place and its id.
    pub(crate) fn of(place: &Place, id: Option<String>) -> Self {
        Self {
            file: place.file.clone(),
            is_of_several: false,
            part: place.part,
            id,
            name: None,
        }
    }

    pub(crate) fn with_name(self, name: Option<&str>) -> Self {
        Self {
            name: name.map(str::to_owned),
            ..self
        }
    }

    /// Sets whether it tells the file, since there are several.
    pub(crate) fn of_several(self, is_of_several: bool) -> Self {
        Self {
            is_of_several,
            ..self
        }
    }

    fn number(&self) -> String {
        let number = match self.part {
            Part::Whole => None,
            Part::Line(number) | Part::Item(number) => Some(number.to_string()),
            Part::ItemOfLine { line, index } => Some(format!("{line}[{index}]")),
        };
        match number {
            Some(number) if self.is_of_several => format!("{}:{number}", visible(&self.file)),
            None if self.is_of_several => visible(&self.file).into_owned(),
            number => number.unwrap_or_default(),
        }
    }

    fn text(&self) -> String {
        let id = self
            .id
            .as_ref()
            .map_or_else(String::new, |id| format!(" ({})", visible(id)));
        self.number() + &id
    }

    /// Returns the place with the id and the name.
    fn text_with_name(&self) -> String {
        let known = [&self.id, &self.name]
            .into_iter()
            .flatten()
            .map(|text| visible(text).into_owned());
        let known: Vec<String> = known.collect();
        if known.is_empty() {
            self.number()
        } else {
            format!("{} ({})", self.number(), known.join(", "))
        }
    }

    fn json(&self) -> Map<String, Value> {
        let mut named = Map::new();
        named.extend(
            self.is_of_several
                .then(|| ("file".to_owned(), json!(self.file))),
        );
        named.extend(
            self.part
                .members()
                .map(|(name, number)| (name.to_owned(), json!(number))),
        );
        named.extend(self.id.as_ref().map(|id| ("id".to_owned(), json!(id))));
        named
    }

    fn json_with_name(&self) -> Map<String, Value> {
        let mut named = self.json();
        named.extend(
            self.name
                .as_ref()
                .map(|name| ("name".to_owned(), json!(name))),
        );
        named
    }
}

impl Summary {
    /// Returns an empty summary that names as many records as the worst.
    pub(crate) fn naming(worst: Option<Worst>) -> Self {
        Self {
            most: worst.map(Worst::number),
            ..Self::default()
        }
    }

    /// Counts a record: what was found in it, and its exit status or the reason why it has no answer.
    pub(crate) fn add(&mut self, named: Named, facts: Facts, verdict: Result<u8, &Failure>) {
        self.records += 1;
        self.ok += usize::from(matches!(verdict, Ok(0)));
        self.messages = facts.messages;
        let mut counts: BTreeMap<(Severity, &'static str), usize> = BTreeMap::new();
        for (code, severity) in &facts.issues {
            *counts.entry((*severity, code)).or_default() += 1;
        }
        if let Err(failure) = verdict {
            self.unreadable += usize::from(
                failure.code() != NO_PLACE && !matches!(failure, Failure::Conflict(..)),
            );
            counts.insert((Severity::Error, failure.code()), 1);
        }
        let (errors, warnings): (usize, usize) = (
            count_of(&counts, Severity::Error),
            count_of(&counts, Severity::Warning),
        );
        self.with_errors += usize::from(errors > 0);
        self.with_warnings += usize::from(warnings > 0);
        for (key, count) in &counts {
            self.codes
                .entry(*key)
                .or_default()
                .add(*count, 1, std::slice::from_ref(&named));
        }
        facts
            .counts
            .iter()
            .for_each(|(name, count)| self.count(name, *count));
        facts
            .changes
            .into_iter()
            .for_each(|planned| self.change(planned, 1));
        facts
            .shape
            .into_iter()
            .for_each(|shape| *self.shapes.entry(shape).or_default() += 1);
        for value in facts.unique {
            self.add_unique(value, named.clone());
        }
        if errors + warnings > 0 {
            self.rank([Faulty {
                record: named,
                errors,
                warnings,
                codes: counts,
            }]);
        }
    }

    /// Counts the failure of a record that was counted before.
    pub(crate) fn add_failure(&mut self, record: Named, failure: &Failure) {
        self.codes
            .entry((Severity::Error, failure.code()))
            .or_default()
            .add(1, 1, &[record]);
    }

    /// Adds a value that no other record may have.
    fn add_unique(&mut self, value: Unique, record: Named) {
        match self.unique.get(&value) {
            Some(first) => self.twice.push(Twice {
                first: first.clone(),
                again: record,
                value,
            }),
            None => _ = self.unique.insert(value, record),
        }
    }

    /// Counts the values that several records have. Returns a sentence for each, and the exit status.
    pub(crate) fn count_twice(&mut self) -> (Vec<String>, u8) {
        let mut status = 0;
        let mut sentences = Vec::new();
        for Twice {
            value:
                Unique {
                    code,
                    severity,
                    name,
                    text,
                },
            first,
            again,
        } in std::mem::take(&mut self.twice)
        {
            status = status.max(u8::from(severity == Severity::Error));
            sentences.push(format!(
                "{}: the {name} {text:?} is also at {} ({code})",
                place(&again),
                place(&first)
            ));
            self.codes
                .entry((severity, code))
                .or_default()
                .add(1, 1, &[again]);
        }
        (sentences, status)
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
            self.codes
                .entry(key)
                .or_default()
                .add(tally.count, tally.records, &tally.first);
        }
        for (code, message) in later.messages {
            self.messages.entry(code).or_insert(message);
        }
        for (planned, count) in later.changes {
            self.change(planned, count);
        }
        self.more_changes += later.more_changes;
        for (shape, count) in later.shapes {
            *self.shapes.entry(shape).or_default() += count;
        }
        let mut unique: Vec<(Unique, Named)> = later.unique.into_iter().collect();
        unique.sort_by_key(|(_, record)| (record.part.line(), record.part.index()));
        for (value, record) in unique {
            self.add_unique(value, record);
        }
        self.twice.extend(later.twice);
        self.rank(later.worst);
    }

    /// Counts a change. Beyond so many different ones, they are only counted together.
    fn change(&mut self, planned: Planned, records: usize) {
        if self.changes.len() < CHANGES || self.changes.contains_key(&planned) {
            *self.changes.entry(planned).or_default() += records;
        } else {
            self.more_changes += records;
        }
    }

    /// Returns the changes by edit, those of most records first.
    fn ranked(&self) -> Vec<(&Planned, usize)> {
        let mut of_edit: HashMap<&str, usize> = HashMap::new();
        for (planned, count) in &self.changes {
            *of_edit.entry(&planned.edit).or_default() += count;
        }
        let mut changes: Vec<(&Planned, usize)> = self
            .changes
            .iter()
            .map(|(planned, count)| (planned, *count))
            .collect();
        changes.sort_by_key(|(planned, count)| {
            let of_edit = of_edit
                .get(planned.edit.as_str())
                .copied()
                .unwrap_or_default();
            (
                Reverse(of_edit),
                &planned.edit,
                Reverse(*count),
                &planned.words,
            )
        });
        changes
    }

    /// Returns the lines of the first changes, below the edits that ask for them.
    fn lines_of_changes(&self) -> Vec<String> {
        let changes = self.ranked();
        let (first, rest) = changes.split_at(changes.len().min(PRINTED));
        let mut lines = Vec::new();
        let mut edit = None;
        for (planned, count) in first {
            if edit != Some(&planned.edit) {
                lines.push(visible(&planned.edit).into_owned());
                edit = Some(&planned.edit);
            }
            lines.push(format!("{count:>8}  {}", visible(&planned.words)));
        }
        let more = rest.iter().map(|(_, count)| count).sum::<usize>() + self.more_changes;
        lines.extend((more > 0).then(|| format!("{more:>8}  …")));
        lines
    }

    fn count(&mut self, name: &'static str, count: usize) {
        match self.counts.iter_mut().find(|(known, _)| *known == name) {
            Some((_, sum)) => *sum += count,
            None => self.counts.push((name, count)),
        }
    }

    fn rank(&mut self, records: impl IntoIterator<Item = Faulty>) {
        self.worst.extend(records);
        let most = self.most.unwrap_or(WORST);
        if self.worst.len() > most.saturating_mul(2) {
            self.sort_worst();
        }
    }

    /// Puts the worst records first, and drops those beyond the number that is named.
    fn sort_worst(&mut self) {
        // The sort is stable: of equals, those that come first stay.
        self.worst
            .sort_by_key(|faulty| Reverse((faulty.errors, faulty.warnings)));
        self.worst.truncate(self.most.unwrap_or(WORST));
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

    pub(crate) fn print(&mut self, format: AnswerFormat, paint: Paint<'_>) -> String {
        self.sort_worst();
        match format {
            AnswerFormat::Text => self.text(paint),
            AnswerFormat::Json => {
                visible_json(&to_string_pretty(&self.json(paint))).into_owned() + "\n"
            }
            AnswerFormat::Csv if self.most.is_some() => self.csv_of_records(),
            AnswerFormat::Csv => self.csv(),
        }
    }

    /// Returns the number of stored records and of drafts, where their shape was not asked for.
    fn shapes(&self) -> Option<[usize; 2]> {
        if self.shapes.is_empty() {
            return None;
        }
        let counts =
            [PayloadShape::Record, PayloadShape::Update].map(|shape| self.shapes.get(&shape));
        Some(counts.map(|count| count.copied().unwrap_or_default()))
    }

    /// Returns the totals, the changes, the codes and the worst records, a paragraph each.
    fn text(&self, paint: Paint<'_>) -> String {
        let totals: Vec<(String, usize)> = self
            .totals()
            .map(|(name, count)| (paint.say(&format!("sum_{}", snake_case(name)), []), count))
            .collect();
        let width = totals
            .iter()
            .map(|(name, _)| display_width(name))
            .max()
            .unwrap_or_default();
        let totals = totals
            .iter()
            .map(|(name, count)| format!("{}  {count:>8}", padded(name, width)));
        let codes = self.codes.iter().map(|((severity, code), tally)| {
            let first: Vec<String> = tally.first.iter().map(Named::text).collect();
            let more = if tally.records > first.len() {
                ", …"
            } else {
                ""
            };
            let places = paint.say("sum_at", [("places", (first.join(", ") + more).into())]);
            let severity = padded(&paint.say(severity.name(), []), 8);
            let meaning = self
                .words_of(paint, code)
                .map_or_else(String::new, |words| format!("\n         {words}"));
            format!("{severity} {code:24} {:>8}  {places}{meaning}", tally.count)
        });
        let worst = self.worst.iter().map(
            |Faulty {
                 record,
                 errors,
                 warnings,
                 ..
             }| {
                let errors = paint.say("errors", [("n", (*errors).into())]);
                let warnings = paint.say("warnings", [("n", (*warnings).into())]);
                paint.say(
                    "sum_worst",
                    [
                        ("errors", errors.into()),
                        ("warnings", warnings.into()),
                        ("place", record.text_with_name().into()),
                    ],
                )
            },
        );
        let early = self
            .ends_early
            .then(|| paint.say("sum_ends_early", []))
            .into_iter();
        let shapes = self.shapes().map(|[records, drafts]| {
            paint.say(
                "sum_shapes",
                [("records", records.into()), ("drafts", drafts.into())],
            )
        });
        let paragraphs: [Vec<String>; 5] = [
            early.chain(shapes).collect(),
            totals.collect(),
            self.lines_of_changes(),
            codes.collect(),
            worst.collect(),
        ];
        let paragraphs = paragraphs.into_iter().filter(|lines| !lines.is_empty());
        paragraphs
            .map(|lines| lines.join("\n") + "\n")
            .collect::<Vec<_>>()
            .join("\n")
    }

    /// Returns what a code means, or where that depends on the values of a finding, the message of the first one.
    fn words_of(&self, paint: Paint<'_>, code: &str) -> Option<String> {
        let meaning = meaning(paint, code)?;
        match self.messages.get(code) {
            Some(first) if *first != meaning => {
                let message = visible(first).into_owned();
                Some(paint.say("sum_example", [("message", message.into())]))
            }
            _ => Some(meaning),
        }
    }

    fn json(&self, paint: Paint<'_>) -> Value {
        let mut summary = Map::new();
        if self.ends_early {
            summary.insert("endsEarly".to_owned(), true.into());
        }
        if let Some([records, drafts]) = self.shapes() {
            summary.extend([
                ("storedRecords".to_owned(), records.into()),
                ("drafts".to_owned(), drafts.into()),
            ]);
        }
        summary.extend(
            self.totals()
                .map(|(name, count)| (name.to_owned(), json!(count))),
        );
        let codes = self.codes.iter().map(|((severity, code), tally)| {
            let first: Vec<_> = tally.first.iter().map(Named::json).collect();
            let (count, records) = (tally.count, tally.records);
            let mut row =
                json!({ "code": code, "severity": severity.name(), "count": count, "records": records, "first": first });
            if let Some(words) = meaning(paint, code) {
                row["words"] = words.into();
            }
            if let Some(example) = self.messages.get(code) {
                row["example"] = example.as_str().into();
            }
            row
        });
        summary.insert("codes".to_owned(), codes.collect());
        let worst = self.worst.iter().map(
            |Faulty {
                 record,
                 errors,
                 warnings,
                 codes,
             }| {
                let mut worst = record.json_with_name();
                worst.extend([
                    ("errors".to_owned(), json!(errors)),
                    ("warnings".to_owned(), json!(warnings)),
                ]);
                let codes: Map<String, Value> = codes
                    .iter()
                    .map(|((_, code), count)| ((*code).to_owned(), json!(count)))
                    .collect();
                worst.insert("codes".to_owned(), Value::Object(codes));
                Value::Object(worst)
            },
        );
        summary.insert("worst".to_owned(), worst.collect());
        if !self.changes.is_empty() {
            let changes = self
                .ranked()
                .into_iter()
                .map(|(Planned { edit, words }, records)| json!({ "edit": edit, "words": words, "records": records }));
            summary.insert("changes".to_owned(), changes.collect());
        }
        Value::Object(summary)
    }

    /// Returns a table whose rows are totals, codes and the worst records.
    fn csv(&self) -> String {
        let mut table = "row,name,severity,count,records,at,ids\r\n".to_owned();
        for (name, count) in self.totals() {
            write_row(
                &mut table,
                ["total", name, "", &count.to_string(), "", "", ""],
            );
        }
        for ((severity, code), tally) in &self.codes {
            let [at, ids] = columns(&tally.first);
            let (count, records) = (tally.count.to_string(), tally.records.to_string());
            write_row(
                &mut table,
                ["code", code, severity.name(), &count, &records, &at, &ids],
            );
        }
        for (planned, records) in self.ranked() {
            write_row(
                &mut table,
                [
                    "change",
                    &planned.words,
                    "",
                    &records.to_string(),
                    &records.to_string(),
                    "",
                    "",
                ],
            );
        }
        for Faulty {
            record,
            errors,
            warnings,
            ..
        } in &self.worst
        {
            let [at, id] = columns(std::slice::from_ref(record));
            for (severity, count) in [("error", errors), ("warning", warnings)] {
                write_row(
                    &mut table,
                    ["worst", "", severity, &count.to_string(), "1", &at, &id],
                );
            }
        }
        table
    }
}

/// Writes a row of a table.
fn write_row(table: &mut String, cells: [&str; 7]) {
    _ = write!(table, "{}\r\n", cells.map(cell).join(","));
}

/// Returns the place of a record without its line.
fn place(named: &Named) -> Place {
    Place {
        file: named.file.clone(),
        part: named.part,
        before: (0, 0),
    }
}

/// Returns the number of findings of a severity.
fn count_of(counts: &BTreeMap<(Severity, &'static str), usize>, severity: Severity) -> usize {
    counts
        .iter()
        .filter(|((found, _), _)| *found == severity)
        .map(|(_, count)| count)
        .sum()
}

impl Summary {
    /// Returns a table whose rows are the worst records, and its columns the codes that any of them has.
    fn csv_of_records(&self) -> String {
        let codes: BTreeSet<(Severity, &str)> = self
            .worst
            .iter()
            .flat_map(|faulty| faulty.codes.keys().copied())
            .collect();
        let names: Vec<&str> = codes.iter().map(|(_, code)| *code).collect();
        let mut table = ["at,id,name,errors,warnings"]
            .into_iter()
            .chain(names)
            .collect::<Vec<_>>()
            .join(",")
            + "\r\n";
        for Faulty {
            record,
            errors,
            warnings,
            codes: own,
        } in &self.worst
        {
            let known = [
                cell(&record.number()),
                cell_or_empty(record.id.as_ref()),
                cell_or_empty(record.name.as_ref()),
            ];
            let counts = codes
                .iter()
                .map(|key| own.get(key).copied().unwrap_or_default());
            let counts = [*errors, *warnings]
                .into_iter()
                .chain(counts)
                .map(|count| count.to_string());
            table += &known
                .into_iter()
                .chain(counts)
                .collect::<Vec<_>>()
                .join(",");
            table += "\r\n";
        }
        table
    }
}

fn cell_or_empty(text: Option<&String>) -> String {
    text.map(String::as_str).map(cell).unwrap_or_default()
}

/// Returns what a code means: of a finding its message, with an ellipsis for each of its values.
fn meaning(paint: Paint<'_>, code: &str) -> Option<String> {
    paint
        .meaning(code)
        .or_else(|| error_codes::meaning(code).map(str::to_owned))
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
    let ids = records
        .iter()
        .map(|named| named.id.as_deref().unwrap_or_default());
    [
        records
            .iter()
            .map(Named::number)
            .collect::<Vec<_>>()
            .join(" "),
        ids.collect::<Vec<_>>().join(" "),
    ]
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
    let guard = if text.starts_with(['=', '+', '-', '@']) {
        "'"
    } else {
        ""
    };
    if text.contains(['"', ',', '\r', '\n']) {
        format!("\"{guard}{}\"", text.replace('"', "\"\""))
    } else {
        format!("{guard}{text}")
    }
}
