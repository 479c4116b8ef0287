//! Reading responses: the record out of its envelope, its odd shapes made regular, and each of them told.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::error::Error;
use crate::issue::{Code, Issue, Severity};
use crate::json::{Json, Node, Path, Segment, View, listed};
use crate::language::params;
use crate::schema::{Kind, Object, Type};

/// A record as the service returned it, unwrapped and made regular.
///
/// Serializes as `{ kind, envelope, value, issues }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Stored {
    /// What kind of record it is.
    pub kind: Kind,
    /// The member that held the record: `calendar`, `buiseness` or `business`; nothing where it came bare.
    pub envelope: Option<&'static str>,
    /// The record. No member is lost.
    pub value: Value,
    /// What was taken otherwise than the document shows it, as notes. Paths are those of the record as it came.
    pub issues: Vec<Issue>,
}

impl Kind {
    /// Reads a response: takes the record out of `{ "calendar": … }` or `{ "success": true, "buiseness": … }`
    /// (sections 4.1 and 4.2), and makes regular what responses are seen to hold (observed): a bare record or a
    /// `business`; lists as objects with indexes for names, or `{}`; numbers and truth values as text; aliases such as
    /// `formSubmitRedirectUrl` and `_id`. Each is a note. Empty text where a number or a known value belongs is kept,
    /// and told: it stands for "not set".
    ///
    /// # Errors
    /// `not_a_record` where the response, or what stands in its envelope, is no JSON object; `a_refusal` where it is what the
    /// service answers in the place of a record, which [`response`](Kind::response) and [`explain`](Kind::explain) read.
    ///
    /// ```
    /// use calendiff::Kind;
    /// use serde_json::json;
    ///
    /// let stored = Kind::Location.read(&json!({ "success": true, "buiseness": { "name": "Rose Lane" } }))?;
    /// assert_eq!((stored.envelope, stored.value), (Some("buiseness"), json!({ "name": "Rose Lane" })));
    ///
    /// let stored = Kind::Calendar.read(&json!({ "calendar": { "openHours": {} } }))?;
    /// assert_eq!(stored.value, json!({ "openHours": [] }));
    /// assert_eq!(stored.issues[0].code.name(), "read_list");
    ///
    /// let refused = Kind::Calendar.read(&json!({ "calendar": null })).unwrap_err();
    /// assert_eq!(refused.code(), "not_a_record");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn read(self, response: impl Json) -> Result<Stored, Error> {
        let response = response.held();
        let response = response.view();
        let (envelope, record) = (self.strip_envelope(response).0, self.record_in(response)?);
        let mut reader = Reader { path: Path::new(), notes: Vec::new() };
        match envelope {
            None => reader.note(Code::ReadBare, &[("kind", self.name())]),
            Some(name) if name != self.envelopes()[0] => {
                reader.note(Code::ReadEnvelope, &[("found", name), ("expected", self.envelopes()[0])]);
            }
            Some(_) => {}
        }
        let value = reader.object(self.record(), record);
        Ok(Stored { kind: self, envelope, value, issues: reader.notes })
    }

    /// The record of a response in place: inside its envelope, or the response itself.
    ///
    /// # Errors
    /// `not_a_record` where that is no JSON object, `json_depth` where it is nested deeper than 128.
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
        let (_, record) = self.strip_envelope(response);
        self.expect_record(record)?;
        Ok(record)
    }

    /// The record inside its envelope and the envelope's name, or the value itself. Where a member of the record stands
    /// beside it, it is no envelope.
    #[must_use]
    pub fn strip_envelope(self, response: View<'_>) -> (Option<&'static str>, View<'_>) {
        let wrapped = self.envelopes().iter().find_map(|name| Some((Some(*name), response.get(name)?)));
        let beside = || response.members().into_iter().flatten().any(|(name, _)| self.record().find(name).is_some());
        wrapped.filter(|_| !beside()).unwrap_or((None, response))
    }

    /// Which kind of record a value is: by its envelope, else by the members that only one kind has.
    ///
    /// Nothing where it could be either, as `{ "name": "…" }` could.
    ///
    /// ```
    /// use calendiff::Kind;
    /// use serde_json::json;
    ///
    /// assert_eq!(Kind::guess(&json!({ "slotDuration": 30 })), Some(Kind::Calendar));
    /// assert_eq!(Kind::guess(&json!({ "buiseness": {} })), Some(Kind::Location));
    /// assert_eq!(Kind::guess(&json!({ "name": "Consultation" })), None);
    /// ```
    #[must_use]
    pub fn guess(value: impl Json) -> Option<Self> {
        let value = value.held();
        let value = value.view();
        let enveloped = Self::ALL.into_iter().find(|kind| kind.strip_envelope(value).0.is_some());
        enveloped.or_else(|| {
            let [calendar, location] = Self::ALL.map(|kind| {
                let names = value.members().into_iter().flatten();
                names.filter(|(name, _)| kind.record().find(name).is_some()).count()
            });
            match calendar.cmp(&location) {
                std::cmp::Ordering::Greater => Some(Self::Calendar),
                std::cmp::Ordering::Less => Some(Self::Location),
                std::cmp::Ordering::Equal => None,
            }
        })
    }
}

