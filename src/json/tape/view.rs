//! A value on a tape, read in place.

use super::{Cell, KNOWN, LENGTH, TAG_SHIFT, Tag, Tape, WORDS, is, number, range, size};
use crate::json::{Node, Number, Segment, View};

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
    pub(in crate::json) fn at(tape: &'a Tape, node: usize) -> Self {
        Self { tape, index: range(node, 0).0 }
    }

    /// Where its node stands on the tape.
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

    /// Its nodes.
    fn cells(self) -> &'a [Cell] {
        let rest = self.tape.words.as_chunks().0.get(self.index()..).unwrap_or_default();
        let size = rest.first().map_or(0, size);
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
        let Some(&[head, _, a, b]) = self.tape.cell(self.index) else { return Node::Null };
        let children = TapeItems { tape: self.tape, next: self.index + 1, left: a };
        match Tag::of(head) {
            Tag::Null => Node::Null,
            Tag::False => Node::Bool(false),
            Tag::True => Node::Bool(true),
            Tag::Float | Tag::Unsigned | Tag::Negative => number(head, a, b).map_or(Node::Null, Node::Number),
            Tag::Text => Node::Text(self.tape.slice((a, b))),
            Tag::Array => Node::Array(children),
            Tag::Object => Node::Object(TapeMembers(children)),
            Tag::Odd => {
                let text = self.tape.slice((a, b));
                match text.split_once('\n') {
                    Some((what, meant)) => Node::Odd { what, meant: Some(meant) },
                    None => Node::Odd { what: text, meant: None },
                }
            }
        }
    }

    fn text(self) -> Option<&'a str> {
        let &[head, _, a, b] = self.tape.cell(self.index)?;
        is(head, Tag::Text).then(|| self.tape.slice((a, b)))
    }

    fn number(self) -> Option<Number> {
        let &[head, _, a, b] = self.tape.cell(self.index)?;
        number(head, a, b)
    }

    fn items(self) -> Option<Self::Items> {
        let &[head, _, left, _] = self.tape.cell(self.index)?;
        is(head, Tag::Array).then(|| TapeItems { tape: self.tape, next: self.index + 1, left })
    }

    fn members(self) -> Option<Self::Members> {
        let &[head, _, left, _] = self.tape.cell(self.index)?;
        is(head, Tag::Object).then(|| TapeMembers(TapeItems { tape: self.tape, next: self.index + 1, left }))
    }

    fn get(self, name: &str) -> Option<Self> {
        let &[head, _, _, size] = self.tape.cell(self.index)?;
        let end = self.index + if is(head, Tag::Object) { size } else { 0 };
        let mut at = self.index + 1;
        while at < end {
            let cell = self.tape.cell(at)?;
            // Most names differ in length already, and equal literals are mostly one.
            let own = self.tape.name(*cell);
            if own.len() == name.len() && (std::ptr::eq(own, name) || own == name) {
                return Some(TapeView { tape: self.tape, index: at });
            }
            at += self::size(cell);
        }
        None
    }

    fn known_name(self) -> Option<usize> {
        let &[head, ..] = self.tape.cell(self.index)?;
        (head & KNOWN != 0).then_some((head & LENGTH) as usize)
    }

    fn four_integers(self, names: &[u32; 4]) -> Option<[u32; 4]> {
        let cells = self.tape.words.as_chunks::<WORDS>().0.get(self.index as usize..)?;
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

    fn is_within(self, depth: usize) -> bool {
        self.tape.depth.is_some_and(|deepest| deepest <= depth) || crate::json::view::is_within(self, depth)
    }

    /// Cell by cell: down to where two values differ, all that is around them is of one size.
    fn alike(self, other: Self) -> Option<bool> {
        let (mine, others) = (self.cells(), other.cells());
        if mine.len() != others.len() {
            return Some(false);
        }
        let one_table = std::ptr::eq(self.tape.names, other.tape.names);
        for (at, (mine, others)) in (0..).zip(mine.iter().zip(others)) {
            let (&[head, _, a, b], &[other_head, _, c, d]) = (mine, others);
            // Most names are known, and most values of one kind.
            let one_name = head == other_head && head & KNOWN != 0 && one_table;
            if at > 0 && !one_name && self.tape.name(*mine) != other.tape.name(*others) {
                return None;
            }
            let alike = match (Tag::of(head), Tag::of(other_head)) {
                (Tag::Text, Tag::Text) => b == d && same_text(self.tape.slice((a, b)), other.tape.slice((c, d))),
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

/// Whether two texts of one length are the same, eight bytes at a time: WebAssembly has no quicker way of its own.
fn same_text(a: &str, b: &str) -> bool {
    let ((a, a_end), (b, b_end)) = (a.as_bytes().as_chunks::<8>(), b.as_bytes().as_chunks::<8>());
    a.iter().zip(b).all(|(a, b)| u64::from_le_bytes(*a) == u64::from_le_bytes(*b)) && a_end == b_end
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
        self.next += self.tape.cell(self.next).map_or(1, size);
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
        let name = view.tape.cell(view.index).map_or("", |cell| view.tape.name(*cell));
        Some((name, view))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for TapeMembers<'_> {}
