//! The edits that people make: each is one step, which can be undone.

use std::borrow::Borrow;

use super::by_key::{bring, bring_amount, inside_hours, key_of};
use super::edit::{TreeEdit, edits_of, resolved};
use super::size::{Comes, expect_room};
use super::state::{Delta, RecordForm};
use crate::ground::error::{Error, ErrorReason};
use crate::ground::json::patch::{self, AsOp, Op};
use crate::ground::json::{CollectVec, Json, Path, Segment, Tree, View, equal};
use crate::record::KeyStep;
use crate::record::open;
use crate::verbs::diff::{Change, ChangeKind};

impl RecordForm {
    /// Sets the value at a path of the draft, and creates missing objects and lists around it. A value that is not JSON
    /// becomes an issue there. At the empty path, it is a whole draft, with or without its envelope. As the name of an
    /// item, `-` is the index behind the last one. The value that is there already makes no step.
    ///
    /// # Errors
    /// `form_path`: the path leads through a value without members or items, beyond the end of an array, or to an
    /// envelope.
    /// `json_depth`: the draft would be nested deeper than 128.
    /// `json_size`: the draft would have more than 16 MiB as text.
    /// The draft is then unchanged.
    pub fn set(&mut self, path: &Path, value: impl Json) -> Result<Delta, Error> {
        let value = value.held();
        let mut value = value.view();
        self.expect_no_envelope(path)?;
        if path.segments().is_empty() {
            value = open::inside(self.kind, value).view;
            self.expect_no_envelope_in(value)?;
        }
        let path = &resolved(&self.draft, path);
        if self
            .draft
            .find(path.segments())
            .is_some_and(|own| own.alike(value) == Some(true))
        {
            return Ok(Delta::default());
        }
        expect_room(&self.draft, path, Comes::Instead, value)?;
        let edit = TreeEdit::set(&self.draft, path.segments(), value)?;
        Ok(self.edit(edit))
    }

    /// Inserts an item into an array: before the one at the path's index, or at the end, which is also `-`.
    ///
    /// # Errors
    /// The errors of [`set`](RecordForm::set).
    pub fn insert(&mut self, path: &Path, value: impl Json) -> Result<Delta, Error> {
        let value = value.held();
        self.expect_no_envelope(path)?;
        let path = &resolved(&self.draft, path);
        expect_room(&self.draft, path, Comes::Before, value.view())?;
        let edit = TreeEdit::insert(&self.draft, path.segments(), value.view())?;
        Ok(self.edit(edit))
    }

    /// Removes a member, whose stored value the update then leaves unchanged, or an item of an array.
    ///
    /// # Errors
    /// `form_path`: the path has no value.
    pub fn remove(&mut self, path: &Path) -> Result<Delta, Error> {
        let edit = TreeEdit::remove(&self.draft, path.segments())?;
        Ok(self.edit(edit))
    }

    /// Moves an item of an array to another index of it. Its own index makes no step.
    ///
    /// # Errors
    /// `form_path`: there is no such item, or no such index.
    pub fn move_to(&mut self, path: &Path, to: usize) -> Result<Delta, Error> {
        let edit = TreeEdit::shift(&self.draft, path.segments(), to)?;
        if path.segments().last() == Some(&Segment::Index(to)) {
            return Ok(Delta::default());
        }
        Ok(self.edit(edit))
    }

    /// Applies a JSON Patch to the draft, as one step.
    ///
    /// # Errors
    /// `form_path`: the result is not a record, or the patch puts the record into an envelope.
    /// `not_json`: the draft contains a value that is not JSON.
    /// Also the errors of [`patch::apply`], if the patch does not apply to the draft. The draft is then unchanged.
    ///
    /// ```
    /// use calendiff::json::patch;
    /// use calendiff::{Kind, Profile};
    /// use serde_json::json;
    ///
    /// let mut form = Kind::Calendar.form(json!({ "name": "Consultation" }), Profile::Specification)?;
    /// form.apply(&patch::parse(&json!([{ "op": "add", "path": "/slug", "value": "first visit" }]))?)?;
    /// assert_eq!(form.issues().next().unwrap().code.name(), "slug_character");
    ///
    /// let missing = patch::parse(&json!([{ "op": "remove", "path": "/notes" }]))?;
    /// assert_eq!(form.apply(&missing).unwrap_err().code(), "patch_missing");
    /// form.undo();
    /// assert_eq!(form.changes().len(), 0);
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn apply(&mut self, patch: &[impl AsOp]) -> Result<Delta, Error> {
        if !self.draft.root().is_json() {
            return Err(ErrorReason::NotJson {
                found: "a draft that holds something else".to_owned(),
            }
            .into());
        }
        let patch: Vec<Op> = patch
            .iter()
            .map(|operation| operation.as_op().borrow().clone())
            .collect_vec();
        let patched = Tree::from_value(
            &patch::apply(&self.draft().to_value(), &patch)?,
            self.draft.names(),
        );
        self.expect_no_envelope_in(patched.root())?;
        expect_room(&self.draft, &Path::new(), Comes::Instead, patched.root())?;
        let whole = TreeEdit::set(&self.draft, &[], patched.root())?;
        let edits = edits_of(&self.draft, &patch);
        let mut edited = self.draft.clone();
        for edit in &edits {
            edit.run(&mut edited);
        }
        // Few patches cannot be expressed as edits of a form.
        let edits = if equal(edited.root(), patched.root()) {
            edits
        } else {
            vec![whole]
        };
        Ok(self.told_step(&edits))
    }

