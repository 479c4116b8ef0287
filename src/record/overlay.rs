//! A stored value with a draft's on top.

use serde_json::{Map, Value};

use super::pairs::Pairs;
use crate::json::{Node, View, paired_members};
use crate::schema::{Access, Identity, List, Object, Type};

/// The stored value with the draft's on top: what the draft leaves out of an object stays; arrays are as the draft has
/// them, each item on top of its own in the stored array.
pub(crate) fn overlay<'a>(ty: &Type, stored: View<'a>, draft: View<'a>) -> Value {
    Overlay { writes_all: true }.value(ty, stored, draft)
}

/// The same as the service can carry it out: members that only responses carry stay as they are stored.
pub(crate) fn outcome<'a>(ty: &Type, stored: View<'a>, draft: View<'a>) -> Value {
    Overlay { writes_all: false }.value(ty, stored, draft)
}

/// Whether [`overlay`] is just the draft: it leaves nothing out, and names what is stored in its order.
pub(crate) fn is_whole<'a>(ty: &Type, stored: View<'a>, draft: View<'a>) -> bool {
    match (ty, stored.node(), draft.node()) {
        (Type::Object(_) | Type::Open, Node::Object(mine), Node::Object(others)) => {
            let member_type = |name| ty.table().and_then(|table| table.member(name)).map_or(&Type::Open, |row| &row.ty);
            mine.len() <= others.len()
                && mine.zip(others).all(|((name, a), (other, b))| name == other && is_whole(member_type(name), a, b))
        }
        (Type::List(list), Node::Array(_), Node::Array(_)) => {
            matches!(list.identity, Identity::Days | Identity::Ranges)
                || are_whole(list, &Pairs::of(list, stored, draft))
        }
        _ => true,
    }
}

/// The same of an array, by its items.
pub(crate) fn are_whole(list: &'static List, pairs: &Pairs<'_>) -> bool {
    pairs.not_alike().all(|(_, a, right, b)| pairs.instead[right] || is_whole(&list.item, a, b))
}

struct Overlay {
    /// Whether the draft also speaks for members that only responses carry.
    writes_all: bool,
}

impl Overlay {
    fn value<'a>(&self, ty: &Type, stored: View<'a>, draft: View<'a>) -> Value {
        match (ty, stored.node(), draft.node()) {
            (Type::Object(table), Node::Object(_), Node::Object(_)) => self.members(Some(table), Some(stored), draft),
            (Type::Open, Node::Object(_), Node::Object(_)) => self.members(None, Some(stored), draft),
            (Type::List(list), Node::Array(_), Node::Array(_)) => self.items(list, stored, draft),
            _ => self.alone(ty, draft),
        }
    }

    /// A value that has nothing stored to go on top of.
    fn alone(&self, ty: &Type, draft: View<'_>) -> Value {
        match (ty, draft.node()) {
            (Type::Object(table), Node::Object(_)) if !self.writes_all => self.members(Some(table), None, draft),
            (Type::List(list), Node::Array(items)) if !self.writes_all => {
                items.map(|item| self.alone(&list.item, item)).collect()
            }
            _ => draft.to_value(),
        }
    }

    fn members<'a>(&self, table: Option<&Object>, stored: Option<View<'a>>, draft: View<'a>) -> Value {
        let mut merged = Map::new();
        for (name, a, b) in paired_members(stored, Some(draft)) {
            let row = table.and_then(|table| table.member(name));
            let ty = row.map_or(&Type::Open, |row| &row.ty);
            let writable = self.writes_all || row.is_none_or(|row| row.access != Access::ResponseOnly);
            let value = match (a, b.filter(|_| writable)) {
                (Some(a), Some(b)) => self.value(ty, a, b),
                (Some(a), None) => a.to_value(),
                (None, Some(b)) => self.alone(ty, b),
                (None, None) => continue,
            };
            merged.insert(name.to_owned(), value);
        }
        Value::Object(merged)
    }

    fn items<'a>(&self, list: &'static List, stored: View<'a>, draft: View<'a>) -> Value {
        if matches!(list.identity, Identity::Days | Identity::Ranges) {
            return self.alone(&Type::List(list), draft);
        }
        let pairs = Pairs::of(list, stored, draft);
        let partners = pairs.partner.iter().zip(&pairs.instead);
        let merged = pairs.right.iter().zip(partners).map(|(item, partner)| match partner {
            (Some(at), false) => self.value(&list.item, pairs.left[*at], *item),
            _ => self.alone(&list.item, *item),
        });
        merged.collect()
    }
}
