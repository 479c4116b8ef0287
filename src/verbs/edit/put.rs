//! A record with values put at their keys. All other values are copied, in their order.

use std::borrow::Cow;

use serde_json::Value;

use super::edits::twice;
use super::items::ItemsByKey;
use super::key::Target;
use super::wish::Wish;
use crate::ground::error::{Error, ErrorReason};
use crate::ground::json::{Builder, CollectVec, Each, Node, Path, Tree, View, patch};
use crate::ground::visible::excerpt;
use crate::knowledge::format::Date;
use crate::knowledge::format::hours::{self, HoursItem};
use crate::knowledge::schema::{Key, Kind, List, Type, date_of};
use crate::record::week::{date_entry, encode, values};
use crate::record::{KeyPath, KeyStep, set, value_over_stored};

/// A value to put at a key.
pub(super) struct Put<'e> {
    pub(super) key: Cow<'e, KeyPath>,
    pub(super) wish: Cow<'e, Wish>,
}

/// A value to put below the current one: the rest of its key, and its whole key for messages.
#[derive(Clone, Copy)]
struct Below<'p> {
    steps: &'p [KeyStep],
    put: &'p Put<'p>,
}

impl Below<'_> {
    fn missing(self, what: &'static str) -> Error {
        ErrorReason::EditMissing {
            key: excerpt(&self.put.key.to_string()),
            what: what.to_owned(),
        }
        .into()
    }

    /// Refuses a value that would make another item of the one that the key names: a second run would not find it.
    fn parted(self) -> Error {
        let expected = "a value that keeps the key of its item".to_owned();
        let found = excerpt(&self.put.wish.to_text());
        ErrorReason::EditValue {
            key: excerpt(&self.put.key.to_string()),
            expected,
            found,
            source: None,
        }
        .into()
    }
}

/// Returns a record with all values put, or an error if one of them has no place.
pub(super) fn put(kind: Kind, record: View<'_>, puts: &[Put<'_>]) -> Result<Tree, Error> {
    let below = puts
        .iter()
        .map(|put| Below {
            steps: put.key.steps(),
            put,
        })
        .collect_vec();
    let mut tree = Tree::in_place_of(record);
    members(
        Target::of(kind, &KeyPath::default()),
        Some(record),
        &below,
        &mut tree.object(),
    )?;
    Ok(tree)
}

/// Writes the members of an object.
fn members(
    target: Target,
    own: Option<View<'_>>,
    puts: &[Below<'_>],
    out: &mut Builder<'_>,
) -> Result<(), Error> {
    for (name, value) in own.each_member() {
        let inside = below(puts, name);
        if inside.is_empty() {
            out.copy(Some(name), value);
            continue;
        }
        let target = target.step(&KeyStep::Name(name.to_owned().into()));
        member(target, name, Some(value), &inside, out)?;
    }
    // The members that the object does not have, in the order of the edits.
    let mut written: Vec<&str> = Vec::new();
    for put in puts {
        let Some(KeyStep::Name(name)) = put.steps.first() else {
            continue;
        };
        // `below` takes all values of a name at once, so each name is written once.
        let is_own = own.get(name).is_some();
        if !is_own && !written.contains(&&**name) {
            written.push(name);
            member(
                target.step(&put.steps[0]),
                name,
                None,
                &below(puts, name),
                out,
            )?;
        }
    }
    Ok(())
}

/// Returns the values to put at a member or below it.
fn below<'p>(puts: &[Below<'p>], name: &str) -> Vec<Below<'p>> {
    let mut below = Vec::new();
    for put in puts {
        if let Some((KeyStep::Name(own), steps)) = put.steps.split_first()
            && own == name
        {
            below.push(Below { steps, ..*put });
        }
    }
    below
}

