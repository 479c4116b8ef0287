//! A read-only value on a tree.

use serde_json::Value;

use super::{Cell, KNOWN, LENGTH, MOST, TAG_SHIFT, Tag, Tree, WORDS, is, number, range, size};
use crate::ground::json::{CollectVec, Number, Segment, object};

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

/// A tree of one node, for a value that was not given.
static NOTHING: std::sync::LazyLock<Tree> = std::sync::LazyLock::new(|| {
    let mut tree = Tree::default();
    let text = tree.append("undefined");
    tree.push((0, 0), Tag::Odd, text);
    tree
});

static EMPTY: Tree = Tree {
    words: Vec::new(),
    text: String::new(),
    names: &[],
    depth: None,
    overlong: false,
};

/// One level of a JSON value.
#[derive(Clone, Debug)]
#[expect(
    clippy::exhaustive_enums,
    reason = "complete, as docs/stability.md says"
)]
pub enum Node<'a> {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A finite number.
    Number(Number),
    /// A string.
    Text(&'a str),
    /// An array, as its items.
    Array(Items<'a>),
    /// An object, as its members.
    Object(Members<'a>),
    /// A value of a host language that is not JSON.
    Odd {
        /// A description: `NaN`, `BigInt`, `function`, `cycle`, `Date`, …
        what: &'a str,
        /// The JSON text it surely means, if any: a Date's ISO text.
        meant: Option<&'a str>,
    },
}

impl<'a> Node<'a> {
    /// Returns the type, in the words of messages: `null`, `boolean`, `number`, `text`, `array`, `object`, or the
    /// oddity.
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
    /// Returns the value.
    #[must_use]
    pub fn root(&self) -> View<'_> {
        View::at(self, 0)
    }

    /// Returns the member of that name, if it is an object that has one.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<View<'_>> {
        self.root().get(name)
    }

    /// Returns a copy as a `serde_json` value. Values that are not JSON become null.
    #[must_use]
    pub fn to_value(&self) -> Value {
        self.root().to_value()
    }
}

impl View<'static> {
    /// Returns a placeholder for a value that was not given.
    pub(crate) fn nothing() -> Self {
        NOTHING.root()
    }
}

impl<'a> View<'a> {
    /// Returns the value at a node of a tree.
    pub(in crate::ground::json) fn at(tree: &'a Tree, node: usize) -> Self {
        Self {
            tree,
            index: range(node, 0).0,
        }
    }

    /// Returns the index of its node on the tree.
    pub(crate) fn index(self) -> usize {
        self.index as usize
    }

    /// Returns the value at the end of a path.
    pub(crate) fn follow(self, path: &[Segment]) -> Option<Self> {
        path.iter().try_fold(self, View::step)
    }

    /// Returns the member or item of that name or index. An index is a name in an object that has it, as in a JSON Pointer.
    pub(crate) fn step(self, segment: &Segment) -> Option<Self> {
        match segment {
            Segment::Name(name) => self.get(name),
            Segment::Index(index) => match self.items() {
                Some(mut items) => items.nth(*index),
                None => self.get(&index.to_string()),
            },
        }
    }

    /// Returns true if all of it is JSON.
    pub(crate) fn is_json(self) -> bool {
        self.cells().iter().all(|[head, ..]| !is(*head, Tag::Odd))
    }

    /// Returns the names that its tree stores by number.
    pub(crate) fn names(self) -> &'static [&'static str] {
        self.tree.names
    }

    /// Returns the name of one of its nodes.
    pub(super) fn name_at(self, cell: &Cell) -> &'a str {
        self.tree.name(*cell)
    }

    /// Returns the text of one of its nodes, if it has one.
    pub(super) fn text_at(self, [.., a, b]: &Cell) -> &'a str {
        self.tree.slice((*a, *b))
    }

    /// Returns its nodes.
    pub(super) fn cells(self) -> &'a [Cell] {
        let rest = self
            .tree
            .words
            .as_chunks()
            .0
            .get(self.index()..)
            .unwrap_or_default();
        let size = rest.first().map_or(0, size);
        rest.get(..size as usize).unwrap_or_default()
    }

    /// Returns the text of its tree, if it is the root.
    pub(super) fn text_of_root(self) -> Option<&'a str> {
        (self.index == 0).then_some(&self.tree.text)
    }

    /// Returns the value `nodes` nodes further on.
    fn below(self, nodes: u32) -> Self {
        Self {
            tree: self.tree,
            index: self.index + nodes,
        }
    }
}

