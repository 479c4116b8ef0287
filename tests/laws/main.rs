//! The laws, on cases made from the tables. `fuzz/` holds what a fuzzer makes to the same functions.
//!
//! Each is tried on a hundred cases; `PROPTEST_CASES=100000 cargo test --release --all-features --test laws` tries more.

#![allow(
    unreachable_pub,
    missing_docs,
    clippy::must_use_candidate,
    reason = "it is public for `fuzz/`, where this is a module of a library"
)]

pub mod bodies;
mod calls;
pub mod case;
pub mod diffs;
pub mod drafts;
pub mod edits;
pub mod forms;
pub mod gates;
pub mod loops;
pub mod merges;
pub mod patches;
pub mod requests;
pub mod responses;
pub mod sandboxes;
pub mod texts;
pub mod verbs;

use calendiff::{Code, Error, Kind, Profile, Severity, ValidateOptions, ValidationReport};
use proptest::prelude::*;
use serde_json::Value;

/// Whether a law holds for a case: nothing where it does, else how it is broken.
pub type Held = Result<(), TestCaseError>;

/// A law and its name.
pub type Law<C> = (&'static str, fn(Kind, &C) -> Held);

/// Laws about one sort of case.
pub struct Laws<C: 'static> {
    /// How cases are made.
    pub cases: fn() -> BoxedStrategy<(Kind, C)>,
    /// What holds for each.
    pub all: &'static [Law<C>],
}

/// A module for one sort of case: the functions named are its `LAWS`, and each is a test.
macro_rules! laws {
    ($name:ident of $case:ty = $cases:expr; $($law:ident),* $(,)?) => {
        pub mod $name {
            #[allow(clippy::wildcard_imports, reason = "it is a part of the file that it stands in")]
            use super::*;

            pub const LAWS: Laws<$case> = Laws { cases, all: &[$((stringify!($law), super::$law)),*] };

            /// Made once, since strategies are many times what a case is.
            fn cases() -> proptest::strategy::BoxedStrategy<(calendiff::Kind, $case)> {
                thread_local!(static CASES: proptest::strategy::BoxedStrategy<(calendiff::Kind, $case)> = $cases.boxed());
                CASES.with(Clone::clone)
            }

            #[cfg(test)]
            proptest::proptest! {
                #![proptest_config($crate::config())]
                $(#[test] fn $law((kind, case) in cases()) { super::$law(kind, &case)?; })*
            }
        }
    };
}
pub(crate) use laws;

/// Returns how cases are made: the same hundred in each run, so that a failure comes from the change under test. Other cases come
/// with `PROPTEST_CASES` or `PROPTEST_RNG_SEED`.
#[cfg(test)]
fn config() -> proptest::test_runner::Config {
    let config = proptest::test_runner::Config::default();
    if ["PROPTEST_CASES", "PROPTEST_RNG_SEED"]
        .iter()
        .any(|name| std::env::var_os(name).is_some())
    {
        return config;
    }
    proptest::test_runner::Config {
        rng_seed: proptest::test_runner::RngSeed::Fixed(46),
        failure_persistence: None,
        ..config
    }
}

/// That strategy of either kind, mostly of the calendar, which has more to it.
fn of<S: Strategy>(strategy: impl Fn(Kind) -> S) -> impl Strategy<Value = (Kind, S::Value)> {
    let of = |kind| strategy(kind).prop_map(move |value| (kind, value));
    prop_oneof![3 => of(Kind::Calendar), 1 => of(Kind::Location)]
}

/// No changes.
const NONE: Vec<String> = Vec::new();

fn validate(kind: Kind, draft: &Value, profile: Profile) -> Result<ValidationReport, Error> {
    kind.validate(draft, &ValidateOptions::from(profile))
}

fn errors(report: &ValidationReport) -> impl Iterator<Item = Code> {
    report
        .issues
        .iter()
        .filter(|issue| issue.severity == Severity::Error)
        .map(|issue| issue.code)
}

fn to_text(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
