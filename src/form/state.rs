//! The state of a form, and the queries that read it.

use std::sync::OnceLock;

use serde::Serialize;

use super::by_key::key_of;
use super::edit::DraftEdit;
use super::findings::{Findings, Source, Splice};
use super::history::History;
use crate::ground::error::Error;
use crate::ground::json::{Each, MaybeByName, Path, Segment, Tree, View, expect_json};
use crate::knowledge::issue::{Issue, Profile, Severity};
use crate::knowledge::schema::{Kind, Type};
use crate::record::{KeyPath, KeyStep, Pairs, is_whole};
use crate::verbs::body::{Body, BodyOptions, Mode, Origins};
use crate::verbs::diff::Change;
use crate::verbs::merge::Conflict;
use crate::verbs::update::Update;

/// A draft of an update that is being edited. Its issues and its changes are up to date after each edit.
///
/// Its results equal those of a fresh [`validate`](Kind::validate) of the draft with the stored record, and of a fresh
/// [`diff`](Kind::diff) of both as they are written, [`raw`](crate::DiffOptions::raw), in which absent members stay, in
/// the same order. An edit costs only the part that it touches: its member, or its item if that is a special date, and
/// the rules that read it. Adding or removing an item of a list, or giving a special date another date, costs as much as
/// the list.
///
/// ```
/// use calendiff::{Kind, Mode, Profile};
/// use calendiff::json::Path;
/// use serde_json::json;
///
/// let stored = json!({ "calendar": { "id": "f06f", "name": "Consultation", "eventColor": "#039be5" } });
/// let mut form = Kind::Calendar.form(&stored, Profile::Specification)?;
/// let color = Path::new().with("eventColor");
///
/// form.set(&color, json!("red"))?;
/// assert_eq!(form.issues_at(&color).next().unwrap().code.name(), "color_format");
/// form.set(&color, json!("#ff0000"))?;
/// assert!(form.is_ok() && form.is_dirty(&color));
/// assert_eq!(form.changes().next().unwrap().words, "color #ff0000, was #039be5");
/// assert_eq!(form.body(Mode::Changed)?.value, json!({ "eventColor": "#ff0000" }));
///
/// form.undo();
/// assert!(!form.is_ok());
///
/// let refused = form.set(&Path::new().with("teamMembers").with(3), json!({})).unwrap_err();
/// assert_eq!(refused.code(), "form_path");
/// # Ok::<(), calendiff::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct RecordForm {
    pub(super) kind: Kind,
    pub(super) profile: Profile,
    pub(super) stored: Tree,
    /// The writable part of the stored record: the initial draft, and the values that a reset restores.
    pub(super) first: Tree,
    /// True if the service accepts the body of the initial draft, once somebody has asked.
    pub(super) is_first_ok: OnceLock<bool>,
    /// True if a stored special date lacks something that the service requires, once an edit of a date has asked.
    pub(super) has_incomplete_stored_date: OnceLock<bool>,
    pub(super) draft: Tree,
    pub(super) issues: Findings<Issue>,
    pub(super) changes: Findings<Change>,
    pub(super) history: History,
    /// The conflicts between the draft and the record that others saved, until they are resolved.
    pub(super) conflicts: Vec<Conflict>,
    /// The records that conflicts started from, each with the keys of its conflicts; the last one of a key counts.
    pub(super) bases: Vec<(Tree, Vec<KeyPath>)>,
    /// The length of the draft's text when it was last compacted.
    pub(super) text: usize,
}

/// The changes that an edit makes to the lists of issues and changes. Serializes as `{ issues, changes, edits }`, each
/// a list of splices, and without `edits` if there are none.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Delta {
    /// The splices that update the list of issues.
    pub issues: Vec<Splice<Issue>>,
    /// The splices that update the list of changes.
    pub changes: Vec<Splice<Change>>,
    /// The edits of the draft, in order, if the call did not state them: by [`RecordForm::apply`], [`RecordForm::reset`],
    /// [`RecordForm::revert`], [`RecordForm::resolve`], [`RecordForm::fix`], [`RecordForm::fix_all`], [`RecordForm::set_day`] and [`RecordForm::set_date`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub edits: Vec<DraftEdit>,
}

impl Delta {
    /// Appends a later delta.
    pub(super) fn and(&mut self, later: Self) {
        self.issues.extend(later.issues);
        self.changes.extend(later.changes);
        self.edits.extend(later.edits);
    }

    /// Returns true if issues and changes are unchanged, and there are no edits that the call did not state.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.issues.is_empty() && self.changes.is_empty() && self.edits.is_empty()
    }
}

