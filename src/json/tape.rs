//! JSON as a flat list of nodes over one text: what text is parsed into and what the package's JavaScript writes.

use super::{Node, Number, View};
use crate::error::{Error, Reason};

/// Arrays and objects may be nested this deep.
pub(crate) const DEPTH: usize = 128;

/// What a node is. The numbers are shared with the package's JavaScript.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Tag {
    Null,
    False,
    True,
    /// A double, its bits in `a` (low) and `b` (high).
    Float,
    /// An unsigned integer, likewise.
    Unsigned,
    /// A negative integer, likewise.
    Negative,
    /// Text from `a`, `b` bytes long.
    Text,
    /// An array of `a` items, `b` nodes in all with its own: whole wherever it stands.
    Array,
    /// An object of `a` members, likewise.
    Object,
    /// Not JSON: text like [`Tag::Text`]'s, what it is, then a line end and what it surely meant, if anything.
    Odd,
}

impl Tag {
    const ALL: [Self; 10] = [
        Self::Null,
        Self::False,
        Self::True,
        Self::Float,
        Self::Unsigned,
        Self::Negative,
        Self::Text,
        Self::Array,
        Self::Object,
        Self::Odd,
    ];
}

/// A node: its tag and its name's length, where its name begins, and two words of content.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell {
    tag: Tag,
    name: (u32, u32),
    a: u32,
    b: u32,
}

const LENGTH_BITS: u32 = 28;

impl Cell {
    /// How many nodes the value takes, its own included.
    fn size(&self) -> u32 {
        match self.tag {
            Tag::Array | Tag::Object => self.b,
            _ => 1,
        }
    }
}

/// A whole JSON value, its nodes in reading order.
#[derive(Clone, Debug, Default)]
pub struct Tape {
    cells: Vec<Cell>,
    text: String,
}

impl Tape {
    /// Reads the bytes that the package's JavaScript writes: the number of nodes, the nodes of four little-endian
    /// 32-bit words, the text.
    ///
    /// # Errors
    /// `tape_malformed` where the bytes are anything else; `json_depth` where nodes are nested deeper than 128.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let malformed = || Error::from(Reason::Tape {});
        let word = |at: usize| {
            let bytes = bytes.get(at * 4..at * 4 + 4)?;
            Some(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
        };
        let count = word(0).ok_or_else(malformed)? as usize;
        let text = bytes.get(count.saturating_mul(16).saturating_add(4)..).ok_or_else(malformed)?;
        let text = std::str::from_utf8(text).map_err(|_| malformed())?.to_owned();
        let mut cells = Vec::with_capacity(count);
        for at in (0..count).map(|cell| cell * 4 + 1) {
            let (Some(head), Some(name), Some(a), Some(b)) = (word(at), word(at + 1), word(at + 2), word(at + 3))
            else {
                return Err(malformed());
            };
            let tag = *Tag::ALL.get((head >> LENGTH_BITS) as usize).ok_or_else(malformed)?;
            cells.push(Cell { tag, name: (name, head & ((1 << LENGTH_BITS) - 1)), a, b });
        }
        let tape = Self { cells, text };
        tape.check()?;
        Ok(tape)
    }

    /// Every array and object must end where its last item does, inside its parent, and not too deep.
    fn check(&self) -> Result<(), Error> {
        let mut open: Vec<(u32, u32)> = vec![(1, u32::try_from(self.cells.len()).unwrap_or(u32::MAX))];
        for (index, cell) in (0_u32..).zip(&self.cells) {
            while open.last().is_some_and(|(left, end)| *left == 0 && *end == index) {
                open.pop();
            }
            let Some((left, end)) = open.last_mut().filter(|(left, _)| *left > 0) else {
                return Err(Reason::Tape {}.into());
            };
            *left -= 1;
            if matches!(cell.tag, Tag::Array | Tag::Object) {
                let own_end = index.checked_add(cell.b).filter(|own| *own > index && own <= end);
                open.push((cell.a, own_end.ok_or_else(|| Error::from(Reason::Tape {}))?));
                // The list of arguments and an object of options are around the values that the limit is for.
                if open.len() > DEPTH + 3 {
                    return Err(Reason::Depth { limit: DEPTH }.into());
                }
            }
        }
        let whole = open.iter().all(|(left, end)| *left == 0 && *end as usize == self.cells.len());
        if whole { Ok(()) } else { Err(Reason::Tape {}.into()) }
    }

