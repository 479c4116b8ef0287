//! Typed Rust: nothing is lost between JSON and the structs, and what an update does not take is refused by name.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[cfg(feature = "proptest")]
mod laws;

use std::fs;

use calendiff::json::{Document, Path, Segment, Tree, patch, to_string};
use calendiff::schema::{Access, Member, Object, Type};
use calendiff::typed::{
    HourRange, LocationKind, OpenHoursEntry, Recurrence, SpecialDate, Unit, WidgetType,
};
use calendiff::{
    Calendar, CalendarUpdate, Kind, Location, LocationUpdate, Mode, Stored, ValidateOptions,
    ValidationReport, WhenAbsent,
};
use serde_json::{Value, from_str, from_value, json};

/// A stored record through its struct and back, by every way there is.
#[track_caller]
fn there_and_back(stored: &Stored) -> Value {
    fn ways<T>(record: &T, value: &Value) -> Value
    where
        T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug,
    {
        assert_eq!(&from_value::<T>(value.clone()).unwrap(), record);
        assert_eq!(&from_str::<T>(&to_string(value)).unwrap(), record);
        serde_json::to_value(record).unwrap()
    }
    let (value, by_name) = match stored.kind {
        Kind::Calendar => {
            let record = Calendar::try_from(stored).unwrap();
            (
                ways(&record, &stored.value.to_value()),
                record.to_value().unwrap(),
            )
        }
        Kind::Location => {
            let record = Location::try_from(stored).unwrap();
            (
                ways(&record, &stored.value.to_value()),
                record.to_value().unwrap(),
            )
        }
        kind => panic!("a {kind} has no type"),
    };
    assert_eq!(value, by_name);
    value
}

/// The draft of a report through its struct and back.
fn update(report: &ValidationReport) -> Result<Value, calendiff::Error> {
    match report.kind {
        Some(Kind::Calendar) => CalendarUpdate::try_from(report)?.to_value(),
        Some(Kind::Location) => LocationUpdate::try_from(report)?.to_value(),
        kind => panic!("{kind:?} has no type"),
    }
}

/// The update that echoes a stored record.
fn echo(stored: &Stored) -> Value {
    match stored.kind {
        Kind::Calendar => CalendarUpdate::from(Calendar::try_from(stored).unwrap())
            .to_value()
            .unwrap(),
        Kind::Location => LocationUpdate::from(Location::try_from(stored).unwrap())
            .to_value()
            .unwrap(),
        kind => panic!("a {kind} has no type"),
    }
}

fn validate(kind: Kind, draft: &Value, stored: Option<&Value>) -> ValidationReport {
    kind.validate(
        draft,
        &stored
            .into_iter()
            .fold(ValidateOptions::default(), |options, stored| {
                options.stored(stored)
            }),
    )
    .unwrap()
}

/// An echo changes nothing: its body means the same as that of a draft without members, and nothing in it is objected to.
#[track_caller]
fn assert_echoes(stored: &Stored) {
    let echo = echo(stored);
    let report = validate(stored.kind, &echo, Some(&stored.value.to_value()));
    let objections = [
        "read_only",
        "read_only_echo",
        "unknown_member",
        "misspelled_member",
        "wrong_type",
    ];
    assert!(
        report
            .issues
            .iter()
            .all(|issue| !objections.contains(&issue.code.name())),
        "{:?}",
        report.issues
    );
    let [of_echo, of_nothing] = [&echo, &json!({})].map(|draft| {
        stored
            .kind
            .body(&stored.value, draft, Mode::Full)
            .unwrap()
            .value
    });
    let diff = stored
        .kind
        .diff(&of_nothing, &of_echo, WhenAbsent::Remove)
        .unwrap();
    assert_eq!(diff.words, Vec::<String>::new());
}

