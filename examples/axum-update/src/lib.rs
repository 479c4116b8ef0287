//! A server of calendars and locations: `PUT /calendars/{id}` and `PUT /locations/{id}` take an update, or answer with
//! problem details (RFC 9457) that hold everything that is wrong with it.
//!
//! [`Update`] is the extractor, and the part to copy.

mod asked;
mod problem;
mod update;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::put;
use axum::{Json, Router};
use calendiff::{CalendarUpdate, Kind, LocationUpdate, Profile};
use serde_json::{Value, json};

pub use asked::Asked;
pub use problem::Problem;
pub use update::{Update, Updating};

/// The records by kind and identifier.
#[derive(Clone, Default)]
pub struct Records(Arc<Mutex<HashMap<(Kind, String), Value>>>);

impl Records {
    /// Stores a record.
    pub fn insert(&self, kind: Kind, id: &str, record: Value) {
        let mut records = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        records.insert((kind, id.to_owned()), record);
    }

    /// Updates a record, and gives it as it is then.
    fn update(&self, kind: Kind, id: String, update: &Value) -> Result<Value, Problem> {
        let mut records = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let nothing = || {
            Problem::new(
                StatusCode::NOT_FOUND,
                format!("there is no {} {id}", kind.name()),
            )
        };
        let record = records.get_mut(&(kind, id.clone())).ok_or_else(nothing)?;
        *record = kind
            .outcome(&*record, update, Profile::Specification)?
            .to_value();
        Ok(record.clone())
    }
}

/// The server.
pub fn router(records: Records) -> Router {
    Router::new()
        .route("/calendars/{id}", put(calendar))
        .route("/locations/{id}", put(location))
        .with_state(records)
}

async fn calendar(
    State(records): State<Records>,
    Path(id): Path<String>,
    Update(update): Update<CalendarUpdate>,
) -> Result<Json<Value>, Problem> {
    let calendar = records.update(Kind::Calendar, id, &update.to_value()?)?;
    Ok(Json(json!({ "calendar": calendar })))
}

async fn location(
    State(records): State<Records>,
    Path(id): Path<String>,
    Update(update): Update<LocationUpdate>,
) -> Result<Json<Value>, Problem> {
    let location = records.update(Kind::Location, id, &update.to_value()?)?;
    Ok(Json(json!({ "success": true, "buiseness": location })))
}
