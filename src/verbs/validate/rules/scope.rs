//! A rule, its scope, and its application.

use std::cell::OnceCell;
use std::ops::Deref;

use super::duplicates;
use super::opening::{Draft, Opening};
use crate::ground::fast;
use crate::ground::json::{self, CollectVec, Path, View};
use crate::knowledge::issue::Code;
use crate::knowledge::schema::{Key, Kind, Member, Object, Type};
use crate::knowledge::unit::Unit;
use crate::record::{Slots, is_not_set, same, same_member, set};
use crate::verbs::validate::found::Found;
use crate::verbs::validate::suggest;
use crate::verbs::validate::walk::{Walk, attribute_to_stored};

/// A rule of a record.
pub(crate) struct Rule {
    pub(super) code: Code,
    /// The members that affect its verdict; empty for all members. The rule is skipped for a draft that has none of
    /// them. Of several that changed, the first is where an obstacle is reported.
    pub(crate) reads: &'static [&'static str],
    pub(crate) check: Check,
}

/// The part of a record that a rule checks.
pub(crate) enum Check {
    /// The record as a whole.
    Record(CheckRecord),
    /// Only the presence of members.
    Presence(CheckRecord),
    /// Each item of these lists by itself, with its path.
    Items(&'static [&'static str], CheckItem),
    /// The keys of a list's items, which must be distinct.
    Distinct {
        list: &'static str,
        /// The member that is the key.
        key: &'static str,
    },
}

type CheckRecord = fn(&Scope<'_>, &mut Walk);
type CheckItem = fn(&Scope<'_>, &Path, View<'_>, &mut Walk);

impl Rule {
    pub(super) const fn of_record(
        code: Code,
        reads: &'static [&'static str],
        check: CheckRecord,
    ) -> Self {
        Self {
            code,
            reads,
            check: Check::Record(check),
        }
    }

    pub(super) const fn of_presence(code: Code, check: CheckRecord) -> Self {
        Self {
            code,
            reads: &[],
            check: Check::Presence(check),
        }
    }

    pub(super) const fn of_items(
        code: Code,
        reads: &'static [&'static str],
        lists: &'static [&'static str],
        check: CheckItem,
    ) -> Self {
        Self {
            code,
            reads,
            check: Check::Items(lists, check),
        }
    }

    pub(super) const fn of_keys(
        code: Code,
        reads: &'static [&'static str],
        list: &'static str,
        key: &'static str,
    ) -> Self {
        Self {
            code,
            reads,
            check: Check::Distinct { list, key },
        }
    }

    pub(super) fn is_of_presence(&self) -> bool {
        matches!(self.check, Check::Presence(_))
    }

    /// Returns true if the draft has a member that the rule reads.
    pub(crate) fn concerns(&self, records: &Records<'_>) -> bool {
        self.reads.is_empty() || self.reads.iter().any(|name| records.meant(name).is_some())
    }

    /// Returns true if the verdict depends on a member; with `presence`, on whether the draft has it.
    pub(crate) fn depends_on(&self, name: &str, presence: bool) -> bool {
        match self.check {
            Check::Presence(_) => presence,
            _ => self.reads.is_empty() || self.reads.contains(&name),
        }
    }

    /// Returns the scope of the rule's findings.
    pub(crate) fn scope<'a>(&self, records: &'a Records<'a>) -> Scope<'a> {
        Scope {
            code: self.code,
            reads: self.reads,
            records,
        }
    }

    /// Applies the rule to everything it reads. A finding about members that the draft only repeats is about the stored
    /// record.
    pub(crate) fn apply(&self, records: &Records<'_>, walk: &mut Walk) {
        let scope = self.scope(records);
        let first = walk.issues.len();
        match &self.check {
            Check::Record(check) | Check::Presence(check) => check(&scope, walk),
            Check::Items(lists, check) => {
                for list in *lists {
                    scope.check_items(list, *check, walk);
                }
            }
            Check::Distinct { list, key } => scope.check_keys(list, key, walk),
        }
        let is_found = walk.issues.len() > first;
        if is_found && matches!(self.check, Check::Record(_)) && records.repeat_stored(self.reads) {
            attribute_to_stored(&mut walk.issues[first..]);
        }
    }
}

/// The records, as one rule reads them.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'a> {
    code: Code,
    /// The members that the rule reads.
    reads: &'static [&'static str],
    records: &'a Records<'a>,
}

impl<'a> Deref for Scope<'a> {
    type Target = Records<'a>;

    fn deref(&self) -> &Records<'a> {
        self.records
    }
}

