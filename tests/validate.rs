//! What is found wrong with a draft beside a stored record, between its members, and with what is no record at all.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use calendiff::json::{Path, patch};
use calendiff::{
    About, Code, Kind, Mode, PayloadShape, Profile, RequestOptions, Resolution, Sandbox,
    SandboxRequest, Severity, ValidateOptions, ValidationReport, WhenAbsent, json::Document,
};
use serde_json::{Value, json};

fn validate(draft: &Value, stored: Option<&Value>, profile: Profile) -> ValidationReport {
    Kind::Calendar
        .validate(
            draft,
            &stored
                .into_iter()
                .fold(ValidateOptions::from(profile), |options, stored| {
                    options.stored(stored)
                }),
        )
        .unwrap()
}

/// Code and place of each finding.
fn found(report: &ValidationReport) -> Vec<String> {
    let beside = |code: &str| code.starts_with("omitted_");
    let issues = report
        .issues
        .iter()
        .filter(|issue| !beside(issue.code.name()));
    issues
        .map(|issue| format!("{} {}", issue.code.name(), issue.path))
        .collect()
}

fn status(stored: &Value, body: &Value, profile: Profile) -> u16 {
    let to = RequestOptions::new("http://sandbox", "a", "any");
    let request = Kind::Calendar.request(body, &to).unwrap();
    Sandbox::from(profile)
        .answer(
            json!({ "calendars": { "a": stored } }),
            &SandboxRequest::from(&request),
        )
        .1
        .status
}

fn stored() -> Value {
    let hours = json!([{ "openHour": 9, "openMinute": 0, "closeHour": 17, "closeMinute": 0 }]);
    json!({
        "id": "a",
        "teamMembers": [{ "userId": "u1", "locationConfigurations": [{ "kind": "custom", "location": "Room 1" }] }],
        "openHours": [{ "daysOfTheWeek": [1], "hours": hours }],
        "availabilities": [{ "date": "2026-12-24T00:00:00.000Z", "hours": hours }],
        "lookBusyConfig": { "enabled": true, "LookBusyPercentage": 10 },
    })
}

/// Drafts with an item that lacks something, which the stored record has at the same position.
fn lacking() -> Vec<(Value, &'static str)> {
    let hours = json!([{ "openHour": 9, "openMinute": 0, "closeMinute": 0 }]);
    let place = json!([{ "location": "Room 2" }]);
    vec![
        (
            json!({ "openHours": [{ "daysOfTheWeek": [1], "hours": hours }] }),
            "/openHours/0/hours/0/closeHour",
        ),
        (
            json!({ "openHours": [{ "daysOfTheWeek": [2] }] }),
            "/openHours/0/hours",
        ),
        (
            json!({ "openHours": [{ "hours": [] }] }),
            "/openHours/0/daysOfTheWeek",
        ),
        (
            json!({ "availabilities": [{ "date": "2026-12-24T00:00:00.000Z", "hours": hours }] }),
            "/availabilities/0/hours/0/closeHour",
        ),
        (
            json!({ "availabilities": [{ "date": "2026-12-25T00:00:00.000Z" }] }),
            "/availabilities/0/hours",
        ),
        (
            json!({ "availabilities": [{ "hours": [] }] }),
            "/availabilities/0/date",
        ),
        (
            json!({ "teamMembers": [{ "isPrimary": true }] }),
            "/teamMembers/0/userId",
        ),
        (
            json!({ "teamMembers": [{ "userId": "u1", "locationConfigurations": place }] }),
            "/teamMembers/0/locationConfigurations/0/kind",
        ),
        (
            json!({ "teamMembers": [{ "userId": "u2", "locationConfigurations": place }] }),
            "/teamMembers/0/locationConfigurations/0/kind",
        ),
    ]
}

#[test]
fn what_a_new_or_replaced_item_requires_is_required_whatever_is_stored() {
    let stored = stored();
    for (draft, place) in lacking() {
        let missing = format!("missing_member {place}");
        for profile in [Profile::Specification, Profile::Service] {
            let report = validate(&draft, Some(&stored), profile);
            assert!(
                found(&report).contains(&missing),
                "{draft}: {:?}",
                found(&report)
            );
            assert_eq!(report.ok, profile == Profile::Specification, "{draft}");
            let review = Kind::Calendar
                .review(&stored, &draft, (profile, Mode::Changed))
                .unwrap();
            assert!(found(&review.report).contains(&missing), "{draft}");

            let mut form = Kind::Calendar.form(&stored, profile).unwrap();
            let (name, list) = draft.as_object().unwrap().iter().next().unwrap();
            form.set(&Path::new().with(name.clone()), list).unwrap();
            assert!(
                form.issues().any(|issue| issue.path.pointer() == place),
                "{draft}"
            );
            // An item that only lacks its key is completed by its position, so that the service accepts the body.
            let is_ok = profile == Profile::Specification
                || ["userId", "date", "daysOfTheWeek"]
                    .iter()
                    .any(|key| place.ends_with(key));
            assert_eq!(form.is_ok(), is_ok, "{draft}");
            assert_eq!(form.body(Mode::Full).unwrap().can_send, is_ok, "{draft}");
        }
    }
}

#[test]
fn what_lacks_an_hour_is_refused_by_the_sandbox() {
    let stored = stored();
    let without_closing = lacking()
        .into_iter()
        .filter(|(_, place)| place.ends_with("closeHour"));
    for (draft, _) in without_closing {
        let body = Kind::Calendar
            .body(&stored, &draft, Mode::Changed)
            .unwrap()
            .value;
        assert_eq!(
            status(&stored, &body.to_value(), Profile::Service),
            422,
            "{body}"
        );
    }
}

#[test]
fn an_item_that_is_stored_under_its_key_leaves_out_what_stays() {
    let stored = stored();
    for draft in [
        json!({ "teamMembers": [{ "userId": "u1", "isPrimary": true }] }),
        json!({ "availabilities": [{ "date": "2026-12-24T00:00:00.000Z", "deleted": false }] }),
        json!({ "openHours": [{ "daysOfTheWeek": [1] }] }),
        json!({ "lookBusyConfig": { "LookBusyPercentage": 20 } }),
    ] {
        assert_eq!(
            found(&validate(&draft, Some(&stored), Profile::Service)),
            Vec::<String>::new(),
            "{draft}"
        );
        let body = Kind::Calendar
            .body(&stored, &draft, Mode::Changed)
            .unwrap()
            .value;
        assert_eq!(
            status(&stored, &body.to_value(), Profile::Service),
            200,
            "{body}"
        );
    }
}

#[test]
fn what_a_changed_value_needs_is_sent_with_it() {
    let stored = json!({ "formSubmitRedirectURL": "https://example.com/thanks", "formSubmitType": "ThankYouMessage", "notes": "n" });
    let draft = json!({ "formSubmitType": "RedirectURL" });
    let body = Kind::Calendar
        .body(&stored, &draft, Mode::Changed)
        .unwrap()
        .value;
    let needed = json!({ "formSubmitType": "RedirectURL", "formSubmitRedirectURL": "https://example.com/thanks" });
    assert_eq!(body, needed);
    assert_eq!(status(&stored, &body.to_value(), Profile::Service), 200);
    let back = Kind::Calendar
        .body(
            &needed,
            json!({ "formSubmitType": "ThankYouMessage" }),
            Mode::Changed,
        )
        .unwrap();
    assert_eq!(back.value, json!({ "formSubmitType": "ThankYouMessage" }));
}

