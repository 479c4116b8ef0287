//! The table of the verbs of a kind: from it come the calls of the façade, the methods of the package (`pkg/dist/verbs.js`),
//! and the calls by which tests compare the package with the crate.

use serde::Serialize;
use serde_json::Value;

use super::arguments::{
    Arguments, choice, compare, flag, mode, profile, span_of, text, texts, validating,
};
use super::form::times;
use crate::form::Day;
use crate::ground::error::Error;
use crate::ground::json::{CollectVec, Json, Node, Number, View, to_string};
use crate::knowledge::schema::Kind;
use crate::record::open;
use crate::service::request::{RequestOptions, UpdateRequest};
use crate::service::response::{UpdateResponse, limited};
use crate::verbs::body::BodyOptions;
use crate::verbs::diff::{self, DiffOptions};
use crate::verbs::edit::{EditOptions, Edits};
use crate::verbs::merge::{Merged, Resolution};
use crate::verbs::review::ReviewOptions;

/// A verb of a kind. A call has the kind's name, the arguments, and an object of options if there are any.
#[derive(Debug)]
pub struct Verb {
    /// The name.
    pub name: &'static str,
    /// The names of the arguments, in order.
    pub takes: &'static [&'static str],
    /// The names of the options.
    pub options: &'static [&'static str],
    /// True if the answer has sentences, which the package renders in a language.
    pub speaks: bool,
    pub(super) answer: fn(&mut Arguments<'_>) -> Result<String, Error>,
}

impl Verb {
    /// Answers a call whose verb has been read.
    ///
    /// # Errors
    /// The errors of the verb, and `option` for an unknown option and for an invalid value of one.
    pub(super) fn answer(&self, arguments: &mut Arguments<'_>) -> Result<String, Error> {
        arguments.expect(self.takes, self.options);
        (self.answer)(arguments)
    }
}

