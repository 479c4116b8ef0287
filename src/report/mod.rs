//! Reports to pass on: what an update would change, as an HTML page, as Markdown, or as a picture of the week or of a
//! month, in any [`Language`](crate::Language).
//!
//! A report is made of a review: the changes in words, the hours before and after, the issues, the body and the
//! decisions about it. Text of records is shown and never obeyed: it is escaped for the place where it stands.
//!
//! ```
//! use calendiff::report::{self, Picture, ReportOptions};
//! use calendiff::{Kind, Language};
//! use serde_json::json;
//!
//! let hours = |open| json!([{ "openHour": open, "openMinute": 0, "closeHour": 17, "closeMinute": 0 }]);
//! let stored = json!({ "name": "Visit", "openHours": [{ "daysOfTheWeek": [1], "hours": hours(9) }] });
//! let draft = json!({ "openHours": [{ "daysOfTheWeek": [1], "hours": hours(8) }] });
//!
//! let text = report::markdown(Kind::Calendar, &stored, &draft, &ReportOptions::default())?;
//! assert!(text.starts_with("## Changes: Visit\n\n- Monday opens at 08:00, was 09:00\n"), "{text}");
//! let german = ReportOptions::default().language(Language::named("de").unwrap());
//! assert!(report::html(Kind::Calendar, &stored, &draft, &german)?.contains("<h1>Änderungen: Visit</h1>"));
//! assert!(report::svg(Kind::Calendar, &stored, &draft, Picture::Week, &german)?.starts_with("<svg"));
//!
//! let refused = report::svg(Kind::Location, json!({}), json!({}), Picture::Week, &german).unwrap_err();
//! assert_eq!(refused.code(), "option");
//! # Ok::<(), calendiff::Error>(())
//! ```

mod escape;
mod facts;
mod markdown;
mod month;
mod options;
mod page;
mod svg;
mod week;

use crate::ground::error::Error;
use crate::ground::json::Json;
use crate::knowledge::format::Date;
use crate::knowledge::schema::Kind;
use facts::Facts;
pub use options::{Picture, ReportOptions};

/// Returns a report as an HTML page: self-contained, without script, and printable.
///
/// # Errors
/// The errors of [`Kind::review`](crate::Kind::review).
pub fn html(
    kind: Kind,
    stored: impl Json,
    draft: impl Json,
    options: &ReportOptions<'_>,
) -> Result<String, Error> {
    let facts = Facts::of(kind, stored.held().view(), draft.held().view(), options)?;
    Ok(page::write(&facts))
}

/// Returns a report as Markdown, in GitHub's flavor.
///
/// # Errors
/// The errors of [`Kind::review`](crate::Kind::review).
pub fn markdown(
    kind: Kind,
    stored: impl Json,
    draft: impl Json,
    options: &ReportOptions<'_>,
) -> Result<String, Error> {
    Facts::of(kind, stored.held().view(), draft.held().view(), options)
        .map(|facts| markdown::write(&facts))
}

/// Returns a heading and a list in Markdown. The text of both is shown and never obeyed.
///
/// ```
/// let list = calendiff::report::markdown_list("visit.json", ["name “<b>”, was “Visit”"]);
/// assert_eq!(list, "### visit.json\n\n- name “&lt;b&gt;”, was “Visit”\n\n");
/// ```
pub fn markdown_list<'a>(title: &str, items: impl IntoIterator<Item = &'a str>) -> String {
    markdown::list(title, items)
}

/// Returns a picture of the week or of a month as SVG, in colors for light and dark.
///
/// # Errors
/// `option`: the kind has no open hours or no special dates; or for the week, an entry has more than days and hours.
/// Also the errors of [`Kind::review`](crate::Kind::review).
pub fn svg(
    kind: Kind,
    stored: impl Json,
    draft: impl Json,
    picture: Picture,
    options: &ReportOptions<'_>,
) -> Result<String, Error> {
    let facts = Facts::of(kind, stored.held().view(), draft.held().view(), options)?;
    match (picture, &facts.week) {
        _ if !facts.has_dates => refused(
            "a kind of record with open hours and special dates",
            &format!("a {}", kind.name()),
        ),
        (Picture::Week, Some(week)) => Ok(week::picture(&facts, week)),
        (Picture::Week, None) => refused("open hours that have days and hours alone", "others"),
        (
            Picture::Month {
                year,
                month: number @ 1..=12,
            },
            _,
        ) if year <= 9999 => Ok(month::picture(
            &facts,
            Date {
                year,
                month: number,
                day: 1,
            },
        )),
        (Picture::Month { year, month }, _) => {
            refused("a month of the years 0 to 9999", &format!("{year}-{month}"))
        }
    }
}

fn refused(expected: &'static str, found: &str) -> Result<String, Error> {
    Err(Error::option("picture", expected, found))
}
