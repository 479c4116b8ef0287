//! What was decided about a member on the way into the body.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::json::Path;

/// What was done with a member on the way into the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Action {
    /// Only responses carry it.
    Stripped,
    /// It is sent under the name that the protocol has for it.
    Renamed,
    /// The service would refuse it, or take it amiss.
    LeftOut,
    /// It is sent although something speaks against it.
    Kept,
    /// The draft leaves it out of its array; it is sent as deleted, with its id.
    Deleted,
}

/// One decision about a member. Serializes as `{ action, path, pointer, reason }`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Decision {
    /// What was done.
    pub action: Action,
    /// With what: a path in the stored record with the draft on top.
    pub path: Path,
    /// Why.
    pub reason: String,
}

impl Serialize for Decision {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut decision = serializer.serialize_struct("Decision", 4)?;
        decision.serialize_field("action", &self.action)?;
        decision.serialize_field("path", &self.path)?;
        decision.serialize_field("pointer", &self.path.pointer())?;
        decision.serialize_field("reason", &self.reason)?;
        decision.end()
    }
}

impl Decision {
    pub(crate) fn new(action: Action, path: Path, reason: impl Into<String>) -> Self {
        Self { action, path, reason: reason.into() }
    }
}
