//! Operations of JSON Patch on a document in place, what undoes each, and what each relies on.

use serde_json::Value;

use super::patch::Op;
use super::{Tree, all_listed, equal};
use crate::error::{Error, Reason};

/// A patch may copy this many values in all, since copies of copies double.
const COPIES: usize = 1_000_000;

/// How many values there are in one, itself included.
fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(count).sum(),
        Value::Object(members) => members.values().map(count).sum(),
        _ => 0,
    }
}

/// A copy of a document, and operations on it one after the other.
pub(super) struct Edit {
    pub(super) document: Value,
    /// The number of the next operation.
    at: usize,
    /// How many values may still be copied.
    copies: usize,
}

impl Edit {
    pub(super) fn of(document: &Value) -> Self {
        Self { document: document.clone(), at: 0, copies: COPIES }
    }

    /// Carries out an operation.
    pub(super) fn run(&mut self, operation: &Op) -> Result<(), Error> {
        self.carry_out(operation)?;
        self.at += 1;
        Ok(())
    }

    /// What undoes an operation that is about to run, in this order.
    pub(super) fn undoing(&mut self, operation: &Op) -> Result<Vec<Op>, Error> {
        Ok(match operation {
            Op::Test { .. } => Vec::new(),
            Op::Remove { path } => vec![Op::Add { path: path.clone(), value: self.copy(path)? }],
            Op::Replace { path, .. } => vec![self.restoring(path)?],
            Op::Add { path, .. } | Op::Copy { path, .. } => vec![self.undoing_add(path)?],
            Op::Move { from, path } if from == path => Vec::new(),
            Op::Move { from, path } if is_inside(from, path) => {
                // A child in its parent's place: the parent goes, or in an array makes room.
                let (parent, _) = path.rsplit_once('/').unwrap_or_default();
                if !path.is_empty() && self.find(parent)?.is_array() {
                    let moved = Op::Add { path: from.clone(), value: self.copy(from)? };
                    return Ok(vec![Op::Remove { path: path.clone() }, moved]);
                }
                vec![self.restoring(path)?]
            }
            Op::Move { from, path } => {
                let moved = self.remove(from)?;
                let back = self.undoing_add(path)?;
                let undo = match back {
                    Op::Remove { path } => vec![Op::Move { from: path, path: from.clone() }],
                    // What stood there before comes back first, since its place is one without the moved value at `from`.
                    replace => vec![replace, Op::Add { path: from.clone(), value: moved.clone() }],
                };
                self.add(from, moved)?;
                undo
            }
        })
    }

    /// Puts back what stands somewhere.
    fn restoring(&mut self, pointer: &str) -> Result<Op, Error> {
        Ok(Op::Replace { path: pointer.to_owned(), value: self.copy(pointer)? })
    }

    fn undoing_add(&mut self, pointer: &str) -> Result<Op, Error> {
        let Some((parent, last)) = pointer.rsplit_once('/') else {
            self.tokens(pointer)?;
            return self.restoring(pointer);
        };
        let path = match self.find(parent)? {
            Value::Object(_) => match self.restoring(pointer) {
                Ok(restoring) => return Ok(restoring),
                Err(_) => pointer.to_owned(),
            },
            Value::Array(items) if last == "-" => format!("{parent}/{}", items.len()),
            _ => pointer.to_owned(),
        };
        Ok(Op::Remove { path })
    }

    /// The test that an operation about to run relies on.
    pub(super) fn test(&mut self, operation: &Op) -> Result<Option<Op>, Error> {
        let path = match operation {
            Op::Test { .. } => return Ok(None),
            Op::Remove { path }
            | Op::Replace { path, .. }
            | Op::Move { from: path, .. }
            | Op::Copy { from: path, .. } => path.clone(),
            Op::Add { path, .. } => match path.rsplit_once('/') {
                None => path.clone(),
                Some((parent, last)) => match self.find(parent)? {
                    Value::Array(items) if items.is_empty() => parent.to_owned(),
                    Value::Array(items) => {
                        let end = items.len() - 1;
                        format!("{parent}/{}", index(last).map_or(end, |index| index.min(end)))
                    }
                    _ => path.clone(),
                },
            },
        };
        Ok(self.copy(&path).ok().map(|value| Op::Test { path, value }))
    }

