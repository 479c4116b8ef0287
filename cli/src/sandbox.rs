//! `calendiff sandbox`: the library's sandbox at an address of this machine, with its state in a file.

use std::borrow::Cow;
use std::cell::RefCell;
use std::io::{self, Write};
use std::net::{Ipv4Addr, Ipv6Addr};
use std::path::Path;

use calendiff::{Kind, Profile, Sandbox, SandboxFault, SandboxReply, SandboxRequest};
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::http::request::Parts;
use hyper::{Method, Response, StatusCode};
use tokio::net::TcpListener;
use tokio::runtime;
use tokio::task::LocalSet;

use crate::failure::Failure;
use crate::fault::Faults;
use crate::serve::serve;
use crate::show;
use crate::source;
use crate::state::{StateFile, Unstored};

/// The served state, and the clients that may use it.
pub(crate) struct Service {
    pub(crate) file: String,
    pub(crate) profile: Profile,
    pub(crate) token: Option<String>,
    /// The origins whose pages may read answers, as browsers spell them.
    pub(crate) origins: Vec<String>,
    /// The faults to make on purpose.
    pub(crate) faults: Faults,
}

impl Service {
    /// Serves until the process is ended.
    pub(crate) fn serve(mut self, port: u16, kind: Option<Kind>) -> Result<u8, Failure> {
        if !Path::new(&self.file).exists() {
            let text = "no such file; begin with one that contains { \"calendars\": {}, \"locations\": {} }";
            return Err(Failure::Usage(format!(
                "{}: {text}",
                source::shown(&self.file)
            )));
        }
        let state = RefCell::new(StateFile::read(std::mem::take(&mut self.file), kind)?);
        let faults = RefCell::new(std::mem::take(&mut self.faults));
        let runtime = runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| unusable(port, &error))?;
        LocalSet::new().block_on(&runtime, async {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
                .await
                .map_err(|error| unusable(port, &error))?;
            let address = listener
                .local_addr()
                .map_err(|error| unusable(port, &error))?;
            let address = format!("http://{address}\n");
            _ = io::stdout()
                .write_all(address.as_bytes())
                .and_then(|()| io::stdout().flush());
            serve(listener, move |head: &Parts, body: &[u8]| {
                self.answer_or_fail(&mut faults.borrow_mut(), &state, head, body)
            })
            .await;
            Ok(0)
        })
    }

    /// Answers a request, or fails as the next fault says. `None` is silence.
    fn answer_or_fail(
        &self,
        faults: &mut Faults,
        state: &RefCell<StateFile>,
        head: &Parts,
        body: &[u8],
    ) -> Option<Response<String>> {
        match faults.next() {
            None => Some(self.respond(state, head, body)),
            Some(SandboxFault::Silence) => {
                // The update was made or not: nobody knows.
                if faults.coin() {
                    self.respond(state, head, body);
                }
                None
            }
            Some(fault) => Some(response(SandboxReply::of(fault))),
        }
    }

    fn respond(&self, state: &RefCell<StateFile>, head: &Parts, body: &[u8]) -> Response<String> {
        if let Some(host) = foreign(head) {
            return response(SandboxReply::misdirected(&host));
        }
        let origin = self.origin(head);
        let is_preflight =
            head.method == Method::OPTIONS && head.headers.contains_key(ASKED_METHOD);
        let mut response = if origin.is_some() && is_preflight {
            preflight()
        } else {
            let (url, authorization, version) = (
                head.uri.to_string(),
                text_of(head, header::AUTHORIZATION),
                text_of(head, VERSION),
            );
            let (authorization, version) = (authorization.as_deref(), version.as_deref());
            let call = SandboxRequest::new(head.method.as_str(), &url)
                .authorization(authorization)
                .version(version)
                .body(body);
            response(self.answer(&mut state.borrow_mut(), &call))
        };
        if !self.origins.is_empty() {
            response
                .headers_mut()
                .insert(header::VARY, HeaderValue::from_static("Origin"));
        }
        if let Some(origin) = origin {
            response
                .headers_mut()
                .insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        }
        response
    }

    /// Answers a request. A change is in the file before it is answered as done.
    fn answer(&self, state: &mut StateFile, call: &SandboxRequest<'_>) -> SandboxReply {
        let sandbox = Sandbox::from(self.profile).token(self.token.as_deref());
        let (reply, update) = sandbox.reply(&state.value, call);
        let Some(update) = update else { return reply };
        let failure = match state.update(update) {
            Ok(()) => return reply,
            Err(failure) => failure,
        };
        let text = match &failure {
            Unstored::TooLarge => "the state would be too large",
            Unstored::Changed => {
                "the file of the state was changed or removed since it was read; restart the sandbox to read it"
            }
            Unstored::Unreadable(_) => "the file of the state cannot be read",
            Unstored::Unwritable(_) => "the state cannot be written",
        };
        match failure {
            Unstored::Unreadable(failure) | Unstored::Unwritable(failure) => {
                show::say(&format!("calendiff: {failure}"));
            }
            Unstored::Changed => show::say(&format!("calendiff: {text}")),
            Unstored::TooLarge => {}
        }
        SandboxReply::failure(text)
    }

    /// Returns the origin of the page that makes the request, if that origin is allowed.
    fn origin(&self, head: &Parts) -> Option<HeaderValue> {
        let mut origins = head.headers.get_all(header::ORIGIN).iter();
        let (origin, None) = (origins.next()?, origins.next()) else {
            return None;
        };
        self.origins
            .iter()
            .any(|allowed| origin == allowed)
            .then(|| origin.clone())
    }
}

