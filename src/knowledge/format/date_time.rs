//! An instant: a strict RFC 3339 date-time.

use super::finding::Finding;
use super::leaf::{Leaf, Samples, TextSchema};
use super::text::is_space;
use crate::knowledge::issue::Code;

pub(super) struct DateTime;

impl Leaf for DateTime {
    const WANTED: Option<&'static str> = Some("date");

    const SAMPLES: Samples = Samples {
        least: "2019-12-24T00:00:00.000Z",
        valid: &[
            r"(202[0-9]|[0-9]{4})-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])T([01][0-9]|2[0-3]):[0-5][0-9]:00\.[0-9]{3}Z",
            r"20(00|24|28)-(02-29|12-31)T23:59:59\.[0-9]{3}Z",
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
                "203[0-9]-(02-3[01]|1[3-9]-01|0[1-9]-00)T00:00:00Z",
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
            (
                Code::DateTimeRange,
                r"0000-01-01T00:00:00\+0[1-9]:00|9999-12-31T23:00:00-0[1-9]:00",
            ),
        ],
        hostile: &[
            "２026-12-24T09:00:00Z",
            "2026-12-24T09:00:00Z[Europe/Berlin]",
            "-271821-04-20T00:00:00Z",
        ],
    };

    fn check(text: &str) -> Option<Finding> {
        check(text)
    }

    fn canonical(trimmed: &str) -> Option<String> {
        canonical(trimmed)
    }

    fn is_sound(_: &str) -> bool {
        false
    }

    fn schema() -> TextSchema {
        let pattern = format!(
            "^(?:{DAY}|{LEAP_DAY})[Tt]{HOUR}(?::{SIXTY}){{2}}(?:\\.[0-9]+)?(?:[Zz]|[+-]{HOUR}:{SIXTY})$"
        );
        TextSchema::new(pattern).with("format", "date-time")
    }
}

/// Pattern of the days that every year has.
const DAY: &str = "[0-9]{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)";
const LEAP_DAY: &str =
    "(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29";
const HOUR: &str = "(?:[01][0-9]|2[0-3])";
/// Pattern of minutes and of seconds.
const SIXTY: &str = "[0-5][0-9]";

/// A day of the proleptic Gregorian calendar, years 0000 to 9999.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Date {
    pub(crate) year: u16,
    pub(crate) month: u8,
    pub(crate) day: u8,
}

impl Date {
    /// Parses the calendar date at the beginning of a text: its first ten characters, never shifted.
    pub(crate) fn leading(text: &str) -> Option<Self> {
        let mut parts = [0; 3];
        let mut part = 0;
        for (at, byte) in text.as_bytes().get(..10)?.iter().enumerate() {
            let digit = byte.wrapping_sub(b'0');
            match at {
                // The hyphens of `2026-12-24` are at 4 and 7, and part the year, the month and the day.
                4 | 7 if *byte == b'-' => part += 1,
                4 | 7 => return None,
                _ if digit > 9 => return None,
                _ => parts[part] = parts[part] * 10 + u16::from(digit),
            }
        }
        let [year, month, day] = parts;
        let date = Self {
            year,
            month: u8::try_from(month).ok()?,
            day: u8::try_from(day).ok()?,
        };
        date.exists().then_some(date)
    }

    /// Parses a date that is written alone, `2026-12-24`.
    pub(crate) fn named(text: &str) -> Option<Self> {
        Self::leading(text).filter(|_| text.len() == 10)
    }

    pub(super) fn exists(self) -> bool {
        (1..=12).contains(&self.month) && (1..=self.days_in_month()).contains(&self.day)
    }

    fn days_in_month(self) -> u8 {
        match self.month {
            4 | 6 | 9 | 11 => 30,
            2 if self.year.is_multiple_of(4)
                && (!self.year.is_multiple_of(100) || self.year.is_multiple_of(400)) =>
            {
                29
            }
            2 => 28,
            _ => 31,
        }
    }

    /// Returns the next date.
    pub(crate) fn tomorrow(self) -> Option<Self> {
        if self.day < self.days_in_month() {
            return Some(Self {
                day: self.day + 1,
                ..self
            });
        }
        match (self.month, self.year) {
            (12, 9999) => None,
            (12, year) => Some(Self {
                year: year + 1,
                month: 1,
                day: 1,
            }),
            (month, year) => Some(Self {
                year,
                month: month + 1,
                day: 1,
            }),
        }
    }

