//! The values that the rows of a table refuse.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::strategy::Union;
use serde_json::{Value, json};

use super::planting::{Planting, least};
use crate::ground::json::{Number, Segment, type_name};
use crate::knowledge::format::hours::Range;
use crate::knowledge::issue::Code;
use crate::knowledge::schema::{Bounds, Format, Known, List, Member, Object, Type};
use crate::testing::strategies::leaf::matching;
use crate::testing::strategies::part::RecordSort;
use crate::testing::strategies::record;
use crate::testing::strategies::wild;

/// Returns the faults of an object of that table, by code.
pub(super) fn refusals(table: &'static Object) -> Vec<(Code, BoxedStrategy<Planting>)> {
    let mut refusals = vec![(Code::UnknownMember, unknown_members())];
    for member in table.members {
        let name = member.name;
        if member.is_response_only() {
            refusals.push((Code::ReadOnly, put(Code::ReadOnly, name, sound(member))));
            continue;
        }
        if member.required {
            refusals.push((
                Code::MissingMember,
                Just(Planting::drop(Code::MissingMember, name)).boxed(),
            ));
        }
        // Rules read the member by its own name, and must not object to the value.
        let one = match &member.ty {
            Type::List(list) => json!([least(&list.item, &[])]),
            ty => least(ty, member.known),
        };
        let misspelled = misspellings(member).prop_map(move |misspelled| {
            let mut planting = Planting::put(Code::MisspelledMember, misspelled, one.clone());
            planting.keep = vec![name];
            planting.beside(goes_with(name));
            planting
        });
        refusals.push((Code::MisspelledMember, misspelled.boxed()));
        // Overlapping hours depend on the entry's days.
        let days = table.members.iter().filter(
            |row| matches!(row.ty, Type::List(list) if matches!(list.item, Type::Integer(_))),
        );
        let days: Vec<_> = days.map(|row| row.name).collect();
        let refused = values(&member.ty, member.known).into_iter().map(
            |Refused {
                 code,
                 values,
                 below,
                 beside,
             }| {
                let days = days.clone();
                let plantings = values.prop_map(move |value| {
                    let mut planting = Planting::put(code, name, value);
                    if matches!(code, Code::HoursOverlap | Code::HoursDuplicate) {
                        planting.keep.clone_from(&days);
                    }
                    planting.found = below
                        .iter()
                        .fold(planting.found, |found, segment| found.with(segment.clone()));
                    planting.beside(&beside);
                    planting.beside(goes_with(name));
                    planting
                });
                (code, plantings.boxed())
            },
        );
        refusals.extend(refused);
    }
    refusals
}

/// Generates valid values of a member.
fn sound(member: &'static Member) -> impl Strategy<Value = Value> + Clone {
    record::value(&member.ty, member.known, RecordSort::Clean).prop_map(|part| part.sent)
}

fn put(
    code: Code,
    name: &'static str,
    values: impl Strategy<Value = Value> + 'static,
) -> BoxedStrategy<Planting> {
    values
        .prop_map(move |value| Planting::put(code, name, value))
        .boxed()
}

/// Returns the value, as JSON, that another member needs to avoid a conflict with this one, misspelled or not:
/// conferences take no location, and a redirect needs an address.
fn goes_with(name: &str) -> &'static [(&'static str, &'static str)] {
    match name {
        "kind" => &[("location", "\"\"")],
        "location" => &[("kind", "\"custom\"")],
        "formSubmitType" => &[("formSubmitRedirectURL", "\"https://example.com\"")],
        "formSubmitRedirectURL" => &[("formSubmitType", "\"ThankYouMessage\"")],
        _ => &[],
    }
}

fn unknown_members() -> BoxedStrategy<Planting> {
    let names = prop_oneof![
        matching("zz[0-9]{6,12}"),
        select(&wild::UNKNOWN_MEMBERS[..]).prop_map(str::to_owned)
    ];
    (names, wild::junk())
        .prop_map(|(name, value)| Planting::put(Code::UnknownMember, name, value))
        .boxed()
}

/// Generates the member's aliases, and names one letter away. In short names, only the case differs.
fn misspellings(member: &'static Member) -> BoxedStrategy<String> {
    let name = member.name;
    let slips = one_letter_off(name);
    let aliases = member
        .aliases
        .iter()
        .map(|alias| Just((*alias).to_owned()).boxed());
    let capital = Just(name[..1].to_ascii_uppercase() + &name[1..]).boxed();
    let slips = if name.len() < 4 { capital } else { slips };
    Union::new(aliases.chain([slips])).boxed()
}

