//! Packages whose sources have suites.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use serde_json::Value;

/// The folder of a package's source; of several versions, the one that `suites/Cargo.toml` names.
pub(crate) fn package(name: &str) -> PathBuf {
    static METADATA: OnceLock<Value> = OnceLock::new();
    let metadata = METADATA.get_or_init(metadata);
    let find = |list: &'static Value, matches: &dyn Fn(&Value) -> bool| {
        list.as_array().unwrap().iter().find(|each| matches(each))
    };
    let root = find(&metadata["resolve"]["nodes"], &|node| {
        node["id"] == metadata["resolve"]["root"]
    })
    .unwrap();
    let named = |package: &Value| {
        package["name"] == name && find(&root["dependencies"], &|id| *id == package["id"]).is_some()
    };
    let package = find(&metadata["packages"], &named);
    let manifest =
        package.unwrap_or_else(|| panic!("suites/Cargo.toml does not name {name}"))["manifest_path"].as_str();
    Path::new(manifest.unwrap()).parent().unwrap().to_owned()
}

fn metadata() -> Value {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .map(|folder| folder.join("tests/conformance/suites/Cargo.toml"))
        .find(|manifest| manifest.exists())
        .unwrap();
    // The platform with the fewest dependencies; what is not built need not fit this machine.
    let only = [
        "--locked",
        "--format-version",
        "1",
        "--filter-platform",
        "wasm32-unknown-unknown",
    ];
    let output = Command::new(cargo)
        .args(["metadata", "--manifest-path"])
        .arg(manifest)
        .args(only)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "the suites come from the registry, and Cargo could not fetch them: {said}"
    );
    serde_json::from_slice(&output.stdout).unwrap()
}

pub(crate) fn read(package_name: &str, file: &str) -> String {
    let path = package(package_name).join(file);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