    /// Returns the number of the day of the week: 0 is Sunday.
    pub(crate) fn weekday(self) -> usize {
        // Sakamoto's method: the days that the months before have beyond whole weeks.
        const BEYOND: [usize; 12] = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4];
        let month = usize::from(self.month);
        // A whole cycle of the calendar has whole weeks.
        // January and February count to the year before, so that a leap day is the last of its year.
        let year = usize::from(self.year) + 400 - usize::from(month < 3);
        (year + year / 4 - year / 100 + year / 400 + BEYOND[month - 1] + usize::from(self.day)) % 7
    }

    fn yesterday(self) -> Option<Self> {
        if self.day > 1 {
            return Some(Self {
                day: self.day - 1,
                ..self
            });
        }
        let month = match (self.month, self.year) {
            (1, 0) => return None,
            (1, year) => Self {
                year: year - 1,
                month: 12,
                day: 1,
            },
            (month, year) => Self {
                year,
                month: month - 1,
                day: 1,
            },
        };
        Some(Self {
            day: month.days_in_month(),
            ..month
        })
    }
}

impl std::fmt::Display for Date {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// A parsed date-time, as written and before any shift to UTC.
pub(super) struct Moment<'a> {
    pub(super) date: Date,
    hour: u8,
    minute: u8,
    second: u8,
    /// The digits of the fraction.
    fraction: &'a [u8],
    /// Minutes east of UTC.
    offset: i32,
    /// The part that strict RFC 3339 requires, if the text was read leniently.
    pub(super) strict: Option<&'static str>,
}

impl Moment<'_> {
    /// Returns the instant in UTC, with milliseconds truncated, or `None` outside the years 0000 to 9999.
    fn canonical(&self) -> Option<String> {
        // 00:30+02:00 is 22:30 of the day before: -90 minutes, so `div_euclid` is -1 and `rem_euclid` 1350.
        let minutes = i32::from(self.hour) * 60 + i32::from(self.minute) - self.offset;
        let date = match minutes.div_euclid(24 * 60) {
            0 => self.date,
            1 => self.date.tomorrow()?,
            _ => self.date.yesterday()?,
        };
        let minutes = minutes.rem_euclid(24 * 60);
        let mut millis = [b'0'; 3];
        // Digits beyond the third are dropped, and missing ones stay 0.
        for (milli, digit) in millis.iter_mut().zip(self.fraction) {
            *milli = *digit;
        }
        let [a, b, c] = millis.map(char::from);
        Some(format!(
            "{date}T{:02}:{:02}:{:02}.{a}{b}{c}Z",
            minutes / 60,
            minutes % 60,
            self.second
        ))
    }

    /// Returns the day that begins at this instant in a time zone east of UTC, if it is written in UTC and zones have such
    /// an offset: quarters of an hour, up to 14 hours. JavaScript's `toISOString` writes local midnight in this way.
    ///
    /// ```text
    /// 2026-12-24T23:00:00.000Z  →  2026-12-25, in Berlin
    /// 2026-12-24T09:00:00Z      →  none
    /// ```
    pub(super) fn midnight_east_of_utc(&self) -> Option<Date> {
        let is_whole = self.minute.is_multiple_of(15)
            && self.second == 0
            && self.fraction.iter().all(|digit| *digit == b'0');
        if self.offset == 0 && self.hour >= 10 && is_whole {
            self.date.tomorrow()
        } else {
            None
        }
    }

    pub(super) fn is_midnight_utc(&self) -> bool {
        let time = u32::from(self.hour) + u32::from(self.minute) + u32::from(self.second);
        time == 0 && self.offset == 0 && self.fraction.iter().all(|digit| *digit == b'0')
    }
}

pub(super) struct Cursor<'a> {
    pub(super) rest: &'a [u8],
}

impl<'a> Cursor<'a> {
    fn peek(&self) -> Option<u8> {
        self.rest.first().copied()
    }

    fn eat(&mut self, wanted: &[u8]) -> Option<u8> {
        let found = self.peek().filter(|byte| wanted.contains(byte))?;
        self.rest = &self.rest[1..];
        Some(found)
    }

