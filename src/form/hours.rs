//! The hours of a form: of the week by day, and of special dates by date, regardless of the entries that hold them.

use std::collections::BTreeMap;

use serde_json::Value;

use super::by_key::set_week;
use super::day::Day;
use super::edit::{TreeEdit, edits_of};
use super::size::{Comes, expect_room};
use super::state::{Delta, RecordForm};
use crate::ground::error::{Error, ErrorReason};
use crate::ground::json::patch::Op;
use crate::ground::json::{CollectVec, Each, Path, Tree, View, sorted_indexes};
use crate::knowledge::format::Date;
use crate::knowledge::format::hours::{
    HoursItem, Range, Week, in_order, spoken_time, unfinished, written_items, written_week,
};
use crate::knowledge::schema::{List, date_of, is_deleted};
use crate::record::DaySet;
use crate::record::week::{date_entry, days_of, entry_of, hours_patch, values};

/// The hours of a day: opening and closing times in the order of the draft, as `["09:00", "17:00"]`. A time that is text
/// in the draft is that text, as it was typed; any other time that cannot be read, or is past 24:00, is `""`.
pub type DayHours = Vec<[String; 2]>;

/// Returns the hours of an entry in order of opening, including duplicates.
fn sorted_items(entry: View<'_>) -> Option<Vec<HoursItem>> {
    Some(sorted(written_items(entry.get("hours")?)?))
}

fn sorted(mut items: Vec<HoursItem>) -> Vec<HoursItem> {
    items.sort_unstable();
    items
}

/// Returns true if sorted items contain one of them twice.
fn is_twice(items: &[HoursItem]) -> bool {
    items.windows(2).any(|two| two[0] == two[1])
}

fn told(items: &[HoursItem]) -> DayHours {
    items.iter().map(HoursItem::typed_clocks).collect_vec()
}

/// Parses opening and closing times into hours, in their order. Items of `own` that are no ranges are kept where the times are
/// those shown for them. A time that cannot be read becomes its text, and an empty one null: both are errors, at their own
/// member.
fn read(times: &[[impl AsRef<str>; 2]], own: &[HoursItem]) -> Vec<HoursItem> {
    let mut odd = own.iter().filter(|item| is_odd(item)).collect_vec();
    let mut items = Vec::with_capacity(times.len());
    for times in times {
        let times = times.each_ref().map(AsRef::as_ref);
        // Two odd items may be shown alike, so each is taken once.
        let shown = odd.iter().position(|item| item.typed_clocks() == times);
        items.push(match (shown, times.map(spoken_time)) {
            (Some(at), _) => odd.remove(at).clone(),
            (None, [Some(open), Some(close)]) if open < 24 * 60 => {
                HoursItem::Range(Range { open, close })
            }
            (None, _) => unfinished(times),
        });
    }
    items
}

/// Returns true if [`told`] shows an item in another way than the draft has it.
fn is_odd(item: &HoursItem) -> bool {
    item.range().is_none() || item.minutes() != item.typed()
}

/// Returns a draft after edits.
fn after(draft: &Tree, edits: &[TreeEdit]) -> Tree {
    let mut edited = draft.clone();
    for edit in edits {
        edit.run(&mut edited);
    }
    edited
}

/// Returns the edit that puts the hours at a path in the order in which they were given, if they stand in another.
fn in_order_given(edited: &Tree, path: &Path, given: &[HoursItem]) -> Option<TreeEdit> {
    let own = written_items(edited.find(path.segments())?)?;
    let is_out_of_order = own != given && sorted(own) == sorted(given.to_vec());
    if !is_out_of_order {
        return None;
    }
    TreeEdit::set(edited, path.segments(), Tree::from(&values(given)).root()).ok()
}

