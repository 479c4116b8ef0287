//! The verbs as other languages call them: names and arguments in, JSON text out.

use serde::Serialize;
use serde_json::{Value, json};

use crate::body::Mode;
use crate::diff::Absent;
use crate::error::{Error, Reason};
use crate::issue::Profile;
use crate::json::{Document, Node, Path, Tape, TapeView, View, patch, to_string};
use crate::schema::Kind;
use crate::validate::Options;

/// Calls a verb with arguments on a tape: an array of the kind's name, what the verb works on, and an object of options.
/// Answers with JSON text.
///
/// # Errors
/// As the verb; `option` where an option is unknown or has another value than it can have.
pub fn call(verb: &str, arguments: &[u8]) -> Result<String, Error> {
    let tape = Tape::from_bytes(arguments)?;
    let mut arguments = Arguments(tape.root().items().into_iter().flatten().collect());
    Ok(match verb {
        "validate" => {
            let (kind, draft, options) = (arguments.kind()?, arguments.next(), arguments.next());
            to_string(&kind.validate(draft, &validating(options)?)?)
        }
        "validateText" => {
            let (kind, text, options) = (arguments.kind()?, arguments.text()?, arguments.next());
            validate_text(kind, text, options)?
        }
        "normalize" => to_string(&arguments.kind()?.normalize(arguments.json()?)?),
        "read" => to_string(&arguments.kind()?.read(arguments.json()?)?),
        "diff" => {
            let (kind, stored, draft) = (arguments.kind()?, arguments.json()?, arguments.json()?);
            to_string(&kind.diff(stored, draft, absent(arguments.next())?)?)
        }
        "body" => {
            let (kind, stored, draft) = (arguments.kind()?, arguments.json()?, arguments.json()?);
            to_string(&kind.body(stored, draft, mode(known(arguments.next(), &["mode"])?)?)?)
        }
        "review" => {
            let (kind, stored, draft) = (arguments.kind()?, arguments.json()?, arguments.json()?);
            let options = known(arguments.next(), &["profile", "mode"])?;
            to_string(&kind.review(stored, draft, profile(options)?, mode(options)?)?)
        }
        "describe" => to_string(arguments.kind()?.record()),
        "guess" => to_string(&Kind::guess(arguments.json()?)),
        "parse" => to_string(&Document::parse(arguments.text()?)?.root().to_value()),
        "apply" => {
            let (document, operations) = (arguments.json()?.to_value(), arguments.json()?.to_value());
            to_string(&patch::apply(&document, &patch::parse(&operations)?)?)
        }
        _ => return Err(option("verb", "one of this package's", verb)),
    })
}

/// An error as the package's JavaScript turns it into an `Error`: `{ code, message, line?, column?, path?, pointer? }`.
#[must_use]
pub fn error(error: &Error) -> String {
    let mut shape = json!({ "code": error.code(), "message": error.to_string() });
    if let Some(position) = error.position() {
        (shape["line"], shape["column"]) = (position.line.into(), position.column.into());
    }
    if let Some(path) = error.path() {
        (shape["path"], shape["pointer"]) = (json!(path), path.pointer().into());
    }
    to_string(&shape)
}

/// A report on text, each issue with its line and column.
///
/// # Errors
/// As [`Document::parse`] and [`Kind::validate`].
pub(crate) fn report_on(
    document: &Document,
    kind: Kind,
    profile: Profile,
    stored: Option<TapeView<'_>>,
) -> Result<Value, Error> {
    let report = kind.validate(document.root(), &Options { profile, stored })?;
    let mut shape = json!({ "ok": report.ok, "value": report.value, "issues": [] });
    shape["issues"] = report
        .issues
        .iter()
        .map(|issue| {
            let mut shape = json!(issue);
            if let Some(position) = document.issue_position(&Path::new(), issue) {
                (shape["line"], shape["column"]) = (position.line.into(), position.column.into());
            }
            shape
        })
        .collect();
    Ok(shape)
}

fn validate_text(kind: Kind, text: &str, options: TapeView<'_>) -> Result<String, Error> {
    let Options { profile, stored } = validating(options)?;
    Ok(to_string(&report_on(&Document::parse(text)?, kind, profile, stored)?))
}

/// What a verb is called with, in order. What is left out is an oddity of the tape that the verb then refuses.
struct Arguments<'a>(std::collections::VecDeque<TapeView<'a>>);

impl<'a> Arguments<'a> {
    fn next(&mut self) -> TapeView<'a> {
        self.0.pop_front().unwrap_or_else(|| TapeView::nothing())
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
        match odd(view, &mut Path::new()) {
            None => Ok(view),
            Some((what, path)) => Err(Error::from(Reason::NotJson { found: what }).under(path)),
        }
    }

    fn text(&mut self) -> Result<&'a str, Error> {
        let view = self.next();
        view.text().ok_or_else(|| option("text", "JSON text", view.node().name()))
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

fn absent(options: TapeView<'_>) -> Result<Absent, Error> {
    choice(known(options, &["absent"])?, "absent", "keep or remove", Absent::named)
}

fn choice<T: Default>(
    options: TapeView<'_>,
    name: &str,
    expected: &'static str,
    named: impl Fn(&str) -> Option<T>,
) -> Result<T, Error> {
    let Some(chosen) = options.get(name) else { return Ok(T::default()) };
    let found = chosen.text().unwrap_or_else(|| chosen.node().name());
    named(found).ok_or_else(|| option(name, expected, found))
}

/// The table as JSON, for forms: `{ name, section, members: [{ name, type, access, … }] }`.
impl Serialize for crate::schema::Object {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json!({ "name": self.name, "section": self.section, "members": self.members }).serialize(serializer)
    }
}

impl Serialize for crate::schema::Member {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut shape =
            json!({ "name": self.name, "type": self.ty.name(), "access": self.access, "label": self.label });
        let mut set = |name: &str, value: Option<Value>| {
            if let Some(value) = value {
                shape[name] = value;
            }
        };
        set("format", self.ty.format().map(|format| json!(format)));
        if let Some(bounds) = self.ty.bounds() {
            let finite = |bound: f64| bound.is_finite().then(|| crate::json::Number::from(bound).to_value());
            set(if bounds.above { "above" } else { "min" }, finite(bounds.min));
            set("max", finite(bounds.max));
        }
        set("identity", self.ty.identity().map(|identity| json!(identity)));
        set("items", self.ty.items().map(Value::from));
        set("known", (!self.known.is_empty()).then(|| json!(self.known)));
        set("default", self.default.and_then(|default| serde_json::from_str(default).ok()));
        set("unit", self.unit.map(Value::from));
        set("required", self.required.then_some(Value::Bool(true)));
        set("help", (!self.help.is_empty()).then(|| self.help.into()));
        set("table", self.ty.table().map(|table| json!(table)));
        shape.serialize(serializer)
    }
}