    /// Resets the value at a path of the draft, by its key, to the stored one. A value that is not stored is removed.
    /// An entry of the week represents its days, however the stored entries group them, and the days that left it. The
    /// empty path resets the whole draft. A path that neither record has a value at is left as it is.
    ///
    /// # Errors
    /// `form_path`: the stored value has no place in the draft, such as the second range of a day that has none.
    ///
    /// ```
    /// use calendiff::json::Path;
    /// use calendiff::{Kind, Profile};
    /// use serde_json::json;
    ///
    /// let hours = json!([{ "openHour": 9, "openMinute": 0, "closeHour": 17, "closeMinute": 0 }]);
    /// let stored = json!({ "openHours": [{ "daysOfTheWeek": [1, 2, 3, 4, 5], "hours": hours }] });
    /// let mut form = Kind::Calendar.form(&stored, Profile::Specification)?;
    /// let week = Path::new().with("openHours");
    /// form.remove(&week.with(0).with("daysOfTheWeek").with(4))?;
    /// assert_eq!(form.changes().next().unwrap().words, "Friday closed, was 09:00–17:00");
    /// form.reset(&week.with(0))?;
    /// assert_eq!(form.changes().len(), 0);
    /// assert_eq!(form.reset(&week.with(7))?.edits.len(), 0);
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn reset(&mut self, path: &Path) -> Result<Delta, Error> {
        let segments = path.segments();
        if segments.is_empty() && equal(self.draft.root(), self.first.root()) {
            return Ok(Delta::default());
        }
        let (key, rest) = key_of(self.kind, self.draft.root(), self.first.root(), segments);
        let within_week = matches!(key.steps().last(), Some(KeyStep::Days(_)));
        if within_week || rest.is_empty() {
            let inside = inside_hours(self.kind, &self.draft, self.first.root(), segments)
                .filter(|_| !rest.is_empty());
            return Ok(match inside {
                Some(edit) => self.told_unless_idle(edit),
                None => self.told_step(&bring(
                    self.kind,
                    &self.draft,
                    [self.first.root(); 2],
                    &key,
                    false,
                )),
            });
        }
        // A range, or a day of an entry, by its position.
        let here = self.draft.find(&segments[..=segments.len() - rest.len()]);
        let around = here.and_then(|_| key.find(self.kind, self.first.root()));
        let edit = match around.and_then(|around| around.follow(rest)) {
            Some(stored) => TreeEdit::set(&self.draft, segments, stored)?,
            None if self.draft.find(segments).is_none() => return Ok(Delta::default()),
            None => TreeEdit::remove(&self.draft, segments)?,
        };
        Ok(self.told_unless_idle(edit))
    }

    /// Runs an edit as a step, unless the draft has its value already.
    fn told_unless_idle(&mut self, edit: TreeEdit) -> Delta {
        if edit.is_idle(&self.draft) {
            Delta::default()
        } else {
            self.told_step(&[edit])
        }
    }

    /// Reverts one change, by its key: its value becomes the stored one, and every other change stays. A number and its
    /// unit are one amount, and are reverted together. A change that no longer exists is skipped. So is one that the form
    /// was opened with, such as a number that is stored as empty text: no other value can be sent. A member that the
    /// update does not take, such as the meeting ID of a place, is restored with the value that it belongs to. If items
    /// are identified by position only (`#0`), the changes of the others may be reported differently.
    ///
    /// ```
    /// use calendiff::json::Path;
    /// use calendiff::{Kind, Profile};
    /// use serde_json::json;
    ///
    /// let stored = json!({ "teamMembers": [{ "userId": "u-ada" }, { "userId": "u-ben" }] });
    /// let mut form = Kind::Calendar.form(&stored, Profile::Specification)?;
    /// let team = Path::new().with("teamMembers");
    /// form.remove(&team.with(0))?;
    /// form.set(&team.with(0).with("priority"), json!(1))?;
    /// let removal = form.changes().next().unwrap().clone();
    /// assert_eq!(removal.words, "team member 1 (user u-ada) removed");
    /// assert_eq!(removal.key.to_string(), "teamMembers/u-ada");
    /// form.revert(&removal);
    /// assert_eq!(form.draft().to_value(), json!({ "teamMembers": [{ "userId": "u-ada" }, { "userId": "u-ben", "priority": 1 }] }));
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn revert(&mut self, change: &Change) -> Delta {
        let stands = self.changes().find(|own| {
            let same_place = own.kind == change.kind && own.key == change.key;
            same_place && own.before == change.before && own.after == change.after
        });
        let Some(change) = stands else {
            return Delta::default();
        };
        let sides = [self.first.root(), self.stored.root()];
        let edits = bring_amount(
            self.kind,
            &self.draft,
            sides,
            &change.key,
            change.kind == ChangeKind::Move,
        );
        self.told_step(&edits)
    }

    /// Expects no envelope in a draft, not even beside members of the record: once these are removed, it would be one.
    fn expect_no_envelope_in(&self, draft: View<'_>) -> Result<(), Error> {
        let named = self
            .kind
            .envelopes()
            .iter()
            .find(|name| draft.get(name).is_some());
        named.map_or(Ok(()), |name| {
            self.expect_no_envelope(&Path::new().with(*name))
        })
    }

    /// Expects a path that leads to no envelope: a draft is a record, not the envelope of one.
    fn expect_no_envelope(&self, path: &Path) -> Result<(), Error> {
        match path.segments() {
            [Segment::Name(name), ..] if self.kind.envelopes().contains(&name.as_ref()) => {
                Err(ErrorReason::FormPath {
                    pointer: path.pointer(),
                    expected: format!("a member of the {}", self.kind.name()),
                    found: "its envelope".to_owned(),
                }
                .into())
            }
            _ => Ok(()),
        }
    }
}
