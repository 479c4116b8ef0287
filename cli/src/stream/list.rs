//! A list of records as the service returns it, split into its items: `{ "calendars": […] }` or `[…]`.

use std::collections::VecDeque;

use calendiff::json::Document;
use calendiff::{Kind, Operation};

use crate::failure::{Part, Place, limit};
use crate::stream::piece::{Content, Piece, READ};

/// The member that holds the list of locations in the public API (observed).
const BUSINESSES: &str = "businesses";

/// Returns the kind of the records in a list, by the name of the member that holds it.
fn kind_of_list(name: &str) -> Option<Kind> {
    if name == BUSINESSES {
        return Some(Kind::Location);
    }
    Operation::ALL
        .iter()
        .filter(|operation| operation.area == name)
        .find_map(|operation| operation.kind)
}

/// The form of a text, by its beginning.
#[derive(Debug, PartialEq)]
pub(crate) enum Opening {
    /// A list of records, opened by the bracket at this offset, and their kind if the name of the list tells it.
    List(usize, Option<Kind>),
    Lines,
}

/// Returns the form of a text, or `None` if more of it is needed. A text whose first line is complete and has others after
/// it is one of lines, even if that line is a list.
pub(crate) fn opening(text: &[u8], is_over: bool) -> Option<Opening> {
    let is_enough = is_over || text.len() >= READ;
    let opening = bracket(text).or(is_enough.then_some(Opening::Lines))?;
    if opening == Opening::Lines {
        return Some(opening);
    }
    let Some(end) = text.iter().position(|byte| *byte == b'\n') else {
        return is_enough.then_some(opening);
    };
    let mut nesting = Nesting::default();
    text[..end].iter().for_each(|byte| nesting.step(*byte));
    if !nesting.is_outside() {
        return Some(opening);
    }
    if !text[end..].trim_ascii().is_empty() {
        return Some(Opening::Lines);
    }
    is_enough.then_some(opening)
}

/// Finds the bracket that opens a list: the first byte of the text, or the value of a member with the name of a list. Members
/// that no record has may stand before it, such as `traceId`. Returns `None` if the text ends before that is decided.
fn bracket(text: &[u8]) -> Option<Opening> {
    let mut offset = next_token(text, 0)?;
    match text[offset] {
        b'[' => return Some(Opening::List(offset, None)),
        b'{' => {}
        _ => return Some(Opening::Lines),
    }
    loop {
        offset = next_token(text, offset + 1)?;
        if text[offset] != b'"' {
            return Some(Opening::Lines);
        }
        let length = text[offset + 1..].iter().position(|byte| *byte == b'"')?;
        let name = str::from_utf8(&text[offset + 1..offset + 1 + length]).unwrap_or_default();
        offset = next_token(text, offset + length + 2)?;
        if text[offset] != b':' {
            return Some(Opening::Lines);
        }
        offset = next_token(text, offset + 1)?;
        if let Some(kind) = kind_of_list(name) {
            let is_list = text[offset] == b'[';
            return Some(if is_list {
                Opening::List(offset, Some(kind))
            } else {
                Opening::Lines
            });
        }
        if Kind::ALL
            .iter()
            .any(|kind| kind.table().member(name).is_some())
        {
            return Some(Opening::Lines);
        }
        let mut nesting = Nesting::default();
        offset += text[offset..].iter().position(|byte| {
            let is_end = nesting.is_outside() && matches!(byte, b',' | b'}');
            nesting.step(*byte);
            is_end
        })?;
        if text[offset] == b'}' {
            return Some(Opening::Lines);
        }
    }
}

/// Returns the offset of the first byte from an offset on that is no white space.
fn next_token(text: &[u8], from: usize) -> Option<usize> {
    let length = text
        .get(from..)?
        .iter()
        .position(|byte| !byte.is_ascii_whitespace())?;
    Some(from + length)
}

