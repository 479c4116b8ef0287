//! The JSON Schemas refuse what is an error, as far as JSON Schema can say it, and nothing else.
//!
//! `json-schema/errors.json` lists what it can say and what not; the drafts that show each are those of `codes.json`.
//! `BLESS=1 cargo test --test json_schema` writes the pinned schemas anew; the package's tests hold WASM and ajv to them.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::LazyLock;

use calendiff::json::to_string_pretty;
use calendiff::{Code, Issue, Kind, PayloadShape, Severity, ValidateOptions, ValidationReport};
use jsonschema::Validator;
use serde::Deserialize;
use serde_json::{Value, json};

/// The errors that JSON Schema can say, and those that it cannot, with the reason.
#[derive(Deserialize)]
struct Errors {
    said: Vec<String>,
    unsaid: BTreeMap<String, String>,
}

static ERRORS: LazyLock<Errors> =
    LazyLock::new(|| serde_json::from_str(include_str!("json-schema/errors.json")).unwrap());

/// The drafts that show a code each.
fn examples() -> Vec<(Code, Kind, Value)> {
    let mut rows: Vec<Value> = serde_json::from_str(include_str!("codes.json")).unwrap();
    rows.retain(|row| row.get("draft").is_some());
    let kind = |row: &Value| row["kind"].as_str().unwrap().parse::<Kind>().unwrap();
    rows.iter_mut()
        .map(|row| {
            (
                row["code"].as_str().unwrap().parse().unwrap(),
                kind(row),
                row["draft"].take(),
            )
        })
        .collect()
}

fn validator(kind: Kind, of: PayloadShape, formats: bool) -> Validator {
    jsonschema::options()
        .should_validate_formats(formats)
        .build(&kind.json_schema(of))
        .unwrap()
}

const KINDS: [Kind; 2] = [Kind::Calendar, Kind::Location];

/// The schemas of both updates, formats being annotations and being asserted.
static UPDATES: LazyLock<[[Validator; 2]; 2]> = LazyLock::new(|| {
    KINDS.map(|kind| [false, true].map(|formats| validator(kind, PayloadShape::Update, formats)))
});

static RECORDS: LazyLock<[Validator; 2]> =
    LazyLock::new(|| KINDS.map(|kind| validator(kind, PayloadShape::Record, true)));

fn report(kind: Kind, draft: &Value) -> ValidationReport {
    kind.validate(draft, &ValidateOptions::default()).unwrap()
}

fn errors(report: &ValidationReport) -> Vec<&Issue> {
    report
        .issues
        .iter()
        .filter(|issue| issue.severity == Severity::Error)
        .collect()
}

/// Whether the schema has to refuse a draft for an issue. Addresses in brackets are the one thing that it says not quite
/// exactly.
fn refused(issue: &Issue) -> bool {
    let found = issue
        .params
        .get("found")
        .and_then(Value::as_str)
        .unwrap_or_default();
    let host = matches!(issue.code, Code::UrlHost | Code::UrlRelative) && found.contains('[');
    issue.severity == Severity::Error && !host && !ERRORS.unsaid.contains_key(issue.code.name())
}

/// A draft without errors is taken, and one with an error that JSON Schema can say is refused.
fn agree(kind: Kind, draft: &Value) -> Result<(), String> {
    let report = report(kind, draft);
    for update in &UPDATES[kind as usize] {
        let violations: Vec<String> = update
            .iter_errors(draft)
            .map(|violation| violation.to_string())
            .collect();
        let taken = violations.is_empty();
        if taken && report.issues.iter().any(refused) || report.ok && !taken {
            return Err(format!(
                "{draft}\nby schema: {violations:?}\nby the tables: {:?}",
                errors(&report)
            ));
        }
    }
    Ok(())
}

#[test]
fn schemas_are_json_schema_2020_12_and_as_pinned() {
    for &kind in Kind::ALL {
        for &of in PayloadShape::ALL {
            let schema = kind.json_schema(of);
            jsonschema::draft202012::meta::validate(&schema).unwrap();
            let pinned = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/json-schema");
            let pinned = pinned.join(format!("{}-{}.json", kind.name(), of.name()));
            let text = to_string_pretty(&schema) + "\n";
            if std::env::var_os("BLESS").is_some() {
                std::fs::write(&pinned, text).unwrap();
            } else {
                let pinned = std::fs::read_to_string(&pinned).unwrap_or_default();
                let differs = text
                    .lines()
                    .zip(pinned.lines())
                    .enumerate()
                    .find(|(_, (ours, pinned))| ours != pinned);
                assert_eq!(
                    differs, None,
                    "if this is right, BLESS=1 cargo test --test json_schema"
                );
                assert_eq!(text.len(), pinned.len(), "one goes on where the other ends");
            }
        }
    }
}

