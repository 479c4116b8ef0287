//! Single values: text of each format, numbers within bounds, hours and weeks.
//!
//! ```
//! use calendiff::schema::Format;
//! use calendiff::strategies::leaf::{self, Sort};
//! use calendiff::{Kind, ValidateOptions};
//! use proptest::prelude::*;
//! use serde_json::json;
//!
//! let issues = |email: &str| {
//!     Kind::Calendar.validate(json!({ "alertEmail": email }), &ValidateOptions::default()).map(|report| report.ok)
//! };
//! proptest!(|(email in leaf::text(Format::Email, Sort::Valid))| prop_assert!(issues(&email)?));
//!
//! // Nearly valid text is often refused, but always answered.
//! proptest!(|(email in leaf::text(Format::Email, Sort::Nearly))| prop_assert!(issues(&email).is_ok()));
//! assert!(!issues("desk@@example.com")?);
//! # Ok::<(), calendiff::Error>(())
//! ```

mod hours;
mod text;

use proptest::prelude::*;
use proptest::sample::select;
use serde_json::Value;

use crate::ground::json::Number;
use crate::knowledge::schema::Bounds;

pub use hours::{range, week};
pub use text::text;

pub(super) use hours::{apart, day};
pub(super) use text::{edited, matching};

/// The validity of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::exhaustive_enums,
    reason = "experimental, as docs/stability.md says"
)]
pub enum Sort {
    /// Without errors.
    Valid,
    /// Valid except for one edit: a character dropped, doubled, swapped or changed, another case, white space around
    /// it; a number at a bound or just past it; hours that are reversed or overlap. The edit may leave it valid.
    Nearly,
    /// Values that no one sends on purpose, except attackers: control characters, bidirectional marks, the ends of
    /// Unicode's planes, look-alikes, injections, very long text, the limits of doubles.
    Hostile,
}

/// Generates numbers within bounds, mostly whole ones.
pub fn number(bounds: Bounds, sort: Sort) -> impl Strategy<Value = Value> + Clone {
    numbers(bounds, 4, sort)
}

/// Generates whole numbers within bounds. Invalid ones may have a fraction.
pub fn integer(bounds: Bounds, sort: Sort) -> impl Strategy<Value = Value> + Clone {
    numbers(bounds, 1, sort)
}

fn numbers(bounds: Bounds, parts: i32, sort: Sort) -> BoxedStrategy<Value> {
    match sort {
        Sort::Valid => within(bounds, parts).prop_map(to_value).boxed(),
        Sort::Nearly => {
            let limits: Vec<f64> = [bounds.min, bounds.max, 0.0]
                .into_iter()
                .filter(|limit| limit.is_finite())
                .collect();
            let beside = (select(limits), select(&[-1.0, -0.5, 0.0, 0.5, 1.0][..]))
                .prop_map(|(limit, off)| limit + off);
            prop_oneof![beside, within(bounds, 2)]
                .prop_map(to_value)
                .boxed()
        }
        Sort::Hostile => {
            let odd = [
                f64::MAX,
                f64::MIN,
                5e-324,
                -0.0,
                0.1 + 0.2,
                1e21,
                1e-7,
                9_007_199_254_740_993.0,
                4_294_967_296.0,
            ];
            prop_oneof![
                select(odd.map(Value::from).to_vec()),
                Just(u64::MAX.into()),
                Just(i64::MIN.into()),
                any::<i64>().prop_map(Value::from),
                any::<f64>().prop_map(|number| if number.is_finite() {
                    number.into()
                } else {
                    0.into()
                }),
            ]
            .boxed()
        }
    }
}

/// Returns a double as JSON writes it: without a fraction if it is whole.
fn to_value(number: f64) -> Value {
    Number::from(number).to_value()
}

/// Generates numbers within bounds, in steps of one `parts`-th, most of them whole and small.
fn within(bounds: Bounds, parts: i32) -> BoxedStrategy<f64> {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the tables' bounds are small whole numbers"
    )]
    let limit = |limit: f64, open: i32| {
        if limit.is_finite() {
            limit as i32
        } else {
            open
        }
    };
    let least = limit(bounds.min, -1000);
    let most = limit(bounds.max, 1000);
    let fraction = prop_oneof![3 => Just(0), 1 => 0..parts];
    let whole = prop_oneof![3 => least..=most.min(60), 1 => least..=most];
    (fraction, whole)
        .prop_map(move |(fraction, whole)| {
            let number = f64::from(whole) + f64::from(fraction) / f64::from(parts);
            match number {
                number if number > bounds.max => f64::from(whole),
                number if bounds.above && number <= bounds.min => bounds.min + 1.0,
                number => number,
            }
        })
        .boxed()
}
