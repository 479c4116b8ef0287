//! The guide as a site.

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::setup::{self, NODE};

/// Writes `docs/guide/` as HTML into `target/guide/`, which needs no server and no script.
pub(crate) fn build(sh: &Shell) -> Result<()> {
    setup::node_modules(sh)?;
    Ok(cmd!(sh, "node {NODE}/guide.mjs").quiet().run()?)
}
