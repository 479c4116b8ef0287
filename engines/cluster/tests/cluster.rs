//! A scheduler and two executors as processes on the loopback: answers, executors that die, and functions that are missing.
//!
//! The tests share two cores, so that they run one after another: `--test-threads=1`.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test fails by panicking, and prints what it measured"
)]

use std::fmt::Write as _;
use std::fs::{self, File};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

use calendiff::{Kind, strategies};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use tempfile::TempDir;

/// What is wrong, by code.
const CODES: &str = "
    SELECT i['code'] AS code, count(*) AS records
    FROM (SELECT unnest(calendar_issues(line, 'specification', 'record')) AS i FROM calendars)
    GROUP BY code ORDER BY records DESC, code";

/// What an edit would change, in words.
const WORDS: &str = "
    SELECT words, count(*) AS records
    FROM (SELECT unnest(calendar_edit(line, 'allowBookingAfter = at least 2 days')['words']) AS words FROM calendars)
    GROUP BY words ORDER BY words";

/// Each record's answer, in any order. Long enough for an executor to die in.
const ROWS: &str = "
    SELECT id, e['ok'] AS ok, e['body'] AS body, e['refused'] AS refused
    FROM (SELECT calendar_value(line, '/id') AS id, calendar_edit(line, 'allowBookingAfter = at least 2 days') AS e
      FROM calendars)";

const SHORT: &str = "SELECT count(*) AS n FROM calendars WHERE calendar_ok(line)";

#[test]
fn answers_are_those_of_one_process() {
    let cluster = Cluster::start(&[&[], &[]]);
    for (query, files) in [
        (CODES, "calendars.ndjson"),
        (WORDS, "calendars.ndjson"),
        (CODES, "parts/*.ndjson"),
    ] {
        let alone = printed(&query_of(None, files, query));
        assert!(alone.lines().count() > 1, "{alone}");
        let start = Instant::now();
        assert_eq!(printed(&query_of(Some(&cluster), files, query)), alone);
        println!(
            "{files}: the answer of one process, in {:?}",
            start.elapsed()
        );
    }
    let tasks = cluster
        .executors
        .iter()
        .map(Role::tasks)
        .collect::<Vec<_>>();
    println!("tasks of the executors: {tasks:?}");
    assert!(tasks.iter().all(|tasks| *tasks > 10), "{tasks:?}");
}

#[test]
fn an_executor_that_is_killed_changes_no_row() {
    let alone = rows(&query_of(None, "calendars.ndjson", ROWS));
    let cluster = Cluster::start(&[&[], &[]]);
    let start = Instant::now();
    assert!(
        rows(&query_of(Some(&cluster), "calendars.ndjson", ROWS)) == alone,
        "rows differ"
    );
    let whole = start.elapsed();
    drop(cluster);

    let mut cluster = Cluster::start(&[&[], &[]]);
    let start = Instant::now();
    let mut client = started(Some(&cluster), "calendars.ndjson", ROWS);
    cluster.executors[0].kill_in_a_task();
    let killed = start.elapsed();
    assert!(client.try_wait().unwrap().is_none(), "the query was over");
    let answer = rows(&client.wait_with_output().unwrap());
    println!(
        "with two executors {whole:?}; with one killed after {killed:?}, {:?}",
        start.elapsed()
    );
    assert!(answer == alone, "rows changed");
    assert!(start.elapsed() < 2 * whole + Duration::from_secs(30));
}

#[test]
fn without_executors_the_client_is_told() {
    let mut cluster = Cluster::start(&[&[], &[]]);
    let start = Instant::now();
    let client = started(Some(&cluster), "calendars.ndjson", ROWS);
    cluster.executors[0].kill_in_a_task();
    cluster.executors[1].kill();
    let said = refused(&client.wait_with_output().unwrap());
    println!("both killed: after {:?}: {said}", start.elapsed());
    assert!(
        said.contains("has lost all of its executors; start some, and ask again"),
        "{said}"
    );
    assert!(start.elapsed() < Duration::from_secs(90));
}

#[test]
fn an_executor_without_the_functions_is_named() {
    for functions in ["none", "0.0.9"] {
        let cluster = Cluster::start(&[&[], &["--functions", functions]]);
        let said = refused(&query_of(Some(&cluster), "calendars.ndjson", CODES));
        println!("an executor with functions {functions}: {said}");
        assert_eq!(said, lacking(&cluster, "an executor of the scheduler"));
    }
}

