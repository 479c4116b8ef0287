//! The record that the service holds after an update.

use serde_json::Value;

use crate::ground::error::Error;
use crate::ground::json::{Builder, CollectVec, Each, Json, Path, Tree, View};
use crate::knowledge::issue::Profile;
use crate::knowledge::schema::{Access, Kind, List, Member, Object, Type, is_deleted};
use crate::record::each::{Rewrite, Visited, VisitedMember, Visitor, each};
use crate::record::is_sound_here;
use crate::record::open::{self, Record};
use crate::record::{WithoutFilledIn, deleted, id, is_among, over_stored, over_stored_anew};
use crate::verbs::read;
use crate::verbs::update::Names;

impl Kind {
    /// Returns the record that the service holds after an update: the stored record with the body on top.
    ///
    /// A member that the body omits stays, and members of responses only stay as stored. An array is replaced by that of
    /// the body; an item keeps what it omits of the stored item with its key. Special dates that the body marks `deleted`
    /// are removed. Names count as they are spelled: a misspelled member is kept as an unknown one, and the member that
    /// it means stays as it is stored. [`Kind::body`] corrects such names before you send.
    ///
    /// Under [`Profile::Service`] the update also has the reported effects of the service (observed). A member that the
    /// body omits and that has a default falls back to it, and new items get their defaults. IDs of new items are chosen
    /// by the service, and are omitted. A stored special date that has an id stays, after those of the body, until the
    /// body has that id with `deleted: true`; an entry with its id or date takes its place.
    ///
    /// Also makes a whole record of a draft without misspelled names, for [`Kind::merge`]. The stored record is read like
    /// a response by [`Kind::read`].
    ///
    /// # Errors
    /// `not_a_record`: either is not a JSON object.
    ///
    /// ```
    /// use calendiff::{Kind, Profile};
    /// use serde_json::json;
    ///
    /// let stored = json!({ "calendar": { "id": "f06f", "name": "Consultation", "slotDuration": 60 } });
    /// let sent = json!({ "name": "First visit" });
    /// let outcome = Kind::Calendar.outcome(&stored, &sent, Profile::Specification)?;
    /// assert_eq!(outcome, json!({ "id": "f06f", "name": "First visit", "slotDuration": 60 }));
    /// assert_eq!(Kind::Calendar.outcome(&stored, &sent, Profile::Service)?.to_value()["slotDuration"], 30);
    ///
    /// let refused = Kind::Calendar.outcome(&stored, json!("name"), Profile::Specification).unwrap_err();
    /// assert_eq!(refused.code(), "not_a_record");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn outcome(
        self,
        stored: impl Json,
        sent: impl Json,
        profile: Profile,
    ) -> Result<Tree, Error> {
        let (stored, sent) = (stored.held(), sent.held());
        let (stored, sent) = (
            open::stored(self, stored.view())?,
            open::record(self, sent.view())?,
        );
        Ok(outcome(&stored, &sent, profile))
    }
}

/// Answers [`Kind::outcome`](crate::Kind::outcome).
pub(crate) fn outcome(stored: &Record<'_>, sent: &Record<'_>, profile: Profile) -> Tree {
    let stored = read::regular(stored.kind, stored.view);
    of_read(stored.root(), sent, profile)
}

/// Like [`outcome`], but takes a stored record that was read.
pub(crate) fn of_read(stored: View<'_>, sent: &Record<'_>, profile: Profile) -> Tree {
    let record = on_top(sent.kind, stored, sent.view);
    if profile == Profile::Service {
        with_reported(record.root(), stored, sent)
    } else {
        record
    }
}

/// Returns a record after an update with the reported effects of the service.
fn with_reported(record: View<'_>, stored: View<'_>, sent: &Record<'_>) -> Tree {
    let kept = without_deleted(sent.kind, stored);
    let stored = kept.as_ref().map_or(stored, Tree::root);
    let visited = Visited::alone(record).beside(stored).coming_from(sent.view);
    each(
        &mut ServiceEffects { body: sent.view },
        sent.kind.table(),
        visited,
    )
}

/// Like [`of_read`], but without the defaults of settings that neither the stored record nor the body has.
pub(crate) fn without_filled_in(stored: View<'_>, sent: &Record<'_>, profile: Profile) -> Tree {
    let record = on_top(sent.kind, stored, sent.view);
    if profile != Profile::Service {
        return record;
    }
    let filled = with_reported(record.root(), stored, sent);
    // A member that was set and is cleared falls back to its default, which is a change.
    let written = over_stored(sent.kind.table(), stored, sent.view);
    each(
        &mut WithoutFilledIn::default(),
        sent.kind.table(),
        Visited::alone(filled.root()).beside(written.root()),
    )
}

/// Returns the stored record, which was read, with a body or a draft on top. A misspelled member counts as the one that it
/// means, and nothing falls back to a default. An item that replaces another does not inherit its ID.
pub(crate) fn meant(kind: Kind, stored: View<'_>, sent: View<'_>) -> Tree {
    kept(kind, named_over(kind, stored, sent).root())
}

