//! Each file of `src/` imports and calls only its own layer and those below, and never in a circle.
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

use source::{Definers, Sources};

/// The layers from the ground up: the name, the modules, what they do.
const LAYERS: [(&str, &[&str], &str); 9] = [
    (
        "ground",
        &["ground"],
        "JSON as trees, patches, errors, small tools",
    ),
    (
        "knowledge",
        &["knowledge"],
        "the specification as data: tables, formats, codes, sentences",
    ),
    (
        "record",
        &["record"],
        "one record, or several side by side: keys, order, what is the same",
    ),
    ("verbs", &["verbs"], "one question each about records"),
    ("form", &["form"], "the verbs, edit by edit"),
    (
        "service",
        &["service"],
        "the two operations, and a sandbox that plays the service",
    ),
    (
        "report",
        &["report"],
        "what an update would change, as a page, as Markdown, as a picture",
    ),
    (
        "kind",
        &["kind"],
        "the public verbs: documentation, and one call each",
    ),
    (
        "faces",
        &["faces"],
        "convert, call, convert: npm, JavaScript in Rust, Rust types, the command",
    ),
];

/// These import from every layer, and nothing imports them: the front page, and the makers of test data.
const BESIDE: [&str; 2] = ["lib", "testing"];

/// Methods of the standard library and of serde that share their name with one of ours in a layer above the call.
const OF_STD: [&str; 4] = ["as_str", "end", "join", "set"];

type Imports<'a> = BTreeMap<&'a str, BTreeSet<&'a str>>;

#[test]
fn no_import_points_up_and_none_goes_in_a_circle() {
    let sources = Sources::below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    let mut imports = sources.imports();
    println!("{}", picture(&imports));
    assert_eq!(faults(&imports), Vec::<String>::new());
    assert_eq!(calls_up(&sources), Vec::<String>::new());
    for (file, calls) in sources.calls() {
        let called = calls
            .iter()
            .filter(|(method, _)| !OF_STD.contains(method))
            .filter_map(|(_, definers)| definers.only());
        let is_apart = |other: &&str| part(other) != part(file);
        imports
            .entry(file)
            .or_default()
            .extend(called.filter(is_apart));
    }
    assert_eq!(faults(&imports), Vec::<String>::new(), "with calls");
    let folders: BTreeSet<&str> = imports.keys().map(|file| folder(file)).collect();
    let named: BTreeSet<&str> = LAYERS
        .iter()
        .flat_map(|(_, folders, _)| *folders)
        .chain(&BESIDE)
        .copied()
        .collect();
    assert_eq!(
        folders, named,
        "the folders of src/, and those that have a layer"
    );
}

#[test]
fn the_developers_page_shows_these_layers() {
    let page = include_str!("../../ARCHITECTURE.md");
    let table = table();
    assert!(page.contains(&table), "ARCHITECTURE.md must show:\n{table}");
}

#[test]
fn a_fault_is_found_through_re_exports_aliases_and_paths_and_a_re_export_alone_is_none() {
    let sources = Sources::of([
        (
            "lib.rs",
            "mod verbs; mod ground; mod knowledge; mod testing; pub use verbs::body::Body; pub use ground::json::A;",
        ),
        ("verbs/mod.rs", "pub mod body;"),
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

#[test]
fn a_call_upward_is_found_wherever_the_method_hangs() {
    let sources = Sources::of([
        (
            "lib.rs",
            "mod kind; mod ground; mod knowledge; mod verbs; mod service;",
        ),
        (
            "kind.rs",
            "use crate::knowledge::Kind;\nimpl Kind { pub fn review(self) {} }",
        ),
        (
            "ground/mod.rs",
            "pub struct Tree; pub trait Walk { fn order(&self); }\nfn f(w: &dyn Walk) { w.order(); }",
        ),
        (
            "knowledge/mod.rs",
            "pub struct Kind;\nimpl Kind { pub fn name(self) {} }",
        ),
        ("verbs/mod.rs", "pub mod validate; pub mod read;"),
        (
            "verbs/validate.rs",
            "use crate::knowledge::Kind;\nimpl Kind { fn issues(self) { self.refusal_in(); self.name(); } }\nfn order() {}",
        ),
        (
            "verbs/read.rs",
            "use crate::knowledge::Kind;\nimpl<'a> Kind { fn read(self) { self.issues(); self.review(); } }",
        ),
        (
            "service/mod.rs",
            "use crate::ground::Tree;\nimpl crate::knowledge::Kind { fn refusal_in(self) { self.read(); } }\n\
             impl Tree { fn sent(&self) {} }",
        ),
        (
            "record/mod.rs",
            "fn f(tree: &crate::ground::Tree) { tree.sent(); }",
        ),
    ]);
    let expected = [
        "record/mod.rs calls sent, a method of service/mod.rs",
        "verbs/read.rs calls review, a method of kind.rs",
        "verbs/validate.rs calls refusal_in, a method of service/mod.rs",
    ];
    assert_eq!(calls_up(&sources), expected);
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
    LAYERS
        .iter()
        .position(|(_, folders, _)| folders.contains(&folder(file)))
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
                    LAYERS[own].0, LAYERS[above].0
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

/// Calls of methods that only layers above define, away from their types: a sentence each.
fn calls_up(sources: &Sources) -> Vec<String> {
    let mut faults = Vec::new();
    for (file, calls) in sources.calls() {
        let Some(own) = layer(file) else { continue };
        for (method, Definers { at_home, elsewhere }) in calls {
            let is_above = |definer: &&str| layer(definer).is_some_and(|above| above > own);
            if at_home.iter().chain(&elsewhere).all(is_above)
                && !elsewhere.is_empty()
                && !OF_STD.contains(&method)
            {
                let definers: Vec<&str> = elsewhere.into_iter().collect();
                faults.push(format!(
                    "{file} calls {method}, a method of {}",
                    definers.join(", ")
                ));
            }
        }
    }
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
    for (number, (name, _, what)) in LAYERS.iter().enumerate().rev() {
        writeln!(table, "{number}  {name:<10} {what}").expect("text can be written");
    }
    table
}

/// The parts of each layer, and the parts that they import from.
fn picture(imports: &Imports<'_>) -> String {
    let mut picture = format!(
        "{} files, {} imports from file to file\n",
        imports.len(),
        imports.values().map(BTreeSet::len).sum::<usize>()
    );
    let beside = ("beside", BESIDE.as_slice(), "");
    for (name, folders, _) in LAYERS.iter().chain([&beside]).rev() {
        writeln!(picture, "{name}").expect("text can be written");
        let files = imports
            .iter()
            .filter(|(file, _)| folders.contains(&folder(file)));
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
