//! Edits of a stored record: by one side, and by two.
//!
//! An edit does not depend on the record: it addresses "the third item", not a particular one. So a failing case first
//! drops whole edits, then the record shrinks, then the remaining edits. An edit whose target is missing changes
//! nothing.

use proptest::char;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Map, Value, json};

use super::leaf;
use super::one_of::OneOf;
use super::part::RecordSort;
use super::record::{self, is_distinct};
use super::shape;
use super::some_of::{Chance, SomeOf};
use crate::ground::json::Tree;
use crate::knowledge::format::hours;
use crate::knowledge::schema::{Format, Kind, List, Member, Object, Type};

/// A stored record and an edit of it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct EditCase {
    /// The stored record.
    pub stored: Value,
    /// The draft: the whole edited record, or only its edited members.
    pub draft: Value,
}

impl EditCase {
    /// Returns a record and an edit of it.
    #[must_use]
    pub fn new(stored: Value, draft: Value) -> Self {
        Self { stored, draft }
    }
}

/// A record and the edited versions of two sides.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MergeCase {
    /// The record that both started from.
    pub base: Value,
    /// The version of one side.
    pub ours: Value,
    /// The version of the other side.
    pub theirs: Value,
}

impl MergeCase {
    /// Returns a record with the edited versions of two sides.
    #[must_use]
    pub fn new(base: Value, ours: Value, theirs: Value) -> Self {
        Self { base, ours, theirs }
    }
}

/// A part of a case.
#[derive(Clone, Debug)]
enum CasePart<E> {
    /// The stored record, and the record as it is read.
    Stored(Value, Value),
    ObjectEdit(E),
    /// The drafts are edited copies of the record as it is read.
    FromRead,
    /// The draft is the whole record.
    Whole,
    /// The draft is in an envelope.
    Enveloped(&'static str),
}

pub(super) fn edited(kind: Kind) -> impl Strategy<Value = EditCase> + Clone {
    let edits = edit(kind.table(), Removes::ArrayEdit)
        .prop_map(CasePart::ObjectEdit)
        .boxed();
    let others = vec![
        (Chance::Often, Just(CasePart::Whole).boxed()),
        (Chance::Often, Just(CasePart::FromRead).boxed()),
        (
            Chance::Seldom,
            select(kind.envelopes())
                .prop_map(CasePart::Enveloped)
                .boxed(),
        ),
    ];
    parts(kind, edits, 4, others).prop_map(|parts| {
        let (stored, origin) = origins(&parts);
        let mut draft = origin.clone();
        for part in &parts {
            if let CasePart::ObjectEdit(edit) = part {
                edit.apply(&mut draft);
            }
        }
        let is_whole = parts.iter().any(|part| matches!(part, CasePart::Whole));
        if let (false, Some(members)) = (is_whole, draft.as_object_mut()) {
            members.retain(|name, member| origin.get(name) != Some(member));
        }
        let envelope = parts.iter().find_map(|part| match part {
            CasePart::Enveloped(envelope) => Some(*envelope),
            _ => None,
        });
        EditCase {
            stored,
            draft: envelope
                .into_iter()
                .fold(draft, |draft, envelope| json!({ envelope: draft })),
        }
    })
}

pub(super) fn merging(kind: Kind) -> impl Strategy<Value = MergeCase> + Clone {
    let changes = change(kind.table()).prop_map(CasePart::ObjectEdit).boxed();
    let others = vec![(Chance::Often, Just(CasePart::FromRead).boxed())];
    parts(kind, changes, 5, others).prop_map(|parts| {
        let (base, origin) = origins(&parts);
        let mut sides = MergeCase {
            base,
            ours: origin.clone(),
            theirs: origin,
        };
        for part in &parts {
            if let CasePart::ObjectEdit(change) = part {
                change.apply(&mut sides);
            }
        }
        sides
    })
}

/// Returns the stored record, and the record that the drafts are edited copies of.
fn origins<E>(parts: &[CasePart<E>]) -> (Value, Value) {
    let from_read = parts.iter().any(|part| matches!(part, CasePart::FromRead));
    let stored = parts.iter().find_map(|part| match part {
        CasePart::Stored(stored, read) => Some((
            stored.clone(),
            if from_read { read } else { stored }.clone(),
        )),
        _ => None,
    });
    stored.unwrap_or((json!({}), json!({})))
}

/// Returns the parts of a case: a stored record, at most `most` edits, and others. First parts are dropped, then the
/// record shrinks, then the edits.
fn parts<E: std::fmt::Debug + Clone + 'static>(
    kind: Kind,
    edits: BoxedStrategy<CasePart<E>>,
    most: usize,
    others: Vec<(Chance, BoxedStrategy<CasePart<E>>)>,
) -> SomeOf<CasePart<E>> {
    let stored = stored(kind)
        .prop_map(|(stored, read)| CasePart::Stored(stored, read))
        .boxed();
    let edits = std::iter::repeat_n((Chance::Often, edits), most);
    SomeOf(
        [(Chance::Always, stored)]
            .into_iter()
            .chain(edits)
            .chain(others)
            .collect(),
    )
}

