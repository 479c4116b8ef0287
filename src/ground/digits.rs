//! Tests of text that consists of digits.

/// Returns true if every character is a decimal digit, as in empty text.
pub(crate) fn is_digits(text: &str) -> bool {
    text.as_bytes().iter().all(u8::is_ascii_digit)
}

/// Returns true if every character is a hexadecimal digit, as in empty text.
pub(crate) fn is_hex(text: &str) -> bool {
    text.as_bytes().iter().all(u8::is_ascii_hexdigit)
}
