//! What is depended on: why, where it comes from, under which license, and for which compilers.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use spdx::{Expression, LicenseReq, ParseMode};
use xshell::{Shell, cmd};

use crate::wasm;

/// The version of cargo-deny that is installed where there is none. Later ones may ask for a later compiler.
const CARGO_DENY: &str = "0.20.2";

/// What can be told without a network: DEVELOPERS.md says why each crate is there; all come from the registry, under
/// licenses that `deny.toml` allows; none that reaches users is there in two versions or wants a later compiler.
pub(crate) fn check(sh: &Shell) -> Result<()> {
    let metadata: Value = serde_json::from_str(
        &cmd!(
            sh,
            "cargo metadata --format-version 1 --all-features --locked"
        )
        .quiet()
        .read()?,
    )?;
    let graph = Graph::of(&metadata)?;
    let mut faults = differences(&sh.read_file("DEVELOPERS.md")?, &graph);
    faults.extend(graph.foreign_sources());
    faults.extend(graph.licenses(&allowed(&sh.read_file("deny.toml")?)?));
    let shipped = graph.shipped()?;
    faults.extend(twice(&shipped));
    faults.extend(later(&shipped, graph.own));
    ensure!(faults.is_empty(), "{}", faults.join("\n"));
    println!(
        "{} crates in all, {} of them reach users of the library with every feature or of the command; their licenses are \
         allowed, and no crate reaches users twice",
        graph.packages.len(),
        shipped.len() - 2
    );
    Ok(())
}

/// Checks the sources and the licenses of a workspace of its own that reaches users, by its own `deny.toml`.
pub(crate) fn check_apart(sh: &Shell, folder: &str) -> Result<()> {
    let options = ["--format-version", "1", "--all-features", "--locked"];
    let metadata = cmd!(
        sh,
        "cargo metadata {options...} --manifest-path {folder}/Cargo.toml"
    )
    .quiet()
    .read()?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    let graph = Graph::of(&metadata)?;
    let mut faults: Vec<String> = graph.foreign_sources().collect();
    faults.extend(graph.licenses(&allowed(&sh.read_file(format!("{folder}/deny.toml"))?)?));
    ensure!(faults.is_empty(), "{}", faults.join("\n"));
    println!(
        "{} crates in all; their licenses are allowed",
        graph.packages.len()
    );
    Ok(())
}

/// Asks cargo-deny, which is installed first where it is missing, about the same and about advisories. Those need their
/// database, which is a git repository on the network: where it cannot be had, that is said, and is no failure.
pub(crate) fn deny(sh: &Shell) -> Result<()> {
    check(sh)?;
    let program = cargo_deny(sh)?;
    cmd!(
        sh,
        "{program} --all-features --locked check bans licenses sources"
    )
    .run()?;
    let advisories = cmd!(sh, "{program} --all-features --locked check advisories")
        .ignore_status()
        .output()?;
    let said = String::from_utf8_lossy(&advisories.stderr);
    print!("{said}");
    if advisories.status.success() {
        println!("no advisory is about what is depended on");
    } else if said.contains("failed to fetch advisory database")
        || said.contains("failed to load advisory database")
    {
        println!("advisories were NOT looked at: their database cannot be had from here");
    } else {
        bail!("an advisory is about what is depended on, or cargo-deny could not tell");
    }
    Ok(())
}

/// cargo-deny as it is installed, else in a folder of this project's own.
fn cargo_deny(sh: &Shell) -> Result<PathBuf> {
    if cmd!(sh, "cargo-deny --version")
        .quiet()
        .ignore_stderr()
        .read()
        .is_ok()
    {
        return Ok("cargo-deny".into());
    }
    let root = wasm::target(&wasm::metadata(sh)?)?.join("tools");
    let program = root.join("bin/cargo-deny");
    if !program.exists() {
        println!(
            "installing cargo-deny {CARGO_DENY} into {}, which takes minutes",
            root.display()
        );
        cmd!(
            sh,
            "cargo install --locked cargo-deny --version {CARGO_DENY} --root {root}"
        )
        .run()?;
    }
    Ok(program)
}

struct Graph<'a> {
    packages: BTreeMap<&'a str, &'a Value>,
    nodes: BTreeMap<&'a str, &'a Value>,
    /// The library.
    own: &'a Value,
    /// The command, which is not there for workspaces apart.
    command: Option<&'a Value>,
}

