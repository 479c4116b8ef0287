//! Edits held against a record: which of them change it, and which meet a value that they did not expect.

use std::borrow::Cow;
use std::collections::HashMap;

use serde_json::Value;

use super::between::Written;
use super::edits::{Edit, Edits, beside};
use super::items::ItemsByKey;
use super::key::Target;
use super::put::Put;
use super::wish::{Bound, Wish};
use crate::ground::error::{Error, ErrorReason};
use crate::ground::json::{CollectVec, Each, Number, Path, Segment, Tree, View};
use crate::ground::visible::excerpt;
use crate::knowledge::format::hours::{self, HoursItem, Week, hours_items};
use crate::knowledge::language::Phrase;
use crate::knowledge::schema::{Kind, Type, is_deleted};
use crate::knowledge::unit::Unit;
use crate::knowledge::words;
use crate::record::each::{Visited, each_value};
use crate::record::week::values;
use crate::record::{KeyPath, KeyStep, is_not_set, same, value_over_stored};
use crate::verbs::merge::{Conflict, Resolution};

/// The values to put into a record, and the conflicts that are left.
#[derive(Default)]
pub(super) struct Settled<'e> {
    pub(super) puts: Vec<Put<'e>>,
    pub(super) conflicts: Vec<Conflict>,
    /// True if a value was neither as wished nor as expected, whether or not that was resolved.
    is_disputed: bool,
}

/// Returns true if a record has the values that the edits are limited to.
pub(super) fn applies(edits: &Edits, record: View<'_>) -> bool {
    let mut lists = Lists::new();
    let mut conditions = edits.conditions.iter();
    conditions.all(|condition| {
        let found = FoundValue::at(edits.kind, record, (&condition.key, 0), &mut lists);
        found.meets(condition)
    })
}

/// Returns true if a record has the item that the key of an edit leads to or into, or the member that it names.
fn is_present<'a>(edits: &Edits, edit: &Edit, record: View<'a>, lists: &mut Lists<'a>) -> bool {
    let steps = edit.key.steps();
    let end = steps
        .iter()
        // `teamMembers/u1/priority?` needs the team member, and not the priority. Without an item in the key, the whole key
        // counts.
        .rposition(|step| matches!(step, KeyStep::Item(_)))
        .map_or(steps.len(), |at| at + 1);
    let key = KeyPath::from(steps[..end].to_vec());
    let found = FoundValue::at(edits.kind, record, (&key, 0), lists);
    match found.value {
        Some(value) => !is_not_set(found.target.ty, value) && !is_deleted(value),
        None => false,
    }
}

/// Holds edits against a record. A value that is as wished needs no edit; one that is neither as wished nor as expected
/// is a conflict, in which ours is the wish and theirs the record's value.
pub(super) fn settle<'e>(
    edits: &'e Edits,
    record: View<'_>,
    resolution: Resolution,
) -> Result<Settled<'e>, Error> {
    let mut settled = Settled::default();
    let mut lists = Lists::new();
    for edit in &edits.all {
        if edit.if_present && !is_present(edits, edit, record, &mut lists) {
            continue;
        }
        let mut of_edit = Settled::default();
        // Several items may have the key. A value is put at each of them, so each of them decides.
        // `several` is known only once the first of them is found.
        let mut nth = 0;
        let mut several = 1;
        while nth < several {
            let found = FoundValue::at(edits.kind, record, (&edit.key, nth), &mut lists);
            several = found.several;
            let mut of_item = Settled::default();
            if found.target.is_days() {
                of_item.days(edit, &found, resolution)?;
            } else if let Some(other) = other_half(edits, edit, found.target) {
                let half = Half {
                    edit: other,
                    found: FoundValue::at(edits.kind, record, (&other.key, nth), &mut lists),
                };
                of_item.value(edit, &found, Some(&half), resolution)?;
            } else {
                of_item.value(edit, &found, None, resolution)?;
            }
            // The key is put once, at all of its items. So the outcomes of the items are joined into one.
            of_edit = of_edit.joined(of_item);
            nth += 1;
        }
        settled.puts.extend(of_edit.puts);
        settled.conflicts.extend(of_edit.conflicts);
    }
    Ok(settled)
}

