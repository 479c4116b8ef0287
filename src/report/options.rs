//! The options of a report.

use std::str::FromStr;

use crate::ground::error::Error;
use crate::knowledge::format::Date;
use crate::knowledge::issue::Profile;
use crate::knowledge::language::Language;
use crate::verbs::body::Mode;
use crate::verbs::openings::Span;

/// The options of a report.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ReportOptions<'l> {
    /// The profile of the validation.
    pub profile: Profile,
    /// The mode of the body.
    pub mode: Mode,
    /// The language of the report.
    pub language: &'l Language,
    /// The dates over which the report compares what a calendar offers before and after. None if there is no span.
    pub span: Option<Span>,
}

impl Default for ReportOptions<'_> {
    fn default() -> Self {
        Self {
            profile: Profile::default(),
            mode: Mode::default(),
            language: Language::english(),
            span: None,
        }
    }
}

impl<'l> ReportOptions<'l> {
    /// Sets the profile.
    #[must_use]
    pub fn profile(self, profile: Profile) -> Self {
        Self { profile, ..self }
    }

    /// Sets the mode.
    #[must_use]
    pub fn mode(self, mode: Mode) -> Self {
        Self { mode, ..self }
    }

    /// Sets the language.
    #[must_use]
    pub fn language(self, language: &'l Language) -> Self {
        Self { language, ..self }
    }

    /// Sets the dates over which the report compares what a calendar offers before and after.
    #[must_use]
    pub fn span(self, span: impl Into<Option<Span>>) -> Self {
        Self {
            span: span.into(),
            ..self
        }
    }
}

/// The subject of a picture.
///
/// ```
/// use calendiff::report::Picture;
///
/// assert_eq!("week".parse::<Picture>()?, Picture::Week);
/// assert_eq!("2026-12".parse::<Picture>()?, Picture::Month { year: 2026, month: 12 });
/// assert_eq!("December".parse::<Picture>().unwrap_err().code(), "option");
/// # Ok::<(), calendiff::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Picture {
    /// The open hours of the week, with hours that stay, are new, or go.
    #[default]
    Week,
    /// The special dates of a month, 1 to 12, among the days of the week.
    Month {
        /// The year, 0 to 9999.
        year: u16,
        /// The month, 1 to 12.
        month: u8,
    },
}

impl FromStr for Picture {
    type Err = Error;

    /// # Errors
    /// `option`: the text is neither `week` nor a month such as `2026-12`.
    fn from_str(text: &str) -> Result<Self, Error> {
        match text {
            "week" => Ok(Self::Week),
            _ => month(text)
                .ok_or_else(|| Error::option("picture", "week, or a month such as 2026-12", text)),
        }
    }
}

/// Reads a month such as `2026-12`.
fn month(text: &str) -> Option<Picture> {
    let first = Date::named(&format!("{text}-01"))?;
    Some(Picture::Month {
        year: first.year,
        month: first.month,
    })
}
