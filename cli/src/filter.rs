//! The findings that are shown and counted.

use std::sync::OnceLock;

use calendiff::{Code, Issue, Severity, ValidateOptions};
use clap::Args;

use crate::choices::SeverityArgument;
use crate::failure::Failure;

/// The findings that are shown and counted: all, unless the command line says otherwise.
#[derive(Args, Default)]
#[command(next_help_heading = "Findings")]
pub(crate) struct Filter {
    /// Show and count only findings of these codes, separated by commas; `calendiff codes` lists them
    #[arg(long = "code", value_name = "CODES", value_delimiter = ',', value_parser = code)]
    codes: Vec<Asked>,
    /// Leave out findings of these codes
    #[arg(long = "ignore", value_name = "CODES", value_delimiter = ',', value_parser = code)]
    ignored: Vec<Asked>,
    /// Count findings of these codes as errors
    #[arg(long = "deny", value_name = "CODES", value_delimiter = ',', value_parser = code)]
    denied: Vec<Asked>,
    /// Show and count only findings that are at least as severe
    #[arg(long, value_enum)]
    severity: Option<SeverityArgument>,
    #[arg(skip)]
    of_records: OnceLock<OfRecords>,
}

/// The codes of values that two records have.
const ACROSS: [&str; 2] = ["id_twice", "slug_twice"];

/// A code that the command line names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    /// The code of findings in one record.
    Code(Code),
    /// The code of a value that two records have.
    Across(&'static str),
}

/// The codes of findings in one record, for the options of the library.
struct OfRecords {
    codes: Vec<Code>,
    ignored: Vec<Code>,
    denied: Vec<Code>,
}

/// Returns the code of a finding.
fn code(name: &str) -> Result<Asked, String> {
    let name = name.trim();
    if let Some(across) = ACROSS.into_iter().find(|across| *across == name) {
        return Ok(Asked::Across(across));
    }
    name.parse()
        .map(Asked::Code)
        .map_err(|_| format!("no finding has the code {name:?}; `calendiff codes` lists them"))
}

/// Returns the codes of findings in one record.
fn of_records(asked: &[Asked]) -> Vec<Code> {
    let codes = asked.iter().filter_map(|asked| match asked {
        Asked::Code(code) => Some(*code),
        Asked::Across(_) => None,
    });
    codes.collect()
}

impl Asked {
    fn name(self) -> &'static str {
        match self {
            Self::Code(code) => code.name(),
            Self::Across(name) => name,
        }
    }
}

impl Filter {
    /// Returns true if only findings of certain codes are shown.
    pub(crate) fn has_codes(&self) -> bool {
        !self.codes.is_empty()
    }

    /// Refuses a code that is to be shown and left out.
    pub(crate) fn expect_sense(&self) -> Result<(), Failure> {
        match self.codes.iter().find(|code| self.ignored.contains(code)) {
            Some(code) => Err(Failure::Usage(format!(
                "--code and --ignore both name {}: it cannot be shown and left out",
                code.name()
            ))),
            None => Ok(()),
        }
    }

    /// Sets the codes that are denied and ignored, and limits the fixes that --fix applies to the findings that are shown.
    pub(crate) fn limit<'a>(&'a self, options: ValidateOptions<'a>) -> ValidateOptions<'a> {
        let of_records = self.of_records.get_or_init(|| OfRecords {
            codes: of_records(&self.codes),
            ignored: of_records(&self.ignored),
            denied: of_records(&self.denied),
        });
        let options = options.deny(&of_records.denied).ignore(&of_records.ignored);
        let options = if self.codes.is_empty() {
            options
        } else {
            options.only(&of_records.codes)
        };
        self.severity
            .map_or(options, |severity| options.severity(severity.into()))
    }

    /// Removes the findings that are not shown.
    pub(crate) fn apply(&self, issues: &mut Vec<Issue>, errors_only: bool) {
        issues.retain(|issue| self.shows(Asked::Code(issue.code), issue.severity, errors_only));
    }

    /// Returns the severity of a value that two records have, or `None` if it is not shown.
    pub(crate) fn across(
        &self,
        code: &'static str,
        severity: Severity,
        errors_only: bool,
    ) -> Option<Severity> {
        let code = Asked::Across(code);
        let severity = if self.denied.contains(&code) {
            Severity::Error
        } else {
            severity
        };
        self.shows(code, severity, errors_only).then_some(severity)
    }

    fn shows(&self, code: Asked, severity: Severity, errors_only: bool) -> bool {
        let least = match self.severity {
            _ if errors_only => Severity::Error,
            Some(severity) => severity.into(),
            None => Severity::Note,
        };
        let is_asked = self.codes.is_empty() || self.codes.contains(&code);
        is_asked && !self.ignored.contains(&code) && severity <= least
    }
}
