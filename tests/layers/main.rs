//! Each file of `src/` imports only from its own layer and those below, and never in a circle.
//!
//! `cargo test --test layers -- --nocapture` prints what imports what.

#![expect(clippy::expect_used, clippy::print_stdout, reason = "a test fails by panicking, and shows the layers")]

mod source;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Write;
use std::path::Path;

use source::Sources;

/// The layers from the ground up: the name, the modules, what they do.
const LAYERS: [(&str, &[&str], &str); 7] = [
    ("ground", &["json", "error", "names", "fast", "issue", "language", "visible"], "JSON, findings, every sentence"),
    (
        "knowledge",
        &["schema", "operations", "format", "words"],
        "the service's document as data, single values, what a change says",
    ),
    ("record", &["record"], "items by key: what is the same, in which order, over what is stored"),
    (
        "verbs",
        &[
            "validate",
            "fix",
            "normalize",
            "read",
            "diff",
            "body",
            "outcome",
            "update",
            "review",
            "merge",
            "verify",
            "json_schema",
        ],
        "one question each about records",
    ),
    ("form", &["form"], "the verbs, edit by edit"),
    ("service", &["request", "response", "explain", "sandbox"], "the two operations"),
    ("faces", &["facade", "wasm", "js", "bin", "typed"], "convert, call, convert"),
];

/// They may import from every layer, and none imports from them: the front page, the guide, and the makers of test data.
const BESIDE: [&str; 3] = ["lib", "guide", "strategies"];

type Imports<'a> = BTreeMap<&'a str, BTreeSet<&'a str>>;

#[test]
fn no_import_points_up_and_none_goes_in_a_circle() {
    let sources = Sources::below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    let imports = sources.imports();
    println!("{}", picture(&imports));
    assert_eq!(faults(&imports), Vec::<String>::new());
    let modules: BTreeSet<&str> = imports.keys().map(|file| module(file)).collect();
    let named: BTreeSet<&str> = LAYERS.iter().flat_map(|(_, modules, _)| *modules).chain(&BESIDE).copied().collect();
    assert_eq!(modules, named, "the modules of src/, and those that have a layer");
}

#[test]
fn the_developers_page_shows_these_layers() {
    let page = include_str!("../../DEVELOPERS.md");
    let table = table();
    assert!(page.contains(&table), "DEVELOPERS.md must show:\n{table}");
}

#[test]
fn a_fault_is_found_through_re_exports_aliases_and_paths_and_a_re_export_alone_is_none() {
    let sources = Sources::of([
        ("lib.rs", "mod body; mod error; mod json; mod schema; mod strategies; pub use body::Body; pub use json::A;"),
        ("json/mod.rs", "mod a; mod b; mod c; pub use a::A; pub(crate) use b::B as Other; pub use c::*;"),
        ("json/a.rs", "//! use crate::body::Body;\nuse super::Other;\npub struct A;"),
        ("json/b.rs", "use std::fmt;\npub struct B { a: Option<super::A>, c: crate::json::C }"),
        ("json/c.rs", "pub struct C;\nconst PATH: &str = \"crate::body::Body\";"),
        ("error.rs", "use crate::schema::{self as tables, Kind};\nfn f() { tables::find(); }"),
        ("schema/mod.rs", "mod rows; pub struct Kind;\n#[cfg(test)]\nmod tests { use crate::body::Body; }"),
        ("schema/rows.rs", "use super::Kind;\nuse crate::Body;"),
        ("body.rs", "use crate::json::{A, C};\npub struct Body(crate::schema::Kind);\n#[cfg(test)]\nmod near;"),
        ("body/near.rs", "use crate::nothing::at_all;"),
        ("new.rs", "use calendiff::strategies::draft;"),
        ("strategies.rs", "pub fn draft() {}"),
    ]);
    let imports = sources.imports();
    assert_eq!(imports["json/mod.rs"], BTreeSet::new());
    assert_eq!(imports["body.rs"], BTreeSet::from(["json/a.rs", "json/c.rs", "schema/mod.rs"]));
    assert!(!imports.contains_key("body/near.rs"));
    let expected = [
        "error.rs imports schema/mod.rs, from ground up to knowledge",
        "new.rs has no layer",
        "new.rs imports strategies.rs, which is beside the layers",
        "schema/rows.rs imports body.rs, from knowledge up to verbs",
        "circle: json/a.rs, json/b.rs, json/a.rs",
    ];
    assert_eq!(faults(&imports), expected);
}

fn module(file: &str) -> &str {
    file.split_once('/').map_or(file.trim_end_matches(".rs"), |(folder, _)| folder)
}

fn layer(file: &str) -> Option<usize> {
    LAYERS.iter().position(|(_, modules, _)| modules.contains(&module(file)))
}

/// What is wrong with the imports, a sentence each.
fn faults(imports: &Imports<'_>) -> Vec<String> {
    let is_beside = |file: &str| BESIDE.contains(&module(file));
    let mut faults = Vec::new();
    for (file, imported) in imports {
        let own = layer(file);
        if own.is_none() && !is_beside(file) {
            faults.push(format!("{file} has no layer"));
        }
        for other in imported {
            if is_beside(other) && !is_beside(file) {
                faults.push(format!("{file} imports {other}, which is beside the layers"));
            } else if let (Some(own), Some(above)) = (own, layer(other).filter(|above| Some(*above) > own)) {
                faults.push(format!("{file} imports {other}, from {} up to {}", LAYERS[own].0, LAYERS[above].0));
            }
        }
    }
    let mut circles: BTreeMap<BTreeSet<&str>, Vec<&str>> = BTreeMap::new();
    for circle in imports.keys().filter_map(|file| circle(imports, file)) {
        circles.entry(circle.iter().copied().collect()).or_insert(circle);
    }
    faults.extend(circles.into_values().map(|circle| format!("circle: {}", circle.join(", "))));
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

/// The layers as the developers' page shows them, the highest first.
fn table() -> String {
    let mut table = String::new();
    for (number, (name, modules, what)) in LAYERS.iter().enumerate().rev() {
        writeln!(table, "{number}  {name:<10} {}: {what}", modules.join(", ")).expect("text can be written");
    }
    table
}

/// The modules of each layer, and which they import from.
fn picture(imports: &Imports<'_>) -> String {
    let mut picture = format!(
        "{} files, {} imports from file to file\n",
        imports.len(),
        imports.values().map(BTreeSet::len).sum::<usize>()
    );
    let beside = ("beside", BESIDE.as_slice(), "");
    for (name, modules, _) in LAYERS.iter().chain([&beside]).rev() {
        writeln!(picture, "{name}").expect("text can be written");
        for own in *modules {
            let of_module = imports.iter().filter(|(file, _)| module(file) == *own);
            let others = of_module.flat_map(|(_, imported)| imported).map(|file| module(file));
            let others: BTreeSet<&str> = others.filter(|other| other != own).collect();
            let others: Vec<&str> = others.into_iter().collect();
            writeln!(picture, "    {own:<12} {}", others.join(" ")).expect("text can be written");
        }
    }
    picture
}
