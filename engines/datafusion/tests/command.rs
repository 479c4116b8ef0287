//! The command: tables of NDJSON and Parquet, forms of answers, and errors.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fmt::Write;
use std::process::{Command, Output};

use tempfile::TempDir;

fn run(folder: &TempDir, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_calendiff-sql"))
        .current_dir(folder)
        .args(arguments)
        .output()
        .unwrap()
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
    assert_eq!(
        (output.status.code(), &*output.stdout),
        (Some(2), &b""[..]),
        "{arguments:?}"
    );
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
    // Bytes that separate or quote fields elsewhere, lines that are blank, and no end of the last line.
    let lines = "{\"id\":\"a,b\\\"c\"}\n\n\u{1}\u{2}{\"id\":\"x\"}\n\"quoted\",\t'\u{2}\n  \n \t\r\n# comment\n{\"id\":\"ü\"}";
    let folder = folder_with(&[("a.ndjson", lines.as_bytes())]);
    let query = "SELECT line, calendar_value(line, '/id') AS id FROM a";
    let expected = concat!(
        r#"{"line":"{\"id\":\"a,b\\\"c\"}","id":"a,b\"c"}"#,
        "\n",
        r#"{"line":"\u0001\u0002{\"id\":\"x\"}"}"#,
        "\n",
        r#"{"line":"\"quoted\",\t'\u0002"}"#,
        "\n",
        r##"{"line":"# comment"}"##,
        "\n",
        r#"{"line":"{\"id\":\"ü\"}","id":"ü"}"#,
        "\n"
    );
    assert_eq!(
        printed(&folder, &[query, "-t", "a=a.ndjson", "-f", "ndjson"]),
        expected
    );
}

#[test]
fn a_carriage_return_is_white_space() {
    let folder = folder_with(&[(
        "a.ndjson",
        b"{\"id\":\r\"a\",\"name\":\"x\"}\r\n\r\n{\"id\":\"b\"}\r\n",
    )]);
    let query = "SELECT calendar_value(line, '/id') AS id, calendar_ok(line, 'specification', 'record') AS ok FROM a";
    assert_eq!(
        printed(&folder, &[query, "-t", "a=a.ndjson", "-f", "csv"]),
        "id,ok\na,true\nb,true\n"
    );
}

#[test]
fn an_answer_has_the_form_that_is_asked_for() {
    let folder = folder_with(&[("calendars.ndjson", CALENDARS)]);
    let query = "SELECT calendar_value(line, '/id') AS id, calendar_issues(line, 'specification', 'record') AS issues, \
                 calendar_ok(line, 'specification', 'record') AS ok FROM calendars LIMIT 1";
    let asked = |format: &str| {
        printed(
            &folder,
            &[
                query,
                "-t",
                "calendars=calendars.ndjson",
                "--format",
                format,
            ],
        )
    };
    assert_eq!(
        asked("ndjson"),
        "{\"id\":\"ada\",\"issues\":[],\"ok\":true}\n"
    );
    assert_eq!(asked("csv"), "id,issues,ok\nada,[],true\n");
    assert_eq!(
        asked("table"),
        "+-----+--------+------+\n| id  | issues | ok   |\n+-----+--------+------+\n| ada | []     | true |\n+-----+--------+------+\n"
    );
    let edit = "SELECT calendar_edit(line, 'slotDuration = 45')['body'] FROM calendars";
    let bodies = printed(
        &folder,
        &[
            edit,
            "-t",
            "calendars=calendars.ndjson",
            "--format",
            "lines",
        ],
    );
    assert_eq!(bodies, "{\"slotDuration\":45}\n\n\n");
    let pairs = "SELECT calendar_edit(line, 'slotDuration = 45') AS e FROM calendars";
    let csv = printed(
        &folder,
        &[pairs, "-t", "calendars=calendars.ndjson", "--format", "csv"],
    );
    assert!(
        csv.contains(
            r#""{""ok"":false,""refused"":""json_syntax"",""reason"":""stored: line 1, column 13"#
        ),
        "{csv}"
    );
}

