//! What a calendar offers, beside an oracle that marks the minutes of each day by hand.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use calendiff::{Effect, Kind, Language, OpeningReason, Openings, Span, WhenAbsent};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Map, Value, json};

/// Ranges of a day in minutes.
type Ranges = Vec<(u16, u16)>;

/// A calendar as a person would note it.
#[derive(Clone, Debug)]
struct Noted {
    /// Days and their ranges, in entries.
    week: Option<Vec<(Vec<u8>, Ranges)>>,
    /// Dates by their distance from the first one of the span, in days.
    dates: Vec<(usize, Ranges, bool)>,
    availability_type: Option<u8>,
    is_active: Option<bool>,
    /// Numbers in minutes or hours.
    duration: Option<(u16, bool)>,
    interval: Option<(u16, bool)>,
    buffers: (u16, u16),
    /// Written in the odd shapes of responses.
    is_odd: bool,
}

const SPAN: usize = 17;
/// The first date of all spans, a Thursday.
const FIRST: (usize, usize, usize) = (2027, 12, 23);
const FIRST_DAY: usize = 4;

fn ranges() -> impl Strategy<Value = Ranges> {
    // Multiples of 15 touch and overlap often.
    let time =
        || prop_oneof![3 => (0..=96_u16).prop_map(|quarter| quarter * 15), 1 => 0..=1440_u16];
    prop::collection::vec((time().prop_map(|open| open.min(1439)), time()), 0..4)
}

fn noted() -> impl Strategy<Value = Noted> {
    let entry = (prop::collection::vec(0..7_u8, 1..4), ranges());
    let week = prop::option::weighted(0.9, prop::collection::vec(entry, 0..7));
    let dates = prop::collection::vec((0..SPAN + 4, ranges(), prop::bool::weighted(0.2)), 0..6);
    let minutes = || {
        prop::option::of(prop_oneof![4 => (5..150_u16, Just(false)), 1 => (1..4_u16, Just(true))])
    };
    (
        (
            week,
            dates,
            prop::option::of(0..3_u8),
            prop::option::weighted(0.3, prop::bool::weighted(0.8)),
        ),
        (minutes(), minutes(), (0..60_u16, 0..60_u16), any::<bool>()),
    )
        .prop_map(
            |(
                (week, dates, availability_type, is_active),
                (duration, interval, buffers, is_odd),
            )| Noted {
                week,
                dates,
                availability_type,
                is_active,
                duration,
                interval,
                buffers,
                is_odd,
            },
        )
}

/// Returns the next date, by hand.
fn tomorrow((year, month, day): (usize, usize, usize)) -> (usize, usize, usize) {
    let february = if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) {
        29
    } else {
        28
    };
    let days = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
    match (month, day) {
        (12, 31) => (year + 1, 1, 1),
        (month, day) if day == days => (year, month + 1, 1),
        (month, day) => (year, month, day + 1),
    }
}

fn text((year, month, day): (usize, usize, usize)) -> String {
    format!("{year:04}-{month:02}-{day:02}")
}

fn dates() -> Vec<String> {
    let mut dates = vec![FIRST];
    while dates.len() < SPAN + 4 {
        dates.push(tomorrow(dates[dates.len() - 1]));
    }
    dates.into_iter().map(text).collect()
}

