use std::sync::{Arc, Mutex};

use axum::extract::State;
use axum::routing::put;
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Settings {
    name: Option<String>,
    slot_duration: Option<u32>,
    is_active: Option<bool>,
}

async fn update(
    State(stored): State<Arc<Mutex<Value>>>,
    Json(settings): Json<Settings>,
) -> Json<Value> {
    let mut calendar = stored.lock().unwrap();
    settings
        .name
        .into_iter()
        .for_each(|name| calendar["name"] = json!(name));
    settings
        .slot_duration
        .into_iter()
        .for_each(|duration| calendar["slotDuration"] = json!(duration));
    settings
        .is_active
        .into_iter()
        .for_each(|is_active| calendar["isActive"] = json!(is_active));
    Json(json!({ "calendar": *calendar }))
}

pub fn server(stored: Value) -> Router {
    Router::new()
        .route("/calendars/{id}", put(update))
        .with_state(Arc::new(Mutex::new(stored)))
}
