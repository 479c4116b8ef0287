//! What reaches a terminal: nothing that it would obey, or that reorders a line, whatever stands in files, in their names
//! and on the command line.

use std::process::Output;

use serde_json::{Value, json};

use super::{calendiff, err, fed, file, out};

/// Colors, clears the screen, in one byte and in two, and turns what follows around, in each of the ways.
const HOSTILE: &str =
    "\u{1b}[31m\u{9b}2J\u{7f}\u{202a}\u{202e}\u{2066}\u{2069}\u{200e}\u{200f}\u{61c}nimda";

fn is_hidden(character: char) -> bool {
    let bidirectional = "\u{61c}\u{200e}\u{200f}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}";
    character != '\n' && (character.is_control() || bidirectional.contains(character))
}

/// What was printed on both, in which nothing is hidden.
#[track_caller]
fn shown(output: &Output) -> String {
    let printed = out(output) + &err(output);
    assert!(!printed.contains(is_hidden), "{printed:?}");
    printed
}

/// A record with hostile names and texts wherever they can be, and one of each so that they differ.
pub(super) fn record(color: &str) -> Value {
    json!({
        "name": HOSTILE, "eventColor": color, "slug": HOSTILE, "eventTitle": format!("{{{{{HOSTILE}"), "alertEmail": HOSTILE,
        "widgetType": HOSTILE, "calendarCoverImage": format!("https://{HOSTILE}/"), HOSTILE: { HOSTILE: color },
        "teamMembers": [{ "userId": format!("{HOSTILE}{color}"), HOSTILE: 1 }], "eventColour": HOSTILE,
        "locationConfigurations": [{ "kind": HOSTILE, "location": format!("{HOSTILE}{color}") }],
        "availabilities": [{ "date": format!("{HOSTILE}{color}"), "hours": [] }], "notes": format!("{HOSTILE}{color}"),
    })
}

#[test]
fn nothing_that_any_verb_prints_is_obeyed_or_reorders_a_line() {
    let written = |name: &str, value: &Value| file(&format!("{HOSTILE}-{name}"), value.to_string());
    let [stored, draft, theirs] = ["#aaaaaa", "#bbbbbb", "#cccccc"]
        .map(|color| written(&format!("{color}.json"), &record(color)));
    let refusal = json!({ "statusCode": 422, "message": [format!("property {HOSTILE} should not exist"), HOSTILE] });
    let refusal = written("refusal.json", &refusal);
    let request = written("request", &json!({ "id": "a", "body": record("#aaaaaa") }));
    let bare = written("text", &json!({ "openHours": {} , "slug": HOSTILE }));
    let patch = written(
        "patch.json",
        &json!([{ "op": "add", "path": format!("/{HOSTILE}"), "value": HOSTILE }]),
    );
    let language = written(
        "language.json",
        &json!({ "message": { "color_format": HOSTILE, "slug_character": "{found}" } }),
    );
    let lines = record("#aaaaaa").to_string();
    for arguments in [
        &["validate", &draft][..],
        &["validate", &draft, "--language", &language],
        &["validate", &draft, "--format", "json"],
        &["validate", &draft, &stored, "--format", "json"],
        &["validate", "--fix", &draft],
        &["validate", "--fix", "--profile", "service", &draft],
        &["validate", "--fix", "--format", "json", &draft],
        &["validate", "--ndjson", "-"],
        &["validate", "--ndjson", "--format", "json", "-"],
        &["validate", "--ndjson", "--format", "github", "-"],
        &["validate", "--format", "github", &draft],
        &["validate", "--format", "sarif", &draft],
        &["validate", "--ndjson", "--fix", "-"],
        &["read", "--ndjson", "-"],
        &["diff", "--ndjson", &stored, &draft],
        &["review", "--ndjson", &stored, &draft],
        &[
            "verify", "--ndjson", "--pair", "line", &stored, &draft, &theirs,
        ],
        &["merge", "--ndjson", &stored, &draft, &theirs],
        &[
            "request",
            "--ndjson",
            "--base-url",
            "https://example.com",
            &request,
        ],
        &["normalize", "--ndjson", "-"],
        &["normalize", &draft],
        &["read", &bare],
        &["read", "--format", "json", &draft],
        &["review", &stored, &draft],
        &[
            "review",
            "--profile",
            "service",
            "--format",
            "json",
            &stored,
            &draft,
        ],
        &["diff", &stored, &draft],
        &["diff", "--format", "patch", &stored, &draft],
        &["diff", "--format", "merge-patch", &stored, &draft],
        &["diff", "--format", "json", &stored, &draft],
        &["body", "--allow-refused", &stored, &draft],
        &["body", "--format", "json", &stored, &draft],
        &["outcome", &stored, &draft],
        &["verify", &stored, &draft, &theirs],
        &["verify", "--format", "json", &stored, &draft, &theirs],
        &[
            "request",
            "--id",
            "a",
            "--base-url",
            "https://example.com",
            &draft,
        ],
        &[
            "request",
            "--id",
            "a",
            "--base-url",
            "https://example.com",
            "--format",
            "json",
            &draft,
        ],
        &["explain", &refusal, &draft],
        &["explain", "--format", "json", &refusal, &draft],
        &["merge", &stored, &draft, &theirs],
        &["merge", "--format", "json", &stored, &draft, &theirs],
        &["git-diff", HOSTILE, &stored, "0", "0", &draft, "0", "0"],
        &["apply", &draft, &patch],
        &["invert", &draft, &patch],
    ] {
        let mut command = calendiff(arguments);
        let output = match arguments.last() {
            Some(&"-") => fed(arguments, lines.as_bytes()),
            _ => command.env("CALENDIFF_TOKEN", "t").output().unwrap(),
        };
        let printed = shown(&output);
        assert!(
            output.status.code().unwrap() < 2,
            "{arguments:?}: {printed}"
        );
        assert!(
            printed.contains("\\u{202e}") || printed.contains("\\u202e"),
            "{arguments:?}: {printed}"
        );
    }
}