#[test]
fn parquet_is_written_and_read() {
    let folder = folder_with(&[("calendars.ndjson", CALENDARS)]);
    let copy = "COPY (SELECT calendar_value(line, '/id') AS id, line AS record FROM calendars) TO 'calendars.parquet'";
    printed(&folder, &[copy, "-t", "calendars=calendars.ndjson"]);
    let count = "SELECT id FROM calendars WHERE NOT calendar_ok(record, 'specification', 'record')";
    assert_eq!(
        printed(
            &folder,
            &[count, "-t", "calendars=calendars.parquet", "-f", "ndjson"]
        ),
        "{\"id\":\"ben\"}\n{}\n"
    );
}

/// Returns the names in a folder.
fn names(folder: &TempDir) -> Vec<String> {
    let names = folder
        .path()
        .read_dir()
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = names.collect();
    names.sort();
    names
}

#[test]
fn a_file_is_written_whole_or_not_at_all() {
    let mut lines = "{\"id\":\"a\"}\n".repeat(20_000).into_bytes();
    let good = lines.clone();
    lines.extend(b"{\"id\":\"\xff\"}\n");
    let folder = folder_with(&[("good.ndjson", &good), ("bad.ndjson", &lines)]);
    for target in ["copy.parquet", "copy.csv", "copy.json"] {
        let file = folder.path().join(target);
        let copy = |table: &str| format!("COPY (SELECT line FROM {table}) TO '{target}'");
        printed(&folder, &[&copy("good"), "-t", "good=good.ndjson"]);
        let before = std::fs::read(&file).unwrap();
        refused(&folder, &[&copy("bad"), "-t", "bad=bad.ndjson"]);
        assert!(std::fs::read(&file).unwrap() == before, "{target}");
        std::fs::remove_file(&file).unwrap();
        refused(&folder, &[&copy("bad"), "-t", "bad=bad.ndjson"]);
        let division = format!("COPY (SELECT 1 / (length(line) - 10) FROM good) TO '{target}'");
        refused(&folder, &[&division, "-t", "good=good.ndjson"]);
        assert_eq!(names(&folder), ["bad.ndjson", "good.ndjson"], "{target}");
    }
}

#[test]
fn a_file_that_is_replaced_may_be_read_beforehand() {
    let folder = folder_with(&[("a.ndjson", CALENDARS)]);
    printed(
        &folder,
        &[
            "COPY (SELECT line FROM a) TO 'a b*[1].parquet'",
            "-t",
            "a=a.ndjson",
        ],
    );
    let half = [
        "COPY (SELECT line FROM a LIMIT 2) TO 'a b*[1].parquet'",
        "-t",
        "a=a b*[1].parquet",
    ];
    assert_eq!(
        printed(&folder, &[&half[..], &["-f", "csv"]].concat()),
        "count\n2\n"
    );
    let count = [
        "SELECT count(*) AS n FROM a",
        "-t",
        "a=a b*[1].parquet",
        "-f",
        "csv",
    ];
    assert_eq!(printed(&folder, &count), "n\n2\n");
    assert_eq!(names(&folder), ["a b*[1].parquet", "a.ndjson"]);
}

#[cfg(unix)]
#[test]
fn a_link_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder_with(&[("a.ndjson", CALENDARS), ("old.csv", b"old")]);
    let (old, link) = (
        folder.path().join("old.csv"),
        folder.path().join("link.csv"),
    );
    std::fs::set_permissions(&old, std::fs::Permissions::from_mode(0o600)).unwrap();
    symlink("old.csv", &link).unwrap();
    printed(&folder, &["COPY (SELECT 1 AS n) TO 'link.csv'"]);
    assert_eq!(std::fs::read_to_string(&old).unwrap(), "n\n1\n");
    assert_eq!(
        std::fs::metadata(&old).unwrap().permissions().mode() & 0o777,
        0o600
    );
    assert!(link.is_symlink());
}