    fn digits(&mut self, count: usize) -> Option<u16> {
        let digits = self.rest.get(..count)?;
        let mut number = 0;
        for digit in digits {
            if !digit.is_ascii_digit() {
                return None;
            }
            number = number * 10 + u16::from(digit - b'0');
        }
        self.rest = &self.rest[count..];
        Some(number)
    }

    fn two(&mut self) -> Option<u8> {
        self.digits(2).and_then(|number| u8::try_from(number).ok())
    }

    fn all_digits(&mut self) -> &'a [u8] {
        let end = self
            .rest
            .iter()
            .position(|byte| !byte.is_ascii_digit())
            .unwrap_or(self.rest.len());
        let (digits, rest) = self.rest.split_at(end);
        self.rest = rest;
        digits
    }

    pub(super) fn date(&mut self) -> Option<Date> {
        let year = self.digits(4)?;
        self.eat(b"-")?;
        let month = self.two()?;
        self.eat(b"-")?;
        let day = self.two()?;
        Some(Date { year, month, day })
    }
}

pub(super) fn parse(text: &str) -> Result<Moment<'_>, Finding> {
    if let Some(notation) = foreign_notation(text) {
        return Err(Finding::new(Code::DateTimeNotation)
            .found(text)
            .with("notation", notation));
    }
    read(text).unwrap_or_else(|| Err(Finding::new(Code::DateTimeFormat).found(text)))
}

/// Returns `None` if the text is not of the format and no other finding is more specific.
fn read(text: &str) -> Option<Result<Moment<'_>, Finding>> {
    let mut cursor = Cursor {
        rest: text.as_bytes(),
    };
    let date = cursor.date()?;
    let mut strict = None;
    if cursor.eat(b"Tt").is_none() {
        cursor.eat(b" ")?;
        strict = Some("t");
    }
    let hour = cursor.two()?;
    cursor.eat(b":")?;
    let minute = cursor.two()?;
    let mut second = 0;
    let mut fraction: &[u8] = &[];
    if cursor.eat(b":").is_some() {
        second = cursor.two()?;
        if cursor.eat(b",").is_some() {
            return Some(Err(
                Finding::new(Code::DateTimeFraction).fix(comma_fixed(text))
            ));
        }
        if cursor.eat(b".").is_some() {
            fraction = cursor.all_digits();
            // A dot without a digit.
            fraction.first()?;
        }
    } else {
        strict = Some("seconds");
    }
    let offset = match read_offset(&mut cursor, text)? {
        Ok(offset) => offset,
        Err(finding) => return Some(Err(finding)),
    };
    // Only now, since a text of another form has the finding for its form.
    if !date.exists() {
        return Some(Err(
            Finding::new(Code::DateTimeDay).with("found", date.to_string())
        ));
    }
    if hour > 23 || minute > 59 || second > 59 {
        let leap = second == 60 && hour < 24 && minute < 60;
        let code = if leap {
            Code::DateTimeLeapSecond
        } else {
            Code::DateTimeHour
        };
        return Some(Err(
            Finding::new(code).with("found", format!("{hour:02}:{minute:02}:{second:02}"))
        ));
    }
    Some(Ok(Moment {
        date,
        hour,
        minute,
        second,
        fraction,
        offset,
        strict,
    }))
}

/// Reads the offset, which must be the end of the text.
fn read_offset(cursor: &mut Cursor<'_>, text: &str) -> Option<Result<i32, Finding>> {
    let written = unread(text, cursor);
    let mut offset = 0;
    match cursor.eat(b"Zz+-") {
        Some(b'Z' | b'z') => {}
        Some(sign) => {
            let hours = cursor.two()?;
            cursor.eat(b":")?;
            let minutes = cursor.two()?;
            if hours > 23 || minutes > 59 {
                let found = written.get(..6).unwrap_or_default();
                return Some(Err(
                    Finding::new(Code::DateTimeOffsetRange).with("found", found)
                ));
            }
            offset = i32::from(hours) * 60 + i32::from(minutes);
            if sign == b'-' {
                offset = -offset;
            }
        }
        None if cursor.rest.is_empty() => return Some(Err(Finding::new(Code::DateTimeOffset))),
        None => return None,
    }
    Some(match unread(text, cursor) {
        "" => Ok(offset),
        trailing => Err(Finding::new(Code::DateTimeTrailing).found(trailing)),
    })
}

