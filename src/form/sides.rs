//! The findings of each part of a form: a member, an item, a rule.

use super::keyed_list::KeyedList;
use super::ledger::{Found, Key, RECORD, Source, UNKNOWN, WHOLE};
use crate::ground::json::{ByName, Each, Listed, MaybeByName, Path, Segment, View};
use crate::knowledge::issue::{ISSUES, Issue};
use crate::knowledge::schema::Kind;
use crate::verbs::diff::{Change, ChangeKind, member_changes};
use crate::verbs::validate::{Check, Parts, Rule};

/// The draft and the stored record, side by side.
pub(super) struct Sides<'a> {
    pub(super) parts: Parts<'a>,
    pub(super) keyed_lists: &'a [KeyedList],
}

pub(super) fn slot(kind: Kind, name: &str) -> u8 {
    kind.record().find(name).and_then(|row| u8::try_from(row).ok()).unwrap_or(UNKNOWN)
}

/// Returns the index of a finding's member in the record, or the greatest number if the record lacks it.
pub(super) fn place(record: &MaybeByName<'_>, path: &Path) -> u32 {
    let at = match path.segments().first() {
        Some(Segment::Name(name)) => record.asked().find(name),
        _ => None,
    };
    at.and_then(|at| u32::try_from(at).ok()).unwrap_or(u32::MAX)
}

/// Returns 0 for a member as a whole, else the index of the item plus 1.
fn item(path: &Path) -> u32 {
    match path.segments().get(1) {
        Some(Segment::Index(index)) => u32::try_from(index + 1).unwrap_or(u32::MAX),
        _ => 0,
    }
}

/// Records findings up to a limit of one more than is allowed, which shows that there are too many.
pub(super) fn issues(into: &mut Vec<Found<Issue>>, source: Source, found: Vec<Issue>) {
    let room = (ISSUES + 1).saturating_sub(into.len());
    for (turn, finding) in (0..).zip(found).take(room) {
        let key = Key { place: 0, item: item(&finding.path), rule: source.rule, turn };
        into.push(Found { key, source, finding });
    }
}

/// Records the changes of a whole member: first added and removed items of a list, then changes inside items.
pub(super) fn changes(into: &mut Vec<Found<Change>>, slot: u8, found: Vec<Change>, by_item: bool) {
    for (turn, finding) in (0..).zip(found) {
        let inside = finding.path.segments().len() > 2 || finding.kind == ChangeKind::Replace;
        let item = if by_item && inside { item(&finding.path) } else { 0 };
        let source = Source { slot, rule: 0, item: item.checked_sub(1).unwrap_or(WHOLE) };
        into.push(Found { key: Key { place: 0, item, rule: 0, turn }, source, finding });
    }
}

impl<'a> Sides<'a> {
    fn kind(&self) -> Kind {
        self.parts.kind
    }

    pub(super) fn keyed_lists(&self, slot: u8) -> Option<&'a KeyedList> {
        self.keyed_lists.iter().find(|list| list.slot == slot)
    }

    /// Records the issues of a member, or of all members that the table does not know.
    pub(super) fn issues_of(&self, slot: u8, into: &mut Vec<Found<Issue>>) {
        let whole = Source { slot, rule: 0, item: WHOLE };
        let draft = self.parts.draft;
        let Some(row) = self.kind().record().members.get(usize::from(slot)) else {
            let unknown = draft.each_member();
            for (name, value) in unknown.filter(|(name, _)| self.kind().record().find(name).is_none()) {
                issues(into, whole, self.parts.member(name, value));
            }
            return;
        };
        let Some(value) = draft.get(row.name) else { return };
        match self.keyed_lists(slot) {
            Some(list) => {
                let stored = self.parts.stored.get(list.name);
                let stored: Vec<View<'_>> = stored.each_item().listed();
                for (at, item) in value.each_item().enumerate() {
                    let partner = list.partner[at].map(|at| stored[at]);
                    self.issues_of_item(list, at, item, partner, into);
                }
            }
            None => issues(into, whole, self.parts.member(row.name, value)),
        }
    }

    pub(super) fn issues_of_item(
        &self,
        list: &KeyedList,
        at: usize,
        item: View<'a>,
        partner: Option<View<'a>>,
        into: &mut Vec<Found<Issue>>,
    ) {
        let source = Source { slot: list.slot, rule: 0, item: u32::try_from(at).unwrap_or(WHOLE) };
        let partner = partner.map(|partner| list.partner(at, partner));
        issues(into, source, self.parts.item(list.name, list.list, at, item, partner));
    }

    /// Records the findings of a rule: for one of the lists that it checks item by item, or for everything it reads.
    pub(super) fn issues_by(&self, rule: &Rule, number: u8, only: Option<&str>, into: &mut Vec<Found<Issue>>) {
        let Check::Items(lists, _) = &rule.check else {
            return issues(into, Source { slot: RECORD, rule: number, item: WHOLE }, self.parts.rule(rule));
        };
        let scope = self.parts.scope(rule);
        for name in lists.iter().filter(|name| only.is_none_or(|only| only == **name)) {
            let items = self.parts.draft.get(name).each_item();
            let slot = slot(self.kind(), name);
            let mut path = Path::new().with(*name);
            for (at, item) in items.enumerate() {
                let source = Source { slot, rule: number, item: u32::try_from(at).unwrap_or(WHOLE) };
                path.push(at);
                issues(into, source, self.parts.rule_of_item(rule, &scope, &path, item));
                path.pop();
            }
        }
    }

    pub(super) fn changes_of(&self, slot: u8, into: &mut Vec<Found<Change>>) {
        let (kind, stored, draft) = (self.kind(), self.parts.stored, self.parts.draft);
        let by_item = self.keyed_lists(slot).is_some_and(|list| list.is_stored);
        if let Some(row) = kind.record().members.get(usize::from(slot)) {
            let sides = [stored, draft].map(|record| record.get(row.name));
            changes(into, slot, member_changes(kind, row.name, (stored, draft), sides), by_item);
            return;
        }
        let of_stored = ByName::of(Some(stored));
        for (name, value) in draft.each_member() {
            if kind.record().find(name).is_none() {
                let sides = [of_stored.get(name), Some(value)];
                changes(into, slot, member_changes(kind, name, (stored, draft), sides), false);
            }
        }
    }
}
