//! Input without an end, lines without an end, and lines that come one by one.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Stdio};

use serde_json::json;

use super::{calendiff, err, fed, file, out};

const LIMIT: usize = 16 << 20;

fn piped(arguments: &[&str]) -> Child {
    calendiff(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Feeds bytes for as long as they are taken; how many were, and the exit status and standard error.
fn endless(arguments: &[&str]) -> (usize, Option<i32>, String) {
    let mut child = piped(arguments);
    let mut stdin = child.stdin.take().unwrap();
    let feeder = std::thread::spawn(move || {
        let zeros = vec![0; 1 << 16];
        let mut taken = 0;
        // More than is to be taken, and an end all the same, should it be.
        while taken < 8 * LIMIT && stdin.write_all(&zeros).is_ok() {
            taken += zeros.len();
        }
        taken
    });
    let output = child.wait_with_output().unwrap();
    (feeder.join().unwrap(), output.status.code(), err(&output))
}

#[test]
fn of_input_without_an_end_no_more_is_read_than_may_be_parsed() {
    for arguments in [
        &["validate", "-"][..],
        &["explain", "-"],
        &["apply", "-", "tests/fixtures/everyday/draft.json"],
        &[
            "merge",
            "-",
            "tests/fixtures/everyday/draft.json",
            "tests/fixtures/everyday/draft.json",
        ],
    ] {
        let (taken, code, said) = endless(arguments);
        assert_eq!(code, Some(2), "{arguments:?}");
        assert_eq!(
            said,
            format!(
                "calendiff: standard input: the text has more than {LIMIT} bytes (json_size)\n"
            )
        );
        assert!(taken < LIMIT + (1 << 20), "{taken} bytes were taken");
    }
}

#[test]
fn what_is_as_large_as_may_be_is_parsed_from_a_file_and_from_a_line() {
    let largest = format!("{{\"notes\":\"{}\"}}", "x".repeat(LIMIT - 12));
    assert_eq!(largest.len(), LIMIT);
    let path = file("largest.json", format!("{largest}\n{{}}"));
    let output = calendiff(&["normalize", "--ndjson", "--kind", "calendar", &path])
        .output()
        .unwrap();
    assert_eq!(
        (output.status.code(), out(&output)),
        (Some(0), format!("{largest}\n{{}}\n")),
        "{}",
        err(&output)
    );
    let path = file("largest.json", &largest);
    let output = calendiff(&["normalize", "--kind", "calendar", &path])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
}

#[test]
fn a_line_that_is_too_large_is_an_error_and_the_next_is_read() {
    let mut text = b"{\"slotDuration\":30}\n".to_vec();
    text.resize(text.len() + 3 * LIMIT, b' ');
    text.extend(b"\n\n{\"slotDuration\":45}");
    let path = file("large-line.ndjson", text);
    let output = calendiff(&["normalize", "--ndjson", "--kind", "calendar", &path])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let too_large = json!({ "line": 2, "error": { "code": "json_size", "message": format!("the text has more than {LIMIT} bytes") } });
    assert_eq!(
        out(&output),
        format!("{{\"slotDuration\":30}}\n{too_large}\n\n{{\"slotDuration\":45}}\n")
    );
    assert_eq!(
        err(&output),
        format!("calendiff: {path}:2: the text has more than {LIMIT} bytes (json_size)\n")
    );
}

#[test]
fn what_is_said_of_a_line_is_printed_before_the_next_is_there() {
    let mut child = piped(&["validate", "--ndjson", "--format", "json", "-"]);
    let mut stdin = child.stdin.take().unwrap();
    let (sender, said) = std::sync::mpsc::channel();
    let stdout = BufReader::new(child.stdout.take().unwrap());
    let listener = std::thread::spawn(move || {
        stdout
            .lines()
            .map_while(Result::ok)
            .for_each(|line| _ = sender.send(line));
    });
    for number in 1..=3 {
        writeln!(stdin, "{}", json!({ "slotDuration": number })).unwrap();
        let line = said
            .recv_timeout(std::time::Duration::from_secs(20))
            .unwrap();
        assert!(
            line.starts_with(&format!("{{\"file\":\"standard input\",\"line\":{number},")),
            "{line}"
        );
    }
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    listener.join().unwrap();
}

#[test]
fn a_reader_that_has_seen_enough_ends_a_stream_quietly() {
    let mut child = piped(&["normalize", "--ndjson", "--kind", "calendar", "-"]);
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    writeln!(stdin, "{{}}").unwrap();
    stdout.read_line(&mut String::new()).unwrap();
    drop(stdout);
    // It may stop in the middle of these.
    while writeln!(stdin, "{{}}").is_ok() {}
    let mut said = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut said)
        .unwrap();
    assert_eq!((child.wait().unwrap().code(), &*said), (Some(0), ""));
}

/// Returns the places that are answered, the exit status, and standard error.
fn audited(text: &str) -> (Vec<String>, Option<i32>, String) {
    let output = fed(
        &[
            "validate", "--ndjson", "--of", "record", "--kind", "calendar", "-",
        ],
        text.as_bytes(),
    );
    let ids = out(&output);
    let ids = ids
        .lines()
        .filter_map(|line| line.strip_prefix("standard input"));
    let ids = ids.map(|line| {
        line.split_once(": ")
            .map_or(line, |(place, _)| place)
            .to_owned()
    });
    (ids.collect(), output.status.code(), err(&output))
}

#[test]
fn pages_of_a_list_that_were_appended_to_each_other_are_read_one_after_the_other() {
    let (fine, faulty) = (
        r#"{"id":"a","slotDuration":30}"#,
        r#"{"id":"b","slotDuration":0}"#,
    );
    let other = r#"{"id":"c","slotDuration":30}"#;
    for (text, places) in [
        (
            format!("{{\"calendars\":[\n{fine}]}}\n{{\"calendars\":[{faulty}]}}"),
            vec!["[0]", "[1]"],
        ),
        (
            format!(
                "{{\"calendars\":[\n{fine}],\"meta\":{{\"x\":[1]}}}}{{\"calendars\":[{faulty}]}}\n"
            ),
            vec!["[0]", "[1]"],
        ),
        (format!("[\n{fine}][{faulty}]"), vec!["[0]", "[1]"]),
        (
            format!("{{\"calendars\":[\n{fine}]}}\n{faulty}\n{other}\n"),
            vec!["[0]", ":3", ":4"],
        ),
    ] {
        let (answered, status, said) = audited(&text);
        assert_eq!(
            (answered, status, &*said),
            (places.into_iter().map(str::to_owned).collect(), Some(1), ""),
            "{text}"
        );
    }
}

#[test]
fn what_follows_a_list_is_read_or_its_place_is_named() {
    let list = "{\"calendars\":[\n{\"id\":\"a\"}]";
    for (tail, place) in [
        (",\"meta\":garbage}", ":2: column 27"),
        (",\"calendars\":[{\"id\":\"b\"}]}", ":2: column 37"),
        (",\"locations\":[{\"id\":\"b\"}]}", ":2: column 37"),
        ("]}", ":2: column 13"),
        ("", ":2: column 12"),
    ] {
        let (answered, status, said) = audited(&format!("{list}{tail}"));
        assert_eq!((answered.len(), status), (1, Some(2)), "{tail} {said}");
        assert!(
            said.starts_with(&format!(
                "calendiff: standard input{place}: the list of records must end"
            )),
            "{said}"
        );
    }
    let (_, status, said) = audited("[\n{\"id\":\"a\"}]garbage}");
    assert_eq!(status, Some(2));
    assert!(
        said.contains("standard input:2: column 12: expected a value"),
        "{said}"
    );
}

#[test]
fn a_refusal_or_a_list_is_no_record_that_is_ok() {
    for (text, code) in [
        (r#"{"calendars":[{"id":"a"}]}"#, "envelope_unknown"),
        (r#"{"location":{"id":"a"}}"#, "envelope_unknown"),
        (r#"{"error":"Forbidden"}"#, "a_refusal"),
        (r#"{"statusCode":500}"#, "a_refusal"),
        (
            r#"{"message":"Unauthorized","traceId":"2fe6"}"#,
            "a_refusal",
        ),
    ] {
        for of in ["update", "record"] {
            let output = fed(
                &["validate", "--kind", "calendar", "--of", of, "-"],
                text.as_bytes(),
            );
            assert_eq!(output.status.code(), Some(2), "{text} {}", out(&output));
            assert!(
                err(&output).trim_end().ends_with(&format!("({code})")),
                "{text} {}",
                err(&output)
            );
        }
    }
    let lines = "{\"statusCode\":500}\n{\"calendars\":[{\"id\":\"a\",\"slotDuration\":0}]}\n";
    let output = fed(
        &[
            "validate", "--kind", "calendar", "--of", "record", "--ndjson", "-",
        ],
        lines.as_bytes(),
    );
    assert_eq!(output.status.code(), Some(2));
    assert!(
        err(&output).contains("standard input:1: expected a calendar, found a refusal"),
        "{}",
        err(&output)
    );
}
