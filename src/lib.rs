//! calendiff
#[cfg(feature = "wasm")]
mod wasm;
