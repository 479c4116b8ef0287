//! The scripts that make many requests: for POSIX shells, with curl.

use calendiff::json::to_string;
use calendiff::{UpdateRequest, visible_json};

const COMMON: &str = include_str!("scripts/common.sh");
const SEND: &str = include_str!("scripts/send.sh");
const READ: &str = include_str!("scripts/read.sh");

/// Returns the text of a script before and after the lines that send updates, at a rate of requests in a second.
pub(crate) fn around_sends(rate: f64) -> [String; 2] {
    around(SEND, rate)
}

/// Returns the text of a script before and after the lines that read records.
pub(crate) fn around_reads(rate: f64) -> [String; 2] {
    around(READ, rate)
}

fn around(script: &str, rate: f64) -> [String; 2] {
    let common = COMMON.replace("@RATE@", &rate.to_string());
    [
        script.replace("@COMMON@\n", &common),
        "\nfinish\n".to_owned(),
    ]
}

/// Returns the line of a script that sends an update.
pub(crate) fn send(id: &str, request: &UpdateRequest) -> String {
    call(
        "send",
        &[
            &to_string(&id),
            &request.url,
            version(request),
            &request.body,
        ],
    )
}

/// Returns the line of a script that reads a record.
pub(crate) fn get(id: &str, request: &UpdateRequest) -> String {
    call("get", &[&to_string(&id), &request.url, version(request)])
}

fn version(request: &UpdateRequest) -> &str {
    let version = request.headers.iter().find(|(name, _)| *name == "version");
    version.map_or("", |(_, value)| value)
}

/// Returns a call with arguments that the shell takes as they are.
fn call(name: &str, arguments: &[&str]) -> String {
    let quoted = arguments
        .iter()
        .map(|argument| format!("'{}'", visible_json(argument).replace('\'', "'\\''")));
    std::iter::once(name.to_owned())
        .chain(quoted)
        .collect::<Vec<_>>()
        .join(" ")
}