#[test]
fn every_error_is_one_that_json_schema_can_say_or_one_that_it_cannot() {
    let mut listed: Vec<&str> = ERRORS
        .said
        .iter()
        .chain(ERRORS.unsaid.keys())
        .map(String::as_str)
        .collect();
    let errors = Code::ALL
        .iter()
        .filter(|code| code.severity() == Severity::Error);
    let mut errors: Vec<&str> = errors.map(|code| code.name()).collect();
    listed.sort_unstable();
    errors.sort_unstable();
    assert_eq!(listed, errors);
}

#[test]
fn what_can_be_said_is_refused_at_its_own_place() {
    let mut shown = BTreeSet::new();
    for (code, kind, draft) in examples() {
        agree(kind, &draft).unwrap();
        if !ERRORS.said.iter().any(|said| said == code.name()) {
            continue;
        }
        shown.insert(code.name());
        let report = report(kind, &draft);
        let [error] = errors(&report)[..] else {
            panic!("{draft}: {:?}", report.issues)
        };
        assert_eq!(error.code, code, "{draft}");
        // A record in its envelope is refused as a whole, and an hour past midnight at its minute.
        let place = match code {
            Code::Enveloped => String::new(),
            Code::HoursPastMidnight => error.path.with("closeMinute").pointer(),
            _ => error.path.pointer(),
        };
        for update in &UPDATES[kind as usize] {
            let places: BTreeSet<String> = update
                .iter_errors(&draft)
                .map(|violation| violation.instance_path().to_string())
                .collect();
            assert_eq!(
                places.into_iter().collect::<Vec<_>>(),
                [place.as_str()],
                "{draft}"
            );
        }
    }
    assert_eq!(shown, ERRORS.said.iter().map(String::as_str).collect());
}

#[test]
fn what_cannot_be_said_is_taken() {
    let reversed = json!({ "openHour": 17, "openMinute": 0, "closeHour": 9, "closeMinute": 0 });
    let reversed =
        json!({ "availabilities": [{ "date": "2026-12-24T00:00:00Z", "hours": [reversed] }] });
    assert_eq!(
        errors(&report(Kind::Calendar, &reversed))[0].code,
        Code::HoursReversed
    );
    assert!(UPDATES[0].iter().all(|update| update.is_valid(&reversed)));
    // Only responses carry instants that are shifted.
    assert!(RECORDS[1].is_valid(&json!({ "createdAt": "0000-01-01T00:00:00+00:01" })));
    // Hosts: an address that is none.
    for url in ["https://[::g]", "https://[1:2]", "https://[:::]"] {
        let draft = json!({ "formSubmitRedirectURL": url });
        assert_eq!(
            errors(&report(Kind::Calendar, &draft))[0].code,
            Code::UrlHost,
            "{url}"
        );
        assert_eq!(
            UPDATES[0][0].is_valid(&draft),
            url != "https://[::g]",
            "{url}"
        );
    }
}

#[test]
fn warnings_are_no_violations() {
    for (kind, draft) in [
        (Kind::Calendar, json!({})),
        (
            Kind::Calendar,
            json!({ "timezone": "UTC", "slotDuratoin": "x", "widgetType": "neo" }),
        ),
        (
            Kind::Calendar,
            json!({ "calendar": {}, "name": "no envelope, since a member stands beside it" }),
        ),
        (Kind::Calendar, json!({ "calendar": "no record in it" })),
        (Kind::Location, json!({ "buiseness": 1, "business": {} })),
        (
            Kind::Calendar,
            json!({ "teamMembers": [{}], "openHours": [{}], "lookBusyConfig": {} }),
        ),
        (
            Kind::Calendar,
            json!({ "openHours": [{ "hours": [{ "closeHour": 24, "closeMinute": 30 }] }] }),
        ),
        (
            Kind::Calendar,
            json!({ "availabilities": [{ "date": "2026-12-26T09:30:00+05:30" }], "slug": "a b" }),
        ),
        (
            Kind::Calendar,
            json!({ "name": "\u{feff}", "eventTitle": "{{" }),
        ),
        (
            Kind::Location,
            json!({ "website": "www.example.com", "email": "desk@localhost" }),
        ),
        (Kind::Location, json!({ "website": "example.com." })),
    ] {
        assert!(report(kind, &draft).ok, "{draft}");
        agree(kind, &draft).unwrap();
    }
    for draft in [
        json!({ "business": {} }),
        json!({ "buiseness": {}, "business": 1, "traceId": "t" }),
    ] {
        assert_eq!(
            errors(&report(Kind::Location, &draft))[0].code,
            Code::Enveloped
        );
        agree(Kind::Location, &draft).unwrap();
    }
}

