//! `calendiff sandbox`: the library's sandbox behind an address of this machine, its state in a file.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};

use calendiff::json::{Limits, to_string_pretty};
use calendiff::{Call, Profile, Reply, Sandbox};
use serde_json::Value;
use tiny_http::{Header, Request, Response, Server};

use crate::input::{self, Failure, Input};
use crate::show;

/// How many requests are read at a time; they are answered one by one.
const WORKERS: usize = 8;

pub(crate) struct Service<'a> {
    sandbox: Sandbox<'a>,
    file: String,
    state: Mutex<Value>,
}

/// Serves until the process is ended.
pub(crate) fn serve(port: u16, file: &str, profile: Profile, token: Option<&str>) -> Result<u8, Failure> {
    let state = Input::read(file)?.value();
    if !is_state(&state) {
        let expected = "{ \"calendars\": { id: record }, \"locations\": { id: record } }";
        return Err(Failure::Usage(format!("{file}: expected {expected}")));
    }
    let service = Service { sandbox: Sandbox { profile, token }, file: file.to_owned(), state: Mutex::new(state) };

    let server = Server::http(("127.0.0.1", port))
        .map_err(|error| Failure::Usage(format!("cannot listen on port {port} of this machine: {error}")))?;
    let address = format!("http://{}\n", server.server_addr());
    _ = io::stdout().write_all(address.as_bytes()).and_then(|()| io::stdout().flush());
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                while let Ok(request) = server.recv() {
                    service.take(request);
                }
            });
        }
    });
    Ok(0)
}

/// An object of records by identifier, for each kind.
fn is_state(value: &Value) -> bool {
    let is_records = |records: &Value| records.as_object().is_some_and(|each| each.values().all(Value::is_object));
    let of_kind = |name| value.get(name).is_none_or(is_records);
    value.is_object() && of_kind("calendars") && of_kind("locations")
}

impl Service<'_> {
    fn take(&self, mut request: Request) {
        if let Some(host) = foreign(&request) {
            return respond(request, Reply::misdirected(&host));
        }
        let mut body = Vec::new();
        let limit = Limits::default().size as u64 + 1;
        if request.as_reader().take(limit).read_to_end(&mut body).is_err() {
            return;
        }
        let header = |name: &'static str| {
            request.headers().iter().find(|header| header.field.equiv(name)).map(|header| header.value.as_str())
        };
        let call = Call {
            method: request.method().as_str(),
            url: request.url(),
            authorization: header("Authorization"),
            version: header("Version"),
            body: &body,
        };
        let reply = self.answer(&call);
        respond(request, reply);
    }

    /// What is answered as done is in the file already.
    fn answer(&self, call: &Call<'_>) -> Reply {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let (after, reply) = self.sandbox.answer(state.clone(), call);
        if reply.status == 200 {
            if let Err(failure) = input::write(&self.file, &to_string_pretty(&after)) {
                show::say(&format!("calendiff: {failure}"));
                return Reply::failure("the state cannot be written");
            }
            *state = after;
        }
        reply
    }
}

fn respond(request: Request, Reply { status, content_type, body, .. }: Reply) {
    let response = Response::from_string(body).with_status_code(status);
    let response = match Header::from_bytes("Content-Type", content_type) {
        Ok(header) => response.with_header(header),
        Err(()) => response,
    };
    // Who asked may be gone.
    _ = request.respond(response);
}

/// The host that a request is for, where it is not this machine: a page whose own name was made to lead here (DNS
/// rebinding) is not to read or write the state. Empty where a request names none.
fn foreign(request: &Request) -> Option<String> {
    let headers = request.headers().iter().filter(|header| header.field.equiv("Host"));
    let authority = request.url().split_once("://").map(|(_, rest)| rest.split(['/', '?', '#']).next().unwrap_or(rest));
    let mut hosts: Vec<&str> = headers.map(|header| header.value.as_str()).chain(authority).collect();
    if hosts.is_empty() {
        hosts.push("");
    }
    hosts.into_iter().find(|host| !is_loopback(host)).map(str::to_owned)
}

/// Whether it is a name of this machine for itself, with or without a port.
fn is_loopback(authority: &str) -> bool {
    let (host, port) = match authority.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => (host, port),
        _ => (authority, ""),
    };
    let inside = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    port.bytes().all(|byte| byte.is_ascii_digit())
        && match inside {
            Some(inside) => inside.parse() == Ok(Ipv6Addr::LOCALHOST),
            None => {
                host.eq_ignore_ascii_case("localhost") || host.parse().is_ok_and(|host: Ipv4Addr| host.is_loopback())
            }
        }
}
