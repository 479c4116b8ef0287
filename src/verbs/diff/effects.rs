//! Changes that have no effect, since the availability type leaves them out.

use super::change::{Change, Diff};
use super::written::words_of;
use crate::ground::json::{Segment, View};
use crate::knowledge::language::{Phrase, Sentence};
use crate::knowledge::schema::{Kind, List};
use crate::record::offer::Counting;

impl Diff {
    /// Says of each change that has no effect that it has none. `availability_type` is that of the record after the changes.
    pub(crate) fn mark_without_effect(&mut self, kind: Kind, availability_type: Option<View<'_>>) {
        if mark_without_effect(kind, &mut self.changes, availability_type) {
            self.words = words_of(kind, &self.changes);
        }
    }
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
