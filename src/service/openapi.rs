//! The two updates as a description in OpenAPI 3.1. Members, operations and statuses are those of the tables, schemas
//! are those of the JSON Schemas, and the answers among the examples are the sandbox's.

use serde_json::{Map, Value, json};

use crate::ground::json::{Document, to_string};
use crate::knowledge::issue::Basis;
use crate::knowledge::language::Language;
use crate::knowledge::operations::Operation;
use crate::knowledge::schema::{Kind, PayloadShape, example};
use crate::knowledge::status::StatusRow;
use crate::service::sandbox::{Sandbox, SandboxReply, SandboxRequest};
use crate::verbs::json_schema::{component, components};

/// The identifier of the record in examples.
const ID: &str = "Kx2m";

/// Returns both updates as a description in OpenAPI 3.1: requests, answers, refusals, security, and examples.
///
/// The schemas are those of [`Kind::json_schema`], so the description accepts every body that [`Kind::request`] makes and
/// in which [`Kind::validate`] finds no error. [`Sandbox`] answers as described. Nothing depends on a language: the description is
/// in English.
///
/// ```
/// let description = calendiff::openapi();
/// let update = &description["paths"]["/api/calendars/{calendarId}"]["put"];
/// assert_eq!((&description["openapi"], &update["operationId"]), (&"3.1.0".into(), &"updateCalendar".into()));
/// assert_eq!(update["responses"]["401"]["description"], "Unauthorized");
/// assert_eq!(description["components"]["schemas"]["CalendarUpdate"]["properties"]["slotDuration"]["type"], "number");
/// ```
#[must_use]
pub fn openapi() -> Value {
    let mut schemas = components(Language::english());
    let mut paths = Map::new();
    for operation in Operation::ALL {
        let (Some(kind), Some(method), Some(path)) =
            (operation.kind, operation.method, operation.path)
        else {
            continue;
        };
        schemas[answer_name(kind)] = answer(kind);
        paths.insert(
            path.to_owned(),
            json!({ method.to_lowercase(): described(operation, kind, path) }),
        );
    }
    schemas["Refusal"] = refusal();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Scheduling service: updates of calendars and locations",
            "description": "The two operations that the service's specification shows. What it does not show and public \
                sources report is marked “observed”. `calendiff sandbox` answers as described here.",
            "version": env!("CARGO_PKG_VERSION"),
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "servers": [{
            "url": "{baseUrl}",
            "description": "The base address of the service",
            "variables": { "baseUrl": { "default": "http://127.0.0.1:8787", "description": "The default is that of `calendiff sandbox`." } },
        }],
        "security": [{ "token": [] }],
        "tags": Kind::ALL.iter().map(|kind| json!({ "name": kind.row().folder })).collect::<Vec<_>>(),
        "paths": paths,
        "components": {
            "securitySchemes": {
                "token": { "type": "http", "scheme": "bearer", "description": "Section 5. The specification does not show how to get a token." },
            },
            "schemas": schemas,
        },
    })
}

/// Returns the sentence about what an update leaves out, if members of the record have defaults.
fn about_omissions(kind: Kind) -> &'static str {
    let mut members = kind.table().members.iter();
    if members.any(|row| row.default.is_some()) {
        " Members that are left out may fall back to defaults (observed)."
    } else {
        ""
    }
}

/// Returns what is refused of hours, if records of that kind have them.
fn hours_refused(kind: Kind) -> &'static str {
    if kind == Kind::Calendar {
        "hours that end before they begin, "
    } else {
        ""
    }
}

fn described(operation: &Operation, kind: Kind, path: &str) -> Value {
    let answers = SandboxAnswers::new(kind, path);
    let mut responses = json!({ "200": {
        "description": "The whole record as it is stored now. Its type is declared as text/plain, and its text is JSON.",
        "content": { "text/plain": { "schema": reference(&answer_name(kind)), "example": answers.to(200) } },
    } });
    for row in operation.refusals {
        let refused = json!({ "schema": reference("Refusal"), "example": answers.to(row.status) });
        responses[row.status.to_string()] =
            json!({ "description": meaning(row), "content": { "application/json": refused } });
    }
    json!({
        "operationId": operation_id(operation.name),
        "summary": operation.name,
        "description": format!("Section {} of the specification.{}", operation.section, about_omissions(kind)),
        "tags": [operation.area],
        "parameters": [
            {
                "name": parameter(path),
                "in": "path",
                "required": true,
                "description": format!("The identifier of the {}", kind.name()),
                "schema": { "type": "string", "minLength": 1 },
                "example": ID,
            },
            {
                "name": "Version",
                "in": "header",
                "required": true,
                "description": "The date of the operation's version (section 9)",
                "schema": { "type": "string", "const": operation.version },
                "example": operation.version,
            },
        ],
        "requestBody": {
            "required": true,
            "description": format!("What `calendiff request` makes. Refused as well, though JSON Schema cannot say it: {}some hosts \
                in brackets that are no address, and integers that a double cannot hold.", hours_refused(kind)),
            "content": { "application/json": {
                "schema": reference(&component(kind, PayloadShape::Update)),
                "example": example(kind.table(), PayloadShape::Update),
            } },
        },
        "responses": responses,
    })
}

