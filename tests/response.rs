//! The service's answers: each shape seen, and texts read at the fields that they speak of.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use calendiff::{Code, Issue, Kind, Profile, Refusal, RefusalReason, Severity};
use proptest::prelude::*;
use serde_json::{Value, json};

/// Codes and places of issues.
fn told(issues: &[calendiff::Issue]) -> Vec<String> {
    issues
        .iter()
        .map(|issue| format!("{} {}", issue.code.name(), issue.path))
        .collect()
}

fn refused(kind: Kind, status: u16, body: &Value) -> Refusal {
    kind.response(status, Some("application/json"), body.to_string())
        .result
        .unwrap_err()
}

#[test]
fn a_success_holds_the_record_whatever_its_content_type_and_envelope() {
    let calendar = json!({ "id": "a", "name": "Consultation" });
    let location = json!({ "id": "b", "name": "Rose Lane" });
    for (kind, body, record) in [
        (
            Kind::Calendar,
            json!({ "calendar": calendar, "traceId": "t" }),
            &calendar,
        ),
        (Kind::Calendar, calendar.clone(), &calendar),
        (
            Kind::Location,
            json!({ "success": true, "buiseness": location }),
            &location,
        ),
        (
            Kind::Location,
            json!({ "success": true, "business": location, "traceId": "t" }),
            &location,
        ),
        (Kind::Location, location.clone(), &location),
    ] {
        for content_type in [
            Some("text/plain"),
            Some("application/json; charset=utf-8"),
            None,
        ] {
            let response = kind.response(200, content_type, body.to_string());
            assert_eq!(&response.result.unwrap().value, record);
        }
    }
}

#[test]
fn every_shape_of_an_error_that_was_seen() {
    let says = |texts: &[&str], places: &[&str], refusal: &Refusal| {
        assert_eq!(refusal.texts, texts);
        assert_eq!(told(&refusal.issues), places);
    };
    let refusal = refused(
        Kind::Calendar,
        400,
        &json!({ "statusCode": 400, "message": "Bad Request" }),
    );
    assert_eq!(refusal.reason, RefusalReason::BadRequest);
    says(&["Bad Request"], &["service_says "], &refusal);

    let mongo = "MongoError: BSON field 'FindCommandRequest.limit' is the wrong type 'string', expected types '[long, int]";
    let body =
        json!({ "status": 400, "message": mongo, "name": "HttpException", "traceId": "2fe6" });
    let refusal = refused(Kind::Calendar, 400, &body);
    assert_eq!(refusal.trace_id.as_deref(), Some("2fe6"));
    says(&[mongo], &["service_says "], &refusal);

    let body = json!({ "statusCode": 401, "message": "Invalid token: access token is invalid", "error": "Unauthorized" });
    let refusal = refused(Kind::Location, 401, &body);
    assert_eq!(refusal.reason, RefusalReason::Unauthorized);
    says(
        &["Invalid token: access token is invalid"],
        &["service_says "],
        &refusal,
    );

    for text in ["version header was not found.", "version header is invalid"] {
        says(
            &[text],
            &["service_says "],
            &refused(
                Kind::Calendar,
                401,
                &json!({ "statusCode": 401, "message": text }),
            ),
        );
    }

    let text = "openHours.0.must be a valid day of week";
    let body = json!({ "statusCode": 422, "message": [text], "error": "Unprocessable Entity" });
    let refusal = refused(Kind::Calendar, 422, &body);
    assert_eq!(refusal.reason, RefusalReason::Unprocessable);
    says(
        &[text],
        &["service_says /openHours/0/daysOfTheWeek"],
        &refusal,
    );

    let texts = [
        "property formSubmitRedirectUrl should not exist",
        "property locationId should not exist",
    ];
    let body = json!({ "statusCode": 422, "message": texts, "error": "Unprocessable Entity" });
    says(
        &texts,
        &[
            "misspelled_member /formSubmitRedirectUrl",
            "read_only /locationId",
        ],
        &refused(Kind::Calendar, 422, &body),
    );

    let text = "Calendar slug is already taken";
    says(
        &[text],
        &["service_says /slug"],
        &refused(
            Kind::Calendar,
            400,
            &json!({ "status": 400, "message": text }),
        ),
    );
    let refusal = refused(
        Kind::Calendar,
        403,
        &json!({ "statusCode": 403, "message": "Forbidden resource" }),
    );
    assert_eq!(refusal.reason, RefusalReason::Forbidden);

    for message in [
        json!(null),
        json!(""),
        json!(" \n"),
        json!([]),
        json!(["", null]),
    ] {
        let body = json!({ "message": message, "error": "Bad thing" });
        says(
            &["Bad thing"],
            &["service_says "],
            &refused(Kind::Calendar, 400, &body),
        );
    }
    let body = json!({ "message": ["", "slug must be a string"], "error": "Bad thing" });
    says(
        &["slug must be a string"],
        &["wrong_type /slug"],
        &refused(Kind::Calendar, 400, &body),
    );
    let refusal = refused(Kind::Calendar, 400, &json!({ "message": "" }));
    assert_eq!(
        refusal.issues[0].message(),
        "The service says: status 400, application/json: {\"message\":\"\"}"
    );
}

