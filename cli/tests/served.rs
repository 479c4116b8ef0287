//! The sandbox as `calendiff sandbox` serves it: the whole loop over HTTP, many clients at once, and a state that survives
//! being killed. `REQUESTS=10000` and `KILLS=50` in the environment for more of each.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]
#![expect(
    clippy::print_stdout,
    reason = "how many requests and kills there were is worth reading"
)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use calendiff::{Kind, RequestOptions, Severity, UpdateRequest};
use serde_json::{Value, json};

#[path = "../../examples/loop.rs"]
#[expect(dead_code, reason = "its main is for those who run it")]
mod example;
#[path = "served/hostile.rs"]
mod hostile;

/// A sandbox of its own, ended with the test.
struct Served {
    child: Child,
    base_url: String,
    file: PathBuf,
}

impl Served {
    fn start(file: PathBuf, more: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_calendiff"));
        command
            .args(["sandbox", "--port", "0", "--state"])
            .arg(&file)
            .args(more);
        command
            .env_remove("CALENDIFF_TOKEN")
            .stdin(Stdio::null())
            .stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut base_url = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut base_url)
            .unwrap();
        assert!(base_url.starts_with("http://127.0.0.1:"), "{base_url}");
        Self {
            child,
            base_url: base_url.trim().to_owned(),
            file,
        }
    }

    fn with(name: &str, state: &Value, more: &[&str]) -> Self {
        let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::write(&file, state.to_string()).unwrap();
        Self::start(file, more)
    }

    fn state(&self) -> Value {
        serde_json::from_str(&std::fs::read_to_string(&self.file).unwrap()).unwrap()
    }

    fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

fn agent() -> ureq::Agent {
    ureq::Agent::new_with_config(
        ureq::Agent::config_builder()
            .http_status_as_error(false)
            .build(),
    )
}

fn send(
    agent: &ureq::Agent,
    request: &UpdateRequest,
) -> Result<(u16, String, String), ureq::Error> {
    let mut sending = agent.put(&request.url);
    for (name, value) in &request.headers {
        sending = sending.header(*name, value);
    }
    let mut answer = sending.send(&request.body)?;
    let content_type = answer.headers()["content-type"]
        .to_str()
        .unwrap()
        .to_owned();
    Ok((
        answer.status().as_u16(),
        content_type,
        answer.body_mut().read_to_string()?,
    ))
}

fn put(base_url: &str, id: &str, body: &Value) -> UpdateRequest {
    let to = RequestOptions::new(base_url, id, "t");
    Kind::Calendar.request(body, &to).unwrap()
}

fn count(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |count| count.parse().unwrap())
}

#[test]
fn the_whole_loop_accepted_once_and_refused_once() {
    let served = Served::with("loop.json", &example::state(), &["--profile", "service"]);
    let agent = agent();
    let mut sent = Vec::new();
    let mut over_http = |request: &UpdateRequest| {
        sent.push(serde_json::from_str::<Value>(&request.body).unwrap());
        Ok(send(&agent, request)?)
    };
    let stored = example::state()["calendars"]["Kx2m"].take();
    let draft = json!({ "slotDuration": 45, "eventColor": "#FF0000" });
    let answer = example::update(&served.base_url, &stored, &draft, &mut over_http).unwrap();
    let stored_now = answer.result.unwrap().value.to_value();
    assert_eq!(
        (&stored_now["slotDuration"], &stored_now["eventColor"]),
        (&json!(45), &json!("#ff0000"))
    );
    assert_eq!(served.state()["calendars"]["Kx2m"], stored_now);

    let draft = json!({
        "slotDuration": "45", "timezone": "UTC", "alertEmail": "desk@", "teamMembers": [{ "priority": "high" }],
        "openHours": [{ "daysOfTheWeek": [1, 2], "hours": [{ "openHour": 9, "openMinute": 0, "closeHour": 30, "closeMinute": 0 }] }],
    });
    let refusal = example::update(&served.base_url, &stored, &draft, &mut over_http)
        .unwrap()
        .result
        .unwrap_err();
    let options = calendiff::ValidateOptions::from(calendiff::Profile::Service);
    let body = sent.pop().unwrap();
    let ours = Kind::Calendar.validate(&body, &options).unwrap().issues;
    let place = |issue: &calendiff::Issue| (issue.path.clone(), issue.code);
    let errors = ours
        .iter()
        .filter(|issue| issue.severity == Severity::Error);
    let mut errors: Vec<_> = errors.map(place).collect();
    let mut explained: Vec<_> = refusal.issues.iter().map(place).collect();
    errors.sort();
    explained.sort();
    assert_eq!(explained, errors);
    assert_eq!(refusal.texts.len(), 7, "{:?}", refusal.texts);
    assert_eq!(served.state()["calendars"]["Kx2m"], stored_now);
}

