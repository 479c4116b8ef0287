//! Forty faults of forty kinds in one draft: all are found in one pass, each at its own field, none twice.
//!
//! `fixtures/forty-faults/faults.json` lists them: the code, the place, and the patch that plants the fault in the stored
//! record. `BLESS=1 cargo test --test faults` writes the draft anew.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use calendiff::json::{Document, patch, to_string_pretty};
use calendiff::{Kind, Mode, ValidateOptions};
use serde_json::{Value, json};

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures/forty-faults")
        .join(name)
}

fn read(name: &str) -> Value {
    Document::parse(fs::read_to_string(file(name)).unwrap())
        .unwrap()
        .root()
        .to_value()
}

/// A faultless draft: the stored record without what only responses carry.
fn faultless() -> Value {
    Kind::Calendar
        .body(read("stored.json"), json!({}), Mode::Full)
        .unwrap()
        .value
        .to_value()
}

fn plant(draft: &Value, fault: &Value) -> Value {
    patch::apply(draft, &patch::parse(&fault["plant"]).unwrap()).unwrap()
}

/// Everything found in a draft, as code and place.
fn found(draft: &Value) -> Vec<(String, String)> {
    let stored = read("stored.json");
    let report = Kind::Calendar
        .validate(draft, &ValidateOptions::default().stored(&stored))
        .unwrap();
    let mut found: Vec<_> = report
        .issues
        .iter()
        .map(|issue| (issue.code.name().to_owned(), issue.path.pointer()))
        .collect();
    found.sort();
    found
}

fn listed(fault: &Value) -> (String, String) {
    (
        fault["code"].as_str().unwrap().to_owned(),
        fault["at"].as_str().unwrap().to_owned(),
    )
}

#[test]
fn the_draft_is_the_faultless_one_with_every_fault_planted() {
    let faults = read("faults.json");
    let draft = faults
        .as_array()
        .unwrap()
        .iter()
        .fold(faultless(), |draft, fault| plant(&draft, fault));
    let text = to_string_pretty(&draft) + "\n";
    if std::env::var_os("BLESS").is_some() {
        fs::write(file("draft.json"), text).unwrap();
    } else {
        let pinned = fs::read_to_string(file("draft.json")).unwrap();
        assert!(
            text == pinned,
            "if faults.json is right, BLESS=1 cargo test --test faults"
        );
    }
}

#[test]
fn forty_faults_of_forty_codes_at_forty_places() {
    let faults = read("faults.json");
    let (codes, places): (BTreeSet<String>, BTreeSet<String>) =
        faults.as_array().unwrap().iter().map(listed).unzip();
    assert_eq!(
        (codes.len(), places.len(), faults.as_array().unwrap().len()),
        (40, 40, 40)
    );
}

#[test]
fn all_are_found_in_one_pass_each_in_its_place_and_nothing_else() {
    let mut faults: Vec<_> = read("faults.json")
        .as_array()
        .unwrap()
        .iter()
        .map(listed)
        .collect();
    faults.sort();
    assert_eq!(found(&read("draft.json")), faults);
}

#[test]
fn each_alone_is_found_alone() {
    assert_eq!(found(&faultless()), []);
    for fault in read("faults.json").as_array().unwrap() {
        assert_eq!(found(&plant(&faultless(), fault)), [listed(fault)]);
    }
}