#[test]
fn what_says_nothing_is_still_an_answer_kept_whole() {
    let large = format!("<html>{}</html>", "x".repeat(16 * 1024 * 1024));
    let deep = "[".repeat(100_000);
    let bodies = [
        "",
        " \n",
        "<html><body>403 Forbidden</body></html>",
        "{",
        "null",
        "[]",
        "7",
        "{}",
        "\u{feff}{}",
        &large,
        &deep,
    ];
    for (status, reason) in [
        (403, RefusalReason::Forbidden),
        (422, RefusalReason::Unprocessable),
        (200, RefusalReason::NoRecord),
        (0, RefusalReason::Other),
    ] {
        for body in bodies {
            let refusal = Kind::Calendar
                .response(status, Some("text/html"), body)
                .result
                .unwrap_err();
            let text = body.trim_start_matches('\u{feff}');
            let is_json = text.trim().is_empty() || calendiff::json::Document::parse(text).is_ok();
            let of_text = if is_json || matches!(status, 403 | 422) {
                reason
            } else {
                RefusalReason::NotJson
            };
            assert_eq!(refusal.reason, of_text, "{}", &body[..body.len().min(80)]);
            assert_eq!(refusal.not_json.is_some(), !is_json || body != text);
            assert_eq!(refusal.text, body);
            assert_eq!(
                refusal.issues.len(),
                refusal.texts.len().max(1),
                "{}",
                &body[..body.len().min(80)]
            );
            assert!(refusal.issues[0].message().len() < 200);
        }
    }
    let message = |body| {
        Kind::Calendar
            .response(502, Some("text/html"), body)
            .result
            .unwrap_err()
            .issues[0]
            .message()
    };
    assert_eq!(message(""), "The service says: status 502 and nothing else");
    let unknown = |body| {
        Kind::Calendar
            .response(0, None, body)
            .result
            .unwrap_err()
            .issues[0]
            .message()
    };
    assert_eq!(
        unknown("<h1>Bad Gateway</h1>"),
        "The service says: <h1>Bad Gateway</h1>"
    );
    assert_eq!(unknown(" \n"), "The service says: nothing");
    assert_eq!(
        message("<h1>Bad Gateway</h1>"),
        "The service says: status 502 and a web page in place of JSON"
    );
}

#[test]
fn a_success_that_holds_no_record_is_not_taken_for_one() {
    for body in [
        json!({ "success": true }),
        json!({ "succeeded": true }),
        json!({ "calendar": null }),
    ] {
        assert_eq!(
            refused(Kind::Calendar, 200, &body).reason,
            RefusalReason::NoRecord
        );
    }
    let body = json!({ "statusCode": 422, "message": ["x"] });
    assert_eq!(
        refused(Kind::Calendar, 200, &body).reason,
        RefusalReason::Unprocessable
    );
    for body in [
        json!({ "success": false, "buiseness": { "name": "n" } }),
        json!({ "succeeded": false }),
    ] {
        assert_eq!(
            refused(Kind::Location, 200, &body).reason,
            RefusalReason::Other,
            "it says that it failed"
        );
    }
    let done = refused(Kind::Location, 0, &json!({ "succeeded": true }));
    assert_eq!(
        (done.reason, done.issues[0].severity),
        (RefusalReason::NoRecord, Severity::Warning)
    );
    assert_eq!(
        refused(Kind::Location, 301, &json!({ "message": "Moved" })).reason,
        RefusalReason::NotAccepted
    );
}

