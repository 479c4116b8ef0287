//! Arguments of every type and form: NULL, all types of text, literals beside columns, and what cannot be meant.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, BinaryArray, Int64Array, RecordBatch, StringArray};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::DataType;
use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::common::Result;
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::prelude::SessionContext;

const STORED: &str = r##"{"id":"Kx2m","name":"Intro","slotDuration":60,"eventColor":"#039be5"}"##;
const DRAFT: &str = r##"{"slotDuration":45,"eventColor":"#f00"}"##;
const AFTER: &str = r##"{"id":"Kx2m","name":"Intro","slotDuration":45,"eventColor":"#039be5"}"##;

/// A call of each verb, with its arguments as texts.
const CALLS: [(&str, &[&str]); 11] = [
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
    ("openings", &[STORED, "2026-12-01", "2026-12-31"]),
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
        let columns = columns
            .iter()
            .map(|(name, column)| (*name, Arc::clone(column)));
        drop(
            context
                .register_batch("t", RecordBatch::try_from_iter(columns).unwrap())
                .unwrap(),
        );
    }
    context
}

fn texts(texts: &[Option<&str>]) -> ArrayRef {
    Arc::new(texts.iter().copied().collect::<StringArray>())
}

/// Returns the answer to a query as a table, without its head.
fn answer(context: &SessionContext, query: &str) -> Result<Vec<String>> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let batches = runtime.block_on(async { context.sql(query).await?.collect().await })?;
    let table = pretty_format_batches(&batches)?.to_string();
    let rows = table
        .lines()
        .skip(3)
        .filter_map(|line| line.strip_prefix("| ")?.strip_suffix('|'));
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
    let names: Vec<_> = calendiff_datafusion::functions()
        .iter()
        .map(|function| function.name().to_owned())
        .collect();
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
        let literals = answer(
            &session(&[]),
            &format!("SELECT calendar_{verb}({})", given.join(", ")),
        )
        .unwrap();
        assert!(
            literals.len() == 1
                && !literals[0].is_empty()
                && !literals[0].contains("refused: json"),
            "{literals:?}"
        );
        let names = names(arguments.len());
        let dictionary = DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8));
        for data_type in TYPES.iter().chain([&dictionary]) {
            let columns = names.iter().zip(arguments).map(|(name, text)| {
                (
                    name.as_str(),
                    cast(&texts(&[Some(text), None, Some(text)]), data_type).unwrap(),
                )
            });
            let context = session(&columns.collect::<Vec<_>>());
            let found = answer(
                &context,
                &format!("SELECT calendar_{verb}({}) FROM t", names.join(", ")),
            )
            .unwrap();
            assert_eq!(
                found,
                [literals[0].as_str(), "", literals[0].as_str()],
                "{verb} of {data_type}"
            );
        }
    }
}

#[test]
fn literals_stand_beside_columns() {
    for (verb, arguments) in CALLS {
        let all: Vec<_> = arguments.iter().map(|text| literal(text)).collect();
        let expected = answer(
            &session(&[]),
            &format!("SELECT calendar_{verb}({})", all.join(", ")),
        )
        .unwrap();
        let names = names(arguments.len());
        let columns = names
            .iter()
            .zip(arguments)
            .map(|(name, text)| (name.as_str(), texts(&[Some(*text); 2])));
        let context = session(&columns.collect::<Vec<_>>());
        // Each subset of the arguments as columns.
        for subset in 1..1 << arguments.len() {
            let given = (0..arguments.len()).map(|at| {
                if subset & (1 << at) == 0 {
                    &all[at]
                } else {
                    &names[at]
                }
            });
            let query = format!(
                "SELECT calendar_{verb}({}) FROM t",
                given.cloned().collect::<Vec<_>>().join(", ")
            );
            assert_eq!(
                answer(&context, &query).unwrap(),
                [expected[0].as_str(); 2],
                "{query}"
            );
        }
    }
}

#[test]
fn null_in_any_place_is_null() {
    for (verb, arguments) in CALLS {
        for at in 0..arguments.len() {
            let mut given: Vec<_> = arguments.iter().map(|text| literal(text)).collect();
            "NULL".clone_into(&mut given[at]);
            let query = format!(
                "SELECT calendar_{verb}({0}) IS NULL, location_{verb}({0}) IS NULL",
                given.join(", ")
            );
            assert_eq!(
                answer(&session(&[]), &query)
                    .unwrap()
                    .join("")
                    .matches("true")
                    .count(),
                2,
                "{query}"
            );
        }
    }
}

#[test]
fn bytes_that_are_not_utf_8_are_refused_row_by_row() {
    let bytes: BinaryArray = [Some(&b"{\"name\":\"\xff\"}"[..]), Some(b"{}"), None]
        .into_iter()
        .collect();
    let context = session(&[("b", Arc::new(bytes))]);
    let codes = "SELECT calendar_ok(b), calendar_issues(b)[1]['code'], calendar_normalize(b)['reason'] FROM t";
    let found = answer(&context, codes).unwrap();
    let expected = [
        "false | json_utf8 | draft: line 1, column 10: the text is not UTF-8",
        "true | omitted_defaults |",
        "| |",
    ];
    assert_eq!(
        found.iter().map(|row| words(row)).collect::<Vec<_>>(),
        expected
    );
}

