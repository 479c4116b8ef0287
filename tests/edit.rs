//! Edits by key: what each form of key and value means, and what is refused.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

use calendiff::json::to_string;
use calendiff::{
    About, EditOptions, Edited, Edits, Error, Kind, Mode, Profile, Resolution, WhenAbsent,
};
use proptest::prelude::*;
use serde_json::{Value, json};

const CALENDAR: Kind = Kind::Calendar;

fn edit(stored: &Value, text: &str) -> Result<Edited, Error> {
    CALENDAR.edit(
        stored,
        &Edits::parse(CALENDAR, text)?,
        EditOptions::default().mode(Mode::Changed),
    )
}

fn words(edited: &Edited) -> Vec<String> {
    edited.words.iter().map(ToString::to_string).collect()
}

fn hours(open: u8, close: u8) -> Value {
    json!([{ "openHour": open, "openMinute": 0, "closeHour": close, "closeMinute": 0 }])
}

fn stored() -> Value {
    json!({
        "id": "f06f",
        "name": "Consultation",
        "slotDuration": 30,
        "slotDurationUnit": "mins",
        "preBuffer": 30,
        "allowBookingAfter": 36,
        "allowBookingAfterUnit": "hours",
        "openHours": [{ "daysOfTheWeek": [1, 2, 5], "hours": hours(9, 17) }],
        "availabilities": [
            { "date": "2026-12-23T00:00:00.000Z", "hours": hours(9, 12), "id": "a" },
            { "date": "2026-12-25T00:00:00.000Z", "hours": [], "id": "b" },
        ],
        "teamMembers": [{ "userId": "u1", "priority": 0.5 }, { "userId": "u2", "priority": 1 }],
    })
}

#[test]
fn each_form_of_value_says_what_it_does() {
    for (text, expected) in [
        (
            "slotDuration = 45",
            vec!["slot duration 45 mins, was 30 mins"],
        ),
        (
            "slotDuration = 1 hour",
            vec!["slot duration 1 hour, was 30 mins"],
        ),
        ("slotDuration = at least 30 mins", vec![]),
        ("slotDuration = at least 0.5 hours", vec![]),
        (
            "slotDuration = at most 20 minutes",
            vec!["slot duration 20 mins, was 30 mins"],
        ),
        (
            "allowBookingAfter = at least 2 days",
            vec!["minimum notice 2 days, was 36 hours"],
        ),
        ("allowBookingAfter = at least 1 day", vec![]),
        (
            "preBuffer = at most 20 mins",
            vec![
                "buffer before 20 mins, was 30",
                "unit of the buffer before mins, was not set",
            ],
        ),
        (
            "allowBookingFor = at most 3 months",
            vec!["booking window 3 months, was not set"],
        ),
        (
            "name = \"First; visit = new\"",
            vec!["name “First; visit = new”, was “Consultation”"],
        ),
        (
            "openHours/saturday = 09:00-12:00, 13:00-17:00",
            vec!["Saturday 09:00–12:00, 13:00–17:00, was closed"],
        ),
        (
            "openHours/monday,friday = closed",
            vec!["Monday and Friday closed, was 09:00–17:00"],
        ),
        (
            "openHours/monday = 10:00-17:00; openHours/sunday = closed",
            vec!["Monday opens at 10:00, was 09:00"],
        ),
        ("openHours/tuesday = [[\"09:00\", \"17:00\"]]", vec![]),
        (
            "availabilities/2026-12-23 = closed",
            vec!["special date 23 December 2026 closed, was 09:00–12:00"],
        ),
        (
            "availabilities/2026-12-23 = absent",
            vec!["special date 23 December 2026 removed, was 09:00–12:00"],
        ),
        (
            "availabilities/2026-12-24 = 10:00-12:00",
            vec!["special date 24 December 2026 added: 10:00–12:00"],
        ),
        ("availabilities/2026-12-25 = closed", vec![]),
        ("availabilities/2026-12-31 = absent", vec![]),
        (
            "teamMembers/u1/priority = 1",
            vec!["team member 1 (user u1): priority 1, was 0.5"],
        ),
        (
            "teamMembers/u2 = absent",
            vec!["team member 2 (user u2) removed"],
        ),
        ("teamMembers/u9/priority = absent", vec![]),
        (
            "recurring/count = 3",
            vec!["recurrence count 3, was not set"],
        ),
        (
            "appointmentPerDay = 4",
            vec!["appointments per day 4, was not set"],
        ),
    ] {
        assert_eq!(words(&edit(&stored(), text).unwrap()), expected, "{text}");
    }
}

/// Edits in that text are refused with a code, in a message that contains `said`.
#[track_caller]
fn is_refused(text: &str, code: &str, said: &str) {
    let error = Edits::parse(CALENDAR, text).expect_err(text);
    assert_eq!(error.code(), code, "{text}: {error}");
    assert!(error.to_string().contains(said), "{text}: {error}");
}

#[test]
fn what_cannot_be_edited_is_refused_before_the_first_record() {
    for (text, code, said) in [
        (
            "slotDurations = 45",
            "edit_key",
            "such as slotDuration, found \"slotDurations\"",
        ),
        (
            "id = \"x\"",
            "edit_key",
            "a member that an update of a calendar can carry",
        ),
        ("openHours/funday = closed", "edit_key", "monday to sunday"),
        (
            "openHours/monday/hours = []",
            "edit_key",
            "nothing after days of the week",
        ),
        (
            "availabilities/24.12.2026 = closed",
            "edit_key",
            "a date such as 2026-12-24",
        ),
        (
            "availabilities/2026-12-24..2026-12-20 = closed",
            "edit_key",
            "the earlier date first",
        ),
        (
            "availabilities/2026-01-01..2027-12-20 = closed",
            "edit_key",
            "at most 366 dates",
        ),
        ("name/first = 1", "edit_key", "nothing after this value"),
        (
            "teamMembers/u1/userId = \"u2\"",
            "edit_key",
            "does not tell one team member from another",
        ),
        (
            "availabilities/2026-12-24/date = absent",
            "edit_key",
            "does not tell one special date from another",
        ),
        (
            "availabilities/2026-12-24/id = \"x\"",
            "edit_key",
            "that the service does not set itself",
        ),
        (
            "availabilities/2026-12-24 = 5",
            "edit_value",
            "closed, or hours",
        ),
        ("teamMembers/u1 = 5", "edit_value", "an object, or absent"),
        (
            "teamMembers/u1/priority = \"high\"",
            "edit_value",
            "a value without the error wrong_choice",
        ),
        (
            "teamMembers/u1/locationConfigurations = 5",
            "edit_value",
            "a value without the error wrong_type",
        ),
        (
            "slotDuration = 0",
            "edit_value",
            "a value without the error not_above, found 0",
        ),
        (
            "slotBuffer = at most 30 mins",
            "edit_value",
            "a number without a unit",
        ),
        (
            "slotBuffer = 30 weeks",
            "edit_value",
            "one of mins, hours (no update can carry slotBufferUnit)",
        ),
        (
            "slotDuration = soon",
            "edit_value",
            "an amount such as 2 days",
        ),
        (
            "slotDuration = at least 45",
            "edit_value",
            "one of mins, hours",
        ),
        ("slotDuration = 2 days", "edit_value", "an amount"),
        (
            "appoinmentPerSlot = at least 2 days",
            "edit_value",
            "a number without a unit",
        ),
        (
            "name = at least 2",
            "edit_value",
            "a bound for a number only",
        ),
        (
            "eventColor = \"red\"",
            "edit_value",
            "a value without the error color_format",
        ),
        ("openHours/monday = absent", "edit_value", "or closed"),
        (
            "openHours/monday = 9-noon",
            "edit_value",
            "hours such as 09:00-12:00",
        ),
        (
            "openHours/monday = 24:00-12:00",
            "edit_value",
            "hours such as 09:00-12:00",
        ),
        ("name = Consultation", "edit_value", "text in double quotes"),
        ("name", "edit_syntax", "expected KEY = VALUE, found name"),
        (
            "name = \"a\"; name = \"b\"",
            "edit_twice",
            "name and another edit",
        ),
        (
            "openHours/monday = closed; openHours/friday,monday = closed",
            "edit_twice",
            "openHours/monday",
        ),
        (
            "slotDuration = at least 2 hours; slotDurationUnit = \"mins\"",
            "edit_twice",
            "slotDuration",
        ),
        (
            "slotDuration = 2 hours; slotDurationUnit = \"mins\"",
            "edit_twice",
            "slotDurationUnit",
        ),
        (
            "teamMembers/u1/priority = 1; teamMembers/u1 = absent",
            "edit_twice",
            "teamMembers/u1",
        ),
    ] {
        is_refused(text, code, said);
    }
    assert_eq!(
        Edits::parse(Kind::Location, "openHours/monday = closed")
            .unwrap_err()
            .code(),
        "edit_key"
    );
}

