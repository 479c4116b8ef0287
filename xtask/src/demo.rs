//! Shows the page, as it is in the work tree, and the guide beside it.

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::setup::NODE;
use crate::{guide, wasm};

/// Builds the package and serves the page until it is stopped.
pub(crate) fn serve(sh: &Shell, port: Option<u16>) -> Result<()> {
    wasm::build(sh)?;
    guide::build(sh)?;
    let port = port.map(|port| port.to_string());
    Ok(cmd!(sh, "node {NODE}/serve.mjs {port...}").quiet().run()?)
}
