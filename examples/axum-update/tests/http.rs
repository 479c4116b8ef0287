//! The server over HTTP, as its clients see it.

use std::net::Ipv4Addr;
use std::sync::mpsc;
use std::thread;

use axum_update::{Records, router};
use calendiff::json::Document;
use calendiff::{
    CalendarUpdate, Error, Kind, Language, LocationUpdate, Profile, Severity, ValidateOptions,
    ValidationReport, strategies,
};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};
use ureq::Agent;

/// A server that lives as long as the test.
struct Server {
    url: String,
    agent: Agent,
}

struct Answer {
    status: u16,
    content_type: String,
    language: String,
    body: Value,
}

impl Server {
    fn start() -> Self {
        let records = Records::default();
        records.insert(
            Kind::Calendar,
            "Kx2m",
            json!({ "id": "Kx2m", "slotDuration": 60, "eventColor": "#039be5" }),
        );
        records.insert(
            Kind::Location,
            "Lw9q",
            json!({ "id": "Lw9q", "city": "Bern" }),
        );
        let (send, receive) = mpsc::channel();
        thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async {
                let listener = tokio::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
                    .await
                    .unwrap();
                send.send(listener.local_addr().unwrap()).unwrap();
                axum::serve(listener, router(records)).await.unwrap();
            });
        });
        let agent =
            Agent::new_with_config(Agent::config_builder().http_status_as_error(false).build());
        Self {
            url: format!("http://{}", receive.recv().unwrap()),
            agent,
        }
    }

    fn put(&self, path: &str, language: &str, body: &[u8]) -> Answer {
        let request = self
            .agent
            .put(format!("{}{path}", self.url))
            .header("accept-language", language);
        let mut response = request
            .header("content-type", "application/json")
            .send(body)
            .unwrap();
        let header = |name| {
            response
                .headers()
                .get(name)
                .map_or("", |value| value.to_str().unwrap())
                .to_owned()
        };
        let (content_type, language) = (header("content-type"), header("content-language"));
        // serde_json reads some numbers to the nearest but one.
        let body = Document::parse(response.body_mut().read_to_string().unwrap())
            .unwrap()
            .root()
            .to_value();
        Answer {
            status: response.status().as_u16(),
            content_type,
            language,
            body,
        }
    }
}

