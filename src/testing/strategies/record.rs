//! Whole records, built from the tables row by row.

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

use super::fault::Fault;
use super::faultless;
use super::leaf::{self, Sort};
use super::part::{GeneratedMember, GeneratedValue, Meant, RecordSort};
use super::shape;
use super::some_of::{Chance, SomeOf};
use super::wild;
use crate::ground::json::{Path, Segment, Tree};
use crate::knowledge::issue::Code;
use crate::knowledge::schema::{
    Bounds, Format, Kind, Known, List, Member, Object, Type, WhenEmpty,
};

/// Generates records of a sort.
pub(super) fn record(kind: Kind, sort: RecordSort) -> BoxedStrategy<GeneratedValue> {
    object(kind.table(), sort)
}

fn object(table: &'static Object, sort: RecordSort) -> BoxedStrategy<GeneratedValue> {
    let mut parts = Vec::new();
    for row in table.members.iter().filter(|row| sort.carries(row)) {
        let member = of_row(row, sort).prop_map(|value| GeneratedMember::Member(row, value));
        parts.push((chance_of(row, sort), member.boxed()));
        if matches!(sort, RecordSort::Response | RecordSort::Wild) {
            parts.extend(aliases_of(row, sort));
        }
    }
    match sort {
        RecordSort::Response => {
            parts.extend(shape::others(table).map(|other| (Chance::Rarely, other)));
            parts.push((Chance::Rarely, wild::unknown()));
        }
        RecordSort::Wild => {
            parts.push((Chance::Rarely, wild::stranger()));
            parts.push((Chance::Rarely, wild::misspelled(table)));
        }
        RecordSort::Clean | RecordSort::Draft | RecordSort::Stored => {}
    }
    SomeOf(parts)
        .prop_map(move |members| whole(table, sort, members))
        .boxed()
}

fn chance_of(row: &Member, sort: RecordSort) -> Chance {
    match sort {
        RecordSort::Wild if row.is_response_only() => Chance::Rarely,
        RecordSort::Wild => Chance::Often,
        RecordSort::Response if row.required => Chance::Mostly,
        _ if row.required => Chance::Always,
        _ => Chance::Often,
    }
}

/// Generates the other spellings of a member's name: each in place of the name, and in addition to it.
fn aliases_of(
    row: &'static Member,
    sort: RecordSort,
) -> Vec<(Chance, BoxedStrategy<GeneratedMember>)> {
    // A member of requests only is observed in responses under its alias.
    let chance = if sort == RecordSort::Response && row.is_request_only() {
        Chance::Often
    } else {
        Chance::Rarely
    };
    let is_set = if sort == RecordSort::Response {
        any::<bool>().boxed()
    } else {
        Just(true).boxed()
    };
    let mut parts = Vec::new();
    for alias in row.aliases {
        let instead = GeneratedMember::Alias(row, (*alias).to_owned());
        parts.push((chance, Just(instead).boxed()));
        let added = is_set
            .clone()
            .prop_map(move |is_set| GeneratedMember::Added { row, alias, is_set });
        parts.push((Chance::Rarely, added.boxed()));
    }
    parts
}

/// Generates the value of a member. In responses, some are not set.
fn of_row(row: &'static Member, sort: RecordSort) -> BoxedStrategy<GeneratedValue> {
    let value = value(&row.ty, row.known, sort);
    if sort != RecordSort::Response {
        return value;
    }
    let set = value.prop_map(|value| shape::as_member(row, value)).boxed();
    let not_set = shape::not_set(&row.ty)
        .prop_map(|value| shape::as_member(row, value))
        .boxed();
    match &row.ty {
        Type::List(list) if list.is_set() => {
            prop_oneof![48 => set, 1 => not_set, 1 => shape::no_items()].boxed()
        }
        _ if row.required => prop_oneof![49 => set, 1 => not_set].boxed(),
        _ => prop_oneof![9 => set, 1 => not_set].boxed(),
    }
}

