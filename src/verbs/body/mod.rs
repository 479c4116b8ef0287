//! The body to send: the members that the update takes, with each decision and its reason.

mod decision;
mod names;
mod writable;

use serde::{Deserialize, Serialize};

use crate::ground::json::{ByName, Each, Listed, Path, Tree, View};
use crate::ground::names::names;
use crate::knowledge::language::Words;
use crate::knowledge::schema::{Member, Type};
use crate::knowledge::words;
use crate::record::open::Record;
use crate::record::same;
use crate::verbs::update::Update;
use crate::verbs::validate::said;

pub use decision::{Action, Decision};
pub(crate) use names::Names;
use writable::Writable;
pub(crate) use writable::{writable, writable_over};

/// The part of the record to send.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Mode {
    /// Every writable member of the stored record with the draft's on top: an omitted member that has a default may
    /// fall back to it (observed).
    #[default]
    Full,
    /// Only the members that differ from the stored record, and those that the service requires beside them. A decision
    /// tells each member that may fall back to its default.
    Changed,
}

names!(Mode, "mode", "full or changed", { Full = "full", Changed = "changed" });

/// The body to send, and the decisions about it. Serializes as `{ value, decisions }`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Body {
    /// The body of the PUT.
    pub value: Tree,
    /// The members that were stripped, renamed, left out, kept or deleted, each with its reason.
    pub decisions: Vec<Decision>,
}

/// Answers [`Kind::body`](crate::Kind::body).
pub(crate) fn body(stored: &Record<'_>, draft: &Record<'_>, mode: Mode) -> Body {
    Update::of(stored.kind, stored.view, draft.view).body(mode)
}

impl Update {
    /// Returns the body of the update.
    pub(crate) fn body(&self, mode: Mode) -> Body {
        let whole = self.whole_body();
        match mode {
            Mode::Full => self.with_all_decisions(whole),
            Mode::Changed => self.narrowed(&whole),
        }
    }

    /// Returns the whole body, and the decisions about its values.
    pub(crate) fn whole_body(&self) -> Body {
        let [stored, draft, after] = [&self.stored, &self.draft, &self.after].map(|tree| tree.root());
        let (value, decisions) = Writable::body(self.kind.record(), after, stored, draft);
        Body { value, decisions }
    }

    /// Returns the whole body with the decisions about names as well.
    pub(crate) fn with_all_decisions(&self, whole: Body) -> Body {
        Body { decisions: [&*self.of_stored, &*self.of_draft, &*whole.decisions].concat(), ..whole }
    }

    /// Returns the members of the whole body that differ from the stored record, and those that the service requires
    /// beside them.
    pub(crate) fn narrowed(&self, whole: &Body) -> Body {
        let record = self.kind.record();
        let Body { value: whole, decisions: decided } = whole;
        // The changed body of an unedited record is empty, whatever the update does not carry of the record.
        let untouched = writable(self.kind, self.stored.root());
        let known = [untouched.root(), self.stored.root()].map(|record| ByName::of(Some(record)));
        let is_new = |name: &str, value: View<'_>| {
            let ty = record.member(name).map_or(&Type::Open, |member| &member.ty);
            !known.iter().filter_map(|record| record.get(name)).any(|before| same(ty, before, value))
        };
        let members: Vec<(&str, View<'_>, bool)> =
            whole.root().each_member().map(|(name, value)| (name, value, is_new(name, value))).listed();
        let new = members.iter().filter(|(.., is_new)| *is_new);
        let needed = new.flat_map(|(name, value, _)| {
            let row = record.member(name);
            // In a new unit the number is another amount, which the service may reset where it is left out.
            let number = row.filter(|row| row.unit.is_none()).and_then(|unit| record.other_half(unit));
            [row.and_then(|row| needs(row, *value)), number.map(|number| number.name)]
        });
        let needed: Vec<&str> = needed.flatten().listed();
        let (mut value, mut fall_back) = (Tree::of_names(whole.names()), Vec::new());
        let mut body = value.object();
        for (name, value, is_new) in &members {
            if *is_new || needed.contains(name) {
                body.copy(Some(name), *value);
            } else {
                fall_back.extend(record.member(name).and_then(|row| falls_back(row, *value)));
            }
        }
        drop(body);
        let drafted = ByName::of(Some(self.draft.root()));
        let concerns = |decision: &&Decision| {
            decision.action == Action::Renamed
                || decision.path.first_name().is_some_and(|name| drafted.find(name).is_some())
        };
        let decided = self.of_draft.iter().chain(decided).filter(concerns).cloned();
        Body { value, decisions: decided.chain(fall_back).listed() }
    }
}

/// Returns the decision about a member that a body leaves out, if its value may fall back to another one.
fn falls_back(row: &Member, value: View<'_>) -> Option<Decision> {
    let default = Tree::of(&row.default_value()?);
    if same(&row.ty, value, default.root()) {
        return None;
    }
    let reason = Words::new("falls_back").with("after", words::value(Some(row), None, default.root()));
    Some(Decision::new(Action::LeftOut, Path::new().with(row.name), reason))
}

/// Returns the member that must be sent beside a value, or beside a misspelled one that surely means it.
fn needs(row: &Member, value: View<'_>) -> Option<&'static str> {
    let said = said(row, value)?;
    row.known.iter().find(|known| known.value == said)?.needs
}
