//! The parser of JSON text.

use crate::ground::error::ErrorReason;
use crate::ground::json::escape::plain_length;
use crate::ground::json::number;
use crate::ground::json::tree::{Tag, Tree, range};
use crate::ground::json::{DEPTH, Number, VALUES};

/// The names that trees store by number, and the number of each.
pub(crate) struct Numbers {
    pub(crate) names: &'static [&'static str],
    /// Returns the number of a name.
    pub(crate) find: fn(&str) -> Option<usize>,
}

/// The names of an object so far, for finding duplicates.
#[derive(Default)]
struct Present {
    /// The numbers of the known names, a bit each.
    known: u128,
    /// The first duplicate among them, and where it begins.
    double: Option<(usize, &'static str)>,
}

/// A reason, and the byte at which it applies.
type SyntaxError = (ErrorReason, usize);

/// The nodes of a text.
pub(super) struct Parsed {
    /// A tree whose text is still missing: the source, then the unescaped texts.
    pub(super) tree: Tree,
    /// The texts that have escapes in the source, without them, one after the other.
    pub(super) unescaped: String,
    /// The bytes where each node's name and its value begin.
    pub(super) starts: Vec<(u32, u32)>,
    /// The nodes of the integers that are kept as text.
    pub(super) kept: Vec<u32>,
}

pub(super) struct Parser<'s> {
    source: &'s str,
    at: usize,
    parsed: Parsed,
    numbers: &'s Numbers,
    /// The number of the known name that is likely to come next.
    likely: usize,
    /// The unknown names of the open objects, innermost last, for finding duplicates.
    names: Vec<((u32, u32), usize)>,
    /// True if an integer whose digits would be lost is kept as text, and no error.
    keeps: bool,
}

impl<'s> Parser<'s> {
    pub(super) fn of(source: &'s str, numbers: &'s Numbers, keeps: bool) -> Self {
        let tree = Tree::with_room(source.len(), numbers.names);
        let parsed = Parsed {
            tree,
            unescaped: String::new(),
            starts: Vec::new(),
            kept: Vec::new(),
        };
        Self {
            source,
            at: 0,
            parsed,
            numbers,
            likely: 0,
            names: Vec::new(),
            keeps,
        }
    }

    pub(super) fn whole(mut self) -> Result<Parsed, SyntaxError> {
        self.space();
        self.value((0, 0), self.at, 0)?;
        self.space();
        match self.peek() {
            None => Ok(self.parsed),
            Some(_) if self.is_conflict_marker() => Err((ErrorReason::Conflict {}, self.at)),
            Some(_) => Err((
                ErrorReason::Trailing {
                    found: self.found(),
                },
                self.at,
            )),
        }
    }

