//! The canonical form: what has one clear meaning in its one spelling, everything else as it stands.

use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::error::Error;
use crate::format::{self, hours};
use crate::json::{Items, Json, Members, Node, View, equal, ordered};
use crate::schema::{Identity, Kind, List, Object, Type};

impl Kind {
    /// A copy in canonical form: outer white space trimmed, colors and domains in lower case, instants in UTC with
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
    pub fn normalize(self, draft: impl Json) -> Result<Value, Error> {
        let draft = draft.held();
        let draft = draft.view();
        self.expect_record(draft)?;
        Ok(self.canonical(draft))
    }

    /// The canonical form of what is known to be a record.
    pub(crate) fn canonical(self, draft: View<'_>) -> Value {
        // A value takes whatever JSON there is.
        serde_json::to_value(Canonical::of(self, draft)).unwrap_or_default()
    }
}

/// A value in canonical form, as it is written: nothing is copied but what is spelled otherwise.
pub(crate) struct Canonical<'t, 'a> {
    shape: Shape<'t>,
    view: View<'a>,
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

impl<'a> Canonical<'static, 'a> {
    /// The record of a draft, in its envelope where it has one.
    pub(crate) fn of(kind: Kind, draft: View<'a>) -> Self {
        let shape = match kind.strip_envelope(draft).0 {
            None => Shape::Record(kind.record()),
            Some(envelope) => Shape::Within(envelope, kind.record()),
        };
        Self { shape, view: draft }
    }
}

/// What of a draft is spelled otherwise in its canonical form: members of the record, and the names of all in their order
/// where that is another one; or, of a record in its envelope, the whole.
pub(crate) struct Respelled<'a> {
    pub(crate) whole: Option<Canonical<'static, 'a>>,
    pub(crate) members: Vec<(&'a str, Canonical<'static, 'a>)>,
    pub(crate) order: Vec<&'a str>,
}

impl<'a> Canonical<'static, 'a> {
    /// `sound` are the rows of members that need no look.
    pub(crate) fn respelled(self, sound: u64) -> Respelled<'a> {
        let mut respelled = Respelled { whole: None, members: Vec::new(), order: Vec::new() };
        let (Shape::Record(table), Some(members)) = (self.shape, self.view.members()) else {
            respelled.whole = Some(self);
            return respelled;
        };
        let mut order = Order::default();
        let mut ordered = true;
        for (name, view) in members.clone() {
            let row = table.row(name, view);
            ordered &= order.goes_on(row, name);
            let canonical = Canonical { shape: Shape::member(table, row), view };
            if row.is_none_or(|row| sound & (1 << row) == 0) && !canonical.is_as_given() {
                respelled.members.push((name, canonical));
            }
        }
        if !ordered {
            respelled.order = in_order(table, members).map(|(name, _)| name).collect();
        }
        respelled
    }
}

/// The order of an object's members, seen one after the other.
#[derive(Default)]
struct Order<'a>(usize, &'a str);

impl<'a> Order<'a> {
    /// Whether the next member belongs behind those before it.
    fn goes_on(&mut self, row: Option<usize>, name: &'a str) -> bool {
        let (row, name) = row.map_or((usize::MAX, name), |row| (row, ""));
        let goes_on = self.0 < row || (self.0 == row && self.1 <= name);
        *self = Self(row, name);
        goes_on
    }
}

impl<'t> Shape<'t> {
    /// Of a member of an object, by the number of its row.
    fn member(table: &'t Object, row: Option<usize>) -> Self {
        row.and_then(|row| table.members.get(row)).map_or(Self::Plain, |member| Self::Of(&member.ty))
    }
}

