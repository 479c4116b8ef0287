//! Keys: identities of list items, independent of their positions. A key is a function here and a word in the list's
//! row.

use std::borrow::Cow;
use std::fmt;

use crate::ground::json::{CollectVec, View, items_at, order_of};
use crate::knowledge::format::{Date, is_space, truth_of_text};

/// The key of an item.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Key<'a> {
    Text(Cow<'a, str>),
    Date(Date),
    Pair(Cow<'a, str>, Cow<'a, str>),
    Numbers(Vec<i64>),
}

/// Finds the key of an item, unless it is missing.
pub(crate) type KeyOf = for<'a> fn(View<'a>) -> Option<Key<'a>>;

/// Returns the text of a member without outer white space, unless it is not set.
pub(super) fn text<'a>(item: View<'a>, name: &str) -> Option<Cow<'a, str>> {
    let text = item.get(name).and_then(View::text)?.trim_matches(is_space);
    (!text.is_empty()).then_some(Cow::Borrowed(text))
}

/// Returns the key of a team member: its user.
pub(super) fn user(member: View<'_>) -> Option<Key<'_>> {
    text(member, "userId").map(Key::Text)
}

/// Returns the key of a special date: its calendar date.
pub(super) fn date(entry: View<'_>) -> Option<Key<'_>> {
    date_of(entry).map(Key::Date)
}

/// Returns the calendar date of a special date.
pub(crate) fn date_of(entry: View<'_>) -> Option<Date> {
    text(entry, "date").and_then(|date| Date::leading(&date))
}

/// Returns true if a special date is marked as deleted, by a truth value or by text that is read as one.
pub(crate) fn is_deleted(entry: View<'_>) -> bool {
    let Some(deleted) = entry.get("deleted") else {
        return false;
    };
    deleted.boolean().or_else(|| truth_of_text(deleted.text()?)) == Some(true)
}

/// Returns the key of a meeting place that has a meeting: the meeting.
pub(super) fn meeting(place: View<'_>) -> Option<Key<'_>> {
    text(place, "meetingId").map(Key::Text)
}

/// Returns the key of a meeting place: its kind and location.
pub(super) fn place(place: View<'_>) -> Option<Key<'_>> {
    Some(Key::Pair(
        text(place, "kind")?,
        text(place, "location").unwrap_or_default(),
    ))
}

/// Returns the key of an entry of the week: its days.
pub(super) fn days(entry: View<'_>) -> Option<Key<'_>> {
    let days = entry
        .get("daysOfTheWeek")?
        .list_items()?
        .into_iter()
        .map(day_number)
        .collect_all()?;
    let mut sorted = items_at(&days, &order_of(&days));
    sorted.dedup();
    Some(Key::Numbers(sorted))
}

/// Returns the number of a day, which responses may have as text.
fn day_number(day: View<'_>) -> Option<i64> {
    match day.text() {
        Some(text) => text.parse().ok(),
        None => day.number()?.as_i64(),
    }
}

impl Key<'_> {
    pub(crate) fn into_owned(self) -> Key<'static> {
        match self {
            Self::Text(text) => Key::Text(owned(text)),
            Self::Date(date) => Key::Date(date),
            Self::Pair(first, second) => Key::Pair(owned(first), owned(second)),
            Self::Numbers(numbers) => Key::Numbers(numbers),
        }
    }
}

fn owned(text: Cow<'_, str>) -> Cow<'static, str> {
    Cow::Owned(text.into_owned())
}

/// Displays a key: `u-ben`, `2026-12-24`, `custom: Rose Lane`, `1,2`.
impl fmt::Display for Key<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Date(date) => date.fmt(f),
            Self::Pair(first, second) if second.is_empty() => f.write_str(first),
            Self::Pair(first, second) => {
                f.write_str(&[first, second].map(AsRef::as_ref).join(": "))
            }
            Self::Numbers(numbers) => {
                for (at, number) in numbers.iter().enumerate() {
                    f.write_str(if at > 0 { "," } else { "" })?;
                    number.fmt(f)?;
                }
                Ok(())
            }
        }
    }
}
