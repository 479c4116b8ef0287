//! The request that carries a body: method, address, headers and text, exactly like the specification. The caller sends
//! it.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::ground::error::{Error, ErrorReason};
use crate::ground::json::{CollectVec, Json, to_string};
use crate::ground::names::names;
use crate::knowledge::schema::Kind;
use crate::record::open::{self, Record};

/// The addresses of the operations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Api {
    /// The specification's: `/api/calendars/{id}` and `/api/locations/{id}`.
    #[default]
    Specification,
    /// The public API's (observed): `/calendars/{id}` and `/businesses/{id}`.
    Public,
}

names!(Api, "api", "specification or public", { Specification = "specification", Public = "public" });

impl Api {
    /// Returns the beginning of all paths (section 9).
    #[must_use]
    pub fn prefix(self) -> &'static str {
        match self {
            Self::Specification => "/api",
            Self::Public => "",
        }
    }

    /// Returns the folder of the update's path (sections 4.1 and 4.2).
    #[must_use]
    pub fn folder(self, kind: Kind) -> &'static str {
        match self {
            Self::Specification => kind.row().folder,
            Self::Public => kind.row().public_folder,
        }
    }
}

/// The destination and the token of an update. Debug output does not show the token.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RequestOptions<'a> {
    /// The address of the service: http or https, a host, and at most a path.
    pub base_url: &'a str,
    /// The identifier of the calendar or location; any text, percent-encoded into one segment of the path.
    pub id: &'a str,
    /// The bearer token (section 5).
    pub token: &'a str,
    /// The addresses of the operations.
    pub api: Api,
    /// The beginning of paths, if it is not the [`Api`]'s: empty, or `/` and more.
    pub prefix: Option<&'a str>,
    /// The version, if it is not the specification's for the operation (section 9).
    pub version: Option<&'a str>,
}

impl<'a> RequestOptions<'a> {
    /// Returns options with the addresses and the version of the specification.
    #[must_use]
    pub const fn new(base_url: &'a str, id: &'a str, token: &'a str) -> Self {
        Self {
            base_url,
            id,
            token,
            api: Api::Specification,
            prefix: None,
            version: None,
        }
    }

    /// Sets the address of the service.
    #[must_use]
    pub fn base_url(self, base_url: &'a str) -> Self {
        Self { base_url, ..self }
    }

    /// Sets the identifier of the record.
    #[must_use]
    pub fn id(self, id: &'a str) -> Self {
        Self { id, ..self }
    }

    /// Sets the bearer token.
    #[must_use]
    pub fn token(self, token: &'a str) -> Self {
        Self { token, ..self }
    }

    /// Sets the addresses of the operations.
    #[must_use]
    pub fn api(self, api: Api) -> Self {
        Self { api, ..self }
    }

    /// Sets the beginning of paths.
    #[must_use]
    pub fn prefix(self, prefix: impl Into<Option<&'a str>>) -> Self {
        Self {
            prefix: prefix.into(),
            ..self
        }
    }

    /// Sets the version.
    #[must_use]
    pub fn version(self, version: impl Into<Option<&'a str>>) -> Self {
        Self {
            version: version.into(),
            ..self
        }
    }
}

impl fmt::Debug for RequestOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RequestOptions")
            .field("base_url", &self.base_url)
            .field("id", &self.id)
            .field("token", &MASK)
            .field("api", &self.api)
            .field("prefix", &self.prefix)
            .field("version", &self.version)
            .finish()
    }
}

/// The text in place of a token in output for people.
const MASK: &str = "***";

/// A request, ready for any client.
///
/// Serializes as the arguments of `fetch`, `{ url, init: { method, headers, body } }`. The token is hidden there, in the
/// displayed text and in Debug output: [`with_token`](UpdateRequest::with_token) serializes it.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct UpdateRequest {
    /// `PUT`
    pub method: &'static str,
    /// The whole address.
    pub url: String,
    /// Names in lower case, and values, in the specification's order.
    pub headers: Vec<(&'static str, String)>,
    /// JSON text; empty if a caller made this a request without a body.
    pub body: String,
}

