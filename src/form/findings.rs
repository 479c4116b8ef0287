//! The issues of a draft: their profile and their fixes, and the refusals of the service.

use super::edit::edits_of;
use super::ledger::{Found, Key, Source, WHOLE};
use super::sides::slot;
use super::{Delta, Form};
use crate::ground::json::{Listed, Segment};
use crate::knowledge::issue::{ISSUES, Issue, Profile};
use crate::verbs::fix::{ROUNDS, round};

/// The rule number of the service's refusals, which no rule has.
pub(super) const REFUSED: u8 = u8::MAX;

impl Form {
    /// Judges the draft by another profile. This is no step, and issues that only the service reported stay.
    ///
    /// ```
    /// use calendiff::{Kind, Profile};
    /// use serde_json::json;
    ///
    /// let mut form = Kind::Calendar.form(&json!({ "name": "Consultation" }), Profile::Specification)?;
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

    /// Applies the fix of an issue, as one step. An issue that no longer exists, or has no fix, is skipped.
    pub fn fix(&mut self, issue: &Issue) -> Delta {
        let stands = self.issues().find(|own| own.code == issue.code && own.path == issue.path);
        let Some(fix) = stands.and_then(|own| own.fix.clone()) else { return Delta::default() };
        let edits = edits_of(&self.draft, &fix.patch);
        self.told_step(&edits)
    }

    /// Applies every fix of every issue, and of the issues that then appear, as one step. The result is the draft that
    /// [`Kind::fix`](crate::Kind::fix) returns.
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

    /// Adds the refusals of the service to the issues, each text at its field, until that field is edited. A text that
    /// is already an issue in the same words is listed once, as an error.
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
