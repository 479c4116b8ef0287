//! Edits: a wished value for each key.

use std::fmt;

use serde::ser::{Error as _, SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::key::{self, Target, keys, keys_of_condition};
use super::text::{self, Statement};
use super::wish::{self, Bound, Wish};
use crate::ground::error::{Error, ErrorReason};
use crate::ground::json::patch::Op;
use crate::ground::json::{
    CollectVec, Document, Each, Json, Number, Segment, Tree, View, expect_json, to_string,
};
use crate::ground::visible::excerpt;
use crate::knowledge::format::Format;
use crate::knowledge::issue::{Code, Issue, Profile, Severity};
use crate::knowledge::schema::{Kind, Member, Type};
use crate::record::each::{Visited, each_value};
use crate::record::open::Record;
use crate::record::week::values;
use crate::record::{DaySet, KeyPath, KeyStep};
use crate::verbs::normalize::Canonical;
use crate::verbs::validate;

/// A wished value by key. Displays as text, `slotDuration = 45`, and serializes as `{ key, value }`, `{ key, hours }`,
/// `{ key, absent }` or `{ key, atLeast, unit? }`, each with `was` if it expects a value.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    pub(super) key: KeyPath,
    pub(super) wish: Wish,
    /// The value that the record is expected to have, if it does not have the wished one.
    pub(super) was: Option<Wish>,
    /// The unit that the record is expected to have beside a number, where no edit sets it.
    pub(super) was_unit: Option<String>,
    /// True if the edit is only for records that have the item, or the member, that the key names.
    pub(super) if_present: bool,
}

impl Edit {
    pub(super) fn new(key: KeyPath, wish: Wish) -> Self {
        Self {
            key,
            wish,
            was: None,
            was_unit: None,
            if_present: false,
        }
    }

    /// Returns the key of the value: `openHours/monday`.
    #[must_use]
    pub fn key(&self) -> &KeyPath {
        &self.key
    }
}

impl fmt::Display for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = if self.if_present { "?" } else { "" };
        write!(
            f,
            "{}{mark} = {}",
            text::written(&self.key.to_string()),
            self.wish.to_text()
        )?;
        match (&self.was, &self.was_unit) {
            (None, Some(unit)) => write!(f, " {unit}"),
            _ => Ok(()),
        }
    }
}

impl Edit {
    fn serialize_as<S: Serializer>(
        &self,
        key: &'static str,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let Value::Object(wish) = self.wish.to_json() else {
            return Err(S::Error::custom("a wish is an object"));
        };
        let mut edit = serializer.serialize_map(None)?;
        edit.serialize_entry(key, &self.key)?;
        if self.if_present {
            edit.serialize_entry("ifPresent", &true)?;
        }
        for (name, value) in &wish {
            edit.serialize_entry(name, value)?;
        }
        match (&self.was, &self.was_unit) {
            (Some(was), unit) => {
                let mut was = was.to_json();
                if let Some(unit) = unit {
                    was["unit"] = unit.as_str().into();
                }
                edit.serialize_entry("was", &was)?;
            }
            (None, Some(unit)) => edit.serialize_entry("unit", unit)?,
            (None, None) => {}
        }
        edit.end()
    }
}

impl Serialize for Edit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.serialize_as("key", serializer)
    }
}

/// A condition, which serializes with `where` in place of `key`.
struct Condition<'a>(&'a Edit);

impl Serialize for Condition<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize_as("where", serializer)
    }
}

/// Wished values of a kind of record, by key: what [`Kind::edit`] does to a record, and to thousands of them.
///
/// Each key stands once, and no key leads inside the value of another, so that their order has no meaning. Serializes
/// as an array of edits.
///
/// ```
/// use calendiff::{Edits, Kind};
///
/// let edits = Edits::parse(Kind::Calendar, "openHours/saturday = closed; allowBookingAfter = at least 2 days")?;
/// assert_eq!(edits.iter().next().unwrap().to_string(), "openHours/saturday = closed");
///
/// let unknown = Edits::parse(Kind::Calendar, "slotDurations = 45").unwrap_err();
/// assert_eq!(unknown.code(), "edit_key");
/// assert!(unknown.to_string().contains("such as slotDuration"));
/// # Ok::<(), calendiff::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Edits {
    pub(super) kind: Kind,
    pub(super) all: Vec<Edit>,
    /// The values that a record must have: other records stay as they are.
    pub(super) conditions: Vec<Edit>,
}

