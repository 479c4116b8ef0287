//! Values at their limits and beyond, as `docs/guide/limits.md` describes them.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use calendiff::json::{Document, Limits, Path, Tree, equal, patch, to_string};
use calendiff::{
    Code, Day, Issue, Kind, Mode, Profile, RecordForm, Resolution, Severity, ValidateOptions,
    WhenAbsent,
};
use serde_json::{Value, json};

const VALUES: usize = 1 << 20;
const ISSUES: usize = 100_000;

#[test]
fn a_record_is_its_own_normal_form_whatever_its_numbers() {
    for number in [
        json!(3.333_330_009_132_223e16),
        json!(9_223_372_036_854_775_808.0),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(1e300),
    ] {
        let record = json!({ "slotDuration": number, "openHours": [{ "daysOfTheWeek": [number], "hours": [] }] });
        let text = to_string(&Kind::Calendar.normalize(&record).unwrap());
        let read = Document::parse(text.clone()).unwrap();
        assert!(
            equal(read.root(), calendiff::json::Tree::of(&record).root()),
            "{text}"
        );
        assert_eq!(
            Kind::Calendar
                .diff(&record, read_again(&text), WhenAbsent::Remove)
                .unwrap()
                .words,
            Vec::<String>::new()
        );
        assert_eq!(
            Kind::Calendar
                .diff(read_again(&text), &record, WhenAbsent::Remove)
                .unwrap()
                .words,
            Vec::<String>::new()
        );
    }
}

