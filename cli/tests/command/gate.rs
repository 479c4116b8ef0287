//! The cases of `tests/gate-cases.json`, whose stored records have what only responses have, in the command.

use serde_json::{Value, json};

use super::{calendiff, err, file, out};

fn cases(section: &str) -> Vec<Value> {
    let text = include_str!("../../../tests/gate-cases.json");
    let all: Value = serde_json::from_str(text).unwrap();
    let cases = all[section].as_array().unwrap().clone();
    assert!(!cases.is_empty(), "{section}");
    cases
}

/// Writes a case's record to a file of its own, and returns its path.
fn written(part: &str, record: &Value) -> String {
    file(&format!("gate-{part}.json"), record.to_string())
}

/// Runs the command on files, and returns its exit status and its answer.
fn answer(verb: &str, kind: &Value, arguments: &[&str]) -> (Option<i32>, Value) {
    let kind = kind.as_str().unwrap();
    let output = calendiff(&[&[verb, "--kind", kind, "--format", "json"], arguments].concat())
        .output()
        .unwrap();
    let answer = serde_json::from_str(&out(&output))
        .unwrap_or_else(|error| panic!("{error}: {}", err(&output)));
    (output.status.code(), answer)
}

/// One member of each object of an array.
fn each(list: &Value, name: &str) -> Value {
    let list = list.as_array().unwrap();
    list.iter().map(|entry| entry[name].clone()).collect()
}

#[test]
fn a_review_says_what_can_be_sent() {
    for case in cases("reviews") {
        let stored = written("review-stored", &case["stored"]);
        let draft = written("review-draft", &case["draft"]);
        let mode = case["mode"].as_str().unwrap();
        let arguments = ["--profile", "service", "--mode", mode, &stored, &draft];
        let (status, review) = answer("review", &case["kind"], &arguments);
        assert_eq!(
            (status, &review["body"]["canSend"], &review["report"]["ok"]),
            (Some(0), &json!(true), &json!(true)),
            "{}",
            case["name"]
        );
        assert_eq!(review["body"]["value"], case["body"], "{}", case["name"]);
        let changes = each(&review["diff"]["changes"], "words");
        assert_eq!(changes, case["changes"], "{}", case["name"]);
    }
}

#[test]
fn what_is_not_set_in_a_record_is_one_note_each() {
    for case in cases("records") {
        let record = written("record", &case["record"]);
        let (status, report) = answer("validate", &case["kind"], &["--of", "record", &record]);
        assert_eq!((status, &report["ok"]), (Some(0), &json!(true)));
        let mut notes: Vec<Value> = report["issues"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|issue| issue["code"] == "read_not_set")
            .map(|issue| issue["pointer"].clone())
            .collect();
        notes.sort_by_key(ToString::to_string);
        assert_eq!(json!(notes), case["notes"], "{}", case["name"]);
    }
}

#[test]
fn an_answer_in_the_shapes_of_a_response_verifies() {
    for case in cases("verifications") {
        let parts =
            ["stored", "sent", "after"].map(|part| written(&format!("verify-{part}"), &case[part]));
        let (status, verified) = answer(
            "verify",
            &case["kind"],
            &parts.each_ref().map(|path| &**path),
        );
        assert_eq!((status, &verified["ok"]), (Some(0), &json!(true)));
        assert_eq!(
            each(&verified["applied"], "words"),
            case["applied"],
            "{}",
            case["name"]
        );
    }
}

#[test]
fn an_unknown_envelope_is_refused() {
    for case in cases("refused") {
        let record = written("refused", &case["record"]);
        let draft = written("of-refused", &json!({}));
        for arguments in [
            vec!["review", &record, &draft],
            vec!["body", &record, &draft],
            vec!["read", &record],
            vec!["edit", &record, "name = \"First visit\""],
        ] {
            let output = calendiff(&arguments)
                .args(["--kind", "calendar"])
                .output()
                .unwrap();
            assert_eq!(output.status.code(), Some(2), "{arguments:?}");
            assert_eq!(out(&output), "", "{arguments:?}");
        }
    }
}

/// Each reason is printed once, with all its places.
#[test]
fn a_review_tells_if_its_body_cannot_be_sent() {
    let stored = written(
        "of-review",
        &json!({ "id": "a", "name": "A", "notifications": [], "traceId": "t", "slotDuration": 30 }),
    );
    let sentence = "It cannot be sent as it is";
    for (duration, is_refused) in [(45, false), (0, true)] {
        let draft = written("draft-of-review", &json!({ "slotDuration": duration }));
        let output = calendiff(&["review", &stored, &draft])
            .args(["--kind", "calendar"])
            .output()
            .unwrap();
        let printed = out(&output);
        assert_eq!(printed.contains(sentence), is_refused, "{printed}");
        assert_eq!(output.status.code(), Some(i32::from(is_refused)));
        let left_out =
            "left out: /notifications, /traceId (it is not known that the update accepts\n    it)";
        assert!(printed.contains(left_out), "{printed}");
    }
}
