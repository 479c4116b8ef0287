//! What anyone on this machine can send with `nc`: no HTTP, half of it, too much of it, too slowly, too often. Whatever
//! comes, the state is what was answered, and the next client is served.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{Served, agent, example, put, send};

const PATH: &str = "/api/calendars/Kx2m";
const HOST: &str = "Host: localhost\r\n";
const LET_IN: &str = "Authorization: Bearer t\r\nVersion: 2021-04-15\r\n";

fn connect(served: &Served) -> TcpStream {
    let stream = TcpStream::connect(served.base_url.strip_prefix("http://").unwrap()).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(20)))
        .unwrap();
    stream
        .set_write_timeout(Some(Duration::from_secs(20)))
        .unwrap();
    stream
}

/// A whole request that makes `text` the notes.
fn request(text: &str) -> String {
    let body = json!({ "notes": text }).to_string();
    format!(
        "PUT {PATH} HTTP/1.1\r\n{HOST}{LET_IN}Content-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

/// All that is answered to what is said, as far as it is heard.
fn answer(served: &Served, said: &[u8]) -> String {
    let mut stream = connect(served);
    // The other end may hang up before it has heard all.
    _ = stream
        .write_all(said)
        .and_then(|()| stream.shutdown(Shutdown::Write));
    let mut heard = Vec::new();
    if let Err(error) = stream.read_to_end(&mut heard) {
        assert!(
            matches!(
                error.kind(),
                ErrorKind::ConnectionReset | ErrorKind::BrokenPipe
            ),
            "left waiting: {error}"
        );
    }
    String::from_utf8_lossy(&heard).into_owned()
}

/// The statuses of answers that follow each other.
fn statuses(answers: &str) -> Vec<&str> {
    answers
        .split("HTTP/1.")
        .skip(1)
        .filter_map(|answer| answer.get(2..5))
        .collect()
}

#[track_caller]
fn assert_serves(served: &Served, notes: &str) {
    let (status, _, text) = send(
        &agent(),
        &put(&served.base_url, "Kx2m", &json!({ "notes": notes })),
    )
    .unwrap();
    assert_eq!((status, notes_of(served)), (200, json!(notes)), "{text}");
}

fn notes_of(served: &Served) -> Value {
    served.state()["calendars"]["Kx2m"]["notes"].clone()
}

/// What is said, and the statuses that may be answered; none where the connection just ends.
#[test]
fn what_is_no_request_changes_nothing() {
    let served = Served::with("no-request.json", &example::state(), &[]);
    assert_serves(&served, "before");
    let begin = format!("PUT {PATH} HTTP/1.1\r\n{HOST}{LET_IN}");
    let body = r#"{"notes":"x"}"#;
    let many = "X: 1\r\n".repeat(10_000);
    let long = "a".repeat(1 << 20);
    let said: &[(String, &[&str])] = &[
        (String::new(), &[]),
        ("\r\n\r\n\r\n".to_owned(), &[]),
        ("PUT".to_owned(), &[]),
        (begin.clone(), &[]),
        (format!("{begin}Content-Length: 13\r\n\r\n"), &["400"]),
        (format!("{begin}Content-Length: 14\r\n\r\n{body}"), &["400"]),
        (
            format!("{begin}Content-Length: 99999999999999\r\n\r\n{body}"),
            &["400"],
        ),
        (
            format!("{begin}Content-Length: 99999999999999999999999\r\n\r\n{body}"),
            &["400"],
        ),
        (format!("{begin}Content-Length: -1\r\n\r\n{body}"), &["400"]),
        (
            format!("{begin}Content-Length: +13\r\n\r\n{body}"),
            &["400"],
        ),
        (
            format!("{begin}Content-Length: 0xd\r\n\r\n{body}"),
            &["400"],
        ),
        (
            format!("{begin}Content-Length: 13\r\nContent-Length: 2\r\n\r\n{body}"),
            &["400"],
        ),
        (
            format!("{begin}Content-Length: 13, 2\r\n\r\n{body}"),
            &["400"],
        ),
        (
            format!("{begin}Transfer-Encoding: chunked\r\n\r\nd\r\n{body}\r\n"),
            &["400"],
        ),
        (
            format!("{begin}Transfer-Encoding: chunked\r\n\r\nd\r\n{body}XX0\r\n\r\n"),
            &["400"],
        ),
        (
            format!("{begin}Transfer-Encoding: chunked\r\n\r\nzz\r\n{body}\r\n0\r\n\r\n"),
            &["400"],
        ),
        (
            format!("{begin}Transfer-Encoding: chunked\r\n\r\n-d\r\n{body}\r\n0\r\n\r\n"),
            &["400"],
        ),
        (
            format!(
                "{begin}Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n{body}\r\n0\r\n\r\n"
            ),
            &["400"],
        ),
        (
            format!("{begin}Transfer-Encoding: chunked\r\n\r\nd;{long}\r\n{body}\r\n0\r\n\r\n"),
            &["400"],
        ),
        (
            format!("{begin}Transfer-Encoding: gzip\r\n\r\n{body}"),
            &["400"],
        ),
        (
            format!("{begin}X-Null: \0\r\nContent-Length: 13\r\n\r\n{body}"),
            &["400"],
        ),
        (
            format!("{begin}X Space: 1\r\nContent-Length: 13\r\n\r\n{body}"),
            &["400"],
        ),
        (
            format!("{begin} folded: 1\r\nContent-Length: 13\r\n\r\n{body}"),
            &["400"],
        ),
        (
            format!("{begin}X-Long: {long}\r\nContent-Length: 13\r\n\r\n{body}"),
            &["431"],
        ),
        (
            format!("{begin}{many}Content-Length: 13\r\n\r\n{body}"),
            &["431"],
        ),
        (
            format!("PUT /{long} HTTP/1.1\r\n{HOST}\r\n"),
            &["414", "431"],
        ),
        (
            format!("{long} {PATH} HTTP/1.1\r\n{HOST}\r\n"),
            &["400", "431"],
        ),
        (format!("PUT {PATH} HTTP/9.9\r\n{HOST}\r\n"), &["400"]),
        (format!("PUT {PATH}\r\n"), &["400"]),
        (format!("PUT /a b HTTP/1.1\r\n{HOST}\r\n"), &["400"]),
        (
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0".to_owned(),
            &[],
        ),
        (
            "\x16\x03\x01\x02\0\x01\0\x01\u{fc}\x03\x03".to_owned(),
            &["400"],
        ),
        (
            format!("PUT {PATH} HTTP/1.0\r\n{LET_IN}Content-Length: 13\r\n\r\n{body}"),
            &["421"],
        ),
        (
            format!("CONNECT localhost:80 HTTP/1.1\r\n{HOST}\r\n"),
            &["404"],
        ),
        (format!("OPTIONS * HTTP/1.1\r\n{HOST}\r\n"), &["404"]),
        (
            format!("TRACE {PATH} HTTP/1.1\r\n{HOST}{LET_IN}\r\n"),
            &["404"],
        ),
    ];
    for (said, expected) in said {
        let heard = answer(&served, said.as_bytes());
        let shown: String = said.chars().take(200).collect();
        match statuses(&heard)[..] {
            // Who has sent more than is read may be cut off before the answer.
            [] => assert!(
                said.len() > 1 << 16 || expected.is_empty(),
                "{shown:?}: {heard}"
            ),
            [status] => assert!(expected.contains(&status), "{shown:?}: {heard}"),
            _ => panic!("{shown:?}: {heard}"),
        }
        assert_eq!(notes_of(&served), "before", "{shown:?}");
    }
    assert_serves(&served, "after");
}

#[test]
fn what_is_odd_but_http_is_served() {
    let served = Served::with("odd-http.json", &example::state(), &[]);
    let begin = format!("PUT {PATH} HTTP/1.1\r\n{HOST}{LET_IN}");
    for (notes, rest) in [
        (
            "chunked",
            "Transfer-Encoding: chunked\r\n\r\n9\r\n{\"notes\":\r\n8;a=b\r\n\"chunked\r\n2\r\n\"}\r\n0\r\nTrailer: t\r\n\r\n",
        ),
        (
            "spaced",
            "Content-Length:   18   \r\n\r\n{\"notes\":\"spaced\"}",
        ),
        (
            "twice",
            "Content-Length: 17\r\nContent-Length: 17\r\n\r\n{\"notes\":\"twice\"}",
        ),
    ] {
        let heard = answer(&served, format!("{begin}{rest}").as_bytes());
        assert_eq!(
            (statuses(&heard), notes_of(&served)),
            (vec!["200"], json!(notes)),
            "{heard}"
        );
    }
    let old = request("old").replace("HTTP/1.1", "HTTP/1.0");
    assert!(answer(&served, old.as_bytes()).starts_with("HTTP/1.0 200 "));
    let heard = answer(&served, request("lines").replace("\r\n", "\n").as_bytes());
    assert_eq!(
        (statuses(&heard), notes_of(&served)),
        (vec!["200"], json!("lines")),
        "{heard}"
    );
    let address = format!("PUT {}{PATH} ", served.base_url);
    let heard = answer(
        &served,
        request("whole")
            .replace(&format!("PUT {PATH} "), &address)
            .as_bytes(),
    );
    assert_eq!(
        (statuses(&heard), notes_of(&served)),
        (vec!["200"], json!("whole")),
        "{heard}"
    );
    let mut stream = connect(&served);
    let waits = format!("{begin}Expect: 100-continue\r\nContent-Length: 18\r\n\r\n");
    stream.write_all(waits.as_bytes()).unwrap();
    let mut go_on = [0; 25];
    stream.read_exact(&mut go_on).unwrap();
    assert_eq!(&go_on, b"HTTP/1.1 100 Continue\r\n\r\n");
    stream.write_all(b"{\"notes\":\"waited\"}").unwrap();
    stream.shutdown(Shutdown::Write).unwrap();
    let mut heard = String::new();
    stream.read_to_string(&mut heard).unwrap();
    assert_eq!(
        (statuses(&heard), notes_of(&served)),
        (vec!["200"], json!("waited")),
        "{heard}"
    );
}

/// One after the other in one breath, the last of them too short or with something after it.
#[test]
fn requests_in_a_row_are_answered_in_their_order() {
    let served = Served::with("row.json", &example::state(), &[]);
    let row: String = (0..100).map(|at| request(&at.to_string())).collect();
    let heard = answer(&served, row.as_bytes());
    assert_eq!(statuses(&heard), ["200"; 100]);
    let places: Vec<usize> = (0..100)
        .map(|at| heard.find(&format!(r#""notes":"{at}""#)).unwrap())
        .collect();
    assert!(places.is_sorted(), "{places:?}");
    assert_eq!(notes_of(&served), "99");
    // What is sent behind the end of one is the begin of the next, whose method is none.
    let heard = answer(
        &served,
        format!("{}extra{}", request("one"), request("two")).as_bytes(),
    );
    assert_eq!(statuses(&heard), ["200", "404"], "{heard}");
    assert_eq!(notes_of(&served), "one");
    let short = request("short").replace("Content-Length: 17", "Content-Length: 16");
    assert_eq!(statuses(&answer(&served, short.as_bytes()))[0], "400");
    // Which of two lengths counts is not a matter of taste.
    let both = request("both").replace(
        "\r\nContent-Length",
        "\r\nTransfer-Encoding: chunked\r\nContent-Length",
    );
    assert!(!statuses(&answer(&served, both.as_bytes())).contains(&"200"));
    assert_eq!(notes_of(&served), "one");
}

/// Bytes of a simple generator, alone and in the place of every part of a request.
#[test]
fn noise_is_no_request() {
    let served = Served::with("noise.json", &example::state(), &[]);
    assert_serves(&served, "before");
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut noise = |length: usize| -> Vec<u8> {
        let mut byte = || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed.to_le_bytes()[0]
        };
        (0..length).map(|_| byte()).collect()
    };
    let whole = request("x").into_bytes();
    for length in [1, 10, 100, 1_000, 100_000, 1_000_000] {
        answer(&served, &noise(length));
        // Not in the middle of the notes, where text may be anything.
        for at in [0, 4, 20, 45, 60, whole.len() - 14] {
            let said = [&whole[..at], &noise(length), &whole[at..]].concat();
            answer(&served, &said);
            assert_eq!(
                notes_of(&served),
                "before",
                "{length} bytes of noise at {at}"
            );
        }
    }
    assert_serves(&served, "after");
}

/// More clients than are served at a time, each of which has begun and says no more: who says it all is served at once.
#[test]
fn a_thousand_clients_that_never_end_are_in_no_ones_way() {
    let served = Served::with("thousand.json", &example::state(), &[]);
    // This process must hold the other end of them all.
    let pid = std::process::id().to_string();
    _ = Command::new("prlimit")
        .args(["--pid", &pid, "--nofile=4096:"])
        .status();
    for said in [
        "",
        "PUT",
        &format!("PUT {PATH} HTTP/1.1\r\n{HOST}{LET_IN}Content-Length: 99\r\n\r\n{{"),
    ] {
        let begun = Instant::now();
        let mut waiting = Vec::new();
        for _ in 0..1_000 {
            let mut stream = connect(&served);
            _ = stream.write_all(said.as_bytes());
            waiting.push(stream);
        }
        assert_serves(&served, said);
        assert!(
            begun.elapsed() < Duration::from_secs(15),
            "{:?} beside {said:?}",
            begun.elapsed()
        );
        let is_open = |stream: &mut TcpStream| {
            stream.set_nonblocking(true).unwrap();
            matches!(stream.read(&mut [0]), Err(error) if error.kind() == ErrorKind::WouldBlock)
        };
        let open = waiting
            .iter_mut()
            .filter_map(|stream| is_open(stream).then_some(()))
            .count();
        assert!((200..=256).contains(&open), "{open} are still open");
    }
}

#[cfg(target_os = "linux")]
mod on_linux {
    use super::*;

    /// The most memory that the sandbox has had, in MiB.
    fn peak(served: &Served) -> u64 {
        let status =
            std::fs::read_to_string(format!("/proc/{}/status", served.child.id())).unwrap();
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("VmHWM:"))
            .unwrap();
        line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() >> 10
    }

    /// A sandbox that may open this many files.
    fn with_few_files(name: &str, files: u64) -> Served {
        let served = Served::with(name, &example::state(), &[]);
        let limited = Command::new("prlimit")
            .args([
                "--pid",
                &served.child.id().to_string(),
                &format!("--nofile={files}"),
            ])
            .status();
        assert!(limited.unwrap().success());
        served
    }

    /// However many files are left when the last client connects, the state can be written.
    #[test]
    fn without_files_to_open_the_oldest_client_gives_way() {
        for files in 24..40 {
            let served = with_few_files("few-files.json", files);
            let waiting: Vec<TcpStream> = (0..100).map(|_| connect(&served)).collect();
            assert_serves(&served, "served");
            drop(waiting);
            let waiting: Vec<TcpStream> = (20..files).map(|_| connect(&served)).collect();
            assert_serves(&served, "served again");
            drop(waiting);
        }
    }

    /// The addresses at which the port is listened at, as the kernel has them.
    #[test]
    fn the_loopback_address_alone_is_listened_at() {
        let served = Served::with("loopback.json", &example::state(), &[]);
        let port: u16 = served.base_url.rsplit_once(':').unwrap().1.parse().unwrap();
        let tables = ["/proc/net/tcp", "/proc/net/tcp6"]
            .map(|file| std::fs::read_to_string(file).unwrap_or_default());
        let listening = tables
            .iter()
            .flat_map(|table| table.lines())
            .filter_map(|line| {
                let mut columns = line.split_whitespace().skip(1);
                let (own, _, state) = (columns.next()?, columns.next()?, columns.next()?);
                let (address, own_port) = own.split_once(':')?;
                (state == "0A" && u16::from_str_radix(own_port, 16) == Ok(port)).then_some(address)
            });
        assert_eq!(listening.collect::<Vec<_>>(), ["0100007F"]);
    }

    /// Bodies that are almost there, and answers that are not taken.
    #[test]
    fn what_is_held_for_clients_is_bounded() {
        let served = Served::with("held.json", &example::state(), &[]);
        let large = "x".repeat(15 << 20);
        let head = format!(
            "PUT {PATH} HTTP/1.1\r\n{HOST}{LET_IN}Content-Length: {}\r\n\r\n",
            16 << 20
        );
        let mut refused = 0;
        let mut waiting = Vec::new();
        for _ in 0..24 {
            let mut stream = connect(&served);
            if stream
                .write_all(head.as_bytes())
                .and_then(|()| stream.write_all(large.as_bytes()))
                .is_err()
            {
                refused += 1;
            }
            waiting.push(stream);
        }
        let before = Instant::now();
        while refused == 0 && before.elapsed() < Duration::from_secs(10) {
            for stream in &mut waiting {
                stream
                    .set_read_timeout(Some(Duration::from_millis(100)))
                    .unwrap();
                let mut line = [0; 12];
                refused += usize::from(
                    stream
                        .read_exact(&mut line)
                        .is_ok_and(|()| line == *b"HTTP/1.1 503"),
                );
            }
        }
        assert!(refused > 0, "no one was told to come later");
        drop(waiting);
        let patience = Instant::now();
        while send(
            &agent(),
            &put(&served.base_url, "Kx2m", &json!({ "notes": "x" })),
        )
        .map_or(true, |(status, ..)| status != 200)
        {
            assert!(
                patience.elapsed() < Duration::from_secs(10),
                "what was held is not let go"
            );
        }

        // 64 answers of 4 MiB each are more than is held.
        assert_serves(&served, &"y".repeat(4 << 20));
        let mut waiting = Vec::new();
        for _ in 0..64 {
            let mut stream = connect(&served);
            stream.write_all(request_of_nothing().as_bytes()).unwrap();
            waiting.push(stream);
        }
        drop(waiting);
        assert_serves(&served, "after");
        let peak = peak(&served);
        assert!(peak < 600, "{peak} MiB");
    }

    fn request_of_nothing() -> String {
        format!("PUT {PATH} HTTP/1.1\r\n{HOST}{LET_IN}Content-Length: 2\r\n\r\n{{}}")
    }
}

/// A state that no next start would read is not made.
#[test]
fn the_state_grows_no_larger_than_can_be_read_again() {
    let calendars: serde_json::Map<String, Value> = (0..3)
        .map(|at| (at.to_string(), json!({ "id": at.to_string(), "name": "n" })))
        .collect();
    let served = Served::with(
        "growing.json",
        &json!({ "calendars": calendars, "locations": {} }),
        &[],
    );
    let statuses: Vec<u16> = (0..3)
        .map(|at| {
            let notes = json!({ "notes": "x".repeat(7 << 20) });
            send(&agent(), &put(&served.base_url, &at.to_string(), &notes))
                .unwrap()
                .0
        })
        .collect();
    assert_eq!(statuses, [200, 200, 500]);
    let file = served.file.clone();
    drop(served);
    let again = Served::start(file, &[]);
    assert_eq!(
        send(
            &agent(),
            &put(&again.base_url, "2", &json!({ "notes": "y" }))
        )
        .unwrap()
        .0,
        200
    );
}

/// Says who may read an answer, to a page of an origin that was allowed and to no other.
#[test]
fn pages_of_allowed_origins_alone_are_let_in() {
    let allowed = [
        "--allow-origin",
        "http://localhost:5173",
        "--allow-origin",
        "HTTPS://App.example:443",
    ];
    let served = Served::with("origins.json", &example::state(), &allowed);
    let header = |heard: &str, name: &str| -> Option<String> {
        let of_head = heard
            .split("\r\n\r\n")
            .next()?
            .lines()
            .filter_map(|line| line.split_once(": "));
        of_head
            .filter(|(own, _)| own.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.to_owned())
            .next()
    };
    let ask = |origin: &str, host: &str| {
        let preflight = format!(
            "OPTIONS {PATH} HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\nAccess-Control-Request-Method: PUT\r\n\
             Access-Control-Request-Headers: authorization,content-type,version\r\n\r\n"
        );
        let update = request("x").replace(HOST, &format!("Host: {host}\r\nOrigin: {origin}\r\n"));
        [preflight, update].map(|said| answer(&served, said.as_bytes()))
    };
    for origin in ["http://localhost:5173", "https://app.example"] {
        let [preflight, update] = ask(origin, "localhost");
        assert_eq!(
            (statuses(&preflight), statuses(&update)),
            (vec!["204"], vec!["200"])
        );
        assert_eq!(
            header(&preflight, "access-control-allow-methods").as_deref(),
            Some("GET, PUT")
        );
        let headers = header(&preflight, "access-control-allow-headers");
        assert_eq!(
            headers.as_deref(),
            Some("authorization, content-type, version")
        );
        for heard in [preflight, update] {
            assert_eq!(
                header(&heard, "access-control-allow-origin").as_deref(),
                Some(origin),
                "{heard}"
            );
            assert_eq!(header(&heard, "vary").as_deref(), Some("Origin"));
            assert!(header(&heard, "access-control-allow-credentials").is_none());
        }
        // A refusal is for the page to read as well.
        let refused = request("x")
            .replace("Bearer t", "")
            .replace(HOST, &format!("{HOST}Origin: {origin}\r\n"));
        let heard = answer(&served, refused.as_bytes());
        assert_eq!(
            (
                statuses(&heard),
                header(&heard, "access-control-allow-origin").as_deref()
            ),
            (vec!["401"], Some(origin))
        );
        // Under a foreign name there is nothing to read, whoever asks.
        for heard in ask(origin, "evil.example") {
            assert_eq!(
                (
                    statuses(&heard),
                    header(&heard, "access-control-allow-origin")
                ),
                (vec!["421"], None)
            );
        }
    }
    for origin in [
        "http://evil.example",
        "null",
        "*",
        "http://localhost:5174",
        "https://localhost:5173",
        "http://localhost:5173.evil.example",
        "http://localhost:5173/",
        "http://evil.example\r\nOrigin: http://localhost:5173",
    ] {
        let [preflight, update] = ask(origin, "localhost");
        assert_eq!(statuses(&preflight), ["404"], "{origin}");
        for heard in [preflight, update] {
            assert!(
                !heard.to_ascii_lowercase().contains("access-control-"),
                "{origin}: {heard}"
            );
        }
    }
    let file = served.file.to_str().unwrap();
    for wrong in [
        "*",
        "null",
        "localhost:5173",
        "http://",
        "http://a/b",
        "http://a/",
        "http://a@b",
        "a b",
        "",
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_calendiff"));
        let output = command
            .args([
                "sandbox",
                "--port",
                "0",
                "--state",
                file,
                "--allow-origin",
                wrong,
            ])
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{wrong}: {said}");
        assert!(
            said.contains("such as http://localhost:5173"),
            "{wrong}: {said}"
        );
    }
}

#[test]
fn a_token_that_is_set_is_the_only_one_and_is_said_to_nobody() {
    let file = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("token.json");
    std::fs::write(&file, example::state().to_string()).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_calendiff"));
    command
        .args(["sandbox", "--port", "0", "--state"])
        .arg(&file)
        .env("CALENDIFF_TOKEN", "s3cret");
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut printed = BufReader::new(child.stdout.take().unwrap());
    let mut base_url = String::new();
    printed.read_line(&mut base_url).unwrap();
    let mut served = Served {
        child,
        base_url: base_url.trim().to_owned(),
        file,
    };
    let with = |token: &str| answer(&served, request("x").replace("Bearer t", token).as_bytes());
    let mut heard: Vec<String> = [
        "",
        "Bearer ",
        "Bearer t",
        "Bearer s3cre",
        "Bearer s3crett",
        "bearer s3cret",
        "s3cret",
    ]
    .map(with)
    .to_vec();
    for heard in &heard {
        assert_eq!(statuses(heard), ["401"], "{heard}");
    }
    heard.push(with("Bearer s3cret"));
    assert_eq!(statuses(heard.last().unwrap()), ["200"]);
    served.kill();
    printed.read_to_string(&mut heard[0]).unwrap();
    served
        .child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut heard[0])
        .unwrap();
    assert!(!heard.concat().contains("s3cret"), "{heard:?}");
}
