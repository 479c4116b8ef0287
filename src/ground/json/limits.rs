//! Limits on the amount of JSON. `docs/guide/limits.md` describes what happens beyond them.

/// Maximum bytes of a text, and of the result of a function: 16 MiB.
pub(crate) const BYTES: usize = 16 << 20;

/// Maximum nesting of arrays and objects.
pub(crate) const DEPTH: usize = 128;

/// Maximum number of values in a record: members and items, arrays and objects. The npm package counts in the same way
/// (`pkg/copy.js`).
pub(crate) const VALUES: usize = 1 << 20;

/// Maximum number of operations in a patch: enough for the diff of any two records.
pub(crate) const OPERATIONS: usize = 2 * VALUES;

/// Maximum bytes of the paths to all values of a record together: 64 MiB. Each issue or change contains its whole path,
/// so that one long name around many values would be repeated as often.
pub(crate) const PATHS: usize = 64 << 20;