/// Generates a word with a letter doubled, dropped, changed, or swapped with the next one.
fn one_letter_off(word: &'static str) -> BoxedStrategy<String> {
    (any::<Index>(), 0..4_u8)
        .prop_map(move |(at, slip)| {
            let at = at.index(word.len());
            let before = &word[..at];
            let letter = &word[at..=at];
            let behind = &word[at + 1..];
            match (slip, behind.chars().next()) {
                (1, _) => [before, behind].concat(),
                (2, _) => [before, if letter == "q" { "w" } else { "q" }, behind].concat(),
                (3, Some(next)) if !letter.starts_with(next) => {
                    [before, &behind[..1], letter, &behind[1..]].concat()
                }
                _ => [before, letter, letter, behind].concat(),
            }
        })
        .boxed()
}

/// Values that are refused for one reason.
struct Refused {
    code: Code,
    values: BoxedStrategy<Value>,
    /// The place of the finding, relative to the value.
    below: Vec<Segment>,
    /// Members that are needed beside it, as JSON.
    beside: Vec<(&'static str, &'static str)>,
}

fn refused(code: Code, values: impl Strategy<Value = Value> + 'static) -> Refused {
    Refused {
        code,
        values: values.boxed(),
        below: Vec::new(),
        beside: Vec::new(),
    }
}

impl Refused {
    fn below(self, index: usize) -> Self {
        Self {
            below: vec![index.into()],
            ..self
        }
    }
}

fn values(ty: &'static Type, known: &'static [Known]) -> Vec<Refused> {
    let mut all = of_other_types(ty, !known.is_empty());
    match ty {
        Type::Text(format) => all.extend(texts(*format, known)),
        Type::Number(bounds) => all.extend(numbers(*bounds, known)),
        Type::Integer(bounds) => {
            all.push(refused(
                Code::NotInteger,
                (0..10_u8).prop_map(|n| (f64::from(n) + 0.5).into()),
            ));
            all.extend(numbers(*bounds, known));
        }
        Type::Boolean | Type::Object(_) | Type::Open => {}
        Type::List(list) => all.extend(lists(list)),
    }
    all
}

/// Generates values of other types. Half of those that have no part of the shape are null, which many programs take for an
/// absent member. A text in place of an object may be its only part, so there is none.
fn of_other_types(ty: &Type, has_known: bool) -> Vec<Refused> {
    let others = [
        "true",
        "30",
        "\"5\"",
        "\"true\"",
        "[]",
        "[1]",
        "{}",
        "{\"a\": 1}",
    ];
    let others = others.map(|json| serde_json::from_str::<Value>(json).unwrap_or_default());
    let is_choice = has_known && matches!(ty, Type::Number(_) | Type::Integer(_));
    let own = match ty {
        Type::Boolean => "boolean",
        Type::Integer(_) => "number",
        ty => ty.name(),
    };
    let others = others
        .into_iter()
        .filter(|other| type_name(other) != own && is_plain(other, ty));
    let (shapes, others): (Vec<_>, Vec<_>) =
        others.partition(|value| is_of_shape(value, is_choice, ty));
    let mut all = vec![refused(
        Code::WrongType,
        prop_oneof![Just(Value::Null), select(others)],
    )];
    if is_choice {
        all.push(refused(
            Code::WrongChoice,
            matching("zz[0-9]{1,8}").prop_map(Value::from),
        ));
    } else if !shapes.is_empty() {
        all.push(refused(Code::WrongShape, select(shapes)));
    }
    all
}

/// Returns true for a value that is not read as one of the type. A date with the text "true" as its mark is read as
/// deleted, which needs an ID.
fn is_plain(value: &Value, ty: &Type) -> bool {
    match ty {
        Type::Boolean => *value != "true",
        _ => ty.table().is_none() || !value.is_string(),
    }
}

/// Returns true for a value whose shape is reported in place of its type.
fn is_of_shape(value: &Value, is_choice: bool, ty: &Type) -> bool {
    match ty.table() {
        Some(_) => value.is_object() || value.is_array(),
        None => is_choice && value.is_string(),
    }
}

fn texts(format: Format, known: &'static [Known]) -> Vec<Refused> {
    let of_format = format
        .refused()
        .map(|(code, pattern)| refused(code, matching(pattern).prop_map(Value::from)));
    let mut all: Vec<_> = of_format.collect();
    if !known.is_empty() {
        all.push(refused(
            Code::UnknownValue,
            matching("zz[0-9]{1,8}").prop_map(Value::from),
        ));
    }
    let long = known.iter().filter(|known| known.value.len() > 3);
    let misspelled: Vec<_> = long.map(|known| one_letter_off(known.value)).collect();
    if !misspelled.is_empty() {
        all.push(refused(
            Code::MisspelledValue,
            Union::new(misspelled).prop_map(Value::from),
        ));
    }
    all
}