#[test]
fn a_folder_is_written_in_place() {
    let folder = folder_with(&[("a.ndjson", CALENDARS)]);
    printed(
        &folder,
        &[
            "COPY (SELECT line FROM a) TO 'out/' STORED AS PARQUET",
            "-t",
            "a=a.ndjson",
        ],
    );
    assert_eq!(
        printed(
            &folder,
            &["SELECT count(*) AS n FROM a", "-t", "a=out", "-f", "csv"]
        ),
        "n\n3\n"
    );
}

#[test]
fn no_statement_writes_into_a_table() {
    let folder = folder_with(&[]);
    std::fs::create_dir(folder.path().join("in")).unwrap();
    printed(&folder, &["COPY (SELECT 'a' AS line) TO 'in/a.parquet'"]);
    for statement in [
        "INSERT INTO a VALUES ('b')",
        "EXPLAIN ANALYZE INSERT INTO a VALUES ('b')",
        "CREATE TABLE b AS SELECT * FROM a",
        "CREATE EXTERNAL TABLE b STORED AS PARQUET LOCATION 'in/'",
        "EXPLAIN ANALYZE COPY a TO 'in/b.parquet'",
    ] {
        let found = refused(&folder, &[statement, "-t", "a=in"]);
        assert!(
            found.contains("expected a query, or COPY (query) TO 'FILE'"),
            "{statement}: {found}"
        );
    }
    assert_eq!(folder.path().join("in").read_dir().unwrap().count(), 1);
    printed(&folder, &["EXPLAIN SELECT * FROM a", "-t", "a=in"]);
}

#[test]
fn a_folder_that_would_be_read_in_part_is_refused() {
    let folder = folder_with(&[]);
    let inside = |name: &str, files: &[&str]| {
        let inner = folder.path().join(name);
        std::fs::create_dir(&inner).unwrap();
        for file in files {
            std::fs::write(inner.join(file), CALENDARS).unwrap();
        }
    };
    inside("mixed", &["a.ndjson", "b.jsonl"]);
    inside("packed", &["a.ndjson", "b.ndjson.gz", "C.NDJSON"]);
    inside("nested", &["a.ndjson"]);
    inside("nested/inner", &["b.ndjson"]);
    inside("empty", &["README"]);
    inside("fine", &["a.ndjson", "README"]);
    for (name, said) in [
        (
            "mixed",
            "mixed: the folder has files that end in .jsonl and .ndjson; expected one of them",
        ),
        (
            "packed",
            "packed: cannot read C.NDJSON, b.ndjson.gz: a folder is a table without",
        ),
        (
            "nested",
            "nested: cannot read inner/: a folder is a table without subfolders",
        ),
        (
            "empty",
            "empty: the folder has no file that ends in .ndjson, .jsonl or .parquet",
        ),
    ] {
        let found = refused(&folder, &["SELECT * FROM a", "-t", &format!("a={name}")]);
        assert!(found.contains(said), "{name}: {found}");
    }
    assert_eq!(
        printed(
            &folder,
            &["SELECT count(*) AS n FROM a", "-t", "a=fine", "-f", "csv"]
        ),
        "n\n3\n"
    );
}

#[cfg(unix)]
#[test]
fn a_pipe_is_no_table() {
    let folder = folder_with(&[]);
    assert!(
        Command::new("mkfifo")
            .arg(folder.path().join("a.ndjson"))
            .status()
            .unwrap()
            .success()
    );
    for table in ["a=a.ndjson", "a=/dev/null"] {
        let found = refused(&folder, &["SELECT * FROM a", "-t", table]);
        assert!(
            found.contains("a pipe or a device cannot be a table"),
            "{found}"
        );
    }
}

