//! A number type in which 1 and 1.0 are equal.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::ground::IN_PACKAGE;
use crate::ground::digits::is_digits;

/// The largest magnitude below which every integer is exact in a double: 2^53.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// The size up to which JavaScript holds each digit of an integer.
pub(crate) const SAFE: u64 = 1 << 53;

/// The bound above which no double is an integer of 64 bits: 2^64.
const MOST: f64 = 18_446_744_073_709_551_616.0;

/// A finite JSON number. Integral doubles are stored as integers, so that `1`, `1.0` and `1e0` are equal and print
/// alike.
///
/// ```
/// use calendiff::json::Number;
/// assert_eq!(Number::from(1.0), Number::from(1_u64));
/// assert_ne!(Number::from(1.5), Number::from(1_u64));
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Number {
    /// Zero or more.
    Unsigned(u64),
    /// Less than zero.
    Negative(i64),
    /// Not an integer, or an integer that only a double holds. Integral doubles beyond 2^53 are the integers that their
    /// shortest digits spell, as in JSON: 2^63 is 9223372036854776000.
    Float(f64),
}

impl Number {
    /// Reads JSON text that is a number. Returns `None` for other text, for a number that is too large for a double, and
    /// for an integer whose digits would be lost.
    pub(crate) fn read(text: &str) -> Option<Self> {
        // Rust reads "+1" and "1." as well, which are not JSON.
        let number = Self::parse(text).filter(|_| length(text.as_bytes()) == Ok(text.len()))?;
        (!is_integer(text) || number.keeps_digits(text)).then_some(number)
    }

    /// Parses the number of a JSON text. Returns `None` if it is too large for a double.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        Self::whole(text).or_else(|| {
            Some(double::parse(text))
                .filter(|double| double.is_finite())
                .map(Self::from)
        })
    }

    /// Reads a `serde_json` number.
    ///
    /// # Errors
    /// The text of a number that is too large for a double, or of an integer whose digits would be lost: with the feature
    /// `arbitrary_precision` of `serde_json` it is any text. The package builds without it.
    pub(crate) fn held(number: &serde_json::Number) -> Result<Self, String> {
        let own = Self::from(number);
        if IN_PACKAGE || own.size().is_some() {
            return Ok(own);
        }
        let text = number.to_string();
        let is_integer = is_digits(text.trim_start_matches('-'));
        if own.as_f64().is_finite() && (!is_integer || own.keeps_digits(&text)) {
            Ok(own)
        } else {
            Err(text)
        }
    }

    /// Parses an integer of 64 bits.
    fn whole(text: &str) -> Option<Self> {
        match text.strip_prefix('-') {
            Some(digits) => digits
                .parse()
                .ok()
                // Parsed without its sign, since 2^63 does not fit an `i64`, though -2^63 does.
                .and_then(|n| 0_i64.checked_sub_unsigned(n))
                .map(Self::from),
            None => text.parse::<u64>().ok().map(Self::from),
        }
    }

    /// Returns the magnitude, if it is exact.
    pub(crate) fn size(self) -> Option<u64> {
        match self {
            Self::Unsigned(n) => Some(n),
            Self::Negative(n) => Some(n.unsigned_abs()),
            Self::Float(_) => None,
        }
    }

    /// Returns true if the integer `text` keeps its digits: natively if 64 bits hold it, else if JavaScript prints the
    /// same digits for its double.
    pub(super) fn keeps_digits(self, text: &str) -> bool {
        let held = self.size().is_some_and(|size| size <= SAFE || !IN_PACKAGE);
        // In JavaScript, 9007199254740993 is printed as 9007199254740992: a digit would be lost.
        held || double::print(double::parse(text)) == text
    }

    /// Returns the nearest double.
    #[must_use]
    #[expect(
        clippy::cast_precision_loss,
        reason = "the nearest double is what is asked for"
    )]
    pub fn as_f64(self) -> f64 {
        match self {
            Self::Unsigned(n) => n as f64,
            Self::Negative(n) => n as f64,
            Self::Float(n) => n,
        }
    }

    /// Returns the integer, if the number is one and fits.
    #[must_use]
    pub fn as_i64(self) -> Option<i64> {
        match self {
            Self::Unsigned(n) => i64::try_from(n).ok(),
            Self::Negative(n) => Some(n),
            Self::Float(_) => None,
        }
    }

    /// Returns true if the number has no fraction.
    #[must_use]
    pub fn is_integer(self) -> bool {
        match self {
            Self::Unsigned(_) | Self::Negative(_) => true,
            Self::Float(n) => n.fract() == 0.0,
        }
    }

    /// Returns the number as a `serde_json` value, or null if JSON cannot represent it.
    #[must_use]
    pub fn to_value(self) -> serde_json::Value {
        match self {
            Self::Unsigned(n) => n.into(),
            Self::Negative(n) => n.into(),
            Self::Float(n) => n.into(),
        }
    }
}

