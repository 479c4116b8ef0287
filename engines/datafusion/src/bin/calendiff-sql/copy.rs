//! Files that a query writes.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process;

use datafusion::common::{Result, exec_datafusion_err, plan_datafusion_err};
use datafusion::execution::context::SQLOptions;
use datafusion::logical_expr::LogicalPlan;
use datafusion::logical_expr::dml::CopyTo;
use url::Url;

/// Refuses statements other than queries and `COPY`, such as those that write into the files of a table.
pub(crate) fn check(plan: &LogicalPlan) -> Result<()> {
    let query = match plan {
        LogicalPlan::Copy(copy) => &copy.input,
        plan => plan,
    };
    let options = SQLOptions::new()
        .with_allow_ddl(false)
        .with_allow_dml(false)
        .with_allow_statements(false);
    let refused = |_| plan_datafusion_err!("expected a query, or COPY (query) TO 'FILE'");
    options.verify_plan(query).map_err(refused)
}

/// A file that becomes a query's answer whole or not at all: it is written beside its place, and moved there at the end.
#[derive(Debug)]
pub(crate) struct Copied {
    file: PathBuf,
    temporary: PathBuf,
}

impl Copied {
    /// Makes a plan that writes a file write a temporary one. Folders are written in place.
    pub(crate) fn of(plan: &mut LogicalPlan) -> Result<Option<Self>> {
        let LogicalPlan::Copy(copy) = plan else {
            return Ok(None);
        };
        let Some(file) = file_of(copy) else {
            return Ok(None);
        };
        let refused = |what: &str| plan_datafusion_err!("{}: {what}", file.display());
        // The target of a link is replaced, not the link.
        let whole = file
            .canonicalize()
            .or_else(|_| std::path::absolute(&file))?;
        let (Some(folder), Some(name)) = (whole.parent(), whole.file_name()) else {
            return Err(refused("not the path of a file"));
        };
        if !folder.is_dir() {
            return Err(refused("the folder does not exist"));
        }
        match fs::metadata(&whole) {
            Ok(old) if !old.is_file() => return Err(refused("not a file")),
            Ok(old) if old.permissions().readonly() => return Err(refused("it is read-only")),
            _ => {}
        }
        let temporary = folder.join(format!(".{}.{}.tmp", name.to_string_lossy(), process::id()));
        // In an address no character stands for others.
        let address =
            Url::from_file_path(&temporary).map_err(|()| refused("not the path of a file"))?;
        copy.output_url = address.to_string();
        Ok(Some(Self {
            file: whole,
            temporary,
        }))
    }

    /// Replaces the file. It keeps the permissions of the one before.
    pub(crate) fn finish(self) -> Result<()> {
        let replace = || {
            if let Ok(old) = fs::metadata(&self.file) {
                fs::set_permissions(&self.temporary, old.permissions())?;
            }
            File::open(&self.temporary)?.sync_all()?;
            fs::rename(&self.temporary, &self.file)
        };
        replace().map_err(|error| exec_datafusion_err!("{}: {error}", self.file.display()))
    }
}

impl Drop for Copied {
    fn drop(&mut self) {
        // After `finish` it is not there any more.
        _ = fs::remove_file(&self.temporary);
    }
}

/// Returns the file that is written, if it is one, by the rules of `DataFusion`: a folder has an address that ends in a slash,
/// or a name without an end.
fn file_of(copy: &CopyTo) -> Option<PathBuf> {
    let given = Path::new(&copy.output_url);
    let file = match Url::parse(&copy.output_url) {
        Ok(url) if !given.is_absolute() => url.to_file_path().ok()?,
        _ => given.to_owned(),
    };
    let has_end = |name: &str| name.contains('.') && !name.ends_with('.');
    let is_one = match copy
        .options
        .get("single_file_output")
        .map(|value| value.trim())
    {
        Some("true") => true,
        Some("false") => false,
        _ => {
            let name = file
                .file_name()
                .is_some_and(|name| has_end(&name.to_string_lossy()));
            name && !copy.output_url.ends_with('/') && !file.is_dir()
        }
    };
    (is_one && copy.partition_by.is_empty()).then_some(file)
}
