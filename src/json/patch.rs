//! JSON Patch (RFC 6902) over any JSON, atomic.

use serde::Serialize;
use serde_json::Value;

use super::{Number, Path};
use crate::error::{Error, Reason};

/// One operation. Serializes to exactly RFC 6902's shape.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "op", rename_all = "lowercase")]
pub enum Op {
    /// Adds a member or inserts an item; a member that is there is replaced.
    Add {
        /// Where, as a JSON Pointer; `-` as the last step means after the last item.
        path: String,
        /// What.
        value: Value,
    },
    /// Removes what is there.
    Remove {
        /// Where.
        path: String,
    },
    /// Puts another value in place of what is there.
    Replace {
        /// Where.
        path: String,
        /// What.
        value: Value,
    },
    /// Removes what is at `from` and adds it at `path`.
    Move {
        /// From where.
        from: String,
        /// To where, as the document is once the value is taken out.
        path: String,
    },
    /// Adds at `path` what is at `from`.
    Copy {
        /// From where.
        from: String,
        /// To where.
        path: String,
    },
    /// Refuses the whole patch unless that value is there.
    Test {
        /// Where.
        path: String,
        /// What.
        value: Value,
    },
}

impl Op {
    pub(crate) fn add(path: &Path, value: Value) -> Self {
        Self::Add { path: path.pointer(), value }
    }

    pub(crate) fn remove(path: &Path) -> Self {
        Self::Remove { path: path.pointer() }
    }

    pub(crate) fn replace(path: &Path, value: Value) -> Self {
        Self::Replace { path: path.pointer(), value }
    }

    pub(crate) fn move_to(from: &Path, path: &Path) -> Self {
        Self::Move { from: from.pointer(), path: path.pointer() }
    }
}

/// Reads a patch from its JSON: an array of operations. Members beside an operation's own are ignored, as RFC 6902 says.
///
/// # Errors
/// `patch_shape` where an operation is unknown or lacks a member.
///
/// ```
/// use calendiff::json::patch;
/// use serde_json::json;
/// assert_eq!(patch::parse(&json!([{ "op": "remove", "path": "/slug" }])).unwrap().len(), 1);
/// assert_eq!(patch::parse(&json!([{ "op": "test", "path": "" }])).unwrap_err().code(), "patch_shape");
/// ```
pub fn parse(patch: &Value) -> Result<Vec<Op>, Error> {
    let Some(operations) = patch.as_array() else {
        let found = super::View::node(patch).name().to_owned();
        return Err(Reason::PatchList { found }.into());
    };
    operations.iter().enumerate().map(|(at, operation)| parse_one(at, operation)).collect()
}

fn parse_one(at: usize, operation: &Value) -> Result<Op, Error> {
    let shape = |expected| Error::from(Reason::PatchShape { at, expected });
    let text =
        |name, expected| operation.get(name).and_then(Value::as_str).map(str::to_owned).ok_or_else(|| shape(expected));
    let path = || text("path", "a member \"path\" with a JSON Pointer");
    let from = || text("from", "a member \"from\" with a JSON Pointer");
    let value = || operation.get("value").cloned().ok_or_else(|| shape("a member \"value\""));
    Ok(match operation.get("op").and_then(Value::as_str) {
        Some("add") => Op::Add { path: path()?, value: value()? },
        Some("remove") => Op::Remove { path: path()? },
        Some("replace") => Op::Replace { path: path()?, value: value()? },
        Some("move") => Op::Move { from: from()?, path: path()? },
        Some("copy") => Op::Copy { from: from()?, path: path()? },
        Some("test") => Op::Test { path: path()?, value: value()? },
        _ => return Err(shape("a member \"op\": add, remove, replace, move, copy or test")),
    })
}

/// The document with the patch applied. All operations apply or none: the document itself is never touched.
///
/// # Errors
/// `patch_missing`, `patch_index`, `patch_pointer`, `patch_test`, `patch_root` (removing or moving the whole document),
/// `patch_size` (copying more than a million values) and `patch_inside` (a move into its own child), each with the number of the operation, from 0.
///
/// ```
/// use calendiff::json::patch;
/// use serde_json::json;
/// let document = json!({ "slug": "intro" });
/// let rename = patch::parse(&json!([{ "op": "move", "from": "/slug", "path": "/widgetSlug" }]))?;
/// assert_eq!(patch::apply(&document, &rename)?, json!({ "widgetSlug": "intro" }));
/// let remove = patch::parse(&json!([{ "op": "remove", "path": "/name" }]))?;
/// assert_eq!(patch::apply(&document, &remove).unwrap_err().code(), "patch_missing");
/// # Ok::<(), calendiff::Error>(())
/// ```
pub fn apply(document: &Value, patch: &[Op]) -> Result<Value, Error> {
    let mut changed = document.clone();
    let mut copies = COPIES;
    for (at, operation) in patch.iter().enumerate() {
        Step { at, document: &mut changed, copies: &mut copies }.run(operation)?;
    }
    Ok(changed)
}

/// Whether two JSON values are equal: members in any order, 1 equal to 1.0 and not to true.
///
/// ```
/// use calendiff::json::patch::equal;
/// use serde_json::json;
/// assert!(equal(&json!({ "a": 1, "b": [] }), &json!({ "b": [], "a": 1.0 })));
/// assert!(!equal(&json!(1), &json!(true)));
/// ```
#[must_use]
pub fn equal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => Number::from(a) == Number::from(b),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equal(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(name, a)| b.get(name).is_some_and(|b| equal(a, b)))
        }
        _ => a == b,
    }
}

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

/// One operation on the copy.
struct Step<'a> {
    at: usize,
    document: &'a mut Value,
    /// How many values may still be copied.
    copies: &'a mut usize,
}

impl Step<'_> {
    fn run(&mut self, operation: &Op) -> Result<(), Error> {
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
                *self.copies = self.copies.checked_sub(size).ok_or(limit)?;
                let value = self.find(from)?.clone();
                self.add(path, value)
            }
            Op::Test { path, value } => {
                if equal(self.find(path)?, value) {
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
        rest.split('/').map(|part| token(part).ok_or_else(malformed)).collect()
    }

    fn missing(&self, pointer: &str) -> Error {
        Reason::PatchMissing { at: self.at, pointer: pointer.to_owned() }.into()
    }

    fn walk(&mut self, pointer: &str, tokens: &[String]) -> Result<&mut Value, Error> {
        let missing = self.missing(pointer);
        let mut value = &mut *self.document;
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

    fn add(&mut self, pointer: &str, value: Value) -> Result<(), Error> {
        let mut tokens = self.tokens(pointer)?;
        let (missing, at) = (self.missing(pointer), self.at);
        let Some(last) = tokens.pop() else {
            *self.document = value;
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
        if path.strip_prefix(from).is_some_and(|rest| rest.starts_with('/')) {
            return Err(Reason::PatchInside { at: self.at, pointer: from.to_owned() }.into());
        }
        if from == path {
            return self.find(from).map(drop);
        }
        let value = self.remove(from)?;
        self.add(path, value)
    }
}

fn no_index(at: usize, pointer: &str, len: usize) -> Error {
    Reason::PatchIndex { at, pointer: pointer.to_owned(), len }.into()
}

/// An array index: digits without a leading zero.
fn index(token: &str) -> Option<usize> {
    let canonical = token == "0" || (!token.starts_with('0') && token.bytes().all(|byte| byte.is_ascii_digit()));
    if canonical { token.parse().ok() } else { None }
}
