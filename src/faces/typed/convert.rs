//! Conversion between JSON and Rust types, without loss or with an error that names the place.

use serde_json::{Map, Value};

use crate::ground::error::{Error, ErrorReason};
use crate::ground::json::{Held, Number, Path, Segment, Tree, type_name};
use crate::knowledge::issue::Code;
use crate::knowledge::language::{Language, Params, params};

/// The treatment of a member that has no field, or whose value is not of the field's type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Strictness {
    /// It is kept unchanged.
    Response,
    /// Unknown members are kept; members that only responses contain and values of another type are refused.
    Update,
    /// Like `Update`, for a draft without errors: members that only responses contain are an echo there, and are
    /// omitted.
    Report,
}

/// A Rust type that represents a type of the tables.
pub(super) trait Typed: Sized {
    /// Reads the value in that type.
    fn read(value: &Value, strictness: Strictness) -> Result<Self, Misfit>;

    /// Returns the value as JSON, with numbers as the rest of the crate writes them.
    fn write(&self) -> Result<Value, Misfit>;

    /// Returns true if it is a list without items.
    fn is_empty_list(&self) -> bool {
        false
    }
}

/// The part of a response's value that an update can contain: no unknown members, and none that only responses contain,
/// at any depth.
pub(super) trait Echo<Update> {
    fn echo(self) -> Update;
}

/// A value that is not allowed at its place.
#[derive(Debug)]
pub(super) struct Misfit {
    code: Code,
    params: Params,
    /// The place, innermost step first.
    steps: Vec<Segment>,
}

impl Misfit {
    fn new(code: Code, fills: &[(&'static str, &str)]) -> Self {
        Self {
            code,
            params: params(fills),
            steps: Vec::new(),
        }
    }

    /// Returns the error for a member in an update that only responses contain.
    pub(super) fn read_only(name: &str) -> Self {
        Self::new(Code::ReadOnly, &[("name", name)])
    }

    /// Returns the error for one thing in place of another.
    pub(super) fn instead_of(expected: &str, found: &str) -> Self {
        Self::new(Code::WrongType, &[("expected", expected), ("found", found)])
    }

    /// Returns the error for a value of another type than expected.
    pub(super) fn of_type(expected: &str, value: &Value) -> Self {
        Self::instead_of(expected, type_name(value))
    }

    pub(super) fn under(mut self, step: impl Into<Segment>) -> Self {
        self.steps.push(step.into());
        self
    }
}

impl Misfit {
    fn path(&self) -> Path {
        let mut path = Path::new();
        for step in self.steps.iter().rev() {
            path.push(step.clone());
        }
        path
    }

    /// Returns a description of a value that JSON cannot represent: `NaN at /slotDuration`.
    pub(super) fn to_text(&self) -> String {
        let found = self
            .params
            .get("found")
            .and_then(Value::as_str)
            .unwrap_or_default();
        format!("{found} at {}", self.path())
    }
}

/// Returns a typed value as a tree, for verbs. A number that JSON cannot represent is refused by them, with its place.
pub(super) fn held(value: &impl Typed) -> Held<'static> {
    let tree = match value.write() {
        Ok(value) => Tree::from(&value),
        Err(misfit) => Tree::of_odd(&misfit.to_text()),
    };
    tree.into()
}

impl From<Misfit> for Error {
    fn from(misfit: Misfit) -> Self {
        let path = misfit.path();
        let message = Language::english().say("detail", misfit.code.name(), &misfit.params);
        Self::from(ErrorReason::Misfit {
            code: misfit.code.name(),
            message,
        })
        .under(path)
    }
}

impl Typed for f64 {
    fn read(value: &Value, _: Strictness) -> Result<Self, Misfit> {
        let number = value
            .as_number()
            .map(Number::from)
            .ok_or_else(|| Misfit::of_type("number", value))?;
        let double = number.as_f64();
        let fits = Number::from(double) == number;
        fits.then_some(double)
            .ok_or_else(|| Misfit::instead_of("a number that a double holds", &number.to_string()))
    }

    fn write(&self) -> Result<Value, Misfit> {
        if self.is_finite() {
            Ok(Number::from(*self).to_value())
        } else {
            Err(Misfit::new(Code::NotJson, &[("found", &self.to_string())]))
        }
    }
}

impl Typed for i64 {
    fn read(value: &Value, _: Strictness) -> Result<Self, Misfit> {
        let number = value
            .as_number()
            .map(Number::from)
            .ok_or_else(|| Misfit::of_type("integer", value))?;
        // A double such as 1e17 is read as the integer that its digits spell.
        let integer = number.as_i64().or_else(|| number.to_string().parse().ok());
        integer.ok_or_else(|| Misfit::instead_of("a whole number of 64 bits", &number.to_string()))
    }

    fn write(&self) -> Result<Value, Misfit> {
        Ok((*self).into())
    }
}

/// Types that JSON has too.
macro_rules! plain {
    ($($ty:ty, $name:literal, $get:ident;)*) => {$(
        impl Typed for $ty {
            fn read(value: &Value, _: Strictness) -> Result<Self, Misfit> {
                value.$get().map(ToOwned::to_owned).ok_or_else(|| Misfit::of_type($name, value))
            }

            fn write(&self) -> Result<Value, Misfit> {
                Ok(self.clone().into())
            }
        }
    )*};
}

plain! {
    String, "text", as_str;
    Map<String, Value>, "object", as_object;
}

impl Typed for bool {
    fn read(value: &Value, _: Strictness) -> Result<Self, Misfit> {
        value
            .as_bool()
            .ok_or_else(|| Misfit::of_type("boolean", value))
    }

    fn write(&self) -> Result<Value, Misfit> {
        Ok((*self).into())
    }
}

impl<T: Typed> Typed for Vec<T> {
    fn read(value: &Value, strictness: Strictness) -> Result<Self, Misfit> {
        let items = value
            .as_array()
            .ok_or_else(|| Misfit::of_type("array", value))?;
        let mut read = Self::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            read.push(T::read(item, strictness).map_err(|misfit| misfit.under(index))?);
        }
        Ok(read)
    }

    fn write(&self) -> Result<Value, Misfit> {
        let items = self.iter().enumerate();
        items
            .map(|(index, item)| item.write().map_err(|misfit| misfit.under(index)))
            .collect()
    }

    fn is_empty_list(&self) -> bool {
        self.is_empty()
    }
}

impl<T: Echo<U>, U> Echo<Vec<U>> for Vec<T> {
    fn echo(self) -> Vec<U> {
        self.into_iter().map(Echo::echo).collect()
    }
}

macro_rules! echoed_as_they_are {
    ($($ty:ty)*) => {$(
        impl Echo<Self> for $ty {
            fn echo(self) -> Self {
                self
            }
        }
    )*};
}

echoed_as_they_are! { f64 i64 bool String }
