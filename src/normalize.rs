//! The canonical form: values with one clear meaning in its one spelling, everything else unchanged.

use serde_json::Value;

use crate::error::Error;
use crate::format;
use crate::json::{Each, Json, Listed, Node, Open, Path, Tree, View, expect_json, ordered};
use crate::record::each::{Here, Order, Visitor, each, each_value};
use crate::schema::{Kind, Object, Type};
use crate::validate::is_sound_here;

impl Kind {
    /// Returns a copy in canonical form. Outer white space is trimmed, colors and domains are in lower case, instants
    /// are in UTC with milliseconds, days are sorted and distinct, hours and entries of the week are sorted, and
    /// equal hours appear once. Members are in the order of the specification, and unknown ones follow by name. A
    /// record in its envelope stays in it.
    ///
    /// Values without one clear meaning, and members that the tables do not contain, stay unchanged. Normalizing twice
    /// has the same result as normalizing once.
    ///
    /// # Errors
    /// `not_a_record`: the draft is not a JSON object.
    ///
    /// ```
    /// use calendiff::Kind;
    /// use serde_json::json;
    ///
    /// let draft = json!({ "name": " Consultation ", "eventColor": "red", "mine": " kept " });
    /// let value = Kind::Calendar.normalize(&draft)?;
    /// assert_eq!(value, json!({ "name": "Consultation", "eventColor": "red", "mine": " kept " }));
    ///
    /// assert_eq!(Kind::Calendar.normalize(&json!([])).unwrap_err().code(), "not_a_record");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn normalize(self, draft: impl Json) -> Result<Value, Error> {
        let draft = draft.held();
        self.expect_record(draft.view())?;
        expect_json(draft.view())?;
        Ok(self.canonical(draft.view()).root().to_value())
    }

    /// Returns the canonical form of a draft that is known to be a record.
    pub(crate) fn canonical(self, draft: View<'_>) -> Tree {
        let (Some(envelope), record) = self.strip_envelope(draft) else { return canonical(self.record(), draft) };
        let record = match record.node() {
            Node::Object(_) => canonical(self.record(), record),
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
}

/// Returns the canonical form of a record.
pub(crate) fn canonical(table: &'static Object, record: View<'_>) -> Tree {
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
        let (None, Some(members)) = (kind.strip_envelope(draft).0, draft.members()) else {
            respelled.whole = Some(kind.canonical(draft));
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