impl Serialize for Edits {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        for edit in &self.all {
            list.serialize_element(edit)?;
        }
        for condition in &self.conditions {
            list.serialize_element(&Condition(condition))?;
        }
        list.end()
    }
}

impl Edits {
    /// Parses edits from text: `KEY = VALUE`, several separated by `;` or line ends. Lines that begin with `#` are
    /// comments.
    ///
    /// A key is what changes and conflicts carry: `slotDuration`, `openHours/monday,friday`,
    /// `availabilities/2026-12-24..2026-12-26` (at most 366 dates), `teamMembers/u1/priority`. A value is JSON;
    /// `closed` or `09:00-12:00, 13:00-17:00` for a day or a date; `absent` for a date that is removed and a member that
    /// is not sent; `45 mins` for a number and its unit, or for a number of records with that unit where no update can
    /// carry it (`slotBuffer`); `at least 2 days` or `at most 60` for a number that stays if
    /// it is within the bound; `as monday` for the hours that the record has on another day.
    ///
    /// A key that contains `=`, `;`, quotes or brackets is written as JSON text:
    /// `"locationConfigurations/custom: a = b" = absent`.
    ///
    /// `teamMembers/u1/priority? = 1` is for the records that have that team member, and `where calendarType = round_robin`
    /// limits all edits to the records that have that value, or a number within a bound.
    ///
    /// # Errors
    /// `edit_syntax`: the text has another form.
    /// `edit_key`: no update of such a record can carry a value with that key. The message names the nearest member.
    /// `edit_value`: the value cannot stand there.
    /// `edit_twice`: two keys name the same value, or one leads inside the other's.
    pub fn parse(kind: Kind, text: &str) -> Result<Self, Error> {
        let mut edits = Vec::new();
        let mut conditions = Vec::new();
        for statement in text::statements(text)? {
            let (edits, read) = match statement.key.strip_prefix("where ") {
                Some(key) => (
                    &mut conditions,
                    conditions_of(kind, key.trim_ascii(), statement.value),
                ),
                None => (&mut edits, edits_of(kind, statement.key, statement.value)),
            };
            edits.append(&mut read.map_err(|error| in_quotes(kind, &statement).unwrap_or(error))?);
        }
        Ok(Self {
            conditions,
            ..Self::of(kind, edits)?
        })
    }

