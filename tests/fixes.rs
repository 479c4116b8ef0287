//! The certain fixes of values that people write in another way.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use calendiff::json::patch;
use calendiff::{Code, Kind, Profile, Severity, ValidateOptions, ValidationReport};
use serde_json::{Value, json};

fn validate(kind: Kind, draft: &Value) -> ValidationReport {
    kind.validate(draft, &Profile::Specification.into())
        .unwrap()
}

/// The finding at a pointer and the draft after its fix, which must remove it and add no error.
#[track_caller]
fn fixed(kind: Kind, draft: &Value, code: &str, pointer: &str) -> Option<Value> {
    let report = validate(kind, draft);
    let is_meant =
        |issue: &&calendiff::Issue| issue.code.name() == code && issue.path.pointer() == pointer;
    let found: Vec<String> = report
        .issues
        .iter()
        .map(|issue| format!("{} {}", issue.code.name(), issue.path))
        .collect();
    let issue = report
        .issues
        .iter()
        .find(is_meant)
        .unwrap_or_else(|| panic!("{draft}: {found:?}"));
    let after = patch::apply(draft, &issue.fix.as_ref()?.patch).unwrap();
    let left = validate(kind, &after);
    assert!(
        left.issues.iter().find(is_meant).is_none(),
        "{after}: the issue stays"
    );
    let errors = |report: &ValidationReport| {
        report
            .issues
            .iter()
            .filter(|issue| issue.severity.name() == "error")
            .count()
    };
    assert!(errors(&left) <= errors(&report), "{after}");
    Some(after)
}

#[track_caller]
fn is_fixed(draft: &Value, code: &str, pointer: &str, expected: &Value) {
    assert_eq!(
        fixed(Kind::Calendar, draft, code, pointer).as_ref(),
        Some(expected),
        "{draft}"
    );
}

/// Codes, and pointers of the draft.
fn codes(report: &ValidationReport) -> Vec<String> {
    let issues = report
        .issues
        .iter()
        .filter(|issue| !issue.code.is_omission());
    issues
        .map(|issue| format!("{} {}", issue.code.name(), issue.path.pointer()))
        .collect()
}

fn range(open: [u8; 2], close: [u8; 2]) -> Value {
    json!({ "openHour": open[0], "openMinute": open[1], "closeHour": close[0], "closeMinute": close[1] })
}

fn entry(day: u8, hours: &[&Value]) -> Value {
    json!({ "daysOfTheWeek": [day], "hours": hours })
}

#[test]
fn numbers_are_written_with_zeros_signs_and_points() {
    for (text, number) in [
        ("09", json!(9)),
        ("00", json!(0)),
        ("+30", json!(30)),
        ("30.", json!(30)),
        (".5", json!(0.5)),
        (" 7 ", json!(7)),
    ] {
        is_fixed(
            &json!({ "preBuffer": text }),
            "wrong_type",
            "/preBuffer",
            &json!({ "preBuffer": number }),
        );
    }
    // A point may be one between thousands.
    for text in ["1.000", "+30.500", "999.999"] {
        assert_eq!(
            fixed(
                Kind::Calendar,
                &json!({ "preBuffer": text }),
                "wrong_type",
                "/preBuffer"
            ),
            None,
            "{text}"
        );
    }
    is_fixed(
        &json!({ "preBuffer": "0.125" }),
        "wrong_type",
        "/preBuffer",
        &json!({ "preBuffer": 0.125 }),
    );
    is_fixed(
        &json!({ "preBuffer": "1000.125" }),
        "wrong_type",
        "/preBuffer",
        &json!({ "preBuffer": 1000.125 }),
    );
    // Text has the fault of the number that it means.
    let hours = json!([{ "daysOfTheWeek": ["7"], "hours": [{ "openHour": "25", "openMinute": 0, "closeHour": 25, "closeMinute": "1.5" }] }]);
    let draft = json!({ "slotDuration": "00", "slotBuffer": "-5", "openHours": hours, "lookBusyConfig": { "enabled": true, "LookBusyPercentage": "101" } });
    let found = codes(&validate(Kind::Calendar, &draft));
    for expected in [
        "not_above /slotDuration",
        "too_small /slotBuffer",
        "day_range /openHours/0/daysOfTheWeek/0",
        "too_large /openHours/0/hours/0/openHour",
        "not_integer /openHours/0/hours/0/closeMinute",
        "too_large /lookBusyConfig/LookBusyPercentage",
    ] {
        assert!(
            found.contains(&expected.to_owned()),
            "{expected}: {found:?}"
        );
    }
    for text in ["1,5", "1_000", "thirty", ".", "+", "0x1f"] {
        assert_eq!(
            fixed(
                Kind::Calendar,
                &json!({ "preBuffer": text }),
                "wrong_type",
                "/preBuffer"
            ),
            None,
            "{text}"
        );
    }
    let texts =
        json!({ "openHour": "09", "openMinute": "00", "closeHour": "19", "closeMinute": "30" });
    let draft = json!({ "openHours": [{ "daysOfTheWeek": [1], "hours": [texts] }] });
    let fixed = Kind::Calendar
        .fix(&draft, &ValidateOptions::default())
        .unwrap();
    assert_eq!(
        fixed.value.to_value(),
        json!({ "openHours": [entry(1, &[&range([9, 0], [19, 30])])] })
    );
    assert_eq!(fixed.applied.len(), 4);
}

