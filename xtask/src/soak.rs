//! Runs the laws, the fuzzers, and the package beside the crate, in turns, for as long as asked.
//!
//! The package is compared by making in Node the calls that a program of `fuzz/` makes natively, of random cases and of
//! what the fuzzers grew: an engine for WebAssembly inside a fuzzer would be another than those that people run, and
//! would know nothing of the JavaScript on top.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};
use xshell::{Cmd, Shell, cmd};

use crate::setup::{self, NODE};
use crate::{test, wasm};

/// The targets that grow cases which the package can be asked as well.
const GROWN: [&str; 3] = ["draft", "form", "response"];

/// So long a turn of one part takes at most.
const TURN: Duration = Duration::from_secs(30);

/// Runs everything for that many minutes, from a seed on.
pub(crate) fn run(sh: &Shell, minutes: u64, seed: Option<u64>) -> Result<()> {
    let now = || {
        SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default()
            .as_secs()
    };
    let mut seed = seed.unwrap_or_else(now) % u64::from(u32::MAX);
    let targets = targets(sh)?;
    prepare(sh, &targets)?;

    let (start, total) = (Instant::now(), Duration::from_secs(60 * minutes));
    let parts = u32::try_from(targets.len() + 2)?;
    let turn = TURN.min(total / parts);
    let mut soak = Soak {
        sh,
        turn,
        seed,
        cases: 50,
        calls: 50,
        counts: BTreeMap::new(),
    };
    let mut round = 0;
    while round == 0 || start.elapsed() + turn < total {
        round += 1;
        println!(
            "\n=== round {round}, seed {seed}, {} s",
            start.elapsed().as_secs()
        );
        soak.seed = seed;
        soak.laws()?;
        for target in &targets {
            soak.fuzz(target)?;
        }
        soak.package(GROWN[round % GROWN.len()])?;
        seed = seed.wrapping_add(1);
    }
    soak.sum_up();
    println!(
        "\n{round} rounds in {} minutes: nothing was found",
        start.elapsed().as_secs() / 60
    );
    Ok(())
}

/// The share of it that every run of the tests has: inputs of the fuzzers' kind, and calls in the package.
pub(crate) fn share(sh: &Shell) -> Result<()> {
    // In a folder of its own: two workspaces that build the crate overwrite what the other has built.
    let apart = [
        "--manifest-path",
        "fuzz/Cargo.toml",
        "--target-dir",
        "target/fuzz",
        "--locked",
    ];
    cmd!(sh, "cargo test {apart...}").run()?;
    let folder = folder(sh)?;
    let calls = folder.join("calls.ndjson");
    let printed = cmd!(
        sh,
        "cargo run --quiet {apart...} --bin calendiff-fuzz -- calls 1 100"
    )
    .quiet()
    .read()?;
    sh.write_file(&calls, printed)?;
    Ok(cmd!(sh, "node {NODE}/calls.mjs {calls}").run()?)
}

/// Builds all that is run.
fn prepare(sh: &Shell, targets: &[String]) -> Result<()> {
    setup::cargo_fuzz(sh)?;
    wasm::build(sh)?;
    test::pack(sh)?;
    cargo(
        sh,
        &[
            "test",
            "--release",
            "--all-features",
            "--test",
            "laws",
            "--no-run",
        ],
    )
    .run()?;
    cargo(
        sh,
        &[
            "run",
            "--release",
            "--manifest-path",
            "fuzz/Cargo.toml",
            "--bin",
            "calendiff-fuzz",
            "--",
            "seeds",
        ],
    )
    .run()?;
    // One by one: the program that goes with them is no fuzzer, and does not link as one.
    for target in targets {
        cmd!(sh, "cargo fuzz build --sanitizer none {target}").run()?;
    }
    Ok(())
}

/// What is to panic where a release would wrap around.
const CHECKS: [&str; 2] = [
    "CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS",
    "CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS",
];

/// Cargo, with these checks.
fn cargo<'a>(sh: &'a Shell, arguments: &[&str]) -> Cmd<'a> {
    CHECKS
        .iter()
        .fold(cmd!(sh, "cargo {arguments...}").quiet(), |cargo, check| {
            cargo.env(check, "true")
        })
}

/// The fuzz targets, by name.
fn targets(sh: &Shell) -> Result<Vec<String>> {
    let files = sh.read_dir("fuzz/fuzz_targets")?;
    files
        .iter()
        .map(|file| {
            Ok(file
                .file_stem()
                .context("no name")?
                .to_string_lossy()
                .into_owned())
        })
        .collect()
}

/// Where files of this lie.
fn folder(sh: &Shell) -> Result<PathBuf> {
    let folder = wasm::target(&wasm::metadata(sh)?)?.join("soak");
    Ok(sh.create_dir(folder)?)
}

struct Soak<'a> {
    sh: &'a Shell,
    turn: Duration,
    seed: u64,
    /// How many cases of each law, and how many cases in the package, take a turn.
    cases: u64,
    calls: u64,
    /// By part: what was tried so far, and what to say of it.
    counts: BTreeMap<String, (u64, String)>,
}