/// Texts, the code and the place that each stands for without a draft.
const TEXTS: [(&str, &str); 31] = [
    (
        "property timezone should not exist",
        "unknown_member /timezone",
    ),
    ("property id should not exist", "read_only /id"),
    (
        "property appointmentPerSlot should not exist",
        "misspelled_member /appointmentPerSlot",
    ),
    ("property calendar should not exist", "enveloped /calendar"),
    ("property  should not exist", "unknown_member /"),
    (
        "property a b. should not exist should not exist",
        "unknown_member /a b. should not exist",
    ),
    ("property 0 should not exist", "unknown_member /0"),
    (
        "teamMembers.0.property userID should not exist",
        "misspelled_member /teamMembers/0/userID",
    ),
    (
        "teamMembers.1.locationConfigurations.2.property meetingId should not exist",
        "read_only /teamMembers/1/locationConfigurations/2/meetingId",
    ),
    ("name must be a string", "wrong_type /name"),
    (
        "formSubmitRedirectURL must be a string",
        "wrong_type /formSubmitRedirectURL",
    ),
    (
        "slotDuration must be a number conforming to the specified constraints",
        "wrong_type /slotDuration",
    ),
    (
        "teamMembers.0.priority must be a number conforming to the specified constraints",
        "wrong_type /teamMembers/0/priority",
    ),
    (
        "availabilityType must be an integer number",
        "not_integer /availabilityType",
    ),
    (
        "autoConfirm must be a boolean value",
        "wrong_type /autoConfirm",
    ),
    ("openHours must be an array", "wrong_type /openHours"),
    ("recurring must be an object", "wrong_type /recurring"),
    (
        "nested property lookBusyConfig must be either object or array",
        "wrong_type /lookBusyConfig",
    ),
    (
        "each value in nested property teamMembers must be either object or array",
        "wrong_type /teamMembers",
    ),
    (
        "openHours.0.each value in daysOfTheWeek must be an integer number",
        "not_integer /openHours/0/daysOfTheWeek",
    ),
    (
        "openHours.0.must be a valid day of week",
        "service_says /openHours/0/daysOfTheWeek",
    ),
    (
        "teamMembers must contain at least 1 elements",
        "team_empty /teamMembers",
    ),
    (
        "teamMembers must contain no more than 1 elements",
        "service_says /teamMembers",
    ),
    ("name should not be empty", "empty_text /name"),
    (
        "teamMembers.0.userId should not be null or undefined",
        "missing_member /teamMembers/0/userId",
    ),
    (
        "openHours.0.hours.0.closeHour must not be greater than 23",
        "too_large /openHours/0/hours/0/closeHour",
    ),
    (
        "slotBuffer must not be less than 0",
        "too_small /slotBuffer",
    ),
    (
        "widgetType must be one of the following values: default, classic",
        "unknown_value /widgetType",
    ),
    ("alertEmail must be an email", "wrong_type /alertEmail"),
    (
        "slug must match /^[a-z-]+$/ regular expression",
        "service_says /slug",
    ),
    ("e.g. this is nothing that we know", "service_says "),
];

#[test]
fn texts_are_read_at_their_fields() {
    for (text, expected) in TEXTS {
        let issues = Kind::Calendar.explain(&[text], None);
        assert_eq!(told(&issues), [expected], "{text}");
        assert!(
            !issues[0].message().contains('{'),
            "{}",
            issues[0].message()
        );
    }
}

#[test]
fn with_the_draft_at_hand_our_own_finding_and_its_fix_stand_there() {
    let draft = json!({
        "locationId": "a", "appointmentPerSlot": 2, "slotDuration": "30", "formSubmitType": "RedirectURL", "teamMembers": [],
        "openHours": [{ "daysOfTheWeek": [1, 2], "hours": [] }, { "daysOfTheWeek": [7], "hours": [] }],
    });
    let texts = [
        "property locationId should not exist",
        "property appointmentPerSlot should not exist",
        "slotDuration must be a number conforming to the specified constraints",
        "formSubmitRedirectURL must be a string",
        "teamMembers must contain at least 1 elements",
        "openHours.0.must be a valid day of week",
        "openHours.1.must be a valid day of week",
        "name must be a string",
        "slug is reserved",
    ];
    let issues = Kind::Calendar.explain(&texts, Some(&draft));
    let title = |issue: &Issue| {
        issue
            .fix
            .as_ref()
            .map_or_else(String::new, |fix| fix.title.to_string())
    };
    let fixes: Vec<_> = issues.iter().map(title).collect();
    assert_eq!(
        told(&issues),
        [
            "read_only /locationId",
            "misspelled_member /appointmentPerSlot",
            "wrong_type /slotDuration",
            "redirect_url_missing /formSubmitRedirectURL",
            "team_empty /teamMembers",
            "several_days /openHours/0/daysOfTheWeek",
            "day_range /openHours/1/daysOfTheWeek/0",
            "other_body /name",
            "service_says /slug",
        ]
    );
    let expected = [
        "Remove locationId",
        "Rename to appoinmentPerSlot",
        "Write 30",
        "",
        "Leave teamMembers out",
        "Split into one entry a day",
        "",
        "",
        "",
    ];
    assert_eq!(fixes, expected);
    let is_about_draft = |issue: &&Issue| issue.code.name() != "other_body";
    assert!(
        issues
            .iter()
            .filter(is_about_draft)
            .all(|issue| issue.severity == calendiff::Severity::Error)
    );
    // What is no record cannot help, and does no harm.
    assert_eq!(
        told(&Kind::Calendar.explain(&texts, Some(&json!([])))),
        told(&Kind::Calendar.explain(&texts, None))
    );
}

/// Texts of pieces that mean something, in any order.
fn texts() -> impl Strategy<Value = String> {
    let pieces = TEXTS
        .iter()
        .flat_map(|(text, _)| text.split_inclusive(['.', ' ']));
    let mut pieces: Vec<&str> = pieces
        .chain(["99999999999999999999.", "..", "{name}", "\u{0}", "ü", " "])
        .collect();
    pieces.sort_unstable();
    pieces.dedup();
    let some = prop::collection::vec(prop::sample::select(pieces), 0..8)
        .prop_map(|pieces| pieces.concat());
    prop_oneof![some, any::<String>()]
}

