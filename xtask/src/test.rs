//! Runs every check, the cheap ones first, and stops at the first that fails.

use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};
use xshell::{Shell, cmd};

use crate::setup::{self, NODE, VERSIONS};
use crate::{cluster, front_end, peers, site, soak, sql, supply, templates, times, wasm};

struct Step {
    name: &'static str,
    about: &'static str,
    run: fn(&Shell) -> Result<()>,
}

/// In this order: what takes seconds before what takes minutes, and each after what it needs.
const STEPS: [Step; 21] = [
    Step {
        name: "format",
        about: "every file is laid out by rustfmt or Biome",
        run: format,
    },
    Step {
        name: "lint",
        about: "clippy and Biome have nothing to say",
        run: lint,
    },
    Step {
        name: "features",
        about: "the crate compiles with each feature alone, and with none",
        run: features,
    },
    Step {
        name: "msrv",
        about: "the oldest compiler that Cargo.toml promises compiles it",
        run: msrv,
    },
    Step {
        name: "supply",
        about: "what is depended on has a reason, a license and a source",
        run: supply::check,
    },
    Step {
        name: "test",
        about: "the crate's tests and the examples in its docs",
        run: test,
    },
    Step {
        name: "server",
        about: "the servers of examples/ answer outside of the repository, and property tests find what they must",
        run: templates::test,
    },
    Step {
        name: "doc",
        about: "the docs build, and their links lead somewhere",
        run: doc,
    },
    Step {
        name: "wasm",
        about: "the npm package builds",
        run: wasm::build,
    },
    Step {
        name: "pack",
        about: "the npm package packs and installs",
        run: pack,
    },
    Step {
        name: "npm-lint",
        about: "publint and attw have nothing to say of what was packed",
        run: npm_lint,
    },
    Step {
        name: "site",
        about: "the site builds, and no link of its pages is dead",
        run: site::write,
    },
    Step {
        name: "front-ends",
        about: "the front ends in Rust build",
        run: front_end::build,
    },
    Step {
        name: "node",
        about: "what was packed works in Node",
        run: node,
    },
    Step {
        name: "versions",
        about: "and in the oldest Node that it supports, and in later ones; the examples in TypeScript 5.5 to 7",
        run: versions,
    },
    Step {
        name: "fuzz",
        about: "a share of what `soak` runs: the laws on fuzzers' inputs, the package beside the crate",
        run: soak::share,
    },
    Step {
        name: "peers",
        about: "the guide shows what calendiff and its peers find",
        run: peers::compare,
    },
    Step {
        name: "page",
        about: "what was packed, and the page, work in Chromium",
        run: page,
    },
    Step {
        name: "firefox",
        about: "the page's hours, fields and first screen work in Firefox",
        run: firefox,
    },
    Step {
        name: "sql",
        about: "the functions for DataFusion answer as the crate does",
        run: sql::test,
    },
    Step {
        name: "publish",
        about: "library and command pack, and build from what was packed",
        run: publish,
    },
];

/// Prints the names of the steps.
pub(crate) fn list() {
    for step in &STEPS {
        println!("{:10}{}", step.name, step.about);
    }
}

/// Returns the names of the steps.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    STEPS.iter().map(|step| step.name)
}

/// Runs all steps, or those named in `only`, and sums them up.
pub(crate) fn run(sh: &Shell, only: &[&str]) -> Result<()> {
    if let Some(name) = only
        .iter()
        .find(|name| STEPS.iter().all(|step| step.name != **name))
    {
        bail!("no such step: {name}; `cargo xtask test --list` names them");
    }
    let chosen: Vec<&Step> = STEPS
        .iter()
        .filter(|step| only.is_empty() || only.contains(&step.name))
        .collect();

    let mut took = Vec::new();
    let mut failure = None;
    for step in &chosen {
        println!("\n=== {}: {}", step.name, step.about);
        let start = Instant::now();
        let result = (step.run)(sh);
        let time = start.elapsed();
        took.push(time);
        times::keep(sh, step.name, time, result.is_ok())?;
        if let Err(error) = result {
            failure = Some(error.context(format!("{} failed", step.name)));
            break;
        }
    }
    sum_up(&chosen, &took, failure.is_some());
    failure.map_or(Ok(()), Err)
}

