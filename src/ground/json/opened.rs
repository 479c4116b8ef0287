//! A document under many operations. The arrays and objects that they lead into are opened, so that an operation costs
//! as much in a long one as in a short one. Everything else stays unchanged.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::CollectVec;

/// A value of a document under edit.
pub(super) enum Opened {
    /// A value that no operation has led into.
    Whole(Value),
    Object(OpenedMembers),
    Array(OpenedItems),
}

impl Opened {
    /// Opens an array or object, so that its children can be accessed.
    pub(super) fn open(&mut self) -> &mut Self {
        if let Self::Whole(value) = self {
            // Its children become `Whole` values. Only those that an operation leads into are opened, too.
            match value.take() {
                Value::Object(members) => *self = Self::Object(OpenedMembers::of(members)),
                Value::Array(items) => *self = Self::Array(OpenedItems::of(items)),
                leaf => *value = leaf,
            }
        }
        self
    }

    pub(super) fn into_value(self) -> Value {
        match self {
            Self::Whole(value) => value,
            Self::Object(members) => {
                let mut object = Map::with_capacity(members.len());
                for (name, member) in members.slots.into_iter().flatten() {
                    object.insert(name, member.into_value());
                }
                Value::Object(object)
            }
            Self::Array(items) => Value::Array(
                items
                    .chunks
                    .into_iter()
                    .flatten()
                    .map(Self::into_value)
                    .collect_vec(),
            ),
        }
    }

    /// Returns the value, as a copy if it was opened.
    pub(super) fn value(&self) -> Cow<'_, Value> {
        match self {
            Self::Whole(value) => Cow::Borrowed(value),
            Self::Object(members) => {
                let mut object = Map::with_capacity(members.len());
                for (name, member) in members.slots.iter().flatten() {
                    object.insert(name.clone(), member.value().into_owned());
                }
                Cow::Owned(Value::Object(object))
            }
            Self::Array(items) => {
                let items = items.chunks.iter().flatten();
                Cow::Owned(Value::Array(
                    items.map(|item| item.value().into_owned()).collect_vec(),
                ))
            }
        }
    }
}

/// The members of an object in their order. A removed member leaves its slot free.
pub(super) struct OpenedMembers {
    /// The slot of each member by its name, removed members included: a map of JSON, which is compiled anyway.
    by_name: Map<String, Value>,
    slots: Vec<Option<(String, Opened)>>,
    len: usize,
}