impl Canonical<'_, '_> {
    /// Whether the value surely has that form as it stands, and holds nothing but JSON. Days and hours that are not as
    /// they should be are not looked at closely.
    pub(crate) fn is_as_given(&self) -> bool {
        match (self.shape, self.view.node()) {
            (Shape::Record(table) | Shape::Of(&Type::Object(table)), Node::Object(mut members)) => {
                let mut order = Order::default();
                members.all(|(name, view)| {
                    let row = table.row(name, view);
                    order.goes_on(row, name) && Canonical { shape: Shape::member(table, row), view }.is_as_given()
                })
            }
            (Shape::Of(Type::Text(format)), Node::Text(text)) => format::normalize(*format, text).is_none(),
            (Shape::Of(Type::List(list)), Node::Array(items)) => list_is_as_given(list, items),
            (Shape::Within(..), Node::Object(_)) | (_, Node::Odd { .. }) => false,
            (_, Node::Array(mut items)) => items.all(|view| Canonical { shape: Shape::Plain, view }.is_as_given()),
            (_, Node::Object(mut members)) => {
                members.all(|(_, view)| Canonical { shape: Shape::Plain, view }.is_as_given())
            }
            _ => true,
        }
    }
}

fn list_is_as_given(list: &List, mut items: Items<'_>) -> bool {
    match list.identity {
        Identity::Days => return hours::ascend(items),
        Identity::Ranges => return hours::are_orderly(items),
        Identity::Week if !in_order_of_days(items.clone()) => return false,
        _ => {}
    }
    items.all(|view| Canonical { shape: Shape::Of(&list.item), view }.is_as_given())
}

/// Whether each entry of a week has days, as they are written, not before those of the entry before.
fn in_order_of_days<'a>(mut entries: Items<'a>) -> bool {
    let days = |entry: View<'a>| entry.get("daysOfTheWeek").and_then(View::items).into_iter().flatten().map(hours::day);
    let mut latest = None;
    entries.all(|entry| {
        let in_order = latest.is_none_or(|latest| days(latest).le(days(entry)));
        latest = Some(entry);
        in_order && days(entry).next().is_some()
    })
}

impl Serialize for Canonical<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match (self.shape, self.view.node()) {
            (Shape::Within(envelope, table), Node::Object(members)) => {
                serializer.collect_map(members.map(|(name, view)| {
                    let shape = if name == envelope { Shape::Record(table) } else { Shape::Plain };
                    (name, Canonical { shape, view })
                }))
            }
            (Shape::Record(table), Node::Object(members)) => serializer.collect_map(in_order(table, members)),
            (Shape::Of(Type::Object(table)), Node::Object(members)) => serializer.collect_map(in_order(table, members)),
            (Shape::Of(Type::Text(format)), Node::Text(text)) => {
                serializer.serialize_str(format::normalize(*format, text).as_deref().unwrap_or(text))
            }
            (Shape::Of(Type::List(list)), Node::Array(items)) => match days(list, self.view) {
                Some(days) => days.serialize(serializer),
                None => serializer.collect_seq(
                    sorted(list, self.view, items)
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
fn in_order<'a, 't>(table: &'t Object, members: Members<'a>) -> impl Iterator<Item = (&'a str, Canonical<'t, 'a>)> {
    let members: Vec<_> =
        members.map(|(name, view)| (table.row(name, view).unwrap_or(usize::MAX), name, view)).collect();
    let order = ordered(members.len(), &|a, b| (members[a].0, members[a].1).cmp(&(members[b].0, members[b].1)));
    order.into_iter().map(move |at| {
        let (row, name, view) = members[at];
        let shape = table.members.get(row).map_or(Shape::Plain, |row| Shape::Of(&row.ty));
        (name, Canonical { shape, view })
    })
}

/// Days in order and each once, where every one can be read.
fn days(list: &List, view: View<'_>) -> Option<Vec<u8>> {
    hours::days(view).filter(|_| list.identity == Identity::Days)
}

/// Lists whose order means nothing are sorted, where every item can be read.
fn sorted<'a>(list: &List, view: View<'a>, items: Items<'a>) -> Vec<View<'a>> {
    let mut items: Vec<View<'a>> = items.collect();
    match list.identity {
        Identity::Ranges if hours::ranges(view).is_some() => {
            let ranges: Vec<_> = items.iter().map(|item| hours::Range::read(*item)).collect();
            let order = ordered(items.len(), &|a, b| ranges[a].cmp(&ranges[b]));
            items = order.into_iter().map(|at| items[at]).collect();
            items.dedup_by(|a, b| equal(*a, *b));
        }
        Identity::Week => {
            let days = |entry: &View<'a>| entry.get("daysOfTheWeek").and_then(hours::days).unwrap_or_default();
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
