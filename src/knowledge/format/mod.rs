//! Leaf formats: the kinds of text that a string may hold, with a row and a file each. Linear time on any input.

#[cfg(test)]
mod clock;
mod color;
mod date;
mod date_time;
mod email;
mod finding;
pub(crate) mod hours;
mod leaf;
mod name;
mod plain;
mod slug;
mod template;
mod text;
mod url;
mod website;

use serde::Serialize;

use crate::knowledge::issue::Code;
use leaf::Leaf;

pub(crate) use crate::ground::visible::excerpt;
pub(crate) use date::canonical_day;
pub(crate) use date_time::Date;
pub(crate) use finding::Finding;
pub use leaf::Samples;
pub(crate) use leaf::TextSchema;
pub(crate) use text::{is_space, truth_of_text};
pub(crate) use url::is_address;

/// Generates the enum of formats, and forwards each method to the format's file.
macro_rules! formats {
    ($($(#[doc = $about:literal])* $(#[cfg($cfg:meta)])? $name:ident: $leaf:ty;)*) => {
        /// The leaf format of a string.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
        #[serde(rename_all = "kebab-case")]
        #[non_exhaustive]
        pub enum Format {
            $($(#[doc = $about])* $(#[cfg($cfg)])? $name,)*
        }

        impl Format {
            /// All formats.
            pub const ALL: &'static [Self] = &[$($(#[cfg($cfg)])? Self::$name,)*];

            /// Returns sample texts, for tests.
            #[must_use]
            pub fn samples(self) -> &'static Samples {
                match self {
                    $($(#[cfg($cfg)])? Self::$name => const { &<$leaf>::SAMPLES },)*
                }
            }

            fn wanted(self) -> Option<&'static str> {
                match self {
                    $($(#[cfg($cfg)])? Self::$name => <$leaf>::WANTED,)*
                }
            }

            fn check(self, text: &str) -> Option<Finding> {
                match self {
                    $($(#[cfg($cfg)])? Self::$name => <$leaf>::check(text),)*
                }
            }

            fn is_sound(self, text: &str) -> bool {
                match self {
                    $($(#[cfg($cfg)])? Self::$name => <$leaf>::is_sound(text),)*
                }
            }

            fn canonical(self, trimmed: &str) -> Option<String> {
                match self {
                    $($(#[cfg($cfg)])? Self::$name => <$leaf>::canonical(trimmed),)*
                }
            }

            fn schema_of_set(self) -> TextSchema {
                match self {
                    $($(#[cfg($cfg)])? Self::$name => <$leaf>::schema(),)*
                }
            }
        }
    };
}

formats! {
    /// Any text.
    Plain: plain::Plain;
    /// Text that is not blank.
    Name: name::Name;
    /// A name in an address: letters, digits, `-` and `_`.
    Slug: slug::Slug;
    /// Text with `{{ }}` placeholders.
    Template: template::Template;
    /// A color, `#rrggbb`.
    Color: color::Color;
    /// An e-mail address.
    Email: email::Email;
    /// An absolute http or https URL.
    Url: url::Url;
    /// A website, which people also write without its scheme.
    Website: website::Website;
    /// An instant, RFC 3339.
    DateTime: date_time::DateTime;
    /// A calendar date written as midnight UTC.
    Date: date::CalendarDate;
    /// A time of day, `09:00`: compiled only for tests. It shows that a format is a file and this row, since no other
    /// compiled code names it.
    #[cfg(test)]
    Clock: clock::Clock;
}

impl Format {
    /// Returns patterns of texts that have one finding, each with its code: those of the format's file, and those of
    /// text of any format.
    pub fn refused(self) -> impl Iterator<Item = (Code, &'static str)> {
        let blank = self.wanted().map(|_| {
            if self.is_cleared_by_empty_text() {
                text::EMPTY
            } else {
                text::BLANK
            }
        });
        [text::CONTROL_CHARACTER]
            .into_iter()
            .chain(blank)
            .chain(self.samples().refused.iter().copied())
    }

    /// Returns the JSON Schema of its texts, without their type.
    pub(crate) fn schema(self) -> TextSchema {
        let schema = self.schema_of_set();
        if self.is_cleared_by_empty_text() {
            schema.or_empty()
        } else {
            schema
        }
    }

    /// Returns true if empty text clears a member of this format, though the service may refuse it. A name and a date are
    /// never sent blank, and any text may be empty where every text is allowed.
    fn is_cleared_by_empty_text(self) -> bool {
        matches!(
            self,
            Self::Color | Self::Email | Self::Slug | Self::Url | Self::Website
        )
    }
}

/// Returns the first problem of the text.
pub(crate) fn check(format: Format, text: &str) -> Option<Finding> {
    text::control_character(text)
        .or_else(|| blank(format, text))
        .or_else(|| format.check(text))
}

fn blank(format: Format, text: &str) -> Option<Finding> {
    let is_empty = text.trim_matches(is_space).is_empty();
    if is_empty && format.is_cleared_by_empty_text() {
        return Some(Finding::new(Code::EmptyText));
    }
    text::blank(format.wanted(), text)
}

/// Returns true if the text has no problem and is in canonical form, as far as a quick check shows.
pub(crate) fn is_sound(format: Format, text: &str) -> bool {
    format.is_sound(text)
}

/// Returns the canonical form, if the text has one clear meaning and is not in canonical form yet.
pub(crate) fn normalize(format: Format, text: &str) -> Option<String> {
    if is_sound(format, text) {
        return None;
    }
    let trimmed = text.trim_matches(text::is_space);
    match format.canonical(trimmed) {
        Some(canonical) => Some(canonical).filter(|canonical| canonical != text),
        None => (trimmed.len() != text.len()).then(|| trimmed.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::Format;
    use crate::knowledge::language::Language;

    #[test]
    fn what_a_format_wants_has_words() {
        let english = Language::english().to_value();
        for wanted in Format::ALL.iter().filter_map(|format| format.wanted()) {
            for section in ["type", "enter"] {
                assert!(english[section][wanted].is_string(), "{section}.{wanted}");
            }
        }
    }
}
