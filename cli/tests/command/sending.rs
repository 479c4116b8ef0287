//! Many updates on their way: the script that sends them, what was changed since, and what the answers mean.

use serde_json::{Value, json};

use super::many::{lines, parsed};
use super::{calendiff, err, fed, file, out};

/// Runs with a token, which `request` needs for a single record.
fn ran(arguments: &[&str]) -> std::process::Output {
    calendiff(arguments)
        .env("CALENDIFF_TOKEN", "t")
        .output()
        .unwrap()
}

#[test]
fn a_script_has_a_call_for_each_request_and_errors_are_comments() {
    let text = "{\"id\":\"a\",\"body\":{\"slotDuration\":1}}\n{\"body\":`id`}\n{\"slotDuration\":1}\n{\"body\":{\"slotDuration\":2},\"stored\":{\"calendar\":{\"id\":\"it's\"}}}\n{\"id\":\"page\",\"method\":\"PUT\",\"url\":\"https://y.example/\",\"body\":{\"slotDuration\":3}}\n";
    let path = file("requests.ndjson", text);
    let output = ran(&[
        "request",
        "--ndjson",
        "--base-url",
        "https://x.example",
        "--rate",
        "2.5",
        &path,
    ]);
    assert_eq!(output.status.code(), Some(2));
    let printed = out(&output);
    assert!(
        printed.starts_with("#!/bin/sh\n") && printed.ends_with("\n\nfinish\n"),
        "{printed}"
    );
    assert!(printed.contains("RATE=${RATE:-2.5}"), "{printed}");
    let (_, calls) = printed.split_once("exec 3>> \"$1\"\nfi\n\n").unwrap();
    let calls: Vec<&str> = calls.lines().collect();
    assert_eq!(
        calls[0],
        "send '\"a\"' 'https://x.example/api/calendars/a' '2021-04-15' '{\"slotDuration\":1}'"
    );
    assert!(
        calls[1].starts_with("# {\"line\":2,") && calls[2].contains("id_missing"),
        "{calls:?}"
    );
    assert!(
        calls[3].starts_with("send '\"it'\\''s\"' 'https://x.example/api/calendars/it%27s'"),
        "{calls:?}"
    );
    // A line that the page has saved: its address counts for nothing.
    assert!(
        calls[4].starts_with("send '\"page\"' 'https://x.example/api/calendars/page'"),
        "{calls:?}"
    );
    // Without a token in the environment, since the script reads it.
    let output = calendiff(&[
        "request",
        "--ndjson",
        "--base-url",
        "https://x.example",
        &path,
    ])
    .output()
    .unwrap();
    assert!(out(&output).contains("send '\"a\"'"), "{}", err(&output));
}

