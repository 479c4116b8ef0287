//! How many operations, bytes and microseconds a diff takes, here and elsewhere, for edits that people make.
//! `cargo xtask bench diff` runs it, with the peers from npm; it fails where a peer takes fewer operations than we do.
//!
//! All of them are to reach the wanted calendar, special dates in its order. That order means nothing to the service;
//! what calendiff does unless told otherwise, "by meaning", leaves it as it is stored.

#![expect(clippy::unwrap_used, reason = "a bench fails by panicking")]
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "the table is what it is run for"
)]

mod cases;
#[path = "../dates/mod.rs"]
mod dates;
mod native;
mod npm;
mod table;

use std::process::ExitCode;

use cases::cases;
use table::Column;

fn main() -> ExitCode {
    let cases = cases();
    let [ours, rust @ ..] = native::columns(&cases);
    let mut npm = npm::columns(&cases).into_iter();
    let packaged = npm.next().unwrap();
    for ((case, native), packaged) in cases.iter().zip(&ours.cells).zip(&packaged.cells) {
        assert_eq!(
            native.patch, packaged.patch,
            "{}: the package makes another patch",
            case.name
        );
    }
    let columns: Vec<Column> = [ours, packaged]
        .into_iter()
        .chain(rust)
        .chain(npm)
        .collect();
    table::print(&cases, &columns);
    let lost = table::lost(&cases, &columns);
    for row in &lost {
        eprintln!("{row}");
    }
    if lost.is_empty() {
        println!("\nin every row, no tool takes fewer operations than calendiff");
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
