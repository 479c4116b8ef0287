//! Files that are written: whole or not at all, where links lead, with the permissions they had.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Instant;

use serde_json::{Value, json};

use super::{calendiff, err, out};

/// An empty folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("writing")
        .join(name);
    _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// What writes a file: a merge, which takes `text` from theirs, a fix in place, and `text` in canonical form. Of a file that is `OLD` all make one
/// with a slot duration of 45.
fn ways(file: &Path, text: &str) -> [Vec<String>; 3] {
    let (base, theirs) = (file.with_file_name("base"), file.with_file_name("theirs"));
    fs::write(&base, "{}").unwrap();
    fs::write(&theirs, text).unwrap();
    let [file, base, theirs] = [file, &base, &theirs].map(|file| file.to_str().unwrap());
    let merge = [
        "merge", "--kind", "calendar", base, base, theirs, "--output", file,
    ];
    let normalize = ["normalize", "--kind", "calendar", theirs, "--output", file];
    [
        &merge[..],
        &["validate", "--fix", "--write", file],
        &normalize,
    ]
    .map(|way| way.iter().map(|&part| part.to_owned()).collect())
}

fn run(arguments: &[String]) -> Output {
    calendiff(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
        .output()
        .unwrap()
}

const NEW: &str = r#"{ "slotDuration": 45 }"#;
const OLD: &str = r#"{ "slotDuration": "45", "mine": "kept" }"#;

fn duration(file: &Path) -> Value {
    serde_json::from_str::<Value>(&fs::read_to_string(file).unwrap()).unwrap()["slotDuration"]
        .clone()
}

#[test]
fn fix_writes_in_place_inside_the_envelope_and_keeps_what_it_does_not_know() {
    let file = folder("in-place").join("draft.json");
    fs::write(
        &file,
        r#"{"traceId":7,"calendar":{"slotDuration":"45","mine":[1],"id":"a"}}"#,
    )
    .unwrap();
    let path = file.to_str().unwrap();
    let stored = file.with_file_name("stored.json");
    fs::write(&stored, r#"{"calendar":{"id":"a"}}"#).unwrap();
    let stored = stored.to_str().unwrap();
    let printed = calendiff(&["validate", "--fix", "--stored", stored, path])
        .output()
        .unwrap();
    assert_eq!(
        serde_json::from_str::<Value>(&out(&printed)).unwrap(),
        json!({ "traceId": 7, "calendar": { "slotDuration": 45, "mine": [1], "id": "a" } })
    );
    let output = calendiff(&["validate", "--fix", "--stored", stored, "--write", path])
        .output()
        .unwrap();
    assert_eq!(
        (output.status.code(), out(&output)),
        (Some(0), String::new()),
        "{}",
        err(&output)
    );
    assert!(
        err(&output).contains("fixed wrong_type at /slotDuration: Write 45\n"),
        "{}",
        err(&output)
    );
    let written = fs::read_to_string(&file).unwrap();
    assert_eq!(
        written,
        r#"{"traceId":7,"calendar":{"slotDuration":45,"mine":[1],"id":"a"}}"#
    );

    let service = [
        "validate",
        "--fix",
        "--stored",
        stored,
        "--write",
        "--profile",
        "service",
        path,
    ];
    let output = calendiff(&service).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(
        !fs::read_to_string(&file).unwrap().contains("mine"),
        "an error is removed"
    );

    let spelled = "{\"slotDuration\":  45}";
    fs::write(&file, spelled).unwrap();
    assert_eq!(
        calendiff(&["validate", "--fix", "--write", path])
            .output()
            .unwrap()
            .status
            .code(),
        Some(0)
    );
    assert_eq!(
        fs::read_to_string(&file).unwrap(),
        spelled,
        "where there is nothing to fix, nothing is written"
    );
    for arguments in [
        &["validate", "--write", path][..],
        &["validate", "--fix", "--write", "-"],
    ] {
        assert_eq!(
            calendiff(arguments).output().unwrap().status.code(),
            Some(2),
            "{arguments:?}"
        );
    }
}

#[test]
fn a_dash_is_standard_output() {
    let folder = folder("dash");
    fs::write(folder.join("base"), "{}").unwrap();
    fs::write(folder.join("ours"), "{\n  \"slotDuration\": 45\n}\n").unwrap();
    let merge = [
        "merge", "base", "ours", "base", "--kind", "calendar", "--output", "-",
    ];
    let output = calendiff(&merge).current_dir(&folder).output().unwrap();
    assert_eq!(
        (output.status.code(), &*out(&output)),
        (Some(0), "{\n  \"slotDuration\": 45\n}\n"),
        "{}",
        err(&output)
    );
    assert_eq!(names(&folder), ["base", "ours"]);
}

#[test]
fn a_file_that_was_not_there_is_made_with_usual_permissions() {
    let file = folder("new").join("merged.json");
    let [merge, ..] = ways(&file, NEW);
    let output = run(&merge);
    assert_eq!(
        (output.status.code(), duration(&file)),
        (Some(0), json!(45)),
        "{}",
        err(&output)
    );
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = |name| {
            fs::metadata(file.with_file_name(name))
                .unwrap()
                .permissions()
                .mode()
        };
        assert_eq!(mode("merged.json"), mode("base"));
    }
}

/// Spells JSON text of two spaces and `\n` with another indent, other line ends, and with or without the last one.
fn laid_out(text: &str, indent: &str, line_end: &str, ended: bool) -> String {
    let lines = text.lines().map(|line| {
        let words = line.trim_start();
        indent.repeat((line.len() - words.len()) / 2) + words
    });
    lines.collect::<Vec<_>>().join(line_end) + if ended { line_end } else { "" }
}

#[test]
fn a_file_keeps_its_indent_and_its_line_ends() {
    let file = folder("layout").join("draft.json");
    let [base, theirs] = ["base", "theirs"].map(|name| file.with_file_name(name));
    let record = |duration: Value, name: &str| {
        format!(
            "{:#}",
            json!({ "calendar": { "slotDuration": duration, "name": name, "openHours": [{ "daysOfTheWeek": [1] }] } })
        )
    };
    fs::write(&base, record(json!(30), "a")).unwrap();
    fs::write(&theirs, record(json!(30), "b")).unwrap();
    for indent in ["  ", "    ", "\t", " ", ""] {
        for line_end in ["\n", "\r\n"] {
            for ended in [true, false] {
                let of = |text: String| laid_out(&text, indent, line_end, ended);
                fs::write(&file, of(record(json!("45"), "a"))).unwrap();
                let path = file.to_str().unwrap();
                let output = calendiff(&["validate", "--fix", "--write", path])
                    .output()
                    .unwrap();
                assert!(output.status.code() < Some(2), "{}", err(&output));
                assert_eq!(
                    fs::read_to_string(&file).unwrap(),
                    of(record(json!(45), "a"))
                );
                let [base, theirs] = [&base, &theirs].map(|file| file.to_str().unwrap());
                let output = calendiff(&["merge", base, path, theirs, "--output", path])
                    .output()
                    .unwrap();
                assert_eq!(output.status.code(), Some(0), "{}", err(&output));
                assert_eq!(
                    fs::read_to_string(&file).unwrap(),
                    of(record(json!(45), "b"))
                );
            }
        }
    }
    fs::write(&file, "{\"slotDuration\":\"45\",\"slug\":\"a\"}\n").unwrap();
    assert_eq!(
        calendiff(&["validate", "--fix", "--write", file.to_str().unwrap()])
            .output()
            .unwrap()
            .status
            .code(),
        Some(0)
    );
    assert_eq!(
        fs::read_to_string(&file).unwrap(),
        "{\"slotDuration\":45,\"slug\":\"a\"}\n",
        "one line stays one"
    );
}

/// An export is often the only copy of what is stored.
#[test]
fn answers_that_are_no_records_replace_no_file_that_is_read() {
    let folder = folder("own-input");
    let export = folder.join("export.ndjson");
    let text = "{\"id\":\"a\",\"slotDuration\":30}\n";
    fs::write(&export, text).unwrap();
    fs::copy(&export, folder.join("other.ndjson")).unwrap();
    let run = |arguments: &str| {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        calendiff(&arguments).current_dir(&folder).output().unwrap()
    };
    let set = "--set slotDuration=45 --kind calendar";
    for arguments in [
        format!("edit --ndjson export.ndjson {set} --format body --output ./export.ndjson"),
        format!("edit --ndjson export.ndjson {set} --format json --output export.ndjson"),
        format!("edit --ndjson export.ndjson {set} --plan --output export.ndjson"),
        format!("edit export.ndjson {set} --output export.ndjson"),
        "validate --ndjson export.ndjson --summary --output export.ndjson".to_owned(),
        "validate --ndjson other.ndjson export.ndjson --output export.ndjson".to_owned(),
        "validate other.ndjson export.ndjson --output export.ndjson".to_owned(),
    ] {
        let output = run(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        assert!(err(&output).contains("--output"), "{arguments}");
        assert_eq!(fs::read_to_string(&export).unwrap(), text, "{arguments}");
    }
    // A record in canonical form is that record.
    let output = run("normalize --ndjson export.ndjson --output export.ndjson");
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let output = run("validate --ndjson export.ndjson --output /dev/null");
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
}

#[cfg(unix)]
mod on_unix {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};

    use super::*;

    fn mode(file: &Path) -> u32 {
        fs::metadata(file).unwrap().permissions().mode() & 0o7777
    }

    fn old(file: &Path, mode: u32) {
        fs::write(file, OLD).unwrap();
        fs::set_permissions(file, fs::Permissions::from_mode(mode)).unwrap();
    }

    /// Writes fail as on a full disk: files may not grow beyond a few kilobytes.
    #[test]
    fn on_a_full_disk_the_file_stands_as_it_was_and_nothing_beside_it() {
        let file = folder("full").join("draft.json");
        let large = json!({ "slotDuration": "45", "notes": "x".repeat(100_000) }).to_string();
        for arguments in ways(&file, &large) {
            fs::write(&file, &large).unwrap();
            let script = r#"trap "" XFSZ; ulimit -f 8; exec "$0" "$@""#;
            let mut command = Command::new("sh");
            command
                .args(["-c", script, env!("CARGO_BIN_EXE_calendiff")])
                .args(&arguments)
                .stdin(Stdio::null());
            let output = command.output().unwrap();
            assert_eq!(
                output.status.code(),
                Some(2),
                "{arguments:?}: {}",
                err(&output)
            );
            assert!(
                err(&output).contains("draft.json: cannot be written: File too large"),
                "{}",
                err(&output)
            );
            assert!(fs::read_to_string(&file).unwrap() == large, "{arguments:?}");
            assert_eq!(
                names(file.parent().unwrap()),
                ["base", "draft.json", "theirs"],
                "{arguments:?}"
            );
        }
    }

    /// A small file system of its own, where this process may mount one: that is where the system itself says that there is
    /// no room, at the first byte or in the middle.
    #[cfg(target_os = "linux")]
    #[test]
    #[expect(
        clippy::print_stdout,
        reason = "whether it could be tried is worth reading"
    )]
    fn on_a_file_system_without_room_the_file_stands_as_it_was() {
        // In a name space of its own, the mount ends with the shell.
        let script = r#"mount -t tmpfs -o size=256k none "$1" && cp "$2"/* "$1" && { head -c "$3" /dev/zero > "$1/filler" || true; } &&
            shift 3 && { "$@"; code=$?; } ; ls -A "$(dirname "${@: -1}")" && cat "${@: -1}" && exit $code"#;
        let (room, files) = (folder("no-room"), folder("no-room-files"));
        let large = json!({ "slotDuration": "45", "notes": "x".repeat(100_000) }).to_string();
        fs::write(files.join("draft.json"), &large).unwrap();
        let draft = room.join("draft.json");
        // What is left: nothing, and half of what is to be written.
        for filler in [200_000, 100_000] {
            let mut command = Command::new("unshare");
            command
                .args(["--mount", "bash", "-c", script, "bash"])
                .args([&room, &files])
                .arg(filler.to_string());
            command
                .arg(env!("CARGO_BIN_EXE_calendiff"))
                .args(["validate", "--fix", "--write"])
                .arg(&draft);
            let output = command.output();
            let Some(output) = output.ok().filter(|output| {
                !err(output).contains("permitted") && !err(output).contains("unshare:")
            }) else {
                println!("no file system can be mounted here");
                return;
            };
            assert_eq!(output.status.code(), Some(2), "{}", err(&output));
            assert!(
                err(&output).contains("cannot be written: No space left on device"),
                "{}",
                err(&output)
            );
            assert!(
                out(&output) == format!("draft.json\nfiller\n{large}"),
                "{}",
                &out(&output)[..100]
            );
        }
    }

    /// A hard link is another name of the old content, which is not written to: as with editors and with git, names part.
    #[test]
    fn a_file_keeps_its_owner_and_another_name_of_it_keeps_the_old_text() {
        use std::os::unix::fs::{MetadataExt, chown};
        let folder = folder("owner");
        let (file, other) = (folder.join("draft.json"), folder.join("other"));
        for arguments in ways(&file, NEW) {
            old(&file, 0o640);
            // Where this process may not give files away, they are its own, and stay so.
            _ = chown(&file, Some(65_534), Some(65_534));
            _ = fs::remove_file(&other);
            fs::hard_link(&file, &other).unwrap();
            let owner = |file: &Path| {
                fs::metadata(file)
                    .map(|file| (file.uid(), file.gid(), file.nlink()))
                    .unwrap()
            };
            let before = owner(&file);
            let output = run(&arguments);
            assert_eq!(
                (output.status.code(), duration(&file)),
                (Some(0), json!(45)),
                "{arguments:?}: {}",
                err(&output)
            );
            assert_eq!(
                (owner(&file), mode(&file)),
                ((before.0, before.1, 1), 0o640)
            );
            assert_eq!(fs::read_to_string(&other).unwrap(), OLD);
        }
    }

    #[test]
    fn a_file_keeps_its_permissions() {
        let file = folder("permissions").join("draft.json");
        for permissions in [0o600, 0o640, 0o664, 0o666, 0o755] {
            for arguments in ways(&file, NEW) {
                old(&file, permissions);
                let output = run(&arguments);
                assert_eq!(
                    output.status.code(),
                    Some(0),
                    "{arguments:?}: {}",
                    err(&output)
                );
                assert_eq!(
                    (mode(&file), duration(&file)),
                    (permissions, json!(45)),
                    "{arguments:?}"
                );
            }
        }
    }

    #[test]
    fn a_link_stays_a_link_and_what_it_leads_to_is_written() {
        let folder = folder("link");
        let elsewhere = folder.join("elsewhere");
        fs::create_dir(&elsewhere).unwrap();
        let (link, between, file) = (
            folder.join("link"),
            elsewhere.join("between"),
            elsewhere.join("file"),
        );
        symlink("elsewhere/between", &link).unwrap();
        symlink("file", &between).unwrap();
        for arguments in ways(&link, NEW) {
            old(&file, 0o640);
            let output = run(&arguments);
            assert_eq!(
                output.status.code(),
                Some(0),
                "{arguments:?}: {}",
                err(&output)
            );
            assert_eq!(
                (mode(&file), duration(&file)),
                (0o640, json!(45)),
                "{arguments:?}"
            );
            assert!(
                [&link, &between]
                    .iter()
                    .all(|link| fs::symlink_metadata(link).unwrap().is_symlink())
            );
            assert_eq!(names(&elsewhere), ["between", "file"]);
        }
        let [merge, ..] = ways(&link, NEW);
        fs::remove_file(&file).unwrap();
        assert_eq!(
            (run(&merge).status.code(), duration(&file)),
            (Some(0), json!(45)),
            "it was not there"
        );
        fs::remove_file(&file).unwrap();
        symlink("between", &file).unwrap();
        let output = run(&merge);
        assert_eq!(output.status.code(), Some(2), "links in a circle");
        assert!(
            err(&output).contains("cannot be written"),
            "{}",
            err(&output)
        );
    }

    #[test]
    fn a_read_only_file_is_left_as_it_is() {
        let file = folder("read-only").join("draft.json");
        old(&file, 0o444);
        for arguments in ways(&file, NEW) {
            let output = run(&arguments);
            assert_eq!(output.status.code(), Some(2), "{arguments:?}");
            assert!(
                err(&output).contains("draft.json: cannot be written: it is read-only"),
                "{}",
                err(&output)
            );
            assert_eq!(
                (&*fs::read_to_string(&file).unwrap(), mode(&file)),
                (OLD, 0o444),
                "{arguments:?}"
            );
        }
    }

    #[test]
    fn what_is_no_file_is_written_to_and_stays_what_it_is() {
        let pipe = folder("pipe").join("pipe");
        assert!(
            Command::new("mkfifo")
                .arg(&pipe)
                .status()
                .unwrap()
                .success()
        );
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read_to_string(pipe)
        });
        let [merge, ..] = ways(&pipe, NEW);
        let output = run(&merge);
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
        assert_eq!(
            reader.join().unwrap().unwrap(),
            "{\n  \"slotDuration\": 45\n}\n"
        );
    }

    /// The text of other programs before and after the answer stays, in a file too.
    #[test]
    fn standard_output_by_another_name_is_not_replaced() {
        let folder = folder("standard-output");
        let (file, log) = (folder.join("file"), folder.join("log"));
        symlink("/dev/stdout", folder.join("link")).unwrap();
        let script = |script: &str, arguments: &[String]| {
            let mut command = Command::new("sh");
            command
                .args(["-c", script, env!("CARGO_BIN_EXE_calendiff")])
                .args(arguments)
                .current_dir(&folder);
            command.stdin(Stdio::null()).output().unwrap()
        };
        for name in [
            "/dev/stdout",
            "/dev/fd/1",
            "/proc/self/fd/1",
            "/dev/stderr",
            "link",
        ] {
            let [merge, _, normalize] = ways(&folder.join("out"), NEW);
            for arguments in [merge, normalize] {
                let arguments = [&arguments[..arguments.len() - 1], &[name.to_owned()]].concat();
                for target in ["file", "log"] {
                    fs::write(folder.join(target), "old\n").unwrap();
                }
                let output = script(
                    r#"(echo head; "$0" "$@" 2>&1; echo foot) >file; (echo head; "$0" "$@" 2>&1; echo foot) >>log"#,
                    &arguments,
                );
                assert_eq!(
                    (output.status.code(), err(&output)),
                    (Some(0), String::new()),
                    "{arguments:?}"
                );
                let text = fs::read_to_string(&file).unwrap();
                let inner = text
                    .strip_prefix("head\n")
                    .and_then(|text| text.strip_suffix("foot\n"));
                assert!(
                    inner.is_some_and(|text| text.contains("\"slotDuration\": 45")),
                    "{arguments:?}: {text}"
                );
                assert_eq!(
                    fs::read_to_string(&log).unwrap(),
                    format!("old\n{text}"),
                    "{arguments:?}"
                );
            }
        }
        let [.., normalize] = ways(&folder.join("out"), NEW);
        let other = [&normalize[..normalize.len() - 1], &["/dev/fd/3".to_owned()]].concat();
        let output = script(r#""$0" "$@" 3>>log"#, &other);
        assert_eq!(output.status.code(), Some(2));
        assert!(
            err(&output).contains("/dev/fd/3: cannot be written: it is a file that is open"),
            "{}",
            err(&output)
        );
        assert!(fs::read_to_string(&log).unwrap().starts_with("old\n"));
    }

    #[test]
    fn interrupted_in_a_stream_it_leaves_the_file_as_it_was_and_nothing_beside_it() {
        let folder = folder("interrupted");
        let file = folder.join("out.ndjson");
        fs::write(&file, "old").unwrap();
        let arguments = [
            "normalize",
            "--kind",
            "calendar",
            "--ndjson",
            "-",
            "--output",
            file.to_str().unwrap(),
        ];
        // Tests that run in the background, or under `nohup`, hand on that they ignore a signal.
        for (signal, code) in [("INT", 130), ("TERM", 143), ("HUP", 129)]
            .into_iter()
            .filter(|(_, code)| !is_ignored(code - 128))
        {
            let mut command = Command::new(env!("CARGO_BIN_EXE_calendiff"));
            let mut child = command
                .args(arguments)
                .stdin(Stdio::piped())
                .spawn()
                .unwrap();
            let mut records = child.stdin.take().unwrap();
            records
                .write_all("{\"slotDuration\":30}\n".repeat(1000).as_bytes())
                .unwrap();
            while names(&folder).len() == 1 {
                std::thread::yield_now();
            }
            let id = child.id().to_string();
            assert!(
                Command::new("kill")
                    .args(["-s", signal, &id])
                    .status()
                    .unwrap()
                    .success()
            );
            assert_eq!(child.wait().unwrap().code(), Some(code));
            assert_eq!(
                (names(&folder), fs::read_to_string(&file).unwrap()),
                (vec!["out.ndjson".to_owned()], "old".into())
            );
        }
    }

    /// Returns true if this process ignores a signal.
    fn is_ignored(signal: i32) -> bool {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let bits = status
            .lines()
            .find_map(|line| line.strip_prefix("SigIgn:"))
            .unwrap_or("0");
        u64::from_str_radix(bits.trim(), 16).unwrap() & (1 << (signal - 1)) != 0
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_signal_that_it_was_started_to_ignore_does_not_end_it() {
        let folder = folder("ignored");
        let file = folder.join("out.ndjson");
        let mut command = Command::new("sh");
        command.args([
            "-c",
            r#"trap "" HUP; exec "$0" "$@""#,
            env!("CARGO_BIN_EXE_calendiff"),
        ]);
        command.args([
            "normalize",
            "--kind",
            "calendar",
            "--ndjson",
            "-",
            "--output",
            file.to_str().unwrap(),
        ]);
        let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
        let mut records = child.stdin.take().unwrap();
        records
            .write_all("{\"slotDuration\":30}\n".repeat(1000).as_bytes())
            .unwrap();
        while names(&folder).is_empty() {
            std::thread::yield_now();
        }
        assert!(
            Command::new("kill")
                .args(["-s", "HUP", &child.id().to_string()])
                .status()
                .unwrap()
                .success()
        );
        drop(records);
        assert_eq!(child.wait().unwrap().code(), Some(0));
        assert_eq!(fs::read_to_string(&file).unwrap().lines().count(), 1000);
    }

    /// Killed while it writes, or at any moment: the file is whole, old or new. `KILLS=50` in the environment for more.
    #[test]
    #[expect(
        clippy::print_stdout,
        reason = "how many kills hit a write is worth reading"
    )]
    fn killed_at_any_moment_the_file_is_whole() {
        let kills: u32 = std::env::var("KILLS").map_or(6, |kills| kills.parse().unwrap());
        let folder = folder("killed");
        let file = folder.join("draft.json");
        let record =
            |duration: Value| json!({ "slotDuration": duration, "notes": "x".repeat(4_000_000) });
        let [old, new] =
            [json!("45"), json!(45)].map(|duration| format!("{:#}\n", record(duration)));
        let (mut cut, mut before, mut after) = (0, 0, 0);
        let begun = Instant::now();
        let [merge, ..] = ways(&file, &new);
        assert_eq!(run(&merge).status.code(), Some(0));
        let whole = begun.elapsed();
        for kill in 0..kills {
            for arguments in ways(&file, &new) {
                let temporary = || {
                    names(&folder)
                        .into_iter()
                        .find(|name| name.starts_with(".calendiff-"))
                };
                fs::write(&file, &old).unwrap();
                let mut command = Command::new(env!("CARGO_BIN_EXE_calendiff"));
                let mut child = command
                    .args(&arguments)
                    .stdout(Stdio::null())
                    .stderr(Stdio::null())
                    .spawn()
                    .unwrap();
                // Every other time in the middle of a write, as far as that can be hit; else at any moment.
                let until = Instant::now() + whole.mul_f64(f64::from(kill * 37 % 150) / 100.0);
                let waits = |ended: bool| {
                    if kill % 2 == 1 {
                        temporary().is_none() && !ended
                    } else {
                        Instant::now() < until
                    }
                };
                while waits(child.try_wait().unwrap().is_some()) {
                    std::thread::yield_now();
                }
                child.kill().unwrap();
                child.wait().unwrap();
                let text = fs::read_to_string(&file).unwrap();
                assert!(
                    text == old || text == new,
                    "{arguments:?}: {} bytes",
                    text.len()
                );
                *(if text == old { &mut before } else { &mut after }) += 1;
                if let Some(name) = temporary() {
                    cut += 1;
                    fs::remove_file(folder.join(name)).unwrap();
                }
            }
        }
        println!(
            "killed {} times, {cut} in the middle of a write: {before} old, {after} new",
            2 * kills
        );
    }
}
