//! Sets of days of the week.

/// Days of the week, by their numbers on the wire: 0 is Sunday, 1 is Monday.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct DaySet(u8);

impl DaySet {
    /// Monday to Sunday.
    pub(crate) const ALL: Self = Self(0b111_1111);

    pub(crate) fn of(day: u8) -> Self {
        Self(1 << day)
    }

    pub(crate) fn insert(&mut self, day: u8) {
        self.0 |= 1 << day;
    }

    pub(crate) fn contains(self, day: u8) -> bool {
        self.0 & 1 << day != 0
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns true if another set has all of these days.
    pub(crate) fn is_within(self, other: Self) -> bool {
        self.without(other).is_empty()
    }

    /// Returns true if a day is in both sets.
    pub(crate) fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns the days of either set.
    pub(crate) fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the days that are in both sets.
    pub(crate) fn shared_with(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the days that the other set does not have.
    pub(crate) fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns one of the days, of a set whose days are alike.
    pub(crate) fn any(self) -> u8 {
        u8::try_from(self.0.trailing_zeros()).unwrap_or_default()
    }

    /// Returns the days in the order of the week, which begins on Monday.
    pub(crate) fn iter(self) -> impl Iterator<Item = u8> {
        (1..=7)
            // From 1 for Monday to 7 for Sunday, which records write as 0.
            .map(|day| day % 7)
            .filter(move |day| self.contains(*day))
    }
}

impl FromIterator<u8> for DaySet {
    fn from_iter<I: IntoIterator<Item = u8>>(days: I) -> Self {
        let mut set = Self::default();
        for day in days {
            set.insert(day);
        }
        set
    }
}