/// The walk through a response.
struct Reader {
    path: Path,
    notes: Vec<Issue>,
}

impl Reader {
    fn note(&mut self, code: Code, fills: &[(&str, &str)]) {
        let path = self.path.clone();
        self.notes.push(Issue::new(code, Severity::Note, path, params(fills)));
    }

    fn at<R>(&mut self, segment: impl Into<Segment>, inside: impl FnOnce(&mut Self) -> R) -> R {
        self.path.push(segment);
        let result = inside(self);
        self.path.pop();
        result
    }

    fn object(&mut self, table: &'static Object, view: View<'_>) -> Value {
        let Some(members) = view.members() else { return view.to_value() };
        let mut regular = Map::with_capacity(members.len());
        for (name, member) in members {
            // A alias beside the member itself stays what it is: an unknown member.
            let alias = || table.alias(name).filter(|row| view.get(row.name).is_none());
            let Some(row) = table.member(name).or_else(alias) else {
                regular.insert(name.to_owned(), member.to_value());
                continue;
            };
            let value = self.at(name.to_owned(), |this| {
                if row.name != name {
                    this.note(Code::ReadAlias, &[("name", row.name)]);
                }
                // Of numbers, that is told below.
                if member.text() == Some("") && !row.known.is_empty() && row.ty.format().is_some() {
                    this.note(Code::ReadNotSet, &[("name", row.name)]);
                }
                this.value(&row.ty, row.name, member)
            });
            regular.insert(row.name.to_owned(), value);
        }
        Value::Object(regular)
    }

    fn value(&mut self, ty: &Type, name: &str, view: View<'_>) -> Value {
        match (ty, view.node()) {
            (Type::Object(table), Node::Object(_)) => self.object(table, view),
            (Type::List(list), Node::Array(items)) => {
                let regular = items.enumerate();
                let regular = regular.map(|(index, item)| self.at(index, |this| this.value(&list.item, name, item)));
                Value::Array(listed(regular))
            }
            (Type::List(list), Node::Object(members)) if is_indexed(members.clone().map(|(name, _)| name)) => {
                self.note(Code::ReadList, &[("name", name)]);
                let regular =
                    members.map(|(index, item)| self.at(index.to_owned(), |this| this.value(&list.item, name, item)));
                Value::Array(listed(regular))
            }
            (Type::Number(_) | Type::Integer(_), Node::Text("")) => {
                self.note(Code::ReadNotSet, &[("name", name)]);
                view.to_value()
            }
            (Type::Number(_) | Type::Integer(_) | Type::Boolean, Node::Text(text)) => {
                match crate::validate::meant(ty, text) {
                    Some(value) => {
                        self.note(Code::ReadText, &[("expected", ty.name())]);
                        value
                    }
                    None => view.to_value(),
                }
            }
            _ => view.to_value(),
        }
    }
}

/// Whether an object is an array in disguise: its names are 0, 1, 2, … in order.
fn is_indexed<'a>(names: impl Iterator<Item = &'a str>) -> bool {
    names.enumerate().all(|(index, name)| name == index.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_text_is_told_once() -> Result<(), Error> {
        let record = serde_json::json!({ "availabilityType": "", "eventType": "", "slotBuffer": "", "notes": "" });
        let notes = Kind::Calendar.read(&record)?.issues.into_iter().filter(|issue| issue.code == Code::ReadNotSet);
        let places: Vec<String> = notes.map(|issue| issue.path.pointer()).collect();
        assert_eq!(places, ["/availabilityType", "/eventType", "/slotBuffer"]);
        Ok(())
    }
}
