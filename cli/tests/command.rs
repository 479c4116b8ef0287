//! The command, run as people run it.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

#[path = "command/answers.rs"]
mod answers;
#[path = "command/audit.rs"]
mod audit;
#[path = "command/color.rs"]
mod color;
#[path = "command/edits.rs"]
mod edits;
#[path = "command/gate.rs"]
mod gate;
#[path = "command/loops.rs"]
mod loops;
#[path = "command/many.rs"]
mod many;
#[path = "command/openings.rs"]
mod openings;
#[path = "command/records.rs"]
mod records;
#[path = "command/reports.rs"]
mod reports;
#[path = "command/sending.rs"]
mod sending;
#[path = "command/streams.rs"]
mod streams;
#[path = "command/terminal.rs"]
mod terminal;
#[path = "command/writing.rs"]
mod writing;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

/// The root of the repository.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

fn calendiff(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_calendiff"));
    command
        .args(arguments)
        .current_dir(ROOT)
        .env_remove("NO_COLOR")
        .stdin(Stdio::null());
    for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
        command.env_remove(name);
    }
    command
}

fn fed(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = calendiff(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let feeder = std::thread::spawn(move || _ = stdin.write_all(&input));
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    output
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A file of its own for a test.
fn file(name: &str, content: impl AsRef<[u8]>) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join(name);
    std::fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

const STORED: &str = "tests/fixtures/everyday/stored.json";
const DRAFT: &str = "tests/fixtures/everyday/draft.json";

#[test]
fn review_prints_what_the_readme_shows() {
    let output = calendiff(&["review", STORED, DRAFT]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let printed = out(&output);
    assert!(
        printed.lines().all(|line| line.chars().count() <= 80),
        "{printed}"
    );
    assert!(!printed.contains('\u{1b}'), "no color into a pipe");
    let readme = include_str!("../../README.md");
    let shown = readme
        .split("```text\n")
        .nth(1)
        .unwrap()
        .split("```")
        .next()
        .unwrap();
    let (shown, _) = shown
        .split_once("  …")
        .expect("the README leaves the body out");
    assert!(
        printed.starts_with(shown),
        "the README shows\n{shown}\nthe command prints\n{printed}"
    );
}

#[test]
fn review_is_the_librarys_in_json() {
    let output = calendiff(&["review", "--format", "json", STORED, DRAFT])
        .output()
        .unwrap();
    let mut printed: Value = serde_json::from_str(&out(&output)).unwrap();
    for issue in printed["report"]["issues"].as_array_mut().unwrap() {
        let issue = issue.as_object_mut().unwrap();
        assert!(
            issue.remove("line").is_some() && issue.remove("column").is_some(),
            "from a file: {issue:?}"
        );
    }
    let library: Value =
        serde_json::from_str(include_str!("../../tests/fixtures/everyday/review.json")).unwrap();
    assert_eq!(printed, library);
}

#[test]
fn exit_statuses() {
    let good = file("good.json", r##"{ "eventColor": "#039be5" }"##);
    let warned = file("warned.json", r#"{ "timezone": "UTC" }"#);
    let bad = file("bad.json", r#"{ "eventColor": "blue" }"#);
    for (arguments, code) in [
        (&["validate", "--kind", "calendar", &good][..], 0),
        (&["validate", "--kind", "calendar", &warned], 0),
        (
            &[
                "validate",
                "--kind",
                "calendar",
                "--profile",
                "service",
                &warned,
            ],
            1,
        ),
        (&["validate", &bad], 1),
        (&["validate", &good, &bad], 1),
        (&["review", &good, &bad], 1),
        (&["diff", &good, &bad], 0),
        (&["diff", "--exit-code", &good, &bad], 1),
        (&["diff", "--exit-code", &good, &good], 0),
        (
            &["diff", "--exit-code", "--format", "patch", &good, &bad],
            1,
        ),
        (&["diff", "--exit-code", "no-such-file", &bad], 2),
        (&["verify", "--exit-code", &good, &bad, &good], 1),
        (&["verify", &good, &bad, &good], 1),
        (&["verify", &good, &good, &good], 0),
        (&["validate", "--stored", &good, "--quiet", &bad], 1),
        (&["validate"], 2),
        (&["validate", "--profile", "strict", &good], 2),
        (&["frobnicate"], 2),
        (&["--help"], 0),
        (&["review", "--help"], 0),
    ] {
        let output = calendiff(arguments).output().unwrap();
        assert_eq!(
            output.status.code(),
            Some(code),
            "{arguments:?}: {}",
            err(&output)
        );
        let text = out(&output) + &err(&output);
        assert!(
            text.lines()
                .all(|line| line.chars().count() <= 80 || line.contains('/')),
            "{text}"
        );
    }
}

/// Bad input gets one clear line, with its place where there is one.
#[test]
fn what_cannot_run_says_why_in_one_line() {
    let deep = file("deep.json", "[".repeat(10_000));
    let large = file(
        "large.json",
        format!("{{\"notes\": \"{}\"}}", "x".repeat(20_000_000)),
    );
    let not_json = file("not.json", "{\n  \"name\": oops\n}");
    let latin = file("latin1.json", b"{\"name\": \"caf\xe9\"}");
    let array = file("array.json", "[]");
    let bom = file("bom.json", "\u{feff}{}");
    let twice = file("twice.json", "{\"slug\": \"a\",\n \"slug\": \"b\"}");
    let empty = file("empty.json", "");
    let folder = env!("CARGO_TARGET_TMPDIR");
    for (path, expected) in [
        (
            &*not_json,
            "line 2, column 11: expected a value, found `o` (json_syntax)",
        ),
        (
            &deep,
            "line 1, column 129: arrays and objects are nested deeper than 128 (json_depth)",
        ),
        (&large, "the text has more than 16777216 bytes (json_size)"),
        (
            &latin,
            "line 1, column 14: the text is not UTF-8 (json_utf8)",
        ),
        (
            &array,
            "expected a calendar as a JSON object, found array; to answer each record of the list, add --ndjson (not_a_record)",
        ),
        (
            &bom,
            "line 1, column 1: the text begins with a byte-order mark; save it as UTF-8 without one (json_bom)",
        ),
        (
            &twice,
            "line 2, column 2: the member \"slug\" stands twice in one object; keep one of them (json_duplicate)",
        ),
        (
            &empty,
            "line 1, column 1: expected a value, found the end of the text (json_syntax)",
        ),
        (
            "no/such/file.json",
            "cannot be read: No such file or directory (os error 2)",
        ),
        (folder, "cannot be read: Is a directory (os error 21)"),
    ] {
        for arguments in [
            &["validate", path][..],
            &["normalize", path],
            &["review", STORED, path],
            &["body", path, DRAFT],
        ] {
            if arguments[0] == "validate" && path == folder {
                continue;
            }
            let output = calendiff(arguments).output().unwrap();
            assert_eq!(output.status.code(), Some(2), "{arguments:?}");
            assert_eq!(
                err(&output),
                format!("calendiff: {path}: {expected}\n"),
                "{arguments:?}"
            );
            assert_eq!(out(&output), "", "{arguments:?}");
        }
    }
    let output = calendiff(&["diff", "-", "-"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn patches_that_would_fill_memory_or_the_stack_are_refused_in_one_line() {
    let document = file("patched.json", json!({ "a": {} }).to_string());
    let deeper: Vec<Value> = (0..13_u32)
        .map(|time| json!({ "op": "copy", "from": "/a", "path": "/a".repeat((1 << time) + 1) }))
        .collect();
    let deeper = file("deeper.json", json!(deeper).to_string());
    let large = file(
        "megabyte.json",
        json!({ "a": "x".repeat(1_000_000) }).to_string(),
    );
    let larger: Vec<Value> = (0..1500)
        .map(|at| json!({ "op": "copy", "from": "/a", "path": format!("/{at}") }))
        .collect();
    let larger = file("larger.json", json!(larger).to_string());
    for verb in ["apply", "invert"] {
        for (document, patch, expected) in [
            (
                &document,
                &deeper,
                "operation 6: arrays and objects would be nested deeper than 128 (json_depth)",
            ),
            (
                &large,
                &larger,
                "operation 15: the document would have more than 16777216 bytes (json_size)",
            ),
        ] {
            let output = calendiff(&[verb, document, patch]).output().unwrap();
            assert_eq!(output.status.code(), Some(2), "{verb}");
            assert_eq!(err(&output), format!("calendiff: {expected}\n"), "{verb}");
            assert_eq!(out(&output), "", "{verb}");
        }
    }
}

#[test]
fn standard_input_is_a_file_like_any_other() {
    let output = fed(&["normalize", "-"], br#"{"eventColor": " #ABC "}"#);
    assert_eq!(out(&output), "{\n  \"eventColor\": \"#aabbcc\"\n}\n");
    let output = fed(&["validate", "-"], b"{");
    assert_eq!(
        err(&output),
        "calendiff: standard input: line 1, column 2: expected a member's name in double quotes, found the end of the text (json_syntax)\n"
    );
}

#[test]
fn a_document_a_line() {
    let lines =
        b"{\"slotDuration\": 30}\n\n{\"slotDuration\": \"x\"}\nnot json\n{\"slotDuration\": 45}\n";
    let output = fed(&["validate", "--ndjson", "--format", "json", "-"], lines);
    assert_eq!(output.status.code(), Some(2), "a line could not be read");
    let printed = out(&output);
    let reports = printed
        .lines()
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_str(line).unwrap());
    let verdicts: Vec<_> = reports
        .map(|each: Value| (each["line"].clone(), each["report"]["ok"].clone()))
        .collect();
    assert_eq!(
        verdicts,
        [
            (json!(1), json!(true)),
            (json!(3), json!(false)),
            (json!(4), Value::Null),
            (json!(5), json!(true)),
        ]
    );
    assert!(
        err(&output).contains("standard input:4: column 1: "),
        "{}",
        err(&output)
    );
    let output = fed(
        &["normalize", "--ndjson", "--kind", "calendar", "-"],
        b"{\"name\": \" a \"}\n{\"name\":\"b\"}",
    );
    assert_eq!(out(&output), "{\"name\":\"a\"}\n{\"name\":\"b\"}\n");
}

#[test]
fn fix_prints_the_mended_draft_and_says_what_it_did() {
    let draft = file(
        "fix.json",
        r#"{ "slotDuration": "45", "slotIntervl": 15, "slotBuffer": -1 }"#,
    );
    let output = calendiff(&["validate", "--fix", &draft]).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "an error is left");
    assert_eq!(
        serde_json::from_str::<Value>(&out(&output)).unwrap(),
        json!({ "slotDuration": 45, "slotBuffer": -1, "slotInterval": 15 })
    );
    let said = err(&output);
    assert!(said.starts_with("fixed wrong_type at /slotDuration: Write 45\nfixed misspelled_member at /slotIntervl: Rename to slotInterval\n"), "{said}");
    assert!(
        said.contains("left error too_small at /slotBuffer"),
        "{said}"
    );
}

#[test]
fn fixes_are_limited_and_codes_denied() {
    let draft = file(
        "fix-limited.json",
        r#"{ "slotDuration": "45", "slotIntervl": 15, "timezone": "UTC" }"#,
    );
    let fixed = |more: &[&str]| {
        let output = calendiff(&[&["validate", "--fix", &draft], more].concat())
            .output()
            .unwrap();
        serde_json::from_str::<Value>(&out(&output)).unwrap()
    };
    let errors = json!({ "slotDuration": 45, "slotIntervl": 15, "timezone": "UTC" });
    assert_eq!(fixed(&["--severity", "error"]), errors);
    let names = json!({ "slotDuration": "45", "timezone": "UTC", "slotInterval": 15 });
    assert_eq!(fixed(&["--code", "misspelled_member"]), names);
    let unknown = json!({ "slotDuration": "45", "slotIntervl": 15 });
    assert_eq!(
        fixed(&["--code", "unknown_member"]),
        unknown,
        "named, so asked for"
    );
    let status = |more: &[&str]| {
        let draft = file("deny.json", r#"{ "slotDuration": 30, "timezone": "UTC" }"#);
        calendiff(&[&["validate", "--quiet", &draft], more].concat())
            .output()
            .unwrap()
            .status
            .code()
    };
    assert_eq!(
        [status(&[]), status(&["--deny", "unknown_member"])],
        [Some(0), Some(1)]
    );
    assert_eq!(
        status(&["--deny", "unknown_member", "--ignore", "unknown_member"]),
        Some(0)
    );
    assert_eq!(status(&["--deny", "nothing"]), Some(2));
}

#[test]
fn what_is_left_of_other_codes_is_not_listed() {
    let draft = file(
        "fix-listed.json",
        r#"{ "slotDuration": "45", "slotBuffer": -1, "timezone": "UTC" }"#,
    );
    let run = |more: &[&str]| {
        let output = calendiff(&[&["validate", "--fix", &draft], more].concat())
            .output()
            .unwrap();
        (output.status.code(), err(&output), out(&output))
    };
    let (status, said, _) = run(&["--code", "wrong_type"]);
    assert_eq!(
        (status, said.as_str()),
        (Some(0), "fixed wrong_type at /slotDuration: Write 45\n")
    );
    let (status, said, _) = run(&["--severity", "error"]);
    assert!(
        status == Some(1) && said.contains("too_small") && !said.contains("unknown_member"),
        "{said}"
    );
    let (_, _, printed) = run(&["--code", "unknown_member", "--format", "json"]);
    let answer: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(
        (&answer["ok"], &answer["issues"]),
        (&json!(true), &json!([]))
    );
    let (status, said, _) = run(&["--code", "wrong_type,too_small", "--ignore", "too_small"]);
    assert_eq!(status, Some(2));
    assert!(
        said.contains("--code and --ignore both name too_small"),
        "{said}"
    );
}

/// The body of an update is the record itself, so the sandbox refuses an envelope.
#[test]
fn a_body_in_an_envelope_is_an_error() {
    for (name, kind) in [
        ("calendar", "calendar"),
        ("buiseness", "location"),
        ("business", "location"),
    ] {
        let path = file(
            &format!("enveloped-{name}.json"),
            format!("{{\n  \"{name}\": {{ \"name\": \"Clinic\" }}\n}}\n"),
        );
        let run = |more: &[&str]| {
            calendiff(&[&["validate", "--of", "update", &path], more].concat())
                .output()
                .unwrap()
        };
        let output = run(&["--format", "json"]);
        let report: Value = serde_json::from_str(&out(&output)).unwrap();
        assert_eq!(
            (output.status.code(), &report["ok"]),
            (Some(1), &json!(false)),
            "{name}"
        );
        let issue = &report["issues"][0];
        assert_eq!(
            (&issue["code"], &issue["pointer"], &issue["line"]),
            (&json!("enveloped"), &json!(format!("/{name}")), &json!(2))
        );
        assert_eq!(
            run(&["--kind", kind, "--fix", "--write"]).status.code(),
            Some(0),
            "{name}"
        );
        assert_eq!(
            serde_json::from_str::<Value>(&std::fs::read_to_string(&path).unwrap()).unwrap(),
            json!({ "name": "Clinic" })
        );
    }
    let response = file(
        "enveloped-response.json",
        r#"{ "calendar": { "id": "a", "name": "Clinic" } }"#,
    );
    assert_eq!(
        calendiff(&["validate", &response])
            .output()
            .unwrap()
            .status
            .code(),
        Some(0),
        "a response has an envelope"
    );
}

#[test]
fn fix_keeps_an_unknown_member_unless_it_is_an_error() {
    let draft = file(
        "unknown.json",
        r#"{ "slotDuration": "45", "timezone": "UTC", "id": "a" }"#,
    );
    let fixed = |profile: &str| {
        let arguments = [
            "validate",
            "--fix",
            "--of",
            "update",
            "--profile",
            profile,
            &draft,
        ];
        let output = calendiff(&arguments).output().unwrap();
        serde_json::from_str::<Value>(&out(&output)).unwrap()
    };
    assert_eq!(
        fixed("specification"),
        json!({ "slotDuration": 45, "timezone": "UTC" })
    );
    assert_eq!(
        fixed("specification-only"),
        json!({ "slotDuration": 45, "timezone": "UTC" })
    );
    assert_eq!(fixed("service"), json!({ "slotDuration": 45 }));
    let printed = out(&calendiff(&["validate", "--of", "update", &draft])
        .output()
        .unwrap());
    assert!(printed.contains("fix: Remove timezone"), "{printed}");
    assert!(
        printed.contains("\n2 fixes: validate --fix "),
        "the removal is not among those that are made: {printed}"
    );
}

#[test]
fn fix_of_a_record_keeps_what_responses_carry() {
    let record = r#"{"id":"a","locationId":"b","slotDuration":"45","availabilities":[{"date":"2026-12-24","hours":[],"id":"c"}]}"#;
    let fixed = r#"{"id":"a","locationId":"b","slotDuration":45,"availabilities":[{"date":"2026-12-24T00:00:00.000Z","hours":[],"id":"c"}]}"#;
    let path = file("of_record.json", record);
    let said = calendiff(&["validate", "--of", "record", "--fix", "--write", &path])
        .output()
        .unwrap();
    assert!(!err(&said).contains("read_only"), "{}", err(&said));
    let written: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    assert_eq!(written, serde_json::from_str::<Value>(fixed).unwrap());
    let lines = file("of_record.ndjson", record);
    let printed = calendiff(&["validate", "--of", "record", "--ndjson", "--fix", &lines])
        .output()
        .unwrap();
    assert_eq!(out(&printed).trim_end(), fixed);
    let advice = out(
        &calendiff(&["validate", "--of", "record", "--ndjson", &lines])
            .output()
            .unwrap(),
    );
    assert!(
        advice.contains("\n2 fixes: validate --ndjson --fix prints the fixed drafts\n"),
        "{advice}"
    );
}

#[test]
fn read_prints_the_record_alone() {
    let output = fed(
        &["read", "-"],
        br#"{"calendar": {"openHours": {}, "slotDuration": 30}}"#,
    );
    assert_eq!(
        serde_json::from_str::<Value>(&out(&output)).unwrap(),
        json!({ "openHours": {}, "slotDuration": 30 })
    );
    assert_eq!(err(&output), "note at /openHours: This is not set.\n");
}

#[test]
fn diff_in_each_format() {
    let diff = |format: &str| {
        out(&calendiff(&["diff", "--format", format, STORED, DRAFT])
            .output()
            .unwrap())
    };
    assert_eq!(
        diff("words").lines().next(),
        Some("color #ff0000, was #039be5")
    );
    let raw = out(&calendiff(&["diff", "--raw", STORED, DRAFT])
        .output()
        .unwrap());
    assert_eq!(raw.lines().next(), Some("color #FF0000, was #039be5"));
    let patch: Value = serde_json::from_str(&diff("patch")).unwrap();
    assert_eq!(
        patch[0],
        json!({ "op": "replace", "path": "/eventColor", "value": "#ff0000" })
    );
    let merge_patch: Value = serde_json::from_str(&diff("merge-patch")).unwrap();
    assert_eq!(merge_patch["eventColor"], "#ff0000");
    let all: Value = serde_json::from_str(&diff("json")).unwrap();
    assert_eq!((&all["patch"], &all["mergePatch"]), (&patch, &merge_patch));

    let refused = calendiff(&[
        "diff",
        "--format",
        "merge-patch",
        STORED,
        &file("null.json", r#"{ "slug": null }"#),
    ]);
    let output = { refused }.output().unwrap();
    assert_eq!(
        (output.status.code(), out(&output)),
        (Some(2), String::new())
    );
}

#[test]
fn the_patch_that_diff_prints_is_one_that_apply_takes() {
    let records = file(
        "stored.json",
        r##"{ "eventColor": "#039be5", "slug": "a" }"##,
    );
    let draft = file("draft.json", r##"{ "eventColor": "#ff0000" }"##);
    let patch = calendiff(&[
        "diff", "--format", "patch", "--absent", "remove", &records, &draft,
    ])
    .output()
    .unwrap();
    let output = fed(&["apply", &records, "-"], &patch.stdout);
    assert_eq!(
        serde_json::from_str::<Value>(&out(&output)).unwrap(),
        json!({ "eventColor": "#ff0000" })
    );
    let output = fed(
        &["apply", &records, "-"],
        br#"[{ "op": "remove", "path": "/name" }]"#,
    );
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        err(&output),
        "calendiff: operation 0: there is nothing at \"/name\" (patch_missing)\n"
    );
}

#[test]
fn body_in_both_modes() {
    let body = |mode: &str| -> Value {
        let output = calendiff(&["body", "--mode", mode, STORED, DRAFT])
            .output()
            .unwrap();
        serde_json::from_str(&out(&output)).unwrap()
    };
    let changed = body("changed");
    let names: Vec<&String> = changed.as_object().unwrap().keys().collect();
    assert_eq!(
        names,
        [
            "eventColor",
            "appoinmentPerSlot",
            "openHours",
            "availabilities"
        ]
    );
    let full = body("full");
    assert!(full.get("id").is_none() && full["name"] == "Rose Lane Clinic");
}

#[test]
fn schema_is_the_librarys_of_the_kind_and_shape_asked_for() {
    for kind in ["calendar", "location"] {
        for of in ["update", "record"] {
            let output = calendiff(&["schema", "--kind", kind, "--of", of])
                .output()
                .unwrap();
            let pinned =
                std::fs::read_to_string(format!("{ROOT}/tests/json-schema/{kind}-{of}.json"))
                    .unwrap();
            assert_eq!((output.status.code(), out(&output)), (Some(0), pinned));
        }
    }
    let update = calendiff(&["schema", "--kind", "location"])
        .output()
        .unwrap();
    assert_eq!(
        out(&update),
        include_str!("../../tests/json-schema/location-update.json")
    );
    let unknown = calendiff(&["schema"]).output().unwrap();
    assert_eq!(
        (unknown.status.code(), out(&unknown)),
        (Some(2), String::new())
    );
    assert!(err(&unknown).contains("say --kind calendar or --kind location"));
}

#[test]
fn merge_prints_the_record_and_who_changed_what() {
    let folder = |name: &str| format!("tests/fixtures/meanwhile/{name}.json");
    let ours = calendiff(&["outcome", &folder("stored"), &folder("draft")])
        .output()
        .unwrap();
    let ours = file("ours.json", &ours.stdout);
    let merge = |more: &[&str]| {
        calendiff(
            &[
                &["merge", &folder("stored"), &ours, &folder("theirs")],
                more,
            ]
            .concat(),
        )
        .output()
        .unwrap()
    };
    let output = merge(&[]);
    assert_eq!(output.status.code(), Some(1));
    let said = err(&output);
    assert!(
        said.lines().all(|line| line.chars().count() <= 80),
        "{said}"
    );
    for line in [
        "ours:     name “Rose Lane Practice”, was “Rose Lane Clinic”",
        "theirs:   slot duration 45 mins, was 30 mins",
        "conflict: color: ours #ff0000, theirs #00aa00, was #039be5",
    ] {
        assert!(said.lines().any(|said| said == line), "{said}");
    }
    assert_eq!(out(&output).matches("<<<<<<< ours\n").count(), 2);

    let resolved = merge(&["--resolve", "theirs"]);
    assert_eq!(resolved.status.code(), Some(0), "{}", err(&resolved));
    let record: Value = serde_json::from_str(&out(&resolved)).unwrap();
    assert_eq!(
        (&record["eventColor"], &record["name"]),
        (&json!("#00aa00"), &json!("Rose Lane Practice"))
    );

    let output = merge(&["--format", "json"]);
    let merged: Value = serde_json::from_str(&out(&output)).unwrap();
    let pinned: Value = serde_json::from_str(include_str!(
        "../../tests/fixtures/meanwhile/meanwhile.json"
    ))
    .unwrap();
    assert_eq!(merged, pinned["merged"]);

    let written = file("merged.json", "");
    let output = merge(&["--resolve", "ours", "--output", &written]);
    assert_eq!((output.status.code(), out(&output).as_str()), (Some(0), ""));
    assert!(
        std::fs::read_to_string(&written)
            .unwrap()
            .contains("\"eventColor\": \"#ff0000\"")
    );
    let output = merge(&["--output", "no/such/folder.json"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        err(&output).contains("calendiff: no/such/folder.json: cannot be written"),
        "{}",
        err(&output)
    );
}

#[test]
fn verify_says_what_came_of_an_update() {
    let folder = |name: &str| format!("tests/fixtures/meanwhile/{name}.json");
    let body = calendiff(&["body", &folder("stored"), &folder("draft")])
        .output()
        .unwrap();
    let body = file("sent.json", &body.stdout);
    let output = calendiff(&["verify", &folder("stored"), &body, &folder("theirs")])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let printed = out(&output);
    for line in [
        "Applied (0)",
        "  * color: sent #ff0000, got #00aa00, was #039be5",
        "  * slot duration 45 mins, was 30 mins",
    ] {
        assert!(printed.lines().any(|printed| printed == line), "{printed}");
    }
    let output = calendiff(&["verify", &folder("stored"), &body, &folder("draft")])
        .output()
        .unwrap();
    assert_eq!(
        output.status.code(),
        Some(1),
        "a partial record is not what the service is to hold"
    );
    let after = calendiff(&["outcome", &folder("stored"), &body])
        .output()
        .unwrap();
    let output = fed(&["verify", &folder("stored"), &body, "-"], &after.stdout);
    assert_eq!(output.status.code(), Some(0), "{}", out(&output));
}

#[test]
fn fields_lists_every_row() {
    let output = calendiff(&["fields", "--format", "json"]).output().unwrap();
    let tables: Value = serde_json::from_str(&out(&output)).unwrap();
    for (table, kind) in tables
        .as_array()
        .unwrap()
        .iter()
        .zip(::calendiff::Kind::ALL)
    {
        let members = table["members"].as_array().unwrap().len();
        assert_eq!(members, kind.table().members.len());
    }
    let text = out(&calendiff(&["fields", "--kind", "calendar"])
        .output()
        .unwrap());
    for table in tables[0]["members"].as_array().unwrap() {
        assert!(
            text.contains(&format!("  {}", table["name"].as_str().unwrap())),
            "{}",
            table["name"]
        );
    }
    assert!(text.lines().all(|line| line.chars().count() <= 80));
}

#[test]
fn request_prints_a_call_that_shows_no_token() {
    let body = file("request.json", r##"{ "eventColor": "#ff0000" }"##);
    let arguments = [
        "request",
        "--base-url",
        "https://api.example.com",
        "--id",
        "Kx/2m",
        &body,
    ];
    let output = calendiff(&arguments)
        .env("CALENDIFF_TOKEN", "s3cret")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let printed = out(&output);
    assert!(
        printed.starts_with("curl -X PUT 'https://api.example.com/api/calendars/Kx%2F2m'"),
        "{printed}"
    );
    assert!(
        printed.contains("Bearer $CALENDIFF_TOKEN") && !printed.contains("s3cret"),
        "{printed}"
    );

    let arguments = [
        &arguments[..],
        &[
            "--api",
            "public",
            "--api-version",
            "2023-02-21",
            "--format",
            "json",
        ],
    ]
    .concat();
    let output = calendiff(&arguments)
        .env("CALENDIFF_TOKEN", "s3cret")
        .output()
        .unwrap();
    let printed: Value = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!(printed["url"], "https://api.example.com/calendars/Kx%2F2m");
    let headers = json!({
        "authorization": "Bearer ***", "version": "2023-02-21", "content-type": "application/json"
    });
    assert_eq!(printed["init"]["headers"], headers);

    for (token, said) in [
        (None, "CALENDIFF_TOKEN must hold"),
        (Some("s3cret\n"), "token: expected visible ASCII"),
    ] {
        let mut command = calendiff(&arguments);
        command.env_remove("CALENDIFF_TOKEN");
        let output = command
            .envs(token.map(|token| ("CALENDIFF_TOKEN", token)))
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(
            err(&output).contains(said) && !err(&output).contains("s3cret"),
            "{}",
            err(&output)
        );
    }
}

#[test]
fn explain_shows_the_services_words_where_the_draft_has_them() {
    let body =
        r#"{ "statusCode": 422, "message": ["openHours.0.must be a valid day of week", "moon"] }"#;
    let response = file("refused.json", body);
    let draft = file(
        "refused-draft.json",
        "{\n  \"openHours\": [{ \"daysOfTheWeek\": [1, 2], \"hours\": [] }]\n}",
    );
    let output = calendiff(&["explain", &response, &draft]).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    let printed = out(&output);
    for expected in [
        "422: unprocessable",
        "Put each day into an entry of its own.",
        "several_days at /openHours/0/daysOfTheWeek",
        "2 | \"openHours\"",
        "fix: Split into one entry a day",
        "The service says: moon",
    ] {
        assert!(
            printed.contains(expected),
            "{expected} is not in\n{printed}"
        );
    }
    let output = calendiff(&["explain", "--format", "json", &response, &draft])
        .output()
        .unwrap();
    let printed: Value = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!(printed["refusal"]["reason"], "unprocessable");
    assert_eq!(printed["refusal"]["issues"][0]["line"], 2);

    let html = fed(
        &["explain", "--kind", "location", "--status", "403", "-"],
        b"<h1>Forbidden\x1b[2J</h1>\xff",
    );
    assert_eq!(html.status.code(), Some(1));
    assert!(
        out(&html).contains("403: forbidden") && !out(&html).contains('\u{1b}'),
        "{}",
        out(&html)
    );
    let stored = fed(
        &["explain", "-"],
        br#"{ "calendar": { "id": "a", "name": "n" } }"#,
    );
    assert_eq!(
        (stored.status.code(), &*out(&stored)),
        (Some(0), "{\n  \"id\": \"a\",\n  \"name\": \"n\"\n}\n")
    );
    // What names no field is explained whatever record it is about; what names one only with its kind.
    let without_a_kind = |answer: &str| {
        let output = fed(&["explain", "-"], answer.as_bytes());
        (
            output.status.code(),
            String::from_utf8(output.stdout).unwrap(),
        )
    };
    for (answer, said) in [
        (
            r#"{ "statusCode": 401, "message": "Invalid token: access token is invalid" }"#,
            "access token is invalid",
        ),
        (
            r#"{ "statusCode": 403, "message": "The token does not have access to this location." }"#,
            "does not have access",
        ),
        ("<h1>Bad gateway</h1>", "<h1>Bad gateway</h1>"),
    ] {
        let (status, text) = without_a_kind(answer);
        assert_eq!(status, Some(1), "{answer}");
        assert!(text.contains(said), "{text}");
    }
    let of_a_field =
        r#"{ "statusCode": 422, "message": ["openHours.0.must be a valid day of week"] }"#;
    assert_eq!(without_a_kind(of_a_field).0, Some(2));
}

#[test]
fn explain_claims_no_status_that_nobody_told() {
    let explained = |arguments: &[&str], body: &str| {
        let output = fed(
            &[&["explain", "--kind", "calendar", "-"], arguments].concat(),
            body.as_bytes(),
        );
        assert!(output.status.code() < Some(2), "{body}: {}", err(&output));
        out(&output)
    };
    let json = |arguments: &[&str], body: &str| -> Value {
        serde_json::from_str(&explained(
            &[arguments, &["--format", "json"]].concat(),
            body,
        ))
        .unwrap()
    };
    for (body, reason, message) in [
        (
            "<html>502 Bad Gateway</html>",
            json!("not-json"),
            "The service says: <html>502 Bad Gateway</html>",
        ),
        ("", json!("other"), "The service says: nothing"),
        (
            r#"{ "message": ["moon"] }"#,
            json!("other"),
            "The service says: moon",
        ),
        (r#"{ "calendar": { "name": "n" } }"#, Value::Null, ""),
    ] {
        let answer = json(&[], body);
        assert_eq!(
            (answer.get("status"), &answer["refusal"]["reason"]),
            (None, &reason),
            "{body}"
        );
        let text = explained(&[], body);
        assert!(text.contains(message) && !text.contains("status"), "{text}");
    }
    assert_eq!(json(&["--status", "502"], "<html>")["status"], 502);
    assert!(explained(&["--status", "502"], "").contains("status 502 and nothing else"));
    assert_eq!(
        json(&[], r#"{ "statusCode": 422, "message": "moon" }"#)["status"],
        422
    );
}

#[test]
fn a_success_without_a_record_is_no_refusal() {
    let status = |status: &str, body: &str| {
        let output = fed(
            &["explain", "--kind", "calendar", "--status", status, "-"],
            body.as_bytes(),
        );
        (output.status.code(), err(&output))
    };
    for (given, body, code) in [
        ("204", "", 0),
        ("200", "", 0),
        ("200", r#"{"succeeded":true}"#, 0),
        ("200", r#"{"success":false}"#, 1),
        ("422", "", 1),
        ("200", "<html>", 1),
    ] {
        assert_eq!(status(given, body).0, Some(code), "{given} {body}");
    }
    for odd in ["0", "99", "600", "999", "70000"] {
        let (code, said) = status(odd, "");
        assert!(
            code == Some(2) && said.contains("--status"),
            "{odd}: {said}"
        );
    }
}

#[test]
fn explain_takes_the_kind_that_the_draft_does_not_show_from_the_response() {
    let draft = file("explained-note.json", r#"{ "name": "a note" }"#);
    for (envelope, kind) in [("calendar", "calendar"), ("buiseness", "location")] {
        let answer = json!({ envelope: { "id": "a", "name": "n" } }).to_string();
        let response = file("explained-kind.json", &answer);
        let line = format!("{{\"response\":{answer},\"draft\":{{\"name\":\"a note\"}}}}");
        for output in [
            calendiff(&["explain", "--format", "json", &response, &draft])
                .output()
                .unwrap(),
            fed(
                &["explain", "--format", "json", "--ndjson", "-"],
                line.as_bytes(),
            ),
        ] {
            assert_eq!(output.status.code(), Some(0), "{}", err(&output));
            let explained: Value = serde_json::from_str(&out(&output)).unwrap();
            assert_eq!(explained["stored"]["kind"], kind);
        }
    }
}

#[test]
fn operations_are_the_librarys() {
    let printed = out(&calendiff(&["operations"]).output().unwrap());
    assert!(
        printed.lines().all(|line| line.chars().count() <= 80),
        "{printed}"
    );
    assert!(
        printed.contains("PUT    calendars: Update Calendar"),
        "{printed}"
    );
    let json = out(&calendiff(&["operations", "--format", "json"])
        .output()
        .unwrap());
    let rows: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        rows.as_array().unwrap().len(),
        calendiff::Operation::ALL.len()
    );
    assert_eq!(
        rows[3],
        json!({ "area": "free slots", "name": "Get Free Slots", "method": "GET", "section": "4.3" })
    );
}

#[test]
fn help_completions_the_manual_and_the_codes_are_whole() {
    let printed = |arguments: &[&str]| {
        let output = calendiff(arguments).output().unwrap();
        assert_eq!(
            output.status.code(),
            Some(0),
            "{arguments:?}: {}",
            err(&output)
        );
        out(&output)
    };
    let verbs = printed(&["--help"]);
    let (_, verbs) = verbs.split_once("Commands:\n").unwrap();
    let names = verbs
        .lines()
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.strip_prefix("  "));
    let names = names
        .filter(|line| !line.starts_with(' '))
        .filter_map(|line| line.split_whitespace().next());
    let verbs: Vec<&str> = names.collect();
    assert!(verbs.len() > 20, "{verbs:?}");
    let manual = printed(&["man"]);
    for verb in verbs.iter().filter(|verb| **verb != "help") {
        assert!(printed(&[verb, "--help"]).contains("Example: "), "{verb}");
        assert!(
            manual.contains(&format!(".SH \"CALENDIFF {}\"", verb.to_uppercase())),
            "{verb}"
        );
    }
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(
            printed(&["completions", shell]).contains("verify"),
            "{shell}"
        );
    }
    let codes = printed(&["codes"]);
    let known = [
        "wrong_type",
        "json_syntax",
        "id_twice",
        "slug_twice",
        "no_partner",
        "edit_missing",
    ];
    assert!(
        known
            .iter()
            .all(|code| codes.contains(&format!("  {code}"))),
        "{codes}"
    );
    let draft = file("colored.json", r#"{ "slotDuration": 0 }"#);
    let colored = |color: &str| {
        let output = calendiff(&["validate", &draft, "--color", color])
            .output()
            .unwrap();
        out(&output).contains("\u{1b}[")
    };
    assert_eq!(
        [colored("always"), colored("never"), colored("auto")],
        [true, false, false]
    );
}