/// The other half of an amount: its edit, and the value that the record has.
struct Half<'e, 'a> {
    edit: &'e Edit,
    found: FoundValue<'a>,
}

/// Returns the edit of the unit beside that of a number, or of the number beside that of a unit, if both expect values:
/// the two are one amount, which is as wished, as expected or in conflict.
fn other_half<'e>(edits: &'e Edits, edit: &Edit, target: Target) -> Option<&'e Edit> {
    edit.was.as_ref()?;
    let key = beside(&edit.key, target.other_half()?);
    edits
        .all
        .iter()
        .find(|other| other.key == key && other.was.is_some())
}

/// The lists of a record that edits lead into, by their paths.
type Lists<'a> = HashMap<String, ItemsByKey<'a>>;

/// The value that a record has at a key; for days of the week, their list.
struct FoundValue<'a> {
    target: Target,
    path: Path,
    value: Option<View<'a>>,
    /// The labels of the values around it and its own, outermost first.
    labels: Vec<Phrase>,
    /// The unit of the value, if it is a number with one.
    unit: Option<&'a str>,
    /// The number of items that have the key.
    several: usize,
}

impl<'a> FoundValue<'a> {
    /// Finds a value. Where several items have a key, it is the one with that number, or the last.
    fn at(
        kind: Kind,
        record: View<'a>,
        (key, nth): (&KeyPath, usize),
        lists: &mut Lists<'a>,
    ) -> Self {
        let mut found = Self {
            target: Target::of(kind, &KeyPath::default()),
            path: Path::new(),
            value: Some(record),
            labels: Vec::new(),
            unit: None,
            several: 1,
        };
        for step in key.steps() {
            match step {
                KeyStep::Name(name) => found.enter_member(step, name.clone()),
                // Days are not below the list of entries, but another view of it: value and path stay those of the list.
                KeyStep::Days(days) => {
                    found.target = found.target.step(step);
                    found.labels = vec![words::days_said(&days.iter().collect_vec())];
                }
                _ => found.enter_item(step, nth, lists),
            }
        }
        found
    }

    fn enter_member(&mut self, step: &KeyStep, name: Cow<'static, str>) {
        self.target = self.target.step(step);
        let object = self.value;
        self.value = object.get(&name);
        let row = self.target.row;
        self.unit = row.and_then(|row| object?.get(row.unit?)?.text());
        self.labels.push(words::member_label(row, &name));
        self.path.push(Segment::Name(name));
    }

    /// Enters the item of a key with that number, or the last. An item that is missing has the place after all others.
    fn enter_item(&mut self, step: &KeyStep, nth: usize, lists: &mut Lists<'a>) {
        let list = match self.target.ty {
            Type::List(list) => Some(list),
            _ => None,
        };
        self.target = self.target.step(step);
        let around = self.value;
        let items = match list {
            Some(list) if around.and_then(View::items).is_some() => Some(
                &*lists
                    .entry(self.path.pointer())
                    .or_insert_with(|| ItemsByKey::of(list, around)),
            ),
            _ => None,
        };
        // Several if the key is not unique in this list, none if the item is missing.
        let own = items.map_or_else(Vec::new, |items| items.at(step).collect_vec());
        self.several = self.several.max(own.len());
        let at = own.get(nth).or(own.last()).copied();
        self.value = items.zip(at).map(|(items, at)| items.all[at]);
        // A list says less than its item.
        // "team member Ann", and not "team members, team member Ann".
        self.labels.pop();
        self.labels.push(match (at, self.value, list) {
            (Some(at), Some(item), Some(list)) => words::name(list, at, item),
            (_, _, Some(list)) => words::named(list, &step.key_text().into()),
            _ => Phrase::text(&excerpt(&step.to_string())),
        });
        let after_all = items.map_or(0, |items| items.all.len());
        self.path.push(at.unwrap_or(after_all));
    }

