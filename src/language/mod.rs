//! What people read: changes in words.

pub(crate) mod changes;
