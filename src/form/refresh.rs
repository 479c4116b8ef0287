//! What an edit touches is found anew, and only that.

use super::ledger::{Found, Key, RECORD, Source, UNKNOWN, WHOLE};
use super::{Delta, Form};
use crate::diff::{Change, ChangeKind, Pairs, comings_and_goings, item_changes, member_changes};
use crate::format::{Date, is_space};
use crate::issue::Issue;
use crate::json::{Path, Segment, TapeView, View, doubled, ordered};
use crate::schema::{Kind, List};
use crate::validate::{Check, Parts, Rule, by_item};

/// A list whose items are looked at one by one: special dates, and what each is in the stored list.
#[derive(Clone, Debug)]
pub(super) struct Itemized {
    slot: u8,
    name: &'static str,
    list: &'static List,
    /// The date of each item.
    dates: Vec<Option<Date>>,
    /// How many of them stand twice.
    doubled: usize,
    /// The stored list's dates in order, each once, with their places; nothing where one is missing or doubled.
    stored: Option<Vec<(Date, usize)>>,
    /// Whether there is a list in the stored record too.
    is_stored: bool,
    partner: Vec<Option<usize>>,
    instead: Vec<bool>,
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
        let dates: Vec<Option<Date>> = items.items()?.map(date).collect();
        let (partner, instead) = own.map_or_else(
            || (vec![None; dates.len()], vec![false; dates.len()]),
            |own| {
                let pairs = Pairs::of(list, own, items);
                (pairs.partner, pairs.instead)
            },
        );
        let doubled = doubled(dates.len(), &|a, b| dates[a].cmp(&dates[b]));
        let doubled = doubled.into_iter().filter(|(first, _)| dates[*first].is_some()).count();
        Some(Self {
            slot: u8::try_from(slot).unwrap_or(UNKNOWN),
            name: row.name,
            list,
            dates,
            doubled,
            stored: own.and_then(in_order),
            is_stored: own.is_some(),
            partner,
            instead,
        })
    }

    /// Whether items are told by their dates; else by where they stand.
    fn is_keyed(&self) -> bool {
        self.stored.is_some() && self.doubled == 0 && self.dates.iter().all(Option::is_some)
    }

    /// An item has another date now.
    fn redate(&mut self, at: usize, date: Option<Date>, stored: Option<TapeView<'_>>) {
        let others = |date: Option<Date>| {
            let same = self.dates.iter().enumerate().filter(|(other, own)| *other != at && **own == date);
            usize::from(date.is_some() && same.count() > 0)
        };
        self.doubled = self.doubled + others(date) - others(self.dates[at]);
        self.dates[at] = date;
        if self.is_keyed() {
            let stored = self.stored.as_deref().unwrap_or_default();
            let found = stored.binary_search_by(|(own, _)| Some(*own).cmp(&date)).ok();
            self.partner[at] = found.map(|found| stored[found].1);
        } else {
            let own = nth(stored, at).and_then(self::date);
            self.instead[at] = own.zip(date).is_some_and(|(own, date)| own != date);
        }
    }
}

/// The date that an item is told from the others by.
fn date(item: TapeView<'_>) -> Option<Date> {
    Date::leading(item.get("date")?.text()?.trim_matches(is_space))
}

