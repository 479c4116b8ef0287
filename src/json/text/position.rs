//! Lines and columns of a text, however long its lines are.

use super::{Document, Position};
use crate::json::View;
use crate::json::position::{BLOCK, begins_character, characters};

impl Document {
    /// The part of a line around a place, of so many characters before it and so many from there on at most; and how many
    /// are before it. However long the line is, no more of it is looked at.
    #[must_use]
    pub fn near(&self, place: Position, before: usize, behind: usize) -> Option<(&str, usize)> {
        let start = *self.lines.get(place.line.checked_sub(1)?)?;
        let at = self.byte_of(self.characters_before(start) + place.column.checked_sub(1)?);
        let (head, tail) = (self.source().get(start..at)?, self.source().get(at..)?);
        let from = head.char_indices().rev().take(before).last().map_or(at, |(offset, _)| start + offset);
        let end = tail.char_indices().take(behind).find(|(_, character)| matches!(character, '\n'));
        let end = end.or_else(|| tail.char_indices().nth(behind)).map_or(self.size, |(offset, _)| at + offset);
        let part = self.source().get(from..end)?;
        Some((part.strip_suffix('\r').unwrap_or(part), self.source().get(from..at)?.chars().count()))
    }

    /// Where the name of the member at a node, or the item, and its value begin.
    pub(crate) fn positions(&self, node: View<'_>) -> Option<[Position; 2]> {
        let (name, value) = *self.starts.get(node.index())?;
        Some([name, value].map(|at| self.position_at(at as usize)))
    }

    pub(super) fn position_at(&self, at: usize) -> Position {
        let line = self.lines.partition_point(|start| *start <= at);
        let start = line.checked_sub(1).and_then(|line| self.lines.get(line)).copied().unwrap_or(0);
        Position { line, column: 1 + self.characters_before(at) - self.characters_before(start) }
    }

    /// How many characters begin before a byte.
    fn characters_before(&self, at: usize) -> usize {
        let Some(before) = self.blocks.get(at / BLOCK) else {
            let last = self.blocks.len().saturating_sub(1);
            return self.blocks.last().map_or(at, |before| before + characters(self.bytes(last * BLOCK, at)));
        };
        before + characters(self.bytes(at / BLOCK * BLOCK, at))
    }

    /// The byte at which a character begins.
    fn byte_of(&self, character: usize) -> usize {
        let Some(block) = self.blocks.partition_point(|before| *before <= character).checked_sub(1) else {
            return character;
        };
        let from = block * BLOCK;
        let left = character - self.blocks[block];
        let found =
            self.bytes(from, self.size).iter().enumerate().filter(|(_, byte)| begins_character(**byte)).nth(left);
        found.map_or(self.size, |(offset, _)| from + offset)
    }

    fn bytes(&self, from: usize, to: usize) -> &[u8] {
        self.source().as_bytes().get(from..to).unwrap_or_default()
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    /// Texts of many blocks, in which columns are bytes or are not, on one line and on many.
    #[test]
    fn places_are_those_of_a_walk_over_the_text() {
        for unit in ["abc", "aé🙂", "é\\n"] {
            for between in ["", "\n", "\r\n"] {
                let items: Vec<String> = (0..900).map(|at| format!("{between}\"{unit}{at}\"")).collect();
                let text = format!("[{}]", items.join(","));
                let document = Document::parse(text.clone()).unwrap();
                for (at, item) in document.root().items().unwrap().enumerate().step_by(7) {
                    let start = text.find(&format!("{unit}{at}\"")).unwrap() - 1;
                    let line_start = text[..start].rfind('\n').map_or(0, |end| end + 1);
                    let column = text[line_start..start].chars().count();
                    let [_, place] = document.positions(item).unwrap();
                    let line = text[..start].matches('\n').count() + 1;
                    assert_eq!(place, Position { line, column: column + 1 });

                    let whole = document.line(line).unwrap();
                    let from = column.saturating_sub(4);
                    let expected: String = whole.chars().skip(from).take(column - from + 6).collect();
                    assert_eq!(document.near(place, 4, 6).unwrap(), (expected.as_str(), column - from), "{unit:?}");
                    assert_eq!(document.near(place, usize::MAX, usize::MAX).unwrap(), (whole, column));
                }
            }
        }
        let document = Document::parse("[1]").unwrap();
        for (line, column) in [(0, 1), (2, 1), (1, 0), (1, 9)] {
            assert_eq!(document.near(Position { line, column }, 1, 1), None);
        }
    }
}
