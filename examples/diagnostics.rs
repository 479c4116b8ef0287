//! What is wrong with a text, as miette shows it: its message as title, its path at its bytes,
//! and as help what was expected and found, and its fix. Details are no labels, since miette wraps all but these.
//!
//! ```sh
//! cargo run --example diagnostics                    # of a draft in this repository
//! cargo run --example diagnostics -- draft.json      # of your own
//! ```
#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use std::error::Error;
use std::fmt;

use calendiff::{Issue, Kind, Severity, ValidateOptions};
use miette::{
    Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, SourceCode,
};

/// An issue of a text.
#[derive(Debug)]
struct Finding<'a> {
    issue: &'a Issue,
    source: &'a NamedSource<String>,
}

impl fmt::Display for Finding<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.issue.message())
    }
}

impl Error for Finding<'_> {}

impl Diagnostic for Finding<'_> {
    fn code(&self) -> Option<Box<dyn fmt::Display + '_>> {
        Some(Box::new(self.issue.code.name()))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.issue.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
            Severity::Note => miette::Severity::Advice,
        })
    }

    fn help(&self) -> Option<Box<dyn fmt::Display + '_>> {
        let fix = self
            .issue
            .fix
            .as_ref()
            .map(|fix| format!("\nfix: {}", fix.title));
        Some(Box::new(self.issue.detail() + &fix.unwrap_or_default()))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(self.source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let span = self.issue.span.clone()?;
        let path = Some(self.issue.path.to_string()).filter(|path| !path.is_empty());
        Some(Box::new(std::iter::once(LabeledSpan::new_with_span(
            path, span,
        ))))
    }
}

/// All that is wrong with a text, as people read it.
pub(crate) fn shown(name: &str, text: &str) -> Result<String, Box<dyn Error>> {
    let report = Kind::Calendar.validate_text(text, &ValidateOptions::default())?;
    let source = NamedSource::new(name, text.to_owned()).with_language("json");
    let handler =
        GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor()).with_width(80);
    let mut shown = String::new();
    for issue in &report.issues {
        handler.render_report(
            &mut shown,
            &Finding {
                issue,
                source: &source,
            },
        )?;
    }
    Ok(shown)
}

fn main() -> Result<(), Box<dyn Error>> {
    let here = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/fixtures/mistakes/draft.json"
    )
    .to_owned();
    let name = std::env::args().nth(1).unwrap_or(here);
    print!("{}", shown(&name, &std::fs::read_to_string(&name)?)?);
    Ok(())
}