/// Returns the text of a header.
fn text_of(head: &Parts, name: HeaderName) -> Option<Cow<'_, str>> {
    head.headers
        .get(name)
        .map(|value| String::from_utf8_lossy(value.as_bytes()))
}

fn unusable(port: u16, error: &io::Error) -> Failure {
    Failure::Usage(format!(
        "cannot listen on port {port} of this machine: {error}"
    ))
}

const VERSION: HeaderName = HeaderName::from_static("version");
const ASKED_METHOD: HeaderName = header::ACCESS_CONTROL_REQUEST_METHOD;

fn response(
    SandboxReply {
        status,
        content_type,
        retry_after,
        body,
        ..
    }: SandboxReply,
) -> Response<String> {
    let mut response = Response::new(body);
    *response.status_mut() =
        StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    response
        .headers_mut()
        .insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    if let Some(seconds) = retry_after {
        response
            .headers_mut()
            .insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    response
}

/// Returns the answer to a browser's check before it lets a page of an allowed origin send an update.
fn preflight() -> Response<String> {
    let mut response = Response::new(String::new());
    *response.status_mut() = StatusCode::NO_CONTENT;
    let headers = [
        (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, PUT"),
        (
            header::ACCESS_CONTROL_ALLOW_HEADERS,
            "authorization, content-type, version",
        ),
        (header::ACCESS_CONTROL_MAX_AGE, "600"),
    ];
    response
        .headers_mut()
        .extend(headers.map(|(name, value)| (name, HeaderValue::from_static(value))));
    response
}

/// Returns the host that a request is for, unless that is this machine. A page whose own name was made to resolve to
/// this machine (DNS rebinding) must not read or write the state. Returns an empty host if the request names none.
fn foreign(head: &Parts) -> Option<String> {
    let named = head
        .headers
        .get_all(header::HOST)
        .iter()
        .map(|host| String::from_utf8_lossy(host.as_bytes()));
    let mut hosts: Vec<_> = named
        .chain(head.uri.authority().map(|host| host.as_str().into()))
        .collect();
    if hosts.is_empty() {
        hosts.push(Cow::Borrowed(""));
    }
    hosts
        .into_iter()
        .find(|host| !is_loopback(host))
        .map(Cow::into_owned)
}

/// Returns true if it is a loopback name of this machine, with or without a port.
fn is_loopback(authority: &str) -> bool {
    let (host, port) = match authority.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => (host, port),
        _ => (authority, ""),
    };
    let inside = host
        .strip_prefix('[')
        .and_then(|host| host.strip_suffix(']'));
    port.bytes().all(|byte| byte.is_ascii_digit())
        && match inside {
            Some(inside) => inside.parse() == Ok(Ipv6Addr::LOCALHOST),
            None => {
                host.eq_ignore_ascii_case("localhost")
                    || host.parse().is_ok_and(|host: Ipv4Addr| host.is_loopback())
            }
        }
}
