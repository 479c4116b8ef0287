//! Changes the core in one place after another, and asks whether a test notices.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};
use xshell::{Shell, cmd};

use crate::wasm;

struct Module {
    name: &'static str,
    files: &'static [&'static str],
    /// The tests that hold it besides the unit tests: a mutant costs a build and a link of each.
    tests: &'static [&'static str],
}

/// What decides what is sent: mutants anywhere else cost more time than they find.
const MODULES: [Module; 7] = [
    Module {
        name: "formats",
        files: &["src/knowledge/format/**"],
        tests: &[
            "codes",
            "json_schema",
            "language",
            "merge",
            "strategies",
            "validate",
            "laws",
        ],
    },
    Module {
        name: "rules",
        files: &["src/verbs/validate/**"],
        tests: &["codes", "by_key", "validate", "form", "laws"],
    },
    Module {
        name: "order",
        files: &["src/record/order.rs"],
        tests: &["fixtures"],
    },
    Module {
        name: "record",
        files: &["src/record/**"],
        tests: &["small", "merge", "by_key", "validate", "laws"],
    },
    Module {
        name: "diff",
        files: &["src/verbs/diff/**"],
        tests: &["codes", "fixtures", "small", "laws"],
    },
    Module {
        name: "merge",
        files: &["src/verbs/merge/**"],
        tests: &["fixtures", "merge", "laws"],
    },
    Module {
        name: "form",
        files: &["src/form/**"],
        tests: &["by_key", "form"],
    },
];

/// Prints the names of the modules.
pub(crate) fn list() {
    for module in &MODULES {
        println!("{:10}{}", module.name, module.files.join(" "));
    }
}

/// What became of the mutants of a module.
struct Outcome {
    name: &'static str,
    killed: usize,
    survived: Vec<String>,
    /// Left out by `.cargo/mutants.toml`, which says why.
    explained: usize,
}

/// Runs all modules, or those named before the first option; options go to cargo-mutants.
pub(crate) fn run(sh: &Shell, args: &[&str]) -> Result<()> {
    let (only, options) = args.split_at(
        args.iter()
            .position(|arg| arg.starts_with('-'))
            .unwrap_or(args.len()),
    );
    if let Some(name) = only
        .iter()
        .find(|name| MODULES.iter().all(|module| module.name != **name))
    {
        bail!("no such module: {name}; `cargo xtask mutants --list` names them");
    }
    let found = cmd!(sh, "cargo mutants --version")
        .quiet()
        .ignore_stderr()
        .read();
    ensure!(
        found.is_ok(),
        "cargo-mutants is missing: install it with `cargo install --locked cargo-mutants`"
    );
    let folder = wasm::target(&wasm::metadata(sh)?)?.join("mutants");
    let chosen = MODULES
        .iter()
        .filter(|module| only.is_empty() || only.contains(&module.name));
    let outcomes: Vec<Outcome> = chosen
        .map(|module| of(sh, module, options, &folder))
        .collect::<Result<_>>()?;

    println!(
        "\n{:10}{:>8}{:>10}{:>11}",
        "module", "killed", "survived", "explained"
    );
    for Outcome {
        name,
        killed,
        survived,
        explained,
    } in &outcomes
    {
        println!("{name:10}{killed:>8}{:>10}{explained:>11}", survived.len());
    }
    let survived: Vec<&str> = outcomes
        .iter()
        .flat_map(|outcome| &outcome.survived)
        .map(String::as_str)
        .collect();
    ensure!(
        survived.is_empty(),
        "no test noticed:\n{}",
        survived.join("\n")
    );
    Ok(())
}

fn of(sh: &Shell, module: &Module, options: &[&str], folder: &std::path::Path) -> Result<Outcome> {
    let Module { name, files, tests } = module;
    let files: &Vec<&str> = &files.iter().flat_map(|file| ["--file", file]).collect();
    let tests: Vec<&str> = tests.iter().flat_map(|test| ["--test", test]).collect();
    let list = ["--list", "--no-times"];
    let known = cmd!(sh, "cargo mutants {list...} {files...}")
        .quiet()
        .read()?
        .lines()
        .count();
    let all = cmd!(sh, "cargo mutants {list...} {files...} --no-config")
        .quiet()
        .read()?
        .lines()
        .count();

    println!("\n=== {name}: {known} mutants");
    let output: PathBuf = folder.join(name);
    fs::create_dir_all(&output)?;
    // Nobody debugs them, and they link faster without. That some survive is no failure of the run.
    let quick = [
        ("CARGO_PROFILE_DEV_DEBUG", "0"),
        ("CARGO_PROFILE_TEST_DEBUG", "0"),
    ];
    cmd!(
        sh,
        "cargo mutants {files...} --output {output} {options...} -- --lib {tests...}"
    )
    .envs(quick)
    .ignore_status()
    .run()?;
    let lines = |file: &str| -> Result<Vec<String>> {
        let file = output.join("mutants.out").join(file);
        let text = fs::read_to_string(&file)
            .with_context(|| format!("cargo-mutants wrote no {}", file.display()))?;
        Ok(text.lines().map(str::to_owned).collect())
    };
    // What runs on and on is noticed as well.
    let killed = lines("caught.txt")?.len() + lines("timeout.txt")?.len();
    Ok(Outcome {
        name,
        killed,
        survived: lines("missed.txt")?,
        explained: all - known,
    })
}
