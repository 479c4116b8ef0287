//! Strategies for property tests of code that handles these records, built from the tables: a new row is covered
//! without being told.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use crate::schema::{Access, Bounds, Format, Identity, Kind, List, Member, Object, Type};

/// Drafts of an update without any error: each member there or not, arrays of up to four items.
///
/// ```
/// use calendiff::{Kind, Options, strategies};
/// use proptest::prelude::*;
///
/// proptest!(|(draft in strategies::draft(Kind::Calendar))| {
///     prop_assert!(Kind::Calendar.validate(&draft, &Options::default())?.ok);
/// });
/// ```
pub fn draft(kind: Kind) -> impl Strategy<Value = Value> {
    object(kind.record(), Access::RequestOnly)
}

/// Records as responses carry them, out of their envelope.
///
/// ```
/// use calendiff::{Kind, strategies};
/// use proptest::prelude::*;
///
/// proptest!(|(stored in strategies::stored(Kind::Location))| {
///     prop_assert_eq!(Kind::Location.read(&stored)?.value, stored);
/// });
/// ```
pub fn stored(kind: Kind) -> impl Strategy<Value = Value> {
    object(kind.record(), Access::ResponseOnly)
}

/// An object with the members that travel both ways or this way.
fn object(table: &'static Object, way: Access) -> BoxedStrategy<Value> {
    let rows: Vec<_> = table
        .members
        .iter()
        .filter(|member| member.access == Access::Both || member.access == way)
        .map(|member| {
            let value = value(&member.ty, Some(member), way);
            let value = if member.required { value.prop_map(Some).boxed() } else { option::of(value).boxed() };
            value.prop_map(|value| value.map(|value| (member.name.to_owned(), value))).boxed()
        })
        .collect();
    let members = rows.prop_map(|members| Value::Object(members.into_iter().flatten().collect::<Map<_, _>>()));
    if table.name == "hour range" { range().boxed() } else { members.boxed() }
}

fn value(ty: &'static Type, member: Option<&'static Member>, way: Access) -> BoxedStrategy<Value> {
    let known: Vec<Value> =
        member.map_or(&[][..], |member| member.known).iter().map(|known| known.value.into()).collect();
    match ty {
        Type::Text(_) if !known.is_empty() => proptest::sample::select(known).boxed(),
        Type::Text(format) => text(*format).prop_map(Value::from).boxed(),
        Type::Number(bounds) => number(*bounds, 2).boxed(),
        Type::Integer(bounds) => number(*bounds, 1).boxed(),
        Type::Boolean => any::<bool>().prop_map(Value::from).boxed(),
        Type::Object(table) => object(table, way),
        Type::Open => {
            proptest::collection::hash_map("[a-z]{1,4}", any::<i16>(), 0..3).prop_map(|members| json!(members)).boxed()
        }
        Type::List(list) => items(list, way),
    }
}

/// Numbers within bounds, in steps of one `parts`-th.
fn number(bounds: Bounds, parts: i32) -> impl Strategy<Value = Value> {
    #[expect(clippy::cast_possible_truncation, reason = "the tables' bounds are small whole numbers")]
    let limit = |limit: f64, open: i32| if limit.is_finite() { limit as i32 * parts } else { open };
    let least = limit(bounds.min, -1000) + i32::from(bounds.above);
    (least..=limit(bounds.max, 1000))
        .prop_map(move |number| crate::json::Number::from(f64::from(number) / f64::from(parts)).to_value())
}

fn text(format: Format) -> BoxedStrategy<String> {
    let (year, month, day) = (0..=9999_u16, 1..=12_u8, 1..=28_u8);
    match format {
        Format::Plain => prop_oneof!["[ -~]{0,12}", "\\PC{0,6}", "[a-z\n\t]{0,8}"].boxed(),
        Format::Name => "[A-Za-z][ -~]{0,12}".boxed(),
        Format::Slug => "[a-z0-9][a-z0-9_-]{0,11}".boxed(),
        Format::Template => prop_oneof!["[A-Za-z ]{0,12}", Just("{{contact.name}}".to_owned())].boxed(),
        Format::Color => "#[0-9a-fA-F]{6}".boxed(),
        Format::Email => "[a-z]{1,8}(\\.[a-z]{1,8})?@[a-zA-Z]{1,8}\\.(com|org|example)".boxed(),
        Format::Url => "https?://[a-z]{1,8}\\.(com|example)(/[a-z0-9]{0,6}){0,2}".boxed(),
        Format::Website => "(https?://)?www\\.[a-z]{1,8}\\.(com|example)".boxed(),
        Format::DateTime => (year, month, day, 0..24_u8, 0..60_u8, 0..1000_u16)
            .prop_map(|(y, mo, d, h, mi, ms)| format!("{y:04}-{mo:02}-{d:02}T{h:02}:{mi:02}:00.{ms:03}Z"))
            .boxed(),
        Format::Date => {
            (2020..2030_u16, month, day).prop_map(|(y, m, d)| format!("{y}-{m:02}-{d:02}T00:00:00.000Z")).boxed()
        }
    }
}

/// A range that is open for some time.
fn range() -> impl Strategy<Value = Value> {
    (0..24_u16 * 4 - 1, 1..=16_u16).prop_map(|(open, length)| {
        let (open, close) = (open * 15, ((open + length) * 15).min(24 * 60 - 1));
        crate::format::hours::Range { open, close }.to_value()
    })
}

/// Up to four items, no two of which are the same.
fn items(list: &'static List, way: Access) -> BoxedStrategy<Value> {
    let key: fn(&Value) -> Value = match list.identity {
        Identity::UserId => |item| item["userId"].clone(),
        Identity::Date => |item| item["date"].clone(),
        Identity::Place => |item| json!([item["kind"], item["location"]]),
        Identity::Week => |item| item["daysOfTheWeek"].clone(),
        Identity::Ranges | Identity::Days => Value::clone,
    };
    let least = usize::from(list.identity == Identity::Days);
    vec(value(&list.item, None, way), least..=4)
        .prop_map(move |mut items| {
            let mut keys = Vec::new();
            items.retain(|item| {
                let key = key(item);
                let new = !keys.contains(&key);
                keys.push(key);
                new
            });
            Value::Array(items)
        })
        .boxed()
}
