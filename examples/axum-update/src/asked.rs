//! What a request asks for beside its body.

use axum::extract::{FromRequestParts, Query};
use axum::http::header::ACCEPT_LANGUAGE;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use calendiff::{Language, Profile};
use serde::Deserialize;

use crate::Problem;

/// Under which profile to validate (`?profile=service`), and in which language to answer (`Accept-Language`).
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    pub profile: Profile,
    /// One of [`Language::TAGS`].
    pub language: &'static str,
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
        let profile = parameters
            .profile
            .map_or(Ok(Profile::default()), |name| name.parse())?;
        Ok(Self {
            profile,
            language: preferred(&parts.headers),
        })
    }
}

/// The language of `Accept-Language` that is wanted most, among those that there are; else English.
fn preferred(headers: &HeaderMap) -> &'static str {
    let wanted = headers
        .get(ACCEPT_LANGUAGE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let known = wanted.split(',').filter_map(|range| {
        let (range, weight) = range.split_once(';').unwrap_or((range, "q=1"));
        let weight: f32 = weight
            .trim()
            .strip_prefix("q=")?
            .parse()
            .ok()
            .filter(|weight| *weight > 0.0)?;
        let primary = range.trim().split('-').next()?;
        let tag = Language::TAGS
            .into_iter()
            .find(|tag| tag.eq_ignore_ascii_case(primary))?;
        Some((tag, weight))
    });
    // The first of two that are wanted as much.
    known
        .reduce(|best, next| if next.1 > best.1 { next } else { best })
        .map_or(Language::TAGS[0], |(tag, _)| tag)
}
