//! Files as tables.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use datafusion::arrow::datatypes::{DataType, Field, Schema};
use datafusion::common::{Result, TableReference, plan_datafusion_err};
use datafusion::prelude::{CsvReadOptions, ParquetReadOptions, SessionContext};
use url::Url;

/// A name, and the file or folder that it stands for.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    name: String,
    path: PathBuf,
}

impl FromStr for Table {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, path) = text.split_once('=').filter(|(_, path)| !path.is_empty()).ok_or("expected NAME=FILE")?;
        let is_word = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
        // SQL has names that are not quoted in lower case.
        if name.is_empty() || name.starts_with(|first: char| first.is_ascii_digit()) || !name.bytes().all(is_word) {
            return Err("expected a name of lower-case letters, digits and underscores, such as calendars".to_owned());
        }
        Ok(Self { name: name.to_owned(), path: path.into() })
    }
}

/// The formats of tables, by the ends of their files' names.
#[derive(Clone, Copy, Debug)]
enum Format {
    Lines,
    Parquet,
}

const ENDS: [(&str, Format); 3] =
    [(".ndjson", Format::Lines), (".jsonl", Format::Lines), (".parquet", Format::Parquet)];

impl Table {
    pub(crate) async fn register(&self, context: &SessionContext) -> Result<()> {
        let refused = |what: &str| plan_datafusion_err!("{}: {what}", self.path.display());
        let path = self.path.canonicalize().map_err(|error| refused(&error.to_string()))?;
        let (end, format) = format_of(&path)?.ok_or_else(|| {
            refused("expected .ndjson, .jsonl or .parquet, or a folder of them; unpack .gz and .zst first")
        })?;
        let url = if path.is_dir() { Url::from_directory_path(&path) } else { Url::from_file_path(&path) };
        // In an address no character stands for others, while * does in a path.
        let address = url.map_err(|()| refused("not the path of a file"))?.to_string();
        let name = TableReference::bare(self.name.as_str());
        match format {
            Format::Lines => context.register_csv(name, address, lines(&line()).file_extension(end)).await,
            Format::Parquet => {
                context.register_parquet(name, address, ParquetReadOptions::new().file_extension(end)).await
            }
        }
    }
}

/// Finds the format of a file, or of the first file of a folder that has one.
fn format_of(path: &Path) -> Result<Option<(&'static str, Format)>> {
    let of_name = |name: &str| ENDS.into_iter().find(|(end, _)| name.ends_with(end));
    if !path.is_dir() {
        return Ok(path.file_name().and_then(|name| of_name(&name.to_string_lossy())));
    }
    let names = path.read_dir()?.map(|entry| Ok(entry?.file_name())).collect::<Result<Vec<_>>>()?;
    Ok(names.iter().find_map(|name| of_name(&name.to_string_lossy())))
}

/// The only column of NDJSON. A view, which has no limit of two gigabytes a batch.
fn line() -> Schema {
    Schema::new(vec![Field::new("line", DataType::Utf8View, false)])
}

/// Reads each line as text, by the reader of CSV, which threads share by ranges of bytes.
fn lines(schema: &Schema) -> CsvReadOptions<'_> {
    let options = CsvReadOptions::new().has_header(false).schema(schema);
    // No byte of UTF-8 ends the only field. A quote counts where a field begins, and no line begins with its own end.
    options.delimiter(0xff).quote(b'\n')
}
