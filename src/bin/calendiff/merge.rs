//! Merges three files into one: conflicts between markers, as git writes them.

use calendiff::json::to_string_pretty;
use calendiff::{Resolution, visible, visible_json};
use similar::{Algorithm, DiffTag, capture_diff_slices};

use crate::arguments::Format;
use crate::input::{self, Failure, Input};
use crate::layout::Layout;
use crate::run::{Run, Verdict};
use crate::show;

/// The options of a merge.
pub(crate) struct Merging {
    pub(crate) choice: Resolution,
    pub(crate) output: Option<String>,
    /// The name of the file that the three are versions of.
    pub(crate) path: Option<String>,
    /// Git's names for base, ours and theirs.
    pub(crate) labels: Option<Vec<String>>,
    pub(crate) format: Format,
}

impl Merging {
    pub(crate) fn merge(&self, run: &mut Run<'_>, files: [&str; 3]) -> Verdict {
        input::once_standard_input(&files)?;
        let labels = [0, 1, 2].map(|side| self.label(side));
        let shown = |side: usize| match &self.path {
            Some(path) => format!("{path} ({})", labels[side]),
            None => input::shown(files[side]),
        };
        // Git gives an empty base for a file that both sides added.
        let base = Input::read_or(files[0], shown(0), "{}")?;
        let (ours, theirs) = (Input::read_as(files[1], shown(1))?, Input::read_as(files[2], shown(2))?);
        let kind = run.kind(&[&ours, &theirs, &base])?;
        let records = [base.record(kind)?, ours.record(kind)?, theirs.record(kind)?];
        let merge = |choice| {
            let [base, ours, theirs] = records;
            kind.merge(base, ours, theirs, choice)
        };
        let merged = merge(self.choice)?;
        let output = self.output.as_deref().filter(|file| *file != "-");
        show::merged(run.paint, &merged, output.is_none(), self.heading(run).as_deref());
        let layout = Layout::of(&ours);
        let text = match self.format {
            Format::Json => to_string_pretty(&run.reworded(&merged)) + "\n",
            Format::Text if merged.conflicts.is_empty() => layout.print(&ours.enveloped(kind, merged.value.to_value())),
            Format::Text => {
                let layout = layout.over_lines();
                let side = |choice| Ok(layout.print(&ours.enveloped(kind, merge(choice)?.value.to_value())));
                let (ours, theirs): (Result<_, Failure>, Result<_, Failure>) =
                    (side(Resolution::Ours), side(Resolution::Theirs));
                let [_, of_ours, of_theirs] = &labels;
                marked([&ours?, &theirs?], [of_ours, of_theirs], layout.line_end)
            }
        };
        match output {
            None => run.out.push_str(&visible_json(&text)),
            Some(file) => input::write(file, &text)?,
        }
        Ok(u8::from(!merged.ok))
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
        let say = |side| run.paint.say(side, []);
        Some(format!("{path} ({} {ours}, {} {theirs})", say("ours"), say("theirs")))
    }
}

/// Combines two texts, with conflict markers around lines that differ.
fn marked([ours, theirs]: [&str; 2], [label, other]: [&str; 2], end: &str) -> String {
    let (ours, theirs): (Vec<&str>, Vec<&str>) =
        (ours.split_inclusive('\n').collect(), theirs.split_inclusive('\n').collect());
    let mut marked = String::new();
    for part in capture_diff_slices(Algorithm::Myers, &ours, &theirs) {
        let (tag, of_ours, of_theirs) = part.as_tag_tuple();
        let (ours, theirs) = (ours[of_ours].concat(), theirs[of_theirs].concat());
        if tag == DiffTag::Equal {
            marked.push_str(&ours);
        } else {
            marked.extend(["<<<<<<< ", label, end, &ours, "=======", end, &theirs, ">>>>>>> ", other, end]);
        }
    }
    marked
}
