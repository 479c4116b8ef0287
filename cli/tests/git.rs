//! The command as git's merge driver and external diff, set up with the lines that the guide has.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};

struct Repository {
    folder: PathBuf,
}

/// Returns the line of the guide's sessions that begins so.
fn guide(begin: &str) -> &'static str {
    let lines = include_str!("../../docs/guide/command.md")
        .lines()
        .filter_map(|line| line.strip_prefix("$ "));
    lines
        .into_iter()
        .find(|line| line.starts_with(begin))
        .unwrap()
}

impl Repository {
    /// An empty repository with the guide's configuration.
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let repository = Self { folder };
        repository.done("git", &["init", "--quiet", "--initial-branch", "main"]);
        repository.done("git", &["config", "user.name", "Ada"]);
        repository.done("git", &["config", "user.email", "ada@example.com"]);
        for begin in [
            "git config merge.calendiff.driver",
            "git config diff.calendiff.command",
            "echo \"*.calendar.json",
        ] {
            repository.done("sh", &["-ec", guide(begin)]);
        }
        repository
    }

    fn run(&self, program: &str, arguments: &[&str]) -> Output {
        let command = Path::new(env!("CARGO_BIN_EXE_calendiff")).parent().unwrap();
        let path = std::env::var_os("PATH").unwrap();
        let paths = std::iter::once(command.to_owned()).chain(std::env::split_paths(&path));
        Command::new(program)
            .args(arguments)
            .current_dir(&self.folder)
            .env("PATH", std::env::join_paths(paths).unwrap())
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_PAGER", "cat")
            .output()
            .unwrap()
    }

    #[track_caller]
    fn done(&self, program: &str, arguments: &[&str]) -> String {
        let output = self.run(program, arguments);
        assert!(
            output.status.success(),
            "{arguments:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8(output.stdout).unwrap()
    }

    fn write(&self, record: &Value) {
        std::fs::write(
            self.folder.join("shop.calendar.json"),
            format!("{record:#}\n"),
        )
        .unwrap();
    }

    fn read(&self) -> String {
        std::fs::read_to_string(self.folder.join("shop.calendar.json")).unwrap()
    }

    /// Commits a record on a branch of its own that begins at main.
    fn branch(&self, name: &str, record: &Value) {
        self.done("git", &["checkout", "--quiet", "-b", name, "main"]);
        self.write(record);
        self.done(
            "git",
            &[
                "commit",
                "--quiet",
                "--allow-empty",
                "--all",
                "--message",
                name,
            ],
        );
    }
}

/// Returns whether git tells drivers what it calls the sides.
fn has_labels() -> bool {
    let version = String::from_utf8(
        Command::new("git")
            .arg("--version")
            .output()
            .unwrap()
            .stdout,
    )
    .unwrap();
    let mut numbers = version
        .split(|character: char| !character.is_ascii_digit())
        .filter_map(|text| text.parse::<u32>().ok());
    (numbers.next(), numbers.next()) >= (Some(2), Some(44))
}

fn stored() -> Value {
    serde_json::from_str(include_str!("../../tests/fixtures/everyday/stored.json")).unwrap()
}

fn edited(edit: impl FnOnce(&mut Value)) -> Value {
    let mut record = stored();
    edit(&mut record["calendar"]);
    record
}

/// A repository with the stored record on main, and ours and theirs on branches; ours is checked out.
fn forked(name: &str, ours: &Value, theirs: &Value) -> Repository {
    let repository = Repository::new(name);
    repository.write(&stored());
    repository.done("git", &["add", "--all"]);
    repository.done("git", &["commit", "--quiet", "--message", "main"]);
    repository.branch("theirs", theirs);
    repository.branch("ours", ours);
    repository
}