/// Generates stored records, and what each is read as: some in the specification's shapes, some as read from a response,
/// most in the odd shapes of a response.
fn stored(kind: Kind) -> impl Strategy<Value = (Value, Value)> + Clone {
    let plain =
        record::record(kind, RecordSort::Stored).prop_map(|part| (part.sent.clone(), part.sent));
    let sent = record::record(kind, RecordSort::Response).prop_map(|part| {
        let read = part.meant().cloned().unwrap_or_default();
        (part.sent, read)
    });
    let read = sent.clone().prop_map(|(_, read)| (read.clone(), read));
    prop_oneof![2 => plain, 3 => sent, 1 => read]
}

/// An edit and the side that makes it.
#[derive(Clone, Debug)]
enum SidedEdit {
    Ours(ObjectEdit),
    Theirs(ObjectEdit),
    /// Both sides make the same edit.
    Both(ObjectEdit),
    /// The sides edit the same member differently.
    Clash(ObjectEdit, ObjectEdit),
}

impl SidedEdit {
    fn apply(&self, MergeCase { ours, theirs, .. }: &mut MergeCase) {
        match self {
            Self::Ours(edit) => edit.apply(ours),
            Self::Theirs(edit) => edit.apply(theirs),
            Self::Both(edit) => [ours, theirs].into_iter().for_each(|side| edit.apply(side)),
            Self::Clash(mine, others) => {
                mine.apply(ours);
                others.apply(theirs);
            }
        }
    }
}

fn change(table: &'static Object) -> BoxedStrategy<SidedEdit> {
    let edit = edit(table, Removes::Members);
    let clashes = edits(table, Removes::Members)
        .into_iter()
        .map(|(weight, edit)| {
            (
                weight,
                (edit.clone(), edit)
                    .prop_map(|(mine, others)| SidedEdit::Clash(mine, others))
                    .boxed(),
            )
        });
    OneOf(vec![
        (2, edit.clone().prop_map(SidedEdit::Ours).boxed()),
        (2, edit.clone().prop_map(SidedEdit::Theirs).boxed()),
        (1, edit.prop_map(SidedEdit::Both).boxed()),
        (3, OneOf(clashes.collect()).boxed()),
    ])
    .boxed()
}

