//! The bytes of files and of standard input, decompressed if they are gzip or zstd.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use flate2::read::MultiGzDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use crate::failure::{Disguise, Failure, Place, limit};

const DISGUISES: [Disguise; 7] = [
    Disguise {
        magic: b"\xfd7zXZ\0",
        name: "xz",
        advice: "decompress it first, as xz -dc does",
    },
    Disguise {
        magic: b"BZh",
        name: "bzip2",
        advice: "decompress it first, as bzip2 -dc does",
    },
    Disguise {
        magic: b"PK\x03\x04",
        name: "zip",
        advice: "unpack it first, as unzip -p does",
    },
    Disguise {
        magic: b"\xff\xfe",
        name: "UTF-16",
        advice: "convert it first, as iconv -f UTF-16 -t UTF-8 does",
    },
    Disguise {
        magic: b"\xfe\xff",
        name: "UTF-16",
        advice: "convert it first, as iconv -f UTF-16 -t UTF-8 does",
    },
    // An object without a byte-order mark before it.
    Disguise {
        magic: b"{\0",
        name: "UTF-16",
        advice: "convert it first, as iconv -f UTF-16LE -t UTF-8 does",
    },
    Disguise {
        magic: b"\0{",
        name: "UTF-16",
        advice: "convert it first, as iconv -f UTF-16BE -t UTF-8 does",
    },
];

pub(crate) fn disguise(bytes: &[u8]) -> Option<&'static Disguise> {
    DISGUISES
        .iter()
        .find(|disguise| bytes.starts_with(disguise.magic))
}

/// An open file, or standard input.
pub(crate) struct Source {
    /// The name that people know.
    pub(crate) name: String,
    bytes: Box<dyn Read + Send>,
    pub(crate) progress: Taken,
}

/// The number of bytes that were read of a file, before they were decompressed, and its size if that is known.
#[derive(Clone)]
pub(crate) struct Taken {
    pub(crate) bytes: Arc<AtomicU64>,
    pub(crate) size: Option<u64>,
}

impl Source {
    pub(crate) fn open(name: impl AsRef<OsStr>) -> Result<Self, Failure> {
        let name = name.as_ref();
        let shown = shown(name);
        let (file, size): (Box<dyn Read + Send>, _) = if name == "-" {
            (Box::new(io::stdin()), None)
        } else {
            let file =
                File::open(name).map_err(|error| Failure::Unreadable(shown.clone(), error))?;
            let size = file
                .metadata()
                .ok()
                .filter(std::fs::Metadata::is_file)
                .map(|file| file.len());
            (Box::new(file), size)
        };
        let progress = Taken {
            bytes: Arc::default(),
            size,
        };
        let counted = Counted {
            file,
            taken: Arc::clone(&progress.bytes),
        };
        match decompressed(counted) {
            Ok(bytes) => Ok(Self {
                name: shown,
                bytes,
                progress,
            }),
            Err(error) => Err(Failure::Unreadable(shown, error)),
        }
    }

    /// Returns a source of other bytes, which are not decompressed.
    #[cfg(test)]
    pub(crate) fn of(name: &str, bytes: Box<dyn Read + Send>) -> Self {
        Self {
            name: name.to_owned(),
            bytes,
            progress: Taken {
                bytes: Arc::default(),
                size: None,
            },
        }
    }

