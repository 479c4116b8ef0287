//! A share of what the fuzzers do, without a fuzzer: every target takes what fuzzers begin with, what was found
//! before, and as many mutations and seeds of its own. `FUZZ_RUNS=10000 FUZZ_SEED=7 cargo test --manifest-path fuzz/Cargo.toml` tries more, and others.

use std::fs;

use calendiff_fuzz::{mutate, seeds};

/// Runs that target on a share of inputs; on each file that `FUZZ_INPUT` names alone, where it does.
fn share(target: &str, runs: usize, run: fn(&[u8])) {
    let number = |name: &str| {
        std::env::var(name)
            .ok()
            .map(|text| text.parse::<u64>().expect(name))
    };
    if let Ok(file) = std::env::var("FUZZ_INPUT") {
        return run(&fs::read(file).expect("FUZZ_INPUT"));
    }
    let begins: Vec<Vec<u8>> = seeds::all()
        .expect("fixtures")
        .into_iter()
        .map(|(_, input)| input)
        .collect();
    begins.iter().for_each(|input| run(input));
    let found = seeds::root().join("fuzz/found").join(target);
    for file in found.read_dir().into_iter().flatten() {
        run(&fs::read(file.expect("a file").path()).expect("a file"));
    }
    let runs = number("FUZZ_RUNS").map_or(runs, |runs| usize::try_from(runs).expect("FUZZ_RUNS"));
    let from = number("FUZZ_SEED").unwrap_or(1);
    seeds::numbered(from)
        .take(runs)
        .for_each(|input| run(&input));
    // Each case becomes another, again and again.
    let mut inputs = begins;
    for (at, seed) in (from..).take(runs).enumerate() {
        let count = inputs.len();
        let input = &mut inputs[at % count];
        if let Some(other) = mutate::mutated(input, seed) {
            run(&other);
            *input = other;
        }
    }
}

/// The targets, and how many random choices each tries.
macro_rules! targets {
    ($($target:ident = $file:tt: $runs:literal;)*) => { $(
        #[path = $file]
        mod $target;

        #[test]
        fn $target() {
            share(stringify!($target), $runs, $target::run);
        }
    )* };
}

targets! {
    text = "../fuzz_targets/text.rs": 200;
    read = "../fuzz_targets/read.rs": 200;
    draft = "../fuzz_targets/draft.rs": 60;
    diff = "../fuzz_targets/diff.rs": 200;
    patch = "../fuzz_targets/patch.rs": 200;
    body = "../fuzz_targets/body.rs": 200;
    merge = "../fuzz_targets/merge.rs": 200;
    form = "../fuzz_targets/form.rs": 100;
    response = "../fuzz_targets/response.rs": 200;
    request = "../fuzz_targets/request.rs": 200;
    sandbox = "../fuzz_targets/sandbox.rs": 200;
}
