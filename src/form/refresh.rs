//! Recomputes the part that an edit touches, and only that.

use super::findings::REFUSED;
use super::keyed_list::{KeyedList, nth};
use super::ledger::{Found, RECORD, Source, UNKNOWN, WHOLE};
use super::sides::{Sides, changes, issues, place, slot};
use super::{Delta, Form};
use crate::ground::json::{Each, Listed, MaybeByName, Path, ordered};
use crate::knowledge::issue::{ISSUES, Issue, Severity};
use crate::knowledge::schema::date_of;
use crate::record::KeyStep;
use crate::record::open::Record;
use crate::verbs::diff::{Change, comings_and_goings, item_changes};
use crate::verbs::validate::{self, Check, Parts, Rule, meant_member, rules_of};

/// The part for which a rule has to be applied again: none, one list or all.
enum Again<'n> {
    No,
    List(&'n str),
    All,
}

fn again<'n>(rule: &Rule, name: &'n str, presence: bool) -> Again<'n> {
    match &rule.check {
        Check::Presence(_) if presence => Again::All,
        Check::Presence(_) => Again::No,
        Check::Items(lists, _) if lists.contains(&name) => Again::List(name),
        _ if rule.reads.is_empty() || rule.reads.contains(&name) => Again::All,
        _ => Again::No,
    }
}

/// The changes of a list that are recomputed.
#[derive(PartialEq)]
enum Anew {
    /// Those inside one item.
    Item,
    /// Those inside one item, and the items that are added or removed.
    Pairing,
    List,
}

