//! Answers read from the JSON that they serialize as, and JSON that is refused. `tests/laws/verbs.rs` reads random answers.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fmt::Debug;

use calendiff::json::{Document, Path, patch::Op};
use calendiff::{
    CalendarUpdate, Change, Code, Decision, Diff, Fix, Form, Issue, Kind, Language, Merged, Mode, NotApplied, Options,
    Profile, Report, Resolution, Stored, WhenAbsent,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, from_str, from_value, json};

fn read<T: DeserializeOwned>(answer: &Value) -> T {
    from_str(&answer.to_string()).unwrap()
}

fn refusal<T: DeserializeOwned + Debug>(answer: &Value) -> String {
    let error = from_str::<T>(&answer.to_string()).unwrap_err().to_string();
    let place = error.rfind(" at line 1").unwrap_or(error.len());
    assert_eq!(error[..place], from_value::<T>(answer.clone()).unwrap_err().to_string());
    error[..place].to_owned()
}

/// The JSON with another value at a pointer.
fn with(answer: &Value, pointer: &str, value: Value) -> Value {
    let mut answer = answer.clone();
    *answer.pointer_mut(pointer).unwrap() = value;
    answer
}

fn issue() -> Value {
    json!(Kind::Calendar.validate(json!({ "slotDuration": "45" }), &Options::default()).unwrap().issues[0])
}

fn diff() -> Diff {
    let stored = json!({ "slotDuration": 60, "slotDurationUnit": "mins", "name": "Consultation" });
    let draft = json!({ "slotDuration": 2, "slotDurationUnit": "hours", "name": "First visit" });
    Kind::Calendar.diff(stored, draft, WhenAbsent::Keep).unwrap()
}

#[test]
fn places_in_the_text_are_read_and_spans_are_not() {
    let text = "{\n  \"eventColor\": \"#f00\", \"slotDuration\": \"45\" }";
    let mut report = Kind::Calendar.validate_text(text, &Options::default()).unwrap();
    assert!(report.issues.iter().all(|issue| issue.span.is_some()));
    let read: Report = read(&json!(report));
    report.issues.iter_mut().for_each(|issue| issue.span = None);
    report.kind = None;
    assert_eq!(read, report);
    assert_eq!(read.issues[0].position.map(|at| (at.line, at.column)), Some((2, 17)));
}

#[test]
fn a_report_that_was_read_is_of_any_kind() {
    let draft = json!({ "slotDuration": 45 });
    let report = Kind::Calendar.validate(&draft, &Options::default()).unwrap();
    assert_eq!(report.kind, Some(Kind::Calendar));
    let read: Report = read(&json!(report));
    assert_eq!(read.kind, None);
    assert_eq!(CalendarUpdate::try_from(read).unwrap().slot_duration, Some(45.0));
    let report = Kind::Location.validate(&draft, &Options::default()).unwrap();
    assert_eq!(CalendarUpdate::try_from(report).unwrap_err().code(), "wrong_kind");
}

#[test]
fn a_diff_is_read_in_any_language() {
    let diff = diff();
    assert_eq!((diff.changes.len(), diff.words.len()), (3, 2), "a unit is said with its number");
    for tag in Language::TAGS {
        let mut answer = json!(diff);
        Language::named(tag).unwrap().reword(&mut answer);
        assert_eq!(read::<Diff>(&answer), diff, "{tag}");
    }
}

#[test]
fn null_is_a_value_and_absence_is_none() {
    let replaced = Kind::Calendar.diff(json!({ "slug": null }), json!({ "slug": "a" }), WhenAbsent::Keep).unwrap();
    assert_eq!(replaced.changes[0].before, Some(Value::Null));
    let added = Kind::Calendar.diff(json!({}), json!({ "slug": "a" }), WhenAbsent::Keep).unwrap();
    assert_eq!(added.changes[0].before, None);
    for diff in [replaced, added] {
        assert_eq!(read::<Diff>(&json!(diff)), diff);
    }
}

#[test]
fn a_change_and_a_conflict_that_were_read_are_found_in_a_form() {
    let stored = json!({ "openHours": [{ "daysOfTheWeek": [1, 2], "hours": [] }], "slug": "intro" });
    let mut form: Form = Kind::Calendar.form(&stored, Profile::Specification).unwrap();
    form.set_day("tuesday".parse().unwrap(), &[["09:00", "17:00"]]).unwrap();
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
    assert_eq!(unknown, "code: expected a code, such as wrong_type, found wrong_tipe");
    let params = "params of wrong_type: expected expected, found, found";
    assert_eq!(refused("/params", json!({})), format!("{params} none"));
    assert_eq!(refused("/params", json!({ "expected": "number" })), format!("{params} expected"));
    assert_eq!(
        refused("/params", json!({ "expected": "number", "found": "text", "min": 1 })),
        format!("{params} expected, found, min")
    );
    assert_eq!(refused("/code", json!("too_small")), "params of too_small: expected min, found, found expected, found");
    assert_eq!(
        refused("/severity", json!("fatal")),
        "unknown variant `fatal`, expected one of `error`, `warning`, `note`"
    );
    assert_eq!(refused("/path", json!(["slotDuration", -1])), "a step of a path must be a name or an index");
    assert_eq!(refused("/path", json!([null])), "a step of a path must be a name or an index");
    assert_eq!(refused("/path", json!("/slotDuration")), "invalid type: string \"/slotDuration\", expected a sequence");
    let mut related = issue.clone();
    related["related"] = json!(["slotDuration"]);
    assert!(refusal::<Issue>(&related).starts_with("\"slotDuration\" is not a JSON Pointer"));
    assert_eq!(refusal::<Code>(&json!(1)), "invalid type: integer `1`, expected a string");
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
    assert_eq!(refused(json!({ "op": "add", "path": "" })), "missing field `value`");
    assert_eq!(refused(json!({ "path": "" })), "missing field `op`");
    assert_eq!(read::<Op>(&json!({ "op": "remove", "path": "/a" })), Op::Remove { path: "/a".to_owned() });
}