/// All verbs except those of `calendiff/validate`, which has a table of its own, and those of a form.
pub(super) static VERBS: &[Verb] = &[
    Verb {
        name: "validateText",
        takes: &["text"],
        options: &["profile", "stored", "of", "deny", "ignore"],
        speaks: true,
        answer: |arguments| {
            let kind = arguments.kind()?;
            let text = arguments.text()?;
            let options = arguments.options()?;
            Ok(to_string(
                &kind.validate_text(text, &validating(options)?.options())?,
            ))
        },
    },
    Verb {
        name: "read",
        takes: &["response"],
        options: &[],
        speaks: true,
        answer: |arguments| {
            let (kind, [response]) = arguments.kind_and_json()?;
            Ok(to_string(&kind.read(response)?))
        },
    },
    Verb {
        name: "diff",
        takes: &["stored", "draft"],
        options: &["absent", "by", "tests", "raw"],
        speaks: true,
        answer: |arguments| {
            let (kind, [stored, draft]) = arguments.kind_and_json()?;
            let compare = compare(arguments.options()?)?;
            Ok(to_string(&diffed(kind, stored, draft, compare)?))
        },
    },
    Verb {
        name: "body",
        takes: &["stored", "draft"],
        options: &["profile", "mode"],
        speaks: true,
        answer: |arguments| {
            let (kind, [stored, draft]) = arguments.kind_and_json()?;
            let options = arguments.options()?;
            let options = BodyOptions::from(profile(options)?).mode(mode(options)?);
            Ok(to_string(&kind.body(stored, draft, options)?))
        },
    },
    Verb {
        name: "review",
        takes: &["stored", "draft"],
        options: &["profile", "mode", "from", "to", "days"],
        speaks: true,
        answer: |arguments| {
            let (kind, [stored, draft]) = arguments.kind_and_json()?;
            let options = arguments.options()?;
            let of_update = ReviewOptions::from((profile(options)?, mode(options)?));
            let span = options.get("from").map(|_| span_of(options)).transpose()?;
            Ok(to_string(&kind.review(
                stored,
                draft,
                of_update.span(span),
            )?))
        },
    },
    Verb {
        name: "edit",
        takes: &["stored", "edits"],
        options: &["profile", "mode", "resolve", "repair"],
        speaks: true,
        answer: |arguments| {
            let (kind, [stored, edits]) = arguments.kind_and_json()?;
            let options = arguments.options()?;
            let resolve = choice(options, "resolve")?;
            let repair = flag(options, "repair")?;
            let options = EditOptions::from(profile(options)?)
                .mode(mode(options)?)
                .resolve(resolve)
                .repair(repair);
            Ok(to_string(&kind.edit(
                stored,
                &Edits::read(kind, edits)?,
                options,
            )?))
        },
    },
    Verb {
        name: "edits",
        takes: &["edits"],
        options: &[],
        speaks: false,
        answer: |arguments| {
            let (kind, [edits]) = arguments.kind_and_json()?;
            Ok(to_string(&Edits::read(kind, edits)?))
        },
    },
    Verb {
        name: "editsBetween",
        takes: &["stored", "edited"],
        options: &["absent"],
        speaks: false,
        answer: |arguments| {
            let (kind, [stored, edited]) = arguments.kind_and_json()?;
            let absent = choice(arguments.options()?, "absent")?;
            Ok(to_string(&Edits::between(kind, stored, edited, absent)?))
        },
    },
    Verb {
        name: "outcome",
        takes: &["stored", "sent"],
        options: &["profile"],
        speaks: false,
        answer: |arguments| {
            let (kind, [stored, sent]) = arguments.kind_and_json()?;
            let profile = profile(arguments.options()?)?;
            Ok(to_string(&kind.outcome(stored, sent, profile)?))
        },
    },
    Verb {
        name: "openings",
        takes: &["record"],
        options: &["from", "to", "days"],
        speaks: true,
        answer: |arguments| {
            let (kind, [record]) = arguments.kind_and_json()?;
            Ok(to_string(
                &kind.openings(record, span_of(arguments.options()?)?)?,
            ))
        },
    },
    Verb {
        name: "effect",
        takes: &["before", "after"],
        options: &["from", "to", "days"],
        speaks: true,
        answer: |arguments| {
            let (kind, [before, after]) = arguments.kind_and_json()?;
            Ok(to_string(&kind.effect(
                before,
                after,
                span_of(arguments.options()?)?,
            )?))
        },
    },
    Verb {
        name: "verify",
        takes: &["stored", "sent", "after"],
        options: &[],
        speaks: true,
        answer: |arguments| {
            let (kind, [stored, sent, after]) = arguments.kind_and_json()?;
            Ok(to_string(&kind.verify(stored, sent, after)?))
        },
    },
    Verb {
        name: "merge",
        takes: &["base", "ours", "theirs"],
        options: &["resolve"],
        speaks: true,
        answer: |arguments| {
            let (kind, records) = arguments.kind_and_json()?;
            Ok(to_string(&merge(kind, records, arguments.options()?)?))
        },
    },
    Verb {
        name: "setDay",
        takes: &["draft", "day", "hours"],
        options: &[],
        speaks: false,
        answer: |arguments| {
            let (kind, [draft]) = arguments.kind_and_json()?;
            let day: Day = arguments.name("day")?.parse()?;
            Ok(to_string(&kind.set_day(
                draft,
                day,
                &times(arguments.next())?,
            )?))
        },
    },
    Verb {
        name: "setDate",
        takes: &["draft", "date", "hours"],
        options: &[],
        speaks: false,
        answer: |arguments| {
            let (kind, [draft]) = arguments.kind_and_json()?;
            let date = arguments.date()?;
            let hours = arguments.next();
            let hours = if hours.node().name() == "null" {
                None
            } else {
                Some(times(hours)?)
            };
            Ok(to_string(&kind.set_date(draft, date, hours.as_deref())?))
        },
    },
    Verb {
        name: "request",
        takes: &[],
        options: &["id", "token", "body", "baseUrl", "api", "prefix", "version"],
        speaks: false,
        answer: |arguments| {
            let kind = arguments.kind()?;
            let options = arguments.json_options()?;
            Ok(to_string(&request(kind, options)?.with_token()))
        },
    },
    Verb {
        name: "response",
        takes: &[],
        options: &["status", "contentType", "text", "draft"],
        speaks: true,
        answer: |arguments| {
            let kind = arguments.kind()?;
            let options = arguments.json_options()?;
            Ok(to_string(&response(kind, options)?))
        },
    },
    Verb {
        name: "explain",
        takes: &["texts"],
        options: &["draft"],
        speaks: true,
        answer: |arguments| {
            let (kind, [said]) = arguments.kind_and_json()?;
            let draft = arguments.json_options()?.get("draft");
            Ok(to_string(&kind.explain(
                &texts(said)?,
                draft.as_ref().map(|draft| draft as &dyn Json),
            )))
        },
    },
    Verb {
        name: "describe",
        takes: &[],
        options: &[],
        speaks: false,
        answer: |arguments| Ok(to_string(arguments.kind()?.table())),
    },
];

