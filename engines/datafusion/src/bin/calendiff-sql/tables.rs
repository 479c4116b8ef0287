//! Files as tables.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use datafusion::arrow::error::ArrowError;
use datafusion::common::{DataFusionError, Result};
use datafusion::prelude::SessionContext;

/// A name, and the file or folder that it stands for.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    name: String,
    path: PathBuf,
}

impl FromStr for Table {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, path) = text
            .split_once('=')
            .filter(|(_, path)| !path.is_empty())
            .ok_or("expected NAME=FILE")?;
        let is_word = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
        // SQL has names that are not quoted in lower case.
        if name.is_empty()
            || name.starts_with(|first: char| first.is_ascii_digit())
            || !name.bytes().all(is_word)
        {
            return Err(
                "expected a name of lower-case letters, digits and underscores, such as calendars"
                    .to_owned(),
            );
        }
        Ok(Self {
            name: name.to_owned(),
            path: path.into(),
        })
    }
}

impl Table {
    pub(crate) async fn register(&self, context: &SessionContext) -> Result<()> {
        calendiff_datafusion::register_table(context, &self.name, &self.path).await
    }

    /// Returns the files of NDJSON.
    fn lines(&self) -> io::Result<Vec<PathBuf>> {
        let mut files = match self.path.read_dir() {
            Ok(folder) => folder
                .map(|entry| Ok(entry?.path()))
                .collect::<io::Result<Vec<_>>>()?,
            Err(_) => vec![self.path.clone()],
        };
        files.retain(|file| {
            file.extension()
                .is_some_and(|end| end == "ndjson" || end == "jsonl")
        });
        files.sort();
        Ok(files)
    }
}

/// Names the file and the line where NDJSON is not UTF-8, if that is the reason of an error. The reader counts lines from the
/// beginning of the part that a thread reads.
pub(crate) fn not_utf8(error: &DataFusionError, tables: &[Table]) -> Option<String> {
    match error.find_root() {
        DataFusionError::ArrowError(error, _) if matches!(**error, ArrowError::CsvError(_)) => {}
        _ => return None,
    }
    let files = tables
        .iter()
        .filter_map(|table| table.lines().ok())
        .flatten();
    let line_of = |file: PathBuf| Some((first_not_utf8(&file).ok()??, file));
    let (line, file) = files.into_iter().find_map(line_of)?;
    Some(format!("{}: line {line} is not UTF-8", file.display()))
}

/// Returns the number of the first line that is not UTF-8.
fn first_not_utf8(file: &Path) -> io::Result<Option<usize>> {
    let (mut lines, mut line) = (BufReader::new(File::open(file)?), Vec::new());
    for number in 1.. {
        line.clear();
        if lines.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        if std::str::from_utf8(&line).is_err() {
            return Ok(Some(number));
        }
    }
    Ok(None)
}
