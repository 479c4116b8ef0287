//! The text of one document of a stream.

use calendiff::Kind;

use crate::failure::{Failure, Place};
use crate::input::Input;

/// The bytes of one read, and the size of a batch.
pub(crate) const READ: usize = 256 << 10;

/// The text of one document.
#[derive(Clone)]
pub(crate) struct Piece {
    pub(crate) place: Place,
    pub(crate) content: Content,
    /// The kind of the record, if the list around it tells.
    pub(crate) kind: Option<Kind>,
}

#[derive(Clone)]
pub(crate) enum Content {
    Text(Vec<u8>),
    /// A line without a document.
    Blank,
    /// Text of more bytes than the limit, which is skipped.
    TooLarge,
    /// A whole file that cannot be read, or the rest of it.
    Unreadable {
        code: &'static str,
        message: String,
    },
}

impl Piece {
    /// Parses the document.
    pub(crate) fn parse(self) -> Result<Option<Input>, Failure> {
        match self.content {
            Content::Text(text) => {
                Input::parse_any(self.place, &text).map(|input| Some(input.of(self.kind)))
            }
            Content::Blank => Ok(None),
            Content::TooLarge => Err(Failure::TooLarge(self.place)),
            Content::Unreadable { code, message } => {
                Err(Failure::Record(self.place, code, message))
            }
        }
    }

    pub(crate) fn size(&self) -> usize {
        if let Content::Text(text) = &self.content {
            text.len()
        } else {
            0
        }
    }
}