/// Returns the length of the JSON number at the beginning of a text.
///
/// # Errors
/// The place at which a digit is missing.
pub(super) fn length(text: &[u8]) -> Result<usize, usize> {
    let mut at = usize::from(text.first().copied() == Some(b'-'));
    at = if text.get(at).copied() == Some(b'0') {
        at + 1
    } else {
        skip_digits(text, at)?
    };
    if text.get(at).copied() == Some(b'.') {
        at = skip_digits(text, at + 1)?;
    }
    if matches!(text.get(at).copied(), Some(b'e' | b'E')) {
        let is_signed = matches!(text.get(at + 1).copied(), Some(b'+' | b'-'));
        at = skip_digits(text, at + 1 + usize::from(is_signed))?;
    }
    Ok(at)
}

/// Returns the end of the digits that begin at an index.
fn skip_digits(text: &[u8], from: usize) -> Result<usize, usize> {
    let count = text[from..]
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    if count == 0 {
        Err(from)
    } else {
        Ok(from + count)
    }
}

/// Returns true if a JSON number has neither a fraction nor an exponent.
pub(super) fn is_integer(text: &str) -> bool {
    !text.contains(['.', 'e', 'E'])
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        match (*self, *other) {
            (Self::Unsigned(a), Self::Unsigned(b)) => a == b,
            (Self::Negative(a), Self::Negative(b)) => a == b,
            (Self::Float(a), Self::Float(b)) => a == b,
            // A `Float` that was constructed directly may hold an integer.
            (Self::Float(a), b) | (b, Self::Float(a)) => match Self::from(a) {
                Self::Float(_) => false,
                a => a == b,
            },
            _ => false,
        }
    }
}

impl From<u64> for Number {
    fn from(n: u64) -> Self {
        Self::Unsigned(n)
    }
}

impl From<i64> for Number {
    fn from(n: i64) -> Self {
        u64::try_from(n).map_or(Self::Negative(n), Self::Unsigned)
    }
}

impl From<f64> for Number {
    #[expect(clippy::cast_possible_truncation, reason = "integral and within 2^53")]
    fn from(n: f64) -> Self {
        // -0.0 has no fraction: it becomes 0.
        if n.fract() != 0.0 || n.abs() > MOST {
            Self::Float(n)
        } else if n.abs() <= EXACT {
            Self::from(n as i64)
        } else {
            // The integer that is printed, so that a number equals the number that its text is parsed into.
            Self::whole(&double::print(n)).unwrap_or(Self::Float(n))
        }
    }
}

impl From<&serde_json::Number> for Number {
    fn from(n: &serde_json::Number) -> Self {
        if let Some(n) = n.as_u64() {
            Self::Unsigned(n)
        } else if let Some(n) = n.as_i64() {
            Self::Negative(n)
        } else {
            Self::from(n.as_f64().unwrap_or(f64::NAN))
        }
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            Self::Unsigned(n) => serializer.serialize_u64(n),
            Self::Negative(n) => serializer.serialize_i64(n),
            Self::Float(n) => serializer.serialize_f64(n),
        }
    }
}

/// Prints like JavaScript, so that every interface prints the same bytes.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Unsigned(n) => n.fmt(f),
            Self::Negative(n) => n.fmt(f),
            Self::Float(n) => f.write_str(&double::print(n)),
        }
    }
}

/// Doubles as text, in the format of JavaScript.
#[cfg(not(all(feature = "wasm-validate", target_arch = "wasm32")))]
mod double {
    pub(super) fn print(n: f64) -> String {
        let text = digits(n);
        let (sign, text) = text
            .strip_prefix('-')
            .map_or(("", &*text), |text| ("-", text));
        let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
        let digits = mantissa.replace('.', "");
        let count = isize::try_from(digits.len()).unwrap_or_default();
        // Number of digits between the first one and the decimal point.
        let point: isize = exponent.parse().unwrap_or_default();
        match point {
            0..=20 if count <= point + 1 => format!("{sign}{digits}{}", zeros(point + 1 - count)),
            0..=20 => {
                let (whole, fraction) =
                    digits.split_at(usize::try_from(point + 1).unwrap_or_default());
                format!("{sign}{whole}.{fraction}")
            }
            -6..0 => format!("{sign}0.{}{digits}", zeros(-point - 1)),
            _ => format!(
                "{sign}{mantissa}e{}{point}",
                if point > 0 { "+" } else { "" }
            ),
        }
    }

