//! Edits of a draft, each with the one that takes it back.

use crate::diff::partners;
use crate::error::{Error, Reason};
use crate::json::{BYTES, DEPTH, Extent, Node, Path, Segment, Tape, TapeView, View};
use crate::schema::Type;

/// An edit of a draft. Children of objects have numbers too, so that a member comes back to where it was.
#[derive(Clone, Debug)]
pub(super) enum Edit {
    Replace { path: Path, value: Tape },
    Insert { parent: Path, at: usize, name: Option<String>, value: Tape },
    Remove { parent: Path, at: usize },
    Move { parent: Path, from: usize, to: usize },
}

/// What of the record an edit touches.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Touched {
    All,
    /// A member; `presence` where it came or went.
    Member {
        name: String,
        presence: bool,
    },
    /// What is inside of one item of a member.
    Item {
        name: String,
        at: usize,
    },
}

fn refused(path: &[Segment], expected: impl Into<String>, found: impl Into<String>) -> Error {
    Reason::FormPath { pointer: Path::of(path).pointer(), expected: expected.into(), found: found.into() }.into()
}

/// A value to put somewhere, inside what is missing around it.
fn wrapped<'a>(draft: &Tape, path: &[Segment], missing: usize, value: impl View<'a>) -> Result<Edit, Error> {
    let (parent, last) = (&path[..missing], &path[missing]);
    let around = &path[missing + 1..];
    if let Some(at) = around.iter().position(|segment| matches!(segment, Segment::Index(index) if *index > 0)) {
        return Err(refused(&path[..missing + 1 + at], "an array with items before this one", "nothing"));
    }
    let value = Tape::within(around, value);
    let Some(holder) = draft.find(parent) else {
        return Err(refused(parent, "an array or an object", "nothing"));
    };
    let (parent, path_to) = (Path::of(parent), &path[..=missing]);
    match (holder.node(), last) {
        (Node::Object(members), Segment::Name(name)) => {
            Ok(Edit::Insert { parent, at: members.len(), name: Some(name.to_string()), value })
        }
        (Node::Array(items), Segment::Index(index)) if *index == items.len() => {
            Ok(Edit::Insert { parent, at: *index, name: None, value })
        }
        (Node::Array(items), Segment::Index(_)) => {
            Err(refused(path_to, format!("an index of an array of {}", items.len()), "one beyond its end"))
        }
        (Node::Array(_), Segment::Name(_)) => Err(refused(path_to, "an index of an array", "a name")),
        (Node::Object(_), Segment::Index(_)) => Err(refused(path_to, "the name of a member", "an index")),
        // Null is nothing yet.
        (Node::Null, Segment::Name(_) | Segment::Index(0)) if !parent.segments().is_empty() => {
            Ok(Edit::Replace { value: Tape::within(std::slice::from_ref(last), value.root()), path: parent })
        }
        (other, _) => Err(refused(parent.segments(), "an array or an object", other.name())),
    }
}

/// How many of the path's steps lead somewhere.
fn reach(draft: &Tape, path: &[Segment]) -> usize {
    let mut here = Some(draft.root());
    let inside = path.iter().take_while(|segment| {
        here = here.and_then(|around| around.step(segment));
        here.is_some()
    });
    inside.count()
}