impl<'a> Graph<'a> {
    fn of(metadata: &'a Value) -> Result<Self> {
        let by_id = |list: &'a Value| {
            let items = list.as_array().into_iter().flatten();
            items
                .map(|item| (text(item, "id"), item))
                .collect::<BTreeMap<_, _>>()
        };
        let packages = by_id(&metadata["packages"]);
        let find = |name: &str| {
            packages
                .values()
                .copied()
                .find(|package| package["name"] == name)
        };
        Ok(Self {
            own: find("calendiff").context("calendiff is not there")?,
            command: find("calendiff-cli"),
            nodes: by_id(&metadata["resolve"]["nodes"]),
            packages,
        })
    }

    /// Those of others.
    fn foreign(&self) -> impl Iterator<Item = &'a Value> {
        self.packages
            .values()
            .copied()
            .filter(|package| !package["source"].is_null())
    }

    fn foreign_sources(&self) -> impl Iterator<Item = String> {
        let elsewhere = self
            .foreign()
            .filter(|package| !text(package, "source").ends_with("/crates.io-index"));
        elsewhere.map(|package| format!("{} comes from {}", name(package), package["source"]))
    }

    fn licenses(&self, allowed: &[String]) -> impl Iterator<Item = String> {
        let is_allowed = |required: &LicenseReq| {
            allowed
                .iter()
                .any(|allowed| required.to_string() == *allowed)
        };
        let refused = move |package: &&Value| {
            let license = Expression::parse_mode(text(package, "license"), ParseMode::LAX);
            !license.is_ok_and(|license| license.evaluate(is_allowed))
        };
        self.foreign()
            .filter(refused)
            .map(|package| format!("{} has the license {}", name(package), package["license"]))
    }

    /// Returns our crates and all crates that are compiled with them, on any system and with any feature. Those of tests are
    /// left out.
    fn shipped(&self) -> Result<Vec<&'a Value>> {
        let mut found = BTreeSet::new();
        let mut open = vec![text(self.own, "id")];
        open.extend(self.command.map(|command| text(command, "id")));
        while let Some(id) = open.pop() {
            if !found.insert(id) {
                continue;
            }
            for dependency in self.nodes.get(id).context("a package without a node")?["deps"]
                .as_array()
                .into_iter()
                .flatten()
            {
                let mut kinds = dependency["dep_kinds"].as_array().into_iter().flatten();
                if kinds.any(|kind| kind["kind"] != "dev") {
                    open.push(text(dependency, "pkg"));
                }
            }
        }
        Ok(found.into_iter().map(|id| self.packages[id]).collect())
    }
}

fn text<'a>(value: &'a Value, member: &str) -> &'a str {
    value[member].as_str().unwrap_or_default()
}

fn name(package: &Value) -> String {
    format!("{} {}", text(package, "name"), text(package, "version"))
}

/// The licenses that `deny.toml` allows.
fn allowed(deny: &str) -> Result<Vec<String>> {
    let list = deny
        .split_once("\nallow = [")
        .and_then(|(_, rest)| rest.split_once(']'))
        .context("deny.toml allows no license")?;
    Ok(list
        .0
        .split('"')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect())
}

fn twice(packages: &[&Value]) -> Vec<String> {
    let mut versions: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for package in packages {
        versions
            .entry(text(package, "name"))
            .or_default()
            .push(text(package, "version"));
    }
    let several = versions
        .into_iter()
        .filter(|(_, versions)| versions.len() > 1);
    several
        .map(|(name, versions)| format!("{name} reaches users as {}", versions.join(" and ")))
        .collect()
}

/// Those that want a later compiler than our crate says that it wants.
fn later(packages: &[&Value], own: &Value) -> Vec<String> {
    let version = |package: &Value| -> Vec<u32> {
        let numbers = text(package, "rust_version")
            .split('.')
            .map_while(|number| number.parse().ok());
        numbers.chain([0; 3]).take(3).collect()
    };
    let later = packages
        .iter()
        .filter(|package| version(package) > version(own));
    later
        .map(|package| {
            format!(
                "{} wants Rust {}",
                name(package),
                text(package, "rust_version")
            )
        })
        .collect()
}

/// Returns the differences between the table of DEVELOPERS.md and the crates that library and command depend on, tests
/// aside.
fn differences(page: &str, graph: &Graph<'_>) -> Vec<String> {
    let section = page
        .split_once("\n## Dependencies\n")
        .map_or("", |(_, rest)| rest);
    let section = section.split("\n## ").next().unwrap_or_default();
    let explained: BTreeSet<&str> = section
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once("` | "))
        .map(|(name, _)| name)
        .collect();
    let dependencies = [Some(graph.own), graph.command]
        .into_iter()
        .flatten()
        .flat_map(|package| package["dependencies"].as_array().into_iter().flatten());
    let depended_on: BTreeSet<&str> = dependencies
        .filter(|dependency| dependency["kind"] != "dev" && dependency["name"] != "calendiff")
        .map(|dependency| text(dependency, "name"))
        .collect();
    let missing = depended_on
        .difference(&explained)
        .map(|name| format!("DEVELOPERS.md does not say why there is {name}"));
    let gone = explained
        .difference(&depended_on)
        .map(|name| format!("DEVELOPERS.md says why there is {name}, which nothing depends on"));
    missing.chain(gone).collect()
}
