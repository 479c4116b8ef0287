//! Printing JSON with the numbers that JavaScript prints.
//!
//! By a serializer of our own: `serde_json`'s is compiled anew into every type that it prints, with its layouts and with
//! errors that none of ours can have, and together that outweighs the types.

use std::fmt::Display;

use serde::Serialize;
use serde::ser::{
    Error, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple, SerializeTupleStruct,
    SerializeTupleVariant, Serializer,
};

use super::{Node, Number, TapeView, View};

/// Compact JSON text, byte for byte what `JSON.stringify` prints for the same value; integers that no double holds keep
/// their digits. A name that is no text stands as the text of its JSON.
///
/// # Panics
/// Where the value's own `Serialize` refuses; none of this crate's does.
///
/// ```
/// assert_eq!(calendiff::json::to_string(&serde_json::json!({ "a": 1.0, "b": 1e21 })), r#"{"a":1,"b":1e+21}"#);
/// ```
#[must_use]
pub fn to_string(value: &impl Serialize) -> String {
    print(value, Layout::Compact)
}

/// JSON text over several lines, indented by two spaces, as `JSON.stringify(value, null, 2)` prints it.
///
/// # Panics
/// As [`to_string`].
#[must_use]
pub fn to_string_pretty(value: &impl Serialize) -> String {
    print(value, Layout::Pretty { depth: 0 })
}

fn print(value: &dyn Printable, layout: Layout) -> String {
    let mut printer = Printer { text: Vec::with_capacity(256), layout };
    value.print(&mut printer);
    String::from_utf8(printer.text).unwrap_or_default()
}

/// What can be serialized, for a function that is compiled once for all of it.
trait Printable {
    fn print(&self, printer: &mut Printer);
}

impl<T: Serialize> Printable for T {
    fn print(&self, printer: &mut Printer) {
        match self.serialize(printer) {
            Ok(()) => {}
            Err(never) => match never {},
        }
    }
}

#[derive(Clone, Copy)]
enum Layout {
    Compact,
    Pretty { depth: usize },
}

/// What is printed so far.
struct Printer {
    text: Vec<u8>,
    layout: Layout,
}

/// Printing cannot fail, and nothing is compiled for it.
#[derive(Debug)]
enum Never {}

impl Display for Never {
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {}
    }
}

impl std::error::Error for Never {}

impl Error for Never {
    fn custom<T: Display>(message: T) -> Self {
        panic!("a value refuses to be serialized: {message}")
    }
}

// Not inlined, so that the code of a type is calls of these.
impl Printer {
    /// Opens an array or object.
    #[inline(never)]
    fn open(&mut self, bracket: u8) {
        self.text.push(bracket);
        if let Layout::Pretty { depth } = &mut self.layout {
            *depth += 1;
        }
    }

    /// Closes it.
    #[inline(never)]
    fn close(&mut self, bracket: u8) {
        let empty = self.is_open();
        if let Layout::Pretty { depth } = &mut self.layout {
            *depth -= 1;
        }
        if !empty {
            self.line();
        }
        self.text.push(bracket);
    }

    /// Begins an item or a member. What was printed last is a bracket or the end of a value, so it tells which.
    #[inline(never)]
    fn begin(&mut self) {
        if !self.is_open() {
            self.text.push(b',');
        }
        self.line();
    }

    fn is_open(&self) -> bool {
        matches!(self.text.last(), Some(b'[' | b'{'))
    }

    fn line(&mut self) {
        if let Layout::Pretty { depth } = self.layout {
            self.text.push(b'\n');
            self.text.resize(self.text.len() + 2 * depth, b' ');
        }
    }

    /// Begins a member.
    #[inline(never)]
    fn name(&mut self, name: &str) {
        self.begin();
        self.string(name.as_bytes());
        self.colon();
    }

    fn colon(&mut self) {
        self.text.push(b':');
        if let Layout::Pretty { .. } = self.layout {
            self.text.push(b' ');
        }
    }

    /// Makes text of the name that begins at `start`, where it is none.
    fn end_name(&mut self, start: usize) {
        if self.text.get(start) != Some(&b'"') {
            let name = self.text.split_off(start);
            self.string(&name);
        }
        self.colon();
    }

