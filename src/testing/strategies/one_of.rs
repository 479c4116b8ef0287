//! A weighted choice between strategies.
//!
//! When they shrink, proptest's own unions also try the strategies before the one that was picked, and prepare for that
//! with each case. Among fifty rows, another row is not a smaller case.

use proptest::prelude::*;
use proptest::strategy::{NewTree, ValueTree};
use proptest::test_runner::TestRunner;

/// A weighted choice between strategies. Cases shrink within the strategy that was picked.
#[derive(Clone, Debug)]
pub(super) struct OneOf<T>(pub(super) Vec<(u32, BoxedStrategy<T>)>);

impl<T: std::fmt::Debug> Strategy for OneOf<T> {
    type Tree = Box<dyn ValueTree<Value = T>>;
    type Value = T;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        let total: u32 = self.0.iter().map(|(weight, _)| weight).sum();
        let mut at = (0..total).new_tree(runner)?.current();
        for (weight, strategy) in &self.0 {
            match at.checked_sub(*weight) {
                Some(rest) => at = rest,
                None => return strategy.new_tree(runner),
            }
        }
        Err("one of none".into())
    }
}
