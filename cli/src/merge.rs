//! Merges three files into one: conflicts between markers, as git writes them.

use std::process::{Command, Stdio};

use calendiff::json::to_string_pretty;
use calendiff::{Resolution, Severity, visible, visible_json};
use similar::{Algorithm, DiffTag, capture_diff_slices};

use crate::choices::{AnswerFormat, Many};
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::layout::Layout;
use crate::run::{Run, Verdict};
use crate::show;
use crate::source::shown;
use crate::stream::{self, Form, Record, Task, each};

/// The options of a merge.
pub(crate) struct Merging {
    pub(crate) choice: Resolution,
    /// The name of the file that the three are versions of.
    pub(crate) path: Option<String>,
    /// Git's names for base, ours and theirs.
    pub(crate) labels: Option<Vec<String>>,
    pub(crate) format: AnswerFormat,
}

impl Merging {
    /// Merges three files, or those of each record of a stream.
    pub(crate) fn merge(
        &self,
        run: &mut Run<'_>,
        files: [Option<&str>; 3],
        many: &Many,
    ) -> Verdict {
        match files {
            [Some(base), Some(ours), Some(theirs)] if !many.ndjson => {
                stream::once_standard_input(&[base, ours, theirs])?;
                self.merge_files(run, [base, ours, theirs], many.output.as_deref())
            }
            files => {
                let task = Task::new(
                    &["base", "ours", "theirs"],
                    files,
                    many,
                    self.format,
                    Form::LINES,
                );
                each(run, task.of_all(), |run, record| {
                    self.merge_record(run, record)
                })
            }
        }
    }

    /// Merges a record of a stream. On a line there is no room for conflict markers.
    fn merge_record(&self, run: &mut Run<'_>, record: &Record) -> Verdict {
        let [base, ours, theirs] = record.all()?;
        let kind = run.kind(&[ours, theirs, base])?;
        let merged = kind.merge(
            base.record(kind)?,
            ours.record(kind)?,
            theirs.record(kind)?,
            self.choice,
        )?;
        run.found(&merged.issues);
        run.count("taken", merged.taken.len());
        run.count("conflicts", merged.conflicts.len());
        if self.format.is_json() {
            // In the other formats an error takes the place of the answer, which counts by itself.
            run.found_code(
                "conflict",
                Severity::Error,
                usize::from(!merged.conflicts.is_empty()),
            );
            run.answer(&merged);
        } else if merged.conflicts.is_empty() {
            run.json(&ours.enveloped(kind, merged.value.to_value()));
        } else {
            let words: Vec<String> = merged
                .conflicts
                .iter()
                .map(|conflict| conflict.words.in_language(run.paint.language))
                .collect();
            return Err(Failure::Conflict(ours.place().clone(), words.join("; ")));
        }
        Ok(u8::from(!merged.ok))
    }

    fn merge_files(&self, run: &mut Run<'_>, files: [&str; 3], output: Option<&str>) -> Verdict {
        let output = output.filter(|file| *file != "-");
        let (text, code) = match (self.merged(run, files, output.is_none()), output) {
            (Err(failure), Some(file)) if self.path.is_some() => {
                // Git takes the file as it is for our side of a conflict: without markers, theirs would be lost.
                let Some(lines) = self.lines(files) else {
                    return Err(failure);
                };
                input::write(file, &lines)?;
                show::say(&format!("calendiff: {failure}; it is merged line by line"));
                return Ok(1);
            }
            (merged, _) => merged?,
        };
        match output {
            None => run.out.push_str(&visible_json(&text)),
            Some(file) => input::write(file, &text)?,
        }
        Ok(code)
    }

    /// Merges lines, as git does without a driver. Returns `None` if git cannot, such as binary files.
    fn lines(&self, [base, ours, theirs]: [&str; 3]) -> Option<Vec<u8>> {
        let [of_base, of_ours, of_theirs] = [0, 1, 2].map(|side| self.label(side));
        let mut command = Command::new("git");
        command.args([
            "merge-file",
            "--stdout",
            "-L",
            &of_ours,
            "-L",
            &of_base,
            "-L",
            &of_theirs,
            "--",
        ]);
        let output = command
            .args([ours, base, theirs])
            .stderr(Stdio::inherit())
            .output()
            .ok()?;
        // The exit status is the number of conflicts, up to 127.
        output
            .status
            .code()
            .filter(|code| (0..128).contains(code))?;
        Some(output.stdout)
    }

