//! Reports to pass on: `review --format html`, `markdown` and `svg`, and Markdown for git.

use calendiff::Kind;
use calendiff::report::{self, Picture, ReportOptions};
use serde_json::{Value, json};

use super::{ROOT, calendiff, err, file, out};

const STORED: &str = "tests/fixtures/everyday/stored.json";
const DRAFT: &str = "tests/fixtures/everyday/draft.json";

fn read(name: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(format!("{ROOT}/{name}")).unwrap()).unwrap()
}

#[test]
fn a_review_is_printed_as_the_library_reports_it() {
    let (stored, draft, options) = (read(STORED), read(DRAFT), ReportOptions::default());
    let month = Picture::Month {
        year: 2026,
        month: 12,
    };
    let expected = [
        (
            "html",
            "week",
            report::html(Kind::Calendar, &stored, &draft, &options),
        ),
        (
            "markdown",
            "week",
            report::markdown(Kind::Calendar, &stored, &draft, &options),
        ),
        (
            "svg",
            "week",
            report::svg(Kind::Calendar, &stored, &draft, Picture::Week, &options)
                .map(|svg| svg + "\n"),
        ),
        (
            "svg",
            "2026-12",
            report::svg(Kind::Calendar, &stored, &draft, month, &options).map(|svg| svg + "\n"),
        ),
    ];
    for (format, picture, expected) in expected {
        let given = [
            "review",
            STORED,
            DRAFT,
            "--format",
            format,
            "--picture",
            picture,
        ];
        let (text, told) = (
            calendiff(&given).output().unwrap(),
            calendiff(&given[..3]).output().unwrap(),
        );
        assert_eq!(out(&text), expected.unwrap(), "{format} {picture}");
        assert_eq!(
            text.status, told.status,
            "the exit status is that of a review"
        );
    }
    let german = calendiff(&[
        "review",
        STORED,
        DRAFT,
        "--format",
        "html",
        "--language",
        "de",
    ])
    .output()
    .unwrap();
    assert!(out(&german).contains("<html lang=\"de\">"));
}

#[test]
fn what_is_no_report_is_refused() {
    let location = file("location.json", "{}");
    for (arguments, expected) in [
        (
            ["--format", "html", "--ndjson"].as_slice(),
            "html, markdown and svg are formats of one record",
        ),
        (
            &["--format", "svg", "--picture", "December"],
            "expected week, or a month such as 2026-12, found December",
        ),
        (
            &["--format", "svg", "--kind", "location"],
            "expected a kind of record with open hours and special dates, found a location",
        ),
    ] {
        let output = calendiff(&[&["review", &location, &location], arguments].concat())
            .output()
            .unwrap();
        assert_eq!(
            (output.status.code(), out(&output)),
            (Some(2), String::new()),
            "{arguments:?}"
        );
        assert!(err(&output).contains(expected), "{}", err(&output));
    }
}

#[test]
fn git_gets_changes_as_markdown() {
    let [old, new] = [("old.json", "Visit"), ("new.json", "<b>")].map(|(name, value)| {
        file(
            name,
            json!({ "name": value, "slotDuration": 30 }).to_string(),
        )
    });
    let versions = [&old, "0", "100644", &new, "0", "100644"];
    let output = calendiff(
        &[
            &["git-diff", "--format", "markdown", "a_b.json"],
            &versions[..],
        ]
        .concat(),
    )
    .output()
    .unwrap();
    assert_eq!(
        out(&output),
        "### a\\_b.json\n\n- name “&lt;b&gt;”, was “Visit”\n\n"
    );
    assert!(output.status.success());
}
