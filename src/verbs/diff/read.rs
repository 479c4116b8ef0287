//! Diffs read from their JSON.

use serde::de::Error;
use serde::{Deserialize, Deserializer};

use super::{Change, Diff};
use crate::ground::error::ErrorReason;
use crate::ground::json::Tree;
use crate::ground::json::patch::Op;
use crate::ground::visible::excerpt;
use crate::knowledge::issue::Issue;
use crate::knowledge::language::Sentence;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct DiffMembers {
    changes: Vec<StoredWords>,
    patch: Vec<Op>,
    merge_patch: Option<Tree>,
    words: Vec<String>,
    issues: Vec<Issue>,
}

/// A change and its sentence in the language of the answer.
#[derive(Deserialize)]
pub(crate) struct StoredWords {
    #[serde(flatten)]
    change: Change,
    words: String,
}

/// Returns the changes, and the words of those that have the sentences, one after the other.
pub(crate) fn told<E: Error>(
    changes: Vec<StoredWords>,
    sentences: Vec<String>,
) -> Result<(Vec<Change>, Vec<Sentence>), E> {
    let mut rest = changes.iter();
    let mut words = Vec::with_capacity(sentences.len());
    for sentence in sentences {
        // `words` repeats sentences of `changes`, in their order, and omits some units. So each is searched after the one
        // before, and each change is passed once.
        let Some(said) = rest.find(|said| said.words == sentence) else {
            return Err(E::custom(crate::Error::from(ErrorReason::Unsaid {
                sentence: excerpt(&sentence),
            })));
        };
        words.push(said.change.words.clone());
    }
    Ok((changes.into_iter().map(|said| said.change).collect(), words))
}

impl<'de> Deserialize<'de> for Diff {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let DiffMembers {
            changes,
            patch,
            merge_patch,
            words,
            issues,
        } = DiffMembers::deserialize(deserializer)?;
        let (changes, words) = told(changes, words)?;
        let merge_patch = merge_patch.map(|tree| tree.to_value());
        Ok(Self {
            changes,
            patch,
            merge_patch,
            words,
            issues,
        })
    }
}
