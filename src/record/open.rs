//! The record in a value: out of its envelope, neither too deep nor too large, and not a refusal.

use crate::ground::error::{Error, Reason};
use crate::ground::json::{DEPTH, Each, Extent, Json, Listed, NAME_LENGTH, Node, PATHS, VALUES, View, expect_json};
use crate::ground::visible::excerpt;
use crate::knowledge::schema::Kind;

/// Answers [`Kind::record_in`].
pub(crate) fn record_in(kind: Kind, response: View<'_>) -> Result<View<'_>, Error> {
    let (_, record) = strip_envelope(kind, response);
    expect_record(kind, record)?;
    expect_json(record)
}

/// Like [`record_in`](Kind::record_in), but refuses a record in an envelope of another name. A draft may consist of
/// a single unknown member.
pub(crate) fn whole_record_in(kind: Kind, response: View<'_>) -> Result<View<'_>, Error> {
    let record = record_in(kind, response)?;
    expect_no_other_envelope(kind, record)?;
    Ok(record)
}

/// Refuses a record whose only object is an unknown member, since it would be an empty record.
fn expect_no_other_envelope(kind: Kind, record: View<'_>) -> Result<(), Error> {
    let table = kind.record();
    if record.each_member().any(|(name, _)| table.knows(name)) {
        return Ok(());
    }
    let mut objects = record.each_member().filter(|(_, member)| member.members().is_some());
    let (Some((found, _)), None) = (objects.next(), objects.next()) else { return Ok(()) };
    let names: Vec<String> = kind.envelopes().iter().map(|name| format!("\"{name}\"")).listed();
    Err(Reason::EnvelopeUnknown { kind: kind.name(), found: excerpt(found), names: names.join(" or ") }.into())
}

/// Answers [`Kind::strip_envelope`].
pub(crate) fn strip_envelope(kind: Kind, response: View<'_>) -> (Option<&'static str>, View<'_>) {
    let wrapped = kind.envelopes().iter().find_map(|name| Some((Some(*name), response.get(name)?)));
    let beside = || response.each_member().any(|(name, _)| kind.record().find(name).is_some());
    wrapped.filter(|_| !beside()).unwrap_or((None, response))
}

/// Answers [`Kind::guess`].
pub(crate) fn guess(value: impl Json) -> Option<Kind> {
    let value = value.held();
    let value = value.view();
    let enveloped = Kind::ALL.iter().copied().find(|kind| strip_envelope(*kind, value).0.is_some());
    enveloped.or_else(|| {
        let known = |kind: Kind| value.each_member().filter(|(name, _)| kind.record().find(name).is_some()).count();
        let known = Kind::ALL.iter().map(|kind| (*kind, known(*kind))).listed();
        let most = known.iter().map(|(_, known)| *known).max();
        let mut likely = known.iter().filter(|(_, known)| Some(*known) == most);
        likely.next().filter(|_| likely.next().is_none()).map(|(kind, _)| *kind)
    })
}

/// Returns the text of a refusal that the service gives instead of a record, in the observed shapes: a status and a
/// message, and no member of the record except an exception's `name`.
pub(crate) fn refusal_in(kind: Kind, view: View<'_>) -> Option<String> {
    view.get("statusCode").or_else(|| view.get("status"))?.number()?;
    let message = view.get("message")?;
    let is_exception = |name: &str, member: &str| name == "name" && member.ends_with("Exception");
    let own = |(name, member)| {
        kind.record().find(name).is_some() && !View::text(member).is_some_and(|text| is_exception(name, text))
    };
    if view.members()?.any(own) {
        return None;
    }
    let first = message.items().map_or(Some(message), |mut items| items.next());
    Some(first.and_then(View::text).unwrap_or_default().to_owned())
}

/// Refuses a value that is not an object, too deep or too large, or a refusal of the service.
pub(crate) fn expect_record(kind: Kind, view: View<'_>) -> Result<(), Error> {
    match view.node() {
        Node::Object(_) if !view.is_within(DEPTH) => Err(match Extent::of(view, DEPTH) {
            None => Reason::Depth { limit: DEPTH }.into(),
            Some(_) => Reason::NameSize { limit: NAME_LENGTH }.into(),
        }),
        Node::Object(_) if view.count() > VALUES => Err(Reason::Values { limit: VALUES }.into()),
        Node::Object(_) if view.has_paths_beyond(PATHS) => Err(Reason::Paths { limit: PATHS }.into()),
        Node::Object(_) => match refusal_in(kind, view) {
            None => Ok(()),
            Some(text) => Err(Reason::ARefusal { kind: kind.name(), text: excerpt(&text) }.into()),
        },
        Node::Odd { what, .. } => Err(Reason::NotJson { found: what.to_owned() }.into()),
        other => Err(Reason::NotARecord { kind: kind.name(), found: other.name().to_owned() }.into()),
    }
}
