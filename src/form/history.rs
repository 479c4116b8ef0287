//! What can be taken back: steps, one for each thing that a person did.

use std::collections::VecDeque;

use super::edit::Edit;
use crate::json::ordered;
use crate::merge::Conflict;

/// How many steps can be taken back.
const STEPS: usize = 1000;

/// What takes one step back.
#[derive(Clone, Debug, Default)]
pub(super) struct Step {
    /// To be made from the last one on.
    pub(super) edits: Vec<Edit>,
    /// The conflicts that stood before, where the step resolved one.
    pub(super) conflicts: Option<Vec<Conflict>>,
}

impl Step {
    /// This step and the one made after it, as one.
    fn and(&mut self, later: Self) {
        self.edits.extend(later.edits);
        self.conflicts = self.conflicts.take().or(later.conflicts);
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct History {
    undo: VecDeque<Step>,
    redo: Vec<Step>,
    /// The step of a batch that has begun, and how many batches are around what is done now.
    open: Option<(Step, usize)>,
}

impl History {
    /// Notes a step that was made.
    pub(super) fn push(&mut self, step: Step) {
        self.redo.clear();
        match &mut self.open {
            Some((open, _)) => open.and(step),
            None => self.keep(step),
        }
    }

    fn keep(&mut self, step: Step) {
        if self.undo.len() == STEPS {
            self.undo.pop_front();
        }
        self.undo.push_back(step);
    }

    /// The step to take back; none within a batch.
    pub(super) fn back(&mut self) -> Option<Step> {
        if self.open.is_some() { None } else { self.undo.pop_back() }
    }

    /// The step to make again; none within a batch.
    pub(super) fn again(&mut self) -> Option<Step> {
        if self.open.is_some() { None } else { self.redo.pop() }
    }

    pub(super) fn was_undone(&mut self, step: Step) {
        self.redo.push(step);
    }

    pub(super) fn was_redone(&mut self, step: Step) {
        self.keep(step);
    }

    pub(super) fn length(&self) -> [usize; 2] {
        [self.undo.len(), self.redo.len()]
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
            None => self.open = Some((Step::default(), 0)),
        }
    }

    pub(super) fn end(&mut self) {
        match self.open.take() {
            Some((step, 0)) if step.edits.is_empty() && step.conflicts.is_none() => {}
            Some((step, 0)) => self.keep(step),
            Some((step, around)) => self.open = Some((step, around - 1)),
            None => {}
        }
    }

    /// Makes one step of the last two.
    pub(super) fn join(&mut self) {
        if self.open.is_some() || self.undo.len() < 2 {
            return;
        }
        let last = self.undo.pop_back();
        if let (Some(step), Some(last)) = (self.undo.back_mut(), last) {
            step.and(last);
        }
    }

    /// Keeps the steps whose edits still mean what they meant, now that these members are not as they were; tells of each
    /// that could be undone, and of each that could be made again, whether it stays.
    pub(super) fn keep_apart_from(&mut self, changed: &[String]) -> [Vec<bool>; 2] {
        let order = ordered(changed.len(), &|a, b| changed[a].cmp(&changed[b]));
        let is_changed = |name: &str| order.binary_search_by(|at| changed[*at].as_str().cmp(name)).is_ok();
        let apart = |step: &Step| {
            step.conflicts.is_none()
                && step.edits.iter().all(|edit| edit.member().is_some_and(|name| !is_changed(name)))
        };
        let stays = [self.undo.iter().map(apart).collect(), self.redo.iter().map(apart).collect()];
        self.undo.retain(apart);
        self.redo.retain(apart);
        stays
    }
}
