//! JSON text (RFC 8259), strictly: text that would silently be lost is refused, with its line and column.

mod position;

use super::tree::{Tag, Tree, View, range};
use super::{BYTES, DEPTH, NAME_LENGTH, Number, Path, Position, VALUES};
use crate::ground::error::{Error, Reason};

/// Limits of the text to parse.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// The most bytes; 16 MiB unless set. Never 128 MiB or more.
    pub size: usize,
}

impl Limits {
    /// Sets the most bytes.
    #[must_use]
    pub fn size(self, size: usize) -> Self {
        Self { size }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self { size: BYTES }
    }
}

/// Parsed JSON text that keeps the position of each value.
///
/// ```
/// use calendiff::json::{Document, Path, View};
/// let document = Document::parse("{\n  \"name\": \"Consultation\"\n}")?;
/// assert_eq!(document.root().get("name").and_then(View::text), Some("Consultation"));
/// let place = document.position(&Path::new().with("name")).unwrap();
/// assert_eq!((place.line, place.column), (2, 11));
/// # Ok::<(), calendiff::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Document {
    tree: Tree,
    size: usize,
    /// The bytes where each node's name (or, without one, its value) and its value begin.
    starts: Vec<(u32, u32)>,
    /// The bytes where lines begin.
    lines: Vec<usize>,
    /// Number of characters before each block of the text; empty if each character is one byte.
    blocks: Vec<usize>,
}

impl Document {
    /// Parses a text of at most 16 MiB and 1,048,576 values.
    ///
    /// # Errors
    /// `json_syntax`, `json_trailing`, and errors that other parsers let pass: `json_duplicate` (two members of one
    /// name in an object), `json_depth` (over 128), `json_size`, `json_overflow` (1e999), `json_integer` (digits that
    /// would be lost: of 2^64 and more, or less than -2^63), `json_surrogate`, `json_bom`, `json_conflict` (the markers
    /// that git leaves).
    ///
    /// ```
    /// use calendiff::json::Document;
    /// let error = Document::parse(r#"{"slug": "a", "slug": "b"}"#).unwrap_err();
    /// assert_eq!(error.code(), "json_duplicate");
    /// assert_eq!(error.position().map(|at| at.column), Some(15));
    /// ```
    pub fn parse(text: impl Into<String>) -> Result<Self, Error> {
        Self::parse_within(text, Limits::default())
    }

    /// Parses a text within the caller's limits.
    ///
    /// # Errors
    /// The errors of [`Document::parse`].
    pub fn parse_within(text: impl Into<String>, limits: Limits) -> Result<Self, Error> {
        Self::parse_owned(text.into(), limits)
    }

    fn parse_owned(text: String, limits: Limits) -> Result<Self, Error> {
        let limit = limits.size.min(NAME_LENGTH);
        if text.len() > limit {
            return Err(Reason::Size { limit, found: text.len() }.into());
        }
        if text.starts_with('\u{feff}') {
            return Err(Error::from(Reason::Bom {}).at(Position { line: 1, column: 1 }));
        }
        let size = text.len();
        let mut parser = Parser { tree: Tree::over(text), size, at: 0, starts: Vec::new(), names: Vec::new() };
        parser.whole().map_err(|(reason, at)| Error::from(reason).at(position(parser.tree.source(), at)))?;
        let source = parser.tree.source().get(..size).unwrap_or_default();
        let mut lines = vec![0];
        for (at, byte) in source.bytes().enumerate() {
            if byte == b'\n' {
                lines.push(at + 1);
            }
        }
        let blocks = if source.is_ascii() { Vec::new() } else { super::position::blocks(source) };
        Ok(Self { tree: parser.tree, size, starts: parser.starts, lines, blocks })
    }

    /// Parses bytes of at most 16 MiB.
    ///
    /// # Errors
    /// `json_utf8`, and the errors of [`Document::parse`].
    pub fn parse_bytes(bytes: Vec<u8>) -> Result<Self, Error> {
        match String::from_utf8(bytes) {
            Ok(text) => Self::parse(text),
            Err(error) => {
                let valid = error.utf8_error().valid_up_to();
                let text = std::str::from_utf8(error.as_bytes().get(..valid).unwrap_or_default()).unwrap_or_default();
                Err(Error::from(Reason::Utf8 {}).at(position(text, valid)))
            }
        }
    }

