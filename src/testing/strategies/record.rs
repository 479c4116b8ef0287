//! Whole records, built from the tables row by row.

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

use super::fault::Fault;
use super::faultless;
use super::leaf::{self, Sort};
use super::part::{Held, Manner, Meant, Part};
use super::shape;
use super::some_of::{Chance, SomeOf};
use super::wild;
use crate::ground::json::{Path, Segment, Tree};
use crate::knowledge::issue::Code;
use crate::knowledge::schema::{
    Access, Bounds, Format, Kind, Known, List, Member, Object, Type, WhenEmpty,
};

pub(super) fn record(kind: Kind, manner: Manner) -> BoxedStrategy<Part> {
    object(kind.record(), manner)
}

fn object(table: &'static Object, manner: Manner) -> BoxedStrategy<Part> {
    let mut parts = Vec::new();
    for member in table.members.iter().filter(|member| manner.carries(member)) {
        let chance = match manner {
            Manner::Wild if member.access == Access::ResponseOnly => Chance::Rarely,
            Manner::Wild => Chance::Often,
            Manner::Response if member.required => Chance::Mostly,
            _ if member.required => Chance::Always,
            _ => Chance::Often,
        };
        parts.push((
            chance,
            of_row(member, manner)
                .prop_map(|part| Held::Member(member, part))
                .boxed(),
        ));
        if matches!(manner, Manner::Response | Manner::Wild) {
            // A member of requests only is observed in responses under its alias.
            let is_alias_usual = manner == Manner::Response && member.access == Access::RequestOnly;
            for alias in member.aliases {
                let chance = if is_alias_usual {
                    Chance::Often
                } else {
                    Chance::Rarely
                };
                parts.push((
                    chance,
                    Just(Held::Alias(member, (*alias).to_owned())).boxed(),
                ));
                let is_set = if manner == Manner::Response {
                    any::<bool>().boxed()
                } else {
                    Just(true).boxed()
                };
                let beside = is_set.prop_map(move |is_set| Held::Beside(member, alias, is_set));
                parts.push((Chance::Rarely, beside.boxed()));
            }
        }
    }
    match manner {
        Manner::Response => {
            parts.extend(shape::others(table).map(|other| (Chance::Rarely, other)));
            parts.push((Chance::Rarely, wild::unknown()));
        }
        Manner::Wild => {
            parts.extend(
                [wild::stranger(), wild::misspelled(table)].map(|odd| (Chance::Rarely, odd)),
            );
        }
        Manner::Clean | Manner::Draft | Manner::Stored => {}
    }
    SomeOf(parts)
        .prop_map(move |held| whole(table, manner, held))
        .boxed()
}

/// Generates the value of a member. In responses, some are not set.
fn of_row(row: &'static Member, manner: Manner) -> BoxedStrategy<Part> {
    let value = value(&row.ty, row.known, manner);
    if manner != Manner::Response {
        return value;
    }
    let set = value.prop_map(|part| shape::as_member(row, part)).boxed();
    let not_set = shape::not_set(&row.ty)
        .prop_map(|part| shape::as_member(row, part))
        .boxed();
    match &row.ty {
        Type::List(list) if list.is_set() => {
            prop_oneof![48 => set, 1 => not_set, 1 => shape::no_items()].boxed()
        }
        _ if row.required => prop_oneof![49 => set, 1 => not_set].boxed(),
        _ => prop_oneof![9 => set, 1 => not_set].boxed(),
    }
}

