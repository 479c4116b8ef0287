//! The service's answers: the stored record, or a refusal with its texts at their fields.

use serde::de::Error as _;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::form::{Delta, RecordForm};
use crate::ground::error::Error;
use crate::ground::json::{Document, Each, Node, Number, Path, View, to_string};
use crate::ground::names::names;
use crate::knowledge::format::excerpt;
use crate::knowledge::issue::{Code, Issue, Severity};
use crate::knowledge::language::{Params, Phrase};
use crate::knowledge::schema::Kind;
use crate::record::{open, place_in_draft};
use crate::service::explain;
use crate::verbs::read::Stored;
use crate::verbs::{read, read_text};

/// The service's answer to an update. Serializes as `{ ok, status, stored }` or `{ ok, status, refusal }`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct UpdateResponse {
    /// The status of the answer; 0 if it is not known.
    pub status: u16,
    /// The record that is stored now, or the refusal.
    pub result: Result<Stored, Refusal>,
}

/// An answer without a record. Serializes as `{ reason, retry, texts, issues, notJson?, traceId?, text }`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Refusal {
    /// The kind of refusal.
    pub reason: RefusalReason,
    /// True if the service may accept the same request later: status 408, 425, 429, or 500 and more.
    pub retry: bool,
    /// The texts of the service.
    pub texts: Vec<String>,
    /// An issue for each text, in their order; a single one about the whole answer if there is no text. They are errors if
    /// the refusal is about the body, else warnings.
    pub issues: Vec<Issue>,
    /// The reason why the answer is not JSON. One that begins with a byte-order mark, or has bytes that are not UTF-8, is
    /// read all the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_json: Option<NotJson>,
    /// The service's own name for the request, if it gives one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace_id: Option<String>,
    /// The original body, whole. Bytes that are not UTF-8 are `U+FFFD`.
    pub text: String,
}

/// The reason why an answer is not JSON. Serializes as `{ code, message, line?, column? }`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct NotJson {
    /// The code of the error: `json_syntax`, `json_bom`, `json_utf8` or another that begins with `json_`.
    pub code: String,
    /// The message, with the position.
    pub message: String,
    /// The line, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The column in characters, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
}

impl NotJson {
    fn of(error: &Error) -> Self {
        let position = error.position();
        Self {
            code: error.code().to_owned(),
            message: error.to_string(),
            line: position.map(|at| at.line),
            column: position.map(|at| at.column),
        }
    }
}

/// A kind of refusal, by the status of the answer, or of its body if the answer has none or is a success.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum RefusalReason {
    /// 400, 409 or 413
    BadRequest,
    /// 401: the token or the header `Version` is not accepted.
    Unauthorized,
    /// 401 or 403 with a text about a scope: the token lacks one.
    ScopeMissing,
    /// 403
    Forbidden,
    /// 404
    NotFound,
    /// 422
    Unprocessable,
    /// 429
    RateLimited,
    /// 408, 425, or 500 and more: the service, or a gateway before it, could not answer.
    Server,
    /// A success without a record, such as 204 or `{ "succeeded": true }`. Only reading the record back shows what is stored.
    NoRecord,
    /// An answer that is not JSON, with a success or a status without a reason of its own.
    NotJson,
    /// Any other status, such as 402, 405, 415, 451 or a redirect: about the request or the account.
    NotAccepted,
    /// A status that is not known.
    Other,
}

names!(RefusalReason, "reason", "the name of a reason, such as bad-request", {
    BadRequest = "bad-request", Unauthorized = "unauthorized", ScopeMissing = "scope-missing", Forbidden = "forbidden",
    NotFound = "not-found", Unprocessable = "unprocessable", RateLimited = "rate-limited", Server = "server",
    NoRecord = "no-record", NotJson = "not-json", NotAccepted = "not-accepted", Other = "other"
});

