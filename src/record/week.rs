//! The week by day, and the patch that changes it: days that share their hours stay in one entry, as the service groups them.

use serde_json::Value;

use super::days::DaySet;
use crate::ground::json::patch::Op;
use crate::ground::json::{CollectVec, Each, Path, View, items_at, object, sorted_indexes};
use crate::knowledge::format::Date;
use crate::knowledge::format::hours::{self, HoursItem, Week, hours_items};

/// An entry of the week while it is changed.
struct Entry {
    /// The days as written.
    days: Vec<u8>,
    /// The sorted hours, without duplicates.
    ranges: Vec<HoursItem>,
    /// True if its hours were changed or it was added, so that no other day joins it.
    edited: bool,
}

impl Entry {
    fn read(view: View<'_>) -> Option<Self> {
        let days = view
            .get("daysOfTheWeek")?
            .list_items()?
            .into_iter()
            .filter_map(hours::day_meant)
            .collect_vec();
        Some(Self {
            days,
            ranges: hours_items(view.get("hours")?)?,
            edited: false,
        })
    }

    fn day_set(&self) -> DaySet {
        self.days.iter().copied().collect()
    }
}

/// Returns the days of an entry.
pub(crate) fn days_of(entry: View<'_>) -> DaySet {
    entry
        .get("daysOfTheWeek")
        .and_then(hours::days_meant)
        .into_iter()
        .flatten()
        .collect()
}

/// Returns groups of days with equal hours in each week, in the order of the week. Each group makes one change or
/// conflict.
///
/// ```text
/// before  Mon–Fri 9–17          groups  Mon–Thu: all were 9–17 and are 9–18
/// after   Mon–Thu 9–18, Fri –           Fri: was 9–17 and is closed
/// ```
pub(crate) fn group_equal_days<const N: usize>(
    weeks: [&Week; N],
    is_concerned: impl Fn(u8) -> bool,
) -> Vec<DaySet> {
    let mut groups: Vec<DaySet> = Vec::new();
    for day in DaySet::ALL.iter().filter(|day| is_concerned(*day)) {
        let group = groups
            .iter_mut()
            .find(|group| have_equal_hours(&weeks, group.any(), day));
        match group {
            Some(group) => group.insert(day),
            None => groups.push(DaySet::of(day)),
        }
    }
    groups
}

fn have_equal_hours(weeks: &[&Week], a: u8, b: u8) -> bool {
    weeks
        .iter()
        .all(|week| week[usize::from(a)] == week[usize::from(b)])
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
    let views = entries.each_item().collect_vec();
    let model = views
        .iter()
        .filter_map(|entry| Entry::read(*entry))
        .collect_vec();
    // Days whose hours stay keep their entries, whatever happens to the others.
    let changed = (0..7).filter(|day| before[usize::from(*day)] != after[usize::from(*day)]);
    let mut encoder = Encoder {
        place,
        rejoining: rejoining(&model, after, like),
        model,
        after,
        like,
        rest: changed.collect(),
        patch: Vec::new(),
    };
    encoder.change_whole(&views);
    encoder.remove_leaving();
    encoder.add_grouped();
    encoder.add_others();
    encoder.patch
}

/// Returns the days that rejoin others. A day that was grouped with others in `like`, and is to get their hours again,
/// rejoins them: if Friday left the entry of Monday to Friday and comes back, it is added to that entry.
fn rejoining(model: &[Entry], after: &Week, like: Option<View<'_>>) -> DaySet {
    let groups = distinct(like.each_item().map(days_of));
    let mut rejoining = DaySet::default();
    for day in DaySet::ALL.iter() {
        let hours = &after[usize::from(day)];
        // The day may join entries that have the hours that it is to get.
        let with_its_hours = model.iter().filter(|entry| entry.ranges == *hours);
        let mut joinable = distinct(with_its_hours.map(Entry::day_set));
        joinable.retain(|days| !days.is_empty());
        for group in groups.iter().filter(|group| group.contains(day)) {
            let others = group.without(DaySet::of(day));
            if joinable.iter().any(|days| days.is_within(others)) {
                rejoining.insert(day);
            }
        }
    }
    rejoining
}

/// Returns each set once. There are 128 of them, however many entries a week has.
fn distinct(sets: impl Iterator<Item = DaySet>) -> Vec<DaySet> {
    let mut once = Vec::new();
    for set in sets {
        if !once.contains(&set) {
            once.push(set);
        }
    }
    once
}