    /// Reads edits from JSON: an array of `{ key, value }`, `{ key, hours }`, `{ key, absent: true }` and
    /// `{ key, atLeast, unit }` or `atMost`, as edits serialize, or text for [`parse`](Edits::parse). A number may have
    /// its unit beside it, `{ key, value: 45, unit: "mins" }`: those are two edits where an update can carry the unit.
    ///
    /// # Errors
    /// The errors of [`parse`](Edits::parse).
    ///
    /// ```
    /// use calendiff::{Edits, Kind};
    /// use serde_json::json;
    ///
    /// let hours = json!([["09:00", "12:00"]]);
    /// let edits = Edits::read(Kind::Calendar, json!([{ "key": "openHours/saturday", "hours": hours }]))?;
    /// assert_eq!(json!(edits), json!([{ "key": "openHours/saturday", "hours": hours }]));
    ///
    /// let refused = Edits::read(Kind::Calendar, json!([{ "key": "openHours/saturday", "absent": true }]));
    /// assert_eq!(refused.unwrap_err().code(), "edit_value");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn read(kind: Kind, edits: impl Json) -> Result<Self, Error> {
        let held = edits.held();
        let given = expect_json(held.view())?;
        if let Some(text) = given.text() {
            return Self::parse(kind, text);
        }
        let items = given.items().ok_or_else(|| syntax(0, given))?;
        let mut edits = Vec::new();
        let mut conditions = Vec::new();
        for (at, item) in items.enumerate() {
            if let Some(key) = item.get("where").and_then(View::text) {
                for path in keys_of_condition(kind, key)? {
                    let (condition, unit) =
                        read_json(kind, path, item).ok_or_else(|| syntax(at, item))?;
                    let wish = shaped(kind, &condition.key, condition.wish)?;
                    conditions.push(Edit { wish, ..condition });
                    conditions.extend(unit);
                }
                continue;
            }
            let key = item
                .get("key")
                .and_then(View::text)
                .ok_or_else(|| syntax(at, item))?;
            for path in keys(kind, key)? {
                let Some((mut edit, unit)) = read_json(kind, path.clone(), item) else {
                    let refusal = unit_refusal(kind, &path, item);
                    return Err(refusal.unwrap_or_else(|| syntax(at, item).into()));
                };
                // An edited record may have errors. They are found in the records that follow it.
                edit.wish = match edit.was {
                    Some(_) => shaped(kind, &edit.key, edit.wish)?,
                    None => checked(kind, &edit.key, edit.wish)?,
                };
                edits.push(edit);
                edits.extend(unit);
            }
        }
        Ok(Self {
            conditions,
            ..Self::of(kind, edits)?
        })
    }

    /// Makes edits whose keys do not meet.
    pub(super) fn of(kind: Kind, edits: Vec<Edit>) -> Result<Self, Error> {
        let mut keys = edits
            .iter()
            .map(|edit| (outline(&edit.key), edit))
            .collect_vec();
        // A bound of a number may change its unit as well.
        // So `slotDuration = at least 1 hours` and `slotDurationUnit = mins` are about one value.
        for edit in &edits {
            if let Wish::Bound(_) = edit.wish
                && let Some(unit) = Target::of(kind, &edit.key).unit()
            {
                keys.push((outline(&beside(&edit.key, unit.name)), edit));
            }
        }
        keys.sort_by(|(a, _), (b, _)| a.cmp(b));
        for pair in keys.windows(2) {
            // Sorted by steps, a key comes right before the keys that lead inside its value, if there are any.
            if pair[1].0.starts_with(&pair[0].0) {
                return Err(twice(&pair[0].1.key, &pair[1].1.key));
            }
        }
        let days = edits
            .iter()
            .filter_map(|edit| Some((edit, days_of(&edit.key)?)))
            .collect_vec();
        for (at, (edit, own)) in days.iter().enumerate() {
            // `monday,tuesday` and `tuesday,friday` are different steps, so the comparison by steps did not find them.
            if let Some((other, _)) = days[..at].iter().find(|(_, other)| other.meets(*own)) {
                return Err(twice(&other.key, &edit.key));
            }
        }
        Ok(Self {
            kind,
            all: edits,
            conditions: Vec::new(),
        })
    }

    /// Returns the kind of record.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns the edits, each key once.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Edit> {
        self.all.iter()
    }

    /// Returns true if there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
}

fn syntax(at: usize, found: View<'_>) -> ErrorReason {
    ErrorReason::EditSyntax {
        at: at + 1,
        expected: "{ key, value }, { key, hours }, { key, as }, { key, absent: true }, { key, atLeast } or { key, atMost }",
        found: excerpt(&to_string(&found.to_value())),
    }
}

/// Returns the steps of a key in a form in which a key sorts in front of those that lead inside its value.
fn outline(key: &KeyPath) -> Vec<String> {
    key.steps().iter().map(ToString::to_string).collect_vec()
}

pub(super) fn twice(key: &KeyPath, other: &KeyPath) -> Error {
    let other = if key == other {
        "another edit".to_owned()
    } else {
        excerpt(&other.to_string())
    };
    ErrorReason::EditTwice {
        key: excerpt(&key.to_string()),
        other,
    }
    .into()
}

/// Returns the days that a key ends with.
fn days_of(key: &KeyPath) -> Option<DaySet> {
    match key.steps().last() {
        Some(KeyStep::Days(days)) => Some(*days),
        _ => None,
    }
}

