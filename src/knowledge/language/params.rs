//! The parameters of a text.

use std::borrow::Cow;
use std::ops::Index;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use crate::ground::error::{Error, ErrorReason};
use crate::ground::json::members;

/// The parameters of a text, by name. A text has few, so they are a list in the order in which they were added.
///
/// Serializes as an object in that order. Parameters are equal in any order.
///
/// ```
/// use calendiff::{Language, Params};
/// use serde_json::json;
///
/// let params = Params::from_iter([("n", json!(2))]);
/// assert_eq!(params["n"], 2);
/// assert_eq!(params.get("m"), None);
/// assert_eq!(Language::english().say("command", "errors", &params), "2 errors");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Params(Vec<(Cow<'static, str>, Value)>);

impl Params {
    /// Returns no parameters.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the value of a parameter.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value> {
        let (_, value) = self.0.iter().find(|(own, _)| own == name)?;
        Some(value)
    }

    /// Sets a parameter.
    #[inline(never)]
    pub fn insert(&mut self, name: impl Into<Cow<'static, str>>, value: Value) {
        let name = name.into();
        match self.0.iter_mut().find(|(own, _)| *own == name) {
            Some((_, before)) => *before = value,
            None => self.0.push((name, value)),
        }
    }

    /// Returns the names and values, in the order in which they were added.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Value)> {
        self.0.iter().map(|(name, value)| (name.as_ref(), value))
    }

    /// Returns the values, to change them.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut Value> {
        self.0.iter_mut().map(|(_, value)| value)
    }

    /// Returns true if these are the parameters with those names.
    pub(crate) fn are_named(&self, names: &[&str]) -> bool {
        self.0.len() == names.len() && names.iter().all(|name| self.get(name).is_some())
    }
}

/// Returns the value of a parameter.
///
/// # Panics
/// If there is no parameter of that name.
impl Index<&str> for Params {
    type Output = Value;

    fn index(&self, name: &str) -> &Value {
        self.get(name)
            .unwrap_or_else(|| panic!("no parameter {name}"))
    }
}

impl PartialEq for Params {
    fn eq(&self, other: &Self) -> bool {
        self.0.len() == other.0.len()
            && self
                .iter()
                .all(|(name, value)| other.get(name) == Some(value))
    }
}

impl<N: Into<Cow<'static, str>>> FromIterator<(N, Value)> for Params {
    fn from_iter<I: IntoIterator<Item = (N, Value)>>(params: I) -> Self {
        let mut all = Self::new();
        for (name, value) in params {
            all.insert(name, value);
        }
        all
    }
}

impl From<Map<String, Value>> for Params {
    fn from(params: Map<String, Value>) -> Self {
        params.into_iter().collect()
    }
}

impl Serialize for Params {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

/// Reads an object. A name that occurs twice is an error.
impl<'de> Deserialize<'de> for Params {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(members(deserializer)?.into())
    }
}

/// Returns parameters that are all text.
pub(crate) fn params(params: &[(&'static str, &str)]) -> Params {
    params
        .iter()
        .map(|(name, text)| (*name, Value::from(*text)))
        .collect()
}

/// Returns an error unless the parameters are those of the code.
pub(crate) fn expect_params(
    code: &'static str,
    names: &[&str],
    params: &Params,
) -> Result<(), Error> {
    if params.are_named(names) {
        return Ok(());
    }
    let found: Vec<&str> = params.iter().map(|(name, _)| name).collect();
    Err(ErrorReason::Params {
        code,
        expected: listed(names),
        found: listed(&found),
    }
    .into())
}

fn listed(names: &[&str]) -> String {
    if names.is_empty() {
        "none".to_owned()
    } else {
        names.join(", ")
    }
}
