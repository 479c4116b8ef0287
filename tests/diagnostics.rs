//! The bytes of a text that each issue is about, and what miette shows of them.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use calendiff::json::{Document, Path};
use calendiff::{Issue, Kind, ValidateOptions};

#[path = "../examples/diagnostics.rs"]
#[expect(dead_code, reason = "main is for who runs it")]
mod diagnostics;

const DRAFT: &str = r##"{
  "eventColor": "#f00",
  "appointmentPerSlot": 2,
  "alertEmail": "é@ü",
  "openHours": [
    {
      "hours": [{ "openHour": 9, "openMinute": 0, "closeHour": 8, "closeMinute": 0 }]
    }
  ]
}"##;

/// The code of each issue and the text that it is about.
fn spans(kind: Kind, text: &str) -> Vec<(&'static str, &str)> {
    let report = kind
        .validate_text(text, &ValidateOptions::default())
        .unwrap();
    report
        .issues
        .into_iter()
        .map(|issue| (issue.code.name(), &text[issue.span.unwrap()]))
        .collect()
}

#[test]
fn an_issue_is_about_the_name_the_value_or_the_bracket_where_something_is_missing() {
    let range = r#"{ "openHour": 9, "openMinute": 0, "closeHour": 8, "closeMinute": 0 }"#;
    let expected = [
        ("color_short", "\"#f00\""),
        ("misspelled_member", "\"appointmentPerSlot\""),
        ("email_non_ascii", "\"é@ü\""),
        ("hours_reversed", range),
        ("missing_member", "{"),
        ("omitted_defaults", "{"),
    ];
    assert_eq!(spans(Kind::Calendar, DRAFT), expected);
}

#[test]
fn an_envelope_is_passed() {
    let text = r#"{ "calendar" : { "slotDuration" :  0  } }"#;
    let document = Document::parse(text).unwrap();
    let record = Kind::Calendar.strip_envelope(document.root()).1;
    let mut report = Kind::Calendar
        .validate(record, &ValidateOptions::default())
        .unwrap();
    Issue::locate_all(&mut report.issues, &document, &Path::new().with("calendar"));
    let about: Vec<&str> = report
        .issues
        .iter()
        .map(|issue| &text[issue.span.clone().unwrap()])
        .collect();
    assert_eq!(about, ["0", "{"]);
}

#[test]
fn miette_shows_them() {
    let shown = diagnostics::shown("draft.json", DRAFT).unwrap();
    let expected = "\
color_short

  × This color needs six digits, such as #ff0000.
   ╭─[draft.json:2:17]
 1 │ {
 2 │   \"eventColor\": \"#f00\",
   ·                 ───┬──
   ·                    ╰── /eventColor
 3 │   \"appointmentPerSlot\": 2,
   ╰────
  help: expected six hex digits, found the short form #f00 (specification)
        fix: Write #ff0000
misspelled_member

  ⚠ There is no setting named appointmentPerSlot. Did you mean
  │ appoinmentPerSlot?
   ╭─[draft.json:3:3]
 2 │   \"eventColor\": \"#f00\",
 3 │   \"appointmentPerSlot\": 2,
   ·   ──────────┬─────────
   ·             ╰── /appointmentPerSlot
 4 │   \"alertEmail\": \"é@ü\",
   ╰────
  help: “appointmentPerSlot” is not a member of a calendar; did you mean
        appoinmentPerSlot? (observed, not in the specification)
        fix: Rename to appoinmentPerSlot
";
    assert!(shown.starts_with(expected), "{shown}");
}

#[cfg(feature = "proptest")]
proptest::proptest! {
    /// Whatever the draft is, its issues are about the values at their paths.
    #[test]
    fn the_bytes_are_those_of_the_value_at_the_path(draft in calendiff::strategies::wild(Kind::Calendar)) {
        let text = serde_json::to_string_pretty(&draft).unwrap();
        let document = Document::parse(text.clone()).unwrap();
        for issue in Kind::Calendar.validate_text(&text, &ValidateOptions::default())?.issues {
            let span = issue.span.unwrap();
            let about = &text[span.clone()];
            let position = issue.position.unwrap();
            let line: usize = text.lines().take(position.line - 1).map(|line| line.len() + 1).sum();
            proptest::prop_assert_eq!(text[line..span.start].chars().count() + 1, position.column);
            let value = document.span(&issue.path).map(|span| &text[span]);
            let name = document.name_span(&issue.path).map(|span| &text[span]);
            proptest::prop_assert!(about == "{" || about == "[" || Some(about) == value || Some(about) == name, "{} {}", issue.path, about);
        }
    }
}
