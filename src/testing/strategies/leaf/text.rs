//! Text of each format.

use proptest::char;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::strategy::Union;

use super::Sort;
use crate::knowledge::schema::Format;

/// Generates text of a format.
pub fn text(format: Format, sort: Sort) -> impl Strategy<Value = String> + Clone {
    match sort {
        Sort::Valid => valid(format),
        Sort::Nearly => nearly(format),
        Sort::Hostile => hostile(format),
    }
}

/// Generates text that matches a pattern, which is parsed once.
pub(in crate::testing::strategies) fn matching(pattern: &'static str) -> BoxedStrategy<String> {
    #[expect(
        clippy::expect_used,
        reason = "the patterns are this module's, and a test runs through all of them"
    )]
    proptest::string::string_regex(pattern)
        .expect("a pattern")
        .boxed()
}

/// Generates text from the valid samples of the format's file.
fn valid(format: Format) -> BoxedStrategy<String> {
    let samples = format.samples();
    let text = Union::new(samples.valid.iter().map(|pattern| matching(pattern)));
    if samples.prose {
        return (text, characters(0..=12))
            .prop_map(|(text, more)| text + &more)
            .boxed();
    }
    text.boxed()
}

/// Generates text of that many characters, most of them letters, and no control characters except tab and line end.
fn characters(count: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = String> {
    vec(any::<u16>().prop_map(character), count).prop_map(String::from_iter)
}

/// Returns the character of a number: letters first, so that characters shrink to the letter a. A choice between
/// strategies would have the same effect, but take ten times as long.
fn character(number: u16) -> char {
    const ODD: [char; 9] = [
        '\t',
        '\n',
        '\u{a0}',
        'é',
        'ß',
        '日',
        '\u{1f4c5}',
        '\u{301}',
        '\u{202e}',
    ];
    let number = u32::from(number);
    let found = match number {
        0..47_000 => char::from_u32(u32::from('a') + scaled(number, 0..47_000, 26)),
        47_000..58_000 => char::from_u32(u32::from(' ') + scaled(number, 47_000..58_000, 95)),
        58_000..63_000 => ODD.get(scaled(number, 58_000..63_000, 9) as usize).copied(),
        _ => char::from_u32(scaled(number, 63_000..1 << 16, 0x11_0000)),
    };
    found
        .filter(|character| !character.is_control() || ODD.contains(character))
        .unwrap_or('\n')
}

/// Scales a number of a range to one below `count`: 50 of `0..100` is 13 of 26.
fn scaled(number: u32, range: std::ops::Range<u32>, count: u32) -> u32 {
    (number - range.start) * count / (range.end - range.start)
}

/// One edit of a text.
#[derive(Clone, Copy, Debug)]
enum TextEdit {
    Drop,
    Double,
    Swap,
    Case,
    Change(char),
    Insert(char),
    Before(char),
    Behind(char),
}

/// Characters with a meaning in one of the formats, and look-alikes of such characters.
const MEANINGFUL: [char; 32] = [
    ' ', '\t', '\n', '\u{a0}', '.', ',', ':', ';', '-', '_', '+', '@', '#', '/', '\\', '?', '%',
    '&', '<', '>', '[', ']', '{', '}', '"', '0', '9', 'Z', 'g', 'é', '９', 'а',
];

fn edits() -> impl Strategy<Value = TextEdit> + Clone {
    prop_oneof![
        Just(TextEdit::Drop),
        Just(TextEdit::Double),
        Just(TextEdit::Swap),
        Just(TextEdit::Case),
        select(&MEANINGFUL[..]).prop_map(TextEdit::Change),
        select(&MEANINGFUL[..]).prop_map(TextEdit::Insert),
        select(&MEANINGFUL[..4]).prop_map(TextEdit::Before),
        select(&MEANINGFUL[..4]).prop_map(TextEdit::Behind),
    ]
}

/// Edits the text at a random character.
pub(in crate::testing::strategies) fn edited(
    text: impl Strategy<Value = String> + 'static,
) -> BoxedStrategy<String> {
    (text, edits(), any::<Index>())
        .prop_map(|(text, edit, at)| apply(edit, &text, at))
        .boxed()
}

fn apply(edit: TextEdit, text: &str, at: Index) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    if characters.is_empty() {
        return match edit {
            TextEdit::Change(c)
            | TextEdit::Insert(c)
            | TextEdit::Before(c)
            | TextEdit::Behind(c) => c.to_string(),
            TextEdit::Drop | TextEdit::Double | TextEdit::Swap | TextEdit::Case => String::new(),
        };
    }
    let at = at.index(characters.len());
    let last = characters.len() - 1;
    let here = characters[at];
    match edit {
        TextEdit::Drop => _ = characters.remove(at),
        TextEdit::Double => characters.insert(at, here),
        TextEdit::Swap => characters.swap(at, (at + 1).min(last)),
        TextEdit::Case if here.is_ascii_lowercase() => characters[at] = here.to_ascii_uppercase(),
        TextEdit::Case => characters[at] = here.to_ascii_lowercase(),
        TextEdit::Change(c) => characters[at] = c,
        TextEdit::Insert(c) => characters.insert(at, c),
        TextEdit::Before(c) => characters.insert(0, c),
        TextEdit::Behind(c) => characters.push(c),
    }
    characters.into_iter().collect()
}