    /// Returns the shortest digits that identify this double; of those the nearest, and of two equally near the even
    /// one. Rust leaves open which of the two, and takes the upper one.
    fn digits(n: f64) -> String {
        if n == 0.0 {
            return "0".to_owned();
        }
        let shortest = format!("{n:e}");
        let count = shortest
            .bytes()
            .take_while(|byte| *byte != b'e')
            .filter(u8::is_ascii_digit)
            .count();
        // With fewer digits, no two texts are the same double.
        if count < 16 {
            return shortest;
        }
        let nearest = format!("{n:.0$e}", count - 1);
        if parse(&nearest).to_bits() == n.to_bits() {
            nearest
        } else {
            shortest
        }
    }

    pub(super) fn parse(text: &str) -> f64 {
        text.parse().unwrap_or(f64::NAN)
    }

    /// Returns so many zeros.
    fn zeros(count: isize) -> String {
        "0".repeat(count.try_into().unwrap_or_default())
    }
}

/// Doubles as text, by JavaScript itself: it is available, and the Rust code would weigh as much as all text formats.
#[cfg(all(feature = "wasm-validate", target_arch = "wasm32"))]
mod double {
    use wasm_bindgen::prelude::wasm_bindgen;

    #[wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(js_name = String)]
        pub(super) fn print(n: f64) -> String;
        #[wasm_bindgen(js_name = Number)]
        pub(super) fn parse(text: &str) -> f64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_the_one_that_its_text_is() {
        for n in [
            33_333_300_091_322_232.0,
            9_223_372_036_854_775_808.0,
            -9_223_372_036_854_775_808.0,
            1e19,
            1e20,
            1e21,
        ] {
            let number = Number::from(n);
            let read = Number::parse(&number.to_string());
            assert_eq!(read, Some(number));
            assert_eq!(read.map(Number::as_i64), Some(number.as_i64()));
            assert_eq!(read.map(Number::as_f64), Some(n));
            assert_eq!(Number::Float(n), number);
        }
        assert_ne!(
            Number::from(9_223_372_036_854_775_808.0),
            Number::from(1_u64 << 63)
        );
    }

    #[test]
    fn reads_the_numbers_of_json_and_no_other_text() {
        for text in [
            "0",
            "-0",
            "12",
            "-1.5",
            "0.5e3",
            "1E+2",
            "1e-7",
            "18446744073709551615",
        ] {
            assert!(Number::read(text).is_some(), "{text}");
        }
        for text in [
            "",
            "-",
            "+1",
            "01",
            ".5",
            "1.",
            "1e",
            "1e+",
            "0x1",
            "1 ",
            "NaN",
            "1e400",
            "18446744073709551617",
        ] {
            assert!(Number::read(text).is_none(), "{text}");
        }
    }

    #[test]
    fn prints_as_javascript_does() {
        for (n, text) in [
            (0.0, "0"),
            (-0.0, "0"),
            (1.0, "1"),
            (0.5, "0.5"),
            (-2.25, "-2.25"),
            (1e20, "100000000000000000000"),
            (1e21, "1e+21"),
            (1.5e300, "1.5e+300"),
            (1e-6, "0.000001"),
            (1e-7, "1e-7"),
            (5e-324, "5e-324"),
            (9_007_199_254_740_993.0, "9007199254740992"),
            (0.1 + 0.2, "0.30000000000000004"),
            (123_456.789, "123456.789"),
            (-1.25e-5, "-0.0000125"),
            (-1.25e-7, "-1.25e-7"),
            (1.0e23, "1e+23"),
            (f64::MAX, "1.7976931348623157e+308"),
            // Two texts of this length are equally near.
            (697_587_566_450_238.0 + 0.25, "697587566450238.2"),
            (-697_587_566_450_238.0 - 0.75, "-697587566450238.8"),
            (33_333_300_091_322_232.0, "33333300091322230"),
            (9_223_372_036_854_775_808.0, "9223372036854776000"),
            // The nearest text of this length is the double below.
            (5.684_341_886_080_802e-14, "5.684341886080802e-14"),
        ] {
            assert_eq!(Number::from(n).to_string(), text);
        }
    }
}
