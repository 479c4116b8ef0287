//! Reports about many records: summaries, annotations and SARIF.

use serde_json::{Value, json};

use super::many::{lines, parsed};
use super::{calendiff, err, fed, file, out};

#[test]
fn only_answers_with_errors_and_reports_without_values() {
    let path = file(
        "only.ndjson",
        "{\"slotDuration\":1}\n{\"slotDuration\":0}\n\n{\n",
    );
    let output = calendiff(&[
        "validate",
        "--ndjson",
        "--format",
        "json",
        "--only",
        "errors",
        "--no-value",
        &path,
    ])
    .output()
    .unwrap();
    let printed = out(&output);
    let answers: Vec<Value> = printed.lines().map(parsed).collect();
    assert_eq!(
        answers
            .iter()
            .map(|answer| answer["line"].clone())
            .collect::<Vec<_>>(),
        [json!(2), json!(4)]
    );
    assert!(
        answers[0]["report"].get("value").is_none() && answers[0]["report"]["ok"] == false,
        "{printed}"
    );
}

/// A record as the service returns it has many members that are not set.
#[test]
fn notes_of_one_code_stand_together_after_what_is_worse() {
    let path = file(
        "notes.json",
        r##"{"id":"a","description":"","notes":"","eventColor":"#f00","formId":"","availabilityType":null}"##,
    );
    let printed = out(&calendiff(&["validate", &path]).output().unwrap());
    let (warning, notes) = (
        printed.find("warning  color_short at /eventColor"),
        printed.find(
            "note     read_not_set at 4 places\n           This is not set.\n           /description /notes /formId /availabilityType\n",
        ),
    );
    assert!(warning.is_some() && warning < notes, "{printed}");
    assert!(
        printed.contains("notes of one kind are together; validate --code read_not_set shows each"),
        "{printed}"
    );
    let each = out(&calendiff(&["validate", "--code", "read_not_set", &path])
        .output()
        .unwrap());
    assert_eq!(
        each.matches("note     read_not_set at /").count(),
        4,
        "{each}"
    );
    // The hint would stand below every record of a stream.
    let lines = out(&calendiff(&["validate", "--ndjson", &path])
        .output()
        .unwrap());
    assert!(
        lines.contains("read_not_set at 4 places") && !lines.contains("shows each"),
        "{lines}"
    );
}

#[test]
fn a_file_without_records_is_told() {
    for text in ["", "\n\n", "[]", "{\"calendars\":[]}"] {
        let path = file("no-records.ndjson", text);
        let summary = ["validate", "--ndjson", "--summary", &path];
        let output = calendiff(&summary).output().unwrap();
        let said = err(&output);
        assert!(
            said.ends_with("no-records.ndjson has no records\n"),
            "{text}: {said}"
        );
        assert_eq!(output.status.code(), Some(0), "{text}");
    }
    let path = file("no-records.ndjson", "{\"id\":\"a\",\"slotDuration\":30}\n");
    let mut command = calendiff(&["validate", "--ndjson", "--summary", &path]);
    assert!(!err(&command.output().unwrap()).contains("has no records"));
}

/// As a hook has them, before a commit.
#[test]
fn of_files_only_those_with_errors_are_printed() {
    let good = file(
        "only-good.json",
        "{\"id\":\"a\",\"slotDuration\":30,\"notes\":null}",
    );
    let bad = file(
        "only-bad.json",
        "{\"id\":\"b\",\"slotDuration\":0,\"notes\":null}",
    );
    let only = ["validate", "--only", "errors", "--kind", "calendar"];
    let output = calendiff(&[&only[..], &[&good, &bad]].concat())
        .output()
        .unwrap();
    let text = out(&output);
    assert_eq!(output.status.code(), Some(1));
    assert!(text.contains("only-bad.json: 1 error\n"), "{text}");
    for other in ["only-good", "read_not_set"] {
        assert!(!text.contains(other), "{text}");
    }
    for format in ["text", "json"] {
        let output = calendiff(&[&only[..], &["--format", format, &good]].concat())
            .output()
            .unwrap();
        assert_eq!((output.status.code(), &*out(&output)), (Some(0), ""));
    }
}

