//! Patches and pointers: RFC 6901, 6902 and 7396.
//!
//! A vector is a whole case as JSON text: `doc`, `patch`, and either `expected` or `error`.

use calendiff::Error;
use calendiff::json::{Document, equal, merge_patch, patch};
use serde_json::{Value, json};

use crate::sources::{self, json_schema};
use crate::suite::{Answer, Expected, Policy, Then, Vector, run};

/// A case as a vector. What lacks both is only to apply, and leaves the document as it is.
fn vector(case: &Value) -> Vector {
    Vector::new(
        case.to_string(),
        Expected::accepted(case.get("error").is_none()),
    )
}

/// What we make of a case; another document than the expected one is as good as a refusal.
fn answer(case: &str, apply: impl Fn(&Value, &Value) -> Result<Value, Error>) -> Answer {
    let case: Value = serde_json::from_str(case).unwrap();
    let expected = case.get("expected").unwrap_or(&case["doc"]);
    match apply(&case["doc"], &case["patch"]) {
        Err(error) => Answer::Refused(error.code().to_owned()),
        Ok(patched) if case.get("error").is_some() || equal(&patched, expected) => {
            Answer::Accepted(patched.to_string())
        }
        Ok(patched) => Answer::Refused(format!("another document: {patched}")),
    }
}

fn by_patch(case: &str) -> Answer {
    answer(case, |document, operations| {
        patch::apply(document, &patch::parse(operations)?)
    })
}

fn by_merge_patch(case: &str) -> Answer {
    answer(case, merge_patch::apply)
}

fn cases(text: &str) -> Vec<Vector> {
    let cases: Value = serde_json::from_str(text).unwrap();
    cases.as_array().unwrap().iter().map(vector).collect()
}

/// Whether a text is a pointer shows in a patch that asks for what is there.
fn pointer(text: &str) -> Answer {
    let patch = patch::parse(&json!([{ "op": "test", "path": text, "value": null }])).unwrap();
    match patch::apply(&json!({}), &patch).unwrap_err().code() {
        "patch_pointer" => Answer::Refused("patch_pointer".to_owned()),
        other => Answer::Accepted(other.to_owned()),
    }
}

#[test]
fn json_schema_json_pointer() {
    run(
        "JSON-Schema-Test-Suite, json-pointer",
        32,
        &json_schema("json-pointer"),
        &[],
        pointer,
    );
}

#[test]
fn jsonptr() {
    run(
        "jsonptr, parse",
        15,
        &sources::jsonptr_parse(),
        &[],
        pointer,
    );
    let vectors = |cases: Vec<Value>| cases.iter().map(vector).collect::<Vec<_>>();
    run(
        "jsonptr, resolve",
        13,
        &vectors(sources::jsonptr_resolve()),
        &[],
        by_patch,
    );
    let whole = Policy {
        name: "the whole document cannot be removed",
        when: |case| case.contains("\"path\":\"\""),
        then: Then::Refuse("patch_root"),
    };
    run(
        "jsonptr, delete",
        13,
        &vectors(sources::jsonptr_delete()),
        &[whole],
        by_patch,
    );
}

const TWICE: Policy = Policy {
    name: "a member twice in an operation: seen in text, not in a value",
    when: |case| case.contains("\"comment\":\"duplicate ops\""),
    then: Then::Accept,
};

#[test]
fn json_patch_tests() {
    let (tests, appendix) = (
        sources::json_patch("tests"),
        sources::json_patch("spec_tests"),
    );
    run(
        "json-patch-tests, with json-patch's own",
        105,
        &cases(&tests),
        &[TWICE],
        by_patch,
    );
    run(
        "json-patch-tests, RFC 6902's appendix",
        17,
        &cases(&appendix),
        &[],
        by_patch,
    );
    run(
        "json-patch, patches that fail late",
        13,
        &cases(&sources::json_patch("revert_tests")),
        &[],
        by_patch,
    );
    for text in [tests, appendix] {
        assert_eq!(Document::parse(&text).unwrap_err().code(), "json_duplicate");
    }
}

