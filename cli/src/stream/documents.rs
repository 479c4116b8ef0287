//! Documents of several lines each, one after the other, as a pretty printer writes them.

use std::collections::VecDeque;

use crate::failure::{Part, Place, limit};
use crate::stream::list::Nesting;
use crate::stream::piece::{Content, Piece};

/// Returns true if a text begins with a document of several lines: its first line leaves an object open, and the next goes
/// on with a member or closes it. A line of JSON would begin with an object of its own.
///
/// ```text
/// {                  {"id":
///   "id": "ada"      {"id":"ben"}
/// ```
///
/// The second text has two lines, and the first of them is broken. Returns `None` if more of the text is needed.
pub(crate) fn begins(text: &[u8], is_over: bool) -> Option<bool> {
    let mut lines = text
        .split_inclusive(|byte| *byte == b'\n')
        .filter(|line| !line.trim_ascii().is_empty());
    let first = lines.next().filter(|line| line.ends_with(b"\n"));
    let Some(first) = first else {
        return is_over.then_some(false);
    };
    let mut nesting = Nesting::default();
    for byte in first {
        nesting.step(*byte);
    }
    if !first.trim_ascii().starts_with(b"{") || nesting.is_outside() {
        return Some(false);
    }
    match lines.next() {
        Some(next) => Some(
            [&b"\""[..], b"}"]
                .iter()
                .any(|start| next.trim_ascii().starts_with(start)),
        ),
        None => is_over.then_some(false),
    }
}

/// The state of splitting a text into its documents.
pub(crate) struct Documents {
    nesting: Nesting,
    /// The lines and characters of the file before the next byte.
    before: (usize, usize),
    /// The bytes of the buffer that were looked at.
    scanned: usize,
    /// The lines and characters before the current document, if it has begun.
    start: Option<(usize, usize)>,
    is_too_large: bool,
}

impl Documents {
    /// Returns the documents behind that many lines and characters.
    pub(crate) fn behind(before: (usize, usize)) -> Self {
        Self {
            nesting: Nesting::default(),
            before,
            scanned: 0,
            start: None,
            is_too_large: false,
        }
    }

    /// Takes the whole documents out of the buffer.
    pub(crate) fn split(
        &mut self,
        name: &str,
        buffer: &mut Vec<u8>,
        is_over: bool,
        ready: &mut VecDeque<Piece>,
    ) {
        let mut begin = 0;
        for offset in self.scanned..buffer.len() {
            let byte = buffer[offset];
            if self.start.is_none() && !byte.is_ascii_whitespace() {
                begin = offset;
                self.start = Some(self.before);
            }
            self.nesting.step(byte);
            match byte {
                b'\n' => self.before = (self.before.0 + 1, 0),
                // A character counts once, by its first byte.
                byte if byte & 0xc0 != 0x80 => self.before.1 += 1,
                _ => {}
            }
            let is_end = matches!(byte, b'}' | b']') || byte == b'\n';
            if is_end && self.nesting.is_outside() && self.start.is_some() {
                ready.extend(self.document(name, &buffer[begin..=offset]));
                begin = offset + 1;
            }
        }
        if self.start.is_none() {
            begin = buffer.len();
        }
        buffer.drain(..begin);
        if is_over {
            ready.extend(self.document(name, buffer));
            buffer.clear();
        }
        if buffer.len() > limit() {
            self.is_too_large = true;
            buffer.clear();
        }
        self.scanned = buffer.len();
    }

    /// Returns the document that has begun.
    fn document(&mut self, name: &str, text: &[u8]) -> Option<Piece> {
        let before = self.start.take()?;
        let is_too_large = std::mem::take(&mut self.is_too_large) || text.len() > limit();
        let content = if is_too_large {
            Content::TooLarge
        } else {
            Content::Text(text.trim_ascii().to_vec())
        };
        let place = Place {
            file: name.to_owned(),
            part: Part::Line(before.0 + 1),
            before,
        };
        Some(Piece {
            place,
            content,
            kind: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::{Documents, begins};
    use crate::stream::piece::Content;

    #[test]
    fn documents_of_several_lines_are_told_from_lines() {
        for (text, expected) in [
            ("{\n  \"id\": 1\n}\n", true),
            ("{ \"id\": 1,\n\n  \"a\": 2 }", true),
            ("{\n}", true),
            ("{\"id\":\n{\"id\":2}\n", false),
            ("{\"id\":1}\n{\"id\":2}\n", false),
            ("{\"id\":1}", false),
            ("[\n  1\n]", false),
            ("", false),
        ] {
            assert_eq!(begins(text.as_bytes(), true), Some(expected), "{text}");
        }
        assert_eq!(begins(b"{\n", false), None);
    }

    #[test]
    fn documents_are_split_wherever_a_read_ends() {
        let text = "{\n  \"a\": \"}{\"\n} {\"b\": [1,\n2]}\n\n{\n\"c\":";
        let expected = [
            ("{\n  \"a\": \"}{\"\n}", (0, 0)),
            ("{\"b\": [1,\n2]}", (2, 2)),
            ("{\n\"c\":", (5, 0)),
        ];
        for size in 1..=text.len() {
            let (mut documents, mut buffer, mut ready) =
                (Documents::behind((0, 0)), Vec::new(), VecDeque::new());
            for part in text.as_bytes().chunks(size) {
                buffer.extend_from_slice(part);
                documents.split("", &mut buffer, false, &mut ready);
            }
            documents.split("", &mut buffer, true, &mut ready);
            let found: Vec<(String, (usize, usize))> = ready
                .into_iter()
                .map(|piece| match piece.content {
                    Content::Text(text) => (
                        String::from_utf8(text).unwrap_or_default(),
                        piece.place.before,
                    ),
                    _ => Default::default(),
                })
                .collect();
            assert_eq!(
                found,
                expected.map(|(text, before)| (text.to_owned(), before)),
                "{size}"
            );
        }
    }
}
