//! The odd shapes of members that are observed in responses.

use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value, json};

use super::leaf::{self, Sort};
use super::part::{GeneratedMember, GeneratedValue, Meant};
use crate::knowledge::format::is_space;
use crate::knowledge::issue::Code;
use crate::knowledge::schema::{Bounds, Format, Member, Object, Type};

/// A way to write a single value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Spelling {
    /// Unchanged.
    Plain,
    /// The value as text.
    Text,
}

/// Returns the ways in which values of a type are observed to be written.
pub(super) fn spellings(ty: &Type) -> BoxedStrategy<Spelling> {
    match ty {
        Type::Number(_) | Type::Integer(_) | Type::Boolean => {
            prop_oneof![8 => Just(Spelling::Plain), 1 => Just(Spelling::Text)].boxed()
        }
        _ => Just(Spelling::Plain).boxed(),
    }
}

impl Spelling {
    pub(super) fn write(self, value: Value) -> GeneratedValue {
        match self {
            Self::Plain => GeneratedValue::plain(value),
            Self::Text => GeneratedValue::odd(value.to_string().into(), value, Code::ReadText),
        }
    }
}

/// Generates the values of a type that mean that a member is not set.
pub(super) fn not_set(ty: &Type) -> BoxedStrategy<GeneratedValue> {
    let mut spellings = vec![json!(""), json!(null), json!(""), json!(null), json!(" ")];
    let [object, list] = [json!({}), json!([])];
    match ty {
        Type::Object(_) | Type::Open => spellings.extend([object.clone(), object]),
        Type::List(list) if list.is_week() => spellings.extend([object.clone(), object]),
        Type::List(keyed) if !keyed.is_set() => spellings.extend([object, list]),
        _ => {}
    }
    select(spellings).prop_map(GeneratedValue::not_set).boxed()
}

/// Generates the ways to write that a set of days or hours has no items.
pub(super) fn no_items() -> BoxedStrategy<GeneratedValue> {
    let object = GeneratedValue::odd(json!({}), json!([]), Code::ReadList);
    prop_oneof![Just(GeneratedValue::plain(json!([]))), Just(object)].boxed()
}

/// Returns true if a value of a type means that a member is not set.
pub(super) fn is_not_set(ty: &Type, value: &Value) -> bool {
    match (ty, value) {
        (_, Value::Null) => true,
        (_, Value::String(text)) => text.chars().all(is_space),
        (Type::Object(_) | Type::Open, Value::Object(members)) => members.is_empty(),
        (Type::List(list), Value::Object(members)) => !list.is_set() && members.is_empty(),
        (Type::List(list), Value::Array(items)) => {
            !list.is_set() && !list.is_week() && items.is_empty()
        }
        _ => false,
    }
}

/// Returns the part of a member, which is not set if its value means that. The object `{}` as a week is read
/// as it is: the hours are in a schedule.
pub(super) fn as_member(row: &Member, part: GeneratedValue) -> GeneratedValue {
    let is_week = matches!(row.ty, Type::List(list) if list.is_week());
    if is_week && part.sent == json!({}) {
        return GeneratedValue {
            meant: Meant::Same,
            ..GeneratedValue::not_set(part.sent)
        };
    }
    let is_not_set = part.meant().is_none_or(|meant| is_not_set(&row.ty, meant));
    if is_not_set {
        GeneratedValue::not_set(part.sent)
    } else {
        part
    }
}

/// Generates valid hours with some numbers as text. Few lack a member, or have one that the tables lack.
pub(super) fn range(table: &'static Object) -> BoxedStrategy<GeneratedValue> {
    let spellings = prop_oneof![3 => Just(Spelling::Plain), 1 => Just(Spelling::Text)];
    let not_set = proptest::option::weighted(
        0.03,
        (0..4_usize, proptest::option::of(not_set(&Type::Boolean))),
    );
    let has_id = proptest::bool::weighted(0.05);
    (
        leaf::range(Sort::Valid),
        [(); 4].map(|()| spellings.clone()),
        not_set,
        has_id,
    )
        .prop_map(|(range, spellings, not_set, has_id)| {
            let mut part = GeneratedValue::plain(Value::Object(Map::new()));
            for (at, ((name, number), spelling)) in range
                .as_object()
                .into_iter()
                .flatten()
                .zip(spellings)
                .enumerate()
            {
                match &not_set {
                    Some((of, spelled)) if *of == at => {
                        if let Some(spelled) = spelled {
                            part.insert(name, name.clone(), spelled.clone());
                        }
                    }
                    _ => part.insert(name, name.clone(), spelling.write(number.clone())),
                }
            }
            if has_id {
                part.insert(
                    "_id",
                    "_id".to_owned(),
                    unknown(table, "_id", "66c1".into()),
                );
            }
            part
        })
        .boxed()
}

/// Generates special dates: most as the specification spells them, some at another time of the day or with an offset.
pub(super) fn date() -> impl Strategy<Value = String> + Clone {
    let usual = leaf::text(Format::Date, Sort::Valid);
    let day = "202[0-9]-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])";
    let time = leaf::matching(
        r"T(0[0-9]|1[0-9]|2[0-3]):(00|30|59):00(\.000)?(Z|[+-](0[0-9]|1[0-2]):(00|30))",
    );
    let odd = (leaf::matching(day), time).prop_map(|(day, time)| day + &time);
    prop_oneof![4 => usual, 1 => odd]
}

/// Generates numbers of things, and the number that responses have for "no limit".
pub(super) fn count() -> impl Strategy<Value = Value> + Clone {
    const NO_LIMIT: u64 = (1 << 53) - 1;
    prop_oneof![9 => leaf::number(Bounds::COUNT, Sort::Valid), 1 => Just(NO_LIMIT.into())]
}

/// Returns the part of a member that the table lacks. It is read as it is, unless the table leaves it out.
pub(super) fn unknown(table: &Object, name: &str, value: Value) -> GeneratedValue {
    if table.left_out.contains(&name) {
        GeneratedValue::left_out(value)
    } else {
        GeneratedValue::plain(value)
    }
}

/// Members beyond the tables that responses are observed to contain: the table, the name, the value as JSON.
const OTHERS: [(&str, &str, &str); 19] = [
    ("calendar", "notifications", "[]"),
    (
        "calendar",
        "notifications",
        r#"[{ "type": "email", "shouldSendToContact": true }]"#,
    ),
    ("calendar", "isDefault", "false"),
    ("calendar", "calendarNotifications", "null"),
    ("location", "timezone", "\"Europe/Berlin\""),
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
    ("open-hours entry", "_id", "\"66a1\""),
    ("open-hours entry", "id", "null"),
    ("special date", "calendarId", "\"\""),
    ("look-busy configuration", "mode", "null"),
];

/// Returns the members beyond its table that an object is observed to contain.
pub(super) fn others(table: &Object) -> impl Iterator<Item = BoxedStrategy<GeneratedMember>> {
    OTHERS
        .iter()
        .filter(|(of, ..)| *of == table.name)
        .map(|(_, name, json)| {
            let value = serde_json::from_str(json).unwrap_or_default();
            Just(GeneratedMember::Other((*name).to_owned(), value)).boxed()
        })
}
