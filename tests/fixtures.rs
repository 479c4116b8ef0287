//! Every folder of `fixtures` is a stored record and a draft; its `review.json` pins what the library answers, byte for
//! byte; where `theirs.json` stands beside them, `meanwhile.json` pins the merge of both edits, and what came of the
//! draft's if theirs is what is stored then. The package's tests hold WASM to the same files.
//! `BLESS=1 cargo test --test fixtures` writes them anew.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use calendiff::json::{Document, patch, to_string, to_string_pretty};
use calendiff::{
    About, DiffOptions, Issue, Kind, Mode, Profile, Resolution, Severity, ValidateOptions,
    ValidationReport, WhenAbsent,
};
use serde::Serialize;
use serde_json::{Value, json};

struct Fixture {
    name: String,
    folder: PathBuf,
    kind: Kind,
    stored: Value,
    draft: Value,
}

fn fixtures() -> Vec<Fixture> {
    let folders = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures")).unwrap();
    let mut fixtures: Vec<Fixture> = folders.map(|folder| read(folder.unwrap().path())).collect();
    fixtures.sort_by(|a, b| a.name.cmp(&b.name));
    assert!(fixtures.len() >= 12, "only {} fixtures ran", fixtures.len());
    fixtures
}

fn read(folder: PathBuf) -> Fixture {
    let parse = |file| {
        Document::parse(fs::read_to_string(folder.join(file)).unwrap())
            .unwrap()
            .root()
            .to_value()
    };
    let (stored, draft) = (parse("stored.json"), parse("draft.json"));
    let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
    let kind = Kind::guess(&stored).unwrap_or(Kind::Calendar);
    Fixture {
        name,
        folder,
        kind,
        stored,
        draft,
    }
}

impl Fixture {
    /// The stored record and the draft, out of their envelopes.
    fn records(&self) -> (Value, Value) {
        let record = |value| self.kind.read(value).unwrap().value;
        (
            record(&self.stored).to_value(),
            record(&self.draft).to_value(),
        )
    }
}

fn validate(kind: Kind, draft: &Value, profile: Profile) -> ValidationReport {
    kind.validate(draft, &ValidateOptions::from(profile))
        .unwrap()
}

/// The errors of a report, as code and place.
fn errors(report: &ValidationReport) -> Vec<String> {
    let errors = report
        .issues
        .iter()
        .filter(|issue| issue.severity == Severity::Error);
    errors
        .map(|issue| format!("{} {}", issue.code.name(), issue.path))
        .collect()
}

#[test]
fn answers_are_as_pinned() {
    for fixture in fixtures() {
        let Fixture {
            kind,
            stored,
            draft,
            ..
        } = &fixture;
        let review = kind
            .review(stored, draft, (Profile::Specification, Mode::Full))
            .unwrap();
        pinned(&fixture, "review.json", &review);
        let Ok(theirs) = fs::read_to_string(fixture.folder.join("theirs.json")) else {
            continue;
        };
        let theirs = Document::parse(theirs).unwrap().root().to_value();
        let ours = kind.outcome(stored, draft, Profile::Specification).unwrap();
        let merged = kind
            .merge(
                &kind.read(stored).unwrap().value,
                &ours,
                &theirs,
                Resolution::Leave,
            )
            .unwrap();
        let verified = kind.verify(stored, &review.body.value, &theirs).unwrap();
        pinned(
            &fixture,
            "meanwhile.json",
            &json!({ "merged": merged, "verified": verified }),
        );
    }
}

/// Holds an answer to a file, or writes the file.
#[track_caller]
fn pinned(fixture: &Fixture, file: &str, answer: &impl Serialize) {
    let (text, file) = (to_string_pretty(answer) + "\n", fixture.folder.join(file));
    if std::env::var_os("BLESS").is_some() {
        fs::write(&file, text).unwrap();
    } else {
        let pinned = fs::read_to_string(file).unwrap_or_default();
        let differs = text
            .lines()
            .zip(pinned.lines())
            .enumerate()
            .find(|(_, (ours, pinned))| ours != pinned);
        assert_eq!(
            differs, None,
            "{}: if this is right, BLESS=1 cargo test --test fixtures",
            fixture.name
        );
        assert_eq!(
            text.len(),
            pinned.len(),
            "{}: one goes on where the other ends",
            fixture.name
        );
    }
}

