//! Reading responses: unwraps the record, regularizes its odd shapes, and notes each of them.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::error::{Error, Reason};
use crate::issue::{Code, Issue};
use crate::json::{Each, Json, Listed, Open, Path, Tree, View, expect_json};
use crate::record::each::{Becomes, Here, Met, Visitor, each};
use crate::schema::{Kind, Member, Type};
use crate::validate::is_sound_here;
use crate::visible::excerpt;

/// A record from a response of the service, unwrapped and regularized.
///
/// Serializes as `{ kind, envelope, value, issues }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Stored {
    /// The kind of record.
    pub kind: Kind,
    /// The member that contained the record: `calendar`, `buiseness` or `business`; `None` if it had no envelope.
    pub envelope: Option<&'static str>,
    /// The record. No member is lost.
    pub value: Value,
    /// Notes about shapes that differ from the specification. Their paths are those of the original record.
    pub issues: Vec<Issue>,
}

impl<'de> Deserialize<'de> for Stored {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Members {
            kind: Kind,
            envelope: Option<String>,
            value: Value,
            issues: Vec<Issue>,
        }

        let Members { kind, envelope, value, issues } = Members::deserialize(deserializer)?;
        let known = |name: String| match kind.envelopes().iter().find(|known| **known == name) {
            Some(known) => Ok(*known),
            None => Err(D::Error::custom(Error::option("envelope", "an envelope of that kind", &name))),
        };
        Ok(Self { kind, envelope: envelope.map(known).transpose()?, value, issues })
    }
}

impl Kind {
    /// Reads a response: takes the record out of `{ "calendar": … }` or `{ "success": true, "buiseness": … }` (sections
    /// 4.1 and 4.2), and regularizes the shapes that responses use (observed): a bare record or a `business`; lists as
    /// objects with indexes for names, or `{}`; numbers and truth values as text; aliases such as
    /// `formSubmitRedirectUrl` and `_id`. Each is a note. Empty text in place of a number or a known value means "not
    /// set": it is kept and noted.
    ///
    /// # Errors
    /// `not_a_record`: the response, or the value in its envelope, is not a JSON object.
    /// `envelope_unknown`: the record is in an envelope of another name, such as `location` for a location.
    /// `a_refusal`: the service answers with a refusal instead of a record, which [`response`](Kind::response) and
    /// [`explain`](Kind::explain) read.
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
        let (envelope, _) = self.strip_envelope(response);
        let (value, mut issues) = self.regular_in(response)?;
        let mut note = |code, params: &[(&str, &str)]| issues.insert(0, Issue::note(code, Path::new(), params));
        match envelope {
            None => note(Code::ReadBare, &[("kind", self.name())]),
            Some(name) if name != self.envelopes()[0] => {
                note(Code::ReadEnvelope, &[("found", name), ("expected", self.envelopes()[0])]);
            }
            Some(_) => {}
        }
        Ok(Stored { kind: self, envelope, value: value.root().to_value(), issues: Issue::first(issues) })
    }

    /// Returns the record of a response, with its odd shapes regularized.
    pub(crate) fn regular(self, response: View<'_>) -> Result<Tree, Error> {
        self.regular_in(response).map(|(record, _)| record)
    }

    /// Reads a body that was sent, which may consist of a single unknown member.
    pub(crate) fn regular_sent(self, sent: View<'_>) -> Result<Tree, Error> {
        self.record_in(sent).map(|record| self.regular_of(record).0)
    }

    fn regular_in(self, response: View<'_>) -> Result<(Tree, Vec<Issue>), Error> {
        self.whole_record_in(response).map(|record| self.regular_of(record))
    }

    fn regular_of(self, record: View<'_>) -> (Tree, Vec<Issue>) {
        let mut reader = Reader { row: None, notes: Vec::new() };
        let regular = each(&mut reader, self.record(), Here::alone(record));
        (regular, reader.notes)
    }

    /// Returns the record of a response in place: inside its envelope, or the response itself.
    ///
    /// # Errors
    /// `not_a_record`: the record is not a JSON object.
    /// `json_depth`: it is nested deeper than 128.
    /// `not_json`: it contains a value that JSON cannot express, such as a number too large for a double.
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
        expect_json(record)
    }

    /// Like [`record_in`](Kind::record_in), but refuses a record in an envelope of another name. A draft may consist of
    /// a single unknown member.
    pub(crate) fn whole_record_in(self, response: View<'_>) -> Result<View<'_>, Error> {
        let record = self.record_in(response)?;
        self.expect_no_other_envelope(record)?;
        Ok(record)
    }

    /// Refuses a record whose only object is an unknown member, since it would be an empty record.
    fn expect_no_other_envelope(self, record: View<'_>) -> Result<(), Error> {
        let table = self.record();
        let is_known = |name| table.find(name).is_some() || table.alias(name).is_some();
        if record.each_member().any(|(name, _)| is_known(name)) {
            return Ok(());
        }
        let mut objects = record.each_member().filter(|(_, member)| member.members().is_some());
        let (Some((found, _)), None) = (objects.next(), objects.next()) else { return Ok(()) };
        let names: Vec<String> = self.envelopes().iter().map(|name| format!("\"{name}\"")).listed();
        Err(Reason::EnvelopeUnknown { kind: self.name(), found: excerpt(found), names: names.join(" or ") }.into())
    }

    /// Returns the record inside its envelope with the envelope's name, or the value itself. If there is a member of
    /// the record beside it, it is not an envelope.
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
        let wrapped = self.envelopes().iter().find_map(|name| Some((Some(*name), response.get(name)?)));
        let beside = || response.each_member().any(|(name, _)| self.record().find(name).is_some());
        wrapped.filter(|_| !beside()).unwrap_or((None, response))
    }

    /// Guesses the kind of a record: by its envelope, else by the members that only one kind has.
    ///
    /// Returns `None` if it could be either, like `{ "name": "…" }`.
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
        let enveloped = Self::ALL.iter().copied().find(|kind| kind.strip_envelope(value).0.is_some());
        enveloped.or_else(|| {
            let known = |kind: Self| value.each_member().filter(|(name, _)| kind.record().find(name).is_some()).count();
            let known = Self::ALL.iter().map(|kind| (*kind, known(*kind))).listed();
            let most = known.iter().map(|(_, known)| *known).max();
            let mut likely = known.iter().filter(|(_, known)| Some(*known) == most);
            likely.next().filter(|_| likely.next().is_none()).map(|(kind, _)| *kind)
        })
    }
}

