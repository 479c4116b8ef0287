//! An update: a stored record, a draft, and the record after the update. Body and diff are derived from it.

use crate::body::{Decision, Names};
use crate::error::Error;
use crate::json::{Tree, View};
use crate::record::each::{Here, each};
use crate::record::outcome;
use crate::schema::Kind;

pub(crate) struct Update {
    pub(crate) kind: Kind,
    /// The stored record, with misspelled aliases renamed to the names of the protocol.
    pub(crate) stored: Tree,
    /// The draft with its aliases renamed, in canonical form.
    pub(crate) draft: Tree,
    /// The stored record with the draft on top.
    pub(crate) after: Tree,
    /// The decisions about names of the stored record.
    pub(crate) of_stored: Vec<Decision>,
    /// The decisions about names of the draft.
    pub(crate) of_draft: Vec<Decision>,
}

impl Update {
    /// Makes an update. Both records may be in their envelope.
    ///
    /// # Errors
    /// `not_a_record`: either does not contain a JSON object.
    pub(crate) fn of(kind: Kind, stored: View<'_>, draft: View<'_>) -> Result<Self, Error> {
        let (given, draft, table) = (kind.whole_record_in(stored)?, kind.record_in(draft)?, kind.record());
        let (mut of_stored, mut of_draft) = (Names::default(), Names::default());
        let stored = each(&mut of_stored, table, Here::alone(given));
        let draft = each(&mut of_draft, table, Here::with(draft, [Some(given), None]));
        let draft = kind.canonical(draft.root());
        let after = outcome(table, stored.root(), draft.root());
        Ok(Self { kind, stored, draft, after, of_stored: of_stored.made, of_draft: of_draft.made })
    }
}
