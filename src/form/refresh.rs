//! What an edit touches is found anew, and only that.

use super::ledger::{Found, Key, RECORD, Source, UNKNOWN, WHOLE};
use super::{Delta, Form};
use crate::diff::{Change, ChangeKind, Pairs, item_changes, member_changes};
use crate::issue::Issue;
use crate::json::{Path, Segment, TapeView, View};
use crate::schema::{Kind, List};
use crate::validate::{Check, Parts, Rule, by_item};

/// A list whose items are looked at one by one, and what each is in the stored list.
#[derive(Clone, Debug)]
pub(super) struct Itemized {
    slot: u8,
    name: &'static str,
    list: &'static List,
    /// What each item is told from the others by, as text; a form looks at the whole list where one changes.
    keys: Vec<Option<String>>,
    partner: Vec<Option<usize>>,
    instead: Vec<bool>,
    /// Whether there is a list in the stored record too.
    stored: bool,
}

/// What stands at the same place now and as it was stored.
struct Sides<'a> {
    parts: Parts<'a>,
    itemized: &'a [Itemized],
}

impl Itemized {
    fn of(kind: Kind, slot: usize, stored: TapeView<'_>, draft: TapeView<'_>) -> Option<Self> {
        let row = kind.record().members.get(slot)?;
        let list = by_item(&row.ty)?;
        let items = draft.get(row.name).filter(|value| value.items().is_some())?;
        let own = stored.get(row.name).filter(|value| value.items().is_some());
        let pairs = own.map(|own| Pairs::of(list, own, items));
        let count = items.items().map_or(0, |items| items.len());
        let (partner, instead) =
            pairs.map_or_else(|| (vec![None; count], vec![false; count]), |pairs| (pairs.partner, pairs.instead));
        let keys = items.items().into_iter().flatten().map(key).collect();
        Some(Self {
            slot: u8::try_from(slot).unwrap_or(UNKNOWN),
            name: row.name,
            list,
            keys,
            partner,
            instead,
            stored: own.is_some(),
        })
    }
}

/// The text of an item's key. Only special dates are looked at one by one.
fn key(item: TapeView<'_>) -> Option<String> {
    item.get("date").and_then(View::text).map(str::to_owned)
}

fn nth(list: Option<TapeView<'_>>, at: usize) -> Option<TapeView<'_>> {
    list.and_then(View::items).and_then(|mut items| items.nth(at))
}

fn slot(kind: Kind, name: &str) -> u8 {
    kind.record().find(name).and_then(|row| u8::try_from(row).ok()).unwrap_or(UNKNOWN)
}

/// Where a finding's member stands among the names; behind all, where it is not there.
fn place<'n>(names: impl IntoIterator<Item = &'n str>, path: &Path) -> u32 {
    let first = path.segments().first();
    let at = first.and_then(|first| {
        let Segment::Name(name) = first else { return None };
        names.into_iter().position(|own| own == name)
    });
    at.and_then(|at| u32::try_from(at).ok()).unwrap_or(u32::MAX)
}

/// 0 for a member as a whole, else the index of the item and 1.
fn item(path: &Path) -> u32 {
    match path.segments().get(1) {
        Some(Segment::Index(index)) => u32::try_from(index + 1).unwrap_or(u32::MAX),
        _ => 0,
    }
}

fn issues(into: &mut Vec<Found<Issue>>, source: Source, found: Vec<Issue>) {
    for (turn, finding) in (0..).zip(found) {
        let key = Key { place: 0, item: item(&finding.path), rule: source.rule, turn };
        into.push(Found { key, source, finding });
    }
}

