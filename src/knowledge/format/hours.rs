//! Hours: ranges within a day, and the days of a week.

use std::cmp::Ordering;

use serde_json::Value;

use super::is_space;
use crate::ground::digits::is_digits;
use crate::ground::fast;
use crate::ground::json::{CollectVec, Each, Node, Tree, View, canonical_text, object};
use crate::knowledge::schema::{HOUR_RANGE, numbers};

/// Names of the days by number, as observed: 0 is Sunday. Keys contain them; texts for people use the language's.
pub(crate) const DAYS: [&str; 7] = [
    "Sunday",
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
];

/// A half-open range within a day, in minutes from midnight; 24:00 is 1440.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Range {
    pub(crate) open: u16,
    pub(crate) close: u16,
}

impl Range {
    /// Returns the range, if all four members are integers within a day (closing minutes past 24:00 included).
    pub(crate) fn read(view: View<'_>) -> Option<Self> {
        Self::spelled(view).map(|(range, _)| range)
    }

    /// Returns the range, and true if it has those four members and no others, in the order of their table.
    fn spelled(view: View<'_>) -> Option<(Self, bool)> {
        const MOST: [u32; 4] = [23, 59, 24, 59];
        static NAMES: [u32; 4] = numbers(&HOUR_RANGE);
        // Most ranges are spelled in this way; the rest takes the slow path.
        if let Some(parts @ [open, open_minute, close, close_minute]) =
            view.four_integers(&NAMES).filter(|_| fast::is_on())
        {
            let within = open <= MOST[0]
                && open_minute <= MOST[1]
                && close <= MOST[2]
                && close_minute <= MOST[3];
            return within.then(|| (Self::of(parts), true));
        }
        let mut parts = [None; MOST.len()];
        let mut plain = true;
        for (at, (name, part)) in view.members()?.enumerate() {
            let row = HOUR_RANGE.row(name, part);
            // The members are in the order of their table as long as each one is in the row of its own index.
            plain &= row == Some(at);
            if let Some(row) = row {
                let number = u32::try_from(part.number()?.as_i64()?).ok()?;
                // A number out of bounds counts as missing, and then there is no range.
                parts[row] = (number <= MOST[row]).then_some(number);
            }
        }
        let [open, open_minute, close, close_minute] = parts;
        Some((
            Self::of([open?, open_minute?, close?, close_minute?]),
            plain,
        ))
    }

    /// Returns the range of an item in which numbers are text, as in some responses.
    fn of_texts(view: View<'_>) -> Option<(Self, bool)> {
        // Without a text among the numbers, a second reading would find the same.
        view.members()?.find(|(_, part)| part.text().is_some())?;
        let range = object(view.members()?.map(with_number));
        Self::spelled(Tree::of(range).root()).map(|(range, _)| (range, false))
    }

    #[expect(clippy::cast_possible_truncation, reason = "minutes of a day")]
    fn of([open, open_minute, close, close_minute]: [u32; 4]) -> Self {
        Self {
            open: (open * 60 + open_minute) as u16,
            close: (close * 60 + close_minute) as u16,
        }
    }

    /// Returns the range in the form of the record.
    pub(crate) fn to_value(self) -> Value {
        let parts = [
            self.open / 60,
            self.open % 60,
            self.close / 60,
            self.close % 60,
        ];
        object(
            HOUR_RANGE
                .members
                .iter()
                .zip(parts)
                .map(|(row, part)| (row.name, part.into())),
        )
    }

    /// Returns the opening and closing time, as parameters of messages.
    pub(crate) fn times(self) -> Value {
        [self.open, self.close].map(clock).to_vec().into()
    }

    /// Returns true if the ranges share a minute. Ranges that only touch do not.
    pub(crate) fn overlaps(self, other: Self) -> bool {
        self.open < other.close && other.open < self.close
    }

    pub(crate) fn joined(self, other: Self) -> Self {
        Self {
            open: self.open.min(other.open),
            close: self.close.max(other.close),
        }
    }
}

