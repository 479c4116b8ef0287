//! Languages: all text that people read, in one file for each language.

mod params;
mod render;
mod template;
mod words;

use std::sync::LazyLock;

use serde_json::{Map, Value};

use crate::ground::IN_PACKAGE;
use crate::ground::error::Error;
use crate::ground::json::CollectVec;
pub use params::Params;
pub(crate) use params::{expect_params, params};
pub(crate) use template::{hole, holes};
pub use words::Sentence;
pub(crate) use words::{Phrase, read_words};

/// True if this core renders text. The core of the npm package leaves that to the package's JavaScript, which has the
/// same language files: they weigh less there, and only those in use are included.
pub(crate) const SPEAKS: bool = !IN_PACKAGE;

/// A language: the messages of issues, titles of fixes, words of changes and conflicts, reasons of decisions, names of
/// members, and the notation of days, dates, times and lists.
///
/// Results contain codes and parameters, so that they can be rendered in any language, and again in another one.
///
/// ```
/// use calendiff::{Kind, Language, ValidateOptions};
/// use serde_json::json;
///
/// let report = Kind::Calendar.validate(json!({ "slotDuration": "soon" }), &ValidateOptions::default())?;
/// let issue = &report.issues[0];
/// assert_eq!(issue.message(), "Enter a number.");
/// assert_eq!(issue.message_in(Language::named("de").unwrap()), "Geben Sie eine Zahl ein.");
///
/// let own = Language::english().with(&json!({ "enter": { "number": "Numbers only, please." } }))?;
/// assert_eq!(issue.message_in(&own), "Numbers only, please.");
///
/// assert!(Language::named("tlh").is_none());
/// let refused = Language::english().with(&json!({ "message": { "too_small": "{least} or more" } })).unwrap_err();
/// assert_eq!(refused.code(), "option");
/// # Ok::<(), calendiff::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Language(Map<String, Value>);

/// Defines the built-in languages by their tags.
macro_rules! built_in {
    ($($tag:literal),*) => {
        static BUILT_IN: [LazyLock<Language>; [$($tag),*].len()] =
            [$(LazyLock::new(|| Language::built_in(include_str!(concat!($tag, ".json"))))),*];

        impl Language {
            /// The tags of the languages that come with this crate; the first is English.
            pub const TAGS: [&str; [$($tag),*].len()] = [$($tag),*];
        }
    };
}

built_in!("en", "de", "es", "fr", "ja", "pt");

impl Language {
    fn built_in(file: &str) -> Self {
        // A test parses each of them.
        Self(serde_json::from_str(file).unwrap_or_default())
    }

    /// Returns English, the default language.
    #[must_use]
    pub fn english() -> &'static Self {
        &BUILT_IN[0]
    }

    /// Returns the language of that tag, or of the tag's first part: `de`, `de-AT`, `de_CH.UTF-8`.
    #[must_use]
    pub fn named(tag: &str) -> Option<&'static Self> {
        let language = tag.split(['-', '_', '.', '@']).next().unwrap_or_default();
        let known = Self::TAGS
            .iter()
            .position(|own| own.eq_ignore_ascii_case(language))?;
        Some(&BUILT_IN[known])
    }

    /// Returns this language with other texts for some of its keys, or for all: an object of sections like those of the
    /// language files, which [`to_value`](Self::to_value) returns.
    ///
    /// # Errors
    /// `option`: English does not have the section or the key, or a text contains a parameter that the English text of
    /// that key does not have.
    pub fn with(&self, own: &Value) -> Result<Self, Error> {
        let mut language = self.clone();
        let sections = own
            .as_object()
            .ok_or_else(|| refused("language", "an object of sections"))?;
        for (name, section) in sections {
            let known = Self::english()
                .0
                .get(name)
                .ok_or_else(|| refused(name, "a section of a language file"))?;
            let (Some(entries), Some(known)) = (section.as_object(), known.as_object()) else {
                let is_like = std::mem::discriminant(section) == std::mem::discriminant(known);
                if !is_like
                    || (section.as_array().map(Vec::len) != known.as_array().map(Vec::len)
                        && name != "one")
                {
                    return Err(refused(name, "what English has there, in other words"));
                }
                language.0.insert(name.clone(), section.clone());
                continue;
            };
            for (key, text) in entries {
                let place = format!("{name}.{key}");
                let template = known.get(key).and_then(Value::as_str);
                let template = template
                    .ok_or_else(|| refused(&place, "a key of the English language file"))?;
                let text = text.as_str().ok_or_else(|| refused(&place, "text"))?;
                if !holes(text).all(|own| self.fills(name, key, template, own.name)) {
                    return Err(refused(
                        &place,
                        "no other parameters than the English text has",
                    ));
                }
                if let Some(Value::Object(section)) = language.0.get_mut(name) {
                    section.insert(key.clone(), text.into());
                }
            }
        }
        Ok(language)
    }

    /// Returns true if a text of that key may contain a parameter. Both messages of a code have the same parameters.
    fn fills(&self, section: &str, key: &str, template: &str, name: &str) -> bool {
        let other = match section {
            "message" => "detail",
            "detail" => "message",
            _ => return has_hole(template, name),
        };
        has_hole(template, name)
            || has_hole(Self::english().template(other, key), name)
            || self.template(section, key).is_empty()
    }

    /// Returns a language as the npm package has it, which has checked it.
    pub(crate) fn given(language: Map<String, Value>) -> Self {
        Self(language)
    }

    /// Returns the tag of the language, such as `de`.
    pub(crate) fn tag(&self) -> Option<&str> {
        self.0.get("tag")?.as_str()
    }

    /// Returns the names of the parameters in a text, without duplicates.
    pub fn params(text: &str) -> impl Iterator<Item = &str> {
        let names: Vec<&str> = holes(text).map(|hole| hole.name).collect_vec();
        holes(text)
            .enumerate()
            .filter(move |(at, _)| names[..*at].iter().all(|name| *name != names[*at]))
            .map(|(_, hole)| hole.name)
    }

    /// Returns a key of a section as the file has it.
    fn key(&self, section: &str, key: &str) -> Option<&str> {
        self.0
            .get(section)?
            .as_object()?
            .get_key_value(key)
            .map(|(key, _)| key.as_str())
    }

    /// Returns the whole file as JSON.
    #[must_use]
    pub fn to_value(&self) -> Value {
        self.0.clone().into()
    }

    /// Returns the text of a key of a section, with `{params}` to fill in, or an empty text.
    #[must_use]
    pub fn template(&self, section: &str, key: &str) -> &str {
        self.0
            .get(section)
            .and_then(|section| section.get(key))
            .and_then(Value::as_str)
            .unwrap_or_default()
    }
}

/// Returns true if a text has a hole for a parameter: `{found}`.
fn has_hole(template: &str, name: &str) -> bool {
    holes(template).any(|own| own.name == name)
}

fn refused(place: &str, expected: &'static str) -> Error {
    Error::option(place, expected, "something else")
}