/// Changes of a whole member: what comes and goes of a list first, then what changed inside of its items.
fn changes(into: &mut Vec<Found<Change>>, slot: u8, found: Vec<Change>, by_item: bool) {
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

    fn itemized(&self, slot: u8) -> Option<&'a Itemized> {
        self.itemized.iter().find(|list| list.slot == slot)
    }

    /// The issues of a member, or of all that the table does not know.
    fn issues_of(&self, slot: u8, into: &mut Vec<Found<Issue>>) {
        let whole = Source { slot, rule: 0, item: WHOLE };
        let draft = self.parts.draft;
        let Some(row) = self.kind().record().members.get(usize::from(slot)) else {
            let unknown = draft.members().into_iter().flatten();
            for (name, value) in unknown.filter(|(name, _)| self.kind().record().find(name).is_none()) {
                issues(into, whole, self.parts.member(name, value));
            }
            return;
        };
        let Some(value) = draft.get(row.name) else { return };
        match self.itemized(slot) {
            Some(list) => {
                let stored = self.parts.stored.get(list.name);
                let stored: Vec<TapeView<'_>> = stored.and_then(View::items).into_iter().flatten().collect();
                for (at, item) in value.items().into_iter().flatten().enumerate() {
                    let partner = list.partner[at].map(|at| stored[at]);
                    self.issues_of_item(list, at, item, partner, into);
                }
            }
            None => issues(into, whole, self.parts.member(row.name, value)),
        }
    }

    fn issues_of_item(
        &self,
        list: &Itemized,
        at: usize,
        item: TapeView<'a>,
        partner: Option<TapeView<'a>>,
        into: &mut Vec<Found<Issue>>,
    ) {
        let source = Source { slot: list.slot, rule: 0, item: u32::try_from(at).unwrap_or(WHOLE) };
        issues(into, source, self.parts.item(list.name, list.list, at, item, partner));
    }

    /// What a rule finds: of one of the lists that it looks at item by item, or of all that it looks at.
    fn issues_by(&self, rule: &Rule<'a, TapeView<'a>>, number: u8, only: Option<&str>, into: &mut Vec<Found<Issue>>) {
        let Check::Items(lists, _) = &rule.check else {
            return issues(into, Source { slot: RECORD, rule: number, item: WHOLE }, self.parts.rule(rule));
        };
        let scope = self.parts.scope(rule);
        for name in lists.iter().filter(|name| only.is_none_or(|only| only == **name)) {
            let items = self.parts.draft.get(name).and_then(View::items).into_iter().flatten();
            for (at, item) in items.enumerate() {
                let source =
                    Source { slot: slot(self.kind(), name), rule: number, item: u32::try_from(at).unwrap_or(WHOLE) };
                issues(into, source, self.parts.rule_of_item(rule, &scope, name, at, item));
            }
        }
    }

    fn changes_of(&self, slot: u8, into: &mut Vec<Found<Change>>) {
        let (kind, stored, draft) = (self.kind(), self.parts.stored, self.parts.draft);
        let by_item = self.itemized(slot).is_some_and(|list| list.stored);
        match kind.record().members.get(usize::from(slot)) {
            Some(row) => changes(into, slot, member_changes(kind, row.name, stored, draft), by_item),
            None => {
                for (name, _) in draft.members().into_iter().flatten() {
                    if kind.record().find(name).is_none() {
                        changes(into, slot, member_changes(kind, name, stored, draft), false);
                    }
                }
            }
        }
    }
}

/// Whether a rule has to be asked again, about one list or about all.
enum Again<'n> {
    No,
    List(&'n str),
    All,
}

fn again<'n, V: View<'n>>(rule: &Rule<'n, V>, name: &'n str, presence: bool) -> Again<'n> {
    match &rule.check {
        Check::Presence(_) if presence => Again::All,
        Check::Presence(_) => Again::No,
        Check::Items(lists, _) if lists.contains(&name) => Again::List(name),
        _ if rule.reads.is_empty() || rule.reads.contains(&name) => Again::All,
        _ => Again::No,
    }
}

