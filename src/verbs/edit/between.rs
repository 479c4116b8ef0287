//! The edits that lead from one record to another, for others to follow.

use super::edits::{Edit, Edits, beside};
use super::key::Target;
use super::wish::Wish;
use crate::ground::error::Error;
use crate::ground::json::{Each, Json, Path, Tree, View, paired_members};
use crate::knowledge::format::hours::{self, Week, hours_items};
use crate::knowledge::schema::{Access, Kind, List, Type, is_deleted};
use crate::record::each::{Rewrite, Visited, VisitedMember, Visitor, each, each_value};
use crate::record::week::group_equal_days;
use crate::record::{ArrayStep, KeyPath, KeyStep, Pairs, open, plan, same, value_over_stored};
use crate::verbs::diff::WhenAbsent;
use crate::verbs::normalize::Canonical;
use crate::verbs::update::Update;

impl Edits {
    /// Returns the edits that lead from a stored record to an edited one, each with the value that it replaces, so that
    /// the same can be done to other records: where one has neither that value nor the new one, it is a conflict. A number
    /// and its unit are one amount, and a unit that is not set counts as the one that the specification shows.
    ///
    /// Days, dates and items that have keys are edits of their own. A list whose items have no distinct keys, or were
    /// moved, is one edit. IDs, members of responses only and members that the tables do not know are left out.
    ///
    /// # Errors
    /// `not_a_record`: one of the two is not a JSON object.
    ///
    /// ```
    /// use calendiff::{Edits, Kind, WhenAbsent};
    /// use serde_json::json;
    ///
    /// let stored = json!({ "slotDuration": 30, "name": "Consultation" });
    /// let edits = Edits::between(Kind::Calendar, &stored, json!({ "slotDuration": 45 }), WhenAbsent::Keep)?;
    /// let was = json!({ "value": 30, "unit": "mins" });
    /// assert_eq!(json!(edits), json!([{ "key": "slotDuration", "value": 45, "was": was }]));
    ///
    /// let other = json!({ "slotDuration": 60 });
    /// let edited = Kind::Calendar.edit(&other, &edits, Default::default())?;
    /// assert_eq!(edited.conflicts[0].words, "slot duration: ours 45, theirs 60, was 30");
    ///
    /// assert!(Edits::between(Kind::Calendar, json!([]), &stored, WhenAbsent::Keep).is_err());
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn between(
        kind: Kind,
        stored: impl Json,
        edited: impl Json,
        absent: WhenAbsent,
    ) -> Result<Self, Error> {
        let stored = stored.held();
        let edited = edited.held();
        let stored = open::stored(kind, stored.view())?;
        let edited = open::record(kind, edited.view())?;
        // Only so that both records are regular and use the names of the protocol.
        let update = Update::of(kind, stored.view, edited.view);
        let before = written(kind, &update.stored);
        let after = written(kind, &update.draft);
        let mut between = Between {
            absent,
            key: KeyPath::default(),
            edits: Vec::new(),
        };
        between.members(
            Target::of(kind, &KeyPath::default()),
            before.root(),
            after.root(),
        );
        let mut edits = between.edits;
        // Last, since a number needs the unit beside it only if no other edit names that unit.
        for at in 0..edits.len() {
            edits[at].was_unit = unstated_unit(kind, update.stored.root(), &edits, &edits[at]);
        }
        Self::of(kind, edits)
    }
}

/// Returns a record as a person would write it.
fn written(kind: Kind, record: &Tree) -> Tree {
    each(&mut Written, kind.table(), Visited::alone(record.root()))
}

/// Returns the unit of a number that is replaced, unless an edit names it: the amount is of another size in another one.
fn unstated_unit(kind: Kind, stored: View<'_>, edits: &[Edit], edit: &Edit) -> Option<String> {
    if edit.was == Some(Wish::Absent) {
        return None;
    }
    let unit = Target::of(kind, &edit.key).any_unit()?;
    let key = beside(&edit.key, unit.name);
    if edits.iter().any(|other| other.key == key) {
        return None;
    }
    unit.unit_meant(key.find(kind, stored).and_then(View::text))
        .map(str::to_owned)
}

