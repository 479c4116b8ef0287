//! The undo history: steps, one for each action of a person.

use super::edit::TreeEdit;
use crate::ground::json::{CollectVec, Tree, items_at, order_of};
use crate::verbs::merge::Conflict;

/// The number of steps that can be undone.
const STEPS: usize = 1000;

/// The number of bytes of values in those steps, except the last two: 64 MiB.
const BYTES: usize = 64 << 20;

/// The edits that undo one step.
#[derive(Clone, Debug, Default)]
pub(super) struct UndoStep {
    /// The edits, in reverse order.
    pub(super) edits: Vec<TreeEdit>,
    /// The conflicts before the step, if it resolved one.
    pub(super) conflicts: Option<Vec<Conflict>>,
    /// True if the draft was saved after the step was made.
    pub(super) is_saved: bool,
}

impl UndoStep {
    /// Returns true if the edits of the step are still valid after these members have changed.
    fn is_apart_from(&self, changed: &Changed) -> bool {
        let Changed::Members(changed) = changed else {
            return false;
        };
        // A step that restores conflicts relies on the record from before.
        if self.conflicts.is_some() {
            return false;
        }
        changed.is_empty()
            || self
                .members()
                .is_some_and(|own| own.iter().all(|name| place(changed, name).is_err()))
    }

    /// Returns the members of the record that the step edits, or `None` if it edits the whole record.
    fn members(&self) -> Option<Vec<&str>> {
        self.edits.iter().map(TreeEdit::member).collect_all()
    }

    /// Returns true if the step undoes nothing.
    fn is_empty(&self) -> bool {
        self.edits.is_empty() && self.conflicts.is_none()
    }

    /// Returns the number of bytes of values in the step.
    fn bytes(&self) -> usize {
        self.edits.iter().map(TreeEdit::bytes).sum()
    }

    /// Combines this step with the one made after it. If a value is replaced twice, its first value is enough.
    fn and(&mut self, later: Self) {
        // Someone types "ab": the first step restores "", the second "a". Only the first is needed.
        let is_replaced_again = match (self.edits.last(), later.edits.first()) {
            (Some(TreeEdit::Replace { path, .. }), Some(TreeEdit::Replace { path: again, .. })) => {
                path == again
            }
            _ => false,
        };
        let superseded = usize::from(is_replaced_again);
        self.edits.extend(later.edits.into_iter().skip(superseded));
        self.conflicts = self.conflicts.take().or(later.conflicts);
    }
}

/// The members of the record that have changed.
enum Changed {
    All,
    /// Their names, sorted.
    Members(Vec<String>),
}

impl Changed {
    /// Adds the members of a step, or all.
    fn add(&mut self, members: Option<Vec<&str>>) {
        let (Self::Members(known), Some(members)) = (&mut *self, members) else {
            *self = Self::All;
            return;
        };
        for name in members {
            if let Err(at) = place(known, name) {
                known.insert(at, name.to_owned());
            }
        }
    }
}

/// Finds a name among sorted names, or the index to insert it at.
fn place(sorted: &[String], name: &str) -> Result<usize, usize> {
    sorted.binary_search_by(|own| own.as_str().cmp(name))
}

#[derive(Clone, Debug, Default)]
pub(super) struct History {
    undo: Vec<UndoStep>,
    redo: Vec<UndoStep>,
    /// The number of bytes in the undo steps.
    bytes: usize,
    /// The number of the oldest steps that were dropped for lack of room since the last query.
    forgotten: usize,
    /// The step of an open batch, and the number of batches nested in it.
    open: Option<(UndoStep, usize)>,
    /// The redo steps from before the edits of the open batch.
    set_aside: Vec<UndoStep>,
    /// The number of edits that were recorded so far, whatever became of them.
    pub(super) recorded: usize,
}

impl History {
    /// Records a step that was made.
    pub(super) fn push(&mut self, step: UndoStep) {
        self.recorded += 1;
        if let Some((open, _)) = &mut self.open {
            self.set_aside.append(&mut self.redo);
            open.and(step);
        } else {
            self.redo.clear();
            self.keep(step);
        }
    }

    /// Records an undo step. Room is made before it is added, and the last step stays, since the two may be joined.
    fn keep(&mut self, step: UndoStep) {
        // `bytes` does not count the new step yet, so the total may exceed the limit by the last two steps.
        while (self.undo.len() >= STEPS || self.bytes > BYTES) && self.undo.len() > 1 {
            self.bytes -= self.undo.remove(0).bytes();
            self.forgotten += 1;
        }
        self.bytes += step.bytes();
        self.undo.push(step);
    }

