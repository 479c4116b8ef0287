//! A rule, its scope, and its application.

use std::cell::OnceCell;
use std::rc::Rc;

use super::duplicates;
use super::opening::{Draft, Opening};
use crate::ground::fast;
use crate::ground::json::{self, CollectVec, Path, View};
use crate::knowledge::format::is_space;
use crate::knowledge::issue::Code;
use crate::knowledge::schema::{Key, Kind, Member, Object, ROWS, Type};
use crate::record::{is_not_set, same, same_member, set};
use crate::verbs::validate::found::Found;
use crate::verbs::validate::suggest;
use crate::verbs::validate::walk::{Walk, attribute_to_stored};

/// A rule of a record.
pub(crate) struct Rule {
    pub(super) code: Code,
    /// The members that affect its verdict; empty for all members. The rule is skipped for a draft that has none of
    /// them.
    pub(crate) reads: &'static [&'static str],
    pub(crate) check: Check,
}

/// The part of a record that a rule checks.
pub(crate) enum Check {
    /// The record as a whole.
    Record(fn(&Scope<'_>, &mut Walk)),
    /// Only the presence of members.
    Presence(fn(&Scope<'_>, &mut Walk)),
    /// Each item of these lists by itself, with its path.
    Items(
        &'static [&'static str],
        fn(&Scope<'_>, &Path, View<'_>, &mut Walk),
    ),
    /// The keys of a list's items, which must be distinct: the name of the list, and that of the key.
    Distinct(&'static str, &'static str),
}

impl Rule {
    /// Returns true if the draft has a member that the rule reads.
    pub(crate) fn concerns(&self, scope: &Scope<'_>) -> bool {
        self.reads.is_empty() || self.reads.iter().any(|name| scope.meant(name).is_some())
    }

    /// Returns true if the verdict depends on a member; with `presence`, on whether the draft has it.
    pub(crate) fn depends_on(&self, name: &str, presence: bool) -> bool {
        match self.check {
            Check::Presence(_) => presence,
            _ => self.reads.is_empty() || self.reads.contains(&name),
        }
    }

    /// Returns the rule's scope, made from the common one.
    pub(crate) fn scope<'a>(&self, all: &Scope<'a>) -> Scope<'a> {
        Scope {
            code: self.code,
            ..all.clone()
        }
    }
}

impl Scope<'_> {
    /// Applies a rule to everything it reads. A finding about members that the draft only repeats is about the stored
    /// record.
    pub(crate) fn apply(&self, rule: &Rule, walk: &mut Walk) {
        let first = walk.issues.len();
        self.ask(&rule.check, walk);
        let is_found = walk.issues.len() > first;
        if is_found && matches!(rule.check, Check::Record(_)) && self.repeats_stored(rule.reads) {
            attribute_to_stored(&mut walk.issues[first..]);
        }
    }

    /// Returns true if the draft has none of these members, or has them as they are stored.
    fn repeats_stored(&self, names: &[&str]) -> bool {
        let Some(stored) = self.stored else {
            return false;
        };
        !names.is_empty() && names.iter().all(|name| self.repeats(stored, name))
    }

    fn repeats(&self, stored: View<'_>, name: &str) -> bool {
        let own = self.meant(name);
        own.is_none() || same_member(self.kind.record().member(name), own, stored.get(name))
    }

    /// Returns true if the stored record is known, and does not set the member.
    pub(super) fn is_not_stored(&self, row: &Member) -> bool {
        self.stored
            .is_some_and(|stored| set(&row.ty, stored.get(row.name)).is_none())
    }

    /// Applies a check to everything it reads.
    fn ask(&self, check: &Check, walk: &mut Walk) {
        match check {
            Check::Record(check) | Check::Presence(check) => check(self, walk),
            Check::Items(lists, check) => {
                for list in *lists {
                    let Some(items) = self.own(list).and_then(View::list_items) else {
                        continue;
                    };
                    let mut path = walk.at(list);
                    for (at, item) in items.into_iter().enumerate() {
                        path.push(at);
                        check(self, &path, item, walk);
                        path.pop();
                    }
                }
            }
            Check::Distinct(list, name) => {
                let Some(items) = self.own(list).and_then(View::list_items) else {
                    return;
                };
                let Some(row) = self.kind.record().member(list) else {
                    return;
                };
                let (Type::List(of), Some(key)) = (&row.ty, row.ty.key()) else {
                    return;
                };
                let list = walk.at(list);
                // The later of two duplicates is reported, the first is related.
                for (first, second) in doubles(&items.iter().map(|item| key(*item)).collect_vec()) {
                    let found = self.found().related(list.with(first).with(*name));
                    let found = match duplicates::join(of, &list, &items, [first, second]) {
                        Some((title, patch)) => found.fix(title, patch),
                        None => found,
                    };
                    walk.report_at(list.with(second).with(*name), found);
                }
            }
        }
    }
}

