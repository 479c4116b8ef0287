//! Plans the steps from one order to another: with the fewest moves, and with each index valid at the time of its step.

use crate::ground::json::CollectVec;

/// A step on an array, with the index at the time of the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ArrayStep {
    /// Remove the item at `at`, which was at `left`.
    Remove { left: usize, at: usize },
    /// Insert the right's item `right` at `at`.
    Add { right: usize, at: usize },
    /// Move the item at `from`, which was at `left`, to `to`; it is the right's item `right`.
    Move {
        left: usize,
        right: usize,
        from: usize,
        to: usize,
    },
}

/// The steps, and the final index of each item of the right.
pub(crate) struct Plan {
    pub(crate) steps: Vec<ArrayStep>,
    pub(crate) ends: Vec<usize>,
}

/// A slot that an item occupies before, after or throughout the steps.
enum Slot {
    /// Its item moves away.
    Left(usize),
    /// Its item stays: the right's index.
    Stays(usize),
    /// An item arrives here: the right's index.
    Comes(usize),
}

/// Plans the steps from `left` items to those whose partners on the left are given. Without order, no item moves, and
/// new items come after the one that they follow on the right. n log n in the items.
pub(crate) fn plan(left: usize, partner: &[Option<usize>], ordered: bool) -> Plan {
    // The partner on the right of each item on the left.
    let mut kept = vec![None; left];
    for (right, at) in partner.iter().enumerate() {
        if let Some(at) = at {
            kept[*at] = Some(right);
        }
    }
    // Removals come first, and from the end, so that each index is still that of the left.
    let mut steps = Vec::new();
    for at in (0..left).rev() {
        if kept[at].is_none() {
            steps.push(ArrayStep::Remove { left: at, at });
        }
    }

    // An item that moves has two slots: the one that it leaves, and the one where it arrives. The index of an item at the
    // time of a step is the number of occupied slots before its own. From `a b c` to `b c a`, the slots are a (left),
    // b, c, a (comes): the only step moves 0 to 2.
    let slots = if ordered {
        ordered_slots(&kept, partner)
    } else {
        unordered_slots(&kept, partner)
    };
    let mut present = Counts::of(&slots);
    let mut from = vec![0; left];
    for (slot, content) in slots.iter().enumerate() {
        if let Slot::Left(at) = content {
            from[*at] = slot;
        }
    }
    for (slot, content) in slots.iter().enumerate() {
        let Slot::Comes(right) = *content else {
            continue;
        };
        steps.push(match partner[right] {
            None => ArrayStep::Add {
                right,
                at: present.before(slot),
            },
            Some(left) => {
                let old = from[left];
                // The item is taken out before its target is counted, as a JSON Patch does with `move`.
                present.add(old, -1);
                ArrayStep::Move {
                    left,
                    right,
                    from: present.before(old),
                    to: present.before(slot),
                }
            }
        });
        present.add(slot, 1);
    }
    let mut ends = vec![0; partner.len()];
    let mut end = 0;
    for slot in &slots {
        if let Slot::Stays(right) | Slot::Comes(right) = slot {
            ends[*right] = end;
            end += 1;
        }
    }
    Plan { steps, ends }
}

/// Returns the items that move, each as its index in `left` and in the right.
pub(crate) fn moves(left: usize, partner: &[Option<usize>]) -> Vec<(usize, usize)> {
    let mut moves = Vec::new();
    for step in plan(left, partner, true).steps {
        if let ArrayStep::Move { left, right, .. } = step {
            moves.push((left, right));
        }
    }
    moves
}

fn ordered_slots(kept: &[Option<usize>], partner: &[Option<usize>]) -> Vec<Slot> {
    let stays = longest_increasing(partner);
    let mut slots = Vec::with_capacity(kept.len() + partner.len());
    let mut next = 0;
    for (right, at) in partner.iter().enumerate() {
        match at {
            Some(at) if stays[right] => {
                // The items of the left in front of this one that move have their old slots here, so that they count until
                // they leave.
                slots.extend(movers(next..*at, kept, &stays));
                next = *at;
                slots.push(Slot::Stays(right));
            }
            _ => slots.push(Slot::Comes(right)),
        }
    }
    slots.extend(movers(next..kept.len(), kept, &stays));
    slots
}

/// Returns the slots of items on the left that are kept, and move.
fn movers(
    range: std::ops::Range<usize>,
    kept: &[Option<usize>],
    stays: &[bool],
) -> impl Iterator<Item = Slot> {
    range
        .filter(|at| kept[*at].is_some_and(|right| !stays[right]))
        .map(Slot::Left)
}

fn unordered_slots(kept: &[Option<usize>], partner: &[Option<usize>]) -> Vec<Slot> {
    // No item moves, so the slots follow the left. Each new item comes right after the item in front of it on the right.
    let mut slots: Vec<Slot> = new_from(0, partner).collect_vec();
    for right in kept.iter().flatten() {
        slots.push(Slot::Stays(*right));
        slots.extend(new_from(right + 1, partner));
    }
    slots
}

/// Returns the slots of the new items on the right from an index up to the next that is not new.
fn new_from(right: usize, partner: &[Option<usize>]) -> impl Iterator<Item = Slot> {
    (right..partner.len())
        .take_while(|right| partner[*right].is_none())
        .map(Slot::Comes)
}

