//! `calendiff sandbox`: the library's sandbox at an address of this machine, with its state in a file.

use std::borrow::Cow;
use std::cell::RefCell;
use std::io::{self, Write};
use std::net::{Ipv4Addr, Ipv6Addr};
use std::path::Path;

use calendiff::json::{Limits, to_string_pretty};
use calendiff::{Operation, Profile, Sandbox, SandboxReply, SandboxRequest};
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::http::request::Parts;
use hyper::{Method, Response, StatusCode};
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::runtime;
use tokio::task::LocalSet;

use crate::failure::Failure;
use crate::input::{self, Input};
use crate::serve::serve;
use crate::show;
use crate::source;

/// The served state, and the clients that may use it.
pub(crate) struct Service {
    pub(crate) file: String,
    pub(crate) profile: Profile,
    pub(crate) token: Option<String>,
    /// The origins whose pages may read answers, as browsers spell them.
    pub(crate) origins: Vec<String>,
}

/// The state in memory, and the text of its file.
struct State {
    value: Value,
    text: String,
}

impl Service {
    /// Serves until the process is ended.
    pub(crate) fn serve(self, port: u16) -> Result<u8, Failure> {
        if !Path::new(&self.file).exists() {
            let text = "no such file; begin with one that contains { \"calendars\": {}, \"locations\": {} }";
            return Err(Failure::Usage(format!("{}: {text}", source::shown(&self.file))));
        }
        let input = Input::read(&self.file)?;
        let state = State { value: input.value(), text: input.text().source().to_owned() };
        expect_state(&state.value).map_err(|expected| Failure::Usage(format!("{}: expected {expected}", self.file)))?;
        let state = RefCell::new(state);
        let unusable =
            |error: io::Error| Failure::Usage(format!("cannot listen on port {port} of this machine: {error}"));
        let runtime = runtime::Builder::new_current_thread().enable_all().build().map_err(unusable)?;
        LocalSet::new().block_on(&runtime, async {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await.map_err(unusable)?;
            let address = format!("http://{}\n", listener.local_addr().map_err(unusable)?);
            _ = io::stdout().write_all(address.as_bytes()).and_then(|()| io::stdout().flush());
            serve(listener, move |head, body| self.respond(&state, head, body)).await;
            Ok(0)
        })
    }

    fn respond(&self, state: &RefCell<State>, head: &Parts, body: &[u8]) -> Response<String> {
        if let Some(host) = foreign(head) {
            return response(SandboxReply::misdirected(&host));
        }
        let origin = self.origin(head);
        let is_preflight = head.method == Method::OPTIONS && head.headers.contains_key(ASKED_METHOD);
        let mut response = if origin.is_some() && is_preflight {
            preflight()
        } else {
            let text = |name: HeaderName| head.headers.get(name).map(|value| String::from_utf8_lossy(value.as_bytes()));
            let (url, authorization, version) = (head.uri.to_string(), text(header::AUTHORIZATION), text(VERSION));
            let (authorization, version) = (authorization.as_deref(), version.as_deref());
            let call = SandboxRequest::new(head.method.as_str(), &url)
                .authorization(authorization)
                .version(version)
                .body(body);
            response(self.answer(&mut state.borrow_mut(), &call))
        };
        if !self.origins.is_empty() {
            response.headers_mut().insert(header::VARY, HeaderValue::from_static("Origin"));
        }
        if let Some(origin) = origin {
            response.headers_mut().insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        }
        response
    }

    /// Answers a request. A change is in the file before it is answered as done.
    fn answer(&self, state: &mut State, call: &SandboxRequest<'_>) -> SandboxReply {
        let sandbox = Sandbox::from(self.profile).token(self.token.as_deref());
        let (reply, update) = sandbox.reply(&state.value, call);
        let Some(mut update) = update else { return reply };
        update.swap(&mut state.value);
        match self.store(state) {
            Ok(()) => reply,
            Err(failure) => {
                update.swap(&mut state.value);
                failure
            }
        }
    }

