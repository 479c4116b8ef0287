//! Reading responses: unwraps the record, regularizes its odd shapes, and notes each of them.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use crate::ground::error::Error;
use crate::ground::json::{Builder, Each, Json, Path, Tree, View, equal};
use crate::knowledge::issue::{Code, Issue};
use crate::knowledge::schema::{Access, Kind, Member, Type};
use crate::record::each::{Rewrite, Visited, VisitedMember, Visitor, each};
use crate::record::is_sound_here;
use crate::record::open::{self, Record};
use crate::record::{is_not_set, set};

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
    /// The record, without the members that are not set. A week that is the object `{}` stays.
    pub value: Tree,
    /// Notes about shapes that differ from the specification. Their paths are those of the original record.
    pub issues: Vec<Issue>,
}

impl<'de> Deserialize<'de> for Stored {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct StoredMembers {
            kind: Kind,
            envelope: Option<String>,
            value: Tree,
            issues: Vec<Issue>,
        }

        let StoredMembers {
            kind,
            envelope,
            value,
            issues,
        } = StoredMembers::deserialize(deserializer)?;
        Ok(Self {
            kind,
            envelope: envelope
                .map(|name| known_envelope(kind, &name).map_err(D::Error::custom))
                .transpose()?,
            value,
            issues,
        })
    }
}

fn known_envelope(kind: Kind, name: &str) -> Result<&'static str, Error> {
    let mut known = kind.envelopes().iter().copied();
    known
        .find(|known| *known == name)
        .ok_or_else(|| Error::option("envelope", "an envelope of that kind", name))
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
    /// let stored = Kind::Location.read(json!({ "success": true, "buiseness": { "name": "Rose Lane" } }))?;
    /// assert_eq!(stored.envelope, Some("buiseness"));
    /// assert_eq!(stored.value, json!({ "name": "Rose Lane" }));
    ///
    /// let stored = Kind::Calendar.read(json!({ "calendar": { "notes": "", "slotBuffer": "10" } }))?;
    /// assert_eq!(stored.value, json!({ "slotBuffer": 10 }));
    /// let codes: Vec<&str> = stored.issues.iter().map(|issue| issue.code.name()).collect();
    /// assert_eq!(codes, ["read_not_set", "read_text"]);
    ///
    /// let refused = Kind::Calendar.read(json!({ "calendar": null })).unwrap_err();
    /// assert_eq!(refused.code(), "not_a_record");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn read(self, response: impl Json) -> Result<Stored, Error> {
        Ok(read(&open::stored(self, response.held().view())?))
    }
}

/// Answers [`Kind::read`].
pub(crate) fn read(response: &Record<'_>) -> Stored {
    let kind = response.kind;
    let envelope = response.envelope();
    let (value, mut issues) = regular_of(kind, Visited::alone(response.view));
    match envelope {
        None => note_first(&mut issues, Code::ReadBare, &[("kind", kind.name())]),
        Some(name) if name != kind.envelopes()[0] => {
            note_first(
                &mut issues,
                Code::ReadEnvelope,
                &[("found", name), ("expected", kind.envelopes()[0])],
            );
        }
        Some(_) => {}
    }
    Stored {
        kind,
        envelope,
        value,
        issues: Issue::first(issues),
    }
}