fn refused(key: &KeyPath, expected: impl Into<String>, found: &str) -> Error {
    refused_for(key, expected, found, None)
}

/// Like `refused`, with the error of the parser of the value.
fn refused_for(
    key: &KeyPath,
    expected: impl Into<String>,
    found: &str,
    source: Option<Error>,
) -> Error {
    let key = excerpt(&key.to_string());
    let found = excerpt(found);
    ErrorReason::EditValue {
        key,
        expected: expected.into(),
        found,
        source,
    }
    .into()
}

/// Returns a wish in canonical form, or refuses it.
type Checked = fn(Kind, &KeyPath, Wish) -> Result<Wish, Error>;

/// Reads the edits of a statement: one for each date of its key.
fn edits_of(kind: Kind, key: &str, value: &str) -> Result<Vec<Edit>, Error> {
    let (key, if_present) = match key.strip_suffix('?') {
        Some(key) => (key.trim_ascii_end(), true),
        None => (key, false),
    };
    let mut edits = Vec::new();
    for path in keys(kind, &text::read(key))? {
        for edit in read_text(kind, path, value, checked)? {
            edits.push(Edit { if_present, ..edit });
        }
    }
    Ok(edits)
}

/// Reads the conditions of a statement.
fn conditions_of(kind: Kind, key: &str, value: &str) -> Result<Vec<Edit>, Error> {
    let mut conditions = Vec::new();
    for path in keys_of_condition(kind, &text::read(key))? {
        conditions.append(&mut read_condition(kind, path, value)?);
    }
    Ok(conditions)
}

/// Refuses a statement whose key contains `=` without quotes. `None` unless it is a key in quotes.
fn in_quotes(kind: Kind, statement: &Statement<'_>) -> Option<Error> {
    let (key, value) = statement.with_longer_key()?;
    let key = key.strip_prefix("where ").unwrap_or(key).trim_ascii();
    keys_of_condition(kind, key).ok()?;
    let expected = format!(
        "a key that contains = in double quotes, {} = {}",
        to_string(&key),
        excerpt(value)
    );
    Some(
        ErrorReason::EditKey {
            key: excerpt(key),
            expected,
            found: format!("\"{}\"", excerpt(statement.key)),
        }
        .into(),
    )
}

/// Reads a value from text: one edit, or two for a number and its unit.
fn read_text(kind: Kind, key: KeyPath, text: &str, checked: Checked) -> Result<Vec<Edit>, Error> {
    let target = Target::of(kind, &key);
    let edit = Edit::new;
    // The forms are tried in this order: hours, absent, bound, amount, amount in the stored unit, another day's hours, known
    // word, JSON.
    if (target.is_days() || target.is_date())
        && let Some(hours) = wish::spoken_hours(text)
    {
        let wish = checked(kind, &key, Wish::Hours(hours))?;
        return Ok(vec![edit(key, wish)]);
    }
    if text == "absent" {
        let wish = checked(kind, &key, Wish::Absent)?;
        return Ok(vec![edit(key, wish)]);
    }
    for (words, is_least) in [("at least ", true), ("at most ", false)] {
        let Some(amount) = text.strip_prefix(words) else {
            continue;
        };
        let (number, unit) =
            quantity(target, amount).ok_or_else(|| refused(&key, wanted_amount(target), text))?;
        let wish = checked(
            kind,
            &key,
            Wish::Bound(Bound {
                is_least,
                number,
                unit,
            }),
        )?;
        return Ok(vec![edit(key, wish)]);
    }
    if let Some((number, Some(unit))) = quantity(target, text) {
        let unit_key = beside(&key, target.unit().map_or("", |unit| unit.name));
        let number = checked(kind, &key, Wish::Value(number.to_value()))?;
        return Ok(vec![
            edit(key, number),
            edit(unit_key, Wish::Value(unit.into())),
        ]);
    }
    if let Some((number, unit)) = amount_as_stored(target, text) {
        let wish = checked(kind, &key, Wish::Value(number.to_value()))?;
        return Ok(vec![Edit {
            was_unit: Some(unit.to_owned()),
            ..edit(key, wish)
        }]);
    }
    if let (true, Some(other)) = (
        target.is_days(),
        text.strip_prefix("as ").and_then(key::day),
    ) {
        return Ok(vec![edit(key, Wish::AsDay(other))]);
    }
    if let Some(word) = bare_word(target, text) {
        let wish = checked(kind, &key, Wish::Value(word.into()))?;
        return Ok(vec![edit(key, wish)]);
    }
    let value = Document::parse(text)
        .map_err(|error| refused_for(&key, wanted_for(target, text), text, Some(error)))?;
    let wish = if target.is_days() || (target.is_date() && value.root().items().is_some()) {
        wish::hours(value.root())
            .map(Wish::Hours)
            .ok_or_else(|| refused(&key, wanted(target), text))?
    } else {
        wish_for(target, value.root())
    };
    let wish = checked(kind, &key, wish)?;
    Ok(vec![edit(key, wish)])
}

