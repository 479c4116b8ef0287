//! What came of an update: the record read back, compared with what was stored and what was sent.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::diff::Change;
use crate::error::Error;
use crate::json::{Each, Json, Open, Path, Segment, Tree, View};
use crate::language::Words;
use crate::merge::{Side, Three, partition};
use crate::record::each::{Here, Visitor, each};
use crate::record::same;
use crate::schema::{Access, Kind, Member, Object};

/// A change that was sent and is not there. Serializes as `{ path, pointer, before?, sent?, after?, code, params, words }`; what a
/// record does not have is left out.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct NotApplied {
    /// Where it is in the record read back, or was to be.
    pub path: Path,
    /// What was stored.
    pub before: Option<Value>,
    /// What was sent.
    pub sent: Option<Value>,
    /// What is there now: what was stored, or a third value.
    pub after: Option<Value>,
    /// The change as people would say it: `color #ff0000, was #039be5`, or
    /// `color: sent #ff0000, got #00ff00, was #039be5`.
    pub words: Words,
}

impl Serialize for NotApplied {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut change = serializer.serialize_struct("NotApplied", 8)?;
        change.serialize_field("path", &self.path)?;
        change.serialize_field("pointer", &self.path.pointer())?;
        for (name, value) in [("before", &self.before), ("sent", &self.sent), ("after", &self.after)] {
            if let Some(value) = value {
                change.serialize_field(name, value)?;
            }
        }
        self.words.serialize_into(&mut change, "words")?;
        change.end()
    }
}

/// What [`Kind::verify`] returns. Serializes as `{ ok, applied, notApplied, unexpected }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Verified {
    /// Whether all that was sent was applied, and nothing else changed.
    pub ok: bool,
    /// What was sent and is there.
    pub applied: Vec<Change>,
    /// What was sent and is not there.
    pub not_applied: Vec<NotApplied>,
    /// What was not sent and changed all the same: settings that fell back to their defaults, or what others edited.
    pub unexpected: Vec<Change>,
}

/// What the service writes at each update, whatever is sent.
const STAMPS: [&str; 2] = ["updatedAt", "updatedBy"];

impl Kind {
    /// What came of an update: of the changes that were sent, which were applied and which were not, and what else changed.
    ///
    /// `stored` is the record before, `sent` the body of the update, `after` the record read back. All three are
    /// taken as [`Kind::read`] takes them, so that `"45"` was applied where 45 is read back. What the service fills into new entries, such as
    /// their ids, and `updatedAt` and `updatedBy` are no news.
    ///
    /// # Errors
    /// `not_a_record` where one of the three is no JSON object.
    ///
    /// ```
    /// use calendiff::Kind;
    /// use serde_json::json;
    ///
    /// let stored = json!({ "name": "Consultation", "slotDuration": 60, "eventColor": "#039be5" });
    /// let sent = json!({ "name": "First visit", "eventColor": "#ff0000" });
    /// let after = json!({ "name": "First visit", "slotDuration": 30, "eventColor": "#039be5" });
    /// let verified = Kind::Calendar.verify(&stored, &sent, &after)?;
    /// assert_eq!(verified.applied[0].words, "name “First visit”, was “Consultation”");
    /// assert_eq!(verified.not_applied[0].words, "color #ff0000, was #039be5");
    /// assert_eq!(verified.unexpected[0].words, "slot duration 30, was 60");
    ///
    /// assert_eq!(Kind::Calendar.verify(&stored, &sent, &json!("OK")).unwrap_err().code(), "not_a_record");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn verify(self, stored: impl Json, sent: impl Json, after: impl Json) -> Result<Verified, Error> {
        let (stored, sent, after) = (stored.held(), sent.held(), after.held());
        let (stored, after) = (self.regular(stored.view())?, self.regular(after.view())?);
        let sent = self.regular(sent.view())?;
        let expected = self.outcome_of(stored.root(), sent.root())?;
        let beside = [Some(after.root()), None];
        let expected = each(&mut FilledIn, self.record(), Here::with(expected.root(), beside));
        let three = Three { base: Some(stored.root()), ours: Some(expected.root()), theirs: Some(after.root()) };
        let partition = partition(self.record(), three, &["sent", "got"], Vec::new());
        let mut verified = Verified { ok: false, applied: Vec::new(), not_applied: Vec::new(), unexpected: Vec::new() };
        for taken in partition.taken {
            let change = taken.change;
            match taken.from {
                Side::Both => verified.applied.push(change),
                Side::Theirs if is_stamp(&change) => {}
                Side::Theirs => verified.unexpected.push(change),
                Side::Ours => verified.not_applied.push(NotApplied {
                    path: change.path,
                    after: change.before.clone(),
                    before: change.before,
                    sent: change.after,
                    words: change.words,
                }),
            }
        }
        verified.not_applied.extend(partition.conflicts.into_iter().map(|conflict| NotApplied {
            path: conflict.path,
            before: conflict.base,
            sent: conflict.ours,
            after: conflict.theirs,
            words: conflict.words,
        }));
        verified.ok = verified.not_applied.is_empty() && verified.unexpected.is_empty();
        Ok(verified)
    }
}

/// Whether the service makes the change at any update.
fn is_stamp(change: &Change) -> bool {
    matches!(change.path.segments(), [Segment::Name(name), ..] if STAMPS.contains(&name.as_ref()))
}

/// What is expected, beside what was read back: with what the service fills into the items of arrays, ids, what only
/// responses carry, defaults.
struct FilledIn;

impl Visitor for FilledIn {
    fn more_members(&mut self, _: &Path, table: &'static Object, here: &Here<'_>, out: &mut Open<'_>) {
        let after = here.beside[0].filter(|_| here.list.is_some());
        for (name, value) in after.each_member() {
            // The name is looked up in the table first: the record's own members may be many.
            if table.member(name).is_some_and(|row| fills_in(row, value)) && here.view.get(name).is_none() {
                out.copy(Some(name), value);
            }
        }
    }
}

fn fills_in(row: &Member, value: View<'_>) -> bool {
    let is_default = || row.default_value().is_some_and(|default| same(&row.ty, Tree::of(&default).root(), value));
    row.name == "id" || row.access == Access::ResponseOnly || is_default()
}
