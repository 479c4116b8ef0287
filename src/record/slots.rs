//! The members of an object by the rows of its table.

use crate::ground::json::{Each, View};
use crate::knowledge::schema::{Object, ROWS};

/// The members of an object by the rows of its table, so that each name is looked up once, whoever asks how often.
#[derive(Clone)]
pub(crate) struct Slots<'a> {
    table: &'static Object,
    rows: [Option<View<'a>>; ROWS],
    /// The members whose names the table does not have, in the order of the object.
    pub(crate) unknown: Vec<(&'a str, View<'a>)>,
}

impl<'a> Slots<'a> {
    pub(crate) fn of(table: &'static Object, object: Option<View<'a>>) -> Self {
        let mut slots = Self {
            table,
            // No table has more rows than that, so the slots need no allocation.
            rows: [None; ROWS],
            unknown: Vec::new(),
        };
        // Most objects have their members in the order of the rows, so the search begins after the last one found.
        let mut next = 0;
        for (name, member) in object.each_member() {
            if let Some(row) = table.row_after(next, name, member) {
                slots.rows[row] = Some(member);
                next = row + 1;
            } else {
                slots.unknown.push((name, member));
            }
        }
        slots
    }

    /// Returns the member in a row.
    pub(crate) fn row(&self, row: usize) -> Option<View<'a>> {
        self.rows[row]
    }

    /// Returns the member of a name that the table has.
    pub(crate) fn get(&self, name: &str) -> Option<View<'a>> {
        self.rows[self.table.find(name)?]
    }
}
