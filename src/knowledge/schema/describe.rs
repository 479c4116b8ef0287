//! The tables as JSON, for forms.

use serde::ser::{SerializeMap, SerializeStruct};
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::table::{Member, Object, Type};
use crate::ground::digits::is_digits;
use crate::ground::json::{Number, SAFE};
use crate::knowledge::format::truth_of_text;
use crate::knowledge::language::{Language, SPEAKS};

/// The table as JSON, for forms: `{ name, section, members: [{ name, type, access, …, label }] }`.
impl Serialize for Object {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut table = serializer.serialize_struct("Table", 3)?;
        table.serialize_field("name", self.name)?;
        table.serialize_field("section", self.section)?;
        table.serialize_field("members", self.members)?;
        table.end()
    }
}

impl Type {
    /// Returns the number or truth value that a text surely means, if it is allowed here: `"30"`, `"09"`, `"true"`.
    pub(crate) fn value_of_text(&self, text: &str) -> Option<Value> {
        match self {
            Self::Number(bounds) | Self::Integer(bounds) => self
                .number_of_text(text)
                .filter(|number| bounds.hold(*number))
                .map(Number::to_value),
            _ => self.any_value_of_text(text),
        }
    }

    /// Returns the number or truth value as which a text of a response is read, allowed or not: `"0"` is the duration 0.
    pub(crate) fn any_value_of_text(&self, text: &str) -> Option<Value> {
        match self {
            Self::Boolean => truth_of_text(text).map(Value::Bool),
            _ => self.number_of_text(text).map(Number::to_value),
        }
    }

    fn number_of_text(&self, text: &str) -> Option<Number> {
        let is_whole_only = match self {
            Self::Number(_) => false,
            Self::Integer(_) => true,
            Self::Text(_) | Self::Object(_) | Self::Open | Self::List(_) | Self::Boolean => {
                return None;
            }
        };
        // An integer that some languages cannot represent stays text.
        number_of_text(text).filter(|number| {
            (number.is_integer() || !is_whole_only) && number.size().is_none_or(|size| size <= SAFE)
        })
    }
}

/// Returns the number that a text surely means. A point before three digits may be one between thousands.
///
/// ```text
/// 30 → 30      1.5 → 1.5      0.125 → 0.125      1.000, 30.500 → none
/// ```
pub(crate) fn number_of_text(text: &str) -> Option<Number> {
    let text = text.trim();
    let (whole, fraction) = text
        .trim_start_matches(['+', '-'])
        .split_once('.')
        .unwrap_or((text, ""));
    let may_be_thousands =
        (1..=3).contains(&whole.len()) && !whole.starts_with('0') && fraction.len() == 3;
    if may_be_thousands && is_digits(whole) && is_digits(fraction) {
        return None;
    }
    Number::read(text).or_else(|| Number::read(&plain_decimal(text)?))
}

/// Returns a decimal number in the spelling of JSON. People also write zeros in front, a plus sign, and a point without
/// digits on one of its sides.
///
/// ```text
/// 09 → 9      +30 → 30      30. → 30      .5 → 0.5      1,5 → none
/// ```
fn plain_decimal(text: &str) -> Option<String> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.len() + fraction.len() == 0 || !is_digits(whole) || !is_digits(fraction) {
        return None;
    }
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    Some(if fraction.is_empty() {
        format!("{sign}{whole}")
    } else {
        format!("{sign}{whole}.{fraction}")
    })
}

impl Member {
    /// Returns the label, for the middle of an English sentence. [`Language::label`] has other languages.
    #[must_use]
    pub fn label(&self) -> String {
        Language::english().label(self.name)
    }

    /// Returns a sentence of help in English, if there is one.
    #[must_use]
    pub fn help(&self) -> Option<&'static str> {
        Language::english().help(self.name)
    }

    /// Returns the value that the service is observed to set if the member is omitted. The tables have it as JSON: text
    /// without escapes, a number or a boolean, which need no parser.
    pub(crate) fn default_value(&self) -> Option<Value> {
        let default = self.default?;
        let text = default
            .strip_prefix('"')
            .and_then(|text| text.strip_suffix('"'));
        let text = text.map(Value::from);
        text.or_else(|| default.parse().ok().map(Value::Bool))
            .or_else(|| Number::read(default).map(Number::to_value))
    }
}

impl Serialize for Member {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut row = serializer.serialize_map(None)?;
        row.serialize_entry("name", self.name)?;
        row.serialize_entry("type", self.ty.name())?;
        row.serialize_entry("access", &self.access)?;
        if let Some(format) = self.ty.format() {
            row.serialize_entry("format", &format)?;
        }
        if let Some(bounds) = self.ty.bounds() {
            let limits = [
                (if bounds.above { "above" } else { "min" }, bounds.min),
                ("max", bounds.max),
            ];
            for (name, limit) in limits.into_iter().filter(|(_, limit)| limit.is_finite()) {
                row.serialize_entry(name, &Number::from(limit))?;
            }
        }
        if let Some(identity) = self.ty.identity() {
            row.serialize_entry("identity", &identity)?;
        }
        for (name, text) in [("items", self.ty.items()), ("unit", self.unit)] {
            if let Some(text) = text {
                row.serialize_entry(name, text)?;
            }
        }
        if !self.known.is_empty() {
            row.serialize_entry("known", self.known)?;
        }
        if let Some(default) = self.default_value() {
            row.serialize_entry("default", &default)?;
        }
        if self.required {
            row.serialize_entry("required", &true)?;
        }
        if let Some(table) = self.ty.table() {
            row.serialize_entry("table", table)?;
        }
        if SPEAKS {
            row.serialize_entry("label", &self.label())?;
            if let Some(help) = self.help() {
                row.serialize_entry("help", help)?;
            }
        }
        row.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::schema::Kind;

    fn check(table: &Object) -> usize {
        let defaults = table.members.iter().map(|row| {
            let parsed = row
                .default
                .and_then(|default| serde_json::from_str::<Value>(default).ok());
            assert_eq!(row.default_value(), parsed, "{}", row.name);
            assert_eq!(parsed.is_some(), row.default.is_some(), "{}", row.name);
            usize::from(parsed.is_some()) + row.ty.table().map_or(0, check)
        });
        defaults.sum()
    }

    #[test]
    fn numbers_are_read_as_people_write_them() {
        for (text, plain) in [
            ("09", Some("9")),
            ("00", Some("0")),
            ("+30", Some("30")),
            ("30.", Some("30")),
            (".5", Some("0.5")),
            ("-.5", Some("-0.5")),
            ("-007.50", Some("-7.50")),
            ("", None),
            (".", None),
            ("+", None),
            ("+-1", None),
            ("1,5", None),
            ("1.2.3", None),
            ("1_000", None),
            ("0x1f", None),
            ("٣", None),
        ] {
            assert_eq!(plain_decimal(text).as_deref(), plain, "{text}");
        }
    }

    #[test]
    fn every_default_is_read_as_json() {
        assert!(
            Kind::ALL
                .iter()
                .map(|kind| check(kind.table()))
                .sum::<usize>()
                > 5
        );
    }
}
