//! What the service is to hold once it took an update.

use serde_json::Value;

use crate::body::respelled;
use crate::error::Error;
use crate::json::{Json, Tree, View};
use crate::record::outcome;
use crate::schema::{Identity, Kind, Type};

impl Kind {
    /// The record that the service is to hold once it took `sent`: the stored record with the body on top.
    ///
    /// What the body leaves out stays; an array is as the body has it; special dates that it marks `deleted` are gone;
    /// what only responses carry stays as it is stored. Also makes a whole record of a draft, for [`Kind::merge`]. The
    /// stored record is taken as [`Kind::read`] gives it.
    ///
    /// # Errors
    /// `not_a_record` where either is no JSON object.
    ///
    /// ```
    /// use calendiff::Kind;
    /// use serde_json::json;
    ///
    /// let stored = json!({ "calendar": { "id": "f06f", "name": "Consultation", "slotDuration": 60 } });
    /// let outcome = Kind::Calendar.outcome(&stored, &json!({ "name": "First visit" }))?;
    /// assert_eq!(outcome, json!({ "id": "f06f", "name": "First visit", "slotDuration": 60 }));
    ///
    /// assert_eq!(Kind::Calendar.outcome(&stored, &json!("name")).unwrap_err().code(), "not_a_record");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn outcome(self, stored: impl Json, sent: impl Json) -> Result<Value, Error> {
        let (stored, sent) = (stored.held(), sent.held());
        let (stored, sent) = (stored.view(), sent.view());
        let stored = Tree::of(&self.read(stored)?.value);
        self.outcome_of(stored.root(), sent)
    }

    /// The same of a record that has been read.
    pub(crate) fn outcome_of(self, stored: View<'_>, sent: View<'_>) -> Result<Value, Error> {
        let sent = Tree::of(respelled(self, Tree::of(self.record_in(sent)?).root()));
        let record = Type::Object(self.record());
        let mut outcome = outcome(&record, stored, sent.root());
        drop_deleted(&record, &mut outcome);
        Ok(outcome)
    }
}

/// Drops the special dates that are marked as deleted.
fn drop_deleted(ty: &Type, value: &mut Value) {
    match (ty, value) {
        (Type::Object(table), Value::Object(members)) => {
            for (name, member) in members.iter_mut() {
                if let Some(row) = table.member(name) {
                    drop_deleted(&row.ty, member);
                }
            }
        }
        (Type::List(list), Value::Array(items)) if list.identity == Identity::Date => {
            items.retain(|item| item.get("deleted") != Some(&Value::Bool(true)));
        }
        _ => {}
    }
}
