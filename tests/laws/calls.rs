//! The calls of each verb that takes up to three records: stored, draft, and a later one. The laws, the fuzzers, the comparison
//! with the npm package and the tests of growth take their calls from here. A verb that takes records alone has its call from
//! the table of verbs. One that is called with other arguments or with options, or whose own time is measured, has a row in [`ROWS`].

use calendiff::facade::{self, Verb};
use calendiff::json::Tree;
use calendiff::{
    DiffOptions, EditOptions, Edits, Error, Kind, Mode, Profile, Resolution, Sameness, Span,
    ValidateOptions, WhenAbsent,
};
use serde::Serialize;
use serde_json::{Value, json};

/// A call of a verb as the npm package has it, and the answer of the crate.
#[derive(Debug, PartialEq)]
pub(crate) struct Call {
    pub(crate) verb: &'static str,
    pub(crate) arguments: Value,
    /// The answer as JSON.
    pub(crate) answer: Result<String, Error>,
}

/// A verb, and its calls for a stored record, a draft of it, and the version that others saved meanwhile.
type Row = (&'static str, fn(Kind, [&Value; 3]) -> Vec<Call>);

/// The names of all verbs that have calls.
pub(crate) fn verbs() -> impl Iterator<Item = &'static str> {
    let of_rows = ROWS.iter().map(|(verb, _)| *verb);
    of_rows.chain(of_records().map(|verb| verb.name))
}

/// The calls of a verb.
pub(crate) fn calls_of(verb: &str, kind: Kind, records: [&Value; 3]) -> Vec<Call> {
    let row = ROWS.iter().find(|(name, _)| *name == verb);
    if let Some((_, calls)) = row {
        return calls(kind, records);
    }
    of_records()
        .filter(|row| row.name == verb)
        .map(|row| call_of_records(row, kind, records))
        .collect()
}

/// The verbs without a row that take records alone.
fn of_records() -> impl Iterator<Item = &'static Verb> {
    facade::verbs().filter(|verb| {
        let has_row = ROWS.iter().any(|(name, _)| *name == verb.name);
        let takes_records = verb.takes.iter().all(|name| place(name).is_some());
        !has_row && !verb.takes.is_empty() && takes_records
    })
}

/// The place that an argument of that name has among the three records.
fn place(argument: &str) -> Option<usize> {
    match argument {
        "stored" | "record" | "before" | "base" => Some(0),
        "draft" | "response" | "edited" | "sent" | "ours" => Some(1),
        "after" | "theirs" => Some(2),
        _ => None,
    }
}

/// Calls a verb with records and without options, as the npm package does.
fn call_of_records(verb: &Verb, kind: Kind, records: [&Value; 3]) -> Call {
    let places = verb.takes.iter().filter_map(|name| place(name));
    let arguments: Vec<&Value> = places.map(|place| records[place]).collect();
    let mut given = vec![json!(verb.name), json!(kind.name())];
    given.extend(arguments.iter().copied().cloned());
    given.push(json!({}));
    Call {
        verb: verb.name,
        arguments: json!(arguments),
        answer: facade::answer(&Tree::of(Value::Array(given))),
    }
}

