//! Structs of records: a field for each row, and `other` for everything else.

use serde_json::{Map, Value};

use super::convert::{Misfit, Strictness, Typed};
use crate::ground::error::{Error, ErrorReason};
use crate::ground::json::{Tree, type_name};
use crate::knowledge::format::excerpt;
use crate::knowledge::schema::Kind;
use crate::record::open;

/// A struct that represents a table. The macros below generate it from the table's rows.
pub(super) trait Record: Default {
    /// The name of the table.
    const NAME: &'static str;
    /// The members that only responses contain, if the struct is an update.
    const READ_ONLY: &'static [&'static str];

    /// Reads a member into its field. Returns `None` if there is no field of that name.
    fn set(
        &mut self,
        name: &str,
        value: &Value,
        strictness: Strictness,
    ) -> Option<Result<(), Misfit>>;

    /// Returns the members that have a field.
    fn fields(&self) -> Result<Map<String, Value>, Misfit>;

    /// Returns the members without a field.
    fn other(&self) -> &Map<String, Value>;

    /// Returns the members without a field, to add to them.
    fn other_mut(&mut self) -> &mut Map<String, Value>;

    /// Removes lists without items.
    fn drop_empty_lists(&mut self);
}

impl<R: Record> Typed for R {
    fn read(value: &Value, strictness: Strictness) -> Result<Self, Misfit> {
        let mut record = R::default();
        for (name, value) in value
            .as_object()
            .ok_or_else(|| Misfit::of_type("object", value))?
        {
            let read_only = R::READ_ONLY.iter().find(|read_only| *read_only == name);
            match (record.set(name, value, strictness), read_only) {
                (Some(Ok(())), _) => {}
                (Some(Err(misfit)), _) if strictness != Strictness::Response => {
                    return Err(misfit.under(name.clone()));
                }
                (None, Some(_)) if strictness == Strictness::Report => {}
                (None, Some(name)) => return Err(Misfit::read_only(name).under(*name)),
                (Some(Err(_)) | None, _) => {
                    record.other_mut().insert(name.clone(), value.clone());
                }
            }
        }
        Ok(record)
    }

    /// Writes all members. A field that is set takes precedence over a member of `other` with the same name.
    fn write(&self) -> Result<Value, Misfit> {
        let mut members = self.fields()?;
        for (name, value) in self.other() {
            members.entry(name).or_insert_with(|| value.clone());
        }
        Ok(Value::Object(members))
    }
}

/// Reads a struct from a value that stands alone.
pub(super) fn read<R: Record>(value: &Value, strictness: Strictness) -> Result<R, Error> {
    match value {
        Value::Object(members) => {
            if let Some(found) = envelope::<R>(members) {
                return Err(ErrorReason::Enveloped {
                    kind: R::NAME,
                    found: excerpt(found),
                }
                .into());
            }
            if let Some(kind) = kind_of::<R>() {
                open::expect_no_refusal(kind, Tree::from(value).root())?;
            }
            Ok(R::read(value, strictness)?)
        }
        other => Err(ErrorReason::NotARecord {
            kind: R::NAME,
            found: type_name(other).to_owned(),
        }
        .into()),
    }
}

/// Returns the kind of a struct that is a whole record.
fn kind_of<R: Record>() -> Option<Kind> {
    Kind::ALL
        .iter()
        .copied()
        .find(|kind| kind.name() == R::NAME)
}

/// Finds the envelope around a record: it would be read as a record without any member.
fn envelope<R: Record>(members: &Map<String, Value>) -> Option<&str> {
    let kind = kind_of::<R>()?;
    if members.keys().any(|name| kind.table().knows(name)) {
        return None;
    }
    for (name, value) in members {
        if value.is_object() && is_envelope(name, kind) {
            return Some(name);
        }
    }
    None
}

fn is_envelope(name: &str, kind: Kind) -> bool {
    kind.envelopes().contains(&name) || name == kind.name()
}

/// Declares a struct with everything that it needs.
macro_rules! record {
    (
        $(#[$meta:meta])* $name:ident($table:literal, $strictness:ident, [$($read_only:literal)*]) {
            $($field:ident: $ty:ty = $member:literal, $about:literal;)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, Default, PartialEq)]
        #[non_exhaustive]
        pub struct $name {
            $(#[doc = concat!("`", $member, "`: ", $about)] pub $field: Option<$ty>,)*
            /// Members without a field, and those whose value is not of the field's type, unchanged.
            pub other: serde_json::Map<String, serde_json::Value>,
        }

        impl $name {
            $(
                #[doc = concat!("Sets `", $member, "`.")]
                #[must_use]
                pub fn $field(mut self, value: impl Into<$ty>) -> Self {
                    self.$field = Some(value.into());
                    self
                }
            )*
        }

        impl crate::faces::typed::record::Record for $name {
            const NAME: &'static str = $table;
            const READ_ONLY: &'static [&'static str] = &[$($read_only),*];

            fn set(
                &mut self,
                name: &str,
                value: &serde_json::Value,
                strictness: crate::faces::typed::convert::Strictness,
            ) -> Option<Result<(), crate::faces::typed::convert::Misfit>> {
                use crate::faces::typed::convert::Typed;
                Some(match name {
                    $($member => <$ty>::read(value, strictness).map(|value| self.$field = Some(value)),)*
                    _ => return None,
                })
            }

            fn fields(&self) -> Result<serde_json::Map<String, serde_json::Value>, crate::faces::typed::convert::Misfit> {
                use crate::faces::typed::convert::Typed;
                let mut members = serde_json::Map::new();
                $(
                    if let Some(value) = &self.$field {
                        members.insert($member.to_owned(), value.write().map_err(|misfit| misfit.under($member))?);
                    }
                )*
                Ok(members)
            }

            fn other(&self) -> &serde_json::Map<String, serde_json::Value> {
                &self.other
            }

            fn other_mut(&mut self) -> &mut serde_json::Map<String, serde_json::Value> {
                &mut self.other
            }

            fn drop_empty_lists(&mut self) {
                use crate::faces::typed::convert::Typed;
                $(self.$field.take_if(|value| value.is_empty_list());)*
            }
        }

        /// The record as JSON, for the verbs. They refuse a number that is infinite or not a number.
        impl crate::json::Json for $name {
            fn held(&self) -> crate::json::Held<'_> {
                crate::faces::typed::convert::held(self)
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                use crate::faces::typed::convert::Typed;
                let value = self.write().map_err(|misfit| serde::ser::Error::custom(crate::Error::from(misfit)))?;
                value.serialize(serializer)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let crate::faces::typed::json::Json(value) = serde::Deserialize::deserialize(deserializer)?;
                let read = crate::faces::typed::record::read(&value, crate::faces::typed::convert::Strictness::$strictness);
                read.map_err(serde::de::Error::custom)
            }
        }
    };
}

/// Declares a struct of an update, and its conversion from the struct of responses; both may be the same.
macro_rules! update {
    (
        $(#[$meta:meta])* $name:ident from $stored:ident($table:literal, $strictness:ident, $read_only:tt) {
            $($field:ident: $ty:ty = $member:literal, $about:literal;)*
        }
    ) => {
        crate::faces::typed::record::record! {
            $(#[$meta])* $name($table, $strictness, $read_only) { $($field: $ty = $member, $about;)* }
        }

        impl crate::faces::typed::convert::Echo<$name> for $stored {
            fn echo(self) -> $name {
                use crate::faces::typed::convert::Echo;
                $name { $($field: self.$field.map(Echo::echo),)* other: serde_json::Map::new() }
            }
        }
    };
}

pub(super) use {record, update};
