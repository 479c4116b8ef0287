//! Changes in words, for git's display of differences.

use calendiff::{WhenAbsent, report};

use crate::choices::GitFormat;
use crate::failure::Failure;
use crate::input::Input;
use crate::run::{Run, Verdict};
use crate::show;

/// The path that git passes for a side without a file.
const NOTHING: &str = "/dev/null";

impl Run<'_> {
    /// Prints the changes between two versions of the file at `path`. Git stops at any exit status except 0, so an
    /// error is printed in place of the changes.
    pub(crate) fn git_diff(&mut self, path: &str, versions: &[String], format: GitFormat) -> Verdict {
        let words = match versions {
            [] => vec![self.paint.say("unmerged", [])],
            [old, _, _, new, ..] if old == NOTHING && new == NOTHING => Vec::new(),
            [old, _, _, _, ..] if old == NOTHING => vec![self.paint.say("new_file", [])],
            [_, _, _, new, ..] if new == NOTHING => vec![self.paint.say("file_deleted", [])],
            [old, _, _, new, ..] => match self.words([old, new]) {
                Ok(words) if words.is_empty() => vec![self.paint.say("same", [])],
                Ok(words) => words,
                Err(failure) => vec![self.paint.say("not_comparable", [("failure", failure.to_string().into())])],
            },
            _ => return Err(Failure::Usage("git-diff is called by git; see `calendiff help git-diff`".to_owned())),
        };
        match format {
            GitFormat::Text => show::changes(self.out, self.paint, path, &words),
            GitFormat::Markdown => self.out.push_str(&report::markdown_list(path, words.iter().map(String::as_str))),
        }
        Ok(0)
    }

    fn words(&self, [old, new]: [&str; 2]) -> Result<Vec<String>, Failure> {
        let (old, new) = (Input::read(old)?, Input::read(new)?);
        let kind = self.kind(&[&new, &old])?;
        let diff = new.in_file(kind.diff(old.record(kind)?, new.root(), WhenAbsent::Remove))?;
        Ok(diff.words.iter().map(|words| words.in_language(self.paint.language)).collect())
    }
}