#[test]
fn a_refused_value_says_what_its_member_takes() {
    for (text, code, said) in [
        (
            "eventColor = red",
            "edit_value",
            "expected a color such as #ff0000, or absent",
        ),
        (
            "widgetType = neon",
            "edit_value",
            "expected classic, default, text in double quotes",
        ),
        ("isActive = yes", "edit_value", "expected true, false, or"),
        (
            "appoinmentPerSlot = two",
            "edit_value",
            "expected a number,",
        ),
        (
            "openHours = closed",
            "edit_value",
            "such as openHours/mon-fri = ",
        ),
        (
            "availabilities = closed",
            "edit_value",
            "such as availabilities/2026-12-24 = closed",
        ),
        (
            "where calendarTyp = event; slotDuration = 30",
            "edit_key",
            "such as calendarType",
        ),
    ] {
        is_refused(text, code, said);
    }
}

#[test]
fn ids_and_what_is_not_named_stay() -> Result<(), Error> {
    let edited = edit(
        &stored(),
        "availabilities/2026-12-23..2026-12-25 = 10:00-11:00",
    )?;
    let dates = json!([
        { "date": "2026-12-23T00:00:00.000Z", "hours": hours(10, 11), "id": "a" },
        { "date": "2026-12-24T00:00:00.000Z", "hours": hours(10, 11) },
        { "date": "2026-12-25T00:00:00.000Z", "hours": hours(10, 11), "id": "b" },
    ]);
    assert_eq!(edited.draft.to_value()["availabilities"], dates);
    assert_eq!(edited.body.value, json!({ "availabilities": dates }));
    let gone = edit(&stored(), "availabilities/2026-12-25 = absent")?;
    assert_eq!(
        gone.body.value.to_value()["availabilities"][1]["deleted"],
        true,
        "it is deleted by its id"
    );
    Ok(())
}

#[test]
fn dates_that_are_stored_twice_are_deleted_by_both_ids() -> Result<(), Error> {
    let twice = json!({ "availabilities": [
        { "date": "2026-12-24T00:00:00.000Z", "hours": [], "id": "a" },
        { "date": "2026-12-25T00:00:00.000Z", "hours": [], "id": "b" },
        { "date": "2026-12-24T00:00:00.000Z", "hours": hours(9, 12), "id": "c" },
    ] });
    let body = edit(&twice, "availabilities/2026-12-24 = absent")?
        .body
        .value
        .to_value();
    let sent: Vec<_> = body["availabilities"]
        .as_array()
        .into_iter()
        .flatten()
        .collect();
    let marks: Vec<_> = sent
        .iter()
        .map(|date| (&date["id"], date["deleted"] == true))
        .collect();
    assert_eq!(
        marks,
        [
            (&json!("b"), false),
            (&json!("a"), true),
            (&json!("c"), true)
        ]
    );
    Ok(())
}

#[test]
fn a_member_that_is_absent_is_not_sent() -> Result<(), Error> {
    let edits = Edits::parse(CALENDAR, "slotDuration = absent")?;
    let mut stored = stored();
    stored["slotDuration"] = 45.into();
    let edited = CALENDAR.edit(stored, &edits, EditOptions::default())?;
    assert_eq!(words(&edited), ["slot duration removed, was 45 mins"]);
    assert!(
        edited.body.value.get("slotDuration").is_none() && edited.body.value.get("name").is_some()
    );
    assert!(
        edited
            .issues
            .iter()
            .any(|issue| issue.code.name() == "omitted_resets"),
        "{:?}",
        edited.issues
    );
    Ok(())
}

#[test]
fn what_is_not_an_edit_as_json_is_refused() {
    for edit in [
        json!({ "key": "name", "value": "B", "wass": { "value": "A" } }),
        json!({ "key": "slotDuration", "value": 45, "unit": "fortnights" }),
        json!({ "key": "name", "value": "B", "unit": "mins" }),
        json!({ "key": "name", "value": "B", "was": { "value": "A", "unit": "mins" } }),
        json!({ "key": "slotDuration", "value": 45, "absent": true }),
        json!({ "key": "slotDuration" }),
        json!({ "value": 45 }),
        json!({ "key": "openHours/monday", "hours": [], "was": { "hour": [] } }),
    ] {
        assert_eq!(
            Edits::read(CALENDAR, json!([edit]))
                .expect_err(&edit.to_string())
                .code(),
            "edit_syntax",
            "{edit}"
        );
    }
}

#[test]
fn a_date_with_nothing_but_hours_is_its_hours() -> Result<(), Error> {
    let edited = edit(&stored(), "availabilities/2026-12-24 = {\"hours\":[]}")?;
    assert_eq!(
        words(&edited),
        ["special date 24 December 2026 added: closed"]
    );
    Ok(())
}

/// A second run would not find the place, and would be refused.
#[test]
fn an_edit_that_makes_another_item_of_the_one_it_names_is_refused() {
    let record =
        json!({ "locationConfigurations": [{ "kind": "physical", "location": "Rose Lane" }] });
    for text in [
        "locationConfigurations/physical: Rose Lane/location = \"Tulip Lane\"",
        "locationConfigurations/physical: Rose Lane = {\"kind\":\"custom\",\"location\":\"Rose Lane\"}",
    ] {
        let error = edit(&record, text).expect_err(text);
        assert!(
            error.code() == "edit_value" && error.to_string().contains("keeps the key of its item"),
            "{error}"
        );
    }
}

#[test]
fn a_conflict_about_a_missing_item_names_it_in_words() -> Result<(), Error> {
    let edits = json!([
        { "key": "availabilities/2026-12-30", "hours": [], "was": { "hours": [["09:00", "12:00"]] } },
        { "key": "teamMembers/u9/priority", "value": 1, "was": { "value": 0.5 } },
    ]);
    let edited = CALENDAR.edit(
        stored(),
        &Edits::read(CALENDAR, edits)?,
        EditOptions::default(),
    )?;
    let said: Vec<String> = edited
        .conflicts
        .iter()
        .map(|conflict| conflict.words.to_string())
        .collect();
    assert_eq!(
        said,
        [
            "special date 30 December 2026: ours closed, theirs not set, was 09:00–12:00",
            "user u9: priority: ours 1, theirs not set, was 0.5"
        ]
    );
    Ok(())
}