#[test]
fn any_view_gives_the_same_answer() {
    for fixture in fixtures() {
        let [stored, draft] = [&fixture.stored, &fixture.draft]
            .map(|value| Document::parse(to_string(value)).unwrap());
        let by_value = fixture
            .kind
            .review(
                &fixture.stored,
                &fixture.draft,
                (Profile::Service, Mode::Changed),
            )
            .unwrap();
        let by_tree = fixture
            .kind
            .review(
                stored.root(),
                draft.root(),
                (Profile::Service, Mode::Changed),
            )
            .unwrap();
        assert_eq!(
            to_string(&by_value),
            to_string(&by_tree),
            "{}",
            fixture.name
        );
    }
}

#[test]
fn n1_n2_n3_normalizing_is_done_once_adds_no_error_and_keeps_what_it_does_not_know() {
    for fixture in fixtures() {
        let (_, draft) = fixture.records();
        let once = fixture.kind.normalize(&draft).unwrap();
        assert_eq!(
            fixture.kind.normalize(&once).unwrap(),
            once,
            "{}",
            fixture.name
        );
        let (before, after) = (
            validate(fixture.kind, &draft, Profile::Specification),
            validate(fixture.kind, &once.to_value(), Profile::Specification),
        );
        assert!(
            errors(&after).len() <= errors(&before).len(),
            "{}: {:?}",
            fixture.name,
            errors(&after)
        );
        let unknown = |value: &Value| -> BTreeMap<String, Value> {
            let members = value.as_object().unwrap().clone().into_iter();
            members
                .filter(|(name, _)| fixture.kind.table().find(name).is_none())
                .collect()
        };
        assert_eq!(
            unknown(&once.to_value()),
            unknown(&draft),
            "{}",
            fixture.name
        );
    }
}

#[test]
fn f1_a_fix_removes_its_issue_and_adds_no_error() {
    let mut tried = 0;
    for fixture in fixtures() {
        for &profile in Profile::ALL {
            let (_, draft) = fixture.records();
            let before = validate(fixture.kind, &draft, profile);
            for issue in &before.issues {
                let Some(fix) = &issue.fix else { continue };
                let after = validate(
                    fixture.kind,
                    &patch::apply(&draft, &fix.patch).unwrap(),
                    profile,
                );
                let there = |report: &ValidationReport| {
                    report
                        .issues
                        .iter()
                        .filter(|other| other.code == issue.code)
                        .count()
                };
                assert!(
                    there(&after) < there(&before),
                    "{}: {issue:?}",
                    fixture.name
                );
                assert!(
                    errors(&after).len() <= errors(&before).len(),
                    "{}: {issue:?} {:?}",
                    fixture.name,
                    errors(&after)
                );
                tried += 1;
            }
        }
    }
    assert!(tried > 40, "only {tried} fixes tried");
}

#[test]
fn d1_d2_a_record_does_not_differ_from_itself_and_the_patch_leads_from_one_to_the_other() {
    for fixture in fixtures() {
        let (stored, draft) = fixture.records();
        // The stored record decides between a member and its alias: the draft means something else over the patched one.
        let mut rows = fixture.kind.table().members.iter();
        let has = |name: &str| draft.get(name).is_some();
        let is_clear = !rows.any(|row| has(row.name) && row.aliases.iter().any(|alias| has(alias)));
        let options = [WhenAbsent::Keep, WhenAbsent::Remove].map(DiffOptions::from);
        let raw = options.map(|options| options.raw(true));
        for absent in options.into_iter().filter(|_| is_clear).chain(raw) {
            for record in [&stored, &draft] {
                let none = fixture.kind.diff(record, record, absent).unwrap();
                assert_eq!(
                    (none.changes.len(), none.patch.len()),
                    (0, 0),
                    "{}",
                    fixture.name
                );
            }
            let diff = fixture.kind.diff(&stored, &draft, absent).unwrap();
            let ours = patch::apply(&stored, &diff.patch).unwrap();
            let rest = fixture.kind.diff(&ours, &draft, absent).unwrap();
            assert_eq!(
                rest.words,
                Vec::<String>::new(),
                "{}: {:?}",
                fixture.name,
                diff.patch
            );

            let mut theirs = stored.clone();
            let operations: json_patch::Patch =
                serde_json::from_str(&to_string(&diff.patch)).unwrap();
            json_patch::patch(&mut theirs, &operations).unwrap();
            assert!(calendiff::json::equal(&ours, &theirs), "{}", fixture.name);

            if let Some(merge_patch) = &diff.merge_patch {
                let mut merged = stored.clone();
                json_patch::merge(&mut merged, merge_patch);
                let rest = fixture.kind.diff(&merged, &draft, absent).unwrap();
                assert_eq!(
                    rest.words,
                    Vec::<String>::new(),
                    "{}: {merge_patch}",
                    fixture.name
                );
            }
        }
    }
}

