//! Text as data: a code and its parameters, for any language.

use std::fmt;

use serde::de::Error as _;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serializer};
use serde_json::{Map, Value};

use super::{Language, Params, SPEAKS, expect_params};
use crate::ground::error::Error;
use crate::ground::json::CollectVec;

/// A text for any language: a code, and the parameters of its sentence.
///
/// It displays in English, and equals the text that it displays.
///
/// ```
/// use calendiff::{WhenAbsent, Kind, Language};
/// use serde_json::json;
///
/// let diff = Kind::Calendar.diff(json!({ "slotDuration": 60 }), json!({ "slotDuration": 45 }), WhenAbsent::Keep)?;
/// let words = &diff.changes[0].words;
/// assert_eq!(words, "slot duration 45, was 60");
/// assert_eq!((words.code, &words.params["after"]), ("replaced", &json!(45)));
/// let german = Language::named("de").unwrap();
/// assert_eq!(words.in_language(german), "Termindauer: 45 statt 60");
/// # Ok::<(), calendiff::Error>(())
/// ```
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct Sentence {
    /// The code of the sentence; stable.
    pub code: &'static str,
    /// The parameters of the sentence: text and numbers; or an object that names its format, such as `{ "label":
    /// "eventColor" }`, `{ "quote": "Intro" }`, `{ "days": [1, 2] }`, `{ "hours": [["09:00", "17:00"]] }`, `{ "say":
    /// "closed" }` for other words, `{ "list": […] }` of them.
    pub params: Params,
}

impl Sentence {
    #[inline(never)]
    pub(crate) fn new(code: &'static str) -> Self {
        Self {
            code,
            params: Params::new(),
        }
    }

    pub(crate) fn with(mut self, name: &'static str, said: impl Into<Phrase>) -> Self {
        self.params.insert(name, said.into().0);
        self
    }

    /// Returns the words as a parameter of other words.
    pub(crate) fn nested(&self) -> Phrase {
        let said = Phrase::code(self.code);
        self.params
            .iter()
            .fold(said, |said, (name, value)| said.with(name, value.clone()))
    }

    /// Returns the sentence in a language.
    #[must_use]
    pub fn in_language(&self, language: &Language) -> String {
        language.say("words", self.code, &self.params)
    }

    /// Serializes the code, the parameters and, if this core renders text, the English sentence under the name
    /// `sentence`.
    pub(crate) fn serialize_into<S: SerializeStruct>(
        &self,
        object: &mut S,
        sentence: &'static str,
    ) -> Result<(), S::Error> {
        object.serialize_field("code", self.code)?;
        object.serialize_field("params", &self.params)?;
        if SPEAKS {
            object.serialize_field(sentence, &self.to_string())
        } else {
            Ok(())
        }
    }
}

/// Reads words from the members `code` and `params`, beside the members of the issue or change that has the words.
pub(crate) fn read_words<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Sentence, D::Error> {
    #[derive(Deserialize)]
    struct WordsMembers {
        code: String,
        params: Params,
    }

    let WordsMembers { code, params } = WordsMembers::deserialize(deserializer)?;
    let english = Language::english();
    let code = english.key("words", &code).ok_or_else(|| {
        D::Error::custom(Error::option(
            "code",
            "a code of words, such as replaced",
            &code,
        ))
    })?;
    let names: Vec<&str> = Language::params(english.template("words", code)).collect();
    expect_params(code, &names, &params).map_err(D::Error::custom)?;
    Ok(Sentence { code, params })
}

/// Shows the code and the sentence, which has the parameters.
#[expect(
    clippy::missing_fields_in_debug,
    reason = "the parameters are in the sentence"
)]
impl fmt::Debug for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sentence")
            .field("code", &self.code)
            .field("sentence", &self.to_string())
            .finish()
    }
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_language(Language::english()))
    }
}

impl PartialEq<str> for Sentence {
    fn eq(&self, text: &str) -> bool {
        self.in_language(Language::english()) == text
    }
}

impl PartialEq<&str> for Sentence {
    fn eq(&self, text: &&str) -> bool {
        *self == **text
    }
}

impl PartialEq<String> for Sentence {
    fn eq(&self, text: &String) -> bool {
        *self == **text
    }
}

impl serde::Serialize for Sentence {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if SPEAKS {
            return serializer.serialize_str(&self.to_string());
        }
        let mut words = serializer.serialize_struct("Sentence", 2)?;
        self.serialize_into(&mut words, "")?;
        words.end()
    }
}

/// A parameter of a sentence, as data.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Phrase(pub(crate) Value);

impl Phrase {
    /// Returns text that is rendered unchanged.
    pub(crate) fn text(text: &str) -> Self {
        Self(text.into())
    }

    /// Returns a value with its format as a tag.
    pub(crate) fn tagged(tag: &str, value: impl Into<Value>) -> Self {
        let mut tagged = Map::new();
        tagged.insert(tag.to_owned(), value.into());
        Self(tagged.into())
    }

    /// Returns words of the language file, by their code and without parameters.
    pub(crate) fn code(code: &str) -> Self {
        Self::tagged("say", code)
    }

    /// Adds a parameter to words of the language file.
    pub(crate) fn with(mut self, name: &str, said: impl Into<Self>) -> Self {
        if let Value::Object(members) = &mut self.0 {
            members.insert(name.to_owned(), said.into().0);
        }
        self
    }

    /// Returns the label of a member of a record.
    pub(crate) fn label(name: &str) -> Self {
        Self::tagged("label", name)
    }

    pub(crate) fn list(tag: &str, said: impl IntoIterator<Item = Self>) -> Self {
        Self::tagged(tag, said.into_iter().map(|said| said.0).collect_vec())
    }
}

impl From<Value> for Phrase {
    fn from(value: Value) -> Self {
        Self(value)
    }
}

impl From<&Phrase> for Phrase {
    fn from(said: &Phrase) -> Self {
        said.clone()
    }
}

impl From<&str> for Phrase {
    fn from(text: &str) -> Self {
        Self::text(text)
    }
}

impl From<String> for Phrase {
    fn from(text: String) -> Self {
        Self(text.into())
    }
}

impl From<usize> for Phrase {
    fn from(number: usize) -> Self {
        Self(number.into())
    }
}