#[test]
fn a_record_that_is_refused_is_not_ok() {
    let context = session(&[("a", texts(&[Some("{}"), Some("{"), None]))]);
    for call in [
        "edit(a, 'name = \"Ada\"')",
        "merge(a, a, a)",
        "verify(a, a, a)",
    ] {
        let query = format!(
            "SELECT v['ok'], v['refused'] FROM (SELECT calendar_{call} AS v FROM t) WHERE NOT v['ok']"
        );
        let found = answer(&context, &query).unwrap();
        assert_eq!(
            found.iter().map(|row| words(row)).collect::<Vec<_>>(),
            ["false | json_syntax"],
            "{call}"
        );
    }
}

#[test]
fn a_stored_record_may_be_in_an_envelope() {
    let context = session(&[(
        "a",
        texts(&[Some(
            r#"{"calendar":{"id":"a","name":"x","eventColor":"blue"}}"#,
        )]),
    )]);
    let codes = |of: &str| {
        let issues = format!(
            "SELECT i['code'], i['pointer'] FROM (SELECT unnest(calendar_issues(a, 'specification', '{of}')) AS i FROM t)"
        );
        answer(&context, &issues)
            .unwrap()
            .iter()
            .map(|row| words(row))
            .collect::<Vec<_>>()
    };
    assert_eq!(codes("record"), ["color_format | /eventColor"]);
    assert!(
        codes("update")
            .iter()
            .any(|row| row.starts_with("enveloped")),
        "{:?}",
        codes("update")
    );
}