/// Makes the patch of a week in four phases. Each of them updates the entries, as the operations so far leave them, and the
/// days that are left.
///
/// From `Mon–Fri 9–17` to `Mon–Thu 9–17, Fri 9–12, Sat 9–12`, Friday leaves its entry, and both days get entries of their own.
struct Encoder<'a> {
    place: &'a Path,
    /// The entries.
    model: Vec<Entry>,
    after: &'a Week,
    /// The entries of a week that were like `after`.
    like: Option<View<'a>>,
    /// The days that rejoin others.
    rejoining: DaySet,
    /// The days whose hours are still to be changed.
    rest: DaySet,
    patch: Vec<Op>,
}

impl<'a> Encoder<'a> {
    fn target(&self, day: u8) -> &'a Vec<HoursItem> {
        &self.after[usize::from(day)]
    }

    /// Changes the hours of entries that change as a whole. If their days part, the larger part keeps the entry.
    fn change_whole(&mut self, views: &[View<'_>]) {
        let mut entries_of_day = [0_usize; 7];
        for entry in &self.model {
            for day in entry.day_set().iter() {
                entries_of_day[usize::from(day)] += 1;
            }
        }
        for (at, view) in views.iter().enumerate().take(self.model.len()) {
            let days = self.model[at].day_set();
            let all_change = !days.is_empty() && days.is_within(self.rest);
            // A day in two entries has the hours of both, so neither can be changed by itself.
            let is_in_others = days.iter().any(|day| entries_of_day[usize::from(day)] > 1);
            // A day alone that rejoins others leaves its entry, rather than keeping it with other hours.
            let rejoins = days.len() == 1 && days.is_within(self.rejoining);
            if !all_change || is_in_others || rejoins {
                continue;
            }
            // All of its days close: `remove_leaving` removes the entry.
            let Some(stay) = self.largest_part(days) else {
                continue;
            };
            // `Mon–Fri 9–17` to `Mon–Thu 9–18, Fri 9–12`: Monday to Thursday keep the entry, with new hours. Friday leaves it
            // later.
            let ranges = self.target(stay.any()).clone();
            if let Some(own) = view.get("hours") {
                let list = self.place.with(at).with("hours");
                let spelled = self.spelled(stay, &ranges);
                let mut changes = hours_patch(&list, own, &ranges, spelled);
                self.patch.append(&mut changes);
            }
            self.model[at].ranges = ranges;
            self.model[at].edited = true;
            self.rest = self.rest.without(stay);
        }
    }

    /// Returns the largest part of some days that gets the same hours, if any of them is open.
    fn largest_part(&self, days: DaySet) -> Option<DaySet> {
        days.iter()
            .filter(|day| !self.target(*day).is_empty())
            .map(|day| self.with_hours_of(day, days))
            .max_by_key(|days| days.len())
    }

    /// Returns those of some days that get the hours of a day.
    fn with_hours_of(&self, day: u8, days: DaySet) -> DaySet {
        let hours = self.target(day);
        days.iter()
            .filter(|other| self.target(*other) == hours)
            .collect()
    }

    /// Returns the hours of these days as `like` spells them.
    fn spelled(&self, days: DaySet, ranges: &[HoursItem]) -> Option<View<'a>> {
        for entry in self.like.each_item() {
            let hours = entry.get("hours");
            let own = hours.and_then(hours_items);
            if days_of(entry) == days && own.as_deref() == Some(ranges) {
                return hours;
            }
        }
        None
    }

    /// Removes days that leave, from the end, so that each index still holds.
    fn remove_leaving(&mut self) {
        for at in (0..self.model.len()).rev() {
            let entry = &mut self.model[at];
            // A day of `rest` that is still in an entry has hours there that it is not to keep.
            let leaving = entry.day_set().shared_with(self.rest);
            if leaving.is_empty() {
                continue;
            }
            if leaving == entry.day_set() {
                self.patch.push(Op::remove(&self.place.with(at)));
                self.model.remove(at);
                continue;
            }
            let days = self.place.with(at).with("daysOfTheWeek");
            for index in (0..entry.days.len()).rev() {
                if leaving.contains(entry.days[index]) {
                    self.patch.push(Op::remove(&days.with(index)));
                    entry.days.remove(index);
                }
            }
        }
        // A day without hours needs no entry.
        let open = self.rest.iter().filter(|day| !self.target(*day).is_empty());
        self.rest = open.collect();
    }

    /// Adds the entries of `like` whose days all get their hours.
    fn add_grouped(&mut self) {
        for entry in self.like.each_item() {
            let Some(read) = Entry::read(entry) else {
                continue;
            };
            let days = read.day_set();
            // An entry of Monday and Tuesday is copied only if both still need an entry.
            let are_left = !days.is_empty() && days.is_within(self.rest);
            let get_its_hours = days.iter().all(|day| *self.target(day) == read.ranges);
            if are_left && get_its_hours {
                insert(
                    self.place,
                    &mut self.model,
                    &mut self.patch,
                    read,
                    entry.to_value(),
                );
                self.rest = self.rest.without(days);
            }
        }
    }

    /// Adds the other days, beside others with the same hours or alone.
    fn add_others(&mut self) {
        for day in self.rest.iter() {
            if let Some(at) = self.entry_to_join(day) {
                let days = &mut self.model[at].days;
                let later = days.iter().position(|other| *other > day);
                let index = later.unwrap_or(days.len());
                days.insert(index, day);
                let path = self.place.with(at).with("daysOfTheWeek").with(index);
                self.patch.push(Op::add(&path, day.into()));
                continue;
            }
            let entry = Entry {
                days: vec![day],
                ranges: self.target(day).clone(),
                edited: true,
            };
            let value = entry_of(day.into(), &entry.ranges);
            insert(self.place, &mut self.model, &mut self.patch, entry, value);
        }
    }

    /// Returns the entry of several days, or of others that the day was grouped with, that has a day's hours.
    fn entry_to_join(&self, day: u8) -> Option<usize> {
        let was_grouped = self.rejoining.contains(day);
        let hours = self.target(day);
        for (at, entry) in self.model.iter().enumerate() {
            // A new day joins an entry of several days, or one of days that it was grouped with before. Entries of one day
            // each stay so, even if their hours are equal.
            let is_group = entry.days.len() > 1 || was_grouped && !entry.days.is_empty();
            if is_group && !entry.edited && entry.ranges == *hours {
                return Some(at);
            }
        }
        None
    }
}

