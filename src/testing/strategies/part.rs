//! What records are made of, and how.

use serde_json::Value;

use super::fault::Fault;
use crate::ground::json::Path;
use crate::knowledge::issue::Code;
use crate::knowledge::schema::{Access, Member};

/// How records are made.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Manner {
    /// Drafts of which only known values, one day an entry, and no empty lists are made.
    Clean,
    /// Drafts without error.
    Draft,
    /// What responses carry, as the document shows it.
    Stored,
    /// What responses carry, in the odd shapes that are seen.
    Response,
    /// Drafts with anything wrong anywhere.
    Wild,
}

impl Manner {
    pub(super) fn carries(self, member: &Member) -> bool {
        match self {
            Self::Clean | Self::Draft => member.access != Access::ResponseOnly,
            Self::Stored => member.access != Access::RequestOnly,
            // Responses are seen to carry it, under the other spelling.
            Self::Response => member.access != Access::RequestOnly || !member.aliases.is_empty(),
            Self::Wild => true,
        }
    }
}

/// A part of a record: as it is sent, and what reading it must give and tell.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) sent: Value,
    /// Where that is not what is sent.
    pub(super) meant: Option<Value>,
    pub(super) notes: Vec<Fault>,
}

impl Part {
    /// What is meant as it is sent.
    pub(super) fn plain(value: Value) -> Self {
        Self { sent: value, meant: None, notes: Vec::new() }
    }

    /// What is sent for what is meant, and what reading tells about that.
    pub(super) fn odd(sent: Value, meant: Value, code: Code) -> Self {
        Self { sent, meant: Some(meant), notes: vec![Fault { code, path: Path::new() }] }
    }

    pub(super) fn meant(self) -> Value {
        self.meant.unwrap_or(self.sent)
    }

    /// Puts a part under its name into the object that this is, and sends it under another one.
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

/// What an object may hold.
#[derive(Clone, Debug)]
pub(super) enum Held {
    /// A member of its table.
    Member(&'static Member, Part),
    /// That member goes by another spelling of its name.
    Alias(&'static Member, String),
    /// That member is there under another spelling as well.
    Beside(&'static Member, &'static str),
    /// A member that is not of its table.
    Other(String, Value),
}

impl Held {
    /// A member by its name, and the one it goes by.
    pub(super) fn alias(&self) -> Option<(&'static str, String)> {
        match self {
            Self::Alias(member, alias) => Some((member.name, alias.clone())),
            Self::Member(..) | Self::Beside(..) | Self::Other(..) => None,
        }
    }
}