impl RecordForm {
    /// Returns the member that is a list of that sort.
    pub(super) fn list_of(&self, is_such: fn(&List) -> bool) -> Option<&'static str> {
        self.kind.table().list_of(is_such)
    }

    /// Returns the open hours of each day from Monday on, whatever the entries are, in the order of the draft. A time that
    /// cannot be read is its text, or `""`. `None` if an entry contains more than days and hours, or its days cannot be read.
    ///
    /// ```
    /// use calendiff::{Day, Kind, Profile};
    /// use serde_json::json;
    ///
    /// let hours = json!([{ "openHour": 9, "openMinute": 0, "closeHour": 17, "closeMinute": 0 }]);
    /// let stored = json!({ "openHours": [{ "daysOfTheWeek": [1, 2, 3, 4, 5], "hours": hours }] });
    /// let mut form = Kind::Calendar.form(&stored, Profile::Specification)?;
    /// assert_eq!(form.week().unwrap()[&Day::Friday], [["09:00", "17:00"]]);
    ///
    /// form.set_day(Day::Tuesday, &[["09:00", "12:00"], ["13:00", "17:00"]])?;
    /// assert_eq!(form.changes().next().unwrap().words, "Tuesday 09:00–12:00, 13:00–17:00, was 09:00–17:00");
    /// form.set_day(Day::Tuesday, &[["9", "12:3"]])?;
    /// assert_eq!(form.week().unwrap()[&Day::Tuesday], [["09:00", "12:3"]]);
    /// assert_eq!(form.issues_at_day(Day::Tuesday).next().unwrap().message(), "Enter a time such as 09:30.");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    #[must_use]
    pub fn week(&self) -> Option<BTreeMap<Day, DayHours>> {
        Some(self.hours_by_day(false)?.into_iter().collect())
    }

    /// Like [`week`](RecordForm::week), but reads the stored record.
    ///
    /// ```
    /// use calendiff::{Day, Kind, Profile};
    /// use serde_json::json;
    ///
    /// let hours = json!([{ "openHour": 9, "openMinute": 0, "closeHour": 17, "closeMinute": 0 }]);
    /// let stored = json!({ "openHours": [{ "daysOfTheWeek": [2], "hours": hours }] });
    /// let mut form = Kind::Calendar.form(&stored, Profile::Specification)?;
    /// form.set_day(Day::Tuesday, &[] as &[[&str; 2]])?;
    /// assert!(form.week().unwrap()[&Day::Tuesday].is_empty());
    /// assert_eq!(form.stored_week().unwrap()[&Day::Tuesday], [["09:00", "17:00"]]);
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    #[must_use]
    pub fn stored_week(&self) -> Option<BTreeMap<Day, DayHours>> {
        Some(self.hours_by_day(true)?.into_iter().collect())
    }

    /// Returns true if the open hours are those of a schedule, which is not in the record: stored as `{}`, and the draft has
    /// none of its own. [`week`](RecordForm::week) then has no hours, which does not mean closed, and the first
    /// [`set_day`](RecordForm::set_day) gives the calendar hours of its own.
    ///
    /// ```
    /// use calendiff::{Day, Kind, Profile};
    /// use serde_json::json;
    ///
    /// let mut form = Kind::Calendar.form(json!({ "name": "Consultation", "openHours": {} }), Profile::Specification)?;
    /// assert!(form.is_on_schedule());
    /// form.set_day(Day::Monday, &[["09:00", "17:00"]])?;
    /// assert!(!form.is_on_schedule());
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    #[must_use]
    pub fn is_on_schedule(&self) -> bool {
        let Some(name) = self.list_of(List::is_week) else {
            return false;
        };
        let draft = self.draft.root().get(name);
        let hours = draft.or(self.stored.root().get(name));
        hours.is_some_and(View::is_empty_object)
    }

    /// Returns the hours of each day in the draft or in the stored record, in the order of the days.
    pub(crate) fn hours_by_day(&self, of_stored: bool) -> Option<[(Day, DayHours); 7]> {
        let week = self.ranges(self.record(of_stored))?;
        Some(Day::ALL.map(|day| (day, told(&week[day.index()]))))
    }

    /// Returns the writable part of the stored record, or the draft.
    fn record(&self, of_stored: bool) -> &Tree {
        if of_stored { &self.first } else { &self.draft }
    }

    /// Returns the hours of each day in the order of the record, including duplicates.
    fn ranges(&self, record: &Tree) -> Option<Week> {
        let list = record.root().get(self.list_of(List::is_week)?);
        list.map_or_else(|| Some(Week::default()), written_week)
    }

    /// Sets the open hours of one day, such as `[["09:00", "17:00"]]`, with as few operations as possible: a day of a
    /// grouped entry leaves it. No hours mean closed. Times may be as people write them: `9`, `9:30`, `5 pm`. One that is not
    /// known yet, `["09:00", ""]`, becomes null, and one that is not finished, `["9:3", "17:00"]`, stays text; both are errors
    /// until they are set. A closed day takes a calendar from its schedule too. A range that is given twice is there twice.
    /// The order is kept, unless the day joins others that have the same hours; another order alone changes nothing.
    ///
    /// # Errors
    /// `option`: the record has no open hours, such as a location.
    /// `form_path`: the open hours cannot be read by day.
    /// `json_size`: as in [`set`](RecordForm::set).
    pub fn set_day(&mut self, day: Day, hours: &[[impl AsRef<str>; 2]]) -> Result<Delta, Error> {
        let name = self
            .list_of(List::is_week)
            .ok_or_else(|| self.without("day", "open hours"))?;
        let list = self.draft.root().get(name);
        let mut week = self.ranges(&self.draft).ok_or_else(unreadable)?.map(sorted);
        let given = read(hours, &week[day.index()]);
        let items = sorted(given.clone());
        // Compared without order: another order alone is no edit. On a schedule, the hours of a day are not known.
        if week[day.index()] == items && !self.is_on_schedule() {
            return Ok(Delta::default());
        }
        // A day that opens may need an entry of its own.
        let path = Path::new().with(name);
        let entry = entry_of(day.index(), &items);
        if !items.is_empty() {
            let entry = Value::Array(vec![entry.clone()]);
            expect_room(
                &self.draft,
                &path.with(0),
                Comes::Before,
                Tree::from(&entry).root(),
            )?;
        }
        // A week has no duplicate ranges: such a day leaves its entries and gets its own.
        let has_duplicates = is_twice(&items) || is_twice(&week[day.index()]);
        week = week.map(in_order);
        // Closed for now. The entry with the duplicates is inserted below.
        week[day.index()] = if has_duplicates {
            Vec::new()
        } else {
            items.clone()
        };
        let mut edits = set_week(&self.draft, &path, list, &week, None);
        if edits.is_empty() && self.is_on_schedule() {
            // A closed day of a calendar on a schedule: hours of its own, and none yet.
            let none = Tree::empty_list();
            edits = TreeEdit::set(&self.draft, path.segments(), none.root())
                .into_iter()
                .collect();
        }
        let mut edited = after(&self.draft, &edits);
        if has_duplicates && !items.is_empty() {
            let mut entries = edited.root().get(name).each_item();
            let count = entries.len();
            let at = entries
                .position(|entry| is_after_day(entry, day))
                .unwrap_or(count);
            let entry = Tree::from(&entry);
            let insertion = TreeEdit::insert(&edited, path.with(at).segments(), entry.root())?;
            insertion.run(&mut edited);
            edits.push(insertion);
        }
        // The week is written by opening time. The ranges then get the order in which they were given.
        let mut entries = edited.root().get(name).each_item();
        if let Some(at) = entries.position(|entry| is_its_own(entry, day)) {
            let hours = path.with(at).with("hours");
            edits.extend(in_order_given(&edited, &hours, &given));
        }
        Ok(self.told_step(&edits))
    }

    /// Returns the error of an edit of hours that this kind of record does not have.
    fn without(&self, name: &str, what: &str) -> Error {
        Error::option(
            name,
            "a calendar's form",
            &format!("a {}, which has no {what}", self.kind.name()),
        )
    }

    /// Returns the hours of the special dates, by date. No hours mean closed, and a time that cannot be read is its text, or
    /// `""`.
    /// Leaves out dates that cannot be read, that have no list of hours, or that are to be deleted.
    ///
    /// ```
    /// use calendiff::{Kind, Profile};
    /// use serde_json::json;
    ///
    /// let mut form = Kind::Calendar.form(json!({ "name": "Consultation" }), Profile::Specification)?;
    /// form.set_date("2026-12-24", Some(&[["09:00", "12:00"]]))?;
    /// form.set_date("2026-12-25", Some(&[] as &[[&str; 2]]))?;
    /// assert_eq!(form.dates()["2026-12-24"], [["09:00", "12:00"]]);
    /// assert!(form.dates()["2026-12-25"].is_empty());
    /// form.set_date("2026-12-24", None::<&[[&str; 2]]>)?;
    /// assert_eq!(form.dates().len(), 1);
    /// assert_eq!(form.set_date("24.12.2026", None::<&[[&str; 2]]>).unwrap_err().code(), "option");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    #[must_use]
    pub fn dates(&self) -> BTreeMap<String, DayHours> {
        self.hours_by_date(false).into_iter().collect()
    }

    /// Like [`dates`](RecordForm::dates), but reads the stored record.
    ///
    /// ```
    /// use calendiff::{Kind, Profile};
    /// use serde_json::json;
    ///
    /// let stored = json!({ "availabilities": [{ "date": "2026-12-25T00:00:00.000Z", "hours": [] }] });
    /// let mut form = Kind::Calendar.form(&stored, Profile::Specification)?;
    /// form.set_date("2026-12-25", None::<&[[&str; 2]]>)?;
    /// assert!(form.dates().is_empty());
    /// assert!(form.stored_dates()["2026-12-25"].is_empty());
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    #[must_use]
    pub fn stored_dates(&self) -> BTreeMap<String, DayHours> {
        self.hours_by_date(true).into_iter().collect()
    }

    /// Returns the hours of the special dates in the draft or in the stored record, in the order of the dates.
    pub(crate) fn hours_by_date(&self, of_stored: bool) -> Vec<(String, DayHours)> {
        let Some(name) = self.list_of(List::is_dates) else {
            return Vec::new();
        };
        let mut dates = Vec::new();
        for entry in self.record(of_stored).root().get(name).each_item() {
            if !is_deleted(entry)
                && let Some(date) = date_of(entry)
                && let Some(ranges) = entry.get("hours").and_then(written_items)
            {
                dates.push((date, ranges));
            }
        }
        let mut by_date: Vec<(String, DayHours)> = Vec::with_capacity(dates.len());
        let mut latest = None;
        for at in sorted_indexes(dates.len(), &|a, b| dates[a].0.cmp(&dates[b].0)) {
            let (date, ranges) = &dates[at];
            // The first of several takes precedence.
            if latest.replace(*date) != Some(*date) {
                by_date.push((date.to_string(), told(ranges)));
            }
        }
        by_date
    }

    /// Closes a day of the week, as [`set_day`](RecordForm::set_day) without hours.
    ///
    /// # Errors
    /// Those of [`set_day`](RecordForm::set_day).
    ///
    /// ```
    /// use calendiff::{Day, Kind, Profile};
    /// use serde_json::json;
    ///
    /// let hours = json!([{ "openHour": 9, "openMinute": 0, "closeHour": 17, "closeMinute": 0 }]);
    /// let stored = json!({ "openHours": [{ "daysOfTheWeek": [1, 2], "hours": hours }] });
    /// let mut form = Kind::Calendar.form(&stored, Profile::Specification)?;
    /// form.close_day(Day::Tuesday)?;
    /// assert_eq!(form.changes().next().unwrap().words, "Tuesday closed, was 09:00–17:00");
    /// assert_eq!(Kind::Location.form(json!({}), Profile::Specification)?.close_day(Day::Monday).unwrap_err().code(), "option");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn close_day(&mut self, day: Day) -> Result<Delta, Error> {
        self.set_day(day, NO_HOURS)
    }

    /// Closes a special date, `2026-12-24`, which comes where there is none.
    ///
    /// # Errors
    /// Those of [`set_date`](RecordForm::set_date).
    ///
    /// ```
    /// use calendiff::{Kind, Profile};
    /// use serde_json::json;
    ///
    /// let mut form = Kind::Calendar.form(json!({}), Profile::Specification)?;
    /// form.close_date("2026-12-24")?;
    /// assert_eq!(form.dates().keys().next().map(String::as_str), Some("2026-12-24"));
    /// form.remove_date("2026-12-24")?;
    /// assert!(form.dates().is_empty());
    /// assert_eq!(form.close_date("24.12.").unwrap_err().code(), "option");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn close_date(&mut self, date: &str) -> Result<Delta, Error> {
        self.set_date(date, Some(NO_HOURS))
    }

    /// Removes a special date, so that the hours of its weekday apply.
    ///
    /// # Errors
    /// Those of [`set_date`](RecordForm::set_date).
    pub fn remove_date(&mut self, date: &str) -> Result<Delta, Error> {
        self.set_date(date, None::<&[[&str; 2]]>)
    }

    /// Sets the hours of a special date, `2026-12-24`, and adds the date if it is missing. No hours mean closed. `None`
    /// removes the date. Where several entries have the date, all of them get the hours, or go. Times are taken as by
    /// [`set_day`](RecordForm::set_day).
    ///
    /// # Errors
    /// `option`: the date is invalid, or the record has no special dates, such as a location.
    /// `form_path`: the special dates are not a list.
    /// `json_size`: as in [`set`](RecordForm::set).
    pub fn set_date(
        &mut self,
        date: &str,
        hours: Option<&[[impl AsRef<str>; 2]]>,
    ) -> Result<Delta, Error> {
        let sought = date_named(date)?;
        let name = self
            .list_of(List::is_dates)
            .ok_or_else(|| self.without("date", "special dates"))?;
        let path = Path::new().with(name);
        let entries: Vec<View<'_>> = self.draft.root().get(name).each_item().collect_vec();
        // A date may have several entries: all of them get the hours.
        let mut found = Vec::new();
        for (at, entry) in entries.iter().enumerate() {
            if date_of(*entry) == Some(sought) {
                found.push(at);
            }
        }
        let own = found.first().and_then(|at| sorted_items(entries[*at]));
        let ranges = hours.map(|hours| read(hours, own.as_deref().unwrap_or_default()));
        let mut edits = match (found.as_slice(), &ranges) {
            ([], None) => return Ok(Delta::default()),
            (found, None) => {
                // From the end, so that each index still holds.
                let removals = found.iter().rev().map(|at| Op::remove(&path.with(*at)));
                edits_of(&self.draft, &removals.collect_vec())
            }
            ([], Some(ranges)) => {
                let later = entries
                    .iter()
                    .position(|entry| is_after_date(*entry, sought));
                let place = path.with(later.unwrap_or(entries.len()));
                let entry = Tree::from(&date_entry(sought, ranges));
                expect_room(&self.draft, &place, Comes::Before, entry.root())?;
                let insertion = TreeEdit::insert(&self.draft, place.segments(), entry.root())?;
                vec![insertion]
            }
            (found, Some(ranges)) => {
                let value = Tree::from(&values(ranges));
                let mut operations = Vec::new();
                for at in found {
                    let place = path.with(*at);
                    let hours = place.with("hours");
                    expect_room(&self.draft, &hours, Comes::Instead, value.root())?;
                    operations.extend(entry_patch(&place, entries[*at], ranges));
                }
                edits_of(&self.draft, &operations)
            }
        };
        if let Some(given) = &ranges {
            let edited = after(&self.draft, &edits);
            for at in &found {
                let hours = path.with(*at).with("hours");
                edits.extend(in_order_given(&edited, &hours, given));
            }
        }
        Ok(self.told_step(&edits))
    }
}