/// The verbs that are called with more than records, or without the way through text and back.
const ROWS: &[Row] = &[
    ("validate", |kind, records| {
        validating(records, |draft, options, given| {
            let answer = kind.validate(draft, options);
            call("validate", json!([draft, given]), answer)
        })
    }),
    ("fix", |kind, records| {
        validating(records, |draft, options, given| {
            call("fix", json!([draft, given]), kind.fix(draft, options))
        })
    }),
    ("normalize", |kind, [_, draft, _]| {
        vec![call("normalize", json!([draft]), kind.normalize(draft))]
    }),
    ("read", |kind, [_, draft, _]| {
        vec![call("read", json!([draft]), kind.read(draft))]
    }),
    ("diff", |kind, [stored, draft, _]| {
        let of = |absent: WhenAbsent, by: Sameness| {
            let given = json!({ "absent": absent.name(), "by": by.name() });
            let options = DiffOptions::default().absent(absent).by(by);
            let answer = kind.diff(stored, draft, options);
            call("diff", json!([stored, draft, given]), answer)
        };
        let each = WhenAbsent::ALL.iter();
        each.flat_map(|absent| Sameness::ALL.iter().map(move |by| of(*absent, *by)))
            .collect()
    }),
    ("body", |kind, [stored, draft, _]| {
        let of = |mode: &Mode| {
            let given = json!({ "mode": mode.name() });
            let answer = kind.body(stored, draft, *mode);
            call("body", json!([stored, draft, given]), answer)
        };
        Mode::ALL.iter().map(of).collect()
    }),
    ("review", |kind, [stored, draft, _]| {
        let of = |profile: Profile, mode: Mode| {
            let given = json!({ "profile": profile.name(), "mode": mode.name() });
            let answer = kind.review(stored, draft, (profile, mode));
            call("review", json!([stored, draft, given]), answer)
        };
        let each = PROFILES.into_iter();
        each.flat_map(|profile| Mode::ALL.iter().map(move |mode| of(profile, *mode)))
            .collect()
    }),
    ("edit", |kind, [stored, draft, theirs]| {
        let Ok(edits) = Edits::between(kind, stored, draft, WhenAbsent::Keep) else {
            return Vec::new();
        };
        // Edits of values that no update can hold are refused as text and JSON.
        let of = |record: &Value| {
            let read = Edits::read(kind, json!(edits));
            let answer = read.and_then(|read| kind.edit(record, &read, EditOptions::default()));
            call("edit", json!([record, edits]), answer)
        };
        vec![of(stored), of(theirs)]
    }),
    ("openings", |kind, [stored, ..]| {
        spanning(|span, given| {
            let answer = kind.openings(stored, span);
            call("openings", json!([stored, given]), answer)
        })
    }),
    ("effect", |kind, [stored, draft, _]| {
        spanning(|span, given| {
            let answer = kind.effect(stored, draft, span);
            call("effect", json!([stored, draft, given]), answer)
        })
    }),
    ("merge", |kind, [stored, draft, theirs]| {
        let answer = kind.merge(stored, draft, theirs, Resolution::Leave);
        vec![call("merge", json!([stored, draft, theirs]), answer)]
    }),
    ("verify", |kind, [stored, draft, theirs]| {
        let answer = kind.verify(stored, draft, theirs);
        vec![call("verify", json!([stored, draft, theirs]), answer)]
    }),
];

const PROFILES: [Profile; 2] = [Profile::Specification, Profile::Service];

/// Makes a call.
pub(crate) fn call<T: Serialize>(
    verb: &'static str,
    arguments: Value,
    answer: Result<T, Error>,
) -> Call {
    Call {
        verb,
        arguments,
        answer: answer.map(|answer| serde_json::to_string(&answer).unwrap_or_default()),
    }
}

/// Calls with the options of a validation, in Rust and as the package has them.
fn validating(
    [stored, draft, _]: [&Value; 3],
    call: impl Fn(&Value, &ValidateOptions<'_>, Value) -> Call,
) -> Vec<Call> {
    let of = |profile: Profile| {
        let alone = ValidateOptions::from(profile);
        let beside = ValidateOptions::from(profile).stored(stored);
        let name = profile.name();
        [
            call(draft, &alone, json!({ "profile": name })),
            call(draft, &beside, json!({ "profile": name, "stored": stored })),
        ]
    };
    PROFILES.into_iter().flat_map(of).collect()
}

/// Calls with a span, in Rust and as the package has it.
fn spanning(call: impl Fn(Span, Value) -> Call) -> Vec<Call> {
    let span = Span::days("2026-12-20", 14);
    span.map(|span| call(span, json!({ "from": span.from(), "days": span.len() })))
        .into_iter()
        .collect()
}
