//! Amounts: a number and its unit are one value, which one side or both may change.

use std::cmp::Ordering;

use super::Resolution;
use super::sides::Views;
use super::walk::{AmountSource, DecidedAmounts, Merger, Named, Units};
use crate::ground::json::View;
use crate::knowledge::schema::{Member, Object};
use crate::knowledge::unit::length_in_minutes;
use crate::record::{is_not_set, same_member, set};

/// A number and its unit, as base, ours and theirs have them.
struct Amount<'a> {
    number_row: &'static Member,
    unit_row: &'static Member,
    number: Views<'a>,
    unit: Views<'a>,
}

/// What one side changed of an amount.
struct Changes {
    number: bool,
    unit: bool,
}

impl Changes {
    fn any(&self) -> bool {
        self.number || self.unit
    }
}

/// The way to merge an amount.
enum AmountMerge {
    /// Number and unit are merged by themselves.
    Halves,
    /// One side has both.
    From(Resolution),
    /// Both sides have an amount of the same length, which one of them writes in the unit to take.
    Equal(Resolution),
    Conflict,
}

impl<'a> Amount<'a> {
    fn of(table: &'static Object, number_row: &'static Member, three: Views<'a>) -> Option<Self> {
        let unit_row = table.member(number_row.unit?)?;
        Some(Self {
            number_row,
            unit_row,
            number: three.member(number_row.name),
            unit: three.member(unit_row.name),
        })
    }

    fn numbers_agree(&self) -> bool {
        same_member(Some(self.number_row), self.number.ours, self.number.theirs)
    }

    fn units_agree(&self) -> bool {
        same_member(Some(self.unit_row), self.unit.ours, self.unit.theirs)
    }

    fn ours(&self, units: Units) -> Changes {
        self.changes(self.number.ours, self.unit.ours, units)
    }

    fn theirs(&self, units: Units) -> Changes {
        self.changes(self.number.theirs, self.unit.theirs, units)
    }

    fn changes(&self, number: Option<View<'_>>, unit: Option<View<'_>>, units: Units) -> Changes {
        let is_same_as_base = match units {
            Units::AsWritten => same_member(Some(self.unit_row), self.unit.base, unit),
            Units::AsMeant => is_same_unit(self.unit_row, self.unit.base, unit),
        };
        Changes {
            number: !same_member(Some(self.number_row), self.number.base, number),
            unit: !is_same_as_base,
        }
    }

    fn decide(&self, units: Units) -> AmountMerge {
        let ours = self.ours(Units::AsWritten);
        let theirs = self.theirs(Units::AsWritten);
        // `3` in base and `3 days` in ours differ as written, though the unit of a number without one is days. So each half
        // merges by itself if only one side wrote anything, or both wrote the same.
        let agrees = self.numbers_agree() && self.units_agree();
        if agrees || !ours.any() || !theirs.any() {
            return AmountMerge::Halves;
        }
        if let Some(side) = self.side_of_equal_length() {
            return AmountMerge::Equal(side);
        }
        // If both wrote, the halves must not mix: 45 of `45 mins` and `hours` of `2 hours` are 45 hours. It is no conflict
        // only if a side wrote the unit and meant no change.
        let side = self.side_that_counts().filter(|_| units == Units::AsMeant);
        let Some(side) = side else {
            return AmountMerge::Conflict;
        };
        // By themselves, two different units that were written would be a conflict.
        // Base `3`, ours `3 days`, theirs `5`: the halves are 5 from theirs and `days` from ours, which is what theirs means.
        // Base `3`, ours `3 days`, theirs `5 weeks`: both halves are from theirs.
        if ours.unit && theirs.unit && !self.units_agree() {
            AmountMerge::From(side)
        } else {
            AmountMerge::Halves
        }
    }

