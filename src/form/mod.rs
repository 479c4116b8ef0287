//! A form over a record: the stored record, the draft, and what is known of both, kept up to date edit by edit.

mod edit;
mod itemized;
mod ledger;
mod refresh;
mod sides;

use std::collections::VecDeque;

use serde::Serialize;

use crate::body::{Body, Mode, writable, writable_over};
use crate::diff::{Change, ChangeKind};
use crate::error::{Error, Reason};
use crate::issue::{Issue, Profile, Severity};
use crate::json::{Path, Segment, Tape, TapeView, View};
use crate::merge::{Choice, Conflict, Taken};
use crate::schema::{Kind, NAMES, Type};
use edit::{Edit, Touched, counterpart};
use itemized::Itemized;
use ledger::Ledger;
pub use ledger::Splice;

/// How many edits can be taken back.
const HISTORY: usize = 1000;

/// How much text that is no longer needed a draft may carry along before it is written anew.
const SPARE: usize = 1 << 16;

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
/// assert_eq!(form.changes().next().unwrap().words, "colour #ff0000, was #039be5");
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
    stored: Tape,
    draft: Tape,
    issues: Ledger<Issue>,
    changes: Ledger<Change>,
    itemized: Vec<Itemized>,
    /// Whether the draft has members that the tables do not know.
    has_unknown: bool,
    /// What takes the last edits back, the last one at the end.
    undo: VecDeque<Edit>,
    redo: Vec<Edit>,
    /// How large the draft's text was when it was last written anew.
    text: usize,
}

/// What an edit changed in the lists of issues and changes. Serializes as `{ issues, changes }`, each a list of splices.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Delta {
    /// How the issues from before become those from now.
    pub issues: Vec<Splice<Issue>>,
    /// How the changes from before become those from now.
    pub changes: Vec<Splice<Change>>,
}

impl Delta {
    /// Whether issues and changes are as they were.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.issues.is_empty() && self.changes.is_empty()
    }
}

/// What [`Form::rebase`] came to. Serializes as `{ conflicts, taken, delta }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rebased {
    /// What the draft and the new record make of the same thing; the draft's word stands.
    pub conflicts: Vec<Conflict>,
    /// What changed on either side, and whose it is.
    pub taken: Vec<Taken>,
    /// What that changed in the lists of issues and changes.
    pub delta: Delta,
}

impl Kind {
    /// Opens a form over a stored record, which is read as [`read`](Kind::read) does. The draft begins as what an update
    /// can carry of it.
    ///
    /// # Errors
    /// `not_a_record` where the record is no JSON object, `json_depth` where it is nested deeper than 128.
    pub fn form<'a>(self, stored: impl View<'a>, profile: Profile) -> Result<Form, Error> {
        let stored = Tape::numbered(&self.read(stored)?.value, NAMES);
        let draft = Tape::numbered(&writable(self, stored.root()), NAMES);
        let mut form = Form {
            kind: self,
            profile,
            text: draft.source().len(),
            stored,
            draft,
            issues: Ledger::new(),
            changes: Ledger::new(),
            itemized: Vec::new(),
            has_unknown: false,
            undo: VecDeque::new(),
            redo: Vec::new(),
        };
        form.refresh_all();
        Ok(form)
    }
}