#[test]
fn two_edits_of_neighboring_lines_merge() {
    let date = |day: u8| json!({ "date": format!("2026-12-{day}T00:00:00.000Z"), "hours": [] });
    let ours = edited(|calendar| {
        calendar["eventColor"] = json!("#ff0000");
        calendar["availabilities"]
            .as_array_mut()
            .unwrap()
            .insert(0, date(24));
    });
    let theirs = edited(|calendar| {
        calendar["eventTitle"] = json!("Visit");
        calendar["availabilities"]
            .as_array_mut()
            .unwrap()
            .insert(0, date(25));
    });
    let repository = forked("git-merge", &ours, &theirs);
    repository.done("git", &["merge", "--quiet", "--no-edit", "theirs"]);
    let merged: Value = serde_json::from_str(&repository.read()).unwrap();
    let calendar = &merged["calendar"];
    assert_eq!(
        (&calendar["eventColor"], &calendar["eventTitle"]),
        (&json!("#ff0000"), &json!("Visit"))
    );
    let dates = calendar["availabilities"].as_array().unwrap();
    assert!(
        dates.contains(&date(24)) && dates.contains(&date(25)),
        "{dates:?}"
    );
    assert_eq!(
        dates.len(),
        stored()["calendar"]["availabilities"]
            .as_array()
            .unwrap()
            .len()
            + 2
    );
}

#[test]
fn a_conflict_stops_the_merge_and_stands_between_markers() {
    let (ours, theirs) = (
        edited(|calendar| calendar["eventColor"] = json!("#ff0000")),
        edited(|calendar| {
            calendar["eventColor"] = json!("#00ff00");
            calendar["eventTitle"] = json!("Visit");
        }),
    );
    let repository = forked("git-conflict", &ours, &theirs);
    let output = repository.run("git", &["merge", "--quiet", "--no-edit", "theirs"]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr);
    let (heading, head) = if has_labels() {
        (" (ours: HEAD, theirs: theirs)", "HEAD")
    } else {
        ("", "ours")
    };
    assert!(
        said.contains(&format!("shop.calendar.json{heading}\n")),
        "{said}"
    );
    assert!(
        said.contains("conflict: color: ours #ff0000, theirs #00ff00, was #"),
        "{said}"
    );
    let [ours, theirs] =
        ["#ff0000", "#00ff00"].map(|color| format!("    \"eventColor\": \"{color}\",\n"));
    let marked = format!("<<<<<<< {head}\n{ours}=======\n{theirs}>>>>>>> theirs\n");
    assert!(repository.read().contains(&marked), "{}", repository.read());
    assert_eq!(repository.read().matches("<<<<<<<").count(), 1);
    assert!(
        repository
            .done("git", &["status", "--short"])
            .starts_with("UU ")
    );
}

#[test]
fn labels_are_those_of_a_rebase_and_the_layout_is_that_of_ours() {
    let ours = edited(|calendar| calendar["eventColor"] = json!("#ff0000"));
    let theirs = edited(|calendar| calendar["eventColor"] = json!("#00ff00"));
    let repository = forked("git-labels", &ours, &theirs);
    let spell = |record: &Value| {
        format!("{record:#}")
            .replace("  ", "\t")
            .replace('\n', "\r\n")
    };
    // What is checked out in a rebase is the branch that it goes onto.
    repository.done("git", &["checkout", "--quiet", "theirs"]);
    std::fs::write(repository.folder.join("shop.calendar.json"), spell(&theirs)).unwrap();
    repository.done(
        "git",
        &[
            "-c",
            "core.autocrlf=false",
            "commit",
            "--quiet",
            "--all",
            "--message",
            "laid out",
        ],
    );
    repository.done("git", &["checkout", "--quiet", "ours"]);
    let output = repository.run("git", &["rebase", "theirs"]);
    assert_eq!(output.status.code(), Some(1));
    let merged = repository.read();
    assert!(
        merged.contains("\r\n\t\t\"eventColor\": \"#00ff00\",\r\n=======\r\n"),
        "{merged}"
    );
    assert!(
        merged.ends_with('}') && !merged.replace("\r\n", "").contains('\n'),
        "{merged}"
    );
    if has_labels() {
        let label = |marker: &str| {
            merged
                .lines()
                .find_map(|line| line.strip_prefix(marker))
                .unwrap()
        };
        assert_eq!(label("<<<<<<< "), "HEAD");
        assert!(
            label(">>>>>>> ").ends_with("(ours)"),
            "the commit, and its subject: {merged}"
        );
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            said.contains("shop.calendar.json (ours: HEAD, theirs: "),
            "{said}"
        );
    }
}

