//! Trees read from any serde format, as strictly as JSON text is parsed.

use std::fmt;

use serde::de::value::MapDeserializer;
use serde::de::{DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use super::tree::{Tag, Tree};
use super::{DEPTH, Document, Limits, NAME_LENGTH, Number, Numbers, VALUES, number};
use crate::ground::error::{Error, ErrorReason};

/// The struct as which `serde_json` passes a value as its text. It is the only way to an integer's digits: any other
/// rounds the integers that 64 bits do not hold. Other formats pass the value itself.
const RAW: &str = "$serde_json::private::RawValue";

/// The only member of the object as which `serde_json` passes a number with its feature `arbitrary_precision`.
const NUMBER: &str = "$serde_json::private::Number";

/// Reads JSON like [`Document::parse`]: refuses two members of one name, numbers whose digits would be lost, and more than
/// its limits. The members keep their order.
///
/// ```
/// use calendiff::json::Tree;
/// let tree: Tree = serde_json::from_str(r#"{ "slug": "b", "name": "a" }"#)?;
/// assert_eq!(tree.to_string(), r#"{"slug":"b","name":"a"}"#);
/// assert!(serde_json::from_str::<Tree>(r#"{ "slug": "a", "slug": "b" }"#).is_err());
/// assert!(serde_json::from_str::<Tree>("18446744073709551617").is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut tree = Self::default();
        let root = Writer {
            tree: &mut tree,
            name: (0, 0),
            depth: 0,
        };
        deserializer.deserialize_newtype_struct(RAW, root)?;
        Ok(tree)
    }
}

/// Reads a value as strictly as a [`Tree`].
fn strict<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
    Tree::deserialize(deserializer).map(|tree| tree.to_value())
}

/// Reads a member that is present. With serde's `default`, null is a value, and only an absent member is `None`.
pub(crate) fn present<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Value>, D::Error> {
    strict(deserializer).map(Some)
}

/// Reads an object as strictly as a [`Tree`].
pub(crate) fn members<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Map<String, Value>, D::Error> {
    match strict(deserializer)? {
        Value::Object(members) => Ok(members),
        _ => Err(D::Error::custom("expected an object")),
    }
}

/// Appends the next value to a tree.
struct Writer<'t> {
    tree: &'t mut Tree,
    name: (u32, u32),
    depth: usize,
}

impl Writer<'_> {
    fn push<E: serde::de::Error>(self, tag: Tag) -> Result<(), E> {
        self.expect_room(0)?;
        self.tree.push(self.name, tag, (0, 0));
        Ok(())
    }

    fn number<E: serde::de::Error>(self, number: Number) -> Result<(), E> {
        self.expect_room(0)?;
        self.tree.push_number(self.name, number);
        Ok(())
    }

    /// Refuses more values, or more text, than a tree may have.
    fn expect_room<E: serde::de::Error>(&self, text: usize) -> Result<(), E> {
        if self.tree.len() >= VALUES {
            return Err(refused(ErrorReason::Values { limit: VALUES }));
        }
        let found = self.tree.source().len().saturating_add(text);
        if found > NAME_LENGTH {
            Err(refused(ErrorReason::Size {
                limit: NAME_LENGTH,
                found,
            }))
        } else {
            Ok(())
        }
    }

    /// Begins an array or object. Returns its index.
    fn open<E: serde::de::Error>(&mut self, tag: Tag) -> Result<usize, E> {
        if self.depth == DEPTH {
            return Err(refused(ErrorReason::Depth { limit: DEPTH }));
        }
        self.expect_room(0)?;
        let index = self.tree.len();
        self.tree.push(self.name, tag, (0, 0));
        Ok(index)
    }

    fn child(&mut self, name: (u32, u32)) -> Writer<'_> {
        Writer {
            tree: self.tree,
            name,
            depth: self.depth + 1,
        }
    }

    /// Appends the value of a JSON text. Its names and limits are those of the parser.
    fn parse<E: serde::de::Error>(self, text: String) -> Result<(), E> {
        const UNKNOWN: Numbers = Numbers {
            names: &[],
            find: |_| None,
        };
        let document = Document::parse_with(text, Limits::default(), &UNKNOWN);
        // A position in this part would mislead: the caller adds the one in the whole text.
        let document = document.map_err(|error| E::custom(error.without_place()))?;
        self.tree.copy(self.name, document.root());
        Ok(())
    }

    /// Appends the number of a text, unless digits would be lost.
    fn digits<E: serde::de::Error>(self, found: String) -> Result<(), E> {
        match Number::read(&found) {
            Some(number) => self.number(number),
            None if number::is_integer(&found) => Err(refused(ErrorReason::Integer { found })),
            None => Err(refused(ErrorReason::Overflow { found })),
        }
    }
}

fn refused<E: serde::de::Error>(reason: ErrorReason) -> E {
    E::custom(Error::from(reason))
}

/// Returns true if `serde_json` passes numbers as text, because some crate of the build asked for it.
fn numbers_are_text() -> bool {
    let zero = MapDeserializer::<_, serde::de::value::Error>::new([(NUMBER, "0")].into_iter());
    serde_json::Number::deserialize(zero).is_ok()
}

impl<'de> DeserializeSeed<'de> for Writer<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Writer<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, inner: D) -> Result<(), D::Error> {
        inner.deserialize_any(self)
    }

    fn visit_some<D: Deserializer<'de>>(self, inner: D) -> Result<(), D::Error> {
        inner.deserialize_any(self)
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<(), E> {
        self.push(Tag::Null)
    }

    fn visit_none<E: serde::de::Error>(self) -> Result<(), E> {
        self.push(Tag::Null)
    }

    fn visit_bool<E: serde::de::Error>(self, truth: bool) -> Result<(), E> {
        self.push(if truth { Tag::True } else { Tag::False })
    }

    fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<(), E> {
        self.number(number.into())
    }

    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<(), E> {
        self.number(number.into())
    }

    fn visit_i128<E: serde::de::Error>(self, number: i128) -> Result<(), E> {
        self.digits(number.to_string())
    }

    fn visit_u128<E: serde::de::Error>(self, number: u128) -> Result<(), E> {
        self.digits(number.to_string())
    }

    fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<(), E> {
        if number.is_finite() {
            self.number(number.into())
        } else {
            Err(refused(ErrorReason::NotJson {
                found: number.to_string(),
            }))
        }
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<(), E> {
        self.expect_room(text.len())?;
        let text = self.tree.append(text);
        self.tree.push(self.name, Tag::Text, text);
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut items: A) -> Result<(), A::Error> {
        let index = self.open(Tag::Array)?;
        let mut count = 0;
        while items.next_element_seed(self.child((0, 0)))?.is_some() {
            count += 1;
        }
        self.tree.close(index, count);
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut entries: A) -> Result<(), A::Error> {
        let mut next: Option<String> = entries.next_key()?;
        match next.as_deref() {
            Some(RAW) => return self.parse(entries.next_value()?),
            Some(NUMBER) if numbers_are_text() => return self.digits(entries.next_value()?),
            _ => {}
        }
        let index = self.open(Tag::Object)?;
        let mut names = Vec::new();
        while let Some(name) = next {
            self.expect_room(name.len())?;
            let place = self.tree.append(&name);
            entries.next_value_seed(self.child(place))?;
            names.push(name);
            next = entries.next_key()?;
        }
        self.tree.close(index, names.len());
        names.sort_unstable();
        match names.windows(2).find(|pair| pair[0] == pair[1]) {
            Some([name, _]) => Err(refused(ErrorReason::Duplicate { name: name.clone() })),
            _ => Ok(()),
        }
    }
}