#[test]
fn booleans_are_written_as_numbers_and_in_any_case() {
    for (value, truth) in [
        (json!(1), true),
        (json!(0), false),
        (json!("True"), true),
        (json!("FALSE"), false),
    ] {
        is_fixed(
            &json!({ "isActive": value }),
            "wrong_type",
            "/isActive",
            &json!({ "isActive": truth }),
        );
    }
    for value in [json!(2), json!(-1), json!(0.5), json!("yes"), json!(null)] {
        assert_eq!(
            fixed(
                Kind::Calendar,
                &json!({ "isActive": value }),
                "wrong_type",
                "/isActive"
            ),
            None,
            "{value}"
        );
    }
}

#[test]
fn days_are_written_by_name_and_without_a_list() {
    let week = |days: Value| json!({ "openHours": [{ "daysOfTheWeek": days, "hours": [] }] });
    let days = "/openHours/0/daysOfTheWeek";
    is_fixed(
        &week(json!(["monday"])),
        "wrong_type",
        &format!("{days}/0"),
        &week(json!([1])),
    );
    is_fixed(
        &week(json!([" Sun "])),
        "wrong_type",
        &format!("{days}/0"),
        &week(json!([0])),
    );
    is_fixed(
        &week(json!(["3"])),
        "wrong_type",
        &format!("{days}/0"),
        &week(json!([3])),
    );
    is_fixed(&week(json!(1)), "wrong_type", days, &week(json!([1])));
    is_fixed(
        &week(json!("SATURDAY")),
        "wrong_type",
        days,
        &week(json!([6])),
    );
    for days_written in [json!(["Montag"]), json!(["mo"]), json!([true])] {
        assert_eq!(
            fixed(
                Kind::Calendar,
                &week(days_written.clone()),
                "wrong_type",
                &format!("{days}/0")
            ),
            None,
            "{days_written}"
        );
    }
}

#[test]
fn lists_are_written_as_one_item_by_index_and_by_day() {
    let hours = [range([9, 0], [17, 0])];
    let team = json!({ "teamMembers": [{ "userId": "u1" }] });
    is_fixed(
        &json!({ "teamMembers": ["u1"] }),
        "wrong_type",
        "/teamMembers/0",
        &team,
    );
    is_fixed(
        &json!({ "teamMembers": "u1" }),
        "wrong_type",
        "/teamMembers",
        &team,
    );
    for text in [
        "u1,u2",
        "u1 u2",
        "none",
        "all",
        "[]",
        "Ada Lovelace",
        "Ada",
        "2",
        "[\"u1\"]",
        "{\"userId\":\"u1\"}",
        "",
    ] {
        assert_eq!(
            fixed(
                Kind::Calendar,
                &json!({ "teamMembers": text }),
                "wrong_shape",
                "/teamMembers"
            ),
            None,
            "{text}"
        );
        let listed = json!({ "teamMembers": ["u1", text] });
        assert_eq!(
            fixed(Kind::Calendar, &listed, "wrong_shape", "/teamMembers/1"),
            None,
            "{text}"
        );
    }
    is_fixed(
        &json!({ "teamMembers": { "userId": "u1" } }),
        "wrong_type",
        "/teamMembers",
        &team,
    );
    is_fixed(
        &json!({ "teamMembers": { "0": { "userId": "u1" } } }),
        "wrong_type",
        "/teamMembers",
        &team,
    );
    let week = json!({ "openHours": [entry(1, &[&hours[0]]), entry(2, &[])] });
    is_fixed(
        &json!({ "openHours": { "monday": hours, "Tue": [] } }),
        "wrong_type",
        "/openHours",
        &week,
    );
    is_fixed(
        &json!({ "openHours": entry(1, &[&hours[0]]) }),
        "wrong_type",
        "/openHours",
        &json!({ "openHours": [entry(1, &[&hours[0]])] }),
    );
    let one_range = json!({ "openHours": [{ "daysOfTheWeek": [1], "hours": hours[0] }] });
    is_fixed(
        &one_range,
        "wrong_type",
        "/openHours/0/hours",
        &json!({ "openHours": [entry(1, &[&hours[0]])] }),
    );
    let place = |place: Value| json!({ "teamMembers": [{ "userId": "u1", "locationConfigurations": place }] });
    let places = "/teamMembers/0/locationConfigurations";
    is_fixed(
        &place(json!(["physical"])),
        "wrong_type",
        &format!("{places}/0"),
        &place(json!([{ "kind": "physical" }])),
    );
    let unknown = place(json!(["https://example.com"]));
    assert_eq!(
        fixed(
            Kind::Calendar,
            &unknown,
            "wrong_shape",
            &format!("{places}/0")
        ),
        None,
        "a URL is no kind of place"
    );
}