impl<'a> View<'a> {
    /// Returns one level of this value.
    #[must_use]
    pub fn node(self) -> Node<'a> {
        let Some(&[head, _, a, b]) = self.tree.cell(self.index) else {
            return Node::Null;
        };
        let children = Items {
            tree: self.tree,
            next: self.index + 1,
            left: a,
        };
        match Tag::of(head) {
            Tag::Null => Node::Null,
            Tag::False => Node::Bool(false),
            Tag::True => Node::Bool(true),
            Tag::Float | Tag::Unsigned | Tag::Negative => {
                number(head, a, b).map_or(Node::Null, Node::Number)
            }
            Tag::Text => Node::Text(self.tree.slice((a, b))),
            Tag::Array => Node::Array(children),
            Tag::Object => Node::Object(Members(children)),
            Tag::Odd => {
                let text = self.tree.slice((a, b));
                match text.split_once('\n') {
                    Some((what, meant)) => Node::Odd {
                        what,
                        meant: Some(meant),
                    },
                    None => Node::Odd {
                        what: text,
                        meant: None,
                    },
                }
            }
        }
    }

    /// Returns the text, if it is text.
    #[must_use]
    pub fn text(self) -> Option<&'a str> {
        let &[head, _, a, b] = self.tree.cell(self.index)?;
        is(head, Tag::Text).then(|| self.tree.slice((a, b)))
    }

    /// Returns the number, if it is one.
    #[must_use]
    pub fn number(self) -> Option<Number> {
        let &[head, _, a, b] = self.tree.cell(self.index)?;
        number(head, a, b)
    }

    /// Returns the truth value, if it is one.
    #[must_use]
    pub fn boolean(self) -> Option<bool> {
        match self.node() {
            Node::Bool(truth) => Some(truth),
            _ => None,
        }
    }

    /// Returns a copy as a `serde_json` value. Values that are not JSON become null.
    #[must_use]
    pub fn to_value(self) -> Value {
        match self.node() {
            Node::Null | Node::Odd { .. } => Value::Null,
            Node::Bool(truth) => truth.into(),
            Node::Number(number) => number.to_value(),
            Node::Text(text) => text.into(),
            Node::Array(items) => Value::Array(items.map(View::to_value).collect_vec()),
            Node::Object(members) => object(members.map(|(name, value)| (name, value.to_value()))),
        }
    }

    /// Returns the items, if it is an array.
    #[must_use]
    pub fn items(self) -> Option<Items<'a>> {
        let &[head, _, left, _] = self.tree.cell(self.index)?;
        is(head, Tag::Array).then(|| Items {
            tree: self.tree,
            next: self.index + 1,
            left,
        })
    }

    /// Returns the members, if it is an object.
    #[must_use]
    pub fn members(self) -> Option<Members<'a>> {
        let &[head, _, left, _] = self.tree.cell(self.index)?;
        is(head, Tag::Object).then(|| {
            Members(Items {
                tree: self.tree,
                next: self.index + 1,
                left,
            })
        })
    }

    /// Returns true for the object `{}`.
    pub(crate) fn is_empty_object(self) -> bool {
        self.members().is_some_and(|members| members.len() == 0)
    }

    /// Returns true if it is an object that stands for an array, as in some responses: its names are 0, 1, 2, … in order.
    pub(crate) fn is_indexed_object(self) -> bool {
        let Some(members) = self.members() else {
            return false;
        };
        members
            .enumerate()
            .all(|(index, (name, _))| name == index.to_string())
    }

    /// Returns the items, if it is an array or an object that stands for one.
    pub(crate) fn list_items(self) -> Option<Vec<View<'a>>> {
        match self.items() {
            Some(items) => Some(items.collect_vec()),
            None if self.is_indexed_object() => {
                Some(self.members()?.map(|(_, item)| item).collect_vec())
            }
            None => None,
        }
    }

    /// Returns the member of that name, if this is an object that has it. Time grows with the number of members.
    #[must_use]
    pub fn get(self, name: &str) -> Option<Self> {
        let &[head, _, _, size] = self.tree.cell(self.index)?;
        let end = self.index + if is(head, Tag::Object) { size } else { 0 };
        let mut at = self.index + 1;
        while at < end {
            let cell = self.tree.cell(at)?;
            // Most names differ in length already, and equal literals mostly share one address.
            let own = self.tree.name(*cell);
            if own.len() == name.len() && (std::ptr::eq(own, name) || own == name) {
                return Some(View {
                    tree: self.tree,
                    index: at,
                });
            }
            at += self::size(cell);
        }
        None
    }

    /// Returns the number of the name that it has as a member, if the tree stores that by number.
    pub(crate) fn known_name(self) -> Option<usize> {
        let &[head, ..] = self.tree.cell(self.index)?;
        (head & KNOWN != 0).then_some((head & LENGTH) as usize)
    }

    /// Returns the members of an object that has just these four, by the numbers of their names and in that order, if
    /// all are small integers. Returns `None` as well if that cannot be told at once.
    pub(crate) fn four_integers(self, names: &[u32; 4]) -> Option<[u32; 4]> {
        const MEMBERS: u32 = 4;
        let cells = self
            .tree
            .words
            .as_chunks::<WORDS>()
            .0
            .get(self.index as usize..)?;
        // An object's cell has the number of the cells inside, and a member that is a number is one cell.
        let [[head, _, MEMBERS, _], a, b, c, d, ..] = cells else {
            return None;
        };
        let all = is(*head, Tag::Object)
            && is_integer(a, names[0])
            && is_integer(b, names[1])
            && is_integer(c, names[2])
            && is_integer(d, names[3]);
        all.then_some([a[2], b[2], c[2], d[2]])
    }

    /// Returns the number of values, itself and all inside.
    pub(crate) fn count(self) -> usize {
        self.cells().len()
    }

    /// Returns the bytes of the paths to the values inside together, beginning here. An index counts as two.
    pub(crate) fn paths(self) -> usize {
        let Some((_, inside)) = self.cells().split_first() else {
            return 0;
        };
        // A name is in the path of its own value and of each value inside.
        let mut all: usize = 0;
        for cell in inside {
            let name = self.tree.name(*cell).len() + 2;
            all = all.saturating_add(name * size(cell) as usize);
        }
        all
    }

    /// Returns true if the paths have more bytes than `most`. Mostly there is so little text and so few values that no
    /// path is measured.
    pub(crate) fn has_paths_beyond(self, most: usize) -> bool {
        // All unknown names are in the text, and known ones have less than 64 bytes.
        let longest = self.tree.source().len() + 64 * MOST;
        longest.saturating_mul(self.count()) > most && self.paths() > most
    }

    /// Returns true if it is nested no deeper than `depth`, so that the caller may recurse.
    pub(crate) fn is_within(self, depth: usize) -> bool {
        !self.tree.overlong
            && (self.tree.depth.is_some_and(|deepest| deepest <= depth)
                || is_nested_within(self, depth))
    }

    /// Returns true if the two are equal, with the names of every object in the same order. Returns `None` if names
    /// differ, since perhaps only their order does. 1 is equal to 1.0 and not to true.
    ///
    /// Compares cell by cell: up to the first difference, the arrays and objects around both cells have the same sizes.
    pub(crate) fn alike(self, other: Self) -> Option<bool> {
        let mine = self.cells();
        let others = other.cells();
        if mine.len() != others.len() {
            return Some(false);
        }
        let one_table = std::ptr::eq(self.tree.names, other.tree.names);
        for (at, (mine, others)) in (0..).zip(mine.iter().zip(others)) {
            let (&[head, _, a, b], &[other_head, _, c, d]) = (mine, others);
            // Most names are known, and most values have the same type.
            let one_name = head == other_head && head & KNOWN != 0 && one_table;
            if at > 0 && !one_name && self.tree.name(*mine) != other.tree.name(*others) {
                return None;
            }
            let alike = match (Tag::of(head), Tag::of(other_head)) {
                (Tag::Text, Tag::Text) => {
                    b == d && same_text(self.tree.slice((a, b)), other.tree.slice((c, d)))
                }
                // Not even equal to itself: of two values that are not JSON, only the descriptions are known.
                (Tag::Odd, _) => false,
                // These have no content to compare.
                (Tag::Null | Tag::False | Tag::True, _) => is(other_head, Tag::of(head)),
                (mine, others) if mine == others && a == c && b == d => true,
                // The two numbers may be written differently.
                _ => self
                    .below(at)
                    .number()
                    .zip(other.below(at).number())
                    .is_some_and(|(a, b)| a == b),
            };
            if !alike {
                return Some(false);
            }
        }
        Some(true)
    }
}