    #[inline(never)]
    fn string(&mut self, text: &[u8]) {
        self.text.push(b'"');
        let mut copied = 0;
        for (at, &byte) in text.iter().enumerate() {
            // Most are plain.
            if byte >= b' ' && byte != b'"' && byte != b'\\' {
                continue;
            }
            let escape = match byte {
                b'"' => "\\\"",
                b'\\' => "\\\\",
                b'\n' => "\\n",
                b'\r' => "\\r",
                b'\t' => "\\t",
                0x08 => "\\b",
                0x0c => "\\f",
                0..0x10 => "\\u000",
                _ => "\\u001",
            };
            self.text.extend_from_slice(&text[copied..at]);
            self.text.extend_from_slice(escape.as_bytes());
            if escape.len() > 2 {
                self.text.push(b"0123456789abcdef"[usize::from(byte & 15)]);
            }
            copied = at + 1;
        }
        self.text.extend_from_slice(&text[copied..]);
        self.text.push(b'"');
    }

    fn plain(&mut self, text: &str) {
        self.text.extend_from_slice(text.as_bytes());
    }
}

macro_rules! integers {
    ($($method:ident $ty:ty => $wide:ident;)*) => {
        $(fn $method(self, n: $ty) -> Result<(), Never> {
            self.$wide(n.into())
        })*
    };
}

impl Serializer for &mut Printer {
    type Ok = ();
    type Error = Never;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    integers! {
        serialize_i8 i8 => serialize_i64;
        serialize_i16 i16 => serialize_i64;
        serialize_i32 i32 => serialize_i64;
        serialize_u8 u8 => serialize_u64;
        serialize_u16 u16 => serialize_u64;
        serialize_u32 u32 => serialize_u64;
    }

    fn serialize_bool(self, truth: bool) -> Result<(), Never> {
        self.plain(if truth { "true" } else { "false" });
        Ok(())
    }

    fn serialize_i64(self, n: i64) -> Result<(), Never> {
        if n < 0 {
            self.text.push(b'-');
        }
        self.serialize_u64(n.unsigned_abs())
    }

    fn serialize_i128(self, n: i128) -> Result<(), Never> {
        self.plain(&n.to_string());
        Ok(())
    }

    fn serialize_u64(self, mut n: u64) -> Result<(), Never> {
        let start = self.text.len();
        loop {
            self.text.push(b"0123456789"[(n % 10) as usize]);
            n /= 10;
            if n == 0 {
                break;
            }
        }
        self.text[start..].reverse();
        Ok(())
    }

    fn serialize_u128(self, n: u128) -> Result<(), Never> {
        self.plain(&n.to_string());
        Ok(())
    }

    /// With the digits that tell it from other numbers of 32 bits.
    fn serialize_f32(self, n: f32) -> Result<(), Never> {
        self.serialize_f64(n.to_string().parse().unwrap_or(f64::NAN))
    }

    fn serialize_f64(self, n: f64) -> Result<(), Never> {
        if n.is_finite() {
            self.plain(&Number::from(n).to_string());
            Ok(())
        } else {
            self.serialize_unit()
        }
    }

