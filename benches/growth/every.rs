//! Every verb, with everything that can be long made long in turn.

use std::hint::black_box;
use std::time::Instant;

use calendiff::json::patch;
use serde_json::Value;

use crate::long::verbs::{Case, runs};
use crate::long::{Long, everything, patches};
use crate::table::{How, Row, Shown, print};

/// What a draft is of the stored record.
type Draft = (&'static str, fn(&Long, usize) -> [Value; 3]);

const DRAFTS: [Draft; 3] = [
    ("edited", |long, count| {
        [0, 1, 2].map(|edition| long.record(count, edition))
    }),
    ("reversed", |long, count| {
        let [stored, mut draft, theirs] = [0, 0, 1].map(|edition| long.record(count, edition));
        long.list(&mut draft)
            .into_iter()
            .for_each(|list| list.reverse());
        [stored, draft, theirs]
    }),
    ("every second dropped", |long, count| {
        let [stored, mut draft, mut theirs] = [0, 0, 0].map(|edition| long.record(count, edition));
        for (record, first) in [(&mut draft, 0), (&mut theirs, 1)] {
            if let Some(list) = long.list(record) {
                *list = list.iter().skip(first).step_by(2).cloned().collect();
            }
        }
        [stored, draft, theirs]
    }),
];

/// How many there are, and in a short run.
const SIZES: [([usize; 3], [&str; 3]); 2] = [
    ([200, 2_000, 20_000], ["200", "2,000", "20,000"]),
    ([40, 400, 4_000], ["40", "400", "4,000"]),
];

/// A table of what grows fastest, and the number of rows that grow too fast.
pub(crate) fn print_all(shown: &Shown, quick: bool) {
    let (counts, names) = SIZES[usize::from(quick)];
    let mut rows = Vec::new();
    let begun = Instant::now();
    for long in everything() {
        for (of_draft, draft) in DRAFTS {
            if of_draft != "edited" && long.list(&mut long.record(2, 0)).is_none() {
                continue;
            }
            let cases = counts.map(|count| {
                let [stored, draft, theirs] = draft(&long, count);
                Case {
                    kind: long.kind,
                    stored,
                    draft,
                    theirs,
                }
            });
            for (verb, run) in runs() {
                let run = &run;
                let runs = cases
                    .each_ref()
                    .map(|case| move || drop(black_box(run(case))));
                rows.push(Row::of(
                    format!("{}, {of_draft}", long.name).leak(),
                    verb,
                    &runs,
                    How::QUICKLY,
                ));
            }
        }
    }
    print("every list, map and text", &names, rows, shown);
    print(
        "patches of so many operations",
        &names,
        of_patches(counts),
        &Shown::ALL,
    );
    println!("measured in {:.0} s", begun.elapsed().as_secs_f64());
}

fn of_patches(counts: [usize; 3]) -> Vec<Row> {
    type Run = (&'static str, fn(&Value, &[patch::Op]));
    const RUNS: [Run; 3] = [
        ("apply", |document, patch| {
            drop(black_box(patch::apply(document, patch)));
        }),
        ("invert", |document, patch| {
            drop(black_box(patch::invert(document, patch)));
        }),
        ("guard", |document, patch| {
            drop(black_box(patch::guard(document, patch)));
        }),
    ];
    let sizes = counts.map(patches);
    let mut rows = Vec::new();
    for (number, (shape, _)) in sizes[0].1.iter().enumerate() {
        for (verb, run) in RUNS {
            let runs = sizes
                .each_ref()
                .map(|(document, patches)| move || run(document, &patches[number].1));
            rows.push(Row::of(shape, verb, &runs, How::QUICKLY));
        }
    }
    rows
}
