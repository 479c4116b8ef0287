//! The names of all members, without duplicates: code that shares the list can refer to a name by its number.

use super::Kind;
use super::table::{Object, SLOTS, Type, hash};
use crate::ground::fast;
use crate::ground::json::{Numbers, View};

/// Every name in the tables. The package's JavaScript reads the list once.
pub(crate) static NAMES: &[&str] = GATHERED.names.split_at(GATHERED.count).0;

/// The names with the number of each.
pub(crate) static NUMBERS: Numbers = Numbers {
    names: NAMES,
    find: number,
};

/// Twice as many slots as there may be names.
const PLACES: usize = 2 * SLOTS;

/// An open-addressed table of the names' numbers, `NONE` where free.
static BY_NAME: [u8; PLACES] = {
    let mut places = [NONE; PLACES];
    let mut number = 0;
    while number < GATHERED.count {
        let mut place = hash(GATHERED.names[number].as_bytes(), PLACES);
        while places[place] != NONE {
            place = (place + 1) % PLACES;
        }
        #[expect(clippy::cast_possible_truncation, reason = "at most 128 names")]
        {
            places[place] = number as u8;
        }
        number += 1;
    }
    places
};

const NONE: u8 = u8::MAX;

/// Returns the number of a name.
fn number(name: &str) -> Option<usize> {
    let mut place = hash(name.as_bytes(), PLACES);
    loop {
        let number = usize::from(BY_NAME[place]);
        if *NAMES.get(number)? == name {
            return Some(number);
        }
        place = (place + 1) % PLACES;
    }
}

static GATHERED: Gathered = {
    let empty = Gathered {
        names: [""; SLOTS],
        hashes: [0; SLOTS],
        count: 0,
    };
    let mut gathered = empty;
    let mut at = 0;
    while at < Kind::ALL.len() {
        gathered = gathered.with(Kind::ALL[at].table());
        at += 1;
    }
    gathered
};

/// Returns the numbers of a table's names: the index of each among all names. It is computed at compile time, where there
/// are only loops.
pub(crate) const fn numbers<const N: usize>(table: &Object) -> [u32; N] {
    let mut numbers = [0; N];
    let mut row = 0;
    while row < N {
        let name = table.members[row].name.as_bytes();
        let mut number = 0;
        while !equal(GATHERED.names[number as usize].as_bytes(), name) {
            number += 1;
        }
        numbers[row] = number;
        row += 1;
    }
    numbers
}

impl Object {
    /// Returns the number of the row of a name, given the name's number: the text is not hashed.
    fn find_numbered(&self, number: usize) -> Option<usize> {
        self.probe(slot(number), NAMES.get(number)?)
    }

    /// Returns the number of the row of a member that a view contains.
    pub(crate) fn row(&self, name: &str, view: View<'_>) -> Option<usize> {
        view.known_name()
            .filter(|_| fast::is_on())
            .map_or_else(|| self.find(name), |number| self.find_numbered(number))
    }

    /// Like [`row`](Self::row), but tries a likely row first.
    pub(crate) fn row_after(&self, likely: usize, name: &str, view: View<'_>) -> Option<usize> {
        let hit = fast::is_on()
            && self
                .members
                .get(likely)
                .is_some_and(|member| std::ptr::eq(member.name, name));
        if hit {
            Some(likely)
        } else {
            self.row(name, view)
        }
    }
}

/// Returns the first slot to try for a name.
fn slot(number: usize) -> usize {
    usize::from(GATHERED.hashes[number % SLOTS])
}

struct Gathered {
    names: [&'static str; SLOTS],
    hashes: [u8; SLOTS],
    count: usize,
}

impl Gathered {
    /// Adds the new names of a table one after the other, then those of the tables inside.
    const fn with(mut self, table: &'static Object) -> Self {
        let mut row = 0;
        while row < table.members.len() {
            let name = table.members[row].name;
            if !self.has(name) {
                self.names[self.count] = name;
                #[expect(clippy::cast_possible_truncation, reason = "a slot, of 128")]
                {
                    self.hashes[self.count] = hash(name.as_bytes(), SLOTS) as u8;
                }
                self.count += 1;
            }
            row += 1;
        }
        row = 0;
        while row < table.members.len() {
            self = self.inside(&table.members[row].ty);
            row += 1;
        }
        self
    }

    const fn inside(self, ty: &'static Type) -> Self {
        match ty {
            Type::Object(table) => self.with(table),
            Type::List(list) => self.inside(&list.item),
            _ => self,
        }
    }

    const fn has(&self, name: &str) -> bool {
        let mut at = 0;
        while at < self.count {
            if equal(self.names[at].as_bytes(), name.as_bytes()) {
                return true;
            }
            at += 1;
        }
        false
    }
}

const fn equal(a: &[u8], b: &[u8]) -> bool {
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_is_there_once_and_leads_to_its_row() {
        let distinct: std::collections::BTreeSet<_> = NAMES.iter().collect();
        assert_eq!(distinct.len(), NAMES.len());
        assert!(
            NAMES
                .iter()
                .enumerate()
                .all(|(at, name)| number(name) == Some(at))
        );
        assert_eq!([number(""), number("nmae")], [None; 2]);
        for table in Kind::ALL.iter().copied().map(Kind::table) {
            for (row, member) in table.members.iter().enumerate() {
                let number = NAMES.iter().position(|name| *name == member.name);
                assert_eq!(
                    number.and_then(|number| table.find_numbered(number)),
                    Some(row),
                    "{}",
                    member.name
                );
            }
        }
    }
}
