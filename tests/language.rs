//! Languages say everything, with the same parameters; and no sentence is made anywhere else: in a language that puts each
//! of its texts into brackets and other letters, no word of ours is left.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "language/pseudo.rs"]
mod pseudo;

use std::collections::BTreeSet;

use calendiff::json::{Document, Json, to_string};
use calendiff::schema::Object;
use calendiff::{
    Code, Issue, Kind, Language, Mode, PayloadShape, Profile, Resolution, Span, ValidateOptions,
    WhenAbsent,
};
use serde_json::{Value, json};

use pseudo::{Names, pseudo, sections, words};

fn texts(language: &Language) -> Vec<(String, String)> {
    let mut texts = Vec::new();
    for (name, section) in sections(language) {
        match section {
            Value::Object(section) => {
                texts.extend(
                    section
                        .into_iter()
                        .map(|(key, text)| (format!("{name}.{key}"), said(&text))),
                );
            }
            Value::Array(list) if name != "one" => {
                texts.extend(
                    list.iter()
                        .enumerate()
                        .map(|(at, text)| (format!("{name}.{at}"), said(text))),
                );
            }
            _ => {}
        }
    }
    texts
}

fn said(text: &Value) -> String {
    text.as_str().unwrap().to_owned()
}

#[test]
fn every_language_says_everything_with_the_same_parameters() {
    let english = texts(Language::english());
    assert!(english.len() > 450, "{}", english.len());
    for tag in Language::TAGS {
        let language = Language::named(tag).unwrap();
        let own = texts(language);
        // What only some languages have: another form for the first of a month.
        let known: Vec<&(String, String)> = own
            .iter()
            .filter(|(key, _)| key != "format.first")
            .collect();
        let keys = |texts: &[&(String, String)]| {
            texts.iter().map(|(key, _)| key.clone()).collect::<Vec<_>>()
        };
        assert_eq!(
            keys(&known),
            keys(&english.iter().collect::<Vec<_>>()),
            "{tag}"
        );
        for ((key, text), (_, other)) in known.into_iter().zip(&english) {
            assert!(
                !text.is_empty() && text.trim() == text || key.starts_with("format."),
                "{tag} {key}: {text:?}"
            );
            assert_eq!(
                text.matches('{').count(),
                text.matches('}').count(),
                "{tag} {key}: {text}"
            );
            if key == "format.time" {
                continue;
            }
            let params = |text| {
                Language::params(text)
                    .map(str::to_owned)
                    .collect::<BTreeSet<String>>()
            };
            assert_eq!(params(text), params(other), "{tag} {key}: {text}");
        }
    }
}

#[test]
fn a_code_has_both_messages_and_they_are_filled_with_its_parameters() {
    for code in Code::ALL {
        let row = code.row();
        let used: BTreeSet<&str> = Language::params(row.message)
            .chain(Language::params(row.detail))
            .collect();
        assert_eq!(
            used,
            row.params.iter().copied().collect(),
            "{}",
            code.name()
        );
        let sentence =
            row.message.ends_with(['.', '?', '}']) && !row.message.starts_with(char::is_lowercase);
        assert!(sentence, "{}: {}", code.name(), row.message);
    }
    let of = |section: &str| {
        sections(Language::english())[section]
            .as_object()
            .unwrap()
            .len()
    };
    assert_eq!(
        (of("message"), of("detail")),
        (Code::ALL.len(), Code::ALL.len())
    );
}

#[test]
fn a_choice_that_is_empty_is_quoted() {
    let sentences = [
        "“” is not a known choice. Known choices: mins, hours.",
        "„“ steht nicht zur Auswahl. Bekannt sind: mins, hours.",
        "«» no es una opción conocida. Opciones conocidas: mins, hours.",
        "«\u{a0}\u{a0}» ne fait pas partie des choix connus\u{a0}: mins, hours.",
        "「」 は選択肢にありません。選択肢：mins、hours",
        "“” não é uma opção conhecida. Opções conhecidas: mins, hours.",
    ];
    for (tag, sentence) in ["en", "de", "es", "fr", "ja", "pt"]
        .into_iter()
        .zip(sentences)
    {
        let report = Kind::Calendar
            .validate(
                json!({ "slotDurationUnit": "" }),
                &ValidateOptions::default(),
            )
            .unwrap();
        let mut issues = json!(report.issues);
        Language::named(tag).unwrap().reword(&mut issues);
        assert_eq!(issues[0]["message"], sentence);
    }
}