/// The data that a rule reads.
#[derive(Clone)]
pub(crate) struct Scope<'a> {
    pub(super) kind: Kind,
    pub(super) code: Code,
    pub(super) draft: View<'a>,
    /// The draft's members by row, for quick access.
    rows: [Option<View<'a>>; ROWS],
    /// The rows whose members have a misspelled name, a bit each.
    misspelled: u64,
    pub(super) stored: Option<View<'a>>,
    /// The length of a slot in minutes, if known. Kept because every range needs it.
    pub(super) slot: Option<f64>,
    /// Read by the first rule that asks for it, and shared by all, since it takes a walk over every date.
    opening: Rc<OnceCell<Option<Opening>>>,
}

impl<'a> Scope<'a> {
    pub(crate) fn of(kind: Kind, draft: View<'a>, stored: Option<View<'a>>) -> Self {
        let mut rows = [None; ROWS];
        let (mut misspelled, mut unknown) = (0, Vec::new());
        if let Some(members) = draft.members() {
            let mut next = 0;
            for (name, member) in members {
                if let Some(row) = kind.record().row_after(next, name, member) {
                    rows[row] = Some(member);
                    next = row + 1;
                } else {
                    unknown.push((name, member));
                }
            }
        }
        for (name, member) in unknown {
            let meant = suggest::meant(kind.record(), name)
                .and_then(|meant| kind.record().find(meant.name));
            if let Some(row) = meant.filter(|row| rows[*row].is_none()) {
                rows[row] = Some(member);
                misspelled |= 1 << row;
            }
        }
        // The code is replaced by that of each rule.
        let scope = Self {
            kind,
            code: Code::UnknownMember,
            draft,
            rows,
            misspelled,
            stored,
            slot: None,
            opening: Rc::default(),
        };
        // By its right name only: ranges are not revalidated for a misspelled one.
        Self {
            slot: slot_of(|name| scope.own_or_stored(name)),
            ..scope
        }
    }

    /// Returns when the calendar is open once the draft is saved, if that is known.
    pub(super) fn opening(&self) -> Option<&Opening> {
        self.opening
            .get_or_init(|| {
                Opening::of(Draft {
                    own: &|name| self.own(name),
                    stored: self.stored,
                })
            })
            .as_ref()
    }

    /// Returns the draft's member of that name.
    pub(super) fn own(&self, name: &str) -> Option<View<'a>> {
        let row = self.kind.record().find(name)?;
        self.rows[row].filter(|_| self.misspelled & (1 << row) == 0)
    }

    /// Returns the draft's member of that name, or the stored one.
    pub(super) fn own_or_stored(&self, name: &str) -> Option<View<'a>> {
        self.own(name).or_else(|| self.stored?.get(name))
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
        let Some((row, record)) = self.kind.record().member(name).zip(self.stored) else {
            return false;
        };
        match (self.own(name), record.get(name)) {
            (own, Some(stored)) => own.is_none_or(|own| same(&row.ty, own, stored)),
            (Some(own), None) => is_not_set(&row.ty, own),
            (None, None) => false,
        }
    }

    /// Returns the draft's member of that name, or the one whose misspelled name surely means it.
    pub(super) fn meant(&self, name: &str) -> Option<View<'a>> {
        self.kind.record().find(name).and_then(|row| self.rows[row])
    }

    /// Returns the path of that member, by its name in the draft.
    pub(super) fn place(&self, name: &'static str, walk: &Walk) -> Path {
        let found = suggest::find(self.kind.record(), self.draft, name);
        walk.path
            .with(found.map_or(name, |(own, _)| own).to_owned())
    }

    /// Begins a finding of the rule.
    pub(super) fn found(&self) -> Found {
        Found::new(self.code)
    }

    /// Returns the draft's member, or the stored one if the draft leaves it out.
    pub(super) fn get(&self, name: &str) -> Option<View<'a>> {
        self.meant(name)
            .or_else(|| self.stored.and_then(|stored| stored.get(name)))
    }

    pub(super) fn text(&self, name: &str) -> Option<&'a str> {
        suggest::said(self.kind.record().member(name)?, self.get(name)?)
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
        // An empty object is no team.
        (size > 0 || team.items().is_some()).then_some(size)
    }

    /// Returns the type of the stored calendar, if known.
    pub(super) fn calendar_type(&self) -> Option<&'a str> {
        suggest::said(
            self.kind.record().member("calendarType")?,
            self.stored?.get("calendarType")?,
        )
    }

    /// Returns the table of a member, or of its items.
    pub(super) fn table(&self, name: &str) -> Option<&'static Object> {
        self.kind.record().member(name)?.ty.table()
    }
}

impl Walk {
    /// Returns the path of a member of the record.
    pub(in crate::verbs::validate) fn at(&self, name: &'static str) -> Path {
        self.path.with(name)
    }
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
pub(super) fn slot_of<'a>(get: impl Fn(&'static str) -> Option<View<'a>>) -> Option<f64> {
    let unit = get("slotDurationUnit").and_then(View::text);
    let minutes = match unit.map(|unit| unit.trim_matches(is_space)) {
        Some("mins") | None => 1.0,
        Some("hours") => 60.0,
        Some(_) => return None,
    };
    get("slotDuration")
        .and_then(View::number)
        .map(|slot| slot.as_f64() * minutes)
}
