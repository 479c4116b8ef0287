//! Whole records with more and more entries.

use calendiff::{
    DiffOptions, EditOptions, Edits, Kind, Mode, Profile, Sameness, Span, ValidateOptions,
    WhenAbsent,
};
use serde_json::{Map, Value, json};

use crate::dates::{date, dates, every_second, range, shuffled};
use crate::table::{self, How, Row, Shown};

/// A verb on a stored record and a draft.
type Verb = (&'static str, fn(&Value, &Value));

const VERBS: [Verb; 9] = [
    ("validate", |_, draft| {
        drop(
            Kind::Calendar
                .validate(draft, &ValidateOptions::default())
                .unwrap(),
        );
    }),
    ("normalize", |_, draft| {
        drop(Kind::Calendar.normalize(draft).unwrap());
    }),
    ("diff", |stored, draft| {
        drop(
            Kind::Calendar
                .diff(stored, draft, WhenAbsent::Keep)
                .unwrap(),
        );
    }),
    ("diff by spelling", |stored, draft| {
        drop(Kind::Calendar.diff(stored, draft, by_spelling()).unwrap());
    }),
    ("body", |stored, draft| {
        drop(Kind::Calendar.body(stored, draft, Mode::Full).unwrap());
    }),
    ("edit", |stored, draft| {
        let edits = Edits::between(Kind::Calendar, stored, draft, WhenAbsent::Keep).unwrap();
        drop(Kind::Calendar.edit(stored, &edits, EditOptions::default()));
    }),
    ("openings", |stored, _| {
        drop(
            Kind::Calendar
                .openings(stored, Span::days("2026-12-01", 30).unwrap())
                .unwrap(),
        );
    }),
    ("review", |stored, draft| {
        drop(
            Kind::Calendar
                .review(stored, draft, (Profile::Specification, Mode::Full))
                .unwrap(),
        );
    }),
    ("fix", |_, draft| {
        drop(
            Kind::Calendar
                .fix(draft, &ValidateOptions::default())
                .unwrap(),
        );
    }),
];

fn by_spelling() -> DiffOptions {
    DiffOptions::default()
        .absent(WhenAbsent::Remove)
        .by(Sameness::Spelling)
}

pub(crate) const COUNTS: [usize; 4] = [10, 100, 1_000, 10_000];
pub(crate) const COUNT_NAMES: [&str; 4] = ["10", "100", "1,000", "10,000"];

/// A stored record and a draft with so many entries.
type Shape = (&'static str, fn(usize) -> [Value; 2]);

const SPECIAL_DATES: [Shape; 8] = [
    ("as stored", |count| {
        [dates(count), dates(count)].map(with_dates)
    }),
    ("one date more at the head", |count| {
        [dates(count), [vec![date(99_999, 9)], dates(count)].concat()].map(with_dates)
    }),
    ("other hours on each date", |count| {
        [
            dates(count),
            (0..count).map(|number| date(number, 10)).collect(),
        ]
        .map(with_dates)
    }),
    ("in reverse order", |count| {
        [dates(count), dates(count).into_iter().rev().collect()].map(with_dates)
    }),
    ("shuffled", |count| {
        [dates(count), shuffled(&dates(count))].map(with_dates)
    }),
    ("every second dropped", |count| {
        [dates(count), every_second(&dates(count))].map(with_dates)
    }),
    ("each date twice", |count| {
        [dates(count), [dates(count), dates(count)].concat()].map(with_dates)
    }),
    ("a fix for each date", |count| {
        let bare = |mut date: Value| {
            date["date"] = date["date"].as_str().unwrap()[..10].into();
            date
        };
        [dates(count), dates(count).into_iter().map(bare).collect()].map(with_dates)
    }),
];

const OTHER_LISTS: [Shape; 7] = [
    ("week: entries of two days", |count| {
        let entry = json!({ "daysOfTheWeek": [1, 2], "hours": [range(540, 600)] });
        [
            json!({ "openHours": [] }),
            json!({ "openHours": vec![entry; count] }),
        ]
    }),
    ("a day: ranges that overlap", |count| {
        let hours: Vec<Value> = (0..count)
            .map(|at| range(at % 600, 700 + at % 600))
            .collect();
        let day =
            |hours: Vec<Value>| json!({ "openHours": [{ "daysOfTheWeek": [1], "hours": hours }] });
        [day(hours.iter().rev().cloned().collect()), day(hours)]
    }),
    ("team: in reverse order", |count| {
        [team(count).into_iter().rev().collect(), team(count)]
            .map(|team| json!({ "teamMembers": team }))
    }),
    ("team: shuffled", |count| {
        [team(count), shuffled(&team(count))].map(|team| json!({ "teamMembers": team }))
    }),
    ("team: every second dropped", |count| {
        [team(count), every_second(&team(count))].map(|team| json!({ "teamMembers": team }))
    }),
    ("team: one user", |count| {
        let team = vec![json!({ "userId": "user" }); count];
        [
            json!({ "teamMembers": team }),
            json!({ "teamMembers": team }),
        ]
    }),
    ("members no one knows", |count| {
        let members = |value: usize| -> Map<String, Value> {
            (0..count)
                .map(|at| (format!("member {at}"), (at + value).into()))
                .collect()
        };
        [Value::Object(members(0)), Value::Object(members(1))]
    }),
];

/// So many team members.
pub(crate) fn team(count: usize) -> Vec<Value> {
    (0..count)
        .map(|at| json!({ "userId": format!("user {at}") }))
        .collect()
}

pub(crate) fn with_dates(dates: Vec<Value>) -> Value {
    let mut record = json!({ "name": "Consultation", "slotDuration": 30 });
    record["availabilities"] = dates.into();
    record
}

/// A table for special dates, and one for what else can be many.
pub(crate) fn print() {
    table::print(
        "special dates",
        &COUNT_NAMES,
        rows(&SPECIAL_DATES, &COUNTS),
        &Shown::ALL,
    );
    table::print(
        "other lists",
        &["10", "100", "1,000"],
        rows(&OTHER_LISTS, &[10, 100, 1_000]),
        &Shown::ALL,
    );
}

fn rows(shapes: &[Shape], counts: &[usize]) -> Vec<Row> {
    let mut rows = Vec::new();
    for (shape, pair) in shapes {
        let pairs: Vec<[Value; 2]> = counts.iter().map(|count| pair(*count)).collect();
        for (verb, run) in VERBS {
            let runs: Vec<_> = pairs
                .iter()
                .map(|[stored, draft]| move || run(stored, draft))
                .collect();
            rows.push(Row::of(shape, verb, &runs, How::WELL));
        }
    }
    rows
}