/// A value whose meaning is not certain gets the wanted shape in its message.
#[test]
fn a_message_has_the_shape_that_is_wanted() {
    for (draft, pointer, detail) in [
        (
            json!({ "openHours": { "monday": { "open": "09:00", "close": "17:00" } } }),
            "/openHours",
            "expected array, found object; its objects have daysOfTheWeek, hours (specification)",
        ),
        (
            json!({ "openHours": [{ "daysOfTheWeek": [1], "hours": ["09:00-17:00"] }] }),
            "/openHours/0/hours/0",
            "expected object, found text; its objects have openHour, openMinute, closeHour, closeMinute (specification)",
        ),
        (
            json!({ "availabilities": ["2026-12-25"] }),
            "/availabilities/0",
            "expected object, found text; its objects have date, hours, deleted, id (specification)",
        ),
    ] {
        assert_eq!(
            fixed(Kind::Calendar, &draft, "wrong_shape", pointer),
            None,
            "{draft}"
        );
        let report = validate(Kind::Calendar, &draft);
        assert!(
            report.issues.iter().any(|issue| issue.detail() == detail),
            "{draft}: {:?}",
            report.issues[0].detail()
        );
    }
    let draft = json!({ "availabilityType": "STANDARD" });
    let report = validate(Kind::Calendar, &draft);
    assert_eq!(codes(&report), ["wrong_choice /availabilityType"]);
    assert_eq!(report.issues[0].message(), "Enter one of these: 0, 1.");
    assert_eq!(
        report.issues[0].detail(),
        "expected integer, found text; known values: 0, 1 (specification)"
    );
    assert!(report.issues[0].fix.is_none());
}

#[test]
fn a_number_is_the_text_of_its_digits_unless_zeros_may_be_lost() {
    let phone = fixed(
        Kind::Location,
        &json!({ "phone": 4_930_123_456_i64 }),
        "wrong_type",
        "/phone",
    );
    assert_eq!(phone, Some(json!({ "phone": "4930123456" })));
    is_fixed(
        &json!({ "pixelId": 123 }),
        "wrong_type",
        "/pixelId",
        &json!({ "pixelId": "123" }),
    );
    for draft in [
        json!({ "postalCode": 2134 }),
        json!({ "phone": 1.5 }),
        json!({ "phone": 1e20 }),
    ] {
        let name = draft.as_object().unwrap().keys().next().unwrap().clone();
        assert_eq!(
            fixed(Kind::Location, &draft, "wrong_type", &format!("/{name}")),
            None,
            "{draft}"
        );
    }
    assert_eq!(
        fixed(
            Kind::Calendar,
            &json!({ "eventType": 5 }),
            "wrong_type",
            "/eventType"
        ),
        None
    );
}

#[test]
fn other_names_for_a_member_and_a_kind_are_known() {
    for (draft, code, pointer, expected) in [
        (
            json!({ "zip": "10115" }),
            "misspelled_member",
            "/zip",
            json!({ "postalCode": "10115" }),
        ),
        (
            json!({ "zipcode": "10115" }),
            "misspelled_member",
            "/zipcode",
            json!({ "postalCode": "10115" }),
        ),
    ] {
        assert_eq!(
            fixed(Kind::Location, &draft, code, pointer),
            Some(expected),
            "{draft}"
        );
    }
    let date = json!([{ "date": "2026-12-24T00:00:00.000Z", "hours": [] }]);
    is_fixed(
        &json!({ "dateOverrides": date }),
        "misspelled_member",
        "/dateOverrides",
        &json!({ "availabilities": date }),
    );
    let other = json!({ "dateOverrides": { "2026-12-24": [] } });
    assert_eq!(
        fixed(
            Kind::Calendar,
            &other,
            "misspelled_member",
            "/dateOverrides"
        ),
        None,
        "never removed"
    );
    let place = |kind: &str| json!({ "teamMembers": [{ "userId": "u1", "locationConfigurations": [{ "kind": kind }] }] });
    let pointer = "/teamMembers/0/locationConfigurations/0/kind";
    is_fixed(
        &place("ms_teams"),
        "misspelled_value",
        pointer,
        &place("ms_teams_conference"),
    );
}