#[test]
fn what_is_too_large_is_refused_and_the_next_is_taken() {
    let served = Served::with("large.json", &example::state(), &[]);
    let agent = agent();
    let large = put(
        &served.base_url,
        "Kx2m",
        &json!({ "notes": "x".repeat(16 * 1024 * 1024) }),
    );
    assert_eq!(send(&agent, &large).unwrap().0, 413);
    let small = put(&served.base_url, "Kx2m", &json!({ "notes": "x" }));
    assert_eq!(send(&agent, &small).unwrap().0, 200);
}

#[test]
fn what_is_no_http_gets_an_answer_or_none_and_does_no_harm() {
    let served = Served::with("garbage.json", &example::state(), &[]);
    let address = served.base_url.strip_prefix("http://").unwrap();
    let heads = [
        "PUT",
        "\0\0\0\r\n\r\n",
        "PUT / HTTP/9.9\r\n\r\n",
        "PUT /api/calendars/Kx2m HTTP/1.1\r\nContent-Length: 99\r\n\r\n{",
    ];
    for garbage in heads {
        let mut stream = TcpStream::connect(address).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(5)))
            .unwrap();
        stream.write_all(garbage.as_bytes()).unwrap();
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        _ = stream.read_to_end(&mut Vec::new());
    }
    assert_eq!(
        send(
            &agent(),
            &put(&served.base_url, "Kx2m", &json!({ "notes": "x" }))
        )
        .unwrap()
        .0,
        200
    );
    let before = served.state();
    assert_eq!(before["calendars"]["Kx2m"]["notes"], "x");
}

/// The answer to a request that names its host as it likes, and the state after it.
fn to_host(served: &Served, host: &str, target: &str) -> String {
    let body = r#"{"notes":"x"}"#;
    let head = format!(
        "PUT {target} HTTP/1.1\r\n{host}Origin: http://evil.example\r\nAuthorization: Bearer t\r\nVersion: 2021-04-15\r\n\
         Connection: close\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(served.base_url.strip_prefix("http://").unwrap()).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(20)))
        .unwrap();
    stream.write_all(head.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// A page whose own name leads to this machine reads and writes nothing, and no page of another origin is let in.
#[test]
fn only_names_of_this_machine_are_served() {
    let served = Served::with("hosts.json", &example::state(), &[]);
    let path = "/api/calendars/Kx2m";
    let before = served.state();
    for host in [
        "evil.example",
        "evil.example:80",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "evil.example@127.0.0.1",
        "192.168.0.1",
        "0.0.0.0",
        "[::]",
        "[::2]:80",
        "[::1",
        "localhost:80x",
        "localhost:80:80",
        "128.0.0.1",
        "",
    ] {
        let answer = to_host(&served, &format!("Host: {host}\r\n"), path);
        assert!(answer.starts_with("HTTP/1.1 421 "), "{host}: {answer}");
        let body: Value = serde_json::from_str(answer.split("\r\n\r\n").nth(1).unwrap()).unwrap();
        let message = format!("\"{host}\" is not served here");
        assert_eq!(
            body,
            json!({ "statusCode": 421, "message": message, "error": "Misdirected Request" })
        );
    }
    for (host, target) in [
        ("", path),
        ("Host: localhost\r\nHost: evil.example\r\n", path),
        (
            "Host: localhost\r\n",
            "http://evil.example/api/calendars/Kx2m",
        ),
    ] {
        let answer = to_host(&served, host, target);
        assert!(
            answer.starts_with("HTTP/1.1 421 "),
            "{host}{target}: {answer}"
        );
    }
    assert_eq!(served.state(), before);
    let port = served.base_url.rsplit_once(':').unwrap().1;
    for host in [
        "localhost",
        "LOCALHOST:1",
        "127.0.0.1",
        "127.1.2.3:80",
        "[::1]",
        "[::1]:80",
        &format!("127.0.0.1:{port}"),
    ] {
        let answer = to_host(&served, &format!("Host: {host}\r\n"), path);
        assert!(answer.starts_with("HTTP/1.1 200 "), "{host}: {answer}");
        assert!(
            !answer.to_ascii_lowercase().contains("access-control-"),
            "{answer}"
        );
    }
    assert_ne!(served.state(), before);
}

#[cfg(unix)]
#[test]
fn the_state_keeps_its_link_and_its_permissions_and_no_name_beside_it_is_followed() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("served-link");
    _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let (file, link, victim) = (
        folder.join("state.json"),
        folder.join("link.json"),
        folder.join("victim"),
    );
    std::fs::write(&file, example::state().to_string()).unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).unwrap();
    std::fs::write(&victim, "mine").unwrap();
    symlink("state.json", &link).unwrap();
    symlink("victim", folder.join("state.json.new")).unwrap();
    let served = Served::start(link.clone(), &[]);
    assert_eq!(
        send(
            &agent(),
            &put(&served.base_url, "Kx2m", &json!({ "notes": "x" }))
        )
        .unwrap()
        .0,
        200
    );
    assert_eq!(served.state()["calendars"]["Kx2m"]["notes"], "x");
    assert!(
        std::fs::read_to_string(&file).unwrap().ends_with("\n}\n"),
        "its last line ends"
    );
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(
        std::fs::metadata(&file).unwrap().permissions().mode() & 0o777,
        0o600
    );
    assert_eq!(std::fs::read_to_string(&victim).unwrap(), "mine");

    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o400)).unwrap();
    let (status, _, text) = send(
        &agent(),
        &put(&served.base_url, "Kx2m", &json!({ "notes": "y" })),
    )
    .unwrap();
    assert_eq!(
        (
            status,
            served.state()["calendars"]["Kx2m"]["notes"].as_str()
        ),
        (500, Some("x")),
        "{text}"
    );
}