/// Returns true if the entries of a week, their days and their hours are arrays, and not objects that stand for them.
fn is_of_arrays(entries: View<'_>) -> bool {
    let Some(mut entries) = entries.items() else {
        return false;
    };
    entries.all(|entry| is_array(entry, "daysOfTheWeek") && is_array(entry, "hours"))
}

fn is_array(entry: View<'_>, name: &str) -> bool {
    entry.get(name).and_then(View::items).is_some()
}

/// Returns the entries of a week: those of `like` if they mean that week, else an entry for each day that is open.
fn entries_of(week: &Week, like: Option<View<'_>>) -> Value {
    if let Some(like) = like
        && is_of_arrays(like)
        && hours::week(like).as_ref() == Some(week)
    {
        return like.to_value();
    }
    one_entry_a_day(week)
}

pub(crate) fn one_entry_a_day(week: &Week) -> Value {
    let mut entries = Vec::new();
    for (day, ranges) in week.iter().enumerate() {
        if !ranges.is_empty() {
            entries.push(entry_of(day, ranges));
        }
    }
    Value::Array(entries)
}

/// Inserts a new entry before the first one that begins with a later day.
fn insert(place: &Path, model: &mut Vec<Entry>, patch: &mut Vec<Op>, entry: Entry, value: Value) {
    let at = model
        .iter()
        .position(|other| other.days.iter().min() > entry.days.iter().min())
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
    let whole = match spelled {
        Some(spelled) => spelled.to_value(),
        None => values(after),
    };
    let whole = Op::replace(place, whole);
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
    for at in sorted_indexes(extra.len(), &|a, b| extra[b].0.cmp(&extra[a].0)) {
        patch.push(Op::remove(&place.with(extra[at].0)));
    }
    // The number of ranges after the replacements, which change no number, and the removals.
    let length = own.each_item().len() - (gone.len() - paired);
    for (offset, (_, range)) in new[paired..].iter().enumerate() {
        patch.push(Op::add(&place.with(length + offset), range.to_value()));
    }
    // Two operations on a list of two ranges are longer than one that replaces the list.
    if patch.len() > 1 && bytes(&patch) >= bytes(&whole) {
        vec![whole]
    } else {
        patch
    }
}

/// Returns the operation that changes one range to the other: its only differing part, or the whole.
fn range_patch(place: &Path, old: &HoursItem, new: &HoursItem) -> Op {
    let old = old.to_value();
    let new = new.to_value();
    if let (Value::Object(own), Value::Object(other)) = (&old, &new)
        && own.len() == other.len()
        && other.keys().all(|name| own.contains_key(name))
    {
        let mut differing = other
            .iter()
            .filter(|(name, value)| own.get(*name) != Some(*value));
        // 9:00–17:00 to 9:00–18:00: only `closeHour` is replaced.
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
        .collect_vec();
    let order = sorted_indexes(left.len(), &|a, b| left[a].1.cmp(&left[b].1));
    items_at(&left, &order)
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
    Value::Array(ranges.iter().map(HoursItem::to_value).collect_vec())
}

fn bytes(value: &impl serde::Serialize) -> usize {
    crate::ground::json::to_string(value).len()
}