#[test]
fn rules_see_the_canonical_text_and_the_value_that_is_meant() {
    let team = |kind: &str, name: &str| json!({ "teamMembers": [{ "userId": "u1", "locationConfigurations": [{ "kind": kind, name: "https://a.example" }] }] });
    let location = "conference_location /teamMembers/0/locationConfigurations/0/location";
    for (draft, expected) in [
        (
            json!({ "formSubmitType": "RedirectURL " }),
            "redirect_url_missing /formSubmitRedirectURL",
        ),
        (
            json!({ "formSubmitType": "redirectUrl" }),
            "redirect_url_missing /formSubmitRedirectURL",
        ),
        (
            json!({ "formSubmitTyp": "RedirectURL" }),
            "redirect_url_missing /formSubmitRedirectURL",
        ),
        (team("zoom_conference ", "location"), location),
        (team("\tzoom_conference", "location"), location),
        (team("zoom", "location"), location),
        (
            team("zoom_conference", "locaton"),
            "conference_location /teamMembers/0/locationConfigurations/0/locaton",
        ),
    ] {
        let report = validate(&draft, None, Profile::Service);
        assert!(
            found(&report).contains(&expected.to_owned()),
            "{draft}: {:?}",
            found(&report)
        );
        assert!(!report.ok, "{draft}");
    }
    let blank = team("zoom_conference", "notes");
    assert!(!found(&validate(&blank, None, Profile::Service)).contains(&location.to_owned()));
}

#[test]
fn a_range_is_judged_by_the_members_that_misspelled_names_mean() {
    let range = json!({ "openHour": 17, "openMinute": 0, "closHour": 9, "closeMinute": 0 });
    let draft = json!({ "openHours": [{ "daysOfTheWeek": [1], "hours": [range] }] });
    let report = validate(&draft, None, Profile::Specification);
    assert!(
        found(&report).contains(&"hours_reversed /openHours/0/hours/0".to_owned()),
        "{:?}",
        found(&report)
    );
    let fixed = Kind::Calendar
        .fix(&draft, &ValidateOptions::default())
        .unwrap();
    assert!(!report.ok && !fixed.ok);
}

#[test]
fn a_user_is_not_empty() {
    for user in ["", " ", "\n"] {
        for &profile in Profile::ALL {
            let report = validate(
                &json!({ "teamMembers": [{ "userId": user }] }),
                None,
                profile,
            );
            assert_eq!(found(&report), ["blank /teamMembers/0/userId"], "{user:?}");
            assert!(!report.ok);
        }
    }
}

#[test]
fn an_entry_without_a_day_is_a_warning() {
    let draft = json!({ "openHours": [{ "daysOfTheWeek": [], "hours": [] }] });
    for stored in [None, Some(&stored())] {
        let report = validate(&draft, stored, Profile::Service);
        assert_eq!(found(&report), ["days_empty /openHours/0/daysOfTheWeek"]);
        assert!(
            report
                .issues
                .iter()
                .all(|issue| issue.severity != Severity::Error)
        );
    }
}

#[test]
fn other_words_for_a_unit_are_known() {
    for (member, word, meant) in [
        ("slotDurationUnit", "minutes", "mins"),
        ("slotDurationUnit", "minute", "mins"),
        ("slotDurationUnit", "Min", "mins"),
        ("slotIntervalUnit", "hour", "hours"),
        ("allowBookingAfterUnit", "day", "days"),
        ("allowBookingForUnit", "Month", "months"),
        ("preBufferUnit", " minutes ", "mins"),
    ] {
        let report = validate(&json!({ member: word }), None, Profile::Specification);
        let issue = report
            .issues
            .iter()
            .find(|issue| issue.path.pointer() == format!("/{member}"))
            .unwrap();
        assert_eq!(issue.code.name(), "misspelled_value");
        let draft =
            patch::apply(&json!({ member: word }), &issue.fix.as_ref().unwrap().patch).unwrap();
        assert_eq!(draft, json!({ member: meant }));
    }
}

#[test]
fn objects_are_named_with_their_article() {
    let draft = json!({ "openHours": [{ "hours": [{ "x": 1 }] }], "lookBusyConfig": {} });
    let messages: Vec<String> = validate(&draft, None, Profile::Specification)
        .issues
        .iter()
        .map(calendiff::Issue::detail)
        .collect();
    for message in [
        "an open-hours entry needs daysOfTheWeek (observed, not in the specification)",
        "an hour range needs openHour (observed, not in the specification)",
        "a look-busy configuration needs enabled (observed, not in the specification)",
        "“x” is not a member of an hour range; the service is reported to refuse unknown members (observed, not in the specification)",
    ] {
        assert!(
            messages.iter().any(|own| own == message),
            "{message}: {messages:?}"
        );
    }
    let read = Kind::Calendar
        .read(json!({ "availabilityType": "1" }))
        .unwrap();
    assert!(
        read.issues
            .iter()
            .any(|issue| issue.message() == "This came as text and was read as a whole number.")
    );
}

#[test]
fn a_refusal_is_no_record() {
    let record = json!({ "name": "Consultation" });
    for refusal in [
        json!({ "statusCode": 401, "message": "Invalid token" }),
        json!({ "statusCode": 422, "message": ["name must be a string"], "error": "Unprocessable Entity" }),
        json!({ "status": 400, "message": "no such calendar", "name": "HttpException", "traceId": "t" }),
    ] {
        for &kind in Kind::ALL {
            let codes = [
                kind.read(&refusal).unwrap_err().code(),
                kind.form(&refusal, Profile::Specification)
                    .unwrap_err()
                    .code(),
                kind.validate(&refusal, &ValidateOptions::default())
                    .unwrap_err()
                    .code(),
                kind.validate(&record, &ValidateOptions::default().stored(&refusal))
                    .unwrap_err()
                    .code(),
                kind.fix(&refusal, &ValidateOptions::default())
                    .unwrap_err()
                    .code(),
                kind.normalize(&refusal).unwrap_err().code(),
                kind.diff(&refusal, &record, WhenAbsent::Keep)
                    .unwrap_err()
                    .code(),
                kind.diff(&record, &refusal, WhenAbsent::Keep)
                    .unwrap_err()
                    .code(),
                kind.body(&refusal, &record, Mode::Full).unwrap_err().code(),
                kind.review(&refusal, &record, (Profile::Specification, Mode::Full))
                    .unwrap_err()
                    .code(),
                kind.outcome(&refusal, &record, Profile::Specification)
                    .unwrap_err()
                    .code(),
                kind.verify(&record, &record, &refusal).unwrap_err().code(),
                kind.merge(&record, &record, &refusal, Resolution::Leave)
                    .unwrap_err()
                    .code(),
            ];
            assert_eq!(codes, ["a_refusal"; 13], "{refusal}");
        }
    }
    let error = Kind::Calendar
        .read(json!({ "statusCode": 401, "message": "Invalid token" }))
        .unwrap_err();
    let message = "expected a calendar, found a refusal of the service: \"Invalid token\"; explain and response read it";
    assert_eq!(error.to_string(), message);
}

