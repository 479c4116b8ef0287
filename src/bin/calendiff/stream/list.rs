//! A list of records as the service returns it, split into its items: `{ "calendars": […] }` or `[…]`.

use std::collections::VecDeque;

use crate::failure::{Part, Place, limit};
use crate::stream::piece::{Content, Piece, READ};

/// The names of members that hold a list of records.
const ENVELOPES: [&str; 3] = ["\"calendars\"", "\"locations\"", "\"businesses\""];

/// Returns true if a text begins as a list of records does. A text whose first line is complete and has others after it is
/// one of lines, even if that line is a list. Returns `None` if more of the text is needed.
pub(crate) fn is_list(text: &[u8], is_over: bool) -> Option<bool> {
    let envelopes = ENVELOPES.iter().map(|name| begins_with(text, &["{", name, ":", "["]));
    let candidates: Vec<Option<bool>> = envelopes.chain([begins_with(text, &["["])]).collect();
    if !candidates.contains(&Some(true)) {
        return if candidates.contains(&None) && !is_over { None } else { Some(false) };
    }
    let Some(end) = text.iter().position(|byte| *byte == b'\n') else {
        return (is_over || text.len() >= READ).then_some(true);
    };
    let mut nesting = Nesting::default();
    text[..end].iter().for_each(|byte| nesting.step(*byte));
    if !nesting.is_outside() {
        return Some(true);
    }
    if !text[end..].trim_ascii().is_empty() {
        return Some(false);
    }
    (is_over || text.len() >= READ).then_some(true)
}

/// Returns true if a line begins with tokens that white space may separate, and `None` if it ends before they do.
fn begins_with(mut text: &[u8], tokens: &[&str]) -> Option<bool> {
    for token in tokens {
        text = text.trim_ascii_start();
        let length = token.len().min(text.len());
        if text[..length] != token.as_bytes()[..length] {
            return Some(false);
        }
        text = text.get(token.len()..)?;
    }
    Some(true)
}

/// The brackets and quotes around a byte of JSON text.
#[derive(Default)]
struct Nesting {
    depth: usize,
    is_text: bool,
    is_escaped: bool,
}

impl Nesting {
    fn is_outside(&self) -> bool {
        self.depth == 0 && !self.is_text
    }

