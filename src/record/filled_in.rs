//! Members that the service sets by itself if a record has none: IDs, response-only members, defaults.

use super::each::{Becomes, Here, Met, Visitor};
use super::same;
use crate::ground::json::{Each, Open, Path, Tree, View};
use crate::knowledge::schema::{Access, Member, Object, Type};

/// Drops the members of a record that the service has filled in, if the record beside has none of that name.
pub(crate) struct WithoutFilledIn;

impl Visitor for WithoutFilledIn {
    fn member<'a>(&mut self, _: &Path, met: &Met<'a, '_>) -> Becomes<'a> {
        let is_new = met.of.beside[0].is_some() && met.beside[0].is_none();
        match met.row.zip(met.own).filter(|_| is_new) {
            Some((row, value)) if is_filled_in(row, value) => Becomes::Nothing,
            _ => Becomes::Itself,
        }
    }

    fn passes(&self, _: &Type, here: &Here<'_>) -> bool {
        here.beside[0].is_none_or(|other| other.alike(here.view) == Some(true))
    }
}

/// Adds the members that the record beside is known to have and that responses leave out.
pub(crate) struct WithHidden;

impl Visitor for WithHidden {
    fn more_members(&mut self, _: &Path, table: &'static Object, here: &Here<'_>, out: &mut Open<'_>) {
        let known =
            here.beside[0].map(|known| table.members.iter().filter_map(move |row| Some((row, known.get(row.name)?))));
        for (row, value) in known.into_iter().flatten() {
            if row.access == Access::RequestOnly && here.view.get(row.name).is_none() {
                out.copy(Some(row.name), value);
            }
        }
    }

    fn passes(&self, _: &Type, here: &Here<'_>) -> bool {
        here.beside[0].is_none_or(|other| other.alike(here.view) == Some(true))
    }
}

/// Adds the members that the service has filled into the record beside.
#[derive(Default)]
pub(crate) struct FilledIn {
    is_draft: bool,
}

impl FilledIn {
    /// Returns a visitor for a draft, which has no response-only members.
    pub(crate) fn into_draft() -> Self {
        Self { is_draft: true }
    }

    fn fills_in(&self, row: &Member, value: View<'_>) -> bool {
        is_filled_in(row, value) && !(self.is_draft && row.access == Access::ResponseOnly)
    }
}

impl Visitor for FilledIn {
    fn more_members(&mut self, _: &Path, table: &'static Object, here: &Here<'_>, out: &mut Open<'_>) {
        for (name, value) in here.beside[0].each_member() {
            // The table is searched for the name first, since the record may have many members.
            if table.member(name).is_some_and(|row| self.fills_in(row, value)) && here.view.get(name).is_none() {
                out.copy(Some(name), value);
            }
        }
    }

    fn passes(&self, _: &Type, here: &Here<'_>) -> bool {
        here.beside[0].is_none_or(|other| other.alike(here.view) == Some(true))
    }
}

/// Returns true if a value is one that the service sets by itself.
fn is_filled_in(row: &Member, value: View<'_>) -> bool {
    let is_default = || row.default_value().is_some_and(|default| same(&row.ty, Tree::of(&default).root(), value));
    row.access != Access::Both || is_default()
}