#[test]
fn stored_records_are_no_drafts() {
    let record = json!({ "calendar": { "id": "a", "dateAdded": "2026-01-01T00:00:00.000Z", "slotDuration": 0 } });
    let codes = |arguments: &[&str]| {
        let output = fed(
            &[
                &["validate", "--ndjson", "--format", "json"],
                arguments,
                &["-"],
            ]
            .concat(),
            record.to_string().as_bytes(),
        );
        let report = parsed(&out(&output))["report"].clone();
        let errors = report["issues"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|issue| issue["severity"] == "error");
        errors
            .map(|issue| issue["code"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    let of_update = codes(&["--of", "update"]);
    assert!(of_update.contains(&"read_only".to_owned()), "{of_update:?}");
    assert_eq!(
        [codes(&[]), codes(&["--of", "record"])],
        [["not_above"], ["not_above"]]
    );
}

#[test]
fn the_odd_shapes_of_stored_records_are_notes() {
    let odd = json!({ "id": "a", "appoinmentPerDay": "", "slotDuration": "30", "openHours": {}, "teamMembers": [],
        "availabilities": [], "notifications": [], "recurring": { "bookingOverlapDefaultStatus": "", "interval": null } });
    let severities = |arguments: &[&str]| {
        let output = fed(
            &[
                &[
                    "validate", "--kind", "calendar", "--ndjson", "--format", "json",
                ],
                arguments,
                &["-"],
            ]
            .concat(),
            odd.to_string().as_bytes(),
        );
        let report = parsed(&out(&output))["report"].clone();
        let issues = report["issues"].as_array().unwrap().iter();
        issues
            .map(|issue| issue["severity"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(severities(&["--of", "record"]), ["note"; 8]);
    assert_eq!(
        severities(&["--of", "record", "--profile", "service"]),
        ["note"; 8]
    );
    assert_eq!(severities(&[]), ["note"; 8]);
    assert_eq!(
        severities(&["--of", "update"])
            .iter()
            .filter(|severity| *severity == "error")
            .count(),
        4
    );
}

#[test]
fn a_summary_counts_what_the_answers_say() {
    let path = file(
        "summary.ndjson",
        lines(
            (0..40).map(|number| json!({ "calendar": { "id": format!("=id{number}"), "slotDuration": number % 10 } })),
        ) + "{\n",
    );
    let summary = |format: &str, jobs: &str| {
        let arguments = [
            "validate",
            "--of",
            "record",
            "--ndjson",
            "--summary",
            "--format",
            format,
            "--jobs",
            jobs,
            &path,
        ];
        let output = calendiff(&arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{}", err(&output));
        out(&output)
    };
    let json: Value = parsed(&summary("json", "2"));
    let totals = ["records", "ok", "unreadable", "withErrors"].map(|name| json[name].clone());
    assert_eq!(totals, [41, 36, 1, 5].map(|count| json!(count)), "{json}");
    let first = json["codes"][0].clone();
    assert_eq!(
        (&first["code"], &first["count"], &first["first"][0]),
        (&json!("json_syntax"), &json!(1), &json!({ "line": 41 }))
    );
    let second = json["codes"]
        .as_array()
        .unwrap()
        .iter()
        .find(|code| code["code"] == "not_above")
        .unwrap();
    assert_eq!(
        second["first"],
        json!([{ "line": 1, "id": "=id0" }, { "line": 11, "id": "=id10" }, { "line": 21, "id": "=id20" }])
    );
    assert_eq!(
        json["worst"][0],
        json!({ "line": 1, "id": "=id0", "errors": 1, "warnings": 0, "codes": { "not_above": 1 } })
    );
    let text = summary("text", "2");
    assert!(
        text.starts_with("records              41\nok                   36\n"),
        "{text}"
    );
    assert!(
        text.contains("error    not_above")
            && text.contains("at 1 (=id0), 11 (=id10), 21 (=id20), …"),
        "{text}"
    );
    assert_eq!(text, summary("text", "1"));
    let csv = summary("csv", "2");
    assert!(
        csv.contains("\r\ncode,not_above,error,4,4,1 11 21,'=id0 =id10 =id20\r\n"),
        "{csv}"
    );
    let pair = json!({ "stored": { "slotDuration": 1 }, "draft": { "slotDuration": 1 } });
    let output = fed(
        &["diff", "--ndjson", "--summary", "--format", "json", "-"],
        lines([pair]).as_bytes(),
    );
    assert_eq!(
        (
            parsed(&out(&output))["changed"].clone(),
            parsed(&out(&output))["unchanged"].clone()
        ),
        (json!(0), json!(1))
    );
    assert_eq!(
        calendiff(&["validate", "--ndjson", "--format", "csv", &path])
            .output()
            .unwrap()
            .status
            .code(),
        Some(2)
    );
}

#[test]
fn annotations_name_file_line_and_column() {
    let path = file(
        "a,b:100%.ndjson",
        "{\"slotDuration\":30}\n{\"slotDuration\":0,\"slug\":\"a b\"}\n{\n",
    );
    let output = calendiff(&["validate", "--ndjson", "--format", "github", &path])
        .output()
        .unwrap();
    let printed = out(&output);
    let escaped = path
        .replace('%', "%25")
        .replace(':', "%3A")
        .replace(',', "%2C");
    assert!(
        printed.contains(&format!(
            "::error file={escaped},line=2,col=17,title=not_above::/slotDuration: "
        )),
        "{printed}"
    );
    assert!(printed.ends_with(&format!("::error file={escaped},line=3,col=2,title=json_syntax::column 2: expected a member's name in double quotes, found the end of the text\n")), "{printed}");
    let one = calendiff(&[
        "validate",
        "--format",
        "github",
        "tests/fixtures/everyday/draft.json",
    ])
    .output()
    .unwrap();
    assert!(
        out(&one).lines().all(|line| line.starts_with("::")),
        "{}",
        out(&one)
    );
}

#[test]
fn a_sarif_log_is_one_document_of_that_structure() {
    let path = file(
        "sarif ü.ndjson",
        "{\"slotDuration\":30}\n{\"slotDuration\":0,\"slug\":\"a b\"}\n{\n",
    );
    let clean = file("sarif-clean.json", "{\"slotDuration\":30}");
    for (arguments, codes) in [
        (&["--ndjson", &path][..], &["not_above", "json_syntax"][..]),
        (&["--ndjson", "--jobs", "2", &clean], &[]),
        (&[&clean, &clean], &[]),
        (&["tests/fixtures/everyday/draft.json", &clean], &[]),
    ] {
        let output = calendiff(&[&["validate", "--format", "sarif"], arguments].concat())
            .output()
            .unwrap();
        let log: Value = serde_json::from_str(&out(&output)).unwrap();
        assert_eq!(log["version"], "2.1.0");
        let run = &log["runs"][0];
        let rules: Vec<&Value> = run["tool"]["driver"]["rules"]
            .as_array()
            .unwrap()
            .iter()
            .map(|rule| &rule["id"])
            .collect();
        let results = run["results"].as_array().unwrap();
        for result in results {
            let place = &result["locations"][0]["physicalLocation"];
            assert!(
                result["message"]["text"].is_string()
                    && place["region"]["startLine"].as_u64() > Some(0),
                "{result}"
            );
            assert!(
                ["error", "warning", "note"].contains(&result["level"].as_str().unwrap()),
                "{result}"
            );
            assert!(
                !place["artifactLocation"]["uri"]
                    .as_str()
                    .unwrap()
                    .contains([' ', 'ü']),
                "{result}"
            );
            let code = &result["ruleId"];
            assert!(rules.contains(&code), "{code}");
        }
        let described = |code: &str| {
            let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
            rules.iter().find(|rule| rule["id"] == code).unwrap()["shortDescription"]["text"]
                .clone()
        };
        assert_eq!(described("not_above"), "Enter more than ….");
        assert_eq!(
            described("json_syntax"),
            "The text is not JSON. The message says what was expected, and where."
        );
        for code in codes {
            assert!(
                results.iter().any(|result| result["ruleId"] == *code),
                "{code}: {log}"
            );
        }
    }
}

/// Records with an error, with a warning, and without; two of them have one ID, two one slug.
fn export() -> String {
    lines([
        json!({ "id": "a", "name": "Ada", "slug": "x", "slotDuration": 0, "eventColour": "#fff000" }),
        json!({ "id": "b", "name": "Ben", "slug": "x", "slotDuration": 30 }),
        json!({ "id": "a", "name": "Ada, again", "slotDuration": -1, "alertEmail": "x" }),
    ])
}

fn summary_of(arguments: &[&str]) -> (Value, Option<i32>) {
    let output = calendiff(
        &[
            &["validate", "--ndjson", "--summary", "--format", "json"],
            arguments,
        ]
        .concat(),
    );
    let output = { output }.output().unwrap();
    (parsed(&out(&output)), output.status.code())
}

fn codes_of(summary: &Value) -> Vec<&str> {
    summary["codes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["code"].as_str().unwrap())
        .collect()
}

#[test]
fn an_export_is_recognized_and_says_so() {
    let path = file("shape.ndjson", export() + "{\"slotDuration\":30}\n");
    let (summary, _) = summary_of(&[&path]);
    assert_eq!([&summary["storedRecords"], &summary["drafts"]], [3, 1]);
    assert!(!codes_of(&summary).contains(&"read_only"), "{summary}");
    let text = out(&calendiff(&["validate", "--ndjson", "--summary", &path])
        .output()
        .unwrap());
    assert!(
        text.starts_with(
            "read as stored records: 3, as drafts: 1; --of decides otherwise\n\nrecords "
        ),
        "{text}"
    );
    let (asked, _) = summary_of(&["--of", "update", &path]);
    assert!(
        asked.get("drafts").is_none() && codes_of(&asked).contains(&"read_only"),
        "{asked}"
    );

    let one = file("shape.json", r#"{ "id": "a", "slotDuration": 0 }"#);
    let text = out(&calendiff(&["validate", &one]).output().unwrap());
    assert!(
        text.contains("1 error\nread as a stored record; --of update checks it as a draft\n\n"),
        "{text}"
    );
    assert!(
        !out(&calendiff(&["validate", "--of", "record", &one])
            .output()
            .unwrap())
        .contains("--of")
    );
    // A document that was read as a record is written as one.
    let kept = file(
        "kept.json",
        r#"{"id":"a","slotDuration":"45","availabilities":[],"teamMembers":[]}"#,
    );
    assert_eq!(
        calendiff(&["validate", "--fix", "--write", &kept])
            .output()
            .unwrap()
            .status
            .code(),
        Some(0)
    );
    let written = std::fs::read_to_string(&kept).unwrap();
    assert_eq!(
        written,
        r#"{"id":"a","slotDuration":45,"availabilities":[],"teamMembers":[]}"#
    );
}

#[test]
fn findings_are_filtered_where_they_are_shown_and_where_they_are_counted() {
    let path = file("filtered.ndjson", export());
    for (arguments, expected, status) in [
        (&["--code", "not_above"][..], &["not_above"][..], 1),
        (&["--code", "id_twice"], &["id_twice"], 1),
        (
            &["--ignore", "not_above,email_at"],
            &["id_twice", "misspelled_member", "slug_twice"],
            1,
        ),
        (
            &["--severity", "error"],
            &["email_at", "id_twice", "not_above"],
            1,
        ),
    ] {
        let (summary, code) = summary_of(&[arguments, &[&path]].concat());
        assert_eq!(
            (codes_of(&summary), code),
            (expected.to_vec(), Some(status)),
            "{arguments:?}"
        );
    }
    let one = file(
        "filtered.json",
        r#"{ "slotDuration": 0, "eventColour": "039be5" }"#,
    );
    let text = |arguments: &[&str]| {
        let output = calendiff(&[&["validate", &one], arguments].concat())
            .output()
            .unwrap();
        (out(&output), output.status.code())
    };
    let (shown, code) = text(&["--ignore", "not_above"]);
    assert!(
        !shown.contains("not_above") && shown.contains("misspelled_member") && code == Some(0),
        "{shown}"
    );
    let wrong = calendiff(&["validate", &one, "--code", "not_abov"])
        .output()
        .unwrap();
    assert!(
        err(&wrong).contains("no finding has the code \"not_abov\"; `calendiff codes` lists them")
    );
    let only = calendiff(&[
        "validate", "--ndjson", "--only", "errors", "--format", "json", &path,
    ])
    .output()
    .unwrap();
    let severities: Vec<Value> = out(&only)
        .lines()
        .flat_map(|line| parsed(line)["report"]["issues"].as_array().unwrap().clone())
        .map(|issue| issue["severity"].clone())
        .collect();
    assert_eq!(severities, ["error"; 3], "and no warnings beside them");
}

#[test]
fn the_worst_records_are_a_list_of_any_length() {
    let path = file("worst.ndjson", export());
    let (summary, _) = summary_of(&["--worst", "1", &path]);
    let worst = json!({ "line": 3, "id": "a", "name": "Ada, again", "errors": 2, "warnings": 0, "codes": { "email_at": 1, "not_above": 1 } });
    assert_eq!(summary["worst"], json!([worst]));
    assert_eq!(
        summary_of(&["--worst", "all", &path]).0["worst"]
            .as_array()
            .unwrap()
            .len(),
        2
    );
    let csv = [
        "validate",
        "--ndjson",
        "--summary",
        "--format",
        "csv",
        "--worst",
        "all",
        &path,
    ];
    assert_eq!(
        out(&calendiff(&csv).output().unwrap()),
        "at,id,name,errors,warnings,email_at,not_above,misspelled_member\r\n\
         3,a,\"Ada, again\",2,0,1,1,0\r\n1,a,Ada,1,1,0,1,1\r\n"
    );
    let text = out(&calendiff(&["validate", "--ndjson", "--summary", &path])
        .output()
        .unwrap());
    assert!(
        text.contains("worst: 2 errors, 0 warnings, at 3 (a, Ada, again)\n"),
        "{text}"
    );
    assert!(
        text.contains(
            "not_above                       2  at 1 (a), 3 (a)\n         for example: Enter more than 0.\n"
        ),
        "{text}"
    );
}

#[test]
fn an_id_or_a_slug_that_is_there_twice_is_found_across_files() {
    let (first, second) = (
        file("twice-1.ndjson", export()),
        file("twice-2.ndjson", "{\"id\":\"b\",\"slotDuration\":30}\n"),
    );
    let output = calendiff(&["validate", "--ndjson", "--jobs", "2", &first, &second])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    for sentence in [
        format!("calendiff: {first}:2: the slug \"x\" is also at {first}:1 (slug_twice)\n"),
        format!("calendiff: {first}:3: the id \"a\" is also at {first}:1 (id_twice)\n"),
        format!("calendiff: {second}:1: the id \"b\" is also at {first}:2 (id_twice)\n"),
    ] {
        assert!(err(&output).contains(&sentence), "{}", err(&output));
    }
}

#[test]
fn of_several_files_one_that_cannot_be_read_silences_no_other() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("audit-folder");
    _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("inner")).unwrap();
    std::fs::write(folder.join("inner/a.json"), r#"{ "slotDuration": 0 }"#).unwrap();
    std::fs::write(folder.join("b.json"), "{").unwrap();
    std::fs::write(folder.join("notes.txt"), "no JSON").unwrap();
    let folder = folder.to_str().unwrap();
    let answered = |arguments: &[&str]| {
        let output = calendiff(&[&["validate", "--format", "json"], arguments].concat())
            .output()
            .unwrap();
        let lines = out(&output);
        let answers: Vec<Value> = lines.lines().map(parsed).collect();
        let files = answers
            .iter()
            .map(|answer| answer["file"].as_str().unwrap().to_owned());
        (
            files.collect::<Vec<_>>(),
            answers
                .iter()
                .filter(|answer| answer.get("error").is_some())
                .count(),
            output.status.code(),
        )
    };
    for ndjson in [&[][..], &["--ndjson"]] {
        let (files, errors, code) = answered(&[ndjson, &["none.json", folder]].concat());
        let expected = [
            "none.json".to_owned(),
            format!("{folder}/b.json"),
            format!("{folder}/inner/a.json"),
        ];
        assert_eq!(
            (files, errors, code),
            (expected.to_vec(), 2, Some(2)),
            "{ndjson:?}"
        );
    }
    let sarif = calendiff(&["validate", "--format", "sarif", "none.json", folder])
        .output()
        .unwrap();
    let log: Value = serde_json::from_str(&out(&sarif)).unwrap();
    assert_eq!(
        log["runs"][0]["results"].as_array().unwrap().len(),
        3 + 1,
        "and the note about defaults: {log}"
    );
    let empty = std::path::Path::new(folder).join("inner/none");
    std::fs::create_dir_all(&empty).unwrap();
    let output = calendiff(&["validate", empty.to_str().unwrap()])
        .output()
        .unwrap();
    assert!(
        err(&output).contains("the folder has no .json, .jsonl or .ndjson")
            && output.status.code() == Some(2)
    );
}

#[test]
fn documents_of_several_lines_and_lists_a_line_are_recognized() {
    let ids = |text: &str| {
        let output = fed(
            &["normalize", "--ndjson", "--kind", "calendar", "-"],
            text.as_bytes(),
        );
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        out(&output)
            .lines()
            .map(|line| parsed(line)["id"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        ids("{\n  \"id\": \"a\"\n}\n{\n  \"id\": \"b\"\n}\n"),
        ["a", "b"]
    );
    let pages =
        "{\"calendars\":[{\"id\":\"a\"},{\"id\":\"b\"}]}\n[]\n[{\"id\":\"c\"}]\n{\"id\":\"d\"}\n";
    assert_eq!(ids(pages), ["a", "b", "c", "d"]);
    let path = file(
        "pages.ndjson",
        pages.replace("\"c\"", "\"c\",\"slotDuration\":0"),
    );
    let output = calendiff(&[
        "validate",
        "--ndjson",
        "--format",
        "json",
        "--no-value",
        &path,
    ])
    .output()
    .unwrap();
    let places = out(&output);
    let places = places
        .lines()
        .map(parsed)
        .map(|answer| [&answer["line"], &answer["index"]].map(Value::clone));
    let expected = [
        [json!(1), json!(0)],
        [json!(1), json!(1)],
        [json!(3), json!(0)],
        [json!(4), Value::Null],
    ];
    assert_eq!(places.collect::<Vec<_>>(), expected);
    let text = out(&calendiff(&["validate", "--ndjson", &path])
        .output()
        .unwrap());
    assert!(text.contains(&format!("{path}:3[0]: 1 error")), "{text}");
    for (text, advice) in [
        (
            "{\"id\":\"a\"}\n{\"id\":\"b\"}\n",
            "if the file has several documents, add --ndjson (json_trailing)",
        ),
        (
            "[{\"id\":\"a\"}]",
            "to answer each record of the list, add --ndjson (not_a_record)",
        ),
        (
            "{\"calendars\":[{\"id\":\"a\"}]}",
            "to answer each record of the list, add --ndjson (envelope_unknown)",
        ),
    ] {
        let said = err(&fed(
            &["validate", "--kind", "calendar", "-"],
            text.as_bytes(),
        ));
        assert!(said.contains(advice), "{said}");
    }
}

#[test]
fn of_many_messages_the_first_are_printed_and_the_others_counted() {
    let output = fed(
        &["normalize", "--ndjson", "--kind", "calendar", "-"],
        "{\n".repeat(1000).as_bytes(),
    );
    let said = err(&output);
    assert_eq!(said.lines().count(), 25, "{said}");
    assert!(
        said.ends_with(
            "calendiff: 976 more like these; --format json and --summary have them all\n"
        ),
        "{said}"
    );
    assert_eq!(out(&output).lines().count(), 1000, "each line is answered");
}