    fn label(&self) -> Phrase {
        match self.labels.split_last() {
            Some((last, around)) => words::label(around, last),
            None => Phrase::text(""),
        }
    }

    /// Returns the unit of the value, or the one that the specification shows if it is not set.
    fn unit_meant(&self) -> Option<&str> {
        self.target.any_unit()?.unit_meant(self.unit)
    }

    /// Returns true if the record meets a condition.
    fn meets(&self, condition: &Edit) -> bool {
        match &condition.wish {
            Wish::Bound(bound) => match self.value.and_then(View::number) {
                Some(number) => bound.holds(number, self.unit_meant()) == Some(true),
                None => false,
            },
            Wish::Hours(hours) if self.target.is_days() => {
                let week = self.value.and_then(hours::week);
                let (Some(KeyStep::Days(days)), Some(week)) = (condition.key.steps().last(), week)
                else {
                    return false;
                };
                days.iter().all(|day| week[usize::from(day)] == *hours)
            }
            _ => self.is_wished(condition),
        }
    }

    /// Returns true if the value is as an edit asks for.
    ///
    /// ```text
    /// record mins    edit mins, was hours    as wished
    /// record (none)  edit mins, was hours    not as wished: the unit is to be written
    /// record (none)  edit mins, was mins     as wished: no unit means mins
    /// ```
    fn is_wished(&self, edit: &Edit) -> bool {
        // `mins (was mins)` names one half of an amount whose other half changes. It asks to write nothing, even if the
        // record has no unit, which means mins.
        let only_confirms = edit.was.as_ref() == Some(&edit.wish);
        let is_wished = self.is(&edit.wish) || only_confirms && self.is_same_unit(&edit.wish);
        is_wished && self.has_unit(edit)
    }

    /// Returns true if the value is as an edit expects it, or the edit expects none.
    fn is_as_expected(&self, edit: &Edit) -> bool {
        let Some(was) = &edit.was else {
            return true;
        };
        let is_expected = self.is_expected(was, &edit.wish) || self.is_same_unit(was);
        is_expected && self.has_unit(edit)
    }

    /// Returns true if a number has the unit that an edit expects beside it. A unit of responses only may be any where it is
    /// absent: a draft cannot have it.
    fn has_unit(&self, edit: &Edit) -> bool {
        let Some(unit) = edit.was_unit.as_deref() else {
            return true;
        };
        let is_of_responses = self.target.unit_of_responses().is_some();
        // `slotBuffer` 15 "mins": a record that does not show its unit may hold minutes.
        let may_be_any = is_of_responses && self.unit.is_none_or(str::is_empty);
        may_be_any || self.unit_meant() == Some(unit)
    }

    /// Refuses a number in a unit that the record does not have, and that no update can carry: 15 minutes would be 15 hours.
    ///
    /// # Errors
    /// `edit_missing`
    fn expect_unit(&self, edit: &Edit) -> Result<(), Error> {
        // With an expected value, another unit is a conflict instead.
        let (Some(unit), Some(row), None) =
            (&edit.was_unit, self.target.unit_of_responses(), &edit.was)
        else {
            return Ok(());
        };
        let own = self.unit_meant();
        if own == Some(unit) {
            return Ok(());
        }
        let Some(own) = own else {
            let what = format!("a number in {unit}, as no update can carry {}", row.name);
            return Err(missing(edit, &what));
        };
        let key = excerpt(&edit.key.to_string());
        let write = match converted(&edit.wish, unit, own) {
            Some(number) => format!("{key} = {number} {own}"),
            None => format!("a number in {}", excerpt(own)),
        };
        Err(ErrorReason::EditUnit {
            write,
            key,
            unit: excerpt(own),
            member: row.name,
        }
        .into())
    }