impl RecordForm {
    /// Returns the kind of record.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns the stored record, as it was read.
    #[must_use]
    pub fn stored(&self) -> View<'_> {
        self.stored.root()
    }

    /// Returns the current draft.
    #[must_use]
    pub fn draft(&self) -> View<'_> {
        self.draft.root()
    }

    /// Returns the value at a path of the draft.
    #[must_use]
    pub fn get(&self, path: &Path) -> Option<View<'_>> {
        self.draft.find(path.segments())
    }

    /// Returns true if the service accepts the whole [body](RecordForm::body): the sandbox of the profile does, and nothing that
    /// the service refused is left as it was. Warnings and notes may remain, and an error of a value that the body does not have,
    /// such as one in the hours of a deleted date. Open conflicts are not considered.
    ///
    /// Costs a comparison with the stored record if the draft has no errors, leaves out no stored member and is spelled as the
    /// specification says, else what the body costs.
    #[must_use]
    pub fn is_ok(&self) -> bool {
        if self.is_refused() {
            return false;
        }
        if !self.issues().any(is_unsure)
            && !self.leaves_out_members()
            && *self
                .is_first_ok
                .get_or_init(|| self.accepts_body_of(&self.first))
        {
            return true;
        }
        self.accepts_body_of(&self.draft)
    }

    /// Returns true if the service refused something that is left as it was.
    fn is_refused(&self) -> bool {
        self.issues
            .with_sources()
            .any(|(source, issue)| source == Source::Refusal && is_error(issue))
    }

    /// Returns true if the service accepts the whole body of a draft.
    fn accepts_body_of(&self, draft: &Tree) -> bool {
        expect_json(draft.root()).is_ok_and(|draft| {
            let update = Update::of(self.kind, self.stored.root(), draft);
            update
                .judged_body(BodyOptions::from(self.profile))
                .body
                .can_send
        })
    }

    /// Returns true if the draft leaves out a member of the initial draft, or of an object inside: the body has the stored
    /// value in its place.
    fn leaves_out_members(&self) -> bool {
        let draft = MaybeByName::of(Some(self.draft.root()));
        !self
            .first
            .root()
            .each_member()
            .all(|(name, stored)| has_all_of(name, stored, &draft, self.kind))
    }

    /// Returns the issues of the draft, in its order.
    #[must_use]
    pub fn issues(&self) -> impl ExactSizeIterator<Item = &Issue> {
        self.issues.iter()
    }

    /// Returns the issues at a path or inside it.
    pub fn issues_at(&self, path: &Path) -> impl Iterator<Item = &Issue> {
        self.issues()
            .filter(move |issue| issue.path.segments().starts_with(path.segments()))
    }

    /// Returns the changes of the draft to the stored record, in the draft's order.
    #[must_use]
    pub fn changes(&self) -> impl ExactSizeIterator<Item = &Change> {
        self.changes.iter()
    }

    /// Returns true if the draft changes a value at a path, inside it or around it. The value is identified by its key,
    /// and a range of a day by its position. The empty path matches any change.
    #[must_use]
    pub fn is_dirty(&self, path: &Path) -> bool {
        let (key, rest) = key_of(
            self.kind,
            self.draft.root(),
            self.stored.root(),
            path.segments(),
        );
        // For `/openHours/0/hours/1/openHour`, the key is `openHours/monday`, the entry `/openHours/0`, and the rest leads to
        // the range.
        let depth = path.segments().len() - rest.len();
        let asked = AskedPlace {
            form: self,
            key,
            entry: &path.segments()[..depth],
            rest,
        };
        self.changes().any(|change| asked.overlaps(change))
    }

    /// Returns the body to send, as [`Kind::body`] builds it for the profile of the form. It cannot be sent while a conflict
    /// is open, nor while something that the service refused is left as it was.
    ///
    /// # Errors
    /// The errors of [`Kind::body`].
    pub fn body(&self, mode: Mode) -> Result<Body, Error> {
        let update = Update::of(
            self.kind,
            self.stored.root(),
            expect_json(self.draft.root())?,
        );
        let mut body = update
            .judged_body(BodyOptions {
                profile: self.profile,
                mode,
            })
            .body;
        body.can_send &= self.conflicts.is_empty() && !self.is_refused();
        Ok(body)
    }

    /// Returns the places in the draft of items that are elsewhere in the body.
    pub(crate) fn body_origins(&self) -> Origins {
        let Ok(draft) = expect_json(self.draft.root()) else {
            return Origins::default();
        };
        let update = Update::of(self.kind, self.stored.root(), draft);
        update.judged_body(BodyOptions::from(self.profile)).origins
    }

    /// Returns the conflicts between the draft and the record that others saved, until they are
    /// [resolved](RecordForm::resolve). Each has the values and words of when it was found, also after later edits there. The
    /// next [`rebase`](RecordForm::rebase) or [`saved`](RecordForm::saved) renews its values, and drops it if the draft no longer
    /// differs from the record there; its words stay.
    #[must_use]
    pub fn conflicts(&self) -> &[Conflict] {
        &self.conflicts
    }

    /// Returns the number of undo steps, of redo steps, and of undo steps that were saved.
    pub(crate) fn history_length(&self) -> [usize; 3] {
        self.history.length()
    }

    /// Returns the number of edits that were recorded so far.
    pub(crate) fn steps(&self) -> usize {
        self.history.recorded
    }

    /// Returns the number of the oldest steps that were dropped for lack of room since the last call.
    pub(crate) fn forgotten(&mut self) -> usize {
        self.history.forgotten()
    }

    /// Returns true if there is a step to undo.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        self.history.can_undo()
    }

    /// Returns true if there is a step to redo.
    #[must_use]
    pub fn can_redo(&self) -> bool {
        self.history.can_redo()
    }
}