/// Generates text that is one edit away from valid text, or that is refused for one reason.
fn nearly(format: Format) -> BoxedStrategy<String> {
    let refused = Union::new(format.refused().map(|(_, pattern)| matching(pattern)));
    prop_oneof![3 => edited(valid(format)), 1 => refused].boxed()
}

/// Text that is hostile in any format; each format's file has more.
const HOSTILE: [&str; 34] = [
    // Control characters.
    "\0",
    "\u{1}",
    "\u{b}",
    "\u{c}",
    "\u{1b}[31m",
    "\u{7f}",
    "\u{80}",
    "\u{9f}",
    // Invisible marks, and marks that change the direction of text.
    "\u{ad}",
    "\u{200b}",
    "\u{200d}",
    "\u{202e}",
    "\u{2066}",
    "\u{feff}",
    "\u{2028}",
    "\u{e0001}",
    // Neighbors of the surrogates, and the ends of planes.
    "\u{d7ff}",
    "\u{e000}",
    "\u{fffe}",
    "\u{ffff}",
    "\u{10ffff}",
    "a\u{301}\u{301}\u{301}",
    // Look-alikes of letters, digits and separators.
    "раураl",
    "ſ",
    "K",
    "İ",
    "ß",
    "１２",
    "٣",
    "＠",
    "．",
    // Text that other programs would execute.
    "<script>alert(1)</script>",
    "'; DROP TABLE calendars;--",
    "\r\nSet-Cookie: a=b",
];

