//! The parts of the specification's tables: objects, their members (a row each), and the types of members.

use super::column::{Access, Bounds, Holds, Identity, Known, WhenEmpty};
use super::key::{Key, KeyOf};
use crate::ground::json::View;
use crate::knowledge::format::Format;

/// A table of the specification: an object and its members, one row each.
#[derive(Debug)]
#[non_exhaustive]
pub struct Object {
    /// The name of one such object in messages: `calendar`, `team member`.
    pub name: &'static str,
    /// The section of the specification that shows it.
    pub section: &'static str,
    /// The rows, in the specification's order.
    pub members: &'static [Member],
    /// An open-addressed table of row numbers by name, `NO_ROW` where free.
    slots: [u8; SLOTS],
    /// The required rows, a bit each.
    required: u64,
    /// Members of responses that reading leaves out: IDs that no request takes, of items that have no identity.
    pub(crate) left_out: &'static [&'static str],
}

pub(super) const SLOTS: usize = 128;
/// Maximum number of rows in a table.
pub(crate) const ROWS: usize = SLOTS / 2;
const NO_ROW: u8 = u8::MAX;

impl Object {
    pub(crate) const fn new(
        name: &'static str,
        section: &'static str,
        members: &'static [Member],
    ) -> Self {
        assert!(
            members.len() <= ROWS,
            "the table of slots must stay half empty"
        );
        let mut slots = [NO_ROW; SLOTS];
        let mut required = 0;
        let mut row = 0;
        while row < members.len() {
            let mut slot = hash(members[row].name.as_bytes(), SLOTS);
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
        Self {
            name,
            section,
            members,
            slots,
            required,
            left_out: &[],
        }
    }

    /// Sets the members of responses that reading leaves out.
    pub(super) const fn without(mut self, left_out: &'static [&'static str]) -> Self {
        self.left_out = left_out;
        self
    }

    /// Returns true for a member of responses that reading leaves out.
    pub(crate) fn leaves_out(&self, name: &str) -> bool {
        self.left_out.contains(&name)
    }

    /// Returns the number of the row of that name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<usize> {
        self.probe(hash(name.as_bytes(), SLOTS), name)
    }

    pub(super) fn probe(&self, mut slot: usize, name: &str) -> Option<usize> {
        loop {
            let row = usize::from(self.slots[slot]);
            let own = self.members.get(row)?.name;
            // Equal literals mostly share one address.
            if std::ptr::eq(own, name) || own == name {
                return Some(row);
            }
            slot = (slot + 1) % SLOTS;
        }
    }

    /// Returns the required rows that are not in `present`, a bit each.
    pub(crate) fn missing(&self, present: u64) -> u64 {
        self.required & !present
    }

    /// Returns the row of that name.
    #[must_use]
    pub fn member(&self, name: &str) -> Option<&'static Member> {
        self.find(name).and_then(|row| self.members.get(row))
    }

    /// Returns the name of the member that is a list of that sort.
    pub(crate) fn list_of(&self, is_such: fn(&List) -> bool) -> Option<&'static str> {
        let mut rows = self.members.iter();
        rows.find(|row| matches!(&row.ty, Type::List(list) if is_such(list)))
            .map(|row| row.name)
    }

    /// Returns the row that another spelling certainly means.
    #[must_use]
    pub fn alias(&self, name: &str) -> Option<&'static Member> {
        self.members
            .iter()
            .find(|member| member.aliases.contains(&name))
    }

    /// Returns the type of a member, or an open one if the table does not have the name.
    pub(crate) fn type_of(&self, name: &str) -> &'static Type {
        self.member(name).map_or(&Type::Open, |row| &row.ty)
    }

    /// Returns the row that a name has or certainly means.
    pub(crate) fn row_of(&self, name: &str) -> Option<&'static Member> {
        self.member(name).or_else(|| self.alias(name))
    }

    /// Returns the row that makes one amount with another: the unit of a number, or the number of a unit.
    pub(crate) fn other_half(&self, own: &Member) -> Option<&'static Member> {
        match own.unit {
            Some(unit) => self.member(unit),
            None => self.members.iter().find(|row| row.unit == Some(own.name)),
        }
    }

    /// Returns true if a name is that of a row, or an alias of one.
    pub(crate) fn knows(&self, name: &str) -> bool {
        self.find(name).is_some() || self.alias(name).is_some()
    }
}

/// Returns the row of that name in a table, if there is a table.
pub(crate) fn member_in(table: Option<&Object>, name: &str) -> Option<&'static Member> {
    table?.member(name)
}

/// Hashes a name to one of so many slots. The length and three letters distinguish most names; the name itself is compared
/// anyway.
pub(super) const fn hash(name: &[u8], slots: usize) -> usize {
    let length = name.len();
    if length == 0 {
        return 0;
    }
    let letters = [
        name[0] as usize,
        name[length / 2] as usize,
        name[length - 1] as usize,
    ];
    (length * 13 + letters[0] * 7 + letters[1] * 7 + letters[2] * 5) % slots
}

impl Member {
    /// Returns true if no update has the member.
    pub(crate) fn is_response_only(&self) -> bool {
        self.access == Access::ResponseOnly
    }

