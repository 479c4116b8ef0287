//! The specification as data: tables of members, formats of single values, codes of issues, and every sentence.

mod document;
pub(crate) mod format;
pub(crate) mod issue;
pub(crate) mod language;
pub(crate) mod operations;
pub mod schema;
pub(crate) mod status;
pub(crate) mod unit;
pub(crate) mod words;
