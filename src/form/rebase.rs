//! A form whose stored record has changed: by its own save, or because others saved meanwhile.

use std::sync::OnceLock;

use serde::Serialize;

use super::by_key::bring_amount;
use super::edit::{Touched, TreeEdit};
use super::history::UndoStep;
use super::state::{Delta, RecordForm};
use crate::ground::error::{Error, ErrorReason};
use crate::ground::json::{
    Builder, CollectVec, Each, Json, MaybeByName, Node, Path, Tree, View, are_equal, equal,
    paired_members,
};
use crate::ground::visible::excerpt;
use crate::knowledge::schema::{Kind, Member, NAMES, Object, Type};
use crate::record::each::{Order, Rewrite, Visited, VisitedMember, Visitor, each};
use crate::record::{FilledIn, KeyPath, WithHidden, id, is_not_set, open, same, same_member};
use crate::verbs::body::{Mode, writable, writable_over};
use crate::verbs::merge::{self, Conflict, MergedChange, Partition, Resolution};
use crate::verbs::outcome;
use crate::verbs::read;
use crate::verbs::verify::{self, Verified};

/// The answer of [`RecordForm::rebase`]. Serializes as `{ conflicts, taken, delta }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Rebased {
    /// Conflicts between the draft and the new record. The draft keeps its value until a conflict is resolved.
    pub conflicts: Vec<Conflict>,
    /// Changes of either side, each with its side.
    pub taken: Vec<MergedChange>,
    /// The changes in the lists of issues and changes.
    pub delta: Delta,
}

/// The answer of [`RecordForm::saved`]. Serializes as `{ verified, conflicts, delta }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Saved {
    /// The update compared with the answer, as [`Kind::verify`](crate::Kind::verify) returns it.
    pub verified: Verified,
    /// Conflicts where the service returned neither the stored value nor the sent one, and those of later edits with
    /// changes of others. The draft keeps its value until a conflict is resolved.
    pub conflicts: Vec<Conflict>,
    /// The changes in the lists of issues and changes.
    pub delta: Delta,
}

/// An answer, for the caller that mirrors the form.
pub(crate) struct Renewed<T> {
    pub(crate) answer: T,
    /// True if nothing changed.
    pub(crate) is_same: bool,
    /// The undo and redo steps that remain.
    pub(crate) steps: [Vec<bool>; 2],
    /// The stored record and the draft from before.
    pub(crate) stored: Tree,
    pub(crate) draft: Tree,
}

impl RecordForm {
    /// Continues from the record that is stored now: changes of others are merged into the draft, and the draft's edits
    /// stay. If both changed one value, the draft keeps its own, and the conflict is kept until it is
    /// [resolved](RecordForm::resolve). Values that the service alone sets, such as IDs and defaults of new items, are no
    /// conflict. Undo steps stay, except those of members that others changed as well, to another value. In a
    /// [`batch`](RecordForm::batch), the edits before are a step of their own. The same record again only renews conflicts.
    /// After an own save, call [`saved`](RecordForm::saved).
    ///
    /// # Errors
    /// `another_record`: the record has another ID than the form's.
    /// Also the errors of [`Kind::read`](crate::Kind::read), for the merged record too. The form is then unchanged.
    pub fn rebase(&mut self, stored: impl Json) -> Result<Rebased, Error> {
        Ok(self.rebase_over(stored)?.answer)
    }

    /// Like [`rebase`](RecordForm::rebase), but also returns the replaced records.
    pub(crate) fn rebase_over(&mut self, stored: impl Json) -> Result<Renewed<Rebased>, Error> {
        let stored = stored.held();
        let theirs = self.read(stored.view(), self.stored.root())?;
        // The draft may omit members and use aliases: merged is the record that it means.
        let ours = outcome::meant_with_emptied(self.kind, self.stored.root(), self.draft.root());
        let merged = self.merged([self.stored.root(), ours.root(), theirs.root()]);
        // Merged all the same, since the answer names the changes of the draft.
        if equal(theirs.root(), self.stored.root()) {
            return Ok(self.same(merged.taken));
        }
        let draft = self.expect_draft(merged.value, &theirs)?;
        let first = writable(self.kind, theirs.root());
        let changed = self.changed_by(&draft, &first);
        let steps = self.history.keep_apart_from(&changed);
        // Taken before the records are replaced, since `renew` recomputes all issues. They are added again for members that
        // stay.
        let refusals = self.refusals();
        let records = FormRecords {
            stored: theirs,
            first,
            draft,
        };
        let (replaced, conflicts, mut delta) = self.renew(records, merged.conflicts);
        delta.and(self.keep_refusals(refusals, &replaced.draft));
        Ok(Renewed {
            answer: Rebased {
                conflicts,
                taken: merged.taken,
                delta,
            },
            is_same: false,
            steps,
            stored: replaced.stored,
            draft: replaced.draft,
        })
    }