/// Drops the members that an edit cannot name.
pub(super) struct Written;

impl Visitor for Written {
    fn member<'a>(&mut self, _: &Path, visited: &VisitedMember<'a, '_>) -> Rewrite<'a> {
        let is_unknown = visited.table.is_some() && visited.row.is_none();
        let is_foreign = visited.row.is_some_and(|row| row.access != Access::Both);
        if is_unknown || is_foreign {
            Rewrite::Nothing
        } else {
            Rewrite::Itself
        }
    }
}

struct Between {
    absent: WhenAbsent,
    key: KeyPath,
    edits: Vec<Edit>,
}

impl Between {
    fn edit(&mut self, wish: Wish, was: Wish) {
        // Two values that differ, but not as an edit shows them.
        if wish == was {
            return;
        }
        self.edits.push(Edit {
            was: Some(was),
            ..Edit::new(self.key.clone(), wish)
        });
    }

    /// Records an edit one step inside.
    fn edit_at(&mut self, step: KeyStep, wish: Wish, was: Wish) {
        self.key.push(step);
        self.edit(wish, was);
        self.key.pop();
    }

    fn members(&mut self, around: Target, a: View<'_>, b: View<'_>) {
        for (name, before, after) in paired_members(Some(a), Some(b)) {
            let target = around.step(&KeyStep::Name(name.to_owned().into()));
            // A member that no table has cannot be sent.
            let Some(row) = target.row else { continue };
            self.key.push(KeyStep::Name(row.name.into()));
            match before {
                // One half of an amount is named with the other, even if it stays: from 1 hour to 1 day, the edits are
                // 1 (was 1) and days (was hours).
                Some(was)
                    if is_other_half_changed(around, target, a, b)
                        && self.stays(target, was, after) =>
                {
                    let value = Wish::Value(was.to_value());
                    self.edits.push(Edit {
                        was: Some(value.clone()),
                        ..Edit::new(self.key.clone(), value)
                    });
                }
                _ => self.member(target, before, after),
            }
            self.key.pop();
        }
    }

    /// Returns true if a member has the same meaning afterwards.
    fn stays(&self, target: Target, before: View<'_>, after: Option<View<'_>>) -> bool {
        match after {
            Some(after) => same(target.ty, before, after),
            None => self.absent == WhenAbsent::Keep,
        }
    }

    fn member(&mut self, target: Target, before: Option<View<'_>>, after: Option<View<'_>>) {
        match (before, after) {
            (None, Some(after)) => self.first_value(target, after),
            (Some(before), Some(after)) if !same(target.ty, before, after) => {
                self.value(target, before, after);
            }
            (Some(before), None) if self.absent == WhenAbsent::Remove => {
                self.edit(Wish::Absent, Wish::Value(before.to_value()));
            }
            _ => {}
        }
    }

    /// Records a value where there was none. The first days and items of a list are edits of their own too.
    fn first_value(&mut self, target: Target, after: View<'_>) {
        // Compared with an empty list, each day or item is an edit of its own, which expects none.
        let is_keyed = matches!(target.ty, Type::List(list) if !list.is_set());
        if is_keyed && after.each_item().next().is_some() {
            let nothing = Tree::empty_list();
            let edits = self.edits.len();
            self.member(target, Some(nothing.root()), Some(after));
            if self.edits[edits..].iter().any(|edit| edit.key != self.key) {
                return;
            }
            // Without an edit of each item, the list is one value, and there was none.
            self.edits.truncate(edits);
        }
        self.edit(Wish::Value(after.to_value()), Wish::Absent);
    }

    fn value(&mut self, target: Target, a: View<'_>, b: View<'_>) {
        match target.ty {
            Type::Object(_) if a.members().is_some() && b.members().is_some() => {
                self.members(target, a, b);
            }
            Type::List(list) if list.is_week() => match (hours::week(a), hours::week(b)) {
                (Some(before), Some(after)) => self.week(&before, &after),
                _ => self.whole(a, b),
            },
            Type::List(list) if !list.is_set() && has_distinct_items(list, a, b) => {
                self.items(list, target, a, b);
            }
            _ => self.whole(a, b),
        }
    }