impl Noted {
    /// Writes the calendar as a record of a response.
    fn record(&self) -> Value {
        let number = |number: u16| {
            if self.is_odd {
                json!(number.to_string())
            } else {
                json!(number)
            }
        };
        let range = |(open, close): (u16, u16)| {
            let parts = [
                ("openHour", open / 60),
                ("openMinute", open % 60),
                ("closeHour", close / 60),
                ("closeMinute", close % 60),
            ];
            Value::Object(
                parts
                    .into_iter()
                    .map(|(name, part)| (name.to_owned(), number(part)))
                    .collect(),
            )
        };
        let list = |items: Vec<Value>| {
            let indexed = items
                .iter()
                .enumerate()
                .map(|(at, item)| (at.to_string(), item.clone()));
            if self.is_odd && !items.is_empty() {
                Value::Object(indexed.collect())
            } else {
                Value::Array(items)
            }
        };
        let hours = |ranges: &Ranges| list(ranges.iter().copied().map(range).collect());
        let mut record = Map::new();
        let mut put = |name: &str, value: Value| record.insert(name.to_owned(), value);
        if let Some(week) = &self.week {
            let entry = |(days, ranges): &(Vec<u8>, Ranges)| {
                let mut entry = json!({ "daysOfTheWeek": days, "hours": hours(ranges) });
                if self.is_odd {
                    entry["_id"] = "e1".into();
                }
                entry
            };
            put("openHours", list(week.iter().map(entry).collect()));
        } else if self.is_odd {
            put("openHours", json!({}));
        }
        let all = dates();
        let date = |(at, ranges, deleted): &(usize, Ranges, bool)| {
            // The time of day never moves a date.
            let time = if self.is_odd {
                "T22:00:00.000Z"
            } else {
                "T00:00:00.000Z"
            };
            json!({ "date": all[*at].clone() + time, "hours": hours(ranges), "deleted": deleted, "_id": "d1" })
        };
        put(
            "availabilities",
            list(self.dates.iter().map(date).collect()),
        );
        if let Some(kind) = self.availability_type {
            put("availabilityType", number(kind.into()));
        }
        if let Some(active) = self.is_active {
            put(
                "isActive",
                if self.is_odd {
                    active.to_string().into()
                } else {
                    active.into()
                },
            );
        }
        for (name, unit, setting) in [
            ("slotDuration", "slotDurationUnit", self.duration),
            ("slotInterval", "slotIntervalUnit", self.interval),
        ] {
            if let Some((length, is_hours)) = setting {
                put(name, number(length));
                put(
                    unit,
                    if is_hours {
                        "hours".into()
                    } else {
                        "mins".into()
                    },
                );
            } else if self.is_odd {
                put(name, "".into());
                put(unit, Value::Null);
            }
        }
        put("preBuffer", number(self.buffers.0));
        put("slotBuffer", number(self.buffers.1));
        if self.is_odd {
            json!({ "calendar": record, "traceId": "t" })
        } else {
            record.into()
        }
    }

    /// Returns what is open at a distance from the first date: the reason, and each minute. Without the latter, it is not
    /// known.
    fn on(&self, at: usize) -> (&'static str, Option<Vec<bool>>) {
        let mark = |ranges: &Ranges, open: &mut Vec<bool>| {
            for (from, to) in ranges {
                for minute in *from..*to {
                    open[usize::from(minute)] = true;
                }
            }
        };
        let mut open = vec![false; 1440];
        if self.is_active == Some(false) {
            return ("not_active", Some(open));
        }
        if self.availability_type != Some(0)
            && let Some((_, ranges, _)) = self
                .dates
                .iter()
                .find(|(date, _, deleted)| *date == at && !deleted)
        {
            mark(ranges, &mut open);
            return (
                if open.contains(&true) {
                    "special_date"
                } else {
                    "closed_date"
                },
                Some(open),
            );
        }
        if self.availability_type == Some(1) {
            return ("dates_only", Some(open));
        }
        let Some(week) = &self.week else {
            return ("on_schedule", None);
        };
        let day = (FIRST_DAY + at) % 7;
        for (days, ranges) in week {
            if days.iter().any(|own| usize::from(*own) == day) {
                mark(ranges, &mut open);
            }
        }
        (
            if open.contains(&true) {
                "week"
            } else {
                "closed"
            },
            Some(open),
        )
    }

    fn minutes(setting: Option<(u16, bool)>) -> usize {
        setting.map_or(30, |(length, is_hours)| {
            usize::from(length) * if is_hours { 60 } else { 1 }
        })
    }

    /// Returns the starts of a day, by trying each minute.
    fn starts(&self, open: &[bool]) -> Vec<usize> {
        let (duration, interval) = (Self::minutes(self.duration), Self::minutes(self.interval));
        let mut starts = Vec::new();
        let mut since_opening = 0;
        for minute in 0..1440 {
            if !open[minute] {
                since_opening = 0;
                continue;
            }
            let fits = (minute..minute + duration).all(|minute| open.get(minute) == Some(&true));
            if fits && since_opening % interval == 0 {
                starts.push(minute);
            }
            since_opening += 1;
        }
        starts
    }
}

fn clock(minute: usize) -> String {
    format!("{:02}:{:02}", minute / 60, minute % 60)
}

