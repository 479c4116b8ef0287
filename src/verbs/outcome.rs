//! The record that the service holds after an update.

use serde_json::Value;

use crate::ground::error::Error;
use crate::ground::json::{Json, Open, Path, Tree, View};
use crate::knowledge::issue::Profile;
use crate::knowledge::schema::{Access, Kind, List, Member, Object, Type};
use crate::record::each::{Becomes, Here, Met, Visitor, each};
use crate::record::{open, over_stored};
use crate::verbs::body::Names;
use crate::verbs::read;

/// Answers [`Kind::outcome`].
pub(crate) fn outcome(kind: Kind, stored: impl Json, sent: impl Json, profile: Profile) -> Result<Value, Error> {
    let (stored, sent) = (stored.held(), sent.held());
    let stored = read::regular(kind, stored.view())?;
    Ok(outcome_under(kind, profile, stored.root(), sent.view())?.root().to_value())
}

/// Like [`outcome`](Kind::outcome), but takes a stored record that has been read.
pub(crate) fn outcome_under(kind: Kind, profile: Profile, stored: View<'_>, sent: View<'_>) -> Result<Tree, Error> {
    let record = outcome_of(kind, stored, sent)?;
    if profile != Profile::Service {
        return Ok(record);
    }
    let mut defaults = Defaults { body: open::record_in(kind, sent)? };
    Ok(each(&mut defaults, kind.record(), Here::alone(record.root())))
}

/// Returns the stored record with a body or a draft on top; nothing falls back to a default.
pub(crate) fn outcome_of(kind: Kind, stored: View<'_>, sent: View<'_>) -> Result<Tree, Error> {
    let table = kind.record();
    let sent = each(&mut Names::default(), table, Here::alone(open::record_in(kind, sent)?));
    let outcome = over_stored(table, stored, sent.root());
    Ok(each(&mut Kept, table, Here::alone(outcome.root())))
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
