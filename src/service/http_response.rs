//! Answers as the crate `http` holds them.

use crate::knowledge::schema::Kind;
use crate::service::response::{UpdateResponse, response};

/// Answers [`Kind::http_response`].
pub(crate) fn http_response(
    kind: Kind,
    answer: &http::Response<impl AsRef<[u8]>>,
) -> UpdateResponse {
    let content_type = answer
        .headers()
        .get(http::header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok());
    response(
        kind,
        answer.status().as_u16(),
        content_type,
        answer.body().as_ref(),
    )
}