fn is_after_date(entry: View<'_>, sought: Date) -> bool {
    date_of(entry).is_some_and(|date| date > sought)
}

/// Returns true if an entry is that of this day alone. An entry of several days has the order of all of them.
fn is_its_own(entry: View<'_>, day: Day) -> bool {
    days_of(entry) == DaySet::of(day.number())
}

/// Returns true if the first day of an entry comes after this one.
fn is_after_day(entry: View<'_>, day: Day) -> bool {
    days_of(entry)
        .iter()
        .next()
        .is_some_and(|first| first > day.number())
}

fn unreadable() -> Error {
    Error::from(ErrorReason::FormPath {
        pointer: "/openHours".to_owned(),
        expected: "entries of days and hours only".to_owned(),
        found: "something else".to_owned(),
    })
}

/// Returns the operations that give these hours to an entry of a special date, and mark it as not deleted.
fn entry_patch(path: &Path, entry: View<'_>, ranges: &[HoursItem]) -> Vec<Op> {
    let place = path.with("hours");
    let wanted = sorted(ranges.to_vec());
    let mut operations = match (entry.get("hours"), sorted_items(entry)) {
        (Some(_), Some(own)) if own == wanted => Vec::new(),
        // A patch of ranges cannot express duplicates.
        (Some(hours), Some(own)) if !is_twice(&own) && !is_twice(&wanted) => {
            hours_patch(&place, hours, &wanted, None)
        }
        _ => vec![Op::add(&place, values(ranges))],
    };
    if is_deleted(entry) {
        operations.push(Op::remove(&path.with("deleted")));
    }
    operations
}

/// The hours of a closed day.
pub(super) const NO_HOURS: &[[&str; 2]] = &[];

/// Parses the name of a date, `2026-12-24`.
pub(super) fn date_named(name: &str) -> Result<Date, Error> {
    Date::named(name).ok_or_else(|| Error::option("date", "a date such as 2026-12-24", name))
}
