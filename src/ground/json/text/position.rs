//! Lines, columns and byte ranges of a text. Long lines cost no more than short ones.

use std::ops::Range;

use super::{Document, Path, Position};
use crate::ground::json::View;
use crate::ground::json::position::{BLOCK, Lines, begins_character, characters};

impl Document {
    /// Returns the lines of the text, found at the first call.
    pub(super) fn lines(&self) -> &Lines {
        self.lines.get_or_init(|| Lines::of(self.source()))
    }

    /// Returns the part of a line around a position, with at most `before` characters before it and `behind` from it
    /// on; and the number of characters before it. No more of the line is read, even if it is long.
    #[must_use]
    pub fn near(&self, place: Position, before: usize, behind: usize) -> Option<(&str, usize)> {
        let start = *self.lines().starts.get(place.line.checked_sub(1)?)?;
        let at = self.byte_of(self.characters_before(start) + place.column.checked_sub(1)?);
        let head = self.source().get(start..at)?;
        let tail = self.source().get(at..)?;
        let from = head
            .char_indices()
            .rev()
            .take(before)
            .last()
            .map_or(at, |(offset, _)| start + offset);
        let end = tail
            .char_indices()
            .take(behind)
            .find(|(_, character)| matches!(character, '\n'));
        let end = end
            .or_else(|| tail.char_indices().nth(behind))
            .map_or(self.size, |(offset, _)| at + offset);
        let part = self.source().get(from..end)?;
        Some((
            part.strip_suffix('\r').unwrap_or(part),
            self.source().get(from..at)?.chars().count(),
        ))
    }

    /// Returns the positions at which the name of the member at a node, or the item, and its value begin.
    pub(crate) fn positions(&self, node: View<'_>) -> Option<[Position; 2]> {
        let (name, value) = *self.starts.get(node.index())?;
        Some([name, value].map(|at| self.position_at(at as usize)))
    }

    /// Returns the byte range of the value at a path, if there is one.
    ///
    /// ```
    /// use calendiff::json::{Document, Path};
    /// let document = Document::parse(r#"{ "days": [1, 2 ], "name": "é" }"#)?;
    /// let text = |path: &str| document.span(&path.parse().unwrap()).map(|span| &document.source()[span]);
    /// assert_eq!((text("/days"), text("/days/1"), text("/name")), (Some("[1, 2 ]"), Some("2"), Some("\"é\"")));
    /// assert_eq!(text("/slug"), None);
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    #[must_use]
    pub fn span(&self, path: &Path) -> Option<Range<usize>> {
        let node = self.root().follow(path.segments())?.index();
        let (_, start) = *self.starts.get(node)?;
        Some(start as usize..*self.ends(node).first()?)
    }

    /// Returns the byte range of the name of the member at a path, with its quotes; for an item of an array, that of
    /// its value.
    #[must_use]
    pub fn name_span(&self, path: &Path) -> Option<Range<usize>> {
        let node = self.root().follow(path.segments())?.index();
        self.name_span_of(node).or_else(|| self.span(path))
    }

    /// Returns the byte range of the name of the member at a node, with its quotes.
    pub(crate) fn name_span_of(&self, node: usize) -> Option<Range<usize>> {
        let (name, value) = *self.starts.get(node)?;
        (name != value).then(|| name as usize..self.token_end(name as usize))
    }

    /// Returns the byte at which the value at a node begins.
    pub(crate) fn start_of(&self, node: usize) -> Option<usize> {
        self.starts.get(node).map(|(_, value)| *value as usize)
    }

    /// Returns the byte at which each value inside a value ends, the value itself first.
    pub(crate) fn ends(&self, node: usize) -> Vec<usize> {
        let bytes = self.source().as_bytes();
        let count = self.tree.size_of(node);
        let mut ends = vec![0; count];
        // The arrays and objects that are open, with the node at which each ends.
        let mut open = Vec::new();
        for (at, (_, start)) in self.starts.iter().skip(node).take(count).enumerate() {
            let start = *start as usize;
            let mut end = start + 1;
            if matches!(bytes.get(start), Some(b'{' | b'[')) {
                open.push((at, at + self.tree.size_of(node + at)));
            } else {
                end = self.token_end(start);
                ends[at] = end;
            }
            while let Some((around, _)) = open.pop_if(|(_, over)| *over == at + 1) {
                let space = bytes
                    .iter()
                    .skip(end)
                    .take_while(|byte| byte.is_ascii_whitespace())
                    .count();
                end += space + 1;
                ends[around] = end;
            }
        }
        ends
    }

    /// Returns the end of the text, number or word that begins at a byte.
    fn token_end(&self, start: usize) -> usize {
        let bytes = self.source().as_bytes().get(start..).unwrap_or_default();
        if bytes.first() != Some(&b'"') {
            return start
                + bytes
                    .iter()
                    .position(|byte| is_over(*byte))
                    .unwrap_or(bytes.len());
        }
        let mut at = 1;
        while let Some(byte) = bytes.get(at) {
            match byte {
                b'"' => return start + at + 1,
                b'\\' => at += 2,
                _ => at += 1,
            }
        }
        start + bytes.len()
    }

