//! Edits of a draft, each with the one that reverses it.

use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::ground::error::{Error, ErrorReason};
use crate::ground::json::patch::{self, Op};
use crate::ground::json::{
    CollectVec, Each, Node, Path, Segment, Tree, View, are_equal, paired_members,
};

/// An edit of a draft. Members of objects have indexes too, so that a restored member returns to its place.
#[derive(Clone, Debug)]
pub(super) enum TreeEdit {
    Replace {
        path: Path,
        value: Tree,
    },
    Insert {
        parent: Path,
        at: usize,
        name: Option<String>,
        value: Tree,
    },
    Remove {
        parent: Path,
        at: usize,
        name: Option<String>,
    },
    Move {
        parent: Path,
        from: usize,
        to: usize,
    },
}

/// The number of operations, or of members, that a step edits one by one. More are edited together: a member as a whole,
/// or the whole draft.
pub(super) const ONE_BY_ONE: usize = 16;

/// The part of the record that an edit touches.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Touched {
    All,
    /// A member; `presence` if it was added or removed.
    Member {
        name: String,
        presence: bool,
    },
    /// The content of one item of a member.
    Item {
        name: String,
        at: usize,
    },
}

impl Touched {
    /// Returns the member of the record, or `None` if all of it is touched.
    pub(super) fn member(&self) -> Option<&str> {
        match self {
            Self::All => None,
            Self::Member { name, .. } | Self::Item { name, .. } => Some(name),
        }
    }

    /// Returns true if a member was added or removed.
    pub(super) fn is_presence(&self) -> bool {
        matches!(self, Self::Member { presence: true, .. })
    }
}

fn refused(path: &[Segment], expected: impl Into<String>, found: impl Into<String>) -> Error {
    ErrorReason::FormPath {
        pointer: Path::of(path).pointer(),
        expected: expected.into(),
        found: found.into(),
    }
    .into()
}

/// Returns the edit that puts a value at a path, inside the missing values around it.
fn wrapped(
    draft: &Tree,
    path: &[Segment],
    missing: usize,
    value: View<'_>,
) -> Result<TreeEdit, Error> {
    // For `/recurring/rule/0` in a draft without `recurring`, the parent is the record, the last step is `recurring`, and
    // `rule/0` leads through values that are created around the new one.
    let parent = &path[..missing];
    let last = &path[missing];
    let around = &path[missing + 1..];
    let later_item = around
        .iter()
        .position(|segment| matches!(segment, Segment::Index(index) if *index > 0));
    if let Some(at) = later_item {
        let count = around[at].to_string();
        return Err(refused(
            &path[..missing + 1 + at],
            "index 0 or -, as the list has no item",
            format!("index {count}"),
        ));
    }
    let value = Tree::within(around, value);
    let Some(holder) = draft.find(parent) else {
        return Err(refused(parent, "an array or an object", "nothing"));
    };
    let parent = Path::of(parent);
    let path_to = &path[..=missing];
    match (holder.node(), last) {
        (Node::Object(members), Segment::Name(name)) => Ok(TreeEdit::Insert {
            parent,
            at: members.len(),
            name: Some(name.to_string()),
            value,
        }),
        // The index behind the last item appends. One beyond would leave a gap.
        (Node::Array(items), Segment::Index(index)) if *index == items.len() => {
            Ok(TreeEdit::Insert {
                parent,
                at: *index,
                name: None,
                value,
            })
        }
        (Node::Array(items), Segment::Index(_)) => Err(refused(
            path_to,
            format!("an index from 0 to {}, where the list ends", items.len()),
            last.to_string(),
        )),
        (Node::Array(_), Segment::Name(_)) => {
            Err(refused(path_to, "an index of an array", "a name"))
        }
        (Node::Object(_), Segment::Index(_)) => {
            Err(refused(path_to, "the name of a member", "an index"))
        }
        // Null counts as a missing value.
        (Node::Null, Segment::Name(_) | Segment::Index(0)) if !parent.segments().is_empty() => {
            Ok(TreeEdit::Replace {
                value: Tree::within(std::slice::from_ref(last), value.root()),
                path: parent,
            })
        }
        (other, _) => Err(refused(
            parent.segments(),
            "an array or an object",
            other.name(),
        )),
    }
}

