//! The crate beside others that choose features of serde_json: `arbitrary_precision` is on, so that a `Value` holds numbers of
//! any size; `preserve_order` is off, so that a `Value` holds members by name.

#![cfg(test)]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs::{read_dir, read_to_string};

use calendiff::json::Document;
use calendiff::{
    Calendar, CalendarUpdate, Kind, Language, Mode, Profile, Resolution, Review, ValidateOptions,
    ValidationReport, WhenAbsent,
};
use serde_json::{Value, from_str, from_value, json, to_string};

/// Numbers that a double does not hold.
const LOST: [&str; 4] = [
    "1e999",
    "-1e999",
    "12345678901234567890123",
    "-98765432109876543210987",
];

fn draft(number: &str) -> Value {
    from_str(&format!("{{\"slotDuration\":{number}}}")).unwrap()
}

#[test]
fn a_number_that_would_be_lost_is_an_issue_and_never_sent() {
    for number in LOST {
        let draft = draft(number);
        assert_eq!(draft["slotDuration"].to_string().replace('+', ""), number);
        let report = Kind::Calendar
            .validate(&draft, &ValidateOptions::default())
            .unwrap();
        let issue = &report.issues[0];
        assert_eq!(
            (issue.code.name(), issue.path.pointer()),
            ("not_json", "/slotDuration".to_owned()),
            "{number}"
        );
        assert!(
            issue.detail().replace('+', "").contains(number),
            "{}",
            issue.detail()
        );
        assert!(!report.ok);
        let refused = [
            Kind::Calendar
                .review(json!({}), &draft, (Profile::Specification, Mode::Full))
                .err(),
            Kind::Calendar.body(json!({}), &draft, Mode::Full).err(),
            Kind::Calendar
                .diff(json!({}), &draft, WhenAbsent::Keep)
                .err(),
            Kind::Calendar
                .outcome(json!({}), &draft, Profile::Specification)
                .err(),
            Kind::Calendar.verify(json!({}), &draft, json!({})).err(),
            Kind::Calendar
                .merge(json!({}), &draft, json!({}), Resolution::Leave)
                .err(),
            Kind::Calendar.normalize(&draft).err(),
            Kind::Calendar.read(&draft).err(),
        ];
        for error in refused {
            let error = error.unwrap();
            assert_eq!(
                (error.code(), error.path().unwrap().pointer()),
                ("not_json", "/slotDuration".to_owned())
            );
        }
        let mut form = Kind::Calendar
            .form(&json!({ "slotDuration": 30 }), Profile::Specification)
            .unwrap();
        form.set(&"/slotDuration".parse().unwrap(), &draft["slotDuration"])
            .unwrap();
        assert!(!form.is_ok());
    }
}

#[test]
fn a_number_that_is_held_is_kept() {
    for (number, kept) in [
        ("30", "30"),
        ("30.0", "30"),
        ("0.5", "0.5"),
        ("1e2", "100"),
        ("-0", "0"),
        ("18446744073709551615", "18446744073709551615"),
    ] {
        let report = Kind::Calendar
            .validate(&draft(number), &ValidateOptions::default())
            .unwrap();
        assert_eq!(
            report.value.to_value()["slotDuration"].to_string(),
            kept,
            "{number}"
        );
        let text = report.value.to_string();
        assert_eq!(
            Kind::Calendar
                .validate_text(&text, &ValidateOptions::default())
                .unwrap()
                .value,
            report.value
        );
    }
    let diff = Kind::Calendar
        .diff(&draft("30"), &draft("30.0"), WhenAbsent::Keep)
        .unwrap();
    assert_eq!(diff.changes, []);
}

#[test]
fn typed_records_are_read() {
    let draft = draft("30.5");
    assert_eq!(
        from_value::<Calendar>(draft.clone()).unwrap().slot_duration,
        Some(30.5)
    );
    assert_eq!(
        from_value::<CalendarUpdate>(draft).unwrap().slot_duration,
        Some(30.5)
    );
}

