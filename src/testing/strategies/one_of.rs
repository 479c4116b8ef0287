//! One of many strategies, by weight.
//!
//! Proptest's own unions also try the strategies before the one that was picked when they shrink, and prepare for that with
//! each case. Where one of fifty rows was picked, another row is no smaller case.

use proptest::prelude::*;
use proptest::strategy::{NewTree, ValueTree};
use proptest::test_runner::TestRunner;

/// One of many strategies, each as often as its weight says. Cases shrink within the one that was picked.
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
