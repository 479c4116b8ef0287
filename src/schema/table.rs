//! What a table of the document consists of: objects, their members a row each, and what those are.

use super::column::{Access, Bounds, Holds, Identity, Known, WhenEmpty};
use super::key::KeyOf;
use crate::format::Format;

/// A table of the document: an object and its members, one row each.
#[derive(Debug)]
#[non_exhaustive]
pub struct Object {
    /// What one such object is called in messages: `calendar`, `team member`.
    pub name: &'static str,
    /// The section of the document that shows it.
    pub section: &'static str,
    /// The rows, in the document's order.
    pub members: &'static [Member],
    /// Finds a row by name: an open-addressed table of row numbers, `NO_ROW` where free.
    slots: [u8; SLOTS],
    /// The rows that are required, a bit each.
    required: u64,
}

pub(super) const SLOTS: usize = 128;
/// No table has more rows.
pub(crate) const ROWS: usize = SLOTS / 2;
const NO_ROW: u8 = u8::MAX;

impl Object {
    pub(crate) const fn new(name: &'static str, section: &'static str, members: &'static [Member]) -> Self {
        assert!(members.len() <= ROWS, "the table of slots must stay half empty");
        let mut slots = [NO_ROW; SLOTS];
        let mut required = 0;
        let mut row = 0;
        while row < members.len() {
            let mut slot = hash(members[row].name.as_bytes());
            while slots[slot] != NO_ROW {
                slot = (slot + 1) % SLOTS;
            }
            #[expect(clippy::cast_possible_truncation, reason = "at most 64 rows")]
            {
                slots[slot] = row as u8;
            }
            required |= (members[row].required as u64) << row;
            row += 1;
        }
        Self { name, section, members, slots, required }
    }

    /// The number of the row of that name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<usize> {
        self.probe(hash(name.as_bytes()), name)
    }

    pub(super) fn probe(&self, mut slot: usize, name: &str) -> Option<usize> {
        loop {
            let row = usize::from(self.slots[slot]);
            let own = self.members.get(row)?.name;
            // Equal literals are mostly one.
            if std::ptr::eq(own, name) || own == name {
                return Some(row);
            }
            slot = (slot + 1) % SLOTS;
        }
    }

    /// The rows that are required and not among those, a bit each.
    pub(crate) fn missing(&self, present: u64) -> u64 {
        self.required & !present
    }

    /// What one such object is called in a sentence: `an hour range`.
    #[must_use]
    pub(crate) fn with_article(&self) -> String {
        let vowel = self.name.starts_with(['a', 'e', 'i', 'o', 'u']) || self.name.starts_with("hour");
        format!("{} {}", if vowel { "an" } else { "a" }, self.name)
    }

    /// The row of that name.
    #[must_use]
    pub fn member(&self, name: &str) -> Option<&'static Member> {
        self.find(name).and_then(|row| self.members.get(row))
    }

    /// The row that another spelling of its name surely means.
    #[must_use]
    pub fn alias(&self, name: &str) -> Option<&'static Member> {
        self.members.iter().find(|member| member.aliases.contains(&name))
    }
}

/// The length and three letters tell most names apart; the name itself is compared anyway.
pub(super) const fn hash(name: &[u8]) -> usize {
    let length = name.len();
    if length == 0 {
        return 0;
    }
    let letters = [name[0] as usize, name[length / 2] as usize, name[length - 1] as usize];
    (length * 13 + letters[0] * 7 + letters[1] * 7 + letters[2] * 5) % SLOTS
}

/// A row: one member of an object.
#[derive(Debug)]
#[non_exhaustive]
pub struct Member {
    /// Its name, spelled as the protocol spells it.
    pub name: &'static str,
    /// What its value is.
    pub ty: Type,
    /// In which direction it travels.
    pub access: Access,
    /// Values known to occur; other values are not errors.
    pub known: &'static [Known],
    /// What the service is reported to put where an update omits it, as JSON text.
    pub default: Option<&'static str>,
    /// The member whose value is the unit of this number.
    pub unit: Option<&'static str>,
    /// Other spellings seen in the wild that surely mean this member.
    pub aliases: &'static [&'static str],
    /// Whether the service is reported to need it inside its object.
    pub required: bool,
    /// What people call it, in the middle of a sentence.
    pub label: &'static str,
    /// A sentence of help, or empty.
    pub help: &'static str,
}