    /// A copy of any value.
    #[must_use]
    pub fn of<'a>(view: impl View<'a>) -> Self {
        let mut tape = Self::default();
        tape.copy((0, 0), view);
        tape
    }

    pub(super) fn copy<'a>(&mut self, name: (u32, u32), view: impl View<'a>) {
        match view.node() {
            Node::Null => self.push(name, Tag::Null, (0, 0)),
            Node::Bool(truth) => self.push(name, if truth { Tag::True } else { Tag::False }, (0, 0)),
            Node::Number(number) => self.push_number(name, number),
            Node::Text(text) => {
                let text = self.append(text);
                self.push(name, Tag::Text, text);
            }
            Node::Odd { what, meant } => {
                let text =
                    self.append(&[what, meant.unwrap_or_default()].join(if meant.is_some() { "\n" } else { "" }));
                self.push(name, Tag::Odd, text);
            }
            Node::Array(items) => {
                let (index, children) = (self.len(), items.len());
                self.push(name, Tag::Array, (0, 0));
                for item in items {
                    self.copy((0, 0), item);
                }
                self.close(index, children);
            }
            Node::Object(members) => {
                let (index, children) = (self.len(), members.len());
                self.push(name, Tag::Object, (0, 0));
                for (name, member) in members {
                    let name = self.append(name);
                    self.copy(name, member);
                }
                self.close(index, children);
            }
        }
    }

    /// The value.
    #[must_use]
    pub fn root(&self) -> TapeView<'_> {
        TapeView { tape: self, index: 0 }
    }

    /// An empty tape over `text`, which the ranges of its nodes are to point into.
    pub(crate) fn over(text: String) -> Self {
        Self { cells: Vec::with_capacity(text.len() / 12), text }
    }

    pub(crate) fn len(&self) -> usize {
        self.cells.len()
    }

    pub(crate) fn source(&self) -> &str {
        &self.text
    }

    /// Appends text that does not stand in the source as it is: strings with escapes.
    pub(crate) fn append(&mut self, text: &str) -> (u32, u32) {
        let start = self.text.len();
        self.text.push_str(text);
        range(start, text.len())
    }

    pub(crate) fn push(&mut self, name: (u32, u32), tag: Tag, (a, b): (u32, u32)) {
        self.cells.push(Cell { tag, name, a, b });
    }

    pub(crate) fn push_number(&mut self, name: (u32, u32), number: Number) {
        let (tag, bits) = match number {
            Number::Unsigned(n) => (Tag::Unsigned, n),
            Number::Negative(n) => (Tag::Negative, n.cast_unsigned()),
            Number::Float(n) => (Tag::Float, n.to_bits()),
        };
        #[expect(clippy::cast_possible_truncation, reason = "split into two halves")]
        self.push(name, tag, (bits as u32, (bits >> 32) as u32));
    }

    /// Ends the array or object that began at `index`: its number of children is known now, and its size.
    pub(crate) fn close(&mut self, index: usize, children: usize) {
        let (size, children) = range(self.cells.len() - index, children);
        if let Some(cell) = self.cells.get_mut(index) {
            (cell.a, cell.b) = (children, size);
        }
    }

    /// How many nodes the value at a node takes.
    pub(super) fn size_of(&self, node: usize) -> usize {
        self.cells.get(node).map_or(0, |cell| cell.size() as usize)
    }

    /// The name of the member at a node, in the text.
    pub(super) fn name_of(&self, node: usize) -> (u32, u32) {
        self.cells.get(node).map_or((0, 0), |cell| cell.name)
    }

    /// Puts what `write` appends in the place of `old` nodes, inside the arrays and objects at `around`.
    pub(super) fn splice(&mut self, around: &[usize], node: usize, old: usize, write: impl FnOnce(&mut Self)) {
        let end = self.cells.len();
        write(self);
        let new = self.cells.split_off(end);
        let (grown, _) = range(new.len(), 0);
        let (shrunk, _) = range(old, 0);
        self.cells.splice(node..node + old, new);
        for parent in around {
            if let Some(cell) = self.cells.get_mut(*parent) {
                cell.b = cell.b + grown - shrunk;
            }
        }
    }

    /// An array or object has one child more, or one less.
    pub(super) fn count(&mut self, parent: usize, more: i32) {
        if let Some(cell) = self.cells.get_mut(parent) {
            cell.a = cell.a.saturating_add_signed(more);
        }
    }

    fn slice(&self, (start, length): (u32, u32)) -> &str {
        self.text.get(start as usize..start as usize + length as usize).unwrap_or_default()
    }
}

/// A range of the text; the size limit keeps it within 32 bits.
pub(crate) fn range(start: usize, length: usize) -> (u32, u32) {
    (u32::try_from(start).unwrap_or(u32::MAX), u32::try_from(length).unwrap_or(0))
}

/// A value on a [`Tape`].
#[derive(Clone, Copy, Debug)]
pub struct TapeView<'a> {
    tape: &'a Tape,
    index: u32,
}

/// A tape of one node: nothing was given.
static NOTHING: std::sync::LazyLock<Tape> = std::sync::LazyLock::new(|| {
    let mut tape = Tape::over("undefined".to_owned());
    tape.push((0, 0), Tag::Odd, range(0, "undefined".len()));
    tape
});

impl TapeView<'static> {
    /// What stands for a value that was not given.
    pub(crate) fn nothing() -> Self {
        NOTHING.root()
    }
}

