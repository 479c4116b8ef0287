//! Replacement of files: the only way in which this command writes one.

#[cfg(unix)]
use std::ffi::OsStr;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

/// Replaces the text of a file, as [`Replacement`] does.
pub(crate) fn replace(file: &Path, text: &[u8]) -> io::Result<()> {
    let mut replacement = Replacement::of(file)?;
    replacement.write_all(text)?;
    replacement.finish()
}

/// The temporary files that exist now.
static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// The maximum of links that Linux follows.
const LINKS: usize = 40;

/// The exit status of a process that a signal ends is this and the signal's number, as shells have it.
const SIGNALLED: i32 = 128;

/// A new text for a file. Readers always find the file whole, old or new, even if this process fails or is ended.
///
/// The text is written to a temporary file in the same folder, which then replaces the file and takes its permissions.
/// A link stays a link: its target is replaced. A file that may not be written is left unchanged, even if its folder
/// would allow to replace it. A target that is not a regular file, such as a pipe, is written to directly, and so is
/// standard output by another name. Hard links to the old content keep it.
pub(crate) enum Replacement {
    /// A target that is written to directly.
    InPlace(File),
    /// The text so far, the file to replace, and the metadata of the existing file.
    Anew {
        new: tempfile::NamedTempFile,
        file: PathBuf,
        old: Option<Box<Metadata>>,
    },
}

impl Replacement {
    /// Begins an empty text. The file is not replaced before `finish`.
    pub(crate) fn of(file: &Path) -> io::Result<Self> {
        #[cfg(unix)]
        if let Some(open) = already_open(file)? {
            return Ok(Self::InPlace(open));
        }
        let old = match fs::metadata(file) {
            Ok(old) => Some(old),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        if let Some(old) = &old {
            if old.permissions().readonly() {
                return Err(io::Error::new(
                    io::ErrorKind::PermissionDenied,
                    "it is read-only",
                ));
            }
            let opened = OpenOptions::new().write(true).open(file)?;
            if !old.is_file() {
                return Ok(Self::InPlace(opened));
            }
        }
        let file = end_of_links(file)?;
        let new = temporary(folder_of(&file), old.is_some())?;
        Ok(Self::Anew {
            new,
            file,
            old: old.map(Box::new),
        })
    }

    /// Replaces the file with the text.
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
        let temporary = new.path().to_owned();
        new.persist(&file).map_err(|failure| failure.error)?;
        temporary_files().retain(|known| *known != temporary);
        // Makes the new name durable as well, if folders can be synced.
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

/// Returns the open file of this process that a path names, such as `/dev/stdout`. Opened by its name, the file would be
/// written to from its beginning, or replaced under the program that writes the rest.
#[cfg(unix)]
fn already_open(file: &Path) -> io::Result<Option<File>> {
    use std::os::fd::AsFd;
    let Ok(open) = fs::canonicalize("/dev/fd") else {
        return Ok(None);
    };
    let mut link = file.to_owned();
    for _ in 0..LINKS {
        if fs::canonicalize(folder_of(&link)).is_ok_and(|folder| folder == open) {
            let own = match link.file_name().and_then(OsStr::to_str) {
                Some("1") => io::stdout().as_fd().try_clone_to_owned()?,
                Some("2") => io::stderr().as_fd().try_clone_to_owned()?,
                _ if fs::metadata(&link)?.is_file() => {
                    let advice = "it is a file that is open already; leave the option out, and redirect standard output to it";
                    return Err(io::Error::other(advice));
                }
                _ => return Ok(None),
            };
            return Ok(Some(own.into()));
        }
        let Ok(target) = fs::read_link(&link) else {
            return Ok(None);
        };
        link = folder_of(&link).join(target);
    }
    Ok(None)
}

fn folder_of(file: &Path) -> &Path {
    file.parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

/// Returns the final target of links, whether it exists or not.
fn end_of_links(file: &Path) -> io::Result<PathBuf> {
    let mut file = file.to_owned();
    for _ in 0..LINKS {
        match fs::read_link(&file) {
            // A relative link is relative to its folder.
            Ok(target) => {
                file = file
                    .parent()
                    .map(|folder| folder.join(&target))
                    .unwrap_or(target);
            }
            Err(_) => return Ok(file),
        }
    }
    Err(io::Error::other("too many links"))
}

/// Creates a file with an unpredictable name that is deleted with this value. Only its owner may read it, unless it
/// will become a file that did not exist: then it has the permissions of any new file.
fn temporary(folder: &Path, private: bool) -> io::Result<tempfile::NamedTempFile> {
    static HANDLED: Once = Once::new();
    let mut builder = tempfile::Builder::new();
    builder.prefix(".calendiff-").suffix(".tmp");
    #[cfg(unix)]
    if !private {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    #[cfg(not(unix))]
    let _ = private;
    // Where signals cannot be handled, an interrupted process leaves its temporary file behind, as a killed one does.
    HANDLED.call_once(|| _ = handle_signals());
    let mut files = temporary_files();
    let new = builder.tempfile_in(folder)?;
    files.push(new.path().to_owned());
    Ok(new)
}

fn temporary_files() -> MutexGuard<'static, Vec<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends the process without its temporary files where it is interrupted, terminated or loses its terminal.
#[cfg(unix)]
fn handle_signals() -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut handled = vec![SIGHUP, SIGINT, SIGTERM];
    handled.retain(|signal| !is_ignored(*signal));
    let mut signals = signal_hook::iterator::Signals::new(handled)?;
    std::thread::Builder::new().spawn(move || signals.forever().next().map(end_by))?;
    Ok(())
}

/// Returns true if this process was started to ignore a signal, as `nohup` does. Without `/proc` the answer is no.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored
        .and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok())
        .unwrap_or_default();
    ignored & (1 << (signal - 1)) != 0
}

/// Ends the process without its temporary files where it is interrupted.
#[cfg(not(unix))]
fn handle_signals() -> Result<(), ctrlc::Error> {
    const INTERRUPT: i32 = 2;
    ctrlc::set_handler(|| end_by(INTERRUPT))
}

/// Ends the process without its temporary files, with the exit status of a signal.
fn end_by(signal: i32) {
    temporary_files()
        .drain(..)
        .for_each(|file| _ = fs::remove_file(file));
    std::process::exit(SIGNALLED + signal);
}

/// Gives a file the permissions of another one and, if this process is allowed to, its owner and group.
fn resemble(new: &File, old: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let own = new.metadata()?;
        if (own.uid(), own.gid()) != (old.uid(), old.gid()) {
            _ = fchown(new, Some(old.uid()), Some(old.gid()))
                .or_else(|_| fchown(new, None, Some(old.gid())));
        }
    }
    new.set_permissions(old.permissions())
}
