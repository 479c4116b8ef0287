//! The documents of several files, one file after the other.

use std::collections::VecDeque;

use crate::failure::{Failure, Place};
use crate::source::{Taken, shown};
use crate::stream::piece::{Content, Piece};
use crate::stream::pieces::Pieces;

/// The documents of one file, or of several. Of several, one that cannot be read is answered like a document that cannot:
/// it silences no other.
pub(crate) struct Files {
    /// The name of the first file.
    name: String,
    current: Option<Pieces>,
    rest: VecDeque<String>,
    splits_lists: bool,
    is_several: bool,
}

impl Files {
    /// Opens a file, and later the others.
    pub(crate) fn open(file: &str, others: &[String], splits_lists: bool) -> Result<Self, Failure> {
        let name = shown(file);
        if others.is_empty() {
            let current = Some(Pieces::open(file, splits_lists)?);
            return Ok(Self {
                name,
                current,
                rest: VecDeque::new(),
                splits_lists,
                is_several: false,
            });
        }
        let rest = std::iter::once(file.to_owned())
            .chain(others.iter().cloned())
            .collect();
        Ok(Self {
            name,
            current: None,
            rest,
            splits_lists,
            is_several: true,
        })
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Returns true if the next document, or the end, is there without another read.
    pub(crate) fn is_ready(&self) -> bool {
        self.current
            .as_ref()
            .map_or(self.rest.is_empty(), Pieces::is_ready)
    }

    /// Returns the progress, if there is one file.
    pub(crate) fn progress(&self) -> Option<Taken> {
        self.current
            .as_ref()
            .filter(|_| !self.is_several)
            .map(Pieces::progress)
    }

    /// Returns the next document, or `None` at the end.
    pub(crate) fn next(&mut self) -> Result<Option<Piece>, Failure> {
        loop {
            let read = match &mut self.current {
                Some(pieces) => pieces.next(),
                None => match self.rest.pop_front() {
                    None => return Ok(None),
                    Some(file) => match Pieces::open(&file, self.splits_lists) {
                        Ok(pieces) => {
                            self.name = shown(&file);
                            self.current = Some(pieces);
                            continue;
                        }
                        Err(failure) => return Ok(Some(unreadable(shown(&file), &failure))),
                    },
                },
            };
            match read {
                Ok(Some(piece)) => return Ok(Some(piece)),
                Ok(None) => self.current = None,
                Err(failure) if self.is_several => {
                    self.current = None;
                    return Ok(Some(unreadable(self.name.clone(), &failure)));
                }
                Err(failure) => return Err(failure),
            }
        }
    }
}

/// Returns the piece in place of a file that cannot be read, or of the rest of it.
fn unreadable(file: String, failure: &Failure) -> Piece {
    let content = Content::Unreadable {
        code: failure.code(),
        message: failure.message(),
    };
    Piece {
        place: Place::of_file(file),
        content,
        kind: None,
    }
}
