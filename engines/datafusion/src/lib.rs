#![doc = include_str!("../README.md")]
//!
//! Records are JSON text, as text (`Utf8`, `LargeUtf8`, `Utf8View`) or as its bytes (`Binary`, `LargeBinary`,
//! `BinaryView`), in columns or as literals. The answer to a NULL is NULL. Text that is not JSON never fails a query: it
//! is an issue, and verbs other than `ok`, `issues` and `value` return the reason in their columns `refused`, which is a
//! code, and `reason`. A literal that cannot be meant, such as an edit of an unknown member, fails a query when it is
//! planned.
//!
//! DataFusion 55 moves fields such as `v['ok']` towards the table, and the call that they are fields of with each of them. Set
//! `datafusion.optimizer.enable_leaf_expression_pushdown` to false, as `calendiff-sql` does, so that a verb is called once.
//!
//! | function | takes | returns |
//! |---|---|---|
#![doc = include_str!("functions.md")]
//!
//! Instead of `calendar_`, functions about locations begin with `location_`. Arguments in brackets may be left out.

mod arguments;
mod asked;
mod column;
mod function;
mod parameter;
mod tables;
mod verbs;

use std::sync::Arc;

use calendiff::Kind;
use datafusion::common::Result;
use datafusion::logical_expr::ScalarUDF;
use datafusion::logical_expr::registry::FunctionRegistry;

pub use asked::AskedColumns;
use function::Function;
pub use tables::register_table;
use verbs::VERBS;

/// The version of the functions.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Returns the functions: each verb for each kind of record.
///
/// ```
/// let names: Vec<String> = calendiff_datafusion::functions().iter().map(|function| function.name().to_owned()).collect();
/// assert!(names.contains(&"calendar_diff".to_owned()) && names.contains(&"location_diff".to_owned()));
/// ```
#[must_use]
pub fn functions() -> Vec<Arc<ScalarUDF>> {
    let of_kind = |kind: &Kind| {
        VERBS
            .iter()
            .map(|verb| Function::new(*kind, verb))
            .collect::<Vec<_>>()
    };
    Kind::ALL
        .iter()
        .flat_map(of_kind)
        .map(|function| Arc::new(ScalarUDF::new_from_impl(function)))
        .collect()
}

/// Registers the functions.
///
/// # Errors
/// The registry takes no functions.
///
/// ```
/// use datafusion::prelude::SessionContext;
///
/// let mut context = SessionContext::new();
/// calendiff_datafusion::register_all(&mut context)?;
/// # Ok::<(), datafusion::error::DataFusionError>(())
/// ```
pub fn register_all(registry: &mut dyn FunctionRegistry) -> Result<()> {
    functions()
        .into_iter()
        .try_for_each(|function| registry.register_udf(function).map(drop))
}
