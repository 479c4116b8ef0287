//! Reading responses: unwraps the record, regularizes its odd shapes, and notes each of them.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use crate::ground::error::Error;
use crate::ground::json::{ByName, Each, Open, Path, Tree, View, equal};
use crate::knowledge::issue::{Code, Issue};
use crate::knowledge::schema::{Access, Kind, Member, Type};
use crate::record::each::{Becomes, Here, Met, Visitor, each};
use crate::record::open::Record;
use crate::verbs::validate::is_sound_here;

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
    /// The record. No member is lost but text that is empty inside items, where a number or a known value belongs.
    pub value: Tree,
    /// Notes about shapes that differ from the specification. Their paths are those of the original record.
    pub issues: Vec<Issue>,
}

impl<'de> Deserialize<'de> for Stored {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Members {
            kind: Kind,
            envelope: Option<String>,
            value: Tree,
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

/// Answers [`Kind::read`].
pub(crate) fn read(response: &Record<'_>) -> Stored {
    let (kind, envelope) = (response.kind, response.envelope());
    let (value, mut issues) = regular_of(kind, Here::alone(response.view));
    let mut note = |code, params: &[(&str, &str)]| issues.insert(0, Issue::note(code, Path::new(), params));
    match envelope {
        None => note(Code::ReadBare, &[("kind", kind.name())]),
        Some(name) if name != kind.envelopes()[0] => {
            note(Code::ReadEnvelope, &[("found", name), ("expected", kind.envelopes()[0])]);
        }
        Some(_) => {}
    }
    Stored { kind, envelope, value, issues: Issue::first(issues) }
}

/// Returns a record with its odd shapes regularized.
pub(crate) fn regular(kind: Kind, record: View<'_>) -> Tree {
    regular_of(kind, Here::alone(record)).0
}

/// Returns the record after an update with its odd shapes regularized. A misspelled name that came with the body, and
/// that the stored record does not have, is an unknown member that the service kept.
pub(crate) fn regular_after(kind: Kind, after: View<'_>, [sent, stored]: [View<'_>; 2]) -> Tree {
    regular_of(kind, Here::with(after, [Some(sent), Some(stored)])).0
}

/// Returns a draft with the regular values of the members that it only repeats from the stored record, or `None` if the
/// stored record is regular.
pub(crate) fn echoed(kind: Kind, stored: View<'_>, regular: View<'_>, draft: View<'_>) -> Option<Tree> {
    if regular.alike(stored) == Some(true) {
        return None;
    }
    let [of_stored, of_regular] = [ByName::of(Some(stored)), ByName::of(Some(regular))];
    let mut tree = Tree::in_place_of(draft);
    let mut members = tree.object();
    for (name, own) in draft.each_member() {
        let repeats = of_stored.get(name).is_some_and(|stored| equal(stored, own));
        members.copy(Some(name), of_regular.get(name).filter(|_| repeats).unwrap_or(own));
    }
    drop(members);
    Some(each(&mut NotSet { in_items: true }, kind.record(), Here::with(tree.root(), [Some(stored), None])))
}

/// Returns a record without the empty text of members that are not set, unless they are set in the other one.
pub(crate) fn without_not_set(kind: Kind, record: View<'_>, other: View<'_>) -> Tree {
    each(&mut NotSet { in_items: false }, kind.record(), Here::with(record, [Some(other), None]))
}

/// Leaves out text that a record only repeats from another one in which it is not set, everywhere or in items alone.
struct NotSet {
    in_items: bool,
}

impl Visitor for NotSet {
    fn member<'a>(&mut self, _: &Path, met: &Met<'a, '_>) -> Becomes<'a> {
        let is_echo = met.beside[0].and_then(View::text) == Some("");
        let is_left_out = is_echo && is_not_set(met) && (met.of.list.is_some() || !self.in_items);
        if is_left_out { Becomes::Nothing } else { Becomes::Itself }
    }
}

/// Returns true if a member of an item is empty text where a number or one of the known values belongs. It is not set. An
/// update replaces the item whole, and cannot carry such text.
pub(crate) fn is_not_set_in_item(met: &Met<'_, '_>) -> bool {
    met.of.list.is_some() && is_not_set(met)
}

fn is_not_set(met: &Met<'_, '_>) -> bool {
    met.own.and_then(View::text) == Some("")
        && met.row.or_else(|| met.table?.alias(met.name)).is_some_and(Member::empty_is_not_set)
}

fn regular_of(kind: Kind, record: Here<'_>) -> (Tree, Vec<Issue>) {
    let mut reader = Reader::default();
    let regular = each(&mut reader, kind.record(), record);
    (regular, reader.notes)
}

/// The state of a walk over a response.
#[derive(Default)]
pub(crate) struct Reader {
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
        let came_with_body = met.beside[0].is_some() && met.beside[1].is_none();
        let is_read =
            |row: &&Member| met.of.view.get(row.name).is_none() && !(came_with_body && row.access == Access::Both);
        let alias = || met.table?.alias(met.name).filter(is_read);
        let Some(row) = met.row.or_else(alias) else { return Becomes::Itself };
        self.row = Some(row);
        let is_left_out = is_not_set_in_item(met);
        let is_known = !row.known.is_empty() && row.ty.format().is_some();
        let is_unset = is_left_out || is_known && met.own.and_then(View::text) == Some("");
        if met.row.is_none() || is_unset {
            let path = path.with(met.name.to_owned());
            if met.row.is_none() {
                self.note(Code::ReadAlias, &path, &[("name", row.name)]);
            }
            // Numbers that stay are noted in `leaf`.
            if is_unset {
                self.note(Code::ReadNotSet, &path, &[("name", row.name)]);
            }
        }
        if is_left_out {
            return Becomes::Nothing;
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
                let meant = crate::verbs::validate::meant(ty, text);
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
