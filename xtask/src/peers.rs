//! Measures what calendiff and its peers find of forty faults in one draft.

use std::env::consts::EXE_SUFFIX;

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::{test, wasm};

/// Builds and packs the package, so that the peers from npm stand beside it, and compares.
pub(crate) fn print(sh: &Shell) -> Result<()> {
    wasm::build(sh)?;
    test::pack(sh)?;
    compare(sh)
}

/// Runs the crate `calendiff-peers`, which fails where docs/guide/peers.md shows another table. It is built with all features of the
/// workspace, so that what the tests have compiled serves again.
pub(crate) fn compare(sh: &Shell) -> Result<()> {
    cmd!(
        sh,
        "cargo build --quiet --workspace --all-features --bin calendiff-peers"
    )
    .quiet()
    .run()?;
    let peers = wasm::target(&wasm::metadata(sh)?)?
        .join("debug")
        .join(format!("calendiff-peers{EXE_SUFFIX}"));
    Ok(cmd!(sh, "{peers}").quiet().run()?)
}