#[test]
fn every_fixture_goes_through_both_ways() {
    let (mut records, mut updates) = (0, 0);
    for folder in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures")).unwrap() {
        let parse = |file| {
            let text = fs::read_to_string(folder.as_ref().unwrap().path().join(file)).unwrap();
            Document::parse(text).unwrap().root().to_value()
        };
        let (stored, draft) = (parse("stored.json"), parse("draft.json"));
        let kind = Kind::guess(&stored).unwrap_or(Kind::Calendar);
        for response in [&stored, &draft] {
            let read = kind.read(response).unwrap();
            assert_eq!(there_and_back(&read), read.value);
            assert_echoes(&read);
            records += 1;
        }
        let report = validate(
            kind,
            &kind.strip_envelope(Tree::of(&draft).root()).1.to_value(),
            Some(&stored),
        );
        match update(&report) {
            Ok(value) => {
                assert_eq!(value, without_echoes(&report));
                updates += 1;
            }
            Err(error) => assert_eq!((error.code(), report.ok), ("not_ok", false)),
        }
    }
    assert!(
        records >= 24 && updates >= 8,
        "{records} records, {updates} updates"
    );
}

/// The draft without what the report calls an echo. Lists with such members are never sorted, so that paths hold.
fn without_echoes(report: &ValidationReport) -> Value {
    let echoes = report
        .issues
        .iter()
        .filter(|issue| issue.code.name() == "read_only_echo");
    echoes.fold(report.value.to_value(), |value, issue| {
        patch::apply(&value, &issue.fix.as_ref().unwrap().patch).unwrap()
    })
}

#[test]
fn odd_shapes_of_responses_stay_as_they_came() {
    let response = json!({ "calendar": {
        "id": "Kx2m", "notifications": [{ "type": "email" }], "appoinmentPerDay": "", "slotDuration": 30.0, "name": null,
        "formSubmitType": "", "widgetType": "tall", "openHours": { "0": { "daysOfTheWeek": [1.0], "hours": [] } },
        "locationConfigurations": [{ "kind": "custom" }, null], "__proto__": { "a": null },
        "recurring": { "interval": null, "freq": "DAILY", "bookingOverlapDefaultStatus": "", "count": "many" },
        "availabilities": [{ "_id": "a1", "date": "2026-12-24T00:00:00.000Z", "hours": [], "closed": true }],
    } });
    let stored = Kind::Calendar.read(&response).unwrap();
    assert_eq!(there_and_back(&stored), stored.value);
    assert_echoes(&stored);

    let calendar = Calendar::try_from(stored).unwrap();
    assert_eq!(calendar.slot_duration, Some(30.0));
    assert_eq!(
        (
            calendar.widget_type.as_ref().unwrap().as_str(),
            &calendar.form_submit_type
        ),
        ("tall", &None)
    );
    let left = calendar
        .other
        .keys()
        .map(String::as_str)
        .collect::<Vec<_>>();
    assert_eq!(
        left,
        ["notifications", "locationConfigurations", "__proto__"]
    );
    let recurring = calendar.recurring.as_ref().unwrap();
    assert_eq!(recurring.other.len(), 2);
    let date = &calendar.availabilities.as_ref().unwrap()[0];
    assert_eq!(
        (date.id.as_deref(), &date.other["closed"]),
        (Some("a1"), &Value::Bool(true))
    );

    let update = CalendarUpdate::from(calendar);
    assert_eq!(
        update.to_value().unwrap(),
        json!({
            "widgetType": "tall", "slotDuration": 30, "openHours": [{ "daysOfTheWeek": [1], "hours": [] }],
            "recurring": { "freq": "DAILY" },
            "availabilities": [{ "date": "2026-12-24T00:00:00.000Z", "hours": [], "id": "a1" }],
        })
    );
}

/// Each row of a table and of those inside it, with the path to its member.
fn rows(table: &'static Object, path: &Path, found: &mut Vec<(Path, &'static Member)>) {
    for row in table.members {
        let path = path.with(row.name);
        found.push((path.clone(), row));
        if let Some(inner) = row.ty.table() {
            let path = if matches!(row.ty, Type::List(_)) {
                path.with(0)
            } else {
                path
            };
            rows(inner, &path, found);
        }
    }
}

/// A record with nothing but that value there.
fn record_with(path: &Path, value: Value) -> Value {
    path.segments()
        .iter()
        .rev()
        .fold(value, |inside, step| match step {
            Segment::Index(_) => json!([inside]),
            Segment::Name(name) => json!({ name.as_ref(): inside }),
        })
}

/// A refusal of an update, as it is displayed.
fn refusal(kind: Kind, draft: Value) -> String {
    match kind {
        Kind::Calendar => from_value::<CalendarUpdate>(draft).unwrap_err().to_string(),
        Kind::Location => from_value::<LocationUpdate>(draft).unwrap_err().to_string(),
        kind => panic!("a {kind} has no type"),
    }
}