impl Kind {
    /// Returns the update as a request, for any client: PUT to `{base_url}/api/calendars/{id}` or
    /// `{base_url}/api/locations/{id}`, with the bearer token and the version of sections 4, 5 and 9. With feature
    /// `http`, `try_from` converts it to an `http::Request`.
    ///
    /// # Errors
    /// `request`: the base address is not http or https with a host, or has a user, a query, a fragment or `..`; the
    /// identifier is empty, `.`, `..`, contains control characters or is longer than 1,024 bytes; token or version is
    /// not visible ASCII; or the prefix is not a path. The message never contains the token.
    /// `not_a_record`: the body is not a JSON object.
    ///
    /// ```
    /// use calendiff::{Kind, RequestOptions};
    /// use serde_json::json;
    ///
    /// let to = RequestOptions::new("https://api.example.com", "Kx2m", "s3cret");
    /// let request = Kind::Calendar.request(json!({ "slotDuration": 45 }), &to)?;
    /// assert_eq!((request.method, &*request.url), ("PUT", "https://api.example.com/api/calendars/Kx2m"));
    /// assert_eq!(request.headers[0], ("authorization", "Bearer s3cret".to_owned()));
    /// assert_eq!(request.headers[1], ("version", "2021-04-15".to_owned()));
    /// assert_eq!(request.body, r#"{"slotDuration":45}"#);
    /// assert!(!format!("{request:?}").contains("s3cret"));
    ///
    /// let refused = Kind::Calendar.request(json!({}), &to.id(".."));
    /// assert_eq!(refused.unwrap_err().code(), "request");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn request(
        self,
        body: impl Json,
        options: &RequestOptions<'_>,
    ) -> Result<UpdateRequest, Error> {
        request(&open::record(self, body.held().view())?, options)
    }

    /// Returns the version that the update is called with (section 9).
    #[must_use]
    pub fn version(self) -> &'static str {
        version(self)
    }
}

/// Answers [`Kind::version`].
pub(crate) fn version(kind: Kind) -> &'static str {
    kind.row().version
}

/// Answers [`Kind::request`].
pub(crate) fn request(
    body: &Record<'_>,
    options: &RequestOptions<'_>,
) -> Result<UpdateRequest, Error> {
    let kind = body.kind;
    let prefix = prefix(options.prefix.unwrap_or(options.api.prefix()))?;
    let folder = options.api.folder(kind);
    let url = format!(
        "{}{prefix}/{folder}/{}",
        base(options.base_url)?,
        segment(options.id)?
    );
    let version = options.version.unwrap_or(version(kind));
    let headers = vec![
        (
            "authorization",
            format!("Bearer {}", visible("token", options.token)?),
        ),
        ("version", visible("version", version)?.to_owned()),
        ("content-type", "application/json".to_owned()),
    ];
    Ok(UpdateRequest {
        method: "PUT",
        url,
        headers,
        body: to_string(&body.given()),
    })
}

impl UpdateRequest {
    /// Returns a copy without the token, for logs and people.
    #[must_use]
    pub fn masked(&self) -> Self {
        Self {
            headers: self.headers.iter().map(masked).collect_vec(),
            ..self.clone()
        }
    }
}

/// Returns a header without the token.
fn masked((name, value): &(&'static str, String)) -> (&'static str, String) {
    match *name {
        "authorization" => (*name, format!("Bearer {MASK}")),
        _ => (*name, value.clone()),
    }
}

impl UpdateRequest {
    /// Returns the arguments of `fetch` with the token, to serialize.
    ///
    /// ```
    /// use calendiff::{Kind, RequestOptions};
    ///
    /// let to = RequestOptions::new("https://api.example.com", "Kx2m", "s3cret");
    /// let request = Kind::Calendar.request(serde_json::json!({}), &to)?;
    /// let sent = serde_json::to_value(request.with_token()).unwrap();
    /// assert_eq!(sent["init"]["headers"]["authorization"], "Bearer s3cret");
    /// let logged = serde_json::to_value(&request).unwrap();
    /// assert_eq!(logged["init"]["headers"]["authorization"], "Bearer ***");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    #[must_use]
    pub fn with_token(&self) -> impl Serialize {
        let Self {
            method,
            url,
            headers,
            body,
        } = self;
        Fetch {
            url,
            init: Init {
                method,
                headers: Headers(headers),
                body,
            },
        }
    }
}

impl fmt::Debug for UpdateRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            method,
            url,
            headers,
            body,
        } = self.masked();
        let mut request = f.debug_struct("UpdateRequest");
        request
            .field("method", &method)
            .field("url", &url)
            .field("headers", &headers)
            .field("body", &body)
            .finish()
    }
}

/// Displays a curl command for people; the shell replaces `$CALENDIFF_TOKEN` by the token.
impl fmt::Display for UpdateRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "curl -X {} {}", self.method, quoted(&self.url))?;
        for (name, value) in &self.headers {
            if *name == "authorization" {
                write!(f, " \\\n  -H \"{name}: Bearer $CALENDIFF_TOKEN\"")?;
            } else {
                write!(f, " \\\n  -H {}", quoted(&format!("{name}: {value}")))?;
            }
        }
        if self.body.is_empty() {
            return Ok(());
        }
        write!(f, " \\\n  --data-raw {}", quoted(&self.body))
    }
}

/// Quotes a text as one word that a shell does not change.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

impl Serialize for UpdateRequest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.masked().with_token().serialize(serializer)
    }
}

/// The arguments of `fetch`.
#[derive(Serialize)]
struct Fetch<'a> {
    url: &'a str,
    init: Init<'a>,
}

#[derive(Serialize)]
struct Init<'a> {
    method: &'static str,
    headers: Headers<'a>,
    #[serde(skip_serializing_if = "str::is_empty")]
    body: &'a str,
}