impl Form {
    #[inline(never)]
    fn sides(&self) -> Sides<'_> {
        let (draft, stored) = (self.draft.root(), self.stored.root());
        Sides { parts: Parts::of(self.kind, self.profile, draft, stored), keyed_lists: &self.keyed_lists }
    }

    fn find_keyed_list(&mut self, slot: usize) {
        self.keyed_lists.retain(|list| usize::from(list.slot) != slot);
        self.keyed_lists.extend(KeyedList::of(self.kind, slot, self.stored.root(), self.draft.root()));
    }

    fn look_for_unknown(&mut self) {
        let table = self.kind.record();
        let mut names = self.draft.root().each_member().map(|(name, _)| name);
        self.has_unknown = names.any(|name| table.find(name).is_none());
    }

    /// Recomputes all issues and changes.
    pub(super) fn refresh_all(&mut self) -> Delta {
        self.refresh_found(|_| true)
    }

    /// Revalidates the whole draft and replaces the issues that `is_stale` selects. Recomputes all changes.
    pub(super) fn refresh_found(&mut self, is_stale: fn(Source) -> bool) -> Delta {
        self.shortest = None;
        self.look_for_unknown();
        (0..self.kind.record().members.len()).for_each(|slot| self.find_keyed_list(slot));
        let (mut issues, mut changes) = (Vec::new(), Vec::new());
        let sides = self.sides();
        for slot in (0..self.kind.record().members.len()).filter_map(|slot| u8::try_from(slot).ok()).chain([UNKNOWN]) {
            sides.issues_of(slot, &mut issues);
            sides.changes_of(slot, &mut changes);
        }
        for (number, rule) in (1..).zip(sides.parts.rules()) {
            sides.issues_by(rule, number, None, &mut issues);
        }
        if issues.len() > ISSUES {
            issues = self.first_issues();
        }
        self.note(&is_stale, issues, &|_| true, changes, true)
    }

    /// Returns the issues that one pass reports if there are too many: the first ones, and the number of the rest.
    fn first_issues(&self) -> Vec<Found<Issue>> {
        let [draft, stored] = [&self.draft, &self.stored].map(|tree| Record::within(self.kind, tree.root()));
        let found = validate::issues(&draft, self.profile, Some(&stored));
        let mut first = Vec::new();
        issues(&mut first, Source { slot: RECORD, rule: 0, item: WHOLE }, found);
        first
    }

    /// Returns true if there are more issues than one pass reports. No part knows which of them are the first.
    pub(super) fn is_crowded(&self) -> bool {
        self.issues.iter().len() > ISSUES
    }

    /// Returns the number of the rule that compares ranges with a slot, if the member determines the length of a slot
    /// and no range is too short so far. The shortest range then answers for all, so that typing a number costs no walk
    /// over every date.
    fn silent_rule(&mut self, name: &str) -> Option<u8> {
        let mut rules = (1..).zip(rules_of(self.kind));
        let (number, rule, lists) = rules.find_map(|(number, rule)| Some((number, rule, rule.lists_of_ranges()?)))?;
        if lists.contains(&name) {
            self.shortest = None;
            return None;
        }
        if !rule.reads.contains(&name) || self.issues.with_sources().any(|(by, _)| by.rule == number) {
            return None;
        }
        let draft = self.draft.root();
        self.shortest.get_or_insert_with(|| Parts::shortest(draft, lists));
        Some(number)
    }

    /// Recomputes one member, and the rules that read it.
    pub(super) fn refresh_member(&mut self, name: &str, presence: bool) -> Delta {
        let kind = self.kind;
        let slot = slot(kind, name);
        self.find_keyed_list(slot.into());
        let silent = self.silent_rule(name);
        if presence {
            self.look_for_unknown();
        }
        let shortest = self.shortest.unwrap_or_default();
        let (mut issues, mut changes) = (Vec::new(), Vec::new());
        let sides = self.sides();
        sides.issues_of(slot, &mut issues);
        if slot != UNKNOWN && self.has_unknown {
            // The issue of a misspelled name depends on the value under the right one.
            sides.issues_of(UNKNOWN, &mut issues);
        }
        let mut asked: Vec<(u8, bool)> = Vec::new();
        // Rules about the record read a member that a misspelled name surely means.
        let meant = meant_member(kind.record(), name).filter(|_| slot == UNKNOWN);
        let meant = meant.map_or(name, |member| member.name);
        for (number, rule) in (1..).zip(sides.parts.rules()) {
            let read = if matches!(rule.check, Check::Record(_)) { meant } else { name };
            let only = match again(rule, read, presence) {
                Again::No => continue,
                Again::List(name) => Some(name),
                Again::All => None,
            };
            if silent == Some(number) && sides.parts.scope(rule).fits(shortest) {
                continue;
            }
            asked.push((number, only.is_none()));
            sides.issues_by(rule, number, only, &mut issues);
        }
        // The words of a number contain its unit.
        let members = kind.record().members.iter();
        let units = (0..).zip(members).filter(|(_, row)| row.unit == Some(name)).map(|(slot, _)| slot);
        let slots: Vec<u8> = std::iter::once(slot).chain(units).listed();
        for slot in &slots {
            sides.changes_of(*slot, &mut changes);
        }
        let concerned = |source: Source| match source.rule {
            0 => source.slot == slot || source.slot == UNKNOWN,
            REFUSED => source.slot == slot || source.slot == RECORD,
            rule => asked.iter().any(|(number, all)| *number == rule && (*all || source.slot == slot)),
        };
        self.note(&concerned, issues, &|source| slots.contains(&source.slot), changes, presence)
    }

    /// Recomputes one item of a member, if its list can be processed item by item.
    pub(super) fn refresh_item(&mut self, name: &str, at: usize) -> Delta {
        self.shortest = None;
        let slot = slot(self.kind, name);
        let (stored, draft) = (self.stored.root().get(name), self.draft.root().get(name));
        let known = self.keyed_lists.iter_mut().find(|list| list.slot == slot);
        let Some((list, item)) = known.zip(nth(draft, at)) else { return self.refresh_member(name, false) };
        let (was_keyed, had_duplicates, now) = (list.is_keyed(), list.duplicates > 0, date_of(item));
        let redated = list.dates[at] != now;
        if redated {
            list.redate(at, now, stored);
            if list.is_keyed() != was_keyed {
                return self.refresh_member(name, false);
            }
        }
        let sides = self.sides();
        let Some(list) = sides.keyed_lists(slot) else { return Delta::default() };
        let index = u32::try_from(at).unwrap_or(WHOLE);
        let partner = list.partner[at].and_then(|at| nth(stored, at));
        let mut issues = Vec::new();
        sides.issues_of_item(list, at, item, partner, &mut issues);
        let path = Path::new().with(list.name).with(at);
        let mut asked: Vec<u8> = Vec::new();
        for (number, rule) in (1..).zip(sides.parts.rules()) {
            match (again(rule, list.name, false), &rule.check) {
                (Again::List(_), _) => {
                    let source = Source { slot, rule: number, item: index };
                    let found = sides.parts.rule_of_item(rule, &sides.parts.scope(rule), &path, item);
                    self::issues(&mut issues, source, found);
                }
                (Again::All, Check::Distinct(..)) if !had_duplicates && list.duplicates == 0 => {}
                (Again::All, _) => {
                    asked.push(number);
                    sides.issues_by(rule, number, None, &mut issues);
                }
                (Again::No, _) => {}
            }
        }
        let mut changed = Vec::new();
        let anew = match stored.zip(draft).filter(|_| list.is_stored) {
            Some(_) if partner.is_some() && !redated => Anew::Item,
            Some(both) if was_keyed => {
                let found = comings_and_goings(list.name, list.list, both, &list.partner);
                changes(&mut changed, slot, found, true);
                Anew::Pairing
            }
            _ => {
                sides.changes_of(slot, &mut changed);
                Anew::List
            }
        };
        if let Some((own, left)) = partner.zip(list.partner[at]).filter(|_| anew != Anew::List) {
            let by = list.list.keys.last().copied().filter(|_| list.is_keyed() && !list.instead[at]);
            let key = KeyStep::to(by, at, item);
            let found = item_changes(list.name, list.list, (left, own), (at, item), key, list.instead[at]);
            changes(&mut changed, slot, found, true);
        }
        let was_refused = |source: Source| {
            source.rule == REFUSED && (source.slot == RECORD || (source.slot == slot && source.item == WHOLE))
        };
        let of_issues = |source: Source| {
            (source.slot == slot && source.item == index) || asked.contains(&source.rule) || was_refused(source)
        };
        let of_changes = |source: Source| {
            source.slot == slot
                && match anew {
                    Anew::Item => source.item == index,
                    Anew::Pairing => source.item == index || source.item == WHOLE,
                    Anew::List => true,
                }
        };
        self.note(&of_issues, issues, &of_changes, changed, false)
    }

    /// Adds the refusals of the service to the issues that exist already.
    pub(super) fn refresh_said(&mut self, said: Vec<Found<Issue>>) -> Delta {
        let mut delta = Delta::default();
        let mut fresh = Vec::new();
        let own = self.issues.with_sources().enumerate().filter(|(_, (by, _))| by.rule != REFUSED);
        let own: Vec<(usize, &Issue)> = own.map(|(at, (_, issue))| (at, issue)).listed();
        let is = |at: usize, other: &Issue| {
            let (_, issue) = own[at];
            issue.path.cmp(&other.path).then_with(|| issue.code.name().cmp(other.code.name()))
        };
        let order = ordered(own.len(), &|a, b| is(a, own[b].1));
        let stands = |found: &Found<Issue>| {
            let first = order.get(order.partition_point(|at| is(*at, &found.finding).is_lt()))?;
            is(*first, &found.finding).is_eq().then(|| own[*first].0)
        };
        let stands: Vec<Option<usize>> = said.iter().map(stands).listed();
        for (found, stands) in said.into_iter().zip(stands) {
            match stands {
                None => fresh.push(found),
                Some(at) => delta.issues.extend(self.issues.change(at, |own| own.severity = Severity::Error)),
            }
        }
        delta.and(self.note(&|source| source.rule == REFUSED, fresh, &|_| false, Vec::new(), false));
        delta
    }

    fn note(
        &mut self,
        of_issues: &dyn Fn(Source) -> bool,
        issues: Vec<Found<Issue>>,
        of_changes: &dyn Fn(Source) -> bool,
        changes: Vec<Found<Change>>,
        moved: bool,
    ) -> Delta {
        let [stored, draft] = [&self.stored, &self.draft].map(|record| MaybeByName::of(Some(record.root())));
        let issues = self.issues.update(of_issues, issues, &|issue| place(&draft, &issue.path), moved);
        let in_order = |change: &Change| match place(&stored, &change.path) {
            // New members come behind the stored ones.
            u32::MAX => place(&draft, &change.path).saturating_add(1 << 31),
            at => at,
        };
        let changes = self.changes.update(of_changes, changes, &in_order, moved);
        Delta { issues, changes, edits: Vec::new() }
    }
}