impl OpenedMembers {
    fn of(members: Map<String, Value>) -> Self {
        let by_name = Map::with_capacity(members.len());
        let slots = Vec::with_capacity(members.len());
        let mut opened = Self {
            by_name,
            slots,
            len: 0,
        };
        for (name, member) in members {
            opened.insert(name, Opened::Whole(member));
        }
        opened
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    fn slot(&self, name: &str) -> Option<usize> {
        self.by_name.get(name)?.as_u64()?.try_into().ok()
    }

    pub(super) fn get_mut(&mut self, name: &str) -> Option<&mut Opened> {
        let slot = self.slot(name)?;
        self.slots.get_mut(slot)?.as_mut().map(|(_, member)| member)
    }

    /// Replaces the member of that name and returns the old one, or appends the member.
    pub(super) fn insert(&mut self, name: String, member: Opened) -> Option<Opened> {
        if let Some(old) = self.get_mut(&name) {
            return Some(std::mem::replace(old, member));
        }
        // A removed member that comes back gets a new slot, at the end: it is a new member.
        self.by_name.insert(name.clone(), self.slots.len().into());
        self.slots.push(Some((name, member)));
        self.len += 1;
        None
    }

    pub(super) fn remove(&mut self, name: &str) -> Option<Opened> {
        let slot = self.slot(name)?;
        let (_, member) = self.slots.get_mut(slot)?.take()?;
        self.len -= 1;
        Some(member)
    }
}

/// The items of an array, in chunks: an insertion or removal shifts only the items of its own chunk.
pub(super) struct OpenedItems {
    chunks: Vec<Vec<Opened>>,
    len: usize,
}

/// Initial number of items in a chunk. A chunk is split at twice as many.
const CHUNK: usize = 256;

impl OpenedItems {
    fn of(items: Vec<Value>) -> Self {
        let len = items.len();
        let mut chunks = Vec::with_capacity(len.div_ceil(CHUNK));
        let mut items = items.into_iter();
        while items.len() > 0 {
            chunks.push(items.by_ref().take(CHUNK).map(Opened::Whole).collect_vec());
        }
        Self { chunks, len }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Returns the chunk that contains the item of an index, and the item's index in it; behind the last item, the end
    /// of the last chunk.
    fn find(&self, index: usize) -> (usize, usize) {
        let mut at = index;
        let last = self.chunks.len().saturating_sub(1);
        for (number, chunk) in self.chunks.iter().enumerate() {
            if at < chunk.len() || number == last {
                return (number, at);
            }
            at -= chunk.len();
        }
        (0, 0)
    }

    pub(super) fn get_mut(&mut self, index: usize) -> Option<&mut Opened> {
        let (chunk, at) = self.find(index);
        self.chunks.get_mut(chunk)?.get_mut(at)
    }

    /// Inserts an item before the one of that index, or behind the last.
    pub(super) fn insert(&mut self, index: usize, item: Opened) {
        if self.chunks.is_empty() {
            self.chunks.push(Vec::new());
        }
        let (number, at) = self.find(index);
        let chunk = &mut self.chunks[number];
        chunk.insert(at.min(chunk.len()), item);
        if chunk.len() >= 2 * CHUNK {
            let second = chunk.split_off(CHUNK);
            self.chunks.insert(number + 1, second);
        }
        self.len += 1;
    }

    pub(super) fn remove(&mut self, index: usize) -> Option<Opened> {
        let (number, at) = self.find(index);
        let chunk = self
            .chunks
            .get_mut(number)
            .filter(|chunk| at < chunk.len())?;
        let item = chunk.remove(at);
        if chunk.is_empty() {
            self.chunks.remove(number);
        }
        self.len -= 1;
        Some(item)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn items_come_and_go_as_in_any_array() {
        let plain: Vec<Value> = (0..1_000).map(Value::from).collect();
        let mut items = OpenedItems::of(plain.clone());
        let mut expected = plain;
        // At any index, and often enough to split chunks and to empty them.
        for step in 0..9_000_usize {
            let at = step * 7_919 % (expected.len() + 1);
            if (step / 1_500).is_multiple_of(2) {
                items.insert(at, Opened::Whole(step.into()));
                expected.insert(at, step.into());
            } else {
                let removed = items.remove(at).map(Opened::into_value);
                assert_eq!(removed, (at < expected.len()).then(|| expected.remove(at)));
            }
            assert_eq!(items.len(), expected.len());
            let last = expected
                .len()
                .checked_sub(1)
                .and_then(|last| items.get_mut(last))
                .map(|item| item.value());
            assert_eq!(last.as_deref(), expected.last());
        }
        assert_eq!(Opened::Array(items).into_value(), Value::Array(expected));
        let mut none = OpenedItems::of(Vec::new());
        assert!(none.remove(0).is_none() && none.get_mut(0).is_none());
    }

    #[test]
    fn members_keep_their_order() {
        let mut opened = Opened::Whole(json!({ "a": 1, "b": 2, "c": 3 }));
        let Opened::Object(members) = opened.open() else {
            panic!("an object")
        };
        assert_eq!(members.remove("a").map(Opened::into_value), Some(1.into()));
        assert!(members.remove("a").is_none() && members.get_mut("a").is_none());
        assert!(
            members
                .insert("d".to_owned(), Opened::Whole(4.into()))
                .is_none()
        );
        assert!(
            members
                .insert("b".to_owned(), Opened::Whole(5.into()))
                .is_some()
        );
        assert!(
            members
                .insert("a".to_owned(), Opened::Whole(6.into()))
                .is_none()
        );
        assert_eq!(
            (
                members.len(),
                crate::ground::json::to_string(&*opened.value())
            ),
            (4, r#"{"b":5,"c":3,"d":4,"a":6}"#.to_owned())
        );
        assert_eq!(
            crate::ground::json::to_string(&opened.into_value()),
            r#"{"b":5,"c":3,"d":4,"a":6}"#
        );
    }
}
