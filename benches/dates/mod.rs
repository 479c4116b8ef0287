//! Special dates and hours, as many as are wanted.

use serde_json::{Value, json};

/// A range, in minutes of the day.
pub(crate) fn range(open: usize, close: usize) -> Value {
    json!({ "openHour": open / 60, "openMinute": open % 60, "closeHour": close / 60, "closeMinute": close % 60 })
}

/// A special date: the day with that number, of years with twelve months of 28 days.
pub(crate) fn date(number: usize, open: usize) -> Value {
    let (year, month, day) = (1000 + number / 336, number / 28 % 12 + 1, number % 28 + 1);
    json!({ "date": format!("{year:04}-{month:02}-{day:02}T00:00:00.000Z"), "hours": [range(open * 60, 17 * 60)] })
}

/// The first so many special dates, open at nine.
pub(crate) fn dates(count: usize) -> Vec<Value> {
    (0..count).map(|number| date(number, 9)).collect()
}

/// Items in an order that is neither theirs nor the reverse; as many of them as a power of ten.
#[allow(dead_code, reason = "not every bench shuffles")]
pub(crate) fn shuffled(items: &[Value]) -> Vec<Value> {
    (0..items.len())
        .map(|at| items[at * 7_919 % items.len()].clone())
        .collect()
}

/// Every second item, from the first.
#[allow(dead_code, reason = "not every bench drops items")]
pub(crate) fn every_second(items: &[Value]) -> Vec<Value> {
    items.iter().step_by(2).cloned().collect()
}
