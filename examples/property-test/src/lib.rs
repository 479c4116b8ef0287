//! A settings page for booking calendars: it shows how long an appointment is, always in minutes, and saves what was
//! typed. [`naive::save`] forgets that the calendar may count in hours; `tests/saving.rs` finds that.

pub mod import;

use serde_json::{Value, json};

/// What the page shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// How long an appointment is, in minutes, where the calendar says so.
    pub minutes: Option<f64>,
    unit: Option<String>,
}

impl Page {
    /// Opens the page on a calendar.
    pub fn open(calendar: &Value) -> Self {
        let unit = calendar["slotDurationUnit"].as_str().map(str::to_owned);
        let minutes = calendar["slotDuration"]
            .as_f64()
            .map(|count| count * in_minutes(unit.as_deref()));
        Self { minutes, unit }
    }
}

fn in_minutes(unit: Option<&str>) -> f64 {
    if unit == Some("hours") { 60.0 } else { 1.0 }
}

/// Saves minutes, whatever the calendar counts in.
pub mod naive {
    use super::*;

    /// The body of the update.
    pub fn save(page: &Page) -> Value {
        page.minutes
            .map_or(json!({}), |minutes| json!({ "slotDuration": minutes }))
    }
}

/// Saves what the calendar counts in.
pub mod careful {
    use super::*;

    /// The body of the update.
    pub fn save(page: &Page) -> Value {
        let count = page
            .minutes
            .map(|minutes| minutes / in_minutes(page.unit.as_deref()));
        count.map_or(json!({}), |count| json!({ "slotDuration": count }))
    }
}
