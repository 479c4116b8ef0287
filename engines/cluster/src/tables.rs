//! Files as tables: each machine opens them by the same address.

use std::path::Path;
use std::str::FromStr;

use datafusion::arrow::datatypes::{DataType, Field, Schema};
use datafusion::common::{Result, TableReference, plan_datafusion_err};
use datafusion::prelude::{CsvReadOptions, ParquetReadOptions, SessionContext};
use url::Url;

/// A name, and the file or folder that it stands for.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    name: String,
    address: String,
    end: &'static str,
}

/// The ends of the files' names.
const ENDS: [&str; 3] = [".ndjson", ".jsonl", ".parquet"];

impl FromStr for Table {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let (name, address) = text
            .split_once('=')
            .filter(|(name, _)| !name.is_empty())
            .ok_or("expected NAME=ADDRESS")?;
        let end = ENDS.into_iter().find(|end| address.ends_with(end));
        let end = end.ok_or(
            "expected a file, or FOLDER/* of files, that ends in .ndjson, .jsonl or .parquet",
        )?;
        Ok(Self {
            name: name.to_owned(),
            address: address.to_owned(),
            end,
        })
    }
}

impl Table {
    pub(crate) async fn register(&self, context: &SessionContext) -> Result<()> {
        let address = self.url()?.to_string();
        let name = TableReference::bare(self.name.as_str());
        if self.end == ".parquet" {
            return context
                .register_parquet(
                    name,
                    address,
                    ParquetReadOptions::new().file_extension(self.end),
                )
                .await;
        }
        let schema = Schema::new(vec![Field::new("line", DataType::Utf8View, false)]);
        let options = CsvReadOptions::new()
            .has_header(false)
            .schema(&schema)
            .file_extension(self.end);
        // Each line is the only field. A plan travels with bytes of UTF-8, so that the one byte that ends a field is one that
        // no JSON has. A quote counts where a field begins, and no line begins with its own end.
        context
            .register_csv(name, address, options.delimiter(1).quote(b'\n'))
            .await
    }

    /// Returns the address. Of a folder, it ends in a slash.
    fn url(&self) -> Result<Url> {
        let refused = |what: &str| plan_datafusion_err!("{}: {what}", self.address);
        let folder = self
            .address
            .strip_suffix(self.end)
            .and_then(|folder| folder.strip_suffix('*'));
        let path = folder.unwrap_or(&self.address);
        if path.starts_with("s3://") && cfg!(not(feature = "s3")) {
            return Err(refused(
                "this build opens no s3://; build it with --features s3",
            ));
        }
        if path.contains("://") {
            return Url::parse(path).map_err(|error| refused(&error.to_string()));
        }
        let path = Path::new(path)
            .canonicalize()
            .map_err(|error| refused(&error.to_string()))?;
        let url = if folder.is_some() {
            Url::from_directory_path(path)
        } else {
            Url::from_file_path(path)
        };
        url.map_err(|()| refused("not the path of a file"))
    }
}
