//! Imports the package with every tool that it is said to work with.

use anyhow::{Context, Result};
use xshell::{Shell, cmd};

use crate::setup::{self, NODE, VERSIONS};
use crate::{test, wasm};

/// Builds and packs the package, installs the tools, and prints which of them can import it. Not one of the tests: the
/// tools weigh a gigabyte.
pub(crate) fn print(sh: &Shell) -> Result<()> {
    wasm::build(sh)?;
    test::pack(sh)?;
    setup::packages(sh, VERSIONS)?;
    let chromium = setup::chromium(sh)?;
    {
        let _in = sh.push_dir(format!("{NODE}/matrix"));
        // Not `npm ci`: the lock file does not list what some tools have for other systems than the one it was made on.
        cmd!(
            sh,
            "npm install --no-save --ignore-scripts --no-audit --no-fund"
        )
        .run()
        .with_context(|| {
            format!("npm could not install the tools that {NODE}/matrix/package.json names")
        })?;
    }
    Ok(cmd!(sh, "node {NODE}/matrix.mjs")
        .env("CHROMIUM", chromium)
        .quiet()
        .run()?)
}
