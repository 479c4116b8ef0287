//! The verbs as other languages call them: names and arguments in, JSON text out.

use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::body::Mode;
use crate::diff::{Absent, By, Change, Compare};
use crate::error::{Error, Reason};
use crate::form::{Delta, Form, Rebased, Splice};
use crate::issue::{Issue, Profile, Severity};
use crate::json::{
    Document, Node, Number, Path, Segment, Tape, TapeView, View, all_listed, listed, merge_patch, object, patch,
    to_string, try_listed,
};
use crate::merge::{Choice, Conflict, Merged, Taken};
use crate::normalize::{Canonical, Respelled};
use crate::request::{Api, Request, RequestOptions};
use crate::response::Response;
use crate::sandbox::{Call, Reply, Sandbox};
use crate::schema::{Kind, NAMES};
use crate::validate::Options;

/// Calls a verb with arguments on a tape: an array of the verb, the kind's name, what the verb works on, and an object of
/// options. Answers with JSON text.
///
/// # Errors
/// As the verb; `option` where an option is unknown or has another value than it can have.
pub fn call(words: Vec<u32>, text: Vec<u8>) -> Result<String, Error> {
    let tape = Tape::from_parts(words, text, NAMES)?;
    let mut arguments = Arguments::of(&tape);
    let verb = arguments.next().text().unwrap_or_default();
    Ok(match verb {
        "validate" => {
            let (kind, draft, options) = (arguments.kind()?, arguments.next(), arguments.next());
            validated(kind, draft, &validating(options)?)?
        }
        "validateText" => {
            let (kind, text, options) = (arguments.kind()?, arguments.text()?, arguments.next());
            to_string(&kind.validate_text(text, &validating(options)?)?)
        }
        "fix" => {
            let (kind, [draft]) = arguments.kind_and_json()?;
            to_string(&kind.fix(draft, &validating(arguments.next())?)?)
        }
        "normalize" => {
            let (kind, [draft]) = arguments.kind_and_json()?;
            kind.expect_record(draft)?;
            to_string(&Canonical::of(kind, draft))
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
            to_string(&kind.body(stored, draft, mode(known(arguments.next(), &["mode"])?)?)?)
        }
        "review" => {
            let (kind, [stored, draft]) = arguments.kind_and_json()?;
            let options = known(arguments.next(), &["profile", "mode"])?;
            to_string(&kind.review(stored, draft, profile(options)?, mode(options)?)?)
        }
        "outcome" => {
            let (kind, [stored, sent]) = arguments.kind_and_json()?;
            to_string(&kind.outcome(stored, sent)?)
        }
        "verify" => {
            let (kind, [stored, sent, after]) = arguments.kind_and_json()?;
            to_string(&kind.verify(stored, sent, after)?)
        }
        "merge" => {
            let (kind, three) = arguments.kind_and_json()?;
            to_string(&merge(kind, three, arguments.next())?)
        }
        "request" => {
            let (kind, [options]) = arguments.kind_and_json()?;
            to_string(&request(kind, options)?)
        }
        "response" => {
            let (kind, [options]) = arguments.kind_and_json()?;
            to_string(&response(kind, options)?)
        }
        "explain" => {
            let (kind, [said, options]) = arguments.kind_and_json()?;
            let draft = known(options, &["draft"])?.get("draft");
            to_string(&kind.explain(&texts(said)?, draft))
        }
        "sandbox" => {
            let [state, call, options] = arguments.all_json()?;
            to_string(&sandbox(state, call, options)?)
        }
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
            to_string(&merge_patch::apply(&document.to_value(), &patch.to_value()))
        }
        "invertMergePatch" => {
            let [document, patch] = arguments.all_json()?;
            to_string(&merge_patch::invert(&document.to_value(), &patch.to_value())?)
        }
        _ => return Err(option("verb", "one of this package's", verb)),
    })
}

/// The names that the nodes of a tape may give by number, as a JSON array.
#[must_use]
pub fn names() -> String {
    to_string(&NAMES)
}

