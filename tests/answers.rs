//! Answers read from the JSON that they serialize as, and JSON that is refused. `tests/laws/verbs.rs` reads random answers.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fmt::Debug;

use calendiff::json::{Document, Path, Tree, patch::Op};
use calendiff::{
    Body, CalendarUpdate, Change, Code, Decision, Diff, ErrorKind, Fix, Issue, Kind, Language,
    Merged, Mode, NotApplied, Profile, RecordForm, RefusalReason, Resolution, Stored,
    UpdateResponse, ValidateOptions, ValidationReport, WhenAbsent,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, from_str, from_value, json};

fn read<T: DeserializeOwned>(answer: &Value) -> T {
    from_str(&answer.to_string()).unwrap()
}

fn refusal<T: DeserializeOwned + Debug>(answer: &Value) -> String {
    let error = from_str::<T>(&answer.to_string()).unwrap_err().to_string();
    let place = error.rfind(" at line 1").unwrap_or(error.len());
    assert_eq!(
        error[..place],
        from_value::<T>(answer.clone()).unwrap_err().to_string()
    );
    error[..place].to_owned()
}

/// The JSON with another value at a pointer.
fn with(answer: &Value, pointer: &str, value: Value) -> Value {
    let mut answer = answer.clone();
    *answer.pointer_mut(pointer).unwrap() = value;
    answer
}

fn issue() -> Value {
    json!(
        Kind::Calendar
            .validate(json!({ "slotDuration": "45" }), &ValidateOptions::default())
            .unwrap()
            .issues[0]
    )
}

fn diff() -> Diff {
    let stored = json!({ "slotDuration": 60, "slotDurationUnit": "mins", "name": "Consultation" });
    let draft = json!({ "slotDuration": 2, "slotDurationUnit": "hours", "name": "First visit" });
    Kind::Calendar
        .diff(stored, draft, WhenAbsent::Keep)
        .unwrap()
}

#[test]
fn places_in_the_text_are_read_and_spans_are_not() {
    let text = "{\n  \"eventColor\": \"#f00\", \"slotDuration\": \"45\" }";
    let mut report = Kind::Calendar
        .validate_text(text, &ValidateOptions::default())
        .unwrap();
    assert!(report.issues.iter().all(|issue| issue.span.is_some()));
    let read: ValidationReport = read(&json!(report));
    report.issues.iter_mut().for_each(|issue| issue.span = None);
    report.kind = None;
    assert_eq!(read, report);
    assert_eq!(
        read.issues[0].position.map(|at| (at.line, at.column)),
        Some((2, 17))
    );
}

#[test]
fn a_report_that_was_read_is_of_any_kind() {
    let draft = json!({ "slotDuration": 45 });
    let report = Kind::Calendar
        .validate(&draft, &ValidateOptions::default())
        .unwrap();
    assert_eq!(report.kind, Some(Kind::Calendar));
    let read: ValidationReport = read(&json!(report));
    assert_eq!(read.kind, None);
    assert_eq!(
        CalendarUpdate::try_from(read).unwrap().slot_duration,
        Some(45.0)
    );
    let report = Kind::Location
        .validate(&draft, &ValidateOptions::default())
        .unwrap();
    assert_eq!(
        CalendarUpdate::try_from(report).unwrap_err().code(),
        "wrong_kind"
    );
}

#[test]
fn a_diff_is_read_in_any_language() {
    let diff = diff();
    assert_eq!(
        (diff.changes.len(), diff.words.len()),
        (3, 2),
        "a unit is said with its number"
    );
    for tag in Language::TAGS {
        let mut answer = json!(diff);
        Language::named(tag).unwrap().reword(&mut answer);
        assert_eq!(read::<Diff>(&answer), diff, "{tag}");
    }
}

#[test]
fn null_is_a_value_and_absence_is_none() {
    let replaced = Kind::Calendar
        .diff(
            json!({ "slug": null }),
            json!({ "slug": "a" }),
            WhenAbsent::Keep,
        )
        .unwrap();
    assert_eq!(replaced.changes[0].before, Some(Value::Null));
    let added = Kind::Calendar
        .diff(json!({}), json!({ "slug": "a" }), WhenAbsent::Keep)
        .unwrap();
    assert_eq!(added.changes[0].before, None);
    for diff in [replaced, added] {
        assert_eq!(read::<Diff>(&json!(diff)), diff);
    }
}