    pub(super) fn position_at(&self, at: usize) -> Position {
        let starts = &self.lines().starts;
        let line = starts.partition_point(|start| *start <= at);
        let start = line
            .checked_sub(1)
            .and_then(|line| starts.get(line))
            .copied()
            .unwrap_or(0);
        Position {
            line,
            column: 1 + self.characters_before(at) - self.characters_before(start),
        }
    }

    /// Returns the number of characters that begin before a byte.
    fn characters_before(&self, at: usize) -> usize {
        let blocks = &self.lines().blocks;
        let Some(before) = blocks.get(at / BLOCK) else {
            let last = blocks.len().saturating_sub(1);
            return blocks.last().map_or(at, |before| {
                before + characters(self.bytes(last * BLOCK, at))
            });
        };
        before + characters(self.bytes(at / BLOCK * BLOCK, at))
    }

    /// Returns the byte at which a character begins.
    fn byte_of(&self, character: usize) -> usize {
        let blocks = &self.lines().blocks;
        let Some(block) = blocks
            .partition_point(|before| *before <= character)
            .checked_sub(1)
        else {
            return character;
        };
        let from = block * BLOCK;
        let left = character - blocks[block];
        let found = self
            .bytes(from, self.size)
            .iter()
            .enumerate()
            .filter(|(_, byte)| begins_character(**byte))
            .nth(left);
        found.map_or(self.size, |(offset, _)| from + offset)
    }

    fn bytes(&self, from: usize, to: usize) -> &[u8] {
        self.source().as_bytes().get(from..to).unwrap_or_default()
    }
}

/// Returns true for a byte that ends a number, `true`, `false` or `null`.
fn is_over(byte: u8) -> bool {
    matches!(byte, b',' | b']' | b'}') || byte.is_ascii_whitespace()
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    /// Texts of many blocks, with and without characters of several bytes, on one line and on many.
    #[test]
    fn places_are_those_of_a_walk_over_the_text() {
        for unit in ["abc", "aé🙂", "é\\n"] {
            for between in ["", "\n", "\r\n"] {
                let items: Vec<String> = (0..900)
                    .map(|at| format!("{between}\"{unit}{at}\""))
                    .collect();
                let text = format!("[{}]", items.join(","));
                let document = Document::parse(text.clone()).unwrap();
                for (at, item) in document.root().items().unwrap().enumerate().step_by(7) {
                    let start = text.find(&format!("{unit}{at}\"")).unwrap() - 1;
                    let line_start = text[..start].rfind('\n').map_or(0, |end| end + 1);
                    let column = text[line_start..start].chars().count();
                    let [_, place] = document.positions(item).unwrap();
                    let line = text[..start].matches('\n').count() + 1;
                    assert_eq!(
                        place,
                        Position {
                            line,
                            column: column + 1
                        }
                    );

                    let whole = document.line(line).unwrap();
                    let from = column.saturating_sub(4);
                    let expected: String =
                        whole.chars().skip(from).take(column - from + 6).collect();
                    assert_eq!(
                        document.near(place, 4, 6).unwrap(),
                        (expected.as_str(), column - from),
                        "{unit:?}"
                    );
                    assert_eq!(
                        document.near(place, usize::MAX, usize::MAX).unwrap(),
                        (whole, column)
                    );
                }
            }
        }
        let document = Document::parse("[1]").unwrap();
        for (line, column) in [(0, 1), (2, 1), (1, 0), (1, 9)] {
            assert_eq!(document.near(Position { line, column }, 1, 1), None);
        }
    }

    /// Each span contains the value at its path, in the document's own spelling.
    #[test]
    fn the_bytes_of_a_value_are_its_text() {
        let text = r#" { "a" : [ [ ] , { } , [ [ 1 ] ] , -1.5e3 ], "q\"\\" : "\\\"]" , "é": { "b": { "c": null } } , "t":true} "#;
        let document = Document::parse(text).unwrap();
        let mut seen = 0;
        let mut left = vec![(Path::new(), document.root())];
        while let Some((path, view)) = left.pop() {
            let span = document.span(&path).unwrap();
            let again = Document::parse(&text[span]).unwrap();
            assert_eq!(again.root().to_value(), view.to_value(), "{path}");
            seen += 1;
            left.extend(
                view.items()
                    .into_iter()
                    .flatten()
                    .enumerate()
                    .map(|(at, item)| (path.with(at), item)),
            );
            for (name, member) in view.members().into_iter().flatten() {
                let path = path.with(name.to_owned());
                let own = Document::parse(&text[document.name_span(&path).unwrap()]).unwrap();
                assert_eq!(own.root().text(), Some(name));
                left.push((path, member));
            }
        }
        assert_eq!(
            (seen, document.span(&Path::new()).unwrap()),
            (13, 1..text.len() - 1)
        );
    }
}
