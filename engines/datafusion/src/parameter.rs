//! Parameters of the functions, and the values that are given for them.

use calendiff::json::{Document, Path};
use calendiff::{Edits, Error, Kind, Mode, PayloadShape, Profile, Resolution, Span, WhenAbsent};

/// A parameter of a function: its name, whether it may be left out, and how its text is read.
#[derive(Debug)]
pub(crate) struct Parameter {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) is_optional: bool,
    role: Role,
    read: fn(Kind, &str) -> Result<Given, Error>,
}

/// The consequence of a text that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Role {
    /// Its row is refused.
    Document,
    /// Its row is refused, or the query if the text is a literal.
    Wish,
    /// The query fails.
    Option,
}

/// A value that is given for a parameter.
#[derive(Debug)]
pub(crate) enum Given {
    Document(Document),
    Edits(Edits),
    Pointer(Path),
    Date(String),
    Profile(Profile),
    Mode(Mode),
    Absent(WhenAbsent),
    Resolution(Resolution),
    Shape(PayloadShape),
}

impl Parameter {
    /// A parameter that takes a document.
    pub(crate) const fn document(name: &'static str, about: &'static str) -> Self {
        Self {
            name,
            about,
            is_optional: false,
            role: Role::Document,
            read: |_, text| Document::parse(text).map(Given::Document),
        }
    }

    const fn option(
        name: &'static str,
        about: &'static str,
        read: fn(Kind, &str) -> Result<Given, Error>,
    ) -> Self {
        Self {
            name,
            about,
            is_optional: true,
            role: Role::Option,
            read,
        }
    }

    /// Returns true if a literal that cannot be read fails the query.
    pub(crate) fn checks_literals(&self) -> bool {
        self.role != Role::Document
    }

    /// Returns true if a text that cannot be read refuses its row, and no other.
    pub(crate) fn refuses_rows(&self) -> bool {
        self.role != Role::Option
    }

    /// Reads a value.
    ///
    /// # Errors
    /// `json_utf8`, and the errors of the parameter's own type.
    pub(crate) fn given(&self, kind: Kind, text: &[u8]) -> Result<Given, Error> {
        match std::str::from_utf8(text) {
            Ok(text) => (self.read)(kind, text),
            // Refused, with the place.
            Err(_) => Document::parse_bytes(text.to_vec()).map(Given::Document),
        }
    }
}

/// Edits as text, or as JSON if they begin with `[`.
pub(crate) const EDITS: Parameter = Parameter {
    name: "edits",
    about: "KEY = VALUE, separated by ; or line ends, or a JSON array of edits",
    is_optional: false,
    role: Role::Wish,
    read: |kind, text| {
        let edits = if text.trim_start().starts_with('[') {
            Edits::read(kind, Document::parse(text)?.root())
        } else {
            Edits::parse(kind, text)
        };
        edits.map(Given::Edits)
    },
};

pub(crate) const POINTER: Parameter = Parameter {
    name: "pointer",
    about: "a JSON Pointer into the record, such as /openHours/0",
    is_optional: false,
    role: Role::Option,
    read: |_, text| text.parse().map(Given::Pointer),
};

/// The first date of a span.
pub(crate) const FIRST: Parameter = date("first", "the first date, such as 2026-12-01");

/// The last date of a span.
pub(crate) const LAST: Parameter = date("last", "the last date; at most 1,100 dates are answered");

const fn date(name: &'static str, about: &'static str) -> Parameter {
    Parameter {
        name,
        about,
        is_optional: false,
        role: Role::Wish,
        read: |_, text| Span::days(text, 1).map(|span| Given::Date(span.from())),
    }
}

pub(crate) const PROFILE: Parameter = Parameter::option(
    "profile",
    "specification (unless given), service or specification-only",
    |_, text| text.parse().map(Given::Profile),
);

pub(crate) const SHAPE: Parameter = Parameter::option(
    "of",
    "update (unless given) for drafts, record for stored records",
    |_, text| text.parse().map(Given::Shape),
);

pub(crate) const MODE: Parameter = Parameter::option(
    "mode",
    "full (unless given), or changed for only what differs",
    |_, text| text.parse().map(Given::Mode),
);

pub(crate) const ABSENT: Parameter = Parameter::option(
    "absent",
    "keep (unless given) or remove: what becomes of members that the draft leaves out",
    |_, text| text.parse().map(Given::Absent),
);

pub(crate) const RESOLUTION: Parameter = Parameter::option(
    "resolution",
    "leave (unless given), ours, theirs or base: the value that counts in a conflict",
    |_, text| text.parse().map(Given::Resolution),
);
