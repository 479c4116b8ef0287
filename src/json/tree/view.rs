//! A value on a tree, read in place.

use serde_json::Value;

use super::{Cell, KNOWN, LENGTH, MOST, TAG_SHIFT, Tag, Tree, WORDS, is, number, range, size};
use crate::json::{Listed, Number, Segment, object};

/// A value on a [`Tree`], read in place: a cheap handle to copy, which shows one level at a time with [`node`](View::node).
///
/// ```
/// use calendiff::json::{Node, Tree, View};
/// let tree = Tree::of(serde_json::json!({ "name": "Consultation" }));
/// assert_eq!(tree.root().get("name").and_then(View::text), Some("Consultation"));
/// assert!(tree.root().get("slug").is_none());
/// assert!(matches!(tree.root().node(), Node::Object(_)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    tree: &'a Tree,
    index: u32,
}

/// A tree of one node: nothing was given.
static NOTHING: std::sync::LazyLock<Tree> = std::sync::LazyLock::new(|| {
    let mut tree = Tree::over("undefined".to_owned());
    tree.push((0, 0), Tag::Odd, range(0, "undefined".len()));
    tree
});

static EMPTY: Tree = Tree { words: Vec::new(), text: String::new(), names: &[], depth: None, overlong: false };

/// One level of a JSON value.
#[derive(Clone, Debug)]
pub enum Node<'a> {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A finite number.
    Number(Number),
    /// A string.
    Text(&'a str),
    /// An array, by its items.
    Array(Items<'a>),
    /// An object, by its members.
    Object(Members<'a>),
    /// Something a host language put where JSON belongs.
    Odd {
        /// What it is: `NaN`, `BigInt`, `function`, `cycle`, `Date`, …
        what: &'a str,
        /// The JSON text it surely stands for, if any: a Date's ISO text.
        meant: Option<&'a str>,
    },
}

impl<'a> Node<'a> {
    /// What it is, in the words of messages: `null`, `boolean`, `number`, `text`, `array`, `object`, or the oddity.
    #[must_use]
    pub fn name(&self) -> &'a str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "boolean",
            Self::Number(_) => "number",
            Self::Text(_) => "text",
            Self::Array(_) => "array",
            Self::Object(_) => "object",
            Self::Odd { what, .. } => what,
        }
    }
}

impl Tree {
    /// The value.
    #[must_use]
    pub fn root(&self) -> View<'_> {
        View::at(self, 0)
    }
}

impl View<'static> {
    /// What stands for a value that was not given.
    pub(crate) fn nothing() -> Self {
        NOTHING.root()
    }
}

impl<'a> View<'a> {
    /// The value at a node of a tree.
    pub(in crate::json) fn at(tree: &'a Tree, node: usize) -> Self {
        Self { tree, index: range(node, 0).0 }
    }

    /// Where its node stands on the tree.
    pub(crate) fn index(self) -> usize {
        self.index as usize
    }

    /// What stands one step further down.
    pub(crate) fn step(self, segment: &Segment) -> Option<Self> {
        match segment {
            Segment::Name(name) => self.get(name),
            Segment::Index(index) => self.items()?.nth(*index),
        }
    }

    /// Whether nothing in it is anything but JSON.
    pub(crate) fn is_json(self) -> bool {
        self.cells().iter().all(|[head, ..]| !is(*head, Tag::Odd))
    }

    /// The names that its tree gives by number.
    pub(crate) fn names(self) -> &'static [&'static str] {
        self.tree.names
    }

    /// The name that one of its nodes stands under.
    pub(super) fn name_at(self, cell: &Cell) -> &'a str {
        self.tree.name(*cell)
    }

    /// The text of one of its nodes, where it has one.
    pub(super) fn text_at(self, [.., a, b]: &Cell) -> &'a str {
        self.tree.slice((*a, *b))
    }

    /// Its nodes.
    pub(super) fn cells(self) -> &'a [Cell] {
        let rest = self.tree.words.as_chunks().0.get(self.index()..).unwrap_or_default();
        let size = rest.first().map_or(0, size);
        rest.get(..size as usize).unwrap_or_default()
    }

    /// What stands so many nodes further on.
    fn below(self, nodes: u32) -> Self {
        Self { tree: self.tree, index: self.index + nodes }
    }
}