#[test]
fn what_cannot_be_read_is_named_as_git_knows_it() {
    let repository = forked("git-unreadable", &stored(), &stored());
    repository.done("git", &["checkout", "--quiet", "theirs"]);
    std::fs::write(
        repository.folder.join("shop.calendar.json"),
        "{\n<<<<<<< a\n",
    )
    .unwrap();
    repository.done(
        "git",
        &["commit", "--quiet", "--all", "--message", "broken"],
    );
    repository.done("git", &["checkout", "--quiet", "ours"]);
    repository.write(&edited(|calendar| calendar["eventTitle"] = json!("Visit")));
    repository.done("git", &["commit", "--quiet", "--all", "--message", "title"]);
    let output = repository.run("git", &["merge", "--quiet", "--no-edit", "theirs"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        said.contains(
            "shop.calendar.json (theirs): line 2, column 1: an unresolved merge conflict"
        ),
        "{said}"
    );
}

/// Git takes a file without markers for a solved conflict, so that theirs would be lost.
#[test]
fn what_cannot_be_read_is_merged_line_by_line() {
    let ours = edited(|calendar| calendar["eventColor"] = json!("#ff0000"));
    let repository = forked("git-lines", &ours, &stored());
    repository.done("git", &["checkout", "--quiet", "theirs"]);
    let comment = format!(
        "{:#}",
        edited(|calendar| calendar["eventColor"] = json!("#00ff00"))
    ) + " // ask Ada\n";
    std::fs::write(repository.folder.join("shop.calendar.json"), comment).unwrap();
    repository.done(
        "git",
        &["commit", "--quiet", "--all", "--message", "comment"],
    );
    repository.done("git", &["checkout", "--quiet", "ours"]);
    let output = repository.run("git", &["merge", "--quiet", "--no-edit", "theirs"]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        said.contains("shop.calendar.json (theirs") && said.contains("merged line by line"),
        "{said}"
    );
    let merged = repository.read();
    let [ours, theirs] = if has_labels() {
        ["HEAD", "theirs"]
    } else {
        ["ours", "theirs"]
    };
    let conflict = format!(
        "<<<<<<< {ours}\n    \"eventColor\": \"#ff0000\",\n=======\n    \"eventColor\": \"#00ff00\",\n>>>>>>> {theirs}\n"
    );
    assert!(
        merged.contains(&conflict) && merged.ends_with("} // ask Ada\n"),
        "{merged}"
    );
    assert_eq!(
        repository.done("git", &["status", "--short", "--untracked-files=all"]),
        "UU shop.calendar.json\n"
    );
}

/// Names of files and of branches are bytes to git.
#[cfg(unix)]
#[test]
fn names_that_are_not_utf_8_are_merged() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let repository = forked("git-bytes", &stored(), &stored());
    let name = OsStr::from_bytes(b"n\xff");
    for (side, record) in [
        ("base", json!({ "name": "a", "slotDuration": 30 })),
        ("ours", json!({ "name": "b", "slotDuration": 30 })),
        ("theirs", json!({ "name": "a", "slotDuration": 45 })),
    ] {
        std::fs::write(repository.folder.join(side), record.to_string()).unwrap();
    }
    let output = Command::new(env!("CARGO_BIN_EXE_calendiff"))
        .args([
            "merge", "base", "ours", "theirs", "--kind", "calendar", "--output", "ours", "--path",
        ])
        .arg(name)
        .args([OsStr::new("--labels"), OsStr::new("%S"), name, name])
        .current_dir(&repository.folder)
        .output()
        .unwrap();
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let merged: Value =
        serde_json::from_slice(&std::fs::read(repository.folder.join("ours")).unwrap()).unwrap();
    assert_eq!(merged, json!({ "name": "b", "slotDuration": 45 }));
}

/// Before 2.44, git handed on the places that it did not know.
#[test]
fn labels_that_git_does_not_know_are_ours_and_theirs() {
    let repository = Repository::new("git-old");
    for (name, color) in [
        ("base", "#000000"),
        ("ours", "#ff0000"),
        ("theirs", "#00ff00"),
    ] {
        let record = json!({ "eventColor": color });
        std::fs::write(repository.folder.join(name), format!("{record:#}\n")).unwrap();
    }
    for labels in [["%S", "%X", "%Y"], ["", "", ""]] {
        let merge = [
            &[
                "merge",
                "base",
                "ours",
                "theirs",
                "--path",
                "shop.calendar.json",
                "--labels",
            ],
            &labels[..],
        ]
        .concat();
        let output = repository.run("calendiff", &merge);
        assert_eq!(output.status.code(), Some(1));
        let printed = String::from_utf8(output.stdout).unwrap();
        assert!(
            printed.contains("<<<<<<< ours\n") && printed.contains(">>>>>>> theirs\n"),
            "{printed}"
        );
        assert!(String::from_utf8_lossy(&output.stderr).starts_with("shop.calendar.json\n"));
    }
}