#[test]
fn a_record_without_a_place_for_a_value_is_refused_as_a_whole() {
    for (text, record) in [
        ("teamMembers/u9/priority = 1", stored()),
        (
            "openHours/monday = closed",
            json!({ "openHours": [{ "daysOfTheWeek": ["someday"], "hours": [] }] }),
        ),
        (
            "availabilities/2026-12-24 = closed",
            json!({ "availabilities": "none" }),
        ),
        ("recurring/count = 3", json!({ "recurring": "no" })),
    ] {
        let error = edit(&record, text).expect_err(text);
        assert_eq!(error.code(), "edit_missing", "{text}: {error}");
    }
}

#[test]
fn an_unexpected_value_is_a_conflict_that_can_be_resolved() -> Result<(), Error> {
    let edits = json!([
        { "key": "openHours/monday,tuesday", "hours": [["10:00", "17:00"]], "was": { "hours": [["09:00", "16:00"]] } },
        { "key": "name", "value": "B", "was": { "value": "Consultation" } },
    ]);
    let edits = Edits::read(CALENDAR, edits)?;
    let with = |resolve| CALENDAR.edit(stored(), &edits, EditOptions::default().resolve(resolve));
    let left = with(Resolution::Leave)?;
    let said: Vec<String> = left
        .conflicts
        .iter()
        .map(|conflict| conflict.words.to_string())
        .collect();
    assert_eq!(
        said,
        [
            "Monday: ours 10:00–17:00, theirs 09:00–17:00, was 09:00–16:00",
            "Tuesday: ours 10:00–17:00, theirs 09:00–17:00, was 09:00–16:00"
        ]
    );
    assert!(!left.ok && left.changes.is_empty(), "all of it or none");
    assert_eq!(
        words(&with(Resolution::Ours)?),
        [
            "name “B”, was “Consultation”",
            "Monday and Tuesday open at 10:00, was 09:00"
        ]
    );
    assert_eq!(
        words(&with(Resolution::Theirs)?),
        ["name “B”, was “Consultation”"]
    );
    assert_eq!(
        words(&with(Resolution::Base)?)[1],
        "Monday and Tuesday close at 16:00, was 17:00"
    );
    Ok(())
}

/// A value is put once, at all items that have its key.
#[test]
fn a_conflict_at_one_of_two_items_with_a_key_is_resolved_for_both() -> Result<(), Error> {
    let record = |first: f64, second: f64| {
        let of = |priority: f64| json!({ "userId": "u1", "priority": priority });
        json!({ "teamMembers": [of(first), of(second)] })
    };
    let edit = json!([{ "key": "teamMembers/u1/priority", "value": 0, "was": { "value": 0.5 } }]);
    let edits = Edits::read(CALENDAR, edit)?;
    for (resolve, expected) in [
        (Resolution::Theirs, None),
        (Resolution::Base, Some(0.5)),
        (Resolution::Ours, Some(0.0)),
    ] {
        for (first, second) in [(0.5, 1.0), (1.0, 0.5)] {
            let options = EditOptions::default().resolve(resolve);
            let edited = CALENDAR.edit(record(first, second), &edits, options)?;
            let (first, second) = (expected.unwrap_or(first), expected.unwrap_or(second));
            let members = &edited.draft.to_value()["teamMembers"];
            let found = [0, 1].map(|at| members[at]["priority"].as_f64());
            assert_eq!(found, [Some(first), Some(second)], "{resolve:?}");
        }
    }
    Ok(())
}

/// A meeting place has two keys: its meeting ID, and its kind with its location.
#[test]
fn edits_that_meet_by_the_two_keys_of_one_item_are_refused() -> Result<(), Error> {
    let place = json!({ "kind": "custom", "location": "Room 1", "meetingId": "m1" });
    let record = json!({ "locationConfigurations": [place] });
    let by_id = r#""locationConfigurations/m1/location" = "Room 2""#;
    for other in [
        r#""locationConfigurations/custom: Room 1" = absent"#,
        r#""locationConfigurations/custom: Room 1/location" = "Room 3""#,
    ] {
        for text in [format!("{by_id}; {other}"), format!("{other}; {by_id}")] {
            let error = edit(&record, &text).expect_err(&text);
            assert_eq!(error.code(), "edit_twice", "{text}: {error}");
        }
    }
    let apart = r#""locationConfigurations/custom: Room 1/kind" = "physical""#;
    let edited = edit(&record, &format!("{by_id}; {apart}"))?;
    let place = json!({ "kind": "physical", "location": "Room 2" });
    assert_eq!(
        edited.draft.to_value()["locationConfigurations"],
        json!([place])
    );
    Ok(())
}

/// Two days are neither two weeks nor three of anything.
#[test]
fn a_number_and_its_unit_are_one_amount() -> Result<(), Error> {
    let of = |number: u32, unit: &str| json!({ "allowBookingAfter": number, "allowBookingAfterUnit": unit });
    for (from, to, record, expected) in [
        (
            of(2, "days"),
            of(3, "days"),
            of(2, "days"),
            Some(of(3, "days")),
        ),
        (
            of(2, "days"),
            of(3, "days"),
            of(3, "days"),
            Some(of(3, "days")),
        ),
        (of(2, "days"), of(3, "days"), of(2, "weeks"), None),
        (of(2, "days"), of(2, "weeks"), of(5, "days"), None),
        (
            of(2, "days"),
            of(2, "weeks"),
            of(2, "days"),
            Some(of(2, "weeks")),
        ),
        (
            of(2, "days"),
            json!({ "allowBookingAfter": 3 }),
            of(2, "weeks"),
            None,
        ),
    ] {
        let edits = Edits::between(CALENDAR, &from, &to, calendiff::WhenAbsent::Keep)?;
        let edited = CALENDAR.edit(&record, &edits, EditOptions::default())?;
        if let Some(expected) = expected {
            assert_eq!((edited.ok, edited.draft.to_value()), (true, expected));
            continue;
        }
        assert!(
            !edited.conflicts.is_empty() && edited.changes.is_empty(),
            "{record}: {:?}",
            edited.words
        );
        let theirs = CALENDAR.edit(
            &record,
            &edits,
            EditOptions::default().resolve(Resolution::Theirs),
        )?;
        assert_eq!(theirs.draft, record);
    }
    Ok(())
}

fn said(edited: &Edited) -> Vec<String> {
    edited
        .conflicts
        .iter()
        .map(|conflict| conflict.words.to_string())
        .collect()
}

/// Does to a record what leads from one to another.
fn like(from: &Value, to: &Value, record: &Value) -> Edited {
    let edits = Edits::between(CALENDAR, from, to, WhenAbsent::Keep).unwrap();
    CALENDAR
        .edit(record, &edits, EditOptions::default().mode(Mode::Changed))
        .unwrap()
}

