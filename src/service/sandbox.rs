//! The service's side of both updates, for development: a pure function from state and request to state and response.

use crate::service::request;
use crate::verbs::outcome;
use crate::verbs::read;
use crate::verbs::validate;
use std::str::FromStr;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::ground::error::Error;
use crate::ground::json::{
    Builder, CollectVec, Document, Path, Segment, Tree, View, duplicates, to_string,
};
use crate::knowledge::format::excerpt;
use crate::knowledge::issue::{Code, Issue, Profile, Severity};
use crate::knowledge::schema::{Kind, Member, Object};
use crate::record::each::{Rewrite, Visited, VisitedMember, Visitor, each};
use crate::record::open;
use crate::service::explain::{INVALID_TOKEN, NO_VERSION, OTHER_VERSION, SLUG_TAKEN, written};
use crate::service::request::Api;

/// The options of the simulated service.
///
/// ```
/// use calendiff::{SandboxRequest, Kind, RequestOptions, Sandbox};
/// use serde_json::json;
///
/// let state = json!({ "calendars": { "Kx2m": { "id": "Kx2m", "name": "Consultation" } }, "locations": {} });
/// let to = RequestOptions::new("http://sandbox", "Kx2m", "any");
/// let call = |body| Kind::Calendar.request(&body, &to);
///
/// let (state, reply) = Sandbox::default().answer(state, &SandboxRequest::from(&call(json!({ "name": "First visit" }))?));
/// assert_eq!((reply.status, reply.content_type), (200, "text/plain"));
/// assert_eq!(state["calendars"]["Kx2m"]["name"], "First visit");
///
/// let (_, reply) = Sandbox::default().answer(state, &SandboxRequest::from(&call(json!({ "slotDuration": 0 }))?));
/// assert_eq!(reply.status, 422);
/// assert!(reply.body.contains("slotDuration must be a positive number"));
/// # Ok::<(), calendiff::Error>(())
/// ```
#[derive(Clone, Copy, Default)]
#[non_exhaustive]
pub struct Sandbox<'a> {
    /// The profile whose errors are refused. Under [`Profile::Service`] an update also has the reported effects.
    pub profile: Profile,
    /// The only acceptable token; any token if there is none.
    pub token: Option<&'a str>,
    /// The fault to make in place of an answer.
    pub fault: Option<SandboxFault>,
}

impl<'a> Sandbox<'a> {
    /// Sets the profile.
    #[must_use]
    pub fn profile(self, profile: Profile) -> Self {
        Self { profile, ..self }
    }

    /// Sets the only acceptable token.
    #[must_use]
    pub fn token(self, token: impl Into<Option<&'a str>>) -> Self {
        Self {
            token: token.into(),
            ..self
        }
    }

    /// Sets the fault to make in place of an answer, to test what a program does then.
    ///
    /// ```
    /// use calendiff::{Kind, Sandbox, SandboxFault, SandboxRequest};
    /// use serde_json::json;
    ///
    /// let busy = Sandbox::default().fault("429".parse::<SandboxFault>()?);
    /// let (_, reply) = busy.answer(json!({}), &SandboxRequest::new("PUT", "/api/calendars/Kx2m"));
    /// assert_eq!((reply.status, reply.retry_after), (429, Some(1)));
    /// let refusal = Kind::Calendar.response(reply.status, Some(reply.content_type), &reply.body).result.unwrap_err();
    /// assert!(refusal.retry);
    ///
    /// assert_eq!("418".parse::<SandboxFault>().unwrap_err().code(), "option");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    #[must_use]
    pub fn fault(self, fault: impl Into<Option<SandboxFault>>) -> Self {
        Self {
            fault: fault.into(),
            ..self
        }
    }
}

impl From<Profile> for Sandbox<'_> {
    fn from(profile: Profile) -> Self {
        Self {
            profile,
            ..Self::default()
        }
    }
}

