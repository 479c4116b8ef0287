//! The value that an edit asks for.

use serde_json::{Value, json};

use crate::ground::json::{CollectVec, Number, View, to_string};
use crate::knowledge::format::hours::{DAYS, HoursItem, Range, in_order, minutes, spoken_time};
use crate::knowledge::unit::Unit;

/// The value that an edit asks for, or the one that it expects to find.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Wish {
    /// This value.
    Value(Value),
    /// These hours, of days of the week or of a special date. None mean closed.
    Hours(Vec<HoursItem>),
    /// The hours that the record has on that day of the week, 0 for Sunday.
    AsDay(u8),
    /// No value: a date that is removed, a member that is not sent.
    Absent,
    /// A number within a bound: the bound itself in place of a number beyond it.
    Bound(Bound),
}

/// The least or the greatest number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bound {
    pub(crate) is_least: bool,
    pub(crate) number: Number,
    /// The unit of the number, if the number has one.
    pub(crate) unit: Option<&'static str>,
}

impl Bound {
    /// Returns true if a number of a record is certainly within the bound, or `None` if its unit is not known.
    pub(super) fn holds(self, number: Number, unit: Option<&str>) -> Option<bool> {
        let bound = self.number.as_f64();
        let found = number.as_f64();
        let Some(bound_unit) = self.unit.filter(|bound_unit| unit != Some(bound_unit)) else {
            return Some(if self.is_least {
                found >= bound
            } else {
                found <= bound
            });
        };
        // Both in minutes, from the least to the most. At least 4 weeks: 1 month holds for sure. At least 30 days: 1 month may
        // have fewer, so it does not hold.
        let bound = Unit::named(bound_unit)?.minutes(bound);
        let found = Unit::named(unit?)?.minutes(found);
        Some(if self.is_least {
            found.least >= bound.most
        } else {
            found.most <= bound.least
        })
    }
}

impl Wish {
    /// Returns the wish as the members of JSON that express it: `{ "value": 45 }`, `{ "hours": [["09:00", "12:00"]] }`,
    /// `{ "absent": true }`, `{ "atLeast": 2, "unit": "days" }`.
    pub(super) fn to_json(&self) -> Value {
        match self {
            Self::Value(value) => json!({ "value": value }),
            Self::Hours(items) => json!({ "hours": items.iter().map(item_to_json).collect_vec() }),
            Self::AsDay(day) => json!({ "as": DAYS[usize::from(*day)].to_ascii_lowercase() }),
            Self::Absent => json!({ "absent": true }),
            Self::Bound(bound) => {
                let name = if bound.is_least { "atLeast" } else { "atMost" };
                let mut json = json!({ name: bound.number.to_value() });
                if let Some(unit) = bound.unit {
                    json["unit"] = unit.into();
                }
                json
            }
        }
    }

    /// Returns the wish as text, as it is parsed.
    pub(super) fn to_text(&self) -> String {
        match self {
            Self::Value(value) => to_string(value),
            Self::Hours(items) if items.is_empty() => "closed".to_owned(),
            Self::Hours(items) if items.iter().all(is_spoken) => items
                .iter()
                .map(|item| item.clocks().join("-"))
                .collect_vec()
                .join(", "),
            Self::Hours(items) => to_string(&items.iter().map(item_to_json).collect_vec()),
            Self::AsDay(day) => format!("as {}", DAYS[usize::from(*day)].to_ascii_lowercase()),
            Self::Absent => "absent".to_owned(),
            Self::Bound(bound) => {
                let words = if bound.is_least {
                    "at least"
                } else {
                    "at most"
                };
                let number = to_string(&bound.number.to_value());
                bound.unit.map_or_else(
                    || format!("{words} {number}"),
                    |unit| format!("{words} {number} {unit}"),
                )
            }
        }
    }
}

fn item_to_json(item: &HoursItem) -> Value {
    if is_spoken(item) {
        json!(item.clocks())
    } else {
        item.to_value()
    }
}

/// Returns true if an item is a range of times that can be read again.
fn is_spoken(item: &HoursItem) -> bool {
    let [open, close] = item.clocks();
    // Written and read again it must be the same range, with its unknown members: else it is written as JSON.
    range(&open, &close).as_ref() == Some(item)
}

/// Reads hours from JSON: `[["09:00", "12:00"]]`, or ranges as records have them.
pub(super) fn hours(items: View<'_>) -> Option<Vec<HoursItem>> {
    items.items()?.map(item).collect_all().map(in_order)
}

/// Reads one range of a day.
fn item(item: View<'_>) -> Option<HoursItem> {
    match item.items() {
        Some(mut times) => {
            let (Some(open), Some(close), None) = (times.next(), times.next(), times.next()) else {
                return None;
            };
            range(open.text()?, close.text()?)
        }
        None => item.members().map(|_| HoursItem::read(item)),
    }
}

/// Reads hours from text: `09:00-12:00, 13:00-17:00`, as people write them too, `9-12` or `9am-5pm`, or `closed`.
pub(super) fn spoken_hours(text: &str) -> Option<Vec<HoursItem>> {
    if text == "closed" {
        return Some(Vec::new());
    }
    text.split(',').map(spoken).collect_all().map(in_order)
}

/// Reads a range as people write it: `9-12`.
fn spoken(times: &str) -> Option<HoursItem> {
    let (open, close) = times.split_once(['-', '–'])?;
    range_of(spoken_time(open.trim())?, spoken_time(close.trim())?)
}

/// Reads a range from its times.
fn range(open: &str, close: &str) -> Option<HoursItem> {
    range_of(minutes(open)?, minutes(close)?)
}

/// Returns a range, which opens before midnight.
fn range_of(open: u16, close: u16) -> Option<HoursItem> {
    (open < 24 * 60).then_some(HoursItem::Range(Range { open, close }))
}
