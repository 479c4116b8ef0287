//! Many records: every verb over lines, lists and compressed files, on several threads.

use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use serde_json::{Value, json};

use super::answers::without_places;
use super::{calendiff, err, fed, file, out};

const LIMIT: usize = 16 << 20;

fn stored(number: usize) -> Value {
    json!({ "calendar": { "id": format!("id{number}"), "name": format!("Clinic {number}"), "slotDuration": 60, "eventColor": "#039BE5" } })
}

fn draft(number: usize) -> Value {
    match number % 4 {
        0 => json!({ "slotDuration": 45, "eventColor": "#ff0000" }),
        1 => json!({ "slotDuration": "45", "name": "é \u{1f600}" }),
        2 => json!({ "slotDuration": 60 }),
        _ => json!({ "slotDuration": -1, "eventColour": "#fff" }),
    }
}

pub(super) fn lines(values: impl IntoIterator<Item = Value>) -> String {
    values
        .into_iter()
        .map(|value| value.to_string() + "\n")
        .collect()
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

fn zstd(text: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(text, ruzstd::encoding::CompressionLevel::Fastest)
}

/// Runs with a token, which `request` needs.
fn ran(arguments: &[&str]) -> std::process::Output {
    calendiff(arguments)
        .env("CALENDIFF_TOKEN", "t")
        .output()
        .unwrap()
}

/// Makes a document of a number.
type Make<'a> = &'a dyn Fn(usize) -> Value;
/// A verb with its options, and its documents by name.
type Case<'a> = (&'a [&'a str], &'a [(&'a str, Make<'a>)]);

#[test]
fn each_line_is_answered_as_each_file_is() {
    const COUNT: usize = 8;
    let refusal = |number: usize| match number % 2 {
        0 => json!({ "statusCode": 422, "message": ["slotDuration must be a positive number"] }),
        _ => json!({ "calendar": { "slotDuration": 30, "openHours": {} } }),
    };
    let after = |number: usize| json!({ "id": format!("id{number}"), "slotDuration": 45, "name": format!("Clinic {number}") });
    let patch = |_| json!([{ "op": "replace", "path": "/name", "value": "other" }]);
    let cases: [Case; 19] = [
        (&["normalize"], &[("draft", &draft)]),
        (&["validate", "--fix"], &[("draft", &draft)]),
        (
            &["validate", "--fix", "--format", "json"],
            &[("draft", &draft)],
        ),
        (&["read"], &[("response", &stored)]),
        (&["read", "--format", "json"], &[("response", &stored)]),
        (
            &["diff", "--format", "patch"],
            &[("stored", &stored), ("draft", &draft)],
        ),
        (
            &["diff", "--format", "json"],
            &[("stored", &stored), ("draft", &draft)],
        ),
        (
            &["body", "--allow-refused"],
            &[("stored", &stored), ("draft", &draft)],
        ),
        (
            &[
                "body",
                "--allow-refused",
                "--mode",
                "changed",
                "--format",
                "json",
            ],
            &[("stored", &stored), ("draft", &draft)],
        ),
        (
            &["review", "--format", "json"],
            &[("stored", &stored), ("draft", &draft)],
        ),
        (&["outcome"], &[("stored", &stored), ("sent", &draft)]),
        (
            &[
                "openings",
                "--from",
                "2026-12-21",
                "--days",
                "9",
                "--format",
                "json",
            ],
            &[("stored", &stored)],
        ),
        (
            &["verify", "--format", "json"],
            &[("stored", &stored), ("sent", &draft), ("after", &after)],
        ),
        (
            &["merge", "--format", "json"],
            &[("base", &stored), ("ours", &draft), ("theirs", &after)],
        ),
        (
            &["merge", "--resolve", "ours"],
            &[("base", &stored), ("ours", &draft), ("theirs", &after)],
        ),
        (&["apply"], &[("document", &stored), ("patch", &patch)]),
        (&["invert"], &[("document", &stored), ("patch", &patch)]),
        (
            &["explain", "--format", "json"],
            &[("response", &refusal), ("draft", &draft)],
        ),
        (
            &[
                "request",
                "--base-url",
                "https://x.example",
                "--format",
                "json",
            ],
            &[("body", &draft), ("stored", &stored)],
        ),
    ];
    for (at, (verb, documents)) in cases.into_iter().enumerate() {
        let (mut singles, mut code) = (Vec::new(), 0);
        for number in 0..COUNT {
            let files: Vec<String> = documents
                .iter()
                .map(|(name, make)| {
                    file(&format!("many-{at}-{name}.json"), make(number).to_string())
                })
                .collect();
            let files: Vec<&str> = files.iter().map(String::as_str).collect();
            let output = ran(&[verb, &["--kind", "calendar"], &*files].concat());
            singles.push(parsed(&out(&output)));
            code = code.max(output.status.code().unwrap());
        }
        let named = |number| -> Value {
            documents
                .iter()
                .map(|(name, make)| ((*name).to_owned(), make(number)))
                .collect::<serde_json::Map<_, _>>()
                .into()
        };
        let by_name = file(&format!("many-{at}.ndjson"), lines((0..COUNT).map(named)));
        let streams: Vec<String> = documents
            .iter()
            .map(|(name, make)| {
                // A body has the id of its record in its line, since these are paired by id.
                let with_id = |number| json!({ "id": format!("id{number}"), "body": make(number) });
                let is_body = ["sent", "body"].contains(name);
                let texts = (0..COUNT).map(|number| {
                    if is_body {
                        with_id(number)
                    } else {
                        make(number)
                    }
                });
                file(&format!("many-{at}-{name}.ndjson"), lines(texts))
            })
            .collect();
        let mut ways = vec![streams.iter().map(String::as_str).collect::<Vec<_>>()];
        if documents.len() > 1 {
            ways.push(vec![&by_name]);
        }
        for (files, jobs) in ways.iter().flat_map(|files| [(files, "1"), (files, "3")]) {
            let arguments = [
                verb,
                &["--kind", "calendar", "--ndjson", "--jobs", jobs],
                files.as_slice(),
            ]
            .concat();
            let output = ran(&arguments);
            assert_eq!(
                output.status.code(),
                Some(code),
                "{arguments:?}: {}",
                err(&output)
            );
            let printed: Vec<Value> = out(&output).lines().map(parsed).collect();
            let answers: Vec<Value> = printed.into_iter().enumerate().map(without_label).collect();
            assert_eq!(answers, singles, "{arguments:?}");
        }
        // A count without words would have no name.
        let without: Vec<&str> = verb
            .iter()
            .copied()
            .filter(|word| !["--format", "json", "patch"].contains(word))
            .collect();
        let summary = ran(&[
            &without,
            &[
                "--kind",
                "calendar",
                "--ndjson",
                "--summary",
                "--language",
                "de",
            ][..],
            &ways[0],
        ]
        .concat());
        let totals = out(&summary);
        let named = totals
            .lines()
            .take_while(|line| !line.is_empty())
            .all(|line| !line.starts_with(' '));
        assert!(
            totals.starts_with("Datensätze") && named,
            "{verb:?}: {totals}{}",
            err(&summary)
        );
    }
}

/// An answer without what only a stream tells: the line and the id of its record. Of a body, what is in its line.
fn without_label((index, mut answer): (usize, Value)) -> Value {
    let Some(members) = answer.as_object_mut() else {
        return answer;
    };
    let Some(line) = members.shift_remove("line") else {
        return answer;
    };
    assert_eq!(line, index + 1);
    if let Some(id) = members.shift_remove("id") {
        assert_eq!(id, format!("id{index}"));
    }
    // The library does not tell this.
    members.shift_remove("retry");
    if members.contains_key("body") && members.shift_remove("kind").is_some() {
        return members.shift_remove("body").unwrap();
    }
    answer
}

/// JSON in which issues have no line: a line of a stream and a file have others.
pub(super) fn parsed(text: &str) -> Value {
    let mut value = serde_json::from_str(text).unwrap_or_else(|_| panic!("no JSON: {text}"));
    without_places(&mut value);
    value
}

/// A line of each kind of fault, and the code that answers it.
fn faulty() -> (Vec<u8>, Vec<Option<&'static str>>) {
    let large = format!("{{\"notes\":\"{}\"}}", "x".repeat(20_000_000));
    let rows: [(&[u8], Option<&str>); 11] = [
        (b"\xef\xbb\xbf{\"slotDuration\":30}\r", None),
        (b"{\"slotDuration\":", Some("json_syntax")),
        (b"", Some("")),
        (large.as_bytes(), Some("json_size")),
        (b"{\"slotDuration\":\0}", Some("json_syntax")),
        (
            b"{\"slotDuration\":1180591620717411303424}",
            Some("json_integer"),
        ),
        (b"{\"slug\":\"a\",\"slug\":\"b\"}", Some("json_duplicate")),
        (
            b"{\"statusCode\":422,\"message\":[\"slotDuration must be a positive number\"]}",
            Some("a_refusal"),
        ),
        (b"{\"buiseness\":{\"name\":\"Rose Lane\"}}", None),
        (b"{\"name\":\"\xff\"}", Some("json_utf8")),
        (b"{\"slotDuration\":45}", None),
    ];
    let text = rows
        .iter()
        .map(|(line, _)| *line)
        .collect::<Vec<_>>()
        .join(&b'\n');
    (text, rows.iter().map(|(_, code)| *code).collect())
}

#[test]
fn every_fault_is_answered_at_its_place() {
    let (text, expected) = faulty();
    for bytes in [text.clone(), gzip(&text), zstd(&text)] {
        let path = file("faulty.ndjson", bytes);
        for verb in [
            &["validate", "--format", "json"][..],
            &["normalize"],
            &["validate", "--fix"],
            &["read"],
        ] {
            let output = calendiff(&[verb, &["--ndjson", "--jobs", "2", &path]].concat())
                .output()
                .unwrap();
            assert_eq!(output.status.code(), Some(2));
            let printed = out(&output);
            let printed: Vec<&str> = printed.lines().collect();
            assert_eq!(printed.len(), expected.len(), "{verb:?}");
            for (at, (line, expected)) in printed.iter().zip(&expected).enumerate() {
                match expected {
                    Some("") => assert_eq!(*line, ""),
                    Some(code) => {
                        let answer = parsed(line);
                        assert_eq!(
                            (&answer["line"], &answer["error"]["code"]),
                            (&json!(at + 1), &json!(code)),
                            "{verb:?}"
                        );
                    }
                    None => assert!(parsed(line).get("error").is_none(), "{verb:?}: {line}"),
                }
            }
        }
    }
}

#[test]
fn order_and_number_are_kept_by_several_threads() {
    // Some lines take far longer than others.
    let records = (0..3000).map(|number| match number % 500 {
        0 => json!({ "slotDuration": number, "notes": "x".repeat(300_000) }),
        _ => json!({ "slotDuration": number }),
    });
    let path = file("ordered.ndjson", lines(records));
    let one = calendiff(&["normalize", "--ndjson", "--jobs", "1", &path])
        .output()
        .unwrap();
    let several = calendiff(&["normalize", "--ndjson", "--jobs", "4", &path])
        .output()
        .unwrap();
    assert!(one.stdout == several.stdout, "the answers differ");
    let numbers = out(&one)
        .lines()
        .map(|line| parsed(line)["slotDuration"].as_u64().unwrap())
        .collect::<Vec<_>>();
    assert_eq!(numbers, (0..3000).collect::<Vec<_>>());
}

#[test]
fn a_list_of_records_is_answered_item_by_item() {
    let items = "[\n  {\"slotDuration\": 30},\n  {\"slug\": oops}, {\"slotDuration\": 0}\n]";
    for text in [
        items.to_owned(),
        format!("{{ \"calendars\": {items}, \"traceId\": \"a\" }}"),
        format!("\u{feff}{items}"),
    ] {
        let output = fed(
            &["validate", "--ndjson", "--format", "json", "-"],
            text.as_bytes(),
        );
        assert_eq!(output.status.code(), Some(2), "{}", err(&output));
        let printed = out(&output);
        let answers: Vec<Value> = printed
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let indexes: Vec<_> = answers
            .iter()
            .map(|answer| answer["index"].clone())
            .collect();
        assert_eq!(indexes, [json!(0), json!(1), json!(2)]);
        let issue = answers[2]["report"]["issues"]
            .as_array()
            .unwrap()
            .iter()
            .find(|issue| issue["pointer"] == "/slotDuration");
        assert_eq!(
            (&issue.unwrap()["line"], &issue.unwrap()["column"]),
            (&json!(3), &json!(36)),
            "{}",
            answers[2]
        );
        assert_eq!(
            answers[1]["error"]["message"],
            "line 3, column 12: expected a value, found `o`"
        );
        assert!(
            err(&output).starts_with("calendiff: standard input[1]: line 3, column 12: "),
            "{}",
            err(&output)
        );
        let text = fed(&["validate", "--ndjson", "-"], text.as_bytes());
        assert!(
            out(&text).contains("        3 | {\"slotDuration\": 0}"),
            "{}",
            out(&text)
        );
    }
    let cut = fed(
        &["normalize", "--ndjson", "-"],
        b"{\"locations\":[{\"business\":{\"name\":\"a\"}},{\"name\":",
    );
    assert_eq!(cut.status.code(), Some(2));
    assert!(
        err(&cut).contains("the list of records must end here"),
        "{}",
        err(&cut)
    );
    assert_eq!(out(&cut).lines().count(), 2, "{}", out(&cut));
    let alone = fed(&["normalize", "--ndjson", "-"], b"[]");
    assert_eq!((alone.status.code(), &*out(&alone)), (Some(0), ""));
}

#[test]
fn of_compressed_data_that_is_cut_off_the_lines_before_are_answered() {
    let many =
        lines((0..200_000).map(|number| json!({ "slotDuration": number * 7919 % 10_007 + 1 })));
    for (name, bytes) in [
        ("gzip", gzip(many.as_bytes())),
        ("zstd", zstd(many.as_bytes())),
    ] {
        let whole = calendiff(&["normalize", "--ndjson", &file("whole", &bytes)])
            .output()
            .unwrap();
        assert!(
            (whole.status.code(), whole.stdout.as_slice()) == (Some(0), many.as_bytes()),
            "{name}: {}",
            err(&whole)
        );
        let half = file("half", &bytes[..bytes.len() / 2]);
        let output = calendiff(&["normalize", "--ndjson", &half])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert!(
            many.as_bytes().starts_with(&output.stdout) && output.stdout.len() > 1000,
            "{name}"
        );
        assert!(
            err(&output).starts_with(&format!(
                "calendiff: {half}: cannot be read: its {name} data is "
            )),
            "{}",
            err(&output)
        );
        let summary = calendiff(&[
            "validate",
            "--ndjson",
            "--summary",
            "--format",
            "json",
            &half,
        ])
        .output()
        .unwrap();
        let answered = out(&output).lines().count();
        assert_eq!(
            (summary.status.code(), &parsed(&out(&summary))["records"]),
            (Some(2), &json!(answered)),
            "{name}"
        );
        let written = file("half-output", "old");
        let output = calendiff(&["normalize", "--ndjson", "--output", &written, &half])
            .output()
            .unwrap();
        assert_eq!(
            (
                output.status.code(),
                std::fs::read_to_string(&written).unwrap()
            ),
            (Some(2), "old".to_owned())
        );
    }
    // Several members, as `cat a.gz b.gz` makes them.
    let twice = [
        gzip(b"{\"slotDuration\":1}\n"),
        gzip(b"{\"slotDuration\":2}\n"),
    ]
    .concat();
    assert_eq!(
        out(&fed(&["normalize", "--ndjson", "-"], &twice)),
        "{\"slotDuration\":1}\n{\"slotDuration\":2}\n"
    );
    let frames = [
        zstd(b"{\"slotDuration\":1}\n"),
        zstd(b"{\"slotDuration\":2}\n"),
    ]
    .concat();
    assert_eq!(
        out(&fed(&["normalize", "--ndjson", "-"], &frames)),
        "{\"slotDuration\":1}\n{\"slotDuration\":2}\n"
    );
    // A file of one document too.
    assert_eq!(
        out(&fed(&["normalize", "-"], &gzip(b"{\"slotDuration\":1}"))),
        "{\n  \"slotDuration\": 1\n}\n"
    );
}

#[test]
fn files_are_paired_by_line_or_by_id() {
    let olds = file("pairs-stored.ndjson", lines((0..3).map(stored)));
    let new = |number: usize| json!({ "id": format!("id{number}"), "slotDuration": 10 + number });
    let shuffled = file("pairs-draft.ndjson", lines([new(2), new(0), new(9)]));
    let diff = |arguments: &[&str]| {
        let output = calendiff(
            &[
                &[
                    "diff", "--ndjson", "--format", "patch", "--kind", "calendar",
                ],
                arguments,
            ]
            .concat(),
        )
        .output()
        .unwrap();
        (
            output.status.code(),
            out(&output).lines().map(parsed).collect::<Vec<_>>(),
            err(&output),
        )
    };
    let change = |value: u8| json!([{ "op": "replace", "path": "/slotDuration", "value": value }]);
    let (code, answers, said) = diff(&["--pair", "id", &olds, &shuffled]);
    assert_eq!(
        (code, &answers[..2]),
        (Some(2), &[change(12), change(10)][..]),
        "{said}"
    );
    assert_eq!(
        (&answers[2]["line"], &answers[2]["error"]["code"]),
        (&json!(3), &json!("no_partner"))
    );
    assert!(
        said.ends_with(&format!("calendiff: {olds}: ids without a partner: 1\n")),
        "{said}"
    );
    // A check for changes notices a record that is gone.
    let (code, _, said) = diff(&["--pair", "id", "--exit-code", &olds, &shuffled]);
    let gone = format!("{olds}:2: {shuffled} has no record with the id \"id1\" (no_partner)\n");
    assert!(code == Some(2) && said.ends_with(&gone), "{said}");
    let (_, answers, _) = diff(&[&olds, &shuffled]);
    let codes: Vec<_> = answers
        .iter()
        .map(|answer| answer["error"]["code"].clone())
        .collect();
    assert_eq!(codes, ["other_record", "other_record", "other_record"]);
    let short = file("pairs-short.ndjson", lines([new(0)]));
    let (code, answers, _) = diff(&[&olds, &short]);
    assert_eq!(
        (code, answers.len(), &answers[0]),
        (Some(2), 3, &change(10))
    );
    assert_eq!(
        (&answers[2]["line"], &answers[2]["error"]["code"]),
        (&json!(3), &json!("no_partner"))
    );
    // One document beside every line.
    let template = file(
        "pairs-template.json",
        json!({ "slotDuration": 12 }).to_string(),
    );
    let with = format!("draft={template}");
    let (code, answers, said) = diff(&["--with", &with, &olds]);
    assert_eq!((code, answers), (Some(0), vec![change(12); 3]), "{said}");
    for wrong in [&["--with", "other=x", &olds][..], &[&olds, &olds, &olds]] {
        assert_eq!(diff(wrong).0, Some(2), "{wrong:?}");
    }
    let (_, answers, _) = diff(&[&file("pairs-missing.ndjson", "{\"stored\":{}}\n")]);
    assert_eq!(answers[0]["error"]["code"], "document_missing");
}

#[test]
fn a_summary_of_a_merge_is_the_same_in_every_format() {
    let record = |duration: u8| json!({ "id": "a", "slotDuration": duration });
    let line = lines([json!({ "base": record(60), "ours": record(45), "theirs": record(30) })]);
    let summary = |format: &str| {
        out(&fed(
            &["merge", "--ndjson", "--summary", "--format", format, "-"],
            line.as_bytes(),
        ))
    };
    let json = parsed(&summary("json"));
    let counts = ["ok", "unreadable", "withErrors", "conflicts"].map(|name| json[name].clone());
    assert_eq!(counts, [0, 0, 1, 1].map(Value::from), "{json}");
    assert_eq!(json["codes"][0]["code"], "conflict");
    let csv = summary("csv");
    for row in [
        "total,unreadable,,0",
        "total,withErrors,,1",
        "total,conflicts,,1",
        "code,conflict,error,1,1,1,a",
    ] {
        assert!(csv.contains(row), "{csv}");
    }
}

#[test]
fn the_name_of_a_list_tells_the_kind_of_its_records() {
    let record = json!({ "id": "a", "name": "Consultation", "locationId": "l" });
    for (name, code) in [("calendars", 0), ("other", 2)] {
        let list = json!({ name: [record] }).to_string();
        assert_eq!(
            fed(&["read", "--ndjson", "-"], list.as_bytes())
                .status
                .code(),
            Some(code),
            "{name}"
        );
    }
    let odd = json!({ "locations": [{ "id": "a", "name": 5 }] }).to_string();
    let validate = [
        "validate",
        "--ndjson",
        "--format",
        "json",
        "--no-value",
        "--of",
        "record",
        "-",
    ];
    let output = fed(&validate, odd.as_bytes());
    assert_eq!(
        parsed(&out(&output))["report"]["issues"][0]["pointer"],
        "/name"
    );
}

#[test]
fn a_conflict_is_an_error_of_its_record() {
    let record = |duration: u8| json!({ "id": "a", "slotDuration": duration });
    let line = json!({ "base": record(60), "ours": record(45), "theirs": record(30) });
    let output = fed(&["merge", "--ndjson", "-"], lines([line]).as_bytes());
    let answer = parsed(&out(&output));
    assert_eq!(
        (output.status.code(), &answer["error"]["code"]),
        (Some(1), &json!("conflict"))
    );
    assert_eq!(
        answer["error"]["message"],
        "slot duration: ours 45, theirs 30, was 60"
    );
}

#[test]
fn a_full_disk_is_an_error() {
    let full = Path::new("/dev/full");
    if !full.exists() {
        return;
    }
    let path = file("full.ndjson", lines((0..1000).map(draft)));
    for arguments in [
        &["normalize", "--kind", "calendar"][..],
        &["validate", "--summary"],
    ] {
        let arguments = [arguments, &["--ndjson", &path]].concat();
        let disk = std::fs::OpenOptions::new().write(true).open(full).unwrap();
        let mut command = calendiff(&arguments);
        let output = command.stdout(Stdio::from(disk)).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(
            err(&output).contains("standard output: cannot be written: No space left"),
            "{}",
            err(&output)
        );
        let output = calendiff(&[&*arguments, &["--output", "/dev/full"]].concat())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(
            err(&output).contains("/dev/full: cannot be written: No space left"),
            "{}",
            err(&output)
        );
    }
}

#[test]
fn memory_stays_flat_and_no_bar_is_in_a_pipe() {
    let line = json!({ "slotDuration": 30, "notes": "x".repeat(2000) }).to_string() + "\n";
    let mut child = calendiff(&["normalize", "--ndjson", "--jobs", "2", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    for _ in 0..10_000 {
        stdin.write_all(line.as_bytes()).unwrap();
    }
    let status =
        std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!(
        (output.status.code(), err(&output)),
        (Some(0), String::new())
    );
    let peak = status.lines().find_map(|line| {
        line.strip_prefix("VmHWM:")?
            .trim()
            .strip_suffix(" kB")?
            .parse::<usize>()
            .ok()
    });
    assert!(
        peak.is_none_or(|kilobytes| kilobytes < 2 * LIMIT / 1024),
        "{peak:?} kB"
    );
}
