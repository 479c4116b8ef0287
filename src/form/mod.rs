//! A form over a record: the stored record, the draft, and what is known of both, kept up to date edit by edit.

mod by_day;
mod by_key;
mod change;
mod edit;
mod findings;
mod history;
mod keyed_list;
mod ledger;
mod meanwhile;
mod refresh;
mod room;
mod sides;
mod week;

use serde::Serialize;

use crate::body::{Body, Mode, Sent, writable};
use crate::diff::Change;
use crate::error::Error;
use crate::issue::{Issue, Profile, Severity};
use crate::json::{Json, Path, Tree, View};
use crate::merge::Conflict;
use crate::record::KeyStep;
use crate::schema::{Kind, NAMES};
pub use edit::DraftEdit;
use history::History;
use keyed_list::KeyedList;
use ledger::Ledger;
pub use ledger::Splice;
pub(crate) use meanwhile::Renewed;
pub use meanwhile::{Rebased, Saved};
pub use week::{Day, DayHours};

/// A draft of an update under someone's hands: after each edit its issues and its changes are up to date.
///
/// The answers are those of a fresh [`validate`](Kind::validate) of the draft with the stored record at hand and of a
/// fresh [`diff`](Kind::diff) in which absent members stay, in the same order. An edit costs what it touches: its
/// member, or its item where that is a special date, and the rules that read it; what comes or goes of a list costs as
/// much as the list.
///
/// ```
/// use calendiff::{Kind, Mode, Profile};
/// use calendiff::json::Path;
/// use serde_json::json;
///
/// let stored = json!({ "calendar": { "id": "f06f", "name": "Consultation", "eventColor": "#039be5" } });
/// let mut form = Kind::Calendar.form(&stored, Profile::Document)?;
/// let color = Path::new().with("eventColor");
///
/// form.set(&color, &json!("red"))?;
/// assert_eq!(form.issues_at(&color).next().unwrap().code.name(), "color_format");
/// form.set(&color, &json!("#ff0000"))?;
/// assert!(form.is_ok() && form.is_dirty(&color));
/// assert_eq!(form.changes().next().unwrap().words, "color #ff0000, was #039be5");
/// assert_eq!(form.body(Mode::Changed)?.value, json!({ "eventColor": "#ff0000" }));
///
/// form.undo();
/// assert!(!form.is_ok());
///
/// let refused = form.set(&Path::new().with("teamMembers").with(3), &json!({})).unwrap_err();
/// assert_eq!(refused.code(), "form_path");
/// # Ok::<(), calendiff::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Form {
    kind: Kind,
    profile: Profile,
    stored: Tree,
    /// What an update can carry of the stored record: the draft as it began, and what is reset to.
    first: Tree,
    draft: Tree,
    issues: Ledger<Issue>,
    changes: Ledger<Change>,
    keyed_lists: Vec<KeyedList>,
    /// Whether the draft has members that the tables do not know.
    has_unknown: bool,
    history: History,
    /// Where the draft and the record that others saved disagree, until it is resolved.
    conflicts: Vec<Conflict>,
    /// The records that the conflicts are between.
    between: Option<Sides3>,
    /// The length of the shortest range of the draft, in minutes, once a slot was compared with it.
    shortest: Option<u16>,
    /// How large the draft's text was when it was last written anew.
    text: usize,
}

/// The records that conflicts are between, as a draft holds them.
#[derive(Clone, Debug)]
struct Sides3 {
    base: Tree,
    theirs: Tree,
}

/// What an edit changed in the lists of issues and changes. Serializes as `{ issues, changes, edits }`, each a list of splices,
/// and without `edits` where there are none.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Delta {
    /// How the issues from before become those from now.
    pub issues: Vec<Splice<Issue>>,
    /// How the changes from before become those from now.
    pub changes: Vec<Splice<Change>>,
    /// What was done to the draft, in order, where the call did not say it: by [`Form::apply`], [`Form::reset`],
    /// [`Form::revert`], [`Form::resolve`], [`Form::fix`], [`Form::fix_all`], [`Form::set_day`] and [`Form::set_date`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub edits: Vec<DraftEdit>,
}

impl Delta {
    /// This and what came after it.
    fn and(&mut self, later: Self) {
        self.issues.extend(later.issues);
        self.changes.extend(later.changes);
        self.edits.extend(later.edits);
    }

    /// Whether issues and changes are as they were, and nothing was done that the call did not say.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.issues.is_empty() && self.changes.is_empty() && self.edits.is_empty()
    }
}