#[test]
fn a_conflict_over_an_amount_is_one_and_says_each_side_in_its_unit() {
    let of = |number: u32, unit: &str| json!({ "slotDuration": number, "slotDurationUnit": unit });
    for (from, to, record, expected) in [
        (
            of(30, "mins"),
            of(45, "mins"),
            of(2, "hours"),
            "slot duration: ours 45 mins, theirs 2 hours, was 30 mins",
        ),
        (
            of(60, "mins"),
            of(1, "hours"),
            of(1, "mins"),
            "slot duration: ours 1 hour, theirs 1 min, was 60 mins",
        ),
        (
            of(30, "mins"),
            of(45, "mins"),
            of(30, "hours"),
            "slot duration: ours 45 mins, theirs 30 hours, was 30 mins",
        ),
        (
            of(2, "mins"),
            of(2, "hours"),
            of(5, "mins"),
            "slot duration: ours 2 hours, theirs 5 mins, was 2 mins",
        ),
    ] {
        assert_eq!(said(&like(&from, &to, &record)), [expected]);
    }
}

#[test]
fn the_unit_of_a_number_is_expected_where_no_edit_names_it() {
    let buffer = |number: u32, unit: &str| json!({ "slotBuffer": number, "slotBufferUnit": unit });
    let slot = |number: u32, unit: Option<&str>| match unit {
        Some(unit) => json!({ "slotDuration": number, "slotDurationUnit": unit }),
        None => json!({ "slotDuration": number }),
    };
    for (from, to, record, conflicts, changes) in [
        (
            buffer(5, "mins"),
            buffer(10, "mins"),
            buffer(5, "hours"),
            vec!["buffer after: ours 10 mins, theirs 5 hours, was 5 mins"],
            vec![],
        ),
        (
            buffer(5, "hours"),
            buffer(9, "hours"),
            buffer(5, "hours"),
            vec![],
            vec!["buffer after 9 hours, was 5 hours"],
        ),
        (
            slot(60, None),
            slot(45, None),
            slot(60, Some("hours")),
            vec!["slot duration: ours 45 mins, theirs 60 hours, was 60 mins"],
            vec![],
        ),
        (
            slot(60, None),
            slot(45, None),
            slot(45, Some("hours")),
            vec!["slot duration: ours 45 mins, theirs 45 hours, was 60 mins"],
            vec![],
        ),
        // A unit that is not set counts as the one that the specification shows.
        (
            slot(60, None),
            slot(45, None),
            slot(60, Some("mins")),
            vec![],
            vec!["slot duration 45 mins, was 60 mins"],
        ),
        (
            slot(60, Some("")),
            slot(45, Some("")),
            slot(60, None),
            vec![],
            vec!["slot duration 45, was 60"],
        ),
        (
            slot(60, Some("mins")),
            slot(45, Some("mins")),
            slot(60, None),
            vec![],
            vec!["slot duration 45, was 60"],
        ),
        (
            slot(60, Some("mins")),
            slot(45, Some("mins")),
            slot(45, None),
            vec![],
            vec![],
        ),
        (
            slot(60, None),
            slot(60, Some("hours")),
            slot(5, None),
            vec!["slot duration: ours 60 hours, theirs 5, was 60"],
            vec![],
        ),
        (
            slot(60, None),
            slot(60, Some("mins")),
            slot(60, Some("mins")),
            vec![],
            vec![],
        ),
    ] {
        let edited = like(&from, &to, &record);
        assert_eq!(
            (said(&edited), words(&edited)),
            (
                conflicts.into_iter().map(String::from).collect(),
                changes.into_iter().map(String::from).collect()
            ),
            "{from} {to} {record}"
        );
    }
}

#[test]
fn an_amount_that_is_resolved_for_ours_has_the_unit_that_was_expected() -> Result<(), Error> {
    let edits = Edits::between(
        CALENDAR,
        json!({ "slotDuration": 60 }),
        json!({ "slotDuration": 45 }),
        WhenAbsent::Keep,
    )?;
    let written =
        json!([{ "key": "slotDuration", "value": 45, "was": { "value": 60, "unit": "mins" } }]);
    assert_eq!(json!(edits), written);
    assert_eq!(Edits::read(CALENDAR, &written)?, edits);
    let record = json!({ "slotDuration": 60, "slotDurationUnit": "hours" });
    let edited = CALENDAR.edit(
        &record,
        &edits,
        EditOptions::default().resolve(Resolution::Ours),
    )?;
    assert_eq!(words(&edited), ["slot duration 45 mins, was 60 hours"]);
    Ok(())
}

#[test]
fn a_number_and_its_unit_are_read_from_json() -> Result<(), Error> {
    let read = |edit: Value| Edits::read(CALENDAR, json!([edit]));
    let edits = read(json!({ "key": "slotDuration", "value": 45, "unit": "minutes" }))?;
    assert_eq!(edits, Edits::parse(CALENDAR, "slotDuration = 45 mins")?);
    let was = json!({ "value": 30, "unit": "mins" });
    let edits = read(json!({ "key": "slotDuration", "value": 1, "unit": "hours", "was": was }))?;
    let edited = |record: Value| CALENDAR.edit(record, &edits, EditOptions::default());
    let of = |number: u32, unit: &str| json!({ "slotDuration": number, "slotDurationUnit": unit });
    assert_eq!(
        words(&edited(of(30, "mins"))?),
        ["slot duration 1 hour, was 30 mins"]
    );
    assert_eq!(
        said(&edited(of(30, "hours"))?),
        ["slot duration: ours 1 hour, theirs 30 hours, was 30 mins"]
    );
    Ok(())
}

#[test]
fn a_bound_counts_an_empty_unit_as_not_set_and_guesses_at_no_unknown_one() {
    let of = |number: u32, unit: &str| json!({ "allowBookingAfter": number, "allowBookingAfterUnit": unit });
    for (record, text, expected) in [
        (of(5, ""), "allowBookingAfter = at least 2 days", vec![]),
        (
            of(1, ""),
            "allowBookingAfter = at least 2 days",
            vec![
                "minimum notice 2 days, was 1",
                "unit of the minimum notice days, was not set",
            ],
        ),
        (
            of(12, "months"),
            "allowBookingAfter = at least 365 days",
            vec![],
        ),
        (
            of(12, "months"),
            "allowBookingAfter = at most 366 days",
            vec![],
        ),
        (
            of(14, "months"),
            "allowBookingAfter = at least 421 days",
            vec![],
        ),
        (
            of(12, "months"),
            "allowBookingAfter = at least 366 days",
            vec!["minimum notice 366 days, was 12 months"],
        ),
        (
            of(365, "days"),
            "allowBookingAfter = at most 12 months",
            vec![],
        ),
    ] {
        assert_eq!(
            words(&edit(&record, text).unwrap()),
            expected,
            "{record} {text}"
        );
    }
    for unit in ["Days", "fortnights"] {
        let error = edit(&of(5, unit), "allowBookingAfter = at least 2 days").expect_err(unit);
        assert_eq!(error.code(), "edit_missing");
        assert_eq!(
            error.to_string(),
            "allowBookingAfter: expected a number in a known unit, found none in the record"
        );
    }
    let unset = json!({ "allowBookingAfterUnit": "fortnights" });
    let edited = edit(&unset, "allowBookingAfter = at least 2 days").unwrap();
    assert_eq!(edited.draft.to_value(), of(2, "days"));
}