/// Builds the object that contains all of it.
fn whole(table: &Object, manner: Manner, held: Vec<Held>) -> Part {
    let held = match manner {
        Manner::Response => faultless::members(table, held),
        _ => held,
    };
    let aliases: Vec<(&str, String)> = held.iter().filter_map(Held::alias).collect();
    let (mut object, mut others, mut members) = (Part::plain(json!({})), Vec::new(), Vec::new());
    for held in held {
        match held {
            // The specification's shapes have no spelling for what is not set.
            Held::Member(row, part)
                if manner == Manner::Stored && shape::is_not_set(&row.ty, &part.sent) => {}
            Held::Member(row, part) => members.push((row, part)),
            Held::Alias(..) | Held::Beside(..) | Held::Other(..) => others.push(held),
        }
    }
    // A record that only has an unknown object is taken for one in an unknown envelope. No edit changes what only responses
    // have.
    let is_known = !table.members.iter().any(is_of_responses)
        || members
            .iter()
            .any(|(row, part)| is_of_responses(row) && part.meant().is_some());
    for (row, part) in &members {
        match aliases.iter().find(|(of, _)| *of == row.name) {
            Some((_, alias)) => insert_alias(&mut object, row, alias, part.clone()),
            None if others.iter().any(|held| is_superseded(held, row.name)) => {
                object.insert(row.name, row.name.to_owned(), Part::not_set("".into()));
            }
            None => object.insert(row.name, row.name.to_owned(), part.clone()),
        }
    }
    for held in others {
        match held {
            Held::Beside(row, alias, is_set) if object.sent.get(row.name).is_some() => {
                let Some((_, part)) = members.iter().find(|(own, _)| own.name == row.name) else {
                    continue;
                };
                // Reading keeps another spelling beside the right one, unless that one is not set.
                if is_set && part.meant().is_some() {
                    object.insert(alias, alias.to_owned(), Part::plain(part.sent.clone()));
                } else {
                    insert_alias(&mut object, row, alias, part.clone());
                }
            }
            Held::Other(name, value)
                if object.sent.get(&name).is_none()
                    && (is_known || !(value.is_object() || value.is_array())) =>
            {
                object.insert(&name, name.clone(), shape::unknown(table, &name, value));
            }
            Held::Member(..) | Held::Alias(..) | Held::Beside(..) | Held::Other(..) => {}
        }
    }
    object
}

/// Returns true if the record has an alias of that member too, and the member is not set.
fn is_superseded(held: &Held, name: &str) -> bool {
    matches!(held, Held::Beside(of, _, false) if of.name == name)
}

fn is_of_responses(row: &Member) -> bool {
    row.access == Access::ResponseOnly
}

/// Inserts a member under another spelling of its name.
fn insert_alias(object: &mut Part, row: &Member, alias: &str, part: Part) {
    object.notes.push(Fault {
        code: Code::ReadAlias,
        path: Path::new().with(alias.to_owned()),
    });
    object.insert(row.name, alias.to_owned(), part);
}

pub(super) fn value(
    ty: &'static Type,
    known: &'static [Known],
    manner: Manner,
) -> BoxedStrategy<Part> {
    let value = match ty {
        Type::Object(table) => object(table, manner),
        Type::List(list) => items(list, manner),
        ty => single(ty, known, manner),
    };
    if manner == Manner::Wild {
        prop_oneof![12 => value, 1 => wild::junk().prop_map(Part::plain)].boxed()
    } else {
        value
    }
}

/// Generates values that are neither lists nor objects with a table.
fn single(ty: &'static Type, known: &'static [Known], manner: Manner) -> BoxedStrategy<Part> {
    let valid = valid(ty, known, manner);
    match manner {
        Manner::Clean | Manner::Draft | Manner::Stored => valid.prop_map(Part::plain).boxed(),
        Manner::Response => (valid, shape::styles(ty))
            .prop_map(move |(value, style)| style.write(value))
            .boxed(),
        Manner::Wild => prop_oneof![6 => valid, 1 => wild::single(ty, known)]
            .prop_map(Part::plain)
            .boxed(),
    }
}

fn valid(ty: &Type, known: &'static [Known], manner: Manner) -> BoxedStrategy<Value> {
    let any = match ty {
        Type::Text(Format::Date) if manner == Manner::Response => {
            shape::date().prop_map(Value::from).boxed()
        }
        Type::Number(Bounds::COUNT) if manner == Manner::Response => shape::count().boxed(),
        Type::Text(_) if !known.is_empty() => return of_known(known).prop_map(Value::from).boxed(),
        Type::Text(format) => leaf::text(*format, Sort::Valid)
            .prop_map(Value::from)
            .boxed(),
        Type::Number(bounds) => leaf::number(*bounds, Sort::Valid).boxed(),
        Type::Integer(bounds) => leaf::integer(*bounds, Sort::Valid).boxed(),
        Type::Boolean => any::<bool>().prop_map(Value::from).boxed(),
        Type::Object(_) | Type::Open | Type::List(_) => btree_map("[a-z]{1,4}", any::<i16>(), 0..3)
            .prop_map(|members| json!(members))
            .boxed(),
    };
    match manner {
        _ if known.is_empty() => any,
        Manner::Clean => number(known).boxed(),
        _ => prop_oneof![number(known), any].boxed(),
    }
}