#[test]
fn records_are_read_by_a_script_too() {
    let path = file(
        "to-read.ndjson",
        "{\"id\":\"a\",\"slotDuration\":1}\n{\"slotDuration\":1}\n",
    );
    let output = ran(&[
        "request",
        "--read",
        "--ndjson",
        "--base-url",
        "https://x.example",
        &path,
    ]);
    assert_eq!(output.status.code(), Some(2), "one has no id");
    let calls = out(&output);
    assert!(
        calls.contains(
            "\nget '\"a\"' 'https://x.example/api/calendars/a' '2021-04-15'\n# {\"line\":2,"
        ),
        "{calls}"
    );
    let ids = file("to-read-ids.ndjson", "\"a\"\n\"b\"\n");
    let arguments = [
        "request",
        "--read",
        "--ndjson",
        "--base-url",
        "https://x.example",
        &ids,
    ];
    let calls = out(&ran(&[&arguments[..], &["--kind", "calendar"]].concat()));
    assert!(
        calls.contains("\nget '\"b\"' 'https://x.example/api/calendars/b'"),
        "{calls}"
    );
    let unknown = ran(&arguments);
    assert!(err(&unknown).contains("--kind"), "{}", err(&unknown));
    let one = file("to-read.json", r#"{"id":"a","slotDuration":1}"#);
    let call = out(&ran(&[
        "request",
        "--read",
        "--base-url",
        "https://x.example",
        &one,
    ]));
    assert!(
        call.starts_with("curl -X GET 'https://x.example/api/calendars/a'")
            && !call.contains("--data"),
        "{call}"
    );
}

#[test]
fn an_address_that_is_none_is_refused_before_the_first_record() {
    let bodies = "{\"id\":\"a\",\"body\":{\"slotDuration\":1}}\n".repeat(3);
    for read in [&[][..], &["--read"]] {
        let path = file("no-address.ndjson", &bodies);
        let arguments = [
            "request",
            "--ndjson",
            "--kind",
            "calendar",
            "--base-url",
            "x.example",
            &path,
        ];
        let output = ran(&[&arguments[..], read].concat());
        assert_eq!((output.status.code(), &*out(&output)), (Some(2), ""));
        assert_eq!(err(&output).lines().count(), 1, "{}", err(&output));
    }
}

/// Two records have one id, and nobody knows which one counts.
#[test]
fn of_one_id_there_is_one_body_and_one_request() {
    let twice = "{\"id\":\"a\",\"name\":\"Rome\",\"slotDuration\":30}\n{\"id\":\"a\",\"name\":\"Paris\",\"slotDuration\":45}\n";
    let stored = file("one-id.ndjson", twice);
    let edit = |more: &[&str]| {
        let arguments = [
            &[
                "edit",
                "--ndjson",
                &stored,
                "--set",
                "eventColor = #00897b",
                "--format",
                "body",
            ][..],
            more,
        ];
        ran(&arguments.concat())
    };
    let bodies = edit(&[]);
    assert_eq!(bodies.status.code(), Some(2));
    assert_eq!(out(&bodies).lines().count(), 1, "{}", out(&bodies));
    assert!(err(&bodies).contains("id_twice"), "{}", err(&bodies));
    let output = file("one-id-bodies.ndjson", "");
    let planned = edit(&["--plan", "--output", &output]);
    assert_eq!(planned.status.code(), Some(2));
    assert!(out(&planned).contains("id_twice"), "{}", out(&planned));

    let line = "{\"id\":\"a\",\"body\":{\"slotDuration\":1}}\n";
    let bodies = file("one-id-sent.ndjson", line.repeat(2));
    let script = ran(&[
        "request",
        "--ndjson",
        "--base-url",
        "https://x.example",
        "--kind",
        "calendar",
        &bodies,
    ]);
    assert_eq!(script.status.code(), Some(2));
    assert_eq!(out(&script).matches("\nsend '").count(), 1);
    assert!(out(&script).contains("# {\"line\":2,\"id\":\"a\",\"error\""));
}

#[test]
fn a_stored_record_is_no_body() {
    let stored = file("no-body.ndjson", "{\"id\":\"a\",\"slotDuration\":30}\n");
    let script = ran(&[
        "request",
        "--ndjson",
        "--base-url",
        "https://x.example",
        &stored,
    ]);
    assert_eq!(script.status.code(), Some(2));
    assert!(!out(&script).contains("\nsend '") && err(&script).contains("cannot_send"));
    let script = ran(&[
        "request",
        "--base-url",
        "https://x.example",
        "--id",
        "a",
        &stored,
    ]);
    assert!(script.status.code() == Some(2) && err(&script).contains("stored record"));
}

#[test]
fn a_body_that_was_not_sent_is_no_answer() {
    let bodies = "{\"line\":1,\"id\":\"a\",\"kind\":\"calendar\",\"body\":{\"name\":\"A\",\"slotDuration\":30}}\n";
    let explain = [
        "explain",
        "--kind",
        "calendar",
        "--ndjson",
        "--summary",
        "-",
    ];
    let explained = fed(&explain, bodies.as_bytes());
    assert_eq!(explained.status.code(), Some(2));
    assert!(!out(&explained).contains("accepted"));
    assert!(err(&explained).contains("document_missing"));
}

/// IDs that the service has filled in since, and a date that it no longer shows as deleted, are no conflict.
#[test]
fn ids_that_the_service_gave_and_deleted_dates_stop_no_update() {
    let date = |more: &str| format!("{{\"date\":\"2026-12-24T00:00:00.000Z\",\"hours\":[]{more}}}");
    let record =
        |dates: &str| format!("{{\"id\":\"a\",\"slotDuration\":30,\"availabilities\":{dates}}}\n");
    let body = |dates: &str| format!("{{\"id\":\"a\",\"body\":{{\"availabilities\":{dates}}}}}\n");
    for (case, [stored, body, now]) in [
        (
            "id",
            [
                record("[]"),
                body(&format!("[{}]", date(""))),
                record(&format!("[{}]", date(",\"_id\":\"svc0\""))),
            ],
        ),
        (
            "empty",
            [
                record("{}"),
                body(&format!("[{}]", date(""))),
                record(&format!("[{}]", date("").replace("24T", "25T"))),
            ],
        ),
        (
            "deleted",
            [
                record(&format!("[{}]", date(",\"_id\":\"x\",\"deleted\":true"))),
                body(&format!("[{}]", date(",\"id\":\"x\""))),
                record("[]").replace("30", "45"),
            ],
        ),
    ] {
        let [stored, body, now] = [("stored", stored), ("body", body), ("now", now)]
            .map(|(name, text)| file(&format!("filled-{case}-{name}.ndjson"), text));
        let arguments = [
            "request",
            "--ndjson",
            "--base-url",
            "https://x.example",
            &body,
            &stored,
            "--since",
            &now,
        ];
        let script = ran(&arguments);
        assert_eq!(script.status.code(), Some(0), "{case}: {}", err(&script));
        assert!(out(&script).contains("\nsend '\"a\"'"), "{case}");
    }
}

/// The answers hold the bodies that were accepted; the last one for each id counts.
#[test]
fn verify_takes_the_answers_of_the_script() {
    let stored = file(
        "answered-stored.ndjson",
        "{\"id\":\"a\",\"slotDuration\":30}\n{\"id\":\"b\",\"slotDuration\":30}\n",
    );
    let after = file(
        "answered-after.ndjson",
        "{\"id\":\"a\",\"slotDuration\":45}\n{\"id\":\"b\",\"slotDuration\":30}\n",
    );
    let answer = |id, minutes, status| json!({ "id": id, "draft": { "slotDuration": minutes }, "response": "{}", "status": status });
    let answers = file(
        "answered.ndjson",
        lines([
            answer("a", 60, 200),
            answer("b", 0, 422),
            answer("a", 45, 200),
        ]),
    );
    let verified = ran(&[
        "verify",
        "--ndjson",
        "--kind",
        "calendar",
        &stored,
        &answers,
        &after,
        "--summary",
    ]);
    assert_eq!(verified.status.code(), Some(0), "{}", err(&verified));
    let printed = out(&verified);
    assert!(
        printed.contains("applied               1\nnot applied           0"),
        "{printed}"
    );
}

#[cfg(unix)]
mod on_unix {
    use std::os::unix::fs::PermissionsExt;
    use std::process::{Command, Output};

    use super::*;

    /// A program in place of curl. It answers by the id at the end of the address, some of them otherwise at first.
    const CURL: &str = r#"#!/bin/sh
echo "$*" >> "$0.log"
while [ $# -gt 1 ]; do
  case $1 in
    -o) answer=$2 ;;
    -D) headers=$2 ;;
    --data-binary) body=$(cat "${2#@}") ;;
  esac
  shift
