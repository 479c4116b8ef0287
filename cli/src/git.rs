//! Changes in words, for git's display of differences.

use std::ffi::{OsStr, OsString};

use calendiff::{WhenAbsent, report};

use crate::choices::GitFormat;
use crate::failure::{Failure, Place};
use crate::input::Input;
use crate::run::{Run, Verdict};
use crate::show;
use crate::source::{bytes, shown};

/// The path that git passes for a side without a file.
const NOTHING: &str = "/dev/null";

impl Run<'_> {
    /// Prints the changes between two versions of the file at `path`. Git stops at any exit status except 0, so an
    /// error is printed in place of the changes.
    pub(crate) fn git_diff(
        &mut self,
        path: &OsStr,
        versions: &[OsString],
        format: GitFormat,
    ) -> Verdict {
        let mut path = path;
        let words = match versions {
            [] => vec![self.paint.say("unmerged", [])],
            [old, _, old_mode, new, _, new_mode, moved @ ..] => {
                match (old == NOTHING, new == NOTHING) {
                    (true, true) => Vec::new(),
                    (true, false) => vec![self.paint.say("new_file", [])],
                    (false, true) => vec![self.paint.say("file_deleted", [])],
                    (false, false) => {
                        // Git adds the new name of a renamed or copied file, and the header that it has for it.
                        path = moved.first().map_or(path, OsString::as_os_str);
                        let mut lines =
                            header(moved.get(1).map_or(OsStr::new(""), OsString::as_os_str));
                        if old_mode != new_mode {
                            let modes = [("old", old_mode), ("new", new_mode)];
                            lines.extend(modes.map(|(side, mode)| {
                                format!("{side} mode {}", mode.to_string_lossy())
                            }));
                        }
                        lines.extend(self.words([old, new], !lines.is_empty()));
                        lines
                    }
                }
            }
            _ => {
                return Err(Failure::Usage(
                    "git-diff is called by git; see `calendiff help git-diff`".to_owned(),
                ));
            }
        };
        let path = shown(path);
        match format {
            GitFormat::Text => show::changes(self.out, self.paint, &path, &words),
            GitFormat::Markdown => self.out.push_str(&report::markdown_list(
                &path,
                words.iter().map(String::as_str),
            )),
        }
        Ok(0)
    }

    /// Returns the changes in words, or one line about them if there are none or if they are not known. If the file
    /// was moved, there may be none at all.
    fn words(&self, files: [&OsString; 2], is_moved: bool) -> Vec<String> {
        match self.changes(files) {
            Ok(None) if is_moved => Vec::new(),
            Ok(Some(words)) if !words.is_empty() => words,
            Ok(_) => vec![self.paint.say("same", [])],
            Err(failure) => vec![
                self.paint
                    .say("not_comparable", [("failure", failure.to_string().into())]),
            ],
        }
    }

    /// Returns the changes in words, or `None` if the files have the same bytes.
    fn changes(&self, [old, new]: [&OsString; 2]) -> Result<Option<Vec<String>>, Failure> {
        let (of_old, of_new) = (bytes(old)?, bytes(new)?);
        if of_old == of_new {
            return Ok(None);
        }
        let (old, new) = (parse(old, of_old)?, parse(new, of_new)?);
        let kind = self.kind(&[&new, &old])?;
        let diff = new.in_file(kind.diff(old.record(kind)?, new.root(), WhenAbsent::Remove))?;
        Ok(Some(
            diff.words
                .iter()
                .map(|words| words.in_language(self.paint.language))
                .collect(),
        ))
    }
}

/// Parses the text of a file that git names.
fn parse(name: &OsString, bytes: Vec<u8>) -> Result<Input, Failure> {
    Input::parse(Place::of_file(shown(name)), bytes)
}

/// Returns the lines of git's header for a renamed or copied file, without that of the identifiers.
fn header(text: &OsStr) -> Vec<String> {
    let lines = text.to_string_lossy();
    lines
        .lines()
        .filter(|line| !line.starts_with("index "))
        .map(str::to_owned)
        .collect()
}
