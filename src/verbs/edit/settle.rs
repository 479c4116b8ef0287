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
use crate::ground::error::{Error, ErrorKind};
use crate::ground::json::{CollectVec, Path, Segment, Tree, View};
use crate::ground::visible::excerpt;
use crate::knowledge::format::hours::{self, HoursItem, Week, hours_items};
use crate::knowledge::language::Phrase;
use crate::knowledge::schema::{Kind, Type, is_deleted};
use crate::knowledge::words;
use crate::record::each::{Visited, each_value};
use crate::record::week::values;
use crate::record::{KeyPath, KeyStep, days_in, is_not_set, same, value_over_stored};
use crate::verbs::merge::{Conflict, Resolution};

/// The values to put into a record, and the conflicts that are left.
#[derive(Default)]
pub(super) struct Settled<'e> {
    pub(super) puts: Vec<Put<'e>>,
    pub(super) conflicts: Vec<Conflict>,
}

/// Returns true if a record has the values that the edits are limited to.
pub(super) fn applies(edits: &Edits, record: View<'_>) -> bool {
    let mut lists = Lists::new();
    edits.conditions.iter().all(|condition| {
        let found = FoundValue::at(edits.kind, record, (&condition.key, 0), &mut lists);
        match &condition.wish {
            Wish::Bound(bound) => {
                let number = found.value.and_then(View::number);
                number.and_then(|number| bound.holds(number, found.unit_meant())) == Some(true)
            }
            Wish::Hours(hours) if found.target.is_days() => {
                let week = found.value.and_then(hours::week);
                let Some(KeyStep::Days(bits)) = condition.key.steps().last() else {
                    return false;
                };
                week.is_some_and(|week| days_in(*bits).all(|day| week[usize::from(day)] == *hours))
            }
            _ => found.is_wished(condition),
        }
    })
}

