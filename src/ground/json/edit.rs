//! Operations of JSON Patch on a document in place, the operations that undo each, and the test that each relies on.

use serde_json::Value;

use super::extent::{bytes, named};
use super::op::Op;
use super::opened::Opened;
use super::{BYTES, CollectVec, DEPTH, Extent, OPERATIONS, Tree, equal};
use crate::ground::digits::is_index;
use crate::ground::error::{Error, ErrorReason};

/// A copy of a document that operations are applied to one after the other.
pub(super) struct PatchedDocument {
    document: Opened,
    /// The number of the next operation.
    at: usize,
    /// Size of the document as JSON text. Each value is measured once when it is added and once when it is removed.
    bytes: usize,
    /// An upper bound of the nesting depth.
    depth: usize,
    /// Number of bytes that operations may still copy, since copies of copies double.
    copies: usize,
    /// Number of bytes that may still be copied into the result.
    kept: usize,
}

/// The effect of an operation on a document.
pub(super) enum Done {
    Nothing,
    Removed(Value),
    /// The path, with the index in place of `-`.
    Inserted(String),
    Replaced(Value),
}

impl PatchedDocument {
    pub(super) fn of(document: &Value, operations: usize) -> Result<Self, Error> {
        if operations > OPERATIONS {
            return Err(ErrorReason::PatchLength {
                found: operations,
                limit: OPERATIONS,
            }
            .into());
        }
        let Extent { bytes, depth } =
            Extent::of_value(document, DEPTH).ok_or(ErrorReason::Depth { limit: DEPTH })?;
        Ok(Self {
            document: Opened::Whole(document.clone()),
            at: 0,
            bytes,
            depth,
            copies: BYTES,
            kept: BYTES,
        })
    }

    /// Returns the document after all operations so far.
    pub(super) fn into_document(self) -> Value {
        self.document.into_value()
    }

    /// Carries out an operation.
    pub(super) fn run(&mut self, operation: &Op) -> Result<Done, Error> {
        let before = self.bytes;
        let done = self.carry_out(operation)?;
        // A document that was beyond the limit before may stay so, but must not grow.
        if self.bytes > before.max(BYTES) {
            return Err(ErrorReason::PatchedSize {
                at: self.at,
                limit: BYTES,
            }
            .into());
        }
        self.at += 1;
        Ok(done)
    }

    /// Returns the operations that undo an operation that has just run, in the order to apply them.
    pub(super) fn undoing(&mut self, operation: &Op, done: Done) -> Result<Vec<Op>, Error> {
        Ok(match (operation, done) {
            (_, Done::Nothing) => Vec::new(),
            // From `/a/0` to `/b/-`: `place` is `/b/3`, which a move back can name. The path `-` could not.
            (Op::Move { from, path }, Done::Inserted(place)) if !is_inside(from, path) => {
                vec![Op::Move {
                    from: place,
                    path: from.clone(),
                }]
            }
            // From `/a/0/x` to `/a/0`, before the item that held it: a move back would lead into the moved value itself,
            // which is refused. So it is removed, and added by its value.
            (Op::Move { from, .. }, Done::Inserted(place)) => {
                let moved = self.keep(&place)?;
                vec![
                    Op::Remove { path: place },
                    Op::Add {
                        path: from.clone(),
                        value: moved,
                    },
                ]
            }
            (Op::Move { from, path }, Done::Replaced(value)) => {
                let moved = self.keep(path)?;
                // The replaced value comes back first: its path is the one without the moved value at `from`.
                let back = Op::Replace {
                    path: path.clone(),
                    value,
                };
                vec![
                    back,
                    Op::Add {
                        path: from.clone(),
                        value: moved,
                    },
                ]
            }
            (_, Done::Inserted(path)) => vec![Op::Remove { path }],
            (Op::Remove { path } | Op::Move { path, .. }, Done::Removed(value)) => {
                vec![Op::Add {
                    path: path.clone(),
                    value,
                }]
            }
            (operation, Done::Removed(value) | Done::Replaced(value)) => {
                vec![Op::Replace {
                    path: operation.path().to_owned(),
                    value,
                }]
            }
        })
    }

