//! The structs and enums are generated from the tables: `BLESS=1 cargo test --lib typed` rewrites them.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::knowledge::schema::{Access, Kind, Member, Object, Type};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/faces/typed/rows.rs");

#[test]
fn the_structs_and_enums_are_those_that_the_tables_make() {
    let made = GeneratedTypes::of_all().file();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(FILE, &made).unwrap();
    }
    let there = std::fs::read_to_string(FILE).unwrap_or_default();
    let differs = made
        .lines()
        .zip(there.lines())
        .find(|(made, there)| made != there);
    assert_eq!(
        differs, None,
        "if the tables are right, BLESS=1 cargo test --lib typed"
    );
    assert_eq!(made.len(), there.len(), "one goes on where the other ends");
}

/// The generated structs and enums, in the order of the tables.
#[derive(Default)]
struct GeneratedTypes {
    names: BTreeSet<String>,
    structs: Vec<String>,
    enums: Vec<Enum>,
}

struct Enum {
    name: String,
    members: Vec<&'static str>,
    values: Vec<&'static str>,
}

impl GeneratedTypes {
    fn of_all() -> Self {
        let mut written = Self::default();
        for &kind in Kind::ALL {
            written.table(kind.table(), false);
            written.table(kind.table(), true);
        }
        written
    }

    fn file(self) -> String {
        let mut file = "//! A field for each row of the tables, a variant for each value that is known.\n//!\n\
             //! Written from the tables by `BLESS=1 cargo test --lib typed`.\n\n\
             use super::enums::words;\nuse super::record::{record, update};\n"
            .to_owned();
        self.structs.iter().for_each(|text| file.push_str(text));
        file.push_str("\nwords! {");
        let mut gap = "\n";
        for Enum {
            name,
            members,
            values,
        } in self.enums
        {
            let members: Vec<String> = members.iter().map(|member| format!("`{member}`")).collect();
            write!(
                file,
                "{gap}    /// Values of {}.\n    {name} {{\n",
                members.join(", ")
            )
            .unwrap();
            for value in values {
                writeln!(file, "        {} = \"{value}\"", camel_case(value)).unwrap();
            }
            file.push_str("    }\n");
            gap = "\n";
        }
        file + "}\n"
    }

    /// Adds a table's struct, followed by those of the tables inside; returns its name.
    fn table(&mut self, table: &'static Object, update: bool) -> String {
        let both_ways = travels_both_ways(table);
        let stored = camel_case(table.name);
        let name = if update && !both_ways {
            format!("{stored}Update")
        } else {
            stored.clone()
        };
        if !self.names.insert(name.clone()) {
            return name;
        }
        let place = self.structs.len();
        self.structs.push(String::new());
        let (refused, rows): (Vec<_>, Vec<_>) = table
            .members
            .iter()
            .partition(|row| update && row.is_response_only());
        let refused: Vec<String> = refused
            .iter()
            .map(|row| format!("\"{}\"", row.name))
            .collect();
        let (call, from, strictness, way) = match (both_ways, update) {
            (true, _) => ("update", format!(" from {stored}"), "Response", ""),
            (_, true) => (
                "update",
                format!(" from {stored}"),
                "Update",
                " in an update",
            ),
            (_, false) => (
                "record",
                String::new(),
                "Response",
                " as a response held it",
            ),
        };
        let mut text = format!(
            "\n{call}! {{\n    /// {}{way} (section {}).\n    {name}{from}({:?}, {strictness}, [{}]) {{\n",
            with_article(table.name),
            table.section,
            table.name,
            refused.join(" "),
        );
        for row in rows {
            let ty = self.ty(row, &row.ty, update);
            writeln!(
                text,
                "        {}: {ty} = \"{}\", {:?};",
                snake_case(row.name),
                row.name,
                about(row)
            )
            .unwrap();
        }
        self.structs[place] = text + "    }\n}\n";
        name
    }

