//! The verbs on `JsValue`s, for Rust that is compiled to WebAssembly, by serde-wasm-bindgen (feature `js`).
//!
//! A front end in Rust gets values from `fetch` and the page as `JsValue`s. Each verb of [`Kind`](crate::Kind) has a
//! counterpart that takes these and returns the same plain objects as the npm package:
//! [`validate_js`](crate::Kind::validate_js) and its like. A [`RecordForm`](crate::RecordForm) has them too, and the typed records
//! convert from and to a `JsValue`:
//!
//! ```no_run
//! use calendiff::{WhenAbsent, CalendarUpdate, Error, Kind, Mode, Profile};
//! use wasm_bindgen::JsValue;
//!
//! fn save(response: &JsValue, draft: &JsValue) -> Result<JsValue, JsValue> {
//!     let review = Kind::Calendar.review_js(response, draft, (Profile::Specification, Mode::Full))?;
//!     let update = CalendarUpdate::try_from(draft)?.slot_duration(45.0);
//!     Ok(Kind::Calendar.diff_js(response, &JsValue::try_from(&update)?, WhenAbsent::Keep)?)
//! }
//! ```
//!
//! Alone, serde-wasm-bindgen reads `undefined` and NaN as null, a Date as an empty object, a Map as an object and a
//! `BigInt` as a number, and crashes on a cycle; it writes maps as `Map`s, refuses 2^60, and sets the prototype for a
//! member called `__proto__`. Here a value that is not JSON is refused at its place, `undefined` members are absent,
//! every finite number is kept, and every name is an ordinary name.
//!
//! Outside of WebAssembly there are no `JsValue`s: all of this compiles, but panics when it is called.

mod verbs;

use js_sys::{Array, Object, Reflect};
use serde::ser::{Error as _, Serialize, Serializer};
use serde_json::{Map, Value};
use wasm_bindgen::JsValue;

use crate::ground::error::{Error, ErrorReason};
use crate::ground::json::expect_json;
use crate::ground::json::{Number, Tree};

/// Converts a JavaScript value to JSON. Members that are `undefined` are absent.
///
/// # Errors
/// `not_json` at the first place that contains another value, such as NaN, a `BigInt`, a Date or a cycle; `json_depth`
/// and `json_size` like [`Tree::from_js`].
pub fn from_js(value: &JsValue) -> Result<Value, Error> {
    strict(value).map(|tree| tree.root().to_value())
}

/// Reads a tree that contains only JSON.
fn strict(value: &JsValue) -> Result<Tree, Error> {
    let tree = Tree::from_js(value)?;
    expect_json(tree.root())?;
    Ok(tree)
}

/// Converts a report, a diff, or any other answer or value to plain JavaScript objects.
///
/// # Errors
/// `json_integer` if a number has digits that JavaScript would lose, `not_json` if the value is not JSON.
pub fn to_js(value: &(impl Serialize + ?Sized)) -> Result<JsValue, Error> {
    let value = serde_json::to_value(value).map_err(|error| not_json(error.to_string()))?;
    if let Some(number) = unsafe_integer(&value) {
        return Err(ErrorReason::Integer {
            found: number.to_string(),
        }
        .into());
    }
    let serializer = serde_wasm_bindgen::Serializer::json_compatible();
    PlainJson(&value)
        .serialize(&serializer)
        .map_err(|error| not_json(error.to_string()))
}

fn not_json(found: String) -> Error {
    Error::from(ErrorReason::NotJson { found })
}

/// Returns the first integer that a double cannot represent.
fn unsafe_integer(value: &Value) -> Option<Number> {
    match value {
        Value::Array(items) => items.iter().find_map(unsafe_integer),
        Value::Object(members) => members.values().find_map(unsafe_integer),
        Value::Number(number) => {
            let number = Number::from(number);
            (Number::from(number.as_f64()) != number).then_some(number)
        }
        _ => None,
    }
}

/// JSON in the form that serde-wasm-bindgen must write.
struct PlainJson<'a>(&'a Value);

impl Serialize for PlainJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Number(number) => serializer.serialize_f64(Number::from(number).as_f64()),
            Value::Array(items) => serializer.collect_seq(items.iter().map(PlainJson)),
            Value::Object(members) if members.contains_key("__proto__") => {
                let object = own_members(members).map_err(S::Error::custom)?;
                serde_wasm_bindgen::preserve::serialize(&object, serializer)
            }
            Value::Object(members) => {
                serializer.collect_map(members.iter().map(|(name, value)| (name, PlainJson(value))))
            }
            leaf => leaf.serialize(serializer),
        }
    }
}

/// Creates an object with own members only: an assignment to `__proto__` would set its prototype.
fn own_members(members: &Map<String, Value>) -> Result<JsValue, Error> {
    let entries = Array::new();
    for (name, value) in members {
        entries.push(&Array::of2(&name.into(), &to_js(value)?));
    }
    let object = Object::from_entries(&entries).map_err(|_| ErrorReason::NotJson {
        found: "an object".to_owned(),
    })?;
    Ok(object.into())
}

/// Creates a JavaScript `Error` with the code and, if there is one, the line and column, or the path and JSON Pointer.
impl From<Error> for JsValue {
    fn from(error: Error) -> Self {
        let thrown = js_sys::Error::new(&error.to_string());
        set(&thrown, "code", &error.code().into());
        if let Some(position) = error.position() {
            set(&thrown, "line", &number(position.line));
            set(&thrown, "column", &number(position.column));
        }
        if let Some(path) = error.path() {
            set(&thrown, "path", &to_js(path).unwrap_or_default());
            set(&thrown, "pointer", &path.pointer().into());
        }
        thrown.into()
    }
}

/// Returns a count of lines or columns as a number of JavaScript.
fn number(count: usize) -> JsValue {
    u32::try_from(count).unwrap_or(u32::MAX).into()
}

/// Sets a property of an error.
fn set(thrown: &js_sys::Error, name: &str, value: &JsValue) {
    _ = Reflect::set(thrown, &name.into(), value);
}
