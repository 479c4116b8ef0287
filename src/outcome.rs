//! What the service is to hold once it took an update.

use serde_json::Value;

use crate::body::Names;
use crate::error::Error;
use crate::json::{Json, Tree, View};
use crate::record::each::{Here, Visitor, each};
use crate::record::outcome;
use crate::schema::{Kind, List, Type};

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
        let stored = self.regular(stored.view())?;
        Ok(self.outcome_of(stored.root(), sent.view())?.root().to_value())
    }

    /// The same of a record that has been read.
    pub(crate) fn outcome_of(self, stored: View<'_>, sent: View<'_>) -> Result<Tree, Error> {
        let table = self.record();
        let sent = each(&mut Names::default(), table, Here::alone(self.record_in(sent)?));
        let outcome = outcome(table, stored, sent.root());
        Ok(each(&mut Kept, table, Here::alone(outcome.root())))
    }
}

/// What is left where special dates are marked as deleted.
struct Kept;

impl Visitor for Kept {
    /// Inside of an item there are no dates.
    fn passes(&self, _: &Type, here: &Here<'_>) -> bool {
        here.list.is_some()
    }

    fn keeps(&self, list: &'static List, item: View<'_>) -> bool {
        !list.deleted_by_id || item.get("deleted").and_then(View::boolean) != Some(true)
    }
}
