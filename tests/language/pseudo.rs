//! A language in other letters, so that a word that no language has shows up.

use std::collections::BTreeSet;

use calendiff::json::to_string;
use calendiff::{Code, Kind, Language};
use serde_json::{Map, Value, json};

pub(crate) fn sections(language: &Language) -> Map<String, Value> {
    language.to_value().as_object().unwrap().clone()
}

/// Every text of a language by its section and key.
/// English in other letters: each text in brackets, each letter another, and what fills it as it is.
pub(crate) fn pseudo() -> Language {
    let own = |text: &str| {
        let mut letters = String::from("⟦");
        let mut rest = text;
        while let Some((before, inside)) = rest.split_once('{') {
            letters.extend(before.chars().map(other));
            let (hole, after) = inside.split_once('}').unwrap_or((inside, ""));
            let name = hole.split([':', '|']).next().unwrap_or_default();
            if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphabetic()) {
                letters.push('{');
                rest = inside;
                continue;
            }
            let how: String = hole[name.len()..]
                .chars()
                .map(|c| if hole.contains('|') { other(c) } else { c })
                .collect();
            letters.extend(["{", name, &how, "}"]);
            rest = after;
        }
        letters.extend(rest.chars().map(other));
        letters + "⟧"
    };
    let mut whole = sections(Language::english());
    for (name, section) in &mut whole {
        match section {
            Value::Object(section) => section.values_mut().for_each(|text| {
                if name != "format" || text.as_str().unwrap().contains('{') {
                    *text = own(text.as_str().unwrap()).into();
                }
            }),
            Value::Array(list) if name != "one" => {
                for text in list {
                    *text = own(text.as_str().unwrap()).into();
                }
            }
            _ => {}
        }
    }
    Language::english().with(&whole.into()).unwrap()
}

/// A letter that is none of English: fullwidth.
fn other(letter: char) -> char {
    match letter {
        'a'..='z' | 'A'..='Z' => char::from_u32(letter as u32 + 0xfee0).unwrap(),
        letter => letter,
    }
}

/// The words that a sentence may take over: names and values of the records, names of the protocol, and codes.
pub(crate) struct Names(pub(crate) BTreeSet<String>);

impl Names {
    pub(crate) fn of(texts: &[&str]) -> Self {
        let mut names = BTreeSet::new();
        for &kind in Kind::ALL {
            // The tables without what people call their rows.
            let mut table = json!(kind.table());
            pseudo().label_table(&mut table);
            names.extend(words(&to_string(&table)));
        }
        names.extend(words(&to_string(&Code::ALL)));
        // The service's own texts and formats that stand in sentences as they are.
        names.extend(["z", "t", "utc", "null", "u", "https", "buiseness"].map(str::to_owned));
        for text in texts {
            // A scheme is named without the line ends that browsers drop.
            names.extend(
                ["", " "]
                    .iter()
                    .flat_map(|end| words(&text.replace("\\n", end).replace("\\t", end))),
            );
        }
        Self(names)
    }
}

/// Returns the words in English letters, of a sentence or of JSON text.
pub(crate) fn words(text: &str) -> Vec<String> {
    // Digits of colors are no words.
    let is_word = |word: &&str| word.bytes().any(|byte| !byte.is_ascii_hexdigit());
    let letters = text
        .split(|c: char| !c.is_ascii_alphabetic())
        .filter(is_word);
    letters.map(str::to_ascii_lowercase).collect()
}