#[test]
fn a_record_in_an_envelope_of_another_name_is_refused() {
    let record = json!({ "name": "Rose Lane" });
    for (kind, wrong, found) in [
        (Kind::Location, json!({ "location": record }), "location"),
        (
            Kind::Location,
            json!({ "calendar": record, "traceId": "t" }),
            "calendar",
        ),
        (
            Kind::Calendar,
            json!({ "business": record, "success": true }),
            "business",
        ),
        (
            Kind::Calendar,
            json!({ "data": { "calendar": record } }),
            "data",
        ),
        (
            Kind::Calendar,
            json!({ "calendars": [record] }),
            "calendars",
        ),
        (
            Kind::Calendar,
            json!({ "calendar": { "calender": record } }),
            "calender",
        ),
    ] {
        let refused = [
            kind.read(&wrong).unwrap_err(),
            kind.form(&wrong, Profile::Specification).unwrap_err(),
            kind.form(&record, Profile::Specification)
                .unwrap()
                .rebase(&wrong)
                .unwrap_err(),
            kind.validate(&record, &ValidateOptions::default().stored(&wrong))
                .unwrap_err(),
            kind.diff(&wrong, &record, WhenAbsent::Keep).unwrap_err(),
            kind.body(&wrong, &record, Mode::Full).unwrap_err(),
            kind.review(&wrong, &record, (Profile::Specification, Mode::Full))
                .unwrap_err(),
            kind.outcome(&wrong, &record, Profile::Specification)
                .unwrap_err(),
            kind.verify(&record, &record, &wrong).unwrap_err(),
            kind.merge(&record, &record, &wrong, Resolution::Leave)
                .unwrap_err(),
        ];
        let names = if kind == Kind::Calendar {
            "\"calendar\""
        } else {
            "\"buiseness\" or \"business\""
        };
        let kind = kind.name();
        let what = if wrong[found].is_array() {
            "an array"
        } else {
            "an object"
        };
        let message =
            format!("expected a {kind}, bare or inside {names}, found {what} inside \"{found}\"");
        for error in refused {
            assert_eq!(
                (error.code(), error.to_string()),
                ("envelope_unknown", message.clone()),
                "{wrong}"
            );
        }
    }
}

#[test]
fn a_record_with_a_member_that_is_known_is_in_no_envelope() {
    let draft = json!({ "mine": {} });
    let diff = Kind::Calendar
        .diff(json!({ "name": "n" }), &draft, WhenAbsent::Keep)
        .unwrap();
    assert_eq!(
        diff.changes.len(),
        1,
        "a draft may be a member alone that is not known"
    );
    assert!(
        Kind::Calendar
            .verify(
                json!({ "name": "n" }),
                &draft,
                json!({ "name": "n", "mine": {} })
            )
            .is_ok()
    );
    for record in [
        json!({ "calendar": { "name": "n" }, "id": "Kx2m" }),
        json!({ "zoom": {}, "appointmentPerSlot": 1 }),
        json!({ "zoom": {}, "meet": {} }),
        json!({ "traceId": "t" }),
        json!({}),
    ] {
        assert!(Kind::Calendar.read(&record).is_ok(), "{record}");
    }
}

#[test]
fn a_record_with_members_of_a_refusal_is_one_all_the_same() {
    for record in [
        json!({ "statusCode": 1, "message": "m", "slotDuration": 30 }),
        json!({ "status": 1, "message": "m", "name": "Consultation" }),
        json!({ "status": "active", "message": "m" }),
        json!({ "statusCode": 200 }),
        json!({}),
    ] {
        assert!(Kind::Calendar.read(&record).is_ok(), "{record}");
    }
}

#[test]
fn an_envelope_in_an_envelope_is_taken_off_at_once() {
    let draft =
        json!({ "calendar": { "calendar": { "name": "Consultation", "slotDuration": 0 } } });
    let report = validate(&draft, None, Profile::Specification);
    assert_eq!(
        found(&report),
        [
            "enveloped /calendar",
            "not_above /calendar/calendar/slotDuration"
        ]
    );
    let fixed = patch::apply(&draft, &report.issues[0].fix.as_ref().unwrap().patch).unwrap();
    assert_eq!(fixed, json!({ "name": "Consultation", "slotDuration": 0 }));
}

/// Beside an envelope are members that are not set, as reading leaves them out. An alias is a member.
#[test]
fn what_is_not_set_beside_an_envelope_makes_it_no_record() {
    for beside in [
        json!({ "openHours": null }),
        json!({ "teamMembers": [], "notes": "" }),
        json!({ "openHours": {} }),
    ] {
        let mut response = beside.clone();
        response["calendar"] = json!({ "name": "Clinic" });
        let stored = Kind::Calendar.read(&response).unwrap();
        assert_eq!(
            (stored.envelope, stored.value.to_value()),
            (Some("calendar"), json!({ "name": "Clinic" }))
        );
        assert_eq!(
            found(&validate(&response, None, Profile::Specification)),
            ["enveloped /calendar"],
            "{beside}"
        );
    }
    for beside in [
        json!({ "openHours": [] }),
        json!({ "appointmentPerSlot": 4 }),
    ] {
        let mut record = beside.clone();
        record["calendar"] = json!({ "name": "Clinic" });
        assert_eq!(
            Kind::Calendar.read(&record).unwrap().envelope,
            None,
            "{beside}"
        );
    }
}

#[test]
fn colors_get_their_one_spelling() {
    for (color, canonical) in [
        ("ff0000", "#ff0000"),
        ("#f00", "#ff0000"),
        (" FF0000 ", "#ff0000"),
        ("#F0A", "#ff00aa"),
    ] {
        let draft = json!({ "eventColor": color });
        assert_eq!(
            Kind::Calendar.normalize(&draft).unwrap().to_value()["eventColor"],
            canonical,
            "{color}"
        );
    }
}

#[test]
fn a_date_without_seconds_is_fixed_and_its_time_stays() {
    let draft = json!({ "availabilities": [{ "date": "2026-12-24T09:00Z", "hours": [] }] });
    let report = validate(&draft, None, Profile::Specification);
    assert_eq!(
        found(&report),
        ["date_time_spelling /availabilities/0/date"]
    );
    let fixed = patch::apply(&draft, &report.issues[0].fix.as_ref().unwrap().patch).unwrap();
    assert_eq!(fixed["availabilities"][0]["date"], "2026-12-24T09:00:00Z");
    let report = validate(&fixed, None, Profile::Specification);
    assert_eq!(found(&report), ["date_not_midnight /availabilities/0/date"]);
    assert_eq!(
        report.value.to_value()["availabilities"][0]["date"],
        "2026-12-24T09:00:00Z"
    );
}