#[test]
fn every_value_of_another_type_is_refused_by_name_and_kept_in_a_response() {
    let wrong = [
        json!(null),
        json!(""),
        json!("30"),
        json!(true),
        json!(1.5),
        json!([null]),
        json!([[1]]),
        json!({}),
    ];
    let mut tried = 0;
    for &kind in Kind::ALL {
        let mut found = Vec::new();
        rows(kind.table(), &Path::new(), &mut found);
        for (path, row) in found {
            for value in &wrong {
                let fits = match (&row.ty, value) {
                    (Type::Text(_), Value::String(_))
                    | (Type::Boolean, Value::Bool(_))
                    | (Type::Number(_), Value::Number(_))
                    | (Type::Object(_) | Type::Open, Value::Object(_)) => true,
                    (ty, value) => {
                        ty.name() == Tree::of(value).root().node().name()
                            && !matches!(ty, Type::List(_))
                    }
                };
                let draft = record_with(&path, value.clone());
                if row.access == Access::ResponseOnly {
                    let expected = format!(
                        "{path}: {} appears only in responses; an update must not carry it",
                        row.name
                    );
                    assert_eq!(refusal(kind, draft.clone()), expected);
                } else if !fits {
                    let message = refusal(kind, draft.clone());
                    assert!(
                        message.starts_with(&format!("{path}: expected "))
                            || message.starts_with(&format!("{path}/0: expected ")),
                        "{message}"
                    );
                    assert!(message.contains(", found "), "{message}");
                }
                let mut stored = kind.read(json!({ kind.envelopes()[0]: {} })).unwrap();
                stored.value = Tree::of(&draft);
                assert_eq!(there_and_back(&stored), stored.value);
                tried += 1;
            }
        }
    }
    assert!(tried >= 800, "{tried}");
}

#[test]
fn absent_is_not_null() {
    assert_eq!(CalendarUpdate::default().to_value().unwrap(), json!({}));
    assert_eq!(
        from_value::<CalendarUpdate>(json!({})).unwrap(),
        CalendarUpdate::default()
    );
    assert_eq!(
        refusal(Kind::Calendar, json!({ "name": null })),
        "/name: expected text, found null"
    );
    assert_eq!(
        refusal(Kind::Calendar, json!([])),
        "expected a calendar as a JSON object, found array"
    );
    assert_eq!(
        refusal(Kind::Location, json!(null)),
        "expected a location as a JSON object, found null"
    );
}

