//! An update: a stored record, a draft, and the record after the update. Body and diff are derived from it.

use crate::ground::error::Error;
use crate::ground::json::{Tree, View};
use crate::knowledge::schema::Kind;
use crate::record::each::{Here, each};
use crate::record::open;
use crate::record::over_stored;
use crate::verbs::body::{Decision, Names};
use crate::verbs::normalize;

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
        let (given, draft, table) =
            (open::whole_record_in(kind, stored)?, open::record_in(kind, draft)?, kind.record());
        let (mut of_stored, mut of_draft) = (Names::default(), Names::default());
        let stored = each(&mut of_stored, table, Here::alone(given));
        let draft = each(&mut of_draft, table, Here::with(draft, [Some(given), None]));
        let draft = normalize::canonical(kind, draft.root());
        let after = over_stored(table, stored.root(), draft.root());
        Ok(Self { kind, stored, draft, after, of_stored: of_stored.made, of_draft: of_draft.made })
    }
}
