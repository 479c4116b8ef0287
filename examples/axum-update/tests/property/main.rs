//! A property test of a handler of axum: whatever update arrives. `hasty.rs` is a handler with a bug, which the test must
//! find.

mod hasty;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use calendiff::{Kind, strategies};
use proptest::prelude::*;
use serde_json::{Value, json};
use tower::ServiceExt;

/// Updates without errors, with only the members that the server knows.
fn updates() -> impl Strategy<Value = Value> {
    strategies::draft(Kind::Calendar).prop_map(|mut update| {
        let members = update.as_object_mut().expect("a draft is an object");
        members.retain(|name, _| ["name", "slotDuration", "isActive"].contains(&name.as_str()));
        update
    })
}

/// Sends an update to the router, without a network.
fn send(server: Router, update: &Value) -> (StatusCode, String) {
    let request = Request::put("/calendars/Kx2m").header("content-type", "application/json");
    let request = request.body(Body::from(update.to_string())).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    runtime.block_on(async {
        let response = server.oneshot(request).await.unwrap();
        let status = response.status();
        let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        (status, String::from_utf8_lossy(&body).into_owned())
    })
}

/// An update is applied, and changes nothing else.
fn applies(server: fn(Value) -> Router, update: &Value) -> Result<(), TestCaseError> {
    let stored = json!({ "id": "Kx2m", "name": "First visit", "slotDuration": 60 });
    let (status, body) = send(server(stored.clone()), update);
    prop_assert_eq!(status, StatusCode::OK, "{}", body);
    let after: Value =
        serde_json::from_str(&body).map_err(|error| TestCaseError::fail(error.to_string()))?;
    let verified = Kind::Calendar.verify(&stored, update, &after)?;
    prop_assert!(
        verified.ok,
        "not applied: {:?}, unexpected: {:?}",
        verified.not_applied,
        verified.unexpected
    );
    Ok(())
}

proptest! {
    #[test]
    fn an_update_is_applied_and_changes_nothing_else(update in updates()) {
        applies(server, &update)?;
    }
}

/// The server of this example, with one calendar.
fn server(stored: Value) -> Router {
    let records = axum_update::Records::default();
    records.insert(Kind::Calendar, "Kx2m", stored);
    axum_update::router(records)
}

/// What is left is the number that is not whole.
#[test]
fn the_number_of_another_type_is_found() {
    use proptest::test_runner::{Config, TestError, TestRunner};

    let config = Config {
        failure_persistence: None,
        ..Config::default()
    };
    let result = TestRunner::new(config).run(&updates(), |update| applies(hasty::server, &update));
    let Err(TestError::Fail(reason, least)) = result else {
        panic!("nothing was found")
    };
    assert_eq!(least, json!({ "slotDuration": 0.25 }), "{reason}");
    assert!(
        reason
            .message()
            .contains("slotDuration: invalid type: floating point `0.25`"),
        "{reason}"
    );
}
