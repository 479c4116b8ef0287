//! Renames aliases to the names of the protocol.

use super::each::{Rewrite, Visited, VisitedMember, Visitor, each};
use super::not_set::set;
use crate::ground::json::{Path, Tree, View};
use crate::knowledge::schema::{Member, Object};

/// Returns the record with the aliases of the chosen members renamed. An alias beside the member itself remains, as an
/// unknown member, unless the member is not set.
pub(crate) fn with_names(
    table: &'static Object,
    record: View<'_>,
    is_chosen: &dyn Fn(&Member) -> bool,
) -> Tree {
    each(
        &mut Renames {
            is_chosen,
            makes_arrays: false,
        },
        table,
        Visited::alone(record),
    )
}

/// Like [`with_names`], and lists that are objects with indexes for names become arrays.
pub(crate) fn with_names_and_arrays(
    table: &'static Object,
    record: View<'_>,
    is_chosen: &dyn Fn(&Member) -> bool,
) -> Tree {
    each(
        &mut Renames {
            is_chosen,
            makes_arrays: true,
        },
        table,
        Visited::alone(record),
    )
}

struct Renames<'c> {
    is_chosen: &'c dyn Fn(&Member) -> bool,
    makes_arrays: bool,
}

impl Visitor for Renames<'_> {
    fn is_list(&mut self, _: &Path, visited: &Visited<'_>) -> bool {
        self.makes_arrays && visited.view.is_indexed_object()
    }

    fn visits_objects(&self) -> bool {
        true
    }

    fn member<'a>(&mut self, _: &Path, visited: &VisitedMember<'a, '_>) -> Rewrite<'a> {
        let alias = visited.table.and_then(|table| table.alias(visited.name));
        let Some(row) = visited.row.or(alias).filter(|row| (self.is_chosen)(row)) else {
            return Rewrite::Itself;
        };
        let is_own = visited.row.is_some();
        // The record has `"appoinmentPerSlot": ""` and `"appointmentPerSlot": 1`: the empty one goes, and the alias takes its
        // name.
        if is_own
            && !has_value(row, visited, row.name)
            && row
                .aliases
                .iter()
                .any(|alias| has_value(row, visited, alias))
        {
            return Rewrite::Nothing;
        }
        // An alias is renamed if the name is free: the member is absent, or it goes by the rule above.
        let is_only_one = visited.object.view.get(row.name).is_none()
            || has_value(row, visited, visited.name) && !has_value(row, visited, row.name);
        if is_own || !is_only_one {
            Rewrite::Itself
        } else {
            Rewrite::Row(row, row.name.into())
        }
    }
}

/// Returns true if the object of a member has a value of the row under a name.
fn has_value(row: &Member, visited: &VisitedMember<'_, '_>, name: &str) -> bool {
    set(&row.ty, visited.object.view.get(name)).is_some()
}
