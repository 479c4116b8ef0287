//! What `--format json` prints is what the library returns, and what is asked for by the exit status alone.

use calendiff::{Kind, Mode, Profile, Span, ValidateOptions};
use serde::Serialize;
use serde_json::{Value, json};

use super::{DRAFT, ROOT, STORED, calendiff, err, fed, file, out};

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| panic!("no JSON: {text}"))
}

/// What the library returns, with the sentences that people read.
fn returned(answer: &impl Serialize) -> Value {
    serde_json::to_value(answer).unwrap()
}

/// Removes what only a file has: the line and the column of an issue.
pub(super) fn without_places(value: &mut Value) {
    match value {
        Value::Object(object) => {
            if object.contains_key("severity") {
                object.remove("line");
                object.remove("column");
            }
            object.values_mut().for_each(without_places);
        }
        Value::Array(items) => items.iter_mut().for_each(without_places),
        _ => {}
    }
}

#[test]
fn json_is_what_the_library_returns() {
    let read = |name: &str| parsed(&std::fs::read_to_string(format!("{ROOT}/{name}")).unwrap());
    let (stored, draft, calendar) = (read(STORED), read(DRAFT), Kind::Calendar);
    let (mut slower, mut faster) = (stored.clone(), stored.clone());
    slower["calendar"]["slotDuration"] = json!(90);
    faster["calendar"]["slotInterval"] = json!(5);
    let [slow, fast] =
        [("slow", &slower), ("fast", &faster)].map(|(name, value)| file(name, value.to_string()));
    let texts = ["slotDuration must be a positive number"];
    let refusal = json!({ "statusCode": 422, "message": texts }).to_string();
    let refused = file("answers-refused.json", &refusal);
    let mut answer = calendar.response(422, None, &refusal);
    answer.result.as_mut().unwrap_err().issues = calendar.explain(&texts, Some(&draft));
    let review = calendar
        .review(&stored, &draft, (Profile::Specification, Mode::Changed))
        .unwrap();
    let diff = calendar
        .diff(&stored["calendar"], &draft, calendiff::WhenAbsent::Keep)
        .unwrap();
    for (arguments, expected) in [
        (
            &["validate", DRAFT][..],
            returned(
                &calendar
                    .validate(&draft, &ValidateOptions::default())
                    .unwrap(),
            ),
        ),
        (
            &["validate", "--fix", DRAFT],
            returned(&calendar.fix(&draft, &ValidateOptions::default()).unwrap()),
        ),
        (
            &["read", STORED],
            returned(&calendar.read(&stored).unwrap()),
        ),
        (&["diff", STORED, DRAFT], returned(&diff)),
        (
            &["body", STORED, DRAFT],
            returned(&calendar.body(&stored, &draft, Mode::Full).unwrap()),
        ),
        (
            &["review", "--mode", "changed", STORED, DRAFT],
            returned(&review),
        ),
        (
            &["openings", STORED, "--from", "2026-12-21", "--days", "14"],
            returned(
                &calendar
                    .openings(&stored, Span::days("2026-12-21", 14).unwrap())
                    .unwrap(),
            ),
        ),
        (
            &["verify", STORED, DRAFT, &slow],
            returned(&calendar.verify(&stored, &draft, &slower).unwrap()),
        ),
        (
            &["merge", STORED, &slow, &fast],
            returned(
                &calendar
                    .merge(
                        &stored["calendar"],
                        &slower["calendar"],
                        &faster["calendar"],
                        calendiff::Resolution::Leave,
                    )
                    .unwrap(),
            ),
        ),
        (&["explain", &refused, DRAFT], returned(&answer)),
        (&["operations"], returned(&calendiff::Operation::ALL)),
    ] {
        let output = calendiff(&[arguments, &["--format", "json"]].concat())
            .output()
            .unwrap();
        let mut printed = parsed(&out(&output));
        without_places(&mut printed);
        assert_eq!(printed, expected, "{arguments:?}: {}", err(&output));
    }
    // Several drafts, or lines, are told apart by what stands beside the report.
    let report = returned(
        &calendar
            .validate(&draft, &ValidateOptions::default())
            .unwrap(),
    );
    let several = calendiff(&["validate", "--format", "json", DRAFT, DRAFT])
        .output()
        .unwrap();
    let line = draft.to_string();
    let by_line = fed(
        &["validate", "--format", "json", "--ndjson", "-"],
        line.as_bytes(),
    );
    for (output, mut expected) in [
        (several, json!({ "file": DRAFT })),
        (by_line, json!({ "file": "standard input", "line": 1 })),
    ] {
        let mut printed = parsed(out(&output).lines().next().unwrap());
        without_places(&mut printed);
        expected["report"] = report.clone();
        assert_eq!(printed, expected);
    }
}

