//! The bytes that a JSON string has as escapes.

/// Returns the number of bytes before the first quotation mark, backslash or control character. Looks at eight bytes at
/// a time.
pub(super) fn plain_length(bytes: &[u8]) -> usize {
    let (words, rest) = bytes.as_chunks();
    for (at, word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        // Bytes of a word are in the order of the text, the first in the lowest bits, so that trailing zeros count the bytes
        // before.
        let special = first_equal(word, b'"') | first_equal(word, b'\\') | first_below(word, b' ');
        if special != 0 {
            return at * 8 + special.trailing_zeros() as usize / 8;
        }
    }
    let special = rest
        .iter()
        .position(|byte| matches!(byte, b'"' | b'\\' | ..b' '));
    words.len() * 8 + special.unwrap_or(rest.len())
}

/// A word of eight bytes that are 1, and one with the high bit of each byte.
const ONES: u64 = u64::from_ne_bytes([1; 8]);
const HIGH: u64 = ONES << 7;

/// Returns a word with the high bit of the first byte that equals this one: of `ab"cd"ef` and `"`, the high bit of the third.
fn first_equal(word: u64, byte: u8) -> u64 {
    // Equal bytes become 0, and only 0 is below 1.
    first_below(word ^ (ONES * u64::from(byte)), 1)
}

/// Returns a word with the high bit of the first byte that is less than `limit`, at most 128. Later ones are not reliable.
fn first_below(word: u64, limit: u8) -> u64 {
    // A byte below the limit borrows and gets its high bit. Bytes of 128 and more have theirs already, and `!word` removes
    // them. A borrow reaches the bytes after it, so only the first one is reliable.
    word.wrapping_sub(ONES * u64::from(limit)) & !word & HIGH
}