    fn whole(&mut self, a: View<'_>, b: View<'_>) {
        self.edit(Wish::Value(b.to_value()), Wish::Value(a.to_value()));
    }

    fn week(&mut self, before: &Week, after: &Week) {
        let groups = group_equal_days([before, after], |day| {
            before[usize::from(day)] != after[usize::from(day)]
        });
        for days in groups {
            let first_day = usize::from(days.any());
            let was = Wish::Hours(before[first_day].clone());
            let wish = Wish::Hours(after[first_day].clone());
            self.edit_at(KeyStep::Days(days), wish, was);
        }
    }

    fn items(&mut self, list: &'static List, around: Target, a: View<'_>, b: View<'_>) {
        let pairs = Pairs::of(list, a, b);
        // Removals first, then what is new or changed, in the order of the edited list.
        for left in pairs.removed() {
            let was = wish_of(list, pairs.left[left]);
            self.edit_at(pairs.step_left(left), Wish::Absent, was);
        }
        for (right, item) in pairs.right.iter().enumerate() {
            let step = pairs.step(right);
            let target = around.step(&step);
            let Some(left) = pairs.partner[right] else {
                self.edit_at(step, wish_of(list, *item), Wish::Absent);
                continue;
            };
            let was = pairs.left[left];
            if same(&list.item, was, *item) {
                continue;
            }
            // An item keeps the stored members that it omits. Canonical, since new members would come last.
            let whole = value_over_stored(&list.item, Some(was), *item);
            let whole = each_value(&mut Canonical, &list.item, Visited::alone(whole.root()));
            self.key.push(step);
            self.item(list, target, was, whole.root());
            self.key.pop();
        }
    }

    /// Compares an item with itself before.
    fn item(&mut self, list: &'static List, target: Target, a: View<'_>, b: View<'_>) {
        let are_objects = a.members().is_some() && b.members().is_some();
        let have_one_key = list.keys.iter().all(|key| key(a) == key(b));
        match (wish_of(list, a), wish_of(list, b)) {
            // The edits are inside the item. If a key differs, or hours are all that a date has, the item is one value.
            (Wish::Value(_), Wish::Value(_)) if are_objects && have_one_key => {
                self.members(target, a, b);
            }
            (was, wish) => self.edit(wish, was),
        }
    }
}

/// Returns true if the number of a unit changes, or the unit of a number. The first unit of a number gives it another size.
fn is_other_half_changed(around: Target, target: Target, a: View<'_>, b: View<'_>) -> bool {
    let Some(name) = target.other_half() else {
        return false;
    };
    match (a.get(name), b.get(name)) {
        (Some(was), Some(is)) => !same(around.step(&KeyStep::Name(name.into())).ty, was, is),
        // From `30` to `30 hours`, the number is named beside its first unit. A unit that gets its first number is not named.
        (None, Some(_)) => target.row.is_some_and(|row| row.unit.is_some()),
        (_, None) => false,
    }
}

/// Returns true if each item of two lists has a key of its own, and none was moved or added in between.
fn has_distinct_items(list: &'static List, a: View<'_>, b: View<'_>) -> bool {
    if a.items().is_none() || b.items().is_none() {
        return false;
    }
    let pairs = Pairs::of(list, a, b);
    if pairs.by.is_none() || pairs.is_replacement.contains(&true) {
        return false;
    }
    let steps = plan(pairs.left.len(), &pairs.partner, list.ordered).steps;
    let is_any_moved = steps
        .iter()
        .any(|step| matches!(step, ArrayStep::Move { .. }));
    !is_any_moved && (!list.ordered || are_new_last(&pairs.partner))
}

/// Returns true if the items without a partner come after all others.
fn are_new_last(partner: &[Option<usize>]) -> bool {
    partner.is_sorted_by_key(Option::is_none)
}

/// Returns the wish for an item as it is: the hours of a special date unless it is deleted, else its value.
fn wish_of(list: &List, item: View<'_>) -> Wish {
    if is_deleted(item) {
        return Wish::Absent;
    }
    if list.is_dates()
        && let Some(hours) = item.get("hours").and_then(hours_items)
    {
        return Wish::Hours(hours);
    }
    Wish::Value(item.to_value())
}
