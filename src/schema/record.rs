//! What is known of a kind of record besides its table.

use super::table::{Object, Type};

/// A kind of record: its table, what responses wrap it in, and its update.
pub(crate) struct Record {
    /// The table, as a type.
    pub(crate) ty: Type,
    /// The names under which a response wraps the record: the document's first, then those seen.
    pub(crate) envelopes: &'static [&'static str],
    /// Whether a response says `success` beside the record.
    pub(crate) says_success: bool,
    /// The name of the update, as the document has it.
    pub(crate) update: &'static str,
    /// The section of the document that shows it.
    pub(crate) section: &'static str,
    /// The folder of its path in the document, and what it is about.
    pub(crate) folder: &'static str,
    /// The folder that the public API has (observed).
    pub(crate) public_folder: &'static str,
    /// The path of the update.
    pub(crate) path: &'static str,
    /// The version that it is called with (section 9).
    pub(crate) version: &'static str,
}

impl Record {
    pub(crate) const fn table(&self) -> &'static Object {
        match self.ty {
            Type::Object(table) => table,
            _ => panic!("a record is an object"),
        }
    }
}
