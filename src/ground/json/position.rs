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

/// The lines of a text.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    /// The bytes where lines begin.
    pub(super) starts: Vec<usize>,
    /// The number of characters before each block of the text; empty if each character is one byte.
    pub(super) blocks: Vec<usize>,
}

impl Lines {
    pub(super) fn of(text: &str) -> Self {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let starts = std::iter::once(0)
            .chain(ends.map(|(at, _)| at + 1))
            .collect();
        Self {
            starts,
            blocks: if text.is_ascii() {
                Vec::new()
            } else {
                blocks(text)
            },
        }
    }
}

/// Returns the number of characters that begin before each block of a text.
fn blocks(text: &str) -> Vec<usize> {
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