/// The place in a call of [`RecordForm::is_dirty`]. `/openHours/0/hours/1` has the key of Monday, if the entry is
/// Monday's, the path `/openHours/0` of the entry, and the rest `/hours/1`.
struct AskedPlace<'a> {
    form: &'a RecordForm,
    key: KeyPath,
    /// The path of the value that has the key.
    entry: &'a [Segment],
    /// The path inside that value.
    rest: &'a [Segment],
}

impl AskedPlace<'_> {
    /// Returns true if a change is of this place, inside it or around it. A removed item also changes its list.
    fn overlaps(&self, change: &Change) -> bool {
        let mut steps = change.key.steps().iter().zip(self.key.steps());
        steps.all(|(changed, asked)| changed.meets(asked)) && !self.is_apart_from(change)
    }

    /// Returns true if a change with the key of the place is of another value inside: of another range of the day.
    fn is_apart_from(&self, change: &Change) -> bool {
        let changed = change.path.segments();
        // A change of the second range of Monday is not at its first range: the paths part at an index. If Monday is in two
        // entries, a change inside the other entry is not at this place either.
        let (entry, inside) = changed.split_at(self.entry.len().min(changed.len()));
        if !self.rest.is_empty()
            && !inside.is_empty()
            && entry != self.entry
            && self.shares_day_with(entry)
        {
            return true;
        }
        let mut pairs = inside.iter().zip(self.rest);
        let differing = pairs.find(|(changed, asked)| changed != asked);
        matches!(differing, Some((Segment::Index(_), Segment::Index(_))))
    }

    /// Returns true if an entry of the week has one of the days of the place. The ranges of a day have one key. Entries of
    /// days that changed alike have the same ranges, and entries of one day have others.
    fn shares_day_with(&self, entry: &[Segment]) -> bool {
        let form = self.form;
        let (other, _) = key_of(form.kind, form.draft.root(), form.stored.root(), entry);
        match (other.steps().last(), self.key.steps().last()) {
            (Some(KeyStep::Days(a)), Some(KeyStep::Days(b))) => a.meets(*b),
            _ => false,
        }
    }
}

/// Returns true if a draft has a member of the stored record, with all that the stored value has.
fn has_all_of(name: &str, stored: View<'_>, draft: &MaybeByName<'_>, kind: Kind) -> bool {
    let ty = kind.table().type_of(name);
    draft
        .get(name)
        .is_some_and(|own| own.alike(stored) == Some(true) || has_all_parts(ty, stored, own))
}

/// Returns true if an issue may keep a value out of a body.
fn is_unsure(issue: &Issue) -> bool {
    is_error(issue) || issue.code.is_about_spelling()
}

fn is_error(issue: &Issue) -> bool {
    issue.severity == Severity::Error
}

/// Returns true if a value of a draft has all members that the stored one has. False for a list without distinct keys: which
/// of its items are pairs depends on members that a draft never has.
fn has_all_parts(ty: &'static Type, stored: View<'_>, draft: View<'_>) -> bool {
    if let Type::List(list) = ty
        && !list.is_set()
        && Pairs::of(list, stored, draft).by.is_none()
    {
        return false;
    }
    is_whole(ty, stored, draft)
}
