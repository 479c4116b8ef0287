//! The canonical form: what has one clear meaning in its one spelling, everything else as it stands.

use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::error::Error;
use crate::format::{self, hours};
use crate::json::{Node, View, equal, ordered};
use crate::schema::{Identity, Kind, List, Object, Type};

impl Kind {
    /// A copy in canonical form: outer white space trimmed, colours and domains in lower case, instants in UTC with
    /// milliseconds, days sorted and each once, hours and entries of the week sorted, equal hours once, members in the order of the
    /// document and unknown ones by name behind them. A record in its envelope stays in it.
    ///
    /// What has no one clear meaning, and members that the tables do not know, come through as they are. Normalizing
    /// twice is normalizing once.
    ///
    /// # Errors
    /// `not_a_record` where the draft is no JSON object.
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
    pub fn normalize<'a, V: View<'a>>(self, draft: V) -> Result<Value, Error> {
        self.expect_record(draft)?;
        Ok(self.canonical(draft))
    }

    /// The canonical form of what is known to be a record.
    pub(crate) fn canonical<'a, V: View<'a>>(self, draft: V) -> Value {
        // A value takes whatever JSON there is.
        serde_json::to_value(Canonical::of(self, draft)).unwrap_or_default()
    }
}

/// A value in canonical form, as it is written: nothing is copied but what is spelled otherwise.
pub(crate) struct Canonical<'t, V> {
    shape: Shape<'t>,
    view: V,
}

/// What a value is.
#[derive(Clone, Copy)]
enum Shape<'t> {
    /// A record in its envelope.
    Within(&'static str, &'t Object),
    Record(&'t Object),
    Of(&'t Type),
    /// Nothing that the tables know.
    Plain,
}

impl<'a, V: View<'a>> Canonical<'static, V> {
    /// The record of a draft, in its envelope where it has one.
    pub(crate) fn of(kind: Kind, draft: V) -> Self {
        let shape = match kind.unwrap(draft).0 {
            None => Shape::Record(kind.record()),
            Some(envelope) => Shape::Within(envelope, kind.record()),
        };
        Self { shape, view: draft }
    }
}

impl<'a, V: View<'a>> Serialize for Canonical<'_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match (self.shape, self.view.node()) {
            (Shape::Within(envelope, table), Node::Object(members)) => {
                serializer.collect_map(members.map(|(name, view)| {
                    let shape = if name == envelope { Shape::Record(table) } else { Shape::Plain };
                    (name, Canonical { shape, view })
                }))
            }
            (Shape::Record(table), Node::Object(members)) => serializer.collect_map(in_order::<V>(table, members)),
            (Shape::Of(Type::Object(table)), Node::Object(members)) => {
                serializer.collect_map(in_order::<V>(table, members))
            }
            (Shape::Of(Type::Text(format)), Node::Text(text)) => {
                serializer.serialize_str(format::normalize(*format, text).as_deref().unwrap_or(text))
            }
            (Shape::Of(Type::List(list)), Node::Array(items)) => match days(list, self.view) {
                Some(days) => days.serialize(serializer),
                None => serializer.collect_seq(
                    sorted::<V>(list, self.view, items)
                        .into_iter()
                        .map(|view| Canonical { shape: Shape::Of(&list.item), view }),
                ),
            },
            (_, Node::Text(text)) => serializer.serialize_str(text),
            (_, Node::Bool(truth)) => serializer.serialize_bool(truth),
            (_, Node::Number(number)) => number.to_value().serialize(serializer),
            (_, Node::Null | Node::Odd { .. }) => serializer.serialize_unit(),
            (_, Node::Array(items)) => {
                serializer.collect_seq(items.map(|view| Canonical { shape: Shape::Plain, view }))
            }
            (_, Node::Object(members)) => {
                serializer.collect_map(members.map(|(name, view)| (name, Canonical { shape: Shape::Plain, view })))
            }
        }
    }
}

/// Members in the order of the table, then those that it does not know by name.
fn in_order<'a, 't, V: View<'a>>(
    table: &'t Object,
    members: V::Members,
) -> impl Iterator<Item = (&'a str, Canonical<'t, V>)> {
    let members: Vec<_> = members.map(|(name, view)| (table.find(name).unwrap_or(usize::MAX), name, view)).collect();
    let order = ordered(members.len(), &|a, b| (members[a].0, members[a].1).cmp(&(members[b].0, members[b].1)));
    order.into_iter().map(move |at| {
        let (row, name, view) = members[at];
        let shape = table.members.get(row).map_or(Shape::Plain, |row| Shape::Of(&row.ty));
        (name, Canonical { shape, view })
    })
}

/// Days in order and each once, where every one can be read.
fn days<'a, V: View<'a>>(list: &List, view: V) -> Option<Vec<u8>> {
    hours::days(view).filter(|_| list.identity == Identity::Days)
}

/// Lists whose order means nothing are sorted, where every item can be read.
fn sorted<'a, V: View<'a>>(list: &List, view: V, items: V::Items) -> Vec<V> {
    let mut items: Vec<V> = items.collect();
    match list.identity {
        Identity::Ranges if hours::ranges(view).is_some() => {
            let ranges: Vec<_> = items.iter().map(|item| hours::Range::read(*item)).collect();
            let order = ordered(items.len(), &|a, b| ranges[a].cmp(&ranges[b]));
            items = order.into_iter().map(|at| items[at]).collect();
            items.dedup_by(|a, b| equal(*a, *b));
        }
        Identity::Week => {
            let days = |entry: &V| entry.get("daysOfTheWeek").and_then(hours::days).unwrap_or_default();
            let days: Vec<_> = items.iter().map(days).collect();
            if days.iter().all(|days| !days.is_empty()) {
                let order = ordered(items.len(), &|a, b| days[a].cmp(&days[b]));
                items = order.into_iter().map(|at| items[at]).collect();
            }
        }
        _ => {}
    }
    items
}