/// Builds the object that contains all of these members.
fn whole(table: &Object, sort: RecordSort, members: Vec<GeneratedMember>) -> GeneratedValue {
    let members = match sort {
        RecordSort::Response => faultless::members(table, members),
        _ => members,
    };
    let aliases: Vec<(&str, String)> = members.iter().filter_map(GeneratedMember::alias).collect();
    let mut own = Vec::new();
    let mut others = Vec::new();
    for member in members {
        match member {
            // The specification's shapes have no spelling for a member that is not set.
            GeneratedMember::Member(row, value)
                if sort == RecordSort::Stored && shape::is_not_set(&row.ty, &value.sent) => {}
            GeneratedMember::Member(row, value) => own.push((row, value)),
            _ => others.push(member),
        }
    }
    let mut object = GeneratedValue::plain(json!({}));
    for (row, value) in &own {
        if let Some((_, alias)) = aliases.iter().find(|(of, _)| *of == row.name) {
            insert_alias(&mut object, row, alias, value.clone());
        } else if others.iter().any(|other| is_superseded(other, row.name)) {
            object.insert(
                row.name,
                row.name.to_owned(),
                GeneratedValue::not_set("".into()),
            );
        } else {
            object.insert(row.name, row.name.to_owned(), value.clone());
        }
    }
    let is_known = is_known(table, &own);
    for other in others {
        match other {
            GeneratedMember::Added { row, alias, is_set }
                if object.sent.get(row.name).is_some() =>
            {
                let Some((_, value)) = own.iter().find(|(own, _)| own.name == row.name) else {
                    continue;
                };
                // Reading keeps the other spelling in addition to the right one, unless that one is not set.
                if is_set && value.meant().is_some() {
                    let copy = GeneratedValue::plain(value.sent.clone());
                    object.insert(alias, alias.to_owned(), copy);
                } else {
                    insert_alias(&mut object, row, alias, value.clone());
                }
            }
            GeneratedMember::Other(name, value) if object.sent.get(&name).is_none() => {
                let may_be_record = value.is_object() || value.is_array();
                if is_known || !may_be_record {
                    object.insert(&name, name.clone(), shape::unknown(table, &name, value));
                }
            }
            _ => {}
        }
    }
    object
}

/// Returns true if an object is surely taken for this kind of record. A record that only has an unknown object is taken for one in an
/// unknown envelope. No edit changes what only responses have.
fn is_known(table: &Object, members: &[(&Member, GeneratedValue)]) -> bool {
    !table.members.iter().any(is_of_responses)
        || members
            .iter()
            .any(|(row, value)| is_of_responses(row) && value.meant().is_some())
}

/// Returns true if the record has an alias of that member too, and the member is not set.
fn is_superseded(other: &GeneratedMember, name: &str) -> bool {
    matches!(other, GeneratedMember::Added { row, is_set: false, .. } if row.name == name)
}

fn is_of_responses(row: &Member) -> bool {
    row.is_response_only()
}

/// Inserts a member under another spelling of its name.
fn insert_alias(object: &mut GeneratedValue, row: &Member, alias: &str, value: GeneratedValue) {
    object.notes.push(Fault {
        code: Code::ReadAlias,
        path: Path::new().with(alias.to_owned()),
    });
    object.insert(row.name, alias.to_owned(), value);
}

pub(super) fn value(
    ty: &'static Type,
    known: &'static [Known],
    sort: RecordSort,
) -> BoxedStrategy<GeneratedValue> {
    let value = match ty {
        Type::Object(table) => object(table, sort),
        Type::List(list) => items(list, sort),
        ty => single(ty, known, sort),
    };
    if sort == RecordSort::Wild {
        prop_oneof![12 => value, 1 => wild::junk().prop_map(GeneratedValue::plain)].boxed()
    } else {
        value
    }
}

/// Generates values that are neither lists nor objects with a table.
fn single(
    ty: &'static Type,
    known: &'static [Known],
    sort: RecordSort,
) -> BoxedStrategy<GeneratedValue> {
    let valid = valid(ty, known, sort);
    match sort {
        RecordSort::Clean | RecordSort::Draft | RecordSort::Stored => {
            valid.prop_map(GeneratedValue::plain).boxed()
        }
        RecordSort::Response => (valid, shape::spellings(ty))
            .prop_map(move |(value, spelling)| spelling.write(value))
            .boxed(),
        RecordSort::Wild => prop_oneof![6 => valid, 1 => wild::single(ty, known)]
            .prop_map(GeneratedValue::plain)
            .boxed(),
    }
}

