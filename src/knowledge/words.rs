//! Descriptions of changes, in terms that the owner of a shop understands. The sentences are the language's.

use serde_json::Value;

use crate::ground::json::{CollectVec, Node, Segment, Tree, View, paired_members, to_string};
use crate::ground::visible::visible;
use crate::knowledge::format;
use crate::knowledge::format::hours::{self, HoursItem, Range, clock, days, hours_items};
use crate::knowledge::language::{Phrase, Sentence};
use crate::knowledge::schema::{
    Access, Format, Key, List, Member, Object, Type, is_deleted, member_in,
};
use crate::knowledge::unit::Unit;

/// Returns the text as a sentence quotes it, or its beginning if it is long. If two texts differ, so do their quotes;
/// otherwise [`told_apart`] is used.
fn excerpt(text: &str) -> String {
    visible(&format::excerpt(text)).into_owned()
}

/// Returns a list of parts, followed by the number of the others.
fn some(tag: &str, said: impl Iterator<Item = Phrase>, more: usize) -> Phrase {
    if more == 0 {
        return Phrase::list(tag, said);
    }
    let rest = Phrase::code("more").with("n", more);
    Phrase::list(tag, said.chain([rest]))
}

/// Returns the label of a member, or the name of a member that the tables do not contain.
pub(crate) fn member_label(member: Option<&Member>, name: &str) -> Phrase {
    match member {
        Some(member) => Phrase::label(member.name),
        None => Phrase::text(&excerpt(name)),
    }
}

/// Returns the objects around a member, outermost first.
pub(crate) fn subject(subject: &[Phrase]) -> Phrase {
    match subject {
        [only] => only.clone(),
        subject => Phrase::list("list", subject.iter().cloned()),
    }
}

/// Returns a label with the objects around it: `team member 2: priority`.
pub(crate) fn label(subject: &[Phrase], label: &Phrase) -> Phrase {
    match subject {
        [] => label.clone(),
        subject => Phrase::code("inside")
            .with("subject", self::subject(subject))
            .with("label", label),
    }
}