/// The state of a walk over a response.
struct Reader {
    /// The row of the current member.
    row: Option<&'static Member>,
    notes: Vec<Issue>,
}

impl Reader {
    fn note(&mut self, code: Code, path: &Path, params: &[(&str, &str)]) {
        self.notes.push(Issue::note(code, path.clone(), params));
    }

    fn name(&self) -> &'static str {
        self.row.map_or("", |row| row.name)
    }
}

impl Visitor for Reader {
    fn member<'a>(&mut self, path: &Path, met: &Met<'a, '_>) -> Becomes<'a> {
        // An alias beside the member itself remains an unknown member.
        let alias = || met.table?.alias(met.name).filter(|row| met.of.view.get(row.name).is_none());
        let Some(row) = met.row.or_else(alias) else { return Becomes::Itself };
        self.row = Some(row);
        let is_unset = met.own.and_then(View::text) == Some("") && !row.known.is_empty() && row.ty.format().is_some();
        if met.row.is_none() || is_unset {
            let path = path.with(met.name.to_owned());
            if met.row.is_none() {
                self.note(Code::ReadAlias, &path, &[("name", row.name)]);
            }
            // Numbers are noted in `leaf`.
            if is_unset {
                self.note(Code::ReadNotSet, &path, &[("name", row.name)]);
            }
        }
        let segment = if met.row.is_some() { row.name.into() } else { met.name.to_owned().into() };
        Becomes::Row(row, segment)
    }

    fn is_list(&mut self, path: &Path, view: View<'_>) -> bool {
        let is_list = view.members().is_some_and(|members| is_indexed(members.map(|(name, _)| name)));
        if is_list {
            self.note(Code::ReadList, path, &[("name", self.name())]);
        }
        is_list
    }

    fn passes(&self, ty: &Type, here: &Here<'_>) -> bool {
        is_sound_here(ty, here)
    }

    fn leaf(&mut self, path: &Path, ty: &Type, view: View<'_>, name: Option<&str>, out: &mut Open<'_>) -> bool {
        let is_number = matches!(ty, Type::Number(_) | Type::Integer(_));
        match view.text() {
            Some("") if is_number => self.note(Code::ReadNotSet, path, &[("name", self.name())]),
            Some(text) if is_number || matches!(ty, Type::Boolean) => {
                let meant = crate::validate::meant(ty, text);
                if let Some(value) = &meant {
                    self.note(Code::ReadText, path, &[("expected", ty.name())]);
                    out.value(name, value);
                }
                return meant.is_some();
            }
            _ => {}
        }
        false
    }
}

/// Returns true if an object represents an array: its names are 0, 1, 2, … in order.
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