/// Returns the open minutes of each hour that is shown.
fn runs(open: &[bool]) -> Vec<[String; 2]> {
    let mut runs = Vec::new();
    let mut from = None;
    for minute in 0..=1440 {
        match (open.get(minute) == Some(&true), from) {
            (true, None) => from = Some(minute),
            (false, Some(opening)) => {
                runs.push([clock(opening), clock(minute)]);
                from = None;
            }
            _ => {}
        }
    }
    runs
}

/// Returns the longest chain of starts without an overlap of appointments and buffers, by trying all.
fn in_a_row(starts: &[usize], taken: usize) -> usize {
    let mut longest = vec![0; starts.len() + 1];
    for at in (0..starts.len()).rev() {
        let next = starts
            .iter()
            .position(|start| *start >= starts[at] + taken)
            .unwrap_or(starts.len());
        longest[at] = longest[at + 1].max(1 + longest[next]);
    }
    longest[0]
}

/// Returns a configuration with so many cases, or those of `PROPTEST_CASES` if these are more.
fn at_least(cases: u32) -> Config {
    let config = Config::default();
    Config {
        cases: config.cases.max(cases),
        failure_persistence: None,
        ..config
    }
}

#[test]
fn openings_are_those_of_an_oracle_by_hand() {
    let all = dates();
    let span = Span::days(&all[0], SPAN).unwrap();
    let mut runner = TestRunner::new(at_least(3_000));
    let held = runner.run(&noted(), |noted| {
        let openings = Kind::Calendar.openings(noted.record(), span).unwrap();
        prop_assert_eq!(openings.days.len(), SPAN);
        let (mut open_days, mut unknown, mut minutes, mut starts_of_all) = (0, 0, 0, 0);
        for (at, date) in openings.days.iter().enumerate() {
            let (reason, open) = noted.on(at);
            prop_assert_eq!((&date.date, date.day), (&all[at], (FIRST_DAY + at) % 7));
            prop_assert_eq!(date.why.name(), reason, "{}", date.date);
            prop_assert_eq!(&date.hours, &open.as_deref().map(runs), "{}", date.date);
            unknown += usize::from(open.is_none());
            let open = open.unwrap_or_default();
            let of_day = open.iter().filter(|open| **open).count();
            let starts = if open.is_empty() {
                Vec::new()
            } else {
                noted.starts(&open)
            };
            prop_assert_eq!(date.minutes, of_day);
            let said: Vec<String> = starts.iter().copied().map(clock).collect();
            prop_assert_eq!(&date.starts, &said, "{}", date.date);
            prop_assert_eq!(date.start_count, starts.len());
            let taken =
                Noted::minutes(noted.duration) + usize::from(noted.buffers.0 + noted.buffers.1);
            prop_assert_eq!(date.in_a_row, in_a_row(&starts, taken));
            open_days += usize::from(of_day > 0);
            minutes += of_day;
            starts_of_all += starts.len();
        }
        let total = openings.total;
        prop_assert_eq!(
            [
                total.days,
                total.open_days,
                total.unknown_days,
                total.minutes,
                total.starts
            ],
            [SPAN, open_days, unknown, minutes, starts_of_all]
        );
        let text = serde_json::to_string(&openings).unwrap();
        prop_assert_eq!(serde_json::from_str::<Openings>(&text).unwrap(), openings);
        Ok(())
    });
    held.unwrap();
}

#[test]
fn an_effect_has_the_sums_of_both_records() {
    let span = Span::days(&text(FIRST), SPAN).unwrap();
    let mut runner = TestRunner::new(at_least(300));
    let held = runner.run(&(noted(), noted()), |(before, after)| {
        let (before, after) = (before.record(), after.record());
        let effect = Kind::Calendar.effect(&before, &after, span).unwrap();
        let of = |record: &Value| Kind::Calendar.openings(record, span).unwrap().total;
        prop_assert_eq!((effect.before, effect.after), (of(&before), of(&after)));
        prop_assert_eq!(effect.differs(), of(&before) != of(&after));
        let is_shut =
            effect.after.open_days + effect.after.unknown_days == 0 && effect.before.open_days > 0;
        prop_assert_eq!(effect.issues.len(), usize::from(is_shut));
        let text = serde_json::to_string(&effect).unwrap();
        prop_assert_eq!(serde_json::from_str::<Effect>(&text).unwrap(), effect);
        Ok(())
    });
    held.unwrap();
}