    /// Returns true if the value is a unit and means that of an edit, where one that is not set means the one that the
    /// specification shows.
    fn is_same_unit(&self, wish: &Wish) -> bool {
        let Some(row) = self.target.row else {
            return false;
        };
        // A number, or a member that is no half of an amount.
        if row.unit.is_some() || self.target.other_half().is_none() {
            return false;
        }
        let own = self.value.map_or(Some(""), View::text);
        let unit = match wish {
            Wish::Absent => Some(""),
            _ => unit_in(wish),
        };
        let (Some(own), Some(unit)) = (own, unit) else {
            return false;
        };
        row.unit_meant(Some(own)) == row.unit_meant(Some(unit))
    }

    /// Returns true if the value is as an edit asks for or expects.
    fn is(&self, wish: &Wish) -> bool {
        match (wish, self.value) {
            // A special date that is marked as deleted is absent.
            (Wish::Absent, None) => true,
            (Wish::Absent, Some(value)) => self.target.list.is_some() && is_deleted(value),
            (Wish::Value(value), None) => is_not_set(self.target.ty, Tree::of(value).root()),
            (_, None) | (Wish::Bound(_) | Wish::AsDay(_), _) => false,
            (Wish::Hours(hours), Some(entry)) => hours_in(entry).as_ref() == Some(hours),
            // Members that the wish omits are those of the record: `{ "userId": "u1" }` is met by any team member u1.
            (Wish::Value(value), Some(found)) => {
                let wished = value_over_stored(self.target.ty, Some(found), Tree::of(value).root());
                same(self.target.ty, found, wished.root())
            }
        }
    }

    /// Returns true if the value is as an edit expects it. One that is to be removed has no other members.
    fn is_expected(&self, was: &Wish, wish: &Wish) -> bool {
        match (was, wish, self.value) {
            // To remove an item is safe only if nothing was added to it meanwhile, so here an omitted member does not count
            // as met. Members that an edit cannot name are left aside.
            (Wish::Value(was), Wish::Absent, Some(found)) => {
                let written = each_value(&mut Written, self.target.ty, Visited::alone(found));
                same(self.target.ty, written.root(), Tree::of(was).root())
            }
            _ => self.is(was),
        }
    }

    /// Says the sides of a conflict over an edit, each with its own unit.
    fn sides(&self, edit: &Edit, was: &Wish, half: Option<&Edit>) -> DisputedValues {
        let wish = &edit.wish;
        let (was_unit, wish_unit) = match half {
            Some(half) => (half.was.as_ref().and_then(unit_in), unit_in(&half.wish)),
            // Without an edit of the unit, amounts may differ by their units only. Then each side shows its own: 2 days was
            // expected, 2 weeks is there.
            None if self.has_unit(edit) => (self.unit, self.unit),
            None => (edit.was_unit.as_deref(), edit.was_unit.as_deref()),
        };
        let mut sides = DisputedValues {
            expected: self.side_of(was, was_unit),
            wished: self.side_of(wish, wish_unit),
            found: match self.value {
                Some(value) => self.side(value, self.unit),
                None => DisputedValue::not_set(),
            },
        };
        if self.target.is_date() {
            let own = self.value.and_then(hours_in);
            sides.say_hours([hours_of(was), hours_of(wish), own.as_deref()]);
        }
        if let (Some(list), Wish::Absent) = (self.target.list, wish) {
            sides.wished.words = Phrase::code("removed");
            // They differ in a member that the words do not show.
            if sides.found.words == sides.expected.words {
                sides.found.words = Phrase::code("changed");
            }
            if !list.is_dates() {
                sides.expected.words = Phrase::code("there");
            }
        }
        sides
    }

