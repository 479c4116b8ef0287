//! The steps of a form: each runs its edits, and can be undone.

use super::edit::{ONE_BY_ONE, Touched, TreeEdit};
use super::history::UndoStep;
use super::state::{Delta, RecordForm};
use crate::ground::json::{CollectVec, Each};
use crate::knowledge::format::Date;
use crate::knowledge::schema::date_of;

/// The number of bytes of unused text that a draft may keep before it is compacted.
const SPARE: usize = 1 << 16;

/// An open batch. It ends even if its edits panic: the edits until then are one step.
struct OpenBatch<'a>(&'a mut RecordForm);

impl<'a> OpenBatch<'a> {
    fn of(form: &'a mut RecordForm) -> Self {
        form.history.begin();
        Self(form)
    }
}

impl Drop for OpenBatch<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

impl RecordForm {
    /// Undoes the last step. Returns `None` if there is none. The last thousand steps can be undone, or as many of them
    /// as contain no more than 64 MiB of values.
    pub fn undo(&mut self) -> Option<Delta> {
        let step = self.history.back()?;
        let (again, delta) = self.run_step(step);
        self.history.was_undone(again);
        Some(delta)
    }

    /// Redoes the step that was undone last. Returns `None` if there is none.
    pub fn redo(&mut self) -> Option<Delta> {
        let step = self.history.again()?;
        let (back, delta) = self.run_step(step);
        self.history.was_redone(back);
        Some(delta)
    }

    /// Combines all edits made within into one step, which one [`undo`](RecordForm::undo) reverses. There is no undo within.
    /// If the form continues from another record within, the edits before are a step of their own. Edits that reverse each
    /// other make no step, and what could be redone before them still can.
    ///
    /// ```
    /// use calendiff::json::Path;
    /// use calendiff::{Kind, Profile};
    /// use serde_json::json;
    ///
    /// let mut form = Kind::Calendar.form(json!({ "name": "Consultation" }), Profile::Specification)?;
    /// form.batch(|form| {
    ///     form.set(&Path::new().with("name"), json!("First visit"))?;
    ///     form.set(&Path::new().with("slug"), json!("first-visit"))
    /// })?;
    /// form.undo();
    /// assert_eq!(form.draft().to_value(), json!({ "name": "Consultation" }));
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn batch<T>(&mut self, edits: impl FnOnce(&mut Self) -> T) -> T {
        let open = OpenBatch::of(self);
        edits(open.0)
    }

    /// Clears the undo history, for example after a draft that was kept elsewhere is restored: undo then ends at the
    /// current draft. Issues, changes and conflicts stay.
    ///
    /// ```
    /// use calendiff::json::Path;
    /// use calendiff::{Kind, Profile};
    /// use serde_json::json;
    ///
    /// let mut form = Kind::Calendar.form(json!({ "name": "Consultation" }), Profile::Specification)?;
    /// form.set(&Path::new(), json!({ "name": "First visit" }))?;
    /// form.clear_history();
    /// assert_eq!((form.undo(), form.changes().len()), (None, 1));
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn clear_history(&mut self) {
        self.history.clear();
    }

    /// Combines the last two steps, since a text that is typed key by key is one action of a person.
    pub fn join(&mut self) {
        self.history.join();
    }

    pub(crate) fn begin(&mut self) {
        self.history.begin();
    }

    /// Ends a batch. Returns true if that made a step.
    pub(crate) fn end(&mut self) -> bool {
        let open = self.history.ending();
        let is_idle = open.is_some_and(|step| self.changes_nothing(step));
        self.history.end(is_idle)
    }

    /// Returns true if the draft is as it was before a step.
    fn changes_nothing(&self, step: &UndoStep) -> bool {
        if step.conflicts.is_some() {
            return false;
        }
        let mut before = self.draft.clone();
        // The last edit is undone first.
        for edit in step.edits.iter().rev() {
            edit.run(&mut before);
        }
        before.root().alike(self.draft.root()) == Some(true)
    }

