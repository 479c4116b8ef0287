//! The documents of a stream, as text: the lines of a file, the items of a list of records, or documents of several lines.

use std::collections::VecDeque;

use crate::failure::{Failure, Part, Place, limit};
use crate::source::{Source, Taken, disguise};
use crate::stream::documents::{self, Documents};
use crate::stream::list::{self, List, Opening};
use crate::stream::piece::{Content, Piece, READ};

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The documents of one file, one after the other. No more of the file is in memory than one read and one document.
pub(crate) struct Pieces {
    source: Source,
    buffer: Vec<u8>,
    ready: VecDeque<Piece>,
    /// `None` until the beginning of the text tells.
    form: Option<PieceForm>,
    /// True if a list of records is to be split into its items.
    splits_lists: bool,
    is_over: bool,
    /// The number of items, and of lines and characters, in the documents before the current one.
    index: usize,
    before: (usize, usize),
    /// The place at which a list does not end as lists do.
    broken: Option<Place>,
}

enum PieceForm {
    LineReader(LineReader),
    Documents(Documents),
    List(Box<List>),
}

impl Pieces {
    pub(crate) fn open(name: &str, splits_lists: bool) -> Result<Self, Failure> {
        Ok(Self::of(Source::open(name)?, splits_lists))
    }

    pub(crate) fn of(source: Source, splits_lists: bool) -> Self {
        let (buffer, ready) = (Vec::new(), VecDeque::new());
        let (form, index, before) = (None, 0, (0, 0));
        Self {
            source,
            buffer,
            ready,
            form,
            splits_lists,
            is_over: false,
            index,
            before,
            broken: None,
        }
    }

    pub(crate) fn progress(&self) -> Taken {
        self.source.progress.clone()
    }

    /// Returns true if the next document, or the end, is there without another read.
    pub(crate) fn is_ready(&self) -> bool {
        !self.ready.is_empty() || self.is_over && self.broken.is_none()
    }

    /// Returns the next document, or `None` at the end.
    pub(crate) fn next(&mut self) -> Result<Option<Piece>, Failure> {
        while self.ready.is_empty() && !self.is_over {
            let read = self.read();
            self.is_over |= read.is_err();
            read?;
        }
        match self.ready.pop_front() {
            None => match self.broken.take() {
                Some(place) => Err(Failure::ListEnd(place)),
                None => Ok(None),
            },
            piece => Ok(piece),
        }
    }

    fn read(&mut self) -> Result<(), Failure> {
        self.is_over = self.source.read_to(&mut self.buffer, READ)? == 0;
        loop {
            if self.form.is_none() {
                self.form = self.decide()?;
            }
            let (name, buffer, ready) = (&self.source.name, &mut self.buffer, &mut self.ready);
            match &mut self.form {
                None => return Ok(()),
                Some(PieceForm::LineReader(lines)) => {
                    lines.split(name, buffer, self.is_over, ready);
                    return Ok(());
                }
                Some(PieceForm::Documents(documents)) => {
                    documents.split(name, buffer, self.is_over, ready);
                    return Ok(());
                }
                Some(PieceForm::List(list)) => {
                    match list.split(name, buffer, self.is_over, ready) {
                        // Pages of a list that were appended to each other.
                        Ok(true) => {
                            (self.index, self.before) = list.end();
                            self.form = None;
                        }
                        Ok(false) => return Ok(()),
                        // The items before the fault are answered first.
                        Err(list::Broken) => {
                            let (_, before) = list.end();
                            let part = Part::Line(before.0 + 1);
                            self.broken = Some(Place {
                                file: name.clone(),
                                part,
                                before,
                            });
                            self.is_over = true;
                            return Ok(());
                        }
                    }
                }
            }
        }
    }

