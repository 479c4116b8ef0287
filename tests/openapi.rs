//! The description in OpenAPI: it accepts what the JSON Schemas accept, its examples are valid, and the sandbox answers
//! as it says. `tests/node/openapi.test.mjs` holds it to the official schema, and makes a client from it.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;

use calendiff::{
    Basis, Kind, Operation, PayloadShape, Profile, RequestOptions, Sandbox, SandboxRequest,
    Severity, ValidateOptions, openapi,
};
use jsonschema::Validator;
use serde_json::{Value, json};

/// Returns a validator of one of the description's schemas.
fn validator(name: &str) -> Validator {
    let mut schema = json!({ "$ref": format!("#/components/schemas/{name}") });
    schema["components"] = openapi()["components"].clone();
    jsonschema::options()
        .with_draft(jsonschema::Draft::Draft202012)
        .build(&schema)
        .unwrap()
}

/// Returns the operation of a kind as it is described.
fn described(kind: Kind) -> Value {
    let operation = Operation::ALL
        .iter()
        .find(|operation| operation.kind == Some(kind))
        .unwrap();
    openapi()["paths"][operation.path.unwrap()]["put"].clone()
}

const NAMES: [(Kind, &str, &str); 2] = [
    (Kind::Calendar, "Calendar", "CalendarUpdate"),
    (Kind::Location, "Location", "LocationUpdate"),
];

#[test]
fn every_reference_leads_to_a_schema_and_every_schema_is_referenced() {
    fn collect(value: &Value, found: &mut BTreeSet<String>) {
        match value {
            Value::Object(members) => {
                found.extend(
                    members
                        .get("$ref")
                        .and_then(Value::as_str)
                        .map(str::to_owned),
                );
                members.values().for_each(|member| collect(member, found));
            }
            Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
            _ => {}
        }
    }
    let description = openapi();
    let mut found = BTreeSet::new();
    collect(&description, &mut found);
    let schemas = description["components"]["schemas"].as_object().unwrap();
    let named = schemas
        .keys()
        .map(|name| format!("#/components/schemas/{name}"))
        .collect();
    assert_eq!(found, named);
    for schema in schemas.values() {
        jsonschema::draft202012::meta::validate(schema).unwrap();
    }
}

#[test]
fn schemas_have_the_members_of_the_tables() {
    let description = openapi();
    for (kind, record, update) in NAMES {
        for name in [record, update] {
            let schema = &description["components"]["schemas"][name];
            let members: Vec<&String> = schema["properties"].as_object().unwrap().keys().collect();
            let rows: Vec<&str> = kind.table().members.iter().map(|row| row.name).collect();
            assert_eq!(members, rows, "{name}");
        }
    }
}

#[test]
fn updates_are_accepted_and_refused_as_by_the_json_schemas() {
    let mut rows: Vec<Value> = serde_json::from_str(include_str!("codes.json")).unwrap();
    rows.retain(|row| row.get("draft").is_some());
    for (kind, record, update) in NAMES {
        for (of, name) in [
            (PayloadShape::Record, record),
            (PayloadShape::Update, update),
        ] {
            let [ours, other] = [
                validator(name),
                jsonschema::validator_for(&kind.json_schema(of)).unwrap(),
            ];
            for draft in rows.iter().map(|row| &row["draft"]) {
                assert_eq!(
                    ours.is_valid(draft),
                    other.is_valid(draft),
                    "{name}: {draft}"
                );
            }
        }
        // A request refuses an envelope of anything but an object, which a validation takes for an unknown member.
        for envelope in kind.envelopes() {
            let lone = json!({ *envelope: [null] });
            assert!(
                kind.validate(&lone, &ValidateOptions::default())
                    .unwrap()
                    .ok
            );
            assert!(
                kind.request(&lone, &RequestOptions::new("https://a", "x", "t"))
                    .is_err()
            );
            assert!(!validator(update).is_valid(&lone), "{lone}");
        }
    }
}

