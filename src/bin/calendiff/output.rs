//! Where records go that are printed one by one: to standard output as they come, or into a file once all are there.

use std::io::{self, BufWriter, ErrorKind, Write};

use crate::input::Failure;
use crate::replace::Replacement;
use crate::show;

pub(crate) enum Output {
    Standard,
    /// The name of the file, and what is to take its place.
    File(String, BufWriter<Replacement>),
    /// The exit status says all.
    Nothing,
}

impl Output {
    /// Standard output, or the file of that name.
    pub(crate) fn to(file: Option<&str>) -> Result<Self, Failure> {
        match file {
            None | Some("-") => Ok(Self::Standard),
            Some(file) => match Replacement::of(file.as_ref()) {
                Ok(replacement) => Ok(Self::File(file.to_owned(), BufWriter::new(replacement))),
                Err(error) => Err(Failure::Unwritable(file.to_owned(), error)),
            },
        }
    }

    /// Writes the text and clears it. False if its reader has seen enough.
    pub(crate) fn write(&mut self, text: &mut String) -> Result<bool, Failure> {
        let (name, written) = match self {
            Self::Standard => ("standard output", show::print(text)),
            Self::File(name, file) => (&**name, file.write_all(text.as_bytes())),
            Self::Nothing => ("", Ok(())),
        };
        text.clear();
        match written {
            Ok(()) => Ok(true),
            // A reader that has seen enough is no failure.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
            Err(error) => Err(Failure::Unwritable(name.to_owned(), error)),
        }
    }

    /// Replaces the file by what was written.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        let Self::File(name, file) = self else { return Ok(()) };
        let finished = file.into_inner().map_err(io::IntoInnerError::into_error).and_then(Replacement::finish);
        finished.map_err(|error| Failure::Unwritable(name, error))
    }
}
