//! Changes in words that the owner of a shop would understand.

use crate::format::hours::{self, Range, clock, days, days_phrase, hours_phrase, ranges};
use crate::format::{self, Date};
use crate::issue::hole;
use crate::json::{Node, View};
use crate::schema::{Format, Identity, List, Member, Type};
use crate::visible::visible;

/// The sentences, by what happened.
mod templates {
    pub(super) const SET: &str = "{label} {after}, was not set";
    pub(super) const REPLACED: &str = "{label} {after}, was {before}";
    pub(super) const UNSET: &str = "{label} removed, was {before}";
    pub(super) const ADDED: &str = "{label} added: {after}";
    pub(super) const MOVED: &str = "{label} moved to position {after}, was {before}";
    pub(super) const REORDERED: &str = "{label} has its place before or behind others than it was";
    pub(super) const GONE: &str = "{label} removed";
    pub(super) const NEW: &str = "{label} added";
    pub(super) const OPENS: &str = "{label} opens at {after}, was {before}";
    pub(super) const OPEN: &str = "{label} open at {after}, was {before}";
    pub(super) const CLOSES: &str = "{label} closes at {after}, was {before}";
    pub(super) const CLOSE: &str = "{label} close at {after}, was {before}";
    pub(super) const ALSO: &str = "{label} also {after}";
    pub(super) const CONFLICT: &str = "{label}: {mine} {ours}, {other} {theirs}, was {before}";
    pub(super) const NO_LONGER: &str = "{label} no longer {before}";
}

/// Fills a template in one go, so that what stands in braces in someone's text stays.
fn fill(template: &str, label: &str, before: &str, after: &str) -> String {
    filled(template, &[("label", label), ("before", before), ("after", after)])
}

fn filled(template: &str, values: &[(&str, &str)]) -> String {
    let (mut text, mut rest) = (String::new(), template);
    while let Some((before, name, after)) = hole(rest) {
        text.push_str(before);
        if let Some((_, value)) = values.iter().find(|(own, _)| *own == name) {
            text.push_str(value);
        }
        rest = after;
    }
    text.push_str(rest);
    visible(&text).into_owned()
}

/// The text as a sentence quotes it, or its beginning where it is long. Two that differ are quoted differently, or
/// [`told_apart`].
fn excerpt(text: &str) -> String {
    visible(&format::excerpt(text)).into_owned()
}

/// Texts one behind the other, as `", "` keeps them apart.
struct Listed {
    text: String,
    between: &'static str,
}

impl Listed {
    fn new(between: &'static str) -> Self {
        Self { text: String::new(), between }
    }

    fn push(&mut self, text: &str) {
        if !self.text.is_empty() {
            self.text.push_str(self.between);
        }
        self.text.push_str(text);
    }

    /// All of them, and how many more there are.
    fn more(mut self, more: usize) -> String {
        if more > 0 {
            self.push(&format!("{more} more"));
        }
        self.text
    }
}

/// A label below those whose member it is: `team member 2: priority`.
pub(crate) fn label(subject: &[String], label: &str) -> String {
    match subject {
        [] => label.to_owned(),
        subject => format!("{}: {label}", subject.join(", ")),
    }
}

/// What each side makes of something, behind what the side is called.
pub(crate) fn conflict(label: &str, [(mine, ours), (other, theirs)]: [(&str, &str); 2], before: &str) -> String {
    let values =
        [("label", label), ("mine", mine), ("ours", ours), ("other", other), ("theirs", theirs), ("before", before)];
    filled(templates::CONFLICT, &values)
}

pub(crate) fn set(label: &str, after: &str) -> String {
    fill(templates::SET, label, "", after)
}

pub(crate) fn replaced(label: &str, before: &str, after: &str) -> String {
    fill(templates::REPLACED, label, before, after)
}

pub(crate) fn unset(label: &str, before: &str) -> String {
    fill(templates::UNSET, label, before, "")
}

/// An item that came: a day of the week opens.
pub(crate) fn added(list: &List, label: &str, item: View<'_>) -> String {
    match day_hours(list, item) {
        Some((several, ranges)) => hours(label, several, &[], &ranges),
        None if list.identity == Identity::UserId => fill(templates::NEW, label, "", ""),
        None => fill(templates::ADDED, label, "", &self::item(list, item)),
    }
}

