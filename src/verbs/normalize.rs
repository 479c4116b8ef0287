//! The canonical form: values with one clear meaning in its one spelling, everything else unchanged.

use serde_json::Value;

use crate::ground::error::Error;
use crate::ground::json::{Each, Json, Listed, Node, Open, Path, Tree, View, expect_json, ordered};
use crate::knowledge::format;
use crate::knowledge::schema::{Kind, Object, Type};
use crate::record::each::{Here, Order, Visitor, each, each_value};
use crate::record::open;
use crate::verbs::validate::is_sound_here;

/// Answers [`Kind::normalize`].
pub(crate) fn normalize(kind: Kind, draft: impl Json) -> Result<Value, Error> {
    let draft = draft.held();
    open::expect_record(kind, draft.view())?;
    expect_json(draft.view())?;
    Ok(canonical(kind, draft.view()).root().to_value())
}

/// Returns the canonical form of a draft that is known to be a record.
pub(crate) fn canonical(kind: Kind, draft: View<'_>) -> Tree {
    let (Some(envelope), record) = open::strip_envelope(kind, draft) else {
        return canonical_record(kind.record(), draft);
    };
    let record = match record.node() {
        Node::Object(_) => canonical_record(kind.record(), record),
        _ => Tree::copied(record),
    };
    let mut tree = Tree::of_names(draft.names());
    let mut whole = tree.object();
    for (name, member) in draft.each_member() {
        whole.copy(Some(name), if name == envelope { record.root() } else { member });
    }
    drop(whole);
    tree
}

/// Returns the canonical form of a record.
pub(crate) fn canonical_record(table: &'static Object, record: View<'_>) -> Tree {
    each(&mut Canonical, table, Here::alone(record))
}

pub(crate) struct Canonical;

impl Visitor for Canonical {
    fn order(&self) -> Order {
        Order::Canonical
    }

    fn passes(&self, ty: &Type, here: &Here<'_>) -> bool {
        is_sound_here(ty, here)
    }

    fn leaf(&mut self, _: &Path, ty: &Type, view: View<'_>, name: Option<&str>, out: &mut Open<'_>) -> bool {
        let (Type::Text(format), Node::Text(text)) = (ty, view.node()) else { return false };
        let canonical = format::normalize(*format, text);
        if let Some(text) = &canonical {
            out.text(name, text);
        }
        canonical.is_some()
    }
}

/// The differences between a draft and its canonical form: the members that differ, and all names in canonical order if
/// the order differs; for a record in its envelope, the whole.
pub(crate) struct Respelled<'a> {
    pub(crate) whole: Option<Tree>,
    pub(crate) members: Vec<(&'a str, Tree)>,
    pub(crate) order: Vec<&'a str>,
}

impl<'a> Respelled<'a> {
    /// Compares a draft with its canonical form. `sound` are the rows of members that need no comparison.
    pub(crate) fn of(kind: Kind, draft: View<'a>, sound: u64) -> Self {
        let mut respelled = Self { whole: None, members: Vec::new(), order: Vec::new() };
        let (None, Some(members)) = (open::strip_envelope(kind, draft).0, draft.members()) else {
            respelled.whole = Some(canonical(kind, draft));
            return respelled;
        };
        let table = kind.record();
        let mut ranks = Vec::with_capacity(members.len());
        for (name, view) in members {
            let row = table.row(name, view);
            ranks.push((row.unwrap_or(usize::MAX), if row.is_some() { "" } else { name }, name));
            if row.is_some_and(|row| sound & (1 << row) != 0) {
                continue;
            }
            let ty = row.and_then(|row| table.members.get(row)).map_or(&Type::Open, |row| &row.ty);
            let canonical = each_value(&mut Canonical, ty, Here::alone(view));
            if canonical.root().alike(view) != Some(true) {
                respelled.members.push((name, canonical));
            }
        }
        if !ranks.is_sorted() {
            let order = ordered(ranks.len(), &|a, b| ranks[a].cmp(&ranks[b]));
            respelled.order = order.into_iter().map(|at| ranks[at].2).listed();
        }
        respelled
    }
}
