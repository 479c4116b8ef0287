//! The issues and the paths of a day of the week or of a special date.

use super::day::Day;
use super::hours::date_named;
use super::state::RecordForm;
use crate::ground::error::Error;
use crate::ground::json::{CollectVec, Each, Path, Segment, View, sorted_indexes};
use crate::knowledge::format::hours::{self, HoursItem};
use crate::knowledge::issue::Issue;
use crate::knowledge::schema::{List, date_of, is_deleted};
use crate::record::week::days_of;

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
        self.numbered_at_day(day).map(|(_, issue)| issue)
    }

    /// Like [`issues_at_day`](RecordForm::issues_at_day), with the index of each issue among all.
    pub(crate) fn numbered_at_day(&self, day: Day) -> impl Iterator<Item = (usize, &Issue)> {
        let name = self.list_of(List::is_week);
        let entries: Vec<View<'_>> = name
            .and_then(|name| self.draft.root().get(name))
            .each_item()
            .collect_vec();
        let bit = 1_u8 << day.number();
        self.issues().enumerate().filter(move |(_, issue)| {
            let [Segment::Name(own), Segment::Index(at), inside @ ..] = issue.path.segments()
            else {
                return false;
            };
            let Some(entry) = entries.get(*at).filter(|_| Some(own.as_ref()) == name) else {
                return false;
            };
            match inside {
                [Segment::Name(days), Segment::Index(_), ..] if days == "daysOfTheWeek" => {
                    let named = self
                        .draft
                        .find(&issue.path.segments()[..4])
                        .and_then(hours::day);
                    named == u8::try_from(day.number()).ok()
                }
                _ => entry_days(*entry) & bit != 0,
            }
        })
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
        Ok(self.numbered_at_date(date)?.map(|(_, issue)| issue))
    }

    /// Like [`issues_at_date`](RecordForm::issues_at_date), with the index of each issue among all.
    pub(crate) fn numbered_at_date(
        &self,
        date: &str,
    ) -> Result<impl Iterator<Item = (usize, &Issue)>, Error> {
        let sought = date_named(date)?;
        let name = self.list_of(List::is_dates);
        let entries: Vec<View<'_>> = name
            .and_then(|name| self.draft.root().get(name))
            .each_item()
            .collect_vec();
        Ok(self
            .issues()
            .enumerate()
            .filter(move |(_, issue)| match issue.path.segments() {
                [Segment::Name(own), Segment::Index(at), ..] if Some(own.as_ref()) == name => {
                    entries.get(*at).copied().and_then(date_of) == Some(sought)
                }
                _ => false,
            }))
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
        self.placed_at_day(day)
            .into_iter()
            .map(|(_, path)| path)
            .collect_vec()
    }

    /// Returns the ranges of a day in the order of the draft, with their paths.
    pub(crate) fn placed_at_day(&self, day: Day) -> Vec<(HoursItem, Path)> {
        let Some(name) = self.list_of(List::is_week) else {
            return Vec::new();
        };
        let bit = 1_u8 << day.number();
        let entries = self.draft.root().get(name).each_item().enumerate();
        let entries = entries.filter(|(_, entry)| entry_days(*entry) & bit != 0);
        ranges_in(entries.map(|(at, entry)| (Path::new().with(name).with(at), entry)))
    }

    /// Returns the paths of a special date's ranges in the draft, one for each range that [`dates`](RecordForm::dates) has,
    /// in that order.
    ///
    /// # Errors
    /// `option`: the date is invalid.
    pub fn paths_of_date(&self, date: &str) -> Result<Vec<Path>, Error> {
        date_named(date)?;
        let found = self
            .placed_by_date(None)
            .into_iter()
            .find(|(own, _)| own == date);
        Ok(found
            .map(|(_, placed)| placed)
            .unwrap_or_default()
            .into_iter()
            .map(|(_, path)| path)
            .collect_vec())
    }

    /// Returns the sorted special dates, each with its ranges in the order of the draft, and their paths: all of them, or
    /// those of the entries at these indexes.
    pub(crate) fn placed_by_date(
        &self,
        only: Option<&[usize]>,
    ) -> Vec<(String, Vec<(HoursItem, Path)>)> {
        let Some(name) = self.list_of(List::is_dates) else {
            return Vec::new();
        };
        let entries = self.draft.root().get(name).each_item().enumerate();
        let entries = entries.filter(|(_, entry)| !is_deleted(*entry));
        let mut dated = entries
            .filter_map(|(at, entry)| Some((date_of(entry)?, at, entry)))
            .collect_vec();
        if let Some(only) = only {
            let chosen = dated
                .iter()
                .filter(|(_, at, _)| only.contains(at))
                .map(|(date, _, _)| *date)
                .collect_vec();
            dated.retain(|(date, _, _)| chosen.contains(date));
        }
        let mut placed: Vec<(String, Vec<(HoursItem, Path)>)> = Vec::with_capacity(dated.len());
        let mut latest = None;
        for at in sorted_indexes(dated.len(), &|a, b| dated[a].0.cmp(&dated[b].0)) {
            let (date, at, entry) = dated[at];
            // The first of several takes precedence.
            if latest.replace(date) != Some(date) {
                placed.push((
                    date.to_string(),
                    ranges_in(std::iter::once((Path::new().with(name).with(at), entry))),
                ));
            }
        }
        placed
    }
}

fn entry_days(entry: View<'_>) -> u8 {
    if entry
        .get("daysOfTheWeek")
        .is_some_and(|days| days.items().is_some())
    {
        days_of(entry)
    } else {
        0
    }
}

/// Returns the ranges of entries with their paths, in their order.
fn ranges_in<'a>(entries: impl Iterator<Item = (Path, View<'a>)>) -> Vec<(HoursItem, Path)> {
    let mut found: Vec<(HoursItem, Path)> = Vec::new();
    for (path, entry) in entries {
        for (at, range) in entry.get("hours").each_item().enumerate() {
            found.push((HoursItem::read(range), path.with("hours").with(at)));
        }
    }
    found
}
