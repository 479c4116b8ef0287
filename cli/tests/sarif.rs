//! Logs of the command are valid under the official schema of SARIF 2.1.0.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../../tests/conformance/packages.rs"]
mod packages;

use serde_json::{Value, json};

use packages::read;

/// The official schema of SARIF 2.1.0, without a pattern that is no regular expression: a bracket in it is never opened.
fn sarif_schema() -> Value {
    let mut schema: Value = serde_json::from_str(&read("serde-sarif", "src/schema.json")).unwrap();
    for of in ["run", "toolComponent"] {
        let language = &mut schema["definitions"][of]["properties"]["language"];
        assert!(
            language
                .as_object_mut()
                .unwrap()
                .remove("pattern")
                .is_some()
        );
    }
    schema
}

/// Logs of a stream and of files, with findings of every severity, an unreadable line, and none at all.
#[test]
fn logs_of_the_command_are_sarif() {
    let schema = sarif_schema();
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let [stream, clean] = ["sarif log.ndjson", "sarif-clean.ndjson"].map(|name| folder.join(name));
    std::fs::write(
        &stream,
        "{\"slotDuration\":0,\"slug\":\"a b\",\"other\":1}\n{\n[]\n",
    )
    .unwrap();
    std::fs::write(&clean, "{\"eventColor\":\"#039be5\"}").unwrap();
    let draft = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../tests/fixtures/everyday/draft.json"
    );
    let [stream, clean] = [&stream, &clean].map(|path| path.to_str().unwrap());
    for arguments in [
        &["--ndjson", stream][..],
        &["--ndjson", "--of", "record", clean],
        &[draft, clean],
    ] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_calendiff"));
        let output = command
            .args(["validate", "--kind", "calendar", "--format", "sarif"])
            .args(arguments)
            .output()
            .unwrap();
        let log: Value = serde_json::from_slice(&output.stdout).unwrap();
        let validator = jsonschema::options()
            .should_validate_formats(true)
            .build(&schema)
            .unwrap();
        let faults: Vec<String> = validator
            .iter_errors(&log)
            .map(|fault| format!("{}: {fault}", fault.instance_path()))
            .collect();
        assert_eq!(faults, Vec::<String>::new(), "{arguments:?}");
    }
    assert!(
        !jsonschema::is_valid(&schema, &json!({ "version": "2.1.0" })),
        "the schema refuses what is no log"
    );
}
