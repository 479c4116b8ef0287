//! Of requests: what goes out is what was meant, and nothing else.

use calendiff::json::{Document, equal};
use calendiff::{Api, Kind, RequestOptions, Sandbox, SandboxRequest, strategies};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

use super::case::{self, Case};
use super::{Held, Laws, laws, of};

laws! { requests of Request = of(request);
    a_request_is_refused_or_arrives_as_it_was_meant,
}

/// What a request is made of.
#[derive(Clone, Debug)]
pub struct Request {
    pub body: Value,
    /// The address, the identifier, the token; the prefix and the version, where they are given.
    pub texts: [String; 3],
    pub prefix: Option<String>,
    pub version: Option<String>,
    pub is_public: bool,
}

impl Case for Request {
    fn of(kind: Kind, documents: Vec<Value>) -> Option<Self> {
        let [address, id, token, prefix, version, api, body] =
            <[Value; 7]>::try_from(documents).ok()?;
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let texts = [text(&address)?, text(&id)?, text(&token)?];
        let is_public = api == Api::Public.name();
        case::is_record(kind, &body).then_some(Self {
            body,
            texts,
            prefix: text(&prefix),
            version: text(&version),
            is_public,
        })
    }

    fn documents(&self) -> Vec<Value> {
        let [address, id, token] = self.texts.clone().map(Value::from);
        let api = if self.is_public {
            Api::Public
        } else {
            Api::Specification
        };
        vec![
            address,
            id,
            token,
            json!(self.prefix),
            json!(self.version),
            api.name().into(),
            self.body.clone(),
        ]
    }
}

fn request(kind: Kind) -> impl Strategy<Value = Request> {
    let hosts = [
        "localhost",
        "api.example.com",
        "[::1]",
        "127.0.0.1:80",
        "a:b@c",
        "a..b",
        "",
        "é.de",
        "[::1",
        "x:99999",
    ];
    let paths = [
        "",
        "/",
        "/v1",
        "/v1/",
        "/../x",
        "/%2e%2E/x",
        "?x",
        "#x",
        "//",
        "/a b",
        "/\u{7f}",
    ];
    let address = (
        select(vec!["http://", "https://", "HTTP://", "ftp://", ""]),
        select(hosts.to_vec()),
        select(paths.to_vec()),
    )
        .prop_map(|(scheme, host, path)| format!("{scheme}{host}{path}"));
    let address = prop_oneof![2 => Just("https://api.example.com".to_owned()), 3 => address, 1 => "\\PC{0,20}"];
    let id = prop_oneof![2 => "[a-zA-Z0-9]{1,20}", 3 => "\\PC{0,8}", 1 => select(vec![".", "..", "%2e", "a/b", "a\nb", "~"]).prop_map(str::to_owned)];
    let token = prop_oneof![4 => "[!-~]{1,20}", 1 => "[ -~\\n\\r]{0,8}"];
    let prefix = proptest::option::weighted(0.2, "/?[a-z/.%?#]{0,8}");
    let version = proptest::option::weighted(0.2, "[ -~\\n]{0,12}");
    (
        strategies::wild(kind),
        [address.boxed(), id.boxed(), token.boxed()],
        prefix,
        version,
        any::<bool>(),
    )
        .prop_map(|(body, texts, prefix, version, is_public)| Request {
            body,
            texts,
            prefix,
            version,
            is_public,
        })
}

fn a_request_is_refused_or_arrives_as_it_was_meant(kind: Kind, request: &Request) -> Held {
    let Request {
        body,
        texts: [base_url, id, token],
        prefix,
        version,
        is_public,
    } = request;
    let api = if *is_public {
        Api::Public
    } else {
        Api::Specification
    };
    let options = RequestOptions::new(base_url, id, token)
        .api(api)
        .prefix(prefix.as_deref())
        .version(version.as_deref());
    // Long enough to stand nowhere else by chance.
    let is_secret = token.len() >= 8
        && ![base_url, id]
            .iter()
            .any(|text| text.contains(token.as_str()));
    let made = match kind.request(body, &options) {
        Ok(made) => made,
        Err(refused) => {
            prop_assert_eq!(refused.code(), "request");
            prop_assert!(
                !is_secret || !refused.to_string().contains(token.as_str()),
                "{}",
                refused
            );
            return Ok(());
        }
    };
    prop_assert!(
        made.url.starts_with(base_url.trim_end_matches('/')),
        "{}",
        made.url
    );
    prop_assert!(
        made.url.bytes().all(|byte| byte.is_ascii_graphic()),
        "{}",
        made.url
    );
    prop_assert!(
        made.headers
            .iter()
            .all(|(_, value)| value.bytes().all(|byte| (b' '..=b'~').contains(&byte)))
    );
    prop_assert!(
        equal(Document::parse(made.body.clone())?.root(), body),
        "{}",
        made.body
    );
    for shown in [
        format!("{made:?}"),
        made.to_string(),
        format!("{:?}", made.masked()),
        format!("{options:?}"),
    ] {
        let is_said = shown.contains(token.as_str()) && !made.body.contains(token.as_str());
        prop_assert!(!is_secret || !is_said, "{}", shown);
    }
    // The service's side finds the record by the same identifier, where it stands at that address.
    if prefix.is_none()
        && version
            .as_deref()
            .is_none_or(|version| version == kind.version())
    {
        let state = json!({ "calendars": { id.as_str(): {} }, "locations": { id.as_str(): {} } });
        let path = &made.url[base_url.trim_end_matches('/').len()..];
        let call = SandboxRequest::from(&made).url(path);
        let (_, reply) = Sandbox::default()
            .token(token.as_str())
            .answer(state, &call);
        prop_assert!(matches!(reply.status, 200 | 422), "{} {}", path, reply.body);
    }
    Ok(())
}
