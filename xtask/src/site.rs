//! Everything that can be read about calendiff, as one folder.

use anyhow::{Context, Result, ensure};
use calendiff::Kind;
use calendiff::report::{self, ReportOptions};
use serde_json::Value;
use xshell::{Shell, cmd};

use crate::setup::NODE;
use crate::{test, wasm};

/// The update whose report is the example.
const EXAMPLE: [&str; 2] = [
    "tests/fixtures/everyday/stored.json",
    "tests/fixtures/everyday/draft.json",
];

/// Builds and packs the package, writes the crate's documentation, and writes the site.
pub(crate) fn build(sh: &Shell) -> Result<()> {
    wasm::build(sh)?;
    test::pack(sh)?;
    test::doc(sh)?;
    write(sh)
}

/// Writes the guide, the documentation of both languages, the editor and a report into `target/site/`, from what was built,
/// packed and documented. Fails if a link of any page is dead.
pub(crate) fn write(sh: &Shell) -> Result<()> {
    let docs = test::docs(sh)?;
    ensure!(
        docs.join("calendiff/index.html").exists(),
        "the crate is not documented yet: run `cargo xtask site`"
    );
    let report = wasm::target(&wasm::metadata(sh)?)?.join("report.html");
    let [stored, draft] =
        EXAMPLE.map(|file| -> Result<Value> { Ok(serde_json::from_str(&sh.read_file(file)?)?) });
    let html = report::html(Kind::Calendar, &stored?, &draft?, &ReportOptions::default());
    sh.write_file(&report, html.context("the example has no report")?)?;
    Ok(cmd!(sh, "node {NODE}/site.mjs {docs} {report}")
        .quiet()
        .run()?)
}