proptest! {
    #[test]
    fn any_answer_is_one_and_any_text_an_issue(
        status in any::<u16>(),
        body in prop_oneof![any::<String>(), prop::collection::vec(texts(), 0..4).prop_map(|message| json!({ "message": message }).to_string())],
        said in prop::collection::vec(texts(), 0..4),
        draft in prop_oneof![Just(json!({ "slotDuration": "x", "openHours": [{ "daysOfTheWeek": [1, 9], "hours": 7 }] })), Just(json!(7))],
    ) {
        for &kind in Kind::ALL {
            if let Err(refusal) = kind.response(status, None, &body).result {
                prop_assert_eq!(refusal.issues.len(), refusal.texts.len().max(1));
                prop_assert_eq!(&refusal.text, &body);
            }
            for issues in [kind.explain(&said, Some(&draft)), kind.explain(&said, None)] {
                prop_assert_eq!(issues.len(), said.len());
                for issue in issues {
                    prop_assert_eq!(issue.severity == Severity::Error, issue.code != Code::OtherBody);
                }
            }
        }
    }
}

/// A text about the items of a list is linked to the item, whether it names the list or not.
#[test]
fn a_text_about_each_value_is_linked_to_its_field() {
    let draft = json!({ "openHours": [{ "daysOfTheWeek": [1], "hours": [] }, { "daysOfTheWeek": [2, 9], "hours": [] }] });
    for text in [
        "openHours.1.each value in daysOfTheWeek must not be greater than 6",
        "each value in daysOfTheWeek must not be greater than 6",
    ] {
        let issues = Kind::Calendar.explain(&[text], Some(&draft));
        assert_eq!(
            (issues[0].code.name(), &*issues[0].path.pointer()),
            ("day_range", "/openHours/1/daysOfTheWeek/1"),
            "{text}"
        );
    }
    let alone = Kind::Calendar.explain(
        &["each value in daysOfTheWeek must not be greater than 6"],
        None,
    );
    assert_eq!(
        (alone[0].code.name(), &*alone[0].path.pointer()),
        ("service_says", "/openHours")
    );
}

/// Drafts, texts about them, and the code, the place and the fix of each.
#[test]
fn texts_are_linked_to_the_members_that_the_draft_has_under_other_names() {
    let url = "https://example.com/t";
    for (draft, text, expected, fix) in [
        (
            json!({ "appoinmentPerSlot": "4" }),
            "appointmentPerSlot must be a number",
            "wrong_type /appoinmentPerSlot",
            "Write 4",
        ),
        (
            json!({ "appoinmentPerSlot": "4" }),
            "appointmentPerSlot must be an integer",
            "wrong_type /appoinmentPerSlot",
            "Write 4",
        ),
        (
            json!({ "formSubmitRedirectUrl": url }),
            "formSubmitRedirectURL must be a string",
            "misspelled_member /formSubmitRedirectUrl",
            "Rename to formSubmitRedirectURL",
        ),
        (
            json!({ "lookBusyConfig": { "enabled": true, "lookBusyPercentage": 5 } }),
            "lookBusyConfig.LookBusyPercentage should not be null or undefined",
            "misspelled_member /lookBusyConfig/lookBusyPercentage",
            "Rename to LookBusyPercentage",
        ),
        (
            json!({ "slotDuraton": 30 }),
            "slotDuration must be a number conforming to the specified constraints",
            "misspelled_member /slotDuraton",
            "Rename to slotDuration",
        ),
        (
            json!({ "openHours": [{ "daysOfTheWeek": ["1"], "hours": [] }] }),
            "each value in openHours.0.daysOfTheWeek must be a number",
            "wrong_type /openHours/0/daysOfTheWeek/0",
            "Write 1",
        ),
        (
            json!({ "autoConfirm": "true" }),
            "autoConfirm must be a boolean",
            "wrong_type /autoConfirm",
            "Write true",
        ),
        // The name in the text is the name that was sent.
        (
            json!({ "appoinmentPerSlot": 4 }),
            "property appointmentPerSlot should not exist",
            "other_body /appointmentPerSlot",
            "",
        ),
        (
            json!({ "name": "a", "slotDuraton": 30 }),
            "name must be a string",
            "other_body /name",
            "",
        ),
    ] {
        let [issue] = &Kind::Calendar.explain(&[text], Some(&draft))[..] else {
            panic!("{text}")
        };
        let title = issue
            .fix
            .as_ref()
            .map_or_else(String::new, |fix| fix.title.to_string());
        assert_eq!(
            (&*told(std::slice::from_ref(issue))[0], &*title),
            (expected, fix),
            "{text}"
        );
    }
    let alone = Kind::Calendar.explain(
        &["each value in openHours.0.daysOfTheWeek must be a number"],
        None,
    );
    assert_eq!(told(&alone), ["wrong_type /openHours/0/daysOfTheWeek"]);
}

