//! Renames aliases to the names of the protocol.

use super::each::{Becomes, Here, Met, Visitor, each};
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
        Here::alone(record),
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
        Here::alone(record),
    )
}

struct Renames<'c> {
    is_chosen: &'c dyn Fn(&Member) -> bool,
    makes_arrays: bool,
}

impl Visitor for Renames<'_> {
    fn is_list(&mut self, _: &Path, here: &Here<'_>) -> bool {
        self.makes_arrays && here.view.is_indexed_object()
    }

    fn visits_objects(&self) -> bool {
        true
    }

    fn member<'a>(&mut self, _: &Path, met: &Met<'a, '_>) -> Becomes<'a> {
        let alias = met.table.and_then(|table| table.alias(met.name));
        let Some(row) = met.row.or(alias).filter(|row| (self.is_chosen)(row)) else {
            return Becomes::Itself;
        };
        let is_own = met.row.is_some();
        if is_own
            && !has_value(row, met, row.name)
            && row.aliases.iter().any(|alias| has_value(row, met, alias))
        {
            return Becomes::Nothing;
        }
        let is_only_one = met.of.view.get(row.name).is_none()
            || has_value(row, met, met.name) && !has_value(row, met, row.name);
        if is_own || !is_only_one {
            Becomes::Itself
        } else {
            Becomes::Row(row, row.name.into())
        }
    }
}

/// Returns true if the object of a member has a value of the row under a name.
fn has_value(row: &Member, met: &Met<'_, '_>, name: &str) -> bool {
    set(&row.ty, met.of.view.get(name)).is_some()
}
