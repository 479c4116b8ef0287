//! Runs the benches.

use std::env;

use anyhow::{Result, bail};
use xshell::{Shell, cmd};

use crate::setup::NODE;
use crate::{test, wasm};

struct Bench {
    name: &'static str,
    about: &'static str,
    /// What it is, and whether it runs the npm package.
    runs: Runs,
    options: &'static [&'static str],
}

#[derive(PartialEq)]
enum Runs {
    /// A bench of the crate.
    Crate,
    /// A bench of the crate that runs the package too.
    CrateAndPackage,
    /// A script that runs the package.
    Package(&'static str),
    /// A script that runs the package and the command.
    PackageAndCommand(&'static str),
    /// A script that runs the command, and loops over the crate and a peer.
    CommandAndLoops(&'static str),
}

const BENCHES: [Bench; 8] = [
    Bench {
        name: "growth",
        about: "how the time grows with the input; with --all, every row of the tables, with --quick, in a short run",
        runs: Runs::Crate,
        options: &["--all", "--quick"],
    },
    Bench {
        name: "diff",
        about: "operations, bytes and time of diffs, beside other tools; fails where another needs fewer operations",
        runs: Runs::CrateAndPackage,
        options: &[],
    },
    Bench {
        name: "speed",
        about: "how fast the npm package loads, validates and diffs, beside its peers; with --quick, in a short run",
        runs: Runs::Package("speed.mjs"),
        options: &["--quick"],
    },
    Bench {
        name: "typing",
        about: "how long a form of 1,000 special dates takes over each key typed into it in Chromium, and its frames",
        runs: Runs::Package("typing.page.mjs"),
        options: &[],
    },
    Bench {
        name: "react",
        about: "renders and milliseconds of each key typed into the example in React, as written and compiled, on a slow CPU",
        runs: Runs::Package("react-typing.page.mjs"),
        options: &[],
    },
    Bench {
        name: "page",
        about: "what the page weighs, when it can be used on a slow line, and keys and drags in large records, in Chromium",
        runs: Runs::Package("page-speed.mjs"),
        options: &[],
    },
    Bench {
        name: "limits",
        about: "time and peak memory of the command and the package for input at their limits and beyond, and what they say",
        runs: Runs::PackageAndCommand("limits.mjs"),
        options: &[],
    },
    Bench {
        name: "many",
        about: "a million records through the command, beside loops over the crate and jsonschema, and records as the service returns them; with --quick, 20,000; with --live, the latter alone",
        runs: Runs::CommandAndLoops("many.mjs"),
        options: &["--quick", "--live"],
    },
];

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
    let (options, names): (Vec<&str>, Vec<&str>) =
        only.iter().partition(|argument| argument.starts_with("--"));
    if let Some(name) = names
        .iter()
        .find(|name| BENCHES.iter().all(|bench| bench.name != **name))
    {
        bail!("no such bench: {name}; `cargo xtask bench --list` names them");
    }
    let chosen = || {
        BENCHES
            .iter()
            .filter(|bench| names.is_empty() || names.contains(&bench.name))
    };
    if let Some(option) = options
        .iter()
        .find(|option| chosen().all(|bench| !bench.options.contains(option)))
    {
        bail!("no such option: {option}; `cargo xtask bench --list` names them");
    }
    if chosen().any(|bench| !matches!(bench.runs, Runs::Crate | Runs::CommandAndLoops(_))) {
        wasm::build(sh)?;
        test::pack(sh)?;
    }
    for Bench {
        name,
        runs,
        options: known,
        ..
    } in chosen()
    {
        let options: Vec<&str> = options
            .iter()
            .copied()
            .filter(|option| known.contains(option))
            .collect();
        if let Runs::Package(script) = runs {
            cmd!(sh, "node {NODE}/{script} {options...}")
                .quiet()
                .run()?;
            continue;
        }
        let release =
            env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| "target".to_owned()) + "/release";
        if let Runs::PackageAndCommand(script) = runs {
            cmd!(sh, "cargo build --release --package calendiff-cli")
                .quiet()
                .run()?;
            cmd!(sh, "node {NODE}/{script} {release}/calendiff")
                .quiet()
                .run()?;
            continue;
        }
        if let Runs::CommandAndLoops(script) = runs {
            cmd!(sh, "cargo build --release --package calendiff-cli")
                .quiet()
                .run()?;
            cmd!(
                sh,
                "cargo build --release --package calendiff-peers --bin many"
            )
            .quiet()
            .run()?;
            cmd!(
                sh,
                "node {NODE}/{script} {release}/calendiff {release}/many {options...}"
            )
            .quiet()
            .run()?;
            continue;
        }
        cmd!(
            sh,
            "cargo bench --package calendiff --features wasm --bench {name} -- {options...}"
        )
        .env("MALLOC_MMAP_THRESHOLD_", GIGABYTE)
        .env("MALLOC_TRIM_THRESHOLD_", GIGABYTE)
        .run()?;
    }
    Ok(())
}