#[test]
fn b1_b2_the_body_holds_nothing_read_only_and_changes_exactly_what_the_draft_does() {
    for fixture in fixtures() {
        for mode in [Mode::Full, Mode::Changed] {
            let body = fixture
                .kind
                .body(&fixture.records().0, &fixture.records().1, mode)
                .unwrap();
            let read_only = |report: ValidationReport| {
                report
                    .issues
                    .iter()
                    .any(|issue| issue.code.name() == "read_only")
            };
            assert!(
                !read_only(validate(
                    fixture.kind,
                    &body.value.to_value(),
                    Profile::Specification
                )),
                "{}",
                fixture.name
            );

            let before = fixture.kind.read(&fixture.records().0).unwrap().value;
            let outcome = fixture
                .kind
                .outcome(&before, &body.value, Profile::Specification)
                .unwrap();
            let sent = fixture
                .kind
                .diff(&before, &outcome, WhenAbsent::Remove)
                .unwrap();
            // What a misspelled name asks for is asked for.
            let mut draft = fixture
                .kind
                .normalize(&fixture.records().1)
                .unwrap()
                .to_value();
            for row in fixture.kind.table().members {
                let meant = row
                    .aliases
                    .iter()
                    .find_map(|alias| draft.as_object_mut().unwrap().shift_remove(*alias));
                if let Some(meant) = meant {
                    draft[row.name] = meant;
                }
            }
            // A date is sent as midnight UTC.
            for entry in draft
                .get_mut("availabilities")
                .and_then(Value::as_array_mut)
                .into_iter()
                .flatten()
            {
                if let Some(date) = entry["date"].as_str().filter(|date| date.len() == 10) {
                    entry["date"] = format!("{date}T00:00:00.000Z").into();
                }
            }
            let drafted = fixture
                .kind
                .outcome(&before, &draft, Profile::Specification)
                .unwrap();
            let wanted = fixture
                .kind
                .diff(&before, &drafted, WhenAbsent::Remove)
                .unwrap();
            assert_eq!(sent.words, wanted.words, "{} {mode:?}", fixture.name);
        }
    }
}

#[test]
fn a1_what_is_given_is_never_changed() {
    for fixture in fixtures() {
        let (stored, draft) = (fixture.stored.clone(), fixture.draft.clone());
        fixture
            .kind
            .review(&stored, &draft, (Profile::Service, Mode::Full))
            .unwrap();
        assert_eq!((&stored, &draft), (&fixture.stored, &fixture.draft));
        let failing = patch::parse(&json!([
            { "op": "add", "path": "/new", "value": 1 },
            { "op": "remove", "path": "/not/there" },
        ]));
        assert_eq!(
            patch::apply(&stored, &failing.unwrap()).unwrap_err().code(),
            "patch_missing"
        );
        assert_eq!(stored, fixture.stored);
    }
}

#[test]
fn fixing_comes_to_an_end_and_leaves_no_fix() {
    for fixture in fixtures() {
        for &profile in Profile::ALL {
            let (stored, draft) = fixture.records();
            let options = ValidateOptions::from(profile).stored(&stored);
            let fixed = fixture.kind.fix(&draft, &options).unwrap();
            // A warning about a value as it is stored is fixed on request.
            let is_left =
                |issue: &Issue| issue.about == About::Stored && issue.severity != Severity::Error;
            assert!(
                fixed
                    .issues
                    .iter()
                    .all(|issue| issue.automatic_fix().is_none() || is_left(issue)),
                "{}: {:?}",
                fixture.name,
                fixed.issues
            );
            let before = fixture.kind.validate(&draft, &options).unwrap();
            assert!(
                fixed.issues.len() <= before.issues.len(),
                "{}",
                fixture.name
            );
            assert!(
                fixed.ok || !before.ok,
                "{}: {:?}",
                fixture.name,
                fixed.issues
            );
        }
    }
}

