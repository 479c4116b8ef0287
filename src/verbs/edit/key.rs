//! Keys of edits, read from text: `openHours/monday,friday`, `availabilities/2026-12-24..2026-12-26`.

use serde_json::Value;

use crate::ground::error::{Error, ErrorReason};
use crate::ground::json::{CollectVec, Each, Path, Segment, Tree, View};
use crate::ground::visible::excerpt;
use crate::knowledge::format::Date;
use crate::knowledge::format::hours::DAYS;
use crate::knowledge::schema::{Access, Key, Kind, List, Member, Object, Type, member_in};
use crate::record::week::days_of;
use crate::record::{DaySet, KeyPath, KeyStep, member_type};
use crate::verbs::validate::{meant_member, near_member, near_member_in_responses};

/// The most dates from the first to the last: a leap year.
const DATES: usize = 366;

/// The value that a key names, as the tables know it.
#[derive(Clone, Copy)]
pub(super) struct Target {
    pub(super) ty: &'static Type,
    /// The row, if the key ends with the name of a member.
    pub(super) row: Option<&'static Member>,
    /// The table of the object that the member is in.
    table: Option<&'static Object>,
    /// The list, if the key ends with an item or with days.
    pub(super) list: Option<&'static List>,
}

impl Target {
    /// Returns what a key of a record names.
    pub(super) fn of(kind: Kind, key: &KeyPath) -> Self {
        let whole = Self {
            ty: kind.record_type(),
            row: None,
            table: None,
            list: None,
        };
        key.steps().iter().fold(whole, Self::step)
    }

    /// Returns what a step from here names.
    pub(super) fn step(self, step: &KeyStep) -> Self {
        match (step, self.ty) {
            // The name of a member that the table does not have leads to a value of any type.
            (KeyStep::Name(name), ty) => {
                let table = ty.table();
                let row = member_in(table, name);
                Self {
                    ty: row.map_or(&Type::Open, |row| &row.ty),
                    row,
                    table,
                    list: None,
                }
            }
            (_, Type::List(list)) => Self {
                ty: &list.item,
                row: None,
                table: None,
                list: Some(list),
            },
            _ => Self {
                ty: &Type::Open,
                row: None,
                table: None,
                list: None,
            },
        }
    }

    /// Returns the unit of the number that the key names, if an update can carry it.
    pub(super) fn unit(self) -> Option<&'static Member> {
        self.any_unit().filter(|row| !row.is_response_only())
    }

    /// Returns the unit of the number that the key names, if only responses have it.
    pub(super) fn unit_of_responses(self) -> Option<&'static Member> {
        self.any_unit().filter(|row| row.is_response_only())
    }

    /// Returns the unit of the number that the key names.
    pub(super) fn any_unit(self) -> Option<&'static Member> {
        self.table?.member(self.row?.unit?)
    }

    /// Returns the name of the member that makes one amount with the one that the key names: the unit of a number, or the
    /// number of a unit.
    pub(super) fn other_half(self) -> Option<&'static str> {
        self.table?.other_half(self.row?).map(|row| row.name)
    }

    /// Returns true if the key names an item by its own key.
    pub(super) fn is_keyed_item(self) -> bool {
        self.list.is_some_and(|list| !list.is_week())
    }

    /// Returns true if the key names days of the week.
    pub(super) fn is_days(self) -> bool {
        self.list.is_some_and(List::is_week)
    }

    /// Returns true if the key names a special date.
    pub(super) fn is_date(self) -> bool {
        self.list.is_some_and(List::is_dates)
    }
}

fn refused(key: &str, expected: impl Into<String>, found: &str) -> Error {
    ErrorReason::EditKey {
        key: excerpt(key),
        expected: expected.into(),
        found: format!("\"{}\"", excerpt(found)),
    }
    .into()
}

impl Kind {
    /// Reads the path of a value by key from text, as changes and conflicts carry it: `openHours/monday,friday`,
    /// `availabilities/2026-12-24/hours`, `teamMembers/u1/priority`.
    ///
    /// # Errors
    /// `edit_key`: no update of such a record can carry a value with that key.
    ///
    /// ```
    /// use calendiff::Kind;
    ///
    /// assert_eq!(Kind::Calendar.key_path("openHours/Monday, friday")?.to_string(), "openHours/monday,friday");
    /// assert_eq!(Kind::Calendar.key_path("openHours/funday").unwrap_err().code(), "edit_key");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn key_path(self, text: &str) -> Result<KeyPath, Error> {
        key(self, text)
    }
}