#[test]
fn a_scheduler_without_the_functions_is_named() {
    let cluster = Cluster::with_scheduler(&["--functions", "none"], &[&[]]);
    let said = refused(&query_of(Some(&cluster), "calendars.ndjson", CODES));
    println!("a scheduler without the functions: {said}");
    assert_eq!(said, lacking(&cluster, "the scheduler"));
}

#[test]
fn a_scheduler_that_is_not_there_is_named() {
    let mut cluster = Cluster::start(&[]);
    cluster.scheduler.kill();
    let said = refused(&query_of(Some(&cluster), "calendars.ndjson", SHORT));
    println!("no scheduler: {said}");
    let expected = format!(
        "calendiff-cluster: no scheduler is at {}: ",
        cluster.address()
    );
    assert!(
        said.starts_with(&expected) && said.ends_with("; start one, or correct --scheduler\n"),
        "{said}"
    );
}

#[test]
fn a_query_waits_for_the_first_executor() {
    let mut cluster = Cluster::start(&[]);
    let client = started(Some(&cluster), "calendars.ndjson", SHORT);
    thread::sleep(Duration::from_secs(2));
    cluster.add(&[]);
    let output = client.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    println!("no executor: {said}");
    let waits = "no executor is there yet; the query waits for the first";
    assert_eq!(
        said,
        format!("calendiff-cluster: {}: {waits}\n", cluster.address())
    );
    assert_eq!(
        output.stdout,
        query_of(None, "calendars.ndjson", SHORT).stdout
    );
}

#[test]
fn what_a_query_may_not_be_is_said() {
    let cluster = Cluster::start(&[&[]]);
    for (query, expected) in [
        (
            "SELECT calendar_ok(line, 'servce') FROM calendars",
            "expected specification, service or specification-only, found servce",
        ),
        ("SELECT calendar_okay(line) FROM calendars", "calendar_okay"),
    ] {
        let said = refused(&query_of(Some(&cluster), "calendars.ndjson", query));
        assert!(said.contains(expected), "{said}");
    }
    let said = refused(&query_of(Some(&cluster), "control.ndjson", SHORT));
    assert!(
        said.contains(
            "a line has the byte 1, which no JSON has; calendiff-sql names its file and number"
        ),
        "{said}"
    );
}

#[test]
fn an_executor_is_reached_where_it_listens() {
    let mut cluster = Cluster::start(&[]);
    cluster.add(&["--listen", "127.0.0.2"]);
    assert_eq!(
        printed(&query_of(Some(&cluster), "calendars.ndjson", SHORT)),
        printed(&query_of(None, "calendars.ndjson", SHORT))
    );
}

#[test]
fn an_executor_that_cannot_listen_says_so() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let output = Command::new(PROGRAM)
        .args(["executor", "--port", &port])
        .output()
        .unwrap();
    let said = refused(&output);
    assert!(
        said.contains(&format!("cannot listen on 127.0.0.1:{port}: "))
            && said.contains("choose another --port"),
        "{said}"
    );
}

fn lacking(cluster: &Cluster, who: &str) -> String {
    let (address, version) = (cluster.address(), calendiff_datafusion::VERSION);
    format!(
        "calendiff-cluster: {who} at {address} does not have the function calendar_issues@{version}; run calendiff-cluster \
         {version} on every machine\n"
    )
}

/// The processes of a cluster. They end with it.
struct Cluster {
    port: u16,
    scheduler: Role,
    executors: Vec<Role>,
    logs: TempDir,
}

impl Cluster {
    fn start(executors: &[&[&str]]) -> Self {
        Self::with_scheduler(&[], executors)
    }

    fn with_scheduler(arguments: &[&str], executors: &[&[&str]]) -> Self {
        let (logs, port) = (tempfile::tempdir().unwrap(), free_port());
        let listen = [
            "scheduler".to_owned(),
            "--listen".to_owned(),
            format!("127.0.0.1:{port}"),
        ];
        let scheduler = Role::start(
            &listen,
            arguments,
            logs.path().join("scheduler"),
            "listening on",
        );
        let mut cluster = Self {
            port,
            scheduler,
            executors: Vec::new(),
            logs,
        };
        executors
            .iter()
            .for_each(|arguments| cluster.add(arguments));
        cluster
    }