#[test]
fn the_example_of_an_update_is_valid_and_has_every_member() {
    for (kind, _, update) in NAMES {
        let example = &described(kind)["requestBody"]["content"]["application/json"]["example"];
        assert!(validator(update).is_valid(example));
        for profile in Profile::ALL {
            let report = kind
                .validate(example, &ValidateOptions::from(*profile))
                .unwrap();
            let worse: Vec<_> = report
                .issues
                .iter()
                .filter(|issue| issue.severity != Severity::Note)
                .collect();
            assert!(worse.is_empty(), "{worse:?}");
        }
        let writable = kind
            .table()
            .members
            .iter()
            .filter(|row| row.access != calendiff::schema::Access::ResponseOnly);
        assert_eq!(example.as_object().unwrap().len(), writable.count());
        // The example has the values that the specification shows.
        for row in kind.table().members {
            let shown = row
                .known
                .iter()
                .find(|known| known.basis == Basis::Specification);
            if let (Some(shown), Some(value)) = (shown, example.get(row.name)) {
                assert_eq!(value, shown.value);
            }
        }
    }
}

#[test]
fn the_sandbox_answers_as_described_with_each_status_that_the_tables_name() {
    for (kind, record, _) in NAMES {
        let operation = described(kind);
        let responses = operation["responses"].as_object().unwrap();
        let row = Operation::ALL
            .iter()
            .find(|operation| operation.kind == Some(kind))
            .unwrap();
        let statuses: Vec<String> = std::iter::once(200)
            .chain(row.refusals.iter().map(|refusal| refusal.status))
            .map(|status| status.to_string())
            .collect();
        assert_eq!(
            responses.keys().collect::<Vec<_>>(),
            statuses.iter().collect::<Vec<_>>()
        );
        for (status, response) in responses {
            let (schema, content_type) = if status == "200" {
                (format!("{record}Answer"), "text/plain")
            } else {
                ("Refusal".to_owned(), "application/json")
            };
            let content = &response["content"][content_type];
            assert_eq!(
                content["schema"]["$ref"],
                format!("#/components/schemas/{schema}")
            );
            assert!(
                validator(&schema).is_valid(&content["example"]),
                "{status}: {content}"
            );
            // Each example is a real answer: its text gives the status again.
            let answer = kind.response(
                status.parse().unwrap(),
                None,
                content["example"].to_string(),
            );
            assert_eq!(answer.result.is_ok(), status == "200");
            assert!(
                answer
                    .result
                    .err()
                    .is_none_or(|refusal| !refusal.texts.is_empty())
            );
        }
        let observed = kind == Kind::Calendar;
        assert_eq!(
            responses["422"]["description"]
                .as_str()
                .unwrap()
                .contains("observed"),
            observed
        );
    }
}

#[test]
fn a_described_request_is_the_one_that_calendiff_makes() {
    for (kind, _, _) in NAMES {
        let operation = described(kind);
        let example = &operation["requestBody"]["content"]["application/json"]["example"];
        let request = kind
            .request(
                example,
                &RequestOptions::new("http://sandbox", "Kx2m", "any"),
            )
            .unwrap();
        for parameter in operation["parameters"].as_array().unwrap() {
            let value = parameter["example"].as_str().unwrap();
            let name = parameter["name"].as_str().unwrap().to_lowercase();
            let is_sent = match parameter["in"].as_str().unwrap() {
                "path" => request.url.ends_with(&format!("/{value}")),
                _ => request
                    .headers
                    .iter()
                    .any(|(own, sent)| *own == name && sent == value),
            };
            assert!(is_sent, "{parameter}");
        }
        let answer = operation["responses"]["200"]["content"]["text/plain"]["example"].clone();
        let record = answer[kind.envelopes()[0]].clone();
        let state = json!({ format!("{}s", kind.name()): { "Kx2m": record } });
        let (_, reply) = Sandbox::default().answer(state, &SandboxRequest::from(&request));
        assert_eq!(
            (
                reply.status,
                serde_json::from_str::<Value>(&reply.body).unwrap()
            ),
            (200, answer)
        );
    }
}