impl Form {
    /// The stored record, read.
    #[must_use]
    pub fn stored(&self) -> TapeView<'_> {
        self.stored.root()
    }

    /// The draft as it stands.
    #[must_use]
    pub fn draft(&self) -> TapeView<'_> {
        self.draft.root()
    }

    /// What stands at a place of the draft.
    #[must_use]
    pub fn get(&self, path: &Path) -> Option<TapeView<'_>> {
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

    /// Whether the draft changes anything at a place, inside of it or around it. The empty path asks for any change.
    #[must_use]
    pub fn is_dirty(&self, path: &Path) -> bool {
        self.changes().any(|change| {
            let mut changed = change.path.segments();
            // What is gone from an array has no place in the draft.
            if let (ChangeKind::Remove, [around @ .., Segment::Index(_)]) = (change.kind, changed) {
                return around.starts_with(path.segments());
            }
            if path.segments().len() < changed.len() {
                changed = &changed[..path.segments().len()];
            }
            path.segments().starts_with(changed)
        })
    }

    /// The body to send, as [`Kind::body`] builds it.
    ///
    /// # Errors
    /// As [`Kind::body`].
    pub fn body(&self, mode: Mode) -> Result<Body, Error> {
        self.kind.body(self.stored.root(), self.draft.root(), mode)
    }

    /// Puts a value at a place of the draft; objects and lists that are missing around it come with it. What is not JSON
    /// becomes an issue there. At the empty path it is a whole draft, with or without its envelope.
    ///
    /// # Errors
    /// `form_path` where the path leads through something that has no members or items, beyond the end of an array, or
    /// to an envelope; `json_depth` where the draft would be nested deeper than 128, `json_size` where it would have more than
    /// 16 MiB as text. The draft is then as it was.
    pub fn set<'a>(&mut self, path: &Path, value: impl View<'a>) -> Result<Delta, Error> {
        self.expect_no_envelope(path)?;
        let mut value = value;
        while let (Some(_), inside) = self.kind.unwrap(value)
            && path.segments().is_empty()
        {
            value = inside;
        }
        let edit = Edit::set(&self.draft, path.segments(), value)?;
        Ok(self.edit(&edit))
    }

    /// Inserts an item into an array: before the one at the path's index, or at the end.
    ///
    /// # Errors
    /// As [`set`](Form::set).
    pub fn insert<'a>(&mut self, path: &Path, value: impl View<'a>) -> Result<Delta, Error> {
        self.expect_no_envelope(path)?;
        let edit = Edit::insert(&self.draft, path.segments(), value)?;
        Ok(self.edit(&edit))
    }

    /// Removes a member, which the update then leaves as it is stored, or an item of an array.
    ///
    /// # Errors
    /// `form_path` where there is nothing.
    pub fn remove(&mut self, path: &Path) -> Result<Delta, Error> {
        let edit = Edit::remove(&self.draft, path.segments())?;
        Ok(self.edit(&edit))
    }

    /// Moves an item of an array to another index of it.
    ///
    /// # Errors
    /// `form_path` where there is no such item, or no such index.
    pub fn move_to(&mut self, path: &Path, to: usize) -> Result<Delta, Error> {
        let edit = Edit::shift(&self.draft, path.segments(), to)?;
        Ok(self.edit(&edit))
    }

    /// Makes a place of the draft what is stored there, the items of arrays by what they are; what is not stored goes.
    /// The empty path resets the whole draft.
    ///
    /// # Errors
    /// `form_path` where the draft has nothing there, and no list in which to find the stored item.
    pub fn reset(&mut self, path: &Path) -> Result<Delta, Error> {
        self.reset_or_remove(path).map(|(delta, _)| delta)
    }

    /// The same, and whether what is reset stays; where an item goes, the next one takes its place.
    pub(crate) fn reset_or_remove(&mut self, path: &Path) -> Result<(Delta, bool), Error> {
        let segments = path.segments();
        let first = Tape::of(&writable(self.kind, self.stored.root()));
        let record = Type::Object(self.kind.record());
        let stored = counterpart(&record, first.root(), Some(self.draft.root()), segments);
        let edit = match stored {
            Some(stored) => Edit::set(&self.draft, segments, stored)?,
            None => Edit::remove(&self.draft, segments)?,
        };
        let stays = stored.is_some();
        Ok((self.edit(&edit), stays))
    }

    /// Takes the last edit back; nothing where there is none. The last thousand can be.
    pub fn undo(&mut self) -> Option<Delta> {
        let edit = self.undo.pop_back()?;
        let (again, delta) = self.run(&edit);
        self.redo.push(again);
        Some(delta)
    }

    /// Makes the edit again that was last taken back; nothing where there is none.
    pub fn redo(&mut self) -> Option<Delta> {
        let edit = self.redo.pop()?;
        let (back, delta) = self.run(&edit);
        self.undo.push_back(back);
        Some(delta)
    }

    /// Goes on from what is stored by now: what others changed meanwhile comes into the draft, and the draft's edits stay.
    /// Where both changed the same thing the draft's word stands, and the conflict is told. Nothing from before can be
    /// undone.
    ///
    /// # Errors
    /// As [`Kind::read`]; the form is then as it was.
    pub fn rebase<'a>(&mut self, stored: impl View<'a>) -> Result<Rebased, Error> {
        let stored = Tape::numbered(&self.kind.read(stored)?.value, NAMES);
        let ours = Tape::of(&self.kind.outcome_of(self.stored.root(), self.draft.root())?);
        let mut conflicts = Vec::new();
        let ours_stands = |conflict: &Conflict| {
            conflicts.push(conflict.clone());
            Choice::Ours
        };
        let merged = self.kind.merge(self.stored.root(), ours.root(), stored.root(), ours_stands)?;
        let draft = writable_over(self.kind, Tape::of(&merged.value).root(), stored.root());
        self.stored = stored;
        self.draft = Tape::numbered(&draft, NAMES);
        self.text = self.draft.source().len();
        self.undo.clear();
        self.redo.clear();
        let delta = self.refresh_all();
        Ok(Rebased { conflicts, taken: merged.taken, delta })
    }

    /// How many edits can be taken back, and how many be made again.
    pub(crate) fn history(&self) -> [usize; 2] {
        [self.undo.len(), self.redo.len()]
    }

    fn edit(&mut self, edit: &Edit) -> Delta {
        let (back, delta) = self.run(edit);
        if self.undo.len() == HISTORY {
            self.undo.pop_front();
        }
        self.undo.push_back(back);
        self.redo.clear();
        delta
    }

    fn run(&mut self, edit: &Edit) -> (Edit, Delta) {
        let touched = edit.touches(&self.draft);
        let back = edit.run(&mut self.draft);
        if self.draft.source().len() > 2 * self.text + SPARE {
            self.draft.compact();
            self.text = self.draft.source().len();
        }
        let delta = match &touched {
            Touched::All => self.refresh_all(),
            Touched::Member { name, presence } => self.refresh_member(name, *presence),
            Touched::Item { name, at } => self.refresh_item(name, *at),
        };
        (back, delta)
    }

    /// A draft is a record, not the envelope of one.
    fn expect_no_envelope(&self, path: &Path) -> Result<(), Error> {
        match path.segments() {
            [Segment::Name(name), ..] if self.kind.envelopes().contains(&name.as_ref()) => Err(Reason::FormPath {
                pointer: path.pointer(),
                expected: format!("a member of the {}", self.kind.name()),
                found: "its envelope".to_owned(),
            }
            .into()),
            _ => Ok(()),
        }
    }
}
