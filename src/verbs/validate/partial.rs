//! Validates a single member, item or rule, for callers that keep the other findings.

use std::cell::OnceCell;

use super::fast_path::item_is_sound;
use super::rules::{Check, Rule, Scope, rules, shortest};
use super::walk::{Siblings, Walk};
use crate::ground::json::{Each, Path, View};
use crate::knowledge::issue::{Issue, Profile};
use crate::knowledge::schema::{Kind, List, Type};
use crate::record::Partner;

/// The input of a validation in parts.
pub(crate) struct Parts<'a> {
    pub(crate) kind: Kind,
    pub(crate) draft: View<'a>,
    pub(crate) stored: View<'a>,
    profile: Profile,
    /// The scope of the rules, built at the first use.
    scope: OnceCell<Scope<'a>>,
    siblings: Siblings<'a>,
}

impl<'a> Parts<'a> {
    pub(crate) fn of(kind: Kind, profile: Profile, draft: View<'a>, stored: View<'a>) -> Self {
        Self { kind, draft, stored, profile, scope: OnceCell::new(), siblings: Siblings::of(draft, Some(stored)) }
    }

    fn walked(&self, part: impl FnOnce(&mut Walk)) -> Vec<Issue> {
        let mut walk = Walk::new(self.profile);
        part(&mut walk);
        walk.found()
    }

    /// Validates a member of the record.
    pub(crate) fn member(&self, name: &str, value: View<'a>) -> Vec<Issue> {
        self.walked(|walk| {
            walk.member(self.kind.record(), name, value, &self.siblings);
        })
    }

    /// Validates an item of a list that is a member of the record. `partner` is its counterpart in the stored list.
    pub(crate) fn item(
        &self,
        name: &'static str,
        list: &'static List,
        at: usize,
        item: View<'a>,
        partner: Option<Partner<'a>>,
    ) -> Vec<Issue> {
        // `Walk::item` begins with this check too; here it saves the path.
        if item_is_sound(list, item) {
            return Vec::new();
        }
        self.walked(|walk| {
            walk.path.push(name);
            walk.item(list, at, item, partner);
        })
    }

    pub(crate) fn rules(&self) -> &'static [Rule] {
        rules(self.kind)
    }

    /// Applies a rule to everything it reads.
    pub(crate) fn rule(&self, rule: &Rule) -> Vec<Issue> {
        let scope = self.scope(rule);
        if !rule.concerns(&scope) {
            return Vec::new();
        }
        self.walked(|walk| scope.ask(&rule.check, walk))
    }

    /// Returns the scope of a rule, which serves for any number of items.
    pub(crate) fn scope(&self, rule: &Rule) -> Scope<'a> {
        rule.scope(self.scope.get_or_init(|| Scope::of(self.kind, self.draft, Some(self.stored))))
    }

    /// Returns the length in minutes of the shortest range of these lists of a draft, `u16::MAX` if there is none.
    pub(crate) fn shortest(draft: View<'_>, lists: &[&str]) -> u16 {
        lists.iter().filter_map(|list| shortest(draft.get(list).each_item())).min().unwrap_or(u16::MAX)
    }

    /// Applies a rule to one item of a list, the one at `path`.
    pub(crate) fn rule_of_item(&self, rule: &Rule, scope: &Scope<'a>, path: &Path, item: View<'a>) -> Vec<Issue> {
        let Check::Items(_, check) = &rule.check else { return Vec::new() };
        self.walked(|walk| check(scope, path, item, walk))
    }
}

/// Returns the list if its items can be validated one by one: it has no findings except those of its items and of
/// rules.
pub(crate) fn by_item(ty: &Type) -> Option<&'static List> {
    match ty {
        Type::List(list) if list.is_dates() => Some(list),
        _ => None,
    }
}
