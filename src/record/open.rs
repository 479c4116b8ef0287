//! The one door: a value becomes a checked record once, and every verb takes it from there.

use std::cmp::Ordering;

use super::not_set::is_not_set;
use crate::ground::error::{Error, ErrorReason};
use crate::ground::json::{
    CollectVec, DEPTH, Each, Extent, Json, NAME_LENGTH, Node, PATHS, Tree, VALUES, View,
    expect_json,
};
use crate::ground::visible::excerpt;
use crate::knowledge::schema::{Kind, Object, PayloadShape};

/// A record of a kind, out of its envelope: an object that is neither too deep nor too large, and not a refusal.
#[derive(Clone, Debug)]
pub(crate) struct Record<'a> {
    pub(crate) kind: Kind,
    /// The record.
    pub(crate) view: View<'a>,
    /// The envelopes around the record, the outermost first, and the name under which each one holds what is inside.
    around: Vec<(View<'a>, &'static str)>,
}

impl<'a> Record<'a> {
    /// Returns a part of an opened value, or a value that a verb made of one.
    pub(crate) fn within(kind: Kind, view: View<'a>) -> Self {
        Self {
            kind,
            view,
            around: Vec::new(),
        }
    }

    /// Returns the record without its envelope.
    pub(crate) fn bare(&self) -> Self {
        Self::within(self.kind, self.view)
    }

    /// Returns the table of its members.
    pub(crate) fn table(&self) -> &'static Object {
        self.kind.table()
    }

    /// Returns the value that was opened: the record, or its envelope.
    pub(crate) fn given(&self) -> View<'a> {
        self.around.first().map_or(self.view, |(given, _)| *given)
    }

    /// Returns the name of the outermost envelope.
    pub(crate) fn envelope(&self) -> Option<&'static str> {
        self.path().next()
    }

    /// Returns the names that lead to the record in the value that was opened.
    pub(crate) fn path(&self) -> impl Iterator<Item = &'static str> {
        self.around.iter().map(|(_, name)| *name)
    }

    /// Returns the value that was opened, with another record in its envelope.
    pub(crate) fn given_with(&self, record: Tree) -> Tree {
        let mut inside = record;
        for (envelope, name) in self.around.iter().rev() {
            let mut tree = Tree::in_place_of(*envelope);
            let mut whole = tree.object();
            for (own, member) in envelope.each_member() {
                whole.copy(Some(own), if own == *name { inside.root() } else { member });
            }
            drop(whole);
            inside = tree;
        }
        inside
    }
}