#[test]
fn texts_that_are_joined_are_several() {
    let draft = json!({ "slug": 5, "name": "", "widgetType": "new" });
    let values = "widgetType must be one of the following values: default, classic";
    for (joined, expected) in [
        (
            "slug must be a string, name should not be empty".to_owned(),
            &["wrong_type /slug", "blank /name"][..],
        ),
        (
            "slug must be a string,name should not be empty".to_owned(),
            &["wrong_type /slug", "blank /name"],
        ),
        (
            "slug must be a string; name should not be empty".to_owned(),
            &["wrong_type /slug", "blank /name"],
        ),
        (
            "slug must be a string\nname should not be empty".to_owned(),
            &["wrong_type /slug", "blank /name"],
        ),
        (values.to_owned(), &["unknown_value /widgetType"]),
        (
            format!("{values}, slug must be a string"),
            &["unknown_value /widgetType", "wrong_type /slug"],
        ),
        (
            format!("slug must be a string, {values}"),
            &["wrong_type /slug", "unknown_value /widgetType"],
        ),
        // Other words keep their commas.
        (
            "Sorry, slug must be a string".to_owned(),
            &["service_says "],
        ),
        (
            "slug must be a string, and shorter".to_owned(),
            &["service_says /slug"],
        ),
        (",".to_owned(), &["service_says "]),
    ] {
        assert_eq!(
            told(&Kind::Calendar.explain(&[&*joined], Some(&draft))),
            expected,
            "{joined:?}"
        );
        let refusal = refused(
            Kind::Calendar,
            422,
            &json!({ "statusCode": 422, "message": joined }),
        );
        assert_eq!(refusal.texts.len(), expected.len(), "{joined:?}");
        assert_eq!(refusal.issues.len(), refusal.texts.len());
    }
}

/// Joined texts that have commas of their own.
#[test]
fn joined_texts_may_hold_an_expression_and_choices() {
    let draft = json!({ "slug": "A,b", "name": 5, "widgetType": "new" });
    let expression = r"slug must match /^[a-z]{1,9}, (\d,;)+$/ regular expression";
    let values = "widgetType must be one of the following values: default, classic";
    let name = "name must be a string";
    for texts in [
        vec![expression, name],
        vec![name, expression],
        vec![values, expression, name],
        vec![name, values, expression],
    ] {
        let joined = texts.join(", ");
        let refusal = refused(
            Kind::Calendar,
            422,
            &json!({ "statusCode": 422, "message": joined }),
        );
        assert_eq!(refusal.texts, texts);
        let issues = Kind::Calendar.explain(&[&*joined], Some(&draft));
        let of_text = |text: &&str| match &text[..2] {
            "sl" => "service_says /slug",
            "na" => "wrong_type /name",
            _ => "unknown_value /widgetType",
        };
        assert_eq!(
            told(&issues),
            texts.iter().map(of_text).collect::<Vec<_>>(),
            "{joined}"
        );
    }
    let odd = format!("{name}, slug must match {}", "é".repeat(1000));
    assert_eq!(
        refused(Kind::Calendar, 422, &json!({ "message": odd })).texts,
        [&*odd]
    );
}

/// An object with the texts of each field, as frameworks give it.
#[test]
fn texts_by_field_are_read_at_their_fields() {
    let of_fields = json!({
        "slug": ["slug must be a string", "Taken, sorry"],
        "teamMembers.0.userId": ["should not be empty"],
        "somewhere": ["is odd"],
    });
    for body in [
        json!({ "statusCode": 422, "message": of_fields }),
        json!({ "message": "The given data was invalid.", "errors": of_fields }),
    ] {
        let refusal = refused(Kind::Calendar, 422, &body);
        assert_eq!(
            refusal.texts,
            [
                "slug must be a string",
                "slug: Taken, sorry",
                "teamMembers.0.userId should not be empty",
                "somewhere: is odd"
            ]
        );
        assert_eq!(
            told(&refusal.issues),
            [
                "wrong_type /slug",
                "service_says /slug",
                "empty_text /teamMembers/0/userId",
                "service_says "
            ]
        );
    }
    for message in [
        json!({ "slug": "x" }),
        json!({ "mine": ["x"] }),
        json!({ "slug": [] }),
        json!({ "slug": [1] }),
        json!({}),
    ] {
        let refusal = refused(Kind::Calendar, 422, &json!({ "message": message }));
        assert_eq!(
            refusal.texts,
            [message.to_string()],
            "another object is kept as it is"
        );
    }
}

