//! The week by day, and its encoding in the wire's own grouping: the only code that knows that Mondays come in arrays.

use serde_json::Value;

use super::key::{bits_of, days_in};
use crate::ground::json::patch::Op;
use crate::ground::json::{Each, Listed, Path, View, object, ordered};
use crate::knowledge::format::Date;
use crate::knowledge::format::hours::{self, HoursItem, Week, hours_items};

/// The number of sets of days.
const SETS: usize = 1 << 7;

/// An entry of the week while it is changed.
struct Entry {
    /// The days as written.
    days: Vec<u8>,
    /// The sorted hours, without duplicates.
    ranges: Vec<HoursItem>,
    /// True if its hours are about to change.
    edited: bool,
}

impl Entry {
    fn read(view: View<'_>) -> Option<Self> {
        let days = view
            .get("daysOfTheWeek")?
            .list_items()?
            .into_iter()
            .filter_map(hours::day_meant)
            .listed();
        Some(Self {
            days,
            ranges: hours_items(view.get("hours")?)?,
            edited: false,
        })
    }

    fn bits(&self) -> u8 {
        bits_of(self.days.iter().copied())
    }
}

/// Returns the days of an entry, a bit for each.
pub(crate) fn days_of(entry: View<'_>) -> u8 {
    bits_of(
        entry
            .get("daysOfTheWeek")
            .and_then(hours::days_meant)
            .unwrap_or_default(),
    )
}

/// Returns groups of days with equal hours in each week, a bit for each day, in the order of the week. Each group makes
/// one change or conflict.
pub(crate) fn alike<const N: usize>(weeks: [&Week; N], concerned: impl Fn(u8) -> bool) -> Vec<u8> {
    let of = |day: u8| weeks.map(|week| &week[usize::from(day)]);
    let mut groups: Vec<(u8, u8)> = Vec::new();
    for day in days_in(u8::MAX >> 1).filter(|day| concerned(*day)) {
        match groups.iter_mut().find(|(first, _)| of(*first) == of(day)) {
            Some((_, days)) => *days |= 1 << day,
            None => groups.push((day, 1 << day)),
        }
    }
    groups.into_iter().map(|(_, days)| days).listed()
}