fn read_again(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn a_name_longer_than_can_be_told_is_refused_and_is_no_other_name() {
    // As many bytes more as make the number of a known name, where its length would overflow.
    let name = "x".repeat((1 << 27) + 6);
    let limits = Limits::default().size(usize::MAX);
    let text = format!(r#"{{"{name}":1}}"#);
    assert_eq!(
        Document::parse_within(text, limits).unwrap_err().code(),
        "json_size"
    );
    let record = Value::Object([(name, json!("n"))].into_iter().collect());
    for refused in [
        Kind::Calendar
            .validate(&record, &ValidateOptions::default())
            .map(drop),
        Kind::Calendar.normalize(&record).map(drop),
        Kind::Calendar
            .diff(json!({}), &record, WhenAbsent::Keep)
            .map(drop),
    ] {
        assert_eq!(refused.unwrap_err().code(), "json_size");
    }
}

#[test]
fn a_text_of_more_values_than_a_record_may_have_is_refused_at_the_first_of_them() {
    let text = |values: usize| format!("[{}]", vec!["1"; values - 1].join(","));
    assert!(Document::parse(text(VALUES)).is_ok());
    let refused = Document::parse(text(VALUES + 1)).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "line 1, column 2097152: there are more than 1048576 values"
    );
    assert_eq!(refused.code(), "json_size");
}

#[track_caller]
fn refused_by_every_verb(more: &Value) {
    let options = ValidateOptions::default();
    for refused in [
        Kind::Calendar.validate(more, &options).map(drop),
        Kind::Calendar.fix(more, &options).map(drop),
        Kind::Calendar.normalize(more).map(drop),
        Kind::Calendar.read(more).map(drop),
        Kind::Calendar
            .diff(json!({}), more, WhenAbsent::Keep)
            .map(drop),
        Kind::Calendar
            .merge(json!({}), more, json!({}), Resolution::Leave)
            .map(drop),
        Kind::Calendar
            .review(json!({}), more, (Profile::Specification, Mode::Full))
            .map(drop),
        Kind::Calendar
            .outcome(json!({}), more, Profile::Specification)
            .map(drop),
        Kind::Calendar.verify(json!({}), more, json!({})).map(drop),
        Kind::Calendar.form(more, Profile::Specification).map(drop),
    ] {
        assert_eq!(refused.unwrap_err().code(), "json_size");
    }
}

#[test]
fn a_record_of_more_values_is_refused_by_every_verb_and_a_form_stays_as_it_was() {
    let list = |items: usize| Value::Array(vec![json!(1); items]);
    let most = json!({ "mine": list(VALUES - 2) });
    let more = json!({ "mine": list(VALUES - 1) });
    assert!(
        Kind::Calendar
            .validate(&most, &ValidateOptions::default())
            .is_ok()
    );
    refused_by_every_verb(&more);
    let mut form = Kind::Calendar
        .form(json!({}), Profile::Specification)
        .unwrap();
    form.set(&Path::new(), &most).unwrap();
    for path in [
        Path::new().with("name"),
        Path::new().with("mine").with(VALUES - 2),
    ] {
        assert_eq!(form.set(&path, json!("n")).unwrap_err().code(), "json_size");
    }
    assert!(equal(form.draft(), Tree::of(&most).root()));
    form.set(&Path::new().with("mine").with(0), json!("in its place"))
        .unwrap();
}

#[test]
fn what_two_sides_make_together_is_refused_where_it_is_too_large_and_the_form_stays_as_it_was() {
    let half = |name: &str| json!({ name: vec![1; VALUES / 2] });
    let mut form = Kind::Calendar
        .form(json!({}), Profile::Specification)
        .unwrap();
    form.set(&Path::new(), half("mine")).unwrap();
    assert_eq!(
        form.rebase(half("teamMembers")).unwrap_err().code(),
        "json_size"
    );
    assert_eq!(
        (
            form.stored().get("teamMembers").is_some(),
            form.draft().get("mine").is_some()
        ),
        (false, true)
    );
    form.undo();
    form.rebase(half("teamMembers")).unwrap();
}

#[test]
fn a_record_with_long_names_around_many_values_is_refused_by_every_verb_and_a_form_stays_as_it_was()
{
    const PATHS: usize = 64 << 20;
    let inside = |count: usize| -> Value {
        (0..count)
            .map(|at| (format!("a{at:03}"), json!(at)))
            .collect::<serde_json::Map<_, _>>()
            .into()
    };
    // Each value inside has this name in its path, and so has the object itself.
    let name = "x".repeat(PATHS / 300 - 8);
    let (most, more) = (json!({ &name: inside(299) }), json!({ &name: inside(300) }));
    assert!(
        Kind::Calendar
            .validate(&most, &ValidateOptions::default())
            .is_ok()
    );
    refused_by_every_verb(&more);
    let mut form = Kind::Calendar
        .form(json!({}), Profile::Specification)
        .unwrap();
    form.set(&Path::new(), &most).unwrap();
    let long = Path::new().with(name);
    for (path, value) in [
        (long.with("a300"), json!(1)),
        (long.clone(), inside(300)),
        (Path::new(), more),
    ] {
        assert_eq!(
            form.set(&path, value).unwrap_err().to_string(),
            "the paths to its values have more than 67108864 bytes together"
        );
    }
    assert!(equal(form.draft(), Tree::of(&most).root()));
    form.set(&long.with("a000"), json!("in its place")).unwrap();
    form.set(&Path::new().with("name"), json!("n")).unwrap();
}

fn numbered(issues: &[Issue], code: Code) -> Vec<usize> {
    issues
        .iter()
        .enumerate()
        .filter(|(_, issue)| issue.code == code)
        .map(|(at, _)| at)
        .collect()
}

fn unknown(count: usize) -> Value {
    Value::Object(
        (0..count)
            .map(|at| (format!("member {at}"), json!(at)))
            .collect(),
    )
}

#[test]
fn of_more_issues_than_one_answer_has_the_first_come_and_then_how_many_more() {
    // With what is said of the draft as a whole, just as many.
    let report = Kind::Calendar
        .validate(unknown(ISSUES - 1), &ValidateOptions::default())
        .unwrap();
    assert_eq!(report.issues.len(), ISSUES);
    assert!(numbered(&report.issues, Code::MoreIssues).is_empty());

    let mut draft = unknown(ISSUES + 10);
    let report = Kind::Calendar
        .validate(&draft, &ValidateOptions::default())
        .unwrap();
    assert_eq!(
        numbered(&report.issues, Code::UnknownMember),
        (0..ISSUES).collect::<Vec<_>>()
    );
    assert!(
        report
            .issues
            .iter()
            .zip(0..ISSUES)
            .all(|(issue, at)| issue.path.pointer() == format!("/member {at}"))
    );
    let last = report.issues.last().unwrap();
    assert_eq!(
        (last.code, last.severity, last.path.pointer()),
        (Code::MoreIssues, Severity::Warning, String::new())
    );
    // Ten members, and what is said of the draft as a whole.
    assert_eq!(last.message(), "11 more findings are not listed here.");
    assert!(report.ok && equal(Tree::of(&report.value).root(), Tree::of(&draft).root()));

    // Its severity is the worst one among them.
    draft["eventColor"] = json!("red");
    let report = Kind::Calendar
        .validate(json!({ "calendar": draft }), &ValidateOptions::default())
        .unwrap();
    let last = report.issues.last().unwrap();
    assert_eq!(
        (last.code, last.severity, last.path.pointer()),
        (Code::MoreIssues, Severity::Error, "/calendar".to_owned())
    );
    assert!(!report.ok);
}

#[test]
fn of_more_notes_on_a_response_or_a_diff_than_one_answer_has_the_first_come_as_well() {
    let response =
        json!({ "calendar": { "teamMembers": vec![json!({ "priority": "" }); ISSUES + 10] } });
    let issues = Kind::Calendar.read(&response).unwrap().issues;
    assert_eq!(
        numbered(&issues, Code::ReadNotSet),
        (0..ISSUES).collect::<Vec<_>>()
    );
    assert_eq!(
        issues.last().unwrap().message(),
        "10 more findings are not listed here."
    );

    // Places without a key, which are compared by position: in the list of members, and in each of them.
    let members = |kind: &str| {
        let member = |at: usize| json!({ "userId": format!("u{at}"), "locationConfigurations": [kind, kind] });
        json!({ "teamMembers": (0..ISSUES + 10).map(member).collect::<Value>() })
    };
    let issues = Kind::Calendar
        .diff(members("a"), members("b"), WhenAbsent::Keep)
        .unwrap()
        .issues;
    assert_eq!(
        numbered(&issues, Code::ByPosition),
        (0..ISSUES).collect::<Vec<_>>()
    );
    assert_eq!(issues.last().unwrap().code, Code::MoreIssues);
}

#[test]
fn of_more_texts_of_a_refusal_than_one_answer_has_the_first_are_explained() {
    let issues = Kind::Calendar.explain(&vec!["property x should not exist"; ISSUES + 10], None);
    assert_eq!(
        numbered(&issues, Code::UnknownMember),
        (0..ISSUES).collect::<Vec<_>>()
    );
    let last = issues.last().unwrap();
    assert_eq!(
        (last.message().as_str(), last.severity),
        ("10 more findings are not listed here.", Severity::Error)
    );
}

/// As many team members, each with a priority that is a number in a text.
fn team(count: usize) -> Value {
    (0..count)
        .map(|at| json!({ "userId": format!("u{at}"), "priority": "1" }))
        .collect()
}

#[test]
fn what_is_left_to_fix_after_a_hundred_thousand_fixes_is_fixed_by_the_next_call() {
    let fixed = Kind::Calendar
        .fix(
            json!({ "teamMembers": team(ISSUES + 10) }),
            &ValidateOptions::default(),
        )
        .unwrap();
    assert_eq!((fixed.applied.len(), fixed.ok), (ISSUES, false));
    assert_eq!(numbered(&fixed.issues, Code::WrongType).len(), 10);
    let fixed = Kind::Calendar
        .fix(&fixed.value, &ValidateOptions::default())
        .unwrap();
    assert_eq!((fixed.applied.len(), fixed.ok), (10, true));
}

#[track_caller]
fn is_as_found_anew(form: &RecordForm) {
    let stored = form.stored().to_value();
    let options = ValidateOptions::default().stored(&stored);
    let report = Kind::Calendar.validate(form.draft(), &options).unwrap();
    assert!(form.issues().eq(&report.issues));
    assert_eq!(form.is_ok(), report.ok);
}

#[test]
fn a_form_with_more_issues_than_one_answer_has_tells_what_a_fresh_pass_tells_edit_by_edit() {
    let stored = json!({ "id": "a", "name": "n" });
    let mut form = Kind::Calendar
        .form(&stored, Profile::Specification)
        .unwrap();
    let [members, color] = ["teamMembers", "eventColor"].map(|name| Path::new().with(name));
    form.set(&members, team(ISSUES + 1)).unwrap();
    is_as_found_anew(&form);
    assert_eq!(form.issues().last().unwrap().code, Code::MoreIssues);
    form.set(&color, json!("red")).unwrap();
    is_as_found_anew(&form);
    form.set(&members.with(5).with("priority"), json!(1))
        .unwrap();
    is_as_found_anew(&form);
    form.set(&members, team(10)).unwrap();
    is_as_found_anew(&form);
    assert!(form.issues().all(|issue| issue.code != Code::MoreIssues));
    form.undo();
    is_as_found_anew(&form);
    form.fix_all();
    is_as_found_anew(&form);
    form.undo();
    form.undo();
    form.undo();
    is_as_found_anew(&form);
    assert_eq!(form.issues().last().unwrap().code, Code::MoreIssues);
}

#[test]
fn what_the_service_said_stays_while_there_are_too_many_issues() {
    let mut form = Kind::Calendar
        .form(json!({ "slug": "s" }), Profile::Specification)
        .unwrap();
    form.refused(
        &Kind::Calendar
            .response(422, None, r#"{"message":["slug is odd"]}"#)
            .result
            .unwrap_err(),
    );
    let [members, slug] = ["teamMembers", "slug"].map(|name| Path::new().with(name));
    form.set(&members, team(ISSUES + 1)).unwrap();
    let said = |form: &RecordForm| {
        form.issues()
            .filter(|issue| issue.code == Code::ServiceSays)
            .count()
    };
    assert_eq!(said(&form), 1);
    form.set(&members.with(0).with("userId"), json!("u"))
        .unwrap();
    assert_eq!(said(&form), 1);
    form.set(&slug, json!("t")).unwrap();
    assert_eq!(said(&form), 0);
}

#[track_caller]
fn is_shortened(message: &str, beginning: &str, end: &str) {
    assert_eq!(message.chars().count(), 1001, "{message}");
    assert!(
        message.starts_with(beginning) && message.ends_with(end),
        "{message}"
    );
    assert_eq!(message.chars().nth(700), Some('…'), "{message}");
}

#[test]
fn a_long_message_is_its_beginning_and_its_end_and_what_it_is_filled_with_stays_whole() {
    let said = "no ".repeat(100_000);
    let issue = &Kind::Calendar.explain(&[&said], None)[0];
    is_shortened(&issue.message(), "The service says: no no ", " no no ");
    assert_eq!(issue.params["text"], json!(said));

    let minutes = |minutes: usize| (minutes / 60, minutes % 60);
    let range = |at: usize| {
        let ((open, from), (close, to)) = (minutes(2 * at), minutes(2 * at + 1));
        json!({ "openHour": open, "openMinute": from, "closeHour": close, "closeMinute": to })
    };
    let hours: Value = (0..700).map(range).collect();
    let week = json!({ "openHours": [{ "daysOfTheWeek": [1], "hours": hours }] });
    let diff = Kind::Calendar
        .diff(json!({ "openHours": [] }), &week, WhenAbsent::Keep)
        .unwrap();
    is_shortened(
        &diff.words[0].to_string(),
        "Monday 00:00–00:01, 00:02–",
        ", was closed",
    );

    let pointer = "ü".repeat(1_000_000);
    let patch = patch::parse(&json!([{ "op": "remove", "path": format!("/{pointer}") }])).unwrap();
    let refused = patch::apply(&json!({}), &patch).unwrap_err();
    is_shortened(
        &refused.to_string(),
        "operation 0: there is nothing at \"/ü",
        "üü\"",
    );
}

#[test]
fn a_message_of_a_thousand_characters_is_whole() {
    let text = |length: usize| {
        Kind::Calendar.explain(&["é".repeat(length - "The service says: ".len())], None)[0]
            .message()
    };
    assert_eq!(
        text(1000)
            .chars()
            .filter(|character| *character == '…')
            .count(),
        0
    );
    is_shortened(&text(1001), "The service says: é", "é");
}

#[test]
fn a_patch_of_more_operations_than_a_diff_can_have_is_refused() {
    let nothing = patch::Op::Test {
        path: String::new(),
        value: json!({}),
    };
    let mut patch = vec![nothing; 2 * VALUES + 1];
    for refused in [
        patch::apply(&json!({}), &patch).map(drop),
        patch::invert(&json!({}), &patch).map(drop),
    ] {
        let refused = refused.unwrap_err();
        assert_eq!(
            refused.to_string(),
            "the patch has 2097153 operations, the limit is 2097152"
        );
        assert_eq!(refused.code(), "patch_size");
    }
    patch.pop();
    assert_eq!(patch::apply(&json!({}), &patch).unwrap(), json!({}));
}

#[test]
fn steps_that_hold_much_are_fewer_and_the_last_can_always_be_taken_back() {
    let notes = Path::new().with("notes");
    let text = |step: usize| json!(step.to_string().repeat(10 << 20));
    let mut form = Kind::Calendar
        .form(json!({ "notes": "" }), Profile::Specification)
        .unwrap();
    (0..10).for_each(|step| drop(form.set(&notes, text(step)).unwrap()));
    let mut undone = 0;
    while form.undo().is_some() {
        undone += 1;
        let now = form.get(&notes).unwrap().to_value();
        assert!(now == text(9 - undone), "{undone} steps were taken back");
    }
    // Six texts of 10 MiB are less than 64 MiB, and seven are more; the last comes when there is room.
    assert_eq!(undone, 7);
    while form.redo().is_some() {}
    assert!(form.get(&notes).unwrap().to_value() == text(9));
}

#[test]
fn the_last_thousand_steps_can_be_taken_back() {
    let duration = Path::new().with("slotDuration");
    let mut form = Kind::Calendar
        .form(json!({ "slotDuration": 0 }), Profile::Specification)
        .unwrap();
    (1..=1_005).for_each(|step| drop(form.set(&duration, json!(step)).unwrap()));
    while form.undo().is_some() {}
    assert_eq!(form.get(&duration).unwrap().to_value(), json!(5));
}

#[test]
fn a_long_value_or_name_is_quoted_by_its_beginning() {
    let long = "long ".repeat(1_000);
    let quoted = format!("{}…", &long[..60]);
    let draft = json!({ "eventColor": long, "widgetType": long, &*long: 1 });
    let report = Kind::Calendar
        .validate(&draft, &ValidateOptions::default())
        .unwrap();
    let quoting = |issue: &Issue| {
        [issue.message(), issue.detail()]
            .iter()
            .any(|text| text.contains(&quoted))
    };
    let codes: Vec<&str> = report
        .issues
        .iter()
        .filter(|issue| quoting(issue))
        .map(|issue| issue.code.name())
        .collect();
    assert_eq!(codes, ["color_format", "unknown_value", "unknown_member"]);
    assert!(
        report
            .issues
            .iter()
            .all(|issue| issue.message().chars().count() < 200)
    );
    let words = Kind::Calendar
        .diff(json!({}), &draft, WhenAbsent::Keep)
        .unwrap()
        .words;
    assert!(
        words.iter().all(
            |words| words.to_string().contains("long…") || words.to_string().contains("long …")
        )
    );
}

#[test]
fn of_many_items_the_words_of_a_change_name_the_first() {
    let draft = json!({ "teamMembers": team(10), "lookBusyConfig": unknown(10) });
    let words = Kind::Calendar
        .diff(&draft, json!({}), WhenAbsent::Remove)
        .unwrap()
        .words;
    assert_eq!(
        words[0],
        "team removed, was user u0; user u1; user u2; 7 more"
    );
    assert!(words[1].to_string().ends_with("6 more"), "{}", words[1]);
}

const MIB: usize = 1 << 20;

fn at(name: &'static str) -> Path {
    Path::new().with(name)
}

fn long(mib: usize) -> Value {
    json!("x".repeat(mib * MIB))
}

/// What is brought back was there before, and is never refused.
#[test]
fn at_its_size_limit_a_draft_takes_what_is_stored_and_what_makes_it_no_larger() {
    let open = |stored: Value| {
        Kind::Calendar
            .form(&stored, Profile::Specification)
            .unwrap()
    };
    let mut form = open(json!({ "notes": long(10) }));
    form.set(&at("notes"), json!("")).unwrap();
    form.set(&at("description"), long(10)).unwrap();
    let change = form
        .changes()
        .find(|change| change.key.to_string() == "notes")
        .unwrap()
        .clone();
    form.revert(&change);
    assert_eq!(form.draft().get("notes").unwrap().to_value(), long(10));
    // It is too large by now: what makes it smaller is taken, and what makes it larger is not.
    assert_eq!(
        form.set(&at("description"), long(11)).unwrap_err().code(),
        "json_size"
    );
    assert_eq!(
        form.set(&at("slug"), json!("s")).unwrap_err().code(),
        "json_size"
    );
    form.set(&at("description"), long(9)).unwrap();
    form.reset(&Path::new()).unwrap();
    assert!(!form.is_dirty(&Path::new()));

    let mut form = open(json!({ "notes": "a" }));
    form.set(&at("notes"), json!("b")).unwrap();
    form.set(&at("description"), long(10)).unwrap();
    form.rebase(json!({ "notes": long(10) })).unwrap();
    let conflict = form.conflicts()[0].clone();
    form.resolve(&conflict, Resolution::Theirs);
    assert_eq!(form.draft().get("notes").unwrap().to_value(), long(10));
}

#[test]
fn at_its_size_limit_a_draft_refuses_days_and_dates_and_is_fixed() {
    let mut form = Kind::Calendar
        .form(json!({}), Profile::Specification)
        .unwrap();
    form.set(&at("description"), json!("x".repeat(16 * MIB - 58)))
        .unwrap();
    let before = form.draft().to_value();
    let hours = [["09:00", "17:00"]];
    assert_eq!(
        form.set_day(Day::Monday, &hours).unwrap_err().code(),
        "json_size"
    );
    assert_eq!(
        form.set_date("2026-12-24", Some(&hours))
            .unwrap_err()
            .code(),
        "json_size"
    );
    assert_eq!(form.draft().to_value(), before);
    form.set(&at("eventColor"), json!("#f00")).unwrap();
    form.set(&at("description"), json!("x".repeat(16 * MIB - 40)))
        .unwrap();
    assert_eq!(
        form.set(&at("eventColor"), json!("#ff0000"))
            .unwrap_err()
            .code(),
        "json_size"
    );
    form.fix_all();
    assert_eq!(
        form.draft().get("eventColor").unwrap().text(),
        Some("#ff0000")
    );
}

#[test]
fn the_name_of_a_new_member_counts() {
    let mut form = Kind::Calendar
        .form(json!({ "notes": "n" }), Profile::Specification)
        .unwrap();
    for name in ["x".repeat(17 * MIB), "\n".repeat(9 * MIB)] {
        assert_eq!(
            form.set(&Path::new().with(name.clone()), json!(1))
                .unwrap_err()
                .code(),
            "json_size"
        );
        assert_eq!(
            form.set(&Path::new().with(name).with("a").with(0), json!(1))
                .unwrap_err()
                .code(),
            "json_size"
        );
    }
    assert_eq!(form.draft().to_value(), json!({ "notes": "n" }));
    // A long one that is there already does not count again.
    let name = "x".repeat(9 * MIB);
    form.set(&Path::new().with(name.clone()), json!({}))
        .unwrap();
    form.set(&Path::new().with(name).with("a"), json!(1))
        .unwrap();
}