#[test]
fn examples_and_defaults_are_valid() {
    let mut tried = 0;
    for &kind in Kind::ALL {
        let schema = kind.json_schema(PayloadShape::Update);
        for (name, member) in schema["properties"].as_object().unwrap() {
            for value in member["examples"]
                .as_array()
                .into_iter()
                .flatten()
                .chain(member.get("default"))
            {
                assert!(
                    UPDATES[kind as usize][1].is_valid(&json!({ name: value })),
                    "{name}: {value}"
                );
                tried += 1;
            }
        }
    }
    assert!(tried > 25, "only {tried}");
}

#[test]
fn urls_of_any_kind_are_taken_or_refused_alike() {
    let urls = [
        "https://example.com/thanks?a=b#c",
        "HTTP://EXAMPLE.com",
        "http://localhost:8080/",
        "https://[::1]:443/x",
        "https://b\u{fc}cher.example/",
        "https://example.com./",
        "https://example.com/{{contact.name}}",
        "",
        "//example.com",
        "www.example.com",
        " https://example.com",
        "ht\ntps://example.com",
        "https://example.com\u{a0}",
        "https:///x",
        "https://?x",
        "https://a.",
        "https://.",
        "https://a:0080",
        "https://a:65535",
        "https://a:65536",
        "https://a:",
        "a.b?",
        "https://a:99999",
        "https://a:+1",
        "https://a@b",
        "https://a/@b",
        "a.b:80",
        "a",
        "a..",
        ".a",
        "a.b/\u{85}",
        "a.b\\c",
        "https://a/\u{feff}",
        "http:a.b",
        "https//a.b",
        "-._",
        "https://-_-",
        "https://a..b",
        "https://a\u{20ac}b",
        "https://\u{909}\u{926}\u{93e}\u{939}\u{930}\u{923}.example",
        "\u{909}\u{926}\u{93e}\u{939}\u{930}\u{923}.example",
        "https://a<b",
        "https://a^b",
        "https://a|b",
        "https://a%41",
        "https://a%4",
        "https://a,b;c",
        "a.b,c",
        "a.b%41",
    ];
    for url in urls {
        agree(Kind::Calendar, &json!({ "calendarCoverImage": url })).unwrap();
        agree(Kind::Location, &json!({ "website": url })).unwrap();
    }
}

#[test]
fn days_that_exist_are_taken() {
    for year in [0, 1, 4, 100, 400, 1900, 2000, 2023, 2024, 2100, 9999] {
        for month in 0..=13 {
            for day in 0..=32 {
                let date = format!("{year:04}-{month:02}-{day:02}T00:00:00.000Z");
                agree(
                    Kind::Calendar,
                    &json!({ "availabilities": [{ "date": date }] }),
                )
                .unwrap();
            }
        }
    }
}

#[test]
fn a_record_may_have_what_only_responses_carry() {
    let [calendar, location] = &*RECORDS;
    assert!(
        calendar
            .is_valid(&json!({ "id": "Kx2m", "teamMembers": [{ "locationConfigurations": [{ "meetingId": "m" }] }] }))
    );
    assert!(location.is_valid(
        &json!({ "createdBy": { "name": "Ada" }, "createdAt": "2024-07-29T15:51:28.071Z" })
    ));
    for wrong in [
        json!({ "id": 5 }),
        json!({ "createdBy": "Ada" }),
        json!({ "updatedAt": "yesterday" }),
        json!({ "name": "" }),
    ] {
        assert!(!location.is_valid(&wrong), "{wrong}");
    }
}

/// A long text that almost matches takes a pattern no more time than one that matches.
#[test]
fn patterns_take_linear_time() {
    let n = 200_000;
    for (name, text) in [
        ("name", " ".repeat(n)),
        ("notes", "a".repeat(n) + "\u{7}"),
        ("alertEmail", "a".repeat(n)),
        ("alertEmail", "a.".repeat(n) + "@b"),
        ("alertEmail", "a@".to_owned() + &"b-".repeat(n)),
        (
            "formSubmitRedirectURL",
            "https://".to_owned() + &"a.".repeat(n) + "@",
        ),
        (
            "formSubmitRedirectURL",
            "https://a:".to_owned() + &"0".repeat(n) + "x",
        ),
        (
            "formSubmitRedirectURL",
            "https://a/".to_owned() + &"a/".repeat(n) + " ",
        ),
    ] {
        let draft = json!({ name: text });
        assert!(!UPDATES[0][0].is_valid(&draft), "{name}");
    }
}

#[cfg(feature = "proptest")]
mod laws {
    use calendiff::strategies;
    use proptest::prelude::*;

    use super::*;

    fn kinds() -> impl Strategy<Value = Kind> {
        prop_oneof![3 => Just(Kind::Calendar), 1 => Just(Kind::Location)]
    }

