//! The extractor.

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Request};
use calendiff::json::{Document, Path};
use calendiff::{CalendarUpdate, Error, Issue, Kind, LocationUpdate, ValidationReport};

use crate::{Asked, Problem};

/// An update without errors, in canonical form.
///
/// Anything else is answered: 400 where the body is not JSON or no record, 422 where it has errors, each with its place.
pub struct Update<T>(pub T);

/// What an update is of.
pub trait Updating: TryFrom<ValidationReport, Error = Error> {
    /// The kind of record.
    const KIND: Kind;
}

impl Updating for CalendarUpdate {
    const KIND: Kind = Kind::Calendar;
}

impl Updating for LocationUpdate {
    const KIND: Kind = Kind::Location;
}

impl<T: Updating, S: Send + Sync> FromRequest<S> for Update<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let (mut parts, body) = request.into_parts();
        let Asked { profile, language } = Asked::from_request_parts(&mut parts, state).await?;
        let body = Bytes::from_request(Request::from_parts(parts, body), state).await;
        let body = body.map_err(|refused| Problem::new(refused.status(), refused.body_text()))?;

        let document = Document::parse_bytes(body.into())?;
        let mut report = T::KIND.validate(&document, &profile.into())?;
        if report.ok {
            return Ok(Self(T::try_from(report)?));
        }
        Issue::locate_all(&mut report.issues, &document, &Path::new());
        Err(Problem::invalid(report.issues, language))
    }
}