/// The service has refused it, or the caller says that it does.
#[test]
fn no_message_says_that_the_service_may_refuse_what_it_refused() {
    let texts = [
        "property timezone should not exist",
        "openHours.0.must be a valid day of week",
        "notes should not be empty",
        "openHours.0.hours.0.closeHour must not be greater than 23",
        "widgetType must be one of the following values: default, classic",
    ];
    let hours = json!({ "openHour": 9, "openMinute": 0, "closeHour": 24, "closeMinute": 0 });
    let draft = json!({ "timezone": "UTC", "notes": "", "openHours": [{ "daysOfTheWeek": [1, 2], "hours": [hours] }] });
    let options = calendiff::ValidateOptions::from(Profile::Service);
    let mut found = Kind::Calendar.validate(&draft, &options).unwrap().issues;
    found.extend(
        Kind::Location
            .validate(json!({ "city": "" }), &options)
            .unwrap()
            .issues,
    );
    for issue in [
        Kind::Calendar.explain(&texts, Some(&draft)),
        Kind::Calendar.explain(&texts, None),
        found,
    ]
    .concat()
    {
        for text in [issue.message(), issue.detail()] {
            assert!(
                !text.contains("may refuse") && !text.contains("another value is"),
                "{text}"
            );
        }
    }
    let [.., values] = &Kind::Calendar.explain(&texts, None)[..] else {
        panic!()
    };
    assert_eq!(
        values.message(),
        "This value is not a known choice. Known choices: default, classic."
    );
}

/// Statuses and texts, the reason, and whether the request may be sent again.
#[test]
fn each_refusal_has_a_reason_and_says_whether_to_retry() {
    let scope = "The token is not authorized for this scope.";
    let location = "The token does not have access to this location.";
    for (status, text, reason, retry) in [
        (400, "Bad Request", RefusalReason::BadRequest, false),
        (
            401,
            "Invalid token: access token is invalid",
            RefusalReason::Unauthorized,
            false,
        ),
        (401, scope, RefusalReason::ScopeMissing, false),
        (403, scope, RefusalReason::ScopeMissing, false),
        (403, location, RefusalReason::Forbidden, false),
        (404, "Not Found", RefusalReason::NotFound, false),
        (402, "Payment Required", RefusalReason::NotAccepted, false),
        (405, "Method Not Allowed", RefusalReason::NotAccepted, false),
        (408, "Request Timeout", RefusalReason::Server, true),
        (409, "Conflict", RefusalReason::BadRequest, false),
        (413, "Payload Too Large", RefusalReason::BadRequest, false),
        (425, "Too Early", RefusalReason::Server, true),
        (451, "Not here", RefusalReason::NotAccepted, false),
        (
            422,
            "slug must be a string",
            RefusalReason::Unprocessable,
            false,
        ),
        (429, "Too Many Requests", RefusalReason::RateLimited, true),
        (500, "Internal Server Error", RefusalReason::Server, true),
        (503, "", RefusalReason::Server, true),
        (204, "", RefusalReason::NoRecord, false),
    ] {
        let body = json!({ "statusCode": status, "message": text }).to_string();
        let body = if text.is_empty() { "" } else { &body };
        let refusal = Kind::Calendar
            .response(status, None, body)
            .result
            .unwrap_err();
        assert_eq!(
            (refusal.reason, refusal.retry),
            (reason, retry),
            "{status} {text}"
        );
        assert_eq!(
            refusal.reason.name().parse::<RefusalReason>().unwrap(),
            reason
        );
        assert!(
            refusal
                .issues
                .iter()
                .all(|issue| issue.severity == reason.severity()),
            "{status}"
        );
        // The status of the body counts where the answer has none, or is called a success.
        for whole in [0, 200] {
            let of_body = Kind::Calendar
                .response(whole, None, body)
                .result
                .unwrap_err();
            if !body.is_empty() {
                assert_eq!(
                    (of_body.reason, of_body.retry),
                    (reason, retry),
                    "{status} {text}"
                );
            }
        }
        let mut form = Kind::Calendar
            .form(json!({ "slug": "a" }), Profile::Specification)
            .unwrap();
        form.refused(&refusal);
        let is_about_body = matches!(status, 400 | 409 | 413);
        assert_eq!(
            form.issues().len(),
            usize::from(refusal.reason.is_about_body()),
            "{status} {text}"
        );
        assert_eq!(
            form.is_ok(),
            !is_about_body,
            "{status} {text}: the draft of a slug has no error"
        );
    }
}