    /// Returns the test that an operation about to run relies on.
    pub(super) fn test(&mut self, operation: &Op) -> Result<Option<Op>, Error> {
        let path = match operation {
            Op::Test { .. } => return Ok(None),
            Op::Remove { path }
            | Op::Replace { path, .. }
            | Op::Move { from: path, .. }
            | Op::Copy { from: path, .. } => path.clone(),
            Op::Add { path, .. } => match path.rsplit_once('/') {
                None => path.clone(),
                Some((parent, last)) => match self.find(parent)?.open() {
                    // There is no item to test, so the test is that the list is empty.
                    Opened::Array(items) if items.len() == 0 => parent.to_owned(),
                    Opened::Array(items) => {
                        // The item that is at the index now, or the last one if the new item goes behind it.
                        let end = items.len() - 1;
                        format!(
                            "{parent}/{}",
                            index(last).map_or(end, |index| index.min(end))
                        )
                    }
                    _ => path.clone(),
                },
            },
        };
        // A member that is not there has no value to test.
        if self.find(&path).is_err() {
            return Ok(None);
        }
        let value = self.keep(&path)?;
        Ok(Some(Op::Test { path, value }))
    }

    fn carry_out(&mut self, operation: &Op) -> Result<Done, Error> {
        match operation {
            Op::Add { path, value } => {
                self.bring(path, value)?;
                self.put(path, Opened::Whole(value.clone()))
            }
            Op::Remove { path } => {
                let value = self.take(path)?.into_value();
                self.bytes -= bytes(&value);
                Ok(Done::Removed(value))
            }
            Op::Replace { path, value } => {
                self.bring(path, value)?;
                self.replace(path, Opened::Whole(value.clone()))
            }
            Op::Move { from, path } => self.relocate(from, path),
            Op::Copy { from, path } => {
                let value = self.copy(from, path)?;
                self.put(path, Opened::Whole(value))
            }
            Op::Test { path, value } => {
                // Compares trees, like the rest of the crate: comparing `Value`s would be compiled for this alone.
                if equal(
                    Tree::of(&*self.find(path)?.value()).root(),
                    Tree::of(value).root(),
                ) {
                    Ok(Done::Nothing)
                } else {
                    Err(ErrorReason::PatchTest {
                        at: self.at,
                        pointer: path.clone(),
                    }
                    .into())
                }
            }
        }
    }

    /// Counts a value that is about to be added at a path. It must not make the document deeper than the limit.
    fn bring(&mut self, pointer: &str, value: &Value) -> Result<(), Error> {
        let Extent { bytes, depth } = self.fitting(pointer, value)?;
        self.bytes += bytes;
        self.depth = self.depth.max(steps(pointer) + depth);
        Ok(())
    }

    fn fitting(&self, pointer: &str, value: &Value) -> Result<Extent, Error> {
        let left = DEPTH.checked_sub(steps(pointer));
        let extent = left.and_then(|left| Extent::of_value(value, left));
        extent.ok_or_else(|| {
            ErrorReason::PatchedDepth {
                at: self.at,
                limit: DEPTH,
            }
            .into()
        })
    }

    fn tokens(&self, pointer: &str) -> Result<Vec<String>, Error> {
        let Some(rest) = pointer.strip_prefix('/') else {
            return if pointer.is_empty() {
                Ok(Vec::new())
            } else {
                Err(self.malformed(pointer))
            };
        };
        rest.split('/')
            .map(unescaped)
            .collect_all()
            .ok_or_else(|| self.malformed(pointer))
    }

    fn malformed(&self, pointer: &str) -> Error {
        Error::from(ErrorReason::PatchPointer {
            at: self.at,
            pointer: pointer.to_owned(),
        })
    }