#[test]
fn quiet_verbs_answer_by_their_exit_status_alone() {
    let [good, bad] =
        [("quiet-good.json", "#039be5"), ("quiet-bad.json", "blue")].map(|(name, color)| {
            file(
                name,
                json!({ "eventColor": color, "openHours": {} }).to_string(),
            )
        });
    for (arguments, code) in [
        (&["diff", "--quiet", &good, &good][..], 0),
        (&["diff", "--quiet", &good, &bad], 1),
        (&["diff", "-q", "--format", "json", &good, &bad], 1),
        (&["verify", "--quiet", &good, &good, &good], 0),
        (&["verify", "--quiet", &good, &bad, &good], 1),
        (&["validate", "--quiet", &bad], 1),
        (&["validate", "--quiet", "--ndjson", &bad], 1),
        (&["review", "--quiet", &good, &bad], 1),
    ] {
        let output = calendiff(arguments).output().unwrap();
        let printed = (output.status.code(), out(&output), err(&output));
        assert_eq!(
            printed,
            (Some(code), String::new(), String::new()),
            "{arguments:?}"
        );
    }
    let failed = calendiff(&["diff", "--quiet", &good, "no-such-file"])
        .output()
        .unwrap();
    assert_eq!(failed.status.code(), Some(2));
    assert!(
        err(&failed).contains("no-such-file: cannot be read"),
        "{}",
        err(&failed)
    );
}

#[test]
fn what_the_service_filled_in_is_told_apart() {
    let [stored, sent] = [("filled-stored.json", 60), ("filled-sent.json", 45)]
        .map(|(name, duration)| file(name, json!({ "slotDuration": duration }).to_string()));
    let after = file(
        "filled-after.json",
        json!({ "slotDuration": 45, "id": "Kx2m" }).to_string(),
    );
    let output = calendiff(&["verify", &stored, &sent, &after])
        .output()
        .unwrap();
    let printed = out(&output);
    assert_eq!(output.status.code(), Some(0), "{printed}");
    assert!(
        printed.contains("Filled in by the service (1)\n\n  * "),
        "{printed}"
    );
}

#[test]
fn a_language_that_is_none_and_no_file_is_named_with_those_that_there_are() {
    let output = calendiff(&["codes", "--language", "tlh"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let expected = format!(
        "calendiff: tlh: neither a language ({}) nor a file\n",
        calendiff::Language::TAGS.join(", ")
    );
    assert_eq!(err(&output), expected);
}

#[test]
fn without_a_token_a_request_says_how_to_set_one() {
    let body = file("token.json", r#"{"slotDuration":45}"#);
    let output = calendiff(&[
        "request",
        "--base-url",
        "https://x.example",
        "--id",
        "a",
        &body,
    ])
    .env_remove("CALENDIFF_TOKEN")
    .output()
    .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = err(&output);
    assert!(
        said.contains("export CALENDIFF_TOKEN=") && said.contains("any text"),
        "{said}"
    );
    // Any text will do, since it is not shown.
    let output = calendiff(&[
        "request",
        "--base-url",
        "https://x.example",
        "--id",
        "a",
        &body,
    ])
    .env("CALENDIFF_TOKEN", "none")
    .output()
    .unwrap();
    assert!(
        output.status.success() && !out(&output).contains("none"),
        "{}",
        out(&output)
    );
}
