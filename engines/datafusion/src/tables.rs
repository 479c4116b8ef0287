//! Files of records as tables.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use datafusion::arrow::array::{AsArray, BooleanArray};
use datafusion::arrow::datatypes::{DataType, Field, Schema};
use datafusion::common::{Result, plan_datafusion_err};
use datafusion::logical_expr::{ColumnarValue, ScalarUDF, Volatility, create_udf};
use datafusion::prelude::{CsvReadOptions, DataFrame, SessionContext, col};
use url::Url;

/// The formats of tables.
#[derive(Clone, Copy, Debug)]
enum Format {
    Lines,
    Parquet,
}

/// The ends of the files' names.
const ENDS: [(&str, Format); 3] = [
    (".ndjson", Format::Lines),
    (".jsonl", Format::Lines),
    (".parquet", Format::Parquet),
];

/// The ends of names of packed files.
const PACKED: [&str; 4] = [".gz", ".zst", ".bz2", ".xz"];

/// Registers a file as a table, or all files of a folder, which have one kind of end.
///
/// A file that ends in `.ndjson` or `.jsonl` becomes a column `line` with the text of each line that is not blank. A line
/// ends at `\n` alone. The columns of a file that ends in `.parquet` are its own; that needs the feature `parquet`.
///
/// # Errors
/// The file or the folder is not there, or it cannot be a table.
///
/// ```
/// # async fn count() -> datafusion::error::Result<usize> {
/// use datafusion::prelude::SessionContext;
///
/// let context = SessionContext::new();
/// calendiff_datafusion::register_table(&context, "calendars", "calendars.ndjson").await?;
/// context.table("calendars").await?.count().await
/// # }
/// ```
pub async fn register_table(
    context: &SessionContext,
    name: &str,
    path: impl AsRef<Path>,
) -> Result<()> {
    let path = path.as_ref();
    let refused = |what: String| plan_datafusion_err!("{}: {what}", path.display());
    let (end, format) = format_of(path).map_err(refused)?;
    let whole = path.canonicalize()?;
    let url = if whole.is_dir() {
        Url::from_directory_path(&whole)
    } else {
        Url::from_file_path(&whole)
    };
    // In an address no character stands for others, while * does in a path.
    let address = url
        .map_err(|()| refused("not the path of a file".to_owned()))?
        .to_string();
    match format {
        Format::Lines => context
            .register_table(name, lines(context, address, end).await?.into_view())
            .map(drop),
        #[cfg(feature = "parquet")]
        Format::Parquet => {
            let options = datafusion::prelude::ParquetReadOptions::new().file_extension(end);
            context.register_parquet(name, address, options).await
        }
        #[cfg(not(feature = "parquet"))]
        Format::Parquet => Err(refused(
            "Parquet needs the feature parquet of calendiff-datafusion".to_owned(),
        )),
    }
}

/// Returns the end and the format of a file, or of the files of a folder.
fn format_of(path: &Path) -> Result<(&'static str, Format), String> {
    let metadata = fs::metadata(path).map_err(|error| error.to_string())?;
    if metadata.is_dir() {
        return format_in(path);
    }
    if !metadata.is_file() {
        return Err(
            "a pipe or a device cannot be a table, since it cannot be read in parts; save it as a file".to_owned()
        );
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    of_name(&name).ok_or_else(|| {
        "expected .ndjson, .jsonl or .parquet, or a folder of them; unpack .gz and .zst first"
            .to_owned()
    })
}

fn of_name(name: &str) -> Option<(&'static str, Format)> {
    ENDS.into_iter().find(|(end, _)| name.ends_with(end))
}

/// Returns the end and the format of the files in a folder. A folder that would be read in part is refused.
fn format_in(folder: &Path) -> Result<(&'static str, Format), String> {
    let (mut ends, mut unread) = (BTreeSet::new(), BTreeSet::new());
    for entry in folder.read_dir().map_err(|error| error.to_string())? {
        let entry = entry.map_err(|error| error.to_string())?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_dir() {
            unread.insert(name + "/");
        } else if let Some((end, _)) = of_name(&name) {
            ends.insert(end);
        } else if PACKED.iter().any(|packed| name.ends_with(packed))
            || of_name(&name.to_lowercase()).is_some()
        {
            unread.insert(name);
        }
    }
    if !unread.is_empty() {
        let names = unread.into_iter().collect::<Vec<_>>().join(", ");
        let can =
            "a folder is a table without subfolders and packed files, and ends are in lower case";
        return Err(format!("cannot read {names}: {can}"));
    }
    let mut found = ENDS.into_iter().filter(|(end, _)| ends.contains(end));
    match (found.next(), found.next()) {
        (Some(one), None) => Ok(one),
        (None, _) => {
            Err("the folder has no file that ends in .ndjson, .jsonl or .parquet".to_owned())
        }
        _ => {
            let ends = ends.into_iter().collect::<Vec<_>>().join(" and ");
            Err(format!(
                "the folder has files that end in {ends}; expected one of them"
            ))
        }
    }
}

/// Reads the lines that are not blank, by the reader of CSV, which threads share by ranges of bytes.
async fn lines(context: &SessionContext, address: String, end: &str) -> Result<DataFrame> {
    // A view, which has no limit of two gigabytes a batch.
    let schema = Schema::new(vec![Field::new("line", DataType::Utf8View, false)]);
    let options = CsvReadOptions::new()
        .has_header(false)
        .schema(&schema)
        .file_extension(end);
    // No byte of UTF-8 ends the only field. A quote counts where a field begins, and no line begins with its own end.
    let options = options.delimiter(0xff).quote(b'\n').terminator(Some(b'\n'));
    context
        .read_csv(address, options)
        .await?
        .filter(is_not_blank().call(vec![col("line")]))
}

/// Returns true for a line that has more than white space.
fn is_not_blank() -> ScalarUDF {
    let answer = |arguments: &[ColumnarValue]| {
        let lines = ColumnarValue::values_to_arrays(arguments)?.remove(0);
        let found = lines
            .as_string_view()
            .iter()
            .map(|line| line.map(|line| !line.trim_ascii().is_empty()));
        Ok(ColumnarValue::Array(Arc::new(
            found.collect::<BooleanArray>(),
        )))
    };
    create_udf(
        "is_not_blank",
        vec![DataType::Utf8View],
        DataType::Boolean,
        Volatility::Immutable,
        Arc::new(answer),
    )
}