    fn add(&mut self, arguments: &[&str]) {
        let name = format!("executor-{}", self.executors.len());
        let [port, scheduler] = [free_port().to_string(), self.address()];
        let own = [
            "executor",
            "--scheduler",
            &scheduler,
            "--port",
            &port,
            "--cores",
            "1",
        ]
        .map(str::to_owned);
        self.executors.push(Role::start(
            &own,
            arguments,
            self.logs.path().join(name),
            "Starting poll work loop",
        ));
    }

    fn address(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }
}

/// A scheduler or an executor, and its log.
struct Role {
    process: Child,
    log: PathBuf,
}

impl Role {
    /// Starts it, and waits until its log says that it runs.
    fn start(own: &[String], arguments: &[&str], log: PathBuf, until: &str) -> Self {
        let mut command = Command::new(PROGRAM);
        command
            .args(own)
            .args(arguments)
            .stdout(Stdio::null())
            .stderr(File::create(&log).unwrap());
        let role = Self {
            process: command.spawn().unwrap(),
            log,
        };
        role.wait_for(until, 1);
        role
    }

    fn said(&self) -> String {
        fs::read_to_string(&self.log).unwrap()
    }

    fn tasks(&self) -> usize {
        self.said().matches("Finished task").count()
    }

    fn wait_for(&self, text: &str, times: usize) {
        let start = Instant::now();
        while self.said().matches(text).count() < times {
            assert!(
                start.elapsed() < Duration::from_secs(60),
                "{text} is not said in {}",
                self.said()
            );
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn kill_in_a_task(&mut self) {
        self.wait_for("Received task", 3);
        self.kill();
    }

    fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

impl Drop for Role {
    fn drop(&mut self) {
        // A dead one cannot be killed.
        _ = self.process.kill();
        _ = self.process.wait();
    }
}

const PROGRAM: &str = env!("CARGO_BIN_EXE_calendiff-cluster");

/// Returns a port that is free.
fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port()
}

fn started(cluster: Option<&Cluster>, files: &str, query: &str) -> Child {
    let mut command = Command::new(PROGRAM);
    command.args(["query", "--format", "ndjson", "--table"]);
    command
        .arg(format!("calendars={}", records().join(files).display()))
        .arg(query);
    if let Some(cluster) = cluster {
        command.arg("--scheduler").arg(cluster.address());
    }
    command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn query_of(cluster: Option<&Cluster>, files: &str, query: &str) -> Output {
    started(cluster, files, query).wait_with_output().unwrap()
}

/// Returns what a query that is answered prints.
fn printed(output: &Output) -> String {
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(output.status.success());
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Returns the rows of an answer, sorted.
fn rows(output: &Output) -> Vec<String> {
    let mut rows: Vec<String> = printed(output).lines().map(str::to_owned).collect();
    assert!(rows.len() > 10_000, "{}", rows.len());
    rows.sort_unstable();
    rows
}

/// Returns what a query that is not answered says.
fn refused(output: &Output) -> String {
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Records of the strategies, and lines that are none: one file of them, and four.
fn records() -> &'static Path {
    static RECORDS: OnceLock<PathBuf> = OnceLock::new();
    RECORDS.get_or_init(|| {
        let mut runner = TestRunner::deterministic();
        let strategy = strategies::stored(Kind::Calendar);
        let mut lines = String::new();
        for n in 0..2_000 {
            match n % 100 {
                7 => lines.push_str("{\"id\": \"cut off"),
                _ => write!(
                    lines,
                    "{}",
                    strategy.new_tree(&mut runner).unwrap().current()
                )
                .unwrap(),
            }
            lines.push('\n');
        }
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("records");
        fs::create_dir_all(folder.join("parts")).unwrap();
        fs::write(folder.join("calendars.ndjson"), lines.repeat(40)).unwrap();
        fs::write(folder.join("control.ndjson"), "{}\n\u{1}\n").unwrap();
        for part in 0..4 {
            fs::write(folder.join(format!("parts/{part}.ndjson")), &lines).unwrap();
        }
        folder
    })
}