    fn step(&mut self, byte: u8) {
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

enum State {
    /// Before the bracket that opens the list.
    Before,
    Within,
    /// Behind the list; true if the last byte that is no white space may be the last one of the text.
    Behind(bool),
}

/// A list that has been read in part.
pub(crate) struct List {
    state: State,
    has_envelope: bool,
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
    /// Returns a list that begins at an offset.
    pub(crate) fn after(offset: usize) -> Self {
        let nesting = Nesting::default();
        let (state, item, before) = (State::Before, None, (0, 0));
        Self { state, has_envelope: false, nesting, index: 0, offset, item, is_too_large: false, before }
    }

    /// Takes the whole items out of the buffer.
    pub(crate) fn split(
        &mut self,
        name: &str,
        buffer: &mut Vec<u8>,
        is_over: bool,
        ready: &mut VecDeque<Piece>,
    ) -> Result<(), Broken> {
        while let Some(&byte) = buffer.get(self.offset) {
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
            return if matches!(self.state, State::Behind(true)) { Ok(()) } else { Err(Broken) };
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
        Ok(())
    }

    fn step(&mut self, byte: u8, name: &str, buffer: &[u8], ready: &mut VecDeque<Piece>) -> Result<(), Broken> {
        match self.state {
            State::Before if byte == b'{' => self.has_envelope = true,
            State::Before if byte == b'[' => self.state = State::Within,
            State::Before => {}
            State::Within => {
                let is_outside = self.nesting.is_outside();
                match byte {
                    b',' if is_outside => self.end_item(name, buffer, ready),
                    b']' if is_outside => {
                        // An item is missing behind a comma alone.
                        if self.item.is_some() || self.index > 0 {
                            self.end_item(name, buffer, ready);
                        }
                        self.state = State::Behind(!self.has_envelope);
                    }
                    _ => {
                        if self.item.is_none() && !byte.is_ascii_whitespace() {
                            self.item = Some((self.offset, self.before));
                        }
                        self.nesting.step(byte);
                    }
                }
            }
            State::Behind(_) if byte.is_ascii_whitespace() => {}
            State::Behind(_) if self.has_envelope => self.state = State::Behind(byte == b'}'),
            State::Behind(_) => return Err(Broken),
        }
        Ok(())
    }

    fn end_item(&mut self, name: &str, buffer: &[u8], ready: &mut VecDeque<Piece>) {
        let (start, before) = self.item.take().unwrap_or((self.offset, self.before));
        let place = Place { file: name.to_owned(), part: Part::Item(self.index), before };
        self.index += 1;
        let text = buffer[start..self.offset].trim_ascii_end();
        let is_too_large = std::mem::take(&mut self.is_too_large) || text.len() > limit();
        let content = if is_too_large { Content::TooLarge } else { Content::Text(text.to_vec()) };
        ready.push_back(Piece { place, content });
    }
}

#[cfg(test)]
mod tests {
    use super::{List, is_list};
    use crate::stream::piece::Content;
    use std::collections::VecDeque;

    /// An item, and the lines and characters before it.
    type Item = (String, (usize, usize));

    /// Splits a text that comes in parts of a given size. Returns the items, and true if the list is whole.
    fn split(text: &str, size: usize) -> (Vec<Item>, bool) {
        let (mut list, mut buffer, mut ready) = (List::after(0), Vec::new(), VecDeque::new());
        let mut is_whole = true;
        for part in text.as_bytes().chunks(size) {
            buffer.extend_from_slice(part);
            is_whole &= list.split("", &mut buffer, false, &mut ready).is_ok();
        }
        is_whole &= list.split("", &mut buffer, true, &mut ready).is_ok();
        let items = ready.into_iter().map(|piece| match piece.content {
            Content::Text(text) => (String::from_utf8_lossy(&text).into_owned(), piece.place.before),
            Content::Blank | Content::TooLarge => (String::new(), piece.place.before),
        });
        (items.collect(), is_whole)
    }

    #[test]
    fn a_list_is_split_at_its_commas_wherever_a_read_ends() {
        let text = "{ \"calendars\": [\n  {\"name\": \"é],\\\"[\"}, {\"a\": [1, {}]} ,\n[] ], \"traceId\": \"]\" }\n";
        let items = [("{\"name\": \"é],\\\"[\"}", (1, 2)), ("{\"a\": [1, {}]}", (1, 22)), ("[]", (2, 0))];
        let items = items.map(|(item, before)| (item.to_owned(), before)).to_vec();
        for size in 1..text.len() {
            assert_eq!(split(text, size), (items.clone(), true), "{size}");
        }
    }

    #[test]
    fn a_list_without_its_end_is_broken_and_its_last_item_is_kept() {
        assert_eq!(split("[1, 2", 3), (vec![("1".into(), (0, 1)), ("2".into(), (0, 4))], false));
        assert_eq!(split("[1", 1).0.len(), 1);
        for broken in ["[1]]", "[1] 2", "{\"calendars\":[1]", "{\"calendars\":[1],", "["] {
            assert!(!split(broken, 2).1, "{broken}");
        }
        assert_eq!(split("[]", 1), (Vec::new(), true));
        assert_eq!(split("[1,]", 1), (vec![("1".into(), (0, 1)), (String::new(), (0, 3))], true));
    }

    #[test]
    fn lines_that_are_lists_are_lines() {
        for (text, expected) in [
            ("[{}]", Some(true)),
            ("[\n{}]", Some(true)),
            ("[]\n[]", Some(false)),
            ("[]\n\n", Some(true)),
            ("{\"locations\" : [", Some(true)),
            ("{\"calendars\":[]}\n{\"calendars\":[]}", Some(false)),
            ("{\"calendar\":{}}", Some(false)),
            ("{}", Some(false)),
            ("", Some(false)),
        ] {
            assert_eq!(is_list(text.as_bytes(), true), expected, "{text}");
        }
        assert_eq!(is_list(b"{\"calend", false), None);
        assert_eq!(is_list(b"[]\n", false), None);
        assert_eq!(is_list(b"{\"slug", false), Some(false));
    }
}