impl Form {
    fn sides(&self) -> Sides<'_> {
        let (draft, stored) = (self.draft.root(), self.stored.root());
        Sides { parts: Parts { kind: self.kind, profile: self.profile, draft, stored }, itemized: &self.itemized }
    }

    fn itemize(&mut self, slot: usize) {
        self.itemized.retain(|list| usize::from(list.slot) != slot);
        self.itemized.extend(Itemized::of(self.kind, slot, self.stored.root(), self.draft.root()));
    }

    /// Everything anew.
    pub(super) fn refresh_all(&mut self) -> Delta {
        (0..self.kind.record().members.len()).for_each(|slot| self.itemize(slot));
        let (mut issues, mut changes) = (Vec::new(), Vec::new());
        let sides = self.sides();
        for slot in (0..self.kind.record().members.len()).filter_map(|slot| u8::try_from(slot).ok()).chain([UNKNOWN]) {
            sides.issues_of(slot, &mut issues);
            sides.changes_of(slot, &mut changes);
        }
        for (number, rule) in (1..).zip(&sides.parts.rules()) {
            sides.issues_by(rule, number, None, &mut issues);
        }
        self.note(|_| true, issues, |_| true, changes, true)
    }

    /// What one member says, and the rules that read it.
    pub(super) fn refresh_member(&mut self, name: &str, presence: bool) -> Delta {
        let kind = self.kind;
        let slot = slot(kind, name);
        self.itemize(slot.into());
        let (mut issues, mut changes) = (Vec::new(), Vec::new());
        let sides = self.sides();
        sides.issues_of(slot, &mut issues);
        if slot != UNKNOWN {
            // A misspelt name is told by what stands under the right one.
            sides.issues_of(UNKNOWN, &mut issues);
        }
        let mut asked: Vec<(u8, bool)> = Vec::new();
        for (number, rule) in (1..).zip(&sides.parts.rules()) {
            let only = match again(rule, name, presence) {
                Again::No => continue,
                Again::List(name) => Some(name),
                Again::All => None,
            };
            asked.push((number, only.is_none()));
            sides.issues_by(rule, number, only, &mut issues);
        }
        // The words of a number hold its unit.
        let members = kind.record().members.iter();
        let units = (0..).zip(members).filter(|(_, row)| row.unit == Some(name)).map(|(slot, _)| slot);
        let slots: Vec<u8> = std::iter::once(slot).chain(units).collect();
        for slot in &slots {
            sides.changes_of(*slot, &mut changes);
        }
        let concerned = |source: Source| match source.rule {
            0 => source.slot == slot || source.slot == UNKNOWN,
            rule => asked.iter().any(|(number, all)| *number == rule && (*all || source.slot == slot)),
        };
        self.note(concerned, issues, |source| slots.contains(&source.slot), changes, presence)
    }

    /// What one item of a member says, where the list can be looked at item by item and the item is still the same one.
    pub(super) fn refresh_item(&mut self, name: &str, at: usize) -> Delta {
        let slot = slot(self.kind, name);
        let draft = self.draft.root().get(name);
        let known = self.itemized.iter().find(|list| list.slot == slot);
        let item = nth(draft, at);
        let Some((list, item)) = known.zip(item).filter(|(list, item)| list.keys.get(at) == Some(&key(*item))) else {
            return self.refresh_member(name, false);
        };
        let sides = self.sides();
        let index = u32::try_from(at).unwrap_or(WHOLE);
        let partner = list.partner[at].and_then(|at| nth(self.stored.root().get(name), at));
        let (mut issues, mut found) = (Vec::new(), Vec::new());
        sides.issues_of_item(list, at, item, partner, &mut issues);
        let mut asked: Vec<u8> = Vec::new();
        for (number, rule) in (1..).zip(&sides.parts.rules()) {
            match again(rule, list.name, false) {
                Again::List(name) => {
                    let source = Source { slot, rule: number, item: index };
                    let found = sides.parts.rule_of_item(rule, &sides.parts.scope(rule), list.name, at, item);
                    self::issues(&mut issues, source, found);
                    debug_assert_eq!(name, list.name);
                }
                // The keys are as they were.
                Again::All if !matches!(rule.check, Check::Distinct(..)) => {
                    asked.push(number);
                    sides.issues_by(rule, number, None, &mut issues);
                }
                Again::All | Again::No => {}
            }
        }
        match partner {
            Some(stored) => {
                let left = list.partner[at].unwrap_or_default();
                let changed = item_changes(list.name, list.list, (left, stored), (at, item), list.instead[at]);
                changes(&mut found, slot, changed, true);
            }
            // It is new, or the list is: a change of its own.
            None => sides.changes_of(slot, &mut found),
        }
        let alone = partner.is_some();
        let concerned = |source: Source| match source.rule {
            0 => source.slot == slot && source.item == index,
            rule => (source.slot == slot && source.item == index) || asked.contains(&rule),
        };
        self.note(concerned, issues, |source| source.slot == slot && (!alone || source.item == index), found, false)
    }

    fn note(
        &mut self,
        of_issues: impl Fn(Source) -> bool,
        issues: Vec<Found<Issue>>,
        of_changes: impl Fn(Source) -> bool,
        changes: Vec<Found<Change>>,
        moved: bool,
    ) -> Delta {
        fn names(record: TapeView<'_>) -> impl Iterator<Item = &str> {
            record.members().into_iter().flatten().map(|(name, _)| name)
        }
        let (stored, draft) = (self.stored.root(), self.draft.root());
        let issues = self.issues.update(of_issues, issues, |issue| place(names(draft), &issue.path), moved);
        let in_order = |change: &Change| match place(names(stored), &change.path) {
            // What is new comes behind what was stored.
            u32::MAX => place(names(draft), &change.path).saturating_add(1 << 31),
            at => at,
        };
        let changes = self.changes.update(of_changes, changes, in_order, moved);
        Delta { issues, changes }
    }
}
