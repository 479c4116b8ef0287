//! The issues and the paths of a day of the week or of a special date.

use std::cell::LazyCell;

use super::day::Day;
use super::hours::date_named;
use super::state::RecordForm;
use crate::ground::error::Error;
use crate::ground::json::{CollectVec, Each, Path, Segment, View, sorted_indexes};
use crate::knowledge::format::Date;
use crate::knowledge::format::hours::{self, HoursItem};
use crate::knowledge::issue::Issue;
use crate::knowledge::schema::{List, date_of, is_deleted};
use crate::record::DaySet;
use crate::record::week::days_of;

/// Ranges, each with its path in the draft.
pub(crate) type PlacedRanges = Vec<(HoursItem, Path)>;

impl RecordForm {
    /// Returns the issues of a day of the week: those at or inside each entry of the open hours that names the day. An
    /// issue about one of the days that an entry names is an issue of that day alone.
    ///
    /// ```
    /// use calendiff::{Day, Kind, Profile};
    /// use serde_json::json;
    ///
    /// let hours = json!([{ "openHour": 17, "openMinute": 0, "closeHour": 9, "closeMinute": 0 }]);
    /// let stored = json!({ "openHours": [{ "daysOfTheWeek": [1], "hours": hours }] });
    /// let form = Kind::Calendar.form(&stored, Profile::Specification)?;
    /// assert_eq!(form.issues_at_day(Day::Monday).next().unwrap().code.name(), "hours_reversed");
    /// assert_eq!(form.issues_at_day(Day::Tuesday).count(), 0);
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn issues_at_day(&self, day: Day) -> impl Iterator<Item = &Issue> {
        let is_at_day = self.is_path_at_day(day);
        self.issues().filter(move |issue| is_at_day(&issue.path))
    }