#[test]
fn neither_is_anything_in_the_line_that_says_why_nothing_ran() {
    let broken = file(
        &format!("{HOSTILE}.broken"),
        format!("{{\"a\": {}", '\u{202e}'),
    );
    let twice = file(
        "hostile-twice.json",
        format!("{{{0}: 1, {0}: 2}}", json!(HOSTILE)),
    );
    let draft = file("hostile-draft.json", json!({ "slug": "a" }).to_string());
    let missing =
        json!([{ "op": "remove", "path": format!("/{HOSTILE}\ncalendiff: all is well") }]);
    let missing = file("hostile-patch.json", missing.to_string());
    let language = file("hostile-language.json", json!({ HOSTILE: {} }).to_string());
    let file_missing = format!("{HOSTILE}\n.json");
    for arguments in [
        &["validate", &broken][..],
        &["validate", &twice],
        &["validate", &file_missing],
        &["validate", "--ndjson", &broken],
        &["validate", &draft, "--language", &language],
        &["validate", &draft, "--profile", HOSTILE],
        &[
            "merge",
            &draft,
            &draft,
            &draft,
            "--output",
            &format!("{HOSTILE}/out.json"),
        ],
        &["sandbox", "--state", &broken],
        &["apply", &draft, &missing],
        &["codes", HOSTILE],
    ] {
        let output = calendiff(arguments).output().unwrap();
        assert_eq!(
            (output.status.code(), output.stdout.len()),
            (Some(2), 0),
            "{arguments:?}"
        );
        let printed = shown(&output);
        assert!(printed.contains("\\u{202e}"), "{arguments:?}: {printed}");
        assert_eq!(printed.lines().count(), 1, "{arguments:?}: {printed}");
    }
}

#[test]
fn the_caret_stands_under_its_place_behind_what_was_escaped_and_lines_keep_their_room() {
    let caret = |text: String| {
        let printed = shown(&fed(
            &["validate", "--kind", "calendar", "-"],
            text.as_bytes(),
        ));
        let lines: Vec<&str> = printed.lines().collect();
        let at = lines
            .iter()
            .position(|line| line.trim_start().starts_with("| ") && line.ends_with('^'))
            .unwrap();
        assert!(lines[at - 1].chars().count() <= 80, "{printed}");
        let column = lines[at]
            .chars()
            .position(|character| character == '^')
            .unwrap();
        lines[at - 1].chars().skip(column).collect::<String>()
    };
    let bidirectional = "\u{202e}".repeat(3);
    assert!(
        caret(format!(
            "{{ \"notes\": \"{bidirectional}\", \"slug\": \"a b\" }}"
        ))
        .starts_with("\"a b\"")
    );
    let many = "\u{202e}".repeat(40);
    assert!(
        caret(format!("{{ \"notes\": \"{many}\", \"slug\": \"a b\" }}")).starts_with("\"a b\"")
    );
    assert!(
        caret(format!("{{\t\"notes\": \"\", \t\"slug\": \"a b{many}\" }}"))
            .starts_with("\"a b\\u{202e}")
    );
}

/// A file that is written keeps its texts as they are: only what is shown is escaped.
#[test]
fn a_file_that_is_written_holds_the_characters_themselves() {
    let name = "שלום\u{200f}";
    let draft = file(
        "right-to-left.json",
        json!({ "name": name, "slotDuration": "45" }).to_string(),
    );
    let output = calendiff(&["validate", "--fix", "--write", &draft])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let written = std::fs::read_to_string(&draft).unwrap();
    assert!(written.contains(name), "{written}");
}
