//! The sessions of the command in the guide run as they are printed.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;
use std::process::Command;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/guide");

/// Returns the fenced blocks of a page, each with the text behind its fence, such as `json stored.json`.
fn blocks(page: &str) -> impl Iterator<Item = (&str, &str)> {
    let fenced = page.split("\n```").skip(1).step_by(2);
    fenced.map(|block| block.split_once('\n').unwrap())
}

#[test]
fn sessions_of_the_command_run_as_they_are_printed() {
    let mut sessions = 0;
    for file in std::fs::read_dir(FOLDER)
        .unwrap()
        .map(|entry| entry.unwrap().path())
    {
        if file.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        let page = std::fs::read_to_string(&file).unwrap();
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join("guide")
            .join(file.file_stem().unwrap());
        _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let _ended = Ended(&folder);
        for (info, code) in blocks(&page) {
            match info.split_once(' ') {
                Some(("json" | "text", name)) => {
                    std::fs::write(folder.join(name), format!("{code}\n")).unwrap();
                }
                None if info == "console" => {
                    sessions += 1;
                    for step in format!("\n{code}").split("\n$ ").skip(1) {
                        let (command, expected) = step.split_once('\n').unwrap_or((step, ""));
                        assert_eq!(
                            ran(command, &folder),
                            expected,
                            "{}: {command}",
                            file.display()
                        );
                    }
                }
                _ => {}
            }
        }
    }
    assert!(sessions > 5, "only {sessions} were found");
}

/// Ends the sandbox that a session has started, also if the session fails.
struct Ended<'a>(&'a Path);

impl Drop for Ended<'_> {
    fn drop(&mut self) {
        let id = std::fs::read_to_string(self.0.join("sandbox.pid"));
        _ = id.map(|id| Command::new("kill").arg(id.trim()).output());
    }
}

/// Returns the output of a command without its last line end.
fn ran(command: &str, folder: &Path) -> String {
    let calendiff = Path::new(env!("CARGO_BIN_EXE_calendiff")).parent().unwrap();
    let path = std::env::var_os("PATH").unwrap();
    let paths = std::iter::once(calendiff.to_owned()).chain(std::env::split_paths(&path));
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .current_dir(folder)
        .env("PATH", std::env::join_paths(paths).unwrap())
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("CALENDIFF_TOKEN", "secret")
        .envs(["AUTHOR", "COMMITTER"].map(|who| (format!("GIT_{who}_NAME"), "Ada")))
        .envs(["AUTHOR", "COMMITTER"].map(|who| (format!("GIT_{who}_EMAIL"), "ada@example.com")))
        .env_remove("LANG")
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .output()
        .unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    printed.strip_suffix('\n').unwrap_or(&printed).to_owned()
}
