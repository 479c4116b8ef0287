//! Whole records, built from the tables row by row.

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

use super::fault::Fault;
use super::leaf::{self, Sort};
use super::part::{Held, Manner, Part};
use super::shape;
use super::some_of::{Chance, SomeOf};
use super::wild;
use crate::ground::json::{Path, Segment, Tree};
use crate::knowledge::issue::Code;
use crate::knowledge::schema::{Access, Kind, Known, List, Object, Type, WhenEmpty};

pub(super) fn record(kind: Kind, manner: Manner) -> BoxedStrategy<Part> {
    object(kind.record(), manner)
}

fn object(table: &'static Object, manner: Manner) -> BoxedStrategy<Part> {
    let mut parts = Vec::new();
    for member in table.members.iter().filter(|member| manner.carries(member)) {
        let chance = match manner {
            Manner::Wild if member.access == Access::ResponseOnly => Chance::Rarely,
            Manner::Wild => Chance::Often,
            _ if member.required => Chance::Always,
            _ => Chance::Often,
        };
        parts.push((
            chance,
            value(&member.ty, member.known, manner).prop_map(|part| Held::Member(member, part)).boxed(),
        ));
        if matches!(manner, Manner::Response | Manner::Wild) {
            for alias in member.aliases {
                parts.push((Chance::Rarely, Just(Held::Alias(member, (*alias).to_owned())).boxed()));
                parts.push((Chance::Rarely, Just(Held::Beside(member, alias)).boxed()));
            }
        }
    }
    match manner {
        Manner::Response => parts.extend(shape::others(table).map(|other| (Chance::Rarely, other))),
        Manner::Wild => {
            parts.extend([wild::stranger(), wild::misspelled(table)].map(|odd| (Chance::Rarely, odd)));
        }
        Manner::Clean | Manner::Draft | Manner::Stored => {}
    }
    SomeOf(parts).prop_map(whole).boxed()
}

/// Builds the object that contains all of it.
fn whole(held: Vec<Held>) -> Part {
    let aliases: Vec<(&str, String)> = held.iter().filter_map(Held::alias).collect();
    let (mut object, mut others) = (Part::plain(json!({})), Vec::new());
    for held in held {
        let Held::Member(member, part) = held else {
            others.push(held);
            continue;
        };
        match aliases.iter().find(|(of, _)| *of == member.name) {
            None => object.insert(member.name, member.name.to_owned(), part),
            Some((_, alias)) => {
                object.notes.push(Fault { code: Code::ReadAlias, path: Path::new().with(alias.clone()) });
                object.insert(member.name, alias.clone(), part);
            }
        }
    }
    for held in others {
        let (name, value) = match held {
            // Reading keeps another spelling that appears beside the right one.
            Held::Beside(member, alias) => match object.sent.get(member.name) {
                Some(value) => (alias.to_owned(), value.clone()),
                None => continue,
            },
            Held::Other(name, value) if object.sent.get(&name).is_none() => (name, value),
            Held::Member(..) | Held::Alias(..) | Held::Other(..) => continue,
        };
        object.insert(&name, name.clone(), Part::plain(value));
    }
    object
}

pub(super) fn value(ty: &'static Type, known: &'static [Known], manner: Manner) -> BoxedStrategy<Part> {
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
        Manner::Response => {
            let styles = shape::styles(ty, !known.is_empty());
            (valid, styles).prop_map(move |(value, style)| style.write(value)).boxed()
        }
        Manner::Wild => prop_oneof![6 => valid, 1 => wild::single(ty, known)].prop_map(Part::plain).boxed(),
    }
}

fn valid(ty: &Type, known: &'static [Known], manner: Manner) -> BoxedStrategy<Value> {
    let of_known = || select(known).prop_map(|known| known.value);
    let any = match ty {
        Type::Text(_) if !known.is_empty() => return of_known().prop_map(Value::from).boxed(),
        Type::Text(format) => leaf::text(*format, Sort::Valid).prop_map(Value::from).boxed(),
        Type::Number(bounds) => leaf::number(*bounds, Sort::Valid).boxed(),
        Type::Integer(bounds) => leaf::integer(*bounds, Sort::Valid).boxed(),
        Type::Boolean => any::<bool>().prop_map(Value::from).boxed(),
        Type::Object(_) | Type::Open | Type::List(_) => {
            btree_map("[a-z]{1,4}", any::<i16>(), 0..3).prop_map(|members| json!(members)).boxed()
        }
    };
    let number = || of_known().prop_map(|known| serde_json::from_str(known).unwrap_or_default());
    match manner {
        _ if known.is_empty() => any,
        Manner::Clean => number().boxed(),
        _ => prop_oneof![number(), any].boxed(),
    }
}

/// Generates lists of up to four distinct items; in wild drafts, items may be duplicates.
fn items(list: &'static List, manner: Manner) -> BoxedStrategy<Part> {
    let range = |sort| leaf::range(sort).prop_map(Part::plain).boxed();
    let item = match (&list.item, manner) {
        (Type::Object(_), Manner::Clean | Manner::Draft | Manner::Stored) if list.is_set() => range(Sort::Valid),
        (Type::Object(_), Manner::Response) if list.is_set() => prop_oneof![range(Sort::Valid), shape::range()].boxed(),
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
            if manner != Manner::Wild {
                keep_distinct(&mut items, list);
            }
            array(items, is_indexed)
        })
        .boxed()
}

fn keep_distinct(items: &mut Vec<Part>, list: &List) {
    let mut keys = Vec::new();
    items.retain(|item| is_new(&mut keys, list, item.meant.as_ref().unwrap_or(&item.sent)));
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
    let key = key.map_or_else(|| item.to_string(), |key| key.map(|key| key.to_string()).unwrap_or_default());
    let new = !keys.contains(&key);
    keys.push(key);
    new
}

/// Returns an array, or the object with indexes as names that some responses contain instead.
fn array(items: Vec<Part>, is_indexed: bool) -> Part {
    let is_odd = is_indexed || items.iter().any(|item| item.meant.is_some());
    let meant = is_odd.then(|| items.iter().cloned().map(Part::meant).collect());
    let list = is_indexed.then(|| Fault { code: Code::ReadList, path: Path::new() });
    let below = items.iter().enumerate().flat_map(|(index, item)| {
        let segment = if is_indexed { Segment::from(index.to_string()) } else { index.into() };
        item.notes.iter().map(move |note| note.under(segment.clone()))
    });
    let notes = list.into_iter().chain(below).collect();
    let sent = items.into_iter().map(|item| item.sent);
    let sent = if is_indexed {
        Value::Object(sent.enumerate().map(|(index, item)| (index.to_string(), item)).collect())
    } else {
        sent.collect()
    };
    Part { sent, meant, notes }
}
