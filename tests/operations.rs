//! The catalogue of operations: that it agrees with the requests we make, and that `docs/operations.md` shows it.
//! `BLESS=1 cargo test --test operations` writes the page anew.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fmt::Write;

use calendiff::{Basis, Kind, Operation, RequestOptions};
use serde_json::json;

#[test]
fn the_operations_that_are_shown_are_those_that_requests_are_made_for() {
    let to = RequestOptions::new("https://a", "x", "t");
    for &kind in Kind::ALL {
        let operation = Operation::ALL
            .iter()
            .find(|operation| operation.kind == Some(kind))
            .unwrap();
        let request = kind.request(json!({}), &to).unwrap();
        let (path, _) = operation.path.unwrap().split_once('{').unwrap();
        assert_eq!(request.url, format!("https://a{path}x"));
        assert_eq!(Some(request.method), operation.method);
        assert_eq!(Some(kind.version()), operation.version);
    }
    let shown = Operation::ALL
        .iter()
        .filter(|operation| operation.path.is_some())
        .count();
    assert_eq!(shown, Kind::ALL.len());
}

#[test]
fn each_is_named_once_and_six_have_a_method_alone() {
    let names: BTreeSet<_> = Operation::ALL
        .iter()
        .map(|operation| (operation.area, operation.name))
        .collect();
    assert_eq!(names.len(), Operation::ALL.len());
    let called = Operation::ALL
        .iter()
        .filter(|operation| operation.method.is_some() && operation.path.is_none());
    assert_eq!(called.count(), 6);
}

#[test]
fn the_page_of_operations_is_up_to_date() {
    let mut page = String::from(
        "# Operations\n\n\
         Every operation that the service's specification names. calendiff makes the requests of the first two and reads\n\
         their answers. About the others, the specification shows nothing but what is in this table. The package ships it as\n\
         `calendiff/operations.json`, and `calendiff operations` prints it. The first two are also described in OpenAPI 3.1, as\n\
         `calendiff/openapi.json` and by `calendiff schema --openapi`.\n\n\
         | area | operation | method | path | version | payload | refused with | section |\n|---|---|---|---|---|---|---|---|\n",
    );
    for operation in Operation::ALL {
        let code =
            |text: Option<&str>| text.map_or("not shown".to_owned(), |text| format!("`{text}`"));
        let payload = operation
            .kind
            .map_or("not shown".to_owned(), |kind| format!("a {}", kind.name()));
        let refusals = operation.refusals.iter().map(|row| match row.basis {
            Basis::Specification => row.status.to_string(),
            basis => format!("{} ({})", row.status, basis.name()),
        });
        let refusals: Vec<String> = refusals.collect();
        let refused = if refusals.is_empty() {
            "not shown".to_owned()
        } else {
            refusals.join(", ")
        };
        writeln!(
            page,
            "| {} | {} | {} | {} | {} | {payload} | {refused} | {} |",
            operation.area,
            operation.name,
            operation.method.unwrap_or("not shown"),
            code(operation.path),
            code(operation.version),
            operation.section,
        )
        .unwrap();
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/operations.md");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, &page).unwrap();
    }
    let written = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        page == written,
        "if this is right, BLESS=1 cargo test --test operations"
    );
}