    /// Tells lines from a list by the beginning of the text. Returns `None` if more of it is needed.
    fn decide(&mut self) -> Result<Option<PieceForm>, Failure> {
        /// The length of the longest beginning of another format.
        const TELLING: usize = 6;
        let is_first = self.index == 0 && self.before == (0, 0);
        if self.buffer.len() < TELLING && !self.buffer.contains(&b'\n') && !self.is_over {
            return Ok(None);
        }
        if let Some(disguise) = disguise(&self.buffer).filter(|_| is_first) {
            return Err(Failure::Disguised(self.source.name.clone(), disguise));
        }
        let mark = if self.buffer.starts_with(BYTE_ORDER_MARK) {
            BYTE_ORDER_MARK.len()
        } else {
            0
        };
        if !self.splits_lists {
            return Ok(Some(PieceForm::LineReader(LineReader::behind(
                self.before,
                false,
            ))));
        }
        let text = &self.buffer[mark..];
        let Some(opening) = list::opening(text, self.is_over) else {
            return Ok(None);
        };
        if let Opening::List(bracket, kind) = opening {
            let list = List::after(mark, mark + bracket, kind);
            return Ok(Some(PieceForm::List(Box::new(
                list.behind(self.index, self.before),
            ))));
        }
        let is_enough = self.is_over || text.len() >= READ;
        Ok(documents::begins(text, is_enough).map(|are_documents| {
            if are_documents {
                self.buffer.drain(..mark);
                PieceForm::Documents(Documents::behind(self.before))
            } else {
                PieceForm::LineReader(LineReader::behind(self.before, true))
            }
        }))
    }
}

#[derive(Default)]
struct LineReader {
    /// The number of lines before the next.
    number: usize,
    /// The number of characters before the next, on its line.
    column: usize,
    /// The bytes of the buffer in which no line ends.
    scanned: usize,
    /// True inside a line that is too large.
    is_too_large: bool,
    /// True if a line that is a list of records is to be split into its items.
    splits_lists: bool,
}

impl LineReader {
    /// Returns the lines of a file behind that many others, and that many characters.
    fn behind((number, column): (usize, usize), splits_lists: bool) -> Self {
        Self {
            number,
            column,
            splits_lists,
            ..Self::default()
        }
    }

    /// Takes the whole lines out of the buffer.
    fn split(
        &mut self,
        name: &str,
        buffer: &mut Vec<u8>,
        is_over: bool,
        ready: &mut VecDeque<Piece>,
    ) {
        let mut start = 0;
        while let Some(length) = buffer[start + self.scanned..]
            .iter()
            .position(|byte| *byte == b'\n')
        {
            let end = start + self.scanned + length;
            self.take(name, &buffer[start..end], ready);
            start = end + 1;
            self.scanned = 0;
        }
        buffer.drain(..start);
        if is_over && (!buffer.is_empty() || self.is_too_large) {
            self.take(name, buffer, ready);
        }
        if buffer.len() > limit() {
            self.is_too_large = true;
            buffer.clear();
        }
        self.scanned = buffer.len();
    }

    /// Adds the document of a line, or the records of a list that it is.
    fn take(&mut self, name: &str, line: &[u8], ready: &mut VecDeque<Piece>) {
        let column = std::mem::take(&mut self.column);
        self.number += 1;
        // Only a line that can be split is searched for a list.
        let can_split = self.splits_lists && !self.is_too_large && line.len() <= limit();
        match can_split
            .then(|| list::items_of_line(name, line, self.number, column))
            .flatten()
        {
            Some(items) => ready.extend(items),
            None => ready.push_back(self.piece(name, line, column)),
        }
    }

    fn piece(&mut self, name: &str, line: &[u8], column: usize) -> Piece {
        let before = (self.number - 1, column);
        let place = Place {
            file: name.to_owned(),
            part: Part::Line(self.number),
            before,
        };
        let line = line
            .strip_prefix(BYTE_ORDER_MARK)
            .filter(|_| self.number == 1)
            .unwrap_or(line);
        let content = match line {
            _ if std::mem::take(&mut self.is_too_large) || line.len() > limit() => {
                Content::TooLarge
            }
            line if line.trim_ascii().is_empty() => Content::Blank,
            line => Content::Text(line.to_vec()),
        };
        Piece {
            place,
            content,
            kind: None,
        }
    }
}