/// Returns the operations that change the `entries` at a path to the week `after`, with as few steps as the differing
/// days need: an entry whose days all change alike gets other hours; a day that leaves the others of its entry is
/// removed from it; a new day joins an entry of several days with its hours, or gets an entry of its own. Entries of
/// `like` are copied.
///
/// The entries must not contain anything except days and ranges.
pub(crate) fn encode(
    place: &Path,
    entries: View<'_>,
    after: &Week,
    like: Option<View<'_>>,
) -> Vec<Op> {
    let Some(before) = hours::week(entries) else {
        return Vec::new();
    };
    if !is_of_arrays(entries) {
        return vec![Op::replace(place, entries_of(after, like))];
    }
    let views = entries.each_item().listed();
    let mut model = views
        .iter()
        .filter_map(|entry| Entry::read(*entry))
        .listed();
    let mut patch = Vec::new();
    let target = |day: u8| &after[usize::from(day)];
    let mut rest =
        bits_of((0..7).filter(|day| before[usize::from(*day)] != after[usize::from(*day)]));
    let mut standing = [0_usize; 7];
    for entry in &model {
        days_in(entry.bits()).for_each(|day| standing[usize::from(day)] += 1);
    }

    // A day that was grouped with others, and has their hours again, rejoins them.
    let mut together = [false; SETS];
    for entry in like.each_item() {
        together[usize::from(days_of(entry))] = true;
    }
    let rejoining: [bool; 7] = std::array::from_fn(|day| {
        let mut with = [false; SETS];
        for entry in model
            .iter()
            .filter(|entry| entry.bits() != 0 && entry.ranges == after[day])
        {
            with[usize::from(entry.bits())] = true;
        }
        let joins =
            |others: usize| (0..SETS).any(|own| with[own] && own & !(others & !(1 << day)) == 0);
        (0..SETS).any(|others| together[others] && others & (1 << day) != 0 && joins(others))
    });

    // Changes the hours of entries that change as a whole. If their days part, the larger part keeps the entry.
    for at in 0..model.len() {
        let bits = model[at].bits();
        if days_in(bits).count() == 1 && days_in(bits).all(|day| rejoining[usize::from(day)]) {
            continue;
        }
        if bits == 0 || bits & !rest != 0 || days_in(bits).any(|day| standing[usize::from(day)] > 1)
        {
            continue;
        }
        let alike = |day: u8| bits_of(days_in(bits).filter(|other| target(*other) == target(day)));
        let largest = days_in(bits)
            .filter(|day| !target(*day).is_empty())
            .map(alike)
            .max_by_key(|days| days.count_ones());
        let Some(stay) = largest else { continue };
        let ranges = days_in(stay)
            .next()
            .map(target)
            .cloned()
            .unwrap_or_default();
        let alike = |entry: &View<'_>| {
            days_of(*entry) == stay
                && entry.get("hours").and_then(hours_items).as_ref() == Some(&ranges)
        };
        let spelled = like.and_then(|like| like.items()?.find(alike)?.get("hours"));
        let list = place.with(at).with("hours");
        if let Some(own) = views[at].get("hours") {
            patch.append(&mut hours_patch(&list, own, &ranges, spelled));
        }
        (model[at].ranges, model[at].edited) = (ranges, true);
        rest &= !stay;
    }

    // Removes days that leave, from the end, so that each index still holds.
    let mut leaves = vec![false; model.len()];
    for at in (0..model.len()).rev() {
        let leaving = model[at].bits() & rest;
        if leaving == 0 {
            continue;
        }
        if leaving == model[at].bits() {
            patch.push(Op::remove(&place.with(at)));
            leaves[at] = true;
            continue;
        }
        let days = place.with(at).with("daysOfTheWeek");
        for index in (0..model[at].days.len()).rev() {
            if leaving & 1 << model[at].days[index] != 0 {
                patch.push(Op::remove(&days.with(index)));
            }
        }
        model[at].days.retain(|day| leaving & 1 << day == 0);
    }
    let mut leaves = leaves.into_iter();
    model.retain(|_| leaves.next() != Some(true));
    rest = bits_of(days_in(rest).filter(|day| !target(*day).is_empty()));

    // Adds new days: grouped as in `like`, else beside others with the same hours, else alone.
    for entry in like.each_item() {
        let Some(read) = Entry::read(entry) else {
            continue;
        };
        let bits = read.bits();
        if bits != 0 && bits & !rest == 0 && days_in(bits).all(|day| *target(day) == read.ranges) {
            insert(place, &mut model, &mut patch, read, entry.to_value());
            rest &= !bits;
        }
    }
    for day in days_in(rest) {
        let stood = rejoining[usize::from(day)];
        let joins = |entry: &Entry| {
            (entry.days.len() > 1 || stood)
                && !entry.edited
                && !entry.days.is_empty()
                && entry.ranges == *target(day)
        };
        if let Some(at) = model.iter().position(joins) {
            let index = model[at]
                .days
                .iter()
                .position(|other| *other > day)
                .unwrap_or(model[at].days.len());
            model[at].days.insert(index, day);
            patch.push(Op::add(
                &place.with(at).with("daysOfTheWeek").with(index),
                day.into(),
            ));
        } else {
            let entry = Entry {
                days: vec![day],
                ranges: target(day).clone(),
                edited: true,
            };
            let value = entry_of(day.into(), &entry.ranges);
            insert(place, &mut model, &mut patch, entry, value);
        }
    }
    patch
}

/// Returns true if the entries of a week, their days and their hours are arrays, and not objects that stand for them.
fn is_of_arrays(entries: View<'_>) -> bool {
    let is_array =
        |entry: View<'_>, name| entry.get(name).is_some_and(|list| list.items().is_some());
    let mut entries = entries.items();
    entries.as_mut().is_some_and(|entries| {
        entries.all(|entry| is_array(entry, "daysOfTheWeek") && is_array(entry, "hours"))
    })
}

/// Returns the entries of a week: those of `like` if they mean that week, else an entry for each day that is open.
fn entries_of(week: &Week, like: Option<View<'_>>) -> Value {
    if let Some(like) =
        like.filter(|like| is_of_arrays(*like) && hours::week(*like).as_ref() == Some(week))
    {
        return like.to_value();
    }
    let days = week
        .iter()
        .enumerate()
        .filter(|(_, ranges)| !ranges.is_empty());
    Value::Array(days.map(|(day, ranges)| entry_of(day, ranges)).listed())
}

