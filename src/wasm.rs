//! The package's exports: convert, call, convert.
use wasm_bindgen::prelude::wasm_bindgen;

/// The version of the core, for the handshake with the glue.
#[wasm_bindgen]
#[must_use]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