fn sum_up(chosen: &[&Step], took: &[Duration], failed: bool) {
    println!("\n{:10}{:>8}  verdict", "step", "time");
    for (i, step) in chosen.iter().enumerate() {
        let time = took.get(i).map_or_else(
            || "-".to_owned(),
            |time| format!("{:.1} s", time.as_secs_f64()),
        );
        let verdict = match took.len().checked_sub(i + 1) {
            None => "not run",
            Some(0) if failed => "FAILED",
            Some(_) => "passed",
        };
        println!("{:10}{time:>8}  {verdict}", step.name);
    }
    let failures = usize::from(failed);
    let (passed, skipped) = (took.len() - failures, chosen.len() - took.len());
    println!("\n{passed} passed, {failures} failed, {skipped} skipped");
}

/// What are workspaces of their own, since few builds need what they depend on.
const APART: [&str; 8] = [
    sql::FOLDER,
    cluster::FOLDER,
    "examples/actix-update",
    "examples/axum-update",
    "examples/leptos-form",
    "examples/property-test",
    "fuzz",
    "tests/precision",
];

fn format(sh: &Shell) -> Result<()> {
    cmd!(sh, "cargo fmt --all --check").run()?;
    for folder in APART {
        cmd!(sh, "cargo fmt --manifest-path {folder}/Cargo.toml --check").run()?;
    }
    biome(sh, "format")
}

/// Runs a command of Biome over JavaScript, TypeScript and CSS.
fn biome(sh: &Shell, command: &str) -> Result<()> {
    setup::node_modules(sh)?;
    Ok(cmd!(
        sh,
        "{NODE}/node_modules/.bin/biome {command} --error-on-warnings"
    )
    .run()?)
}

fn lint(sh: &Shell) -> Result<()> {
    cmd!(
        sh,
        "cargo clippy --workspace --all-targets --all-features -- -D warnings"
    )
    .run()?;
    biome(sh, "lint")
}

/// All of them together are what `lint` and `test` see.
fn features(sh: &Shell) -> Result<()> {
    let metadata = wasm::metadata(sh)?;
    let features = wasm::package(&metadata)?["features"]
        .as_object()
        .context("calendiff has no features")?;
    for feature in features.keys() {
        cmd!(sh, "cargo check --package calendiff --lib --bins --no-default-features --features {feature}")
            .env("RUSTFLAGS", "-Dwarnings")
            .run()?;
    }
    Ok(())
}

/// Checks with the very compiler of `rust-version`. Clippy's `incompatible_msrv` knows when a function became stable, and
/// not when syntax did. Says so where rustup is missing or cannot install that compiler.
fn msrv(sh: &Shell) -> Result<()> {
    let metadata = wasm::metadata(sh)?;
    let version = wasm::package(&metadata)?["rust_version"]
        .as_str()
        .context("calendiff names no rust-version")?;
    if !setup::has_toolchain(sh, version) {
        println!("NOT checked with Rust {version}: rustup is missing, or cannot install it");
        return Ok(());
    }
    check_with(sh, version, &["--package", "calendiff", "--lib"])?;
    check_with(
        sh,
        version,
        &["--workspace", "--all-targets", "--all-features"],
    )
}

/// Checks with the toolchain of a version, which must not take the one that this program's cargo names.
fn check_with(sh: &Shell, version: &str, options: &[&str]) -> Result<()> {
    let check = cmd!(sh, "rustup run {version} cargo check --locked {options...}");
    Ok(check
        .env_remove("RUSTUP_TOOLCHAIN")
        .env_remove("CARGO")
        .env("RUSTFLAGS", "-Dwarnings")
        .run()?)
}

fn test(sh: &Shell) -> Result<()> {
    cmd!(sh, "cargo test --workspace --all-features").run()?;
    Ok(cmd!(sh, "cargo test --manifest-path tests/precision/Cargo.toml").run()?)
}

/// Documents the crate without features, and as docs.rs will, and follows the links.
pub(crate) fn doc(sh: &Shell) -> Result<()> {
    let docs = docs(sh)?;
    let document = ["doc", "--package", "calendiff", "--lib", "--no-deps"];
    cmd!(sh, "cargo {document...}")
        .env("RUSTDOCFLAGS", "-Dwarnings")
        .run()?;
    // rustdoc leaves pages of names that are gone, and of crates that were documented once.
    sh.remove_path(&docs)?;
    // Badges of features are unstable. The name lets this crate alone use what is.
    cmd!(sh, "cargo {document...} --all-features")
        .env("RUSTDOCFLAGS", "-Dwarnings --cfg docsrs")
        .env("RUSTC_BOOTSTRAP", "calendiff")
        .run()?;
    // rustdoc looks at links to items alone. As docs.rs will show it, pages of other addresses aside.
    Ok(cmd!(
        sh,
        "node {NODE}/links.mjs {docs} https://docs.rs/calendiff/latest/ calendiff"
    )
    .run()?)
}

