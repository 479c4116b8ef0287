//! What is measured in Node: the package as it is packed, and its peers.

use std::io::Write;
use std::process::{Command, Stdio};

use calendiff::json::to_string;
use serde_json::{Value, json};

use crate::cases::Case;
use crate::table::Column;

/// The package first.
pub(crate) fn columns(cases: &[Case]) -> Vec<Column> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/node/diff-peers.mjs");
    let cases: Value = cases
        .iter()
        .map(|case| json!([case.stored, case.wanted]))
        .collect();
    let mut node = Command::new("node")
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    node.stdin
        .take()
        .unwrap()
        .write_all(to_string(&cases).as_bytes())
        .unwrap();
    let output = node.wait_with_output().unwrap();
    assert!(output.status.success(), "{script} failed");
    serde_json::from_slice(&output.stdout).unwrap()
}
