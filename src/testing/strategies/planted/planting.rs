//! A fault to plant, and the smallest values to plant it into.

use serde_json::{Map, Value, json};

use crate::ground::json::{Number, Path};
use crate::knowledge::issue::Code;
use crate::knowledge::schema::{Known, Type};

/// A fault to plant into an object: the members to set and to remove, and the place where it must be found.
#[derive(Clone, Debug)]
pub(super) struct Planting {
    pub(super) code: Code,
    pub(super) put: Vec<(String, Value)>,
    pub(super) drop: Vec<&'static str>,
    /// Other members on which the finding depends.
    pub(super) keep: Vec<&'static str>,
    /// The place of the finding, relative to the object.
    pub(super) found: Path,
}

impl Planting {
    /// Returns a fault that consists of a value, found at that value.
    pub(super) fn put(code: Code, name: impl Into<String>, value: Value) -> Self {
        let name = name.into();
        let found = Path::new().with(name.clone());
        Self {
            code,
            put: vec![(name, value)],
            drop: Vec::new(),
            keep: Vec::new(),
            found,
        }
    }

    /// Returns a fault that consists of a missing member, found at its place.
    pub(super) fn drop(code: Code, name: &'static str) -> Self {
        Self {
            code,
            put: Vec::new(),
            drop: vec![name],
            keep: Vec::new(),
            found: Path::new().with(name),
        }
    }

    /// Adds other members, given as JSON.
    pub(super) fn beside(&mut self, others: &[(&str, &str)]) {
        self.put.extend(
            others
                .iter()
                .map(|(name, json)| ((*name).to_owned(), value(json))),
        );
    }

    pub(super) fn touches(&self) -> impl Iterator<Item = &str> {
        self.put
            .iter()
            .map(|(name, _)| name.as_str())
            .chain(self.drop.iter().chain(&self.keep).copied())
    }
}

fn value(json: &str) -> Value {
    serde_json::from_str(json).unwrap_or_default()
}

/// Returns the smallest valid value; for an object, its required members.
pub(super) fn least(ty: &Type, known: &'static [Known]) -> Value {
    match (ty, known) {
        (Type::Text(_), [known, ..]) => known.value.into(),
        (Type::Text(format), []) => format.samples().least.into(),
        (Type::Number(bounds) | Type::Integer(bounds), _) => {
            let least = if bounds.min.is_finite() {
                bounds.min
            } else {
                0.0
            };
            Number::from(if bounds.above { least + 1.0 } else { least }).to_value()
        }
        (Type::Boolean, _) => false.into(),
        (Type::Object(table), _) => {
            let required = table.members.iter().filter(|member| member.required);
            required
                .map(|member| (member.name.to_owned(), least(&member.ty, member.known)))
                .collect::<Map<_, _>>()
                .into()
        }
        (Type::Open, _) => json!({}),
        (Type::List(list), _) if matches!(list.item, Type::Integer(_)) => {
            json!([least(&list.item, &[])])
        }
        (Type::List(_), _) => json!([]),
    }
}
