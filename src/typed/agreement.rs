//! The structs agree with the tables: every row has its field, every field its row.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};

use super::convert::Typed;
use super::{Calendar, CalendarUpdate, Location, LocationUpdate};
use crate::schema::{Access, Kind, Member, Object, Type};

/// A field as its struct has it.
pub(super) struct Field {
    pub(super) ident: &'static str,
    pub(super) member: &'static str,
    pub(super) about: &'static str,
    pub(super) shape: Shape,
}

/// What a Rust type stands for.
pub(super) enum Shape {
    Text,
    Words(&'static str, &'static [&'static str]),
    Number,
    Integer,
    Boolean,
    Open,
    List(Box<Shape>),
    Record { name: &'static str, fields: fn() -> Vec<Field>, read_only: &'static [&'static str] },
}

/// The walk along tables and structs.
#[derive(Default)]
struct Agreement {
    /// The values that the enums have, and those that the rows of such a type know.
    words: BTreeMap<&'static str, (BTreeSet<&'static str>, BTreeSet<&'static str>)>,
    fields: usize,
}

impl Agreement {
    /// Holds a type against a row's; `update` where the struct is of an update.
    fn ty(&mut self, row: &Member, ty: &'static Type, shape: &Shape, update: bool) {
        match (ty, shape) {
            (Type::Text(_), Shape::Text) => assert!(row.known.is_empty(), "{}: no enum has its values", row.name),
            (Type::Text(_), Shape::Words(name, values)) => {
                let (ours, known) = self.words.entry(name).or_default();
                ours.extend(*values);
                assert!(!row.known.is_empty(), "{}: no values are known", row.name);
                known.extend(row.known.iter().map(|known| known.value));
            }
            (Type::Number(_), Shape::Number)
            | (Type::Integer(_), Shape::Integer)
            | (Type::Boolean, Shape::Boolean)
            | (Type::Open, Shape::Open) => {}
            (Type::List(list), Shape::List(item)) => self.ty(row, &list.item, item, update),
            (Type::Object(table), Shape::Record { .. }) => self.table(table, shape, update),
            (ty, _) => panic!("{}: the field is of another type than {}", row.name, ty.name()),
        }
    }

    fn table(&mut self, table: &'static Object, shape: &Shape, update: bool) {
        let Shape::Record { name, fields, read_only } = shape else { panic!("{}: no struct", table.name) };
        assert_eq!(*name, table.name);
        let fields = fields();
        let of_fields: BTreeSet<&str> = fields.iter().map(|field| field.member).collect();
        let refused = |row: &&Member| update && row.access == Access::ResponseOnly;
        let (of_refused, of_rows): (Vec<_>, Vec<_>) = table.members.iter().partition(refused);
        let [of_refused, of_rows] = [of_refused, of_rows].map(|rows| rows.into_iter().map(|row| row.name).collect());
        assert_agree(name, "fields", &of_rows, &of_fields);
        assert_agree(name, "read-only members", &of_refused, &read_only.iter().copied().collect());
        for field in fields {
            let row = table.member(field.member).unwrap();
            assert_eq!(field.ident, snake_case(row.name));
            assert_eq!(field.about, about(row), "{}", row.name);
            self.ty(row, &row.ty, &field.shape, update);
            self.fields += 1;
        }
    }
}

#[track_caller]
fn assert_agree(name: &str, what: &str, rows: &BTreeSet<&str>, ours: &BTreeSet<&str>) {
    let (missing, more): (Vec<_>, Vec<_>) = (rows.difference(ours).collect(), ours.difference(rows).collect());
    assert!(missing.is_empty() && more.is_empty(), "{what} of {name}: {missing:?} missing, {more:?} without a row");
}

/// `formSubmitRedirectURL` as a Rust field: a run of capitals is one word.
fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    let mut capital = true;
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !capital {
            snake.push('_');
        }
        capital = letter.is_ascii_uppercase();
        snake.push(letter.to_ascii_lowercase());
    }
    snake
}

/// What the docs of a row's field say.
fn about(row: &Member) -> String {
    let unit = row.unit.map(|unit| format!(", in `{unit}`")).unwrap_or_default();
    let help = row.help().map(|help| format!(" {help}")).unwrap_or_default();
    format!("{}{unit}.{help}", row.label())
}

#[test]
fn every_row_has_its_field_and_every_field_its_row() {
    let mut agreement = Agreement::default();
    agreement.table(Kind::Calendar.record(), &Calendar::shape(), false);
    agreement.table(Kind::Calendar.record(), &CalendarUpdate::shape(), true);
    agreement.table(Kind::Location.record(), &Location::shape(), false);
    agreement.table(Kind::Location.record(), &LocationUpdate::shape(), true);
    for (name, (ours, known)) in &agreement.words {
        assert_agree(name, "values", known, ours);
    }
    assert_eq!(agreement.words.len(), 10);
    assert!(agreement.fields > 180, "only {} fields", agreement.fields);
}

#[test]
fn names_become_fields() {
    for (name, field) in [
        ("appoinmentPerSlot", "appoinment_per_slot"),
        ("LookBusyPercentage", "look_busy_percentage"),
        ("formSubmitRedirectURL", "form_submit_redirect_url"),
    ] {
        assert_eq!(snake_case(name), field);
    }
}
