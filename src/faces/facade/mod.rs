//! The verbs as other languages call them: names and arguments in, JSON text out.

mod arguments;
mod form;
pub mod report;
pub mod validate;

use serde::Serialize;
use serde_json::Value;

use crate::form::Day;
use crate::ground::error::{Error, ErrorReason};
use crate::ground::json::{
    CollectVec, Document, Json, Node, Number, Path, Tree, View, merge_patch, object, odd, patch,
    to_string,
};
use crate::knowledge::schema::{Kind, NAMES};
use crate::record::open;
use crate::service::request::{RequestOptions, UpdateRequest};
use crate::service::response::{UpdateResponse, limited};
use crate::service::sandbox::{Sandbox, SandboxReply, SandboxRequest};
use crate::verbs::body::BodyOptions;
use crate::verbs::diff::{self, DiffOptions};
use crate::verbs::edit::{EditOptions, Edits};
use crate::verbs::merge::{Merged, Resolution};
use crate::verbs::review::ReviewOptions;

use arguments::{
    Arguments, choice, compare, flag, known, mode, profile, span, span_of, text, texts, validating,
};
use form::times;
pub use form::{form, on_form};

/// Calls a verb with arguments on a tree: an array of the verb, the kind's name, the verb's data, and an object of
/// options. Returns JSON text.
///
/// # Errors
/// The errors of the verb, and `option` if an option is unknown or has an invalid value.
pub fn call(words: Vec<u32>, text: Vec<u8>) -> Result<String, Error> {
    answer(&Tree::from_parts(words, text, NAMES)?)
}

/// Like [`call`], but takes a parsed tree.
///
/// # Errors
/// The errors of [`call`].
pub fn answer(tree: &Tree) -> Result<String, Error> {
    let mut arguments = Arguments::of(tree);
    let verb = arguments.next().text().unwrap_or_default();
    if let Some(answer) = validate::answer(verb, &mut arguments)? {
        return Ok(answer);
    }
    Ok(match verb {
        "validateText" => {
            let (kind, text, options) = (arguments.kind()?, arguments.text()?, arguments.next());
            to_string(&kind.validate_text(text, &validating(options)?.options())?)
        }
        "read" => {
            let (kind, [response]) = arguments.kind_and_json()?;
            to_string(&kind.read(response)?)
        }
        "diff" => {
            let (kind, [stored, draft]) = arguments.kind_and_json()?;
            to_string(&diffed(kind, stored, draft, compare(arguments.next())?)?)
        }
        "body" => {
            let (kind, [stored, draft]) = arguments.kind_and_json()?;
            let options = known(arguments.next(), &["profile", "mode"])?;
            let options = BodyOptions::from(profile(options)?).mode(mode(options)?);
            to_string(&kind.body(stored, draft, options)?)
        }
        "review" => {
            let (kind, [stored, draft]) = arguments.kind_and_json()?;
            let options = known(arguments.next(), &["profile", "mode", "from", "to", "days"])?;
            let of_update = ReviewOptions::from((profile(options)?, mode(options)?));
            let span = options.get("from").map(|_| span_of(options)).transpose()?;
            to_string(&kind.review(stored, draft, of_update.span(span))?)
        }
        "edit" | "edits" | "editsBetween" => edit(verb, &mut arguments)?,
        "outcome" => {
            let (kind, [stored, sent]) = arguments.kind_and_json()?;
            let profile = profile(known(arguments.next(), &["profile"])?)?;
            to_string(&kind.outcome(stored, sent, profile)?)
        }
        "openings" => {
            let (kind, [record]) = arguments.kind_and_json()?;
            to_string(&kind.openings(record, span(arguments.next())?)?)
        }
        "effect" => {
            let (kind, [before, after]) = arguments.kind_and_json()?;
            to_string(&kind.effect(before, after, span(arguments.next())?)?)
        }
        "verify" => {
            let (kind, [stored, sent, after]) = arguments.kind_and_json()?;
            to_string(&kind.verify(stored, sent, after)?)
        }
        "merge" => {
            let (kind, records) = arguments.kind_and_json()?;
            to_string(&merge(kind, records, arguments.next())?)
        }
        "request" => {
            let (kind, [options]) = arguments.kind_and_json()?;
            to_string(&request(kind, options)?.with_token())
        }
        "response" => {
            let (kind, [options]) = arguments.kind_and_json()?;
            to_string(&response(kind, options)?)
        }
        "explain" => {
            let (kind, [said, options]) = arguments.kind_and_json()?;
            let draft = known(options, &["draft"])?.get("draft");
            to_string(&kind.explain(
                &texts(said)?,
                draft.as_ref().map(|draft| draft as &dyn Json),
            ))
        }
        "sandbox" => {
            let [state, call, options] = arguments.all_json()?;
            to_string(&sandbox(state, call, options)?)
        }
        "concerned" => {
            let [call, options] = arguments.all_json()?;
            to_string(&sandbox_of(options)?.concerned(&call_of(call)?))
        }
        "setDay" | "setDate" => to_string(&with_hours(verb, &mut arguments)?),
        "describe" => to_string(arguments.kind()?.record()),
        "guess" => to_string(&Kind::guess(arguments.next())),
        "parse" => to_string(&Document::parse(arguments.text()?)?.root()),
        "apply" => {
            let document = arguments.next();
            to_string(&apply(document, &arguments.patch()?)?)
        }
        "invert" => {
            let document = arguments.json()?;
            to_string(&patch::invert(&document.to_value(), &arguments.patch()?)?)
        }
        "applyMergePatch" => {
            let [document, patch] = arguments.all_json()?;
            to_string(&merge_patch::apply(
                &document.to_value(),
                &patch.to_value(),
            )?)
        }
        "invertMergePatch" => {
            let [document, patch] = arguments.all_json()?;
            to_string(&merge_patch::invert(
                &document.to_value(),
                &patch.to_value(),
            )?)
        }
        _ => return Err(validate::unknown(verb)),
    })
}