/// Returns the words of a conflict: the value of each side, under the name of the side.
pub(crate) fn conflict(
    label: &Phrase,
    [(mine, ours), (other, theirs)]: [(&'static str, &Phrase); 2],
    before: &Phrase,
) -> Sentence {
    let code = if mine == "sent" {
        "not_applied"
    } else {
        "conflict"
    };
    Sentence::new(code)
        .with("label", label)
        .with(mine, ours)
        .with(other, theirs)
        .with("before", before)
}

pub(crate) fn set(label: &Phrase, after: &Phrase) -> Sentence {
    Sentence::new("set")
        .with("label", label)
        .with("after", after)
}

/// Says the first hours of a week that was on a schedule.
pub(crate) fn set_from_schedule(label: &Phrase, after: &Phrase) -> Sentence {
    Sentence::new("from_schedule")
        .with("label", label)
        .with("after", after)
}

pub(crate) fn replaced(label: &Phrase, before: &Phrase, after: &Phrase) -> Sentence {
    changed("replaced", label, before, after)
}

fn changed(
    code: &'static str,
    label: &Phrase,
    before: impl Into<Phrase>,
    after: impl Into<Phrase>,
) -> Sentence {
    Sentence::new(code)
        .with("label", label)
        .with("before", before)
        .with("after", after)
}

pub(crate) fn unset(label: &Phrase, before: &Phrase) -> Sentence {
    Sentence::new("unset")
        .with("label", label)
        .with("before", before)
}

/// Returns the words for an added item: a day of the week opens.
pub(crate) fn added(list: &List, label: &Phrase, item: View<'_>) -> Sentence {
    match day_hours(list, item) {
        Some((several, ranges)) => hours(label, several, &[], &ranges),
        None if is_said_by_name(list) => Sentence::new("new").with("label", label),
        None => Sentence::new("added")
            .with("label", label)
            .with("after", self::item(list, item)),
    }
}

/// Returns the words for a removed item: a day of the week closes.
pub(crate) fn removed(list: &List, label: &Phrase, item: View<'_>) -> Sentence {
    match day_hours(list, item) {
        Some((several, ranges)) => hours(label, several, &ranges, &[]),
        None if is_said_by_name(list) => Sentence::new("gone").with("label", label),
        None => unset(label, &self::item(list, item)),
    }
}

/// Returns the ranges of an entry of the week, and true if it is for several days.
fn day_hours(list: &List, entry: View<'_>) -> Option<(bool, Vec<HoursItem>)> {
    if !list.is_week() {
        return None;
    }
    let days = days(entry.get("daysOfTheWeek")?)?;
    Some((days.len() > 1, hours_items(entry.get("hours")?)?))
}

pub(crate) fn moved(label: &Phrase, before: usize, after: usize) -> Sentence {
    if before == after {
        return Sentence::new("reordered").with("label", label);
    }
    changed("moved", label, before + 1, after + 1)
}

/// Returns the words for changed hours of a day or a date. Both lists are sorted and without duplicates.
pub(crate) fn hours(
    label: &Phrase,
    several: bool,
    before: &[HoursItem],
    after: &[HoursItem],
) -> Sentence {
    let [was, is] = [before, after].map(open_hours);
    if was == is {
        return replaced_ranges(label, before, after);
    }
    let gone = without(before, after);
    let new = without(after, before);
    if let ([HoursItem::Range(old)], [HoursItem::Range(new)]) = (gone.as_slice(), new.as_slice())
        && let Some(words) = shifted(label, several, *old, *new)
    {
        return words;
    }
    if gone.is_empty() && !before.is_empty() {
        return Sentence::new("also")
            .with("label", label)
            .with("after", open_hours(&new));
    }
    if new.is_empty() && !after.is_empty() {
        return Sentence::new("no_longer")
            .with("label", label)
            .with("before", open_hours(&gone));
    }
    replaced(label, &was, &is)
}

/// Returns the items that are not among the others, which are sorted.
fn without(items: &[HoursItem], others: &[HoursItem]) -> Vec<HoursItem> {
    let mut rest = items.to_vec();
    rest.retain(|item| others.binary_search(item).is_err());
    rest
}

/// Returns the words for hours that "closed" or the open ranges do not tell apart: ranges of no length were added or removed,
/// or items that cannot be read differ.
fn replaced_ranges(label: &Phrase, before: &[HoursItem], after: &[HoursItem]) -> Sentence {
    let [was, is] = [before, after].map(every_range);
    if was != is {
        return replaced(label, &was, &is);
    }
    let [was, is] = [before, after].map(tree_of);
    let (was, is) = told_apart(was.root(), is.root());
    replaced(label, &was, &is)
}

fn tree_of(items: &[HoursItem]) -> Tree {
    let items = items.iter().map(HoursItem::to_value).collect_vec();
    Tree::from(&Value::Array(items))
}

/// Returns the words for a range that begins or ends at another time: "Monday: opens at 10:00, was 9:00".
fn shifted(label: &Phrase, several: bool, old: Range, new: Range) -> Option<Sentence> {
    if !is_time(old) || !is_time(new) {
        return None;
    }
    if old.open == new.open {
        let code = if several { "close" } else { "closes" };
        return Some(changed(code, label, clock(old.close), clock(new.close)));
    }
    if old.close == new.close {
        let code = if several { "open" } else { "opens" };
        return Some(changed(code, label, clock(old.open), clock(new.open)));
    }
    None
}

fn is_time(range: Range) -> bool {
    range.open != range.close
}

/// Returns the items in order: runs of ranges, and the unreadable items between them.
fn all_of<'a>(items: impl Iterator<Item = &'a HoursItem>) -> Phrase {
    let items = items.map(HoursItem::clocks).collect_vec();
    let runs = items
        .chunk_by(|a, b| is_read(a) && is_read(b))
        .map(run_of_hours)
        .collect_vec();
    match runs.as_slice() {
        [only] => only.clone(),
        _ => Phrase::list("list", runs),
    }
}

/// Returns ranges, or a single item that could not be read.
fn run_of_hours(run: &[[String; 2]]) -> Phrase {
    if let [item] = run
        && !is_read(item)
    {
        return Phrase::code("odd_hours");
    }
    let times = run.iter().map(|times| times.to_vec().into()).collect_vec();
    Phrase::tagged("hours", Value::Array(times))
}

/// Returns true if both times of a range were readable.
fn is_read([open, close]: &[String; 2]) -> bool {
    !open.is_empty() && !close.is_empty()
}

/// Returns the hours that are open, or "closed" if there are none.
pub(crate) fn open_hours(items: &[HoursItem]) -> Phrase {
    let mut open = items
        .iter()
        .filter(|item| item.range().is_none_or(is_time))
        .peekable();
    if open.peek().is_none() {
        Phrase::code("closed")
    } else {
        all_of(open)
    }
}

/// Returns the ranges, also those of no length.
fn every_range(items: &[HoursItem]) -> Phrase {
    if items.is_empty() {
        Phrase::code("no_range")
    } else {
        all_of(items.iter())
    }
}

/// Returns the wording of hours that distinguishes the sides of a conflict.
pub(crate) fn hours_told_apart([a, b, c]: [Option<&[HoursItem]>; 3]) -> fn(&[HoursItem]) -> Phrase {
    if is_vague(a, b) || is_vague(b, c) || is_vague(a, c) {
        every_range
    } else {
        open_hours
    }
}

/// Returns true if two sides differ, but not in their open hours.
fn is_vague(a: Option<&[HoursItem]>, b: Option<&[HoursItem]>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => a != b && open_hours(a) == open_hours(b),
        _ => false,
    }
}

