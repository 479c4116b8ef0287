//! In a language in other letters, no word of the command is left that its language does not have.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../../tests/language/pseudo.rs"]
mod pseudo;

use std::process::{Command, Stdio};

use calendiff::json::to_string;

use pseudo::{Names, pseudo, words};

/// The command in the same language: its output, and what it says on standard error.
#[test]
fn in_the_command_each_word_comes_from_the_language() {
    let file = format!("{}/pseudo.json", env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(&file, to_string(&pseudo().to_value())).unwrap();
    let fixtures = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/fixtures");
    let path = |name: &str| format!("{fixtures}/{name}");
    let refusal = format!("{}/refusal.json", env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(
        &refusal,
        r#"{ "statusCode": 422, "message": ["property timezone should not exist", "slug is taken"] }"#,
    )
    .unwrap();
    let (stored, draft) = (path("everyday/stored.json"), path("everyday/draft.json"));
    let faults = path("forty-faults/draft.json");
    let meanwhile =
        ["stored", "draft", "theirs"].map(|side| path(&format!("meanwhile/{side}.json")));
    let calls: Vec<Vec<&str>> = vec![
        vec!["review", &stored, &draft],
        vec!["review", &stored, &stored, "--mode", "changed"],
        vec!["validate", &faults, "--profile", "service"],
        vec!["validate", &stored, "--stored", &stored],
        vec!["validate", "--fix", &faults, "--kind", "calendar"],
        vec!["diff", &stored, &draft],
        vec!["verify", &stored, &draft, &stored],
        vec!["merge", &meanwhile[0], &meanwhile[1], &meanwhile[2]],
        vec!["explain", &refusal, &draft],
        vec!["git-diff", "a.json", &stored, "0", "0", &draft, "0", "0"],
        vec!["git-diff", "a.json", &stored, "0", "0", &stored, "0", "0"],
        vec![
            "git-diff",
            "a.json",
            "/dev/null",
            "0",
            "0",
            &stored,
            "0",
            "0",
        ],
        vec!["fields"],
        vec!["read", &stored],
    ];
    for call in calls {
        let output = Command::new(env!("CARGO_BIN_EXE_calendiff"))
            .args(["--language", &file])
            .args(&call)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert!(
            output.status.code().is_some_and(|code| code < 2),
            "{call:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        let files: Vec<String> = call
            .iter()
            .filter_map(|name| std::fs::read_to_string(name).ok())
            .collect();
        let mut known: Vec<&str> = files.iter().map(String::as_str).collect();
        known.extend(call.iter().copied());
        // Names of the command itself and of git.
        known.extend(["validate --fix --write", "ours theirs", "R"]);
        let names = Names::of(&known);
        for text in [output.stdout, output.stderr] {
            let text = String::from_utf8(text).unwrap();
            for word in words(&text) {
                assert!(names.0.contains(&word), "{call:?} says “{word}”:\n{text}");
            }
        }
    }
}
