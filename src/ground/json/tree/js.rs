//! A tree as a copy of a JavaScript value, which Rust compiled to WebAssembly holds as a `JsValue`.
//!
//! serde-wasm-bindgen reads `undefined` as null, a Date as an empty object and a Map as an object, and a cycle
//! overflows its stack. Here, like in the npm package, a value that is not JSON is kept, so that it can be refused at
//! its path.

use js_sys::{Array, Date, JsString, Reflect};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use super::{NAME_LENGTH, Tag, Tree};
use crate::ground::error::{Error, ErrorReason};
use crate::ground::json::{DEPTH, Number, VALUES};

#[wasm_bindgen]
extern "C" {
    /// Returns the own members of an object at the time of the call. A getter may throw.
    #[wasm_bindgen(js_namespace = Object, js_name = entries, catch)]
    fn entries(object: &JsValue) -> Result<Array, JsValue>;
}

impl Tree {
    /// Copies a JavaScript value. Members that are `undefined` are absent. Values that are not JSON (NaN, a `BigInt`, a
    /// function, a cycle, an instance of a class such as `Date` or `Map`, `undefined` in an array) are kept:
    /// [`Kind::validate`](crate::Kind::validate) and a [`RecordForm`](crate::RecordForm) report them at their paths.
    /// [`from_js`](crate::js::from_js) refuses them.
    ///
    /// # Errors
    /// `json_depth`: the value is nested deeper than 128.
    /// `json_size`: it has more than 1,048,576 values, or 128 MiB of text or more.
    pub fn from_js(value: &JsValue) -> Result<Self, Error> {
        let mut reader = JsReader {
            tree: Self::default(),
            around: Vec::new(),
        };
        reader.value((0, 0), value)?;
        Ok(reader.tree)
    }
}

struct JsReader {
    tree: Tree,
    /// The arrays and objects around the current value, to find cycles.
    around: Vec<JsValue>,
}

impl JsReader {
    fn value(&mut self, name: (u32, u32), value: &JsValue) -> Result<(), Error> {
        if self.tree.len() == VALUES {
            return Err(too_large());
        }
        if let Some(number) = value.as_f64() {
            if number.is_finite() {
                self.tree.push_number(name, Number::from(number));
                return Ok(());
            }
            let what = if number.is_nan() {
                "NaN"
            } else if number > 0.0 {
                "Infinity"
            } else {
                "-Infinity"
            };
            return self.odd(name, what);
        }
        if let Some(text) = value.dyn_ref::<JsString>() {
            return match self.append(text)? {
                Some(text) => {
                    self.tree.push(name, Tag::Text, text);
                    Ok(())
                }
                None => self.odd(name, "text with half of a surrogate pair"),
            };
        }
        match value.as_bool() {
            Some(truth) => self
                .tree
                .push(name, if truth { Tag::True } else { Tag::False }, (0, 0)),
            None if value.is_null() => self.tree.push(name, Tag::Null, (0, 0)),
            None if value.is_object() => return self.nested(name, value),
            None => return self.odd(name, &value.js_typeof().as_string().unwrap_or_default()),
        }
        Ok(())
    }

    fn nested(&mut self, name: (u32, u32), value: &JsValue) -> Result<(), Error> {
        if self.around.contains(value) {
            return self.odd(name, "a cycle");
        }
        let list = value.dyn_ref::<Array>();
        if list.is_none() && !is_plain(value) {
            return self.odd(name, &described(value));
        }
        if self.around.len() == DEPTH {
            return Err(ErrorReason::Depth { limit: DEPTH }.into());
        }
        self.around.push(value.clone());
        let index = self.tree.len();
        self.tree.push(
            name,
            if list.is_some() {
                Tag::Array
            } else {
                Tag::Object
            },
            (0, 0),
        );
        let children = match list {
            Some(list) => self.items(list)?,
            None => self.members(value)?,
        };
        self.tree.close(index, children);
        self.around.pop();
        Ok(())
    }

