//! Arguments of every type and form: NULL, all types of text, literals beside columns, and what cannot be meant.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, BinaryArray, Int64Array, RecordBatch, StringArray};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::DataType;
use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::common::Result;
use datafusion::prelude::SessionContext;

const STORED: &str = r##"{"id":"Kx2m","name":"Intro","slotDuration":60,"eventColor":"#039be5"}"##;
const DRAFT: &str = r##"{"slotDuration":45,"eventColor":"#f00"}"##;
const AFTER: &str = r##"{"id":"Kx2m","name":"Intro","slotDuration":45,"eventColor":"#039be5"}"##;

/// A call of each verb, with its arguments as texts.
const CALLS: [(&str, &[&str]); 10] = [
    ("ok", &[DRAFT, "service", "update"]),
    ("issues", &[DRAFT, "service", "update"]),
    ("value", &[STORED, "/name"]),
    ("normalize", &[DRAFT]),
    ("diff", &[STORED, DRAFT, "keep"]),
    ("patch", &[STORED, DRAFT, "remove"]),
    ("body", &[STORED, DRAFT, "changed"]),
    ("edit", &[STORED, "name = \"Ada\"", "full", "service"]),
    ("merge", &[STORED, DRAFT, AFTER, "ours"]),
    ("verify", &[STORED, DRAFT, AFTER]),
];

const TYPES: [DataType; 6] = [
    DataType::Utf8,
    DataType::LargeUtf8,
    DataType::Utf8View,
    DataType::Binary,
    DataType::LargeBinary,
    DataType::BinaryView,
];

/// Returns a session whose table `t` has columns of texts.
fn session(columns: &[(&str, ArrayRef)]) -> SessionContext {
    let mut context = SessionContext::new();
    calendiff_datafusion::register_all(&mut context).unwrap();
    if !columns.is_empty() {
        let columns = columns.iter().map(|(name, column)| (*name, Arc::clone(column)));
        drop(context.register_batch("t", RecordBatch::try_from_iter(columns).unwrap()).unwrap());
    }
    context
}

fn texts(texts: &[Option<&str>]) -> ArrayRef {
    Arc::new(texts.iter().copied().collect::<StringArray>())
}

/// Returns the answer to a query as a table, without its head.
fn answer(context: &SessionContext, query: &str) -> Result<Vec<String>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let batches = runtime.block_on(async { context.sql(query).await?.collect().await })?;
    let table = pretty_format_batches(&batches)?.to_string();
    let rows = table.lines().skip(3).filter_map(|line| line.strip_prefix("| ")?.strip_suffix('|'));
    Ok(rows.map(|row| row.trim_end().to_owned()).collect())
}

/// Returns a row without the space that fills its columns.
fn words(row: &str) -> String {
    row.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn literal(text: &str) -> String {
    format!("'{text}'")
}

fn names(count: usize) -> Vec<String> {
    (0..count).map(|at| format!("a{at}")).collect()
}

#[test]
fn each_verb_is_a_function_of_both_kinds() {
    let names: Vec<_> = calendiff_datafusion::functions().iter().map(|function| function.name().to_owned()).collect();
    let verbs = CALLS.iter().map(|(verb, _)| verb);
    let expected: Vec<_> = ["calendar", "location"]
        .iter()
        .flat_map(|kind| verbs.clone().map(move |verb| format!("{kind}_{verb}")))
        .collect();
    assert_eq!(names, expected);
}

#[test]
fn columns_of_every_type_get_the_answer_of_literals() {
    for (verb, arguments) in CALLS {
        let given: Vec<_> = arguments.iter().map(|text| literal(text)).collect();
        let literals = answer(&session(&[]), &format!("SELECT calendar_{verb}({})", given.join(", "))).unwrap();
        assert!(
            literals.len() == 1 && !literals[0].is_empty() && !literals[0].contains("refused: json"),
            "{literals:?}"
        );
        let names = names(arguments.len());
        let dictionary = DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8));
        for data_type in TYPES.iter().chain([&dictionary]) {
            let columns = names
                .iter()
                .zip(arguments)
                .map(|(name, text)| (name.as_str(), cast(&texts(&[Some(text), None, Some(text)]), data_type).unwrap()));
            let context = session(&columns.collect::<Vec<_>>());
            let found = answer(&context, &format!("SELECT calendar_{verb}({}) FROM t", names.join(", "))).unwrap();
            assert_eq!(found, [literals[0].as_str(), "", literals[0].as_str()], "{verb} of {data_type}");
        }
    }
}

#[test]
fn literals_stand_beside_columns() {
    for (verb, arguments) in CALLS {
        let all: Vec<_> = arguments.iter().map(|text| literal(text)).collect();
        let expected = answer(&session(&[]), &format!("SELECT calendar_{verb}({})", all.join(", "))).unwrap();
        let names = names(arguments.len());
        let columns = names.iter().zip(arguments).map(|(name, text)| (name.as_str(), texts(&[Some(*text); 2])));
        let context = session(&columns.collect::<Vec<_>>());
        // Each subset of the arguments as columns.
        for subset in 1..1 << arguments.len() {
            let given = (0..arguments.len()).map(|at| if subset & (1 << at) == 0 { &all[at] } else { &names[at] });
            let query = format!("SELECT calendar_{verb}({}) FROM t", given.cloned().collect::<Vec<_>>().join(", "));
            assert_eq!(answer(&context, &query).unwrap(), [expected[0].as_str(); 2], "{query}");
        }
    }
}

