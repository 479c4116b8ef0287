//! The package's exports: convert, call, convert.
#![expect(unreachable_pub, reason = "they are exported to JavaScript")]

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// The version of the core, for the handshake with the package's JavaScript.
#[wasm_bindgen]
#[must_use]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// The names that a tape gives by number, as a JSON array.
#[wasm_bindgen]
#[must_use]
pub fn names() -> String {
    crate::facade::names()
}

/// Calls a verb with arguments on a tape, its cells and its text; answers with JSON text.
///
/// # Errors
/// Throws JSON text, `{ code, message, … }`, which the package's JavaScript makes an `Error` of.
#[wasm_bindgen]
pub fn call(words: Vec<u32>, text: Vec<u8>) -> Result<String, JsValue> {
    crate::facade::call(words, text).map_err(|error| JsValue::from_str(&crate::facade::error(&error)))
}