#[test]
fn ranges_are_joined_only_where_nothing_else_is_lost() {
    let range =
        |close: u8| json!({ "openHour": 9, "openMinute": 0, "closeHour": close, "closeMinute": 0 });
    let (first, mut second) = (range(12), range(17));
    second["mine"] = json!(1);
    let draft = json!({ "openHours": [{ "daysOfTheWeek": [1], "hours": [first, second] }] });
    let fix = |profile| {
        Kind::Calendar
            .fix(&draft, &ValidateOptions::from(profile))
            .unwrap()
    };
    assert_eq!(fix(Profile::Specification).value, draft);
    assert_eq!(fix(Profile::SpecificationOnly).value, draft);
    assert_eq!(
        fix(Profile::Service).value.to_value()["openHours"][0]["hours"],
        json!([range(17)])
    );
}

#[test]
fn a_value_nested_too_deep_is_refused_by_every_verb() {
    let mut deep = Value::Null;
    for _ in 0..1_000 {
        deep = Value::Array(vec![deep]);
    }
    let (deep, flat) = (json!({ "mine": deep }), json!({}));
    let codes = [
        Kind::Calendar
            .validate(&deep, &ValidateOptions::default())
            .unwrap_err()
            .code(),
        Kind::Calendar.normalize(&deep).unwrap_err().code(),
        Kind::Calendar.read(&deep).unwrap_err().code(),
        Kind::Calendar
            .fix(&deep, &ValidateOptions::default())
            .unwrap_err()
            .code(),
        Kind::Calendar
            .diff(&flat, &deep, WhenAbsent::Keep)
            .unwrap_err()
            .code(),
        Kind::Calendar
            .body(&deep, &flat, Mode::Full)
            .unwrap_err()
            .code(),
        Kind::Calendar
            .body(&flat, &deep, Mode::Full)
            .unwrap_err()
            .code(),
        Kind::Calendar
            .review(&flat, &deep, (Profile::Specification, Mode::Full))
            .unwrap_err()
            .code(),
    ];
    assert_eq!(codes, ["json_depth"; 8]);
}

#[test]
fn reading_loses_no_member_and_tells_what_it_took() {
    let response = json!({ "business": { "name": "n", "createdAt": "2024-07-29T15:51:28.071Z" } });
    let stored = Kind::Location.read(&response).unwrap();
    let codes: Vec<_> = stored
        .issues
        .iter()
        .map(|issue| issue.code.name())
        .collect();
    assert_eq!(
        (stored.envelope, codes),
        (Some("business"), vec!["read_envelope"])
    );

    let loose = json!({
        "appoinmentPerDay": "", "slotDuration": "30", "autoConfirm": "true", "formSubmitRedirectUrl": "https://example.com",
        "openHours": { "0": { "daysOfTheWeek": { "0": 1 }, "hours": {} } }, "recurring": { "interval": null, "freq": "" },
        "availabilities": [{ "_id": "a", "date": "2026-12-24T00:00:00.000Z", "hours": [] }], "notifications": [1],
        "lookBusyConfig": { "lookBusyPercentage": 5 },
    });
    let stored = Kind::Calendar.read(&loose).unwrap();
    let notes: Vec<_> = stored
        .issues
        .iter()
        .map(|issue| format!("{} {}", issue.code.name(), issue.path))
        .collect();
    assert_eq!(
        notes,
        [
            "read_bare ",
            "read_not_set /appoinmentPerDay",
            "read_text /slotDuration",
            "read_text /autoConfirm",
            "read_alias /formSubmitRedirectUrl",
            "read_list /openHours",
            "read_list /openHours/0/daysOfTheWeek",
            "read_list /openHours/0/hours",
            "read_not_set /recurring/freq",
            "read_alias /availabilities/0/_id",
            "read_alias /lookBusyConfig/lookBusyPercentage",
        ]
    );
    assert_eq!(
        stored.value,
        json!({
            "slotDuration": 30, "autoConfirm": true, "formSubmitRedirectURL": "https://example.com",
            "openHours": [{ "daysOfTheWeek": [1], "hours": [] }], "recurring": { "interval": null },
            "availabilities": [{ "id": "a", "date": "2026-12-24T00:00:00.000Z", "hours": [] }], "notifications": [1],
            "lookBusyConfig": { "LookBusyPercentage": 5 },
        })
    );
    let again = Kind::Calendar
        .read(json!({ "calendar": stored.value }))
        .unwrap();
    assert_eq!(again.value, stored.value);
}
