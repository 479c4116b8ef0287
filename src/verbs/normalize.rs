//! The canonical form: values with one clear meaning in its one spelling, everything else unchanged.

use crate::ground::error::Error;
use crate::ground::json::{Builder, CollectVec, Each, Json, Node, Path, Tree, View, order_of};
use crate::knowledge::format;
use crate::knowledge::schema::{Kind, Object, Type};
use crate::record::each::{Order, Visited, Visitor, each, each_value};
use crate::record::is_sound_here;
use crate::record::open::{self, Record};

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
    /// assert_eq!(Kind::Calendar.normalize(json!([])).unwrap_err().code(), "not_a_record");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn normalize(self, draft: impl Json) -> Result<Tree, Error> {
        Ok(normalize(&open::record(self, draft.held().view())?))
    }
}

/// Answers [`Kind::normalize`](crate::Kind::normalize): the record in canonical form, in its envelope if it has one.
pub(crate) fn normalize(draft: &Record<'_>) -> Tree {
    draft.given_with(canonical_record(draft.table(), draft.view))
}

/// Returns the canonical form of a record.
pub(crate) fn canonical_record(table: &'static Object, record: View<'_>) -> Tree {
    each(&mut Canonical, table, Visited::alone(record))
}

/// Returns true if a draft is in canonical form. `sound` are the rows of members that need no comparison.
pub(crate) fn is_canonical(draft: &Record<'_>, sound: u64) -> bool {
    draft.envelope().is_none() && is_in_order(draft) && Respelled::of(draft, sound).is_empty()
}

/// Returns true if the members of a draft are in canonical order.
fn is_in_order(draft: &Record<'_>) -> bool {
    draft
        .view
        .each_member()
        .map(|(name, view)| rank(draft.table(), name, view))
        .is_sorted()
}

/// Returns the place of a member in the canonical order: its row, or its name behind all rows.
fn rank<'a>(table: &'static Object, name: &'a str, view: View<'_>) -> (usize, &'a str) {
    table
        .row(name, view)
        .map_or((usize::MAX, name), |row| (row, ""))
}

pub(crate) struct Canonical;

impl Visitor for Canonical {
    fn order(&self) -> Order {
        Order::Canonical
    }

    fn passes(&self, ty: &Type, visited: &Visited<'_>) -> bool {
        is_sound_here(ty, visited)
    }

    fn leaf(
        &mut self,
        _: &Path,
        ty: &Type,
        visited: &Visited<'_>,
        name: Option<&str>,
        out: &mut Builder<'_>,
    ) -> bool {
        let (Type::Text(format), Node::Text(text)) = (ty, visited.view.node()) else {
            return false;
        };
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
    /// Returns true if the draft is in canonical form.
    pub(crate) fn is_empty(&self) -> bool {
        self.whole.is_none() && self.members.is_empty() && self.order.is_empty()
    }

    /// Returns the whole canonical form of a draft.
    pub(crate) fn whole(draft: &Record<'a>) -> Self {
        Self {
            whole: Some(normalize(draft)),
            members: Vec::new(),
            order: Vec::new(),
        }
    }

    /// Compares a draft with its canonical form. `sound` are the rows of members that need no comparison.
    pub(crate) fn of(draft: &Record<'a>, sound: u64) -> Self {
        if draft.envelope().is_some() {
            return Self::whole(draft);
        }
        let mut respelled = Self {
            whole: None,
            members: Vec::new(),
            order: Vec::new(),
        };
        let table = draft.table();
        let mut ranks = Vec::new();
        for (name, view) in draft.view.each_member() {
            let row = table.row(name, view);
            ranks.push((rank(table, name, view), name));
            let Some(row) = row.filter(|row| sound & (1 << row) == 0) else {
                continue;
            };
            let ty = &table.members[row].ty;
            let canonical = each_value(&mut Canonical, ty, Visited::alone(view));
            if canonical.root().alike(view) != Some(true) {
                respelled.members.push((name, canonical));
            }
        }
        if !ranks.is_sorted() {
            let order = order_of(&ranks);
            respelled.order = order.into_iter().map(|at| ranks[at].1).collect_vec();
        }
        respelled
    }
}
