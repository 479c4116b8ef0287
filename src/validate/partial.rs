//! A pass in its parts: what one member, one item or one rule has to say, for whoever keeps the rest.

use std::cell::OnceCell;

use super::fast_path::item_is_sound;
use super::rules::{Check, Rule, Scope, rules, shortest};
use super::walk::{Siblings, Walk};
use crate::issue::{Issue, Profile};
use crate::json::{Each, Path, View};
use crate::record::Partner;
use crate::schema::{Kind, List, Type};

/// What a pass looks at.
pub(crate) struct Parts<'a> {
    pub(crate) kind: Kind,
    pub(crate) draft: View<'a>,
    pub(crate) stored: View<'a>,
    profile: Profile,
    /// What rules see, once one is asked.
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

    /// A member of the record.
    pub(crate) fn member(&self, name: &str, value: View<'a>) -> Vec<Issue> {
        self.walked(|walk| {
            walk.member(self.kind.record(), name, value, &self.siblings);
        })
    }

    /// An item of a list that is a member of the record, with what it is in the stored list.
    pub(crate) fn item(
        &self,
        name: &'static str,
        list: &'static List,
        at: usize,
        item: View<'a>,
        partner: Option<Partner<'a>>,
    ) -> Vec<Issue> {
        // As the walk says itself, before it needs a path.
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

    /// A rule about all that it looks at.
    pub(crate) fn rule(&self, rule: &Rule) -> Vec<Issue> {
        let scope = self.scope(rule);
        if !rule.concerns(&scope) {
            return Vec::new();
        }
        self.walked(|walk| scope.ask(&rule.check, walk))
    }

    /// What a rule sees, for as many items as it is asked about.
    pub(crate) fn scope(&self, rule: &Rule) -> Scope<'a> {
        rule.scope(self.scope.get_or_init(|| Scope::of(self.kind, self.draft, Some(self.stored))))
    }

    /// The length in minutes of the shortest range of these lists of a draft, `u16::MAX` if there is none.
    pub(crate) fn shortest(draft: View<'_>, lists: &[&str]) -> u16 {
        lists.iter().filter_map(|list| shortest(draft.get(list).each_item())).min().unwrap_or(u16::MAX)
    }

    /// A rule about one item of a list, which stands at that path.
    pub(crate) fn rule_of_item(&self, rule: &Rule, scope: &Scope<'a>, path: &Path, item: View<'a>) -> Vec<Issue> {
        let Check::Items(_, check) = &rule.check else { return Vec::new() };
        self.walked(|walk| check(scope, path, item, walk))
    }
}

/// Whether each item of the list can be looked at by itself: nothing is found of the list but what is found of its items
/// and by rules.
pub(crate) fn by_item(ty: &Type) -> Option<&'static List> {
    match ty {
        Type::List(list) if list.is_dates() => Some(list),
        _ => None,
    }
}
