//! The items of a set that a draft only repeats from a response, in the shape that the response has them.

use serde_json::{Map, Value};

use super::not_set::is_not_set;
use crate::ground::json::{CollectVec, Each, Node, Tree, View, canonical_text};
use crate::knowledge::schema::{List, Type};

/// Returns, for each item of a set of days or of ranges, the stored item that it means, if there is one: `"1"` means 1,
/// and numbers of a range may be text. n log n in the items.
pub(crate) fn repeated_items<'a>(
    list: &List,
    stored: View<'a>,
    draft: View<'_>,
) -> Vec<Option<View<'a>>> {
    let mut known = stored
        .list_items()
        .unwrap_or_default()
        .into_iter()
        .map(|item| (canonical_text(item), item))
        .collect_vec();
    known.sort_by(|(a, _), (b, _)| a.cmp(b));
    let mut repeated = Vec::new();
    for item in draft.each_item() {
        let text = canonical_text(regular(&list.item, item).root());
        let found = known.binary_search_by(|(own, _)| own.cmp(&text));
        repeated.push(found.ok().map(|at| known[at].1));
    }
    repeated
}

/// Returns a copy of an item as reading makes it.
fn regular(ty: &Type, item: View<'_>) -> Tree {
    let (Type::Object(table), Node::Object(members)) = (ty, item.node()) else {
        return Tree::of(regular_value(ty, item));
    };
    let mut object = Map::new();
    for (name, value) in members {
        let ty = table.type_of(name);
        if !table.leaves_out(name) && !is_not_set(ty, value) {
            object.insert(name.to_owned(), regular_value(ty, value));
        }
    }
    Tree::of(Value::Object(object))
}

/// Returns a value with a number in place of its text.
fn regular_value(ty: &Type, value: View<'_>) -> Value {
    value
        .text()
        .and_then(|text| ty.any_value_of_text(text))
        .unwrap_or_else(|| value.to_value())
}
