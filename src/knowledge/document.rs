//! Parsing JSON text, in which the names of the tables are known.

use crate::ground::error::Error;
use crate::ground::json::{Document, Limits};
use crate::knowledge::schema::NUMBERS;

impl Document {
    /// Parses a text of at most 16 MiB and 1,048,576 values.
    ///
    /// # Errors
    /// `json_syntax`, `json_trailing`, and errors that other parsers let pass: `json_duplicate` (two members of one
    /// name in an object), `json_depth` (over 128), `json_size`, `json_overflow` (1e999), `json_integer` (digits that
    /// would be lost: of 2^64 and more, or less than -2^63), `json_surrogate`, `json_bom`, `json_conflict` (the markers
    /// that git leaves).
    ///
    /// ```
    /// use calendiff::json::Document;
    /// let error = Document::parse(r#"{"slug": "a", "slug": "b"}"#).unwrap_err();
    /// assert_eq!(error.code(), "json_duplicate");
    /// assert_eq!(error.position().map(|at| at.column), Some(15));
    /// ```
    pub fn parse(text: impl Into<String>) -> Result<Self, Error> {
        Self::parse_within(text, Limits::default())
    }

    /// Parses a text within the caller's limits.
    ///
    /// # Errors
    /// The errors of [`Document::parse`].
    pub fn parse_within(text: impl Into<String>, limits: Limits) -> Result<Self, Error> {
        Self::parse_with(text.into(), limits, &NUMBERS)
    }

    /// Parses bytes of at most 16 MiB.
    ///
    /// # Errors
    /// `json_utf8`, and the errors of [`Document::parse`].
    pub fn parse_bytes(bytes: Vec<u8>) -> Result<Self, Error> {
        Self::text_of(bytes).and_then(Self::parse)
    }
}
