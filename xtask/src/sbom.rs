//! Bills of materials in CycloneDX 1.5: every crate that is built into what is published. Nothing in them depends on
//! when or where they are written.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};
use serde_json::{Value, json};
use xshell::{Shell, cmd};

use crate::setup::WASM;

/// Returns the bill of the crate with all of its features. What no build without features needs is `optional`.
pub(crate) fn of_crate(sh: &Shell) -> Result<Value> {
    let required = dependencies(sh, LIBRARY, &["--no-default-features"])?;
    bill(
        sh,
        ("cargo", LIBRARY),
        &dependencies(sh, LIBRARY, &["--all-features", "--target", "all"])?,
        |named| required.contains(named),
    )
}

/// Returns the bill of the command.
pub(crate) fn of_command(sh: &Shell) -> Result<Value> {
    let crates = dependencies(sh, COMMAND, &["--target", "all"])?;
    bill(sh, ("cargo", COMMAND), &crates, |_| true)
}

/// Returns the bill of the npm package: the crates that its WebAssembly is built from. It has no dependencies on npm.
pub(crate) fn of_package(sh: &Shell) -> Result<Value> {
    bill(
        sh,
        ("npm", LIBRARY),
        &dependencies(
            sh,
            LIBRARY,
            &["--features", "wasm,wasm-report", "--target", WASM],
        )?,
        |_| true,
    )
}

const LIBRARY: &str = "calendiff";
const COMMAND: &str = "calendiff-cli";

/// The name and the version of a crate.
type Crate = (String, String);

/// Returns the crates that a build of one of ours needs, itself and those of its tests left out.
fn dependencies(sh: &Shell, own: &str, which: &[&str]) -> Result<BTreeSet<Crate>> {
    let tree = [
        "--package",
        own,
        "--edges",
        "normal",
        "--prefix",
        "none",
        "--format",
        "{p}",
    ];
    Ok(named(
        &cmd!(sh, "cargo tree --locked {tree...} {which...}")
            .quiet()
            .read()?,
        own,
    ))
}

/// Returns the crates that `cargo tree` names, apart from our own, which is the first.
fn named(tree: &str, own: &str) -> BTreeSet<Crate> {
    let crates = tree.lines().skip(1).filter_map(|line| {
        let mut words = line.split(' ');
        Some((
            words.next()?.to_owned(),
            words.next()?.strip_prefix('v')?.to_owned(),
        ))
    });
    crates.filter(|(name, _)| name != own).collect()
}

fn package(metadata: &Value, is: impl Fn(&Value) -> bool) -> Result<&Value> {
    let packages = metadata["packages"]
        .as_array()
        .context("cargo metadata names no packages")?;
    packages
        .iter()
        .find(|package| is(package))
        .context("cargo metadata does not name a package")
}

/// Returns the SHA-256 of each package of a lock file, by name and version.
fn checksums(lock: &str) -> BTreeMap<Crate, String> {
    let field = |entry: &str, name: &str| {
        let line = entry.lines().find_map(|line| {
            line.strip_prefix(name)?
                .strip_prefix(" = \"")?
                .strip_suffix('"')
        });
        line.map(str::to_owned)
    };
    let entries = lock.split("[[package]]").skip(1);
    let entries = entries.filter_map(|entry| {
        Some((
            (field(entry, "name")?, field(entry, "version")?),
            field(entry, "checksum")?,
        ))
    });
    entries.collect()
}

fn bill(
    sh: &Shell,
    (ecosystem, own): (&str, &str),
    crates: &BTreeSet<Crate>,
    is_required: impl Fn(&Crate) -> bool,
) -> Result<Value> {
    let text = cmd!(
        sh,
        "cargo metadata --format-version 1 --locked --all-features"
    )
    .quiet()
    .read()?;
    let metadata: Value = serde_json::from_str(&text)?;
    let checksums = checksums(&sh.read_file("Cargo.lock")?);
    let mut components = Vec::new();
    for named in crates {
        let (name, version) = named;
        let package = package(&metadata, |package| {
            package["name"] == **name && package["version"] == **version
        })?;
        let mut component = component(package, "cargo");
        component["scope"] = if is_required(named) {
            "required"
        } else {
            "optional"
        }
        .into();
        if let Some(checksum) = checksums.get(named) {
            component["hashes"] = json!([{ "alg": "SHA-256", "content": checksum }]);
        }
        components.push(component);
    }
    let own = component(
        package(&metadata, |package| package["name"] == own)?,
        ecosystem,
    );
    Ok(json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": { "component": own },
        "components": components,
    }))
}

fn component(package: &Value, ecosystem: &str) -> Value {
    let text = |name: &str| package[name].as_str().unwrap_or_default();
    let purl = format!("pkg:{ecosystem}/{}@{}", text("name"), text("version"));
    // Older packages write a slash for OR, which is no expression.
    let license = text("license").replace('/', " OR ");
    json!({
        "type": "library",
        "bom-ref": purl,
        "name": text("name"),
        "version": text("version"),
        "licenses": [{ "expression": license }],
        "purl": purl,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_file_has_a_checksum_for_each_package_of_a_registry() {
        let lock = "version = 4\n\n[[package]]\nname = \"a\"\nversion = \"1.0.0\"\nsource = \"registry\"\nchecksum = \"ab\"\n\n\
                    [[package]]\nname = \"own\"\nversion = \"0.0.0\"\n";
        let found = checksums(lock);
        assert_eq!(
            found.into_iter().collect::<Vec<_>>(),
            [(("a".to_owned(), "1.0.0".to_owned()), "ab".to_owned())]
        );
    }

    #[test]
    fn a_tree_names_crates_with_their_versions() {
        let tree = "calendiff v0.1.0 (/path)\nserde v1.0.229\nserde_derive v1.0.229 (proc-macro)\nserde v1.0.229 (*)\n";
        let found: Vec<Crate> = named(tree, "calendiff").into_iter().collect();
        let wanted = [("serde", "1.0.229"), ("serde_derive", "1.0.229")];
        assert_eq!(
            found,
            wanted.map(|(name, version)| (name.to_owned(), version.to_owned()))
        );
    }
}
