//! Data about a kind of record besides its table.

use super::table::{Object, Type};
use crate::knowledge::status::StatusRow;

/// A kind of record: its table, its envelopes in responses, and its update.
pub(crate) struct KindRow {
    /// The table, as a type.
    pub(crate) ty: Type,
    /// The names under which a response wraps the record: the specification's first, then observed ones.
    pub(crate) envelopes: &'static [&'static str],
    /// True if a response contains `success` beside the record.
    pub(crate) says_success: bool,
    /// The name of the update in the specification.
    pub(crate) update: &'static str,
    /// The section of the specification that shows it.
    pub(crate) section: &'static str,
    /// The folder of its path in the specification, also its area.
    pub(crate) folder: &'static str,
    /// The folder in the public API (observed).
    pub(crate) public_folder: &'static str,
    /// The path of the update.
    pub(crate) path: &'static str,
    /// The version that the update is called with (section 9).
    pub(crate) version: &'static str,
    /// The statuses of refusals (section 7).
    pub(crate) refusals: &'static [StatusRow],
}

impl KindRow {
    pub(crate) const fn table(&self) -> &'static Object {
        match self.ty {
            Type::Object(table) => table,
            _ => panic!("a record is an object"),
        }
    }
}
