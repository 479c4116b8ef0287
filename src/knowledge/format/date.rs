//! A calendar date in the form of an instant: written as midnight UTC, and never shifted to another day.

use super::date_time::{Cursor, Date, DateTime, Moment, parse};
use super::finding::Finding;
use super::leaf::{Leaf, Samples, TextSchema};
use super::text::is_space;
use crate::knowledge::issue::Code;
use crate::knowledge::language::Phrase;

pub(super) struct CalendarDate;

impl Leaf for CalendarDate {
    const WANTED: Option<&'static str> = DateTime::WANTED;

    /// Refused texts have years that no valid text has, so that tests can put both into one list.
    const SAMPLES: Samples = Samples {
        least: DateTime::SAMPLES.least,
        valid: &[
            r"202[0-9]-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])T00:00:00\.000Z",
            // The last days of months, also of other centuries.
            r"((202[0-9]|1999|2099)-(0[13578]|1[02])-3[01]|20(00|24|28)-02-29)T00:00:00\.000Z",
        ],
        prose: false,
        refused: &[
            (
                Code::DateTimeFormat,
                r"[a-z]{1,8}|2[1-4]\.12\.203[0-9]|203[0-9]-12-2[0-9]T0[0-9]:00:00\.Z",
            ),
            (
                Code::DateTimeOffset,
                "203[0-9]-0[1-9]-[012][1-8]T0[0-9]:00:00",
            ),
            (
                Code::DateTimeOffsetRange,
                "203[0-9]-0[1-9]-[012][1-8]T00:00:00[+-](2[4-9]:00|0[0-9]:[6-9]0)",
            ),
            (
                Code::DateTimeNotation,
                "203[0-9](-W[0-5][0-9](-[1-7])?|-[0-3][0-9]{2}|0[1-9][012][1-8](T000000Z)?)",
            ),
            (
                Code::DateTimeSpelling,
                "203[0-9]-0[1-9]-[012][1-8]( 00:00:00|T00:00| 00:00)Z",
            ),
            (
                Code::DateTimeDay,
                "203[0-9]-(02-3[01]|1[3-9]-01|0[1-9]-00)(T00:00:00Z)?",
            ),
            (
                Code::DateTimeHour,
                "203[0-9]-0[1-9]-[012][1-8]T(24:00|00:[6-9]0):00Z",
            ),
            (
                Code::DateTimeLeapSecond,
                "203[0-9]-0[1-9]-[012][1-8]T23:59:60Z",
            ),
            (
                Code::DateTimeFraction,
                "203[0-9]-0[1-9]-[012][1-8]T00:00:00,[0-9]{1,6}Z",
            ),
            (
                Code::DateTimeTrailing,
                "203[0-9]-0[1-9]-[012][1-8]T00:00:00Z[a-zA-Z ]{1,4}",
            ),
            (Code::DateBare, "203[0-9]-0[1-9]-[012][1-8]"),
            (
                Code::DateNotMidnight,
                "203[0-9]-0[1-9]-[012][1-8]T((0[1-9]|1[0-9]):00:00Z|00:00:00[+-]0[1-9]:00)",
            ),
        ],
        hostile: DateTime::SAMPLES.hostile,
    };

    fn check(text: &str) -> Option<Finding> {
        check(text)
    }

    fn canonical(trimmed: &str) -> Option<String> {
        canonical(trimmed)
    }

    fn is_sound(text: &str) -> bool {
        is_midnight(text)
    }

    fn schema() -> TextSchema {
        DateTime::schema()
    }
}

