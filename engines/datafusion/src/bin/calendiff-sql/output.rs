//! Answers as a table, as NDJSON, as CSV and as bare lines.

use std::io::{self, Write};
use std::sync::Arc;

use calendiff::{visible, visible_json};
use clap::ValueEnum;
use datafusion::arrow::array::{Array, ArrayRef, AsArray, RecordBatch, StringBuilder};
use datafusion::arrow::compute::cast;
use datafusion::arrow::csv;
use datafusion::arrow::datatypes::{DataType, Field, FieldRef, Schema, SchemaRef};
use datafusion::arrow::json::LineDelimitedWriter;
use datafusion::arrow::json::writer::{EncoderOptions, make_encoder};
use datafusion::arrow::util::pretty::pretty_format_batches_with_schema;
use datafusion::common::{Result, exec_err};
use datafusion::execution::SendableRecordBatchStream;
use futures::StreamExt;

/// The form of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, ValueEnum)]
pub(crate) enum Format {
    /// For people; the first 1,000 rows
    #[default]
    Table,
    /// A JSON object a line, without members for NULL
    Ndjson,
    /// With a header; lists and structs as JSON
    Csv,
    /// The text of the only column, a line for each row, which is empty for NULL
    Lines,
}

/// Rows that a table shows. Its columns are as wide as their widest text, so that all of its rows are held.
const SHOWN: usize = 1000;

impl Format {
    /// Writes the answer as it comes.
    pub(crate) async fn write(
        self,
        answer: &mut SendableRecordBatchStream,
        out: &mut impl Write,
    ) -> Result<()> {
        let schema = answer.schema();
        if self == Self::Table {
            return table(answer, out).await;
        }
        let mut row = 0;
        if self == Self::Lines {
            one_text(&schema)?;
        }
        if self == Self::Csv {
            out.write_all(&as_csv(&RecordBatch::new_empty(Arc::clone(&schema)), true)?)?;
        }
        while let Some(batch) = answer.next().await {
            let batch = batch?;
            match self {
                Self::Csv => out.write_all(&as_csv(&batch, false)?)?,
                Self::Lines => as_lines(&batch, row, out)?,
                Self::Ndjson | Self::Table => out.write_all(as_ndjson(&batch)?.as_bytes())?,
            }
            row += batch.num_rows();
        }
        Ok(())
    }
}

async fn table(answer: &mut SendableRecordBatchStream, out: &mut impl Write) -> Result<()> {
    let (mut batches, mut rows, mut is_whole) = (Vec::new(), 0, true);
    while is_whole && let Some(batch) = answer.next().await {
        let batch = batch?;
        let shown = batch.num_rows().min(SHOWN - rows);
        is_whole = shown == batch.num_rows();
        rows += shown;
        batches.push(batch.slice(0, shown));
    }
    for line in pretty_format_batches_with_schema(answer.schema(), &batches)?
        .to_string()
        .lines()
    {
        writeln!(out, "{}", visible(line))?;
    }
    if !is_whole {
        writeln!(
            io::stderr(),
            "{}: the first {SHOWN} rows; --format ndjson prints all",
            env!("CARGO_BIN_NAME")
        )?;
    }
    Ok(())
}

fn as_ndjson(batch: &RecordBatch) -> Result<String> {
    let mut writer = LineDelimitedWriter::new(Vec::new());
    writer.write(batch)?;
    writer.finish()?;
    let text = String::from_utf8_lossy(&writer.into_inner()).into_owned();
    Ok(visible_json(&text).into_owned())
}

fn as_csv(batch: &RecordBatch, has_header: bool) -> Result<Vec<u8>> {
    let schema = batch.schema();
    let columns = schema.fields().iter().zip(batch.columns());
    let columns = columns
        .map(|(field, column)| flat(field, column))
        .collect::<Result<Vec<_>>>()?;
    let fields = schema
        .fields()
        .iter()
        .zip(&columns)
        .map(|(field, column)| Field::new(field.name(), column.data_type().clone(), true));
    let schema: SchemaRef = Arc::new(Schema::new(fields.collect::<Vec<_>>()));
    let mut writer = csv::WriterBuilder::new()
        .with_header(has_header)
        .build(Vec::new());
    writer.write(&RecordBatch::try_new(schema, columns)?)?;
    Ok(writer.into_inner())
}

/// Returns a column of lists or structs as JSON text, and any other as it is.
fn flat(field: &FieldRef, column: &ArrayRef) -> Result<ArrayRef> {
    if !column.data_type().is_nested() {
        return Ok(Arc::clone(column));
    }
    let options = EncoderOptions::default();
    let mut encoder = make_encoder(field, column, &options)?;
    let mut texts = StringBuilder::new();
    for row in 0..column.len() {
        if encoder.is_null(row) {
            texts.append_null();
            continue;
        }
        let mut text = Vec::new();
        encoder.encode(row, &mut text);
        texts.append_value(String::from_utf8_lossy(&text));
    }
    Ok(Arc::new(texts.finish()))
}

/// Refuses an answer of other columns than one of text.
fn one_text(schema: &Schema) -> Result<()> {
    let types: Vec<_> = schema
        .fields()
        .iter()
        .map(|field| field.data_type())
        .collect();
    match types[..] {
        [DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View] => Ok(()),
        [other] => exec_err!("--format lines prints one column of text, found {other}"),
        _ => exec_err!(
            "--format lines prints one column of text, found {} columns",
            types.len()
        ),
    }
}

/// Prints the texts of a column. A text with a line end would be two lines.
fn as_lines(batch: &RecordBatch, first: usize, out: &mut impl Write) -> Result<()> {
    let column = cast(batch.column(0), &DataType::Utf8View)?;
    for (row, text) in column.as_string_view().iter().enumerate() {
        let text = text.unwrap_or_default();
        if text.contains('\n') {
            return exec_err!(
                "row {} has a line end in its text; --format ndjson keeps it",
                first + row + 1
            );
        }
        writeln!(out, "{text}")?;
    }
    Ok(())
}
