//! The command `calendiff-sql`: a query over files of records, with the verbs of calendiff as functions.

mod copy;
mod output;
mod tables;

use std::io::{self, BufWriter, Read, Write};
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;

use calendiff::visible;
use calendiff_datafusion::AskedColumns;
use clap::Parser;
use datafusion::arrow::datatypes::{DataType, FieldRef};
use datafusion::common::{DataFusionError, Result, exec_datafusion_err};
use datafusion::prelude::{SessionConfig, SessionContext};

use copy::Copied;
use output::Format;
use tables::{Table, not_utf8};

/// Answer a query over files of calendars and locations
///
/// A table is a file or a folder of NDJSON, with a record a line in the column `line`, or of Parquet. Each verb of calendiff
/// is a function, such as `calendar_issues(line)` and `location_diff(stored, draft)`.
#[derive(Parser)]
#[command(name = "calendiff-sql", version)]
struct Arguments {
    /// The query, or - for standard input
    #[arg(required_unless_present = "functions")]
    query: Option<String>,
    /// Print the functions and their arguments
    #[arg(long, conflicts_with = "query")]
    functions: bool,
    /// A table: NAME=FILE, where FILE ends in .ndjson, .jsonl or .parquet, or is a folder of such files; may be repeated
    #[arg(long, short, value_name = "NAME=FILE")]
    table: Vec<Table>,
    /// The form of the answer
    #[arg(long, short, value_enum, default_value_t)]
    format: Format,
    /// The number of threads, at most 256; all cores unless set
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
}

/// Rows in a row group of the Parquet that a query writes. Threads share a file by row groups, and each holds one of them.
const ROW_GROUP: usize = 10_000;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let jobs = arguments.jobs.map_or_else(
        || thread::available_parallelism().map_or(1, NonZeroUsize::get),
        usize::from,
    );
    match run(&arguments, jobs) {
        Ok(()) => ExitCode::SUCCESS,
        // A reader that closes the pipe is no failure.
        Err(DataFusionError::IoError(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(error) => {
            let said =
                not_utf8(&error, &arguments.table).unwrap_or_else(|| error.strip_backtrace());
            let said = said.lines().map(str::trim).collect::<Vec<_>>().join(" ");
            _ = writeln!(io::stderr(), "calendiff-sql: {}", visible(&said));
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments, jobs: usize) -> Result<()> {
    let mut query = String::new();
    match arguments.query.as_deref() {
        None => return functions(&mut io::stdout().lock()),
        Some("-") => drop(io::stdin().read_to_string(&mut query)?),
        Some(given) => given.clone_into(&mut query),
    }
    // Before the runtime, so that no thread writes any more when a temporary file is removed.
    let mut copied = None;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(jobs)
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let mut context = session(jobs);
        calendiff_datafusion::register_all(&mut context)?;
        for table in &arguments.table {
            table.register(&context).await?;
        }
        let mut plan = context.state().create_logical_plan(&query).await?;
        copy::check(&plan)?;
        copied = Copied::of(&mut plan)?;
        let mut answer = context
            .execute_logical_plan(plan)
            .await?
            .execute_stream()
            .await?;
        let mut out = BufWriter::new(io::stdout().lock());
        arguments.format.write(&mut answer, &mut out).await?;
        copied.take().map_or(Ok(()), Copied::finish)?;
        out.flush()
            .map_err(|error| exec_datafusion_err!("standard output: {error}"))
    })
}

/// Prints each function with its arguments and the columns of its answer.
fn functions(out: &mut impl Write) -> Result<()> {
    for function in calendiff_datafusion::functions() {
        let Some(documentation) = function.documentation() else {
            continue;
        };
        writeln!(
            out,
            "{}\n  {}",
            documentation.syntax_example, documentation.description
        )?;
        for (name, about) in documentation.arguments.iter().flatten() {
            writeln!(out, "    {name}: {about}")?;
        }
        writeln!(out, "    returns {}", shape(&function.return_type(&[])?))?;
    }
    Ok(())
}

fn shape(data_type: &DataType) -> String {
    let field = |field: &FieldRef| match field.data_type() {
        DataType::Struct(_) | DataType::List(_) | DataType::Boolean => {
            format!("{}: {}", field.name(), shape(field.data_type()))
        }
        _ => field.name().clone(),
    };
    match data_type {
        DataType::List(item) => format!("a list of {}", shape(item.data_type())),
        DataType::Struct(fields) => format!(
            "{{ {} }}",
            fields.iter().map(field).collect::<Vec<_>>().join(", ")
        ),
        DataType::Boolean => "true or false".to_owned(),
        _ => "text".to_owned(),
    }
}

fn session(jobs: usize) -> SessionContext {
    let mut config = SessionConfig::new()
        .with_target_partitions(jobs)
        .with_information_schema(true);
    let options = config.options_mut();
    options.execution.parquet.max_row_group_size = ROW_GROUP;
    // Else each column of an answer, such as `v['ok']`, would call the verb again.
    options.optimizer.enable_leaf_expression_pushdown = false;
    let context = SessionContext::new_with_config(config);
    context.add_optimizer_rule(Arc::new(AskedColumns));
    context
}