/// Inserts a new entry before the first one that begins with a later day.
fn insert(place: &Path, model: &mut Vec<Entry>, patch: &mut Vec<Op>, entry: Entry, value: Value) {
    let first = |entry: &Entry| entry.days.iter().min().copied();
    let at = model
        .iter()
        .position(|other| first(other) > first(&entry))
        .unwrap_or(model.len());
    patch.push(Op::add(&place.with(at), value));
    model.insert(at, entry);
}

/// Returns the operations that change the ranges `own` at a path to `after`: one for each difference, or a single one
/// if that is shorter. `spelled` has their spelling, if known.
pub(crate) fn hours_patch(
    place: &Path,
    own: View<'_>,
    after: &[HoursItem],
    spelled: Option<View<'_>>,
) -> Vec<Op> {
    let before = hours_items(own).unwrap_or_default();
    let whole = Op::replace(place, spelled.map_or_else(|| values(after), View::to_value));
    if own.items().is_none() {
        return vec![whole];
    }
    let gone = left_over(hours::written_items(own).unwrap_or_default(), after);
    let new = spelled
        .and_then(hours::written_items)
        .unwrap_or_else(|| after.to_vec());
    let new = left_over(new, &before);
    let mut patch = Vec::new();
    for ((at, old), (_, range)) in gone.iter().zip(&new) {
        patch.push(range_patch(&place.with(*at), old, range));
    }
    let paired = gone.len().min(new.len());
    // From the end, so that each index still holds.
    let extra = &gone[paired..];
    for at in ordered(extra.len(), &|a, b| extra[b].0.cmp(&extra[a].0)) {
        patch.push(Op::remove(&place.with(extra[at].0)));
    }
    let length = own.items().map_or(0, |items| items.len()) - (gone.len() - paired);
    for (offset, (_, range)) in new[paired..].iter().enumerate() {
        patch.push(Op::add(&place.with(length + offset), range.to_value()));
    }
    if patch.len() > 1 && bytes(&patch) >= bytes(&whole) {
        vec![whole]
    } else {
        patch
    }
}

/// Returns the operation that changes one range to the other: its only differing part, or the whole.
fn range_patch(place: &Path, old: &HoursItem, new: &HoursItem) -> Op {
    let (old, new) = (old.to_value(), new.to_value());
    if let (Value::Object(own), Value::Object(other)) = (&old, &new)
        && own.len() == other.len()
        && other.keys().all(|name| own.contains_key(name))
    {
        let mut differing = other
            .iter()
            .filter(|(name, value)| own.get(*name) != Some(*value));
        if let (Some((name, value)), None) = (differing.next(), differing.next()) {
            return Op::replace(&place.with(name.clone()), value.clone());
        }
    }
    Op::replace(place, new)
}

/// Returns the ranges that the other side lacks, with their indexes, in order of opening.
pub(crate) fn left_over(ranges: Vec<HoursItem>, other: &[HoursItem]) -> Vec<(usize, HoursItem)> {
    let left = ranges
        .into_iter()
        .enumerate()
        .filter(|(_, range)| other.binary_search(range).is_err())
        .listed();
    ordered(left.len(), &|a, b| left[a].1.cmp(&left[b].1))
        .into_iter()
        .map(|at| left[at].clone())
        .listed()
}

/// Returns an entry of one day.
pub(crate) fn entry_of(day: usize, ranges: &[HoursItem]) -> Value {
    object(
        [
            ("daysOfTheWeek", vec![day].into()),
            ("hours", values(ranges)),
        ]
        .into_iter(),
    )
}

/// Returns a special date.
pub(crate) fn date_entry(date: Date, ranges: &[HoursItem]) -> Value {
    object([("date", date.midnight().into()), ("hours", values(ranges))].into_iter())
}

/// Returns ranges as records have them.
pub(crate) fn values(ranges: &[HoursItem]) -> Value {
    Value::Array(ranges.iter().map(HoursItem::to_value).listed())
}

fn bytes(value: &impl serde::Serialize) -> usize {
    crate::ground::json::to_string(value).len()
}
