//! What is found of a draft, fixed, and what the service said of it.

use super::edit::edits_of;
use super::ledger::{Found, Key, Source, WHOLE};
use super::sides::slot;
use super::{Delta, Form};
use crate::fix::{ROUNDS, round};
use crate::issue::{ISSUES, Issue, Profile};
use crate::json::{Listed, Segment};

/// The number of no rule: what the service said.
pub(super) const REFUSED: u8 = u8::MAX;

impl Form {
    /// Judges the draft by another profile. It is no step, and what the service alone said of it stays.
    ///
    /// ```
    /// use calendiff::{Kind, Profile};
    /// use serde_json::json;
    ///
    /// let mut form = Kind::Calendar.form(&json!({ "name": "Consultation" }), Profile::Document)?;
    /// form.set(&calendiff::json::Path::new().with("nmae"), &json!("First visit"))?;
    /// assert!(form.is_ok());
    /// form.set_profile(Profile::Service);
    /// assert!(!form.is_ok());
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn set_profile(&mut self, profile: Profile) -> Delta {
        if self.profile == profile {
            return Delta::default();
        }
        self.profile = profile;
        self.refresh_found(|source| source.rule != REFUSED)
    }

    /// Applies the fix of an issue, as one step. An issue that does not stand any more, or has no fix, is passed over.
    pub fn fix(&mut self, issue: &Issue) -> Delta {
        let stands = self.issues().find(|own| own.code == issue.code && own.path == issue.path);
        let Some(fix) = stands.and_then(|own| own.fix.clone()) else { return Delta::default() };
        let edits = edits_of(&self.draft, &fix.patch);
        self.told_step(&edits)
    }

    /// Applies every fix of every issue, and of what then comes to light, as one step: what [`Kind::fix`](crate::Kind::fix)
    /// makes of the draft.
    pub fn fix_all(&mut self) -> Delta {
        let mut delta = Delta::default();
        self.history.begin();
        let mut applied = 0;
        for _ in 0..ROUNDS {
            if applied >= ISSUES {
                break;
            }
            let issues: Vec<Issue> = self.issues().cloned().listed();
            let (round, patch) = round(issues);
            applied += round.len();
            let edits = edits_of(&self.draft, &patch);
            if edits.is_empty() {
                break;
            }
            delta.and(self.told_step(&edits));
        }
        self.history.end();
        delta
    }

    /// Puts what the service said of the draft among its issues, each text at its field, until what it is about is edited.
    /// What is found there already in the same words stands once, as an error.
    pub(crate) fn said(&mut self, said: Vec<Issue>) -> Delta {
        let kind = self.kind;
        let mut found = Vec::new();
        for (turn, finding) in (0..).zip(said) {
            let segments = finding.path.segments();
            let slot = match segments.first() {
                Some(Segment::Name(name)) => slot(kind, name),
                _ => super::ledger::RECORD,
            };
            let item = match segments.get(1) {
                Some(Segment::Index(at)) => u32::try_from(*at).unwrap_or(WHOLE),
                _ => WHOLE,
            };
            let key = Key { place: 0, item: item.checked_add(1).unwrap_or(0), rule: REFUSED, turn };
            found.push(Found { key, source: Source { slot, rule: REFUSED, item }, finding });
        }
        self.refresh_said(found)
    }
}
