//! Values with names: each displays as its name, and is parsed from it.

/// Implements `name`, `ALL`, `Display` and `FromStr` for an enum, or only the last two if it has the others. The error
/// of `FromStr` is `option`, with the name of the option and its possible values.
macro_rules! names {
    ($ty:ident, $option:literal, $expected:literal, { $($value:ident = $name:literal),* }) => {
        impl $ty {
            /// All values.
            pub const ALL: &[Self] = &[$(Self::$value),*];

            #[doc = concat!("Returns its name: ", $expected, ".")]
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$value => $name,)* }
            }
        }

        names!($ty, $option, $expected);
    };
    ($ty:ident, $option:literal, $expected:literal) => {
        impl std::fmt::Display for $ty {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $ty {
            type Err = crate::ground::error::Error;

            /// # Errors
            /// `option`: no value has that name.
            fn from_str(name: &str) -> Result<Self, Self::Err> {
                let found = Self::ALL.iter().copied().find(|own| own.name() == name);
                found.ok_or_else(|| crate::ground::error::Error::option($option, $expected, name))
            }
        }
    };
}

pub(crate) use names;