/// Records, edits, the mode, and what `calendiff edit --ndjson --plan` counts as warnings.
const PLANNED: [(&str, &str, &str, &[&str]); 8] = [
    (
        r#"{"slotDuration":"x"}"#,
        "slotBuffer = 45",
        "full",
        &["omitted_resets"],
    ),
    (r#"{"slotDuration":"x"}"#, "slotDuration = 45", "full", &[]),
    (
        r#"{"slotDuration":30,"eventColor":"blue"}"#,
        "slotBuffer = 45",
        "full",
        &[],
    ),
    (
        r#"{"slotDuration":30,"eventColor":"blue"}"#,
        "slotBuffer = 45",
        "changed",
        &["omitted_resets"],
    ),
    (
        r#"{"slotDuration":45}"#,
        "slotBuffer = 5",
        "changed",
        &["omitted_resets"],
    ),
    (
        r#"{"slotBuffer":5,"eventColor":"blue"}"#,
        "slotBuffer = 5",
        "changed",
        &[],
    ),
    ("{}", "slotDuration = 300; slotInterval = 7", "full", &[]),
    (
        r#"{"openHours":[{"daysOfTheWeek":[1],"hours":[{"openHour":9,"openMinute":0,"closeHour":9,"closeMinute":10}]}]}"#,
        "slotDuration = 60 mins",
        "full",
        &["range_short", "slot_too_long"],
    ),
];

#[test]
fn an_edit_warns_of_what_the_plan_of_the_command_warns_of() {
    for (stored, edits, mode, expected) in PLANNED {
        let call = format!("calendar_edit('{stored}', '{edits}', '{mode}')['warnings']");
        let found = answer(&session(&[]), &format!("SELECT {call}")).unwrap();
        assert_eq!(found, [format!("[{}]", expected.join(", "))], "{call}");
    }
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
        (
            "calendar_body(a, a, 'whole')",
            "calendar_body: mode: expected full or changed, found whole (option)",
        ),
        (
            "location_value(a, 'name')",
            "location_value: \"name\" is not a JSON Pointer",
        ),
        (
            "calendar_edit(a, 'slotDurations = 45')",
            "calendar_edit: edits: slotDurations: expected a member of a calendar, such as slotDuration",
        ),
        (
            "calendar_edit(a, '[')",
            "calendar_edit: edits: line 1, column 2",
        ),
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
    let context = session(&[
        ("a", texts(&[Some("{}")])),
        ("n", Arc::new(Int64Array::from(vec![1]))),
    ]);
    for (call, reason) in [
        (
            "calendar_ok()",
            "expected calendar_ok(draft [, profile [, of]]), found 0 arguments",
        ),
        (
            "calendar_ok(a, 'service', 'record', 'more')",
            "expected calendar_ok(draft [, profile [, of]]), found 4 arguments",
        ),
        (
            "calendar_diff(a)",
            "expected calendar_diff(stored, draft [, absent]), found 1 argument",
        ),
        (
            "calendar_ok(n)",
            "calendar_ok: draft: expected text or binary, found Int64",
        ),
    ] {
        let found = answer(&context, &format!("SELECT {call} FROM t"))
            .unwrap_err()
            .strip_backtrace();
        assert!(found.contains(reason), "{call}: {found}");
    }
}

#[test]
fn answers_are_columns_to_group_and_filter_by() {
    let bad = r#"{"slotDuration":"45","eventColor":"blue"}"#;
    let context = session(&[(
        "a",
        texts(&[Some(bad), Some("{"), None, Some(bad), Some("{}")]),
    )]);
    let audit = "SELECT i['code'], count(*) FROM (SELECT unnest(calendar_issues(a)) AS i FROM t) \
                 WHERE i['severity'] = 'error' GROUP BY i['code'] ORDER BY i['code']";
    let found = answer(&context, audit).unwrap();
    let expected = ["color_format | 2", "json_syntax | 1", "wrong_type | 2"];
    assert_eq!(
        found.iter().map(|row| words(row)).collect::<Vec<_>>(),
        expected
    );
    assert_eq!(
        answer(&context, "SELECT count(*) FROM t WHERE calendar_ok(a)").unwrap(),
        ["1"]
    );
    assert!(
        answer(&context, "SELECT calendar_issues(a) FROM t WHERE false")
            .unwrap()
            .is_empty()
    );
    assert_eq!(
        answer(&context, "SELECT calendar_ok(a) FROM t LIMIT 1 OFFSET 4").unwrap(),
        ["true"]
    );
}

/// Queries, and which columns of their answers the verbs write.
const ASKED: [(&str, &[&str]); 10] = [
    (
        "SELECT calendar_edit(stored, 'name = \"Ada\"')['words'] FROM t",
        &[r#"Only({"words"})"#],
    ),
    (
        "SELECT e['words'] FROM (SELECT calendar_edit(stored, 'name = \"Ada\"') AS e FROM t)",
        &[r#"Only({"words"})"#],
    ),
    (
        "SELECT e['words'], e['body'] FROM (SELECT calendar_edit(stored, 'name = \"Ada\"') AS e FROM t) AS s \
         WHERE e['body'] IS NOT NULL",
        &[r#"Only({"body", "words"})"#],
    ),
    (
        "SELECT e['words'][1] FROM (SELECT e FROM (SELECT calendar_edit(stored, 'name = \"Ada\"') AS e FROM t)) ORDER BY e['body']",
        &[r#"Only({"body", "words"})"#],
    ),
    (
        "SELECT e, e['words'] FROM (SELECT calendar_edit(stored, 'name = \"Ada\"') AS e FROM t)",
        &["All"],
    ),
    (
        "SELECT max(b) FROM (SELECT e['body'] AS b FROM (SELECT calendar_edit(stored, 'name = \"Ada\"') AS e FROM t \
         UNION ALL SELECT calendar_edit(stored, 'name = \"Ben\"') FROM t))",
        &[r#"Only({"body"})"#],
    ),
    (
        "SELECT e['body'] FROM (SELECT DISTINCT calendar_edit(stored, 'name = \"Ada\"') AS e FROM t)",
        &["All"],
    ),
    (
        "SELECT calendar_verify(stored, e['body'], draft)['ok'] FROM \
         (SELECT stored, draft, calendar_edit(stored, 'name = \"Ada\"') AS e FROM t)",
        &[r#"Only({"body"})"#, r#"Only({"ok"})"#],
    ),
    (
        "SELECT a.e['words'], b.e['body'] FROM (SELECT stored, calendar_edit(stored, 'name = \"Ada\"') AS e FROM t) a \
         JOIN (SELECT stored, calendar_edit(stored, 'name = \"Ben\"') AS e FROM t) b ON a.stored = b.stored",
        &[r#"Only({"body"})"#, r#"Only({"words"})"#],
    ),
    (
        "SELECT stored FROM t WHERE stored IN (SELECT e['body'] FROM \
         (SELECT calendar_edit(stored, 'name = \"Ada\"') AS e FROM t))",
        &[r#"Only({"body"})"#],
    ),
];

#[test]
fn an_answer_has_the_columns_that_are_asked_for() {
    let columns = [
        ("stored", texts(&[Some(STORED), None, Some("{")])),
        ("draft", texts(&[Some(DRAFT); 3])),
    ];
    let [plain, asking] = [session(&columns), session(&columns)];
    asking.add_optimizer_rule(Arc::new(calendiff_datafusion::AskedColumns));
    for (query, expected) in ASKED {
        assert_eq!(
            answer(&asking, query).unwrap(),
            answer(&plain, query).unwrap(),
            "{query}"
        );
        let found = asked(&asking, query);
        assert_eq!(
            found.iter().map(String::as_str).collect::<Vec<_>>(),
            expected,
            "{query}"
        );
    }
}

/// Returns what is asked of the verbs in an optimized plan.
fn asked(context: &SessionContext, query: &str) -> Vec<String> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let plan = runtime.block_on(async {
        context
            .sql(query)
            .await
            .unwrap()
            .into_optimized_plan()
            .unwrap()
    });
    let mut shown = String::new();
    plan.apply_with_subqueries(|node| {
        write!(shown, "{:?}", node.expressions()).unwrap();
        Ok(TreeNodeRecursion::Continue)
    })
    .unwrap();
    let asked = shown
        .split("asked: ")
        .skip(1)
        .filter_map(|rest| rest.split_once(", signature"));
    asked
        .map(|(asked, _)| asked.to_owned())
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect()
}
