//! Opens a form over a stored record.

use std::sync::OnceLock;

use super::edit::Touched;
use super::findings::Findings;
use super::history::History;
use super::state::RecordForm;
use crate::knowledge::issue::Profile;
use crate::knowledge::schema::NAMES;
use crate::record::open::Record;
use crate::verbs::body::writable;
use crate::verbs::{outcome, read};

/// Answers [`Kind::form`](crate::Kind::form).
pub(crate) fn form(stored: &Record<'_>, profile: Profile) -> RecordForm {
    let kind = stored.kind;
    let stored = read::regular(kind, stored.view);
    let stored = outcome::without_deleted(kind, stored.root())
        .unwrap_or(stored)
        .into_numbered(NAMES);
    let first = writable(kind, stored.root());
    let mut form = RecordForm {
        kind,
        profile,
        text: first.source().len(),
        stored,
        draft: first.clone(),
        first,
        is_first_ok: OnceLock::new(),
        has_incomplete_stored_date: OnceLock::new(),
        issues: Findings::new(),
        changes: Findings::new(),
        history: History::default(),
        conflicts: Vec::new(),
        bases: Vec::new(),
    };
    form.refresh(&Touched::All);
    form
}
