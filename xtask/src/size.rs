//! Prints what a browser would load.

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::setup::NODE;
use crate::{test, wasm};

/// Builds and packs the package, then measures it as a stranger's bundler would ship it.
pub(crate) fn print(sh: &Shell) -> Result<()> {
    wasm::build(sh)?;
    test::pack(sh)?;
    Ok(cmd!(sh, "node {NODE}/size.mjs").quiet().run()?)
}