impl std::fmt::Debug for Sandbox<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let token = self.token.map(|_| "***");
        f.debug_struct("Sandbox")
            .field("profile", &self.profile)
            .field("token", &token)
            .field("fault", &self.fault)
            .finish()
    }
}

/// A fault that the sandbox makes on purpose, as services and the proxies before them do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SandboxFault {
    /// An answer of a busy or broken service: 401, 429, 500, 502, 503 or 504.
    Status(u16),
    /// A page of a proxy in place of an answer, with status 200.
    Html,
    /// No answer at all. The update is made all the same: only reading the record back shows it.
    Silence,
}

impl FromStr for SandboxFault {
    type Err = Error;

    /// # Errors
    /// `option`: there is no such fault.
    fn from_str(text: &str) -> Result<Self, Error> {
        Ok(match text {
            "html" => Self::Html,
            "silence" => Self::Silence,
            _ => match text.parse() {
                Ok(status @ (401 | 429 | 500 | 502 | 503 | 504)) => Self::Status(status),
                _ => {
                    return Err(Error::option(
                        "fault",
                        "401, 429, 500, 502, 503, 504, html or silence",
                        text,
                    ));
                }
            },
        })
    }
}

/// A request as a server sees it.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct SandboxRequest<'a> {
    /// `PUT`, or `GET` to read the record
    pub method: &'a str,
    /// The path, or the whole address.
    pub url: &'a str,
    /// The header `Authorization`.
    pub authorization: Option<&'a str>,
    /// The header `Version`.
    pub version: Option<&'a str>,
    /// The body.
    pub body: &'a [u8],
}

impl<'a> SandboxRequest<'a> {
    /// Returns a request without headers and with an empty body.
    #[must_use]
    pub fn new(method: &'a str, url: &'a str) -> Self {
        Self {
            method,
            url,
            authorization: None,
            version: None,
            body: b"",
        }
    }

    /// Sets the method.
    #[must_use]
    pub fn method(self, method: &'a str) -> Self {
        Self { method, ..self }
    }

    /// Sets the path, or the whole address.
    #[must_use]
    pub fn url(self, url: &'a str) -> Self {
        Self { url, ..self }
    }

    /// Sets the header `Authorization`.
    #[must_use]
    pub fn authorization(self, authorization: impl Into<Option<&'a str>>) -> Self {
        Self {
            authorization: authorization.into(),
            ..self
        }
    }

    /// Sets the header `Version`.
    #[must_use]
    pub fn version(self, version: impl Into<Option<&'a str>>) -> Self {
        Self {
            version: version.into(),
            ..self
        }
    }

    /// Sets the body.
    #[must_use]
    pub fn body(self, body: &'a [u8]) -> Self {
        Self { body, ..self }
    }
}

impl<'a> From<&'a crate::service::request::UpdateRequest> for SandboxRequest<'a> {
    fn from(request: &'a crate::service::request::UpdateRequest) -> Self {
        let authorization = header(request, "authorization");
        let version = header(request, "version");
        Self {
            method: request.method,
            url: &request.url,
            authorization,
            version,
            body: request.body.as_bytes(),
        }
    }
}

fn header<'a>(request: &'a crate::service::request::UpdateRequest, name: &str) -> Option<&'a str> {
    let mut headers = request.headers.iter();
    let (_, value) = headers.find(|(own, _)| *own == name)?;
    Some(value)
}

/// A record as an accepted update leaves it, and its place in the state.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SandboxUpdate {
    /// `calendars` or `locations`
    pub folder: &'static str,
    /// The identifier of the record.
    pub id: String,
    /// The record.
    pub record: Value,
}

impl SandboxUpdate {
    /// Puts the record into the state, and takes the one that is there. A second call undoes the first.
    pub fn swap(&mut self, state: &mut Value) {
        if let Some(held) = state
            .get_mut(self.folder)
            .and_then(|records| records.get_mut(&*self.id))
        {
            std::mem::swap(held, &mut self.record);
        }
    }
}

