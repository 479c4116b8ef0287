//! Other text of the same sort: a part of a document replaced by one that the strategies make, or by another of the case.

use calendiff::json::{Path, Segment, to_string};
use calendiff::{Kind, strategies};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use serde_json::Value;

use crate::laws::forms::{Pick, at, odd, pick, places};
use crate::runner;

/// What is done to one place of a document.
#[derive(Clone, Debug)]
enum Mutation {
    /// What a fresh record has at one of its places stands there.
    Graft(Value),
    /// What stands at a place of another document, or of the same one, stands here as well.
    Echo,
    /// A value that is wrong in most places.
    Put(Value),
    Remove,
    /// An item of an array stands in it twice.
    Double,
}

type Made = (Pick, Pick, Pick, Mutation);

fn mutations(kind: Kind) -> BoxedStrategy<Made> {
    let record = prop_oneof![
        strategies::stored(kind),
        strategies::wild(kind),
        strategies::planted(kind).prop_map(|planted| planted.draft),
    ];
    let mutation = prop_oneof![
        5 => record.prop_map(Mutation::Graft),
        2 => Just(Mutation::Echo),
        2 => odd().prop_map(Mutation::Put),
        1 => Just(Mutation::Remove),
        1 => Just(Mutation::Double),
    ];
    (pick(), pick(), pick(), mutation).boxed()
}

/// A case as text, and a little otherwise; nothing where it is no case.
#[must_use]
pub fn mutated(input: &[u8], seed: u64) -> Option<Vec<u8>> {
    thread_local!(static MUTATIONS: Vec<BoxedStrategy<Made>> = Kind::ALL.iter().map(|kind| mutations(*kind)).collect());

    let lines = std::str::from_utf8(input)
        .ok()?
        .lines()
        .map(serde_json::from_str);
    let mut lines: Vec<Value> = lines.collect::<Result<_, _>>().ok()?;
    let kind: Kind = lines.first()?.as_str()?.parse().ok()?;
    let strategy = MUTATIONS.with(|all| all[usize::from(kind == Kind::Location)].clone());
    let (line, place, from, mutation) = strategy
        .new_tree(&mut runner(&seed.to_le_bytes()))
        .ok()?
        .current();

    let documents: Vec<usize> = (1..lines.len())
        .filter(|at| lines[*at].is_object() || lines[*at].is_array())
        .collect();
    if documents.is_empty() {
        return None;
    }
    let line = *line.of(&documents);
    let echoed = lines[*from.of(&documents)].clone();
    let document = &mut lines[line];
    match mutation {
        Mutation::Graft(record) => put_part(document, &record, place),
        Mutation::Echo => put_part(document, &echoed, place),
        Mutation::Put(value) => put(document, place.of(&places(document)).segments(), value),
        Mutation::Remove => remove(document, place.of(&places(document))),
        Mutation::Double => {
            let path = place.of(&places(document)).clone();
            let item = at(document, &path)?.clone();
            let mut list = path.clone();
            if let (Some(Segment::Index(_)), Some(items)) =
                (list.pop(), document.pointer_mut(&list.pointer()))
            {
                items.as_array_mut()?.push(item);
            }
        }
    }
    Some(
        lines
            .iter()
            .map(|line| to_string(line) + "\n")
            .collect::<String>()
            .into_bytes(),
    )
}

/// Puts what another document has at one of its places at the same place of this one.
fn put_part(document: &mut Value, other: &Value, place: Pick) {
    let path = place.of(&places(other)).clone();
    if let Some(part) = at(other, &path) {
        put(document, path.segments(), part.clone());
    }
}

/// Puts a value at a place, where there is something around it.
fn put(around: &mut Value, path: &[Segment], value: Value) {
    match (path, around) {
        ([], around) => *around = value,
        ([Segment::Name(name), rest @ ..], Value::Object(members)) => {
            put(
                members.entry(name.as_ref()).or_insert(Value::Null),
                rest,
                value,
            );
        }
        ([Segment::Index(at), rest @ ..], Value::Array(items)) => match items.get_mut(*at) {
            Some(item) => put(item, rest, value),
            None if rest.is_empty() => items.push(value),
            None => {}
        },
        // What is wrong there is not deepened.
        _ => {}
    }
}

fn remove(document: &mut Value, path: &Path) {
    let mut around = path.clone();
    match (around.pop(), document.pointer_mut(&around.pointer())) {
        (Some(Segment::Name(name)), Some(Value::Object(members))) => {
            _ = members.shift_remove(name.as_ref())
        }
        (Some(Segment::Index(at)), Some(Value::Array(items))) => _ = items.remove(at),
        _ => {}
    }
}
