//! How much JSON there may be. `docs/guide/limits.md` tells what happens beyond.

/// Text, and what is made of it, may have this many bytes: 16 MiB.
pub(crate) const BYTES: usize = 16 << 20;

/// Arrays and objects may be nested this deep.
pub(crate) const DEPTH: usize = 128;

/// So many values a record may have: members and items, arrays and objects. The npm package counts the same
/// (`pkg/copy.js`).
pub(crate) const VALUES: usize = 1 << 20;

/// So many operations a patch may have: enough for what a diff of two records makes.
pub(crate) const OPERATIONS: usize = 2 * VALUES;

/// So many bytes the paths to all values of a record may have together: 64 MiB. What is found or changed says its whole path,
/// so that one long name around many values would be there as often.
pub(crate) const PATHS: usize = 64 << 20;