impl Kind {
    /// Opens a form over a stored record, which is read as [`read`](Kind::read) does. The draft begins as what an update
    /// can carry of it.
    ///
    /// # Errors
    /// As [`read`](Kind::read); `json_depth` where the record is nested deeper than 128.
    ///
    /// ```
    /// use calendiff::{Day, Kind, Mode, Profile};
    /// use serde_json::json;
    ///
    /// let mut form = Kind::Calendar.form(&json!({ "calendar": { "id": "Kx2m", "openHours": [] } }), Profile::Document)?;
    /// form.set_day(Day::Monday, &[["09:00", "17:00"]])?;
    /// assert_eq!(form.body(Mode::Changed)?.value["openHours"][0]["daysOfTheWeek"], json!([1]));
    ///
    /// let refused = Kind::Calendar.form(&json!("Kx2m"), Profile::Document).unwrap_err();
    /// assert_eq!(refused.code(), "not_a_record");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn form(self, stored: impl Json, profile: Profile) -> Result<Form, Error> {
        let stored = stored.held();
        let stored = stored.view();
        let stored = self.regular(stored)?.into_numbered(NAMES);
        let first = writable(self, stored.root());
        let mut form = Form {
            kind: self,
            profile,
            text: first.source().len(),
            stored,
            draft: first.clone(),
            first,
            issues: Ledger::new(),
            changes: Ledger::new(),
            keyed_lists: Vec::new(),
            has_unknown: false,
            history: History::default(),
            conflicts: Vec::new(),
            between: None,
            shortest: None,
        };
        form.refresh_all();
        Ok(form)
    }
}

impl Form {
    /// What kind of record it is about.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The stored record, read.
    #[must_use]
    pub fn stored(&self) -> View<'_> {
        self.stored.root()
    }

    /// The draft as it stands.
    #[must_use]
    pub fn draft(&self) -> View<'_> {
        self.draft.root()
    }

    /// What stands at a place of the draft.
    #[must_use]
    pub fn get(&self, path: &Path) -> Option<View<'_>> {
        self.draft.find(path.segments())
    }

    /// Whether there is no error; warnings and notes may stand.
    #[must_use]
    pub fn is_ok(&self) -> bool {
        self.issues().all(|issue| issue.severity != Severity::Error)
    }

    /// What is wrong with the draft, in its order.
    #[must_use]
    pub fn issues(&self) -> impl ExactSizeIterator<Item = &Issue> {
        self.issues.iter()
    }

    /// What is wrong at a place or inside of it.
    pub fn issues_at(&self, path: &Path) -> impl Iterator<Item = &Issue> {
        self.issues().filter(move |issue| issue.path.segments().starts_with(path.segments()))
    }

    /// What the draft changes in the stored record, in its order.
    #[must_use]
    pub fn changes(&self) -> impl ExactSizeIterator<Item = &Change> {
        self.changes.iter()
    }

    /// Whether the draft changes anything at a place, inside of it or around it: at what stands there by key. The empty path
    /// asks for any change.
    #[must_use]
    pub fn is_dirty(&self, path: &Path) -> bool {
        let (key, _) = by_key::key_of(self.kind, self.draft.root(), self.stored.root(), path.segments());
        let meet = |(changed, asked): (&KeyStep, &KeyStep)| changed.meets(asked);
        // A list is changed as well by what is gone from it.
        self.changes().any(|change| change.key.steps().iter().zip(key.steps()).all(meet))
    }

    /// The body to send, as [`Kind::body`] builds it.
    ///
    /// # Errors
    /// As [`Kind::body`].
    pub fn body(&self, mode: Mode) -> Result<Body, Error> {
        self.sent(mode).map(Body::from)
    }

    /// The same on a tree.
    pub(crate) fn sent(&self, mode: Mode) -> Result<Sent, Error> {
        self.kind.sent(self.stored.root(), self.draft.root(), mode)
    }

    /// What the draft and the record that others saved make of the same thing, until it is [resolved](Form::resolve).
    #[must_use]
    pub fn conflicts(&self) -> &[Conflict] {
        &self.conflicts
    }

    /// Returns the number of undo steps, of redo steps, and of undo steps that were saved.
    pub(crate) fn history_length(&self) -> [usize; 3] {
        self.history.length()
    }

    /// How many of the oldest steps went, since this was asked last, for there was no room for them.
    pub(crate) fn forgotten(&mut self) -> usize {
        self.history.forgotten()
    }

    /// Whether there is a step to take back.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        self.history.can_undo()
    }

    /// Whether there is a step to make again.
    #[must_use]
    pub fn can_redo(&self) -> bool {
        self.history.can_redo()
    }
}