fn hostile(format: Format) -> BoxedStrategy<String> {
    let parts = select([&HOSTILE, format.samples().hostile].concat());
    let long = (
        select(&["a", ".", "@", "{{", "a.", " ", "-", "é", "\u{202e}", "0"][..]),
        200..20_000_usize,
    );
    prop_oneof![
        6 => (valid(format), parts.clone(), any::<Index>()).prop_map(|(text, part, at)| {
            let places: Vec<usize> = text.char_indices().map(|(place, _)| place).chain([text.len()]).collect();
            let place = places[at.index(places.len())];
            format!("{}{part}{}", &text[..place], &text[place..])
        }),
        3 => parts.prop_map(str::to_owned),
        3 => vec(any::<char>(), 0..8).prop_map(String::from_iter),
        1 => (valid(format), long).prop_map(|(text, (part, times))| text + &part.repeat(times)),
    ]
    .boxed()
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    use serde_json::json;

    use super::*;
    use crate::knowledge::format::{check, is_sound, normalize};
    use crate::knowledge::issue::{Code, Severity};

    /// Generates text of any format.
    fn texts(sort: Sort) -> impl Strategy<Value = (Format, String)> {
        Union::new(
            Format::ALL
                .iter()
                .map(move |&format| text(format, sort).prop_map(move |text| (format, text))),
        )
    }

    fn is_error(format: Format, text: &str) -> bool {
        check(format, text).is_some_and(|finding| finding.code.severity() == Severity::Error)
    }

    /// Checks that normalizing twice equals normalizing once, that no fix is wrong itself, and that neither makes an
    /// error.
    fn is_answered(format: Format, text: &str) -> Result<(), TestCaseError> {
        let normal = normalize(format, text);
        if let Some(normal) = &normal {
            prop_assert_eq!(normalize(format, normal), None);
            prop_assert!(
                is_error(format, text) || !is_error(format, normal),
                "{:?}",
                normal
            );
        }
        if let Some(fix) = check(format, text).and_then(|finding| finding.fix) {
            prop_assert!(!is_error(format, &fix), "{:?}", fix);
            prop_assert_ne!(fix, text);
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn valid_text_has_no_error((format, text) in texts(Sort::Valid)) {
            prop_assert!(!is_error(format, &text), "{:?}", check(format, &text));
            is_answered(format, &text)?;
        }

        #[test]
        fn nearly_valid_text_is_answered((format, text) in texts(Sort::Nearly)) {
            is_answered(format, &text)?;
        }

        #[test]
        fn hostile_text_is_answered((format, text) in texts(Sort::Hostile)) {
            is_answered(format, &text)?;
        }
    }

    /// Checks that a format's file is consistent: its samples match their description, and its JSON Schema accepts and
    /// refuses them.
    #[test]
    fn samples_are_what_they_say() {
        let mut runner = TestRunner::deterministic();
        let mut some = |texts: BoxedStrategy<String>| -> Vec<String> {
            (0..200)
                .filter_map(|_| Some(texts.new_tree(&mut runner).ok()?.current()))
                .collect()
        };
        for &format in Format::ALL {
            let is_taken = taken_by_schema(format);
            let least = format.samples().least;
            assert_eq!(
                (check(format, least), normalize(format, least)),
                (None, None),
                "{format:?}: {least}"
            );
            // An instant may be outside the range of years, which `is_sound` cannot rule out.
            assert_eq!(
                is_sound(format, least),
                format != Format::DateTime,
                "{format:?}: {least}"
            );
            for text in some(valid(format)) {
                assert_eq!(check(format, &text), None, "{format:?}: {text:?}");
                assert!(is_taken(&text), "{format:?}: {text:?}");
            }
            for (code, pattern) in format.refused() {
                for text in some(matching(pattern)) {
                    let finding = check(format, &text);
                    assert_eq!(
                        finding.map(|finding| finding.code),
                        Some(code),
                        "{format:?}: {text:?}"
                    );
                    assert!(!is_sound(format, &text), "{format:?}: {text:?}");
                    // A pattern cannot detect a shift out of the range of years.
                    let is_said = code.severity() == Severity::Error && code != Code::DateTimeRange;
                    assert_ne!(
                        is_taken(&text),
                        is_said,
                        "{format:?}, {}: {text:?}",
                        code.name()
                    );
                }
            }
            for text in format.samples().hostile {
                is_answered(format, text).unwrap();
                assert!(
                    is_taken(text) || is_error(format, text),
                    "{format:?}: {text:?}"
                );
            }
        }
    }

    fn taken_by_schema(format: Format) -> impl Fn(&str) -> bool {
        let schema = format.schema();
        let mut keywords = json!({ "type": "string", "pattern": schema.pattern });
        for (keyword, value) in schema.more {
            keywords[keyword] = value;
        }
        let validator = jsonschema::validator_for(&keywords).unwrap();
        move |text| validator.is_valid(&text.into())
    }

    /// Checks that each sort matches its name: valid text is varied, and some text of the other sorts is in error.
    #[test]
    fn sorts_are_what_they_say() {
        let mut runner = TestRunner::deterministic();
        for &format in Format::ALL {
            let mut count = |sort, counts: fn(Format, &str) -> bool| {
                let texts = (0..400).filter_map(|_| text(format, sort).new_tree(&mut runner).ok());
                texts.filter(|tree| counts(format, &tree.current())).count()
            };
            let long = count(Sort::Hostile, |_, text| text.len() > 1000);
            let refused = [count(Sort::Nearly, refused), count(Sort::Hostile, refused)];
            assert!(long > 4, "{format:?}: {long} long");
            assert!(
                refused[1] > 40 && (format == Format::Plain || refused[0] > 0),
                "{format:?}: {refused:?} refused"
            );
        }
    }

    fn refused(format: Format, text: &str) -> bool {
        check(format, text).is_some()
    }
}