    fn ty(&mut self, row: &'static Member, ty: &'static Type, update: bool) -> String {
        match ty {
            Type::Text(_) if row.known.is_empty() => "String".to_owned(),
            Type::Text(_) => self.enumerated(row),
            Type::Number(_) => "f64".to_owned(),
            Type::Integer(_) => "i64".to_owned(),
            Type::Boolean => "bool".to_owned(),
            Type::Object(table) => self.table(table, update),
            Type::Open => "serde_json::Map<String, serde_json::Value>".to_owned(),
            Type::List(list) => format!("Vec<{}>", self.ty(row, &list.item, update)),
        }
    }

    /// Adds the values of a row to its enum, which several rows may share; returns its name.
    fn enumerated(&mut self, row: &'static Member) -> String {
        let name = match row.name {
            "kind" => "LocationKind".to_owned(),
            "freq" => "Frequency".to_owned(),
            "bookingOverlapDefaultStatus" => "OverlapStatus".to_owned(),
            name if name.ends_with("Unit") => "Unit".to_owned(),
            name => camel_case(name),
        };
        let place = self
            .enums
            .iter()
            .position(|other| other.name == name)
            .unwrap_or_else(|| {
                self.enums.push(Enum {
                    name: name.clone(),
                    members: Vec::new(),
                    values: Vec::new(),
                });
                self.enums.len() - 1
            });
        let Enum {
            members, values, ..
        } = &mut self.enums[place];
        if !members.contains(&row.name) {
            members.push(row.name);
        }
        for known in row.known {
            if !values.contains(&known.value) {
                values.push(known.value);
            }
        }
        name
    }
}

fn travels_both_ways(table: &Object) -> bool {
    table.members.iter().all(both_ways)
}

fn both_ways(row: &Member) -> bool {
    !row.is_response_only() && row.ty.table().is_none_or(travels_both_ways)
}

/// Returns the doc of a row's field.
fn about(row: &Member) -> String {
    let unit = row
        .unit
        .map(|unit| format!(", in `{unit}`"))
        .unwrap_or_default();
    let help = row
        .help()
        .map(|help| format!(" {help}"))
        .unwrap_or_default();
    let way = match (row.access, row.aliases) {
        (Access::Both, _) => String::new(),
        (Access::ResponseOnly, _) => " Only in responses.".to_owned(),
        (Access::RequestOnly, []) => " Shown in requests only.".to_owned(),
        (Access::RequestOnly, [alias, ..]) => {
            format!(" Shown in requests only; `Kind::read` has it where a response says `{alias}`.")
        }
    };
    format!("{}{unit}.{help}{way}", row.label())
}

/// Prefixes the article: `An hour range`, `A calendar`.
fn with_article(name: &str) -> String {
    let vowel = name.starts_with(['a', 'e', 'i', 'o', 'u']) || name.starts_with("hour");
    format!("{} {name}", if vowel { "An" } else { "A" })
}

/// Converts `formSubmitRedirectURL` to `form_submit_redirect_url`: a run of capitals is one word.
fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    let mut capital = true;
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !capital {
            snake.push('_');
        }
        capital = letter.is_ascii_uppercase();
        snake.push(letter.to_ascii_lowercase());
    }
    snake
}

/// Converts `team member`, `team_member` and `teamMember` to `TeamMember`.
fn camel_case(name: &str) -> String {
    let snake = snake_case(name);
    let words = snake.split(['_', ' ', '-']).filter(|word| !word.is_empty());
    words
        .map(|word| word[..1].to_ascii_uppercase() + &word[1..])
        .collect()
}

#[test]
fn names_are_rusts() {
    for (name, field) in [
        ("appoinmentPerSlot", "appoinment_per_slot"),
        ("LookBusyPercentage", "look_busy_percentage"),
        ("formSubmitRedirectURL", "form_submit_redirect_url"),
    ] {
        assert_eq!(snake_case(name), field);
    }
    for (name, ty) in [
        ("open-hours entry", "OpenHoursEntry"),
        ("zoom_conference", "ZoomConference"),
        ("DAILY", "Daily"),
        ("RedirectURL", "RedirectUrl"),
        (
            "RoundRobin_OptimizeForAvailability",
            "RoundRobinOptimizeForAvailability",
        ),
    ] {
        assert_eq!(camel_case(name), ty);
    }
}