impl<'a> View<'a> {
    /// What this value is, one level deep.
    #[must_use]
    pub fn node(self) -> Node<'a> {
        let Some(&[head, _, a, b]) = self.tree.cell(self.index) else { return Node::Null };
        let children = Items { tree: self.tree, next: self.index + 1, left: a };
        match Tag::of(head) {
            Tag::Null => Node::Null,
            Tag::False => Node::Bool(false),
            Tag::True => Node::Bool(true),
            Tag::Float | Tag::Unsigned | Tag::Negative => number(head, a, b).map_or(Node::Null, Node::Number),
            Tag::Text => Node::Text(self.tree.slice((a, b))),
            Tag::Array => Node::Array(children),
            Tag::Object => Node::Object(Members(children)),
            Tag::Odd => {
                let text = self.tree.slice((a, b));
                match text.split_once('\n') {
                    Some((what, meant)) => Node::Odd { what, meant: Some(meant) },
                    None => Node::Odd { what: text, meant: None },
                }
            }
        }
    }

    /// The text, where it is text.
    #[must_use]
    pub fn text(self) -> Option<&'a str> {
        let &[head, _, a, b] = self.tree.cell(self.index)?;
        is(head, Tag::Text).then(|| self.tree.slice((a, b)))
    }

    /// The number, where it is one.
    #[must_use]
    pub fn number(self) -> Option<Number> {
        let &[head, _, a, b] = self.tree.cell(self.index)?;
        number(head, a, b)
    }

    /// The truth value, where it is one.
    #[must_use]
    pub fn boolean(self) -> Option<bool> {
        match self.node() {
            Node::Bool(truth) => Some(truth),
            _ => None,
        }
    }

    /// A copy of its own. What is not JSON becomes null.
    #[must_use]
    pub fn to_value(self) -> Value {
        match self.node() {
            Node::Null | Node::Odd { .. } => Value::Null,
            Node::Bool(truth) => truth.into(),
            Node::Number(number) => number.to_value(),
            Node::Text(text) => text.into(),
            Node::Array(items) => Value::Array(items.map(View::to_value).listed()),
            Node::Object(members) => object(members.map(|(name, value)| (name, value.to_value()))),
        }
    }

    /// The items, where it is an array.
    #[must_use]
    pub fn items(self) -> Option<Items<'a>> {
        let &[head, _, left, _] = self.tree.cell(self.index)?;
        is(head, Tag::Array).then(|| Items { tree: self.tree, next: self.index + 1, left })
    }

    /// The members, where it is an object.
    #[must_use]
    pub fn members(self) -> Option<Members<'a>> {
        let &[head, _, left, _] = self.tree.cell(self.index)?;
        is(head, Tag::Object).then(|| Members(Items { tree: self.tree, next: self.index + 1, left }))
    }

    /// The member of that name, where this is an object that has it. Time grows with the number of members.
    #[must_use]
    pub fn get(self, name: &str) -> Option<Self> {
        let &[head, _, _, size] = self.tree.cell(self.index)?;
        let end = self.index + if is(head, Tag::Object) { size } else { 0 };
        let mut at = self.index + 1;
        while at < end {
            let cell = self.tree.cell(at)?;
            // Most names differ in length already, and equal literals are mostly one.
            let own = self.tree.name(*cell);
            if own.len() == name.len() && (std::ptr::eq(own, name) || own == name) {
                return Some(View { tree: self.tree, index: at });
            }
            at += self::size(cell);
        }
        None
    }

    /// The number of the name that it stands under, where the tree gives that by number.
    pub(crate) fn known_name(self) -> Option<usize> {
        let &[head, ..] = self.tree.cell(self.index)?;
        (head & KNOWN != 0).then_some((head & LENGTH) as usize)
    }

    /// The members of an object that has just these four, by the numbers of their names and in that order, where all are
    /// small integers and that can be told at once.
    pub(crate) fn four_integers(self, names: &[u32; 4]) -> Option<[u32; 4]> {
        let cells = self.tree.words.as_chunks::<WORDS>().0.get(self.index as usize..)?;
        let [[head, _, 4, _], a, b, c, d, ..] = cells else { return None };
        let is_integer =
            |cell: &Cell, name| cell[0] == (Tag::Unsigned as u32) << TAG_SHIFT | KNOWN | name && cell[3] == 0;
        let all = is(*head, Tag::Object)
            && is_integer(a, names[0])
            && is_integer(b, names[1])
            && is_integer(c, names[2])
            && is_integer(d, names[3]);
        all.then_some([a[2], b[2], c[2], d[2]])
    }

    /// How many values it is, itself and all inside.
    pub(crate) fn count(self) -> usize {
        self.cells().len()
    }

    /// How many bytes the paths to the values inside have together, beginning here; an index counts as two.
    pub(crate) fn paths(self) -> usize {
        let Some((_, inside)) = self.cells().split_first() else { return 0 };
        let paths = |cell: &Cell| (self.tree.name(*cell).len() + 2) * size(cell) as usize;
        inside.iter().fold(0, |all: usize, cell| all.saturating_add(paths(cell)))
    }

    /// Whether these are more than that. Mostly there is so little text and so few values that none has to be looked at.
    pub(crate) fn has_paths_beyond(self, most: usize) -> bool {
        // All unknown names are in the text; known ones have less than 64 bytes.
        let longest = self.tree.source().len() + 64 * MOST;
        longest.saturating_mul(self.count()) > most && self.paths() > most
    }

    /// Whether it is nested no deeper than that: what follows may then recurse.
    pub(crate) fn is_within(self, depth: usize) -> bool {
        !self.tree.overlong
            && (self.tree.depth.is_some_and(|deepest| deepest <= depth) || is_nested_within(self, depth))
    }

    /// Whether the two are the same, with the names of every object in the same order; nothing where names differ, since
    /// it may be in their order only. 1 is 1.0 and not true.
    ///
    /// Cell by cell: down to where two values differ, all that is around them is of one size.
    pub(crate) fn alike(self, other: Self) -> Option<bool> {
        let (mine, others) = (self.cells(), other.cells());
        if mine.len() != others.len() {
            return Some(false);
        }
        let one_table = std::ptr::eq(self.tree.names, other.tree.names);
        for (at, (mine, others)) in (0..).zip(mine.iter().zip(others)) {
            let (&[head, _, a, b], &[other_head, _, c, d]) = (mine, others);
            // Most names are known, and most values of one kind.
            let one_name = head == other_head && head & KNOWN != 0 && one_table;
            if at > 0 && !one_name && self.tree.name(*mine) != other.tree.name(*others) {
                return None;
            }
            let alike = match (Tag::of(head), Tag::of(other_head)) {
                (Tag::Text, Tag::Text) => b == d && same_text(self.tree.slice((a, b)), other.tree.slice((c, d))),
                (Tag::Odd, _) => false,
                (Tag::Null | Tag::False | Tag::True, _) => is(other_head, Tag::of(head)),
                (mine, others) if mine == others && a == c && b == d => true,
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

fn is_nested_within(view: View<'_>, depth: usize) -> bool {
    // Where the arrays and objects end that are around a node.
    let mut around = Vec::with_capacity(depth.min(MOST));
    (0..).zip(view.cells()).all(|(at, cell)| {
        while around.last() == Some(&at) {
            around.pop();
        }
        let is_nested = is(cell[0], Tag::Array) || is(cell[0], Tag::Object);
        if is_nested {
            around.push(at + size(cell));
        }
        !is_nested || around.len() <= depth
    })
}

/// Whether two texts of one length are the same, eight bytes at a time: WebAssembly has no quicker way of its own.
fn same_text(a: &str, b: &str) -> bool {
    let ((a, a_end), (b, b_end)) = (a.as_bytes().as_chunks::<8>(), b.as_bytes().as_chunks::<8>());
    a.iter().zip(b).all(|(a, b)| u64::from_le_bytes(*a) == u64::from_le_bytes(*b)) && a_end == b_end
}

/// The items of an array on a [`Tree`].
#[derive(Clone, Debug)]
pub struct Items<'a> {
    tree: &'a Tree,
    next: u32,
    left: u32,
}

impl<'a> Iterator for Items<'a> {
    type Item = View<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let view = View { tree: self.tree, index: self.next };
        self.next += self.tree.cell(self.next).map_or(1, size);
        Some(view)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left as usize, Some(self.left as usize))
    }
}