#[test]
fn integers_are_kept_digit_for_digit_or_refused() {
    for digits in [
        "18446744073709551615",
        "-9223372036854775808",
        "9007199254740993",
    ] {
        let text = format!("{{\"mine\": {digits}}}");
        let report = Kind::Calendar
            .validate_text(&text, &ValidateOptions::default())
            .unwrap();
        assert_eq!(
            calendiff::json::to_string(&report.value),
            format!("{{\"mine\":{digits}}}")
        );
    }
    let long = "1".repeat(400);
    for digits in [
        "18446744073709551616",
        "-9223372036854775809",
        "123456789012345678901234567890",
        &long,
    ] {
        let text = format!("{{\n  \"mine\": [1, {digits}]\n}}");
        let error = Kind::Calendar
            .validate_text(&text, &ValidateOptions::default())
            .unwrap_err();
        assert_eq!(error.code(), "json_integer");
        let at = error.position().unwrap();
        assert_eq!((at.line, at.column), (2, 15));
        assert!(error.to_string().contains(&digits[..20]), "{error}");
        assert_eq!(Document::parse(&*text).unwrap_err().code(), "json_integer");
    }
    // What was written as a double is one.
    for double in ["1e30", "18446744073709551616.0", "1.5"] {
        assert!(Document::parse(double).is_ok(), "{double}");
    }
    // And text that stands for an integer is left as text where not every language could hold that.
    let large = json!({ "slotDuration": "9007199254740993" });
    assert!(
        validate(&large, None, Profile::Specification)
            .issues
            .iter()
            .all(|issue| issue.fix.is_none())
    );
}

#[test]
fn text_of_a_record_in_place_of_a_record_is_told_from_other_text() {
    let stored = r#" { "name": "n" }"#;
    let expected = "expected a calendar as a JSON object, found JSON as text; parse it first";
    assert_eq!(
        Kind::Calendar.read(stored).unwrap_err().to_string(),
        expected
    );
    assert_eq!(
        Kind::Calendar.normalize("[1]").unwrap_err().to_string(),
        expected
    );
    let expected = "expected a calendar as a JSON object, found text";
    assert_eq!(
        Kind::Calendar.read("Kx2m").unwrap_err().to_string(),
        expected
    );
}

/// Rules read the stored record for what a draft leaves out; a draft that leaves out all that a rule reads is not to blame.
#[test]
fn a_draft_is_not_blamed_for_what_it_leaves_as_it_is() {
    let member = |user: &str| json!({ "userId": user });
    for (stored, touched, rule) in [
        (
            json!({ "formSubmitType": "RedirectURL" }),
            json!({ "formSubmitType": "RedirectURL" }),
            "redirect_url_missing /formSubmitRedirectURL",
        ),
        (
            json!({ "enableRecurring": true }),
            json!({ "enableRecurring": true }),
            "recurring_missing /recurring",
        ),
        (
            json!({ "enableRecurring": true, "recurring": {}, "teamMembers": [member("u1"), member("u2")] }),
            json!({ "enableRecurring": true }),
            "recurring_members /enableRecurring",
        ),
        (
            json!({ "calendarType": "collective", "teamMembers": [member("u1")] }),
            json!({ "teamMembers": [member("u1")] }),
            "primary_missing /teamMembers",
        ),
    ] {
        let rules = |draft: Value| -> Vec<String> {
            let mut found = found(&validate(&draft, Some(&stored), Profile::Specification));
            found.retain(|finding| finding == rule);
            found
        };
        assert_eq!(rules(touched), [rule]);
        assert_eq!(rules(json!({ "notes": "n" })), [""; 0], "{stored}");
    }
}

#[test]
fn options_are_made_of_a_profile_and_shown_without_the_record() {
    for &profile in Profile::ALL {
        assert_eq!(ValidateOptions::from(profile).profile, profile);
    }
    let stored = json!({ "name": "n" });
    let shown = format!(
        "{:?}",
        ValidateOptions::from(Profile::Service).stored(&stored)
    );
    assert_eq!(
        shown,
        "ValidateOptions { profile: Service, stored: Some(\"…\"), of: Update, deny: [], ignore: [], only: None, severity: None }"
    );
}

#[test]
fn ranges_of_a_day_overlap_where_they_share_a_minute_and_are_joined() {
    let range = |open: u16, close: u16| json!({ "openHour": open / 100, "openMinute": open % 100, "closeHour": close / 100, "closeMinute": close % 100 });
    for (hours, codes, joined) in [
        (
            vec![(900, 1200), (1130, 1400)],
            vec!["hours_overlap 1"],
            vec![(900, 1400)],
        ),
        (
            vec![(900, 1200), (1159, 1200)],
            vec!["hours_overlap 1"],
            vec![(900, 1200)],
        ),
        (
            vec![(1130, 1400), (900, 1200)],
            vec!["hours_overlap 0"],
            vec![(900, 1400)],
        ),
        (
            vec![(900, 1200), (1200, 1400)],
            vec![],
            vec![(900, 1200), (1200, 1400)],
        ),
        (
            vec![(900, 1700), (1000, 1100), (1600, 1800)],
            vec!["hours_overlap 1", "hours_overlap 2"],
            vec![(900, 1800)],
        ),
        (
            vec![(900, 1200), (1100, 1400), (1300, 1500)],
            vec!["hours_overlap 1", "hours_overlap 2"],
            vec![(900, 1500)],
        ),
        (
            vec![(900, 2400), (2300, 2330)],
            vec!["hours_midnight 0", "hours_overlap 1"],
            vec![(900, 2400)],
        ),
        // What is no time of a day overlaps nothing.
        (
            vec![(900, 1200), (1100, 1100)],
            vec!["hours_empty 1"],
            vec![(900, 1200), (1100, 1100)],
        ),
        (
            vec![(900, 1200), (1100, 1000)],
            vec!["hours_reversed 1"],
            vec![(900, 1200), (1100, 1000)],
        ),
        (
            vec![(900, 1200), (1100, 2401)],
            vec!["hours_past_midnight 1"],
            vec![(900, 1200), (1100, 2401)],
        ),
    ] {
        let ranges = |ranges: &[(u16, u16)]| -> Value {
            ranges
                .iter()
                .map(|(open, close)| range(*open, *close))
                .collect()
        };
        let of_a_date = json!({ "availabilities": [{ "date": "2026-12-24T00:00:00.000Z", "hours": ranges(&hours) }] });
        let of_a_week = json!({ "openHours": [{ "daysOfTheWeek": [1], "hours": ranges(&hours) }] });
        for (draft, list) in [
            (of_a_date, "/availabilities/0/hours"),
            (of_a_week, "/openHours/0/hours"),
        ] {
            let mut found = found(&validate(&draft, None, Profile::Specification));
            found.sort();
            let expected: Vec<String> = codes
                .iter()
                .map(|code| {
                    let (code, at) = code.split_once(' ').unwrap();
                    format!("{code} {list}/{at}")
                })
                .collect();
            assert_eq!(found, expected, "{draft}");
            let fixed = Kind::Calendar
                .fix(&draft, &ValidateOptions::default())
                .unwrap()
                .value;
            assert_eq!(
                fixed.to_value().pointer(list),
                Some(&ranges(&joined)),
                "{draft}"
            );
        }
    }
}