/// Where the merged record cannot be written, ours stands whole, and git says that the file is in conflict.
#[cfg(unix)]
#[test]
fn on_a_full_disk_ours_stands_as_it_was() {
    let notes = "x".repeat(100_000);
    let ours = edited(|calendar| calendar["notes"] = json!(notes));
    let repository = forked(
        "git-full",
        &ours,
        &edited(|calendar| calendar["eventTitle"] = json!("Visit")),
    );
    let driver = "trap '' XFSZ; ulimit -f 8; calendiff merge %O %A %B --output %A --path %P --labels %S %X %Y";
    repository.done("git", &["config", "merge.calendiff.driver", driver]);
    let before = repository.read();
    let output = repository.run("git", &["merge", "--quiet", "--no-edit", "theirs"]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("cannot be written: File too large"), "{said}");
    assert!(
        repository.read() == before,
        "{} bytes of {}",
        repository.read().len(),
        before.len()
    );
    let status = repository.done("git", &["status", "--short", "--untracked-files=all"]);
    assert_eq!(
        status, "UU shop.calendar.json\n",
        "nothing stands beside it"
    );
}

#[test]
fn both_sides_added_the_file() {
    let repository = Repository::new("git-added");
    repository.done("git", &["add", ".gitattributes"]);
    repository.done("git", &["commit", "--quiet", "--message", "main"]);
    for (branch, color) in [("theirs", "#00ff00"), ("ours", "#ff0000")] {
        repository.done("git", &["checkout", "--quiet", "-b", branch, "main"]);
        repository.write(&json!({ "eventColor": color, "slotDuration": 30 }));
        repository.done("git", &["add", "--all"]);
        repository.done("git", &["commit", "--quiet", "--message", branch]);
    }
    let output = repository.run("git", &["merge", "--quiet", "--no-edit", "theirs"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        said.contains("conflict: color: ours #ff0000, theirs #00ff00, was not set"),
        "{said}"
    );
    assert!(
        repository.read().contains("  \"slotDuration\": 30"),
        "{}",
        repository.read()
    );
}

#[test]
fn git_diff_shows_words() {
    let repository = forked(
        "git-diff",
        &stored(),
        &edited(|calendar| calendar["eventColor"] = json!("#ff0000")),
    );
    let words = repository.done("git", &["diff", "main", "theirs"]);
    assert_eq!(
        lines(&words),
        ["shop.calendar.json", "  * color #ff0000, was #039be5"]
    );

    repository.write(&edited(|calendar| {
        calendar["eventColor"] = json!("#039BE5");
    }));
    let words = repository.done("git", &["diff", "main"]);
    assert_eq!(
        lines(&words),
        ["shop.calendar.json", "  * the same, written otherwise"]
    );

    let unmerged = repository.done("calendiff", &["git-diff", "shop.calendar.json"]);
    assert!(unmerged.contains("unmerged"), "{unmerged}");
    std::fs::write(repository.folder.join("shop.calendar.json"), "{").unwrap();
    let words = repository.done("git", &["diff"]);
    assert!(
        words.contains("cannot be compared: ") && words.contains("json_syntax"),
        "{words}"
    );
    std::fs::remove_file(repository.folder.join("shop.calendar.json")).unwrap();
    assert!(repository.done("git", &["diff"]).contains("file deleted"));
}

/// The lines of `git diff` that are not empty.
fn lines(printed: &str) -> Vec<&str> {
    printed.lines().filter(|line| !line.is_empty()).collect()
}

#[test]
fn git_diff_shows_renames() {
    let repository = forked("git-renamed", &stored(), &stored());
    repository.done("git", &["mv", "shop.calendar.json", "clinic.calendar.json"]);
    let renamed = [
        "  * rename from shop.calendar.json",
        "  * rename to clinic.calendar.json",
    ];
    let printed = repository.done("git", &["diff", "HEAD"]);
    assert_eq!(
        lines(&printed),
        [
            "clinic.calendar.json",
            "  * similarity index 100%",
            renamed[0],
            renamed[1]
        ]
    );
    repository.write(&edited(|calendar| {
        calendar["eventColor"] = json!("#ff0000");
    }));
    std::fs::rename(
        repository.folder.join("shop.calendar.json"),
        repository.folder.join("clinic.calendar.json"),
    )
    .unwrap();
    let printed = repository.done("git", &["diff", "HEAD"]);
    let [name, similarity, others @ ..] = &lines(&printed)[..] else {
        panic!("{printed}")
    };
    assert_eq!(
        (*name, &others[..2]),
        ("clinic.calendar.json", &renamed[..]),
        "{printed}"
    );
    assert!(similarity.starts_with("  * similarity index "), "{printed}");
    assert_eq!(others[2..], ["  * color #ff0000, was #039be5"]);
}

#[cfg(unix)]
#[test]
fn git_diff_shows_modes() {
    use std::os::unix::fs::PermissionsExt;
    let repository = forked("git-mode", &stored(), &stored());
    let file = repository.folder.join("shop.calendar.json");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
    let modes = [
        "shop.calendar.json",
        "  * old mode 100644",
        "  * new mode 100755",
    ];
    assert_eq!(lines(&repository.done("git", &["diff"])), modes);
    repository.write(&edited(|calendar| {
        calendar["eventColor"] = json!("#ff0000");
    }));
    let printed = repository.done("git", &["diff"]);
    assert_eq!(
        lines(&printed),
        [&modes[..], &["  * color #ff0000, was #039be5"]].concat()
    );
}

/// Git stops before the other files if one has an exit status other than 0. The configuration of before, without `--`,
/// is still there.
#[cfg(unix)]
#[test]
fn git_diff_takes_any_name_of_a_file() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    for command in ["calendiff git-diff --", "calendiff git-diff"] {
        let repository = Repository::new("git-names");
        repository.done("git", &["config", "diff.calendiff.command", command]);
        let names = [
            &b"-x.calendar.json"[..],
            b"--path.calendar.json",
            b"n\xff.calendar.json",
            b"zoo.calendar.json",
        ];
        let write = |record: &Value| {
            for name in names {
                std::fs::write(
                    repository.folder.join(OsStr::from_bytes(name)),
                    record.to_string(),
                )
                .unwrap();
            }
        };
        write(&json!({ "slotDuration": 30 }));
        repository.done("git", &["add", "--all"]);
        write(&json!({ "slotDuration": 45 }));
        std::fs::write(repository.folder.join("broken.calendar.json"), "{").unwrap();
        repository.done("git", &["add", "broken.calendar.json", "--intent-to-add"]);
        let printed = repository.done("git", &["diff"]);
        let change = "  * slot duration 45, was 30";
        assert_eq!(
            lines(&printed)
                .iter()
                .filter(|line| **line == change)
                .count(),
            4,
            "{command}: {printed}"
        );
        for name in [
            "-x.calendar.json",
            "--path.calendar.json",
            "n\u{fffd}.calendar.json",
        ] {
            assert!(lines(&printed).contains(&name), "{command}: {printed}");
        }
    }
}