/// Resolves `-` to the index behind the last item, if the path leads to an array or to a missing value.
pub(super) fn resolved(draft: &Tree, path: &Path) -> Path {
    let mut here = Some(draft.root());
    let mut resolved = Path::new();
    for segment in path.segments() {
        // In an object, `-` is a name.
        let is_list = here.is_none_or(|here| matches!(here.node(), Node::Array(_) | Node::Null));
        let segment = match segment {
            Segment::Name(name) if name == "-" && is_list => Segment::Index(here.each_item().len()),
            segment => segment.clone(),
        };
        here = here.step(&segment);
        resolved.push(segment);
    }
    resolved
}

/// Returns the number of the path's steps that lead to a value.
pub(super) fn reach(draft: &Tree, path: &[Segment]) -> usize {
    let mut here = draft.root();
    for (depth, segment) in path.iter().enumerate() {
        let Some(inside) = here.step(segment) else {
            return depth;
        };
        here = inside;
    }
    path.len()
}

impl TreeEdit {
    /// Puts a value at a path, and creates the missing values around it. The size of the draft is not checked: a value
    /// that is restored from a record was there before.
    pub(super) fn set(draft: &Tree, path: &[Segment], value: View<'_>) -> Result<Self, Error> {
        let reach = reach(draft, path);
        if reach < path.len() {
            return wrapped(draft, path, reach, value);
        }
        if path.is_empty() && value.members().is_none() {
            return Err(refused(path, "a record as an object", value.node().name()));
        }
        Ok(Self::Replace {
            path: Path::of(path),
            value: Tree::numbered(value, draft.names()),
        })
    }

    /// Inserts an item into an array, before the one at that index or at the end.
    pub(super) fn insert(draft: &Tree, path: &[Segment], value: View<'_>) -> Result<Self, Error> {
        let Some((Segment::Index(at), parent)) = path.split_last() else {
            return Err(refused(
                path,
                "a path that ends with an index, or with -",
                "a name",
            ));
        };
        match draft.find(parent).map(View::node) {
            Some(Node::Array(items)) if *at <= items.len() => Ok(Self::Insert {
                parent: Path::of(parent),
                at: *at,
                name: None,
                value: Tree::numbered(value, draft.names()),
            }),
            _ => wrapped(draft, path, reach(draft, parent), value),
        }
    }

    /// Removes a member or an item.
    pub(super) fn remove(draft: &Tree, path: &[Segment]) -> Result<Self, Error> {
        let Some((last, parent)) = path.split_last() else {
            return Err(refused(path, "a member or an item", "the whole record"));
        };
        // The index of a member in its object, so that undo inserts it at its place.
        let at = match last {
            _ if draft.find(path).is_none() => None,
            Segment::Index(at) => Some(*at),
            Segment::Name(name) => {
                let mut members = draft.find(parent).each_member();
                members.position(|(own, _)| own == name)
            }
        };
        let at = at.ok_or_else(|| refused(path, "a member or an item", "nothing"))?;
        let name = match last {
            Segment::Name(name) => Some(name.to_string()),
            Segment::Index(_) => None,
        };
        Ok(Self::Remove {
            parent: Path::of(parent),
            at,
            name,
        })
    }

    /// Moves an item of an array to another index.
    pub(super) fn shift(draft: &Tree, path: &[Segment], to: usize) -> Result<Self, Error> {
        let (Some((Segment::Index(from), parent)), Some(_)) = (path.split_last(), draft.find(path))
        else {
            return Err(refused(path, "an item of an array", "something else"));
        };
        let count = draft.find(parent).each_item().len();
        if to >= count {
            return Err(refused(
                path,
                format!("an index from 0 to {} to move to", count.saturating_sub(1)),
                to.to_string(),
            ));
        }
        Ok(Self::Move {
            parent: Path::of(parent),
            from: *from,
            to,
        })
    }