struct Headers<'a>(&'a [(&'static str, String)]);

impl Serialize for Headers<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// Marks the token as sensitive, so that Debug output does not show it.
///
/// # Errors
/// `request`: `http` does not accept the address, since it is longer than 65,534 bytes.
#[cfg(feature = "http")]
impl TryFrom<UpdateRequest> for http::Request<String> {
    type Error = Error;

    fn try_from(request: UpdateRequest) -> Result<Self, Error> {
        let mut built = http::Request::builder()
            .method(request.method)
            .uri(request.url)
            .body(request.body);
        if let Ok(built) = &mut built {
            for (name, value) in request.headers {
                let mut value = http::HeaderValue::try_from(value)
                    .map_err(|_| refusal(name, "visible ASCII characters", "something else"))?;
                value.set_sensitive(name == "authorization");
                built.headers_mut().insert(name, value);
            }
        }
        built.map_err(|_| {
            refusal(
                "base address",
                "one that a URL can begin with",
                "something else",
            )
        })
    }
}

/// Returns the base address without slashes at its end.
fn base(base: &str) -> Result<&str, Error> {
    let rest = base
        .strip_prefix("https://")
        .or_else(|| base.strip_prefix("http://"))
        .ok_or_else(|| refused_base(base))?;
    let (host, path) = rest.find('/').map_or((rest, ""), |at| rest.split_at(at));
    if is_host(host) && is_path(path) {
        Ok(base.trim_end_matches('/'))
    } else {
        Err(refused_base(base))
    }
}

/// Refuses a base address. One with an @ is not shown, as the text before the @ may be a password.
fn refused_base(base: &str) -> Error {
    refusal(
        "base address",
        "http:// or https:// and a host, without user, query or fragment",
        if base.contains('@') {
            "one with an @ in it"
        } else {
            base
        },
    )
}

/// Returns true for a name or an address, with an optional port.
fn is_host(host: &str) -> bool {
    let (name, port) = match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((address, port)) if crate::knowledge::format::is_address(address) => (address, port),
        Some(_) => return false,
        None => host.find(':').map_or((host, ""), |at| host.split_at(at)),
    };
    let named = name.starts_with(|first: char| first.is_ascii_alphanumeric() || first == ':');
    let port = port.is_empty()
        || port.strip_prefix(':').is_some_and(|port| {
            is_made_of(port, b"") && port.parse::<u64>().is_ok_and(|port| port < 1 << 16)
        });
    named && port && (host.starts_with('[') || is_made_of(name, b"-._"))
}

/// Returns true for a text of letters, digits and these others.
fn is_made_of(text: &str, others: &[u8]) -> bool {
    text.bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || others.contains(&byte))
}

/// Returns true for a path that every parser of addresses leaves unchanged.
fn is_path(path: &str) -> bool {
    let plain = path
        .bytes()
        .all(|byte| byte.is_ascii_graphic() && !b"?#@\\\"<>^`{|}".contains(&byte));
    let decoded = path.to_ascii_lowercase().replace("%2e", ".");
    plain && decoded.split('/').all(|step| step != "." && step != "..")
}

fn prefix(prefix: &str) -> Result<&str, Error> {
    if is_path(prefix) && (prefix.is_empty() || prefix.starts_with('/')) {
        Ok(prefix.trim_end_matches('/'))
    } else {
        Err(refusal(
            "prefix",
            "nothing, or a path that begins with /",
            prefix,
        ))
    }
}

/// Encodes an identifier as one segment of a path: all but unreserved characters (RFC 3986, 2.3) are percent-encoded.
fn segment(id: &str) -> Result<String, Error> {
    const LONGEST: usize = 1024;
    if id.is_empty()
        || id == "."
        || id == ".."
        || id.len() > LONGEST
        || id.chars().any(char::is_control)
    {
        let expected = "1 to 1,024 bytes of text without control characters, and not . or ..";
        return Err(refusal("identifier", expected, id));
    }
    let mut segment = String::with_capacity(id.len());
    for byte in id.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            segment.push(char::from(byte));
        } else {
            segment.extend(['%', hex(byte >> 4), hex(byte & 15)]);
        }
    }
    Ok(segment)
}

fn hex(half: u8) -> char {
    char::from(b"0123456789ABCDEF"[usize::from(half)])
}

/// Checks a header's value, or a part of one. The error never contains a refused value: it may be a valid token with a
/// line end after it.
fn visible<'a>(name: &'static str, value: &'a str) -> Result<&'a str, Error> {
    if !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_graphic()) {
        Ok(value)
    } else {
        let found = if value.is_empty() {
            ""
        } else {
            "something else"
        };
        Err(refusal(name, "visible ASCII characters", found))
    }
}

fn refusal(name: &'static str, expected: &'static str, found: &str) -> Error {
    let found = crate::knowledge::format::excerpt(found);
    ErrorReason::Request {
        name,
        expected,
        found,
    }
    .into()
}
