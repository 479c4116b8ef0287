//! What a verb prints, the verbs after it take: in an envelope or bare, from files or through a pipe.

use serde_json::{Value, json};

use super::{calendiff, err, fed, file, out};

/// A record as the service returns it, and as it stands alone.
fn both_ways(name: &str, envelope: &str, record: &Value) -> [String; 2] {
    let enveloped = json!({ "traceId": 7, envelope: record });
    [
        file(
            &format!("loop-{name}-enveloped.json"),
            enveloped.to_string(),
        ),
        file(&format!("loop-{name}.json"), record.to_string()),
    ]
}

/// What verbs print, one after the other, each fed with what the one before printed.
#[track_caller]
fn piped(steps: &[&[&str]]) -> String {
    let mut input = String::new();
    for step in steps {
        let mut output = fed(step, input.as_bytes());
        if !step.contains(&"-") {
            output = calendiff(step).output().unwrap();
        }
        assert!(
            output.status.code().unwrap() < 2,
            "{steps:?}, at {step:?}: {}",
            err(&output)
        );
        input = out(&output);
    }
    input
}

fn value(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| panic!("no JSON: {text}"))
}

fn bare(value: &Value) -> &Value {
    ["calendar", "buiseness", "business"]
        .iter()
        .find_map(|name| value.get(*name))
        .unwrap_or(value)
}

struct Case {
    name: &'static str,
    envelope: &'static str,
    stored: Value,
    draft: Value,
}

fn cases() -> [Case; 3] {
    let day = |day: u8, close: u8| json!({ "daysOfTheWeek": [day], "hours": [{ "openHour": 9, "openMinute": 0, "closeHour": close, "closeMinute": 0 }] });
    [
        Case {
            name: "calendar",
            envelope: "calendar",
            stored: json!({
                "id": "Kx2m", "locationId": "Lo1", "name": "First visit", "eventColor": "#039be5", "slotDuration": 60,
                "openHours": [day(1, 17), day(2, 17)], "notes": "old",
            }),
            draft: json!({
                "id": "Kx2m", "locationId": "Lo1", "name": "Intake", "eventColor": "#ff0000", "slotDuration": 45,
                "openHours": [day(1, 17), day(2, 18)],
            }),
        },
        Case {
            name: "location",
            envelope: "buiseness",
            stored: json!({ "id": "Lo1", "name": "Rose Lane", "companyId": "Co", "city": "York", "timezone": "Europe/London" }),
            draft: json!({ "id": "Lo1", "name": "Rose Lane", "companyId": "Co", "city": "Leeds", "timezone": "Europe/London" }),
        },
        Case {
            name: "old-location",
            envelope: "business",
            stored: json!({ "id": "Lo1", "name": "Rose Lane", "city": "York" }),
            draft: json!({ "id": "Lo1", "name": "Rose Lane Practice", "city": "York" }),
        },
    ]
}

