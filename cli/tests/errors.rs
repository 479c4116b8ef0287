//! The command has its own copy of the page of errors, since its package cannot reach a page outside of its folder.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;

/// `BLESS=1` copies the page.
#[test]
fn the_codes_of_errors_are_those_of_the_page() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let own = folder.join("src/errors.md");
    let page = fs::read_to_string(folder.join("../docs/errors.md")).unwrap();
    if std::env::var_os("BLESS").is_some() {
        fs::write(&own, &page).unwrap();
    }
    assert!(
        fs::read_to_string(own).unwrap() == page,
        "run `BLESS=1 cargo test --package calendiff-cli --test errors`"
    );
}