    /// Returns the merged text and the exit status, and says what was taken from whom.
    fn merged(
        &self,
        run: &Run<'_>,
        files: [&str; 3],
        is_printed: bool,
    ) -> Result<(String, u8), Failure> {
        let labels = [0, 1, 2].map(|side| self.label(side));
        // Git gives an empty base for a file that both sides added.
        let [base, ours, theirs] = [0, 1, 2].map(|side| match &self.path {
            Some(path) => format!("{path} ({})", labels[side]),
            None => shown(files[side]),
        });
        let base = Input::read_or(files[0], base, "{}")?;
        let ours = Input::read_as(files[1], ours)?;
        let theirs = Input::read_as(files[2], theirs)?;
        let kind = run.kind(&[&ours, &theirs, &base])?;
        let records = [base.record(kind)?, ours.record(kind)?, theirs.record(kind)?];
        let merged = kind.merge(records[0], records[1], records[2], self.choice)?;
        show::merged(run.paint, &merged, is_printed, self.heading(run).as_deref());
        let layout = Layout::of(&ours);
        let text = match self.format {
            AnswerFormat::Json => to_string_pretty(&run.reworded(&merged)) + "\n",
            _ if merged.conflicts.is_empty() => {
                layout.print(&ours.enveloped(kind, merged.value.to_value()))
            }
            _ => {
                let layout = layout.over_lines();
                let mut sides = Vec::new();
                for choice in [Resolution::Ours, Resolution::Theirs] {
                    let side = kind.merge(records[0], records[1], records[2], choice)?;
                    sides.push(layout.print(&ours.enveloped(kind, side.value.to_value())));
                }
                let [_, of_ours, of_theirs] = &labels;
                marked(
                    [&sides[0], &sides[1]],
                    [of_ours, of_theirs],
                    layout.line_end,
                )
            }
        };
        Ok((text, u8::from(!merged.ok)))
    }

    /// Returns the name of a side. Git passes an empty name for a side without one, and before 2.44 the placeholder
    /// itself.
    fn label(&self, side: usize) -> String {
        let [name, place] = [["base", "%S"], ["ours", "%X"], ["theirs", "%Y"]][side];
        let label = self.labels.as_ref().and_then(|labels| labels.get(side));
        let label = label.filter(|label| !label.is_empty() && *label != place);
        visible(label.map_or(name, String::as_str)).into_owned()
    }

    /// Returns the heading of a file's output: its path, and the names of its sides if git has any.
    fn heading(&self, run: &Run<'_>) -> Option<String> {
        let path = self.path.as_ref()?;
        let [_, ours, theirs] = [0, 1, 2].map(|side| self.label(side));
        if ours == "ours" && theirs == "theirs" {
            return Some(path.clone());
        }
        Some(format!(
            "{path} ({} {ours}, {} {theirs})",
            run.paint.say("ours", []),
            run.paint.say("theirs", [])
        ))
    }
}

/// Combines two texts, with conflict markers around lines that differ.
fn marked([ours, theirs]: [&str; 2], [label, other]: [&str; 2], end: &str) -> String {
    let (ours, theirs): (Vec<&str>, Vec<&str>) = (
        ours.split_inclusive('\n').collect(),
        theirs.split_inclusive('\n').collect(),
    );
    let mut marked = String::new();
    for part in capture_diff_slices(Algorithm::Myers, &ours, &theirs) {
        let (tag, of_ours, of_theirs) = part.as_tag_tuple();
        let (ours, theirs) = (ours[of_ours].concat(), theirs[of_theirs].concat());
        if tag == DiffTag::Equal {
            marked.push_str(&ours);
        } else {
            marked.extend([
                "<<<<<<< ", label, end, &ours, "=======", end, &theirs, ">>>>>>> ", other, end,
            ]);
        }
    }
    marked
}
