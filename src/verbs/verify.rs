//! Compares an update with the record read back.

use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use crate::ground::error::Error;
use crate::ground::json::{CollectVec, Json, Path, Segment, View, present};
use crate::knowledge::language::{Sentence, read_words};
use crate::knowledge::schema::{Kind, Member, Type};
use crate::record::WithoutFilledIn;
use crate::record::each::{Rewrite, Visited, VisitedMember, Visitor, each};
use crate::record::open::{self, Record};
use crate::verbs::diff::{Change, Differ, WhenAbsent};
use crate::verbs::merge::{Side, Sides, Units, partition};
use crate::verbs::outcome;
use crate::verbs::read;

/// A change that was sent and not applied. Serializes as `{ path, pointer, before?, sent?, after?, code, params, words
/// }`; values that a record does not have are omitted.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[non_exhaustive]
pub struct NotApplied {
    /// The path in the record read back, or the intended path.
    pub path: Path,
    /// The stored value.
    #[serde(default, deserialize_with = "present")]
    pub before: Option<Value>,
    /// The sent value.
    #[serde(default, deserialize_with = "present")]
    pub sent: Option<Value>,
    /// The value read back: the stored one, or a third value.
    #[serde(default, deserialize_with = "present")]
    pub after: Option<Value>,
    /// The change in words: `color #ff0000, was #039be5`, or `color: sent #ff0000, got #00ff00, was #039be5`.
    #[serde(flatten, deserialize_with = "read_words")]
    pub words: Sentence,
}

impl Serialize for NotApplied {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut change = serializer.serialize_struct("NotApplied", 8)?;
        change.serialize_field("path", &self.path)?;
        change.serialize_field("pointer", &self.path.pointer())?;
        for (name, value) in [
            ("before", &self.before),
            ("sent", &self.sent),
            ("after", &self.after),
        ] {
            if let Some(value) = value {
                change.serialize_field(name, value)?;
            }
        }
        self.words.serialize_into(&mut change, "words")?;
        change.end()
    }
}

/// The result of [`Kind::verify`]. Serializes as `{ ok, applied, notApplied, unexpected, filledIn }`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Verified {
    /// True if everything that was sent was applied and nothing else changed, except values that the service filled in.
    pub ok: bool,
    /// Changes that were sent and applied.
    pub applied: Vec<Change>,
    /// Changes that were sent and not applied.
    pub not_applied: Vec<NotApplied>,
    /// Changes that nobody sent: settings that fell back to their defaults, or edits by others.
    pub unexpected: Vec<Change>,
    /// Members that nobody sent and that only the service sets: IDs, members of responses only, defaults of members that
    /// were absent or not set, and what else it sets in an item that was added.
    pub filled_in: Vec<Change>,
}

/// Members that the service writes at each update, whatever the request contains.
const STAMPS: [&str; 2] = ["updatedAt", "updatedBy"];

impl Kind {
    /// Compares an update with the record read back: which changes were applied, which were not, and what else changed.
    ///
    /// `stored` is the record before, `sent` the body of the update, `after` the record read back. All three are read
    /// like [`Kind::read`] reads responses, so that `"45"` was applied if 45 is read back. Values that the service
    /// fills in for absent members, such as IDs and defaults, are listed separately; `updatedAt` and `updatedBy` are
    /// skipped, and so are members that responses do not contain.
    ///
    /// # Errors
    /// `not_a_record`: one of the three is not a JSON object.
    ///
    /// ```
    /// use calendiff::Kind;
    /// use serde_json::json;
    ///
    /// let stored = json!({ "name": "Consultation", "slotDuration": 60, "eventColor": "#039be5" });
    /// let sent = json!({ "name": "First visit", "eventColor": "#ff0000" });
    /// let after = json!({ "name": "First visit", "slotDuration": 30, "eventColor": "#039be5", "widgetType": "classic" });
    /// let verified = Kind::Calendar.verify(&stored, &sent, &after)?;
    /// assert_eq!(verified.applied[0].words, "name “First visit”, was “Consultation”");
    /// assert_eq!(verified.not_applied[0].words, "color #ff0000, was #039be5");
    /// assert_eq!(verified.unexpected[0].words, "slot duration 30, was 60");
    /// assert_eq!(verified.filled_in[0].words, "widget type classic, was not set");
    ///
    /// assert_eq!(Kind::Calendar.verify(&stored, &sent, json!("OK")).unwrap_err().code(), "not_a_record");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn verify(
        self,
        stored: impl Json,
        sent: impl Json,
        after: impl Json,
    ) -> Result<Verified, Error> {
        let (stored, sent, after) = (stored.held(), sent.held(), after.held());
        let (stored, after) = (
            open::stored(self, stored.view())?,
            open::stored(self, after.view())?,
        );
        Ok(verify(&stored, &open::record(self, sent.view())?, &after))
    }
}

