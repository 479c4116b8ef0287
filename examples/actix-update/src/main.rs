//! ```sh
//! cargo run &
//! curl -i -X PUT localhost:8080/calendars/Kx2m --json '{ "slotDuration": 45 }'
//! curl -i -X PUT localhost:8080/calendars/Kx2m --json '{ "slotDuration": 0, "recurring": { "count": 0.5 } }'
//! ```

use actix_update::{Calendars, routes};
use actix_web::rt::System;
use actix_web::web::Data;
use actix_web::{App, HttpServer};
use serde_json::json;

fn main() -> std::io::Result<()> {
    let calendars = Data::new(Calendars::default());
    calendars.insert(
        "Kx2m",
        json!({ "id": "Kx2m", "name": "Consultation", "slotDuration": 60 }),
    );
    let server = HttpServer::new(move || App::new().app_data(calendars.clone()).configure(routes));
    System::new().block_on(server.bind(("127.0.0.1", 8080))?.run())
}