/// Opens a form: the kind's name, the stored record, and an object of options.
///
/// # Errors
/// As [`Kind::form`]; `option` as in [`call`].
pub fn form(words: Vec<u32>, text: Vec<u8>) -> Result<Form, Error> {
    let tape = Tape::from_parts(words, text, NAMES)?;
    let mut arguments = Arguments::of(&tape);
    let (kind, stored) = (arguments.kind()?, arguments.json()?);
    kind.form(stored, profile(known(arguments.next(), &["profile"])?)?)
}

/// Calls a method of a form with arguments on a tape: the method, a path, and what goes there. Answers with JSON text, with none at
/// all where nothing changed in the lists of issues and changes.
///
/// # Errors
/// As the method; `option` as in [`call`].
pub fn on_form(form: &mut Form, words: Vec<u32>, text: Vec<u8>) -> Result<String, Error> {
    let tape = Tape::from_parts(words, text, NAMES)?;
    let mut arguments = Arguments::of(&tape);
    let verb = arguments.next().text().unwrap_or_default();
    let delta = match verb {
        "set" => form.set(&arguments.path()?, arguments.next())?,
        "insert" => form.insert(&arguments.path()?, arguments.next())?,
        "remove" => form.remove(&arguments.path()?)?,
        "move" => {
            let (path, to) = (arguments.path()?, arguments.next());
            let to = index(to).ok_or_else(|| option("to", "an index", to.node().name()))?;
            form.move_to(&path, to)?
        }
        "reset" => {
            let path = arguments.path()?;
            let delta = form.reset(&path)?;
            let value = form.get(&path);
            return Ok(to_string(&Reset { issues: delta.issues, changes: delta.changes, value }));
        }
        "undo" => form.undo().unwrap_or_default(),
        "redo" => form.redo().unwrap_or_default(),
        "rebase" => {
            let Rebased { conflicts, taken, delta } = form.rebase(arguments.json()?)?;
            let (stored, draft) = (form.stored(), form.draft());
            return Ok(to_string(&Renewed { conflicts, taken, delta, stored, draft }));
        }
        "open" => {
            let (issues, changes) = (listed(form.issues()), listed(form.changes()));
            return Ok(to_string(&Opened { stored: form.stored(), draft: form.draft(), issues, changes }));
        }
        "body" => {
            if let Some((what, path)) = odd(form.draft(), &mut Path::new()) {
                return Err(Error::from(Reason::NotJson { found: what }).under(path));
            }
            return Ok(to_string(&form.body(mode(known(arguments.next(), &["mode"])?)?)?));
        }
        _ => return Err(option("verb", "one of a form's", verb)),
    };
    Ok(if delta.is_empty() { String::new() } else { to_string(&delta) })
}

/// What a reset changed, and what stands there now.
#[derive(Serialize)]
struct Reset<'a> {
    issues: Vec<Splice<Issue>>,
    changes: Vec<Splice<Change>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<TapeView<'a>>,
}

/// All that a form holds.
#[derive(Serialize)]
struct Opened<'a> {
    stored: TapeView<'a>,
    draft: TapeView<'a>,
    issues: Vec<&'a Issue>,
    changes: Vec<&'a Change>,
}

/// What another stored record made of a form.
#[derive(Serialize)]
struct Renewed<'a> {
    conflicts: Vec<Conflict>,
    taken: Vec<Taken>,
    delta: Delta,
    stored: TapeView<'a>,
    draft: TapeView<'a>,
}

/// An index of an array, or none.
fn index(view: TapeView<'_>) -> Option<usize> {
    view.number()?.as_i64()?.try_into().ok()
}

/// An error as the package's JavaScript turns it into an `Error`.
#[derive(Serialize)]
struct Refusal<'a> {
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