    /// Replaces the file by the state in memory.
    fn store(&self, state: &mut State) -> Result<(), SandboxReply> {
        let text = to_string_pretty(&state.value) + "\n";
        // The next start could not read more.
        if text.len() > Limits::default().size {
            return Err(SandboxReply::failure("the state would be too large"));
        }
        // An edit by hand would be lost.
        if !source::bytes(&self.file).is_ok_and(|bytes| bytes == state.text.as_bytes()) {
            let text = "the file of the state was changed or removed since it was read; restart the sandbox to read it";
            show::say(&format!("calendiff: {}: {text}", self.file));
            return Err(SandboxReply::failure(text));
        }
        if let Err(failure) = input::write(&self.file, &text) {
            show::say(&format!("calendiff: {failure}"));
            return Err(SandboxReply::failure("the state cannot be written"));
        }
        state.text = text;
        Ok(())
    }

    /// Returns the origin of the page that makes the request, if that origin is allowed.
    fn origin(&self, head: &Parts) -> Option<HeaderValue> {
        let mut origins = head.headers.get_all(header::ORIGIN).iter();
        let (origin, None) = (origins.next()?, origins.next()) else { return None };
        self.origins.iter().any(|allowed| origin == allowed).then(|| origin.clone())
    }
}

const VERSION: HeaderName = HeaderName::from_static("version");
const ASKED_METHOD: HeaderName = header::ACCESS_CONTROL_REQUEST_METHOD;

/// Returns what was expected in place of a value that is no state.
fn expect_state(state: &Value) -> Result<(), String> {
    const SHAPE: &str = "{ \"calendars\": { id: record }, \"locations\": { id: record } }";
    let shape = || SHAPE.to_owned();
    let of_kinds = Operation::ALL.iter().filter(|operation| operation.kind.is_some());
    for name in of_kinds.map(|operation| operation.area) {
        let Some(records) = state.as_object().ok_or_else(shape)?.get(name) else { continue };
        for (id, record) in records.as_object().ok_or_else(shape)? {
            let own = record.as_object().ok_or_else(shape)?.get("id").and_then(Value::as_str);
            if let Some(own) = own.filter(|own| own != id) {
                return Err(format!("each record under its ID, found {own:?} under {id:?} in \"{name}\""));
            }
        }
    }
    Ok(())
}

fn response(SandboxReply { status, content_type, body, .. }: SandboxReply) -> Response<String> {
    let mut response = Response::new(body);
    *response.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    response
}

/// Returns the answer to a browser's check before it lets a page of an allowed origin send an update.
fn preflight() -> Response<String> {
    let mut response = Response::new(String::new());
    *response.status_mut() = StatusCode::NO_CONTENT;
    let headers = [
        (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, PUT"),
        (header::ACCESS_CONTROL_ALLOW_HEADERS, "authorization, content-type, version"),
        (header::ACCESS_CONTROL_MAX_AGE, "600"),
    ];
    response.headers_mut().extend(headers.map(|(name, value)| (name, HeaderValue::from_static(value))));
    response
}

/// Returns the host that a request is for, unless that is this machine. A page whose own name was made to resolve to
/// this machine (DNS rebinding) must not read or write the state. Returns an empty host if the request names none.
fn foreign(head: &Parts) -> Option<String> {
    let named = head.headers.get_all(header::HOST).iter().map(|host| String::from_utf8_lossy(host.as_bytes()));
    let mut hosts: Vec<_> = named.chain(head.uri.authority().map(|host| host.as_str().into())).collect();
    if hosts.is_empty() {
        hosts.push(Cow::Borrowed(""));
    }
    hosts.into_iter().find(|host| !is_loopback(host)).map(Cow::into_owned)
}

/// Returns true if it is a loopback name of this machine, with or without a port.
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
