//! The issues of a draft: their profile and their fixes, and the refusals of the service.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use super::edit::edits_of;
use super::findings::Source;
use super::refresh::in_draft;
use super::state::{Delta, RecordForm};
use crate::ground::json::{CollectVec, Tree, equal};
use crate::knowledge::issue::{ISSUES, Issue, Profile, Severity};
use crate::verbs::fix::{ROUNDS, round};

impl RecordForm {
    /// Judges the draft by another profile. This is no step, and issues that only the service reported stay.
    ///
    /// ```
    /// use calendiff::{Kind, Profile};
    /// use serde_json::json;
    ///
    /// let mut form = Kind::Calendar.form(json!({ "name": "Consultation" }), Profile::Specification)?;
    /// form.set(&calendiff::json::Path::new().with("nmae"), json!("First visit"))?;
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
        self.is_first_ok = OnceLock::new();
        self.revalidate()
    }

    /// Applies the fix of an issue, as one step. An issue that no longer exists, or has no fix, is skipped. If the issue is
    /// not equal to any of the form, the only one with its code and path is meant.
    ///
    /// ```
    /// use calendiff::{Kind, Profile};
    /// use serde_json::json;
    ///
    /// let range = |open, close| json!({ "openHour": open, "openMinute": 0, "closeHour": close, "closeMinute": 0 });
    /// let monday = json!({ "daysOfTheWeek": [1], "hours": [range(8, 18)] });
    /// let both = json!({ "daysOfTheWeek": [1, 2], "hours": [range(9, 12), range(10, 11)] });
    /// let mut form = Kind::Calendar.form(json!({ "openHours": [monday, both] }), Profile::Specification)?;
    /// // 10:00–11:00 overlaps a range of each entry, and only within one entry is there a fix.
    /// let overlaps = form.issues().filter(|issue| issue.path.pointer() == "/openHours/1/hours/1");
    /// let [first, second] = overlaps.cloned().collect::<Vec<_>>().try_into().unwrap();
    /// assert_eq!((form.fix(&first).edits.len(), form.fix(&second).edits.len()), (0, 1));
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn fix(&mut self, issue: &Issue) -> Delta {
        let found = match self.issues().position(|own| own == issue) {
            Some(at) => Some(at),
            None => self.only_issue_like(issue),
        };
        match found {
            Some(at) => self.fix_at(at),
            None => Delta::default(),
        }
    }

    /// Returns the index of the issue with the code and the path of another one, if there is only one.
    fn only_issue_like(&self, issue: &Issue) -> Option<usize> {
        let mut only = None;
        for (at, own) in self.issues().enumerate() {
            if own.code == issue.code && own.path == issue.path {
                if only.is_some() {
                    return None;
                }
                only = Some(at);
            }
        }
        only
    }

    /// Applies the fix of the issue at an index, as one step.
    pub(crate) fn fix_at(&mut self, at: usize) -> Delta {
        let Some(fix) = self.issues().nth(at).and_then(|own| own.fix.clone()) else {
            return Delta::default();
        };
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
            let issues: Vec<Issue> = self.issues().cloned().collect_vec();
            let (round, patch) = round(issues, &[]);
            applied += round.len();
            let edits = edits_of(&self.draft, &patch);
            if edits.is_empty() {
                break;
            }
            delta.and(self.told_step(&edits));
        }
        self.history.end(false);
        delta
    }

    /// Returns what the service refused.
    pub(super) fn refusals(&self) -> Vec<Issue> {
        let mut refused = Vec::new();
        for (source, issue) in self.issues.with_sources() {
            if source == Source::Refusal {
                refused.push(Issue::clone(issue));
            }
        }
        refused
    }

    /// Adds the refusals again whose members are as they were in the former draft.
    pub(super) fn keep_refusals(&mut self, refusals: Vec<Issue>, former: &Tree) -> Delta {
        let mut standing = refusals;
        standing.retain(|issue| is_as_it_was(issue, former, &self.draft));
        if standing.is_empty() {
            Delta::default()
        } else {
            self.said(standing)
        }
    }

    /// Removes the issues that the service reported, and gives the draft's own their severity back. This is no step.
    ///
    /// ```
    /// use calendiff::{Kind, Profile};
    /// use serde_json::json;
    ///
    /// let mut form = Kind::Calendar.form(json!({ "name": "Consultation" }), Profile::Specification)?;
    /// let answer = Kind::Calendar.response(422, None, r#"{ "message": ["name is taken"] }"#);
    /// form.refused(answer.result.as_ref().unwrap_err());
    /// assert!(!form.is_ok());
    /// form.clear_refusal();
    /// assert!(form.is_ok());
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn clear_refusal(&mut self) -> Delta {
        self.replace_issues(|_, _| true, self.all_issues())
    }

    /// Adds the refusals of the service to the issues, each text at its field, until that field is edited. A text that
    /// is already an issue in the same words is listed once, as an error.
    pub(crate) fn said(&mut self, said: Vec<Issue>) -> Delta {
        // Issues of the draft get their own severity back, which a former refusal may have raised.
        let mut delta = self.clear_refusal();
        let own = self.issues.with_sources();
        let mut all: Vec<(Source, Arc<Issue>)> = own
            .map(|(source, issue)| (source, Arc::clone(issue)))
            .collect_vec();
        let mut places = BTreeMap::new();
        for (at, (_, issue)) in all.iter().enumerate() {
            places.entry((issue.path.clone(), issue.code)).or_insert(at);
        }
        for issue in said {
            match places.get(&(issue.path.clone(), issue.code)) {
                Some(at)
                    if all[*at].1.severity == Severity::Error
                        || issue.severity != Severity::Error => {}
                Some(at) => {
                    let refused = Issue {
                        severity: Severity::Error,
                        ..Issue::clone(&all[*at].1)
                    };
                    all[*at] = (Source::Refusal, Arc::new(refused));
                }
                None if all.iter().any(|(_, own)| **own == issue) => {}
                None => all.push((Source::Refusal, Arc::new(issue))),
            }
        }
        delta.and(Delta {
            issues: self.issues.put(&all, in_draft(&self.draft)),
            ..Delta::default()
        });
        delta
    }
}

/// Returns true if two drafts have the same value of the member that an issue is about.
fn is_as_it_was(issue: &Issue, former: &Tree, draft: &Tree) -> bool {
    let Some(name) = issue.path.first_name() else {
        return true;
    };
    match (draft.root().get(name), former.root().get(name)) {
        (Some(own), Some(former)) => equal(own, former),
        (None, None) => true,
        _ => false,
    }
}