/// An item that went: a day of the week closes.
pub(crate) fn removed(list: &List, label: &str, item: View<'_>) -> String {
    match day_hours(list, item) {
        Some((several, ranges)) => hours(label, several, &ranges, &[]),
        None if list.identity == Identity::UserId => fill(templates::GONE, label, "", ""),
        None => unset(label, &self::item(list, item)),
    }
}

/// Whether an entry of the week is for several days, and its ranges.
fn day_hours(list: &List, entry: View<'_>) -> Option<(bool, Vec<Range>)> {
    let days = days(entry.get("daysOfTheWeek").filter(|_| list.identity == Identity::Week)?)?;
    Some((days.len() > 1, ranges(entry.get("hours")?)?))
}

pub(crate) fn moved(label: &str, before: usize, after: usize) -> String {
    if before == after {
        return fill(templates::REORDERED, label, "", "");
    }
    fill(templates::MOVED, label, &(before + 1).to_string(), &(after + 1).to_string())
}

/// How a day's hours, or a date's, changed. Both lists are in order, each range once.
pub(crate) fn hours(label: &str, several: bool, before: &[Range], after: &[Range]) -> String {
    let gone: Vec<Range> = before.iter().filter(|range| !after.contains(range)).copied().collect();
    let new: Vec<Range> = after.iter().filter(|range| !before.contains(range)).copied().collect();
    let (was, is) = (hours_phrase(&gone), hours_phrase(&new));
    if hours_phrase(before) == hours_phrase(after) {
        // Ranges without any time came or went: closed is then not the whole truth.
        let all = |ranges: &[Range]| match ranges {
            [] => "no range".to_owned(),
            ranges => ranges.iter().map(Range::to_string).collect::<Vec<_>>().join(", "),
        };
        return replaced(label, &all(before), &all(after));
    }
    match (gone.as_slice(), new.as_slice()) {
        ([old], [new]) if old.open == new.open && was != "closed" && is != "closed" => {
            let template = if several { templates::CLOSE } else { templates::CLOSES };
            fill(template, label, &clock(old.close), &clock(new.close))
        }
        ([old], [new]) if old.close == new.close && was != "closed" && is != "closed" => {
            let template = if several { templates::OPEN } else { templates::OPENS };
            fill(template, label, &clock(old.open), &clock(new.open))
        }
        ([], new) if !before.is_empty() => fill(templates::ALSO, label, "", &hours_phrase(new)),
        (gone, []) if !after.is_empty() => fill(templates::NO_LONGER, label, &hours_phrase(gone), ""),
        ([_], [_]) => replaced(label, &was, &is),
        _ => replaced(label, &hours_phrase(before), &hours_phrase(after)),
    }
}

/// Two values that a sentence would say alike, as JSON from where they begin to differ.
pub(crate) fn told_apart<'a>(a: View<'a>, b: View<'a>) -> (String, String) {
    let (a, b) = (crate::json::to_string(&a.to_value()), crate::json::to_string(&b.to_value()));
    let alike = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    let from = |text: &str| match alike.checked_sub(20) {
        Some(skipped) => format!("…{}", excerpt(&text.chars().skip(skipped).collect::<String>())),
        None => excerpt(text),
    };
    (from(&a), from(&b))
}