fn hours(open: u8, close: u8) -> Value {
    json!([{ "openHour": open, "openMinute": 0, "closeHour": close, "closeMinute": 0 }])
}

fn every_day(open: u8, close: u8) -> Value {
    json!([{ "daysOfTheWeek": [0, 1, 2, 3, 4, 5, 6], "hours": hours(open, close) }])
}

fn openings(record: &Value, days: usize) -> Openings {
    Kind::Calendar
        .openings(record, Span::days("2026-12-21", days).unwrap())
        .unwrap()
}

#[test]
fn hours_of_a_schedule_are_unknown_and_not_closed() {
    for week in [None, Some(json!({})), Some(Value::Null), Some(json!(""))] {
        let mut record = json!({ "availabilities": [{ "date": "2026-12-24T00:00:00.000Z", "hours": hours(9, 12) }] });
        if let Some(week) = week {
            record["openHours"] = week;
        }
        let openings = openings(&record, 4);
        assert_eq!(openings.issues, []);
        assert_eq!(
            (openings.days[0].why, &openings.days[0].hours),
            (OpeningReason::OnSchedule, &None)
        );
        let said = "open on 1 of 4 days: 3 hours, 6 starts at most; the hours of 3 days are in a schedule that is not part \
                    of the calendar";
        assert_eq!(openings.words, said);
    }
    assert_eq!(
        openings(&json!({ "openHours": {} }), 1).words,
        "on a schedule that is not part of the calendar: the hours of 1 day are not known"
    );
    let closed = openings(&json!({ "openHours": [] }), 1);
    assert_eq!(
        (closed.days[0].why, &closed.days[0].hours),
        (OpeningReason::Closed, &Some(vec![]))
    );
}

/// Hours in a schedule are unknown, so a calendar that leaves it was not closed before.
#[test]
fn an_effect_of_leaving_a_schedule_compares_with_nothing() {
    let span = Span::days("2026-12-07", 7).unwrap();
    let effect = |stored: Value| {
        let draft = json!({ "openHours": every_day(9, 17) });
        Kind::Calendar.effect(stored, draft, span).unwrap()
    };
    assert_eq!(
        effect(json!({ "openHours": {} })).words,
        "open on 7 of 7 days: 56 hours; before, hours were in a schedule that is not part of the calendar"
    );
    assert_eq!(
        effect(json!({ "openHours": [] })).words,
        "open on 7 of 7 days, was 0: 56 hours, was 0 hours"
    );
}

#[test]
fn settings_count_in_their_units_and_odd_ones_as_their_defaults() {
    let slot = |own: Value| {
        let mut record = json!({ "openHours": every_day(9, 17) });
        record
            .as_object_mut()
            .unwrap()
            .extend(own.as_object().unwrap().clone());
        let slot = openings(&record, 1).slot;
        [slot.duration, slot.interval, slot.before, slot.after]
    };
    for (own, expected) in [
        (json!({}), [30, 30, 0, 0]),
        (
            json!({ "slotDuration": 1.5, "slotDurationUnit": "hours" }),
            [90, 30, 0, 0],
        ),
        (
            json!({ "slotDuration": 2, "slotDurationUnit": "hr" }),
            [120, 30, 0, 0],
        ),
        (
            json!({ "slotDuration": 1, "slotDurationUnit": "days" }),
            [1440, 30, 0, 0],
        ),
        (
            json!({ "slotDuration": 1, "slotDurationUnit": "weeks" }),
            [10_080, 30, 0, 0],
        ),
        (
            json!({ "slotDuration": 1, "slotDurationUnit": "months" }),
            [44_640, 30, 0, 0],
        ),
        (
            json!({ "slotDuration": 45, "slotDurationUnit": "blinks" }),
            [30, 30, 0, 0],
        ),
        (
            json!({ "slotDuration": 45, "slotDurationUnit": "" }),
            [45, 30, 0, 0],
        ),
        (
            json!({ "slotDuration": 0, "slotInterval": -5 }),
            [30, 30, 0, 0],
        ),
        (
            json!({ "slotDuration": null, "slotInterval": "", "preBuffer": "" }),
            [30, 30, 0, 0],
        ),
        (
            json!({ "slotInterval": 7.5, "slotBuffer": 10, "preBuffer": 1, "preBufferUnit": "hours" }),
            [30, 8, 60, 10],
        ),
        (
            json!({ "slotInterval": 9e300, "slotDuration": 9_007_199_254_740_991_u64 }),
            [100_000, 100_000, 0, 0],
        ),
    ] {
        assert_eq!(slot(own.clone()), expected, "{own}");
    }
}