pub(crate) fn days_said(days: &[u8]) -> Phrase {
    Phrase::tagged("days", days)
}

/// Returns two objects that a sentence would render alike by the members that differ: `priority 1`, `priority 0.5`.
pub(crate) fn objects_told_apart<'a>(
    table: Option<&'static Object>,
    a: View<'a>,
    b: View<'a>,
) -> (Phrase, Phrase) {
    if a.members().is_none() || b.members().is_none() {
        return told_apart(a, b);
    }
    let mut of_a = Vec::new();
    let mut of_b = Vec::new();
    for (name, a, b) in paired_members(Some(a), Some(b)) {
        let row = member_in(table, name);
        let values = [value_or_not_set(row, a), value_or_not_set(row, b)];
        if values[0] != values[1] {
            let [a, b] = values.map(|value| member(member_label(row, name), value));
            of_a.push(a);
            of_b.push(b);
        }
    }
    if of_a.is_empty() {
        return told_apart(a, b);
    }
    (few(&of_a), few(&of_b))
}

/// Lists the first members of an object, and the number of the rest.
fn few(of: &[Phrase]) -> Phrase {
    some(
        "list",
        of.iter().take(MEMBERS).cloned(),
        of.len().saturating_sub(MEMBERS),
    )
}

fn value_or_not_set(row: Option<&'static Member>, view: Option<View<'_>>) -> Phrase {
    view.map_or_else(|| Phrase::code("not_set"), |view| value(row, None, view))
}

/// Returns two values that a sentence would render alike as JSON, from their first difference on.
pub(crate) fn told_apart<'a>(a: View<'a>, b: View<'a>) -> (Phrase, Phrase) {
    let a = to_string(&a.to_value());
    let b = to_string(&b.to_value());
    let equal = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    (excerpt_from(&a, equal), excerpt_from(&b, equal))
}

/// Returns the part of a text that begins 20 characters before its first difference, which follows `equal` characters.
fn excerpt_from(text: &str, equal: usize) -> Phrase {
    let Some(skipped) = equal.checked_sub(20) else {
        return Phrase::from(excerpt(text));
    };
    let start = text.char_indices().nth(skipped);
    let rest = start.map_or("", |(at, _)| &text[at..]);
    Phrase::from(format!("…{}", excerpt(rest)))
}

/// Returns a value as a sentence renders it. Text written by people is quoted.
pub(crate) fn value(member: Option<&Member>, unit: Option<&str>, view: View<'_>) -> Phrase {
    match view.node() {
        Node::Null => Phrase(Value::Null),
        Node::Bool(is_so) => Phrase::code(if is_so { "yes" } else { "no" }),
        Node::Number(number) => match unit.filter(|unit| !unit.trim().is_empty()) {
            Some(unit) if Unit::named(unit).is_some() => {
                Phrase::code(unit).with("n", number.to_value())
            }
            Some(unit) => Phrase::from(format!("{number} {unit}")),
            None => Phrase(number.to_value()),
        },
        Node::Text("") => Phrase::code("empty"),
        Node::Text(text) => {
            let is_bare = member.is_some_and(has_bare_text) && !text.contains(char::is_whitespace);
            if is_bare {
                Phrase::from(excerpt(text))
            } else {
                Phrase::tagged("quote", excerpt(&text.replace(['\n', '\r', '\t'], " ")))
            }
        }
        Node::Array(items) if items.len() == 0 => Phrase::code("none"),
        Node::Array(items) => match member.map(|member| &member.ty) {
            Some(Type::List(list)) if list.is_week() => week(view, items),
            Some(Type::List(list)) => {
                let more = items.len().saturating_sub(ITEMS);
                let first = items.take(ITEMS).map(|each| dated(list, each));
                some("series", first, more)
            }
            _ => Phrase::code("items").with("n", items.len()),
        },
        Node::Object(members) if members.len() == 0 => {
            // The object `{}` is a week on a schedule.
            Phrase::code(match member.map(|member| &member.ty) {
                Some(Type::List(list)) if list.is_week() => "on_schedule",
                _ => "empty",
            })
        }
        Node::Object(members) => {
            let more = members.len().saturating_sub(MEMBERS);
            let table = member.and_then(|member| member.ty.table());
            let first = members
                .take(MEMBERS)
                .map(|(name, each)| member_of(table, name, each));
            some("list", first, more)
        }
        Node::Odd { what, .. } => Phrase::text(what),
    }
}

