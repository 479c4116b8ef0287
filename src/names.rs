//! Values that have names: each displays as its name, and is parsed from it.

/// Names the values of an enum, or takes the names that it has: `name`, `ALL`, `Display`, and `FromStr`, whose error is
/// `option` with what it is a choice of and what it can be.
macro_rules! names {
    ($ty:ident, $option:literal, $expected:literal, { $($value:ident = $name:literal),* }) => {
        impl $ty {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$value),*];

            #[doc = concat!("Its name: ", $expected, ".")]
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
            type Err = crate::error::Error;

            /// # Errors
            /// `option` where none has that name.
            fn from_str(name: &str) -> Result<Self, Self::Err> {
                let found = Self::ALL.iter().copied().find(|own| own.name() == name);
                found.ok_or_else(|| crate::error::Error::option($option, $expected, name))
            }
        }
    };
}

pub(crate) use names;