    /// Returns the side to take of two that have the same length in different units: base `30 mins`, ours `60 mins`, theirs
    /// `1 hours`. It is the one whose unit comes first by name, so that swapping the sides does not change the result.
    fn side_of_equal_length(&self) -> Option<Resolution> {
        let [our_unit, their_unit] = [self.unit.ours, self.unit.theirs]
            .map(|unit| self.unit_row.unit_meant(unit.and_then(View::text)));
        let ours = length_in_minutes(self.unit_row, self.number.ours, our_unit);
        let theirs = length_in_minutes(self.unit_row, self.number.theirs, their_unit);
        if ours.is_none() || ours != theirs {
            return None;
        }
        match our_unit.cmp(&their_unit) {
            Ordering::Less => Some(Resolution::Ours),
            Ordering::Greater => Some(Resolution::Theirs),
            Ordering::Equal => None,
        }
    }

    /// Returns the side that changed what the amount means, if one did. Of two that mean the same, such as `3` and `3 days`,
    /// it is the one that writes the unit.
    fn side_that_counts(&self) -> Option<Resolution> {
        let ours = self.ours(Units::AsMeant).any();
        let theirs = self.theirs(Units::AsMeant).any();
        match (ours, theirs) {
            // Base `3`, ours `5`, theirs `3 days`: only ours changed the meaning.
            (true, false) => return Some(Resolution::Ours),
            (false, true) => return Some(Resolution::Theirs),
            _ => {}
        }
        // Both changed the meaning, or neither did. Ours `5` and theirs `5 days` agree all the same.
        let is_same =
            self.numbers_agree() && is_same_unit(self.unit_row, self.unit.ours, self.unit.theirs);
        if !is_same {
            return None;
        }
        let ours_writes_it = set(&self.unit_row.ty, self.unit.ours).is_some();
        Some(if ours_writes_it {
            Resolution::Ours
        } else {
            Resolution::Theirs
        })
    }
}

/// Returns true if two values of a unit mean the same: `mins`, and none where that is meant.
fn is_same_unit(unit: &Member, a: Option<View<'_>>, b: Option<View<'_>>) -> bool {
    let meant_by_a = unit.unit_meant(a.and_then(View::text));
    let meant_by_b = unit.unit_meant(b.and_then(View::text));
    is_readable_unit(unit, a) && is_readable_unit(unit, b) && meant_by_a == meant_by_b
}

fn is_readable_unit(unit: &Member, view: Option<View<'_>>) -> bool {
    view.is_none_or(|view| view.text().is_some() || is_not_set(&unit.ty, view))
}

impl Merger {
    /// Returns the source of the amount that a row is a half of, if both sides changed it. It is decided once, so that a
    /// conflict stands in the order of the record.
    pub(super) fn amount(
        &mut self,
        table: &'static Object,
        row: &'static Member,
        three: Views<'_>,
        decided: &mut DecidedAmounts,
    ) -> Option<AmountSource> {
        let number = match row.unit {
            Some(_) => row,
            None => table.other_half(row)?,
        };
        if let Some((_, source)) = decided.iter().find(|(name, _)| *name == number.name) {
            return *source;
        }
        let amount = Amount::of(table, number, three)?;
        let source = match amount.decide(self.units) {
            AmountMerge::Halves => None,
            AmountMerge::From(side) => Some(AmountSource::Side(side)),
            AmountMerge::Equal(side) => Some(AmountSource::BothAs(side)),
            AmountMerge::Conflict => Some(AmountSource::Side(self.dispute(&amount, three))),
        };
        decided.push((number.name, source));
        source
    }

    /// Resolves an amount that both sides changed differently. The conflict is at the number, or at the unit if the sides
    /// agree on the number.
    fn dispute(&mut self, amount: &Amount<'_>, three: Views<'_>) -> Resolution {
        let number = Named::of(Some(amount.number_row), amount.number_row.name, three);
        let unit = Named::of(Some(amount.unit_row), amount.unit_row.name, three);
        // Ours `30 mins`, theirs `30 hours`: the place is the unit, but the words show both amounts with their numbers.
        let (named, disputed) = if amount.numbers_agree() {
            (&unit, amount.unit)
        } else {
            (&number, amount.number)
        };
        // A unit without a number is no amount to show.
        let words = if amount.numbers_agree() && amount.number.ours.is_none() {
            self.disputed_words(&unit, amount.unit)
        } else {
            self.disputed_words(&number, amount.number)
        };
        self.enter(named);
        let resolution = self.conflict(disputed, words);
        self.leave();
        resolution
    }
}
