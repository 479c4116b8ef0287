//! The canonical form: what has one clear meaning in its one spelling, everything else as it stands.

use serde_json::Value;

use crate::error::Error;
use crate::format::{self, hours};
use crate::json::{Node, View};
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
        let (envelope, record) = self.unwrap(draft);
        let normal = object(self.record(), record);
        match envelope {
            None => normal,
            Some(envelope) => {
                let mut whole = draft.to_value();
                whole[envelope] = normal;
                whole
            }
        }
    }
}

/// Members in the order of the table, then those that it does not know by name.
fn object<'a, V: View<'a>>(table: &Object, view: V) -> Value {
    let Some(members) = view.members() else { return view.to_value() };
    let mut members: Vec<_> = members
        .map(|(name, member)| {
            let row = table.find(name);
            let value = match row.and_then(|row| table.members.get(row)) {
                Some(row) => value(&row.ty, member),
                None => member.to_value(),
            };
            (row.unwrap_or(usize::MAX), name, value)
        })
        .collect();
    members.sort_by_key(|(row, name, _)| (*row, *name));
    Value::Object(members.into_iter().map(|(_, name, value)| (name.to_owned(), value)).collect())
}

fn value<'a, V: View<'a>>(ty: &Type, view: V) -> Value {
    match (ty, view.node()) {
        (Type::Text(format), Node::Text(text)) => {
            format::normalize(*format, text).unwrap_or_else(|| text.to_owned()).into()
        }
        (Type::Object(table), Node::Object(_)) => object(table, view),
        (Type::List(list), Node::Array(items)) => {
            sorted(list, view, items.map(|item| value(&list.item, item)).collect())
        }
        _ => view.to_value(),
    }
}

/// Lists whose order means nothing are sorted, where every item can be read.
fn sorted<'a, V: View<'a>>(list: &List, view: V, mut items: Vec<Value>) -> Value {
    match list.identity {
        Identity::Days => {
            if let Some(days) = hours::days(view) {
                return days.into();
            }
        }
        Identity::Ranges => {
            if hours::ranges(view).is_some() {
                items.sort_by_key(|range| hours::Range::read(range));
                items.dedup();
            }
        }
        Identity::Week => {
            let first_day = |entry: &Value| entry.get("daysOfTheWeek").and_then(hours::days).unwrap_or_default();
            if items.iter().all(|entry| !first_day(entry).is_empty()) {
                items.sort_by_cached_key(first_day);
            }
        }
        Identity::UserId | Identity::Date | Identity::Place => {}
    }
    Value::Array(items)
}
