//! The sandbox: each status, what an update leaves behind, and that `explain` reads back what it says.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]
#![cfg_attr(
    feature = "proptest",
    expect(
        clippy::print_stdout,
        reason = "how many texts came back is worth reading"
    )
)]

use calendiff::{
    Kind, Profile, RefusalReason, RequestOptions, Sandbox, SandboxFault, SandboxReply,
    SandboxRequest,
};
use serde_json::{Value, json};

fn service() -> Sandbox<'static> {
    Sandbox::from(Profile::Service).token("t")
}

fn state() -> Value {
    let monday = json!({ "openHour": 9, "openMinute": 0, "closeHour": 17, "closeMinute": 0 });
    json!({
        "calendars": {
            "a/b": {
                "id": "a/b", "locationId": "l", "calendarType": "round_robin", "name": "Consultation", "slotDuration": 60,
                "eventColor": "#ff0000", "slug": "consultation",
                "teamMembers": [{ "userId": "u1", "priority": 1 }, { "userId": "u2", "priority": 1 }],
                "availabilities": [{ "date": "2026-12-24T00:00:00.000Z", "hours": [monday], "id": "d1", "deleted": false }],
            },
            "other": { "id": "other", "slug": "taken" },
        },
        "locations": { "l": { "id": "l", "name": "Rose Lane", "locationId": "l" } },
    })
}

fn call<'a>(method: &'a str, url: &'a str, version: &'a str, body: &'a [u8]) -> SandboxRequest<'a> {
    SandboxRequest::new(method, url)
        .authorization("Bearer t")
        .version(version)
        .body(body)
}

fn answer(sandbox: Sandbox<'_>, call: &SandboxRequest<'_>) -> (Value, SandboxReply, Value) {
    let (state, reply) = sandbox.answer(state(), call);
    let body = serde_json::from_str(&reply.body).unwrap();
    (state, reply, body)
}

const CALENDAR: &str = "/api/calendars/a%2Fb";

