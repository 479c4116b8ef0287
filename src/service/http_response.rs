//! Answers as the crate `http` holds them.

use crate::knowledge::schema::Kind;
use crate::service::response::{UpdateResponse, response};

impl Kind {
    /// With feature `http`, reads the answer to an update from an `http::Response`, like [`response`](Kind::response). Bytes
    /// that are not UTF-8 are replaced in the text.
    ///
    /// ```
    /// use calendiff::{Kind, RefusalReason};
    ///
    /// let answer = http::Response::builder().body(r#"{ "calendar": { "id": "Kx2m" } }"#).unwrap();
    /// assert!(Kind::Calendar.http_response(&answer).result.is_ok());
    ///
    /// let answer = http::Response::builder().status(401).body(Vec::new()).unwrap();
    /// let refusal = Kind::Calendar.http_response(&answer).result.unwrap_err();
    /// assert_eq!(refusal.reason, RefusalReason::Unauthorized);
    /// ```
    #[must_use]
    #[cfg(feature = "http")]
    pub fn http_response(self, answer: &http::Response<impl AsRef<[u8]>>) -> UpdateResponse {
        http_response(self, answer)
    }
}

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
