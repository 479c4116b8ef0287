//! The size and depth of a value, and their limits.

use serde_json::Value;

use super::{BYTES, DEPTH, Node, Number, Tree, View};
use crate::ground::error::{Error, ErrorReason};

/// The size of a value as compact JSON text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Extent {
    pub(crate) bytes: usize,
    /// Number of arrays and objects that are nested in each other.
    pub(crate) depth: usize,
}

impl Extent {
    /// Measures a value. Returns `None` if it is nested deeper than `most`.
    pub(crate) fn of(view: View<'_>, most: usize) -> Option<Self> {
        let mut inside = Self::default();
        match view.node() {
            Node::Array(items) => {
                let most = most.checked_sub(1)?;
                for item in items {
                    inside.hold(Self::of(item, most)?, 0);
                }
            }
            Node::Object(members) => {
                let most = most.checked_sub(1)?;
                for (name, member) in members {
                    inside.hold(Self::of(member, most)?, named(name));
                }
            }
            leaf => {
                return Some(Self {
                    bytes: printed(&leaf),
                    depth: 0,
                });
            }
        }
        // Brackets in place of the last comma; an empty array or object has no comma to begin with.
        Some(Self {
            bytes: inside.bytes + if inside.bytes == 0 { 2 } else { 1 },
            depth: inside.depth + 1,
        })
    }

    /// Measures a `serde_json` value. Returns `None` if it is nested deeper than `most`.
    pub(super) fn of_value(value: &Value, most: usize) -> Option<Self> {
        Self::of(Tree::from(value).root(), most)
    }

    /// Adds a child, with its comma.
    fn hold(&mut self, child: Self, name: usize) {
        self.bytes += child.bytes + name + 1;
        self.depth = self.depth.max(child.depth);
    }
}

/// Returns the bytes of a value that is known to be within the depth limit.
pub(super) fn bytes(value: &Value) -> usize {
    Extent::of_value(value, DEPTH).unwrap_or_default().bytes
}

/// Refuses a result that is nested too deep or has too many bytes.
pub(crate) fn within_limits(value: &Value) -> Result<(), Error> {
    match Extent::of_value(value, DEPTH) {
        None => Err(ErrorReason::Depth { limit: DEPTH }.into()),
        Some(Extent { bytes, .. }) if bytes > BYTES => {
            Err(ErrorReason::ResultSize { limit: BYTES }.into())
        }
        Some(_) => Ok(()),
    }
}

/// Returns the bytes of a member's name, with its quotes and colon.
pub(crate) fn named(name: &str) -> usize {
    quoted(name) + 1
}

/// Returns the bytes of a text, with its quotes and escapes.
fn quoted(text: &str) -> usize {
    let mut bytes = 2 + text.len();
    for &byte in text.as_bytes() {
        // Most bytes are plain.
        if byte >= b' ' && byte != b'"' && byte != b'\\' {
            continue;
        }
        bytes += if matches!(byte, b'"' | b'\\' | 8 | 9 | 10 | 12 | 13) {
            1
        } else {
            5
        };
    }
    bytes
}

fn printed(leaf: &Node<'_>) -> usize {
    match leaf {
        Node::Bool(false) => 5,
        Node::Number(Number::Unsigned(n)) => digits(*n),
        Node::Number(Number::Negative(n)) => 1 + digits(n.unsigned_abs()),
        Node::Number(number) => number.to_string().len(),
        Node::Text(text) => quoted(text),
        // A value that is not JSON is printed as null.
        _ => 4,
    }
}

fn digits(n: u64) -> usize {
    n.checked_ilog10().map_or(1, |log| log as usize + 1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;
    use crate::ground::json::to_string;

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<u64>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<f64>().prop_map(Value::from),
            "[\u{0}-\u{40}é\\\\]{0,9}".prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 40, 5, |inner| {
            let members = proptest::collection::vec(("[\u{0}-\u{40}]{0,3}", inner.clone()), 0..4);
            prop_oneof![
                proptest::collection::vec(inner, 0..4).prop_map(Value::from),
                members.prop_map(|members| Value::Object(members.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn the_bytes_of_a_value_are_those_of_its_text(value in any_json()) {
            prop_assert_eq!(bytes(&value), to_string(&value).len());
        }
    }

    #[test]
    fn the_depth_of_a_value_is_that_of_its_brackets() {
        for (value, depth) in [
            (json!(1), 0),
            (json!([]), 1),
            (json!({ "a": [1, { "b": 2 }] }), 3),
        ] {
            assert_eq!(
                Extent::of_value(&value, depth).map(|extent| extent.depth),
                Some(depth),
                "{value}"
            );
            assert_eq!(
                depth
                    .checked_sub(1)
                    .and_then(|most| Extent::of_value(&value, most)),
                None,
                "{value}"
            );
        }
    }
}
