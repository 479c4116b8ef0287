//! What is measured in Rust.

use std::hint::black_box;
use std::time::{Duration, Instant};

use calendiff::json::{patch, to_string};
use calendiff::{DiffOptions, Kind, Sameness, WhenAbsent};
use serde::Serialize;
use serde_json::json;

use crate::cases::Case;
use crate::table::{Cell, Column};

fn exact() -> DiffOptions {
    DiffOptions::default()
        .absent(WhenAbsent::Remove)
        .by(Sameness::Spelling)
}

fn by_meaning() -> DiffOptions {
    DiffOptions::default()
        .absent(WhenAbsent::Remove)
        .by(Sameness::Meaning)
}

/// calendiff, calendiff by meaning, and the crate json-patch.
pub(crate) fn columns(cases: &[Case]) -> [Column; 3] {
    let ours = |case: &Case, compare| {
        Kind::Calendar
            .diff(&case.stored, &case.wanted, compare)
            .unwrap()
    };
    let exact = |case: &Case| {
        let patch = ours(case, exact()).patch;
        cell(
            &patch,
            patch::apply(&case.stored, &patch).unwrap() == case.wanted,
            || ours(case, exact()),
        )
    };
    let by_meaning = |case: &Case| {
        let patch = ours(case, by_meaning()).patch;
        let patched = patch::apply(&case.stored, &patch).unwrap();
        let rest = Kind::Calendar
            .diff(&patched, &case.wanted, by_meaning())
            .unwrap();
        cell(&patch, rest.changes.is_empty(), || ours(case, by_meaning()))
    };
    let json_patch = |case: &Case| {
        let patch = json_patch::diff(&case.stored, &case.wanted);
        let mut patched = case.stored.clone();
        let applied = json_patch::patch(&mut patched, &patch);
        cell(&patch, applied.is_ok() && patched == case.wanted, || {
            json_patch::diff(&case.stored, &case.wanted)
        })
    };
    [
        Column {
            name: "calendiff".to_owned(),
            cells: cases.iter().map(exact).collect(),
        },
        Column {
            name: "by meaning".to_owned(),
            cells: cases.iter().map(by_meaning).collect(),
        },
        Column {
            name: "json-patch".to_owned(),
            cells: cases.iter().map(json_patch).collect(),
        },
    ]
}

fn cell<T>(patch: &impl Serialize, right: bool, run: impl Fn() -> T) -> Cell {
    let operations = json!(patch).as_array().map_or(0, Vec::len);
    Cell {
        operations,
        patch: to_string(patch),
        right,
        micros: median(run).as_secs_f64() * 1e6,
    }
}

/// The median of at least five runs, and of as many as a quarter of a second has room for.
fn median<T>(run: impl Fn() -> T) -> Duration {
    let begun = Instant::now();
    let mut times = Vec::new();
    while times.len() < 5 || begun.elapsed() < Duration::from_millis(250) {
        let start = Instant::now();
        let made = run();
        times.push(start.elapsed());
        drop(black_box(made));
    }
    times.sort_unstable();
    times[times.len() / 2]
}