#[test]
fn a_range_inside_another_only_goes() {
    let range = |open: u8, close: u8| json!({ "openHour": open, "openMinute": 0, "closeHour": close, "closeMinute": 0 });
    let draft = json!({ "availabilities": [{ "date": "2026-12-24T00:00:00.000Z", "hours": [range(9, 12), range(10, 12)] }] });
    let report = validate(&draft, None, Profile::Specification);
    let fix = report.issues[0].fix.as_ref().unwrap();
    let path = "/availabilities/0/hours/1".to_owned();
    let test = patch::Op::Test {
        path: path.clone(),
        value: draft["availabilities"][0]["hours"][1].clone(),
    };
    assert_eq!(fix.patch, [test, patch::Op::Remove { path }]);
    // Those that only touch do not overlap, in whatever order they stand.
    let touching = json!({ "availabilities": [{ "date": "2026-12-24T00:00:00.000Z", "hours": [range(12, 14), range(9, 12)] }] });
    assert_eq!(
        found(&validate(&touching, None, Profile::Specification)),
        [""; 0]
    );
    // The first of those that end last is the one that a later range overlaps.
    let hours = json!([range(9, 12), range(10, 12), range(11, 13)]);
    let draft =
        json!({ "availabilities": [{ "date": "2026-12-24T00:00:00.000Z", "hours": hours }] });
    let report = validate(&draft, None, Profile::Specification);
    let related = report
        .issues
        .iter()
        .flat_map(|issue| &issue.related)
        .map(Path::pointer);
    assert_eq!(
        related.collect::<Vec<_>>(),
        ["/availabilities/0/hours/0"; 2]
    );
}

#[test]
fn numbers_are_known_however_they_are_written() {
    for (priority, known) in [
        (json!(0), true),
        (json!(0.0), true),
        (json!(0.5), true),
        (json!(1.0), true),
        (json!(2), false),
        (json!(0.25), false),
    ] {
        let draft = json!({ "teamMembers": [{ "userId": "u1", "priority": priority }] });
        let expected: &[&str] = if known {
            &[]
        } else {
            &["unknown_value /teamMembers/0/priority"]
        };
        assert_eq!(
            found(&validate(&draft, None, Profile::Specification)),
            expected,
            "{priority}"
        );
    }
    let draft = json!({ "availabilityType": 2 });
    assert_eq!(
        found(&validate(&draft, None, Profile::Specification)),
        ["unknown_value /availabilityType"]
    );
}

/// The findings of rules on either side of what they ask: of how many, how long, of which kind of calendar.
#[test]
fn rules_say_nothing_up_to_their_bounds() {
    let none = || json!({});
    let of_kind = |kind: &str| json!({ "calendarType": kind });
    let place = |kind: &str| json!({ "kind": kind });
    let team = |places: &[Value]| json!([{ "userId": "u1", "locationConfigurations": places }]);
    let of_a_day = |open: u8, close: u8, slot: u8, unit: &str| {
        let hours =
            json!([{ "openHour": open, "openMinute": 0, "closeHour": close, "closeMinute": 0 }]);
        json!({ "openHours": [{ "daysOfTheWeek": [1], "hours": hours }], "slotDuration": slot, "slotDurationUnit": unit })
    };
    let (one, two) = (
        json!([{ "userId": "u1" }]),
        json!([{ "userId": "u1" }, { "userId": "u2" }]),
    );
    let holiday = json!([{ "id": "a", "date": "2026-12-24T00:00:00.000Z", "hours": [] }]);
    let deleted = json!([{ "id": "a", "date": "2026-12-24T00:00:00.000Z", "deleted": true }]);
    let dates_of = |kind: u8| json!({ "availabilityType": kind, "availabilities": holiday });
    for (code, stored, draft, is_found) in [
        (
            "recurring_members",
            none(),
            json!({ "enableRecurring": true, "recurring": {}, "teamMembers": one }),
            false,
        ),
        (
            "recurring_members",
            none(),
            json!({ "enableRecurring": true, "recurring": {}, "teamMembers": two }),
            true,
        ),
        (
            "recurring_count",
            none(),
            json!({ "recurring": { "count": 24 } }),
            false,
        ),
        (
            "recurring_count",
            none(),
            json!({ "recurring": { "count": 25 } }),
            true,
        ),
        (
            "places_dropped",
            none(),
            json!({ "locationConfigurations": [] }),
            false,
        ),
        (
            "places_dropped",
            none(),
            json!({ "locationConfigurations": [place("custom")] }),
            true,
        ),
        (
            "places_dropped",
            none(),
            json!({ "locationConfiguration": [place("custom")] }),
            false,
        ),
        (
            "personal_team",
            of_kind("personal"),
            json!({ "teamMembers": one }),
            false,
        ),
        (
            "personal_team",
            of_kind("personal"),
            json!({ "teamMembers": two }),
            true,
        ),
        (
            "places_several",
            none(),
            json!({ "teamMembers": team(&[place("custom"), place("physical")]) }),
            false,
        ),
        (
            "places_several",
            of_kind("collective"),
            json!({ "teamMembers": team(&[place("custom")]) }),
            false,
        ),
        (
            "places_several",
            of_kind("collective"),
            json!({ "teamMembers": team(&[place("custom"), place("physical")]) }),
            true,
        ),
        (
            "hours_detach",
            json!({ "openHours": [] }),
            json!({ "openHours": [] }),
            false,
        ),
        (
            "hours_detach",
            json!({ "openHours": [] }),
            of_a_day(9, 17, 30, "mins"),
            true,
        ),
        (
            "dates_unused",
            none(),
            json!({ "availabilities": holiday }),
            false,
        ),
        ("dates_unused", none(), dates_of(1), false),
        ("dates_unused", none(), dates_of(0), true),
        (
            "dates_unused",
            none(),
            json!({ "availabilities": deleted, "availabilityType": 0 }),
            false,
        ),
        (
            "dates_unused",
            json!({ "availabilityType": 0 }),
            json!({ "availabilities": holiday }),
            true,
        ),
        ("dates_unused", dates_of(0), dates_of(0), false),
        (
            "dates_unused",
            dates_of(1),
            json!({ "availabilityType": 0 }),
            true,
        ),
        ("range_short", none(), of_a_day(9, 10, 60, "mins"), false),
        ("range_short", none(), of_a_day(9, 10, 61, "mins"), true),
        ("range_short", none(), of_a_day(9, 10, 1, "hours"), false),
        ("range_short", none(), of_a_day(9, 10, 2, "hours"), true),
        ("range_short", none(), of_a_day(9, 9, 30, "mins"), false),
        (
            "range_short",
            of_a_day(9, 10, 60, "mins"),
            json!({ "slotDuration": 60 }),
            false,
        ),
        (
            "range_short",
            of_a_day(9, 10, 60, "mins"),
            json!({ "slotDuration": 90 }),
            true,
        ),
        (
            "range_short",
            of_a_day(9, 10, 60, "mins"),
            json!({ "slotDurationUnit": "hours" }),
            true,
        ),
        (
            "range_short",
            of_a_day(9, 10, 60, "mins"),
            json!({ "name": "A" }),
            false,
        ),
        (
            "range_short",
            of_a_day(9, 10, 60, "mins"),
            json!({ "slotDuration": 90, "openHours": [] }),
            false,
        ),
        (
            "range_short",
            of_a_day(9, 10, 90, "mins"),
            json!({ "slotDuration": 120 }),
            false,
        ),
        (
            "conference_location",
            none(),
            json!({ "teamMembers": team(&[json!({ "mode": "zoom_conference", "location": "https://a.example" })]) }),
            false,
        ),
    ] {
        expect_code(code, &stored, &draft, is_found);
    }
}

