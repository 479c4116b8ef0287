//! Problem details (RFC 9457).

use axum::http::StatusCode;
use axum::http::header::{CONTENT_LANGUAGE, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use calendiff::json::to_string;
use calendiff::{Error, Issue, Language, Params, Severity};
use serde::Serialize;
use serde_json::json;

/// What a request is answered that cannot be carried out: `{ title, status, detail, code?, line?, column?, issues? }` as
/// `application/problem+json`. Its type is `about:blank`, since its status says it all; what is wrong is in `issues`.
#[derive(Debug, Serialize)]
pub struct Problem {
    pub title: &'static str,
    pub status: u16,
    pub detail: String,
    /// The code of an [`Error`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// Everything that was found, with its place, message and fix.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub issues: Vec<Issue>,
    /// The tag of the language that the issues are told in.
    #[serde(skip)]
    pub language: &'static str,
}

impl Problem {
    /// A problem in words.
    pub fn new(status: StatusCode, detail: impl Into<String>) -> Self {
        Self {
            title: status.canonical_reason().unwrap_or("Error"),
            status: status.as_u16(),
            detail: detail.into(),
            code: None,
            line: None,
            column: None,
            issues: Vec::new(),
            language: Language::TAGS[0],
        }
    }

    /// What is wrong with a draft, told in a language.
    pub fn invalid(issues: Vec<Issue>, tag: &'static str) -> Self {
        let errors = issues
            .iter()
            .filter(|issue| issue.severity == Severity::Error)
            .count();
        let count = Params::from_iter([("n".to_owned(), errors.into())]);
        let detail = spoken(tag).say("command", "errors", &count);
        Self {
            issues,
            language: tag,
            ..Self::new(StatusCode::UNPROCESSABLE_ENTITY, detail)
        }
    }
}

/// A language by its tag.
fn spoken(tag: &str) -> &'static Language {
    Language::named(tag).unwrap_or(Language::english())
}

/// A body that is not JSON or no record, or a parameter that has no such value.
impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        let status = if error.code() == "json_size" {
            StatusCode::PAYLOAD_TOO_LARGE
        } else {
            StatusCode::BAD_REQUEST
        };
        let position = error.position();
        Self {
            code: Some(error.code()),
            line: position.map(|position| position.line),
            column: position.map(|position| position.column),
            ..Self::new(status, error.to_string())
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let headers = [
            (CONTENT_TYPE, "application/problem+json"),
            (CONTENT_LANGUAGE, self.language),
        ];
        let mut problem = json!(self);
        spoken(self.language).reword(&mut problem);
        (status, headers, to_string(&problem)).into_response()
    }
}
