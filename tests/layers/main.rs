//! Each file of `src/` imports only from its own layer and those below, and never in a circle.
//!
//! `cargo test --test layers -- --nocapture` prints what imports what.

#![expect(
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a test fails by panicking, and shows the layers"
)]

mod source;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Write;
use std::path::Path;

use source::Sources;

/// The layers from the ground up: folders of `src/`, or files. ARCHITECTURE.md describes them.
const LAYERS: [&str; 8] = [
    "ground",
    "knowledge",
    "record",
    "verbs",
    "form",
    "service",
    "report",
    "faces",
];

/// These import from every layer, and nothing imports them: the front page, and the makers of test data.
const BESIDE: [&str; 2] = ["lib", "testing"];

type Imports<'a> = BTreeMap<&'a str, BTreeSet<&'a str>>;

#[test]
fn no_import_points_up_and_none_goes_in_a_circle() {
    let sources = Sources::below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    let imports = sources.imports();
    println!("{}", picture(&imports));
    assert_eq!(faults(&imports), Vec::<String>::new());
}

#[test]
fn a_fault_is_found_through_re_exports_aliases_and_paths_and_a_re_export_alone_is_none() {
    let sources = Sources::of([
        (
            "lib.rs",
            "mod verbs { pub mod body; } mod ground; mod knowledge; mod testing; pub use verbs::body::Body; pub use ground::json::A;",
        ),
        ("ground/mod.rs", "pub mod json; pub mod error;"),
        ("knowledge/mod.rs", "pub mod schema;"),
        (
            "ground/json/mod.rs",
            "mod a; mod b; mod c; pub use a::A; pub(crate) use b::B as Other; pub use c::*;",
        ),
        (
            "ground/json/a.rs",
            "//! use crate::verbs::body::Body;\nuse super::Other;\npub struct A;",
        ),
        (
            "ground/json/b.rs",
            "use std::fmt;\npub struct B { a: Option<super::A>, c: crate::ground::json::C }",
        ),
        (
            "ground/json/c.rs",
            "pub struct C;\nconst PATH: &str = \"crate::verbs::body::Body\";",
        ),
        (
            "ground/error.rs",
            "use crate::knowledge::schema::{self as tables, Kind};\nfn f() { tables::find(); }",
        ),
        (
            "knowledge/schema/mod.rs",
            "mod rows; pub struct Kind;\n#[cfg(test)]\nmod tests { use crate::verbs::body::Body; }",
        ),
        (
            "knowledge/schema/rows.rs",
            "use super::Kind;\nuse crate::Body;",
        ),
        (
            "verbs/body.rs",
            "use crate::ground::json::{A, C};\npub struct Body(crate::knowledge::schema::Kind);\n#[cfg(test)]\nmod near;",
        ),
        ("verbs/body/near.rs", "use crate::nothing::at_all;"),
        ("new.rs", "use calendiff::testing::draft;"),
        ("testing.rs", "pub fn draft() {}"),
    ]);
    let imports = sources.imports();
    assert_eq!(imports["ground/json/mod.rs"], BTreeSet::new());
    let expected = BTreeSet::from([
        "ground/json/a.rs",
        "ground/json/c.rs",
        "knowledge/schema/mod.rs",
    ]);
    assert_eq!(imports["verbs/body.rs"], expected);
    assert!(!imports.contains_key("verbs/body/near.rs"));
    let expected = [
        "ground/error.rs imports knowledge/schema/mod.rs, from ground up to knowledge",
        "knowledge/schema/rows.rs imports verbs/body.rs, from knowledge up to verbs",
        "new.rs has no layer",
        "new.rs imports testing.rs, which is beside the layers",
        "circle: ground/json/a.rs, ground/json/b.rs, ground/json/a.rs",
    ];
    assert_eq!(faults(&imports), expected);
}

fn folder(file: &str) -> &str {
    file.split_once('/')
        .map_or(file.trim_end_matches(".rs"), |(folder, _)| folder)
}

/// The part of a layer that a file belongs to: `json` for `ground/json/mod.rs`.
fn part(file: &str) -> &str {
    let inside = file.split_once('/').map_or(file, |(_, inside)| inside);
    folder(inside)
}

fn layer(file: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| *layer == folder(file))
}

/// What is wrong with the imports, a sentence each.
fn faults(imports: &Imports<'_>) -> Vec<String> {
    let is_beside = |file: &str| BESIDE.contains(&folder(file));
    let mut faults = Vec::new();
    for (file, imported) in imports {
        let own = layer(file);
        if own.is_none() && !is_beside(file) {
            faults.push(format!("{file} has no layer"));
        }
        for other in imported {
            if is_beside(other) && !is_beside(file) {
                faults.push(format!(
                    "{file} imports {other}, which is beside the layers"
                ));
            } else if let (Some(own), Some(above)) =
                (own, layer(other).filter(|above| Some(*above) > own))
            {
                faults.push(format!(
                    "{file} imports {other}, from {} up to {}",
                    LAYERS[own], LAYERS[above]
                ));
            }
        }
    }
    let mut circles: BTreeMap<BTreeSet<&str>, Vec<&str>> = BTreeMap::new();
    for circle in imports.keys().filter_map(|file| circle(imports, file)) {
        circles
            .entry(circle.iter().copied().collect())
            .or_insert(circle);
    }
    faults.extend(
        circles
            .into_values()
            .map(|circle| format!("circle: {}", circle.join(", "))),
    );
    faults
}

/// The shortest way from a file back to itself.
fn circle<'a>(imports: &Imports<'a>, start: &'a str) -> Option<Vec<&'a str>> {
    let mut ways = VecDeque::from([vec![start]]);
    let mut seen = BTreeSet::new();
    while let Some(way) = ways.pop_front() {
        for next in imports.get(way.last()?)? {
            let longer = [way.as_slice(), &[*next]].concat();
            if *next == start {
                return Some(longer);
            }
            if seen.insert(*next) {
                ways.push_back(longer);
            }
        }
    }
    None
}

/// The parts of each layer, and the parts that they import from.
fn picture(imports: &Imports<'_>) -> String {
    let mut picture = format!(
        "{} files, {} imports from file to file\n",
        imports.len(),
        imports.values().map(BTreeSet::len).sum::<usize>()
    );
    for layer in LAYERS.iter().rev().chain(&BESIDE) {
        writeln!(picture, "{layer}").expect("text can be written");
        let files = imports.iter().filter(|(file, _)| folder(file) == *layer);
        let mut parts: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for (file, imported) in files {
            parts
                .entry(part(file))
                .or_default()
                .extend(imported.iter().map(|other| part(other)));
        }
        for (own, others) in parts {
            let others: Vec<&str> = others.into_iter().filter(|other| *other != own).collect();
            writeln!(picture, "    {own:<12} {}", others.join(" ")).expect("text can be written");
        }
    }
    picture
}