/// Returns true if a record has the item that the key of an edit leads to or into, or the member that it names.
fn is_present<'a>(edits: &Edits, edit: &Edit, record: View<'a>, lists: &mut Lists<'a>) -> bool {
    let steps = edit.key.steps();
    let end = steps
        .iter()
        .rposition(|step| matches!(step, KeyStep::Item(_)))
        .map_or(steps.len(), |at| at + 1);
    let key = KeyPath::from(steps[..end].to_vec());
    let found = FoundValue::at(edits.kind, record, (&key, 0), lists);
    found
        .value
        .is_some_and(|value| !is_not_set(found.target.ty, value) && !is_deleted(value))
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
        let (mut nth, mut several) = (0, 1);
        // A value is put at every item of its key, so that each of several decides.
        while nth < several {
            let found = FoundValue::at(edits.kind, record, (&edit.key, nth), &mut lists);
            several = found.several;
            let mut of_item = Settled::default();
            if found.target.is_days() {
                of_item.days(edit, &found, resolution)?;
            } else {
                let half = other_half(edits, edit, found.target);
                let half = half.map(|other| {
                    (
                        other,
                        FoundValue::at(edits.kind, record, (&other.key, nth), &mut lists),
                    )
                });
                of_item.value(edit, &found, half.as_ref(), resolution)?;
            }
            of_edit = of_edit.or(of_item);
            nth += 1;
        }
        settled.puts.extend(of_edit.puts);
        settled.conflicts.extend(of_edit.conflicts);
    }
    Ok(settled)
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
            let around = found.value;
            let list = match found.target.ty {
                Type::List(list) => Some(list),
                _ => None,
            };
            found.target = found.target.step(step);
            match step {
                KeyStep::Name(name) => {
                    found.value = around.and_then(|around| around.get(name));
                    found.unit = found
                        .target
                        .row
                        .and_then(|row| around?.get(row.unit?)?.text());
                    found.path.push(Segment::Name(name.clone()));
                    found
                        .labels
                        .push(words::member_label(found.target.row, name));
                }
                KeyStep::Days(bits) => {
                    found.labels = vec![words::days_said(&days_in(*bits).collect_vec())];
                }
                step => {
                    let items =
                        list.filter(|_| around.and_then(View::items).is_some())
                            .map(|list| {
                                let path = found.path.pointer();
                                &*lists
                                    .entry(path)
                                    .or_insert_with(|| ItemsByKey::of(list, around))
                            });
                    let own = items.map_or_else(Vec::new, |items| items.at(step).collect_vec());
                    found.several = found.several.max(own.len());
                    let at = own.get(nth).or(own.last()).copied();
                    found.value = items.zip(at).map(|(items, at)| items.all[at]);
                    // A list says less than its item.
                    found.labels.pop();
                    found.labels.push(match (at, found.value, list) {
                        (Some(at), Some(item), Some(list)) => words::name(list, at, item),
                        (_, _, Some(list)) => words::named(list, &step.key_text().into()),
                        _ => Phrase::text(&excerpt(&step.to_string())),
                    });
                    found.path.push(
                        at.or(items.map(|items| items.all.len()))
                            .unwrap_or_default(),
                    );
                }
            }
        }
        found
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

    /// Returns true if the value is as an edit asks for. One that asks for the value that it expects takes its meaning.
    fn is_wished(&self, edit: &Edit) -> bool {
        let stays = edit.was.as_ref() == Some(&edit.wish);
        (self.is(&edit.wish) || (stays && self.is_same_unit(&edit.wish))) && self.has_unit(edit)
    }

    /// Returns true if the value is as an edit expects it, or the edit expects none.
    fn is_as_expected(&self, edit: &Edit) -> bool {
        edit.was.as_ref().is_none_or(|was| {
            (self.is_expected(was, &edit.wish) || self.is_same_unit(was)) && self.has_unit(edit)
        })
    }

    /// Returns true if a number has the unit that an edit expects beside it. A unit of responses only may be any where it is
    /// absent: a draft cannot have it.
    fn has_unit(&self, edit: &Edit) -> bool {
        let is_of_responses = self.target.unit_of_responses().is_some();
        let may_be_any = is_of_responses && self.unit.is_none_or(str::is_empty);
        edit.was_unit
            .as_deref()
            .is_none_or(|unit| may_be_any || self.unit_meant() == Some(unit))
    }

    /// Refuses a number in a unit that the record does not have, and that no update can carry: 15 minutes would be 15 hours.
    ///
    /// # Errors
    /// `edit_missing`
    fn expect_unit(&self, edit: &Edit) -> Result<(), Error> {
        let (Some(unit), Some(row), None) =
            (&edit.was_unit, self.target.unit_of_responses(), &edit.was)
        else {
            return Ok(());
        };
        if self.unit_meant() == Some(unit) {
            return Ok(());
        }
        Err(ErrorKind::EditMissing {
            key: excerpt(&edit.key.to_string()),
            what: format!("a number in {unit}, as no update can carry {}", row.name),
        }
        .into())
    }

    /// Returns true if the value is a unit and means that of an edit, where one that is not set means the one that the
    /// specification shows.
    fn is_same_unit(&self, wish: &Wish) -> bool {
        let Some(row) = self
            .target
            .row
            .filter(|row| row.unit.is_none() && self.target.other_half().is_some())
        else {
            return false;
        };
        let own = self.value.map_or(Some(""), View::text);
        let unit = if *wish == Wish::Absent {
            Some("")
        } else {
            unit_in(wish)
        };
        own.zip(unit)
            .is_some_and(|(own, unit)| row.unit_meant(Some(own)) == row.unit_meant(Some(unit)))
    }

    /// Returns true if the value is as an edit asks for or expects.
    fn is(&self, wish: &Wish) -> bool {
        match (wish, self.value) {
            (Wish::Absent, value) => {
                value.is_none_or(|value| self.target.list.is_some() && is_deleted(value))
            }
            (Wish::Value(value), None) => is_not_set(self.target.ty, Tree::of(value).root()),
            (_, None) | (Wish::Bound(_) | Wish::AsDay(_), _) => false,
            (Wish::Hours(hours), Some(entry)) => hours_in(entry).as_ref() == Some(hours),
            (Wish::Value(value), Some(found)) => {
                let wished = value_over_stored(self.target.ty, Some(found), Tree::of(value).root());
                same(self.target.ty, found, wished.root())
            }
        }
    }

    /// Returns true if the value is as an edit expects it. One that is to be removed has no other members.
    fn is_expected(&self, was: &Wish, wish: &Wish) -> bool {
        match (was, wish, self.value) {
            (Wish::Value(was), Wish::Absent, Some(found)) => {
                let written = each_value(&mut Written, self.target.ty, Visited::alone(found));
                same(self.target.ty, written.root(), Tree::of(was).root())
            }
            _ => self.is(was),
        }
    }

    /// Says the sides of a conflict over an edit: what it expects, what it asks for, and the value of the record, each
    /// with its own unit.
    fn sides(&self, edit: &Edit, was: &Wish, half: Option<&Edit>) -> [(Phrase, Option<Value>); 3] {
        let wish = &edit.wish;
        let units = match half {
            Some(half) => [half.was.as_ref(), Some(&half.wish)].map(|wish| wish.and_then(unit_in)),
            None if self.has_unit(edit) => [self.unit; 2],
            None => [edit.was_unit.as_deref(); 2],
        };
        let mut sides = [
            (Some(was), units[0]),
            (Some(wish), units[1]),
            (None, self.unit),
        ]
        .map(|(wish, unit)| self.say(wish, unit));
        if self.target.is_date() {
            let own = self.value.and_then(hours_in);
            let hours = [hours_of(was), hours_of(wish), own.as_deref()];
            let say = words::hours_told_apart(hours);
            for ((said, _), hours) in sides.iter_mut().zip(hours) {
                if let Some(hours) = hours {
                    *said = say(hours);
                }
            }
        }
        if let (Some(list), Wish::Absent) = (self.target.list, wish) {
            let [(before, _), (removed, _), (found, _)] = &mut sides;
            *removed = Phrase::code("removed");
            if found == before {
                *found = Phrase::code("changed");
            }
            if !list.is_dates() {
                *before = Phrase::code("there");
            }
        }
        sides
    }

    /// Says the value of a side: a wish, or the value of the record.
    fn say(&self, wish: Option<&Wish>, unit: Option<&str>) -> (Phrase, Option<Value>) {
        let tree = match wish {
            Some(Wish::Hours(hours)) => return (words::open_hours(hours), Some(values(hours))),
            Some(Wish::Absent | Wish::AsDay(_) | Wish::Bound(_)) => {
                return (Phrase::code("not_set"), None);
            }
            Some(Wish::Value(value)) => Some(Tree::of(value)),
            None => None,
        };
        let Some(view) = tree
            .as_ref()
            .map(Tree::root)
            .or(self.value.filter(|_| wish.is_none()))
        else {
            return (Phrase::code("not_set"), None);
        };
        let said = match self.target.list {
            Some(list) => words::item(list, view),
            None => words::value(self.target.row, unit, view),
        };
        (said, Some(view.to_value()))
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

/// Returns the hours of a special date's entry, if it stays and they can be read.
fn hours_in(entry: View<'_>) -> Option<Vec<HoursItem>> {
    hours_items(entry.get("hours")?).filter(|_| !is_deleted(entry))
}

impl<'e> Settled<'e> {
    /// Completes the outcome of an edit for one item by that for another with the same key.
    fn or(self, other: Self) -> Self {
        Self {
            puts: if self.puts.is_empty() {
                other.puts
            } else {
                self.puts
            },
            conflicts: if self.conflicts.is_empty() {
                other.conflicts
            } else {
                self.conflicts
            },
        }
    }

    /// Settles a value, or one half of an amount: both halves are as wished, as expected, or in conflict.
    fn value<'a>(
        &mut self,
        edit: &'e Edit,
        found: &FoundValue<'a>,
        half: Option<&(&Edit, FoundValue<'a>)>,
        resolution: Resolution,
    ) -> Result<(), Error> {
        if let Wish::Bound(bound) = &edit.wish {
            return self.bound(edit, *bound, found);
        }
        found.expect_unit(edit)?;
        let is_wished = found.is_wished(edit);
        if is_wished && half.is_none_or(|(other, half)| half.is_wished(other)) {
            return Ok(());
        }
        // One half of an amount may be as wished.
        let mut wish = Some(&edit.wish).filter(|_| !is_wished);
        // A number whose unit differs from the expected one is a different amount: 2 weeks in place of 2 days.
        let is_as_expected = found.is_as_expected(edit)
            && half.is_none_or(|(other, half)| half.is_as_expected(other));
        if let Some(was) = edit.was.as_ref().filter(|_| !is_as_expected) {
            match resolution {
                // The conflict is at the number, in words that contain the unit.
                Resolution::Leave if half.is_some() && found.target.any_unit().is_none() => {
                    return Ok(());
                }
                Resolution::Leave => {
                    let sides = found.sides(edit, was, half.map(|(other, _)| *other));
                    self.conflict(found, edit.key.clone(), sides);
                    return Ok(());
                }
                Resolution::Theirs => return Ok(()),
                Resolution::Base => wish = Some(was),
                Resolution::Ours => {}
            }
        }
        let put = wish.map(|wish| Put {
            key: Cow::Borrowed(&edit.key),
            wish: Cow::Borrowed(wish),
        });
        self.puts.extend(put);
        if let (Some(unit), false) = (&edit.was_unit, found.has_unit(edit)) {
            self.unit(edit, found, unit);
        }
        Ok(())
    }

    /// Puts the unit beside a number, if an update can carry it.
    fn unit(&mut self, edit: &Edit, found: &FoundValue<'_>, unit: &str) {
        let row = found.target.unit().filter(|_| found.unit != Some(unit));
        self.puts.extend(row.map(|row| Put {
            key: Cow::Owned(beside(&edit.key, row.name)),
            wish: Cow::Owned(Wish::Value(unit.into())),
        }));
    }

    /// Brings a number within a bound. A number that is not set is not within it, and one whose unit is not known cannot
    /// be compared.
    fn bound(&mut self, edit: &'e Edit, bound: Bound, found: &FoundValue<'_>) -> Result<(), Error> {
        if let Some(number) = found.value.and_then(View::number) {
            let holds =
                bound
                    .holds(number, found.unit_meant())
                    .ok_or_else(|| ErrorKind::EditMissing {
                        key: excerpt(&edit.key.to_string()),
                        what: "a number in a known unit".to_owned(),
                    })?;
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
        let Some((KeyStep::Days(bits), around)) = edit.key.steps().split_last() else {
            return Ok(());
        };
        let week = match found.value.filter(|week| !is_on_schedule(week)) {
            None => Week::default(),
            Some(entries) => hours::week(entries).ok_or_else(|| ErrorKind::EditMissing {
                key: excerpt(&edit.key.to_string()),
                what: "a week of days and hours alone, which can be edited by day".to_owned(),
            })?,
        };
        let wished = match &edit.wish {
            Wish::Hours(hours) => hours,
            Wish::AsDay(day) if found.value.is_some_and(|week| !is_on_schedule(&week)) => {
                &week[*day]
            }
            Wish::AsDay(_) => {
                let key = excerpt(&edit.key.to_string());
                return Err(ErrorKind::EditMissing {
                    key,
                    what: "open hours of its own, to take those of a day".to_owned(),
                }
                .into());
            }
            _ => return Ok(()),
        };
        let was = match &edit.was {
            Some(Wish::Hours(was)) => Some(was),
            _ => None,
        };
        let on = |day: u8| &week[usize::from(day)];
        let (expected, unexpected): (Vec<u8>, Vec<u8>) = days_in(*bits)
            .filter(|day| on(*day) != wished)
            .partition(|day| was.is_none_or(|was| on(*day) == was));
        self.put_hours(around, &expected, wished);
        match resolution {
            Resolution::Ours => self.put_hours(around, &unexpected, wished),
            Resolution::Base => self.put_hours(around, &unexpected, was.unwrap_or(wished)),
            Resolution::Theirs => {}
            Resolution::Leave => {
                for day in unexpected {
                    let hours = [was.unwrap_or(wished), wished, on(day)].map(Vec::as_slice);
                    let say = words::hours_told_apart(hours.map(Some));
                    let sides = hours.map(|hours| (say(hours), Some(values(hours))));
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

    fn conflict(
        &mut self,
        found: &FoundValue<'_>,
        key: KeyPath,
        sides: [(Phrase, Option<Value>); 3],
    ) {
        let [(before, base), (mine, ours), (other, theirs)] = sides;
        let words = words::conflict(
            &found.label(),
            [("ours", &mine), ("theirs", &other)],
            &before,
        );
        self.conflicts.push(Conflict {
            path: found.path.clone(),
            key,
            base,
            ours,
            theirs,
            words,
        });
    }
}

/// Returns the key of days of a week.
fn key_of(around: &[KeyStep], days: &[u8]) -> KeyPath {
    KeyPath::from(around.to_vec()).with(KeyStep::of_days(days.iter().copied()))
}

/// Returns true for the object `{}`, which is a week on a schedule.
fn is_on_schedule(week: &View<'_>) -> bool {
    week.members().is_some_and(|members| members.len() == 0)
}