done
id=${1##*/}
echo >> "$0.tries.$id"
try=$(wc -l < "$0.tries.$id")
status=200 text='{ "calendar":
  '$body'}'
case $id in
  refused) status=422 text='{ "statusCode": 422,
  "message": ["slotDuration must be a positive number"] }' ;;
  busy) if [ "$try" -lt 3 ]; then status=429 text='' ; printf 'HTTP/1.1 429\r\nretry-after: 0\r\n' > "$headers"; fi ;;
  gateway) if [ "$try" -lt 2 ]; then status=502 text='<html lang="en">
	\\<h1>Bad Gateway</h1>'; fi ;;
  down) status=503 text='<html lang="en">
	\\<h1>Down '$(printf '\377')'</h1>' ;;
  silent) status=000 text='' ;;
  page) if [ "$try" -lt 2 ]; then text='<html>Please sign in</html>'; fi ;;
  token) status=401 text='{}' ;;
  slow) sleep 1 ;;
esac
printf '%s' "$text" > "$answer"
printf '%s' "$status"
"#;

    /// A folder with a program in place of curl.
    fn with_curl(name: &str) -> String {
        let folder = file(name, "") + ".d";
        _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let curl = format!("{folder}/curl");
        std::fs::write(&curl, CURL).unwrap();
        std::fs::set_permissions(&curl, std::fs::Permissions::from_mode(0o755)).unwrap();
        folder
    }

    fn run(script: &str, folder: &str, arguments: &[&str], settings: &[(&str, &str)]) -> Output {
        let path = format!("{folder}:{}", std::env::var("PATH").unwrap());
        let mut command = Command::new("sh");
        command
            .arg(script)
            .args(arguments)
            .env("PATH", path)
            .env("CALENDIFF_TOKEN", "secret-token");
        command.env("RATE", "1000").env("TRIES", "3");
        command.envs(settings.iter().copied()).output().unwrap()
    }

    fn script(name: &str, ids: &[&str]) -> String {
        let bodies = ids
            .iter()
            .map(|id| json!({ "id": id, "kind": "calendar", "body": { "slotDuration": 1 } }));
        let bodies = file(&format!("{name}.ndjson"), lines(bodies));
        file(
            &format!("{name}.sh"),
            out(&ran(&[
                "request",
                "--ndjson",
                "--base-url",
                "https://x.example",
                &bodies,
            ])),
        )
    }

    fn statuses(answers: &str) -> Vec<(String, u64)> {
        let pair = |line: Value| {
            (
                line["id"].as_str().unwrap().to_owned(),
                line["status"].as_u64().unwrap(),
            )
        };
        answers.lines().map(|line| pair(parsed(line))).collect()
    }

    #[test]
    fn another_body_for_an_id_is_another_update_and_what_is_no_file_of_answers_is_left_as_it_is() {
        let folder = with_curl("curl-again");
        let script = script("again", &["a", "b"]);
        let answers = format!("{folder}/answers.ndjson");
        let first = run(&script, &folder, &[&answers], &[]);
        assert!(first.status.success(), "{}", err(&first));
        let again = run(&script, &folder, &[&answers], &[]);
        assert!(again.status.success() && err(&again).contains("were not sent: 2"));
        assert_eq!(
            std::fs::read_to_string(&answers).unwrap().lines().count(),
            2
        );

        let text = std::fs::read_to_string(&script).unwrap();
        let other = file(
            "again-other.sh",
            text.replacen("\"slotDuration\":1", "\"slotDuration\":2", 1),
        );
        let third = run(&other, &folder, &[&answers], &[]);
        assert!(third.status.success() && err(&third).contains("were not sent: 1"));
        let held = std::fs::read_to_string(&answers).unwrap();
        assert_eq!(held.lines().count(), 3, "{held}");
        assert!(held.contains("\"draft\":{\"slotDuration\":2}"), "{held}");

        // Only the last line was cut off, and is sent again.
        std::fs::write(&answers, held.trim_end().get(..held.len() - 20).unwrap()).unwrap();
        let cut = run(&other, &folder, &[&answers], &[]);
        assert!(cut.status.success(), "{}", err(&cut));
        assert_eq!(
            std::fs::read_to_string(&answers).unwrap().lines().count(),
            3
        );

        for text in [
            "[\n{\"id\":\"a\"}\n]\n",
            "{\"id\":\"a\",\"body\":{\"slotDuration\":1}}\n",
            "notes\n",
        ] {
            let not_answers = file("not-answers.ndjson", text);
            let refused = run(&script, &folder, &[&not_answers], &[]);
            assert_eq!(refused.status.code(), Some(2), "{}", err(&refused));
            assert_eq!(std::fs::read_to_string(&not_answers).unwrap(), text);
        }
    }

    #[test]
    fn what_is_sent_arrives_as_it_is_and_whatever_comes_back_is_a_line() {
        let folder = with_curl("curl-quotes");
        let sent = json!({ "name": "O'Brien \"100% $HOME\" `id` \\n é", "slotDuration": 1 });
        let long = json!({ "notes": "long ".repeat(100_000) });
        let bodies = file(
            "quotes.ndjson",
            lines([
                json!({ "id": "it's", "body": sent }),
                json!({ "id": "long", "body": long }),
                json!({ "id": "down", "body": sent }),
            ]),
        );
        let arguments = [
            "request",
            "--ndjson",
            "--kind",
            "calendar",
            "--base-url",
            "https://x.example",
            &bodies,
        ];
        let script = file("quotes.sh", out(&ran(&arguments)));
        let answers = run(&script, &folder, &[], &[("TRIES", "1")]);
        let answers = out(&answers);
        let answers: Vec<Value> = answers.lines().map(parsed).collect();
        assert_eq!(answers.len(), 3);
        for (answer, body) in answers.iter().zip([&sent, &long]) {
            assert_eq!((&answer["draft"], &answer["status"]), (body, &json!(200)));
            let response: Value =
                serde_json::from_str(answer["response"].as_str().unwrap()).unwrap();
            assert_eq!(response["calendar"], *body);
        }
        let down = json!({ "id": "down", "draft": sent, "response": "<html lang=\"en\">\\\\<h1>Down </h1>", "status": 503 });
        assert_eq!(answers[2], down);
        // Other users see the arguments of programs.
        let seen = std::fs::read_to_string(format!("{folder}/curl.log")).unwrap();
        assert!(
            !seen.contains("secret-token") && seen.contains("-X PUT"),
            "{}",
            &seen[..500]
        );
    }

    #[test]
    fn a_run_waits_for_a_busy_service_and_goes_on_where_it_ended() {
        let folder = with_curl("curl-busy");
        let ids = [
            "a", "busy", "gateway", "silent", "page", "refused", "b", "c",
        ];
        let script = script("busy", &ids);
        for parallel in ["1", "4"] {
            let answers = file("busy-answers.ndjson", "");
            for id in ids {
                _ = std::fs::remove_file(format!("{folder}/curl.tries.{id}"));
            }
            let settings = [("PARALLEL", parallel), ("TRIES", "3")];
            let output = run(&script, &folder, &[&answers], &settings);
            assert_eq!(
                (output.status.code(), &*out(&output)),
                (Some(1), ""),
                "{}",
                err(&output)
            );
            let expected = [
                ("a", 200),
                ("busy", 200),
                ("gateway", 200),
                ("silent", 0),
                ("page", 200),
                ("refused", 422),
                ("b", 200),
                ("c", 200),
            ];
            let expected = expected
                .map(|(id, status)| (id.to_owned(), status))
                .to_vec();
            assert_eq!(
                statuses(&std::fs::read_to_string(&answers).unwrap()),
                expected,
                "{parallel} at a time"
            );

            // The end of the last line is lost.
            let written = std::fs::read_to_string(&answers).unwrap();
            std::fs::write(&answers, &written[..written.len() - 20]).unwrap();
            _ = std::fs::remove_file(format!("{folder}/curl.log"));
            let output = run(&script, &folder, &[&answers], &[("TRIES", "1")]);
            assert_eq!(output.status.code(), Some(1), "one was refused before");
            let asked = std::fs::read_to_string(format!("{folder}/curl.log")).unwrap();
            let asked: Vec<&str> = asked
                .lines()
                .map(|line| line.rsplit('/').next().unwrap())
                .collect();
            assert_eq!(asked, ["silent", "c"], "only what has no answer");
            assert_eq!(
                statuses(&std::fs::read_to_string(&answers).unwrap()).len(),
                ids.len(),
                "a line for each"
            );
        }
    }

    #[test]
    fn a_refused_token_stops_the_run() {
        let folder = with_curl("curl-token");
        let script = script("token", &["a", "token", "b", "c"]);
        let output = run(&script, &folder, &[], &[]);
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(
            statuses(&out(&output)),
            [("a".to_owned(), 200), ("token".to_owned(), 401)]
        );
        assert!(
            err(&output).contains("401, the token is refused"),
            "{}",
            err(&output)
        );
        let none = Command::new("sh")
            .arg(&script)
            .env_remove("CALENDIFF_TOKEN")
            .output()
            .unwrap();
        assert!(
            !none.status.success() && err(&none).contains("CALENDIFF_TOKEN"),
            "{}",
            err(&none)
        );
    }

    #[test]
    fn a_run_that_is_interrupted_notes_what_is_under_way() {
        let folder = with_curl("curl-interrupted");
        let script = script("interrupted", &["slow", "a", "b", "c"]);
        let answers = file("interrupted-answers.ndjson", "");
        let mut command = Command::new("sh");
        let child = command
            .args([&script, &answers])
            .env(
                "PATH",
                format!("{folder}:{}", std::env::var("PATH").unwrap()),
            )
            .envs([
                ("CALENDIFF_TOKEN", "t"),
                ("RATE", "1000"),
                ("PARALLEL", "2"),
            ])
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let log = format!("{folder}/curl.log");
        while !std::fs::read_to_string(&log).is_ok_and(|log| log.lines().count() == 2) {
            std::thread::yield_now();
        }
        let id = child.id().to_string();
        assert!(
            Command::new("kill")
                .args(["-s", "TERM", &id])
                .status()
                .unwrap()
                .success()
        );
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130));
        assert_eq!(
            err(&output),
            "ending, once what is under way has its answer\n"
        );
        let noted = [("slow".to_owned(), 200), ("a".to_owned(), 200)];
        assert_eq!(statuses(&std::fs::read_to_string(&answers).unwrap()), noted);

        _ = std::fs::remove_file(&log);
        assert!(run(&script, &folder, &[&answers], &[]).status.success());
        assert_eq!(std::fs::read_to_string(&log).unwrap().lines().count(), 2);
    }

    #[test]
    fn what_was_read_is_a_record_a_line() {
        let folder = with_curl("curl-read");
        let records = file(
            "read-ids.ndjson",
            lines([
                json!({ "id": "a" }),
                json!({ "id": "down" }),
                json!({ "id": "b" }),
            ]),
        );
        let arguments = [
            "request",
            "--read",
            "--ndjson",
            "--kind",
            "calendar",
            "--base-url",
            "https://x.example",
            &records,
        ];
        let script = file("read.sh", out(&ran(&arguments)));
        let output = run(&script, &folder, &[], &[("TRIES", "1")]);
        assert_eq!(
            (output.status.code(), out(&output).lines().count()),
            (Some(1), 2),
            "{}",
            err(&output)
        );
        assert!(
            err(&output).contains("\"down\": 503, it was not read"),
            "{}",
            err(&output)
        );
    }

    #[test]
    fn a_variable_that_is_not_a_positive_number_is_refused() {
        let folder = with_curl("curl-variables");
        let script = script("variables", &["a"]);
        for (name, value, is_number) in [
            ("RATE", "0,5", false),
            ("RATE", "0", false),
            ("RATE", "0.0", false),
            ("RATE", "x", false),
            ("RATE", "-1", false),
            ("RATE", "1.2.3", false),
            ("RATE", ".", false),
            ("RATE", "1000.5", true),
            ("RATE", "10", true),
            ("TIMEOUT", "0", false),
            ("TIMEOUT", "2s", false),
            ("TIMEOUT", "2.5", true),
            ("PARALLEL", "0", false),
            ("PARALLEL", "1.5", false),
            ("PARALLEL", "2", true),
            ("TRIES", "two", false),
            ("TRIES", "3", true),
        ] {
            let output = run(&script, &folder, &[], &[(name, value)]);
            let (status, message) = (output.status.code(), err(&output));
            if is_number {
                assert_eq!(status, Some(0), "{name}={value}: {message}");
            } else {
                assert_eq!(status, Some(2), "{name}={value}: {message}");
                assert!(
                    message.starts_with(&format!("{name}: expected a positive ")),
                    "{message}"
                );
                assert_eq!(out(&output), "", "{name}={value}");
            }
        }
    }

    #[test]
    fn an_explanation_tells_whose_it_is_and_whether_to_send_again() {
        let folder = with_curl("curl-explain");
        let script = script("explain", &["a", "refused", "silent", "down"]);
        let answers = out(&run(&script, &folder, &[], &[("TRIES", "1")]));
        let explain = ["explain", "--kind", "calendar", "--ndjson", "-"];
        let output = fed(
            &[&explain[..], &["--format", "json"]].concat(),
            answers.as_bytes(),
        );
        let explained: Vec<Value> = out(&output).lines().map(parsed).collect();
        let told = explained
            .iter()
            .map(|answer| ["id", "status", "retry"].map(|name| answer[name].clone()));
        let expected = [
            [json!("a"), json!(200), json!(false)],
            [json!("refused"), json!(422), json!(false)],
            [json!("silent"), json!(0), json!(true)],
            [json!("down"), json!(503), json!(true)],
        ];
        assert_eq!(told.collect::<Vec<_>>(), expected);
        assert_eq!(
            explained[1]["refusal"]["issues"][0]["pointer"],
            "/slotDuration"
        );
        for line in [2, 3] {
            assert_eq!(
                (&explained[line]["line"], &explained[line]["error"]["code"]),
                (&json!(line + 1), &json!("no_answer"))
            );
        }
        let text = out(&fed(&explain, answers.as_bytes()));
        assert!(
            text.starts_with("standard input:1\n{\"slotDuration\":1}")
                && text.contains("standard input:2\n"),
            "{text}"
        );
    }
}

