//! Measures what calendiff and its peers find of forty faults in one draft.

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::{test, wasm};

/// Builds and packs the package, so that the peers from npm stand beside it, then runs the crate `calendiff-peers`, which
/// fails where README.md shows another table.
pub(crate) fn compare(sh: &Shell) -> Result<()> {
    wasm::build(sh)?;
    test::pack(sh)?;
    Ok(cmd!(sh, "cargo run --quiet --package calendiff-peers").quiet().run()?)
}