/// Generates known values that are numbers.
fn number(known: &'static [Known]) -> impl Strategy<Value = Value> + Clone {
    of_known(known).prop_map(|known| serde_json::from_str(known).unwrap_or_default())
}

/// Generates known values.
fn of_known(known: &'static [Known]) -> impl Strategy<Value = &'static str> + Clone {
    select(known).prop_map(|known| known.value)
}

/// Generates lists of up to four distinct items; in wild drafts, items may be duplicates.
fn items(list: &'static List, manner: Manner) -> BoxedStrategy<Part> {
    let item = match (&list.item, manner) {
        (Type::Object(_), Manner::Clean | Manner::Draft | Manner::Stored) if list.is_set() => {
            range(Sort::Valid)
        }
        (Type::Object(table), Manner::Response) if list.is_set() => {
            prop_oneof![range(Sort::Valid), shape::range(table)].boxed()
        }
        (Type::Object(_), Manner::Wild) if list.is_set() => prop_oneof![
            6 => range(Sort::Valid),
            2 => range(Sort::Nearly),
            1 => range(Sort::Hostile),
            2 => value(&list.item, &[], manner),
        ]
        .boxed(),
        _ => value(&list.item, &[], manner),
    };
    let (least, most) = match (&list.item, manner) {
        (Type::Integer(_), Manner::Clean) => (1, 1),
        (Type::Integer(_), _) => (1, 4),
        (_, Manner::Clean) if list.when_empty != WhenEmpty::Taken => (1, 4),
        _ => (0, 4),
    };
    let shapes = match manner {
        Manner::Response | Manner::Wild => proptest::bool::weighted(0.1).boxed(),
        Manner::Clean | Manner::Draft | Manner::Stored => Just(false).boxed(),
    };
    (vec(item, least..=most), shapes)
        .prop_map(move |(mut items, is_indexed)| {
            // Responses are observed to have a day of the week in several entries.
            if manner != Manner::Wild && !(manner == Manner::Response && list.is_week()) {
                keep_distinct(&mut items, list);
            }
            if manner == Manner::Response {
                faultless::items(list, &mut items);
            }
            array(items, is_indexed)
        })
        .boxed()
}

fn range(sort: Sort) -> BoxedStrategy<Part> {
    leaf::range(sort).prop_map(Part::plain).boxed()
}

fn keep_distinct(items: &mut Vec<Part>, list: &List) {
    let mut keys = Vec::new();
    items.retain(|item| {
        item.meant()
            .is_some_and(|meant| is_new(&mut keys, list, meant))
    });
}

/// Returns true if all items have distinct keys.
pub(super) fn is_distinct(items: &[Value], list: &List) -> bool {
    let mut keys = Vec::new();
    items.iter().all(|item| is_new(&mut keys, list, item))
}

/// Adds the item's key and returns true if it is new.
fn is_new(keys: &mut Vec<String>, list: &List, item: &Value) -> bool {
    let tree = Tree::of(item);
    let key = list.keys.last().map(|key| key(tree.root()));
    let key = key.map_or_else(
        || item.to_string(),
        |key| key.map(|key| key.to_string()).unwrap_or_default(),
    );
    let new = !keys.contains(&key);
    keys.push(key);
    new
}

/// Returns an array, or the object with indexes as names that some responses contain instead.
fn array(items: Vec<Part>, is_indexed: bool) -> Part {
    let is_odd = is_indexed || items.iter().any(Part::is_odd);
    let meant = if is_odd { meant(&items) } else { Meant::Same };
    let list = is_indexed.then(|| Fault {
        code: Code::ReadList,
        path: Path::new(),
    });
    let below = items.iter().enumerate().flat_map(|(index, item)| {
        let segment = if is_indexed {
            Segment::from(index.to_string())
        } else {
            index.into()
        };
        item.notes
            .iter()
            .map(move |note| note.under(segment.clone()))
    });
    let notes = list.into_iter().chain(below).collect();
    let sent = items.into_iter().map(|item| item.sent);
    let sent = if is_indexed {
        Value::Object(
            sent.enumerate()
                .map(|(index, item)| (index.to_string(), item))
                .collect(),
        )
    } else {
        sent.collect()
    };
    Part { sent, meant, notes }
}

fn meant(items: &[Part]) -> Meant {
    Meant::Other(items.iter().filter_map(Part::meant).cloned().collect())
}
