//! Recomputes the findings that an edit touches: those of its member, or of its item in a list of dates, and those of
//! the rules that read it.

use super::edit::Touched;
use super::findings::{Position, Source};
use super::state::{Delta, RecordForm};
use crate::ground::json::{CollectVec, Each, MaybeByName, Path, Segment, Tree};
use crate::knowledge::issue::{ISSUES, Issue};
use crate::knowledge::schema::{Kind, List, Object, Type};
use crate::record::open::Record;
use crate::record::{Pairs, is_incomplete};
use crate::verbs::diff::{
    Change, ChangeKind, item_changes, mark_without_effect, member_changes, record_changes,
};
use crate::verbs::validate::{self, Check, Parts, meant_member};

impl RecordForm {
    /// Recomputes the findings of the part that an edit touched.
    pub(super) fn refresh(&mut self, touched: &Touched) -> Delta {
        let was_crowded = self.is_crowded();
        let mut delta = match touched {
            Touched::All => return self.refresh_all(),
            Touched::Member { name, presence } => self.refresh_member(name, *presence),
            Touched::Item { name, at } => match dates(self.kind, name) {
                Some(list) => self.refresh_date(name, list, *at),
                None => self.refresh_member(name, false),
            },
        };
        // Among too many issues, a pass reports the first ones, so each edit may let others in or out.
        if was_crowded || self.is_crowded() {
            delta.and(self.revalidate());
        }
        delta
    }

    /// Recomputes all issues but those that only the service reported.
    pub(super) fn revalidate(&mut self) -> Delta {
        let fresh = self.all_issues();
        self.replace_issues(|source, _| source != Source::Refusal, fresh)
    }

    fn refresh_all(&mut self) -> Delta {
        let issues = self.all_issues();
        let changes = self.marked(record_changes(
            self.kind,
            self.stored.root(),
            self.draft.root(),
        ));
        let mut delta = self.replace_issues(|_, _| true, issues);
        delta.and(self.replace_changes(|_| true, changes));
        delta
    }

    fn refresh_member(&mut self, name: &str, presence: bool) -> Delta {
        let table = self.kind.table();
        let parts = self.parts();
        let mut issues = Vec::new();
        for (own, value) in parts.draft.each_member() {
            if is_concerned(table, own, name) {
                extend(&mut issues, Source::Member, parts.member(own, value));
            }
        }
        // A rule about the record also reads a member by a misspelled name that surely means it.
        // An edit of `slotDuratoin` concerns the rules that read `slotDuration`.
        let meant_name = match meant_member(table, name) {
            Some(member) if table.find(name).is_none() => member.name,
            _ => name,
        };
        let mut rules = Vec::new();
        for (number, rule) in parts.rules().iter().enumerate() {
            let read = if matches!(rule.check, Check::Record(_)) {
                meant_name
            } else {
                name
            };
            if rule.depends_on(read, presence) {
                rules.push(number);
                extend(&mut issues, Source::Rule(number), parts.rule(rule));
            }
        }
        let names = changed_with(table, name);
        let sides = (self.stored.root(), self.draft.root());
        let mut changes = Vec::new();
        for name in &names {
            changes.append(&mut member_changes(self.kind, name, sides));
        }
        let changes = self.marked(changes);

        // The new findings replace those of the same parts: this member, its misspelled names, and the rules that read it.
        let mut delta = self.replace_issues(
            |source, path| match source {
                Source::Member => path
                    .first_name()
                    .is_some_and(|own| is_concerned(table, own, name)),
                Source::Rule(number) => rules.contains(&number),
                Source::Refusal => path.first_name().is_none_or(|own| own == name),
            },
            issues,
        );
        delta.and(self.replace_changes(
            |change| {
                let member = change.path.first_name();
                member.is_some_and(|own| names.contains(&own))
            },
            changes,
        ));
        delta
    }

