//! Paths by key.

use std::borrow::Cow;
use std::fmt;
use std::hash::{Hash, Hasher};

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::days::DaySet;
use crate::ground::error::Error;
use crate::ground::json::{CollectVec, Path, View};
use crate::knowledge::format::hours::DAYS;
use crate::knowledge::schema::{Key, KeyOf, Kind, List, Type};

/// One step of a path by key.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum KeyStep {
    /// A member of an object.
    Name(Cow<'static, str>),
    /// An item by its key.
    Item(Key<'static>),
    /// Days of the week, regardless of their grouping in entries.
    Days(DaySet),
    /// The order of a list's items.
    Order,
    /// An item by its position, in a list with a missing or duplicate key.
    At(usize),
}

impl KeyStep {
    /// Returns the step to an item: by its key, or by position if the list has no usable keys.
    pub(crate) fn to(by: Option<KeyOf>, at: usize, item: View<'_>) -> Self {
        if let Some(key) = by
            && let Some(key) = key(item)
        {
            return Self::Item(key.into_owned());
        }
        Self::At(at)
    }

    /// Returns true if both steps are about the same value. Sets of days are if they overlap.
    pub(crate) fn meets(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Days(own), Self::Days(other)) => own.meets(*other),
            (own, other) => own == other,
        }
    }

    /// Returns the text of the step without escapes.
    pub(crate) fn key_text(&self) -> String {
        match self {
            Self::Name(name) => name.to_string(),
            Self::Item(key) => key.to_string(),
            other => other.to_string(),
        }
    }

    /// Returns the index of the item in a list. A key that was read from text is compared as text.
    pub(crate) fn find(&self, list: &List, items: View<'_>) -> Option<usize> {
        let Self::Item(sought) = self else {
            let Self::At(at) = self else { return None };
            // A step by position, `#0`, needs no key.
            return items.items().filter(|items| *at < items.len()).map(|_| *at);
        };
        // A meeting place is sought by its meeting ID in all items before any item is compared by kind and location.
        list.keys.iter().find_map(|key| {
            items
                .items()?
                .position(|item| key(item).as_ref().is_some_and(|key| is_sought(key, sought)))
        })
    }
}

/// Returns true if an item's key is the sought one. A key of two halves may be sought by its text.
fn is_sought(key: &Key<'_>, sought: &Key<'static>) -> bool {
    match (key, sought) {
        (Key::Pair(..), Key::Text(text)) => key.to_string() == *text,
        _ => key == sought,
    }
}

/// Returns the type of a member, or an open one if the tables do not know it.
pub(crate) fn member_type(ty: &'static Type, name: &str) -> &'static Type {
    ty.table().map_or(&Type::Open, |table| table.type_of(name))
}

/// The path of a value in a record, by key: `openHours/tuesday`, `availabilities/2026-12-24/hours`.
///
/// It remains valid while indexes shift and weeks are regrouped. Steps are members by name; team members by user,
/// special dates by date, meeting places by meeting ID or kind and location, days of the week by day; items whose keys
/// are missing or duplicates by position, `#0`. Displays, serializes and compares as text; `~` and `/` in a step are
/// `~0` and `~1`.
#[derive(Clone, Debug, Default)]
pub struct KeyPath(Vec<KeyStep>);

impl KeyPath {
    pub(crate) fn push(&mut self, step: KeyStep) {
        self.0.push(step);
    }

    pub(crate) fn pop(&mut self) {
        self.0.pop();
    }

    pub(crate) fn with(&self, step: KeyStep) -> Self {
        let mut longer = self.clone();
        longer.push(step);
        longer
    }

    pub(crate) fn steps(&self) -> &[KeyStep] {
        &self.0
    }

    /// Returns true if a change at the other path concerns the value at this one: inside it, around it or itself. An
    /// order concerns all items.
    pub(crate) fn meets(&self, changed: &Self) -> bool {
        // The shorter path decides: `teamMembers` and `teamMembers/u1/priority` meet.
        let mut steps = self.0.iter().zip(&changed.0);
        steps.all(|(own, changed)| *own == KeyStep::Order || own.meets(changed))
    }

    /// Returns the value at the path, if a record of that kind has one. Days of the week are no value of their own.
    pub(crate) fn find<'a>(&self, kind: Kind, record: View<'a>) -> Option<View<'a>> {
        let mut ty = kind.record_type();
        let mut here = record;
        for step in &self.0 {
            (ty, here) = match (step, ty) {
                (KeyStep::Name(name), ty) => (member_type(ty, name), here.get(name)?),
                (step, Type::List(list)) => {
                    (&list.item, here.items()?.nth(step.find(list, here)?)?)
                }
                _ => return None,
            };
        }
        Some(here)
    }
}

/// Compares the texts, since a key path that was read from its text has only names as steps.
impl PartialEq for KeyPath {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0 || self.to_string() == other.to_string()
    }
}

impl Eq for KeyPath {}

impl Hash for KeyPath {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.to_string().hash(state);
    }
}

impl From<Vec<KeyStep>> for KeyPath {
    fn from(steps: Vec<KeyStep>) -> Self {
        Self(steps)
    }
}

impl fmt::Display for KeyStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write_escaped(f, name),
            Self::Item(Key::Date(date)) => date.fmt(f),
            Self::Item(key) => write_escaped(f, &key.to_string()),
            Self::Days(days) => {
                for (at, day) in days.iter().enumerate() {
                    if at > 0 {
                        f.write_str(",")?;
                    }
                    f.write_str(&DAYS[usize::from(day)].to_ascii_lowercase())?;
                }
                Ok(())
            }
            Self::Order => f.write_str("order"),
            Self::At(at) => write!(f, "#{at}"),
        }
    }
}

/// Writes a step as a JSON Pointer has it: `a/b` as `a~1b`.
fn write_escaped(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    let escaped = text
        .contains(['~', '/'])
        .then(|| text.replace('~', "~0").replace('/', "~1"));
    f.write_str(escaped.as_deref().unwrap_or(text))
}

impl fmt::Display for KeyPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, step) in self.0.iter().enumerate() {
            if at > 0 {
                f.write_str("/")?;
            }
            step.fmt(f)?;
        }
        Ok(())
    }
}

impl Serialize for KeyPath {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_string())
    }
}

impl<'de> Deserialize<'de> for KeyPath {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let pointer = if text.is_empty() {
            text
        } else {
            format!("/{text}")
        };
        let path: Path = pointer
            .parse()
            .map_err(|error: Error| D::Error::custom(error))?;
        Ok(Self(
            path.segments()
                .iter()
                .map(|step| KeyStep::Name(step.to_string().into()))
                .collect_vec(),
        ))
    }
}