impl<'a> TapeView<'a> {
    /// The value at a node of a tape.
    pub(super) fn at(tape: &'a Tape, node: usize) -> Self {
        Self { tape, index: range(node, 0).0 }
    }

    /// Where its node stands on the tape.
    pub(crate) fn index(self) -> usize {
        self.index as usize
    }
}

impl<'a> TapeView<'a> {
    /// Whether nothing in it is anything but JSON.
    pub(crate) fn is_json(self) -> bool {
        self.cells().iter().all(|cell| cell.tag != Tag::Odd)
    }

    /// Its nodes.
    fn cells(self) -> &'a [Cell] {
        let rest = self.tape.cells.get(self.index()..).unwrap_or_default();
        let size = rest.first().map_or(0, Cell::size);
        rest.get(..size as usize).unwrap_or_default()
    }

    /// What stands so many nodes further on.
    fn below(self, nodes: u32) -> Self {
        Self { tape: self.tape, index: self.index + nodes }
    }
}

impl<'a> View<'a> for TapeView<'a> {
    type Items = TapeItems<'a>;
    type Members = TapeMembers<'a>;

    fn node(self) -> Node<'a, Self> {
        let Some(cell) = self.tape.cells.get(self.index as usize) else { return Node::Null };
        let bits = u64::from(cell.a) | u64::from(cell.b) << 32;
        let children = TapeItems { tape: self.tape, next: self.index + 1, left: cell.a };
        match cell.tag {
            Tag::Null => Node::Null,
            Tag::False => Node::Bool(false),
            Tag::True => Node::Bool(true),
            Tag::Float => Node::Number(Number::from(f64::from_bits(bits))),
            Tag::Unsigned => Node::Number(Number::Unsigned(bits)),
            Tag::Negative => Node::Number(Number::from(bits.cast_signed())),
            Tag::Text => Node::Text(self.tape.slice((cell.a, cell.b))),
            Tag::Array => Node::Array(children),
            Tag::Object => Node::Object(TapeMembers(children)),
            Tag::Odd => {
                let text = self.tape.slice((cell.a, cell.b));
                match text.split_once('\n') {
                    Some((what, meant)) => Node::Odd { what, meant: Some(meant) },
                    None => Node::Odd { what: text, meant: None },
                }
            }
        }
    }

    /// Most names differ in length already, which needs no look at the text.
    fn get(self, name: &str) -> Option<Self> {
        let cells = &self.tape.cells;
        let Cell { tag: Tag::Object, b: size, .. } = cells.get(self.index as usize)? else { return None };
        let (mut at, wanted) = (self.index + 1, u32::try_from(name.len()).ok()?);
        while at < self.index + size {
            let cell = cells.get(at as usize)?;
            if cell.name.1 == wanted && self.tape.slice(cell.name) == name {
                return Some(TapeView { tape: self.tape, index: at });
            }
            at += cell.size();
        }
        None
    }

    /// Cell by cell: down to where two values differ, all that is around them is of one size.
    fn alike(self, other: Self) -> Option<bool> {
        let (mine, others) = (self.cells(), other.cells());
        if mine.len() != others.len() {
            return Some(false);
        }
        for (at, (a, b)) in (0..).zip(mine.iter().zip(others)) {
            if at > 0 && (a.name.1 != b.name.1 || self.tape.slice(a.name) != other.tape.slice(b.name)) {
                return None;
            }
            let alike = match (a.tag, b.tag) {
                (Tag::Text, Tag::Text) => a.b == b.b && self.tape.slice((a.a, a.b)) == other.tape.slice((b.a, b.b)),
                (Tag::Odd, _) => false,
                (mine, others) if mine == others && (a.a, a.b) == (b.a, b.b) => true,
                // A number may have been written in another way.
                _ => self.below(at).number().zip(other.below(at).number()).is_some_and(|(a, b)| a == b),
            };
            if !alike {
                return Some(false);
            }
        }
        Some(true)
    }
}

/// The items of an array on a [`Tape`].
#[derive(Clone, Debug)]
pub struct TapeItems<'a> {
    tape: &'a Tape,
    next: u32,
    left: u32,
}

impl<'a> Iterator for TapeItems<'a> {
    type Item = TapeView<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let view = TapeView { tape: self.tape, index: self.next };
        self.next += self.tape.cells.get(self.next as usize).map_or(1, Cell::size);
        Some(view)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left as usize, Some(self.left as usize))
    }
}

impl ExactSizeIterator for TapeItems<'_> {}

/// The members of an object on a [`Tape`].
#[derive(Clone, Debug)]
pub struct TapeMembers<'a>(TapeItems<'a>);

impl<'a> Iterator for TapeMembers<'a> {
    type Item = (&'a str, TapeView<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        let view = self.0.next()?;
        let name = self.0.tape.cells.get(view.index as usize).map_or((0, 0), |cell| cell.name);
        Some((self.0.tape.slice(name), view))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for TapeMembers<'_> {}
