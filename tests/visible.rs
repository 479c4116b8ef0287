//! In no sentence of ours is anything hidden: a page or a terminal shows it as it was written. Data stay as they are.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use calendiff::json::{Document, patch};
use calendiff::{
    Kind, Language, Mode, Profile, RequestOptions, Resolution, UpdateRequest, ValidateOptions,
    visible,
};
use serde_json::{Value, json};

const HOSTILE: &str = "\u{1b}[2J\u{9b}\u{7f}\u{202e}\u{2066}\u{200f}\u{61c}nimda";
/// What is quoted where a control character would be named instead.
const REORDERED: &str = "\u{202e}\u{2066}\u{200f}\u{61c}nimda";

/// A record with hostile names and texts wherever they can be.
fn record(hostile: &str, color: &str) -> Value {
    json!({
        "name": hostile, "eventColor": color, "slug": hostile, "eventTitle": format!("{{{{{hostile}"), "alertEmail": hostile,
        "widgetType": hostile, "calendarCoverImage": format!("{hostile}://a"), hostile: { hostile: color },
        "teamMembers": [{ "userId": format!("{hostile}{color}"), "priority": hostile, hostile: 1 }],
        "locationConfigurations": [{ "kind": hostile, "location": format!("{hostile}{color}") }],
        "availabilities": [{ "date": format!("{hostile}{color}"), "hours": [] }], "notes": format!("{hostile}{color}"),
        "slotDurationUnit": format!("{hostile}{color}"), "slotDuration": color,
    })
}

/// The sentences of an answer as it is serialized, and whether some data in it is as hostile as it came.
fn sentences<'a>(answer: &'a Value, sentences: &mut Vec<&'a str>, raw: &mut bool) {
    match answer {
        Value::Object(members) => {
            for (name, member) in members {
                match member {
                    Value::String(text)
                        if matches!(
                            &**name,
                            "message" | "detail" | "title" | "words" | "reason"
                        ) =>
                    {
                        sentences.push(text);
                    }
                    Value::Array(words) if name == "words" => {
                        sentences.extend(words.iter().filter_map(Value::as_str));
                    }
                    Value::String(text) => *raw |= visible(text) != *text,
                    other => self::sentences(other, sentences, raw),
                }
            }
        }
        Value::Array(items) => items
            .iter()
            .for_each(|item| self::sentences(item, sentences, raw)),
        _ => {}
    }
}

#[track_caller]
fn is_visible(answer: &Value) {
    let (mut said, mut raw) = (Vec::new(), false);
    sentences(answer, &mut said, &mut raw);
    assert!(raw, "the data stay");
    assert!(
        said.iter().any(|text| text.contains("\\u{"))
            || said.iter().any(|text| text.contains("U+001B")),
        "{said:?}"
    );
    for text in said {
        assert_eq!(visible(text), text);
    }
}

#[test]
fn sentences_about_hostile_records_hide_nothing_and_their_data_stay() {
    for hostile in [HOSTILE, REORDERED] {
        let [stored, draft, theirs] =
            ["#aaaaaa", "#bbbbbb", "#cccccc"].map(|color| record(hostile, color));
        let kind = Kind::Calendar;
        for &profile in Profile::ALL {
            is_visible(&json!(
                kind.review(&stored, &draft, (profile, Mode::Full)).unwrap()
            ));
            is_visible(&json!(
                kind.fix(&draft, &ValidateOptions::from(profile).stored(&stored))
                    .unwrap()
            ));
        }
        is_visible(&json!(
            kind.merge(&stored, &draft, &theirs, Resolution::Leave)
                .unwrap()
        ));
        is_visible(&json!(kind.verify(&stored, &draft, &theirs).unwrap()));
        let texts = [
            format!("property {HOSTILE} should not exist"),
            HOSTILE.to_owned(),
            "slug must be a string".to_owned(),
        ];
        is_visible(&json!(kind.explain(&texts, Some(&draft))));
    }
}

#[test]
fn a_message_in_the_callers_words_hides_nothing_of_what_it_quotes() {
    let draft = json!({ "slug": REORDERED, HOSTILE: 1 });
    let own = Language::english()
        .with(&json!({ "message": { "slug_character": "nicht {found}" } }))
        .unwrap();
    let report = Kind::Calendar
        .validate(&draft, &ValidateOptions::default())
        .unwrap();
    let messages: Vec<String> = report
        .issues
        .iter()
        .map(|issue| issue.message_in(&own))
        .collect();
    assert!(
        messages.iter().any(|message| message == "nicht \\u{202e}"),
        "{messages:?}"
    );
    assert!(
        messages
            .iter()
            .any(|message| message.contains("\\u{1b}[2J")),
        "{messages:?}"
    );
    assert!(
        messages.iter().all(|message| visible(message) == **message),
        "{messages:?}"
    );
}

#[test]
fn two_texts_that_would_be_shown_alike_are_told_apart() {
    let (stored, draft) = (
        json!({ "name": "a\u{202e}" }),
        json!({ "name": "a\\u{202e}" }),
    );
    let words = Kind::Calendar
        .review(&stored, &draft, (Profile::Specification, Mode::Full))
        .unwrap()
        .diff
        .words;
    assert_eq!(words, [r#"name "a\\u{202e}", was "a\u{202e}""#]);
}

#[test]
fn errors_hide_nothing() {
    let operations = json!([{ "op": "remove", "path": format!("/{HOSTILE}\nall is well") }]);
    let to = RequestOptions::new(HOSTILE, "a", "t");
    let request: Result<UpdateRequest, _> = Kind::Calendar.request(json!({}), &to);
    for error in [
        Document::parse(format!("{{{0}: 1, {0}: 2}}", json!(HOSTILE))).unwrap_err(),
        Document::parse("\u{202e}").unwrap_err(),
        patch::apply(&json!({}), &patch::parse(&operations).unwrap()).unwrap_err(),
        request.unwrap_err(),
    ] {
        let said = error.to_string();
        assert_eq!(visible(&said), said);
        assert!(said.contains("\\u{202e}") && !said.contains('\n'), "{said}");
    }
}
