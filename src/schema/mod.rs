//! Knowledge: the document's tables of fields as data. Everything else derives from these rows.

mod calendar;
mod describe;
mod location;
mod names;

use serde::Serialize;

use crate::json::{Number, View};
pub(crate) use calendar::HOUR_RANGE;
pub(crate) use names::{NAMES, numbers};

/// A kind of record.
///
/// The verbs are methods: [`validate`](Kind::validate), [`normalize`](Kind::normalize), [`read`](Kind::read),
/// [`diff`](Kind::diff), [`body`](Kind::body), [`review`](Kind::review), [`outcome`](Kind::outcome),
/// [`verify`](Kind::verify), [`merge`](Kind::merge), [`json_schema`](Kind::json_schema); and of the operation,
/// [`request`](Kind::request), [`response`](Kind::response), [`explain`](Kind::explain).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A bookable schedule (section 2.1).
    Calendar,
    /// A business record (section 2.2).
    Location,
}

impl Kind {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Calendar, Self::Location];

    /// `calendar` or `location`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.record().name
    }

    /// The table of the record's members.
    #[must_use]
    pub const fn record(self) -> &'static Object {
        match self {
            Self::Calendar => &calendar::CALENDAR,
            Self::Location => &location::LOCATION,
        }
    }

    /// The record as a type.
    pub(crate) const fn record_type(self) -> &'static Type {
        static CALENDAR: Type = Type::Object(&calendar::CALENDAR);
        static LOCATION: Type = Type::Object(&location::LOCATION);
        match self {
            Self::Calendar => &CALENDAR,
            Self::Location => &LOCATION,
        }
    }

    /// The names under which a response wraps the record: the document's first, then those seen.
    #[must_use]
    pub fn envelopes(self) -> &'static [&'static str] {
        match self {
            Self::Calendar => &["calendar"],
            Self::Location => &["buiseness", "business"],
        }
    }
}

/// A table of the document: an object and its members, one row each.
#[derive(Debug)]
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

const SLOTS: usize = 128;
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

    /// The same by the number of the name, which needs no look at the text.
    fn find_numbered(&self, number: usize) -> Option<usize> {
        self.probe(names::slot(number), NAMES.get(number)?)
    }

    /// The number of the row of a member that a view gives.
    pub(crate) fn row(&self, name: &str, view: View<'_>) -> Option<usize> {
        view.known_name().map_or_else(|| self.find(name), |number| self.find_numbered(number))
    }

    /// The same, where it is likely to be that row.
    pub(crate) fn row_after(&self, likely: usize, name: &str, view: View<'_>) -> Option<usize> {
        let hit = self.members.get(likely).is_some_and(|member| std::ptr::eq(member.name, name));
        if hit { Some(likely) } else { self.row(name, view) }
    }

    fn probe(&self, mut slot: usize, name: &str) -> Option<usize> {
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
const fn hash(name: &[u8]) -> usize {
    let length = name.len();
    if length == 0 {
        return 0;
    }
    let letters = [name[0] as usize, name[length / 2] as usize, name[length - 1] as usize];
    (length * 13 + letters[0] * 7 + letters[1] * 7 + letters[2] * 5) % SLOTS
}

/// A row: one member of an object.
#[derive(Debug)]
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

/// In which direction a member travels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Access {
    /// In requests and responses.
    Both,
    /// Marked (R) in the document: only in responses.
    ResponseOnly,
    /// Accepted in requests, absent from responses.
    RequestOnly,
}

/// A value known to occur.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Known {
    /// The value, as text; a number's in digits.
    pub value: &'static str,
    /// Whether the document shows it or public sources do.
    pub basis: crate::issue::Basis,
    /// Other words that surely mean it, in lower case.
    #[serde(skip)]
    pub aliases: &'static [&'static str],
    /// The member that the service is reported to want in a request beside this value.
    #[serde(skip)]
    pub needs: Option<&'static str>,
}

impl Known {
    const fn aliases(mut self, aliases: &'static [&'static str]) -> Self {
        self.aliases = aliases;
        self
    }

    const fn needs(mut self, member: &'static str) -> Self {
        self.needs = Some(member);
        self
    }
}

/// What a value is.
#[derive(Clone, Copy, Debug)]
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
pub struct List {
    /// The items' type.
    pub item: Type,
    /// What makes an item itself.
    pub identity: Identity,
}

