//! Enums for texts with known values.

/// Declares enums like the tables: a variant and the value that it represents.
macro_rules! words {
    ($($(#[$meta:meta])* $name:ident { $($variant:ident = $text:literal)* })*) => {$(
        $(#[$meta])*
        ///
        /// The list is not closed: any other text is `Other`. Two values are equal if their texts are.
        #[derive(Clone, Debug)]
        #[non_exhaustive]
        pub enum $name {
            $(#[doc = concat!("`", $text, "`")] $variant,)*
            /// Any other text, exactly as it is written.
            Other(String),
        }

        impl $name {
            /// Returns the value's text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $text,)*
                    Self::Other(text) => text,
                }
            }
        }

        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                self.as_str() == other.as_str()
            }
        }

        impl Eq for $name {}

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                match text {
                    $($text => Self::$variant,)*
                    other => Self::Other(other.to_owned()),
                }
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                Self::from(text.as_str())
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                <String as serde::Deserialize>::deserialize(deserializer).map(Self::from)
            }
        }

        impl crate::faces::typed::convert::Typed for $name {
            /// In a response, empty text means "not set".
            fn read(
                value: &serde_json::Value,
                strictness: crate::faces::typed::convert::Strictness,
            ) -> Result<Self, crate::faces::typed::convert::Misfit> {
                use crate::faces::typed::convert::{Strictness, Misfit};

                match value.as_str() {
                    Some("") if strictness == Strictness::Response => Err(Misfit::instead_of("a value", "empty text")),
                    Some(text) => Ok(text.into()),
                    None => Err(Misfit::of_type("text", value)),
                }
            }

            fn write(&self) -> Result<serde_json::Value, crate::faces::typed::convert::Misfit> {
                Ok(self.as_str().into())
            }
        }

        impl crate::faces::typed::convert::Echo<Self> for $name {
            fn echo(self) -> Self {
                self
            }
        }
    )*};
}

pub(super) use words;
