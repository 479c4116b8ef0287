//! What a leaf format says of itself, in one file each.

use serde_json::Value;

use super::finding::Finding;
use super::text;
use crate::issue::Code;

/// A leaf format. White space around it, control characters and blank text are everyone's, and are not its business.
pub(super) trait Leaf {
    /// What is missing where the text is blank; nothing where it may be.
    const WANTED: Option<&'static str>;

    /// Texts of it, for tests.
    const SAMPLES: Samples;

    /// What is wrong with the text as it stands.
    fn check(text: &str) -> Option<Finding>;

    /// The canonical spelling of a text without white space around it, where that has one clear meaning.
    fn canonical(_trimmed: &str) -> Option<String> {
        None
    }

    /// Whether nothing is wrong with the text and it is its own canonical spelling, as far as that is told at a glance.
    fn is_sound(text: &str) -> bool {
        text::is_sound(text, Self::WANTED.is_none()) && Self::check(text).is_none()
    }

    /// What JSON Schema can say of it: what has no error under profile `document` is taken.
    fn schema() -> TextSchema;
}

/// A format as JSON Schema has it.
pub(crate) struct TextSchema {
    /// The name of its definition. Formats with the same schema share one.
    pub(crate) name: &'static str,
    /// What a text matches from end to end: a pattern of ECMA-262 without what other dialects lack or read otherwise (`\d`,
    /// `\s`, `\p`, looking ahead). No text matches it in two ways, so that it takes linear time even where an engine tries
    /// one way after another. Where it cannot be as exact as the check it matches more.
    pub(crate) pattern: String,
    /// Further keywords.
    pub(crate) more: Vec<(&'static str, Value)>,
}

impl TextSchema {
    pub(super) fn new(name: &'static str, pattern: impl Into<String>) -> Self {
        Self { name, pattern: pattern.into(), more: Vec::new() }
    }

    pub(super) fn with(mut self, keyword: &'static str, value: impl Into<Value>) -> Self {
        self.more.push((keyword, value.into()));
        self
    }
}

/// Texts of a format, for tests of code that handles them.
///
/// Patterns match from end to end, and are read alike by Rust's `regex` and by JavaScript.
#[derive(Debug)]
#[non_exhaustive]
pub struct Samples {
    /// The plainest one.
    pub least: &'static str,
    /// Patterns of texts about which there is nothing to say.
    pub valid: &'static [&'static str],
    /// Whether any characters but control characters may follow a valid text.
    pub prose: bool,
    /// Nearly valid: patterns of texts of which one thing is to be said, and its code. What is wrong with text of any format
    /// is not among them.
    pub refused: &'static [(Code, &'static str)],
    /// What an attacker would send.
    pub hostile: &'static [&'static str],
}