/// A calendar that somebody else changed after it was exported, or not.
fn calendar(id: &str, name: &str, minutes: u8) -> Value {
    json!({ "id": id, "name": name, "slotDuration": minutes, "slotDurationUnit": "mins", "notes": "old" })
}

#[test]
fn a_body_keeps_what_was_changed_since_the_export() {
    let stored = file(
        "since-stored.ndjson",
        lines(["a", "b", "c"].map(|id| calendar(id, "Ada", 30))),
    );
    let arguments = [
        "edit",
        "--ndjson",
        &stored,
        "--set",
        "slotDuration = 45",
        "--format",
        "body",
    ];
    let bodies = file(
        "since-bodies.ndjson",
        out(&calendiff(&arguments).output().unwrap()),
    );
    // One was left alone, one was renamed, and one has another duration.
    let now = [
        calendar("c", "Ada", 60),
        calendar("a", "Ada", 30),
        calendar("b", "Ben", 30),
    ];
    let since = file("since-now.ndjson", lines(now));
    let request = [
        "request",
        "--ndjson",
        &bodies,
        &stored,
        "--base-url",
        "https://x.example",
        "--format",
        "json",
    ];
    let output = ran(&[&request[..], &["--since", &since]].concat());
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    assert!(
        err(&output).contains(&format!(
            "{since}:1: slot duration: ours 45 mins, theirs 60 mins"
        )),
        "{}",
        err(&output)
    );
    let sent: Vec<Value> = out(&output).lines().map(parsed).collect();
    let body = |answer: &Value| parsed(answer["init"]["body"].as_str().unwrap());
    assert_eq!(sent[0]["error"]["code"], "conflict");
    assert_eq!(
        (
            &sent[1]["id"],
            &body(&sent[1])["name"],
            &body(&sent[1])["slotDuration"]
        ),
        (&json!("a"), &json!("Ada"), &json!(45))
    );
    assert_eq!(
        (
            &sent[2]["id"],
            &body(&sent[2])["name"],
            &body(&sent[2])["slotDuration"]
        ),
        (&json!("b"), &json!("Ben"), &json!(45))
    );
    let without: Vec<Value> = out(&ran(&request)).lines().map(parsed).collect();
    assert_eq!(
        body(&without[1])["name"],
        "Ada",
        "the name of the export would go back"
    );
}