    fn peek(&self) -> Option<u8> {
        self.source.as_bytes().get(self.at).copied()
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// Describes the character at the current position, for a message.
    fn found(&self) -> String {
        match self
            .source
            .get(self.at..)
            .and_then(|rest| rest.chars().next())
        {
            None => "the end of the text".to_owned(),
            Some(found) if found.is_control() => {
                format!("the control character U+{:04X}", found as u32)
            }
            Some(found) => format!("`{found}`"),
        }
    }

    /// Returns true at a line that git writes into a text with a merge conflict.
    fn is_conflict_marker(&self) -> bool {
        let (before, rest) = self.source.as_bytes().split_at(self.at);
        let markers: [&[u8]; 4] = [b"<<<<<<<", b"|||||||", b"=======", b">>>>>>>"];
        matches!(before.last(), None | Some(b'\n'))
            && markers.iter().any(|marker| rest.starts_with(marker))
    }

    fn expected(&self, expected: &'static str) -> SyntaxError {
        if self.is_conflict_marker() {
            return (ErrorReason::Conflict {}, self.at);
        }
        (
            ErrorReason::Syntax {
                expected,
                found: self.found(),
            },
            self.at,
        )
    }

    fn value(
        &mut self,
        name: (u32, u32),
        name_start: usize,
        depth: usize,
    ) -> Result<(), SyntaxError> {
        if self.parsed.starts.len() == VALUES {
            return Err((ErrorReason::Values { limit: VALUES }, self.at));
        }
        self.parsed.starts.push(range(name_start, self.at));
        match self.peek() {
            Some(b'"') => {
                let text = self.string()?;
                self.parsed.tree.push(name, Tag::Text, text);
                Ok(())
            }
            Some(b'{') => self.nested(name, Tag::Object, depth),
            Some(b'[') => self.nested(name, Tag::Array, depth),
            Some(b'-' | b'0'..=b'9') => self.number(name),
            Some(b't') => self.word(name, "true", Tag::True),
            Some(b'f') => self.word(name, "false", Tag::False),
            Some(b'n') => self.word(name, "null", Tag::Null),
            _ => Err(self.expected("a value")),
        }
    }

    fn word(&mut self, name: (u32, u32), word: &'static str, tag: Tag) -> Result<(), SyntaxError> {
        if !self.source.as_bytes()[self.at..].starts_with(word.as_bytes()) {
            return Err(self.expected("a value"));
        }
        self.at += word.len();
        self.parsed.tree.push(name, tag, (0, 0));
        Ok(())
    }

    fn nested(&mut self, name: (u32, u32), tag: Tag, depth: usize) -> Result<(), SyntaxError> {
        if depth == DEPTH {
            return Err((ErrorReason::Depth { limit: DEPTH }, self.at));
        }
        let object = tag == Tag::Object;
        let (end, expected) = if object {
            (b'}', "`,` or `}`")
        } else {
            (b']', "`,` or `]`")
        };
        let index = self.parsed.tree.len();
        let outer_names = self.names.len();
        let mut present = Present::default();
        self.parsed.tree.push(name, tag, (0, 0));
        self.at += 1;
        self.space();
        let mut children = 0;
        if self.peek() == Some(end) {
            self.at += 1;
        } else {
            loop {
                if object {
                    self.member(depth, &mut present)?;
                } else {
                    self.value((0, 0), self.at, depth + 1)?;
                }
                children += 1;
                self.space();
                match self.peek() {
                    Some(b',') => self.at += 1,
                    Some(byte) if byte == end => {
                        self.at += 1;
                        break;
                    }
                    _ => return Err(self.expected(expected)),
                }
                self.space();
            }
        }
        self.distinct(outer_names, &present)?;
        self.parsed.tree.close(index, children);
        Ok(())
    }

    fn member(&mut self, depth: usize, present: &mut Present) -> Result<(), SyntaxError> {
        if self.peek() != Some(b'"') {
            return Err(self.expected("a member's name in double quotes"));
        }
        let start = self.at;
        let text = self.string()?;
        let name = self.named(text, start, present);
        self.space();
        if self.peek() != Some(b':') {
            return Err(self.expected("`:`"));
        }
        self.at += 1;
        self.space();
        self.value(name, start, depth + 1)
    }

    /// Returns a name as the tree stores it, and notes it as present.
    fn named(&mut self, text: (u32, u32), start: usize, present: &mut Present) -> (u32, u32) {
        let name = text_at(self.source, &self.parsed.unescaped, text);
        let Numbers { names, find } = self.numbers;
        let is_likely = names.get(self.likely).is_some_and(|likely| *likely == name);
        let number = if is_likely {
            Some(self.likely)
        } else {
            find(name)
        };
        let Some(number) = number else {
            self.names.push((text, start));
            return text;
        };
        // Most names come in the order of their numbers, so the next one is mostly found without a search.
        self.likely = number + 1;
        // The names with a number are at most 128.
        let bit = 1_u128 << number;
        if present.known & bit != 0 && present.double.is_none() {
            present.double = Some((start, names[number]));
        }
        present.known |= bit;
        Tree::known_name(number)
    }

    /// Refuses duplicate names among the members of the object that ends here.
    fn distinct(&mut self, outer_names: usize, present: &Present) -> Result<(), SyntaxError> {
        let source = self.source;
        let unescaped = &self.parsed.unescaped;
        let names = &mut self.names[outer_names..];
        names.sort_unstable_by(|a, b| {
            text_at(source, unescaped, a.0)
                .cmp(text_at(source, unescaped, b.0))
                .then(a.1.cmp(&b.1))
        });
        // Sorted by name, then by place: the second of two equal neighbors is the duplicate.
        let double = names
            .windows(2)
            .filter(|pair| {
                text_at(source, unescaped, pair[0].0) == text_at(source, unescaped, pair[1].0)
            })
            .map(|pair| pair[1]);
        let doubles = double
            .map(|(name, start)| (start, text_at(source, unescaped, name)))
            .chain(present.double);
        // The first duplicate of the text is reported.
        if let Some((start, name)) = doubles.min() {
            return Err((
                ErrorReason::Duplicate {
                    name: name.to_owned(),
                },
                start,
            ));
        }
        self.names.truncate(outer_names);
        Ok(())
    }

    fn number(&mut self, name: (u32, u32)) -> Result<(), SyntaxError> {
        let start = self.at;
        match number::length(&self.source.as_bytes()[start..]) {
            Ok(length) => self.at += length,
            Err(length) => {
                self.at += length;
                return Err(self.expected("a digit"));
            }
        }
        let text = &self.source[start..self.at];
        let is_integer = number::is_integer(text);
        let number = match Number::parse(text) {
            Some(number) if !is_integer || number.keeps_digits(text) => number,
            // More digits than 64 bits hold, which the reader of a response keeps as text.
            _ if is_integer && self.keeps => {
                let (node, _) = range(self.parsed.tree.len(), 0);
                self.parsed.kept.push(node);
                self.parsed
                    .tree
                    .push(name, Tag::Text, range(start, text.len()));
                return Ok(());
            }
            _ if is_integer => {
                return Err((
                    ErrorReason::Integer {
                        found: shortened(text),
                    },
                    start,
                ));
            }
            // `1e999`
            _ => {
                return Err((
                    ErrorReason::Overflow {
                        found: shortened(text),
                    },
                    start,
                ));
            }
        };
        self.parsed.tree.push_number(name, number);
        Ok(())
    }

    /// Reads a string and returns its range: in the source if it has no escapes, else appended without them.
    fn string(&mut self) -> Result<(u32, u32), SyntaxError> {
        self.at += 1;
        let start = self.at;
        let mut plain: Option<String> = None;
        let mut copied = start;
        loop {
            self.at += plain_length(&self.source.as_bytes()[self.at..]);
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => {
                    let escape = self.at;
                    let character = self.escape()?;
                    let plain = plain.get_or_insert_default();
                    plain.push_str(&self.source[copied..escape]);
                    plain.push(character);
                    copied = self.at;
                }
                Some(_) => {
                    return Err(
                        self.expected("no control character inside a string (write an escape)")
                    );
                }
                None => return Err(self.expected("`\"` at the end of the string")),
            }
        }
        let end = self.at;
        self.at += 1;
        match plain {
            None => Ok(range(start, end - start)),
            Some(mut plain) => {
                plain.push_str(&self.source[copied..end]);
                let start = self.source.len() + self.parsed.unescaped.len();
                self.parsed.unescaped.push_str(&plain);
                Ok(range(start, plain.len()))
            }
        }
    }