#[test]
fn every_member_has_a_label_and_no_label_is_without_a_member() {
    fn collect(table: &Object, names: &mut BTreeSet<String>) {
        for member in table.members {
            if names.insert(member.name.to_owned())
                || member
                    .ty
                    .table()
                    .is_some_and(|table| !table.members.is_empty())
            {
                member
                    .ty
                    .table()
                    .into_iter()
                    .for_each(|table| collect(table, names));
            }
        }
    }
    let mut names = BTreeSet::new();
    for &kind in Kind::ALL {
        collect(kind.table(), &mut names);
    }
    let labels = sections(Language::english())["label"]
        .as_object()
        .unwrap()
        .keys()
        .cloned()
        .collect();
    assert_eq!(names, labels);
}

#[test]
fn every_file_is_a_language_that_is_named() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/knowledge/language");
    let files = std::fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap());
    let tags: BTreeSet<String> = files
        .filter_map(|file| Some(file.strip_suffix(".json")?.to_owned()))
        .collect();
    assert_eq!(tags, Language::TAGS.map(str::to_owned).into());
}

#[test]
fn no_file_repeats_a_key() {
    for tag in Language::TAGS {
        let file = std::fs::read_to_string(format!(
            "{}/src/knowledge/language/{tag}.json",
            env!("CARGO_MANIFEST_DIR")
        ))
        .unwrap();
        Document::parse(file).unwrap();
    }
}

#[test]
fn a_language_of_ones_own_is_refused_where_it_slips() {
    for (own, place) in [
        (json!([]), "language"),
        (json!({ "messages": {} }), "messages"),
        (
            json!({ "message": { "too_tiny": "x" } }),
            "message.too_tiny",
        ),
        (
            json!({ "message": { "too_small": 1 } }),
            "message.too_small",
        ),
        (
            json!({ "message": { "too_small": "{least}" } }),
            "message.too_small",
        ),
        (json!({ "day": ["So"] }), "day"),
        (json!({ "name": {} }), "name"),
    ] {
        let refused = Language::english().with(&own).unwrap_err();
        assert!(
            refused.to_string().starts_with(&format!("{place}: ")),
            "{refused}"
        );
    }
    // Either message may say what the other is filled with.
    let own = Language::english()
        .with(&json!({ "message": { "too_small": "{min}, not {found}" } }))
        .unwrap();
    let report = Kind::Calendar
        .validate(json!({ "preBuffer": -5 }), &ValidateOptions::default())
        .unwrap();
    assert_eq!(report.issues[0].message_in(&own), "0, not -5");
}

#[test]
fn tags_are_found_as_environments_and_browsers_write_them() {
    for (tag, name) in [
        ("de", Some("Deutsch")),
        ("de-AT", Some("Deutsch")),
        ("pt_BR.UTF-8", Some("Português")),
        ("EN", Some("English")),
        ("C", None),
        ("C.UTF-8", None),
        ("", None),
        ("den", None),
    ] {
        let found = Language::named(tag).map(|language| said(&language.to_value()["name"]));
        assert_eq!(found.as_deref(), name, "{tag}");
    }
}

#[test]
fn days_dates_times_and_numbers_are_written_as_each_language_writes_them() {
    let week = |days: &[u8], open: u8| {
        let hours =
            json!([{ "openHour": open, "openMinute": 0, "closeHour": 17, "closeMinute": 30 }]);
        json!({
            "openHours": [{ "daysOfTheWeek": days, "hours": hours }],
            "availabilities": [{ "date": "2026-12-01T00:00:00.000Z", "hours": [] }],
            "slotDuration": 1.5, "slotDurationUnit": "hours",
        })
    };
    let diff = Kind::Calendar
        .diff(
            json!({ "openHours": [] }),
            week(&[0, 1, 2, 3, 5], 9),
            WhenAbsent::Keep,
        )
        .unwrap();
    for (tag, said) in [
        (
            "en",
            [
                "Monday to Wednesday, Friday and Sunday 09:00–17:30, was closed",
                "special date 1 December 2026 added: closed",
                "slot duration 1.5 hours, was not set",
            ],
        ),
        (
            "de",
            [
                "Montag bis Mittwoch, Freitag und Sonntag: 09:00–17:30 statt geschlossen",
                "Besonderer Tag 1. Dezember 2026 hinzugefügt: geschlossen",
                "Termindauer: 1,5 Stunden, bisher nicht gesetzt",
            ],
        ),
        (
            "fr",
            [
                "du lundi au mercredi, vendredi et dimanche\u{a0}: 9 h 00–17 h 30 au lieu de fermé",
                "date particulière 1er décembre 2026\u{a0}: ajouté, fermé",
                "durée du créneau\u{a0}: 1,5 heures, non défini auparavant",
            ],
        ),
        (
            "ja",
            [
                "月曜日から水曜日、金曜日、日曜日：09:00～17:30（変更前：休業）",
                "特別日 2026年12月1日を追加：休業",
                "予約枠の長さ：1.5時間（変更前：設定なし）",
            ],
        ),
    ] {
        let language = Language::named(tag).unwrap();
        let own: Vec<String> = diff
            .words
            .iter()
            .map(|words| words.in_language(language))
            .collect();
        if tag == "en" {
            assert_eq!((&*own[0], &*own[2]), (said[0], said[2]));
        } else {
            assert_eq!(own[..3], said, "{tag}");
        }
    }
}