impl RefusalReason {
    /// Returns the reason for a status, whose texts were read.
    fn of(status: u16, texts: &[String], is_json: bool) -> Self {
        match status {
            401 | 403 if is_about_scope(texts) => Self::ScopeMissing,
            400 | 409 | 413 => Self::BadRequest,
            401 => Self::Unauthorized,
            403 => Self::Forbidden,
            404 => Self::NotFound,
            422 => Self::Unprocessable,
            429 => Self::RateLimited,
            408 | 425 | 500..600 => Self::Server,
            _ if !is_json => Self::NotJson,
            200..300 => Self::NoRecord,
            UNKNOWN => Self::Other,
            _ => Self::NotAccepted,
        }
    }

    /// Returns the severity of the issues of a refusal: an error if another body may be accepted, else a warning.
    ///
    /// ```
    /// use calendiff::{RefusalReason, Severity};
    ///
    /// assert_eq!(RefusalReason::Unprocessable.severity(), Severity::Error);
    /// assert_eq!(RefusalReason::RateLimited.severity(), Severity::Warning);
    /// ```
    #[must_use]
    pub fn severity(self) -> Severity {
        if self.is_about_body() {
            Severity::Error
        } else {
            Severity::Warning
        }
    }

    /// Returns true if another body may be accepted. If not, the same body may be, later or with another token.
    ///
    /// ```
    /// use calendiff::RefusalReason;
    ///
    /// assert!(RefusalReason::BadRequest.is_about_body());
    /// assert!(!RefusalReason::Unauthorized.is_about_body());
    /// ```
    #[must_use]
    pub fn is_about_body(self) -> bool {
        matches!(self, Self::BadRequest | Self::Unprocessable | Self::Other)
    }
}

/// Returns true if a text says that the token lacks a scope.
fn is_about_scope(texts: &[String]) -> bool {
    texts
        .iter()
        .any(|text| text.to_ascii_lowercase().contains("scope"))
}

impl RecordForm {
    /// Adds the service's texts about the [body](RecordForm::body) to the draft's issues, each at its field, until the value there
    /// is edited. A text about a problem that the form also finds is shown once, as an error. A refusal for another reason, such
    /// as an expired token, is no issue of the draft and changes nothing: show it beside the save, with
    /// [`retry`](Refusal::retry).
    ///
    /// ```
    /// use calendiff::json::Path;
    /// use calendiff::{Kind, Profile};
    /// use serde_json::json;
    ///
    /// let mut form = Kind::Calendar.form(json!({ "name": "Consultation", "slug": "intro" }), Profile::Specification)?;
    /// let answer = Kind::Calendar.response(422, None, r#"{ "statusCode": 422, "message": ["slug must be a string"] }"#);
    /// form.refused(answer.result.as_ref().unwrap_err());
    /// let slug = Path::new().with("slug");
    /// assert_eq!(form.issues_at(&slug).count(), 1);
    /// form.set(&slug, json!("first-visit"))?;
    /// assert!(form.is_ok());
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn refused(&mut self, refusal: &Refusal) -> Delta {
        if !refusal.reason.is_about_body() {
            Delta::default()
        } else if refusal.texts.is_empty() {
            self.said(refusal.issues.clone())
        } else {
            self.said_in(&refusal.texts)
        }
    }

    /// Adds texts about the body as issues.
    pub(crate) fn said_in(&mut self, texts: &[impl AsRef<str>]) -> Delta {
        let kind = self.kind();
        let origins = self.body_origins();
        let issues = explain::explain_at(kind, texts, Some(&self.draft()), &|draft, path| {
            place_in_draft(kind, draft, &origins.of(&path))
        });
        self.said(issues)
    }

    /// Adds an issue about a whole answer without texts, in words as data.
    pub(crate) fn said_of_all(&mut self, words: serde_json::Value) -> Delta {
        self.said(vec![about_all(Phrase::from(words), Severity::Error)])
    }
}

/// Turns errors into warnings, unless errors are allowed.
pub(crate) fn limited(mut issues: Vec<Issue>, severity: Severity) -> Vec<Issue> {
    if severity != Severity::Error {
        for issue in &mut issues {
            issue.severity = severity;
        }
    }
    issues
}

/// Returns an issue about a whole answer.
fn about_all(said: Phrase, severity: Severity) -> Issue {
    let mut params = Params::new();
    params.insert("text", said.0);
    Issue::new(Code::ServiceSays, severity, Path::new(), params)
}

