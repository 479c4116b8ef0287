//! Records as they are meant: members under the names that the protocol has, text in canonical form, everything in its place.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::written::{copied, diff_written};
use super::{ChangeKind, Diff, DiffOptions, Sameness, WhenAbsent};
use crate::ground::digits::is_digits;
use crate::ground::error::Error;
use crate::ground::json::patch::{self, Op};
use crate::ground::json::{Builder, CollectVec, Each, Node, Path, Tree, View, equal};
use crate::knowledge::schema::{Kind, List, Object, Type};
use crate::record::each::{Counterparts, Rewrite, Visited, VisitedMember, Visitor, each};
use crate::record::with_names;
use crate::verbs::normalize::Canonical;
use crate::verbs::update::Names;

/// Renames aliases and respells text; members and items keep their order, so that paths still lead to them.
#[derive(Default)]
struct Respell(Names);

impl Visitor for Respell {
    fn member<'a>(&mut self, path: &Path, visited: &VisitedMember<'a, '_>) -> Rewrite<'a> {
        self.0.member(path, visited)
    }

    fn visits_objects(&self) -> bool {
        true
    }

    fn passes(&self, ty: &Type, visited: &Visited<'_>) -> bool {
        self.0.passes(ty, visited)
    }

    fn items<'a>(&self, list: &'static List, visited: &Visited<'a>) -> Counterparts<'a> {
        self.0.items(list, visited)
    }

    fn leaf(
        &mut self,
        path: &Path,
        ty: &Type,
        visited: &Visited<'_>,
        name: Option<&str>,
        out: &mut Builder<'_>,
    ) -> bool {
        Canonical.leaf(path, ty, visited, name, out)
    }
}

/// Renames the aliases of a record. Returns `None` if it has none.
pub(super) fn renamed(table: &'static Object, record: View<'_>) -> Option<Tree> {
    let mut names = Names::default();
    let renamed = each(&mut names, table, Visited::alone(record));
    (!names.made.is_empty()).then_some(renamed)
}

/// Returns the draft as it is meant over the stored record, or `None` if it stands so already.
pub(super) fn meant(table: &'static Object, stored: View<'_>, draft: View<'_>) -> Option<Tree> {
    let meant = each(
        &mut Respell::default(),
        table,
        Visited::alone(draft).beside(stored),
    );
    (meant.root().alike(draft) != Some(true)).then_some(meant)
}

impl Diff {
    /// Puts the renames of the stored record before the patches, for the members that change.
    ///
    /// # Errors
    /// Those of [`patch::guard`].
    pub(super) fn rename_first(
        &mut self,
        kind: Kind,
        stored: View<'_>,
        tests: bool,
    ) -> Result<(), Error> {
        let table = kind.table();
        let renamed = with_names(table, stored, &|_| true);
        // The renames are the difference between the stored record and its renamed copy, down to each spelling:
        // `remove /appointmentPerSlot`, `add /appoinmentPerSlot 1`.
        let raw = DiffOptions::default()
            .absent(WhenAbsent::Remove)
            .by(Sameness::Spelling);
        let changed = ChangedMembers {
            table,
            names: self
                .changes
                .iter()
                .filter_map(|change| change.path.first_name().map(str::to_owned))
                .collect(),
        };
        // A null elsewhere must not keep a merge patch from being written.
        let is_changed = |name: &str| changed.contains(name);
        let before = with_members(stored, &is_changed);
        let after = with_members(renamed.root(), &is_changed);
        let renaming = diff_written(kind, before.root(), after.root(), raw, &mut copied)?;
        // A null cannot be set by a merge patch, and need not be: the name goes.
        let before = without_nulls(before.root());
        let after = without_nulls(after.root());
        let merging = diff_written(kind, before.root(), after.root(), raw, &mut copied)?;
        // A rename inside of a value that the diff removes or replaces would change nothing in the end: if the special date
        // with the alias `_id` is removed, that `_id` is not renamed to `id` before.
        let undone = Undone::by(self);
        let mut operations = renaming.patch;
        operations.retain(|op| changed.has_member_of(op) && !undone.has(op));
        let mut operations = as_moves(table, operations);
        if let (Some(own), Some(Value::Object(mut renames))) =
            (&mut self.merge_patch, merging.merge_patch)
        {
            renames.retain(|name, _| changed.contains(name));
            // An alias with a null was left out above, so its removal is added here.
            for (name, value) in stored.each_member() {
                let is_null = matches!(value.node(), Node::Null);
                if is_null && table.alias(name).is_some() && changed.contains(name) {
                    renames.insert(name.to_owned(), Value::Null);
                }
            }
            *own = composed(Value::Object(renames), std::mem::take(own));
        }
        // The renames come first, since the paths of the diff's own operations use the names of the protocol.
        self.patch.retain(|op| !is_in_vain(op, stored, &undone));
        operations.append(&mut self.patch);
        self.patch = if tests {
            patch::guard(&stored.to_value(), &operations)?
        } else {
            operations
        };
        Ok(())
    }
}