#[test]
fn numbers_are_never_rounded() {
    let update: CalendarUpdate =
        from_str(r#"{ "slotDuration": 30.0, "slotInterval": 7.5, "availabilityType": 1.0 }"#)
            .unwrap();
    assert_eq!(
        (
            update.slot_duration,
            update.slot_interval,
            update.availability_type
        ),
        (Some(30.0), Some(7.5), Some(1))
    );
    let text = r#"{"slotDuration":30,"slotInterval":7.5,"availabilityType":1}"#;
    assert_eq!(serde_json::to_string(&update).unwrap(), text);

    for (member, number, expected) in [
        (
            "availabilityType",
            "1.5",
            "expected a whole number of 64 bits, found 1.5",
        ),
        (
            "availabilityType",
            "9223372036854775808",
            "expected a whole number of 64 bits, found 9223372036854775808",
        ),
        (
            "slotDuration",
            "9007199254740993",
            "expected a number that a double holds, found 9007199254740993",
        ),
    ] {
        let text = format!("{{\"{member}\":{number}}}");
        assert_eq!(
            refusal(Kind::Calendar, from_str(&text).unwrap()),
            format!("/{member}: {expected}")
        );
        let calendar: Calendar = from_str(&text).unwrap();
        assert_eq!(
            (
                calendar.other.len(),
                serde_json::to_string(&calendar).unwrap()
            ),
            (1, text)
        );
    }
    for text in [
        "1e17",
        "100000000000000000",
        "9007199254740992",
        "-0.0",
        "1e300",
        "5e-324",
    ] {
        let value: Value = from_str(&format!("{{\"slotDuration\":{text}}}")).unwrap();
        let update: CalendarUpdate = from_value(value.clone()).unwrap();
        assert!(
            calendiff::json::equal(update.to_value().unwrap(), &value),
            "{text}"
        );
    }
    let update: CalendarUpdate = from_str(r#"{ "availabilityType": 1e17 }"#).unwrap();
    assert_eq!(update.availability_type, Some(100_000_000_000_000_000));
}

#[test]
fn numbers_that_json_cannot_say_are_refused_by_name() {
    for number in [f64::NAN, f64::INFINITY] {
        let update = CalendarUpdate::default().slot_duration(number);
        let error = update.to_value().unwrap_err();
        assert_eq!(
            (error.code(), error.path().unwrap().pointer()),
            ("not_json", "/slotDuration".to_owned())
        );
        assert_eq!(
            serde_json::to_string(&update).unwrap_err().to_string(),
            format!("/slotDuration: {number} cannot be sent as JSON")
        );
    }
}

#[test]
fn a_name_that_stands_twice_is_refused() {
    for text in [
        r#"{ "name": "a", "name": "b" }"#,
        r#"{ "lookBusyConfig": { "enabled": true, "enabled": false } }"#,
        r#"{ "mine": [{ "a": 1, "a": 2 }] }"#,
    ] {
        let error = from_str::<CalendarUpdate>(text).unwrap_err().to_string();
        assert!(error.contains("stands twice in one object"), "{error}");
        assert!(from_str::<Calendar>(text).is_err());
    }
    let one_text: Calendar = from_str(r#"{ "mine": { "a": "b" } }"#).unwrap();
    assert_eq!(one_text.other["mine"], json!({ "a": "b" }));
}

#[test]
fn only_a_good_report_of_the_same_kind_is_an_update() {
    let report = validate(
        Kind::Calendar,
        &json!({ "eventColor": "#F00000", "mine": 1, "slotDurationUnit": "mins" }),
        None,
    );
    let update = CalendarUpdate::try_from(&report).unwrap();
    assert_eq!(
        (
            update.event_color.as_deref(),
            update.slot_duration_unit.clone()
        ),
        (Some("#f00000"), Some(Unit::Mins))
    );
    assert_eq!(
        (&update.other["mine"], update.to_value().unwrap()),
        (&json!(1), report.value.to_value())
    );

    let error = LocationUpdate::try_from(report).unwrap_err();
    assert_eq!(
        (error.code(), error.to_string()),
        (
            "wrong_kind",
            "expected a location, found a calendar".to_owned()
        )
    );

    let report = validate(
        Kind::Calendar,
        &json!({ "eventColor": "#abc", "slotInterval": 0, "name": "n" }),
        None,
    );
    let error = CalendarUpdate::try_from(report).unwrap_err();
    assert_eq!(error.code(), "not_ok");
    assert_eq!(
        error.to_string(),
        "the draft of a calendar has errors: /eventColor: expected six hex digits, found the short form #abc (specification); \
         /slotInterval: expected more than 0, found 0 (logic)"
    );

    let many: Value = (0..9).map(|_| json!(null)).collect();
    let error = CalendarUpdate::try_from(validate(
        Kind::Calendar,
        &json!({ "teamMembers": many }),
        None,
    ))
    .unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with("/teamMembers/4: expected object, found null (specification); and 4 more"),
        "{error}"
    );

    let large = validate(
        Kind::Calendar,
        &json!({ "recurring": { "count": 1e30 } }),
        None,
    );
    let error = CalendarUpdate::try_from(&large).unwrap_err();
    assert_eq!(
        (large.ok, error.code(), error.path().unwrap().pointer()),
        (true, "wrong_type", "/recurring/count".to_owned())
    );
}

#[test]
fn echoes_of_what_only_responses_carry_are_left_out() {
    let place = |kind| json!([{ "kind": kind, "meetingId": "m1" }]);
    let stored = json!({ "id": "Kx2m", "teamMembers": [{ "userId": "u", "locationConfigurations": place("custom") }] });
    let report = validate(Kind::Calendar, &stored, Some(&stored));
    assert!(report.ok && report.issues.len() >= 2, "{:?}", report.issues);
    let update = CalendarUpdate::try_from(&report).unwrap();
    let expected = json!({ "teamMembers": [{ "userId": "u", "locationConfigurations": [{ "kind": "custom" }] }] });
    assert_eq!(update.to_value().unwrap(), expected);
}

#[test]
fn ranges_that_no_update_takes_are_left_out_with_their_list() {
    let starts = [json!({ "label": "Lunch" }), json!({ "openHour": {} })];
    for start in starts {
        let mut range = json!({ "openMinute": 0, "closeHour": 17, "closeMinute": 0 });
        range
            .as_object_mut()
            .unwrap()
            .extend(start.as_object().unwrap().clone());
        let record =
            json!({ "id": "Kx2m", "openHours": [{ "daysOfTheWeek": [1], "hours": [range] }] });
        let stored = Kind::Calendar.read(&record).unwrap();
        for draft in [echo(&stored), json!({})] {
            let body = stored.kind.body(&stored.value, &draft, Mode::Full).unwrap();
            assert_eq!(body.value, json!({}));
            assert!(
                body.decisions
                    .iter()
                    .any(|made| made.reason.code == "incomplete")
            );
        }
    }
}

#[test]
fn a_record_of_the_other_kind_is_refused() {
    let stored = Kind::Location
        .read(json!({ "buiseness": { "name": "Rose Lane" } }))
        .unwrap();
    let error = Calendar::try_from(&stored).unwrap_err();
    assert_eq!(
        (error.code(), error.to_string()),
        (
            "wrong_kind",
            "expected a calendar, found a location".to_owned()
        )
    );
    assert_eq!(
        Location::try_from(stored).unwrap().name.as_deref(),
        Some("Rose Lane")
    );
}

#[test]
fn updates_are_built_as_they_read() {
    let range = HourRange::default()
        .open_hour(9)
        .open_minute(0)
        .close_hour(17)
        .close_minute(30);
    let mut update = CalendarUpdate::default()
        .name("Consultation")
        .slot_duration(45)
        .widget_type("classic")
        .slot_duration_unit(Unit::Mins)
        .open_hours([OpenHoursEntry::default()
            .days_of_the_week([1, 2])
            .hours([range.clone()])])
        .availabilities([SpecialDate::default()
            .date("2026-12-24T00:00:00.000Z")
            .hours([])])
        .recurring(Recurrence::default().count(2));
    update.is_active = Some(true);
    let value = update.to_value().unwrap();
    assert_eq!(
        value,
        json!({
            "name": "Consultation", "widgetType": "classic", "slotDuration": 45, "slotDurationUnit": "mins",
            "openHours": [{ "daysOfTheWeek": [1, 2], "hours": [
                { "openHour": 9, "openMinute": 0, "closeHour": 17, "closeMinute": 30 },
            ] }],
            "recurring": { "count": 2 }, "isActive": true,
            "availabilities": [{ "date": "2026-12-24T00:00:00.000Z", "hours": [] }],
        })
    );
    assert!(validate(Kind::Calendar, &value, None).ok);
    assert_eq!(from_value::<CalendarUpdate>(value).unwrap(), update);
}

#[test]
fn a_field_that_is_set_counts_before_other() {
    let mut calendar: Calendar = from_value(json!({ "appoinmentPerDay": "", "mine": 1 })).unwrap();
    calendar.appoinment_per_day = Some(8.0);
    assert_eq!(
        calendar.to_value().unwrap(),
        json!({ "appoinmentPerDay": 8, "mine": 1 })
    );
}

#[test]
fn words_are_what_they_say() {
    assert_eq!(WidgetType::from("classic"), WidgetType::Classic);
    assert_eq!(WidgetType::Other("classic".to_owned()), WidgetType::Classic);
    let other: LocationKind = from_value(json!("Hologram ")).unwrap();
    assert_eq!(other, LocationKind::Other("Hologram ".to_owned()));
    assert_eq!(
        (serde_json::to_value(&other).unwrap(), other.to_string()),
        (json!("Hologram "), "Hologram ".to_owned())
    );
    // In an update, empty text is what is asked for; validating speaks of it.
    let update: CalendarUpdate = from_value(json!({ "widgetType": "" })).unwrap();
    assert_eq!(update.widget_type, Some(WidgetType::Other(String::new())));
}

/// A record in its envelope would be a record without a member.
#[test]
fn a_record_in_its_envelope_is_refused() {
    let refused = |error: serde_json::Error, kind: &str, found: &str| {
        let said = format!(
            "expected a {kind} alone, found it inside \"{found}\"; `Kind::read` takes it out"
        );
        assert_eq!(error.to_string(), said);
    };
    let around = |name: &str| json!({ name: { "name": "n" } });
    refused(
        from_value::<Calendar>(around("calendar")).unwrap_err(),
        "calendar",
        "calendar",
    );
    refused(
        from_value::<CalendarUpdate>(around("calendar")).unwrap_err(),
        "calendar",
        "calendar",
    );
    refused(
        from_value::<Location>(around("buiseness")).unwrap_err(),
        "location",
        "buiseness",
    );
    refused(
        from_value::<LocationUpdate>(around("buiseness")).unwrap_err(),
        "location",
        "buiseness",
    );
    refused(
        from_value::<Location>(around("location")).unwrap_err(),
        "location",
        "location",
    );
    // A member that nobody knows is kept.
    assert_eq!(
        from_value::<LocationUpdate>(around("mine"))
            .unwrap()
            .to_value()
            .unwrap(),
        around("mine")
    );
    let beside = json!({ "name": "n", "calendar": {} });
    assert_eq!(
        from_value::<Calendar>(beside.clone())
            .unwrap()
            .to_value()
            .unwrap(),
        beside
    );
    assert_eq!(
        from_value::<Calendar>(json!({})).unwrap(),
        Calendar::default()
    );
}

#[test]
fn a_refusal_is_no_record() {
    for refusal in [
        r#"{"statusCode":401,"message":"Unauthorized"}"#,
        r#"{"error":"Forbidden"}"#,
        r#"{"status":400,"message":"bad","name":"HttpException","traceId":"t"}"#,
    ] {
        for error in [
            serde_json::from_str::<Calendar>(refusal)
                .unwrap_err()
                .to_string(),
            serde_json::from_str::<CalendarUpdate>(refusal)
                .unwrap_err()
                .to_string(),
            serde_json::from_str::<Location>(refusal)
                .unwrap_err()
                .to_string(),
            serde_json::from_str::<LocationUpdate>(refusal)
                .unwrap_err()
                .to_string(),
        ] {
            assert!(error.contains("found a refusal of the service"), "{error}");
        }
    }
    assert!(serde_json::from_str::<Calendar>(r#"{"name":"n","message":"m"}"#).is_ok());
    assert!(serde_json::from_str::<Calendar>(r#"{"mine":1}"#).is_ok());
}

#[test]
fn typed_records_are_json_for_the_verbs() {
    let stored = Calendar::default().id("a").slot_duration(60.0);
    let update = CalendarUpdate::default().slot_duration(45.0);
    let diff = Kind::Calendar
        .diff(&stored, &update, WhenAbsent::Keep)
        .unwrap();
    assert_eq!(diff.words, ["slot duration 45, was 60"]);
    let range = HourRange::between("09:00", "24:00").unwrap();
    let mut form = Kind::Calendar
        .form(&stored, calendiff::Profile::Specification)
        .unwrap();
    form.set(&"/availabilities".parse().unwrap(), json!([]))
        .unwrap();
    form.set(
        &"/availabilities/0".parse().unwrap(),
        SpecialDate::on("2026-12-24").unwrap().hours([range]),
    )
    .unwrap();
    assert_eq!(
        form.draft().to_value()["availabilities"][0]["hours"][0]["closeHour"],
        24
    );
    let lost = CalendarUpdate::default().slot_duration(f64::NAN);
    let error = Kind::Calendar.normalize(&lost).unwrap_err();
    assert_eq!(
        (error.code(), error.to_string()),
        (
            "not_json",
            "expected JSON, found NaN at /slotDuration".to_owned()
        )
    );
}

#[test]
fn builders_refuse_what_is_no_time_and_no_date() {
    for (open, close) in [
        ("9:00", "17:00"),
        ("09:00", ""),
        ("09:00", "24:01"),
        ("09.00", "10:00"),
    ] {
        assert_eq!(
            HourRange::between(open, close).unwrap_err().code(),
            "option",
            "{open} {close}"
        );
    }
    for date in ["2026-02-30", "24.12.2026", "", "2026-12-24T00:00:00Z"] {
        assert_eq!(
            SpecialDate::on(date).unwrap_err().code(),
            "option",
            "{date}"
        );
    }
}