impl Soak<'_> {
    fn count(&mut self, part: &str, more: u64, note: String) {
        let (count, last) = self.counts.entry(part.to_owned()).or_default();
        *count += more;
        *last = note;
    }

    /// So many of what was done in that time take a turn; at most ten times as many.
    fn scaled(&self, done: u64, took: Duration) -> u64 {
        let scale = (self.turn.as_secs_f64() / took.as_secs_f64().max(0.001)).min(10.0);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "small"
        )]
        let scaled = (done as f64 * scale) as u64;
        scaled.max(10)
    }

    /// Every law on as many cases as a turn has room for.
    fn laws(&mut self) -> Result<()> {
        let (seed, cases) = (self.seed.to_string(), self.cases.to_string());
        let tests = ["test", "--release", "--all-features", "--test", "laws"];
        let laws = cargo(self.sh, &tests)
            .env("PROPTEST_RNG_SEED", &seed)
            .env("PROPTEST_CASES", &cases);
        let start = Instant::now();
        let output = laws.ignore_status().output()?;
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        if !output.status.success() {
            let checks = CHECKS.map(|check| format!("{check}=true")).join(" ");
            let repeats = format!(
                "{checks} PROPTEST_RNG_SEED={seed} PROPTEST_CASES={cases} cargo {}",
                tests.join(" ")
            );
            bail!(
                "{said}{}\na law is broken; this repeats it:\n  {repeats}",
                String::from_utf8_lossy(&output.stderr)
            );
        }
        let held = said
            .lines()
            .filter_map(|line| line.strip_prefix("test ")?.strip_suffix(" ... ok"));
        let held: Vec<&str> = held.collect();
        println!(
            "laws        {:>9} cases of each of {}",
            self.cases,
            held.len()
        );
        for law in held {
            self.count(&format!("law {law}"), self.cases, String::new());
        }
        self.cases = self.scaled(self.cases, start.elapsed());
        Ok(())
    }

    /// A fuzzer on one target, which goes on from what it grew before.
    fn fuzz(&mut self, target: &str) -> Result<()> {
        let corpus = format!("fuzz/corpus/{target}");
        self.sh.create_dir(&corpus)?;
        let (seconds, seed) = (
            self.turn.as_secs().max(1).to_string(),
            self.seed.to_string(),
        );
        let limits = [
            "-dict=fuzz/words.dict",
            "-max_len=16384",
            "-timeout=30",
            "-rss_limit_mb=4096",
        ];
        let output = cmd!(
            self.sh,
            "cargo fuzz run --sanitizer none {target} {corpus} fuzz/seeds --
             -max_total_time={seconds} -seed={seed} -print_final_stats=1 {limits...}"
        );
        let output = output.quiet().ignore_status().output()?;
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        if !output.status.success() {
            let tail: Vec<&str> = said.lines().filter(|line| !line.starts_with('#')).collect();
            let found = said
                .lines()
                .find_map(|line| line.split_once("Test unit written to "))
                .map_or("FILE", |(_, file)| file);
            bail!(
                "{}\n{target} found something; the first repeats it, the second also makes the case small:\n  \
                 cargo fuzz run --sanitizer none {target} {found}\n  \
                 FUZZ_INPUT={found} cargo test --manifest-path fuzz/Cargo.toml {target}",
                tail.join("\n")
            );
        }
        let number = |text: &str| {
            text.split_whitespace()
                .next()
                .and_then(|number| number.parse::<u64>().ok())
        };
        let after = |mark: &str| {
            said.lines()
                .rev()
                .find_map(|line| number(line.split_once(mark)?.1))
        };
        let runs = after("stat::number_of_executed_units:")
            .context("the fuzzer has said nothing of its runs")?;
        let (edges, features, inputs) = (
            after(" cov: "),
            after(" ft: "),
            self.sh.read_dir(&corpus)?.len(),
        );
        let [edges, features] = [edges, features].map(Option::unwrap_or_default);
        let note = format!("{edges} edges, {features} features, {inputs} inputs");
        println!("{target:10}  {runs:>9} executions: {note}");
        self.count(&format!("fuzz {target}"), runs, note);
        Ok(())
    }

    /// The package beside the crate, on random cases and on what a fuzzer grew.
    fn package(&mut self, grown: &str) -> Result<()> {
        let sh = self.sh;
        let calls = folder(sh)?.join("calls.ndjson");
        let (seed, cases, corpus) = (
            self.seed.to_string(),
            self.calls.to_string(),
            format!("fuzz/corpus/{grown}"),
        );
        let prints = [
            "run",
            "--quiet",
            "--release",
            "--manifest-path",
            "fuzz/Cargo.toml",
            "--bin",
            "calendiff-fuzz",
            "--",
        ];
        let start = Instant::now();
        let printed = cargo(sh, &prints)
            .args(["calls", &seed, &cases, &corpus])
            .read()?;
        sh.write_file(&calls, printed)?;
        let said = cmd!(sh, "node {NODE}/calls.mjs {calls}")
            .quiet()
            .ignore_status()
            .output()?;
        if !said.status.success() {
            let errors = String::from_utf8_lossy(&said.stderr).into_owned();
            bail!(
                "{errors}\nthe package answers otherwise; this repeats it:\n  node {NODE}/calls.mjs {}",
                calls.display()
            );
        }
        let said = String::from_utf8_lossy(&said.stdout).into_owned();
        let first = said.lines().next().unwrap_or_default();
        println!("package     {first}, of {cases} random cases and of what {grown} grew");
        for line in said.lines().skip(1) {
            if let Some((count, verb)) = line.trim().split_once(' ') {
                self.count(&format!("package {verb}"), count.parse()?, String::new());
            }
        }
        self.calls = self.scaled(self.calls, start.elapsed());
        Ok(())
    }

    fn sum_up(&self) {
        println!();
        for (part, (count, note)) in &self.counts {
            println!(
                "{count:>12}  {part}{}{note}",
                if note.is_empty() { "" } else { ": " }
            );
        }
    }
}
