//! The rules across fields, a row each: its code, the members it reads, and the check. The code's own row says how bad
//! it is, who says so, and where. Every rule runs, whatever else is wrong.
//!
//! A rule sees the draft, and for what the draft leaves out the stored record, where that is at hand. It sees what is
//! surely meant: text in canonical form, and a misspelled value as the known one. One that the service is reported to refuse
//! sees a misspelled member under its name, too. So what is ok is ok in canonical form, and after every fix.

mod dates;
mod settings;
mod team;

use super::Found;
use super::suggest;
use super::walk::Walk;
use crate::format::Date;
use crate::issue::Code;
use crate::json::{Path, View, duplicates};
use crate::schema::{Kind, Object, ROWS};

/// A rule of a record.
pub(crate) struct Rule<'a> {
    code: Code,
    /// The members whose change can change its verdict; a draft that has none of them is not asked. Empty: any member.
    pub(crate) reads: &'static [&'static str],
    pub(crate) check: Check<'a>,
}

/// What a rule looks at.
pub(crate) enum Check<'a> {
    /// The record as a whole.
    Record(fn(&Scope<'a>, &mut Walk)),
    /// Only which members there are.
    Presence(fn(&Scope<'a>, &mut Walk)),
    /// Each item of these lists by itself, with its path.
    Items(&'static [&'static str], fn(&Scope<'a>, &Path, View<'a>, &mut Walk)),
    /// No two items of the list may have the same under that name.
    Distinct(&'static str, &'static str, fn(View<'a>) -> Option<Key<'a>>),
}

/// What the items of a list must not have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Key<'a> {
    Text(&'a str),
    Date(Date),
}

#[rustfmt::skip]
pub(crate) fn rules<'a>(kind: Kind) -> Vec<Rule<'a>> {
    use Check::{Distinct, Items, Presence, Record};
    const TEAM: &[&str] = &["teamMembers"];
    const DATES: &[&str] = &["availabilities"];
    const ENTRIES: &[&str] = &["openHours", "availabilities"];
    const SLOTS: &[&str] = &["openHours", "availabilities", "slotDuration", "slotDurationUnit"];
    const REDIRECT: &[&str] = &["formSubmitType", "formSubmitRedirectURL"];
    match kind {
        Kind::Calendar => vec![
            Rule { code: Code::RedirectUrlMissing, reads: REDIRECT, check: Record(settings::redirect_url_missing) },
            Rule { code: Code::RecurringMissing, reads: &["enableRecurring", "recurring"], check: Record(settings::recurring_missing) },
            Rule { code: Code::RecurringMembers, reads: &["enableRecurring", "teamMembers"], check: Record(settings::recurring_members) },
            Rule { code: Code::RecurringCount, reads: &["recurring"], check: Record(settings::recurring_count) },
            Rule { code: Code::PlacesDropped, reads: &["locationConfigurations"], check: Record(settings::places_dropped) },
            Rule { code: Code::TeamEmpty, reads: TEAM, check: Record(team::empty) },
            Rule { code: Code::PersonalTeam, reads: TEAM, check: Record(team::personal) },
            Rule { code: Code::UserDuplicate, reads: TEAM, check: Distinct("teamMembers", "userId", team::user) },
            Rule { code: Code::PrimarySeveral, reads: TEAM, check: Record(team::primary_several) },
            Rule { code: Code::PrimaryMissing, reads: TEAM, check: Record(team::primary_missing) },
            Rule { code: Code::PlacesSeveral, reads: TEAM, check: Record(team::places_several) },
            Rule { code: Code::ConferenceEvent, reads: TEAM, check: Record(team::conference_event) },
            Rule { code: Code::ConferenceLocation, reads: TEAM, check: Record(team::conference_location) },
            Rule { code: Code::DateDuplicate, reads: DATES, check: Distinct("availabilities", "date", dates::date) },
            Rule { code: Code::DeletedWithoutId, reads: DATES, check: Items(DATES, dates::deleted_without_id) },
            Rule { code: Code::EmptyDetaches, reads: ENTRIES, check: Record(dates::empty_detaches) },
            Rule { code: Code::HoursDetach, reads: &["openHours"], check: Record(dates::hours_detach) },
            Rule { code: Code::RangeShort, reads: SLOTS, check: Items(ENTRIES, dates::range_short) },
            Rule { code: Code::OmittedDefaults, reads: &[], check: Presence(settings::omitted_defaults) },
            Rule { code: Code::OmittedResets, reads: &[], check: Presence(settings::omitted_resets) },
        ],
        Kind::Location => vec![
            Rule { code: Code::EmptyText, reads: &[], check: Record(settings::empty_text) },
        ],
    }
}

impl<'a> Rule<'a> {
    /// Whether the draft has anything for it to look at.
    pub(crate) fn concerns(&self, scope: &Scope<'a>) -> bool {
        self.reads.is_empty() || self.reads.iter().any(|name| scope.meant(name).is_some())
    }

    /// What the rule sees, of what all see.
    pub(crate) fn scope(&self, all: &Scope<'a>) -> Scope<'a> {
        Scope { code: self.code, ..*all }
    }
}

impl<'a> Scope<'a> {
    /// Asks a rule about all that it looks at.
    pub(crate) fn ask(&self, check: &Check<'a>, walk: &mut Walk) {
        match check {
            Check::Record(check) | Check::Presence(check) => check(self, walk),
            Check::Items(lists, check) => {
                for list in *lists {
                    let Some(items) = self.own(list).and_then(View::items) else { continue };
                    let mut path = walk.at(list);
                    for (at, item) in items.enumerate() {
                        path.push(at);
                        check(self, &path, item, walk);
                        path.pop();
                    }
                }
            }
            Check::Distinct(list, name, key) => {
                let Some(items) = self.own(list).and_then(View::items) else { return };
                let list = walk.at(list);
                // The later of the two has what the first has already.
                for (first, second) in doubles(items.map(key)) {
                    walk.report_at(list.with(second).with(*name), self.found().related(list.with(first).with(*name)));
                }
            }
        }
    }
}

/// Asks every rule that reads a member of the draft.
pub(super) fn check<'a>(kind: Kind, draft: View<'a>, stored: Option<View<'a>>, walk: &mut Walk) {
    let mut scope = Scope::of(kind, draft, stored);
    for rule in rules(kind) {
        if rule.concerns(&scope) {
            scope.code = rule.code;
            scope.ask(&rule.check, walk);
        }
    }
}

/// What a rule sees.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'a> {
    kind: Kind,
    code: Code,
    draft: View<'a>,
    /// The draft's members by row, since many are asked for.
    rows: [Option<View<'a>>; ROWS],
    /// The rows whose members go by a misspelled name, a bit each.
    misspelled: u64,
    stored: Option<View<'a>>,
    /// How long a slot is, in minutes, where that is known; asked for by every range.
    slot: Option<f64>,
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
            let meant = suggest::meant(kind.record(), name).and_then(|meant| kind.record().find(meant.name));
            if let Some(row) = meant.filter(|row| rows[*row].is_none()) {
                rows[row] = Some(member);
                misspelled |= 1 << row;
            }
        }
        // The code is that of the rule that is asked.
        let scope = Self { kind, code: Code::UnknownMember, draft, rows, misspelled, stored, slot: None };
        Self { slot: dates::slot(&scope), ..scope }
    }

    /// The draft's own member.
    fn own(&self, name: &str) -> Option<View<'a>> {
        let row = self.kind.record().find(name)?;
        self.rows[row].filter(|_| self.misspelled & (1 << row) == 0)
    }

    /// The same, or the one that a misspelled name surely means.
    fn meant(&self, name: &str) -> Option<View<'a>> {
        self.kind.record().find(name).and_then(|row| self.rows[row])
    }

    /// The place of that member, by the name that it has.
    fn place(&self, name: &'static str, walk: &Walk) -> Path {
        let found = suggest::find(self.kind.record(), self.draft, name);
        walk.path.with(found.map_or(name, |(own, _)| own).to_owned())
    }

    /// A finding of the rule.
    fn found(&self) -> Found {
        Found::new(self.code)
    }

    /// The draft's member, or the stored one that it leaves as it is.
    fn get(&self, name: &str) -> Option<View<'a>> {
        self.meant(name).or_else(|| self.stored.and_then(|stored| stored.get(name)))
    }

    fn text(&self, name: &str) -> Option<&'a str> {
        suggest::said(self.kind.record().member(name)?, self.get(name)?)
    }

    fn is_on(&self, name: &str) -> bool {
        self.get(name).and_then(View::boolean) == Some(true)
    }

    /// The items of the draft's own list.
    fn items(&self, name: &str) -> impl Iterator<Item = View<'a>> {
        self.meant(name).and_then(View::items).into_iter().flatten()
    }

    /// How many members the team has, where that is known.
    fn team_size(&self) -> Option<usize> {
        Some(self.get("teamMembers")?.items()?.len())
    }

    /// The type of the stored calendar, where that is at hand.
    fn calendar_type(&self) -> Option<&'a str> {
        suggest::said(self.kind.record().member("calendarType")?, self.stored?.get("calendarType")?)
    }

    /// The table of a member, or of its items.
    fn table(&self, name: &str) -> Option<&'static Object> {
        self.kind.record().member(name)?.ty.table()
    }
}

impl Walk {
    /// A place below the record.
    pub(super) fn at(&self, name: &'static str) -> Path {
        self.path.with(name)
    }
}

/// The later of each two equal keys, with the first that has it.
fn doubles<K: Copy + Ord>(keys: impl Iterator<Item = Option<K>> + Clone) -> Vec<(usize, usize)> {
    // Most lists are in order.
    let mut latest = None;
    let ascends = |key| std::mem::replace(&mut latest, key) < key;
    if keys.clone().all(ascends) {
        return Vec::new();
    }
    let keys: Vec<Option<K>> = keys.collect();
    let duplicates = duplicates(keys.len(), &|a, b| keys[a].cmp(&keys[b]));
    duplicates.into_iter().filter(|(first, _)| keys[*first].is_some()).collect()
}