impl ExactSizeIterator for Items<'_> {}

/// The members of an object on a [`Tree`].
#[derive(Clone, Debug)]
pub struct Members<'a>(Items<'a>);

impl<'a> Iterator for Members<'a> {
    type Item = (&'a str, View<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        let view = self.0.next()?;
        let name = view.tree.cell(view.index).map_or("", |cell| view.tree.name(*cell));
        Some((name, view))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for Members<'_> {}

/// The items or members of what may be no array or object, or not there at all: nothing then. One loop for all, where
/// `into_iter().flatten()` is compiled anew into every chain.
pub(crate) trait Each<'a> {
    /// The items, where it is an array.
    fn each_item(self) -> Items<'a>;
    /// The members, where it is an object.
    fn each_member(self) -> Members<'a>;
}

impl<'a> Each<'a> for Option<View<'a>> {
    fn each_item(self) -> Items<'a> {
        self.and_then(View::items).unwrap_or(Items { tree: &EMPTY, next: 0, left: 0 })
    }

    fn each_member(self) -> Members<'a> {
        self.and_then(View::members).unwrap_or(Members(Items { tree: &EMPTY, next: 0, left: 0 }))
    }
}

impl<'a> Each<'a> for View<'a> {
    fn each_item(self) -> Items<'a> {
        Some(self).each_item()
    }

    fn each_member(self) -> Members<'a> {
        Some(self).each_member()
    }
}