    /// Continues from the record that is stored already, which a caller that polls gives again and again: only the
    /// conflicts are renewed.
    fn same(&mut self, taken: Vec<MergedChange>) -> Renewed<Rebased> {
        let before = std::mem::take(&mut self.conflicts);
        let conflicts = self.remaining(before.clone());
        self.conflicts.clone_from(&conflicts);
        let is_same = conflicts == before;
        let answer = Rebased {
            conflicts,
            taken,
            delta: Delta::default(),
        };
        let stored = self.stored.clone();
        let draft = self.draft.clone();
        Renewed {
            answer,
            is_same,
            steps: self.history.keep_all(),
            stored,
            draft,
        }
    }

    /// Continues from the record that the service returned for an update, with or without its envelope: saved values
    /// are no longer changes, and IDs and defaults that the service filled in are copied into the draft. A sent value
    /// that is not there stays a change of the draft, and `verified` names it. Undo steps from before the save stay and
    /// remain valid; [`undo_is_of_saved`](RecordForm::undo_is_of_saved) tells if the next one undoes a saved edit.
    ///
    /// The current draft is the one that was sent. If it was edited since, use [`saved_as`](RecordForm::saved_as).
    ///
    /// # Errors
    /// `another_record`: the record has another ID than the form's.
    /// Also the errors of [`Kind::read`](crate::Kind::read), for the merged record too, and those of [`body`](RecordForm::body).
    /// The form is then unchanged.
    ///
    /// ```
    /// use calendiff::{Kind, Mode, Profile};
    /// use serde_json::json;
    ///
    /// let mut form = Kind::Calendar.form(json!({ "id": "Kx2m", "name": "Visit" }), Profile::Specification)?;
    /// form.set_date("2026-12-24", Some(&[] as &[[&str; 2]]))?;
    /// let body = form.body(Mode::Changed)?;
    /// // Send the body. The service answers with the record, and has given the date an ID.
    /// let closed = json!({ "date": "2026-12-24T00:00:00.000Z", "hours": [], "deleted": false, "_id": "s1" });
    /// let saved = form.saved(json!({ "calendar": { "id": "Kx2m", "name": "Visit", "availabilities": [closed] } }))?;
    /// assert!(saved.verified.ok && saved.conflicts.is_empty());
    /// assert_eq!(form.changes().len(), 0);
    /// assert_eq!(form.draft().get("availabilities").unwrap().to_value()[0]["id"], "s1");
    ///
    /// form.undo();
    /// assert_eq!(form.changes().next().unwrap().words, "special date 24 December 2026 removed, was closed");
    /// assert_eq!(form.saved(json!([])).unwrap_err().code(), "not_a_record");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn saved(&mut self, answer: impl Json) -> Result<Saved, Error> {
        Ok(self.saved_over(None, answer)?.answer)
    }

    /// Like [`saved`](RecordForm::saved), for a draft that may have been edited since it was sent: `sent` is the body of the update.
    /// Edits made since then stay changes of the draft.
    ///
    /// # Errors
    /// `not_a_record`: `sent` is not a JSON object.
    /// Also the errors of [`saved`](RecordForm::saved).
    ///
    /// ```
    /// use calendiff::json::Path;
    /// use calendiff::{Kind, Mode, Profile};
    /// use serde_json::json;
    ///
    /// let (mut form, name) = (Kind::Calendar.form(json!({ "name": "Visit" }), Profile::Specification)?, Path::new().with("name"));
    /// form.set(&name, json!("First"))?;
    /// let body = form.body(Mode::Changed)?;
    /// form.set(&name, json!("First visit"))?;
    /// let saved = form.saved_as(&body.value, json!({ "calendar": { "name": "First" } }))?;
    /// assert!(saved.verified.ok && saved.conflicts.is_empty());
    /// assert_eq!(form.changes().next().unwrap().words, "name “First visit”, was “First”");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn saved_as(&mut self, sent: impl Json, answer: impl Json) -> Result<Saved, Error> {
        Ok(self.saved_over(Some(&sent), answer)?.answer)
    }

    /// Like [`saved_as`](RecordForm::saved_as), but also returns the replaced records. Without `sent`, the draft was sent.
    pub(crate) fn saved_over(
        &mut self,
        sent: Option<&dyn Json>,
        answer: impl Json,
    ) -> Result<Renewed<Saved>, Error> {
        let answer = answer.held();
        let before = self.stored.root();
        let sent = match sent {
            Some(sent) => {
                let sent = sent.held();
                let body = open::record(self.kind, sent.view())?;
                read::sent(self.kind, body.view, before)
            }
            None => self.body(Mode::Full)?.value,
        };
        // Should the service apply all that was sent, it returns `expected`.
        let expected = outcome::meant(self.kind, before, sent.root());
        // Responses leave out the IDs of dates. Those that were sent are known from `expected`.
        let after = self.read(answer.view(), expected.root())?;
        let verified = verify::verified(self.kind, before, expected.root(), after.root());
        // `verified` compares the answer with the update that was sent, and not with the draft, which may have changed since.
        let merged = self.merged_save(expected.root(), after.root());
        let draft = self.expect_draft(merged.value, &after)?;
        let draft = self.as_typed(&draft, after.root());
        // A conflict over a value that was sent and applied is settled. One over a member that was not sent stays: `body` still
        // sends the draft's value over that of the others.
        self.conflicts
            .retain(|own| !is_sent(sent.root(), &own.path) || is_not_applied(&verified, &own.path));
        // Undo steps hold paths of the draft. They stay only for members in which each value kept its place.
        let displaced = displaced(self.kind, &self.draft, &draft);
        let steps = self.history.keep_saved(&displaced, &draft);
        let records = FormRecords {
            first: writable(self.kind, after.root()),
            stored: after,
            draft,
        };
        let (replaced, conflicts, delta) = self.renew(records, merged.conflicts);
        Ok(Renewed {
            answer: Saved {
                verified,
                conflicts,
                delta,
            },
            is_same: false,
            steps,
            stored: replaced.stored,
            draft: replaced.draft,
        })
    }

    /// Merges a sent update, the service's answer to it and the draft, which may have been edited since, in two steps:
    ///
    /// ```text
    /// stored ──┬── sent ────┐
    ///          └── answer ──┴── updated ──┐
    /// sent ─────── draft ─────────────────┴── merged
    /// ```
    ///
    /// If the name was “A”, “B” was sent, and the draft now says “C”, the first step makes “B” of it and the second “C”,
    /// which is a change that is still to be sent.
    fn merged_save(&self, sent: View<'_>, answer: View<'_>) -> Partition {
        let stored = self.stored.root();
        // First step: who changed what since the stored record. A value of the answer that is neither sent nor stored is a
        // conflict.
        let update = self.merged_with([stored, sent, answer], FilledIn::default().since_base());
        let draft = outcome::meant_with_emptied(self.kind, stored, self.draft.root());
        // Second step, with the sent update as the base: only edits made after it are changes of ours.
        let mut merged = self.merged([sent, draft.root(), update.value.root()]);
        // If a value has a conflict in both steps, the later one counts.
        let mut conflicts = update.conflicts;
        conflicts.retain(|own| !is_among(&merged.conflicts, own));
        conflicts.append(&mut merged.conflicts);
        Partition {
            conflicts,
            ..merged
        }
    }

    /// Returns a merged draft as someone typed it: emptied members stay empty, and values keep their spelling.
    fn as_typed(&self, draft: &Tree, after: View<'_>) -> Tree {
        let draft = each(
            &mut Emptied,
            self.kind.table(),
            Visited::alone(draft.root())
                .beside(after)
                .coming_from(self.stored.root()),
        )
        .into_numbered(NAMES);
        self.as_written(&draft, after)
    }

    /// Returns true if the next undo reverses an edit that was saved.
    #[must_use]
    pub fn undo_is_of_saved(&self) -> bool {
        self.history.undo_is_of_saved()
    }

    /// Reads a record, and adds the known members that responses leave out: IDs of special dates.
    fn read(&self, response: View<'_>, known: View<'_>) -> Result<Tree, Error> {
        let record = read::regular(self.kind, open::stored(self.kind, response)?.view);
        if let (Some(expected), Some(found)) = (id(self.stored.root()), id(record.root()))
            && expected != found
        {
            return Err(ErrorReason::AnotherRecord {
                expected: excerpt(expected),
                found: excerpt(found),
            }
            .into());
        }
        let record = outcome::without_deleted(self.kind, record.root()).unwrap_or(record);
        let visited = Visited::alone(record.root()).beside(known);
        Ok(each(&mut WithHidden, self.kind.table(), visited).into_numbered(NAMES))
    }

    /// Merges three records. If both sides changed one value, ours is taken. Values that the service filled into theirs
    /// count as present on all sides.
    fn merged(&self, sides: [View<'_>; 3]) -> Partition {
        self.merged_with(sides, FilledIn::default())
    }

    /// Like [`merged`](Self::merged), with the values that this visitor adds.
    fn merged_with(
        &self,
        [base, ours, theirs]: [View<'_>; 3],
        mut filled_in: FilledIn,
    ) -> Partition {
        let table = self.kind.table();
        let beside_theirs = Visited::alone(base).beside(theirs).coming_from(base);
        // Three records are made equal where only the service wrote: in base and ours, an ID, a default or a response-only
        // member of theirs counts as present, so that the merge takes it without a conflict.
        let ours = each(
            &mut WithoutUnset,
            table,
            Visited {
                view: ours,
                ..beside_theirs
            },
        );
        let base = each(&mut filled_in, table, beside_theirs);
        let ours = each(
            &mut filled_in,
            table,
            Visited {
                view: ours.root(),
                ..beside_theirs
            },
        );
        let mut conflicts = Vec::new();
        let merged = merge::merged(
            self.kind,
            [base.root(), ours.root(), theirs],
            &mut |found| {
                // Ours is taken, since a draft keeps its value. The conflicts that were found are kept beside it: resolved
                // ones are not listed.
                conflicts = found.to_vec();
                vec![Resolution::Ours; found.len()]
            },
        );
        Partition {
            conflicts,
            ..merged
        }
    }

    /// Returns the draft of a merged record.
    fn expect_draft(&self, merged: Tree, stored: &Tree) -> Result<Tree, Error> {
        // Each side may be small enough while both together are too large.
        open::expect_size(merged.root())?;
        Ok(writable_over(
            self.kind,
            merged.into_numbered(NAMES).root(),
            stored.root(),
        ))
    }

    /// Returns the new draft, with members written as in the current draft if they mean the same: a save moves nothing
    /// while someone edits.
    fn as_written(&self, draft: &Tree, after: View<'_>) -> Tree {
        let table = self.kind.table();
        let written = each(
            &mut FilledIn::into_draft(),
            table,
            Visited::alone(self.draft.root()).beside(after),
        );
        let draft = Visited::alone(draft.root())
            .beside(written.root())
            .coming_from(after);
        each(&mut AsWritten, table, draft).into_numbered(NAMES)
    }

    /// Replaces the records, and keeps the earlier conflicts that remain. Returns the replaced records, all conflicts, and the
    /// changes in the lists.
    fn renew(
        &mut self,
        records: FormRecords,
        mut conflicts: Vec<Conflict>,
    ) -> (FormRecords, Vec<Conflict>, Delta) {
        let earlier = std::mem::take(&mut self.conflicts);
        let replaced = FormRecords {
            stored: std::mem::replace(&mut self.stored, records.stored),
            first: std::mem::replace(&mut self.first, records.first),
            draft: std::mem::replace(&mut self.draft, records.draft),
        };
        // These are caches about the records that were replaced.
        self.is_first_ok = OnceLock::new();
        self.has_incomplete_stored_date = OnceLock::new();
        self.text = self.draft.source().len();
        let delta = self.refresh(&Touched::All);
        let mut remaining = self.remaining(earlier);
        remaining.retain(|own| !is_among(&conflicts, own));
        // No open conflict refers to an earlier base.
        if remaining.is_empty() {
            self.bases.clear();
        }
        // The base of the new conflicts is the record that was stored until now.
        if !conflicts.is_empty() {
            let keys = conflicts.iter().map(|own| own.key.clone()).collect_vec();
            self.bases.push((replaced.stored.clone(), keys));
        }
        conflicts.extend(remaining);
        self.conflicts.clone_from(&conflicts);
        (replaced, conflicts, delta)
    }

    /// Returns the members whose undo steps are void: those that differ in the new draft, and those that both the draft
    /// and others changed, each to another value.
    fn changed_by(&self, draft: &Tree, first: &Tree) -> Vec<String> {
        // Three sorts of members: their values moved or went, they are new in the draft, or others changed them to another
        // value than the draft's.
        let mut changed = displaced(self.kind, &self.draft, draft);
        let own = MaybeByName::of(Some(self.draft.root()));
        for (name, _) in draft.root().each_member() {
            if own.get(name).is_none() {
                changed.push(name.to_owned());
            }
        }
        let mut others = differing(draft, first);
        others.sort_unstable();
        for name in displaced(self.kind, &self.first, first) {
            if others.binary_search(&name).is_ok() {
                changed.push(name);
            }
        }
        changed
    }

    /// Resolves a conflict, by its key: its value becomes that of the chosen side, and every other change and conflict
    /// stays. A number and its unit are one amount. If the base has no value there, [`Resolution::Base`] empties a list,
    /// and gives any other value what is stored, since no update can unset it. A conflict that no longer exists is skipped. It is a step that can be
    /// undone.
    ///
    /// ```
    /// use calendiff::json::Path;
    /// use calendiff::{Kind, Profile, Resolution};
    /// use serde_json::json;
    ///
    /// let mut form = Kind::Calendar.form(json!({ "name": "Consultation", "slug": "intro" }), Profile::Specification)?;
    /// form.set(&Path::new().with("name"), json!("First visit"))?;
    /// form.rebase(json!({ "name": "Intake", "slug": "intro" }))?;
    /// let conflict = form.conflicts()[0].clone();
    /// assert_eq!(conflict.words, "name: ours “First visit”, theirs “Intake”, was “Consultation”");
    /// form.resolve(&conflict, Resolution::Theirs);
    /// assert_eq!(form.draft().get("name").unwrap().text(), Some("Intake"));
    /// assert!(form.conflicts().is_empty());
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn resolve(&mut self, conflict: &Conflict, with: Resolution) -> Delta {
        let Some(at) = self
            .conflicts
            .iter()
            .position(|own| own.key == conflict.key)
        else {
            return Delta::default();
        };
        let conflict = &self.conflicts[at];
        // The draft has the value of ours already, so only the conflict goes.
        let mut edits = match with {
            Resolution::Leave => return Delta::default(),
            Resolution::Ours => Vec::new(),
            Resolution::Theirs => self.bring(&self.stored, &conflict.key),
            Resolution::Base => match self.base_of(conflict) {
                Some(base) => self.bring(base, &conflict.key),
                None => Vec::new(),
            },
        };
        // A list that the draft leaves out would stay as it is stored.
        for edit in &mut edits {
            edit.empty_list(&self.first);
        }
        // So would any other member, and the draft shows it.
        if with == Resolution::Base && edits.iter().any(TreeEdit::removes_member) {
            edits = self.bring(&self.stored, &conflict.key);
        }
        // The edits and the end of the conflict are one step, so that one undo brings back both.
        self.history.begin();
        let delta = self.told_step(&edits);
        let before = self.conflicts.clone();
        self.conflicts.remove(at);
        self.history.push(UndoStep {
            conflicts: Some(before),
            ..UndoStep::default()
        });
        self.history.end(false);
        delta
    }

    /// Returns the record that was the base when a conflict was found last.
    fn base_of(&self, conflict: &Conflict) -> Option<&Tree> {
        // The latest base counts, since the same key may have been in conflict before.
        let mut bases = self.bases.iter().rev();
        let (base, _) = bases.find(|(_, keys)| keys.contains(&conflict.key))?;
        Some(base)
    }

    /// Returns the record to keep with a draft that goes on later: the stored one, with the value that each open conflict
    /// started from. A form of it with the kept draft finds the conflicts again by [`rebase`](RecordForm::rebase).
    ///
    /// ```text
    /// base { name: A, slot: 60 }    stored { name: B, slot: 30 }    conflict over the name: { name: A, slot: 30 }
    /// ```
    ///
    /// ```
    /// use calendiff::json::Path;
    /// use calendiff::{Kind, Profile};
    /// use serde_json::json;
    ///
    /// let mut form = Kind::Calendar.form(json!({ "name": "Consultation" }), Profile::Specification)?;
    /// form.set(&Path::new().with("name"), json!("First visit"))?;
    /// form.rebase(json!({ "name": "Intake" }))?;
    /// let (kept, draft) = (form.base().to_value(), form.draft().to_value());
    ///
    /// let mut again = Kind::Calendar.form(kept, Profile::Specification)?;
    /// again.set(&Path::new(), draft)?;
    /// let rebased = again.rebase(json!({ "name": "Intake" }))?;
    /// assert_eq!(rebased.conflicts[0].words, "name: ours “First visit”, theirs “Intake”, was “Consultation”");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    #[must_use]
    pub fn base(&self) -> Tree {
        let mut record = self.stored.clone();
        for conflict in &self.conflicts {
            let Some(base) = self.base_of(conflict) else {
                continue;
            };
            let sides = [base.root(), base.root()];
            for edit in bring_amount(self.kind, &record, sides, &conflict.key, false) {
                edit.run(&mut record);
            }
        }
        record.compact();
        record
    }

    /// Returns the edits that copy the value at a key from a record.
    fn bring(&self, from: &Tree, key: &KeyPath) -> Vec<TreeEdit> {
        // An update cannot write meeting IDs, but a meeting's place is found by them.
        let own = writable(self.kind, from.root());
        bring_amount(
            self.kind,
            &self.draft,
            [own.root(), from.root()],
            key,
            false,
        )
    }

    /// Returns the earlier conflicts that remain: those where the draft and the record still differ.
    fn remaining(&self, conflicts: Vec<Conflict>) -> Vec<Conflict> {
        let mut remaining = Vec::new();
        for conflict in conflicts {
            if self.disagrees(&conflict.key) {
                remaining.push(self.renewed(conflict));
            }
        }
        remaining
    }

    /// Returns true if the draft changes the value at a key, inside it or around it.
    fn disagrees(&self, key: &KeyPath) -> bool {
        self.changes().any(|change| key.meets(&change.key))
    }

    /// Returns a conflict with its current values in the draft and the record.
    fn renewed(&self, conflict: Conflict) -> Conflict {
        let key = &conflict.key;
        let ours = key.find(self.kind, self.draft.root()).map(View::to_value);
        let theirs = key.find(self.kind, self.first.root()).map(View::to_value);
        // Days and orders are not values of the record, so their conflicts stay unchanged.
        if ours.is_none() && theirs.is_none() {
            return conflict;
        }
        Conflict {
            ours,
            theirs,
            ..conflict
        }
    }
}

/// The records of a form.
struct FormRecords {
    stored: Tree,
    /// The writable part of the stored record, with which the draft begins.
    first: Tree,
    draft: Tree,
}

/// Returns true if there is a conflict with the same key.
fn is_among(conflicts: &[Conflict], conflict: &Conflict) -> bool {
    conflicts
        .iter()
        .any(|own| own.key.steps() == conflict.key.steps())
}

/// Returns true if an update has the member that a path leads to or into.
fn is_sent(sent: View<'_>, path: &Path) -> bool {
    path.first_name().and_then(|name| sent.get(name)).is_some()
}

/// Returns true if a sent value was not applied in the member that a path leads to or into.
fn is_not_applied(verified: &Verified, path: &Path) -> bool {
    let member = path.segments().first();
    verified
        .not_applied
        .iter()
        .any(|lost| lost.path.segments().first() == member)
}

/// Drops what a draft only repeats as not set where theirs has set it: `"widgetType": ""` over a record without a type is no
/// wish to clear the one that the service fills in. Walks ours beside theirs and the base.
struct WithoutUnset;

impl Visitor for WithoutUnset {
    fn member<'a>(&mut self, _: &Path, visited: &VisitedMember<'a, '_>) -> Rewrite<'a> {
        let theirs = visited.other;
        let base = visited.origin;
        let is_in_item = visited.object.list.is_some();
        // In an item of the base, what it has not set goes in any case. In a new item, someone emptied it.
        let may_repeat = if is_in_item {
            visited.object.origin.is_some()
        } else {
            is_set_in(visited.row, theirs)
        };
        if may_repeat && visited.is_not_set() && !is_set_in(visited.row, base) {
            return Rewrite::Nothing;
        }
        Rewrite::Itself
    }
}

fn is_set_in(row: Option<&Member>, value: Option<View<'_>>) -> bool {
    match (row, value) {
        (Some(row), Some(value)) => !is_not_set(&row.ty, value),
        _ => false,
    }
}

/// Adds empty lists for those that were sent for the first time and removed while the answer was on its way: a draft that
/// leaves them out would keep them. Walks the draft beside the answer and the record that was stored before.
struct Emptied;

impl Visitor for Emptied {
    fn more_members(
        &mut self,
        path: &Path,
        table: &'static Object,
        visited: &Visited<'_>,
        out: &mut Builder<'_>,
    ) {
        if !path.segments().is_empty() {
            return;
        }
        let answer = visited.other;
        let before = visited.origin;
        for row in table.members {
            let is_list = matches!(row.ty, Type::List(_));
            let stored = before.get(row.name);
            let is_absent = visited.view.get(row.name).is_none() && stored.is_none();
            let answered = answer.get(row.name);
            let has_items = answered.each_item().next().is_some();
            if is_list && is_absent && has_items {
                out.array(Some(row.name), None);
            }
        }
    }

    fn passes(&self, _: &Type, _: &Visited<'_>) -> bool {
        true
    }
}

/// Copies the members of the draft beside that mean the same as in the new draft or the stored record.
struct AsWritten;

impl Visitor for AsWritten {
    fn order(&self) -> Order {
        Order::Other
    }

    fn member<'a>(&mut self, _: &Path, visited: &VisitedMember<'a, '_>) -> Rewrite<'a> {
        let written = visited.other;
        let after = visited.origin;
        let is_of_responses = visited.row.is_some_and(Member::is_response_only);
        // The color was typed as `#039BE5`, and the answer has `#039be5`: the draft keeps what was typed.
        if let Some(written) = written
            && (visited.own.is_some() || !is_of_responses)
            && (same_member(visited.row, Some(written), visited.own)
                || same_member(visited.row, Some(written), after))
        {
            return Rewrite::Copied(visited.name, written);
        }
        match visited.own {
            Some(_) => Rewrite::Itself,
            None => Rewrite::Nothing,
        }
    }

    fn passes(&self, _: &Type, _: &Visited<'_>) -> bool {
        true
    }
}

/// Returns the members that lack a value in the second draft, or have it at another place.
fn displaced(kind: Kind, before: &Tree, after: &Tree) -> Vec<String> {
    let mut names = differing(before, after);
    let before = MaybeByName::of(Some(before.root()));
    let after = MaybeByName::of(Some(after.root()));
    // Only a value that is gone or has another place makes a path wrong. A new value of the same place does not.
    names.retain(|name| match (before.get(name), after.get(name)) {
        (Some(before), Some(after)) => !is_in_place(kind.table().type_of(name), before, after),
        (before, _) => before.is_some(),
    });
    names
}

/// Returns true if all values of the first are in the second, each at its place and with its meaning.
fn is_in_place(ty: &'static Type, before: View<'_>, after: View<'_>) -> bool {
    match (ty, before.node(), after.node()) {
        (Type::List(list), Node::Array(before), Node::Array(after)) => {
            before.len() == after.len()
                && before
                    .zip(after)
                    .all(|(before, after)| is_in_place(&list.item, before, after))
        }
        (Type::Object(table), Node::Object(_), Node::Object(_)) => {
            for (name, before) in before.each_member() {
                let Some(after) = after.get(name) else {
                    return false;
                };
                if !is_in_place(table.type_of(name), before, after) {
                    return false;
                }
            }
            true
        }
        // Nothing lies within an empty text: `"enableRecurring": ""` may become the default that the service fills in.
        (_, Node::Text(_) | Node::Null, _) if is_not_set(ty, before) => true,
        _ => same(ty, before, after),
    }
}

/// Returns the names of the members that differ between two drafts.
fn differing(a: &Tree, b: &Tree) -> Vec<String> {
    let mut names = Vec::new();
    for (name, a, b) in paired_members(Some(a.root()), Some(b.root())) {
        if !are_equal(a, b) {
            names.push(name.to_owned());
        }
    }
    names
}