/// Returns the name of the identifier in a path: `calendarId`.
fn parameter(path: &str) -> Option<&str> {
    path.split(['{', '}']).nth(1)
}

/// Returns the name of an operation for code: `updateCalendar` for `Update Calendar`.
fn operation_id(name: &str) -> String {
    let name = name.replace(' ', "");
    name[..1].to_ascii_lowercase() + &name[1..]
}

fn meaning(row: &StatusRow) -> String {
    match row.basis {
        Basis::Specification => row.meaning.to_owned(),
        basis => {
            let basis = Language::english().word("basis", &basis.name().into());
            format!("{} ({basis})", row.meaning)
        }
    }
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

/// Returns the name of the schema of a success: `CalendarAnswer`.
fn answer_name(kind: Kind) -> String {
    component(kind, PayloadShape::Record) + "Answer"
}

/// Returns the schema of a success: the record in its envelope.
fn answer(kind: Kind) -> Value {
    let envelope = kind.envelopes()[0];
    let mut properties = Map::new();
    if kind.row().says_success {
        properties.insert("success".to_owned(), json!({ "type": "boolean" }));
    }
    properties.insert(
        envelope.to_owned(),
        reference(&component(kind, PayloadShape::Record)),
    );
    json!({
        "title": format!("{}, as stored", kind.name()),
        "type": "object",
        "required": properties.keys().collect::<Vec<_>>(),
        "properties": properties,
    })
}

/// Returns the schema of a refusal.
fn refusal() -> Value {
    json!({
        "title": "refusal",
        "description": "The specification does not show it; this is observed.",
        "type": "object",
        "required": ["message"],
        "properties": {
            "statusCode": { "title": "status", "type": "integer" },
            "message": {
                "title": "one text, or several",
                "anyOf": [{ "type": "string" }, { "type": "array", "items": { "type": "string" } }],
            },
            "error": { "title": "name of the status", "type": "string" },
            "traceId": { "title": "the service's name for the request", "type": "string" },
        },
    })
}

/// The sandbox's answers to a good request, and to one for each refusal.
struct SandboxAnswers(Vec<SandboxReply>);

impl SandboxAnswers {
    fn new(kind: Kind, path: &str) -> Self {
        let (before, _) = path.split_once('{').unwrap_or_default();
        let mut record = example(kind.table(), PayloadShape::Record);
        for name in ["id"].into_iter().chain(
            Operation::ALL
                .iter()
                .filter_map(|other| parameter(other.path?)),
        ) {
            if kind.table().member(name).is_some() {
                record[name] = ID.into();
            }
        }
        let state = json!({ kind.row().folder: { ID: record } });
        let good = to_string(&example(kind.table(), PayloadShape::Update));
        let calls = [
            (ID, "Bearer token", &*good),
            ("unknown", "Bearer token", &good),
            (ID, "", &good),
            (ID, "Bearer token", r#"{ "name": "" }"#),
        ];
        Self(
            calls
                .map(|(id, authorization, body)| {
                    let url = format!("{before}{id}");
                    let call = SandboxRequest::new("PUT", &url)
                        .authorization(authorization)
                        .version(kind.row().version);
                    Sandbox::default()
                        .answer(state.clone(), &call.body(body.as_bytes()))
                        .1
                })
                .into(),
        )
    }

    /// Returns the answer of a status.
    fn to(&self, status: u16) -> Value {
        let reply = self.0.iter().find(|reply| reply.status == status);
        reply
            .and_then(|reply| Document::parse(&*reply.body).ok())
            .map_or(Value::Null, |body| body.root().to_value())
    }
}