/// Writes a member, with values put at it or below it.
fn member(
    target: Target,
    name: &str,
    own: Option<View<'_>>,
    puts: &[Below<'_>],
    out: &mut Builder<'_>,
) -> Result<(), Error> {
    refuse_meeting(puts, 0)?;
    // The key ends here, and no other one leads here or inside.
    if let [Below { steps: [], put }] = puts {
        if let Wish::Value(value) = &*put.wish {
            let whole = value_over_stored(target.ty, own, Tree::of(value).root());
            out.copy(Some(name), whole.root());
        }
        return Ok(());
    }
    // Null counts as a missing value, which needs no removal.
    let own = own.filter(|own| !matches!(own.node(), Node::Null));
    // To remove something from nothing must not add an empty object or list.
    if own.is_none() && puts.iter().all(removes) {
        return Ok(());
    }
    match target.ty {
        Type::List(_) if set(target.ty, own).is_some_and(|own| own.items().is_none()) => {
            unreadable(puts, "an array")
        }
        Type::List(list) if list.is_week() => {
            out.value(Some(name), &week(own, puts)?);
            Ok(())
        }
        Type::List(list) => items(list, target, own, puts, &mut out.array(Some(name), own)),
        _ if own.is_some_and(|own| own.members().is_none()) => {
            unreadable(puts, "an object with this member")
        }
        _ => members(target, own, puts, &mut out.object(Some(name), own)),
    }
}

/// Refuses a value that is put with others inside it or at the same place, with so many steps left of its key. Keys that meet are
/// refused when edits are read, except where an item has two keys, which only a record tells: `locationConfigurations/m1` and
/// `locationConfigurations/custom: Room 1` may be one meeting place.
fn refuse_meeting(puts: &[Below<'_>], left: usize) -> Result<(), Error> {
    let whole = puts.iter().position(|put| put.steps.len() == left);
    let Some(at) = whole.filter(|_| puts.len() > 1) else {
        return Ok(());
    };
    let other = usize::from(at == 0);
    Err(twice(&puts[at].put.key, &puts[other].put.key))
}

/// Refuses the values to put into one that is not of the expected type, if there are any.
fn unreadable(puts: &[Below<'_>], expected: &'static str) -> Result<(), Error> {
    match puts.first() {
        Some(put) => Err(put.missing(expected)),
        None => Ok(()),
    }
}

fn removes(put: &Below<'_>) -> bool {
    matches!(*put.put.wish, Wish::Absent)
}

/// Returns the entries of a week with other hours on some days, with as few entries changed as they need.
fn week(own: Option<View<'_>>, puts: &[Below<'_>]) -> Result<Value, Error> {
    let none = Tree::empty_list();
    // The object `{}` is a week on a schedule.
    let entries = own
        .filter(|week| week.items().is_some())
        .unwrap_or(none.root());
    // A week that cannot be read by day was refused by `Settled::days`.
    let mut week = hours::week(entries).unwrap_or_default();
    for put in puts {
        let ([KeyStep::Days(days)], Wish::Hours(hours)) = (put.steps, &*put.put.wish) else {
            return Err(put.missing("a week that is edited by day"));
        };
        for day in days.iter() {
            week[usize::from(day)].clone_from(hours);
        }
    }
    patch::apply(
        &entries.to_value(),
        &encode(&Path::new(), entries, &week, None),
    )
}

/// Writes the items of a list. A new special date comes before the first later one, and every other new item at the
/// end. If two items have one key, every new item is at the end: such lists are compared by position.
fn items(
    list: &'static List,
    target: Target,
    own: Option<View<'_>>,
    puts: &[Below<'_>],
    out: &mut Builder<'_>,
) -> Result<(), Error> {
    let own = ItemsByKey::of(list, own);
    let places = PutsByItem::of(&own, puts);
    let mut new = places.new.iter().peekable();
    let is_by_key = own.are_distinct();
    for (at, item) in own.all.iter().enumerate() {
        while let Some(first) = new.next_if(|put| is_by_key && is_before(put, *item)) {
            added(target, first, out)?;
        }
        match places.inside[at].as_slice() {
            [] => out.copy(None, *item),
            inside => changed(target, *item, inside, out)?,
        }
    }
    new.try_for_each(|put| added(target, put, out))
}

/// The values to put into a list, by the items that they belong to.
struct PutsByItem<'p> {
    inside: Vec<Vec<Below<'p>>>,
    /// The values that belong to no item, special dates in order.
    new: Vec<Below<'p>>,
}

impl<'p> PutsByItem<'p> {
    fn of(own: &ItemsByKey<'_>, puts: &[Below<'p>]) -> Self {
        let mut places = Self {
            inside: vec![Vec::new(); own.all.len()],
            new: Vec::new(),
        };
        for put in puts {
            let Some((step, _)) = put.steps.split_first() else {
                continue;
            };
            let found = own.at(step).collect_vec();
            if found.is_empty() {
                places.new.push(*put);
            }
            // Each of several items with the key gets the value.
            for at in found {
                places.inside[at].push(*put);
            }
        }
        places.new.sort_by_key(|put| date_in(put));
        places
    }
}

fn date_in(put: &Below<'_>) -> Option<Date> {
    match put.steps.first() {
        Some(KeyStep::Item(Key::Date(date))) => Some(*date),
        _ => None,
    }
}

fn is_before(put: &Below<'_>, item: View<'_>) -> bool {
    match (date_in(put), date_of(item)) {
        (Some(new), Some(own)) => new < own,
        _ => false,
    }
}

/// Writes an item with values put at it or inside it.
fn changed(
    around: Target,
    item: View<'_>,
    puts: &[Below<'_>],
    out: &mut Builder<'_>,
) -> Result<(), Error> {
    refuse_meeting(puts, 1)?;
    let first = puts[0];
    let target = around.step(&first.steps[0]);
    match (&*first.put.wish, first.steps.len()) {
        // An item that is not written is removed. The length is that of the rest of the key: 1 is the item itself.
        (Wish::Absent, 1) => {}
        (Wish::Value(value), 1) => {
            let whole = value_over_stored(target.ty, Some(item), Tree::of(value).root());
            if !has_key(target.list, whole.root(), &first.steps[0]) {
                return Err(first.parted());
            }
            out.copy(None, whole.root());
        }
        (Wish::Hours(hours), 1) => with_hours(item, hours, &mut out.object(None, Some(item))),
        _ if item.members().is_none() => return Err(first.missing("an object with this member")),
        _ => {
            let mut inside = puts.to_vec();
            for put in &mut inside {
                put.steps = &put.steps[1..];
            }
            let mut tree = Tree::in_place_of(item);
            members(target, Some(item), &inside, &mut tree.object())?;
            // A new `location` in `locationConfigurations/custom: Room 1` would make it the place `custom: Room 2`.
            if !has_key(target.list, tree.root(), &first.steps[0]) {
                return Err(first.parted());
            }
            out.copy(None, tree.root());
        }
    }
    Ok(())
}

/// Returns true if one of an item's keys is that of a step.
fn has_key(list: Option<&List>, item: View<'_>, step: &KeyStep) -> bool {
    let Some(list) = list else {
        return false;
    };
    let sought = step.key_text();
    let mut keys = list.keys.iter().filter_map(|key| key(item));
    keys.any(|key| key.to_string() == sought)
}

/// Writes a special date with other hours. It is no longer marked as deleted.
fn with_hours(item: View<'_>, hours: &[HoursItem], out: &mut Builder<'_>) {
    for (name, value) in item.each_member() {
        match name {
            "hours" => out.value(Some(name), &values(hours)),
            // The date is open or closed again, and is no longer to be deleted.
            "deleted" => out.value(Some(name), &false.into()),
            _ => out.copy(Some(name), value),
        }
    }
    if item.get("hours").is_none() {
        out.value(Some("hours"), &values(hours));
    }
}

/// Writes a new item.
fn added(around: Target, put: &Below<'_>, out: &mut Builder<'_>) -> Result<(), Error> {
    let [step] = put.steps else {
        // To remove a member of an item that is not there is done already.
        if removes(put) {
            return Ok(());
        }
        return Err(put.missing("such an item, KEY? for the records that have it, or an edit of the whole item that adds it"));
    };
    match &*put.put.wish {
        Wish::Hours(hours) => {
            if let Some(date) = date_in(put) {
                out.value(None, &date_entry(date, hours));
            }
        }
        Wish::Value(value) => {
            let tree = Tree::of(value);
            let Type::List(list) = around.ty else {
                return Ok(());
            };
            if !has_key(Some(list), tree.root(), step) {
                return Err(put.missing("such an item, or a value that has its key"));
            }
            let item = value_over_stored(&list.item, None, tree.root());
            out.copy(None, item.root());
        }
        // A record has days, and no items, of hours as those of a day.
        Wish::Absent | Wish::AsDay(_) | Wish::Bound(_) => {}
    }
    Ok(())
}