impl Names {
    #[track_caller]
    fn hold(&self, sentence: &str) {
        for word in words(sentence) {
            assert!(
                self.0.contains(&word),
                "“{word}” is not in the language's words: {sentence}"
            );
        }
        assert!(
            sentence.contains('⟦') || words(sentence).is_empty(),
            "{sentence}"
        );
    }

    /// Every sentence of an answer.
    fn hold_all(&self, answer: &Value) -> usize {
        match answer {
            Value::Array(items) => items.iter().map(|item| self.hold_all(item)).sum(),
            Value::Object(members) => {
                let mut count = 0;
                for (name, member) in members {
                    match (name.as_str(), member) {
                        // In a refusal, the reason is a code, and the error of the parser is always English.
                        ("reason" | "notJson", _) if members.contains_key("texts") => {}
                        (
                            "message" | "detail" | "title" | "words" | "reason",
                            Value::String(sentence),
                        ) => {
                            assert!(
                                sentence.starts_with('⟦') && sentence.ends_with('⟧'),
                                "{sentence}"
                            );
                            self.hold(sentence);
                            count += 1;
                        }
                        ("words", Value::Array(all)) => all
                            .iter()
                            .for_each(|words| self.hold(words.as_str().unwrap())),
                        (
                            "params" | "value" | "before" | "after" | "patch" | "mergePatch"
                            | "text" | "texts",
                            _,
                        ) => {}
                        _ => count += self.hold_all(member),
                    }
                }
                count
            }
            _ => 0,
        }
    }
}

#[test]
fn in_every_fixture_and_every_verb_each_word_comes_from_the_language() {
    let pseudo = pseudo();
    let mut count = 0;
    for folder in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures")).unwrap()
    {
        let folder = folder.unwrap().path();
        let parse = |file: &str| {
            let text = std::fs::read_to_string(folder.join(file)).ok()?;
            Some(Document::parse(text).unwrap().root().to_value())
        };
        let (stored, draft) = (parse("stored.json").unwrap(), parse("draft.json").unwrap());
        let theirs = parse("theirs.json").unwrap_or_else(|| stored.clone());
        let kind = Kind::guess(&stored).unwrap_or(Kind::Calendar);
        let names = Names::of(&[&to_string(&stored), &to_string(&draft), &to_string(&theirs)]);
        let mut hold = |answer: Value| {
            let mut answer = answer;
            pseudo.reword(&mut answer);
            count += names.hold_all(&answer);
        };
        for &profile in Profile::ALL {
            hold(json!(
                kind.review(&stored, &draft, (profile, Mode::Full)).unwrap()
            ));
            hold(json!(
                kind.review(&stored, &draft, (profile, Mode::Changed))
                    .unwrap()
            ));
            hold(json!(
                kind.fix(&draft, &ValidateOptions::from(profile).stored(&stored))
                    .unwrap()
            ));
            hold(json!(kind.validate(&draft, &profile.into()).unwrap()));
        }
        hold(json!(kind.read(&stored).unwrap()));
        if kind == Kind::Calendar {
            hold(json!(
                kind.openings(&stored, Span::days("2026-12-01", 60).unwrap())
                    .unwrap()
            ));
            hold(json!(
                kind.effect(&stored, &theirs, Span::days("2026-12-01", 60).unwrap())
                    .unwrap()
            ));
        }
        hold(json!(
            kind.diff(&stored, &theirs, WhenAbsent::Remove).unwrap()
        ));
        hold(json!(
            kind.diff(json!({}), &draft, WhenAbsent::Keep).unwrap()
        ));
        hold(json!(
            kind.merge(&stored, &draft, &theirs, Resolution::Leave)
                .unwrap()
        ));
        hold(json!(
            kind.merge(json!({}), &draft, &theirs, Resolution::Ours)
                .unwrap()
        ));
        hold(json!(kind.verify(&stored, &draft, &theirs).unwrap()));
        hold(json!(kind.verify(&stored, &draft, &stored).unwrap()));
        let mut form = kind.form(&stored, Profile::Service).unwrap();
        form.set(&calendiff::json::Path::new(), &draft).unwrap();
        let rebased = form.rebase(&theirs).unwrap();
        hold(
            json!({ "conflicts": rebased.conflicts, "taken": rebased.taken, "issues": form.issues().collect::<Vec<_>>() }),
        );
        hold(json!({ "changes": form.changes().collect::<Vec<_>>() }));
    }
    assert!(count > 3000, "{count}");
}

