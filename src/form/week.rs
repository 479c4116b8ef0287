//! The week by day and special dates by date: edited without a thought of entries.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde_json::Value;

use super::by_key::set_week;
use super::edit::{Edit, edits_of};
use super::room::{Comes, expect_room};
use super::{Delta, Form};
use crate::error::{Error, Reason};
use crate::format::Date;
use crate::format::hours::{self, DAYS, Range, clock, plain_ranges};
use crate::json::patch::Op;
use crate::json::{Each, Listed, Path, Tree, View, object, ordered};
use crate::record::week::{Week, entry_of, hours_patch, values};
use crate::schema::{List, Type, date_of};

/// The hours of a day: opening and closing times, as `["09:00", "17:00"]`.
pub type DayHours = Vec<[String; 2]>;

/// A day of the week. Its number on the wire is observed: 0 is Sunday.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Day {
    /// 1 on the wire.
    Monday,
    /// 2 on the wire.
    Tuesday,
    /// 3 on the wire.
    Wednesday,
    /// 4 on the wire.
    Thursday,
    /// 5 on the wire.
    Friday,
    /// 6 on the wire.
    Saturday,
    /// 0 on the wire.
    Sunday,
}

impl Day {
    /// All seven, from Monday on.
    pub const ALL: [Self; 7] =
        [Self::Monday, Self::Tuesday, Self::Wednesday, Self::Thursday, Self::Friday, Self::Saturday, Self::Sunday];

    /// The number on the wire.
    pub(super) fn number(self) -> usize {
        (self as usize + 1) % 7
    }
}

/// `monday`
impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&DAYS[self.number()].to_ascii_lowercase())
    }
}

impl FromStr for Day {
    type Err = Error;

    /// # Errors
    /// `option` where it is no day's English name in lower case.
    fn from_str(name: &str) -> Result<Self, Error> {
        let found = Self::ALL.into_iter().find(|day| DAYS[day.number()].to_ascii_lowercase() == name);
        found.ok_or_else(|| Error::option("day", "monday to sunday", name))
    }
}

fn told(ranges: &[Range]) -> DayHours {
    ranges.iter().map(|range| [clock(range.open), clock(range.close)]).listed()
}

/// The ranges of opening and closing times, in order and each once.
fn read(times: &[[impl AsRef<str>; 2]]) -> Result<Vec<Range>, Error> {
    let minutes = |text: &str| {
        let (hours, minutes) = text.split_once(':')?;
        let number = |text: &str| {
            (text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit()))
                .then(|| text.parse::<u16>().ok())
                .flatten()
        };
        let (hours, minutes) = (number(hours)?, number(minutes)?);
        (minutes < 60 && hours * 60 + minutes <= 24 * 60).then_some(hours * 60 + minutes)
    };
    let mut ranges = Vec::with_capacity(times.len());
    for [open, close] in times {
        let time = |text: &str| {
            minutes(text).ok_or_else(|| {
                let found = crate::format::excerpt(text);
                Error::from(Reason::Option {
                    name: "hours".to_owned(),
                    expected: "times such as 09:00, up to 24:00",
                    found,
                })
            })
        };
        let (open, close) = (time(open.as_ref())?, time(close.as_ref())?);
        if open == 24 * 60 {
            let found = "24:00".to_owned();
            return Err(Reason::Option { name: "hours".to_owned(), expected: "to open before midnight", found }.into());
        }
        ranges.push(Range { open, close });
    }
    ranges.sort_unstable();
    ranges.dedup();
    Ok(ranges)
}

