//! Runs the benches.

use anyhow::{Result, bail};
use xshell::{Shell, cmd};

struct Bench {
    name: &'static str,
    about: &'static str,
}

const BENCHES: [Bench; 1] =
    [Bench { name: "growth", about: "how the time grows with the input; with --all, every row of the tables" }];

/// How much memory the allocator, where it is glibc's, keeps from one run to the next. Else the time of large inputs is
/// mostly that of the system, which hands out fresh pages each time.
const GIGABYTE: &str = "1073741824";

/// Prints the names of the benches.
pub(crate) fn list() {
    for bench in &BENCHES {
        println!("{:10}{}", bench.name, bench.about);
    }
}

/// Runs all benches, or those named in `only`, with the options among it.
pub(crate) fn run(sh: &Shell, only: &[&str]) -> Result<()> {
    let (options, names): (Vec<&str>, Vec<&str>) = only.iter().partition(|argument| argument.starts_with("--"));
    if let Some(name) = names.iter().find(|name| BENCHES.iter().all(|bench| bench.name != **name)) {
        bail!("no such bench: {name}; `cargo xtask bench --list` names them");
    }
    for bench in BENCHES.iter().filter(|bench| names.is_empty() || names.contains(&bench.name)) {
        let (name, options) = (bench.name, &options);
        cmd!(sh, "cargo bench --package calendiff --bench {name} -- {options...}")
            .env("MALLOC_MMAP_THRESHOLD_", GIGABYTE)
            .env("MALLOC_TRIM_THRESHOLD_", GIGABYTE)
            .run()?;
    }
    Ok(())
}
