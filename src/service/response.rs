//! The service's answers: the stored record, or a refusal with its texts at their fields.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::form::{Delta, Form};
use crate::ground::json::{Document, Each, Node, Path, View, to_string};
use crate::knowledge::format::excerpt;
use crate::knowledge::issue::{Code, Issue, Severity};
use crate::knowledge::language::{Params, Said};
use crate::knowledge::schema::Kind;
use crate::record::{open, place_in_draft};
use crate::service::explain;
use crate::verbs::read::Stored;
use crate::verbs::{read, read_text};

/// The service's answer to an update. Serializes as `{ ok, status, stored }` or `{ ok, status, refusal }`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Response {
    /// The status of the answer; 0 if it is not known.
    pub status: u16,
    /// The record that is stored now, or the refusal.
    pub result: Result<Stored, Refusal>,
}

/// An answer without a record. Serializes as `{ reason, texts, issues, traceId?, text }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Refusal {
    /// The kind of refusal.
    pub reason: RefusalReason,
    /// The texts of the service.
    pub texts: Vec<String>,
    /// An issue for each text, in their order; a single one about the whole answer if there is no text.
    pub issues: Vec<Issue>,
    /// The service's own name for the request, if it gives one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace_id: Option<String>,
    /// The original body, whole.
    pub text: String,
}

/// A kind of refusal: the specification's errors (section 7), and others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum RefusalReason {
    /// 400
    BadRequest,
    /// 401
    Unauthorized,
    /// 422
    Unprocessable,
    /// A status that the specification does not name, or one that is not known.
    Other,
    /// A success without a readable record. Only reading the record back shows if the update was applied.
    Unreadable,
}

impl Form {
    /// Adds the service's texts about the [body](Form::body) to the draft's issues, each at its field, until the value there
    /// is edited. A text about a problem that the form also finds is shown once, as an error.
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
        if refusal.texts.is_empty() { self.said(refusal.issues.clone()) } else { self.said_in(&refusal.texts) }
    }

    pub(crate) fn said_in(&mut self, texts: &[impl AsRef<str>]) -> Delta {
        let kind = self.kind();
        let origins = self.body_origins();
        let place = |draft: View<'_>, path: Path| place_in_draft(kind, draft, &origins.of(&path));
        let issues = explain::explain_at(kind, texts, Some(&self.draft()), &place);
        self.said(issues)
    }
}

impl Serialize for Response {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut response = serializer.serialize_struct("Response", 3)?;
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

/// Answers [`Kind::response`].
pub(crate) fn response(kind: Kind, status: u16, content_type: Option<&str>, text: &str) -> Response {
    let parsed = read_text::parse(kind, text);
    let document = parsed.as_ref().map(|(document, _)| document);
    let root = document.ok().map(Document::root);
    let is_success = (200..300).contains(&status);
    if let Some(mut stored) = root.filter(|_| is_success).and_then(|root| stored_in(kind, root)) {
        stored.issues.extend(parsed.map_or_else(|_| Vec::new(), |(_, notes)| notes));
        return Response { status, result: Ok(stored) };
    }
    let reason = match status {
        400 => RefusalReason::BadRequest,
        401 => RefusalReason::Unauthorized,
        422 => RefusalReason::Unprocessable,
        _ if is_success => RefusalReason::Unreadable,
        _ => RefusalReason::Other,
    };
    let texts = root.map(|root| texts(kind, root)).unwrap_or_default();
    let mut issues = explain::explain(kind, &texts, None);
    if issues.is_empty() {
        let status_and = |code| Said::code(code).with("status", usize::from(status));
        let (format, content) = match document.err().filter(|error| error.code() == "json_integer") {
            Some(lost) => (Said::text(lost.code()), lost.to_string()),
            None => (content_type.map_or_else(|| Said::code("no_content_type"), Said::text), excerpt(text.trim())),
        };
        let said = match (status, content.is_empty()) {
            (UNKNOWN, true) => Said::code("empty"),
            (UNKNOWN, false) => Said::text(&content),
            (_, true) => status_and("status_alone"),
            (_, false) => status_and("status_text").with("type", format).with("text", content),
        };
        let mut params = Params::new();
        params.insert("text".to_owned(), said.0);
        issues.push(Issue::new(Code::ServiceSays, Severity::Error, Path::new(), params));
    }
    let trace_id = root.and_then(|root| root.get("traceId")).and_then(View::text).map(str::to_owned);
    Response { status, result: Err(Refusal { reason, texts, issues, trace_id, text: text.to_owned() }) }
}

/// Returns the record of a success: in its envelope, or bare with at least one known member.
fn stored_in(kind: Kind, root: View<'_>) -> Option<Stored> {
    let known = || root.each_member().any(|(name, _)| kind.record().find(name).is_some());
    let failed = root.get("success").and_then(View::boolean) == Some(false);
    let record = open::stored(kind, root).ok().filter(|record| !failed && (record.envelope().is_some() || known()))?;
    Some(read::read(&record))
}

/// Returns the texts of a refusal, in each of the observed shapes: `message` is a text, several joined texts or a list of
/// texts; if it has none, `error` is the only text.
fn texts(kind: Kind, root: View<'_>) -> Vec<String> {
    let said = match root.node() {
        Node::Text(_) | Node::Array(_) => texts_in(root),
        _ => {
            let said = ["message", "error_description", "error"].iter().filter_map(|name| root.get(name));
            said.map(texts_in).find(|texts| !texts.is_empty()).unwrap_or_default()
        }
    };
    said.iter().flat_map(|text| explain::several(kind, text)).map(str::to_owned).collect()
}

/// Returns the texts of a member without those that are blank. An object in place of a text is shown unchanged, as JSON.
fn texts_in(said: View<'_>) -> Vec<String> {
    let text = |said: View<'_>| match said.node() {
        Node::Null => None,
        Node::Text(text) => Some(text.to_owned()).filter(|text| !text.trim().is_empty()),
        _ => Some(to_string(&said)),
    };
    match said.node() {
        Node::Array(items) => items.filter_map(text).collect(),
        _ => text(said).into_iter().collect(),
    }
}