/// The dates of a list in order with their places, unless one is missing or doubled.
fn in_order(list: TapeView<'_>) -> Option<Vec<(Date, usize)>> {
    let dates: Vec<Date> = list.items()?.map(date).collect::<Option<_>>()?;
    let order = ordered(dates.len(), &|a, b| dates[a].cmp(&dates[b]));
    let once = order.windows(2).all(|pair| dates[pair[0]] != dates[pair[1]]);
    once.then(|| order.into_iter().map(|at| (dates[at], at)).collect())
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
        let by_item = self.itemized(slot).is_some_and(|list| list.is_stored);
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
        Sides { parts: Parts::of(self.kind, self.profile, draft, stored), itemized: &self.itemized }
    }

    fn itemize(&mut self, slot: usize) {
        self.itemized.retain(|list| usize::from(list.slot) != slot);
        self.itemized.extend(Itemized::of(self.kind, slot, self.stored.root(), self.draft.root()));
    }

    fn look_for_unknown(&mut self) {
        let table = self.kind.record();
        let mut names = self.draft.root().members().into_iter().flatten().map(|(name, _)| name);
        self.has_unknown = names.any(|name| table.find(name).is_none());
    }

    /// Everything anew.
    pub(super) fn refresh_all(&mut self) -> Delta {
        self.look_for_unknown();
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
        if presence {
            self.look_for_unknown();
        }
        let (mut issues, mut changes) = (Vec::new(), Vec::new());
        let sides = self.sides();
        sides.issues_of(slot, &mut issues);
        if slot != UNKNOWN && self.has_unknown {
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

    /// What one item of a member says, where the list can be looked at item by item.
    pub(super) fn refresh_item(&mut self, name: &str, at: usize) -> Delta {
        let slot = slot(self.kind, name);
        let (stored, draft) = (self.stored.root().get(name), self.draft.root().get(name));
        let known = self.itemized.iter_mut().find(|list| list.slot == slot);
        let Some((list, item)) = known.zip(nth(draft, at)) else { return self.refresh_member(name, false) };
        let (was_keyed, was_doubled, now) = (list.is_keyed(), list.doubled > 0, date(item));
        let redated = list.dates[at] != now;
        if redated {
            list.redate(at, now, stored);
            if list.is_keyed() != was_keyed {
                return self.refresh_member(name, false);
            }
        }
        let sides = self.sides();
        let Some(list) = sides.itemized(slot) else { return Delta::default() };
        let index = u32::try_from(at).unwrap_or(WHOLE);
        let partner = list.partner[at].and_then(|at| nth(stored, at));
        let mut issues = Vec::new();
        sides.issues_of_item(list, at, item, partner, &mut issues);
        let mut asked: Vec<u8> = Vec::new();
        for (number, rule) in (1..).zip(&sides.parts.rules()) {
            match (again(rule, list.name, false), &rule.check) {
                (Again::List(_), _) => {
                    let source = Source { slot, rule: number, item: index };
                    let found = sides.parts.rule_of_item(rule, &sides.parts.scope(rule), list.name, at, item);
                    self::issues(&mut issues, source, found);
                }
                (Again::All, Check::Distinct(..)) if !was_doubled && list.doubled == 0 => {}
                (Again::All, _) => {
                    asked.push(number);
                    sides.issues_by(rule, number, None, &mut issues);
                }
                (Again::No, _) => {}
            }
        }
        let mut found = Vec::new();
        let both = stored.zip(draft).filter(|_| list.is_stored);
        // A list that is new, or an item that is, is a change as a whole.
        let whole = both.is_none() || redated || partner.is_none();
        match both {
            None => sides.changes_of(slot, &mut found),
            Some(_) if whole && !was_keyed => sides.changes_of(slot, &mut found),
            Some(both) if whole => {
                changes(&mut found, slot, comings_and_goings(list.name, list.list, both, &list.partner), true);
            }
            Some(_) => {}
        }
        let everything = both.is_none() || (whole && !was_keyed);
        if let Some(own) = partner.filter(|_| !everything) {
            let left = list.partner[at].unwrap_or_default();
            let inside = item_changes(list.name, list.list, (left, own), (at, item), list.instead[at]);
            changes(&mut found, slot, inside, true);
        }
        let of_issues = |source: Source| match source.rule {
            0 => source.slot == slot && source.item == index,
            rule => (source.slot == slot && source.item == index) || asked.contains(&rule),
        };
        let of_changes = |source: Source| {
            source.slot == slot && (everything || source.item == index || (whole && source.item == WHOLE))
        };
        self.note(of_issues, issues, of_changes, found, false)
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