#[test]
fn what_went_back_is_told_by_verify() {
    let stored = file("back-stored.ndjson", lines([calendar("a", "Ada", 30)]));
    let bodies = json!({ "id": "a", "body": { "name": "Ada", "slotDuration": 45, "slotDurationUnit": "mins", "notes": "old" } });
    let bodies = file("back-bodies.ndjson", lines([bodies]));
    let since = file("back-since.ndjson", lines([calendar("a", "Ben", 30)]));
    let after = file("back-after.ndjson", lines([calendar("a", "Ada", 45)]));
    let verify = [
        "verify", "--ndjson", &stored, &bodies, &after, "--format", "json",
    ];
    let output = calendiff(&verify).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "without it, all looks well");
    let output = calendiff(&[&verify[..], &["--since", &since]].concat())
        .output()
        .unwrap();
    let answer = parsed(&out(&output));
    assert_eq!(
        (output.status.code(), &answer["ok"]),
        (Some(1), &json!(false))
    );
    assert_eq!(answer["wentBack"][0]["words"], "name “Ben”, was “Ada”");
    let kept = file("back-kept.ndjson", lines([calendar("a", "Ben", 45)]));
    let output = calendiff(&[
        "verify",
        "--ndjson",
        &stored,
        &bodies,
        &kept,
        "--since",
        &since,
        "--summary",
    ])
    .output()
    .unwrap();
    assert!(
        out(&output).contains("went back             0\n"),
        "{}",
        out(&output)
    );
    let [stored, since, after] = [
        calendar("a", "Ada", 30),
        calendar("a", "Ben", 30),
        calendar("a", "Ada", 45),
    ];
    let one = |name: &str, value: Value| file(&format!("back-{name}.json"), value.to_string());
    let sent = one("sent", json!({ "slotDuration": 45 }));
    let [stored, since, after] = [
        one("stored", stored),
        one("since", since),
        one("after", after),
    ];
    let output = calendiff(&["verify", &stored, &sent, &after, "--since", &since])
        .output()
        .unwrap();
    assert!(
        out(&output).contains("Went back to what it was: changes of others (1)"),
        "{}",
        out(&output)
    );
}