    /// Returns the value.
    #[must_use]
    pub fn root(&self) -> View<'_> {
        self.tree.root()
    }

    /// Returns the text that was parsed.
    #[must_use]
    pub fn source(&self) -> &str {
        self.tree.source().get(..self.size).unwrap_or_default()
    }

    /// Returns the position at which the value at a path begins, if there is one.
    #[must_use]
    pub fn position(&self, path: &Path) -> Option<Position> {
        let (_, value) = self.start(path)?;
        Some(self.position_at(value as usize))
    }

    /// Returns the position at which the name of the member at a path begins; for an item of an array, its value.
    #[must_use]
    pub fn name_position(&self, path: &Path) -> Option<Position> {
        let (name, _) = self.start(path)?;
        Some(self.position_at(name as usize))
    }

    /// Returns a line of the text, from 1, without its line end.
    #[must_use]
    pub fn line(&self, line: usize) -> Option<&str> {
        let start = *self.lines.get(line.checked_sub(1)?)?;
        self.source().get(start..)?.lines().next()
    }

    fn start(&self, path: &Path) -> Option<(u32, u32)> {
        let view = path.segments().iter().try_fold(self.root(), View::step)?;
        self.starts.get(view.index()).copied()
    }
}

fn position(text: &str, at: usize) -> Position {
    let before = text.get(..at).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    Position {
        line: before.bytes().filter(|byte| *byte == b'\n').count() + 1,
        column: before[line_start..].chars().count() + 1,
    }
}

/// A reason, and the byte at which it applies.
type Refusal = (Reason, usize);

struct Parser {
    tree: Tree,
    /// Length of the source in bytes. Text of the tree beyond it was appended.
    size: usize,
    at: usize,
    starts: Vec<(u32, u32)>,
    /// The names of the open objects, innermost last, for finding duplicates.
    names: Vec<((u32, u32), usize)>,
}

impl Parser {
    fn whole(&mut self) -> Result<(), Refusal> {
        self.space();
        self.value((0, 0), self.at, 0)?;
        self.space();
        match self.peek() {
            None => Ok(()),
            Some(_) if self.is_conflict_marker() => Err((Reason::Conflict {}, self.at)),
            Some(_) => Err((Reason::Trailing { found: self.found() }, self.at)),
        }
    }