    /// Returns a function that returns true for the path of an issue of a day of the week.
    pub(crate) fn is_path_at_day(&self, day: Day) -> impl Fn(&Path) -> bool + '_ {
        let name = self.list_of(List::is_week);
        let entries = self.items_of(name);
        move |path| match entry_of(path, name, &entries) {
            Some(entry) => self.is_at_day(path, entry, day),
            None => false,
        }
    }

    /// Returns for each issue the special date that it is about, if it is about one.
    pub(crate) fn dates_of_issues(&self) -> Vec<Option<String>> {
        let name = self.list_of(List::is_dates);
        let entries = self.items_of(name);
        self.issues()
            .map(|issue| Some(date_of(entry_of(&issue.path, name, &entries)?)?.to_string()))
            .collect_vec()
    }

    /// Returns the items of a list in the draft.
    fn items_of(&self, name: Option<&str>) -> Vec<View<'_>> {
        let Some(name) = name else {
            return Vec::new();
        };
        self.draft.root().get(name).each_item().collect_vec()
    }

    /// Returns true if an issue in an entry of the week is about a day: one at a day itself is about that day only, any
    /// other is about all days of the entry.
    fn is_at_day(&self, path: &Path, entry: View<'_>, day: Day) -> bool {
        let path = path.segments();
        if let [_, _, Segment::Name(days), Segment::Index(_), ..] = path
            && days == "daysOfTheWeek"
        {
            let named = self.draft.find(&path[..4]).and_then(hours::day);
            return named == Some(day.number());
        }
        entry_days(entry).contains(day.number())
    }

    /// Returns the issues of a special date, `2026-12-24`: those at or inside each of its entries.
    ///
    /// # Errors
    /// `option`: the date is invalid.
    ///
    /// ```
    /// use calendiff::{Kind, Profile};
    /// use serde_json::json;
    ///
    /// let hours = json!([{ "openHour": 17, "openMinute": 0, "closeHour": 9, "closeMinute": 0 }]);
    /// let stored = json!({ "availabilities": [{ "date": "2026-12-24T00:00:00.000Z", "hours": hours }] });
    /// let form = Kind::Calendar.form(&stored, Profile::Specification)?;
    /// assert_eq!(form.issues_at_date("2026-12-24")?.next().unwrap().code.name(), "hours_reversed");
    /// assert_eq!(form.issues_at_date("2026-12-25")?.count(), 0);
    /// assert_eq!(form.issues_at_date("24.12.").err().unwrap().code(), "option");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn issues_at_date(&self, date: &str) -> Result<impl Iterator<Item = &Issue>, Error> {
        let is_at_date = self.is_path_at_date(date)?;
        Ok(self.issues().filter(move |issue| is_at_date(&issue.path)))
    }

    /// Returns a function that returns true for the path of an issue of a special date.
    pub(crate) fn is_path_at_date(&self, date: &str) -> Result<impl Fn(&Path) -> bool + '_, Error> {
        let sought = date_named(date)?;
        let name = self.list_of(List::is_dates);
        // Most forms have no issue in a date, and then need no entries.
        let entries = LazyCell::new(move || self.items_of(name));
        Ok(move |path: &Path| {
            path.first_name() == name
                && entry_of(path, name, &entries).and_then(date_of) == Some(sought)
        })
    }

    /// Returns the paths of a day's ranges in the draft, one for each range that [`week`](RecordForm::week) has, in that
    /// order.
    ///
    /// ```
    /// use calendiff::{Day, Kind, Profile};
    /// use serde_json::json;
    ///
    /// let hours = json!([{ "openHour": 9, "openMinute": 0, "closeHour": 17, "closeMinute": 0 }]);
    /// let stored = json!({ "openHours": [{ "daysOfTheWeek": [1, 2], "hours": hours }] });
    /// let form = Kind::Calendar.form(&stored, Profile::Specification)?;
    /// assert_eq!(form.paths_of_day(Day::Tuesday)[0].pointer(), "/openHours/0/hours/0");
    /// assert!(form.paths_of_day(Day::Sunday).is_empty());
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    #[must_use]
    pub fn paths_of_day(&self, day: Day) -> Vec<Path> {
        paths_of(self.placed_at_day(day))
    }

    /// Returns the ranges of a day in the order of the draft, with their paths.
    pub(crate) fn placed_at_day(&self, day: Day) -> PlacedRanges {
        let Some(name) = self.list_of(List::is_week) else {
            return Vec::new();
        };
        let mut placed = Vec::new();
        for (at, entry) in self.draft.root().get(name).each_item().enumerate() {
            if entry_days(entry).contains(day.number()) {
                placed.append(&mut ranges_in(&Path::new().with(name).with(at), entry));
            }
        }
        placed
    }

    /// Returns the paths of a special date's ranges in the draft, one for each range that [`dates`](RecordForm::dates) has,
    /// in that order.
    ///
    /// # Errors
    /// `option`: the date is invalid.
    pub fn paths_of_date(&self, date: &str) -> Result<Vec<Path>, Error> {
        date_named(date)?;
        let mut dates = self.placed_by_date(None).into_iter();
        let Some((_, placed)) = dates.find(|(own, _)| own == date) else {
            return Ok(Vec::new());
        };
        Ok(paths_of(placed))
    }

    /// Returns the sorted special dates, each with its ranges in the order of the draft, and their paths: all of them, or
    /// those of the entries at these indexes.
    pub(crate) fn placed_by_date(&self, only: Option<&[usize]>) -> Vec<(String, PlacedRanges)> {
        let Some(name) = self.list_of(List::is_dates) else {
            return Vec::new();
        };
        let mut dated = Vec::new();
        for (at, entry) in self.draft.root().get(name).each_item().enumerate() {
            if let Some(date) = date_of(entry)
                && !is_deleted(entry)
            {
                dated.push(DatedEntry { date, at, entry });
            }
        }
        if let Some(only) = only {
            let mut chosen = Vec::new();
            for own in &dated {
                if only.contains(&own.at) {
                    chosen.push(own.date);
                }
            }
            dated.retain(|own| chosen.contains(&own.date));
        }
        let mut placed = Vec::with_capacity(dated.len());
        let mut latest = None;
        for index in sorted_indexes(dated.len(), &|a, b| dated[a].date.cmp(&dated[b].date)) {
            let DatedEntry { date, at, entry } = dated[index];
            // The first of several takes precedence.
            if latest == Some(date) {
                continue;
            }
            latest = Some(date);
            let path = Path::new().with(name).with(at);
            placed.push((date.to_string(), ranges_in(&path, entry)));
        }
        placed
    }
}

/// An entry of the special dates, with its index.
#[derive(Clone, Copy)]
struct DatedEntry<'a> {
    date: Date,
    at: usize,
    entry: View<'a>,
}

/// Returns the entry of a list that a path leads to or into.
fn entry_of<'a>(path: &Path, name: Option<&str>, entries: &[View<'a>]) -> Option<View<'a>> {
    match path.segments() {
        [Segment::Name(own), Segment::Index(at), ..] if Some(own.as_ref()) == name => {
            entries.get(*at).copied()
        }
        _ => None,
    }
}

fn entry_days(entry: View<'_>) -> DaySet {
    let days = entry.get("daysOfTheWeek");
    if days.and_then(View::items).is_none() {
        return DaySet::default();
    }
    days_of(entry)
}

/// Returns the ranges of the entry at a path with their paths, in their order.
fn ranges_in(path: &Path, entry: View<'_>) -> PlacedRanges {
    let mut found = Vec::new();
    for (at, range) in entry.get("hours").each_item().enumerate() {
        found.push((HoursItem::read(range), path.with("hours").with(at)));
    }
    found
}

fn paths_of(placed: PlacedRanges) -> Vec<Path> {
    placed.into_iter().map(|(_, path)| path).collect_vec()
}