/// The answer of the sandbox. Serializes as `{ status, contentType, retryAfter?, body }`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SandboxReply {
    /// The status.
    pub status: u16,
    /// The header `Content-Type`; the specification declares `text/plain` for a success.
    pub content_type: &'static str,
    /// The header `Retry-After` in seconds, with status 429.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u16>,
    /// JSON text, unless a fault is made.
    pub body: String,
}

impl SandboxReply {
    /// Returns the answer of a busy or broken service, or of a proxy before it. Silence has status 0 and no body.
    ///
    /// ```
    /// use calendiff::{SandboxFault, SandboxReply};
    ///
    /// let reply = SandboxReply::of(SandboxFault::Status(503));
    /// assert_eq!((reply.status, reply.content_type), (503, "text/html"));
    /// assert_eq!(SandboxReply::of(SandboxFault::Silence).status, 0);
    /// ```
    #[must_use]
    pub fn of(fault: SandboxFault) -> Self {
        match fault {
            SandboxFault::Status(401) => refusal(401, INVALID_TOKEN, Some("Unauthorized")),
            SandboxFault::Status(429) => Self {
                retry_after: Some(1),
                ..refusal(429, "Too Many Requests", None)
            },
            SandboxFault::Status(status) => page(status, &format!("{status} of a gateway")),
            SandboxFault::Html => page(200, "Please sign in"),
            SandboxFault::Silence => Self {
                body: String::new(),
                ..page(0, "")
            },
        }
    }

    /// Returns the answer of a server that cannot do its work, status 500.
    #[must_use]
    pub fn failure(message: &str) -> Self {
        refusal(500, message, Some("Internal Server Error"))
    }

    /// Returns the answer of a server to a request for another host, status 421.
    #[must_use]
    pub fn misdirected(host: &str) -> Self {
        refusal(
            421,
            format!("\"{}\" is not served here", excerpt(host)),
            Some("Misdirected Request"),
        )
    }
}

/// Returns the page with which the server in front of the service answers, such as “502 Bad Gateway”.
fn page(status: u16, title: &str) -> SandboxReply {
    SandboxReply {
        status,
        content_type: "text/html",
        retry_after: None,
        body: format!(
            "<html>\r\n<head><title>{title}</title></head>\r\n<body>\"{title}\"</body></html>\r\n"
        ),
    }
}