fn check(text: &str) -> Option<Finding> {
    let trimmed = text.trim_matches(is_space);
    // `2026-12-24` alone is no instant, but surely means that date.
    let bare = (Cursor {
        rest: trimmed.as_bytes(),
    })
    .date()
    .filter(|_| trimmed.len() == 10);
    let finding = match (bare, parse(text)) {
        (Some(date), _) if !date.exists() => Finding::new(Code::DateTimeDay).found(trimmed),
        (Some(_), _) => Finding::new(Code::DateBare).found(trimmed),
        (None, Err(finding)) => finding,
        (
            None,
            Ok(Moment {
                strict: Some(expected),
                ..
            }),
        ) => Finding::new(Code::DateTimeSpelling)
            .with("expected", expected)
            .found(text),
        (None, Ok(moment)) if !moment.is_midnight_utc() => {
            let finding = Finding::new(Code::DateNotMidnight).with("date", moment.date.to_string());
            let cause = moment
                .midnight_east_of_utc()
                .map(|date| Phrase::code("local_midnight").with("date", date.to_string()));
            return Some(
                finding
                    .with("cause", cause.map_or("".into(), |cause| cause.0))
                    // The time and offset, after the date and its `T`.
                    .found(&text[11..]),
            );
        }
        (None, Ok(_)) => return None,
    };
    Some(finding.fix(fixed(bare, trimmed)))
}

/// Returns midnight UTC of a date, as far as a text surely means one: `2026-12-24`, `2026-12-24T00:00+00:00`.
fn fixed(bare: Option<Date>, trimmed: &str) -> Option<String> {
    if let Some(date) = bare.filter(|date| date.exists()) {
        return Some(date.midnight());
    }
    canonical(trimmed)
        // Midnight without an offset, `2026-12-24T00:00`, means the date and nothing else.
        .or_else(|| canonical(&format!("{trimmed}Z")))
        .or_else(|| strictly(trimmed))
}

/// Returns the calendar date as midnight UTC, if the text means exactly that.
fn canonical(text: &str) -> Option<String> {
    let moment = parse(text).ok()?;
    moment.is_midnight_utc().then(|| moment.date.midnight())
}

/// Returns the calendar date of a text as midnight UTC: its first ten characters, whatever time and offset follow. `None`
/// if the text has an error without a fix.
///
/// ```text
/// 2026-12-24T00:00:00+02:00  →  2026-12-24T00:00:00.000Z
/// 2026-12-24                 →  2026-12-24T00:00:00.000Z
/// 2026-12-24T25:00:00Z       →  none
/// ```
pub(crate) fn canonical_day(text: &str) -> Option<String> {
    let is_readable = match check(text) {
        None => true,
        Some(finding) => finding.code == Code::DateNotMidnight || finding.fix.is_some(),
    };
    Date::leading(text.trim_matches(is_space))
        .filter(|_| is_readable)
        .map(Date::midnight)
}

/// Returns a date-time in the spelling of RFC 3339. The time of day and its offset are kept.
fn strictly(text: &str) -> Option<String> {
    parse(text).ok()?;
    let date = text.get(..10)?;
    let time = text.get(11..)?;
    // A parsed text has its seconds behind a second colon, in front of the offset.
    let seconds = if time.as_bytes().get(5) == Some(&b':') {
        ""
    } else {
        ":00"
    };
    Some(format!(
        "{date}T{}{seconds}{}",
        time.get(..5)?,
        time.get(5..)?
    ))
}

impl Date {
    /// Returns the date as midnight UTC.
    pub(crate) fn midnight(self) -> String {
        format!("{self}{MIDNIGHT}")
    }
}

const MIDNIGHT: &str = "T00:00:00.000Z";