impl Edit {
    /// Puts a value at a path; what is missing around it comes with it.
    pub(super) fn set<'a>(draft: &Tape, path: &[Segment], value: impl View<'a>) -> Result<Self, Error> {
        within_limits(draft, path, draft.find(path), value)?;
        match reach(draft, path) {
            all if all == path.len() => {
                let is_record = !path.is_empty() || matches!(value.node(), Node::Object(_));
                if !is_record {
                    return Err(refused(path, "a record as an object", value.node().name()));
                }
                Ok(Self::Replace { path: Path::of(path), value: Tape::numbered(value, draft.names()) })
            }
            some => wrapped(draft, path, some, value),
        }
    }

    /// Inserts an item into an array, before the one at that index or at the end.
    pub(super) fn insert<'a>(draft: &Tape, path: &[Segment], value: impl View<'a>) -> Result<Self, Error> {
        within_limits(draft, path, None, value)?;
        let Some((Segment::Index(at), parent)) = path.split_last() else {
            return Err(refused(path, "an index of an array", "another place"));
        };
        match draft.find(parent).map(View::node) {
            Some(Node::Array(items)) if *at <= items.len() => Ok(Self::Insert {
                parent: Path::of(parent),
                at: *at,
                name: None,
                value: Tape::numbered(value, draft.names()),
            }),
            _ => wrapped(draft, path, reach(draft, parent), value),
        }
    }

    /// Removes a member or an item.
    pub(super) fn remove(draft: &Tape, path: &[Segment]) -> Result<Self, Error> {
        let Some((last, parent)) = path.split_last() else {
            return Err(refused(path, "a member or an item", "the whole record"));
        };
        let holder = draft.find(parent).filter(|_| draft.find(path).is_some());
        let at = holder.and_then(|holder| match last {
            Segment::Index(at) => Some(*at),
            Segment::Name(name) => holder.members()?.position(|(own, _)| own == name),
        });
        let at = at.ok_or_else(|| refused(path, "a member or an item", "nothing"))?;
        Ok(Self::Remove { parent: Path::of(parent), at })
    }

    /// Moves an item of an array to another index.
    pub(super) fn shift(draft: &Tape, path: &[Segment], to: usize) -> Result<Self, Error> {
        let item = path.split_last().filter(|_| draft.find(path).is_some());
        let Some((Segment::Index(from), parent)) = item else {
            return Err(refused(path, "an item of an array", "something else"));
        };
        let count = draft.find(parent).and_then(View::items).map_or(0, |items| items.len());
        if to >= count {
            return Err(refused(path, format!("to move to an index of an array of {count}"), to.to_string()));
        }
        Ok(Self::Move { parent: Path::of(parent), from: *from, to })
    }

    /// What the edit touches.
    pub(super) fn touches(&self, draft: &Tape) -> Touched {
        let (path, own) = match self {
            Self::Replace { path, .. } => (path, None),
            Self::Insert { parent, name, .. } => (parent, Some(name.clone().unwrap_or_default())),
            Self::Remove { parent, at } | Self::Move { parent, from: at, .. } => {
                let child = draft.root().members().and_then(|mut members| members.nth(*at));
                (parent, Some(child.map(|(name, _)| name.to_owned()).unwrap_or_default()))
            }
        };
        match (path.segments(), own) {
            ([], None) => Touched::All,
            ([], Some(name)) => Touched::Member { name, presence: true },
            ([name, Segment::Index(at), ..], _) => Touched::Item { name: name.to_string(), at: *at },
            ([name, ..], _) => Touched::Member { name: name.to_string(), presence: false },
        }
    }

    /// Carries the edit out; answers with the one that takes it back.
    pub(super) fn run(&self, draft: &mut Tape) -> Self {
        let copy = |draft: &Tape, node: usize| Tape::numbered(draft.view(node), draft.names());
        match self {
            Self::Replace { path, value } => {
                let chain = draft.chain(path.segments()).unwrap_or_default();
                let old = copy(draft, chain.last().copied().unwrap_or_default());
                draft.replace(&chain, value.root());
                Self::Replace { path: path.clone(), value: old }
            }
            Self::Insert { parent, at, name, value } => {
                let chain = draft.chain(parent.segments()).unwrap_or_default();
                draft.insert(&chain, *at, name.as_deref(), value.root());
                Self::Remove { parent: parent.clone(), at: *at }
            }
            Self::Remove { parent, at } => {
                let chain = draft.chain(parent.segments()).unwrap_or_default();
                let holder = chain.last().copied().unwrap_or_default();
                let name = draft.view(holder).members().and_then(|mut members| members.nth(*at));
                let name = name.map(|(name, _)| name.to_owned());
                let value = copy(draft, draft.child(holder, *at));
                draft.remove(&chain, *at);
                Self::Insert { parent: parent.clone(), at: *at, name, value }
            }
            Self::Move { parent, from, to } => {
                let chain = draft.chain(parent.segments()).unwrap_or_default();
                let value = copy(draft, draft.child(chain.last().copied().unwrap_or_default(), *from));
                draft.remove(&chain, *from);
                draft.insert(&chain, *to, None, value.root());
                Self::Move { parent: parent.clone(), from: *to, to: *from }
            }
        }
    }
}

/// A value must not make the draft deeper, or larger as text, than a record may be; `old` is what goes for it.
fn within_limits<'a>(
    draft: &Tape,
    path: &[Segment],
    old: Option<TapeView<'_>>,
    value: impl View<'a>,
) -> Result<(), Error> {
    let left = DEPTH.checked_sub(path.len());
    let extent = left.and_then(|left| Extent::of(value, left)).ok_or(Reason::Depth { limit: DEPTH })?;
    // Few drafts are so large that they have to be measured.
    if draft.bytes_at_most().saturating_add(extent.bytes) > BYTES {
        let now = |view: TapeView<'_>| Extent::of(view, DEPTH).unwrap_or_default().bytes;
        if now(draft.root()) - old.map_or(0, now) + extent.bytes > BYTES {
            return Err(Reason::ResultSize { limit: BYTES }.into());
        }
    }
    Ok(())
}

/// What in the stored record is what stands at a path of the draft; items are followed by what they are.
pub(super) fn counterpart<'a>(
    ty: &Type,
    stored: TapeView<'a>,
    draft: Option<TapeView<'a>>,
    path: &[Segment],
) -> Option<TapeView<'a>> {
    let Some((first, rest)) = path.split_first() else { return Some(stored) };
    let inside = draft.and_then(|draft| draft.step(first));
    match (first, ty) {
        (Segment::Index(at), Type::List(list)) => {
            let partner = partners(list, stored, draft?).get(*at).copied().flatten()?;
            counterpart(&list.item, partner, inside, rest)
        }
        (Segment::Index(_), _) => counterpart(&Type::Open, stored.step(first)?, inside, rest),
        (Segment::Name(name), _) => {
            let ty = ty.table().and_then(|table| table.member(name)).map_or(&Type::Open, |row| &row.ty);
            counterpart(ty, stored.step(first)?, inside, rest)
        }
    }
}