/// A report as [`Kind::validate`] gives it. What of the draft is in canonical form already does not cross: the package's
/// JavaScript has a copy of the draft, and puts `members` into it, all in `order` where that is another one; or `value` in
/// its place. No text at all: nothing was found, and nothing is spelled otherwise.
fn validated(kind: Kind, draft: TapeView<'_>, options: &Options<TapeView<'_>>) -> Result<String, Error> {
    #[derive(Serialize)]
    struct Report<'a> {
        ok: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        value: Option<Canonical<'static, TapeView<'a>>>,
        #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "members")]
        members: Vec<(&'a str, Canonical<'static, TapeView<'a>>)>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        order: Vec<&'a str>,
        issues: Vec<Issue>,
    }
    fn members<S: Serializer>(members: &[(&str, impl Serialize)], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(members.iter().map(|(name, member)| (name, member)))
    }
    let (issues, sound) = kind.looked_over(draft, options)?;
    let Respelled { whole: value, members, order } = Canonical::of(kind, draft).respelled(sound);
    if issues.is_empty() && value.is_none() && members.is_empty() && order.is_empty() {
        return Ok(String::new());
    }
    let ok = issues.iter().all(|issue| issue.severity != Severity::Error);
    Ok(to_string(&Report { ok, value, members, order, issues }))
}

/// A diff, and which members of its merge patch are null in the place of what the draft has there: long arrays would
/// outweigh the rest of the answer. Their paths are those of the record, behind the name of the draft's envelope.
fn diffed<'a>(
    kind: Kind,
    stored: TapeView<'a>,
    draft: TapeView<'a>,
    compare: Compare,
) -> Result<impl Serialize, Error> {
    let mut own = Vec::new();
    let diff = kind.diff_over(stored, draft, compare, &mut |path, _| {
        own.push(path.to_vec());
        Value::Null
    })?;
    if diff.merge_patch.is_none() {
        own.clear();
    }
    Ok((diff, kind.unwrap(draft).0, own))
}

/// An error as JSON text: `{ code, message, line?, column?, path?, pointer? }`.
#[must_use]
pub fn error(error: &Error) -> String {
    let (position, path) = (error.position(), error.path());
    to_string(&Refusal {
        code: error.code(),
        message: error.to_string(),
        line: position.map(|position| position.line),
        column: position.map(|position| position.column),
        path,
        pointer: path.map(Path::pointer),
    })
}

/// What a verb is called with, in order. What is left out is an oddity of the tape that the verb then refuses.
struct Arguments<'a>(Option<<TapeView<'a> as View<'a>>::Items>);

impl<'a> Arguments<'a> {
    fn of(tape: &'a Tape) -> Self {
        Self(tape.root().items())
    }

    fn next(&mut self) -> TapeView<'a> {
        self.0.as_mut().and_then(Iterator::next).unwrap_or_else(|| TapeView::nothing())
    }

    fn kind(&mut self) -> Result<Kind, Error> {
        let name = self.next().text().unwrap_or_default();
        Kind::ALL
            .into_iter()
            .find(|kind| kind.name() == name)
            .ok_or_else(|| option("kind", "calendar or location", name))
    }

    /// The next argument, where nothing in it is anything but JSON.
    fn json(&mut self) -> Result<TapeView<'a>, Error> {
        let view = self.next();
        if view.is_json() {
            return Ok(view);
        }
        match odd(view, &mut Path::new()) {
            None => Ok(view),
            Some((what, path)) => Err(Error::from(Reason::NotJson { found: what }).under(path)),
        }
    }

    fn all_json<const COUNT: usize>(&mut self) -> Result<[TapeView<'a>; COUNT], Error> {
        let mut all = [TapeView::nothing(); COUNT];
        for view in &mut all {
            *view = self.json()?;
        }
        Ok(all)
    }

    fn kind_and_json<const COUNT: usize>(&mut self) -> Result<(Kind, [TapeView<'a>; COUNT]), Error> {
        Ok((self.kind()?, self.all_json()?))
    }

    fn patch(&mut self) -> Result<Vec<patch::Op>, Error> {
        patch::parse(&self.json()?.to_value())
    }

    fn path(&mut self) -> Result<Path, Error> {
        let view = self.next();
        let refused = || option("path", "an array of names and indexes", view.node().name());
        let steps = view.items().ok_or_else(refused)?;
        let step = |step: TapeView<'_>| match step.text() {
            Some(name) => Some(Segment::from(name.to_owned())),
            None => index(step).map(Segment::from),
        };
        Ok(Path::of(&all_listed(steps.map(step)).ok_or_else(refused)?))
    }

    fn text(&mut self) -> Result<&'a str, Error> {
        let view = self.next();
        view.text().ok_or_else(|| option("text", "JSON text", view.node().name()))
    }
}

