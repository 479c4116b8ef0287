//! Records in which one thing is long: every list, map and text that the tables of the schema have, each in turn.

pub(crate) mod verbs;

use calendiff::Kind;
use calendiff::json::patch::Op;
use calendiff::schema::{Format, Identity, List, Object, Type};
use serde_json::{Map, Value, json};

/// What is made long: a record with so many, of an edition. Editions differ in every item.
pub(crate) struct Long {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    steps: Vec<Step>,
    what: What,
}

/// A step down to what is long: a member of an object, or the one item of a list.
#[derive(Clone)]
enum Step {
    Member(&'static str, &'static Object),
    Item(&'static List),
}

#[derive(Clone)]
enum What {
    /// The items of a list.
    Items(&'static List),
    /// Items that are all the same.
    Alike(&'static List),
    /// Items of a wrong type.
    Wrong,
    /// Members that the tables do not know.
    Unknown,
    /// Members whose names are near to one that they know.
    Misspelled(&'static str),
    /// A text.
    Text,
}

/// Everything that can be long in the records of both kinds.
pub(crate) fn everything() -> Vec<Long> {
    let mut all = Vec::new();
    for &kind in Kind::ALL {
        let mut walk = Walk {
            kind,
            steps: Vec::new(),
            all: &mut all,
        };
        walk.object(kind.table());
    }
    all
}

struct Walk<'a> {
    kind: Kind,
    steps: Vec<Step>,
    all: &'a mut Vec<Long>,
}

impl Walk<'_> {
    fn add(&mut self, name: &str, what: What) {
        let place = self.steps.iter().map(|step| match step {
            Step::Member(name, _) => (*name).to_owned(),
            Step::Item(_) => "0".to_owned(),
        });
        let place = place.collect::<Vec<_>>().join("/");
        let name = if place.is_empty() {
            format!("{}: {name}", self.kind.name())
        } else {
            format!("{place}: {name}")
        };
        self.all.push(Long {
            name,
            kind: self.kind,
            steps: self.steps.clone(),
            what,
        });
    }

    fn object(&mut self, table: &'static Object) {
        self.add("unknown members", What::Unknown);
        if let Some(longest) = table
            .members
            .iter()
            .map(|row| row.name)
            .filter(|name| name.len() > 11)
            .max_by_key(|name| name.len())
        {
            self.add("misspelled members", What::Misspelled(longest));
        }
        let mut formats: Vec<Format> = Vec::new();
        for row in table.members {
            self.steps.push(Step::Member(row.name, table));
            match &row.ty {
                // One text of each format is enough.
                Type::Text(format) if !formats.contains(format) => {
                    formats.push(*format);
                    self.add("text", What::Text);
                }
                Type::Open => self.add("members", What::Unknown),
                Type::Object(table) => self.object(table),
                Type::List(list) => self.list(list),
                _ => {}
            }
            self.steps.pop();
        }
    }

    fn list(&mut self, list: &'static List) {
        self.add("items", What::Items(list));
        self.add("items alike", What::Alike(list));
        self.add("items of a wrong type", What::Wrong);
        self.steps.push(Step::Item(list));
        if let Some(table) = list.item.table() {
            self.object(table);
        }
        self.steps.pop();
    }
}

impl Long {
    /// The record with so many.
    pub(crate) fn record(&self, count: usize, edition: usize) -> Value {
        down(&self.steps, &|| self.what.value(count, edition))
    }

    /// What is long in a record of its, to be put in another order or made shorter.
    pub(crate) fn list<'v>(&self, record: &'v mut Value) -> Option<&'v mut Vec<Value>> {
        let inside = self
            .steps
            .iter()
            .try_fold(record, |value, step| match step {
                Step::Member(name, _) => value.get_mut(*name),
                Step::Item(_) => value.get_mut(0),
            });
        inside?.as_array_mut()
    }
}

fn down(steps: &[Step], last: &dyn Fn() -> Value) -> Value {
    match steps {
        [] => last(),
        [Step::Member(name, table), rest @ ..] => {
            let mut around = required(table);
            around.insert((*name).to_owned(), down(rest, last));
            Value::Object(around)
        }
        [Step::Item(items), rest @ ..] => {
            let mut item = sample(&items.item, 0, 0);
            // What the item has beside the way down.
            match (down(rest, last), &mut item) {
                (Value::Object(members), Value::Object(item)) => item.extend(members),
                (inside, item) => *item = inside,
            }
            Value::Array(vec![item])
        }
    }
}

fn required(table: &Object) -> Map<String, Value> {
    let needed = table.members.iter().filter(|row| row.required);
    needed
        .map(|row| (row.name.to_owned(), sample(&row.ty, 0, 0)))
        .collect()
}