    /// Runs an edit that the caller has stated, as one step.
    pub(super) fn edit(&mut self, edit: TreeEdit) -> Delta {
        let (back, delta) = self.run(&[edit]);
        self.history.push(UndoStep {
            edits: back,
            ..UndoStep::default()
        });
        delta
    }

    /// Runs edits as one step, and returns them in the delta.
    pub(super) fn told_step(&mut self, edits: &[TreeEdit]) -> Delta {
        if edits.is_empty() {
            return Delta::default();
        }
        let told = edits.iter().map(TreeEdit::told).collect_vec();
        let (back, delta) = self.run(edits);
        self.history.push(UndoStep {
            edits: back,
            ..UndoStep::default()
        });
        Delta {
            edits: told,
            ..delta
        }
    }

    /// Runs a step of the history. Returns the step that reverses it.
    fn run_step(&mut self, step: UndoStep) -> (UndoStep, Delta) {
        let is_saved = step.is_saved;
        // The last edit is undone first.
        let edits: Vec<TreeEdit> = step.edits.into_iter().rev().collect_vec();
        let (back, delta) = self.run(&edits);
        let conflicts = step
            .conflicts
            .map(|conflicts| std::mem::replace(&mut self.conflicts, conflicts));
        (
            UndoStep {
                edits: back,
                conflicts,
                is_saved,
            },
            delta,
        )
    }

    /// Runs edits and recomputes the findings that they affect. Returns the edits that reverse them.
    fn run(&mut self, edits: &[TreeEdit]) -> (Vec<TreeEdit>, Delta) {
        let mut touched = touched_by(edits);
        // Before the edits run, to see below if an item has another date after them.
        let dates = touched.iter().map(|part| self.date(part)).collect_vec();
        let back = edits
            .iter()
            .map(|edit| edit.run(&mut self.draft))
            .collect_vec();
        self.compact();
        // An item under another date has another counterpart in the stored list.
        for (part, date) in touched.iter_mut().zip(dates) {
            if date != self.date(part)
                && let Some(name) = part.member().map(str::to_owned)
            {
                *part = Touched::Member {
                    name,
                    presence: false,
                };
            }
        }
        let mut delta = Delta::default();
        for part in &touched {
            delta.and(self.refresh(part));
        }
        // Each part puts its findings in order by the draft of now, in which parts that are still stale have no right place.
        if touched.len() > 1 {
            delta.and(self.put_in_order());
        }
        (back, delta)
    }

    /// Returns the date of a touched item, if it has one.
    fn date(&self, touched: &Touched) -> Option<Date> {
        let Touched::Item { name, at } = touched else {
            return None;
        };
        self.draft
            .root()
            .get(name)
            .each_item()
            .nth(*at)
            .and_then(date_of)
    }

    fn compact(&mut self) {
        // A replaced text stays in the draft's text, unused, until the draft is compacted.
        if self.draft.source().len() > 2 * self.text + SPARE {
            self.draft.compact();
            self.text = self.draft.source().len();
        }
    }
}

/// Returns the parts of the record that edits touch, each of them once.
fn touched_by(edits: &[TreeEdit]) -> Vec<Touched> {
    let mut all: Vec<Touched> = Vec::new();
    for touched in edits.iter().map(TreeEdit::touches) {
        let Some(name) = touched.member() else {
            return vec![Touched::All];
        };
        match all.iter().position(|own| own.member() == Some(name)) {
            // Two different parts of one member, such as two items, are the member as a whole.
            Some(at) if all[at] == touched => {}
            Some(at) => {
                let presence = all[at].is_presence() || touched.is_presence();
                all[at] = Touched::Member {
                    name: name.to_owned(),
                    presence,
                };
            }
            None if all.len() == ONE_BY_ONE => return vec![Touched::All],
            None => all.push(touched),
        }
    }
    all
}