/// Returns the records of a list that is one line, or `None` if the line is another document.
pub(crate) fn items_of_line(
    name: &str,
    line: &[u8],
    number: usize,
    column: usize,
) -> Option<VecDeque<Piece>> {
    let Some(Opening::List(bracket, kind)) = bracket(line) else {
        return None;
    };
    let mut items = VecDeque::new();
    let mut list = List::after(0, bracket, kind).behind(0, (number - 1, column));
    let is_whole = list.split(name, &mut line.to_vec(), true, &mut items);
    for item in &mut items {
        if let Part::Item(index) = item.place.part {
            item.place.part = Part::ItemOfLine {
                line: number,
                index,
            };
        }
    }
    is_whole
        .is_ok_and(|is_followed| !is_followed)
        .then_some(items)
}

/// The brackets and quotes around a byte of JSON text.
#[derive(Default)]
pub(crate) struct Nesting {
    depth: usize,
    is_text: bool,
    is_escaped: bool,
}

impl Nesting {
    pub(crate) fn is_outside(&self) -> bool {
        self.depth == 0 && !self.is_text
    }

    pub(crate) fn step(&mut self, byte: u8) {
        match byte {
            _ if self.is_escaped => self.is_escaped = false,
            b'\\' if self.is_text => self.is_escaped = true,
            b'"' => self.is_text = !self.is_text,
            _ if self.is_text => {}
            b'[' | b'{' => self.depth += 1,
            b']' | b'}' => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
    }
}

/// A list that does not end as lists do.
pub(crate) struct Broken;

#[derive(PartialEq)]
enum ListState {
    /// Before the bracket that opens the list, which is at an offset in the buffer.
    Before(usize),
    Within,
    /// Behind the list, in its envelope.
    Behind,
    /// Behind the list and its envelope.
    After,
}

/// A list that has been read in part.
pub(crate) struct List {
    state: ListState,
    kind: Option<Kind>,
    /// The text of the envelope, with an empty list as the list. Empty if there is none.
    envelope: Vec<u8>,
    nesting: Nesting,
    /// The number of items before the next.
    index: usize,
    /// The offset in the buffer of the byte to look at next.
    offset: usize,
    /// The offset in the buffer at which the item begins, and the lines and characters of the file before it.
    item: Option<(usize, (usize, usize))>,
    is_too_large: bool,
    /// The lines of the file before the byte, and the characters before it on its line.
    before: (usize, usize),
}

impl List {
    /// Returns a list that begins at an offset, with a bracket that opens it at another one.
    pub(crate) fn after(offset: usize, bracket: usize, kind: Option<Kind>) -> Self {
        Self {
            state: ListState::Before(bracket),
            kind,
            envelope: Vec::new(),
            nesting: Nesting::default(),
            index: 0,
            offset,
            item: None,
            is_too_large: false,
            before: (0, 0),
        }
    }

    /// Returns the list as a later one of its file: it has that many items, and that many lines and characters, before it.
    pub(crate) fn behind(self, index: usize, before: (usize, usize)) -> Self {
        Self {
            index,
            before,
            ..self
        }
    }

    /// Returns the number of items so far, and the lines and characters before the next byte.
    pub(crate) fn end(&self) -> (usize, (usize, usize)) {
        (self.index, self.before)
    }

    /// Takes the whole items out of the buffer. Returns true if the list has ended before another document, which the buffer
    /// then begins with.
    pub(crate) fn split(
        &mut self,
        name: &str,
        buffer: &mut Vec<u8>,
        is_over: bool,
        ready: &mut VecDeque<Piece>,
    ) -> Result<bool, Broken> {
        while let Some(&byte) = buffer.get(self.offset) {
            if self.state == ListState::After && !byte.is_ascii_whitespace() {
                buffer.drain(..self.offset);
                return Ok(true);
            }
            self.step(byte, name, buffer, ready)?;
            self.offset += 1;
            match byte {
                b'\n' => self.before = (self.before.0 + 1, 0),
                // A character counts once, by its first byte.
                byte if byte & 0xc0 != 0x80 => self.before.1 += 1,
                _ => {}
            }
        }
        if is_over {
            if self.item.is_some() {
                self.end_item(name, buffer, ready);
            }
            return if self.state == ListState::After {
                Ok(false)
            } else {
                Err(Broken)
            };
        }
        let used = self.item.map_or(self.offset, |(start, _)| start);
        buffer.drain(..used);
        self.offset -= used;
        if let Some((start, _)) = &mut self.item {
            *start = 0;
            if buffer.len() > limit() {
                self.is_too_large = true;
                buffer.clear();
                self.offset = 0;
            }
        }
        Ok(false)
    }