/// The folder of rustdoc's pages.
pub(crate) fn docs(sh: &Shell) -> Result<PathBuf> {
    Ok(wasm::target(&wasm::metadata(sh)?)?.join("doc"))
}

/// Writes the guide's texts into the package, packs it and installs the tarball where the tests import it from, as a stranger's project would.
pub(crate) fn pack(sh: &Shell) -> Result<()> {
    setup::node_modules(sh)?;
    for old in ending(sh, "pkg", ".tgz")? {
        sh.remove_path(old)?;
    }
    let _in = sh.push_dir("pkg");
    Ok(cmd!(sh, "npm run --silent installed").run()?)
}

pub(crate) fn npm_lint(sh: &Shell) -> Result<()> {
    let (tarball, bin) = (tarball(sh)?, format!("{NODE}/node_modules/.bin"));
    cmd!(sh, "node {bin}/publint run --strict {tarball}").run()?;
    // What an import of the bare file gives is for each bundler to say, so that we declare no types for it.
    let of_modules = [
        "--profile",
        "esm-only",
        "--no-definitely-typed",
        "--exclude-entrypoints",
        "./calendiff.wasm",
        "./validate.wasm",
        "./report.wasm",
        "./build.json",
        "./codes.json",
        "./operations.json",
        "./openapi.json",
    ];
    Ok(cmd!(sh, "node {bin}/attw {tarball} {of_modules...}").run()?)
}

/// Two files of tests at a time: most of them wait for a browser or another program half of their time.
const BOTH: &str = "--test-concurrency=2";

fn node(sh: &Shell) -> Result<()> {
    let tests = ending(sh, NODE, ".test.mjs")?;
    Ok(cmd!(sh, "node --test {BOTH} --test-reporter=spec {tests...}").run()?)
}

fn versions(sh: &Shell) -> Result<()> {
    setup::packages(sh, VERSIONS)?;
    Ok(cmd!(sh, "node {NODE}/versions.mjs").run()?)
}

fn page(sh: &Shell) -> Result<()> {
    let chromium = setup::chromium(sh)?;
    let tests = ending(sh, NODE, ".page.mjs")?;
    Ok(
        cmd!(sh, "node --test {BOTH} --test-reporter=spec {tests...}")
            .env("CHROMIUM", chromium)
            .run()?,
    )
}

/// The tests of the page that need nothing of Chromium's own, all but a few.
fn firefox(sh: &Shell) -> Result<()> {
    let firefox = setup::firefox(sh)?;
    let tests = ["page", "page-hours", "page-start"].map(|name| format!("{NODE}/{name}.page.mjs"));
    Ok(
        cmd!(sh, "node --test {BOTH} --test-reporter=spec {tests...}")
            .env("FIREFOX", firefox)
            .run()?,
    )
}

fn publish(sh: &Shell) -> Result<()> {
    publish_dry_run(sh, "--allow-dirty")
}

/// Packs library and command, and builds each from what was packed, in a folder that no earlier run had. Cargo keeps
/// unpacked crates by the folder's path, name and version: in the same folder, the command would be built with the
/// library of an earlier run.
pub(crate) fn publish_dry_run(sh: &Shell, flag: &str) -> Result<()> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?;
    let metadata = wasm::metadata(sh)?;
    let folder = wasm::target(&metadata)?.join(format!("publish-{}", now.as_nanos()));
    let published = cmd!(
        sh,
        "cargo publish --package calendiff --package calendiff-cli --dry-run {flag}"
    )
    .env("CARGO_TARGET_DIR", &folder)
    .run();
    sh.remove_path(&folder)?;
    Ok(published?)
}

/// What `npm pack` has left in `pkg/`.
fn tarball(sh: &Shell) -> Result<PathBuf> {
    ending(sh, "pkg", ".tgz")?
        .pop()
        .context("nothing is packed yet: run `cargo xtask test wasm pack`")
}

/// The files of a folder whose names end so, by name.
fn ending(sh: &Shell, folder: &str, end: &str) -> Result<Vec<PathBuf>> {
    let mut files = sh.read_dir(folder)?;
    files.retain(|file| file.to_string_lossy().ends_with(end));
    Ok(files)
}
