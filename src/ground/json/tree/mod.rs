//! JSON as a flat list of nodes over one text: the form that text is parsed into and that the package's JavaScript
//! writes.

mod copy;
#[cfg(feature = "js")]
mod js;
mod splice;
mod view;
mod write;

use super::{DEPTH, Number};
use crate::ground::error::{Error, ErrorReason};
pub(crate) use view::Each;
pub use view::{Items, Members, Node, View};
pub(crate) use write::Builder;

/// Maximum nesting: the list of arguments and an object of options are around the values that the limit applies to.
const MOST: usize = DEPTH + 2;

/// The type of a node. The numbers are shared with the package's JavaScript.
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
    /// An array of `a` items and `b` nodes, its own included. Its nodes are the same at any position.
    Array,
    /// An object of `a` members, likewise.
    Object,
    /// Not JSON: text like [`Tag::Text`]'s, a description, then a line end and the JSON text it surely meant, if any.
    Odd,
}

impl Tag {
    /// Returns the tag in the highest bits of a cell's first word. An unknown tag is not JSON.
    fn of(head: u32) -> Self {
        match head >> TAG_SHIFT {
            0 => Self::Null,
            1 => Self::False,
            2 => Self::True,
            3 => Self::Float,
            4 => Self::Unsigned,
            5 => Self::Negative,
            6 => Self::Text,
            7 => Self::Array,
            8 => Self::Object,
            _ => Self::Odd,
        }
    }
}

/// A node: its tag and its name's length, the start of its name, and two words of content. A name that both sides know
/// is stored as its number, in place of the length and with a mark.
type Cell = [u32; WORDS];

const WORDS: usize = 4;
const TAG_SHIFT: u32 = 28;
const KNOWN: u32 = 1 << 27;
const LENGTH: u32 = KNOWN - 1;
const NAME: u32 = KNOWN | LENGTH;

/// Maximum bytes of a name. The size limits of text and of results keep names within it.
pub(crate) const NAME_LENGTH: usize = LENGTH as usize;

/// Returns the number of nodes of the value, its own included.
fn size([head, _, _, b]: &Cell) -> u32 {
    if is(*head, Tag::Array) || is(*head, Tag::Object) {
        *b
    } else {
        1
    }
}

fn is(head: u32, tag: Tag) -> bool {
    head >> TAG_SHIFT == tag as u32
}

/// Returns the number in a cell, if it holds one.
fn number(head: u32, a: u32, b: u32) -> Option<Number> {
    let bits = u64::from(a) | u64::from(b) << 32;
    match Tag::of(head) {
        Tag::Unsigned => Some(Number::Unsigned(bits)),
        Tag::Negative => Some(Number::from(bits.cast_signed())),
        Tag::Float => Some(Number::from(f64::from_bits(bits))),
        _ => None,
    }
}

/// A whole JSON value, its nodes in reading order. Two trees are equal if their values are, as [`equal`](super::equal)
/// says, and so are a tree and a `serde_json` value.
///
/// ```
/// use calendiff::Kind;
/// use serde_json::json;
/// let normal = Kind::Calendar.normalize(json!({ "eventColor": "#039BE5" }))?;
/// assert_eq!(normal, json!({ "eventColor": "#039be5" }));
/// assert_eq!(normal.to_value()["eventColor"], "#039be5");
/// assert_eq!(normal.to_string(), r##"{"eventColor":"#039be5"}"##);
/// # Ok::<(), calendiff::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct Tree {
    /// The cells, one after the other.
    words: Vec<u32>,
    text: String,
    /// The names that are known by number.
    names: &'static [&'static str],
    /// The nesting depth, if it is known.
    depth: Option<usize>,
    /// True if a name was too long for a cell: the tree is then refused.
    overlong: bool,
}