/// Like [`meant`], for the draft of a form. A value that someone emptied in an item stays, such as the end of a time range: no
/// update can send it, and it is an error until it is set.
pub(crate) fn meant_with_emptied(kind: Kind, stored: View<'_>, draft: View<'_>) -> Tree {
    let over = named_over(kind, stored, draft);
    without_deleted(kind, over.root()).unwrap_or(over)
}

/// Returns the stored record with a draft on top, with members under their own names.
fn named_over(kind: Kind, stored: View<'_>, draft: View<'_>) -> Tree {
    let named = each(
        &mut Names::default(),
        kind.table(),
        Visited::alone(draft).beside(stored),
    );
    over_stored_anew(kind.table(), stored, named.root())
}

/// Returns the stored record with a body on top as it is spelled: the service knows no other names than its own.
fn on_top(kind: Kind, stored: View<'_>, sent: View<'_>) -> Tree {
    kept(kind, over_stored(kind.table(), stored, sent).root())
}

fn kept(kind: Kind, record: View<'_>) -> Tree {
    let mut kept = Kept { drops_unset: true };
    each(&mut kept, kind.table(), Visited::alone(record))
}

/// Returns a record without the special dates that are marked as deleted, or `None` if it has none.
pub(crate) fn without_deleted(kind: Kind, record: View<'_>) -> Option<Tree> {
    let table = kind.table();
    table
        .members
        .iter()
        .any(|row| has_deleted(row, record))
        .then(|| {
            let mut kept = Kept { drops_unset: false };
            each(&mut kept, table, Visited::alone(record))
        })
}

/// Returns true if a record's list has items that are marked as deleted.
fn has_deleted(row: &Member, record: View<'_>) -> bool {
    match row.ty {
        Type::List(list) if list.deleted_by_id => record.get(row.name).each_item().any(is_deleted),
        _ => false,
    }
}

/// Drops the special dates that are marked as deleted.
struct Kept {
    /// True if what is not set in items goes as well.
    drops_unset: bool,
}

impl Visitor for Kept {
    fn member<'a>(&mut self, _: &Path, visited: &VisitedMember<'a, '_>) -> Rewrite<'a> {
        if self.drops_unset && visited.object.list.is_some() && visited.is_not_set() {
            Rewrite::Nothing
        } else {
            Rewrite::Itself
        }
    }

    fn is_list(&mut self, _: &Path, visited: &Visited<'_>) -> bool {
        visited.view.is_indexed_object()
    }

    /// Sound lists of dates are walked as well, since dates may be deleted.
    fn passes(&self, ty: &Type, visited: &Visited<'_>) -> bool {
        let may_be_deleted = matches!(ty, Type::List(list) if list.deleted_by_id);
        !may_be_deleted && is_sound_here(ty, visited)
    }

    fn keeps(&self, list: &'static List, item: View<'_>) -> bool {
        !list.deleted_by_id || !is_deleted(item)
    }
}

/// The reported effects of the service: the defaults of members that the body omits, and of members that items omit, and
/// the special dates that the body omits. Walks the record beside the stored one and the body.
struct ServiceEffects<'b> {
    body: View<'b>,
}

impl Visitor for ServiceEffects<'_> {
    fn member<'a>(&mut self, path: &Path, visited: &VisitedMember<'a, '_>) -> Rewrite<'a> {
        if let Some(row) = visited.row
            && path.segments().is_empty()
            && let Some(default) = self.fallback(row)
        {
            return Rewrite::Value(default);
        }
        Rewrite::Itself
    }

    fn more_members(
        &mut self,
        path: &Path,
        table: &'static Object,
        visited: &Visited<'_>,
        out: &mut Builder<'_>,
    ) {
        for row in table.members {
            if visited.view.get(row.name).is_some() {
                continue;
            }
            // An item is written whole, so its defaults count whatever the body has.
            let default = match visited.list {
                Some(_) => row.default_value(),
                None if path.segments().is_empty() => self.fallback(row),
                None => None,
            };
            if let Some(default) = default {
                out.value(Some(row.name), &default);
            }
        }
    }

    /// Adds the stored dates that have an id, unless the body has one of that id or date in its place, or deletes it by its id.
    fn more_items(
        &mut self,
        _: &Path,
        list: &'static List,
        visited: &Visited<'_>,
        out: &mut Builder<'_>,
    ) {
        let stored = visited.other;
        let sent = visited.origin;
        let ids = sent
            .each_item()
            .filter(|entry| is_deleted(*entry))
            .filter_map(id)
            .collect_vec();
        let is_dropped = is_among(ids);
        for entry in deleted(list, [stored, Some(visited.view)]) {
            if !is_dropped(entry) {
                out.copy(None, entry);
            }
        }
    }
}

impl ServiceEffects<'_> {
    /// Returns the default that a member of the record falls back to.
    fn fallback(&self, row: &Member) -> Option<Value> {
        let is_omitted = row.access == Access::Both && self.body.get(row.name).is_none();
        row.default_value().filter(|_| is_omitted)
    }
}
