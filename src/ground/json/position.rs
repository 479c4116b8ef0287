//! Positions in a text.

use serde::{Deserialize, Serialize};

/// A position in a text, for people: both count from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

/// Block size in bytes: no more bytes are read to find a column.
pub(super) const BLOCK: usize = 1 << 10;

/// Returns the number of characters that begin before each block of a text.
pub(super) fn blocks(text: &str) -> Vec<usize> {
    let mut before = 0;
    let mut blocks = Vec::with_capacity(text.len() / BLOCK + 1);
    for block in text.as_bytes().chunks(BLOCK) {
        blocks.push(before);
        before += characters(block);
    }
    blocks
}

/// Returns the number of characters that begin in part of a text.
pub(super) fn characters(part: &[u8]) -> usize {
    part.iter().filter(|byte| begins_character(**byte)).count()
}

pub(super) fn begins_character(byte: u8) -> bool {
    byte & 0xc0 != 0x80
}
