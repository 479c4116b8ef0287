//! A server of calendars: `PUT /calendars/{id}` takes an update, or answers with every error, each at its place.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use actix_web::http::StatusCode;
use actix_web::web::{self, Bytes, Data, Json, Path, PayloadConfig, ServiceConfig};
use actix_web::{HttpResponse, ResponseError};
use calendiff::json::Document;
use calendiff::{CalendarUpdate, Error, Kind, Profile, Severity, ValidateOptions};
use serde_json::{Value, json};

/// The calendars by identifier.
#[derive(Default)]
pub struct Calendars(Mutex<HashMap<String, Value>>);

impl Calendars {
    /// Stores a calendar.
    pub fn insert(&self, id: &str, calendar: Value) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(id.to_owned(), calendar);
    }
}

/// The routes, which need [`Calendars`] beside them.
pub fn routes(config: &mut ServiceConfig) {
    config
        .app_data(PayloadConfig::new(2 << 20))
        .route("/calendars/{id}", web::put().to(update));
}

async fn update(
    calendars: Data<Calendars>,
    id: Path<String>,
    body: Bytes,
) -> Result<Json<Value>, Problem> {
    let report = Kind::Calendar.validate(
        &Document::parse_bytes(body.into())?,
        &ValidateOptions::default(),
    )?;
    if !report.ok {
        let errors = report
            .issues
            .iter()
            .filter(|issue| issue.severity == Severity::Error);
        let errors = errors
            .map(|issue| json!({ "pointer": issue.path.pointer(), "detail": issue.message() }));
        return Err(Problem {
            errors: errors.collect(),
            ..Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "errors")
        });
    }
    let update = CalendarUpdate::try_from(report)?.to_value()?;
    let mut calendars = calendars.0.lock().unwrap_or_else(PoisonError::into_inner);
    let nothing = || Problem::new(StatusCode::NOT_FOUND, format!("there is no calendar {id}"));
    let calendar = calendars.get_mut(id.as_str()).ok_or_else(nothing)?;
    *calendar = Kind::Calendar
        .outcome(&*calendar, &update, Profile::Specification)?
        .to_value();
    Ok(Json(json!({ "calendar": calendar })))
}

/// What a request is answered that cannot be carried out, as problem details (RFC 9457).
#[derive(Debug)]
struct Problem {
    status: StatusCode,
    detail: String,
    errors: Vec<Value>,
}

impl Problem {
    fn new(status: StatusCode, detail: impl Into<String>) -> Self {
        Self {
            status,
            detail: detail.into(),
            errors: Vec::new(),
        }
    }
}

/// A body that is not JSON, or no record.
impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        Self::new(StatusCode::BAD_REQUEST, error.to_string())
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.detail)
    }
}

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        self.status
    }

    fn error_response(&self) -> HttpResponse {
        let title = self.status.canonical_reason();
        let problem = json!({ "title": title, "status": self.status.as_u16(), "detail": self.detail, "errors": self.errors });
        HttpResponse::build(self.status)
            .content_type("application/problem+json")
            .body(problem.to_string())
    }
}
