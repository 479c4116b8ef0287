//! The layout of a file, which its new text keeps.

use calendiff::json::{to_string, to_string_pretty};
use serde::Serialize;

use crate::input::Input;

/// The longest indent that is kept.
const LONGEST: usize = 16;

/// The indent, the line ends and the end of the last line.
pub(crate) struct Layout {
    /// The indent of a level; `None` if all is on one line.
    indent: Option<String>,
    pub(crate) line_end: &'static str,
    is_ended: bool,
}

impl Default for Layout {
    fn default() -> Self {
        Self {
            indent: Some("  ".to_owned()),
            line_end: "\n",
            is_ended: true,
        }
    }
}

impl Layout {
    /// Detects the layout of a file. An empty object has none of its own.
    pub(crate) fn of(file: &Input) -> Self {
        if file
            .root()
            .members()
            .is_none_or(|mut members| members.next().is_none())
        {
            return Self::default();
        }
        let source = file.text().source();
        let (first, rest) = source.split_once('\n').unwrap_or((source, ""));
        let indented = rest.lines().find(|line| !line.trim().is_empty());
        let indent = indented.map(|line| &line[..line.len() - line.trim_start().len()]);
        let indent =
            indent.map(|indent| if indent.len() > LONGEST { "  " } else { indent }.to_owned());
        let line_end = if first.ends_with('\r') { "\r\n" } else { "\n" };
        Self {
            indent,
            line_end,
            is_ended: source.ends_with('\n'),
        }
    }

    /// Spreads one line over several, so that conflict markers fit between them.
    pub(crate) fn over_lines(mut self) -> Self {
        self.indent.get_or_insert_with(|| "  ".to_owned());
        self
    }

    /// Prints JSON text in this layout.
    pub(crate) fn print(&self, value: &impl Serialize) -> String {
        let mut text = match &self.indent {
            None => to_string(value),
            Some(indent) => {
                let pretty = to_string_pretty(value);
                let lines = pretty.lines().map(|line| {
                    let content = line.trim_start();
                    indent.repeat((line.len() - content.len()) / 2) + content
                });
                lines.collect::<Vec<_>>().join(self.line_end)
            }
        };
        if self.is_ended {
            text.push_str(self.line_end);
        }
        text
    }
}
