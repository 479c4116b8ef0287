//! Reports about many records: summaries, annotations and SARIF.

use serde_json::{Value, json};

use super::many::{lines, parsed};
use super::{calendiff, err, fed, file, out};

#[test]
fn only_answers_with_errors_and_reports_without_values() {
    let path = file("only.ndjson", "{\"slotDuration\":1}\n{\"slotDuration\":0}\n\n{\n");
    let output = calendiff(&["validate", "--ndjson", "--format", "json", "--only", "errors", "--no-value", &path])
        .output()
        .unwrap();
    let printed = out(&output);
    let answers: Vec<Value> = printed.lines().map(parsed).collect();
    assert_eq!(answers.iter().map(|answer| answer["line"].clone()).collect::<Vec<_>>(), [json!(2), json!(4)]);
    assert!(answers[0]["report"].get("value").is_none() && answers[0]["report"]["ok"] == false, "{printed}");
}

#[test]
fn stored_records_are_no_drafts() {
    let record = json!({ "calendar": { "id": "a", "dateAdded": "2026-01-01T00:00:00.000Z", "slotDuration": 0 } });
    let codes = |arguments: &[&str]| {
        let output = fed(
            &[&["validate", "--ndjson", "--format", "json"], arguments, &["-"]].concat(),
            record.to_string().as_bytes(),
        );
        let report = parsed(&out(&output))["report"].clone();
        let errors = report["issues"].as_array().unwrap().iter().filter(|issue| issue["severity"] == "error");
        errors.map(|issue| issue["code"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert!(codes(&[]).contains(&"read_only".to_owned()), "{:?}", codes(&[]));
    assert_eq!(codes(&["--of", "record"]), ["not_above"]);
}

#[test]
fn the_odd_shapes_of_stored_records_are_notes() {
    let odd = json!({ "id": "a", "appoinmentPerDay": "", "slotDuration": "30", "openHours": {}, "teamMembers": [],
        "availabilities": [], "notifications": [], "recurring": { "bookingOverlapDefaultStatus": "", "interval": null } });
    let severities = |arguments: &[&str]| {
        let output = fed(
            &[&["validate", "--kind", "calendar", "--ndjson", "--format", "json"], arguments, &["-"]].concat(),
            odd.to_string().as_bytes(),
        );
        let report = parsed(&out(&output))["report"].clone();
        let issues = report["issues"].as_array().unwrap().iter();
        issues.map(|issue| issue["severity"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(severities(&["--of", "record"]), ["note"; 8]);
    assert_eq!(severities(&["--of", "record", "--profile", "service"]), ["note"; 8]);
    assert_eq!(severities(&[]).iter().filter(|severity| *severity == "error").count(), 4);
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
        let arguments =
            ["validate", "--of", "record", "--ndjson", "--summary", "--format", format, "--jobs", jobs, &path];
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
    let second = json["codes"].as_array().unwrap().iter().find(|code| code["code"] == "not_above").unwrap();
    assert_eq!(
        second["first"],
        json!([{ "line": 1, "id": "=id0" }, { "line": 11, "id": "=id10" }, { "line": 21, "id": "=id20" }])
    );
    assert_eq!(json["worst"][0], json!({ "line": 1, "id": "=id0", "errors": 1, "warnings": 0 }));
    let text = summary("text", "2");
    assert!(text.starts_with("records              41\nok                   36\n"), "{text}");
    assert!(text.contains("error    not_above") && text.contains("at 1 (=id0), 11 (=id10), 21 (=id20), …"), "{text}");
    assert_eq!(text, summary("text", "1"));
    let csv = summary("csv", "2");
    assert!(csv.contains("\r\ncode,not_above,error,4,4,1 11 21,'=id0 =id10 =id20\r\n"), "{csv}");
    let pair = json!({ "stored": { "slotDuration": 1 }, "draft": { "slotDuration": 1 } });
    let output = fed(&["diff", "--ndjson", "--summary", "--format", "json", "-"], lines([pair]).as_bytes());
    assert_eq!(
        (parsed(&out(&output))["changed"].clone(), parsed(&out(&output))["unchanged"].clone()),
        (json!(0), json!(1))
    );
    assert_eq!(calendiff(&["validate", "--ndjson", "--format", "csv", &path]).output().unwrap().status.code(), Some(2));
}

#[test]
fn annotations_name_file_line_and_column() {
    let path = file("a,b:100%.ndjson", "{\"slotDuration\":30}\n{\"slotDuration\":0,\"slug\":\"a b\"}\n{\n");
    let output = calendiff(&["validate", "--ndjson", "--format", "github", &path]).output().unwrap();
    let printed = out(&output);
    let escaped = path.replace('%', "%25").replace(':', "%3A").replace(',', "%2C");
    assert!(
        printed.contains(&format!("::error file={escaped},line=2,col=17,title=not_above::/slotDuration: ")),
        "{printed}"
    );
    assert!(printed.ends_with(&format!("::error file={escaped},line=3,title=json_syntax::column 2: expected a member's name in double quotes, found the end of the text\n")), "{printed}");
    let one = calendiff(&["validate", "--format", "github", "tests/fixtures/everyday/draft.json"]).output().unwrap();
    assert!(out(&one).lines().all(|line| line.starts_with("::")), "{}", out(&one));
}

#[test]
fn a_sarif_log_is_one_document_of_that_structure() {
    let path = file("sarif ü.ndjson", "{\"slotDuration\":30}\n{\"slotDuration\":0,\"slug\":\"a b\"}\n{\n");
    let clean = file("sarif-clean.json", "{\"slotDuration\":30}");
    for (arguments, codes) in [
        (&["--ndjson", &path][..], &["not_above", "json_syntax"][..]),
        (&["--ndjson", "--jobs", "2", &clean], &[]),
        (&[&clean, &clean], &[]),
        (&["tests/fixtures/everyday/draft.json", &clean], &[]),
    ] {
        let output = calendiff(&[&["validate", "--format", "sarif"], arguments].concat()).output().unwrap();
        let log: Value = serde_json::from_str(&out(&output)).unwrap();
        assert_eq!(log["version"], "2.1.0");
        let run = &log["runs"][0];
        let rules: Vec<&Value> =
            run["tool"]["driver"]["rules"].as_array().unwrap().iter().map(|rule| &rule["id"]).collect();
        let results = run["results"].as_array().unwrap();
        for result in results {
            let place = &result["locations"][0]["physicalLocation"];
            assert!(
                result["message"]["text"].is_string() && place["region"]["startLine"].as_u64() > Some(0),
                "{result}"
            );
            assert!(["error", "warning", "note"].contains(&result["level"].as_str().unwrap()), "{result}");
            assert!(!place["artifactLocation"]["uri"].as_str().unwrap().contains([' ', 'ü']), "{result}");
            let code = &result["ruleId"];
            assert!(rules.contains(&code) || code == "json_syntax", "{code}");
        }
        for code in codes {
            assert!(results.iter().any(|result| result["ruleId"] == *code), "{code}: {log}");
        }
    }
}
