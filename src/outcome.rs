//! The record that the service holds after an update.

use serde_json::Value;

use crate::body::Names;
use crate::error::Error;
use crate::issue::Profile;
use crate::json::{Json, Open, Path, Tree, View};
use crate::record::each::{Becomes, Here, Met, Visitor, each};
use crate::record::outcome;
use crate::schema::{Access, Kind, List, Member, Object, Type};

impl Kind {
    /// Returns the record that the service holds after an update: the stored record with the body on top.
    ///
    /// A member that the body omits stays; an array is replaced by that of the body; special dates that it marks
    /// `deleted` are removed; members of responses only stay as stored. Under [`Profile::Service`] the update also has
    /// the reported effects of the service (observed): a member that the body omits and that has a default falls back
    /// to it, and new items get their defaults. IDs of new items are chosen by the service, and are omitted. Also makes
    /// a whole record of a draft, for [`Kind::merge`]. The stored record is read like a response by [`Kind::read`].
    ///
    /// # Errors
    /// `not_a_record`: either is not a JSON object.
    ///
    /// ```
    /// use calendiff::{Kind, Profile};
    /// use serde_json::json;
    ///
    /// let stored = json!({ "calendar": { "id": "f06f", "name": "Consultation", "slotDuration": 60 } });
    /// let sent = json!({ "name": "First visit" });
    /// let outcome = Kind::Calendar.outcome(&stored, &sent, Profile::Document)?;
    /// assert_eq!(outcome, json!({ "id": "f06f", "name": "First visit", "slotDuration": 60 }));
    /// assert_eq!(Kind::Calendar.outcome(&stored, &sent, Profile::Service)?["slotDuration"], 30);
    ///
    /// let refused = Kind::Calendar.outcome(&stored, &json!("name"), Profile::Document).unwrap_err();
    /// assert_eq!(refused.code(), "not_a_record");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn outcome(self, stored: impl Json, sent: impl Json, profile: Profile) -> Result<Value, Error> {
        let (stored, sent) = (stored.held(), sent.held());
        let stored = self.regular(stored.view())?;
        Ok(self.outcome_under(profile, stored.root(), sent.view())?.root().to_value())
    }

    /// Like [`outcome`](Kind::outcome), but takes a stored record that has been read.
    pub(crate) fn outcome_under(self, profile: Profile, stored: View<'_>, sent: View<'_>) -> Result<Tree, Error> {
        let record = self.outcome_of(stored, sent)?;
        if profile != Profile::Service {
            return Ok(record);
        }
        let mut defaults = Defaults { body: self.record_in(sent)? };
        Ok(each(&mut defaults, self.record(), Here::alone(record.root())))
    }

    /// Returns the stored record with a body or a draft on top; nothing falls back to a default.
    pub(crate) fn outcome_of(self, stored: View<'_>, sent: View<'_>) -> Result<Tree, Error> {
        let table = self.record();
        let sent = each(&mut Names::default(), table, Here::alone(self.record_in(sent)?));
        let outcome = outcome(table, stored, sent.root());
        Ok(each(&mut Kept, table, Here::alone(outcome.root())))
    }
}

/// Drops the special dates that are marked as deleted.
struct Kept;

impl Visitor for Kept {
    /// Items do not contain dates.
    fn passes(&self, _: &Type, here: &Here<'_>) -> bool {
        here.list.is_some()
    }

    fn keeps(&self, list: &'static List, item: View<'_>) -> bool {
        !list.deleted_by_id || item.get("deleted").and_then(View::boolean) != Some(true)
    }
}

/// The defaults of members that the body omits, and of members that items omit.
struct Defaults<'b> {
    body: View<'b>,
}

impl Visitor for Defaults<'_> {
    fn member<'a>(&mut self, path: &Path, met: &Met<'a, '_>) -> Becomes<'a> {
        let default = met.row.filter(|_| path.segments().is_empty()).and_then(|row| self.fallback(row));
        default.map_or(Becomes::Itself, Becomes::Value)
    }

    fn more_members(&mut self, path: &Path, table: &'static Object, here: &Here<'_>, out: &mut Open<'_>) {
        for row in table.members.iter().filter(|row| here.view.get(row.name).is_none()) {
            let default = match here.list {
                Some(_) => row.default_value(),
                None => self.fallback(row).filter(|_| path.segments().is_empty()),
            };
            if let Some(default) = default {
                out.value(Some(row.name), &default);
            }
        }
    }
}

impl Defaults<'_> {
    /// Returns the default that a member of the record falls back to.
    fn fallback(&self, row: &Member) -> Option<Value> {
        row.default_value().filter(|_| row.access == Access::Both && self.body.get(row.name).is_none())
    }
}
