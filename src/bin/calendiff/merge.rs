//! Three files in, one out: conflicts between markers, as git writes them.

use calendiff::Choice;
use calendiff::json::to_string_pretty;
use similar::{Algorithm, DiffTag, capture_diff_slices};

use crate::arguments::Format;
use crate::input::{self, Failure, Input};
use crate::run::{Run, Verdict};
use crate::show;

/// What the command line asks of a merge.
pub(crate) struct Merging {
    pub(crate) choice: Choice,
    pub(crate) output: Option<String>,
    pub(crate) format: Format,
}

impl Merging {
    pub(crate) fn merge(&self, run: &mut Run<'_>, files: [&str; 3]) -> Verdict {
        input::once_standard_input(&files)?;
        // Git gives an empty base for a file that both sides added.
        let base = Input::read_or(files[0], "{}")?;
        let (ours, theirs) = (Input::read(files[1])?, Input::read(files[2])?);
        let kind = run.kind(&[&ours, &theirs, &base])?;
        let records = [base.record(kind)?, ours.record(kind)?, theirs.record(kind)?];
        let merge = |choice| {
            let [base, ours, theirs] = records;
            kind.merge(base, ours, theirs, choice)
        };
        let merged = merge(self.choice)?;
        let output = self.output.as_deref().filter(|file| *file != "-");
        show::merged(run.paint, &merged, output.is_none());
        let text = match self.format {
            Format::Json => to_string_pretty(&run.reworded(&merged)),
            Format::Text if merged.conflicts.is_empty() => to_string_pretty(&ours.enveloped(kind, merged.value)),
            Format::Text => {
                let side = |choice| Ok(to_string_pretty(&ours.enveloped(kind, merge(choice)?.value)) + "\n");
                let (ours, theirs): (Result<_, Failure>, Result<_, Failure>) =
                    (side(Choice::Ours), side(Choice::Theirs));
                marked(&ours?, &theirs?)
            }
        };
        let text = text.trim_end();
        match output {
            None => run.json_line(text),
            Some(file) => input::write(file, text)?,
        }
        Ok(u8::from(!merged.ok))
    }
}

/// Two texts in one: lines that differ stand between conflict markers.
fn marked(ours: &str, theirs: &str) -> String {
    let (ours, theirs): (Vec<&str>, Vec<&str>) =
        (ours.split_inclusive('\n').collect(), theirs.split_inclusive('\n').collect());
    let mut marked = String::new();
    for part in capture_diff_slices(Algorithm::Myers, &ours, &theirs) {
        let (tag, of_ours, of_theirs) = part.as_tag_tuple();
        let (ours, theirs) = (ours[of_ours].concat(), theirs[of_theirs].concat());
        if tag == DiffTag::Equal {
            marked.push_str(&ours);
        } else {
            marked.extend(["<<<<<<< ours\n", &ours, "=======\n", &theirs, ">>>>>>> theirs\n"]);
        }
    }
    marked
}
