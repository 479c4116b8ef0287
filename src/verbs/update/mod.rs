//! An update: a stored record, a draft, and the record after the update. Body and diff are derived from it.

mod decision;
mod names;

use crate::ground::json::{Builder, Path, Tree, View};
use crate::knowledge::schema::{Kind, Type};
use crate::record::each::{Rewrite, Visited, VisitedMember, Visitor, each};
use crate::record::over_stored;
use crate::verbs::{normalize, read};

pub use decision::{Action, Decision};
pub(crate) use names::Names;

pub(crate) struct Update {
    pub(crate) kind: Kind,
    /// The stored record, with misspelled aliases renamed to the names of the protocol.
    pub(crate) stored: Tree,
    /// The draft with its aliases renamed, in canonical form.
    pub(crate) draft: Tree,
    /// The stored record with the draft on top.
    pub(crate) after: Tree,
    /// The decisions about names of the stored record.
    pub(crate) of_stored: Vec<Decision>,
    /// The decisions about names of the draft.
    pub(crate) of_draft: Vec<Decision>,
}

impl Update {
    /// Reads a stored record: its aliases are renamed to the names of the protocol, and its shapes made regular. Returns
    /// the decisions about names, too.
    pub(crate) fn read(kind: Kind, given: View<'_>) -> (Tree, Vec<Decision>) {
        let mut reading = Reading::default();
        let stored = each(&mut reading, kind.table(), Visited::alone(given));
        (stored, reading.names.made)
    }

    /// Makes an update of a stored record and the whole record after it.
    pub(crate) fn whole(kind: Kind, stored: Tree, after: Tree, of_stored: Vec<Decision>) -> Self {
        Self {
            kind,
            stored,
            draft: after.clone(),
            after,
            of_stored,
            of_draft: Vec::new(),
        }
    }

    /// Makes an update of two opened records.
    pub(crate) fn of(kind: Kind, given: View<'_>, draft: View<'_>) -> Self {
        let table = kind.table();
        let mut of_draft = Names::default();
        let (stored, of_stored) = Self::read(kind, given);
        let draft = each(&mut of_draft, table, Visited::alone(draft).beside(given));
        let draft = read::without_echo(kind, draft.root(), stored.root());
        let draft = normalize::canonical_record(table, draft.root());
        let after = over_stored(table, stored.root(), draft.root());
        Self {
            kind,
            stored,
            draft,
            after,
            of_stored,
            of_draft: of_draft.made,
        }
    }
}

/// Renames aliases and makes shapes regular, both in one walk.
#[derive(Default)]
struct Reading {
    names: Names,
    shapes: read::Reader,
}

impl Visitor for Reading {
    fn member<'a>(&mut self, path: &Path, visited: &VisitedMember<'a, '_>) -> Rewrite<'a> {
        let row = visited.row.or_else(|| visited.table?.alias(visited.name));
        if visited.is_left_out() {
            return Rewrite::Nothing;
        }
        match row.and_then(|row| read::unset(row, visited)) {
            Some(unset) => unset,
            None => self.names.member(path, visited),
        }
    }

    fn is_list(&mut self, path: &Path, visited: &Visited<'_>) -> bool {
        self.shapes.is_list(path, visited)
    }

    fn passes(&self, ty: &Type, visited: &Visited<'_>) -> bool {
        self.shapes.passes(ty, visited)
    }

    fn leaf(
        &mut self,
        path: &Path,
        ty: &Type,
        visited: &Visited<'_>,
        name: Option<&str>,
        out: &mut Builder<'_>,
    ) -> bool {
        self.shapes.leaf(path, ty, visited, name, out)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::{Error, Kind, Mode, Profile};

    /// A response may carry numbers as text. An update that left them out would reset them.
    #[test]
    fn odd_shapes_of_the_stored_record_are_read_before_they_are_sent_back() -> Result<(), Error> {
        let hours =
            json!([{ "openHour": "9", "openMinute": "0", "closeHour": "17", "closeMinute": "0" }]);
        let stored = json!({ "slotDuration": "60", "enableRecurring": "true", "openHours": [{ "daysOfTheWeek": ["1"], "hours": hours }] });
        let regular = Kind::Calendar.read(&stored)?.value;
        let draft = json!({ "name": "B" });
        for mode in [Mode::Full, Mode::Changed] {
            let [odd, wanted] = [&stored, &regular.to_value()]
                .map(|stored| Kind::Calendar.body(stored, &draft, mode));
            assert_eq!(odd?.value, wanted?.value);
        }
        // A draft that repeats what is stored changes nothing.
        let mut echo = stored.clone();
        echo["name"] = "B".into();
        let review = Kind::Calendar.review(&stored, &echo, (Profile::Specification, Mode::Full))?;
        assert_eq!(review.diff.words, ["name “B”, was not set"]);
        assert_eq!(
            review.body.value,
            Kind::Calendar.body(&regular, &draft, Mode::Full)?.value
        );
        Ok(())
    }
}