    fn serialize_char(self, char: char) -> Result<(), Never> {
        self.serialize_str(char.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, text: &str) -> Result<(), Never> {
        self.string(text.as_bytes());
        Ok(())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<(), Never> {
        self.collect_seq(bytes)
    }

    fn serialize_none(self) -> Result<(), Never> {
        self.serialize_unit()
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<(), Never> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Never> {
        self.plain("null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Never> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Never> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(self, _: &'static str, value: &T) -> Result<(), Never> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Never> {
        self.open(b'{');
        self.name(variant);
        value.serialize(&mut *self)?;
        self.close(b'}');
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self, Never> {
        self.open(b'[');
        Ok(self)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self, Never> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, Never> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_variant(self, _: &'static str, _: u32, variant: &'static str, _: usize) -> Result<Self, Never> {
        self.open(b'{');
        self.name(variant);
        self.serialize_seq(None)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self, Never> {
        self.open(b'{');
        Ok(self)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Never> {
        self.serialize_map(None)
    }

    fn collect_seq<I: IntoIterator<Item: Serialize>>(self, items: I) -> Result<(), Never> {
        self.open(b'[');
        for item in items {
            self.begin();
            item.serialize(&mut *self)?;
        }
        self.close(b']');
        Ok(())
    }

    fn collect_map<K: Serialize, V: Serialize, I: IntoIterator<Item = (K, V)>>(self, members: I) -> Result<(), Never> {
        let mut map = self.serialize_map(None)?;
        for (name, member) in members {
            map.serialize_entry(&name, &member)?;
        }
        SerializeMap::end(map)
    }

    fn serialize_struct_variant(self, _: &'static str, _: u32, variant: &'static str, _: usize) -> Result<Self, Never> {
        self.open(b'{');
        self.name(variant);
        self.serialize_map(None)
    }
}

macro_rules! items {
    ($($kind:ident $method:ident $($end:literal)+;)*) => {$(
        impl $kind for &mut Printer {
            type Ok = ();
            type Error = Never;

            fn $method<T: ?Sized + Serialize>(&mut self, item: &T) -> Result<(), Never> {
                self.begin();
                item.serialize(&mut **self)
            }

            fn end(self) -> Result<(), Never> {
                $(self.close($end);)+
                Ok(())
            }
        }
    )*};
}

items! {
    SerializeSeq serialize_element b']';
    SerializeTuple serialize_element b']';
    SerializeTupleStruct serialize_field b']';
    SerializeTupleVariant serialize_field b']' b'}';
}

macro_rules! members {
    ($($kind:ident $($end:literal)+;)*) => {$(
        impl $kind for &mut Printer {
            type Ok = ();
            type Error = Never;

            fn serialize_field<T: ?Sized + Serialize>(&mut self, name: &'static str, member: &T) -> Result<(), Never> {
                self.name(name);
                member.serialize(&mut **self)
            }

            fn end(self) -> Result<(), Never> {
                $(self.close($end);)+
                Ok(())
            }
        }
    )*};
}

members! {
    SerializeStruct b'}';
    SerializeStructVariant b'}' b'}';
}

impl SerializeMap for &mut Printer {
    type Ok = ();
    type Error = Never;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, name: &T) -> Result<(), Never> {
        self.begin();
        let start = self.text.len();
        name.serialize(&mut **self)?;
        self.end_name(start);
        Ok(())
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, member: &T) -> Result<(), Never> {
        member.serialize(&mut **self)
    }

    fn end(self) -> Result<(), Never> {
        self.close(b'}');
        Ok(())
    }
}

/// What is not JSON is printed as null.
impl Serialize for TapeView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.node() {
            Node::Null | Node::Odd { .. } => serializer.serialize_unit(),
            Node::Bool(truth) => serializer.serialize_bool(truth),
            Node::Number(number) => number.serialize(serializer),
            Node::Text(text) => serializer.serialize_str(text),
            Node::Array(items) => serializer.collect_seq(items),
            Node::Object(members) => serializer.collect_map(members),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// Every kind of thing that a derived `Serialize` says.
    #[derive(Serialize)]
    enum Kind {
        Unit,
        Newtype(Option<()>),
        Tuple(i8, char),
        Struct { empty: [u8; 0], held: BTreeMap<i32, bool> },
    }

    #[test]
    fn prints_what_serde_json_prints() {
        #[derive(Serialize)]
        struct Whole {
            kinds: Vec<Kind>,
            text: String,
            numbers: (u64, i64, i128, f64, f32, f64),
            nothing: BTreeMap<String, bool>,
        }
        let text = (0..0x90_u8).map(char::from).chain("é\u{2028}😀".chars()).collect();
        let held = BTreeMap::from([(-1, true), (2, false)]);
        let kinds = vec![Kind::Unit, Kind::Newtype(None), Kind::Tuple(-1, '"'), Kind::Struct { empty: [], held }];
        let numbers = (u64::MAX, i64::MIN, i128::MAX, 0.25, 0.1, f64::NAN);
        let whole = Whole { kinds, text, numbers, nothing: BTreeMap::new() };
        assert_eq!(to_string(&whole), serde_json::to_string(&whole).unwrap_or_default());
        assert_eq!(to_string_pretty(&whole), serde_json::to_string_pretty(&whole).unwrap_or_default());
    }

    #[test]
    fn a_name_that_is_no_text_stands_as_its_json() {
        assert_eq!(to_string(&BTreeMap::from([([1, 2], 3)])), r#"{"[1,2]":3}"#);
    }
}