#[test]
fn hours_that_sound_alike_are_told_apart_in_a_conflict() {
    let closed = |hours: Value| json!({ "availabilities": [{ "date": "2026-12-24T00:00:00.000Z", "hours": hours }] });
    let week = |hours: Value| json!({ "openHours": [{ "daysOfTheWeek": [1], "hours": hours }] });
    let edited = like(
        &closed(json!([])),
        &closed(hours(9, 12)),
        &closed(hours(0, 0)),
    );
    assert_eq!(
        said(&edited),
        ["special date 24 December 2026: ours 09:00–12:00, theirs 00:00–00:00, was no range"]
    );
    let edited = like(&week(json!([])), &week(hours(9, 12)), &week(hours(0, 0)));
    assert_eq!(
        said(&edited),
        ["Monday: ours 09:00–12:00, theirs 00:00–00:00, was no range"]
    );
}

#[test]
fn the_first_hours_of_a_week_are_said_as_in_a_diff() {
    let stored = json!({ "id": "ada" });
    let edited = edit(&stored, "openHours/monday = 09:00-12:00").unwrap();
    let diff = CALENDAR
        .diff(&stored, &edited.draft, WhenAbsent::Keep)
        .unwrap();
    assert_eq!(
        words(&edited),
        ["open hours Monday 09:00–12:00, was not set"]
    );
    assert_eq!(edited.words, diff.words);
}

#[test]
fn an_error_of_the_stored_record_keeps_an_edit_from_being_sent() -> Result<(), Error> {
    let mut record = stored();
    record["availabilities"][1]["hours"] = hours(17, 9);
    let kept = edit(&record, "availabilities/2026-12-01 = closed")?;
    let reversed = kept
        .issues
        .iter()
        .find(|issue| issue.code.name() == "hours_reversed")
        .unwrap();
    assert_eq!(
        (kept.ok, kept.body.can_send, reversed.about),
        (false, false, About::Stored)
    );
    assert!(edit(&record, "availabilities/2026-12-25 = closed")?.ok);
    let worse = json!([{
        "key": "availabilities/2026-12-23",
        "hours": [["17:00", "09:00"]],
        "was": { "hours": [["09:00", "12:00"]] },
    }]);
    let worse = CALENDAR.edit(
        &record,
        &Edits::read(CALENDAR, worse)?,
        EditOptions::default(),
    )?;
    assert!(!worse.ok && worse.conflicts.is_empty());
    Ok(())
}

#[test]
fn an_enveloped_record_with_odd_shapes_is_read_first() -> Result<(), Error> {
    let record =
        json!({ "calendar": { "slotDuration": "30", "appointmentPerSlot": 1, "openHours": {} } });
    let edited = edit(
        &record,
        "openHours/monday = 09:00-12:00; appoinmentPerSlot = 2",
    )?;
    assert_eq!(
        words(&edited),
        [
            "appointments per slot 2, was 1",
            "open hours Monday 09:00–12:00, was on a schedule"
        ]
    );
    assert_eq!(edited.body.value.to_value()["appoinmentPerSlot"], 2);
    Ok(())
}

/// The hours of a week on a schedule are not known, so a closed day is a change: the calendar leaves its schedule.
#[test]
fn a_closed_day_takes_a_calendar_from_its_schedule() -> Result<(), Error> {
    let on_schedule = json!({ "id": "a", "openHours": {} });
    let codes = |edited: &Edited| -> Vec<&str> {
        let codes = edited.issues.iter().map(|issue| issue.code.name());
        codes.collect()
    };
    for (text, said, warning) in [
        (
            "openHours/saturday = closed",
            "open hours none, was on a schedule",
            "empty_detaches",
        ),
        (
            "openHours/mon-fri = closed",
            "open hours none, was on a schedule",
            "empty_detaches",
        ),
        (
            "openHours/saturday = 9-12",
            "open hours Saturday 09:00–12:00, was on a schedule",
            "hours_detach",
        ),
    ] {
        let edited = edit(&on_schedule, text)?;
        assert_eq!(words(&edited), [said], "{text}");
        assert!(codes(&edited).contains(&warning), "{text}: {edited:?}");
        assert!(
            edited.body.value.root().get("openHours").is_some(),
            "{text}"
        );
        // A second run changes nothing.
        assert_eq!(
            words(&edit(&edited.draft.to_value(), text)?),
            [""; 0],
            "{text}"
        );
    }
    let expected = json!([{
        "key": "openHours/saturday",
        "hours": [],
        "was": { "hours": hours(9, 12) },
    }]);
    let disputed = CALENDAR.edit(
        &on_schedule,
        &Edits::read(CALENDAR, &expected)?,
        EditOptions::default(),
    )?;
    assert_eq!(
        disputed.conflicts[0].words.to_string(),
        "Saturday: ours closed, theirs on a schedule, was 09:00–12:00"
    );
    assert_eq!(disputed.conflicts[0].theirs, Some(json!({})));
    Ok(())
}

/// The hours of a day as text and as JSON.
fn day() -> impl Strategy<Value = (String, Value)> {
    proptest::option::of((0_u8..12, 12_u8..24)).prop_map(|range| match range {
        None => ("closed".to_owned(), json!([])),
        Some((open, close)) => (format!("{open:02}:00-{close:02}:00"), hours(open, close)),
    })
}

proptest! {
    /// By hand: a map from each day, date and user to its value, in which the named ones are replaced.
    #[test]
    fn edits_do_by_key_what_the_words_say(
        week in prop::collection::vec(day(), 7),
        dates in prop::collection::btree_map(1_u8..29, day(), 0..6),
        team in prop::collection::btree_map("[a-d]", 0_u8..3, 1..4),
        days in prop::collection::btree_map(0_usize..7, day(), 0..4),
        named in prop::collection::btree_map(1_u8..29, prop::option::of(day()), 0..4),
        priority in 0_u8..3,
    ) {
        const NAMES: [&str; 7] = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
        let of_date = |day: &u8, hours: &Value| json!({ "date": format!("2026-12-{day:02}T00:00:00.000Z"), "hours": hours });
        let record = |week: &[(String, Value)], dates: &std::collections::BTreeMap<u8, (String, Value)>, team: &std::collections::BTreeMap<String, u8>| json!({
            "openHours": week.iter().enumerate().filter(|(_, (_, hours))| *hours != json!([])).map(|(day, (_, hours))| json!({ "daysOfTheWeek": [day], "hours": hours })).collect::<Vec<_>>(),
            "availabilities": dates.iter().map(|(day, (_, hours))| of_date(day, hours)).collect::<Vec<_>>(),
            "teamMembers": team.iter().map(|(user, priority)| json!({ "userId": user, "priority": priority })).collect::<Vec<_>>(),
        });
        let stored = record(&week, &dates, &team);
        let mut text: Vec<String> = days.iter().map(|(day, (said, _))| format!("openHours/{} = {said}", NAMES[*day])).collect();
        text.extend(named.iter().map(|(day, date)| {
            format!("availabilities/2026-12-{day:02} = {}", date.as_ref().map_or("absent", |(said, _)| said))
        }));
        let first = team.keys().next().cloned().unwrap_or_default();
        text.push(format!("teamMembers/{first}/priority = {priority}"));
        let (mut week, mut dates, mut team) = (week, dates, team);
        for (day, hours) in days {
            week[day] = hours;
        }
        for (day, date) in named {
            match date {
                Some(hours) => dates.insert(day, hours),
                None => dates.remove(&day),
            };
        }
        team.insert(first, priority);
        let by_hand = record(&week, &dates, &team);
        let edited = CALENDAR.edit(&stored, &Edits::parse(CALENDAR, &text.join(";"))?, EditOptions::default())?;
        let differences = CALENDAR.diff(&by_hand, &edited.draft, calendiff::WhenAbsent::Keep)?;
        prop_assert!(differences.changes.is_empty(), "{}\n{}\n{:?}", text.join("\n"), to_string(&stored), differences.words);
    }
}

