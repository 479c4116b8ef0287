//! The rules across fields, a row each: its code, the members it reads, and the check. The code's own row says how bad
//! it is, who says so, and where. Every rule runs, whatever else is wrong.
//!
//! A rule sees the draft, and for what the draft leaves out the stored record, where that is at hand.

mod dates;
mod settings;
mod team;

use super::Found;
use super::walk::Walk;
use crate::issue::Code;
use crate::json::{Path, View, doubled};
use crate::schema::Kind;

/// A rule about a whole record.
struct Rule<V> {
    code: Code,
    /// The members whose change can change its verdict; a draft that has none of them is not asked. Empty: any member.
    reads: &'static [&'static str],
    check: fn(&Scope<V>, &mut Walk),
}

#[rustfmt::skip]
fn rules<'a, V: View<'a>>(kind: Kind) -> Vec<Rule<V>> {
    const TEAM: &[&str] = &["teamMembers"];
    const DATES: &[&str] = &["availabilities"];
    const HOURS: &[&str] = &["openHours", "availabilities", "slotDuration", "slotDurationUnit"];
    match kind {
        Kind::Calendar => vec![
            Rule { code: Code::RedirectUrlMissing, reads: &["formSubmitType", "formSubmitRedirectURL"], check: settings::redirect_url_missing },
            Rule { code: Code::RecurringMissing, reads: &["enableRecurring", "recurring"], check: settings::recurring_missing },
            Rule { code: Code::RecurringMembers, reads: &["enableRecurring", "teamMembers"], check: settings::recurring_members },
            Rule { code: Code::RecurringCount, reads: &["recurring"], check: settings::recurring_count },
            Rule { code: Code::PlacesDropped, reads: &["locationConfigurations"], check: settings::places_dropped },
            Rule { code: Code::TeamEmpty, reads: TEAM, check: team::empty },
            Rule { code: Code::PersonalTeam, reads: TEAM, check: team::personal },
            Rule { code: Code::UserDoubled, reads: TEAM, check: team::user_doubled },
            Rule { code: Code::PrimarySeveral, reads: TEAM, check: team::primary_several },
            Rule { code: Code::PrimaryMissing, reads: TEAM, check: team::primary_missing },
            Rule { code: Code::PlacesSeveral, reads: TEAM, check: team::places_several },
            Rule { code: Code::ConferenceEvent, reads: TEAM, check: team::conference_event },
            Rule { code: Code::ConferenceLocation, reads: TEAM, check: team::conference_location },
            Rule { code: Code::DateDoubled, reads: DATES, check: dates::date_doubled },
            Rule { code: Code::DeletedWithoutId, reads: DATES, check: dates::deleted_without_id },
            Rule { code: Code::EmptyDetaches, reads: &["openHours", "availabilities"], check: dates::empty_detaches },
            Rule { code: Code::HoursDetach, reads: &["openHours"], check: dates::hours_detach },
            Rule { code: Code::RangeShort, reads: HOURS, check: dates::range_short },
            Rule { code: Code::OmittedDefaults, reads: &[], check: settings::omitted_defaults },
            Rule { code: Code::OmittedResets, reads: &[], check: settings::omitted_resets },
        ],
        Kind::Location => vec![
            Rule { code: Code::EmptyText, reads: &[], check: settings::empty_text },
        ],
    }
}

/// Asks every rule that reads a member of the draft.
pub(super) fn check<'a, V: View<'a>>(kind: Kind, draft: V, stored: Option<V>, walk: &mut Walk) {
    for Rule { code, reads, check } in rules(kind) {
        if reads.is_empty() || reads.iter().any(|name| draft.get(name).is_some()) {
            check(&Scope { kind, code, draft, stored }, walk);
        }
    }
}

/// What a rule sees.
struct Scope<V> {
    kind: Kind,
    code: Code,
    draft: V,
    stored: Option<V>,
}

impl<'a, V: View<'a>> Scope<V> {
    /// A finding of the rule.
    fn found(&self) -> Found {
        Found::new(self.code)
    }

    /// The draft's member, or the stored one that it leaves as it is.
    fn get(&self, name: &str) -> Option<V> {
        self.draft.get(name).or_else(|| self.stored.and_then(|stored| stored.get(name)))
    }

    fn text(&self, name: &str) -> Option<&'a str> {
        self.get(name).and_then(View::text)
    }

    fn is_on(&self, name: &str) -> bool {
        self.get(name).and_then(View::boolean) == Some(true)
    }

    /// The items of the draft's own list.
    fn items(&self, name: &str) -> impl Iterator<Item = V> {
        self.draft.get(name).and_then(View::items).into_iter().flatten()
    }

    /// Whether the draft gives the list, and gives it empty.
    fn is_empty(&self, name: &str) -> bool {
        self.draft.get(name).and_then(View::items).is_some_and(|items| items.len() == 0)
    }

    /// How many members the team has, where that is known.
    fn team_size(&self) -> Option<usize> {
        Some(self.get("teamMembers")?.items()?.len())
    }

    /// The type of the stored calendar, where that is at hand.
    fn calendar_type(&self) -> Option<&'a str> {
        self.stored.and_then(|stored| stored.get("calendarType")).and_then(View::text)
    }
}

impl Walk {
    /// A place below the record.
    fn at(&self, name: &'static str) -> Path {
        self.path.with(name)
    }
}

/// The later of each two equal keys, with the first that has it.
fn doubles<K: Ord>(keys: impl Iterator<Item = Option<K>>) -> Vec<(usize, usize)> {
    let keys: Vec<Option<K>> = keys.collect();
    let doubled = doubled(keys.len(), &|a, b| keys[a].cmp(&keys[b]));
    doubled.into_iter().filter(|(first, _)| keys[*first].is_some()).collect()
}