/// Describes the values that a target takes. To text that begins with a digit, such as `45 minuts`, an amount without its
/// unit is described if it has none.
fn wanted_for(target: Target, text: &str) -> String {
    let is_amount = text.starts_with(|first: char| first.is_ascii_digit());
    match without_unit(target) {
        Some(wanted) if is_amount => wanted,
        _ => wanted(target),
    }
}

/// Reads a condition from text. Text needs no quotes: `where locationId = north`.
fn read_condition(kind: Kind, key: KeyPath, text: &str) -> Result<Vec<Edit>, Error> {
    let is_text = matches!(Target::of(kind, &key).ty, Type::Text(_));
    if is_text && text != "absent" && Document::parse(text).is_err() {
        let wish = shaped(kind, &key, Wish::Value(text.into()))?;
        return Ok(vec![Edit::new(key, wish)]);
    }
    // A condition is held against a record, and never sent.
    read_text(kind, key, text, shaped)
}

/// Returns the text that stands without quotes: a known value, or a color.
fn bare_word(target: Target, text: &str) -> Option<String> {
    let row = target.row?;
    let Type::Text(format) = row.ty else {
        return None;
    };
    let is_color =
        format == Format::Color && text.starts_with('#') && !text.contains(char::is_whitespace);
    match row.known_word(text) {
        Some(known) => Some(known.to_owned()),
        None => is_color.then(|| text.to_owned()),
    }
}

/// Returns the wish for a value. A special date that has nothing but hours is its hours.
fn wish_for(target: Target, value: View<'_>) -> Wish {
    let mut members = value.each_member();
    if target.is_date()
        && let (Some(("hours", hours)), None) = (members.next(), members.next())
        && let Some(hours) = wish::hours(hours)
    {
        return Wish::Hours(hours);
    }
    Wish::Value(value.to_value())
}

/// Says what text can stand for a value.
fn wanted(target: Target) -> String {
    let hours = "closed, or hours such as 09:00-12:00, 13:00-17:00";
    if target.is_days() {
        return format!("{hours}, or as monday");
    }
    if target.is_date() {
        return hours.to_owned();
    }
    let wanted = match target.ty {
        Type::Text(Format::Color) => "a color such as #ff0000",
        Type::Text(_) => {
            let known = target.row.map_or(&[][..], |row| row.known);
            let known = known.iter().map(|known| known.value.to_owned() + ", ");
            return known.collect::<String>() + "text in double quotes, or absent";
        }
        Type::Number(_) | Type::Integer(_) if target.unit().is_some() => {
            "a number, an amount such as 2 days, at least or at most an amount"
        }
        Type::Number(_) | Type::Integer(_) => "a number, at least or at most a number",
        Type::Boolean => "true, false",
        Type::List(list) if list.is_week() => {
            "an edit of days, such as openHours/mon-fri = 09:00-17:00, JSON"
        }
        Type::List(list) if list.is_dates() => {
            "an edit of a date, such as availabilities/2026-12-24 = closed, JSON"
        }
        Type::Object(_) | Type::Open | Type::List(_) => "JSON",
    };
    wanted.to_owned() + ", or absent"
}