impl What {
    fn value(&self, count: usize, edition: usize) -> Value {
        match self {
            Self::Items(list) => (0..count).map(|at| item(list, at, edition)).collect(),
            Self::Alike(list) => (0..count).map(|_| item(list, edition, edition)).collect(),
            Self::Wrong => (0..count).map(|at| json!([at + edition])).collect(),
            Self::Unknown => {
                let members =
                    (0..count).map(|at| (format!("member {at}"), Value::from(at + edition)));
                Value::Object(members.collect())
            }
            Self::Misspelled(name) => {
                // Two of its letters are others.
                let letters: Vec<char> = ('a'..='z').chain('A'..='Z').chain('0'..='9').collect();
                let misspelled = |at: usize| {
                    let mut characters: Vec<char> = name.chars().collect();
                    let places = characters.len() - 1;
                    let (first, second) = (at % places, at / places % places);
                    let rest = at / places / places;
                    characters[first] = letters[rest % letters.len()];
                    characters[second + usize::from(second == first)] =
                        letters[rest / letters.len() % letters.len()];
                    characters.into_iter().collect::<String>()
                };
                Value::Object(
                    (0..count)
                        .map(|at| (misspelled(at), Value::from(at + edition)))
                        .collect(),
                )
            }
            Self::Text => "a".repeat(count + edition).into(),
        }
    }
}

/// An item that is told from others by its number.
fn item(list: &List, number: usize, edition: usize) -> Value {
    match list.identity {
        Identity::Days => (number % 7).into(),
        Identity::Ranges => {
            let (open, close) = (number % 600, 700 + (number + edition) % 690);
            json!({ "openHour": open / 60, "openMinute": open % 60, "closeHour": close / 60, "closeMinute": close % 60 })
        }
        _ => sample(&list.item, number, edition),
    }
}

/// A value of a type. What an item is known by is made of its number, and all else of the edition.
fn sample(ty: &Type, number: usize, edition: usize) -> Value {
    match ty {
        Type::Text(Format::Date | Format::DateTime) => {
            let (year, month, day) = (1_000 + number / 336, number / 28 % 12 + 1, number % 28 + 1);
            format!("{year:04}-{month:02}-{day:02}T00:00:00.000Z").into()
        }
        Type::Text(_) => format!("text {number}").into(),
        Type::Number(_) | Type::Integer(_) => (edition + 1).into(),
        Type::Boolean => edition.is_multiple_of(2).into(),
        Type::Object(table) => {
            let members = table
                .members
                .iter()
                .filter(|row| row.ty.table().is_none() || row.required);
            Value::Object(
                members
                    .map(|row| (row.name.to_owned(), sample(&row.ty, number, edition)))
                    .collect(),
            )
        }
        Type::List(list) => Value::Array(vec![item(list, edition, edition)]),
        _ => json!({}),
    }
}

/// Patches of many operations of each kind on a list and on an object of so many.
pub(crate) fn patches(count: usize) -> (Value, Vec<(&'static str, Vec<Op>)>) {
    let members: Map<String, Value> = (0..count).map(|at| (format!("m{at}"), at.into())).collect();
    let document =
        json!({ "list": (0..count).collect::<Vec<_>>(), "members": members, "other": {} });
    let each = |operation: &dyn Fn(usize) -> Op| -> Vec<Op> { (0..count).map(operation).collect() };
    let somewhere = |at: usize| format!("/list/{}", at * 7_919 % count.max(1));
    let member = |at: usize| format!("/members/m{at}");
    let other = |at: usize| format!("/other/m{at}");
    let patches = vec![
        (
            "remove the first items",
            each(&|_| Op::Remove {
                path: "/list/0".to_owned(),
            }),
        ),
        (
            "remove the last items",
            each(&|at| Op::Remove {
                path: format!("/list/{}", count - 1 - at),
            }),
        ),
        (
            "remove items anywhere",
            each(&|at| Op::Remove {
                path: format!("/list/{}", at * 7_919 % (count - at)),
            }),
        ),
        (
            "remove members",
            each(&|at| Op::Remove { path: member(at) }),
        ),
        (
            "remove the last members",
            each(&|at| Op::Remove {
                path: member(count - 1 - at),
            }),
        ),
        (
            "add first items",
            each(&|at| Op::Add {
                path: "/list/0".to_owned(),
                value: at.into(),
            }),
        ),
        (
            "add last items",
            each(&|at| Op::Add {
                path: "/list/-".to_owned(),
                value: at.into(),
            }),
        ),
        (
            "add items anywhere",
            each(&|at| Op::Add {
                path: somewhere(at),
                value: at.into(),
            }),
        ),
        (
            "add members",
            each(&|at| Op::Add {
                path: other(at),
                value: at.into(),
            }),
        ),
        (
            "replace items",
            each(&|at| Op::Replace {
                path: somewhere(at),
                value: 0.into(),
            }),
        ),
        (
            "replace members",
            each(&|at| Op::Replace {
                path: member(at),
                value: 0.into(),
            }),
        ),
        (
            "move items",
            each(&|at| Op::Move {
                from: "/list/0".to_owned(),
                path: somewhere(at),
            }),
        ),
        (
            "move members",
            each(&|at| Op::Move {
                from: member(at),
                path: other(at),
            }),
        ),
        (
            "copy items",
            each(&|at| Op::Copy {
                from: somewhere(at),
                path: "/list/0".to_owned(),
            }),
        ),
        (
            "copy members",
            each(&|at| Op::Copy {
                from: member(at),
                path: other(at),
            }),
        ),
        (
            "test items",
            each(&|at| Op::Test {
                path: format!("/list/{at}"),
                value: at.into(),
            }),
        ),
        (
            "test members",
            each(&|at| Op::Test {
                path: member(at),
                value: at.into(),
            }),
        ),
    ];
    (document, patches)
}