/// A name that may be that of something else gets a suggestion at most, and a value no other value.
#[test]
fn a_near_word_is_certain_only_if_it_can_have_no_other_meaning() {
    let fix = |kind: Kind, draft: &Value| kind.fix(draft, &Profile::Service.into()).unwrap();
    let names = |names: &[(&'static str, &'static str)]| names.to_vec();
    for (name, meant) in names(&[
        ("slotDuraton", "slotDuration"),
        ("slot_duration", "slotDuration"),
        ("SLOT-DURATION", "slotDuration"),
        ("slotduratoin", "slotDuration"),
        ("appointment_per_slot", "appoinmentPerSlot"),
        ("slotIntervl", "slotInterval"),
    ]) {
        let fixed = fix(Kind::Calendar, &json!({ name: 30 }));
        assert_eq!(fixed.value.to_value(), json!({ meant: 30 }), "{name}");
    }
    for (kind, names) in [
        (
            Kind::Calendar,
            names(&[
                ("allowBookingBefore", "allowBookingFor"),
                ("disableRecurring", "enableRecurring"),
                ("disallowReschedule", "allowReschedule"),
                ("group", "groupId"),
                ("inActive", "isActive"),
                ("postBufferUnit", "preBufferUnit"),
            ]),
        ),
        (
            Kind::Location,
            names(&[
                ("county", "country"),
                ("gmail", "email"),
                ("adress", "address"),
            ]),
        ),
    ] {
        for (name, suggestion) in names {
            let draft = json!({ name: if suggestion.starts_with("is") || suggestion.contains("Re") { json!(true) } else { json!("x") } });
            let fixed = fix(kind, &draft);
            assert_eq!(fixed.value.to_value(), draft, "{name}");
            assert_eq!(fixed.issues[0].code, Code::MisspelledMember, "{name}");
            assert_eq!(fixed.issues[0].params["suggestion"], suggestion, "{name}");
            assert!(
                fixed.issues[0].fix.is_none()
                    && fixed.issues[0]
                        .message()
                        .ends_with(&format!("Did you mean {suggestion}?"))
            );
        }
    }
    for (kind, numbered) in [
        (
            Kind::Location,
            ["address2", "phone2", "name2", "email2", "city2"].as_slice(),
        ),
        (
            Kind::Calendar,
            &["alertEmail2", "slotDuration2", "_id", "_slug"],
        ),
    ] {
        for name in numbered {
            let report = validate(kind, &json!({ *name: "a@example.com" }));
            let renames = report
                .issues
                .iter()
                .filter_map(|issue| issue.automatic_fix())
                .count();
            assert_eq!(renames, 0, "{name}");
        }
    }
    let stored = json!({ "id": "a", "name": "n", "address": "1 Main Street" });
    let draft = json!({ "address2": "Suite 4" });
    let fixed = Kind::Location
        .fix(&draft, &ValidateOptions::default().stored(&stored))
        .unwrap();
    assert_eq!(
        (fixed.value.to_value(), fixed.issues[0].code),
        (draft, Code::UnknownMember)
    );
    for (member, value, meant) in [
        ("widgetType", "clasic", Some("classic")),
        (
            "eventType",
            "roundrobin_optimizeforavailability",
            Some("RoundRobin_OptimizeForAvailability"),
        ),
        ("guestType", "count-only", Some("count_only")),
        ("guestType", "discount_only", None),
        ("formSubmitType", "RedirectURI", None),
    ] {
        let report = validate(Kind::Calendar, &json!({ member: value }));
        let found = |code| report.issues.iter().find(|issue| issue.code == code);
        let issue = found(Code::MisspelledValue)
            .or_else(|| found(Code::UnknownValue))
            .unwrap();
        let after = issue
            .fix
            .as_ref()
            .map(|fix| patch::apply(&json!({ member: value }), &fix.patch).unwrap());
        assert_eq!(
            after,
            meant.map(|meant| json!({ member: meant })),
            "{value}"
        );
    }
    let twice = validate(
        Kind::Calendar,
        &json!({ "recurring": { "freq": "BIMONTHLY" } }),
    );
    assert_eq!(twice.issues[0].params["suggestion"], "MONTHLY");
    assert!(
        twice.issues[0].fix.is_none(),
        "every two months is another value"
    );
}