/// Returns true if a sentence has the texts of a member without quotes: a color, a known value.
fn has_bare_text(member: &Member) -> bool {
    let is_free_text = matches!(
        member.ty,
        Type::Text(Format::Plain | Format::Name | Format::Template)
    );
    !member.known.is_empty() || !is_free_text
}

fn member_of(table: Option<&'static Object>, name: &str, view: View<'_>) -> Phrase {
    let row = member_in(table, name);
    member(member_label(row, name), value(row, None, view))
}

/// Like [`value`], for a value beside one of another type: text in place of a number or a boolean is marked as text, since a
/// sentence has both without quotes.
pub(crate) fn value_of_type(member: Option<&Member>, unit: Option<&str>, view: View<'_>) -> Phrase {
    match view.text() {
        Some(text) if is_like_a_value(member, text) => {
            Phrase::code("as_text").with("value", excerpt(text))
        }
        _ => value(member, unit, view),
    }
}

/// Returns true if a sentence shows a text as it shows a value of the member's type: `45` in place of 45.
fn is_like_a_value(member: Option<&Member>, text: &str) -> bool {
    match member.map(|row| &row.ty) {
        Some(Type::Boolean) => !text.is_empty(),
        Some(ty) => ty.any_value_of_text(text).is_some(),
        None => false,
    }
}

/// The number of members by which a sentence describes an object, and of items by which it describes a list.
const MEMBERS: usize = 4;
const ITEMS: usize = 3;

fn member(label: Phrase, value: Phrase) -> Phrase {
    Phrase::code("member")
        .with("label", label)
        .with("value", value)
}

fn day_hours_said(days: Phrase, hours: Phrase) -> Phrase {
    Phrase::code("day_hours")
        .with("days", days)
        .with("hours", hours)
}

/// Returns a week as runs of days with the same hours, in the usual order of days.
fn week<'a>(view: View<'a>, entries: impl Iterator<Item = View<'a>>) -> Phrase {
    let Some(week) = hours::week(view) else {
        let entries = entries.collect_vec();
        let first = entries
            .iter()
            .take(ITEMS)
            .map(|entry| day_hours_said(entry_days(*entry), entry_hours(*entry)));
        return some("series", first, entries.len().saturating_sub(ITEMS));
    };
    // From Monday (1) to Sunday (0).
    let open: Vec<u8> = [1, 2, 3, 4, 5, 6, 0]
        .into_iter()
        .filter(|day| on_day(&week, *day) != open_hours(&[]))
        .collect_vec();
    if open.is_empty() {
        return open_hours(&[]);
    }
    let runs = open
        .chunk_by(|a, b| on_day(&week, *a) == on_day(&week, *b))
        .map(|run| day_hours_said(days_said(run), on_day(&week, run[0])));
    Phrase::list("series", runs)
}

/// Returns the open hours of a day.
fn on_day(week: &[Vec<HoursItem>; 7], day: u8) -> Phrase {
    open_hours(&week[usize::from(day)])
}

fn entry_days(entry: View<'_>) -> Phrase {
    match entry.get("daysOfTheWeek").and_then(days) {
        Some(days) if !days.is_empty() => days_said(&days),
        Some(_) => Phrase::code("no_day"),
        None => Phrase::code("odd_day"),
    }
}

fn entry_hours(entry: View<'_>) -> Phrase {
    match entry.get("hours").and_then(hours_items) {
        Some(items) => open_hours(&items),
        None => Phrase::code("odd_hours"),
    }
}

