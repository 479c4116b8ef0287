//! The parts of records, and the ways to generate them.

use serde_json::Value;

use super::fault::Fault;
use crate::ground::json::Path;
use crate::knowledge::issue::Code;
use crate::knowledge::schema::{Access, Member};

/// A way to generate records.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Manner {
    /// Drafts with only known values, one day in each entry, and no empty lists.
    Clean,
    /// Drafts without errors.
    Draft,
    /// Records as responses contain them, in the specification's shapes.
    Stored,
    /// Records as responses contain them, in the odd shapes that are observed.
    Response,
    /// Drafts with arbitrary faults anywhere.
    Wild,
}

impl Manner {
    pub(super) fn carries(self, member: &Member) -> bool {
        match self {
            Self::Clean | Self::Draft => member.access != Access::ResponseOnly,
            Self::Stored => member.access != Access::RequestOnly,
            // Responses are observed to contain it with the other spelling.
            Self::Response => member.access != Access::RequestOnly || !member.aliases.is_empty(),
            Self::Wild => true,
        }
    }
}

/// A part of a record: the value that is sent, and the value and notes that reading it must return.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) sent: Value,
    /// The value read, if it differs from the one sent.
    pub(super) meant: Option<Value>,
    pub(super) notes: Vec<Fault>,
}

impl Part {
    /// Returns a part that is read as it is sent.
    pub(super) fn plain(value: Value) -> Self {
        Self { sent: value, meant: None, notes: Vec::new() }
    }

    /// Returns a part that is sent as `sent`, but read as `meant`, with a note.
    pub(super) fn odd(sent: Value, meant: Value, code: Code) -> Self {
        Self { sent, meant: Some(meant), notes: vec![Fault { code, path: Path::new() }] }
    }

    pub(super) fn meant(self) -> Value {
        self.meant.unwrap_or(self.sent)
    }

    /// Inserts a part into this object: with its name into the value read, and as `sent_as` into the value sent.
    pub(super) fn insert(&mut self, name: &str, sent_as: String, part: Self) {
        self.notes.extend(part.notes.iter().map(|note| note.under(sent_as.clone())));
        if name != sent_as || part.meant.is_some() {
            self.meant.get_or_insert_with(|| self.sent.clone());
        }
        if let Some(meant) = &mut self.meant {
            meant[name] = part.meant.unwrap_or_else(|| part.sent.clone());
        }
        self.sent[sent_as] = part.sent;
    }
}

/// Anything that an object can contain.
#[derive(Clone, Debug)]
pub(super) enum Held {
    /// A member of the object's table.
    Member(&'static Member, Part),
    /// Another spelling of the member's name, which replaces it.
    Alias(&'static Member, String),
    /// Another spelling of the member's name, in addition to it.
    Beside(&'static Member, &'static str),
    /// A member that the object's table lacks.
    Other(String, Value),
}

impl Held {
    /// Returns a member's name and the spelling that replaces it.
    pub(super) fn alias(&self) -> Option<(&'static str, String)> {
        match self {
            Self::Alias(member, alias) => Some((member.name, alias.clone())),
            Self::Member(..) | Self::Beside(..) | Self::Other(..) => None,
        }
    }
}