/// Describes the units that a number may have here, if its unit is a member of responses only.
fn without_unit(target: Target) -> Option<String> {
    let unit = target.unit_of_responses()?;
    Some(format!(
        "a number, alone or in the unit that the record has, one of {} (no update can carry {})",
        listed_units(unit),
        unit.name
    ))
}

/// Lists the known units: `mins, hours`.
fn listed_units(unit: &Member) -> String {
    unit.known
        .iter()
        .map(|known| known.value)
        .collect_vec()
        .join(", ")
}

/// Refuses an edit in JSON with a unit that no update can carry.
fn unit_refusal(kind: Kind, key: &KeyPath, json: View<'_>) -> Option<Error> {
    let unit = json.get("unit")?;
    Some(refused(
        key,
        without_unit(Target::of(kind, key))?,
        unit.text().unwrap_or_default(),
    ))
}

fn wanted_amount(target: Target) -> String {
    match (target.row.map(|row| &row.ty), target.unit()) {
        (Some(Type::Number(_) | Type::Integer(_)), Some(unit)) => format!(
            "at least or at most a number and its unit, one of {}",
            listed_units(unit)
        ),
        (Some(Type::Number(_) | Type::Integer(_)), None) => {
            let why = match target.unit_of_responses() {
                Some(unit) => format!(", as no update can carry {}", unit.name),
                None => String::new(),
            };
            format!("a number without a unit, such as at least 2{why}")
        }
        _ => "a bound for a number only".to_owned(),
    }
}

/// Reads a number, and its unit if the row has one: `2 days`, `2d`.
fn quantity(target: Target, text: &str) -> Option<(Number, Option<&'static str>)> {
    let (number, unit) = number_and_word(target, text)?;
    in_unit(target, number, unit)
}

/// Reads a number in a unit that only responses have: `15 mins` for `slotBuffer`, which holds for records in minutes.
fn amount_as_stored(target: Target, text: &str) -> Option<(Number, &'static str)> {
    let row = target.unit_of_responses()?;
    let (number, word) = number_and_word(target, text)?;
    Some((number, known_unit(row, word?)?))
}

fn number_and_word(target: Target, text: &str) -> Option<(Number, Option<&str>)> {
    let (Type::Number(_) | Type::Integer(_)) = target.row?.ty else {
        return None;
    };
    let end = text
        .find(|char: char| char.is_ascii_alphabetic() || char.is_whitespace())
        .unwrap_or(text.len());
    // The letter of 1e3 is none of a unit.
    let (number, unit) = if Number::parse(text).is_some() {
        (text, "")
    } else {
        text.split_at(end)
    };
    let unit = Some(unit.trim()).filter(|unit| !unit.is_empty());
    Some((Number::parse(number)?, unit))
}

/// Returns a number with the known unit that a word means, or `None` unless it has a unit exactly if one can be sent.
fn in_unit(
    target: Target,
    number: Number,
    word: Option<&str>,
) -> Option<(Number, Option<&'static str>)> {
    // A number with a unit in its table needs one here, and any other number must have none.
    let (Some(unit), Some(word)) = (target.unit(), word) else {
        return (target.unit().is_none() && word.is_none()).then_some((number, None));
    };
    Some((number, Some(known_unit(unit, word)?)))
}

/// Returns the known unit of a word, or of its first letters: `d` for `days`.
fn known_unit(unit: &Member, word: &str) -> Option<&'static str> {
    let word = word.to_ascii_lowercase();
    if let Some(known) = unit.known_word(&word) {
        return Some(known);
    }
    let known = unit.known.iter();
    let mut begins = known.filter(|known| known.value.starts_with(&word));
    match (begins.next(), begins.next()) {
        (Some(only), None) => Some(only.value),
        // `m` may be mins or months.
        _ => None,
    }
}

/// Returns the key of another member of the same object.
pub(super) fn beside(key: &KeyPath, name: &'static str) -> KeyPath {
    let mut beside = key.clone();
    beside.pop();
    beside.push(KeyStep::Name(name.into()));
    beside
}

