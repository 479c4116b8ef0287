//! One number type in which 1 and 1.0 are the same.

use std::fmt;

use serde::{Serialize, Serializer};

/// The largest magnitude below which every integer is exact in a double: 2^53.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// The size up to which JavaScript holds each digit of an integer.
pub(crate) const SAFE: u64 = 1 << 53;

/// The greatest size of an integer in a text: its digits must come out as they went in, and from WebAssembly they come
/// out as JavaScript's.
pub(super) const LARGEST: u64 = if cfg!(all(feature = "wasm", target_family = "wasm")) { SAFE } else { u64::MAX };

/// A finite JSON number. Integral doubles are held as integers, so that `1`, `1.0` and `1e0` are equal and print alike.
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
    /// Not an integer, or an integer that only a double holds.
    Float(f64),
}

impl Number {
    /// The number of a JSON text; nothing where it is too large for a double.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let whole = match text.strip_prefix('-') {
            Some(digits) => digits.parse().ok().and_then(|n| 0_i64.checked_sub_unsigned(n)).map(Self::from),
            None => text.parse::<u64>().ok().map(Self::from),
        };
        whole.or_else(|| Some(double::parse(text)).filter(|double| double.is_finite()).map(Self::from))
    }

    /// How far from zero it is, where every digit of it is held.
    pub(crate) fn size(self) -> Option<u64> {
        match self {
            Self::Unsigned(n) => Some(n),
            Self::Negative(n) => Some(n.unsigned_abs()),
            Self::Float(_) => None,
        }
    }

    /// The nearest double.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "the nearest double is what is asked for")]
    pub fn as_f64(self) -> f64 {
        match self {
            Self::Unsigned(n) => n as f64,
            Self::Negative(n) => n as f64,
            Self::Float(n) => n,
        }
    }

    /// The integer, where it is one and fits.
    #[must_use]
    pub fn as_i64(self) -> Option<i64> {
        match self {
            Self::Unsigned(n) => i64::try_from(n).ok(),
            Self::Negative(n) => Some(n),
            Self::Float(_) => None,
        }
    }

    /// The integer that it is, where one is and 128 bits hold it.
    #[expect(clippy::cast_possible_truncation, reason = "integral and within 2^100")]
    fn as_i128(self) -> Option<i128> {
        match self {
            Self::Unsigned(n) => Some(n.into()),
            Self::Negative(n) => Some(n.into()),
            Self::Float(n) => (n.fract() == 0.0 && n.abs() < 1e30).then_some(n as i128),
        }
    }

    /// Whether it has no fraction.
    #[must_use]
    pub fn is_integer(self) -> bool {
        match self {
            Self::Unsigned(_) | Self::Negative(_) => true,
            Self::Float(n) => n.fract() == 0.0,
        }
    }

    /// The same number for `serde_json`; null stands for what JSON cannot say.
    #[must_use]
    pub fn to_value(self) -> serde_json::Value {
        match self {
            Self::Unsigned(n) => n.into(),
            Self::Negative(n) => n.into(),
            Self::Float(n) => n.into(),
        }
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        match (*self, *other) {
            (Self::Unsigned(a), Self::Unsigned(b)) => a == b,
            (Self::Negative(a), Self::Negative(b)) => a == b,
            // A double beyond 2^53 is the integer that it stands for.
            (a, b) => a.as_i128().map_or_else(|| a.as_f64() == b.as_f64(), |a| b.as_i128() == Some(a)),
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
        if n.fract() == 0.0 && n.abs() <= EXACT { Self::from(n as i64) } else { Self::Float(n) }
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

/// Prints as JavaScript does, so that every face prints the same bytes.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Unsigned(n) => n.fmt(f),
            Self::Negative(n) => n.fmt(f),
            Self::Float(n) => f.write_str(&double::print(n)),
        }
    }
}

/// Doubles as text, as JavaScript writes and reads them.
#[cfg(not(all(feature = "wasm", target_family = "wasm")))]
mod double {
    pub(super) fn print(n: f64) -> String {
        let size = n.abs();
        if size == 0.0 {
            return "0".to_owned();
        }
        if (1e-6..1e21).contains(&size) {
            return n.to_string();
        }
        let text = format!("{n:e}");
        match text.split_once('e') {
            Some((digits, exponent)) if !exponent.starts_with('-') => format!("{digits}e+{exponent}"),
            _ => text,
        }
    }

    pub(super) fn parse(text: &str) -> f64 {
        text.parse().unwrap_or(f64::NAN)
    }
}

/// The same by JavaScript itself: it is there, and what does it in Rust would weigh as much as all the texts' formats.
#[cfg(all(feature = "wasm", target_family = "wasm"))]
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
        ] {
            assert_eq!(Number::from(n).to_string(), text);
        }
    }
}
