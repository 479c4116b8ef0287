//! A decision about a member of the body.

use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};

use crate::ground::json::Path;
use crate::knowledge::language::{Sentence, read_words};

/// The action taken for a member of the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Action {
    /// Left out, since only responses have it.
    Stripped,
    /// Sent under the protocol's name.
    Renamed,
    /// Sent in the shape that the service takes, with the same meaning.
    Rewritten,
    /// Left out, since the service would refuse or misinterpret it; or, if only changes are sent, since it has not
    /// changed, though it may fall back to its default.
    LeftOut,
    /// Sent despite an objection.
    Kept,
    /// Left out of its array by the draft, and sent as deleted, with its id.
    Deleted,
}

/// One decision about a member. Serializes as `{ action, path, pointer, code, params, reason }`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[non_exhaustive]
pub struct Decision {
    /// The action taken.
    pub action: Action,
    /// The path of the member in the stored record with the draft on top.
    pub path: Path,
    /// The reason for the action.
    #[serde(flatten, deserialize_with = "read_words")]
    pub reason: Sentence,
}

impl Serialize for Decision {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut decision = serializer.serialize_struct("Decision", 6)?;
        decision.serialize_field("action", &self.action)?;
        decision.serialize_field("path", &self.path)?;
        decision.serialize_field("pointer", &self.path.pointer())?;
        self.reason.serialize_into(&mut decision, "reason")?;
        decision.end()
    }
}

impl Decision {
    pub(crate) fn new(action: Action, path: Path, reason: Sentence) -> Self {
        Self {
            action,
            path,
            reason,
        }
    }
}
