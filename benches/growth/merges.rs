//! Three records that are merged, with more and more entries.

use calendiff::{Kind, Resolution};
use serde_json::{Map, Value, json};

use crate::dates::{date, dates, every_second, range, shuffled};
use crate::records::{COUNT_NAMES, COUNTS};
use crate::records::{team, with_dates};
use crate::table::{self, How, Row, Shown};

/// Base, ours and theirs with so many entries.
type Shape = (&'static str, fn(usize) -> [Value; 3]);

const SPECIAL_DATES: [Shape; 8] = [
    ("one edited on each side", |count| {
        let edited = |at: usize| {
            let mut dates = dates(count);
            dates[at] = date(at, 10);
            dates
        };
        [dates(count), edited(1), edited(2)].map(with_dates)
    }),
    ("one more at the head of each", |count| {
        let more = |number| [vec![date(number, 9)], dates(count)].concat();
        [dates(count), more(99_998), more(99_999)].map(with_dates)
    }),
    ("all others on each side", |count| {
        let from = |first| {
            (first..first + count)
                .map(|number| date(number, 9))
                .collect()
        };
        [dates(count), from(20_000), from(40_000)].map(with_dates)
    }),
    ("reversed, and all edited", |count| {
        [
            dates(count),
            dates(count).into_iter().rev().collect(),
            opening_at(10, count),
        ]
        .map(with_dates)
    }),
    ("shuffled, and reversed", |count| {
        [
            dates(count),
            shuffled(&dates(count)),
            dates(count).into_iter().rev().collect(),
        ]
        .map(with_dates)
    }),
    ("every second dropped, and all edited: conflicts", |count| {
        [
            dates(count),
            every_second(&dates(count)),
            opening_at(10, count),
        ]
        .map(with_dates)
    }),
    ("every second dropped, and the others", |count| {
        [
            dates(count),
            every_second(&dates(count)),
            every_second(&dates(count)[1..]),
        ]
        .map(with_dates)
    }),
    ("other hours on each side: conflicts", |count| {
        [dates(count), opening_at(10, count), opening_at(11, count)].map(with_dates)
    }),
];

const OTHER_LISTS: [Shape; 7] = [
    ("team: shuffled, and all edited", |count| {
        [team(count), shuffled(&team(count)), primary(count)].map(with_team)
    }),
    ("team: shuffled, and reversed: a conflict", |count| {
        [
            team(count),
            shuffled(&team(count)),
            team(count).into_iter().rev().collect(),
        ]
        .map(with_team)
    }),
    ("team: every second dropped, and all edited", |count| {
        [team(count), every_second(&team(count)), primary(count)].map(with_team)
    }),
    ("a day: other ranges on each side", |count| {
        let day = |first: usize| {
            let ranges: Vec<Value> = (0..count)
                .map(|at| (first + 3 * at) % 1_437)
                .map(|at| range(at, at + 1))
                .collect();
            json!({ "openHours": [{ "daysOfTheWeek": [1], "hours": ranges }] })
        };
        [day(0), day(1), day(2)]
    }),
    (
        "a day: ranges that overlap, one more on each side",
        |count| {
            let day = |more: &[Value]| {
                let ranges = (0..count)
                    .map(|at| range(at % 600, 700 + at % 690))
                    .chain(more.iter().cloned())
                    .collect::<Vec<_>>();
                json!({ "openHours": [{ "daysOfTheWeek": [1], "hours": ranges }] })
            };
            [
                day(&[]),
                day(&[range(1_400, 1_410)]),
                day(&[range(1_420, 1_430)]),
            ]
        },
    ),
    (
        "week: entries of two days, one more on each side",
        |count| {
            let week = |more: u8| {
                let entry =
                    |days: [u8; 2]| json!({ "daysOfTheWeek": days, "hours": [range(540, 600)] });
                let entries = [vec![entry([1, 2]); count], vec![entry([more, more])]].concat();
                json!({ "openHours": entries })
            };
            [week(1), week(3), week(4)]
        },
    ),
    ("members no one knows: conflicts", |count| {
        let members = |value: usize| -> Map<String, Value> {
            (0..count)
                .map(|at| (format!("member {at}"), (at + value).into()))
                .collect()
        };
        [0, 1, 2].map(|value| Value::Object(members(value)))
    }),
];

fn opening_at(hour: usize, count: usize) -> Vec<Value> {
    (0..count).map(|number| date(number, hour)).collect()
}

fn primary(count: usize) -> Vec<Value> {
    let primary = |mut member: Value| {
        member["isPrimary"] = true.into();
        member
    };
    team(count).into_iter().map(primary).collect()
}

fn with_team(team: Vec<Value>) -> Value {
    Value::from_iter([("teamMembers", team)])
}

/// A table for special dates, and one for what else can be many.
pub(crate) fn print() {
    let (all, most) = (COUNT_NAMES, COUNTS);
    table::print(
        "special dates, merged",
        &all,
        rows(&SPECIAL_DATES, &most),
        &Shown::ALL,
    );
    table::print(
        "other lists, merged",
        &all[..3],
        rows(&OTHER_LISTS, &most[..3]),
        &Shown::ALL,
    );
}

fn rows(shapes: &[Shape], counts: &[usize]) -> Vec<Row> {
    let row = |(shape, three): &Shape| {
        let merge = |[base, ours, theirs]: [Value; 3]| {
            move || {
                drop(
                    Kind::Calendar
                        .merge(&base, &ours, &theirs, Resolution::Leave)
                        .unwrap(),
                );
            }
        };
        let runs: Vec<_> = counts.iter().map(|count| merge(three(*count))).collect();
        Row::of(shape, "merge", &runs, How::WELL)
    };
    shapes.iter().map(row).collect()
}