    fn items(&mut self, list: &Array) -> Result<usize, Error> {
        let count = list.length();
        // A sparse array is not walked to count its items.
        if count as usize > VALUES {
            return Err(too_large());
        }
        for at in 0..count {
            match Reflect::get_u32(list, at) {
                Ok(item) => self.value((0, 0), &item)?,
                Err(_) => self.odd((0, 0), UNREADABLE)?,
            }
        }
        Ok(count as usize)
    }

    fn members(&mut self, object: &JsValue) -> Result<usize, Error> {
        let Ok(entries) = entries(object) else {
            let name = self.tree.append("");
            self.odd(name, UNREADABLE)?;
            return Ok(1);
        };
        let mut count = 0;
        for entry in entries.iter() {
            let entry = Array::from(&entry);
            let name = entry.get(0);
            let value = entry.get(1);
            if value.is_undefined() {
                continue;
            }
            count += 1;
            let name: JsString = name.unchecked_into();
            if let Some(name) = self.append(&name)? {
                self.value(name, &value)?;
            } else {
                let name = self.tree.append(&String::from(&name));
                self.odd(name, "a name with half of a surrogate pair")?;
            }
        }
        Ok(count)
    }

    /// Appends text, unless it contains half of a surrogate pair, which Rust's text cannot hold.
    fn append(&mut self, text: &JsString) -> Result<Option<(u32, u32)>, Error> {
        if self.tree.source().len() + text.length() as usize > NAME_LENGTH {
            return Err(too_large());
        }
        let copy = String::from(text);
        if self.tree.source().len() + copy.len() > NAME_LENGTH {
            return Err(too_large());
        }
        let whole = !copy.contains(char::REPLACEMENT_CHARACTER) || text.is_valid_utf16();
        Ok(whole.then(|| self.tree.append(&copy)))
    }

    /// Appends a value that is not JSON, as its description.
    fn odd(&mut self, name: (u32, u32), what: &str) -> Result<(), Error> {
        if self.tree.len() == VALUES || self.tree.source().len() + what.len() > NAME_LENGTH {
            return Err(too_large());
        }
        let text = self.tree.append(what);
        self.tree.push(name, Tag::Odd, text);
        Ok(())
    }
}

/// The description of a value that throws when it is read.
const UNREADABLE: &str = "what throws when it is read";

fn too_large() -> Error {
    ErrorReason::JsSize {
        values: VALUES,
        bytes: NAME_LENGTH,
    }
    .into()
}

/// Returns true if the value is an object of no class: it has no prototype, or one that has none, like objects of other
/// realms.
fn is_plain(value: &JsValue) -> bool {
    match prototype(value) {
        Ok(own) if own.is_null() => true,
        Ok(own) => prototype(&own).is_ok_and(|next| next.is_null()),
        Err(_) => false,
    }
}

fn prototype(value: &JsValue) -> Result<JsValue, JsValue> {
    Reflect::get_prototype_of(value).map(JsValue::from)
}

/// Describes an instance of a class, followed by a line end and the JSON text it surely means, if any.
fn described(value: &JsValue) -> String {
    if let Some(date) = value.dyn_ref::<Date>() {
        return match date.get_time() {
            time if time.is_nan() => "an invalid Date".to_owned(),
            _ => format!("a Date\n{}", String::from(date.to_iso_string())),
        };
    }
    let class = get(value, "constructor")
        .filter(JsValue::is_function)
        .and_then(|class| get(&class, "name"));
    let name = class
        .and_then(|name| name.as_string())
        .filter(|name| !name.is_empty());
    format!(
        "a {}",
        name.as_deref()
            .unwrap_or("class instance")
            .replace('\n', " ")
    )
}

/// Returns a property, or `None` if reading it throws.
fn get(value: &JsValue, name: &str) -> Option<JsValue> {
    Reflect::get(value, &name.into()).ok()
}
