//! Opens a form over a stored record.

use std::sync::OnceLock;

use super::edit::Touched;
use super::findings::Findings;
use super::history::History;
use super::state::RecordForm;
use crate::ground::error::Error;
use crate::ground::json::Json;
use crate::knowledge::issue::Profile;
use crate::knowledge::schema::{Kind, NAMES};
use crate::record::open::{self, Record};
use crate::verbs::body::writable;
use crate::verbs::{outcome, read};

impl Kind {
    /// Opens a form over a stored record, which is read as [`read`](Kind::read) does. The initial draft is the part of
    /// it that an update can carry.
    ///
    /// # Errors
    /// The errors of [`read`](Kind::read), and `json_depth` if the record is nested deeper than 128.
    ///
    /// ```
    /// use calendiff::{Day, Kind, Mode, Profile};
    /// use serde_json::json;
    ///
    /// let mut form = Kind::Calendar.form(json!({ "calendar": { "id": "Kx2m", "openHours": [] } }), Profile::Specification)?;
    /// form.set_day(Day::Monday, &[["09:00", "17:00"]])?;
    /// assert_eq!(form.body(Mode::Changed)?.value.to_value()["openHours"][0]["daysOfTheWeek"], json!([1]));
    ///
    /// let refused = Kind::Calendar.form(json!("Kx2m"), Profile::Specification).unwrap_err();
    /// assert_eq!(refused.code(), "not_a_record");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn form(self, stored: impl Json, profile: Profile) -> Result<RecordForm, Error> {
        Ok(form(&open::stored(self, stored.held().view())?, profile))
    }
}

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
