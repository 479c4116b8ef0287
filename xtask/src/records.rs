//! The types of the records for TypeScript, from the tables: an interface for each table, a member for each row.

use std::collections::BTreeSet;

use calendiff::Kind;
use calendiff::schema::{Access, Identity, Known, Member, Object, Type};

/// The declarations, in the order of the tables.
pub(crate) fn types() -> String {
    let mut types = Types::default();
    for &kind in Kind::ALL {
        for direction in [Direction::Response, Direction::Update] {
            types.declare(kind.table(), direction);
        }
    }
    let head = "/** The records and their parts, row by row as in the tables. */\n\nimport type { Json } from \"../index.js\";\n";
    head.to_owned() + &types.declarations.concat()
}

/// Which way a record travels.
#[derive(Clone, Copy, PartialEq)]
enum Direction {
    Response,
    Update,
}

#[derive(Default)]
struct Types {
    names: BTreeSet<String>,
    declarations: Vec<String>,
}

impl Types {
    /// Declares a table's type and behind it those of the tables inside, each once; returns its name.
    fn declare(&mut self, table: &Object, direction: Direction) -> String {
        let name = name(table, direction);
        if self.names.insert(name.clone()) {
            let place = self.declarations.len();
            self.declarations.push(String::new());
            let mut text = format!(
                "\n/** {} */\nexport interface {name} {{\n",
                about_table(table, direction)
            );
            for row in table
                .members
                .iter()
                .filter(|row| direction == Direction::Response || is_sent(row))
            {
                let optional = if row.required { "" } else { "?" };
                let ty = self.ty(&row.ty, row.known, direction);
                text.extend([
                    "  /** ",
                    &about(row, direction),
                    " */\n  ",
                    row.name,
                    optional,
                    ": ",
                    &ty,
                    ";\n",
                ]);
            }
            self.declarations[place] = text + "}\n";
        }
        name
    }

    fn ty(&mut self, ty: &Type, known: &[Known], direction: Direction) -> String {
        match ty {
            Type::Text(_) => open(
                "string",
                known.iter().map(|known| format!("\"{}\"", known.value)),
            ),
            Type::Number(_) | Type::Integer(_) => {
                open("number", known.iter().map(|known| known.value.to_owned()))
            }
            Type::Boolean => "boolean".to_owned(),
            Type::Object(table) => self.declare(table, direction),
            Type::List(list) => format!("{}[]", self.ty(&list.item, &[], direction)),
            // Whatever else JSON can say.
            _ => "{ [name: string]: Json }".to_owned(),
        }
    }
}

/// The known values and any other: editors offer the known ones.
fn open(any: &str, known: impl Iterator<Item = String>) -> String {
    let known: Vec<String> = known.collect();
    if known.is_empty() {
        any.to_owned()
    } else {
        format!("{} | ({any} & {{}})", known.join(" | "))
    }
}

/// `team member` as `TeamMember`; in an update, where that carries less, as `TeamMemberUpdate`.
fn name(table: &Object, direction: Direction) -> String {
    let words = table.name.split([' ', '-']);
    let name: String = words
        .map(|word| {
            let (first, rest) = word.split_at(1);
            first.to_uppercase() + rest
        })
        .collect();
    if direction == Direction::Update && !is_same_both_ways(table) {
        name + "Update"
    } else if name == "Location" {
        // TypeScript would take the global of that name where ours is not imported.
        name + "Record"
    } else {
        name
    }
}

fn is_same_both_ways(table: &Object) -> bool {
    table
        .members
        .iter()
        .all(|row| is_sent(row) && row.ty.table().is_none_or(is_same_both_ways))
}

fn is_sent(row: &Member) -> bool {
    row.access != Access::ResponseOnly
}

fn about(row: &Member, direction: Direction) -> String {
    let unit = row
        .unit
        .map(|unit| format!(", in `{unit}`"))
        .unwrap_or_default();
    let only = if is_sent(row) {
        ""
    } else {
        " Only in responses."
    };
    let help = row
        .help()
        .map(|help| format!(" {help}"))
        .unwrap_or_default();
    let is_week = matches!(&row.ty, Type::List(list) if list.identity == Identity::Week);
    // The type stays that of a draft, so that a record that was read can be one.
    let on_schedule = if is_week && direction == Direction::Response {
        " Not an array but `{}` if the calendar is on a schedule."
    } else {
        ""
    };
    let mut label = row.label();
    label[..1].make_ascii_uppercase();
    format!("{label}{unit}.{help}{only}{on_schedule}")
}

fn about_table(table: &Object, direction: Direction) -> String {
    let mut name = table.name.to_owned();
    name[..1].make_ascii_uppercase();
    let way = match (is_same_both_ways(table), direction) {
        (true, _) => "",
        (_, Direction::Response) => ", as responses carry it",
        (_, Direction::Update) => ", as an update takes it",
    };
    format!("{name}{way}: section {}.", table.section)
}