/// What makes an array's item itself, wherever it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Identity {
    /// A team member is its `userId`.
    UserId,
    /// A special date is its calendar date.
    Date,
    /// A location configuration is its kind and location, or its meetingId where both have one.
    Place,
    /// Open hours are a week, day by day.
    Week,
    /// Hour ranges are a set.
    Ranges,
    /// Days of the week are a set.
    Days,
}

impl Identity {
    /// What an item is told from the others by, in words.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::UserId => "userId",
            Self::Date => "date",
            Self::Place => "kind and location",
            Self::Week => "days",
            Self::Ranges => "hours",
            Self::Days => "number",
        }
    }
}

/// The leaf format of a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Any text.
    Plain,
    /// Text that is not blank.
    Name,
    /// A name in an address: letters, digits, `-` and `_`.
    Slug,
    /// Text with `{{ }}` placeholders.
    Template,
    /// A color, `#rrggbb`.
    Color,
    /// An e-mail address.
    Email,
    /// An absolute http or https URL.
    Url,
    /// A website, which people also write without its scheme.
    Website,
    /// An instant, RFC 3339.
    DateTime,
    /// A calendar date written as midnight UTC.
    Date,
}

/// The least and the greatest number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The least.
    pub min: f64,
    /// Whether the least itself is excluded.
    pub above: bool,
    /// The greatest.
    pub max: f64,
}

impl Bounds {
    /// Any finite number.
    pub const ANY: Self = Self { min: f64::NEG_INFINITY, above: false, max: f64::INFINITY };
    /// 0 or more.
    pub const COUNT: Self = Self { min: 0.0, above: false, max: f64::INFINITY };
    /// More than 0.
    pub const POSITIVE: Self = Self { min: 0.0, above: true, max: f64::INFINITY };

    /// Whether a number is within them.
    pub(crate) fn hold(self, number: Number) -> bool {
        let number = number.as_f64();
        (if self.above { number > self.min } else { number >= self.min }) && number <= self.max
    }

    /// Between two numbers, both included.
    #[must_use]
    pub const fn between(min: f64, max: f64) -> Self {
        Self { min, above: false, max }
    }
}

/// Rows read like the document's tables: `number("slotBuffer", …, "buffer after").unit("slotBufferUnit")`.
impl Member {
    const fn new(name: &'static str, ty: Type, label: &'static str) -> Self {
        Self {
            name,
            ty,
            access: Access::Both,
            known: &[],
            default: None,
            unit: None,
            aliases: &[],
            required: false,
            label,
            help: "",
        }
    }

    const fn response_only(mut self) -> Self {
        self.access = Access::ResponseOnly;
        self
    }

    const fn request_only(mut self) -> Self {
        self.access = Access::RequestOnly;
        self
    }

    const fn known(mut self, known: &'static [Known]) -> Self {
        self.known = known;
        self
    }

    const fn default(mut self, json: &'static str) -> Self {
        self.default = Some(json);
        self
    }

    const fn unit(mut self, member: &'static str) -> Self {
        self.unit = Some(member);
        self
    }

    const fn aliases(mut self, names: &'static [&'static str]) -> Self {
        self.aliases = names;
        self
    }

    const fn required(mut self) -> Self {
        self.required = true;
        self
    }

    const fn help(mut self, help: &'static str) -> Self {
        self.help = help;
        self
    }
}

const fn text(name: &'static str, format: Format, label: &'static str) -> Member {
    Member::new(name, Type::Text(format), label)
}

const fn number(name: &'static str, bounds: Bounds, label: &'static str) -> Member {
    Member::new(name, Type::Number(bounds), label)
}

const fn integer(name: &'static str, bounds: Bounds, label: &'static str) -> Member {
    Member::new(name, Type::Integer(bounds), label)
}

const fn boolean(name: &'static str, label: &'static str) -> Member {
    Member::new(name, Type::Boolean, label)
}

const fn object(name: &'static str, table: &'static Object, label: &'static str) -> Member {
    Member::new(name, Type::Object(table), label)
}

const fn list(name: &'static str, list: &'static List, label: &'static str) -> Member {
    Member::new(name, Type::List(list), label)
}

/// The document shows this value.
const fn shown(value: &'static str) -> Known {
    Known { value, basis: crate::issue::Basis::Document, aliases: &[], needs: None }
}

/// Public sources show this value.
const fn seen(value: &'static str) -> Known {
    Known { value, basis: crate::issue::Basis::Observed, aliases: &[], needs: None }
}