/// Opens a draft. Values that are not JSON remain, for a validation to report. An envelope of anything but an object
/// remains as well, as an unknown member. A record in an envelope of another name is refused: it would be read as empty.
pub(crate) fn draft(kind: Kind, given: View<'_>) -> Result<Record<'_>, Error> {
    let Node::Object(_) = given.node() else {
        return Err(not_a_record(kind, given));
    };
    expect_size(given)?;
    let record = inside(kind, given);
    expect_no_refusal(kind, record.view)?;
    expect_no_other_envelope(kind, record.view, holds_record)?;
    Ok(record)
}

/// Opens a draft, or a record of a response, whose envelope is taken off.
pub(crate) fn of_shape(kind: Kind, given: View<'_>, of: PayloadShape) -> Result<Record<'_>, Error> {
    let record = draft(kind, given)?;
    if of == PayloadShape::Update {
        return Ok(record);
    }
    expect_no_other_envelope(kind, record.view, holds_object)?;
    Ok(record.bare())
}

/// Returns the object inside of all envelopes, unchecked.
pub(crate) fn inside(kind: Kind, given: View<'_>) -> Record<'_> {
    let mut record = Record::within(kind, given);
    // Envelopes may be nested: `{ "calendar": { "calendar": … } }`.
    while let (Some(name), inside) = strip_envelope(kind, record.view)
        && inside.members().is_some()
    {
        record.around.push((record.view, name));
        record.view = inside;
    }
    record
}

/// Opens a record. A draft may consist of a single unknown member.
pub(crate) fn record(kind: Kind, given: View<'_>) -> Result<Record<'_>, Error> {
    let record = draft(kind, given)?;
    // `inside` stopped at an envelope that holds no object, such as `{ "calendar": [] }`.
    if let (Some(_), inside) = strip_envelope(kind, record.view) {
        return Err(not_a_record(kind, inside));
    }
    expect_json(given)?;
    Ok(record)
}

/// Opens a record of a response, and refuses one in an envelope of another name.
pub(crate) fn stored(kind: Kind, given: View<'_>) -> Result<Record<'_>, Error> {
    let record = record(kind, given)?;
    expect_no_other_envelope(kind, record.view, holds_object)?;
    Ok(record)
}

fn not_a_record(kind: Kind, view: View<'_>) -> Error {
    match view.node() {
        Node::Odd { what, .. } => ErrorReason::NotJson {
            found: what.to_owned(),
        },
        Node::Text(text) if text.trim_start().starts_with(['{', '[']) => {
            let found = "JSON as text; parse it first".to_owned();
            ErrorReason::NotARecord {
                kind: kind.name(),
                found,
            }
        }
        other => ErrorReason::NotARecord {
            kind: kind.name(),
            found: other.name().to_owned(),
        },
    }
    .into()
}

/// Refuses a value that is too deep or too large.
pub(crate) fn expect_size(view: View<'_>) -> Result<(), Error> {
    let reason = if !view.is_within(DEPTH) {
        match Extent::of(view, DEPTH) {
            None => ErrorReason::Depth { limit: DEPTH },
            Some(_) => ErrorReason::NameSize { limit: NAME_LENGTH },
        }
    } else if view.count() > VALUES {
        ErrorReason::Values { limit: VALUES }
    } else if view.has_paths_beyond(PATHS) {
        ErrorReason::Paths { limit: PATHS }
    } else {
        return Ok(());
    };
    Err(reason.into())
}

/// Refuses a refusal of the service.
pub(crate) fn expect_no_refusal(kind: Kind, view: View<'_>) -> Result<(), Error> {
    match refusal_in(kind, view) {
        None => Ok(()),
        Some(text) => Err(ErrorReason::ARefusal {
            kind: kind.name(),
            text: excerpt(&text),
        }
        .into()),
    }
}

/// Refuses a record that has nothing but an envelope of another name: it would be read as empty. `is_envelope` tells if a
/// member is one.
fn expect_no_other_envelope(
    kind: Kind,
    record: View<'_>,
    is_envelope: fn(Kind, View<'_>) -> bool,
) -> Result<(), Error> {
    if is_known(kind, record) {
        return Ok(());
    }
    // Two members that could be envelopes are unknown members of a record.
    let mut holding = record
        .each_member()
        .filter(|(name, member)| !differs_in_case(kind, name) && is_envelope(kind, *member));
    let (Some((name, member)), None) = (holding.next(), holding.next()) else {
        return Ok(());
    };
    let names: Vec<String> = kind
        .envelopes()
        .iter()
        .map(|name| format!("\"{name}\""))
        .collect_vec();
    let what = if member.items().is_some() {
        "an array"
    } else {
        "an object"
    };
    Err(ErrorReason::EnvelopeUnknown {
        kind: kind.name(),
        names: names.join(" or "),
        what,
        found: excerpt(name),
    }
    .into())
}

/// Returns true for a name that differs from a member's in case alone.
fn differs_in_case(kind: Kind, name: &str) -> bool {
    kind.table()
        .members
        .iter()
        .any(|row| row.name.eq_ignore_ascii_case(name))
}

/// Returns true if a record has a member of its table.
fn is_known(kind: Kind, record: View<'_>) -> bool {
    record
        .each_member()
        .any(|(name, _)| kind.table().knows(name))
}

/// Returns true for an object, and for a list of records.
fn holds_object(kind: Kind, member: View<'_>) -> bool {
    member.members().is_some() || member.each_item().any(|item| is_known(kind, item))
}

/// Returns true for a record, with or without an envelope of its own, and for a list of records.
fn holds_record(kind: Kind, member: View<'_>) -> bool {
    is_record(kind, member) || member.each_item().any(|item| is_record(kind, item))
}

fn is_record(kind: Kind, member: View<'_>) -> bool {
    is_known(kind, member) || strip_envelope(kind, member).0.is_some()
}

impl Kind {
    /// Returns the record of a response in place: inside its envelope, or the response itself.
    ///
    /// # Errors
    /// `not_a_record`: the record is not a JSON object.
    /// `json_depth`: it is nested deeper than 128.
    /// `not_json`: it contains a value that JSON cannot express, such as a number too large for a double.
    /// `envelope_unknown`: it is in an envelope of another name.
    ///
    /// ```
    /// use calendiff::Kind;
    /// use calendiff::json::Tree;
    /// use serde_json::json;
    ///
    /// let response = Tree::of(json!({ "calendar": { "name": "n" } }));
    /// assert_eq!(Kind::Calendar.record_in(response.root())?.to_value(), json!({ "name": "n" }));
    /// let list = Tree::of(json!([]));
    /// assert_eq!(Kind::Calendar.record_in(list.root()).unwrap_err().code(), "not_a_record");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn record_in(self, response: View<'_>) -> Result<View<'_>, Error> {
        Ok(stored(self, response)?.view)
    }

    /// Returns the record inside its envelope with the envelope's name, or the value itself. If a member of the
    /// record beside it is set, it is not an envelope.
    ///
    /// ```
    /// use calendiff::Kind;
    /// use calendiff::json::Document;
    ///
    /// let response = Document::parse(r#"{ "calendar": { "id": "Kx2m" } }"#)?;
    /// assert_eq!(Kind::Calendar.strip_envelope(response.root()).0, Some("calendar"));
    /// let record = Document::parse(r#"{ "id": "Kx2m", "calendar": {} }"#)?;
    /// assert_eq!(Kind::Calendar.strip_envelope(record.root()).0, None);
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    #[must_use]
    pub fn strip_envelope(self, response: View<'_>) -> (Option<&'static str>, View<'_>) {
        strip_envelope(self, response)
    }

    /// Guesses the kind of a record: by its envelope, else by the members that only one kind has.
    ///
    /// Returns `None` if it could be either, like `{ "name": "…" }`.
    ///
    /// ```
    /// use calendiff::Kind;
    /// use serde_json::json;
    ///
    /// assert_eq!(Kind::guess(json!({ "slotDuration": 30 })), Some(Kind::Calendar));
    /// assert_eq!(Kind::guess(json!({ "buiseness": {} })), Some(Kind::Location));
    /// assert_eq!(Kind::guess(json!({ "name": "Consultation" })), None);
    /// ```
    #[must_use]
    pub fn guess(value: impl Json) -> Option<Self> {
        guess(value)
    }
}

/// Answers [`Kind::strip_envelope`]. Beside an envelope, no member of the record is set.
pub(crate) fn strip_envelope(kind: Kind, response: View<'_>) -> (Option<&'static str>, View<'_>) {
    for name in kind.envelopes() {
        // `{ "name": "A", "calendar": {} }` is a record with an unknown member, not an envelope.
        if let Some(inside) = response.get(name)
            && !has_set_member(kind, response)
        {
            return (Some(*name), inside);
        }
    }
    (None, response)
}

/// Returns true if an object has a member of the record that is set.
fn has_set_member(kind: Kind, object: View<'_>) -> bool {
    for (name, member) in object.each_member() {
        if let Some(row) = kind.table().row_of(name)
            && !is_not_set(&row.ty, member)
        {
            return true;
        }
    }
    false
}

/// Answers [`Kind::guess`].
pub(crate) fn guess(value: impl Json) -> Option<Kind> {
    let value = value.held();
    let value = value.view();
    for kind in Kind::ALL {
        if strip_envelope(*kind, value).0.is_some() {
            return Some(*kind);
        }
    }
    let mut likely = None;
    let mut most = 0;
    for kind in Kind::ALL {
        let known = count_known(*kind, value);
        // If the value has as many members of one kind as of the other, there is no guess.
        likely = match known.cmp(&most) {
            Ordering::Greater => Some(*kind),
            Ordering::Equal => None,
            Ordering::Less => likely,
        };
        most = most.max(known);
    }
    likely
}

/// Returns the number of members that the table of a kind has.
fn count_known(kind: Kind, value: View<'_>) -> usize {
    value
        .each_member()
        .filter(|(name, _)| kind.table().find(name).is_some())
        .count()
}

/// The members of refusals, as observed: of the service, and of gateways before it.
const OF_REFUSALS: [&str; 9] = [
    "statusCode",
    "status",
    "error",
    "errors",
    "message",
    "code",
    "path",
    "timestamp",
    "traceId",
];

/// Returns the text of a refusal that the service or a gateway gives instead of a record, in the observed shapes: a status, or
/// a text and nothing but members of refusals. No member of the record is there except an exception's `name`.
///
/// ```text
/// { "statusCode": 422, "message": ["name must be a string"], "error": "Unprocessable Entity" }
/// { "error": "Forbidden" }
/// { "statusCode": 500 }
/// ```
pub(crate) fn refusal_in(kind: Kind, view: View<'_>) -> Option<String> {
    if view
        .members()?
        .any(|(name, member)| kind.table().find(name).is_some() && !is_exception(name, member))
    {
        return None;
    }
    let status = view
        .get("statusCode")
        .or_else(|| view.get("status"))
        .and_then(View::number);
    let texts = ["message", "error"].map(|name| view.get(name).and_then(first_text));
    match (status, texts.into_iter().flatten().next()) {
        (Some(_), Some(text)) => Some(text.to_owned()),
        // Without a status, `{ "message": "hello", "color": "red" }` may be any object.
        (None, Some(text)) if is_of_refusals(view) => Some(text.to_owned()),
        (Some(status), None)
            if status.as_i64().is_some_and(|status| status >= 400) && is_of_refusals(view) =>
        {
            Some(status.to_string())
        }
        _ => None,
    }
}

/// Returns true if an object has no members but those of refusals. A status is a number.
fn is_of_refusals(view: View<'_>) -> bool {
    view.each_member().all(|(name, member)| {
        let is_status = !name.starts_with("status") || member.number().is_some();
        OF_REFUSALS.contains(&name) && is_status
    })
}

/// Returns true for `"name": "NotFoundException"`, which is the name of a class and not of a record.
fn is_exception(name: &str, member: View<'_>) -> bool {
    name == "name"
        && member
            .text()
            .is_some_and(|member| member.ends_with("Exception"))
}

/// Returns a text, or the first one of a list.
fn first_text(message: View<'_>) -> Option<&str> {
    match message.items() {
        Some(mut items) => items.next()?.text(),
        None => message.text(),
    }
}