#[test]
fn the_line_that_is_not_utf8_is_named() {
    let mut lines = format!("{{\"name\":\"{}\"}}\n", "x".repeat(200))
        .repeat(100_000)
        .into_bytes();
    assert!(
        lines.len() > 2 * (10 << 20),
        "a file below 10 MiB is not shared"
    );
    lines.extend(b"{\"name\":\"caf\xe9\"}\n{}\n");
    let folder = folder_with(&[
        ("good.ndjson", CALENDARS),
        ("bad.ndjson", &lines),
        ("utf16.ndjson", b"{}\n\xff\xfe{\0}\0\n\0"),
    ]);
    let count = "SELECT count(*) FROM a JOIN good ON a.line = good.line";
    for jobs in ["1", "2"] {
        let found = refused(
            &folder,
            &[
                count,
                "-t",
                "good=good.ndjson",
                "-t",
                "a=bad.ndjson",
                "--jobs",
                jobs,
            ],
        );
        assert_eq!(
            found,
            "calendiff-sql: bad.ndjson: line 100001 is not UTF-8\n"
        );
    }
    let found = refused(&folder, &["SELECT * FROM a", "-t", "a=utf16.ndjson"]);
    assert_eq!(found, "calendiff-sql: utf16.ndjson: line 2 is not UTF-8\n");
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
    assert_eq!(
        printed(
            &folder,
            &["SELECT count(*) AS n FROM t", "-t", &table, "-f", "csv"]
        ),
        "n\n6\n"
    );
    let table = format!("t={}", inner.join("a.ndjson").display());
    assert_eq!(
        printed(
            &folder,
            &["SELECT count(*) AS n FROM t", "-t", &table, "-f", "csv"]
        ),
        "n\n3\n"
    );
}

#[test]
fn threads_share_a_file_and_lose_no_line() {
    let mut lines = String::new();
    for n in 0..180_000 {
        writeln!(
            lines,
            "{{\"id\":\"{n}\",\"name\":\"{}\"}}",
            "ü".repeat(n % 97)
        )
        .unwrap();
    }
    assert!(
        lines.len() > 2 * (10 << 20),
        "a file below 10 MiB is not shared"
    );
    let folder = folder_with(&[("a.ndjson", lines.as_bytes())]);
    let query =
        "SELECT count(*) AS n, count(DISTINCT line) AS lines, sum(length(line)) AS length FROM a";
    let plan = printed(
        &folder,
        &[
            &format!("EXPLAIN {query}"),
            "-t",
            "a=a.ndjson",
            "--jobs",
            "3",
            "-f",
            "csv",
        ],
    );
    assert!(plan.contains("3 groups"), "{plan}");
    let length = lines.chars().count() - 180_000;
    for jobs in ["1", "3"] {
        let found = printed(
            &folder,
            &[query, "-t", "a=a.ndjson", "--jobs", jobs, "-f", "csv"],
        );
        assert_eq!(found, format!("n,lines,length\n180000,180000,{length}\n"));
    }
}

#[test]
fn a_table_shows_a_thousand_rows_and_hides_no_control_character() {
    let folder = folder_with(&[("a.ndjson", "\u{1b}[2J\u{202e}\n".repeat(1001).as_bytes())]);
    let output = run(&folder, &["SELECT line FROM a", "-t", "a=a.ndjson"]);
    let shown = String::from_utf8(output.stdout).unwrap();
    assert_eq!(shown.lines().count(), 1004);
    assert!(
        shown.contains("\\u{1b}[2J\\u{202e}") && !shown.contains('\u{1b}'),
        "{shown}"
    );
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
        format!(
            "SELECT count(*) FILTER (WHERE e['ok']), max(e['body']), min(e['refused']) FROM ({edit})"
        ),
    ] {
        let plan = printed(
            &folder,
            &[
                &format!("EXPLAIN FORMAT INDENT {query}"),
                "-t",
                "a=a.ndjson",
                "-f",
                "csv",
            ],
        );
        let (_, physical) = plan.split_once("physical_plan").unwrap();
        assert_eq!(physical.matches("calendar_edit(").count(), 1, "{physical}");
    }
}

