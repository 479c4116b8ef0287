//! The odd shapes in which responses are seen to carry members.

use proptest::prelude::*;
use serde_json::Value;

use super::part::{Held, Part};
use crate::knowledge::issue::Code;
use crate::knowledge::schema::{Object, Type};

/// How a single value is written.
#[derive(Clone, Copy, Debug)]
pub(super) enum Style {
    /// As it is.
    Plain,
    /// As text.
    Text,
    /// As empty text, which stands for "not set".
    Empty,
}

/// How values of that type are seen to be written.
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

impl Style {
    pub(super) fn write(self, value: Value) -> Part {
        match self {
            Self::Plain => Part::plain(value),
            Self::Text => Part::odd(value.to_string().into(), value, Code::ReadText),
            Self::Empty => Part::odd("".into(), "".into(), Code::ReadNotSet),
        }
    }
}

/// Members that responses are seen to carry beyond the tables: the table, the name, the value as JSON.
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

/// What an object of that table is seen to hold beyond it.
pub(super) fn others(table: &Object) -> impl Iterator<Item = BoxedStrategy<Held>> {
    OTHERS.iter().filter(|(of, ..)| *of == table.name).map(|(_, name, json)| {
        let value = serde_json::from_str(json).unwrap_or_default();
        Just(Held::Other((*name).to_owned(), value)).boxed()
    })
}