#[test]
fn words_of_other_codes_and_params_are_refused() {
    let change = json!(diff().changes[0]);
    let unknown = refusal::<Change>(&with(&change, "/code", json!("swapped\u{1b}")));
    assert_eq!(unknown, "code: expected a code of words, such as replaced, found swapped\\u{1b}");
    let params = refusal::<Change>(&with(&change, "/params", json!({ "label": "x", "mins": 1 })));
    assert_eq!(params, "params of replaced: expected label, after, before, found label, mins");
    assert!(refusal::<Change>(&with(&change, "/key", json!("a~2"))).contains("~ must be ~0 or ~1"));
    let decision =
        json!({ "action": "left-out", "path": [], "pointer": "", "code": "detached", "params": {}, "reason": "" });
    assert!(refusal::<Decision>(&decision).ends_with("found detached"));
    let fix = with(&issue(), "/fix/params", json!({}));
    assert_eq!(refusal::<Issue>(&fix), "params of write: expected value, found none");
    assert_eq!(refusal::<NotApplied>(&json!({ "path": [] })), "missing field `code`");
}

#[test]
fn a_sentence_that_no_change_has_is_refused() {
    let answer = json!(diff());
    let none = "none of the changes that are left has the words";
    let said = |words: Value| refusal::<Diff>(&with(&answer, "/words", words));
    let [number, name] = [&answer["words"][0], &answer["words"][1]];
    assert_eq!(said(json!(["Something else."])), format!("{none} \"Something else.\""));
    assert!(said(json!([number, number])).starts_with(none), "once for each change");
    assert!(said(json!([name, number])).starts_with(none), "in the order of the changes");
    assert_eq!(read::<Diff>(&with(&answer, "/words", json!([name]))).words.len(), 1);
}

#[test]
fn an_envelope_of_another_name_is_refused() {
    let stored = Kind::Location.read(json!({ "business": { "name": "Rose Lane" } })).unwrap();
    assert_eq!(read::<Stored>(&json!(stored)), stored);
    let refused = refusal::<Stored>(&with(&json!(stored), "/envelope", json!("shop")));
    assert_eq!(refused, "envelope: expected an envelope of that kind, found shop");
}

#[test]
fn what_is_read_is_said_without_a_panic() {
    let change = json!(diff().changes[0]);
    for odd in
        [json!({ "days": [u64::MAX, -1, 1.5] }), json!({ "say": "nothing" }), json!({ "hours": 1 }), json!([[{}]])]
    {
        let params = json!({ "label": odd, "before": { "date": "-" }, "after": { "range": [odd] } });
        let read: Change = read(&with(&change, "/params", params));
        for tag in Language::TAGS {
            assert!(!read.words.in_language(Language::named(tag).unwrap()).is_empty());
        }
    }
}

#[test]
fn what_the_verbs_add_to_a_merge_is_read() {
    let base = json!({ "name": "a", "slug": "a", "slotDuration": 30 });
    let (ours, theirs) = (json!({ "name": "b", "slug": "b", "slotDuration": -1 }), json!({ "name": "c", "slug": "a" }));
    let merged = Kind::Calendar.merge(&base, &ours, &theirs, Resolution::Ours).unwrap();
    assert!(!merged.taken.is_empty());
    assert_eq!(read::<Merged>(&json!(merged)), merged);
    let review = Kind::Calendar.review(&base, &ours, (Profile::Service, Mode::Full)).unwrap();
    let read: calendiff::Review = read(&json!(review));
    assert_eq!((read.diff, read.body, read.report.ok), (review.diff, review.body, review.report.ok));
}

#[test]
fn errors_and_words_show_their_code_and_sentence() {
    let error = Document::parse("{\"name\": }").unwrap_err();
    assert_eq!(
        format!("{error:?}"),
        r#"Error { code: "json_syntax", message: "line 1, column 10: expected a value, found `}`" }"#
    );
    let diff = Kind::Calendar.diff(json!({ "slotDuration": 60 }), json!({ "slotDuration": 45 }), WhenAbsent::Keep);
    let words = &diff.unwrap().words[0];
    assert_eq!(format!("{words:?}"), r#"Words { code: "replaced", sentence: "slot duration 45, was 60" }"#);
}
