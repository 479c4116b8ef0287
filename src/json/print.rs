//! Printing JSON with the numbers that JavaScript prints.

use std::io;

use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter, Serializer};

use super::Number;

/// Compact JSON text, byte for byte what `JSON.stringify` prints for the same value; integers that no double holds keep
/// their digits.
///
/// ```
/// assert_eq!(calendiff::json::to_string(&serde_json::json!({ "a": 1.0, "b": 1e21 })), r#"{"a":1,"b":1e+21}"#);
/// ```
#[must_use]
pub fn to_string(value: &impl Serialize) -> String {
    print(value, CompactFormatter)
}

/// JSON text over several lines, indented by two spaces, as `JSON.stringify(value, null, 2)` prints it.
#[must_use]
pub fn to_string_pretty(value: &impl Serialize) -> String {
    print(value, PrettyFormatter::new())
}

fn print(value: &impl Serialize, layout: impl Formatter) -> String {
    let mut bytes = Vec::with_capacity(256);
    let mut serializer = Serializer::with_formatter(&mut bytes, Numbers(layout));
    // Only a map with keys that are not text could fail, and none of ours has one.
    let printed = value.serialize(&mut serializer);
    debug_assert!(printed.is_ok(), "{printed:?}");
    String::from_utf8(bytes).unwrap_or_default()
}

/// A layout, with doubles printed by [`Number`].
struct Numbers<F>(F);

macro_rules! same_layout {
    ($($method:ident($($arg:ident: $ty:ty),*);)*) => {$(
        fn $method<W: ?Sized + io::Write>(&mut self, writer: &mut W $(, $arg: $ty)*) -> io::Result<()> {
            self.0.$method(writer $(, $arg)*)
        }
    )*};
}

impl<F: Formatter> Formatter for Numbers<F> {
    fn write_f64<W: ?Sized + io::Write>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        write!(writer, "{}", Number::from(value))
    }

    same_layout! {
        begin_array();
        end_array();
        begin_array_value(first: bool);
        end_array_value();
        begin_object();
        end_object();
        begin_object_key(first: bool);
        end_object_key();
        begin_object_value();
        end_object_value();
    }
}