impl Sandbox<'_> {
    /// Answers a request, and returns the new state: `{ "calendars": { id: record }, "locations": { id: record } }`.
    ///
    /// 401 without an acceptable bearer token or version; 413 for a body over 16 MiB; 400 for a body that is not a JSON
    /// object, and for an identifier that is not in the state, since the specification has no other status for it; 422
    /// for errors that [`Kind::validate`] finds, in the service's texts; else 200 with the whole record in its
    /// envelope. Both addresses of [`Api`] are served; 404 for all others.
    ///
    /// Under [`Profile::Service`] it has the reported effects of the service: an omitted member falls back to its
    /// default, new special dates get an id, which responses call `_id`, a stored one is deleted by its id alone, and a
    /// slug that another calendar has is refused.
    ///
    /// ```
    /// use calendiff::{SandboxRequest, Kind, Profile, RequestOptions, Sandbox};
    /// use serde_json::json;
    ///
    /// let service = Sandbox::default();
    /// let state = json!({ "calendars": { "Kx2m": { "id": "Kx2m", "slotDuration": 60 } }, "locations": {} });
    /// let to = RequestOptions::new("http://sandbox", "Kx2m", "any");
    ///
    /// let request = Kind::Calendar.request(json!({ "slotDuration": 45 }), &to)?;
    /// let (state, reply) = service.answer(state, &SandboxRequest::from(&request));
    /// assert_eq!((reply.status, &state["calendars"]["Kx2m"]["slotDuration"]), (200, &json!(45)));
    ///
    /// let refused = Kind::Calendar.request(json!({ "slotDuration": 0 }), &to)?;
    /// let (state, reply) = service.answer(state, &SandboxRequest::from(&refused));
    /// assert_eq!((reply.status, &state["calendars"]["Kx2m"]["slotDuration"]), (422, &json!(45)));
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    #[must_use]
    pub fn answer(&self, mut state: Value, call: &SandboxRequest<'_>) -> (Value, SandboxReply) {
        let (reply, update) = self.reply(&state, call);
        if let Some(mut update) = update {
            update.swap(&mut state);
        }
        (state, reply)
    }

    /// Like [`answer`](Self::answer), but leaves the state as it is, and returns the record that an accepted update
    /// leaves. No record is copied but the addressed one, however many the state has.
    ///
    /// ```
    /// use calendiff::{Kind, RequestOptions, Sandbox, SandboxRequest};
    /// use serde_json::json;
    ///
    /// let mut state = json!({ "calendars": { "Kx2m": { "id": "Kx2m", "slotDuration": 60 } } });
    /// let to = RequestOptions::new("http://sandbox", "Kx2m", "any");
    /// let request = Kind::Calendar.request(json!({ "slotDuration": 45 }), &to)?;
    ///
    /// let (reply, update) = Sandbox::default().reply(&state, &SandboxRequest::from(&request));
    /// let mut update = update.expect("the update is accepted");
    /// update.swap(&mut state);
    /// assert_eq!((reply.status, &state["calendars"]["Kx2m"]["slotDuration"]), (200, &json!(45)));
    /// update.swap(&mut state);
    /// assert_eq!(state["calendars"]["Kx2m"]["slotDuration"], 60);
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    #[must_use]
    pub fn reply(
        &self,
        state: &Value,
        call: &SandboxRequest<'_>,
    ) -> (SandboxReply, Option<SandboxUpdate>) {
        if let Some(fault) = self.fault {
            let update = match fault {
                SandboxFault::Silence => self.fault(None).reply(state, call).1,
                _ => None,
            };
            return (SandboxReply::of(fault), update);
        }
        match (self.addressed(state, call), call.method) {
            (Ok((kind, _, stored)), "GET") => {
                let stored = Tree::of(stored);
                (
                    self.success(kind, open::inside(kind, stored.root()).view),
                    None,
                )
            }
            (Ok((kind, id, stored)), _) => match self.update(state, call, (kind, &id, stored)) {
                Ok(record) => {
                    let update = SandboxUpdate {
                        folder: Api::Specification.folder(kind),
                        id,
                        record: record.root().to_value(),
                    };
                    (self.success(kind, record.root()), Some(update))
                }
                Err(refused) => (refused, None),
            },
            (Err(refused), _) => (refused, None),
        }
    }

    /// Returns the records of the state that an answer depends on: the addressed one, and all that have the slug of the
    /// body.
    pub(crate) fn concerned(&self, call: &SandboxRequest<'_>) -> Option<Concerned> {
        let (kind, id) = route(call.url)?;
        let slug = match Document::parse_bytes(call.body.to_vec()) {
            Ok(body) if self.profile == Profile::Service => {
                let slug = body.root().get("slug").and_then(View::text);
                slug.map(str::to_owned)
            }
            _ => None,
        };
        Some(Concerned {
            folder: Api::Specification.folder(kind),
            id,
            slug,
        })
    }

    /// Finds the record that a request is about, if the request may come in.
    fn addressed<'s>(
        &self,
        state: &'s Value,
        call: &SandboxRequest<'_>,
    ) -> Result<(Kind, String, &'s Value), SandboxReply> {
        let (Some((kind, id)), "GET" | "PUT") = (route(call.url), call.method) else {
            return Err(no_route(call));
        };
        self.admit(kind, call)
            .map_err(|text| refusal(401, text, Some("Unauthorized")))?;
        let stored = state
            .get(Api::Specification.folder(kind))
            .and_then(|records| records.get(&id));
        match stored {
            Some(stored) => Ok((kind, id, stored)),
            None => Err(refusal(
                400,
                format!("no {} has the id {}", kind.name(), excerpt(&id)),
                None,
            )),
        }
    }

    /// Returns the record as an update leaves it.
    fn update(
        &self,
        state: &Value,
        call: &SandboxRequest<'_>,
        (kind, id, stored): (Kind, &str, &Value),
    ) -> Result<Tree, SandboxReply> {
        let body =
            Document::parse_bytes(call.body.to_vec()).map_err(|error| match error.code() {
                "json_size" => refusal(413, "request entity too large", Some("Payload Too Large")),
                _ => bad(&error),
            })?;
        let sent = open::record(kind, body.root()).map_err(|error| bad(&error))?;
        let stored = Tree::of(stored);
        let stored = read::regular(
            kind,
            open::stored(kind, stored.root())
                .map_err(|error| bad(&error))?
                .view,
        );
        let texts = texts(
            kind,
            validate::errors_of_body(&sent, self.profile, stored.root()),
        );
        if !texts.is_empty() {
            return Err(refusal(422, texts, Some("Unprocessable Entity")));
        }
        if self.profile == Profile::Service
            && let Some(slug) = body.root().get("slug").and_then(View::text)
            && is_taken(state, id, slug)
        {
            return Err(refusal(400, SLUG_TAKEN, None));
        }
        let mut record = outcome::of_read(stored.root(), &sent, self.profile);
        if self.profile == Profile::Service {
            record = each(&mut Ids, kind.table(), Visited::alone(record.root()));
        }
        Ok(record)
    }

    fn success(&self, kind: Kind, record: View<'_>) -> SandboxReply {
        let record = match record.members() {
            Some(_) => each(
                &mut Sent {
                    profile: self.profile,
                },
                kind.table(),
                Visited::alone(record),
            )
            .root()
            .to_value(),
            None => record.to_value(),
        };
        let mut body = Map::new();
        if kind.row().says_success {
            body.insert("success".to_owned(), true.into());
        }
        body.insert(kind.envelopes()[0].to_owned(), record);
        SandboxReply {
            status: 200,
            content_type: "text/plain",
            retry_after: None,
            body: to_string(&Value::Object(body)),
        }
    }

    /// Checks token and version, and returns the reason for a refusal as the error.
    fn admit(&self, kind: Kind, call: &SandboxRequest<'_>) -> Result<(), &'static str> {
        let token = call
            .authorization
            .and_then(|value| value.strip_prefix("Bearer "))
            .filter(|token| !token.is_empty());
        let acceptable = token.is_some_and(|token| self.token.is_none_or(|own| own == token));
        match call.version {
            _ if !acceptable => Err(INVALID_TOKEN),
            None => Err(NO_VERSION),
            Some(version) if version != request::version(kind) => Err(OTHER_VERSION),
            Some(_) => Ok(()),
        }
    }
}

