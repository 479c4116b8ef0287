//! Input without an end, lines without an end, and lines that come one by one.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Stdio};

use serde_json::json;

use super::{calendiff, err, file, out};

const LIMIT: usize = 16 << 20;

fn piped(arguments: &[&str]) -> Child {
    calendiff(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
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
        &["merge", "-", "tests/fixtures/everyday/draft.json", "tests/fixtures/everyday/draft.json"],
    ] {
        let (taken, code, said) = endless(arguments);
        assert_eq!(code, Some(2), "{arguments:?}");
        assert_eq!(said, format!("calendiff: standard input: the text has more than {LIMIT} bytes (json_size)\n"));
        assert!(taken < LIMIT + (1 << 20), "{taken} bytes were taken");
    }
}

#[test]
fn what_is_as_large_as_may_be_is_parsed_from_a_file_and_from_a_line() {
    let largest = format!("{{\"notes\":\"{}\"}}", "x".repeat(LIMIT - 12));
    assert_eq!(largest.len(), LIMIT);
    let path = file("largest.json", format!("{largest}\n{{}}"));
    let output = calendiff(&["normalize", "--ndjson", "--kind", "calendar", &path]).output().unwrap();
    assert_eq!((output.status.code(), out(&output)), (Some(0), format!("{largest}\n{{}}\n")), "{}", err(&output));
    let path = file("largest.json", &largest);
    let output = calendiff(&["normalize", "--kind", "calendar", &path]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
}

#[test]
fn a_line_that_is_too_large_is_an_error_and_the_next_is_read() {
    let mut text = b"{\"slotDuration\":30}\n".to_vec();
    text.resize(text.len() + 3 * LIMIT, b' ');
    text.extend(b"\n\n{\"slotDuration\":45}");
    let path = file("large-line.ndjson", text);
    let output = calendiff(&["normalize", "--ndjson", "--kind", "calendar", &path]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let too_large = json!({ "line": 2, "error": { "code": "json_size", "message": format!("the text has more than {LIMIT} bytes") } });
    assert_eq!(out(&output), format!("{{\"slotDuration\":30}}\n{too_large}\n\n{{\"slotDuration\":45}}\n"));
    assert_eq!(err(&output), format!("calendiff: {path}:2: the text has more than {LIMIT} bytes (json_size)\n"));
}

#[test]
fn what_is_said_of_a_line_is_printed_before_the_next_is_there() {
    let mut child = piped(&["validate", "--ndjson", "--format", "json", "-"]);
    let mut stdin = child.stdin.take().unwrap();
    let (sender, said) = std::sync::mpsc::channel();
    let stdout = BufReader::new(child.stdout.take().unwrap());
    let listener =
        std::thread::spawn(move || stdout.lines().map_while(Result::ok).for_each(|line| _ = sender.send(line)));
    for number in 1..=3 {
        writeln!(stdin, "{}", json!({ "slotDuration": number })).unwrap();
        let line = said.recv_timeout(std::time::Duration::from_secs(20)).unwrap();
        assert!(line.starts_with(&format!("{{\"file\":\"standard input\",\"line\":{number},")), "{line}");
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
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!((child.wait().unwrap().code(), &*said), (Some(0), ""));
}
