//! The one way in which this command writes a file.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Replaces the text of a file, as [`Replacement`] does.
pub(crate) fn replace(file: &Path, text: &str) -> io::Result<()> {
    let mut replacement = Replacement::of(file)?;
    replacement.write_all(text.as_bytes())?;
    replacement.finish()
}

/// A new text for a file: whoever reads the file finds it whole, old or new, whatever fails and whatever ends this process.
///
/// The text goes into a temporary file in the same folder, which then takes the file's place and has its permissions. A
/// link stays a link: what it leads to is replaced. A file that may not be written is left alone, though its folder would
/// allow to replace it. What is no file, such as a pipe, is written to. Hard links to the old content keep it.
pub(crate) enum Replacement {
    /// No file: it is written to as the text comes.
    InPlace(File),
    /// The text so far, the file whose place it takes, and what is known of the file that is there.
    Anew { new: tempfile::NamedTempFile, file: PathBuf, old: Option<Box<Metadata>> },
}

impl Replacement {
    /// Begins an empty text. Nothing takes the file's place before `finish`.
    pub(crate) fn of(file: &Path) -> io::Result<Self> {
        let old = match fs::metadata(file) {
            Ok(old) => Some(old),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        if let Some(old) = &old {
            if old.permissions().readonly() {
                return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
            }
            let opened = OpenOptions::new().write(true).open(file)?;
            if !old.is_file() {
                return Ok(Self::InPlace(opened));
            }
        }
        let file = end_of_links(file)?;
        let new = temporary(folder_of(&file), old.is_some())?;
        Ok(Self::Anew { new, file, old: old.map(Box::new) })
    }

    /// Replaces the file by the text.
    pub(crate) fn finish(self) -> io::Result<()> {
        let (new, file, old) = match self {
            Self::InPlace(mut file) => return file.flush(),
            Self::Anew { new, file, old } => (new, file, old),
        };
        let content = new.as_file();
        if let Some(old) = old {
            resemble(content, &old)?;
        }
        content.sync_all()?;
        new.persist(&file).map_err(|failure| failure.error)?;
        // The new name is to last as well, where folders can be synced.
        _ = File::open(folder_of(&file)).and_then(|folder| folder.sync_all());
        Ok(())
    }

    fn file(&mut self) -> &mut File {
        match self {
            Self::InPlace(file) => file,
            Self::Anew { new, .. } => new.as_file_mut(),
        }
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file().flush()
    }
}

fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// What links lead to at last, whether it is there or not.
fn end_of_links(file: &Path) -> io::Result<PathBuf> {
    /// As many as Linux follows.
    const MOST: usize = 40;
    let mut file = file.to_owned();
    for _ in 0..MOST {
        match fs::read_link(&file) {
            // Where the link is relative, it is so to its folder.
            Ok(target) => file = file.parent().map(|folder| folder.join(&target)).unwrap_or(target),
            Err(_) => return Ok(file),
        }
    }
    Err(io::Error::other("too many links"))
}

/// A new file of an unpredictable name, which goes with this value. Only its owner may read it, unless it is to be a file
/// that was not there: that one gets the permissions that any new file gets.
fn temporary(folder: &Path, private: bool) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".calendiff-").suffix(".tmp");
    #[cfg(unix)]
    if !private {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    #[cfg(not(unix))]
    let _ = private;
    builder.tempfile_in(folder)
}

/// Gives a file the permissions of another one and, where this process may, its owner and group.
fn resemble(new: &File, old: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let own = new.metadata()?;
        if (own.uid(), own.gid()) != (old.uid(), old.gid()) {
            _ = fchown(new, Some(old.uid()), Some(old.gid())).or_else(|_| fchown(new, None, Some(old.gid())));
        }
    }
    new.set_permissions(old.permissions())
}