    /// Appends the bytes of one read, and returns their number: 0 at the end.
    pub(crate) fn read_to(&mut self, buffer: &mut Vec<u8>, most: usize) -> Result<usize, Failure> {
        let filled = buffer.len();
        buffer.resize(filled + most, 0);
        let read = loop {
            match self.bytes.read(&mut buffer[filled..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        buffer.truncate(filled + *read.as_ref().unwrap_or(&0));
        read.map_err(|error| Failure::Unreadable(self.name.clone(), error))
    }
}

/// Reads a whole file, but no more of it than may be parsed.
pub(crate) fn bytes(name: impl AsRef<OsStr>) -> Result<Vec<u8>, Failure> {
    let name = name.as_ref();
    let source = Source::open(name)?;
    let mut bytes = Vec::new();
    let read = source
        .bytes
        .take(limit() as u64 + 1)
        .read_to_end(&mut bytes);
    let read = read.map_err(|error| Failure::Unreadable(shown(name), error))?;
    match disguise(&bytes) {
        Some(disguise) => Err(Failure::Disguised(shown(name), disguise)),
        None if read > limit() => Err(Failure::TooLarge(Place::of_file(shown(name)))),
        None => Ok(bytes),
    }
}

/// Reads a whole file of any size, such as one with a record a line.
pub(crate) fn bytes_of_lines(name: &str) -> Result<Vec<u8>, Failure> {
    const READ: usize = 1 << 20;
    let mut source = Source::open(name)?;
    let mut bytes = Vec::new();
    while source.read_to(&mut bytes, READ)? > 0 {}
    match disguise(&bytes) {
        Some(disguise) => Err(Failure::Disguised(source.name, disguise)),
        None => Ok(bytes),
    }
}

/// Returns the name that people know.
pub(crate) fn shown(name: impl AsRef<OsStr>) -> String {
    let name = name.as_ref();
    if name == "-" {
        "standard input".to_owned()
    } else {
        name.to_string_lossy().into_owned()
    }
}

/// Counts the bytes that pass.
struct Counted {
    file: Box<dyn Read + Send>,
    taken: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(buffer)?;
        self.taken.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

const GZIP: &[u8] = b"\x1f\x8b";
const ZSTD: &[u8] = b"\x28\xb5\x2f\xfd";

/// Decompresses a file if its first bytes are those of gzip or zstd. Reads no more of another file than tells them apart,
/// so that a line is not held up by the next.
fn decompressed(mut file: Counted) -> io::Result<Box<dyn Read + Send>> {
    let mut head = Vec::new();
    while [GZIP, ZSTD]
        .iter()
        .any(|magic| magic.len() > head.len() && magic.starts_with(&head))
    {
        if file.by_ref().take(1).read_to_end(&mut head)? == 0 {
            break;
        }
    }
    let name = [(GZIP, "gzip"), (ZSTD, "zstd")]
        .into_iter()
        .find(|(magic, _)| *magic == head)
        .map(|(_, name)| name);
    let file = io::Cursor::new(head).chain(file);
    Ok(match name {
        Some("gzip") => Box::new(Decompressed {
            name: "gzip",
            bytes: MultiGzDecoder::new(file),
        }),
        Some(_) => Box::new(Decompressed {
            name: "zstd",
            bytes: Frames::of(file),
        }),
        None => Box::new(file),
    })
}

/// Says what is wrong with compressed data.
struct Decompressed<R> {
    name: &'static str,
    bytes: R,
}

impl<R: Read> Read for Decompressed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.bytes.read(buffer).map_err(|error| {
            let fault = if error.kind() == io::ErrorKind::UnexpectedEof {
                "cut off"
            } else {
                "damaged or cut off"
            };
            io::Error::new(error.kind(), format!("its {} data is {fault}", self.name))
        })
    }
}

/// The frames of a zstd file, one after the other.
struct Frames<R: Read> {
    file: BufReader<R>,
    decoder: FrameDecoder,
    is_within: bool,
}

impl<R: Read> Frames<R> {
    fn of(file: R) -> Self {
        Self {
            file: BufReader::new(file),
            decoder: FrameDecoder::new(),
            is_within: false,
        }
    }
}

impl<R: Read> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            while self.is_within && self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                let one = BlockDecodingStrategy::UptoBlocks(1);
                self.decoder
                    .decode_blocks(&mut self.file, one)
                    .map_err(io::Error::other)?;
            }
            let read = if self.is_within {
                self.decoder.read(buffer)?
            } else {
                0
            };
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            self.is_within = false;
            if self.file.fill_buf()?.is_empty() {
                return Ok(0);
            }
            match self.decoder.init(&mut self.file) {
                Ok(()) => self.is_within = true,
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    io::copy(&mut self.file.by_ref().take(length.into()), &mut io::sink())?;
                }
                Err(error) => return Err(io::Error::other(error)),
            }
        }
    }
}