/// Returns the key of an item whose words contain it.
fn key<'a>(list: &List, item: View<'a>) -> Option<Key<'a>> {
    list.last_key(item)
        .filter(|key| *key != Key::Text("".into()))
}

/// Returns true if the label of an item describes it completely: that of a person does, that of a date does not, since
/// its hours matter.
fn is_said_by_name(list: &List) -> bool {
    list.said_by_key.is_some() && !list.is_dates()
}

/// Returns the label of an item of an array: its day or date, or for people and places its position.
pub(crate) fn name(list: &List, index: usize, item: View<'_>) -> Phrase {
    match (list.said_by_key, key(list, item)) {
        _ if list.is_week() => entry_days(item),
        (Some(code), Some(Key::Date(date))) => Phrase::code(code).with("date", date.to_string()),
        (Some(code), Some(Key::Text(user))) => {
            by_position(code, index).with("user", excerpt(&user))
        }
        _ => by_position(list.said_at, index),
    }
}

/// Returns a label with the position of an item, from 1 on.
fn by_position(code: &'static str, index: usize) -> Phrase {
    Phrase::code(code).with("n", index + 1)
}

/// Returns the label of an item that is missing, by the text of its key.
pub(crate) fn named(list: &List, key: &Value) -> Phrase {
    let rows = list.item.table().map_or(&[][..], |table| table.members);
    let row = rows
        .iter()
        .find(|row| row.required && matches!(row.ty, Type::Text(_)));
    let (Some(row), Some(_)) = (row, list.said_by_key) else {
        return Phrase::text(&excerpt(key.as_str().unwrap_or_default()));
    };
    let tree = Tree::within(&[Segment::Name(row.name.into())], Tree::of(key).root());
    if list.is_dates() {
        name(list, 0, tree.root())
    } else {
        item(list, tree.root())
    }
}

/// Returns a short description of an item among others, which begins with its date.
fn dated(list: &List, view: View<'_>) -> Phrase {
    let said = item(list, view);
    match key(list, view) {
        Some(Key::Date(date)) => label(&[Phrase::tagged("date", date.to_string())], &said),
        _ => said,
    }
}

/// Returns a short description of an item of an array.
pub(crate) fn item(list: &List, view: View<'_>) -> Phrase {
    if list.is_dates() && is_deleted(view) {
        return Phrase::code("marked_deleted");
    }
    if list.is_week() || list.is_dates() {
        return entry_hours(view);
    }
    match (&list.item, key(list, view)) {
        (Type::Object(_), _) if list.is_set() => all_of([HoursItem::read(view)].iter()),
        (Type::Object(_), Some(Key::Text(user))) => {
            Phrase::code("user").with("user", excerpt(&user))
        }
        (Type::Object(_), None) if is_said_by_name(list) => Phrase::code("no_user"),
        (Type::Object(table), _) => {
            let mut said = Vec::new();
            for row in table.members {
                let text = view.get(row.name).and_then(View::text).unwrap_or_default();
                if row.access == Access::Both && !text.is_empty() {
                    said.push(Phrase::from(excerpt(text)));
                }
            }
            if said.is_empty() {
                Phrase::code("nothing_set")
            } else {
                Phrase::list("list", said)
            }
        }
        _ => value(None, None, view),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use crate::knowledge::language::Language;
    use crate::knowledge::schema::{Kind, List, Object, Type};

    fn lists(table: &'static Object, found: &mut BTreeMap<&'static str, &'static List>) {
        for member in table.members {
            if let Type::List(list) = member.ty {
                found.insert(member.name, list);
            }
            if let Some(inside) = member
                .ty
                .table()
                .filter(|inside| !std::ptr::eq(*inside, table))
            {
                lists(inside, found);
            }
        }
    }

    #[test]
    fn words_of_an_item_have_the_parameters_that_are_filled() {
        let mut found = BTreeMap::new();
        for kind in Kind::ALL {
            lists(kind.table(), &mut found);
        }
        assert!(found.len() > 5);
        for (name, list) in found {
            for code in [list.said_by_key, Some(list.said_at)].into_iter().flatten() {
                let mut params = Language::params(Language::english().template("words", code));
                assert!(
                    params.all(|param| ["n", "user", "date"].contains(&param)),
                    "{name}: {code}"
                );
            }
        }
    }
}