/// A stored date that is marked as deleted is gone, so that a draft that has it adds it again.
#[test]
fn a_date_that_was_deleted_can_be_added_again() -> Result<(), Error> {
    let date = |deleted: Value| {
        let mut date =
            json!({ "date": "2026-10-19T00:00:00.000Z", "hours": [], "deleted": deleted });
        date.as_object_mut()
            .expect("an object")
            .retain(|_, value| !value.is_null());
        json!({ "availabilities": [date] })
    };
    let between = |to: Value| {
        Edits::between(
            CALENDAR,
            date(true.into()),
            date(to),
            calendiff::WhenAbsent::Keep,
        )
    };
    for deleted in [Value::Null, false.into()] {
        assert_eq!(
            between(deleted)?
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>(),
            ["availabilities/2026-10-19 = closed"]
        );
    }
    assert!(between(true.into())?.is_empty());
    Ok(())
}

#[test]
fn each_of_several_items_with_the_key_gets_the_value() {
    let date = "2026-12-24T00:00:00.000Z";
    let stored = json!({
        "availabilities": [{ "date": date, "hours": [], "id": "a" }, { "date": date, "hours": hours(9, 17), "id": "b" }],
        "teamMembers": [{ "userId": "u1", "priority": 0 }, { "userId": "u1", "priority": 1 }],
    });
    for (text, expected) in [
        (
            "availabilities/2026-12-24 = closed",
            vec!["special date 24 December 2026 closed, was 09:00–17:00"],
        ),
        (
            "availabilities/2026-12-24 = 10:00-12:00",
            vec![
                "special date 24 December 2026 10:00–12:00, was closed",
                "special date 24 December 2026 10:00–12:00, was 09:00–17:00",
            ],
        ),
        (
            "teamMembers/u1/priority = 0",
            vec!["team member 2 (user u1): priority 0, was 1"],
        ),
        (
            "teamMembers/u1/priority = at least 1",
            vec!["team member 1 (user u1): priority 1, was 0"],
        ),
    ] {
        let edited = edit(&stored, text).unwrap();
        assert_eq!(words(&edited), expected, "{text}");
        let again = edit(
            &CALENDAR
                .outcome(&stored, &edited.body.value, Profile::default())
                .unwrap()
                .to_value(),
            text,
        )
        .unwrap();
        assert_eq!(words(&again), Vec::<String>::new(), "{text}");
    }
    let was = r#"[{ "key": "teamMembers/u1/priority", "value": 0.5, "was": { "value": 0 } }]"#;
    let edits = Edits::read(CALENDAR, serde_json::from_str::<Value>(was).unwrap()).unwrap();
    let edited = CALENDAR
        .edit(&stored, &edits, EditOptions::default())
        .unwrap();
    assert_eq!(
        edited
            .conflicts
            .iter()
            .map(|conflict| conflict.words.to_string())
            .collect::<Vec<_>>(),
        ["team member 2 (user u1): priority: ours 0.5, theirs 1, was 0"]
    );
}

#[test]
fn issues_that_the_stored_record_does_not_have_are_new() {
    let stored = json!({ "eventColor": "red", "openHours": [{ "daysOfTheWeek": [1], "hours": hours(9, 17) }] });
    let new = |text: &str| {
        let edited = CALENDAR
            .edit(
                &stored,
                &Edits::parse(CALENDAR, text).unwrap(),
                EditOptions::default(),
            )
            .unwrap();
        let new: Vec<_> = edited
            .new_issues
            .iter()
            .map(|at| edited.issues[*at].code.name())
            .collect();
        (edited.ok, new)
    };
    // The service refuses the body for the color that is stored.
    assert_eq!(
        new("openHours/monday = closed"),
        (false, vec!["empty_detaches", "no_open_day"])
    );
    assert_eq!(new("openHours/tuesday = 09:00-17:00"), (false, vec![]));
    assert_eq!(
        new(
            "availabilities/2026-12-24 = { \"date\": \"2026-12-24T00:00:00.000Z\", \"hours\": [{ \"openHour\": 17, \"openMinute\": 0, \"closeHour\": 9, \"closeMinute\": 0 }] }"
        ),
        (false, vec!["hours_reversed"])
    );
}