    /// Returns the number of the oldest steps that were dropped since the last call.
    pub(super) fn forgotten(&mut self) -> usize {
        std::mem::take(&mut self.forgotten)
    }

    /// Takes the step to undo. Returns `None` within a batch.
    pub(super) fn back(&mut self) -> Option<UndoStep> {
        if self.open.is_some() {
            return None;
        }
        let step = self.undo.pop()?;
        self.bytes -= step.bytes();
        Some(step)
    }

    /// Takes the step to redo. Returns `None` within a batch.
    pub(super) fn again(&mut self) -> Option<UndoStep> {
        if self.open.is_some() {
            return None;
        }
        self.redo.pop()
    }

    pub(super) fn was_undone(&mut self, step: UndoStep) {
        self.redo.push(step);
    }

    pub(super) fn was_redone(&mut self, step: UndoStep) {
        self.keep(step);
    }

    /// Clears the undo and redo steps. An open batch continues with later edits only.
    pub(super) fn clear(&mut self) {
        let open = self
            .open
            .take()
            .map(|(_, around)| (UndoStep::default(), around));
        *self = Self {
            open,
            ..Self::default()
        };
    }

    pub(super) fn length(&self) -> [usize; 3] {
        [
            self.undo.len(),
            self.redo.len(),
            // Saved steps are the oldest, since a save marks all that are there.
            self.undo.iter().take_while(|step| step.is_saved).count(),
        ]
    }

    pub(super) fn can_undo(&self) -> bool {
        !self.undo.is_empty()
    }

    pub(super) fn can_redo(&self) -> bool {
        !self.redo.is_empty()
    }

    pub(super) fn begin(&mut self) {
        match &mut self.open {
            Some((_, around)) => *around += 1,
            None => self.open = Some((UndoStep::default(), 0)),
        }
    }

    /// Returns the step of the open batch, if no other batch is around it.
    pub(super) fn ending(&self) -> Option<&UndoStep> {
        match &self.open {
            Some((step, 0)) if !step.is_empty() => Some(step),
            _ => None,
        }
    }

    /// Ends a batch. Returns true if that made a step: an idle one is dropped.
    pub(super) fn end(&mut self, is_idle: bool) -> bool {
        match self.open.take() {
            // 0 is the outermost batch.
            Some((_, 0)) if is_idle => {
                self.redo = std::mem::take(&mut self.set_aside);
                false
            }
            Some((step, 0)) if !step.is_empty() => {
                self.set_aside.clear();
                self.keep(step);
                true
            }
            Some((step, around)) if around > 0 => {
                self.open = Some((step, around - 1));
                false
            }
            _ => false,
        }
    }

    /// Combines the last two steps.
    pub(super) fn join(&mut self) {
        let [.., earlier, _] = &self.undo[..] else {
            return;
        };
        // Text typed after a save is a step of its own.
        if self.open.is_some() || earlier.is_saved {
            return;
        }
        let last = self.undo.pop();
        if let (Some(step), Some(last)) = (self.undo.last_mut(), last) {
            self.bytes -= step.bytes() + last.bytes();
            step.and(last);
            self.bytes += step.bytes();
        }
    }

    /// Returns what [`keep_apart_from`](Self::keep_apart_from) returns if every step stays.
    pub(super) fn keep_all(&self) -> [Vec<bool>; 2] {
        [&self.undo, &self.redo].map(|steps| vec![true; steps.len()])
    }

    /// Keeps the steps whose edits are still valid after these members have changed. Returns, for each undo and each
    /// redo step, true if it stays.
    pub(super) fn keep_apart_from(&mut self, changed: &[String]) -> [Vec<bool>; 2] {
        self.split();
        let stays = self.stays(changed);
        self.keep_these(&stays);
        stays
    }

    /// Makes the edits of an open batch so far a step of their own: later ones are those of another record.
    fn split(&mut self) {
        if let Some((step, _)) = &mut self.open {
            let step = std::mem::take(step);
            if !step.is_empty() {
                self.set_aside.clear();
                self.keep(step);
            }
        }
    }

