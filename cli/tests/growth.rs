//! Time grows with the input, not with its square.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::Write;
use std::process::{Command, Stdio};

#[test]
fn the_command_shows_forty_thousand_issues_each_with_its_place() {
    for first in ["", "\"é\":1,"] {
        let text = format!(
            "{{{first}\"teamMembers\":[{}]}}",
            vec!["1"; 40_000].join(",")
        );
        let mut command = Command::new(env!("CARGO_BIN_EXE_calendiff"));
        let command = command
            .args(["validate", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut running = command.spawn().unwrap();
        running
            .stdin
            .take()
            .unwrap()
            .write_all(text.as_bytes())
            .unwrap();
        let shown = String::from_utf8(running.wait_with_output().unwrap().stdout).unwrap();
        let carets = shown
            .lines()
            .filter(|line| line.trim_start().starts_with('|') && line.ends_with('^'))
            .count();
        assert_eq!(carets, 40_000 + usize::from(!first.is_empty()));
    }
}