    fn step(
        &mut self,
        byte: u8,
        name: &str,
        buffer: &[u8],
        ready: &mut VecDeque<Piece>,
    ) -> Result<(), Broken> {
        match self.state {
            ListState::Before(bracket) if self.offset == bracket => self.state = ListState::Within,
            ListState::Before(_) if self.envelope.is_empty() && byte.is_ascii_whitespace() => {}
            ListState::Before(_) => self.envelope.push(byte),
            ListState::Within => {
                let is_outside = self.nesting.is_outside();
                match byte {
                    b',' if is_outside => self.end_item(name, buffer, ready),
                    b']' if is_outside => {
                        // An item is missing behind a comma alone.
                        if self.item.is_some() || self.index > 0 {
                            self.end_item(name, buffer, ready);
                        }
                        self.state = if self.envelope.is_empty() {
                            ListState::After
                        } else {
                            ListState::Behind
                        };
                        self.envelope.extend_from_slice(b"[]");
                    }
                    _ => {
                        if self.item.is_none() && !byte.is_ascii_whitespace() {
                            self.item = Some((self.offset, self.before));
                        }
                        self.nesting.step(byte);
                    }
                }
            }
            ListState::Behind => self.step_behind(byte)?,
            ListState::After => {}
        }
        Ok(())
    }

    /// Takes a byte of the envelope behind the list. It has nothing that is no JSON, and no other list.
    fn step_behind(&mut self, byte: u8) -> Result<(), Broken> {
        self.envelope.push(byte);
        if self.envelope.len() > limit() {
            return Err(Broken);
        }
        let is_end = byte == b'}' && self.nesting.is_outside();
        self.nesting.step(byte);
        if !is_end {
            return Ok(());
        }
        let text = str::from_utf8(&self.envelope).map_err(|_| Broken)?;
        // It refuses a name that is there twice, too.
        let envelope = Document::parse(text).map_err(|_| Broken)?;
        let members = envelope.root().members().into_iter().flatten();
        let lists = members
            .filter(|(name, member)| kind_of_list(name).is_some() && member.items().is_some());
        if lists.count() != 1 {
            return Err(Broken);
        }
        self.state = ListState::After;
        Ok(())
    }

