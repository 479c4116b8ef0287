//! What the fuzz targets share: how bytes become a case, and the laws that are held to it.
//!
//! An input is one of two things. Text is a case as a person would write it, see `laws::case`: it begins as what
//! `tests/fixtures` holds, and mutates byte by byte. What begins with a byte below [`CHOICES`] is a row of choices: the
//! strategies of the property tests make their case of the bytes in place of random numbers, so that whatever a fuzzer
//! changes is a record as the tables have it. No second generator has to be kept in step with the tables, and what a
//! law may rely on (a sound draft, no key twice) holds by construction. What fails shrinks as any property test does.

#[path = "../../tests/laws/main.rs"]
pub mod laws;

pub mod calls;
pub mod seeds;

use laws::Laws;
use laws::case::Case;
use proptest::prelude::TestCaseError;
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner};

/// What begins with a lower byte is choices.
pub const CHOICES: u8 = 8;

/// A way to hold laws to an input.
pub type Hold = fn(&[u8]);

/// Holds an input to one of several sets of laws: choices to the one that the first byte picks, text to each that it is
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
        let mut runner = runner(RngAlgorithm::PassThrough, &input[1..]);
        let Ok(tree) = (laws.cases)().new_tree(&mut runner) else { return };
        let tried = |(kind, case)| laws.all.iter().try_for_each(|law| named(law.0, law.1(kind, &case)));
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

/// What makes a case of these choices, or of this seed.
pub fn runner(algorithm: RngAlgorithm, seed: &[u8]) -> TestRunner {
    let config = Config { failure_persistence: None, ..Config::default() };
    TestRunner::new_with_rng(config, TestRng::from_seed(algorithm, seed))
}

/// The seed of 32 bytes that a number stands for.
#[must_use]
pub fn seed(number: u64) -> [u8; 32] {
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&number.to_le_bytes());
    seed
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

        #[cfg(not(fuzzing))]
        #[allow(dead_code, reason = "tests/share.rs takes the file as a module")]
        fn main() {
            eprintln!("cargo-fuzz runs this; `cargo xtask soak` says how");
        }
    };
}