/// Marks the items of the right that can stay: a longest run whose partners ascend.
///
/// ```text
/// partners 3 0 1 2    0, 1 and 2 stay: only the first moves
/// ```
fn longest_increasing(partner: &[Option<usize>]) -> Vec<bool> {
    // Patience sorting: for each length, the run of that length that ends with the least partner, so that most can follow.
    // An entry is that partner, and its index on the right.
    let mut tails: Vec<(usize, usize)> = Vec::new();
    // The item before each one in its run.
    let mut before = vec![None; partner.len()];
    for (right, at) in partner.iter().enumerate() {
        let Some(at) = *at else { continue };
        // The length of the longest run that this item can follow. Partners 3 0 1 2 give the tails 3, then 0, then 0 1, then
        // 0 1 2.
        let length = tails.partition_point(|(tail, _)| *tail < at);
        if length > 0 {
            let (_, last) = tails[length - 1];
            before[right] = Some(last);
        }
        if length == tails.len() {
            tails.push((at, right));
        } else {
            tails[length] = (at, right);
        }
    }
    let mut stays = vec![false; partner.len()];
    let mut next = tails.last().map(|(_, right)| *right);
    while let Some(right) = next {
        stays[right] = true;
        next = before[right];
    }
    stays
}

/// The number of occupied slots before a slot, as a Fenwick tree.
struct Counts(Vec<isize>);

impl Counts {
    /// All slots are occupied, except those at which an item has yet to arrive.
    fn of(slots: &[Slot]) -> Self {
        let mut counts = vec![0; slots.len() + 1];
        for (at, slot) in (1..).zip(slots) {
            counts[at] += isize::from(!matches!(slot, Slot::Comes(_)));
            // `at & -at` is the lowest bit of `at`: the number of slots that this cell sums. Each cell adds its sum to the
            // next larger one, so the tree is built in linear time.
            let above = at + (at & at.wrapping_neg());
            if above < counts.len() {
                counts[above] += counts[at];
            }
        }
        Self(counts)
    }

    fn add(&mut self, slot: usize, change: isize) {
        let mut at = slot + 1;
        while at < self.0.len() {
            self.0[at] += change;
            at += at & at.wrapping_neg();
        }
    }

    fn before(&self, slot: usize) -> usize {
        let mut at = slot;
        let mut sum = 0;
        while at > 0 {
            sum += self.0[at];
            // Clears the lowest bit: on to the cell that sums the slots in front.
            at &= at - 1;
        }
        usize::try_from(sum).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every way to keep, drop and add items of up to five, in every order.
    #[test]
    fn every_small_plan_arrives() {
        let mut tried = 0;
        for left in 0..=4_usize {
            let mut partners = vec![Vec::new()];
            for _ in 0..5 {
                let longer: Vec<Vec<Option<usize>>> = partners
                    .iter()
                    .flat_map(|partner: &Vec<Option<usize>>| {
                        let choices = (0..left)
                            .map(Some)
                            .filter(|at| !partner.contains(at))
                            .chain([None]);
                        choices
                            .map(|choice| partner.iter().copied().chain([choice]).collect())
                            .collect::<Vec<_>>()
                    })
                    .collect();
                for partner in &longer {
                    for ordered in [true, false] {
                        arrives(left, partner, ordered);
                        tried += 1;
                    }
                }
                partners = longer;
            }
        }
        assert_eq!(tried, 2_338);
    }

    #[test]
    fn what_moves_is_what_the_others_need_not() {
        for (partner, expected) in [
            (&[Some(0), Some(1), Some(2)][..], &[][..]),
            (&[Some(2), Some(0), Some(1)], &[(2, 0)]),
            (&[Some(1), None, Some(2), Some(0)], &[(0, 3)]),
        ] {
            assert_eq!(moves(3, partner), expected, "{partner:?}");
        }
    }

    /// Returns the length of a longest run of items that stay, found by trying every choice.
    fn longest_run(partner: &[Option<usize>]) -> usize {
        let at: Vec<usize> = partner.iter().copied().flatten().collect();
        let runs = (0_usize..1 << at.len()).filter_map(|chosen| {
            let run = (0..at.len())
                .filter(|item| chosen >> item & 1 == 1)
                .map(|item| at[item]);
            run.clone().is_sorted().then(|| run.count())
        });
        runs.max().unwrap_or_default()
    }

    fn arrives(left: usize, partner: &[Option<usize>], ordered: bool) {
        let plan = plan(left, partner, ordered);
        let mut items: Vec<Option<usize>> = (0..left)
            .map(|at| partner.iter().position(|p| *p == Some(at)))
            .collect();
        let mut moves = 0;
        for step in &plan.steps {
            match *step {
                ArrayStep::Remove { at, .. } => assert_eq!(items.remove(at), None),
                ArrayStep::Add { right, at } => items.insert(at, Some(right)),
                ArrayStep::Move {
                    right, from, to, ..
                } => {
                    let item = items.remove(from);
                    assert_eq!(item, Some(right));
                    items.insert(to, item);
                    moves += 1;
                }
            }
        }
        for (right, end) in plan.ends.iter().enumerate() {
            assert_eq!(items[*end], Some(right), "{left} {partner:?} {ordered}");
        }
        assert_eq!(items.len(), partner.len());
        if ordered {
            assert!(
                items.iter().enumerate().all(|(at, item)| *item == Some(at)),
                "{left} {partner:?}"
            );
            assert_eq!(
                moves,
                partner.iter().flatten().count() - longest_run(partner),
                "{left} {partner:?}"
            );
        } else {
            assert_eq!(moves, 0);
        }
    }
}
