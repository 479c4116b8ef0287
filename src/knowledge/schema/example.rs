//! An example of each member, derived from its row.

use serde_json::{Map, Value};

use super::column::{Bounds, Holds};
use super::shape::PayloadShape;
use super::table::{List, Member, Object, Type};
use crate::ground::json::Number;
use crate::knowledge::format;
use crate::knowledge::format::hours::Range;

/// The hours of the example: 09:00 to 17:00.
const HOURS: Range = Range {
    open: 9 * 60,
    close: 17 * 60,
};

/// Returns a valid object with every member of a table that the shape has.
pub(crate) fn example(table: &Object, of: PayloadShape) -> Value {
    let rows = table.members.iter().filter(|row| match of {
        PayloadShape::Update => !row.is_response_only(),
        PayloadShape::Record => !row.is_request_only(),
    });
    rows.map(|row| (row.name.to_owned(), member(row, of)))
        .collect::<Map<_, _>>()
        .into()
}

/// The booking window of the example, in days: longer than the minimum notice.
const WINDOW: (&str, u8) = ("allowBookingFor", 30);

/// Returns the first known text, which the specification shows, else the default, else a value of the type.
fn member(row: &Member, of: PayloadShape) -> Value {
    if row.name == WINDOW.0 {
        return WINDOW.1.into();
    }
    let known = row
        .known
        .first()
        .filter(|_| matches!(row.ty, Type::Text(_)));
    known
        .map(|known| known.value.into())
        .or_else(|| row.default_value())
        .unwrap_or_else(|| value(&row.ty, row, of))
}

fn value(ty: &Type, row: &Member, of: PayloadShape) -> Value {
    match ty {
        Type::Text(format) => {
            // The label where the format accepts it, as one word where it must be one.
            let label = row.label();
            let word = label.replace(' ', "-");
            let text = [label, word]
                .into_iter()
                .find(|text| format::check(*format, text).is_none());
            text.unwrap_or_else(|| format.samples().least.to_owned())
                .into()
        }
        Type::Number(bounds) | Type::Integer(bounds) => number(*bounds),
        Type::Boolean => true.into(),
        Type::Open => Map::new().into(),
        Type::Object(table) => example(table, of),
        Type::List(list) => vec![item(list, row, of)].into(),
    }
}

/// Returns 1 if it is within the bounds, else the least number.
fn number(bounds: Bounds) -> Value {
    let number = if bounds.hold(1.0.into()) {
        1.0
    } else {
        bounds.min
    };
    Number::from(number).to_value()
}

fn item(list: &List, row: &Member, of: PayloadShape) -> Value {
    match list.holds {
        Holds::Ranges => HOURS.to_value(),
        Holds::Items | Holds::Week | Holds::Days => value(&list.item, row, of),
    }
}