fn numbers(bounds: Bounds, known: &'static [Known]) -> Vec<Refused> {
    let mut all = Vec::new();
    if bounds.min.is_finite() {
        let (code, least) = if bounds.above {
            (Code::NotAbove, 0)
        } else {
            (Code::TooSmall, 1)
        };
        all.push(refused(code, beyond(bounds.min, -1.0, least)));
    }
    if bounds.max.is_finite() {
        all.push(refused(Code::TooLarge, beyond(bounds.max, 1.0, 1)));
    }
    let highest = known
        .iter()
        .filter_map(|known| known.value.parse().ok())
        .reduce(f64::max);
    if let Some(highest) = highest.filter(|_| bounds.max.is_infinite()) {
        all.push(refused(Code::UnknownValue, beyond(highest, 1.0, 1)));
    }
    all
}

/// Generates numbers on one side of a limit.
fn beyond(limit: f64, sign: f64, least: u16) -> impl Strategy<Value = Value> + Clone {
    (least..1000).prop_map(move |by| Number::from(limit + sign * f64::from(by)).to_value())
}

fn lists(list: &'static List) -> Vec<Refused> {
    let mut all: Vec<_> = of_other_types(&list.item, false)
        .into_iter()
        .map(in_list)
        .collect();
    match &list.item {
        Type::Integer(_) => {
            let two = (0..7_u8, 1..7_u8).prop_map(|(day, off)| json!([day, (day + off) % 7]));
            all.extend([
                refused(
                    Code::NotInteger,
                    (0..7_u8).prop_map(|day| json!([f64::from(day) + 0.5])),
                )
                .below(0),
                refused(
                    Code::DayRange,
                    prop_oneof![7..100_i8, -100..0_i8].prop_map(|day| json!([day])),
                )
                .below(0),
                no_hours(
                    refused(
                        Code::DaysDuplicate,
                        (0..7_u8).prop_map(|day| json!([day, day])),
                    )
                    .below(1),
                ),
                no_hours(refused(Code::SeveralDays, two)),
                refused(Code::DaysEmpty, Just(json!([]))),
            ]);
        }
        // The longest slot of a clean draft fits into the hours that are open.
        Type::Object(_) if list.is_set() => {
            all.extend([
                refused(
                    Code::HoursReversed,
                    only(
                        (0..1439_u16, 1..60_u16)
                            .prop_map(|(close, by)| ((close + by).min(1439), close))
                            .boxed(),
                    ),
                )
                .below(0),
                refused(
                    Code::HoursEmpty,
                    only((0..1440_u16).prop_map(|open| (open, open)).boxed()),
                )
                .below(0),
                refused(Code::HoursMidnight, only((0..=960_u16, Just(1440)).boxed())).below(0),
                refused(
                    Code::HoursPastMidnight,
                    only((0..=960_u16, 1441..1500_u16).boxed()),
                )
                .below(0),
                refused(
                    Code::HoursDuplicate,
                    long().prop_map(|range| json!([range.to_value(), range.to_value()])),
                )
                .below(1),
                refused(
                    Code::HoursOverlap,
                    long().prop_map(move |range| json!([range.to_value(), longer(range)])),
                )
                .below(1),
            ]);
        }
        _ => {}
    }
    all
}

/// Generates ranges of at least eight hours.
fn long() -> impl Strategy<Value = Range> + Clone {
    (0..=480_u16, 480..=900_u16).prop_map(|(open, length)| Range {
        open,
        close: open + length,
    })
}

fn longer(Range { open, close }: Range) -> Value {
    Range {
        open,
        close: close + 1,
    }
    .to_value()
}

/// Generates lists of one range.
fn only(ranges: BoxedStrategy<(u16, u16)>) -> impl Strategy<Value = Value> + Clone {
    ranges.prop_map(|(open, close)| json!([Range { open, close }.to_value()]))
}

/// Adds hours without any range.
fn no_hours(refused: Refused) -> Refused {
    Refused {
        beside: vec![("hours", "[]")],
        ..refused
    }
}

/// Puts refused values into a list.
fn in_list(Refused { code, values, .. }: Refused) -> Refused {
    refused(code, values.prop_map(|item| json!([item]))).below(0)
}