    /// Recomputes the findings of one special date that keeps its key.
    fn refresh_date(&mut self, name: &str, list: &'static List, at: usize) -> Delta {
        let nothing = Tree::empty_list();
        let parts = self.parts();
        let stored = parts.stored.get(name).unwrap_or(nothing.root());
        let draft = parts.draft.get(name).unwrap_or(nothing.root());
        // A body omits an incomplete list while it is as stored. The first edit brings it in, with findings at all items.
        let has_incomplete = self.has_incomplete_stored_date.get_or_init(|| {
            stored
                .each_item()
                .any(|item| is_incomplete(&list.item, item))
        });
        if *has_incomplete {
            return self.refresh_member(name, false);
        }
        let pairs = Pairs::of(list, stored, draft);
        // Without keys, the pairs depend on all items.
        let (Some(&item), Some(_)) = (pairs.right.get(at), pairs.by) else {
            return self.refresh_member(name, false);
        };
        let place = Path::new().with(name.to_owned()).with(at);
        let mut issues = Vec::new();
        extend(
            &mut issues,
            Source::Member,
            parts.item(name, list, at, item, pairs.partner_of(list, at)),
        );
        // The rules that look at more than one item are applied to the whole list again.
        let mut rules = Vec::new();
        for (number, rule) in parts.rules().iter().enumerate() {
            if !rule.depends_on(name, false) {
                continue;
            }
            let found = if let Some(found) = parts.rule_of_item(rule, name, at, item) {
                found
            } else {
                rules.push(number);
                parts.rule(rule)
            };
            extend(&mut issues, Source::Rule(number), found);
        }
        let changes = item_changes(name, list, &pairs, at);
        let is_new = changes.is_none();
        let changes = match changes {
            Some(changes) => changes,
            None => member_changes(self.kind, name, (parts.stored, parts.draft)),
        };
        let changes = self.marked(changes);

        // Stale is all inside of the item, and the findings of the rules that were applied to the whole list.
        let mut delta = self.replace_issues(
            |source, path| {
                is_inside(path, &place)
                    || match source {
                        Source::Member => false,
                        Source::Rule(number) => rules.contains(&number),
                        Source::Refusal => is_at_or_around(path, name),
                    }
            },
            issues,
        );
        delta.and(self.replace_changes(
            |change| {
                if is_new {
                    change.path.first_name() == Some(name)
                } else {
                    is_in_item(change) && is_inside(&change.path, &place)
                }
            },
            changes,
        ));
        delta
    }

    /// Returns changes whose words say if they have no effect.
    fn marked(&self, mut changes: Vec<Change>) -> Vec<Change> {
        let draft = self.draft.root().get("availabilityType");
        let stored = self.stored.root().get("availabilityType");
        mark_without_effect(self.kind, &mut changes, draft.or(stored));
        changes
    }

    /// Returns true if there are more issues than one pass reports. Which of them it reports depends on the whole draft.
    fn is_crowded(&self) -> bool {
        self.issues.iter().len() > ISSUES
    }

    fn parts(&self) -> Parts<'_> {
        Parts::of(
            self.kind,
            self.profile,
            self.draft.root(),
            self.stored.root(),
        )
    }

    /// Returns all issues of the draft; if there are too many, the first ones and the number of the rest.
    pub(super) fn all_issues(&self) -> Vec<(Source, Issue)> {
        let parts = self.parts();
        let mut issues = Vec::new();
        for (name, value) in parts.draft.each_member() {
            extend(&mut issues, Source::Member, parts.member(name, value));
        }
        for (number, rule) in parts.rules().iter().enumerate() {
            extend(&mut issues, Source::Rule(number), parts.rule(rule));
        }
        // The first ones by part are not the first ones of a whole pass, which counts the rest, too.
        if issues.len() > ISSUES {
            let draft = Record::within(self.kind, self.draft.root());
            let stored = Record::within(self.kind, self.stored.root());
            let found = validate::issues(&draft, self.profile, Some(&stored));
            issues = found
                .into_iter()
                .map(|issue| (Source::Member, issue))
                .collect_vec();
        }
        issues
    }

    pub(super) fn replace_issues(
        &mut self,
        is_stale: impl Fn(Source, &Path) -> bool,
        mut fresh: Vec<(Source, Issue)>,
    ) -> Delta {
        // An issue that a refusal names as well is listed once, as an error, until its member is edited.
        let mut refused = Vec::new();
        for (source, issue) in self.issues.with_sources() {
            if source == Source::Refusal && !is_stale(source, &issue.path) {
                refused.push(issue);
            }
        }
        // The refusal stays, and the finding that is like it is left out.
        fresh.retain(|(_, issue)| {
            let mut refused = refused.iter();
            !refused.any(|own| own.code == issue.code && own.path == issue.path)
        });
        let issues = self.issues.replace(
            |source, issue| is_stale(source, &issue.path),
            fresh,
            in_draft(&self.draft),
        );
        Delta {
            issues,
            ..Delta::default()
        }
    }

    fn replace_changes(&mut self, is_stale: impl Fn(&Change) -> bool, fresh: Vec<Change>) -> Delta {
        let fresh = fresh
            .into_iter()
            .map(|change| (Source::Member, change))
            .collect_vec();
        let position = in_both(self.kind, &self.stored, &self.draft);
        let changes = self
            .changes
            .replace(|_, change| is_stale(change), fresh, position);
        Delta {
            changes,
            ..Delta::default()
        }
    }

    /// Puts all findings in their order, after several parts were recomputed.
    pub(super) fn put_in_order(&mut self) -> Delta {
        let issues = self.issues.put_in_order(in_draft(&self.draft));
        let changes = self
            .changes
            .put_in_order(in_both(self.kind, &self.stored, &self.draft));
        Delta {
            issues,
            changes,
            ..Delta::default()
        }
    }
}