impl<'de> Deserialize<'de> for UpdateResponse {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct ResponseMembers {
            ok: Option<bool>,
            #[serde(default)]
            status: u16,
            stored: Option<Stored>,
            refusal: Option<Refusal>,
        }

        let ResponseMembers {
            ok,
            status,
            stored,
            refusal,
        } = ResponseMembers::deserialize(deserializer)?;
        let result = match (stored, refusal) {
            (Some(stored), None) => Ok(stored),
            (None, Some(refusal)) => Err(refusal),
            _ => return Err(D::Error::custom("expected either stored or refusal")),
        };
        if ok.is_some_and(|ok| ok != result.is_ok()) {
            return Err(D::Error::custom(
                "ok: expected true with stored, and false with refusal",
            ));
        }
        Ok(Self { status, result })
    }
}

impl Serialize for UpdateResponse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut response = serializer.serialize_struct("UpdateResponse", 3)?;
        response.serialize_field("ok", &self.result.is_ok())?;
        response.serialize_field("status", &self.status)?;
        match &self.result {
            Ok(stored) => response.serialize_field("stored", stored)?,
            Err(refusal) => response.serialize_field("refusal", refusal)?,
        }
        response.end()
    }
}

/// The status of an answer whose status is not known.
const UNKNOWN: u16 = 0;

impl Kind {
    /// Reads the answer to an update: the record of a success, like [`read`](Kind::read) and for any declared content
    /// type, or the refusal with each of its texts explained. Accepts any answer, text or bytes, even a proxy's page, and
    /// keeps its body whole. The status is 0 if it is not known: no text then names one.
    ///
    /// ```
    /// use calendiff::{Kind, RefusalReason};
    ///
    /// let text = r#"{ "calendar": { "id": "Kx2m", "name": "Consultation" } }"#;
    /// let stored = Kind::Calendar.response(200, Some("text/plain"), text).result.unwrap();
    /// assert_eq!(stored.value.to_value()["name"], "Consultation");
    ///
    /// let text = r#"{ "statusCode": 422, "message": ["slotDuration must be a positive number"] }"#;
    /// let refusal = Kind::Calendar.response(422, Some("application/json"), text).result.unwrap_err();
    /// assert_eq!(refusal.reason, RefusalReason::Unprocessable);
    /// assert_eq!(refusal.issues[0].path.pointer(), "/slotDuration");
    /// assert!(!refusal.retry);
    ///
    /// let refusal = Kind::Calendar.response(503, Some("text/html"), "<h1>Busy</h1>").result.unwrap_err();
    /// assert_eq!((refusal.reason, refusal.retry), (RefusalReason::Server, true));
    /// assert_eq!(refusal.not_json.unwrap().code, "json_syntax");
    /// ```
    #[must_use]
    pub fn response(
        self,
        status: u16,
        content_type: Option<&str>,
        text: impl AsRef<[u8]>,
    ) -> UpdateResponse {
        response(self, status, content_type, text.as_ref())
    }
}

