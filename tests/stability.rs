//! `docs/stability.md` names every public name of the crate and of the command, and no other. Those of the package are
//! in `tests/node/stability.test.mjs`.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "stability/page.rs"]
mod page;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use page::{listed, promised, read};

/// Returns the public names of a file: those that it defines at its root, and those that it passes on.
fn public(path: &str) -> Vec<String> {
    let text = read(path);
    let mut names = Vec::new();
    for item in text.split("\npub ").skip(1) {
        if let Some((passed, _)) = item
            .strip_prefix("use ")
            .and_then(|item| item.split_once(';'))
        {
            let list = passed
                .split_once('{')
                .map_or(passed, |(_, list)| list.trim_end_matches('}'));
            names.extend(
                list.split(',')
                    .filter_map(|name| name.trim().rsplit("::").next()),
            );
        } else {
            let declared = item.split([';', '(', '<', '{', ':', '=']).next().unwrap();
            names.extend(declared.split_whitespace().last());
        }
    }
    names.retain(|name| !name.is_empty() && *name != "*");
    names.into_iter().map(str::to_owned).collect()
}

/// Returns the names behind macros of a file, which stand below a comment: `    Calendar("calendar", …) {`.
fn in_macros(path: &str) -> Vec<String> {
    let text = read(path);
    let mut lines = text.lines().zip(text.lines().skip(1));
    let below = lines
        .by_ref()
        .filter(|(above, _)| above.starts_with("    /// "))
        .map(|(_, line)| line.trim());
    below
        .map(|line| line.split([' ', '(']).next().unwrap().to_owned())
        .collect()
}

fn methods(path: &str) -> Vec<String> {
    let text = read(path);
    let functions = text
        .lines()
        .filter_map(|line| line.strip_prefix("    pub ")?.split_once("fn "));
    functions
        .map(|(_, rest)| rest.split(['(', '<']).next().unwrap().to_owned())
        .collect()
}

#[test]
fn every_public_name_of_the_crate_is_in_the_table() {
    let files = [
        "src/lib.rs",
        "src/report/mod.rs",
        "src/ground/json/mod.rs",
        "src/ground/json/patch.rs",
        "src/ground/json/merge_patch.rs",
        "src/knowledge/schema/mod.rs",
        "src/testing/strategies/mod.rs",
        "src/testing/strategies/leaf/mod.rs",
        "src/faces/js/mod.rs",
    ];
    let mut names: BTreeSet<String> = files.iter().flat_map(|file| public(file)).collect();
    names.extend(in_macros("src/faces/typed/rows.rs"));
    names.extend(methods("src/kind.rs"));
    names.extend(methods("src/knowledge/schema/mod.rs"));
    let manifest = read("Cargo.toml");
    let features = manifest
        .split("\n[features]\n")
        .nth(1)
        .unwrap()
        .split("\n[")
        .next()
        .unwrap();
    names.extend(
        features
            .lines()
            .filter_map(|line| Some(line.split_once(" = ")?.0.to_owned())),
    );
    // Hidden from the documentation.
    names.remove("facade");
    assert!(
        names.len() > 150 && names.contains("TeamMemberUpdate") && names.contains("validate"),
        "{names:?}"
    );
    assert_eq!(names, listed("The crate"));
}

/// A variant more would break who matches all of an enum that is not `non_exhaustive`.
#[test]
fn an_enum_that_may_grow_cannot_be_matched_whole() {
    fn collect(folder: &Path, complete: &mut BTreeSet<String>) {
        for path in fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
        {
            if path.is_dir() {
                collect(&path, complete);
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            let mut lines = text.lines().zip(text.lines().skip(1));
            let enums = lines
                .by_ref()
                .filter(|(above, _)| *above != "#[non_exhaustive]");
            let enums = enums.filter_map(|(_, line)| line.strip_prefix("pub enum "));
            complete.extend(enums.map(|rest| rest.split([' ', '<']).next().unwrap().to_owned()));
        }
    }
    let mut complete = BTreeSet::new();
    collect(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        &mut complete,
    );
    assert!(complete.contains("Severity"), "{complete:?}");
    let grows = promised("The crate", &["grows"]);
    assert_eq!(
        complete.intersection(&grows).collect::<Vec<_>>(),
        Vec::<&String>::new()
    );
}

/// Cargo builds a crate once, with the features that all who use it ask for: one that took a name away, or gave it another
/// meaning, would break who never asked for it. Items below `not(feature …)` are therefore internal.
#[test]
fn a_feature_takes_no_public_name_away() {
    fn collect(folder: &Path, below: &mut Vec<String>) {
        for path in fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
        {
            if path.is_dir() {
                collect(&path, below);
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            let mut lines = text.lines().map(str::trim);
            let mut is_without = false;
            while let Some(line) = lines.next() {
                if !line.starts_with("#[") {
                    if std::mem::take(&mut is_without) {
                        below.push(line.to_owned());
                    }
                    continue;
                }
                let mut attribute = line.to_owned();
                while !attribute.ends_with(']') {
                    attribute.push_str(lines.next().unwrap());
                }
                let is_about_none = attribute.contains("not(") && attribute.contains("feature = ");
                is_without |= is_about_none && attribute.starts_with("#[cfg(");
                assert!(
                    !is_about_none || !attribute.contains("cfg_attr(not("),
                    "{attribute}"
                );
            }
        }
    }
    let mut below = Vec::new();
    collect(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        &mut below,
    );
    below.sort();
    let internal = [
        "mod facade;",
        "true",
        "use crate::faces::facade::report::call as answer;",
        "use crate::faces::facade::validate::call as answer;",
    ];
    assert_eq!(below, internal);
}