fn valid(ty: &Type, known: &'static [Known], sort: RecordSort) -> BoxedStrategy<Value> {
    let any = match ty {
        Type::Text(Format::Date) if sort == RecordSort::Response => {
            shape::date().prop_map(Value::from).boxed()
        }
        Type::Number(Bounds::COUNT) if sort == RecordSort::Response => shape::count().boxed(),
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
    match sort {
        _ if known.is_empty() => any,
        RecordSort::Clean => number(known).boxed(),
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
fn items(list: &'static List, sort: RecordSort) -> BoxedStrategy<GeneratedValue> {
    let is_one_day = sort == RecordSort::Clean && matches!(list.item, Type::Integer(_));
    let most = if is_one_day { 1 } else { 4 };
    let is_indexed = match sort {
        RecordSort::Response | RecordSort::Wild => proptest::bool::weighted(0.1).boxed(),
        RecordSort::Clean | RecordSort::Draft | RecordSort::Stored => Just(false).boxed(),
    };
    (
        vec(item_of(list, sort), least(list, sort)..=most),
        is_indexed,
    )
        .prop_map(move |(mut items, is_indexed)| {
            // Responses are observed to have a day of the week in several entries.
            let may_repeat = match sort {
                RecordSort::Wild => true,
                RecordSort::Response => list.is_week(),
                RecordSort::Clean | RecordSort::Draft | RecordSort::Stored => false,
            };
            if !may_repeat {
                keep_distinct(&mut items, list);
            }
            if sort == RecordSort::Response {
                faultless::items(list, &mut items);
            }
            array(items, is_indexed)
        })
        .boxed()
}

/// Returns the least number of items: an empty list may be refused, or have a meaning of its own.
fn least(list: &List, sort: RecordSort) -> usize {
    let is_days = matches!(list.item, Type::Integer(_));
    let is_refused = sort == RecordSort::Clean && list.when_empty != WhenEmpty::Taken;
    usize::from(is_days || is_refused)
}

fn item_of(list: &'static List, sort: RecordSort) -> BoxedStrategy<GeneratedValue> {
    let Type::Object(table) = &list.item else {
        return value(&list.item, &[], sort);
    };
    if !list.is_set() {
        return value(&list.item, &[], sort);
    }
    match sort {
        RecordSort::Clean | RecordSort::Draft | RecordSort::Stored => range(Sort::Valid),
        RecordSort::Response => prop_oneof![range(Sort::Valid), shape::range(table)].boxed(),
        RecordSort::Wild => prop_oneof![
            6 => range(Sort::Valid),
            2 => range(Sort::Nearly),
            1 => range(Sort::Hostile),
            2 => value(&list.item, &[], sort),
        ]
        .boxed(),
    }
}

fn range(sort: Sort) -> BoxedStrategy<GeneratedValue> {
    leaf::range(sort).prop_map(GeneratedValue::plain).boxed()
}

fn keep_distinct(items: &mut Vec<GeneratedValue>, list: &List) {
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
    let key = match list.keys.last() {
        Some(key) => key(tree.root()).map_or_else(String::new, |key| key.to_string()),
        None => item.to_string(),
    };
    let is_new = !keys.contains(&key);
    keys.push(key);
    is_new
}

/// Returns an array, or the object with indexes as names that some responses contain instead.
///
/// ```text
/// ["a", "b"]    { "0": "a", "1": "b" }
/// ```
fn array(items: Vec<GeneratedValue>, is_indexed: bool) -> GeneratedValue {
    let is_odd = is_indexed || items.iter().any(GeneratedValue::is_odd);
    let meant = if is_odd { meant(&items) } else { Meant::Same };
    let mut notes = Vec::new();
    if is_indexed {
        notes.push(Fault {
            code: Code::ReadList,
            path: Path::new(),
        });
    }
    for (index, item) in items.iter().enumerate() {
        let segment: Segment = if is_indexed {
            index.to_string().into()
        } else {
            index.into()
        };
        notes.extend(item.notes.iter().map(|note| note.under(segment.clone())));
    }
    let sent = items.into_iter().map(|item| item.sent);
    let sent = if is_indexed {
        let names = (0..).map(|index: usize| index.to_string());
        Value::Object(names.zip(sent).collect())
    } else {
        sent.collect()
    };
    GeneratedValue { sent, meant, notes }
}

fn meant(items: &[GeneratedValue]) -> Meant {
    Meant::Other(
        items
            .iter()
            .filter_map(GeneratedValue::meant)
            .cloned()
            .collect(),
    )
}
