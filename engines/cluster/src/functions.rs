//! The functions, under names that have their version.
//!
//! A plan has a function by its name alone. A scheduler or an executor of another version would answer with its own rules,
//! and nobody would know. So the name that travels is `calendar_ok@0.1.0`, while queries say `calendar_ok`: who has other
//! functions, or none, has no function of that name, and says so.

use std::convert::Infallible;
use std::str::FromStr;
use std::sync::Arc;

use datafusion::arrow::datatypes::{DataType, FieldRef};
use datafusion::common::Result;
use datafusion::execution::SessionState;
use datafusion::logical_expr::registry::FunctionRegistry;
use datafusion::logical_expr::{
    ColumnarValue, Documentation, Expr, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDF,
    ScalarUDFImpl, Signature,
};
use datafusion::prelude::SessionConfig;

/// Which functions a role has. Only a trial asks for others than those of this program.
#[derive(Clone, Debug)]
pub(crate) enum Functions {
    None,
    Version(String),
}

impl Default for Functions {
    fn default() -> Self {
        Self::Version(calendiff_datafusion::VERSION.to_owned())
    }
}

impl FromStr for Functions {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(if text == "none" {
            Self::None
        } else {
            Self::Version(text.to_owned())
        })
    }
}

impl Functions {
    pub(crate) fn register(&self, registry: &mut dyn FunctionRegistry) -> Result<()> {
        let Self::Version(version) = self else {
            return Ok(());
        };
        for inner in calendiff_datafusion::functions() {
            let name = format!("{}@{version}", inner.name());
            let function = Versioned {
                name,
                aliases: vec![inner.name().to_owned()],
                inner,
            };
            registry.register_udf(Arc::new(ScalarUDF::new_from_impl(function)))?;
        }
        Ok(())
    }

    /// Returns what a scheduler plans with and an executor runs: Ballista's functions and these.
    pub(crate) fn session(&self, config: SessionConfig) -> Result<SessionState> {
        #[cfg(feature = "s3")]
        let mut state = ballista_core::object_store::session_state_with_s3_support(config)?;
        #[cfg(not(feature = "s3"))]
        let mut state = ballista_core::utils::default_session_builder(config)?;
        self.register(&mut state)?;
        Ok(state)
    }
}

/// A function whose name has its version.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Versioned {
    name: String,
    /// The name that queries say.
    aliases: Vec<String>,
    inner: Arc<ScalarUDF>,
}

impl ScalarUDFImpl for Versioned {
    fn name(&self) -> &str {
        &self.name
    }

    fn aliases(&self) -> &[String] {
        &self.aliases
    }

    /// Heads a column with the name that the query said.
    fn schema_name(&self, arguments: &[Expr]) -> Result<String> {
        self.inner.schema_name(arguments)
    }

    fn signature(&self) -> &Signature {
        self.inner.signature()
    }

    fn documentation(&self) -> Option<&Documentation> {
        self.inner.documentation()
    }

    fn return_type(&self, types: &[DataType]) -> Result<DataType> {
        self.inner.return_type(types)
    }

    fn return_field_from_args(&self, arguments: ReturnFieldArgs) -> Result<FieldRef> {
        self.inner.return_field_from_args(arguments)
    }

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        self.inner.inner().coerce_types(types)
    }

    fn invoke_with_args(&self, arguments: ScalarFunctionArgs) -> Result<ColumnarValue> {
        self.inner.invoke_with_args(arguments)
    }
}
