//! Edited records read from their JSON.

use serde::{Deserialize, Deserializer};

use super::Edited;
use crate::ground::json::Tree;
use crate::knowledge::issue::Issue;
use crate::verbs::body::Body;
use crate::verbs::diff::{StoredWords, told};
use crate::verbs::merge::Conflict;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct EditedMembers {
    ok: bool,
    applies: bool,
    changes: Vec<StoredWords>,
    words: Vec<String>,
    conflicts: Vec<Conflict>,
    issues: Vec<Issue>,
    new_issues: Vec<usize>,
    draft: Tree,
    body: Body,
}

impl<'de> Deserialize<'de> for Edited {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let EditedMembers {
            ok,
            applies,
            changes,
            words,
            conflicts,
            issues,
            new_issues,
            draft,
            body,
        } = EditedMembers::deserialize(deserializer)?;
        let (changes, words) = told(changes, words)?;
        Ok(Self {
            ok,
            applies,
            changes,
            words,
            conflicts,
            issues,
            new_issues,
            draft,
            body,
        })
    }
}