/// What a value is.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Type {
    /// A string of a leaf format.
    Text(Format),
    /// A finite number.
    Number(Bounds),
    /// A number without a fraction.
    Integer(Bounds),
    /// `true` or `false`
    Boolean,
    /// An object with a table of its own.
    Object(&'static Object),
    /// An object whose members the document does not show.
    Open,
    /// An array.
    List(&'static List),
}

impl Type {
    /// The type's name in messages and tables.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Text(_) => "text",
            Self::Number(_) => "number",
            Self::Integer(_) => "integer",
            Self::Boolean => "boolean",
            Self::Object(_) | Self::Open => "object",
            Self::List(_) => "array",
        }
    }

    /// The leaf format, where it is text.
    #[must_use]
    pub fn format(&self) -> Option<Format> {
        match self {
            Self::Text(format) => Some(*format),
            _ => None,
        }
    }

    /// The bounds, where it is a number.
    #[must_use]
    pub fn bounds(&self) -> Option<Bounds> {
        match self {
            Self::Number(bounds) | Self::Integer(bounds) => Some(*bounds),
            Self::List(list) => list.item.bounds(),
            _ => None,
        }
    }

    /// How the key of an item is found that stands for it where no other does, where it is an array of keyed items.
    pub(crate) fn key(&self) -> Option<KeyOf> {
        match self {
            Self::List(list) => list.keys.last().copied(),
            _ => None,
        }
    }

    /// What tells the items apart, where it is an array.
    #[must_use]
    pub fn identity(&self) -> Option<Identity> {
        match self {
            Self::List(list) => Some(list.identity),
            _ => None,
        }
    }

    /// The type's name of the items, where it is an array.
    #[must_use]
    pub fn items(&self) -> Option<&'static str> {
        match self {
            Self::List(list) => Some(list.item.name()),
            _ => None,
        }
    }

    /// The table of the object, or of the array's items.
    #[must_use]
    pub fn table(&self) -> Option<&'static Object> {
        match self {
            Self::Object(table) => Some(table),
            Self::List(list) => list.item.table(),
            _ => None,
        }
    }
}

/// An array: what its items are and how one is told from another.
#[derive(Debug)]
#[non_exhaustive]
pub struct List {
    /// The items' type.
    pub item: Type,
    /// What makes an item itself.
    pub identity: Identity,
    /// What one item is called in messages: `team member`.
    pub noun: &'static str,
    /// What it is, beyond its items.
    pub(crate) holds: Holds,
    /// How an item's key is found: by the first of these that all items have, each another.
    pub(crate) keys: &'static [KeyOf],
    /// Whether the order of its items means something.
    pub(crate) ordered: bool,
    /// Whether an item without its like is what was put in the place of the one that stood there.
    pub(crate) replaced_in_place: bool,
    /// What the service makes of an empty one.
    pub(crate) when_empty: WhenEmpty,
    /// Whether the service keeps an item that a request leaves out, until it is sent as deleted, with its id (observed).
    pub(crate) deleted_by_id: bool,
}

impl List {
    /// Whether it is one value, whatever its items are: a set of days or of ranges.
    pub(crate) fn is_set(&self) -> bool {
        matches!(self.holds, Holds::Days | Holds::Ranges)
    }

    /// Whether its items are special dates.
    pub(crate) fn is_dates(&self) -> bool {
        self.identity == Identity::Date
    }

    /// Whether it is the week, whose entries group days.
    pub(crate) fn is_week(&self) -> bool {
        self.holds == Holds::Week
    }
}
