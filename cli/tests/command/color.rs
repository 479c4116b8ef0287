//! Color on a terminal: what a verb prints there is what it prints into a pipe, and our own styles.

use std::process::{Command, Stdio};

use serde_json::json;

use super::terminal::record;
use super::{ROOT, calendiff, err, file, out};

/// The styles that this command has.
const STYLES: [&str; 6] = ["0", "1", "2", "1;31", "1;33", "1;36"];

/// Runs a command with a terminal for its standard output; what it printed there and on standard error. Nothing where there is
/// no `script`, which gives it the terminal (util-linux).
fn on_a_terminal(arguments: &[&str]) -> Option<[String; 2]> {
    let quoted = |text: &&str| format!("'{}'", text.replace('\'', r"'\''"));
    let said = file("color-said.txt", "");
    let words: Vec<String> = std::iter::once(&env!("CARGO_BIN_EXE_calendiff"))
        .chain(arguments)
        .map(quoted)
        .collect();
    let mut script = Command::new("script");
    script
        .args([
            "-qec",
            &format!("{} 2>'{said}'", words.join(" ")),
            "/dev/null",
        ])
        .stdin(Stdio::null());
    script
        .current_dir(ROOT)
        .env("TERM", "xterm")
        .env("CALENDIFF_TOKEN", "t");
    for name in ["LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR"] {
        script.env_remove(name);
    }
    let output = script.output().ok()?;
    Some([
        out(&output).replace("\r\n", "\n"),
        std::fs::read_to_string(said).unwrap(),
    ])
}

#[test]
fn every_verb_prints_on_a_terminal_what_it_prints_into_a_pipe_and_its_styles() {
    let written = |name: &str, value: &serde_json::Value| {
        file(&format!("color-{name}.json"), value.to_string())
    };
    let [stored, mut draft, mut theirs] = ["#aaaaaa", "#bbbbbb", "#cccccc"].map(record);
    for (record, duration) in [(&mut draft, json!("soon")), (&mut theirs, json!(-1))] {
        record["slotDuration"] = duration;
        record["id"] = json!("a");
    }
    let [stored, draft, theirs] =
        [("stored", stored), ("draft", draft), ("theirs", theirs)].map(|(n, v)| written(n, &v));
    let refusal = json!({ "statusCode": 422, "message": ["property \u{1b}[31m should not exist", "openHours.0.must be"] });
    let refusal = written("refusal", &refusal);
    for (arguments, painted) in [
        (&["validate", &draft][..], true),
        (&["validate", &draft, &stored], true),
        (&["validate", "--language", "ja", &draft], true),
        (&["validate", "--ndjson", &draft], true),
        (&["validate", "--fix", &draft], false),
        (&["review", &stored, &draft], true),
        (
            &[
                "review",
                "--profile",
                "service",
                "--language",
                "de",
                &stored,
                &draft,
            ],
            true,
        ),
        (&["verify", &stored, &draft, &theirs], true),
        (&["explain", &refusal, &draft], true),
        (&["explain", "--kind", "calendar", &refusal], true),
        (
            &["git-diff", "name", &stored, "0", "0", &draft, "0", "0"],
            true,
        ),
        (&["merge", &stored, &draft, &theirs], false),
        (&["diff", &stored, &draft], false),
        (&["read", &draft], false),
        (&["codes"], true),
        (&["operations"], true),
        (&["fields"], true),
        (&["fields", "--language", "fr"], true),
    ] {
        let Some([mut printed, said]) = on_a_terminal(arguments) else {
            return;
        };
        let plain = calendiff(arguments)
            .env("CALENDIFF_TOKEN", "t")
            .output()
            .unwrap();
        assert_eq!(
            printed.contains("\u{1b}["),
            painted,
            "{arguments:?}: {printed}"
        );
        for style in STYLES {
            printed = printed.replace(&format!("\u{1b}[{style}m"), "");
        }
        assert!(
            printed == out(&plain),
            "{arguments:?} printed\n{printed}\nand into a pipe\n{}",
            out(&plain)
        );
        assert_eq!(said, err(&plain), "{arguments:?}");
    }
}

#[test]
fn there_is_no_color_where_it_is_not_wanted() {
    let colors = |variable: &str, value: &str| {
        let command = format!(
            "{variable}={value} {} validate {}",
            env!("CARGO_BIN_EXE_calendiff"),
            super::DRAFT
        );
        let mut script = Command::new("script");
        script
            .args(["-qec", &command, "/dev/null"])
            .current_dir(ROOT)
            .stdin(Stdio::null());
        let output = script
            .env_remove("NO_COLOR")
            .env("TERM", "xterm")
            .output()
            .ok()?;
        Some(out(&output).contains("\u{1b}[1;33mwarning"))
    };
    if colors("A", "a").is_some() {
        assert_eq!(
            [("NO_COLOR", "''"), ("NO_COLOR", "1"), ("TERM", "dumb")]
                .map(|(name, value)| colors(name, value)),
            [Some(true), Some(false), Some(false)]
        );
    }
}