    fn carry_out(&mut self, operation: &Op) -> Result<(), Error> {
        match operation {
            Op::Add { path, value } => self.add(path, value.clone()),
            Op::Remove { path } => self.remove(path).map(drop),
            Op::Replace { path, value } => {
                *self.find(path)? = value.clone();
                Ok(())
            }
            Op::Move { from, path } => self.relocate(from, path),
            Op::Copy { from, path } => {
                let size = count(self.find(from)?);
                let limit = Reason::PatchSize { at: self.at, limit: COPIES };
                self.copies = self.copies.checked_sub(size).ok_or(limit)?;
                let value = self.copy(from)?;
                self.add(path, value)
            }
            Op::Test { path, value } => {
                // On tapes, as everywhere else: to compare values as they are would be compiled for this alone.
                if equal(Tree::of(&*self.find(path)?).root(), Tree::of(value).root()) {
                    Ok(())
                } else {
                    Err(Reason::PatchTest { at: self.at, pointer: path.clone() }.into())
                }
            }
        }
    }

    fn tokens(&self, pointer: &str) -> Result<Vec<String>, Error> {
        let malformed = || Error::from(Reason::PatchPointer { at: self.at, pointer: pointer.to_owned() });
        let Some(rest) = pointer.strip_prefix('/') else {
            return if pointer.is_empty() { Ok(Vec::new()) } else { Err(malformed()) };
        };
        let token = |token: &str| {
            let escapes_end_well = token.split('~').skip(1).all(|rest| rest.starts_with(['0', '1']));
            escapes_end_well.then(|| token.replace("~1", "/").replace("~0", "~"))
        };
        all_listed(rest.split('/').map(token)).ok_or_else(malformed)
    }

    fn missing(&self, pointer: &str) -> Error {
        Reason::PatchMissing { at: self.at, pointer: pointer.to_owned() }.into()
    }

    fn walk(&mut self, pointer: &str, tokens: &[String]) -> Result<&mut Value, Error> {
        let missing = self.missing(pointer);
        let mut value = &mut self.document;
        for token in tokens {
            let next = match value {
                Value::Object(members) => members.get_mut(token),
                Value::Array(items) => index(token).and_then(|index| items.get_mut(index)),
                _ => None,
            };
            match next {
                Some(next) => value = next,
                None => return Err(missing),
            }
        }
        Ok(value)
    }

    fn find(&mut self, pointer: &str) -> Result<&mut Value, Error> {
        let tokens = self.tokens(pointer)?;
        self.walk(pointer, &tokens)
    }

    fn copy(&mut self, pointer: &str) -> Result<Value, Error> {
        self.find(pointer).map(|value| value.clone())
    }

    fn add(&mut self, pointer: &str, value: Value) -> Result<(), Error> {
        let mut tokens = self.tokens(pointer)?;
        let (missing, at) = (self.missing(pointer), self.at);
        let Some(last) = tokens.pop() else {
            self.document = value;
            return Ok(());
        };
        match self.walk(pointer, &tokens)? {
            Value::Object(members) => {
                members.insert(last, value);
                Ok(())
            }
            Value::Array(items) => {
                let len = items.len();
                let index = if last == "-" { Some(len) } else { index(&last) };
                match index.filter(|index| *index <= len) {
                    Some(index) => {
                        items.insert(index, value);
                        Ok(())
                    }
                    None => Err(no_index(at, pointer, len)),
                }
            }
            _ => Err(missing),
        }
    }

    fn remove(&mut self, pointer: &str) -> Result<Value, Error> {
        let mut tokens = self.tokens(pointer)?;
        let Some(last) = tokens.pop() else {
            return Err(Reason::PatchRoot { at: self.at }.into());
        };
        let (missing, at) = (self.missing(pointer), self.at);
        match self.walk(pointer, &tokens)? {
            Value::Object(members) => members.shift_remove(&last).ok_or(missing),
            Value::Array(items) => match index(&last).filter(|index| *index < items.len()) {
                Some(index) => Ok(items.remove(index)),
                None => Err(no_index(at, pointer, items.len())),
            },
            _ => Err(missing),
        }
    }

    fn relocate(&mut self, from: &str, path: &str) -> Result<(), Error> {
        if is_inside(path, from) {
            return Err(Reason::PatchInside { at: self.at, pointer: from.to_owned() }.into());
        }
        if from == path {
            return self.find(from).map(drop);
        }
        let value = self.remove(from)?;
        self.add(path, value)
    }
}

/// Whether one pointer leads to something inside what another leads to.
fn is_inside(pointer: &str, of: &str) -> bool {
    pointer.strip_prefix(of).is_some_and(|rest| rest.starts_with('/'))
}

fn no_index(at: usize, pointer: &str, len: usize) -> Error {
    Reason::PatchIndex { at, pointer: pointer.to_owned(), len }.into()
}

/// An array index: digits without a leading zero.
fn index(token: &str) -> Option<usize> {
    let canonical = token == "0" || (!token.starts_with('0') && token.bytes().all(|byte| byte.is_ascii_digit()));
    if canonical { token.parse::<u64>().ok()?.try_into().ok() } else { None }
}
