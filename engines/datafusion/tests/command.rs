//! The command: tables of NDJSON and Parquet, forms of answers, and errors.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fmt::Write;
use std::process::{Command, Output};

use tempfile::TempDir;

fn run(folder: &TempDir, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_calendiff-sql")).current_dir(folder).args(arguments).output().unwrap()
}

/// Returns what a run that succeeds prints.
fn printed(folder: &TempDir, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns what a run that fails says.
fn refused(folder: &TempDir, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    assert_eq!((output.status.code(), &*output.stdout), (Some(2), &b""[..]), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn folder_with(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in files {
        std::fs::write(folder.path().join(name), content).unwrap();
    }
    folder
}

const CALENDARS: &[u8] = br#"{"id":"ada","slotDuration":30}
{"id":"ben","eventColor":"blue"}
{"id":"cem",
"#;

#[test]
fn a_line_is_a_record() {
    // Bytes that separate or quote fields elsewhere, ends of lines of both systems, and no end of the last line.
    let lines =
        "{\"id\":\"a,b\\\"c\"}\r\n\n\u{1}\u{2}{\"id\":\"x\"}\n\"quoted\",\t'\u{2}\n  \n# comment\n{\"id\":\"ü\"}";
    let folder = folder_with(&[("a.ndjson", lines.as_bytes())]);
    let query = "SELECT line, calendar_value(line, '/id') AS id FROM a";
    let expected = concat!(
        r#"{"line":"{\"id\":\"a,b\\\"c\"}","id":"a,b\"c"}"#,
        "\n",
        r#"{"line":"\u0001\u0002{\"id\":\"x\"}"}"#,
        "\n",
        r#"{"line":"\"quoted\",\t'\u0002"}"#,
        "\n",
        r#"{"line":"  "}"#,
        "\n",
        r##"{"line":"# comment"}"##,
        "\n",
        r#"{"line":"{\"id\":\"ü\"}","id":"ü"}"#,
        "\n"
    );
    assert_eq!(printed(&folder, &[query, "-t", "a=a.ndjson", "-f", "ndjson"]), expected);
}

#[test]
fn an_answer_has_the_form_that_is_asked_for() {
    let folder = folder_with(&[("calendars.ndjson", CALENDARS)]);
    let query = "SELECT calendar_value(line, '/id') AS id, calendar_issues(line, 'specification', 'record') AS issues, \
                 calendar_ok(line, 'specification', 'record') AS ok FROM calendars LIMIT 1";
    let asked = |format: &str| printed(&folder, &[query, "-t", "calendars=calendars.ndjson", "--format", format]);
    assert_eq!(asked("ndjson"), "{\"id\":\"ada\",\"issues\":[],\"ok\":true}\n");
    assert_eq!(asked("csv"), "id,issues,ok\nada,[],true\n");
    assert_eq!(
        asked("table"),
        "+-----+--------+------+\n| id  | issues | ok   |\n+-----+--------+------+\n| ada | []     | true |\n+-----+--------+------+\n"
    );
    let edit = "SELECT calendar_edit(line, 'slotDuration = 45')['body'] FROM calendars";
    let bodies = printed(&folder, &[edit, "-t", "calendars=calendars.ndjson", "--format", "lines"]);
    assert_eq!(bodies, "{\"slotDuration\":45}\n{\"eventColor\":\"blue\",\"slotDuration\":45}\n\n");
    let pairs = "SELECT calendar_edit(line, 'slotDuration = 45') AS e FROM calendars";
    let csv = printed(&folder, &[pairs, "-t", "calendars=calendars.ndjson", "--format", "csv"]);
    assert!(csv.contains(r#""{""refused"":""json_syntax"",""reason"":""stored: line 1, column 13"#), "{csv}");
}

#[test]
fn parquet_is_written_and_read() {
    let folder = folder_with(&[("calendars.ndjson", CALENDARS)]);
    let copy = "COPY (SELECT calendar_value(line, '/id') AS id, line AS record FROM calendars) TO 'calendars.parquet'";
    printed(&folder, &[copy, "-t", "calendars=calendars.ndjson"]);
    let count = "SELECT id FROM calendars WHERE NOT calendar_ok(record, 'specification', 'record')";
    assert_eq!(
        printed(&folder, &[count, "-t", "calendars=calendars.parquet", "-f", "ndjson"]),
        "{\"id\":\"ben\"}\n{}\n"
    );
}

#[test]
fn a_folder_is_a_table_and_no_character_of_a_path_stands_for_others() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("ex*ports [1] ü%20?");
    std::fs::create_dir(&inner).unwrap();
    for name in ["a.ndjson", "b.ndjson"] {
        std::fs::write(inner.join(name), CALENDARS).unwrap();
    }
    let table = format!("t={}", inner.display());
    assert_eq!(printed(&folder, &["SELECT count(*) AS n FROM t", "-t", &table, "-f", "csv"]), "n\n6\n");
    let table = format!("t={}", inner.join("a.ndjson").display());
    assert_eq!(printed(&folder, &["SELECT count(*) AS n FROM t", "-t", &table, "-f", "csv"]), "n\n3\n");
}

#[test]
fn threads_share_a_file_and_lose_no_line() {
    let mut lines = String::new();
    for n in 0..180_000 {
        writeln!(lines, "{{\"id\":\"{n}\",\"name\":\"{}\"}}", "ü".repeat(n % 97)).unwrap();
    }
    assert!(lines.len() > 2 * (10 << 20), "a file below 10 MiB is not shared");
    let folder = folder_with(&[("a.ndjson", lines.as_bytes())]);
    let query = "SELECT count(*) AS n, count(DISTINCT line) AS lines, sum(length(line)) AS length FROM a";
    let plan = printed(&folder, &[&format!("EXPLAIN {query}"), "-t", "a=a.ndjson", "--jobs", "3", "-f", "csv"]);
    assert!(plan.contains("3 groups"), "{plan}");
    let length = lines.chars().count() - 180_000;
    for jobs in ["1", "3"] {
        let found = printed(&folder, &[query, "-t", "a=a.ndjson", "--jobs", jobs, "-f", "csv"]);
        assert_eq!(found, format!("n,lines,length\n180000,180000,{length}\n"));
    }
}

#[test]
fn a_table_shows_a_thousand_rows_and_hides_no_control_character() {
    let folder = folder_with(&[("a.ndjson", "\u{1b}[2J\u{202e}\n".repeat(1001).as_bytes())]);
    let output = run(&folder, &["SELECT line FROM a", "-t", "a=a.ndjson"]);
    let shown = String::from_utf8(output.stdout).unwrap();
    assert_eq!(shown.lines().count(), 1004);
    assert!(shown.contains("\\u{1b}[2J\\u{202e}") && !shown.contains('\u{1b}'), "{shown}");
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "calendiff-sql: the first 1000 rows; --format ndjson prints all\n"
    );
}

#[test]
fn an_answer_is_made_once_however_many_of_its_columns_are_asked_for() {
    let folder = folder_with(&[("a.ndjson", CALENDARS)]);
    let columns = "e['ok'], e['body'], e['refused']";
    let edit = "SELECT calendar_edit(line, 'slotDuration = 45') AS e FROM a";
    for query in [
        format!("SELECT {columns} FROM ({edit})"),
        format!("SELECT count(*) FILTER (WHERE e['ok']), max(e['body']), min(e['refused']) FROM ({edit})"),
    ] {
        let plan = printed(&folder, &[&format!("EXPLAIN FORMAT INDENT {query}"), "-t", "a=a.ndjson", "-f", "csv"]);
        let (_, physical) = plan.split_once("physical_plan").unwrap();
        assert_eq!(physical.matches("calendar_edit(").count(), 1, "{physical}");
    }
}

#[test]
fn functions_are_listed() {
    let listed = printed(&folder_with(&[]), &["--functions"]);
    let body = "calendar_body(stored, draft [, mode])\n  The body to send.\n    stored: the stored record\n";
    assert!(listed.contains(body) && listed.contains("\nlocation_verify(stored, sent, after)\n"), "{listed}");
    assert_eq!(listed.lines().filter(|line| !line.starts_with(' ')).count(), 20);
}

#[test]
fn what_cannot_be_done_is_said() {
    let folder = folder_with(&[
        ("a.ndjson", CALENDARS),
        ("a.ndjson.gz", b"\x1f\x8b"),
        ("bad.parquet", b"no Parquet"),
        ("latin.ndjson", b"{}\n{\"name\":\"caf\xe9\"}\n"),
        ("utf16.ndjson", b"\xff\xfe{\0}\0\n\0"),
    ]);
    let select = "SELECT * FROM a";
    for (arguments, said) in [
        (&["SELECT * FROM b", "-t", "a=a.ndjson"][..], "'datafusion.public.b' not found"),
        (&["SELEC", "-t", "a=a.ndjson"], "SELEC"),
        (&[select, "-t", "a=none.ndjson"], "none.ndjson: No such file or directory"),
        (
            &[select, "-t", "a=a.ndjson.gz"],
            "a.ndjson.gz: expected .ndjson, .jsonl or .parquet, or a folder of them; unpack .gz and .zst first",
        ),
        (&[select, "-t", "a=bad.parquet"], "arquet"),
        (&[select, "-t", "a=latin.ndjson"], "UTF-8"),
        (&[select, "-t", "a=utf16.ndjson"], "expected 1 got 2"),
        (&[select, "-t", "A=a.ndjson"], "expected a name of lower-case letters, digits and underscores"),
        (&[select, "-t", "a.ndjson"], "expected NAME=FILE"),
        (
            &["SELECT line, line AS b FROM a", "-t", "a=a.ndjson", "-f", "lines"],
            "prints one column of text, found 2 columns",
        ),
        (&["SELECT calendar_ok(line, 'servce') FROM a", "-t", "a=a.ndjson"], "found servce"),
    ] {
        let found = refused(&folder, arguments);
        assert!(found.contains(said), "{arguments:?}: {found}");
    }
}