    fn side_of(&self, wish: &Wish, unit: Option<&str>) -> DisputedValue {
        match wish {
            Wish::Value(value) => self.side(Tree::of(value).root(), unit),
            Wish::Hours(hours) => DisputedValue {
                words: words::open_hours(hours),
                value: Some(values(hours)),
            },
            Wish::Absent | Wish::AsDay(_) | Wish::Bound(_) => DisputedValue::not_set(),
        }
    }

    fn side(&self, value: View<'_>, unit: Option<&str>) -> DisputedValue {
        DisputedValue {
            words: match self.target.list {
                Some(list) => words::item(list, value),
                None => words::value(self.target.row, unit, value),
            },
            value: Some(value.to_value()),
        }
    }
}

/// The sides of a conflict: the values that the edit expects and asks for, and that of the record.
struct DisputedValues {
    expected: DisputedValue,
    wished: DisputedValue,
    found: DisputedValue,
}

/// A value, and its words.
struct DisputedValue {
    words: Phrase,
    value: Option<Value>,
}

impl DisputedValue {
    fn not_set() -> Self {
        Self {
            words: Phrase::code("not_set"),
            value: None,
        }
    }
}

impl DisputedValues {
    /// Returns the sides of a conflict over the hours of a day.
    fn of_hours([expected, wished, found]: [&[HoursItem]; 3]) -> Self {
        let say = words::hours_told_apart([Some(expected), Some(wished), Some(found)]);
        let [expected, wished, found] = [expected, wished, found].map(|hours| DisputedValue {
            words: say(hours),
            value: Some(values(hours)),
        });
        Self {
            expected,
            wished,
            found,
        }
    }

    /// Says hours so that the sides differ, where a side has hours.
    fn say_hours(&mut self, hours: [Option<&[HoursItem]>; 3]) {
        let say = words::hours_told_apart(hours);
        let sides = [&mut self.expected, &mut self.wished, &mut self.found];
        for (side, hours) in sides.into_iter().zip(hours) {
            if let Some(hours) = hours {
                side.words = say(hours);
            }
        }
    }
}

/// Returns the hours that an edit asks for or expects.
fn hours_of(wish: &Wish) -> Option<&[HoursItem]> {
    match wish {
        Wish::Hours(hours) => Some(hours),
        _ => None,
    }
}

/// Returns the unit that an edit asks for or expects.
fn unit_in(wish: &Wish) -> Option<&str> {
    match wish {
        Wish::Value(unit) => unit.as_str(),
        _ => None,
    }
}

/// Returns the number of a wish in another unit, if it has few digits there.
fn converted(wish: &Wish, from: &str, to: &str) -> Option<Number> {
    let Wish::Value(number) = wish else {
        return None;
    };
    let minutes = Unit::named(from)?.exact_minutes(number.as_f64()?)?;
    let number = minutes / Unit::named(to)?.exact_minutes(1.0)?;
    ((number * 1000.0).fract() == 0.0).then(|| Number::from(number))
}

/// Returns the hours of a special date's entry, if it stays and they can be read.
fn hours_in(entry: View<'_>) -> Option<Vec<HoursItem>> {
    if is_deleted(entry) {
        return None;
    }
    hours_items(entry.get("hours")?)
}

impl<'e> Settled<'e> {
    /// Joins the outcomes of an edit for two items with the same key. If the edit is in conflict at one of them, its resolution
    /// counts for both.
    ///
    /// ```text
    /// edit 0 (was 0.5)    items 0.5 and 1, resolved for theirs: nothing is put, neither at the first nor at the second
    /// ```
    fn joined(mut self, mut other: Self) -> Self {
        if other.is_disputed && !self.is_disputed {
            std::mem::swap(&mut self, &mut other);
        }
        if self.puts.is_empty() && !self.is_disputed {
            self.puts = other.puts;
        }
        if self.conflicts.is_empty() {
            self.conflicts = other.conflicts;
        }
        self
    }