#[test]
fn a_patch_fits_the_file_that_it_was_made_from() {
    for case in cases() {
        let kind = if case.name == "calendar" {
            "calendar"
        } else {
            "location"
        };
        let files = both_ways(
            &format!("patch-stored-{}", case.name),
            case.envelope,
            &case.stored,
        );
        let drafts = both_ways(
            &format!("patch-draft-{}", case.name),
            case.envelope,
            &case.draft,
        );
        for from in &files {
            for draft in &drafts {
                for onto in &files {
                    for (format, more) in [("patch", &[][..]), ("merge-patch", &["--merge-patch"])]
                    {
                        let diff = [
                            "diff", "--kind", kind, "--absent", "remove", "--by", "spelling",
                            "--format", format, from, draft,
                        ];
                        let patch = piped(&[&diff]);
                        let apply = |onto: &str, patch: &str| {
                            let output =
                                fed(&[&["apply", onto, "-"], more].concat(), patch.as_bytes());
                            assert_eq!(
                                output.status.code(),
                                Some(0),
                                "{diff:?} | apply {onto}: {}",
                                err(&output)
                            );
                            out(&output)
                        };
                        let patched = apply(onto, &patch);
                        assert_eq!(
                            bare(&value(&patched)),
                            &case.draft,
                            "{diff:?} | apply {onto}"
                        );
                        assert_eq!(
                            value(&patched).get("traceId").is_some(),
                            onto.contains("enveloped"),
                            "the envelope stays"
                        );
                        let undo = fed(&[&["invert", onto, "-"], more].concat(), patch.as_bytes());
                        assert_eq!(
                            undo.status.code(),
                            Some(0),
                            "{diff:?} | invert {onto}: {}",
                            err(&undo)
                        );
                        let patched = file("loop-patched.json", patched);
                        let undone = apply(&patched, &out(&undo));
                        assert_eq!(
                            value(&undone),
                            value(&std::fs::read_to_string(onto).unwrap()),
                            "{diff:?}, undone"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn a_patch_whose_paths_lead_through_the_envelope_is_applied_to_the_whole() {
    let [enveloped, bare] = both_ways("through", "calendar", &json!({ "slotDuration": 60 }));
    let patch =
        json!([{ "op": "replace", "path": "/calendar/slotDuration", "value": 45 }]).to_string();
    let patched = fed(&["apply", &enveloped, "-"], patch.as_bytes());
    assert_eq!(
        value(&out(&patched)),
        json!({ "traceId": 7, "calendar": { "slotDuration": 45 } }),
        "{}",
        err(&patched)
    );
    let merge = fed(
        &["apply", "--merge-patch", &enveloped, "-"],
        br#"{"calendar":{"slotDuration":45}}"#,
    );
    assert_eq!(value(&out(&merge)), value(&out(&patched)));
    let beside = json!([{ "op": "replace", "path": "/traceId", "value": 8 }, { "op": "remove", "path": "/calendar/slotDuration" }]);
    let beside = fed(&["apply", &enveloped, "-"], beside.to_string().as_bytes());
    assert_eq!(
        value(&out(&beside)),
        json!({ "traceId": 8, "calendar": {} }),
        "{}",
        err(&beside)
    );
    let refused = fed(&["apply", &bare, "-"], patch.as_bytes());
    assert_eq!(refused.status.code(), Some(2));
}

/// Each verb that prints a record, and each that takes one, in its place in the loop. A draft may have findings, such as
/// members that only responses have, and a record may not be what was expected: that is an answer, and no refusal.
#[test]
fn what_any_verb_prints_is_taken_by_the_verbs_after_it() {
    for case in cases().into_iter().take(2) {
        let kind = if case.name == "calendar" {
            "calendar"
        } else {
            "location"
        };
        let all_stored = both_ways(
            &format!("stored-{}", case.name),
            case.envelope,
            &case.stored,
        );
        let all_drafts = both_ways(&format!("draft-{}", case.name), case.envelope, &case.draft);
        for (stored, draft) in all_stored.iter().zip(&all_drafts) {
            let [stored, draft, kind] = [&**stored, &**draft, kind];
            let kind = ["--kind", kind];
            let makers: [&[&str]; 9] = [
                &["read", draft],
                &["normalize", draft],
                &["validate", "--fix", draft],
                &["outcome", stored, draft],
                &["body", stored, draft],
                &["body", "--mode", "changed", stored, draft],
                &["merge", stored, draft, stored],
                &["merge", "--resolve", "theirs", stored, stored, draft],
                &["explain", draft],
            ];
            let takers: [(&[&str], &[i32]); 15] = [
                (&["read", "-"], &[0]),
                (&["normalize", "-"], &[0]),
                (&["validate", "-"], &[0, 1]),
                (&["validate", "--stored", stored, "-"], &[0, 1]),
                (&["validate", "--fix", "-"], &[0]),
                (&["review", stored, "-"], &[0, 1]),
                (&["diff", stored, "-"], &[0]),
                (&["body", stored, "-"], &[0]),
                (&["outcome", stored, "-"], &[0]),
                (&["verify", stored, "-", draft], &[0, 1]),
                (&["verify", stored, draft, "-"], &[0, 1]),
                (&["merge", stored, draft, "-"], &[0]),
                (&["merge", stored, "-", draft], &[0]),
                (&["explain", "-"], &[0]),
                (
                    &[
                        "request",
                        "--id",
                        "a",
                        "--base-url",
                        "https://example.com",
                        "-",
                    ],
                    // A stored record is no body.
                    &[0, 2],
                ),
            ];
            for maker in makers {
                let printed = piped(&[&[maker, &kind].concat()]);
                for (taker, statuses) in takers {
                    // A body is no answer of the service.
                    if (maker[0], taker[0]) == ("body", "explain") {
                        continue;
                    }
                    let taker = [taker, &kind[..]].concat();
                    let mut output = fed(&taker, printed.as_bytes());
                    if taker[0] == "request" {
                        output = with_token(&taker, &file("loop-body.json", &printed));
                    }
                    let status = output.status.code().unwrap();
                    assert!(
                        statuses.contains(&status),
                        "{maker:?} | {taker:?}: {status} {}{}",
                        out(&output),
                        err(&output)
                    );
                }
            }
        }
    }
}

fn with_token(arguments: &[&str], input: &str) -> std::process::Output {
    let arguments: Vec<&str> = arguments
        .iter()
        .map(|argument| if *argument == "-" { input } else { argument })
        .collect();
    calendiff(&arguments)
        .env("CALENDIFF_TOKEN", "t")
        .output()
        .unwrap()
}

/// The loop itself: what was sent and what comes of it hold for each mixture of envelopes.
#[test]
fn the_loop_ends_in_a_verification_that_is_ok() {
    for case in cases() {
        let kind = if case.name == "calendar" {
            "calendar"
        } else {
            "location"
        };
        let all_stored = both_ways(
            &format!("ends-stored-{}", case.name),
            case.envelope,
            &case.stored,
        );
        let all_drafts = both_ways(
            &format!("ends-draft-{}", case.name),
            case.envelope,
            &case.draft,
        );
        for (stored, draft) in all_stored
            .iter()
            .flat_map(|stored| all_drafts.iter().map(move |draft| (stored, draft)))
        {
            let body = file(
                "loop-sent.json",
                piped(&[&["body", "--kind", kind, stored, draft]]),
            );
            let after = piped(&[&["outcome", "--kind", kind, stored, &body]]);
            for after in both_ways("after", case.envelope, &value(&after)) {
                let verified = piped(&[&[
                    "verify", "--kind", kind, "--format", "json", stored, &body, &after,
                ]]);
                assert_eq!(value(&verified)["ok"], true, "{stored} {draft}: {verified}");
            }
        }
    }
}

#[test]
fn a_merge_that_is_not_resolved_is_said_by_the_verb_after_it() {
    let [stored, _] = both_ways("base", "calendar", &json!({ "eventColor": "#000000" }));
    let [ours, _] = both_ways("ours", "calendar", &json!({ "eventColor": "#ff0000" }));
    let [theirs, _] = both_ways("theirs", "calendar", &json!({ "eventColor": "#00ff00" }));
    let merged = calendiff(&["merge", &stored, &ours, &theirs])
        .output()
        .unwrap();
    assert_eq!(merged.status.code(), Some(1));
    let marker = out(&merged)
        .lines()
        .position(|line| line.starts_with("<<<<<<<"))
        .unwrap()
        + 1;
    let output = fed(&["validate", "-"], &merged.stdout);
    assert_eq!(output.status.code(), Some(2));
    let expected = format!("standard input: line {marker}, column 1: an unresolved merge conflict");
    assert!(
        err(&output).contains(&expected) && err(&output).contains("(json_conflict)"),
        "{}",
        err(&output)
    );
}

/// Each of the files of a verb may be the one that cannot be read.
#[test]
fn a_record_in_an_envelope_of_another_name_is_refused_with_its_file() {
    let right = file("loop-right.json", json!({ "name": "n" }).to_string());
    let wrong = file(
        "loop-wrong.json",
        json!({ "business": { "name": "n" } }).to_string(),
    );
    let list = file("loop-text.json", "[]");
    let refused = |given: &[&str], at: &str, found: &str| {
        let output = calendiff(&[given, &["--kind", "calendar"]].concat())
            .output()
            .unwrap();
        let message = format!("{at}: expected a calendar");
        assert!(
            err(&output).contains(&message) && err(&output).contains(found),
            "{given:?}: {}",
            err(&output)
        );
        assert_eq!(output.status.code(), Some(2), "{given:?}");
    };
    for verb in ["diff", "body", "review", "outcome", "verify", "merge"] {
        let others: &[&str] = if matches!(verb, "verify" | "merge") {
            &[&right]
        } else {
            &[]
        };
        refused(
            &[&[verb, &wrong, &right], others].concat(),
            &wrong,
            "found an object inside \"business\"",
        );
        refused(
            &[&[verb, &right, &list], others].concat(),
            &list,
            "found array",
        );
    }
    refused(
        &["verify", &right, &right, &wrong],
        &wrong,
        "found an object inside \"business\"",
    );
    refused(
        &["merge", &right, &right, &wrong],
        &wrong,
        "found an object inside \"business\"",
    );
}