    /// Marks the undo steps as saved. Drops steps whose edits have lost their place in these members, and the conflicts
    /// that other steps would restore, since a save settles them. Returns, for each undo and each redo step, true if it
    /// stays.
    ///
    /// A list that was not there before would remain as saved if a draft leaves it out, so undo empties it.
    pub(super) fn keep_saved(&mut self, changed: &[String], draft: &Tree) -> [Vec<bool>; 2] {
        self.split();
        for step in self.undo.iter_mut().chain(&mut self.redo) {
            step.conflicts = None;
        }
        let mut stays = self.stays(changed);
        // A step that only restored conflicts has nothing left to undo.
        for (steps, stays) in [&self.undo, &self.redo].into_iter().zip(&mut stays) {
            for (step, stays) in steps.iter().zip(stays) {
                *stays &= !step.edits.is_empty();
            }
        }
        for step in &mut self.undo {
            step.is_saved = true;
            for edit in &mut step.edits {
                edit.empty_list(draft);
            }
        }
        self.keep_these(&stays);
        stays
    }

    /// Returns true if the next step to undo was saved.
    pub(super) fn undo_is_of_saved(&self) -> bool {
        self.undo.last().is_some_and(|step| step.is_saved)
    }

    /// Returns, for each undo and each redo step, true if its edits are still valid after these members have changed.
    fn stays(&self, changed: &[String]) -> [Vec<bool>; 2] {
        let changed = items_at(changed, &order_of(changed));
        [staying(&self.undo, &changed), staying(&self.redo, &changed)]
    }

    /// Keeps the marked undo and redo steps.
    fn keep_these(&mut self, stays: &[Vec<bool>; 2]) {
        let mut undo = stays[0].iter();
        self.undo.retain(|_| undo.next() == Some(&true));
        self.bytes = self.undo.iter().map(UndoStep::bytes).sum();
        let mut redo = stays[1].iter();
        self.redo.retain(|_| redo.next() == Some(&true));
    }
}

/// Returns, for each step, true if it stays. Steps are applied from the end on, and a step that is applied after a dropped
/// one relies on it, in its members.
///
/// If `name` has changed, and the last of three steps edits `name` and `slug`, the first `slug` and the second `emails`,
/// only the second stays.
fn staying(steps: &[UndoStep], changed: &[String]) -> Vec<bool> {
    let mut changed = Changed::Members(changed.to_vec());
    let mut stays = vec![true; steps.len()];
    // From the newest: to undo step 1, step 2 must be undone first, in the members that both edit.
    for (step, stays) in steps.iter().zip(&mut stays).rev() {
        *stays = step.is_apart_from(&changed);
        if !*stays {
            changed.add(step.members());
        }
    }
    stays
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::json::Path;

    /// Returns a step that restores a member to that many bytes.
    fn step(name: &'static str, bytes: usize) -> UndoStep {
        let value = Tree::from(&"x".repeat(bytes).into());
        UndoStep {
            edits: vec![TreeEdit::Replace {
                path: Path::new().with(name),
                value,
            }],
            ..UndoStep::default()
        }
    }

    fn held(step: &UndoStep) -> Vec<usize> {
        step.edits.iter().map(|edit| edit.bytes() >> 20).collect()
    }

    #[test]
    fn of_a_text_that_is_typed_what_it_was_at_first_is_kept() {
        let mut history = History::default();
        history.push(step("slug", 0));
        for key in 0..12 {
            history.push(step("notes", (10 + key) << 20));
            if key > 0 {
                history.join();
            }
        }
        assert_eq!((history.length(), history.forgotten()), ([2, 0, 0], 0));
        assert_eq!(held(&history.back().unwrap_or_default()), [10]);
        assert_eq!(held(&history.back().unwrap_or_default()), [0]);
        assert_eq!((history.bytes, history.can_undo()), (0, false));
    }

    #[test]
    fn a_batch_keeps_what_was_there_before_each_place_was_edited() {
        let mut history = History::default();
        history.begin();
        for name in ["notes", "notes", "slug", "notes", "notes"] {
            history.push(step(name, 1 << 20));
        }
        assert!(history.end(false));
        assert_eq!(history.back().map(|step| held(&step)), Some(vec![1, 1, 1]));
    }

    /// Room is made before the next step is added, and the last one stays.
    #[test]
    fn the_oldest_go_where_steps_hold_much() {
        let mut history = History::default();
        for _ in 0..10 {
            history.push(step("notes", 20 << 20));
        }
        assert_eq!((history.length(), history.forgotten()), ([4, 0, 0], 6));
        history.push(step("notes", 200 << 20));
        history.push(step("slug", 0));
        assert_eq!((history.length(), history.forgotten()), ([2, 0, 0], 4));
        assert_eq!(history.back().map(|step| held(&step)), Some(vec![0]));
        assert_eq!(history.back().map(|step| held(&step)), Some(vec![200]));
    }
}
