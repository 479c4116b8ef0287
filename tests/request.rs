//! The request: what stands in it, what is encoded, what is refused, and that the token does not show.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use calendiff::{Api, Error, Kind, RequestOptions, UpdateRequest};
use proptest::prelude::*;
use serde_json::json;

const TO: RequestOptions<'static> =
    RequestOptions::new("https://api.example.com", "Kx2m", "s3cret");

fn put(to: &RequestOptions<'_>) -> Result<UpdateRequest, Error> {
    Kind::Location.request(json!({ "name": "Rose Lane" }), to)
}

/// The segments of the address's path, found without the code that made it: after the third slash, up to a query or a
/// fragment, with `\` for `/` and dot segments taken away as browsers do.
fn segments(url: &str) -> Vec<String> {
    let path = url.splitn(4, ['/', '\\']).nth(3).unwrap_or_default();
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let mut segments: Vec<String> = Vec::new();
    for segment in path.split(['/', '\\']) {
        match &*segment.to_ascii_lowercase().replace("%2e", ".") {
            "." => {}
            ".." => _ = segments.pop(),
            _ => segments.push(segment.to_owned()),
        }
    }
    segments
}

#[test]
fn it_is_as_the_document_says() {
    let request = put(&TO.base_url("http://localhost:8080/prefix/")).unwrap();
    assert_eq!(
        (request.method, &*request.url),
        ("PUT", "http://localhost:8080/prefix/api/locations/Kx2m")
    );
    let headers = [
        ("authorization", "Bearer s3cret"),
        ("version", "2021-07-28"),
        ("content-type", "application/json"),
    ];
    assert_eq!(
        request.headers,
        headers.map(|(name, value)| (name, value.to_owned()))
    );
    assert_eq!(request.body, r#"{"name":"Rose Lane"}"#);
    let calendar = Kind::Calendar.request(json!({}), &TO).unwrap();
    assert_eq!(calendar.url, "https://api.example.com/api/calendars/Kx2m");
    assert_eq!(calendar.headers[1].1, "2021-04-15");
}

#[test]
fn version_and_prefix_can_be_others() {
    let url = |to: &RequestOptions<'_>| put(to).unwrap().url;
    assert_eq!(
        url(&TO.api(Api::Public)),
        "https://api.example.com/businesses/Kx2m"
    );
    assert_eq!(
        url(&TO.prefix("/v2/")),
        "https://api.example.com/v2/locations/Kx2m"
    );
    assert_eq!(
        url(&TO.prefix("")),
        "https://api.example.com/locations/Kx2m"
    );
    let request = put(&TO.version("2023-02-21")).unwrap();
    assert_eq!(request.headers[1], ("version", "2023-02-21".to_owned()));
}

#[test]
fn fetch_takes_what_it_serializes_as() {
    let fetch = json!({
        "url": "https://api.example.com/api/locations/Kx2m",
        "init": {
            "method": "PUT",
            "headers": {
                "authorization": "Bearer s3cret", "version": "2021-07-28", "content-type": "application/json"
            },
            "body": r#"{"name":"Rose Lane"}"#,
        },
    });
    assert_eq!(
        serde_json::to_value(put(&TO).unwrap().with_token()).unwrap(),
        fetch
    );
    let mut masked = fetch;
    masked["init"]["headers"]["authorization"] = json!("Bearer ***");
    assert_eq!(serde_json::to_value(put(&TO).unwrap()).unwrap(), masked);
}

/// Attempts by the identifier, and the segment that came of each; none where it is refused.
const IDS: [(&str, Option<&str>); 34] = [
    ("a/b", Some("a%2Fb")),
    ("../x", Some("..%2Fx")),
    ("../../v2/users", Some("..%2F..%2Fv2%2Fusers")),
    ("/", Some("%2F")),
    ("//evil.example", Some("%2F%2Fevil.example")),
    ("\\", Some("%5C")),
    ("..\\..\\x", Some("..%5C..%5Cx")),
    ("%2e%2e", Some("%252e%252e")),
    ("%2E", Some("%252E")),
    ("%2e%2e%2f", Some("%252e%252e%252f")),
    ("%", Some("%25")),
    ("%0d%0a", Some("%250d%250a")),
    ("a?b=c", Some("a%3Fb%3Dc")),
    ("?", Some("%3F")),
    ("a#b", Some("a%23b")),
    ("#", Some("%23")),
    ("a;b=c", Some("a%3Bb%3Dc")),
    ("a&b", Some("a%26b")),
    ("@evil.example", Some("%40evil.example")),
    (":80", Some("%3A80")),
    ("a b", Some("a%20b")),
    ("ü", Some("%C3%BC")),
    ("\u{202e}", Some("%E2%80%AE")),
    ("\u{ff0e}\u{ff0e}", Some("%EF%BC%8E%EF%BC%8E")),
    ("{id}", Some("%7Bid%7D")),
    ("...", Some("...")),
    ("", None),
    (".", None),
    ("..", None),
    ("a\r\nHost: evil.example", None),
    ("a\nb", None),
    ("a\0", None),
    ("\u{7f}", None),
    ("\u{85}", None),
];

#[test]
fn an_identifier_stays_one_segment_or_is_refused() {
    for (id, segment) in IDS {
        match (put(&TO.id(id)), segment) {
            (Ok(request), Some(segment)) => assert_eq!(
                segments(&request.url),
                ["api", "locations", segment],
                "{id:?}"
            ),
            (Err(error), None) => assert_eq!(error.code(), "request", "{id:?}"),
            (got, _) => panic!("{id:?}: {got:?}"),
        }
    }
    let long = "ü".repeat(100_000);
    assert_eq!(put(&TO.id(&long)).unwrap_err().code(), "request");
    assert!(put(&TO.id(&long[..1024])).is_ok());
}

#[test]
fn headers_take_visible_ascii_alone() {
    for value in [
        "",
        " ",
        "s3 cret",
        "s3cret\r\nx: y",
        "s3cret\n",
        "\rs3cret",
        "s3crét",
        "s3cret\0",
        "s3\tcret",
        "s3\u{85}",
    ] {
        for to in [TO.token(value), TO.version(value)] {
            let error = put(&to).unwrap_err();
            assert_eq!(error.code(), "request", "{value:?}");
            assert!(!error.to_string().contains("s3"), "{error}");
        }
    }
}

#[test]
fn a_base_address_is_http_and_a_host() {
    for base_url in [
        "",
        "api.example.com",
        "//api.example.com",
        "ftp://example.com",
        "HTTPS//a",
        "https://",
        "https:///x",
        "https://?x",
        "https://a?b",
        "https://a#b",
        "https://u:p4ss@a",
        "https://a/../b",
        "https://a/%2e%2E/b",
        "https://a/.%2e",
        "https://a b",
        "https://a\r\nb",
        "https://a\\b",
        "javascript:alert(1)",
        "file:///etc",
        "https://ü",
        "https://a:b",
        "https://a:99999",
        "https://a:1:2",
        "https://[::1",
        "https://[evil]",
        "http://[:::]",
        "http://[::1::]",
        "http://[1:2]",
        "http://[.:.]",
        "https://-a",
        "https://a\0",
    ] {
        let error = put(&TO.base_url(base_url)).unwrap_err();
        assert_eq!(error.code(), "request", "{base_url:?}");
        assert!(!error.to_string().contains("p4ss"), "{error}");
    }
    for base_url in [
        "http://a",
        "https://a:8443/",
        "http://127.0.0.1:80/a/b",
        "http://[::1]:8080",
        "https://a.b-c.example//",
    ] {
        assert_eq!(put(&TO.base_url(base_url)).map(drop), Ok(()), "{base_url}");
    }
    for prefix in [
        "api",
        "/..",
        "/a?b",
        "/a#b",
        "/%2e%2e",
        "/\r\n",
        "/a\\b",
        "@evil.example",
    ] {
        assert_eq!(
            put(&TO.prefix(prefix)).unwrap_err().code(),
            "request",
            "{prefix:?}"
        );
    }
}

#[test]
fn a_body_is_a_record() {
    assert_eq!(
        Kind::Calendar.request(json!([]), &TO).unwrap_err().code(),
        "not_a_record"
    );
}

#[test]
fn the_token_does_not_show() {
    let request = put(&TO).unwrap();
    let shown = [
        format!("{request:?}"),
        request.to_string(),
        format!("{:?}", request.masked().headers),
        format!("{TO:?}"),
    ];
    for shown in shown {
        assert!(!shown.contains("s3cret"), "{shown}");
    }
}

#[test]
fn it_displays_as_a_command_that_a_shell_can_run() {
    let request = Kind::Location
        .request(json!({ "name": "Rose's $(lane)" }), &TO)
        .unwrap();
    let command = r#"curl -X PUT 'https://api.example.com/api/locations/Kx2m' \
  -H "authorization: Bearer $CALENDIFF_TOKEN" \
  -H 'version: 2021-07-28' \
  -H 'content-type: application/json' \
  --data-raw '{"name":"Rose'\''s $(lane)"}'"#;
    assert_eq!(request.to_string(), command);
}

#[cfg(feature = "http")]
#[test]
fn http_takes_it_with_the_token_hidden() {
    let request = http::Request::<String>::try_from(put(&TO).unwrap()).unwrap();
    assert_eq!(request.method(), "PUT");
    assert_eq!(request.uri(), "https://api.example.com/api/locations/Kx2m");
    assert_eq!(request.headers()["version"], "2021-07-28");
    assert_eq!(request.headers()["authorization"], "Bearer s3cret");
    assert!(!format!("{request:?}").contains("s3cret"));
    let long = format!("https://a/{}", "a".repeat(70_000));
    let request = put(&TO.base_url(&long)).unwrap();
    assert_eq!(
        http::Request::<String>::try_from(request)
            .unwrap_err()
            .code(),
        "request"
    );
}

proptest! {
    /// Whatever the identifier, the path has the three segments that it is to have, and the last is the identifier.
    #[test]
    fn the_path_has_the_expected_segments(id in prop_oneof![any::<String>(), "[./%\\\\?#:@a\r\n0-9eE]{0,8}"], api in prop::sample::select(Api::ALL)) {
        let Ok(request) = put(&TO.id(&id).api(api)) else {
            prop_assert!(id.is_empty() || id == "." || id == ".." || id.len() > 1024 || id.chars().any(char::is_control));
            return Ok(());
        };
        let segments = segments(&request.url);
        let (last, first) = segments.split_last().unwrap();
        let expected: &[&str] = if api == Api::Specification { &["api", "locations"] } else { &["businesses"] };
        prop_assert_eq!(first, expected);
        prop_assert!(last.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~%".contains(&byte)));
        let mut bytes = Vec::new();
        let mut rest = last.bytes();
        while let Some(byte) = rest.next() {
            bytes.push(match byte {
                b'%' => u8::from_str_radix(&[rest.next(), rest.next()].map(|half| char::from(half.unwrap())).iter().collect::<String>(), 16)?,
                byte => byte,
            });
        }
        prop_assert_eq!(String::from_utf8(bytes)?, id);
    }
}
