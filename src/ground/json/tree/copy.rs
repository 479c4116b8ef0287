//! Trees as copies of other JSON.

use serde_json::Value;

use super::{KNOWN, MOST, NAME, NAME_LENGTH, Tag, Tree, is};
use crate::ground::json::{Number, View};

impl Tree {
    /// Returns a copy of a value.
    pub(crate) fn copied(view: View<'_>) -> Self {
        let mut tree = Self::in_place_of(view);
        tree.copy((0, 0), view);
        tree
    }

    /// Returns a copy that stores names in `names` by number. All trees with numbered names use the same `names`.
    pub(crate) fn numbered(view: View<'_>, names: &'static [&'static str]) -> Self {
        let mut tree = Self {
            names,
            ..Self::default()
        };
        tree.copy((0, 0), view);
        tree
    }

    /// Returns the tree with names stored by number, without a copy if they are already.
    pub(crate) fn into_numbered(self, names: &'static [&'static str]) -> Self {
        if std::ptr::eq(self.names, names) {
            self
        } else {
            Self::numbered(self.root(), names)
        }
    }

    /// Makes a tree of one number. A number that is not finite is not JSON.
    pub(crate) fn of_double(double: f64) -> Self {
        if !double.is_finite() {
            return Self::of_odd(&double.to_string());
        }
        let mut tree = Self::default();
        tree.push_number((0, 0), double.into());
        tree
    }

    /// Makes a tree of one value that is not JSON, by its description.
    pub(crate) fn of_odd(what: &str) -> Self {
        let mut tree = Self::default();
        let text = tree.append(what);
        tree.push((0, 0), Tag::Odd, text);
        tree
    }

    /// Returns a copy of a `serde_json` value that stores names in `names` by number.
    pub(crate) fn from_value(value: &Value, names: &'static [&'static str]) -> Self {
        let mut tree = Self {
            names,
            ..Self::default()
        };
        tree.copy_value((0, 0), value, 0);
        tree
    }

    /// Returns a name as [`push`](Tree::push) takes it. Names mostly come in the order of their numbers: `next` is
    /// tried first.
    pub(crate) fn named(
        &mut self,
        name: &str,
        number: Option<usize>,
        next: &mut usize,
    ) -> (u32, u32) {
        let names = self.names;
        let found = number
            .or(Some(*next))
            .filter(|number| names.get(*number).is_some_and(|own| *own == name))
            .or_else(|| names.iter().position(|own| *own == name));
        match found {
            Some(number) => {
                *next = number + 1;
                Self::known_name(number)
            }
            None => self.append(name),
        }
    }

    /// Appends a value of any tree under that name. All its nodes are copied at once, since a node holds its size and
    /// not its position; names and texts then get their new positions.
    pub(crate) fn copy(&mut self, name: (u32, u32), view: View<'_>) {
        let begin = self.len();
        let one_table = std::ptr::eq(self.names, view.names());
        self.words.extend_from_slice(view.cells().as_flattened());
        let mut next = 0;
        for (at, cell) in view.cells().iter().enumerate() {
            let [head, _, a, b] = *cell;
            let is_text = is(head, Tag::Text) || is(head, Tag::Odd);
            // An item has no name, and a name that is a number of the same table is that number here as well.
            let keeps_name = head & NAME == 0 || one_table && head & KNOWN != 0;
            // The first node gets the given name. The others keep theirs, which has another position in this text, or is a
            // number here.
            let (start, length) = if at == 0 {
                name
            } else if !keeps_name {
                self.named(view.name_at(cell), None, &mut next)
            // The name is a number, or none, so its word for the position is free: only the text has to be appended.
            } else if is_text {
                (0, head & NAME)
            } else {
                continue;
            };
            let (a, b) = if is_text {
                self.append(view.text_at(cell))
            } else {
                (a, b)
            };
            if let Some(own) = self.words.as_chunks_mut().0.get_mut(begin + at) {
                *own = [head & !NAME | length, start, a, b];
            }
        }
    }

    pub(super) fn copy_value(&mut self, name: (u32, u32), value: &Value, depth: usize) {
        match value {
            Value::Null => self.push(name, Tag::Null, (0, 0)),
            Value::Bool(truth) => {
                self.push(name, if *truth { Tag::True } else { Tag::False }, (0, 0));
            }
            Value::Number(number) => match Number::held(number) {
                Ok(number) => self.push_number(name, number),
                Err(text) => {
                    let text = self.append(&text);
                    self.push(name, Tag::Odd, text);
                }
            },
            Value::String(text) => {
                let text = self.append(text);
                self.push(name, Tag::Text, text);
            }
            // Deeper than any function recurses: the copy up to here is already refused.
            Value::Array(_) | Value::Object(_) if depth > MOST => {
                self.push(name, Tag::Null, (0, 0));
            }
            Value::Array(items) => {
                let index = self.len();
                self.push(name, Tag::Array, (0, 0));
                for item in items {
                    self.copy_value((0, 0), item, depth + 1);
                }
                self.close(index, items.len());
            }
            Value::Object(members) => {
                let index = self.len();
                self.push(name, Tag::Object, (0, 0));
                let mut next = 0;
                for (name, member) in members {
                    self.overlong |= name.len() > NAME_LENGTH;
                    let name = self.named(name, None, &mut next);
                    self.copy_value(name, member, depth + 1);
                }
                self.close(index, members.len());
            }
        }
    }
}

impl From<&Value> for Tree {
    fn from(value: &Value) -> Self {
        Self::from_value(value, &[])
    }
}