    fn missing(&self, pointer: &str) -> Error {
        ErrorReason::PatchMissing {
            at: self.at,
            pointer: pointer.to_owned(),
        }
        .into()
    }

    fn walk(&mut self, pointer: &str, tokens: &[String]) -> Result<&mut Opened, Error> {
        let missing = self.missing(pointer);
        let mut value = &mut self.document;
        for token in tokens {
            let next = match value.open() {
                Opened::Object(members) => members.get_mut(token),
                Opened::Array(items) => index(token).and_then(|index| items.get_mut(index)),
                Opened::Whole(_) => None,
            };
            match next {
                Some(next) => value = next,
                None => return Err(missing),
            }
        }
        Ok(value)
    }

    fn find(&mut self, pointer: &str) -> Result<&mut Opened, Error> {
        let tokens = self.tokens(pointer)?;
        self.walk(pointer, &tokens)
    }

    /// Copies the value at `from` and counts the copy for the path `to`.
    fn copy(&mut self, from: &str, to: &str) -> Result<Value, Error> {
        let value = self.find(from)?.value().into_owned();
        let before = self.bytes;
        self.bring(to, &value)?;
        // The size of the copy: `bring` has just counted it.
        let left = self.copies.checked_sub(self.bytes - before);
        self.copies = left.ok_or(ErrorReason::PatchSize {
            at: self.at,
            limit: BYTES,
        })?;
        Ok(value)
    }

    /// Copies the value at a path for the result.
    fn keep(&mut self, pointer: &str) -> Result<Value, Error> {
        let bytes = bytes(&self.find(pointer)?.value());
        self.kept = self
            .kept
            .checked_sub(bytes)
            .ok_or(ErrorReason::ResultSize { limit: BYTES })?;
        self.find(pointer).map(|value| value.value().into_owned())
    }

    /// Replaces a value by another that is already counted.
    fn replace(&mut self, pointer: &str, value: Opened) -> Result<Done, Error> {
        let old = std::mem::replace(self.find(pointer)?, value).into_value();
        self.bytes -= bytes(&old);
        Ok(Done::Replaced(old))
    }

    /// Adds a value that is already counted.
    fn put(&mut self, pointer: &str, value: Opened) -> Result<Done, Error> {
        let mut tokens = self.tokens(pointer)?;
        let missing = self.missing(pointer);
        let at = self.at;
        let Some(last) = tokens.pop() else {
            return self.replace(pointer, value);
        };
        let (done, more) = match self.walk(pointer, &tokens)?.open() {
            Opened::Object(members) => {
                // A new member costs its name and colon, and a comma if it is not the first one.
                let more = named(&last) + usize::from(members.len() > 0);
                match members.insert(last, value) {
                    Some(old) => (Done::Replaced(old.into_value()), 0),
                    None => (Done::Inserted(pointer.to_owned()), more),
                }
            }
            Opened::Array(items) => {
                let len = items.len();
                let index = if last == "-" { Some(len) } else { index(&last) };
                let Some(index) = index.filter(|index| *index <= len) else {
                    return Err(no_index(at, pointer, len));
                };
                items.insert(index, value);
                // `/a/-` becomes `/a/3`.
                let parent = pointer.strip_suffix(&*last).unwrap_or(pointer);
                (
                    Done::Inserted(format!("{parent}{index}")),
                    usize::from(len > 0),
                )
            }
            Opened::Whole(_) => return Err(missing),
        };
        self.bytes += more;
        if let Done::Replaced(old) = &done {
            self.bytes -= bytes(old);
        }
        Ok(done)
    }

