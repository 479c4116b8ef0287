//! The interface of a leaf format, which each format implements in a file of its own.

use serde_json::Value;

use super::finding::Finding;
use super::text;
use crate::knowledge::issue::Code;

/// A leaf format. White space around a text, control characters and blank text are handled for all formats.
pub(super) trait Leaf {
    /// The name of the missing value if the text is blank; `None` if the text may be blank.
    const WANTED: Option<&'static str>;

    /// Sample texts, for tests.
    const SAMPLES: Samples;

    /// Returns the first problem of the text.
    fn check(text: &str) -> Option<Finding>;

    /// Returns the canonical form of a text without white space around it, if it has one clear meaning.
    fn canonical(_trimmed: &str) -> Option<String> {
        None
    }

    /// Returns true if the text has no problem and is in canonical form, as far as a quick check shows.
    fn is_sound(text: &str) -> bool {
        text::is_sound(text, Self::WANTED.is_none()) && Self::check(text).is_none()
    }

    /// Returns the JSON Schema of the format. It accepts every text without an error under profile `specification`.
    fn schema() -> TextSchema;
}

/// The JSON Schema of a format.
pub(crate) struct TextSchema {
    /// The pattern of the whole text, in ECMA-262 without the parts that other dialects lack or read differently (`\d`,
    /// `\s`, `\p`, lookahead). No text matches it in two ways, so that it takes linear time even in an engine that
    /// backtracks. If it cannot be as exact as the check, it matches more.
    pub(crate) pattern: String,
    /// Further keywords.
    pub(crate) more: Vec<(&'static str, Value)>,
}

impl TextSchema {
    pub(super) fn new(pattern: impl Into<String>) -> Self {
        Self {
            pattern: pattern.into(),
            more: Vec::new(),
        }
    }

    /// Accepts empty text as well.
    pub(super) fn or_empty(self) -> Self {
        let Self { pattern, more } = self;
        // An e-mail address has a second pattern.
        let more = more.into_iter().map(|(keyword, mut value)| {
            for inner in value
                .as_array_mut()
                .into_iter()
                .flatten()
                .filter_map(|inner| inner.get_mut("pattern"))
            {
                *inner = inner.as_str().map(or_empty).unwrap_or_default().into();
            }
            (keyword, value)
        });
        Self {
            pattern: or_empty(&pattern),
            more: more.collect(),
        }
    }

    pub(super) fn with(mut self, keyword: &'static str, value: impl Into<Value>) -> Self {
        self.more.push((keyword, value.into()));
        self
    }
}

/// Returns a pattern that also accepts blank text.
fn or_empty(pattern: &str) -> String {
    format!(r"^[\t\n\f\r ]*$|{pattern}")
}

/// Sample texts of a format, for tests of code that handles them.
///
/// Patterns match the whole text, and Rust's `regex` and JavaScript read them alike.
#[derive(Debug)]
#[non_exhaustive]
pub struct Samples {
    /// The plainest text.
    pub least: &'static str,
    /// Patterns of texts without findings.
    pub valid: &'static [&'static str],
    /// True if any characters but control characters may follow a valid text.
    pub prose: bool,
    /// Patterns of nearly valid texts that have one finding, with its code. Findings about text of any format are not
    /// included.
    pub refused: &'static [(Code, &'static str)],
    /// Texts that an attacker would send.
    pub hostile: &'static [&'static str],
}
