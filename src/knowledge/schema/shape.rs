//! The two shapes of a kind of record.

use crate::ground::names::names;

/// The shape that a document has: that of an update, or that of a record in responses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PayloadShape {
    /// The body of an update.
    #[default]
    Update,
    /// The record in responses, without its envelope.
    Record,
}

names!(PayloadShape, "of", "update or record", { Update = "update", Record = "record" });