    fn end_item(&mut self, name: &str, buffer: &[u8], ready: &mut VecDeque<Piece>) {
        let (start, before) = self.item.take().unwrap_or((self.offset, self.before));
        let place = Place {
            file: name.to_owned(),
            part: Part::Item(self.index),
            before,
        };
        self.index += 1;
        let text = buffer[start..self.offset].trim_ascii_end();
        let is_too_large = std::mem::take(&mut self.is_too_large) || text.len() > limit();
        let content = if is_too_large {
            Content::TooLarge
        } else {
            Content::Text(text.to_vec())
        };
        ready.push_back(Piece {
            place,
            content,
            kind: self.kind,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::{Broken, List, Opening, opening};
    use crate::stream::piece::Content;
    use calendiff::Kind;
    use std::collections::VecDeque;

    /// An item, and the lines and characters before it.
    type Item = (String, (usize, usize));

    fn bracket_of(text: &str) -> Option<usize> {
        match opening(text.as_bytes(), true) {
            Some(Opening::List(bracket, _)) => Some(bracket),
            _ => None,
        }
    }

    /// Splits a text that comes in parts of a given size. Returns the items, and true if the list is whole.
    fn split(text: &str, size: usize) -> (Vec<Item>, bool) {
        let bracket = bracket_of(text).unwrap_or_default();
        let (mut list, mut buffer, mut ready) =
            (List::after(0, bracket, None), Vec::new(), VecDeque::new());
        let (mut is_whole, mut is_followed) = (true, false);
        // The beginning is read before it is known to be that of a list.
        let (beginning, rest) = text.as_bytes().split_at(bracket + 1);
        for part in std::iter::once(beginning).chain(rest.chunks(size)) {
            buffer.extend_from_slice(part);
            match list.split("", &mut buffer, false, &mut ready) {
                Ok(has_next) => is_followed |= has_next,
                Err(Broken) => is_whole = false,
            }
            if is_followed || !is_whole {
                break;
            }
        }
        is_whole &= !is_followed && list.split("", &mut buffer, true, &mut ready).is_ok();
        let items = ready.into_iter().map(|piece| match piece.content {
            Content::Text(text) => (
                String::from_utf8_lossy(&text).into_owned(),
                piece.place.before,
            ),
            _ => (String::new(), piece.place.before),
        });
        (items.collect(), is_whole)
    }

    #[test]
    fn a_list_is_split_at_its_commas_wherever_a_read_ends() {
        let text = "{ \"traceId\": \"[\", \"calendars\": [\n  {\"name\": \"é],\\\"[\"}, {\"a\": [1, {}]} ,\n[] ], \"cursor\": \"]\" }\n";
        let items = [
            ("{\"name\": \"é],\\\"[\"}", (1, 2)),
            ("{\"a\": [1, {}]}", (1, 22)),
            ("[]", (2, 0)),
        ];
        let items = items
            .map(|(item, before)| (item.to_owned(), before))
            .to_vec();
        for size in 1..text.len() {
            assert_eq!(split(text, size), (items.clone(), true), "{size}");
        }
    }

    #[test]
    fn a_list_without_its_end_is_broken_and_its_last_item_is_kept() {
        assert_eq!(
            split("[1, 2", 3),
            (vec![("1".into(), (0, 1)), ("2".into(), (0, 4))], false)
        );
        assert_eq!(split("[1", 1).0.len(), 1);
        let with_tail = |tail: &str| format!("{{\"calendars\":[1]{tail}");
        let tails = [
            "",
            ",",
            ",}",
            "]}",
            ",\"meta\":garbage}",
            ",\"calendars\":[2]}",
            ",\"locations\":[2]}",
            " 5}",
        ];
        for tail in tails {
            assert!(!split(&with_tail(tail), 2).1, "{tail}");
        }
        for broken in ["[1]]", "[1] 2", "["] {
            assert!(!split(broken, 2).1, "{broken}");
        }
        assert_eq!(split("[]", 1), (Vec::new(), true));
        assert_eq!(
            split("[1,]", 1),
            (vec![("1".into(), (0, 1)), (String::new(), (0, 3))], true)
        );
    }

    #[test]
    fn lines_that_are_lists_are_lines() {
        for (text, expected) in [
            ("[{}]", Some(0)),
            ("[\n{}]", Some(0)),
            ("[]\n[]", None),
            ("[]\n\n", Some(0)),
            ("{\"locations\" : [", Some(15)),
            ("{\"calendars\":[]}\n{\"calendars\":[]}", None),
            (
                "{\"traceId\": \"[\", \"meta\": {\"a\": [1, 2]}, \"calendars\": [",
                Some(53),
            ),
            ("{\"name\": \"a\", \"calendars\": [", None),
            ("{\"traceId\": 1}", None),
            ("{\"calendars\": 5}", None),
            ("{\"calendar\":{}}", None),
            ("{}", None),
            ("", None),
        ] {
            assert_eq!(bracket_of(text), expected, "{text}");
        }
        for (name, kind) in [
            ("calendars", Kind::Calendar),
            ("locations", Kind::Location),
            ("businesses", Kind::Location),
        ] {
            let text = format!("{{\"{name}\":[");
            assert_eq!(
                opening(text.as_bytes(), true),
                Some(Opening::List(text.len() - 1, Some(kind)))
            );
        }
        assert_eq!(opening(b"{\"calend", false), None);
        assert_eq!(opening(b"[]\n", false), None);
        assert_eq!(opening(b"{\"slug\":1", false), Some(Opening::Lines));
    }
}
