//! The functions for DataFusion, and the command `calendiff-sql`.

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::supply;

/// Their workspace.
pub(crate) const FOLDER: &str = "engines/datafusion";

/// Builds and tests them, without optimization: a release build takes several times as long.
pub(crate) fn test(sh: &Shell) -> Result<()> {
    let manifest = format!("{FOLDER}/Cargo.toml");
    supply::check_apart(sh, FOLDER)?;
    Ok(cmd!(
        sh,
        "cargo test --locked --manifest-path {manifest} --features cli"
    )
    .run()?)
}
