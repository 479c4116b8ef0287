//! Hours of a day, and of a week.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, subsequence};
use proptest::strategy::Union;
use serde_json::{Value, json};

use super::{Sort, numbers};
use crate::knowledge::format::hours::Range;
use crate::knowledge::schema::Bounds;

/// Generates nonempty hours within one day, up to 24:00, as the record spells them: `{ openHour, … }`.
pub fn range(sort: Sort) -> impl Strategy<Value = Value> + Clone {
    let valid = ranges().prop_map(Range::to_value);
    match sort {
        Sort::Valid => valid.boxed(),
        Sort::Nearly => prop_oneof![
            ranges().prop_map(|Range { open, close }| Range {
                open: close % 1440,
                close: open
            }
            .to_value()),
            ranges().prop_map(|Range { open, .. }| Range { open, close: open }.to_value()),
            ranges().prop_map(|Range { open, close }| Range {
                open,
                close: 1440 + close % 60
            }
            .to_value()),
            one_member(valid, |name| {
                let hour = name.ends_with("Hour");
                numbers(
                    Bounds::between(0.0, if hour { 24.0 } else { 59.0 }),
                    2,
                    Sort::Nearly,
                )
            }),
        ]
        .boxed(),
        Sort::Hostile => one_member(valid, |_| numbers(Bounds::ANY, 2, Sort::Hostile)),
    }
}

/// Generates ranges with one member removed or changed to a value of that strategy.
fn one_member(
    range: impl Strategy<Value = Value> + Clone + 'static,
    value: impl Fn(&str) -> BoxedStrategy<Value>,
) -> BoxedStrategy<Value> {
    let names = ["openHour", "openMinute", "closeHour", "closeMinute"];
    let changes = names.map(|name| {
        let change = (range.clone(), proptest::option::weighted(0.9, value(name)));
        change.prop_map(move |(mut range, value)| {
            match (value, range.as_object_mut()) {
                (Some(value), _) => range[name] = value,
                (None, Some(members)) => members.retain(|own, _| own != name),
                (None, None) => {}
            }
            range
        })
    });
    Union::new(changes).boxed()
}

/// Generates ranges of a day: most begin and end at a quarter of an hour, some at any minute, some end with the day, and
/// some a minute before.
fn ranges() -> BoxedStrategy<Range> {
    let ends = prop_oneof![6 => Just(None), 1 => Just(Some(1440)), 1 => Just(Some(1439))];
    // A tuple shrinks its first part first: a range that ends early before its end moves.
    (ends, times(), times())
        .prop_map(|(end, open, more)| {
            let early = open + 15 + more % (1424_u16.saturating_sub(open) + 1);
            Range {
                open,
                close: end.unwrap_or(early.min(1439)),
            }
        })
        .boxed()
}

/// Generates times in minutes, mostly quarters of an hour.
fn times() -> impl Strategy<Value = u16> {
    (0..96_u16, minutes()).prop_map(|(quarter, minute)| quarter * 15 + minute)
}

fn minutes() -> impl Strategy<Value = u16> {
    prop_oneof![6 => Just(0), 1 => 0..14_u16]
}

/// Generates open hours: an array of entries, each with one day and its hours. Valid ones have each day at most once,
/// and hours that do not overlap.
pub fn week(sort: Sort) -> impl Strategy<Value = Value> + Clone {
    match sort {
        Sort::Valid => valid().prop_map(Value::Array).boxed(),
        Sort::Nearly => {
            let days = vec(0..=7_u8, 1..=3).prop_map(|days| ("daysOfTheWeek", json!(days)));
            let hours = vec(prop_oneof![range(Sort::Valid), range(Sort::Nearly)], 1..=3)
                .prop_map(|hours| ("hours", json!(hours)));
            week_with(valid(), prop_oneof![days, hours])
        }
        Sort::Hostile => {
            let days = vec(numbers(Bounds::ANY, 1, Sort::Hostile), 1..=3)
                .prop_map(|days| ("daysOfTheWeek", json!(days)));
            let hours = vec(range(Sort::Hostile), 1..=3).prop_map(|hours| ("hours", json!(hours)));
            week_with(valid(), prop_oneof![days, hours])
        }
    }
}

/// Generates entries of different days.
fn valid() -> impl Strategy<Value = Vec<Value>> + Clone {
    (
        subsequence((0..7_u8).collect::<Vec<_>>(), 0..=7),
        vec(day(), 7),
    )
        .prop_map(|(days, hours)| {
            let entries = days.into_iter().zip(hours);
            entries
                .map(|(day, hours)| json!({ "daysOfTheWeek": [day], "hours": hours }))
                .collect::<Vec<_>>()
        })
}

/// Generates weeks with one member of one entry replaced.
fn week_with(
    week: impl Strategy<Value = Vec<Value>> + 'static,
    member: impl Strategy<Value = (&'static str, Value)> + 'static,
) -> BoxedStrategy<Value> {
    (week, member, any::<Index>())
        .prop_map(|(mut week, (name, value), at)| {
            if week.is_empty() {
                week.push(json!({ "daysOfTheWeek": [0], "hours": [] }));
            }
            let at = at.index(week.len());
            week[at][name] = value;
            Value::Array(week)
        })
        .boxed()
}

/// Generates the hours of one day: up to three ranges that do not overlap.
pub(in crate::testing::strategies) fn day() -> impl Strategy<Value = Vec<Value>> + Clone {
    vec(ranges(), 0..=3).prop_map(|ranges| apart(ranges).into_iter().map(Range::to_value).collect())
}

/// Returns the ranges without those that overlap an earlier one.
pub(in crate::testing::strategies) fn apart(ranges: Vec<Range>) -> Vec<Range> {
    let mut apart: Vec<Range> = Vec::new();
    for range in ranges {
        if !apart.iter().any(|other| other.overlaps(range)) {
            apart.push(range);
        }
    }
    apart
}