/// Reads the key of one value, or of the same hours on several days.
pub(crate) fn key(kind: Kind, text: &str) -> Result<KeyPath, Error> {
    let mut keys = keys(kind, text)?;
    match (keys.pop(), keys.is_empty()) {
        (Some(only), true) => Ok(only),
        _ => Err(refused(text, "one date", text)),
    }
}

/// Reads a key of an edit. A range of dates is a key for each date.
pub(super) fn keys(kind: Kind, text: &str) -> Result<Vec<KeyPath>, Error> {
    keys_of(kind, text, false)
}

/// Reads a key of a condition, which may name what only responses have.
pub(super) fn keys_of_condition(kind: Kind, text: &str) -> Result<Vec<KeyPath>, Error> {
    keys_of(kind, text, true)
}

fn keys_of(kind: Kind, text: &str, is_condition: bool) -> Result<Vec<KeyPath>, Error> {
    let mut keys = vec![KeyPath::default()];
    for step in text.split('/') {
        let step = unescaped(step).ok_or_else(|| refused(text, "~ as ~0 or ~1", step))?;
        // Several keys differ only in their dates, so all of them lead to one type.
        let next = steps(text, Target::of(kind, &keys[0]), &step, is_condition)?;
        let mut longer = Vec::with_capacity(keys.len() * next.len());
        for key in &keys {
            for step in &next {
                longer.push(key.with(step.clone()));
            }
        }
        keys = longer;
    }
    Ok(keys)
}

fn unescaped(step: &str) -> Option<String> {
    let escapes_end_well = step
        .split('~')
        .skip(1)
        .all(|rest| rest.starts_with(['0', '1']));
    escapes_end_well.then(|| step.replace("~1", "/").replace("~0", "~"))
}

fn steps(
    text: &str,
    around: Target,
    step: &str,
    is_condition: bool,
) -> Result<Vec<KeyStep>, Error> {
    match around.ty {
        _ if around.is_days() => Err(refused(text, "nothing after days of the week", step)),
        Type::Object(table) => {
            let member = member(text, table, step, is_condition)?;
            if around.list.is_some_and(|list| is_key(list, &member)) {
                return Err(refused(
                    text,
                    format!(
                        "a member that does not tell one {} from another",
                        table.name
                    ),
                    step,
                ));
            }
            Ok(vec![member])
        }
        // No table knows the value, so any name may lead inside.
        Type::Open if !step.is_empty() => Ok(vec![KeyStep::Name(step.to_owned().into())]),
        Type::List(list) if list.is_week() => days(text, step).map(|days| vec![days]),
        Type::List(list) if list.is_dates() => dates(text, step),
        Type::List(list) if !list.is_set() => {
            Ok(vec![KeyStep::Item(Key::Text(step.to_owned().into()))])
        }
        _ => Err(refused(
            text,
            "nothing after this value, which is set as a whole",
            step,
        )),
    }
}

/// Returns true if a member alone is the key of a list's items: a user, a date.
fn is_key(list: &List, member: &KeyStep) -> bool {
    // Keys are functions of an item. So the function gets an item that has this member only; the text is a date,
    // since a date is read from no other text, and any text is a user.
    let path = [Segment::Name(member.key_text().into())];
    let item = Tree::within(&path, Tree::of(Value::from("2026-12-24")).root());
    matches!(list.keys, [key] if key(item.root()).is_some())
}

fn member(
    text: &str,
    table: &'static Object,
    name: &str,
    is_condition: bool,
) -> Result<KeyStep, Error> {
    match table.row_of(name) {
        Some(row) if row.access != Access::Both && !is_condition => {
            let expected = match row.access {
                Access::ResponseOnly => {
                    format!("a member that an update of a {} can carry", table.name)
                }
                _ => format!(
                    "a member of a {} that the service does not set itself",
                    table.name
                ),
            };
            Err(refused(text, expected, name))
        }
        Some(row) => Ok(KeyStep::Name(row.name.into())),
        None => {
            let near = if is_condition {
                near_member_in_responses
            } else {
                near_member
            };
            let near = meant_member(table, name).or_else(|| near(table, name));
            let near = match near {
                Some(near) => format!(", such as {}", near.name),
                None => String::new(),
            };
            Err(refused(
                text,
                format!("a member of a {}{near}", table.name),
                name,
            ))
        }
    }
}