#[test]
fn an_update_without_errors_is_carried_out() {
    let server = Server::start();
    let answer = server.put(
        "/calendars/Kx2m",
        "",
        br##"{ "eventColor": "#FF0000", "slotDuration": 45 }"##,
    );
    assert_eq!(answer.status, 200);
    assert_eq!(
        answer.body,
        json!({ "calendar": { "id": "Kx2m", "eventColor": "#ff0000", "slotDuration": 45 } })
    );
    let answer = server.put("/locations/Lw9q", "", br#"{ "city": "Basel" }"#);
    assert_eq!(
        answer.body,
        json!({ "success": true, "buiseness": { "id": "Lw9q", "city": "Basel" } })
    );
}

#[test]
fn what_is_wrong_is_told_as_problem_details() {
    let server = Server::start();
    let answer = server.put("/calendars/Kx2m", "", b"{\n  \"slotDuration\": 0\n}");
    assert_eq!(
        (
            answer.status,
            answer.content_type.as_str(),
            answer.language.as_str()
        ),
        (422, "application/problem+json", "en")
    );
    let problem = answer.body;
    assert_eq!(
        (&problem["title"], &problem["status"]),
        (&json!("Unprocessable Entity"), &json!(422))
    );
    assert_eq!(problem["detail"], "1 error");
    let issue = &problem["issues"][0];
    assert_eq!(
        (&issue["code"], &issue["pointer"]),
        (&json!("not_above"), &json!("/slotDuration"))
    );
    assert_eq!(
        (&issue["message"], &issue["line"]),
        (&json!("Enter more than 0."), &json!(2))
    );

    let refused = |path: &str, body: &[u8]| {
        let Answer {
            status,
            content_type,
            body,
            ..
        } = server.put(path, "", body);
        assert_eq!(content_type, "application/problem+json");
        (status, body["code"].as_str().unwrap_or_default().to_owned())
    };
    assert_eq!(
        refused("/calendars/Kx2m", b"{ \"name\": }"),
        (400, "json_syntax".to_owned())
    );
    assert_eq!(
        refused("/calendars/Kx2m", b"{ \"name\": \"\xff\" }"),
        (400, "json_utf8".to_owned())
    );
    assert_eq!(
        refused("/calendars/Kx2m", b"[]"),
        (400, "not_a_record".to_owned())
    );
    assert_eq!(
        refused("/calendars/Kx2m", b"{ \"availabilityType\": 2.7e121 }"),
        (400, "wrong_type".to_owned())
    );
    assert_eq!(
        refused("/calendars/Kx2m", &vec![b' '; (2 << 20) + 1]),
        (413, String::new())
    );
    assert_eq!(refused("/calendars/nobody", b"{}"), (404, String::new()));
    assert_eq!(
        refused("/calendars/Kx2m?profile=strict", b"{}"),
        (400, "option".to_owned())
    );
}

#[test]
fn the_profile_and_the_language_come_from_the_request() {
    let server = Server::start();
    let draft = br#"{ "slotDuration": 30, "timezone": "UTC" }"#;
    assert_eq!(server.put("/calendars/Kx2m", "de", draft).status, 200);
    let answer = server.put(
        "/calendars/Kx2m?profile=service",
        "it, de-CH;q=0.9, en;q=0.8",
        draft,
    );
    assert_eq!((answer.status, answer.language.as_str()), (422, "de"));
    assert_eq!(answer.body["detail"], "1 Fehler");
    assert_eq!(
        answer.body["issues"][0]["message"],
        "Eine Einstellung timezone gibt es nicht. Prüfen Sie den Namen, oder lassen Sie die Angabe weg."
    );
    for (wanted, given) in [
        ("", "en"),
        ("it", "en"),
        ("ja-JP", "ja"),
        ("*", "en"),
        ("de;q=0, en", "en"),
        ("en-GB, de", "en"),
        ("de;q=0.9, en;q=0.95", "en"),
        ("DE", "de"),
        (";;q=x", "en"),
    ] {
        assert_eq!(
            server
                .put("/calendars/Kx2m", wanted, b"{ \"slotDuration\": 0 }")
                .language,
            given,
            "{wanted}"
        );
    }
}

/// If the draft of a report fits the type of its kind's updates.
fn typed(kind: Kind, report: &ValidationReport) -> Result<(), Error> {
    match kind {
        Kind::Calendar => CalendarUpdate::try_from(report).map(drop),
        _ => LocationUpdate::try_from(report).map(drop),
    }
}

/// Whatever is sent, the server answers what the library finds, under each profile and in each language, and nothing else.
#[test]
fn the_server_answers_what_the_library_finds() {
    let server = Server::start();
    for (kind, path) in [
        (Kind::Calendar, "/calendars/Kx2m"),
        (Kind::Location, "/locations/Lw9q"),
    ] {
        let planted = strategies::planted(kind).prop_map(|planted| planted.draft);
        let drafts = prop_oneof![strategies::draft(kind), planted, strategies::wild(kind)];
        let profiles = proptest::sample::select(
            &[
                Profile::Specification,
                Profile::Service,
                Profile::SpecificationOnly,
            ][..],
        );
        let languages = proptest::sample::select(&Language::TAGS[..]);
        let config = Config {
            failure_persistence: None,
            ..Config::with_cases(200)
        };
        let run =
            TestRunner::new(config).run(&(drafts, profiles, languages), |(draft, profile, tag)| {
                let answer = server.put(
                    &format!("{path}?profile={profile}"),
                    tag,
                    draft.to_string().as_bytes(),
                );
                let report =
                    match kind.validate_text(&draft.to_string(), &ValidateOptions::from(profile)) {
                        Ok(report) => report,
                        Err(error) => {
                            prop_assert_eq!(
                                (answer.status, &answer.body["code"]),
                                (400, &json!(error.code()))
                            );
                            return Ok(());
                        }
                    };
                if report.ok {
                    // A number may be beyond the field of the type that holds it, such as an availability type of 2.7e121.
                    match typed(kind, &report) {
                        Ok(()) => prop_assert_eq!(answer.status, 200, "{}", answer.body),
                        Err(error) => prop_assert_eq!(
                            (answer.status, &answer.body["code"]),
                            (400, &json!(error.code()))
                        ),
                    }
                } else {
                    prop_assert_eq!(answer.status, 422);
                    prop_assert!(
                        report
                            .issues
                            .iter()
                            .any(|issue| issue.severity == Severity::Error)
                    );
                    let mut expected = json!(report);
                    Language::named(tag).unwrap().reword(&mut expected);
                    prop_assert_eq!(&answer.body["issues"], &expected["issues"]);
                    prop_assert_eq!(answer.language, tag);
                }
                Ok(())
            });
        run.unwrap();
    }
}