/// The crate `json-patch` itself, on patches that came through ours and back.
#[cfg(feature = "json-patch")]
#[test]
fn json_patch_tests_by_json_patch() {
    let by_json_patch = |case: &str| {
        let panicked = || Answer::Refused("json-patch panics".to_owned());
        let by_theirs = || {
            answer(case, |document, operations| {
                let ours = patch::parse(operations)?;
                let theirs = patch::to_json_patch(&ours)?;
                assert_eq!(patch::from_json_patch(&theirs), ours);
                assert_eq!(
                    patch::apply(document, &theirs),
                    patch::apply(document, &ours)
                );
                let mut document = document.clone();
                match json_patch::patch(&mut document, &theirs) {
                    Ok(()) => Ok(document),
                    // Any error will do.
                    Err(_) => Err(patch::parse(&Value::Null).unwrap_err()),
                }
            })
        };
        std::panic::catch_unwind(by_theirs).unwrap_or_else(|_| panicked())
    };
    for (file, count) in [("tests", 105), ("spec_tests", 17), ("revert_tests", 13)] {
        let policies: &[Policy] = if file == "tests" { &[TWICE] } else { &[] };
        let cases = cases(&sources::json_patch(file));
        run(
            &format!("json-patch's {file}, by json-patch"),
            count,
            &cases,
            policies,
            by_json_patch,
        );
    }
}

/// What applies can be undone; of a patch that fails, what comes before its last operation.
#[test]
fn json_patch_tests_undone() {
    let there_and_back = |text: &str| {
        answer(text, |document, operations| {
            let operations = patch::parse(operations)?;
            let undo = patch::invert(document, &operations)?;
            patch::apply(&patch::apply(document, &operations)?, &undo)
        })
    };
    for (file, count) in [("tests", 105), ("spec_tests", 17), ("revert_tests", 13)] {
        let mut cases: Value = serde_json::from_str(&sources::json_patch(file)).unwrap();
        for case in cases.as_array_mut().unwrap() {
            let case = case.as_object_mut().unwrap();
            if case.remove("error").is_some() {
                case["patch"].as_array_mut().unwrap().pop();
            }
            case.remove("expected");
        }
        let vectors: Vec<Vector> = cases.as_array().unwrap().iter().map(vector).collect();
        run(
            &format!("json-patch's {file}, undone"),
            count,
            &vectors,
            &[],
            there_and_back,
        );
    }
}

/// RFC 7396, appendix A: document, patch, result.
fn appendix() -> Value {
    json!([
        [{ "a": "b" }, { "a": "c" }, { "a": "c" }],
        [{ "a": "b" }, { "b": "c" }, { "a": "b", "b": "c" }],
        [{ "a": "b" }, { "a": null }, {}],
        [{ "a": "b", "b": "c" }, { "a": null }, { "b": "c" }],
        [{ "a": ["b"] }, { "a": "c" }, { "a": "c" }],
        [{ "a": "c" }, { "a": ["b"] }, { "a": ["b"] }],
        [{ "a": { "b": "c" } }, { "a": { "b": "d", "c": null } }, { "a": { "b": "d" } }],
        [{ "a": [{ "b": "c" }] }, { "a": [1] }, { "a": [1] }],
        [["a", "b"], ["c", "d"], ["c", "d"]],
        [{ "a": "b" }, ["c"], ["c"]],
        [{ "a": "foo" }, null, null],
        [{ "a": "foo" }, "bar", "bar"],
        [{ "e": null }, { "a": 1 }, { "e": null, "a": 1 }],
        [[1, 2], { "a": "b", "c": null }, { "a": "b" }],
        [{}, { "a": { "bb": { "ccc": null } } }, { "a": { "bb": {} } }],
    ])
}

#[test]
fn merge_patches() {
    let case = |row: &Value| vector(&json!({ "doc": row[0], "patch": row[1], "expected": row[2] }));
    let rows: Vec<Vector> = appendix().as_array().unwrap().iter().map(case).collect();
    run("RFC 7396, appendix A", 15, &rows, &[], by_merge_patch);
    run(
        "json-patch, merge patches",
        3,
        &cases(&sources::json_patch("merge_tests")),
        &[],
        by_merge_patch,
    );
}