/// Refuses a method or an address that the service does not have.
fn no_route(call: &SandboxRequest<'_>) -> SandboxReply {
    refusal(
        404,
        format!("Cannot {} {}", excerpt(call.method), excerpt(call.url)),
        Some("Not Found"),
    )
}

/// Converts a record to the form of a response: members of requests only are omitted, or get the name observed in
/// responses.
struct Sent {
    profile: Profile,
}

impl Visitor for Sent {
    fn member<'a>(&mut self, _: &Path, visited: &VisitedMember<'a, '_>) -> Rewrite<'a> {
        let Some(row) = visited.row else {
            return Rewrite::Itself;
        };
        if !row.is_request_only() || !is_alone(row, visited.object.view) {
            return Rewrite::Itself;
        }
        match (row.aliases.first(), visited.own) {
            (Some(alias), Some(own)) if self.profile == Profile::Service => {
                Rewrite::Copied(alias, own)
            }
            _ => Rewrite::Nothing,
        }
    }
}

/// Returns true if an object has no other name of a member. Beside a member of the name that responses have, both stay: one
/// would be read for the other.
fn is_alone(row: &Member, object: View<'_>) -> bool {
    row.aliases.iter().all(|alias| object.get(alias).is_none())
}

/// The records that an answer depends on. Serializes as `{ folder, id, slug }`.
#[derive(Serialize)]
pub(crate) struct Concerned {
    folder: &'static str,
    id: String,
    slug: Option<String>,
}

