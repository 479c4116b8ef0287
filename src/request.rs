//! The request that carries a body: method, address and headers, exactly as the document says. Sending it is the
//! caller's.

use http::{HeaderValue, Method, Request};
use serde_json::Value;

use crate::error::{Error, Reason};
use crate::json::to_string;
use crate::schema::Kind;

impl Kind {
    /// The folder of the update's path (sections 4.1 and 4.2).
    fn folder(self) -> &'static str {
        match self {
            Self::Calendar => "calendars",
            Self::Location => "locations",
        }
    }

    /// The version that the update is called with (section 9).
    fn version(self) -> &'static str {
        match self {
            Self::Calendar => "2021-04-15",
            Self::Location => "2021-07-28",
        }
    }

    /// The update as an [`http::Request`], for any client: PUT to `{base}/api/calendars/{id}` or
    /// `{base}/api/locations/{id}`, with the bearer token and the version of sections 4, 5 and 9.
    ///
    /// The identifier is percent-encoded and stays one segment of the path. The token is marked sensitive, so that it
    /// does not show in Debug output.
    ///
    /// # Errors
    /// `request` where the base address is not http or https with a host, or has a query or a fragment; where the
    /// identifier is empty, `.`, `..` or holds control characters; where the token is not visible ASCII.
    ///
    /// ```
    /// use calendiff::Kind;
    /// use serde_json::json;
    ///
    /// let request = Kind::Calendar.request("https://api.example.com", "Kx2m", "token", &json!({ "slotDuration": 45 }))?;
    /// assert_eq!(request.method(), "PUT");
    /// assert_eq!(request.uri(), "https://api.example.com/api/calendars/Kx2m");
    /// assert_eq!(request.headers()["version"], "2021-04-15");
    /// assert_eq!(request.body(), br#"{"slotDuration":45}"#);
    ///
    /// let refused = Kind::Calendar.request("https://api.example.com", "..", "token", &json!({}));
    /// assert_eq!(refused.unwrap_err().code(), "request");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn request(self, base: &str, id: &str, token: &str, body: &Value) -> Result<Request<Vec<u8>>, Error> {
        self.expect_record(body)?;
        let address = format!("{}/api/{}/{}", self::base(base)?, self.folder(), segment(id)?);
        Request::builder()
            .method(Method::PUT)
            .uri(address)
            .header("authorization", bearer(token)?)
            .header("version", self.version())
            .header("content-type", "application/json")
            .body(to_string(body).into_bytes())
            .map_err(|_| refusal("base address", "one that a URL can begin with", "something else"))
    }
}

/// The base address without slashes at its end.
fn base(base: &str) -> Result<&str, Error> {
    let expected = "http:// or https:// and a host, without user, query or fragment";
    let refused = || refusal("base address", expected, base);
    let rest = base.strip_prefix("https://").or_else(|| base.strip_prefix("http://")).ok_or_else(refused)?;
    let host = rest.split('/').next().unwrap_or_default();
    let plain = base.bytes().all(|byte| byte.is_ascii_graphic() && !b"?#@\\\"<>^`{|}".contains(&byte));
    let steps = rest.split('/').all(|step| step != "." && step != "..");
    if plain && steps && host.starts_with(|first: char| first.is_ascii_alphanumeric() || first == '[') {
        Ok(base.trim_end_matches('/'))
    } else {
        Err(refused())
    }
}

/// An identifier as one segment of a path: all but unreserved characters (RFC 3986, 2.3) percent-encoded.
fn segment(id: &str) -> Result<String, Error> {
    if id.is_empty() || id == "." || id == ".." || id.chars().any(char::is_control) {
        return Err(refusal("identifier", "some text without control characters, and not . or ..", id));
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

fn bearer(token: &str) -> Result<HeaderValue, Error> {
    let visible = !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_graphic());
    // What a refused token was is never said: it may be a good one with a line end behind it.
    let refused = || refusal("token", "visible ASCII characters", "something else");
    if !visible {
        return Err(refused());
    }
    let mut value = HeaderValue::from_str(&format!("Bearer {token}")).map_err(|_| refused())?;
    value.set_sensitive(true);
    Ok(value)
}

fn refusal(name: &'static str, expected: &'static str, found: &str) -> Error {
    Reason::Request { name, expected, found: crate::format::excerpt(&found.escape_debug().to_string()) }.into()
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use serde_json::json;

    use super::*;

    fn request(base: &str, id: &str, token: &str) -> Result<Request<Vec<u8>>, Error> {
        Kind::Location.request(base, id, token, &json!({ "name": "Rose Lane" }))
    }

    #[test]
    fn the_location_is_put_where_the_document_says() {
        let request = request("http://localhost:8080/prefix/", "a", "t").unwrap();
        assert_eq!(request.uri(), "http://localhost:8080/prefix/api/locations/a");
        assert_eq!(request.headers()["version"], "2021-07-28");
        assert_eq!(request.headers()["authorization"], "Bearer t");
        assert_eq!(request.headers()["content-type"], "application/json");
    }

    #[test]
    fn identifiers_stay_one_segment() {
        for (id, segment) in [
            ("a/b", "a%2Fb"),
            ("../x", "..%2Fx"),
            ("%2e%2e", "%252e%252e"),
            ("a?b=c#d", "a%3Fb%3Dc%23d"),
            ("ü", "%C3%BC"),
            ("a b\\c", "a%20b%5Cc"),
            ("...", "..."),
        ] {
            let request = request("https://api.example.com", id, "t").unwrap();
            assert_eq!(request.uri().path(), format!("/api/locations/{segment}"));
            assert_eq!(request.uri().query(), None);
        }
    }

    #[test]
    fn what_could_smuggle_something_in_is_refused() {
        for id in ["", ".", "..", "a\r\nb", "a\0", "\u{7f}", "\u{85}"] {
            assert_eq!(request("https://api.example.com", id, "t").unwrap_err().code(), "request", "{id:?}");
        }
        for token in ["", "s3 cret", "s3cret\r\nx: y", "s3cret\n", "s3crét", "s3cret\0"] {
            let error = request("https://api.example.com", "a", token).unwrap_err();
            assert_eq!(error.code(), "request", "{token:?}");
            assert!(!error.to_string().contains("s3"), "{error}");
        }
        for base in [
            "",
            "api.example.com",
            "ftp://example.com",
            "https://",
            "https:///x",
            "https://?x",
            "https://a?b",
            "https://a#b",
            "https://u:p@a",
            "https://a/../b",
            "https://a b",
            "https://a\r\nb",
            "javascript:alert(1)",
            "https://ü",
        ] {
            assert_eq!(request(base, "a", "t").unwrap_err().code(), "request", "{base:?}");
        }
    }

    #[test]
    fn the_token_does_not_show() {
        let request = request("https://api.example.com", "a", "hunter2").unwrap();
        assert!(!format!("{request:?}").contains("hunter2"));
    }
}