/// Returns true for an operation that writes a member as it is, since its alias stands for it: only the alias goes.
fn is_in_vain(op: &Op, stored: View<'_>, undone: &Undone) -> bool {
    let Op::Replace { path, value } = op else {
        return false;
    };
    // Stored `{ "appoinmentPerSlot": null, "appointmentPerSlot": 1 }`, draft `{ "appoinmentPerSlot": null }`: the value
    // counts as 1 and becomes null. To replace the null by a null is in vain, and `remove /appointmentPerSlot` is the whole
    // patch.
    if depth(path) != 1 || !undone.replaced.contains(path) {
        return false;
    }
    let own = member_of(op).and_then(|name| stored.get(name));
    own.is_some_and(|own| equal(own, Tree::of(value.clone()).root()))
}

/// Returns the name of the record's member that an operation is at or inside. A name with `~` or `/` stays escaped, and so is
/// none that a table has.
fn member_of(op: &Op) -> Option<&str> {
    op.path().split('/').nth(1)
}

/// Returns the number of steps of a pointer: 1 for a member of the record, 2 for an item of a list in it.
fn depth(pointer: &str) -> usize {
    pointer.matches('/').count()
}

/// The members that change, by their names in the protocol.
struct ChangedMembers {
    table: &'static Object,
    names: BTreeSet<String>,
}

impl ChangedMembers {
    /// Returns true if a member has changed, by its own name or by an alias.
    fn contains(&self, name: &str) -> bool {
        let own = self.table.alias(name).map_or(name, |row| row.name);
        self.names.contains(own)
    }

    fn has_member_of(&self, op: &Op) -> bool {
        member_of(op).is_some_and(|name| self.contains(name))
    }
}

/// The pointers of values that a diff removes, and of members that its patch replaces: to prepare these first is in vain.
struct Undone {
    removed: BTreeSet<String>,
    replaced: BTreeSet<String>,
}

impl Undone {
    fn by(diff: &Diff) -> Self {
        let mut removed = BTreeSet::new();
        for change in &diff.changes {
            if change.kind == ChangeKind::Remove {
                removed.insert(change.path.pointer());
            }
        }
        // The items of a list are removed from the last to the first, and before any other step. So these pointers have the
        // indexes of the stored record, as those of the renames have.
        for op in &diff.patch {
            if let Op::Remove { path } = op
                && depth(path) == 2
            {
                removed.insert(path.clone());
            }
        }
        // Once items of a list come or go, the indexes of the others change.
        let mut shifted = BTreeSet::new();
        for op in &diff.patch {
            // After `remove /availabilities/0`, `/availabilities/1` in the diff is `/availabilities/2` in the renames.
            if !is_replaced(op) {
                shifted.extend(list_of(op.path()));
            }
        }
        let mut replaced = BTreeSet::new();
        for op in &diff.patch {
            if is_replaced(op) && !around(op.path()).any(|path| shifted.contains(path)) {
                replaced.insert(op.path().to_owned());
            }
        }
        Self { removed, replaced }
    }

    fn has(&self, operation: &Op) -> bool {
        let path = operation.path();
        // Inside of a value that goes, any step is in vain. At the value itself, only a replacement is: a removal or an
        // addition there is the rename.
        around(path).any(|path| self.removed.contains(path) || self.replaced.contains(path))
            || matches!(operation, Op::Replace { .. }) && self.replaced.contains(path)
    }
}

fn is_replaced(op: &Op) -> bool {
    matches!(op, Op::Replace { .. })
}

/// Returns the pointers of the values around that of a pointer.
fn around(pointer: &str) -> impl Iterator<Item = &str> {
    // For `/availabilities/0/id`: the empty pointer of the record, `/availabilities`, and `/availabilities/0`.
    pointer.match_indices('/').map(|(end, _)| &pointer[..end])
}