    /// Settles a value, or one half of an amount: both halves are as wished, as expected, or in conflict.
    ///
    /// ```text
    /// edit 45 (was 30)    record 45: nothing to do    record 30: put 45    record 60: conflict
    /// ```
    fn value(
        &mut self,
        edit: &'e Edit,
        found: &FoundValue<'_>,
        half: Option<&Half<'_, '_>>,
        resolution: Resolution,
    ) -> Result<(), Error> {
        if let Wish::Bound(bound) = &edit.wish {
            return self.bound(edit, *bound, found);
        }
        found.expect_unit(edit)?;
        // Edit `1 day (was 1 hour)`, half by half. Record 1 day: both as wished. 1 hour: both as expected, the unit is put. 2
        // hours: the number is neither, so the amount is in conflict, though the unit is as expected.
        let is_wished = found.is_wished(edit);
        if is_wished && half.is_none_or(|half| half.found.is_wished(half.edit)) {
            return Ok(());
        }
        // A number whose unit differs from the expected one is a different amount: 2 weeks in place of 2 days.
        let is_as_expected = found.is_as_expected(edit)
            && half.is_none_or(|half| half.found.is_as_expected(half.edit));
        // One half of an amount may be as wished, and the other not.
        let mut wish = (!is_wished).then_some(&edit.wish);
        if let Some(was) = &edit.was
            && !is_as_expected
        {
            self.is_disputed = true;
            match resolution {
                // The conflict is at the number, in words that contain the unit.
                // This half is the unit: only a number has one.
                Resolution::Leave if half.is_some() && found.target.any_unit().is_none() => {
                    return Ok(());
                }
                Resolution::Leave => {
                    let sides = found.sides(edit, was, half.map(|half| half.edit));
                    self.conflict(found, edit.key.clone(), sides);
                    return Ok(());
                }
                Resolution::Theirs => return Ok(()),
                // For ours, the wish is put as it is. For theirs, the record keeps its value.
                Resolution::Base => wish = Some(was),
                Resolution::Ours => {}
            }
        }
        if let Some(wish) = wish {
            self.puts.push(Put {
                key: Cow::Borrowed(&edit.key),
                wish: Cow::Borrowed(wish),
            });
        }
        if let Some(unit) = &edit.was_unit
            && !found.has_unit(edit)
        {
            self.unit(edit, found, unit);
        }
        Ok(())
    }

    /// Puts the unit of a number, if an update can carry it.
    fn unit(&mut self, edit: &Edit, found: &FoundValue<'_>, unit: &str) {
        let Some(row) = found.target.unit() else {
            return;
        };
        if found.unit != Some(unit) {
            self.puts.push(Put {
                key: Cow::Owned(beside(&edit.key, row.name)),
                wish: Cow::Owned(Wish::Value(unit.into())),
            });
        }
    }

    /// Brings a number within a bound. A number that is not set is not within it, and one whose unit is not known cannot
    /// be compared.
    fn bound(&mut self, edit: &'e Edit, bound: Bound, found: &FoundValue<'_>) -> Result<(), Error> {
        if let Some(number) = found.value.and_then(View::number) {
            let holds = bound.holds(number, found.unit_meant());
            // `at least 2 days` over 50 in a unit that no table has.
            let holds = holds.ok_or_else(|| missing(edit, "a number in a known unit"))?;
            if holds {
                return Ok(());
            }
        }
        let number = Wish::Value(bound.number.to_value());
        self.puts.push(Put {
            key: Cow::Borrowed(&edit.key),
            wish: Cow::Owned(number),
        });
        if let Some(unit) = bound.unit {
            self.unit(edit, found, unit);
        }
        Ok(())
    }