/// A name and a value that are both written in another way are one fix.
#[test]
fn a_name_and_its_value_are_written_at_once() {
    for (draft, pointer, expected) in [
        (
            json!({ "slotduration": "5" }),
            "/slotduration",
            json!({ "slotDuration": 5 }),
        ),
        (
            json!({ "active": "true" }),
            "/active",
            json!({ "isActive": true }),
        ),
        (
            json!({ "team_members": "u1" }),
            "/team_members",
            json!({ "teamMembers": [{ "userId": "u1" }] }),
        ),
        (
            json!({ "openHours": [{ "dayOfWeek": 1, "hours": [] }] }),
            "/openHours/0/dayOfWeek",
            json!({ "openHours": [{ "hours": [], "daysOfTheWeek": [1] }] }),
        ),
    ] {
        is_fixed(&draft, "misspelled_member", pointer, &expected);
        assert_eq!(
            Kind::Calendar
                .fix(&draft, &ValidateOptions::default())
                .unwrap()
                .value
                .to_value(),
            expected
        );
    }
    let phone = fixed(
        Kind::Location,
        &json!({ "phoneNumber": 49301 }),
        "misspelled_member",
        "/phoneNumber",
    );
    assert_eq!(phone, Some(json!({ "phone": "49301" })));
    for draft in [json!({ "zip": 10115 }), json!({ "telephone": true })] {
        let name = draft.as_object().unwrap().keys().next().unwrap().clone();
        assert_eq!(
            fixed(
                Kind::Location,
                &draft,
                "misspelled_member",
                &format!("/{name}")
            ),
            None,
            "a zero may be lost"
        );
    }
    let alias = json!({ "appointmentPerSlot": "4" });
    assert_eq!(
        Kind::Calendar
            .fix(&alias, &ValidateOptions::default())
            .unwrap()
            .value,
        json!({ "appoinmentPerSlot": 4 })
    );
}

/// Nobody knows which of two values counts, so neither name is written over the other.
#[test]
fn of_two_names_for_a_member_with_other_values_neither_is_renamed() {
    let dates = |day: u8| json!([{ "date": format!("2026-12-{day}T00:00:00.000Z"), "hours": [] }]);
    for (kind, draft) in [
        (
            Kind::Calendar,
            json!({ "appointmentPerSlot": 4, "appointments_per_slot": 5, "appointmentperslot": 6 }),
        ),
        (
            Kind::Calendar,
            json!({ "dateOverrides": dates(24), "specialDates": dates(25) }),
        ),
        (
            Kind::Location,
            json!({ "zip": "10115", "zipCode": "10117" }),
        ),
        (
            Kind::Calendar,
            json!({ "lookBusyConfig": { "enabled": true, "look_busy_percentage": 5, "lookBusyPercentage": 6 } }),
        ),
    ] {
        let fixed = kind.fix(&draft, &ValidateOptions::default()).unwrap();
        assert_eq!(fixed.value.to_value(), draft);
        let misspelled = fixed
            .issues
            .iter()
            .filter(|issue| issue.code == Code::MisspelledMember);
        assert!(
            misspelled.clone().count() >= 2
                && misspelled.clone().all(|issue| issue.related.len() == 1),
            "{draft}"
        );
    }
    for (kind, draft, expected) in [
        (
            Kind::Location,
            json!({ "zip": "10115", "zipCode": "10115" }),
            json!({ "postalCode": "10115" }),
        ),
        (
            Kind::Calendar,
            json!({ "dateOverrides": dates(24), "availabilities": [] }),
            json!({ "availabilities": dates(24) }),
        ),
        (
            Kind::Calendar,
            json!({ "appoinmentPerSlot": null, "appointmentPerSlot": 4 }),
            json!({ "appoinmentPerSlot": 4 }),
        ),
    ] {
        let fixed = kind.fix(&draft, &ValidateOptions::default()).unwrap();
        assert_eq!(fixed.value.to_value(), expected, "{draft}");
    }
    let week = json!([entry(1, &[&range([9, 0], [17, 0])])]);
    let [stored, closed] = [
        json!({ "openHours": week }),
        json!({ "openHours": [], "businessHours": week }),
    ];
    let fixed = Kind::Calendar
        .fix(&closed, &ValidateOptions::default().stored(&stored))
        .unwrap();
    assert_eq!(fixed.value.to_value(), closed, "an empty week is closed");
    let stored = json!({ "id": "a", "formSubmitRedirectURL": "https://a.example" });
    let cleared =
        json!({ "formSubmitRedirectURL": "", "formSubmitRedirectUrl": "https://b.example" });
    let fixed = Kind::Calendar
        .fix(&cleared, &ValidateOptions::default().stored(&stored))
        .unwrap();
    assert_eq!(
        fixed.value.to_value(),
        cleared,
        "the draft may clear what is stored"
    );
}

#[test]
fn white_space_around_a_url_goes() {
    let url = |url: &str| json!({ "formSubmitRedirectURL": url });
    is_fixed(
        &url(" https://example.com "),
        "url_space",
        "/formSubmitRedirectURL",
        &url("https://example.com"),
    );
    assert_eq!(
        fixed(
            Kind::Calendar,
            &url("https://example.com/a b"),
            "url_space",
            "/formSubmitRedirectURL"
        ),
        None
    );
    let website = fixed(
        Kind::Location,
        &json!({ "website": " www.example.com" }),
        "url_relative",
        "/website",
    );
    assert_eq!(
        website,
        Some(json!({ "website": "https://www.example.com" }))
    );
}