#[track_caller]
fn expect_code(code: &str, stored: &Value, draft: &Value, is_found: bool) {
    let report = validate(draft, Some(stored), Profile::Specification);
    let codes: Vec<&str> = report
        .issues
        .iter()
        .map(|issue| issue.code.name())
        .collect();
    assert_eq!(codes.contains(&code), is_found, "{draft} {codes:?}");
}

fn of_week(open: u8, close: u8) -> Value {
    json!({ "openHours": [{ "daysOfTheWeek": [1], "hours": [range(open, close)] }] })
}

fn range(open: u8, close: u8) -> Value {
    json!({ "openHour": open, "openMinute": 0, "closeHour": close, "closeMinute": 0 })
}

#[test]
fn hours_that_leave_nothing_to_book_are_reported_up_to_their_bounds() {
    let none = || json!({});
    let holiday = json!([{ "id": "a", "date": "2026-12-24T00:00:00.000Z", "hours": [] }]);
    let deleted = json!([{ "id": "a", "date": "2026-12-24T00:00:00.000Z", "deleted": true }]);
    let dates_of = |kind: u8| json!({ "availabilityType": kind, "availabilities": holiday });
    let dated = |open, close| json!([{ "date": "2026-12-24T00:00:00.000Z", "hours": [range(open, close)] }]);
    let touching = json!([{ "daysOfTheWeek": [1], "hours": [range(9, 10), range(10, 11)] }]);
    for (code, stored, draft, is_found) in [
        ("no_open_day", of_week(9, 17), of_week(9, 9), true),
        ("no_open_day", of_week(9, 17), of_week(9, 10), false),
        ("no_open_day", of_week(9, 17), of_week(10, 9), false),
        (
            "no_open_day",
            of_week(9, 17),
            json!({ "openHours": [] }),
            true,
        ),
        ("no_open_day", of_week(9, 9), of_week(9, 9), false),
        ("no_open_day", of_week(9, 9), json!({ "name": "A" }), false),
        (
            "no_open_day",
            json!({ "openHours": {} }),
            json!({ "openHours": [] }),
            false,
        ),
        (
            "no_open_day",
            json!({ "openHours": {} }),
            json!({ "openHours": {}, "availabilityType": 0 }),
            false,
        ),
        (
            "no_open_day",
            none(),
            json!({ "openHours": [{ "daysOfTheWeek": [1] }], "availabilityType": 0 }),
            false,
        ),
        (
            "no_open_day",
            json!({ "availabilityType": 1, "openHours": [1] }),
            json!({ "openHours": [] }),
            false,
        ),
        (
            "no_open_day",
            json!({ "availabilities": dated(9, 10) }),
            of_week(9, 9),
            false,
        ),
        (
            "no_open_day",
            json!({ "availabilities": dated(9, 9) }),
            of_week(9, 9),
            true,
        ),
        (
            "no_open_day",
            json!({ "availabilityType": 0, "availabilities": dated(9, 10) }),
            of_week(9, 9),
            true,
        ),
        (
            "dates_missing",
            none(),
            json!({ "availabilityType": 1 }),
            true,
        ),
        (
            "dates_missing",
            json!({ "availabilities": holiday }),
            json!({ "availabilityType": 1 }),
            true,
        ),
        (
            "dates_missing",
            json!({ "availabilities": dated(9, 10) }),
            json!({ "availabilityType": 1 }),
            false,
        ),
        (
            "dates_missing",
            json!({ "availabilities": dated(9, 10) }),
            dates_of(1),
            true,
        ),
        ("dates_missing", dates_of(1), dates_of(1), false),
        (
            "dates_missing",
            dates_of(1),
            json!({ "availabilities": dated(9, 10) }),
            false,
        ),
        (
            "dates_missing",
            none(),
            json!({ "availabilityType": 0, "availabilities": deleted }),
            false,
        ),
        (
            "slot_too_long",
            of_week(9, 10),
            json!({ "slotDuration": 60 }),
            false,
        ),
        (
            "slot_too_long",
            of_week(9, 10),
            json!({ "slotDuration": 61 }),
            true,
        ),
        (
            "slot_too_long",
            of_week(9, 10),
            json!({ "slotDuration": 1, "slotDurationUnit": "hours" }),
            false,
        ),
        (
            "slot_too_long",
            of_week(9, 10),
            json!({ "slotDuration": 2, "slotDurationUnit": "hours" }),
            true,
        ),
        // An alias of the unit counts, as openings read it.
        (
            "slot_too_long",
            of_week(9, 10),
            json!({ "slotDuration": 2, "slotDurationUnit": "HOUR" }),
            true,
        ),
        (
            "slot_too_long",
            json!({ "slotDuration": 90 }),
            of_week(9, 10),
            true,
        ),
        (
            "slot_too_long",
            json!({ "slotDuration": 90, "openHours": [1] }),
            json!({ "name": "A" }),
            false,
        ),
        (
            "slot_too_long",
            of_week(9, 9),
            json!({ "slotDuration": 90 }),
            false,
        ),
        (
            "slot_too_long",
            none(),
            json!({ "slotDuration": 90, "openHours": touching, "availabilityType": 0 }),
            false,
        ),
        (
            "slot_too_long",
            none(),
            json!({ "slotDuration": 121, "openHours": touching, "availabilityType": 0 }),
            true,
        ),
    ] {
        expect_code(code, &stored, &draft, is_found);
    }
}

