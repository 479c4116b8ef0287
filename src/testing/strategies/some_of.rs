//! A subset of many parts that shrinks from the outside in.
//!
//! A record has dozens of members, and a failure involves one or two of them. Proptest's own combinators shrink each
//! part completely before they try to drop it. Here parts are dropped first: all at once, then halves, quarters and so
//! on down to single parts; the remaining parts shrink after that. A calendar that failed over one number was reduced
//! to that number in 170 tries by proptest's way, and takes 29 this way (medians of 40 runs).

use proptest::prelude::*;
use proptest::strategy::{NewTree, ValueTree};
use proptest::test_runner::TestRunner;

/// The probability that a part is present.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Chance {
    /// In every case; the part is never dropped.
    Always,
    /// In most cases; the part is never dropped.
    Mostly,
    /// With the share of the case: cases have a few, half, most or all of these parts.
    Often,
    /// In one of ten cases.
    Rarely,
    /// In one of thirty cases.
    Seldom,
}

/// Percentages of the parts with `Chance::Often` in a case. Each share is equally likely.
const SHARES: [u32; 5] = [4, 25, 50, 90, 100];

/// A subset of many parts, in their order.
#[derive(Clone, Debug)]
pub(super) struct SomeOf<T>(pub(super) Vec<(Chance, BoxedStrategy<T>)>);

impl<T: std::fmt::Debug> Strategy for SomeOf<T> {
    type Tree = SomeOfTree<T>;
    type Value = Vec<T>;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        let often = SHARES[(0..SHARES.len()).new_tree(runner)?.current()];
        let mut parts = Vec::new();
        for (chance, strategy) in &self.0 {
            let share = match chance {
                Chance::Always => 100,
                Chance::Mostly => 98,
                Chance::Often => often,
                Chance::Rarely => 10,
                Chance::Seldom => 3,
            };
            if share == 100 || (0..100_u32).new_tree(runner)?.current() < share {
                let tree = strategy.new_tree(runner)?;
                parts.push(OptionalPart {
                    may_go: !matches!(chance, Chance::Always | Chance::Mostly),
                    is_there: true,
                    tree,
                });
            }
        }
        let size = parts.len().max(1);
        Ok(SomeOfTree {
            parts,
            next: Next::Leave { size, at: 0 },
            last: Last::Nothing,
            again: false,
        })
    }
}

/// A case of [`SomeOf`], which can shrink.
pub(super) struct SomeOfTree<T> {
    parts: Vec<OptionalPart<T>>,
    next: Next,
    last: Last,
    /// True if the case has shrunk since parts were last dropped: others may have become dispensable.
    again: bool,
}

struct OptionalPart<T> {
    may_go: bool,
    is_there: bool,
    tree: Box<dyn ValueTree<Value = T>>,
}

/// The next attempt.
#[derive(Clone, Copy)]
enum Next {
    /// Drop `size` of the parts that may go, beginning with the one at index `at` among them.
    Leave { size: usize, at: usize },
    /// Shrink that part.
    Shrink(usize),
}

/// The last attempt, to be reverted if it went too far.
enum Last {
    Nothing,
    Left(Vec<usize>),
    Shrunk(usize),
}

impl<T: std::fmt::Debug> SomeOfTree<T> {
    /// Drops the next parts, if there are any.
    fn leave(&mut self, size: usize, at: usize) -> bool {
        let there = self
            .parts
            .iter()
            .enumerate()
            .filter(|(_, part)| part.may_go && part.is_there);
        let chunk: Vec<usize> = there.map(|(index, _)| index).skip(at).take(size).collect();
        for index in &chunk {
            self.parts[*index].is_there = false;
        }
        let any = !chunk.is_empty();
        if any {
            self.last = Last::Left(chunk);
        }
        any
    }
}

impl<T: std::fmt::Debug> ValueTree for SomeOfTree<T> {
    type Value = Vec<T>;

    fn current(&self) -> Vec<T> {
        self.parts
            .iter()
            .filter(|part| part.is_there)
            .map(|part| part.tree.current())
            .collect()
    }

    fn simplify(&mut self) -> bool {
        self.again |= !matches!(
            std::mem::replace(&mut self.last, Last::Nothing),
            Last::Nothing
        );
        loop {
            match self.next {
                Next::Leave { size, at } => {
                    if self.leave(size, at) {
                        return true;
                    }
                    self.next = if size > 1 {
                        Next::Leave {
                            size: size / 2,
                            at: 0,
                        }
                    } else {
                        Next::Shrink(0)
                    };
                }
                Next::Shrink(index) => {
                    let Some(part) = self.parts.get_mut(index) else {
                        if !self.again {
                            return false;
                        }
                        self.again = false;
                        self.next = Next::Leave { size: 1, at: 0 };
                        continue;
                    };
                    if part.is_there && part.tree.simplify() {
                        self.last = Last::Shrunk(index);
                        return true;
                    }
                    self.next = Next::Shrink(index + 1);
                }
            }
        }
    }

    fn complicate(&mut self) -> bool {
        match std::mem::replace(&mut self.last, Last::Nothing) {
            Last::Nothing => false,
            Last::Left(chunk) => {
                for index in &chunk {
                    self.parts[*index].is_there = true;
                }
                if let Next::Leave { size, at } = self.next {
                    self.next = Next::Leave {
                        size,
                        at: at + chunk.len(),
                    };
                }
                true
            }
            Last::Shrunk(index) => {
                let more = self.parts[index].tree.complicate();
                if more {
                    self.last = Last::Shrunk(index);
                }
                more
            }
        }
    }
}
