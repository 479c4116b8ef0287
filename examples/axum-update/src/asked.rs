//! What a request asks for beside its body.

use std::convert::Infallible;
use std::sync::LazyLock;

use axum::extract::{FromRequestParts, Query};
use axum::http::header::ACCEPT_LANGUAGE;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use calendiff::{Issue, Kind, Profile};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::Problem;

/// Under which profile to validate (`?profile=service`), and in which language to answer (`Accept-Language`).
#[derive(Clone, Copy, Debug, Default)]
pub struct Asked {
    pub profile: Profile,
    pub language: Language,
}

#[derive(Deserialize)]
struct Parameters {
    profile: Option<String>,
}

impl<S: Send + Sync> FromRequestParts<S> for Asked {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let Query(parameters) = Query::<Parameters>::try_from_uri(&parts.uri)
            .map_err(|refused| Problem::new(StatusCode::BAD_REQUEST, refused.body_text()))?;
        let profile = parameters.profile.map_or(Ok(Profile::default()), |name| name.parse())?;
        let Ok(language) = Language::from_request_parts(parts, &()).await;
        Ok(Self { profile, language })
    }
}

/// A language of the answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    #[default]
    English,
    German,
}

impl<S: Send + Sync> FromRequestParts<S> for Language {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::preferred(&parts.headers))
    }
}

/// Messages by code; what is not among them stays in English.
static GERMAN: LazyLock<Map<String, Value>> =
    LazyLock::new(|| serde_json::from_str(include_str!("../messages/de.json")).unwrap_or_default());

impl Language {
    /// As `Content-Language` names it.
    pub fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
        }
    }

    /// The language of `Accept-Language` that is wanted most, among those that there are.
    fn preferred(headers: &HeaderMap) -> Self {
        let wanted = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let known = wanted.split(',').filter_map(|range| {
            let (range, weight) = range.split_once(';').unwrap_or((range, "q=1"));
            let weight: f32 = weight.trim().strip_prefix("q=")?.parse().ok().filter(|weight| *weight > 0.0)?;
            let primary = range.trim().split('-').next()?;
            let language =
                [Self::English, Self::German].into_iter().find(|own| own.tag().eq_ignore_ascii_case(primary))?;
            Some((language, weight))
        });
        // The first of two that are wanted as much.
        known
            .reduce(|best, next| if next.1 > best.1 { next } else { best })
            .map_or_else(Self::default, |(language, _)| language)
    }

    /// Puts an issue in this language.
    pub fn reword(self, issue: &mut Issue) {
        if self == Self::German {
            issue.reword(&*GERMAN);
        }
    }

    /// That a draft has errors.
    pub fn refusal(self, kind: Kind) -> String {
        match (self, kind) {
            (Self::German, Kind::Location) => "die Änderung des Standorts hat Fehler".to_owned(),
            (Self::German, _) => "die Änderung des Kalenders hat Fehler".to_owned(),
            (Self::English, kind) => format!("the update of the {} has errors", kind.name()),
        }
    }
}