#[test]
fn settings_that_leave_nothing_to_book_are_reported_up_to_their_bounds() {
    let none = || json!({});
    let busy = |enabled, share: u8| json!({ "lookBusyConfig": { "enabled": enabled, "LookBusyPercentage": share } });
    let notice = |after: u8, unit: &str, window: u8, of_window: &str| {
        json!({
            "allowBookingAfter": after, "allowBookingAfterUnit": unit,
            "allowBookingFor": window, "allowBookingForUnit": of_window,
        })
    };
    for (code, stored, draft, is_found) in [
        ("not_active", none(), json!({ "isActive": true }), false),
        ("not_active", none(), json!({ "isActive": false }), true),
        (
            "not_active",
            json!({ "isActive": true }),
            json!({ "isActive": false }),
            true,
        ),
        (
            "not_active",
            json!({ "isActive": false }),
            json!({ "isActive": false, "name": "A" }),
            false,
        ),
        (
            "not_active",
            json!({ "isActive": false }),
            json!({ "name": "A" }),
            false,
        ),
        (
            "notice_beyond",
            none(),
            notice(6, "days", 1, "weeks"),
            false,
        ),
        ("notice_beyond", none(), notice(7, "days", 1, "weeks"), true),
        (
            "notice_beyond",
            none(),
            notice(168, "hours", 1, "weeks"),
            true,
        ),
        (
            "notice_beyond",
            none(),
            notice(167, "hours", 1, "weeks"),
            false,
        ),
        (
            "notice_beyond",
            none(),
            notice(1, "months", 1, "months"),
            true,
        ),
        (
            "notice_beyond",
            none(),
            notice(30, "days", 1, "months"),
            false,
        ),
        (
            "notice_beyond",
            none(),
            notice(31, "days", 1, "months"),
            true,
        ),
        (
            "notice_beyond",
            none(),
            notice(1, "months", 28, "days"),
            true,
        ),
        (
            "notice_beyond",
            none(),
            notice(1, "months", 29, "days"),
            false,
        ),
        // Twelve months are a year, and not 12 times 28 days.
        (
            "notice_beyond",
            none(),
            notice(12, "months", 52, "weeks"),
            true,
        ),
        ("notice_beyond", none(), notice(5, "days", 0, "days"), false),
        (
            "notice_beyond",
            none(),
            notice(5, "moons", 1, "days"),
            false,
        ),
        (
            "notice_beyond",
            none(),
            json!({ "allowBookingAfter": 7, "allowBookingFor": 7 }),
            false,
        ),
        (
            "notice_beyond",
            notice(1, "days", 7, "days"),
            json!({ "allowBookingAfter": 7 }),
            true,
        ),
        (
            "notice_beyond",
            notice(7, "days", 7, "days"),
            notice(7, "days", 7, "days"),
            false,
        ),
        ("look_busy_all", none(), busy(true, 99), false),
        ("look_busy_all", none(), busy(true, 100), true),
        ("look_busy_all", none(), busy(false, 100), false),
        ("look_busy_all", busy(true, 100), busy(true, 100), false),
        (
            "appointments_none",
            none(),
            json!({ "appoinmentPerSlot": 1, "appoinmentPerDay": 1 }),
            false,
        ),
        (
            "appointments_none",
            none(),
            json!({ "appoinmentPerSlot": 0 }),
            true,
        ),
        (
            "appointments_none",
            json!({ "appoinmentPerDay": 0 }),
            json!({ "appoinmentPerDay": 0 }),
            false,
        ),
        (
            "team_missing",
            json!({ "calendarType": "collective" }),
            json!({ "name": "A" }),
            false,
        ),
    ] {
        expect_code(code, &stored, &draft, is_found);
    }
}

#[test]
fn a_stored_record_by_itself_is_told_what_keeps_anything_from_being_booked() {
    let found = |record: &Value| -> Vec<String> {
        let report = Kind::Calendar
            .validate(record, &ValidateOptions::default().of(PayloadShape::Record))
            .unwrap();
        let warnings = report
            .issues
            .iter()
            .filter(|issue| issue.severity == Severity::Warning);
        warnings
            .map(|issue| format!("{} {}", issue.code.name(), issue.path.pointer()))
            .collect()
    };
    let busy = json!({ "enabled": true, "LookBusyPercentage": 100 });
    for (record, expected) in [
        (json!({ "isActive": false }), &["not_active /isActive"][..]),
        (json!({ "openHours": {} }), &[]),
        (
            json!({ "openHours": [{ "daysOfTheWeek": [1], "hours": [] }] }),
            &["no_open_day /openHours"],
        ),
        (
            json!({ "availabilityType": 1 }),
            &["dates_missing /availabilityType"],
        ),
        (
            json!({ "appoinmentPerSlot": 0 }),
            &["appointments_none /appoinmentPerSlot"],
        ),
        (
            json!({ "lookBusyConfig": busy }),
            &["look_busy_all /lookBusyConfig/LookBusyPercentage"],
        ),
        (json!({ "calendarType": "event" }), &[]),
        (
            json!({ "calendarType": "personal" }),
            &["team_missing /teamMembers"],
        ),
        (
            json!({ "calendarType": "personal", "teamMembers": [{ "userId": "u1" }] }),
            &[],
        ),
    ] {
        assert_eq!(found(&record), expected, "{record}");
    }
}

#[test]
fn a_slot_that_stored_hours_are_too_short_for_is_found_at_the_slot() {
    let hours = |close: u8| json!([{ "openHour": 9, "openMinute": 0, "closeHour": close, "closeMinute": 0 }]);
    let day = |day: u8, close| json!({ "daysOfTheWeek": [day], "hours": hours(close) });
    let stored = json!({
        "slotDuration": 30,
        "openHours": [day(1, 17), day(2, 10), day(3, 10)],
        "availabilities": [{ "id": "a", "date": "2026-12-24T00:00:00.000Z", "hours": hours(11) }],
    });
    let short = |slot: u8| {
        let report = validate(
            &json!({ "slotDuration": slot }),
            Some(&stored),
            Profile::Specification,
        );
        let short = report
            .issues
            .into_iter()
            .filter(|issue| issue.code.name() == "range_short");
        short
            .map(|issue| format!("{} {}", issue.path, issue.message()))
            .collect::<Vec<_>>()
    };
    assert!(short(60).is_empty());
    assert_eq!(
        short(90),
        ["/slotDuration 09:00–10:00 is too short for an appointment of 90 minutes."]
    );
    let both = ["09:00–10:00", "09:00–11:00"].map(|range| {
        format!("/slotDuration {range} is too short for an appointment of 150 minutes.")
    });
    assert_eq!(short(150), both);
}

/// What the guide says of clearing a text, for every text of both records.
#[test]
fn empty_text_clears_a_text_with_the_warning_that_the_guide_names() {
    use calendiff::schema::{Access, Type};

    let known = ["eventType", "widgetType", "formSubmitType", "guestType"];
    let formats = [
        "slug",
        "widgetSlug",
        "eventColor",
        "alertEmail",
        "formSubmitRedirectURL",
        "calendarCoverImage",
    ];
    for kind in [Kind::Calendar, Kind::Location] {
        for row in kind.table().members {
            if row.access == Access::ResponseOnly || !matches!(row.ty, Type::Text(_)) {
                continue;
            }
            let report = kind
                .validate(json!({ row.name: "" }), &ValidateOptions::default())
                .unwrap();
            let own = report
                .issues
                .iter()
                .filter(|issue| issue.path.pointer() == format!("/{}", row.name));
            let own: Vec<(&str, Severity)> = own
                .map(|issue| (issue.code.name(), issue.severity))
                .collect();
            let expected = match row.name {
                "name" => Some(("blank", Severity::Error)),
                name if known.contains(&name) || name.ends_with("Unit") => {
                    Some(("unknown_value", Severity::Warning))
                }
                name if kind == Kind::Location || formats.contains(&name) => {
                    Some(("empty_text", Severity::Warning))
                }
                _ => None,
            };
            assert_eq!(own, Vec::from_iter(expected), "{}", row.name);
        }
    }
}

/// Only members of responses are no error because the draft repeats them.
#[test]
fn a_repeated_value_stays_an_error_unless_only_responses_contain_it() {
    let stored = json!({ "id": "a", "slotDuration": 0 });
    let options = ValidateOptions::default().stored(&stored);
    let report = Kind::Calendar.validate(&stored, &options).unwrap();
    let errors: Vec<(&str, About)> = report
        .errors()
        .map(|issue| (issue.code.name(), issue.about))
        .collect();
    assert_eq!(errors, [("not_above", About::Stored)]);
}

#[test]
fn text_that_is_empty_is_found_wrong_once() {
    let report = Kind::Location
        .validate(
            json!({ "email": "", "city": "" }),
            &ValidateOptions::default(),
        )
        .unwrap();
    assert_eq!(found(&report), ["empty_text /email", "empty_text /city"]);
}

