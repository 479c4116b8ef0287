//! `docs/stability.md` names every verb and flag of the command, and no other; `src/errors.md` is the page of errors.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../../tests/stability/page.rs"]
mod page;

use std::collections::BTreeSet;

use page::listed;

#[test]
fn every_verb_and_flag_of_the_command_is_in_the_table() {
    let help = |verb: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_calendiff"));
        String::from_utf8(command.args(verb).arg("--help").output().unwrap().stdout).unwrap()
    };
    let flags = |text: &str| -> Vec<String> {
        let words = text
            .lines()
            .map(str::trim)
            .filter(|line| line.starts_with('-'))
            .flat_map(str::split_whitespace);
        let flags = words.filter(|word| word.starts_with("--"));
        flags
            .map(|flag| flag.trim_end_matches([',', ')']).to_owned())
            .collect()
    };
    let whole = help(&[]);
    let commands = whole
        .split("\nCommands:\n")
        .nth(1)
        .unwrap()
        .split("\n\n")
        .next()
        .unwrap();
    let verbs: Vec<&str> = commands
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next())
        .filter(|verb| !verb.is_empty())
        .collect();
    assert!(verbs.len() > 15, "{verbs:?}");
    let mut names: BTreeSet<String> = verbs.iter().map(|verb| (*verb).to_owned()).collect();
    names.extend(flags(&whole));
    for verb in verbs.iter().filter(|verb| **verb != "help") {
        names.extend(flags(&help(&[verb])));
    }
    let mut listed = listed("The command");
    // Formats, which the table names beside the flag.
    for format in ["json", "csv", "patch", "merge-patch", "github", "sarif"] {
        listed.remove(format);
    }
    assert_eq!(names, listed);
}

/// The package of the command cannot reach a page outside of its folder. `BLESS=1` copies it.
#[test]
fn the_codes_of_errors_are_those_of_the_page() {
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/src/errors.md");
    let page = page::read("docs/errors.md");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(own, &page).unwrap();
    }
    assert!(
        std::fs::read_to_string(own).unwrap() == page,
        "run `BLESS=1 cargo test --package calendiff-cli --test stability`"
    );
}