#[test]
fn a_fault_takes_the_place_of_the_answer() {
    let put = call("PUT", CALENDAR, "2021-04-15", br#"{"slotDuration":45}"#);
    for (fault, status, content_type, reason) in [
        ("401", 401, "application/json", RefusalReason::Unauthorized),
        ("429", 429, "application/json", RefusalReason::RateLimited),
        ("500", 500, "text/html", RefusalReason::Server),
        ("502", 502, "text/html", RefusalReason::Server),
        ("503", 503, "text/html", RefusalReason::Server),
        ("504", 504, "text/html", RefusalReason::Server),
        ("html", 200, "text/html", RefusalReason::NotJson),
        ("silence", 0, "text/html", RefusalReason::Other),
    ] {
        let fault: SandboxFault = fault.parse().unwrap();
        let (after, reply) = service().fault(fault).answer(state(), &put);
        assert_eq!((reply.status, reply.content_type), (status, content_type));
        assert_eq!(reply.retry_after.is_some(), status == 429);
        // Nobody knows if an update without an answer was made.
        let is_made = fault == SandboxFault::Silence;
        assert_eq!(
            after["calendars"]["a/b"]["slotDuration"],
            if is_made { 45 } else { 60 }
        );
        let refusal = Kind::Calendar
            .response(reply.status, Some(reply.content_type), &reply.body)
            .result
            .unwrap_err();
        assert_eq!(refusal.reason, reason);
        // The next answer is as ever.
        assert_eq!(service().answer(state(), &put).1.status, 200);
    }
    let unknown = "418".parse::<SandboxFault>().unwrap_err();
    assert_eq!(
        unknown.to_string(),
        "fault: expected 401, 429, 500, 502, 503, 504, html or silence, found 418"
    );
}

#[test]
fn each_refusal_has_its_status_and_leaves_the_state_as_it_was() {
    let put = |body| call("PUT", CALENDAR, "2021-04-15", body);
    let large = vec![b' '; 16 * 1024 * 1024 + 1];
    let without = |authorization, version| put(b"{}").authorization(authorization).version(version);
    let bearer = Some("Bearer t");
    let cases = [
        (
            without(None, Some("2021-04-15")),
            401,
            "Invalid token: access token is invalid",
        ),
        (
            without(Some("Bearer "), Some("2021-04-15")),
            401,
            "Invalid token",
        ),
        (
            without(Some("Bearer other"), Some("2021-04-15")),
            401,
            "Invalid token",
        ),
        (
            without(Some("Basic t"), Some("2021-04-15")),
            401,
            "Invalid token",
        ),
        (without(bearer, None), 401, "version header was not found."),
        (
            without(bearer, Some("2021-07-28")),
            401,
            "version header is invalid",
        ),
        (put(b""), 400, "expected a value"),
        (put(b"{"), 400, "line 1"),
        (
            put(b"[]"),
            400,
            "expected a calendar as a JSON object, found array",
        ),
        (put(b"\"x\""), 400, "found text"),
        (put(b"\xff"), 400, "UTF-8"),
        (put(&large), 413, "too large"),
        (
            put(br#"{"slug":"taken"}"#),
            400,
            "Calendar slug is already taken",
        ),
        (put(br#"{"id":"a/b"}"#), 422, "property id should not exist"),
        (
            put(br#"{"calendar":{"slotDuration":0}}"#),
            422,
            r#"["property calendar should not exist"]"#,
        ),
        (
            put(br#"{"openHours":[{"daysOfTheWeek":[1,2],"hours":[]}]}"#),
            422,
            "openHours.0.must be a valid day of week",
        ),
        (
            call("PUT", "/api/calendars/none", "2021-04-15", b"{}"),
            400,
            "no calendar has the id none",
        ),
        (
            call("POST", CALENDAR, "2021-04-15", b""),
            404,
            "Cannot POST",
        ),
        (
            call("GET", "/api/calendars/none", "2021-04-15", b""),
            400,
            "no calendar has the id none",
        ),
        (
            call("GET", CALENDAR, "2021-07-28", b""),
            401,
            "version header is invalid",
        ),
        (
            call("GET", "/api/users/a", "2021-04-15", b""),
            404,
            "Cannot GET",
        ),
        (
            call("PUT", "/api/calendars/", "2021-04-15", b"{}"),
            404,
            "Cannot PUT",
        ),
        (
            call("PUT", "/api/calendars/a/b", "2021-04-15", b"{}"),
            404,
            "Cannot PUT",
        ),
        (
            call("PUT", "/api/calendars/%ff", "2021-04-15", b"{}"),
            404,
            "Cannot PUT",
        ),
        (
            call("PUT", "/api/users/a", "2021-04-15", b"{}"),
            404,
            "Cannot PUT",
        ),
        (
            call("PUT", "/locations/l", "2021-07-28", b"{}"),
            404,
            "Cannot PUT",
        ),
    ];
    for (call, status, said) in cases {
        let (after, reply, body) = answer(service(), &call);
        assert_eq!(reply.status, status, "{reply:?}");
        assert_eq!(reply.content_type, "application/json");
        assert!(
            body["message"].to_string().contains(said),
            "{said}: {reply:?}"
        );
        assert_eq!(body["statusCode"], status);
        assert_eq!(after, state());
    }
}

#[test]
fn an_update_answers_with_the_whole_record_in_its_envelope_at_both_addresses() {
    let (after, reply, body) = answer(
        Sandbox::default(),
        &call("PUT", CALENDAR, "2021-04-15", br#"{"name":"First visit"}"#),
    );
    assert_eq!((reply.status, reply.content_type), (200, "text/plain"));
    // Without the profile, nothing but what was sent moves; and as the specification has it, special dates come without ids.
    let mut expected = state();
    expected["calendars"]["a/b"]["name"] = "First visit".into();
    assert_eq!(after, expected);
    let mut record = expected["calendars"]["a/b"].take();
    record["availabilities"][0]
        .as_object_mut()
        .unwrap()
        .remove("id");
    assert_eq!(body, json!({ "calendar": record }));

    let urls = [
        "/api/locations/l",
        "/businesses/l",
        "http://127.0.0.1:1/businesses/l?x=y",
    ];
    for url in urls {
        let (after, reply, body) = answer(
            service(),
            &call("PUT", url, "2021-07-28", br#"{"city":"Bath"}"#),
        );
        let record = json!({ "id": "l", "name": "Rose Lane", "locationId": "l", "city": "Bath" });
        assert_eq!(
            (reply.status, body),
            (200, json!({ "success": true, "buiseness": record }))
        );
        assert_eq!(after["locations"]["l"], record);
    }
}

#[test]
fn a_record_that_is_stored_in_its_envelope_is_answered_in_one() {
    let bare = json!({ "id": "a", "name": "Visit" });
    let state = json!({ "calendars": { "a": { "calendar": bare } }, "locations": { "a": { "buiseness": bare } } });
    for (url, version) in [
        ("/api/calendars/a", "2021-04-15"),
        ("/api/locations/a", "2021-07-28"),
    ] {
        for method in ["GET", "PUT"] {
            let (_, reply) =
                Sandbox::default().answer(state.clone(), &call(method, url, version, b"{}"));
            let body: Value = serde_json::from_str(&reply.body).unwrap();
            assert_eq!(
                (
                    reply.status,
                    body.get("calendar").or_else(|| body.get("buiseness"))
                ),
                (200, Some(&bare))
            );
        }
    }
}

#[test]
fn an_id_under_two_names_is_answered_under_both() {
    let date = json!({ "date": "2026-12-24T00:00:00.000Z", "hours": [], "deleted": false, "id": "a", "_id": "b" });
    let record = json!({ "id": "a", "availabilities": [date] });
    let state = json!({ "calendars": { "a": record } });
    for sandbox in [Sandbox::default(), service()] {
        let (_, reply) = sandbox.answer(
            state.clone(),
            &call("GET", "/api/calendars/a", "2021-04-15", b""),
        );
        assert_eq!(reply.body, json!({ "calendar": record }).to_string());
    }
}

#[test]
fn a_misspelled_name_is_no_member() {
    let sandbox = Sandbox::default();
    let (after, reply, _) = answer(
        sandbox,
        &call(
            "PUT",
            CALENDAR,
            "2021-04-15",
            br#"{"appointmentPerSlot":2}"#,
        ),
    );
    let mut expected = state();
    expected["calendars"]["a/b"]["appointmentPerSlot"] = 2.into();
    assert_eq!((reply.status, after), (200, expected));
}

/// A client reads the record, edits it, sends it, and reads what it sent.
#[test]
fn a_record_is_read_in_its_envelope_and_stays_as_it_is() {
    let (after, reply, body) = answer(service(), &call("GET", CALENDAR, "2021-04-15", b""));
    assert_eq!((reply.status, after), (200, state()));
    let read = calendiff::Kind::Calendar
        .response(reply.status, Some(reply.content_type), &reply.body)
        .result
        .unwrap();
    assert_eq!(
        calendiff::Kind::Calendar.read(&body).unwrap().value,
        read.value
    );
    let (after, ..) = answer(
        service(),
        &call("PUT", CALENDAR, "2021-04-15", br#"{"name":"First visit"}"#),
    );
    let sandbox = service();
    let (_, reply) = sandbox.answer(after, &call("GET", CALENDAR, "2021-04-15", b""));
    assert!(reply.body.contains("First visit"), "{}", reply.body);
}

#[test]
fn under_the_services_profile_it_does_as_is_reported() {
    let day = json!({ "openHour": 9, "openMinute": 0, "closeHour": 12, "closeMinute": 0 });
    let sent = json!({
        "name": "First visit",
        "teamMembers": [{ "userId": "u2" }, { "userId": "u3" }],
        "availabilities": [
            { "date": "2026-12-24T00:00:00.000Z", "hours": [], "id": "d1", "deleted": true },
            { "date": "2026-12-31T00:00:00.000Z", "hours": [day] },
        ],
    });
    let (after, reply, body) = answer(
        service(),
        &call("PUT", CALENDAR, "2021-04-15", sent.to_string().as_bytes()),
    );
    assert_eq!(reply.status, 200, "{reply:?}");
    let record = &after["calendars"]["a/b"];
    // Omitted members with a default fall back to it, others stay.
    assert_eq!(
        [
            &record["slotDuration"],
            &record["eventColor"],
            &record["widgetType"],
            &record["slug"],
            &record["calendarType"]
        ],
        [
            &json!(30),
            &json!("#039be5"),
            &json!("classic"),
            &json!("consultation"),
            &json!("round_robin")
        ]
    );
    let users: Vec<&Value> = record["teamMembers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|member| &member["userId"])
        .collect();
    assert_eq!(users, ["u2", "u3"]);
    assert_eq!(record["teamMembers"][1]["priority"], 0.5);
    assert_eq!(record["availabilities"].as_array().unwrap().len(), 1);
    assert_eq!(record["availabilities"][0]["deleted"], false);
    let id = record["availabilities"][0]["id"].as_str().unwrap();
    assert!(!id.is_empty());
    assert_eq!(body["calendar"]["availabilities"][0]["_id"], id);
    // What was reset is what verify says has moved.
    let verified = Kind::Calendar
        .verify(&state()["calendars"]["a/b"], &sent, &body)
        .unwrap();
    assert!(
        verified.not_applied.is_empty(),
        "{:?}",
        verified.not_applied
    );
    assert!(
        verified
            .unexpected
            .iter()
            .any(|change| change.words == "slot duration 30, was 60"),
        "{:?}",
        verified.unexpected
    );
}

#[test]
fn any_state_and_any_request_get_an_answer() {
    for state in [
        json!(null),
        json!([]),
        json!({ "calendars": [] }),
        json!({ "calendars": { "a/b": 7 } }),
        json!({ "calendars": { "a/b": [] } }),
    ] {
        let (after, reply) =
            service().answer(state.clone(), &call("PUT", CALENDAR, "2021-04-15", b"{}"));
        assert_eq!((after, reply.status), (state, 400));
    }
    for url in [
        "",
        "/",
        "http://",
        "http://a",
        "://",
        "%",
        "/api/calendars/%",
        "/api/calendars/%4",
        "/api/calendars/%zz",
        "\0",
        "ü",
    ] {
        assert_eq!(
            answer(service(), &call("PUT", url, "", b"")).1.status,
            404,
            "{url:?}"
        );
    }
    let debug = format!("{:?}", service());
    assert!(!debug.contains("\"t\""), "{debug}");
}

/// What a request that we make is, the sandbox takes.
#[test]
fn our_requests_are_taken_and_our_response_reads_the_answer() {
    let to = RequestOptions::new("http://sandbox", "a/b", "t");
    let request = Kind::Calendar
        .request(json!({ "slotDuration": 45 }), &to)
        .unwrap();
    let (_, reply) = service().answer(state(), &SandboxRequest::from(&request));
    let stored = Kind::Calendar
        .response(reply.status, Some(reply.content_type), &reply.body)
        .result
        .unwrap();
    assert_eq!(stored.value.to_value()["slotDuration"], 45);
    assert_eq!(stored.value.to_value()["availabilities"][0]["id"], "d1");
}

#[cfg(feature = "proptest")]
mod faulty {
    use calendiff::json::{Path, Segment};
    use calendiff::{Issue, Severity, ValidateOptions, strategies};
    use proptest::prelude::*;
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;

    use super::*;

    /// A draft with values put where they do not belong, at any depth.
    fn faulty(kind: Kind) -> impl Strategy<Value = Value> {
        let wrong = prop_oneof![
            Just(json!(null)),
            Just(json!("")),
            Just(json!("30")),
            Just(json!("#abc")),
            Just(json!("desk@")),
            Just(json!(-1)),
            Just(json!(1.5)),
            Just(json!(99)),
            Just(json!([])),
            Just(json!([7, null])),
            Just(json!({ "odd name.": 1 })),
            Just(json!(true)),
        ];
        let faults = proptest::collection::vec(
            (
                any::<prop::sample::Index>(),
                any::<prop::sample::Index>(),
                wrong,
            ),
            1..8,
        );
        let unknown = prop_oneof![Just(None), "[a-zA-Z .]{0,12}".prop_map(Some)];
        (strategies::draft(kind), faults, unknown).prop_map(move |(mut draft, faults, unknown)| {
            for (member, deeper, wrong) in faults {
                let rows = kind.table().members;
                let name = rows[member.index(rows.len())].name;
                let inside = draft
                    .get_mut(name)
                    .and_then(|member| deepest(member, deeper));
                match inside {
                    Some(inside) => *inside = wrong,
                    None => draft[name] = wrong,
                }
            }
            if let Some(name) = unknown {
                draft[&name] = json!(1);
            }
            draft
        })
    }

    /// A value somewhere inside another.
    fn deepest(value: &mut Value, choice: prop::sample::Index) -> Option<&mut Value> {
        match value {
            Value::Array(items) if !items.is_empty() => {
                let at = choice.index(items.len());
                let item = &mut items[at];
                if item.is_object() || item.is_array() {
                    deepest(item, choice)
                } else {
                    Some(item)
                }
            }
            Value::Object(members) if !members.is_empty() => {
                let at = choice.index(members.len());
                let member = members.values_mut().nth(at)?;
                if member.is_array() && choice.index(2) == 1 {
                    deepest(member, choice)
                } else {
                    Some(member)
                }
            }
            _ => None,
        }
    }

    fn errors(kind: Kind, draft: &Value, profile: Profile) -> Vec<Issue> {
        let report = kind
            .validate(draft, &ValidateOptions::from(profile))
            .unwrap();
        report
            .issues
            .into_iter()
            .filter(|issue| issue.severity == Severity::Error)
            .collect()
    }

    /// The field of a place: what is about an item of an array, class-validator says of the array.
    fn field(path: &Path) -> Path {
        let mut field = path.clone();
        while let Some(Segment::Index(_)) = field.segments().last() {
            field.pop();
        }
        field
    }

    /// At least 200 texts that the sandbox makes of random faulty drafts come back as issues at the right fields.
    #[test]
    fn what_the_sandbox_says_comes_back_at_its_field() {
        let mut runner = TestRunner::deterministic();
        let (mut texts_in_all, mut right, mut same, mut blind, mut worded) = (0, 0, 0, 0, 0);
        let mut wrong = Vec::new();
        for round in 0..200 {
            let kind = if round % 4 == 3 {
                Kind::Location
            } else {
                Kind::Calendar
            };
            let draft = faulty(kind).new_tree(&mut runner).unwrap().current();
            for profile in [Profile::Specification, Profile::Service] {
                let state = json!({ "calendars": { "x": {} }, "locations": { "x": {} } });
                let to = RequestOptions::new("http://sandbox", "x", "t");
                let request = kind.request(&draft, &to).unwrap();
                let (_, reply) =
                    Sandbox::from(profile).answer(state, &SandboxRequest::from(&request));
                let ours = errors(kind, &draft, profile);
                assert_eq!(reply.status, if ours.is_empty() { 200 } else { 422 });
                let Err(refusal) = kind.response(reply.status, None, &reply.body).result else {
                    continue;
                };
                let explained = kind.explain(&refusal.texts, Some(&draft));
                assert_eq!(explained.len(), refusal.texts.len());
                for ((text, issue), alone) in
                    refusal.texts.iter().zip(&explained).zip(&refusal.issues)
                {
                    texts_in_all += 1;
                    let at_place = ours.iter().any(|own| own.path == issue.path);
                    let is_same = |own: &Issue| {
                        (&own.path, own.code, &own.fix) == (&issue.path, issue.code, &issue.fix)
                    };
                    let by_code = ours.iter().any(is_same);
                    worded += usize::from(
                        alone.code.name() == "service_says" && text.ends_with(&issue.message()),
                    );
                    right += usize::from(at_place);
                    same += usize::from(by_code);
                    blind += usize::from(
                        ours.iter()
                            .any(|own| own.path == alone.path || field(&own.path) == alone.path),
                    );
                    if !by_code {
                        wrong.push(format!("{text}: {} {}", issue.code.name(), issue.path));
                    }
                }
                // And no error of the draft is lost: each is at a place, or inside one, that a text led to.
                for own in &ours {
                    let led = explained
                        .iter()
                        .any(|issue| field(&issue.path) == field(&own.path));
                    assert!(
                        led,
                        "{} {} of {draft}: {:?}",
                        own.code.name(),
                        own.path,
                        refusal.texts
                    );
                }
            }
        }
        println!(
            "{texts_in_all} texts: {right} at the right place, {same} of these as our own finding; without the draft {blind} at the right field; \
             {worded} of the texts are in our words, since the service has none that we know"
        );
        assert!(texts_in_all >= 200);
        assert_eq!(
            (right, same, blind),
            (texts_in_all, texts_in_all, texts_in_all),
            "{wrong:#?}"
        );
    }
}

#[test]
fn below_a_misspelled_member_nothing_is_said() {
    let body =
        json!({ "TEAMMEMBERS": [{ "userId": 1, "locationConfigurations": [{ "kind": 2 }] }] })
            .to_string();
    let (_, _, answered) = answer(
        service(),
        &call("PUT", CALENDAR, "2021-04-15", body.as_bytes()),
    );
    assert_eq!(
        answered["message"],
        json!(["property TEAMMEMBERS should not exist"]),
        "{answered}"
    );
}
