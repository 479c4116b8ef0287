//! The example of SQL on more than one machine.

use anyhow::Result;
use xshell::{Shell, cmd};

/// Its workspace.
pub(crate) const FOLDER: &str = "engines/cluster";

/// Builds it, and starts a scheduler and executors as processes: answers, executors that are killed, and roles without the
/// functions. One after another, since each wants the cores.
pub(crate) fn test(sh: &Shell) -> Result<()> {
    let one_by_one = ["--test-threads=1", "--nocapture"];
    Ok(cmd!(
        sh,
        "cargo test --locked --manifest-path {FOLDER}/Cargo.toml -- {one_by_one...}"
    )
    .run()?)
}
