//! JSON as trees, patches, errors, and small tools.

pub(crate) mod digits;
pub(crate) mod error;
pub(crate) mod fast;
pub mod json;
pub(crate) mod names;
pub(crate) mod visible;

/// True in the WebAssembly of the npm package, where JavaScript reads and prints doubles, and renders sentences.
/// Both in Rust would weigh as much as all text formats.
pub(crate) const IN_PACKAGE: bool = cfg!(all(feature = "wasm-validate", target_arch = "wasm32"));
