//! The sessions of `SQL.md` run as they are printed.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;
use std::process::Command;

const PAGE: &str = include_str!("../SQL.md");
const README: &str = include_str!("../README.md");

/// Returns the blocks of code, each with its info string.
fn blocks(page: &str) -> impl Iterator<Item = (&str, &str)> {
    page.split("\n```")
        .skip(1)
        .step_by(2)
        .map(|block| block.split_once('\n').unwrap())
}

#[test]
fn sessions_run_as_they_are_printed() {
    let folder = tempfile::tempdir().unwrap();
    let mut steps = 0;
    for (info, code) in blocks(PAGE) {
        match info.split_once(' ') {
            Some(("console", "calendiff-sql")) => {
                for step in format!("\n{code}").split("\n$ ").skip(1) {
                    // A query goes over several lines, up to the one that closes it.
                    let end = step
                        .match_indices('\n')
                        .map(|(at, _)| at)
                        .find(|at| step[..*at].matches('"').count() % 2 == 0);
                    let (command, expected) =
                        end.map_or((step, ""), |at| (&step[..at], &step[at + 1..]));
                    assert_eq!(printed(command, folder.path()), expected, "{command}");
                    steps += 1;
                }
            }
            Some((_, name)) => {
                std::fs::write(folder.path().join(name), format!("{code}\n")).unwrap()
            }
            None => {}
        }
    }
    assert!(steps > 5, "only {steps} were found");
}

#[test]
fn both_tables_have_every_function() {
    for function in calendiff_datafusion::functions() {
        let call = format!("| `{}` |", function.documentation().unwrap().syntax_example);
        if call.starts_with("| `calendar_") {
            assert!(PAGE.contains(&call), "SQL.md lacks {call}");
            assert!(
                include_str!("../src/functions.md").contains(&call),
                "src/functions.md lacks {call}"
            );
        }
    }
}

#[test]
fn the_program_has_the_dependencies_of_the_command() {
    let own = include_str!("../Cargo.toml");
    for line in blocks(README)
        .find(|(info, _)| *info == "toml")
        .unwrap()
        .1
        .lines()
        .skip(1)
    {
        let (name, version) = line.split_once(" = { version = ").unwrap();
        let version = version.split([',', ' ']).next().unwrap();
        match name {
            "calendiff-datafusion" => {
                assert!(calendiff_datafusion::VERSION.starts_with(version.trim_matches('"')))
            }
            name => assert!(
                own.contains(&format!("\n{name} = {{ version = {version},")),
                "{line}"
            ),
        }
        let features = line
            .split_once("features = [")
            .unwrap()
            .1
            .split('"')
            .skip(1)
            .step_by(2);
        for feature in features {
            let is_ours = own.contains(&format!("\n{feature} = ["));
            let is_asked = own.contains(&format!("\"{name}/{feature}\""))
                || own.contains(&format!("features = [\"{feature}\"]"));
            assert!(is_ours || is_asked, "{feature} in {line}");
        }
    }
}

/// Returns what a command prints, without its last line end.
fn printed(command: &str, folder: &Path) -> String {
    let own = Path::new(env!("CARGO_BIN_EXE_calendiff-sql"))
        .parent()
        .unwrap();
    let path = std::env::var_os("PATH").unwrap();
    let paths = std::iter::once(own.to_owned()).chain(std::env::split_paths(&path));
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .current_dir(folder)
        .env("PATH", std::env::join_paths(paths).unwrap())
        .output()
        .unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    printed.strip_suffix('\n').unwrap_or(&printed).to_owned()
}