/// Returns a member of a range with a number in place of its text: `"9"` becomes `9`.
fn with_number((name, part): (&str, View<'_>)) -> (String, Value) {
    let ty = HOUR_RANGE.member(name).map(|row| &row.ty);
    let number = ty
        .zip(part.text())
        .and_then(|(ty, text)| ty.any_value_of_text(text));
    (name.to_owned(), number.unwrap_or_else(|| part.to_value()))
}

/// An item of a day's hours: a range, or an unreadable value, which is kept unchanged.
#[derive(Clone, Debug)]
pub(crate) enum HoursItem {
    Range(Range),
    Odd(Box<Odd>),
}

/// An item of hours that is not exactly a range.
#[derive(Clone, Debug)]
pub(crate) struct Odd {
    /// A text that is equal for equal items.
    text: String,
    value: Value,
    /// The readable times, in minutes.
    times: [Option<u16>; 2],
}

impl HoursItem {
    pub(crate) fn read(view: View<'_>) -> Self {
        match Range::spelled(view).or_else(|| Range::of_texts(view)) {
            // A range with a member that no table has is odd: as a mere range it would lose that member.
            Some((range, plain)) if plain || has_no_others(view) => Self::Range(range),
            _ => Self::odd(view),
        }
    }

    fn odd(view: View<'_>) -> Self {
        let regular = regular_range(view);
        let regular = regular.as_ref().map_or(view, Tree::root);
        Self::Odd(Box::new(Odd {
            text: canonical_text(regular),
            value: view.to_value(),
            times: times_of(regular),
        }))
    }

    /// Returns the range, unless the item is odd.
    pub(crate) fn range(&self) -> Option<Range> {
        match self {
            Self::Range(range) => Some(*range),
            Self::Odd(_) => None,
        }
    }

    /// Returns the item in the form of the record.
    pub(crate) fn to_value(&self) -> Value {
        match self {
            Self::Range(range) => range.to_value(),
            Self::Odd(odd) => odd.value.clone(),
        }
    }

    /// Returns the opening and closing times in minutes, if they are readable.
    pub(crate) fn minutes(&self) -> [Option<u16>; 2] {
        match self {
            Self::Range(range) => [Some(range.open), Some(range.close)],
            Self::Odd(odd) => odd.times,
        }
    }

    /// Returns an unreadable item without its unknown members, if it has any.
    fn known(&self) -> Option<Self> {
        let Self::Odd(odd) = self else { return None };
        let members = odd.value.as_object()?;
        let known = members
            .iter()
            .filter(|(name, _)| HOUR_RANGE.member(name).is_some());
        let known = object(known.map(|(name, part)| (name.as_str(), part.clone())));
        let fewer = known
            .as_object()
            .is_some_and(|known| known.len() < members.len());
        fewer.then(|| Self::read(Tree::of(known).root()))
    }

    /// Returns the canonical text of an unreadable item.
    fn text(&self) -> Option<&str> {
        match self {
            Self::Range(_) => None,
            Self::Odd(odd) => Some(&odd.text),
        }
    }

    /// Returns the times that can be typed: those that are readable and not past 24:00.
    pub(crate) fn typed(&self) -> [Option<u16>; 2] {
        self.minutes()
            .map(|time| time.filter(|time| *time <= 24 * 60))
    }

    /// Returns the opening and closing times as `09:00`. An unreadable time is empty.
    pub(crate) fn clocks(&self) -> [String; 2] {
        clocks(self.minutes())
    }

    /// Like [`clocks`](Self::clocks), with the text of a time that is text, and an empty time for one that cannot be typed.
    pub(crate) fn typed_clocks(&self) -> [String; 2] {
        let mut clocks = clocks(self.typed());
        for (clock, hour) in clocks.iter_mut().zip(TIMES.map(|[hour, _]| hour)) {
            if clock.is_empty()
                && let Some(text) = self.text_of(hour)
            {
                text.clone_into(clock);
            }
        }
        clocks
    }

    /// Returns the text that stands in place of a number.
    fn text_of(&self, name: &str) -> Option<&str> {
        match self {
            Self::Range(_) => None,
            Self::Odd(odd) => odd.value.get(name)?.as_str(),
        }
    }
}

/// The members of the opening and of the closing time: hour and minute.
const TIMES: [[&str; 2]; 2] = [["openHour", "openMinute"], ["closeHour", "closeMinute"]];

/// Returns true if a member is the hour of a time.
pub(crate) fn is_hour(name: &str) -> bool {
    TIMES.iter().any(|[hour, _]| *hour == name)
}

/// Returns a range whose times are not both known: an unreadable one is its text, `{ "openHour": "9:3", "openMinute": 0, … }`,
/// and an empty one null, with the minute 0: one fault for each time.
pub(crate) fn unfinished(times: [&str; 2]) -> HoursItem {
    let mut parts = Vec::with_capacity(4);
    for (text, [hour, minute]) in times.into_iter().zip(TIMES) {
        let (at_hour, at_minute) = match spoken_time(text) {
            // A day may close at 24:00, and not open then.
            Some(time) if time < 24 * 60 || hour == "closeHour" => {
                ((time / 60).into(), (time % 60).into())
            }
            _ if text.is_empty() => (Value::Null, 0.into()),
            _ => (text.into(), 0.into()),
        };
        parts.push((hour, at_hour));
        parts.push((minute, at_minute));
    }
    HoursItem::read(Tree::from(&object(parts.into_iter())).root())
}

fn clocks(times: [Option<u16>; 2]) -> [String; 2] {
    times.map(|time| time.map(clock).unwrap_or_default())
}

impl Ord for HoursItem {
    /// Compares by opening time. Ranges come before odd items that open at the same time, and unknown openings are
    /// last.
    fn cmp(&self, other: &Self) -> Ordering {
        // Equal only if both are of one sort: an odd 9–12 with a note is not the range 9–12.
        if let (Self::Range(own), Self::Range(other)) = (self, other) {
            return own.cmp(other);
        }
        rank(self)
            .cmp(&rank(other))
            .then_with(|| self.text().cmp(&other.text()))
    }
}

/// Returns what items are ordered by first.
fn rank(item: &HoursItem) -> (u16, bool) {
    (
        item.minutes()[0].unwrap_or(u16::MAX),
        item.range().is_none(),
    )
}

impl PartialOrd for HoursItem {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for HoursItem {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for HoursItem {}

/// Returns a range without what is not set in it, and with numbers for those that are text, as in some responses.
fn regular_range(view: View<'_>) -> Option<Tree> {
    let members = view
        .members()?
        .filter_map(|(name, part)| Some((name.to_owned(), regular_part(name, part)?)));
    Some(Tree::of(object(members)))
}

/// Returns a member of a range as a number, or `None` if reading leaves it out.
fn regular_part(name: &str, part: View<'_>) -> Option<Value> {
    if HOUR_RANGE.leaves_out(name) {
        return None;
    }
    let Some(row) = HOUR_RANGE.member(name) else {
        return Some(part.to_value());
    };
    let Some(text) = part.text() else {
        let is_null = matches!(part.node(), Node::Null);
        return (!is_null).then(|| part.to_value());
    };
    if text.trim_matches(is_space).is_empty() {
        return None;
    }
    let number = row.ty.any_value_of_text(text);
    Some(number.unwrap_or_else(|| part.to_value()))
}

/// Returns true if a range has no members but those of its table, and those that reading leaves out.
fn has_no_others(range: View<'_>) -> bool {
    range
        .each_member()
        .all(|(name, _)| HOUR_RANGE.member(name).is_some() || HOUR_RANGE.leaves_out(name))
}

/// Returns the times of an object, each if its hour and minute are integers within a day.
fn times_of(view: View<'_>) -> [Option<u16>; 2] {
    let [open, close] = TIMES;
    [time_in(view, open, 23), time_in(view, close, 24)]
}

fn time_in(range: View<'_>, [hour, minute]: [&str; 2], last_hour: u16) -> Option<u16> {
    Some(number_in(range, hour, last_hour)? * 60 + number_in(range, minute, 59)?)
}

fn number_in(range: View<'_>, name: &str, most: u16) -> Option<u16> {
    let number = range.get(name)?.number()?.as_i64()?;
    u16::try_from(number).ok().filter(|number| *number <= most)
}

/// Parses a time of day, `09:00` to `24:00`, in minutes.
pub(crate) fn minutes(text: &str) -> Option<u16> {
    let (hours, minutes) = text.split_once(':')?;
    let hours = digits(hours, &[2])?;
    let minutes = digits(minutes, &[2])?;
    (minutes < 60 && hours * 60 + minutes <= 24 * 60).then_some(hours * 60 + minutes)
}

/// Parses a time of day as people write it, in minutes: `09:00`, `9:00`, `9.30`, `0930`, `9`, `9am`, `9:30 pm`. Midnight at the
/// end of a day is `24:00`.
pub(crate) fn spoken_time(text: &str) -> Option<u16> {
    let lower = text.to_ascii_lowercase();
    let (clock, half) = match (lower.strip_suffix("am"), lower.strip_suffix("pm")) {
        (Some(clock), _) => (clock.trim_end(), Some("am")),
        (_, Some(clock)) => (clock.trim_end(), Some("pm")),
        (None, None) => (&*lower, None),
    };
    let (hours, minutes) = match clock.split_once([':', '.']) {
        Some(parts) => parts,
        // Four digits without a separator: `0930`.
        None if clock.len() == 4 => clock.split_at_checked(2)?,
        None => (clock, "00"),
    };
    let hours = digits(hours, &[1, 2])?;
    let minutes = digits(minutes, &[2])?;
    // 12 am is 0:00, 12 pm is 12:00.
    let hours = match half {
        None => hours,
        Some(_) if !(1..=12).contains(&hours) => return None,
        Some("am") => hours % 12,
        Some(_) => hours % 12 + 12,
    };
    (minutes < 60 && hours * 60 + minutes <= 24 * 60).then_some(hours * 60 + minutes)
}

/// Reads a number of so many digits, and nothing else: `+9` is none.
fn digits(text: &str, lengths: &[usize]) -> Option<u16> {
    if !lengths.contains(&text.len()) || !is_digits(text) {
        return None;
    }
    text.parse().ok()
}

/// Formats minutes from midnight as `09:00`.
pub(crate) fn clock(minutes: u16) -> String {
    let hours = minutes / 60;
    let minutes = minutes % 60;
    [
        digit(hours / 10),
        digit(hours % 10),
        ':',
        digit(minutes / 10),
        digit(minutes % 10),
    ]
    .into_iter()
    .collect()
}

fn digit(n: u16) -> char {
    char::from_digit(u32::from(n), 10).unwrap_or_default()
}

/// Returns the ranges of a list, if all items are ranges.
pub(crate) fn ranges(view: View<'_>) -> Option<Vec<Range>> {
    view.items()?.map(Range::read).collect_all()
}

/// Returns true if all items of the hours are ranges in the spelling of their table, each of some length and within the
/// day, in order and without overlap. Such hours have no findings, and are in canonical form.
pub(crate) fn are_orderly<'a>(items: impl Iterator<Item = View<'a>>) -> bool {
    let mut latest = 0;
    for item in items {
        let Some((range, true)) = Range::spelled(item) else {
            return false;
        };
        // A range until 24:00 has a finding of its own, so it is not orderly.
        if range.open < latest || range.close <= range.open || range.close >= 24 * 60 {
            return false;
        }
        latest = range.close;
    }
    true
}

/// Returns true if all items are days, ascending and without duplicates.
pub(crate) fn ascend<'a>(items: impl Iterator<Item = View<'a>>) -> bool {
    let mut least = 0;
    for item in items {
        match day(item) {
            Some(day) if day >= least => least = day + 1,
            _ => return false,
        }
    }
    true
}

/// Returns a day by its number, 0 to 6.
pub(crate) fn day(view: View<'_>) -> Option<u8> {
    u8::try_from(view.number()?.as_i64()?)
        .ok()
        .filter(|day| *day < 7)
}

/// Like [`day`], but reads a number that is text, as in some responses.
pub(crate) fn day_meant(view: View<'_>) -> Option<u8> {
    day(view).or_else(|| view.text()?.parse().ok().filter(|day| *day < 7))
}

/// Returns the days of a list, ascending and without duplicates, if all items are days.
pub(crate) fn days(view: View<'_>) -> Option<Vec<u8>> {
    let mut days = view.items()?.map(day).collect_all()?;
    days.sort_unstable();
    days.dedup();
    Some(days)
}

/// Like [`days`], but reads numbers that are text, and an object that stands for the array, as in some responses.
pub(crate) fn days_meant(view: View<'_>) -> Option<Vec<u8>> {
    let mut days = view
        .list_items()?
        .into_iter()
        .map(day_meant)
        .collect_all()?;
    days.sort_unstable();
    days.dedup();
    Some(days)
}

/// Returns the items of hours in their order in the document, if the value is an array.
pub(crate) fn written_items(view: View<'_>) -> Option<Vec<HoursItem>> {
    Some(view.items()?.map(HoursItem::read).collect_vec())
}

/// Returns the items of hours by opening time, without duplicates, if the value is an array or an object that stands for one.
pub(crate) fn hours_items(view: View<'_>) -> Option<Vec<HoursItem>> {
    Some(in_order(
        view.list_items()?
            .into_iter()
            .map(HoursItem::read)
            .collect_vec(),
    ))
}

/// Sorts items of hours and drops duplicates.
pub(crate) fn in_order(mut items: Vec<HoursItem>) -> Vec<HoursItem> {
    items.sort_unstable();
    items.dedup();
    items
}

/// Returns sorted items of a draft, with the unknown members of the stored ones that it leaves out.
///
/// ```text
/// stored  9–12 with { "note": "a" }    draft  9–12    result  9–12 with { "note": "a" }
/// ```
pub(crate) fn with_unknown_members_of(
    stored: &[HoursItem],
    mut items: Vec<HoursItem>,
) -> Vec<HoursItem> {
    // The stored items that the draft has without their unknown members.
    let mut repeated = Vec::new();
    for item in stored {
        if let Some(known) = item.known()
            && items.contains(&known)
        {
            repeated.push((item, known));
        }
    }
    // Stored 9–12 with a note takes the place of a plain 9–12 of the draft. The plain one stays only if the stored list has
    // one, too.
    for (item, known) in repeated {
        items.retain(|item| *item != known || stored.contains(item));
        items.push(item.clone());
    }
    in_order(items)
}

/// The hours of each day, Sunday first: its items in order, without duplicates.
pub(crate) type Week = [Vec<HoursItem>; 7];

/// Returns the hours of each day, if every entry has readable days and an array of hours. Other members of an entry, which
/// no update takes, do not count.
pub(crate) fn week(view: View<'_>) -> Option<Week> {
    // The object `{}` as a week says that the hours are in a schedule.
    if view.items().is_none() && view.each_member().len() == 0 {
        return None;
    }
    let mut week = Week::default();
    for entry in view.list_items()? {
        let items = hours_items(entry.get("hours")?)?;
        for day in days_meant(entry.get("daysOfTheWeek")?)? {
            week[usize::from(day)].extend_from_slice(&items);
        }
    }
    Some(week.map(in_order))
}

/// Like [`week`], but of arrays alone, and keeps duplicates and the order in the document.
pub(crate) fn written_week(view: View<'_>) -> Option<Week> {
    let mut week = Week::default();
    for entry in view.items()? {
        let items = written_items(entry.get("hours")?)?;
        for day in days_meant(entry.get("daysOfTheWeek")?)? {
            week[usize::from(day)].extend_from_slice(&items);
        }
    }
    Some(week)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::ground::json::Tree;
    use crate::knowledge::schema::NAMES;

    #[test]
    fn a_week_is_read_in_any_grouping() {
        let range = Range {
            open: 545,
            close: 1050,
        };
        let hours = json!([range.to_value()]);
        assert_eq!(
            hours,
            json!([{ "openHour": 9, "openMinute": 5, "closeHour": 17, "closeMinute": 30 }])
        );
        let together = json!([{ "daysOfTheWeek": [2, 1], "hours": hours }]);
        let apart = json!([{ "daysOfTheWeek": [1], "hours": hours }, { "daysOfTheWeek": [2], "hours": hours }]);
        let week = |value: &Value| super::week(Tree::of(value).root());
        assert_eq!(week(&together), week(&apart));
        assert_eq!(
            week(&together).map(|week| week.map(|ranges| ranges.len())),
            Some([0, 1, 1, 0, 0, 0, 0])
        );
        assert_eq!(
            hours_items(Tree::of(&hours).root()),
            Some(vec![HoursItem::Range(range)])
        );
        let with_id = json!([{ "daysOfTheWeek": [1, 2], "hours": hours, "_id": "x" }]);
        assert_eq!(
            week(&with_id),
            week(&together),
            "an ID of the service is no hour"
        );
        assert_eq!(
            week(&json!([{ "daysOfTheWeek": [7], "hours": hours }])),
            None
        );
    }

    #[test]
    fn ranges_overlap_where_they_share_a_minute() {
        let all: Vec<Range> = (0..5)
            .flat_map(|open| (open + 1..6).map(move |close| Range { open, close }))
            .collect();
        for first in &all {
            for second in &all {
                let shared = (first.open..first.close)
                    .any(|minute| (second.open..second.close).contains(&minute));
                assert_eq!(first.overlaps(*second), shared, "{first:?} {second:?}");
            }
        }
    }

    #[test]
    fn a_range_is_within_a_day() {
        for (parts, minutes) in [
            ([9, 30, 17, 45], Some((570, 1065))),
            ([0, 0, 24, 0], Some((0, 1440))),
            ([23, 59, 24, 59], Some((1439, 1499))),
            ([24, 0, 24, 0], None),
            ([0, 60, 24, 0], None),
            ([0, 0, 25, 0], None),
            ([0, 0, 24, 60], None),
            ([9, 0, 17, -1], None),
        ] {
            let mut members: Vec<(&str, i32)> = HOUR_RANGE
                .members
                .iter()
                .map(|row| row.name)
                .zip(parts)
                .collect();
            let mut read = || {
                let range = object(members.iter().map(|(name, part)| (*name, (*part).into())));
                members.reverse();
                let [bare, numbered] = [
                    Tree::of(&range),
                    Tree::numbered(Tree::of(&range).root(), NAMES),
                ];
                [bare, numbered].map(|range| {
                    Range::spelled(range.root())
                        .map(|(range, plain)| (range.open, range.close, plain))
                })
            };
            let [ordered, reversed] =
                [true, false].map(|plain| minutes.map(|(open, close)| (open, close, plain)));
            assert_eq!(
                [read(), read()],
                [[ordered; 2], [reversed; 2]],
                "in their order and out of it: {parts:?}"
            );
        }
    }

    #[test]
    fn hours_are_orderly_one_after_the_other() {
        let range = |open, close| Range { open, close }.to_value();
        let mut more = range(540, 720);
        more["x"] = json!(1);
        let out_of_order =
            json!({ "openMinute": 0, "openHour": 9, "closeHour": 12, "closeMinute": 0 });
        for (hours, orderly) in [
            (json!([]), true),
            (json!([range(540, 720)]), true),
            (
                json!([range(0, 1), range(540, 720), range(720, 1439)]),
                true,
            ),
            (json!([range(540, 720), range(719, 800)]), false),
            (json!([range(780, 800), range(540, 720)]), false),
            (json!([range(540, 540)]), false),
            (json!([range(540, 500)]), false),
            (json!([range(540, 1440)]), false),
            (json!([more]), false),
            (json!([out_of_order]), false),
            (json!([1]), false),
        ] {
            let tree = Tree::of(&hours);
            assert_eq!(
                tree.root().items().map(are_orderly),
                Some(orderly),
                "{hours}"
            );
        }
    }

    #[test]
    fn days_ascend_each_once() {
        for (days, ascending) in [
            (json!([]), true),
            (json!([0, 1, 2, 3, 4, 5, 6]), true),
            (json!([2, 5]), true),
            (json!([1, 1]), false),
            (json!([2, 1]), false),
            (json!([7]), false),
            (json!(["1"]), false),
        ] {
            assert_eq!(
                Tree::of(&days).root().items().map(ascend),
                Some(ascending),
                "{days}"
            );
        }
    }
}