#[test]
fn starts_beyond_a_hundred_thousand_are_counted() {
    let record = json!({ "openHours": every_day(0, 24), "slotDuration": 1, "slotInterval": 0.001 });
    let openings = openings(&record, 1_100);
    assert_eq!(openings.total.starts, 1_100 * 1440);
    let listed: usize = openings.days.iter().map(|date| date.starts.len()).sum();
    assert_eq!(listed, 69 * 1440, "whole dates, up to 100,000");
    assert!(openings.days.iter().all(|date| date.start_count == 1440));
}

#[test]
fn spans_are_dates_in_order_and_not_too_many() {
    let refused = |span: Result<Span, calendiff::Error>| {
        let error = span.unwrap_err();
        assert_eq!(error.code(), "option");
        error.to_string()
    };
    assert_eq!(
        refused(Span::between("2026-2-1", "2026-03-01")),
        "from: expected a date such as 2026-12-24, found 2026-2-1"
    );
    assert_eq!(
        refused(Span::between("2026-02-01", "2026-02-29")),
        "to: expected a date such as 2026-12-24, found 2026-02-29"
    );
    let reversed = refused(Span::between("2026-02-02", "2026-02-01"));
    assert_eq!(
        reversed,
        "to: expected a date that is not before the first one, found 2026-02-01"
    );
    assert_eq!(
        Span::between("2026-01-01", "2029-01-04").unwrap().len(),
        1_100
    );
    let long = refused(Span::between("2026-01-01", "2029-01-05"));
    assert_eq!(
        long,
        "to: expected at most 1,100 dates in the span, found 2029-01-05"
    );
    for days in [0, 1_101] {
        let said = refused(Span::days("2026-01-01", days));
        assert_eq!(
            said,
            format!("days: expected 1 to 1,100 dates up to 9999-12-31, found {days}")
        );
    }
    assert_eq!(Span::days("9999-12-31", 1).unwrap().to(), "9999-12-31");
    refused(Span::days("9999-12-31", 2));
    refused(Span::between("2026-01-01T00:00:00.000Z", "2026-01-02"));
}

#[test]
fn a_location_has_no_openings() {
    let refused = Kind::Location
        .openings(
            json!({ "name": "Acme" }),
            Span::days("2026-12-24", 1).unwrap(),
        )
        .unwrap_err();
    assert_eq!(refused.code(), "option");
    assert_eq!(
        refused.to_string(),
        "kind: expected calendar, which alone has open hours, found location"
    );
}

#[test]
fn what_keeps_anything_from_being_booked_is_among_the_issues() {
    let record = json!({
        "calendar": {
            "id": "a", "calendarType": "round_robin", "openHours": every_day(9, 17), "teamMembers": [],
            "appoinmentPerDay": "0", "lookBusyConfig": { "enabled": "true", "LookBusyPercentage": "100" },
            "allowBookingAfter": 2, "allowBookingAfterUnit": "weeks", "allowBookingFor": 14, "allowBookingForUnit": "days",
        }
    });
    let openings = openings(&record, 7);
    let codes: Vec<&str> = openings
        .issues
        .iter()
        .map(|issue| issue.code.name())
        .collect();
    assert_eq!(
        codes,
        [
            "appointments_none",
            "look_busy_all",
            "notice_beyond",
            "team_missing"
        ]
    );
    assert_eq!(
        openings.total.open_days, 7,
        "the hours are open all the same"
    );
    let notice = openings.issues[2].message();
    assert!(
        notice.starts_with(
            "The minimum notice (2 weeks) is not shorter than the booking window (14 days)"
        ),
        "{notice}"
    );
}