/// Reads an edit from its JSON, and that of the unit beside its number.
fn read_json(kind: Kind, key: KeyPath, json: View<'_>) -> Option<(Edit, Option<Edit>)> {
    let target = Target::of(kind, &key);
    let wish = read_wish(target, json)?;
    let if_present = json.get("ifPresent").and_then(View::boolean) == Some(true);
    let mut was = None;
    let mut was_unit = None;
    if let Some(json) = json.get("was") {
        was = Some(read_wish(target, json)?);
        if let Some(unit) = json.get("unit") {
            let row = target.any_unit()?;
            let unit = unit.text()?;
            was_unit = row.unit_meant(Some(unit)).map(str::to_owned);
        }
    }
    let mut of_unit = None;
    if let (Wish::Value(_), Some(unit), Some(row), None) =
        (&wish, json.get("unit"), target.unit_of_responses(), &was)
    {
        was_unit = Some(known_unit(row, unit.text()?)?.to_owned());
    // `{ "value": 2, "unit": "days" }` is two edits, of the number and of its unit.
    } else if let (Wish::Value(_), Some(unit)) = (&wish, json.get("unit")) {
        let (_, unit) = in_unit(target, json.get("value")?.number()?, Some(unit.text()?))?;
        // The edit of the unit expects the unit before.
        // With `{ "was": { "value": 30, "unit": "mins" } }` beside it, the unit expects `mins`, and the number no longer does.
        let was = match (&was, was_unit.take()) {
            (None, _) => None,
            (Some(_), None) => Some(Wish::Absent),
            (Some(_), Some(unit)) => Some(Wish::Value(unit.into())),
        };
        let key = beside(&key, target.unit()?.name);
        of_unit = Some(Edit {
            was,
            if_present,
            ..Edit::new(key, Wish::Value(unit?.into()))
        });
    }
    Some((
        Edit {
            was,
            was_unit,
            if_present,
            ..Edit::new(key, wish)
        },
        of_unit,
    ))
}

