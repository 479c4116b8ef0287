//! Tests of text that consists of digits.

/// Returns true if every character is a decimal digit, as in empty text.
pub(crate) fn is_digits(text: &str) -> bool {
    text.as_bytes().iter().all(u8::is_ascii_digit)
}

/// Returns true if every character is a hexadecimal digit, as in empty text.
pub(crate) fn is_hex(text: &str) -> bool {
    text.as_bytes().iter().all(u8::is_ascii_hexdigit)
}

/// Returns true for an index as a JSON Pointer writes it: digits without a leading zero.
pub(crate) fn is_index(token: &str) -> bool {
    token == "0" || (!token.starts_with('0') && is_digits(token))
}