#[test]
fn issues_stand_in_the_order_of_the_draft() {
    let two = json!({ "teamMembers": [{ "userId": "u1" }, { "userId": "u1" }], "slotDuration": 0 });
    let report = validate(&two, None, Profile::SpecificationOnly);
    assert_eq!(
        found(&report),
        [
            "user_duplicate /teamMembers/1/userId",
            "not_above /slotDuration"
        ]
    );
    let list_and_item = json!({ "teamMembers": [{ "userId": "" }] });
    let report = validate(
        &list_and_item,
        Some(&json!({ "calendarType": "collective" })),
        Profile::Specification,
    );
    assert_eq!(
        found(&report),
        [
            "primary_missing /teamMembers",
            "blank /teamMembers/0/userId"
        ]
    );
}

#[test]
fn a_misspelled_member_beside_the_right_one_goes_where_it_says_the_same() {
    for (misspelled, patched) in [
        (json!(30.0), Some(json!({ "slotDuration": 30 }))),
        (json!(45), None),
    ] {
        let draft = json!({ "slotDuration": 30, "slotduration": misspelled });
        let report = validate(&draft, None, Profile::Specification);
        let issue = report
            .issues
            .iter()
            .find(|issue| issue.code.name() == "misspelled_member")
            .unwrap();
        let fixed = issue
            .fix
            .as_ref()
            .map(|fix| patch::apply(&draft, &fix.patch).unwrap());
        assert_eq!(fixed, patched, "{draft}");
    }
}

/// Found by the fuzzer: once the fix is made, it is the envelope, and what it holds is the record.
#[test]
fn beside_other_members_what_is_named_as_the_envelope_is_unknown() {
    let draft = json!({ "calendar": { "name": "Clinic" }, "slotBufferUnit": "mins" });
    assert_eq!(
        found(&validate(&draft, None, Profile::Specification)),
        ["unknown_member /calendar", "read_only /slotBufferUnit"]
    );
    let fixed = Kind::Calendar
        .fix(&draft, &ValidateOptions::default())
        .unwrap();
    assert_eq!(fixed.value, json!({ "name": "Clinic" }));
}

/// A body renames an alias, so its value is judged as the member's.
#[test]
fn the_value_of_an_alias_is_judged_under_its_right_name() {
    for (draft, wanted) in [
        (
            json!({ "appointmentPerSlot": null }),
            vec![("misspelled_member", false), ("wrong_type", false)],
        ),
        (
            json!({ "appointmentPerSlot": "x" }),
            vec![("misspelled_member", false), ("wrong_type", false)],
        ),
        (
            json!({ "appointmentPerSlot": 2 }),
            vec![("misspelled_member", true)],
        ),
    ] {
        let report = Kind::Calendar
            .validate(&draft, &ValidateOptions::default())
            .unwrap();
        let found: Vec<_> = report
            .issues
            .iter()
            .filter(|issue| issue.code.name() != "omitted_defaults")
            .collect();
        let said: Vec<_> = found
            .iter()
            .map(|issue| (issue.code.name(), issue.fix.is_some()))
            .collect();
        assert_eq!(said, wanted, "{draft}");
        assert!(
            found
                .iter()
                .all(|issue| issue.path.pointer() == "/appointmentPerSlot"),
            "{draft}"
        );
        assert_eq!(report.ok, wanted.len() == 1);
    }
}

#[test]
fn a_range_with_a_misspelled_name_and_a_number_as_text_is_read() {
    let draft = json!({ "availabilities": [{
        "date": "2026-12-24T00:00:00.000Z",
        "hours": [{ "openHour": 1, "openMinute": 0, "closeHour": 0, "coseMinute": "58" }],
    }] });
    let report = Kind::Calendar
        .validate(&draft, &ValidateOptions::default())
        .unwrap();
    let codes: Vec<Code> = report.issues.iter().map(|issue| issue.code).collect();
    assert!(codes.contains(&Code::MisspelledMember), "{codes:?}");
    assert!(codes.contains(&Code::HoursReversed), "{codes:?}");
}

/// The fixed record means what the stored one meant: no day goes, and a week that is closed stays closed.
#[test]
fn fixing_a_stored_record_keeps_each_day() {
    let hours = json!([{ "openHour": 9, "openMinute": 0, "closeHour": 17, "closeMinute": 0 }]);
    for record in [
        json!({ "openHours": {
            "0": { "daysOfTheWeek": [1, 2], "hours": hours },
            "1": { "daysOfTheWeek": [5], "hours": hours },
        } }),
        json!({ "openHours": [
            { "daysOfTheWeek": [1, 2], "hours": hours },
            { "daysOfTheWeek": [5], "hours": hours },
        ] }),
        json!({ "openHours": [], "availabilities": [], "teamMembers": [] }),
    ] {
        let options = ValidateOptions::default().of(PayloadShape::Record);
        let fixed = Kind::Calendar.fix(&record, &options).unwrap().value;
        let before = Kind::Calendar.read(&record).unwrap().value;
        let after = Kind::Calendar.read(&fixed).unwrap().value;
        let diff = Kind::Calendar
            .diff(before, after, WhenAbsent::Remove)
            .unwrap();
        assert!(diff.changes.is_empty(), "{record} {fixed}");
        let week = |record: &Value| record.get("openHours").is_some();
        assert!(week(&fixed.to_value()), "{record} {fixed}");
    }
}

/// Responses may list dates that are marked as deleted, and no body repeats them. Nobody asked for their removal.
#[test]
fn a_review_has_no_change_of_a_date_that_was_deleted_before() {
    let stored = json!({ "slotDuration": 60, "availabilities": [
        { "_id": "x", "date": "2026-12-30T00:00:00.000Z", "hours": [], "deleted": true },
        { "_id": "y", "date": "2026-12-31T00:00:00.000Z", "hours": [], "deleted": false },
    ] });
    for mode in [Mode::Full, Mode::Changed] {
        let words = |draft: Value| -> Vec<String> {
            let review = Kind::Calendar.review(&stored, draft, mode).unwrap();
            let changes = review.diff.changes.iter();
            changes.map(|change| change.words.to_string()).collect()
        };
        assert_eq!(
            words(json!({ "slotDuration": 45 })),
            ["slot duration 45, was 60"]
        );
        assert_eq!(
            words(json!({ "availabilities": [] })),
            ["special date 31 December 2026 removed, was closed"]
        );
    }
}

/// Omissions are those of the body: it contains the number beside an edited unit, and leaves out a stored text that is no number.
#[test]
fn a_review_warns_of_what_its_body_omits() {
    let warned = |stored: Value, draft: Value, mode: Mode| {
        let review = Kind::Calendar.review(stored, draft, mode).unwrap();
        let issues = review.report.issues;
        issues.iter().any(|issue| issue.code.is_omission())
    };
    let hour = json!({ "slotDuration": 1, "slotDurationUnit": "hours" });
    let minutes = json!({ "slotDurationUnit": "mins" });
    let name = json!({ "name": "Tour" });
    for mode in [Mode::Full, Mode::Changed] {
        assert!(!warned(hour.clone(), minutes.clone(), mode));
        assert!(warned(json!({ "slotDuration": "abc" }), name.clone(), mode));
    }
    assert!(!warned(hour.clone(), name.clone(), Mode::Full));
    assert!(warned(hour, name, Mode::Changed));
}