    /// Returns the member of the record that the edit is in, or `None` if it is the whole record.
    pub(super) fn member(&self) -> Option<&str> {
        let (path, name) = match self {
            Self::Replace { path, .. } => (path, &None),
            Self::Insert { parent, name, .. } | Self::Remove { parent, name, .. } => (parent, name),
            Self::Move { parent, .. } => (parent, &None),
        };
        path.first_name().or(name.as_deref())
    }

    /// Turns the removal of a list of the record into its emptying.
    pub(super) fn empty_list(&mut self, draft: &Tree) {
        if let Self::Remove {
            parent,
            name: Some(name),
            ..
        } = self
            && parent.segments().is_empty()
            && draft.root().get(name).and_then(View::items).is_some()
        {
            *self = Self::Replace {
                path: Path::new().with(std::mem::take(name)),
                value: Tree::empty_list(),
            };
        }
    }

    /// Returns true if the edit removes a member of an object.
    pub(super) fn removes_member(&self) -> bool {
        matches!(self, Self::Remove { name: Some(_), .. })
    }

    /// Returns true if the edit replaces a value by an equal one.
    pub(super) fn is_idle(&self, draft: &Tree) -> bool {
        match self {
            Self::Replace { path, value } => {
                are_equal(draft.find(path.segments()), Some(value.root()))
            }
            _ => false,
        }
    }

    /// Returns the number of bytes of values in the edit.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Replace { value, .. } | Self::Insert { value, .. } => value.bytes(),
            Self::Remove { .. } | Self::Move { .. } => 0,
        }
    }

    /// Returns the edit for callers that keep a draft of their own.
    pub(super) fn told(&self) -> DraftEdit {
        match self {
            Self::Replace { path, value } => DraftEdit::Set {
                path: path.clone(),
                value: value.root().to_value(),
            },
            Self::Insert {
                parent,
                name: Some(name),
                value,
                ..
            } => DraftEdit::Set {
                path: parent.with(name.clone()),
                value: value.root().to_value(),
            },
            Self::Insert {
                parent, at, value, ..
            } => DraftEdit::Insert {
                path: parent.with(*at),
                value: value.root().to_value(),
            },
            Self::Remove { parent, at, name } => DraftEdit::Remove {
                path: child_path(parent, *at, name.as_deref()),
            },
            Self::Move { parent, from, to } => DraftEdit::Move {
                path: parent.with(*from),
                to: *to,
            },
        }
    }

    /// Returns the part of the record that the edit touches.
    pub(super) fn touches(&self) -> Touched {
        let (path, own) = match self {
            Self::Replace { path, .. } => (path, None),
            Self::Insert { parent, name, .. } | Self::Remove { parent, name, .. } => {
                (parent, Some(name.clone().unwrap_or_default()))
            }
            Self::Move { parent, .. } => (parent, Some(String::new())),
        };
        match (path.segments(), own) {
            ([], None) => Touched::All,
            ([], Some(name)) => Touched::Member {
                name,
                presence: true,
            },
            ([name, Segment::Index(at), ..], _) => Touched::Item {
                name: name.to_string(),
                at: *at,
            },
            ([name, ..], _) => Touched::Member {
                name: name.to_string(),
                presence: false,
            },
        }
    }

    /// Applies the edit. Returns the one that reverses it.
    pub(super) fn run(&self, draft: &mut Tree) -> Self {
        match self {
            Self::Replace { path, value } => {
                let chain = draft.chain(path.segments()).unwrap_or_default();
                let old = copied(draft, chain.last().copied().unwrap_or_default());
                draft.replace(&chain, value.root());
                Self::Replace {
                    path: path.clone(),
                    value: old,
                }
            }
            Self::Insert {
                parent,
                at,
                name,
                value,
            } => {
                let Some(chain) = draft.chain(parent.segments()) else {
                    return self.clone();
                };
                let holder = draft.view(chain.last().copied().unwrap_or_default());
                // A save may have restored the member that the draft had left out.
                if let Some(name) = name
                    && holder.get(name).is_some()
                {
                    return Self::Replace {
                        path: parent.with(name.clone()),
                        value: value.clone(),
                    }
                    .run(draft);
                }
                let at = &(*at).min(child_count(holder));
                draft.insert(&chain, *at, name.as_deref(), value.root());
                Self::Remove {
                    parent: parent.clone(),
                    at: *at,
                    name: name.clone(),
                }
            }
            Self::Remove { parent, at, name } => {
                let Some(chain) = draft.chain(parent.segments()) else {
                    return self.clone();
                };
                let holder = chain.last().copied().unwrap_or_default();
                // A member is identified by its name, whatever its current index.
                let mut members = draft.view(holder).each_member();
                let place = match name {
                    Some(name) => members.position(|(own, _)| own == name),
                    None => None,
                };
                let at = &place.unwrap_or(*at);
                let value = copied(draft, draft.child(holder, *at));
                draft.remove(&chain, *at);
                Self::Insert {
                    parent: parent.clone(),
                    at: *at,
                    name: name.clone(),
                    value,
                }
            }
            Self::Move { parent, from, to } => {
                let chain = draft.chain(parent.segments()).unwrap_or_default();
                let value = copied(
                    draft,
                    draft.child(chain.last().copied().unwrap_or_default(), *from),
                );
                draft.remove(&chain, *from);
                draft.insert(&chain, *to, None, value.root());
                Self::Move {
                    parent: parent.clone(),
                    from: *to,
                    to: *from,
                }
            }
        }
    }
}

