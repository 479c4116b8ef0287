//! The guide: its tables of the specification are those of the crate, and its sessions of the command run as printed.
//! `BLESS=1 cargo test --all-features --test guide` writes the tables anew. Its Rust runs as doctests, its JavaScript in
//! `tests/node/`.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use calendiff::Kind;
use serde_json::Value;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/guide");

/// Every table, by its section and its name.
fn tables() -> BTreeMap<(String, String), Value> {
    fn add(table: &Value, tables: &mut BTreeMap<(String, String), Value>) {
        let text = |name: &str| table[name].as_str().unwrap().to_owned();
        tables.insert((text("section"), text("name")), table.clone());
        for member in table["members"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|member| member["table"].is_object())
        {
            add(&member["table"], tables);
        }
    }
    let mut tables = BTreeMap::new();
    for &kind in Kind::ALL {
        add(&serde_json::to_value(kind.table()).unwrap(), &mut tables);
    }
    tables
}

fn typed(member: &Value) -> String {
    let own = member["type"].as_str().unwrap();
    let table = &member["table"];
    let linked = || {
        let section = table["section"].as_str().unwrap();
        format!("[{}](#{section})", table["name"].as_str().unwrap())
    };
    match (own, member["items"].as_str()) {
        ("array", Some("object")) => format!("list: {}", linked()),
        ("array", Some(items)) => format!("list: {items}"),
        ("object", _) if table.is_object() => linked(),
        ("text", _) if member["format"] != "plain" => member["format"].as_str().unwrap().to_owned(),
        _ => own.to_owned(),
    }
}

fn about(member: &Value) -> String {
    let text = |name: &str| member[name].as_str();
    let mut label = text("label").unwrap().to_owned();
    label[..1].make_ascii_uppercase();
    let mut about = vec![format!("{label}.")];
    about.extend(text("help").map(str::to_owned));
    if member["required"] == true {
        about.push("Required *(observed)*.".to_owned());
    }
    about.extend(text("unit").map(|unit| format!("In the unit of `{unit}`.")));
    for (name, words) in [
        ("min", "At least"),
        ("above", "More than"),
        ("max", "At most"),
    ] {
        about.extend(member.get(name).map(|limit| format!("{words} {limit}.")));
    }
    for (basis, words) in [("specification", "Known"), ("observed", "Observed")] {
        let known = member["known"]
            .as_array()
            .into_iter()
            .flatten()
            .filter(|known| known["basis"] == basis);
        let known: Vec<_> = known
            .map(|known| format!("`{}`", known["value"].as_str().unwrap()))
            .collect();
        if !known.is_empty() {
            about.push(format!("{words}: {}.", known.join(", ")));
        }
    }
    about.extend(
        member
            .get("default")
            .map(|default| format!("Observed default: `{default}`.")),
    );
    if text("access") == Some("request-only") {
        about.push("Only in requests.".to_owned());
    }
    about.join(" ")
}

fn shown(table: &Value) -> String {
    let mut rows = "| member | type | meaning |\n|---|---|---|\n".to_owned();
    for member in table["members"].as_array().unwrap() {
        let mark = if member["access"] == "response-only" {
            " **R**"
        } else {
            ""
        };
        writeln!(
            rows,
            "| `{}`{mark} | {} | {} |",
            member["name"].as_str().unwrap(),
            typed(member),
            about(member)
        )
        .unwrap();
    }
    rows
}

#[test]
fn the_tables_of_the_specification_are_up_to_date() {
    let path = Path::new(FOLDER).join("specification.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let mut tables = tables();
    let mut written = String::new();
    let mut rest = page.as_str();
    while let Some((before, after)) = rest.split_once("<!-- table ") {
        let (named, after) = after.split_once(" -->\n").unwrap();
        let (section, name) = named.split_once(' ').unwrap();
        let table = tables.remove(&(section.to_owned(), name.to_owned()));
        let table = shown(&table.unwrap_or_else(|| panic!("there is no table {section} {name}")));
        write!(
            written,
            "{before}<!-- table {named} -->\n{table}<!-- end -->"
        )
        .unwrap();
        rest = after.split_once("<!-- end -->").unwrap().1;
    }
    written += rest;
    assert!(tables.is_empty(), "not shown: {:?}", tables.keys());
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, written).unwrap();
    } else {
        assert!(
            page == written,
            "docs/guide/specification.md is out of date: BLESS=1 writes it anew"
        );
    }
}
