//! Documents, and patches that may well apply to them.

use calendiff::json::patch::{self, Op};
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::Value;

/// Names that pointers have to escape, that look like indexes, and that more than one object has.
fn name() -> impl Strategy<Value = String> {
    const NAMES: [&str; 15] = [
        "a",
        "b",
        "c",
        "",
        "0",
        "1",
        "-",
        "~",
        "/",
        "a/b",
        "~1",
        "__proto__",
        "constructor",
        "é",
        "\u{1f642}",
    ];
    proptest::sample::select(&NAMES[..]).prop_map(str::to_owned)
}

pub fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-3..3_i64).prop_map(Value::from),
        (-3..3_i8).prop_map(|whole| Value::from(f64::from(whole))),
        any::<f64>().prop_map(Value::from),
        "[a-c]{0,2}|\\PC{0,3}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 5, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            proptest::collection::vec((name(), inner), 0..5)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// Something to do to a document, before it is known where: what kind of operation, two places, and a value.
pub type Wish = (u8, Index, Index, Value);

pub fn wishes() -> impl Strategy<Value = Vec<Wish>> {
    proptest::collection::vec((0..24_u8, any::<Index>(), any::<Index>(), any_json()), 0..6)
}

/// Every place in a document, and below it the places where something can be added.
fn places(document: &Value) -> (Vec<String>, Vec<String>) {
    let (mut places, mut gaps) = (vec![String::new()], vec![String::new()]);
    let mut next = vec![(String::new(), document)];
    while let Some((place, value)) = next.pop() {
        let escaped =
            |name: &str| format!("{place}/{}", name.replace('~', "~0").replace('/', "~1"));
        let below: Vec<(String, &Value)> = match value {
            Value::Array(items) => {
                gaps.extend([format!("{place}/-"), format!("{place}/{}", items.len())]);
                items
                    .iter()
                    .enumerate()
                    .map(|(at, item)| (format!("{place}/{at}"), item))
                    .collect()
            }
            Value::Object(members) => {
                gaps.extend(["new", "~", ""].map(escaped));
                members
                    .iter()
                    .map(|(name, member)| (escaped(name), member))
                    .collect()
            }
            _ => continue,
        };
        places.extend(below.iter().map(|(place, _)| place.clone()));
        gaps.extend(below.iter().map(|(place, _)| place.clone()));
        next.extend(below);
    }
    (places, gaps)
}

/// An operation that may well apply to the document; one in some does not.
pub fn operation(document: &Value, (kind, here, there, value): Wish) -> Op {
    let (places, gaps) = places(document);
    let (from, to) = (here.get(&places).clone(), there.get(&gaps).clone());
    match kind {
        0..6 => Op::Add { path: to, value },
        6..10 => Op::Remove { path: from },
        10..14 => Op::Replace { path: from, value },
        14..18 => Op::Move { from, path: to },
        18..21 => Op::Copy { from, path: to },
        21 => Op::Test {
            value: document.pointer(&from).cloned().unwrap_or_default(),
            path: from,
        },
        22 => Op::Test { path: from, value },
        _ => Op::Remove {
            path: format!("{from}/01"),
        },
    }
}

/// The operations that apply, one after the other, and the first that does not.
pub fn patches(document: &Value, wishes: Vec<Wish>) -> (Vec<Op>, Option<Op>) {
    let (mut now, mut applied) = (document.clone(), Vec::new());
    for wish in wishes {
        let operation = operation(&now, wish);
        match patch::apply(&now, std::slice::from_ref(&operation)) {
            Ok(after) => now = after,
            Err(_) => return (applied, Some(operation)),
        }
        applied.push(operation);
    }
    (applied, None)
}