#[test]
fn reversed_hours_are_refused_once_with_those_that_work() {
    let night = "hours that close after they open, past midnight 22:00-24:00 and, on the next day, 00:00-02:00, found ";
    let range = r#"{"openHour":22,"openMinute":0,"closeHour":2,"closeMinute":0}"#;
    for text in [
        "openHours/monday = 22-2".to_owned(),
        "openHours/mon-fri = 9-12, 22:00-02:00".to_owned(),
        "openHours/monday = [[\"22:00\", \"02:00\"]]".to_owned(),
        format!("openHours/monday = [{range}]"),
        format!(r#"openHours = [{{"daysOfTheWeek":[1],"hours":[{range}]}}]"#),
        "availabilities/2026-12-24..2026-12-26 = 22-2".to_owned(),
        format!("availabilities/2026-12-24/hours = [{range}]"),
        format!("availabilities/2026-12-24 = {{\"hours\":[{range}]}}"),
    ] {
        let error = Edits::parse(CALENDAR, &text).expect_err(&text);
        assert!(
            error.code() == "edit_value" && error.to_string().contains(night),
            "{text}: {error}"
        );
    }
    let error = Edits::parse(CALENDAR, "openHours/monday = 9-0").unwrap_err();
    assert_eq!(
        error.to_string(),
        "openHours/monday: expected hours that close after they open, past midnight 09:00-24:00, found 09:00-00:00"
    );
    let json = json!([{ "key": "openHours/monday", "hours": [{ "openHour": 9, "openMinute": 0, "closeHour": 25, "closeMinute": 0 }] }]);
    let error = Edits::read(CALENDAR, json).unwrap_err();
    assert!(error.to_string().contains("without the error"), "{error}");
    for text in [
        "openHours/monday = 22-24; openHours/tuesday = 0-2",
        "where openHours/monday = 22-2",
    ] {
        assert!(Edits::parse(CALENDAR, text).is_ok(), "{text}");
    }
}

#[test]
fn a_choice_brings_what_it_needs_though_it_is_misspelled() {
    let stored = json!({ "formSubmitType": "ThankYouMessage", "formSubmitRedirectURL": "https://example.com" });
    for said in ["RedirectURL", "RedirectUrl", " RRedirectURL"] {
        let body = CALENDAR
            .body(&stored, json!({ "formSubmitType": said }), Mode::Changed)
            .unwrap()
            .value;
        assert_eq!(
            body.to_value(),
            json!({ "formSubmitType": said.trim(), "formSubmitRedirectURL": "https://example.com" })
        );
    }
}

#[test]
fn the_first_days_dates_and_items_are_edits_of_their_own() {
    let edited = json!({
        "availabilities": [{ "date": "2026-12-24T00:00:00.000Z", "hours": [] }],
        "openHours": [{ "daysOfTheWeek": [1], "hours": hours(9, 17) }],
        "teamMembers": [{ "userId": "u1" }],
    });
    let edits = Edits::between(CALENDAR, json!({ "id": "ada" }), edited, WhenAbsent::Keep).unwrap();
    let keys: Vec<String> = edits.iter().map(|edit| edit.key().to_string()).collect();
    assert_eq!(
        keys,
        [
            "teamMembers/u1",
            "openHours/monday",
            "availabilities/2026-12-24"
        ]
    );
    let other = json!({ "availabilities": [{ "id": "y", "date": "2026-12-25T00:00:00.000Z", "hours": [] }] });
    let followed = CALENDAR
        .edit(&other, &edits, EditOptions::default())
        .unwrap();
    assert!(followed.conflicts.is_empty());
    let words = words(&followed);
    assert!(
        words.contains(&"special date 24 December 2026 added: closed".to_owned()),
        "{words:?}"
    );
}

#[test]
fn a_removal_leaves_an_item_that_has_more_than_it_had() {
    let team = |more: Value| json!({ "teamMembers": [{ "userId": "a" }, more] });
    let stored = team(json!({ "userId": "b" }));
    let edits = Edits::between(
        CALENDAR,
        &stored,
        json!({ "teamMembers": [{ "userId": "a" }] }),
        WhenAbsent::Keep,
    )
    .unwrap();
    let ran = |record: &Value| {
        CALENDAR
            .edit(record, &edits, EditOptions::default())
            .unwrap()
    };
    assert_eq!(words(&ran(&stored)), ["team member 2 (user b) removed"]);
    let more = ran(&team(json!({ "userId": "b", "priority": 1 })));
    assert_eq!(
        more.conflicts[0].words,
        "team member 2 (user b): ours removed, theirs changed, was there"
    );
}

#[test]
fn a_new_date_goes_to_the_end_of_dates_of_which_two_are_the_same() {
    let date = |day: u8, id: &str| json!({ "date": format!("2026-12-{day}T00:00:00.000Z"), "hours": [], "id": id });
    let stored = json!({ "availabilities": [date(28, "i1"), date(30, "i2"), date(28, "i3")] });
    let edited = edit(&stored, "availabilities/2026-12-24 = closed").unwrap();
    assert_eq!(
        words(&edited),
        ["special date 24 December 2026 added: closed"]
    );
}

#[test]
fn edits_between_records_are_read_as_they_are_written_errors_included() {
    let stored = json!({ "alertEmail": "a@example.com", "slotDuration": 30 });
    let edited = json!({ "alertEmail": "", "slotDuration": 0 });
    let edits = Edits::between(Kind::Calendar, &stored, &edited, WhenAbsent::Keep).unwrap();
    let read = Edits::read(Kind::Calendar, json!(edits)).unwrap();
    let answer = |edits: &Edits| {
        Kind::Calendar
            .edit(&stored, edits, EditOptions::default())
            .unwrap()
    };
    assert_eq!(
        (json!(answer(&read)), answer(&read).ok),
        (json!(answer(&edits)), false)
    );
    // A wish of one's own is refused at once.
    let refused = Edits::read(
        Kind::Calendar,
        json!([{ "key": "alertEmail", "value": "a@" }]),
    )
    .unwrap_err();
    assert_eq!(refused.code(), "edit_value");
    // A value of another shape cannot stand there in any record.
    let odd = json!([{ "key": "openHours/monday", "absent": true, "was": { "hours": [] } }]);
    assert_eq!(
        Edits::read(Kind::Calendar, odd).unwrap_err().code(),
        "edit_value"
    );
}

#[test]
fn one_half_of_an_amount_is_removed_by_itself() {
    let stored = json!({ "allowBookingAfter": 3, "allowBookingAfterUnit": "hours" });
    for edited in [
        json!({ "allowBookingAfter": 1 }),
        json!({ "allowBookingAfterUnit": "days" }),
    ] {
        let edits = Edits::between(Kind::Calendar, &stored, &edited, WhenAbsent::Remove).unwrap();
        let answer = Kind::Calendar
            .edit(&stored, &edits, EditOptions::default())
            .unwrap();
        assert_eq!(answer.draft.to_value(), edited);
    }
}

#[test]
fn edits_between_records_lead_there_also_from_what_cannot_be_read_by_key() {
    let hours = json!([{ "openHour": 9, "openMinute": 0, "closeHour": 17, "closeMinute": 0 }]);
    let week = |days: [u8; 2]| json!({ "openHours": days.map(|day| json!({ "daysOfTheWeek": [day], "hours": hours })) });
    let places = json!({ "locationConfigurations": [{ "location": "Room 1" }] });
    for (stored, edited) in [
        (week([1, 7]), week([1, 0])),
        (json!({ "openHours": [] }), week([1, 7])),
        (json!({}), places),
    ] {
        let edits = Edits::between(Kind::Calendar, &stored, &edited, WhenAbsent::Keep).unwrap();
        let answer = Kind::Calendar
            .edit(&stored, &edits, EditOptions::default())
            .unwrap();
        let rest = Kind::Calendar
            .diff(&answer.draft, &edited, WhenAbsent::Remove)
            .unwrap()
            .words;
        assert_eq!((answer.conflicts.len(), rest), (0, vec![]), "{edits:?}");
        assert_eq!(
            json!(Edits::read(Kind::Calendar, json!(edits)).unwrap()),
            json!(edits)
        );
    }
}

#[test]
fn edits_are_read_as_people_write_them() {
    let of = |text: &str| words(&edit(&stored(), text).unwrap());
    for (text, expected) in [
        (
            "openHours/mon-fri = 9-12",
            "Monday, Tuesday and Friday close at 12:00, was 17:00",
        ),
        (
            "openHours/monday..friday = 09:00-12:00",
            "Wednesday and Thursday 09:00–12:00, was closed",
        ),
        (
            "openHours/sat..mon = 9am-12:30pm",
            "Saturday and Sunday 09:00–12:30, was closed",
        ),
        (
            "openHours/saturday = as monday",
            "Saturday 09:00–17:00, was closed",
        ),
        (
            "openHours/wed,SUN = 9:15 am - 5 pm, 18-20",
            "Wednesday and Sunday 09:15–17:00, 18:00–20:00, was closed",
        ),
        (
            "allowBookingAfter = at least 2d",
            "minimum notice 2 days, was 36 hours",
        ),
        (
            "allowBookingAfter = 1w",
            "minimum notice 1 week, was 36 hours",
        ),
        ("slotDuration = 1h", "slot duration 1 hour, was 30 mins"),
        ("slotDuration = 45min", "slot duration 45 mins, was 30 mins"),
        ("eventColor = #f00", "color #ff0000, was not set"),
        ("widgetType = classic", "widget type classic, was not set"),
    ] {
        let said = of(text);
        assert!(
            said.iter().any(|words| words.contains(expected)),
            "{text}: {said:?}"
        );
    }
    for (text, code, expected) in [
        (
            "openHours/mon-fr = 9-12",
            "edit_key",
            "days from monday to sunday, such as monday,friday or mon-fri",
        ),
        (
            "openHours/monday = 9-25",
            "edit_value",
            "closed, or hours such as",
        ),
        (
            "openHours/monday = 13pm-14",
            "edit_value",
            "closed, or hours such as",
        ),
        (
            "availabilities/2026-12-24 = as monday",
            "edit_value",
            "closed, or hours such as",
        ),
        (
            "allowBookingAfter = at least 2m",
            "edit_value",
            "one of days, hours, weeks, months, mins",
        ),
        ("name = Ada", "edit_value", "text in double quotes"),
        (
            "alertEmail = \"Ada <a@b.com>\"",
            "edit_value",
            "without the error email_display_name, such as \"a@b.com\"",
        ),
    ] {
        let refused = edit(&stored(), text).unwrap_err();
        assert!(
            refused.code() == code && refused.to_string().contains(expected),
            "{text}: {refused}"
        );
    }
    let on_schedule = json!({ "id": "a", "openHours": {} });
    assert_eq!(
        edit(&on_schedule, "openHours/saturday = as monday")
            .unwrap_err()
            .code(),
        "edit_missing"
    );
    // A week whose entries have IDs of the service is edited by day.
    let mut with_ids = stored();
    with_ids["openHours"][0]["_id"] = json!("x1");
    with_ids["openHours"][0]["hours"][0]["_id"] = json!("x2");
    assert_eq!(
        words(&edit(&with_ids, "openHours/fri = closed").unwrap()),
        ["Friday closed, was 09:00–17:00"]
    );
}

#[test]
fn an_edit_may_be_for_the_records_that_have_the_item() {
    for (text, expected) in [
        (
            "teamMembers/u1/priority? = 1",
            vec!["team member 1 (user u1): priority 1, was 0.5"],
        ),
        ("teamMembers/u9/priority? = 1", vec![]),
        (
            "teamMembers/u9/priority? = 1; name = \"New\"",
            vec!["name “New”, was “Consultation”"],
        ),
        (
            "availabilities/2026-12-23? = closed",
            vec!["special date 23 December 2026 closed, was 09:00–12:00"],
        ),
        ("availabilities/2026-12-24? = closed", vec![]),
        ("notes? = \"new\"", vec![]),
        (
            "slotDuration? = 45 mins",
            vec!["slot duration 45 mins, was 30 mins"],
        ),
    ] {
        let edited = edit(&stored(), text).unwrap();
        let said: Vec<String> = words(&edited)
            .iter()
            .map(|said| said.split(" (no effect").next().unwrap().to_owned())
            .collect();
        assert!(edited.ok && said == expected, "{text}: {said:?}");
    }
    assert_eq!(
        edit(&stored(), "teamMembers/u9/priority = 1")
            .unwrap_err()
            .code(),
        "edit_missing"
    );
    let edits = Edits::parse(CALENDAR, "teamMembers/u1/priority? = 1").unwrap();
    assert_eq!(
        json!(edits),
        json!([{ "key": "teamMembers/u1/priority", "ifPresent": true, "value": 1 }])
    );
    assert_eq!(Edits::read(CALENDAR, json!(edits)).unwrap(), edits);
    assert_eq!(
        edits.iter().next().unwrap().to_string(),
        "teamMembers/u1/priority? = 1"
    );
}

#[test]
fn conditions_limit_edits_to_some_records() {
    let mut record = stored();
    record["calendarType"] = json!("round_robin");
    record["locationId"] = json!("north");
    for (condition, applies) in [
        ("where calendarType = round_robin", true),
        ("where calendarType = event", false),
        ("where locationId = north", true),
        ("where locationId = \"south\"", false),
        ("where slotDuration = 30", true),
        ("where slotDuration = at most 1 hours", true),
        ("where slotDuration = at least 1 hours", false),
        ("where openHours/monday = 9-17", true),
        ("where openHours/monday,saturday = 9-17", false),
        ("where availabilities/2026-12-25 = closed", true),
        ("where availabilities/2026-12-24 = absent", true),
        ("where notes = absent", true),
        ("where teamMembers/u2/priority = 1", true),
        (
            "where calendarType = round_robin; where locationId = south",
            false,
        ),
    ] {
        let edited = edit(&record, &format!("name = \"New\"; {condition}")).unwrap();
        assert_eq!(
            (edited.applies, words(&edited).len()),
            (applies, usize::from(applies)),
            "{condition}"
        );
        assert_eq!(edited.body.value == json!({}), !applies, "{condition}");
    }
    let edits = Edits::parse(CALENDAR, "name = \"New\"; where locationId = north").unwrap();
    assert_eq!(
        json!(edits),
        json!([{ "key": "name", "value": "New" }, { "where": "locationId", "value": "north" }])
    );
    assert_eq!(Edits::read(CALENDAR, json!(edits)).unwrap(), edits);
    assert_eq!(
        edit(&record, "locationId = \"south\"").unwrap_err().code(),
        "edit_key",
        "it can be asked, not set"
    );
    assert_eq!(
        edit(&record, "name = \"New\"; where nam = x")
            .unwrap_err()
            .code(),
        "edit_key"
    );
}

#[test]
fn errors_of_the_record_with_a_certain_fix_are_repaired_in_the_same_run() {
    let mut record = stored();
    record["alertEmail"] = json!("Ada <a@b.com>");
    let edited = |text: &str, repair: bool| {
        let edits = Edits::parse(CALENDAR, text).unwrap();
        CALENDAR
            .edit(&record, &edits, EditOptions::default().repair(repair))
            .unwrap()
    };
    assert!(!edited("name = \"New\"", false).ok);
    let repaired = edited("name = \"New\"", true);
    assert!(
        repaired.ok && repaired.body.can_send,
        "{:?}",
        repaired.issues
    );
    assert_eq!(
        words(&repaired),
        [
            "name “New”, was “Consultation”",
            "alert e-mail a@b.com, was “Ada <a@b.com>”"
        ]
    );
    // An edit of a value goes before its repair.
    let named = edited("alertEmail = \"c@d.com\"", true);
    assert_eq!(words(&named), ["alert e-mail c@d.com, was “Ada <a@b.com>”"]);
    assert_eq!(
        words(&edited("name = \"New\"; where slotDuration = 1", true)),
        [""; 0]
    );
    // A fault without a certain fix stays.
    record["slotDuration"] = json!(0);
    let edits = Edits::parse(CALENDAR, "name = \"New\"").unwrap();
    assert!(
        !CALENDAR
            .edit(&record, &edits, EditOptions::default().repair(true))
            .unwrap()
            .ok
    );
}

/// Two days share their hours, and one of them is edited: the other is repaired alone, and its error is no new one.
#[test]
fn a_day_that_shares_its_hours_with_an_edited_one_is_repaired() {
    let night = |close: u8| json!([{ "openHour": 22, "openMinute": 0, "closeHour": close, "closeMinute": 0 }]);
    let stored =
        |close: u8| json!({ "openHours": [{ "daysOfTheWeek": [6, 1], "hours": night(close) }] });
    let edits = Edits::parse(Kind::Calendar, "openHours/saturday = 10-14").unwrap();
    for (close, wanted) in [
        (
            0,
            &[
                "Monday closes at 24:00, was 00:00",
                "Saturday 10:00–14:00, was 22:00–00:00",
            ][..],
        ),
        (
            2,
            &[
                "Monday closes at 24:00, was 02:00",
                "Tuesday 00:00–02:00, was closed",
                "Saturday 10:00–14:00, was 22:00–02:00",
            ],
        ),
    ] {
        let plain = Kind::Calendar
            .edit(stored(close), &edits, EditOptions::default())
            .unwrap();
        assert!(!plain.ok && plain.new_issues.is_empty(), "{plain:?}");
        let options = EditOptions::default().repair(true);
        let repaired = Kind::Calendar.edit(stored(close), &edits, options).unwrap();
        let words: Vec<String> = repaired
            .changes
            .iter()
            .map(|change| change.words.to_string())
            .collect();
        assert!(repaired.ok, "{repaired:?}");
        assert_eq!(words, wanted);
    }
}
