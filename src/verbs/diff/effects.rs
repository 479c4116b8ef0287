//! Changes that have no effect: the availability type leaves them out, or they remove what was deleted before.

use serde_json::Value;

use super::change::{Change, Diff};
use super::written::words_of;
use crate::ground::json::{Segment, Tree, View};
use crate::knowledge::language::{Phrase, Sentence};
use crate::knowledge::schema::{Kind, List, is_deleted};
use crate::record::offer::Counting;

impl Diff {
    /// Says of each change that has no effect that it has none. `availability_type` is that of the record after the changes.
    pub(crate) fn mark_without_effect(&mut self, kind: Kind, availability_type: Option<View<'_>>) {
        if mark_without_effect(kind, &mut self.changes, availability_type) {
            self.words = words_of(kind, &self.changes);
        }
    }

    /// Leaves out the removals of special dates that were marked as deleted. Responses may still list such a date, and no body
    /// repeats it, so that nobody asked for its removal.
    pub(crate) fn leave_out_deleted_dates(&mut self, kind: Kind) {
        let dates = kind.table().list_of(List::is_dates);
        let all = self.changes.len();
        self.changes
            .retain(|change| !is_removal_of_deleted(change, dates));
        if self.changes.len() < all {
            self.words = words_of(kind, &self.changes);
        }
    }
}

/// Returns true if a change removes an item of the list of special dates that was marked as deleted.
fn is_removal_of_deleted(change: &Change, dates: Option<&str>) -> bool {
    let [Segment::Name(list), _] = change.path.segments() else {
        return false;
    };
    let was_deleted = |date: &Value| is_deleted(Tree::of(date).root());
    Some(list.as_ref()) == dates
        && change.after.is_none()
        && change.before.as_ref().is_some_and(was_deleted)
}

/// Adds to the words of each change of hours that do not count that it has no effect: of special dates where only the open
/// hours count, and of open hours where only the special dates do. Returns true if there is such a change.
pub(crate) fn mark_without_effect(
    kind: Kind,
    changes: &mut [Change],
    availability_type: Option<View<'_>>,
) -> bool {
    let (list, why) = match Counting::of(availability_type) {
        Counting::OpenHours => (kind.table().list_of(List::is_dates), "only_open_hours"),
        Counting::SpecialDates => (kind.table().list_of(List::is_week), "only_special_dates"),
        Counting::Both => return false,
    };
    let mut is_marked = false;
    for change in changes {
        // Only the words change: the hours are stored all the same, and count once the type changes.
        if let Some(Segment::Name(name)) = change.path.segments().first()
            && Some(name.as_ref()) == list
        {
            let said = Sentence::new("without_effect").with("change", change.words.nested());
            change.words = said.with("why", Phrase::code(why));
            is_marked = true;
        }
    }
    is_marked
}