/// Returns true if a calendar date is in canonical form.
fn is_midnight(text: &str) -> bool {
    text.len() == 10 + MIDNIGHT.len() && text.ends_with(MIDNIGHT) && Date::leading(text).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_calendar_date_is_never_shifted() {
        for (text, code, fix) in [
            ("2026-12-24T00:00:00.000Z", None, None),
            ("2026-12-24T00:00:00Z", None, None),
            (
                "2026-12-24",
                Some(Code::DateBare),
                Some("2026-12-24T00:00:00.000Z"),
            ),
            (
                "2026-12-24T00:00:00+02:00",
                Some(Code::DateNotMidnight),
                None,
            ),
            ("2026-12-24T23:00:00Z", Some(Code::DateNotMidnight), None),
            (
                "2026-12-24T00:00",
                Some(Code::DateTimeOffset),
                Some("2026-12-24T00:00:00.000Z"),
            ),
            (
                "2026-12-24 00:00:00",
                Some(Code::DateTimeOffset),
                Some("2026-12-24T00:00:00.000Z"),
            ),
            (
                "2026-12-24T00:00:00.000",
                Some(Code::DateTimeOffset),
                Some("2026-12-24T00:00:00.000Z"),
            ),
            ("2026-12-24T09:00", Some(Code::DateTimeOffset), None),
            ("2026-12-24 00:00 Uhr", Some(Code::DateTimeFormat), None),
            ("2026-12-24T00:30:00Z", Some(Code::DateNotMidnight), None),
            ("2026-12-24T00:00:30Z", Some(Code::DateNotMidnight), None),
            ("2026-12-24T00:00:00.5Z", Some(Code::DateNotMidnight), None),
            (
                "2026-12-24 00:00Z",
                Some(Code::DateTimeSpelling),
                Some("2026-12-24T00:00:00.000Z"),
            ),
            (
                "2026-12-24 23:00Z",
                Some(Code::DateTimeSpelling),
                Some("2026-12-24T23:00:00Z"),
            ),
            (
                "2026-12-24T09:00Z",
                Some(Code::DateTimeSpelling),
                Some("2026-12-24T09:00:00Z"),
            ),
            (
                "2026-12-24T09:00-08:00",
                Some(Code::DateTimeSpelling),
                Some("2026-12-24T09:00:00-08:00"),
            ),
            (
                "2026-12-24 09:30:15.5+02:00",
                Some(Code::DateTimeSpelling),
                Some("2026-12-24T09:30:15.5+02:00"),
            ),
            (
                " 2026-12-24T09:00:00Z",
                Some(Code::DateTimeFormat),
                Some("2026-12-24T09:00:00Z"),
            ),
            ("2026-12-24T25:00Z", Some(Code::DateTimeHour), None),
            (
                " 2026-12-25",
                Some(Code::DateBare),
                Some("2026-12-25T00:00:00.000Z"),
            ),
            ("2026-02-30", Some(Code::DateTimeDay), None),
        ] {
            let finding = check(text);
            assert!(finding.is_none() || !is_midnight(text), "{text}");
            assert_eq!(finding.as_ref().map(|finding| finding.code), code, "{text}");
            assert_eq!(
                finding.and_then(|finding| finding.fix).as_deref(),
                fix,
                "{text}"
            );
        }
        for (text, cause) in [
            ("2026-12-24T23:00:00.000Z", Some("2026-12-25")),
            ("2026-12-31T18:30:00Z", Some("2027-01-01")),
            ("2026-12-24T10:00:00+00:00", Some("2026-12-25")),
            ("2026-12-24T09:00:00Z", None),
            ("2026-12-24T23:01:00Z", None),
            ("2026-12-24T23:00:00+01:00", None),
            ("2026-12-24T00:00:00+02:00", None),
        ] {
            let params = check(text)
                .map(|finding| finding.params)
                .unwrap_or_default();
            assert_eq!(
                params["cause"].get("date").and_then(|date| date.as_str()),
                cause,
                "{text}"
            );
            assert_eq!(params["date"], text[..10], "{text}");
        }
        assert!(is_midnight("2026-12-24T00:00:00.000Z"));
        assert!(!is_midnight("2026-12-24T00:00:00Z") && !is_midnight("2026-02-30T00:00:00.000Z"));
        assert_eq!(
            canonical("2026-12-24t00:00:00-00:00").as_deref(),
            Some("2026-12-24T00:00:00.000Z")
        );
        assert_eq!(canonical("2026-12-24T00:00:00+02:00"), None);
    }
}