/// Reads a wish from its JSON.
fn read_wish(target: Target, json: View<'_>) -> Option<Wish> {
    let of = ["value", "hours", "as", "absent", "atLeast", "atMost"]
        .into_iter()
        .filter_map(|name| Some((name, json.get(name)?)));
    let of: Vec<(&str, View<'_>)> = of.collect_vec();
    // Exactly one of these members says what is asked for.
    let [(name, value)] = of.as_slice() else {
        return None;
    };
    let is_bound = matches!(*name, "atLeast" | "atMost");
    if !json
        .each_member()
        .all(|(own, _)| is_known(own, name, is_bound))
    {
        return None;
    }
    match *name {
        "value" => Some(wish_for(target, *value)),
        "hours" => wish::hours(*value).map(Wish::Hours),
        "as" => key::day(value.text()?).map(Wish::AsDay),
        "absent" => (value.boolean() == Some(true)).then_some(Wish::Absent),
        bound => {
            let unit = json.get("unit").map(|unit| unit.text().unwrap_or_default());
            let (number, unit) = in_unit(target, value.number()?, unit)?;
            Some(Wish::Bound(Bound {
                is_least: bound == "atLeast",
                number,
                unit,
            }))
        }
    }
}

/// Returns true for a member of an edit that may be beside the one that says the value: `unit` beside `atLeast`.
fn is_known(own: &str, name: &str, is_bound: bool) -> bool {
    own == name
        || matches!(own, "key" | "where" | "was" | "ifPresent")
        || (own == "unit" && (is_bound || name == "value"))
}

/// Returns a wish in canonical form, or refuses one that cannot stand at its key or is an error in any record.
fn checked(kind: Kind, key: &KeyPath, wish: Wish) -> Result<Wish, Error> {
    let shaped = shaped(kind, key, wish)?;
    match &shaped {
        Wish::Bound(bound) => expect_sound(kind, key, &bound.number.to_value())?,
        Wish::Value(value) => expect_sound(kind, key, value)?,
        Wish::Hours(hours) => {
            let hours_key = key.clone().with(KeyStep::Name("hours".into()));
            expect_sound_as(kind, &hours_key, &values(hours), |expected| {
                refused(key, expected, &shaped.to_text())
            })?;
        }
        Wish::Absent | Wish::AsDay(_) => {}
    }
    Ok(shaped)
}

/// Returns a wish in canonical form, or refuses one that cannot stand at its key.
fn shaped(kind: Kind, key: &KeyPath, wish: Wish) -> Result<Wish, Error> {
    let target = Target::of(kind, key);
    let has_hours = target.is_days() || target.is_date();
    match &wish {
        Wish::Absent if target.is_days() => {
            return Err(refused(
                key,
                "hours, or closed, since each day of the week is one or the other",
                "absent",
            ));
        }
        Wish::AsDay(_) if !target.is_days() => {
            return Err(refused(key, "a value", "hours as those of a day"));
        }
        Wish::Hours(_) if !has_hours => return Err(refused(key, "a value", "hours")),
        Wish::Value(_) if target.is_days() => {
            return Err(refused(key, "hours of a day", "another value"));
        }
        Wish::Value(value) if target.is_keyed_item() && !value.is_object() => {
            return Err(refused(
                key,
                if target.is_date() {
                    wanted(target)
                } else {
                    "an object, or absent".to_owned()
                },
                &to_string(value),
            ));
        }
        _ => {}
    }
    let Wish::Value(value) = wish else {
        return Ok(wish);
    };
    let tree = Tree::of(&value);
    Ok(Wish::Value(
        each_value(&mut Canonical, target.ty, Visited::alone(tree.root())).to_value(),
    ))
}

/// Refuses a value that is an error in any record: once, and not at each record.
fn expect_sound(kind: Kind, key: &KeyPath, value: &Value) -> Result<(), Error> {
    // A whole item may lack members that are stored, so it is checked in its record.
    let Some(KeyStep::Name(_)) = key.steps().last() else {
        return Ok(());
    };
    expect_sound_as(kind, key, value, |expected| {
        refused(key, expected, &to_string(value))
    })
}

/// Like [`expect_sound`], with the error for what is expected.
fn expect_sound_as(
    kind: Kind,
    key: &KeyPath,
    value: &Value,
    refused: impl Fn(String) -> Error,
) -> Result<(), Error> {
    let path = key.steps().iter().map(|step| match step {
        KeyStep::Name(name) => Segment::Name(name.clone()),
        _ => Segment::Index(0),
    });
    let path = path.collect_vec();
    let tree = Tree::of(value);
    // A draft with nothing but this value, at its path. The index of an item does not matter.
    let draft = Tree::within(&path, tree.root());
    let issues = validate::issues(
        &Record::within(kind, draft.root()),
        Profile::Specification,
        None,
    );
    let own = issues.iter().find(|issue| {
        issue.severity == Severity::Error && issue.path.segments().starts_with(&path)
    });
    own.map_or(Ok(()), |issue| Err(refused(without_error(issue))))
}

/// Describes a value without an error. By its code alone, except for hours: its sentence is in the language files, which the
/// npm package has in JavaScript.
fn without_error(issue: &Issue) -> String {
    if let Some(hours) = unreversed(issue) {
        return hours;
    }
    let near =
        nearest(issue).map_or_else(String::new, |near| format!(", such as {}", to_string(near)));
    format!("a value without the error {}{near}", issue.code.name())
}

/// Describes the hours that work in place of reversed ones.
fn unreversed(issue: &Issue) -> Option<String> {
    if issue.code != Code::HoursReversed {
        return None;
    }
    let open = issue.params.get("open")?.as_str()?;
    let close = issue.params.get("close")?.as_str()?;
    let rest = if close == "00:00" {
        String::new()
    } else {
        format!(" and, on the next day, 00:00-{close}")
    };
    Some(format!(
        "hours that close after they open, past midnight {open}-24:00{rest}"
    ))
}

/// Returns the value that a certain fix of an issue puts in place of the wrong one, if it is not only a part of it.
fn nearest(issue: &Issue) -> Option<&Value> {
    let whole = issue.path.pointer();
    issue.fix.as_ref()?.patch.iter().find_map(|op| match op {
        Op::Replace { path, value } if *path == whole => Some(value),
        _ => None,
    })
}
