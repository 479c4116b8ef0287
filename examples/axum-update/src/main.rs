//! ```sh
//! cargo run &
//! curl -i -X PUT localhost:8080/calendars/Kx2m --json '{ "slotDuration": 45 }'
//! curl -i -X PUT 'localhost:8080/calendars/Kx2m?profile=service' -H 'accept-language: de' --json '{ "slotDuration": 0, "timezone": "UTC" }'
//! ```

use axum_update::{Records, router};
use calendiff::Kind;
use serde_json::json;
use tokio::net::TcpListener;

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let records = Records::default();
    records.insert(
        Kind::Calendar,
        "Kx2m",
        json!({ "id": "Kx2m", "name": "Consultation", "slotDuration": 60 }),
    );
    records.insert(
        Kind::Location,
        "Lw9q",
        json!({ "id": "Lw9q", "name": "Practice", "city": "Bern" }),
    );
    let listener = TcpListener::bind("127.0.0.1:8080").await?;
    axum::serve(listener, router(records)).await
}
