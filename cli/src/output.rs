//! The destination of records that are printed one by one: standard output as they come, or a file once all are
//! complete.

use std::io::{self, BufWriter, ErrorKind, Write};

use crate::failure::Failure;
use crate::replace::Replacement;
use crate::show;

pub(crate) enum Output {
    Standard,
    /// The name of the file, and its replacement.
    File(String, BufWriter<Replacement>),
    /// No output; only the exit status tells the result.
    Nothing,
}

impl Output {
    /// Returns standard output, or the file with that name.
    pub(crate) fn to(file: Option<&str>) -> Result<Self, Failure> {
        match file {
            None | Some("-") => Ok(Self::Standard),
            Some(file) => match Replacement::of(file.as_ref()) {
                Ok(replacement) => Ok(Self::File(file.to_owned(), BufWriter::new(replacement))),
                Err(error) => Err(Failure::Unwritable(file.to_owned(), error)),
            },
        }
    }

    /// Writes the text and clears it. Returns false if the reader has closed the pipe.
    pub(crate) fn write(&mut self, text: &mut String) -> Result<bool, Failure> {
        let (name, written) = match self {
            Self::Standard => ("standard output", show::print(text)),
            Self::File(name, file) => (&**name, file.write_all(text.as_bytes())),
            Self::Nothing => ("", Ok(())),
        };
        text.clear();
        match written {
            Ok(()) => Ok(true),
            // A reader that closes the pipe is no failure.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
            Err(error) => Err(Failure::Unwritable(name.to_owned(), error)),
        }
    }

    /// Replaces the file with the written text.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        let Self::File(name, file) = self else {
            return Ok(());
        };
        let finished = file
            .into_inner()
            .map_err(io::IntoInnerError::into_error)
            .and_then(Replacement::finish);
        match finished {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            finished => finished.map_err(|error| Failure::Unwritable(name, error)),
        }
    }
}