#[test]
fn a_change_and_a_conflict_that_were_read_are_found_in_a_form() {
    let stored =
        json!({ "openHours": [{ "daysOfTheWeek": [1, 2], "hours": [] }], "slug": "intro" });
    let mut form: RecordForm = Kind::Calendar
        .form(&stored, Profile::Specification)
        .unwrap();
    form.set_day("tuesday".parse().unwrap(), &[["09:00", "17:00"]])
        .unwrap();
    let change: Change = read(&json!(form.changes().next().unwrap()));
    assert_eq!(change.key.to_string(), "openHours/tuesday");
    form.revert(&change);
    assert_eq!(form.changes().len(), 0);

    form.set(&Path::new().with("slug"), "ours").unwrap();
    form.rebase(json!({ "slug": "theirs" })).unwrap();
    let conflict = read(&json!(form.conflicts()[0]));
    form.resolve(&conflict, Resolution::Theirs);
    assert_eq!(form.draft().get("slug").unwrap().text(), Some("theirs"));
}

#[test]
fn issues_of_other_codes_and_params_are_refused() {
    let issue = issue();
    assert_eq!(json!(read::<Issue>(&issue)), issue);
    let refused = |pointer: &str, value: Value| refusal::<Issue>(&with(&issue, pointer, value));
    let unknown = refused("/code", json!("wrong_tipe"));
    assert_eq!(
        unknown,
        "code: expected a code, such as wrong_type, found wrong_tipe"
    );
    let params = "params of wrong_type: expected expected, found, found";
    assert_eq!(refused("/params", json!({})), format!("{params} none"));
    assert_eq!(
        refused("/params", json!({ "expected": "number" })),
        format!("{params} expected")
    );
    assert_eq!(
        refused(
            "/params",
            json!({ "expected": "number", "found": "text", "min": 1 })
        ),
        format!("{params} expected, found, min")
    );
    assert_eq!(
        refused("/code", json!("too_small")),
        "params of too_small: expected min, found, found expected, found"
    );
    assert_eq!(
        refused("/severity", json!("fatal")),
        "unknown variant `fatal`, expected one of `error`, `warning`, `note`"
    );
    assert_eq!(
        refused("/path", json!(["slotDuration", -1])),
        "a step of a path must be a name or an index"
    );
    assert_eq!(
        refused("/path", json!([null])),
        "a step of a path must be a name or an index"
    );
    assert_eq!(
        refused("/path", json!("/slotDuration")),
        "invalid type: string \"/slotDuration\", expected a sequence"
    );
    let mut related = issue.clone();
    related["related"] = json!(["slotDuration"]);
    assert!(refusal::<Issue>(&related).starts_with("\"slotDuration\" is not a JSON Pointer"));
    assert_eq!(
        refusal::<Code>(&json!(1)),
        "invalid type: integer `1`, expected a string"
    );
}

#[test]
fn patches_that_are_none_are_refused() {
    let fix = issue()["fix"].clone();
    assert_eq!(json!(read::<Fix>(&fix)), fix);
    let refused = |operation: Value| refusal::<Fix>(&with(&fix, "/patch/0", operation));
    let operations = "`add`, `remove`, `replace`, `move`, `copy`, `test`";
    assert_eq!(
        refused(json!({ "op": "put", "path": "" })),
        format!("unknown variant `put`, expected one of {operations}")
    );
    assert_eq!(
        refused(json!({ "op": "add", "path": "" })),
        "missing field `value`"
    );
    assert_eq!(refused(json!({ "path": "" })), "missing field `op`");
    assert_eq!(
        read::<Op>(&json!({ "op": "remove", "path": "/a" })),
        Op::Remove {
            path: "/a".to_owned()
        }
    );
}

#[test]
fn words_of_other_codes_and_params_are_refused() {
    let change = json!(diff().changes[0]);
    let unknown = refusal::<Change>(&with(&change, "/code", json!("swapped\u{1b}")));
    assert_eq!(
        unknown,
        "code: expected a code of words, such as replaced, found swapped\\u{1b}"
    );
    let params = refusal::<Change>(&with(
        &change,
        "/params",
        json!({ "label": "x", "mins": 1 }),
    ));
    assert_eq!(
        params,
        "params of replaced: expected label, after, before, found label, mins"
    );
    assert!(refusal::<Change>(&with(&change, "/key", json!("a~2"))).contains("~ must be ~0 or ~1"));
    let decision = json!({ "action": "left-out", "path": [], "pointer": "", "code": "detached", "params": {}, "reason": "" });
    assert!(refusal::<Decision>(&decision).ends_with("found detached"));
    let fix = with(&issue(), "/fix/params", json!({}));
    assert_eq!(
        refusal::<Issue>(&fix),
        "params of write: expected value, found none"
    );
    assert_eq!(
        refusal::<NotApplied>(&json!({ "path": [] })),
        "missing field `code`"
    );
}