#[test]
fn an_edit_of_the_state_by_hand_is_not_overwritten() {
    let served = Served::with("edited.json", &example::state(), &[]);
    let update = |notes| {
        send(
            &agent(),
            &put(&served.base_url, "Kx2m", &json!({ "notes": notes })),
        )
        .unwrap()
    };
    assert_eq!(update("first").0, 200);
    let mut edited = served.state();
    edited["calendars"]["Kx2m"]["notes"] = json!("by hand");
    std::fs::write(&served.file, edited.to_string()).unwrap();
    for _ in 0..2 {
        let (status, _, text) = update("second");
        assert_eq!(status, 500, "{text}");
        assert!(
            text.contains("was changed or removed since it was read; restart the sandbox"),
            "{text}"
        );
        assert_eq!(served.state(), edited);
    }
}

#[test]
fn a_file_that_cannot_be_read_is_not_said_to_be_changed() {
    let line = json!({ "id": "Kx2m", "calendarType": "event" });
    for (name, content) in [("unread.json", example::state()), ("unread.ndjson", line)] {
        let served = Served::with(name, &content, &[]);
        std::fs::remove_file(&served.file).unwrap();
        std::fs::create_dir(&served.file).unwrap();
        let (status, _, text) = send(
            &agent(),
            &put(&served.base_url, "Kx2m", &json!({ "notes": "x" })),
        )
        .unwrap();
        std::fs::remove_dir(&served.file).unwrap();
        assert!(
            status == 500 && text.contains("the file of the state cannot be read"),
            "{name}: {status} {text}"
        );
    }
}