#[test]
fn answers_are_read_from_their_json() {
    let stored =
        json!({ "slotDuration": 30, "openHours": [{ "daysOfTheWeek": [1], "hours": [] }] });
    let draft = from_str::<Value>(
        "{ \"slotDuration\": 30.5, \"openHours\": [{ \"daysOfTheWeek\": [9] }] }",
    )
    .unwrap();
    let mut review = Kind::Calendar
        .review(&stored, &draft, (Profile::Specification, Mode::Full))
        .unwrap();
    review.report.kind = None;
    assert!(
        review
            .report
            .issues
            .iter()
            .any(|issue| issue.path.pointer() == "/openHours/0/daysOfTheWeek/0")
    );
    assert_eq!(
        from_str::<Review>(&to_string(&review).unwrap()).unwrap(),
        review
    );
    let merged = Kind::Calendar
        .merge(&stored, &draft, &stored, Resolution::Leave)
        .unwrap();
    assert_eq!(
        from_value::<calendiff::Merged>(json!(merged)).unwrap(),
        merged
    );

    let lost = Kind::Calendar
        .validate(&self::draft(LOST[0]), &ValidateOptions::default())
        .unwrap();
    assert_eq!(
        from_str::<ValidationReport>(&to_string(&lost).unwrap())
            .unwrap()
            .issues,
        lost.issues
    );
}

#[test]
fn a_value_is_printed_with_plain_numbers() {
    let value: Value =
        from_str(r#"{ "a": 30.0, "b": [-0.50, 12345678901234567890123], "c": { "d": 1e999 } }"#)
            .unwrap();
    let expected = r#"{"a":30,"b":[-0.5,12345678901234567890123],"c":{"d":1e+999}}"#;
    assert_eq!(calendiff::json::to_string(&value), expected);
    assert_eq!(
        from_str::<Value>(&calendiff::json::to_string_pretty(&value))
            .unwrap()
            .to_string(),
        expected
    );
}

#[test]
fn answers_do_not_depend_on_the_order_of_members() {
    let names: Vec<String> = json!({ "b": 1, "a": 2 })
        .as_object()
        .unwrap()
        .keys()
        .cloned()
        .collect();
    assert_eq!(names, ["a", "b"], "something turned on `preserve_order`");
    let mut compared = 0;
    for folder in read_dir("../fixtures")
        .unwrap()
        .map(|folder| folder.unwrap().path())
    {
        let [stored, draft] = ["stored.json", "draft.json"]
            .map(|file| Document::parse(read_to_string(folder.join(file)).unwrap()).unwrap());
        let kind = Kind::guess(stored.root()).unwrap_or(Kind::Calendar);
        let review = kind
            .review(&stored, &draft, (Profile::Specification, Mode::Full))
            .unwrap();
        let pinned = read_to_string(folder.join("review.json")).unwrap();
        let answer: Value = from_str(&to_string(&review).unwrap()).unwrap();
        assert_eq!(
            answer,
            from_str::<Value>(&pinned).unwrap(),
            "{}",
            folder.display()
        );
        // Trees keep their order in any map, and what was printed by name is read and said again.
        let [pinned, body] =
            [pinned, review.body.value.to_string()].map(|text| text.replace(['\n', ' '], ""));
        assert!(pinned.contains(&body), "{}: {body}", folder.display());
        let mut again = answer.clone();
        Language::english().reword(&mut again);
        assert_eq!(again, answer, "{}", folder.display());
        compared += 1;
    }
    assert!(compared > 12, "only {compared} fixtures ran");
}

/// The digits of a number are read, and not the double next to it.
#[test]
fn a_tree_is_read_with_every_digit() {
    use calendiff::json::Tree;

    let kept = r#"{"a":18446744073709551615,"b":0.1,"c":100,"d":1e+30}"#;
    assert_eq!(from_str::<Tree>(kept).unwrap().to_string(), kept);
    assert_eq!(
        from_value::<Tree>(from_str(kept).unwrap())
            .unwrap()
            .to_string(),
        kept
    );
    for number in LOST {
        let value: Value = from_str(number).unwrap();
        assert!(
            from_str::<Tree>(number).is_err() && from_value::<Tree>(value).is_err(),
            "{number}"
        );
        let report = format!(r#"{{"ok": true, "value": {number}, "issues": []}}"#);
        assert!(from_str::<ValidationReport>(&report).is_err(), "{number}");
    }
}