#[test]
fn a_sentence_that_no_change_has_is_refused() {
    let answer = json!(diff());
    let none = "none of the changes that are left has the words";
    let said = |words: Value| refusal::<Diff>(&with(&answer, "/words", words));
    let [number, name] = [&answer["words"][0], &answer["words"][1]];
    assert_eq!(
        said(json!(["Something else."])),
        format!("{none} \"Something else.\"")
    );
    assert!(
        said(json!([number, number])).starts_with(none),
        "once for each change"
    );
    assert!(
        said(json!([name, number])).starts_with(none),
        "in the order of the changes"
    );
    assert_eq!(
        read::<Diff>(&with(&answer, "/words", json!([name])))
            .words
            .len(),
        1
    );
}

#[test]
fn an_envelope_of_another_name_is_refused() {
    let stored = Kind::Location
        .read(json!({ "business": { "name": "Rose Lane" } }))
        .unwrap();
    assert_eq!(read::<Stored>(&json!(stored)), stored);
    let refused = refusal::<Stored>(&with(&json!(stored), "/envelope", json!("shop")));
    assert_eq!(
        refused,
        "envelope: expected an envelope of that kind, found shop"
    );
}

#[test]
fn what_is_read_is_said_without_a_panic() {
    let change = json!(diff().changes[0]);
    for odd in [
        json!({ "days": [u64::MAX, -1, 1.5] }),
        json!({ "say": "nothing" }),
        json!({ "hours": 1 }),
        json!([[{}]]),
    ] {
        let params =
            json!({ "label": odd, "before": { "date": "-" }, "after": { "range": [odd] } });
        let read: Change = read(&with(&change, "/params", params));
        for tag in Language::TAGS {
            assert!(
                !read
                    .words
                    .in_language(Language::named(tag).unwrap())
                    .is_empty()
            );
        }
    }
}

#[test]
fn what_the_verbs_add_to_a_merge_is_read() {
    let base = json!({ "name": "a", "slug": "a", "slotDuration": 30 });
    let (ours, theirs) = (
        json!({ "name": "b", "slug": "b", "slotDuration": -1 }),
        json!({ "name": "c", "slug": "a" }),
    );
    let merged = Kind::Calendar
        .merge(&base, &ours, &theirs, Resolution::Ours)
        .unwrap();
    assert!(!merged.taken.is_empty());
    assert_eq!(read::<Merged>(&json!(merged)), merged);
    let review = Kind::Calendar
        .review(&base, &ours, (Profile::Service, Mode::Full))
        .unwrap();
    let read: calendiff::Review = read(&json!(review));
    assert_eq!(
        (read.diff, read.body, read.report.ok),
        (review.diff, review.body, review.report.ok)
    );
}

/// A kind has the name of its code, and the page of errors describes it.
#[test]
fn an_error_is_matched_by_its_kind() {
    let syntax = Document::parse("{\"name\": }").unwrap_err();
    let list = Kind::Calendar.read(json!([])).unwrap_err();
    assert!(matches!(syntax.kind(), ErrorKind::JsonSyntax));
    assert!(matches!(list.kind(), ErrorKind::NotARecord));
    for error in [syntax, list] {
        assert_eq!(error.code(), error.kind().name());
        let row = format!("| `{}` |", error.code());
        assert!(include_str!("../docs/errors.md").contains(&row), "{row}");
    }
    let report = Kind::Calendar.validate(
        json!({ "slotDuration": "soon" }),
        &ValidateOptions::default(),
    );
    let refused = CalendarUpdate::try_from(report.unwrap()).unwrap_err();
    assert_eq!(
        (refused.kind(), refused.code()),
        (ErrorKind::NotOk, "not_ok")
    );
}

#[test]
fn errors_and_words_show_their_code_and_sentence() {
    let error = Document::parse("{\"name\": }").unwrap_err();
    assert_eq!(
        format!("{error:?}"),
        r#"Error { code: "json_syntax", message: "line 1, column 10: expected a value, found `}`" }"#
    );
    let diff = Kind::Calendar.diff(
        json!({ "slotDuration": 60 }),
        json!({ "slotDuration": 45 }),
        WhenAbsent::Keep,
    );
    let words = &diff.unwrap().words[0];
    assert_eq!(
        format!("{words:?}"),
        r#"Sentence { code: "replaced", sentence: "slot duration 45, was 60" }"#
    );
}

