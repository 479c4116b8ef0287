//! Records by the line: a number for each, an answer for each, and a file that is whole or not there.

use std::path::Path;
use std::process::Stdio;

use serde_json::{Value, json};

use super::{calendiff, err, fed, file, out};

fn lines(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("no JSON: {line}")))
        .collect()
}

#[test]
fn the_kind_that_is_not_told_is_asked_for_with_file_and_line() {
    let vague = file(
        "vague.ndjson",
        "{\"slotDuration\":30}\n{\"slotDuration\":45}\n{\"name\":\"either\"}\n",
    );
    let output = calendiff(&["validate", "--ndjson", &vague])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let question =
        "could be a calendar or a location; add --kind calendar or --kind location (kind_unknown)";
    assert_eq!(err(&output), format!("calendiff: {vague}:3: {question}\n"));
    let [one, other] =
        ["vague-1.json", "vague-2.json"].map(|name| file(name, r#"{"name":"either"}"#));
    for (arguments, named) in [
        (&["validate", &one][..], one.clone()),
        (&["normalize", &one], one.clone()),
        (&["diff", &one, &other], format!("{one}, {other}")),
        (
            &["validate", "--stored", &one, &other],
            format!("{one}, {other}"),
        ),
        (
            &["verify", &one, &other, &one],
            format!("{one}, {other}, {one}"),
        ),
    ] {
        let output = calendiff(arguments).output().unwrap();
        assert_eq!(
            (output.status.code(), err(&output)),
            (Some(2), format!("calendiff: {named}: {question}\n"))
        );
    }
}

#[test]
fn the_line_of_a_record_is_a_number_of_its_own_and_that_of_the_file() {
    let path = file(
        "numbered.ndjson",
        "{\"slotDuration\":30}\n\n{\"slotDuration\":\"x\",\"slug\":\"a b\"}\r\n{\"slotDuration\":0}",
    );
    let output = calendiff(&["validate", "--ndjson", "--format", "json", &path])
        .output()
        .unwrap();
    let printed = out(&output);
    let printed: Vec<&str> = printed.lines().collect();
    assert_eq!(
        (printed.len(), printed[1]),
        (4, ""),
        "a blank line stays one"
    );
    for (index, number) in [(0, 1), (2, 3), (3, 4)] {
        let report: Value = serde_json::from_str(printed[index]).unwrap();
        assert_eq!(
            (&report["file"], &report["line"]),
            (&json!(path), &json!(number))
        );
        for issue in report["report"]["issues"].as_array().unwrap() {
            assert!(issue["line"] == number || issue["pointer"] == "", "{issue}");
        }
    }
    let text = out(&calendiff(&["validate", "--ndjson", &path])
        .output()
        .unwrap());
    assert!(text.contains(&format!("{path}:3: ")), "{text}");
    assert!(
        text.contains("\n        3 | {\"slotDuration\":\"x\""),
        "{text}"
    );
    assert!(
        text.contains("\n        4 | {\"slotDuration\":0}"),
        "{text}"
    );
}

const MIXED: &str = "\u{feff}{\"slotDuration\":30}\n{\"slug\": oops}\n\n5\n{\"name\":\" a \"}\n{\"slug\":1,\"slug\":2}\n<<<<<<< ours\n{\"slotDuration\":45}";

#[test]
fn each_line_has_its_answer_at_its_place() {
    let path = file("mixed.ndjson", MIXED);
    let expected = |with_file: bool| {
        let error = |line: u8, code: &str, message: &str| {
            let mut error = json!({ "line": line, "error": { "code": code, "message": message } });
            if with_file {
                error["file"] = json!(path);
            }
            error
        };
        [
            error(2, "json_syntax", "column 10: expected a value, found `o`"),
            error(
                4,
                "not_a_record",
                "expected a calendar as a JSON object, found number",
            ),
            error(
                6,
                "json_duplicate",
                "column 11: the member \"slug\" stands twice in one object; keep one of them",
            ),
            error(
                7,
                "json_conflict",
                "column 1: an unresolved merge conflict; keep one side, and delete the lines <<<<<<<, ======= and >>>>>>>",
            ),
        ]
    };
    let output = calendiff(&["normalize", "--ndjson", "--kind", "calendar", &path])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let printed = out(&output);
    assert_eq!(
        printed.lines().count(),
        MIXED.lines().count(),
        "as many lines as came in: {printed}"
    );
    let errors = expected(false).map(|error| error.to_string());
    let [syntax, record, double, conflict] = &errors;
    let normal = [
        "{\"slotDuration\":30}",
        syntax,
        "",
        record,
        "{\"name\":\"a\"}",
        double,
        conflict,
        "{\"slotDuration\":45}",
    ];
    assert_eq!(printed.lines().collect::<Vec<_>>(), normal);
    let said: Vec<String> = err(&output).lines().map(str::to_owned).collect();
    assert_eq!(said.len(), 4, "{said:?}");
    assert_eq!(
        said[0],
        format!("calendiff: {path}:2: column 10: expected a value, found `o` (json_syntax)")
    );

    let output = calendiff(&[
        "validate", "--ndjson", "--format", "json", "--kind", "calendar", &path,
    ])
    .output()
    .unwrap();
    let reports: Vec<Value> = out(&output)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_default())
        .collect();
    let errors: Vec<Value> = reports
        .iter()
        .filter(|report| report.get("error").is_some())
        .cloned()
        .collect();
    assert_eq!((reports.len(), errors), (8, expected(true).to_vec()));
    // What can be read and has no kind is told too.
    let vague = fed(
        &["normalize", "--ndjson", "-"],
        b"{\"name\":\"a\"}\n{\"slotDuration\":1}\n",
    );
    assert_eq!(
        (
            vague.status.code(),
            &lines(&out(&vague))[0]["error"]["code"]
        ),
        (Some(2), &json!("kind_unknown"))
    );
}

#[test]
fn a_byte_order_mark_before_the_first_record_loses_nothing() {
    let text = "\u{feff}{\"slotDuration\":0}\r\n{\"slotDuration\":45}\r\n";
    let output = fed(
        &["validate", "--ndjson", "--format", "json", "-"],
        text.as_bytes(),
    );
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    let reports = lines(&out(&output));
    let oks: Vec<_> = reports
        .iter()
        .map(|report| report["report"]["ok"].clone())
        .collect();
    assert_eq!(oks, [json!(false), json!(true)]);
    let issue = &reports[0]["report"]["issues"][0];
    assert_eq!(
        (&issue["line"], &issue["column"]),
        (&json!(1), &json!(17)),
        "columns are those of the text"
    );
    // Within the text the mark is no space.
    let output = fed(
        &["normalize", "--ndjson", "-"],
        "{\"slotDuration\":1}\n\u{feff}{\"slotDuration\":2}\n".as_bytes(),
    );
    assert_eq!(lines(&out(&output))[1]["error"]["code"], "json_bom");
    let alone = fed(&["normalize", "--ndjson", "-"], "\u{feff}".as_bytes());
    assert_eq!(
        (alone.status.code(), &*out(&alone), &*err(&alone)),
        (Some(0), "\n", "")
    );
}

#[test]
fn what_is_no_utf8_says_what_it_looks_like_and_what_to_do() {
    let utf16 = |big: bool, marked: bool| -> Vec<u8> {
        let text = if marked {
            "\u{feff}{\"slotDuration\":30}"
        } else {
            "{\"slotDuration\":30}"
        };
        text.encode_utf16()
            .flat_map(|unit| {
                if big {
                    unit.to_be_bytes()
                } else {
                    unit.to_le_bytes()
                }
            })
            .collect()
    };
    let compressed = |magic: &[u8]| [magic, b"\x08\x00\n\x00\x9a\x7f\n\xff"].concat();
    for (bytes, looks, advice) in [
        (compressed(b"\xfd7zXZ\0"), "xz", "xz -dc"),
        (compressed(b"BZh9"), "bzip2", "bzip2 -dc"),
        (compressed(b"PK\x03\x04"), "zip", "unzip -p"),
        (utf16(false, true), "UTF-16", "iconv -f UTF-16 -t UTF-8"),
        (utf16(true, true), "UTF-16", "iconv -f UTF-16 -t UTF-8"),
        (utf16(false, false), "UTF-16", "iconv -f UTF-16LE -t UTF-8"),
        (utf16(true, false), "UTF-16", "iconv -f UTF-16BE -t UTF-8"),
    ] {
        for arguments in [
            &["validate", "-"][..],
            &["validate", "--ndjson", "-"],
            &["normalize", "--ndjson", "-"],
            &["explain", "-"],
            &["diff", "-", "tests/fixtures/everyday/draft.json"],
        ] {
            let output = fed(arguments, &bytes);
            assert_eq!(
                (output.status.code(), &*out(&output)),
                (Some(2), ""),
                "{arguments:?} {looks}"
            );
            let said = err(&output);
            let begin = format!(
                "calendiff: standard input: it looks like {looks}, not JSON text in UTF-8; "
            );
            assert!(
                said.starts_with(&begin)
                    && said.contains(advice)
                    && said.ends_with(" (json_utf8)\n"),
                "{said}"
            );
            assert_eq!(said.lines().count(), 1);
        }
    }
    // A short text is what it is.
    for text in ["P", "B", "{", "\u{1f}"] {
        assert!(err(&fed(&["validate", "-"], text.as_bytes())).contains("(json_syntax)"));
    }
}

#[test]
fn records_are_written_to_a_file_whole_or_not_at_all() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("records-output");
    _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let names = || {
        std::fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect::<Vec<_>>()
    };
    let written = folder.join("out.ndjson");
    let path = written.to_str().unwrap();
    let input = file("records.ndjson", MIXED);
    let printed = calendiff(&["normalize", "--ndjson", "--kind", "calendar", &input])
        .output()
        .unwrap();
    let output = calendiff(&[
        "normalize",
        "--ndjson",
        "--kind",
        "calendar",
        "--output",
        path,
        &input,
    ])
    .output()
    .unwrap();
    assert_eq!(
        (output.status.code(), &*out(&output)),
        (Some(2), ""),
        "{}",
        err(&output)
    );
    assert_eq!(std::fs::read_to_string(&written).unwrap(), out(&printed));
    let output = calendiff(&[
        "validate", "--ndjson", "--format", "json", "--kind", "calendar", "--output", path, &input,
    ]);
    assert_eq!({ output }.output().unwrap().status.code(), Some(2));
    assert_eq!(
        lines(
            &std::fs::read_to_string(&written)
                .unwrap()
                .replace("\n\n", "\n")
        )
        .len(),
        7
    );
    // A file in its own place.
    std::fs::write(&written, "{\"name\":\" a \"}\n{\"name\":\" b \"}\n").unwrap();
    let output = calendiff(&[
        "normalize",
        "--ndjson",
        "--kind",
        "calendar",
        "--output",
        path,
        path,
    ])
    .output()
    .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert_eq!(
        std::fs::read_to_string(&written).unwrap(),
        "{\"name\":\"a\"}\n{\"name\":\"b\"}\n"
    );
    let one = calendiff(&[
        "normalize",
        "--output",
        path,
        "tests/fixtures/everyday/draft.json",
    ])
    .output()
    .unwrap();
    assert_eq!((one.status.code(), &*out(&one)), (Some(0), ""));
    assert!(
        std::fs::read_to_string(&written)
            .unwrap()
            .contains("\n  \"eventColor\": \"#ff0000\"")
    );

    // Killed in the middle, the old file stands.
    std::fs::write(&written, "old").unwrap();
    let mut child = calendiff(&[
        "normalize",
        "--ndjson",
        "--kind",
        "calendar",
        "--output",
        path,
        "-",
    ])
    .stdin(Stdio::piped())
    .stdout(Stdio::piped())
    .spawn()
    .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    for _ in 0..20_000 {
        std::io::Write::write_all(&mut stdin, b"{\"slotDuration\":30}\n").unwrap();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(std::fs::read_to_string(&written).unwrap(), "old");
    for name in names() {
        _ = std::fs::remove_file(folder.join(name));
    }
    // What cannot be read to its end is not written either.
    std::fs::write(&written, "old").unwrap();
    let output = calendiff(&[
        "normalize",
        "--ndjson",
        "--output",
        path,
        env!("CARGO_TARGET_TMPDIR"),
    ])
    .output()
    .unwrap();
    assert_eq!(
        (
            output.status.code(),
            &*std::fs::read_to_string(&written).unwrap()
        ),
        (Some(2), "old")
    );
    assert_eq!(names(), ["out.ndjson"]);
}

#[test]
fn every_verb_about_records_takes_lines() {
    let takes =
        |verb: &str| out(&calendiff(&[verb, "--help"]).output().unwrap()).contains("--ndjson");
    let help = out(&calendiff(&["help"]).output().unwrap());
    // A verb stands two spaces from the margin; the rest of its line is further to the right.
    let verbs = help
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split_once(' '));
    let verbs = verbs
        .map(|(verb, _)| verb)
        .filter(|verb| verb.starts_with(|first: char| first.is_ascii_lowercase()));
    let verbs: Vec<&str> = verbs.filter(|verb| *verb != "help").collect();
    let (taking, others): (Vec<&str>, Vec<&str>) = verbs.into_iter().partition(|verb| takes(verb));
    assert!(
        ["review", "validate", "request", "merge"]
            .iter()
            .all(|verb| taking.contains(verb)),
        "{taking:?}"
    );
    assert_eq!(
        others,
        [
            "sandbox",
            "git-diff",
            "codes",
            "operations",
            "fields",
            "schema",
            "completions",
            "man"
        ]
    );
    let page = include_str!("../../../docs/guide/command.md");
    for verb in taking {
        assert!(page.contains(&format!("`{verb}")), "{verb}");
    }
}