/// Answers that are not JSON, the code and the place of the error, and the texts that are read all the same.
#[test]
fn an_answer_that_is_not_json_keeps_its_reason() {
    let latin = b"{\"message\":[\"slug must be a string\"],\"error\":\"d\xe9sol\xe9\"}";
    for (body, code, at, texts) in [
        (
            &b"{\"message\": \"slug must\nbe a string\"}"[..],
            "json_syntax",
            (1, 23),
            &[][..],
        ),
        (
            "\u{feff}{\"message\":[\"slug must be a string\"]}".as_bytes(),
            "json_bom",
            (1, 1),
            &["slug must be a string"],
        ),
        (latin, "json_utf8", (1, 48), &["slug must be a string"]),
        (b"<h1>Bad Gateway</h1>", "json_syntax", (1, 1), &[]),
        (
            b"{\"message\":\"a\",\"message\":\"b\"}",
            "json_duplicate",
            (1, 16),
            &[],
        ),
    ] {
        let refusal = Kind::Calendar
            .response(422, Some("text/plain"), body)
            .result
            .unwrap_err();
        let not_json = refusal.not_json.unwrap();
        assert_eq!(
            (&*not_json.code, not_json.line.zip(not_json.column)),
            (code, Some(at)),
            "{}",
            not_json.message
        );
        assert_eq!(refusal.texts, texts);
        let message = refusal.issues[0].message();
        let is_told = body.starts_with(b"{") && texts.is_empty();
        assert_eq!(message.contains(code), is_told, "{message}");
        assert_eq!(refusal.reason, RefusalReason::Unprocessable);
    }
    for body in [
        "\u{feff}{\"calendar\":{\"name\":\"a\"}}",
        "{\"calendar\":{\"name\":\"a\"}}",
    ] {
        assert_eq!(
            Kind::Calendar
                .response(200, None, body)
                .result
                .unwrap()
                .value,
            json!({ "name": "a" })
        );
    }
    assert_eq!(refused(Kind::Calendar, 422, &json!({})).not_json, None);
}

/// The service's own list of values counts where ours is another one.
#[test]
fn a_list_of_values_is_kept_where_our_finding_contradicts_it() {
    let text = "locationConfigurations.0.kind must be one of the following values: ";
    let message = |kind: &str, values: &str| {
        let draft = json!({ "locationConfigurations": [{ "kind": kind }] });
        let [issue] = &Kind::Calendar.explain(&[format!("{text}{values}")], Some(&draft))[..]
        else {
            panic!("{kind}")
        };
        (issue.code.name(), issue.message())
    };
    let listed = |kind: &str| {
        (
            "unknown_value",
            format!("{kind} is not a known choice. Known choices: custom."),
        )
    };
    assert_eq!(message("zoom", "custom"), listed("zoom"));
    assert_eq!(message("moon", "custom"), listed("moon"));
    let (code, meant) = message("zoom", "custom, zoom_conference");
    assert_eq!(
        (code, meant.ends_with("Did you mean zoom_conference?")),
        ("misspelled_value", true),
        "{meant}"
    );
}

/// A text is an error only if the draft has the fault that the text names.
#[test]
fn a_text_that_the_draft_gives_no_cause_for_is_about_another_body() {
    let draft = json!({
        "slotDuration": 30, "name": "Intro", "widgetType": "classic", "autoConfirm": true, "slotBuffer": 0.5,
        "teamMembers": [{ "userId": "u", "priority": 1 }], "alertEmail": "a@example.com", "notes": null,
        "openHours": [{ "daysOfWeek": [1, 9], "hours": [] }],
    });
    let said = [
        (
            "slotDuration must be a positive number",
            "other_body /slotDuration",
        ),
        (
            "slotDuration must not be less than 60",
            "too_small /slotDuration",
        ),
        (
            "slotDuration must not be less than 30",
            "other_body /slotDuration",
        ),
        (
            "slotDuration must not be greater than 20",
            "too_large /slotDuration",
        ),
        (
            "slotDuration must be a number conforming to the specified constraints",
            "other_body /slotDuration",
        ),
        (
            "slotBuffer must be an integer number",
            "not_integer /slotBuffer",
        ),
        ("property nmae should not exist", "other_body /nmae"),
        ("name should not be empty", "other_body /name"),
        ("name must be a string", "other_body /name"),
        ("notes must be a string", "wrong_type /notes"),
        ("description must be a string", "other_body /description"),
        ("preBuffer must not be less than 0", "other_body /preBuffer"),
        (
            "widgetSlug must match /^[a-z]+$/ regular expression",
            "other_body /widgetSlug",
        ),
        (
            "openHours.3.must be a valid day of week",
            "other_body /openHours/3/daysOfTheWeek",
        ),
        ("Calendar slug is already taken", "other_body /slug"),
        (
            "teamMembers.1.userId must be a string",
            "other_body /teamMembers/1/userId",
        ),
        (
            "teamMembers.0.locationConfigurations must be an array",
            "other_body /teamMembers/0/locationConfigurations",
        ),
        (
            "openHours.0.hours must be an array",
            "other_body /openHours/0/hours",
        ),
        // The draft has no such team member, and no such object.
        (
            "teamMembers.1.userId should not be null or undefined",
            "other_body /teamMembers/1/userId",
        ),
        (
            "recurring.freq should not be empty",
            "other_body /recurring/freq",
        ),
        // A required member is missed, and so is one that the text says is missing.
        (
            "lookBusyConfig should not be null or undefined",
            "missing_member /lookBusyConfig",
        ),
        ("slug should not be empty", "empty_text /slug"),
        (
            "autoConfirm must be a boolean value",
            "other_body /autoConfirm",
        ),
        (
            "widgetType must be one of the following values: default, classic",
            "other_body /widgetType",
        ),
        (
            "widgetType must be one of the following values: default, new",
            "unknown_value /widgetType",
        ),
        (
            "teamMembers must contain at least 1 elements",
            "other_body /teamMembers",
        ),
        (
            "teamMembers must contain at least 2 elements",
            "team_empty /teamMembers",
        ),
        ("alertEmail must be an email", "service_says /alertEmail"),
        (
            "openHours.0.must be a valid day of week",
            "day_range /openHours/0/daysOfWeek/1",
        ),
    ];
    for (text, expected) in said {
        let issues = Kind::Calendar.explain(&[text], Some(&draft));
        assert_eq!(told(&issues), [expected], "{text}");
        let is_other = issues[0].code == Code::OtherBody;
        assert_eq!(
            issues[0].severity,
            if is_other {
                Severity::Warning
            } else {
                Severity::Error
            },
            "{text}"
        );
    }
}