    fn escape(&mut self) -> Result<char, SyntaxError> {
        let start = self.at;
        self.at += 1;
        let character = match self.peek() {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode(start),
            _ => {
                return Err(
                    self.expected("an escape: one of \" \\ / b f n r t u after the backslash")
                );
            }
        };
        self.at += 1;
        Ok(character)
    }

    /// `\uXXXX`, or two of them that form a pair.
    fn unicode(&mut self, start: usize) -> Result<char, SyntaxError> {
        self.at += 1;
        let first = self.hex()?;
        let code = if (0xd800..0xdc00).contains(&first)
            && self.source.as_bytes()[self.at..].starts_with(b"\\u")
        {
            self.at += 2;
            let second = self.hex()?;
            if (0xdc00..0xe000).contains(&second) {
                0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00)
            } else {
                first
            }
        } else {
            first
        };
        char::from_u32(code).ok_or_else(|| {
            let found = self
                .source
                .get(start..start + 6)
                .unwrap_or_default()
                .to_owned();
            (ErrorReason::Surrogate { found }, start)
        })
    }

    fn hex(&mut self) -> Result<u32, SyntaxError> {
        let mut code = 0;
        for _ in 0..4 {
            let digit = self.peek().and_then(|byte| char::from(byte).to_digit(16));
            code = code * 16 + digit.ok_or_else(|| self.expected("four hex digits after \\u"))?;
            self.at += 1;
        }
        Ok(code)
    }
}

/// Returns the text at a range of the source and the unescaped texts behind it.
fn text_at<'t>(source: &'t str, unescaped: &'t str, (start, length): (u32, u32)) -> &'t str {
    let start = start as usize;
    let length = length as usize;
    // Positions behind the end of the source lead into the unescaped texts.
    let (text, start) = start
        .checked_sub(source.len())
        .map_or((source, start), |start| (unescaped, start));
    text.get(start..start + length).unwrap_or_default()
}

fn shortened(text: &str) -> String {
    if text.len() > 24 {
        format!("{}…", &text[..20])
    } else {
        text.to_owned()
    }
}