/// Returns the part of a text that a cursor has not read yet. The part before it is ASCII.
fn unread<'t>(text: &'t str, cursor: &Cursor<'_>) -> &'t str {
    text.get(text.len() - cursor.rest.len()..)
        .unwrap_or_default()
}

/// Returns the name of a notation of ISO 8601 that RFC 3339 does not have.
fn foreign_notation(text: &str) -> Option<&'static str> {
    let bytes = text.as_bytes();
    if let [b'+' | b'-', rest @ ..] = bytes
        && let Some(end) = rest.iter().position(|byte| !byte.is_ascii_digit())
        && end > 0
        && rest[end] == b'-'
    {
        return Some("signed_year");
    }
    if !begins_with_digits(bytes, 4) {
        return None;
    }
    let after_year = if byte_at(bytes, 4) == b'-' { 5 } else { 4 };
    if matches!(byte_at(bytes, after_year), b'W' | b'w') {
        return Some("week_date");
    }
    // `20261224` or `20261224T…`.
    if begins_with_digits(bytes, 8) && matches!(byte_at(bytes, 8), 0 | b'T' | b't') {
        return Some("basic_format");
    }
    // `2026-358`: the day of the year, and nothing but a time behind it.
    let ordinal = matches!(bytes.get(5..8), Some(day) if day.iter().all(u8::is_ascii_digit));
    (byte_at(bytes, 4) == b'-' && ordinal && matches!(byte_at(bytes, 8), 0 | b'T' | b't'))
        .then_some("ordinal_date")
}

/// Returns a byte, or 0 behind the end.
fn byte_at(bytes: &[u8], index: usize) -> u8 {
    bytes.get(index).copied().unwrap_or(0)
}

/// Returns true if a text begins with that many digits.
fn begins_with_digits(bytes: &[u8], count: usize) -> bool {
    bytes.len() >= count && bytes[..count].iter().all(u8::is_ascii_digit)
}

fn comma_fixed(text: &str) -> Option<String> {
    canonical(&text.replace(',', "."))
}

fn check(text: &str) -> Option<Finding> {
    match parse(text) {
        Err(finding) => {
            let trimmed = text.trim_matches(is_space);
            // The finding is about the text as it is; the fix also drops white space around it.
            let fix = if trimmed == text {
                finding.fix.clone()
            } else {
                canonical(trimmed)
            };
            Some(finding.fix(fix))
        }
        Ok(moment) => {
            let canonical = moment.canonical();
            if canonical.is_none() {
                return Some(Finding::new(Code::DateTimeRange));
            }
            let spelled = moment
                .strict
                .map(|expected| Finding::new(Code::DateTimeSpelling).with("expected", expected));
            spelled.map(|finding| finding.found(text).fix(canonical))
        }
    }
}

