//! Diffs read from their JSON.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::{Change, Diff};
use crate::ground::error::{Error, Reason};
use crate::ground::json::patch::Op;
use crate::ground::visible::excerpt;
use crate::knowledge::issue::Issue;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Members {
    changes: Vec<Said>,
    patch: Vec<Op>,
    merge_patch: Option<Value>,
    words: Vec<String>,
    issues: Vec<Issue>,
}

/// A change and its sentence in the language of the answer.
#[derive(Deserialize)]
struct Said {
    #[serde(flatten)]
    change: Change,
    words: String,
}

impl<'de> Deserialize<'de> for Diff {
    /// Reads the words from the changes that have their sentences, one after the other.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Members { changes, patch, merge_patch, words: sentences, issues } = Members::deserialize(deserializer)?;
        let mut rest = changes.iter();
        let mut words = Vec::with_capacity(sentences.len());
        for sentence in sentences {
            let Some(said) = rest.find(|said| said.words == sentence) else {
                return Err(D::Error::custom(Error::from(Reason::Unsaid { sentence: excerpt(&sentence) })));
            };
            words.push(said.change.words.clone());
        }
        let changes = changes.into_iter().map(|said| said.change).collect();
        Ok(Self { changes, patch, merge_patch, words, issues })
    }
}