/// JSON that `Document` refuses, with a part of what is said of it.
const REFUSED: [(&str, &str); 5] = [
    (r#"{"a": 1, "a": 2}"#, r#"the member "a" stands twice"#),
    (
        "18446744073709551616",
        "the integer 18446744073709551616 cannot be kept",
    ),
    (
        "[-9223372036854775809]",
        "the integer -9223372036854775809 cannot be kept",
    ),
    (
        r#"{"a": [{"b": 1, "c": 2, "b": 3}]}"#,
        r#"the member "b" stands twice"#,
    ),
    (
        r#"{"a": {"\u0061": 1, "a": 2}}"#,
        r#"the member "a" stands twice"#,
    ),
];

#[test]
fn a_tree_is_read_as_strictly_as_text_is_parsed() {
    let kept = r#"{"z":18446744073709551615,"a":[-9223372036854775808,0.1,1e+30,"text",null,true],"m":{}}"#;
    assert_eq!(from_str::<Tree>(kept).unwrap().to_string(), kept);
    assert_eq!(
        serde_json::from_reader::<_, Tree>(kept.as_bytes())
            .unwrap()
            .to_string(),
        kept
    );
    let deep = format!("{}{}", "[".repeat(129), "]".repeat(129));
    for (text, said) in REFUSED
        .into_iter()
        .chain([(&*deep, "nested deeper than 128")])
    {
        assert!(Document::parse(text).is_err(), "{text}");
        let error = from_str::<Tree>(text).unwrap_err().to_string();
        assert!(
            error.starts_with(said) || error.contains(said),
            "{text}: {error}"
        );
    }
}

#[test]
fn every_value_of_an_answer_is_read_as_strictly() {
    for (text, said) in REFUSED {
        let report = format!(r#"{{"ok": true, "value": {text}, "issues": []}}"#);
        let body = format!(r#"{{"value": {text}, "canSend": true, "decisions": []}}"#);
        let operation = format!(r#"{{"op": "add", "path": "/a", "value": {text}}}"#);
        let diff = format!(
            r#"{{"changes": [], "patch": [], "mergePatch": {text}, "words": [], "issues": []}}"#
        );
        let errors = [
            from_str::<ValidationReport>(&report).unwrap_err(),
            from_str::<Body>(&body).unwrap_err(),
            from_str::<Op>(&operation).unwrap_err(),
            from_str::<Diff>(&diff).unwrap_err(),
        ];
        for error in errors {
            assert!(error.to_string().contains(said), "{text}: {error}");
        }
    }
    let change = json!(diff().changes[0]).to_string();
    let twice = change.replace(r#""before":60"#, r#""before":{"a":1,"a":2}"#);
    assert_ne!(change, twice);
    assert!(
        from_str::<Change>(&twice)
            .unwrap_err()
            .to_string()
            .contains("stands twice")
    );
}

#[test]
fn a_tree_is_read_from_any_format() {
    use serde::Deserialize;
    use serde::de::value::{Error, MapDeserializer, SeqDeserializer};

    let members = [("b", 1_u64), ("a", 2)];
    let tree = Tree::deserialize(MapDeserializer::<_, Error>::new(members.into_iter())).unwrap();
    assert_eq!(tree.to_string(), r#"{"b":1,"a":2}"#);
    let twice = [("a", 1_u64), ("a", 2)];
    let error = Tree::deserialize(MapDeserializer::<_, Error>::new(twice.into_iter())).unwrap_err();
    assert!(error.to_string().contains("stands twice"), "{error}");
    let numbers = [1.5, f64::INFINITY];
    let error =
        Tree::deserialize(SeqDeserializer::<_, Error>::new(numbers.into_iter())).unwrap_err();
    assert_eq!(error.to_string(), "expected JSON, found inf");
    let members = [("op", "move"), ("path", "/a")];
    let error = Op::deserialize(MapDeserializer::<_, Error>::new(members.into_iter())).unwrap_err();
    assert_eq!(error.to_string(), "missing field `from`");
}

#[test]
fn an_issue_and_a_report_show_themselves_in_lines() {
    let text = "{\n  \"eventColor\": \"#f00\", \"name\": \"n\", \"slotDuration\": null }";
    let report = Kind::Calendar
        .validate_text(text, &ValidateOptions::default())
        .unwrap();
    let color = "error at /eventColor (line 2, column 17): This color needs six digits, such as #ff0000. [color_short]";
    assert_eq!(report.issues[0].to_string(), color);
    assert_eq!(report.to_string().lines().count(), report.issues.len());
    assert_eq!(report.to_string().lines().next(), Some(color));
    let codes: Vec<&str> = report.errors().map(|issue| issue.code.name()).collect();
    assert_eq!(codes, ["color_short", "wrong_type"]);
    let sound = Kind::Location
        .validate(json!({ "name": "n" }), &ValidateOptions::default())
        .unwrap();
    assert_eq!(
        (sound.to_string(), sound.errors().count()),
        ("no issues".to_owned(), 0)
    );
    // Text of a draft cannot begin a line of its own.
    let hostile = json!({ "a\nerror at /name": 1 });
    let report = Kind::Calendar
        .validate(hostile, &ValidateOptions::default())
        .unwrap();
    assert_eq!(
        report.to_string().lines().count(),
        report.issues.len(),
        "{report}"
    );
}

#[test]
fn an_error_has_the_bytes_that_it_is_about() {
    for (text, about) in [
        (r#"{ "name": } "#, "}"),
        (r#"{ "name" "#, ""),
        (r#"{ "näme": 1, "näme": 2 }"#, r#""näme""#),
        (r#"{ "a\"b": 1, "c": 0, "a\"b": 2 }"#, r#""a\"b""#),
        ("[1, 18446744073709551616]", "18446744073709551616"),
        ("[1e999]", "1e999"),
        (r#"["\ud800"]"#, r"\ud800"),
        ("{}\n<<<<<<< ours\n{}", "<<<<<<< ours"),
        ("{} é", "é"),
        ("\u{feff}{}", "\u{feff}"),
    ] {
        let error = Document::parse(text).unwrap_err();
        assert_eq!(&text[error.span().unwrap()], about, "{text}: {error}");
    }
    let error = Document::parse_bytes(b"{\"a\": \"\xc3\xa9\xff\"}".to_vec()).unwrap_err();
    assert_eq!(error.span(), Some(9..10));
    let no_text = Kind::Calendar.normalize(json!([])).unwrap_err();
    assert_eq!(no_text.span(), None);
}

#[test]
fn an_error_has_the_error_of_another_parser_as_its_source() {
    use std::error::Error;

    let error = Document::parse_bytes(b"\xff".to_vec()).unwrap_err();
    let source = error
        .source()
        .unwrap()
        .downcast_ref::<std::str::Utf8Error>()
        .unwrap();
    assert_eq!(source.valid_up_to(), 0);
    let error = calendiff::Edits::parse(Kind::Calendar, "slotDuration = 30 }").unwrap_err();
    let source = error
        .source()
        .unwrap()
        .downcast_ref::<calendiff::Error>()
        .unwrap();
    assert_eq!(
        (error.code(), source.code()),
        ("edit_value", "json_trailing")
    );
    // The text of an error says all that its reason does, so that the reason is no source.
    assert!(Document::parse("{").unwrap_err().source().is_none());
}

#[test]
fn a_response_is_read() {
    for (status, body) in [
        (
            200,
            json!({ "calendar": { "id": "a", "slotBuffer": "10" } }).to_string(),
        ),
        (
            422,
            json!({ "statusCode": 422, "message": ["slug must be a string"], "traceId": "t" })
                .to_string(),
        ),
        (502, "<h1>Bad Gateway</h1>".to_owned()),
        (204, String::new()),
    ] {
        let response = Kind::Calendar.response(status, None, &body);
        let answer = json!(response);
        assert_eq!(read::<UpdateResponse>(&answer), response, "{status}");
        if let Err(refusal) = response.result {
            assert_eq!(read::<calendiff::Refusal>(&answer["refusal"]), refusal);
        }
    }
    let answer = json!(Kind::Calendar.response(429, None, ""));
    assert_eq!(
        (&answer["refusal"]["reason"], &answer["refusal"]["retry"]),
        (&json!("rate-limited"), &json!(true))
    );
    assert!(
        refusal::<UpdateResponse>(&with(&answer, "/ok", json!(true)))
            .starts_with("ok: expected true with stored")
    );
    assert_eq!(
        refusal::<UpdateResponse>(&json!({ "ok": true, "status": 200 })),
        "expected either stored or refusal"
    );
    assert!(
        refusal::<RefusalReason>(&json!("unreadable")).starts_with("unknown variant `unreadable`")
    );
}