#[test]
fn as_a_textconv_only_what_means_something_else_differs() {
    let spelled = edited(|calendar| calendar["eventColor"] = json!("#039BE5"));
    let repository = forked("git-textconv", &stored(), &spelled);
    repository.done("git", &["config", "--unset", "diff.calendiff.command"]);
    repository.done("sh", &["-ec", guide("git config diff.calendiff.textconv")]);
    assert_eq!(repository.done("git", &["diff", "main", "theirs"]), "");
    repository.write(&edited(|calendar| {
        calendar["eventColor"] = json!("#ff0000");
    }));
    let lines = repository.done("git", &["diff"]);
    let changed = lines
        .lines()
        .filter(|line| line.starts_with("+ ") || line.starts_with("- "))
        .count();
    assert_eq!(changed, 2, "{lines}");

    // What cannot be read is shown as it is: else git shows no differences at all while a merge has conflicts.
    repository.done("git", &["commit", "--quiet", "--all", "--message", "color"]);
    repository.done("git", &["checkout", "--quiet", "-b", "other", "main"]);
    repository.write(&edited(|calendar| {
        calendar["eventColor"] = json!("#00ff00");
    }));
    repository.done("git", &["commit", "--quiet", "--all", "--message", "color"]);
    assert_eq!(
        repository
            .run("git", &["merge", "--quiet", "ours"])
            .status
            .code(),
        Some(1)
    );
    let lines = repository.done("git", &["diff"]);
    assert!(
        lines.contains("<<<<<<< ") && lines.contains("#00ff00"),
        "{lines}"
    );
}