/// Applies a patch to a value that may hold what is not JSON, as long as the patch puts JSON in its place.
fn apply(document: TapeView<'_>, operations: &[patch::Op]) -> Result<Value, Error> {
    let Some((what, path)) = odd(document, &mut Path::new()) else {
        return patch::apply(&document.to_value(), operations);
    };
    let patched = patch::apply(&marked(document), operations)?;
    if holds_mark(&patched) { Err(Error::from(Reason::NotJson { found: what }).under(path)) } else { Ok(patched) }
}

/// Stands for what is not JSON while a patch is applied; no one else writes it.
const MARK: &str = "\u{0}not JSON\u{0}";

fn marked(view: TapeView<'_>) -> Value {
    match view.node() {
        Node::Odd { .. } => MARK.into(),
        Node::Array(items) => Value::Array(listed(items.map(marked))),
        Node::Object(members) => object(members.map(|(name, member)| (name.to_owned(), marked(member)))),
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

/// The first thing in a value that is not JSON.
fn odd(view: TapeView<'_>, path: &mut Path) -> Option<(String, Path)> {
    match view.node() {
        Node::Odd { what, .. } => Some((what.to_owned(), path.clone())),
        Node::Array(items) => items.enumerate().find_map(|(index, item)| {
            path.push(index);
            let found = odd(item, path);
            path.pop();
            found
        }),
        Node::Object(members) => members.into_iter().find_map(|(name, member)| {
            path.push(name.to_owned());
            let found = odd(member, path);
            path.pop();
            found
        }),
        _ => None,
    }
}

fn option(name: &str, expected: &'static str, found: &str) -> Error {
    Reason::Option { name: name.to_owned(), expected, found: crate::format::excerpt(found) }.into()
}

/// The options, if all their names are known.
fn known<'a>(options: TapeView<'a>, names: &[&str]) -> Result<TapeView<'a>, Error> {
    let Node::Object(_) = options.node() else {
        return Err(option("options", "an object", options.node().name()));
    };
    let unknown = options.members().into_iter().flatten().find(|(name, _)| !names.contains(name));
    match unknown {
        None => Ok(options),
        Some((name, _)) => Err(option("options", "only options that this verb has", name)),
    }
}