#[test]
fn a_port_may_be_empty_and_is_at_most_65535() {
    let found = |url: &str| {
        codes(&validate(
            Kind::Calendar,
            &json!({ "formSubmitRedirectURL": url }),
        ))
    };
    assert_eq!(found("https://example.com:"), [""; 0]);
    assert_eq!(found("https://example.com:/x"), [""; 0]);
    assert_eq!(found("https://example.com:65535"), [""; 0]);
    assert_eq!(
        found("https://example.com:99999/x"),
        ["url_port /formSubmitRedirectURL"]
    );
    assert_eq!(
        found("https://example.com:x"),
        ["url_host /formSubmitRedirectURL"]
    );
}

#[test]
fn an_overlap_over_two_entries_of_a_day_is_joined() {
    let [morning, afternoon] = [range([9, 0], [13, 0]), range([12, 0], [17, 0])];
    let draft = json!({ "openHours": [entry(1, &[&morning]), entry(1, &[&afternoon])] });
    let joined = json!({ "openHours": [entry(1, &[&range([9, 0], [17, 0])])] });
    is_fixed(&draft, "hours_overlap", "/openHours/1/hours/0", &joined);
    let evening = range([18, 0], [19, 0]);
    let draft = json!({ "openHours": [entry(1, &[&morning]), entry(1, &[&afternoon, &evening])] });
    let joined =
        json!({ "openHours": [entry(1, &[&range([9, 0], [17, 0])]), entry(1, &[&evening])] });
    is_fixed(&draft, "hours_overlap", "/openHours/1/hours/0", &joined);
    let several = json!({ "daysOfTheWeek": [1, 2], "hours": [afternoon] });
    let draft = json!({ "openHours": [entry(1, &[&morning]), several] });
    assert_eq!(
        fixed(
            Kind::Calendar,
            &draft,
            "hours_overlap",
            "/openHours/1/hours/0"
        ),
        None,
        "Tuesday keeps its hours"
    );
}

#[test]
fn hours_past_midnight_are_split_where_that_is_certain() {
    let night = range([21, 0], [2, 0]);
    let [late, early] = [range([21, 0], [24, 0]), range([0, 0], [2, 0])];
    let split = |draft: &Value| {
        fixed(
            Kind::Calendar,
            draft,
            "hours_reversed",
            "/openHours/0/hours/0",
        )
    };
    let draft = json!({ "openHours": [entry(5, &[&night])] });
    assert_eq!(
        split(&draft),
        Some(json!({ "openHours": [entry(5, &[&late]), entry(6, &[&early])] }))
    );
    let issue = validate(Kind::Calendar, &draft).issues.remove(0);
    assert!(
        issue
            .message()
            .contains("split hours that go past it at midnight"),
        "{}",
        issue.message()
    );
    assert_eq!(issue.fix.unwrap().title.to_string(), "Split at midnight");

    let day = range([10, 0], [18, 0]);
    let draft = json!({ "openHours": [entry(6, &[&night]), entry(0, &[&day])] });
    assert_eq!(
        split(&draft),
        Some(json!({ "openHours": [entry(6, &[&late]), entry(0, &[&early, &day])] }))
    );
    let draft = json!({ "openHours": [{ "daysOfTheWeek": [5, 6], "hours": [night.clone()] }] });
    let weekend = json!({ "daysOfTheWeek": [5, 6], "hours": [late] });
    let parts = json!({ "openHours": [weekend, entry(6, &[&early]), entry(0, &[&early])] });
    assert_eq!(split(&draft), Some(parts));
    let [one_hour, most] = [range([23, 0], [1, 0]), range([17, 0], [4, 0])];
    for night in [&one_hour, &most] {
        assert!(
            split(&json!({ "openHours": [entry(5, &[night])] })).is_some(),
            "{night}"
        );
    }
    for hours in [
        // Slips of twelve hours, and hours of a day in reverse.
        json!([entry(5, &[&range([12, 0], [4, 0])])]),
        json!([entry(5, &[&range([13, 0], [1, 0])])]),
        json!([entry(5, &[&range([16, 59], [2, 0])])]),
        json!([entry(5, &[&range([18, 0], [6, 0])])]),
        // No slot may fit on one of the days.
        json!([entry(5, &[&range([21, 0], [0, 15])])]),
        json!([entry(5, &[&range([23, 30], [2, 0])])]),
        // Saturday is closed.
        json!([entry(5, &[&night]), entry(6, &[])]),
        json!([entry(5, &[&night]), entry(6, &[&range([0, 0], [0, 0])])]),
        json!([entry(5, &[&night]), { "daysOfTheWeek": [6, 0], "hours": [] }]),
        json!([entry(5, &[&range([17, 0], [9, 0])])]),
        json!([entry(5, &[&range([9, 0], [2, 0])])]),
        json!([entry(5, &[&night]), entry(6, &[&range([1, 0], [3, 0])])]),
    ] {
        assert_eq!(split(&json!({ "openHours": hours })), None, "{hours}");
    }
    // However Saturday is written, its hours count.
    let named = |hours: &[&Value]| json!({ "openHours": [entry(5, &[&night]), { "daysOfTheWeek": ["sat"], "hours": hours }] });
    for (hours, is_split) in [(vec![&day], true), (vec![&early], false), (vec![], false)] {
        let [fixed, plain] = [
            named(&hours),
            json!({ "openHours": [entry(5, &[&night]), entry(6, &hours)] }),
        ]
        .map(|draft| {
            Kind::Calendar
                .fix(&draft, &ValidateOptions::default())
                .unwrap()
        });
        assert_eq!((fixed.value, fixed.ok), (plain.value, is_split));
    }
    let date =
        json!({ "availabilities": [{ "date": "2026-12-24T00:00:00.000Z", "hours": [night] }] });
    assert_eq!(
        fixed(
            Kind::Calendar,
            &date,
            "hours_reversed",
            "/availabilities/0/hours/0"
        ),
        None,
        "the next date has other hours"
    );
}