#[test]
fn functions_are_listed() {
    let listed = printed(&folder_with(&[]), &["--functions"]);
    let body = "calendar_body(stored, draft [, mode])\n  The body to send.\n    stored: the stored record\n";
    assert!(
        listed.contains(body) && listed.contains("\nlocation_verify(stored, sent, after)\n"),
        "{listed}"
    );
    assert_eq!(
        listed.lines().filter(|line| !line.starts_with(' ')).count(),
        calendiff_datafusion::functions().len()
    );
    for returned in [
        "returns true or false\n",
        "returns a list of { code, severity, basis, pointer, message, detail, fix }\n",
        "returns { ok: true or false, applied: a list of text, ",
    ] {
        assert!(listed.contains(returned), "{listed}");
    }
}

#[test]
fn what_cannot_be_done_is_said() {
    let folder = folder_with(&[
        ("a.ndjson", CALENDARS),
        ("a.ndjson.gz", b"\x1f\x8b"),
        ("bad.parquet", b"no Parquet"),
    ]);
    let select = "SELECT * FROM a";
    for (arguments, said) in [
        (
            &["SELECT * FROM b", "-t", "a=a.ndjson"][..],
            "'datafusion.public.b' not found",
        ),
        (&["SELEC", "-t", "a=a.ndjson"], "SELEC"),
        (
            &[select, "-t", "a=none.ndjson"],
            "none.ndjson: No such file or directory",
        ),
        (
            &[select, "-t", "a=a.ndjson.gz"],
            "a.ndjson.gz: expected .ndjson, .jsonl or .parquet, or a folder of them; unpack .gz and .zst first",
        ),
        (&[select, "-t", "a=bad.parquet"], "arquet"),
        (
            &[select, "-t", "A=a.ndjson"],
            "expected a name of lower-case letters, digits and underscores",
        ),
        (&[select, "-t", "a.ndjson"], "expected NAME=FILE"),
        (
            &[
                "SELECT line, line AS b FROM a",
                "-t",
                "a=a.ndjson",
                "-f",
                "lines",
            ],
            "prints one column of text, found 2 columns",
        ),
        (
            &["SELECT line FROM a", "-t", "a=a.parquet.d"],
            "a.parquet.d: No such file or directory",
        ),
        (
            &["SELECT 1 AS n WHERE false", "-f", "lines"],
            "prints one column of text, found Int64",
        ),
        (
            &[
                "SELECT line || chr(10) FROM a",
                "-t",
                "a=a.ndjson",
                "-f",
                "lines",
            ],
            "row 1 has a line end in its text",
        ),
        (
            &["COPY (SELECT 1) TO 'none/a.parquet'"],
            "none/a.parquet: the folder does not exist",
        ),
        (
            &[
                "SELECT calendar_ok(line, 'servce') FROM a",
                "-t",
                "a=a.ndjson",
            ],
            "found servce",
        ),
        (
            &["SELECT calendar_isues(line) FROM a", "-t", "a=a.ndjson"],
            "'calendar_isues'. Did you mean 'calendar_issues'?",
        ),
        (
            &["SELECT calendar_diff(line) FROM a", "-t", "a=a.ndjson"],
            "planning: expected calendar_diff(stored, draft [, absent]), found 1 argument\n",
        ),
        (
            &["SELECT calendar_ok(1) FROM a", "-t", "a=a.ndjson"],
            "planning: calendar_ok: draft: expected text or binary, found Int64\n",
        ),
    ] {
        let found = refused(&folder, arguments);
        assert!(found.contains(said), "{arguments:?}: {found}");
    }
}
