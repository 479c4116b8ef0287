//! Printing JSON with the numbers that JavaScript prints.
//!
//! Has its own serializer: `serde_json`'s is compiled into every type that it prints, with its layouts and with errors
//! that no type of this crate can have, and together that outweighs the types.

mod serializer;

use std::fmt;

use serde::Serialize;
use serde::ser::{Error, Serializer};

use super::escape::plain_length;
use super::{Node, Number, Tree, View};
use crate::ground::IN_PACKAGE;

/// Prints compact JSON text, byte for byte like `JSON.stringify` for the same value. Integers that no double holds keep
/// their digits. A name that is not text is printed as the text of its JSON.
///
/// # Panics
/// If the value's own `Serialize` fails; none of this crate's does.
///
/// ```
/// assert_eq!(calendiff::json::to_string(&serde_json::json!({ "a": 1.0, "b": 1e21 })), r#"{"a":1,"b":1e+21}"#);
/// ```
#[must_use]
pub fn to_string(value: &impl Serialize) -> String {
    print(value, Indentation::Compact)
}

/// Prints JSON text over several lines, indented by two spaces, like `JSON.stringify(value, null, 2)`.
///
/// # Panics
/// If the value's own `Serialize` fails; none of this crate's does.
#[must_use]
pub fn to_string_pretty(value: &impl Serialize) -> String {
    print(value, Indentation::Pretty { depth: 0 })
}

fn print(value: &dyn Printable, layout: Indentation) -> String {
    let mut printer = Printer {
        text: Vec::with_capacity(256),
        layout,
        number: None,
    };
    value.print(&mut printer);
    String::from_utf8(printer.text).unwrap_or_default()
}

/// A value that can be serialized, for one function that is compiled once for all types.
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
enum Indentation {
    Compact,
    Pretty { depth: usize },
}

/// The text printed so far.
struct Printer {
    text: Vec<u8>,
    layout: Indentation,
    /// The start of a number of `serde_json` that is printed as a struct.
    number: Option<usize>,
}

/// The name of the struct that a number of `serde_json` is, if anyone turned on its feature `arbitrary_precision`. Its
/// only field is the text of the number.
const NUMBER: &str = "$serde_json::private::Number";

/// An error that cannot occur, so that no code is compiled for it.
#[derive(Debug)]
enum Never {}

impl fmt::Display for Never {
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {}
    }
}

impl std::error::Error for Never {}

impl Error for Never {
    fn custom<T: fmt::Display>(message: T) -> Self {
        panic!("a value refuses to be serialized: {message}")
    }
}

// Not inlined, so that the code of a type consists of calls of these.
impl Printer {
    /// Opens an array or object.
    #[inline(never)]
    fn open(&mut self, bracket: u8) {
        self.text.push(bracket);
        if let Indentation::Pretty { depth } = &mut self.layout {
            *depth += 1;
        }
    }

    /// Closes an array or object.
    #[inline(never)]
    fn close(&mut self, bracket: u8) {
        let empty = self.is_open();
        if let Indentation::Pretty { depth } = &mut self.layout {
            *depth -= 1;
        }
        if !empty {
            self.line();
        }
        self.text.push(bracket);
    }

    /// Closes a struct, or replaces one that is a number by its text. The npm package builds without the
    /// feature, and needs no parser of doubles.
    fn close_struct(&mut self) {
        if !IN_PACKAGE && let Some(start) = self.number.take() {
            return self.close_number(start);
        }
        self.close(b'}');
    }

    fn close_number(&mut self, start: usize) {
        if let Indentation::Pretty { depth } = &mut self.layout {
            *depth -= 1;
        }
        let printed = String::from_utf8(self.text.split_off(start)).unwrap_or_default();
        let text = printed
            .trim_end_matches('"')
            .rsplit('"')
            .next()
            .unwrap_or_default();
        let number = text
            .parse()
            .map_err(|_| text.to_owned())
            .and_then(|number| Number::held(&number));
        self.plain(&number.map_or_else(|text| text, |number| number.to_string()));
    }

    /// Closes the members of a variant, and the object around them.
    fn close_variant(&mut self) {
        self.close(b'}');
        self.close(b'}');
    }

    /// Begins an item or a member. The last byte printed is a bracket or the end of a value, which determines the
    /// comma.
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
        if let Indentation::Pretty { depth } = self.layout {
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
        if let Indentation::Pretty { .. } = self.layout {
            self.text.push(b' ');
        }
    }

    /// Ends the name that begins at `start`, and makes it text if it is not.
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
        let mut rest = text;
        loop {
            let (plain, from_escape) = rest.split_at(plain_length(rest));
            self.text.extend_from_slice(plain);
            let Some((&byte, after)) = from_escape.split_first() else {
                break;
            };
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
            self.text.extend_from_slice(escape.as_bytes());
            if escape.len() > 2 {
                self.text.push(b"0123456789abcdef"[usize::from(byte & 15)]);
            }
            rest = after;
        }
        self.text.push(b'"');
    }

    fn plain(&mut self, text: &str) {
        self.text.extend_from_slice(text.as_bytes());
    }
}

/// A value that is not JSON is printed as null.
impl Serialize for View<'_> {
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

impl Serialize for Tree {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.root().serialize(serializer)
    }
}

/// Prints it as JSON text on one line.
impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&to_string(self))
    }
}

impl fmt::Debug for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// Every kind of value that a derived `Serialize` emits.
    #[derive(Serialize)]
    enum Kind {
        Unit,
        Newtype(Option<()>),
        Tuple(i8, char),
        Struct {
            empty: [u8; 0],
            held: BTreeMap<i32, bool>,
        },
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
        let text = (0..0x90_u8)
            .map(char::from)
            .chain("é\u{2028}😀".chars())
            .collect();
        let held = BTreeMap::from([(-1, true), (2, false)]);
        let kinds = vec![
            Kind::Unit,
            Kind::Newtype(None),
            Kind::Tuple(-1, '"'),
            Kind::Struct { empty: [], held },
        ];
        let numbers = (u64::MAX, i64::MIN, i128::MAX, 0.25, 0.1, f64::NAN);
        let whole = Whole {
            kinds,
            text,
            numbers,
            nothing: BTreeMap::new(),
        };
        assert_eq!(
            to_string(&whole),
            serde_json::to_string(&whole).unwrap_or_default()
        );
        assert_eq!(
            to_string_pretty(&whole),
            serde_json::to_string_pretty(&whole).unwrap_or_default()
        );
    }

    #[test]
    fn a_name_that_is_no_text_stands_as_its_json() {
        assert_eq!(to_string(&BTreeMap::from([([1, 2], 3)])), r#"{"[1,2]":3}"#);
    }
}