/// An error in the observed shapes.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ErrorBody<'a> {
    status_code: u16,
    message: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

fn refusal(status_code: u16, message: impl Into<Value>, error: Option<&str>) -> SandboxReply {
    refused(&ErrorBody {
        status_code,
        message: message.into(),
        error,
    })
}

fn refused(refusal: &ErrorBody<'_>) -> SandboxReply {
    let status = refusal.status_code;
    let body = to_string(refusal);
    SandboxReply {
        status,
        content_type: "application/json",
        retry_after: None,
        body,
    }
}

fn bad(error: &Error) -> SandboxReply {
    refusal(400, error.to_string(), None)
}

/// Returns the kind and the identifier in an address.
fn route(url: &str) -> Option<(Kind, String)> {
    let path = match url.split_once("://") {
        Some((_, rest)) => &rest[rest.find('/')?..],
        None => url,
    };
    let path = path.split(['?', '#']).next()?;
    Api::ALL.iter().copied().find_map(|api| {
        let (folder, id) = path
            .strip_prefix(api.prefix())?
            .strip_prefix('/')?
            .split_once('/')?;
        let kind = Kind::ALL
            .iter()
            .copied()
            .find(|kind| api.folder(*kind) == folder)?;
        Some((kind, decoded(id)?))
    })
}

/// Decodes the percent-encoding of one segment of a path.
fn decoded(segment: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(segment.len());
    let mut rest = segment.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'/' => return None,
            b'%' => u8::try_from(hex_digit(&mut rest)? * 16 + hex_digit(&mut rest)?).ok()?,
            byte => byte,
        });
    }
    String::from_utf8(bytes).ok().filter(|id| !id.is_empty())
}

/// Reads one of the two digits after a `%`.
fn hex_digit(rest: &mut std::str::Bytes<'_>) -> Option<u32> {
    char::from(rest.next()?).to_digit(16)
}

/// Returns the service's texts for the errors of a draft, without duplicates. A record inside an envelope is one
/// unknown member.
fn texts(kind: Kind, mut issues: Vec<Issue>) -> Vec<String> {
    issues.retain(|issue| issue.severity == Severity::Error);
    if let Some(envelope) = issues
        .iter()
        .position(|issue| issue.code == Code::Enveloped)
    {
        issues = vec![issues.swap_remove(envelope)];
    }
    let mut texts = issues
        .iter()
        .map(|issue| written(kind, issue))
        .collect_vec();
    for (_, again) in duplicates(texts.len(), &|a, b| texts[a].cmp(&texts[b])) {
        texts[again].clear();
    }
    texts.retain(|text| !text.is_empty());
    texts
}

fn is_taken(state: &Value, id: &str, slug: &str) -> bool {
    let calendars = state
        .get(Api::Specification.folder(Kind::Calendar))
        .and_then(Value::as_object);
    for (own, other) in calendars.into_iter().flatten() {
        if own != id && other.get("slug").and_then(Value::as_str) == Some(slug) {
            return true;
        }
    }
    false
}

/// Adds IDs to the special dates that have none.
struct Ids;

impl Visitor for Ids {
    fn more_members(
        &mut self,
        path: &Path,
        _: &'static Object,
        visited: &Visited<'_>,
        out: &mut Builder<'_>,
    ) {
        if let (Some(list), Some(Segment::Index(at))) = (visited.list, path.segments().last())
            && list.deleted_by_id
            && visited.view.get("id").is_none()
        {
            let date = visited
                .view
                .get("date")
                .and_then(View::text)
                .unwrap_or_default();
            out.text(
                Some("id"),
                &format!("sandbox-{}-{at}", date.get(..10).unwrap_or_default()),
            );
        }
    }
}