#[test]
fn in_every_code_and_every_answer_of_the_service_each_word_comes_from_the_language() {
    let pseudo = pseudo();
    let rows: Vec<Value> = serde_json::from_str(include_str!("codes.json")).unwrap();
    let mut seen = BTreeSet::new();
    for row in &rows {
        let kind: Kind = row["kind"].as_str().unwrap().parse().unwrap();
        let names = Names::of(&[&to_string(row)]);
        let stored = Some(&row["stored"]).filter(|stored| !stored.is_null());
        let mut hold = |answer: Value| {
            let mut answer = answer;
            pseudo.reword(&mut answer);
            names.hold_all(&answer);
            let codes = answer
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(|issue| issue["code"].as_str());
            seen.extend(codes.map(str::to_owned));
        };
        if let Some(text) = row["says"].as_str() {
            let draft: Option<&dyn Json> = if row["draft"].is_null() {
                None
            } else {
                Some(&row["draft"])
            };
            hold(json!(kind.explain(&[text], draft)));
        }
        if row["draft"].is_object() {
            let of = row["of"]
                .as_str()
                .map_or(PayloadShape::Update, |of| of.parse().unwrap());
            let options = stored
                .into_iter()
                .fold(ValidateOptions::default().of(of), |options, stored| {
                    options.stored(stored)
                });
            let issues: Vec<Issue> = kind.validate(&row["draft"], &options).unwrap().issues;
            hold(json!(issues));
        }
        if let Some(text) = row["answer"].as_str() {
            hold(json!(kind.read_text(text).unwrap().issues));
        }
        if row["response"].is_object() {
            hold(json!(kind.read(&row["response"]).unwrap().issues));
        }
        if let Some(stored) = stored.filter(|_| row["becomes"].is_object()) {
            let effect = kind
                .effect(
                    stored,
                    &row["becomes"],
                    Span::days("2026-12-01", 30).unwrap(),
                )
                .unwrap();
            hold(json!(effect.issues));
            hold(json!(effect));
        }
        if let Some(stored) = stored.filter(|_| row["after"].is_object()) {
            hold(json!(
                kind.diff(stored, &row["after"], WhenAbsent::Keep)
                    .unwrap()
                    .issues
            ));
        }
    }
    let missing: Vec<&str> = Code::ALL
        .iter()
        .map(|code| code.name())
        .filter(|code| !seen.contains(*code))
        .collect();
    // These come from JavaScript alone, from nothing that a draft carries, and from more than an example holds.
    assert_eq!(
        missing,
        ["not_json", "date_time_range", "date_object", "more_issues"]
    );

    for (status, text) in [
        (500, ""),
        (403, "<html>no</html>"),
        (
            422,
            r#"{ "message": ["slotDuration must be a positive number", "name must be a string", "hm"] }"#,
        ),
        (
            422,
            r#"{ "message": ["alertEmail must be an email", "slug should not be empty", "property x should not exist"] }"#,
        ),
        (200, "OK"),
    ] {
        for content_type in [None, Some("text/html")] {
            let mut answer = json!(Kind::Calendar.response(status, content_type, text));
            pseudo.reword(&mut answer);
            Names::of(&[text, "text/html"]).hold_all(&answer);
        }
    }
}

#[test]
fn labels_and_help_come_from_the_language() {
    fn hold(table: &Value) {
        for row in table["members"].as_array().unwrap() {
            for name in ["label", "help"] {
                if let Some(text) = row[name].as_str() {
                    assert!(text.starts_with('⟦'), "{text}");
                }
            }
            if row["table"].is_object() {
                hold(&row["table"]);
            }
        }
    }
    let pseudo = pseudo();
    for &kind in Kind::ALL {
        let mut table = json!(kind.table());
        pseudo.label_table(&mut table);
        hold(&table);
    }
}
