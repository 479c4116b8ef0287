//! What patches may make and must refuse. What holds for any document and patch is a law: `tests/laws/patches.rs`.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[cfg(feature = "json-patch")]
#[expect(unreachable_pub, reason = "the laws use them too")]
mod cases;
#[cfg(feature = "json-patch")]
mod peer;

use calendiff::DiffOptions;
use calendiff::json::patch::{self, Op};
use calendiff::json::{merge_patch, to_string};
use calendiff::{Kind, WhenAbsent};
use serde_json::{Value, json};

/// The value a document has at a place is another one.
fn altered(document: &Value, place: &str) -> Value {
    let mut altered = document.clone();
    if let Some(value) = altered.pointer_mut(place) {
        *value = json!({ "instead of": value.take() });
    }
    altered
}

#[track_caller]
fn undoes(document: &Value, operations: &Value) {
    let operations = patch::parse(operations).unwrap();
    let undo = patch::invert(document, &operations).unwrap();
    let patched = patch::apply(document, &operations).unwrap();
    assert_eq!(
        patch::apply(&patched, &undo).unwrap(),
        *document,
        "{patched} {undo:?}"
    );
}

#[test]
fn moves_within_an_array_that_shift_what_they_point_to_are_undone() {
    undoes(
        &json!([["a", "b"]]),
        &json!([{ "op": "move", "from": "/0/1", "path": "/0" }]),
    );
    undoes(
        &json!(["a", {}, { "b": 1 }]),
        &json!([{ "op": "move", "from": "/0", "path": "/1/b" }]),
    );
    undoes(
        &json!({ "a": { "b": { "c": 1 } } }),
        &json!([{ "op": "move", "from": "/a/b/c", "path": "/a" }]),
    );
}

/// A document of some bytes.
fn heavy(bytes: usize) -> Value {
    json!({ "a": "x".repeat(bytes) })
}

/// Operations that copy, each to a place of its own.
fn copies(count: usize, from: &str) -> Vec<Op> {
    (0..count)
        .map(|at| Op::Copy {
            from: from.to_owned(),
            path: format!("/{at}"),
        })
        .collect()
}

/// How a patch is refused, which is the same whatever is made of it.
#[track_caller]
fn refusal(document: &Value, operations: &[Op]) -> String {
    let before = to_string(document);
    let refused = patch::apply(document, operations).unwrap_err();
    assert_eq!(patch::invert(document, operations).unwrap_err(), refused);
    assert_eq!(patch::guard(document, operations).unwrap_err(), refused);
    assert!(to_string(document) == before);
    format!("{}: {refused}", refused.code())
}

#[test]
fn what_a_patch_makes_is_nested_no_deeper_than_what_is_parsed() {
    // Each copies a value into its own innermost child, and doubles the depth.
    let at = |depth: usize| "/a".repeat(depth);
    let double = |times: u32| -> Vec<Op> {
        (0..times)
            .map(|time| Op::Copy {
                from: at(1),
                path: at((1 << time) + 1),
            })
            .collect()
    };
    let document = json!({ "a": {} });
    let (depth, made) = (1 << 6, patch::apply(&document, &double(6)).unwrap());
    assert!(made.pointer(&at(depth)).is_some() && made.pointer(&at(depth + 1)).is_none());
    let expected = "json_depth: operation 6: arrays and objects would be nested deeper than 128";
    assert_eq!(refusal(&document, &double(13)), expected);

    let nested = |depth: usize| (0..depth).fold(json!(1), |inner, _| json!([inner]));
    let deep = json!({ "deep": nested(127), "in": { "side": 1 } });
    for (operation, at) in [
        (
            json!({ "op": "add", "path": "/in/side", "value": nested(127) }),
            0,
        ),
        (
            json!({ "op": "replace", "path": "/in/side", "value": nested(127) }),
            0,
        ),
        (
            json!({ "op": "move", "from": "/deep", "path": "/in/side" }),
            0,
        ),
        (
            json!({ "op": "copy", "from": "/deep", "path": "/in/side" }),
            0,
        ),
    ] {
        let expected = format!(
            "json_depth: operation {at}: arrays and objects would be nested deeper than 128"
        );
        assert_eq!(
            refusal(&deep, &patch::parse(&json!([operation])).unwrap()),
            expected
        );
    }
    // What is as deep as can be moves about where it does not come deeper, and so does what is flat.
    let moves = json!([
        { "op": "move", "from": "/deep", "path": "/here" },
        { "op": "move", "from": "/in", "path": "/here/0/0" },
        { "op": "move", "from": "/here/0/0/side", "path": "/side" },
    ]);
    undoes(
        &json!({ "deep": nested(120), "in": { "side": 1 } }),
        &json!([moves[0]]),
    );
    assert_eq!(
        patch::apply(&deep, &patch::parse(&moves).unwrap()).unwrap()["side"],
        1
    );
    let deeper = json!([nested(127)]);
    assert_eq!(
        patch::apply(&json!([deeper]), &[] as &[Op])
            .unwrap_err()
            .code(),
        "json_depth"
    );
}