#[test]
fn midnight_as_a_closing_time_is_24_00_or_23_59() {
    let draft = json!({ "openHours": [entry(6, &[&range([9, 0], [0, 0])])] });
    let until_24 = json!({ "openHours": [entry(6, &[&range([9, 0], [24, 0])])] });
    is_fixed(&draft, "hours_reversed", "/openHours/0/hours/0", &until_24);
    let messages = |draft: &Value| validate(Kind::Calendar, draft).issues[0].message();
    assert!(
        messages(&draft).contains("Midnight is 24:00 or 23:59"),
        "{}",
        messages(&draft)
    );
    assert!(
        messages(&until_24).contains("23:59"),
        "{}",
        messages(&until_24)
    );
}

#[test]
fn dates_are_written_without_an_offset_and_with_one() {
    let dates = |date: &str| json!({ "availabilities": [{ "date": date, "hours": [] }] });
    let canonical = dates("2026-12-25T00:00:00.000Z");
    for text in [
        "2026-12-25T00:00",
        "2026-12-25 00:00:00",
        "2026-12-25T00:00:00.000",
        "2026-12-25",
    ] {
        let code = if text.len() == 10 {
            "date_bare"
        } else {
            "date_time_offset"
        };
        is_fixed(&dates(text), code, "/availabilities/0/date", &canonical);
    }
    let stored = json!({ "id": "a", "availabilities": [] });
    for (text, sent) in [
        ("2026-12-24T00:00:00+02:00", "2026-12-24T00:00:00.000Z"),
        ("2026-12-24T23:00:00.000Z", "2026-12-24T00:00:00.000Z"),
    ] {
        let body = Kind::Calendar
            .body(&stored, dates(text), Profile::Specification)
            .unwrap();
        assert_eq!(
            body.value.to_value()["availabilities"],
            dates(sent)["availabilities"],
            "{text}"
        );
        let reasons: Vec<String> = body
            .decisions
            .iter()
            .map(|decision| decision.reason.to_string())
            .collect();
        assert!(
            reasons.contains(&format!("a special date is sent as midnight UTC: {sent}")),
            "{reasons:?}"
        );
    }
    let detail = |text: &str| validate(Kind::Calendar, &dates(text)).issues[0].detail();
    let cause = "midnight of 25 December 2026 in a time zone east of UTC is written like this";
    assert!(
        detail("2026-12-24T23:00:00.000Z").contains(cause),
        "{}",
        detail("2026-12-24T23:00:00.000Z")
    );
    assert!(
        !detail("2026-12-24T00:00:00+02:00").contains("east"),
        "{}",
        detail("2026-12-24T00:00:00+02:00")
    );
}

