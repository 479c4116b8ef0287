//! A peer: whatever finds faults in a draft.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use calendiff::{Kind, ValidateOptions};
use jsonschema::Validator;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::npm::Npm;
use crate::{garde, json_schema};

/// Something found: where, and what the peer says of it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Finding {
    pub(crate) path: Vec<String>,
    pub(crate) says: String,
}

impl Finding {
    /// One level further down.
    pub(crate) fn under(mut self, name: &str) -> Self {
        self.path.insert(0, name.to_owned());
        self
    }
}

pub(crate) struct Peer {
    pub(crate) name: String,
    pub(crate) package: String,
    pub(crate) version: String,
    /// What was written by hand for it.
    pub(crate) files: Vec<PathBuf>,
    check: Check,
}

enum Check {
    Calendiff,
    Garde,
    JsonSchema(Box<Validator>),
    /// The number of a peer from npm.
    Npm(usize),
}

impl Peer {
    pub(crate) fn check(
        &self,
        npm: &mut Npm,
        draft: &Value,
        stored: &Value,
    ) -> Result<Vec<Finding>> {
        Ok(match &self.check {
            Check::Calendiff => {
                let report =
                    Kind::Calendar.validate(draft, &ValidateOptions::default().stored(stored))?;
                let issues = report.issues.iter();
                let path = |issue: &calendiff::Issue| {
                    issue
                        .path
                        .segments()
                        .iter()
                        .map(ToString::to_string)
                        .collect()
                };
                issues
                    .map(|issue| Finding {
                        path: path(issue),
                        says: issue.code.name().to_owned(),
                    })
                    .collect()
            }
            Check::Garde => garde::check(draft),
            Check::JsonSchema(validator) => json_schema::check(validator, draft),
            Check::Npm(peer) => {
                npm.ask(&json!({ "peer": peer, "draft": draft, "stored": stored }))?
            }
        })
    }
}

/// A peer from npm, as it says itself.
#[derive(Deserialize)]
struct About {
    name: String,
    package: String,
    version: String,
    files: Vec<String>,
}

pub(crate) fn all(npm: &mut Npm, root: &Path) -> Result<Vec<Peer>> {
    let lock = std::fs::read_to_string(root.join("Cargo.lock"))?;
    let in_rust = |name: &str, package: &str, files: Vec<PathBuf>, check| {
        let version = version(&lock, package)?;
        Ok::<_, anyhow::Error>(Peer {
            name: name.to_owned(),
            package: package.to_owned(),
            version,
            files,
            check,
        })
    };
    let scripts = root.join("tests/node/peers");
    let abouts: Vec<About> = npm.ask(&json!("peers"))?;
    let from_npm = abouts.into_iter().enumerate().map(|(number, about)| Peer {
        name: about.name,
        package: about.package,
        version: about.version,
        files: about.files.iter().map(|file| scripts.join(file)).collect(),
        check: Check::Npm(number),
    });

    let mut peers = vec![in_rust(
        "calendiff (crate)",
        "calendiff",
        Vec::new(),
        Check::Calendiff,
    )?];
    peers.extend(from_npm);
    let [alone, with_rules]: [Value; 2] = npm.ask(&json!("schemas"))?;
    let [rules, keyword, structs] =
        ["rules.rs", "json_schema.rs", "garde.rs"].map(|file| root.join("peers/src").join(file));
    let [schema, patterns] = ["json-schema.mjs", "patterns.mjs"].map(|file| scripts.join(file));
    for (name, json_schema, files) in [
        ("jsonschema", alone, vec![schema.clone(), patterns.clone()]),
        (
            "jsonschema, at its best",
            with_rules,
            vec![schema, patterns, keyword, rules.clone()],
        ),
    ] {
        let validator = Box::new(json_schema::validator(&json_schema)?);
        peers.push(in_rust(
            name,
            "jsonschema",
            files,
            Check::JsonSchema(validator),
        )?);
    }
    peers.push(in_rust(
        "serde and garde",
        "garde",
        vec![structs, rules],
        Check::Garde,
    )?);
    Ok(peers)
}

/// The version of a crate that this was built with.
fn version(lock: &str, package: &str) -> Result<String> {
    let after = lock
        .split_once(&format!("name = \"{package}\"\nversion = \""))
        .context("a crate is not in Cargo.lock")?
        .1;
    Ok(after.split('"').next().unwrap_or_default().to_owned())
}