/// Copies the value of a node of the draft.
fn copied(draft: &Tree, node: usize) -> Tree {
    Tree::numbered(draft.view(node), draft.names())
}

/// Returns the path of a member, or of an item, which has no name.
fn child_path(parent: &Path, at: usize, name: Option<&str>) -> Path {
    match name {
        Some(name) => parent.with(name.to_owned()),
        None => parent.with(at),
    }
}

fn child_count(view: View<'_>) -> usize {
    view.each_item().len() + view.each_member().len()
}

/// One edit of a draft. Serializes as the call that makes it: `["set", path, value]`, `["insert", path, value]`,
/// `["remove", path]` or `["move", path, to]`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum DraftEdit {
    /// A value was put at a path.
    #[non_exhaustive]
    Set {
        /// The path of the value.
        path: Path,
        /// The value.
        value: Value,
    },
    /// An item was inserted into an array.
    #[non_exhaustive]
    Insert {
        /// The path of the index before which it was inserted.
        path: Path,
        /// The item.
        value: Value,
    },
    /// A member or an item was removed.
    #[non_exhaustive]
    Remove {
        /// The path of the member or item.
        path: Path,
    },
    /// An item was moved.
    #[non_exhaustive]
    Move {
        /// The path of the item.
        path: Path,
        /// The new index.
        to: usize,
    },
}

impl Serialize for DraftEdit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Set { path, value } => ("set", path, value).serialize(serializer),
            Self::Insert { path, value } => ("insert", path, value).serialize(serializer),
            Self::Remove { path } => ("remove", path).serialize(serializer),
            Self::Move { path, to } => ("move", path, to).serialize(serializer),
        }
    }
}