/// Answers [`Kind::response`].
pub(crate) fn response(
    kind: Kind,
    status: u16,
    content_type: Option<&str>,
    bytes: &[u8],
) -> UpdateResponse {
    let text = String::from_utf8_lossy(bytes);
    let ParsedAnswer {
        document,
        notes,
        error,
    } = parsed(kind, bytes, &text);
    let root = document.as_ref().map(Document::root);
    let is_success = (200..300).contains(&status);
    if is_success
        && let Some(root) = root
        && let Some(mut stored) = stored_in(kind, root)
    {
        stored.issues.extend(notes);
        return UpdateResponse {
            status,
            result: Ok(stored),
        };
    }
    // A refusal that is called a success has its own status in its body.
    let told = if is_success || status == UNKNOWN {
        root.and_then(status_in).unwrap_or(status)
    } else {
        status
    };
    let texts = root.map(|root| texts(kind, root)).unwrap_or_default();
    let is_json = root.is_some() || text.trim().is_empty();
    let reason = match (
        RefusalReason::of(told, &texts, is_json),
        root.and_then(has_succeeded),
    ) {
        (RefusalReason::NoRecord, Some(false)) => RefusalReason::Other,
        (RefusalReason::Other, Some(true)) => RefusalReason::NoRecord,
        (reason, _) => reason,
    };
    let mut issues = explain::explain(kind, &texts, None);
    if issues.is_empty() {
        issues.push(about_all(
            in_words(status, content_type, &text, error.as_ref()),
            Severity::Error,
        ));
    }
    let not_json = match &error {
        Some(error) if !text.trim().is_empty() => Some(NotJson::of(error)),
        _ => None,
    };
    let trace_id = root.get("traceId").and_then(View::text);
    let refusal = Refusal {
        reason,
        retry: matches!(told, 408 | 425 | 429 | 500..600),
        texts,
        issues: limited(issues, reason.severity()),
        not_json,
        trace_id: trace_id.map(str::to_owned),
        text: text.into_owned(),
    };
    UpdateResponse {
        status,
        result: Err(refusal),
    }
}

/// An answer that was parsed.
struct ParsedAnswer {
    /// `None` if the answer is not JSON.
    document: Option<Document>,
    /// The notes about integers that are kept as text.
    notes: Vec<Issue>,
    /// Why the answer is not JSON, or not strictly.
    error: Option<Error>,
}

/// Parses an answer. A mark before it, and bytes that are not UTF-8, keep no one from reading the rest; nor do integers of many
/// digits that no update sends.
fn parsed(kind: Kind, bytes: &[u8], text: &str) -> ParsedAnswer {
    let error = match Document::parse_bytes(bytes.to_vec()) {
        Ok(document) => {
            return ParsedAnswer {
                document: Some(document),
                notes: Vec::new(),
                error: None,
            };
        }
        Err(error) => error,
    };
    let is_integer = error.code() == "json_integer";
    let is_readable = is_integer || matches!(error.code(), "json_bom" | "json_utf8");
    let read = if is_readable {
        read_text::parse(kind, text.trim_start_matches(MARK)).ok()
    } else {
        None
    };
    match read {
        Some((document, notes)) => ParsedAnswer {
            document: Some(document),
            notes,
            error: (!is_integer).then_some(error),
        },
        None => ParsedAnswer {
            document: None,
            notes: Vec::new(),
            error: Some(error),
        },
    }
}

/// The byte-order mark.
const MARK: char = '\u{feff}';

/// Returns what an answer itself says of its success: `{ "succeeded": true }`.
fn has_succeeded(root: View<'_>) -> Option<bool> {
    ["success", "succeeded"]
        .iter()
        .find_map(|name| root.get(name)?.boolean())
}

/// Returns the status of a refusal that its body gives.
fn status_in(root: View<'_>) -> Option<u16> {
    for name in ["statusCode", "status"] {
        let number = root.get(name).and_then(View::number);
        if let Some(status @ 400..600) = number.and_then(Number::as_i64) {
            return u16::try_from(status).ok();
        }
    }
    None
}

/// Returns the words for an answer without texts: its status and content, or why it is not the JSON that it seems to be.
fn in_words(status: u16, content_type: Option<&str>, text: &str, error: Option<&Error>) -> Phrase {
    let content = text.trim_start_matches(MARK).trim();
    let (format, content) = match error {
        Some(error) if content.starts_with(['{', '[', '"']) => {
            (Phrase::text(error.code()), error.to_string())
        }
        _ => (
            content_type.map_or_else(|| Phrase::code("no_content_type"), Phrase::text),
            excerpt(content),
        ),
    };
    match (status, content.is_empty()) {
        (UNKNOWN, true) => Phrase::tagged("type", "nothing"),
        (UNKNOWN, false) => Phrase::text(&content),
        (_, true) => Phrase::code("status_alone").with("status", usize::from(status)),
        // The page of a proxy is for a browser; the answer keeps its text.
        (_, false) if content.starts_with('<') => {
            Phrase::code("status_page").with("status", usize::from(status))
        }
        (_, false) => Phrase::code("status_text")
            .with("status", usize::from(status))
            .with("type", format)
            .with("text", content),
    }
}

