//! Records as they are meant: members under the names that the protocol has, text in canonical form, everything in its place.

use serde_json::{Map, Value};

use super::written::diff_written;
use super::{Change, Diff, DiffOptions, Sameness, WhenAbsent};
use crate::ground::error::Error;
use crate::ground::json::patch::{self, Op};
use crate::ground::json::{Open, Path, Segment, Tree, View};
use crate::knowledge::schema::{Kind, List, Object, Type};
use crate::record::each::{Becomes, Here, Met, Visitor, each};
use crate::verbs::body::Names;
use crate::verbs::normalize::Canonical;

/// Renames aliases and respells text; members and items keep their order, so that paths still lead to them.
#[derive(Default)]
struct Meant(Names);

impl Visitor for Meant {
    fn member<'a>(&mut self, path: &Path, met: &Met<'a, '_>) -> Becomes<'a> {
        self.0.member(path, met)
    }

    fn passes(&self, ty: &Type, here: &Here<'_>) -> bool {
        self.0.passes(ty, here)
    }

    fn items<'a>(&self, list: &'static List, here: &Here<'a>) -> [Vec<Option<View<'a>>>; 2] {
        self.0.items(list, here)
    }

    fn leaf(&mut self, path: &Path, ty: &Type, view: View<'_>, name: Option<&str>, out: &mut Open<'_>) -> bool {
        Canonical.leaf(path, ty, view, name, out)
    }
}

/// Renames the aliases of a record. Returns `None` if it has none.
pub(super) fn renamed(table: &'static Object, record: View<'_>) -> Option<Tree> {
    let mut names = Names::default();
    let renamed = each(&mut names, table, Here::alone(record));
    (!names.made.is_empty()).then_some(renamed)
}

/// Returns the draft as it is meant over the stored record, or `None` if it stands so already.
pub(super) fn meant(table: &'static Object, stored: View<'_>, draft: View<'_>) -> Option<Tree> {
    let meant = each(&mut Meant::default(), table, Here::with(draft, [Some(stored), None]));
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
        renamed: View<'_>,
        tests: bool,
    ) -> Result<(), Error> {
        let table = kind.record();
        let raw = DiffOptions::default().absent(WhenAbsent::Remove).by(Sameness::Spelling);
        let renaming = diff_written(kind, stored, renamed, raw, &mut |_, value| value.to_value())?;
        let meant = |name: &str| table.alias(name).map_or_else(|| name.to_owned(), |row| row.name.to_owned());
        let is_changed = |name: &str| self.changes.iter().any(|change| first(change) == Some(meant(name)));
        let mut operations: Vec<Op> = renaming.patch;
        operations.retain(|op| op.path().split('/').nth(1).is_some_and(is_changed));
        if let (Some(own), Some(Value::Object(mut merge_patch))) = (&mut self.merge_patch, renaming.merge_patch) {
            merge_patch.retain(|name, _| is_changed(name));
            *own = laid_over(Value::Object(merge_patch), std::mem::take(own));
        }
        operations.append(&mut self.patch);
        self.patch = if tests { patch::guard(&stored.to_value(), &operations)? } else { operations };
        Ok(())
    }
}

/// Returns the member of the record that a change is in.
fn first(change: &Change) -> Option<String> {
    match change.path.segments().first()? {
        Segment::Name(name) => Some(name.to_string()),
        Segment::Index(_) => None,
    }
}

/// Composes two merge patches, of which the second one is applied last.
fn laid_over(first: Value, second: Value) -> Value {
    match (first, second) {
        (Value::Object(mut members), Value::Object(others)) => {
            for (name, other) in others {
                let own = members.shift_remove(&name).unwrap_or_else(|| Value::Object(Map::new()));
                members.insert(name, laid_over(own, other));
            }
            Value::Object(members)
        }
        (_, second) => second,
    }
}