    /// Removes a value from its path. It stays counted.
    fn take(&mut self, pointer: &str) -> Result<Opened, Error> {
        let mut tokens = self.tokens(pointer)?;
        let Some(last) = tokens.pop() else {
            return Err(ErrorReason::PatchRoot { at: self.at }.into());
        };
        let missing = self.missing(pointer);
        let at = self.at;
        let (value, less) = match self.walk(pointer, &tokens)?.open() {
            Opened::Object(members) => {
                let value = members.remove(&last).ok_or(missing)?;
                (value, named(&last) + usize::from(members.len() > 0))
            }
            Opened::Array(items) => match index(&last).and_then(|index| items.remove(index)) {
                Some(value) => (value, usize::from(items.len() > 0)),
                None => return Err(no_index(at, pointer, items.len())),
            },
            Opened::Whole(_) => return Err(missing),
        };
        self.bytes -= less;
        Ok(value)
    }

    fn relocate(&mut self, from: &str, path: &str) -> Result<Done, Error> {
        // A value cannot be moved into itself.
        if is_inside(path, from) {
            return Err(ErrorReason::PatchInside {
                at: self.at,
                pointer: from.to_owned(),
            }
            .into());
        }
        if from == path {
            return self.find(from).map(|_| Done::Nothing);
        }
        let value = self.take(from)?;
        // Measured only if it may be too deep at its new path.
        // A bound: as if the moved value were the deepest one.
        let deepest = self.depth + steps(path).saturating_sub(steps(from));
        self.depth = if deepest <= DEPTH {
            deepest
        } else {
            self.depth
                .max(steps(path) + self.fitting(path, &value.value())?.depth)
        };
        self.put(path, value)
    }
}

/// Returns the name that a token of a pointer means: `~1` is `/`, and `~0` is `~`.
fn unescaped(token: &str) -> Option<String> {
    let escapes_end_well = token
        .split('~')
        .skip(1)
        .all(|rest| rest.starts_with(['0', '1']));
    escapes_end_well.then(|| token.replace("~1", "/").replace("~0", "~"))
}

/// Returns the number of steps of a pointer.
fn steps(pointer: &str) -> usize {
    pointer.matches('/').count()
}

/// Returns true if one pointer leads inside the value that another leads to.
fn is_inside(pointer: &str, of: &str) -> bool {
    pointer
        .strip_prefix(of)
        .is_some_and(|rest| rest.starts_with('/'))
}

fn no_index(at: usize, pointer: &str, len: usize) -> Error {
    ErrorReason::PatchIndex {
        at,
        pointer: pointer.to_owned(),
        len,
    }
    .into()
}

/// Parses an array index: digits without a leading zero.
fn index(token: &str) -> Option<usize> {
    if is_index(token) {
        token.parse::<u64>().ok()?.try_into().ok()
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::{patch, to_string};
    use super::*;

    #[test]
    fn the_bytes_of_a_document_are_counted_as_it_changes() -> Result<(), Error> {
        let patch = patch::parse(&json!([
            { "op": "add", "path": "/a", "value": [1, { "b": "\n" }] },
            { "op": "add", "path": "/a/-", "value": 2.5 },
            { "op": "add", "path": "/a/0", "value": null },
            { "op": "add", "path": "/a", "value": [[], {}, "x"] },
            { "op": "copy", "from": "/a", "path": "/a/1/\u{1}~1" },
            { "op": "replace", "path": "/a/2", "value": { "y": [] } },
            { "op": "add", "path": "/a/2/y/-", "value": -1 },
            { "op": "move", "from": "/a/1", "path": "/longer" },
            { "op": "move", "from": "/a/1/y/0", "path": "/longer" },
            { "op": "move", "from": "/a/1/y", "path": "/a/1" },
            { "op": "test", "path": "/a/1", "value": [] },
            { "op": "remove", "path": "/a/0" },
            { "op": "remove", "path": "/longer" },
            { "op": "move", "from": "/a/0", "path": "" },
            { "op": "add", "path": "", "value": { "z": {} } },
            { "op": "remove", "path": "/z" },
        ]))?;
        let mut edit = PatchedDocument::of(&json!({}), 0)?;
        for operation in &patch {
            edit.run(operation)?;
            let document = edit.document.value();
            assert_eq!(
                edit.bytes,
                to_string(&*document).len(),
                "{operation:?} made {document}"
            );
        }
        Ok(())
    }
}
