//! How much JSON there may be.

/// Text, and what is made of it, may have this many bytes: 16 MiB.
pub(crate) const BYTES: usize = 16 << 20;

/// Arrays and objects may be nested this deep.
pub(crate) const DEPTH: usize = 128;