/// One edit of an object.
#[derive(Clone, Debug)]
enum ObjectEdit {
    /// Sets the member, whether it was there or not.
    Set(&'static str, Value),
    /// Removes the member.
    Unset(&'static str),
    /// Sets the member to a value that means that it is not set.
    Clear(&'static str, Value),
    /// Inserts a letter into the member's text.
    Touch(&'static str, Index, char),
    /// Makes an edit inside an object.
    Inside(&'static str, Box<ObjectEdit>),
    /// Sets the hours of a day of the week.
    Hours(&'static str, u8, Value),
    /// Edits an array whose items have a key.
    ArrayEdit(&'static str, &'static List, ArrayEdit),
}

/// One edit of an array.
#[derive(Clone, Debug)]
enum ArrayEdit {
    Item(Index, Box<ObjectEdit>),
    Add(Index, Value),
    Remove(Index),
    Move(Index, Index),
}

/// The values that an edit may remove.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Removes {
    /// Items of arrays only: members that a draft omits from an object stay.
    ArrayEdit,
    /// Items and members.
    Members,
}

fn edit(table: &'static Object, removes: Removes) -> BoxedStrategy<ObjectEdit> {
    OneOf(edits(table, removes)).boxed()
}

/// Returns the edits of an object, by row. Those of objects and arrays, which have more to edit, are more frequent.
fn edits(table: &'static Object, removes: Removes) -> Vec<(u32, BoxedStrategy<ObjectEdit>)> {
    let rows = table.members.iter().filter(|row| !row.is_response_only());
    rows.map(|row| {
        let weight = if row.ty.table().is_some() { 8 } else { 1 };
        let edit = of_row(row, removes);
        let unset = Just(ObjectEdit::Unset(row.name));
        let clear = shape::not_set(&row.ty).prop_map(|part| ObjectEdit::Clear(row.name, part.sent));
        let edit = match (row.required, removes) {
            (true, _) => edit,
            (false, Removes::ArrayEdit) => prop_oneof![11 => edit, 1 => clear].boxed(),
            (false, Removes::Members) => prop_oneof![10 => edit, 2 => unset, 1 => clear].boxed(),
        };
        (weight, edit)
    })
    .collect()
}

fn of_row(row: &'static Member, removes: Removes) -> BoxedStrategy<ObjectEdit> {
    let name = row.name;
    let set = record::value(&row.ty, row.known, RecordSort::Draft)
        .prop_map(move |part| ObjectEdit::Set(name, part.sent));
    match &row.ty {
        Type::Text(Format::Plain | Format::Name | Format::Slug | Format::Template)
            if row.known.is_empty() =>
        {
            let touch = (any::<Index>(), char::range('a', 'z'));
            prop_oneof![
                set,
                touch.prop_map(move |(at, letter)| ObjectEdit::Touch(name, at, letter))
            ]
            .boxed()
        }
        Type::Object(table) => {
            let inside =
                edit(table, removes).prop_map(move |edit| ObjectEdit::Inside(name, Box::new(edit)));
            prop_oneof![1 => set, 4 => inside].boxed()
        }
        Type::List(list) => match &list.item {
            _ if list.is_week() => {
                let hours = (0..7_u8, leaf::day().prop_map(Value::from));
                prop_oneof![1 => set, 6 => hours.prop_map(move |(day, hours)| ObjectEdit::Hours(name, day, hours))].boxed()
            }
            Type::Object(table) if !list.is_set() => {
                let items = items(list, table, removes)
                    .prop_map(move |items| ObjectEdit::ArrayEdit(name, list, items));
                prop_oneof![1 => set, 8 => items].boxed()
            }
            _ => set.boxed(),
        },
        _ => set.boxed(),
    }
}

fn items(
    list: &'static List,
    table: &'static Object,
    removes: Removes,
) -> BoxedStrategy<ArrayEdit> {
    let index = any::<Index>;
    let new = record::value(&list.item, &[], RecordSort::Draft).prop_map(|part| part.sent);
    prop_oneof![
        3 => (index(), edit(table, removes)).prop_map(|(at, edit)| ArrayEdit::Item(at, Box::new(edit))),
        1 => (index(), new).prop_map(|(at, item)| ArrayEdit::Add(at, item)),
        1 => index().prop_map(ArrayEdit::Remove),
        1 => (index(), index()).prop_map(|(from, to)| ArrayEdit::Move(from, to)),
    ]
    .boxed()
}

impl ObjectEdit {
    /// Edits the object, if the target exists.
    fn apply(&self, object: &mut Value) {
        let Some(members) = object.as_object_mut() else {
            return;
        };
        match self {
            Self::Set(name, value) | Self::Clear(name, value) => {
                members.insert((*name).to_owned(), value.clone());
            }
            Self::Unset(name) => members.retain(|own, _| own != *name),
            Self::Touch(name, at, letter) => {
                if let Some(Value::String(text)) = members.get_mut(*name) {
                    let places: Vec<usize> = text
                        .char_indices()
                        .map(|(place, _)| place)
                        .chain([text.len()])
                        .collect();
                    text.insert(places[at.index(places.len())], *letter);
                }
            }
            Self::Inside(name, edit) => members
                .get_mut(*name)
                .into_iter()
                .for_each(|member| edit.apply(member)),
            Self::Hours(name, day, hours) => open(members, name, *day, hours),
            Self::ArrayEdit(name, list, edit) => {
                if let Some(Value::Array(items)) = members.get_mut(*name).map(as_list) {
                    let before = items.clone();
                    edit.apply(items);
                    if !is_distinct(items, list) {
                        *items = before;
                    }
                }
            }
        }
    }
}

impl ArrayEdit {
    fn apply(&self, items: &mut Vec<Value>) {
        match self {
            Self::Add(at, item) => items.insert(at.index(items.len() + 1), item.clone()),
            _ if items.is_empty() => {}
            Self::Item(at, edit) => {
                let at = at.index(items.len());
                edit.apply(&mut items[at]);
            }
            Self::Remove(at) => _ = items.remove(at.index(items.len())),
            Self::Move(from, to) => {
                let from = from.index(items.len());
                let to = to.index(items.len());
                let item = items.remove(from);
                items.insert(to, item);
            }
        }
    }
}

/// Returns a value, as an array if it is an object with indexes as names.
fn as_list(value: &mut Value) -> &mut Value {
    if let Value::Object(members) = value
        && members
            .keys()
            .enumerate()
            .all(|(index, name)| *name == index.to_string())
    {
        *value = members.values().cloned().collect();
    }
    value
}

/// Sets the hours of a day in an entry of its own; other days keep theirs.
fn open(members: &mut Map<String, Value>, name: &str, day: u8, hours: &Value) {
    let week = as_list(members.entry(name).or_insert_with(|| json!([])));
    if !week.is_array() {
        *week = json!([]);
    }
    let Some(entries) = week.as_array_mut() else {
        return;
    };
    for entry in entries.iter_mut().filter(|entry| days(entry).len() > 1) {
        let others: Vec<u8> = days(entry)
            .into_iter()
            .filter(|other| *other != day)
            .collect();
        entry["daysOfTheWeek"] = json!(others);
    }
    match entries.iter_mut().find(|entry| days(entry) == [day]) {
        Some(entry) => entry["hours"] = hours.clone(),
        None => entries.push(json!({ "daysOfTheWeek": [day], "hours": hours })),
    }
}

/// Returns the days of an entry of the week.
fn days(entry: &Value) -> Vec<u8> {
    entry
        .get("daysOfTheWeek")
        .and_then(|days| hours::days(Tree::of(days).root()))
        .unwrap_or_default()
}