/// Returns true for a member with the number of a name, whose value is an integer that fits 32 bits.
fn is_integer(cell: &Cell, name: u32) -> bool {
    // One comparison of the first word checks the tag, that the name is known, and its number. `cell[3]` is the upper half.
    cell[0] == (Tag::Unsigned as u32) << TAG_SHIFT | KNOWN | name && cell[3] == 0
}

fn is_nested_within(view: View<'_>, depth: usize) -> bool {
    // The ends of the arrays and objects around a node.
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

/// Compares two texts of one length, eight bytes at a time: WebAssembly has no faster way of its own.
fn same_text(a: &str, b: &str) -> bool {
    let ((a, a_end), (b, b_end)) = (a.as_bytes().as_chunks::<8>(), b.as_bytes().as_chunks::<8>());
    a.iter()
        .zip(b)
        .all(|(a, b)| u64::from_le_bytes(*a) == u64::from_le_bytes(*b))
        && a_end == b_end
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
        let view = View {
            tree: self.tree,
            index: self.next,
        };
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
        let name = view
            .tree
            .cell(view.index)
            .map_or("", |cell| view.tree.name(*cell));
        Some((name, view))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for Members<'_> {}

/// The items or members of a value that may be neither array nor object, or absent: none then. One loop for all, since
/// `into_iter().flatten()` is compiled into every chain.
pub(crate) trait Each<'a> {
    /// Returns the items, if it is an array.
    fn each_item(self) -> Items<'a>;
    /// Returns the members, if it is an object.
    fn each_member(self) -> Members<'a>;
    /// Returns the member of that name, if it is an object that has one.
    fn get(self, name: &str) -> Option<View<'a>>;
    /// Returns the member or the item that a segment of a path leads to.
    fn step(self, segment: &Segment) -> Option<View<'a>>;
}

impl<'a> Each<'a> for Option<View<'a>> {
    fn each_item(self) -> Items<'a> {
        self.and_then(View::items).unwrap_or(Items {
            tree: &EMPTY,
            next: 0,
            left: 0,
        })
    }

    fn each_member(self) -> Members<'a> {
        self.and_then(View::members).unwrap_or(Members(Items {
            tree: &EMPTY,
            next: 0,
            left: 0,
        }))
    }

    fn get(self, name: &str) -> Option<View<'a>> {
        self?.get(name)
    }

    fn step(self, segment: &Segment) -> Option<View<'a>> {
        self?.step(segment)
    }
}

impl<'a> Each<'a> for View<'a> {
    fn each_item(self) -> Items<'a> {
        Some(self).each_item()
    }

    fn each_member(self) -> Members<'a> {
        Some(self).each_member()
    }

    fn get(self, name: &str) -> Option<View<'a>> {
        View::get(self, name)
    }

    fn step(self, segment: &Segment) -> Option<View<'a>> {
        View::step(self, segment)
    }
}
