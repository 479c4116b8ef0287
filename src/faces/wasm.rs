//! The package's exports: convert, call, convert. Feature `wasm` exports every verb, `wasm-validate` alone those of the
//! entry `calendiff/validate`, and `wasm-report` those of `calendiff/report`: what no export calls is not linked.
#![expect(unreachable_pub, reason = "they are exported to JavaScript")]

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[cfg(feature = "wasm")]
use crate::faces::facade::call as answer;
#[cfg(all(feature = "wasm-report", not(feature = "wasm")))]
use crate::faces::facade::report::call as answer;
#[cfg(not(any(feature = "wasm", feature = "wasm-report")))]
use crate::faces::facade::validate::call as answer;

/// The version, which also tells the cores apart.
const VERSION: &str = if cfg!(feature = "wasm") {
    env!("CARGO_PKG_VERSION")
} else if cfg!(feature = "wasm-report") {
    concat!(env!("CARGO_PKG_VERSION"), " (report)")
} else {
    concat!(env!("CARGO_PKG_VERSION"), " (validate)")
};

/// Returns the version of the core, for the handshake with the package's JavaScript.
#[wasm_bindgen]
#[must_use]
pub fn version() -> String {
    VERSION.to_owned()
}

/// Returns the names that a tree stores by number, as a JSON array.
#[wasm_bindgen]
#[must_use]
pub fn names() -> String {
    crate::faces::facade::names()
}

/// Calls a verb with arguments on a tree, its cells and its text; returns JSON text.
///
/// # Errors
/// Throws JSON text, `{ code, message, … }`, from which the package's JavaScript makes an `Error`.
#[wasm_bindgen]
pub fn call(words: Vec<u32>, text: Vec<u8>) -> Result<String, JsValue> {
    answer(words, text).map_err(|error| thrown(&error))
}

/// A form that lives as long as JavaScript holds it.
#[cfg(feature = "wasm")]
#[wasm_bindgen]
pub struct Session(crate::RecordForm);

#[cfg(feature = "wasm")]
#[wasm_bindgen]
impl Session {
    /// Opens a form with arguments on a tree.
    ///
    /// # Errors
    /// Throws JSON text, like [`call`].
    #[wasm_bindgen(constructor)]
    pub fn new(words: Vec<u32>, text: Vec<u8>) -> Result<Self, JsValue> {
        crate::faces::facade::form(words, text)
            .map(Self)
            .map_err(|error| thrown(&error))
    }

    /// Calls a method of the form with arguments on a tree; returns JSON text, or an empty text without a result.
    ///
    /// # Errors
    /// Throws JSON text, like [`call`].
    pub fn call(&mut self, words: Vec<u32>, text: Vec<u8>) -> Result<String, JsValue> {
        crate::faces::facade::on_form(&mut self.0, words, text).map_err(|error| thrown(&error))
    }
}

fn thrown(error: &crate::Error) -> JsValue {
    JsValue::from_str(&crate::faces::facade::error(error))
}