/// Answers [`Kind::verify`].
pub(crate) fn verify(stored: &Record<'_>, sent: &Record<'_>, after: &Record<'_>) -> Verified {
    let kind = stored.kind;
    let after = read::regular_after(kind, after.view, [sent.view, stored.view]);
    let stored = read::regular(kind, stored.view);
    let sent = read::sent(kind, sent.view, stored.root());
    // Responses may show dates that are deleted, marked as such.
    let stored = outcome::without_deleted(kind, stored.root()).unwrap_or(stored);
    let after = outcome::without_deleted(kind, after.root()).unwrap_or(after);
    let expected = outcome::meant(kind, stored.root(), sent.root());
    verified(kind, stored.root(), expected.root(), after.root())
}

/// Like [`verify`](Kind::verify), but takes records that have been read, and the expected record.
pub(crate) fn verified(
    kind: Kind,
    stored: View<'_>,
    expected: View<'_>,
    after: View<'_>,
) -> Verified {
    let table = kind.table();
    let base = each(&mut AsShown, table, Visited::alone(stored).beside(after));
    let ours = each(&mut AsShown, table, Visited::alone(expected).beside(after));
    let without = each(
        &mut WithoutFilledIn::since_base(),
        table,
        Visited::alone(after)
            .beside(ours.root())
            .coming_from(base.root()),
    );
    let three = Sides {
        base: Some(base.root()),
        ours: Some(ours.root()),
        theirs: Some(without.root()),
    };
    let partition = partition(table, three, &["sent", "got"], Units::AsWritten, Vec::new());
    let mut differ = Differ::new(WhenAbsent::Remove.into());
    differ.members(Some(table), without.root(), after);
    let mut verified = Verified {
        ok: false,
        applied: Vec::new(),
        not_applied: Vec::new(),
        unexpected: Vec::new(),
        filled_in: differ
            .changes
            .into_iter()
            .filter(|change| !is_stamp(change))
            .collect_vec(),
    };
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
    verified
        .not_applied
        .extend(partition.conflicts.into_iter().map(|conflict| NotApplied {
            path: conflict.path,
            before: conflict.base,
            sent: conflict.ours,
            after: conflict.theirs,
            words: conflict.words,
        }));
    verified.ok = verified.not_applied.is_empty() && verified.unexpected.is_empty();
    verified
}

/// Returns true if the service makes the change at any update.
fn is_stamp(change: &Change) -> bool {
    matches!(change.path.segments(), [Segment::Name(name), ..] if STAMPS.contains(&name.as_ref()))
}

/// Drops the members that responses do not contain, unless the response beside the record has one of that name.
struct AsShown;

impl Visitor for AsShown {
    fn member<'a>(&mut self, _: &Path, visited: &VisitedMember<'a, '_>) -> Rewrite<'a> {
        let is_hidden = visited.row.is_some_and(Member::is_request_only);
        let is_shown = visited.object.other.is_none() || visited.other.is_some();
        if is_hidden && !is_shown {
            Rewrite::Nothing
        } else {
            Rewrite::Itself
        }
    }

    fn passes(&self, _: &Type, visited: &Visited<'_>) -> bool {
        visited
            .other
            .is_some_and(|other| other.alike(visited.view) == Some(true))
    }
}
