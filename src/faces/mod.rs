//! The verbs for other languages, and records as Rust types: each converts, calls, and converts the answer.

#[cfg(not(feature = "wasm-validate"))]
#[expect(
    dead_code,
    unreachable_pub,
    unused_imports,
    reason = "only the package calls it"
)]
mod facade;
#[cfg(feature = "wasm-validate")]
#[doc(hidden)]
pub mod facade;
#[cfg(doc)]
pub mod guide;
#[cfg(feature = "js")]
pub mod js;
pub mod typed;
#[cfg(feature = "wasm-validate")]
mod wasm;