/// Returns the pointer of the list that has the item at a pointer.
fn list_of(pointer: &str) -> Option<&str> {
    let (list, item) = pointer.rsplit_once('/')?;
    is_digits(item).then_some(list)
}

/// Writes the rename of a member of the record, a removal and an addition, as one operation.
///
/// ```text
/// remove /appointmentPerSlot, add /appoinmentPerSlot 1    move /appointmentPerSlot → /appoinmentPerSlot
/// ```
fn as_moves(table: &Object, mut operations: Vec<Op>) -> Vec<Op> {
    for row in table.members {
        if row.aliases.is_empty() {
            continue;
        }
        let own = pointer(row.name);
        let aliases = row.aliases.iter().map(|alias| pointer(alias)).collect_vec();
        let added = operations
            .iter()
            .position(|op| matches!(op, Op::Add { path, .. } if *path == own));
        let removed = operations
            .iter()
            .position(|op| matches!(op, Op::Remove { path } if aliases.contains(path)));
        if let (Some(added), Some(removed)) = (added, removed) {
            operations[removed] = Op::Move {
                from: operations[removed].path().to_owned(),
                path: own,
            };
            operations.remove(added);
        }
    }
    operations
}

fn pointer(name: &str) -> String {
    Path::new().with(name.to_owned()).pointer()
}

/// Returns a record with the members of the chosen names alone.
pub(crate) fn with_members(record: View<'_>, is_chosen: &dyn Fn(&str) -> bool) -> Tree {
    let mut tree = Tree::in_place_of(record);
    let mut members = tree.object();
    for (name, value) in record.each_member() {
        if is_chosen(name) {
            members.copy(Some(name), value);
        }
    }
    drop(members);
    tree
}

/// Returns a record without the members that are null, at any depth.
fn without_nulls(record: View<'_>) -> Tree {
    Tree::of(with_nulls_removed(record.to_value()))
}

fn with_nulls_removed(value: Value) -> Value {
    match value {
        Value::Object(members) => {
            let mut kept = Map::new();
            for (name, member) in members {
                if !member.is_null() {
                    kept.insert(name, with_nulls_removed(member));
                }
            }
            Value::Object(kept)
        }
        value => value,
    }
}

/// Composes two merge patches; the second one is applied last.
fn composed(first: Value, second: Value) -> Value {
    match (first, second) {
        (Value::Object(mut members), Value::Object(others)) => {
            for (name, other) in others {
                // A merge patch in a merge patch: an object adds its members to those that the first one sets. Any other
                // value replaces.
                let own = members
                    .get_mut(&name)
                    .map_or_else(|| Value::Object(Map::new()), Value::take);
                members.insert(name, composed(own, other));
            }
            Value::Object(members)
        }
        (_, second) => second,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::{DiffOptions, Error, Kind, WhenAbsent};

    #[test]
    fn a_rename_is_one_operation_and_only_for_members_that_change() -> Result<(), Error> {
        let stored =
            json!({ "appointmentPerSlot": 1, "appointmentPerDay": 9, "eventColor": "#039BE5" });
        let of = |draft, options: DiffOptions| Kind::Calendar.diff(&stored, draft, options);
        let options = DiffOptions::default();
        let diff = of(json!({ "appoinmentPerSlot": 2 }), options)?;
        assert_eq!(
            json!(diff.patch),
            json!([
                { "op": "move", "from": "/appointmentPerSlot", "path": "/appoinmentPerSlot" },
                { "op": "replace", "path": "/appoinmentPerSlot", "value": 2 },
            ])
        );
        assert_eq!(
            diff.merge_patch,
            Some(json!({ "appointmentPerSlot": null, "appoinmentPerSlot": 2 }))
        );
        assert_eq!(
            json!(of(json!({ "eventColor": "#000000" }), options)?.patch.len()),
            1
        );
        let same =
            json!({ "appoinmentPerSlot": 1.0, "appointmentPerDay": 9, "eventColor": "#039be5" });
        assert_eq!(
            json!(of(same, options.absent(WhenAbsent::Remove))?.patch),
            json!([])
        );
        assert_eq!(
            of(json!({ "appoinmentPerSlot": 1 }), options.raw(true))?
                .changes
                .len(),
            1
        );
        Ok(())
    }
}