    /// Returns true if no response has the member.
    pub(crate) fn is_request_only(&self) -> bool {
        self.access == Access::RequestOnly
    }

    /// Returns the known value with this spelling or this alias.
    pub(crate) fn known_word(&self, word: &str) -> Option<&'static str> {
        let mut known = self.known.iter();
        known
            .find(|known| known.value == word || known.aliases.contains(&word))
            .map(|known| known.value)
    }

    /// Returns the unit that a text means, in the row of a unit. One that is not set means the one that the
    /// specification shows.
    pub(crate) fn unit_meant<'a>(&self, text: Option<&'a str>) -> Option<&'a str> {
        match text.filter(|text| !text.is_empty()) {
            Some(text) => Some(self.known_word(text).unwrap_or(text)),
            None => self.known.first().map(|shown| shown.value),
        }
    }
}

/// A row: one member of an object.
#[derive(Debug)]
#[non_exhaustive]
pub struct Member {
    /// Its name, in the spelling of the protocol.
    pub name: &'static str,
    /// The type of its value.
    pub ty: Type,
    /// The direction in which it is sent.
    pub access: Access,
    /// Known values. Other values are not errors.
    pub known: &'static [Known],
    /// The value that the service is reported to set if an update omits the member, as JSON text.
    pub default: Option<&'static str>,
    /// The member whose value is the unit of this number.
    pub unit: Option<&'static str>,
    /// Other observed spellings that certainly mean this member.
    pub aliases: &'static [&'static str],
    /// Names that people write for this member, though no response has them.
    pub(crate) guesses: &'static [&'static str],
    /// True if its texts may begin with zeros, which a number does not have: a number has no certain text then.
    pub(crate) padded: bool,
    /// True if the service is reported to require it inside its object.
    pub required: bool,
}

/// The type of a value.
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
    /// An object whose members the specification does not show.
    Open,
    /// An array.
    List(&'static List),
}

impl Type {
    /// Returns the type's name in messages and tables.
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

    /// Returns the leaf format, if it is text.
    #[must_use]
    pub fn format(&self) -> Option<Format> {
        match self {
            Self::Text(format) => Some(*format),
            _ => None,
        }
    }

    /// Returns the bounds, if it is a number or an array of numbers.
    #[must_use]
    pub fn bounds(&self) -> Option<Bounds> {
        match self {
            Self::Number(bounds) | Self::Integer(bounds) => Some(*bounds),
            Self::List(list) => list.item.bounds(),
            _ => None,
        }
    }

    /// Returns the function for the key of an item that no other key identifies, if it is an array of keyed items.
    pub(crate) fn key(&self) -> Option<KeyOf> {
        match self {
            Self::List(list) => list.keys.last().copied(),
            _ => None,
        }
    }

    /// Returns the identity of the items, if it is an array.
    #[must_use]
    pub fn identity(&self) -> Option<Identity> {
        match self {
            Self::List(list) => Some(list.identity),
            _ => None,
        }
    }

    /// Returns the name of the items' type, if it is an array.
    #[must_use]
    pub fn items(&self) -> Option<&'static str> {
        match self {
            Self::List(list) => Some(list.item.name()),
            _ => None,
        }
    }

    /// Returns the table of the object, or of the array's items.
    #[must_use]
    pub fn table(&self) -> Option<&'static Object> {
        match self {
            Self::Object(table) => Some(table),
            Self::List(list) => list.item.table(),
            _ => None,
        }
    }
}

/// An array: the type of its items, and their identity.
#[derive(Debug)]
#[non_exhaustive]
pub struct List {
    /// The type of the items.
    pub item: Type,
    /// The identity of the items.
    pub identity: Identity,
    /// The code of the words for an item that its key identifies: `special_date`.
    pub(crate) said_by_key: Option<&'static str>,
    /// The code of the words for an item that its position identifies.
    pub(crate) said_at: &'static str,
    /// The contents of the list, beyond its items.
    pub(crate) holds: Holds,
    /// The functions that find an item's key. The first one is used that gives each item a key of its own.
    pub(crate) keys: &'static [KeyOf],
    /// True if the order of the items has a meaning.
    pub(crate) ordered: bool,
    /// True if an item without a counterpart replaces the item that was at its position.
    pub(crate) replaced_in_place: bool,
    /// The effect of an empty list on the service.
    pub(crate) when_empty: WhenEmpty,
    /// True if the service keeps an item that a request omits, until it is sent as deleted, with its id (observed).
    pub(crate) deleted_by_id: bool,
}

impl List {
    /// Returns the key that an item of a draft has, which may lack an ID.
    pub(crate) fn last_key<'a>(&self, item: View<'a>) -> Option<Key<'a>> {
        let key = self.keys.last()?;
        key(item)
    }

    /// Returns true if the list is one value, whatever its items are: a set of days or of ranges.
    pub(crate) fn is_set(&self) -> bool {
        matches!(self.holds, Holds::Days | Holds::Ranges)
    }

    /// Returns true if the items are special dates.
    pub(crate) fn is_dates(&self) -> bool {
        self.identity == Identity::Date
    }

    /// Returns true if the list is the week, whose entries group days.
    pub(crate) fn is_week(&self) -> bool {
        self.holds == Holds::Week
    }
}
