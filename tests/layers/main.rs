//! Each file of `src/` imports only from its own layer and those below, and never in a circle.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

mod source;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use source::Sources;

#[test]
fn dump() {
    let sources = Sources::below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    for (f, to) in sources.imports() {
        println!("{f} -> {}", to.into_iter().collect::<Vec<_>>().join(" "));
    }
}
