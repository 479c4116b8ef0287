//! What the fuzz targets share: how bytes become a case, and the laws that are held to it.
//!
//! An input is one of two things. Text is a case as a person would write it, see `laws::case`: it begins as what
//! `tests/fixtures` holds, and mutates by parts of records that the strategies make from the tables (`mutate`), so that it
//! stays a record, or byte by byte. What begins with a byte below [`CHOICES`] is a seed, of which the strategies make a
//! case: what a law relies on, such as a sound draft or no key twice, then holds by construction, and what fails shrinks
//! as any property test does.
//!
//! Bytes in place of the strategies' random numbers (`RngAlgorithm::PassThrough`) would be closer to a fuzzer's heart. But
//! proptest gives half of what is left to each alternative of a `prop_oneof!` that it passes by, and a record has a hundred
//! of these: all but the first few choices would be zeros, at which its search for an even number does not end.

#[path = "../../tests/laws/main.rs"]
pub mod laws;

pub mod calls;
pub mod mutate;
pub mod seeds;

use laws::Laws;
use laws::case::Case;
use proptest::prelude::TestCaseError;
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner};

/// What begins with a lower byte is a seed.
pub const CHOICES: u8 = 8;

/// A way to hold laws to an input.
pub type Hold = fn(&[u8]);

/// Holds an input to one of several sets of laws: a seed to the one that its first byte picks, text to each that it is
/// a case of.
pub fn dispatch(input: &[u8], sets: &[Hold]) {
    match input.first() {
        Some(first) if *first < CHOICES => sets[usize::from(*first) % sets.len()](input),
        _ => sets.iter().for_each(|hold| hold(input)),
    }
}

/// Holds an input to laws.
///
/// # Panics
/// Where a law is broken: with its name, how, and the smallest case as text.
pub fn hold<C: Case>(input: &[u8], laws: &Laws<C>) {
    if input.first().is_some_and(|first| *first < CHOICES) {
        let mut runner = runner(&input[1..]);
        let Ok(tree) = (laws.cases)().new_tree(&mut runner) else {
            return;
        };
        let tried = |(kind, case)| {
            laws.all
                .iter()
                .try_for_each(|law| named(law.0, law.1(kind, &case)))
        };
        if let Err(TestError::Fail(reason, (kind, case))) = runner.run_one(tree, tried) {
            panic!("{reason}\n{case:#?}\n{}", case.write(kind));
        }
    } else if let Some((kind, case)) = std::str::from_utf8(input).ok().and_then(C::read) {
        for (name, law) in laws.all {
            if let Err(TestCaseError::Fail(reason)) = named(name, law(kind, &case)) {
                panic!("{reason}\n{}", case.write(kind));
            }
        }
    }
}

/// How a law is broken, behind its name.
fn named(name: &str, held: laws::Held) -> laws::Held {
    held.map_err(|error| match error {
        TestCaseError::Fail(reason) => TestCaseError::fail(format!("{name}: {reason}")),
        rejected => rejected,
    })
}

/// What makes cases of a seed, of which 32 bytes count.
#[must_use]
pub fn runner(seed: &[u8]) -> TestRunner {
    let mut whole = [0; 32];
    let count = seed.len().min(whole.len());
    whole[..count].copy_from_slice(&seed[..count]);
    let config = Config {
        failure_persistence: None,
        max_shrink_time: 30_000,
        ..Config::default()
    };
    TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &whole))
}

/// Makes a target of sets of laws: `main` of a fuzzer where cargo-fuzz builds it, else the function `run`.
#[macro_export]
macro_rules! target {
    ($($laws:expr),+) => {
        /// Holds an input to the laws.
        pub fn run(input: &[u8]) {
            $crate::dispatch(input, &[$(|input| $crate::hold(input, &$laws)),+]);
        }

        #[cfg(fuzzing)]
        libfuzzer_sys::fuzz_target!(|input: &[u8]| run(input));

        #[cfg(fuzzing)]
        libfuzzer_sys::fuzz_mutator!(|input: &mut [u8], size: usize, most: usize, seed: u32| {
            // Every other time as libFuzzer does, which knows what its comparisons were after.
            let other = if seed % 2 == 0 { None } else { $crate::mutate::mutated(&input[..size], seed.into()) };
            match other.filter(|other| other.len() <= most) {
                Some(other) => {
                    input[..other.len()].copy_from_slice(&other);
                    other.len()
                }
                None => libfuzzer_sys::fuzzer_mutate(input, size, most),
            }
        });

        #[cfg(not(fuzzing))]
        #[allow(dead_code, reason = "share.rs takes the file as a module")]
        fn main() {
            eprintln!("cargo-fuzz runs this; `cargo xtask soak` says how");
        }
    };
}