/// Edits a record, reads edits, or returns those between two records.
fn edit(verb: &str, arguments: &mut Arguments<'_>) -> Result<String, Error> {
    let (kind, [first]) = arguments.kind_and_json()?;
    if verb == "edits" {
        return Ok(to_string(&Edits::read(kind, first)?));
    }
    let second = arguments.json()?;
    if verb == "editsBetween" {
        let absent = choice(known(arguments.next(), &["absent"])?, "absent")?;
        return Ok(to_string(&Edits::between(kind, first, second, absent)?));
    }
    let options = known(arguments.next(), &["profile", "mode", "resolve", "repair"])?;
    let (resolve, repair) = (choice(options, "resolve")?, flag(options, "repair")?);
    let options = EditOptions::from(profile(options)?)
        .mode(mode(options)?)
        .resolve(resolve)
        .repair(repair);
    Ok(to_string(&kind.edit(
        first,
        &Edits::read(kind, second)?,
        options,
    )?))
}

/// Returns a draft with other hours on a day of the week or on a special date.
fn with_hours(verb: &str, arguments: &mut Arguments<'_>) -> Result<Tree, Error> {
    let (kind, [draft]) = arguments.kind_and_json()?;
    if verb == "setDay" {
        let day: Day = arguments.name("day")?.parse()?;
        return kind.set_day(draft, day, &times(arguments.next())?);
    }
    let (date, hours) = (arguments.name("date")?, arguments.next());
    let hours = if hours.node().name() == "null" {
        None
    } else {
        Some(times(hours)?)
    };
    kind.set_date(draft, date, hours.as_deref())
}

/// Returns the names that nodes of a tree may refer to by number, as a JSON array.
#[must_use]
pub fn names() -> String {
    to_string(&NAMES)
}

/// An error in the form that the package's JavaScript turns into an `Error`.
#[derive(Serialize)]
struct PackageError<'a> {
    code: &'static str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<&'a Path>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pointer: Option<String>,
}

