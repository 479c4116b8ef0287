//! The findings that are shown and counted.

use calendiff::{Code, Issue, Options, Severity};
use clap::Args;

use crate::choices::SeverityArgument;
use crate::failure::Failure;

/// The findings that are shown and counted: all, unless the command line says otherwise.
#[derive(Args, Default)]
#[command(next_help_heading = "Findings")]
pub(crate) struct Filter {
    /// Show and count only findings of these codes, separated by commas; `calendiff codes` lists them
    #[arg(long = "code", value_name = "CODES", value_delimiter = ',', value_parser = code)]
    codes: Vec<Code>,
    /// Leave out findings of these codes
    #[arg(long = "ignore", value_name = "CODES", value_delimiter = ',', value_parser = code)]
    ignored: Vec<Code>,
    /// Count findings of these codes as errors
    #[arg(long = "deny", value_name = "CODES", value_delimiter = ',', value_parser = code)]
    denied: Vec<Code>,
    /// Show and count only findings that are at least as severe
    #[arg(long, value_enum)]
    severity: Option<SeverityArgument>,
}

/// Returns the code of a finding.
fn code(name: &str) -> Result<Code, String> {
    let name = name.trim();
    name.parse()
        .map_err(|_| format!("no finding has the code {name:?}; `calendiff codes` lists them"))
}

impl Filter {
    /// Refuses a code that is to be shown and left out.
    pub(crate) fn expect_sense(&self) -> Result<(), Failure> {
        match self.codes.iter().find(|code| self.ignored.contains(code)) {
            Some(code) => Err(Failure::Usage(format!(
                "--code and --ignore both name {code}: it cannot be shown and left out"
            ))),
            None => Ok(()),
        }
    }

    /// Sets the codes that are denied and ignored, and limits the fixes that --fix applies to the findings that are shown.
    pub(crate) fn limit<'a>(&'a self, options: Options<'a>) -> Options<'a> {
        let options = options.deny(&self.denied).ignore(&self.ignored);
        let options = if self.codes.is_empty() {
            options
        } else {
            options.only(&self.codes)
        };
        self.severity
            .map_or(options, |severity| options.severity(severity.into()))
    }

    /// Removes the findings that are not shown.
    pub(crate) fn apply(&self, issues: &mut Vec<Issue>, errors_only: bool) {
        let least = match self.severity {
            _ if errors_only => Severity::Error,
            Some(severity) => severity.into(),
            None => Severity::Note,
        };
        issues.retain(|issue| {
            let is_asked = self.codes.is_empty() || self.codes.contains(&issue.code);
            is_asked && !self.ignored.contains(&issue.code) && issue.severity <= least
        });
    }
}
