//! The sessions of `calendiff-sql` in the guide run as they are printed.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;
use std::process::Command;

const PAGE: &str = include_str!("../../../docs/guide/sql.md");

#[test]
fn sessions_run_as_they_are_printed() {
    let folder = tempfile::tempdir().unwrap();
    let mut steps = 0;
    for block in PAGE.split("\n```").skip(1).step_by(2) {
        let (info, code) = block.split_once('\n').unwrap();
        match info.split_once(' ') {
            Some(("console", "calendiff-sql")) => {
                for step in format!("\n{code}").split("\n$ ").skip(1) {
                    // A query goes over several lines, up to the one that closes it.
                    let end =
                        step.match_indices('\n').map(|(at, _)| at).find(|at| step[..*at].matches('"').count() % 2 == 0);
                    let (command, expected) = end.map_or((step, ""), |at| (&step[..at], &step[at + 1..]));
                    assert_eq!(printed(command, folder.path()), expected, "{command}");
                    steps += 1;
                }
            }
            Some((_, name)) => std::fs::write(folder.path().join(name), format!("{code}\n")).unwrap(),
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
            assert!(PAGE.contains(&call), "docs/guide/sql.md lacks {call}");
            assert!(include_str!("../src/functions.md").contains(&call), "src/functions.md lacks {call}");
        }
    }
}

/// Returns what a command prints, without its last line end.
fn printed(command: &str, folder: &Path) -> String {
    let own = Path::new(env!("CARGO_BIN_EXE_calendiff-sql")).parent().unwrap();
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