#[test]
fn an_effect_is_said_in_each_language() {
    let (open, shut) = (
        json!({ "openHours": every_day(9, 17) }),
        json!({ "openHours": [] }),
    );
    let effect = Kind::Calendar
        .effect(&open, &shut, Span::days("2026-12-01", 30).unwrap())
        .unwrap();
    assert_eq!(
        effect.words,
        "open on 0 of 30 days, was 30: 0 hours, was 240 hours"
    );
    let warning = &effect.issues[0];
    assert_eq!(
        warning.message(),
        "Open on 0 of 30 days, was 30. Check the hours, the special dates, and whether the calendar is active."
    );
    let german = Language::named("de").unwrap();
    assert_eq!(
        effect.words.in_language(german),
        "an 0 von 30 Tagen geöffnet statt an 30: 0 Stunden statt 240 Stunden"
    );
    let mut answer = json!(effect);
    german.reword(&mut answer);
    assert_eq!(answer["words"], effect.words.in_language(german));
    assert!(
        answer["issues"][0]["message"]
            .as_str()
            .unwrap()
            .starts_with("An 0 von 30 Tagen")
    );
    let same = Kind::Calendar
        .effect(&open, &open, Span::days("2026-12-01", 1).unwrap())
        .unwrap();
    assert_eq!(same.words, "open on 1 of 1 day, as before: 8 hours");
    let longer = json!({ "openHours": every_day(8, 17) });
    let same_days = Kind::Calendar
        .effect(&open, &longer, Span::days("2026-12-01", 2).unwrap())
        .unwrap();
    assert_eq!(
        same_days.words,
        "open on 2 of 2 days, as before: 18 hours, was 16 hours"
    );
}

#[test]
fn a_change_without_effect_says_so() {
    let date = json!({ "date": "2026-12-24T00:00:00.000Z", "hours": [] });
    let words = |stored: &Value, draft: &Value| -> Vec<String> {
        let diff = Kind::Calendar
            .diff(stored, draft, WhenAbsent::Keep)
            .unwrap();
        let of_changes: Vec<String> = diff
            .changes
            .iter()
            .map(|change| change.words.to_string())
            .collect();
        let words: Vec<String> = diff.words.iter().map(ToString::to_string).collect();
        assert_eq!(words, of_changes);
        words
    };
    let dated = json!({ "availabilities": [date] });
    for (stored, draft, expected) in [
        (
            json!({ "availabilityType": 0 }),
            dated.clone(),
            " (no effect: only the open hours count)",
        ),
        (json!({ "availabilityType": 1 }), dated.clone(), ""),
        (json!({}), dated.clone(), ""),
        (
            json!({ "availabilityType": 1, "availabilities": [] }),
            json!({ "availabilities": [date], "availabilityType": 0 }),
            " (no effect: only the open hours count)",
        ),
        (
            json!({ "availabilityType": 0, "availabilities": [] }),
            json!({ "availabilities": [date], "availabilityType": 1 }),
            "",
        ),
    ] {
        let words = words(&stored, &draft);
        let last = words.last().unwrap();
        let end = last
            .strip_prefix("special date 24 December 2026 added: closed")
            .or(last.strip_prefix("special dates 24 December 2026: closed, was not set"));
        assert_eq!(end, Some(expected), "{stored} {words:?}");
    }
    let week = |close| json!({ "availabilityType": 1, "openHours": every_day(9, close) });
    let changed = words(&week(17), &week(18));
    assert_eq!(
        changed,
        ["Monday to Sunday close at 18:00, was 17:00 (no effect: only the special dates count)"]
    );
    let removed = Kind::Calendar
        .diff(
            json!({ "availabilityType": 0, "availabilities": [date] }),
            json!({}),
            WhenAbsent::Remove,
        )
        .unwrap();
    assert!(
        removed
            .words
            .iter()
            .all(|words| !words.to_string().contains("no effect")),
        "no type is left: {:?}",
        removed.words
    );
    let german = Language::named("de").unwrap();
    let diff = Kind::Calendar
        .diff(
            json!({ "availabilityType": 0, "availabilities": [] }),
            &dated,
            WhenAbsent::Keep,
        )
        .unwrap();
    let said = "Besonderer Tag 24. Dezember 2026 hinzugefügt: geschlossen (ohne Wirkung: nur die Öffnungszeiten gelten)";
    assert_eq!(diff.words[0].in_language(german), said);
}
