//! Of the sandbox: whatever it holds and whatever comes, it answers as the service is said to, and loses nothing.

use calendiff::json::{Document, Segment, to_string};
use calendiff::{
    Code, Issue, Kind, Profile, Sandbox, SandboxRequest, Severity, ValidateOptions, strategies,
};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

use super::case::{self, Case};
use super::{Held, Laws, laws, of};

laws! { exchanges of Exchange = of(exchange);
    a_refusal_leaves_the_state_as_it_was,
    what_is_accepted_is_what_is_stored,
    what_is_refused_is_what_is_wrong,
}

/// A call, and what is stored where it goes.
#[derive(Clone, Debug)]
pub struct Exchange {
    pub profile: Profile,
    pub stored: Value,
    pub method: String,
    pub url: String,
    pub headers: [Option<String>; 2],
    pub body: String,
}

impl Case for Exchange {
    fn of(kind: Kind, documents: Vec<Value>) -> Option<Self> {
        let [profile, stored, body] = <[Value; 3]>::try_from(documents).ok()?;
        // A text is one that is not JSON.
        let body = body
            .as_str()
            .map_or_else(|| to_string(&body), str::to_owned);
        Some(Self {
            profile: case::profile(&profile)?,
            stored,
            body,
            ..sound(kind)
        })
    }

    fn documents(&self) -> Vec<Value> {
        vec![
            self.profile.name().into(),
            self.stored.clone(),
            self.body.clone().into(),
        ]
    }
}

/// A call that nothing speaks against, with an empty body.
fn sound(kind: Kind) -> Exchange {
    Exchange {
        profile: Profile::Specification,
        stored: json!({}),
        method: "PUT".to_owned(),
        url: format!("/api/{}/a", folder(kind)),
        headers: [Some("Bearer t".to_owned()), Some(kind.version().to_owned())],
        body: "{}".to_owned(),
    }
}

fn folder(kind: Kind) -> &'static str {
    calendiff::Api::Specification.folder(kind)
}

fn exchange(kind: Kind) -> impl Strategy<Value = Exchange> {
    let text = |record: Value| to_string(&record);
    let body = prop_oneof![
        4 => strategies::wild(kind).prop_map(text),
        2 => strategies::planted(kind).prop_map(move |planted| text(planted.draft)),
        2 => strategies::draft(kind).prop_map(text),
        1 => "\\PC{0,20}",
    ];
    let stored = prop_oneof![3 => strategies::stored(kind), 1 => strategies::wild(kind), 1 => Just(json!([]))];
    let odd = select(vec![
        ("GET", "/api/calendars/a", None),
        ("PUT", "/api/calendars/b", None),
        ("PUT", "http://a/api/locations/%61?x#y", None),
        ("PUT", "/businesses/a", None),
        ("PUT", "/api/calendars/%f", None),
        ("PUT", "%", Some("Bearer ")),
        ("put", "", Some("Basic t")),
    ]);
    let odd = proptest::option::weighted(
        0.2,
        (odd, proptest::option::of("[0-9-]{0,10}"), "\\PC{0,12}"),
    );
    (select(Profile::ALL.to_vec()), stored, body, odd).prop_map(
        move |(profile, stored, body, odd)| {
            let call = Exchange {
                profile,
                stored,
                body,
                ..sound(kind)
            };
            let Some(((method, url, token), version, more)) = odd else {
                return call;
            };
            let headers = [
                token.map(str::to_owned).or_else(|| call.headers[0].clone()),
                version.or_else(|| call.headers[1].clone()),
            ];
            Exchange {
                method: method.to_owned(),
                url: format!("{url}{more}"),
                headers,
                ..call
            }
        },
    )
}

/// The state before, the state after, and the answer.
fn answered(kind: Kind, exchange: &Exchange) -> (Value, Value, calendiff::SandboxReply) {
    let Exchange {
        profile,
        stored,
        method,
        url,
        headers: [authorization, version],
        body,
    } = exchange;
    let call = SandboxRequest::new(method, url)
        .authorization(authorization.as_deref())
        .version(version.as_deref())
        .body(body.as_bytes());
    let before = json!({ folder(kind): { "a": stored } });
    let (after, reply) = Sandbox::from(*profile)
        .token("t")
        .answer(before.clone(), &call);
    (before, after, reply)
}

