//! The whole loop: read, edit, validate, diff, body, request, send, answer, verify. Once it is accepted, once refused.
//!
//! ```sh
//! cargo run --example loop                           # against the sandbox, in this process
//! calendiff sandbox --state state.json &             # or against one that is served
//! cargo run --example loop -- http://127.0.0.1:8787
//! ```
#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use std::error::Error;

use calendiff::{
    Kind, Mode, Profile, Refusal, RequestOptions, Sandbox, SandboxRequest, Stored, UpdateRequest,
    UpdateResponse, ValidateOptions,
};
use serde_json::{Value, json};

/// Sends a request: gives the status, the content type and the body of the answer.
pub(crate) type Send<'a> =
    dyn FnMut(&UpdateRequest) -> Result<(u16, String, String), Box<dyn Error>> + 'a;

/// The state that the example starts from.
pub(crate) fn state() -> Value {
    let stored = json!({ "id": "Kx2m", "name": "Consultation", "slotDuration": 60, "eventColor": "#039be5" });
    json!({ "calendars": { "Kx2m": stored }, "locations": {} })
}

/// Updates a calendar as the draft says.
pub(crate) fn update(
    base_url: &str,
    stored: &Value,
    draft: &Value,
    send: &mut Send<'_>,
) -> Result<UpdateResponse, Box<dyn Error>> {
    let report = Kind::Calendar.validate(draft, &ValidateOptions::default().stored(stored))?;
    for issue in &report.issues {
        println!(
            "  {} at {}: {}",
            issue.severity.name(),
            issue.path,
            issue.message()
        );
    }
    for words in Kind::Calendar
        .diff(stored, &report.value, calendiff::WhenAbsent::Keep)?
        .words
    {
        println!("  changes {words}");
    }
    let body = Kind::Calendar
        .body(stored, &report.value, Mode::Full)?
        .value;
    let to = RequestOptions::new(base_url, "Kx2m", "any");
    let request = Kind::Calendar.request(&body, &to)?;
    println!("{request}");
    let (status, content_type, text) = send(&request)?;
    let mut response = Kind::Calendar.response(status, Some(&content_type), &text);
    match &mut response.result {
        Ok(Stored { value, .. }) => {
            let verified = Kind::Calendar.verify(stored, &body, value)?;
            println!(
                "{status}: applied {}, not applied {}",
                verified.applied.len(),
                verified.not_applied.len()
            );
            verified
                .unexpected
                .iter()
                .for_each(|change| println!("  unexpected: {}", change.words));
        }
        Err(Refusal { texts, issues, .. }) => {
            *issues = Kind::Calendar.explain(texts, Some(&body));
            println!("{status}: refused");
            for issue in issues {
                println!(
                    "  {} at {}: {}",
                    issue.code.name(),
                    issue.path,
                    issue.message()
                );
            }
        }
    }
    Ok(response)
}

fn main() -> Result<(), Box<dyn Error>> {
    let base_url = std::env::args().nth(1);
    let mut state = state();
    let stored = Kind::Calendar.read(&state["calendars"]["Kx2m"])?.value;
    let service = Sandbox::from(Profile::Service);
    let mut here = |request: &UpdateRequest| {
        let (after, reply) = service.answer(state.take(), &SandboxRequest::from(request));
        state = after;
        Ok((reply.status, reply.content_type.to_owned(), reply.body))
    };
    let mut there = |request: &UpdateRequest| {
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .build();
        let mut sending = ureq::Agent::new_with_config(config).put(&request.url);
        for (name, value) in &request.headers {
            sending = sending.header(*name, value);
        }
        let mut answer = sending.send(&request.body)?;
        let content_type = answer
            .headers()
            .get("content-type")
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default();
        Ok((
            answer.status().as_u16(),
            content_type.to_owned(),
            answer.body_mut().read_to_string()?,
        ))
    };
    let send: &mut Send<'_> = if base_url.is_some() {
        &mut there
    } else {
        &mut here
    };
    let base_url = base_url.as_deref().unwrap_or("http://sandbox");
    for draft in [
        json!({ "slotDuration": 45, "eventColor": "#F00" }),
        json!({ "slotDuration": "45", "timezone": "UTC", "openHours": [{ "daysOfTheWeek": [1, 2], "hours": [] }] }),
    ] {
        println!("\n{draft}");
        update(base_url, &stored.to_value(), &draft, send)?;
    }
    Ok(())
}