/// Reads days: `monday,friday`, or a range of them, `mon-fri` or `monday..friday`.
fn days(text: &str, step: &str) -> Result<KeyStep, Error> {
    let mut days = DaySet::default();
    for name in step.split(',') {
        let (first, last) = name
            .split_once("..")
            .or_else(|| name.split_once('-'))
            .unwrap_or((name, name));
        let (mut day, last) = (
            day(first).ok_or_else(|| unknown_day(text, name))?,
            day(last).ok_or_else(|| unknown_day(text, name))?,
        );
        days.insert(day);
        // Past Saturday to Sunday: `fri-mon` is Friday, Saturday, Sunday and Monday.
        while day != last {
            day = (day + 1) % 7;
            days.insert(day);
        }
    }
    Ok(KeyStep::Days(days))
}

fn unknown_day(text: &str, name: &str) -> Error {
    refused(
        text,
        "days from monday to sunday, such as monday,friday or mon-fri",
        name.trim(),
    )
}

/// Returns the number of a day by its name, or by three letters of it or more.
pub(super) fn day(name: &str) -> Option<u8> {
    let name = name.trim().to_ascii_lowercase();
    DaySet::ALL.iter().find(|day| {
        let own = DAYS[usize::from(*day)].to_ascii_lowercase();
        name.len() >= 3 && own.starts_with(&name)
    })
}

/// Reads a date, or the dates from a first to a last one: `2026-12-24..2026-12-26`.
fn dates(text: &str, step: &str) -> Result<Vec<KeyStep>, Error> {
    let (first, last) = step.split_once("..").unwrap_or((step, step));
    let first = date(text, first)?;
    let last = date(text, last)?;
    let mut dates = Vec::new();
    let mut next = Some(first).filter(|first| *first <= last);
    while let Some(date) = next {
        if dates.len() == DATES {
            return Err(refused(text, format!("at most {DATES} dates"), step));
        }
        dates.push(KeyStep::Item(Key::Date(date)));
        next = date.tomorrow().filter(|date| *date <= last);
    }
    if dates.is_empty() {
        Err(refused(text, "the earlier date first", step))
    } else {
        Ok(dates)
    }
}

/// Reads a date of a key, whose text an error shows.
fn date(text: &str, name: &str) -> Result<Date, Error> {
    Date::named(name).ok_or_else(|| refused(text, "a date such as 2026-12-24", name))
}

/// Returns the paths of a value by key, as text: days and keys in place of indexes. A value in an entry of several days has a
/// path of each day, however the days are grouped.
pub(super) fn keyed_by_day(kind: Kind, record: View<'_>, path: &Path) -> Vec<String> {
    let keyed = keyed(kind, record, path);
    let all_days = keyed.steps().iter().find_map(|step| match step {
        KeyStep::Days(days) if days.len() > 1 => Some(*days),
        _ => None,
    });
    let Some(all_days) = all_days else {
        return vec![keyed.to_string()];
    };
    let of_day = |day: u8| {
        let steps = keyed.steps().iter().map(|step| match step {
            KeyStep::Days(_) => KeyStep::Days(DaySet::of(day)),
            other => other.clone(),
        });
        KeyPath::from(steps.collect_vec()).to_string()
    };
    all_days.iter().map(of_day).collect_vec()
}

/// Returns the path of a value by key.
fn keyed(kind: Kind, record: View<'_>, path: &Path) -> KeyPath {
    let mut ty = kind.record_type();
    let mut here = Some(record);
    let mut keyed = KeyPath::default();
    for segment in path.segments() {
        let inside = here.step(segment);
        (keyed, ty) = match (segment, ty) {
            (Segment::Name(name), ty) => (
                keyed.with(KeyStep::Name(name.clone())),
                member_type(ty, name),
            ),
            (Segment::Index(at), Type::List(list)) => {
                let step = match inside {
                    Some(entry) if list.is_week() => KeyStep::Days(days_of(entry)),
                    Some(item) => KeyStep::to(list.keys.last().copied(), *at, item),
                    None => KeyStep::At(*at),
                };
                (keyed.with(step), &list.item)
            }
            // An index into a value that is no list by the tables.
            (Segment::Index(at), _) => (keyed.with(KeyStep::At(*at)), &Type::Open),
        };
        here = inside;
    }
    keyed
}