impl Tree {
    /// Makes a tree of the parts that the package's JavaScript writes: the nodes, four words each, and the text in
    /// UTF-8. `names` are the names that nodes store by number.
    ///
    /// # Errors
    /// `tree_malformed`: the parts are anything else.
    /// `json_depth`: nodes are nested deeper than 128.
    pub fn from_parts(
        words: Vec<u32>,
        text: Vec<u8>,
        names: &'static [&'static str],
    ) -> Result<Self, Error> {
        let text = String::from_utf8(text).map_err(|_| ErrorReason::Tree {})?;
        let mut tree = Self {
            words,
            text,
            names,
            depth: None,
            overlong: false,
        };
        tree.depth = Some(tree.check()?);
        Ok(tree)
    }

    /// Checks that every array and object ends with its last item, inside its parent, and not too deep. Returns the
    /// nesting depth.
    fn check(&self) -> Result<usize, Error> {
        let (cells, []) = self.words.as_chunks() else {
            return malformed();
        };
        let Ok(count) = u32::try_from(cells.len()) else {
            return malformed();
        };
        // The open arrays and objects: number of children left, and end. The innermost is in `left` and `end`.
        let mut around = [(0, 0); MOST];
        let mut left = 1_u32;
        let mut end = count;
        let mut depth = 0_usize;
        let mut deepest = 0;
        for (index, cell) in (0_u32..).zip(cells) {
            // The arrays and objects that end here are complete. At the 2 of `[[[1]], 2]`, two of them end.
            while left == 0 && end == index && depth > 0 {
                depth -= 1;
                (left, end) = around[depth];
            }
            let [head, _, children, size]: Cell = *cell;
            let name_known = head & KNOWN == 0 || ((head & LENGTH) as usize) < self.names.len();
            // No child is left to come, though the nodes of the parent go on.
            if left == 0 || !name_known || head >> TAG_SHIFT > Tag::Odd as u32 {
                return malformed();
            }
            left -= 1;
            if matches!(Tag::of(head), Tag::Array | Tag::Object) {
                let Some(own_end) = index
                    .checked_add(size)
                    .filter(|own| *own > index && *own <= end)
                else {
                    return malformed();
                };
                let Some(outer) = around.get_mut(depth) else {
                    return Err(ErrorReason::Depth { limit: DEPTH }.into());
                };
                // Remembers the parent, and goes on inside.
                *outer = (left, end);
                (left, end) = (children, own_end);
                depth += 1;
                deepest = deepest.max(depth);
            }
        }
        // After the last node, all that are still open must be complete as well, and end with it.
        let whole = around[..depth]
            .iter()
            .chain([&(left, end)])
            .all(|open| *open == (0, count));
        if whole { Ok(deepest) } else { malformed() }
    }

    /// Returns an empty array.
    pub(crate) fn empty_list() -> Self {
        let mut tree = Self::default();
        tree.push((0, 0), Tag::Array, (0, 1));
        tree
    }

    /// Returns an empty object.
    pub(crate) fn empty_object() -> Self {
        let mut tree = Self::default();
        tree.push((0, 0), Tag::Object, (0, 1));
        tree
    }

    /// Returns the names that are stored by number.
    pub(crate) fn names(&self) -> &'static [&'static str] {
        self.names
    }

    /// Returns an empty tree with room for the nodes of a text of that length.
    pub(crate) fn with_room(length: usize, names: &'static [&'static str]) -> Self {
        Self {
            words: Vec::with_capacity(length / 3),
            names,
            ..Self::default()
        }
    }

    /// Returns the tree over the text that the ranges of its nodes point into.
    pub(crate) fn over(self, text: String) -> Self {
        Self { text, ..self }
    }

    /// Returns a known name as [`push`](Tree::push) takes it.
    pub(crate) fn known_name(number: usize) -> (u32, u32) {
        (0, KNOWN | range(number, 0).0)
    }

    pub(crate) fn len(&self) -> usize {
        self.words.len() / WORDS
    }

    /// Returns the memory used, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.words.len() * size_of::<u32>() + self.text.len()
    }

    /// Returns an upper bound of its bytes as JSON text: escapes are six, and a number or known name with the
    /// characters around it is less than 64.
    pub(crate) fn bytes_at_most(&self) -> usize {
        self.len()
            .saturating_mul(64)
            .saturating_add(self.text.len().saturating_mul(6))
    }

    pub(crate) fn source(&self) -> &str {
        &self.text
    }

    /// Appends text that is not in the source in this form: strings with escapes.
    pub(crate) fn append(&mut self, text: &str) -> (u32, u32) {
        let start = self.text.len();
        self.text.push_str(text);
        range(start, text.len())
    }

    pub(crate) fn push(&mut self, (start, length): (u32, u32), tag: Tag, (a, b): (u32, u32)) {
        self.words
            .extend_from_slice(&[(tag as u32) << TAG_SHIFT | length & NAME, start, a, b]);
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

    /// Ends the array or object that began at `index`: sets its number of children and its size.
    pub(crate) fn close(&mut self, index: usize, children: usize) {
        let (size, children) = range(self.len() - index, children);
        if let Some([_, _, a, b]) = self.words.as_chunks_mut::<WORDS>().0.get_mut(index) {
            (*a, *b) = (children, size);
        }
    }

    /// All reads of a tree begin here.
    #[inline]
    fn cell(&self, index: u32) -> Option<&Cell> {
        self.words.as_chunks().0.get(index as usize)
    }

    fn name(&self, [head, start, ..]: Cell) -> &str {
        if head & KNOWN != 0 {
            return self
                .names
                .get((head & LENGTH) as usize)
                .copied()
                .unwrap_or_default();
        }
        self.slice((start, head & LENGTH))
    }

    /// Returns the number of nodes of the value at a node.
    pub(super) fn size_of(&self, node: usize) -> usize {
        self.words
            .as_chunks()
            .0
            .get(node)
            .map_or(0, |cell| size(cell) as usize)
    }

    /// Returns the name of the member at a node, as [`push`](Tree::push) takes it.
    pub(super) fn name_of(&self, node: usize) -> (u32, u32) {
        self.words
            .as_chunks::<WORDS>()
            .0
            .get(node)
            .map_or((0, 0), |[head, start, ..]| (*start, *head & NAME))
    }

    /// Replaces `old` nodes by those that `write` appends, inside the arrays and objects at `around`.
    pub(super) fn splice(
        &mut self,
        around: &[usize],
        node: usize,
        old: usize,
        write: impl FnOnce(&mut Self),
    ) {
        let end = self.words.len();
        write(self);
        let new = self.words.split_off(end);
        let (grown, _) = range(new.len() / WORDS, 0);
        let (shrunk, _) = range(old, 0);
        // Written at the end first, since `write` appends, and then put in place.
        self.words.splice(node * WORDS..(node + old) * WORDS, new);
        self.depth = None;
        for parent in around {
            if let Some([.., size]) = self.words.as_chunks_mut::<WORDS>().0.get_mut(*parent) {
                *size = *size + grown - shrunk;
            }
        }
    }

    /// Adds `more` to the number of children of an array or object.
    pub(super) fn count(&mut self, parent: usize, more: i32) {
        if let Some([_, _, children, _]) = self.words.as_chunks_mut::<WORDS>().0.get_mut(parent) {
            *children = children.saturating_add_signed(more);
        }
    }

    fn slice(&self, (start, length): (u32, u32)) -> &str {
        self.text
            .get(start as usize..start as usize + length as usize)
            .unwrap_or_default()
    }
}

fn malformed() -> Result<usize, Error> {
    Err(ErrorReason::Tree {}.into())
}

/// Returns a range of the text. The size limit keeps it within 32 bits.
pub(crate) fn range(start: usize, length: usize) -> (u32, u32) {
    (
        u32::try_from(start).unwrap_or(u32::MAX),
        u32::try_from(length).unwrap_or(0),
    )
}
