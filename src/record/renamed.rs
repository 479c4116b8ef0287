//! Renames aliases to the names of the protocol.

use super::each::{Becomes, Here, Met, Visitor, each};
use crate::ground::json::{Path, Tree, View};
use crate::knowledge::schema::{Member, Object};

/// Returns the record with the aliases of the chosen members renamed. An alias beside the member itself remains, as an
/// unknown member.
pub(crate) fn with_names(table: &'static Object, record: View<'_>, is_chosen: &dyn Fn(&Member) -> bool) -> Tree {
    each(&mut Renames { is_chosen }, table, Here::alone(record))
}

struct Renames<'c> {
    is_chosen: &'c dyn Fn(&Member) -> bool,
}

impl Visitor for Renames<'_> {
    fn member<'a>(&mut self, _: &Path, met: &Met<'a, '_>) -> Becomes<'a> {
        let row = met.table.and_then(|table| table.alias(met.name)).filter(|row| (self.is_chosen)(row));
        match row {
            Some(row) if met.of.view.get(row.name).is_none() => Becomes::Row(row, row.name.into()),
            _ => Becomes::Itself,
        }
    }
}