    /// Settles the hours of days. Each day is as wished, as expected, or in conflict.
    fn days(
        &mut self,
        edit: &'e Edit,
        found: &FoundValue<'_>,
        resolution: Resolution,
    ) -> Result<(), Error> {
        let Some((KeyStep::Days(days), around)) = edit.key.steps().split_last() else {
            return Ok(());
        };
        // On a schedule, the hours of a day are not known: none are as wished, and there is nothing to copy from for
        // `as monday`. A day without hours of its own is what `(was closed)` expects.
        let is_on_schedule = found.value.is_some_and(View::is_empty_object);
        let own = found.value.filter(|_| !is_on_schedule);
        let week = match own {
            None => Week::default(),
            Some(entries) => hours::week(entries).ok_or_else(|| {
                missing(
                    edit,
                    "a week of days and hours alone, which can be edited by day",
                )
            })?,
        };
        let wished = match &edit.wish {
            Wish::Hours(hours) => hours,
            Wish::AsDay(day) if own.is_some() => &week[usize::from(*day)],
            Wish::AsDay(_) => {
                return Err(missing(
                    edit,
                    "open hours of its own, to take those of a day",
                ));
            }
            _ => return Ok(()),
        };
        let was = match &edit.was {
            Some(Wish::Hours(was)) => Some(was),
            _ => None,
        };
        // `openHours/mon-fri = 9–17 (was 9–18)`: Monday may be as wished, Tuesday as expected and Friday in conflict.
        let mut expected = Vec::new();
        let mut unexpected = Vec::new();
        for day in days.iter() {
            let own = &week[usize::from(day)];
            if own == wished && !is_on_schedule {
                continue;
            }
            if was.is_none_or(|was| own == was) {
                expected.push(day);
            } else {
                unexpected.push(day);
            }
        }
        self.put_hours(around, &expected, wished);
        match resolution {
            Resolution::Ours => self.put_hours(around, &unexpected, wished),
            Resolution::Base => self.put_hours(around, &unexpected, was.unwrap_or(wished)),
            Resolution::Theirs => {}
            Resolution::Leave => {
                for day in unexpected {
                    let own = &week[usize::from(day)];
                    let mut sides = DisputedValues::of_hours([was.unwrap_or(wished), wished, own]);
                    if is_on_schedule {
                        sides.found = DisputedValue {
                            words: Phrase::code("on_schedule"),
                            value: found.value.map(View::to_value),
                        };
                    }
                    // Each day is a conflict of its own, since each may have other hours.
                    let of_day = FoundValue {
                        labels: vec![words::days_said(&[day])],
                        path: found.path.clone(),
                        ..*found
                    };
                    self.conflict(&of_day, key_of(around, &[day]), sides);
                }
            }
        }
        Ok(())
    }

    /// Puts hours on days of a week.
    fn put_hours(&mut self, around: &[KeyStep], days: &[u8], hours: &[HoursItem]) {
        if !days.is_empty() {
            self.puts.push(Put {
                key: Cow::Owned(key_of(around, days)),
                wish: Cow::Owned(Wish::Hours(hours.to_vec())),
            });
        }
    }

    fn conflict(&mut self, found: &FoundValue<'_>, key: KeyPath, sides: DisputedValues) {
        let words = words::conflict(
            &found.label(),
            [
                ("ours", &sides.wished.words),
                ("theirs", &sides.found.words),
            ],
            &sides.expected.words,
        );
        self.conflicts.push(Conflict {
            path: found.path.clone(),
            key,
            base: sides.expected.value,
            ours: sides.wished.value,
            theirs: sides.found.value,
            words,
        });
    }
}

/// Returns the error for an edit that needs something that the record does not have.
fn missing(edit: &Edit, what: &str) -> Error {
    ErrorReason::EditMissing {
        key: excerpt(&edit.key.to_string()),
        what: what.to_owned(),
    }
    .into()
}

/// Returns the key of days of a week.
fn key_of(around: &[KeyStep], days: &[u8]) -> KeyPath {
    KeyPath::from(around.to_vec()).with(KeyStep::Days(days.iter().copied().collect()))
}