impl Scope<'_> {
    /// Begins a finding of the rule.
    pub(super) fn found(&self) -> Found {
        Found::new(self.code)
    }

    /// Returns the first member that the rule reads and that the draft changes: see [`Records::changed`].
    pub(super) fn first_changed(&self, walk: &Walk) -> Option<&'static str> {
        self.changed(self.reads, walk)
    }

    fn check_items(&self, list: &'static str, check: CheckItem, walk: &mut Walk) {
        let Some(items) = self.own(list).and_then(View::list_items) else {
            return;
        };
        let mut path = walk.at(list);
        for (at, item) in items.into_iter().enumerate() {
            path.push(at);
            check(self, &path, item, walk);
            path.pop();
        }
    }

    /// Reports each later duplicate of a key, related to the first item that has it.
    fn check_keys(&self, name: &'static str, member: &'static str, walk: &mut Walk) {
        let Some(items) = self.own(name).and_then(View::list_items) else {
            return;
        };
        let Some(row) = self.kind.table().member(name) else {
            return;
        };
        let (Type::List(list), Some(key)) = (&row.ty, row.ty.key()) else {
            return;
        };
        let place = walk.at(name);
        let keys = items.iter().map(|item| key(*item)).collect_vec();
        for (first, second) in doubles(&keys) {
            let mut found = self.found().related(place.with(first).with(member));
            if let Some((title, patch)) = duplicates::join(list, &place, &items, [first, second]) {
                found = found.fix(title, patch);
            }
            walk.report_at(place.with(second).with(member), found);
        }
    }
}

impl Records<'_> {
    /// Returns true if the draft has none of these members, or has them as they are stored.
    fn repeat_stored(&self, names: &[&str]) -> bool {
        self.is_stored_known && !names.is_empty() && names.iter().all(|name| self.repeats(name))
    }

    fn repeats(&self, name: &str) -> bool {
        let own = self.meant(name);
        own.is_none() || same_member(self.kind.table().member(name), own, self.stored(name))
    }

    /// Returns true if the stored record is known, and does not set the member.
    pub(super) fn is_not_stored(&self, row: &Member) -> bool {
        self.is_stored_known && set(&row.ty, self.stored(row.name)).is_none()
    }
}

/// The records that the rules read: the draft, and the stored record if it is known.
pub(crate) struct Records<'a> {
    pub(super) kind: Kind,
    draft: Slots<'a>,
    /// The members of the draft whose misspelled names surely mean a row. They count if the right name is absent.
    misspelled: Vec<MisspelledMember<'a>>,
    stored: Slots<'a>,
    /// True if the stored record is known.
    pub(super) is_stored_known: bool,
    /// The length of a slot in minutes, if known. Kept because every range needs it.
    pub(super) slot: Option<f64>,
    /// Read by the first rule that asks for it, and shared by all, as `opening` is.
    longest_in_week: OnceCell<Option<usize>>,
    /// This takes a walk over every date.
    opening: OnceCell<Option<Opening>>,
}

/// A member of the draft with a misspelled name.
struct MisspelledMember<'a> {
    /// The row that the name means.
    row: usize,
    name: &'a str,
    value: View<'a>,
}

impl<'a> Records<'a> {
    pub(crate) fn of(kind: Kind, draft: View<'a>, stored: Option<View<'a>>) -> Self {
        let table = kind.table();
        let draft = Slots::of(table, Some(draft));
        let mut misspelled = Vec::new();
        for (name, value) in &draft.unknown {
            if let Some(row) = misspelled_row(table, name)
                && draft.row(row).is_none()
            {
                misspelled.push(MisspelledMember {
                    row,
                    name,
                    value: *value,
                });
            }
        }
        let mut records = Self {
            kind,
            draft,
            misspelled,
            stored: Slots::of(table, stored),
            is_stored_known: stored.is_some(),
            slot: None,
            longest_in_week: OnceCell::new(),
            opening: OnceCell::new(),
        };
        // By its right name only: ranges are not revalidated for a misspelled one.
        records.slot = slot_of(kind, |name| records.own_or_stored(name));
        records
    }

    /// Returns when the calendar is open once the draft is saved, if that is known.
    pub(super) fn opening(&self) -> Option<&Opening> {
        self.opening
            .get_or_init(|| self.read_hours(Opening::of))
            .as_ref()
    }

    /// Returns the minutes of the longest range of the open hours, if they count and are open.
    pub(super) fn longest_in_week(&self) -> Option<usize> {
        *self
            .longest_in_week
            .get_or_init(|| self.read_hours(Opening::longest_in_week))
    }

    fn read_hours<T>(&self, read: fn(Draft<'_, '_>) -> T) -> T {
        read(Draft {
            own: &|name| self.own(name),
            stored: &|name| self.stored(name),
            is_stored_known: self.is_stored_known,
        })
    }