#[test]
fn two_equal_dates_become_one_where_that_is_certain() {
    let date = |hours: &[&Value]| json!({ "date": "2026-12-24T00:00:00.000Z", "hours": hours });
    let dates = |dates: Vec<Value>| json!({ "availabilities": dates });
    let [morning, afternoon] = [range([9, 0], [12, 0]), range([13, 0], [17, 0])];
    let both = date(&[&morning, &afternoon]);
    let join = |draft: &Value| {
        fixed(
            Kind::Calendar,
            draft,
            "date_duplicate",
            "/availabilities/1/date",
        )
    };
    let [first, second] = [date(&[&morning]), date(&[&afternoon])];
    assert_eq!(
        join(&dates(vec![first.clone(), first.clone()])),
        Some(dates(vec![first.clone()]))
    );
    assert_eq!(
        join(&dates(vec![second.clone(), first.clone()])),
        Some(dates(vec![both]))
    );
    let mut with_id = second;
    with_id["id"] = json!("x");
    for other in [date(&[]), date(&[&range([11, 0], [14, 0])]), with_id] {
        assert_eq!(
            join(&dates(vec![first.clone(), other.clone()])),
            None,
            "{other}"
        );
    }
    let team = json!({ "teamMembers": [{ "userId": "u1" }, { "userId": "u1" }] });
    is_fixed(
        &team,
        "user_duplicate",
        "/teamMembers/1/userId",
        &json!({ "teamMembers": [{ "userId": "u1" }] }),
    );
}

#[test]
fn fixes_are_limited_to_errors_or_to_codes() {
    let draft = json!({ "eventColour": "#039be5", "slotDuration": "45", "timezone": "UTC" });
    let fixed = |options: ValidateOptions<'_>| {
        Kind::Calendar
            .fix(&draft, &options)
            .unwrap()
            .value
            .to_value()
    };
    assert_eq!(
        fixed(ValidateOptions::default()),
        json!({ "slotDuration": 45, "timezone": "UTC", "eventColor": "#039be5" })
    );
    let errors = fixed(ValidateOptions::default().severity(Severity::Error));
    assert_eq!(
        errors,
        json!({ "eventColour": "#039be5", "slotDuration": 45, "timezone": "UTC" })
    );
    let names = fixed(ValidateOptions::default().only(&[Code::MisspelledMember]));
    assert_eq!(
        names,
        json!({ "slotDuration": "45", "timezone": "UTC", "eventColor": "#039be5" })
    );
    let unknown = fixed(ValidateOptions::default().only(&[Code::UnknownMember]));
    assert_eq!(
        unknown,
        json!({ "eventColour": "#039be5", "slotDuration": "45" }),
        "named, so asked for"
    );
    assert_eq!(fixed(ValidateOptions::default().only(&[])), draft);
    let ignored = fixed(ValidateOptions::default().ignore(&[Code::WrongType]));
    assert_eq!(ignored["slotDuration"], "45");
    let denied = fixed(
        ValidateOptions::default()
            .deny(&[Code::MisspelledMember])
            .severity(Severity::Error),
    );
    assert_eq!(denied["eventColor"], "#039be5", "a denied code is an error");
}

/// A draft that repeats a record is not to have the warnings of the record fixed, unless the caller asks for it.
#[test]
fn a_warning_about_a_value_as_it_is_stored_is_fixed_on_request() {
    let week = json!([{ "daysOfTheWeek": [1, 2], "hours": [range([9, 0], [17, 0])] }]);
    let stored = json!({ "id": "a", "openHours": week, "slotDuration": 30 });
    let draft = json!({ "openHours": week, "slotDuration": "45" });
    let options = ValidateOptions::default().stored(&stored);
    let fixed = Kind::Calendar.fix(&draft, &options).unwrap();
    assert_eq!(
        fixed.value.to_value(),
        json!({ "openHours": week, "slotDuration": 45 })
    );
    let asked = Kind::Calendar
        .fix(&draft, &options.only(&[Code::SeveralDays]))
        .unwrap();
    assert_eq!(
        asked.value.to_value()["openHours"]
            .as_array()
            .unwrap()
            .len(),
        2
    );
    let alone = Kind::Calendar
        .fix(&draft, &ValidateOptions::default())
        .unwrap();
    assert_eq!(
        alone.value.to_value()["openHours"]
            .as_array()
            .unwrap()
            .len(),
        2,
        "nothing is known to be stored"
    );
}

#[test]
fn codes_are_denied_and_ignored() {
    let draft = json!({ "timezone": "UTC", "slotDuration": "45" });
    let report = |options: ValidateOptions<'_>| {
        let report = Kind::Calendar.validate(&draft, &options).unwrap();
        (report.ok, codes(&report))
    };
    let both = ["unknown_member /timezone", "wrong_type /slotDuration"]
        .map(str::to_owned)
        .to_vec();
    assert_eq!(report(ValidateOptions::default()), (false, both.clone()));
    assert_eq!(
        report(ValidateOptions::default().ignore(&[Code::WrongType])),
        (true, both[..1].to_vec())
    );
    let denied = ValidateOptions::default()
        .ignore(&[Code::WrongType])
        .deny(&[Code::UnknownMember]);
    assert_eq!(report(denied), (false, both[..1].to_vec()));
    assert_eq!(
        report(denied.ignore(&[Code::WrongType, Code::UnknownMember])),
        (true, Vec::new())
    );
}
