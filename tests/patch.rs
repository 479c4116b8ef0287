//! Laws of patches, on any JSON. `PROPTEST_CASES=100000 cargo test --test patch` for more.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use calendiff::Compare;
use calendiff::json::patch::{self, Op};
use calendiff::json::{equal, merge_patch, to_string};
use calendiff::{Absent, Kind};
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Map, Value, json};

/// Names that pointers have to escape, that look like indexes, and that more than one object has.
fn name() -> impl Strategy<Value = String> {
    const NAMES: [&str; 15] =
        ["a", "b", "c", "", "0", "1", "-", "~", "/", "a/b", "~1", "__proto__", "constructor", "é", "\u{1f642}"];
    proptest::sample::select(&NAMES[..]).prop_map(str::to_owned)
}

fn any_json() -> impl Strategy<Value = Value> {
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
type Wish = (u8, Index, Index, Value);

fn wishes() -> impl Strategy<Value = Vec<Wish>> {
    proptest::collection::vec((0..24_u8, any::<Index>(), any::<Index>(), any_json()), 0..6)
}

/// Every place in a document, and below it the places where something can be added.
fn places(document: &Value) -> (Vec<String>, Vec<String>) {
    let (mut places, mut gaps) = (vec![String::new()], vec![String::new()]);
    let mut next = vec![(String::new(), document)];
    while let Some((place, value)) = next.pop() {
        let escaped = |name: &str| format!("{place}/{}", name.replace('~', "~0").replace('/', "~1"));
        let below: Vec<(String, &Value)> = match value {
            Value::Array(items) => {
                gaps.extend([format!("{place}/-"), format!("{place}/{}", items.len())]);
                items.iter().enumerate().map(|(at, item)| (format!("{place}/{at}"), item)).collect()
            }
            Value::Object(members) => {
                gaps.extend(["new", "~", ""].map(escaped));
                members.iter().map(|(name, member)| (escaped(name), member)).collect()
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
fn operation(document: &Value, (kind, here, there, value): Wish) -> Op {
    let (places, gaps) = places(document);
    let (from, to) = (here.get(&places).clone(), there.get(&gaps).clone());
    match kind {
        0..6 => Op::Add { path: to, value },
        6..10 => Op::Remove { path: from },
        10..14 => Op::Replace { path: from, value },
        14..18 => Op::Move { from, path: to },
        18..21 => Op::Copy { from, path: to },
        21 => Op::Test { value: document.pointer(&from).cloned().unwrap_or_default(), path: from },
        22 => Op::Test { path: from, value },
        _ => Op::Remove { path: format!("{from}/01") },
    }
}

/// The operations that apply, one after the other, and the first that does not.
fn patches(document: &Value, wishes: Vec<Wish>) -> (Vec<Op>, Option<Op>) {
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

/// The bytes of a document with its members in one order.
fn canonical(value: &Value) -> String {
    fn sorted(value: &Value) -> Value {
        match value {
            Value::Array(items) => items.iter().map(sorted).collect(),
            Value::Object(members) => {
                let mut members: Vec<_> = members.iter().collect();
                members.sort_by_key(|(name, _)| *name);
                members.into_iter().map(|(name, member)| (name.clone(), sorted(member))).collect::<Map<_, _>>().into()
            }
            _ => value.clone(),
        }
    }
    to_string(&sorted(value))
}

/// The value a document has at a place is another one.
fn altered(document: &Value, place: &str) -> Value {
    let mut altered = document.clone();
    if let Some(value) = altered.pointer_mut(place) {
        *value = json!({ "instead of": value.take() });
    }
    altered
}

/// Whether there is a null that a merge patch would have to set.
fn holds_null(value: &Value) -> bool {
    value.is_null() || value.as_object().is_some_and(|members| members.values().any(holds_null))
}

proptest! {
    #[test]
    fn undoing_restores_every_byte(document in any_json(), wishes in wishes()) {
        let (operations, _) = patches(&document, wishes);
        let undo = patch::invert(&document, &operations)?;
        let back = patch::apply(&patch::apply(&document, &operations)?, &undo)?;
        prop_assert_eq!(canonical(&back), canonical(&document), "{:?}, undone by {:?}", operations, undo);
    }

    #[test]
    fn undoing_a_merge_patch_restores_every_byte(document in any_json(), merge_patch in any_json()) {
        let patched = merge_patch::apply(&document, &merge_patch);
        match merge_patch::invert(&document, &merge_patch) {
            Ok(undo) => prop_assert_eq!(canonical(&merge_patch::apply(&patched, &undo)), canonical(&document), "{}", undo),
            Err(error) => prop_assert!(error.code() == "merge_patch_null" && holds_null(&document), "{}", error),
        }
    }

    #[test]
    fn a_patch_that_fails_somewhere_does_nothing(document in any_json(), wishes in wishes()) {
        let (mut operations, failing) = patches(&document, wishes);
        let before = document.clone();
        if let Some(failing) = failing {
            let at = format!("operation {}: ", operations.len());
            operations.push(failing);
            let refused = patch::apply(&document, &operations).unwrap_err();
            let not_undone = patch::invert(&document, &operations).unwrap_err();
            let not_guarded = patch::guard(&document, &operations).unwrap_err();
            for error in [refused, not_undone, not_guarded] {
                prop_assert!(error.to_string().starts_with(&at), "{}", error);
            }
        }
        prop_assert_eq!(to_string(&document), to_string(&before));
    }

    #[test]
    fn a_guarded_patch_does_the_same_and_refuses_a_document_that_has_moved_on(document in any_json(), wishes in wishes()) {
        let (operations, _) = patches(&document, wishes);
        let guarded = patch::guard(&document, &operations)?;
        prop_assert_eq!(to_string(&patch::apply(&document, &guarded)?), to_string(&patch::apply(&document, &operations)?));
        let rest: Vec<&Op> = guarded.iter().filter(|guard| !operations.contains(guard)).collect();
        prop_assert!(rest.iter().all(|guard| matches!(guard, Op::Test { .. })), "{:?}", rest);

        // One operation at a time, on what it is about to be applied to.
        let mut now = document;
        for operation in &operations {
            let guarded = patch::guard(&now, std::slice::from_ref(operation))?;
            if let Some(Op::Test { path, .. }) = guarded.first() {
                let error = patch::apply(&altered(&now, path), &guarded).unwrap_err();
                prop_assert_eq!(error.code(), "patch_test", "{:?}", guarded);
            }
            let tested = match operation {
                Op::Remove { path } | Op::Replace { path, .. } | Op::Test { path, .. } => Some(path),
                Op::Move { from, .. } | Op::Copy { from, .. } => Some(from),
                Op::Add { .. } => None,
            };
            if let Some(place) = tested {
                prop_assert!(matches!(guarded.first(), Some(Op::Test { path, .. }) if path == place), "{:?}", guarded);
            }
            now = patch::apply(&now, std::slice::from_ref(operation))?;
        }
    }

    #[test]
    fn json_patch_makes_the_same_of_it(document in any_json(), wishes in wishes()) {
        let (mut operations, failing) = patches(&document, wishes);
        operations.extend(failing);
        let mut theirs = document.clone();
        let read: json_patch::Patch = serde_json::from_value(json!(operations)).map_err(|e| TestCaseError::fail(e.to_string()))?;
        // Its other function takes back what was done before an operation that fails, and panics over some moves.
        let applied = json_patch::patch_unsafe(&mut theirs, &read);
        if let (Ok(ours), Ok(())) = (patch::apply(&document, &operations), &applied) {
            prop_assert!(equal(&ours, &theirs), "{} {} {:?}", ours, theirs, operations);
        }
    }

    #[test]
    fn json_patch_merges_the_same(document in any_json(), merge_patch in any_json()) {
        let mut theirs = document.clone();
        json_patch::merge(&mut theirs, &merge_patch);
        prop_assert_eq!(canonical(&merge_patch::apply(&document, &merge_patch)), canonical(&theirs));
    }
}

#[track_caller]
fn undoes(document: &Value, operations: &Value) {
    let operations = patch::parse(operations).unwrap();
    let undo = patch::invert(document, &operations).unwrap();
    let patched = patch::apply(document, &operations).unwrap();
    assert_eq!(patch::apply(&patched, &undo).unwrap(), *document, "{patched} {undo:?}");
}

#[test]
fn moves_within_an_array_that_shift_what_they_point_to_are_undone() {
    undoes(&json!([["a", "b"]]), &json!([{ "op": "move", "from": "/0/1", "path": "/0" }]));
    undoes(&json!(["a", {}, { "b": 1 }]), &json!([{ "op": "move", "from": "/0", "path": "/1/b" }]));
    undoes(&json!({ "a": { "b": { "c": 1 } } }), &json!([{ "op": "move", "from": "/a/b/c", "path": "/a" }]));
}

#[test]
fn a_guarded_diff_refuses_a_record_that_someone_else_has_changed() {
    let stored =
        json!({ "eventColor": "#039be5", "teamMembers": [{ "userId": "a" }, { "userId": "b", "priority": 1 }] });
    let draft =
        json!({ "eventColor": "#ff0000", "teamMembers": [{ "userId": "b", "priority": 1 }, { "userId": "a" }] });
    let guarded = Compare { absent: Absent::Remove, tests: true, ..Compare::default() };
    let patch = Kind::Calendar.diff(&stored, &draft, guarded).unwrap().patch;
    assert_eq!(patch::apply(&stored, &patch).unwrap(), draft);
    for place in ["/eventColor", "/teamMembers/1/priority"] {
        let refused = patch::apply(&altered(&stored, place), &patch).unwrap_err();
        assert_eq!(refused.code(), "patch_test", "{place}");
    }
}