fn a_refusal_leaves_the_state_as_it_was(kind: Kind, exchange: &Exchange) -> Held {
    let (before, after, reply) = answered(kind, exchange);
    let answer = Document::parse(reply.body)?.root().to_value();
    if reply.status == 200 {
        prop_assert_eq!(reply.content_type, "text/plain");
    } else {
        prop_assert!(
            matches!(reply.status, 400 | 401 | 404 | 422),
            "{}",
            reply.status
        );
        prop_assert_eq!(&after, &before);
        prop_assert_eq!(&answer["statusCode"], reply.status);
    }
    Ok(())
}

fn what_is_accepted_is_what_is_stored(kind: Kind, exchange: &Exchange) -> Held {
    let (before, after, reply) = answered(kind, exchange);
    if exchange.method == "GET" {
        prop_assert_eq!(before, after);
        return Ok(());
    }
    if reply.status != 200 || exchange.profile == Profile::Service {
        return Ok(());
    }
    let (stored, sent) = (
        &before[folder(kind)]["a"],
        Document::parse(exchange.body.clone())?,
    );
    let held = &after[folder(kind)]["a"];
    prop_assert_eq!(
        held,
        &kind.outcome(
            kind.read(stored)?.value,
            sent.root(),
            Profile::Specification
        )?
    );
    let response = kind.response(reply.status, Some(reply.content_type), &reply.body);
    prop_assert!(response.result.is_ok(), "{}", reply.body);
    Ok(())
}

/// The errors of the body are what the service says, and each of its texts leads back to one of them.
fn what_is_refused_is_what_is_wrong(kind: Kind, exchange: &Exchange) -> Held {
    let exchange = Exchange {
        profile: exchange.profile,
        body: exchange.body.clone(),
        ..sound(kind)
    };
    let Ok(draft) = Document::parse(exchange.body.clone()) else {
        return Ok(());
    };
    let Ok(report) = kind.validate(draft.root(), &ValidateOptions::from(exchange.profile)) else {
        return Ok(());
    };
    let ours: Vec<Issue> = report
        .issues
        .into_iter()
        .filter(|issue| issue.severity == Severity::Error)
        .collect();
    let (.., reply) = answered(kind, &exchange);
    prop_assert_eq!(
        reply.status,
        if ours.is_empty() { 200 } else { 422 },
        "{}",
        reply.body
    );
    let Err(refusal) = kind.response(reply.status, None, &reply.body).result else {
        return Ok(());
    };
    // What stands in an envelope is one unknown member, and not looked into.
    if ours.iter().any(|issue| issue.code == Code::Enveloped) {
        return Ok(());
    }
    // The service's texts have dots between names, and a space behind them: a name with either reads as another place.
    let is_plain =
        |step: &Segment| !matches!(step, Segment::Name(name) if name.contains(['.', ' ']));
    if !ours
        .iter()
        .all(|issue| issue.path.segments().iter().all(is_plain))
    {
        return Ok(());
    }
    let explained = kind.explain(&refusal.texts, Some(&draft.root()));
    for (text, issue) in refusal.texts.iter().zip(&explained) {
        // Inside of a name that no one knows, the text leads to what is around it.
        let leads_there = |own: &Issue| own.path.segments().starts_with(issue.path.segments());
        prop_assert!(
            ours.iter().any(leads_there),
            "{} is of {}",
            text,
            issue.path
        );
    }
    // Of an item of an array class-validator says what is wrong at the array.
    let field = |issue: &Issue| {
        let mut field = issue.path.clone();
        while let Some(Segment::Index(_)) = field.segments().last() {
            field.pop();
        }
        field
    };
    let is_in_unknown = |own: &Issue| {
        let is_around = |other: &Issue| {
            own.path != other.path && own.path.segments().starts_with(other.path.segments())
        };
        ours.iter().any(|other| {
            matches!(other.code, Code::UnknownMember | Code::MisspelledMember) && is_around(other)
        })
    };
    // A missing member is reported at the member whose misspelled name means it.
    let is_meant = |issue: &Issue, own: &Issue| {
        let around = |issue: &Issue| {
            issue
                .path
                .segments()
                .split_last()
                .map(|(_, around)| around.to_vec())
        };
        let name = own.path.segments().last().map(ToString::to_string);
        issue.code == Code::MisspelledMember
            && around(issue) == around(own)
            && issue.params.get("suggestion").and_then(Value::as_str) == name.as_deref()
    };
    for own in ours.iter().filter(|own| !is_in_unknown(own)) {
        let is_told = explained
            .iter()
            .any(|issue| field(issue) == field(own) || is_meant(issue, own));
        prop_assert!(is_told, "{} {} is lost", own.code, own.path);
    }
    Ok(())
}