#[test]
fn null_in_any_place_is_null() {
    for (verb, arguments) in CALLS {
        for at in 0..arguments.len() {
            let mut given: Vec<_> = arguments.iter().map(|text| literal(text)).collect();
            "NULL".clone_into(&mut given[at]);
            let query = format!("SELECT calendar_{verb}({0}) IS NULL, location_{verb}({0}) IS NULL", given.join(", "));
            assert_eq!(answer(&session(&[]), &query).unwrap().join("").matches("true").count(), 2, "{query}");
        }
    }
}

#[test]
fn bytes_that_are_not_utf_8_are_refused_row_by_row() {
    let bytes: BinaryArray = [Some(&b"{\"name\":\"\xff\"}"[..]), Some(b"{}"), None].into_iter().collect();
    let context = session(&[("b", Arc::new(bytes))]);
    let codes = "SELECT calendar_ok(b), calendar_issues(b)[1]['code'], calendar_normalize(b)['reason'] FROM t";
    let found = answer(&context, codes).unwrap();
    let expected =
        ["false | json_utf8 | draft: line 1, column 10: the text is not UTF-8", "true | omitted_defaults |", "| |"];
    assert_eq!(found.iter().map(|row| words(row)).collect::<Vec<_>>(), expected);
}

#[test]
fn an_option_that_is_none_fails_the_query() {
    let context = session(&[("a", texts(&[Some("{}")])), ("p", texts(&[Some("servce")]))]);
    let refused = |query: &str| answer(&context, query).unwrap_err().strip_backtrace();
    // A literal before the first record, and so beside no record at all.
    for (call, reason) in [
        (
            "calendar_ok(a, 'servce')",
            "calendar_ok: profile: expected specification, service or specification-only, found servce (option)",
        ),
        ("calendar_body(a, a, 'whole')", "calendar_body: mode: expected full or changed, found whole (option)"),
        ("location_value(a, 'name')", "location_value: \"name\" is not a JSON Pointer"),
        (
            "calendar_edit(a, 'slotDurations = 45')",
            "calendar_edit: edits: slotDurations: expected a member of a calendar, such as slotDuration",
        ),
        ("calendar_edit(a, '[')", "calendar_edit: edits: line 1, column 2"),
    ] {
        let found = refused(&format!("SELECT {call} FROM t WHERE a = 'none'"));
        assert!(found.contains(reason), "{found}");
    }
    let found = refused("SELECT calendar_ok(a, p) FROM t");
    assert!(found.contains("found servce"), "{found}");
    // Edits of a column are data.
    let edits = answer(&context, "SELECT calendar_edit(a, p)['refused'] FROM t").unwrap();
    assert_eq!(edits, ["edit_syntax"]);
}

#[test]
fn calls_that_fit_no_function_are_refused_when_they_are_planned() {
    let context = session(&[("a", texts(&[Some("{}")])), ("n", Arc::new(Int64Array::from(vec![1])))]);
    for (call, reason) in [
        ("calendar_ok()", "calendar_ok"),
        (
            "calendar_ok(a, 'service', 'record', 'more')",
            "expected calendar_ok(draft [, profile [, of]]), found 4 arguments",
        ),
        ("calendar_diff(a)", "expected calendar_diff(stored, draft [, absent]), found 1 arguments"),
        ("calendar_ok(n)", "calendar_ok: draft: expected text or binary, found Int64"),
    ] {
        let found = answer(&context, &format!("SELECT {call} FROM t")).unwrap_err().strip_backtrace();
        assert!(found.contains(reason), "{call}: {found}");
    }
}

#[test]
fn answers_are_columns_to_group_and_filter_by() {
    let bad = r#"{"slotDuration":"45","eventColor":"blue"}"#;
    let context = session(&[("a", texts(&[Some(bad), Some("{"), None, Some(bad), Some("{}")]))]);
    let audit = "SELECT i['code'], count(*) FROM (SELECT unnest(calendar_issues(a)) AS i FROM t) \
                 WHERE i['severity'] = 'error' GROUP BY i['code'] ORDER BY i['code']";
    let found = answer(&context, audit).unwrap();
    let expected = ["color_format | 2", "json_syntax | 1", "wrong_type | 2"];
    assert_eq!(found.iter().map(|row| words(row)).collect::<Vec<_>>(), expected);
    assert_eq!(answer(&context, "SELECT count(*) FROM t WHERE calendar_ok(a)").unwrap(), ["1"]);
    assert!(answer(&context, "SELECT calendar_issues(a) FROM t WHERE false").unwrap().is_empty());
    assert_eq!(answer(&context, "SELECT calendar_ok(a) FROM t LIMIT 1 OFFSET 4").unwrap(), ["true"]);
}