/// A value as a sentence says it; text that people wrote stands in quotes.
pub(crate) fn value(member: Option<&Member>, unit: Option<&str>, view: View<'_>) -> String {
    match view.node() {
        Node::Null => "null".to_owned(),
        Node::Bool(true) => "on".to_owned(),
        Node::Bool(false) => "off".to_owned(),
        Node::Number(number) => match unit {
            Some(unit) => counted(&number.to_string(), unit),
            None => number.to_string(),
        },
        Node::Text(text) => {
            let bare = member.is_some_and(|member| {
                !member.known.is_empty()
                    || !matches!(member.ty, Type::Text(Format::Plain | Format::Name | Format::Template))
            });
            if bare && !text.is_empty() && !text.contains(char::is_whitespace) {
                excerpt(text)
            } else {
                format!("“{}”", excerpt(&text.replace(['\n', '\r', '\t'], " ")))
            }
        }
        Node::Array(items) if items.len() == 0 => "none".to_owned(),
        Node::Array(items) => match member.map(|member| &member.ty) {
            Some(Type::List(list)) if list.identity == Identity::Week => week(view, items),
            Some(Type::List(list)) => {
                let more = items.len() - items.len().min(3);
                let mut said = Listed::new("; ");
                items.take(3).for_each(|each| said.push(&item(list, each)));
                said.more(more)
            }
            _ => format!("{} items", items.len()),
        },
        Node::Object(members) => {
            let more = members.len() - members.len().min(4);
            let table = member.and_then(|member| member.ty.table());
            let mut said = Listed::new(", ");
            for (name, each) in members.take(4) {
                let row = table.and_then(|table| table.member(name));
                said.push(&format!("{} {}", row.map_or(name, |row| row.label), value(row, None, each)));
            }
            if said.text.is_empty() { "empty".to_owned() } else { said.more(more) }
        }
        Node::Odd { what, .. } => what.to_owned(),
    }
}

/// `2 hours`, but `1 hour`: units are spelled in the plural.
fn counted(number: &str, unit: &str) -> String {
    let unit = if number == "1" { unit.strip_suffix('s').unwrap_or(unit) } else { unit };
    format!("{number} {unit}")
}

/// A week by runs of days with the same hours, in the order in which people say it.
fn week<'a>(view: View<'a>, entries: impl Iterator<Item = View<'a>>) -> String {
    let mut said = Listed::new("; ");
    let Some(week) = hours::week(view) else {
        entries.for_each(|entry| said.push(&format!("{} {}", entry_days(entry), entry_hours(entry))));
        return excerpt(&said.text);
    };
    let of = |day: u8| hours_phrase(&week[usize::from(day)]);
    let open: Vec<u8> = (1..=7).map(|day| day % 7).filter(|day| of(*day) != hours_phrase(&[])).collect();
    open.chunk_by(|a, b| of(*a) == of(*b)).for_each(|run| said.push(&format!("{} {}", days_phrase(run), of(run[0]))));
    if said.text.is_empty() { hours_phrase(&[]) } else { said.text }
}

fn entry_days(entry: View<'_>) -> String {
    match entry.get("daysOfTheWeek").and_then(days) {
        Some(days) if !days.is_empty() => days_phrase(&days),
        Some(_) => "no day".to_owned(),
        None => "a day that is none".to_owned(),
    }
}

fn entry_hours(entry: View<'_>) -> String {
    match entry.get("hours").and_then(ranges) {
        Some(ranges) => hours_phrase(&ranges),
        None => "hours that cannot be read".to_owned(),
    }
}

/// What an item of an array is called: by its day or date, people and places by position.
pub(crate) fn name(list: &List, index: usize, item: View<'_>) -> String {
    let position = index + 1;
    match list.identity {
        Identity::Date => match item.get("date").and_then(View::text).and_then(Date::leading) {
            Some(date) => format!("special date {}", date.phrase()),
            None => format!("special date {position}"),
        },
        Identity::Week => entry_days(item),
        Identity::UserId => match item.get("userId").and_then(View::text).filter(|user| !user.is_empty()) {
            Some(user) => format!("team member {position} (user {})", excerpt(user)),
            None => format!("team member {position}"),
        },
        Identity::Place => format!("meeting place {position}"),
        Identity::Ranges | Identity::Days => format!("item {position}"),
    }
}

/// What an item of an array is, in short.
pub(crate) fn item(list: &List, view: View<'_>) -> String {
    let text = |name| view.get(name).and_then(View::text).filter(|text| !text.is_empty());
    match list.identity {
        Identity::Date | Identity::Week => entry_hours(view),
        Identity::UserId => {
            text("userId").map_or_else(|| "no user".to_owned(), |user| format!("user {}", excerpt(user)))
        }
        Identity::Place => {
            let mut said = Listed::new(", ");
            ["kind", "location"].into_iter().filter_map(text).for_each(|text| said.push(&excerpt(text)));
            if said.text.is_empty() { "nothing set".to_owned() } else { said.text }
        }
        Identity::Ranges => Range::read(view).map_or_else(|| "unreadable".to_owned(), |range| range.to_string()),
        Identity::Days => value(None, None, view),
    }
}