/// Returns the instant in UTC with milliseconds.
fn canonical(text: &str) -> Option<String> {
    parse(text).ok()?.canonical()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn canonical_is_utc_with_milliseconds() {
        for (text, expected) in [
            ("2026-12-24T09:00:00Z", Some("2026-12-24T09:00:00.000Z")),
            ("2026-12-24t09:00:00.5z", Some("2026-12-24T09:00:00.500Z")),
            (
                "2026-12-24T09:00:00.9999999Z",
                Some("2026-12-24T09:00:00.999Z"),
            ),
            (
                "2026-12-24T00:30:00+01:00",
                Some("2026-12-23T23:30:00.000Z"),
            ),
            (
                "2024-02-28T23:30:00-01:00",
                Some("2024-02-29T00:30:00.000Z"),
            ),
            (
                "2026-12-31T23:59:59-00:01",
                Some("2027-01-01T00:00:59.000Z"),
            ),
            (
                "2026-12-24T00:30:00+23:59",
                Some("2026-12-23T00:31:00.000Z"),
            ),
            (
                "2026-11-30T23:30:00-01:00",
                Some("2026-12-01T00:30:00.000Z"),
            ),
            (
                "2026-01-01T00:30:00+01:00",
                Some("2025-12-31T23:30:00.000Z"),
            ),
            (
                "2026-03-01T00:30:00+01:00",
                Some("2026-02-28T23:30:00.000Z"),
            ),
            (
                "2026-12-24T09:00:00-00:00",
                Some("2026-12-24T09:00:00.000Z"),
            ),
            ("2026-12-24 09:00Z", Some("2026-12-24T09:00:00.000Z")),
            ("0000-01-01T00:00:00+00:01", None),
            ("9999-12-31T23:59:59-00:01", None),
        ] {
            assert_eq!(DateTime::canonical(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn a_date_is_read_of_ten_characters() {
        for (text, is_date) in [
            ("2019-09-29", true),
            ("2019-09-29 and more", true),
            ("2019/09/29", false),
            ("2019-09-2", false),
            ("2019-09-2:", false),
            ("2019-02-29", false),
        ] {
            assert_eq!(Date::leading(text).is_some(), is_date, "{text}");
        }
    }

    #[test]
    fn each_fault_has_its_code() {
        for (text, code, fix) in [
            ("2026-12-24T09:00:00.000Z", None, None),
            ("2026-12-24T09:00:00", Some(Code::DateTimeOffset), None),
            ("2026-12-24T09:00:60Z", Some(Code::DateTimeLeapSecond), None),
            ("2026-12-24T24:00:00Z", Some(Code::DateTimeHour), None),
            ("2026-12-24T24:00:60Z", Some(Code::DateTimeHour), None),
            ("2026-12-24T23:60:60Z", Some(Code::DateTimeHour), None),
            ("2026-12-24T23:00:61Z", Some(Code::DateTimeHour), None),
            ("2026-12-24T09:60:00Z", Some(Code::DateTimeHour), None),
            (
                "2026-12-24T09:00:00+24:00",
                Some(Code::DateTimeOffsetRange),
                None,
            ),
            (
                "2026-12-24T09:00:00+23:60",
                Some(Code::DateTimeOffsetRange),
                None,
            ),
            ("2026-02-30T09:00:00Z", Some(Code::DateTimeDay), None),
            ("2025-02-29T09:00:00Z", Some(Code::DateTimeDay), None),
            (
                "2026-12-24T09:00:00,5Z",
                Some(Code::DateTimeFraction),
                Some("2026-12-24T09:00:00.500Z"),
            ),
            ("2026-W52-4T09:00:00Z", Some(Code::DateTimeNotation), None),
            ("2026-358T09:00:00Z", Some(Code::DateTimeNotation), None),
            ("20261224T090000Z", Some(Code::DateTimeNotation), None),
            ("+12026-12-24T09:00:00Z", Some(Code::DateTimeNotation), None),
            ("-1798102800", Some(Code::DateTimeFormat), None),
            (
                "2026-12-24T09:00:00Zulu",
                Some(Code::DateTimeTrailing),
                None,
            ),
            ("2026-12-24T09:00:00.Z", Some(Code::DateTimeFormat), None),
            ("2026-12-24T09:00:00x", Some(Code::DateTimeFormat), None),
            (
                "2026-12-24 09:00:00Z",
                Some(Code::DateTimeSpelling),
                Some("2026-12-24T09:00:00.000Z"),
            ),
            (
                "2026-12-24T09:00Z",
                Some(Code::DateTimeSpelling),
                Some("2026-12-24T09:00:00.000Z"),
            ),
            (
                " 2026-12-24T09:00:00Z",
                Some(Code::DateTimeFormat),
                Some("2026-12-24T09:00:00.000Z"),
            ),
            ("0000-01-01T00:00:00+00:01", Some(Code::DateTimeRange), None),
            ("24.12.2026", Some(Code::DateTimeFormat), None),
            ("+-1", Some(Code::DateTimeFormat), None),
            ("2026-12", Some(Code::DateTimeFormat), None),
            ("2026-12-", Some(Code::DateTimeFormat), None),
            ("2026/12/", Some(Code::DateTimeFormat), None),
            ("2026x358", Some(Code::DateTimeFormat), None),
            ("2026-3589", Some(Code::DateTimeFormat), None),
            ("20261224x", Some(Code::DateTimeFormat), None),
            ("", Some(Code::DateTimeFormat), None),
            ("２026-12-24T09:00:00Z", Some(Code::DateTimeFormat), None),
        ] {
            let finding = check(text);
            assert_eq!(finding.as_ref().map(|finding| finding.code), code, "{text}");
            assert_eq!(
                finding.and_then(|finding| finding.fix).as_deref(),
                fix,
                "{text}"
            );
        }
    }
}