impl Form {
    /// The member whose list is such.
    pub(super) fn list_of(&self, is_such: fn(&List) -> bool) -> Option<&'static str> {
        let members = self.kind.record().members.iter();
        members.filter(|row| matches!(&row.ty, Type::List(list) if is_such(list))).map(|row| row.name).next()
    }

    /// The open hours of each day from Monday on, whatever the entries are; nothing where they hold more than days and
    /// hours, or what cannot be read.
    ///
    /// ```
    /// use calendiff::{Day, Kind, Profile};
    /// use serde_json::json;
    ///
    /// let hours = json!([{ "openHour": 9, "openMinute": 0, "closeHour": 17, "closeMinute": 0 }]);
    /// let stored = json!({ "openHours": [{ "daysOfTheWeek": [1, 2, 3, 4, 5], "hours": hours }] });
    /// let mut form = Kind::Calendar.form(&stored, Profile::Document)?;
    /// assert_eq!(form.week().unwrap()[&Day::Friday], [["09:00", "17:00"]]);
    ///
    /// form.set_day(Day::Tuesday, &[["09:00", "12:00"], ["13:00", "17:00"]])?;
    /// assert_eq!(form.changes().next().unwrap().words, "Tuesday 09:00–12:00, 13:00–17:00, was 09:00–17:00");
    /// assert_eq!(form.set_day(Day::Tuesday, &[["9", "12"]]).unwrap_err().code(), "option");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    #[must_use]
    pub fn week(&self) -> Option<BTreeMap<Day, DayHours>> {
        Some(self.hours_by_day(false)?.into_iter().collect())
    }

    /// The same of the stored record.
    ///
    /// ```
    /// use calendiff::{Day, Kind, Profile};
    /// use serde_json::json;
    ///
    /// let hours = json!([{ "openHour": 9, "openMinute": 0, "closeHour": 17, "closeMinute": 0 }]);
    /// let stored = json!({ "openHours": [{ "daysOfTheWeek": [2], "hours": hours }] });
    /// let mut form = Kind::Calendar.form(&stored, Profile::Document)?;
    /// form.set_day(Day::Tuesday, &[] as &[[&str; 2]])?;
    /// assert!(form.week().unwrap()[&Day::Tuesday].is_empty());
    /// assert_eq!(form.stored_week().unwrap()[&Day::Tuesday], [["09:00", "17:00"]]);
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    #[must_use]
    pub fn stored_week(&self) -> Option<BTreeMap<Day, DayHours>> {
        Some(self.hours_by_day(true)?.into_iter().collect())
    }

    /// The same of the draft or of the stored record, in the order of the days.
    pub(crate) fn hours_by_day(&self, of_stored: bool) -> Option<[(Day, DayHours); 7]> {
        let week = self.ranges(self.record(of_stored))?;
        Some(Day::ALL.map(|day| (day, told(&week[day.number()]))))
    }

    /// What an update may hold of the stored record, or the draft.
    fn record(&self, of_stored: bool) -> &Tree {
        if of_stored { &self.first } else { &self.draft }
    }

    fn ranges(&self, record: &Tree) -> Option<Week> {
        let list = record.root().get(self.list_of(List::is_week)?);
        list.map_or_else(|| Some(Week::default()), hours::week)
    }

    /// Makes the open hours of one day these, `[["09:00", "17:00"]]`, in as few operations as that needs: a day of a grouped
    /// entry leaves it. No hours: closed.
    ///
    /// # Errors
    /// `option` where a time is none, `form_path` where the open hours cannot be read by day, `json_size` as
    /// [`set`](Form::set).
    pub fn set_day(&mut self, day: Day, hours: &[[impl AsRef<str>; 2]]) -> Result<Delta, Error> {
        let ranges = read(hours)?;
        let unreadable = || {
            let (expected, found) = ("entries of days and hours only".to_owned(), "something else".to_owned());
            Error::from(Reason::FormPath { pointer: "/openHours".to_owned(), expected, found })
        };
        let (Some(name), Some(mut week)) = (self.list_of(List::is_week), self.ranges(&self.draft)) else {
            return Err(unreadable());
        };
        if week[day.number()] == ranges {
            return Ok(Delta::default());
        }
        // A day that opens may take an entry of its own.
        let path = Path::new().with(name);
        if !ranges.is_empty() {
            let entry = Value::Array(vec![entry_of(day.number(), &ranges)]);
            expect_room(&self.draft, &path.with(0), Comes::Before, Tree::from(&entry).root())?;
        }
        week[day.number()] = ranges;
        let list = self.draft.root().get(name);
        let edits = set_week(&self.draft, &path, list, &week, None);
        Ok(self.told_step(&edits))
    }

    /// The hours of the special dates, by date; no hours mean closed. Dates that cannot be read, and those that are to be
    /// deleted, are left out.
    ///
    /// ```
    /// use calendiff::{Kind, Profile};
    /// use serde_json::json;
    ///
    /// let mut form = Kind::Calendar.form(&json!({ "name": "Consultation" }), Profile::Document)?;
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

    /// The same of the stored record.
    ///
    /// ```
    /// use calendiff::{Kind, Profile};
    /// use serde_json::json;
    ///
    /// let stored = json!({ "availabilities": [{ "date": "2026-12-25T00:00:00.000Z", "hours": [] }] });
    /// let mut form = Kind::Calendar.form(&stored, Profile::Document)?;
    /// form.set_date("2026-12-25", None::<&[[&str; 2]]>)?;
    /// assert!(form.dates().is_empty());
    /// assert!(form.stored_dates()["2026-12-25"].is_empty());
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    #[must_use]
    pub fn stored_dates(&self) -> BTreeMap<String, DayHours> {
        self.hours_by_date(true).into_iter().collect()
    }

    /// The same of the draft or of the stored record, in the order of the dates.
    pub(crate) fn hours_by_date(&self, of_stored: bool) -> Vec<(String, DayHours)> {
        let list = self.list_of(List::is_dates).and_then(|name| self.record(of_stored).root().get(name)?.items());
        let entries = list.into_iter().flatten().filter(|entry| !is_deleted(*entry));
        let dates = entries.filter_map(|entry| Some((date_of(entry)?, plain_ranges(entry.get("hours")?)?))).listed();
        let mut by_date: Vec<(String, DayHours)> = Vec::with_capacity(dates.len());
        let mut latest = None;
        for at in ordered(dates.len(), &|a, b| dates[a].0.cmp(&dates[b].0)) {
            let (date, ranges) = &dates[at];
            // The first of several counts.
            if latest.replace(*date) != Some(*date) {
                by_date.push((date.to_string(), told(ranges)));
            }
        }
        by_date
    }

    /// Makes the hours of a special date these, `2026-12-24`; the date comes where there is none. No hours: closed. Nothing:
    /// the date goes.
    ///
    /// # Errors
    /// `option` where it is no date, or a time is none; `form_path` where the special dates are no list; `json_size` as
    /// [`set`](Form::set).
    pub fn set_date(&mut self, date: &str, hours: Option<&[[impl AsRef<str>; 2]]>) -> Result<Delta, Error> {
        let sought = date_named(date)?;
        let ranges = hours.map(read).transpose()?;
        let Some(name) = self.list_of(List::is_dates) else { return Ok(Delta::default()) };
        let path = Path::new().with(name);
        let entries: Vec<View<'_>> = self.draft.root().get(name).each_item().listed();
        let at = entries.iter().position(|entry| date_of(*entry) == Some(sought));
        let edits = match (at, ranges) {
            (None, None) => return Ok(Delta::default()),
            (Some(_), None) => {
                let is_it = |at: &usize| date_of(entries[*at]) == Some(sought);
                let all = (0..entries.len()).rev().filter(is_it);
                edits_of(&self.draft, &all.map(|at| Op::remove(&path.with(at))).listed())
            }
            (Some(at), Some(ranges)) => {
                let (entry, value) = (path.with(at), values(&ranges));
                let place = entry.with("hours");
                expect_room(&self.draft, &place, Comes::Instead, Tree::from(&value).root())?;
                let mut operations = match entries[at].get("hours").filter(|hours| plain_ranges(*hours).is_some()) {
                    Some(hours) if plain_ranges(hours).as_ref() == Some(&ranges) => Vec::new(),
                    Some(hours) => hours_patch(&place, hours, &ranges, None),
                    None => vec![Op::add(&place, value)],
                };
                if is_deleted(entries[at]) {
                    operations.push(Op::remove(&entry.with("deleted")));
                }
                edits_of(&self.draft, &operations)
            }
            (None, Some(ranges)) => {
                let later = |entry: &View<'_>| date_of(*entry).is_some_and(|date| date > sought);
                let at = entries.iter().position(later).unwrap_or(entries.len());
                let date = Value::from(format!("{sought}T00:00:00.000Z"));
                let entry = object([("date", date), ("hours", values(&ranges))].into_iter());
                let (path, entry) = (path.with(at), Tree::from(&entry));
                expect_room(&self.draft, &path, Comes::Before, entry.root())?;
                vec![Edit::insert(&self.draft, path.segments(), entry.root())?]
            }
        };
        Ok(self.told_step(&edits))
    }
}

/// The date of its name, `2026-12-24`.
pub(super) fn date_named(name: &str) -> Result<Date, Error> {
    let read = Date::leading(name).filter(|read| read.to_string() == name);
    read.ok_or_else(|| Error::option("date", "a date such as 2026-12-24", name))
}

pub(super) fn is_deleted(entry: View<'_>) -> bool {
    entry.get("deleted").and_then(View::boolean) == Some(true)
}