#[test]
fn what_is_no_state_is_refused() {
    let start = |name: &str, content: &str| {
        let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::write(&file, content).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_calendiff"));
        command
            .args(["sandbox", "--port", "0", "--state"])
            .arg(&file)
            .output()
            .unwrap()
    };
    for (name, content) in [
        ("none.json", ""),
        ("list.json", "[]"),
        ("odd.json", r#"{ "calendars": { "a": 7 } }"#),
        ("other.json", r#"{ "calendars": { "a": { "id": "b" } } }"#),
    ] {
        let output = start(name, content);
        assert_eq!(output.status.code(), Some(2), "{content}");
        assert_eq!(String::from_utf8(output.stderr).unwrap().lines().count(), 1);
    }
}

/// Eight clients, each with a calendar of its own: every answer is right, and at the end the file is what was answered.
#[test]
fn many_requests_from_eight_clients() {
    const CLIENTS: u64 = 8;
    let requests = count("REQUESTS", 400);
    let record = |client: u64| {
        (
            client.to_string(),
            json!({ "id": client.to_string(), "name": "n" }),
        )
    };
    let calendars: serde_json::Map<_, _> = (0..CLIENTS).map(record).collect();
    let served = Served::with(
        "many.json",
        &json!({ "calendars": calendars, "locations": {} }),
        &[],
    );
    let (start, accepted) = (Instant::now(), AtomicU64::new(0));
    std::thread::scope(|scope| {
        for client in 0..CLIENTS {
            let (base_url, accepted) = (&served.base_url, &accepted);
            scope.spawn(move || {
                let (agent, id) = (agent(), client.to_string());
                for round in 0..requests / CLIENTS {
                    let faulty = round % 4 == 3;
                    let duration = if faulty { json!("soon") } else { json!(round + 1) };
                    let request =
                        put(base_url, &id, &json!({ "slotDuration": duration, "name": format!("{client}-{round}") }));
                    let (status, content_type, text) = send(&agent, &request).unwrap();
                    match Kind::Calendar.response(status, Some(&content_type), &text).result {
                        Ok(stored) => {
                            accepted.fetch_add(1, Ordering::Relaxed);
                            let expected =
                                json!({ "id": id, "name": format!("{client}-{round}"), "slotDuration": round + 1 });
                            assert_eq!((faulty, status, stored.value.to_value()), (false, 200, expected));
                        }
                        Err(refusal) => {
                            assert_eq!((faulty, status), (true, 422), "{text}");
                            assert_eq!(refusal.issues[0].path.pointer(), "/slotDuration");
                        }
                    }
                }
            });
        }
    });
    let last = (0..requests / CLIENTS)
        .rev()
        .find(|round| round % 4 != 3)
        .unwrap();
    for client in 0..CLIENTS {
        assert_eq!(
            served.state()["calendars"][client.to_string()]["name"],
            format!("{client}-{last}")
        );
    }
    let sent = requests / CLIENTS * CLIENTS;
    println!(
        "{sent} requests, {} accepted, in {:?}",
        accepted.into_inner(),
        start.elapsed()
    );
}

/// Killed while it writes: the file is whole, and what was answered is in it.
#[test]
fn killed_at_any_moment_the_state_is_whole() {
    const LONGEST: Duration = Duration::from_secs(5);
    let kills = count("KILLS", 6);
    // Large enough for a write to take a while.
    let dates: Vec<Value> = (0..2000)
        .map(|at| json!({ "date": format!("2026-01-01T00:00:00.000Z {at}"), "hours": [] }))
        .collect();
    let state = json!({ "calendars": { "a": { "id": "a", "name": "n", "extra": dates } }, "locations": {} });
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("killed-served");
    _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let is_temporary = |name: &std::ffi::OsStr| name.to_string_lossy().starts_with(".calendiff-");
    let temporary = || {
        std::fs::read_dir(&folder)
            .unwrap()
            .flatten()
            .find(|entry| is_temporary(&entry.file_name()))
    };
    let mut served = Served::with("killed-served/state.json", &state, &[]);
    let (mut answered_in_all, mut cut) = (0, 0);
    for kill in 0..kills {
        let answered = AtomicU64::new(0);
        let base_url = served.base_url.clone();
        std::thread::scope(|scope| {
            let answered = &answered;
            scope.spawn(move || {
                let agent = agent();
                for round in 1_u64.. {
                    match send(
                        &agent,
                        &put(
                            &base_url,
                            "a",
                            &json!({ "slotDuration": kill * 1_000_000 + round }),
                        ),
                    ) {
                        Ok((200, ..)) => answered.store(round, Ordering::SeqCst),
                        Ok(other) => panic!("{other:?}"),
                        Err(_) => break,
                    }
                }
            });
            // Every other time in the middle of a write, as far as that can be hit; else at any moment.
            let until = Instant::now() + Duration::from_micros(20_000 + kill * 37_919 % 180_000);
            while Instant::now() < until
                || kill % 2 == 1 && temporary().is_none() && Instant::now() < until + LONGEST
            {
                std::thread::yield_now();
            }
            served.kill();
        });
        let answered = answered.into_inner();
        answered_in_all += answered;
        let state = served.state();
        let held = state["calendars"]["a"]["slotDuration"]
            .as_u64()
            .unwrap_or_default();
        let held = held.saturating_sub(kill * 1_000_000);
        assert!(
            held == answered || held == answered + 1,
            "{answered} answered, {held} held"
        );
        assert_eq!(
            state["calendars"]["a"]["extra"].as_array().unwrap().len(),
            2000
        );
        if let Some(entry) = temporary() {
            cut += 1;
            std::fs::remove_file(entry.path()).unwrap();
        }
        served = Served::start(served.file.clone(), &[]);
    }
    println!("{kills} kills, {cut} in the middle of a write, after {answered_in_all} answers");
}

#[test]
fn a_record_a_line_is_a_state_that_grows_by_a_line_for_each_update() {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("served-state.ndjson");
    let record = |number| json!({ "calendar": { "id": format!("c{number}"), "name": "x".repeat(1000), "slotDuration": 30 } });
    let records = (0..2000)
        .map(|number| record(number).to_string() + "\n")
        .collect::<Vec<_>>()
        .concat();
    std::fs::write(&file, &records).unwrap();
    let agent = agent();
    {
        let served = Served::start(file.clone(), &[]);
        for minutes in [45, 60] {
            assert_eq!(
                send(
                    &agent,
                    &put(&served.base_url, "c7", &json!({ "slotDuration": minutes }))
                )
                .unwrap()
                .0,
                200
            );
        }
        assert_eq!(
            send(
                &agent,
                &put(&served.base_url, "c7", &json!({ "slotDuration": 0 }))
            )
            .unwrap()
            .0,
            422
        );
        let grown =
            std::fs::metadata(&served.file).unwrap().len() - u64::try_from(records.len()).unwrap();
        assert!(grown < 2500, "two lines, and not 2 MB: {grown}");
    }
    // The last of several lines with one id counts.
    let served = Served::start(file.clone(), &[]);
    let read = agent
        .get(&format!("{}/api/calendars/c7", served.base_url))
        .header("authorization", "Bearer t")
        .header("version", "2021-04-15");
    let read: Value =
        serde_json::from_str(&read.call().unwrap().body_mut().read_to_string().unwrap()).unwrap();
    assert_eq!(read["calendar"]["slotDuration"], 60, "{read}");
    // An edit by another program is not lost.
    let mut other = std::fs::OpenOptions::new()
        .append(true)
        .open(&file)
        .unwrap();
    writeln!(other, "{{\"id\":\"c7\",\"slotDuration\":15}}").unwrap();
    assert_eq!(
        send(
            &agent,
            &put(&served.base_url, "c7", &json!({ "slotDuration": 45 }))
        )
        .unwrap()
        .0,
        500
    );
    let bad = std::process::Command::new(env!("CARGO_BIN_EXE_calendiff"))
        .args(["sandbox", "--port", "0", "--state"])
        .arg({
            let file = file.with_extension("bad.ndjson");
            std::fs::write(
                &file,
                "{\"id\":\"a\",\"slotDuration\":1}\n{\"slotDuration\":1}\n",
            )
            .unwrap();
            file
        })
        .output()
        .unwrap();
    assert!(
        String::from_utf8_lossy(&bad.stderr).contains(":2: the record has no id"),
        "{bad:?}"
    );
}

#[test]
fn it_fails_on_purpose_as_often_as_asked_and_alike_in_each_run() {
    let outcomes = || {
        let served = Served::with(
            "faults.json",
            &example::state(),
            &["--fail", "429=20,502=20,html=10,silence=20"],
        );
        let agent = agent();
        (0..100u32)
            .map(|_| {
                match send(
                    &agent,
                    &put(&served.base_url, "Kx2m", &json!({ "slotDuration": 45 })),
                ) {
                    Ok((status, content_type, body)) => {
                        assert_eq!(
                            content_type == "text/html",
                            body.starts_with("<html>"),
                            "{body}"
                        );
                        format!("{status} {content_type}")
                    }
                    Err(_) => "silence".to_owned(),
                }
            })
            .collect::<Vec<_>>()
    };
    let first = outcomes();
    let count = |outcome: &str| first.iter().filter(|found| *found == outcome).count();
    for (outcome, percent) in [
        ("429 application/json", 20),
        ("502 text/html", 20),
        ("200 text/html", 10),
        ("silence", 20),
        ("200 text/plain", 30),
    ] {
        assert!(
            count(outcome).abs_diff(percent) < 15,
            "{outcome}: {}",
            count(outcome)
        );
    }
    assert_eq!(outcomes(), first);
}