fn note_first(issues: &mut Vec<Issue>, code: Code, params: &[(&'static str, &str)]) {
    issues.insert(0, Issue::note(code, Path::new(), params));
}

/// Returns a record with its odd shapes regularized.
pub(crate) fn regular(kind: Kind, record: View<'_>) -> Tree {
    regular_of(kind, Visited::alone(record)).0
}

/// Returns the record after an update with its odd shapes regularized. A misspelled name that came with the body, and
/// that the stored record does not have, is an unknown member that the service kept.
pub(crate) fn regular_after(kind: Kind, after: View<'_>, [sent, stored]: [View<'_>; 2]) -> Tree {
    regular_of(kind, Visited::alone(after).beside(sent).coming_from(stored)).0
}

/// Returns a draft without what it only repeats from the stored record: values in the odd shapes of a response become
/// regular, and what is set on neither side is left out. `regular` is the stored record as it is read.
pub(crate) fn without_echo(kind: Kind, draft: View<'_>, regular: View<'_>) -> Tree {
    each(
        &mut WithoutEcho { reads_all: false },
        kind.table(),
        Visited::alone(draft).beside(regular),
    )
}

/// Returns a body that was sent in the shape in which the service holds it. Empty text that clears a member stays.
pub(crate) fn sent(kind: Kind, body: View<'_>, regular: View<'_>) -> Tree {
    each(
        &mut WithoutEcho { reads_all: true },
        kind.table(),
        Visited::alone(body).beside(regular),
    )
}

/// A walk over a draft or a body beside the stored record as it is read.
struct WithoutEcho {
    /// True if a number that is text becomes a number in any case.
    reads_all: bool,
}

impl Visitor for WithoutEcho {
    fn member<'a>(&mut self, _: &Path, visited: &VisitedMember<'a, '_>) -> Rewrite<'a> {
        // A value of a new item is not repeated.
        let is_set_nowhere = visited.is_not_set()
            && visited.object.other.is_some()
            && set(visited.ty(), visited.other).is_none();
        if is_set_nowhere || visited.is_left_out() {
            Rewrite::Nothing
        } else {
            Rewrite::Itself
        }
    }

    /// Inside an item of a list any such object is read: the item may be in another one than in the stored record. An empty
    /// object over a list that has items is no echo: read as a list, it would remove them all.
    fn is_list(&mut self, path: &Path, visited: &Visited<'_>) -> bool {
        let stored = visited.other.and_then(View::items);
        let is_in_item = path.segments().len() > 2;
        let empties = visited.view.each_member().len() == 0
            && stored.as_ref().is_some_and(|items| items.len() > 0);
        let is_read = self.reads_all || (!empties && (is_in_item || stored.is_some()));
        is_read && visited.view.is_indexed_object()
    }

    fn passes(&self, ty: &Type, visited: &Visited<'_>) -> bool {
        is_sound_here(ty, visited)
    }

    fn leaf(
        &mut self,
        _: &Path,
        ty: &Type,
        visited: &Visited<'_>,
        name: Option<&str>,
        out: &mut Builder<'_>,
    ) -> bool {
        let Some(text) = visited.view.text() else {
            return false;
        };
        let Some(value) = ty.any_value_of_text(text) else {
            return false;
        };
        let is_read = self.reads_all
            || visited
                .other
                .is_some_and(|stored| equal(stored, Tree::of(&value).root()));
        if is_read {
            out.value(name, &value);
        }
        is_read
    }
}

fn regular_of(kind: Kind, record: Visited<'_>) -> (Tree, Vec<Issue>) {
    let mut reader = Reader::default();
    let regular = each(&mut reader, kind.table(), record);
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
    fn note(&mut self, code: Code, path: &Path, params: &[(&'static str, &str)]) {
        self.notes.push(Issue::note(code, path.clone(), params));
    }

    fn name(&self) -> &'static str {
        self.row.map_or("", |row| row.name)
    }
}

impl Visitor for Reader {
    /// Leaves out what is not set, renames aliases, and notes both.
    fn member<'a>(&mut self, path: &Path, visited: &VisitedMember<'a, '_>) -> Rewrite<'a> {
        // An alias beside the member itself remains an unknown member, unless the member is not set.
        let came_with_body = visited.other.is_some() && visited.origin.is_none();
        if visited.is_left_out() {
            self.note(
                Code::ReadId,
                &path.with(visited.name.to_owned()),
                &[("name", visited.name)],
            );
            return Rewrite::Nothing;
        }
        let row = visited.row.or_else(|| {
            let row = visited.table?.alias(visited.name)?;
            let is_set = set(&row.ty, visited.object.view.get(row.name)).is_some();
            let is_of_body = came_with_body && row.access == Access::Both;
            (!is_set && !is_of_body).then_some(row)
        });
        let Some(row) = row else {
            return Rewrite::Itself;
        };
        self.row = Some(row);
        if visited.row.is_none() {
            self.note(
                Code::ReadAlias,
                &path.with(visited.name.to_owned()),
                &[("name", row.name)],
            );
        }
        if let Some(unset) = unset(row, visited) {
            self.note(
                Code::ReadNotSet,
                &path.with(visited.name.to_owned()),
                &[("name", row.name)],
            );
            return unset;
        }
        let segment = if visited.row.is_some() {
            row.name.into()
        } else {
            visited.name.to_owned().into()
        };
        Rewrite::Row(row, segment)
    }

    fn is_list(&mut self, path: &Path, visited: &Visited<'_>) -> bool {
        let is_list = visited.view.is_indexed_object();
        if is_list {
            self.note(Code::ReadList, path, &[("name", self.name())]);
        }
        is_list
    }

    fn passes(&self, ty: &Type, visited: &Visited<'_>) -> bool {
        is_sound_here(ty, visited)
    }

    fn leaf(
        &mut self,
        path: &Path,
        ty: &Type,
        visited: &Visited<'_>,
        name: Option<&str>,
        out: &mut Builder<'_>,
    ) -> bool {
        let Some(text) = visited.view.text() else {
            return false;
        };
        let Some(value) = ty.any_value_of_text(text) else {
            return false;
        };
        self.note(Code::ReadText, path, &[("expected", ty.name())]);
        out.value(name, &value);
        true
    }
}

/// Returns what a member that is not set becomes when it is read, or `None` if it is set. It is left out, except
/// the object `{}` as the week: nobody must take a week on a schedule for closed.
pub(crate) fn unset<'a>(row: &Member, visited: &VisitedMember<'a, '_>) -> Option<Rewrite<'a>> {
    let own = visited.own.filter(|own| is_not_set(&row.ty, *own))?;
    if is_on_schedule(row, own) {
        return Some(Rewrite::Copied(row.name, own));
    }
    Some(Rewrite::Nothing)
}

/// Returns true for the object `{}` as the week: its hours are in a schedule.
fn is_on_schedule(row: &Member, value: View<'_>) -> bool {
    matches!(row.ty, Type::List(list) if list.is_week()) && value.members().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_text_is_told_once() -> Result<(), Error> {
        let record = serde_json::json!({ "availabilityType": "", "eventType": "", "slotBuffer": "", "notes": "" });
        let notes = Kind::Calendar
            .read(&record)?
            .issues
            .into_iter()
            .filter(|issue| issue.code == Code::ReadNotSet);
        let places: Vec<String> = notes.map(|issue| issue.path.pointer()).collect();
        assert_eq!(
            places,
            ["/availabilityType", "/eventType", "/slotBuffer", "/notes"]
        );
        Ok(())
    }
}
