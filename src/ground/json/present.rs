//! Reading members that may be null.

use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// Reads a member that is present. With serde's `default`, null is a value, and only an absent member is `None`.
pub(crate) fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}
