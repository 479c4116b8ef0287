//! Lists and objects made item by item, each by one loop: `collect` is compiled in several layers anew for every iterator,
//! and weighs three to five times as much.

use serde_json::{Map, Value};

/// An object of all members.
pub(crate) fn object(members: impl Iterator<Item = (String, Value)>) -> Value {
    let mut object = Map::with_capacity(members.size_hint().0);
    for (name, member) in members {
        object.insert(name, member);
    }
    Value::Object(object)
}

/// A list of all items.
pub(crate) fn listed<T>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut list = Vec::with_capacity(items.size_hint().0);
    for item in items {
        list.push(item);
    }
    list
}

/// A list of all items, where there is none missing.
pub(crate) fn all_listed<T>(items: impl Iterator<Item = Option<T>>) -> Option<Vec<T>> {
    let mut list = Vec::new();
    for item in items {
        list.push(item?);
    }
    Some(list)
}

/// A list of all items, or what is wrong with the first that could not be made.
pub(crate) fn try_listed<T, E>(items: impl Iterator<Item = Result<T, E>>) -> Result<Vec<T>, E> {
    let mut list = Vec::new();
    for item in items {
        list.push(item?);
    }
    Ok(list)
}