    fn drafts() -> impl Strategy<Value = (Kind, Value)> {
        kinds().prop_flat_map(|kind| (Just(kind), strategies::draft(kind)))
    }

    /// Values of every type, and texts that are almost of a format.
    fn wrong() -> impl Strategy<Value = Value> {
        let values = prop_oneof![
            Just(Value::Null),
            Just(json!(true)),
            Just(json!([{}, null, 7])),
            Just(json!({ "kind": 1, "userId": [], "hours": {}, "closeHour": 24 })),
            (-40..120).prop_map(|number| json!(f64::from(number) / 2.0)),
            (-2..70).prop_map(|number| json!(number)),
            Just(json!(1e300)),
        ];
        let texts = prop_oneof![
            Just(" \u{a0}".to_owned()),
            Just(" #ABC".to_owned()),
            "#?[0-9a-gA-F]{2,8}",
            "[a-z.@\"<>-]{0,9}@[a-z0-9.-]{0,9}",
            "(https?:)?/{0,2}[a-z.:@]{0,9}(:[0-9]{0,6})?[/?# ]?[a-z]{0,3}",
            "[0-9]{4}-[01][0-9]-[0-3][0-9][T ][0-2][0-9]:[0-6][0-9]:[0-6][0-9](\\.[0-9]{0,4})?(Z|[+-][0-2][0-9]:[0-6][0-9])?",
            "\\PC{0,6}",
            "[\\x00-\\x20\u{7f}-\u{a0}a]{0,3}",
        ];
        prop_oneof![values, texts.prop_map(Value::from)]
    }

    /// Drafts with one value, at any depth, put in the place of another, or with a character more in a text.
    fn hurt() -> impl Strategy<Value = (Kind, Value)> {
        let character = "[ \t\u{b}\u{7f}\u{85}\u{a0}\u{feff}\u{3000}@.:/\\\\#?<>\"\u{e9}\\[%0Z_-]";
        let index = any::<prop::sample::Index>;
        (
            drafts(),
            index(),
            index(),
            wrong(),
            proptest::option::of(character),
        )
            .prop_map(|((kind, mut draft), at, within, wrong, character)| {
                let row = &kind.table().members[within.index(kind.table().members.len())];
                let mut places = Vec::new();
                leaves(&draft, String::new(), &mut places);
                places.push(format!("/{}", row.name));
                let place = &places[at.index(places.len())];
                match (draft.pointer_mut(place), character) {
                    (Some(Value::String(text)), Some(character)) => {
                        let ends: Vec<usize> = text
                            .char_indices()
                            .map(|(end, _)| end)
                            .chain([text.len()])
                            .collect();
                        text.insert_str(ends[within.index(ends.len())], &character);
                    }
                    (Some(value), _) => *value = wrong,
                    (None, _) => draft[row.name] = wrong,
                }
                (kind, draft)
            })
    }

    /// The places of all values inside a value.
    fn leaves(value: &Value, place: String, places: &mut Vec<String>) {
        match value {
            Value::Array(items) => {
                items
                    .iter()
                    .enumerate()
                    .for_each(|(at, item)| leaves(item, format!("{place}/{at}"), places));
            }
            Value::Object(members) => {
                members
                    .iter()
                    .for_each(|(name, member)| leaves(member, format!("{place}/{name}"), places));
            }
            _ => {}
        }
        if !place.is_empty() {
            places.push(place);
        }
    }

    proptest! {
        #[test]
        fn drafts_are_updates((kind, draft) in drafts()) {
            agree(kind, &draft).map_err(TestCaseError::fail)?;
        }

        #[test]
        fn hurt_drafts_are_refused_for_the_errors_that_they_have((kind, draft) in hurt()) {
            agree(kind, &draft).map_err(TestCaseError::fail)?;
        }

        #[test]
        fn stored_records_are_records((kind, stored) in kinds().prop_flat_map(|kind| (Just(kind), strategies::stored(kind)))) {
            let violations: Vec<_> = RECORDS[kind as usize].iter_errors(&stored).map(|violation| violation.to_string()).collect();
            prop_assert!(violations.is_empty(), "{} {:?}", stored, violations);
        }

        /// What is no update for what it holds is no record either.
        #[test]
        fn a_record_is_an_update_with_what_only_responses_carry((kind, draft) in hurt()) {
            let read_only = report(kind, &draft).issues.iter().any(|issue| matches!(issue.code, Code::ReadOnly | Code::Enveloped));
            if !read_only {
                let [update, record] = [&UPDATES[kind as usize][1], &RECORDS[kind as usize]].map(|schema| schema.is_valid(&draft));
                prop_assert_eq!(update, record, "{}", draft);
            }
        }
    }
}
