//! Lists and objects built item by item, each by one loop: `collect` is compiled in several layers for every iterator,
//! and weighs two to five times as much.

use serde_json::{Map, Value};

/// Returns an object of all members.
pub(crate) fn object<N: Into<String>>(members: impl Iterator<Item = (N, Value)>) -> Value {
    let mut object = Map::with_capacity(members.size_hint().0);
    for (name, member) in members {
        object.insert(name.into(), member);
    }
    Value::Object(object)
}

/// Like `collect` for lists, with less code.
pub(crate) trait CollectVec: Iterator + Sized {
    /// Returns a list of all items.
    fn collect_vec(self) -> Vec<Self::Item> {
        let mut list = Vec::with_capacity(self.size_hint().0);
        for item in self {
            list.push(item);
        }
        list
    }

    /// Returns a list of all items, or `None` if one is missing.
    fn collect_all<T>(self) -> Option<Vec<T>>
    where
        Self: Iterator<Item = Option<T>>,
    {
        let mut list = Vec::new();
        for item in self {
            list.push(item?);
        }
        Some(list)
    }

    /// Returns a list of all items, or the first error.
    fn try_collect_vec<T, E>(self) -> Result<Vec<T>, E>
    where
        Self: Iterator<Item = Result<T, E>>,
    {
        let mut list = Vec::new();
        for item in self {
            list.push(item?);
        }
        Ok(list)
    }
}

impl<I: Iterator> CollectVec for I {}
