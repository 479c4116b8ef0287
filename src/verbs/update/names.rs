//! Renames misspelled aliases to the protocol's names.

use super::decision::{Action, Decision};
use crate::ground::json::{Each, Path, View, equal};
use crate::knowledge::language::Sentence;
use crate::knowledge::schema::{List, Member, Type};
use crate::record::each::{Counterparts, Rewrite, Visited, VisitedMember, Visitor};
use crate::record::is_sound_here;
use crate::record::{is_not_set, same, set};

/// Renames aliases. If the member under its own name only echoes the stored value, the alias has the edited one, unless
/// it echoes a stored alias as well.
#[derive(Default)]
pub(crate) struct Names {
    pub(crate) made: Vec<Decision>,
}

impl Visitor for Names {
    fn member<'a>(&mut self, path: &Path, visited: &VisitedMember<'a, '_>) -> Rewrite<'a> {
        let Some(row) = visited.row.or_else(|| visited.table?.alias(visited.name)) else {
            return Rewrite::Itself;
        };
        if row.aliases.is_empty() {
            return Rewrite::Row(row, row.name.into());
        }
        let counts = effective_name(row, visited.object);
        if counts == visited.name {
            if visited.row.is_none() {
                self.make(
                    Action::Renamed,
                    path.with(visited.name.to_owned()),
                    Sentence::new("spelled").with("name", row.name),
                );
            }
            return Rewrite::Row(row, row.name.into());
        }
        if visited.row.is_none() {
            let reason = Sentence::new("superseded").with("name", counts);
            self.make(Action::LeftOut, path.with(visited.name.to_owned()), reason);
        }
        Rewrite::Nothing
    }

    /// Returns true for an object with indexes for names that repeats a list of the stored record: names are looked for
    /// inside.
    fn is_list(&mut self, _: &Path, visited: &Visited<'_>) -> bool {
        let is_stored = visited
            .other
            .is_some_and(|stored| stored.items().is_some() || stored.is_indexed_object());
        is_stored && visited.view.each_member().len() > 0 && visited.view.is_indexed_object()
    }

    fn visits_objects(&self) -> bool {
        true
    }

    fn passes(&self, ty: &Type, visited: &Visited<'_>) -> bool {
        is_sound_here(ty, visited)
    }

    /// Returns no counterparts: the names inside lists do not depend on stored items.
    fn items<'a>(&self, _: &'static List, _: &Visited<'a>) -> Counterparts<'a> {
        Counterparts::default()
    }
}

impl Names {
    fn make(&mut self, action: Action, path: Path, reason: Sentence) {
        self.made.push(Decision::new(action, path, reason));
    }
}

/// Returns the name under which an object has the value of a member that counts: its own name, or an alias.
///
/// For example, a draft that repeats a response and edits the alias that it found there:
///
/// ```text
/// stored  { "formSubmitRedirectUrl": "https://a.example" }
/// draft   { "formSubmitRedirectUrl": "https://b.example" }                                        the alias counts
/// draft   { "formSubmitRedirectUrl": "https://a.example", "formSubmitRedirectURL": "https://b" }  its own name counts
/// ```
fn effective_name<'a>(row: &'static Member, object: &Visited<'a>) -> &'a str {
    let stored = stored_as(object, row.name).or_else(|| {
        row.aliases
            .iter()
            .find_map(|alias| stored_as(object, alias))
    });
    let own = object.view.get(row.name);
    let own_differs = own.is_some_and(|own| match stored {
        Some(stored) => !same(&row.ty, stored, own),
        None => !is_not_set(&row.ty, own),
    });
    if own_differs {
        return row.name;
    }
    for alias in row.aliases.iter().rev() {
        let Some(value) = object.view.get(alias) else {
            continue;
        };
        let repeats_stored = stored_as(object, alias).is_some_and(|stored| equal(stored, value));
        if set(&row.ty, own).is_none() || !repeats_stored {
            return alias;
        }
    }
    row.name
}

/// Returns the stored value of an object's member.
fn stored_as<'a>(object: &Visited<'a>, name: &str) -> Option<View<'a>> {
    object.other?.get(name)
}
