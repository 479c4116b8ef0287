//! The place in a draft of a value in its body, which has ranges and entries of a week in canonical order, and members under
//! the protocol's names.

use super::list::canonical_order;
use super::renamed::with_names;
use crate::ground::json::{Each, Listed, Path, Segment, Tree, View};
use crate::knowledge::schema::{Kind, List, Type};

/// Returns the path in a draft of the value at a path of its body. Steps that the draft does not have stay as they are.
pub(crate) fn place_in_draft(kind: Kind, draft: View<'_>, path: &Path) -> Path {
    let (mut here, mut place) = (Some(draft), Path::new());
    let (mut table, mut list) = (Some(kind.record()), None);
    for step in path.segments() {
        let row = match step {
            Segment::Name(name) => table.and_then(|table| table.member(name)),
            Segment::Index(_) => None,
        };
        let at = match (step, here) {
            (Segment::Name(name), Some(here)) if here.get(name).is_none() => {
                let alias =
                    row.and_then(|row| row.aliases.iter().find(|alias| here.get(alias).is_some()));
                alias.map_or_else(|| step.clone(), |alias| Segment::from(*alias))
            }
            (Segment::Index(at), Some(here)) => list
                .and_then(|list| order_in_body(list, here))
                .and_then(|order| order.get(*at).copied())
                .map_or_else(|| step.clone(), Segment::Index),
            _ => step.clone(),
        };
        let ty = row.map(|row| &row.ty).or(list.map(|list| &list.item));
        (table, list) = match ty {
            Some(Type::Object(table)) => (Some(*table), None),
            Some(Type::List(list)) => (None, Some(*list)),
            _ => (None, None),
        };
        here = here.and_then(|here| here.step(&at));
        place.push(at);
    }
    place
}

/// Returns the indexes of a draft's items in the order that they have in a body, if it is another one.
///
/// An entry whose days are called `daysOfWeek` has its place by them, as it has under the protocol's name.
fn order_in_body(list: &List, draft: View<'_>) -> Option<Vec<usize>> {
    let entry = match list.item {
        Type::Object(entry) if list.is_week() => entry,
        _ => return canonical_order(list, draft, &draft.each_item().listed()),
    };
    let entries = draft
        .each_item()
        .map(|item| with_names(entry, item, &|_| true))
        .listed();
    canonical_order(list, draft, &entries.iter().map(Tree::root).listed())
}