/// A refusal that arrives after the field was corrected is a warning there.
#[test]
fn a_form_takes_a_refusal_of_another_body_as_a_warning() {
    let mut form = Kind::Calendar
        .form(json!({ "slotDuration": 30 }), Profile::Specification)
        .unwrap();
    let body = json!({ "statusCode": 422, "message": ["slotDuration must be a positive number"] })
        .to_string();
    let refusal = Kind::Calendar
        .response(422, None, &body)
        .result
        .unwrap_err();
    form.refused(&refusal);
    let issues: Vec<_> = form.issues().map(|issue| issue.code).collect();
    assert!(issues.contains(&Code::OtherBody), "{issues:?}");
    assert!(form.is_ok());
    form.set(&"/slotDuration".parse().unwrap(), 45).unwrap();
    assert!(form.issues().all(|issue| issue.code != Code::OtherBody));
}

/// An integer that 64 bits do not hold, where no update sends it.
#[test]
fn digits_that_no_update_sends_keep_no_answer_from_being_read() {
    const DIGITS: &str = "123456789012345678901";
    for (record, pointer) in [
        (
            format!(r#"{{ "id": "a", "revision": {DIGITS} }}"#),
            "/revision",
        ),
        (format!(r#"{{ "id": {DIGITS}, "name": "n" }}"#), "/id"),
        (
            format!(r#"{{ "name": "n", "mine": [{{ "deep": -{DIGITS} }}] }}"#),
            "/mine/0/deep",
        ),
        (
            format!(r#"{{ "teamMembers": [{{ "userId": "u", "zoomOauthId": {DIGITS} }}] }}"#),
            "/teamMembers/0/zoomOauthId",
        ),
        (
            format!(r#"{{ "teamMembers": {{ "0": {{ "userId": "u", "mine": {DIGITS} }} }} }}"#),
            "/teamMembers/0/mine",
        ),
    ] {
        let text = format!(r#"{{ "calendar": {record}, "traceId": {DIGITS} }}"#);
        let stored = Kind::Calendar.response(200, None, &text).result.unwrap();
        assert_eq!(stored, Kind::Calendar.read_text(&text).unwrap());
        let notes: Vec<&Issue> = stored
            .issues
            .iter()
            .filter(|issue| issue.code == Code::ReadInteger)
            .collect();
        assert_eq!(
            (notes.len(), notes[0].path.pointer()),
            (1, pointer.to_owned())
        );
        let kept = stored.value.to_value();
        let kept = kept
            .pointer(pointer)
            .unwrap_or_else(|| panic!("{kept}"))
            .as_str()
            .unwrap();
        assert_eq!(kept.trim_start_matches('-'), DIGITS);
        let body = Kind::Calendar
            .body(&stored.value, json!({}), calendiff::Mode::Full)
            .unwrap();
        assert!(!body.value.to_string().contains(DIGITS), "{}", body.value);
    }
}

#[test]
fn digits_that_an_update_would_send_are_an_error() {
    const DIGITS: &str = "123456789012345678901";
    for record in [
        format!(r#"{{ "slotDuration": {DIGITS} }}"#),
        format!(r#"{{ "name": {DIGITS} }}"#),
        format!(r#"{{ "appointmentPerSlot": {DIGITS} }}"#),
        format!(r#"{{ "teamMembers": [{{ "userId": {DIGITS} }}] }}"#),
        format!(r#"{{ "availabilities": {{ "0": {{ "date": {DIGITS} }} }} }}"#),
        format!(r#"{{ "openHours": [{{ "daysOfTheWeek": [{DIGITS}], "hours": [] }}] }}"#),
    ] {
        let text = format!(r#"{{ "calendar": {record} }}"#);
        assert_eq!(
            Kind::Calendar.read_text(&text).unwrap_err().code(),
            "json_integer",
            "{text}"
        );
        let refusal = Kind::Calendar
            .response(200, None, &text)
            .result
            .unwrap_err();
        assert!(
            refusal.issues[0].message().contains("json_integer"),
            "{}",
            refusal.issues[0]
        );
    }
}