#[test]
fn what_a_patch_makes_has_no_more_bytes_than_what_is_parsed() {
    let expected = "json_size: operation 14: the document would have more than 16777216 bytes";
    assert_eq!(refusal(&heavy(1 << 20), &copies(1500, "/a")), expected);
    // Large values to and fro, in one place and by moves that have to keep what they displace.
    let again = |count: usize| {
        vec![
            Op::Copy {
                from: "/a".to_owned(),
                path: "/b".to_owned()
            };
            count
        ]
    };
    let expected =
        "patch_size: operation 15: the operations up to here copy more than 16777216 bytes";
    assert_eq!(refusal(&heavy(1 << 20), &again(1500)), expected);
    let (row, back): (Vec<Op>, Value) = {
        let turn = json!([
            { "op": "move", "from": "/0/1", "path": "/0" },
            { "op": "move", "from": "/1", "path": "/0" },
            { "op": "move", "from": "/1", "path": "/0/1" },
        ]);
        let turn = patch::parse(&turn).unwrap();
        (
            turn.iter().cycle().take(3 * 1500).cloned().collect(),
            json!([["x", "y".repeat(1 << 20)]]),
        )
    };
    assert_eq!(patch::apply(&back, &row).unwrap(), back);
    assert_eq!(patch::invert(&back, &row).unwrap_err().code(), "json_size");
    assert_eq!(patch::guard(&back, &row).unwrap_err().code(), "json_size");

    // What is too large already may become smaller, and stay as it is.
    let large = heavy(17 << 20);
    assert!(patch::apply(&large, &[] as &[Op]).unwrap() == large);
    let remove = [Op::Remove {
        path: "/a".to_owned(),
    }];
    assert_eq!(patch::apply(&large, &remove).unwrap(), json!({}));
    assert_eq!(
        patch::invert(&large, &remove).unwrap_err().code(),
        "json_size"
    );
    assert_eq!(
        merge_patch::apply(&heavy(9 << 20), &json!({ "b": "x".repeat(9 << 20) }))
            .unwrap_err()
            .code(),
        "json_size"
    );
    let deep = (0..200).fold(json!(1), |inner, _| json!({ "a": inner }));
    assert_eq!(
        merge_patch::apply(&json!({}), &deep).unwrap_err().code(),
        "json_depth"
    );
    assert_eq!(
        merge_patch::invert(&deep, &json!(1)).unwrap_err().code(),
        "json_depth"
    );
}

#[test]
fn one_fault_of_a_patch_has_one_code_whatever_is_made_of_the_patch() {
    let document = json!({ "a": [1, [2]], "b": { "c": 3 } });
    for (operation, code) in [
        (json!({ "op": "remove", "path": "/a/7" }), "patch_index"),
        (json!({ "op": "remove", "path": "/a/-" }), "patch_index"),
        (json!({ "op": "remove", "path": "" }), "patch_root"),
        (json!({ "op": "remove", "path": "/b/x" }), "patch_missing"),
        (
            json!({ "op": "add", "path": "/x/y", "value": 1 }),
            "patch_missing",
        ),
        (
            json!({ "op": "add", "path": "/a/9", "value": 1 }),
            "patch_index",
        ),
        (
            json!({ "op": "replace", "path": "/a/7", "value": 1 }),
            "patch_missing",
        ),
        (
            json!({ "op": "move", "from": "/b", "path": "/b/c/d" }),
            "patch_inside",
        ),
        (
            json!({ "op": "move", "from": "", "path": "/b/c" }),
            "patch_inside",
        ),
        (
            json!({ "op": "move", "from": "/a/0", "path": "/x/y" }),
            "patch_missing",
        ),
        (
            json!({ "op": "move", "from": "/x", "path": "/~" }),
            "patch_missing",
        ),
        (
            json!({ "op": "copy", "from": "/x", "path": "/a/9" }),
            "patch_missing",
        ),
        (
            json!({ "op": "copy", "from": "/b", "path": "/a/9" }),
            "patch_index",
        ),
        (
            json!({ "op": "copy", "from": "/b~", "path": "b" }),
            "patch_pointer",
        ),
        (
            json!({ "op": "test", "path": "/a/1", "value": 1 }),
            "patch_test",
        ),
    ] {
        let refused = refusal(&document, &patch::parse(&json!([operation])).unwrap());
        assert!(
            refused.starts_with(&format!("{code}: operation 0: ")),
            "{operation}: {refused}"
        );
    }
}

#[test]
fn a_guarded_diff_refuses_a_record_that_someone_else_has_changed() {
    let stored = json!({ "eventColor": "#039be5", "teamMembers": [{ "userId": "a" }, { "userId": "b", "priority": 1 }] });
    let draft = json!({ "eventColor": "#ff0000", "teamMembers": [{ "userId": "b", "priority": 1 }, { "userId": "a" }] });
    let guarded = DiffOptions::default()
        .absent(WhenAbsent::Remove)
        .tests(true);
    let patch = Kind::Calendar.diff(&stored, &draft, guarded).unwrap().patch;
    assert_eq!(patch::apply(&stored, &patch).unwrap(), draft);
    for place in ["/eventColor", "/teamMembers/1/priority"] {
        let refused = patch::apply(&altered(&stored, place), &patch).unwrap_err();
        assert_eq!(refused.code(), "patch_test", "{place}");
    }
}
