//! The page as a folder to give out, with the guide, and pictures of it.

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::setup::{self, NODE};
use crate::wasm;

/// Builds the package, and writes the page with it into `target/page/`, which any file server can give out; the guide is in
/// its `guide/`.
pub(crate) fn build(sh: &Shell) -> Result<()> {
    wasm::build(sh)?;
    cmd!(sh, "node {NODE}/page-build.mjs").quiet().run()?;
    Ok(cmd!(sh, "node {NODE}/guide.mjs target/page/guide")
        .quiet()
        .run()?)
}

/// Builds the package, and takes the pictures of the page that README.md shows.
pub(crate) fn pictures(sh: &Shell) -> Result<()> {
    wasm::build(sh)?;
    let chromium = setup::chromium(sh)?;
    Ok(cmd!(sh, "node {NODE}/pictures.mjs")
        .env("CHROMIUM", chromium)
        .quiet()
        .run()?)
}