#[test]
fn an_integer_of_many_digits_is_kept_in_a_stored_record_alone() {
    let record = |duration: &str| {
        format!(
            r#"{{"calendar":{{"id":"a","name":"Intro","slotDuration":{duration},"revision":123456789012345678901}}}}"#
        )
    };
    let (stored, sent) = (record("30"), r#"{"name":"Intro","slotDuration":45}"#);
    let [before, after, refused, draft, long] = [
        ("long-before.json", stored.as_str()),
        ("long-after.json", &record("45")),
        ("long-sent.json", &record("123456789012345678901")),
        ("long-draft.json", sent),
        (
            "long-in-draft.json",
            r#"{"name":"Intro","revision":123456789012345678901}"#,
        ),
    ]
    .map(|(name, text)| file(name, text));
    let lines = file(
        "long.ndjson",
        format!(
            "{{\"id\":\"a\",\"stored\":{stored},\"draft\":{sent}}}\n{{\"id\":\"a\",\"stored\":{stored},\"draft\":{stored}}}\n"
        ),
    );
    let records = file("long-records.ndjson", format!("{stored}\n"));
    let changed = "slot duration 45, was 30\n";
    for (arguments, said) in [
        (
            &["read", &before][..],
            "note at /revision: This number is too long to change.",
        ),
        (
            &["read", "--ndjson", &records],
            "\"revision\":\"123456789012345678901\"",
        ),
        (
            &["validate", "--of", "record", &before],
            "read_integer at /revision",
        ),
        (
            &["validate", "--of", "record", "--ndjson", &records],
            "read_integer at /revision",
        ),
        (&["validate", "--stored", &before, &draft], "nothing wrong"),
        (&["diff", &before, &draft], changed),
        (&["verify", &before, &draft, &after], "Applied (1)"),
        (
            &["explain", &after],
            "note at /revision: This number is too long to change.",
        ),
    ] {
        let output = calendiff(arguments).output().unwrap();
        let all = out(&output) + &err(&output);
        assert!(
            output.status.code() == Some(0) && all.contains(said),
            "{arguments:?}: {all}"
        );
    }
    for arguments in [
        &["read", &refused][..],
        &["diff", &before, &long],
        &["validate", "--of", "update", &before],
        &["validate", "--fix", &before],
    ] {
        let output = calendiff(arguments).output().unwrap();
        assert!(
            output.status.code() == Some(2) && err(&output).contains("(json_integer)"),
            "{arguments:?}: {}",
            err(&output)
        );
    }
    let output = calendiff(&["diff", "--ndjson", &lines]).output().unwrap();
    assert!(
        out(&output).contains(changed.trim_end()),
        "{}",
        out(&output)
    );
    assert!(
        err(&output).contains("long.ndjson:2: column ") && !err(&output).contains("long.ndjson:1"),
        "{}",
        err(&output)
    );
}