    fn peek(&self) -> Option<u8> {
        if self.at < self.size { self.tree.source().as_bytes().get(self.at).copied() } else { None }
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// Describes the character at the current position, for a message.
    fn found(&self) -> String {
        match self.tree.source().get(self.at..self.size).and_then(|rest| rest.chars().next()) {
            None => "the end of the text".to_owned(),
            Some(found) if found.is_control() => format!("the control character U+{:04X}", found as u32),
            Some(found) => format!("`{found}`"),
        }
    }

    /// Returns true at a line that git writes into a text with a merge conflict.
    fn is_conflict_marker(&self) -> bool {
        let (before, rest) = self.tree.source().as_bytes()[..self.size].split_at(self.at);
        let markers: [&[u8]; 4] = [b"<<<<<<<", b"|||||||", b"=======", b">>>>>>>"];
        matches!(before.last(), None | Some(b'\n')) && markers.iter().any(|marker| rest.starts_with(marker))
    }

    fn expected(&self, expected: &'static str) -> Refusal {
        if self.is_conflict_marker() {
            return (Reason::Conflict {}, self.at);
        }
        (Reason::Syntax { expected, found: self.found() }, self.at)
    }

    fn value(&mut self, name: (u32, u32), name_start: usize, depth: usize) -> Result<(), Refusal> {
        if self.starts.len() == VALUES {
            return Err((Reason::Values { limit: VALUES }, self.at));
        }
        self.starts.push(range(name_start, self.at));
        match self.peek() {
            Some(b'"') => {
                let text = self.string()?;
                self.tree.push(name, Tag::Text, text);
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

    fn word(&mut self, name: (u32, u32), word: &'static str, tag: Tag) -> Result<(), Refusal> {
        if !self.tree.source().as_bytes()[self.at..self.size].starts_with(word.as_bytes()) {
            return Err(self.expected("a value"));
        }
        self.at += word.len();
        self.tree.push(name, tag, (0, 0));
        Ok(())
    }

    fn nested(&mut self, name: (u32, u32), tag: Tag, depth: usize) -> Result<(), Refusal> {
        if depth == DEPTH {
            return Err((Reason::Depth { limit: DEPTH }, self.at));
        }
        let object = tag == Tag::Object;
        let (end, expected) = if object { (b'}', "`,` or `}`") } else { (b']', "`,` or `]`") };
        let index = self.tree.len();
        let outer_names = self.names.len();
        self.tree.push(name, tag, (0, 0));
        self.at += 1;
        self.space();
        let mut children = 0;
        if self.peek() == Some(end) {
            self.at += 1;
        } else {
            loop {
                if object {
                    self.member(depth)?;
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
        self.distinct(outer_names)?;
        self.tree.close(index, children);
        Ok(())
    }

    fn member(&mut self, depth: usize) -> Result<(), Refusal> {
        if self.peek() != Some(b'"') {
            return Err(self.expected("a member's name in double quotes"));
        }
        let start = self.at;
        let name = self.string()?;
        self.names.push((name, start));
        self.space();
        if self.peek() != Some(b':') {
            return Err(self.expected("`:`"));
        }
        self.at += 1;
        self.space();
        self.value(name, start, depth + 1)
    }

    /// Refuses duplicate names among the members of the object that ends here.
    fn distinct(&mut self, outer_names: usize) -> Result<(), Refusal> {
        let text = self.tree.source();
        let slice = |(start, length): (u32, u32)| &text[start as usize..(start + length) as usize];
        let names = &mut self.names[outer_names..];
        names.sort_unstable_by(|a, b| slice(a.0).cmp(slice(b.0)).then(a.1.cmp(&b.1)));
        let double = names.windows(2).filter(|pair| slice(pair[0].0) == slice(pair[1].0)).map(|pair| pair[1]);
        if let Some((name, start)) = double.min_by_key(|(_, start)| *start) {
            return Err((Reason::Duplicate { name: slice(name).to_owned() }, start));
        }
        self.names.truncate(outer_names);
        Ok(())
    }

    fn number(&mut self, name: (u32, u32)) -> Result<(), Refusal> {
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        if self.peek() == Some(b'0') {
            self.at += 1;
        } else {
            self.digits()?;
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digits()?;
        }
        let text = &self.tree.source()[start..self.at];
        let is_integer = !text.contains(['.', 'e', 'E']);
        let number = match Number::parse(text) {
            Some(number) if !is_integer || number.keeps_digits(text) => number,
            _ if is_integer => return Err((Reason::Integer { found: shortened(text) }, start)),
            _ => return Err((Reason::Overflow { found: shortened(text) }, start)),
        };
        self.tree.push_number(name, number);
        Ok(())
    }

    fn digits(&mut self) -> Result<(), Refusal> {
        if !matches!(self.peek(), Some(b'0'..=b'9')) {
            return Err(self.expected("a digit"));
        }
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        Ok(())
    }

    /// Reads a string and returns its range: in the source if it has no escapes, else appended without them.
    fn string(&mut self) -> Result<(u32, u32), Refusal> {
        self.at += 1;
        let start = self.at;
        let mut plain: Option<String> = None;
        let mut copied = start;
        loop {
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => {
                    let escape = self.at;
                    let character = self.escape()?;
                    let plain = plain.get_or_insert_default();
                    plain.push_str(&self.tree.source()[copied..escape]);
                    plain.push(character);
                    copied = self.at;
                }
                Some(0..=0x1f) => return Err(self.expected("no control character inside a string (write an escape)")),
                Some(_) => self.at += 1,
                None => return Err(self.expected("`\"` at the end of the string")),
            }
        }
        let end = self.at;
        self.at += 1;
        match plain {
            None => Ok(range(start, end - start)),
            Some(mut plain) => {
                plain.push_str(&self.tree.source()[copied..end]);
                Ok(self.tree.append(&plain))
            }
        }
    }

    fn escape(&mut self) -> Result<char, Refusal> {
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
            _ => return Err(self.expected("an escape: one of \" \\ / b f n r t u after the backslash")),
        };
        self.at += 1;
        Ok(character)
    }

    /// `\uXXXX`, or two of them that form a pair.
    fn unicode(&mut self, start: usize) -> Result<char, Refusal> {
        self.at += 1;
        let first = self.hex()?;
        let code = if (0xd800..0xdc00).contains(&first)
            && self.tree.source().as_bytes()[self.at..self.size].starts_with(b"\\u")
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
            let found = self.tree.source().get(start..start + 6).unwrap_or_default().to_owned();
            (Reason::Surrogate { found }, start)
        })
    }

    fn hex(&mut self) -> Result<u32, Refusal> {
        let mut code = 0;
        for _ in 0..4 {
            let digit = self.peek().and_then(|byte| char::from(byte).to_digit(16));
            code = code * 16 + digit.ok_or_else(|| self.expected("four hex digits after \\u"))?;
            self.at += 1;
        }
        Ok(code)
    }
}

fn shortened(text: &str) -> String {
    if text.len() > 24 { format!("{}…", &text[..20]) } else { text.to_owned() }
}
