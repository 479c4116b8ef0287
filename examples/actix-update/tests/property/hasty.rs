use actix_web::HttpResponse;
use actix_web::web::{self, Json, ServiceConfig};
use calendiff::{Kind, Severity, ValidateOptions};
use serde_json::{Value, json};

async fn update(Json(update): Json<Value>) -> HttpResponse {
    let Ok(report) = Kind::Calendar.validate(&update, &ValidateOptions::default()) else {
        return HttpResponse::BadRequest().finish();
    };
    if report.ok {
        return HttpResponse::Ok().json(json!({ "calendar": report.value }));
    }
    let errors = report
        .issues
        .iter()
        .filter(|issue| issue.severity == Severity::Error)
        .map(|issue| {
            let member = issue
                .path
                .segments()
                .first()
                .map(ToString::to_string)
                .unwrap_or_default();
            json!({ "pointer": format!("/{member}"), "detail": issue.message() })
        });
    HttpResponse::UnprocessableEntity().json(json!({ "errors": errors.collect::<Vec<_>>() }))
}

pub fn routes(config: &mut ServiceConfig) {
    config.route("/calendars/{id}", web::put().to(update));
}
