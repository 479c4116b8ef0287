//! Invalid content: values of other types, members with other names.

use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::Union;
use serde_json::{Value, json};

use super::leaf::{self, Sort};
use super::part::GeneratedMember;
use crate::knowledge::schema::{Known, Object, Type};

/// Generates values of any type.
pub(super) fn junk() -> BoxedStrategy<Value> {
    let junk = vec![
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(1.5),
        json!(""),
        json!("30"),
        json!(" true "),
        json!([]),
        json!({}),
        json!([{}, null, 7]),
        json!({ "0": 1, "1": null }),
        json!({ "kind": 1, "userId": [], "hours": {}, "daysOfTheWeek": ["1"] }),
        json!([[[[]]]]),
    ];
    select(junk).boxed()
}

/// Generates single values that may be wrong: nearly valid, hostile, written as text, or of another type.
pub(super) fn single(ty: &Type, known: &'static [Known]) -> BoxedStrategy<Value> {
    let (nearly, hostile) = match ty {
        Type::Text(_) if !known.is_empty() => {
            let nearly = leaf::edited(select(known).prop_map(|known| known.value.to_owned()));
            (nearly.prop_map(Value::from).boxed(), junk())
        }
        Type::Text(format) => (text(*format, Sort::Nearly), text(*format, Sort::Hostile)),
        Type::Number(bounds) => (
            leaf::number(*bounds, Sort::Nearly).boxed(),
            leaf::number(*bounds, Sort::Hostile).boxed(),
        ),
        Type::Integer(bounds) => (
            leaf::integer(*bounds, Sort::Nearly).boxed(),
            leaf::integer(*bounds, Sort::Hostile).boxed(),
        ),
        Type::Boolean | Type::Object(_) | Type::Open | Type::List(_) => (junk(), junk()),
    };
    let as_text = nearly.clone().prop_map(|value| {
        if value.is_string() {
            value
        } else {
            value.to_string().into()
        }
    });
    prop_oneof![4 => nearly, 2 => hostile, 1 => as_text, 1 => junk()].boxed()
}

fn text(format: crate::schema::Format, sort: Sort) -> BoxedStrategy<Value> {
    leaf::text(format, sort).prop_map(Value::from).boxed()
}

/// Names that no table has; JavaScript and JSON Pointer treat some of them specially.
pub(super) const UNKNOWN_MEMBERS: [&str; 12] = [
    "timezone",
    "",
    "x",
    "__proto__",
    "constructor",
    "toString",
    "a/b",
    "~0",
    "0",
    "-",
    "名前",
    "calendarNotifications",
];

/// Generates members that the table lacks.
pub(super) fn stranger() -> BoxedStrategy<GeneratedMember> {
    let names = prop_oneof![
        select(&UNKNOWN_MEMBERS[..]).prop_map(str::to_owned),
        leaf::matching("[ -~]{1,8}")
    ];
    let values = prop_oneof![junk(), leaf::matching("[a-z]{0,4}").prop_map(Value::from)];
    (names, values)
        .prop_map(|(name, value)| GeneratedMember::Other(name, value))
        .boxed()
}

/// Generates members that no table has, with any value.
pub(super) fn unknown() -> BoxedStrategy<GeneratedMember> {
    let names = select(&UNKNOWN_MEMBERS[..]).prop_map(str::to_owned);
    (names, junk())
        .prop_map(|(name, value)| GeneratedMember::Other(name, value))
        .boxed()
}

/// Generates members of the table whose name is one edit away from their own, or from one of their aliases.
pub(super) fn misspelled(table: &'static Object) -> BoxedStrategy<GeneratedMember> {
    let names = table.members.iter().flat_map(|member| {
        let names = member.aliases.iter().copied().chain([member.name]);
        names.map(move |name| {
            leaf::edited(Just(name.to_owned()))
                .prop_map(|name| GeneratedMember::Alias(member, name))
                .boxed()
        })
    });
    Union::new(names.collect::<Vec<_>>()).boxed()
}