/// Returns the members whose changes may differ after an edit of one of them.
fn changed_with<'n>(table: &'static Object, name: &'n str) -> Vec<&'n str> {
    let mut names = vec![name];
    // The change of a number shows its unit, and stands for the change of the unit if the amount stays the same.
    if let Some(row) = table.member(name)
        && let Some(half) = table.other_half(row)
    {
        names.push(half.name);
    }
    // The words of a change of hours tell if they count, which the type of availability decides.
    if name == "availabilityType" {
        names.extend(table.list_of(List::is_week));
        names.extend(table.list_of(List::is_dates));
    }
    names
}

fn is_inside(path: &Path, place: &Path) -> bool {
    path.segments().starts_with(place.segments())
}

/// Returns true if a path leads to a member of the record, or to the whole record.
fn is_at_or_around(path: &Path, name: &str) -> bool {
    match path.segments() {
        [] => true,
        [_] => path.first_name().is_none_or(|own| own == name),
        _ => path.first_name().is_none(),
    }
}

/// Returns true if the issues of a member may change with another one: it is that one, or its name is misspelled. Whether
/// `nmae` counts as a misspelled `name` depends on the value of `name`.
fn is_concerned(table: &Object, own: &str, name: &str) -> bool {
    own == name || table.find(own).is_none()
}

/// Returns the member's list, if it is one of dates. Only such lists get so long that items are recomputed one by one.
fn dates(kind: Kind, name: &str) -> Option<&'static List> {
    match &kind.table().member(name)?.ty {
        Type::List(list) if list.is_dates() => Some(list),
        _ => None,
    }
}

/// Returns the function that finds the position of an issue in the draft. Issues about absent members come last.
pub(super) fn in_draft(draft: &Tree) -> impl Fn(&Issue) -> Position {
    let draft = MaybeByName::of(Some(draft.root()));
    move |issue| {
        let name = issue.path.first_name();
        let member = name.and_then(|name| draft.asked().find(name));
        // Item 0 has the position 1, since 0 is the member as a whole.
        (member.unwrap_or(usize::MAX), item(&issue.path))
    }
}

/// Returns the function that finds the position of a change: new members come behind the stored ones.
fn in_both<'a>(kind: Kind, stored: &'a Tree, draft: &'a Tree) -> impl Fn(&Change) -> Position + 'a {
    let count = stored.len();
    let stored = MaybeByName::of(Some(stored.root()));
    let draft = MaybeByName::of(Some(draft.root()));
    move |change| {
        let name = change.path.first_name().unwrap_or_default();
        let item = if is_in_item(change) && dates(kind, name).is_some() {
            item(&change.path)
        } else {
            0
        };
        let member = match stored.asked().find(name) {
            Some(at) => at,
            // Behind all stored members, in the order of the draft.
            None => count + draft.asked().find(name).unwrap_or_default(),
        };
        (member, item)
    }
}

/// Adds findings until there are more than a pass reports.
fn extend(issues: &mut Vec<(Source, Issue)>, source: Source, found: Vec<Issue>) {
    // One more than the limit shows that there are more, and no part can fill the memory.
    let room = (ISSUES + 1).saturating_sub(issues.len());
    issues.extend(found.into_iter().take(room).map(|issue| (source, issue)));
}

/// Returns 0 for a member as a whole, else the index of the item plus 1.
fn item(path: &Path) -> usize {
    match path.segments().get(1) {
        Some(Segment::Index(index)) => index + 1,
        _ => 0,
    }
}

/// Returns true if a change is one of an item, and not one that adds, removes or moves items of its list.
///
/// ```text
/// teamMembers/0/priority, replace teamMembers/0    true
/// add teamMembers/2                                false
/// ```
fn is_in_item(change: &Change) -> bool {
    change.path.segments().len() > 2 || change.kind == ChangeKind::Replace
}
