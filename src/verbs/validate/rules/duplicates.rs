//! The fix of two items of a list that have the same key.

use crate::ground::json::patch::Op;
use crate::ground::json::{Each, Path, View};
use crate::knowledge::format::hours::{HoursItem, in_order, ranges};
use crate::knowledge::language::Sentence;
use crate::knowledge::schema::{List, is_deleted};
use crate::knowledge::words::open_hours;
use crate::record::same;
use crate::record::week::values;

/// Returns the title and the operations that make one item of two, where their meaning is certain: the later one goes if it
/// says the same, and the hours of two special dates are joined if no time is in both.
///
/// ```text
/// 2026-12-24 09:00–12:00, 2026-12-24 09:00–12:00  →  2026-12-24 09:00–12:00
/// 2026-12-24 09:00–12:00, 2026-12-24 13:00–17:00  →  2026-12-24 09:00–12:00 and 13:00–17:00
/// 2026-12-24 closed,      2026-12-24 13:00–17:00  →  none
/// ```
pub(super) fn join(
    list: &List,
    at: &Path,
    items: &[View<'_>],
    pair: [usize; 2],
) -> Option<(Sentence, Vec<Op>)> {
    let [first, second] = pair.map(|index| items[index]);
    let [first_path, second_path] = pair.map(|index| at.with(index));
    if [first, second].into_iter().any(is_deleted) {
        return None;
    }
    let remove = [
        Op::test(&second_path, second.to_value()),
        Op::remove(&second_path),
    ];
    if same(&list.item, first, second) {
        return Some((Sentence::new("remove_duplicate"), remove.into()));
    }
    // Only the date and the hours of the later entry may be left: an entry with an ID is another one for the service.
    let is_plain = second
        .each_member()
        .all(|(name, _)| ["date", "hours", "deleted"].contains(&name));
    if !list.is_dates() || !is_plain {
        return None;
    }
    let [own, others] = [ranges(first.get("hours")?)?, ranges(second.get("hours")?)?];
    let is_taken = own
        .iter()
        .any(|range| others.iter().any(|other| range.overlaps(*other)));
    let are_open = own
        .iter()
        .chain(&others)
        .all(|range| range.open < range.close);
    if own.is_empty() || others.is_empty() || is_taken || !are_open {
        return None;
    }
    let hours = in_order(
        own.into_iter()
            .chain(others)
            .map(HoursItem::Range)
            .collect(),
    );
    let title = Sentence::new("join_hours").with("hours", open_hours(&hours));
    let hours_path = first_path.with("hours");
    let mut patch = vec![
        Op::test(&first_path, first.to_value()),
        Op::replace(&hours_path, values(&hours)),
    ];
    patch.extend(remove);
    Some((title, patch))
}
