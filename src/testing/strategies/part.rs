//! The parts of records, and the ways to generate them.

use serde_json::Value;

use super::fault::Fault;
use crate::ground::json::Path;
use crate::knowledge::issue::Code;
use crate::knowledge::schema::Member;

/// A way to generate records.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum RecordSort {
    /// Drafts with only known values, one day in each entry, and no empty lists.
    Clean,
    /// Drafts without errors.
    Draft,
    /// Records as responses contain them, in the specification's shapes.
    Stored,
    /// Records as responses contain them, in the odd shapes that are observed. No value is wrong in any shape.
    Response,
    /// Drafts with arbitrary faults anywhere.
    Wild,
}

impl RecordSort {
    pub(super) fn carries(self, member: &Member) -> bool {
        match self {
            Self::Clean | Self::Draft => !member.is_response_only(),
            Self::Stored => !member.is_request_only(),
            // Responses are observed to contain it with the other spelling.
            Self::Response => !member.is_request_only() || !member.aliases.is_empty(),
            Self::Wild => true,
        }
    }
}

/// A part of a record: the value that is sent, and the value and notes that reading it must return.
#[derive(Clone, Debug)]
pub(super) struct GeneratedValue {
    pub(super) sent: Value,
    pub(super) meant: Meant,
    pub(super) notes: Vec<Fault>,
}

/// The value that reading a part must return.
#[derive(Clone, Debug)]
pub(super) enum Meant {
    /// The value that is sent.
    Same,
    /// Another value.
    Other(Value),
    /// No value: the member is not set.
    Nothing,
}

impl GeneratedValue {
    /// Returns a part that is read as it is sent.
    pub(super) fn plain(value: Value) -> Self {
        Self {
            sent: value,
            meant: Meant::Same,
            notes: Vec::new(),
        }
    }

    /// Returns a part that is sent as `sent`, but read as `meant`, with a note.
    pub(super) fn odd(sent: Value, meant: Value, code: Code) -> Self {
        Self {
            sent,
            meant: Meant::Other(meant),
            notes: vec![Fault {
                code,
                path: Path::new(),
            }],
        }
    }

    /// Returns a part that is sent, but means that the member is not set.
    pub(super) fn not_set(sent: Value) -> Self {
        Self {
            sent,
            meant: Meant::Nothing,
            notes: vec![Fault {
                code: Code::ReadNotSet,
                path: Path::new(),
            }],
        }
    }

    /// Returns a part that is sent, but left out when it is read: an ID that no update takes.
    pub(super) fn left_out(sent: Value) -> Self {
        Self {
            sent,
            meant: Meant::Nothing,
            notes: vec![Fault {
                code: Code::ReadId,
                path: Path::new(),
            }],
        }
    }

    /// Returns true if the part is read as another value, or as none.
    pub(super) fn is_odd(&self) -> bool {
        !matches!(self.meant, Meant::Same)
    }

    /// Returns the value that is read, if there is one.
    pub(super) fn meant(&self) -> Option<&Value> {
        match &self.meant {
            Meant::Same => Some(&self.sent),
            Meant::Other(meant) => Some(meant),
            Meant::Nothing => None,
        }
    }

    /// Inserts a part into this object: with its name into the value read, and as `sent_as` into the value sent.
    pub(super) fn insert(&mut self, name: &str, sent_as: String, part: Self) {
        self.notes
            .extend(part.notes.iter().map(|note| note.under(sent_as.clone())));
        if !self.is_odd() && (name != sent_as || part.is_odd()) {
            self.meant = Meant::Other(self.sent.clone());
        }
        if let Meant::Other(record) = &mut self.meant
            && let Some(value) = part.meant()
        {
            record[name] = value.clone();
        }
        self.sent[sent_as] = part.sent;
    }
}

/// Anything that an object can contain.
#[derive(Clone, Debug)]
pub(super) enum GeneratedMember {
    /// A member of the object's table.
    Member(&'static Member, GeneratedValue),
    /// Another spelling of the member's name, which replaces it.
    Alias(&'static Member, String),
    /// Another spelling of the member's name, in addition to it, with the same value.
    Added {
        row: &'static Member,
        alias: &'static str,
        /// If false, the member itself has empty text, and only the other spelling has the value.
        is_set: bool,
    },
    /// A member that the object's table lacks.
    Other(String, Value),
}

impl GeneratedMember {
    /// Returns a member's name and the spelling that replaces it.
    pub(super) fn alias(&self) -> Option<(&'static str, String)> {
        match self {
            Self::Alias(member, alias) => Some((member.name, alias.clone())),
            Self::Member(..) | Self::Added { .. } | Self::Other(..) => None,
        }
    }
}
