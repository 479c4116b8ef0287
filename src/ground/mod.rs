//! JSON as trees, patches, errors, and small tools.

pub(crate) mod error;
pub(crate) mod fast;
pub mod json;
pub(crate) mod names;
pub(crate) mod visible;
