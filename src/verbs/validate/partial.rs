//! Validates by a single member, item or rule, for a form, which keeps the findings of all other parts.

use super::rules::{Check, Records, Rule, rules};
use super::walk::{Siblings, Walk};
use crate::ground::json::{Path, View};
use crate::knowledge::issue::{Issue, Profile};
use crate::knowledge::schema::{Kind, List};
use crate::record::Partner;
use crate::record::is_sound_item;

/// The input of a validation in parts.
pub(crate) struct Parts<'a> {
    kind: Kind,
    profile: Profile,
    pub(crate) draft: View<'a>,
    pub(crate) stored: View<'a>,
    records: Records<'a>,
    siblings: Siblings<'a>,
}

impl<'a> Parts<'a> {
    pub(crate) fn of(kind: Kind, profile: Profile, draft: View<'a>, stored: View<'a>) -> Self {
        Self {
            kind,
            profile,
            draft,
            stored,
            records: Records::of(kind, draft, Some(stored)),
            siblings: Siblings::of(draft, Some(stored)),
        }
    }

    fn walked(&self, part: impl FnOnce(&mut Walk)) -> Vec<Issue> {
        let mut walk = Walk::new(self.profile).beside_stored(true);
        part(&mut walk);
        walk.found()
    }

    /// Validates a member of the record.
    pub(crate) fn member(&self, name: &str, value: View<'a>) -> Vec<Issue> {
        self.walked(|walk| {
            walk.member(self.kind.table(), name, value, &self.siblings);
        })
    }

    /// Validates an item of a list that is a member of the record. `partner` is its counterpart in the stored list.
    pub(crate) fn item(
        &self,
        name: &str,
        list: &'static List,
        at: usize,
        item: View<'a>,
        partner: Option<Partner<'a>>,
    ) -> Vec<Issue> {
        // `Walk::item` checks this again. Checked first, a sound item costs no path.
        if is_sound_item(list, item) {
            return Vec::new();
        }
        self.walked(|walk| {
            walk.path.push(name.to_owned());
            walk.item(list, at, item, partner);
        })
    }

    /// Returns the rules of this kind of record.
    pub(crate) fn rules(&self) -> &'static [Rule] {
        rules(self.kind)
    }

    /// Applies a rule to everything it reads.
    pub(crate) fn rule(&self, rule: &Rule) -> Vec<Issue> {
        if !rule.concerns(&self.records) {
            return Vec::new();
        }
        self.walked(|walk| rule.apply(&self.records, walk))
    }

    /// Applies a rule to one item of a list that is a member of the record. `None` if the rule does not check the items
    /// of that list one by one.
    pub(crate) fn rule_of_item(
        &self,
        rule: &Rule,
        name: &str,
        at: usize,
        item: View<'a>,
    ) -> Option<Vec<Issue>> {
        let Check::Items(lists, check) = &rule.check else {
            return None;
        };
        let path = Path::new()
            .with(*lists.iter().find(|list| **list == name)?)
            .with(at);
        let scope = rule.scope(&self.records);
        Some(self.walked(|walk| check(&scope, &path, item, walk)))
    }
}
