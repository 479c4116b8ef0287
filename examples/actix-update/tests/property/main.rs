//! A property test of a handler of actix: whatever is wrong with an update, and wherever. `hasty.rs` is a handler with a
//! bug, which the test must find.

mod hasty;

use actix_web::App;
use actix_web::http::StatusCode;
use actix_web::rt::System;
use actix_web::test::{TestRequest, call_service, init_service, read_body};
use actix_web::web::ServiceConfig;
use calendiff::strategies::{self, Planted};
use calendiff::{Kind, Profile, Severity};
use proptest::prelude::*;
use serde_json::Value;

/// Sends an update to the routes, without a network.
fn send(routes: fn(&mut ServiceConfig), update: &Value) -> (StatusCode, Value) {
    System::new().block_on(async {
        let app = init_service(App::new().configure(routes)).await;
        let request = TestRequest::put()
            .uri("/calendars/Kx2m")
            .set_json(update)
            .to_request();
        let response = call_service(&app, request).await;
        let status = response.status();
        (
            status,
            serde_json::from_slice(&read_body(response).await).unwrap_or_default(),
        )
    })
}

/// Every error of an update is answered, with its place.
fn names_each_error(
    routes: fn(&mut ServiceConfig),
    planted: &Planted,
) -> Result<(), TestCaseError> {
    let (status, body) = send(routes, &planted.draft);
    let pointers: Vec<_> = body["errors"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|error| error["pointer"].as_str())
        .collect();
    let is_error = |code| Profile::Specification.severity(code) == Some(Severity::Error);
    for fault in planted.faults.iter().filter(|fault| is_error(fault.code)) {
        prop_assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
        let pointer = fault.path.pointer();
        prop_assert!(
            pointers.contains(&pointer.as_str()),
            "{} is missing: {:?}",
            pointer,
            pointers
        );
    }
    Ok(())
}

proptest! {
    #[test]
    fn every_error_is_named_at_its_place(planted in strategies::planted(Kind::Calendar)) {
        names_each_error(routes, &planted)?;
    }
}

/// The routes of this example, with one calendar.
fn routes(config: &mut ServiceConfig) {
    let calendars = actix_update::Calendars::default();
    calendars.insert("Kx2m", serde_json::json!({ "id": "Kx2m" }));
    config
        .app_data(actix_web::web::Data::new(calendars))
        .configure(actix_update::routes);
}

/// What is left is one member, with an error inside of it.
#[test]
fn the_shortened_place_is_found() {
    use proptest::test_runner::{Config, TestError, TestRunner};

    let config = Config {
        failure_persistence: None,
        ..Config::default()
    };
    let cases = strategies::planted(Kind::Calendar);
    let result =
        TestRunner::new(config).run(&cases, |planted| names_each_error(hasty::routes, &planted));
    let Err(TestError::Fail(_, Planted { draft, faults, .. })) = result else {
        panic!("nothing was found")
    };
    assert_eq!(
        draft.as_object().map(serde_json::Map::len),
        Some(1),
        "{draft}"
    );
    assert!(
        faults.iter().any(|fault| fault.path.segments().len() > 1),
        "{faults:?}"
    );
}
