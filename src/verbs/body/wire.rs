//! The shape in which a body is sent: one day in each entry of the week, special dates as midnight UTC, and none of the
//! dates that are deleted already. Neither changes the meaning, and the service refuses or misreads the other shapes
//! (observed).

use crate::ground::json::{Builder, CollectVec, Each, Path, Segment, Tree, View};
use crate::knowledge::format::canonical_day;
use crate::knowledge::format::hours;
use crate::knowledge::language::Sentence;
use crate::knowledge::schema::{Kind, List, Type, is_deleted};
use crate::record::Pairs;
use crate::verbs::update::{Action, Decision};

/// A body in the shape in which it is sent.
pub(super) struct Wire {
    pub(super) body: Tree,
    pub(super) decisions: Vec<Decision>,
    pub(super) origins: Origins,
}

/// The places of items before they were written in another shape: of each list that was, the former index of each item.
#[derive(Default)]
pub(crate) struct Origins(Vec<(&'static str, Vec<usize>)>);

impl Origins {
    /// Returns the path that the value at a path of the body had before.
    pub(crate) fn of(&self, path: &Path) -> Path {
        let mut segments = path.segments().iter().cloned().collect_vec();
        if let [Segment::Name(name), Segment::Index(index), ..] = segments.as_mut_slice()
            && let Some((_, former)) = self.0.iter().find(|(list, _)| *list == name.as_ref())
            && let Some(former) = former.get(*index)
        {
            *index = *former;
        }
        Path::of(&segments)
    }
}

/// Returns a body in the shape in which it is sent. `None` if it has that shape.
pub(super) fn wire_shape(kind: Kind, body: View<'_>, stored: View<'_>) -> Option<Wire> {
    let mut members = body.each_member();
    if !members.any(|(name, value)| has_other_shape(kind, name, value)) {
        return None;
    }
    let mut decisions = Vec::new();
    let mut origins = Vec::new();
    let mut tree = Tree::in_place_of(body);
    let mut members = tree.object();
    for (name, value) in body.each_member() {
        let Some(row) = kind.table().member(name) else {
            members.copy(Some(name), value);
            continue;
        };
        let path = Path::new().with(row.name);
        match list_of(kind, name) {
            Some(list) if has_several_days(list, value) => {
                let former = write_one_day_each(
                    value,
                    &path,
                    &mut members.array(Some(name), Some(value)),
                    &mut decisions,
                );
                origins.push((row.name, former));
            }
            Some(list) if has_other_dates(list, value) => {
                let items = without_deleted_before(list, stored.get(name), value);
                origins.push((row.name, items.iter().map(|(at, _)| *at).collect_vec()));
                let had_others = stored.get(name).each_item().any(|date| !is_deleted(date));
                // An empty list would detach the calendar from its schedule, and there is nothing to delete.
                if items.is_empty() && !had_others {
                    decisions.push(Decision::new(
                        Action::LeftOut,
                        path,
                        Sentence::new("already_deleted"),
                    ));
                } else {
                    write_dates(
                        &items,
                        &path,
                        &mut members.array(Some(name), Some(value)),
                        &mut decisions,
                    );
                }
            }
            _ => members.copy(Some(name), value),
        }
    }
    drop(members);
    Some(Wire {
        body: tree,
        decisions,
        origins: Origins(origins),
    })
}

fn has_other_shape(kind: Kind, name: &str, value: View<'_>) -> bool {
    match list_of(kind, name) {
        Some(list) => has_several_days(list, value) || has_other_dates(list, value),
        None => false,
    }
}

/// Returns the list that a member of the record is.
fn list_of(kind: Kind, name: &str) -> Option<&'static List> {
    match kind.table().member(name)?.ty {
        Type::List(list) => Some(list),
        _ => None,
    }
}

/// Returns the days of an entry of the week, if they can be read.
fn days_of_entry(entry: View<'_>) -> Option<Vec<u8>> {
    entry.get("daysOfTheWeek").and_then(hours::days_meant)
}

/// Returns true for a week that has an entry of several days. A week that cannot be read by day is sent as
/// it is: the service refuses it, at the places that the draft has.
fn has_several_days(list: &List, value: View<'_>) -> bool {
    list.is_week()
        && value
            .each_item()
            .any(|entry| days_of_entry(entry).is_some_and(|days| days.len() > 1))
        && hours::week(value).is_some()
}

fn has_other_dates(list: &List, value: View<'_>) -> bool {
    list.is_dates()
        && value
            .each_item()
            .any(|entry| is_deleted(entry) || other_date(entry).is_some())
}

/// Returns the text of a special date as it is sent, if it is another one.
fn other_date(entry: View<'_>) -> Option<String> {
    let text = entry.get("date")?.text()?;
    canonical_day(text).filter(|canonical| canonical != text)
}

/// Writes the entries of a week, each once for each of its days. Returns the former index of each entry.
///
/// ```text
/// [1, 2] 9–17, [3] 9–12    [1] 9–17, [2] 9–17, [3] 9–12    former indexes 0 0 1
/// ```
fn write_one_day_each(
    week: View<'_>,
    path: &Path,
    out: &mut Builder<'_>,
    decisions: &mut Vec<Decision>,
) -> Vec<usize> {
    let mut former = Vec::new();
    for (at, entry) in week.each_item().enumerate() {
        let days = days_of_entry(entry).filter(|days| days.len() > 1);
        let Some(days) = days else {
            out.copy(None, entry);
            former.push(at);
            continue;
        };
        decisions.push(Decision::new(
            Action::Rewritten,
            path.with(at),
            Sentence::new("one_day_each"),
        ));
        for day in days {
            former.push(at);
            let mut members = out.object(None, Some(entry));
            for (name, value) in entry.each_member() {
                if name == "daysOfTheWeek" {
                    members.value(Some(name), &vec![day].into());
                } else {
                    members.copy(Some(name), value);
                }
            }
        }
    }
    former
}

/// Returns the special dates of a body with their indexes, without those that are deleted in the stored record already.
fn without_deleted_before<'a>(
    list: &'static List,
    stored: Option<View<'a>>,
    dates: View<'a>,
) -> Vec<(usize, View<'a>)> {
    let mut items = dates.each_item().enumerate().collect_vec();
    let Some(stored) = stored else {
        return items;
    };
    if items.iter().any(|(_, date)| is_deleted(*date)) {
        // The partner of each date of the body, by its ID, its date or its place.
        let before = Pairs::of(list, stored, dates).partner_items();
        items.retain(|(at, date)| !is_deleted(*date) || !before[*at].is_some_and(is_deleted));
    }
    items
}

/// Writes special dates as midnight UTC of their first ten characters.
fn write_dates(
    dates: &[(usize, View<'_>)],
    path: &Path,
    out: &mut Builder<'_>,
    decisions: &mut Vec<Decision>,
) {
    for (at, entry) in dates {
        let Some(date) = other_date(*entry) else {
            out.copy(None, *entry);
            continue;
        };
        let reason = Sentence::new("calendar_date").with("date", date.as_str());
        decisions.push(Decision::new(Action::Rewritten, path.with(*at), reason));
        let mut members = out.object(None, Some(*entry));
        for (name, value) in entry.each_member() {
            if name == "date" {
                members.text(Some(name), &date);
            } else {
                members.copy(Some(name), value);
            }
        }
    }
}
