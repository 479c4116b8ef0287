//! How answers grow with their input, on the nastiest input we could think of. `cargo xtask bench growth` prints it.
//!
//! Ten times the input may take about ten times the time; a hundred times is work that grows with the square. Somewhat
//! over ten is memory: what no longer fits a cache takes longer to reach. The first lines show that of copying alone,
//! and what takes less than ten copies is left out, unless `--all` asks for it. Times are of the processor, not of the clock.

#![expect(clippy::unwrap_used, reason = "a bench fails by panicking")]
#![expect(clippy::print_stdout, reason = "the table is what it is run for")]

#[path = "../dates/mod.rs"]
mod dates;
mod every;
#[path = "../long/mod.rs"]
mod long;
mod merges;
mod records;
mod shapes;
mod table;

use std::env;
use std::hint::black_box;

use calendiff::{Kind, ValidateOptions};
use serde_json::Value;
use table::{How, Row, Shown};

const SIZES: [usize; 3] = [10_000, 100_000, 1_000_000];
const SIZE_NAMES: [&str; 3] = ["10 kB", "100 kB", "1 MB"];

fn main() {
    let copying = copying();
    let some = Shown {
        most: 4,
        from: 10 * copying.longest(),
    };
    table::print("for comparison", &SIZE_NAMES, vec![copying], &Shown::ALL);
    table::print(
        "for comparison",
        &records::COUNT_NAMES,
        vec![copying_records()],
        &Shown::ALL,
    );
    let all = env::args().any(|argument| argument == "--all");
    let fastest = Shown { most: 20, ..some };
    let quick = env::args().any(|argument| argument == "--quick");
    every::print_all(if all { &Shown::ALL } else { &fastest }, quick);
    if quick {
        return;
    }
    texts(if all { &Shown::ALL } else { &some });
    records::print();
    merges::print();
}

fn copying() -> Row {
    let runs = SIZES
        .map(|bytes| "a".repeat(bytes))
        .map(|text| move || drop(black_box(text.clone())));
    Row::of("the text alone", "copy", &runs, How::WELL)
}

/// What memory alone makes of a record that no longer fits a cache: `serde_json` copies it.
fn copying_records() -> Row {
    let runs = records::COUNTS
        .map(dates::dates)
        .map(|record| move || drop(black_box(record.clone())));
    Row::of(
        "so many special dates",
        "copy by serde_json",
        &runs,
        How::WELL,
    )
}

/// A verb on a draft.
type Verb = (&'static str, fn(Kind, &Value));

const VERBS: [Verb; 3] = [
    ("validate", |kind, draft| {
        drop(kind.validate(draft, &ValidateOptions::default()).unwrap());
    }),
    ("normalize", |kind, draft| {
        drop(kind.normalize(draft).unwrap());
    }),
    ("fix", |kind, draft| {
        drop(kind.fix(draft, &ValidateOptions::default()).unwrap());
    }),
];

/// A table for each place where a text can stand: the shapes and verbs whose time grows fastest come first.
fn texts(shown: &Shown) {
    for place in shapes::PLACES {
        let mut rows = Vec::new();
        for shape in shapes::COMMON.iter().chain(place.shapes) {
            let drafts = SIZES.map(|bytes| (place.draft)(shape.text(bytes)));
            for (verb, run) in VERBS {
                let runs = drafts
                    .each_ref()
                    .map(|draft| move || run(place.kind, draft));
                rows.push(Row::of(shape.name, verb, &runs, How::WELL));
            }
        }
        table::print(place.name, &SIZE_NAMES, rows, shown);
    }
}
