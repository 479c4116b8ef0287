//! The odd shapes of members that are observed in responses.

use proptest::prelude::*;
use serde_json::{Map, Value};

use super::leaf::{self, Sort};
use super::part::{Held, Part};
use crate::knowledge::issue::Code;
use crate::knowledge::schema::{Object, Type};

/// A way to write a single value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Style {
    /// Unchanged.
    Plain,
    /// The value as text.
    Text,
    /// Empty text, which means "not set".
    Empty,
}

/// Returns the ways in which values of a type are observed to be written.
pub(super) fn styles(ty: &Type, has_known: bool) -> BoxedStrategy<Style> {
    let text = Just(Style::Text);
    match ty {
        Type::Number(_) | Type::Integer(_) => {
            prop_oneof![8 => Just(Style::Plain), 1 => text, 1 => Just(Style::Empty)].boxed()
        }
        Type::Boolean => prop_oneof![8 => Just(Style::Plain), 1 => text].boxed(),
        _ if has_known => prop_oneof![8 => Just(Style::Plain), 1 => Just(Style::Empty)].boxed(),
        _ => Just(Style::Plain).boxed(),
    }
}

/// Generates valid hours with some numbers as text.
pub(super) fn range() -> BoxedStrategy<Part> {
    let styles = prop_oneof![3 => Just(Style::Plain), 1 => Just(Style::Text)];
    (leaf::range(Sort::Valid), [(); 4].map(|()| styles.clone()))
        .prop_map(|(range, styles)| {
            let mut part = Part::plain(Value::Object(Map::new()));
            for ((name, number), style) in range.as_object().into_iter().flatten().zip(styles) {
                part.insert(name, name.clone(), style.write(number.clone()));
            }
            part
        })
        .boxed()
}

impl Style {
    pub(super) fn write(self, value: Value) -> Part {
        match self {
            Self::Plain => Part::plain(value),
            Self::Text => Part::odd(value.to_string().into(), value, Code::ReadText),
            Self::Empty => Part::odd("".into(), "".into(), Code::ReadNotSet),
        }
    }
}

/// Members beyond the tables that responses are observed to contain: the table, the name, the value as JSON.
const OTHERS: [(&str, &str, &str); 12] = [
    ("calendar", "notifications", "[]"),
    ("calendar", "isDefault", "false"),
    ("recurrence", "interval", "null"),
    ("recurrence", "monthDays", "[]"),
    ("recurrence", "weekDays", "[]"),
    ("team member", "selected", "true"),
    ("team member", "isZoomAdded", "\"false\""),
    ("team member", "zoomOauthId", "\"z7Kq\""),
    ("team member", "meetingLocation", "\"\""),
    ("team member", "meetingLocationType", "\"custom\""),
    ("location configuration", "position", "0"),
    ("location configuration", "zoomOauthId", "\"\""),
];

/// Returns the members beyond its table that an object is observed to contain.
pub(super) fn others(table: &Object) -> impl Iterator<Item = BoxedStrategy<Held>> {
    OTHERS.iter().filter(|(of, ..)| *of == table.name).map(|(_, name, json)| {
        let value = serde_json::from_str(json).unwrap_or_default();
        Just(Held::Other((*name).to_owned(), value)).boxed()
    })
}