fn validating(options: TapeView<'_>) -> Result<Options<TapeView<'_>>, Error> {
    let options = known(options, &["profile", "stored"])?;
    Ok(Options { profile: profile(options)?, stored: options.get("stored") })
}

fn profile(options: TapeView<'_>) -> Result<Profile, Error> {
    choice(options, "profile", "document, service or document-only", Profile::named)
}

fn mode(options: TapeView<'_>) -> Result<Mode, Error> {
    choice(options, "mode", "full or changed", Mode::named)
}

fn compare(options: TapeView<'_>) -> Result<Compare, Error> {
    let options = known(options, &["absent", "by", "tests"])?;
    let absent = choice(options, "absent", "keep or remove", Absent::named)?;
    let by = choice(options, "by", "meaning or spelling", By::named)?;
    Ok(Compare { absent, by, tests: flag(options, "tests")? })
}

/// Merges, with one choice for all conflicts, or an array of one for each in their order; null leaves a conflict.
fn merge(kind: Kind, [base, ours, theirs]: [TapeView<'_>; 3], options: TapeView<'_>) -> Result<Merged, Error> {
    let choice = |view: TapeView<'_>| match view.node() {
        Node::Null => Ok(Choice::Leave),
        node => {
            let found = view.text().unwrap_or_else(|| node.name());
            Choice::named(found).ok_or_else(|| option("resolve", "ours or theirs", found))
        }
    };
    match known(options, &["resolve"])?.get("resolve") {
        None => kind.merge(base, ours, theirs, Choice::Leave),
        Some(resolve) => match resolve.items() {
            None => kind.merge(base, ours, theirs, choice(resolve)?),
            Some(each) => kind.merge(base, ours, theirs, try_listed(each.map(choice))?),
        },
    }
}

fn request(kind: Kind, options: TapeView<'_>) -> Result<Request, Error> {
    let options = known(options, &["id", "token", "body", "baseUrl", "api", "prefix", "version"])?;
    let to = RequestOptions {
        base_url: text(options, "baseUrl")?.unwrap_or_default(),
        id: text(options, "id")?.unwrap_or_default(),
        token: text(options, "token")?.unwrap_or_default(),
        api: choice(options, "api", "document or public", Api::named)?,
        prefix: text(options, "prefix")?,
        version: text(options, "version")?,
    };
    kind.request(options.get("body").unwrap_or_else(|| TapeView::nothing()), &to)
}

fn response(kind: Kind, options: TapeView<'_>) -> Result<Response, Error> {
    let options = known(options, &["status", "contentType", "text", "draft"])?;
    let status = options.get("status").and_then(View::number).and_then(Number::as_i64);
    let status = status.and_then(|status| status.try_into().ok());
    let status = status.ok_or_else(|| option("status", "the number of a status", "something else"))?;
    let (content_type, body) = (text(options, "contentType")?, text(options, "text")?.unwrap_or_default());
    let mut response = kind.response(status, content_type, body);
    if let (Err(refusal), Some(draft)) = (&mut response.result, options.get("draft"))
        && !refusal.texts.is_empty()
    {
        refusal.issues = kind.explain(&refusal.texts, Some(draft));
    }
    Ok(response)
}

/// The state after a request, and the answer to it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Answered {
    state: Value,
    status: u16,
    content_type: &'static str,
    body: String,
}

fn sandbox(state: TapeView<'_>, call: TapeView<'_>, options: TapeView<'_>) -> Result<Answered, Error> {
    if state.members().is_none() {
        return Err(option("state", "an object", state.node().name()));
    }
    let options = known(options, &["profile", "token"])?;
    let sandbox = Sandbox { profile: profile(options)?, token: text(options, "token")? };
    let call = Call {
        method: text(call, "method")?.unwrap_or_default(),
        url: text(call, "url")?.unwrap_or_default(),
        authorization: text(call, "authorization")?,
        version: text(call, "version")?,
        body: text(call, "body")?.unwrap_or_default().as_bytes(),
    };
    let (state, Reply { status, content_type, body }) = sandbox.answer(state.to_value(), &call);
    Ok(Answered { state, status, content_type, body })
}

/// One text, or a list of them.
fn texts(said: TapeView<'_>) -> Result<Vec<String>, Error> {
    let one = |view: TapeView<'_>| {
        let refused = || option("texts", "a text, or an array of texts", view.node().name());
        view.text().map(str::to_owned).ok_or_else(refused)
    };
    match said.items() {
        None => one(said).map(|text| vec![text]),
        Some(items) => try_listed(items.map(one)),
    }
}

fn text<'a>(options: TapeView<'a>, name: &str) -> Result<Option<&'a str>, Error> {
    let Some(chosen) = options.get(name) else { return Ok(None) };
    chosen.text().map(Some).ok_or_else(|| option(name, "text", chosen.node().name()))
}

fn flag(options: TapeView<'_>, name: &str) -> Result<bool, Error> {
    let Some(chosen) = options.get(name) else { return Ok(false) };
    chosen.boolean().ok_or_else(|| option(name, "true or false", chosen.node().name()))
}

fn choice<T: Default>(
    options: TapeView<'_>,
    name: &str,
    expected: &'static str,
    named: impl Fn(&str) -> Option<T>,
) -> Result<T, Error> {
    let Some(found) = chosen(options, name) else { return Ok(T::default()) };
    named(found).ok_or_else(|| option(name, expected, found))
}

/// The text that was chosen, or what stands in its place.
fn chosen<'a>(options: TapeView<'a>, name: &str) -> Option<&'a str> {
    let chosen = options.get(name)?;
    Some(chosen.text().unwrap_or_else(|| chosen.node().name()))
}
