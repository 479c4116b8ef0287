//! The verbs as other languages call them: names and arguments in, JSON text out.

mod arguments;
mod form;
pub mod report;
pub mod validate;
mod verbs;

use serde::Serialize;
use serde_json::Value;

use crate::ground::error::{Error, ErrorReason};
use crate::ground::json::{
    CollectVec, Document, Node, Path, Tree, View, merge_patch, object, odd, patch, to_string,
};
use crate::knowledge::schema::{Kind, NAMES};
use crate::service::sandbox::{Sandbox, SandboxReply, SandboxRequest};

use arguments::{Arguments, known, profile, text};
pub use form::{form, on_form};
pub use verbs::Verb;

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
    if let Some(row) = verbs().find(|row| row.name == verb) {
        return row.answer(&mut arguments);
    }
    Ok(match verb {
        "sandbox" => {
            let [state, call, options] = arguments.all_json()?;
            to_string(&sandbox(state, call, options)?)
        }
        "concerned" => {
            let [call, options] = arguments.all_json()?;
            to_string(&sandbox_of(options)?.concerned(&call_of(call)?))
        }
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

/// Returns the verbs of a kind, apart from those of a form.
pub fn verbs() -> impl Iterator<Item = &'static Verb> {
    validate::VERBS.iter().chain(verbs::VERBS)
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

/// Returns an error as JSON text: `{ code, message, line?, column?, path?, pointer? }`.
#[must_use]
pub fn error(error: &Error) -> String {
    let position = error.position();
    let path = error.path();
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