/// Returns the path that a JSON Pointer of a patch leads to, as far as it exists: digits are an index in an array.
fn place(draft: &Tree, pointer: &str) -> Path {
    let mut here = Some(draft.root());
    let mut path = Path::new();
    for token in pointer.split('/').skip(1) {
        let index = match here.and_then(View::items) {
            Some(items) if token == "-" => Some(items.len()),
            Some(_) => token.parse().ok(),
            None => None,
        };
        let segment = match index {
            Some(index) => Segment::Index(index),
            None => Segment::from(token.replace("~1", "/").replace("~0", "~")),
        };
        here = here.step(&segment);
        path.push(segment);
    }
    path
}

/// Returns the edits of one of our own patches, each valid at its turn. Empty if the patch does not apply.
pub(super) fn edits_of(draft: &Tree, patch: &[Op]) -> Vec<TreeEdit> {
    if let Some(edits) = all_at_once(draft, patch) {
        return edits;
    }
    let mut edited = draft.clone();
    let mut edits = Vec::with_capacity(patch.len());
    for operation in patch {
        let Ok(more) = edits_of_one(&edited, operation) else {
            return Vec::new();
        };
        for edit in more {
            edit.run(&mut edited);
            edits.push(edit);
        }
    }
    edits
}

/// Turns a long patch into few edits, since each costs as much as the draft is large: one for each member that it
/// changes, or one of the whole draft.
fn all_at_once(draft: &Tree, patch: &[Op]) -> Option<Vec<TreeEdit>> {
    // A patch cannot contain a value that is not JSON.
    if patch.len() <= ONE_BY_ONE || !draft.root().is_json() {
        return None;
    }
    let after = patch::apply(&draft.root().to_value(), patch).ok()?;
    let after = Tree::from_value(&after, draft.names());
    let pairs = paired_members(Some(draft.root()), Some(after.root())).into_iter();
    let changed = pairs.filter(|(_, a, b)| !are_equal(*a, *b)).collect_vec();
    if changed.len() > ONE_BY_ONE {
        drop(changed);
        return Some(vec![TreeEdit::Replace {
            path: Path::new(),
            value: after,
        }]);
    }
    let mut edited = draft.clone();
    let mut edits = Vec::with_capacity(changed.len());
    for (name, _, value) in changed {
        let place = [Segment::from(name.to_owned())];
        let edit = match value {
            Some(value) => TreeEdit::set(&edited, &place, value),
            None => TreeEdit::remove(&edited, &place),
        };
        let edit = edit.ok()?;
        edit.run(&mut edited);
        edits.push(edit);
    }
    Some(edits)
}

fn edits_of_one(draft: &Tree, operation: &Op) -> Result<Vec<TreeEdit>, Error> {
    Ok(match operation {
        Op::Add { path, value } => vec![addition(draft, path, Tree::from(value).root())?],
        Op::Replace { path, value } => vec![TreeEdit::set(
            draft,
            place(draft, path).segments(),
            Tree::from(value).root(),
        )?],
        Op::Remove { path } => vec![TreeEdit::remove(draft, place(draft, path).segments())?],
        Op::Move { from, path } => {
            let from = place(draft, from);
            let value = draft
                .find(from.segments())
                .map(Tree::copied)
                .unwrap_or_default();
            let removal = TreeEdit::remove(draft, from.segments())?;
            let mut without = draft.clone();
            removal.run(&mut without);
            vec![removal, addition(&without, path, value.root())?]
        }
        Op::Copy { from, path } => {
            let value = draft
                .find(place(draft, from).segments())
                .map(Tree::copied)
                .unwrap_or_default();
            vec![addition(draft, path, value.root())?]
        }
        Op::Test { .. } => Vec::new(),
    })
}

/// Returns the edit that adds a value as a patch does: `add` at `/emails/1` inserts an item, at `/name` it sets a member.
fn addition(draft: &Tree, pointer: &str, value: View<'_>) -> Result<TreeEdit, Error> {
    let path = place(draft, pointer);
    match path.segments().last() {
        Some(Segment::Index(_)) => TreeEdit::insert(draft, path.segments(), value),
        _ => TreeEdit::set(draft, path.segments(), value),
    }
}