    /// Returns the draft's member of that name.
    pub(super) fn own(&self, name: &str) -> Option<View<'a>> {
        self.draft.get(name)
    }

    /// Returns the stored record's member of that name.
    pub(super) fn stored(&self, name: &str) -> Option<View<'a>> {
        self.stored.get(name)
    }

    /// Returns the draft's member of that name, or the stored one.
    pub(super) fn own_or_stored(&self, name: &str) -> Option<View<'a>> {
        self.own(name).or_else(|| self.stored(name))
    }

    /// Returns the first of some members that the draft has and that is not as stored; of a stored record that is validated
    /// by itself, the first that it has.
    pub(super) fn changed(&self, names: &[&'static str], walk: &Walk) -> Option<&'static str> {
        names.iter().copied().find(|name| {
            self.own(name).is_some() && (walk.is_of_record() || !self.is_as_stored(name))
        })
    }

    /// Returns true if the draft leaves a stored member as it is, set or not.
    pub(super) fn is_as_stored(&self, name: &str) -> bool {
        let Some(row) = self
            .kind
            .table()
            .member(name)
            .filter(|_| self.is_stored_known)
        else {
            return false;
        };
        match (self.own(name), self.stored(name)) {
            (Some(own), Some(stored)) => same(&row.ty, own, stored),
            (Some(own), None) => is_not_set(&row.ty, own),
            // The draft omits it, so a stored value stays. Without one there is nothing to leave.
            (None, stored) => stored.is_some(),
        }
    }

    /// Returns the draft's member of that name, or the one whose misspelled name surely means it.
    pub(super) fn meant(&self, name: &str) -> Option<View<'a>> {
        let row = self.kind.table().find(name)?;
        self.draft
            .row(row)
            .or_else(|| self.misspelled(row).map(|member| member.value))
    }

    /// Returns the first member whose misspelled name means a row.
    fn misspelled(&self, row: usize) -> Option<&MisspelledMember<'a>> {
        self.misspelled.iter().find(|member| member.row == row)
    }

    /// Returns the path of that member, by its name in the draft.
    pub(super) fn place(&self, name: &'static str, walk: &Walk) -> Path {
        let row = self.kind.table().find(name);
        match row.and_then(|row| self.misspelled(row)) {
            Some(misspelled) => walk.path.with(misspelled.name.to_owned()),
            None => walk.at(name),
        }
    }

    /// Returns the draft's member, or the stored one if the draft leaves it out.
    pub(super) fn get(&self, name: &str) -> Option<View<'a>> {
        self.meant(name).or_else(|| self.stored(name))
    }

    pub(super) fn text(&self, name: &str) -> Option<&'a str> {
        suggest::said(self.kind.table().member(name)?, self.get(name)?)
    }

    pub(super) fn is_on(&self, name: &str) -> bool {
        self.get(name).and_then(View::boolean) == Some(true)
    }

    /// Returns the items of the draft's list of that name, or of one whose misspelled name surely means it. A list may be an
    /// object with indexes for names.
    pub(super) fn items(&self, name: &str) -> impl Iterator<Item = View<'a>> {
        self.meant(name)
            .and_then(View::list_items)
            .unwrap_or_default()
            .into_iter()
    }

    /// Returns the number of team members, if known.
    pub(super) fn team_size(&self) -> Option<usize> {
        let team = self.get("teamMembers")?;
        let size = team.list_items()?.len();
        let is_empty_object = size == 0 && team.items().is_none();
        (!is_empty_object).then_some(size)
    }

    /// Returns the type of the stored calendar, if known.
    pub(super) fn calendar_type(&self) -> Option<&'a str> {
        suggest::said(
            self.kind.table().member("calendarType")?,
            self.stored("calendarType")?,
        )
    }

    /// Returns the table of a member, or of its items.
    pub(super) fn table(&self, name: &str) -> Option<&'static Object> {
        self.kind.table().member(name)?.ty.table()
    }
}

impl Walk {
    /// Returns the path of a member of the record.
    pub(in crate::verbs::validate) fn at(&self, name: &'static str) -> Path {
        self.path.with(name)
    }
}

/// Returns the row that a misspelled name surely means.
fn misspelled_row(table: &'static Object, name: &str) -> Option<usize> {
    table.find(suggest::meant(table, name)?.name)
}

/// Returns each later duplicate of a key, with the first that has it.
fn doubles(keys: &[Option<Key<'_>>]) -> Vec<(usize, usize)> {
    // Most lists are sorted.
    if fast::is_on() && keys.windows(2).all(|pair| pair[0] < pair[1]) {
        return Vec::new();
    }
    let duplicates = json::duplicates(keys.len(), &|a, b| keys[a].cmp(&keys[b]));
    duplicates
        .into_iter()
        .filter(|(first, _)| keys[*first].is_some())
        .collect_vec()
}

/// Returns the length of a slot in minutes, if its unit is known. `get` returns the member of a name.
pub(super) fn slot_of<'a>(
    kind: Kind,
    get: impl Fn(&'static str) -> Option<View<'a>>,
) -> Option<f64> {
    const UNIT: &str = "slotDurationUnit";
    let unit = Unit::read(kind, UNIT, get(UNIT)).ok()?;
    let slot = get("slotDuration").and_then(View::number)?;
    unit.unwrap_or(Unit::Minutes).exact_minutes(slot.as_f64())
}
