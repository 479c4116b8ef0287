//! Every function beside the library's answer, over NDJSON and over Parquet of the strategies' records.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod cases;
mod library;

use std::collections::BTreeMap;
use std::sync::Arc;

use calendiff::Kind;
use datafusion::arrow::array::{ArrayRef, Int64Array, RecordBatch, StringArray};
use datafusion::arrow::datatypes::{DataType, Field, Schema};
use datafusion::arrow::json::WriterBuilder;
use datafusion::arrow::json::writer::LineDelimited;
use datafusion::dataframe::DataFrameWriteOptions;
use datafusion::prelude::{CsvReadOptions, ParquetReadOptions, SessionConfig, SessionContext};
use serde_json::{Value, json};

use cases::{COLUMNS, Case};
use library::CALLS;

/// Cases of each kind.
const COUNT: usize = 10_000;

#[test]
fn calendars_get_the_answers_of_the_library() {
    answers_are_those_of_the_library(Kind::Calendar);
}

#[test]
fn locations_get_the_answers_of_the_library() {
    answers_are_those_of_the_library(Kind::Location);
}

fn answers_are_those_of_the_library(kind: Kind) {
    let cases = cases::cases(kind, COUNT);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    let folder = tempfile::tempdir().unwrap();
    let context = runtime.block_on(context(kind, &cases, folder.path()));
    for call in CALLS {
        let sql = call.sql.replace("KIND", kind.name());
        let expected = cases[..call.count]
            .iter()
            .map(|case| (call.answer)(kind, case));
        let expected: BTreeMap<usize, Value> = expected.enumerate().collect();
        for table in ["ndjson", "parquet"] {
            let query = format!(
                "SELECT n, {sql} AS answer FROM {table} WHERE n < {}",
                call.count
            );
            let found = runtime.block_on(answers(&context, &query));
            assert_eq!(found.len(), call.count, "{query}");
            for (n, expected) in &expected {
                assert_eq!(&found[n], expected, "{query}, case {n}");
            }
        }
    }
}

/// Returns a session with the cases as NDJSON, each text a member of a line, and as Parquet, each text a column. Both are
/// split, so that two threads read them.
async fn context(kind: Kind, cases: &[Case], folder: &std::path::Path) -> SessionContext {
    let mut config = SessionConfig::new()
        .with_target_partitions(2)
        .with_repartition_file_min_size(1000);
    config.options_mut().execution.parquet.max_row_group_size = 1000;
    let mut context = SessionContext::new_with_config(config);
    calendiff_datafusion::register_all(&mut context).unwrap();

    let lines = cases.iter().enumerate().map(|(n, case)| {
        let mut line = json!({ "n": n });
        for (name, text) in COLUMNS.iter().zip(&case.texts) {
            if let Some(text) = text {
                line[*name] = json!(text);
            }
        }
        line.to_string() + "\n"
    });
    let file = folder.join("cases.ndjson");
    std::fs::write(&file, lines.collect::<String>()).unwrap();
    let options = CsvReadOptions::new()
        .has_header(false)
        .delimiter(1)
        .quote(2)
        .file_extension("ndjson");
    let schema = Schema::new(vec![Field::new("line", DataType::Utf8View, false)]);
    context
        .register_csv("lines", file.to_str().unwrap(), options.schema(&schema))
        .await
        .unwrap();
    let columns: Vec<_> = COLUMNS
        .iter()
        .map(|name| format!("{kind}_value(line, '/{name}') AS {name}"))
        .collect();
    let (number, columns) = (
        format!("CAST({kind}_value(line, '/n') AS BIGINT) AS n"),
        columns.join(", "),
    );
    let view = format!("CREATE VIEW ndjson AS SELECT {number}, {columns} FROM lines");
    context.sql(&view).await.unwrap().collect().await.unwrap();

    let numbers: ArrayRef = Arc::new(Int64Array::from_iter_values(
        0..i64::try_from(cases.len()).unwrap(),
    ));
    let texts = COLUMNS.iter().enumerate().map(|(at, name)| {
        let texts: StringArray = cases.iter().map(|case| case.texts[at].as_deref()).collect();
        (*name, Arc::new(texts) as ArrayRef)
    });
    let batch = RecordBatch::try_from_iter(std::iter::once(("n", numbers)).chain(texts)).unwrap();
    let file = folder.join("cases.parquet");
    let written = context.read_batch(batch).unwrap();
    written
        .write_parquet(file.to_str().unwrap(), DataFrameWriteOptions::new(), None)
        .await
        .unwrap();
    context
        .register_parquet("parquet", file.to_str().unwrap(), ParquetReadOptions::new())
        .await
        .unwrap();
    context
}

/// Returns the answers of a query by the number of their case.
async fn answers(context: &SessionContext, query: &str) -> BTreeMap<usize, Value> {
    let batches = context.sql(query).await.unwrap().collect().await.unwrap();
    let mut writer = WriterBuilder::new()
        .with_explicit_nulls(true)
        .build::<_, LineDelimited>(Vec::new());
    writer
        .write_batches(&batches.iter().collect::<Vec<_>>())
        .unwrap();
    writer.finish().unwrap();
    let text = String::from_utf8(writer.into_inner()).unwrap();
    let rows = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    rows.map(|mut row| {
        (
            row["n"].as_u64().unwrap().try_into().unwrap(),
            row["answer"].take(),
        )
    })
    .collect()
}