/// Returns the record of a success: in its envelope, or bare with at least one known member.
fn stored_in(kind: Kind, root: View<'_>) -> Option<Stored> {
    let failed = root.get("success").and_then(View::boolean) == Some(false);
    let record = open::stored(kind, root).ok()?;
    let is_record = record.envelope().is_some() || has_member(kind, root);
    (!failed && is_record).then(|| read::read(&record))
}

/// Returns true if an object has at least one member of the record.
fn has_member(kind: Kind, root: View<'_>) -> bool {
    root.each_member()
        .any(|(name, _)| kind.table().find(name).is_some())
}

/// Returns the texts of a refusal, in each of the observed shapes: `message` is a text, several joined texts, a list of
/// texts or an object with the texts of each field; if it has none, `error` is the only text. An object `errors` with texts of
/// fields says more than any of these.
fn texts(kind: Kind, root: View<'_>) -> Vec<String> {
    let said = match root.node() {
        Node::Text(_) | Node::Array(_) => texts_in(kind, root),
        _ => texts_of_object(kind, root),
    };
    said.iter()
        .flat_map(|text| explain::several(kind, text))
        .map(str::to_owned)
        .collect()
}

/// Returns the texts of a refusal that is an object: those of its fields, else those of its message.
fn texts_of_object(kind: Kind, root: View<'_>) -> Vec<String> {
    if let Some(errors) = root.get("errors")
        && let Some(texts) = texts_of_fields(kind, errors)
    {
        return texts;
    }
    for name in ["message", "error_description", "error"] {
        if let Some(said) = root.get(name) {
            let texts = texts_in(kind, said);
            if !texts.is_empty() {
                return texts;
            }
        }
    }
    Vec::new()
}

/// Returns the texts of a member without those that are blank. Another object in place of a text is shown unchanged, as JSON.
fn texts_in(kind: Kind, said: View<'_>) -> Vec<String> {
    match said.node() {
        Node::Array(items) => items.filter_map(text).collect(),
        _ => match texts_of_fields(kind, said) {
            Some(texts) => texts,
            None => text(said).into_iter().collect(),
        },
    }
}

/// Returns a text that is not blank, or another value as JSON.
fn text(said: View<'_>) -> Option<String> {
    match said.node() {
        Node::Null => None,
        Node::Text(text) if text.trim().is_empty() => None,
        Node::Text(text) => Some(text.to_owned()),
        _ => Some(to_string(&said)),
    }
}

/// Returns the texts of an object that has a list of them for each field, at least one of them a field of the record. Each
/// begins with its field.
///
/// ```text
/// { "slug": ["must be a string", "Taken"], "name": ["name should not be empty"] }
/// slug must be a string · slug: Taken · name should not be empty
/// ```
fn texts_of_fields(kind: Kind, said: View<'_>) -> Option<Vec<String>> {
    let mut members = said.members()?;
    let is_of_fields = members.clone().all(|(_, list)| is_list_of_texts(list));
    if !is_of_fields
        || !members.any(|(name, _)| kind.table().knows(name.split('.').next().unwrap_or(name)))
    {
        return None;
    }
    let mut texts = Vec::new();
    for (name, list) in said.each_member() {
        for text in list.each_item().filter_map(View::text) {
            texts.push(text_of_field(name, text));
        }
    }
    Some(texts)
}

fn is_list_of_texts(list: View<'_>) -> bool {
    list.items()
        .is_some_and(|mut items| items.len() > 0 && items.all(is_text))
}

fn is_text(said: View<'_>) -> bool {
    said.text().is_some_and(|text| !text.trim().is_empty())
}

/// Returns a text that begins with its field.
fn text_of_field(name: &str, text: &str) -> String {
    match text.strip_prefix(name) {
        Some(rest) if rest.starts_with([' ', '.', ':']) => text.to_owned(),
        _ if text.starts_with("must ") || text.starts_with("should ") => format!("{name} {text}"),
        _ => format!("{name}: {text}"),
    }
}
