//! Reading any JSON without naming its type.

use serde_json::Value;

use super::{NAME_LENGTH, Number};

/// A JSON value that can be read in place. `&serde_json::Value` is one; [`TapeView`](super::TapeView) is another.
///
/// A view is a cheap handle: copy it, and look at one level at a time with [`node`](View::node).
///
/// ```
/// use calendiff::json::{Node, View};
/// let value = serde_json::json!({ "name": "Consultation" });
/// assert_eq!((&value).get("name").and_then(View::text), Some("Consultation"));
/// assert!((&value).get("slug").is_none());
/// assert!(matches!((&value).node(), Node::Object(_)));
/// ```
pub trait View<'a>: Copy {
    /// The items of an array.
    type Items: ExactSizeIterator<Item = Self> + Clone;
    /// The members of an object, in their order.
    type Members: ExactSizeIterator<Item = (&'a str, Self)> + Clone;

    /// What this value is, one level deep.
    fn node(self) -> Node<'a, Self>;

    /// The text, where it is text.
    fn text(self) -> Option<&'a str> {
        match self.node() {
            Node::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The number, where it is one.
    fn number(self) -> Option<Number> {
        match self.node() {
            Node::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The truth value, where it is one.
    fn boolean(self) -> Option<bool> {
        match self.node() {
            Node::Bool(truth) => Some(truth),
            _ => None,
        }
    }

    /// The items, where it is an array.
    fn items(self) -> Option<Self::Items> {
        match self.node() {
            Node::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The members, where it is an object.
    fn members(self) -> Option<Self::Members> {
        match self.node() {
            Node::Object(members) => Some(members),
            _ => None,
        }
    }

    /// The member of that name, where this is an object that has it. Time grows with the number of members.
    fn get(self, name: &str) -> Option<Self> {
        self.members()?.find(|(own, _)| *own == name).map(|(_, value)| value)
    }

    /// The number of the name that it stands under, where that is one that tapes give by number.
    fn known_name(self) -> Option<usize> {
        None
    }

    /// The members of an object that has just these four, by the numbers of their names and in that order, where all are
    /// small integers and that can be told at once.
    fn four_integers(self, names: &[u32; 4]) -> Option<[u32; 4]> {
        let _ = names;
        None
    }

    /// Whether it is nested no deeper than that, with names that a tape can hold: what follows may then recurse, and copy
    /// it.
    fn is_within(self, depth: usize) -> bool {
        is_within(self, depth)
    }

    /// Whether the two are the same, with the names of every object in the same order; nothing where names differ, since
    /// it may be in their order only. 1 is 1.0 and not true.
    fn alike(self, other: Self) -> Option<bool> {
        match (self.node(), other.node()) {
            (Node::Null, Node::Null) => Some(true),
            (Node::Bool(a), Node::Bool(b)) => Some(a == b),
            (Node::Number(a), Node::Number(b)) => Some(a == b),
            (Node::Text(a), Node::Text(b)) => Some(a == b),
            (Node::Array(a), Node::Array(b)) if a.len() == b.len() => {
                a.zip(b).map(|(a, b)| a.alike(b)).find(|alike| *alike != Some(true)).unwrap_or(Some(true))
            }
            (Node::Object(a), Node::Object(b)) if a.len() == b.len() => {
                let alike = a.zip(b).map(|((mine, a), (other, b))| if mine == other { a.alike(b) } else { None });
                alike.into_iter().find(|alike| *alike != Some(true)).unwrap_or(Some(true))
            }
            _ => Some(false),
        }
    }

    /// A copy of its own. What is not JSON becomes null.
    fn to_value(self) -> Value {
        match self.node() {
            Node::Null | Node::Odd { .. } => Value::Null,
            Node::Bool(truth) => truth.into(),
            Node::Number(number) => number.to_value(),
            Node::Text(text) => text.into(),
            Node::Array(items) => items.map(View::to_value).collect(),
            Node::Object(members) => {
                Value::Object(members.map(|(name, value)| (name.to_owned(), value.to_value())).collect())
            }
        }
    }
}

pub(super) fn is_within<'a>(view: impl View<'a>, depth: usize) -> bool {
    match view.node() {
        Node::Array(mut items) => depth > 0 && items.all(|item| is_within(item, depth - 1)),
        Node::Object(mut members) => {
            depth > 0 && members.all(|(name, member)| name.len() <= NAME_LENGTH && is_within(member, depth - 1))
        }
        _ => true,
    }
}

/// One level of a JSON value.
#[derive(Clone, Debug)]
pub enum Node<'a, V: View<'a>> {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A finite number.
    Number(Number),
    /// A string.
    Text(&'a str),
    /// An array, by its items.
    Array(V::Items),
    /// An object, by its members.
    Object(V::Members),
    /// Something a host language put where JSON belongs.
    Odd {
        /// What it is: `NaN`, `BigInt`, `function`, `cycle`, `Date`, …
        what: &'a str,
        /// The JSON text it surely stands for, if any: a Date's ISO text.
        meant: Option<&'a str>,
    },
}

impl<'a, V: View<'a>> Node<'a, V> {
    /// What it is, in the words of messages: `null`, `boolean`, `number`, `text`, `array`, `object`, or the oddity.
    #[must_use]
    pub fn name(&self) -> &'a str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "boolean",
            Self::Number(_) => "number",
            Self::Text(_) => "text",
            Self::Array(_) => "array",
            Self::Object(_) => "object",
            Self::Odd { what, .. } => what,
        }
    }
}

impl<'a> View<'a> for &'a Value {
    type Items = std::slice::Iter<'a, Value>;
    type Members = ValueMembers<'a>;

    fn node(self) -> Node<'a, Self> {
        match self {
            Value::Null => Node::Null,
            Value::Bool(truth) => Node::Bool(*truth),
            Value::Number(number) => Node::Number(number.into()),
            Value::String(text) => Node::Text(text),
            Value::Array(items) => Node::Array(items.iter()),
            Value::Object(members) => Node::Object(ValueMembers(members.iter())),
        }
    }

    fn get(self, name: &str) -> Option<Self> {
        self.as_object()?.get(name)
    }

    fn to_value(self) -> Value {
        let mut copy = self.clone();
        regular_numbers(&mut copy);
        copy
    }
}

/// Integers as such: a copy is the same whatever view it is made of.
fn regular_numbers(value: &mut Value) {
    match value {
        Value::Number(number) if number.is_f64() => *value = Number::from(&*number).to_value(),
        Value::Array(items) => items.iter_mut().for_each(regular_numbers),
        Value::Object(members) => members.values_mut().for_each(regular_numbers),
        _ => {}
    }
}

/// The members of a `serde_json` object.
#[derive(Clone, Debug)]
pub struct ValueMembers<'a>(serde_json::map::Iter<'a>);

impl<'a> Iterator for ValueMembers<'a> {
    type Item = (&'a str, &'a Value);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|(name, value)| (name.as_str(), value))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for ValueMembers<'_> {}
