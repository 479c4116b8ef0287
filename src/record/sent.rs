//! The place in a draft of a value in its body, which has ranges and entries of a week in canonical order, and members under
//! the protocol's names.

use super::list::canonical_order;
use super::renamed::with_names;
use crate::ground::json::{CollectVec, Each, Path, Segment, Tree, View};
use crate::knowledge::schema::{Kind, List, Member, Object, Type};

/// Returns the path in a draft of the value at a path of its body. Steps that the draft does not have stay as they are.
///
/// `openHours/0` is the entry with the earliest day, whichever it is in the draft.
pub(crate) fn place_in_draft(kind: Kind, draft: View<'_>, path: &Path) -> Path {
    let mut place = DraftPlace {
        path: Path::new(),
        value: Some(draft),
        table: Some(kind.table()),
        list: None,
    };
    for step in path.segments() {
        place.enter(step);
    }
    place.path
}

/// A place in a draft: the value there, and its table or list.
struct DraftPlace<'d> {
    path: Path,
    value: Option<View<'d>>,
    table: Option<&'static Object>,
    list: Option<&'static List>,
}

impl DraftPlace<'_> {
    /// Goes to where a step of a body leads in the draft.
    fn enter(&mut self, step: &Segment) {
        let row = self.row(step);
        let in_draft = match step {
            Segment::Name(name) => self.alias(name, row),
            Segment::Index(at) => self.index(*at),
        };
        let in_draft = in_draft.unwrap_or_else(|| step.clone());
        let ty = row.map(|row| &row.ty).or(self.list.map(|list| &list.item));
        (self.table, self.list) = match ty {
            Some(Type::Object(table)) => (Some(*table), None),
            Some(Type::List(list)) => (None, Some(*list)),
            _ => (None, None),
        };
        // Beyond a step that the draft does not have, the path goes on without a value.
        self.value = self.value.and_then(|value| value.step(&in_draft));
        self.path.push(in_draft);
    }

    fn row(&self, step: &Segment) -> Option<&'static Member> {
        match step {
            Segment::Name(name) => self.table?.member(name),
            Segment::Index(_) => None,
        }
    }

    /// Returns the alias that the draft has in place of a member.
    fn alias(&self, name: &str, row: Option<&Member>) -> Option<Segment> {
        let value = self.value?;
        if value.get(name).is_some() {
            return None;
        }
        let alias = row?
            .aliases
            .iter()
            .find(|alias| value.get(alias).is_some())?;
        Some(Segment::from(*alias))
    }

    /// Returns the index that an item of a body has in the draft.
    fn index(&self, in_body: usize) -> Option<Segment> {
        let order = order_in_body(self.list?, self.value?)?;
        order.get(in_body).copied().map(Segment::Index)
    }
}

/// Returns the indexes of a draft's items in the order that they have in a body, if it is another one.
///
/// An entry whose days are called `daysOfWeek` has its place by them, as it has under the protocol's name.
fn order_in_body(list: &List, draft: View<'_>) -> Option<Vec<usize>> {
    let entry = match list.item {
        Type::Object(entry) if list.is_week() => entry,
        _ => return canonical_order(list, draft, &draft.each_item().collect_vec()),
    };
    let entries = draft
        .each_item()
        .map(|item| with_names(entry, item, &|_| true))
        .collect_vec();
    canonical_order(list, draft, &entries.iter().map(Tree::root).collect_vec())
}
