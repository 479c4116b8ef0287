//! When the record changed meanwhile: going on from what is stored by now, and resolving what both sides changed.

use serde::Serialize;

use super::by_key::{self, bring};
use super::history::Step;
use super::{Delta, Form, Sides3};
use crate::body::{writable, writable_over};
use crate::error::Error;
use crate::json::{Json, Listed, Tree, View, equal};
use crate::merge::{Choice, Conflict, Taken};
use crate::names::names;
use crate::record::{KeyPath, KeyStep};
use crate::schema::NAMES;

/// What [`Form::rebase`] came to. Serializes as `{ conflicts, taken, delta }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Rebased {
    /// What the draft and the new record make of the same thing; the draft's word stands until it is resolved.
    pub conflicts: Vec<Conflict>,
    /// What changed on either side, and whose it is.
    pub taken: Vec<Taken>,
    /// What that changed in the lists of issues and changes.
    pub delta: Delta,
}

/// The same for who keeps a copy of the form.
pub(crate) struct GoneOn {
    pub(crate) rebased: Rebased,
    /// Which steps that could be undone stay, and which that could be made again.
    pub(crate) stays: [Vec<bool>; 2],
    /// What was stored, and the draft, before.
    pub(crate) stored: Tree,
    pub(crate) draft: Tree,
}

/// How a conflict of a form is resolved: by whose word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Resolution {
    /// The draft's, as it stands.
    Ours,
    /// The record's that others saved.
    Theirs,
    /// The record's that both began with.
    Base,
}

names!(Resolution, "side", "ours, theirs or base", { Ours = "ours", Theirs = "theirs", Base = "base" });

impl Form {
    /// Goes on from what is stored by now: what others changed meanwhile comes into the draft, and the draft's edits stay.
    /// Where both changed the same thing the draft's word stands, and the conflict is kept until it is
    /// [resolved](Form::resolve). What can be undone stays, but for edits of members that are not as they were.
    ///
    /// # Errors
    /// As [`Kind::read`](crate::Kind::read), of what both sides make together as well; the form is then as it was.
    pub fn rebase(&mut self, stored: impl Json) -> Result<Rebased, Error> {
        self.rebase_over(stored).map(|on| on.rebased)
    }

    /// The same, with what it replaced.
    pub(crate) fn rebase_over(&mut self, stored: impl Json) -> Result<GoneOn, Error> {
        let stored = stored.held();
        let stored = self.kind.regular(stored.view())?.into_numbered(NAMES);
        let ours = self.kind.outcome_of(self.stored.root(), self.draft.root())?;
        let three = [self.stored.root(), ours.root(), stored.root()];
        let mut conflicts = Vec::new();
        let merged = self.kind.merged(three, &mut |found| {
            conflicts = found.to_vec();
            vec![Choice::Ours; found.len()]
        });
        // Each side may be small enough, and both together not.
        self.kind.expect_record(merged.value.root())?;
        let draft = writable_over(self.kind, merged.value.into_numbered(NAMES).root(), stored.root());
        let first = writable(self.kind, stored.root());

        let mut changed = differing(&self.draft, &draft);
        // What others made of a member that was edited is not to be undone by going back behind both.
        let mut others = differing(&draft, &first);
        others.sort_unstable();
        for name in differing(&self.first, &first) {
            if others.binary_search(&name).is_ok() {
                changed.push(name);
            }
        }
        let stays = self.history.keep_apart_from(&changed);
        let base = std::mem::replace(&mut self.first, first.clone());
        let standing = std::mem::take(&mut self.conflicts);
        let stored = std::mem::replace(&mut self.stored, stored);
        let draft = std::mem::replace(&mut self.draft, draft);
        self.text = self.draft.source().len();
        let delta = self.refresh_all();
        // A conflict from before stands as long as the draft has something else than the record there.
        let again = |conflict: &Conflict| conflicts.iter().any(|own| own.key == conflict.key);
        let standing = standing.into_iter().filter(|own| !again(own) && self.disagrees(&own.key));
        let standing: Vec<Conflict> = standing.map(|own| self.renewed(own, &first)).listed();
        conflicts.extend(standing);
        self.between = (!conflicts.is_empty()).then_some(Sides3 { base, theirs: first });
        self.conflicts.clone_from(&conflicts);
        Ok(GoneOn { rebased: Rebased { conflicts, taken: merged.taken, delta }, stays, stored, draft })
    }

    /// Resolves a conflict, by its key: what it is about becomes what that side has there, and every other change and
    /// conflict stays. A conflict that does not stand any more is passed over. It is a step that can be undone.
    ///
    /// ```
    /// use calendiff::json::Path;
    /// use calendiff::{Kind, Profile, Resolution};
    /// use serde_json::json;
    ///
    /// let mut form = Kind::Calendar.form(&json!({ "name": "Consultation", "slug": "intro" }), Profile::Document)?;
    /// form.set(&Path::new().with("name"), json!("First visit"))?;
    /// form.rebase(&json!({ "name": "Intake", "slug": "intro" }))?;
    /// let conflict = form.conflicts()[0].clone();
    /// assert_eq!(conflict.words, "name: ours “First visit”, theirs “Intake”, was “Consultation”");
    /// form.resolve(&conflict, Resolution::Theirs);
    /// assert_eq!(form.draft().get("name").unwrap().text(), Some("Intake"));
    /// assert!(form.conflicts().is_empty());
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn resolve(&mut self, conflict: &Conflict, with: Resolution) -> Delta {
        let Some(at) = self.conflicts.iter().position(|own| own.key == conflict.key) else { return Delta::default() };
        let Some(between) = &self.between else { return Delta::default() };
        let bring = |side: &Tree| bring(self.kind, &self.draft, [side.root(); 2], &conflict.key, false);
        let edits = match with {
            Resolution::Ours => Vec::new(),
            Resolution::Theirs => bring(&between.theirs),
            Resolution::Base => bring(&between.base),
        };
        self.history.begin();
        let delta = self.told_step(&edits);
        let before = self.conflicts.clone();
        self.conflicts.remove(at);
        self.history.push(Step { edits: Vec::new(), conflicts: Some(before) });
        self.history.end();
        delta
    }

    /// Whether the draft changes what stands at a key, inside of it or around it.
    fn disagrees(&self, key: &KeyPath) -> bool {
        // An order is of all the items.
        let meet = |(own, changed): (&KeyStep, &KeyStep)| *own == KeyStep::Order || own.meets(changed);
        self.changes().any(|change| key.steps().iter().zip(change.key.steps()).all(meet))
    }

    /// A conflict with what the record has there by now.
    fn renewed(&self, conflict: Conflict, theirs: &Tree) -> Conflict {
        let now = |record: &Tree| by_key::find(self.kind, record.root(), &conflict.key).map(View::to_value);
        let (ours, theirs) = (now(&self.draft), now(theirs));
        // Days and orders are no value of the record; they are told as they were.
        if ours.is_none() && theirs.is_none() { conflict } else { Conflict { ours, theirs, ..conflict } }
    }
}

/// The members of which two drafts have something else.
fn differing(a: &Tree, b: &Tree) -> Vec<String> {
    let pairs = crate::json::paired_members(Some(a.root()), Some(b.root()));
    let differs = pairs.into_iter().filter(|(_, a, b)| !a.zip(*b).is_some_and(|(a, b)| equal(a, b)));
    differs.map(|(name, ..)| name.to_owned()).listed()
}