/// Returns a diff, the names of the draft's envelopes, and the paths of the merge patch's members that are null in place
/// of the draft's value, since long arrays would outweigh the rest of the answer. The paths are those of the record.
fn diffed<'a>(
    kind: Kind,
    stored: View<'a>,
    draft: View<'a>,
    compare: DiffOptions,
) -> Result<impl Serialize, Error> {
    let mut own = Vec::new();
    let stored = open::stored(kind, stored)?;
    let draft = open::record(kind, draft)?;
    let diff = diff::diff(&stored, &draft, compare, &mut |path, _| {
        own.push(path.to_vec());
        Value::Null
    })?;
    if diff.merge_patch.is_none() {
        own.clear();
    }
    Ok((diff, draft.path().collect::<Vec<_>>(), own))
}

/// Merges three records, with one resolution for all conflicts or an array of one for each, in order; null leaves a
/// conflict.
fn merge(
    kind: Kind,
    [base, ours, theirs]: [View<'_>; 3],
    options: View<'_>,
) -> Result<Merged, Error> {
    match options.get("resolve") {
        None => kind.merge(base, ours, theirs, Resolution::Leave),
        Some(resolve) => match resolve.items() {
            None => kind.merge(base, ours, theirs, resolution(resolve)?),
            Some(each) => kind.merge(base, ours, theirs, each.map(resolution).try_collect_vec()?),
        },
    }
}

fn resolution(view: View<'_>) -> Result<Resolution, Error> {
    match view.node() {
        Node::Null => Ok(Resolution::Leave),
        node => {
            let found = view.text().unwrap_or_else(|| node.name());
            let choice = found
                .parse()
                .ok()
                .filter(|choice| *choice != Resolution::Leave);
            choice.ok_or_else(|| Error::option("resolve", "ours, theirs or base", found))
        }
    }
}

fn request(kind: Kind, options: View<'_>) -> Result<UpdateRequest, Error> {
    let to = RequestOptions::new(
        text(options, "baseUrl")?.unwrap_or_default(),
        text(options, "id")?.unwrap_or_default(),
        text(options, "token")?.unwrap_or_default(),
    )
    .api(choice(options, "api")?)
    .prefix(text(options, "prefix")?)
    .version(text(options, "version")?);
    kind.request(options.get("body").unwrap_or_else(|| View::nothing()), &to)
}

fn response(kind: Kind, options: View<'_>) -> Result<UpdateResponse, Error> {
    let status = options
        .get("status")
        .and_then(View::number)
        .and_then(Number::as_i64);
    let status = status
        .filter(|status| matches!(status, 0 | 100..600))
        .and_then(|status| status.try_into().ok());
    let status = status.ok_or_else(|| {
        Error::option("status", "a status from 100 to 599, or 0", "something else")
    })?;
    let content_type = text(options, "contentType")?;
    let body = text(options, "text")?.unwrap_or_default();
    let mut response = kind.response(status, content_type, body);
    if let (Err(refusal), Some(draft)) = (&mut response.result, options.get("draft"))
        && !refusal.texts.is_empty()
    {
        refusal.issues = limited(
            kind.explain(&refusal.texts, Some(&draft)),
            refusal.reason.severity(),
        );
    }
    Ok(response)
}