/// Returns a diff, the names of the draft's envelopes, and the paths of the merge patch's members that are null in place
/// of the draft's value, since long arrays would outweigh the rest of the answer. The paths are those of the record.
fn diffed<'a>(
    kind: Kind,
    stored: View<'a>,
    draft: View<'a>,
    compare: DiffOptions,
) -> Result<impl Serialize, Error> {
    let mut own = Vec::new();
    let (stored, draft) = (open::stored(kind, stored)?, open::record(kind, draft)?);
    let diff = diff::diff(&stored, &draft, compare, &mut |path, _| {
        own.push(path.to_vec());
        Value::Null
    })?;
    if diff.merge_patch.is_none() {
        own.clear();
    }
    Ok((diff, draft.path().collect::<Vec<_>>(), own))
}

/// Returns an error as JSON text: `{ code, message, line?, column?, path?, pointer? }`.
#[must_use]
pub fn error(error: &Error) -> String {
    let (position, path) = (error.position(), error.path());
    to_string(&PackageError {
        code: error.code(),
        message: error.to_string(),
        line: position.map(|position| position.line),
        column: position.map(|position| position.column),
        path,
        pointer: path.map(Path::pointer),
    })
}

/// Applies a patch to a value that may contain values that are not JSON, provided that it replaces them with JSON.
fn apply(document: View<'_>, operations: &[patch::Op]) -> Result<Value, Error> {
    let Some((what, path)) = odd(document) else {
        return patch::apply(&document.to_value(), operations);
    };
    let patched = patch::apply(&marked(document), operations)?;
    if holds_mark(&patched) {
        Err(Error::from(ErrorReason::NotJson { found: what }).under(path))
    } else {
        Ok(patched)
    }
}

/// The placeholder for a value that is not JSON while a patch is applied. No other writer uses it.
const MARK: &str = "\u{0}not JSON\u{0}";

fn marked(view: View<'_>) -> Value {
    match view.node() {
        Node::Odd { .. } => MARK.into(),
        Node::Array(items) => Value::Array(items.map(marked).collect_vec()),
        Node::Object(members) => object(members.map(|(name, member)| (name, marked(member)))),
        _ => view.to_value(),
    }
}

fn holds_mark(value: &Value) -> bool {
    match value {
        Value::String(text) => text == MARK,
        Value::Array(items) => items.iter().any(holds_mark),
        Value::Object(members) => members.values().any(holds_mark),
        _ => false,
    }
}

/// Merges three records, with one resolution for all conflicts or an array of one for each, in order; null leaves a
/// conflict.
fn merge(
    kind: Kind,
    [base, ours, theirs]: [View<'_>; 3],
    options: View<'_>,
) -> Result<Merged, Error> {
    match known(options, &["resolve"])?.get("resolve") {
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
    let options = known(
        options,
        &["id", "token", "body", "baseUrl", "api", "prefix", "version"],
    )?;
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
    let options = known(options, &["status", "contentType", "text", "draft"])?;
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
    let (content_type, body) = (
        text(options, "contentType")?,
        text(options, "text")?.unwrap_or_default(),
    );
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

/// The state after a request, and the response to it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Answered {
    state: Value,
    status: u16,
    content_type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_after: Option<u16>,
    body: String,
}

fn sandbox(state: View<'_>, call: View<'_>, options: View<'_>) -> Result<Answered, Error> {
    if state.members().is_none() {
        return Err(Error::option("state", "an object", state.node().name()));
    }
    let (
        state,
        SandboxReply {
            status,
            content_type,
            retry_after,
            body,
        },
    ) = sandbox_of(options)?.answer(state.to_value(), &call_of(call)?);
    Ok(Answered {
        state,
        status,
        content_type,
        retry_after,
        body,
    })
}

fn sandbox_of(options: View<'_>) -> Result<Sandbox<'_>, Error> {
    let options = known(options, &["profile", "token", "fault"])?;
    let fault = text(options, "fault")?.map(str::parse).transpose()?;
    Ok(Sandbox {
        profile: profile(options)?,
        token: text(options, "token")?,
        fault,
    })
}

fn call_of(call: View<'_>) -> Result<SandboxRequest<'_>, Error> {
    Ok(SandboxRequest {
        method: text(call, "method")?.unwrap_or_default(),
        url: text(call, "url")?.unwrap_or_default(),
        authorization: text(call, "authorization")?,
        version: text(call, "version")?,
        body: text(call, "body")?.unwrap_or_default().as_bytes(),
    })
}
